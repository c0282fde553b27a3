/// A path in the notation of other tools: `GET /orders`, `/orders/:id`, `/orders/{id:Int}`, `/orders/<id>`.
struct ForeignPath {
    private let text: String
    private let scalars: [Unicode.Scalar]

    init(_ text: String) {
        self.text = text
        scalars = Array(text.unicodeScalars)
    }

    /// The first mistake; nil: the path is of this format, or can't be understood at all.
    var problem: PathTemplate.Problem? { wordBefore ?? baseURL ?? oddSign ?? oddSegment ?? oddBraces }

    private func string(_ range: some RangeExpression<Int>) -> String { String(scalars: scalars[range]) }

    private var wordBefore: PathTemplate.Problem? {
        guard let blank = scalars.firstIndex(of: " ") else { return nil }
        let (word, rest) = (string(..<blank).uppercased(), string((blank + 1)...))
        if EndpointKey.methods.contains(word) {
            return .init(
                message: "a path doesn't hold the method", help: "write 'method: \(word)' and 'path: \(rest)'",
                range: 0..<scalars.count)
        }
        guard rest.hasPrefix("//") else { return nil }
        return .init(message: "'\(rest)' is no comment to YAML", help: "write '# …'", range: blank + 1..<scalars.count)
    }

    private var baseURL: PathTemplate.Problem? {
        for scheme in ["https://", "http://"] where text.hasPrefix(scheme) {
            let path = text.dropFirst(scheme.count).drop { $0 != "/" }
            return .init(
                message: "a path doesn't hold the base URL",
                help: "write '\(path.isEmpty ? "/" : path)'; 'baseURL:' is a key of the endpoint too",
                range: 0..<scalars.count)
        }
        guard scalars.first == "{", let close = scalars.firstIndex(of: "}"),
            ["baseurl", "base", "host", "server", "url", "root", "apiurl"].contains(foldedKey(string(1..<close)))
        else { return nil }
        return .init(
            message: "a path doesn't hold the base URL", help: "write '\(string((close + 1)...))'", range: 0..<close + 1
        )
    }

    private var oddSign: PathTemplate.Problem? {
        if let backslash = scalars.firstIndex(of: "\\"), backslash == 0 || scalars.first == "/" {
            let path = String(text.map { $0 == "\\" ? "/" : $0 })
            return .init(
                message: "a path is written with '/'", help: "write '\(path)'", range: backslash..<backslash + 1)
        }
        if let dollar = scalars.firstIndex(of: "$"), dollar + 1 < scalars.count, scalars[dollar + 1] == "{" {
            let name = string((dollar + 2)...).prefix { $0 != "}" }
            return .init(
                message: "a parameter has no '$' before its brace", help: "write '{\(name)}'",
                range: dollar..<dollar + 1)
        }
        guard let hash = scalars.firstIndex(of: "#"), hash + 1 < scalars.count, scalars[hash + 1] == " " else {
            return nil
        }
        return .init(
            message: "a comment needs a space before its '#'", help: "write ' # …'", range: hash..<scalars.count)
    }

    private var oddSegment: PathTemplate.Problem? {
        var start = 0
        while start < scalars.count {
            let end = scalars[start...].firstIndex { $0 == "/" || $0 == "?" && start > 0 } ?? scalars.count
            let segment = scalars[start..<end]
            if let first = segment.first, segment.count > 1 {
                let name = string(start + 1..<end)
                if first == ":", name.unicodeScalars.allSatisfy(\.isIdentifierPart) {
                    return .init(
                        message: "':\(name)' is text, and no parameter", help: "write '{\(name)}'", range: start..<end)
                }
                if first == "<", segment.last == ">" {
                    return .init(
                        message: "'<\(name)' isn't a parameter", help: "write '{\(name.dropLast())}'",
                        range: start..<end)
                }
            }
            start = end + 1
        }
        return nil
    }

    private var oddBraces: PathTemplate.Problem? {
        for start in scalars.indices where scalars[start] == "{" {
            let inside = scalars[(start + 1)...]
            if inside.first == "{" {
                let name = string(inside.startIndex..<(inside.firstIndex(of: "}") ?? scalars.count)).drop { $0 == "{" }
                return .init(
                    message: "a parameter has one brace on each side", help: "write '{\(name)}'",
                    range: start..<min(start + 2, scalars.count))
            }
            let name = inside.prefix(while: \.isIdentifierPart)
            guard !name.isEmpty else { continue }
            if let problem = oddName(String(scalars: name), start, end: name.endIndex) { return problem }
        }
        return nil
    }

    /// - Parameters:
    ///   - start: The brace before a parameter's name.
    ///   - end: The end of the name.
    private func oddName(_ name: String, _ start: Int, end: Int) -> PathTemplate.Problem? {
        guard end < scalars.count else {
            return .init(message: "this '{' is not closed", help: "write '{\(name)}'", range: start..<scalars.count)
        }
        let close = scalars[(start + 1)...].firstIndex(of: "}") ?? scalars.count - 1
        switch scalars[end] {
        case ":", "=":
            let type = string(end + 1..<close).drop { $0 == " " }
            if scalars[end] == "=", PathTemplate.isPattern(type) { return nil }
            return .init(
                message: "a parameter's type doesn't stand in the path",
                help: isTypeName(String(type)) || ForeignTypes.synonym(of: String(type)) != nil
                    ? "write '{\(name)}', and '\(name): \(type)' under 'parameters:'" : "write '{\(name)}'",
                range: start..<close + 1)
        case "?":
            return .init(
                message: "a path parameter can't be left out", help: "write '{\(name)}'", range: start..<close + 1)
        case "/": return .init(message: "this '{' is not closed", help: "write '{\(name)}'", range: start..<end)
        default: return nil
        }
    }
}
