/// Finds the operation of a request by the paths of the description.
package struct MockRouter: Sendable {
    package enum Found: Sendable {
        /// The operations with the path, in the document's order, with the decoded values of the path's parameters.
        /// There are several if the document distinguishes them by a part that isn't sent: `/files#copy`.
        case operations([Int], [String: String])
        /// The description has the path, but only with other methods.
        case otherMethods([String])
        case nothing
    }

    private struct Route: Sendable {
        let operation: Int
        let method: String
        let segments: [Segment]
        /// The path without the names of its parameters. Paths of the same shape are the same path.
        let shape: String
        /// Query items that the path itself contains.
        let query: [Substring]
        /// For each parameter with a pattern, the segments of its value: literals, and the names of variable segments,
        /// which contain a zero character.
        let joined: [String: [String]]
    }

    /// The most segments that `**` takes.
    private static let mostSegments = 16

    /// `/v1/{name=shelves/*}` with a parameter for each star, and the segments of `name`. A path with `**` becomes
    /// several paths, one for each number of segments.
    private static func withoutPatterns(_ path: Substring) -> [(path: String, joined: [String: [String]])] {
        var results: [(path: String, joined: [String: [String]])] = [("", [:])]
        var rest = path
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            let text = rest[rest.index(after: open)..<close]
            let parts = text.split(separator: "=", maxSplits: 1)
            let before = rest[..<open]
            rest = rest[rest.index(after: close)...]
            guard parts.count == 2, parts[1].contains("*") else {
                for index in results.indices { results[index].path += before + "{" + text + "}" }
                continue
            }
            var pattern = parts[1].split(separator: "/").map(String.init)
            var counts = 0...0
            if pattern.last == "**" {
                pattern.removeLast()
                // A second `**` takes the fewest segments, since the routes multiply.
                let fewest = pattern.isEmpty ? 1 : 0
                counts = fewest...(results.count > 1 ? fewest : mostSegments)
            }
            let name = String(parts[0])
            results = results.flatMap { result in
                counts.map { count in
                    let pieces = (pattern + Array(repeating: "*", count: count)).enumerated().map { index, piece in
                        piece == "*" ? "\(name)\u{0}\(index)" : piece
                    }
                    let path = pieces.map { $0.contains("\u{0}") ? "{\($0)}" : $0 }.joined(separator: "/")
                    return (result.path + before + path, result.joined.merging([name: pieces]) { $1 })
                }
            }
        }
        for index in results.indices { results[index].path += rest }
        return results
    }

    /// A part of a path between slashes.
    private enum Segment: Sendable {
        case literal(String)
        /// Literals and parameters in turn, a literal first, which may be empty: `{name}.{format}`.
        case mixed([String])
        case parameter(String)

        /// Orders paths where several fit: the smaller rank wins. Where two mix literals and parameters, the one
        /// with more literal text wins: it fits less.
        var rank: (kind: Int, missing: Int) {
            switch self {
            case .literal: (0, 0)
            case .mixed(let parts):
                (1, -stride(from: 0, to: parts.count, by: 2).reduce(0) { $0 + parts[$1].utf8.count })
            case .parameter: (2, 0)
            }
        }
    }

    /// The routes of one number of segments.
    private struct RouteList: Sendable {
        /// The most exact first.
        private let routes: [Route]
        /// The segment that distinguishes the routes best.
        private let segment: Int
        /// The positions of the routes with a literal in that segment, by the literal.
        private let positions: [String: [Int]]
        /// The positions of the routes without a literal in that segment.
        private let others: [Int]

        init(_ routes: [Route]) {
            self.routes = routes
            func literal(_ route: Route, _ segment: Int) -> String? {
                if case .literal(let text) = route.segments[segment] { text } else { nil }
            }
            /// The most routes that remain if this segment is used.
            func cost(_ segment: Int) -> Int {
                var counts: [String?: Int] = [:]
                for route in routes { counts[literal(route, segment), default: 0] += 1 }
                let others = counts.removeValue(forKey: nil) ?? 0
                return others + (counts.values.max() ?? 0)
            }
            let best = (0..<(routes.first?.segments.count ?? 0)).min { cost($0) < cost($1) } ?? 0
            segment = best
            others = routes.indices.filter { literal(routes[$0], best) == nil }
            var positions: [String: [Int]] = [:]
            for (position, route) in routes.enumerated() {
                guard let text = literal(route, best) else { continue }
                positions[text, default: []].append(position)
            }
            self.positions = positions
        }

        func candidates(_ segments: ArraySlice<String>) -> [Route] {
            let own = positions[segments[segments.startIndex + segment]] ?? []
            return (own.isEmpty ? others : others.isEmpty ? own : (own + others).sorted()).map { routes[$0] }
        }
    }

    /// The routes by their number of segments.
    private let routes: [Int: RouteList]
    /// Paths of servers, longest first: a request may begin with one. A variable stands for any segment.
    private let bases: [[String]]

    package init(_ description: MockDescription) {
        var bases: Set<[String]> = []
        for server in description.servers + description.operations.flatMap(\.servers) {
            let base = Self.split(Self.path(ofURL: server)).map { PercentEncoding.decoded($0) }
            if !base.isEmpty, base != [""] { bases.insert(base.last == "" ? base.dropLast() : base) }
        }
        self.bases = bases.sorted { ($1.count, $0.joined(separator: "/")) < ($0.count, $1.joined(separator: "/")) }
        var routes: [Int: [Route]] = [:]
        for operation in description.operations {
            let parts = operation.path.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
            let query = parts.count > 1 ? parts[1].split(separator: "&").filter { !$0.contains("{") } : []
            for (path, joined) in Self.withoutPatterns(parts[0].prefix { $0 != "#" }) {
                let segments = Self.split(path[...]).map { Self.segment($0) }
                routes[segments.count, default: []].append(
                    Route(
                        operation: operation.index, method: operation.method.uppercased(), segments: segments,
                        shape: MockCollections.shape(path), query: query, joined: joined))
            }
        }
        self.routes = routes.mapValues { routes in
            let sorted = routes.enumerated().sorted { left, right in
                for (one, other) in zip(left.element.segments, right.element.segments) where one.rank != other.rank {
                    return one.rank < other.rank
                }
                if left.element.query.count != right.element.query.count {
                    return left.element.query.count > right.element.query.count
                }
                return left.offset < right.offset
            }
            return RouteList(sorted.map(\.element))
        }
    }

    /// `/v1` of `https://api.example.com/v1`.
    static func path(ofURL url: String) -> Substring {
        var rest = Substring(url)
        if let scheme = rest.firstRange(of: "://") {
            rest = rest[scheme.upperBound...]
            guard let slash = rest.firstIndex(of: "/") else { return "" }
            rest = rest[slash...]
        }
        return rest.prefix { $0 != "?" && $0 != "#" }
    }

    private static func split(_ path: Substring) -> [Substring] {
        (path.first == "/" ? path.dropFirst() : path).split(separator: "/", omittingEmptySubsequences: false)
    }

    private static func segment(_ text: Substring) -> Segment {
        var parts: [String] = [""]
        var isInside = false
        for character in text {
            if character == "{", !isInside {
                isInside = true
                parts.append("")
            } else if character == "}", isInside {
                isInside = false
                parts.append("")
            } else {
                parts[parts.count - 1].append(character)
            }
        }
        if parts.count == 1 || isInside { return .literal(PercentEncoding.decoded(text)) }
        if parts.count == 3, parts[0].isEmpty, parts[2].isEmpty { return .parameter(parts[1]) }
        return .mixed(parts)
    }

    package func find(_ method: String, _ path: Substring, query: Substring?) -> Found {
        let segments = Self.split(path)
        let decoded = segments.map { PercentEncoding.decoded($0) }
        let method = method.uppercased()
        var others: Set<String> = []
        let items = Set(query?.split(separator: "&") ?? [])
        if let match = find(method, segments[...], decoded[...], items, &others) { return match }
        for base in bases
        where segments.count > base.count && zip(base, decoded).allSatisfy({ $0 == $1 || $0.contains("{") }) {
            if let match = find(method, segments[base.count...], decoded[base.count...], items, &others) {
                return match
            }
        }
        return others.isEmpty ? .nothing : .otherMethods(others.sorted())
    }

    private func find(
        _ method: String, _ segments: ArraySlice<Substring>, _ decoded: ArraySlice<String>, _ items: Set<Substring>,
        _ others: inout Set<String>
    ) -> Found? {
        var withoutText: Found?
        var operations: [Int] = []
        var pathValues: [String: String] = [:]
        // A more exact path wins, whatever its methods.
        var shape: String?
        for route in routes[segments.count]?.candidates(decoded) ?? [] {
            guard shape == nil || shape == route.shape else { continue }
            guard route.query.allSatisfy({ items.contains($0) }),
                var values = Self.values(route.segments, segments, decoded)
            else { continue }
            for (name, pieces) in route.joined {
                let parts = pieces.map { $0.contains("\u{0}") ? values.removeValue(forKey: $0) ?? "" : $0 }
                values[name] = parts.contains("") ? "" : parts.joined(separator: "/")
            }
            if !values.contains(where: \.value.isEmpty) { shape = route.shape }
            guard route.method == method else {
                others.insert(route.method)
                continue
            }
            // An empty parameter fits, so that it can be reported as missing, unless another path fits too.
            if values.contains(where: \.value.isEmpty) {
                withoutText = withoutText ?? .operations([route.operation], values)
                continue
            }
            operations.append(route.operation)
            pathValues.merge(values) { first, _ in first }
            if operations.count == 16 { break }
        }
        return operations.isEmpty ? withoutText : .operations(operations, pathValues)
    }

    private static func values(
        _ template: [Segment], _ segments: ArraySlice<Substring>, _ decoded: ArraySlice<String>
    ) -> [String: String]? {
        var values: [String: String] = [:]
        for (part, (segment, text)) in zip(template, zip(segments, decoded)) {
            switch part {
            case .literal(let literal): if literal != text { return nil }
            case .parameter(let name): values[name] = text
            case .mixed(let parts): guard match(parts, segment, &values) else { return nil }
            }
        }
        return values
    }

    /// Each parameter takes the characters up to the first place of the literal behind it, the last one up to the end.
    private static func match(_ parts: [String], _ segment: Substring, _ values: inout [String: String]) -> Bool {
        guard segment.hasPrefix(parts[0]), let last = parts.last else { return false }
        var rest = segment.dropFirst(parts[0].count)
        var index = 1
        while index + 1 < parts.count {
            let (name, literal) = (parts[index], parts[index + 1])
            let end: Substring.Index?
            if index + 2 == parts.count {
                end = rest.hasSuffix(last) ? rest.index(rest.endIndex, offsetBy: -last.count) : nil
            } else if literal.isEmpty {
                // Two parameters beside each other: the first takes one character.
                end = rest.isEmpty ? nil : rest.index(after: rest.startIndex)
            } else {
                end = rest.firstRange(of: literal)?.lowerBound
            }
            guard let end, end > rest.startIndex else { return false }
            values[name] = PercentEncoding.decoded(rest[..<end])
            rest = rest[end...].dropFirst(literal.count)
            index += 2
        }
        return rest.isEmpty
    }
}
