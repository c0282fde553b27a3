/// Sees each update of a store, with the state before and after, the message and the effects, and may change any of
/// them. It runs inside the update, so it must leave the store itself alone: the state is its argument.
public struct StoreMiddleware<App: Application> {
    public typealias Update = (inout App.State, App.Message) -> [Effect<App.Command>]

    let update: (inout App.State, App.Message, Update) -> [Effect<App.Command>]

    /// - Parameter update: Called with the state, the message, and `next`, which it must call once.
    public init(
        _ update: @escaping (_ state: inout App.State, _ message: App.Message, _ next: Update) -> [Effect<App.Command>]
    ) {
        self.update = update
    }
}

extension StoreMiddleware {
    /// Logs how long each update took.
    ///
    /// - Parameters:
    ///   - clock: The clock to measure with.
    ///   - log: Called with the message and the time. It must be quick, and must not use the store. A message may
    ///     contain secrets.
    public static func timing<C: Clock>(
        by clock: C = ContinuousClock(),
        _ log: @escaping (_ message: App.Message, _ duration: C.Instant.Duration) -> Void
    ) -> StoreMiddleware {
        StoreMiddleware { state, message, next in
            let start = clock.now
            let effects = next(&state, message)
            log(message, start.duration(to: clock.now))
            return effects
        }
    }

    /// Records each message, to replay them: `journal.replay(on: store, from: initial)`.
    public static func journal(_ journal: Journal<App.Message>) -> StoreMiddleware {
        StoreMiddleware { state, message, next in
            journal.note(message)
            return next(&state, message)
        }
    }
}

/// The messages of a store in their order. Responses are among them, so they lead from the same initial state to the
/// same state again.
public final class Journal<Message> {
    /// The messages so far, the oldest first.
    public private(set) var messages: [Message] = []

    public init() {}

    func note(_ message: Message) { messages.append(message) }

    /// Forgets all messages.
    public func removeAll() { messages = [] }

    /// Replays the messages on a store, or the first of them. Afterwards the journal holds the replayed messages only.
    ///
    /// - Parameters:
    ///   - count: The number of messages to replay; nil: all.
    ///   - store: The store, this journal's or another.
    ///   - initial: The state before the first message.
    @MainActor public func replay<App: Application>(_ count: Int? = nil, on store: Store<App>, from initial: App.State)
    where App.Message == Message {
        let history = Array(messages.prefix(count ?? messages.count))
        messages = []
        store.replay(history, from: initial)
        if messages.isEmpty { messages = history }
    }
}
