/// Makes responses: chooses a response, its media type, and an example or a value of the schema.
struct MockResponder: Sendable {
    let description: MockDescription

    struct Choice {
        var isDynamic: Bool
        var example: String?
        var seed: UInt64
        var wrongExamples = MockEngine.Options.WrongExamples.send
        /// An error's body is sent whatever the client accepts.
        var isLenient = false
    }

    // MARK: - Which response

    /// The response for a status: its own, that of its family, or the default.
    func response(_ operation: MockDescription.Operation, status: Int) -> MockDescription.Response? {
        let names = [String(status), "\(status / 100)XX", "default"]
        return names.lazy.compactMap { name in operation.responses.first { $0.status == name } }.first
    }

    /// - Parameter orAny: Whether the response of the status's family and the default count too.
    func error(_ operation: MockDescription.Operation, _ status: Int, orAny: Bool) -> MockDescription.Response? {
        orAny ? response(operation, status: status) : operation.responses.first { $0.status == String(status) }
    }

    /// The response with the lowest status of success, else of a redirect, else the default. If only errors are
    /// described, the lowest of them. nil: no response is described.
    func success(_ operation: MockDescription.Operation) -> (MockDescription.Response, Int)? {
        if let success = operation.successes.first {
            return (success, success.exact ?? (success.status == "3XX" ? 302 : 200))
        }
        let exact = operation.responses.compactMap { response in response.exact.map { (response, $0) } }
        if let lowest = exact.min(by: { $0.1 < $1.1 }) { return lowest }
        return operation.responses.first.flatMap { response in
            response.status.first?.wholeNumberValue.map { (response, $0 * 100) }
        }
    }

    // MARK: - Whole responses

    func make(
        _ response: MockDescription.Response, status: Int, _ call: MockEngine.Call, _ choice: Choice,
        _ cache: inout BodyCache
    ) -> MockResponse {
        guard status >= 200 else {
            return ProblemDetails.response(
                501, "Not Implemented",
                detail: "the description responds with \(status), which is no response yet; the mock has no other")
        }
        let made = MockResponse(status: status, headers: headers(response, choice, &cache))
        guard !response.content.isEmpty, status != 204, status != 304 else { return made }
        let types = response.content.map { MediaType($0.type) ?? .json }
        var places = AcceptedTypes(call.request.header("accept")).ranked(among: types)
        if places.isEmpty, choice.isLenient { places = [0] }
        guard !places.isEmpty else { return notAcceptable(response, call, choice, &cache) }
        // One accepted media type may be unable to carry a value that another can: plain text can't carry an object.
        var refusal: MockResponse?
        for place in places {
            switch filled(made, response.content[place], concrete(types[place]), status, call, choice, &cache) {
            case .success(let made): return made
            case .failure(let error):
                refusal =
                    refusal ?? ProblemDetails.response(500, "Internal Server Error", detail: error.description)
            }
        }
        return refusal ?? made
    }

    private func notAcceptable(
        _ response: MockDescription.Response, _ call: MockEngine.Call, _ choice: Choice,
        _ cache: inout BodyCache
    ) -> MockResponse {
        if let described = error(call.operation, 406, orAny: false) {
            var choice = choice
            choice.isLenient = true
            choice.example = nil
            return make(described, status: 406, call, choice, &cache)
        }
        let offered = response.content.map(\.type).joined(separator: ", ")
        let accept = (call.request.header("accept") ?? "").prefix(60)
        return ProblemDetails.response(
            406, "Not Acceptable", detail: "expected 'Accept' to have one of \(offered), found '\(accept)'")
    }

    /// A response with a body of this media type. A failure: the media type can't carry the response's value.
    private func filled(
        _ response: MockResponse, _ media: MockDescription.Media, _ type: MediaType, _ status: Int,
        _ call: MockEngine.Call, _ choice: Choice, _ cache: inout BodyCache
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
        let kept = cache.bodies[media.pointer]
        if let refusal = kept?.refusal, choice.example == nil { return .failure(refusal) }
        let isUsual = choice.example == nil && choice.wrongExamples != .refuse
        if isUsual, let kept, kept.isHard || !choice.isDynamic {
            (made.body, made.pieces, made.problems) = (kept.bytes, kept.pieces, kept.problems(call))
        } else {
            let value: Made
            switch self.value(media, type, choice) {
            case .failure(let error):
                cache.keep(BodyCache.Body(refusal: error, isHard: true), of: media.pointer)
                return .failure(error)
            case .success(var sample):
                if 200..<300 ~= status { sample.value = call.operation.succeeding(sample.value) }
                value = sample
            }
            if choice.wrongExamples == .refuse, let refusal = refusal(of: value.value, media, call) {
                return .success(refusal)
            }
            switch serialised(value.value, type, media) {
            case .failure where status >= 400:
                // An error of an operation that responds with a file: Swagger 2.0 has one list of media types for both,
                // and servers send JSON.
                made.body = value.value.bytes
                contentType = "application/json"
            case .failure(let error):
                if isUsual { cache.keep(BodyCache.Body(refusal: error), of: media.pointer) }
                return .failure(error)
            case .success(var body):
                (body.doubt, body.isHard) = (value.doubt, value.isHard)
                (made.body, made.pieces, made.problems) = (body.bytes, body.pieces, body.problems(call))
                if isUsual { cache.keep(body, of: media.pointer) }
            }
        }
        made.headers.append(("Content-Type", contentType))
        return .success(made)
    }

    /// The response to an example that its own schema doesn't allow; nil: the schema allows it.
    private func refusal(
        of value: JSONValue, _ media: MockDescription.Media, _ call: MockEngine.Call
    ) -> MockResponse? {
        let mistakes = media.schema?.mistakes(in: value, direction: .response) ?? []
        guard !mistakes.isEmpty else { return nil }
        let problems = mistakes.map {
            MockProblem(operation: call.operation.title, .response, $0.instance, $0.message, keyword: $0.keyword)
        }
        return ProblemDetails.response(
            500, "Internal Server Error",
            detail: "the description doesn't allow its own example: \(problems[0])", problems: problems)
    }

    /// A response whose value comes from a collection, not from the description's example.
    func make(
        _ response: MockDescription.Response, status: Int, value: JSONValue, _ choice: Choice,
        _ cache: inout BodyCache
    ) -> MockResponse {
        var made = MockResponse(status: status, headers: headers(response, choice, &cache))
        guard let media = response.content.json ?? response.content.first,
            case .success(let body) = serialised(value, MediaType(media.type) ?? .json, media)
        else { return made }
        made.body = body.bytes
        made.headers.append(("Content-Type", media.type.contains("*") ? "application/json" : media.type))
        return made
    }

    private func concrete(_ type: MediaType) -> MediaType {
        type.type == "*" || type.subtype == "*" ? .json : type
    }

    // MARK: - The value of a response

    struct Made {
        var value: JSONValue
        /// The reason why the value may be wrong.
        var doubt: String?
        /// Whether the value took long to make, so that it isn't made again.
        var isHard = false
    }

    private func value(
        _ media: MockDescription.Media, _ type: MediaType, _ choice: Choice
    ) -> Result<Made, MockError> {
        if let name = choice.example, let example = media.examples.first(where: { $0.name == name }) {
            return .success(Made(value: example.value))
        }
        if !choice.isDynamic {
            let examples = (media.examples.map(\.value) + [media.example]).compactMap(\.self)
            let example =
                choice.wrongExamples == .replace
                ? examples.first { media.mistakes(inExample: $0).isEmpty } : examples.first
            if let example { return .success(Made(value: example)) }
        }
        if let schema = media.itemSchema, media.schema == nil {
            let elements = (0..<3).compactMap { index -> Made? in
                var choice = choice
                choice.seed &+= UInt64(index)
                return made(media.pointer + "/itemSchema", schema, choice)
            }
            return .success(
                Made(
                    value: .array(elements.map(\.value)), doubt: elements.compactMap(\.doubt).first,
                    isHard: elements.contains(where: \.isHard)))
        }
        guard let schema = media.schema else {
            return .success(Made(value: type.isJSON ? .object(JSONObject()) : .string("")))
        }
        guard let value = made(media.pointer + "/schema", schema, choice) else {
            return .failure(MockError("no value can be made that the schema at \(media.pointer)/schema allows"))
        }
        return .success(value)
    }

    /// The plainest value if the schema allows it, else a value that is made for all of the schema's keywords. If that
    /// fails, as for alternatives that allow the same, the nearest value with the reason to doubt it.
    func made(_ pointer: String, _ schema: CompiledSchema, _ choice: Choice) -> Made? {
        let sample = description.document.value(at: pointer).flatMap {
            SchemaSample.of($0, in: description, direction: .response)
        }
        if !choice.isDynamic, let sample, schema.isValid(sample, direction: .response) { return Made(value: sample) }
        let options = MakeOptions(seed: choice.seed, direction: .response, usesExamples: !choice.isDynamic)
        var work = SchemaMaker.mostWork
        let result = schema.makeValue(options, &work)
        let isHard = work < SchemaMaker.mostWork * 3 / 4
        switch result {
        case .success(let value): return Made(value: value, isHard: isHard)
        case .failure(let failure):
            return (failure.nearest ?? sample).map {
                let doubt = "no value was found that the schema allows: \(failure.message)"
                return Made(value: $0, doubt: doubt, isHard: true)
            }
        }
    }

    /// A value from the schema alone, without an example of the whole response.
    func plainValue(_ media: MockDescription.Media, _ cache: inout BodyCache) -> JSONValue? {
        if let value = cache.plain[media.pointer] { return value }
        let value = plainValue(media)
        cache.keep(plain: value ?? .object(JSONObject()), of: media.pointer)
        return value
    }

    func plainValue(_ media: MockDescription.Media) -> JSONValue? {
        media.schema.flatMap { made(media.pointer + "/schema", $0, Choice(isDynamic: false, seed: 0))?.value }
    }

    // MARK: - As bytes

    private func serialised(_ value: JSONValue, _ type: MediaType, _ media: MockDescription.Media) -> Result<
        BodyCache.Body, MockError
    > {
        if type.isEvents || type.isLines {
            let elements = value.array ?? [value]
            if let text = value.string { return .success(.init(bytes: Array(text.utf8))) }
            let pieces = elements.map { element in
                type.isEvents ? Array(Self.event(element).utf8) : line(element.bytes, type)
            }
            return .success(.init(bytes: Array(pieces.joined()), pieces: pieces))
        }
        if type.isJSON { return .success(.init(bytes: value.bytes)) }
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

    /// An event: the value has the fields of an event, or is the event's data.
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
            "\(PercentEncoding.encoded(key))=\(PercentEncoding.encoded(XMLText.scalar(value)))"
        }.joined(separator: "&")
    }
}
