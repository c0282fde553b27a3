import CallsiteCore
import CallsiteSamples
import CallsiteText

/// The path of an endpoint, below the base URL.
struct PathTemplate: Hashable {
    enum Segment: Hashable {
        case literal(String)
        /// `ending` follows the value in the same segment: `.json`, `:cancel`.
        case variable(name: String, ending: String)
    }

    var segments: [Segment]

    /// As a description writes it: `/users/{user_id}`.
    var text: String {
        segments.isEmpty ? "/" : segments.map { "/" + Self.text($0) }.joined()
    }

    private static func text(_ segment: Segment) -> String {
        switch segment {
        case .literal(let text): encoded(text)
        case .variable(let name, let ending): "{\(name)}" + encoded(ending)
        }
    }

    private static func encoded(_ text: String) -> String {
        PercentEncoding.encoded(text) { PercentEncoding.isUnreserved($0) || "!$&'()*+,;=:@".utf8.contains($0) }
    }
}

/// The requests of one method to one template.
struct EndpointSamples {
    var method: String
    var path: PathTemplate
    /// The index of the path's first segment in the samples' paths, after the segments of the base URL.
    var depth: Int
    /// Indices of samples.
    var samples: [Int]
    /// Why each segment with a value is a parameter.
    var reasons: [String]

    var title: String { method + " " + path.text }
}
