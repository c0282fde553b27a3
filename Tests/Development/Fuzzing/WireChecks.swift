import CallsitePagination
import CallsiteRuntime
import CallsiteStore
import CallsiteTransfers
import Foundation

/// Tries the runtime's readers of responses and links.
struct WireChecks {
    static func run(_ input: FuzzInput) async -> [Finding] {
        let bytes = Data(input.main.bytes)
        switch input.subject {
        case .json: return json(bytes)
        case .events: return await events(input.main.bytes)
        case .link: return link(String(decoding: bytes, as: UTF8.self))
        case .uri: return uri(String(decoding: bytes, as: UTF8.self))
        case .description, .configuration, .command, .samples: return []
        }
    }

    // MARK: JSON

    /// Has a field of each kind of type.
    private struct Sample: DecodableModel {
        let id: Int?
        let a: [String]?
        let items: [JSONValue]?
        let next: String?
        let date: Date?
        let others: [String: JSONValue]

        init(from fields: inout FieldReader) throws {
            id = try fields["id"]
            a = try fields["a"]
            items = try fields["items", default: []]
            next = try fields["next"]
            date = try fields["date"]
            others = try fields.others(besides: ["id", "a", "items", "next", "date"])
        }
    }

    private static func tries<T: WireDecodable>(_ type: T.Type, _ data: Data) {
        _ = try? decodeJSON(type, from: data)
        _ = try? decodeJSON(type, from: data, options: [.lenientDates, .skippingLists])
        // Through another decoder, as a cache does it.
        _ = try? JSONDecoder().decode(type, from: data)
    }

    private static func json(_ data: Data) -> [Finding] {
        tries(Sample.self, data)
        tries([Sample].self, data)
        tries([String: [Sample?]].self, data)
        tries([Date].self, data)
        tries([Int].self, data)
        tries([Double].self, data)
        tries([Decimal].self, data)
        tries([CalendarDate].self, data)
        tries([UUID?].self, data)
        tries([URL].self, data)
        tries([Data].self, data)
        guard let value = try? decodeJSON(JSONValue.self, from: data) else { return [] }
        // Foundation is the other opinion: what the runtime takes, it must take too, but for numbers that it has no
        // room for.
        var findings: [Finding] = []
        if case .object = value {
            if let theirs = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
                theirs.count > (value.object?.count ?? 0)
            {
                findings.append(.init(.reading, "an object has fewer keys than Foundation reads"))
            }
        }
        guard let written = try? JSONValue(encoding: value) else {
            return findings + [.init(.reading, "a JSON value can't be written again")]
        }
        if written != value {
            findings.append(.init(.reading, "a JSON value is another one when it is written and read again"))
        }
        _ = (value.int, value.double, value.decimal, value["id"], value[0])
        return findings
    }

    // MARK: Streams

    /// The events of the bytes, in pieces of a size.
    private static func events(_ bytes: [UInt8], _ size: Int, _ format: StreamFormat) async -> [StreamEvent]? {
        var response = HTTPResponse()
        let pieces = stride(from: 0, to: bytes.count, by: size).map { Data(bytes[$0..<min(bytes.count, $0 + size)]) }
        let queue = Queue(pieces)
        response.stream = HTTPByteStream { await queue.next() }
        var events: [StreamEvent] = []
        do {
            for try await event in ResponseStream<String>(response, format: format).events { events.append(event) }
        } catch {
            return nil
        }
        return events
    }

    private actor Queue {
        private var pieces: ArraySlice<Data>
        init(_ pieces: [Data]) { self.pieces = pieces[...] }
        func next() -> Data? { pieces.popFirst() }
    }

    private static func events(_ bytes: [UInt8]) async -> [Finding] {
        var findings: [Finding] = []
        for format in [StreamFormat.events(reconnects: .never), .events(end: "[DONE]", reconnects: .never), .lines] {
            let whole = await events(bytes, max(1, bytes.count), format)
            for size in [1, 7] where await events(bytes, size, format) != whole {
                findings.append(.init(.reading, "pieces of \(size) bytes give other events (\(format))"))
            }
            var response = HTTPResponse()
            response.body = Data(bytes)
            do { for try await _ in ResponseStream<JSONValue>(response, format: format) {} } catch {}
        }
        return findings
    }

    // MARK: Links

    private static func link(_ text: String) -> [Finding] {
        let response = HTTPResponse(
            headers: ["Link": text, "Next-Range": text], url: URL(string: "https://example.com/a?b=c"))
        for relation in ["next", "last", "", "NEXT"] { _ = response.link(relation) }
        _ = PageContinuation.link(text)
        _ = PageContinuation.cursorOrLink(text)
        _ = PageContinuation.number(of: text)
        _ = PageContinuation.range(response)
        _ = try? response.headers.decode("Link", as: Int?.self)
        _ = try? response.headers.decode("Link", as: [String].self)
        _ = try? response.headers.decode("Link", as: Date?.self)
        return []
    }

    private static func uri(_ text: String) -> [Finding] {
        var findings: [Finding] = []
        let origins = DeepLink.Origins(schemes: ["app"], hosts: ["example.com"])
        for candidate in [text, "app://" + text, "https://example.com/" + text] {
            guard let link = DeepLink(candidate, from: origins) else { continue }
            if link.segments.contains(where: { $0 == "." || $0 == ".." || $0.isEmpty }) {
                findings.append(.init(.reading, "a deep link has a segment that names another place"))
            }
            if !candidate.lowercased().hasPrefix("app:"), !candidate.lowercased().hasPrefix("https://example.com") {
                findings.append(.init(.reading, "a deep link comes from an origin that was not named"))
            }
            _ = link.match([.literal("stories"), .value(prefix: "x-", suffix: "")])
            _ = link.value("id", as: Int.self)
        }
        // A value stays in its place of a path, a query and a header.
        struct Probe: RequestType {
            typealias Response = Void
            static var api: API { API(baseURL: "https://example.com/base") }
            static var endpoint: Endpoint { .get("/a/{value}/b.{value}") }
            let value: String
            func write(to request: inout RequestWriter) {
                request.path["value"] = value
                request.query["value"] = value
            }
        }
        if let request = try? Probe(value: text).httpRequest() {
            if request.url.host != "example.com" || !request.url.absoluteString.hasPrefix("https://example.com/base/a/")
            {
                findings.append(.init(.reading, "a path's value leaves its place"))
            }
            if request.url.pathComponents.count != 5, !text.contains("/") {
                findings.append(.init(.reading, "a path's value makes other segments"))
            }
        }
        return findings
    }
}
