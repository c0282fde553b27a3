import SitePages

/// Shapes and text, written as one SVG file that is readable on light and on dark pages: it has a background and
/// colours of its own for both.
struct Drawing {
    /// The look of text or of a shape. Colours are in the style sheet.
    enum Look: String { case plain, quiet, accent, strong, code, codeQuiet = "code quiet", codeAccent = "code accent" }

    struct Point: Hashable {
        var x: Double
        var y: Double
    }

    /// The part of a string that is at its point.
    enum Anchor: String { case start, middle, end }

    let width: Double
    let height: Double
    /// The picture's title, and a summary for those who don't see it.
    let title: String
    let summary: String
    private(set) var overflows: [String] = []
    private var shapes: [String] = []
    private var styles = (light: "", dark: "")

    init(width: Double, height: Double, title: String, summary: String) {
        self.width = width
        self.height = height
        self.title = title
        self.summary = summary
    }

    // MARK: - Text

    /// The largest width that a string may have, in pixels: fonts differ, and the widest of the usual ones counts.
    static func width(_ text: String, size: Double, _ look: Look) -> Double {
        if [.code, .codeQuiet, .codeAccent].contains(look) { return Double(text.count) * size * 0.61 }
        return text.reduce(0) { width, character in
            let em =
                switch character {
                case "i", "j", "l", "t", "f", "r", "I", ".", ",", ":", ";", "'", "|", "!", "(", ")", "[", "]", "/": 0.42
                case " ": 0.33
                case "m", "w", "M", "W", "@", "→", "–": 0.99
                case "A"..."Z": 0.76
                default: 0.64
                }
            return width + em * size * (look == .strong ? 1.1 : 1)
        }
    }

    /// - Parameter room: How wide it may be; nil: up to the picture's edge.
    mutating func text(
        _ text: String, at point: Point, _ look: Look = .plain, size: Double = 14, anchor: Anchor = .start,
        room: Double? = nil
    ) {
        let width = Drawing.width(text, size: size, look)
        let left = anchor == .start ? point.x : anchor == .middle ? point.x - width / 2 : point.x - width
        if left < 0 || left + width > self.width || width > room ?? .infinity { overflows.append(text) }
        shapes.append(
            "<text x=\"\(rounded(point.x))\" y=\"\(rounded(point.y))\" class=\"\(look.rawValue)\" font-size=\"\(rounded(size))\""
                + (anchor == .start ? "" : " text-anchor=\"\(anchor.rawValue)\"") + ">\(html(text))</text>")
    }

    /// A line of code, in pieces with the name of their colour. Its columns stand where they should, whatever the font.
    mutating func code(_ pieces: [(colour: String?, text: String)], at point: Point, size: Double) {
        let line = pieces.map(\.text).joined()
        let (start, advance) = (line.prefix { $0 == " " }.count, size * 0.602)
        guard start < line.count else { return }
        if point.x + Double(line.count) * advance > width { noteOverflow(line) }
        var left = start
        let spans = pieces.map { colour, text in
            let shown = text.dropFirst(left)
            left -= text.count - shown.count
            guard let colour, !shown.isEmpty else { return html(String(shown)) }
            return "<tspan class=\"c-\(colour)\">\(html(String(shown)))</tspan>"
        }
        shapes.append(
            "<text x=\"\(rounded(point.x + Double(start) * advance))\" y=\"\(rounded(point.y))\" class=\"code\" font-size=\"\(rounded(size))\" "
                + "textLength=\"\(rounded(Double(line.count - start) * advance))\" xml:space=\"preserve\">\(spans.joined())</text>"
        )
    }

    /// Adds the colours that pieces of code name.
    mutating func add(style: (light: [String: String], dark: [String: String])) {
        func rules(_ colours: [String: String]) -> String {
            colours.sorted { $0.key < $1.key }.map { ".c-\($0.key) { fill: \($0.value); }\n" }.joined()
        }
        styles = (rules(style.light), rules(style.dark))
    }

    // MARK: - Shapes

    /// A box with lines in its middle, the first of them strong.
    mutating func box(x: Double, y: Double, width: Double, height: Double, _ lines: [String], isAccented: Bool = false)
    {
        rectangle(x: x, y: y, width: width, height: height, isAccented ? "box key" : "box")
        let leading = 19.0
        let top = y + height / 2 - leading * Double(lines.count - 1) / 2 + 5
        for (index, line) in lines.enumerated() {
            text(
                line, at: .init(x: x + width / 2, y: top + leading * Double(index)), index == 0 ? .strong : .quiet,
                size: index == 0 ? 14.5 : 12.5, anchor: .middle, room: width - 8)
        }
    }

    mutating func rectangle(x: Double, y: Double, width: Double, height: Double, _ style: String, radius: Double = 8) {
        shapes.append(
            "<rect x=\"\(rounded(x))\" y=\"\(rounded(y))\" width=\"\(rounded(width))\" height=\"\(rounded(height))\" rx=\"\(rounded(radius))\""
                + " class=\"\(style)\"/>")
    }

    /// A line through points, with a head at its end.
    mutating func arrow(_ points: Point..., isDashed: Bool = false) {
        let path = points.enumerated().map {
            ($0.offset == 0 ? "M" : "L") + "\(rounded($0.element.x)) \(rounded($0.element.y))"
        }
        shapes.append(
            "<path d=\"\(path.joined())\" class=\"line\(isDashed ? " dashed" : "")\" marker-end=\"url(#head)\"/>")
    }

    /// A curve that leaves downwards and arrives from above.
    mutating func curve(from start: Point, to end: Point) {
        let bend = (end.y - start.y) / 2
        shapes.append(
            "<path d=\"M\(rounded(start.x)) \(rounded(start.y))C\(rounded(start.x)) \(rounded(start.y + bend)) \(rounded(end.x)) "
                + "\(rounded(end.y - bend)) \(rounded(end.x)) \(rounded(end.y))\" class=\"line\" marker-end=\"url(#head)\"/>"
        )
    }

    /// A shape that is written by hand.
    mutating func addShape(_ shape: String) { shapes.append(shape) }
    mutating func noteOverflow(_ text: String) { overflows.append(text) }

    // MARK: - The file

    var svg: String {
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(rounded(width)) \(rounded(height))" width="\(rounded(width))" \
        height="\(rounded(height))" role="img" aria-labelledby="title summary">
        <title id="title">\(html(title))</title>
        <desc id="summary">\(html(summary))</desc>
        <!-- Written by `swift run callsite-dev pictures`. Do not edit. -->
        <style>
        text { fill: #1d1d1f; font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
        .code { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", "Liberation Mono", monospace; white-space: pre; }
        .strong { font-weight: 600; }
        .quiet { fill: #5c5c66; }
        .accent { fill: #b3430b; }
        .good { fill: #1a7f37; }
        .bad { fill: #cf222e; }
        .back { fill: #ffffff; }
        .window { fill: #16161a; stroke: #4a4a55; }
        .box { fill: #f5f5f7; stroke: #c9c9d1; }
        .key { fill: #fff1e8; stroke: #b3430b; }
        .bar { fill: #9a9aa6; }
        .bar.key { fill: #d9622b; stroke: none; }
        .line { fill: none; stroke: #5c5c66; stroke-width: 1.5; }
        .dashed { stroke-dasharray: 5 4; }
        .head { fill: #5c5c66; }
        \(styles.light)@media (prefers-color-scheme: dark) {
        text { fill: #ececf1; }
        .quiet { fill: #b0b0bc; }
        .accent { fill: #ff9b66; }
        .good { fill: #57d27a; }
        .bad { fill: #ff7b72; }
        .back { fill: #18181b; }
        .box { fill: #26262b; stroke: #4a4a55; }
        .key { fill: #3d2a1f; stroke: #ff9b66; }
        .bar { fill: #6e6e7a; }
        .bar.key { fill: #ff8a50; stroke: none; }
        .line { stroke: #b0b0bc; }
        .head { fill: #b0b0bc; }
        \(styles.dark)}
        </style>
        <defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">\
        <path d="M0 0L8 4L0 8z" class="head"/></marker></defs>
        <rect width="\(rounded(width))" height="\(rounded(height))" rx="10" class="back"/>
        \(shapes.joined(separator: "\n"))
        </svg>

        """
    }
}

/// Without more digits than a picture needs: `12`, `12.5`.
func rounded(_ value: Double) -> String {
    let tenths = (value * 10).rounded()
    return tenths.truncatingRemainder(dividingBy: 10) == 0 ? String(Int(tenths / 10)) : String(tenths / 10)
}
