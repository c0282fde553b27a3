// The keys of fields, models and shapes.

/// The long form of a parameter or a field.
package enum FieldKey: String, NativeKey {
    case type, `in`, name, wire, optional, nullable, `default`, constant, absent, readOnly, writeOnly, description,
        deprecated, style, explode, part, example, fields, otherFields, `enum`, union, cases, otherwise

    static let mapping: DiagnosticText = "a parameter or field"
    /// Keys that mean something for parameters only.
    package static let onlyForParameters: Set<FieldKey> = [.in, .style, .explode, .part]
    /// Keys that mean something for fields only.
    static let onlyForFields: Set<FieldKey> = [.absent, .readOnly, .writeOnly]
    package var summary: String {
        switch self {
        case .type: "The type."
        case .in:
            "Where the parameter is sent; by default in the path if it has a placeholder of this name, otherwise in the query."
        case .name: "The Swift name, in place of the derived one."
        case .wire: "The name that is sent and received, if it can't be the key."
        case .optional: "It may be left out."
        case .nullable: "It may be null."
        case .default:
            "In a request, the value that is sent unless the caller passes another; in a response, the value of an absent key."
        case .constant:
            "The only possible value; callers pass it only where the field is optional. Its type can be left out."
        case .absent: "In a response, the value of an absent key; it is never sent."
        case .readOnly: "It is in responses only."
        case .writeOnly: "It is in requests only."
        case .description: "A description, for the generated documentation."
        case .deprecated: "true, or what to use instead."
        case .style: "How lists and objects are written: OpenAPI's styles, or json."
        case .explode: "Whether each element is a name and value of its own (OpenAPI's explode)."
        case .part: "The part of a multipart body whose header this is, with 'in: header'."
        case .example: "A value, for the documentation and for stubs."
        case .fields: "In place of a type: the fields of an inline model, nested in the type that uses it."
        case .otherFields: "With fields: the type of fields with any other name."
        case .enum: "In place of a type: the values of an inline enum."
        case .union: "In place of a type: an inline union, by the discriminator's name or a list of types."
        case .cases: "With a discriminator: its values, and the type of each."
        case .otherwise: "With a discriminator: the value whose case is used for every other value too."
        }
    }
}

/// The long form of a model.
package enum ModelKey: String, NativeKey {
    case description, deprecated, name, `is`, fields, otherFields, `enum`, union, cases, otherwise, dateFormat, timeZone

    static let mapping: DiagnosticText = "a model in its long form"
    /// The keys that say what the model is.
    package static let shapes: [ModelKey] = [.is, .fields, .enum, .union, .dateFormat]
    package var summary: String {
        switch self {
        case .description: "A description, for the generated documentation."
        case .deprecated: "true, or what to use instead."
        case .name: "The Swift name, in place of the derived one."
        case .is: "Another name for a type."
        case .fields: "The fields by name."
        case .otherFields: "With fields: the type of fields with any other name."
        case .enum:
            "The values of an open enum: a list, or values with their Swift names. All are strings, or all numbers."
        case .union: "A union: the discriminator's name, or a list of types, of which the best fit is decoded."
        case .cases: "With a discriminator: its values, and the model of each."
        case .otherwise: "With a discriminator: the value whose case is used for every other value too."
        case .dateFormat: "The format of a date that is a string: dd.MM.yyyy, with the letters of DateFormatter."
        case .timeZone: "With dateFormat: the time zone of dates without one, Europe/Berlin or +01:00; UTC if left out."
        }
    }
}

/// A type that is declared where it is used, or a type with settings that only a mapping can hold.
package enum ShapeKey: String, NativeKey {
    case type, fields, otherFields, `enum`, union, cases, otherwise, optional, title

    static let mapping: DiagnosticText = "a type in place"
    package var summary: String {
        switch self {
        case .type: "A type that is declared elsewhere."
        case .fields: "The fields of an inline model, nested in the type that uses it."
        case .otherFields: "With fields: the type of fields with any other name."
        case .enum: "The values of an inline enum: a list, or values with their Swift names."
        case .union: "An inline union: the discriminator's name, or a list of types."
        case .cases: "With a discriminator: its values, and the model of each."
        case .otherwise: "With a discriminator: the value whose case is used for every other value too."
        case .optional: "For an element of a list or dictionary: it may be null."
        case .title: "For an alternative of a union: the name of its case."
        }
    }
}
