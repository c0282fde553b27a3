// A sample of an operation's request, as the runtime sends it: only required values, the same in every run.

import CallsiteCore
import CallsiteText

/// Makes the command that sends an operation's request.
struct SampleRequest {
    private let api: API
    private let endpoint: API.Endpoint
    private var query: [ShellWord] = []
    private var headers: [(name: String, value: ShellWord)] = []
    private var cookies: [ShellWord] = []
    private var path: [String: String] = [:]
    private var user: ShellWord?
    /// The body of fields or a type; nil: there is none, or it is bytes.
    private(set) var body: SampleMaker.Sample?
    /// The values by the indexes of the parameters; nil: the parameter isn't sent.
    private(set) var values: [JSONValue?] = []
    /// The parts of a multipart body.
    private let parts: SampleParts?
    /// The pairs of a form.
    private var form: [String] = []
    /// A multipart body that curl has no options for.
    private var multipartBody: (text: String, boundary: String)?
    /// The parts of the request that aren't sent, and why.
    private var refusals: [(kind: String, name: String, reason: String)] = []
    /// The media types of files whose part may have several, by the names of the fields.
    var fileTypes: [String: String] { parts?.fileTypes ?? [:] }

    init(_ index: Int, of api: API, _ maker: inout SampleMaker) {
        self.api = api
        let endpoint = api.endpoints[index]
        self.endpoint = endpoint
        body = Self.body(endpoint.body, &maker)
        values = endpoint.parameters.map { parameter in
            guard Self.isSent(parameter.property) else { return nil }
            let value = maker.value(ofParameter: parameter.property)
            guard parameter.location == .path else { return value }
            if let pattern = Self.pattern(of: parameter.property.wireName, in: endpoint.path),
                parameter.property.example == nil
            {
                return .string(pattern.replacing("**", with: "*").replacing("*", with: value.scalar ?? "any"))
            }
            // The runtime refuses a path whose segments mean another one.
            return ["", ".", ".."].contains(value.scalar) ? .string(parameter.property.wireName) : value
        }
        var partHeaders: [String: [(name: String, value: String)]] = [:]
        for (parameter, value) in zip(endpoint.parameters, values) {
            guard let part = parameter.part, let value else { continue }
            let wire = WireText(name: parameter.property.wireName, value: value, style: .simple, explode: false)
            do throws(WireText.Refusal) {
                if let text = try wire.headerText() { partHeaders[part, default: []].append((wire.name, text)) }
            } catch {
                refusals.append(("header", wire.name, error.reason))
            }
        }
        let value = body?.value ?? .null
        parts =
            endpoint.body.flatMap { $0.encoding == .multipart ? $0 : nil }
            .map { SampleParts(value, $0, of: api, headers: partHeaders) }
        setOwnHeaders()
        addParameters()
        if endpoint.body?.encoding == .form { addForm(value) }
        if let key = endpoint.idempotencyKey, !hasHeader(key) { set(key, ShellWord(.variable("IDEMPOTENCY_KEY"))) }
        addCredential(endpoint.authentication ?? api.authentication)
        if !cookies.isEmpty {
            // A request has one line of cookies.
            var line = headers.first { $0.name.lowercased() == "cookie" }?.value
            for cookie in cookies { line = line.map { $0 + ShellWord(.text("; ")) + cookie } ?? cookie }
            if let line { set("Cookie", line) }
        }
    }

    private static func body(_ body: API.Body?, _ maker: inout SampleMaker) -> SampleMaker.Sample? {
        guard let body, body.encoding != .binary else { return nil }
        let sample =
            switch (body.example, body.content) {
            case (let example?, _): maker.sample(of: example)
            case (nil, .fields(let fields)): maker.sample(ofFields: fields)
            case (nil, .whole(let shape, _)): maker.sample(of: shape, isSent: true)
            }
        // An optional body without fields isn't sent.
        if case .fields = body.content, body.isOptional, sample.value == .object([:]) { return nil }
        return sample
    }

    /// The pattern of a value that may have several segments: `shelves/*` in `{name=shelves/*}` (google.api.http).
    private static func pattern(of name: String, in path: PathTemplate) -> String? {
        guard let begin = path.text.firstRange(of: "{\(name)="),
            let end = path.text[begin.upperBound...].firstIndex(of: "}")
        else { return nil }
        let pattern = String(path.text[begin.upperBound..<end])
        return pattern.contains("*") ? pattern : nil
    }

    private static func isSent(_ property: API.Property) -> Bool {
        property.presence == .required || property.presence == .nullable || property.defaultValue != nil
    }

    private var hasBody: Bool { endpoint.body.map { $0.encoding == .binary || body != nil } ?? false }

    // MARK: - Headers

    /// Sets the headers that aren't parameters. A later one replaces an earlier one, as in the runtime.
    private mutating func setOwnHeaders() {
        set("Accept", ShellWord(.text(accepted)))
        let type: String? =
            switch endpoint.body?.encoding {
            case .json?: "application/json"
            case .form?: "application/x-www-form-urlencoded"
            case .text?: "text/plain; charset=utf-8"
            case .binary?: "application/octet-stream"
            case .lines?: "application/x-ndjson"
            // nil: curl writes the parts and chooses the boundary.
            case .multipart?: writeParts()
            case nil: nil
            }
        if hasBody, let type { set("Content-Type", ShellWord(.text(type))) }
        for header in api.headers + endpoint.headers
        where hasBody || header.name.lowercased() != "content-type" {
            set(header.name, ShellWord(.text(header.value)))
        }
    }

    /// Writes a multipart body that curl has no options for, and returns its media type.
    private mutating func writeParts() -> String? {
        guard let parts, hasBody else { return nil }
        refusals += parts.refusals.map { ("field", $0.name, $0.reason) }
        guard !parts.parts.isEmpty, parts.parts.allSatisfy(\.isFormOption) || parts.parts.contains(where: \.isFile)
        else {
            let body = SamplePart.body(of: parts.parts)
            multipartBody = body
            return "multipart/form-data; boundary=" + body.boundary
        }
        refusals += parts.parts.filter { !$0.isFormOption }.map {
            ("part", $0.name, "curl ends the name of a part at an equals sign")
        }
        return nil
    }

    private var accepted: String {
        let response = endpoint.response
        if let stream = response.stream {
            return stream.isEvents
                ? "text/event-stream" : "application/x-ndjson, application/jsonl, application/json;q=0.9"
        }
        let contents =
            response.cases.isEmpty
            ? [(response.shape, response.encoding)] : response.cases.map { ($0.shape, $0.encoding) }
        if contents.contains(where: { $0.0 != .scalar(.void) && $0.1 == .json }) { return "application/json" }
        return contents.contains { $0.1 == .text } ? "text/plain, text/*;q=0.9, */*;q=0.8" : "*/*"
    }

    private func hasHeader(_ name: String) -> Bool { headers.contains { $0.name.lowercased() == name.lowercased() } }

    /// The runtime refuses a name that is no token and a value with control characters (RFC 9110, 5.5).
    private mutating func set(_ name: String, _ value: ShellWord) {
        let isSendable = value.parts.allSatisfy { part in
            guard case .text(let text) = part else { return true }
            return text.utf8.allSatisfy { ($0 >= 0x20 || $0 == 0x09) && $0 != 0x7F }
        }
        guard isSendable, name.isHeaderName else {
            let reason = isSendable ? "its name is none for a header" : "its value has a control character"
            return refusals.append(("header", name, reason))
        }
        headers.removeAll { $0.name.lowercased() == name.lowercased() }
        headers.append((name, value))
    }

    // MARK: - Parameters

    private mutating func addParameters() {
        for (parameter, value) in zip(endpoint.parameters, values) where parameter.part == nil {
            guard let value else { continue }
            do throws(WireText.Refusal) { try add(parameter, value) } catch {
                refusals.append(("parameter", parameter.property.wireName, error.reason))
            }
        }
    }

    private mutating func add(_ parameter: API.Parameter, _ value: JSONValue) throws(WireText.Refusal) {
        let name = parameter.property.wireName
        let isJSON = parameter.style == .json
        let usual: Description.ParameterStyle =
            parameter.location == .query || parameter.location == .cookie ? .form : .simple
        let style = isJSON ? usual : parameter.style ?? usual
        let wire = WireText(
            name: name, value: isJSON ? .string(value.compact) : value, style: style,
            explode: parameter.explode ?? (style == .form), elements: parameter.elements)
        switch parameter.location {
        case .path:
            let text = try wire.pathText()
            path[name] = Self.pattern(of: name, in: endpoint.path) == nil ? text : text.replacing("%2F", with: "/")
        case .query: query += try wire.queryItems().map { ShellWord(.text($0)) }
        case .header: if let text = try wire.headerText() { set(name, ShellWord(.text(text))) }
        case .cookie: cookies += try wire.cookies().map { ShellWord(.text($0)) }
        }
    }

    /// Shell variables stand for secrets. A header that the request already has is kept.
    private mutating func addCredential(_ authentication: Description.Authentication?) {
        switch authentication {
        case nil, .some(.none): break
        case .bearer?:
            if !hasHeader("Authorization") { set("Authorization", ShellWord(.text("Bearer "), .variable("TOKEN"))) }
        case .basic?:
            if !hasHeader("Authorization") {
                user = ShellWord(.variable("API_USER"), .text(":"), .variable("API_PASSWORD"))
            }
        case .header(let name)?: if !hasHeader(name) { set(name, ShellWord(.variable("API_KEY"))) }
        case .query(let name)?: query.append(ShellWord(.text(WireText.encoded(name) + "="), .variable("API_KEY")))
        case .cookie(let name)?: cookies.append(ShellWord(.text(name + "="), .variable("API_KEY")))
        case .all(let parts)?: for part in parts { addCredential(part) }
        case .oneOf(let parts)?: addCredential(parts.first { PageBuilder.argument($0) != nil } ?? parts.first)
        }
    }

    // MARK: - The command

    var command: CurlCommand {
        var command = CurlCommand(url: url)
        for refusal in refusals {
            command.note("Without the \(refusal.kind)", refusal.name, "because \(refusal.reason).")
        }
        if body?.isIncomplete == true {
            command.note("The body lacks required fields of", endpoint.name, "because it would be too long.")
        }
        addOptions(ofURL: url, to: &command)
        switch endpoint.method {
        case "HEAD" where !hasBody: command.add("head")
        case "HEAD":
            // If a HEAD request has a body, curl would wait for a body in the response too.
            command.add("request", ShellWord(.text("HEAD")))
            command.add("ignore-content-length")
            command.add("header", ShellWord(.text("Connection: close")))
        case "GET" where !hasBody: break
        default: command.add("request", ShellWord(.text(endpoint.method)))
        }
        if let user { command.add("user", user) }
        for header in headers {
            // A header without a value ends with a semicolon.
            let isEmpty = header.value.parts.allSatisfy { $0 == .text("") }
            command.add(
                "header",
                isEmpty ? ShellWord(.text(header.name + ";")) : ShellWord(.text(header.name + ": ")) + header.value)
        }
        addBody(to: &command)
        return command
    }

    private func addOptions(ofURL url: ShellWord, to command: inout CurlCommand) {
        let texts = url.parts.map { if case .text(let text) = $0 { text } else { "" } }
        // curl would take braces and brackets for patterns.
        if texts.contains(where: { $0.contains { "[]{}".contains($0) } }) { command.add("globoff") }
        // curl would remove such segments.
        let segments = texts.joined().prefix { $0 != "?" }.split(separator: "/")
        if segments.contains(where: { [".", ".."].contains($0) }) { command.add("path-as-is") }
    }

    /// nil: the description has no absolute URL.
    var base: String? {
        var base = Userinfo.hidden(in: endpoint.baseURL ?? api.baseURL.template)
        for variable in api.baseURL.variables {
            let value =
                switch (variable.writtenDefault ?? variable.writtenExample)?.kind {
                case .string(let text)?, .integer(let text)?, .float(let text)?: text
                default: variable.wireName
                }
            base = base.replacing("{\(variable.wireName)}", with: value)
        }
        while base.hasSuffix("/") { base.removeLast() }
        return base.hasPrefix("https://") || base.hasPrefix("http://") ? base : nil
    }

    private var url: ShellWord {
        var text = ""
        for part in endpoint.path.parts {
            switch part {
            case .literal(let literal): text += WireText.encodedLiteral(literal)
            case .placeholder(let name): text += path[name] ?? WireText.encoded(name)
            }
        }
        // An empty query needs no question mark.
        if text.hasSuffix("?") { text.removeLast() }
        var url = base.map { ShellWord(.text($0 + text)) } ?? ShellWord(.variable("BASE_URL"), .text(text))
        for (position, item) in query.enumerated() {
            url = url + ShellWord(.text(position == 0 && !text.contains("?") ? "?" : "&")) + item
        }
        return url
    }

    // MARK: - The body

    private func addBody(to command: inout CurlCommand) {
        guard hasBody, let encoding = endpoint.body?.encoding else { return }
        let value = body?.value ?? .null
        switch encoding {
        case .json: command.add("data-raw", ShellWord(.text(PageCode(value).text)))
        case .text: command.add("data-raw", ShellWord(.text(value.scalar ?? value.compact)))
        case .binary: command.add("data-binary", ShellWord(.text("@file")))
        case .lines:
            let lines = value.array ?? [value]
            command.add("data-raw", ShellWord(.text(lines.map { $0.compact + "\n" }.joined())))
        case .form:
            // curl joins them with `&`.
            for pair in form.isEmpty ? [""] : form { command.add("data-raw", ShellWord(.text(pair))) }
        case .multipart:
            if let multipartBody { return command.add("data-raw", ShellWord(.text(multipartBody.text))) }
            for part in parts?.parts ?? [] where part.isFormOption {
                command.add(part.option.name, ShellWord(.text(part.option.value)))
            }
        }
    }

    /// Fields in styles of their own come after the others.
    private mutating func addForm(_ value: JSONValue) {
        guard case .object(let members) = value, let body = endpoint.body else { return }
        var sent = members.pairs
        if case .fields(let fields) = body.content {
            sent = fields.compactMap { field in members[field.wireName].map { (field.wireName, $0) } }
        }
        for member in sent where body.encodings[member.key]?.style == nil {
            form += WireText.pairs(member.key, member.value, lists: body.lists ?? .repeated, keepsNull: true)
                .map { WireText.formEncoded($0.name) + "=" + WireText.formEncoded($0.value) }
        }
        for member in sent {
            guard let encoding = body.encodings[member.key], let style = encoding.style else { continue }
            let isJSON = style == .json
            let wire = WireText(
                name: member.key, value: isJSON ? .string(member.value.compact) : member.value,
                style: isJSON ? .form : style, explode: encoding.explode ?? (style == .form))
            do throws(WireText.Refusal) { form += try wire.queryItems() } catch {
                refusals.append(("field", member.key, error.reason))
            }
        }
    }
}
