import Foundation
import Fuzzing

/// Inputs that are tried in processes of their own: one process takes many, up to the one that ends it.
struct FuzzTrial {
    let arguments: FuzzArguments
    var showsBacktrace = false

    /// The findings of each input, and the output of the last process that an input ended.
    ///
    /// - Parameter isFirstEnough: The inputs behind the first one that ends its process are not tried.
    func findings(of inputs: [FuzzInput], isFirstEnough: Bool = false) throws -> (
        findings: [[Finding]], complaint: String
    ) {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("callsite-fuzz-\(UUID().uuidString)")
            .path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for (number, input) in inputs.enumerated() { try write(input, to: "\(folder)/\(number)") }
        var (findings, complaint) = ([[Finding]](repeating: [], count: inputs.count), "")
        var next = 0
        while next < inputs.count {
            var current = next
            let child = FuzzChild(
                arguments: arguments.forChildren
                    + [
                        "--batch", folder, "--replay", inputs[0].main.name, "--numbers",
                        "\(next),\(inputs.count - 1),1",
                    ],
                log: folder + "/log", showsBacktrace: showsBacktrace)
            let outcome = try child.run { event in
                switch event {
                case .start(let number): current = number
                case .finding(let number, let finding): findings[number].append(finding)
                case .output: break
                }
            }
            guard let finding = outcome.finding else { break }
            findings[current].append(finding)
            complaint = outcome.complaint
            next = isFirstEnough ? inputs.count : current + 1
        }
        return (findings, complaint)
    }
}

/// `--replay FILE`: what happens with a file, such as one that was kept.
func replay(_ path: String, _ arguments: FuzzArguments) throws {
    let input = try readInput(path)
    let (all, complaint) = try FuzzTrial(arguments: arguments, showsBacktrace: true).findings(of: [input])
    var findings = all[0]
    if !findings.contains(where: \.endsProcess), input.subject == .description {
        for mode in FuzzCompiler.Mode.allCases {
            findings += try compilerFindings(of: [input], mode, arguments).flatMap { $0 }
        }
    }
    for finding in findings { say("! \(finding.kind.rawValue): \(finding.detail)") }
    if findings.contains(where: { $0.kind == .crash }) { say(complaint) }
    if findings.isEmpty { say("\(path): nothing happens that must not") }
    exit(findings.isEmpty ? 0 : 1)
}

/// The compiler's findings in the output of each of some inputs.
func compilerFindings(of inputs: [FuzzInput], _ mode: FuzzCompiler.Mode, _ arguments: FuzzArguments) throws
    -> [[Finding]]
{
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("callsite-fuzz-\(UUID().uuidString)")
        .path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let compiler = FuzzCompiler(checksTypes: arguments.compiles, folder: folder)
    var numbers: [Int] = []
    for (number, input) in inputs.enumerated() where try compiler.write(input, number, mode) { numbers.append(number) }
    let found = try compiler.findings(numbers, mode)
    return inputs.indices.map { found[$0].map { [$0] } ?? [] }
}

/// At once, also where the output is a file.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

/// A crash, with the functions that it was in: what tells two of them apart.
func trace(_ input: FuzzInput, _ arguments: FuzzArguments) throws -> Finding? {
    let (findings, complaint) = try FuzzTrial(arguments: arguments, showsBacktrace: true).findings(of: [input])
    guard let crash = findings[0].first(where: { $0.kind == .crash }) else { return nil }
    let functions = functions(in: complaint)
    let place = functions.isEmpty ? "" : " in " + functions.joined(separator: ", ")
    return .init(.crash, crash.detail + place + "\n\n" + complaint.prefix(12_000))
}

/// Those that call each other again and again, where the stack was full; else the innermost ones.
private func functions(in trace: String) -> [String] {
    var functions: [String] = []
    for line in trace.split(separator: "\n") {
        // `3 [ra] 0x… OpenAPIReader.resolved(_:) + 12 in callsite-dev at …`
        guard
            let match = line.firstMatch(
                of: /^\s*[0-9]+ (?:\[[a-z]+\] )*\s*0x[0-9a-f]+ (.+?)(?: \+ [0-9]+)? in callsite-dev/)
        else {
            continue
        }
        functions.append(String(match.1))
    }
    var counts: [String: Int] = [:]
    for function in functions { counts[function, default: 0] += 1 }
    let repeated = counts.filter { $0.value > 3 }.keys.sorted()
    return Array((repeated.isEmpty ? functions : repeated).prefix(4))
}

// MARK: Making it smaller

/// In a process of its own: what is tried there may end that too.
func reduceInChild(_ path: String, _ arguments: FuzzArguments) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
    process.arguments = arguments.forChildren + (arguments.compiles ? ["--compile"] : []) + ["--reduce", path]
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
}

/// `--reduce FILE`: a smaller one with which the same happens, in the folder `reduced` beside it.
func reduce(_ path: String, _ arguments: FuzzArguments) throws {
    let input = try readInput(path)
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path + "/reduced"
    // A signature of a crash is that it is one: its functions take too long to find out.
    func marks(_ findings: [Finding]) -> Set<String> {
        Set(findings.map { $0.kind == .crash ? "crash" : $0.signature })
    }
    let trial = FuzzTrial(arguments: arguments)
    var found = try trial.findings(of: [input]).findings[0]
    var mode: FuzzCompiler.Mode?
    if found.isEmpty, input.subject == .description {
        mode = try FuzzCompiler.Mode.allCases.first { mode in
            found = try compilerFindings(of: [input], mode, arguments)[0]
            return !found.isEmpty
        }
    }
    let wanted = marks(found)
    guard !wanted.isEmpty else { throw Problem("\(path): nothing happens that must not") }
    let ends = found.contains(where: \.endsProcess)
    let end = Date(timeIntervalSinceNow: mode == nil ? 40 : 120)
    var parsing = arguments
    parsing.onlyParses = true
    let parser = FuzzTrial(arguments: parsing)
    var reduction = Reduction(
        input, attempts: 4000, width: 40, mayParse: { try parser.findings(of: [$0]).findings[0].isEmpty },
        stillFail: { candidates in
            guard Date() < end else { return candidates.map { _ in false } }
            let found =
                try mode.map { try compilerFindings(of: candidates, $0, arguments) }
                ?? trial.findings(of: candidates, isFirstEnough: ends).findings
            return found.map { !marks($0).isDisjoint(with: wanted) }
        })
    try reduction.run()
    try write(reduction.best, to: folder)
    say("\(input.main.bytes.count) bytes became \(reduction.best.main.bytes.count): \(folder)/\(input.main.name)")
}
