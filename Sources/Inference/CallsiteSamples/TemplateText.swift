import CallsiteMockEngine
import CallsiteText

/// A string with variables: `{{base}}/orders/{{id}}`, `"$BASE/orders/$ID"`.
struct TemplateText {
    enum Part {
        case text(String)
        /// nil: it has no value.
        case variable(String, value: String?)
    }

    private(set) var parts: [Part] = []
    /// The largest size of a joined value: a short string may name a long value any number of times.
    private static let mostBytes = 1 << 23

    init() {}

    init(_ text: String) { append(text) }

    mutating func append(_ text: String) {
        guard !text.isEmpty else { return }
        guard case .text(var before)? = parts.last else {
            parts.append(.text(text))
            return
        }
        // The last part is removed first: a copy for each piece would cost the square of their number.
        parts.removeLast()
        before += text
        parts.append(.text(before))
    }

    mutating func append(variable name: String, value: String?) { parts.append(.variable(name, value: value)) }

    mutating func append(_ parts: some Sequence<Part>) {
        for part in parts {
            switch part {
            case .text(let text): append(text)
            case .variable: self.parts.append(part)
            }
        }
    }

    var isEmpty: Bool { parts.isEmpty }
    var hasVariables: Bool { parts.contains { if case .variable = $0 { true } else { false } } }

    /// The string, if there are no variables.
    var text: String? {
        switch parts.count {
        case 0: ""
        case 1: if case .text(let text) = parts[0] { text } else { nil }
        default: nil
        }
    }

    /// The string with the values of variables; nil: a variable has none.
    var value: String? {
        if let text { return text }
        var result = ""
        for part in parts {
            switch part {
            case .text(let text): result += text
            case .variable(_, let value):
                guard let value else { return nil }
                result += value
            }
            guard result.utf8.count <= Self.mostBytes else { return nil }
        }
        return result
    }

    /// The string before the first variable.
    var start: String {
        if case .text(let text)? = parts.first { text } else { "" }
    }

    /// The variable, if there is nothing else.
    var variable: (name: String, value: String?)? {
        if parts.count == 1, case .variable(let name, let value) = parts[0] { (name, value) } else { nil }
    }

    var firstWithoutValue: String? {
        for case .variable(let name, nil) in parts { return name }
        return nil
    }

    /// The parts before and after the first such character; `after` is nil if there is none.
    func cut(at character: UInt8) -> (before: TemplateText, after: TemplateText?) {
        for (index, part) in parts.enumerated() {
            guard case .text(let text) = part, let place = text.utf8.firstIndex(of: character) else { continue }
            var (before, after) = (TemplateText(), TemplateText())
            before.parts = Array(parts[..<index])
            before.append(String(text[..<place]))
            after.append(String(text[text.utf8.index(after: place)...]))
            after.parts += parts[(index + 1)...]
            return (before, after)
        }
        return (self, nil)
    }

    func split(at character: UInt8) -> [TemplateText] {
        var pieces = [TemplateText()]
        for part in parts {
            guard case .text(let text) = part else {
                pieces[pieces.count - 1].parts.append(part)
                continue
            }
            let texts = text.utf8.split(separator: character, omittingEmptySubsequences: false)
            for (index, piece) in texts.enumerated() {
                if index > 0 { pieces.append(TemplateText()) }
                pieces[pieces.count - 1].append(String(Substring(piece)))
            }
        }
        return pieces
    }
}

extension TemplateText {
    /// JSON in which a variable without a value is null, or inside a string `{{name}}`.
    var jsonBytes: [UInt8] {
        if let value { return Array(value.utf8) }
        var result: [UInt8] = []
        var (isString, isEscaped) = (false, false)
        for part in parts {
            guard result.count <= Self.mostBytes else { return result }
            switch part {
            case .text(let text):
                for byte in text.utf8 {
                    if isEscaped {
                        isEscaped = false
                    } else if byte == 0x5C {
                        isEscaped = isString
                    } else if byte == 0x22 {
                        isString.toggle()
                    }
                }
                result += text.utf8
            case .variable(_, let value?): result += value.utf8
            case .variable(let name, nil): result += isString ? Array("{{\(name)}}".utf8) : Array("null".utf8)
            }
        }
        return result
    }
}

/// Variables whose values stay out of paths, hosts and names.
enum SecretVariable {
    /// Whether a variable holds a secret, by its name. `auth` is a credential, and may be the address of a server.
    static func isSecret(_ name: String, _ value: String) -> Bool {
        Secrets().isSecret(field: name) && value.firstRange(of: "://") == nil
    }
}
