import CallsiteDiff
import CallsitePrinter
import CallsiteCommands
import CallsiteShell
import Foundation

/// Runs a command line in a folder of its own: the whole of the command line, with files and printing.
struct CommandChecks {
    private let arguments: [String]
    private let input: FuzzInput
    /// Beside the folder `package`, in which the command is run, nothing may be written unless it is named.
    private let root: String
    private var folder: String { root + "/package" }
    private var findings: [Finding] = []

    static func run(_ input: FuzzInput) -> [Finding] {
        let lines = String(decoding: input.main.bytes, as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false)
        var checks = CommandChecks(input, arguments: lines.dropLast().map(String.init))
        // An input file that was made by hand could name any place.
        guard !checks.arguments.contains(where: { $0.hasPrefix("/") || $0.contains("=/") || $0.contains("../..") })
        else { return [] }
        do {
            try checks.run()
        } catch {
            checks.findings.append(.init(.internal, "the folder can't be made: \(error)"))
        }
        try? FileManager.default.removeItem(atPath: checks.root)
        return checks.findings
    }

    private init(_ input: FuzzInput, arguments: [String]) {
        self.input = input
        self.arguments = arguments
        root = FileManager.default.temporaryDirectory.appendingPathComponent("callsite-fuzz-\(UUID().uuidString)").path
    }

    private mutating func run() throws {
        for file in input.others {
            let path = folder + "/" + file.name
            try FileManager.default.createDirectory(
                atPath: URL(fileURLWithPath: path).deletingLastPathComponent().path, withIntermediateDirectories: true)
            guard FileManager.default.createFile(atPath: path, contents: Data(file.bytes)) else {
                throw CocoaError(.fileWriteUnknown)
            }
        }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let before = files()
        let status = perform(arguments)
        let after = files()
        let isOther = ["--check", "--dry-run", "--watch", "--help", "-h"].contains(where: arguments.contains)
        let writes = arguments.contains("generate") && !isOther
        compare(before, after, status)
        guard status == 0, writes else { return }
        // Code that was just generated is up to date, and is generated again without a change.
        if perform(arguments) != 0 { findings.append(.init(.disagreement, "the same command fails the second time")) }
        if files() != after { findings.append(.init(.unstable, "the same command writes other files the second time")) }
        let isOutput = arguments.contains { ["--output", "-o"].contains($0) || $0.hasPrefix("--output=") }
        if isOutput || input.others.contains(where: { $0.name == "callsite.yaml" }),
            perform(arguments + ["--check"]) == 2
        {
            findings.append(.init(.disagreement, "what was just generated is not up to date"))
        }
    }

    // MARK: Files

    /// All below the root, by path.
    private func files() -> [String: Data] {
        var files: [String: Data] = [:]
        for case let name as String in FileManager.default.enumerator(atPath: root) ?? .init() {
            if let data = FileManager.default.contents(atPath: root + "/" + name) { files[name] = data }
        }
        return files
    }

    private mutating func compare(_ before: [String: Data], _ after: [String: Data], _ status: Int32) {
        for (name, data) in before where after[name] != data {
            findings.append(.init(.disagreement, "a file that Callsite didn't write is changed: '\(name)'"))
        }
        let namesOthers =
            arguments.contains { $0.contains("..") } || input.others.contains { $0.name == "callsite.yaml" }
        for name in after.keys where before[name] == nil {
            if !name.hasPrefix("package/"), !namesOthers {
                findings.append(.init(.disagreement, "a file is written elsewhere: '\(name)'"))
            }
            if status == 1 || status == 64 {
                findings.append(.init(.disagreement, "a command that fails writes '\(name)'"))
            }
        }
    }

    // MARK: Running

    private mutating func perform(_ arguments: [String]) -> Int32 {
        final class Streams { var output: [UInt8] = [], error: [UInt8] = [] }
        let streams = Streams()
        let bytes = input.others.first?.bytes ?? []
        let status = CallsiteCommands.run(
            arguments,
            in: Environment(
                workingDirectory: folder, readInput: { .success(Array(bytes.prefix($0 + 1))) },
                write: { stream, bytes in
                    if stream == .output { streams.output += bytes } else { streams.error += bytes }
                    return 0
                }))
        guard ExitStatus(rawValue: status) != nil else {
            findings.append(.init(.internal, "exit status \(status)"))
            return status
        }
        let said = String(decoding: streams.error, as: UTF8.self)
        if status != 0, streams.error.isEmpty, streams.output.isEmpty {
            findings.append(.init(.internal, "exit status \(status) without a word"))
        }
        if said.unicodeScalars.contains(where: Self.isDangerous) {
            findings.append(.init(.internal, "a message has a control character"))
        }
        // A command line that isn't understood asks for nothing yet.
        if status != ExitStatus.usage.rawValue, Self.wantsJSON(arguments) {
            for line in said.split(separator: "\n")
            where (try? JSONSerialization.jsonObject(with: Data(line.utf8))) == nil {
                findings.append(.init(.internal, "a line of '--diagnostics json' is no JSON"))
            }
        }
        return status
    }

    private static func isDangerous(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0A: false
        case 0..<0x20, 0x7F..<0xA0, 0x200B...0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF: true
        default: false
        }
    }

    /// Where the option is given once and well.
    private static func wantsJSON(_ arguments: [String]) -> Bool {
        guard !arguments.contains("--") else { return false }
        let all = arguments.filter { $0.hasPrefix("--diagnostics") }
        guard all.count == 1, all[0] != "--diagnostics" else {
            return all.count == 1
                && arguments.firstIndex(of: "--diagnostics").map { arguments.dropFirst($0 + 1).first == "json" } == true
        }
        return all[0] == "--diagnostics=json"
    }
}
