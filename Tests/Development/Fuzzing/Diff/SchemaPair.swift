import CallsiteCore
import CallsiteDiff
import CallsiteMockEngine

// Two schemas of one field, of which the mock's judge decides which values each allows. `callsite diff` must say that a
// sender breaks if a value that one side sends is refused by the other, and nothing else.

package struct SchemaPair: Sendable {
    package let family: String
    private let old: DocumentTree
    private let new: DocumentTree
    private let place: Place
    /// An app reads the values whatever this family's keywords say.
    private let isOnlyChecked: Bool

    /// Pairs of all families in turn, each made by chance.
    package static func pairs(count: Int, seed: UInt64, only: String? = nil) -> [SchemaPair] {
        let families = SchemaFamily.all.filter { only == nil || $0.name == only }
        guard !families.isEmpty else { return [] }
        return (0..<count).map { number in
            let family = families[number % families.count]
            var random = Randomness(seed: seed, number: number)
            let shared = random.next()
            func schema() -> DocumentTree {
                // Both sides have this in common.
                var common = Randomness(seed: shared)
                return family.make(&common, &random)
            }
            let places = Place.allCases.filter { family.isText || ($0 != .parameter && $0 != .formField) }
            let place = random.choose(places)
            return SchemaPair(
                family: family.name, old: schema(), new: schema(), place: place, isOnlyChecked: family.isOnlyChecked)
        }
    }

    /// Where the schema stands in that of the field.
    private enum Place: CaseIterable { case itself, element, field, part, reference, parameter, formField }

    private func wrapped(_ schema: DocumentTree) -> DocumentTree {
        switch place {
        case .itself, .parameter, .formField: schema
        case .element: ["type": "array", "items": schema]
        case .field: ["type": "object", "properties": ["inner": schema], "required": ["inner"]]
        case .part: ["allOf": [schema]]
        case .reference: ["$ref": "#/components/schemas/V"]
        }
    }

    // MARK: - Documents

    private func document(_ schema: DocumentTree, isSent: Bool) -> DocumentTree {
        let body: DocumentTree = [
            "content": [
                "TYPE": [
                    "schema": ["type": "object", "required": ["v"], "properties": ["v": wrapped(schema)]]
                ]
            ]
        ]
        var (sent, received) = (body, body)
        sent["content"]?.rename(
            "TYPE", to: place == .formField ? "application/x-www-form-urlencoded" : "application/json")
        received["content"]?.rename("TYPE", to: "application/json")
        sent["required"] = true
        received["description"] = "d"
        var operation: DocumentTree = [
            "operationId": "a", "responses": ["200": isSent ? ["description": "d"] : received],
        ]
        if isSent, place == .parameter {
            operation["parameters"] = [["name": "v", "in": "query", "required": true, "schema": schema]]
        } else if isSent {
            operation["requestBody"] = sent
        }
        var document: DocumentTree = [
            "openapi": "3.1.0", "info": ["title": "A", "version": "1"], "security": [],
            "servers": [["url": "https://a.example"]], "paths": ["/a": ["post": operation]],
        ]
        if place == .reference { document["components"] = ["schemas": ["V": schema]] }
        return document
    }

    private func reading(_ schema: DocumentTree, isSent: Bool) -> ContractReading {
        readContract(
            SourceSet(main: .init(path: "a.json", bytes: Array(document(schema, isSent: isSent).text(.json).utf8))),
            options: Options())
    }

    // MARK: - Judging

    /// The verdicts of `callsite diff` that the judge contradicts, in both directions of time.
    package func disagreements() throws -> [String] {
        let judges = try [old, new].map { try Judge($0) }
        var random = Randomness(seed: UInt64(old.text(.json).utf8.count &* 31 &+ new.text(.json).utf8.count))
        let values = judges.flatMap { $0.values(200, judges, &random) }
        let (one, other) = (reading(old, isSent: true), reading(new, isSent: true))
        guard one.contract != nil, other.contract != nil else { return ["\(old.text(.json)) can't be read"] }
        var found: [String] = []
        func pair(_ words: String, _ changes: [Change]) -> String {
            "\(family) (\(place)): \(words)\n    \(old.text(.json))    \(new.text(.json))"
                + changes.filter { $0.app != .none }.map { "    \($0.app.name): \($0.message) [\($0.id)]\n" }.joined()
        }
        for isServerOld in [false, true] {
            let (app, server) = isServerOld ? (judges[1], judges[0]) : (judges[0], judges[1])
            let refused = values.first { app.sends($0, to: server) && !server.takes($0) }
            let changes = compare(one, other, isServerOld: isServerOld).changes
            let verdict = changes.map(\.app).max() ?? .none
            let direction = isServerOld ? "the old server" : "the new server"
            if let refused, verdict != .breaks {
                found.append(
                    pair("\(direction) refuses \(refused.text), and diff says \(verdict.name)", changes))
            } else if refused == nil, verdict == .breaks {
                found.append(pair("\(direction) refuses nothing, and diff says breaks", changes))
            }
        }
        guard isOnlyChecked else { return found }
        let (written, now) = (reading(old, isSent: false), reading(new, isSent: false))
        for isServerOld in [false, true] {
            let changes = compare(written, now, isServerOld: isServerOld).changes
            if changes.contains(where: { $0.app != .none }) {
                found.append(pair("an app reads all of them, and diff says otherwise", changes))
            }
        }
        return found
    }

    /// A schema as the mock judges it.
    private struct Judge {
        let tree: DocumentTree
        private let schema: CompiledSchema

        init(_ tree: DocumentTree) throws {
            self.tree = tree
            let value = try JSONValue(parsing: tree.text(.json))
            schema = SchemaSet(document: value, dialect: .draft202012).schema(at: "")
        }

        func takes(_ value: JSONValue) -> Bool { schema.isValid(value, direction: .request) }

        /// Whether an app sends it: its type has the fields that are named, and others only where the schema says so.
        /// It doesn't use the name of a field that only the server knows.
        func sends(_ value: JSONValue, to server: Judge) -> Bool {
            guard takes(value) else { return false }
            guard case .object(let fields) = value, tree["type"] != nil else { return true }
            let rest = tree["additionalProperties"].map { $0.scalarText != "false" } ?? false
            return fields.keys.allSatisfy { name in
                tree["properties"]?[name] != nil || (rest && server.tree["properties"]?[name] == nil)
            }
        }

        /// Values of the schema, and of both schemas' numbers and strings, each changed in some place.
        func values(_ count: Int, _ judges: [Judge], _ random: inout Randomness) -> [JSONValue] {
            var made: [JSONValue] = []
            for seed in 0..<12 {
                for isFull in [true, false] {
                    let options = MakeOptions(seed: UInt64(seed), isFull: isFull, mostElements: 4)
                    if case .success(let value) = schema.makeValue(options) { made.append(value) }
                }
            }
            let hints = judges.flatMap { Self.hints($0.tree) }
            let isScalar = !["array", "object"].contains(tree["type"]?.scalarText ?? "")
            var values = made + (isScalar ? hints : []) + Self.universe(tree["type"]?.scalarText)
            let all = values.count + count
            while values.count < all {
                var value = values[random.below(values.count)]
                for _ in 0...random.below(2) { value = Self.mutated(value, hints, &random) }
                values.append(value)
            }
            return values
        }

        /// The values at the limits of a schema.
        private static func hints(_ tree: DocumentTree) -> [JSONValue] {
            switch tree {
            case .scalar(let text, let isPlain):
                guard isPlain, let number = Double(text) else { return isPlain ? [] : [.string(text)] }
                var found = [number, number + 1, number - 1, number + 0.5, number - 0.5, number * 2, number * 3].map {
                    value -> JSONValue in
                    let isWhole = value == value.rounded()
                    let text = isWhole ? String(Int(value)) : String((value * 1000).rounded() / 1000)
                    return JSONValue.Number(text).map { .number($0) } ?? .null
                }
                for length in [number - 1, number, number + 1] where length >= 0 && length < 20 {
                    found.append(.string(String(repeating: "a", count: Int(length))))
                }
                return found
            case .list(let elements): return elements.flatMap(hints)
            case .map(let pairs): return pairs.flatMap { [.string($0.key)] + hints($0.value) }
            }
        }

        /// Small values of a type, all there are of some kind.
        private static func universe(_ type: String?) -> [JSONValue] {
            switch type {
            case "object":
                var objects = [JSONObject()]
                let texts: [JSONValue] = [.string("a"), .string("aaa")]
                for (name, values) in [
                    ("a", texts), ("b", texts), ("c", texts),
                    ("x-a", [.string("a"), .int(1), .number(.init("1.5") ?? .init(1))]),
                    ("xy", [.string("a")]), ("four", [.string("a")]),
                ] {
                    objects += objects.flatMap { object in
                        values.map { value in
                            var object = object
                            object[name] = value
                            return object
                        }
                    }
                }
                return objects.map { .object($0) }
            case "array":
                let elements: [JSONValue] = [
                    .int(1), .int(3), .int(6), .string("a"), .string("aaaa"), .number(.init("1.5") ?? .init(1)),
                ]
                var lists: [[JSONValue]] = [[]]
                var last = lists
                for _ in 0..<3 {
                    last = last.flatMap { list in elements.map { list + [$0] } }
                    lists += last
                }
                lists += (4..<7).map { count in (0..<count).map { .int($0) } }
                // Each number of each element.
                func some(_ element: Int, _ count: Int) -> [JSONValue] { Array(repeating: .int(element), count: count) }
                for (ones, threes, sixes) in (0..<75).map({ ($0 % 5, $0 / 5 % 3, $0 / 15) }) {
                    lists.append(some(1, ones) + some(3, threes) + some(6, sixes))
                }
                return lists.map { .array($0) }
            case "integer", "number":
                return (-20...60).compactMap { JSONValue.Number(String(Double($0) / 4)).map { .number($0) } }
            case "string":
                return (0..<9).map { .string(String(repeating: "a", count: $0)) } + [
                    .string("A"), .string("a@b.example"), .string("10.0.0.1"),
                ]
            default: return []
            }
        }

        private static func mutated(
            _ value: JSONValue, _ hints: [JSONValue], _ random: inout Randomness
        ) -> JSONValue {
            let others: [JSONValue] =
                [
                    .null, .bool(true), .string(""), .string("A"), .string("x-a"), .string("a@b.example"), .int(0),
                    .int(7),
                ]
                + hints
            func other() -> JSONValue { others[random.below(others.count)] }
            switch value {
            case .object(let fields):
                var pairs = fields.pairs.map { ($0.key, $0.value) }
                switch random.below(4) {
                case 0 where !pairs.isEmpty: pairs.remove(at: random.below(pairs.count))
                case 1:
                    let name = ["a", "b", "c", "x-a", "other"][random.below(5)]
                    pairs.removeAll { $0.0 == name }
                    pairs.append((name, other()))
                case 2 where !pairs.isEmpty:
                    let index = random.below(pairs.count)
                    pairs[index].1 = mutated(pairs[index].1, hints, &random)
                default: if random.once(in: 3) { return other() }
                }
                var object = JSONObject()
                for (name, value) in pairs { object[name] = value }
                return .object(object)
            case .array(var elements):
                switch random.below(4) {
                case 0 where !elements.isEmpty: elements.remove(at: random.below(elements.count))
                case 1: elements.append(other())
                case 2 where !elements.isEmpty: elements.append(elements[random.below(elements.count)])
                case 3 where !elements.isEmpty:
                    let index = random.below(elements.count)
                    elements[index] = mutated(elements[index], hints, &random)
                default: if random.once(in: 3) { return other() }
                }
                return .array(elements)
            case .null, .bool, .number, .string: return other()
            }
        }
    }
}
