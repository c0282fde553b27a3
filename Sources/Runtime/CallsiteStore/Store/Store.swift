import Observation

/// Holds an application's state, passes messages to it one after the other, and performs its effects.
///
///     let store = Store(Counter(), initial: 0, executor: Executor())
///     store.send(.add(3))
///     store.state                                                    // 3
///
/// - A message that is sent while another is handled waits for its turn, so `update` is never entered twice.
/// - Messages of cancelled or replaced effects, and of subscriptions that have ended, are dropped.
/// - When the store is released, everything that it started is cancelled.
///
/// It can be observed where the system has Observation, and everywhere by `states()`.
@MainActor
public final class Store<App: Application> {
    private let application: App
    private let perform: @Sendable (App.Command, @escaping @Sendable (App.Message) async -> Void) async -> Void
    private let subscribe: @Sendable (App.Subscription) -> AsyncStream<App.Message>
    private let immediate: @MainActor (App.Command) -> Bool
    private let update: (inout App.State, App.Message) -> [Effect<App.Command>]

    private var current: App.State
    private var waiting: [App.Message] = []
    private var isHandling = false
    private var lastNumber = 0
    /// The tasks of effects that run or wait, by their numbers.
    private var tasks: [Int: Task<Void, Never>] = [:]
    /// The numbers of the tasks of each named effect, in their order.
    private var names: [String: [Int]] = [:]
    private var subscriptions: [App.Subscription: Task<Void, Never>] = [:]
    private var observers: [Int: AsyncStream<App.State>.Continuation] = [:]
    private let observation = ObservationHook()

    /// - Parameters:
    ///   - application: The application, which decides.
    ///   - initial: The first state. Its subscriptions start at once.
    ///   - executor: Performs the application's commands.
    ///   - middleware: Sees each update; the first is the outermost.
    ///   - immediate: Called with each command of `.perform` as soon as its message is handled. If it returns true, the
    ///     command is done, and the executor doesn't get it. Use it for commands that must be done before the next
    ///     message, such as navigation.
    public init<Executor: CommandExecutor>(
        _ application: App, initial: App.State, executor: Executor, middleware: [StoreMiddleware<App>] = [],
        immediate: @escaping @MainActor (App.Command) -> Bool = { _ in false }
    )
    where Executor.Command == App.Command, Executor.Message == App.Message, Executor.Subscription == App.Subscription {
        self.application = application
        self.immediate = immediate
        current = initial
        perform = { await executor.perform($0, $1) }
        subscribe = { executor.messages(of: $0) }
        var update: (inout App.State, App.Message) -> [Effect<App.Command>] = { application.update(&$0, $1) }
        for middleware in middleware.reversed() {
            let next = update
            update = { middleware.update(&$0, $1, next) }
        }
        self.update = update
        followSubscriptions()
    }

    deinit {
        for task in tasks.values { task.cancel() }
        for task in subscriptions.values { task.cancel() }
        for observer in observers.values { observer.finish() }
    }

    /// The current state.
    public var state: App.State {
        if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *) {
            observation.registrar?.access(self, keyPath: \.state)
        }
        return current
    }

    /// The current place.
    public var route: App.Route? { application.route(of: state) }

    /// Goes to a route. Returns false if it doesn't exist.
    @discardableResult
    public func open(_ route: App.Route) -> Bool {
        guard let message = application.message(for: route) else { return false }
        send(message)
        return true
    }

    /// Passes a message to the application, and performs its effects.
    public func send(_ message: App.Message) {
        waiting.append(message)
        guard !isHandling else { return }
        isHandling = true
        defer { isHandling = false }
        var next = 0
        while next < waiting.count {
            let effects = change(waiting[next])
            next += 1
            effects.forEach(begin)
            followSubscriptions()
            for observer in observers.values { observer.yield(current) }
        }
        waiting.removeAll()
    }

    /// The current state, and the state after each message. A slow reader gets the newest state only. The stream ends
    /// with the store.
    public func states() -> AsyncStream<App.State> {
        let (stream, continuation) = AsyncStream.makeStream(of: App.State.self, bufferingPolicy: .bufferingNewest(1))
        lastNumber += 1
        let number = lastNumber
        observers[number] = continuation
        continuation.onTermination = { [weak self] _ in Task { @MainActor in self?.observers[number] = nil } }
        continuation.yield(current)
        return stream
    }

    /// Sets the state to the result of these messages, starting from `initial`. The messages pass the middleware as
    /// usual. Running commands are cancelled, and no commands are performed: the responses are among the messages. If
    /// the last ones are missing, the state waits for responses that won't come: send the message that loads again.
    public func replay(_ messages: [App.Message], from initial: App.State) {
        guard !isHandling else { return }
        isHandling = true
        defer { isHandling = false }
        for task in tasks.values { task.cancel() }
        mutate { state in
            state = initial
            for message in messages { _ = update(&state, message) }
        }
        followSubscriptions()
        for observer in observers.values { observer.yield(current) }
    }

    /// Returns when no effect runs any more, including cancelled ones; for tests.
    public func settle() async {
        while let task = tasks.values.first { await task.value }
    }

    // MARK: Effects

    private func begin(_ effect: Effect<App.Command>) {
        switch effect {
        case .perform(let command): if !immediate(command) { start(command, name: nil, after: []) }
        case .replace(let name, let command):
            cancel(name)
            start(command, name: name, after: [])
        case .enqueue(let name, let command):
            start(command, name: name, after: (names[name] ?? []).compactMap { tasks[$0] })
        case .cancel(let name): cancel(name)
        }
    }

    private func start(_ command: App.Command, name: String?, after previous: [Task<Void, Never>]) {
        lastNumber += 1
        let number = lastNumber
        if let name { names[name, default: []].append(number) }
        // The task holds the store only while a message is handled.
        tasks[number] = Task { [perform, weak self] in
            for task in previous { await task.value }
            if !Task.isCancelled {
                await perform(command) { [weak self] message in await self?.receive(message, of: number) }
            }
            self?.removeTask(number, name)
        }
    }

    private func receive(_ message: App.Message, of number: Int) {
        if tasks[number]?.isCancelled == false { send(message) }
    }

    private func removeTask(_ number: Int, _ name: String?) {
        tasks[number] = nil
        guard let name else { return }
        names[name]?.removeAll { $0 == number }
        if names[name]?.isEmpty == true { names[name] = nil }
    }

    private func cancel(_ name: String) {
        // The tasks stay in `tasks` until they have ended, so that effects enqueued behind them wait for that.
        for number in names[name] ?? [] { tasks[number]?.cancel() }
    }

    // MARK: Subscriptions

    private func followSubscriptions() {
        let active = application.subscriptions(of: current)
        for (subscription, task) in subscriptions where !active.contains(subscription) {
            task.cancel()
            subscriptions[subscription] = nil
        }
        for subscription in active where subscriptions[subscription] == nil {
            let messages = subscribe(subscription)
            subscriptions[subscription] = Task { [weak self] in
                for await message in messages {
                    guard !Task.isCancelled else { return }
                    self?.send(message)
                }
            }
        }
    }

    // MARK: Changing

    private func change(_ message: App.Message) -> [Effect<App.Command>] { mutate { update(&$0, message) } }

    /// The one place in which the state changes.
    private func mutate<Result>(_ change: (inout App.State) -> Result) -> Result {
        guard #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *), let registrar = observation.registrar else {
            return change(&current)
        }
        return registrar.withMutation(of: self, keyPath: \.state) { change(&current) }
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension Store: Observable {}
