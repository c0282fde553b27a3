import CallsiteCore
import CallsiteDiff
import CallsiteShell
import CallsiteText

/// The version of the JSON. It changes only when programs that read the JSON must change too.
private let diffVersion = 1

extension DiffWriter {
    /// The output of `diff --format json`. Keys may be added; none is removed or renamed.
    var json: JSONValue {
        .object([
            "version": .int(diffVersion), "bump": .string(bump(results)),
            "comparisons": .array(
                results.map { result in
                    var counts: JSONObject = [:]
                    for weight in Change.Weight.allCases { counts[weight.key] = .int(result.comparison.count(weight)) }
                    return .object([
                        "old": .string(result.old.path), "new": .string(result.new.path),
                        "bump": .string(result.comparison.bump), "unrelated": .bool(result.comparison.isUnrelated),
                        "accepted": .int(result.accepted), "counts": .object(counts),
                        "changes": .array(result.comparison.changes.map { json($0, result) }),
                    ])
                }),
        ])
    }

    private func json(_ change: Change, _ result: DiffResult) -> JSONValue {
        func position(_ location: SourceLocation, _ side: DiffSide) -> JSONValue {
            .object([
                "file": .string(side.file(location)), "line": .int(Int(location.line)),
                "column": .int(Int(location.column)),
            ])
        }
        var members: JSONObject = [
            "id": .string(change.id), "fingerprint": .string(change.fingerprint), "level": .string(change.weight.key),
            "message": .string(change.message.description), "source": .string(change.source.name),
            "app": .string(change.app.name), "endpoints": .int(change.endpoints),
            "someEndpoints": .array(change.someEndpoints.map { .string($0) }),
        ]
        switch change.subject {
        case .api: members["subject"] = .object(["kind": .string("api")])
        case .endpoint(let name): members["subject"] = .object(["kind": .string("endpoint"), "name": .string(name)])
        case .model(let name): members["subject"] = .object(["kind": .string("model"), "name": .string(name)])
        }
        members["help"] = change.help.map { .string($0.description) }
        members["new"] = change.newPlace.map { position($0, result.new) }
        members["old"] = change.oldPlace.map { position($0, result.old) }
        members["swiftBefore"] = change.before.map { .string($0) }
        members["swiftAfter"] = change.after.map { .string($0) }
        if let callers = change.callers {
            members["callers"] = .array(
                callers.map { .object(["file": .string($0.path), "line": .int($0.line), "column": .int($0.column)]) })
        }
        let oasdiffIDs = ChangeRules.oasdiff[change.id] ?? []
        if !oasdiffIDs.isEmpty { members["oasdiff"] = .array(oasdiffIDs.map { .string($0) }) }
        return .object(members)
    }

    /// SARIF 2.1.0, for code scanning.
    var sarif: JSONValue {
        let changes = results.flatMap { result in result.comparison.changes.map { (result, $0) } }
        let ids = Set(changes.map(\.1.id)).sorted()
        let rules = ids.map { id -> JSONValue in
            let meaning = ChangeExplanation.all.first { $0.id == id }?.meaning ?? id
            return .object(["id": .string(id), "shortDescription": .object(["text": .string(meaning)])])
        }
        let sarifResults = changes.map { result, change -> JSONValue in
            var members: JSONObject = [
                "ruleId": .string(change.id),
                "level": .string(
                    failing.contains { $0.includes(change) } ? "error" : change.weight > .warns ? "warning" : "note"),
                "message": .object(["text": .string("\(change.label): \(change.message)")]),
                "partialFingerprints": .object(["callsite/v1": .string(change.fingerprint)]),
            ]
            if let place = workingPlace(change, in: result) {
                members["locations"] = .array([
                    .object([
                        "physicalLocation": .object([
                            "artifactLocation": .object(["uri": .string(uri(place.path))]),
                            "region": .object([
                                "startLine": .int(max(1, Int(place.location.line))),
                                "startColumn": .int(max(1, Int(place.location.column))),
                            ]),
                        ])
                    ])
                ])
            }
            if let callers = change.callers, !callers.isEmpty {
                members["relatedLocations"] = .array(
                    callers.prefix(100).map { use in
                        .object([
                            "message": .object(["text": .string("uses what changed")]),
                            "physicalLocation": .object([
                                "artifactLocation": .object(["uri": .string(uri(use.path))]),
                                "region": .object(["startLine": .int(use.line), "startColumn": .int(use.column)]),
                            ]),
                        ])
                    })
            }
            return .object(members)
        }
        return .object([
            "$schema": .string("https://json.schemastore.org/sarif-2.1.0.json"), "version": .string("2.1.0"),
            "runs": .array([
                .object([
                    "tool": .object([
                        "driver": .object([
                            "name": .string("callsite"), "version": .string(CallsiteVersion.current),
                            "rules": .array(rules),
                        ])
                    ]), "results": .array(sarifResults),
                ])
            ]),
        ])
    }

    /// A path as a relative reference (RFC 3986).
    private func uri(_ path: String) -> String {
        PercentEncoding.encoded(path) { PercentEncoding.isUnreserved($0) || $0 == UInt8(ascii: "/") }
    }
}

extension Change.Weight {
    /// The weight in JSON.
    var key: String {
        switch self {
        case .app: "app"
        case .source: "source"
        case .silent: "silent"
        case .degraded: "degraded"
        case .partly: "partly"
        case .warns: "warns"
        case .harmless: "harmless"
        }
    }
}
