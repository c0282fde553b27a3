import CallsiteCommands
import CallsiteCore
import CallsiteInference
import CallsiteMockEngine
import CallsiteSamples
import CallsiteText
import Testing
import Waiting

/// A request with its response, for tests.
func sample(
    _ url: String, _ response: String? = nil, method: String = "GET", status: Int = 200,
    headers: [(String, String)] = [], body: String? = nil, place: String = ""
) -> RequestSample {
    var parts = URLParts()
    let mark = url.firstIndex(of: "?") ?? url.endIndex
    let pieces = url[..<mark].split(separator: "/")
    parts.origin = pieces.prefix(2).joined(separator: "//")
    parts.path = pieces.dropFirst(2).map { piece in
        piece.hasPrefix(":")
            ? .variable(String(piece.dropFirst()), value: nil, documentation: nil)
            : .literal(PercentEncoding.decoded(piece))
    }
    for item in url[mark...].dropFirst().split(separator: "&") {
        let pair = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map {
            PercentEncoding.decoded($0)
        }
        parts.query.append(.init(pair[0], pair.count > 1 ? pair[1] : ""))
    }
    var sample = RequestSample(method, parts, file: "test", place: place)
    sample.headers = headers.map { .init($0.0, $0.1) }
    sample.body = body.map { .bytes(Array($0.utf8), type: "application/json") } ?? .none
    sample.response = response.map {
        RecordedResponse(status: status, headers: [("Content-Type", "application/json")], body: Array($0.utf8))
    }
    return sample
}

/// The description that is inferred from samples.
func inferred(_ samples: [RequestSample], title: String? = nil) throws -> String {
    var file = SampleFile(path: "test")
    file.samples = samples
    file.title = title
    let description = try #require(inferDescription([file], InferenceOptions()))
    let (text, _, diagnostics) = onLargeStack { description.native() }
    #expect(diagnostics.all.filter { $0.severity == .error }.isEmpty)
    return text
}
