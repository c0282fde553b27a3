// In: a description as it was read, and its names in Swift. Out: what a mock of the API is made from, as JSON: every
// operation with its parameters, bodies, responses and credentials, and the schemas with all their keywords, which the
// resolved API leaves out.
//
// An OpenAPI document gives its own schemas, copied; only references are rewritten, so that there is one file. A
// description in Callsite's own format has types instead, and each becomes a schema. `CallsiteMock` reads the result,
// and knows neither YAML nor any of these formats: `MockDescription` there says what each key means.

import CallsiteCore
import CallsiteSwift
import CallsiteText

/// Where the endpoints and types of a description in Callsite's format are declared, by their names.
private func declarations(_ nodes: NodeSet) -> [String: SourceLocation] {
    var places: [String: SourceLocation] = [:]
    for document in nodes.documents {
        for list in [document?.root["endpoints"], document?.root["models"]] {
            for (name, _) in list?.pairs ?? [] {
                if let text = name.text { places[String(text.prefix { $0 != "<" })] = name.place }
            }
        }
    }
    return places
}

/// The requests of each operation: one for each media type that is sent or read in a way of its own.
struct RequestsByOperation {
    private var endpoints: [String: [Int]] = [:]
    private let names: [String]
    private let api: API

    init(_ api: API, _ options: Options) {
        self.api = api
        let lowering = Lowering(api, options)
        lowering.nameEndpoints()
        names = lowering.endpointNames.map(\.name)
        for (index, endpoint) in api.endpoints.enumerated() {
            endpoints[Self.key(endpoint.method, endpoint.path.text), default: []].append(index)
        }
    }

    static func key(_ method: String, _ path: String) -> String { method + " " + path }

    /// The operations that have requests.
    var operations: Set<String> { Set(endpoints.keys) }

    private func indices(_ method: String, _ path: String) -> [Int] { endpoints[Self.key(method, path)] ?? [] }

    func names(_ method: String, _ path: String) -> [String] { indices(method, path).map { names[$0] } }

    func name(_ index: Int) -> String { names[index] }

    /// The conditions for a success, from the operation's first request.
    func success(_ method: String, _ path: String) -> [API.SuccessCondition] {
        indices(method, path).first.map { api.endpoints[$0].success } ?? []
    }

    /// The pagination of the operation's first request that has one.
    func pagination(_ method: String, _ path: String) -> API.Pagination? {
        indices(method, path).lazy.compactMap { api.endpoints[$0].pagination }.first
    }
}

/// The description that a mock is made from, or the mistakes in it.
package struct MockReading: Sendable {
    fileprivate enum Content: Sendable {
        case whole(String)
        case parts(MockText, [String])
    }

    fileprivate var content: Content?
    /// Whether the JSON was passed to `early` before the names were known.
    fileprivate var wasEarly = false
    /// Places in the description, by JSON pointer into the mock's JSON.
    package fileprivate(set) var places: [ExactString: SourceLocation] = [:]
    package var missing: [MissingSource] = []
    package var diagnostics: Diagnostics
}

extension MockReading {
    /// Whether there is a mock's description.
    package var isComplete: Bool { content != nil }

    /// nil: the description has errors, or files are missing.
    package var json: String? {
        switch content {
        case nil: nil
        case .whole(let text): text
        case .parts(let text, let names): text.json.filled(names)
        }
    }

    /// The names that are missing from the JSON that `early` was called with, as JSON: `title`, if it isn't in the
    /// document, and `operations`, in their order, with `requests`, `paging` and `success`. nil: `early` wasn't called
    /// for this description.
    package var names: String? {
        guard wasEarly, case .parts(let text, let names)? = content else { return nil }
        return text.namesAlone(names)
    }

    /// The place of the value that a JSON pointer leads to; nil: it isn't known.
    package func place(exactly pointer: String) -> SourceLocation? { places[ExactString(pointer)] }

    /// The place of the value that a JSON pointer leads to, or of the nearest enclosing value.
    package func place(_ pointer: String) -> SourceLocation? {
        var rest = Substring(pointer)
        while true {
            if let place = place(exactly: String(rest)) { return place }
            guard let slash = rest.lastIndex(of: "/") else { return nil }
            rest = rest[..<slash]
        }
    }
}

/// A part of reading a description for a mock, which can run beside the others.
package enum MockPart: Sendable {
    case read(Front, API?, Diagnostics)
    case written(MockText?)
}

/// The part of a mock's description that an OpenAPI document itself gives: all but the names of requests, and their
/// pagination.
package struct MockText: Sendable {
    let json: JSONWriter
}

/// Runs the parts, one after the other or at once, and returns their results in order.
package typealias MockPartRunner = (_ parts: [@Sendable () -> MockPart]) -> [MockPart]

/// A description's files, read for a mock.
///
/// - Parameters:
///   - keepsPlaces: Whether to keep `places`.
///   - running: Runs the parts. Reading a document and copying it for the mock are independent of each other:
///     run at once on two cores, they take a third less time.
///   - early: Is called with the JSON before the API's names are known, while the reading goes on.
package func readMock(
    _ sources: SourceSet, options: Options, keepsPlaces: Bool = false, running: MockPartRunner = { $0.map { $0() } },
    early: (@Sendable (_ json: String) -> Void)? = nil
) -> MockReading {
    var parsed = Diagnostics()
    let nodes = parse(sources, &parsed)
    let read: @Sendable () -> MockPart = { [parsed] in
        var diagnostics = parsed
        let front = Front(nodes, options, &diagnostics)
        guard front.description.missing.isEmpty else { return .read(front, nil, diagnostics) }
        let api = front.api(options, &diagnostics)
        return .read(front, diagnostics.hasErrors ? nil : api, diagnostics)
    }
    // With a selection, the operations are known only after reading. A document that isn't YAML isn't copied.
    let copy: @Sendable () -> MockPart = {
        let text = mockText(of: nodes, options, chosen: nil, keepsPlaces: keepsPlaces)
        if let early, let text { early(text.unnamed) }
        return .written(text)
    }
    let copiesAtOnce = options.selection.isEmpty && !parsed.hasErrors
    let parts = running(copiesAtOnce ? [read, copy] : [read])
    guard case .read(let front, let api, let diagnostics)? = parts.first else { return .init(diagnostics: parsed) }
    guard let api else { return .init(missing: front.description.missing, diagnostics: diagnostics) }
    let requests = RequestsByOperation(api, options)
    let text: MockText?
    if case .written(let written)? = parts.last {
        text = written
    } else {
        text = mockText(of: nodes, options, chosen: requests.operations, keepsPlaces: keepsPlaces)
    }
    guard let text else {
        var writer = NativeMockWriter(api, requests, declared: keepsPlaces ? declarations(nodes) : nil)
        writer.write()
        return .init(content: .whole(writer.json.text), places: writer.json.places, diagnostics: diagnostics)
    }
    return .init(
        content: .parts(text, text.names(api, requests)), wasEarly: copiesAtOnce && early != nil,
        places: text.json.places, diagnostics: diagnostics)
}

/// nil: the description is in Callsite's own format.
private func mockText(of nodes: NodeSet, _ options: Options, chosen: Set<String>?, keepsPlaces: Bool) -> MockText? {
    guard var writer = OpenAPIMockWriter(nodes, options, chosen: chosen, keepsPlaces: keepsPlaces) else { return nil }
    writer.write()
    return MockText(json: writer.json)
}

extension MockText {
    /// The JSON for each gap.
    fileprivate func names(_ api: API, _ requests: RequestsByOperation) -> [String] {
        json.missing.map { missing in
            var json = JSONWriter()
            switch missing {
            case .title: json.string(api.name)
            case .requests(let method, let path): json.strings(requests.names(method, path))
            case .behavior(let method, let path):
                if let pagination = requests.pagination(method, path) {
                    json.key("paging")
                    pagination.write(to: &json)
                }
                let success = requests.success(method, path)
                if !success.isEmpty {
                    json.key("success")
                    success.write(to: &json)
                }
                return json.text.isEmpty ? "" : "," + json.text
            }
            return json.text
        }
    }

    /// The JSON without names, which is valid JSON too.
    fileprivate var unnamed: String {
        json.filled(
            json.missing.map {
                switch $0 {
                case .title: "\"\""
                case .requests: "[]"
                case .behavior: ""
                }
            })
    }

    fileprivate func namesAlone(_ names: [String]) -> String {
        var (title, operations) = ("", "")
        for (missing, text) in zip(json.missing, names) {
            switch missing {
            case .title: title = "\"title\":\(text),"
            case .requests: operations += (operations.isEmpty ? "" : ",") + "{\"requests\":\(text)"
            case .behavior: operations += text + "}"
            }
        }
        return "{\(title)\"operations\":[\(operations)]}"
    }
}
