import CallsiteCommands
import CallsiteCore
import CallsiteInspect
import CallsitePrinter
import DocumentCheck
import Foundation
import Fuzzing
import SitePages
import StageViews

// Every description below a folder, generated and type-checked: the effect of a change on documents that others wrote.

/// How far the compiler goes.
private enum CheckDepth { case none, types, objectCode }

/// One document's row.
private struct Row {
    var path: String
    var survey: Survey
    var emitted = 0
    var lines = 0
    var seconds = 0.0
    var compileSeconds = 0.0
    var warnings: [String: Int] = [:]
    /// How many operations page, by the rule that found it.
    var paging: [String: Int] = [:]
    /// The document's contents, and the differences to the generated code that no warning explains.
    var report = DocumentReport()
    var result = "ok"
    var isWrong = false
}

/// - Parameter arguments: A folder, or a document; `--no-check` leaves out the compiler; `--compile` makes code of what
///   is otherwise only type-checked, as a debug build does, and says how long that took: some types are quickly checked
///   and slowly laid out; `--only TEXT` takes the paths that hold the text; `--keep DIR` writes the output there; `--record FILE` adds the results to a
///   file, which the guide *Documents that it is tried with* is made from. Other
///   tries in place of this: `--examples` decodes the document's own, `--fixtures` compiles what is made for tests,
///   `--round-trips` reads and writes values of the schemas, `--import` compares with what is generated from the imported description (`--verbose` lists each declaration that
///   differs), `--names` adds operations, schemas and properties, none of which may change a name, `--paging` lists how each operation pages, or why not, and `--labels FILE` compares that with labels.
func corpus(_ arguments: [String]) throws {
    var arguments = arguments
    let only = arguments.takeValue(of: "--only")
    let kept = arguments.takeValue(of: "--keep")
    let record = arguments.takeValue(of: "--record")
    var labels = try arguments.takeValue(of: "--labels").map { try PagingComparison(labels: $0) }
    let depth: CheckDepth =
        arguments.contains("--no-check") ? .none : arguments.contains("--compile") ? .objectCode : .types
    let isImporting = arguments.contains("--import")
    let isTryingExamples = arguments.contains("--examples")
    let isVerbose = arguments.contains("--verbose")
    let isAdding = arguments.contains("--names")
    let isListingPaging = arguments.contains("--paging")
    let isTryingFixtures = arguments.contains("--fixtures")
    let isTryingRoundTrips = arguments.contains("--round-trips")
    var hasWrongFixtures = false
    var hasWrongNames = false
    var roundTrips: [(path: String, sources: SourceSet)] = []
    let flags = [
        "--no-check", "--compile", "--import", "--names", "--paging", "--examples", "--fixtures", "--round-trips",
        "--verbose",
    ]
    arguments.removeAll { flags.contains($0) }
    guard let folder = arguments.first else { throw Problem("name a folder of documents") }
    var rows: [Row] = []
    var imports = ImportComparison()
    for path in try documents(below: folder) where only.map(path.contains) ?? true {
        guard let sources = try? loadDocument(path), let survey = survey(sources) else { continue }
        if isTryingExamples {
            print(try tryExamples(relative(path, to: folder), sources, isVerbose: isVerbose))
            continue
        }
        if labels != nil {
            labels?.add(relative(path, to: folder), sources)
            continue
        }
        if isListingPaging {
            print(pagingTable(relative(path, to: folder), sources), terminator: "")
            continue
        }
        if isTryingFixtures {
            let (line, isWrong) = try tryFixtures(relative(path, to: folder), sources)
            print(line)
            hasWrongFixtures = hasWrongFixtures || isWrong
            continue
        }
        if isTryingRoundTrips {
            roundTrips.append((relative(path, to: folder), sources))
            continue
        }
        if isAdding {
            let (line, isWrong) = compareNames(relative(path, to: folder), sources)
            print(line)
            hasWrongNames = hasWrongNames || isWrong
            continue
        }
        if isImporting {
            try imports.add(relative(path, to: folder), sources, keepingIn: kept, isVerbose: isVerbose)
            continue
        }
        var row = try check(path, sources, survey, kept, depth)
        row.report = generationRecord(sources, options: Options()).map(checkDocument) ?? DocumentReport()
        if !row.report.differences.isEmpty { row.isWrong = true }
        rows.append(row)
        let warnings = row.warnings.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.key) \($0.value)" }
        print(
            "\(row.result == "ok" ? "  " : "! ")\(relative(path, to: folder)): \(row.emitted) of \(survey.operations) operations, "
                + "\(survey.schemas) schemas, \(row.lines) lines, \(String(format: "%.2f", row.seconds)) s, "
                + (depth == .objectCode ? "compiled in \(String(format: "%.1f", row.compileSeconds)) s, " : "")
                + row.result
                + (warnings.isEmpty ? "" : "; degraded: " + warnings.joined(separator: ", "))
                + (row.paging.isEmpty ? "" : "; pages: " + counts(row.paging)))
        print(
            "    says: " + listed(row.report.counts)
                + (row.report.explained.isEmpty ? "" : "; lost with a warning: " + listed(row.report.explained)))
        // A cause seldom comes once.
        let differences = row.report.sorted
        for difference in isVerbose ? differences : Array(differences.prefix(20)) {
            let place = difference.place
            print(
                "! \(sources.paths[place.file.index]):\(place.line):\(place.column): \(difference.kind.rawValue): \(difference.message)"
            )
        }
        if differences.count > 20, !isVerbose {
            print("! and \(differences.count - 20) more differences; --verbose prints all")
        }
    }
    if let labels {
        labels.printResult()
        return
    }
    if isImporting {
        imports.printSummary()
        if imports.hasFailed { exit(1) }
        return
    }
    if isTryingRoundTrips {
        exit(try tryRoundTrips(roundTrips, recordingIn: record, isVerbose: isVerbose) ? 1 : 0)
    }
    if isTryingFixtures { exit(hasWrongFixtures ? 1 : 0) }
    if isAdding { exit(hasWrongNames ? 1 : 0) }
    let operations = rows.reduce(0) { $0 + $1.survey.operations }
    let emitted = rows.reduce(0) { $0 + $1.emitted }
    let lines = rows.reduce(0) { $0 + $1.lines }
    let warnings = rows.reduce(0) { $0 + $1.warnings.values.reduce(0, +) }
    let differences = rows.reduce(0) { $0 + $1.report.differences.count }
    let wrong = rows.filter(\.isWrong)
    if let record {
        try recordResults(in: record) { results in
            for row in rows {
                var document = results[relative(row.path, to: folder)] ?? .init()
                document.operations = row.survey.operations
                document.requests = row.emitted
                document.schemas = row.survey.schemas
                document.lines = row.lines
                document.warnings = row.warnings.values.reduce(0, +)
                document.differences = row.report.differences.count
                document.compiles = depth != .none && row.result == "ok"
                results[relative(row.path, to: folder)] = document
            }
        }
    }
    let paging: [String: Int] = rows.reduce(into: [:]) { $0.merge($1.paging, uniquingKeysWith: +) }
    print(
        "\(rows.count) documents, \(emitted) of \(operations) operations, \(lines) lines, \(warnings) warnings, "
            + "\(differences) differences that no warning explains; \(wrong.count) wrong; pages: " + counts(paging))
    if !wrong.isEmpty { exit(1) }
}

/// Adds the results of a run to a file.
func recordResults(
    in file: String, _ change: (inout [String: CorpusRecord.Document]) throws -> Void
) throws {
    var record = try CorpusRecord(file: file)
    try change(&record.documents)
    record.date = try output(["date", "-u", "+%Y-%m-%d"])
    try record.write(to: file)
    print("wrote \(file)")
}

/// A line for each operation, with tabs between document, method, path, and how it pages or why it doesn't: to compare
/// before and after a change.
private func pagingTable(_ path: String, _ sources: SourceSet) -> String {
    inspect(sources, options: Options()).endpoints.map { endpoint in
        let paging = endpoint.paging.map { "\($0.text)\t\($0.reason ?? "")" } ?? "none\t\(endpoint.pagingRefusal ?? "")"
        return "\(path)\t\(endpoint.method)\t\(endpoint.path)\t\(paging)\n"
    }.joined()
}

/// Adds operations, schemas and properties, and says which names this changes.
private func compareNames(_ path: String, _ sources: SourceSet) -> (line: String, isWrong: Bool) {
    guard sources.paths.count == 1, let tree = DocumentTree(parsing: sources.files[0].bytes, limit: 4_000_000),
        let old = declaredNames(tree)
    else { return ("  \(path): of several files, or too large", false) }
    let additions = nameAdditions(to: tree, limit: 10)
    var lines: [String] = []
    for addition in additions {
        guard let changed = changedNames(from: old, by: addition) else {
            lines.append("    \(addition.title): not generated")
            continue
        }
        if !changed.isEmpty {
            lines.append("    \(addition.title): \(changed.count) names: \(changed.prefix(3).joined(separator: ", "))")
        }
    }
    let count = "\(path): \(old.paths.count) names, \(additions.count) additions, \(lines.count) change names"
    return ((lines.isEmpty ? "  " : "! ") + count + lines.prefix(6).map { "\n" + $0 }.joined(), !lines.isEmpty)
}

/// Decodes the examples of a document by what is generated from it. A failure is the document's where the example is
/// not what its own schema says, and ours otherwise.
private func tryExamples(_ path: String, _ sources: SourceSet, isVerbose: Bool) throws -> String {
    let examples = documentExamples(sources, options: Options())
    guard !examples.isEmpty else { return "  \(path): no examples" }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "callsite-examples-\(ProcessInfo.processInfo.processIdentifier)")
    try? FileManager.default.removeItem(at: folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var files: [String] = []
    func write(_ name: String, _ text: String) throws {
        let file = folder.appendingPathComponent(name)
        try Data(text.utf8).write(to: file)
        if name.hasSuffix(".swift") { files.append(file.path) }
    }
    for file in generate(sources, options: Options()).files {
        try write(file.name, String(decoding: file.contents, as: UTF8.self))
    }
    try write("examples.txt", examples.map { "\($0.status) \($0.json)" }.joined(separator: "\n"))
    var main =
        "import CallsiteRuntime\nimport Foundation\n\ntypealias CallsiteExampleCheck = (HTTPResponse) throws -> Void\n"
    let starts = stride(from: 0, to: examples.count, by: 100)
    for start in starts {
        main += "func checks\(start)() -> [CallsiteExampleCheck] {\n    var checks: [CallsiteExampleCheck] = []\n"
        for example in examples[start..<min(start + 100, examples.count)] {
            main += "    checks.append { _ = \(example.expression) }\n"
        }
        main += "    return checks\n}\n"
    }
    main += """
        let checks = \(starts.map { "checks\($0)()" }.joined(separator: " + "))
        let lines = try String(contentsOfFile: CommandLine.arguments[1], encoding: .utf8).split(separator: "\\n")
        for (number, line) in lines.enumerated() {
            do {
                try checks[number](.json(String(line.dropFirst(4)), status: Int(line.prefix(3)) ?? 200))
            } catch {
                print(number, String(describing: error).replacingOccurrences(of: "\\n", with: " "))
            }
        }

        """
    try write("main.swift", main)
    let runtime = try runtimeObjects()
    let program = folder.appendingPathComponent("try").path
    let compiled = try captured(
        [
            "swiftc", "-swift-version", "6", "-suppress-warnings", "-I",
            buildFolder.appendingPathComponent("Modules").path,
            "-o", program,
        ] + files
            + runtime)
    guard compiled.status == 0 else {
        return "! \(path): the examples' program doesn't compile\n\(compiled.text.prefix(2000))"
    }
    let tried = try captured([program, folder.appendingPathComponent("examples.txt").path])
    guard tried.status == 0 else { return "! \(path): the examples' program ended with \(tried.status)" }
    var theirs = 0
    var ours: [String] = []
    for line in tried.text.split(separator: "\n") {
        let parts = line.split(separator: " ", maxSplits: 1)
        guard let number = Int(parts[0]), examples.indices.contains(number) else { continue }
        if examples[number].violation != nil {
            theirs += 1
            if isVerbose {
                print(
                    "    line \(examples[number].location.line): \(examples[number].violation ?? "") | \(parts.last ?? "")"
                )
            }
        } else {
            ours.append(
                "    line \(examples[number].location.line), \(examples[number].expression): \(parts.last ?? "")")
        }
    }
    return
        "\(ours.isEmpty ? "  " : "! ")\(path): \(examples.count) examples, \(examples.count - theirs - ours.count) decode, "
        + "\(theirs) are not what the document says, \(ours.count) ours"
        + ours.prefix(6).map { "\n" + $0.prefix(300) }.joined()
}

/// The object code of the modules that generated code links, and of others.
func runtimeObjects(and others: [String] = []) throws -> [String] {
    // On Linux the transport belongs to it.
    let modules = [
        "CallsiteRuntime", "CallsiteHTTP", "CallsitePagination", "CallsiteTransfers", "CallsiteCurl", "CallsiteLibCurl",
    ]
    return try (modules + others).flatMap { name in
        let objects = buildFolder.appendingPathComponent(name + ".build")
        guard FileManager.default.fileExists(atPath: objects.path) else { return [String]() }
        // Objects of files that were renamed stay beside the others.
        struct Entry: Decodable { let object: String? }
        if let map = try? Data(contentsOf: objects.appendingPathComponent("output-file-map.json")),
            let entries = try? JSONDecoder().decode([String: Entry].self, from: map)
        {
            func paths(_ entries: [Entry]) -> [String] {
                entries.compactMap(\.object).sorted().map {
                    objects.appendingPathComponent(URL(fileURLWithPath: $0).lastPathComponent).path
                }
            }
            // The entry without a file is of a build that makes one object of the module.
            let own = paths(entries.filter { !$0.key.isEmpty }.map(\.value))
            return own.contains { !FileManager.default.fileExists(atPath: $0) }
                ? paths(entries[""].map { [$0] } ?? []) : own
        }
        return try FileManager.default.contentsOfDirectory(atPath: objects.path).filter { $0.hasSuffix(".o") }
            .map { objects.appendingPathComponent($0).path }
    }
}

/// A program's output, and its exit status.
func captured(_ words: [String]) throws -> (status: Int32, text: String) {
    let process = Process()
    // `env` takes a path with an equals sign for a variable.
    let isPath = words.first?.contains("/") == true
    process.executableURL = URL(fileURLWithPath: isPath ? words[0] : "/usr/bin/env")
    process.arguments = isPath ? Array(words.dropFirst()) : words
    let pipe = Pipe()
    process.standardError = pipe
    process.standardOutput = pipe
    try process.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text)
}

private func counts(_ counts: [String: Int]) -> String {
    counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
}

private func listed(_ numbers: [DifferenceKind: Int]) -> String {
    DifferenceKind.allCases.compactMap { kind in numbers[kind].map { "\(kind.rawValue) \($0)" } }.joined(
        separator: ", ")
}

private func relative(_ path: String, to folder: String) -> String {
    path.hasPrefix(folder) ? String(path.dropFirst(folder.count).drop { $0 == "/" }) : path
}

/// The files below a folder that may be documents, in the order of their paths.
private func documents(below folder: String) throws -> [String] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder) else {
        throw Problem("there is no '\(folder)'")
    }
    guard isFolder.boolValue else { return [folder] }
    let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return names.filter { name in ["yaml", "yml", "json"].contains { name.hasSuffix("." + $0) } }.sorted()
        .map { folder + "/" + $0 }
        .filter { path in
            // Most files of a split document are parts of one.
            guard let data = FileManager.default.contents(atPath: path) else { return false }
            return data.range(of: Data("openapi".utf8)) != nil || data.range(of: Data("swagger".utf8)) != nil
        }
}

func loadDocument(_ path: String) throws -> SourceSet {
    var sources = SourceSet(main: .init(path: path, bytes: try readFile(path)))
    var asked: Set<String> = []
    while true {
        let missing = inspect(sources, options: Options()).missing.filter { asked.insert($0.path).inserted }
        guard !missing.isEmpty else { return sources }
        for file in missing {
            if let bytes = try? readFile(file.path) {
                sources.add(.init(path: file.path, bytes: bytes))
            } else {
                sources.addAbsence(of: file.path)
            }
        }
    }
}

private func check(_ path: String, _ sources: SourceSet, _ survey: Survey, _ kept: String?, _ depth: CheckDepth) throws
    -> Row
{
    var row = Row(path: path, survey: survey)
    let start = Date()
    let output = generate(sources, options: Options())
    row.seconds = Date().timeIntervalSince(start)
    row.emitted = output.operations
    for diagnostic in output.diagnostics.sorted where diagnostic.severity == .warning {
        row.warnings[diagnostic.id, default: 0] += 1
    }
    if output.diagnostics.hasErrors {
        let text = DiagnosticRenderer(paths: sources.paths).text(output.diagnostics)
        row.result =
            "NOT GENERATED\n"
            + text.split(separator: "\n").filter { $0.contains("error:") }.prefix(3).joined(separator: "\n")
        row.isWrong = true
        return row
    }
    for endpoint in inspect(sources, options: Options()).endpoints {
        if let paging = endpoint.paging { row.paging[paging.rule ?? paging.origin, default: 0] += 1 }
        if let refusal = endpoint.pagingRefusal { row.paging["not " + refusal.prefix { $0 != ":" }, default: 0] += 1 }
    }
    row.lines = output.files.reduce(0) { $0 + $1.contents.count { $0 == 0x0A } }
    let folder =
        kept.map { URL(fileURLWithPath: $0).appendingPathComponent(path.replacingOccurrences(of: "/", with: "_")) }
        ?? FileManager.default.temporaryDirectory.appendingPathComponent(
            "callsite-corpus-\(ProcessInfo.processInfo.processIdentifier)")
    try? FileManager.default.removeItem(at: folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { if kept == nil { try? FileManager.default.removeItem(at: folder) } }
    for file in output.files { try Data(file.contents).write(to: folder.appendingPathComponent(file.name)) }
    if row.emitted < survey.operations {
        row.result = "\(survey.operations - row.emitted) OPERATIONS LOST"
        row.isWrong = true
    }
    guard depth != .none else { return row }
    let modules = buildFolder.appendingPathComponent("Modules").path
    let mode =
        depth == .types
        ? ["-typecheck"] : ["-c", "-Onone", "-wmo", "-o", folder.appendingPathComponent("Checked.o").path]
    let checkStart = ContinuousClock.now
    let checked = try captured(
        ["swiftc"] + mode
            + [
                "-swift-version", "6", "-warnings-as-errors", "-parse-as-library", "-I", modules, "-module-name",
                "Checked",
            ]
            + output.files.map { folder.appendingPathComponent($0.name).path })
    row.compileSeconds = (ContinuousClock.now - checkStart) / .seconds(1)
    if checked.status != 0 {
        let errors = checked.text.split(separator: "\n").filter { $0.contains(": error:") }
        row.result = "DOES NOT COMPILE (\(errors.count))\n" + errors.prefix(8).joined(separator: "\n")
        row.isWrong = true
    }
    return row
}
