import CallsiteCore

/// Writes the printed content of a type as a string, without its name, its documentation and its nested types: two
/// types with equal strings are the same. Parts can't be confused, whatever strings the description contains.
struct ContentWriter {
    private(set) var text = ""
    /// The types in place that the content names.
    private(set) var nestedNames: [API.TypeID] = []
    private let lowering: Lowering

    init(_ lowering: Lowering) { self.lowering = lowering }

    /// Replaces the earlier content. One writer is used for all types, since it is large.
    mutating func write(_ id: API.TypeID) {
        text = ""
        nestedNames = []
        let type = lowering.api[id]
        let names = lowering.memberNames[id.index]
        switch type.content {
        case .object(let properties):
            write("object")
            writeUse(type)
            write(type.isTriedByKeys, type.keepsUnknown)
            if let rest = type.rest { write(rest) }
            for (property, name) in zip(properties, names) {
                add(name)
                write(property)
            }
        case .enumeration(let cases):
            write("enum")
            write(type.enumValues == .texts ? "texts" : type.enumValues == .integers ? "integers" : "numbers")
            for (value, name) in zip(cases, names) {
                add(name)
                add(value.wireValue)
            }
        case .union(let union):
            write("union")
            writeUse(type)
            add(union.discriminator)
            for (alternative, name) in zip(union.alternatives, names) {
                add(name)
                add(alternative.tag)
                write(alternative.shape)
                write(alternative.isDefault, alternative.isBoxed)
            }
        case .alias(let target):
            write("alias")
            write(target)
        case .date(let pattern):
            write("date")
            writeUse(type)
            add(pattern.text)
            add(pattern.timeZone)
        case .own(let own):
            write("own")
            add(own.name)
        }
    }

    private mutating func writeUse(_ type: API.NamedType) {
        write(type.usage.contains(.read), type.usage.contains(.written))
        for conformance in type.conformances { add(conformance) }
        write(";")
    }

    private mutating func write(_ property: API.Property) {
        add(property.wireName)
        write(property.shape)
        switch property.presence {
        case .required: write("!")
        case .optional: write("?")
        case .nullable: write("n")
        case .optionalNullable: write("*")
        }
        write(property.isConstant, property.isReadOnly)
        write(property.isWriteOnly, property.isBoxed)
        if property.isConstant, property.absentValue != nil { write("implied") }
        if let value = property.defaultValue {
            write("=")
            add(lowering.expression(value, property.shape).text)
        }
    }

    private mutating func write(_ shape: API.Shape) {
        switch shape {
        case .scalar(let scalar): write(scalar.rawValue)
        case .typeParameter(let name): add(name)
        case .list(let element):
            write("[")
            write(element)
        case .dictionary(let value):
            write("{")
            write(value)
        case .optional(let wrapped):
            write("?")
            write(wrapped)
        case .named(let id, let arguments):
            let isOutside = lowering.api[id].owner == .api
            if !isOutside { nestedNames.append(id) }
            write(isOutside ? "^" : ".")
            add(lowering.name(of: id).name)
            for argument in arguments { write(argument) }
            write(">")
        }
    }

    /// Writes a fixed word of this file.
    private mutating func write(_ word: String) {
        text += word
        text += " "
    }

    private mutating func write(_ first: Bool, _ second: Bool) {
        write(first ? second ? "3" : "2" : second ? "1" : "0")
    }

    /// Writes a string of the description behind its length.
    private mutating func add(_ string: String?) {
        guard let string else { return write("-") }
        text += String(string.utf8.count)
        text += ": "
        text += string
    }
}
