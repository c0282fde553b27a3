import CallsiteCore
import CallsiteText

/// A JSON document on one line, written from front to back.
struct JSONWriter {
    private(set) var text = ""
    /// The places in the description of the written values, by JSON pointer. Empty if places aren't kept.
    private(set) var places: [ExactString: SourceLocation] = [:]
    let keepsPlaces: Bool
    /// The gaps for values that are known only later, from front to back, by their offsets in UTF-8.
    private var gaps: [(offset: Int, missing: Missing)] = []
    private var needsComma = false
    /// The objects and lists that are open. Empty if places aren't kept.
    private var open: [Level] = []

    /// The values that are known only after the whole description is read.
    enum Missing: Sendable {
        /// The API's name, as a value.
        case title
        /// The names of an operation's requests, as a list.
        case requests(method: String, path: String)
        /// The last members of an operation, `paging` and `success`, if it has them.
        case behavior(method: String, path: String)
    }

    private enum Level {
        case object(key: String)
        case list(index: Int)
    }

    init(keepsPlaces: Bool = false) { self.keepsPlaces = keepsPlaces }

    mutating func begin(_ bracket: Character) {
        separate()
        text.append(bracket)
        needsComma = false
        if keepsPlaces { open.append(bracket == "{" ? .object(key: "") : .list(index: -1)) }
    }

    /// Begins an object or a list behind a key.
    mutating func begin(_ name: String, _ bracket: Character, at place: SourceLocation? = nil) {
        key(name, at: place)
        begin(bracket)
    }

    mutating func end(_ bracket: Character) {
        text.append(bracket)
        needsComma = true
        if keepsPlaces { open.removeLast() }
    }

    /// - Parameter place: The value's place in the description.
    mutating func key(_ name: String, at place: SourceLocation? = nil) {
        separate()
        Node.writeJSON(name, to: &text)
        text += ":"
        needsComma = false
        guard keepsPlaces, !open.isEmpty else { return }
        open[open.count - 1] = .object(key: name)
        if let place { places[ExactString(pointer(open[...]))] = place }
    }

    /// Records the place in the description of the object or list that was begun last.
    mutating func mark(_ place: SourceLocation) {
        if keepsPlaces { places[ExactString(pointer(open.dropLast()))] = place }
    }

    private func pointer(_ levels: ArraySlice<Level>) -> String {
        levels.map { level in
            switch level {
            case .object(let key): "/" + JSONPointer.escaped(key)
            case .list(let index): "/\(index)"
            }
        }.joined()
    }

    mutating func string(_ value: String) {
        separate()
        Node.writeJSON(value, to: &text)
    }

    mutating func bool(_ value: Bool) {
        separate()
        text += value ? "true" : "false"
    }

    mutating func int(_ value: Int) {
        separate()
        text += String(value)
    }

    /// A value as it is in the description.
    mutating func value(_ node: Node) {
        separate()
        node.writeJSON(to: &text)
    }

    /// Writes numbers as strings too.
    mutating func value(_ text: NativeText) {
        switch text {
        case .plain(let text), .quoted(let text), .text(let text): string(text)
        case .list(let elements):
            begin("[")
            for element in elements { value(element) }
            end("]")
        case .mapping(let entries):
            begin("{")
            for entry in entries {
                key(entry.key)
                value(entry.value)
            }
            end("}")
        }
    }

    /// Writes a value that is JSON already.
    mutating func json(_ value: String) {
        separate()
        text += value
    }

    /// Leaves a gap for a value that `filled` writes.
    mutating func gap(_ missing: Missing) {
        separate()
        gaps.append((text.utf8.count, missing))
    }

    /// Leaves a gap for members that `filled` may add to an object that has others.
    mutating func lastMembers(_ missing: Missing) { gaps.append((text.utf8.count, missing)) }

    /// The gaps that were left, from front to back.
    var missing: [Missing] { gaps.map(\.missing) }

    /// The document with its gaps filled, from front to back. A member brings its own comma.
    func filled(_ texts: [String]) -> String {
        var result = ""
        result.reserveCapacity(text.utf8.count + gaps.count * 48)
        var start = text.startIndex
        for (gap, filling) in zip(gaps, texts) {
            let end = text.utf8.index(text.startIndex, offsetBy: gap.offset)
            result += text[start..<end]
            result += filling
            start = end
        }
        result += text[start...]
        return result
    }

    mutating func pair(_ name: String, _ value: String) {
        key(name)
        string(value)
    }

    mutating func pair(_ name: String, _ value: Bool) {
        key(name)
        bool(value)
    }

    mutating func pair(_ name: String, _ value: Int) {
        key(name)
        int(value)
    }

    /// A value as it is in the description.
    mutating func pair(_ name: String, _ node: Node, at place: SourceLocation) {
        key(name, at: place)
        value(node)
    }

    /// An object of strings: `{"type": "string", "format": "binary"}`.
    mutating func object(_ pairs: KeyValuePairs<String, String>) {
        begin("{")
        for (name, value) in pairs { pair(name, value) }
        end("}")
    }

    mutating func pair(_ name: String, _ values: [String]) {
        key(name)
        strings(values)
    }

    mutating func strings(_ values: [String]) {
        begin("[")
        for value in values { string(value) }
        end("]")
    }

    private mutating func separate() {
        if keepsPlaces, case .list(let index)? = open.last { open[open.count - 1] = .list(index: index + 1) }
        if needsComma { text += "," }
        needsComma = true
    }
}
