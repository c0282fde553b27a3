/// What stands around each update of a store: it sees the state before and after, the message and the effects, and may change any of them.
/// It runs inside the update, so it must leave the store itself alone: the state is its argument.
public struct StoreMiddleware<App: Application> {
    public typealias Update = (inout App.State, App.Message) -> [Effect<App.Command>]

    let update: (inout App.State, App.Message, Update) -> [Effect<App.Command>]

    /// - Parameter update: Given the state, the message, and `next`, the rest of the way, which it calls once.
    public init(_ update: @escaping (_ state: inout App.State, _ message: App.Message, _ next: Update) -> [Effect<App.Command>]) {
        self.update = update
    }
}

extension StoreMiddleware {
    /// Tells how long each update took.
    ///
    /// - Parameters:
    ///   - clock: What measures.
    ///   - log: Given the message and the time. It must be quick, and leave the store alone. A message may hold secrets.
    public static func timing<C: Clock>(
        by clock: C = ContinuousClock(), _ log: @escaping (_ message: App.Message, _ duration: C.Instant.Duration) -> Void
    ) -> StoreMiddleware {
        StoreMiddleware { state, message, next in
            let start = clock.now
            let effects = next(&state, message)
            log(message, start.duration(to: clock.now))
            return effects
        }
    }

    /// Notes each message, to replay them: `journal.replay(on: store, from: initial)`.
    public static func journal(_ journal: Journal<App.Message>) -> StoreMiddleware {
        StoreMiddleware { state, message, next in
            journal.note(message)
            return next(&state, message)
        }
    }
}

/// The messages of a store in their order. As they hold the answers too, they lead from the same initial state to the same state again.
public final class Journal<Message> {
    /// What happened, the oldest first.
    public private(set) var messages: [Message] = []

    public init() {}

    func note(_ message: Message) { messages.append(message) }

    public func removeAll() { messages = [] }

    /// Puts a store where the messages lead, or the first of them; the journal holds those then.
    ///
    /// - Parameters:
    ///   - count: How many; nil: all.
    ///   - store: The store, this journal's or another.
    ///   - initial: Where the messages began.
    @MainActor public func replay<App: Application>(_ count: Int? = nil, on store: Store<App>, from initial: App.State)
    where App.Message == Message {
        let kept = Array(messages.prefix(count ?? messages.count))
        messages = []
        store.replay(kept, from: initial)
        if messages.isEmpty { messages = kept }
    }
}
