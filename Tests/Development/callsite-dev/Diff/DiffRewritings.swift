import Foundation
import Fuzzing

/// Writes each OpenAPI document that is named, or is in a folder that is named, in other words that mean the same, and
/// prints the changes that `callsite diff` finds.
func diffRewritings(_ arguments: [String]) throws {
    var arguments = arguments
    let only = arguments.takeValue(of: "--only")
    guard !arguments.isEmpty else { throw Problem("name documents, or folders of them") }
    let rewritings = Rewriting.all.filter { only == nil || $0.name == only }
    guard !rewritings.isEmpty else { throw Problem("the rewritings are \(Rewriting.all.map(\.name))") }
    var counts: [String: Int] = [:]
    var found = 0
    for path in try arguments.flatMap(documents) {
        let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        guard let tree = DocumentTree(parsing: bytes, limit: 3_000_000), tree["openapi"] ?? tree["swagger"] != nil
        else { continue }
        for rewriting in rewritings {
            guard let findings = RewritingTrial(rewriting, tree)?.findings() else { continue }
            counts[rewriting.name, default: 0] += 1
            guard !findings.isEmpty else { continue }
            found += findings.count
            print("\(path): \(rewriting.name): \(findings.count) changes that are none")
            for finding in findings.prefix(8) { print("    " + finding) }
            fflush(nil)
        }
    }
    for rewriting in rewritings { print("\(rewriting.name): \(counts[rewriting.name] ?? 0) documents") }
    print("\(counts.values.reduce(0, +)) rewritten documents, \(found) changes that are none")
    guard found == 0 else { throw Problem("'callsite diff' finds changes where there are none") }
}

private func documents(_ path: String) throws -> [String] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { throw Problem("no '\(path)'") }
    guard isFolder.boolValue else { return [path] }
    let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    return names.filter { name in [".yaml", ".yml", ".json"].contains { name.hasSuffix($0) } }.sorted().map {
        path + "/" + $0
    }
}
