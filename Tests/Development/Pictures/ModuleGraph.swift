import Foundation

/// The groups of the product's modules and their dependencies, as Package.swift says.
func moduleGraph(_ root: URL) throws -> Drawing {
    let text = try String(contentsOf: root.appendingPathComponent("Package.swift"), encoding: .utf8)
    let graph = ModuleGraph(manifest: text)
    guard graph.groups.count == 6, graph.groups.allSatisfy({ !$0.modules.isEmpty }) else {
        throw PictureProblem(description: "Package.swift: the six groups of modules aren't recognised")
    }
    return graph.drawing()
}

struct ModuleGraph {
    struct Group: Hashable {
        var name: String
        var modules: [String]
        /// Without those that another dependency has anyway.
        var dependencies: [String] = []
    }

    private(set) var groups: [Group]
    /// The modules that other packages can depend on.
    private let products: Set<String>

    /// Reads the table of folders, and the calls `.target(name: …, dependencies: […])` and their kin.
    init(manifest: String) {
        groups = manifest.matches(of: /"Sources\/(\w+)": \[([^\]]*)\]/).map { match in
            Group(
                name: String(match.1), modules: match.2.matches(of: /"([\w-]+)"/).map { String($0.1) })
        }
        products = Set(manifest.matches(of: /\.library\(name: "(\w+)"/).map { String($0.1) })
        let calls = manifest.matches(of: /\n        \.(?:target|executableTarget|systemLibrary)\(\s*name: "([\w-]+)"/)
        var dependencies: [String: Set<String>] = [:]
        for (index, call) in calls.enumerated() {
            let end = index + 1 < calls.count ? calls[index + 1].range.lowerBound : manifest.endIndex
            let body = manifest[call.range.upperBound..<end]
            let list = body.firstMatch(of: /dependencies: \[([\s\S]*?)\]\s*[,)]/).map { String($0.1) } ?? ""
            dependencies[String(call.1)] = Set(list.matches(of: /"([\w-]+)"/).map { String($0.1) })
        }
        let owners = Dictionary(
            uniqueKeysWithValues: groups.flatMap { group in group.modules.map { ($0, group.name) } })
        let direct = groups.map { group in
            Set(group.modules.flatMap { dependencies[$0] ?? [] }.compactMap { owners[$0] }).subtracting([group.name])
        }
        for index in groups.indices {
            let others = groups.indices.filter { direct[index].contains(groups[$0].name) }
            groups[index].dependencies = others.filter { one in
                !others.contains { direct[$0].contains(groups[one].name) }
            }.map { groups[$0].name }.sorted()
        }
    }

    /// The place of each group: a row, and the columns from the left, of two.
    private static let places: [String: (row: Int, column: Int, columns: Int)] = [
        "Commands": (0, 0, 2), "Diff": (1, 0, 1), "Inference": (1, 1, 1), "Mock": (2, 1, 1), "Generator": (3, 0, 1),
        "Runtime": (3, 1, 1),
    ]

    private static let purposes = [
        "Commands": "the command lines", "Diff": "two descriptions compared",
        "Mock": "a server of a description", "Inference": "requests become a description",
        "Generator": "a description becomes Swift", "Runtime": "generated code links these",
    ]

    func drawing() -> Drawing {
        let (width, gap, row, leading) = (680.0, 24.0, 196.0, 20.0)
        let column = (width - 3 * gap) / 2
        var drawing = Drawing(
            width: width, height: 4 * row + 34, title: "The groups of modules",
            summary: groups.map { group in
                let names = group.dependencies
                return "\(group.name) holds \(group.modules.joined(separator: ", ")), and depends on "
                    + "\(names.isEmpty ? "no other group" : names.joined(separator: ", "))."
            }.joined(separator: " "))
        var boxes: [String: (x: Double, y: Double, width: Double, height: Double)] = [:]
        for group in groups {
            guard let place = Self.places[group.name] else { continue }
            let lines = place.columns == 2 ? (group.modules.count + 1) / 2 : group.modules.count
            boxes[group.name] = (
                gap + Double(place.column) * (column + gap), 16 + Double(place.row) * row,
                place.columns == 2 ? width - 2 * gap : column, 44 + Double(lines) * leading
            )
        }
        for group in groups {
            guard let from = boxes[group.name] else { continue }
            for name in group.dependencies {
                guard let to = boxes[name] else { continue }
                let x = min(max(to.x + to.width / 2, from.x + 40), from.x + from.width - 40)
                drawing.curve(
                    from: .init(x: x, y: from.y + from.height), to: .init(x: to.x + to.width / 2, y: to.y - 2))
            }
        }
        for group in groups {
            guard let box = boxes[group.name], let place = Self.places[group.name] else { continue }
            drawing.rectangle(x: box.x, y: box.y, width: box.width, height: box.height, "box")
            drawing.text(group.name, at: .init(x: box.x + 14, y: box.y + 24), .strong, size: 14.5)
            drawing.text(
                Self.purposes[group.name] ?? "", at: .init(x: box.x + box.width - 14, y: box.y + 24), .quiet,
                size: 12.5,
                anchor: .end)
            let half = place.columns == 2 ? (group.modules.count + 1) / 2 : group.modules.count
            for (index, module) in group.modules.enumerated() {
                drawing.text(
                    module,
                    at: .init(
                        x: box.x + 14 + Double(index / half) * (column + gap),
                        y: box.y + 48 + Double(index % half) * leading),
                    products.contains(module) ? .codeAccent : .code, size: 13)
            }
        }
        drawing.text(
            "Packages depend on the coloured modules, and on the plugins, which run the commands.",
            at: .init(x: gap, y: 4 * row + 20), .quiet, size: 12.5)
        return drawing
    }
}
