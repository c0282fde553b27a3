/// Names for things, which code that is made of them has trouble with.
package enum NameTables {
    package static let odd: [String] = [
        // Digits.
        "0", "1", "-1", "+1", "1.5", "3ds", "24h", "400Error", "2FactorAuth", "v1.0", "1-5", "15",
        // Signs.
        "a-b", "a_b", "aB", "a.b", "@id", "$type", "_id", "id_", "DateCreated<", "DateCreated>", "*", "%", "R&D",
        "foo[]", "foo[bar]", "!=", "-", "+name", "", " ", "a b", "a:b", "a/b", "<T>", "'", "\\", "`x`", "#", "~", "^",
        "|", "…",
        // Keywords.
        "self", "Self", "Type", "Protocol", "init", "class", "default", "in", "is", "as", "nil", "true", "func", "any",
        "Any", "await", "async", "actor", "throws", "try", "repeat", "where", "case", "enum", "struct", "let", "var",
        "inout", "operator", "package", "borrowing", "each", "some",
        // Names that generated code declares.
        "response", "Response", "failure", "Failure", "body", "Body", "responseHeaders", "ResponseHeaders", "endpoint",
        "Element", "elements", "next", "request", "api", "API", "write", "encode", "fields", "shape", "from",
        "rawValue", "unrecognized", "undeclared", "headers", "page", "cursor", "with", "adding", "none", "some",
        "otherFields", "hashValue", "isAbsent", "http", "output", "value", "payload", "decode", "to", "status", "path",
        // Types of Swift, Foundation and the runtime.
        "String", "Int", "Double", "Bool", "Void", "Never", "Optional", "Array", "Set", "Dictionary", "Result", "Error",
        "error", "Data", "data", "Date", "URL", "UUID", "Decimal", "Task", "Hashable", "Sendable", "Codable", "Encoder",
        "Swift", "Foundation", "Session", "Model", "JSONValue", "Patch", "Indirect", "HTTPRequest", "HTTPResponse",
        "RequestType", "FieldReader", "WireValue", "OpenEnum", "FileContent", "Rejected", "CallsiteRuntime",
        "PaginationRequestType", "PageCursor", "RequestWriter", "Endpoint", "Character", "Identifiable",
        // Without case, and beyond ASCII.
        "错误", "状态", "名前", "ค่า", "عدد", "é", "e\u{301}", "ß", "İ", "ǅ", "𝐀", "ﬁ", "Ω", "ა", "🙂", "👩‍👩‍👧", "\u{200B}",
        "a\u{301}b",
        // Whoever has a header beside the one with an X.
        "X-Foo", "Foo", "x-foo", "xFoo", "X-X-Foo", "X-",
        // Names that are made from other names.
        "Value0", "FooRequest", "Foo Request", "FuzzRequestType", "FuzzFailure", "responseValue", "idQuery", "id",
        "items", "item",
    ]

    /// Common names, two of which often meet: in number, in case, and with the names made from them.
    static let plain: [String] = [
        "user", "users", "order", "orders", "item", "items", "list", "name", "id", "type", "status", "state", "value",
        "values", "data", "result", "results", "error", "errors", "message", "request", "response", "page", "next",
        "cursor", "total", "count", "kind", "tag", "tags", "key", "link", "links", "url", "date", "time", "event",
        "events", "file", "files", "body", "query", "path", "header", "option", "options", "meta", "node", "entry",
        "element", "content", "parent", "children", "owner", "group", "set", "map", "get", "create", "update", "delete",
        "input", "output", "model", "detail", "info", "case", "default", "other",
    ]

    private static let endings = [
        "s", "_id", "Id", "ID", "_ids", "Type", "_type", "Request", "Response", "List", "Value", "Kind", "1", "2", "_",
        "Query", "Body",
    ]

    /// One or two plain words, in one of the usual spellings.
    static func plainName(_ random: inout Randomness) -> String {
        var words = [random.choose(plain)]
        if random.once(in: 3) { words.append(random.choose(plain)) }
        let name = spelled(words, &random)
        return random.once(in: 4) ? name + random.choose(endings) : name
    }

    private static func spelled(_ words: [String], _ random: inout Randomness) -> String {
        func capitalized(_ word: String) -> String { word.prefix(1).uppercased() + word.dropFirst() }
        switch random.below(6) {
        case 0: return words.joined(separator: "_")
        case 1: return words.map(capitalized).joined()
        case 2: return words.joined(separator: "-")
        case 3: return words.joined(separator: ".")
        case 4: return words.joined(separator: "_").uppercased()
        default: return words[0] + words.dropFirst().map(capitalized).joined()
        }
    }

    /// A name that may come to the same in Swift.
    static func variation(of name: String, _ random: inout Randomness) -> String {
        switch random.below(8) {
        case 0: name.uppercased()
        case 1: name.lowercased()
        case 2: name.prefix(1).uppercased() + name.dropFirst()
        case 3: name + random.choose(endings)
        case 4: "_" + name
        case 5: name.replacing("_", with: "-")
        case 6: name.replacing("_", with: "")
        default: "X-" + name
        }
    }

    /// A few names for one document: of one of both sorts, with variations of each other.
    static func pool(isOdd: Bool, _ random: inout Randomness) -> [String] {
        var pool: [String] = []
        for _ in 0..<random.number(2...7) {
            let name =
                !pool.isEmpty && random.once(in: 3)
                ? variation(of: random.choose(pool), &random)
                : isOdd ? random.choose(odd) : plainName(&random)
            // One document has one key only once, whatever the spelling of its accents.
            if !pool.contains(name) { pool.append(name) }
        }
        return pool
    }
}
