// Compares the alternatives of a union with those that the generated API has.

import CallsiteCore

extension DocumentCheck {
    mutating func compare(
        _ statement: Statement, _ schemas: [Node], withAlternatives alternatives: [Shape], _ direction: Direction,
        isCovered: Bool
    ) {
        if statement.alternatives.isEmpty {
            // A base schema is one of those that extend it: each has what it has, and may require more of it.
            if statement.hasDiscriminator {
                for alternative in alternatives {
                    guard case .named(let index) = resolved(alternative),
                        case .object(let fields, _) = content.types[index].content
                    else {
                        continue
                    }
                    compare(
                        statement, withFields: fields, rest: .scalar("JSON"), direction,
                        isBoth: true, isCovered: isCovered, requires: false)
                }
            } else if statement.types.count > 1 {
                for type in statement.types {
                    let isThere = alternatives.contains { fits(type, resolved($0)) }
                    if !isThere {
                        differ(
                            .type, "no alternative is '\(type)'", at: schemas[0].place, or: statement.places,
                            isCovered: isCovered)
                    }
                }
                for alternative in alternatives {
                    switch resolved(alternative) {
                    case .named(let index):
                        guard case .object(let fields, let rest) = content.types[index].content else { continue }
                        compare(
                            statement, withFields: fields, rest: rest ?? .scalar("JSON"), direction, isBoth: true,
                            isCovered: isCovered)
                    case .list(let element) where !statement.items.isEmpty:
                        compare(statement.items, with: element, direction, isCovered: isCovered)
                    default: break
                    }
                }
            } else if let best = best(for: statement, schemas, among: alternatives) {
                compare(schemas, with: best, direction, isCovered: isCovered)
            }
            return
        }
        for arms in statement.alternatives {
            for arm in arms {
                compare(
                    arm, beside: statement, withAlternatives: alternatives, direction, isCovered: isCovered, depth: 0)
            }
        }
        // Properties beside the alternatives apply to each of them.
        guard !statement.properties.isEmpty else { return }
        for alternative in alternatives {
            guard case .named(let index) = resolved(alternative),
                case .object(let fields, _) = content.types[index].content
            else {
                continue
            }
            let names = Set(fields.map(\.wireName))
            let lost = statement.properties.filter {
                !names.contains($0.name) && goes(self.statement($0.schemas), direction)
            }
            for property in lost {
                differ(
                    .property,
                    "the property '\(property.name)' beside alternatives is lost in '\(content.types[index].name)'",
                    at: property.place,
                    or: statement.places, isCovered: isCovered)
            }
        }
    }

    mutating func compare(
        _ arm: Node, beside owner: Statement, withAlternatives alternatives: [Shape], _ direction: Direction,
        isCovered: Bool, depth: Int
    ) {
        let said = statement([arm])
        if said.isAnything, said.parts.isEmpty { return }
        // Alternatives among the alternatives may stand in their place.
        if depth < 8, !said.alternatives.isEmpty, said.properties.isEmpty, !isTypeItself(arm, alternatives) {
            let isCovered = isCovered || explanations.cover(said.places)
            for inner in said.alternatives.joined() {
                compare(
                    inner, beside: owner, withAlternatives: alternatives, direction, isCovered: isCovered,
                    depth: depth + 1)
            }
            return
        }
        guard let best = best(for: said, [arm], among: alternatives) else {
            differ(.type, "an alternative is lost", at: arm.place, or: said.places, isCovered: isCovered)
            return
        }
        compare([arm], with: best, direction, isCovered: isCovered)
    }

    /// Whether an alternative is the type of just this schema.
    private func isTypeItself(_ schema: Node, _ alternatives: [Shape]) -> Bool {
        let places = Set(([schema.place] + (reader.followed(schema)?.places ?? [])).map(\.start))
        return alternatives.contains { shape in
            guard case .named(let index) = shape else { return false }
            return places.contains(content.types[index].place.start)
        }
    }

    func fits(_ type: String, _ shape: Shape) -> Bool {
        switch shape {
        case .optional: return false
        case .scalar(let name): return name == "JSON" || Self.jsonTypes[name]?.contains(type) ?? false
        case .list: return type == "array"
        case .dictionary: return type == "object"
        case .named(let index):
            switch content.types[index].content {
            case .object: return type == "object"
            case .enumeration: return ["string", "integer", "number"].contains(type)
            case .union(let alternatives): return alternatives.contains { fits(type, resolved($0)) }
            case .alias: return false
            case .own: return true
            }
        }
    }

    /// The alternative that holds most of what a schema says: the type that was made at its place, else the one that
    /// differs least.
    private mutating func best(for said: Statement, _ schemas: [Node], among alternatives: [Shape]) -> Shape? {
        let places = Set(schemas.flatMap { [$0.place] + (reader.followed($0)?.places ?? []) }.map(\.start))
        var best: (shape: Shape, score: Int)?
        for alternative in alternatives {
            if case .named(let index) = alternative, places.contains(content.types[index].place.start) {
                return alternative
            }
            let score = distance(said, resolved(alternative))
            if best == nil || score < best!.score { best = (alternative, score) }
        }
        return best?.shape
    }

    /// How much of what is said a type lacks, roughly; what it has besides weighs little.
    private mutating func distance(_ said: Statement, _ shape: Shape, _ depth: Int = 0) -> Int {
        if said.types.isEmpty, said.properties.isEmpty, !said.alternatives.isEmpty, depth <= 3 {
            var distances: [Int] = []
            for arm in said.alternatives.joined() { distances.append(distance(statement([arm]), shape, depth + 1)) }
            // A union must hold each of them; another type is one of them.
            if case .named(let index) = shape, case .union = content.types[index].content {
                return distances.max() ?? 1000
            }
            return distances.min() ?? 1000
        }
        if case .named(let index) = shape,
            said.parts.contains(where: { $0.place.start == content.types[index].place.start })
        {
            return 0
        }
        switch shape {
        case .scalar("JSON"): return said.isAnything ? 0 : 500
        case .named(let index):
            switch content.types[index].content {
            case .object(let fields, _):
                let names = Set(fields.map(\.wireName))
                let lost = said.properties.count { !names.contains($0.name) }
                let isObject = said.types.contains("object") || !said.properties.isEmpty
                let wrong = fields.count { field in
                    guard let constant = field.constant, let property = said[field.wireName] else { return false }
                    return statement(property.schemas).values.first.map { !$0.texts.contains(constant) } ?? false
                }
                return (isObject || said.isAnything ? 1 : 1000) + lost * 10 + wrong * 100
                    + max(0, names.count - said.properties.count)
            case .enumeration(let cases):
                guard let values = said.values.first?.texts else { return said.types.contains("string") ? 100 : 1000 }
                let known = Set(cases)
                return values.count { !known.contains($0) } * 10 + max(0, cases.count - values.count)
            case .union(let alternatives):
                var least = 1000
                if depth <= 3 {
                    for alternative in alternatives {
                        least = min(least, distance(said, resolved(alternative), depth + 1))
                    }
                }
                return 1 + least
            case .alias: return 1000
            case .own: return 1
            }
        case .list(let element):
            guard said.types.contains("array") || !said.items.isEmpty else { return 1000 }
            return said.items.isEmpty || depth > 3
                ? 0 : min(400, distance(statement(said.items), resolved(element), depth + 1))
        case .dictionary(let value):
            guard said.types.contains("object") || !said.rest.isEmpty else { return 1000 }
            let inside =
                said.rest.isEmpty || depth > 3
                ? 0 : min(400, distance(statement([said.rest[0]]), resolved(value), depth + 1))
            return said.properties.count * 10 + inside
        case .scalar, .optional:
            let isFitting = said.types.contains { fits($0, shape) }
            return isFitting ? (said.values.first?.texts.count ?? 0) > 1 ? 50 : 0 : said.values.isEmpty ? 1000 : 200
        }
    }
}
