// In: an OpenAPI document. Out: the same API in Callsite's own format: the operations that are wanted and what they reach. It is written
// from the resolved API, where names are looked up and pagination is found, and read back: what is generated from it is the same code,
// and each declaration that isn't is a warning at its place in the document.

/// What `callsite import` makes of a document.
package struct ImportedDescription: Sendable {
    /// Empty if there was an error.
    package var text = ""
    package var missing: [MissingSource] = []
    package var diagnostics: Diagnostics
}

package func importDescription(_ sources: SourceSet, options: Options) -> ImportedDescription {
    var diagnostics = Diagnostics()
    let nodes = parse(sources, &diagnostics)
    guard nodes.format != .native else {
        diagnostics.report(.importOfNative(at: SourceLocation(file: .main, line: 1, column: 1)))
        return .init(diagnostics: diagnostics)
    }
    var options = options
    // These speak of the code, not of the API: a configuration of the new description can say them again.
    (options.conformances, options.keepsUnknown, options.reading, options.namespace) = ([:], [], [], nil)
    (options.shards, options.fixturesModule, options.runtimeTypes) = (nil, nil, nil)
    let description = readDescription(nodes, options, &diagnostics)
    guard description.missing.isEmpty else { return .init(missing: description.missing, diagnostics: diagnostics) }
    let resolver = resolveAsWritten(description, options, &diagnostics)
    let original = Lowered(resolver, options, &diagnostics)
    guard !diagnostics.hasErrors else { return .init(diagnostics: diagnostics) }

    var names = ImportedNames(resolver, original.lowering)
    var (text, losses) = write(resolver, names, options)
    guard var copy = Lowered(readingBack: text, options, &diagnostics) else { return .init(diagnostics: diagnostics) }
    if names.pin(comparing: original.lowering, to: copy.lowering) {
        (text, losses) = write(resolver, names, options)
        guard let second = Lowered(readingBack: text, options, &diagnostics) else { return .init(diagnostics: diagnostics) }
        copy = second
    }
    diagnostics.append(losses)
    reportDifferences(between: original, and: copy, losses, &diagnostics)
    return .init(text: text, diagnostics: diagnostics)
}

private func write(_ resolver: Resolver, _ names: ImportedNames, _ options: Options) -> (text: String, losses: Diagnostics) {
    var writer = NativeWriter(resolver, names)
    let text = writer.document()
    if resolver.api.tags.values.contains(where: { $0.summary != nil }) {
        writer.diagnostics.report(.notImported("the summaries of tags", at: resolver.api.place))
    }
    return (text, writer.diagnostics)
}

/// An API as it is printed.
struct Lowered {
    var lowering: Lowering
    var files: [SwiftFile]

    init(_ resolver: Resolver, _ options: Options, _ diagnostics: inout Diagnostics) {
        var resolver = resolver
        lowering = Lowering(resolver.finish(options, &diagnostics), options)
        lowering.nameEverything(&diagnostics)
        // Its messages are for who generates.
        var unsaid = Diagnostics()
        files = lowering.files(&unsaid)
    }

    /// nil: what was written can't be read, which is reported: nobody could use it.
    init?(readingBack text: String, _ options: Options, _ diagnostics: inout Diagnostics) {
        var own = Options(access: options.access, version: options.version)
        own.detectsPagination = false
        var problems = Diagnostics()
        let sources = SourceSet(main: .init(path: "imported.yaml", bytes: Array(text.utf8)))
        let description = readDescription(parse(sources, &problems), own, &problems)
        let resolver = resolveAsWritten(description, own, &problems)
        let lowered = Lowered(resolver, own, &problems)
        if let problem = problems.all.first(where: { $0.severity == .error }) {
            let before = max(0, Int(problem.location.line) - 1)
            let line = text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(before).first ?? ""
            diagnostics.report(
                .importNotReadable(problem.message, in: String(line), at: SourceLocation(file: .main, line: 1, column: 1)))
            return nil
        }
        self = lowered
    }
}

extension Diagnostic {
    static func importOfNative(at place: SourceLocation) -> Self {
        .error(
            "import-of-native", "this is a description in Callsite's own format already",
            help: "import reads OpenAPI and Swagger documents",
            at: place)
    }
    static func importNotReadable(_ message: DiagnosticText, in line: String, at place: SourceLocation) -> Self {
        .error(
            "import-not-readable", "this document has no form in Callsite's own format: \(message)",
            help: "the line is '\(line)'; choose operations without it by '--include', or generate from the document itself", at: place)
    }
    static func notImported(_ what: String, at place: SourceLocation) -> Self {
        .warning("not-imported", "Callsite's own format can't say \(what)", at: place)
    }
}
