import CallsiteCore
import Foundation
import GrowingDocuments

// The cost of a description as it grows: for each kind of list, chain and nesting that `GrowingDocuments` lists, the
// CPU time of a command at n, 2n, 4n and 8n. In proportion is at most 2.3 times for each doubling. The tests count
// allocations at small sizes; this measures large ones, and finds work that takes time without allocating.

/// - Parameter arguments: `--size N` (1000), the smallest of four; `--command NAME` (generate); words that the names of
///   kinds hold.
func costs(_ arguments: [String]) throws {
    var words: [String] = []
    var size = 1000
    var command = CostedCommand.generate
    var isChild = false
    var rest = arguments[...]
    while let word = rest.popFirst() {
        switch word {
        case "--size":
            guard let number = rest.popFirst().flatMap({ Int($0) }), number > 0 else {
                throw Problem("--size needs a number")
            }
            size = number
        case "--command":
            guard let named = rest.popFirst().flatMap(CostedCommand.init) else {
                throw Problem("--command is one of \(CostedCommand.allCases.map(\.rawValue).joined(separator: ", "))")
            }
            command = named
        case "--child": isChild = true
        default: words.append(word)
        }
    }
    if isChild {
        guard let document = GrowingDocument.all(of: command).first(where: { $0.name == words[0] }) else {
            throw Problem("no kind '\(words[0])'")
        }
        return measureCosts(of: document, size, command)
    }
    let kinds = GrowingDocument.all(of: command).filter { kind in
        words.isEmpty || words.contains { kind.name.contains($0) }
    }
    guard !kinds.isEmpty else {
        throw Problem("no kind's name holds \(words.map { "'\($0)'" }.joined(separator: " or "))")
    }
    var grown: [String] = []
    let width = kinds.map(\.name.count).max() ?? 0
    for kind in kinds {
        let name = kind.name.padding(toLength: width, withPad: " ", startingAt: 0)
        // In a process of its own: what kills it, or doesn't end, is one row.
        let child = Process()
        child.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
        child.arguments = ["costs", "--child", "--size", "\(size)", "--command", command.rawValue, kind.name]
        let pipe = Pipe()
        child.standardOutput = pipe
        try child.run()
        let guardian = DispatchWorkItem { child.terminate() }
        DispatchQueue.global().asyncAfter(deadline: .now() + 40, execute: guardian)
        let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        child.waitUntilExit()
        guardian.cancel()
        let figures = output.split(separator: "\n").compactMap { Double($0) }
        let ratios = zip(figures.dropFirst(), figures).map { $0 / max($1, 0.000_1) }
        var line = name + "  " + figures.map { String(format: "%8.1f ms", $0 * 1000) }.joined()
        line += "  " + ratios.map { String(format: "%5.2f", $0) }.joined()
        if child.terminationReason == .uncaughtSignal {
            line += "  KILLED by signal \(child.terminationStatus)"
            grown.append(kind.name)
        } else if figures.count > 1, let first = figures.first, let last = figures.last, last > 0.01,
            last > first * pow(2.3, Double(figures.count - 1))
        {
            // Over all doublings together: a single one is at the mercy of caches.
            line += "  MORE THAN IN PROPORTION"
            grown.append(kind.name)
        }
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }
    guard grown.isEmpty else { throw Problem("\(grown.count) of \(kinds.count) kinds cost more than in proportion") }
}

private func measureCosts(of document: GrowingDocument, _ size: Int, _ command: CostedCommand) {
    for factor in [1, 2, 4, 8] where size * factor <= document.bound {
        // Written at once: what comes next may end the process.
        let seconds = Bench.measure(factor < 4 ? 3 : 2) { command.run(document, size: size * factor) }
        FileHandle.standardOutput.write(Data("\(seconds)\n".utf8))
    }
}
