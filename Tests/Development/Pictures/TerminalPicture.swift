import SitePages

/// The contents of a terminal, as a picture: text with the control sequences that select styles (`ESC [ 1;31 m`), on a
/// dark window whatever the page.
struct TerminalPicture {
    private struct Style {
        var isBold = false
        var isDim = false
        var isReversed = false
        var colour: String?

        /// Understands the parameters of one sequence; parameters of no style here are skipped.
        mutating func select(_ parameters: Substring) {
            for parameter in parameters.split(separator: ";", omittingEmptySubsequences: false) {
                switch Int(parameter) ?? 0 {
                case 0: self = Style()
                case 1: isBold = true
                case 2: isDim = true
                case 7: isReversed = true
                case let code: colour = Style.colours[code] ?? colour
                }
            }
        }

        private static let colours = [
            31: "#ff7b72", 32: "#57d27a", 33: "#e3b341", 34: "#79c0ff", 35: "#d2a8ff", 36: "#56d4dd", 91: "#ff7b72",
            92: "#57d27a", 93: "#e3b341", 94: "#79c0ff", 95: "#d2a8ff", 96: "#56d4dd",
        ]
    }

    private struct Span {
        var text: String
        var column: Int
        var style: Style
    }

    let title: String
    let summary: String
    private let columns: Int
    private var rows: [[Span]] = []

    /// - Parameter columns: How wide the window is. A longer line goes on below, as in a terminal.
    init(_ text: String, columns: Int = 100, title: String, summary: String) {
        self.columns = columns
        self.title = title
        self.summary = summary
        var style = Style()
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            var spans: [Span] = []
            var column = 0
            for (index, part) in line.split(separator: "\u{1B}[", omittingEmptySubsequences: false).enumerated() {
                var shown = part
                if index > 0, let end = part.firstIndex(where: \.isLetter) {
                    if part[end] == "m" { style.select(part[..<end]) }
                    shown = part[part.index(after: end)...]
                }
                while !shown.isEmpty {
                    if column == columns {
                        rows.append(spans)
                        (spans, column) = ([], 0)
                    }
                    let piece = shown.prefix(columns - column)
                    spans.append(Span(text: String(piece), column: column, style: style))
                    column += piece.count
                    shown = shown.dropFirst(piece.count)
                }
            }
            rows.append(spans)
        }
        while rows.last?.isEmpty == true { rows.removeLast() }
    }

    func drawing() -> Drawing {
        let (size, leading) = (12.5, 18.5)
        let advance = size * 0.602
        let width = Double(columns) * advance + 40
        var drawing = Drawing(width: width, height: Double(rows.count) * leading + 60, title: title, summary: summary)
        drawing.rectangle(x: 0, y: 0, width: width, height: drawing.height, "window", radius: 10)
        for (index, colour) in ["#ff5f57", "#febc2e", "#28c840"].enumerated() {
            drawing.dot(at: .init(x: 22 + Double(index) * 18, y: 20), radius: 5.5, colour)
        }
        for (row, spans) in rows.enumerated() {
            let y = 54 + Double(row) * leading
            for span in spans {
                let x = 20 + Double(span.column) * advance
                let length = Double(span.text.count) * advance
                if span.style.isReversed { drawing.mark(x: x, y: y - 13.5, width: length, height: leading, "#d7d7df") }
                let colour =
                    span.style.isReversed ? "#16161a" : span.style.colour ?? (span.style.isDim ? "#9a9aa8" : "#ececf1")
                drawing.monospaced(
                    span.text, at: .init(x: x, y: y), size: size, length: length, colour: colour,
                    isBold: span.style.isBold)
            }
        }
        return drawing
    }
}

extension Drawing {
    /// Text whose columns stand where a terminal has them, whatever the font.
    fileprivate mutating func monospaced(
        _ text: String, at point: Point, size: Double, length: Double, colour: String, isBold: Bool
    ) {
        // Blanks show nothing, and browsers stretch what is left.
        let start = text.prefix { $0 == " " }.count
        let shown = String(text.dropFirst(start)).trimmingBlanks
        guard !shown.isEmpty else { return }
        let advance = length / Double(text.count)
        if point.x + length > width { noteOverflow(text) }
        addShape(
            "<text x=\"\(rounded(point.x + Double(start) * advance))\" y=\"\(rounded(point.y))\" class=\"code\" font-size=\"\(rounded(size))\" "
                + "textLength=\"\(rounded(Double(shown.count) * advance))\" xml:space=\"preserve\" style=\"fill:\(colour)"
                + (isBold ? ";font-weight:700" : "") + "\">\(html(shown))</text>")
    }

    fileprivate mutating func dot(at point: Point, radius: Double, _ colour: String) {
        addShape(
            "<circle cx=\"\(rounded(point.x))\" cy=\"\(rounded(point.y))\" r=\"\(rounded(radius))\" fill=\"\(colour)\"/>"
        )
    }

    fileprivate mutating func mark(x: Double, y: Double, width: Double, height: Double, _ colour: String) {
        addShape(
            "<rect x=\"\(rounded(x))\" y=\"\(rounded(y))\" width=\"\(rounded(width))\" height=\"\(rounded(height))\" fill=\"\(colour)\"/>"
        )
    }
}

extension String {
    fileprivate var trimmingBlanks: String {
        var result = Substring(self)
        while result.last == " " { result = result.dropLast() }
        return String(result)
    }
}
