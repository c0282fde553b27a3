// The only types that a template can print. Each is made by escaping or by parsing, so that no string of a description,
// which is untrusted, can reach the output as code.

import CallsiteCore

/// An identifier, in backticks if it is a keyword. It is always valid in Swift: other characters are removed.
package struct SwiftIdentifier: Hashable, Sendable, TemplateFragment {
    /// Without backticks.
    package let name: String
    /// As it is printed.
    package let text: String

    /// The name of a variable, a property, a function or an enum's case.
    package init(_ name: String) {
        self.name = SwiftIdentifier.checked(name)
        text = SwiftIdentifier.keywords.contains(self.name) ? "`\(self.name)`" : self.name
    }

    /// The name of a type: members called `Type` and `Protocol` mean something else to Swift even in backticks.
    package init(type name: String) {
        let checked = SwiftIdentifier.checked(name)
        self.name = ["Type", "Protocol", "Self", "Any"].contains(checked) ? checked + "_" : checked
        text = SwiftIdentifier.keywords.contains(self.name) ? "`\(self.name)`" : self.name
    }

    /// The name as a label in a call, where only `inout` needs backticks.
    package var label: SwiftLabel { SwiftLabel(text: name == "inout" ? text : name) }

    /// A last line of defence: the names of `SwiftNames` need no change here.
    private static func checked(_ name: String) -> String {
        if let first = name.utf8.first, SwiftIdentifier.isLetter(first),
            name.utf8.allSatisfy({ SwiftIdentifier.isLetter($0) || (0x30...0x39).contains($0) || $0 == 0x5F })
        {
            return name
        }
        var result = String.UnicodeScalarView()
        for scalar in name.unicodeScalars where scalar.isIdentifierPart && !VisibleText.isInvisible(scalar) {
            result.append(scalar)
        }
        guard let first = result.first else { return "_empty" }
        if ("0"..."9").contains(first) || (first != "_" && !first.properties.isXIDStart) {
            result.insert("_", at: result.startIndex)
        }
        return result.allSatisfy({ $0 == "_" }) ? "underscore" : String(result)
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

    /// The name behind a dot, where most keywords need no backticks.
    package var member: String { Self.keywordsBehindDots.contains(name) ? text : name }

    package func write(to output: inout [UInt8]) {
        output.append(contentsOf: (output.last == UInt8(ascii: ".") ? member : text).utf8)
    }

    /// Words that mean something else behind a dot.
    private static let keywordsBehindDots: Set<String> = ["init", "self", "Type", "Protocol", "Self", "Any"]

    /// Words that need backticks in at least one place where generated code has a name.
    private static let keywords: Set<String> = [
        "Any", "Self", "Type", "Protocol", "as", "associatedtype", "await", "break", "case", "catch", "class",
        "continue", "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false",
        "fileprivate", "for", "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil",
        "operator", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return", "self",
        "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var",
        "where", "while", "actor", "any", "async", "each", "some", "package", "borrowing", "consuming", "nonisolated",
        "unsafe",
    ]
}

/// The label before the colon of an argument.
package struct SwiftLabel: Hashable, Sendable, TextFragment {
    package let text: String

    fileprivate init(text: String) { self.text = text }
}

/// A string literal on one line, in which nothing is interpolated.
package struct SwiftStringLiteral: Hashable, Sendable, TextFragment {
    package let text: String

    package init(_ value: String) {
        if VisibleText.isPlain(value), !value.utf8.contains(where: { $0 == 0x22 || $0 == 0x5C }) {
            text = "\"" + value + "\""
            return
        }
        var text = "\""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\\": text += "\\\\"
            case "\"": text += "\\\""
            case "\n": text += "\\n"
            case "\t": text += "\\t"
            case "\r": text += "\\r"
            default:
                if VisibleText.isControl(scalar) || VisibleText.isInvisible(scalar) {
                    text += VisibleText.escape(scalar)
                } else {
                    text.unicodeScalars.append(scalar)
                }
            }
        }
        self.text = text + "\""
    }
}

/// One line of a documentation comment, without its `///`.
package struct SwiftDocLine: Hashable, Sendable, TemplateFragment {
    package let text: String

    /// One empty line.
    package static let blank = [SwiftDocLine(text: "")]

    /// The lines of a string, split at every form of line break. Blank lines at both ends are removed.
    package static func lines(_ text: String) -> [SwiftDocLine] {
        if VisibleText.isPlain(text, allowingLineFeeds: true) {
            guard text.utf8.contains(0x0A) else { return trimmed([text[...]]) }
            return trimmed(text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map { Substring($0) })
        }
        var lines: [String] = [""]
        let scalars = text.unicodeScalars
        // The start of the characters that are copied as they are, up to the next character that isn't.
        var start = scalars.startIndex
        var last: Unicode.Scalar?
        func copy(upTo end: String.Index) {
            if start < end { lines[lines.count - 1] += text[start..<end] }
            start = end < scalars.endIndex ? scalars.index(after: end) : end
        }
        for index in scalars.indices {
            let scalar = scalars[index]
            switch scalar.value {
            case 0x0A, 0x0B, 0x0C, 0x0D, 0x85, 0x2028, 0x2029:
                copy(upTo: index)
                if !(scalar == "\n" && last == "\r") { lines.append("") }
            case 0: copy(upTo: index)
            case 0x09:
                copy(upTo: index)
                lines[lines.count - 1] += "    "
            default:
                if VisibleText.isControl(scalar) || VisibleText.isInvisible(scalar) {
                    copy(upTo: index)
                    lines[lines.count - 1] += VisibleText.escape(scalar)
                }
            }
            last = scalar
        }
        copy(upTo: scalars.endIndex)
        return trimmed(lines.map { $0[...] })
    }

    /// The lines without spaces at their ends, and without blank lines at both ends.
    private static func trimmed(_ lines: [Substring]) -> [SwiftDocLine] {
        var trimmed = lines.map { line -> Substring in
            var line = line
            while line.utf8.last == 0x20 { line = line[..<line.utf8.index(before: line.endIndex)] }
            return line
        }
        while trimmed.last?.isEmpty == true { trimmed.removeLast() }
        let content = trimmed.drop { $0.isEmpty }
        return content.map { SwiftDocLine(text: String($0)) }
    }

    /// Writes a space in front of the line, unless it is empty.
    package func write(to output: inout [UInt8]) {
        if !text.isEmpty { output.append(0x20) }
        output.append(contentsOf: text.utf8)
    }
}

/// A comment behind `//` in the header of a file: one line.
package struct SwiftComment: Hashable, Sendable, TextFragment {
    package let text: String
    package init(_ value: String) { text = SwiftDocLine.lines(value).map(\.text).joined(separator: " ") }
}
