import CallsiteCore
import CallsitePrinter
import Foundation
import Fuzzing

/// The CPU time of a debug build with SwiftPM after one field's type has changed, as a part of a whole build's CPU
/// time. Each document is generated as several modules; its fields are chosen with a seed, by how many tags use the
/// schema that holds them. The last row weighs these groups by how many fields each has, which gives the average cost
/// of changing a field.
func benchEdits(_ paths: [String]) throws -> [BenchTable] {
    var tables: [BenchTable] = []
    for path in paths {
        var package = try EditedPackage(path)
        defer { package.delete() }
        var table = BenchTable(
            package.name, [("tags", 0), ("files changed", 0), ("CPU s", 1), ("of a whole build %", 1)])
        try package.buildRuntime()
        let whole = try package.build()
        table.add(
            "whole build, \(package.modules) modules, \(package.files.count) files",
            [.nan, Double(package.files.count), whole, 100])
        let none = try package.build()
        table.add("nothing changed", [.nan, 0, none, 100 * none / whole])
        let groups = package.fields(each: 5, seed: 1)
        let all = groups.reduce(0) { $0 + $1.count }
        var average = 0.0
        for group in groups {
            for field in group.chosen {
                let changed = try package.change(field)
                let cost = try package.build()
                table.add(
                    "\(field.schema).\(field.name)", [Double(field.tags), Double(changed), cost, 100 * cost / whole])
                average += cost / Double(group.chosen.count) * Double(group.count) / Double(all)
            }
        }
        table.add("on average, of \(all) fields", [.nan, .nan, average, 100 * average / whole])
        tables.append(table)
    }
    return tables
}

/// A document, and a package of the modules that are generated from it.
private struct EditedPackage {
    /// A property that is any string, of a schema that is a component.
    struct Field {
        let schema: String
        let name: String
        /// How many tags have an operation that reaches the schema.
        let tags: Int
    }

    let name: String
    private let folder: URL
    private var tree: DocumentTree
    /// The generated files, by the path below `Sources`.
    private(set) var files: [String: [UInt8]] = [:]

    var modules: Int { Set(files.keys.map { $0.prefix { $0 != "/" } }).count }

    init(_ path: String) throws {
        guard
            let tree = DocumentTree(
                parsing: [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))), limit: 3_000_000)
        else {
            throw Problem("'\(path)' can't be read")
        }
        self.tree = tree
        name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("callsite-bench-\(UUID().uuidString)")
        _ = try generate()
        try writeManifest()
    }

    func delete() { try? FileManager.default.removeItem(at: folder) }

    /// Builds the modules that don't depend on the document.
    func buildRuntime() throws {
        for target in ["CallsitePagination", "CallsiteTransfers", "CallsiteStore"] {
            _ = try Bench.run(["swift", "build", "--package-path", folder.path, "--target", target])
        }
    }

    /// - Returns: CPU seconds, with those of the compiler.
    func build() throws -> Double { try Bench.run(["swift", "build", "--package-path", folder.path]).cpuSeconds }

    /// Makes the field a number.
    ///
    /// - Returns: How many files changed.
    mutating func change(_ field: Field) throws -> Int {
        tree["components"]?["schemas"]?[field.schema]?["properties"]?[field.name]?["type"] = "integer"
        return try generate()
    }

    private mutating func generate() throws -> Int {
        var options = Options(access: .public)
        options.splitsModules = true
        let output = CallsitePrinter.generate(
            SourceSet(main: .init(path: "api.json", bytes: Array(tree.text(.json).utf8))), options: options)
        guard !output.diagnostics.hasErrors, output.missing.isEmpty else {
            throw Problem("'\(name)' has errors: see 'callsite validate'")
        }
        let former = files
        files = Dictionary(uniqueKeysWithValues: output.files.map { ("\($0.module ?? "")/\($0.name)", $0.contents) })
        let sources = folder.appendingPathComponent("Sources")
        for path in former.keys where files[path] == nil {
            try FileManager.default.removeItem(at: sources.appendingPathComponent(path))
        }
        let changed = files.filter { former[$0.key] != $0.value }
        for (path, contents) in changed {
            let file = sources.appendingPathComponent(path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(contents).write(to: file)
        }
        return changed.count + former.keys.count { files[$0] == nil }
    }

    private func writeManifest() throws {
        let modules = Set(files.keys.map { String($0.prefix { $0 != "/" }) }).sorted { ($0.count, $0) < ($1.count, $1) }
        let root = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
        let products = ["CallsiteRuntime", "CallsiteTransfers", "CallsiteStore"].map {
            ".product(name: \"\($0)\", package: \"\(root.lastPathComponent)\")"
        }
        // The first is the one that the others import.
        let targets = modules.enumerated().map { number, module in
            let others = number == 0 ? [] : ["\"\(modules[0])\""]
            return
                "        .target(name: \"\(module)\", dependencies: [\((others + products).joined(separator: ", "))]),\n"
        }
        try Data(
            """
            // swift-tools-version: 6.1
            import PackageDescription
            let package = Package(
                name: "Edited", platforms: [.macOS(.v13)], dependencies: [.package(path: "\(root.path)")],
                targets: [
            \(targets.joined())    ])

            """.utf8
        ).write(to: folder.appendingPathComponent("Package.swift"))
    }

    // MARK: - Fields

    /// Up to `count` fields of each group, and the size of the group. The groups are the fields of schemas that one tag
    /// uses, that two use, several, and most.
    func fields(each count: Int, seed: UInt64) -> [(chosen: [Field], count: Int)] {
        let users = users()
        var all: [Field] = []
        for pair in tree["components"]?["schemas"]?.pairs ?? [] {
            let tags = users["#/components/schemas/\(pair.key)"]?.count ?? 0
            guard tags > 0 else { continue }
            for property in pair.value["properties"]?.pairs ?? [] {
                // Anything else beside the type would make it more than a string.
                let keys = Set(property.value.pairs.map(\.key))
                guard property.value["type"] == "string" || property.value["type"] == .plain("string"),
                    keys.isSubset(of: ["type", "description", "example", "maxLength", "minLength", "nullable"])
                else { continue }
                all.append(Field(schema: pair.key, name: property.key, tags: tags))
            }
        }
        let most = all.map(\.tags).max() ?? 0
        var random = Randomness(seed: seed)
        let groups: [(Int) -> Bool] = [
            { $0 == 1 }, { $0 == 2 }, { $0 > 2 && $0 * 2 < most }, { $0 > 2 && $0 * 2 >= most },
        ]
        return groups.map { isIn in
            let group = all.filter { isIn($0.tags) }.shuffled(using: &random)
            return (Array(group.prefix(count)), group.count)
        }
    }

    /// The tags that have an operation which reaches a component, by its reference.
    private func users() -> [String: Set<String>] {
        var references: [String: [String]] = [:]
        for kind in tree["components"]?.pairs ?? [] {
            for part in kind.value.pairs { references["#/components/\(kind.key)/\(part.key)"] = part.value.references }
        }
        var used: [String: Set<String>] = [:]
        for path in tree["paths"]?.pairs ?? [] {
            for operation in path.value.pairs {
                // Without a tag, a module is of a part of the path.
                let place = path.key.split(separator: "/").filter { !$0.hasPrefix("{") && $0 != "v1" && $0 != "v2" }
                    .first.map(String.init)
                let tag = operation.value["tags"]?.children.first?.text ?? place ?? ""
                used[tag, default: []].formUnion(operation.value.references)
            }
        }
        var users: [String: Set<String>] = [:]
        for (tag, first) in used {
            var found = Array(first)
            while let reference = found.popLast() {
                if users[reference, default: []].insert(tag).inserted { found += references[reference] ?? [] }
            }
        }
        return users
    }
}

extension DocumentTree {
    fileprivate var pairs: [Pair] { if case .map(let pairs) = self { pairs } else { [] } }
    fileprivate var text: String? { if case .scalar(let text, _) = self { text } else { nil } }

    /// All that it refers to.
    fileprivate var references: [String] {
        pairs.compactMap { $0.key == "$ref" ? $0.value.text : nil } + children.flatMap(\.references)
    }
}
