import CallsiteCore
import CallsiteHealing
import CallsiteInference
import CallsiteMockDescription
import CallsiteMockEngine
import CallsiteOverlay
import CallsiteText

/// Injures a description in known ways, and heals it by what a server of the true one was recorded to do.
package struct HealingTrial {
    package struct Count: Sendable {
        package var injuries = 0
        package var healed = 0

        package init() {}
    }

    package private(set) var documents = 0
    package private(set) var counts: [Injury.Kind: Count] = [:]
    /// How many corrections there are, and how many of them are about what wasn't injured: the truth refutes them.
    package private(set) var corrections = 0
    package private(set) var refuted = 0
    /// Those of an alternative where another was injured: a value is of neither, and nothing says which is meant.
    package private(set) var ambiguous = 0
    /// Differences that remain.
    package private(set) var remaining = 0
    package private(set) var failures: [String] = []
    /// The last overlay.
    package private(set) var overlay: String?

    package init() {}

    package var share: Double {
        let (all, healed) = counts.values.reduce((0, 0)) { ($0.0 + $1.injuries, $0.1 + $1.healed) }
        return all == 0 ? 1 : Double(healed) / Double(all)
    }

    private struct Document {
        let reading: MockReading
        let engine: MockEngine
        let root: Node

        /// nil: it isn't an OpenAPI document, or has errors.
        init?(_ sources: SourceSet) {
            var diagnostics = Diagnostics()
            guard let root = parse(sources, &diagnostics).openAPIRoot else { return nil }
            self.root = root
            reading = readMock(sources, options: Options(), keepsPlaces: true)
            guard let json = reading.json, let description = try? MockDescription(json: json.utf8),
                !description.operations.isEmpty
            else { return nil }
            engine = MockEngine(ofRecordings: description)
        }
    }

    /// - Returns: Whether the file is a document that can be injured.
    @discardableResult
    package mutating func run(_ file: SourceSet.File, seed: UInt64) -> Bool {
        guard let truth = Document(SourceSet(main: file)) else { return false }
        let exchanges = HealingWalk(truth.engine, seed: seed).exchanges
        let version: SchemaVersion =
            truth.root["swagger"] != nil
            ? .swagger : truth.root["openapi"]?.text?.hasPrefix("3.0") == true ? .openAPI30 : .openAPI31
        let finder = InjuryFinder(truth.engine, truth.reading, truth.root, version, exchanges)
        let injuries = Self.choose(finder.found, seed: seed)
        guard !injuries.isEmpty else { return false }
        guard let sources = Self.injured(file, injuries), let injured = Document(sources) else {
            failures.append("\(file.path): the injured document can't be read")
            return false
        }
        documents += 1
        // Those that the recordings contradict.
        let places = DocumentPlaces(injured.root)
        let seen = Set(
            DriftSurvey(injured.engine, exchanges).order.compactMap { places.place(of: $0.place, injured.reading) })
        let visible = injuries.filter { seen.contains($0.path) }
        guard
            let healing = Healing(
                sources, exchanges, read: { readMock($0, options: Options(), keepsPlaces: true) }),
            let healed = Document(healing.sources)
        else {
            failures.append("\(file.path): the healed document can't be read")
            return true
        }
        overlay = healing.overlay
        let healedPlaces = DocumentPlaces(healed.root)
        let left = Set(
            DriftSurvey(healed.engine, exchanges).order.map { key in
                let place = healedPlaces.place(of: key.place, healed.reading)
                return "\(place?.query ?? key.place) \(key.kind)\(key.name.map { " " + $0 } ?? "")"
            })
        remaining += left.count
        for text in left.sorted() { failures.append("\(file.path): remains: \(text)") }
        for injury in visible {
            counts[injury.kind, default: .init()].injuries += 1
            let isLeft = left.contains { $0.hasPrefix(injury.path.query + " ") }
            let isCorrected = healing.targets.contains { injury.isHealed(by: $0) }
            if !isLeft, isCorrected {
                counts[injury.kind]?.healed += 1
            } else {
                failures.append("\(file.path): not healed: \(injury.kind.rawValue) at \(injury.path.query)")
            }
        }
        corrections += healing.targets.count
        let alternatives = AlternativeParts(injured.root)
        for target in healing.targets where !injuries.contains(where: { $0.isHealed(by: target) }) {
            let isAmbiguous = alternatives.contain(target.path) || ["oneOf", "anyOf"].contains(target.part)
            if isAmbiguous { ambiguous += 1 } else { refuted += 1 }
            failures.append(
                "\(file.path): not injured\(isAmbiguous ? ", ambiguous" : ""): \(target.path.query) \(target.part)")
            for injury in injuries { failures.append("    \(injury.kind.rawValue): \(injury.path.query)") }
        }
        return true
    }

    /// One injury of each kind, none inside another.
    private static func choose(_ found: [Injury.Kind: [Injury]], seed: UInt64) -> [Injury] {
        var chosen: [Injury] = []
        for (number, kind) in Injury.Kind.allCases.enumerated() {
            let candidates = found[kind] ?? []
            guard !candidates.isEmpty else { continue }
            let start = Int((seed &* 7919 &+ UInt64(number) &* 104_729) % UInt64(candidates.count))
            let turned = candidates[start...] + candidates[..<start]
            let free = turned.prefix(500).first { candidate in
                chosen.allSatisfy { !$0.path.contains(candidate.path) && !candidate.path.contains($0.path) }
            }
            if let free { chosen.append(free) }
        }
        return chosen
    }

    private static func injured(_ file: SourceSet.File, _ injuries: [Injury]) -> SourceSet? {
        let overlay: JSONValue = .object([
            "overlay": .string("1.0.0"),
            "info": .object(["title": .string("injuries"), "version": .string("1")]),
            "actions": .array(injuries.flatMap(\.actions)),
        ])
        var sources = SourceSet(main: file)
        guard !sources.apply([.init(path: "injuries", bytes: overlay.bytes)]).hasErrors else { return nil }
        var diagnostics = Diagnostics()
        guard let root = parse(sources, &diagnostics).openAPIRoot else { return nil }
        return SourceSet(main: .init(path: file.path + ".json", bytes: Array(JSONValue(root).text(.lines).utf8)))
    }
}

/// All that belongs to an alternative of a document, also by reference.
private struct AlternativeParts {
    private var paths: Set<NodePath> = []
    private let root: Node

    init(_ root: Node) {
        self.root = root
        find(root, NodePath(), isInside: false)
    }

    func contain(_ path: NodePath) -> Bool {
        var path = path
        while !path.steps.isEmpty {
            if paths.contains(path) { return true }
            path = NodePath(steps: Array(path.steps.dropLast()))
        }
        return false
    }

    private mutating func find(_ node: Node, _ path: NodePath, isInside: Bool) {
        if isInside, let reference = node["$ref"]?.text, reference.hasPrefix("#/") {
            let names = JSONPointer.tokens(PercentEncoding.decoded(reference.dropFirst())) ?? []
            let target = NodePath(steps: names.map(NodePath.Step.name))
            if paths.insert(target).inserted,
                let node = names.reduce(.some(root), { $0?.value(forKey: $1) })
            {
                find(node, target, isInside: true)
            }
        }
        for (key, value) in node.pairs ?? [] {
            guard let name = key.text else { continue }
            let isList = ["oneOf", "anyOf"].contains(name)
            let inner = path.appending(name)
            if isList { paths.insert(inner) }
            find(value, inner, isInside: isInside || isList)
        }
        for (index, element) in (node.elements ?? []).enumerated() {
            find(element, NodePath(steps: path.steps + [.index(index)]), isInside: isInside)
        }
    }
}

extension DocumentPlaces {
    fileprivate func place(of pointer: String, _ reading: MockReading) -> NodePath? {
        reading.place(exactly: pointer).flatMap { value(at: $0)?.path }
    }
}

extension Injury {
    fileprivate func isHealed(by target: (path: NodePath, part: String)) -> Bool {
        target.path == path && parts.contains(target.part)
    }
}
