/// A response as it was recorded.
package struct RecordedResponse: Sendable {
    package var status: Int
    package var headers: [(name: String, value: String)]
    /// nil: it wasn't recorded.
    package var body: [UInt8]?

    package init(status: Int, headers: [(name: String, value: String)], body: [UInt8]?) {
        (self.status, self.headers, self.body) = (status, headers, body)
    }

    package func header(_ name: String) -> String? { headers.first { MockText.isSame($0.name, name) }?.value }
}

extension MockEngine {
    /// The mistakes in a response, where the description doesn't allow its status, media type, headers or body.
    package func judge(_ response: RecordedResponse, to call: Call) -> [MockProblem] {
        var judge = ResponseJudge(engine: self, call: call, response: response)
        judge.judge()
        return judge.problems
    }

    /// The body of a response as a value, with the schema for it; nil: there is none.
    package func described(_ response: RecordedResponse, to call: Call) -> DescribedBody? {
        guard let bytes = response.body, !bytes.isEmpty, call.request.method != "HEAD",
            let described = responder.response(call.operation, status: response.status),
            let type = response.header("content-type").flatMap({ MediaType($0) }),
            let media = described.content.media(for: type)
        else { return nil }
        switch readBody(bytes, type, FormFields(media, in: description.document)) {
        case .opaque, .unreadable: return nil
        case .elements(let elements):
            return DescribedBody(value: .array(elements), pointer: media.pointer + "/itemSchema", areItems: true)
        case .value(let value, _, let texts):
            return DescribedBody(
                value: media.schema?.coerced(value, texts) ?? value, pointer: media.pointer + "/schema")
        }
    }

    /// The body of a request as a value, with the schema for it; nil: there is none.
    package func describedBody(of call: Call) -> DescribedBody? {
        guard let value = call.body, let content = call.operation.body?.content else { return nil }
        let type = call.request.header("content-type").flatMap { MediaType($0) }
        guard let media = type.map({ content.media(for: $0) }) ?? content.first else { return nil }
        return DescribedBody(value: value, pointer: media.pointer + "/schema")
    }
}

/// A body as a value, with a JSON pointer to its schema in the mock's description.
package struct DescribedBody: Sendable {
    package let value: JSONValue
    package let pointer: String
    /// Whether the value is the list of a stream's elements, and the schema is that of each element.
    package var areItems = false
}

private struct ResponseJudge {
    let engine: MockEngine
    let call: MockEngine.Call
    let response: RecordedResponse
    var problems: [MockProblem] = []

    private var document: JSONValue { engine.description.document }

    private mutating func add(_ pointer: String, _ message: String, keyword: String? = nil, rule: String) {
        problems.append(
            MockProblem(
                operation: call.operation.title, .response, pointer, message, keyword: keyword, rule: rule))
    }

    private mutating func add(_ pointer: String, _ mistake: SchemaMistake) {
        problems.append(MockProblem(operation: call.operation.title, .response, pointer, mistake))
    }

    mutating func judge() {
        let responses = "/operations/\(call.operation.index)/responses"
        guard let described = engine.responder.response(call.operation, status: response.status) else {
            // HTTP's own responses to a client that has the content, or asked for a part of it (RFC 9110, sections 15.4.5
            // and 15.3.7).
            if response.status == 304, call.request.isConditional { return }
            if response.status == 206, call.request.header("range") != nil { return }
            let statuses = call.operation.responses.map(\.status).joined(separator: ", ")
            return add(
                "status",
                "the status is \(response.status); the description has \(statuses.isEmpty ? "none" : statuses)",
                rule: responses)
        }
        judgeHeaders(described)
        guard let body = response.body, call.request.method != "HEAD" else { return }
        let index = call.operation.responses.firstIndex { $0.status == described.status } ?? 0
        judge(body, described, "\(responses)/\(index)")
    }

    private mutating func judgeHeaders(_ described: MockDescription.Response) {
        for header in described.headers {
            guard let text = response.header(header.name) else {
                if header.isRequired {
                    add("header " + header.name, "this is required", keyword: "required", rule: header.pointer)
                }
                continue
            }
            let outline = SchemaOutline(at: header.pointer, in: document)
            let value = readText(text, name: header.name, WireStyle(style: "simple", explode: false), outline)
            for mistake in mistakes(header.schema, header.schema.coerced(value)) {
                add("header " + header.name, mistake)
            }
        }
    }

    private mutating func judge(_ body: [UInt8], _ described: MockDescription.Response, _ place: String) {
        guard !described.content.isEmpty else {
            // Most descriptions don't describe the bodies of errors.
            if !body.isEmpty, 200..<300 ~= response.status {
                add("body", "there is a body; none is described", rule: place)
            }
            return
        }
        let mediaTypes = described.content.map(\.type).joined(separator: ", ")
        let type = response.header("content-type").flatMap { MediaType($0) }
        guard !body.isEmpty else {
            let mayBeEmpty = described.content.contains { media in
                guard let own = MediaType(media.type) else { return true }
                return own.mayBeEmpty && (type.map { own.exactness(for: $0) != nil } ?? true)
            }
            if !mayBeEmpty { add("body", "there is none; the description has \(mediaTypes)", rule: place + "/content") }
            return
        }
        guard let type else { return add("header Content-Type", "this is missing", rule: place + "/content") }
        guard let media = described.content.media(for: type) else {
            return add(
                "header Content-Type", "the media type is \(type.essence); the description has \(mediaTypes)",
                rule: place + "/content")
        }
        judge(body, type, media)
    }

    private mutating func judge(_ body: [UInt8], _ type: MediaType, _ media: MockDescription.Media) {
        switch readBody(body, type, FormFields(media, in: document)) {
        case .opaque: break
        case .unreadable(let reason): add("body", reason, rule: media.pointer)
        case .elements(let elements):
            for (index, element) in elements.enumerated() {
                guard let schema = media.itemSchema else { break }
                for mistake in mistakes(schema, element) { add("body/\(index)", mistake) }
            }
            addUndescribed(engine.undescribedFields(of: .array(elements), media, areItems: true))
        case .value(let value, _, let texts):
            guard let schema = media.schema else { break }
            for mistake in mistakes(schema, schema.coerced(value, texts)) { add("body", mistake) }
            if type.isJSON { addUndescribed(engine.undescribedFields(of: value, media)) }
        }
    }

    private func mistakes(_ schema: CompiledSchema, _ value: JSONValue) -> [SchemaMistake] {
        schema.mistakes(in: value, direction: .response, limit: engine.options.mostMistakes)
    }

    private mutating func addUndescribed(_ fields: [(pointer: String, rule: String)]) {
        for field in fields {
            add("body" + field.pointer, MockProblem.undescribedField, rule: field.rule)
        }
    }
}

extension [MockDescription.Media] {
    /// The media type that matches a type most exactly.
    func media(for type: MediaType) -> MockDescription.Media? { index(for: type).map { self[$0] } }

    func index(for type: MediaType) -> Int? {
        let fitting = indices.compactMap { index in
            MediaType(self[index].type)?.exactness(for: type).map { (index: index, exactness: $0) }
        }
        return fitting.max { $0.exactness < $1.exactness }?.index
    }

    /// The first media type that is JSON.
    var json: MockDescription.Media? { first { MediaType($0.type)?.isJSON == true } }
}

extension MediaType {
    /// Plain text, a file, a form and a stream may be empty.
    fileprivate var mayBeEmpty: Bool { !isJSON && !isXML && !isMultipart }
}

extension MockRequest {
    /// Whether the response may be that nothing has changed. Without recorded headers, it may be so too.
    fileprivate var isConditional: Bool {
        headers.isEmpty || header("if-none-match") != nil || header("if-modified-since") != nil
    }
}
