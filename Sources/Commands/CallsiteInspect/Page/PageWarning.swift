import CallsiteText

/// A warning of the description, at its line.
package struct PageWarning: Sendable {
    package var id: String
    /// The message, with its suggestion if there is one.
    package var message: String
    package var path: String
    package var line: Int
    package var column: Int
    /// The line, and the marker below the warning's place in it; nil if the file has no such line.
    package var source: (line: String, marker: String)?

    package init(id: String, message: String, path: String, line: Int, column: Int) {
        self.id = id
        self.message = message
        self.path = path
        self.line = line
        self.column = column
    }

    var value: JSONValue {
        .members([
            "id": .string(id), "text": .string(message), "at": .string("\(path):\(line):\(column)"),
            "line": source.map { .string($0.line) }, "marker": source.map { .string($0.marker) },
        ])
    }
}
