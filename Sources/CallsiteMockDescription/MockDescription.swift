// In: a description as it was read, and its names in Swift. Out: what a mock of the API is made from, as JSON: every operation with its
// parameters, bodies, responses and credentials, and the schemas with all their keywords, which the resolved API leaves out.
//
// An OpenAPI document gives its own schemas, copied; only references are rewritten, so that there is one file. A description in Callsite's own
// format has types instead, and each becomes a schema. `CallsiteMock` reads the result, and knows neither YAML nor any of these formats:
// `MockDescription` there says what each key means.

import CallsiteCore
import CallsiteSwift

/// The text that `CallsiteMock` reads. The names are those that `generate` gives.
///
/// - Parameter front: A description without errors, all of its files loaded.
package func mockDescription(of front: Front, _ api: API, _ options: Options) -> String {
    writeMock(of: front, api, options, keepsPlaces: false).text
}

private func writeMock(of front: Front, _ api: API, _ options: Options, keepsPlaces: Bool) -> JSONWriter {
    var names = Lowering(api, options)
    var unsaid = Diagnostics()
    names.nameEverything(&unsaid)
    let requests = RequestsByOperation(api, names)
    guard let root = front.nodes.openAPIRoot, let follower = ReferenceFollower(front.nodes) else {
        var writer = NativeMockWriter(api, requests, declared: keepsPlaces ? declarations(front.nodes) : nil)
        writer.write()
        return writer.json
    }
    var writer = OpenAPIMockWriter(
        root, follower, api, requests, isSwagger: front.nodes.format == .swagger, onlyRequested: !options.selection.isEmpty,
        keepsPlaces: keepsPlaces)
    writer.write()
    return writer.json
}

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

/// Which requests there are for an operation: one for each media type that is sent or read in a way of its own.
struct RequestsByOperation {
    private var endpoints: [String: [Int]] = [:]
    private let names: [String]
    private let api: API

    init(_ api: API, _ lowering: Lowering) {
        self.api = api
        names = lowering.endpointNames.map(\.name)
        for (index, endpoint) in api.endpoints.enumerated() {
            endpoints[endpoint.method + " " + endpoint.path.text, default: []].append(index)
        }
    }

    func names(_ method: String, _ path: String) -> [String] { (endpoints[method + " " + path] ?? []).map { names[$0] } }

    func name(_ index: Int) -> String { names[index] }

    /// The pagination of the first of them that has one.
    func pagination(_ method: String, _ path: String) -> API.Pagination? {
        for index in endpoints[method + " " + path] ?? [] {
            if let pagination = api.endpoints[index].pagination { return pagination }
        }
        return nil
    }
}

/// What a mock is made from, or what is wrong with the description.
package struct MockReading: Sendable {
    /// nil: the description has errors, or files are missing.
    package var json: String?
    /// Where the description says what a JSON pointer into the JSON leads to.
    package var places: [String: SourceLocation] = [:]
    package var missing: [MissingSource] = []
    package var diagnostics: Diagnostics
}

extension MockReading {
    /// The place of what a JSON pointer leads to, or of what that is in.
    package func place(_ pointer: String) -> SourceLocation? {
        var rest = Substring(pointer)
        while true {
            if let place = places[String(rest)] { return place }
            guard let slash = rest.lastIndex(of: "/") else { return nil }
            rest = rest[..<slash]
        }
    }
}

/// A description's files, read for a mock.
///
/// - Parameter keepsPlaces: Whether `places` are wanted.
package func readMock(_ sources: SourceSet, options: Options, keepsPlaces: Bool = false) -> MockReading {
    var diagnostics = Diagnostics()
    let front = Front(sources, options, &diagnostics)
    guard front.description.missing.isEmpty else { return .init(missing: front.description.missing, diagnostics: diagnostics) }
    let api = front.api(options, &diagnostics)
    guard !diagnostics.hasErrors else { return .init(diagnostics: diagnostics) }
    let written = writeMock(of: front, api, options, keepsPlaces: keepsPlaces)
    return .init(json: written.text, places: written.places, diagnostics: diagnostics)
}
