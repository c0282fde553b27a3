// In: a description, and recorded requests with their responses. Out: an overlay with the smallest changes that make
// the description agree with the recordings.

import CallsiteCore
import CallsiteInference
import CallsiteMockDescription
import CallsiteMockEngine
import CallsiteOverlay
import CallsiteText

/// Corrections of an OpenAPI document by the recorded behaviour of a server.
package struct Healing {
    /// The overlay as YAML; nil if there is nothing to correct, or if no correction helps.
    package private(set) var overlay: String?
    /// How many corrections there are, and how many actions these have.
    package private(set) var corrections = 0
    package private(set) var actions = 0
    /// The description with the overlay.
    package private(set) var sources: SourceSet
    package private(set) var reading: MockReading
    /// Where each correction is, and the part that it is about: for checks.
    package private(set) var targets: [(path: NodePath, part: String)] = []

    /// Corrections may uncover other differences. Each round makes corrections, or is the last.
    private static let mostRounds = 64
    fileprivate static let name = "corrections of the description"

    /// - Parameter read: Reads a description with the places of its parts.
    /// - Returns: nil if the description isn't an OpenAPI document, or has errors.
    package init?(
        _ sources: SourceSet, _ exchanges: [RecordedExchange], read: @escaping (SourceSet) -> MockReading
    ) {
        var diagnostics = Diagnostics()
        let nodes = parse(sources, &diagnostics)
        guard let root = nodes.openAPIRoot else { return nil }
        var search = CorrectionSearch(sources, read(sources), root, exchanges, read)
        guard search.engine != nil else { return nil }
        for _ in 0..<Self.mostRounds { guard search.advance() else { break } }
        search.dropUnneeded()
        (self.sources, reading) = (search.sources, search.reading)
        guard !search.corrections.isEmpty else { return }
        overlay = search.text
        let sorted = search.corrections.map(\.correction).sorted
        corrections = sorted.count
        actions = sorted.reduce(0) { $0 + $1.actions.count }
        targets = sorted.map { ($0.path, $0.part) }
    }
}

extension Healing {
    /// Whether a file is an overlay as Callsite wrote it. No other file is replaced.
    package static func isOurs(_ contents: [UInt8]) -> Bool {
        guard let end = contents.firstIndex(of: UInt8(ascii: "\n")) else { return false }
        let line = OverlayText.firstLine(for: contents[(end + 1)...])
        return contents[..<end].filter { $0 != UInt8(ascii: "\r") } == Array(line.utf8)
    }

    /// Whether Callsite wrote an overlay that a person has changed since.
    package static func isEdited(_ contents: [UInt8]) -> Bool {
        contents.starts(with: OverlayText.beginning.utf8) && !isOurs(contents)
    }
}

/// Finds corrections that remove differences, round by round.
private struct CorrectionSearch {
    private let original: SourceSet
    private let nodeCount: Int
    private let hasChoices: Bool
    private let title: String
    private let version: SchemaVersion
    private let exchanges: [RecordedExchange]
    private let read: (SourceSet) -> MockReading

    private(set) var sources: SourceSet
    private(set) var reading: MockReading
    private(set) var engine: MockEngine?
    private(set) var survey: DriftSurvey?
    private(set) var corrections: [Candidate] = []
    /// The number of corrections of a difference that didn't help.
    private var attempts: [DriftSurvey.Key: Int] = [:]

    init(
        _ sources: SourceSet, _ reading: MockReading, _ root: Node, _ exchanges: [RecordedExchange],
        _ read: @escaping (SourceSet) -> MockReading
    ) {
        (original, self.sources, self.reading) = (sources, sources, reading)
        (self.exchanges, self.read) = (exchanges, read)
        nodeCount = Self.count(root)
        hasChoices = Self.hasChoices(root)
        title = root["info"]?["title"]?.text.map { RecordedText().redacted($0) } ?? "the description"
        version =
            root["swagger"] != nil
            ? .swagger : root["openapi"]?.text?.hasPrefix("3.0") == true ? .openAPI30 : .openAPI31
        look()
    }

    var text: String { OverlayText(title: title, corrections.map(\.correction)).text }

    /// Compares the recordings with the description as it is now.
    private mutating func look() {
        engine = nil
        survey = nil
        guard let json = reading.json, let description = try? MockDescription(json: json.utf8) else { return }
        let engine = MockEngine(ofRecordings: description)
        self.engine = engine
        survey = DriftSurvey(engine, exchanges)
    }

    /// Makes the corrections of one round, and drops those that don't help.
    ///
    /// - Returns: Whether another round may find more.
    mutating func advance() -> Bool {
        guard let before = survey, !before.order.isEmpty else { return false }
        let newCandidates = candidates()
        guard !newCandidates.isEmpty else { return false }
        let old = corrections
        corrections += newCandidates
        if !apply() {
            corrections = old
            add(newCandidates[...])
            _ = apply()
        }
        let useless = Set(newCandidates.flatMap(\.keys)).filter { key in
            before.count(key) <= (survey?.count(key) ?? 0)
        }
        guard !useless.isEmpty else { return true }
        for key in useless { attempts[key, default: 0] += 1 }
        corrections = corrections.enumerated().filter {
            $0.offset < old.count || !useless.isSuperset(of: $0.element.keys)
        }.map(\.element)
        return apply()
    }

    /// Adds the candidates that can be applied beside others. Few can't, so halves are tried.
    private mutating func add(_ candidates: ArraySlice<Candidate>) {
        let old = corrections
        corrections += candidates
        guard !apply() else { return }
        corrections = old
        guard candidates.count > 1 else {
            for key in candidates.flatMap(\.keys) { attempts[key, default: 0] += 1 }
            return
        }
        let middle = candidates.startIndex + candidates.count / 2
        add(candidates[..<middle])
        add(candidates[middle...])
    }

    /// Drops unnecessary corrections, such as those of one alternative where another was wrong.
    mutating func dropUnneeded() {
        let count = survey?.order.count ?? 0
        guard corrections.count > 1, hasChoices || corrections.contains(where: \.correction.changesWhatApplies) else {
            return
        }
        // A large document takes long to read, and many recordings to compare.
        let size = exchanges.reduce(nodeCount) { $0 + ($1.response?.body?.count ?? 0) / 10 }
        var tries = max(2, min(60, 4_000_000 / max(size, 1)))
        let doubtful = doubtful(&tries)
        var dropped: Set<Int> = []
        let all = corrections
        let lastFirst = all.indices.reversed().filter(doubtful.contains)
        let order =
            lastFirst.filter { all[$0].correction.isOfAlternative }
            + lastFirst.filter { !all[$0].correction.isOfAlternative }
        for index in order where tries > 0 {
            tries -= 1
            corrections = all.indices.filter { $0 != index && !dropped.contains($0) }.map { all[$0] }
            if apply(), (survey?.order.count ?? .max) <= count { dropped.insert(index) }
        }
        corrections = all.indices.filter { !dropped.contains($0) }.map { all[$0] }
        _ = apply()
    }

    /// The corrections that may be unnecessary: their differences didn't come back in some try without half of the
    /// corrections. Each try has another half, so that any two corrections are apart in one.
    private mutating func doubtful(_ tries: inout Int) -> Set<Int> {
        let all = corrections
        let bits = Int.bitWidth - (all.count - 1).leadingZeroBitCount
        guard all.count > 4 * bits, tries > 2 * bits else { return Set(all.indices) }
        var doubtful: Set<Int> = []
        for bit in 0..<bits {
            for side in 0...1 {
                tries -= 1
                let half = all.indices.filter { $0 >> bit & 1 == side }
                let otherHalf = all.indices.filter { $0 >> bit & 1 != side }
                corrections = half.map { all[$0] }
                let isApplied = apply()
                doubtful.formUnion(
                    otherHalf.filter { number in
                        !isApplied || !all[number].keys.contains { survey?.count($0) ?? 0 > 0 }
                    })
            }
        }
        corrections = all
        return doubtful
    }

    /// - Returns: Whether the corrections can be applied, and the description has no errors with them.
    private mutating func apply() -> Bool {
        var healedSources = original
        let file = SourceSet.File(path: Healing.name, bytes: Array(text.utf8))
        if !corrections.isEmpty, healedSources.apply([file]).hasErrors { return false }
        let reading = read(healedSources)
        guard reading.json != nil else { return false }
        (sources, self.reading) = (healedSources, reading)
        look()
        return survey != nil
    }

    private func candidates() -> [Candidate] {
        var diagnostics = Diagnostics()
        guard let engine, let survey, let root = parse(sources, &diagnostics).openAPIRoot else { return [] }
        let maker = CorrectionMaker(survey, engine, reading, root, version, exchanges)
        var candidates: [Candidate] = []
        var covered: Set<Int> = []
        for (key, status) in survey.statuses.sorted(by: { $0.key < $1.key }) where status.isOfAnotherKind {
            guard status.keys.allSatisfy({ attempts[$0, default: 0] == 0 }), var correction = maker.addStatus(key)
            else { continue }
            // With the correction, another response of the description applies to these requests.
            correction.changesWhatApplies = true
            covered.formUnion(status.exchanges)
            candidates.append(Candidate(correction: correction, keys: Array(status.keys)))
        }
        var positions: [Correction.Effect: Int] = [:]
        let differences = survey.order.compactMap { survey.differences[$0]?.without(covered) }
        let (lists, others) = Self.longLists(differences) { attempts[$0, default: 0] == 0 }
        for list in lists {
            guard let correction = maker.makeOptional(list) else { continue }
            candidates.append(Candidate(correction: correction, keys: list.map(\.key)))
        }
        for difference in others {
            let key = difference.key
            for correction in maker.corrections(difference, attempt: attempts[key, default: 0]) {
                if let same = positions[correction.effect] {
                    candidates[same].keys.append(key)
                } else {
                    positions[correction.effect] = candidates.count
                    candidates.append(Candidate(correction: correction, keys: [key]))
                }
            }
        }
        return candidates
    }

    /// The missing fields of each schema, if there are many, and all other differences.
    private static func longLists(
        _ differences: [DriftSurvey.Difference], _ isNew: (DriftSurvey.Key) -> Bool
    ) -> (lists: [[DriftSurvey.Difference]], others: [DriftSurvey.Difference]) {
        let limit = 100
        var lists: [ExactString: [DriftSurvey.Difference]] = [:]
        for difference in differences where difference.key.kind == .keyword("required") && isNew(difference.key) {
            lists[ExactString(difference.key.place), default: []].append(difference)
        }
        lists = lists.filter { $0.value.count > limit }
        let others = differences.filter { difference in
            difference.key.kind != .keyword("required") || !isNew(difference.key)
                || lists[ExactString(difference.key.place)] == nil
        }
        return (lists.sorted { $0.key.text < $1.key.text }.map(\.value), others)
    }

    /// Whether some of the document's schemas apply only if a value matches other schemas, or doesn't.
    private static func hasChoices(_ node: Node) -> Bool {
        let keywords: Set<String> = [
            "oneOf", "anyOf", "discriminator", "not", "if", "dependentSchemas", "unevaluatedProperties",
            "unevaluatedItems",
        ]
        return (node.pairs ?? []).contains { $0.key.text.map(keywords.contains) ?? false || hasChoices($0.value) }
            || (node.elements ?? []).contains(where: hasChoices)
    }

    private static func count(_ node: Node) -> Int {
        (node.pairs ?? []).reduce(1) { $0 + count($1.value) } + (node.elements ?? []).reduce(0) { $0 + count($1) }
    }

    struct Candidate {
        let correction: Correction
        /// The differences that the correction is for.
        var keys: [DriftSurvey.Key]
    }
}
