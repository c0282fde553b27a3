import Foundation

/// The package's modules and what each depends on, as Package.swift says: what users link and run, without tests and
/// development tools.
func moduleGraph(_ root: URL) throws -> Drawing {
    let text = try String(contentsOf: root.appendingPathComponent("Package.swift"), encoding: .utf8)
    let graph = ModuleGraph(manifest: text)
    guard graph.modules.count > 5 else { throw PictureProblem(description: "Package.swift: no targets are recognised") }
    return graph.drawing()
}

/// Targets of a manifest, in layers: each stands above all that it depends on.
struct ModuleGraph {
    struct Module: Hashable {
        enum Kind: String { case target, executableTarget, systemLibrary, plugin }
        var name: String
        var kind: Kind
        /// Without those that another dependency has anyway.
        var dependencies: [String]
    }

    private(set) var modules: [Module] = []
    /// Rows from the top, names in each.
    private(set) var layers: [[String]] = []

    /// Reads the calls `.target(name: …, dependencies: […])` and their kin, and keeps what the products reach.
    init(manifest: String) {
        let calls = manifest.matches(of: /\.(target|executableTarget|systemLibrary|plugin)\(\s*name: "([\w-]+)"/)
        let products = Set(
            manifest.matches(of: /\.(?:library|executable|plugin)\(name: "[\w-]+", targets: \["([\w-]+)"\]\)/).map {
                String($0.1)
            })
        var found: [String: Module] = [:]
        for (index, call) in calls.enumerated() {
            let end = index + 1 < calls.count ? calls[index + 1].range.lowerBound : manifest.endIndex
            let name = String(call.2)
            // A product of the same name comes first, and has no dependencies; neither has a dependency with a
            // condition.
            guard let kind = Module.Kind(rawValue: String(call.1)) else { continue }
            let body = manifest[call.range.upperBound..<end]
            let list = body.firstMatch(of: /dependencies: \[([\s\S]*?)\]\s*[,)]/).map { String($0.1) } ?? ""
            let names = list.matches(of: /"([\w-]+)"/).map { String($0.1) }
            let known = found[name]
            found[name] = Module(
                name: name, kind: known?.kind ?? kind, dependencies: (known?.dependencies ?? []) + names)
        }
        // A dependency with a condition is a call of its own: `.target(name: "CallsiteCurl", condition: …)`.
        for (index, call) in calls.enumerated() where manifest[call.range.upperBound...].hasPrefix(", condition:") {
            if let owner = calls[..<index].last(where: { !manifest[$0.range.upperBound...].hasPrefix(", condition:") })
            {
                found[String(owner.2)]?.dependencies.append(String(call.2))
            }
        }
        var reached: Set<String> = []
        func reach(_ name: String) {
            guard let module = found[name], reached.insert(name).inserted else { return }
            for dependency in module.dependencies { reach(dependency) }
        }
        for product in products.sorted() { reach(product) }
        modules = reached.sorted().compactMap { found[$0] }
        for index in modules.indices {
            let direct = Set(modules[index].dependencies)
            modules[index].dependencies = direct.filter { one in
                !direct.contains { $0 != one && below($0).contains(one) }
            }.sorted()
        }
        let heights = Dictionary(uniqueKeysWithValues: modules.map { ($0.name, height($0.name)) })
        let top = heights.values.max() ?? 0
        layers = (0...top).reversed().map { level in modules.map(\.name).filter { heights[$0] == level } }
    }

    private func module(_ name: String) -> Module? { modules.first { $0.name == name } }

    private func below(_ name: String) -> Set<String> {
        (module(name)?.dependencies ?? []).reduce(into: []) { names, one in names.formUnion(below(one).union([one])) }
    }

    private func height(_ name: String) -> Int { (module(name)?.dependencies.map(height).max()).map { $0 + 1 } ?? 0 }

    func drawing() -> Drawing {
        let (row, height, gap) = (104.0, 48.0, 18.0)
        let widths = Dictionary(
            uniqueKeysWithValues: modules.map { ($0.name, max(120, Drawing.width($0.name, size: 14.5, .strong) + 24)) })
        let rowWidths = layers.map { names in names.reduce(-gap) { $0 + (widths[$1] ?? 0) + gap } }
        let width = max(640, (rowWidths.max() ?? 0) + 40)
        var drawing = Drawing(
            width: width, height: Double(layers.count) * row + 14, title: "The package's modules",
            summary: modules.map {
                "\($0.name) depends on \($0.dependencies.isEmpty ? "nothing" : $0.dependencies.joined(separator: ", "))."
            }
            .joined(separator: " "))
        var boxes: [String: (x: Double, y: Double, width: Double)] = [:]
        for (level, names) in layers.enumerated() {
            var x = (width - rowWidths[level]) / 2
            for name in ordered(names, boxes) {
                boxes[name] = (x, 24 + Double(level) * row, widths[name] ?? 0)
                x += (widths[name] ?? 0) + gap
            }
        }
        for module in modules {
            guard let from = boxes[module.name] else { continue }
            for (index, dependency) in module.dependencies.enumerated() {
                guard let to = boxes[dependency] else { continue }
                let spread = Double(index + 1) / Double(module.dependencies.count + 1)
                drawing.curve(
                    from: .init(x: from.x + from.width * spread, y: from.y + height),
                    to: .init(x: to.x + to.width / 2, y: to.y - 2))
            }
        }
        for module in modules {
            guard let box = boxes[module.name] else { continue }
            let kind: [String] =
                switch module.kind {
                case .target: []
                case .executableTarget: ["command"]
                case .systemLibrary: ["system library"]
                case .plugin: ["plugin"]
                }
            drawing.box(
                x: box.x, y: box.y, width: box.width, height: height, [module.name] + kind,
                isAccented: module.kind != .target)
        }
        return drawing
    }

    /// By what is above them, so that few lines cross.
    private func ordered(_ names: [String], _ boxes: [String: (x: Double, y: Double, width: Double)]) -> [String] {
        func position(_ name: String) -> Double {
            let users = modules.filter { $0.dependencies.contains(name) }.compactMap { boxes[$0.name] }.map {
                $0.x + $0.width / 2
            }
            return users.isEmpty ? 0 : users.reduce(0, +) / Double(users.count)
        }
        return names.map { (position($0), $0) }.sorted { $0 < $1 }.map(\.1)
    }
}
