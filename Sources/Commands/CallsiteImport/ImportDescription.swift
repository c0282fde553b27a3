// In: an OpenAPI document. Out: the same API in Callsite's own format, with the chosen operations and their types.
//
// The description is written from the resolved API, where names are looked up and pagination is found. It is then read
// back, and the code of both is compared: each declaration that differs gets a warning at its place in the document.
// The written description can always be read: an operation that the format refuses is left out, and such a model
// becomes any JSON, each with a warning.

import CallsiteCore
import CallsiteSwift

/// The description that `callsite import` makes from a document.
package struct ImportedDescription: Sendable {
    /// Empty if there was an error.
    package var text = ""
    package var missing: [MissingSource] = []
    package var diagnostics: Diagnostics
}

/// Facts about an API that an inferred document doesn't contain.
package struct ImportSupplement {
    /// Headers that every request has.
    package var headers: [Description.Header] = []
    /// Whether the API's documentation says more than its name.
    package var hasDocumentation: Bool
    /// Whether requests really asked for pages as a declaration says.
    package var confirmsPagination: (API.Endpoint, Description.Pagination) -> Bool
    /// The pagination that requests show although no parameter has a known name.
    package var observedPagination: (API.Endpoint) -> Description.Pagination?
    /// Is called with the endpoints that look paginated, but whose second page was never requested.
    package var reportDoubtful: ([API.Endpoint]) -> Void
    /// Comments behind the endpoint's name, and behind its response.
    package var comments: (API.Endpoint) -> (endpoint: String?, response: String?)

    package init(
        headers: [Description.Header], hasDocumentation: Bool,
        confirmsPagination: @escaping (API.Endpoint, Description.Pagination) -> Bool,
        observedPagination: @escaping (API.Endpoint) -> Description.Pagination?,
        reportDoubtful: @escaping ([API.Endpoint]) -> Void,
        comments: @escaping (API.Endpoint) -> (endpoint: String?, response: String?)
    ) {
        (self.headers, self.hasDocumentation) = (headers, hasDocumentation)
        (self.confirmsPagination, self.observedPagination) = (confirmsPagination, observedPagination)
        (self.reportDoubtful, self.comments) = (reportDoubtful, comments)
    }

    /// Gives a required page number the first page as its default.
    private func beginWithFirstPage(_ endpoint: inout API.Endpoint) {
        guard let declaration = endpoint.pagination?.declaration, declaration.style == .page,
            let first = declaration.first,
            let index = endpoint.parameters.firstIndex(where: {
                $0.property.wireName == declaration.parameters.first?.text
            }),
            case let property = endpoint.parameters[index].property, property.presence == .required,
            property.shape == .scalar(.int)
        else { return }
        endpoint.parameters[index].property.writtenDefault = .init(kind: .integer(String(first)), place: property.place)
        endpoint.parameters[index].property.defaultValue = .integer(String(first))
    }

    fileprivate func apply(to resolver: Resolver) {
        resolver.api.headers += headers
        let doubtful = resolver.keepShownPagination(confirmsPagination, observed: observedPagination)
        reportDoubtful(doubtful.map { resolver.api.endpoints[$0] })
        for index in resolver.api.endpoints.indices { beginWithFirstPage(&resolver.api.endpoints[index]) }
        // The document has response headers only to detect pagination.
        for index in resolver.api.endpoints.indices { resolver.api.endpoints[index].response.headers = [] }
        // The title is the name already.
        if !hasDocumentation { resolver.api.documentation = nil }
    }
}

package func importDescription(
    _ sources: SourceSet, options: Options, _ supplement: ImportSupplement? = nil
) -> ImportedDescription {
    var diagnostics = Diagnostics()
    let nodes = parse(sources, &diagnostics)
    guard nodes.format != .native else {
        reportNative(nodes, options, &diagnostics)
        return .init(diagnostics: diagnostics)
    }
    var options = options
    // These options affect the code, not the API: a configuration of the new description can set them again.
    (options.conformances, options.keepsUnknown, options.reading, options.namespace) = ([:], [], [], nil)
    (options.shards, options.fixturesModule, options.runtimeTypes) = (nil, nil, nil)
    let front = Front(nodes, options, &diagnostics)
    guard front.description.missing.isEmpty else {
        return .init(missing: front.description.missing, diagnostics: diagnostics)
    }
    let resolver = front.apiAsWritten(options, &diagnostics)
    supplement?.apply(to: resolver)
    let original = Lowered(resolver, options, &diagnostics)
    front.removeNamesLeftOut(options, &diagnostics)
    guard !diagnostics.hasErrors else { return .init(diagnostics: diagnostics) }

    var names = ImportedNames(resolver, original.lowering)
    var refusals = ImportRefusals()
    while true {
        let (text, losses) = write(resolver, names, refusals, supplement)
        let copy: Lowered
        switch Lowered.readingBack(text, options) {
        case .success(let lowered): copy = lowered
        case .failure(let unreadable):
            // Each round leaves out another endpoint or model; otherwise the import fails.
            if refusals.add(unreadable, names, resolver.api) { continue }
            diagnostics.report(.importNotReadable(unreadable.first.message, in: unreadable.line(of: unreadable.first)))
            return .init(diagnostics: diagnostics)
        }
        if refusals.rounds == 0, names.pin(comparing: original.lowering, to: copy.lowering) {
            refusals.rounds += 1
            continue
        }
        diagnostics.append(losses)
        reportDifferences(between: original, and: copy, losses, &diagnostics)
        return .init(text: text, diagnostics: diagnostics)
    }
}

/// Reports why a file that isn't an OpenAPI document can't be imported: it is damaged, `openapi` is misspelled, or it has
/// Callsite's own format.
private func reportNative(_ nodes: NodeSet, _ options: Options, _ diagnostics: inout Diagnostics) {
    if diagnostics.hasErrors, nodes.documents.first??.root["callsite"] == nil { return }
    var reading = Diagnostics()
    _ = Front(nodes, options, &reading)
    if let unknown = reading.all.first(where: { $0.id == "not-a-description" }) { return diagnostics.report(unknown) }
    diagnostics.report(.importOfNative(at: .start(of: .main)))
}

private func write(
    _ resolver: Resolver, _ names: ImportedNames, _ refusals: ImportRefusals, _ supplement: ImportSupplement?
) -> (text: String, losses: Diagnostics) {
    var writer = NativeWriter(resolver, names, refusals)
    writer.comments = supplement?.comments
    let text = writer.document()
    if resolver.api.tags.values.contains(where: { $0.summary != nil }) {
        writer.diagnostics.report(.notImported("the summaries of tags", at: resolver.api.place))
    }
    return (text, writer.diagnostics)
}

/// An API as it is printed, except that an inline type is compared at each use instead of being shared.
struct Lowered {
    let lowering: Lowering
    var files: [SwiftFile]

    init(_ resolver: Resolver, _ options: Options, _ diagnostics: inout Diagnostics) {
        let resolver = Resolver(copying: resolver)
        var api = resolver.finish(options, &diagnostics)
        // Documentation lists stated errors. The written description may state more of them than the document: see
        // `NativeWriter.writtenErrors`.
        for index in api.endpoints.indices { api.endpoints[index].statedErrors = [] }
        lowering = Lowering(api, options.withoutSharing)
        lowering.nameEverything(&diagnostics)
        // These messages concern only `generate`.
        var fileDiagnostics = Diagnostics()
        files = lowering.files(&fileDiagnostics)
    }

    /// Reads the written description back. It fails if the description has errors.
    fileprivate static func readingBack(_ text: String, _ options: Options) -> Result<Lowered, UnreadableImport> {
        var own = Options(access: options.access, version: options.version)
        own.detectsPagination = false
        var problems = Diagnostics()
        let sources = SourceSet(main: .init(path: "imported.yaml", bytes: Array(text.utf8)))
        let resolver = Front(sources, own, &problems).apiAsWritten(own, &problems)
        let lowered = Lowered(resolver, own, &problems)
        let errors = problems.sorted.filter { $0.severity == .error }
        return errors.isEmpty ? .success(lowered) : .failure(.init(text: text, errors: errors))
    }
}

/// A written description that can't be read back, and its errors.
struct UnreadableImport: Error {
    let lines: [Substring]
    let errors: [Diagnostic]

    fileprivate init(text: String, errors: [Diagnostic]) {
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        self.errors = errors
    }

    fileprivate var first: Diagnostic { errors[0] }

    fileprivate func line(of error: Diagnostic) -> String {
        String(lines.dropFirst(max(0, Int(error.location.line) - 1)).first ?? "")
    }

    /// The section and the key of the endpoint or the model in which an error stands: both are lines that begin in
    /// known columns.
    func entry(of error: Diagnostic) -> (section: String, key: String)? {
        var key: String?
        for line in lines.prefix(Int(error.location.line)).reversed() {
            if key == nil, line.hasPrefix("  "), line.dropFirst(2).first.map({ $0 != " " && $0 != "-" }) == true {
                key = line.dropFirst(2).prefix { $0 != ":" }.filter { $0 != "\"" }
            } else if let first = line.first, first != " " {
                return key.map { (String(line.prefix { $0 != ":" }), $0) }
            }
        }
        return nil
    }
}

/// The operations and models of an import that the format refused, with the reasons. Such operations are left out, and
/// such models become any JSON.
struct ImportRefusals {
    private(set) var endpoints: [Int: DiagnosticText] = [:]
    private(set) var models: [API.TypeID: DiagnosticText] = [:]
    /// How often names have been pinned.
    fileprivate var rounds = 0

    /// Returns whether an endpoint or a model was added.
    fileprivate mutating func add(_ unreadable: UnreadableImport, _ names: ImportedNames, _ api: API) -> Bool {
        let count = endpoints.count + models.count
        let positions = Dictionary(names.endpoints.enumerated().map { ($1, $0) }) { first, _ in first }
        let types = Dictionary(names.models.map { ($1, $0) }) { first, _ in first }
        for error in unreadable.errors {
            switch unreadable.entry(of: error) {
            case ("endpoints", let key)?:
                if let index = positions[key] { endpoints[index] = endpoints[index] ?? error.message }
            case ("models", let key)?: if let id = types[key] { models[id] = models[id] ?? error.message }
            default: break
            }
        }
        return endpoints.count + models.count > count
    }
}

extension Diagnostic {
    static func importOfNative(at place: SourceLocation) -> Self {
        .error(
            "import-of-native", "this is a description in Callsite's own format already",
            help: "import reads OpenAPI and Swagger documents",
            at: place)
    }
    static func importNotReadable(_ message: DiagnosticText, in line: String) -> Self {
        .error(
            "import-not-readable", "this document has no form in Callsite's own format: \(message)",
            help:
                "the line is '\(line)'; choose operations without it by '--include', or generate from the document itself",
            at: .start(of: .main))
    }
    static func operationNotImported(_ name: String, _ why: DiagnosticText, at place: SourceLocation) -> Self {
        .warning(
            "import-refused", "Callsite's own format can't say the operation '\(name)', which is left out: \(why)",
            help: "generate from the document itself to have it", at: place)
    }
    static func modelNotImported(_ name: String, _ why: DiagnosticText, at place: SourceLocation) -> Self {
        .warning(
            "import-refused", "Callsite's own format can't say '\(name)', which is any JSON: \(why)",
            help: "generate from the document itself to have it", at: place)
    }
    static func notImported(_ what: String, at place: SourceLocation) -> Self {
        .warning("not-imported", "Callsite's own format can't say \(what)", at: place)
    }
}
