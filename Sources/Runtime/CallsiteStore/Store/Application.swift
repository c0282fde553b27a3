/// An application as values: its state, its messages and its commands.
///
/// `update` is a pure function `(state, message) -> (state, effects)`: it is given the state to change in place, so
/// that lists aren't copied. It sends nothing, reads no clock and no file; it returns effects for what is to be done.
/// So you can test every sequence of messages as values, without a network.
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
    /// An event: a key, a response, a tick.
    associatedtype Message: Sendable
    /// An action to perform: mostly requests, and their tickets.
    associatedtype Command: Sendable = Never
    /// A source of messages as long as the state asks for it: a clock, a socket.
    associatedtype Subscription: Hashable & Sendable = Never
    /// A place in the application.
    associatedtype Route: Hashable & Sendable = Never

    func update(_ state: inout State, _ message: Message) -> [Effect<Command>]

    /// The subscriptions of this state. After each message new ones start, and those that are gone stop. A subscription
    /// that ended by itself isn't started again as long as the state asks for it: to try again use a new value,
    /// `.socket(attempt: 2)`.
    func subscriptions(of state: State) -> Set<Subscription>

    /// The place in this state.
    func route(of state: State) -> Route?

    /// The message that leads to a route, such as a deep link's; nil: the route doesn't exist.
    func message(for route: Route) -> Message?
}

extension Application {
    public func subscriptions(of state: State) -> Set<Subscription> { [] }
    public func route(of state: State) -> Route? { nil }
    public func message(for route: Route) -> Message? { nil }

    /// The state after these messages. Their commands aren't performed.
    public func state(_ state: State, after messages: some Sequence<Message>) -> State {
        var state = state
        for message in messages { _ = update(&state, message) }
        return state
    }
}

/// An instruction to perform a command. Effects with a name can be replaced, kept in order and cancelled.
public enum Effect<Command> {
    /// At once, beside other commands.
    case perform(Command)
    /// At once, in place of the commands that run or wait under this name. Those are cancelled, and their messages are
    /// dropped.
    case replace(_ name: String, Command)
    /// After the earlier commands with this name have ended, so that their responses come in this order.
    case enqueue(_ name: String, Command)
    /// Stops the commands that run or wait under this name.
    case cancel(_ name: String)
}

extension Effect: Sendable where Command: Sendable {}
extension Effect: Equatable where Command: Equatable {}
extension Effect: Hashable where Command: Hashable {}

/// Performs the commands of an application's effects.
public protocol CommandExecutor<Command, Message, Subscription>: Sendable {
    associatedtype Command: Sendable
    associatedtype Message: Sendable
    associatedtype Subscription: Hashable & Sendable = Never

    /// Performs a command and ends with it. Each message is handled before `send` returns; none arrives after the task
    /// was cancelled.
    func perform(_ command: Command, _ send: @escaping @Sendable (Message) async -> Void) async

    /// The messages of a subscription, until the stream is left.
    func messages(of subscription: Subscription) -> AsyncStream<Message>
}

extension CommandExecutor where Subscription == Never {
    public func messages(of subscription: Never) -> AsyncStream<Message> {}
}
