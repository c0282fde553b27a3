// Types as other languages write them, and what they are here.

enum ForeignTypes {
    /// A word of another language for a type of the format.
    static func synonym(of word: String) -> String? {
        synonyms[String(word.lowercased().filter { $0 != "-" && $0 != "_" && $0 != " " })]
    }

    /// A word that is a type in other languages, and hardly a value.
    static func isTypeElsewhere(_ word: String) -> Bool {
        ["string", "number", "integer", "boolean", "object", "array", "any", "int", "bool", "float", "double"].contains(
            word)
    }

    private static let synonyms = [
        "integer": "Int", "number": "Double", "boolean": "Bool", "object": "JSON", "any": "JSON", "float32": "Float",
        "float64": "Double", "long": "Int64", "text": "String", "str": "String", "varchar": "String", "char": "String",
        "character": "String", "uri": "URL", "datetime": "Date", "instant": "Date", "time": "Date", "localdate": "Day",
        "unixtime": "Timestamp", "epoch": "Timestamp", "binary": "Data", "bytes": "Data", "blob": "Data",
        "file": "Data", "null": "Void", "none": "Void", "nil": "Void", "empty": "Void", "guid": "UUID", "uint": "Int",
        "short": "Int", "byte": "Int", "uint32": "Int64", "uint64": "UInt64", "bigint": "Int64", "biginteger": "Int64",
        "bigdecimal": "Decimal", "money": "Decimal", "anyobject": "JSON", "dynamic": "JSON", "unknown": "JSON",
        "mixed": "JSON", "jsonvalue": "JSON",
    ]

    /// A generic type of another language: `Optional<Int>`, `List<User>`, `Map<String, Int>`.
    static func spelling(of name: String, _ arguments: [String]) -> String? {
        switch (name.lowercased(), arguments.count) {
        case ("optional", 1), ("nullable", 1), ("maybe", 1), ("option", 1):
            arguments[0].hasPrefix("[") ? nil : arguments[0] + "?"
        case ("array", 1), ("list", 1), ("set", 1), ("sequence", 1), ("collection", 1), ("vec", 1), ("arraylist", 1):
            "[\(arguments[0])]"
        case ("map", 2), ("dictionary", 2), ("dict", 2), ("record", 2), ("hashmap", 2): "[String: \(arguments[1])]"
        case ("stream", 1), ("asyncsequence", 1), ("asyncstream", 1): "stream of \(arguments[0])"
        default: nil
        }
    }

    /// The probable meaning of a string that isn't a type, as far as it can be guessed.
    static func help(for text: String) -> DiagnosticText? {
        if let synonym = synonym(of: text) { return "did you mean '\(synonym)'?" }
        if text.unicodeScalars.contains(where: { !$0.isASCII && $0.properties.isWhitespace }) {
            return "it contains a character that looks like a space: type a space"
        }
        if text.unicodeScalars.contains(where: { "“”„‘’‚".unicodeScalars.contains($0) }) {
            return "quotes are written '\"' or \"'\""
        }
        if text.hasSuffix("]"), let open = text.firstIndex(of: "["), isTypeName(String(text[..<open])) {
            let inner = text[text.index(after: open)...].dropLast()
            let arguments = inner.split(separator: ",").map { argument in
                let name = String(argument.drop { $0 == " " })
                return Scalar(rawValue: name) != nil ? name : synonym(of: name) ?? (name == "int" ? "Int" : name)
            }
            if let spelling = spelling(of: String(text[..<open]), arguments) { return "write '\(spelling)'" }
            if !inner.isEmpty { return "write '\(text[..<open])<\(inner)>'" }
        }
        let status = text.prefix { ("0"..."9").contains($0) }
        if status.utf8.count == 3, text.dropFirst(3).first == " " {
            return "write '\(text.dropFirst(4))', or '{type: \(text.dropFirst(4)), status: \(status)}'"
        }
        if text.hasPrefix("enum("), text.hasSuffix(")") {
            return
                "an enum is written '\(text.dropFirst(5).dropLast().split(separator: ",").map { "\($0.drop { $0 == " " })" as DiagnosticText }.joined(separator: " | "))'"
        }
        if text.hasPrefix("?") { return "write '\(text.dropFirst())?'" }
        if text.hasSuffix("!") { return "write '\(text.dropLast())': what isn't optional is always there" }
        if let colon = text.firstIndex(of: ":"), text[..<colon].unicodeScalars.allSatisfy(\.isIdentifierPart) {
            return
                "a space is missing behind the ':': '\(text[..<colon]): \(text[text.index(after: colon)...].drop { $0 == " " })'"
        }
        let words = text.split(separator: " ")
        if words.count > 1, words.count % 2 == 0, words[0].first?.isLowercase == true,
            Scalar(rawValue: String(words[1])) != nil
        {
            return "a colon is missing: '\(words[0]): \(words[1])'"
        }
        for ending in [" | null", " | nil", " or nil", " or none", " or undefined", " | undefined"]
        where text.lowercased().hasSuffix(ending) {
            return "write '\(text.dropLast(ending.count)) or null'"
        }
        for start in ["array of ", "list of ", "array[", "list["] where text.lowercased().hasPrefix(start) {
            let element = text.dropFirst(start.count)
            return "a list is written '[\(element.hasSuffix("]") ? element.dropLast() : element)]'"
        }
        if text.hasPrefix("#") || text.contains("/") && text.contains("#") { return "a model is named alone: 'Order'" }
        for separator: Character in [",", "/"] where text.contains(separator) {
            let words = text.split(separator: separator).map { String($0.drop { $0 == " " }) }
            guard words.count > 1,
                words.allSatisfy({
                    $0.first?.isLowercase == true && $0.unicodeScalars.allSatisfy { $0.isIdentifierPart || $0 == "-" }
                })
            else { continue }
            return "an enum is written '\(words.map { "\($0)" as DiagnosticText }.joined(separator: " | "))'"
        }
        return nil
    }
}
