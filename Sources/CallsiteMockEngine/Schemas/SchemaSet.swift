/// All schemas of a document. Each is read when it is first asked for, with those that it names, and stays.
package struct SchemaSet: Sendable {
    private let shared: SchemaArena

    /// - Parameter document: What references point into: `#/schemas/Pet`, `#/$defs/x`, `$id` and `$anchor` in it.
    package init(document: JSONValue, dialect: SchemaDialect) { shared = SchemaArena(document, dialect) }

    /// The schema at a JSON pointer (RFC 6901) of the document; `""` is the document. Where nothing is, it allows nothing.
    package func schema(at pointer: String) -> CompiledSchema { CompiledSchema(arena: shared, index: shared.index(pointer)) }

    /// What couldn't be used of the schemas that were read: patterns that aren't supported, references to nothing.
    package var notes: [String] { shared.notes }
}

/// A schema that is ready to judge values.
package struct CompiledSchema: Sendable {
    let arena: SchemaArena
    let index: Int
}

/// The schemas that have been read. It only grows, and what was read doesn't change.
final class SchemaArena: @unchecked Sendable {
    private let lock = MockLock()
    // Guarded by `lock`.
    private var compiler: SchemaCompiler

    init(_ document: JSONValue, _ dialect: SchemaDialect) { compiler = SchemaCompiler(document, dialect) }

    func index(_ pointer: String) -> Int {
        lock.withLock {
            let index = compiler.index(pointer)
            compiler.readAll()
            return index
        }
    }

    /// All that has been read so far.
    var rules: [SchemaRules?] { lock.withLock { compiler.rules } }
    var notes: [String] { lock.withLock { compiler.notes } }
}

/// Reads schemas, each once, from a list: never from within another, however they refer to each other.
struct SchemaCompiler {
    private let document: JSONValue
    private let dialect: SchemaDialect
    private(set) var rules: [SchemaRules?] = []
    private(set) var notes: [String] = []
    private var indices: [String: Int] = [:]
    private var waiting: [(index: Int, pointer: String)] = []
    /// By URL, where schemas with an `$id` are; by URL and name, those with an anchor.
    private var identities: [String: String] = [:]
    private var anchors: [String: String] = [:]
    /// By where a schema with an `$id` is: its URL.
    private var bases: [String: String] = [:]
    private var patterns: [String: Pattern?] = [:]

    init(_ document: JSONValue, _ dialect: SchemaDialect) {
        self.document = document
        self.dialect = dialect
        // A mock's own description has none.
        if document["callsiteMock"] == nil { findIdentities() }
    }

    mutating func index(_ pointer: String) -> Int {
        if let known = indices[pointer] { return known }
        let index = rules.count
        indices[pointer] = index
        rules.append(nil)
        waiting.append((index, pointer))
        return index
    }

    mutating func readAll() {
        while let next = waiting.popLast() {
            guard let json = document.value(at: next.pointer) else {
                notes.append("there is no schema at '\(next.pointer)'")
                rules[next.index] = SchemaRules(.bool(false), next.pointer, dialect, &self)
                continue
            }
            rules[next.index] = SchemaRules(json, next.pointer, dialect, &self)
        }
    }

    mutating func pattern(_ text: String, _ pointer: String) -> Pattern? {
        if let known = patterns[text] { return known }
        let pattern: Pattern?
        do throws(PatternProblem) { pattern = try Pattern(text) } catch {
            notes.append("\(pointer): the pattern isn't checked: \(error.message)")
            pattern = nil
        }
        patterns[text] = .some(pattern)
        return pattern
    }

    // MARK: - References

    /// The schema that a reference names.
    mutating func target(_ reference: String, from pointer: String, _ base: String) -> Int {
        let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let fragment = parts.count > 1 ? MockText.decoded(parts[1]) : ""
        let url = parts[0].isEmpty ? base : Self.resolved(String(parts[0]), base)
        let start = url.isEmpty ? "" : identities[url] ?? (parts[0].isEmpty ? "" : nil)
        guard let start else {
            notes.append("\(pointer): '\(reference.prefix(60))' isn't in this document")
            return index("/ ")
        }
        if fragment.isEmpty { return index(start) }
        if fragment.hasPrefix("/") { return index(start + fragment) }
        if let place = anchors[url + "#" + fragment] { return index(place) }
        notes.append("\(pointer): there is no '$anchor' called '\(fragment.prefix(60))'")
        return index("/ ")
    }

    /// The URL that references in a schema are relative to: that of the nearest `$id` around it.
    func base(of pointer: String) -> String {
        guard !bases.isEmpty else { return "" }
        var place = pointer[...]
        while true {
            if let base = bases[String(place)] { return base }
            guard let slash = place.lastIndex(of: "/") else { return bases[""] ?? "" }
            place = place[..<slash]
        }
    }

    private mutating func findIdentities() {
        let key = dialect == .draft202012 ? "$id" : "id"
        var waiting: [(value: JSONValue, pointer: String, base: String)] = [(document, "", "")]
        while let (value, pointer, base) = waiting.popLast() {
            switch value {
            case .array(let elements):
                for (index, element) in elements.enumerated() { waiting.append((element, "\(pointer)/\(index)", base)) }
            case .object(let fields):
                var base = base
                // Beside a reference an `id` of draft 4 is none.
                if let id = fields[key]?.string, dialect == .draft202012 || fields["$ref"] == nil {
                    if dialect != .draft202012, id.hasPrefix("#") {
                        anchors[base + id] = pointer
                    } else {
                        base = Self.resolved(String(id.split(separator: "#", omittingEmptySubsequences: false)[0]), base)
                        identities[base] = pointer
                        bases[pointer] = base
                    }
                }
                for name in ["$anchor", "$dynamicAnchor"] {
                    if let anchor = fields[name]?.string, anchors[base + "#" + anchor] == nil { anchors[base + "#" + anchor] = pointer }
                }
                // What is data holds no schemas.
                for (name, field) in fields.pairs where name != "enum" && name != "const" {
                    waiting.append((field, pointer + "/" + Self.escaped(name), base))
                }
            default: break
            }
        }
    }

    /// A URL relative to another (RFC 3986, section 5.2), as far as identities of schemas need it.
    private static func resolved(_ url: String, _ base: String) -> String {
        if url.isEmpty { return base }
        if let colon = url.firstIndex(of: ":"), url[..<colon].utf8.allSatisfy({ ($0 | 0x20) &- 0x61 < 26 || $0 &- 0x30 < 10 }) { return url }
        guard let scheme = base.firstRange(of: "://") else { return url.hasPrefix("/") || base.isEmpty ? url : folder(base) + url }
        let host = base[scheme.upperBound...].prefix { $0 != "/" }
        let origin = base[..<host.endIndex]
        return url.hasPrefix("/") ? origin + url : (host.endIndex == base.endIndex ? base + "/" : folder(base)) + url
    }

    private static func folder(_ url: String) -> String { url.lastIndex(of: "/").map { String(url[...$0]) } ?? "" }

    static func escaped(_ name: String) -> String {
        name.contains("~") || name.contains("/") ? name.replacing("~", with: "~0").replacing("/", with: "~1") : name
    }

    static func unescaped(_ name: String) -> String { name.replacing("~1", with: "/").replacing("~0", with: "~") }
}
