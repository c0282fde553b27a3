/// The rows and columns of a terminal.
struct Size: Hashable, Sendable {
    var rows: Int
    var columns: Int
}

/// A frame: what the whole terminal shows at one moment.
struct Screen: Equatable, Sendable {
    typealias Line = [Span]

    /// A piece of a line in one style.
    struct Span: Hashable, Sendable {
        var text: String
        var style: Style

        init(_ text: String, _ style: Style = .plain) {
            self.text = text
            self.style = style
        }
    }

    /// How text looks. If there are several colours, the first counts.
    struct Style: OptionSet, Hashable, Sendable {
        let rawValue: UInt8

        static let plain: Style = []
        static let bold = Style(rawValue: 1 << 0)
        static let dim = Style(rawValue: 1 << 1)
        static let reversed = Style(rawValue: 1 << 2)
        static let red = Style(rawValue: 1 << 3)
        static let green = Style(rawValue: 1 << 4)
        static let yellow = Style(rawValue: 1 << 5)
        static let cyan = Style(rawValue: 1 << 6)
    }

    /// A place on the screen. The upper left corner is row 0, column 0.
    struct Position: Hashable, Sendable {
        var row: Int
        var column: Int
    }

    var lines: [Line]
    /// Where the cursor blinks. Without a position it is hidden.
    var cursor: Position?

    init(lines: [Line] = [], cursor: Position? = nil) {
        self.lines = lines
        self.cursor = cursor
    }

    /// All that a terminal of this size needs to show the frame, whatever it showed before.
    ///
    /// Nothing in the spans can act as a command to the terminal.
    func bytes(for size: Size, colour: Bool) -> [UInt8] {
        var output = "\u{1B}[?25l\u{1B}[H"
        for row in 0..<max(0, size.rows) {
            if row > 0 { output += "\r\n" }
            let line = row < lines.count ? lines[row] : []
            let content = Self.content(of: line, columns: size.columns, colour: colour)
            let isLast = row == size.rows - 1
            let erasure = isLast ? "\u{1B}[K\u{1B}[J" : "\u{1B}[K"
            // Behind a full line the cursor still stands on the last column. Erasing there would take the last
            // character away.
            output += content.isFull ? erasure + content.text : content.text + erasure
        }
        if let cursor, size.rows > 0, size.columns > 0 {
            let row = min(max(cursor.row, 0), size.rows - 1)
            let column = min(max(cursor.column, 0), size.columns - 1)
            output += "\u{1B}[\(row + 1);\(column + 1)H\u{1B}[?25h"
        }
        return Array(output.utf8)
    }

    /// The line as far as it fits, and whether it reaches the last column.
    private static func content(of line: Line, columns: Int, colour: Bool) -> (text: String, isFull: Bool) {
        var output = ""
        var used = 0
        var current = "0"
        spans: for span in line {
            let attributes = span.style.attributes(colour: colour)
            for character in ScreenText.clean(span.text) {
                let width = ScreenText.width(character)
                guard used + width <= columns else { break spans }
                if attributes != current {
                    output += "\u{1B}[\(attributes)m"
                    current = attributes
                }
                used += width
                output.append(character)
            }
        }
        if current != "0" { output += "\u{1B}[0m" }
        return (output, used >= columns)
    }
}

extension Screen.Style {
    /// The parameters that select the style, whatever was selected before.
    fileprivate func attributes(colour: Bool) -> String {
        var codes = ["0"]
        if contains(.bold) { codes.append("1") }
        if contains(.dim) { codes.append("2") }
        if contains(.reversed) { codes.append("7") }
        if colour {
            let colours: [(Screen.Style, String)] = [(.red, "31"), (.green, "32"), (.yellow, "33"), (.cyan, "36")]
            if let code = colours.first(where: { contains($0.0) })?.1 { codes.append(code) }
        }
        return codes.joined(separator: ";")
    }
}
