import CallsiteCallers
import CallsiteDiff
import CallsiteShell
import CallsiteText

/// Writes which operations and models your code uses: a table for people, JSON for programs.
struct UsageWriter {
    let usages: [(source: String, usage: Usage)]

    func table(width: Int?) -> String {
        usages.map { source, usage in
            var rows = [["KIND", "NAME", "SWIFT", "LINES", "USED"]]
            let operations = Self.usedFirst(usage.operations, \.declaration.use)
            for operation in operations {
                rows.append(["operation", operation.name] + Self.cells(operation.declaration))
            }
            let models = Self.usedFirst(usage.models, \.use)
            for model in models { rows.append(["model", ""] + Self.cells(model)) }
            for declaration in operations.map(\.declaration) + models where declaration.use != .unused {
                for member in declaration.members where member.place == nil {
                    rows.append([
                        member.isCase ? "case" : "property", "", declaration.name + "." + member.name, "",
                        "never named",
                    ])
                }
            }
            return Self.summary(source, usage) + "\n\n" + fittedTable(rows, width: width)
        }.joined(separator: "\n")
    }

    private static func summary(_ source: String, _ usage: Usage) -> String {
        let used = usage.operations.count { $0.declaration.use != .unused }
        let all = counted(usage.operations.count, "operation")
        return
            "\(printable(source)): \(used) of \(all) used; \(usage.unusedLines) of \(usage.lines) generated lines are of what is never used"
    }

    /// The used parts, then the unused ones, both in the order of the description.
    private static func usedFirst<Part>(_ parts: [Part], _ use: (Part) -> Usage.Use) -> [Part] {
        parts.filter { use($0) != .unused } + parts.filter { use($0) == .unused }
    }

    private static func cells(_ declaration: Usage.Declaration) -> [String] {
        let use =
            switch declaration.use {
            case .named(let place): "\(place.path):\(place.line):\(place.column)"
            case .needed(let name): "by " + name
            case .unused: "never"
            }
        return [declaration.name, String(declaration.lines), use]
    }

    // MARK: - JSON

    /// The JSON for programs. Later versions may add keys, but don't remove or change any.
    var json: JSONValue {
        .object([
            "version": .int(1),
            "apis": .array(
                usages.map { source, usage in
                    .object([
                        "source": .string(source), "api": .string(usage.api), "lines": .int(usage.lines),
                        "unusedLines": .int(usage.unusedLines),
                        "operations": .array(
                            usage.operations.map { operation in
                                var object = Self.json(operation.declaration)
                                object["name"] = .string(operation.name)
                                object["method"] = .string(operation.method)
                                object["path"] = .string(operation.path)
                                return .object(object)
                            }),
                        "models": .array(usage.models.map { .object(Self.json($0)) }),
                    ])
                }),
        ])
    }

    private static func json(_ declaration: Usage.Declaration) -> JSONObject {
        var object: JSONObject = ["swift": .string(declaration.name), "lines": .int(declaration.lines)]
        switch declaration.use {
        case .named(let place):
            object["use"] = "named"
            object["place"] = json(place)
        case .needed(let name):
            object["use"] = "needed"
            object["by"] = .string(name)
        case .unused: object["use"] = "unused"
        }
        object["members"] = .array(
            declaration.members.map { member in
                var entry: JSONObject = [
                    "name": .string(member.name), "kind": member.isCase ? "case" : "property",
                ]
                if let place = member.place { entry["place"] = json(place) }
                return .object(entry)
            })
        return object
    }

    private static func json(_ place: Change.CallerPlace) -> JSONValue {
        .object(["file": .string(place.path), "line": .int(place.line), "column": .int(place.column)])
    }
}
