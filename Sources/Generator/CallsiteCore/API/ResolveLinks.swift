// Resolves deep links: parses each pattern, matches its placeholders with parameters of the endpoint, and refuses
// patterns that the same link could match.

import CallsiteText

extension Resolver {
    func resolveLinks(_ options: Options, _ diagnostics: inout Diagnostics) {
        var links: [API.Link] = []
        for (index, endpoint) in api.endpoints.enumerated() {
            guard let first = endpoint.links.first else { continue }
            if let problem = problemOfLinking(to: endpoint, at: first.place) {
                diagnostics.report(problem.about(first))
                continue
            }
            for link in endpoint.links {
                var pattern = LinkPattern(link, of: endpoint, self)
                let (path, query) = (pattern.path(), pattern.query())
                pattern.checkCompleteness()
                for problem in pattern.problems { diagnostics.report(problem.about(link)) }
                guard pattern.problems.isEmpty else { continue }
                links.append(
                    .init(endpoint: index, pattern: link.template.text, path: path, query: query, place: link.place))
            }
        }
        checkAmbiguity(links, &diagnostics)
        if let first = links.first, options.runtimeTypes != nil {
            diagnostics.report(.linksNotEmbedded(at: first.place))
            return
        }
        // A more exact pattern has a higher rank, so it is tried first. Otherwise the order means nothing.
        api.links = links.enumerated().sorted { ($1.element.rank, $0.offset) < ($0.element.rank, $1.offset) }.map(
            \.element)
    }

    private func problemOfLinking(to endpoint: API.Endpoint, at place: SourceLocation) -> Diagnostic? {
        if endpoint.method != "GET" { return .linkToMethod(endpoint.method, at: place) }
        if endpoint.deprecation != nil { return .linkToDeprecated(endpoint.name, at: place) }
        return endpoint.response.stream == nil ? nil : .linkToStream(at: place)
    }

    // MARK: - Ambiguity

    private func checkAmbiguity(_ links: [API.Link], _ diagnostics: inout Diagnostics) {
        var earlier = LinkTree()
        for (position, link) in links.enumerated() {
            let rivals = earlier.positions(thatMayMeet: link) { other in
                link.meets(links[other]) && !link.isMoreExact(than: links[other])
                    && !links[other].isMoreExact(than: link)
            }
            earlier.insert(link, at: position)
            guard let other = rivals.min().map({ links[$0] }) else { continue }
            diagnostics.report(
                .ambiguousLink(
                    link.pattern, other.pattern, of: api.endpoints[other.endpoint].name, at: link.place,
                    first: other.place))
        }
    }
}

/// A parser for a pattern, in which each placeholder is a parameter of the endpoint.
private struct LinkPattern {
    private(set) var problems: [Diagnostic] = []
    private let link: Description.Link
    private let parameters: [API.Parameter]
    private let api: API
    private let names: [String]
    private let positions: [String: [Int]]
    /// The parameters that have a placeholder.
    private var held: Set<Int> = []

    init(_ link: Description.Link, of endpoint: API.Endpoint, _ resolver: Resolver) {
        self.link = link
        api = resolver.api
        parameters = endpoint.parameters
        let names = parameters.map(\.property.wireName)
        self.names = names
        positions = Dictionary(grouping: names.indices) { names[$0] }
        for name in link.template.placeholders where name.contains(where: { $0 == "?" || $0 == "&" || $0 == "=" }) {
            problems.append(.linkItem("{\(name)}", at: link.place))
        }
    }

    mutating func path() -> [API.Link.Segment] {
        var path: [API.Link.Segment] = []
        for segment in link.template.text.prefix(while: { $0 != "?" }).split(separator: "/") {
            guard let hole = segment.firstIndex(of: "{"), let end = segment.firstIndex(of: "}") else {
                path.append(.literal(literal(segment)))
                continue
            }
            let suffix = segment[segment.index(after: end)...]
            guard !suffix.contains("{") else {
                problems.append(.linkSegment(String(segment), at: link.place))
                continue
            }
            if let index = parameter(String(segment[segment.index(after: hole)..<end]), isInPath: true) {
                path.append(.value(index, prefix: literal(segment[..<hole]), suffix: literal(suffix)))
            }
        }
        return path
    }

    mutating func query() -> [API.Link.Item] {
        var query: [API.Link.Item] = []
        for item in link.template.text.drop(while: { $0 != "?" }).dropFirst().split(separator: "&") {
            let name = item.prefix { $0 != "=" }
            let value = item.dropFirst(name.count + 1)
            let isPlaceholder = value.hasPrefix("{") && value.firstIndex(of: "}") == value.index(before: value.endIndex)
            guard !name.contains("{"), isPlaceholder || !value.contains("{") else {
                problems.append(.linkItem(String(item), at: link.place))
                continue
            }
            let decodedName = literal(name, isForm: true)
            guard !query.contains(where: { $0.name == decodedName }) else {
                problems.append(.linkItemTwice(decodedName, at: link.place))
                continue
            }
            guard isPlaceholder else {
                query.append(.init(name: decodedName, condition: .literal(literal(value, isForm: true))))
                continue
            }
            if let index = parameter(String(value.dropFirst().dropLast()), isInPath: false) {
                query.append(
                    .init(
                        name: decodedName,
                        condition: parameters[index].property.isNeeded ? .required(index) : .optional(index)))
            }
        }
        return query
    }

    /// An unknown placeholder may be a misspelled parameter, so missing parameters are reported only without one.
    mutating func checkCompleteness() {
        let placeholders = Set(link.template.placeholders)
        guard placeholders.allSatisfy({ positions[$0] != nil }) else { return }
        for (index, parameter) in parameters.enumerated() where parameter.property.isNeeded && !held.contains(index) {
            let name = parameter.property.wireName
            guard (positions[name] ?? []).count > 1 || !placeholders.contains(name) else { continue }
            problems.append(.linkWithoutParameter(name, isInPath: parameter.location == .path, at: link.place))
        }
    }

    /// The parameter that a placeholder names. If two have the name, it is the one of the path or of the query, where
    /// the placeholder stands.
    private mutating func parameter(_ name: String, isInPath: Bool) -> Int? {
        let named = positions[name] ?? []
        guard let index = named.first(where: { (parameters[$0].location == .path) == isInPath }) ?? named.first else {
            problems.append(.linkParameter(name, candidates: names, at: link.place))
            return nil
        }
        guard isValue(parameters[index].property.shape) else {
            problems.append(.linkValue(name, at: link.place))
            return nil
        }
        held.insert(index)
        return index
    }

    /// A literal part of the pattern, decoded. A link must be able to contain it.
    private mutating func literal(_ text: Substring, isForm: Bool = false) -> String {
        guard let decoded = decoded(text, isForm: isForm), decoded != ".", decoded != ".." else {
            problems.append(.linkText(String(text), at: link.place))
            return ""
        }
        return decoded
    }

    /// Percent-decoded; nil for invalid UTF-8 and control characters, which no link can contain.
    private func decoded(_ text: Substring, isForm: Bool) -> String? {
        let bytes = PercentEncoding.decoded(Array(text.utf8), plusIsBlank: isForm)
        let decoded = String(decoding: bytes, as: UTF8.self)
        return Array(decoded.utf8) == bytes && !bytes.contains { $0 < 0x20 || $0 == 0x7F } ? decoded : nil
    }

    /// Whether a single string of a link can be such a value.
    private func isValue(_ shape: API.Shape) -> Bool {
        switch api.resolvingAliases(shape) {
        case .scalar(let scalar): scalar != .json && scalar != .void && scalar != .data
        case .named(let id, _): if case .enumeration = api[id].content { true } else { false }
        case .optional(let wrapped): isValue(wrapped)
        case .list, .dictionary, .typeParameter: false
        }
    }
}

/// Patterns in a tree of their segments, so that a pattern is compared only with those that the same link may match.
private struct LinkTree {
    private struct Node {
        var literals: [String: Int] = [:]
        var values: [API.Link.Segment: Int] = [:]
        var links: [Int] = []
    }

    private var nodes = [Node()]

    mutating func insert(_ link: API.Link, at position: Int) {
        var node = 0
        for segment in link.comparedPath {
            let next: Int
            switch segment {
            case .literal(let text):
                next = nodes[node].literals[text] ?? nodes.count
                nodes[node].literals[text] = next
            case .value(_, let prefix, let suffix):
                // The parameter doesn't matter, only the strings around it.
                let key = API.Link.Segment.value(0, prefix: prefix, suffix: suffix)
                next = nodes[node].values[key] ?? nodes.count
                nodes[node].values[key] = next
            }
            if next == nodes.count { nodes.append(Node()) }
            node = next
        }
        nodes[node].links.append(position)
    }

    /// The patterns that `isRival` accepts: the first one for each sequence of segments that `link` may meet.
    func positions(thatMayMeet link: API.Link, _ isRival: (Int) -> Bool) -> [Int] {
        var open = [0]
        for segment in link.comparedPath {
            open = open.flatMap { node -> [Int] in
                let values = nodes[node].values.filter { segment.meets($0.key) }.map(\.value)
                switch segment {
                case .literal(let text): return values + (nodes[node].literals[text].map { [$0] } ?? [])
                case .value:
                    return values + nodes[node].literals.filter { segment.meets(.literal($0.key)) }.map(\.value)
                }
            }
        }
        return open.compactMap { nodes[$0].links.first(where: isRival) }
    }
}

extension API.Link.Segment {
    /// Whether some string matches both.
    fileprivate func meets(_ other: Self) -> Bool {
        switch (self, other) {
        case (.literal(let left), .literal(let right)): left == right
        case (.literal(let text), .value(_, let prefix, let suffix)),
            (.value(_, let prefix, let suffix), .literal(let text)):
            text.count > prefix.count + suffix.count && text.hasPrefix(prefix) && text.hasSuffix(suffix)
        case (.value(_, let prefix, let suffix), .value(_, let otherPrefix, let otherSuffix)):
            (prefix.hasPrefix(otherPrefix) || otherPrefix.hasPrefix(prefix))
                && (suffix.hasSuffix(otherSuffix) || otherSuffix.hasSuffix(suffix))
        }
    }

    /// Whether every string that this segment matches is also matched by the other. The two must meet.
    fileprivate func isWithin(_ other: Self) -> Bool {
        switch (self, other) {
        case (.literal, _): true
        case (.value, .literal): false
        case (.value(_, let prefix, let suffix), .value(_, let otherPrefix, let otherSuffix)):
            prefix.hasPrefix(otherPrefix) && suffix.hasSuffix(otherSuffix)
        }
    }

    fileprivate var inLowerCase: Self {
        switch self {
        case .literal(let text): .literal(text.lowercased())
        case .value(let index, let prefix, let suffix):
            .value(index, prefix: prefix.lowercased(), suffix: suffix.lowercased())
        }
    }

    fileprivate var rank: Int {
        switch self {
        case .literal: 1_000_000
        case .value(_, let prefix, let suffix): prefix.count + suffix.count
        }
    }
}

extension API.Link {
    /// The items that a link must have in its query.
    private var conditions: [Item] { query.filter { if case .optional = $0.condition { false } else { true } } }

    /// The first segment may be in the place of a host, where case doesn't matter.
    fileprivate var comparedPath: [Segment] { path.prefix(1).map(\.inLowerCase) + path.dropFirst() }

    /// Whether some link matches both.
    fileprivate func meets(_ other: Self) -> Bool {
        guard path.count == other.path.count,
            zip(comparedPath, other.comparedPath).allSatisfy({ $0.meets($1) })
        else { return false }
        return !conditions.contains { item in
            guard case .literal(let value) = item.condition else { return false }
            return other.conditions.contains {
                item.name == $0.name && $0.condition.literal.map { $0 != value } ?? false
            }
        }
    }

    /// Whether the other also matches every link that this one matches, but not the reverse. The two must meet.
    fileprivate func isMoreExact(than other: Self) -> Bool { isWithin(other) && !other.isWithin(self) }

    private func isWithin(_ other: Self) -> Bool {
        zip(path, other.path).allSatisfy { $0.isWithin($1) }
            && other.conditions.allSatisfy { item in
                conditions.contains {
                    $0.name == item.name
                        && (item.condition.literal == nil || $0.condition.literal == item.condition.literal)
                }
            }
    }

    /// A number that is higher than the rank of every less exact pattern.
    fileprivate var rank: Int {
        path.reduce(0) { $0 + $1.rank } + conditions.reduce(0) { $0 + ($1.condition.literal == nil ? 1_000 : 2_000) }
    }
}

extension API.Link.Condition {
    fileprivate var literal: String? { if case .literal(let text) = self { text } else { nil } }
}

extension Diagnostic {
    /// For a link of `callsite.yaml`, the place is the endpoint's, so the message names the link.
    fileprivate func about(_ link: Description.Link) -> Self {
        guard link.isConfigured else { return self }
        var copy = self
        copy.message = "in callsite.yaml, '\(link.template.text)': " + message
        return copy
    }

    static func linkParameter(_ name: String, candidates: [String], at place: SourceLocation) -> Self {
        .error(
            "link-parameter", "the link's {\(name)} isn't a parameter of the endpoint",
            help: Spelling.suggestion(for: name, among: candidates).map { "did you mean '\($0)'?" }, at: place)
    }
    static func linkWithoutParameter(_ name: String, isInPath: Bool, at place: SourceLocation) -> Self {
        .error(
            "link-parameter",
            "the link doesn't say what \(isInPath ? "the path's {\(name)}" : "the required '\(name)'") is",
            help: isInPath
                ? "add '{\(name)}' to it" : "add '?\(name)={\(name)}' to it, or give the parameter a default", at: place
        )
    }
    static func linkValue(_ name: String, at place: SourceLocation) -> Self {
        .error(
            "link-parameter", "the link's {\(name)} isn't a single value",
            help: "a link can contain strings, numbers, dates and enums", at: place)
    }
    static func linkSegment(_ segment: String, at place: SourceLocation) -> Self {
        .error(
            "link-pattern", "'\(segment)' has two placeholders between slashes",
            help: "it isn't clear where one ends; put a '/' between them", at: place)
    }
    static func linkItem(_ item: String, at place: SourceLocation) -> Self {
        .error(
            "link-pattern", "'\(item)' isn't a query item of a link", help: "write 'name={parameter}' or 'name=text'",
            at: place)
    }
    static func linkItemTwice(_ name: String, at place: SourceLocation) -> Self {
        .error(
            "link-pattern", "the link's '\(name)' comes twice",
            help: "of a repeated item the first counts; leave one out", at: place)
    }
    static func linkText(_ text: String, at place: SourceLocation) -> Self {
        .error(
            "link-pattern", "no link can contain '\(text)'",
            help: "'.' and '..', control characters and invalid UTF-8 are refused in links", at: place)
    }
    static func linkToDeprecated(_ endpoint: String, at place: SourceLocation) -> Self {
        .error(
            "link-method", "a deep link can't lead to \(endpoint), which is deprecated",
            help: "link to its replacement", at: place)
    }
    static func linkToMethod(_ method: String, at place: SourceLocation) -> Self {
        .error(
            "link-method", "a deep link can't lead to a \(method)",
            help: "opening a link must not change anything: link to a GET", at: place)
    }
    static func linkToStream(at place: SourceLocation) -> Self {
        .error(
            "link-method", "a deep link can't lead to a stream", help: "link to an endpoint whose response is a value",
            at: place)
    }
    static func linksNotEmbedded(at place: SourceLocation) -> Self {
        .warning(
            "links-not-embedded",
            "deep links need the library CallsiteStore, which isn't embedded, so nothing is generated for them",
            help: "depend on the package Callsite instead of embedding its runtime", at: place)
    }
    static func ambiguousLink(
        _ pattern: String, _ other: String, of endpoint: String, at place: SourceLocation, first: SourceLocation
    )
        -> Self
    {
        .error(
            "ambiguous-link",
            "a link can be '\(pattern)' and '\(other)' of \(endpoint), and neither is the more exact one",
            help: "make their texts differ", at: place, notes: [.init("the other is here", at: first)])
    }
}
