// The promises of a description, as one value that other modules can read: a resolved API with its names on the wire,
// the declarations that callers see, and the places of both. Nothing is decided here: `Contract+Reading.swift` copies
// the results of `resolve` and `lower`.

import CallsiteCore
import CallsiteSwift

/// A resolved API as a value for readers outside this module, such as `callsite diff`.
package struct Contract: Sendable {
    package var name: String
    package var documentation: String?
    package var baseURL: String
    package var variables: [Field] = []
    package var authentication: Authentication?
    package var headers: [Header] = []
    package var errors: [Failure] = []
    /// The statuses that the description lists for every endpoint.
    package var statedErrors: [String] = []
    package var endpoints: [Endpoint] = []
    /// Every type, those written in place included; numbers of types count here.
    package var types: [NamedType] = []
    package var declarations: [Declaration] = []
    /// The declaration of the API itself: its protocol, and the function or value of its base URL.
    package var declaration: Int?
    package var flows: [String] = []
    /// The path at which the code declares a shared type in place, by the type's path here.
    package var sharedPaths: [String: String] = [:]
    package var place: SourceLocation

    package indirect enum Shape: Hashable, Sendable {
        case scalar(ContractScalar)
        case named(Int, [Shape])
        case typeParameter(String)
        case list(Shape)
        case dictionary(Shape)
        case optional(Shape)
    }

    package enum Presence: Hashable, Sendable { case required, optional, nullable, optionalNullable }

    package enum Location: String, Hashable, Sendable { case path, query, header, cookie, body, property }

    /// A property of a model, a parameter, a field of a body, a header of a response or a variable of the base URL.
    package struct Field: Sendable {
        package var wireName: String
        package var swiftName: String
        package var location = Location.property
        package var shape: Shape
        package var presence: Presence
        /// As printed; nil: there is none.
        package var defaultText: String?
        package var isConstant = false
        /// The only value of an optional field, as it would be printed.
        package var onlyText: String?
        /// Responses have it, requests don't.
        package var isReadOnly = false
        package var isWriteOnly = false
        /// The `style` and `explode` of a parameter as one string, or the encoding of a field in a form or a multipart
        /// body.
        package var style = ""
        /// The parameter is written in a media type (`content`), not in a style.
        package var isContent = false
        package var documentation: String?
        package var deprecation: Deprecation?
        package var place: SourceLocation
        /// Its key in `renames:`; nil: its wire name after its owner's key.
        var renamesKey: String?

        /// The only value that there can be, always there or not.
        var constantText: String? { isConstant ? defaultText : onlyText }
    }

    package struct Deprecation: Hashable, Sendable { package var message: String? }

    package struct NamedType: Sendable {
        package enum Owner: Hashable, Sendable { case api, type(Int), endpoint(Int) }
        package enum Content: Sendable {
            case object([Field])
            case enumeration([Case], kind: String)
            case union(Union)
            case alias(Shape)
            case own(String)
            case date(pattern: String)
        }
        package struct Case: Hashable, Sendable {
            package var wireValue: String
            package var swiftName: String
            package var place: SourceLocation
        }
        package struct Union: Sendable {
            package var discriminator: String?
            package var alternatives: [Alternative]
        }
        package struct Alternative: Sendable {
            package var tag: String?
            /// The field that it is known by where there is no discriminator, and its value.
            package var mark: (field: String, value: String)?
            package var swiftName: String
            package var shape: Shape
            package var isDefault: Bool
            package var place: SourceLocation
        }
        /// In the description.
        package var name: String
        /// With what it is nested in.
        package var swiftName: String
        package var owner: Owner
        /// Distinguishes types with the same name and owner: whether it is a header's, a parameter's, the half that is
        /// only sent, …
        package var position: String
        /// Its key in `renames:` of callsite.yaml.
        var renamesKey: String
        package var typeParameters: [String]
        package var content: Content
        /// The shape of fields with any other name.
        package var rest: Shape?
        package var isRead: Bool
        package var isWritten: Bool
        package var keepsUnknown: Bool
        /// The other half of a schema that is two types, one to read and one to send.
        package var counterpart: Int?
        package var documentation: String?
        package var deprecation: Deprecation?
        package var declaration: Int?
        package var place: SourceLocation
    }

    package indirect enum Authentication: Hashable, Sendable {
        case none, bearer, basic
        case header(String), query(String), cookie(String)
        case all([Authentication])
        case oneOf([Authentication])
    }

    package struct Header: Hashable, Sendable {
        package var name: String
        package var value: String
    }

    package struct Failure: Sendable {
        /// `404`, `4XX` or `any`.
        package var status: String
        package var shape: Shape
        package var place: SourceLocation
    }

    package struct Endpoint: Sendable {
        package var name: String
        package var swiftName: String
        package var method: String
        package var path: String
        package var baseURL: String?
        package var tag: String?
        package var documentation: String?
        package var deprecation: Deprecation?
        package var parameters: [Field]
        package var body: Body?
        package var response: Response
        /// nil: the API's.
        package var errors: [Failure]?
        /// The statuses that the description lists for it.
        package var statedErrors: [String] = []
        package var headers: [Header]
        /// nil: the API's.
        package var authentication: Authentication?
        package var paging: Paging?
        package var links: [String]
        package var declaration: Int?
        package var place: SourceLocation

        /// `GET /pets`
        package var title: String { method + " " + path }
    }

    package struct Body: Sendable {
        package enum Content: Sendable {
            /// The request's own properties.
            case fields([Field])
            case whole(Shape, isOptional: Bool)
        }
        package var content: Content
        package var encoding: String
        package var swiftName: String
        /// A server refuses a request without it.
        package var isRequired: Bool
        /// The model whose fields the content is.
        package var model: Shape?
        package var place: SourceLocation
    }

    package struct Response: Sendable {
        package struct Case: Sendable {
            package var status: String
            package var swiftName: String
            package var shape: Shape
            package var encoding: String
        }
        package var shape: Shape
        package var isOptional: Bool
        package var statuses: [Int]
        package var cases: [Case]
        package var encoding: String
        /// `events`, `lines`, or nil.
        package var stream: String?
        package var headers: [Field]
    }

    package struct Paging: Hashable, Sendable {
        package var style: String
        package var parameters: [String]
        package var next: [String]
        package var elements: String?
        package var end: String
        /// The Swift types of the values that change from page to page.
        package var cursor: [String]
        /// The parameters that say how many elements a page has.
        package var sizes: [String]
        /// Everything that decides the next request as one string: where counting begins, what is checked.
        package var text: String
    }
}

/// The types that need no declaration, by their names in Callsite's own format.
package enum ContractScalar: String, CaseIterable, Hashable, Sendable {
    case string = "String"
    case bool = "Bool"
    case int = "Int"
    case int32 = "Int32"
    case int64 = "Int64"
    case uint64 = "UInt64"
    case double = "Double"
    case float = "Float"
    case decimal = "Decimal"
    case date = "Date"
    case day = "Day"
    case timestamp = "Timestamp"
    case timestampMilliseconds = "TimestampMilliseconds"
    case url = "URL"
    case uuid = "UUID"
    case data = "Data"
    case json = "JSON"
    case void = "Void"
}

extension Contract {
    /// A declaration of the generated code, as callers see it.
    package struct Declaration: Sendable {
        package enum Kind: String, Sendable {
            case api, request, structure = "struct", enumeration = "enum", alias = "typealias"
        }
        package struct Argument: Hashable, Sendable {
            package var label: String
            package var type: String
            package var defaultValue: String?
        }
        package struct Property: Hashable, Sendable {
            package var name: String
            package var type: String
            package var isMutable: Bool
        }
        package struct Case: Hashable, Sendable {
            package var name: String
            package var payload: String?
        }
        package var kind: Kind
        /// With what it is nested in: `Issue.Milestone`.
        package var path: String
        package var conformances: [String] = []
        package var typeParameters: [String] = []
        /// The protocol that a type argument must conform to.
        package var typeConstraint: String?
        /// nil: no initialiser that callers use.
        package var arguments: [Argument]?
        package var properties: [Property] = []
        package var cases: [Case] = []
        /// Names for other types, and what an alias stands for under its own name.
        package var aliases: [String: String] = [:]
        package var isDeprecated = false
        /// No initialiser is written: Swift makes one, and a second one without arguments where all have defaults.
        package var isMemberwise = false
        /// Responses have it, so callers read its properties.
        package var isRead = false
        package var nested: [Int] = []
    }

    /// The shape behind aliases, with type arguments put in.
    package func resolvingAliases(_ shape: Shape) -> Shape {
        var shape = shape
        // An alias that names itself was refused, so this ends.
        while case .named(let id, let arguments) = shape, case .alias(let target) = types[id].content {
            shape = Contract.substitute(arguments, of: types[id].typeParameters, in: target)
        }
        return shape
    }

    package static func substitute(_ arguments: [Shape], of parameters: [String], in shape: Shape) -> Shape {
        guard !parameters.isEmpty else { return shape }
        switch shape {
        case .scalar: return shape
        case .typeParameter(let name):
            return parameters.firstIndex(of: name).flatMap { arguments.indices.contains($0) ? arguments[$0] : nil }
                ?? shape
        case .named(let id, let own): return .named(id, own.map { substitute(arguments, of: parameters, in: $0) })
        case .list(let element): return .list(substitute(arguments, of: parameters, in: element))
        case .dictionary(let value): return .dictionary(substitute(arguments, of: parameters, in: value))
        case .optional(let wrapped): return .optional(substitute(arguments, of: parameters, in: wrapped))
        }
    }

    /// A type as it is called in Swift.
    package func text(_ shape: Shape) -> String {
        switch shape {
        case .scalar(let scalar):
            switch scalar {
            case .json: "JSONValue"
            case .day: "CalendarDate"
            default: scalar.rawValue
            }
        case .named(let id, let arguments):
            types[id].swiftName + (arguments.isEmpty ? "" : "<" + arguments.map(text).joined(separator: ", ") + ">")
        case .typeParameter(let name): name
        case .list(let element): "[" + text(element) + "]"
        case .dictionary(let value): "[String: " + text(value) + "]"
        case .optional(let wrapped): text(wrapped) + "?"
        }
    }
}

extension [Contract.Failure] {
    /// The failure with a status or a range of them: its own, else that of its range, else that of any other status.
    func first(covering status: String) -> Contract.Failure? {
        first { $0.status == status }
            ?? (status.count == 3 ? first { $0.status == status.prefix(1) + "XX" } : nil)
            ?? first { $0.status == "any" }
    }
}
