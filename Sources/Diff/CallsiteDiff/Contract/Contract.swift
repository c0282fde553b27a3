// The promises of a description, as one value that other modules can read: the resolved API, each part of it with its
// Swift name, and the declarations that callers see. Nothing is decided here, and nothing of the API is written again:
// `Contract+Reading.swift` adds the results of `lower` to the results of `resolve`.

import CallsiteCore
import CallsiteSwift

/// A part of the resolved API with what callers see of it. It has all properties of that part.
@dynamicMemberLookup
package protocol ContractPart: Sendable {
    associatedtype Part
    var api: Part { get }
}

extension ContractPart {
    package subscript<Value>(dynamicMember path: KeyPath<Part, Value>) -> Value { api[keyPath: path] }
}

/// A resolved API as a value for readers outside this module, such as `callsite diff`.
package struct Contract: ContractPart {
    package var api: API
    package var variables: [Field] = []
    package var endpoints: [Endpoint] = []
    /// In the order of the API's types, so that a `TypeID` is an index here too.
    package var types: [NamedType] = []
    package var declarations: [Declaration] = []
    /// The declarations by their paths.
    var paths: [String: Int] = [:]
    /// The declaration of the API itself: its protocol, and the function or value of its base URL.
    package var declaration: Int?
    /// The path at which the code declares a shared type in place, by the type's path here.
    package var sharedPaths: [String: String] = [:]

    var typeIDs: [API.TypeID] { types.indices.map(API.TypeID.init) }

    package subscript(_ id: API.TypeID) -> NamedType {
        // Lent, not copied: a type holds a dozen references.
        _read { yield types[id.index] }
    }

    /// The names of the OAuth 2 flows.
    var flows: [String] { api.oauth2Flows.map(\.name.text) }

    package enum Location: String, Hashable, Sendable { case path, query, header, cookie, body, property }

    /// A property of a model, a parameter, a field of a body, a header of a response or a variable of the base URL.
    package struct Field: ContractPart {
        package var api: API.Property
        package var swiftName: String
        package var location = Location.property
        /// The default value as printed; nil if there is none.
        package var defaultText: String?
        /// The `style` and `explode` of a parameter as one string, or the encoding of a field in a form or a multipart
        /// body.
        package var style = ""
        /// Whether the parameter is written in a media type (`content`), not in a style.
        package var isContent = false
        /// Its key in `renames:`; nil: its wire name after its owner's key.
        var renamesKey: String?

        /// The only allowed value, as printed. The field itself may be absent.
        var constantText: String? {
            if api.isConstant { return defaultText }
            if case .string(let text)? = api.onlyValue?.kind { return SwiftStringLiteral(text).text }
            return api.onlyValue.map { $0.kind.scalarText ?? "" }
        }
    }

    /// A case of an enum or of a response.
    package struct Case<Part: Sendable>: ContractPart {
        package var api: Part
        package var swiftName: String
    }

    package struct NamedType: ContractPart {
        package enum Content: Sendable {
            case object([Field])
            case enumeration([Case<API.EnumCase>])
            case union(Union)
            case alias(API.Shape)
            case own(OwnType)
            case date(DatePattern)
        }
        package struct Union: Sendable {
            package var discriminator: String?
            package var alternatives: [Alternative]
        }
        package struct Alternative: ContractPart {
            package var api: API.Union.Alternative
            package var swiftName: String
            /// The field and the value that identify the alternative if there is no discriminator.
            package var mark: (field: String, value: String)?
        }
        package var api: API.NamedType
        /// The name after those of the outer types.
        package var swiftName: String
        package var content: Content
        /// Its key in `renames:` of callsite.yaml.
        var renamesKey: String
        /// The other half of a schema that is two types, one to read and one to send.
        package var counterpart: API.TypeID?
        package var declaration: Int?

        package var isRead: Bool { api.usage.contains(.read) }
        package var isWritten: Bool { api.usage.contains(.written) }
        /// Whether it is the half of a schema that is only sent.
        var isSentHalf: Bool { api.position == .derived && api.usage == .written }
        /// Distinguishes types with the same name and owner: whether it is a header's, a parameter's, the half that is
        /// only sent, …
        var distinction: String { isSentHalf ? "sent" : api.position.place ?? "" }
    }

    package struct Endpoint: ContractPart {
        package var api: API.Endpoint
        package var swiftName: String
        package var parameters: [Field]
        package var body: Body?
        package var response: Response
        package var paging: PagingSummary?
        /// The Swift types of the values that change from page to page.
        var cursor: [String] = []
        package var declaration: Int?

        package var path: String { api.path.text }
        /// `GET /pets`
        package var title: String { api.method + " " + path }
    }

    package struct Body: ContractPart {
        package enum Content: Sendable {
            /// The request's own properties.
            case fields([Field])
            case whole(API.Shape, isOptional: Bool)
        }
        package var api: API.Body
        package var content: Content
        package var swiftName: String
        /// Whether a server refuses a request without the body.
        package var isRequired: Bool

        /// The encoding, with the form of its lists.
        package var encodingText: String { api.encoding.rawValue + (api.lists.map { ", lists \($0.rawValue)" } ?? "") }
    }

    package struct Response: ContractPart {
        package var api: API.Response
        package var cases: [Case<API.ResponseCase>]
        package var headers: [Field]
    }
}

extension Contract {
    /// The type that a shape names, also in lists, dictionaries and optionals.
    func innermostType(_ shape: API.Shape) -> API.TypeID? {
        switch api.resolvingAliases(shape) {
        case .list(let inner), .dictionary(let inner), .optional(let inner): innermostType(inner)
        case .named(let id, _): id
        case .scalar, .typeParameter: nil
        }
    }

    /// A type as it is called in Swift.
    package func text(_ shape: API.Shape) -> String {
        switch shape {
        case .scalar(let scalar):
            switch scalar {
            case .json: "JSONValue"
            case .day: "CalendarDate"
            default: scalar.rawValue
            }
        case .named(let id, let arguments):
            self[id].swiftName + (arguments.isEmpty ? "" : "<" + arguments.map(text).joined(separator: ", ") + ">")
        case .typeParameter(let name): name
        case .list(let element): "[" + text(element) + "]"
        case .dictionary(let value): "[String: " + text(value) + "]"
        case .optional(let wrapped): text(wrapped) + "?"
        }
    }
}
