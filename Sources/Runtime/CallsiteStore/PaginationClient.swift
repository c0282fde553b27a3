import CallsitePagination
import CallsiteRuntime
import Foundation
import Observation

/// A list on a screen, loaded page by page.
///
///     let client = PaginationClient(SearchRepositoriesRequest(q: "swift"), session: session)
///     await client.refresh()
///     client.elements                                                // [Repository]
///     await client.loadNextPage()                                    // when the end of the list comes into view
///
/// `PaginationState` decides; this object sends the requests. It supports Observation (`withObservationTracking`,
/// SwiftUI) where the system has it. `Session.states(of:on:)` is the same list as a stream, on every system.
@MainActor
public final class PaginationClient<R: PaginationRequestType> {
    private let session: Session
    private var state: PaginationState<R>
    private let loads = Loads<PaginationState<R>.Event>()
    private let observation = ObservationHook()

    /// - Parameters:
    ///   - request: The request for the first page.
    ///   - session: The session that sends all requests of the list.
    ///   - cursor: The page to start with (a saved `nextCursor`); nil: the first one. Nothing is loaded yet.
    ///   - emptyPageLimit: How many empty pages in a row are skipped before the list fails with an error.
    ///   - allowsRepeatedPages: Whether a page may have the same elements as an earlier one. Otherwise that is an
    ///     error.
    public init(
        _ request: R, session: Session = Session(), from cursor: PageCursor? = nil, emptyPageLimit: Int = 50,
        allowsRepeatedPages: Bool = false
    ) {
        self.session = session
        state = session.paginationState(
            of: request, from: cursor, emptyPageLimit: emptyPageLimit, allowsRepeatedPages: allowsRepeatedPages)
    }

    /// The elements of all pages since the last refresh. A refresh keeps them until its first page has arrived.
    public var elements: [R.Element] { observed(\.elements, state.elements) }

    /// Whether `loadNextPage()` may load anything: not at the end, nor, with an `error`, if the list can't continue.
    public var hasNextPage: Bool { observed(\.hasNextPage, state.hasNextPage) }

    /// Whether a page loads.
    public var isLoading: Bool { observed(\.isLoading, state.isLoading) }

    /// The error of the last page, or the reason why the list can't continue (`PaginationFailure`); nil again as soon
    /// as a page is requested.
    public var error: (any Error)? { observed(\.error, state.error) }

    /// The place of the next page: small and `Codable`, to continue later. nil: at the beginning, at the end, or
    /// unknown.
    public var nextCursor: PageCursor? { observed(\.nextCursor, state.nextCursor) }

    /// Starts again, and returns when the first page has arrived or failed. A page that loads is cancelled.
    public func refresh() async { await handle(.refresh) }

    /// Loads the next page, or the failed page again, and returns when it has arrived or failed. Does nothing while a
    /// page loads, and at the end. Cancelling the task that waits cancels the request.
    public func loadNextPage() async { await handle(.loadNextPage) }

    private func handle(_ event: PaginationState<R>.Event) async {
        for command in change(event) {
            switch command {
            case .cancel(let ticket): loads.cancel(ticket.number)
            case .send(let ticket):
                let load = Task { [session] in await session.perform(ticket) }
                _ = change(await loads.event(of: load, ticket.number))
            }
        }
    }
}

// MARK: Observation

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PaginationClient: Observable {}

extension PaginationClient {
    private func observed<Value>(_ property: KeyPath<PaginationClient, Value>, _ value: Value) -> Value {
        if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *) {
            observation.registrar?.access(self, keyPath: property)
        }
        return value
    }

    /// The one place in which the state changes: in place, so that the list isn't copied for each page.
    private func change(_ event: PaginationState<R>.Event) -> [PaginationState<R>.Command] {
        guard #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *), let registrar = observation.registrar else {
            return state.handle(event)
        }
        // Observers of `elements` alone needn't be notified when a page only begins to load.
        var changesElements = false
        if case .pageArrived = event { changesElements = true }
        registrar.willSet(self, keyPath: \.isLoading)
        registrar.willSet(self, keyPath: \.hasNextPage)
        registrar.willSet(self, keyPath: \.error)
        registrar.willSet(self, keyPath: \.nextCursor)
        if changesElements { registrar.willSet(self, keyPath: \.elements) }
        defer {
            registrar.didSet(self, keyPath: \.isLoading)
            registrar.didSet(self, keyPath: \.hasNextPage)
            registrar.didSet(self, keyPath: \.error)
            registrar.didSet(self, keyPath: \.nextCursor)
            if changesElements { registrar.didSet(self, keyPath: \.elements) }
        }
        return state.handle(event)
    }
}
