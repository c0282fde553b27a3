// The request of a call, as the runtime sends it: what it needs, and values that are always the same.

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

    init(_ index: Int, of api: API, _ maker: inout SampleMaker) {
        self.api = api
        endpoint = api.endpoints[index]
        if let written = endpoint.body?.example {
            body = maker.sample(of: written)
        } else {
            switch endpoint.body?.content {
            case .fields(let fields)?:
                body = maker.sample(ofFields: fields, isOptional: endpoint.body?.isOptional == true)
            case .whole(let shape, _)? where endpoint.body?.encoding != .binary:
                body = maker.sample(of: shape, isSent: true)
            default: break
            }
        }
        setOwnHeaders()
        for parameter in endpoint.parameters where parameter.part == nil && isSent(parameter.property) {
            add(parameter, maker.value(ofParameter: parameter.property))
        }
        if let key = endpoint.idempotencyKey { set(key, ShellWord(.variable("IDEMPOTENCY_KEY"))) }
        addCredential(endpoint.authentication ?? api.authentication)
        if !cookies.isEmpty {
            var line = cookies[0]
            for cookie in cookies.dropFirst() { line = line + ShellWord(.text("; ")) + cookie }
            set("Cookie", line)
        }
    }

    private func isSent(_ property: API.Property) -> Bool {
        property.presence == .required || property.presence == .nullable || property.defaultValue != nil
    }

    // MARK: - Headers

    /// From the weakest to the strongest, as the runtime has them.
    private mutating func setOwnHeaders() {
        set("Accept", ShellWord(.text(accepted)))
        switch endpoint.body?.encoding {
        case .json?: set("Content-Type", ShellWord(.text("application/json")))
        case .form?: set("Content-Type", ShellWord(.text("application/x-www-form-urlencoded")))
        case .text?: set("Content-Type", ShellWord(.text("text/plain; charset=utf-8")))
        case .binary?: set("Content-Type", ShellWord(.text("application/octet-stream")))
        case .lines?: set("Content-Type", ShellWord(.text("application/x-ndjson")))
        // curl chooses the boundary.
        case .multipart?, nil: break
        }
        for header in api.headers + endpoint.headers { set(header.name, ShellWord(.text(header.value))) }
    }

    private var accepted: String {
        let response = endpoint.response
        if let stream = response.stream { return stream.isEvents ? "text/event-stream" : "application/x-ndjson" }
        let answers =
            response.cases.isEmpty
            ? [(response.shape, response.encoding)] : response.cases.map { ($0.shape, $0.encoding) }
        if answers.contains(where: { $0.0 != .scalar(.void) && $0.1 == .json }) { return "application/json" }
        return answers.contains { $0.1 == .text } ? "text/plain, text/*;q=0.9, */*;q=0.8" : "*/*"
    }

    /// The runtime refuses a name that is no token and a value with control characters (RFC 9110, 5.5).
    private mutating func set(_ name: String, _ value: ShellWord) {
        let isSendable = value.parts.allSatisfy { part in
            guard case .text(let text) = part else { return true }
            return !text.unicodeScalars.contains { VisibleText.isControl($0) || VisibleText.isInvisible($0) }
        }
        guard isSendable, Self.isToken(name) else { return }
        headers.removeAll { $0.name.lowercased() == name.lowercased() }
        headers.append((name, value))
    }

    private static func isToken(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
                default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
                }
            }
    }

    // MARK: - Parameters

    private mutating func add(_ parameter: API.Parameter, _ value: JSONValue) {
        let name = parameter.property.wireName
        let value = parameter.style == .json ? JSONValue.string(value.compact) : value
        let style = parameter.style ?? (parameter.location == .query || parameter.location == .cookie ? .form : .simple)
        let wire = WireText(name: name, value: value, style: style, explode: parameter.explode ?? (style == .form))
        switch parameter.location {
        case .path: path[name] = wire.pathText
        case .query: query += wire.queryItems.map { ShellWord(.text($0)) }
        case .header: set(name, ShellWord(.text(wire.headerText)))
        case .cookie: cookies.append(ShellWord(.text(name + "=" + wire.joined(",", "=", WireText.encoded))))
        }
    }

    /// Variables of the shell stand for secrets.
    private mutating func addCredential(_ authentication: Description.Authentication?) {
        switch authentication {
        case nil, .some(.none): break
        case .bearer?: set("Authorization", ShellWord(.text("Bearer "), .variable("TOKEN")))
        case .basic?: user = ShellWord(.variable("API_USER"), .text(":"), .variable("API_PASSWORD"))
        case .header(let name)?: set(name, ShellWord(.variable("API_KEY")))
        case .query(let name)?: query.append(ShellWord(.text(WireText.encoded(name) + "="), .variable("API_KEY")))
        case .cookie(let name)?: cookies.append(ShellWord(.text(name + "="), .variable("API_KEY")))
        case .all(let parts)?: for part in parts { addCredential(part) }
        case .oneOf(let parts)?: addCredential(parts.first { PageBuilder.argument($0) != nil } ?? parts.first)
        }
    }

    // MARK: - The command

    var command: CurlCommand {
        var command = CurlCommand(url: url)
        // curl would take braces and brackets for patterns.
        let hasPattern = url.parts.contains { part in
            if case .text(let text) = part { text.contains { "[]{}".contains($0) } } else { false }
        }
        if hasPattern { command.add("globoff") }
        if endpoint.method == "HEAD" {
            command.add("head")
        } else if endpoint.method != "GET" || endpoint.body != nil {
            command.add("request", ShellWord(.text(endpoint.method)))
        }
        if let user { command.add("user", user) }
        let hasBody = endpoint.body != nil
        for header in headers where hasBody || header.name.lowercased() != "content-type" {
            // A header without a value ends with a semicolon.
            let isEmpty = header.value.parts.allSatisfy { $0 == .text("") }
            command.add(
                "header",
                isEmpty ? ShellWord(.text(header.name + ";")) : ShellWord(.text(header.name + ": ")) + header.value)
        }
        addBody(to: &command)
        return command
    }

    private var url: ShellWord {
        var base = Userinfo.hidden(in: endpoint.baseURL ?? api.baseURL.template)
        for variable in api.baseURL.variables {
            var value: String?
            if let literal = (variable.writtenDefault ?? variable.writtenExample)?.kind {
                switch literal {
                case .string(let text), .integer(let text), .float(let text): value = text
                default: break
                }
            }
            base = base.replacing("{\(variable.wireName)}", with: value ?? variable.wireName)
        }
        while base.hasSuffix("/") { base.removeLast() }
        let isURL = base.hasPrefix("https://") || base.hasPrefix("http://")
        var text = ""
        for part in endpoint.path.parts {
            switch part {
            case .literal(let literal): text += WireText.encodedLiteral(literal)
            case .placeholder(let name): text += path[name] ?? WireText.encoded(name)
            }
        }
        var url = isURL ? ShellWord(.text(base + text)) : ShellWord(.variable("BASE_URL"), .text(text))
        for (position, item) in query.enumerated() {
            url = url + ShellWord(.text(position == 0 && !text.contains("?") ? "?" : "&")) + item
        }
        return url
    }

    private func addBody(to command: inout CurlCommand) {
        guard let encoding = endpoint.body?.encoding else { return }
        let value = body?.value ?? .null
        switch encoding {
        case .json: command.add("data-raw", ShellWord(.text(PageCode(value).text)))
        case .text: command.add("data-raw", ShellWord(.text(value.scalar ?? value.compact)))
        case .binary: command.add("data-binary", ShellWord(.text("@file")))
        case .lines:
            var lines = [value]
            if case .array(let elements) = value { lines = elements }
            command.add("data-raw", ShellWord(.text(lines.map { $0.compact + "\n" }.joined())))
        case .form: for pair in formPairs(value) { command.add("data-raw", ShellWord(.text(pair))) }
        case .multipart: addParts(value, to: &command)
        }
    }

    /// curl joins them with `&`.
    private func formPairs(_ value: JSONValue) -> [String] {
        guard case .object(let members) = value else { return [] }
        return members.pairs.flatMap { member -> [String] in
            if let encoding = endpoint.body?.encodings[member.key], let style = encoding.style {
                let value = style == .json ? JSONValue.string(member.value.compact) : member.value
                return WireText(
                    name: member.key, value: value, style: style, explode: encoding.explode ?? (style == .form)
                ).queryItems
            }
            return WireText.pairs(member.key, member.value, lists: endpoint.body?.lists ?? .repeated)
                .map { WireText.formEncoded($0.name) + "=" + WireText.formEncoded($0.value) }
        }
    }

    private func addParts(_ value: JSONValue, to command: inout CurlCommand) {
        guard case .object(let members) = value else { return }
        let files = fileNames
        // curl's own syntax ends a name at the first equals sign.
        for member in members.pairs where !member.key.contains("=") {
            let values = if case .array(let elements) = member.value { elements } else { [member.value] }
            for value in values {
                if files.contains(member.key) {
                    command.add("form", ShellWord(.text(member.key + "=@file")))
                } else if let text = value.scalar {
                    command.add("form-string", ShellWord(.text(member.key + "=" + text)))
                } else {
                    let json = value.compact.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
                    command.add("form", ShellWord(.text("\(member.key)=\"\(json)\";type=application/json")))
                }
            }
        }
    }

    /// The parts that are bytes.
    private var fileNames: Set<String> {
        var properties: [API.Property] = []
        switch endpoint.body?.content {
        case .fields(let fields)?: properties = fields
        case .whole(let shape, _)?:
            if case .named(let id, _) = api.resolvingAliases(shape.withoutOptional),
                case .object(let own) = api[id].content
            {
                properties = own
            }
        case nil: break
        }
        return Set(
            properties.filter { property in
                var shape = api.resolvingAliases(property.shape.withoutOptional)
                if case .list(let element) = shape { shape = api.resolvingAliases(element) }
                return shape == .scalar(.data)
            }.map(\.wireName))
    }
}
