import Testing

@testable import CallsiteCore
@testable import CallsiteInspect

/// Which operations are paginated, in which style, and why the rest aren't: each row is one operation.
@Suite struct PagingDetectionTests {
    private static let item = "{type: object, properties: {id: {type: string}}}"
    private static let list = "{type: array, items: {$ref: '#/components/schemas/Item'}}"
    private static func page(_ more: String = "", list name: String = "items") -> String {
        "{type: object, properties: {\(name): \(list)\(more.isEmpty ? "" : ", " + more)}}"
    }

    private func found(
        _ parameters: String, _ response: String = list, path: String = "/things", method: String = "get",
        body: String? = nil, headers: String = "{}", other: String = ""
    ) -> String {
        let body = body.map { "requestBody: {required: true, content: {application/json: {schema: \($0)}}}, " } ?? ""
        let text = """
            openapi: 3.0.3
            info: {title: T, version: "1"}
            servers: [{url: "https://a.example"}]
            paths:
              '\(path)':
                \(method):
                  {operationId: x, \(body)parameters: [\(parameters)],
                   responses: {"200": {description: ok, headers: \(headers), content: {application/json: {schema: \(response)}}}}}
            \(other)
            components: {schemas: {Item: \(Self.item)}}

            """
        let inspection = inspect(SourceSet(main: .init(path: "t.yaml", bytes: Array(text.utf8))), options: Options())
        guard let endpoint = inspection.endpoints.first(where: { $0.name == "x" }) else {
            return "nothing: \(inspection.diagnostics)"
        }
        guard let paging = endpoint.paging else { return "none, \(endpoint.pagingRefusal ?? "no reason")" }
        guard case .mapping(let entries) = paging.declaration else { return "no mapping" }
        return "\(paging.rule ?? ""): " + entries.map { "\($0.key) \($0.value.flow)" }.joined(separator: ", ")
    }

    private static func query(_ name: String, _ schema: String = "type: integer", _ description: String = "") -> String
    {
        "{name: '\(name)', in: query, description: '\(description)', schema: {\(schema)}}"
    }

    // MARK: Found

    /// A count in a header ends a list; it proves that a page or an offset that is a string is a number.
    @Test(arguments: [
        (
            "page", "X-Total-Pages",
            "R6: style page, parameter page, first unknown, size limit, totalPages {header: X-Total-Pages}"
        ),
        ("page", "X-Pages", "R6: style page, parameter page, first unknown, size limit, totalPages {header: X-Pages}"),
        ("offset", "X-Total-Count", "R7: style offset, parameter offset, limit limit, total {header: X-Total-Count}"),
        (
            "page", "Pagination-Total",
            "R6: style page, parameter page, first unknown, size limit, total {header: Pagination-Total}"
        ), ("page", "X-Count-Of-Things", "none, R9: 'page' is a string, and the response has no token for it"),
    ]) func countsInHeaders(_ parameter: String, _ header: String, _ result: String) {
        let parameters = Self.query(parameter, "type: string") + "," + Self.query("limit")
        #expect(found(parameters, headers: "{\(header): {schema: {type: integer}}}") == result)
    }

    @Test func stringsAreNumbersBesideATotal() {
        let parameters = Self.query("page", "type: string") + "," + Self.query("per_page", "type: string")
        #expect(
            found(parameters, Self.page("total: {type: integer}"))
                == "R6: style page, parameter page, first unknown, size per_page, total total, elements items")
        #expect(
            found(parameters, Self.page()) == "none, R9: 'page' is a string, and the response has no token for it")
    }

    @Test func nextPagesInHeaders() {
        let cursor = Self.query("cursor", "type: string", "From the `Link` header of the response.")
        #expect(found(cursor) == "R2: style link")
        #expect(
            found(
                Self.query("limit"),
                headers: "{x-next: {description: A link to the next page., schema: {type: string}}}")
                == "R3: style nextURL, next {header: x-next}")
        #expect(
            found(Self.query("limit"), headers: "{x-next: {description: What comes., schema: {type: string}}}")
                == "none, R11: 'limit' says how many, and nothing asks for the next ones")
    }

    @Test func thePathNamesTheList() {
        let two =
            "{type: object, properties: {envelopeTemplates: \(Self.list), folders: \(Self.list), cursor: {type: string}}}"
        #expect(
            found(Self.query("cursor", "type: string"), two, path: "/templates")
                == "R4: style cursor, parameter cursor, next cursor, elements envelopeTemplates")
    }

    /// Tags of an article are no page of articles.
    @Test func aListInAResource() {
        let article = Self.page("title: {type: string}, body: {type: string}, slug: {type: string}", list: "tags")
        #expect(
            found(Self.query("page") + "," + Self.query("per_page"), article, path: "/articles/search")
                == "none, R13: the response is one resource, of which 'tags' is a part")
    }

    @Test(arguments: [
        ("get", "{type: object, properties: {id: {type: string}}}", "the response has no list"),
        ("put", "{type: array, items: {type: string}}", "PUT changes something"),
        ("get", "{}", "nothing says what the response holds"),
    ]) func reasonsForWhatIsNotLookedAt(_ method: String, _ response: String, _ reason: String) {
        #expect(
            found(Self.query("page"), response, method: method) == "none, R0: 'page' may be about pages, and \(reason)")
    }

    @Test func numbersOfEveryType() {
        let pageAndSize = "R6: style page, parameter page, first unknown, size limit"
        for type in [
            "type: integer", "type: number", "type: number, format: float", "oneOf: [{type: integer}, {type: object}]",
        ] {
            #expect(
                found(Self.query("page", type) + "," + Self.query("limit", "type: number")) == pageAndSize, "\(type)")
        }
        #expect(
            found(
                Self.query("offset", "type: number") + "," + Self.query("limit", "type: number"),
                Self.page("total: {type: number}"))
                == "R7: style offset, parameter offset, limit limit, total total, elements items")
    }

    @Test func offsets() {
        let skipped = "R7: style offset, parameter offset, limit limit"
        let both = Self.query("offset") + "," + Self.query("limit")
        for beside in ["since", "from", "start"] {
            #expect(found(both + "," + Self.query(beside, "type: string, format: date-time")) == skipped, "\(beside)")
            let range =
                Self.query(beside, "type: string, format: date-time") + ","
                + Self.query("to", "type: string, format: date-time")
            #expect(found(range + "," + both) == skipped, "\(beside) and to")
        }
        #expect(
            found(Self.query("start") + "," + Self.query("rows"))
                == "R7: style offset, parameter start, first unknown, limit rows")
        #expect(
            found(Self.query("from") + "," + Self.query("size"))
                == "R7: style offset, parameter from, first unknown, limit size")
        #expect(
            found(Self.query("first") + "," + Self.query("max"))
                == "R7: style offset, parameter first, first unknown, limit max")
        #expect(
            found(Self.query("start", "type: integer", "Offset of the first result") + "," + Self.query("limit"))
                == "R7: style offset, parameter start, first unknown, limit limit")
    }

    @Test func bodies() {
        let flat =
            "{type: object, properties: {filter: {type: string}, offset: {type: integer}, limit: {type: integer}}}"
        #expect(
            found("", Self.page("total: {type: integer}"), path: "/things/similar", method: "post", body: flat)
                == "R7: style offset, parameter offset, limit limit, total total, elements items")
        let options = "{type: object, properties: {offset: {type: integer}, count: {type: integer}}}"
        let nested = "{type: object, required: [key], properties: {key: {type: string}, options: \(options)}}"
        #expect(
            found("", Self.page("total_items: {type: integer}"), path: "/things/get", method: "post", body: nested)
                == "R7: style offset, parameter options.offset, limit options.count, total total_items, elements items")
        // An operation that creates a thing doesn't list any.
        #expect(
            found("", Self.page(), method: "post", body: flat)
                == "none, R0: 'offset' may be about pages, and nothing says that this POST only reads")
    }

    @Test func tokens() {
        #expect(
            found(
                Self.query("iterator", "type: string"),
                Self.page("iterator: {type: string}, done: {type: boolean}", list: "data"))
                == "R4: style cursor, parameter iterator, next iterator, isLast done, elements data")
        #expect(
            found(Self.query("from") + "," + Self.query("limit"), Self.page("next: {type: integer}"))
                == "R4: style cursor, parameter from, next next, elements items")
        #expect(
            found(Self.query("next_token"), Self.page("next_token: {type: integer}"))
                == "R4: style cursor, parameter next_token, next next_token, elements items")
        #expect(
            found(
                "", Self.page("next_cursor: {type: string}"), path: "/things/queries", method: "post",
                body: "{type: object, properties: {cursor: {type: string}}}")
                == "R4: style cursor, parameter cursor, next next_cursor, elements items")
    }

    /// A token that a body or a header takes, though no path says that the operation lists.
    @Test func tokensElsewhere() {
        let next = Self.page("next_cursor: {type: string}")
        #expect(
            found(
                "", next, method: "post",
                body: "{type: object, properties: {start_cursor: {type: string}, page_size: {type: integer}}}")
                == "R4: style cursor, parameter start_cursor, next next_cursor, elements items")
        // It makes the items.
        let making = "{type: object, properties: {cursor: {type: string}, limit: {type: integer}, items: \(Self.list)}}"
        #expect(
            found("", next, method: "post", body: making)
                == "none, R0: 'cursor' may be about pages, and nothing says that this POST only reads")
        let header = "{X-Continuation-Token: {schema: {type: string}}}"
        #expect(
            found("{name: X-Continuation-Token, in: header, schema: {type: string}}", headers: header)
                == "R4: style cursor, parameter X-Continuation-Token, next {header: X-Continuation-Token}")
        #expect(
            found(Self.query("next_token", "type: string"), headers: "{X-Nomad-NextToken: {schema: {type: string}}}")
                == "R4: style cursor, parameter next_token, next {header: X-Nomad-NextToken}")
        #expect(found(Self.query("q", "type: string"), headers: header).hasPrefix("none"))
        #expect(
            found(
                Self.query("pagination.key", "type: string, format: byte") + ","
                    + Self.query("pagination.limit", "type: string"),
                Self.page(
                    "pagination: {type: object, properties: {next_key: {type: string, format: byte}, total: {type: string}}}"
                ))
                == "R4: style cursor, parameter pagination.key, next pagination.next_key, elements items")
    }

    /// A place in a video, a page of a book; and links of which one is the next page.
    @Test func whatCountsSomethingElse() {
        let offset =
            Self.query("offset", "type: number", "seconds from the beginning of the video") + "," + Self.query("limit")
        #expect(found(offset) == "none, R7: 'offset' counts in a unit of its own, not elements")
        let page = "{name: page, in: query, required: true, description: The page of the book, schema: {type: integer}}"
        #expect(found(page) == "none, R6: 'page' is what is asked for: a page of a work")
        let link =
            "link: {type: array, items: {type: object, properties: {relation: {type: string}, url: {type: string}}}}"
        #expect(
            found("", Self.page(link, list: "entry"))
                == "none, R3: the URL of the next page is an element of 'link', and no path leads to one of several")
    }

    @Test func responses() {
        let link = "{Link: {schema: {type: string}}}"
        for untyped in ["{type: object}", "{}"] {
            #expect(found("", untyped, headers: link) == "R2: style link", "\(untyped)")
        }
        let either = "{oneOf: [\(Self.list), \(Self.page("next_cursor: {type: string}"))]}"
        #expect(
            found(Self.query("cursor", "type: string"), either)
                == "R4: style cursor, parameter cursor, next next_cursor, elements items")
        // One list and nothing of its own beside it is no resource.
        let links = "links: {type: object, properties: {next: {type: string, format: uri}}}"
        #expect(
            found("", Self.page(links, list: "lines"), path: "/invoices/{id}")
                == "R3: style nextURL, next links.next, elements lines")
        #expect(
            found(
                Self.query("page"),
                Self.page(
                    "last: {type: boolean}, first: {type: boolean}, number: {type: integer}, totalPages: {type: integer}",
                    list: "content"))
                == "R6: style page, parameter page, first unknown, current number, isLast last, totalPages totalPages, elements content"
        )
    }

    @Test func theListThatIsMeant() {
        let parameters = Self.query("from") + "," + Self.query("size")
        let shards = "{type: object, properties: {total: {type: integer}}}"
        func beside(_ total: String) -> String {
            let hits = Self.page("total: {\(total)}", list: "hits")
            return
                "{type: object, properties: {notes: {type: array, items: {type: string}}, _shards: \(shards), hits: \(hits)}}"
        }
        #expect(
            found(parameters, beside("type: integer"))
                == "R7: style offset, parameter from, first unknown, limit size, total hits.total, elements hits.hits")
        let either = beside("oneOf: [{type: integer}, {type: object}]")
        #expect(
            found(parameters, "{type: object, properties: {response: \(either)}}")
                == "R7: style offset, parameter from, first unknown, limit size, elements response.hits.hits")
        let counted =
            "{type: object, properties: {accounts: \(Self.list), moves: \(Self.list), total_moves: {type: integer}}}"
        #expect(
            found(Self.query("offset") + "," + Self.query("limit"), counted)
                == "R7: style offset, parameter offset, limit limit, total total_moves, elements moves")
        // A body that holds the list makes its elements, whatever stands beside it.
        let made = Self.page("offset: {type: integer}, limit: {type: integer}, total: {type: integer}", list: "orders")
        #expect(
            found("", made, path: "/orders", method: "post", body: made)
                == "none, R0: 'offset' may be about pages, and nothing says that this POST only reads")
    }

    // MARK: Where counting begins

    @Test(arguments: [
        ("type: integer, default: 0", "", "0"), ("type: integer, default: 1", "", "1"),
        ("type: number, default: 1.0", "", "1"), ("type: integer, minimum: 1", "", "1"),
        ("type: integer, minimum: 0", "", "unknown"), ("type: integer, example: 0", "", "0"),
        ("type: integer, example: 1", "", "unknown"), ("type: integer", "", "unknown"),
        ("type: integer", "Page number to return, starting with 0.", "0"),
        ("type: integer", "The zero-based index of the page", "0"), ("type: integer", "0-indexed page", "0"),
        ("type: integer", "The first page is 0", "0"), ("type: integer", "0 is the first page", "0"),
        ("type: integer", "Page (starts from page 1)", "1"), ("type: integer", "1-based page number", "1"),
        ("type: integer", "Page number, begins at one", "1"), ("type: integer", "Which page, counting from 1", "1"),
        ("type: integer", "The page. Default is 1.", "1"), ("type: integer", "Which page, 0 by default", "0"),
        ("type: integer", "Page, at least 1 item each", "unknown"),
        ("type: integer", "Begins at 1 here, but starts at 0 there", "unknown"),
        ("type: integer, minimum: 0", "Starts at 1", "1"),
    ])
    func theFirstPage(_ schema: String, _ description: String, _ first: String) {
        #expect(
            found(Self.query("page", schema, description)) == "R6: style page, parameter page, first \(first)",
            "\(schema) \(description)")
    }

    @Test func otherOperationsSayIt() {
        func other(_ schema: String) -> String {
            "  /o: {get: {operationId: o, parameters: [\(Self.query("page", schema))], "
                + "responses: {\"200\": {description: ok, content: {application/json: {schema: \(Self.list)}}}}}}"
        }
        #expect(
            found(Self.query("page"), other: other("type: integer, default: 0"))
                == "R6: style page, parameter page, first 0")
        #expect(
            found(Self.query("pg"), other: other("type: integer, default: 0"))
                == "R6: style page, parameter pg, first unknown")
        let contradicting =
            other("type: integer, default: 0") + "\n"
            + other("type: integer, default: 1").replacing("/o", with: "/p").replacing(" o,", with: " p,")
        #expect(found(Self.query("page"), other: contradicting) == "R6: style page, parameter page, first unknown")
        #expect(
            found(Self.query("page", "type: integer, minimum: 0"), other: other("type: integer, default: 1"))
                == "R6: style page, parameter page, first unknown")
    }

    @Test func theResponseSaysIt() {
        #expect(
            found(Self.query("page"), Self.page("meta: {type: object, properties: {current_page: {type: integer}}}"))
                == "R6: style page, parameter page, first unknown, current meta.current_page, elements items")
        #expect(
            found(Self.query("startIndex") + "," + Self.query("count"), Self.page("startIndex: {type: integer}"))
                == "R7: style offset, parameter startIndex, first unknown, current startIndex, limit count, elements items"
        )
        let users = Self.page("totalResults: {type: integer}", list: "Resources")
        #expect(
            found(Self.query("startIndex") + "," + Self.query("count"), users)
                == "R7: style offset, parameter startIndex, first 1, limit count, total totalResults, elements Resources"
        )
    }

    // MARK: Refused

    @Test func reasonsAreTrue() {
        #expect(
            found(Self.query("offset") + "," + Self.query("limit") + "," + Self.query("end"))
                == "none, R7: 'offset' may begin a range, which 'end' ends")
        #expect(
            found(Self.query("offset"))
                == "none, R7: 'offset' is a number, and nothing says how many elements a page has or how many there are"
        )
        #expect(
            found(Self.query("page", "type: boolean") + "," + Self.query("limit")) == "none, R6: 'page' isn't a number")
        #expect(
            found(Self.query("page", "type: string"))
                == "none, R9: 'page' is a string, and the response has no token for it")
        #expect(
            found(Self.query("start", "type: integer", "Unix time of the oldest") + "," + Self.query("limit"))
                == "none, R7b: 'start' may be an offset, a time or an id, and nothing says which")
        #expect(
            found(Self.query("from") + "," + Self.query("to") + "," + Self.query("size"))
                == "none, R7b: 'from' may begin a range, which 'to' ends")
        #expect(
            found(Self.query("first") + "," + Self.query("after", "type: string"))
                == "none, R8: 'after' may be the last id, a token or a time, and the response doesn't say")
        #expect(
            found("", Self.page("next: {type: string, format: uri}", list: "contacts"), path: "/contacts/{id}")
                == "none, R13: the path names one resource, of which 'contacts' is a part")
        #expect(found(Self.query("limit")) == "none, R11: 'limit' says how many, and nothing asks for the next ones")
        #expect(
            found(Self.query("page"), Self.page("name: {type: string}", list: "lines"), path: "/invoices/{id}")
                == "none, R13: the path names one resource, of which 'lines' is a part")
        // The body may be missing, and without it there is no 'q' to send.
        let part =
            "{type: object, nullable: true, required: [q], properties: {q: {type: string}, offset: {type: integer}, limit: {type: integer}}}"
        let needy = "{type: object, required: [part], properties: {page: \(part), part: {type: string}}}"
        #expect(
            found("", Self.page("total: {type: integer}"), path: "/search", method: "post", body: needy)
                == "none, R7: 'page.offset' is the number of the element to begin with, and 'total' tells the end, "
                + "but 'page.offset' lies in a part of the request that may be missing"
        )
    }
}
