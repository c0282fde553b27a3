import CallsiteCore

/// The values that a schema allows, in words: `1 to 100`, `at most 50 characters`.
struct ValueLimits: Hashable {
    private(set) var words: [String] = []
    /// Regular expressions.
    private(set) var patterns: [String] = []
    /// The bounds of a number. Samples use bounds instead of words.
    private(set) var numbers = Bounds()
    /// The bounds of the number of characters in a string.
    private(set) var lengths = Bounds()
    /// The bounds of the number of elements in a list.
    private(set) var counts = Bounds()
    private(set) var areElementsUnique = false
    /// The limits of a list's elements, as an array of at most one, since a structure can't contain itself.
    private(set) var elements: [ValueLimits] = []

    /// A range of numbers.
    struct Bounds: Hashable {
        var least = -Double.infinity
        var most = Double.infinity
        /// Whether `least` itself isn't allowed.
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

    /// The greatest number of words and of patterns, since a schema can gather them from many others.
    private static let maximumCount = 8

    fileprivate mutating func add(_ text: String) {
        guard !words.contains(text), words.count < Self.maximumCount else { return }
        words.append(text)
    }

    fileprivate mutating func add(pattern: String) {
        guard !patterns.contains(pattern), patterns.count < Self.maximumCount else { return }
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
        private var limitsByNode: [Node.ID: ValueLimits] = [:]
        private static let maximumDepth = 20

        init(_ follower: ReferenceFollower) { self.follower = follower }

        /// - Parameter node: A schema, or a parameter or header that has one.
        mutating func limits(of node: Node, depth: Int = 0) -> ValueLimits {
            guard node.isMapping, depth < Self.maximumDepth else { return ValueLimits() }
            if let limits = limitsByNode[node.id] { return limits }
            // A schema that contains itself gets no limits from itself.
            limitsByNode[node.id] = ValueLimits()
            var limits = ValueLimits()
            limits.addOwn(of: node)
            for part in parts(of: node) { limits.add(self.limits(of: part, depth: depth + 1)) }
            if let elements = node["items"] {
                let each = self.limits(of: elements, depth: depth + 1)
                for text in each.words { limits.add("each " + text) }
                if !each.isEmpty { limits.elements = [each] }
            }
            limitsByNode[node.id] = limits
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
                // `anyOf: [{type: string}, {type: 'null'}]`: a single alternative beside null applies to every value.
                let values = alternatives.filter { $0["type"]?.text != "null" }
                if values.count == 1 { parts += values }
            }
            return parts
        }
    }

    /// Adds the limits of the schema itself (JSON Schema Validation, section 6). In OpenAPI 3.0 and Swagger,
    /// `exclusiveMinimum: true` belongs to `minimum`.
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

    /// Formats of strings that have no Swift type of their own.
    private static let formats: Set<String> = [
        "email", "idn-email", "hostname", "idn-hostname", "ipv4", "ipv6", "password", "regex", "json-pointer",
        "relative-json-pointer", "uri-template", "duration", "time",
    ]

    private mutating func addCount(
        _ minimum: Node?, _ maximum: Node?, _ noun: String, to bounds: WritableKeyPath<Self, Bounds>? = nil
    ) {
        func counted(_ number: String) -> String { number + " " + noun + (number == "1" ? "" : "s") }
        if let bounds { self[keyPath: bounds].add(Bounds(Self.number(minimum), Self.number(maximum))) }
        // A minimum of 0 limits nothing.
        let minimum = Self.number(minimum).flatMap { $0 == "0" ? nil : $0 }
        switch (minimum, Self.number(maximum)) {
        case (nil, nil): break
        case (let minimum?, nil): add("at least " + counted(minimum))
        case (nil, let maximum?): add("at most " + counted(maximum))
        case (let minimum?, let maximum?):
            add(minimum == maximum ? counted(maximum) : "\(minimum) to \(counted(maximum))")
        }
    }

    private mutating func addRange(_ node: Node) {
        let minimum = Self.number(node["minimum"])
        let maximum = Self.number(node["maximum"])
        let isMinimumOut = node["exclusiveMinimum"]?.value == .bool(true)
        let isMaximumOut = node["exclusiveMaximum"]?.value == .bool(true)
        let exclusiveMinimum = Self.number(node["exclusiveMinimum"])
        let exclusiveMaximum = Self.number(node["exclusiveMaximum"])
        numbers.add(Bounds(minimum, maximum, areOut: (isMinimumOut, isMaximumOut)))
        numbers.add(Bounds(exclusiveMinimum, exclusiveMaximum, areOut: (true, true)))
        if let minimum, let maximum, !isMinimumOut, !isMaximumOut {
            add("\(minimum) to \(maximum)")
        } else {
            if let minimum { add((isMinimumOut ? "more than " : "at least ") + minimum) }
            if let maximum { add((isMaximumOut ? "less than " : "at most ") + maximum) }
        }
        if let exclusiveMinimum { add("more than " + exclusiveMinimum) }
        if let exclusiveMaximum { add("less than " + exclusiveMaximum) }
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
