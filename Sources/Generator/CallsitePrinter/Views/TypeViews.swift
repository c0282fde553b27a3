// The names that templates may use for models, enums, unions and aliases.

import CallsiteSwift

extension SwiftType: TemplateView {
    package static let contract = ViewContract<SwiftType>(
        "type", "A type; exactly one of its names is there.",
        [
            .view("structure", "A model.") { $0.structure },
            .view("enumeration", "An enum.") { $0.enumeration },
            .view("union", "A union.") { $0.union },
            .view("alias", "A name for another type.") { $0.alias },
            .view("date", "A date in a format of its own.") { $0.date },
            .view("failure", "An enum of errors that several requests have.") { $0.failure },
        ])
}

extension SwiftGenericParameter: TemplateView {
    package static let contract = ViewContract<SwiftGenericParameter>(
        "parameter", "A type parameter.",
        [.text("name", "Its name.") { $0.name }, .text("constraint", "What it must conform to.") { $0.constraint }])
}

extension SwiftStruct: TemplateView {
    package static let contract = ViewContract<SwiftStruct>(
        "structure", "A model.",
        [
            .text("access", "'public ', 'package ' or nothing.") { $0.access },
            .text("modifiers", "The access, and 'nonisolated' where it is not nested.") { $0.modifiers },
            .lines("documentation", "The description's text.") { $0.documentation },
            .text("name", "Its name.") { $0.name },
            .flag("isGeneric", "It has type parameters.") { !$0.parameters.isEmpty },
            .list("parameters", "Its type parameters.") { $0.parameters },
            .text("conformance", "'DecodableModel', 'EncodableModel' or 'Model'.") { $0.conformance },
            .lines("conformances", "Protocols that the configuration asks for.") { $0.conformances },
            .flag("isRead", "It comes in responses.") { $0.isRead },
            .flag("isWritten", "It goes into requests.") { $0.isWritten },
            .flag("hasInitialiser", "It has an initialiser that takes all properties.") { $0.hasInitialiser },
            .flag("isOnlyRead", "It comes in responses, and has no such initialiser.") {
                $0.isRead && !$0.hasInitialiser
            },
            .flag("isBoth", "It comes in responses, and has such an initialiser.") { $0.isRead && $0.hasInitialiser },
            .flag("hasProperties", "It has properties.") { !$0.properties.isEmpty },
            .list("properties", "Its properties.") { $0.properties },
            .list("initialised", "The properties that the initialiser takes.") { $0.properties.initialised },
            .flag("isLong", "The initialiser is too long for one line.") {
                CallsitePrinter.isLong($0.properties.initialised)
            },
            .view("shape", "The keys by which unions know it.") { $0.shape },
            .list("types", "The types that are nested in it.") { $0.types },
        ])
}

extension SwiftProperty: TemplateView {
    package static let contract = ViewContract<SwiftProperty>(
        "property", "A stored property.",
        [
            .text("access", "'public ', 'package ' or nothing.") { $0.access },
            .lines("documentation", "The description's text.") { $0.documentation },
            .text("name", "Its name.") { $0.name },
            .text("storage", "The name of what holds its value.") { $0.boxed?.name ?? $0.name },
            .text("type", "Its type.") { $0.type },
            .flag("isMutable", "It can be changed.") { $0.isMutable },
            .flag("isOnlyRead", "It comes in responses only.") { $0.isOnlyRead },
            .text("ownValue", "Its value in a new instance, where the initialiser doesn't take it.") { $0.ownValue },
            .flag("isOnlyWritten", "It goes into requests only.") { $0.isOnlyWritten },
            .flag("isForOthers", "It holds the fields that the description doesn't know.") { $0.knownFields != nil },
            .lines("knownFields", "The names on the wire of the model's other properties.") { $0.knownFields ?? [] },
            .text("defaultValue", "What an initialiser takes when the caller says nothing.") { $0.defaultValue },
            .text("initialValue", "What it has when the caller says nothing, where no initialiser is written.") {
                $0.initialValue
            },
            .text("wireName", "Its name on the wire.") { $0.wireName },
            .text("readDefault", "What an absent key means.") { $0.readDefault },
            .flag("isNullable", "The key is always there, and null is nil.") { $0.isNullable },
            .flag("isGuessed", "A value of another type is read as if the key were absent.") { $0.isGuessed },
            .flag("needsSelf", "An argument of the function hides it.") { $0.needsSelf },
            .view("boxed", "The storage of a property that is held by reference, or that is a URL.") { $0.boxed },
        ])
}

extension SwiftBox: TemplateView {
    package static let contract = ViewContract<SwiftBox>(
        "box", "The storage of a property that is held by reference, or that is a URL.",
        [
            .text("wrapper", "'Indirect' or 'StoredURL'.") { $0.wrapper },
            .text("access", "'public ', 'package ' or nothing.") { $0.access },
            .text("name", "Its name.") { $0.name },
            .text("type", "Its type.") { $0.type },
            .flag("isOptional", "It may be nil.") { $0.isOptional },
            .text("plainName", "The property that callers see.") { $0.plainName },
            .text("plainType", "That property's type.") { $0.plainType },
        ])
}

extension SwiftShape: TemplateView {
    package static let contract = ViewContract<SwiftShape>(
        "shape", "The keys of a model.",
        [
            .text("access", "'public ', 'package ' or nothing.") { $0.access },
            .lines("required", "Keys that are always there.") { $0.required },
            .lines("optional", "Keys that may be there.") { $0.optional },
        ])
}

extension SwiftEnum: TemplateView {
    package static let contract = ViewContract<SwiftEnum>(
        "enumeration", "An open enum.",
        [
            .text("access", "'public ', 'package ' or nothing.") { $0.access },
            .text("enumAttribute", "'@nonexhaustive' where enums may get more cases.") { $0.enumAttribute },
            .text("modifiers", "The access, and 'nonisolated' where it is not nested.") { $0.modifiers },
            .lines("documentation", "The description's text.") { $0.documentation },
            .text("name", "Its name.") { $0.name },
            .text("rawType", "'String', 'Int' or 'Double'.") { $0.rawType },
            .list("cases", "Its cases.") { $0.cases },
            .flag("hasOneRow", "Its cases fit one line.") { $0.rows.count <= 1 },
            .list("rows", "Its cases, as many to a row as fit a line.") { $0.rows },
            .flag("isInGenericType", "It can't have stored static properties.") { $0.isInGenericType },
        ])
}

extension SwiftEnumRow: TemplateView {
    package static let contract = ViewContract<SwiftEnumRow>(
        "enumRow", "Some cases of an open enum.", [.list("cases", "The cases.") { $0.cases }])
}

extension SwiftEnumCase: TemplateView {
    package static let contract = ViewContract<SwiftEnumCase>(
        "enumCase", "One value.",
        [.text("name", "The case.") { $0.name }, .text("wireValue", "The value on the wire.") { $0.wireValue }])
}

extension SwiftUnion: TemplateView {
    package static let contract = ViewContract<SwiftUnion>(
        "union", "One of several types.",
        [
            .text("access", "'public ', 'package ' or nothing.") { $0.access },
            .text("enumAttribute", "'@nonexhaustive' where enums may get more cases.") { $0.enumAttribute },
            .text("modifiers", "The access, and 'nonisolated' where it is not nested.") { $0.modifiers },
            .lines("documentation", "The description's text.") { $0.documentation },
            .text("name", "Its name.") { $0.name },
            .flag("isGeneric", "It has type parameters.") { !$0.parameters.isEmpty },
            .list("parameters", "Its type parameters.") { $0.parameters },
            .text("conformance", "'WireDecodable', 'WireEncodable' or 'WireCodable'.") { $0.conformance },
            .lines("conformances", "Protocols that the configuration asks for.") { $0.conformances },
            .flag("isRead", "It comes in responses.") { $0.isRead },
            .flag("isWritten", "It goes into requests.") { $0.isWritten },
            .text("discriminator", "The property that tells the alternatives apart.") { $0.discriminator },
            .text("fallback", "The case that is taken where the discriminator is unknown.") { $0.fallback },
            .flag("isTried", "The alternative that fits best is taken.") { $0.isTried },
            .list("cases", "Its alternatives.") { $0.cases },
            .list("literals", "The kinds of literals that stand for one of its alternatives.") { $0.literals },
            .list("types", "The types that are nested in it.") { $0.types },
        ])
}

extension SwiftLiteral: TemplateView {
    package static let contract = ViewContract<SwiftLiteral>(
        "literal", "A kind of literal that stands for an alternative.",
        [
            .text("access", "'public ', 'package ' or nothing.") { $0.access },
            .text("protocol", "'ExpressibleByStringLiteral' and its kin.") { $0.literalProtocol },
            .text("label", "The label of its initialiser.") { $0.label },
            .text("type", "What the alternative holds.") { $0.type },
            .text("name", "The case.") { $0.name },
        ])
}

extension SwiftUnionCase: TemplateView {
    package static let contract = ViewContract<SwiftUnionCase>(
        "unionCase", "One alternative.",
        [
            .text("name", "The case.") { $0.name },
            .text("type", "What it holds.") { $0.type },
            .flag("isIndirect", "It holds its payload by reference: it contains itself, or is large.") {
                $0.isIndirect
            },
            .text("tag", "The discriminator's value.") { $0.tag },
            .view("written", "The discriminator, where the alternative does not hold it itself.") { $0.written },
            .text("trial", "How a value is tried.") { $0.trial },
            .text("number", "Its position.") { $0.number },
        ])
}

extension SwiftDiscriminator: TemplateView {
    package static let contract = ViewContract<SwiftDiscriminator>(
        "discriminator", "A discriminator and its value.",
        [.text("name", "The property.") { $0.name }, .text("value", "Its value.") { $0.value }])
}

extension SwiftFormattedDate: TemplateView {
    package static let contract = ViewContract<SwiftFormattedDate>(
        "date", "A date in a format of its own.",
        [
            .text("access", "'public ', 'package ' or nothing.") { $0.access },
            .text("modifiers", "The access, and 'nonisolated' where it is not nested.") { $0.modifiers },
            .lines("documentation", "The description's text.") { $0.documentation },
            .text("name", "Its name.") { $0.name },
            .text("conformance", "'FormattedDate', or 'FormattedDay' where the format says no time of day.") {
                $0.conformance
            },
            .lines("conformances", "Protocols that the configuration asks for.") { $0.conformances },
            .text("property", "The name of what it holds: 'date' or 'day'.") { $0.property },
            .text("type", "The type of what it holds.") { $0.type },
            .text("pattern", "The format, as a literal.") { $0.pattern },
            .text("timeZone", "The time zone of a format that says none, as a literal.") { $0.timeZone },
        ])
}

extension SwiftAlias: TemplateView {
    package static let contract = ViewContract<SwiftAlias>(
        "alias", "A name for another type.",
        [
            .text("access", "'public ', 'package ' or nothing.") { $0.access },
            .lines("documentation", "The description's text.") { $0.documentation },
            .text("name", "Its name.") { $0.name },
            .flag("isGeneric", "It has type parameters.") { !$0.parameters.isEmpty },
            .list("parameters", "Its type parameters.") { $0.parameters },
            .text("type", "The other type.") { $0.type },
        ])
}
