/// An application as values: what there is to know, what can happen, what is to be done.
///
/// `update` is a pure function `(state, message) -> (state, effects)`: it is given the state to change in place, so that lists aren't
/// copied. It sends nothing, reads no clock and no file; what it wants done it says by effects. So every course of messages can be tested as
/// values, without a network.
///
///     struct Counter: Application {
///         func update(_ count: inout Int, _ message: Message) -> [Effect<Command>] {
///             switch message {
///             case .add(let number): count += number
///             case .save: return [.perform(.save(count))]
///             }
///             return []
///         }
///     }
public protocol Application: Sendable {
    associatedtype State: Sendable
    /// What can happen: a key, an answer, a tick.
    associatedtype Message: Sendable
    /// What can be done: requests, mostly, and their tickets.
    associatedtype Command: Sendable = Never
    /// What messages come from as long as the state says so: a clock, a socket.
    associatedtype Subscription: Hashable & Sendable = Never
    /// Where one can be.
    associatedtype Route: Hashable & Sendable = Never

    func update(_ state: inout State, _ message: Message) -> [Effect<Command>]

    /// What is subscribed to in this state. After each message what is new begins and what is gone ends. What ended by itself stays so as long as
    /// the state wants it: a new try is a new value, `.socket(attempt: 2)`.
    func subscriptions(of state: State) -> Set<Subscription>

    /// Where one is in this state.
    func route(of state: State) -> Route?

    /// What happens when a route is asked for, by a deep link for instance; nil: there is nothing there.
    func message(for route: Route) -> Message?
}

extension Application {
    public func subscriptions(of state: State) -> Set<Subscription> { [] }
    public func route(of state: State) -> Route? { nil }
    public func message(for route: Route) -> Message? { nil }

    /// The state after these messages. Nothing is done of what they command.
    public func state(_ state: State, after messages: some Sequence<Message>) -> State {
        var state = state
        for message in messages { _ = update(&state, message) }
        return state
    }
}

/// What is to be done with a command. Effects with a name can be replaced, kept in order and cancelled.
public enum Effect<Command> {
    /// At once, beside whatever else runs.
    case perform(Command)
    /// At once, in the place of what runs or waits under this name; that is cancelled, and no message of it arrives any more.
    case replace(_ name: String, Command)
    /// When what was put behind this name before has ended, so that the answers come in this order.
    case enqueue(_ name: String, Command)
    /// What runs or waits under this name is of no use any more.
    case cancel(_ name: String)
}

extension Effect: Sendable where Command: Sendable {}
extension Effect: Equatable where Command: Equatable {}
extension Effect: Hashable where Command: Hashable {}

/// Does what an application's effects say.
public protocol CommandExecutor<Command, Message, Subscription>: Sendable {
    associatedtype Command: Sendable
    associatedtype Message: Sendable
    associatedtype Subscription: Hashable & Sendable = Never

    /// Performs a command and ends with it. Each message is handled before `send` returns; none arrives after the task was cancelled.
    func perform(_ command: Command, _ send: @escaping @Sendable (Message) async -> Void) async

    /// The messages of a subscription, until the stream is left.
    func messages(of subscription: Subscription) -> AsyncStream<Message>
}

extension CommandExecutor where Subscription == Never {
    public func messages(of subscription: Never) -> AsyncStream<Message> {}
}
