/// A body, read by its media type.
enum BodyReading {
    /// A value that the schema can check, the names of its files, which can't be checked, and the fields that are
    /// strings.
    case value(JSONValue, files: Set<String> = [], texts: Texts)
    /// A body that no schema can check: bytes, or XML that the schema doesn't describe.
    case opaque
    /// Each line or event.
    case elements([JSONValue])
    /// The reason why the body can't be read.
    case unreadable(String)

    /// The values that are strings without a type of their own: the schema makes 5 from "5". JSON has its own types.
    enum Texts {
        case none
        /// All fields except these, which are written as JSON.
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

/// How fields of a form are written, computed once for each media type of an operation.
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
        /// Whether the field is an object, or any JSON, in a part of its own.
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
    /// Whether the schema is an object or a list, and can't be a string.
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

/// Reads a body as its media type says. JSON needs no `fields`: computing them takes longer than reading a small body.
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
        // `consumes: [application/json, text/plain]`: the schema shows which of the two is meant.
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
    var (readNames, json): (Set<String>, Set<String>) = ([], [])
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
        readNames.insert(name)
    }
    for (name, value) in items.items
    where !readNames.contains(name) && !readNames.contains(String(name.prefix { $0 != "[" })) {
        // The fields of an object that is written field by field have been read.
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

/// Adds required empty lists and empty objects, for which a form has no items.
private struct FormCompletion {
    let document: JSONValue
    /// How many schemas may still be read. A real request needs few.
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

    /// Adds required empty lists. A list has a part for each element, so an empty list has no part. An object always is
    /// one part.
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

    /// An empty list, or an object with only the required empty values; nil if the schema needs other values.
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

/// The fields whose values contain reserved characters unencoded, which `allowReserved: false` forbids.
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
        if let previous = result[key] {
            result[key] = .array(
                (field?.outline.isList == true ? previous.array : nil).map { $0 + [value] } ?? [previous, value])
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

    /// nil if a boundary is missing, or the last one isn't closed.
    package init?(_ bytes: [UInt8], _ boundary: String) {
        let mark = Array("--\(boundary)".utf8)
        var starts: [Int] = []
        var position = 0
        // A boundary begins a line.
        while let boundaryStart = Self.find(mark, in: bytes, from: position) {
            if boundaryStart == 0 || bytes[boundaryStart - 1] == 0x0A { starts.append(boundaryStart) }
            position = boundaryStart + mark.count
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
        var position = start
        while position + mark.count <= bytes.count {
            // The first byte is a dash, which few bytes are.
            guard let dash = bytes[position...].firstIndex(of: 0x2D), dash + mark.count <= bytes.count else {
                return nil
            }
            if bytes[dash..<(dash + mark.count)].elementsEqual(mark) { return dash }
            position = dash + 1
        }
        return nil
    }
}
