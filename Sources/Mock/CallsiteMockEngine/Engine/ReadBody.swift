/// A body, read by its media type.
enum BodyReading {
    /// A value to be judged by the schema, names of fields that can't be judged (files), and which fields are text.
    case value(JSONValue, files: Set<String> = [], texts: Texts)
    /// Nothing that a schema could judge: bytes, XML of which the schema doesn't say what is meant.
    case opaque
    /// Each line or event.
    case elements([JSONValue])
    /// Why it can't be read.
    case unreadable(String)

    /// Which values are text: the schema gives text its type, as in "5" for 5. JSON has types of its own.
    enum Texts {
        case none
        /// All but these fields, which are JSON in a part or a field of its own.
        case all(except: Set<String> = [])
    }
}

extension CompiledSchema {
    /// The body with the types that its schema gives it.
    func coerced(_ value: JSONValue, _ texts: BodyReading.Texts) -> JSONValue {
        switch texts {
        case .none: withWholeIntegers(value)
        case .all(let json): coerced(value, except: json)
        }
    }
}

/// How fields of a form are written, worked out once for each media type of an operation.
package struct FormFields: Sendable {
    package let properties: [String: Field]
    fileprivate let outline: SchemaOutline
    /// For XML.
    private let schema: JSONValue
    fileprivate let document: JSONValue

    package struct Field: Sendable {
        let outline: SchemaOutline
        package let style: String
        package let explode: Bool
        package let contentType: String?
        let refusesReserved: Bool
        let isFile: Bool
        /// It is an object, or any JSON, in a part of its own.
        var isJSON: Bool { contentType.flatMap { MediaType($0) }?.isJSON ?? (outline.isObject && !outline.isScalar) }
    }

    package init(_ media: MockDescription.Media, in document: JSONValue) {
        schema = document.value(at: media.pointer + "/schema") ?? .bool(true)
        self.document = document
        let outline = SchemaOutline(schema, in: document)
        var fields: [String: Field] = [:]
        for (name, schema) in outline.properties {
            let encoding = media.encoding[name]
            let style = encoding?["style"]?.string ?? "form"
            fields[name] = Field(
                outline: SchemaOutline(schema, in: document), style: style,
                explode: encoding?["explode"]?.bool ?? (style == "form" || style == "deepObject"),
                contentType: encoding?["contentType"]?.string,
                refusesReserved: encoding?["allowReserved"] == .bool(false),
                isFile: schema["format"]?.string == "binary" || schema["contentMediaType"] != nil)
        }
        properties = fields
        self.outline = outline
    }
}

extension FormFields {
    /// The schema is an object or a list, and can't be a string.
    fileprivate var isStructure: Bool { (outline.isObject || outline.isList) && !outline.isScalar }

    fileprivate func readXML(_ bytes: [UInt8]) -> BodyReading {
        do throws(MockError) {
            return XMLValue.of(try XMLReader.read(bytes), schema, in: document).map { .value($0, texts: .all()) }
                ?? .opaque
        } catch {
            return .unreadable("not valid XML: \(error)")
        }
    }
}

/// Reads a body as its media type says. JSON needs no fields, which take longer to make than a small body to read.
func readBody(_ bytes: [UInt8], _ type: MediaType, _ fields: @autoclosure () -> FormFields) -> BodyReading {
    if type.isLines { return readLines(bytes) }
    if type.isJSON {
        do {
            return .value(try JSONValue(parsing: bytes), texts: .none)
        } catch {
            return .unreadable("not valid JSON: \(error)")
        }
    }
    if type.isForm { return readForm(bytes, fields()) }
    if type.isMultipart {
        guard type.essence == "multipart/form-data" else { return .opaque }
        guard let boundary = type.parameters["boundary"], !boundary.isEmpty else {
            return .unreadable("'Content-Type: multipart/form-data' has no boundary")
        }
        return readMultipart(bytes, boundary, fields())
    }
    if type.isXML { return fields().readXML(bytes) }
    if type.type == "text", !type.isEvents {
        // `consumes: [application/json, text/plain]`: the schema says which of them is meant.
        if fields().isStructure, let value = try? JSONValue(parsing: bytes) { return .value(value, texts: .none) }
        return .value(.string(String(decoding: bytes, as: UTF8.self)), texts: .all())
    }
    return .opaque
}

private func readLines(_ bytes: [UInt8]) -> BodyReading {
    var elements: [JSONValue] = []
    // Lines, or records that begin with a separator (RFC 7464).
    for (index, line) in bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x1E }).enumerated()
    where line.contains(where: { $0 != 0x20 && $0 != 0x0D && $0 != 0x09 }) {
        guard let value = try? JSONValue(parsing: line) else {
            return .unreadable("line \(index + 1) is not valid JSON")
        }
        elements.append(value)
    }
    return .elements(elements)
}

private func readForm(_ bytes: [UInt8], _ fields: FormFields) -> BodyReading {
    let items = QueryItems(Substring(String(decoding: bytes, as: UTF8.self)))
    var result = JSONObject()
    var (read, json): (Set<String>, Set<String>) = ([], [])
    for (name, field) in fields.properties {
        let texts = items.values(name)
        if texts.count == 1, let text = texts.first, field.contentType.flatMap({ MediaType($0) })?.isJSON == true,
            let value = try? JSONValue(parsing: PercentEncoding.decoded(text, plusIsBlank: true))
        {
            result[name] = value
            json.insert(name)
        } else if let value = items.value(
            name, WireStyle(style: field.style, explode: field.explode), field.outline)
        {
            result[name] = value
        } else {
            continue
        }
        read.insert(name)
    }
    for (name, value) in items.items where !read.contains(name) && !read.contains(String(name.prefix { $0 != "[" })) {
        // Those of an object that is written field by field.
        if fields.properties.values.contains(where: {
            $0.outline.isObject && $0.explode && $0.outline.properties[name] != nil
        }) {
            continue
        }
        result[name] = .string(PercentEncoding.decoded(value, plusIsBlank: true))
    }
    var completion = FormCompletion(document: fields.document)
    completion.complete(&result, fields.outline) { fields.properties[$0]?.explode != false }
    return .value(.object(result), texts: .all(except: json))
}

/// Puts in what a form can't say: an empty list and an empty object are written as no item at all, though they may have
/// to be there.
private struct FormCompletion {
    let document: JSONValue
    /// How many schemas may still be looked at. A request that people make needs few.
    var budget = 200

    private mutating func outline(_ schema: JSONValue) -> SchemaOutline? {
        guard budget > 0 else { return nil }
        budget -= 1
        return SchemaOutline(schema, in: document)
    }

    /// - Parameter isExploded: Whether a field is written as items of its own.
    mutating func complete(
        _ fields: inout JSONObject, _ outline: SchemaOutline, depth: Int = 0, isExploded: (String) -> Bool
    ) {
        guard depth < 8 else { return }
        for name in outline.required.sorted() where fields[name] == nil && isExploded(name) {
            if let schema = outline.properties[name], let empty = emptyValue(schema, depth: depth + 1) {
                fields[name] = empty
            }
        }
        for name in fields.keys where isExploded(name) {
            guard let value = fields[name], value.object != nil || value.array != nil,
                let schema = outline.properties[name]
            else { continue }
            fields[name] = completed(value, schema, depth: depth + 1)
        }
    }

    /// Lists have a part for each element, so that an empty one has none. An object is one part, which may be empty.
    mutating func completeLists(_ fields: inout JSONObject, _ outline: SchemaOutline) {
        for name in outline.required.sorted() where fields[name] == nil {
            if let schema = outline.properties[name], self.outline(schema)?.isList == true {
                fields[name] = .array([])
            }
        }
    }

    private mutating func completed(_ value: JSONValue, _ schema: JSONValue, depth: Int) -> JSONValue {
        guard let outline = outline(schema) else { return value }
        if var fields = value.object {
            complete(&fields, outline, depth: depth) { _ in true }
            return .object(fields)
        }
        guard depth < 8, let items = outline.items, let elements = value.array,
            elements.contains(where: { $0.object != nil })
        else { return value }
        return .array(elements.map { completed($0, items, depth: depth + 1) })
    }

    /// The list or object that nothing has to be in; nil: a value without anything would be wrong, or is no such value.
    private mutating func emptyValue(_ schema: JSONValue, depth: Int) -> JSONValue? {
        guard depth < 8, let outline = outline(schema), !outline.isScalar else { return nil }
        if outline.isList { return .array([]) }
        guard outline.isObject else { return nil }
        var fields = JSONObject()
        for name in outline.required.sorted() {
            guard let schema = outline.properties[name], let empty = emptyValue(schema, depth: depth + 1) else {
                return nil
            }
            fields[name] = empty
        }
        return .object(fields)
    }
}

/// Characters that a form's value must not contain unencoded where the description says so (`allowReserved: false`).
func reservedFields(_ bytes: [UInt8], _ type: MediaType, _ fields: FormFields) -> [String] {
    guard fields.properties.values.contains(where: \.refusesReserved) else { return [] }
    let reserved = Set(":/?#[]@!$'()*,;".utf8)
    if type.isMultipart {
        return MultipartParts(bytes, type.parameters["boundary"] ?? "")?.parts.compactMap { part in
            guard let name = part.name, fields.properties[name]?.refusesReserved == true, !part.isFile else {
                return nil
            }
            return part.body.contains { reserved.contains($0) } ? name : nil
        } ?? []
    }
    return QueryItems(Substring(String(decoding: bytes, as: UTF8.self))).items.filter { item in
        fields.properties[item.name]?.refusesReserved == true && item.value.utf8.contains { reserved.contains($0) }
    }.map(\.name)
}

// MARK: - Multipart

private func readMultipart(_ bytes: [UInt8], _ boundary: String, _ fields: FormFields) -> BodyReading {
    guard let parts = MultipartParts(bytes, boundary) else {
        return .unreadable(
            "the parts can't be told apart: the boundary '\(boundary.prefix(60))' isn't there, or the last one isn't closed"
        )
    }
    var result = JSONObject()
    var (files, json): (Set<String>, Set<String>) = ([], [])
    for part in parts.parts {
        guard let name = part.name else { return .unreadable("a part has no name in its 'Content-Disposition'") }
        let key = name.hasSuffix("[]") && fields.properties[name] == nil ? String(name.dropLast(2)) : name
        let field = fields.properties[key]
        let text = String(decoding: part.body, as: UTF8.self)
        var value = JSONValue.string(text)
        if part.isFile || field?.isFile == true { files.insert(key) }
        let type = part.type.flatMap { MediaType($0) }
        if type?.isJSON == true || (type == nil && field?.isJSON == true), let read = try? JSONValue(parsing: text) {
            value = read
            json.insert(key)
        }
        if let known = result[key] {
            result[key] = .array(
                (field?.outline.isList == true ? known.array : nil).map { $0 + [value] } ?? [known, value])
        } else {
            // The list may be one part as JSON, or a part for each element.
            result[key] = field?.outline.isList == true && value.array == nil ? .array([value]) : value
        }
    }
    var completion = FormCompletion(document: fields.document)
    completion.completeLists(&result, fields.outline)
    return .value(.object(result), files: files, texts: .all(except: json))
}

/// The parts of a multipart body (RFC 2046, section 5.1).
package struct MultipartParts {
    package struct Part {
        package var name: String?
        package var isFile = false
        package var type: String?
        package var body: ArraySlice<UInt8>
    }
    package var parts: [Part] = []

    /// nil: the boundary isn't where it has to be.
    package init?(_ bytes: [UInt8], _ boundary: String) {
        let mark = Array("--\(boundary)".utf8)
        var starts: [Int] = []
        var at = 0
        // A boundary begins a line.
        while let found = Self.find(mark, in: bytes, from: at) {
            if found == 0 || bytes[found - 1] == 0x0A { starts.append(found) }
            at = found + mark.count
        }
        guard let last = starts.last else { return nil }
        let end = last + mark.count
        guard bytes.count >= end + 2, bytes[end] == 0x2D, bytes[end + 1] == 0x2D else { return nil }
        for (start, next) in zip(starts, starts.dropFirst()) {
            var from = start + mark.count
            while from < next, bytes[from] != 0x0A { from += 1 }
            from += 1
            var to = next
            if to > from, bytes[to - 1] == 0x0A { to -= 1 }
            if to > from, bytes[to - 1] == 0x0D { to -= 1 }
            guard from <= to else { return nil }
            parts.append(Self.part(bytes[from..<to]))
        }
    }

    private static func part(_ bytes: ArraySlice<UInt8>) -> Part {
        var part = Part(body: [])
        var rest = bytes
        while let end = rest.firstIndex(of: 0x0A) {
            var line = rest[..<end]
            rest = rest[(end + 1)...]
            if line.last == 0x0D { line.removeLast() }
            if line.isEmpty { break }
            let text = String(decoding: line, as: UTF8.self)
            guard let colon = text.firstIndex(of: ":") else { continue }
            let value = MockText.trimmed(text[text.index(after: colon)...])
            switch text[..<colon].lowercased() {
            case "content-disposition":
                let parameters = MediaType("form/" + value)?.parameters ?? [:]
                part.name = parameters["name"]
                part.isFile = parameters["filename"] != nil || parameters["filename*"] != nil
            case "content-type": part.type = value
            default: break
            }
        }
        part.body = rest
        return part
    }

    private static func find(_ mark: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
        guard bytes.count >= mark.count else { return nil }
        var at = start
        while at + mark.count <= bytes.count {
            // The first byte is a dash, which few bytes are.
            guard let dash = bytes[at...].firstIndex(of: 0x2D), dash + mark.count <= bytes.count else { return nil }
            if bytes[dash..<(dash + mark.count)].elementsEqual(mark) { return dash }
            at = dash + 1
        }
        return nil
    }
}
