import Foundation

/// A request whose answer is one page of a list.
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
///         func next(after page: PageAnswer<Self>) -> PageContinuation { .cursor(page.value.nextCursor) }
///         func request(at cursor: PageCursor) throws -> any RequestType<StoryPage> {
///             try with { $0.cursor = try cursor.decode() }
///         }
///     }
///
/// `Session.send` treats it as any other request; `pages(of:)` and `elements(of:)` follow the pages.
public protocol PaginationRequestType: RequestType {
    associatedtype Element: Sendable

    /// The list in a response; nil: there is none, which is an error unless the response says that the list is complete.
    static func elements(in response: Response) -> [Element]?

    /// What follows a page. Called on the request that the list began with, whichever page it is about: the page knows its own
    /// cursor. A function of its argument alone.
    func next(after page: PageAnswer<Self>) -> PageContinuation

    /// The request for the page at a cursor that `next(after:)` gave: this one with only the cursor changed, or another
    /// endpoint's with the same answer. Not asked for links; so a request that pages by links alone has none.
    func request(at cursor: PageCursor) throws -> any RequestType<Response>
}

extension PaginationRequestType where Response == [Element] {
    public static func elements(in response: Response) -> [Element]? { response }
}

extension PaginationRequestType {
    public func request(at cursor: PageCursor) throws -> any RequestType<Response> { throw PaginationFailure.unfitCursor }

    /// The page that an answer holds.
    ///
    /// - Parameters:
    ///   - value: The response.
    ///   - http: The whole answer, whose headers may tell what follows, and whose URL relative links are seen from.
    ///   - cursor: Where the page is; nil: it is the first.
    public func page(of value: Response, _ http: HTTPResponse, at cursor: PageCursor? = nil) -> PageAnswer<Self> {
        let repeatsFirst = cursor?.opening.map { $0 == http.fingerprintOfLists } ?? false
        let elements = Self.elements(in: value)
        // 204 says that there is nothing.
        var page = PageAnswer(
            request: self, value: value, http: http, elements: repeatsFirst ? [] : elements ?? [],
            hasList: elements != nil || http.status == 204, cursor: cursor, repeatsFirst: repeatsFirst)
        page.next = next(after: page).resolved(by: page)
        return page
    }

    /// The request for any page.
    func pageRequest(at cursor: PageCursor?) throws -> any RequestType<Response> {
        guard let cursor else { return self }
        guard let link = cursor.link else { return try request(at: cursor) }
        return extended(.link(link))
    }
}

extension ExtendedRequest: PaginationRequestType where Base: PaginationRequestType {
    public static func elements(in response: Response) -> [Base.Element]? { Base.elements(in: response) }

    public func next(after page: PageAnswer<Self>) -> PageContinuation {
        base.next(
            after: PageAnswer(
                request: base, value: page.value, http: page.http, elements: page.elements, hasList: page.hasList, cursor: page.cursor,
                repeatsFirst: page.repeatsFirst))
    }

    public func request(at cursor: PageCursor) throws -> any RequestType<Response> {
        let moved = try base.request(at: cursor)
        return moved.extended(addition)
    }
}

/// One page of a list.
public protocol PaginationResponseType: Sendable {
    associatedtype Element: Sendable
    var elements: [Element] { get }
    /// Whether the server says, in the way that its description declares, that another page follows.
    var hasNextPage: Bool { get }
}

/// A page: the answer, what it lists, and how to go on.
public struct PageAnswer<R: PaginationRequestType>: PaginationResponseType {
    let request: R
    /// What `send` would have returned.
    public let value: R.Response
    public let http: HTTPResponse
    /// Empty too where the page repeats the one before, or has no list.
    public internal(set) var elements: [R.Element]
    let hasList: Bool
    /// Where this page is; nil: it is the first. Small and `Codable`: keep it, and go on from it in another process.
    public let cursor: PageCursor?
    /// It was requested to find out whether it is the first page, and it is: its elements were there before.
    var repeatsFirst = false
    public internal(set) var next: PageContinuation = .end

    public var hasNextPage: Bool {
        switch next {
        case .end, .unsaid: false
        case .cursor, .failed: true
        }
    }

    /// Where the next page is; nil at the end, and where the answer doesn't tell.
    public var nextCursor: PageCursor? { if case .cursor(let cursor, _) = next { cursor } else { nil } }

    /// The request for the next page; nil at the end. Throws a `PaginationFailure` where the answer doesn't tell it.
    public func nextRequest() throws -> (any RequestType<R.Response>)? {
        switch next {
        case .end, .unsaid: return nil
        case .failed(let failure): throw failure
        case .cursor(let cursor, _): return try request.pageRequest(at: cursor)
        }
    }
}
