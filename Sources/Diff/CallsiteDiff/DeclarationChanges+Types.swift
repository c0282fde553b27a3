import CallsiteCore

// Compares types by their source text: whether two are the same, and whether a value of one can be passed as the other.

extension DeclarationChanges {
    /// Whether two types are the same, except for the names of renamed types.
    func isSame(_ a: String, _ b: String) -> Bool {
        if !shadowedNames.isEmpty, namesAnother(b) { return false }
        if a == b { return true }
        if translated(b, oldNames) == a { return true }
        guard !aliases.isEmpty || !newAliases.isEmpty else { return false }
        return expandedOld(a) == expandedNew(b)
    }

    /// Whether a value of one type can be passed as the other without a conversion: it becomes an optional, or its
    /// elements do.
    func isTaken(_ a: String, as b: String) -> Bool {
        if !shadowedNames.isEmpty, namesAnother(b) { return false }
        return isSame(a, b) || Self.converts(expandedOld(a)[...], to: expandedNew(b)[...])
    }

    /// Whether a name in a type's text means a type in place now and meant a model before.
    func namesAnother(_ text: String) -> Bool {
        var isAnother = false
        _ = Self.translated(text) { name in
            if shadowedNames.contains(name), Self.isNested(name, in: scope.new, { new.paths[$0] != nil }),
                !Self.isNested(name, in: scope.old, { old.paths[$0] != nil })
            {
                isAnother = true
            }
            return nil
        }
        return isAnother
    }

    static func converts(_ a: Substring, to b: Substring) -> Bool {
        if a == b { return true }
        if b.hasSuffix("?") { return converts(a.hasSuffix("?") ? a.dropLast() : a, to: b.dropLast()) }
        guard let (key, value) = parts(a), let (otherKey, other) = parts(b) else { return false }
        return key == otherKey && converts(value, to: other)
    }

    /// The key and value types of a dictionary, or an empty key and the element type of a list.
    private static func parts(_ type: Substring) -> (key: Substring, value: Substring)? {
        guard type.hasPrefix("["), type.hasSuffix("]") else { return nil }
        let inner = type.dropFirst().dropLast()
        guard inner.hasPrefix("String: ") else { return ("", inner) }
        return ("String", inner.dropFirst("String: ".count))
    }

    func expandedOld(_ text: String) -> String {
        Self.expanded(text, aliases) { Self.isNested($0, in: scope.old, { old.paths[$0] != nil }) }
    }

    func expandedNew(_ text: String) -> String {
        // Renamed types come last, since the type that an alias stands for may be one of them.
        let expanded = Self.expanded(text, newAliases) { name in
            Self.isNested(name, in: scope.new) { new.paths[$0] != nil }
        }
        return translated(expanded, oldNames)
    }

    /// Whether a name means a type in place, which hides an alias of the same name.
    private static func isNested(_ name: String, in path: String, _ isDeclared: (String) -> Bool) -> Bool {
        var scope = path[...]
        while true {
            if isDeclared(scope + "." + name) { return true }
            guard let dot = scope.lastIndex(of: ".") else { return false }
            scope = scope[..<dot]
        }
    }

    /// Replaces aliases by the types that they stand for, which are the same types to the compiler.
    static func expanded(_ text: String, _ aliases: [String: String], _ isShadowed: (String) -> Bool) -> String {
        guard !aliases.isEmpty else { return text }
        var text = text
        for _ in 0..<8 {
            let next = translated(text) { name in aliases[name].flatMap { isShadowed(name) ? nil : $0 } }
            if next == text || next.utf8.count > 10_000 { break }
            text = next
        }
        return text
    }

    func translated(_ text: String, _ names: [String: String]) -> String {
        names.isEmpty ? text : Self.translated(text) { names[$0] }
    }

    /// Replaces names in a type's text.
    private static func translated(_ text: String, _ name: (String) -> String?) -> String {
        // By bytes: a name may have letters of any language, but the characters between names are ASCII.
        func isPartOfName(_ byte: UInt8) -> Bool {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), 0x80...: true
            default: false
            }
        }
        var result = ""
        var rest = text.utf8[...]
        while !rest.isEmpty {
            let word = rest.prefix(while: isPartOfName)
            if !word.isEmpty {
                let word = String(Substring(word))
                result += name(word) ?? word
            }
            let between = rest[word.endIndex...].prefix { !isPartOfName($0) }
            result += Substring(between)
            rest = rest[between.endIndex...]
        }
        return result
    }
}
