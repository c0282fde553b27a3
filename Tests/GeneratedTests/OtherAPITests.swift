import CallsiteRuntime
import Foundation
import GeneratedAPIs
import LoopbackServer
import Testing

/// Features that the other descriptions have and GitHub's has not: forms, unions, generics, response headers,
/// hand-written requests.
@Suite(.timeLimit(.minutes(10))) struct OtherAPITests {
    @Test func formBody() async throws {
        let loopback = try Loopback(credential: .bearer("sk")) { _ in
            .json(#"{"error":{"type":"card_error","message":"no"}}"#, status: 402)
        }
        let request = Stripe.CreateRefundRequest(
            idempotencyKey: "k 1", charge: "ch_1", amount: 250, metadata: ["order": "a&b", "note": "x y"])
        do {
            _ = try await loopback.session.send(request)
            Issue.record("an error was expected")
        } catch {}
        let received = try #require(loopback.server.requests.first)
        #expect(received[header: "Content-Type"] == "application/x-www-form-urlencoded")
        #expect(received[header: "Idempotency-Key"] == "k 1")
        #expect(received.text.contains("metadata%5Bnote%5D=x+y&metadata%5Border%5D=a%26b"))
        #expect(received.text.contains("amount=250"))
    }

    @Test func discriminatedUnionBothWays() async throws {
        let message = #"""
            {"id":1,"sender":{"id":2,"name":"Ann","joined_on":"2020-02-29"},"content":{"type":"image","url":"https://e.com/a.png","width":1,"height":2},
             "sent_at":"2024-01-01T00:00:00Z"}
            """#
        let loopback = try Loopback { _ in .json(message, status: 201) }
        let content = Stories.MessageContent.text(.init(text: "hello"))
        let sent = try await loopback.session.send(Stories.SendMessageRequest(userID: 2, content: content))
        #expect(loopback.server.requests.first?.text == #"{"content":{"type":"text","text":"hello"}}"#)
        guard case .image(let image) = sent.content else {
            Issue.record("\(sent.content)")
            return
        }
        #expect(image.width == 1)
        #expect(sent.sender.joinedOn == CalendarDate(year: 2020, month: 2, day: 29))
    }

    @Test func unknownAlternativeIsKept() async throws {
        let message = #"""
            {"id":1,"sender":{"id":2,"name":"Ann","joined_on":"2020-02-29"},"content":{"type":"dance","beats":[1,2.50]},"sent_at":"2024-01-01T00:00:00Z"}
            """#
        let page = try decodeJSON(
            Stories.Page<Stories.Message>.self, from: Data(#"{"items":[\#(message)],"next_cursor":null}"#.utf8))
        guard case .unrecognized(let value) = page.items[0].content else {
            Issue.record("\(page.items[0].content)")
            return
        }
        #expect(try String(decoding: encodeJSON(value), as: UTF8.self).contains("2.50"))
        let again = try JSONDecoder().decode(
            Stories.Page<Stories.Message>.self, from: Data(#"{"items":[\#(message)],"next_cursor":"c"}"#.utf8))
        #expect(again.nextCursor == "c")
    }

    @Test func modelInPlaceAndGenericPage() async throws {
        let contact =
            #"{"id":"1","properties":{"email":"a@b.c"},"createdAt":"2024-01-01T00:00:00Z","updatedAt":"2024-01-01T00:00:00Z","archived":false}"#
        let loopback = try Loopback { request in
            request.method == "POST"
                ? .json(contact, status: 201)
                : .json(
                    #"{"results":[\#(contact)],"paging":{"next":{"after":"x","link":"https://api.hubapi.com/next?after=x"}}}"#
                )
        }
        let page = try await loopback.session.send(HubSpot.ListContactsRequest(properties: ["email", "a,b"]))
        #expect(page.results[0].properties["email"] == JSONValue.string("a@b.c"))
        #expect(page.paging?.next?.after == "x")
        #expect(loopback.server.requests[0].target == "/crm/v3/objects/contacts?properties=email,a%2Cb&archived=false")
        let association = HubSpot.Association(
            to: .init(id: "9"), types: [.init(associationCategory: .hubspotDefined, associationTypeID: 1)])
        _ = try await loopback.session.send(
            HubSpot.CreateContactRequest(properties: ["email": "a@b.c"], associations: [association]))
        #expect(
            loopback.server.requests[1].text
                == #"{"properties":{"email":"a@b.c"},"associations":[{"to":{"id":"9"},"types":[{"associationCategory":"HUBSPOT_DEFINED","associationTypeId":1}]}]}"#
        )
    }

    /// A request by hand stands beside generated ones, with a decoding of its own.
    private struct CountRequest: Stories.StoriesRequestType {
        typealias Response = Int
        static var endpoint: Endpoint { .get("/count").accepting(.text) }
        static func response(from http: HTTPResponse) throws -> Int { Int(try http.text()) ?? -1 }
    }

    @Test func handWrittenRequest() async throws {
        let loopback = try Loopback { _ in .text("42") }
        #expect(try await loopback.session.send(CountRequest()) == 42)
        #expect(loopback.server.requests.first?.target == "/count")
    }
}
