/// A resource of the API: a list of things, each with a name in the path (`/orders`, `/orders/{id}`).
struct MockCollection: Sendable {
    /// `/users/{user}/orders`
    let path: String
    /// The parameter that names one: `id` of `/orders/{id}`.
    let parameter: String
    /// The property that has the name.
    let idKey: String
    /// Where in a response one is; nil: the response is it.
    let wrapper: String?
    /// The schema of one, for what a client doesn't say when it creates one.
    let schema: JSONValue
    /// Properties of one, by which a list may be filtered.
    let properties: Set<String>
    /// Whether names are numbers, UUIDs or any strings.
    let idKind: IDKind
    /// The schemas of the path's parameter and of the property.
    let idSchemas: [CompiledSchema]
    /// Makes an item fit its schema; nil: the schema isn't of objects.
    let fit: Lazy<ResponseFit?>

    enum IDKind: Sendable { case number, uuid, text }
}

/// The effect of an operation on a collection.
enum CollectionAction: Sendable {
    case list(ListShape)
    case create, get, replace, merge, delete
}

/// Where in its response a list is, and how it is continued.
struct ListShape: Sendable {
    /// The way to the elements; empty: the response is the list.
    let elements: [String]
    let paging: [String: JSONValue]
    /// The keys of each path in `paging`.
    let keys: [String: [String]]
    let size: String?
    /// The size of a page if the client doesn't choose one.
    let defaultSize: Int?
    let mostSize: Int?
    let first: Int
    /// The response besides its elements; nil: it is the list, or its schema says nothing.
    let whole: Lazy<JSONValue?>
    /// Makes an element fit its schema; nil: the element has the schema of a single item, no schema, or one that isn't
    /// of objects.
    let fit: Lazy<ResponseFit?>
}

/// The collections of an API, recognised by paths and types.
struct MockCollections: Sendable {
    private(set) var collections: [MockCollection] = []
    /// By operation.
    private(set) var actions: [Int: (collection: Int, action: CollectionAction)] = [:]
    /// Lists that have pages, by operation: whatever they contain, they come to an end.
    private(set) var paged: [Int: ListShape] = [:]

    init(_ description: MockDescription) {
        var byPath: [String: [MockDescription.Operation]] = [:]
        for operation in description.operations {
            byPath[Self.shape(operation.path), default: []].append(operation)
            if operation.paging["style"] != nil {
                paged[operation.index] = Self.list(operation, in: operation.path, nil, description)
            }
        }
        for path in byPath.keys.sorted() {
            let end = path.hasSuffix("/") ? "/{}/" : "/{}"
            guard path.hasSuffix(end), let items = byPath[path],
                let reader = items.first(where: { $0.method == "GET" })
            else { continue }
            let parent = String(path.dropLast(end.count))
            let others = byPath[parent] ?? byPath[parent + "/"] ?? []
            let lister = others.first { $0.method == "GET" }
            let creator = others.first { $0.method == "POST" }
            guard lister != nil || creator != nil,
                let parameter = Self.segments(reader.path).last.flatMap(Self.parameter),
                let one = Self.item(reader, parameter, others.first?.path ?? "", description)
            else { continue }
            let shape = lister.flatMap { Self.list($0, in: one.path, one, description) }
            guard shape != nil || creator != nil else { continue }
            let number = collections.count
            collections.append(one)
            for item in items {
                switch item.method {
                case "GET": actions[item.index] = (number, .get)
                case "PUT": actions[item.index] = (number, .replace)
                case "PATCH", "POST": actions[item.index] = (number, .merge)
                case "DELETE": actions[item.index] = (number, .delete)
                default: break
                }
            }
            if let creator { actions[creator.index] = (number, .create) }
            if let lister, let shape { actions[lister.index] = (number, .list(shape)) }
        }
    }

    /// A path with its parameters' names left out.
    static func shape(_ path: String) -> String {
        var result = ""
        var depth = 0
        for character in path.prefix(while: { $0 != "?" }) {
            if character == "{" {
                depth += 1
                if depth == 1 { result += "{}" }
            } else if character == "}" {
                depth = max(depth - 1, 0)
            } else if depth == 0 {
                result.append(character)
            }
        }
        return result
    }

    /// The segments of a path, without a query: OpenAPI doesn't allow one there, but documents have it.
    static func segments(_ path: String) -> [Substring] { path.prefix { $0 != "?" }.split(separator: "/") }

    /// The name in `{id}`; nil: the segment is text.
    static func parameter(_ segment: Substring) -> String? {
        segment.hasPrefix("{") && segment.hasSuffix("}") ? String(segment.dropFirst().dropLast()) : nil
    }

    // MARK: - What one is

    /// The media type of a success that is JSON, and the schema behind its references.
    private static func success(_ operation: MockDescription.Operation) -> MockDescription.Media? {
        for response in operation.successes {
            if let media = response.content.first(where: { MediaType($0.type)?.isJSON == true || $0.type.contains("*") }
            ) {
                return media
            }
        }
        return nil
    }

    private static func item(
        _ reader: MockDescription.Operation, _ parameter: String, _ path: String, _ description: MockDescription
    ) -> MockCollection? {
        let document = description.document
        guard let media = success(reader), let schema = document.value(at: media.pointer + "/schema") else {
            return nil
        }
        let outline = SchemaOutline(schema, in: document)
        let resource = path.split(separator: "/").last { !$0.hasPrefix("{") }.map(String.init) ?? ""
        if let key = idKey(parameter, resource, outline, document) {
            return collection(path, reader, parameter, key, nil, schema, outline, description)
        }
        // `{"order": {…}}`
        let inner = outline.properties.compactMap { name, schema -> (String, JSONValue, SchemaOutline, String)? in
            let inside = SchemaOutline(schema, in: document)
            guard inside.isObject, let key = idKey(parameter, resource, inside, document) else { return nil }
            return (name, schema, inside, key)
        }
        guard inner.count == 1, let one = inner.first else { return nil }
        return collection(path, reader, parameter, one.3, one.0, one.1, one.2, description)
    }

    private static func collection(
        _ path: String, _ reader: MockDescription.Operation, _ parameter: String, _ key: String, _ wrapper: String?,
        _ schema: JSONValue, _ outline: SchemaOutline, _ description: MockDescription
    ) -> MockCollection {
        let document = description.document
        let id = outline.properties[key] ?? .bool(true)
        let told = SchemaOutline(id, in: document)
        var kind = MockCollection.IDKind.text
        if told.isNumber { kind = .number }
        if told.formats.contains("uuid") { kind = .uuid }
        return MockCollection(
            path: path, parameter: parameter, idKey: key, wrapper: wrapper, schema: schema,
            properties: Set(outline.properties.keys), idKind: kind,
            idSchemas: reader.parameters.filter { $0.location == "path" && $0.name == parameter }.map(\.schema)
                + [description.schemas.schema(id)],
            fit: Lazy { ResponseFit(schema, description.schemas.schema(schema), in: description) })
    }

    /// The property that has what the path calls `parameter`: `order_id`, `id`, `orderId` of an order.
    private static func idKey(
        _ parameter: String, _ resource: String, _ outline: SchemaOutline, _ document: JSONValue
    ) -> String? {
        func plain(_ name: String) -> String { name.lowercased().filter { $0.isLetter || $0.isNumber } }
        var names: [String: String] = [:]
        for key in outline.properties.keys.sorted() where names[plain(key)] == nil { names[plain(key)] = key }
        let wanted = plain(parameter)
        var candidates = [wanted]
        let singular = plain(resource.hasSuffix("s") ? String(resource.dropLast()) : resource)
        if !singular.isEmpty { candidates.append(singular + "id") }
        // `orderId` of an order is its `id`; `orderName` its `name`. `promotion_code` of a promotion code is all of it.
        for suffix in ["id", "uuid", "guid", "key", "name", "slug", "number", "code", "sid"]
        where wanted.hasSuffix(suffix) && wanted != singular {
            candidates.append(suffix)
        }
        candidates += ["id", "uuid", "name", "slug", "key", "code", "sid"]
        // `floating_ip` of a floating IP is its `ip`.
        if let last = parameter.split(whereSeparator: { $0 == "_" || $0 == "-" }).last {
            candidates.append(plain(String(last)))
        }
        return candidates.lazy.compactMap { names[$0] }.first { key in
            // `{"floating_ip": {…}}` has what it is called in itself.
            let property = outline.properties[key].map { SchemaOutline($0, in: document) }
            return property.map { $0.isScalar || !($0.isObject || $0.isList) } ?? false
        }
    }

    // MARK: - Lists

    private static let sizeNames: Set<String> = [
        "limit", "perpage", "pagesize", "size", "count", "maxresults", "first", "top", "take", "rows", "pagelimit",
        "maxitems",
    ]

    private static func list(
        _ lister: MockDescription.Operation, in path: String, _ one: MockCollection?, _ description: MockDescription
    ) -> ListShape? {
        let document = description.document
        guard let media = success(lister), let schema = document.value(at: media.pointer + "/schema") else {
            return nil
        }
        let outline = SchemaOutline(schema, in: document)
        var elements: [String]?
        if let path = lister.paging["elements"]?.string {
            elements = SchemaOutline.keys(of: path, in: schema, document)
        } else if outline.isList || lister.paging["style"] != nil {
            elements = []
        } else {
            let lists = outline.properties.filter {
                let list = SchemaOutline($0.value, in: document)
                return list.isList && mayHoldObjects(list, document)
            }.keys.sorted()
            let names = ["data", "items", "results", "values", "records", "entries", "list"]
            let own = path.split(separator: "/").last.map { $0.lowercased() } ?? ""
            let found =
                lists.count == 1
                ? lists[0] : lists.first { $0.lowercased() == own } ?? lists.first { names.contains($0.lowercased()) }
            elements = found.map { [$0] }
        }
        guard let elements else { return nil }
        // Names of what was created, say, aren't what was created.
        if one != nil, let list = SchemaOutline(schema, in: document, at: elements), !mayHoldObjects(list, document) {
            return nil
        }
        let fit = Lazy<ResponseFit?> {
            guard let element = SchemaOutline(schema, in: document, at: elements)?.items, element != one?.schema else {
                return nil
            }
            return ResponseFit(element, description.schemas.schema(element), in: description)
        }
        // Where pages are continued by a token, how many elements one has isn't declared: parameters of these names say
        // it.
        let sizeName =
            lister.paging["size"]?.string ?? lister.paging["limit"]?.string
            ?? lister.parameters.first { parameter in
                parameter.location == "query"
                    && Self.sizeNames.contains(parameter.name.lowercased().filter { $0.isLetter })
                    && SchemaOutline(document.value(at: parameter.pointer) ?? .bool(true), in: document).isNumber
            }?.name
        let size = sizeName.flatMap { name in lister.parameters.first { $0.name == name } }.flatMap {
            document.value(at: $0.pointer)
        }
        return ListShape(
            elements: elements, paging: lister.paging,
            keys: Dictionary(
                lister.paging.values.flatMap(\.names).map { ($0, SchemaOutline.keys(of: $0, in: schema, document)) },
                uniquingKeysWith: { first, _ in first }),
            size: sizeName, defaultSize: size?["default"]?.int,
            mostSize: size?["maximum"]?.int,
            first: lister.paging["first"]?.string.flatMap { Int($0) }
                ?? (lister.paging["style"]?.string == "offset" ? 0 : 1),
            whole: elements.isEmpty ? Lazy(nil) : Lazy { MockResponder(description).plainValue(media) }, fit: fit)
    }

    /// Whether a list's elements may be objects.
    private static func mayHoldObjects(_ list: SchemaOutline, _ document: JSONValue) -> Bool {
        guard let items = list.items else { return true }
        let element = SchemaOutline(items, in: document)
        return element.isObject || !(element.isScalar || element.isList)
    }
}
