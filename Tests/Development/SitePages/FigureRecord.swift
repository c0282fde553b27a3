import Foundation

/// The results of `callsite-dev bench --record`, and charts of other tools' figures: README, the guide *Performance* and
/// the pictures have no other source.
package struct FigureRecord: Codable, Sendable {
    /// A table of a benchmark, with the day and the machine of its run.
    package struct Table: Codable, Sendable {
        package var date: String
        package var machine: String
        package var rows: [Row]

        package init(date: String, machine: String, rows: [Row]) {
            self.date = date
            self.machine = machine
            self.rows = rows
        }
    }
    package struct Row: Codable, Sendable {
        package var name: String
        /// By the name of the column; none where nothing was measured.
        package var values: [String: Double]

        package init(name: String, values: [String: Double]) {
            self.name = name
            self.values = values.compactMapValues { value in
                guard value.isFinite else { return nil }
                // Four digits: the rest is noise.
                return Double(String(format: "%.4g", value))
            }
        }
    }
    /// Figures of several tools that one person measured on one machine.
    package struct Chart: Codable, Sendable {
        package struct Group: Codable, Sendable {
            package var name: String
            package var bars: [Bar]

            package init(name: String, bars: [Bar]) {
                self.name = name
                self.bars = bars
            }
        }
        package struct Bar: Codable, Sendable {
            package var name: String
            package var value: Double
            package var note: String?

            package init(name: String, value: Double) {
                self.name = name
                self.value = value
            }
        }
        package var title: String
        package var unit: String
        package var date: String
        /// Empty: nothing was measured, and `date` says how the figures came about.
        package var machine: String
        package var groups: [Group]

        package init(title: String, unit: String, table: Table, groups: [Group]) {
            self.title = title
            self.unit = unit
            date = table.date
            machine = table.machine
            self.groups = groups
        }
    }

    package var charts: [String: Chart] = [:]
    /// By how the benchmark was built, `debug` or `release`, and by the table's title.
    package var tables: [String: [String: Table]] = [:]
    /// Figures of one experiment each, which no command repeats; by a name that says what was measured.
    package var experiments: [String: Double] = [:]

    package static let path = "Tests/Development/SitePages/Data/figures.json"

    package init(root: URL) throws {
        let data = try Data(contentsOf: root.appendingPathComponent(Self.path))
        self = try JSONDecoder().decode(Self.self, from: data)
    }

    package func write(root: URL) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try (encoder.encode(self) + Data("\n".utf8)).write(to: root.appendingPathComponent(Self.path))
    }

    /// Replaces a table as a whole, so that all of its figures are from one run.
    package mutating func add(_ table: Table, _ title: String, build: String) {
        tables[build, default: [:]][title] = table
    }
}
