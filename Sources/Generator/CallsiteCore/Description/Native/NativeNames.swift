// Checks the names of properties and types in a description.

/// Checks a name in the description that becomes the Swift name of a property or a case.
func checkPropertyName(_ name: Description.Name, _ diagnostics: inout Diagnostics) {
    let scalars = name.text.unicodeScalars
    // Many scripts have no case, and some capitals have no small letter.
    func isBeginning(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.properties.isLowercase || scalar == "_" { return true }
        return scalar.properties.isXIDStart && scalar.properties.lowercaseMapping == String(scalar)
    }
    let isLegal =
        scalars.first.map(isBeginning) == true && scalars.allSatisfy(\.isIdentifierPart)
        && scalars.contains { $0 != "_" }
    if !isLegal { diagnostics.report(.badSwiftName(name.text, at: name.place)) }
}

/// Checks the name of an endpoint, a model or an API, which becomes the name of a Swift type.
func checkTypeName(_ name: Description.Name, of what: DiagnosticText, _ diagnostics: inout Diagnostics) {
    guard !isTypeName(name.text) else { return }
    var words = name.text.split { !$0.unicodeScalars.allSatisfy(\.isIdentifierPart) || $0 == "_" }
    // In `struct Order` and `Order extends Base`, as other languages write it, the name is `Order`.
    let declarationKeywords = [
        "struct", "class", "interface", "type", "enum", "model", "record", "message", "public", "final", "export",
        "abstract",
    ]
    if name.text.contains(" ") {
        while words.count > 1, declarationKeywords.contains(words[0].lowercased()) { words.removeFirst() }
    }
    let hasColon = name.text.contains(":")
    if let base = hasColon
        ? words.dropFirst().first
        : words.firstIndex(where: { ["extends", "implements", "inherits"].contains($0) }).flatMap({
            words[$0...].dropFirst().first
        }),
        what == "a model"
    {
        diagnostics.report(.modelWithBase(name.text, String(words[0]), String(base), at: name.place))
        return
    }
    let proposal = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    let isUsable =
        !proposal.isEmpty && proposal != name.text && proposal.unicodeScalars.first!.properties.isUppercase
        && proposal.count <= 100
    diagnostics.report(.badTypeName(name.text, of: what, proposal: isUsable ? proposal : nil, at: name.place))
}

/// Whether a string is a capital, then letters and digits: `Order`. A character without a capital may follow a `_`
/// instead: `_3DModel`.
package func isTypeName(_ text: String) -> Bool {
    let scalars = Array(text.unicodeScalars)
    guard let first = scalars.first == "_" ? scalars.dropFirst().first : scalars.first, scalars.count <= 100 else {
        return false
    }
    let isBeginning =
        first.properties.isUppercase
        || (!first.properties.isLowercase
            && (first.properties.isXIDStart || (scalars.first == "_" && ("0"..."9").contains(first))))
    return isBeginning && scalars.allSatisfy(\.isIdentifierPart)
}

extension Diagnostic {
    static func modelWithBase(_ text: String, _ name: String, _ base: String, at place: SourceLocation) -> Self {
        .error(
            "bad-type-name", "a model can't inherit, and this is '\(text)'",
            help: "write '\(name):', and the fields of '\(base)' with its own", at: place)
    }
    static func badSwiftName(_ name: String, at place: SourceLocation) -> Self {
        .error(
            "bad-swift-name", "'\(name)' can't name a property or a case",
            help: "a name begins with a small letter and holds letters and digits", at: place)
    }
    static func badTypeName(
        _ name: String, of what: DiagnosticText, proposal: String?, at place: SourceLocation
    ) -> Self {
        .error(
            "bad-type-name",
            "'\(name)' can't name \(what): a Swift type begins with a capital and holds letters and digits, 100 at most",
            help: proposal.map { "write '\($0)'" }, at: place)
    }
}
