import CallsiteMockEngine
import CallsiteText

/// Reads the requests and responses of recordings and archives as samples.
struct RecordedSamples {
    private(set) var file: SampleFile
    private var others = 0
    private var preflights = 0

    init(path: String, _ recorded: consuming RecordedFile) {
        file = SampleFile(path: path)
        file.unreadable = recorded.unreadable.map { ($0.pointer, $0.reason) }
        file.samples.reserveCapacity(recorded.exchanges.count)
        for exchange in recorded.exchanges { add(exchange) }
        if others > 0 { file.notes.append(("", "\(others) of other protocols than HTTP are left out")) }
        if preflights > 0 { file.notes.append(("", "\(preflights) CORS preflights of a browser are left out")) }
    }

    private mutating func add(_ exchange: RecordedExchange) {
        if let mark = exchange.url.firstRange(of: ":") {
            let scheme = exchange.url[..<mark.lowerBound].lowercased()
            if !scheme.utf8.contains(0x2F), !["http", "https"].contains(scheme) {
                others += 1
                return
            }
        }
        if exchange.isPreflight {
            preflights += 1
            return
        }
        file.addSecrets(ofURL: exchange.url)
        var sample = RequestSample(
            exchange.request.method, URLParts(recorded: exchange.url), file: file.path, place: exchange.pointer)
        if exchange.recorded.hasHeaders {
            sample.headers = exchange.request.headers.map { RequestSample.Item($0.name, $0.value) }
        }
        sample.hasCredentials = exchange.recorded.hasCredentials
        sample.body = Self.body(exchange)
        sample.response = exchange.response
        file.samples.append(sample)
    }

    /// The fields of a form, or the bytes.
    private static func body(_ exchange: RecordedExchange) -> RequestSample.Body {
        guard exchange.recorded.hasBody else { return .unknown }
        guard let bytes = exchange.request.body, !bytes.isEmpty else { return .none }
        let type = exchange.request.header("content-type")
        let media = type.flatMap { MediaType($0) }
        if media?.isForm == true {
            var notes: [String] = []
            return .form(TemplateText(String(decoding: bytes, as: UTF8.self)), .recorded, &notes)
        }
        if media?.isMultipart == true, let boundary = media?.parameters["boundary"],
            let parts = MultipartParts(bytes, boundary)?.parts
        {
            return .multipart(
                parts.compactMap { part in
                    part.name.map { name in
                        let value = part.isFile ? nil : String(utf8: part.body)
                        return (RequestSample.Item(name, value), part.isFile)
                    }
                })
        }
        return .bytes(bytes, type: type)
    }
}
