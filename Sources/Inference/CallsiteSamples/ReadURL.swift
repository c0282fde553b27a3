import CallsiteText

extension URLParts {
    /// How a URL names its variables.
    enum Style {
        /// The URL was sent, so it has no variables.
        case recorded
        /// `:id`, `{id}`, besides `{{id}}`.
        case saved
        /// `<id>`, `YOUR_ID` too.
        case documented
    }

    /// A URL as it was sent.
    package init(recorded url: String) {
        var notes: [String] = []
        self.init(TemplateText(url), .recorded, &notes)
    }

    init(_ template: TemplateText, _ style: Style, _ notes: inout [String]) {
        let (head, query) = template.cut(at: 0x23).before.cut(at: 0x3F)
        readHead(head, style, &notes)
        if let query { self.query = Self.items(query, style, &notes) }
    }

    /// The protocol of a URL that isn't of HTTP: `file`, `ftp`; nil if it may be HTTP.
    static func foreignProtocol(_ url: String) -> String? {
        guard let mark = url.firstRange(of: "://") else { return nil }
        let name = url[..<mark.lowerBound].lowercased()
        let isProtocol = !name.isEmpty && name.utf8.allSatisfy { 0x61...0x7A ~= $0 }
        return isProtocol && !["http", "https", "ws", "wss"].contains(name) ? name : nil
    }

    private mutating func readHead(_ head: TemplateText, _ style: Style, _ notes: inout [String]) {
        var pieces = head.split(at: 0x2F)[...]
        var scheme: TemplateText?
        if pieces.count > 2, pieces[1].isEmpty, head.cut(at: 0x3A).after != nil, !pieces[0].isEmpty {
            scheme = pieces[0].cut(at: 0x3A).before
            pieces = pieces.dropFirst(2)
        }
        let isPathOnly = scheme == nil && (pieces.first?.isEmpty ?? true || style == .recorded)
        if !isPathOnly, let authority = pieces.popFirst() {
            readBase(scheme, authority, style, &notes)
        } else if pieces.first?.isEmpty == true {
            pieces = pieces.dropFirst()
        }
        append(Array(pieces), style, &notes)
    }

    /// Reads the part before the first slash. A variable there may stand for a whole URL.
    private mutating func readBase(
        _ scheme: TemplateText?, _ authority: TemplateText, _ style: Style, _ notes: inout [String]
    ) {
        let schemeText = scheme == nil ? "" : scheme?.value
        guard let schemeText, let text = authority.value else {
            // `{{base}}v1/orders`
            if case .text(let rest)? = authority.parts.last, authority.hasVariables, scheme == nil,
                rest.utf8.first.map({ !".:@".utf8.contains($0) }) ?? false
            {
                append([TemplateText(rest)], style, &notes)
            }
            return
        }
        var base = text
        if !schemeText.isEmpty, !base.contains("://") { base = schemeText + "://" + base }
        let mark = base.firstRange(of: "://")
        // HTTP is the default, as in curl and Postman.
        let protocolName = mark.map { String(base[..<$0.lowerBound]) } ?? "http"
        let rest = mark.map { base[$0.upperBound...] } ?? base[...]
        let host = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        origin = Self.origin(protocolName, host, style)
        if host.endIndex < rest.endIndex, rest[host.endIndex] == "/" {
            let path = rest[host.endIndex...].dropFirst().prefix { $0 != "?" && $0 != "#" }
            append(TemplateText(String(path)).split(at: 0x2F), style, &notes)
            dropEndingSlash()
        }
    }

    /// The origin in its usual form; nil if the host isn't known.
    static func origin(_ scheme: String, _ authority: Substring, _ style: Style) -> String? {
        let scheme = scheme.lowercased()
        var host = authority.lowercased()
        if let sign = host.lastIndex(of: "@") { host = String(host[host.index(after: sign)...]) }
        switch scheme {
        case "http", "ws": if host.hasSuffix(":80") { host.removeLast(3) }
        case "https", "wss": if host.hasSuffix(":443") { host.removeLast(4) }
        default: break
        }
        if host.hasSuffix(":") { host.removeLast() }
        guard !host.isEmpty, !host.utf8.contains(where: { $0 <= 0x20 || "<>{}\"\\".utf8.contains($0) }) else {
            return nil
        }
        // JavaScript writes `undefined` or `null` for a variable without a value.
        if host == "undefined" || host == "null" { return nil }
        if style == .documented, Placeholder.name(host.uppercased()) != nil { return nil }
        return scheme + "://" + host
    }

    private mutating func dropEndingSlash() {
        if path.last == .literal("") { path.removeLast() }
    }

    /// Appends segments. Empty segments are left out, except for the last.
    private mutating func append(_ pieces: [TemplateText], _ style: Style, _ notes: inout [String]) {
        guard !pieces.isEmpty else { return }
        dropEndingSlash()
        for (index, piece) in pieces.enumerated() {
            guard !piece.isEmpty else {
                if index == pieces.count - 1, !path.isEmpty { path.append(.literal("")) }
                continue
            }
            append(segment: piece, style, &notes)
        }
    }

    private mutating func append(segment piece: TemplateText, _ style: Style, _ notes: inout [String]) {
        if let (name, value) = piece.variable {
            if let value, value.utf8.contains(0x2F) {
                path += value.utf8.split(separator: 0x2F).map {
                    .literal(PercentEncoding.decoded(String(Substring($0))))
                }
            } else {
                path.append(.variable(name, value: value, documentation: nil))
            }
        } else if let text = piece.value {
            let text = PercentEncoding.decoded(text)
            if style != .recorded, let name = Placeholder.name(segment: text, style) {
                path.append(.variable(name, value: nil, documentation: nil))
            } else {
                path.append(.literal(text))
            }
        } else if let name = piece.firstWithoutValue {
            notes.append("the text beside a variable in a segment of the path is left out")
            path.append(.variable(name, value: nil, documentation: nil))
        }
    }

    // MARK: - Queries

    /// The items of a query.
    static func items(_ query: TemplateText, _ style: Style, _ notes: inout [String]) -> [RequestSample.Item] {
        query.split(at: 0x26).compactMap { item in
            guard !item.isEmpty else { return nil }
            let (left, right) = item.cut(at: 0x3D)
            guard let name = left.value, !name.isEmpty else {
                if let variable = left.firstWithoutValue {
                    notes.append("the query item '\(Quotation.cut(variable))' is left out: its name is a variable")
                }
                return nil
            }
            let value = right == nil ? "" : right?.value.map { PercentEncoding.decoded($0, plusIsBlank: true) }
            return RequestSample.Item(
                PercentEncoding.decoded(name, plusIsBlank: true), value.flatMap { Placeholder.value($0, style) })
        }
    }
}

extension RequestSample.Body {
    /// A URL-encoded form. A body without an equals sign is something else, such as a key that is sent alone.
    static func form(_ text: TemplateText, _ style: URLParts.Style, _ notes: inout [String]) -> Self {
        guard text.cut(at: 0x3D).after != nil else {
            notes.append("the body isn't the form that its type says: it has no '='")
            return .unknown
        }
        return .form(URLParts.items(text, style, &notes))
    }
}

/// A string that stands for a value: `{id}`, `<id>`, `YOUR_ID`.
enum Placeholder {
    /// The name in a path segment, which may be `:id` too.
    static func name(segment text: String, _ style: URLParts.Style) -> String? {
        if text.utf8.first == 0x3A {
            let name = text.dropFirst()
            return !name.isEmpty && name.utf8.allSatisfy(isWord) ? String(name) : nil
        }
        if let name = bracketed(text) { return name }
        return style == .documented ? name(text) : nil
    }

    /// A value of a query or a header; nil if it is a placeholder.
    static func value(_ text: String, _ style: URLParts.Style) -> String? {
        switch style {
        case .recorded: text
        case .saved: bracketed(text) == nil ? text : nil
        case .documented: bracketed(text) == nil && name(text) == nil ? text : nil
        }
    }

    /// `{id}`, `{{id}}`, `<id>`, `<order id>`.
    private static func bracketed(_ text: String) -> String? {
        guard text.utf8.count > 2, text.utf8.count < 100 else { return nil }
        var name = text[...]
        if name.hasPrefix("{"), name.hasSuffix("}") {
            while name.hasPrefix("{"), name.hasSuffix("}") { name = name.dropFirst().dropLast() }
        } else if name.hasPrefix("<"), name.hasSuffix(">") {
            name = name.dropFirst().dropLast()
        } else {
            return nil
        }
        guard name.utf8.contains(where: { $0 != 0x20 }), name.utf8.allSatisfy({ isWord($0) || $0 == 0x20 }) else {
            return nil
        }
        return String(name.utf8.map { $0 == 0x20 ? "_" : String(UnicodeScalar($0)) }.joined())
    }

    /// `YOUR_ORDER_ID` is `order_id`, and so is `ORDER_ID`.
    static func name(_ text: String) -> String? {
        guard text.utf8.count < 100, text.utf8.allSatisfy(isWord) else { return nil }
        let words = text.lowercased().split { $0 == "_" || $0 == "-" }
        guard words.count > 1 else { return nil }
        if words[0] == "your" || words[0] == "my", text.utf8.first.map({ 0x41...0x5A ~= $0 }) ?? false {
            return words.dropFirst().joined(separator: "_")
        }
        let isCapital = !text.utf8.contains { 0x61...0x7A ~= $0 }
        return isCapital && ["id", "uuid", "name", "key", "token", "slug"].contains(words.last)
            ? words.joined(separator: "_") : nil
    }

    static func isWord(_ byte: UInt8) -> Bool {
        byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || byte == 0x5F || byte == 0x2D || byte == 0x2E
    }
}

/// Strings from a file, shortened for messages.
enum Quotation {
    static func cut(_ text: String) -> String {
        let plain = text.prefix(60).filter { !$0.isNewline }
        return plain.utf8.count < text.utf8.count ? plain + "…" : plain
    }
}
