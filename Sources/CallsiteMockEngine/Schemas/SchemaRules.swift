/// How keywords are read.
package enum SchemaDialect: Sendable {
    /// OpenAPI 3.1 and 3.2.
    case draft202012
    /// OpenAPI 3.0 and Swagger 2.0: draft 4 with `nullable`; what stands beside a reference counts for nothing.
    case openAPI30
    case draft4
}

/// The types of JSON Schema.
struct SchemaTypes: OptionSet, Hashable, Sendable {
    let rawValue: UInt8
    static let null = SchemaTypes(rawValue: 1)
    static let boolean = SchemaTypes(rawValue: 2)
    static let integer = SchemaTypes(rawValue: 4)
    /// Whole numbers too.
    static let number = SchemaTypes(rawValue: 8)
    static let string = SchemaTypes(rawValue: 16)
    static let array = SchemaTypes(rawValue: 32)
    static let object = SchemaTypes(rawValue: 64)

    static let named: [(name: String, type: SchemaTypes)] = [
        ("null", .null), ("boolean", .boolean), ("integer", .integer), ("number", [.number, .integer]), ("string", .string),
        ("array", .array), ("object", .object),
    ]

    /// `an integer or null`
    var text: String {
        var names: [String] = []
        if contains(.string) { names.append("a string") }
        if contains(.number) { names.append("a number") } else if contains(.integer) { names.append("an integer") }
        if contains(.boolean) { names.append("a boolean") }
        if contains(.array) { names.append("a list") }
        if contains(.object) { names.append("an object") }
        if contains(.null) { names.append("null") }
        guard names.count > 1, let last = names.last else { return names.first ?? "nothing" }
        return names.dropLast().joined(separator: ", ") + " or " + last
    }
}

/// A schema's keywords, read once. Other schemas are named by their index in the set.
final class SchemaRules: Sendable {
    /// Where the schema is.
    let pointer: String
    /// The schema as it is written.
    let written: JSONValue
    /// `true` and `false` are schemas. nil: it has keywords.
    let always: Bool?
    let reference: Int?
    let types: SchemaTypes?
    let values: [JSONValue]?
    /// The same, as they are compared.
    let canonicalValues: Set<JSONValue>
    let hasConst: Bool
    let minimum: ExactNumber?
    let maximum: ExactNumber?
    let exclusiveMinimum: ExactNumber?
    let exclusiveMaximum: ExactNumber?
    let multipleOf: ExactNumber?
    let minLength: Int?
    let maxLength: Int?
    let pattern: Pattern?
    let format: SchemaFormat?
    let prefixItems: [Int]
    let items: Int?
    let contains: Int?
    let minContains: Int?
    let maxContains: Int?
    let minItems: Int?
    let maxItems: Int?
    let uniqueItems: Bool
    let unevaluatedItems: Int?
    let properties: [SchemaKey: Int]
    /// In their order, for whoever makes values.
    let propertyOrder: [String]
    let patternProperties: [(pattern: Pattern, schema: Int)]
    let additionalProperties: Int?
    let propertyNames: Int?
    let required: [String]
    let minProperties: Int?
    let maxProperties: Int?
    let dependentRequired: [(key: String, names: [String])]
    let dependentSchemas: [(key: String, schema: Int)]
    let unevaluatedProperties: Int?
    let allOf: [Int]
    let anyOf: [Int]
    let oneOf: [Int]
    let not: Int?
    let condition: (test: Int, then: Int?, otherwise: Int?)?
    let discriminator: (property: String, schemas: [String: Int])?
    let isReadOnly: Bool
    let isWriteOnly: Bool

    /// - Parameter schema: The index of a schema in the set, by where it is.
    init(_ json: JSONValue, _ pointer: String, _ dialect: SchemaDialect, _ compiler: inout SchemaCompiler) {
        self.pointer = pointer
        written = json
        let isOld = dialect != .draft202012
        var keywords = json.object ?? JSONObject()
        always = json.bool ?? (json.object == nil ? true : nil)
        let reference = keywords["$ref"]?.string ?? keywords["$dynamicRef"]?.string
        let base = compiler.base(of: pointer)
        // Older dialects have nothing beside a reference.
        if isOld, reference != nil { keywords = JSONObject() }
        self.reference = reference.map { compiler.target($0, from: pointer, base) }

        func schema(_ key: String) -> Int? {
            guard let value = keywords[key], value.object != nil || value.bool != nil else { return nil }
            return compiler.index(pointer + "/" + key)
        }
        func list(_ key: String) -> [Int] {
            (keywords[key]?.array ?? []).indices.map { compiler.index("\(pointer)/\(key)/\($0)") }
        }
        func inside(_ key: String, _ name: String) -> Int { compiler.index(pointer + "/" + key + "/" + SchemaCompiler.escaped(name)) }
        func count(_ key: String) -> Int? {
            guard case .number(let digits)? = keywords[key] else { return nil }
            return Int(digits.digits) ?? Double(digits.digits).map { Int(max(0, min($0, 1e15))) }
        }
        func number(_ key: String) -> ExactNumber? {
            if case .number(let digits)? = keywords[key] { ExactNumber(digits) } else { nil }
        }

        var types: SchemaTypes?
        for name in keywords["type"]?.string.map({ [$0] }) ?? keywords["type"]?.array?.compactMap(\.string) ?? [] {
            if name == "file" { types = (types ?? []).union(.string) }
            if let type = SchemaTypes.named.first(where: { $0.name == name })?.type { types = (types ?? []).union(type) }
        }
        let isNullable = dialect == .openAPI30 && keywords["nullable"] == .bool(true)
        if isNullable, let known = types { types = known.union(.null) }
        self.types = types

        let const = dialect == .draft4 ? nil : keywords["const"]
        var values = const.map { [$0] } ?? keywords["enum"]?.array
        // Whoever wrote both meant both; an enum of texts beside `nullable` is common.
        if isNullable, let known = values, !known.contains(.null) { values = known + [.null] }
        self.values = values
        hasConst = const != nil
        canonicalValues = Set((values ?? []).map(\.canonical))

        let (least, most) = (number("minimum"), number("maximum"))
        let isAbove = isOld && keywords["exclusiveMinimum"] == .bool(true)
        let isBelow = isOld && keywords["exclusiveMaximum"] == .bool(true)
        minimum = isAbove ? nil : least
        maximum = isBelow ? nil : most
        exclusiveMinimum = isAbove ? least : number("exclusiveMinimum")
        exclusiveMaximum = isBelow ? most : number("exclusiveMaximum")
        multipleOf = number("multipleOf")
        minLength = count("minLength")
        maxLength = count("maxLength")
        pattern = keywords["pattern"]?.string.flatMap { compiler.pattern($0, pointer + "/pattern") }
        format = keywords["format"]?.string.flatMap(SchemaFormat.init)

        // Lists: tuples were `items` with `additionalItems` in older drafts.
        if isOld, keywords["items"]?.array != nil {
            prefixItems = list("items")
            items = schema("additionalItems")
        } else {
            prefixItems = dialect == .draft4 ? [] : list("prefixItems")
            items = schema("items")
        }
        contains = dialect == .draft4 ? nil : schema("contains")
        minContains = count("minContains")
        maxContains = count("maxContains")
        minItems = count("minItems")
        maxItems = count("maxItems")
        uniqueItems = keywords["uniqueItems"] == .bool(true)
        unevaluatedItems = schema("unevaluatedItems")

        var properties: [SchemaKey: Int] = [:]
        for key in keywords["properties"]?.object?.keys ?? [] { properties[SchemaKey(key)] = inside("properties", key) }
        self.properties = properties
        propertyOrder = keywords["properties"]?.object?.keys ?? []
        patternProperties = (keywords["patternProperties"]?.object?.keys ?? []).compactMap { key in
            compiler.pattern(key, pointer + "/patternProperties").map { ($0, inside("patternProperties", key)) }
        }
        additionalProperties = schema("additionalProperties")
        propertyNames = dialect == .draft4 ? nil : schema("propertyNames")
        // In Swagger's early days a property said so of itself, with a boolean.
        required = keywords["required"]?.array?.compactMap(\.string) ?? []
        minProperties = count("minProperties")
        maxProperties = count("maxProperties")

        var dependentRequired: [(String, [String])] = []
        var dependentSchemas: [(String, Int)] = []
        for source in ["dependentRequired", "dependentSchemas", "dependencies"] {
            if source == "dependencies" ? false : isOld { continue }
            for (key, value) in keywords[source]?.object?.pairs ?? [] {
                if let names = value.array { dependentRequired.append((key, names.compactMap(\.string))) } else if source != "dependentRequired" {
                    dependentSchemas.append((key, inside(source, key)))
                }
            }
        }
        self.dependentRequired = dependentRequired
        self.dependentSchemas = dependentSchemas
        unevaluatedProperties = schema("unevaluatedProperties")

        allOf = list("allOf")
        anyOf = list("anyOf")
        oneOf = list("oneOf")
        not = schema("not")
        condition = isOld ? nil : schema("if").map { ($0, schema("then"), schema("else")) }

        if let property = keywords["discriminator"]?["propertyName"]?.string {
            let (oneOf, anyOf) = (oneOf, anyOf)
            var schemas: [String: Int] = [:]
            for key in ["oneOf", "anyOf"] {
                for (place, arm) in (keywords[key]?.array ?? []).enumerated() {
                    guard let reference = arm["$ref"]?.string, let name = reference.split(separator: "/").last else { continue }
                    schemas[SchemaCompiler.unescaped(String(name))] = (key == "oneOf" ? oneOf : anyOf)[place]
                }
            }
            for (tag, target) in keywords["discriminator"]?["mapping"]?.object?.pairs ?? [] {
                guard let text = target.string else { continue }
                let arms = (keywords["oneOf"]?.array ?? []) + (keywords["anyOf"]?.array ?? [])
                let indices = oneOf + anyOf
                let place = arms.firstIndex { $0["$ref"]?.string == text || $0["$ref"]?.string?.hasSuffix("/" + text) == true }
                schemas[tag] = place.map { indices[$0] } ?? compiler.target(text, from: pointer, base)
            }
            discriminator = schemas.isEmpty ? nil : (property, schemas)
        } else {
            discriminator = nil
        }
        isReadOnly = keywords["readOnly"] == .bool(true)
        isWriteOnly = keywords["writeOnly"] == .bool(true)
    }
}

/// A key that is equal to those with the same UTF-8.
struct SchemaKey: Hashable, Sendable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (a: SchemaKey, b: SchemaKey) -> Bool { a.text.utf8.elementsEqual(b.text.utf8) }

    func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
