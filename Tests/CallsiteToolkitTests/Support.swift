import CallsiteRuntime
import CallsiteTransfers
import Foundation
import Waiting

struct Story: DecodableModel, Equatable {
    let id: Int
    let title: String?

    init(id: Int, title: String? = nil) {
        self.id = id
        self.title = title
    }

    init(from fields: inout FieldReader) throws {
        id = try fields["id"]
        title = try fields["title"]
    }
}

struct GetStory: RequestType {
    typealias Response = Story
    static var api: API { API(baseURL: "https://api.example.com", authentication: .bearer) }
    static var endpoint: Endpoint { .get("/stories/{id}") }
    var id = 1

    func write(to request: inout RequestWriter) { request.path["id"] = id }
}

struct ListStories: RequestType {
    typealias Response = [Story]
    static var api: API { API(baseURL: "https://api.example.com", authentication: .bearer) }
    static var endpoint: Endpoint { .get("/stories") }
    var cursor: String?

    func write(to request: inout RequestWriter) { request.query["page_token"] = cursor }
}

struct SignIn: RequestType {
    typealias Response = JSONValue
    static var api: API { API(baseURL: "https://api.example.com", authentication: .none) }
    static var endpoint: Endpoint { .post("/sign-in") }
    var password: String

    func write(to request: inout RequestWriter) {
        request.header["X-Shop-Token"] = "s3cret"
        request.query["api_key"] = "s3cret"
        request.body["user"] = "ann"
        request.body["password"] = password
    }
}

struct WatchStories: RequestType {
    typealias Response = ResponseStream<Story>
    static var api: API { API(baseURL: "https://api.example.com") }
    static var endpoint: Endpoint { .get("/watch").streaming(.events()) }
}

/// A transport that notes what it is asked.
final class Noting: Transport, Sendable {
    private let noted = Watched<[HTTPRequest]>([])
    private let answer: @Sendable (HTTPRequest, Int) async throws -> HTTPResponse

    var requests: [HTTPRequest] { noted.value }
    /// Waits for the first request.
    func asked() async { await noted.wait { !$0.isEmpty } }

    /// The closure gets the request and its number, from 0.
    init(_ answer: @escaping @Sendable (HTTPRequest, Int) async throws -> HTTPResponse) { self.answer = answer }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let number = noted.update { list in
            list.append(request)
            return list.count - 1
        }
        return try await answer(request, number)
    }
}

/// A folder for one test.
final class Folder: Sendable {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("toolkit-tests-\(UUID().uuidString)")

    deinit { try? FileManager.default.removeItem(at: url) }

    var files: [URL] {
        ((try? FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: nil)) ?? []).sorted {
            $0.path < $1.path
        }
    }

    /// All that is written, for a look at what it must not hold.
    var text: String { files.map { (try? String(contentsOf: $0, encoding: .utf8)) ?? "" }.joined() }
}
