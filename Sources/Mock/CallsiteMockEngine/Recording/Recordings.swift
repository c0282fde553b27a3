/// A request and its response, from a file.
package struct RecordedExchange: Sendable {
    package var request: MockRequest
    /// Where the request went: `https://api.example.com/orders`.
    package var url: String
    /// nil: there was none.
    package var response: RecordedResponse?
    /// Its place in the file, as a JSON pointer; empty: it is the whole file.
    package var pointer: String
    package var recorded = Recorded()

    /// The parts of a request that were recorded. The other parts are unknown.
    package struct Recorded: Hashable, Sendable {
        package var hasHeaders = true
        /// `Authorization` and `Cookie`, which many programs leave out.
        package var hasCredentials = true
        package var hasBody = true

        package init() {}
    }

    package init(_ request: MockRequest, url: String, _ response: RecordedResponse?, at pointer: String = "") {
        (self.request, self.url, self.response, self.pointer) = (request, url, response, pointer)
    }
}

/// The contents of a file of recordings.
package struct RecordedFile: Sendable {
    package var exchanges: [RecordedExchange] = []
    /// Requests that can't be read: where each is, as a JSON pointer, and why.
    package var unreadable: [(pointer: String, reason: String)] = []
}

package enum Recordings {
    /// The requests of a file with their responses. CallsiteToolkit's `Recorder` wrote the file, or it is an HTTP
    /// archive (HAR 1.2), as browsers and proxies save. An archive that is cut off has the entries before the cut,
    /// and the next one is unreadable.
    ///
    /// An archive may be large, so its entries are read one by one.
    ///
    /// - Throws: A `MockError` for any other file.
    package static func read(_ bytes: [UInt8]) throws(MockError) -> RecordedFile {
        var parser = JSONParser(bytes)
        var parts = FileParts()
        do throws(MockError) { try parts.read(&parser) } catch {
            guard let entries = parts.entries, entries.count > 0, parser.isCutOff else { throw error }
            return entries.contents(cutOff: error)
        }
        if let entries = parts.entries { return entries.contents(cutOff: nil) }
        let json = JSONValue.object(parts.others)
        guard json["request"] != nil, json["response"] != nil else {
            throw MockError("it is neither a recording of CallsiteToolkit nor an HTTP archive ('log' with 'entries')")
        }
        var file = RecordedFile()
        do throws(MockError) { file.exchanges = [try recording(json)] } catch {
            file.unreadable = [("", error.description)]
        }
        return file
    }

    private struct FileParts {
        /// nil: there is no list `log.entries`.
        var entries: HTTPArchive.Entries?
        /// The fields of a recording.
        var others = JSONObject()

        mutating func read(_ parser: inout JSONParser) throws(MockError) {
            if parser.next() == UInt8(ascii: "{") {
                try parser.eachField { parser, key throws(MockError) in
                    switch key {
                    case "log": try readLog(&parser)
                    case "request", "response": others[key] = try parser.value(depth: 1)
                    default: _ = try parser.value(depth: 1)
                    }
                }
            } else {
                _ = try parser.value(depth: 0)
            }
            try parser.end()
        }

        private mutating func readLog(_ parser: inout JSONParser) throws(MockError) {
            entries = nil
            guard parser.next() == UInt8(ascii: "{") else {
                _ = try parser.value(depth: 1)
                return
            }
            try parser.eachField { parser, key throws(MockError) in
                if key == "entries" { entries = nil }
                guard key == "entries", parser.next() == UInt8(ascii: "[") else {
                    _ = try parser.value(depth: 2)
                    return
                }
                entries = HTTPArchive.Entries()
                try parser.eachElement { parser throws(MockError) in entries?.add(try parser.value(depth: 3)) }
            }
        }
    }

    private static func recording(_ json: JSONValue) throws(MockError) -> RecordedExchange {
        let fields = RecordedFields(json: json)
        let url = try fields.text("request", "url")
        let sentBody = try body(fields, "request")
        var request = MockRequest(method: try fields.text("request", "method"), target: target(url), body: sentBody)
        // Headers of requests aren't recorded, so the type of a body is guessed from its form.
        if sentBody != nil, json["request"]?["body"]?["json"] != nil {
            request.headers.append(("Content-Type", "application/json"))
        }
        var headers: [(name: String, value: String)] = []
        for (index, line) in (try fields.list("response", "headers") ?? []).enumerated() {
            guard let text = line.string else {
                throw MockError(
                    "expected a string in 'response.headers', element \(index), found \(Quoted.kind(line))")
            }
            headers.append(header(text))
        }
        let response = RecordedResponse(
            status: try fields.status("response", "status"), headers: headers, body: try body(fields, "response") ?? [])
        var exchange = RecordedExchange(request, url: url, response)
        (exchange.recorded.hasHeaders, exchange.recorded.hasCredentials) = (false, false)
        return exchange
    }

    private static func header(_ line: String) -> (name: String, value: String) {
        let name = line.prefix { $0 != ":" }
        return (String(name), MockText.trimmed(line.dropFirst(name.count + 1)))
    }

    /// `{"json": …}`, `{"text": …}` or `{"base64": …}`; nil: there is none.
    private static func body(_ fields: RecordedFields, _ message: String) throws(MockError) -> [UInt8]? {
        guard let body = fields.value(message, "body") else { return nil }
        if let value = body["json"] { return value.bytes }
        if let text = body["text"]?.string { return Array(text.utf8) }
        if let bytes = body["base64"]?.string.flatMap({ Base64.decoded($0) }) { return bytes }
        throw MockError("expected 'json', 'text' or 'base64' as '\(message).body', found \(Quoted.kind(body))")
    }

    /// The path and the query of a URL.
    static func target(_ url: String) -> String {
        guard let scheme = url.firstRange(of: "://") else { return url }
        let rest = url[scheme.upperBound...]
        guard let start = rest.firstIndex(where: { $0 == "/" || $0 == "?" }) else { return "/" }
        return rest[start] == "/" ? String(rest[start...]) : "/" + rest[start...]
    }
}

/// The fields of a recording, by their paths. A value of another type is an error.
struct RecordedFields {
    let json: JSONValue

    /// nil: it isn't there, or null.
    func value(_ path: String...) -> JSONValue? { value(at: path) }

    private func value(at path: [String]) -> JSONValue? {
        var value = json
        for name in path {
            guard let next = value[name], !next.isNull else { return nil }
            value = next
        }
        return value
    }

    func text(_ path: String...) throws(MockError) -> String {
        guard let text = value(at: path)?.string else { throw unexpected("a string", path) }
        return text
    }

    func status(_ path: String...) throws(MockError) -> Int {
        guard let status = value(at: path)?.int, status < 1000 else { throw unexpected("a status", path) }
        return status
    }

    /// Throws if there is something else than an object.
    func checkObject(_ path: String...) throws(MockError) {
        if let value = value(at: path), value.object == nil { throw unexpected("an object", path) }
    }

    /// nil: it isn't there, or null.
    func list(_ path: String...) throws(MockError) -> [JSONValue]? {
        guard let value = value(at: path) else { return nil }
        guard let list = value.array else { throw unexpected("a list", path) }
        return list
    }

    private func unexpected(_ what: String, _ path: [String]) -> MockError {
        // A missing object is reported rather than the field that it lacks.
        var value = json
        for (index, name) in path.enumerated() {
            guard value.object != nil else {
                return Self.unexpected("an object", index == 0 ? "the entry" : place(path.prefix(index)), value)
            }
            guard let next = value[name] else {
                return MockError("there is no '\(path.prefix(index + 1).joined(separator: "."))'")
            }
            value = next
        }
        return Self.unexpected(what, place(path[...]), value)
    }

    private func place(_ path: ArraySlice<String>) -> String { "'\(path.joined(separator: "."))'" }

    private static func unexpected(_ what: String, _ place: String, _ value: JSONValue) -> MockError {
        MockError("expected \(what) as \(place), found \(Quoted.kind(value))")
    }
}
