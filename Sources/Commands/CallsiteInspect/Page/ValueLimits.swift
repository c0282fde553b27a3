import CallsiteCore

/// The values that a schema allows, in words: `1 to 100`, `at most 50 characters`.
struct ValueLimits: Hashable {
    private(set) var words: [String] = []
    /// Regular expressions.
    private(set) var patterns: [String] = []

    var isEmpty: Bool { words.isEmpty && patterns.isEmpty }

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
                for text in self.limits(of: elements, depth: depth + 1).words { limits.add("each " + text) }
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
        addCount(node["minLength"], node["maxLength"], "character")
        addCount(node["minItems"], node["maxItems"], "element")
        addCount(node["minProperties"], node["maxProperties"], "key")
        if node["uniqueItems"]?.value == .bool(true) { add("no element twice") }
        addRange(node)
        if let step = Self.number(node["multipleOf"]) { add("a multiple of " + step) }
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

    private mutating func addCount(_ least: Node?, _ most: Node?, _ noun: String) {
        func counted(_ number: String) -> String { number + " " + noun + (number == "1" ? "" : "s") }
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
