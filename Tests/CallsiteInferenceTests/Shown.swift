import CallsiteMockEngine
import CallsiteSamples

/// Samples as short strings.
enum Shown {
    /// `https://x.example /orders/{id=7} page=1&all=nil?`
    static func url(_ url: URLParts) -> String {
        let path = url.path.map { segment in
            switch segment {
            case .literal(let text): "/" + text
            case .variable(let name, let value, _): "/{\(name)\(value.map { "=" + $0 } ?? "")}"
            }
        }
        return "\(url.origin ?? "nil") \(path.joined()) \(items(url.query))"
    }

    static func items(_ items: [RequestSample.Item]) -> String {
        items.map { "\($0.name)=\($0.value ?? "nil")\($0.isOptional ? "?" : "")" }.joined(separator: "&")
    }

    static func body(_ body: RequestSample.Body) -> String {
        switch body {
        case .unknown: "unknown"
        case .none: "none"
        case .bytes(let bytes, let type): "\(type ?? "nil") \(String(decoding: bytes, as: UTF8.self))"
        case .form(let items): "form \(self.items(items))"
        case .multipart(let parts):
            "multipart "
                + parts.map { "\($0.item.name)=\($0.item.value ?? "nil")\($0.isFile ? "(file)" : "")" }.joined(
                    separator: "&")
        }
    }

    static func response(_ response: RecordedResponse?) -> String {
        guard let response else { return "-" }
        let headers = response.headers.map { "\($0.name): \($0.value)" }.joined(separator: ", ")
        return "\(response.status) \(headers) \(response.body.map { String(decoding: $0, as: UTF8.self) } ?? "nil")"
    }
}
