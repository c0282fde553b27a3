import CallsiteCore
import CallsiteDiff
import CallsiteShell
import CallsiteText

/// Prints a matrix of apps and servers.
struct MatrixWriter {
    let versions: [MatrixVersion]
    let matrix: CompatibilityMatrix
    /// Whether every reason is printed, instead of the first `reasonLimit`.
    let isComplete: Bool

    private static let reasonLimit = 24

    private static let formats: [DiffFormat] = [.text, .json, .markdown]
    private static let levels: [FailOn] = [.app, .degraded, .any, .none]

    /// Refuses what `diff` takes and a matrix doesn't.
    static func check(_ invocation: Invocation) throws(UsageError) {
        let command = invocation.command
        guard !invocation.operands.isEmpty else { throw .matrixOfNothing(command) }
        if invocation.operands.count > 1, invocation.has(.tags) { throw .tagsOfFiles(command) }
        if let name = invocation[.diffFormat], !formats.map(\.rawValue).contains(name) {
            throw .notWithMatrix(.diffFormat, name, formats.map(\.rawValue), command)
        }
        if let value = invocation[.failOn], case .success(let failing) = FailOn.read(value),
            let level = FailOn.allCases.first(where: { failing.contains($0) && !levels.contains($0) })
        {
            throw .notWithMatrix(.failOn, level.rawValue, levels.map(\.rawValue), command)
        }
    }

    /// - Parameter format: One of `formats`; `check` refuses the others.
    func text(_ format: DiffFormat) -> String {
        switch format {
        case .json: json.document
        case .markdown: markdown
        case .text, .github, .sarif: table + "\n" + reasonLines + summary + "\n"
        }
    }

    // MARK: - Text

    /// Apps from top to bottom, servers from left to right.
    private var table: String {
        var rows = [["", ""] + versions.indices.map { "\($0 + 1)" }]
        for (app, row) in matrix.cells.enumerated() {
            rows.append(["\(app + 1)", versions[app].title] + row.map(\.verdict.mark))
        }
        return
            "rows are apps, columns are servers: '\(AppVerdict.none.mark)' works, '\(AppVerdict.degraded.mark)' degraded, '\(AppVerdict.breaks.mark)' breaks\n\n"
            + alignedTable(rows)
    }

    /// A change that is the reason of several cells.
    private struct Reason {
        var change: Change
        var verdict: AppVerdict
        /// `v2.0:Specs/shop.yaml:88:9`
        var place: String
        var apps: Set<Int>
        var servers: Set<Int>
    }

    /// The worst first, then those of the newest server.
    private var reasons: [Reason] {
        struct Key: Hashable {
            var message: String
            var verdict: AppVerdict
            var isServerOld: Bool
        }
        var positions: [Key: Int] = [:]
        var reasons: [Reason] = []
        for (app, row) in matrix.cells.enumerated() {
            for (server, cell) in row.enumerated() {
                guard let change = cell.reason else { continue }
                let key = Key(message: "\(change.message)", verdict: cell.verdict, isServerOld: server < app)
                if let position = positions[key] {
                    reasons[position].apps.insert(app)
                    reasons[position].servers.insert(server)
                } else {
                    positions[key] = reasons.count
                    reasons.append(
                        Reason(
                            change: change, verdict: cell.verdict, place: place(change, app, server), apps: [app],
                            servers: [server]))
                }
            }
        }
        let newest = versions.count - 1
        func order(_ position: Int) -> (Int, Int, Int) {
            let reason = reasons[position]
            return (reason.servers.contains(newest) ? 0 : 1, -reason.verdict.rawValue, position)
        }
        return reasons.indices.sorted { order($0) < order($1) }.map { reasons[$0] }
    }

    private var reasonLines: String {
        let reasons = reasons
        let shown = isComplete ? reasons[...] : reasons.prefix(Self.reasonLimit)
        var text = ""
        for reason in shown {
            let (apps, servers) = (names(reason.apps), names(reason.servers))
            text += "\(reason.place)\(reason.verdict.word): \(reason.change.message) [\(reason.change.id)]\n"
            text +=
                "    \(reason.apps.count == 1 ? "app" : "apps") \(apps) with \(reason.servers.count == 1 ? "server" : "servers") \(servers)\n"
        }
        if shown.count < reasons.count {
            text += "not shown: \(reasons.count - shown.count) reasons; '--all' prints them\n"
        }
        return text.isEmpty ? "" : text + "\n"
    }

    /// `v2.0:Specs/shop.yaml:88:9`: the place in the newer description; a removed part has its place in the older one.
    private func file(_ change: Change, _ app: Int, _ server: Int) -> String {
        let (old, new) = (versions[min(app, server)].side, versions[max(app, server)].side)
        guard let (location, side) = change.newPlace.map({ ($0, new) }) ?? change.oldPlace.map({ ($0, old) }) else {
            return ""
        }
        return "\(side.file(location)):\(location.line):\(location.column)"
    }

    /// The place in front of a printed sentence: `v2.0:Specs/shop.yaml:88:9: `.
    private func place(_ change: Change, _ app: Int, _ server: Int) -> String {
        let place = file(change, app, server)
        return place.isEmpty ? "" : printable(place) + ": "
    }

    /// `v1.0 to v1.4, v2.0`
    private func names(_ positions: Set<Int>) -> String {
        var ranges: [ClosedRange<Int>] = []
        for position in positions.sorted() {
            if let last = ranges.last, last.upperBound == position - 1 {
                ranges[ranges.count - 1] = last.lowerBound...position
            } else {
                ranges.append(position...position)
            }
        }
        return ranges.map { range in
            range.count == 1
                ? printable(versions[range.lowerBound].title)
                : printable(versions[range.lowerBound].names[0]) + " to "
                    + printable(versions[range.upperBound].names[versions[range.upperBound].names.count - 1])
        }.joined(separator: ", ")
    }

    /// `The server of now serves the apps since v1.1; those since v2.0 work in full.`
    private var summary: String {
        let newest = versions.count - 1
        guard newest > 0 else { return "all versions have the same description." }
        let server = printable(versions[newest].names[versions[newest].names.count - 1])
        let (served, working) = (matrix.apps(atMost: .degraded), matrix.apps(atMost: .none))
        guard let oldest = served.first, oldest < newest else { return "the server '\(server)' serves no older app." }
        var text =
            "the oldest app that the server '\(server)' still serves is '\(printable(versions[oldest].names[0]))'"
        let broken = Set(oldest...newest).subtracting(served)
        if !broken.isEmpty { text += ", though it breaks \(names(broken))" }
        if served == working { return text + "; all that it serves work in full." }
        let full = Set(working.dropLast())
        return text + (full.isEmpty ? "; no older app works in full." : "; in full work \(names(full)).")
    }

    // MARK: - Markdown

    private var markdown: String {
        func cell(_ text: String) -> String { CallsiteCommands.markdown(text) }
        var text = "| app ↓ server → | " + versions.map { cell($0.title) }.joined(separator: " | ") + " |\n"
        text += "| --- |" + String(repeating: " --- |", count: versions.count) + "\n"
        for (app, row) in matrix.cells.enumerated() {
            text += "| " + cell(versions[app].title) + " | " + row.map(\.verdict.word).joined(separator: " | ") + " |\n"
        }
        text += "\n" + cell(summary) + "\n"
        let shown = isComplete ? reasons : Array(reasons.prefix(Self.reasonLimit))
        guard !shown.isEmpty else { return text }
        text += "\n| | change | where | apps | servers |\n| --- | --- | --- | --- | --- |\n"
        for reason in shown {
            text +=
                "| \(reason.verdict.word) | \(cell("\(reason.change.message)")) (`\(reason.change.id)`) | "
                + cell(String(reason.place.dropLast(2)))
                + " | \(cell(names(reason.apps))) | \(cell(names(reason.servers))) |\n"
        }
        return text
    }

    // MARK: - JSON

    /// Later versions may add keys, but never rename or remove one.
    private var json: JSONValue {
        var cells: [JSONValue] = []
        for (app, row) in matrix.cells.enumerated() {
            for (server, cell) in row.enumerated() where app != server {
                var members: JSONObject = [
                    "app": .int(app), "server": .int(server), "verdict": .string(cell.verdict.word),
                ]
                if let change = cell.reason {
                    members["reason"] = .object([
                        "id": .string(change.id), "message": .string("\(change.message)"),
                        "fingerprint": .string(change.fingerprint),
                        "place": .string(file(change, app, server)),
                    ])
                }
                cells.append(.object(members))
            }
        }
        return .object([
            "version": .int(1),
            "versions": .array(
                versions.map { version in
                    .object([
                        "names": .array(version.names.map { .string($0) }), "path": .string(version.side.path),
                    ])
                }),
            "cells": .array(cells),
            "oldestServed": .int(matrix.apps(atMost: .degraded).first ?? versions.count - 1),
            "oldestWorking": .int(matrix.apps(atMost: .none).first ?? versions.count - 1),
        ])
    }
}

extension AppVerdict {
    fileprivate var mark: String {
        switch self {
        case .none: "."
        case .degraded: "d"
        case .breaks: "X"
        }
    }

    fileprivate var word: String { self == .none ? "works" : name }
}
