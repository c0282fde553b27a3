// Descriptions that hold one kind of thing `n` times: whatever a description can list, chain or nest has its row in one
// of the tables beside this file. The cost of reading and generating them must grow in proportion to `n`: `callsite-dev
// costs` measures it, and the tests count allocations.

/// A kind of list, chain or nesting, and how to make a description of any size with it.
package struct GrowingDocument: Sendable {
    package let name: String
    /// The smallest size from which on twice as many are more of the same: below it some limit or length is not reached
    /// yet, like that of names which are shortened.
    package let least: Int
    /// The largest size that means more of the same: levels of nesting, statuses and the like have an end.
    package let bound: Int
    /// The text of a description with `n` such things.
    package let text: @Sendable (_ n: Int) -> String
    /// The other files of a description that has several: their paths and contents.
    package let otherFiles: @Sendable (_ n: Int) -> [(path: String, text: String)]

    /// The next version of the description, in which each of those things differs; nil: every string is an integer
    /// there.
    let changed: (@Sendable (_ n: Int) -> String)?

    /// Swift that calls what is generated from it, in one file.
    package let callers: (@Sendable (_ n: Int) -> String)?

    /// The text of a `callsite.yaml` that goes with it.
    package let configuration: (@Sendable (_ n: Int) -> String)?

    init(
        _ name: String, least: Int = 50, bound: Int = .max, configuration: (@Sendable (_ n: Int) -> String)? = nil,
        otherFiles: @escaping @Sendable (_ n: Int) -> [(path: String, text: String)] = { _ in [] },
        changed: (@Sendable (_ n: Int) -> String)? = nil, callers: (@Sendable (_ n: Int) -> String)? = nil,
        text: @escaping @Sendable (_ n: Int) -> String
    ) {
        self.name = name
        self.least = least
        self.bound = bound
        self.text = text
        self.otherFiles = otherFiles
        self.changed = changed
        self.callers = callers
        self.configuration = configuration
    }

    package static let all =
        openAPILists + openAPIOperationLists + openAPIChains + openAPICollisions + nativeDescriptions
        + configurationLists

    /// It was made for what changes between two versions.
    package var isPair: Bool { changed != nil }

    /// The documents that measure a command's costs.
    package static func all(of command: CostedCommand) -> [GrowingDocument] {
        switch command {
        case .diff: all + changes
        case .callers: called
        default: all
        }
    }
}

/// `n` pieces of text, one after another.
func repeated(_ n: Int, separator: String = "", _ piece: (Int) -> String) -> String {
    (0..<n).map(piece).joined(separator: separator)
}

/// `n` pieces, with commas between them: the inside of a flow mapping or sequence.
func list(_ n: Int, _ piece: (Int) -> String) -> String { repeated(n, separator: ", ", piece) }

/// An OpenAPI document. Without paths, one operation has the schema `S0` as its response.
///
/// - Parameters:
///   - schemas: Lines `Name: {…}`.
///   - paths: Lines `/path: {…}`.
///   - components: Lines `parameters: {…}` and the like.
///   - rest: Further lines of the document.
func openAPI(schemas: String = "", paths: String? = nil, components: String = "", rest: String = "") -> String {
    """
    openapi: 3.1.0
    info: {title: Growing, version: '1'}
    servers: [{url: https://example.com}]
    paths:
    \(indented(paths ?? "/x: \(operation("getX", responses: "'200': \(response("{$ref: '#/components/schemas/S0'}"))"))", by: 2))
    components:
    \(indented(components, by: 2))
      schemas:
        Unused: {type: string}
    \(indented(schemas, by: 4))
    \(rest)
    """
}

/// A path item with a GET.
func operation(_ id: String, _ more: String = "", responses: String = "'204': {description: d}") -> String {
    "{get: {operationId: \(id), \(more)responses: {\(responses)}}}"
}

/// A response whose content is JSON of a schema.
func response(_ schema: String) -> String { "{description: d, content: {application/json: {schema: \(schema)}}}" }

private func indented(_ text: String, by count: Int) -> String {
    let space = String(repeating: " ", count: count)
    return text.split(separator: "\n").map { space + $0 }.joined(separator: "\n")
}
