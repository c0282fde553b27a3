// A line for `callsite.yaml` in a message. It is there to be copied, so it is whole and right or it isn't given.

extension DiagnosticText {
    /// `'renames: {Pet.foo_bar: fooBarSnake}'`.
    ///
    /// - Returns: nil where the key is too long for a message, or would have to be changed to be shown.
    package static func rename(_ key: String, to name: String) -> Self? {
        guard let key = inFlowMapping(key), let name = inFlowMapping(name) else { return nil }
        return "'renames: {\(key): \(name)}'"
    }

    private static let copiedLimit = 120

    /// A text as YAML writes it in `{…}`: plain, or in double quotation marks, with the escapes of YAML 1.2, section
    /// 5.7.
    private static func inFlowMapping(_ text: String) -> Self? {
        let scalars = text.unicodeScalars
        guard !text.isEmpty, scalars.prefix(copiedLimit + 1).count <= copiedLimit, Userinfo.hidden(in: text) == text
        else { return nil }
        let isWord = text.utf8.allSatisfy { byte in
            byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A || byte >= 0x30 && byte <= 0x39 || byte == 0x5F || byte == 0x2E
        }
        let isNumber = text.utf8.first.map { $0 < 0x41 } ?? false
        if isWord, !isNumber, !["null", "true", "false", "yes", "no", "on", "off"].contains(text.lowercased()) {
            return Self(copied: text)
        }
        var quoted = "\""
        for scalar in scalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case _
            where VisibleText.isControl(scalar) || VisibleText.isInvisible(scalar)
                || scalar.value > 0x7F && scalar.properties.isWhitespace:
                let digits = String(scalar.value, radix: 16, uppercase: true)
                quoted += "\\U" + String(repeating: "0", count: 8 - digits.utf8.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return Self(copied: quoted + "\"")
    }
}
