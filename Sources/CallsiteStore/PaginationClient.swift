import CallsiteRuntime
import Foundation
import Observation

/// A list that a screen shows, loaded page by page.
///
///     let client = PaginationClient(SearchRepositoriesRequest(q: "swift"), session: session)
///     await client.refresh()
///     client.elements                                                // [Repository]
///     await client.loadNextPage()                                    // when the end of the list comes into view
///
/// What it does is decided by `PaginationState`; this sends what that commands, and can be observed: by Observation
/// (`withObservationTracking`, SwiftUI) where the system has it, and everywhere as a stream by `Session.states(of:on:)`, the same
/// list without an object.
@MainActor
public final class PaginationClient<R: PaginationRequestType> {
    private let session: Session
    private var state: PaginationState<R>
    private var loads: [Int: Task<PaginationState<R>.Event, Never>] = [:]
    private let observation = ObservationHook()

    /// - Parameters:
    ///   - request: The request for the first page.
    ///   - session: What sends it and those that follow.
    ///   - cursor: Where to go on (`nextCursor` of another time); nil: from the beginning. Nothing is loaded yet.
    ///   - emptyPageLimit: How many empty pages in a row are passed over; then it is an error.
    public init(_ request: R, session: Session = Session(), from cursor: PageCursor? = nil, emptyPageLimit: Int = 50) {
        self.session = session
        state = session.paginationState(of: request, from: cursor, emptyPageLimit: emptyPageLimit)
    }

    /// The elements of all pages since the last refresh. A refresh leaves them until its first page is there.
    public var elements: [R.Element] { observed(\.elements, state.elements) }

    /// Whether `loadNextPage()` may load anything: not at the end, nor, with an `error`, where the list can't go on.
    public var hasNextPage: Bool { observed(\.hasNextPage, state.hasNextPage) }

    public var isLoading: Bool { observed(\.isLoading, state.isLoading) }

    /// Why the last page didn't arrive, or why the list ended before its end is known (`PaginationFailure`); nil again as soon as a
    /// page is asked for.
    public var error: (any Error)? { observed(\.error, state.error) }

    /// Where the next page is: small and `Codable`, to go on another time. nil: at the beginning, or nowhere.
    public var nextCursor: PageCursor? { observed(\.nextCursor, state.nextCursor) }

    /// Begins again, and returns when the first page is there, or didn't arrive. What loads is cancelled.
    public func refresh() async { await handle(.refresh) }

    /// Loads the next page, or the one that failed once more, and returns when it is there, or didn't arrive. Does nothing while a
    /// page loads, and at the end. Cancelling the task that waits cancels the request.
    public func loadNextPage() async { await handle(.loadNextPage) }

    private func handle(_ event: PaginationState<R>.Event) async {
        for command in change(event) {
            switch command {
            case .cancel(let ticket): loads.removeValue(forKey: ticket.number)?.cancel()
            case .send(let ticket):
                let load = Task { [session] in await session.perform(ticket) }
                loads[ticket.number] = load
                let answer = await withTaskCancellationHandler {
                    await load.value
                } onCancel: {
                    load.cancel()
                }
                loads[ticket.number] = nil
                _ = change(answer)
            }
        }
    }
}

// MARK: Observation

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PaginationClient: Observable {}

extension PaginationClient {
    private func observed<Value>(_ property: KeyPath<PaginationClient, Value>, _ value: Value) -> Value {
        if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *) { observation.registrar?.access(self, keyPath: property) }
        return value
    }

    /// The one place in which the state changes: in place, so that the list isn't copied for each page.
    private func change(_ event: PaginationState<R>.Event) -> [PaginationState<R>.Command] {
        guard #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *), let registrar = observation.registrar else {
            return state.handle(event)
        }
        // Who shows the elements alone needn't look again when a page only begins to load.
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
