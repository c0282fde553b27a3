/// The source of `EmbeddedTemplates.swift`: the templates as literals, which build faster than a resource bundle and
/// need no file at run time.
package func embeddedTemplatesSource(_ files: [(name: String, text: String)]) -> String {
    embeddedSource(
        files, as: "embeddedTemplates", writtenBy: "swift run callsite-dev embed-templates", from: "Templates")
}

/// The source of `EmbeddedPage.swift`: the page's files as literals.
package func embeddedPageSource(_ files: [(name: String, text: String)]) -> String {
    embeddedSource(files, as: "embeddedPage", writtenBy: "swift run callsite-dev embed-page", from: "Templates/Page")
}

/// Files as one list of literals. They come in the order of their names, whatever order they are given in.
func embeddedSource(
    _ files: [(name: String, text: String)], as variable: String, writtenBy command: String, from folder: String
) -> String {
    var source = """
        // Written by `\(command)` from the folder \(folder). Do not edit.

        let \(variable): [(name: String, text: String)] = [

        """
    for file in files.sorted(by: { $0.name < $1.name }) {
        source += "    (\n        " + oneLineLiteral(file.name) + ",\n        " + literal(file.text) + "\n    ),\n"
    }
    if files.isEmpty { source.removeLast() }
    return source + "]\n"
}

/// A raw literal of several lines, if it can hold the string unchanged; a literal of one line otherwise.
///
/// In a literal of several lines the compiler reads a carriage return as a line's end, and forbids NUL.
private func literal(_ text: String) -> String {
    guard text.unicodeScalars.allSatisfy({ $0 == "\n" || $0 == "\t" || ($0.value >= 0x20 && $0.value != 0x7F) }) else {
        return oneLineLiteral(text)
    }
    // The literal has one `#` more than the longest run of them, so no quote ends it and no backslash escapes.
    var longest = 0
    var current = 0
    for byte in text.utf8 {
        current = byte == UInt8(ascii: "#") ? current + 1 : 0
        longest = max(longest, current)
    }
    let hashes = String(repeating: "#", count: longest + 1)
    var lines = ""
    // Bytes are split: a line's end followed by a combining character is one `Character`. The compiler removes the
    // indentation again.
    for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
        if !line.isEmpty { lines += "        " + String(decoding: line, as: UTF8.self) }
        lines += "\n"
    }
    return hashes + "\"\"\"\n" + lines + "        \"\"\"" + hashes
}

/// A literal of one line with everything but printable ASCII escaped.
private func oneLineLiteral(_ text: String) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\"", "\\":
            literal += "\\"
            literal.unicodeScalars.append(scalar)
        case " "..."~": literal.unicodeScalars.append(scalar)
        default: literal += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
        }
    }
    return literal + "\""
}
