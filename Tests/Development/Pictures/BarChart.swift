import Foundation

/// Figures to compare, with the day and the machine that they are from.
private struct Chart: Decodable {
    struct Group: Decodable {
        var name: String
        var bars: [Bar]
    }
    struct Bar: Decodable {
        var name: String
        var value: Double
        var note: String?
    }
    var title: String
    var unit: String
    var date: String
    /// Empty: nothing was measured, and `date` says how the figures came about.
    var machine: String
    var groups: [Group]

    var origin: String { machine.isEmpty ? date : "Measured \(date) on \(machine)" }
}

/// The output of `callsite-dev bench compiling DOCUMENT… --json`.
private struct CompilingReport: Decodable {
    struct Row: Decodable {
        var name: String
        var debug: Double
        var optimised: Double
        enum CodingKeys: String, CodingKey {
            case name
            case debug = "-Onone s"
            case optimised = "-O s"
        }
    }
    var date: String
    var machine: String
    var compiling: [Row]
}

/// A chart of `Data/figures.json`, by its name.
func barChart(_ name: String, _ root: URL) throws -> Drawing {
    let data = try Data(contentsOf: root.appendingPathComponent("Tests/Development/Pictures/Data/figures.json"))
    guard let chart = try JSONDecoder().decode([String: Chart].self, from: data)[name] else {
        throw PictureProblem(description: "figures.json has no chart called '\(name)'")
    }
    return draw(chart)
}

/// A chart of `Data/compiling.json`: models as Callsite writes them, and with synthesised `Codable`.
func compilingModels(_ root: URL) throws -> Drawing {
    let data = try Data(contentsOf: root.appendingPathComponent("Tests/Development/Pictures/Data/compiling.json"))
    let report = try JSONDecoder().decode(CompilingReport.self, from: data)
    let rows = Dictionary(report.compiling.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let groups = report.compiling.compactMap { row -> Chart.Group? in
        guard let ours = rows[row.name + ", models"], let plain = rows[row.name + ", models with synthesised Codable"]
        else { return nil }
        return Chart.Group(
            name: row.name,
            bars: [
                .init(name: "Callsite, debug", value: ours.debug), .init(name: "Codable, debug", value: plain.debug),
                .init(name: "Callsite, -O", value: ours.optimised), .init(name: "Codable, -O", value: plain.optimised),
            ])
    }
    return draw(
        Chart(
            title: "Compiling an API's models", unit: "CPU seconds", date: report.date, machine: report.machine,
            groups: groups))
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
