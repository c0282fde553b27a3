import CallsiteText

/// A schema with its parsed keywords. They refer to other schemas by the numbers of their nodes.
final class SchemaNode: Sendable {
    let keywords: SchemaKeywords

    init(_ keywords: SchemaKeywords) { self.keywords = keywords }

    static let refusing = SchemaNode(SchemaKeywords(place: -1, verdict: .refuses("the schema is missing")))
}

/// The types of JSON, as bits.
struct SchemaTypes: OptionSet, Hashable, Sendable {
    let rawValue: UInt8

    static let null = SchemaTypes(rawValue: 1)
    static let boolean = SchemaTypes(rawValue: 2)
    static let integer = SchemaTypes(rawValue: 4)
    /// Includes integers.
    static let number = SchemaTypes(rawValue: 12)
    static let string = SchemaTypes(rawValue: 16)
    static let array = SchemaTypes(rawValue: 32)
    static let object = SchemaTypes(rawValue: 64)
    static let all = SchemaTypes(rawValue: 127)

    private static let names: [(name: String, type: SchemaTypes, words: String)] = [
        ("object", .object, "an object"), ("array", .array, "an array"), ("string", .string, "a string"),
        ("number", .number, "a number"), ("integer", .integer, "an integer"), ("boolean", .boolean, "a boolean"),
        ("null", .null, "null"),
    ]

    /// "a string or null"
    var words: String {
        Quoted.choice(
            Self.names.filter { contains($0.type) && !($0.type == .integer && contains(.number)) }.map(\.words))
    }
}

extension SchemaTypes {
    init?(named name: String) {
        guard let type = Self.names.first(where: { $0.name == name })?.type else { return nil }
        self = type
    }
}

struct SchemaKeywords: Sendable {
    enum Verdict: Hashable, Sendable {
        case normal, allows
        case refuses(String)
    }

    struct Bound: Sendable {
        let keyword: String
        let number: ExactNumber
        let int: Int?
        /// `maximum` and `exclusiveMaximum`.
        let isUpper: Bool
        let isExclusive: Bool
        let text: String

        func allows<Number: Comparable>(_ value: Number, _ limit: Number) -> Bool {
            let (lower, upper) = isUpper ? (value, limit) : (limit, value)
            return isExclusive ? lower < upper : lower <= upper
        }

        /// As in "from 1" and "below 10".
        var words: String {
            switch (isUpper, isExclusive) {
            case (false, false): "from \(text)"
            case (false, true): "above \(text)"
            case (true, false): "up to \(text)"
            case (true, true): "below \(text)"
            }
        }
    }

    struct Property: Sendable {
        /// -1 if the name is only required.
        var node: Int = -1
        var isRequired = false
        var isReadOnly = false
        var isWriteOnly = false
    }

    struct Discriminator: Sendable {
        let property: String
        /// The branch of `oneOf` or `anyOf` that each value stands for.
        var branches: [ExactString: Int] = [:]
        /// The value that stands for a branch, if the branch is one schema and not a union itself.
        var values: [Int: String] = [:]
        /// The values that a message names.
        var expected: [String] = []
        /// Whether each branch has such values, so that any other is wrong.
        var isComplete = false
        /// Whether a branch leaves the property out. If so, a value without it is checked by the branches themselves.
        var mayBeMissing = false
        /// The schema that each mapped value stands for, also if that schema isn't a branch.
        var targets: [(value: String, node: Int)] = []
    }

    let place: Int
    var verdict: Verdict = .normal
    var types: SchemaTypes?
    var isNullable = false
    var const: EqualityKey?
    var constValue: JSONValue?
    var enumKeys: Set<EqualityKey>?
    var enumValues: [JSONValue] = []
    /// The strings among `enumValues`.
    var enumStrings: Set<ExactString> = []
    /// Lower bounds first.
    var bounds: [Bound] = []
    var multipleOf: ExactNumber?
    var minLength: Int?
    var maxLength: Int?
    var pattern: Pattern?
    var format: SchemaFormat?
    var dateText: DateText?
    /// The format of generated strings. `contentEncoding` doesn't restrict strings, but clients decode them.
    var madeFormat: SchemaFormat?
    var prefixItems: [Int] = []
    var items: Int?
    var contains: Int?
    var minContains: Int?
    var maxContains: Int?
    var minItems: Int?
    var maxItems: Int?
    var isUnique = false
    var unevaluatedItems: Int?
    var properties: [ExactString: Property] = [:]
    /// The keys of `properties`, in their order in the document.
    var names: [String] = []
    /// `properties` in the order of `names`: the next field of a value is probably the next one here.
    var ordered: [(name: ExactString, property: Property)] = []
    var required: [String] = []
    var patternProperties: [(pattern: Pattern, node: Int)] = []
    var additional: Int?
    var propertyNames: Int?
    var minProperties: Int?
    var maxProperties: Int?
    var dependentRequired: [(name: String, names: [String])] = []
    var dependentSchemas: [(name: String, node: Int)] = []
    var unevaluatedProperties: Int?
    /// Names that this schema or one that applies with it says are only read, or only written.
    var readOnlyNames: Set<ExactString> = []
    var writeOnlyNames: Set<ExactString> = []
    var ref: Int?
    var allOf: [Int] = []
    var anyOf: [Int] = []
    var oneOf: [Int] = []
    var not: Int?
    var condition: Int?
    var then: Int?
    var otherwise: Int?
    var discriminator: Discriminator?
    var examples: [JSONValue] = []
    var hasNumber = false
    var hasString = false
    var hasArray = false
    var hasObject = false
    var hasInPlace = false
    /// The keyword for the elements after `prefixItems`: `additionalItems` beside a list of schemas in `items`.
    var itemsKeyword = "items"
    var prefixKeyword = "prefixItems"
    var dependencyKeyword: String?

    mutating func finish() {
        ordered = names.compactMap { name in properties[ExactString(name)].map { (ExactString(name), $0) } }
        hasNumber = !bounds.isEmpty || multipleOf != nil || format?.range != nil
        hasString =
            minLength != nil || maxLength != nil || pattern != nil || dateText != nil
            || format != nil && format?.range == nil
        hasArray =
            !prefixItems.isEmpty || items != nil || contains != nil || minItems != nil || maxItems != nil || isUnique
            || unevaluatedItems != nil
        hasObject =
            !properties.isEmpty || !patternProperties.isEmpty || additional != nil || propertyNames != nil
            || minProperties != nil || maxProperties != nil || !dependentRequired.isEmpty
            || !dependentSchemas.isEmpty || unevaluatedProperties != nil
        hasInPlace = ref != nil || !allOf.isEmpty || !anyOf.isEmpty || !oneOf.isEmpty || not != nil || condition != nil
    }
}
