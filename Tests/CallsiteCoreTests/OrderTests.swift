import CallsiteCore
import CallsitePrinter
import Foundation
import Fuzzing
import Testing

/// The order of keys says nothing in JSON and YAML, nor does the order of paths and components: only the order of
/// declarations may follow from it.
@Suite struct OrderTests {
    /// Documents in one file. In a recursive model the order decides which of several fields is held by reference, which
    /// callers don't see.
    static let documents = GoldenTests.cases.filter { $0.hasPrefix("openapi-") && $0 != "openapi-recursion" }

    @Test(arguments: documents) func theOrderOfKeysSaysNothing(_ name: String) throws {
        let folder = GoldenTests.folder.appendingPathComponent(name)
        let file = folder.appendingPathComponent("spec.yaml")
        guard let bytes = try? Data(contentsOf: file) else { return }
        let sources = SourceSet(main: .init(path: "spec.yaml", bytes: Array(bytes)))
        var diagnostics = Diagnostics()
        guard let root = parse(sources, &diagnostics).openAPIRoot else { return }
        let plain = lines(of: Self.text(root, shuffled: nil))
        for seed in 1...3 as ClosedRange<UInt64> {
            let other = lines(of: Self.text(root, shuffled: seed))
            let difference = other.difference(from: plain)
            #expect(difference.isEmpty, "\(name), seed \(seed): \(difference.prefix(8))")
        }
    }

    /// Sorted, without the commas that all but the last of a list have.
    private func lines(of document: String) -> [String] {
        let sources = SourceSet(main: .init(path: "spec.yaml", bytes: Array(document.utf8)))
        return generate(sources, options: Options()).files.flatMap { file in
            String(decoding: file.contents, as: UTF8.self).split(separator: "\n").map {
                file.name + ": " + $0.trimmingCharacters(in: CharacterSet(charactersIn: " ,"))
            }
        }.sorted()
    }

    private static func text(_ root: Node, shuffled seed: UInt64?) -> String {
        var text = ""
        var random = seed.map { Randomness(seed: $0) }
        write(root, "", to: &text, &random)
        return text
    }

    private static func write(_ node: Node, _ key: String, to text: inout String, _ random: inout Randomness?) {
        // Values, not schemas; and fields, whose order is the order of an initialiser's arguments.
        let isValue = ["example", "examples", "default", "enum", "const"].contains(key)
        guard !isValue, node.isMapping || node.isSequence else {
            node.writeJSON(to: &text)
            return
        }
        if let elements = node.elements {
            text += "["
            for (index, element) in elements.enumerated() {
                if index > 0 { text += "," }
                write(element, "", to: &text, &random)
            }
            text += "]"
            return
        }
        var pairs = node.pairs ?? []
        if !["properties", "mapping", "content", "headers", "encoding", "variables", "scopes"].contains(key),
            random != nil
        {
            pairs.shuffle(using: &random!)
        }
        text += "{"
        for (index, pair) in pairs.enumerated() {
            if index > 0 { text += "," }
            let name = pair.key.text ?? ""
            Node.writeJSON(name, to: &text)
            text += ":"
            write(pair.value, key == "properties" || key == "schemas" || key == "paths" ? "" : name, to: &text, &random)
        }
        text += "}"
    }
}
