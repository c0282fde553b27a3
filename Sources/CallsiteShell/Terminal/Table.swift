/// Rows as aligned columns, two blanks apart; the first row is the heading.
func alignedTable(_ rows: [[String]]) -> String {
    let rows = rows.map { $0.map(printable) }
    var widths: [Int] = []
    for row in rows {
        for (column, cell) in row.enumerated() {
            if column == widths.count { widths.append(0) }
            widths[column] = max(widths[column], displayWidth(cell))
        }
    }
    var text = ""
    for row in rows {
        var line = ""
        for (column, cell) in row.enumerated() {
            line += cell + String(repeating: " ", count: widths[column] - displayWidth(cell) + 2)
        }
        while line.last == " " { line.removeLast() }
        text += line + "\n"
    }
    return text
}
