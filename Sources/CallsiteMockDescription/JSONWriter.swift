import CallsiteCore

/// JSON text on one line, written from front to back.
struct JSONWriter {
    private(set) var text = ""
    /// Where in the description it stands that something is written of, by its JSON pointer in the text. Empty if they aren't kept.
    private(set) var places: [String: SourceLocation] = [:]
    let keepsPlaces: Bool
    private var needsComma = false
    /// The objects and lists that are open. Empty if places aren't kept.
    private var open: [Level] = []

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

    mutating func end(_ bracket: Character) {
        text.append(bracket)
        needsComma = true
        if keepsPlaces { open.removeLast() }
    }

    /// - Parameter place: Where the description says what stands there.
    mutating func key(_ name: String, at place: SourceLocation? = nil) {
        separate()
        Node.writeJSON(name, to: &text)
        text += ":"
        needsComma = false
        guard keepsPlaces, !open.isEmpty else { return }
        open[open.count - 1] = .object(key: name)
        if let place { places[pointer(open[...])] = place }
    }

    /// Where the description says what was begun last.
    mutating func mark(_ place: SourceLocation) { if keepsPlaces { places[pointer(open.dropLast())] = place } }

    private func pointer(_ levels: ArraySlice<Level>) -> String {
        levels.map { level in
            switch level {
            case .object(let key): "/" + OpenAPIMockWriter.replacing("/", by: "~1", in: OpenAPIMockWriter.replacing("~", by: "~0", in: key))
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

    /// What is JSON already.
    mutating func json(_ value: String) {
        separate()
        text += value
    }

    mutating func pair(_ name: String, _ value: String) {
        key(name)
        string(value)
    }

    mutating func strings(_ name: String, _ values: [String]) {
        key(name)
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
