import CallsiteCore
import CallsiteMockEngine
import CallsitePrinter
import CallsiteSwift

/// The models and unions of a document, and values of them that the mock makes from its schemas: each is decoded by the
/// generated code, must be of the alternative that it was made for, and is written back equal. Another reader of the
/// document than the generator is the judge.
package struct RoundTrip: Sendable {
    /// A type that values are read as.
    package struct Subject: Sendable {
        /// As a program names it.
        package var type: String
        /// The cases of a union, and the pointers to their schemas.
        package var cases: [(name: String, pointer: String?)]
        package var discriminator: String?
        /// A warning says that the type isn't what the document says, here or in what it refers to.
        package var isExplained = false
    }

    /// One value, and the case that it is of; nil: a model.
    package struct Sample: Sendable {
        package var subject: Int
        package var expectedCase: String?
        package var json: JSONValue
    }

    /// The number of alternatives and models that no value could be made of.
    package private(set) var unmade = 0
    package private(set) var subjects: [Subject] = []
    package private(set) var samples: [Sample] = []
    /// The generated files.
    package let files: [Output.File]
    let schemas: SchemaSet
    /// The same, in which a value may be of several alternatives of `oneOf`: no reader counts them.
    let tolerant: SchemaSet
    /// Names of properties that come in one direction only, and of all that the document has.
    let oneWayNames: Set<String>
    let propertyNames: Set<String>
    let discriminators: Set<String>

    /// nil: it is no OpenAPI document in one file, or it has no schemas.
    ///
    /// - Parameter namespace: Several documents can be in one program.
    package init?(_ sources: SourceSet, namespace: String) {
        guard sources.files.count == 1, let bytes = Self.schemasAlone(sources) else { return nil }
        let sources = SourceSet(main: .init(path: sources.paths[0], bytes: bytes))
        var options = Options()
        options.namespace = namespace
        var diagnostics = Diagnostics()
        let nodes = parse(sources, &diagnostics)
        guard let root = nodes.openAPIRoot, let document = try? JSONValue(parsing: bytes) else { return nil }
        let output = generate(sources, options: options)
        guard !output.diagnostics.hasErrors, !output.files.isEmpty else { return nil }
        files = output.files
        let reader = OpenAPIReader(nodes, root, options)
        reader.read()
        let api = resolve(reader.description, options, &diagnostics)
        let lowering = Lowering(api, options)
        lowering.nameEverything(&diagnostics)

        var names = PropertyNames(document: document)
        names.collect(document)
        (oneWayNames, propertyNames, discriminators) = (names.oneWay, names.all, names.discriminators)
        let version = document["openapi"]?.string ?? ""
        let isNew = version.hasPrefix("3.1") || version.hasPrefix("3.2")
        let judged = Self.judged(document)
        schemas = SchemaSet(document: judged, dialect: isNew ? .draft202012 : .openAPI30)
        tolerant = SchemaSet(document: Self.withAnyOf(judged, 0), dialect: isNew ? .draft202012 : .openAPI30)
        var pointers: [SourceLocation: String] = [:]
        Self.collectPointers(of: root, "", 0, &pointers)

        let explained = Self.explainedComponents(document, root, output.diagnostics.sorted.map(\.location), pointers)
        func isExplained(_ pointer: String?) -> Bool {
            guard let pointer else { return true }
            return explained.contains { pointer == $0 || pointer.hasPrefix($0 + "/") }
        }

        let types = lowering.qualifiedNames(lowering.namespace, withArguments: false)
        for (index, type) in api.types.enumerated() {
            guard type.typeParameters.isEmpty, type.usage.contains([.read, .written]), let name = types[index],
                Self.isOutsideGenerics(type, api)
            else { continue }
            switch type.content {
            // One in place is tried with the model that it stands in: it may be made of several schemas.
            case .object where type.owner == .api:
                guard let pointer = pointers[type.place] else { continue }
                let subject = Subject(type: name.text, cases: [], isExplained: isExplained(pointer))
                add(subject, [(nil, pointer, nil)])
            case .union(let union):
                let cases = union.alternatives.enumerated().map { position, alternative in
                    (lowering.memberNames[index][position], pointers[alternative.place])
                }
                let base = pointers[type.place]
                let subject = Subject(
                    type: name.text, cases: cases, discriminator: union.discriminator,
                    isExplained: isExplained(base) || cases.contains { isExplained($0.1) })
                add(
                    subject,
                    zip(cases, union.alternatives).compactMap { one, alternative in
                        one.1.map { (one.0, $0, alternative.tag) }
                    }, fieldsOf: base.flatMap { document.value(atReference: "#" + $0) })
            default: break
            }
        }
    }

    private mutating func add(
        _ subject: Subject, _ alternatives: [(name: String?, pointer: String, tag: String?)],
        fieldsOf base: JSONValue? = nil
    ) {
        subjects.append(subject)
        for (name, pointer, tag) in alternatives {
            var parts: [JSONValue] = [.fields([("$ref", .string("#" + pointer))])]
            // The keywords beside the alternatives hold for each.
            if let beside = base.flatMap({ Self.withoutAlternatives($0) }) { parts.append(beside) }
            let schema = schemas.schema(parts.count == 1 ? parts[0] : .fields([("allOf", .array(parts))]))
            var isMade = false
            for seed in 0..<3 {
                let options = MakeOptions(seed: UInt64(seed), isFull: seed != 1, usesExamples: false)
                guard case .success(var value) = schema.makeValue(options) else { continue }
                if let discriminator = subject.discriminator, let tag {
                    guard case .object(var fields) = value else { continue }
                    // A number or a Boolean stays what it is.
                    if fields[discriminator]?.string != nil || fields[discriminator] == nil {
                        fields[discriminator] = .string(tag)
                    }
                    value = .object(fields)
                }
                isMade = true
                let sample = Sample(subject: subjects.count - 1, expectedCase: name, json: value)
                if !samples.suffix(2).contains(where: { $0.subject == sample.subject && $0.json == value }) {
                    samples.append(sample)
                }
            }
            if !isMade { unmade += 1 }
        }
    }

    /// A schema without its alternatives; nil: it says nothing else.
    private static func withoutAlternatives(_ schema: JSONValue) -> JSONValue? {
        guard case .object(var fields) = schema else { return nil }
        for key in ["oneOf", "anyOf", "discriminator"] { fields[key] = nil }
        if let parts = fields["allOf"]?.array {
            fields["allOf"] = .array(parts.compactMap { withoutAlternatives($0) })
        }
        let says = fields["properties"] != nil || fields["required"] != nil || fields["$ref"] != nil
        return says || fields["allOf"]?.array?.isEmpty == false ? .object(fields) : nil
    }

    // MARK: - The document

    /// The document without operations, so that each schema is of both directions, as JSON.
    private static func schemasAlone(_ sources: SourceSet) -> [UInt8]? {
        var diagnostics = Diagnostics()
        let nodes = parse(sources, &diagnostics)
        guard let root = nodes.openAPIRoot else { return nil }
        var text = "{\"paths\":{}"
        for (key, value) in root.pairs ?? [] {
            guard let key = key.text, !["paths", "webhooks", "x-webhooks", "x-ms-paths"].contains(key) else { continue }
            text += ","
            Node.writeJSON(key, to: &text)
            text += ":"
            value.writeJSON(to: &text)
        }
        return Array((text + "}").utf8)
    }

    /// The document as the maker can read it. A base whose alternatives extend it refuses them all but one: no value is
    /// of exactly one that adds nothing. Bytes are made by their format only.
    private static func judged(_ document: JSONValue) -> JSONValue {
        guard case .object(var root) = readable(document, 0), case .object(var components)? = root["components"],
            case .object(var schemas)? = components["schemas"]
        else { return document }
        for (name, schema) in schemas.pairs {
            guard case .object(var fields) = schema, fields["discriminator"] != nil else { continue }
            (fields["oneOf"], fields["anyOf"]) = (nil, nil)
            let own = "#/components/schemas/" + name
            let isExtended = schemas.values.contains { other in
                other["allOf"]?.array?.contains { $0["$ref"]?.string == own } == true
            }
            if isExtended { schemas[name] = .object(fields) }
        }
        components["schemas"] = .object(schemas)
        root["components"] = .object(components)
        return .object(root)
    }

    /// - Parameter component: The pointer of the component that a value is in.
    private static func readable(_ value: JSONValue, _ depth: Int, in component: String? = nil) -> JSONValue {
        guard depth < 60 else { return value }
        switch value {
        case .array(let elements): return .array(elements.map { readable($0, depth + 1, in: component) })
        case .object(let fields):
            var result = JSONObject()
            for (key, inner) in fields.pairs {
                let own = depth == 2 ? "#/components/schemas/" + OpenAPIReader.escaped(key) : component
                result[key] = readable(inner, depth + 1, in: own)
            }
            // A way to write null, of which the generator warns.
            if result["nullable"] == .bool(true),
                result.keys.allSatisfy({ ["nullable", "description", "title"].contains($0) })
            {
                result["enum"] = .array([.null])
            }
            if result["contentEncoding"]?.string == "base64" { result["format"] = .string("byte") }
            if let component, result["$recursiveRef"] != nil { result["$ref"] = .string(component) }
            return .object(result)
        default: return value
        }
    }

    private static func withAnyOf(_ value: JSONValue, _ depth: Int) -> JSONValue {
        guard depth < 60 else { return value }
        switch value {
        case .array(let elements): return .array(elements.map { withAnyOf($0, depth + 1) })
        case .object(let fields):
            var result = JSONObject()
            for (key, inner) in fields.pairs { result[key == "oneOf" ? "anyOf" : key] = withAnyOf(inner, depth + 1) }
            return .object(result)
        default: return value
        }
    }

    /// The pointers of the components in which something is warned of, and of those that refer to them.
    private static func explainedComponents(
        _ document: JSONValue, _ root: Node, _ places: [SourceLocation], _ pointers: [SourceLocation: String]
    ) -> Set<String> {
        let prefixes = ["/components/schemas/", "/definitions/"]
        // The last node that begins before a place is the innermost, or a sibling of it in the same component.
        let sorted = pointers.sorted { ($0.key.line, $0.key.column) < ($1.key.line, $1.key.column) }
        func component(of pointer: String) -> String? {
            for prefix in prefixes where pointer.hasPrefix(prefix) {
                return prefix + pointer.dropFirst(prefix.count).prefix { $0 != "/" }
            }
            return nil
        }
        var explained: Set<String> = []
        for place in places {
            let found = sorted.last { ($0.key.line, $0.key.column) <= (place.line, place.column) }
            if let component = found.flatMap({ component(of: $0.value) }) { explained.insert(component) }
        }
        var references: [String: Set<String>] = [:]
        for prefix in prefixes {
            for (name, schema) in document.value(at: String(prefix.dropLast()))?.object?.pairs ?? [] {
                collectReferences(schema, 0) { text in
                    guard text.hasPrefix("#"), let target = component(of: String(text.dropFirst())) else { return }
                    references[target, default: []].insert(prefix + OpenAPIReader.escaped(name))
                }
            }
        }
        var open = Array(explained)
        while let next = open.popLast() {
            for user in references[next] ?? [] where explained.insert(user).inserted { open.append(user) }
        }
        return explained
    }

    private static func collectReferences(_ value: JSONValue, _ depth: Int, _ add: (String) -> Void) {
        guard depth < 60 else { return }
        if let text = value["$ref"]?.string { add(text) }
        for inner in value.object?.values ?? value.array ?? [] { collectReferences(inner, depth + 1, add) }
    }

    private static func collectPointers(
        of node: Node, _ pointer: String, _ depth: Int, _ pointers: inout [SourceLocation: String]
    ) {
        guard depth < 60 else { return }
        if node.isMapping, pointers[node.place] == nil { pointers[node.place] = pointer }
        for (key, value) in node.pairs ?? [] {
            collectPointers(of: value, pointer + "/" + OpenAPIReader.escaped(key.text ?? ""), depth + 1, &pointers)
        }
        for (index, element) in (node.elements ?? []).enumerated() {
            collectPointers(of: element, "\(pointer)/\(index)", depth + 1, &pointers)
        }
    }

    private static func isOutsideGenerics(_ type: API.NamedType, _ api: API) -> Bool {
        var owner = type.owner
        while case .type(let id) = owner {
            guard api[id].typeParameters.isEmpty else { return false }
            owner = api[id].owner
        }
        return owner == .api
    }
}

/// The names of the properties in a document's schemas.
private struct PropertyNames {
    let document: JSONValue
    var all: Set<String> = []
    var oneWay: Set<String> = []
    var discriminators: Set<String> = []

    mutating func collect(_ value: JSONValue, depth: Int = 0) {
        guard depth < 60 else { return }
        if let properties = value["properties"]?.object {
            for (name, schema) in properties.pairs {
                all.insert(name)
                // The schema that is referred to may say it, or one that it extends.
                var said = [schema]
                for _ in 0..<4 {
                    said =
                        said
                        + said.flatMap { schema in
                            let parts = [schema] + (schema["allOf"]?.array ?? [])
                            return parts.compactMap { $0["$ref"]?.string }.compactMap {
                                document.value(atReference: $0)
                            }
                        }
                }
                if said.contains(where: { $0["readOnly"] == .bool(true) || $0["writeOnly"] == .bool(true) }) {
                    oneWay.insert(name)
                }
            }
        }
        if let name = value["discriminator"]?["propertyName"]?.string ?? value["discriminator"]?.string {
            discriminators.insert(name)
        }
        for inner in value.object?.values ?? value.array ?? [] { collect(inner, depth: depth + 1) }
    }
}

extension JSONValue {
    static func fields(_ pairs: [(String, JSONValue)]) -> JSONValue {
        var object = JSONObject()
        for (key, value) in pairs { object[key] = value }
        return .object(object)
    }
}
