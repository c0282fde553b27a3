/// Makes responses: which one, in which media type, from which example, or from the schema.
struct MockResponder: Sendable {
    private let description: MockDescription

    init(_ description: MockDescription) { self.description = description }

    struct Choice {
        var isDynamic: Bool
        var example: String?
        var seed: UInt64
        var refusesWrongExamples = false
        /// An error's body is sent whatever the client accepts.
        var isLenient = false
    }

    // MARK: - Which response

    /// The response for a status: its own, that of its family, or the default.
    func response(_ operation: MockDescription.Operation, status: Int) -> MockDescription.Response? {
        let names = [String(status), "\(status / 100)XX", "default"]
        for name in names {
            if let response = operation.responses.first(where: { $0.status == name }) { return response }
        }
        return nil
    }

    /// - Parameter orAny: The default's counts, too, and its family's.
    func error(_ operation: MockDescription.Operation, _ status: Int, orAny: Bool) -> MockDescription.Response? {
        orAny ? response(operation, status: status) : operation.responses.first { $0.status == String(status) }
    }

    /// The lowest status of success, then that of a redirect, then the default's; where only errors are described, the
    /// lowest of them. nil: nothing is.
    func success(_ operation: MockDescription.Operation) -> (MockDescription.Response, Int)? {
        if let found = operation.successes.first {
            return (found, found.exact ?? (found.status == "3XX" ? 302 : 200))
        }
        let exact = operation.responses.compactMap { response in response.exact.map { (response, $0) } }
        if let found = exact.min(by: { $0.1 < $1.1 }) { return found }
        return operation.responses.first.flatMap { response in
            response.status.first?.wholeNumberValue.map { (response, $0 * 100) }
        }
    }

    // MARK: - The whole of it

    func make(
        _ response: MockDescription.Response, status: Int, _ judged: MockEngine.Judged, _ choice: Choice,
        _ known: inout KnownBodies
    ) -> MockResponse {
        guard status >= 200 else {
            return ProblemDetails.response(
                501, "Not Implemented",
                detail: "the description responds with \(status), which is no response yet; the mock has no other")
        }
        let made = MockResponse(status: status, headers: headers(response, choice))
        guard !response.content.isEmpty, status != 204, status != 304 else { return made }
        let types = response.content.map { MediaType($0.type) ?? Self.anyJSON }
        var places = AcceptedTypes(judged.request.header("accept")).ranked(among: types)
        if places.isEmpty, choice.isLenient { places = [0] }
        guard !places.isEmpty else { return notAcceptable(response, judged, choice, &known) }
        // One accepted media type may be unable to carry a value that another can: plain text can't carry an object.
        var refusal: MockResponse?
        for place in places {
            switch filled(made, response.content[place], concrete(types[place]), status, judged, choice, &known) {
            case .success(let made): return made
            case .failure(let error):
                refusal =
                    refusal ?? ProblemDetails.response(500, "Internal Server Error", detail: error.description)
            }
        }
        return refusal ?? made
    }

    private func notAcceptable(
        _ response: MockDescription.Response, _ judged: MockEngine.Judged, _ choice: Choice,
        _ known: inout KnownBodies
    ) -> MockResponse {
        if let described = error(judged.operation, 406, orAny: false) {
            var choice = choice
            choice.isLenient = true
            choice.example = nil
            return make(described, status: 406, judged, choice, &known)
        }
        let offered = response.content.map(\.type).joined(separator: ", ")
        let accept = (judged.request.header("accept") ?? "").prefix(60)
        return ProblemDetails.response(
            406, "Not Acceptable", detail: "expected 'Accept' to have one of \(offered), found '\(accept)'")
    }

    /// With a body of this media type; a failure: it can't say what the response is.
    private func filled(
        _ response: MockResponse, _ media: MockDescription.Media, _ type: MediaType, _ status: Int,
        _ judged: MockEngine.Judged, _ choice: Choice, _ known: inout KnownBodies
    ) -> Result<MockResponse, MockError> {
        var made = response
        if let name = choice.example, !media.examples.contains(where: { $0.name == name }) {
            let names = media.examples.map { "'\($0.name)'" }.joined(separator: ", ")
            return .success(
                ProblemDetails.response(
                    404, "Not Found",
                    detail: "there is no example '\(name.prefix(60))' of \(status) as \(media.type)"
                        + (names.isEmpty ? "" : "; there is \(names)")))
        }
        var contentType = media.type.contains("*") ? type.essence : media.type
        let isMadeOnce = !choice.isDynamic && choice.example == nil && !choice.refusesWrongExamples
        if isMadeOnce, let body = known.bodies[media.pointer] {
            (made.body, made.pieces) = (body.bytes, body.pieces)
        } else {
            let value: JSONValue
            switch self.value(media, type, choice) {
            case .failure(let error): return .failure(error)
            case .success(let (found, doubt)):
                value = found
                if let doubt {
                    made.problems.append(MockProblem(operation: judged.operation.title, .response, "", doubt))
                }
            }
            if choice.refusesWrongExamples, let refusal = refusal(of: value, media, judged) {
                return .success(refusal)
            }
            switch serialised(value, type, media) {
            case .failure where status >= 400:
                // An error of an operation that responds with a file: Swagger 2.0 has one list of media types for both,
                // and servers send JSON.
                made.body = value.bytes
                contentType = "application/json"
            case .failure(let error): return .failure(error)
            case .success(let body):
                (made.body, made.pieces) = (body.bytes, body.pieces)
                if isMadeOnce, made.problems.isEmpty { known.bodies[media.pointer] = body }
            }
        }
        made.headers.append(("Content-Type", contentType))
        return .success(made)
    }

    /// An example that its own schema doesn't allow; nil: it does.
    private func refusal(
        of value: JSONValue, _ media: MockDescription.Media, _ judged: MockEngine.Judged
    ) -> MockResponse? {
        let mistakes = media.schema?.mistakes(in: value, direction: .response) ?? []
        guard !mistakes.isEmpty else { return nil }
        let problems = mistakes.map {
            MockProblem(
                operation: judged.operation.title, .response, $0.instance, $0.message, keyword: $0.keyword)
        }
        return ProblemDetails.response(
            500, "Internal Server Error",
            detail: "the description doesn't allow its own example: \(problems[0])", problems: problems)
    }

    /// A response with a body that isn't the description's example: what a collection has.
    func make(_ response: MockDescription.Response, status: Int, value: JSONValue, _ choice: Choice) -> MockResponse {
        var made = MockResponse(status: status, headers: headers(response, choice))
        guard
            let media = response.content.first(where: { MediaType($0.type)?.isJSON == true }) ?? response.content.first
        else {
            return made
        }
        guard case .success(let body) = serialised(value, MediaType(media.type) ?? Self.anyJSON, media) else {
            return made
        }
        made.body = body.bytes
        made.headers.append(("Content-Type", media.type.contains("*") ? "application/json" : media.type))
        return made
    }

    private static let anyJSON = MediaType.json

    private func concrete(_ type: MediaType) -> MediaType {
        type.type == "*" || type.subtype == "*" ? Self.anyJSON : type
    }

    private func headers(_ response: MockDescription.Response, _ choice: Choice) -> [(name: String, value: String)] {
        response.headers.compactMap { header in
            // The body's own are the mock's to say.
            if ["content-type", "content-length", "transfer-encoding", "connection", "date"].contains(
                header.name.lowercased())
            {
                return nil
            }
            let value = header.example ?? made(header.pointer, header.schema, choice)?.value
            guard let value, !value.isNull else { return nil }
            let text = Self.headerText(value)
            // A name or value that would end the line is none.
            guard !header.name.isEmpty, header.name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x3A }) else {
                return nil
            }
            return (
                header.name,
                String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }))
            )
        }
    }

    private static func headerText(_ value: JSONValue) -> String {
        switch value {
        case .array(let elements): elements.map(headerText).joined(separator: ",")
        case .object(let fields): fields.pairs.map { $0.key + "," + XMLText.scalar($0.value) }.joined(separator: ",")
        default: XMLText.scalar(value)
        }
    }

    // MARK: - Its value

    /// - Returns: with it, why it may be wrong.
    private func value(
        _ media: MockDescription.Media, _ type: MediaType, _ choice: Choice
    ) -> Result<(JSONValue, doubt: String?), MockError> {
        if let name = choice.example, let example = media.examples.first(where: { $0.name == name }) {
            return .success((example.value, nil))
        }
        if !choice.isDynamic, let example = media.examples.first?.value ?? media.example {
            return .success((example, nil))
        }
        if let schema = media.itemSchema, media.schema == nil {
            let elements = (0..<3).compactMap { index -> JSONValue? in
                var choice = choice
                choice.seed &+= UInt64(index)
                return made(media.pointer + "/itemSchema", schema, choice)?.value
            }
            return .success((.array(elements), nil))
        }
        guard let schema = media.schema else {
            return .success((type.isJSON ? .object(JSONObject()) : .string(""), nil))
        }
        guard let value = made(media.pointer + "/schema", schema, choice) else {
            return .failure(MockError("no value can be made that the schema at \(media.pointer)/schema allows"))
        }
        return .success((value.value, value.doubt))
    }

    /// The plainest value if the schema allows it, else one that is made for all of its keywords.
    /// Where neither is to be had, as for alternatives that allow the same, the plainest value with the reason to doubt
    /// it.
    private func made(_ pointer: String, _ schema: CompiledSchema, _ choice: Choice) -> (
        value: JSONValue, doubt: String?
    )? {
        let sample = description.document.value(at: pointer).flatMap {
            SchemaSample.of($0, in: description, direction: .response)
        }
        if !choice.isDynamic, let sample, schema.isValid(sample, direction: .response) { return (sample, nil) }
        var options = MakeOptions()
        options.seed = choice.seed
        options.direction = .response
        options.isFull = true
        options.usesExamples = !choice.isDynamic
        switch schema.makeValue(options) {
        case .success(let value): return (value, nil)
        case .failure(let failure):
            return (failure.nearest ?? sample).map {
                ($0, "no value was found that the schema allows: \(failure.message)")
            }
        }
    }

    /// A value from the schema alone, without an example of the whole response.
    func plainValue(_ media: MockDescription.Media) -> JSONValue? {
        media.schema.flatMap { made(media.pointer + "/schema", $0, Choice(isDynamic: false, seed: 0))?.value }
    }

    // MARK: - As bytes

    private func serialised(_ value: JSONValue, _ type: MediaType, _ media: MockDescription.Media) -> Result<
        KnownBodies.Body, MockError
    > {
        func json(_ value: JSONValue) -> [UInt8] { value.bytes }
        if type.isEvents || type.isLines {
            let elements = value.array ?? [value]
            if let text = value.string { return .success(.init(bytes: Array(text.utf8))) }
            let pieces = elements.map { element in
                type.isEvents ? Array(Self.event(element).utf8) : line(json(element), type)
            }
            return .success(.init(bytes: Array(pieces.joined()), pieces: pieces))
        }
        if type.isJSON { return .success(.init(bytes: json(value))) }
        if let text = value.string { return .success(.init(bytes: Array(text.utf8))) }
        if type.isXML {
            let schema = description.document.value(at: media.pointer + "/schema")
            return .success(.init(bytes: Array(XMLText.of(value, schema: schema, in: description.document).utf8)))
        }
        switch value {
        case .array, .object:
            guard !type.isForm else { return .success(.init(bytes: Array(Self.form(value).utf8))) }
            return .failure(
                MockError("a response of \(media.type) can't be \(value.array == nil ? "an object" : "a list")"))
        default: return .success(.init(bytes: Array(XMLText.scalar(value).utf8)))
        }
    }

    private func line(_ json: [UInt8], _ type: MediaType) -> [UInt8] {
        (type.subtype == "json-seq" ? [0x1E] : []) + json + [0x0A]
    }

    /// An event whose schema says its fields, or whose data is the value.
    private static func event(_ value: JSONValue) -> String {
        func lines(_ name: String, _ text: String) -> String {
            text.split(separator: "\n", omittingEmptySubsequences: false).map { "\(name): \($0)\n" }.joined()
        }
        let text = { (value: JSONValue) in value.string ?? value.text }
        guard let fields = value.object, let data = fields["data"],
            fields.keys.allSatisfy({ ["data", "event", "id", "retry"].contains($0) })
        else { return lines("data", text(value)) + "\n" }
        var result = ""
        for name in ["event", "id", "retry"] {
            if let field = fields[name], !field.isNull { result += lines(name, text(field)) }
        }
        return result + lines("data", text(data)) + "\n"
    }

    private static func form(_ value: JSONValue) -> String {
        (value.object ?? JSONObject()).pairs.map { key, value in
            "\(MockText.encoded(key))=\(MockText.encoded(XMLText.scalar(value)))"
        }.joined(separator: "&")
    }
}

/// Bodies that are the same each time, by where their media types are described.
package struct KnownBodies: Sendable {
    struct Body: Sendable {
        var bytes: [UInt8]
        var pieces: [[UInt8]] = []
    }
    var bodies: [String: Body] = [:]

    package init() {}
}
