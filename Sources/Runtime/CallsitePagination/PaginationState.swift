import CallsiteRuntime
import Foundation

/// A list that loads page by page: a pure function `(state, event) -> commands`. It sends nothing itself, so you can
/// test every sequence of events as values.
///
///     var state = PaginationState(SearchRepositoriesRequest(q: "swift"))
///     let commands = state.handle(.loadNextPage)                     // [.send(ticket)]
///     _ = state.handle(await session.perform(ticket))                // state.elements
///
/// These hold whatever a server responds:
/// - There is one request at a time, and only the response to the newest ticket counts.
/// - No request that has had a response since the last refresh is sent again, and no page's elements come twice. A
///   server that leads in a circle, or returns the same elements for every request, ends the list with
///   `PaginationFailure.paginationCycle`. Elements with an id (`id`, `uuid`, …) are compared by it.
/// - An element with an id that comes again unchanged, since the list has grown at its front, is left out.
/// - `allowsRepeatedPages` allows the same elements to come twice. The list then ends when the server says so.
/// - There is one exception: a server may keep its cursor and move on by itself (scrolling). The list then ends with an
///   empty page.
/// - A page without a list, whose response doesn't say that the list is complete, is `PaginationFailure.missingList`.
/// - After a failed page `loadNextPage` requests that page again, and the loaded elements stay.
/// - A page leaves two hashes in memory, of its request and of its elements, and an element with an id another one.
public struct PaginationState<R: PaginationRequestType>: Sendable {
    /// An event that `handle(_:)` takes: an action of the user, or the end of a request.
    public enum Event: Sendable {
        /// Start again. The elements stay until the first page has arrived.
        case refresh
        /// Does nothing while a page loads, and at the end.
        case loadNextPage
        case pageArrived(Ticket, R.Response, HTTPResponse)
        /// A 404 after a short page ends the list, as `listEnded` does.
        case pageFailed(Ticket, any Error)
        /// The response says that there is nothing (204): the list ends without another page.
        case listEnded(Ticket)
    }

    /// A command of `handle(_:)`, to be performed by the caller.
    public enum Command: Hashable, Sendable {
        case send(Ticket)
        /// The response isn't needed any more.
        case cancel(Ticket)
    }

    /// A request to send. Its response comes back with it, so that a late response is recognised.
    public struct Ticket: Sendable {
        public let number: Int
        /// The request to send.
        public let request: any RequestType<R.Response>
        let cursor: PageCursor?
        /// A hash of all that is sent, except for credentials.
        let fingerprint: Int
        let url: URL
    }

    /// Copies share the list until one of them handles an event.
    private var list: PagedList<R>

    /// The elements of all pages since the last refresh.
    public var elements: [R.Element] { list.elements }
    /// The page that arrived last.
    public var lastPage: TypedPage<R>? { list.lastPage }
    /// The error of the last page, or the reason why the list can't continue.
    public var error: (any Error)? { list.error }
    /// Whether `loadNextPage` may load anything. False at the end; and, with an `error`, if the list can't continue.
    public var hasNextPage: Bool { list.hasNextPage }
    /// Whether a page loads.
    public var isLoading: Bool { list.loading != nil }
    /// The place of the next page: keep it to continue later. nil: at the beginning, at the end, or unknown.
    public var nextCursor: PageCursor? { list.nextCursor }

    /// - Parameters:
    ///   - request: The request for the first page.
    ///   - cursor: The page to start with; nil: the first one.
    ///   - baseURL: The base URL of the requests, as in `Session(baseURL:)`. Links to other origins are refused.
    ///   - emptyPageLimit: How many empty pages in a row are skipped before the list fails.
    ///   - allowsRepeatedPages: Whether a page may have the same elements as an earlier one. Set it for lists with
    ///     equal elements that nothing tells apart (measurements, log lines). Otherwise such a page is a
    ///     `PaginationFailure.paginationCycle`. With it, a server that returns the same page forever makes an endless
    ///     list.
    public init(
        _ request: R, from cursor: PageCursor? = nil, baseURL: URL? = nil, emptyPageLimit: Int = 50,
        allowsRepeatedPages: Bool = false
    ) {
        self.init(request, cursor, baseURL?.absoluteString, emptyPageLimit, allowsRepeatedPages, keepsElements: true)
    }

    init(
        _ request: R, _ cursor: PageCursor?, _ base: String?, _ emptyPageLimit: Int, _ allowsRepeatedPages: Bool,
        keepsElements: Bool
    ) {
        list = PagedList(request, base, emptyPageLimit, allowsRepeatedPages, keepsElements)
        list.nextCursor = cursor
    }

    /// Changes the state for an event.
    ///
    /// - Returns: The commands to perform, in order.
    public mutating func handle(_ event: Event) -> [Command] {
        if !isKnownUniquelyReferenced(&list) { list = list.copy }
        return list.handle(event)
    }
}

extension PaginationState.Ticket: Hashable {
    public static func == (left: Self, right: Self) -> Bool { left.number == right.number }
    public func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

/// The fields of a state. A class, since so wide a value costs code wherever it is copied.
private final class PagedList<R: PaginationRequestType>: @unchecked Sendable {
    typealias Ticket = PaginationState<R>.Ticket

    private(set) var elements: [R.Element] = []
    private(set) var lastPage: TypedPage<R>?
    private(set) var error: (any Error)?
    private(set) var hasNextPage = true
    var nextCursor: PageCursor?
    private(set) var loading: Ticket?

    private let request: R
    private let base: String?
    private let emptyPageLimit: Int
    private let allowsRepeatedPages: Bool
    private let keepsElements: Bool
    private var lastNumber = 0
    private var answered: Set<Int> = []
    private var contents = PageContents()
    private var emptyPages = 0
    /// Whether the next page's elements replace those before.
    private var isBeginning = true

    init(_ request: R, _ base: String?, _ emptyPageLimit: Int, _ allowsRepeatedPages: Bool, _ keepsElements: Bool) {
        self.request = request
        self.base = base
        self.emptyPageLimit = emptyPageLimit
        self.allowsRepeatedPages = allowsRepeatedPages
        self.keepsElements = keepsElements
    }

    var copy: PagedList {
        let copy = PagedList(request, base, emptyPageLimit, allowsRepeatedPages, keepsElements)
        (copy.elements, copy.lastPage, copy.error, copy.hasNextPage) = (elements, lastPage, error, hasNextPage)
        (copy.nextCursor, copy.loading, copy.lastNumber, copy.answered) = (nextCursor, loading, lastNumber, answered)
        (copy.contents, copy.emptyPages, copy.isBeginning) = (contents, emptyPages, isBeginning)
        return copy
    }

    func handle(_ event: PaginationState<R>.Event) -> [PaginationState<R>.Command] {
        switch event {
        case .refresh:
            let old = loading
            (loading, nextCursor, answered, contents) = (nil, nil, [], .init())
            (emptyPages, isBeginning, hasNextPage) = (0, true, true)
            return (old.map { [.cancel($0)] } ?? []) + load()
        case .loadNextPage: return load()
        case .pageArrived(let ticket, let value, let http):
            if ticket == loading { arrived(ticket, value, http) }
            return []
        case .pageFailed(let ticket, let error):
            let isEnd = ticket.cursor?.mayBeBehindEnd == true && (error as? any RequestFailure)?.status == 404
            if isEnd { return handle(.listEnded(ticket)) }
            if ticket == loading { (loading, self.error) = (nil, error) }
            return []
        case .listEnded(let ticket):
            guard ticket == loading else { return [] }
            if isBeginning { elements = [] }
            (loading, nextCursor, hasNextPage, isBeginning) = (nil, nil, false, false)
            return []
        }
    }

    private func load() -> [PaginationState<R>.Command] {
        guard hasNextPage, loading == nil else { return [] }
        do {
            let ticket = try ticket(at: nextCursor)
            (loading, lastNumber, error) = (ticket, ticket.number, nil)
            return [.send(ticket)]
        } catch {
            stop(error)
            return []
        }
    }

    private func arrived(_ ticket: Ticket, _ value: R.Response, _ http: HTTPResponse) {
        // A custom transport may leave out the URL of the response.
        var http = http
        http.url = http.url ?? ticket.url
        var page = request.page(of: value, http, at: ticket.cursor)
        loading = nil
        answered.insert(ticket.fingerprint)
        if !allowsRepeatedPages, contents.isRepeated(by: &page) {
            page.elements = []
            page.next = .failed(.paginationCycle)
        }
        emptyPages = page.elements.isEmpty ? emptyPages + 1 : 0
        if isBeginning { elements = [] }
        isBeginning = false
        if keepsElements { elements += page.elements }
        do {
            page.next = try checked(page, ticket)
            (nextCursor, hasNextPage) = (page.nextCursor, page.hasNextPage)
        } catch {
            if let failure = error as? PaginationFailure { page.next = .failed(failure) }
            stop(error)
        }
        lastPage = page
    }

    /// The continuation, unless it was sent before or is a broken link.
    private func checked(_ page: TypedPage<R>, _ ticket: Ticket) throws -> PageContinuation {
        switch page.next {
        case .end, .unsaid: return .end
        case .failed(let failure): throw failure
        case .cursor(let cursor, let isPromised):
            guard emptyPages < emptyPageLimit else { throw PaginationFailure.emptyPages(emptyPages) }
            let fingerprint = try self.ticket(at: cursor).fingerprint
            if fingerprint == ticket.fingerprint {
                // The server may keep the place itself. The elements show whether it does.
                if !page.elements.isEmpty { return page.next }
                if !isPromised { return .end }
            }
            guard !answered.contains(fingerprint) else { throw PaginationFailure.paginationCycle }
            return page.next
        }
    }

    private func ticket(at cursor: PageCursor?) throws -> Ticket {
        let request = try request.pageRequest(at: cursor)
        let http = try request.httpRequest(baseText: base)
        return Ticket(
            number: lastNumber + 1, request: request, cursor: cursor, fingerprint: http.fingerprint, url: http.url)
    }

    private func stop(_ error: any Error) { (self.error, nextCursor, hasNextPage) = (error, nil, false) }
}

extension HTTPRequest {
    /// A hash of all that is sent, except for credentials. It differs from process to process.
    fileprivate var fingerprint: Int {
        var hasher = Hasher()
        hasher.combine(method)
        hasher.combine(url)
        for field in headers.fields {
            hasher.combine(field.name.lowercased())
            hasher.combine(field.value)
        }
        for segment in body?.segments ?? [] {
            switch segment {
            case .data(let data): hasher.combine(data)
            case .file(let url): hasher.combine(url)
            }
        }
        return hasher.finalize()
    }
}
