import CallsiteRuntime
import Foundation

extension Session {
    /// The pages of a list, each loaded when you ask for it. An error is thrown where it happens, and the iterator then
    /// returns nil. To continue after an error use `TypedPage.cursor`, not the iterator.
    ///
    /// - Parameters:
    ///   - request: The request for the first page.
    ///   - cursor: The page to start with; nil: the first one.
    ///   - prefetch: How many pages are loaded ahead of the requested one, at most.
    ///   - emptyPageLimit: How many empty pages in a row are skipped before the list fails with a `PaginationFailure`.
    ///   - allowsRepeatedPages: Whether a page may have the same elements as an earlier one. Set it for lists with
    ///     equal elements that nothing tells apart (measurements, log lines). Otherwise such a page is a
    ///     `PaginationFailure.paginationCycle`. With it, a server that returns the same page forever makes an endless
    ///     list.
    public func pages<R: PaginationRequestType>(
        of request: R, from cursor: PageCursor? = nil, prefetch: Int = 0, emptyPageLimit: Int = 50,
        allowsRepeatedPages: Bool = false
    ) -> Pages<R> {
        let state = paginationState(request, cursor, emptyPageLimit, allowsRepeatedPages, keepsElements: false)
        return Pages(session: self, state: state, prefetch: max(0, prefetch))
    }

    /// The elements of a list over all its pages. Pages are loaded until you break out.
    ///
    ///     for try await repository in session.elements(of: SearchRepositoriesRequest(q: "swift")) { … }
    public func elements<R: PaginationRequestType>(
        of request: R, from cursor: PageCursor? = nil, prefetch: Int = 0, emptyPageLimit: Int = 50,
        allowsRepeatedPages: Bool = false
    ) -> PagedElements<R> {
        PagedElements(
            pages: pages(
                of: request, from: cursor, prefetch: prefetch, emptyPageLimit: emptyPageLimit,
                allowsRepeatedPages: allowsRepeatedPages))
    }

    /// Performs `PaginationState.Command.send`, and returns the event to pass to the state.
    public func perform<R>(_ ticket: PaginationState<R>.Ticket) async -> PaginationState<R>.Event {
        func event<Request: RequestType<R.Response>>(_ request: Request) async throws -> PaginationState<R>.Event {
            let http = try await http(for: request)
            guard http.status == 204 else { return .pageArrived(ticket, try value(from: http, of: Request.self), http) }
            return (try? value(from: http, of: Request.self)).map { .pageArrived(ticket, $0, http) }
                ?? .listEnded(ticket)
        }
        do { return try await event(ticket.request) } catch { return .pageFailed(ticket, error) }
    }

    /// The state of a list that this session loads, for your own event loop. Links are followed only to this session's
    /// origin.
    public func paginationState<R: PaginationRequestType>(
        of request: R, from cursor: PageCursor? = nil, emptyPageLimit: Int = 50, allowsRepeatedPages: Bool = false
    ) -> PaginationState<R> {
        paginationState(request, cursor, emptyPageLimit, allowsRepeatedPages, keepsElements: true)
    }

    func paginationState<R>(
        _ request: R, _ cursor: PageCursor?, _ emptyPageLimit: Int, _ allowsRepeatedPages: Bool, keepsElements: Bool
    ) -> PaginationState<R> {
        // The first request reports a base URL that can't be rendered.
        PaginationState(
            request, cursor, try? baseText(for: R.endpoint), emptyPageLimit, allowsRepeatedPages,
            keepsElements: keepsElements)
    }
}

/// The pages of a list, as an asynchronous sequence. Made by `Session.pages(of:)`.
public struct Pages<R: PaginationRequestType>: AsyncSequence, Sendable {
    let session: Session
    let state: PaginationState<R>
    let prefetch: Int

    public struct AsyncIterator: AsyncIteratorProtocol {
        let loader: PageLoader<R>
        let prefetch: Prefetch<R>?

        /// The next page; nil at the end, and after an error.
        ///
        /// - Throws: The errors of `Session.send`, and a `PaginationFailure`.
        public mutating func next() async throws -> TypedPage<R>? {
            if let prefetch { try await prefetch.next() } else { try await loader.next() }
        }
    }

    public func makeAsyncIterator() -> AsyncIterator {
        let loader = PageLoader(session: session, state: state)
        return AsyncIterator(loader: loader, prefetch: prefetch > 0 ? Prefetch(loader, depth: prefetch) : nil)
    }
}

/// The elements of a list over all its pages, as an asynchronous sequence. Made by `Session.elements(of:)`.
public struct PagedElements<R: PaginationRequestType>: AsyncSequence, Sendable {
    let pages: Pages<R>

    public struct AsyncIterator: AsyncIteratorProtocol {
        var pages: Pages<R>.AsyncIterator
        var page = [R.Element]().makeIterator()
        var isOver = false

        /// The next element; nil at the end, and after an error.
        ///
        /// - Throws: The errors of `Session.send`, and a `PaginationFailure`.
        public mutating func next() async throws -> R.Element? {
            guard !isOver else { return nil }
            // Cancellation also counts within a page: a cancelled list stops at once and doesn't look complete.
            if !Task.isCancelled, let element = page.next() { return element }
            isOver = true
            try Task.checkCancellation()
            while let next = try await pages.next() {
                page = next.elements.makeIterator()
                guard let element = page.next() else { continue }
                isOver = false
                return element
            }
            return nil
        }
    }

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(pages: pages.makeAsyncIterator()) }
}

/// Performs the commands of a `PaginationState`.
actor PageLoader<R: PaginationRequestType> {
    private let session: Session
    private var state: PaginationState<R>
    /// True at the end, after an error, and while a page loads, when a copied iterator gets nil.
    private var isOver = false

    init(session: Session, state: PaginationState<R>) {
        self.session = session
        self.state = state
    }

    func next() async throws -> TypedPage<R>? {
        guard !isOver else { return nil }
        isOver = true
        try Task.checkCancellation()
        if case .send(let ticket)? = state.handle(.loadNextPage).first {
            let event = await session.perform(ticket)
            _ = state.handle(event)
            if case .pageArrived = event {
                isOver = false
                return state.lastPage
            }
        }
        if let error = state.error { throw error }
        return nil
    }
}

/// Loads pages ahead, in order and one at a time: each page has a task that waits for the previous task. At most
/// `depth` pages are loaded ahead of the requested page.
final class Prefetch<R: PaginationRequestType> {
    private let loader: PageLoader<R>
    private let depth: Int
    private var tasks: [Task<TypedPage<R>?, any Error>] = []
    private var isOver = false

    init(_ loader: PageLoader<R>, depth: Int) {
        self.loader = loader
        self.depth = depth
    }

    deinit { for task in tasks { task.cancel() } }

    func next() async throws -> TypedPage<R>? {
        guard !isOver else { return nil }
        isOver = true
        while tasks.count <= depth {
            tasks.append(
                Task { [loader, previous = tasks.last] in
                    guard try await previous?.value != nil || previous == nil else { return nil }
                    return try await loader.next()
                })
        }
        let pageTasks = tasks
        let page = try await withTaskCancellationHandler {
            try Task.checkCancellation()
            return try await pageTasks[0].value
        } onCancel: {
            for task in pageTasks { task.cancel() }
        }
        tasks.removeFirst()
        isOver = page == nil
        return page
    }
}
