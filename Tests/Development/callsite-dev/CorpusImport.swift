import CallsiteCore
import CallsiteImport
import CallsitePrinter
import Foundation

/// `callsite-dev corpus --import`: whether what is generated from a document and from its imported description is the
/// same, to the byte but for the line that names the file.
struct ImportComparison {
    /// Documents of one kind.
    private struct Group {
        var count = 0
        var same = 0
    }
    private var groups: [String: Group] = [:]
    /// The documents in which declarations differ, by what differs.
    private var causes: [String: Set<String>] = [:]
    /// Differences without a warning, and imports that can't be read back.
    private var wrong: [String] = []
    var hasFailed: Bool { !wrong.isEmpty }

    /// Real documents in one file are what the aim is about.
    private static func kind(_ path: String, _ sources: SourceSet) -> String {
        if path.contains("example") || path.contains("petstore") { return "small examples" }
        return sources.paths.count > 1 ? "documents of several files" : "documents of one file"
    }

    /// - Parameter kept: The folder that imported descriptions are written to; nil: none.
    mutating func add(_ path: String, _ sources: SourceSet, keepingIn kept: String?, isVerbose: Bool) throws {
        let kind = Self.kind(path, sources)
        groups[kind, default: Group()].count += 1
        let start = Date()
        let imported = importDescription(sources, options: Options())
        let seconds = Date().timeIntervalSince(start)
        let told = imported.diagnostics.sorted.filter {
            ["not-imported", "import-differs", "import-not-readable", "import-refused"].contains($0.id)
        }
        for diagnostic in told { causes[Self.cause(diagnostic), default: []].insert(path) }
        if let kept {
            try FileManager.default.createDirectory(atPath: kept, withIntermediateDirectories: true)
            let file = URL(fileURLWithPath: kept).appendingPathComponent(
                path.replacingOccurrences(of: "/", with: "_") + ".callsite.yaml")
            try Data(imported.text.utf8).write(to: file)
        }
        let native = SourceSet(main: .init(path: "imported.yaml", bytes: Array(imported.text.utf8)))
        let output = generate(native, options: Options())
        guard !imported.text.isEmpty, !output.diagnostics.hasErrors else {
            let text =
                told.map(\.message)
                + output.diagnostics.sorted.filter { $0.severity == .error }.map {
                    "\($0.location.line): \($0.message)"
                }
            wrong.append(path)
            print("! \(path): NOT READ BACK: \(text.prefix(4).joined(separator: "; "))")
            return
        }
        let (old, new) = (generate(sources, options: Options()).files, output.files)
        let different = Self.differences(old, new)
        if different.isEmpty { groups[kind, default: Group()].same += 1 }
        if !different.isEmpty, told.isEmpty { wrong.append(path) }
        print(
            "\(different.isEmpty ? "  " : "! ")\(path): \(old.count) files, "
                + (different.isEmpty ? "the same" : "\(different.count) lines differ") + ", \(told.count) warnings, "
                + "\(imported.text.split(separator: "\n").count) lines of YAML, \(String(format: "%.2f", seconds)) s")
        for line in different.prefix(isVerbose ? 40 : 3) { print("    \(line.prefix(180))") }
        if isVerbose {
            for diagnostic in told.prefix(60) { print("    line \(diagnostic.location.line): \(diagnostic.message)") }
        }
    }

    func printSummary() {
        for (cause, documents) in causes.sorted(by: { ($1.value.count, $0.key) < ($0.value.count, $1.key) }).prefix(60)
        {
            print("\(documents.count) documents: \(cause) (\(documents.sorted().prefix(4).joined(separator: ", ")))")
        }
        for (kind, group) in groups.sorted(by: { $0.key < $1.key }) {
            print("\(kind): \(group.same) of \(group.count) the same")
        }
        if hasFailed { print("not read back, or different without a warning: \(wrong.joined(separator: ", "))") }
    }

    /// A message without the names of the document.
    private static func cause(_ diagnostic: Diagnostic) -> String {
        let message = diagnostic.message.description
        guard diagnostic.id == "import-differs" else {
            return diagnostic.id + ": " + message.replacing(/'[^']*'/, with: "…")
        }
        let path = message.split(separator: ": ", maxSplits: 1).dropFirst().first ?? ""
        return "\(diagnostic.id): \(path.replacing(/[0-9]+/, with: "n"))"
    }

    /// The lines that only one of both has, file by file, without the first line.
    private static func differences(_ old: [Output.File], _ new: [Output.File]) -> [String] {
        func lines(_ file: Output.File?) -> [Substring] {
            let text = String(decoding: file?.contents ?? [], as: UTF8.self)
            return Array(text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst())
        }
        var result: [String] = []
        for name in Set(old.map(\.name)).union(new.map(\.name)).sorted() {
            let (a, b) = (lines(old.first { $0.name == name }), lines(new.first { $0.name == name }))
            guard a != b else { continue }
            result.append("in \(name)")
            let (inOld, inNew) = (Set(a), Set(b))
            let removed: [String] = a.filter { !inNew.contains($0) }.map { "- \($0)" }
            let added: [String] = b.filter { !inOld.contains($0) }.map { "+ \($0)" }
            for index in 0..<max(removed.count, added.count) {
                if index < removed.count { result.append(removed[index]) }
                if index < added.count { result.append(added[index]) }
            }
            if removed.isEmpty, added.isEmpty { result.append("the same lines in another order") }
        }
        return result
    }
}
