// A declared type: its fields, cases or alternatives, who uses it, and where it stands.

extension API {
    package struct TypeID: Hashable, Sendable {
        package let index: Int
        package init(index: Int) { self.index = index }
    }

    /// The type of a value: a scalar, a declared type, a list and so on.
    package indirect enum Shape: Hashable, Sendable {
        case scalar(Scalar)
        case named(TypeID, [Shape])
        case typeParameter(String)
        case list(Shape)
        case dictionary(Shape)
        case optional(Shape)

        package var isInteger: Bool { if case .scalar(let scalar) = self { scalar.isInteger } else { false } }
        package var isNumber: Bool { if case .scalar(let scalar) = self { scalar.isNumber } else { false } }
    }

    package struct NamedType: Sendable {
        /// Where the type is declared: at the top, or in place, nested in the type or endpoint that uses it.
        package enum Owner: Hashable, Sendable {
            case api
            case type(TypeID)
            /// By its index in `endpoints`.
            case endpoint(Int)
        }
        /// Where a type stands. If several types want one name equally, the type whose position comes first here keeps
        /// it.
        package enum Position: Int, Hashable, Sendable {
            /// A schema of the description, or one of another file.
            case declared, included
            /// The response of an operation.
            case response
            /// A part of a type, or of a response.
            case inside
            case path, query, header, cookie, body, responseHeader, error
            /// A type made from a part, such as the element of an alias, and the half of a type that is sent only.
            case derived

            /// The name of the case.
            package var text: String { Self.texts[rawValue] }
            private static let texts = [
                declared, included, response, inside, path, query, header, cookie, body, responseHeader, error, derived,
            ].map(String.init(describing:))

            /// The word that distinguishes parts of the same name in a request.
            package var place: String? {
                switch self {
                case .path, .query, .header, .cookie, .body, .error: text
                case .responseHeader: "headers"
                case .declared, .included, .response, .inside, .derived: nil
                }
            }
        }
        package enum Content: Sendable {
            case object([Property])
            case enumeration([EnumCase])
            case union(Union)
            case alias(Shape)
            /// A type that the user has written: nothing is declared.
            case own(OwnType)
            /// A string that is a date in a format of its own.
            case date(DatePattern)
        }
        /// As declared. A type in place has the wire name of the part whose type it is.
        package var name: String
        /// The string that its Swift name is made from; nil if that is `name`.
        @Seldom package var title: String? = nil
        /// The name that a configuration chose.
        @Seldom package var swiftName: String? = nil
        /// Where a type in place stands.
        package var position = Position.inside
        /// Whether it is the type of a list's elements, which takes its name from the list.
        package var isElement = false
        /// Protocols that a configuration asks for.
        package var conformances: [String] = []
        package var owner: Owner
        package var typeParameters: [String]
        package var content: Content
        /// The shape that an alias stands for, through any other aliases; nil if it isn't resolved yet, or depends on
        /// type arguments.
        package var resolved: Shape?
        /// The shape of fields with any other name.
        package var rest: Shape?
        package var enumValues = Description.EnumValues.texts
        package var usage: Usage = []
        /// Whether a union tries the type by its keys.
        package var isTriedByKeys = false
        /// Whether fields that the description doesn't have are kept.
        package var keepsUnknown = false
        /// An estimate of a value's bytes in the type that holds it: see `Layout`. 0 for an alias.
        package var size = 0
        package var documentation: String?
        @Seldom package var deprecation: Description.Deprecation? = nil
        package var place: SourceLocation
    }

    package struct Usage: OptionSet, Hashable, Sendable {
        package let rawValue: Int
        package init(rawValue: Int) { self.rawValue = rawValue }
        /// The type comes in responses.
        package static let read = Usage(rawValue: 1)
        /// The type goes into requests.
        package static let written = Usage(rawValue: 2)
    }

    /// Whether a field may be absent, and whether it may be null.
    package enum Presence: Hashable, Sendable {
        case required
        /// Absent or null when read; left out when written.
        case optional
        /// Present, but maybe null.
        case nullable
        /// Absent, null or a value: three states.
        case optionalNullable
    }

    package struct Property: Sendable {
        package var wireName: String
        /// The name that the author chose.
        @Seldom package var swiftName: String? = nil
        package var shape: Shape
        package var presence: Presence
        /// The default as written, and of the property's type.
        @Seldom package var writtenDefault: Description.Literal? = nil
        package var defaultValue: Value?
        /// The example as written, and of the property's type; the latter is nil if the example isn't a value of that
        /// type.
        @Seldom package var writtenExample: Description.Literal? = nil
        package var example: Value?
        /// The value of an optional field that a response lacks. A constant that may be absent has one.
        @Seldom package var absentValue: Description.Literal? = nil
        package var isConstant = false
        /// The only value of an optional field, as written.
        @Seldom package var onlyValue: Description.Literal? = nil
        /// The minimum of a number.
        package var minimum: Int?
        /// Whether a value of another type is read as if it were absent.
        package var isGuessed = false
        package var isReadOnly = false
        package var isWriteOnly = false
        /// Held by reference: it closes a cycle, or is large.
        package var isBoxed = false
        package var documentation: String?
        @Seldom package var deprecation: Description.Deprecation? = nil
        package var place: SourceLocation

        /// Whether every request and every response must have a value for it.
        package var isNeeded: Bool { presence == .required && defaultValue == nil }
        var isOfOneDirection: Bool { isReadOnly || isWriteOnly }
    }

    package struct EnumCase: Hashable, Sendable {
        package var wireValue: String
        @Seldom package var swiftName: String? = nil
        package var place: SourceLocation
    }

    package struct Union: Sendable {
        package struct Alternative: Sendable {
            package var tag: String?
            package var title: String?
            /// The name that a configuration chose.
            package var swiftName: String?
            package var shape: Shape
            package var isDefault = false
            /// Held by reference: it closes a cycle, or is large.
            package var isBoxed = false
            package var place: SourceLocation

            /// The string that its case is named after; nil if that is its type. A tag that is a number, a Boolean, a
            /// URL, a path or a name of several parts, such as `#Microsoft.Azure.Search.Skill`, isn't used.
            package var label: String? {
                title
                    ?? tag.flatMap { tag in
                        let isName = !tag.contains { "/#:".contains($0) } && tag.count { $0 == "." } < 2
                        return Int64(tag) != nil || tag == "true" || tag == "false" || !isName ? nil : tag
                    }
            }
        }
        package var discriminator: String?
        package var alternatives: [Alternative]

        /// The shape of the only alternative; nil if there are several, or a discriminator.
        package var onlyShape: Shape? { discriminator == nil && alternatives.count == 1 ? alternatives[0].shape : nil }
    }

    /// A default, of its property's type.
    package indirect enum Value: Hashable, Sendable {
        case bool(Bool)
        /// Decimal digits that fit the type.
        case integer(String)
        case double(Double)
        /// Digits as written: `-12.50`.
        case decimal(String)
        case string(String)
        /// Seconds since 1970.
        case date(Double)
        case day(year: Int, month: Int, day: Int)
        case timestamp(Double, isMilliseconds: Bool)
        case url(String)
        case uuid(String)
        /// A case of an enum, by its index.
        case enumCase(TypeID, Int)
        case list([Value])
        case dictionary([Entry])
        case json(Description.Literal.Kind)

        package struct Entry: Hashable, Sendable {
            package var key: String
            package var value: Value
        }
    }
}

extension API.Property {
    /// A value that the description doesn't list as a property, such as a whole body.
    package init(wireName: String, shape: API.Shape, presence: API.Presence, place: SourceLocation) {
        self.init(wireName: wireName, swiftName: nil, shape: shape, presence: presence, place: place)
    }
}

extension API.NamedType.Content {
    var isObject: Bool { if case .object = self { true } else { false } }

    /// The properties of an object; any other type has none. They are modified in place, without a copy of the array.
    var properties: [API.Property] {
        get { if case .object(let properties) = self { properties } else { [] } }
        _modify {
            guard case .object(var properties) = self else {
                var none: [API.Property] = []
                yield &none
                return
            }
            self = .object([])
            defer { self = .object(properties) }
            yield &properties
        }
    }
}
