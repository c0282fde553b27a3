/// The state of content that is loaded from a server: a pure function `(state, event) -> commands`. It fetches nothing
/// itself.
///
///     var content = RemoteContent<Story>()
///     let commands = content.handle(.load)                           // [.fetch(ticket)]
///     _ = content.handle(await provider.perform(ticket, with: session))
///     content.phase                                                  // .loaded(story)
///
/// These hold for any sequence of events:
/// - There is one fetch at a time, and only the response to the newest ticket counts.
/// - Loaded content stays in `content` while it is loaded again, and if that fails.
/// - A cancelled fetch isn't a failure: the phase is the one before it.
public struct RemoteContent<Content: Sendable>: Sendable {
    /// The phase of loading, for a screen to switch over.
    public enum Phase: Sendable {
        case idle
        case loading
        case loaded(Content)
        case failed(any Error)
    }

    /// An event that `handle(_:)` takes: an action of the user, or the end of a fetch.
    public enum Event: Sendable {
        /// Fetches the content, unless it is loaded or loading. After a failure it is fetched again.
        case load
        /// Fetches the content, even if it is loaded.
        case reload
        case cancel
        case arrived(Ticket, Content)
        case failed(Ticket, any Error)
    }

    /// A command of `handle(_:)`, to be performed by the caller.
    public enum Command: Hashable, Sendable {
        case fetch(Ticket)
        /// The response isn't needed any more.
        case cancel(Ticket)
    }

    /// A fetch to perform. Its response comes with the same ticket, so that a late response is recognised.
    public struct Ticket: Hashable, Sendable {
        public let number: Int
    }

    /// The content that was loaded last.
    public private(set) var content: Content?
    /// The error of the last fetch; nil while another one loads.
    public var error: (any Error)? { loading == nil ? lastError : nil }

    private var lastError: (any Error)?
    private var loading: Ticket?
    private var lastNumber = 0

    /// - Parameter content: Content that is known already, from a list or a cache.
    public init(_ content: Content? = nil) { self.content = content }

    /// The phase of loading, from the content, the error and the fetch.
    public var phase: Phase {
        if loading != nil { return .loading }
        if let error { return .failed(error) }
        return content.map { .loaded($0) } ?? .idle
    }

    /// Whether a fetch is running.
    public var isLoading: Bool { loading != nil }

    /// Changes the state for an event.
    ///
    /// - Returns: The commands to perform, in order.
    public mutating func handle(_ event: Event) -> [Command] {
        switch event {
        case .load:
            guard loading == nil, content == nil || error != nil else { return [] }
            return [.fetch(begin())]
        case .reload:
            let old = loading
            return (old.map { [.cancel($0)] } ?? []) + [.fetch(begin())]
        case .cancel:
            guard let old = loading else { return [] }
            loading = nil
            return [.cancel(old)]
        case .arrived(let ticket, let content):
            if ticket == loading { (loading, lastError, self.content) = (nil, nil, content) }
        case .failed(let ticket, let error):
            if ticket == loading {
                loading = nil
                if !(error is CancellationError) { lastError = error }
            }
        }
        return []
    }

    private mutating func begin() -> Ticket {
        lastNumber += 1
        let ticket = Ticket(number: lastNumber)
        loading = ticket
        return ticket
    }
}
