import CallsiteCore

// Types as schemas.

extension API.Property {
    /// Whether it is always there, since an absent key has no meaning.
    var isSent: Bool {
        (presence == .required || presence == .nullable) && absentValue == nil
            && (writtenDefault == nil || isConstant)
    }
}

extension NativeMockWriter {
    // MARK: - Types

    /// - Parameter arguments: The values of the type's parameters. A generic type is written where it is used.
    mutating func write(_ type: API.NamedType, _ arguments: [API.Shape]) {
        let api = api
        func put(_ shape: API.Shape) -> API.Shape { api.substitute(arguments, of: type.typeParameters, in: shape) }
        switch type.content {
        case .object(let properties):
            let properties = properties.map { property in
                var property = property
                property.shape = put(property.shape)
                return property
            }
            writeObject(properties, rest: type.rest.map(put))
        case .enumeration(let cases): writeEnum(cases, type.enumValues)
        case .union(let union):
            var union = union
            for index in union.alternatives.indices {
                union.alternatives[index].shape = put(union.alternatives[index].shape)
            }
            write(union)
        case .alias(let target): write(put(target))
        case .own: json.bool(true)
        case .date(let pattern):
            json.object(["type": "string", "x-date": pattern.text])
        }
    }

    mutating func writeObject(_ properties: [API.Property], rest: API.Shape? = nil) {
        json.begin("{")
        json.pair("type", "object")
        json.begin("properties", "{")
        for property in properties {
            json.key(property.wireName)
            write(property)
        }
        json.end("}")
        let required = properties.filter(\.isSent)
        if !required.isEmpty { json.pair("required", required.map(\.wireName)) }
        if let rest {
            json.key("additionalProperties")
            write(rest)
        }
        json.end("}")
    }

    /// A value with its default, example and limits; null if it may be null.
    ///
    /// - Parameter isField: It is a field of a JSON object, where null is as good as absence.
    mutating func write(_ property: API.Property, isField: Bool = true) {
        let isNullable =
            property.presence == .nullable || property.presence == .optionalNullable
            || isField && property.presence == .optional
        let isPlain =
            !isNullable && !property.isReadOnly && !property.isWriteOnly && property.writtenDefault == nil
            && property.writtenExample == nil && property.minimum == nil
        guard !isPlain else { return write(property.shape) }
        json.begin("{")
        writeAnyOf(property.shape, orNull: isNullable)
        if property.isReadOnly { json.pair("readOnly", true) }
        if property.isWriteOnly { json.pair("writeOnly", true) }
        if let literal = property.writtenDefault {
            json.key(property.isConstant ? "const" : "default")
            json.value(literal.kind)
        }
        if let literal = property.onlyValue {
            json.begin("enum", "[")
            json.value(literal.kind)
            if isNullable { json.json("null") }
            json.end("]")
        }
        if let literal = property.writtenExample {
            json.key("example")
            json.value(literal.kind)
        }
        if let minimum = property.minimum { json.pair("minimum", minimum) }
        json.end("}")
    }

    private mutating func writeAnyOf(_ shape: API.Shape, orNull isNullable: Bool) {
        json.begin("anyOf", "[")
        write(shape)
        if isNullable { json.object(["type": "null"]) }
        json.end("]")
    }

    mutating func writeEnum(_ cases: [API.EnumCase], _ values: Description.EnumValues) {
        json.begin("{")
        json.begin("enum", "[")
        for value in cases {
            if case .texts = values { json.string(value.wireValue) } else { json.json(value.wireValue) }
        }
        json.end("]")
        json.end("}")
    }

    mutating func write(_ union: API.Union) {
        json.begin("{")
        json.begin("anyOf", "[")
        for alternative in union.alternatives {
            guard let key = union.discriminator, let tag = alternative.tag else {
                write(alternative.shape)
                continue
            }
            json.begin("{")
            json.begin("allOf", "[")
            write(alternative.shape)
            json.begin("{")
            json.pair("type", "object")
            json.begin("properties", "{")
            json.begin(key, "{")
            json.pair("const", tag)
            json.end("}")
            json.end("}")
            json.pair("required", [key])
            json.end("}")
            json.end("]")
            json.end("}")
        }
        json.end("]")
        json.end("}")
    }

    mutating func write(_ shape: API.Shape) {
        switch shape {
        case .scalar(let scalar): write(scalar)
        case .typeParameter: json.bool(true)
        case .optional(let wrapped):
            json.begin("{")
            writeAnyOf(wrapped, orNull: true)
            json.end("}")
        case .list(let element):
            json.begin("{")
            json.pair("type", "array")
            json.key("items")
            write(element)
            json.end("}")
        case .dictionary(let value):
            json.begin("{")
            json.pair("type", "object")
            json.key("additionalProperties")
            write(value)
            json.end("}")
        case .named(let id, let arguments):
            guard let key = arguments.isEmpty ? keys[id.index] : key(of: Instance(id: id, arguments: arguments)) else {
                return json.bool(true)
            }
            json.object(["$ref": "#/schemas/" + OpenAPIReader.escaped(key)])
        }
    }

    mutating func key(of instance: Instance) -> String? {
        if let key = instances[instance] { return key }
        guard instances.count < Self.mostInstances else { return nil }
        // Unique, since no type's name contains a blank.
        let key = "\(keys[instance.id.index]) \(instances.count + 1)"
        instances[instance] = key
        waiting.append((key, instance))
        return key
    }

    mutating func write(_ scalar: Scalar) {
        json.begin("{")
        let (type, format): (String?, String?) =
            switch scalar {
            case .string: ("string", nil)
            case .bool: ("boolean", nil)
            case .int, .int64: ("integer", "int64")
            case .int32: ("integer", "int32")
            case .uint64: ("integer", "uint64")
            case .double: ("number", "double")
            case .float: ("number", "float")
            case .decimal: ("number", nil)
            case .date: ("string", "date-time")
            case .day: ("string", "date")
            case .timestamp, .timestampMilliseconds: ("number", nil)
            case .url: ("string", "uri")
            case .uuid: ("string", "uuid")
            case .data: ("string", "byte")
            case .json: (nil, nil)
            case .void: ("null", nil)
            }
        if let type { json.pair("type", type) }
        if let format { json.pair("format", format) }
        json.end("}")
    }
}

extension JSONWriter {
    mutating func value(_ literal: Description.Literal.Kind) {
        switch literal {
        case .null: json("null")
        case .bool(let flag): bool(flag)
        case .integer(let digits): json(digits)
        case .float(let digits): json(Double(digits).map { $0.isFinite ? "\($0)" : "null" } ?? "null")
        case .string(let text): string(text)
        case .list(let elements):
            begin("[")
            for element in elements { value(element.kind) }
            end("]")
        case .object(let members):
            begin("{")
            for member in members {
                key(member.key)
                value(member.value.kind)
            }
            end("}")
        }
    }
}
