import CallsiteStore

/// A screen with a store behind it, whatever kind it is.
@MainActor protocol Presented: AnyObject {
    var screen: Screen { get }
    /// Called after each change.
    var onChange: () -> Void { get set }

    func press(_ key: Key)
    func resize(_ size: Size)
}

@MainActor final class Presenter<App: TerminalScreen>: Presented {
    let store: Store<App>
    var onChange: () -> Void = {}
    private let application: App
    private var watching: Task<Void, Never>?

    init<Executor: CommandExecutor>(
        _ application: App, _ initial: App.State, _ executor: Executor, _ middleware: [StoreMiddleware<App>] = []
    )
    where Executor.Command == App.Command, Executor.Message == App.Message, Executor.Subscription == Spinner {
        self.application = application
        store = Store(application, initial: initial, executor: executor, middleware: middleware)
        let states = store.states()
        watching = Task { [weak self] in
            for await _ in states { self?.onChange() }
        }
    }

    deinit { watching?.cancel() }

    var screen: Screen { application.screen(of: store.state) }

    func press(_ key: Key) { store.send(App.pressed(key)) }
    func resize(_ size: Size) { store.send(App.resized(size)) }
}

/// The screens that lie on each other; the top one is seen and has the keys.
@MainActor final class Window {
    private(set) var size: Size
    /// Draws a frame.
    var draw: (Screen) -> Void = { _ in }
    private var stack: [(presented: any Presented, onClose: () -> Void)] = []

    init(size: Size) { self.size = size }

    /// - Parameters:
    ///   - presented: What to show.
    ///   - onClose: Called when it is gone again.
    func show(_ presented: any Presented, onClose: @escaping () -> Void = {}) {
        presented.onChange = { [weak self] in self?.redraw() }
        stack.append((presented, onClose))
        redraw()
    }

    /// Closes the screen on top, unless it is the last.
    func back() {
        guard stack.count > 1 else { return }
        let closed = stack.removeLast()
        closed.presented.onChange = {}
        closed.onClose()
        stack.last?.presented.resize(size)
        redraw()
    }

    func press(_ key: Key) { stack.last?.presented.press(key) }

    func resize(_ size: Size) {
        self.size = size
        stack.last?.presented.resize(size)
        redraw()
    }

    func redraw() { if let top = stack.last { draw(top.presented.screen) } }
}
