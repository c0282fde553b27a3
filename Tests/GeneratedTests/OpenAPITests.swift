import CallsitePagination
import CallsiteRuntime
import Foundation
import GeneratedAPIs
import LoopbackServer
import Testing

/// The parts of OpenAPI documents on the wire: bytes that are sent, and values that come.
@Suite(.timeLimit(.minutes(10))) struct OpenAPITests {
    /// `optional: [Customer.*, Card.last4]` in Specs/configured/orders.yaml, though the document requires them.
    @Test func fieldsThatTheServerLeavesOut() throws {
        let order = try order(#"{"id":1,"state":"open","payment":{"kind":"card"},"customer":{"name":"Ann"}}"#)
        guard case .card(let card) = order.payment, case .customer(let customer)? = order.customer else {
            Issue.record("\(order)")
            return
        }
        #expect(card.last4 == nil && customer.id == nil && customer.name == "Ann")
        // A field that isn't listed is required as before.
        #expect(throws: DecodingFailure.self) { try self.order(#"{"id":1,"payment":{"kind":"card"}}"#) }
        let sent = try Orders.OrdersCreateRequest(body: .init(state: .open, payment: .card(.init(kind: "card"))))
            .httpRequest()
        #expect(
            sent.body?.data.map { String(decoding: $0, as: UTF8.self) }
                == #"{"state":"open","payment":{"kind":"card"}}"#)
    }

    private func order(_ json: String) throws -> Orders.Order {
        try HTTPResponse.json(json).decode(Orders.Order.self)
    }

    @Test func parametersOfEveryStyle() throws {
        let request = Orders.OrdersListRequest(
            state: .onHold, filter: .init(name: "a&b", sizes: [1, 2], price: .init(min: 1.5)), ids: [1, 2],
            tags: ["a", "b,c"], sortBy: .minusCreated, aAndBC: "x=y", point: .init(x: 3),
            since: Date(timeIntervalSince1970: 0), theme: "dark",
            limit: 5)
        let http = try request.httpRequest()
        #expect(
            http.url.absoluteString
                == "https://eu.orders.example/v3/orders?state=on-hold&filter%5Bname%5D=a%26b&filter%5Bsizes%5D%5B%5D=1"
                + "&filter%5Bsizes%5D%5B%5D=2&filter%5Bprice%5D%5Bmin%5D=1.5&ids=1%7C2&tags=a,b%2Cc&sort%5Bby%5D=-created"
                + "&a%26b%3Dc=x%3Dy&point=%7B%22x%22%3A3%7D&limit=5")
        #expect(http.headers["X-Since"] == "1970-01-01T00:00:00Z")
        #expect(http.headers["Cookie"] == "theme=dark")
        // A default is the server's to know: it isn't sent.
        #expect(try Orders.OrdersListRequest().httpRequest().url.query == nil)
    }

    @Test func pathsAndMergePatches() throws {
        let day = try #require(CalendarDate(year: 1970, month: 1, day: 1))
        var request = Orders.OrdersChangeRequest(id: [1, 2], day: day, note: .null, lines: [1, nil])
        let http = try request.httpRequest()
        #expect(http.url.path == "/v3/orders/;id=1,2/1970-01-01")
        #expect(http.headers["Content-Type"] == "application/merge-patch+json")
        #expect(http.headers["Accept"] == "application/vnd.orders+json")
        #expect(
            http.body.flatMap { String(decoding: $0.data ?? Data(), as: UTF8.self) }
                == #"{"note":null,"lines":[1,null]}"#)
        // Left out, null and a value are three things.
        request.note = .unchanged
        request.lines = nil
        #expect(try request.httpRequest().body == nil)
    }

    @Test func severalAnswers() async throws {
        let loopback = try Loopback { request in
            switch String(decoding: request.body, as: UTF8.self).contains("now") {
            case true: .json(#"{"id":1,"state":"open","payment":{"kind":"card","last4":"1"}}"#, status: 201)
            case false where request[header: "X-Key"] == "twice": .json(#"{"other":7}"#, status: 409)
            case false where request[header: "X-Key"] == "bad": .json(#"{"title":"no"}"#, status: 500)
            case false: .json(#"{"job":"123E4567-E89B-12D3-A456-426614174000"}"#, status: 202)
            }
        }
        let later = Orders.OrdersCreateRequest(body: .init(state: .open, payment: .transfer(.init(kind: "transfer"))))
        guard case .accepted(let accepted) = try await loopback.session.send(later) else {
            Issue.record("expected 202")
            return
        }
        #expect(accepted.job == UUID(uuidString: "123e4567-e89b-12d3-a456-426614174000"))
        let now = later.with {
            $0.body = .init(state: .open, payment: .card(.init(kind: "card", last4: "1")), secret: "now")
        }
        guard case .created(let order) = try await loopback.session.send(now) else {
            Issue.record("expected 201")
            return
        }
        #expect(order.id == 1)
        // Fields that only responses hold aren't sent; fields that only requests hold are.
        #expect(
            loopback.server.requests.last.map { String(decoding: $0.body, as: UTF8.self) }
                == #"{"state":"open","payment":{"kind":"card","last4":"1"},"secret":"now"}"#)
        await #expect { try await loopback.session.send(later.adding(header: "X-Key", value: "twice")) } throws: {
            error in
            guard case .status409(let body, _)? = error as? Orders.OrdersCreateRequest.Failure else { return false }
            return body.other == 7
        }
        await #expect { try await loopback.session.send(later.adding(header: "X-Key", value: "bad")) } throws: {
            error in
            guard case .problem(let body, let http)? = error as? Orders.OrdersCreateRequest.Failure else {
                return false
            }
            return body.title == "no" && http.status == 500
        }
    }

    @Test func answersOfAllSorts() throws {
        let minimal = try order(#"{"id":1,"state":"brand-new","payment":{"kind":"cash","coins":3}}"#)
        #expect(minimal.state == .unrecognized("brand-new"))
        #expect(minimal.quantity == 1, "the default stands in for what is absent")
        guard case .unrecognized(let cash) = minimal.payment else {
            Issue.record("an unknown tag keeps its JSON")
            return
        }
        #expect(cash == ["kind": "cash", "coins": 3])
        let full = try order(
            #"""
            {"id":9007199254740993,"state":"1","customer":{"id":"cus_1","visits":4},"payment":{"kind":"transfer","iban":"X"},
             "parent":{"id":2,"state":"none","customer":"cus_2","payment":{"kind":"card","last4":"4242"},"parent":null},
             "rank":7,"created":"2026-01-31T12:00:00Z","note":null}
            """#)
        #expect(full.id == 9_007_199_254_740_993)
        #expect(full.state == .value1 && full.rank == .unrecognized(7) && full.note == nil)
        guard case .customer(let customer)? = full.customer, case .string("cus_2")? = full.parent?.customer else {
            Issue.record("expandable fields are one or the other")
            return
        }
        #expect(customer.otherFields == ["visits": 4])
        #expect(full.parent?.state == .noneValue && full.parent?.parent == nil)
    }

    @Test func formsPartsAndOwnServers() async throws {
        let login = try Orders.LoginRequest(user: "a b", expand: ["x", "y"], device: .init(name: "é")).httpRequest()
        #expect(
            login.body?.data.map { String(decoding: $0, as: UTF8.self) }
                == "user=a+b&expand%5B0%5D=x&expand%5B1%5D=y&device%5Bname%5D=%C3%A9")
        let grant = try Orders.LoginRequest(user: "a", grant: "password").httpRequest()
        #expect(grant.body?.data == Data("user=a&grant=password".utf8))

        let upload = Orders.FilesUploadRequest(file: .data(Data([0, 255]), name: "a.bin"), meta: .init(width: 2))
        #expect(try upload.httpRequest().url.absoluteString == "https://files.orders.example/v1/files")
        let loopback = try Loopback { _ in .text("a,b\n1,2\n", type: "text/csv") }
        func session(_ credential: Credential) -> Session {
            Session(
                baseURL: loopback.server.baseURL, transport: NetworkTransport(idleTimeout: LoopbackServer.patience),
                credential: credential)
        }
        #expect(try await session(.keys(["X-Key": "k", "X-User": "u"])).send(upload) == "a,b\n1,2\n")
        let received = try #require(loopback.server.requests.first)
        #expect(received[header: "X-Key"] == "k" && received[header: "X-User"] == "u")
        let body = String(decoding: received.body, as: UTF8.self)
        #expect(body.contains("name=\"file\"; filename=\"a.bin\"\r\nContent-Type: application/octet-stream"))
        #expect(body.contains("name=\"meta\"\r\nContent-Type: application/json\r\n\r\n{\"width\":2}"))

        // One of several ways to authenticate: the one that the credential is good for.
        _ = try? await session(.bearer("t")).send(Orders.EventsRequest())
        let bearer = try #require(loopback.server.requests.last)
        #expect(bearer[header: "Authorization"] == "Bearer t" && bearer[header: "X-Key"] == nil)
        _ = try? await session(.key("k")).send(Orders.EventsRequest())
        let key = try #require(loopback.server.requests.last)
        #expect(key[header: "Authorization"] == nil && key[header: "X-Key"] == "k")
    }

    @Test func jsonOrAStream() async throws {
        let loopback = try Loopback { request in
            request[header: "Accept"]?.contains("event-stream") == true
                ? .text(
                    "data: {\"type\":\"shipped\",\"order\":1}\n\ndata: {\"type\":\"lost\"}\n\ndata: [DONE]\n\n",
                    type: "text/event-stream")
                : .json(#"[{"type":"paid","amount":1.5}]"#)
        }
        guard case .paid(let paid)? = try await loopback.session.send(Orders.EventsRequest()).first else {
            Issue.record("the constant tells which it is")
            return
        }
        #expect(paid.amount == 1.5 && paid.type == "paid")
        var events: [Orders.Event] = []
        for try await event in try await loopback.session.send(Orders.EventsStreamRequest()) { events.append(event) }
        #expect(events.count == 2)
        guard case .shipped(let shipped)? = events.first, case .unrecognized? = events.last else {
            Issue.record("events are told apart as well")
            return
        }
        #expect(shipped.order == 1)
    }

    @Test func pagesThatNobodyDeclared() async throws {
        let loopback = try Loopback { request in
            let isLast = request.target.contains("page_token=t2")
            let order = #"{"id":\#(isLast ? 2 : 1),"state":"open","payment":{"kind":"card","last4":"1"}}"#
            return .json(#"{"orders":[\#(order)],"next_page_token":\#(isLast ? "null" : "\"t2\"")}"#)
        }
        var ids: [Int64] = []
        for try await order in loopback.session.elements(of: Orders.OrdersListRequest(limit: 1)) {
            ids.append(order.id)
        }
        #expect(ids == [1, 2])
        #expect(loopback.server.requests.map(\.target) == ["/orders?limit=1", "/orders?page_token=t2&limit=1"])
    }
}
