/// A response as it was recorded.
package struct RecordedResponse: Sendable {
    package var status: Int
    package var headers: [(name: String, value: String)]
    /// nil: it wasn't recorded, or there is none.
    package var body: [UInt8]?

    package init(status: Int, headers: [(name: String, value: String)], body: [UInt8]?) {
        (self.status, self.headers, self.body) = (status, headers, body)
    }

    func header(_ name: String) -> String? { headers.first { MockText.isSame($0.name, name) }?.value }
}

extension MockEngine {
    /// The mistakes in a response, where the description doesn't allow its status, media type, headers or body.
    package func judge(_ response: RecordedResponse, to judged: Judged) -> [MockProblem] {
        let title = judged.operation.title
        let responses = "/operations/\(judged.operation.index)/responses"
        func problem(_ pointer: String, _ message: String, keyword: String? = nil, rule: String) -> MockProblem {
            MockProblem(operation: title, .response, pointer, message, keyword: keyword, rule: rule)
        }
        func problem(_ pointer: String, _ mistake: SchemaMistake) -> MockProblem {
            problem(pointer + mistake.instance, mistake.message, keyword: mistake.keyword, rule: mistake.schema)
        }
        guard let described = responder.response(judged.operation, status: response.status) else {
            let known = judged.operation.responses.map(\.status).joined(separator: ", ")
            return [
                problem(
                    "status", "the status is \(response.status); the description has \(known.isEmpty ? "none" : known)",
                    rule: responses)
            ]
        }
        let index = judged.operation.responses.firstIndex { $0.status == described.status } ?? 0
        let place = "\(responses)/\(index)"
        var problems: [MockProblem] = []
        for header in described.headers {
            guard let text = response.header(header.name) else {
                if header.isRequired {
                    problems.append(
                        problem("header " + header.name, "this is required", keyword: "required", rule: header.pointer))
                }
                continue
            }
            let outline = SchemaOutline(
                description.document.value(at: header.pointer) ?? .bool(true), in: description.document)
            let value = readText(text, name: header.name, WireStyle(style: "simple", explode: false), outline)
            for mistake in header.schema.mistakes(in: header.schema.coerced(value), direction: .response) {
                problems.append(problem("header " + header.name, mistake))
            }
        }
        guard let body = response.body, !body.isEmpty, judged.request.method != "HEAD" else { return problems }
        guard !described.content.isEmpty else {
            // Nothing is said of the body of most errors.
            if 200..<300 ~= response.status {
                problems.append(problem("body", "there is a body; none is described", rule: place))
            }
            return problems
        }
        guard let type = response.header("content-type").flatMap({ MediaType($0) }) else {
            return problems + [problem("header Content-Type", "this is missing", rule: place + "/content")]
        }
        var best: (media: MockDescription.Media, exactness: Int)?
        for media in described.content {
            guard let exactness = MediaType(media.type)?.exactness(for: type), exactness > best?.exactness ?? -1 else {
                continue
            }
            best = (media, exactness)
        }
        guard let media = best?.media else {
            let known = described.content.map(\.type).joined(separator: ", ")
            return problems + [
                problem(
                    "header Content-Type", "the media type is \(type.essence); the description has \(known)",
                    rule: place + "/content")
            ]
        }
        let form = FormFields(media, in: description.document)
        switch readBody(body, type, form) {
        case .opaque: break
        case .unreadable(let reason): problems.append(problem("body", reason, rule: media.pointer))
        case .elements(let elements):
            for (index, element) in elements.enumerated() {
                for mistake in media.itemSchema?.mistakes(in: element, direction: .response) ?? [] {
                    problems.append(problem("body/\(index)", mistake))
                }
            }
        case .value(let value, _, let texts):
            guard let schema = media.schema else { break }
            let meant = schema.coerced(value, texts)
            for mistake in schema.mistakes(in: meant, direction: .response) {
                problems.append(problem("body", mistake))
            }
            guard type.isJSON else { break }
            for field in undescribedFields(of: value, media) {
                problems.append(
                    problem("body" + field.pointer, "the description doesn't know this field", rule: field.rule))
            }
        }
        return problems
    }
}
