import CallsiteStore
import Foundation
import Testing
import Waiting

/// Performs commands, keeps their results, and ticks while `isTicking` is true.
private struct Counter: Application {
    struct State: Equatable {
        var answers: [String] = []
        var isTicking = false
        var ticks = 0
        var page: Int?
    }

    enum Message: Hashable {
        case ask(Effect<String>)
        case answered(String)
        case several([String])
        case ticking(Bool)
        case tick
        case show(Int)
    }

    enum Subscription: Hashable { case clock }

    func update(_ state: inout State, _ message: Message) -> [Effect<String>] {
        switch message {
        case .ask(let effect): return [effect]
        case .answered(let text): state.answers.append(text)
        case .several(let commands): return commands.map { .perform($0) }
        case .ticking(let isTicking): state.isTicking = isTicking
        case .tick: state.ticks += 1
        case .show(let page): state.page = page
        }
        return []
    }

    func subscriptions(of state: State) -> Set<Subscription> { state.isTicking ? [.clock] : [] }
    func route(of state: State) -> Int? { state.page }
    func message(for route: Int) -> Message? { route > 0 ? .show(route) : nil }
}

/// Performs a command when the test says so.
private final class Gate: Sendable {
    struct Seen: Sendable {
        var open: Set<String> = []
        var begun: [String] = []
        var cancelled: Set<String> = []
    }

    let seen = Watched(Seen())

    func pass(_ name: String) async {
        seen.update { $0.begun.append(name) }
        await withTaskCancellationHandler {
            _ = await seen.wait { $0.open.contains(name) }
        } onCancel: {
            seen.update { _ = $0.cancelled.insert(name) }
        }
    }

    func open(_ name: String) { seen.update { _ = $0.open.insert(name) } }

    /// Waits until exactly these have begun.
    func begun(_ names: String...) async { await seen.wait { $0.begun == names } }
    /// Waits until one is cancelled.
    func cancelled(_ name: String) async { await seen.wait { $0.cancelled.contains(name) } }
}

private final class Ticker: Sendable {
    let stream: AsyncStream<Counter.Message>
    let ticks: AsyncStream<Counter.Message>.Continuation
    let ended: AsyncStream<Void>

    init() {
        (stream, ticks) = AsyncStream.makeStream()
        let (ended, end) = AsyncStream.makeStream(of: Void.self)
        self.ended = ended
        ticks.onTermination = { _ in end.yield() }
    }
}

private final class Count: @unchecked Sendable { var count = 0 }

private struct Executor: CommandExecutor {
    let gate = Gate()
    let ticker = Ticker()
    let subscriptions = Count()

    func perform(_ command: String, _ send: @escaping @Sendable (Counter.Message) async -> Void) async {
        await gate.pass(command)
        // A cancelled command tries to send its results all the same.
        await send(.answered(command))
        await send(.answered(command + "!"))
    }

    func messages(of subscription: Counter.Subscription) -> AsyncStream<Counter.Message> {
        subscriptions.count += 1
        return ticker.stream
    }
}

@MainActor extension Store where App == Counter {
    /// Waits until the state meets a condition.
    fileprivate func wait(until isMet: (Counter.State) -> Bool) async {
        for await state in states() where isMet(state) { return }
    }

    /// Lets everything that is ready run: performs two commands of its own, one after the other, and waits for each
    /// result.
    fileprivate func turn(_ gate: Gate) async {
        for name in ["turn", "turn again"] {
            gate.open(name)
            send(.ask(.perform(name)))
            await wait { $0.answers.contains(name + "!") }
        }
    }
}

@Suite("Store", .timeLimit(.minutes(10))) @MainActor struct StoreTests {
    @Test func messagesAreHandledOneAfterTheOther() {
        let middle = StoreMiddleware<Counter> { state, message, next in
            let effects = next(&state, message)
            return effects
        }
        let store = Store(Counter(), initial: .init(), executor: Executor(), middleware: [middle])
        for number in 0..<5 { store.send(.answered("\(number)")) }
        #expect(store.state.answers == ["0", "1", "2", "3", "4"])
    }

    @Test func effectsAnswerInTheOrderInWhichEachSends() async {
        let executor = Executor()
        let store = Store(Counter(), initial: .init(), executor: executor)
        store.send(.several(["a", "b"]))
        executor.gate.open("b")
        await store.wait { $0.answers.count == 2 }
        #expect(store.state.answers == ["b", "b!"])
        executor.gate.open("a")
        await store.settle()
        #expect(store.state.answers == ["b", "b!", "a", "a!"])
    }

    @Test func effectsInARowBeginWhenTheOneBeforeHasEnded() async {
        let executor = Executor()
        let store = Store(Counter(), initial: .init(), executor: executor)
        for name in ["a", "b", "c"] { store.send(.ask(.enqueue("row", name))) }
        for name in ["c", "b"] { executor.gate.open(name) }
        await store.turn(executor.gate)
        #expect(executor.gate.seen.value.begun.filter { !$0.hasPrefix("turn") } == ["a"])
        executor.gate.open("a")
        await store.settle()
        #expect(store.state.answers.filter { !$0.hasPrefix("turn") } == ["a", "a!", "b", "b!", "c", "c!"])
    }

    @Test func whatIsReplacedNeverAnswers() async {
        let executor = Executor()
        let store = Store(Counter(), initial: .init(), executor: executor)
        store.send(.ask(.replace("search", "old")))
        await executor.gate.begun("old")
        store.send(.ask(.replace("search", "new")))
        await executor.gate.cancelled("old")
        executor.gate.open("old")
        executor.gate.open("new")
        await store.settle()
        #expect(store.state.answers == ["new", "new!"])
    }

    @Test func cancellingANameStopsWhatRunsAndWhatWaits() async {
        let executor = Executor()
        let store = Store(Counter(), initial: .init(), executor: executor)
        for name in ["a", "b"] { store.send(.ask(.enqueue("row", name))) }
        await executor.gate.begun("a")
        store.send(.ask(.cancel("row")))
        await executor.gate.cancelled("a")
        for name in ["a", "b"] { executor.gate.open(name) }
        await store.turn(executor.gate)
        #expect(store.state.answers.allSatisfy { $0.hasPrefix("turn") })
        #expect(executor.gate.seen.value.begun.filter { !$0.hasPrefix("turn") } == ["a"])
    }

    @Test func whatIsPutBehindSomethingCancelledWaitsForItsEnd() async {
        let executor = Executor()
        let store = Store(Counter(), initial: .init(), executor: executor)
        store.send(.ask(.enqueue("row", "a")))
        await executor.gate.begun("a")
        store.send(.ask(.cancel("row")))
        store.send(.ask(.enqueue("row", "b")))
        executor.gate.open("b")
        await store.settle()
        #expect(store.state.answers == ["b", "b!"])
    }

    @Test func aSubscriptionThatEndsByItselfStaysEnded() async {
        let executor = Executor()
        let store = Store(Counter(), initial: .init(isTicking: true), executor: executor)
        executor.ticker.ticks.finish()
        for await _ in executor.ticker.ended { break }
        await store.turn(executor.gate)
        store.send(.answered("x"))
        #expect(executor.subscriptions.count == 1)
        // The state has stopped wanting it, and wants it again.
        store.send(.ticking(false))
        store.send(.ticking(true))
        #expect(executor.subscriptions.count == 2)
    }

    @Test func whatIsPutBehindANameWaitsForAllOfIt() async {
        let executor = Executor()
        let store = Store(Counter(), initial: .init(), executor: executor)
        store.send(.ask(.replace("p", "a")))
        await executor.gate.begun("a")
        store.send(.ask(.replace("p", "b")))
        store.send(.ask(.enqueue("p", "c")))
        for name in ["b", "c"] { executor.gate.open(name) }
        await store.settle()
        #expect(store.state.answers == ["b", "b!", "c", "c!"])
    }

    /// A command that the executor performs immediately is done before the next message.
    @Test func immediateCommandsAreDoneBeforeTheNextMessage() {
        var done: [String] = []
        let store = Store(Counter(), initial: .init(), executor: Executor()) { command in
            done.append(command)
            return command.hasPrefix("go")
        }
        store.send(.several(["go home", "a"]))
        #expect(done == ["go home", "a"])
        store.replay([.ask(.perform("go away"))], from: .init())
        #expect(done.count == 2, "a replay does nothing of what is commanded")
    }

    @Test func aStoreThatGoesCancelsWhatItBegan() async {
        let executor = Executor()
        var store: Store<Counter>? = Store(Counter(), initial: .init(isTicking: true), executor: executor)
        store?.send(.ask(.perform("a")))
        await executor.gate.begun("a")
        store = nil
        await executor.gate.cancelled("a")
        #expect(executor.gate.seen.value.cancelled == ["a"])
        for await _ in executor.ticker.ended { break }
    }

    @Test func subscriptionsFollowTheState() async {
        let executor = Executor()
        let store = Store(Counter(), initial: .init(), executor: executor)
        store.send(.ticking(true))
        executor.ticker.ticks.yield(.tick)
        executor.ticker.ticks.yield(.tick)
        await store.wait { $0.ticks == 2 }
        #expect(store.state.ticks == 2)
        // Another message with the same subscriptions leaves them alone.
        store.send(.answered("x"))
        executor.ticker.ticks.yield(.tick)
        await store.wait { $0.ticks == 3 }
        #expect(store.state.ticks == 3)
        store.send(.ticking(false))
        for await _ in executor.ticker.ended { break }
        executor.ticker.ticks.yield(.tick)
        await store.turn(executor.gate)
        #expect(store.state.ticks == 3)
    }

    @Test func routesAreMessages() {
        let store = Store(Counter(), initial: .init(), executor: Executor())
        #expect(store.route == nil)
        #expect(store.open(7))
        #expect(store.route == 7)
        #expect(!store.open(-1))
        #expect(store.route == 7)
    }

    @Test func aJournalLeadsToTheSameStateAgain() async {
        let executor = Executor()
        let journal = Journal<Counter.Message>()
        let store = Store(Counter(), initial: .init(), executor: executor, middleware: [.journal(journal)])
        executor.gate.open("a")
        store.send(.ask(.perform("a")))
        await store.settle()
        store.send(.show(3))
        let state = store.state
        #expect(journal.messages == [.ask(.perform("a")), .answered("a"), .answered("a!"), .show(3)])

        let other = Store(Counter(), initial: .init(), executor: Executor())
        other.replay(journal.messages, from: .init())
        #expect(other.state == state && state.answers == ["a", "a!"])
        // Back in time, and on from there.
        journal.replay(2, on: store, from: .init())
        #expect(store.state.answers == ["a"] && journal.messages.count == 2)
        store.send(.show(9))
        #expect(journal.messages == [.ask(.perform("a")), .answered("a"), .show(9)] && store.state.page == 9)
        // The replay performed no command again.
        other.replay(Array(journal.messages.prefix(2)), from: .init())
        await other.settle()
        #expect(other.state.answers == ["a"])
    }

    @Test func eachUpdateIsTimed() {
        var times: [(Counter.Message, Duration)] = []
        let store = Store(
            Counter(), initial: .init(), executor: Executor(),
            middleware: [.timing(by: SteppingClock()) { times.append(($0, $1)) }])
        store.send(.tick)
        store.send(.show(1))
        #expect(times.map(\.0) == [.tick, .show(1)])
        #expect(times.map(\.1) == [.seconds(1), .seconds(1)])
    }

    @Test func theOutermostMiddlewareIsTheFirst() {
        var order: [String] = []
        func middleware(_ name: String) -> StoreMiddleware<Counter> {
            StoreMiddleware { state, message, next in
                order.append(name)
                defer { order.append(name + " done") }
                return next(&state, message)
            }
        }
        let store = Store(
            Counter(), initial: .init(), executor: Executor(), middleware: [middleware("a"), middleware("b")])
        store.send(.tick)
        #expect(order == ["a", "b", "b done", "a done"])
    }

    @Test func statesBeginWithTheOneThatIsAndEndWithTheStore() async {
        var store: Store<Counter>? = Store(Counter(), initial: .init(), executor: Executor())
        var states = store?.states().makeAsyncIterator()
        #expect(await states?.next()?.ticks == 0)
        store?.send(.tick)
        store?.send(.tick)
        #expect(await states?.next()?.ticks == 2)
        store = nil
        #expect(await states?.next() == nil)
    }
}

/// A clock on which a second passes whenever someone looks.
private final class SteppingClock: Clock, @unchecked Sendable {
    typealias Duration = Swift.Duration
    struct Instant: InstantProtocol {
        var offset: Duration = .zero

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private var current = Instant()
    var minimumResolution: Duration { .seconds(1) }
    var now: Instant {
        current = current.advanced(by: .seconds(1))
        return current
    }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {}
}
