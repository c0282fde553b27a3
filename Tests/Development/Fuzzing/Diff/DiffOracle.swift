import CallsiteCore
import CallsiteDiff
import CallsitePrinter

// The compiler as judge of `callsite diff`: both sides of a pair of descriptions are generated, each in a namespace of
// its own, and code that calls whatever the old side declares is type-checked against both. A change breaks the lines
// that fail against the new side and not against the old one. This code makes the files of many pairs, and reads the
// compiler's messages; the compiler is run elsewhere.

/// A document and what became of it.
package struct DiffTrial: Sendable {
    package var name: String
    package var old: String
    package var new: String
    /// The API is called something else.
    package var isRenamed = false

    package init(name: String, old: String, new: String, isRenamed: Bool = false) {
        (self.name, self.old, self.new, self.isRenamed) = (name, old, new, isRenamed)
    }

    /// Edits of slices of documents, one kind after the other, each at a place that chance decides.
    ///
    /// - Parameters:
    ///   - documents: by their names.
    ///   - count: how many edits there are in all, at most.
    ///   - nodes: how large a slice may be.
    package static func trials(
        of documents: [(name: String, tree: DocumentTree)], count: Int, seed: UInt64, nodes: Int,
        only edits: [DiffEdit] = DiffEdit.all
    ) -> [DiffTrial] {
        var random = Randomness(seed: seed)
        let slices = documents.map { document in
            (
                document.name,
                DocumentSlice.slices(of: document.tree, nodes: nodes, count: 12, &random).map { ($0, $0.text(.json)) }
            )
        }.filter { !$0.1.isEmpty }
        var trials: [DiffTrial] = []
        guard !slices.isEmpty else { return [] }
        let rounds = (count + slices.count - 1) / slices.count + 50
        for round in 0..<rounds {
            for (index, (name, slices)) in slices.enumerated() {
                guard trials.count < count else { return trials }
                // Each document begins with another kind, and each round has the next one.
                let edit = edits[(round + index * 7) % edits.count]
                for _ in 0..<6 {
                    let number = random.below(slices.count)
                    let (slice, text) = slices[number]
                    guard let edited = edit.edited(slice, Randomness(seed: random.next())) else { continue }
                    trials.append(
                        .init(
                            name: "\(edit.name) of \(name) \(number)", old: text, new: edited.tree.text(.json),
                            isRenamed: edited.isRenamed)
                    )
                    break
                }
            }
        }
        return trials
    }
}

/// Some code, which is generated, and callers of it.
package struct DiffUnit: Sendable {
    package var number: Int
    package var files: [(name: String, text: String)]
}

/// Pairs that are compiled together.
package struct DiffBatch: Sendable {
    package private(set) var units: [DiffUnit] = []
    private var trials: [(trial: DiffTrial, unit: Int, base: Int, predicted: SourceVerdict, changes: [Change])] = []
    /// The units of old sides, by their source.
    private var bases: [String: Int] = [:]
    /// The callers of an old side, line by line.
    private var callers: [Int: [CallerKind: [CallerLine]]] = [:]
    /// The trials that can't be compared, because a side has errors.
    package private(set) var unreadable: [String] = []
    private let first: Int
    /// Whether each new side is generated once more with what keeps old callers compiling.
    private let isForwarding: Bool

    /// - Parameters:
    ///   - first: the number of its first unit, where several batches share a folder.
    ///   - isForwarding: each new side is generated a second time, as `generate --since` does; its unit follows the
    ///     first one's.
    package init(_ trials: [DiffTrial], first: Int = 0, isForwarding: Bool = false) {
        self.first = first
        self.isForwarding = isForwarding
        for trial in trials { add(trial) }
    }

    package var count: Int { trials.count }

    private func options(_ number: Int, _ trial: DiffTrial?) -> Options {
        Options(namespace: "N\(number)", apiName: "Pets\(number)" + (trial?.isRenamed == true ? "Renamed" : ""))
    }

    private func sources(_ text: String) -> SourceSet {
        SourceSet(main: .init(path: "api.yaml", bytes: Array(text.utf8)))
    }

    private mutating func add(_ trial: DiffTrial) {
        let base = bases[trial.old] ?? first + units.count
        let number = bases[trial.old] == nil ? base + 1 : first + units.count
        let old = readContract(sources(trial.old), options: options(number, nil))
        let new = readContract(sources(trial.new), options: options(number, trial))
        guard let contract = old.contract, new.contract != nil else {
            unreadable.append(
                trial.name + ": " + (new.diagnostics.all.first { $0.severity == .error }.map { "\($0.message)" } ?? "?")
            )
            return
        }
        if bases[trial.old] == nil {
            guard let contract = readContract(sources(trial.old), options: options(base, nil)).contract else { return }
            bases[trial.old] = base
            let writer = CallerWriter(contract, namespace: "N\(base)")
            callers[base] = Dictionary(uniqueKeysWithValues: CallerKind.allCases.map { ($0, writer.lines($0)) })
            units.append(unit(base, trial.old, options(base, nil), contract))
        }
        units.append(unit(number, trial.new, options(number, trial), contract))
        if isForwarding { units.append(forwardingUnit(number + 1, trial, contract)) }
        let changes = compare(old, new).changes
        // Another value of a default is no matter of types.
        let predicted = changes.map { $0.source == .silent ? .none : $0.source }.max() ?? .none
        trials.append((trial, number, base, predicted, changes))
    }

    private func unit(_ number: Int, _ text: String, _ options: Options, _ contract: Contract) -> DiffUnit {
        var files: [(name: String, text: String)] = []
        for file in generate(sources(text), options: options).files {
            files.append(("N\(number)_generated_" + file.name, String(decoding: file.contents, as: UTF8.self)))
        }
        let writer = CallerWriter(contract, namespace: "N\(number)")
        for kind in CallerKind.allCases { files.append(("N\(number)_\(kind.rawValue).swift", writer.text(kind))) }
        return DiffUnit(number: number, files: files)
    }

    /// The new side with what callers of the old one need.
    private func forwardingUnit(_ number: Int, _ trial: DiffTrial, _ contract: Contract) -> DiffUnit {
        let options = options(number, trial)
        guard let old = readContract(sources(trial.old), options: self.options(number, nil)).contract,
            let new = readContract(sources(trial.new), options: options).contract
        else { return unit(number, trial.new, options, contract) }
        var unit = unit(number, trial.new, options, old)
        let text = forwarding(from: old, to: new, options: options, declared: []).text
        if !text.isEmpty { unit.files.append(("N\(number)_generated_forwarding.swift", text)) }
        return unit
    }

    // MARK: - What the compiler says

    /// For one run over all files, whose errors stand on a line each.
    package static let compilerArguments = [
        "-typecheck", "-wmo", "-parse-as-library", "-swift-version", "6", "-module-name", "Oracle", "-diagnostic-style",
        "llvm",
    ]

    package struct Disagreement: Sendable {
        package var trial: DiffTrial
        package var predicted: SourceVerdict
        package var found: SourceVerdict
        package var changes: [String]
        /// Some of the compiler's messages.
        package var lines: [String]

        package var text: String {
            "\(trial.name): diff says \(predicted.name), the compiler \(found.name)\n"
                + (changes + lines).map { "    \($0)\n" }.joined()
        }
    }

    /// The findings of all trials of a batch.
    package struct Judgement: Sendable {
        package var agreeing: [String: Int] = [:]
        package var disagreements: [Disagreement] = []
        /// Callers that don't compile against what they were written for, and code that doesn't compile.
        package var mistakes: [String] = []
        /// Changes of declarations that no change of the description explains.
        package var unexplained: [String] = []
        /// How often each id was seen.
        package var ids: [String: Int] = [:]
        /// Changes that break calls, by their ids: how many calls broke, and how many of them compile with `--since`.
        package var forwarded: [String: (broken: Int, kept: Int)] = [:]
        /// Changes that the compiler judges differently than the tool, one by one; and errors that no change explains.
        package var single: [String] = []
        /// The number of changes that were judged by themselves.
        package var judged = 0
        /// Calls that don't compile with `--since`, though nothing but names or order changed.
        package var unforwarded: [String] = []

        package init() {}
    }

    private struct Finding { var kind: CallerKind; var line: Int; var verdict: SourceVerdict; var text: String }

    package func judge(_ output: String) -> Judgement {
        var result = Judgement()
        var found: [Int: [Finding]] = [:]
        for line in output.split(separator: "\n") {
            // `…/N12_calls.swift:4:5: error: …`
            if let match = line.firstMatch(
                of: /N(\d+)_(calls|reads|switches|functions|shares)\.swift:(\d+):\d+: (error|warning): (.*)/),
                let number = Int(match.1), let kind = CallerKind(rawValue: String(match.2)), let row = Int(match.3)
            {
                let isDeprecation = match.4 == "warning" && match.5.contains("deprecated")
                guard match.4 == "error" || isDeprecation else { continue }
                found[number, default: []].append(
                    .init(
                        kind: kind, line: row, verdict: isDeprecation ? .warns : kind.verdict,
                        text: "\(match.2) \(row): \(match.5)"))
            } else if line.contains("_generated_"), line.contains(": warning:"), line.contains("deprecated") {
                result.mistakes.append("generated code meets a deprecation: \(line)")
            } else if line.contains(": error:") {
                result.mistakes.append("generated code doesn't compile: \(line)")
            }
        }
        for base in Set(bases.values) {
            for finding in found[base] ?? [] where finding.verdict != .warns {
                let name = trials.first { $0.base == base }?.trial.name ?? ""
                result.mistakes.append(
                    "N\(base), of '\(name)': the caller doesn't compile against its own side: \(finding.text)")
            }
        }
        for (trial, unit, base, predicted, changes) in trials {
            let known = found[base] ?? []
            // A deprecation that was there before is no news.
            let news = (found[unit] ?? []).filter { finding in
                !known.contains { $0.kind == finding.kind && $0.line == finding.line && $0.verdict == finding.verdict }
            }
            for change in changes {
                result.ids[change.id, default: 0] += 1
                guard ["declaration-changed", "declaration-removed", "declaration-renamed"].contains(change.id)
                else {
                    continue
                }
                result.unexplained.append("N\(unit): \(trial.name): \(change.message) [\(change.id)]")
            }
            if isForwarding { judgeForwarding(trial, unit, news, found[unit + 1] ?? [], changes, &result) }
            judgeSingly(trial, unit, base, news, changes, &result)
            let verdict = news.map(\.verdict).max() ?? .none
            guard verdict != predicted else {
                result.agreeing[verdict.name, default: 0] += 1
                continue
            }
            var trial = trial
            trial.name = "N\(unit): " + trial.name
            result.disagreements.append(
                .init(
                    trial: trial, predicted: predicted, found: verdict,
                    changes: changes.map {
                        "\($0.source.name)/\($0.app.name) \($0.message) [\($0.id)] \($0.before ?? "") -> \($0.after ?? "")"
                    },
                    lines: news.filter { $0.verdict == verdict }.prefix(4).map(\.text)))
        }
        return result
    }

    /// Each change against what the compiler says of the lines that use what it touches, and each error against the
    /// changes.
    private func judgeSingly(
        _ trial: DiffTrial, _ unit: Int, _ base: Int, _ findings: [Finding], _ changes: [Change],
        _ result: inout Judgement
    ) {
        let lines = callers[base] ?? [:]
        func line(_ finding: Finding) -> CallerLine? {
            lines[finding.kind].flatMap { $0.indices.contains(finding.line - 1) ? $0[finding.line - 1] : nil }
        }
        /// Whether a line uses what a name is of, or is written with that type.
        func concerns(_ name: Change.CodeName, _ line: CallerLine) -> Bool {
            // The API is named after the number of its unit.
            let type = name.type.replacing("Pets\(unit)", with: "Pets\(base)")
            if let used = line.name, used.type == type,
                used.member == nil || name.member == nil || used.member == name.member
            {
                return true
            }
            return name.member == nil && names(line.text, "N\(base).\(type)")
        }
        /// Whether a string contains a name, and not as the beginning of a longer one.
        func names(_ text: String, _ name: String) -> Bool {
            text.ranges(of: name).contains { range in
                guard range.upperBound < text.endIndex else { return true }
                let next = text[range.upperBound]
                return !next.isLetter && !next.isNumber && next != "_"
            }
        }
        let found = findings.compactMap { finding in line(finding).map { (finding: finding, line: $0) } }
        for change in changes where change.source != .silent && change.source != .none {
            result.judged += 1
            let own = found.filter { found in change.code.contains { concerns($0, found.line) } }
            if own.contains(where: { $0.finding.verdict == change.source }) { continue }
            let said = own.map(\.finding.verdict).max() ?? .none
            result.single.append(
                "N\(unit): \(trial.name): diff says \(change.source.name), the compiler \(said.name): \(change.message) [\(change.id)]"
            )
        }
        for (finding, line) in found {
            let isTold = changes.contains { change in
                change.source >= finding.verdict && change.code.contains { concerns($0, line) }
            }
            if !isTold {
                result.single.append("N\(unit): \(trial.name): no change tells of \(finding.text): \(line.text)")
            }
        }
    }

    /// Changes of names and of order alone: every call of theirs can be forwarded.
    private static let forwardable: Set<String> = [
        "operation-id-changed", "operation-id-added", "operation-id-removed", "api-title-changed",
        "path-parameter-renamed", "parameter-renamed", "field-renamed", "response-field-renamed",
        "parameter-order-changed", "field-order-changed", "component-renamed", "enum-varnames-changed",
    ]

    private func judgeForwarding(
        _ trial: DiffTrial, _ unit: Int, _ plain: [Finding], _ all: [Finding], _ changes: [Change],
        _ result: inout Judgement
    ) {
        func key(_ finding: Finding) -> String { "\(finding.kind.rawValue) \(finding.line)" }
        let isBroken: (Finding) -> Bool = { $0.verdict > .warns || $0.verdict == .capturedInitialisers }
        let broken = Set(plain.filter(isBroken).map(key))
        let left = all.filter(isBroken)
        for finding in left where !broken.contains(key(finding)) {
            result.mistakes.append(
                "N\(unit + 1): \(trial.name): what compiled before doesn't with '--since': \(finding.text)")
        }
        let stillBroken = Set(left.map(key))
        guard !broken.isEmpty else { return }
        let breaking = changes.filter { $0.source > .warns }
        let ids = Set(breaking.map(\.id)).sorted().joined(separator: " ")
        var counts = result.forwarded[ids] ?? (0, 0)
        counts.broken += broken.count
        counts.kept += broken.subtracting(stillBroken).count
        result.forwarded[ids] = counts
        guard breaking.allSatisfy({ Self.forwardable.contains($0.id) && $0.source == .breaks }) else { return }
        for finding in left where finding.kind == .calls {
            result.unforwarded.append("N\(unit + 1): \(trial.name): \(finding.text)")
        }
    }
}
