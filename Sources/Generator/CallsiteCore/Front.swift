// In: the files of a description, as bytes. Out: the resolved API, and diagnostics. Nothing here knows Swift code,
// file systems, terminals or clocks, nor the readers of the API: the printer, import, inspect and diff are modules of
// their own, which import this one.

/// The stages from a description to Swift code, in their order.
package enum Stage: String, CaseIterable, Sendable {
    case parse, read, resolve, lower, render
}

/// Runs one stage, once. A benchmark passes its own runner, which measures the stage.
package typealias StageRunner = (_ stage: Stage, _ body: () -> Void) -> Void

/// The result of the first stages for a description. Only this type knows the order of the stages.
///
/// ```swift
/// let front = Front(sources, options, &diagnostics)
/// guard front.description.missing.isEmpty else { … }
/// let api = front.api(options, &diagnostics)
/// ```
///
/// | step | folder |
/// | --- | --- |
/// | parse | `YAML`; where a file is no YAML, `Advice/YAML` |
/// | read | `Description`; where words are of other formats, `Advice/Native` |
/// | advise | `Advice/OpenAPI`, a part of the stage *read* |
/// | resolve | `API`, whose steps `Resolve.swift` lists |
package struct Front {
    package let nodes: NodeSet
    /// If it names files that `sources` doesn't hold yet, its `missing` lists them. The rest must not be used then.
    package let description: Description

    package init(
        _ sources: SourceSet, _ options: Options, _ diagnostics: inout Diagnostics,
        advice: @escaping OpenAPIAdvice = adviseOnOpenAPI, running: StageRunner = { $1() }
    ) {
        var nodes: NodeSet?
        running(.parse) { nodes = parse(sources, &diagnostics) }
        self.init(
            nodes ?? parse(sources, &diagnostics), options, &diagnostics, advice: advice, running: running)
    }

    /// For a caller that first looks at the document's format, and may stop there.
    package init(
        _ nodes: NodeSet, _ options: Options, _ diagnostics: inout Diagnostics,
        advice: @escaping OpenAPIAdvice = adviseOnOpenAPI, running: StageRunner = { $1() }
    ) {
        self.nodes = nodes
        var description: Description?
        running(.read) { description = Self.read(nodes, options, &diagnostics, advice) }
        self.description = description ?? Self.read(nodes, options, &diagnostics, advice)
    }

    private static func read(
        _ nodes: NodeSet, _ options: Options, _ diagnostics: inout Diagnostics, _ advice: OpenAPIAdvice
    ) -> Description {
        guard let root = nodes.openAPIRoot else { return readNative(nodes, options, &diagnostics) }
        let reader = OpenAPIReader(nodes, root, options)
        reader.read()
        reader.look(for: advice)
        diagnostics.append(reader.diagnostics)
        return reader.description
    }

    /// Every reference, type, default and pagination resolved.
    package func api(_ options: Options, _ diagnostics: inout Diagnostics, running: StageRunner = { $1() }) -> API {
        var api: API?
        running(.resolve) { api = resolve(description, options, &diagnostics) }
        let result = api ?? resolve(description, options, &diagnostics)
        removeNamesLeftOut(options, &diagnostics)
        return result
    }

    /// Removes the errors about configured names that only unselected parts have. A name that no part has stays an
    /// error, so the whole description is read for the comparison.
    package func removeNamesLeftOut(_ options: Options, _ diagnostics: inout Diagnostics) {
        guard !options.selection.isEmpty, diagnostics.all.contains(where: { namesOfConfiguration.contains($0.id) })
        else { return }
        var whole = options
        whole.selection = Selection()
        var problems = Diagnostics()
        let front = Front(nodes, whole, &problems, advice: { _ in })
        // If a file isn't loaded, its parts are unknown, so no name counts as wrong.
        if front.description.missing.isEmpty { _ = front.api(whole, &problems) }
        let wrong = Set(problems.all.filter { namesOfConfiguration.contains($0.id) }.map(\.location))
        diagnostics.removeAll(withIDs: namesOfConfiguration) { wrong.contains($0.location) }
    }

    /// The API for writing a description again: without the steps that only generated code needs.
    package func apiAsWritten(_ options: Options, _ diagnostics: inout Diagnostics) -> Resolver {
        resolveAsWritten(description, options, &diagnostics)
    }
}
