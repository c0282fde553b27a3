// Lowers models, enums and aliases to Swift declarations.

import CallsiteCore

extension Lowering {
    // MARK: - Type names

    package func typeName(_ shape: API.Shape) -> SwiftTypeName { typeName(shape) { SwiftTypeName(name(of: $0)) } }

    /// The name of a type outside its owner. `qualified` returns the name with owners: `Order.Status`.
    package func typeName(_ shape: API.Shape, _ qualified: (API.TypeID) -> SwiftTypeName) -> SwiftTypeName {
        switch shape {
        case .scalar(let scalar): .known(scalar.swiftType)
        case .named(let id, let arguments): .generic(qualified(id), arguments.map { typeName($0, qualified) })
        case .typeParameter(let name): SwiftTypeName(SwiftIdentifier(type: name))
        case .list(let element): .list(typeName(element, qualified))
        case .dictionary(let value): .dictionary(typeName(value, qualified))
        case .optional(let wrapped): .optional(typeName(wrapped.withoutOptional, qualified))
        }
    }

    /// The type of a property: an optional or a `Patch` if the value may be absent or null.
    func typeName(
        _ property: API.Property, isWritten: Bool, _ qualified: (API.TypeID) -> SwiftTypeName
    ) -> SwiftTypeName {
        if property.presence == .required { return typeName(property.shape, qualified) }
        let value = typeName(property.shape.withoutOptional, qualified)
        return property.isPatch(isWritten: isWritten) ? .generic(.known(.patch), [value]) : .optional(value)
    }

    /// Whether a property of a model is a `Patch`.
    func isPatch(_ property: API.Property, of id: API.TypeID) -> Bool {
        property.isPatch(isWritten: api[id].usage.contains(.written))
    }

    // MARK: - Declarations

    package func lowerType(_ id: API.TypeID) -> SwiftType {
        let type = api[id]
        let documentation = self.documentation(type.documentation, type.deprecation)
        switch type.content {
        case .object(let properties):
            return .structure(lowerStruct(id, properties, documentation))
        case .enumeration(let cases):
            return .enumeration(lowerEnum(id, cases, documentation))
        case .union(let union):
            return .union(lowerUnion(id, union, documentation))
        // The user writes it: `fileParts` leaves it out.
        case .own: return .nothing
        case .date(let pattern):
            let date = SwiftFormattedDate(
                access: access, modifiers: modifiers(of: id), documentation: documentation, name: name(of: id),
                conformance: SwiftIdentifier(pattern.namesTime ? "FormattedDate" : "FormattedDay"),
                conformances: conformances(of: id), property: SwiftIdentifier(pattern.namesTime ? "date" : "day"),
                type: typeName(.scalar(pattern.value)), pattern: SwiftStringLiteral(pattern.text),
                timeZone: pattern.timeZone.map { SwiftStringLiteral($0) })
            return .date(date)
        case .alias(let target):
            let alias = SwiftAlias(
                access: access, documentation: documentation, name: name(of: id), parameters: parameters(of: id),
                type: typeName(target))
            return .alias(alias)
        }
    }

    /// The types nested in an owner, in the order of declaration.
    func nestedTypes(in owner: API.NamedType.Owner) -> [SwiftType] {
        (nested[owner] ?? []).map { id in shared[id].map { alias(id, of: $0) } ?? lowerType(id) }
    }

    func parameters(of id: API.TypeID) -> [SwiftGenericParameter] {
        let usage = api[id].usage
        let constraint = usage == .read ? "WireDecodable" : usage == .written ? "WireEncodable" : "WireCodable"
        return api[id].typeParameters.map {
            .init(name: SwiftIdentifier(type: $0), constraint: SwiftIdentifier(constraint))
        }
    }

    /// The conformances in a type's own declaration. A generic type, and a type inside one, has no conformances there,
    /// because they depend on the type arguments, see `conditionalConformances`.
    func conformances(of id: API.TypeID) -> [SwiftTypeName] {
        genericParameters(around: id).isEmpty ? protocols(of: id) : []
    }

    /// The protocols of a type. A name may have dots: `Foundation.Identifiable`. A model in responses with a required
    /// `id` is `Identifiable`.
    private func protocols(of id: API.TypeID) -> [SwiftTypeName] {
        var names = api[id].conformances
        if isIdentifiable(id), !names.contains(where: { $0.split(separator: ".").last == "Identifiable" }) {
            names.append("Identifiable")
        }
        return names.compactMap { name in
            let parts = name.split(separator: ".").map { SwiftIdentifier(type: String($0)) }
            return parts.dropFirst().reduce(parts.first.map(SwiftTypeName.init)) { outer, part in
                outer.map { .member(part, of: $0) }
            }
        }
    }

    private func isIdentifiable(_ id: API.TypeID) -> Bool {
        guard case .object(let properties) = api[id].content, api[id].usage.contains(.read),
            genericParameters(around: id).isEmpty,
            let position = memberNames[id.index].firstIndex(of: "id"), properties.indices.contains(position),
            properties[position].presence == .required
        else { return false }
        let shape = api.resolvingAliases(properties[position].shape)
        return shape != .scalar(.void) && !shape.isOptional && api.isScalar(shape)
    }

    /// The generic parameters of a type's owners, and then its own.
    private func genericParameters(around id: API.TypeID) -> [String] {
        guard case .type(let owner) = api[id].owner else { return api[id].typeParameters }
        return genericParameters(around: owner) + api[id].typeParameters
    }

    /// The conformances after all declarations of a file: `extension Page: Hashable where Item: Hashable {}`.
    func conditionalConformances(_ ids: [API.TypeID], in owner: SwiftTypeName?) -> [SwiftConditionalConformance] {
        ids.flatMap { id -> [SwiftConditionalConformance] in
            let type = SwiftTypeName(name(of: id), in: owner)
            let parameters = genericParameters(around: id).map { SwiftIdentifier(type: $0) }
            // With a conditional conformance, Swift wants the inherited protocol too: `Equatable` for `Hashable`.
            let inherited =
                api[id].conformances.contains("Equatable") || !api[id].conformances.contains("Hashable")
                ? [] : ["Equatable"]
            let protocols = inherited.map { SwiftTypeName(SwiftIdentifier(type: $0)) } + protocols(of: id)
            let own = (parameters.isEmpty ? [] : protocols).map {
                SwiftConditionalConformance(type: type, parameters: parameters, conformance: $0)
            }
            return own + conditionalConformances(nested[.type(id)] ?? [], in: type)
        }
    }

    func modifiers(of id: API.TypeID) -> SwiftAccess { api[id].owner == .api ? access.nonisolated : access }

    private func lowerStruct(
        _ id: API.TypeID, _ properties: [API.Property], _ documentation: [SwiftDocLine]
    ) -> SwiftStruct {
        let type = api[id]
        let isWritten = type.usage.contains(.written)
        let isRead = type.usage.contains(.read)
        let names = memberNames[id.index]
        var lowered = zip(properties, names).map { property, name in
            var result = lowerProperty(property, name, isWritten: isWritten, shadowedBy: "fields")
            result.isOnlyRead = property.isReadOnly && isWritten
            // Code that sends a model doesn't pass read-only fields. Fixtures do, since they are responses for tests.
            if result.isOnlyRead, options.fixturesModule == nil { result.ownValue = .null }
            result.isOnlyWritten = property.isWriteOnly && isRead
            if isRead, result.boxed == nil, let box = boxedURL(property, result, name) { result.boxed = box }
            return result
        }
        if type.keepsUnknown { for index in lowered.indices { lowered[index].isMutable = true } }
        if type.keepsUnknown || type.rest != nil {
            lowered.append(othersProperty(properties, names, type.rest ?? .scalar(.json), isMutable: type.keepsUnknown))
        }
        var shape: SwiftShape?
        if type.isTriedByKeys {
            let isNeeded: (API.Property) -> Bool = {
                let isImplied = $0.isConstant ? $0.absentValue != nil : $0.defaultValue != nil
                return ($0.presence == .required && !isImplied) || $0.presence == .nullable
            }
            shape = SwiftShape(
                access: access, required: properties.filter(isNeeded).map { SwiftStringLiteral($0.wireName) },
                optional: properties.filter { !isNeeded($0) }.map { SwiftStringLiteral($0.wireName) })
        }
        return SwiftStruct(
            access: access, modifiers: modifiers(of: id), documentation: documentation, name: name(of: id),
            parameters: parameters(of: id),
            conformance: SwiftIdentifier(
                isRead && isWritten ? "Model" : isWritten ? "EncodableModel" : "DecodableModel"),
            conformances: conformances(of: id), isRead: isRead, isWritten: isWritten,
            hasInitialiser: isWritten || options.fixturesModule != nil, properties: lowered, shape: shape,
            types: nestedTypes(in: .type(id)))
    }

    /// The storage of a URL or an optional one; nil for any other property.
    private func boxedURL(_ property: API.Property, _ lowered: SwiftProperty, _ name: String) -> SwiftBox? {
        guard case .scalar(.url) = property.shape.withoutOptional, lowered.readDefault == nil, !lowered.isOnlyWritten
        else { return nil }
        let url = SwiftTypeName.known(.url)
        guard lowered.type == url || lowered.type == .optional(url) else { return nil }
        return box(.storedURL, .known(.storedURL), name, lowered.type, isOptional: lowered.type != url)
    }

    private func box(
        _ wrapper: KnownTypeName, _ stored: SwiftTypeName, _ name: String, _ type: SwiftTypeName, isOptional: Bool
    ) -> SwiftBox {
        SwiftBox(
            access: access, wrapper: SwiftIdentifier(type: wrapper.rawValue), name: SwiftIdentifier("_" + name),
            type: isOptional ? .optional(stored) : stored, isOptional: isOptional, plainName: SwiftIdentifier(name),
            plainType: type)
    }

    private func othersProperty(
        _ properties: [API.Property], _ names: [String], _ value: API.Shape, isMutable: Bool
    ) -> SwiftProperty {
        SwiftProperty(
            access: access,
            documentation: SwiftDocLine.lines(
                isMutable ? "Fields that the description doesn't know, as they came." : "The fields of all other names."
            ),
            name: SwiftIdentifier(
                ["otherFields", "furtherFields", "fieldsOfOtherNames"].first { !names.contains($0) } ?? "_otherFields"),
            type: .dictionary(typeName(value)), defaultValue: .dictionary([]), wireName: SwiftStringLiteral(""),
            isMutable: isMutable,
            knownFields: properties.map { SwiftStringLiteral($0.wireName) })
    }

    /// - Parameter local: The name of a local variable. A property of that name needs `self.`.
    func lowerProperty(
        _ property: API.Property, _ name: String, isWritten: Bool, shadowedBy local: String
    ) -> SwiftProperty {
        let type = typeName(property, isWritten: isWritten) { SwiftTypeName(self.name(of: $0)) }
        var box: SwiftBox?
        if property.isBoxed, !property.isPatch(isWritten: isWritten) {
            let boxed = SwiftTypeName.generic(.known(.indirect), [typeName(property.shape.withoutOptional)])
            let isOptional = property.presence != .required || property.shape.isOptional
            box = self.box(.indirect, boxed, name, type, isOptional: isOptional)
        }
        var defaultValue = property.defaultValue.map { expression($0, property.shape) }
        let readDefault = defaultValue
        if defaultValue == nil {
            switch property.presence {
            case .optional: defaultValue = .null
            case .optionalNullable: defaultValue = isWritten ? .member(SwiftIdentifier("unchanged")) : .null
            case .required, .nullable: break
            }
        }
        return SwiftProperty(
            access: access, documentation: documentation(property.documentation, property.deprecation),
            name: SwiftIdentifier(name), type: type, defaultValue: defaultValue,
            wireName: SwiftStringLiteral(property.wireName), ownValue: property.isFixed ? defaultValue : nil,
            readDefault: readDefault, isNullable: property.presence == .nullable, isGuessed: property.isGuessed,
            needsSelf: name == local, boxed: box)
    }

    private func lowerEnum(
        _ id: API.TypeID, _ cases: [API.EnumCase], _ documentation: [SwiftDocLine]
    ) -> SwiftEnum {
        let names = memberNames[id.index]
        let values = api[id].enumValues
        let rawType: KnownTypeName = values == .texts ? .string : values == .integers ? .int : .double
        return SwiftEnum(
            access: access, enumAttribute: enumAttribute, modifiers: modifiers(of: id), documentation: documentation,
            name: name(of: id), rawType: .known(rawType),
            cases: zip(cases, names).map { enumCase, name in
                let value: SwiftExpression =
                    switch values {
                    case .texts: .string(enumCase.wireValue)
                    case .integers: .integer(Int64(enumCase.wireValue) ?? 0)
                    case .numbers: .double(Double(enumCase.wireValue) ?? 0)
                    }
                return .init(name: SwiftIdentifier(name), wireValue: value)
            },
            isInGenericType: !genericParameters(around: id).isEmpty)
    }

    // MARK: - Values and documentation

    package func expression(_ value: API.Value, _ shape: API.Shape) -> SwiftExpression {
        switch value {
        case .bool(let value): return .bool(value)
        case .integer(let digits): return Int64(digits).map { .integer($0) } ?? .unsigned(UInt64(digits) ?? 0)
        case .double(let value): return .double(value)
        case .decimal(let digits):
            guard let parts = Decimals.parts(digits) else { return .integer(0) }
            return .call(
                .decimal,
                [
                    .init("sign", .member(SwiftIdentifier(parts.isNegative ? "minus" : "plus"))),
                    .init("exponent", .integer(Int64(parts.exponent))),
                    .init("significand", .integer(parts.significand)),
                ])
        case .string(let text): return .string(text)
        case .date(let seconds): return .date(secondsSince1970: seconds)
        case .day(let year, let month, let day):
            let parts = [("year", year), ("month", month), ("day", day)]
            return .call(.calendarDate, parts.map { .init($0, .integer(Int64($1))) }, mayFail: true)
        case .timestamp(let number, let isMilliseconds):
            return .call(
                isMilliseconds ? .timestampMilliseconds : .timestamp,
                [.init(.date(secondsSince1970: isMilliseconds ? number / 1000 : number))])
        case .url(let text): return .call(.url, [.init("string", .string(text))], mayFail: true)
        case .uuid(let text): return .call(.uuid, [.init("uuidString", .string(text))], mayFail: true)
        case .enumCase(let id, let index):
            guard case .enumeration = api[id].content else { return .null }
            return .member(SwiftIdentifier(memberNames[id.index][index]))
        case .list(let values): return .list(values.map { expression($0, shape.element) })
        case .dictionary(let entries): return .dictionary(entries.map { ($0.key, expression($0.value, shape.element)) })
        case .json(let literal): return json(literal)
        }
    }

    /// A `JSONValue` as a Swift literal.
    func json(_ literal: Description.Literal.Kind) -> SwiftExpression {
        switch literal {
        case .null: .null
        case .bool(let value): .bool(value)
        case .integer(let digits): Int64(digits).map { .integer($0) } ?? .double(Double(digits) ?? 0)
        case .float(let digits): .double(Double(digits).flatMap { $0.isFinite ? $0 : nil } ?? 0)
        case .string(let text): .string(text)
        case .list(let elements): .list(elements.map { json($0.kind) })
        case .object(let members): .dictionary(members.map { ($0.key, json($0.value.kind)) })
        }
    }

    func documentation(_ text: String?, _ deprecation: Description.Deprecation?) -> [SwiftDocLine] {
        var lines = text.map { SwiftDocLine.lines($0) } ?? []
        if let deprecation {
            if !lines.isEmpty { lines += SwiftDocLine.blank }
            lines += SwiftDocLine.lines("Deprecated" + (deprecation.message.map { ": \($0)" } ?? "."))
        }
        return lines
    }
}

extension Scalar {
    var swiftType: KnownTypeName {
        switch self {
        case .string: .string
        case .bool: .bool
        case .int: .int
        case .int32: .int32
        case .int64: .int64
        case .uint64: .uint64
        case .double: .double
        case .float: .float
        case .decimal: .decimal
        case .date: .date
        case .day: .calendarDate
        case .timestamp: .timestamp
        case .timestampMilliseconds: .timestampMilliseconds
        case .url: .url
        case .uuid: .uuid
        case .data: .data
        case .json: .jsonValue
        case .void: .void
        }
    }
}

extension API.Property {
    /// Whether the property has a single value, which callers needn't pass.
    var isFixed: Bool { isConstant && presence == .required && defaultValue != nil }

    /// Whether the property is a `Patch`, which distinguishes null from a field that stays unchanged.
    func isPatch(isWritten: Bool) -> Bool { presence == .optionalNullable && isWritten }
}
