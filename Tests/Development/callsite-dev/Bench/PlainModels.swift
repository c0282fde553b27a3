import CallsiteCore
import CallsitePrinter
import CallsiteSwift

/// The models of an API as written by hand, with everything left to the compiler: stored properties, `CodingKeys`,
/// synthesised `Codable`. They are never run: they show the cost of the compiler's own code.
struct PlainModels {
    private(set) var lines: [String] = []
    /// Structs, enums and unions.
    private(set) var count = 0
    private var indentation = ""

    init(_ files: [SwiftFile]) {
        lines = Self.runtime.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        for file in files { for type in file.types { add(type) } }
    }

    var source: String { lines.joined(separator: "\n") + "\n" }

    /// Plain versions of the runtime's types that models use.
    private static let runtime = """
        import Foundation

        public enum JSONValue: Codable, Sendable {
            case null, bool(Bool), number(Double), string(String), array([JSONValue]), object([String: JSONValue])
        }

        public struct CalendarDate: Codable, Sendable {
            public var year: Int
            public var month: Int
            public var day: Int
        }

        public struct Timestamp: Codable, Sendable {
            public var date: Date
        }

        public struct TimestampMilliseconds: Codable, Sendable {
            public var date: Date
        }

        public indirect enum Patch<Value: Codable & Sendable>: Codable, Sendable {
            case unchanged, null, value(Value)
        }

        public final class Boxed<Value: Codable & Sendable>: Codable, Sendable {
            public let value: Value
        }
        """

    private mutating func write(_ line: String) { lines.append(line.isEmpty ? "" : indentation + line) }

    private mutating func nest(_ head: String, _ body: (inout PlainModels) -> Void) {
        write("")
        write(head + " {")
        let outer = indentation
        indentation += "    "
        body(&self)
        indentation = outer
        write("}")
    }

    private mutating func add(_ type: SwiftType) {
        if let structure = type.structure { add(structure) }
        if let enumeration = type.enumeration { add(enumeration) }
        if let union = type.union { add(union) }
        if let alias = type.alias {
            write("")
            write("public typealias \(text(alias.name))\(generics(alias.parameters)) = \(text(alias.type))")
        }
        if let date = type.date {
            write("")
            write("public typealias \(text(date.name)) = Date")
        }
    }

    private mutating func add(_ structure: SwiftStruct) {
        count += 1
        let properties = structure.properties.filter { $0.knownFields == nil }
        nest("public struct \(text(structure.name))\(generics(structure.parameters)): Codable, Sendable") { models in
            for property in properties {
                models.write("public let \(text(property.name)): \(models.type(of: property))")
            }
            if structure.hasInitialiser, !properties.isEmpty {
                models.write("")
                let parameters = properties.map { property in
                    let type = models.type(of: property)
                    return "\(text(property.name)): \(type)" + (type.hasSuffix("?") ? " = nil" : "")
                }
                models.write("public init(\(parameters.joined(separator: ", "))) {")
                for property in properties { models.write("    self.\(text(property.name)) = \(text(property.name))") }
                models.write("}")
            }
            if !properties.isEmpty {
                models.nest("private enum CodingKeys: String, CodingKey") { models in
                    for property in properties {
                        models.write("case \(text(property.name)) = \(text(property.wireName))")
                    }
                }
            }
            for type in structure.types { models.add(type) }
        }
    }

    private mutating func add(_ enumeration: SwiftEnum) {
        count += 1
        // The raw type is that of the generated enum: numbers with a fraction are `Double`.
        nest("public enum \(text(enumeration.name)): \(text(enumeration.rawType)), Codable, Sendable") { models in
            for value in enumeration.cases { models.write("case \(text(value.name)) = \(text(value.wireValue))") }
        }
    }

    private mutating func add(_ union: SwiftUnion) {
        count += 1
        nest("public indirect enum \(text(union.name))\(generics(union.parameters)): Codable, Sendable") { models in
            for alternative in union.cases { models.write("case \(text(alternative.name))(\(text(alternative.type)))") }
            models.write("case unrecognized(JSONValue)")
            for type in union.types { models.add(type) }
        }
    }

    private func type(of property: SwiftProperty) -> String {
        guard let box = property.boxed else { return text(property.type) }
        let plain = text(box.plainType)
        return box.isOptional ? "Boxed<\(plain.hasSuffix("?") ? String(plain.dropLast()) : plain)>?" : "Boxed<\(plain)>"
    }

    private func generics(_ parameters: [SwiftGenericParameter]) -> String {
        parameters.isEmpty
            ? "" : "<" + parameters.map { "\(text($0.name)): Codable & Sendable" }.joined(separator: ", ") + ">"
    }
}

/// The string that templates get.
private func text(_ fragment: some TemplateFragment) -> String {
    var bytes: [UInt8] = []
    fragment.write(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
}
