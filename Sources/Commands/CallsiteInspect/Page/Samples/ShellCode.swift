// Commands of a shell, as a page shows them. Strings of a description are in single quotes, in which only the quote
// itself has a meaning (POSIX, Shell Command Language, 2.2.2).

import CallsiteCore

/// One word of a command: strings, and variables of the shell.
struct ShellWord: Hashable, Sendable {
    enum Part: Hashable, Sendable {
        case text(String)
        /// The name of a variable, which Callsite chooses.
        case variable(String)
    }
    var parts: [Part]

    init(_ parts: Part...) { self.parts = parts }

    static func + (left: ShellWord, right: ShellWord) -> ShellWord {
        var word = left
        for part in right.parts {
            if case .text(let more) = part, case .text(let text)? = word.parts.last {
                word.parts[word.parts.count - 1] = .text(text + more)
            } else {
                word.parts.append(part)
            }
        }
        return word
    }

    /// Each string in quotes of its own, and each variable in double quotes, which keep it one word.
    fileprivate var quoted: String {
        if case .text(let word)? = parts.first, parts.count == 1, !word.isEmpty,
            word.utf8.allSatisfy({ 0x41...0x5A ~= $0 })
        {
            return word
        }
        let isPlain = isPlain
        let result = parts.map { part in
            switch part {
            case .text(let text): isPlain ? text : ShellWord.quoted(text)
            case .variable(let name): isPlain ? "$" + name : "\"$" + name + "\""
            }
        }.joined()
        return isPlain ? "\"" + result + "\"" : result.isEmpty ? "''" : result
    }

    private static func quoted(_ text: String) -> String {
        guard !text.isEmpty else { return "" }
        let needsEscapes = text.unicodeScalars.contains { $0 != "\n" && isHidden($0) }
        return needsEscapes ? "$'" + escaped(text) + "'" : QuotedText.shell(text)
    }

    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        VisibleText.isControl(scalar) || VisibleText.isInvisible(scalar)
    }

    /// A string for the quotes with escapes, `$'…'` (POSIX.1-2024, Shell Command Language, 2.2.4). Invisible characters
    /// would be lost when copied from a page. An escape has three octal digits, so a digit may follow it.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\\\"
            case "'": result += "\\'"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where isHidden(scalar):
                for byte in String(scalar).utf8 {
                    let digits = String(byte, radix: 8)
                    result += "\\" + String(repeating: "0", count: 3 - digits.count) + digits
                }
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Whether all of it may stand in double quotes: it has a variable, and only characters without a meaning there.
    private var isPlain: Bool {
        var hasVariable = false
        for (position, part) in parts.enumerated() {
            switch part {
            case .variable: hasVariable = true
            case .text(let text):
                let isSafe = text.utf8.allSatisfy { byte in
                    switch byte {
                    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
                    default: " -_.~:/?&=%,;+@*".utf8.contains(byte)
                    }
                }
                // A letter behind a variable would belong to its name.
                let isBehind = position > 0 && text.utf8.first.map { !"/?&:.-= ".utf8.contains($0) } ?? false
                guard isSafe, !isBehind else { return false }
            }
        }
        return hasVariable
    }
}

/// `curl` with its options, each on a line.
struct CurlCommand: Sendable {
    private var options: [(name: String, value: ShellWord?)] = []
    /// Parts of the request that the command lacks, and why: comments above it.
    private var notes: [String] = []
    private let url: ShellWord

    init(url: ShellWord) { self.url = url }

    mutating func add(_ name: String, _ value: ShellWord? = nil) { options.append((name, value)) }

    /// Adds a comment with a subject that is quoted as a word: some interactive shells don't accept comments.
    mutating func note(_ beginning: String, _ subject: String, _ end: String) {
        notes.append("# \(beginning) \(ShellWord(.text(subject.replacing("\n", with: " "))).quoted) \(end)")
    }

    var code: PageCode {
        var code = PageCode()
        for note in notes { code.add(note + "\n", .comment) }
        code.add("curl", .keyword)
        code.add(" ")
        code.add(url.quoted, .string)
        for (name, value) in options {
            code.add(" \\\n  ")
            code.add("--" + name, .key)
            guard let value else { continue }
            code.add(" ")
            code.add(value.quoted, .string)
        }
        return code
    }
}
