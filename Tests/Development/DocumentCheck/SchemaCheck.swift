import CallsiteCore

// Schemas and the types that are made of them, side by side.

extension DocumentCheck {
    typealias Shape = GeneratedContent.Shape

    /// Every component is a model, used or not.
    mutating func checkComponents() {
        let named = Dictionary(
            content.types.indices.filter { content.types[$0].isTopLevel }.map { (content.types[$0].name, $0) },
            uniquingKeysWith: { first, _ in first })
        for (name, place, schema) in reader.members(reader.schemas) {
            count(.schema)
            // One that only refers to another may be that one.
            let target = reader.followed(schema)
            let own = (typesByPlace[schema.place.start] ?? []).filter { content.types[$0].isTopLevel }
            let behind = (target.flatMap { typesByPlace[$0.node.place.start] } ?? []).filter {
                content.types[$0].isTopLevel
            }
            var models = own.isEmpty ? behind : own
            // Rule: the element of a list that several schemas make together stands where they do, and is no model of
            // the component.
            if let list = named[name], models.contains(list), case .alias(.list) = content.types[list].content {
                models = [list]
            }
            guard let first = models.first ?? named[name] else {
                differ(
                    .schema, "no model is made of the schema '\(name)'", at: place, or: [schema.place], isCovered: false
                )
                continue
            }
            checkDiscriminator(of: name, schema, in: models.isEmpty ? [first] : models)
            for index in models.isEmpty ? [first] : models {
                let type = content.types[index]
                compare(
                    [schema], with: .named(index),
                    type.isRead == type.isWritten ? .both : type.isRead ? .read : .written, isCovered: false)
            }
        }
    }

    /// Each value that a mapping lists, and each component that extends a base, by the value or the name that it has,
    /// leads to a case (OpenAPI 3.1, 4.8.25).
    private mutating func checkDiscriminator(of name: String, _ schema: Node, in models: [Int]) {
        guard let discriminator = schema["discriminator"],
            (discriminator["propertyName"]?.text ?? discriminator.text)?.isEmpty == false
        else { return }
        let tags = models.reduce(into: Set<String>()) { $0.formUnion(content.types[$1].tags) }
        var expected: [(value: String, place: SourceLocation)] = []
        var mapped: Set<SourceLocation> = []
        for (value, place, target) in reader.members(discriminator["mapping"]) {
            let component = reader.schemas?.value(forKey: target.text ?? "")
            guard let node = component ?? reader.target(of: target) else { continue }
            mapped.insert(node.place.start)
            expected.append((value, place))
        }
        let hasAlternatives = schema["oneOf"] != nil || schema["anyOf"] != nil
        for (heir, place, node) in hasAlternatives ? [] : reader.members(reader.schemas) {
            let parts = node["allOf"]?.elements ?? []
            guard !mapped.contains(node.place.start), !reader.flag(node["nullable"]),
                node["type"]?.elements?.contains(where: { $0.text == "null" }) != true,
                parts.contains(where: {
                    $0["$ref"].flatMap { reader.target(of: $0) }?.place.start == schema.place.start
                })
            else { continue }
            let vendor = ([node] + parts.filter { $0["$ref"] == nil }).lazy.compactMap {
                ($0["x-ms-discriminator-value"] ?? $0["x-discriminator-value"])?.text
            }.first
            // Rule: a constant of its own says more than its name.
            let property = discriminator["propertyName"]?.text ?? discriminator.text ?? ""
            let own = ([node] + parts).compactMap { $0["properties"]?.value(forKey: property) }
            let values = own.flatMap { [$0["const"]?.text].compactMap(\.self) + reader.texts($0["enum"]) }
            if vendor == nil, !tags.isDisjoint(with: values) { continue }
            expected.append((vendor ?? heir, place))
        }
        for (value, place) in expected where !tags.contains(value) {
            differ(
                .type, "the value '\(value)' of the discriminator of '\(name)' leads to no case", at: place,
                or: [schema.place, discriminator.place], isCovered: false)
        }
    }

    /// - Parameter isCovered: A warning says that what is here is left out, or any JSON.
    mutating func compare(_ schemas: [Node], with shape: Shape, _ direction: Direction, isCovered: Bool) {
        guard !schemas.isEmpty else { return }
        let statement = statement(schemas)
        let isCovered = isCovered || explanations.cover(statement.places)
        let shape = resolved(shape)
        judgeWarnings(at: statement.places, of: shape)
        guard
            compared.insert(.init(schemas: schemas.map(\.id), shape: shape, isCovered: isCovered, direction: direction))
                .inserted
        else {
            return
        }
        countOnce(statement)
        compare(statement, schemas, with: shape, direction, isCovered: isCovered)
    }

    /// A schema's own properties and values count once, whatever leads to it.
    mutating func countOnce(_ statement: Statement) {
        for part in statement.parts where counted.insert(part.id).inserted {
            count(.property, reader.members(part["properties"]).count)
            count(.enumValue, (part["enum"]?.elements?.count ?? 0) + (part["const"] == nil ? 0 : 1))
        }
    }

    mutating func compare(
        _ statement: Statement, _ schemas: [Node], with shape: Shape, _ direction: Direction, isCovered: Bool
    ) {
        let place = schemas.first?.place ?? statement.places[0]
        switch shape {
        case .optional, .scalar: compare(statement, at: place, withScalar: shape, isCovered: isCovered)
        case .list(let element):
            if !statement.items.isEmpty {
                compare(statement.items, with: element, direction, isCovered: isCovered)
            } else if let arms = statement.alternatives.first, !statement.hasTuple {
                // Rule: one file is sent as several of them are.
                let isOfFiles = if case .scalar("Data") = resolved(element) { true } else { false }
                for arm in arms where !isOfFiles || !self.statement([arm]).types.isDisjoint(with: ["array", "object"]) {
                    compare([arm], with: shape, direction, isCovered: isCovered)
                }
            }
            expect(["array"], statement, "a list", at: place, isCovered: isCovered)
            missing(statement.properties, of: statement, "a list", direction, isCovered: isCovered)
        case .dictionary(let value):
            missing(statement.properties, of: statement, "a dictionary", direction, isCovered: isCovered)
            expect(["object"], statement, "a dictionary", at: place, isCovered: isCovered)
            for rest in statement.rest { compare([rest], with: value, direction, isCovered: isCovered) }
            for arms in statement.alternatives {
                for arm in arms { compare([arm], with: shape, direction, isCovered: isCovered) }
            }
        case .named(let index):
            let type = content.types[index]
            switch type.content {
            case .alias, .own: break
            case .object(let properties, let rest):
                expect(["object"], statement, "a model", at: place, isCovered: isCovered)
                compare(
                    statement, withFields: properties, rest: rest, direction, isBoth: type.isRead == type.isWritten,
                    isCovered: isCovered)
                for arms in statement.alternatives {
                    for arm in arms {
                        compareMerged(arm, with: shape, of: statement, direction, isCovered: isCovered, depth: 0)
                    }
                }
            case .enumeration(let cases):
                missing(statement.properties, of: statement, "an enum", direction, isCovered: isCovered)
                compare(statement, withCases: Set(cases), at: place, isCovered: isCovered)
                // Values that stand beside alternatives narrow these.
                for arms in statement.alternatives where statement.values.isEmpty {
                    for arm in arms { compare([arm], with: shape, direction, isCovered: isCovered) }
                }
            case .union(let alternatives):
                compare(statement, schemas, withAlternatives: alternatives, direction, isCovered: isCovered)
            }
        }
    }

    // MARK: - Objects

    /// - Parameters:
    ///   - isBoth: The type is sent and received: what goes one way only is optional there.
    ///   - canSayNull: Not in a form: what may be null is left out there.
    mutating func compare(
        _ statement: Statement, withFields fields: [GeneratedContent.Property], rest: Shape?, _ direction: Direction,
        isBoth: Bool, isCovered: Bool, requires: Bool = true, canSayNull: Bool = true
    ) {
        let positions = Dictionary(
            fields.enumerated().map { ($1.wireName, $0) }, uniquingKeysWith: { first, _ in first })
        for name in statement.parts.flatMap({ $0["required"]?.elements ?? [] }) {
            judgeWarningsOfPresence(at: [name.place], isPresent: name.text.map { positions[$0] != nil } ?? false)
        }
        for property in statement.properties {
            let said = self.statement(property.schemas)
            let places = [property.place] + said.places
            let isCoveredHere = isCovered || explanations.cover([property.place])
            guard let position = positions[property.name] else {
                guard goes(said, direction) else { continue }
                differ(
                    .property, "the property '\(property.name)' is lost", at: property.place, or: places,
                    isCovered: isCovered)
                continue
            }
            let field = fields[position]
            judgeWarningsOfPresence(
                at: said.parts.compactMap { $0["default"]?.place }, isPresent: field.hasDefault && field.constant == nil
            )
            if requires {
                let isRequired = statement.required.contains(property.name)
                // Rule: a model that goes both ways holds optionally what goes only one.
                let isOneWay = isBoth && (said.isReadOnly || said.isWriteOnly)
                if isRequired, field.isOptional, !isOneWay, canSayNull || !said.isNullable {
                    differ(
                        .optionality, "'\(property.name)' is required, and optional in Swift", at: property.place,
                        or: places,
                        isCovered: isCovered)
                }
                // Rule: what has a default is always there when it is read.
                if !isRequired, !field.isOptional, !field.hasDefault {
                    differ(
                        .optionality, "'\(property.name)' may be left out, and is required in Swift",
                        at: property.place, or: places,
                        isCovered: isCovered)
                }
                if isRequired, said.isNullable, !field.isNullable, !field.isOptional, !acceptsNull(field.shape) {
                    differ(
                        .optionality, "'\(property.name)' may be null, and can't be in Swift", at: property.place,
                        or: places,
                        isCovered: isCovered)
                }
            }
            if let constant = field.constant, let list = said.values.first, !list.texts.contains(constant) {
                differ(
                    .enumValue,
                    "'\(property.name)' is '\(list.texts.joined(separator: "', '"))', and always '\(constant)' in Swift",
                    at: list.place,
                    or: places, isCovered: isCovered)
            }
            compare(property.schemas, with: field.shape, direction, isCovered: isCoveredHere)
        }
        if let rest {
            for schema in statement.rest { compare([schema], with: rest, direction, isCovered: isCovered) }
        } else {
            for schema in statement.rest {
                let said = self.statement([schema])
                if !said.isAnything {
                    differ(
                        .property, "additional properties are lost", at: schema.place, or: said.places,
                        isCovered: isCovered)
                }
            }
        }
    }

    /// Rule: what is read-only isn't sent, and what is write-only isn't received; what allows no value is no property.
    func goes(_ said: Statement, _ direction: Direction) -> Bool {
        if said.isNothing { return false }
        if said.isReadOnly == said.isWriteOnly { return true }
        return said.isReadOnly ? direction != .written : direction != .read
    }

    private func acceptsNull(_ shape: Shape) -> Bool {
        switch shape {
        case .optional: true
        case .scalar(let name): name == "JSON"
        case .named(let index):
            if case .alias(let target) = content.types[index].content { acceptsNull(target) } else { false }
        default: false
        }
    }

    /// An alternative whose properties were merged into one object with the others'.
    mutating func compareMerged(
        _ arm: Node, with shape: Shape, of owner: Statement, _ direction: Direction, isCovered: Bool, depth: Int
    ) {
        guard depth < 8, case .named(let index) = shape,
            case .object(let fields, let rest) = content.types[index].content
        else { return }
        let said = statement([arm])
        let isCovered = isCovered || explanations.cover(said.places)
        countOnce(said)
        // Rule: none of them is required, and `merged-union` says so.
        compare(
            said, withFields: fields, rest: rest ?? .scalar("JSON"), direction, isBoth: true, isCovered: isCovered,
            requires: false)
        for property in said.properties
        where said.required.contains(property.name) && !owner.required.contains(property.name) {
            guard let field = fields.first(where: { $0.wireName == property.name }), field.isOptional else { continue }
            differ(
                .optionality, "'\(property.name)' is required in an alternative, and optional in Swift",
                at: property.place, or: owner.places,
                isCovered: isCovered)
        }
        for arms in said.alternatives {
            for inner in arms {
                compareMerged(inner, with: shape, of: owner, direction, isCovered: isCovered, depth: depth + 1)
            }
        }
    }

    // MARK: - What is lost in a type that can't hold it

    private mutating func missing(
        _ properties: [Statement.Property], of statement: Statement, _ what: String, _ direction: Direction,
        isCovered: Bool
    ) {
        let lost = properties.filter { goes(self.statement($0.schemas), direction) }
        guard let first = lost.first else { return }
        let names = lost.prefix(4).map { "'\($0.name)'" }.joined(separator: ", ")
        differ(
            .property,
            "\(lost.count == 1 ? "the property" : "\(lost.count) properties") \(names) \(lost.count == 1 ? "is" : "are") lost in \(what)",
            at: first.place, or: statement.places, isCovered: isCovered)
    }

    private mutating func expect(
        _ types: Set<String>, _ statement: Statement, _ what: String, at place: SourceLocation, isCovered: Bool
    ) {
        guard !statement.types.isEmpty, statement.types.isDisjoint(with: types) else { return }
        differ(
            .type, "'\(statement.types.sorted().joined(separator: ", "))' is \(what) in Swift", at: place,
            or: statement.places,
            isCovered: isCovered)
    }

    /// The JSON types that a scalar of Swift can be of; nil: any.
    static let jsonTypes: [String: Set<String>] = [
        "String": ["string"], "Date": ["string"], "Day": ["string"], "URL": ["string"], "UUID": ["string"],
        "Data": ["string", "file"], "Bool": ["boolean"], "Int": ["integer", "number"], "Int32": ["integer", "number"],
        "Int64": ["integer", "number"], "UInt64": ["integer", "number"], "Double": ["number", "integer"],
        "Float": ["number", "integer"], "Decimal": ["number", "integer", "string"], "Timestamp": ["integer", "number"],
        "TimestampMilliseconds": ["integer", "number"],
    ]

    mutating func compare(_ statement: Statement, at place: SourceLocation, withScalar shape: Shape, isCovered: Bool) {
        guard case .scalar(let name) = shape else { return }
        if name == "JSON" {
            guard !statement.isAnything else { return }
            missing(statement.properties, of: statement, "any JSON", .both, isCovered: isCovered)
            compare(statement, withCases: [], at: place, isCovered: isCovered)
            if statement.properties.isEmpty, statement.values.isEmpty {
                let what =
                    statement.types.isEmpty
                    ? statement.alternatives.isEmpty ? "what it holds" : "which alternatives there are"
                    : "that it is '\(statement.types.sorted().joined(separator: ", "))'"
                // Rule: alternatives of which one is anything are anything.
                if statement.types.isEmpty,
                    statement.alternatives.contains(where: { $0.contains { self.statement([$0]).isAnything } })
                {
                    return
                }
                differ(
                    .type, "it is any JSON in Swift, which loses \(what)", at: place, or: statement.places,
                    isCovered: isCovered)
            }
            return
        }
        missing(statement.properties, of: statement, name, .both, isCovered: isCovered)
        expect(Self.jsonTypes[name] ?? [], statement, name, at: place, isCovered: isCovered)
        for list in statement.values {
            // Rules: one value is a constant, or is named in the documentation; truth values are `Bool`.
            let isBool = name == "Bool" && Set(list.texts).isSubset(of: ["true", "false"])
            // Bytes have no values: those listed beside `format: binary` are strings.
            guard Set(list.texts).count > 1, !isBool, name != "Data" else { continue }
            differ(
                .enumValue,
                "\(list.texts.count) values of an enum are lost in \(name): \(list.texts.prefix(4).joined(separator: ", "))",
                at: list.place, or: statement.places + [place], isCovered: isCovered)
        }
        for arms in statement.alternatives where statement.values.isEmpty {
            for arm in arms { compare([arm], with: shape, .both, isCovered: isCovered) }
        }
    }

    mutating func compare(
        _ statement: Statement, withCases cases: Set<String>, at place: SourceLocation, isCovered: Bool
    ) {
        guard let first = statement.values.first else { return }
        // Lists that all hold allow what is in each of them.
        var allowed = first.texts
        for other in statement.values.dropFirst() { allowed.removeAll { !other.texts.contains($0) } }
        // `1` and `1.0` are one number (JSON Schema 2020-12, 4.2.1), which Swift's raw values can hold once only.
        let numbers = statement.types.contains("string") ? [] : Set(cases.compactMap { Double($0) })
        var lost: [String] = []
        for text in allowed where !cases.contains(text) && !lost.contains(text) {
            if let number = Double(text), numbers.contains(number) { continue }
            lost.append(text)
        }
        guard !lost.isEmpty else { return }
        differ(
            .enumValue, "\(lost.count) values of an enum are lost: \(lost.prefix(4).joined(separator: ", "))",
            at: first.place,
            or: statement.places + [place], isCovered: isCovered)
    }
}
