// Parses defaults as values of their types: `= 1` for an Int, `= asc` for an enum, `[]` for a list. Later stages print
// these values, never the description's own string.

extension Resolver {
    func typeDefaults(_ diagnostics: inout Diagnostics) {
        for index in api.types.indices {
            guard case .object(var properties) = api.types[index].content else { continue }
            typeDefaults(of: &properties, areFields: true, &diagnostics)
            api.types[index].content = .object(properties)
        }
        for index in api.endpoints.indices {
            // Changed in a copy: a change in place while `self` is read would copy the whole list.
            var endpoint = api.endpoints[index]
            for position in endpoint.parameters.indices {
                typeDefault(of: &endpoint.parameters[position].property, isField: false, &diagnostics)
            }
            typeDefaults(of: &endpoint.response.headers, areFields: true, &diagnostics)
            if var body = endpoint.body {
                typeDefaults(of: &body.fields, areFields: false, &diagnostics)
                endpoint.body = body
            }
            api.endpoints[index] = endpoint
        }
        var variables = api.baseURL.variables
        typeDefaults(of: &variables, areFields: false, &diagnostics)
        api.baseURL.variables = variables
    }

    private func typeDefaults(
        of properties: inout [API.Property], areFields: Bool, _ diagnostics: inout Diagnostics
    ) {
        for position in properties.indices {
            typeDefault(of: &properties[position], isField: areFields, &diagnostics)
        }
    }

    private func typeDefault(of property: inout API.Property, isField: Bool, _ diagnostics: inout Diagnostics) {
        if let example = property.writtenExample {
            // Examples are prose as often as values.
            var trial = Diagnostics()
            property.example = value(example, property.shape, &trial)
        }
        if let only = property.onlyValue, value(only, property.shape, &diagnostics) == nil { property.onlyValue = nil }
        guard let literal = property.writtenDefault else { return }
        if literal.kind == .null, api.resolvingAliases(property.shape) != .scalar(.json) {
            // An optional is null by default anyway.
            if property.presence == .required { diagnostics.report(.nullDefault(at: literal.place)) }
            return
        }
        if isField, property.presence != .required {
            diagnostics.report(.defaultOfOptionalField(property.wireName, at: literal.place))
            return
        }
        property.defaultValue = value(literal, property.shape, &diagnostics)
    }

    package func value(
        _ literal: Description.Literal, _ shape: API.Shape, _ diagnostics: inout Diagnostics
    ) -> API.Value? {
        switch api.resolvingAliases(shape) {
        case .scalar(let scalar):
            let (value, help) = scalarValue(literal.kind, scalar)
            if value == nil {
                diagnostics.report(
                    scalar == .data || scalar == .void
                        ? .noDefaultFor(scalar.rawValue, at: literal.place)
                        : .wrongDefault(literal.kind, scalar.rawValue, help: help, at: literal.place))
            }
            return value
        case .optional(let wrapped):
            return literal.kind == .null ? .json(.null) : value(literal, wrapped, &diagnostics)
        case .list(let element):
            guard case .list(let elements) = literal.kind else {
                diagnostics.report(.wrongDefault(literal.kind, "list", help: "write '[…]'", at: literal.place))
                return nil
            }
            let values = elements.compactMap { value($0, element, &diagnostics) }
            return values.count == elements.count ? .list(values) : nil
        case .dictionary(let element):
            guard case .object(let members) = literal.kind else {
                diagnostics.report(
                    .wrongDefault(literal.kind, "dictionary", help: "write '{key: value}'", at: literal.place))
                return nil
            }
            let entries = members.compactMap { member in
                value(member.value, element, &diagnostics).map { API.Value.Entry(key: member.key, value: $0) }
            }
            return entries.count == members.count ? .dictionary(entries) : nil
        case .named(let id, _):
            guard case .enumeration(let cases) = api[id].content else {
                diagnostics.report(.noDefaultFor(api[id].name, at: literal.place))
                return nil
            }
            let text = literal.kind.scalarText
            guard let index = cases.firstIndex(where: { $0.wireValue == text }) else {
                diagnostics.report(
                    .wrongDefault(
                        literal.kind, api[id].owner == .api ? api[id].name : "value of the enum",
                        help: Spelling.help(for: text ?? "", among: cases.map(\.wireValue)), at: literal.place))
                return nil
            }
            return .enumCase(id, index)
        case .typeParameter(let name):
            diagnostics.report(.noDefaultFor(name, at: literal.place))
            return nil
        }
    }

    /// - Returns: The value, or nil with help if the literal is no value of the type.
    private func scalarValue(
        _ literal: Description.Literal.Kind, _ scalar: Scalar
    ) -> (value: API.Value?, help: DiagnosticText) {
        var text: String? { if case .string(let text) = literal { text } else { nil } }
        var number: Double? {
            switch literal {
            case .integer(let digits), .float(let digits): Double(digits).flatMap { $0.isFinite ? $0 : nil }
            default: nil
            }
        }
        func integer<I: FixedWidthInteger>(_: I.Type) -> (value: API.Value?, help: DiagnosticText) {
            guard case .integer(let digits) = literal else { return (nil, "expected a whole number") }
            return I(digits) == nil
                ? (nil, "expected a number from \(I.min) to \(I.max)") : (.integer(digits), "")
        }
        switch scalar {
        // `String = 5` and `String = true` are strings, because the type says so.
        case .string: return (literal.scalarText.map { .string($0) }, "expected text")
        case .bool:
            if case .bool(let value) = literal { return (.bool(value), "") }
            return (nil, "expected true or false")
        case .int, .int64: return integer(Int64.self)
        case .int32: return integer(Int32.self)
        case .uint64: return integer(UInt64.self)
        case .double, .float: return (number.map { .double($0) }, "expected a number")
        case .decimal:
            switch literal {
            case .integer(let digits):
                return (Decimals.isExact(digits) ? .decimal(digits) : nil, "expected at most 18 digits")
            case .float(let digits):
                return (Decimals.isExact(digits) ? .decimal(digits) : nil, "expected at most 18 digits and no exponent")
            default: return (nil, "expected a number")
            }
        case .date:
            return (
                text.flatMap { Calendar.seconds(rfc3339: $0) }.map { .date($0) },
                "expected an RFC 3339 date-time: 2026-01-31T12:00:00Z"
            )
        case .day:
            let day = text.flatMap { Calendar.day($0) }
            return (day.map { .day(year: $0.year, month: $0.month, day: $0.day) }, "expected a date: 2026-01-31")
        case .timestamp, .timestampMilliseconds:
            let isMilliseconds = scalar == .timestampMilliseconds
            return (number.map { .timestamp($0, isMilliseconds: isMilliseconds) }, "expected a number")
        case .url:
            return (
                text.flatMap { URLText.isPlain($0) ? .url($0) : nil }, "expected an absolute URL, percent-encoded"
            )
        case .uuid:
            return (
                text.flatMap { URLText.isUUID($0) ? .uuid($0) : nil },
                "expected a UUID: 8-4-4-4-12 hexadecimal digits"
            )
        case .json: return (.json(literal), "")
        case .data, .void: return (nil, "")
        }
    }

    // MARK: - Unions

    /// Checks that the cases of a discriminated union are models, and that alternatives can be distinguished.
    func checkUnions(_ diagnostics: inout Diagnostics) {
        for index in api.types.indices { checkPlainUnion(index, &diagnostics) }
        for index in api.types.indices {
            guard case .union(var union) = api.types[index].content, let discriminator = union.discriminator else {
                continue
            }
            let others = union.alternatives.filter { !api.mayHoldDiscriminator(api.resolvingAliases($0.shape)) }
            guard !others.isEmpty else { continue }
            guard description.isLenient else {
                for other in others { diagnostics.report(.caseIsNoModel(other.tag ?? "", at: other.place)) }
                continue
            }
            // A list, for example, has no property for the discriminator.
            diagnostics.report(.discriminatorIgnored(discriminator, at: api.types[index].place))
            union.discriminator = nil
            for position in union.alternatives.indices {
                (union.alternatives[position].tag, union.alternatives[position].isDefault) = (nil, false)
            }
            api.types[index].content = .union(union)
            checkPlainUnion(index, &diagnostics)
        }
    }

    /// Reports and removes types that a union without a discriminator holds twice.
    private func checkPlainUnion(_ index: Int, _ diagnostics: inout Diagnostics) {
        guard case .union(var union) = api.types[index].content, union.discriminator == nil else { return }
        var repeated: Set<Int> = []
        var first: [API.Shape: Int] = [:]
        for (position, alternative) in union.alternatives.enumerated() {
            let resolved = api.resolvingAliases(alternative.shape)
            if let earlier = first[resolved] {
                repeated.insert(position)
                let names = [alternative, union.alternatives[earlier]].map { api.written($0.shape) }
                diagnostics.report(
                    .sameAlternative(
                        names[0], names[1], in: api.types[index].name, at: alternative.place,
                        first: union.alternatives[earlier].place))
            } else {
                first[resolved] = position
            }
            markTriedByKeys(resolved)
        }
        guard !repeated.isEmpty else { return }
        union.alternatives = union.alternatives.indices.filter { !repeated.contains($0) }.map { union.alternatives[$0] }
        api.types[index].content = .union(union)
    }

    private func markTriedByKeys(_ shape: API.Shape) {
        switch shape {
        case .list(let inner): markTriedByKeys(api.resolvingAliases(inner))
        case .named(let id, _): api[id].isTriedByKeys = true
        default: break
        }
    }
}

extension API {
    /// Whether values of a shape may be objects with a discriminator: models, unions of models, dictionaries and `JSON`.
    fileprivate func mayHoldDiscriminator(_ shape: Shape) -> Bool {
        var shape = shape
        // A union of one type is that type. The loop is bounded, since the type may be the union itself.
        for _ in types.indices {
            switch shape {
            case .scalar(let scalar): return scalar == .json
            case .list, .optional: return false
            case .dictionary, .typeParameter: return true
            case .named(let id, _):
                switch self[id].content {
                case .enumeration, .date: return false
                case .union(let union):
                    guard let only = union.onlyShape else { return true }
                    shape = resolvingAliases(only)
                case .object, .alias, .own: return true
                }
            }
        }
        return true
    }
}

extension Description.Literal.Kind {
    /// A scalar as a string.
    package var scalarText: String? {
        switch self {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .integer(let text), .float(let text), .string(let text): text
        case .list, .object: nil
        }
    }
    /// For messages.
    var text: String { scalarText ?? (self == .list([]) ? "[]" : "…") }
}

extension Diagnostic {
    static func nullDefault(at place: SourceLocation) -> Self {
        .error(
            "null-default", "the default is null, and the type isn't optional", help: "write 'T?' without a default",
            at: place)
    }
    static func defaultOfOptionalField(_ name: String, at place: SourceLocation) -> Self {
        .error(
            "optional-with-default", "'\(name)' has a default, so it is never absent",
            help: "leave out the '?', or the default", at: place)
    }
    static func wrongDefault(
        _ literal: Description.Literal.Kind, _ type: String, help: DiagnosticText?, at place: SourceLocation
    ) -> Self {
        let article: DiagnosticText = "AEIO".contains(type.prefix(1).uppercased()) ? "an" : "a"
        // Quotes are what makes `"1"` wrong, so they are shown.
        var text: DiagnosticText = "'\(literal.text)'"
        var help = help
        if case .string(let string) = literal {
            switch YAMLScalar(plain: string) {
            case .string: break
            case .bool where type == Scalar.bool.rawValue, .integer, .float:
                text = "\"\(string)\""
                help = help.map { "\($0), without quotes" }
            default: text = "\"\(string)\""
            }
        }
        if type == Scalar.bool.rawValue, let word = literal.scalarText?.lowercased() {
            if ["yes", "on", "1", "y"].contains(word) { help = "write 'true'" }
            if ["no", "off", "0", "n"].contains(word) { help = "write 'false'" }
        }
        return .error("wrong-default", "the default \(text) is not \(article) \(type)", help: help, at: place)
    }
    static func noDefaultFor(_ type: String, at place: SourceLocation) -> Self {
        .error("default-unsupported", "a default can't be written for '\(type)'", help: "make it optional", at: place)
    }
    static func caseIsNoModel(_ tag: String, at place: SourceLocation) -> Self {
        .error(
            "case-is-no-model", "the case '\(tag)' isn't a model, so it has no discriminator",
            help: "name a model with fields", at: place)
    }
    static func sameAlternative(
        _ name: String, _ other: String, in union: String, at place: SourceLocation, first: SourceLocation
    ) -> Self {
        .error(
            "same-alternative",
            name == other
                ? "'\(union)' contains '\(name)' already"
                : "'\(name)' in '\(union)' is the same type as '\(other)'", at: place,
            notes: [.init("the first is here", at: first)])
    }
}
