/// A resource of the API: a list of items, each with an id in the path (`/orders`, `/orders/{id}`), or only a list to
/// which items are added.
package struct MockCollection: Sendable {
    /// `/users/{user}/orders`
    let path: String
    /// The property with an item's id; nil if there is none, so that only the list shows the items.
    package let idKey: String?
    /// The field of a response that holds the item; nil if the response is the item.
    package let wrapper: String?
    /// An item's schema, for the fields that a client doesn't send when it creates an item.
    let schema: JSONValue
    /// An item's properties, by which a list may be filtered.
    let properties: Set<String>
    /// Whether ids are numbers, UUIDs or any strings.
    let idKind: IDKind
    /// The schemas of the path's parameter and of the property.
    let idSchemas: [CompiledSchema]
    /// Whether an item has a path of its own.
    let hasOwnPaths: Bool
    /// Makes an item fit its schema; nil if the schema isn't of objects.
    let fit: Lazy<ResponseFit?>

    enum IDKind: Sendable { case number, uuid, text }
}

/// The effect of an operation on a collection.
package enum CollectionAction: Sendable {
    case list(ListShape)
    case create, get, replace, merge, delete
}

/// The collections of an API, recognised by paths and types.
package struct MockCollections: Sendable {
    package private(set) var collections: [MockCollection] = []
    /// The action of each operation on a collection, by the operation's index.
    package private(set) var actions: [Int: (collection: Int, action: CollectionAction)] = [:]
    /// Lists that have pages, by the operation's index. They come to an end, whatever they contain.
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
            add(items, reader, byPath[parent] ?? byPath[parent + "/"] ?? [], description)
        }
        for path in byPath.keys.sorted() where !path.hasSuffix("{}") && !path.hasSuffix("{}/") {
            let items = byPath[path + (path.hasSuffix("/") ? "{}/" : "/{}")] ?? []
            let others = byPath[path] ?? []
            guard !items.contains(where: { $0.method == "GET" }),
                others.allSatisfy({ actions[$0.index] == nil })
            else { continue }
            add(items, nil, others, description)
        }
    }

    /// - Parameters:
    ///   - items: The operations on an item.
    ///   - reader: The operation among them that returns an item; nil if there is none.
    ///   - others: The operations on the list.
    private mutating func add(
        _ items: [MockDescription.Operation], _ reader: MockDescription.Operation?,
        _ others: [MockDescription.Operation], _ description: MockDescription
    ) {
        let lister = others.first { $0.method == "GET" }
        let creator = others.first { $0.method == "POST" }
        let path = others.first?.path ?? ""
        let collection: MockCollection?
        if let reader {
            let parameter = Self.segments(reader.path).last.flatMap(Self.parameter)
            collection = parameter.flatMap { Self.item(reader, $0, path, description) }
        } else if let lister, let creator {
            collection = Self.listed(lister, creator, items, description)
        } else {
            collection = nil
        }
        guard let collection, lister != nil || creator != nil else { return }
        let shape = lister.flatMap { Self.list($0, in: collection.path, collection, description) }
        guard shape != nil || creator != nil else { return }
        let number = collections.count
        collections.append(collection)
        if collection.idKey != nil {
            for item in items {
                switch item.method {
                case "GET": actions[item.index] = (number, .get)
                case "PUT": actions[item.index] = (number, .replace)
                case "PATCH", "POST": actions[item.index] = (number, .merge)
                case "DELETE": actions[item.index] = (number, .delete)
                default: break
                }
            }
        }
        if let creator { actions[creator.index] = (number, .create) }
        if let lister, let shape { actions[lister.index] = (number, .list(shape)) }
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

    /// The name in `{id}`; nil if the segment isn't a parameter.
    static func parameter(_ segment: Substring) -> String? {
        segment.hasPrefix("{") && segment.hasSuffix("}") ? String(segment.dropFirst().dropLast()) : nil
    }

    // MARK: - Items

    /// The JSON media type of a success.
    static func success(_ operation: MockDescription.Operation) -> MockDescription.Media? {
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
            return collection(path, reader, key, nil, schema, outline, description)
        }
        // `{"order": {…}}`
        let inner = outline.properties.compactMap { name, schema -> (String, JSONValue, SchemaOutline, String)? in
            let inside = SchemaOutline(schema, in: document)
            guard inside.isObject, let key = idKey(parameter, resource, inside, document) else { return nil }
            return (name, schema, inside, key)
        }
        guard inner.count == 1, let match = inner.first else { return nil }
        return collection(path, reader, match.3, match.0, match.1, match.2, description)
    }

    /// A list to which items are added, without an operation that returns an item: the list's elements describe it. nil
    /// if the request's body has nothing of an item.
    private static func listed(
        _ lister: MockDescription.Operation, _ creator: MockDescription.Operation,
        _ items: [MockDescription.Operation], _ description: MockDescription
    ) -> MockCollection? {
        let document = description.document
        guard let shape = list(lister, in: lister.path, nil, description),
            let media = success(lister), let schema = document.value(at: media.pointer + "/schema"),
            let element = SchemaOutline(schema, in: document, at: shape.elements)?.items,
            let body = creator.body?.content.first(where: { MediaType($0.type)?.isJSON == true })
                ?? creator.body?.content.first
        else { return nil }
        let outline = SchemaOutline(element, in: document)
        guard outline.isObject, !outline.properties.isEmpty else { return nil }
        func outlined(_ pointer: String) -> SchemaOutline? {
            document.value(at: pointer + "/schema").map { SchemaOutline($0, in: document) }
        }
        let bodyOutline = outlined(body.pointer)
        let responseOutline = success(creator).flatMap { outlined($0.pointer) }
        // `{"order": {…}}`
        let wrapper = [bodyOutline, responseOutline].compactMap { outline in
            outline?.properties.filter { $0.value == element }.keys.min()
        }.first
        guard wrapper != nil || bodyOutline?.properties.keys.contains(where: { outline.properties[$0] != nil }) == true
        else {
            return nil
        }
        let path = lister.path
        let resource = segments(path).last { !$0.hasPrefix("{") }.map(String.init) ?? ""
        let parameter = items.first.flatMap { segments($0.path).last }.flatMap(Self.parameter)
        // Only a path can show that items are identified by names.
        let key = idKey(parameter ?? "id", resource, outline, document, isNamed: parameter != nil)
        return collection(path, items.first ?? lister, key, wrapper, element, outline, description)
    }

    private static func collection(
        _ path: String, _ reader: MockDescription.Operation, _ key: String?, _ wrapper: String?, _ schema: JSONValue,
        _ outline: SchemaOutline, _ description: MockDescription
    ) -> MockCollection {
        let document = description.document
        let parameter = segments(reader.path).last.flatMap(Self.parameter)
        let id = key.flatMap { outline.properties[$0] } ?? .bool(true)
        let idOutline = SchemaOutline(id, in: document)
        var kind = MockCollection.IDKind.text
        if idOutline.isNumber { kind = .number }
        if idOutline.formats.contains("uuid") { kind = .uuid }
        return MockCollection(
            path: path, idKey: key, wrapper: wrapper, schema: schema,
            properties: Set(outline.properties.keys), idKind: kind,
            idSchemas: reader.parameters.filter { $0.location == "path" && $0.name == parameter }.map(\.schema)
                + [description.schemas.schema(id)],
            hasOwnPaths: parameter != nil && key != nil,
            fit: Lazy { ResponseFit(schema, description.schemas.schema(schema), in: description) })
    }

    /// The property with the value of the path's `parameter`: `order_id`, `id`, `orderId` of an order.
    private static func idKey(
        _ parameter: String, _ resource: String, _ outline: SchemaOutline, _ document: JSONValue, isNamed: Bool = true
    ) -> String? {
        func plain(_ name: String) -> String { name.lowercased().filter { $0.isLetter || $0.isNumber } }
        var names: [String: String] = [:]
        for key in outline.properties.keys.sorted() where names[plain(key)] == nil { names[plain(key)] = key }
        let name = plain(parameter)
        var candidates = [name]
        let singular = plain(resource.hasSuffix("s") ? String(resource.dropLast()) : resource)
        if !singular.isEmpty { candidates.append(singular + "id") }
        // `orderId` of an order is its `id`; `orderName` its `name`. `promotion_code` of a promotion code stays whole.
        for suffix in ["id", "uuid", "guid", "key", "name", "slug", "number", "code", "sid"]
        where name.hasSuffix(suffix) && name != singular {
            candidates.append(suffix)
        }
        candidates += isNamed ? ["id", "uuid", "name", "slug", "key", "code", "sid"] : ["id", "uuid", "guid", "sid"]
        // `floating_ip` of a floating IP is its `ip`.
        if let last = parameter.split(whereSeparator: { $0 == "_" || $0 == "-" }).last {
            candidates.append(plain(String(last)))
        }
        return candidates.lazy.compactMap { names[$0] }.first { key in
            // `{"floating_ip": {…}}` wraps an item, and is no id.
            let property = outline.properties[key].map { SchemaOutline($0, in: document) }
            return property.map { $0.isScalar || !($0.isObject || $0.isList) } ?? false
        }
    }
}
