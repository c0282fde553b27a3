import CallsiteCore

/// JSON text on one line, written from front to back.
struct JSONWriter {
    private(set) var text = ""
    private var needsComma = false

    mutating func begin(_ bracket: Character) {
        separate()
        text.append(bracket)
        needsComma = false
    }

    mutating func end(_ bracket: Character) {
        text.append(bracket)
        needsComma = true
    }

    mutating func key(_ name: String) {
        separate()
        Node.writeJSON(name, to: &text)
        text += ":"
        needsComma = false
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
        if needsComma { text += "," }
        needsComma = true
    }
}
