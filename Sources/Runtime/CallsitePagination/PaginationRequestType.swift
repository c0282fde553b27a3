import CallsiteRuntime
import Foundation

/// A request for one page of a list.
///
///     struct ListStories: PaginationRequestType {
///         typealias Response = StoryPage
///         static var api: API { .stories }
///         static var endpoint: Endpoint { .get("/stories") }
///         var cursor: String?
///
///         func write(to request: inout RequestWriter) { request.query["cursor"] = cursor }
///
///         static func elements(in response: StoryPage) -> [Story]? { response.items }
///         func next(after page: TypedPage<Self>) -> PageContinuation { .cursor(page.value.nextCursor) }
///         func request(at cursor: PageCursor) throws -> any RequestType<StoryPage> {
///             try with { $0.cursor = try cursor.decode() }
///         }
///     }
///
/// `Session.send` treats it like any other request; `pages(of:)` and `elements(of:)` load all pages.
public protocol PaginationRequestType: RequestType {
    associatedtype Element: Sendable

    /// The list in a response. nil: the response has no list, which is an error unless it says that the list is
    /// complete.
    static func elements(in response: Response) -> [Element]?

    /// The continuation after a page. For each page it is called on the request for the first page, while `page` has a
    /// cursor of its own. The result must depend on `page` alone.
    func next(after page: TypedPage<Self>) -> PageContinuation

    /// The request for the page at a cursor that `next(after:)` has returned: this one with another cursor, or another
    /// endpoint's with the same response. It isn't called for links: a request that only follows links needn't
    /// implement it.
    func request(at cursor: PageCursor) throws -> any RequestType<Response>
}

extension PaginationRequestType where Response == [Element] {
    public static func elements(in response: Response) -> [Element]? { response }
}

extension PaginationRequestType {
    public func request(at cursor: PageCursor) throws -> any RequestType<Response> {
        throw PaginationFailure.unfitCursor
    }

    /// The page in a response.
    ///
    /// - Parameters:
    ///   - value: The decoded response.
    ///   - http: The HTTP response. Its headers may contain the next page's place, and relative links are resolved
    ///     against its URL.
    ///   - cursor: The page's own place; nil: it is the first page.
    public func page(of value: Response, _ http: HTTPResponse, at cursor: PageCursor? = nil) -> TypedPage<Self> {
        let elements = Self.elements(in: value)
        // 204 (no content) stands for an empty list.
        var page = TypedPage(
            request: self, value: value, http: http, elements: elements ?? [],
            hasList: elements != nil || http.status == 204,
            cursor: cursor)
        if let opening = cursor?.opening, opening == page.fingerprint {
            page.repeatsFirst = true
            page.elements = []
        }
        page.next = next(after: page).resolved(by: page)
        return page
    }

    /// The request for any page.
    func pageRequest(at cursor: PageCursor?) throws -> any RequestType<Response> {
        guard let cursor else { return self }
        guard let link = cursor.link else { return try request(at: cursor) }
        return extended(.url { try NextLink.resolve(link, trusting: $0) })
    }
}

extension ExtendedRequest: PaginationRequestType where Base: PaginationRequestType {
    public static func elements(in response: Response) -> [Base.Element]? { Base.elements(in: response) }

    public func next(after page: TypedPage<Self>) -> PageContinuation {
        var basePage = TypedPage(
            request: base, value: page.value, http: page.http, elements: page.elements, hasList: page.hasList,
            cursor: page.cursor)
        basePage.repeatsFirst = page.repeatsFirst
        return base.next(after: basePage)
    }

    public func request(at cursor: PageCursor) throws -> any RequestType<Response> {
        let baseRequest = try base.request(at: cursor)
        return baseRequest.extended(addition)
    }
}

/// One page of a list.
public protocol PaginationResponseType: Sendable {
    associatedtype Element: Sendable
    var elements: [Element] { get }
    /// Whether the server says, in the way that its description declares, that another page follows.
    var hasNextPage: Bool { get }
}

/// One page of a list: the response, its elements, and how to continue.
public struct TypedPage<R: PaginationRequestType>: PaginationResponseType {
    /// The storage of a page. Copies of the page share it until a `PaginationState` changes one of them.
    private final class Fields: @unchecked Sendable {
        let request: R
        let value: R.Response
        let http: HTTPResponse
        var elements: [R.Element]
        let hasList: Bool
        let cursor: PageCursor?
        var repeatsFirst = false
        var next = PageContinuation.end

        init(
            _ request: R, _ value: R.Response, _ http: HTTPResponse, _ elements: [R.Element], _ hasList: Bool,
            _ cursor: PageCursor?
        ) {
            self.request = request
            self.value = value
            self.http = http
            self.elements = elements
            self.hasList = hasList
            self.cursor = cursor
        }
    }

    private var fields: Fields

    init(request: R, value: R.Response, http: HTTPResponse, elements: [R.Element], hasList: Bool, cursor: PageCursor?) {
        fields = Fields(request, value, http, elements, hasList, cursor)
    }

    /// The fields for a change. They are copied first if another copy of the page shares them.
    private var unsharedFields: Fields {
        mutating get {
            if !isKnownUniquelyReferenced(&fields) {
                let (next, repeatsFirst) = (next, repeatsFirst)
                fields = Fields(request, value, http, elements, hasList, cursor)
                (fields.next, fields.repeatsFirst) = (next, repeatsFirst)
            }
            return fields
        }
    }

    var request: R { fields.request }
    /// The value that `send` would have returned.
    public var value: R.Response { fields.value }
    /// The whole HTTP response.
    public var http: HTTPResponse { fields.http }
    /// Empty if the page repeats the one before, or has no list.
    public internal(set) var elements: [R.Element] {
        get { fields.elements }
        set { unsharedFields.elements = newValue }
    }
    var hasList: Bool { fields.hasList }
    /// The place of this page; nil: it is the first. Small and `Codable`: save it, and continue from it in another
    /// process.
    public var cursor: PageCursor? { fields.cursor }
    /// True: page 1 was requested, and turned out to be the first page again. Its elements have been delivered already.
    var repeatsFirst: Bool {
        get { fields.repeatsFirst }
        set { unsharedFields.repeatsFirst = newValue }
    }
    /// The continuation after this page.
    public internal(set) var next: PageContinuation {
        get { fields.next }
        set { unsharedFields.next = newValue }
    }

    /// Whether another page follows, or may follow.
    public var hasNextPage: Bool {
        switch next {
        case .end, .unsaid: false
        case .cursor, .failed: true
        }
    }

    /// The place of the next page; nil at the end, and if the response doesn't say it.
    public var nextCursor: PageCursor? { if case .cursor(let cursor, _) = next { cursor } else { nil } }

    /// The request for the next page; nil at the end.
    ///
    /// - Throws: A `PaginationFailure` if the response says that there is another page, but not where.
    public func nextRequest() throws -> (any RequestType<R.Response>)? {
        switch next {
        case .end, .unsaid: return nil
        case .failed(let failure): throw failure
        case .cursor(let cursor, _): return try request.pageRequest(at: cursor)
        }
    }
}
