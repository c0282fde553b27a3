// Mistakes between `[` and `]`, or `{` and `}`: the line that leaves a bracket open.

extension YAMLLines {
    /// Whether a line says that the document is OpenAPI or Swagger.
    private var isOpenAPI: Bool {
        for number in 1...max(1, min(count, 200)) {
            let text = String(scalars: self[number][...])
            if ["openapi:", "swagger:", "\"openapi\":", "\"swagger\":"].contains(where: text.hasPrefix) { return true }
        }
        return false
    }

    /// The problem of a bracket that is still open where libyaml expects a comma or the closing bracket.
    func flowProblem(opening start: SourceLocation, at stop: SourceLocation) -> Diagnostic {
        let opening = self[Int(start.line)]
        let bracket: Unicode.Scalar =
            opening.indices.contains(Int(start.column) - 1) ? opening[Int(start.column) - 1] : "{"
        let quotedBracket: DiagnosticText = bracket == "[" ? "'['" : "'{'"
        let unclosed = Diagnostic.unclosed(quotedBracket, at: start, stoppedAt: stop)
        let text = self[Int(stop.line)]
        let column = Int(stop.column) - 1
        if let comment = opening.indices.dropFirst(Int(start.column)).first(where: {
            opening[$0] == "#" && opening[$0 - 1] == " "
        }) {
            return .commentInBrackets(quotedBracket, at: self.at(Int(start.line), comment, opening.count - comment))
        }
        guard text.indices.contains(column) else { return unclosed }
        func at(_ column: Int, _ length: Int) -> SourceLocation {
            self.at(Int(stop.line), column, length)
        }
        // The entry in which libyaml stopped.
        let begin = (text[..<column].lastIndex { ",{".unicodeScalars.contains($0) } ?? -1) + 1
        let entry = text[begin..<column].drop { $0 == " " || $0 == "[" }
        let key = String(scalars: entry.prefix { $0 != ":" && $0 != "?" })
        switch text[column] {
        // `{name: status[], in: query}`: a value that begins without a quote can't hold a bracket.
        case "["
        where isOpenAPI && text[..<column].last.map { $0 != " " && !",:{[".unicodeScalars.contains($0) } == true
            && entry.contains(":"):
            let value = Array(entry.drop { $0 != ":" }.dropFirst().drop { $0 == " " })
            let rest = text[column...].prefix { !",} ".unicodeScalars.contains($0) }
            return .bracketInValue(
                key, String(scalars: (value + rest)[...]), at: at(column - value.count, value.count + rest.count))
        case "[" where column + 1 < text.count && text[column + 1] == "]":
            let element = String(scalars: Array(entry.drop { $0 != ":" }.dropFirst().drop { $0 == " " })[...])
            return .notAType(
                element + "[]", help: "a list is written '[\(element)]'",
                at: at(column - element.unicodeScalars.count, element.unicodeScalars.count + 2))
        case "?" where column > 0 && text[column - 1] == "]":
            return .afterList("?", help: "put the '?' after the key: '\(key)?'", at: at(column, 1))
        case "=":
            return .afterList("=", help: "write '{type: […], default: …}'", at: at(column, 1))
        case ":":
            // `{id: Int name: String}`: a word too many before this colon.
            let value = entry.drop { $0 != ":" }.dropFirst()
            if let semicolon = value.firstIndex(of: ";") { return .noSeparator(";", at: at(semicolon, 1)) }
            guard let blank = value.lastIndex(of: " "), blank + 1 < column,
                value[..<blank].contains(where: { $0 != " " })
            else {
                // `{title: Shop: the API}`
                guard let start = value.firstIndex(where: { $0 != " " }), text.indices.contains(column + 1),
                    text[column + 1] == " "
                else { return unclosed }
                let end = text[column...].firstIndex { ",}]".unicodeScalars.contains($0) } ?? text.count
                return .colonInValue(String(scalars: text[start..<end]), at: at(start, end - start))
            }
            return .missingComma(before: String(scalars: value[(blank + 1)...]), at: at(blank + 1, column - blank - 1))
        case "\"", "'", "{", "[":
            guard Int(stop.line) == Int(start.line), let before = text[..<column].last(where: { $0 != " " }),
                !",:{[".unicodeScalars.contains(before)
            else { return unclosed }
            return .missingComma(before: String(scalars: text[column...].prefix(20)), at: at(column, 1))
        default: return unclosed
        }
    }
}

extension Diagnostic {
    static func commentInBrackets(_ what: DiagnosticText, at place: SourceLocation) -> Self {
        .error(
            "unclosed", "YAML reads ' #' as a comment, so the \(what) before it is not closed",
            help: "quote the value that contains the '#'", at: place)
    }
}
