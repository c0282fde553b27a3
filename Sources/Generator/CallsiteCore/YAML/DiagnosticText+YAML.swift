// YAML in a message. It is there to be copied, so whatever a description contributes stays one key or one value.

extension DiagnosticText {
    /// `'renames: {Pet.foo_bar: fooBarSnake}'`.
    ///
    /// - Returns: nil where the key is too long for a message, or would have to be changed to be shown.
    package static func rename(_ key: String, to name: String) -> Self? {
        guard let key = inFlowMapping(key), let name = inFlowMapping(name) else { return nil }
        return "'renames: {\(key): \(name)}'"
    }

    private static let copiedLimit = 120

    /// A string as one value of YAML, wherever it is pasted. A string that is too long is cut, in quotation marks.
    static func yaml(_ text: String) -> Self {
        inFlowMapping(text) ?? Self(copied: doubleQuoted(Self(quoting: text).description))
    }

    /// The words between commas, as elements of a list: `open, closed` may have been meant as `[open, closed]`.
    static func yamlElements(_ text: String) -> Self {
        text.split(separator: ",").prefix(listLimit).map { yaml(String($0).trimmed) }.joined(separator: ", ")
    }

    /// A string as YAML writes it in `{…}`: plain, or in double quotation marks, with the escapes of YAML 1.2, section
    /// 5.7.
    private static func inFlowMapping(_ text: String) -> Self? {
        let scalars = text.unicodeScalars
        guard !text.isEmpty, scalars.prefix(copiedLimit + 1).count <= copiedLimit, Userinfo.hidden(in: text) == text
        else { return nil }
        let isWord = text.utf8.allSatisfy { $0.isLetter || $0.isDigit || "_./-$".utf8.contains($0) }
        if isWord, let first = text.utf8.first, !first.isDigit, first != UInt8(ascii: "-"),
            case .string = YAMLScalar(plain: text),
            !["yes", "no", "on", "off", "y", "n", "..."].contains(text.lowercased())
        {
            return Self(copied: text)
        }
        return Self(copied: doubleQuoted(text))
    }

    private static func doubleQuoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case _
            where VisibleText.isControl(scalar) || VisibleText.isInvisible(scalar)
                || scalar.value > 0x7F && scalar.properties.isWhitespace:
                quoted += VisibleText.yamlEscape(scalar)
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}

extension DiagnosticText.StringInterpolation {
    /// A key or a value in a line of YAML that a person is to copy: `{header: \(yaml: name)}`.
    package mutating func appendInterpolation(yaml: some StringProtocol) {
        appendInterpolation(DiagnosticText.yaml(String(yaml)))
    }
}
