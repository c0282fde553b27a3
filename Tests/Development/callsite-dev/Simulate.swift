import BuildFarm
import Foundation

/// `callsite-dev simulate`: a build farm's day, as the table of the guide *At scale*; with `--json`, its chart's
/// figures.
func simulate(_ arguments: [String]) throws {
    var settings = FarmSimulation.Settings()
    var isJSON = false
    var rest = arguments[...]
    while let option = rest.popFirst() {
        func number() throws -> Int {
            guard let text = rest.popFirst(), let number = Int(text), number > 0 else {
                throw Problem("\(option) takes a positive number")
            }
            return number
        }
        switch option {
        case "--descriptions": settings.descriptions = try number()
        case "--edits": settings.edits = try number()
        case "--seed": settings.seed = UInt64(try number())
        case "--shards": settings.shards = try number()
        case "--jobs": settings.jobs = try number()
        case "--json": isJSON = true
        default: throw Problem("simulate knows no '\(option)'")
        }
    }
    guard settings.shards < 100 else { throw Problem("--shards takes a number from 1 to 99") }
    let report = try FarmSimulation(settings).run()
    print(isJSON ? try figures(report, settings) : table(report, settings))
}

private func table(_ report: FarmSimulation.Report, _ settings: FarmSimulation.Settings) -> String {
    func gigabytes(_ bytes: Int) -> String { String(format: "%.2f GB", Double(bytes) / 1e9) }
    func minutes(_ seconds: Double) -> String {
        seconds < 600 ? String(format: "%.0f s", seconds) : String(format: "%.0f min", seconds / 60)
    }
    var lines = [
        "\(report.descriptions) descriptions, \(report.operations) operations, \(report.lines) lines of Swift; \(settings.edits) edits, a build each",
        "", "| a day | everything anew | with a cache |", "| --- | --- | --- |",
        "| actions | \(report.actionsAnew) | \(report.generations + report.compilations) |",
        "| bytes moved | \(gigabytes(report.bytesAnew)) | \(gigabytes(report.bytesCached)) |",
    ]
    for row in report.rows {
        let name = row.workers == 1 ? "1 worker" : "\(row.workers) workers"
        lines.append(
            "| all builds, \(name) | \(minutes(row.anew)) | \(minutes(row.cached)), the longest \(minutes(row.longest)) |"
        )
    }
    lines += [
        "", "Generated again: \(report.generations) descriptions; compiled again: \(report.compilations).",
        "Of \(report.filesGenerated) files that were generated again, \(report.changedFiles) changed.",
        "Longest chain of actions: \(String(format: "%.1f", report.criticalPath)) s.",
    ]
    return lines.joined(separator: "\n")
}

/// A chart for `Tests/Development/SitePages/Data/figures.json`.
private func figures(_ report: FarmSimulation.Report, _ settings: FarmSimulation.Settings) throws -> String {
    func bars(_ value: (FarmSimulation.Report.Row) -> Double, _ prefix: String) -> [[String: Any]] {
        report.rows.map {
            [
                "name": "\(prefix)\($0.workers) worker\($0.workers == 1 ? "" : "s")",
                "value": (value($0) / 6).rounded() / 10,
            ]
        }
    }
    let chart: [String: Any] = [
        "title": "\(report.descriptions) descriptions, \(settings.edits) edits and builds",
        "unit": "minutes of waiting",
        "date": "Simulated with the costs that actions have in measurements; seed \(settings.seed)", "machine": "",
        "groups": [
            ["name": "Only what an edit changes", "bars": bars(\.cached, "Callsite, ")],
            ["name": "Everything anew", "bars": bars(\.anew, "")],
        ],
    ]
    let data = try JSONSerialization.data(
        withJSONObject: chart, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
    return String(decoding: data, as: UTF8.self)
}
