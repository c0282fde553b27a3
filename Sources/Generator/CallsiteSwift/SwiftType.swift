// A type as it is printed: structs, enums, unions, aliases, dates and failures, with their properties.

import CallsiteCore

/// A stored property, and what is needed to read and to write it.
package struct SwiftProperty: Sendable {
    package var access: SwiftAccess
    package var documentation: [SwiftDocLine]
    package var name: SwiftIdentifier
    package var type: SwiftTypeName
    /// The default of the initialiser's parameter.
    package var defaultValue: SwiftExpression?
    /// The initial value, if no initialiser is written.
    package var initialValue: SwiftExpression?
    package var wireName: SwiftStringLiteral
    /// Whether the property can be changed, so that a model can be read, changed and sent.
    package var isMutable = false
    /// Whether only responses have the property, though requests have the model too.
    package var isOnlyRead = false
    /// The value in a new instance, if no initialiser takes it: a constant's value, or nil for a property of responses
    /// only.
    package var ownValue: SwiftExpression?
    package var isUninitialised: Bool { ownValue != nil }
    /// Whether only requests have the property, though responses have the model too.
    package var isOnlyWritten = false
    /// For a property that holds the fields that the description doesn't know: the names of all known fields.
    package var knownFields: [SwiftStringLiteral]?
    /// The value that is read if the key is absent.
    package var readDefault: SwiftExpression?
    /// Whether the key must be there, with null for nil.
    package var isNullable = false
    /// Whether a value of another type is read as if the key were absent.
    package var isGuessed = false
    /// Whether the name means something else inside `init(from fields:)` and `encode(to fields:)`.
    package var needsSelf = false
    @Seldom package var boxed: SwiftBox? = nil
}

extension [SwiftProperty] {
    /// The properties that an initialiser takes.
    package var initialised: [SwiftProperty] { filter { !$0.isUninitialised } }
}

/// The storage behind a property that is held by reference, or that is a URL.
package struct SwiftBox: Sendable {
    package var access: SwiftAccess
    /// `Indirect` or `StoredURL`.
    package var wrapper: SwiftIdentifier
    package var name: SwiftIdentifier
    package var type: SwiftTypeName
    package var isOptional: Bool
    /// The property that callers see.
    package var plainName: SwiftIdentifier
    package var plainType: SwiftTypeName
}

/// `request.query["labels", style: .form, explode: false] = labels`.
package struct SwiftWrite: Sendable {
    /// `path`, `query`, `header`, `cookie`, `body`, `form` or `part`.
    package var target: SwiftIdentifier
    package var wireName: SwiftStringLiteral
    /// The name of a part's header, if the value is that header's.
    package var header: SwiftStringLiteral?
    /// The media type of a part.
    package var contentType: SwiftStringLiteral?
    package var style: SwiftIdentifier?
    package var isJSON: Bool
    package var explode: SwiftExpression?
    /// The styles of the lists in a list.
    package var elements: [SwiftIdentifier] = []
    package var isNullable: Bool
    /// The property whose value is sent.
    package var value: SwiftIdentifier
    /// Whether the argument of `write(to:)` shadows the property.
    package var needsSelf: Bool
}

/// A type declaration.
package indirect enum SwiftType: Sendable {
    case structure(SwiftStruct), enumeration(SwiftEnum), union(SwiftUnion), alias(SwiftAlias), date(SwiftFormattedDate)
    /// An enum of errors that several requests have.
    case failure(SwiftFailure)
    /// A type that the user has written, or that needs no declaration.
    case nothing

    package var structure: SwiftStruct? { if case .structure(let structure) = self { structure } else { nil } }
    package var enumeration: SwiftEnum? { if case .enumeration(let enumeration) = self { enumeration } else { nil } }
    package var union: SwiftUnion? { if case .union(let union) = self { union } else { nil } }
    package var alias: SwiftAlias? { if case .alias(let alias) = self { alias } else { nil } }
    package var date: SwiftFormattedDate? { if case .date(let date) = self { date } else { nil } }
    package var failure: SwiftFailure? { if case .failure(let failure) = self { failure } else { nil } }
}

package struct SwiftGenericParameter: Sendable {
    package var name: SwiftIdentifier
    package var constraint: SwiftIdentifier
}

package struct SwiftStruct: Sendable {
    package var access: SwiftAccess
    /// The access, and the modifiers of a declaration outside types.
    package var modifiers: SwiftAccess
    package var documentation: [SwiftDocLine]
    package var name: SwiftIdentifier
    package var parameters: [SwiftGenericParameter]
    /// `DecodableModel`, `EncodableModel` or `Model`.
    package var conformance: SwiftIdentifier
    /// The conformances that the configuration asks for.
    package var conformances: [SwiftTypeName]
    package var isRead: Bool
    package var isWritten: Bool
    /// Whether an initialiser is written. It takes all properties except uninitialised ones.
    package var hasInitialiser: Bool
    package var properties: [SwiftProperty]
    package var shape: SwiftShape?
    package var types: [SwiftType]
}

/// The keys by which a union tells this model from others.
package struct SwiftShape: Sendable {
    package var access: SwiftAccess
    package var required: [SwiftStringLiteral]
    package var optional: [SwiftStringLiteral]
}

package struct SwiftEnum: Sendable {
    package var access: SwiftAccess
    package var enumAttribute: SwiftEnumAttribute?
    /// The access, and the modifiers of a declaration outside types.
    package var modifiers: SwiftAccess
    package var documentation: [SwiftDocLine]
    package var name: SwiftIdentifier
    /// `String`, `Int` or `Double`.
    package var rawType: SwiftTypeName
    package var cases: [SwiftEnumCase]
    /// Whether the enum is inside a generic type, which can't have stored static properties.
    package var isInGenericType: Bool

    /// The same cases, as many to a row as fit a line.
    package var rows: [SwiftEnumRow] {
        var rows: [SwiftEnumRow] = []
        var width = 0
        for item in cases {
            // A dot before it, a comma and a space behind it.
            let length = item.name.text.utf8.count + 3
            if rows.isEmpty || width + length > 100 {
                rows.append(SwiftEnumRow(cases: []))
                width = 0
            }
            rows[rows.count - 1].cases.append(item)
            width += length
        }
        return rows
    }
}

/// Some cases, on one line.
package struct SwiftEnumRow: Sendable {
    package var cases: [SwiftEnumCase]
}

package struct SwiftEnumCase: Sendable {
    package var name: SwiftIdentifier
    package var wireValue: SwiftExpression
}

package struct SwiftUnion: Sendable {
    package var access: SwiftAccess
    package var enumAttribute: SwiftEnumAttribute?
    /// The access, and the modifiers of a declaration outside types.
    package var modifiers: SwiftAccess
    package var documentation: [SwiftDocLine]
    package var name: SwiftIdentifier
    package var parameters: [SwiftGenericParameter]
    package var conformance: SwiftIdentifier
    /// The conformances that the configuration asks for.
    package var conformances: [SwiftTypeName]
    package var isRead: Bool
    package var isWritten: Bool
    package var discriminator: SwiftStringLiteral?
    package var cases: [SwiftUnionCase]
    /// The case for values with an unknown discriminator.
    package var fallback: SwiftIdentifier?
    package var isTried: Bool
    package var literals: [SwiftLiteral]
    package var types: [SwiftType]
}

/// A kind of literal that stands for one alternative of a union.
package struct SwiftLiteral: Sendable {
    /// The access of the initialiser.
    package var access: SwiftAccess
    package var literalProtocol: SwiftIdentifier
    package var label: SwiftIdentifier
    package var type: SwiftTypeName
    /// The alternative.
    package var name: SwiftIdentifier
}

package struct SwiftUnionCase: Sendable {
    package var name: SwiftIdentifier
    package var type: SwiftTypeName
    /// Whether the payload is held by reference.
    package var isIndirect: Bool
    package var tag: SwiftStringLiteral?
    /// The discriminator to write before the payload, if the payload doesn't contain it.
    package var written: SwiftDiscriminator?
    /// Without a discriminator: how the value is tried, and its number.
    package var trial: SwiftTrial?
    package var position: Int
    package var number: SwiftExpression { .integer(Int64(position)) }
}

package struct SwiftDiscriminator: Sendable {
    package var name: SwiftStringLiteral
    package var value: SwiftStringLiteral
}

/// How a value is tried, inside `lists` levels of lists: `.value(String.self)`, `Customer.shape`,
/// `.list(Customer.shape)`.
package struct SwiftTrial: Sendable, TemplateFragment {
    package var lists: Int
    /// Whether a model is tried, by its keys.
    package var isModel: Bool
    package var type: SwiftTypeName
    /// A model's fields that tell it from the other alternatives, and their values.
    package var marks: [(field: SwiftStringLiteral, value: SwiftStringLiteral)] = []
    /// Whether another alternative may have the same keys, so that the value must be decoded to find out.
    package var isAmbiguous = false

    package func write(to output: inout [UInt8]) {
        for _ in 0..<lists { output.append(contentsOf: ".list(".utf8) }
        if !isModel { output.append(contentsOf: ".value(".utf8) }
        type.write(to: &output)
        output.append(contentsOf: (isModel ? ".shape" : ".self)").utf8)
        for mark in marks {
            output.append(contentsOf: ".having(".utf8)
            mark.field.write(to: &output)
            output.append(contentsOf: ", ".utf8)
            mark.value.write(to: &output)
            output.append(0x29)
        }
        for _ in 0..<lists { output.append(0x29) }
        guard isAmbiguous else { return }
        output.append(contentsOf: ".tried(as: ".utf8)
        for _ in 0..<lists { output.append(0x5B) }
        type.write(to: &output)
        for _ in 0..<lists { output.append(0x5D) }
        output.append(contentsOf: ".self)".utf8)
    }
}

package struct SwiftAlias: Sendable {
    package var access: SwiftAccess
    package var documentation: [SwiftDocLine]
    package var name: SwiftIdentifier
    package var parameters: [SwiftGenericParameter]
    package var type: SwiftTypeName
}

/// A date that is written in a format of its own.
package struct SwiftFormattedDate: Sendable {
    package var access: SwiftAccess
    package var modifiers: SwiftAccess
    package var documentation: [SwiftDocLine]
    package var name: SwiftIdentifier
    /// `FormattedDate` or `FormattedDay`.
    package var conformance: SwiftIdentifier
    package var conformances: [SwiftTypeName]
    package var property: SwiftIdentifier
    package var type: SwiftTypeName
    package var pattern: SwiftStringLiteral
    package var timeZone: SwiftStringLiteral?
}

/// An enum of the errors that an endpoint declares.
package struct SwiftFailure: Sendable {
    package var access: SwiftAccess
    package var enumAttribute: SwiftEnumAttribute?
    /// The access, and the modifiers of a declaration outside types.
    package var modifiers: SwiftAccess
    package var name: SwiftIdentifier
    package var cases: [SwiftFailureCase]
    package var arms: [SwiftFailureArm]
    /// The case for any other status.
    package var other: SwiftFailureCase?
}

package struct SwiftFailureCase: Sendable {
    package var name: SwiftIdentifier
    /// nil: no body.
    package var type: SwiftTypeName?
    /// Whether the payload is held by reference.
    package var isIndirect: Bool
    /// The statuses, as prose.
    package var statuses: SwiftComment
}

package struct SwiftFailureArm: Sendable {
    package var statuses: [SwiftStatusRange]
    package var failure: SwiftFailureCase
}

package struct SwiftStatusRange: Sendable {
    package var from: SwiftExpression
    /// The end of a family.
    package var to: SwiftExpression?
}
