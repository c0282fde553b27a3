import CallsiteCommands
import CallsiteCore
import CallsiteDiff
import Foundation
import Fuzzing

/// Lets the old side's generated code talk to a server that works by the new description, and compares what happens
/// with what `callsite diff` says about released apps: of each pair that shows a kind of change, and of edits of the
/// documents that are named. With `--server old` the new side's code talks to a server of the old description.
///
/// `--matrix FILE…`: the files are versions of one description, the oldest first. The app of each talks to the server of
/// each other one, and the matrix of `callsite diff --matrix` must say the same.
func wireOracle(_ arguments: [String]) throws {
    var arguments = arguments
    let folder = URL(fileURLWithPath: arguments.takeValue(of: "--keep") ?? ".build/wire-oracle")
    let only = arguments.takeValue(of: "--only")
    let isServerOld = arguments.takeValue(of: "--server") == "old"
    let count = arguments.takeValue(of: "--count").flatMap { Int($0) } ?? 200
    let seed = arguments.takeValue(of: "--seed").flatMap { UInt64($0) } ?? 1
    let nodes = arguments.takeValue(of: "--nodes").flatMap { Int($0) } ?? 300
    let size = arguments.takeValue(of: "--batch").flatMap { Int($0) } ?? 60
    let isMatrix = arguments.contains("--matrix")
    arguments.removeAll { $0 == "--matrix" }
    var trials: [DiffTrial] = []
    if isMatrix {
        trials = try matrixTrials(
            try arguments.map { String(decoding: try Data(contentsOf: URL(fileURLWithPath: $0)), as: UTF8.self) })
    } else if arguments.isEmpty {
        for explanation in ChangeExplanation.all
        where !explanation.old.isEmpty && !explanation.new.isEmpty && (only == nil || only == explanation.id) {
            trials.append(.init(name: explanation.id, old: explanation.old, new: explanation.new))
        }
        trials += WireBatch.examples.filter { only == nil || only == $0.name }
        if only == nil { trials += try matrixTrials(history) }
    } else {
        let documents = try arguments.map { path in
            let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
            guard let tree = DocumentTree(parsing: bytes, limit: 3_000_000) else {
                throw Problem("'\(path)' can't be read")
            }
            return (name: path, tree: tree)
        }
        let edits = DiffEdit.all.filter { only == nil || $0.name == only }
        trials = DiffTrial.trials(of: documents, count: count, seed: seed, nodes: nodes, only: edits)
    }
    var total = WireBatch.Judgement()
    var judged = 0
    for start in stride(from: 0, to: trials.count, by: size) {
        let batch = WireBatch(
            Array(trials[start..<min(start + size, trials.count)]), isServerOld: isServerOld)
        let judgement = batch.judge(try appOutput(batch.files, in: folder))
        for text in judgement.disagreements { print(text, terminator: "") }
        for name in batch.unreadable { print("has errors: " + name) }
        for (id, count) in batch.unseen.sorted(by: { $0.key < $1.key }) {
            print("not seen on the wire: \(id) \(count)")
        }
        total.agreeing.merge(judgement.agreeing, uniquingKeysWith: +)
        total.ids.merge(judgement.ids, uniquingKeysWith: +)
        total.disagreements += judgement.disagreements
        judged += batch.count
        print(
            "\(judged) pairs of \(min(start + size, trials.count)) judged, \(total.disagreements.count) disagreements")
        fflush(nil)
    }
    print(
        "agreeing: " + total.agreeing.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
    )
    print("\(total.ids.count) ids")
    guard total.disagreements.isEmpty else {
        throw Problem("the wire disagrees; the app's sources are in \(folder.path)")
    }
}

/// Versions of one description: a value more, a required field, another path, a field less.
private let history = [
    "endpoints: {GetA: {path: /a, response: A}, PutA: {method: PUT, path: /a, body: A}}\nmodels: {A: {status: on | off, size: Int}}\n",
    "endpoints: {GetA: {path: /a, response: A}, PutA: {method: PUT, path: /a, body: A}}\nmodels: {A: {status: on | off | broken, size: Int?}}\n",
    "endpoints: {GetA: {path: /a, response: A}, PutA: {method: PUT, path: /a, body: A}, GetB: {path: /b, response: String}}\nmodels: {A: {status: on | off | broken, size: Int?, note: String}}\n",
    "endpoints: {GetA: {path: /a, response: A}, PutA: {method: PUT, path: /v2/a, body: A}}\nmodels: {A: {status: on | broken, note: String}}\n",
].map { "callsite: 1\napi: Pets\nbaseURL: https://api.example.com\n" + $0 }

/// The app of each version with the server of each other one. In each cell of the matrix is the worst of what the trial
/// says, whichever of the two is older.
private func matrixTrials(_ versions: [String]) throws -> [DiffTrial] {
    let readings = versions.map {
        readContract(SourceSet(main: .init(path: "api.yaml", bytes: Array($0.utf8))), options: Options())
    }
    let comparisons = CompatibilityMatrix.pairs(of: versions.count).map {
        compareApps(readings[$0.older], readings[$0.newer])
    }
    let matrix = CompatibilityMatrix(count: versions.count, comparisons: comparisons)
    var trials: [DiffTrial] = []
    for app in versions.indices {
        for server in versions.indices where app != server {
            let name = "app \(app + 1), server \(server + 1)"
            let worst = compare(readings[app], readings[server]).changes.map(\.app).max() ?? .none
            let verdict = matrix.cells[app][server].verdict
            guard worst == verdict else { throw Problem("\(name): the matrix says \(verdict), 'diff' says \(worst)") }
            trials.append(.init(name: name, old: versions[app], new: versions[server]))
        }
    }
    return trials
}

/// The output of a program made from these files.
func appOutput(_ files: [(name: String, text: String)], linking modules: [String] = [], in folder: URL) throws -> String
{
    try? FileManager.default.removeItem(at: folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var paths: [String] = []
    for file in files {
        let url = folder.appendingPathComponent(file.name)
        try Data(file.text.utf8).write(to: url)
        if file.name.hasSuffix(".swift") { paths.append(url.path) }
    }
    let program = folder.appendingPathComponent("app").path
    let list = folder.appendingPathComponent("files.txt")
    try Data((paths + WireBatch.objects(in: buildFolder, and: modules)).joined(separator: "\n").utf8).write(to: list)
    let result = try captured(
        ["swiftc"] + WireBatch.compilerArguments + WireBatch.moduleMaps(of: modules, in: buildFolder) + [
            "-I", buildFolder.appendingPathComponent("Modules").path, "-o", program, "@" + list.path,
        ])
    guard FileManager.default.isExecutableFile(atPath: program) else {
        throw Problem("the app doesn't compile: \(result.text.prefix(4000))")
    }
    return try captured([program]).text
}
