import Foundation
import SitePages

private typealias Chart = FigureRecord.Chart

extension FigureRecord.Chart {
    fileprivate var origin: String { machine.isEmpty ? date : "Measured \(date) on \(machine)" }
}

/// A chart of the recorded figures, by its name.
func barChart(_ name: String, _ root: URL) throws -> Drawing {
    guard let chart = try FigureRecord(root: root).charts[name] else {
        throw PictureProblem(description: "\(FigureRecord.path) has no chart called '\(name)'")
    }
    return draw(chart)
}

/// The table of a benchmark, with its rows by their names.
private func table(_ title: String, _ build: String, _ root: URL) throws -> (
    FigureRecord.Table, [String: [String: Double]]
) {
    guard let table = try FigureRecord(root: root).tables[build]?[title] else {
        throw PictureProblem(description: "\(FigureRecord.path) has no table '\(title)' of a \(build) build")
    }
    return (table, Dictionary(table.rows.map { ($0.name, $0.values) }, uniquingKeysWith: { first, _ in first }))
}

/// Models as Callsite writes them, and with synthesised `Codable`: the output of `bench compiling DOCUMENT… --record`.
func compilingModels(_ root: URL) throws -> Drawing {
    let (report, rows) = try table("compiling", "debug", root)
    let groups = report.rows.compactMap { row -> Chart.Group? in
        guard let ours = rows[row.name + ", models"], let plain = rows[row.name + ", models with synthesised Codable"]
        else { return nil }
        return Chart.Group(
            name: row.name,
            bars: [("debug", "-Onone s"), ("-O", "-O s")].flatMap { mode, column in
                [("Callsite", ours), ("Codable", plain)].map { name, values in
                    .init(name: "\(name), \(mode)", value: values[column] ?? 0)
                }
            })
    }
    return draw(Chart(title: "Compiling an API's models", unit: "CPU seconds", table: report, groups: groups))
}

/// A list of GitHub's repositories, decoded by generated models and by the same models with `Codable`.
func decodingSpeed(_ root: URL) throws -> Drawing {
    let list = "GitHub's repositories"
    let (report, _) = try table("decoding", "release", root)
    let groups = try ["release", "debug"].map { build -> Chart.Group in
        let (_, rows) = try table("decoding", build, root)
        return Chart.Group(
            name: "\(build.capitalized) build",
            bars: [("Callsite", "Callsite MB/s"), ("JSONDecoder", "JSONDecoder MB/s")].map { name, column in
                .init(name: name, value: rows[list]?[column] ?? 0)
            })
    }
    return draw(
        Chart(title: "Decoding a list of GitHub's repositories", unit: "MB per second", table: report, groups: groups))
}

/// Callsite's bars stand out.
private func draw(_ chart: Chart) -> Drawing {
    let (left, room, row) = (236.0, 260.0, 27.0)
    let largest = chart.groups.flatMap(\.bars).map(\.value).max() ?? 1
    let rows = chart.groups.reduce(0) { $0 + $1.bars.count }
    let machine = lines(
        of: chart.machine.isEmpty ? chart.date : chart.date + ", " + chart.machine, width: 590, size: 11.5)
    var drawing = Drawing(
        width: 640, height: 62 + Double(rows) * row + Double(chart.groups.count) * 38 + Double(machine.count) * 17 + 6,
        title: "\(chart.title), \(chart.unit)",
        summary: chart.groups.map { group in
            group.name + ": " + group.bars.map { "\($0.name) \(text($0.value))" }.joined(separator: ", ") + "."
        }.joined(separator: " ") + " \(chart.origin).")
    drawing.text(chart.title, at: .init(x: 24, y: 34), .strong, size: 17)
    drawing.text(chart.unit, at: .init(x: 616, y: 34), .quiet, size: 13, anchor: .end)
    var y = 46.0
    for group in chart.groups {
        drawing.text(group.name, at: .init(x: 24, y: y + 22), .strong, size: 13.5)
        y += 32
        for bar in group.bars {
            let isOurs = bar.name.hasPrefix("Callsite")
            drawing.text(
                bar.name, at: .init(x: left - 10, y: y + 16), isOurs ? .accent : .plain, size: 13, anchor: .end,
                room: left - 20)
            drawing.rectangle(
                x: left, y: y + 3, width: max(2, room * bar.value / largest), height: row - 9,
                isOurs ? "bar key" : "bar", radius: 3)
            drawing.text(
                text(bar.value) + (bar.note.map { " " + $0 } ?? ""),
                at: .init(x: left + max(2, room * bar.value / largest) + 8, y: y + 16),
                isOurs ? .accent : .plain, size: 13)
            y += row
        }
        y += 6
    }
    for line in machine {
        drawing.text(line, at: .init(x: 24, y: y + 18), .quiet, size: 11.5)
        y += 17
    }
    return drawing
}

/// `0.29`, `15.9`, `400`.
private func text(_ value: Double) -> String {
    if value < 1 { return String(format: "%.2f", value) }
    return value < 100 && value != value.rounded() ? String(format: "%.1f", value) : String(Int(value.rounded()))
}

/// Broken at blanks.
private func lines(of text: String, width: Double, size: Double) -> [String] {
    var lines = [""]
    for word in text.split(separator: " ") {
        let longer = lines[lines.count - 1] + (lines[lines.count - 1].isEmpty ? "" : " ") + word
        if Drawing.width(longer, size: size, .quiet) > width {
            lines.append(String(word))
        } else {
            lines[lines.count - 1] = longer
        }
    }
    return lines
}
