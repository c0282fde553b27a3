// Headers that every request sends.

func readHeaders(
    _ entries: [(key: Description.Name, value: Node)], _ diagnostics: inout Diagnostics
) -> [Description.Header] {
    var result: [Description.Header] = []
    var first: [String: SourceLocation] = [:]
    for (key, value) in entries {
        guard key.text.isHeaderName else {
            diagnostics.report(.badHeaderName(key.text, at: key.place))
            continue
        }
        guard let text = value.text else {
            diagnostics.report(.wrongValue(of: key.text, value, expected: "text"))
            continue
        }
        if isTypeOfHeader(value) {
            diagnostics.report(.typeOfHeader(key.text, text, at: value.place))
            continue
        }
        if let variable = text.variableOfShells {
            diagnostics.report(.variableInHeader(variable, at: value.place))
            continue
        }
        if text.unicodeScalars.contains(where: { ($0.value < 0x20 && $0 != "\t") || $0.value == 0x7F }) {
            diagnostics.report(.badHeaderValue(key.text, at: value.place))
            continue
        }
        if let earlier = first.updateValue(key.place, forKey: key.text.lowercased()) {
            diagnostics.report(.duplicateField(key.text, at: key.place, first: earlier))
            continue
        }
        if SecretNames.contains(field: key.text) { diagnostics.report(.credentialInHeader(key.text, at: value.place)) }
        result.append(.init(name: key.text, value: text, place: key.place))
    }
    return result
}

extension Diagnostic {
    fileprivate static func credentialInHeader(_ name: String, at place: SourceLocation) -> Self {
        .warning(
            "credential-in-header", "the value of '\(name)' becomes part of the code, for everybody who has it to read",
            help: name.lowercased().hasSuffix("authorization")
                ? "write 'authentication: bearer', and give the session the credential"
                : "write 'authentication: {header: \(name)}', and give the session the credential",
            at: place)
    }
}

extension String {
    /// A token of RFC 9110, section 5.6.2.
    package var isHeaderName: Bool {
        !isEmpty
            && utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
                default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
                }
            }
    }
}

extension Diagnostic {
    static func badHeaderValue(_ name: String, at place: SourceLocation) -> Self {
        .error(
            "header-value", "the value of '\(name)' contains a line break or another control character",
            help: "a header is one line", at: place)
    }
}
