// Maps types of other languages to types of the format.

enum ForeignTypes {
    /// The format's type for a word of another language: `Double` for `number`.
    static func synonym(of word: String) -> String? {
        synonyms[foldedKey(word)]
    }

    /// The format's name of a type that is written as in another language (`string`, `boolean`), else the word itself.
    static func nativeName(of word: String) -> String {
        Scalar(rawValue: word)?.rawValue ?? synonym(of: word) ?? Scalar(anyCase: word)?.rawValue ?? word
    }

    /// Whether a word is a type in other languages, and hardly a value.
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
        "mixed": "JSON", "jsonvalue": "JSON", "calendardate": "Day", "dateonly": "Day", "fulldate": "Day",
        "yyyymmdd": "Day", "zoneddatetime": "Date", "offsetdatetime": "Date", "isodate": "Date", "iso8601": "Date",
        "rfc3339": "Date", "unix": "Timestamp",
    ]

    /// The format's spelling of a generic type of another language: `Optional<Int>`, `List<User>`, `Map<String, Int>`.
    static func spelling(of name: String, _ arguments: [String]) -> String? {
        let arguments = arguments.map(nativeName)
        return switch (name.lowercased(), arguments.count) {
        case ("partial", 1), ("promise", 1), ("future", 1), ("readonly", 1), ("required", 1), ("result", 1):
            arguments[0]
        case ("optional", 1), ("nullable", 1), ("maybe", 1), ("option", 1):
            arguments[0].hasPrefix("[") ? nil : arguments[0] + "?"
        case ("array", 1), ("list", 1), ("set", 1), ("sequence", 1), ("collection", 1), ("vec", 1), ("arraylist", 1):
            "[\(arguments[0])]"
        case ("map", 2), ("dictionary", 2), ("dict", 2), ("record", 2), ("hashmap", 2): "[String: \(arguments[1])]"
        case ("stream", 1), ("asyncsequence", 1), ("asyncstream", 1): "stream of \(arguments[0])"
        default: nil
        }
    }

    /// Help for a quoted type in place: `"{at: Date}"`, `"[{at: Date}]"`. In quotes it is a string.
    static func helpForPlace(_ text: String) -> DiagnosticText? {
        let isList = text.hasPrefix("[{")
        guard isList || text.hasPrefix("{") else { return nil }
        let inner = text.drop { $0 == "[" || $0 == "{" }
        let key = inner.prefix { $0 != ":" }
        if !isList, inner.hasPrefix("String:") || inner.hasPrefix("string:") || inner.contains("]:") {
            let value = inner.split(separator: ":").last.map { $0.filter { $0 != " " && $0 != "}" } } ?? "T"
            return "a dictionary is written '[String: \(nativeName(of: value))]'"
        }
        return isList
            ? "fields in place are written without quotes: '[{fields: {\(key): …}}]'"
            : "fields in place are written without quotes: '{fields: {\(key): …}}'"
    }

    /// Help for a string that isn't a type, if its meaning can be guessed.
    static func help(for text: String) -> DiagnosticText? {
        if let synonym = synonym(of: text) { return "did you mean '\(synonym)'?" }
        // Inside of brackets; a whole type in place is found before it is read.
        if let help = helpForPlace(text) { return help }
        if text == "byte[]" || text == "uint8[]" { return "write 'Data'" }
        if let quote = text.first, quote == "\"" || quote == "'", text.last == quote, text.utf8.count > 2 {
            let value = text.dropFirst().dropLast()
            return "a constant is written '{constant: \(value)}', an enum of one value '{enum: [\(value)]}'"
        }
        if text.unicodeScalars.contains(where: { !$0.isASCII && $0.properties.isWhitespace }) {
            return "it contains a character that looks like a space: type a space"
        }
        if text.unicodeScalars.contains(where: { "“”„‘’‚".unicodeScalars.contains($0) }) {
            return "quotes are written '\"' or \"'\""
        }
        if text.hasSuffix("]"), let open = text.firstIndex(of: "["), isTypeName(String(text[..<open])) {
            let inner = text[text.index(after: open)...].dropLast()
            let arguments = inner.split(separator: ",").map { String($0.drop { $0 == " " }) }
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
            return "an enum is written '\(words.quoted(separator: " | "))'"
        }
        return nil
    }
}
