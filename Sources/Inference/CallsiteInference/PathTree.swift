import CallsiteCore
import CallsiteSamples

/// The paths of samples as a tree, in which segments that only identify things become one variable.
final class PathTree {
    private final class Node {
        var literals: [String: Node] = [:]
        /// Variables by the ending that follows the value in its segment, which is mostly empty.
        var variables: [String: Variable] = [:]
        /// The samples whose paths end here.
        var samples: [Int] = []
        /// All samples here and below.
        var all: [Int] = []
    }

    private final class Variable {
        let node = Node()
        /// How often files call the variable by each name.
        var names: [String: Int] = [:]
        var values: [String] = []
        var reason = ""
    }

    private let root = Node()
    private let samples: [PreparedSample]
    private var outlines: [Int: Outline] = [:]

    init(_ samples: [PreparedSample], _ indices: [Int]) {
        self.samples = samples
        for index in indices {
            var node = root
            node.all.append(index)
            for segment in samples[index].sample.url.path {
                node = Self.next(segment, of: node)
                node.all.append(index)
            }
            node.samples.append(index)
        }
        merge(root, depth: 0, isShared: true, isBase: true)
    }

    private static func next(_ segment: URLParts.Segment, of node: Node) -> Node {
        switch segment {
        case .literal(let text):
            let next = node.literals[text] ?? Node()
            node.literals[text] = next
            return next
        case .variable(let name, let value, _):
            let variable = node.variables[""] ?? Variable()
            node.variables[""] = variable
            variable.names[name, default: 0] += 1
            variable.reason = "the file says so"
            if let value { variable.values.append(value) }
            return variable.node
        }
    }

    // MARK: - Merging

    /// - Parameters:
    ///   - isShared: Whether all paths lead through the node.
    ///   - isBase: Whether, in addition, each segment before the node belongs to the base URL.
    private func merge(_ node: Node, depth: Int, isShared: Bool, isBase: Bool) {
        for text in values(of: node, isShared: isShared, isBase: isBase).sortedByBytes() {
            move(text, of: node, because: "")
        }
        let words = manyWords(of: node, depth: depth, isBase: isBase)
        for text in words {
            move(text, of: node, because: "\(words.count) different values with responses of one shape")
        }
        for text in sameRequests(node) {
            move(text, of: node, because: "the file saved it under the name of another request")
        }
        let isOnly = node.literals.count == 1 && node.variables.isEmpty && node.samples.isEmpty
        for (text, child) in node.literals {
            merge(
                child, depth: depth + 1, isShared: isShared && isOnly,
                isBase: isBase && isOnly && (Self.isBase(text) || PathValue.isVersion(text)))
        }
        for variable in node.variables.values {
            if variable.reason.isEmpty { variable.reason = Self.reason(variable.values) }
            merge(variable.node, depth: depth + 1, isShared: false, isBase: false)
        }
    }

    /// The literal segments that are values by their form, or by the form of a segment beside them.
    private func values(of node: Node, isShared: Bool, isBase: Bool) -> [String] {
        // `2.0` is a version behind any name, and `2` could be an id there.
        if isShared, node.literals.count == 1, node.variables.isEmpty, let only = node.literals.keys.first,
            PathValue.isVersion(only), isBase || only.utf8.count > 2
        {
            return []
        }
        var values = node.literals.keys.filter { PathValue.isValue(PathValue.split($0).stem) }
        // `/data/2.5/weather`: one number with a point, before other segments, is a version.
        if values.count == 1, values[0].utf8.contains(0x2E), PathValue.isVersion(values[0]),
            node.literals[values[0]]?.samples.isEmpty == true
        {
            values = []
        }
        let prefixes = Set(values.compactMap { PathValue.prefix(of: PathValue.split($0).stem) })
        guard !prefixes.isEmpty else { return values }
        let others = node.literals.keys.filter { text in
            let stem = PathValue.split(text).stem
            return !PathValue.isValue(stem) && PathValue.prefix(of: stem).map { prefixes.contains($0) } ?? false
        }
        return values + others
    }

    private static func reason(_ values: [String]) -> String {
        let distinct = Set(values).count
        return distinct == 1
            ? "its value looks like an identifier" : "\(distinct) different values that look like identifiers"
    }

    /// Turns a literal segment into a value.
    private func move(_ text: String, of node: Node, because reason: String) {
        guard let child = node.literals.removeValue(forKey: text) else { return }
        let (stem, ending) = PathValue.split(text)
        let variable = node.variables[ending] ?? Variable()
        node.variables[ending] = variable
        variable.values.append(stem)
        if variable.reason.isEmpty { variable.reason = reason }
        Self.unite(variable.node, child)
    }

    private static func unite(_ node: Node, _ other: Node) {
        node.samples += other.samples
        node.all += other.all
        for (text, child) in other.literals {
            if let own = node.literals[text] { unite(own, child) } else { node.literals[text] = child }
        }
        for (ending, variable) in other.variables {
            guard let own = node.variables[ending] else {
                node.variables[ending] = variable
                continue
            }
            own.names.merge(variable.names, uniquingKeysWith: +)
            own.values += variable.values
            if own.reason.isEmpty { own.reason = variable.reason }
            unite(own.node, variable.node)
        }
    }

    /// Words that are values although they look like names: many of them lead to responses of one shape.
    private func manyWords(of node: Node, depth: Int, isBase: Bool) -> [String] {
        // A collection says itself which segments are variables.
        guard !node.all.contains(where: { samples[$0].requestName != nil }) else { return [] }
        // At the root, and behind another value, words are mostly the API's.
        let minimum = depth == 0 ? 8 : 5
        let words = node.literals.keys.filter { !PathValue.ownWords.contains($0.lowercased()) }
        guard words.count >= minimum || !node.variables.isEmpty else { return [] }
        let responses = responses(to: words, of: node, depth: depth)
        var alike = Self.alikeWords(responses, depth: depth, isBase: isBase)
        // One value that looks like an identifier shows what stands there.
        if let variable = node.variables[""], Set(variable.values).count >= 3 {
            alike.formUnion(wordsBeside(variable, words, responses, depth))
        } else if alike.count < minimum {
            return []
        }
        // Another word belongs to them if its paths continue in the same ways, and its responses don't differ.
        var common: [String: Outline] = [:]
        for (way, byWord) in responses.outlines {
            for word in alike { common[way, default: Outline()].formUnion(byWord[word] ?? Outline()) }
        }
        for word in words where !alike.contains(word) {
            let own = responses.outlines.filter { $0.value[word] != nil }
            let fits = own.allSatisfy { way, byWord in
                guard let outline = byWord[word], !outline.isEmpty else { return common[way] != nil }
                return common[way].map { $0.isAlike(outline) || $0.isSuperset(of: outline) } ?? false
            }
            // A word may have errors only.
            let hasCommonWays = !own.isEmpty || responses.ways[word].map { $0.isSubset(of: common.keys) } ?? false
            if fits, hasCommonWays, own.allSatisfy({ responses.areRare([word], $0.key) }) { alike.insert(word) }
        }
        return alike.sortedByBytes()
    }

    /// The responses behind the words of a place, by each way on from them: `GET orders/*`.
    private struct WordResponses {
        /// The outlines of the responses, by way, then by word.
        var outlines: [String: [String: Outline]] = [:]
        /// How many requests there were, by way and word.
        var counts: [String: [String: Int]] = [:]
        /// All ways by word.
        var ways: [String: Set<String>] = [:]

        /// Whether each word has few requests: requests rarely repeat a value, and often an endpoint.
        func areRare(_ words: some Collection<String>, _ way: String, most: Int = 4) -> Bool {
            words.reduce(0) { $0 + (counts[way]?[$1] ?? 0) } <= words.count * most
        }
    }

    private func responses(to words: [String], of node: Node, depth: Int) -> WordResponses {
        var responses = WordResponses()
        for word in words {
            for index in node.literals[word]?.all ?? [] {
                let ways = waysOn(samples[index], behind: depth)
                responses.ways[word, default: []].formUnion(ways)
                // Errors are the same for each endpoint.
                guard samples[index].sample.response.map({ $0.status < 400 }) ?? true else { continue }
                for way in ways {
                    responses.counts[way, default: [:]][word, default: 0] += 1
                    // A few bodies show the shape.
                    guard responses.counts[way]?[word] ?? 0 <= 5 else { continue }
                    responses.outlines[way, default: [:]][word, default: Outline()].formUnion(outline(of: index))
                }
            }
        }
        return responses
    }

    /// The words that are values, judged by their responses alone.
    private static func alikeWords(_ responses: WordResponses, depth: Int, isBase: Bool) -> Set<String> {
        var alike: Set<String> = []
        for (way, byWord) in responses.outlines where byWord.count > 1 {
            let group = largestGroup(byWord)
            if responses.areRare(group, way), areNames(group) { alike.formUnion(group) }
            // Where each body has a few of many fields, all of these are in others' bodies.
            let covered = isBase ? [] : coveredWords(byWord)
            if covered.count >= 6, responses.areRare(covered, way), areNames(covered) { alike.formUnion(covered) }
            // Without bodies, more words are needed, and the requests mustn't call procedures. `/plugins/*/push` names
            // none in the word: the procedure stands behind it.
            let bare = Set(byWord.filter { $0.value.count < 3 }.keys)
            let isProcedure = way.hasPrefix("POST ") && (depth == 0 || way == "POST " || way == "POST */")
            // Kinds such as `npm` and `maven` are repeated more often than names.
            let mostRequests = way.firstRange(of: " */") != nil ? 6 : 4
            if bare.count >= 6, responses.areRare(bare, way, most: mostRequests), !isProcedure, areNames(bare) {
                alike.formUnion(bare)
            }
        }
        return alike
    }

    private func outline(of index: Int) -> Outline {
        if let outline = outlines[index] { return outline }
        let outline = samples[index].outline
        outlines[index] = outline
        return outline
    }

    /// `GET orders/*` of `/users/ada/orders/17`, behind `ada`, and the same with any first segment.
    private func waysOn(_ sample: PreparedSample, behind depth: Int) -> [String] {
        let rest = sample.sample.url.path.dropFirst(depth + 1).map { segment -> String in
            switch segment {
            case .literal(let text): PathValue.isValue(PathValue.split(text).stem) ? "*" : text
            case .variable: "*"
            }
        }
        let plain = sample.sample.method + " " + rest.joined(separator: "/")
        guard let first = rest.first, first != "*" else { return [plain] }
        var ways = [plain, sample.sample.method + " */" + rest.dropFirst().joined(separator: "/")]
        // The last one may be a name itself.
        if rest.count > 1, rest.last != "*" {
            ways.append(sample.sample.method + " " + rest.dropLast().joined(separator: "/") + "/*")
        }
        return ways
    }

    /// The words whose responses are like those of the values beside them, each requested rarely.
    private func wordsBeside(
        _ variable: Variable, _ words: [String], _ responses: WordResponses, _ depth: Int
    ) -> [String] {
        var own: [String: Outline] = [:]
        for index in variable.node.all.prefix(200) {
            for key in waysOn(samples[index], behind: depth) {
                own[key, default: Outline()].formUnion(outline(of: index))
            }
        }
        return words.filter { word in
            let ways = responses.outlines.filter { $0.value[word] != nil }
            // A word may have errors only.
            guard !ways.isEmpty else { return responses.ways[word].map { $0.isSubset(of: own.keys) } ?? false }
            return ways.allSatisfy { way, byWord in
                guard let outline = byWord[word], let others = own[way], responses.areRare([word], way) else {
                    return false
                }
                return outline.count < 3 && others.count < 3 || outline.isAlike(others)
                    || others.isSuperset(of: outline) && outline.count >= 3
            }
        }
    }

    /// The words whose bodies consist mostly of fields that other words' bodies have too.
    private static func coveredWords(_ outlines: [String: Outline]) -> Set<String> {
        var counts: [UInt64: Int] = [:]
        for outline in outlines.values { for path in outline.paths { counts[path, default: 0] += 1 } }
        return Set(
            outlines.filter { _, outline in
                outline.count >= 3 && outline.paths.count { counts[$0] ?? 0 > 1 } * 10 >= outline.count * 7
            }.keys)
    }

    /// Whether words can be names of things: an API's own words are plurals mostly, and resources have one envelope.
    private static func areNames(_ words: Set<String>) -> Bool {
        words.count { Plurals.singular($0) != nil || $0.utf8.contains(0x2E) } * 5 <= words.count
    }

    private static func largestGroup(_ outlines: [String: Outline]) -> Set<String> {
        var groups: [(outline: Outline, words: [String])] = []
        // A body such as `{"ok": true}` is too small to compare.
        for (word, outline) in outlines.sorted(by: { $0.key.precedes($1.key) }) where outline.count >= 3 {
            if let index = groups.firstIndex(where: { $0.outline.isAlike(outline) }) {
                groups[index].words.append(word)
            } else if groups.count < 50 {
                groups.append((outline, [word]))
            }
        }
        let largest = groups.max { $0.words.count < $1.words.count }?.words ?? []
        guard largest.count > 1 else { return [] }
        // Bodies with empty lists show only a part of the same shape.
        let whole = largest.reduce(into: Outline()) { $0.formUnion(outlines[$1] ?? Outline()) }
        let parts = outlines.filter { !$0.value.isEmpty && whole.isSuperset(of: $0.value) }.map(\.key)
        return Set(largest + parts)
    }

    /// Literal segments from examples that the file saved with a request whose variable stands beside them.
    private func sameRequests(_ node: Node) -> [String] {
        guard let variable = node.variables[""] else { return [] }
        let names = Set(variable.node.all.compactMap { samples[$0].requestName })
        guard !names.isEmpty else { return [] }
        return node.literals.filter { _, child in
            child.all.allSatisfy { index in samples[index].requestName.map { names.contains($0) } ?? false }
        }.keys.sortedByBytes()
    }

    // MARK: - The base URL and the endpoints

    /// The segments that all paths begin with, up to the last one that isn't a resource: `api`, `v2`.
    func basePath() -> [String] {
        var path: [String] = []
        var length = 0
        var node = root
        while node.samples.isEmpty, node.variables.isEmpty, node.literals.count == 1,
            let (text, next) = node.literals.first
        {
            path.append(text)
            if Self.isBase(text) || PathValue.isVersion(text) { length = path.count }
            node = next
        }
        return Array(path.prefix(length))
    }

    private static func isBase(_ text: String) -> Bool {
        let word = text.lowercased()
        if ["api", "apis", "rest", "rpc", "services", "public", "internal", "ajax", "json", "_api", "wp-json"].contains(
            word)
        {
            return true
        }
        let digits = word.hasPrefix("v") ? word.dropFirst() : ""
        return !digits.isEmpty && digits.first?.isNumber == true && digits.utf8.count <= 8
    }

    /// The endpoints below the base URL, by path and then in the order of methods.
    func endpoints(below base: [String]) -> [EndpointSamples] {
        var node = root
        for text in base { node = node.literals[text] ?? node }
        var result: [EndpointSamples] = []
        collect(node, [], [], base.count, &result)
        return result
    }

    private func collect(
        _ node: Node, _ path: [PathTemplate.Segment], _ reasons: [String], _ depth: Int,
        _ result: inout [EndpointSamples]
    ) {
        let methods = Dictionary(grouping: node.samples.sorted()) { samples[$0].sample.method }
        for (method, indices) in methods.sorted(by: { Self.order($0.key) < Self.order($1.key) }) {
            result.append(
                .init(method: method, path: .init(segments: path), depth: depth, samples: indices, reasons: reasons))
        }
        for (text, child) in node.literals.sorted(by: { $0.key.precedes($1.key) }) {
            collect(child, path + [.literal(text)], reasons, depth, &result)
        }
        for (ending, variable) in node.variables.sorted(by: { $0.key.precedes($1.key) }) {
            let name = Self.name(of: variable, behind: path)
            collect(
                variable.node, path + [.variable(name: name, ending: ending)],
                reasons + ["{\(name)}: \(variable.reason)"], depth, &result)
        }
    }

    private static func order(_ method: String) -> String {
        let methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]
        return methods.firstIndex(of: method).map(String.init) ?? "9" + method
    }

    /// `user_id` behind `users`, or as the file calls it.
    private static func name(of variable: Variable, behind path: [PathTemplate.Segment]) -> String {
        let usedNames = Set(path.compactMap { if case .variable(let name, _) = $0 { name } else { nil } })
        func free(_ name: String) -> String {
            guard usedNames.contains(name) else { return name }
            return (2...).lazy.map { "\(name)_\($0)" }.first { !usedNames.contains($0) } ?? name
        }
        let names = variable.names.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
        if let name = names.lazy.map({ identifier($0) }).first(where: { !$0.isEmpty }) { return free(name) }
        let values = Set(variable.values)
        let suffix = values.allSatisfy { StringForm.day.allows($0) } ? "date" : "id"
        guard case .literal(let owner)? = path.last else { return free(suffix) }
        let words = Words.split(Plurals.singular(owner) ?? owner).map { $0.lowercased() }
        let noun = words.joined(separator: "_")
        guard !noun.isEmpty else { return free(suffix) }
        // Words are names, as in `/users/ada`.
        let isName = values.count > 1 && values.allSatisfy { !PathValue.isValue($0) }
        return free(isName ? noun : noun + "_" + suffix)
    }

    /// A variable's name in a file, reduced to letters, digits and `_`.
    private static func identifier(_ name: String) -> String {
        let characters = name.unicodeScalars.map { scalar -> Character in
            scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)) || scalar == "_"
                ? Character(scalar) : "_"
        }
        return String(characters).split(separator: "_", omittingEmptySubsequences: true).joined(separator: "_")
    }
}
