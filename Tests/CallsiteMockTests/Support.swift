import CallsiteCore
import CallsiteMockDescription
import CallsiteMockEngine
import Foundation
import Testing

/// The input of a mock, made from the source of a description.
func mockJSON(
    _ text: String, options: Options = Options(), sourceLocation: Testing.SourceLocation = #_sourceLocation
) throws -> String {
    let reading = readMock(
        CallsiteCore.SourceSet(main: .init(path: "api.yaml", bytes: Array(text.utf8))), options: options)
    return try #require(
        reading.json, "\(reading.diagnostics.all.map { "\($0.message)" }.joined(separator: "; "))",
        sourceLocation: sourceLocation)
}

func engine(_ text: String, _ configure: (inout MockEngine.Options) -> Void = { _ in }) throws -> MockEngine {
    var options = MockEngine.Options()
    configure(&options)
    return MockEngine(try MockDescription(json: try mockJSON(text).utf8), options: options)
}

/// The same of the paths of an OpenAPI document, and of components behind them.
func engine(paths: String, _ configure: (inout MockEngine.Options) -> Void = { _ in }) throws -> MockEngine {
    try engine("openapi: 3.0.3\ninfo: {title: A, version: \"1\"}\nsecurity: []\npaths:\n" + paths, configure)
}

/// `POST /pets {"name": "Rex"}`, with headers on lines of their own behind it.
func request(_ text: String) -> MockRequest {
    var lines = text.split(separator: "\n").map(String.init)
    let words = lines.removeFirst().split(separator: " ", maxSplits: 2).map(String.init)
    var request = MockRequest(method: words[0], target: words[1], headers: [("Host", "localhost")])
    for line in lines {
        let name = line.prefix { $0 != ":" }
        request.headers.append((String(name), line.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces)))
    }
    if words.count > 2 {
        request.body = Array(words[2].utf8)
        if request.header("content-type") == nil { request.headers.append(("Content-Type", "application/json")) }
    }
    return request
}

/// A mock that is asked one request after the other.
struct Conversation {
    let engine: MockEngine
    var state = MockState()

    init(_ engine: MockEngine) { self.engine = engine }

    /// `200 {"id":1}`
    mutating func ask(_ text: String) -> String {
        let response = answer(text)
        return "\(response.status) " + String(decoding: response.body, as: UTF8.self)
    }

    mutating func answer(_ text: String) -> MockResponse {
        switch engine.judge(request(text)) {
        case .none(let response, _): response
        case .operation(let judged): engine.respond(to: judged, &state)
        }
    }

    /// The problems of a request, as `body /name: …`.
    func problems(_ text: String) -> [String] {
        switch engine.judge(request(text)) {
        case .none(_, let problem): ["\(problem.place) \(problem)"]
        case .operation(let judged): judged.problems.map { "\($0.place) \($0)" }
        }
    }
}
