// In: the files of a description, as bytes. Out: the resolved API, and diagnostics. Nothing here knows Swift's text, a
// file, a terminal or a clock, nor who reads the API: the printer, import, inspect and diff are modules of their own,
// which import this one.

/// The steps from text to text, in their order.
package enum Stage: String, CaseIterable, Sendable {
    case parse, read, resolve, lower, render
}

/// Runs one stage, once: for whoever measures them.
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
    /// Where it names files that `sources` does not hold yet, they are in `missing`, and the rest isn't to be used.
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

    /// For a reader that decides by the document's format whether it goes on.
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

    /// Takes back the errors about names of the configuration that only parts have which aren't selected. The whole
    /// description is read for it, so that a name that nothing has stays an error.
    package func removeNamesLeftOut(_ options: Options, _ diagnostics: inout Diagnostics) {
        guard !options.selection.isEmpty, diagnostics.all.contains(where: { namesOfConfiguration.contains($0.id) })
        else { return }
        var whole = options
        whole.selection = Selection()
        var problems = Diagnostics()
        let front = Front(nodes, whole, &problems, advice: { _ in })
        // Parts that are in files of their own aren't here. No name is known to be wrong then.
        if front.description.missing.isEmpty { _ = front.api(whole, &problems) }
        let wrong = Set(problems.all.filter { namesOfConfiguration.contains($0.id) }.map(\.location))
        diagnostics.removeAll(withIDs: namesOfConfiguration) { wrong.contains($0.location) }
    }

    /// The same without what only code needs: for a reader that writes a description again.
    package func apiAsWritten(_ options: Options, _ diagnostics: inout Diagnostics) -> Resolver {
        resolveAsWritten(description, options, &diagnostics)
    }
}
