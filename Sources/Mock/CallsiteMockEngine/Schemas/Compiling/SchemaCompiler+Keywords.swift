import CallsiteText

/// Reads the keywords as each dialect means them.
extension SchemaCompiler {
    mutating func read(_ value: JSONValue, at place: Int, into keywords: inout SchemaKeywords) {
        switch value {
        case .bool(true): keywords.verdict = .allows
        case .bool(false): keywords.verdict = .refuses("nothing is allowed here")
        case .object(let fields):
            if fields.isEmpty {
                keywords.verdict = .allows
                return
            }
            readAny(fields, at: place, into: &keywords)
            readNumbersAndStrings(fields, at: place, into: &keywords)
            readArrays(fields, at: place, into: &keywords)
            readObjects(fields, at: place, into: &keywords)
            readInPlace(fields, at: place, into: &keywords)
        default:
            note("a schema is an object or a boolean, found \(Quoted.value(value))", at: place)
            keywords.verdict = .refuses("the schema isn't an object: \(Quoted.value(value))")
        }
    }

    private func count(_ value: JSONValue?) -> Int? {
        guard case .number(let number)? = value else { return nil }
        let exact = ExactNumber(number)
        guard exact.isInteger, !exact.isNegative else { return nil }
        return exact.int ?? .max
    }

    func strings(_ value: JSONValue?) -> [String] {
        guard case .array(let elements)? = value else { return [] }
        var seen: Set<ExactString> = []
        return elements.compactMap(\.string).filter { seen.insert(ExactString($0)).inserted }
    }

    /// The node of the schema at a key.
    private mutating func node(_ key: String, at place: Int) -> Int? { self.place(place, key).map { node(at: $0) } }

    /// The nodes of the schemas in a list.
    private mutating func nodes(_ key: String, of fields: JSONObject, at place: Int) -> [Int] {
        guard case .array(let elements)? = fields[key], let list = self.place(place, key) else { return [] }
        return elements.indices.compactMap { index in self.place(list, String(index)).map { node(at: $0) } }
    }

    private mutating func pattern(_ text: String, at place: Int) -> Pattern? {
        do throws(Pattern.Problem) {
            return try Pattern(text)
        } catch {
            note("the pattern '\(Quoted.cut(text))' \(error.message)", at: place)
            return nil
        }
    }

    private mutating func readAny(_ fields: JSONObject, at place: Int, into keywords: inout SchemaKeywords) {
        let names = fields["type"]?.string.map { [$0] } ?? strings(fields["type"])
        if !names.isEmpty {
            let types = names.compactMap(SchemaTypes.init(named:))
            if types.count == names.count {
                keywords.types = types.reduce([]) { $0.union($1) }
            } else {
                note(
                    "the type '\(Quoted.cut(names.joined(separator: ", ")))' isn't known, so types aren't checked",
                    at: place)
            }
        }
        // Many documents of OpenAPI 3.1 keep `nullable`, and generated code sends and reads `null` there too.
        if fields["nullable"] == .bool(true) { keywords.isNullable = true }
        if case .array(let values)? = fields["enum"] {
            keywords.enumValues = values
            keywords.enumKeys = Set(values.map(EqualityKey.init))
            keywords.enumStrings = Set(values.compactMap(\.string).map(ExactString.init))
        }
        if dialect == .draft202012, let value = fields["const"] {
            keywords.const = EqualityKey(value)
            keywords.constValue = value
        }
        if let example = fields["example"] { keywords.examples.append(example) }
        switch fields["examples"] {
        case .array(let examples)?: keywords.examples += examples.prefix(8)
        case .object(let examples)?: keywords.examples += examples.pairs.prefix(8).compactMap { $0.value["value"] }
        default: break
        }
        if let value = fields["default"] { keywords.examples.append(value) }
    }

    private mutating func readNumbersAndStrings(
        _ fields: JSONObject, at place: Int, into keywords: inout SchemaKeywords
    ) {
        for (keyword, isUpper, exclusion) in [
            ("minimum", false, "exclusiveMinimum"), ("exclusiveMinimum", false, nil),
            ("maximum", true, "exclusiveMaximum"), ("exclusiveMaximum", true, nil),
        ] {
            guard case .number(let number)? = fields[keyword] else { continue }
            let exact = ExactNumber(number)
            keywords.bounds.append(
                .init(
                    keyword: keyword, number: exact, int: exact.int, isUpper: isUpper,
                    isExclusive: exclusion.map { fields[$0] == .bool(true) } ?? true, text: Quoted.cut(number.digits)))
        }
        if case .number(let number)? = fields["multipleOf"] {
            let exact = ExactNumber(number)
            if exact.isZero || exact.isNegative {
                note("'multipleOf' isn't a positive number", at: place)
            } else {
                keywords.multipleOf = exact
            }
        }
        keywords.minLength = count(fields["minLength"])
        keywords.maxLength = count(fields["maxLength"])
        if case .string(let text)? = fields["pattern"] { keywords.pattern = pattern(text, at: place) }
        if options.checksFormats, case .string(let name)? = fields["format"] {
            keywords.format = SchemaFormat(rawValue: name)
        }
        switch fields["contentEncoding"]?.string {
        case "base64": keywords.madeFormat = .byte
        case "base64url": keywords.madeFormat = .base64url
        default: break
        }
        // The server's own date format, which `dateFormat` declares.
        if options.checksFormats, case .string(let pattern)? = fields["x-date"] {
            (keywords.dateText, keywords.format) = (DateText(pattern), nil)
        }
    }

    private mutating func readArrays(_ fields: JSONObject, at place: Int, into keywords: inout SchemaKeywords) {
        keywords.minItems = count(fields["minItems"])
        keywords.maxItems = count(fields["maxItems"])
        keywords.isUnique = fields["uniqueItems"] == .bool(true)
        if case .array? = fields["items"] {
            keywords.prefixItems = nodes("items", of: fields, at: place)
            keywords.items = node("additionalItems", at: place)
            keywords.itemsKeyword = "additionalItems"
            keywords.prefixKeyword = "items"
        } else {
            keywords.items = node("items", at: place)
            if dialect == .draft202012 { keywords.prefixItems = nodes("prefixItems", of: fields, at: place) }
        }
        guard dialect == .draft202012 else { return }
        keywords.contains = node("contains", at: place)
        keywords.minContains = count(fields["minContains"])
        keywords.maxContains = count(fields["maxContains"])
        keywords.unevaluatedItems = node("unevaluatedItems", at: place)
    }

    private mutating func readObjects(_ fields: JSONObject, at place: Int, into keywords: inout SchemaKeywords) {
        keywords.minProperties = count(fields["minProperties"])
        keywords.maxProperties = count(fields["maxProperties"])
        if case .object(let properties)? = fields["properties"], let folder = self.place(place, "properties") {
            keywords.names = properties.keys
            for name in properties.keys {
                guard let inner = self.place(folder, name) else { continue }
                let direction = directions(of: inner)
                keywords.properties[ExactString(name)] = .init(
                    node: node(at: inner), isReadOnly: direction.isReadOnly, isWriteOnly: direction.isWriteOnly)
            }
        }
        keywords.required = strings(fields["required"])
        for name in keywords.required { keywords.properties[ExactString(name), default: .init()].isRequired = true }
        let directed = ["allOf", "anyOf", "oneOf", "$ref", "dependentRequired", "dependencies"]
        if !keywords.required.isEmpty || directed.contains(where: { fields[$0] != nil }) {
            let names = directedNames(at: place)
            (keywords.readOnlyNames, keywords.writeOnlyNames) = (names.readOnly, names.writeOnly)
        }
        if case .object(let patterns)? = fields["patternProperties"],
            let folder = self.place(place, "patternProperties")
        {
            for text in patterns.keys {
                guard let inner = self.place(folder, text), let pattern = pattern(text, at: inner) else { continue }
                keywords.patternProperties.append((pattern, node(at: inner)))
            }
        }
        keywords.additional = node("additionalProperties", at: place)
        if dialect == .draft202012 {
            keywords.propertyNames = node("propertyNames", at: place)
            keywords.unevaluatedProperties = node("unevaluatedProperties", at: place)
            if case .object(let dependent)? = fields["dependentRequired"] {
                for (name, names) in dependent.pairs { keywords.dependentRequired.append((name, strings(names))) }
            }
            readDependentSchemas("dependentSchemas", fields, at: place, into: &keywords)
        }
        readDependentSchemas("dependencies", fields, at: place, into: &keywords)
    }

    private mutating func readDependentSchemas(
        _ key: String, _ fields: JSONObject, at place: Int, into keywords: inout SchemaKeywords
    ) {
        guard case .object(let dependent)? = fields[key], let folder = self.place(place, key) else { return }
        if key == "dependencies" { keywords.dependencyKeyword = key }
        for (name, value) in dependent.pairs {
            if case .array = value {
                keywords.dependentRequired.append((name, strings(value)))
            } else if let inner = self.place(folder, name) {
                keywords.dependentSchemas.append((name, node(at: inner)))
            }
        }
    }

    private mutating func readInPlace(_ fields: JSONObject, at place: Int, into keywords: inout SchemaKeywords) {
        for key in ["$ref", "$dynamicRef"] where keywords.ref == nil {
            guard case .string(let reference)? = fields[key], key == "$ref" || dialect == .draft202012 else { continue }
            if let target = target(of: reference, from: place) {
                keywords.ref = node(at: target)
            } else {
                note("'\(key)' leads nowhere: '\(Quoted.cut(reference))'", at: place)
                keywords.ref = refusing("its '\(key)' leads nowhere: '\(Quoted.cut(reference))'", place: place)
            }
        }
        keywords.allOf = nodes("allOf", of: fields, at: place)
        keywords.anyOf = nodes("anyOf", of: fields, at: place)
        keywords.oneOf = nodes("oneOf", of: fields, at: place)
        keywords.not = node("not", at: place)
        if dialect == .draft202012, let condition = node("if", at: place) {
            keywords.condition = condition
            keywords.then = node("then", at: place)
            keywords.otherwise = node("else", at: place)
        }
        if dialect != .draft4, case .string(let property)? = fields["discriminator"]?["propertyName"] {
            keywords.discriminator = discriminator(property, fields, at: place, keywords)
        }
    }
}
