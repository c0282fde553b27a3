import CallsiteRuntime
import Foundation

/// A base URL that no test reaches.
let testAPI = API(baseURL: "https://api.example.com/v1", headers: ["X-Version": "7"], authentication: .bearer)

protocol TestRequestType: RequestType {
    associatedtype Failure = Rejected<Refusal>
}
extension TestRequestType {
    static var api: API { testAPI }
}

struct Refusal: DecodableModel, Equatable {
    let message: String

    init(from fields: inout FieldReader) throws { message = try fields["message"] }
}

struct GetAccount: TestRequestType {
    typealias Response = Account
    static var endpoint: Endpoint { .get("/accounts/{id}") }
    var id = "1"

    func write(to request: inout RequestWriter) { request.path["id"] = id }
}

struct FindAccount: TestRequestType {
    typealias Response = Account?
    static var endpoint: Endpoint { .get("/find") }
}

struct ListNumbers: TestRequestType {
    typealias Response = [Int]
    static var endpoint: Endpoint { .get("/numbers") }

    struct ResponseHeaders: ResponseHeadersType {
        let total: Int?
        let next: String?

        init(from headers: HTTPHeaders) throws {
            total = try headers.decode("X-Total")
            next = try headers.decode("X-Next")
        }
    }
}

struct CreateAccount: TestRequestType {
    typealias Response = Account
    static var endpoint: Endpoint { .post("/accounts").succeeding(with: 201) }
    var login: String
    var body: String?

    func write(to request: inout RequestWriter) {
        request.body["login"] = login
        request.body["body"] = body
    }

    enum Failure: RequestFailure {
        case invalid(Refusal, HTTPResponse)
        case undeclared(HTTPResponse)

        init(_ http: HTTPResponse) {
            switch http.status {
            case 422: if let body = http.decoded(Refusal.self) { self = .invalid(body, http); return }
            default: break
            }
            self = .undeclared(http)
        }

        var http: HTTPResponse {
            switch self {
            case .invalid(_, let http), .undeclared(let http): http
            }
        }
    }
}

struct DeleteAccount: TestRequestType {
    typealias Response = Void
    static var endpoint: Endpoint { .delete("/accounts") }
}

struct HeadAccount: TestRequestType {
    typealias Response = Void
    static var endpoint: Endpoint { .head("/accounts") }
}

struct Export: TestRequestType {
    typealias Response = String
    static var endpoint: Endpoint { .get("/export").accepting(.text) }

    static func response(from http: HTTPResponse) throws -> Response { try http.text() }
}

struct Upload: TestRequestType {
    typealias Response = Void
    static var endpoint: Endpoint { .put("/upload", body: .binary) }
    var data: Data

    func write(to request: inout RequestWriter) { request.setBody(data) }
}

struct Open: TestRequestType {
    typealias Response = JSONValue
    static var endpoint: Endpoint { .get("/open").authenticated(by: .none) }
}

struct Slow: TestRequestType {
    typealias Response = JSONValue
    static var endpoint: Endpoint { .get("/slow").timeout(seconds: 0.3) }
}
