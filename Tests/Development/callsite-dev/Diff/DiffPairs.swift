import CallsiteCore
import CallsiteDiff
import Foundation

/// Pairs of documents that each show one change, by their names: `NAME_base.yaml` and whatever else begins with
/// `NAME_`.
func diffPairs(_ arguments: [String]) throws {
    guard let folder = arguments.first(where: { !$0.hasPrefix("--") }) else { throw Problem("name a folder of pairs") }
    let isVerbose = arguments.contains("--verbose")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".yaml") }.sorted()
    let bases = names.compactMap { $0.hasSuffix("_base.yaml") ? String($0.dropLast("_base.yaml".count)) : nil }
    var pairs = 0
    var silent: [String] = []
    for base in bases {
        // If the name begins with several bases, the longest one is meant.
        let revisions = names.filter { name in
            name.hasPrefix(base + "_") && !name.hasSuffix("_base.yaml")
                && !bases.contains { $0.count > base.count && name.hasPrefix($0 + "_") }
        }
        for revision in revisions {
            func read(_ name: String) throws -> ContractReading {
                let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name)))
                return readContract(SourceSet(main: .init(path: name, bytes: bytes)), options: Options())
            }
            let comparison = compare(try read(base + "_base.yaml"), try read(revision))
            pairs += 1
            // A version of the document is no change that the pair could be about.
            let rows = comparison.changes.filter { $0.id != "api-version-changed" && $0.id != "spec-version-changed" }
            if rows.isEmpty { silent.append(revision) }
            if isVerbose {
                print("\(base) -> \(revision)")
                for change in rows {
                    print("    \(change.source.name)/\(change.app.name) \(change.message) [\(change.id)]")
                }
            }
        }
    }
    print("\(pairs) pairs, \(silent.count) without a change")
    for name in silent { print("  " + name) }
    guard silent.isEmpty else { throw Problem("pairs came to no change") }
}
