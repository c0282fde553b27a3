import CallsiteCore
import CallsiteMockEngine
import CallsiteSamples
import CallsiteText

/// Everything that samples show about one endpoint.
struct InferredEndpoint {
    let method: String
    let path: PathTemplate
    let samples: [Int]
    var reasons: [String]
    var pathParameters: [(name: String, shape: TextShape)] = []
    /// The query parameters, in the order in which they were first seen.
    var query = NamedShapes()
    var headers = NamedShapes()
    /// The number of requests whose headers are known.
    var requestsWithHeaders = 0
    var body = InferredBody()
    /// The responses by status.
    var responses: [Int: InferredResponse] = [:]
    var credentials = ObservedCredentials()
    var tag: String?
    var name: String?
    var documentation: String?

    init(_ endpoint: EndpointSamples, _ prepared: [PreparedSample]) {
        (method, path, samples, reasons) = (endpoint.method, endpoint.path, endpoint.samples, endpoint.reasons)
        for (offset, segment) in path.segments.enumerated() {
            guard case .variable(let name, let ending) = segment else { continue }
            let shape = TextShape()
            for index in samples { add(prepared[index].sample.url.path[endpoint.depth + offset], ending, to: shape) }
            pathParameters.append((name, shape))
        }
        for index in samples { add(prepared[index].sample) }
    }

    private func add(_ segment: URLParts.Segment, _ ending: String, to shape: TextShape) {
        switch segment {
        case .literal(let text): shape.add([ending.isEmpty ? text : PathValue.split(text).stem])
        case .variable(_, let value, let documentation):
            shape.add([value])
            shape.documentation = shape.documentation ?? documentation
        }
    }

    private mutating func add(_ sample: RequestSample) {
        tag = tag ?? sample.tag
        name = name ?? sample.name
        documentation = documentation ?? sample.documentation
        credentials.add(sample)
        // Others than the credential, such as a signature, are sent with the request.
        let keys = ObservedCredentials.names(in: sample)
        query.add(sample.url.query.filter { !keys.query.contains($0.name) })
        if let headers = sample.headers {
            requestsWithHeaders += 1
            self.headers.add(
                headers.filter { RequestHeaders.isParameter($0.name) && !keys.headers.contains($0.name) },
                ignoringCase: true)
        }
        body.add(sample)
        guard let response = sample.response else { return }
        responses[response.status, default: .init()].add(response)
    }

    /// `GET /users/{user_id}`
    var title: String { method + " " + path.text }

    /// Whether there is a successful response.
    var hasSuccess: Bool { responses.keys.contains { 200..<300 ~= $0 } }
}

/// Parameters by name.
struct NamedShapes {
    private(set) var names: [String] = []
    private var shapes: [ExactString: TextShape] = [:]

    subscript(name: String) -> TextShape? { shapes[ExactString(name)] ?? shapes[ExactString(name.lowercased())] }
    var all: [(name: String, shape: TextShape)] { names.compactMap { name in self[name].map { (name, $0) } } }

    /// - Parameter ignoringCase: Whether names are equal in any case, as those of headers are.
    mutating func add(_ items: [RequestSample.Item], ignoringCase: Bool = false) {
        var values: [ExactString: [String?]] = [:]
        var order: [(key: ExactString, item: RequestSample.Item)] = []
        for item in items {
            let key = ExactString(ignoringCase ? item.name.lowercased() : item.name)
            if values[key] == nil { order.append((key, item)) }
            values[key, default: []].append(item.value)
        }
        for (key, item) in order {
            let shape = shapes[key] ?? TextShape()
            if shapes[key] == nil {
                names.append(item.name)
                shapes[key] = shape
            }
            shape.add(values[key] ?? [])
            shape.documentation = shape.documentation ?? item.documentation
            shape.isOptional = shape.isOptional || item.isOptional
        }
    }

    /// Marks a part of a form as a file.
    mutating func markFile(_ name: String) { self[name]?.isFile = true }
}

/// Headers of requests that are no parameters: those of HTTP, of browsers, proxies and tracing, and credentials.
enum RequestHeaders {
    static func isParameter(_ name: String) -> Bool {
        !CommonHeaders.contains(name.lowercased()) && !PersonalData.secrets.isSecret(header: name)
            && !name.isEmpty && name.utf8.allSatisfy { 0x21...0x7E ~= $0 && !":\"(),/;<=>?@[\\]{}".utf8.contains($0) }
    }
}

/// The bodies of an endpoint's requests.
struct InferredBody {
    private(set) var requests = 0
    var withBody: Int { json.count + forms + multiparts + texts + binaries }
    /// Bodies of each kind.
    private(set) var json = ValueShape()
    private(set) var form = NamedShapes()
    private(set) var forms = 0
    private(set) var multipart = NamedShapes()
    private(set) var multiparts = 0
    private(set) var texts = 0
    private(set) var binaries = 0
    private(set) var binaryType: String?

    mutating func add(_ sample: RequestSample) {
        switch sample.body {
        case .unknown: return
        case .none: break
        case .bytes(let bytes, let type): add(bytes, type)
        case .form(let items):
            forms += 1
            form.add(items)
        case .multipart(let parts):
            multiparts += 1
            multipart.add(parts.map(\.item))
            for part in parts where part.isFile { multipart.markFile(part.item.name) }
        }
        requests += 1
    }

    /// Adds a body that isn't a form: the readers of samples turn forms into fields.
    private mutating func add(_ bytes: [UInt8], _ type: String?) {
        switch MessageBody(bytes, type) {
        case .json(let value): json.add(value)
        case .text, .stream: texts += 1
        case .binary(let type):
            binaries += 1
            binaryType = binaryType ?? type
        case .none, .unknown: break
        }
    }
}

/// The responses of one status.
struct InferredResponse {
    private static func isOfPages(_ name: String) -> Bool {
        let words = Set(Words.split(name).map { $0.lowercased() })
        return !words.isDisjoint(with: [
            "link", "total", "page", "pages", "next", "cursor", "pagination", "continuation",
        ])
            && PersonalData.isNeutral(name) && !PersonalData.secrets.isSecret(header: name)
    }

    private(set) var count = 0
    private(set) var json = ValueShape()
    private(set) var texts = 0
    private(set) var binaries = 0
    private(set) var binaryType: String?
    private(set) var unknowns = 0
    private(set) var streams = 0
    private(set) var isEvents = false
    private(set) var elements = ValueShape()
    /// Headers that may lead to other pages.
    private(set) var headers = NamedShapes()

    mutating func add(_ response: RecordedResponse) {
        count += 1
        headers.add(
            response.headers.filter { Self.isOfPages($0.name) }.map { .init($0.name, $0.value) }, ignoringCase: true)
        switch MessageBody(response) {
        case .none: break
        case .unknown: unknowns += 1
        case .json(let value): json.add(value)
        case .stream(let values, let isEvents):
            streams += 1
            self.isEvents = isEvents
            for value in values { elements.add(value) }
        case .text: texts += 1
        case .binary(let type):
            binaries += 1
            binaryType = binaryType ?? type
        }
    }
}
