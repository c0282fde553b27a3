/// The part of a URL that holds a name and a password. Messages are shown, logged and pasted into reports, so they
/// never hold one.
package enum Userinfo {
    /// The string with the userinfo of every URL replaced by `…`: `https://…@api.example.com`.
    package static func hidden(in text: some Sequence<Unicode.Scalar>) -> [Unicode.Scalar] {
        replaced(in: text) { _ in ["\u{2026}"] }
    }

    /// The same with a sign for each character, so that columns stay where they are.
    package static func masked(in text: [Unicode.Scalar]) -> [Unicode.Scalar] {
        replaced(in: text) { Array(repeating: "*", count: $0) }
    }

    package static func hidden(in text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "@")) else { return text }
        var result = String.UnicodeScalarView()
        result.append(contentsOf: hidden(in: text.unicodeScalars))
        return String(result)
    }

    /// A URL without its userinfo; nil: it has none.
    package static func removed(from url: String) -> String? {
        guard url.utf8.contains(UInt8(ascii: "@")) else { return nil }
        let scalars = Array(url.unicodeScalars)
        guard let slashes = scalars.indices.dropLast().first(where: { scalars[$0] == "/" }), scalars[slashes + 1] == "/"
        else { return nil }
        let start = slashes + 2
        let end = scalars[start...].firstIndex { "/?#".unicodeScalars.contains($0) } ?? scalars.count
        guard let sign = scalars[start..<end].lastIndex(of: "@") else { return nil }
        var result = String.UnicodeScalarView()
        result.append(contentsOf: scalars[..<start])
        result.append(contentsOf: scalars[(sign + 1)...])
        return String(result)
    }

    private static func replaced(
        in text: some Sequence<Unicode.Scalar>, by replacement: (_ count: Int) -> [Unicode.Scalar]
    ) -> [Unicode.Scalar] {
        let scalars = Array(text)
        guard scalars.contains("@") else { return scalars }
        var result: [Unicode.Scalar] = []
        var index = 0
        while index < scalars.count {
            guard scalars[index] == "/", index + 1 < scalars.count, scalars[index + 1] == "/",
                index == 0 || scalars[index - 1] == ":"
            else {
                result.append(scalars[index])
                index += 1
                continue
            }
            let start = index + 2
            let end = scalars[start...].firstIndex { "/?# \t\n\"'<>".unicodeScalars.contains($0) } ?? scalars.count
            result += ["/", "/"]
            if let sign = scalars[start..<end].lastIndex(of: "@"), sign > start {
                result += replacement(sign - start)
                index = sign
            } else {
                index = start
            }
        }
        return result
    }
}
