import CallsiteMock
import CallsiteReference
import CallsiteRuntime
import CallsiteTransfers
import Foundation
import GeneratedAPIs
import Testing

private typealias Keys = NativeKeys

private let aDay = CalendarDate(year: 2026, month: 2, day: 3).unsafelyUnwrapped

/// Each key of Callsite's own format means the same to the generated client and to the mock.
@Suite struct NativeKeyTests {
    @Test func everyKeyHasARow() {
        let all = FormatReference.sections.flatMap { section in section.keys.map { "\(section.title): \($0.name)" } }
        KeyRow.check(Self.rows, Self.exempt, all)
    }

    @Test(arguments: rows.indices) func theMockAgreesWithTheClient(index: Int) async throws {
        try await Self.rows[index].talk(KeyTalk("keys"))
    }

    /// Keys that change nothing that is sent or received, by the reason.
    private static let exempt = [
        "names and words": """
        A description: callsite, api, description, include
        Endpoints: description, name, tag, deprecated
        Parameters and fields: description, deprecated
        Models: description, deprecated, name
        Inline types: title
        """,
        "it is about when and how often the client sends": """
        Endpoints: timeout, idempotent
        Responses: reconnect
        """,
        "links into the app": """
        A description: deepLinks
        Endpoints: links
        Deep links: schemes, hosts
        """,
        "tokens are another server's": """
        A description: oauth2
        OAuth 2: flow, description, authorizationURL, tokenURL, refreshURL, deviceAuthorizationURL, scopes
        """,
        "a list that is continued by another operation is that operation's": "Pagination: continue",
    ]

    private static let rows: [KeyRow] = [
        KeyRow(
            """
            A description: baseURL, variables, headers, authentication, error, endpoints, models
            Endpoints: path, response
            Responses: type
            """
        ) { talk in
            let response1 = try await talk.send(Keys.GetPlainRequest())
            #expect(response1.title == "string")
            #expect(talk.raw("GET", "/v1/plain", nil, [("Authorization", "Bearer x")]).status == 200)
            let refused = talk.raw("GET", "/v1/plain")
            #expect(refused.status == 401 && refused.body.contains(#""message":"security: expected"#))
        },
        KeyRow("A description: success\nEndpoints: success\nResponses: fields") { talk in
            let response2 = try await talk.send(Keys.GetOKRequest())
            #expect(response2.state == .done)
            try await talk.send(Keys.GetUncheckedRequest())
        },
        KeyRow("A description: errors\nEndpoints: error, errors") { talk in
            let error = await #expect(throws: (any Error).self) {
                try await talk.session.send(Keys.GetOwnErrorRequest(count: 1).adding(query: "count", value: "x"))
            }
            let text = "\(try #require(error))"
            #expect(text.contains("query: count: expected an integer"))
            #expect(talk.mock.problems.map(\.pointer) == ["count"])
        },
        KeyRow("Endpoints: method, parameters, body\nBodies: model") { talk in
            let response3 = try await talk.send(Keys.ReplacePlainRequest(id: 7, body: .init(title: "a")))
            #expect(response3.title == "string")
        },
        KeyRow("Endpoints: baseURL, headers") { talk in
            try await talk.send(Keys.GetElsewhereRequest())
            try await talk.send(Keys.GetWithHeadersRequest())
        },
        KeyRow("A description: idempotencyKey\nEndpoints: idempotencyKey\nBodies: fields") { talk in
            try await talk.send(Keys.PostKeylessRequest(title: "a"))
            try await talk.send(Keys.PostOwnKeyRequest(title: "a"))
        },
        KeyRow("Endpoints: authentication\nAuthentication: header, query, cookie, all") { talk in
            try await talk.send(Keys.GetPublicRequest())
            #expect(talk.raw("GET", "/v1/public").status == 200)
            try await talk.send(Keys.GetByHeaderRequest())
            try await talk.send(Keys.GetByQueryRequest())
            try await talk.send(Keys.GetByCookieRequest())
            for target in ["by-header", "by-query", "by-cookie"] {
                #expect(talk.raw("GET", "/v1/" + target).status == 401)
            }
            let all = [("X-A", "1"), ("X-B", "2")]
            #expect(talk.raw("GET", "/v1/by-all", nil, all).status == 200)
            #expect(talk.raw("GET", "/v1/by-all", nil, [all[0]]).status == 401)
            #expect(talk.raw("GET", "/v1/by-all", nil, [("Authorization", "Basic YTpi")]).status == 200)
        },
        KeyRow("Parameters and fields: in, style, explode") { talk in
            try await talk.send(Keys.SearchRequest(place: "a b/c", piped: [1]))
            try await talk.send(
                Keys.SearchRequest(
                    place: "x", kinds: ["a", "b"], limit: 3, open: false, nullable: 4,
                    since: .init(aDay), trace: "t", session: "s", piped: [1, 2, 3],
                    box: .init(width: 1, label: "l"), filter: .init(width: 2), tags: ["a", "b"], format: "f"))
            // A default is what is meant where the parameter isn't sent.
            let bearer = [("Authorization", "Bearer x")]
            #expect(talk.raw("GET", "/v1/search/x?fixed=1&piped=1", nil, bearer).status == 200)
            #expect(talk.raw("GET", "/v1/search/x?fixed=2&piped=1", nil, bearer).status == 422)
            #expect(talk.raw("GET", "/v1/search/x?fixed=1&since=2026-02-03", nil, bearer).status == 422)
        },
        KeyRow("Bodies: encoding, type") { talk in
            for type in [nil, "image/png", "application/json"] {
                try await talk.send(Keys.PutBytesRequest(body: .data(Data([1, 2]), type: type)))
            }
            try await talk.send(Keys.PutTextRequest(body: "text"))
            try await talk.send(Keys.PutLinesRequest(body: [.init(title: "a"), .init(title: "b", count: 1)]))
            try await talk.send(Keys.PutModelFormRequest(body: .init(title: "a b", count: 2)))
        },
        KeyRow("Bodies: encodings, lists\nEncodings of fields: style, explode") { talk in
            try await talk.send(
                Keys.PutFormRequest(
                    title: "a", marks: [1, 2], when: Date(timeIntervalSince1970: 0), ids: [3, 4],
                    box: .init(width: 1, label: "x"), packed: .init(width: 2)))
            try await talk.send(
                Keys.PutFormRequest(title: "", marks: [], ids: [3], box: .init(width: 1), packed: .init(width: 2)))
            try await talk.send(Keys.PutBracketedRequest(marks: [1, 2]))
            try await talk.send(Keys.PutIndexedRequest(marks: [1, 2]))
        },
        KeyRow("Encodings of fields: contentType\nParameters and fields: part") { talk in
            try await talk.send(
                Keys.PutPartsRequest(rotation: 90, title: "a", box: .init(width: 1), photo: .data(Data([1]))))
        },
        KeyRow("Bodies: optional, nullable") { talk in
            try await talk.send(Keys.PutOptionalRequest())
            try await talk.send(Keys.PutOptionalRequest(body: .init(title: "a")))
            try await talk.send(Keys.PutNullableRequest(body: nil))
            try await talk.send(Keys.PutNullableRequest(body: .init(title: "a")))
        },
        KeyRow("Responses: encoding, optional, cases, status, headers") { talk in
            let response4 = try await talk.send(Keys.GetTextRequest())
            #expect(response4 == "string")
            let response5 = try await talk.send(Keys.GetBytesRequest())
            #expect(response5.isEmpty == false)
            let response6 = try await talk.send(Keys.GetMaybeRequest())
            #expect(response6?.title == "string")
            guard case .ok = try await talk.send(Keys.GetCasesRequest()) else {
                Issue.record("another status")
                return
            }
            try await talk.send(Keys.GetStatusRequest())
            #expect(talk.raw("GET", "/v1/status", nil, [("Authorization", "Bearer x")]).status == 206)
            let response = try await talk.session.response(to: Keys.GetHeadersRequest())
            #expect(response.headers.count == 0)
        },
        KeyRow("Responses: stream, element, end") { talk in
            var count = 0
            for try await plain in try await talk.send(Keys.GetEventsRequest()) where !plain.title.isEmpty {
                count += 1
            }
            for try await event in try await talk.send(Keys.GetNamedEventsRequest()) where !event.event.isEmpty {
                count += 1
            }
            for try await line in try await talk.send(Keys.GetLinesRequest()) where !line.label.isEmpty { count += 1 }
            #expect(count >= 3)
        },
        KeyRow(
            """
            Parameters and fields: type, name, wire, optional, nullable, default, constant, absent, readOnly, writeOnly
            Parameters and fields: example, fields, otherFields, enum, union, cases, otherwise
            Models: is, fields, otherFields, enum, union, cases, otherwise, dateFormat, timeZone
            Inline types: type, fields, otherFields, enum, union, cases, otherwise, optional
            """
        ) { talk in try await things(talk) },
        KeyRow(
            "A description: pagination, parameterSets\nEndpoints: use, pagination\nPagination: use, style, parameter, first, current, size, elements, total"
        ) { talk in
            try await talk.pages(
                Keys.ListNumberedRequest(perPage: 2), creating: { Keys.CreateNumberedRequest(body: .init(title: $0)) },
                \.title)
        },
        KeyRow("Pagination: totalPages, shortPageEnds\nSources of values: header") { talk in
            try await talk.pages(
                Keys.ListFlaggedRequest(perPage: 2), creating: { Keys.CreateFlaggedRequest(body: .init(title: $0)) },
                \.title)
            try await talk.pages(
                Keys.ListHeaderCursorRequest(limit: 2),
                creating: { Keys.CreateHeaderCursorRequest(body: .init(title: $0)) }, \.title)
        },
        KeyRow("Pagination: limit, default") { talk in
            try await talk.pages(
                Keys.ListCountedRequest(limit: 2), creating: { Keys.CreateCountedRequest(body: .init(title: $0)) },
                \.title)
        },
        KeyRow("Pagination: next, hasNext\nSources of values: body") { talk in
            try await talk.pages(
                Keys.ListCursorRequest(limit: 2), creating: { Keys.CreateCursorRequest(body: .init(title: $0)) },
                \.title)
            try await talk.pages(
                Keys.ListURLsRequest(limit: 2), creating: { Keys.CreateURLsRequest(body: .init(title: $0)) }, \.title)
        },
        KeyRow("Pagination: key, isLast") { talk in
            try await talk.pages(
                Keys.ListKeyedRequest(limit: 2), creating: { Keys.CreateKeyedRequest(body: .init(title: $0)) },
                \.title)
        },
        KeyRow("Pagination: omitsEmptyList") { talk in
            try await talk.pages(
                Keys.ListLinkedRequest(limit: 2), creating: { Keys.CreateLinkedRequest(body: .init(title: $0)) },
                \.title)
        },
    ]

    private static func thing(_ kind: String?, _ maybe: String?) -> Keys.ThingInput {
        Keys.ThingInput(
            secret: "hidden", title: "A lamp", wholeNumber: 5, type: "wired", kind: kind, maybe: maybe,
            owner: .init(name: "Ada", otherFields: ["age": 36]), content: .box(.init(width: 2)),
            form: .circle(.init(radius: 3)), day: .init(aDay),
            time: .init(Date(timeIntervalSince1970: 60)), price: Decimal(125) / Decimal(100), level: .high,
            labels: .init(first: "f", otherFields: ["other": "o"]), best: .square(.init(side: 4)),
            figure: .square(.init(side: 5)), pair: .init(first: 1, second: 2), gaps: [1, nil],
            rows: [.init(label: "r", otherFields: ["n": 1])], states: [.on, .off],
            contents: [.plain(.init(title: "p")), .draft(.init(draft: "d"))], shapes: [.circle(.init(radius: 6))],
            otherFields: ["extra": .string("kept")])
    }

    /// A created thing is found again, field by field, and in the list.
    @Sendable private static func things(_ talk: KeyTalk) async throws {
        let created = try await talk.send(Keys.CreateThingRequest(body: thing("lamp", nil)))
        try await talk.send(Keys.CreateThingRequest(body: thing(nil, "there")))
        let found = try await talk.send(Keys.GetThingRequest(id: created.id))
        #expect(found.title == "A lamp" && found.wholeNumber == 5 && found.type == "wired" && found.kind == "lamp")
        #expect(found.maybe == nil && found.object == "thing")
        #expect(found.mark == "none")
        #expect(found.status == .open)
        #expect(found.owner.name == "Ada")
        #expect(found.owner.otherFields == ["age": 36])
        guard case .box(let box) = found.content, case .circle(let circle) = found.form,
            case .square(let best) = found.best, case .square(let figure) = found.figure,
            case .circle(let shape)? = found.shapes.first
        else {
            Issue.record("\(found)")
            return
        }
        let numbers: [Int] = [box.width, circle.radius, best.side, figure.side, shape.radius]
        #expect(numbers == [2, 3, 4, 5, 6])
        #expect(found.day.day == aDay)
        #expect(found.time.date == Date(timeIntervalSince1970: 60))
        let price: Decimal = Decimal(125) / Decimal(100)
        #expect(found.price == price)
        #expect(found.level == .high)
        #expect(found.labels.first == "f")
        #expect(found.labels.otherFields == ["other": "o"])
        #expect(found.pair.first == 1 && found.pair.second == 2)
        let gaps: [Int?] = [1, nil]
        #expect(found.gaps == gaps)
        #expect(found.rows.first?.otherFields == ["n": 1])
        #expect(found.states == [.on, .off])
        #expect(found.contents.count == 2)
        // A field that is only written isn't one of the other fields.
        #expect(found.otherFields == ["extra": .string("kept")])
        let response7 = try await talk.send(Keys.ListThingsRequest(kind: ["lamp", "bulb"]))
        #expect(response7.count == 1)
        let response8 = try await talk.send(Keys.ListThingsRequest(kind: ["lamp"]))
        #expect(response8.first?.id == created.id)
        let response9 = try await talk.send(Keys.ListThingsRequest(title: "bulb"))
        #expect(response9.isEmpty)
        let response10 = try await talk.send(Keys.ListThingsRequest())
        #expect(response10.count == 2)
        let maybe = try await talk.send(Keys.ListThingsRequest()).last?.maybe
        #expect(maybe == "there")
    }
}
