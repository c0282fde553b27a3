import CallsiteCore

/// The values that a schema allows, in words: `1 to 100`, `at most 50 characters`.
struct ValueLimits: Hashable {
    private(set) var words: [String] = []
    /// Regular expressions.
    private(set) var patterns: [String] = []
    /// The same in numbers, for samples: of a number itself, of the characters of a string, of the elements of a list.
    private(set) var numbers = Bounds()
    private(set) var lengths = Bounds()
    private(set) var counts = Bounds()
    private(set) var areElementsUnique = false
    /// The limits of a list's elements: one, or none.
    private(set) var elements: [ValueLimits] = []

    /// From the least to the greatest.
    struct Bounds: Hashable {
        var least = -Double.infinity
        var most = Double.infinity
        var isLeastOut = false
        var isMostOut = false
        var step: Double?

        fileprivate mutating func add(_ other: Bounds) {
            if other.least == least { isLeastOut = isLeastOut || other.isLeastOut }
            if other.most == most { isMostOut = isMostOut || other.isMostOut }
            if other.least > least { (least, isLeastOut) = (other.least, other.isLeastOut) }
            if other.most < most { (most, isMostOut) = (other.most, other.isMostOut) }
            step = step ?? other.step
        }
    }

    var isEmpty: Bool { words.isEmpty && patterns.isEmpty && elements.isEmpty }

    /// A schema that gathers limits from many others isn't shown whole.
    private static let most = 8

    fileprivate mutating func add(_ text: String) {
        guard !words.contains(text), words.count < Self.most else { return }
        words.append(text)
    }

    fileprivate mutating func add(pattern: String) {
        guard !patterns.contains(pattern), patterns.count < Self.most else { return }
        patterns.append(pattern)
    }

    fileprivate mutating func add(_ other: ValueLimits) {
        for text in other.words { add(text) }
        for pattern in other.patterns { add(pattern: pattern) }
        numbers.add(other.numbers)
        lengths.add(other.lengths)
        counts.add(other.counts)
        areElementsUnique = areElementsUnique || other.areElementsUnique
        if elements.isEmpty { elements = other.elements }
    }
}

extension ValueLimits {
    /// Reads the limits of each schema once.
    struct Reader {
        private let follower: ReferenceFollower
        private var known: [Node.ID: ValueLimits] = [:]
        private static let depth = 20

        init(_ follower: ReferenceFollower) { self.follower = follower }

        /// - Parameter node: A schema, or what has one: a parameter, a header.
        mutating func limits(of node: Node, depth: Int = 0) -> ValueLimits {
            guard node.isMapping, depth < Self.depth else { return ValueLimits() }
            if let limits = known[node.id] { return limits }
            // A schema inside itself adds nothing.
            known[node.id] = ValueLimits()
            var limits = ValueLimits()
            limits.addOwn(of: node)
            for part in parts(of: node) { limits.add(self.limits(of: part, depth: depth + 1)) }
            if let elements = node["items"] {
                let each = self.limits(of: elements, depth: depth + 1)
                for text in each.words { limits.add("each " + text) }
                if !each.isEmpty { limits.elements = [each] }
            }
            known[node.id] = limits
            return limits
        }

        /// Schemas that apply to the same value.
        private func parts(of node: Node) -> [Node] {
            var parts: [Node] = []
            if let reference = node["$ref"], let target = follower.target(of: reference) { parts.append(target) }
            if let schema = node["schema"] { parts.append(schema) }
            if let schema = node["content"]?.pairs?.first?.value["schema"] { parts.append(schema) }
            parts += node["allOf"]?.elements ?? []
            for alternatives in [node["anyOf"], node["oneOf"]].compactMap({ $0?.elements }) {
                // One alternative beside null.
                let values = alternatives.filter { $0["type"]?.text != "null" }
                if values.count == 1 { parts += values }
            }
            return parts
        }
    }

    /// JSON Schema Validation, section 6; in OpenAPI 3.0 and Swagger, `exclusiveMinimum: true` belongs to `minimum`.
    private mutating func addOwn(of node: Node) {
        addCount(node["minLength"], node["maxLength"], "character", to: \.lengths)
        addCount(node["minItems"], node["maxItems"], "element", to: \.counts)
        addCount(node["minProperties"], node["maxProperties"], "key")
        areElementsUnique = node["uniqueItems"]?.value == .bool(true)
        if areElementsUnique { add("no element twice") }
        addRange(node)
        if let step = Self.number(node["multipleOf"]) {
            add("a multiple of " + step)
            numbers.step = Double(step).flatMap { $0 > 0 ? $0 : nil }
        }
        if node["type"]?.text == "string" || node["type"] == nil, let pattern = node["pattern"]?.text {
            add(pattern: pattern)
        }
        if let format = node["format"]?.text, Self.formats.contains(format) { add("format " + format) }
    }

    /// Formats of strings that no type stands for.
    private static let formats: Set<String> = [
        "email", "idn-email", "hostname", "idn-hostname", "ipv4", "ipv6", "password", "regex", "json-pointer",
        "relative-json-pointer", "uri-template", "duration", "time",
    ]

    private mutating func addCount(
        _ least: Node?, _ most: Node?, _ noun: String, to bounds: WritableKeyPath<Self, Bounds>? = nil
    ) {
        func counted(_ number: String) -> String { number + " " + noun + (number == "1" ? "" : "s") }
        if let bounds { self[keyPath: bounds].add(Bounds(Self.number(least), Self.number(most))) }
        // Any value has at least nothing.
        let least = Self.number(least).flatMap { $0 == "0" ? nil : $0 }
        switch (least, Self.number(most)) {
        case (nil, nil): break
        case (let least?, nil): add("at least " + counted(least))
        case (nil, let most?): add("at most " + counted(most))
        case (let least?, let most?): add(least == most ? counted(most) : "\(least) to \(counted(most))")
        }
    }

    private mutating func addRange(_ node: Node) {
        let isLeastOut = node["exclusiveMinimum"]?.value == .bool(true)
        let isMostOut = node["exclusiveMaximum"]?.value == .bool(true)
        let least = Self.number(node["minimum"])
        let most = Self.number(node["maximum"])
        numbers.add(Bounds(least, most, areOut: (isLeastOut, isMostOut)))
        numbers.add(
            Bounds(
                Self.number(node["exclusiveMinimum"]), Self.number(node["exclusiveMaximum"]), areOut: (true, true)))
        if let least, let most, !isLeastOut, !isMostOut {
            add("\(least) to \(most)")
        } else {
            if let least { add((isLeastOut ? "more than " : "at least ") + least) }
            if let most { add((isMostOut ? "less than " : "at most ") + most) }
        }
        if let least = Self.number(node["exclusiveMinimum"]) { add("more than " + least) }
        if let most = Self.number(node["exclusiveMaximum"]) { add("less than " + most) }
    }

    private static func number(_ node: Node?) -> String? {
        switch node?.value {
        case .integer(let digits)?, .float(let digits)?: digits
        default: nil
        }
    }
}

extension ValueLimits.Bounds {
    fileprivate init(_ least: String?, _ most: String?, areOut: (least: Bool, most: Bool) = (false, false)) {
        self.init(
            least: least.flatMap { Double($0) } ?? -.infinity, most: most.flatMap { Double($0) } ?? .infinity,
            isLeastOut: areOut.least, isMostOut: areOut.most)
    }
}
