import CallsiteCore

// The name of a type in generated code depends on its place: `Status` inside `Order` is `Order.Status` elsewhere.
// `QualifiedTypes` finds the type that a name means in a place, by Swift's rules: a nested type goes before an outer
// one.

package struct QualifiedTypes {
    private let paths: Set<String>
    /// The types that aliases without type parameters stand for.
    private let aliases: [String: String]

    package init(_ contract: Contract) {
        paths = Set(contract.declarations.map(\.path))
        let plainAliases = contract.declarations.filter { $0.kind == .alias && $0.typeParameters.isEmpty }
        aliases = Dictionary(firstOf: plainAliases.map { ($0.path, $0.aliases[""] ?? $0.path) })
    }

    /// The path of the declaration that a name means in a place; nil if the API doesn't declare the name.
    package func path(of word: String, in place: String) -> String? {
        var scope = place
        while !scope.isEmpty {
            if paths.contains(scope + "." + word) { return scope + "." + word }
            guard let dot = scope.lastIndex(of: ".") else { break }
            scope = String(scope[..<dot])
        }
        return paths.contains(word) ? word : nil
    }

    /// A type with the API's own names replaced: `name` gets the whole path of a declaration and returns the new name.
    package func text(_ text: String, in place: String, _ name: (String) -> String) -> String {
        Self.replacing(text) { word in path(of: word, in: place).map(name) ?? word }
    }

    /// A type with whole paths and without aliases, so that different strings for the same type become equal.
    func canonical(_ text: String, in place: String) -> String {
        var result = self.text(text, in: place) { $0 }
        // An alias never names itself, but aliases of aliases can double the string in each round.
        for _ in 0..<8 {
            let next = Self.replacing(result) { word in
                guard let target = aliases[word] else { return word }
                return self.text(target, in: word) { $0 }
            }
            if next == result || next.utf8.count > 10_000 { break }
            result = next
        }
        return result
    }

    /// Replaces the names in a type. A name includes its dots: `[Order.Status]` has one name.
    static func replacing(_ text: String, _ name: (String) -> String) -> String {
        var result = ""
        var word = ""
        for character in text + "\u{0}" {
            if character.isLetter || character.isNumber || character == "_" || (character == "." && !word.isEmpty) {
                word.append(character)
                continue
            }
            if !word.isEmpty { result += name(word) }
            word = ""
            if character != "\u{0}" { result.append(character) }
        }
        return result
    }

    /// The names in a type, in order.
    static func names(in text: String) -> [String] {
        var names: [String] = []
        _ = replacing(text) { word in
            names.append(word)
            return word
        }
        return names
    }
}
