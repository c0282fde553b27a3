import CallsiteCore
import CallsiteMockEngine
import CallsiteText

/// The requests of a `curl` command, from its words.
struct CurlCommand {
    private let words: [TemplateText]
    private let input: [UInt8]?
    private let path: String
    private let place: String
    private(set) var notes: [String] = []
    /// Users and passwords.
    private(set) var users: [String] = []
    /// Whether the first word that is no option isn't a URL, so that the words are a sentence.
    private(set) var isSentence = false
    private var transfer = Transfer()

    /// The options between two `--next`.
    private struct Transfer {
        var urls: [TemplateText] = []
        var method: String?
        var headers: [(item: RequestSample.Item, value: TemplateText)] = []
        /// The parts of the body, without the contents of files.
        var data: [TemplateText] = []
        var isDataUnknown = false
        var isJSON = false
        var parts: [(item: RequestSample.Item, isFile: Bool)] = []
        var query: [TemplateText] = []
        var (isGet, isHead, isUpload) = (false, false, false)
        var authentication: Description.Authentication?
        var hasNetrc = false

        var hasBody: Bool { !data.isEmpty || isDataUnknown || !parts.isEmpty || isUpload }
    }

    init(_ words: [TemplateText], input: [UInt8]?, path: String, place: String) {
        (self.words, self.input, self.path, self.place) = (words, input, path, place)
    }

    /// Whether a word is a URL: documentation has other words behind a command.
    static func isURL(_ word: TemplateText) -> Bool {
        let start = word.start
        guard !start.hasPrefix("-") else { return false }
        if let variable = word.parts.first, case .variable = variable { return true }
        if start.hasPrefix("<") || start.hasPrefix("{") { return start.utf8.contains(0x2F) || word.parts.count > 1 }
        if start.firstRange(of: "://") != nil { return true }
        let host = start.prefix { $0 != "/" && $0 != "?" && $0 != ":" }
        return host == "localhost"
            || host.dropFirst().dropLast().utf8.contains(0x2E)
                && host.utf8.allSatisfy({ Placeholder.isWord($0) || $0 >= 0x80 })
                && host.utf8.last != 0x2E
    }

    mutating func samples() -> [RequestSample] {
        var samples: [RequestSample] = []
        var rest = words[...]
        var areOptionsOver = false
        while let word = rest.popFirst() {
            let text = word.start
            if areOptionsOver || !text.hasPrefix("-") || text == "-" {
                if Self.isURL(word) {
                    transfer.urls.append(word)
                } else if transfer.urls.isEmpty, samples.isEmpty {
                    isSentence = true
                }
            } else if text == "--" {
                areOptionsOver = true
            } else if text.hasPrefix("--") {
                let name = String(text.dropFirst(2))
                if name == "next" {
                    samples += finish()
                } else if CurlOptions.withValue.contains(name) {
                    guard let value = rest.popFirst() else { break }
                    apply(name, value)
                } else {
                    apply(name, nil)
                }
            } else {
                applyShort(word, &rest)
            }
        }
        return samples + finish()
    }

    /// `-sSLX POST`, `-XPOST`
    private mutating func applyShort(_ word: TemplateText, _ rest: inout ArraySlice<TemplateText>) {
        let letters = Array(word.start.utf8.dropFirst())
        for (index, letter) in letters.enumerated() {
            guard let name = CurlOptions.short[letter] else { continue }
            guard CurlOptions.withValue.contains(name) else {
                apply(name, nil)
                continue
            }
            var value = TemplateText(String(decoding: letters[(index + 1)...], as: UTF8.self))
            value.append(word.parts.dropFirst())
            if value.isEmpty {
                guard let next = rest.popFirst() else { return }
                value = next
            }
            apply(name, value)
            return
        }
    }

    private mutating func apply(_ name: String, _ value: TemplateText?) {
        let value = value ?? TemplateText()
        switch name {
        case "url": transfer.urls.append(value)
        case "request": transfer.method = value.value
        case "header": addHeader(value)
        case "user-agent": addHeader("User-Agent", value)
        case "referer": addHeader("Referer", value)
        case "cookie" where value.hasVariables || value.start.utf8.contains(0x3D): addHeader("Cookie", value)
        case "data", "data-ascii", "data-binary": addData(value)
        case "data-raw": transfer.data.append(value)
        case "data-urlencode": addEncodedData(value)
        case "json":
            transfer.isJSON = true
            addData(value)
        case "form", "form-string": addPart(value, mayBeFile: name == "form")
        case "url-query": transfer.query.append(value)
        case "get": transfer.isGet = true
        case "head": transfer.isHead = true
        case "upload-file": transfer.isUpload = true
        case "user", "proxy-user":
            if let user = value.value { users.append(user) }
            if name == "user" { transfer.authentication = transfer.authentication ?? .basic }
        case "oauth2-bearer":
            if let token = value.value { users.append(token) }
            transfer.authentication = .bearer
        case "basic": transfer.authentication = .basic
        case "netrc", "netrc-optional", "netrc-file": transfer.hasNetrc = true
        case "config": notes.append("the options in the file of '--config' aren't known")
        case let name where CurlOptions.foreignAuthentication.contains(name):
            notes.append("authentication '\(name)' has no place in a description")
        default: break
        }
    }

    private mutating func addHeader(_ name: String, _ value: TemplateText) {
        transfer.headers.append((RequestSample.Item(name, value.value), value))
    }

    private mutating func addHeader(_ header: TemplateText) {
        if header.start.hasPrefix("@") {
            notes.append("the headers in a file aren't known")
            return
        }
        let (left, right) = header.cut(at: 0x3A)
        guard let right else {
            // `X-Empty;`
            if let name = header.text, name.hasSuffix(";") {
                addHeader(String(name.dropLast()), TemplateText())
            }
            return
        }
        guard let name = left.value.map({ MockText.trimmed($0) }), !name.isEmpty else {
            notes.append("a header is left out: its name is a variable")
            return
        }
        // A header without a value makes curl leave out its own.
        guard !right.isEmpty, right.text.map({ $0.utf8.contains { $0 > 0x20 } }) ?? true else { return }
        let value = right.value.map { MockText.trimmed($0) }
        transfer.headers.append((RequestSample.Item(name, value.flatMap { Placeholder.value($0, .documented) }), right))
    }

    // MARK: - Data

    private mutating func addData(_ value: TemplateText) {
        guard value.start.hasPrefix("@") else {
            transfer.data.append(value)
            return
        }
        if value.text == "@-", let input {
            transfer.data.append(TemplateText(String(decoding: input, as: UTF8.self)))
        } else {
            transfer.isDataUnknown = true
        }
    }

    /// `name=content`, `=content`, `content`, `@file`, `name@file`
    private mutating func addEncodedData(_ value: TemplateText) {
        let start = value.start
        let mark = start.utf8.first { $0 == 0x3D || $0 == 0x40 }
        guard mark != 0x40 else {
            transfer.isDataUnknown = true
            return
        }
        let (left, right): (TemplateText, TemplateText?) =
            mark == nil ? (TemplateText(), value) : value.cut(at: 0x3D)
        var item = left
        if !left.isEmpty { item.append("=") }
        for part in right?.parts ?? [] {
            switch part {
            case .text(let text): item.append(PercentEncoding.encoded(text))
            case .variable(let name, let value):
                item.append(variable: name, value: value.map { PercentEncoding.encoded($0) })
            }
        }
        transfer.data.append(item)
    }

    /// `name=value`, `name=@file`, `name=<file;type=…`
    private mutating func addPart(_ value: TemplateText, mayBeFile: Bool) {
        let (left, right) = value.cut(at: 0x3D)
        guard let right, let name = left.value, !name.isEmpty else { return }
        let start = right.start
        let isFile = mayBeFile && start.hasPrefix("@")
        let isUnknown = isFile || mayBeFile && start.hasPrefix("<")
        let content = mayBeFile ? right.cut(at: 0x3B).before : right
        let isText = !mayBeFile || right.cut(at: 0x3B).after?.start.contains("=") != true
        transfer.parts.append(
            (RequestSample.Item(name, isUnknown ? nil : (isText ? right : content).value), isFile))
    }

    // MARK: - Requests

    private mutating func finish() -> [RequestSample] {
        let transfer = transfer
        self.transfer = Transfer()
        var body = transfer.isGet ? .none : body(transfer)
        if transfer.isUpload { body = .unknown }
        let impliedMethod =
            transfer.isHead ? "HEAD" : transfer.isUpload ? "PUT" : transfer.hasBody && !transfer.isGet ? "POST" : "GET"
        let method = transfer.method ?? impliedMethod
        guard method.utf8.allSatisfy(Placeholder.isWord), !method.isEmpty else {
            notes.append("the method isn't known")
            return []
        }
        return transfer.urls.compactMap { url in
            if let foreign = URLParts.foreignProtocol(url.start) {
                notes.append("a request by '\(foreign)' is left out")
                return nil
            }
            var parts = URLParts(url, .documented, &notes)
            let queryItems = transfer.isGet ? transfer.data + transfer.query : transfer.query
            for item in queryItems { parts.query += URLParts.items(item, .documented, &notes) }
            var sample = RequestSample(method, parts, file: path, place: place)
            sample.headers = transfer.headers.map(\.item)
            sample.hasCredentials = !transfer.hasNetrc
            sample.authentication = transfer.authentication ?? Self.user(in: url)
            for (item, value) in transfer.headers {
                sample.authentication =
                    sample.authentication ?? Description.Authentication(header: item.name, Self.trimmed(value))
            }
            if transfer.isJSON, !transfer.headers.contains(where: { MockText.isSame($0.item.name, "accept") }) {
                sample.headers?.append(RequestSample.Item("Accept", "application/json"))
            }
            sample.body = body
            return sample
        }
    }

    private static func trimmed(_ value: TemplateText) -> TemplateText {
        guard case .text(let text)? = value.parts.first else { return value }
        var result = TemplateText(String(text.drop { $0 == " " || $0 == "\t" }))
        result.append(value.parts.dropFirst())
        return result
    }

    /// `https://user:password@api.example.com`
    private static func user(in url: TemplateText) -> Description.Authentication? {
        let start = url.value ?? url.start
        guard let mark = start.firstRange(of: "://") else { return nil }
        return start[mark.upperBound...].prefix { $0 != "/" && $0 != "?" }.utf8.contains(0x40) ? .basic : nil
    }

    private mutating func body(_ transfer: Transfer) -> RequestSample.Body {
        if !transfer.parts.isEmpty { return .multipart(transfer.parts) }
        if transfer.isDataUnknown { return .unknown }
        guard !transfer.data.isEmpty else { return .none }
        var joined = TemplateText()
        for (index, data) in transfer.data.enumerated() {
            if index > 0, !transfer.isJSON { joined.append("&") }
            joined.append(data.parts)
        }
        let header = transfer.headers.first { MockText.isSame($0.item.name, "content-type") }?.item.value
        let type = header ?? (transfer.isJSON ? "application/json" : nil)
        if let type, MediaType(type)?.isForm != true { return .bytes(joined.jsonBytes, type: type) }
        // People forget the header, and curl then sends the type of a form.
        let first = joined.start.utf8.first { $0 > 0x20 }
        if type == nil, first == 0x7B || first == 0x5B, (try? JSONValue(parsing: joined.jsonBytes)) != nil {
            notes.append("the body is taken as JSON, though curl would send it as a form")
            return .bytes(joined.jsonBytes, type: "application/json")
        }
        return .form(joined, .documented, &notes)
    }
}
