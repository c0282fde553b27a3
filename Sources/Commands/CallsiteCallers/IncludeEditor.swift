import CallsiteCore

/// Writes an `include:` of operations, models and aliases into `callsite.yaml`. Only the lines of `include:` change, so
/// the other comments and the order stay.
package struct IncludeEditor {
    private var lines: [String]
    private let entry: Configuration.Entry
    private let filter: Selection.Filter

    private init(_ text: String, _ entry: Configuration.Entry, _ filter: Selection.Filter) {
        // A line that ends with CRLF keeps its `\r`.
        lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
        (self.entry, self.filter) = (entry, filter)
    }

    /// The configuration with another `include:` in the entry; nil: the entry has a form that the editor can't change.
    package static func edited(
        _ text: String, _ entry: Configuration.Entry, including filter: Selection.Filter
    ) -> String? {
        var editor = IncludeEditor(text, entry, filter)
        let isEdited: Bool
        if let place = entry.settings.valuePlaces["include"] {
            isEdited = editor.replace(at: place)
        } else {
            isEdited = editor.insert()
        }
        guard isEdited else { return nil }
        // New lines end as the first one does.
        let endsWithCRLF = text.unicodeScalars.prefix { $0 != "\n" }.last == "\r"
        let last = editor.lines.count - 1
        for index in editor.lines.indices where endsWithCRLF && index < last && editor.lines[index].last != "\r" {
            editor.lines[index] += "\r"
        }
        return editor.lines.joined(separator: "\n")
    }

    // MARK: - A new list

    private mutating func insert() -> Bool {
        let number = Int(entry.place.line) - 1
        guard lines.indices.contains(number) else { return false }
        // `- {source: openapi.yaml, output: Generated}`
        let before = Array(lines[number].unicodeScalars.prefix(Int(entry.place.column) - 1))
        if let open = before.lastIndex(of: "{") {
            guard let (line, column) = closingBrace(line: number, column: open) else { return false }
            var scalars = Array(lines[line].unicodeScalars)
            var end = column
            while end > 0, scalars[end - 1] == " " { end -= 1 }
            let comma = end > 0 && scalars[end - 1] == "," ? " " : ", "
            let isJSON = Self.isJSON(Self.text(before), key: "source")
            let include = (isJSON ? "\"include\": " : "include: ") + flowMapping(isJSON: isJSON)
            scalars.replaceSubrange(end..<column, with: Array((comma + include).unicodeScalars))
            lines[line] = Self.text(scalars)
            return true
        }
        guard let key = Self.text(before).firstRange(of: "source") else { return false }
        let indentation = Self.text(before)[..<key.lowerBound].unicodeScalars.count
        lines.insert(contentsOf: block(indentedBy: indentation), at: number + 1)
        return true
    }

    // MARK: - A list that is there

    private mutating func replace(at place: SourceLocation) -> Bool {
        let (number, column) = (Int(place.line) - 1, Int(place.column) - 1)
        guard lines.indices.contains(number) else { return false }
        let scalars = Array(lines[number].unicodeScalars)
        if scalars.indices.contains(column), scalars[column] == "{" {
            guard let (line, end) = closingBrace(line: number, column: column), line == number else { return false }
            let isInFlow = scalars[..<column].contains("{")
            let rest = Self.text(scalars[(end + 1)...])
            if isInFlow || !rest.allSatisfy({ $0 == " " }) {
                let start = Self.text(scalars[..<column])
                lines[number] = start + flowMapping(isJSON: Self.isJSON(start, key: "include")) + rest
            } else {
                let key = Self.text(scalars[..<column])
                let indentation = key.prefix { $0 == " " || $0 == "-" }.count
                lines[number] = String(key.reversed().drop { $0 == " " }.reversed())
                lines.insert(contentsOf: block(indentedBy: indentation).dropFirst(), at: number + 1)
            }
            return true
        }
        return replaceBlock(from: number, column: column)
    }

    /// Elements that stay keep their lines, with comments.
    private mutating func replaceBlock(from start: Int, column: Int) -> Bool {
        var end = start
        while end < lines.count {
            let line = lines[end]
            let indentation = line.prefix { $0 == " " }.count
            let isBlank = line.allSatisfy { $0 == " " || $0 == "\r" }
            guard isBlank || indentation >= column else { break }
            end += 1
        }
        while end > start, lines[end - 1].allSatisfy({ $0 == " " || $0 == "\r" }) { end -= 1 }
        let indentation = String(repeating: " ", count: column)
        let include = entry.settings.selection.include
        var newLines: [String] = []
        for (list, oldWords) in zip(lists, [include.operations, include.models]) where !list.words.isEmpty {
            var keptWords: Set<String> = []
            newLines.append(indentation + list.key + ":")
            for word in oldWords {
                guard let place = word.place, case let number = Int(place.line) - 1, number > start, number < end else {
                    continue
                }
                let line = lines[number].drop { $0 == " " }
                // Several elements on one line are written anew.
                guard line.hasPrefix("-"), list.words.contains(word.text), keptWords.insert(word.text).inserted else {
                    continue
                }
                newLines.append(indentation + "  " + line)
            }
            newLines += list.words.filter { !keptWords.contains($0) }.map { indentation + "  - " + Self.scalar($0) }
        }
        newLines += aliasLines(indentedBy: column)
        lines.replaceSubrange(start..<end, with: newLines)
        return true
    }

    // MARK: - YAML

    /// Whether a key is written in quotes, as in JSON. A JSON file stays JSON.
    private static func isJSON(_ text: String, key: String) -> Bool { text.firstRange(of: "\"\(key)\"") != nil }

    /// The filter as one line: `{operations: [getUser], models: [Event]}`.
    package static func text(_ filter: Selection.Filter, isJSON: Bool = false) -> String {
        func key(_ name: String) -> String { isJSON ? "\"\(name)\"" : name }
        func value(_ text: String) -> String { isJSON ? NativeText.escaped(text) : scalar(text) }
        var entries: [String] = []
        for (name, words) in lists(of: filter) where !words.isEmpty {
            entries.append("\(key(name)): [\(words.map(value).joined(separator: ", "))]")
        }
        let aliases = sortedAliases(of: filter).map { name, path in "\(key(name)): \(value(path))" }
        if !aliases.isEmpty { entries.append("\(key("aliases")): {\(aliases.joined(separator: ", "))}") }
        return "{" + entries.joined(separator: ", ") + "}"
    }

    private static func lists(of filter: Selection.Filter) -> [(key: String, words: [String])] {
        [("operations", filter.operations.map(\.text)), ("models", filter.models.map(\.text))]
    }

    private static func sortedAliases(of filter: Selection.Filter) -> [(name: String, path: String)] {
        filter.aliases.sorted { $0.key.precedes($1.key) }.map { ($0.key, $0.value.text) }
    }

    private var lists: [(key: String, words: [String])] { Self.lists(of: filter) }

    private func aliasLines(indentedBy count: Int) -> [String] {
        let aliases = Self.sortedAliases(of: filter)
        let indentation = String(repeating: " ", count: count)
        guard !aliases.isEmpty else { return [] }
        return [indentation + "aliases:"] + aliases.map { indentation + "  " + $0.name + ": " + Self.scalar($0.path) }
    }

    private func flowMapping(isJSON: Bool) -> String { Self.text(filter, isJSON: isJSON) }

    private func block(indentedBy count: Int) -> [String] {
        let indentation = String(repeating: " ", count: count)
        var block = [indentation + "include:"]
        for (key, words) in lists where !words.isEmpty {
            block.append(indentation + "  " + key + ":")
            block += words.map { indentation + "    - " + Self.scalar($0) }
        }
        return block + aliasLines(indentedBy: count + 2)
    }

    /// A name that YAML reads as this string: in quotes where another reader could take it for something else.
    static func scalar(_ text: String) -> String {
        let isPlain =
            text.utf8.first.map { ($0 | 0x20) &- 0x61 < 26 } ?? false
            && text.utf8.allSatisfy { ($0 | 0x20) &- 0x61 < 26 || $0 &- 0x30 < 10 || "_-./".utf8.contains($0) }
            && !["true", "false", "null", "yes", "no", "on", "off", "y", "n"].contains(text.lowercased())
        return isPlain ? text : NativeText.escaped(text)
    }

    /// The place of the brace that closes another one. Braces in quotes and comments close nothing.
    private func closingBrace(line: Int, column: Int) -> (line: Int, column: Int)? {
        var depth = 0
        var quote: Unicode.Scalar?
        for number in line..<lines.count {
            let scalars = Array(lines[number].unicodeScalars)
            var position = number == line ? column : 0
            while position < scalars.count {
                let scalar = scalars[position]
                if let open = quote {
                    if scalar == "\\", open == "\"" { position += 1 } else if scalar == open { quote = nil }
                } else if scalar == "#", position == 0 || scalars[position - 1] == " " {
                    break
                } else if scalar == "\"" || scalar == "'" {
                    // Inside a plain word, a quote is an ordinary character.
                    if position == 0 || " ,[{:".unicodeScalars.contains(scalars[position - 1]) { quote = scalar }
                } else if scalar == "{" {
                    depth += 1
                } else if scalar == "}" {
                    depth -= 1
                    if depth == 0 { return (number, position) }
                }
                position += 1
            }
        }
        return nil
    }

    private static func text(_ scalars: some Sequence<Unicode.Scalar>) -> String {
        var text = ""
        text.unicodeScalars.append(contentsOf: scalars)
        return text
    }
}
