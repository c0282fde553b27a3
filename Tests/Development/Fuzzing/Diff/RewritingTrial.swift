import CallsiteCore
import CallsiteDiff
import CallsitePrinter

extension DocumentTree {
    fileprivate var hasDynamicReferences: Bool {
        self["$dynamicRef"] != nil || self["$recursiveRef"] != nil || children.contains(where: \.hasDynamicReferences)
    }
}

/// A document in other words, and the changes that `callsite diff` finds though there are none.
package struct RewritingTrial: Sendable {
    package let rewriting: Rewriting
    private let old: [UInt8]
    private let new: [UInt8]

    /// nil: the document has nothing to rewrite in this way.
    package init?(_ rewriting: Rewriting, _ tree: DocumentTree) {
        let rewritten = rewriting.apply(tree)
        // A dynamic reference means another schema behind another reference.
        guard rewritten != tree, !tree.hasDynamicReferences else { return nil }
        self.rewriting = rewriting
        (old, new) = (Array(tree.text(.json).utf8), Array(rewritten.text(.json).utf8))
    }

    private func sources(_ bytes: [UInt8]) -> SourceSet { SourceSet(main: .init(path: "api.json", bytes: bytes)) }

    /// The changes that are reported in both directions though nothing changed; nil: the document itself can't be read.
    package func findings() -> [String]? {
        let before = readContract(sources(old), options: Options())
        guard before.contract != nil else { return nil }
        let after = readContract(sources(new), options: Options())
        guard after.contract != nil else {
            return after.diagnostics.sorted.filter { $0.severity == .error }.prefix(3).map {
                "can't be read: \($0.location.line): \($0.message)"
            }
        }
        var findings: [String] = []
        let declared = rewriting.isSwiftKept ? nil : (declarations(old), declarations(new))
        for (one, other, isBack) in [(before, after, false), (after, before, true)] {
            for isServerOld in [false, true] {
                let changes = compare(one, other, isServerOld: isServerOld).changes
                func text(_ change: Change) -> String {
                    "\(isBack ? "back" : "forth")\(isServerOld ? ", server old" : ""): "
                        + "\(change.app.name)/\(change.source.name) \(change.message) [\(change.id)]"
                }
                for change in changes where change.app != .none { findings.append(text(change)) }
                guard !isServerOld else { continue }
                guard let declared else {
                    findings += changes.filter { $0.app == .none && !rewriting.reported.contains($0.id) }.map(text)
                    continue
                }
                // The declarations judge what callers see.
                let (was, now) = isBack ? (declared.1, declared.0) : declared
                let worst = changes.max { $0.source < $1.source }
                // A type in place may be a name for a model now.
                let names = now.filter { $0.contains("typealias ") }.map { $0.replacing("typealias ", with: "") }
                let lost = was.subtracting(now).filter { path in
                    !names.contains { path == $0 || path.hasPrefix($0 + ".") }
                }
                if was == now, let worst, worst.source > .none {
                    findings.append("the same Swift is generated, but \(text(worst))")
                } else if !lost.isEmpty, worst.map({ $0.source == .none }) ?? true {
                    let list = lost.sorted().prefix(3).joined(separator: ", ")
                    findings.append("\(isBack ? "back" : "forth"): \(list) is gone from Swift, and no change says it")
                }
            }
        }
        return findings
    }

    /// All that callers see: each declaration with the names of the types that it is in.
    private func declarations(_ bytes: [UInt8]) -> Set<String> {
        var found: Set<String> = []
        for file in generate(sources(bytes), options: Options()).files where file.name.hasSuffix(".swift") {
            var open: [(indentation: Int, name: Substring)] = []
            let modifiers: Set<Substring> = [
                "public", "nonisolated", "indirect", "package", "static", "mutating", "final",
            ]
            for line in String(decoding: file.contents, as: UTF8.self).split(separator: "\n") {
                let text = line.drop { $0 == " " }
                let indentation = line.utf8.count - text.utf8.count
                while let last = open.last, last.indentation >= indentation { open.removeLast() }
                var words = text.split(separator: " ", omittingEmptySubsequences: true)
                words.removeAll { modifiers.contains($0) }
                guard words.count > 1,
                    ["struct", "enum", "extension", "let", "var", "case", "typealias"].contains(words[0])
                else { continue }
                let name = words[1].prefix { $0 != ":" && $0 != "<" && $0 != "(" }
                if ["struct", "enum", "extension"].contains(words[0]) {
                    open.append((indentation, name))
                    found.insert(open.map(\.name).joined(separator: "."))
                } else if open.last.map({ $0.indentation + 4 == indentation }) ?? true {
                    // Whether its type is called otherwise is seen at that type.
                    found.insert((open.map(\.name) + [words[0] + " " + name]).joined(separator: "."))
                }
            }
        }
        return found
    }
}
