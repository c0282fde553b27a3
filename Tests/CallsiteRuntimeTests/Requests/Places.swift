@testable import CallsiteRuntime
import Foundation

/// A request that is made of closures, for tables.
struct Probe: RequestType {
    typealias Response = Void
    static let api = API(baseURL: "https://x.test")
    static var endpoint: Endpoint { .get("/") }
    let fill: @Sendable (inout RequestWriter) -> Void

    func write(to request: inout RequestWriter) { fill(&request) }
}

/// The query of a request.
func query(_ fill: @escaping @Sendable (inout RequestWriter) -> Void) throws -> String? {
    let url = try Probe(fill: fill).httpRequest().url.absoluteString
    return url.firstIndex(of: "?").map { String(url[url.index(after: $0)...]) }
}

/// The headers of a request.
func headers(_ fill: @escaping @Sendable (inout RequestWriter) -> Void) throws -> HTTPHeaders {
    try Probe(fill: fill).httpRequest().headers
}

/// A path with parameters put in.
func path(_ template: String, _ fill: (inout RequestWriter) -> Void) throws -> String {
    var writer = RequestWriter()
    fill(&writer)
    let failure = writer.path.failure
    if let failure { throw failure }
    let items = writer.path.items
    let rendered = try renderPath(template, items)
    return rendered.path + (rendered.query.map { "?" + $0 } ?? "")
}

/// An object for parameters.
struct Color: EncodableModel {
    let red: Int
    let name: String
    var missing: Int?

    func encode(to fields: inout FieldWriter) {
        fields["R"] = red
        fields["n&m"] = name
        fields["missing"] = missing
    }

    static let sample = Color(red: 100, name: "a,b c")
}
