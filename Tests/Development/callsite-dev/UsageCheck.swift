import CallsiteCore
import Foundation
import Fuzzing

/// `callsite-dev usage-check DIR|FILE…`: makes clients that call a few operations of each description, reduces the code to
/// what they use, and compiles both.
///
/// - Parameter arguments: Documents, and folders of them; `--clients N` for each (1), `--seed N`, `--only TEXT` takes the
///   paths that hold the text, `--no-compile` compiles nothing.
func usageCheck(_ arguments: [String]) throws {
    var arguments = arguments
    let clients = arguments.takeValue(of: "--clients").flatMap { Int($0) } ?? 1
    let seed = arguments.takeValue(of: "--seed").flatMap { UInt64($0) } ?? 1
    let only = arguments.takeValue(of: "--only")
    let isCompiling = !arguments.contains("--no-compile")
    arguments.removeAll { $0 == "--no-compile" }
    guard !arguments.isEmpty else { throw Problem("name descriptions, or folders of them") }
    var (count, wrong, unreached, gone) = (0, 0, 0, 0)
    for path in try arguments.flatMap({ try descriptions(at: $0) }) where only.map(path.contains) ?? true {
        guard let sources = try? loadDocument(path) else { continue }
        for number in 0..<clients {
            var random = Randomness(seed: seed, number: count)
            let operations = random.number(1...8)
            guard let client = ReducedClient(sources, operations: operations, &random) else { break }
            count += 1
            unreached += client.unreached
            gone += client.gone
            var problems = client.missing.map { "missing: \($0)" } + client.lost.map { "lost: \($0)" }
            if isCompiling, problems.isEmpty {
                for (title, files) in [("whole", client.whole), ("reduced", client.reduced)] {
                    if let text = try misfit(of: client.source, with: files) {
                        // A client that doesn't compile with all code says nothing about the rest.
                        problems.append("\(title): \(text)")
                        break
                    }
                }
            }
            if !problems.isEmpty { wrong += 1 }
            print(
                "\(problems.isEmpty ? "  " : "! ")\(path) \(number): \(client.operations.count) operations, "
                    + "\(lines(client.whole)) -> \(lines(client.reduced)) lines, "
                    + "\(client.gone) of \(client.unreached) unreached declarations are gone"
                    + problems.prefix(5).map { "\n    " + $0 }.joined())
            fflush(nil)
        }
    }
    let share = unreached == 0 ? 100 : Double(gone) * 100 / Double(unreached)
    print(
        "\(count) clients, \(wrong) wrong; \(gone) of \(unreached) unreached declarations are gone "
            + "(\(String(format: "%.1f", share)) %, at least 95)")
    guard wrong == 0, share >= 95 else { throw Problem("a client lost something, or kept too much") }
}

private func lines(_ files: [ReducedClient.File]) -> Int {
    files.reduce(0) { $0 + $1.contents.count { $0 == 0x0A } }
}

/// The compiler's first words against a client; nil: it fits.
private func misfit(of client: String, with files: [ReducedClient.File]) throws -> String? {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "callsite-usage-\(ProcessInfo.processInfo.processIdentifier)")
    try? FileManager.default.removeItem(at: folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var paths: [String] = []
    for (name, contents) in files + [(name: "Client.swift", contents: Array(client.utf8))] {
        let file = folder.appendingPathComponent(name)
        try Data(contents).write(to: file)
        paths.append(file.path)
    }
    let checked = try captured(
        [
            "swiftc", "-typecheck", "-swift-version", "6", "-suppress-warnings", "-parse-as-library", "-I",
            buildFolder.appendingPathComponent("Modules").path,
        ] + paths)
    guard checked.status != 0 else { return nil }
    return checked.text.split(separator: "\n").first { $0.contains("error:") }.map { String($0) } ?? "it crashed"
}
