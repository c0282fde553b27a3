import CallsiteMockEngine
import Foundation

/// The request that a curl command sends, as far as test suites use its options.
struct CurlCommand {
    private(set) var request = MockRequest(method: "GET", target: "/")
    private var hasMethod = false
    private var fields: [(name: String, value: String)] = []
    private var data: [String] = []

    init(_ line: String) {
        var words = Self.words(line)[...]
        if words.first == "curl" { words = words.dropFirst() }
        while let word = words.popFirst() {
            switch word {
            case "-X", "--request": if let method = words.popFirst() { set(method) }
            case "-H", "--header": if let header = words.popFirst() { add(header) }
            case "-d", "--data", "--data-raw", "--data-binary": if let text = words.popFirst() { data.append(text) }
            case "--data-urlencode": if let text = words.popFirst() { data.append(Self.encoded(text)) }
            case "-F", "--form":
                if let text = words.popFirst() {
                    let name = text.prefix { $0 != "=" }
                    fields.append((String(name), String(text.dropFirst(name.count + 1))))
                }
            case "--cookie", "-b": if let cookie = words.popFirst() { request.headers.append(("Cookie", cookie)) }
            case "--url": if let url = words.popFirst() { request.target = Self.target(url) }
            case "--head", "-I": if !hasMethod { request.method = "HEAD" }
            case "-sIXGET": set("GET")
            case _ where word.hasPrefix("-"): break
            default: request.target = Self.target(word)
            }
        }
        finish()
    }

    private mutating func set(_ method: String) {
        request.method = method
        hasMethod = true
    }

    private mutating func add(_ header: String) {
        let name = header.prefix { $0 != ":" }
        let value = header.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces)
        // curl leaves a header without a value out.
        if !value.isEmpty { request.headers.append((String(name), value)) }
    }

    private mutating func finish() {
        func has(_ name: String) -> Bool { request.headers.contains { $0.name.lowercased() == name } }
        if !has("accept") { request.headers.append(("Accept", "*/*")) }
        request.headers.append(("Host", "localhost:4010"))
        if !fields.isEmpty {
            let boundary = "harness-boundary"
            var text = ""
            for field in fields {
                text +=
                    "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(field.name)\"\r\n\r\n\(field.value)\r\n"
            }
            request.body = Array((text + "--\(boundary)--\r\n").utf8)
            request.headers.removeAll { $0.name.lowercased() == "content-type" }
            request.headers.append(("Content-Type", "multipart/form-data; boundary=\(boundary)"))
            if !hasMethod { request.method = "POST" }
        } else if !data.isEmpty {
            request.body = Array(data.joined(separator: "&").utf8)
            if !has("content-type") { request.headers.append(("Content-Type", "application/x-www-form-urlencoded")) }
            if !hasMethod { request.method = "POST" }
        }
    }

    private static func encoded(_ text: String) -> String {
        let name = text.contains("=") ? text.prefix { $0 != "=" } : ""
        let value = text.contains("=") ? text.dropFirst(name.count + 1) : text[...]
        let allowed = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
        let escaped = value.addingPercentEncoding(withAllowedCharacters: allowed) ?? String(value)
        return text.contains("=") ? name + "=" + escaped : escaped
    }

    private static func target(_ url: String) -> String {
        guard let scheme = url.range(of: "://") else { return url }
        let rest = url[scheme.upperBound...]
        guard let slash = rest.firstIndex(where: { $0 == "/" || $0 == "?" }) else { return "/" }
        return rest[slash] == "/" ? String(rest[slash...]) : "/" + rest[slash...]
    }

    /// As a shell reads them.
    private static func words(_ line: String) -> [String] {
        var words: [String] = []
        var word = ""
        var isWord = false
        var quote: Character?
        var isEscaped = false
        for character in line {
            if isEscaped {
                if character != "\n" { word.append(character) }
                isEscaped = false
            } else if character == "\\", quote != "'" {
                isEscaped = true
            } else if let open = quote {
                if character == open { quote = nil } else { word.append(character) }
            } else if character == "'" || character == "\"" {
                quote = character
                isWord = true
            } else if character.isWhitespace {
                if isWord { words.append(word) }
                (word, isWord) = ("", false)
            } else {
                word.append(character)
                isWord = true
            }
        }
        if isWord { words.append(word) }
        return words
    }
}
