// Writes the types, models and fields of a description.

import CallsiteCore

extension NativeWriter {
    /// A shape as one string; nil if it must be written in place.
    private func typeText(_ shape: API.Shape) -> String? {
        switch shape {
        case .scalar(let scalar): scalar.rawValue
        case .typeParameter(let name): name
        case .list(let element): typeText(element).map { "[\($0)]" }
        case .dictionary(let value): typeText(value).map { "[String: \($0)]" }
        case .optional(let wrapped): typeText(wrapped.withoutOptional).map { $0 + "?" }
        case .named(let id, _): names.models[id]
        }
    }

    /// A type as YAML. `[Int]` is a list; any other type with a bracket, such as `[Int]?`, is quoted, because YAML
    /// would end the value at the bracket.
    private static func type(_ text: String) -> NativeText {
        let isOneList = text.hasPrefix("[") && text.hasSuffix("]") && !text.contains("]?")
        return isOneList || !text.contains("[") ? .plain(text) : .quoted(text)
    }

    /// A type in full: its name, or its declaration in place.
    mutating func type(_ shape: API.Shape) -> NativeText {
        if let text = typeText(shape) { return Self.type(text) }
        switch shape {
        case .list(let element): return .list([type(element)])
        case .dictionary(let value): return .list([.mapping([.init("String", type(value))])])
        case .optional(let wrapped):
            return .mapping(typeEntries(wrapped.withoutOptional) + Self.flag("optional", true))
        case .named(let id, _): return .mapping(shapeEntries(id))
        case .scalar, .typeParameter: return .plain("JSON")
        }
    }

    /// A type as the first entries of a mapping: `type:`, or `fields:`, `enum:` or `union:` for a declaration in place.
    mutating func typeEntries(_ shape: API.Shape) -> [NativeText.Entry] {
        if case .named(let id, _) = shape, names.models[id] == nil { return shapeEntries(id) }
        return [.init("type", type(shape))]
    }

    /// The type of a body or a response, which may be optional, as one string or list; nil if it needs a mapping.
    mutating func typeAlone(_ shape: API.Shape, isOptional: Bool, prefix: String = "") -> NativeText? {
        if let text = typeText(shape) {
            // A list with a '?' would be one string in quotes, which is hard to read.
            if isOptional, text.hasSuffix("]") || shape.isOptional { return nil }
            return Self.type(prefix + text + (isOptional ? "?" : ""))
        }
        guard !isOptional, prefix.isEmpty else { return nil }
        switch shape {
        case .list, .dictionary: return type(shape)
        default: return nil
        }
    }

    private mutating func shapeEntries(_ id: API.TypeID) -> [NativeText.Entry] {
        let declared = api[id]
        switch declared.content {
        case .object(let properties):
            let fields: [NativeText.Entry] = [.init("fields", self.fields(properties, .model))]
            guard let rest = declared.rest else { return fields }
            return fields + [.init("otherFields", type(rest))]
        case .enumeration(let cases): return [.init("enum", enumeration(cases, declared.enumValues))]
        case .union(let union): return unionEntries(union, at: declared.place)
        case .alias(let target): return [.init("type", type(target))]
        case .date(let pattern):
            return [.init("dateFormat", .text(pattern.text))] + Self.text("timeZone", pattern.timeZone)
        // Only models are replaced: see `model`.
        case .own: return [.init("type", .plain(Scalar.json.rawValue))]
        }
    }

    private func enumeration(_ cases: [API.EnumCase], _ values: Description.EnumValues) -> NativeText {
        let isText = values == .texts
        guard cases.contains(where: { $0.swiftName != nil }) else {
            return .list(cases.map { isText ? .text($0.wireValue) : .plain($0.wireValue) })
        }
        return .mapping(
            cases.map { enumCase in
                let name = enumCase.swiftName.map { NativeText.text($0) } ?? .plain("null")
                return isText ? .init(enumCase.wireValue, name) : .init(plainKey: enumCase.wireValue, name)
            })
    }

    private mutating func unionEntries(_ union: API.Union, at place: SourceLocation) -> [NativeText.Entry] {
        // The format has no union of one type. Alternatives of the same type are left out, so only one may remain.
        if let only = union.onlyShape { return typeEntries(only) }
        guard let discriminator = union.discriminator else {
            return [.init("union", .list(union.alternatives.map { alternative($0) }))]
        }
        var entries: [NativeText.Entry] = [.init("union", .text(discriminator))]
        let tagged = union.alternatives.filter { $0.tag != nil }
        entries.append(.init("cases", .mapping(tagged.map { .init($0.tag ?? "", alternative($0)) })))
        return entries + Self.text("otherwise", union.alternatives.first(where: \.isDefault)?.tag)
    }

    private mutating func alternative(_ alternative: API.Union.Alternative) -> NativeText {
        guard let title = alternative.title else { return type(alternative.shape) }
        return .mapping(typeEntries(alternative.shape) + [.init("title", .text(title))])
    }

    // MARK: - Models

    mutating func model(_ id: API.TypeID) -> NativeText.Entry {
        let declared = api[id]
        let key = names.models[id] ?? declared.name
        if let why = refusals.models[id] {
            diagnostics.report(.modelNotImported(key, why, at: declared.place))
            return .init(key, .plain(Scalar.json.rawValue))
        }
        var entries: [NativeText.Entry] = []
        if let text = declared.documentation {
            // `description: Bool` could be a field.
            entries.append(.init("description", Scalar(rawValue: text) == nil ? .text(text) : .quoted(text)))
        }
        entries += deprecated(declared.deprecation)
        entries += Self.text("name", names.modelPins[id])
        switch declared.content {
        case .alias(let target): return alias(key, target, entries)
        case .own(let own):
            diagnostics.report(
                .notImported("the type '\(own.name)' of callsite.yaml: '\(key)' is any JSON", at: declared.place))
            return alias(key, .scalar(.json), entries)
        case .union(let union) where union.onlyShape != nil:
            return alias(key, union.onlyShape ?? .scalar(.json), entries)
        case .object(let properties) where entries.isEmpty && declared.rest == nil:
            let fields = self.fields(properties, .model)
            // Fields with the names of the long form's keys would be read as the long form, and those with the names of
            // JSON Schema's keys as mistakes.
            let words = foreignShapeKeys.subtracting(["base", "parent"]).union(ModelKey.shapes.map(\.rawValue))
            if case .mapping(let members) = fields, !members.contains(where: { words.contains($0.key) }) {
                return .init(key, fields)
            }
            return .init(key, .mapping([.init("fields", fields)]))
        default: return .init(key, .mapping(entries + shapeEntries(id)))
        }
    }

    private mutating func alias(_ key: String, _ target: API.Shape, _ entries: [NativeText.Entry]) -> NativeText.Entry {
        let type = type(target)
        // A mapping would be read as the model itself.
        if entries.isEmpty, !type.isMapping { return .init(key, type) }
        return .init(key, .mapping(entries + [.init("is", type)]))
    }

    // MARK: - Fields

    /// The part of a description that a field belongs to.
    enum FieldHolder { case model, parameters, body, headers, variable }

    mutating func fields(_ properties: [API.Property], _ holder: FieldHolder) -> NativeText {
        let keys = Self.keys(properties.map { ($0.wireName, "") })
        return .mapping(zip(properties, keys).map { field($0, holder, as: $1) })
    }

    /// The key for each name; nil if the name itself can be the key. A name needs another key if it occurs twice, or if
    /// the format would read it differently: `size?`.
    static func keys(_ names: [(wire: String, suffix: String)]) -> [String?] {
        var usedKeys = Set(names.map(\.wire))
        var seen: Set<String> = []
        return names.map { wire, suffix in
            let isReadable = !wire.isEmpty && !wire.hasSuffix("?")
            if isReadable, seen.insert(wire).inserted { return nil }
            let stem = wire.prefix { $0 != "?" }
            let base = isReadable ? wire + "_" + suffix : stem.isEmpty ? "field" : String(stem)
            var key = base
            var number = 2
            while !usedKeys.insert(key).inserted {
                key = "\(base)_\(number)"
                number += 1
            }
            return key
        }
    }

    mutating func field(
        _ property: API.Property, _ holder: FieldHolder, as key: String? = nil, more: [NativeText.Entry] = []
    ) -> NativeText.Entry {
        let isNullable = property.presence == .nullable || property.presence == .optionalNullable
        let isOptional = property.presence == .optional || property.presence == .optionalNullable
        // The field's own `?` makes it optional already.
        let shape = property.shape.withoutOptional
        var entries = typeEntries(shape)
        let name = (key ?? property.wireName) + (isOptional ? "?" : "")
        if key != nil { entries.append(.init("wire", .text(property.wireName))) }
        entries += Self.text("name", property.swiftName)
        entries += Self.flag("nullable", isNullable)
        if property.defaultValue != nil, let literal = property.writtenDefault {
            if property.isConstant {
                if entries.count == 1, entries[0] == .init("type", .plain(literal.kind.typeOfConstant ?? "")) {
                    entries = []
                }
                entries.append(.init("constant", NativeText(literal)))
            } else {
                entries.append(.init("default", NativeText(literal)))
            }
        }
        if let literal = property.onlyValue { entries.append(.init("constant", NativeText(literal))) }
        if holder == .model {
            if let literal = property.absentValue, isMeant(literal, shape) {
                entries.append(.init("absent", NativeText(literal)))
            }
            entries += Self.flag("readOnly", property.isReadOnly) + Self.flag("writeOnly", property.isWriteOnly)
        }
        entries += more + Self.text("description", property.documentation)
        entries += deprecated(property.deprecation)
        if property.example != nil, let example = property.writtenExample {
            entries.append(.init("example", NativeText(example)))
        }
        if entries.count == 1, entries[0].key == "type" { return .init(name, entries[0].value) }
        if entries.count == 2, entries[0].key == "type", entries[1].key == "nullable",
            case .plain(let text) = entries[0].value,
            !text.hasPrefix("[")
        {
            return .init(name, .plain(text + " or null"))
        }
        if let short = Self.withDefault(entries, property) { return .init(name, .plain(short)) }
        return .init(name, .mapping(entries))
    }

    /// `Int = 1`; nil if the field has other entries than a type and a simple default.
    private static func withDefault(_ entries: [NativeText.Entry], _ property: API.Property) -> String? {
        guard entries.map(\.key) == ["type", "default"], case .plain(let text) = entries[0].value, !text.contains("["),
            let literal = property.writtenDefault
        else { return nil }
        switch literal.kind {
        case .bool(let value): return text + (value ? " = true" : " = false")
        case .integer(let digits): return text + " = " + digits
        case .null, .float, .string, .list, .object: return nil
        }
    }

    /// Whether a default of the document is a value of its type; others have no effect.
    private func isMeant(_ literal: Description.Literal, _ shape: API.Shape) -> Bool {
        var trial = Diagnostics()
        return resolver.value(literal, shape, &trial) != nil
    }
}

extension Description.Literal.Kind {
    /// The type of a constant that is declared without one.
    fileprivate var typeOfConstant: String? {
        switch self {
        case .bool: Scalar.bool.rawValue
        case .integer: Scalar.int.rawValue
        case .float: Scalar.double.rawValue
        case .string: Scalar.string.rawValue
        case .null, .list, .object: nil
        }
    }
}
