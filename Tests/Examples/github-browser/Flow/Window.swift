import CallsiteStore

/// A screen with a store behind it, whatever kind it is.
@MainActor protocol Presented: AnyObject {
    var screen: Screen { get }
    /// Run after each change.
    var onChange: () -> Void { get set }

    func press(_ key: Key)
    func resize(_ size: Size)
}

@MainActor final class Presenter<App: TerminalScreen>: Presented {
    let store: Store<App>
    var onChange: () -> Void = {}
    private let application: App
    private var watching: Task<Void, Never>?

    /// - Parameters:
    ///   - application: Decides what happens.
    ///   - initial: The state to begin with.
    ///   - executor: Performs the application's commands.
    ///   - window: Where it is shown.
    ///   - middleware: Runs around each update.
    ///   - go: Given the destinations that the screen asks for while it is the one on top. A destination that comes
    ///     later, with a response after esc for instance, is ignored.
    init<Executor: CommandExecutor>(
        _ application: App, _ initial: App.State, _ executor: Executor, in window: Window,
        middleware: [StoreMiddleware<App>], go: @escaping @MainActor (Destination) -> Void
    ) where Executor.Command == App.Command, Executor.Message == App.Message, Executor.Subscription == Spinner {
        self.application = application
        let way = Way()
        // Gone to at once: the next key is for the next screen.
        store = Store(application, initial: initial, executor: executor, middleware: middleware) { command in
            guard let destination = App.destination(of: command) else { return false }
            way.go(destination)
            return true
        }
        way.go = { [weak self, weak window] destination in
            if let self, window?.isTop(self) == true { go(destination) }
        }
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

/// Takes a screen's destinations; the closure is set once the screen exists.
@MainActor private final class Way { var go: (Destination) -> Void = { _ in } }

/// The screens that lie on each other; the top one is seen and has the keys.
@MainActor final class Window {
    private(set) var size: Size
    /// Draws a frame.
    var draw: (Screen) -> Void = { _ in }
    private var stack: [(presented: any Presented, onClose: () -> Void)] = []

    init(size: Size) { self.size = size }

    /// - Parameters:
    ///   - presented: The screen to show.
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

    /// Closes all but the first.
    func backToRoot() { while stack.count > 1 { back() } }

    func isTop(_ presented: any Presented) -> Bool { stack.last?.presented === presented }

    func press(_ key: Key) { stack.last?.presented.press(key) }

    func resize(_ size: Size) {
        self.size = size
        stack.last?.presented.resize(size)
        redraw()
    }

    func redraw() { if let top = stack.last { draw(top.presented.screen) } }
}
