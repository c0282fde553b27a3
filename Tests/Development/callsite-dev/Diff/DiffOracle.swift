import CallsiteCommands
import CallsiteCore
import CallsiteDiff
import CallsiteShell
import Foundation
import Fuzzing

/// Asks the compiler whether `callsite diff` judges source as it does: of each pair of descriptions that shows a kind
/// of change, and of edits of the documents that are named. With `--since`, whether old callers compile against what
/// `generate --since` adds.
func diffOracle(_ arguments: [String]) throws {
    var arguments = arguments
    let isForwarding = arguments.contains("--since")
    arguments.removeAll { $0 == "--since" }
    let folder = URL(fileURLWithPath: arguments.takeValue(of: "--keep") ?? ".build/diff-oracle")
    let only = arguments.takeValue(of: "--only")
    let count = arguments.takeValue(of: "--count").flatMap { Int($0) } ?? 200
    let seed = arguments.takeValue(of: "--seed").flatMap { UInt64($0) } ?? 1
    let nodes = arguments.takeValue(of: "--nodes").flatMap { Int($0) } ?? 400
    let size = arguments.takeValue(of: "--batch").flatMap { Int($0) } ?? 40
    var trials: [DiffTrial] = []
    if arguments.isEmpty {
        for explanation in ChangeExplanation.all
        where !explanation.old.isEmpty && !explanation.new.isEmpty && (only == nil || only == explanation.id) {
            trials.append(.init(name: explanation.id, old: explanation.old, new: explanation.new))
        }
    } else {
        let documents = try arguments.map { path in
            let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
            guard let tree = DocumentTree(parsing: bytes, limit: 3_000_000) else {
                throw Problem("'\(path)' can't be read")
            }
            return (name: path, tree: tree)
        }
        let edits = DiffEdit.all.filter { only == nil || $0.name == only }
        guard !edits.isEmpty else { throw Problem("no edit is called '\(only ?? "")': \(DiffEdit.all.map(\.name))") }
        trials = DiffTrial.trials(of: documents, count: count, seed: seed, nodes: nodes, only: edits)
    }
    var total = DiffBatch.Judgement()
    var unreadable: [String] = []
    var judged = 0
    var first = 0
    for start in stride(from: 0, to: trials.count, by: size) {
        let batch = DiffBatch(
            Array(trials[start..<min(start + size, trials.count)]), first: first, isForwarding: isForwarding)
        first += batch.units.count
        let judgement = try judge(batch, in: folder)
        for disagreement in judgement.disagreements { print(disagreement.text, terminator: "") }
        for mistake in judgement.mistakes { print("mistake: " + mistake) }
        for line in judgement.single { print("single: " + line) }
        total.agreeing.merge(judgement.agreeing, uniquingKeysWith: +)
        total.ids.merge(judgement.ids, uniquingKeysWith: +)
        total.disagreements += judgement.disagreements
        total.mistakes += judgement.mistakes
        total.single += judgement.single
        total.judged += judgement.judged
        total.unexplained += judgement.unexplained
        total.unforwarded += judgement.unforwarded
        total.forwarded.merge(judgement.forwarded) { ($0.broken + $1.broken, $0.kept + $1.kept) }
        unreadable += batch.unreadable
        judged += batch.count
        print(
            "\(judged) of \(trials.count) pairs, \(total.disagreements.count) disagreements, "
                + "\(total.single.count) of \(total.judged) single changes, \(total.mistakes.count) mistakes")
        fflush(nil)
    }
    for name in total.unexplained { print("unexplained: " + name) }
    for name in unreadable { print("has errors: " + name) }
    for line in total.unforwarded { print("not forwarded: " + line) }
    for (ids, counts) in total.forwarded.sorted(by: { $0.key < $1.key }) {
        print("'--since' keeps \(counts.kept) of \(counts.broken) broken calls: \(ids)")
    }
    print(
        "agreeing: " + total.agreeing.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
    )
    print(
        "\(total.ids.count) ids: "
            + total.ids.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", "))
    guard total.disagreements.isEmpty, total.single.isEmpty, total.mistakes.isEmpty else {
        throw Problem("the compiler disagrees; its files are in \(folder.path)")
    }
}

private func judge(_ batch: DiffBatch, in folder: URL) throws -> DiffBatch.Judgement {
    try? FileManager.default.removeItem(at: folder)
    var paths: [String] = []
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for file in batch.units.flatMap(\.files) {
        let url = folder.appendingPathComponent(file.name)
        try Data(file.text.utf8).write(to: url)
        paths.append(url.path)
    }
    // More than a command line holds.
    let list = folder.appendingPathComponent("files.txt")
    try Data(paths.joined(separator: "\n").utf8).write(to: list)
    let result = try captured(
        ["swiftc"] + DiffBatch.compilerArguments
            + ["-I", buildFolder.appendingPathComponent("Modules").path, "@" + list.path])
    return batch.judge(result.text)
}
