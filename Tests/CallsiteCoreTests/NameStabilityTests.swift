import Foundation
import Testing

@testable import CallsiteCore
@testable import CallsiteSwift
@testable import CallsiteInspect

/// Adding or removing a part renames nothing that it doesn't collide with, and a collision is reported.
@Suite struct NameStabilityTests {
    static let cases = GoldenTests.cases.filter { name in
        let folder = GoldenTests.folder.appendingPathComponent(name)
        let spec = (try? String(contentsOf: folder.appendingPathComponent("spec.yaml"), encoding: .utf8)) ?? ""
        return name.hasPrefix("openapi-")
            && !["openapi-too-deep", "openapi-endless", "openapi-nonsense"].contains(name)
            && FileManager.default.fileExists(atPath: folder.appendingPathComponent("expected").path)
            && !spec.contains(".yml")
            && !spec.contains("parts/")
    }

    private struct Names {
        /// The last part of each Swift name, by kind and key; a key that is there twice is left out.
        var byKey: [String: String] = [:]
        /// The keys that a warning is about, and the names that they want.
        var told: Set<String> = []

        init(_ sources: SourceSet) {
            var diagnostics = Diagnostics()
            let nodes = parse(sources, &diagnostics)
            let api = Front(nodes, Options(), &diagnostics).api(Options(), &diagnostics)
            let lowering = Lowering(api, Options())
            lowering.nameEverything(&diagnostics)
            for clash in lowering.clashes {
                told.formUnion([clash.key, clash.holder ?? clash.key, clash.wantedName, clash.actualName])
            }
            var repeated: Set<String> = []
            // An error's case is named after its type, which may be the part that is removed.
            for name in inspectNames(sources, options: Options()).names where name.kind != "failure" {
                let key = name.kind + " " + name.key
                let last = name.swiftName.split(separator: ".").last.map(String.init) ?? ""
                if byKey.updateValue(last, forKey: key) != nil { repeated.insert(key) }
            }
            for key in repeated { byKey[key] = nil }
        }
    }

    @Test func thereAreEnoughDocuments() { #expect(NameStabilityTests.cases.count >= 10) }

    /// One operation, schema, property, parameter or value at a time.
    @Test(arguments: cases) func whatGoesRenamesNothing(_ name: String) throws {
        let bytes = Array(try Data(contentsOf: GoldenTests.folder.appendingPathComponent("\(name)/spec.yaml")))
        try check(bytes)
    }

    @Test func ofASpecification() throws {
        let root = GoldenTests.folder.deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        try check(Array(try Data(contentsOf: root.appendingPathComponent("Specs/orders.openapi.yaml"))))
    }

    /// Each key that `inspect --names` lists can be given another name by `renames:`, types first, then what is in
    /// them.
    @Test(arguments: cases) func renamesNameEverything(_ name: String) throws {
        let bytes = Array(try Data(contentsOf: GoldenTests.folder.appendingPathComponent("\(name)/spec.yaml")))
        let sources = SourceSet(main: .init(path: "spec.yaml", bytes: bytes))
        let rows = inspectNames(sources, options: Options()).names
        for isOfTypes in [true, false] {
            var options = Options()
            var chosen: [Int: String] = [:]
            for (index, row) in rows.enumerated() where (row.kind == "type" || row.kind == "request") == isOfTypes {
                // Two names with the same key differ only in their place.
                guard options.renames[row.key] == nil else { continue }
                options.renames[row.key] = (isOfTypes ? "Fresh" : "fresh") + String(index)
                chosen[index] = options.renames[row.key]
            }
            let renamed = inspectNames(sources, options: options)
            let problems = renamed.diagnostics.all.filter { $0.id == "unknown-rename" }
            #expect(problems.isEmpty, "\(problems.prefix(3).map(\.message))")
            guard renamed.names.count == rows.count else {
                Issue.record("\(renamed.names.count) names in place of \(rows.count)")
                continue
            }
            for (index, fresh) in chosen {
                let row = renamed.names[index]
                // Errors of one type are one case.
                let isOneOfSeveral = row.kind == "failure" && row.swiftName.contains(".fresh")
                let given = row.swiftName.split(separator: ".").last ?? ""
                #expect(
                    given == fresh || given == fresh + "Request" || isOneOfSeveral,
                    "\(row.kind) \(row.key): \(row.swiftName)")
            }
        }
    }

    private func check(_ bytes: [UInt8]) throws {
        let sources = SourceSet(main: .init(path: "spec.yaml", bytes: bytes))
        var diagnostics = Diagnostics()
        let root = try #require(parse(sources, &diagnostics).documents[0]?.root)
        var json = ""
        root.writeJSON(to: &json)
        let document = try JSONSerialization.jsonObject(with: Data(json.utf8))
        func names(_ document: Any) throws -> Names {
            let data = try JSONSerialization.data(withJSONObject: document, options: .sortedKeys)
            return Names(SourceSet(main: .init(path: "spec.yaml", bytes: Array(data))))
        }
        let all = try names(document)
        // JSON has no `1.0` beside `1`, which is what two values of a document differ by.
        if !json.contains("1.0") {
            let asWritten = Names(SourceSet(main: .init(path: "spec.yaml", bytes: Array(json.utf8))))
            #expect(all.byKey == asWritten.byKey, "the order of a document has no part in its names")
        }
        var paths: [[Step]] = []
        collect(document, [], &paths)
        let step = max(1, paths.count / 60)
        for index in stride(from: 0, to: paths.count, by: step) {
            let path = paths[index]
            let rest = try names(removing(path[...], from: document))
            for (key, swiftName) in rest.byKey {
                guard let before = all.byKey[key], before != swiftName else { continue }
                let raw = String(key.drop { $0 != " " }.dropFirst())
                let isTold = [raw, before, swiftName].contains { all.told.contains($0) || rest.told.contains($0) }
                // A part that is alone with its name now has a shorter key: `a.body.x` is `a.x`.
                let last = "." + (raw.split(separator: ".").last ?? "")
                if all.byKey.contains(where: { $0.key != key && $0.key.hasSuffix(last) && $0.value == swiftName }) {
                    continue
                }
                #expect(
                    isTold,
                    "without \(path.map { "\($0)" }.joined(separator: "/")): '\(key)' is '\(swiftName)', and was '\(before)'"
                )
            }
        }
    }

    private enum Step: CustomStringConvertible {
        case key(String), element(Int)
        var description: String {
            switch self {
            case .key(let key): key
            case .element(let index): String(index)
            }
        }
    }

    /// The ways to all that may go: operations, schemas, properties, values, parameters.
    private func collect(_ value: Any, _ path: [Step], _ result: inout [[Step]]) {
        if let object = value as? [String: Any] {
            for (key, inner) in object.sorted(by: { $0.key < $1.key }) {
                let here = path + [.key(key)]
                if ["schemas", "definitions", "properties", "headers"].contains(key),
                    let members = inner as? [String: Any]
                {
                    for member in members.keys.sorted() { result.append(here + [.key(member)]) }
                }
                // Names of values stand in a list beside them, which would be too long then.
                let isNamed = key == "enum" && object.keys.contains { $0.hasPrefix("x-enum") }
                if !isNamed, ["enum", "parameters", "oneOf"].contains(key), let elements = inner as? [Any],
                    elements.count > 1
                {
                    for index in elements.indices { result.append(here + [.element(index)]) }
                }
                if OpenAPIReader.methods.contains(key), inner is [String: Any], path.count > 1 { result.append(here) }
                collect(inner, here, &result)
            }
        } else if let elements = value as? [Any] {
            for (index, element) in elements.enumerated() { collect(element, path + [.element(index)], &result) }
        }
    }

    private func removing(_ path: ArraySlice<Step>, from value: Any) -> Any {
        guard let first = path.first else { return value }
        switch first {
        case .key(let key):
            guard var object = value as? [String: Any] else { return value }
            object[key] = path.count == 1 ? nil : object[key].map { removing(path.dropFirst(), from: $0) }
            return object
        case .element(let index):
            guard var elements = value as? [Any], elements.indices.contains(index) else { return value }
            if path.count == 1 {
                elements.remove(at: index)
            } else {
                elements[index] = removing(path.dropFirst(), from: elements[index])
            }
            return elements
        }
    }
}
