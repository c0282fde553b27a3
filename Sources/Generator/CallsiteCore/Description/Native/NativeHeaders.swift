// Headers that every request sends.

func readHeaders(
    _ entries: [(key: Description.Name, value: Node)], _ diagnostics: inout Diagnostics
) -> [Description.Header] {
    var result: [Description.Header] = []
    var places: [String: SourceLocation] = [:]
    for (key, value) in entries {
        if let problem = problemOfHeader(key, value) {
            diagnostics.report(problem)
            continue
        }
        if let earlier = places.updateValue(key.place, forKey: key.text.lowercased()) {
            diagnostics.report(.duplicateField(key.text, at: key.place, first: earlier))
            continue
        }
        if SecretNames.contains(field: key.text) { diagnostics.report(.credentialInHeader(key.text, at: value.place)) }
        result.append(.init(name: key.text, value: value.text ?? "", place: key.place))
    }
    return result
}

private func problemOfHeader(_ key: Description.Name, _ value: Node) -> Diagnostic? {
    guard key.text.isHeaderName else { return .badHeaderName(key.text, at: key.place) }
    guard let text = value.text else { return .wrongValue(of: key.text, value, expected: "text") }
    if isTypeOfHeader(value) { return .typeOfHeader(key.text, text, at: value.place) }
    if let variable = text.variableOfShells { return .variableInHeader(variable, at: value.place) }
    let isOneLine = text.unicodeScalars.allSatisfy { $0 == "\t" || $0.value >= 0x20 && $0.value != 0x7F }
    return isOneLine ? nil : .badHeaderValue(key.text, at: value.place)
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
    static func badHeaderValue(_ name: String, at place: SourceLocation) -> Self {
        .error(
            "header-value", "the value of '\(name)' contains a line break or another control character",
            help: "a header is one line", at: place)
    }
}

extension String {
    /// Whether the string is a token (RFC 9110, section 5.6.2).
    package var isHeaderName: Bool {
        !isEmpty && utf8.allSatisfy { $0.isLetter || $0.isDigit || "!#$%&'*+-.^_`|~".utf8.contains($0) }
    }
}
