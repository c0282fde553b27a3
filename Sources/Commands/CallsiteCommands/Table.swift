import CallsiteShell

/// Rows as aligned columns, two blanks apart; the first row is the heading.
func alignedTable(_ rows: [[String]]) -> String {
    let rows = rows.map { $0.map(printable) }
    let widths = columnWidths(rows)
    return rows.map { row in
        let cells = zip(row, widths).map { cell, width in
            cell + String(repeating: " ", count: width - displayWidth(cell) + 2)
        }
        return cells.joined().trimmingTrailingSpace + "\n"
    }.joined()
}

private func columnWidths(_ rows: [[String]]) -> [Int] {
    var widths: [Int] = []
    for row in rows {
        for (column, cell) in row.enumerated() {
            if column == widths.count { widths.append(0) }
            widths[column] = max(widths[column], displayWidth(cell))
        }
    }
    return widths
}

/// An aligned table for a terminal: its widest columns are cut, with an ellipsis, until a line fits.
///
/// - Parameter width: The terminal's width in columns; nil: lines may have any length.
func fittedTable(_ rows: [[String]], width: Int?) -> String {
    guard let width, let heading = rows.first else { return alignedTable(rows) }
    let rows = rows.map { $0.map(printable) }
    var widths = columnWidths(rows)
    // A column keeps the width of its heading, and at least 8 columns, so that its cells stay distinct.
    let minimums = heading.map { max(displayWidth($0), 8) }
    let gaps = 2 * (widths.count - 1)
    while widths.reduce(gaps, +) > width {
        guard let widest = widths.indices.filter({ widths[$0] > minimums[$0] }).max(by: { widths[$0] < widths[$1] })
        else {
            break
        }
        widths[widest] -= 1
    }
    return alignedTable(rows.map { row in zip(row, widths).map { cell, width in cut(cell, to: width) } })
}

/// Shortens a string to `width`, with an ellipsis for its middle, since names differ at their ends.
private func cut(_ text: String, to width: Int) -> String {
    guard displayWidth(text) > width, width > 2 else { return text }
    let scalars = Array(text.unicodeScalars)
    func prefix(_ scalars: some Sequence<Unicode.Scalar>, _ room: Int) -> [Unicode.Scalar] {
        var prefix: [Unicode.Scalar] = []
        var prefixWidth = 0
        for scalar in scalars {
            prefixWidth += displayWidth(scalar)
            if prefixWidth > room { break }
            prefix.append(scalar)
        }
        return prefix
    }
    let start = prefix(scalars, (width - 1) * 2 / 3)
    let end = prefix(scalars.reversed(), width - 1 - (width - 1) * 2 / 3).reversed()
    var result = String.UnicodeScalarView()
    result.append(contentsOf: start)
    result.append("\u{2026}")
    result.append(contentsOf: end)
    return String(result)
}
