@testable import CallsiteRuntime
@testable import CallsiteTransfers
import Foundation
import Testing

/// Fields of forms and parts of multipart bodies that are written in ways of their own: OpenAPI's Encoding Object.
@Suite struct BodyEncodingTests {
    private struct StyledForm: RequestType {
        typealias Response = Void
        static var api: API { API(baseURL: "https://api.example.com") }
        static var endpoint: Endpoint { .post("/x", body: .form(lists: .indexed)) }
        var hasValues = true

        func write(to request: inout RequestWriter) {
            let tags = ["a,b", "c d"]
            request.body["indexed"] = hasValues ? tags : nil
            request.form["commas", explode: false] = hasValues ? tags : nil
            request.form["pipes", style: .pipeDelimited, explode: false] = hasValues ? tags : nil
            request.form["repeated", explode: true] = hasValues ? tags : nil
            request.form["deep", style: .deepObject] = hasValues ? ["k": "v"] : nil
            request.form[json: "json"] = hasValues ? tags : nil
        }
    }

    private func text(_ request: some RequestType) throws -> String {
        String(decoding: try #require(try request.httpRequest().body?.data), as: UTF8.self)
    }

    @Test("each field of a form has its own style")
    func form() throws {
        #expect(
            try text(StyledForm()).split(separator: "&") == [
                "indexed%5B0%5D=a%2Cb", "indexed%5B1%5D=c+d", "commas=a%2Cb,c%20d", "pipes=a%2Cb%7Cc%20d",
                "repeated=a%2Cb", "repeated=c%20d", "deep%5Bk%5D=v", "json=%5B%22a%2Cb%22%2C%22c%20d%22%5D",
            ])
    }

    private struct Sparse: RequestType {
        typealias Response = Void
        static let api = API(baseURL: "https://api.example.com")
        static var endpoint: Endpoint { .post("/x") }
        var encoding = Endpoint.Body.json
        var isOpen = false

        func write(to request: inout RequestWriter) {
            if case .parts = encoding {
                if isOpen { request.part.open() }
                request.part["a"] = String?.none
                request.part["b", type: "image/png"] = FileContent?.none
            } else {
                if isOpen { request.body.open() }
                request.body["a"] = String?.none
                request.body.merge([String: Int]())
                request.form["b"] = [Int]?.none
            }
        }

        /// As a session renders it, but that the endpoint is each request's own.
        func body() throws -> HTTPBody? {
            var writer = RequestWriter(body: encoding)
            write(to: &writer)
            return try writer.finishedBody(encoding).0
        }
    }

    @Test("fields that are all absent are no body, unless it is opened")
    func absentFields() throws {
        for encoding in [Endpoint.Body.json, .form, .multipart] {
            #expect(try Sparse(encoding: encoding).body() == nil)
            let body = try #require(try Sparse(encoding: encoding, isOpen: true).body()?.data)
            switch encoding {
            case .json: #expect(body == Data("{}".utf8))
            case .form: #expect(body.isEmpty)
            default: #expect(body.starts(with: Data("--callsite-".utf8)) && body.suffix(4) == Data("--\r\n".utf8))
            }
        }
        #expect(try StyledForm(hasValues: false).httpRequest().body == nil)
        #expect(try StyledForm(hasValues: false).httpRequest().headers["Content-Type"] == nil)
    }

    private struct Image: RequestType {
        typealias Response = Void
        static let api = API(baseURL: "https://api.example.com")
        static var endpoint: Endpoint { .post("/x", body: .multipart) }
        var allowed: String
        var type: String?

        func write(to request: inout RequestWriter) {
            request.part["image", type: allowed] = FileContent.data(Data("P".utf8), type: type)
        }
    }

    @Test(
        "a file is of one of the types that its part allows",
        arguments: [
            ("image/png", nil, "image/png"), ("image/png; a=b", nil, "image/png; a=b"),
            ("image/png", "image/webp", "image/webp"), ("image/png, image/*", "image/webp", "image/webp"),
            ("image/png, image/*", "IMAGE/PNG;q=1", "IMAGE/PNG;q=1"), ("image/png, image/*", nil, nil),
            ("image/png, image/*", "text/plain", nil), ("image/*", "imagex/png", nil),
            ("application/*", nil, "application/octet-stream"), ("*/*", "a/b", "a/b"),
            ("image/png", "", nil), ("image/png", "noslash", nil), ("image/png", "é/x", nil),
            ("image/png", "a/b\r\nX: 1", nil), ("image/png", "image/*", nil),
        ] as [(String, String?, String?)])
    func typesOfFiles(_ allowed: String, _ type: String?, _ expected: String?) throws {
        guard let expected else {
            #expect(throws: EncodingFailure.self) { try Image(allowed: allowed, type: type).httpRequest() }
            return
        }
        #expect(try text(Image(allowed: allowed, type: type)).contains("\r\nContent-Type: \(expected)\r\n"))
    }

    private struct Misplaced: RequestType {
        typealias Response = Void
        static var api: API { API(baseURL: "https://api.example.com") }
        static var endpoint: Endpoint { .post("/x", body: .json) }
        func write(to request: inout RequestWriter) { request.form["a"] = 1 }
    }

    @Test("only a form has such fields")
    func misplaced() { #expect(throws: EncodingFailure.self) { try Misplaced().httpRequest() } }

    private struct Parts: RequestType {
        typealias Response = Void
        static var api: API { API(baseURL: "https://api.example.com") }
        static var endpoint: Endpoint { .post("/x", body: .multipart) }
        var header = "7"

        func write(to request: inout RequestWriter) {
            request.part["photo", header: "X-Rotation"] = header
            request.part["photo", type: "image/png"] = FileContent.data(Data("P".utf8))
            request.part["own", type: "image/png"] = FileContent.data(Data("J".utf8), type: "image/jpeg")
            request.part["json", type: "application/json"] = "text"
            request.part["codes", type: "application/json"] = [1, 2]
            request.part["csv", type: "text/csv"] = "a;b"
            request.part["joined", style: .form, explode: false] = ["a b", "c"]
            request.part["deep", style: .deepObject] = ["k": "v"]
            request.part["none", type: "text/csv"] = String?.none
            request.part["others", style: .form, explode: true] = [
                "z": FileContent.data(Data("Z".utf8)), "y": .data(Data("Y".utf8)),
            ]
            request.part["others", style: .form, explode: true] = [
                "x": [FileContent.data(Data("X".utf8)), .data(Data("W".utf8))]
            ]
            request.part["others", style: .form, explode: true] = ["count": 2]
        }
    }

    @Test("parts have media types, headers and styles of their own")
    func parts() throws {
        let body = try text(Parts())
        let boundary = String(body.prefix { $0 != "\r\n" })
        let parts = body.components(separatedBy: boundary).dropFirst().dropLast().map {
            $0.trimmingCharacters(in: .newlines)
        }
        func part(_ name: String, _ lines: [String], _ content: String) -> String {
            (["Content-Disposition: form-data; name=\"\(name)\"" + (lines.first ?? "")] + lines.dropFirst() + [
                "", content,
            ])
            .joined(separator: "\r\n")
        }
        let file = ["; filename=\"file\"", "Content-Type: application/octet-stream"]
        #expect(
            parts == [
                part("photo", ["; filename=\"file\"", "Content-Type: image/png", "X-Rotation: 7"], "P"),
                part("own", ["; filename=\"file\"", "Content-Type: image/jpeg"], "J"),
                part("json", ["", "Content-Type: application/json"], "\"text\""),
                part("codes", ["", "Content-Type: application/json"], "1"),
                part("codes", ["", "Content-Type: application/json"], "2"),
                part("csv", ["", "Content-Type: text/csv"], "a;b"),
                part("joined", [], "a b,c"), part("deep[k]", [], "v"),
                part("y", file, "Y"), part("z", file, "Z"), part("x", file, "X"), part("x", file, "W"),
                part("count", [], "2"),
            ])
    }

    @Test("a part's header can't hold a line break")
    func injection() {
        #expect(throws: EncodingFailure.self) { try Parts(header: "7\r\nX-Evil: 1").httpRequest() }
    }

    private struct Binary: RequestType {
        typealias Response = Void
        static var api: API { API(baseURL: "https://api.example.com") }
        static var endpoint: Endpoint { .put("/x", body: .binary).headers(["Content-Type": "image/png"]) }
        var body: FileContent
        func write(to request: inout RequestWriter) { request.setBody(body) }
    }

    @Test("the media type that the caller gives a file wins over the endpoint's")
    func typeOfFile() throws {
        #expect(try Binary(body: .data(Data())).httpRequest().headers["Content-Type"] == "image/png")
        #expect(
            try Binary(body: .data(Data(), type: "image/jpeg")).httpRequest().headers["Content-Type"] == "image/jpeg")
        for type in ["", "noslash", "é/x"] {
            #expect(throws: EncodingFailure.self) { try Binary(body: .data(Data(), type: type)).httpRequest() }
        }
    }

    private struct Lines<Value: WireEncodable>: RequestType {
        typealias Response = Void
        static var api: API { API(baseURL: "https://api.example.com") }
        static var endpoint: Endpoint { .post("/x", body: .lines) }
        var value: Value
        func write(to request: inout RequestWriter) { request.setBody(value) }
    }

    private struct Nullable: RequestType {
        typealias Response = Void
        static var api: API { API(baseURL: "https://api.example.com") }
        static var endpoint: Endpoint { .put("/x", body: .json) }
        var body: [Int]?
        func write(to request: inout RequestWriter) { request.setBody(nullable: body) }
    }

    @Test("a body that must be there, and may be null")
    func nullableBody() throws {
        for (body, text) in [([1], "[1]"), (nil, "null")] {
            let request = try Nullable(body: body).httpRequest()
            #expect(String(decoding: request.body?.data ?? Data(), as: UTF8.self) == text)
            #expect(request.headers["Content-Type"] == "application/json")
        }
    }

    @Test("each element of a list is a line")
    func lines() throws {
        let request = try Lines(value: ["a\nb", "c"]).httpRequest()
        #expect(String(decoding: request.body?.data ?? Data(), as: UTF8.self) == "\"a\\nb\"\n\"c\"\n")
        #expect(request.headers["Content-Type"] == "application/x-ndjson")
        #expect(throws: EncodingFailure.self) { try Lines(value: "a").httpRequest() }
    }

    private struct WholeQuery: RequestType {
        typealias Response = Void
        static var api: API { API(baseURL: "https://api.example.com") }
        static var endpoint: Endpoint { .get("/x") }
        func write(to request: inout RequestWriter) { request.query[json: ""] = ["a": "b c"] }
    }

    @Test("a value without a name is the whole query")
    func wholeQuery() throws {
        #expect(
            try WholeQuery().httpRequest().url.absoluteString == "https://api.example.com/x?%7B%22a%22%3A%22b%20c%22%7D"
        )
    }

    private struct NestedLists: RequestType {
        typealias Response = Void
        static let api = API(baseURL: "https://api.example.com")
        static var endpoint: Endpoint { .get("/x/{ids}") }
        func write(to request: inout RequestWriter) {
            request.path["ids", style: .simple, elements: .pipeDelimited] = [[1, 2], [3]]
            request.query["a", style: .pipeDelimited, elements: .form] = [["1", "2,|"], ["3"]]
            request.query["b", style: .form, elements: .form] = [["x", "y"], []]
            request.query["c", style: .pipeDelimited, elements: .form, .tabDelimited] = [[[1, 2], [3]], [[4]]]
        }
    }

    @Test("the lists in a list have styles of their own, as Swagger 2.0 has them")
    func nestedLists() throws {
        #expect(
            try NestedLists().httpRequest().url.absoluteString
                == "https://api.example.com/x/1%7C2,3?a=1,2%2C%7C%7C3&b=x,y&b=&c=1%092,3%7C4")
    }

    private struct Delimited: RequestType {
        typealias Response = Void
        static var api: API { API(baseURL: "https://api.example.com") }
        static var endpoint: Endpoint { .get("/x/{ids}") }
        func write(to request: inout RequestWriter) {
            request.path["ids", style: .pipeDelimited] = [1, 2]
            request.header["X-Pipes", style: .pipeDelimited] = ["a", "b"]
            request.header["X-Blanks", style: .spaceDelimited] = ["a", "b"]
        }
    }

    @Test("Swagger's separators stand in paths and headers too")
    func separators() throws {
        let request = try Delimited().httpRequest()
        #expect(request.url.absoluteString == "https://api.example.com/x/1%7C2")
        #expect(request.headers["X-Pipes"] == "a|b" && request.headers["X-Blanks"] == "a b")
    }
}
