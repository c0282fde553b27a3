// Parameters as JSON: strings, lists and objects by their styles (OpenAPI 3, "Style Values"). The schema decides
// afterwards whether a string means a number or a boolean.

/// The items of a query or of a form, in their order, still encoded.
package struct QueryItems {
    package let items: [(name: String, value: Substring)]

    /// A plus is read as a blank in queries too, since many clients write it so.
    package init(_ query: Substring?) {
        items = (query ?? "").split(separator: "&").map { item in
            let (name, value) = item.parted(at: "=")
            return (PercentEncoding.decoded(name, plusIsBlank: true), value ?? "")
        }
    }

    func values(_ name: String) -> [Substring] { items.filter { $0.name == name }.map(\.value) }
}

/// How a value is written.
struct WireStyle {
    var style: String
    var explode: Bool
}

extension QueryItems {
    /// The value of a parameter or field; nil if it is missing.
    func value(_ name: String, _ wire: WireStyle, _ outline: SchemaOutline) -> JSONValue? {
        func text(_ value: some StringProtocol) -> JSONValue {
            .string(PercentEncoding.decoded(value, plusIsBlank: true))
        }
        let matches = values(name)
        if wire.style == "deepObject" {
            let fields = deepFields(name)
            // `expand[]=a`: the specification doesn't have it, but many servers accept it.
            if outline.isList, fields.count == 1, let elements = fields[""] {
                return .array(elements.array ?? [elements])
            }
            if let deep = JSONValue.object(fields).listed { return deep }
            return matches.first.map { text($0) }
        }
        if outline.isObject, !outline.isList, wire.explode, wire.style == "form" {
            // The object's fields are items of the query; a client may also have written JSON under the name.
            var fields = JSONObject()
            for (key, value) in items where outline.properties[key] != nil {
                fields.add(text(value), key)
            }
            if fields.isEmpty { fields = deepFields(name) }
            return fields.isEmpty ? matches.first.map { Self.json(text($0)) } : .object(fields)
        }
        guard let first = matches.first else {
            // Clients of many frameworks write lists as `tags[]=a&tags[]=b`.
            let bracketed = outline.isList ? values(name + "[]") : []
            if bracketed.isEmpty, outline.isList || outline.isObject,
                let deep = JSONValue.object(deepFields(name)).listed
            {
                return deep
            }
            return bracketed.isEmpty ? nil : .array(bracketed.map { text($0) })
        }
        if outline.isList {
            if matches.count > 1 || wire.explode {
                if outline.isScalar, matches.count == 1 { return text(first) }
                return .array(matches.map { text($0) })
            }
            if first.isEmpty { return .array([]) }
            return .array(Self.split(first, wire.style).map { text($0) })
        }
        if outline.isObject {
            let parts = Self.split(first, wire.style)
            var fields = JSONObject()
            for index in stride(from: 0, to: parts.count - 1, by: 2) {
                fields[PercentEncoding.decoded(parts[index], plusIsBlank: true)] = text(parts[index + 1])
            }
            return fields.isEmpty ? text(first) : .object(fields)
        }
        // A single value that comes twice becomes a list, which the schema then rejects.
        return matches.count == 1 ? text(first) : .array(matches.map { text($0) })
    }

    /// Reads a string that holds a JSON object or list.
    private static func json(_ value: JSONValue) -> JSONValue {
        guard let text = value.string, text.hasPrefix("{") || text.hasPrefix("["),
            let json = try? JSONValue(parsing: text)
        else { return value }
        return json
    }

    private static func split(_ text: Substring, _ style: String) -> [Substring] {
        switch style {
        case "spaceDelimited":
            text.replacing("%20", with: " ").replacing("+", with: " ").split(separator: " ")
        case "pipeDelimited":
            text.replacing("%7C", with: "|").replacing("%7c", with: "|")
                .split(separator: "|", omittingEmptySubsequences: false)
        case "tabDelimited": text.replacing("%09", with: "\t").split(separator: "\t")
        default: text.split(separator: ",", omittingEmptySubsequences: false)
        }
    }

    /// `filter[name]=a&filter[tags][]=b`.
    private func deepFields(_ name: String) -> JSONObject {
        var fields = JSONObject()
        for (key, value) in items where key.hasPrefix(name + "[") && key.hasSuffix("]") {
            let path = key.dropFirst(name.count + 1).dropLast().split(separator: "][", omittingEmptySubsequences: false)
                .map(String.init)
            // Each level of the path is a level of recursion.
            guard path.count <= 32 else { continue }
            fields.put(.string(PercentEncoding.decoded(value, plusIsBlank: true)), at: path[...])
        }
        return fields.mapValues { $0.withLists }
    }
}

extension JSONObject {
    /// Sets the value of a key, or appends it to the values that the key has already.
    fileprivate mutating func add(_ value: JSONValue, _ key: String) {
        self[key] = self[key].map { .array(($0.array ?? [$0]) + [value]) } ?? value
    }

    fileprivate mutating func put(_ value: JSONValue, at path: ArraySlice<String>) {
        guard let key = path.first else { return }
        let rest = path.dropFirst()
        if rest.isEmpty {
            add(value, key)
        } else if rest == [""] {
            self[key] = .array((self[key]?.array ?? []) + [value])
        } else {
            var inner = self[key]?.object ?? JSONObject()
            inner.put(value, at: rest)
            self[key] = .object(inner)
        }
    }
}

extension JSONValue {
    /// The object, or a list if its keys are positions; nil if it has no fields.
    fileprivate var listed: JSONValue? { object?.isEmpty == false ? withLists : nil }

    /// Objects whose keys are positions are lists: `a[0]=x&a[1]=y`.
    fileprivate var withLists: JSONValue {
        guard let fields = object else { return self }
        let inner = fields.mapValues { $0.withLists }
        let positions = inner.keys.compactMap { Int($0) }.sorted()
        guard !positions.isEmpty, positions.count == inner.count, positions == Array(0..<positions.count) else {
            return .object(inner)
        }
        return .array(positions.compactMap { inner[String($0)] })
    }
}

/// The value of a path's or header's parameter, which is one string.
func readText(_ text: String, name: String, _ wire: WireStyle, _ outline: SchemaOutline) -> JSONValue {
    var rest = Substring(text)
    var separator: Character = ","
    switch wire.style {
    case "label":
        if rest.first == "." { rest = rest.dropFirst() }
        if wire.explode { separator = "." }
    case "matrix":
        if wire.explode, outline.isList || outline.isObject {
            let parts = rest.split(separator: ";").map { part in
                outline.isList && part.hasPrefix(name + "=") ? part.dropFirst(name.count + 1) : part
            }
            return outline.isList ? .array(parts.map { .string(String($0)) }) : .object(assigned(parts))
        }
        if rest.hasPrefix(";" + name + "=") {
            rest = rest.dropFirst(name.count + 2)
        } else if rest == ";" + name {
            rest = ""
        }
    case "spaceDelimited": separator = " "
    case "pipeDelimited": separator = "|"
    case "tabDelimited": separator = "\t"
    default: break
    }
    guard outline.isList || outline.isObject else { return .string(String(rest)) }
    let parts = rest.isEmpty ? [] : rest.split(separator: separator, omittingEmptySubsequences: false)
    if outline.isList { return .array(parts.map { .string(MockText.trimmed($0)) }) }
    if wire.explode { return .object(assigned(parts)) }
    var fields = JSONObject()
    for index in stride(from: 0, to: parts.count - 1, by: 2) {
        fields[String(parts[index])] = .string(String(parts[index + 1]))
    }
    return fields.isEmpty ? .string(String(rest)) : .object(fields)
}

/// The fields of parts such as `k=v`.
private func assigned(_ parts: [Substring]) -> JSONObject {
    var fields = JSONObject()
    for part in parts {
        let (key, value) = part.parted(at: "=")
        fields[String(key)] = .string(String(value ?? ""))
    }
    return fields
}
