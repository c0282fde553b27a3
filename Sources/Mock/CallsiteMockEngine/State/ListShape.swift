/// The place of a list in its response, and its pagination.
package struct ListShape: Sendable {
    /// The parameter that says where a page begins, if the pagination itself names none.
    enum Position: Sendable {
        case page(String, first: Int)
        case offset(String)

        var name: String {
            switch self {
            case .page(let name, _), .offset(let name): name
            }
        }
    }

    /// The path to the elements; empty if the response is the list.
    let elements: [String]
    let paging: [String: JSONValue]
    /// The keys of each path in `paging`.
    let keys: [String: [String]]
    package let size: String?
    /// The size of a page if the client doesn't choose one.
    let defaultSize: Int?
    let mostSize: Int?
    let position: Position?
    /// Fields beside the list that count its elements or pages.
    let counts: Lazy<[(path: [String], count: ListCount)]>
    let first: Int
    /// The response besides its elements; nil if the response is the list, or its schema says nothing.
    let whole: Lazy<JSONValue?>
    /// Makes an element fit its schema; nil if the element has the schema of a single item, no schema, or a schema that
    /// isn't of objects.
    let fit: Lazy<ResponseFit?>

    /// The style of the pagination, as in `callsite.yaml`.
    var style: String? { paging["style"]?.string }

    /// The parameters that choose a page, and no elements.
    var parameters: Set<String> {
        Set((paging["parameter"]?.names ?? []) + [size, position?.name].compactMap(\.self))
    }
}

/// A number or a flag of a list's pagination, recognized by its name.
enum ListCount: Sendable {
    case total, totalPages, page, size, offset, count, next, previous, hasNext, hasPrevious, isLast, isFirst

    /// The name of a field or a header: `total_count`, `X-Total-Count`.
    init?(_ name: String) {
        var words = PlausibleValues.words(name)
        if words.first == "x" { words.removeFirst() }
        if words.count > 1, ["pagination", "paging"].contains(words[0]) { words.removeFirst() }
        switch words.joined() {
        case "total", "totalcount", "totalitems", "totalresults", "totalelements", "totalrecords", "totalhits",
            "totalentries", "recordstotal":
            self = .total
        case "totalpages", "pagecount", "pagestotal", "numpages", "numberofpages", "lastpage": self = .totalPages
        case "page", "currentpage", "pagenumber": self = .page
        case "perpage", "pagesize", "itemsperpage", "limit": self = .size
        case "offset", "startindex": self = .offset
        case "count", "itemcount", "resultcount", "numberofelements": self = .count
        case "nextpage": self = .next
        case "prevpage", "previouspage": self = .previous
        case "hasmore", "hasnext", "hasnextpage", "more": self = .hasNext
        case "hasprevious", "hasprev", "haspreviouspage", "hasprevpage": self = .hasPrevious
        case "islast", "last", "islastpage": self = .isLast
        case "isfirst", "first", "isfirstpage": self = .isFirst
        default: return nil
        }
    }

    var isFlag: Bool { [.hasNext, .hasPrevious, .isLast, .isFirst].contains(self) }

    /// The counts beside a list: `{"data": […], "total": 3}`, `{"data": […], "meta": {"total": 3}}`.
    static func all(
        beside elements: [String], in outline: SchemaOutline, _ document: JSONValue
    ) -> [(path: [String], count: ListCount)] {
        var counts: [(path: [String], count: ListCount)] = []
        func look(_ outline: SchemaOutline, _ path: [String]) {
            for (name, schema) in outline.properties.sorted(by: { $0.key < $1.key })
            where path + [name] != elements && counts.count < 32 {
                let inner = SchemaOutline(schema, in: document)
                if let count = ListCount(name), count.isFlag ? inner.isFlag : inner.isNumber {
                    counts.append((path + [name], count))
                } else if path.isEmpty, inner.isObject, !inner.isList {
                    look(inner, [name])
                }
            }
        }
        look(outline, [])
        return counts
    }
}

extension MockCollections {
    private static let sizeNames: Set<String> = [
        "limit", "perpage", "pagesize", "size", "count", "maxresults", "first", "top", "take", "rows", "pagelimit",
        "maxitems",
    ]
    private static let pageNames: Set<String> = [
        "page", "pagenumber", "pageindex", "pagenum", "pageno", "currentpage", "p",
    ]
    private static let offsetNames: Set<String> = ["offset", "skip", "start", "startindex", "startat"]

    static func list(
        _ lister: MockDescription.Operation, in path: String, _ collection: MockCollection?,
        _ description: MockDescription
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
            let listName =
                lists.count == 1
                ? lists[0] : lists.first { $0.lowercased() == own } ?? lists.first { names.contains($0.lowercased()) }
            elements = listName.map { [$0] }
        }
        guard let elements else { return nil }
        // A list of strings, such as the names of created items, isn't a list of the items.
        if collection != nil, let list = SchemaOutline(schema, in: document, at: elements),
            !mayHoldObjects(list, document)
        {
            return nil
        }
        let fit = Lazy<ResponseFit?> {
            guard let element = SchemaOutline(schema, in: document, at: elements)?.items, element != collection?.schema
            else {
                return nil
            }
            return ResponseFit(element, description.schemas.schema(element), in: description)
        }
        // The parameters for a page's size and position aren't always declared. Then they are recognized by their
        // names.
        func number(_ names: Set<String>) -> String? {
            lister.parameters.first { parameter in
                parameter.location == "query" && names.contains(parameter.name.lowercased().filter { $0.isLetter })
                    && SchemaOutline(at: parameter.pointer, in: document).isNumber
            }?.name
        }
        func described(_ name: String?) -> JSONValue? {
            name.flatMap { name in lister.parameters.first { $0.name == name } }.flatMap {
                document.value(at: $0.pointer)
            }
        }
        let sizeName =
            lister.paging["size"]?.string ?? lister.paging["limit"]?.string ?? number(Self.sizeNames)
        let size = described(sizeName)
        var position: ListShape.Position?
        if lister.paging["parameter"] == nil {
            if let page = number(Self.pageNames) {
                position = .page(page, first: described(page)?["default"]?.int == 0 ? 0 : 1)
            } else if let offset = number(Self.offsetNames) {
                position = .offset(offset)
            }
        }
        return ListShape(
            elements: elements, paging: lister.paging,
            keys: Dictionary(
                lister.paging.values.flatMap(\.names).map { ($0, SchemaOutline.keys(of: $0, in: schema, document)) },
                uniquingKeysWith: { first, _ in first }),
            size: sizeName, defaultSize: size?["default"]?.int, mostSize: size?["maximum"]?.int, position: position,
            counts: Lazy { elements.isEmpty ? [] : ListCount.all(beside: elements, in: outline, document) },
            first: lister.paging["first"]?.string.flatMap { Int($0) }
                ?? (lister.paging["style"]?.string == "offset" ? 0 : 1),
            whole: Lazy { elements.isEmpty ? nil : MockResponder(description: description).plainValue(media) }, fit: fit
        )
    }

    /// Whether a list's elements may be objects.
    private static func mayHoldObjects(_ list: SchemaOutline, _ document: JSONValue) -> Bool {
        guard let items = list.items else { return true }
        let element = SchemaOutline(items, in: document)
        return element.isObject || !(element.isScalar || element.isList)
    }
}
