import CallsiteCommands
import CallsiteCore
import CallsiteImport
import CallsitePrinter
import CallsiteShell
import Foundation
import InferenceCheck

/// `callsite-dev infer-check [DIR|FILE…]`: walks each description, imports the recorded requests, and compares the result
/// with the description.
///
/// - Parameter arguments: Documents, and folders of them; `--samples N` requests are made of each operation; `--seed N`;
///   `--only TEXT` takes the paths that hold the text; `--walks DIR` reads archives that are there, by the documents' names, and
///   makes none, and `--record DIR` writes them; `--least N` fails with fewer documents; `--keep DIR` (.build/inference) has archives and inferred descriptions; `--identity` compares what is imported
///   from the document itself instead, which must be the same; `--no-decoding` compiles nothing; `--verbose` prints each
///   difference.
func inferCheck(_ arguments: [String]) throws {
    var check = try InferenceRun(arguments)
    try check.run()
    guard check.failures.isEmpty else { throw Problem(check.failures.joined(separator: "\n")) }
}

private struct InferenceRun {
    private var paths: [String]
    private let samples: Int
    private let seed: Int
    private let only: String?
    private let walks: String?
    private let record: String?
    private let least: Int
    private let kept: URL
    private let isIdentity: Bool
    private let isDecoding: Bool
    private let isVerbose: Bool
    private var python = "python3"

    private var program = DecodingProgram()
    /// The results of the documents in the program, by their names.
    private var waiting: [(name: String, result: InferenceResult)] = []
    private var total = InferenceResult()
    private var documents = 0
    private(set) var failures: [String] = []

    init(_ arguments: [String]) throws {
        var arguments = arguments
        samples = arguments.takeValue(of: "--samples").flatMap { Int($0) } ?? 20
        seed = arguments.takeValue(of: "--seed").flatMap { Int($0) } ?? 1
        only = arguments.takeValue(of: "--only")
        walks = arguments.takeValue(of: "--walks")
        record = arguments.takeValue(of: "--record")
        least = arguments.takeValue(of: "--least").flatMap { Int($0) } ?? 1
        kept = URL(fileURLWithPath: arguments.takeValue(of: "--keep") ?? ".build/inference")
        python = arguments.takeValue(of: "--python") ?? ProcessInfo.processInfo.environment["PYTHON"] ?? "python3"
        isIdentity = arguments.contains("--identity")
        isDecoding = !arguments.contains("--no-decoding")
        isVerbose = arguments.contains("--verbose")
        arguments.removeAll { ["--identity", "--no-decoding", "--verbose"].contains($0) }
        guard !arguments.isEmpty else { throw Problem("name descriptions, or folders of them") }
        paths = []
        for argument in arguments { paths += try descriptions(at: argument) }
        try FileManager.default.createDirectory(at: kept, withIntermediateDirectories: true)
    }

    mutating func run() throws {
        for path in paths where only.map(path.contains) ?? true {
            guard let sources = try? loadDocument(path) else { continue }
            // A large document is several: each has forty of its operations.
            for part in 0..<3 {
                guard let plan = WalkPlan(sources, samples: samples, seed: seed, part: part) else { break }
                let name = path.split(separator: "/").suffix(2).joined(separator: "_") + (part > 0 ? "-\(part)" : "")
                try check(name, sources, plan)
            }
        }
        try decode()
        print("\(documents) documents: \(total.row)")
        failures += total.failures
        if documents < least { failures.append("\(documents) descriptions were walked, of at least \(least)") }
    }

    private mutating func check(_ name: String, _ sources: SourceSet, _ plan: WalkPlan) throws {
        let archive = try archive(name, plan)
        if let record {
            try FileManager.default.createDirectory(atPath: record, withIntermediateDirectories: true)
            try Data(archive).write(to: URL(fileURLWithPath: "\(record)/\(name).har"))
        }
        let walk = try RecordedWalk(archive, judgedBy: plan.engine)
        guard !walk.samples.isEmpty else {
            print("\(name): nothing in it can be asked for; \(walk.skipped.first ?? walk.wrong.first ?? "")")
            return
        }
        let native = try inferred(name, sources, walk)
        var options = Options()
        options.detectsPagination = false
        var diagnostics = Diagnostics()
        let api = Front(native, options, &diagnostics).api(options, &diagnostics)
        var comparison = APIComparison(truth: plan.api, inferred: api, walk)
        var result = comparison.run()
        if isVerbose {
            for line in walk.skipped { print("    skipped \(line)") }
            for line in walk.wrong.prefix(20) { print("    dropped \(line.prefix(300))") }
        }
        if isDecoding, !isIdentity, let error = program.add(name, native, walk, truth: plan.api) {
            result.contradict("\(name): the inferred description has an error: \(error)")
        }
        documents += 1
        waiting.append((name, result))
        // As much as one compiler run takes easily.
        if !isDecoding || isIdentity || program.size > 2_000_000 { try decode() }
    }

    /// The walk's archive, which is made where there is none for this plan.
    private func archive(_ name: String, _ plan: WalkPlan) throws -> [UInt8] {
        if let walks { return try readFile("\(walks)/\(name).har") }
        let scripts = ["Tests/Inference/walk.py", "Tests/Inference/schemas.py"]
        let text = try plan.text + scripts.map { String(decoding: try readFile($0), as: UTF8.self) }.joined()
        let file = kept.appendingPathComponent("\(name)-\(String(WalkPlan.hash(text), radix: 16)).har").path
        if let known = try? readFile(file) { return known }
        let input = kept.appendingPathComponent("plan.json").path
        try Data(plan.text.utf8).write(to: URL(fileURLWithPath: input))
        let made = try captured([python, "-B", scripts[0], input, file])
        guard made.status == 0 else { throw Problem("\(name): the walk failed: \(made.text.suffix(2000))") }
        return try readFile(file)
    }

    /// The description that `callsite import` makes of the archive, or with `--identity` of the document.
    private func inferred(_ name: String, _ sources: SourceSet, _ walk: RecordedWalk) throws -> SourceSet {
        let output = kept.appendingPathComponent(name + ".yaml").path
        if isIdentity {
            // A document in Callsite's own format is its own import.
            let text = importDescription(sources, options: Options()).text
            return text.isEmpty ? sources : SourceSet(main: .init(path: output, bytes: Array(text.utf8)))
        }
        let archive = kept.appendingPathComponent(name + ".har").path
        try Data(walk.archive.utf8).write(to: URL(fileURLWithPath: archive))
        try? FileManager.default.removeItem(atPath: output)
        // Otherwise the server with most requests is taken for the API's.
        let origins = Set(walk.archive.matches(of: /"url": ?"(https?:\/\/[^\/"]+)/).map { String($0.1) }).sorted()
        let servers = origins.count > 1 ? origins.flatMap { ["--server", $0] } : []
        let status = CallsiteCommands.run(["import", archive, "-o", output, "-q"] + servers, in: .process())
        guard status == 0 else { throw Problem("\(name): callsite import of '\(archive)' ended with \(status)") }
        return SourceSet(main: .init(path: output, bytes: try readFile(output)))
    }

    // MARK: - Decoding

    /// Lets the generated clients read the responses, and prints the results.
    private mutating func decode() throws {
        defer { (program, waiting) = (DecodingProgram(), []) }
        if !program.documents.isEmpty {
            let output = try output(of: program)
            for (name, outcome) in zip(program.documents, program.results(output ?? "")) {
                guard let index = waiting.firstIndex(where: { $0.name == name }) else { continue }
                waiting[index].result.decoded = outcome.read
                for failure in outcome.failures.prefix(isVerbose ? .max : 5) {
                    waiting[index].result.contradict(failure)
                }
            }
        }
        for (name, result) in waiting {
            print("\(result.failures.isEmpty ? "  " : "! ")\(name): \(result.row)")
            for line in result.contradictions.prefix(isVerbose ? .max : 5) { print("    contradicted: \(line)") }
            if isVerbose { for line in result.disagreements { print("    \(line)") } }
            total += result
        }
        fflush(nil)
    }

    private func output(of program: DecodingProgram) throws -> String? {
        try outputOfProgram(
            main: program.main, program.files.map { ($0.name, $0.contents) }, input: program.input,
            in: kept.appendingPathComponent("program"))?.text
    }
}

/// A document, or those below a folder: at most a dozen of one folder, and one of those that differ in their format only.
func descriptions(at path: String) throws -> [String] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
        throw Problem("there is no '\(path)'")
    }
    guard isFolder.boolValue else { return [path] }
    let inner = (FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []).sorted()
    var stems: Set<String> = []
    var counts: [String: Int] = [:]
    let found = inner.filter { file in
        guard [".yaml", ".yml", ".json"].contains(where: file.hasSuffix), !file.hasSuffix("callsite.yaml"),
            let data = FileManager.default.contents(atPath: path + "/" + file), isDescription(data),
            stems.insert(file.replacing(/\.\w+$/, with: "").replacing("/json/", with: "/yaml/")).inserted
        else { return false }
        let folder = file.replacing(/[^\/]*$/, with: "")
        counts[folder, default: 0] += 1
        return counts[folder, default: 0] <= 12
    }
    return found.map { path + "/" + $0 }
}

/// Whether a file may be a description with operations, and not a part of one.
private func isDescription(_ data: Data) -> Bool {
    func holds(_ text: String) -> Bool { data.range(of: Data(text.utf8)) != nil }
    let isOpenAPI = ["openapi:", "openapi\":", "swagger:", "swagger\":"].contains(where: holds)
    return isOpenAPI && holds("paths") && !holds("paths: {}") || holds("callsite: 1") && holds("endpoints:")
}
