import CallsiteRuntime
import CallsiteStore

/// A document to read: the content, or the reason why there is none.
struct Document: Sendable {
    enum Block: Hashable, Sendable {
        case text(String, Screen.Style = .plain)
        case field(String, String)
        case gap
    }

    /// A key that leads on.
    struct Action: Hashable, Sendable {
        var key: Character
        var label: String
        var destination: Destination
    }

    var title: String
    var blocks: [Block]
    var actions: [Action] = []

    func lines(columns: Int) -> [Screen.Line] {
        blocks.flatMap { block -> [Screen.Line] in
            switch block {
            case .gap: [[]]
            case .text(let text, let style): ScreenText.wrapped(text, to: max(1, columns)).map { [.init($0, style)] }
            case .field(let name, let value):
                ScreenText.wrapped(value, to: max(1, columns - 14)).enumerated().map { index, line in
                    [.init(ScreenText.fit(index == 0 ? name : "", to: 14), .cyan), .init(line)]
                }
            }
        }
    }
}

/// One remote thing, and nothing about what it is: the provider knows how to get it and how to show it.
struct ContentScreen<Provider: RemoteContentProviding>: TerminalScreen where Provider.Presentation == Document {
    struct State: Sendable {
        var content = RemoteContent<Provider.Content>()
        /// The first line that is shown.
        var top = 0
        var size: Size
        var tick = 0
    }

    enum Message: Sendable {
        case appeared
        case key(Key)
        case resized(Size)
        case content(RemoteContent<Provider.Content>.Event)
        case tick
    }

    enum Command: Sendable {
        case fetch(RemoteContent<Provider.Content>.Ticket)
        case go(Destination)
    }

    let provider: Provider
    /// Shown until the content is there.
    let title: String

    static func pressed(_ key: Key) -> Message { .key(key) }
    static func resized(_ size: Size) -> Message { .resized(size) }
    static var tick: Message { .tick }
    static func destination(of command: Command) -> Destination? {
        if case .go(let destination) = command { destination } else { nil }
    }

    func update(_ state: inout State, _ message: Message) -> [Effect<Command>] {
        switch message {
        case .appeared: return perform(state.content.handle(.load))
        case .key(let key): return pressed(key, &state)
        case .resized(let size): state.size = size
        case .content(let event): return perform(state.content.handle(event))
        case .tick: state.tick += 1
        }
        keepTopInside(&state)
        return []
    }

    func subscriptions(of state: State) -> Set<Spinner> { state.content.isLoading ? [.ticks] : [] }

    private func perform(_ commands: [RemoteContent<Provider.Content>.Command]) -> [Effect<Command>] {
        commands.map {
            switch $0 {
            case .fetch(let ticket): .replace("content", .fetch(ticket))
            case .cancel: .cancel("content")
            }
        }
    }

    private func pressed(_ key: Key, _ state: inout State) -> [Effect<Command>] {
        let page = max(1, Frame.bodyRows(state.size) - 1)
        switch key {
        case .up, .character("k"): state.top -= 1
        case .down, .character("j"): state.top += 1
        case .pageUp: state.top -= page
        case .pageDown, .character(" "): state.top += page
        case .home, .character("g"): state.top = 0
        case .end, .character("G"): state.top = .max / 2
        case .character("r"): return perform(state.content.handle(.reload))
        case .character("o"): return [.perform(.go(.enterLink))]
        case .character("?"): return [.perform(.go(.help))]
        case .character("t"): return [.perform(.go(.signIn))]
        case .escape, .left, .backspace, .character("q"), .character("h"): return [.perform(.go(.back))]
        case .character(let character):
            if let action = document(state)?.actions.first(where: { $0.key == character }) {
                return [.perform(.go(action.destination))]
            }
        default: break
        }
        keepTopInside(&state)
        return []
    }

    private func keepTopInside(_ state: inout State) {
        let lines = document(state)?.lines(columns: state.size.columns).count ?? 0
        state.top = max(0, min(state.top, lines - Frame.bodyRows(state.size)))
    }

    private func document(_ state: State) -> Document? { provider.presentation(of: state.content) }

    func screen(of state: State) -> Screen {
        let document = document(state)
        var lines = document?.lines(columns: state.size.columns) ?? []
        if let error = state.content.error, state.content.content != nil {
            let failure = ScreenText.wrapped(
                "Not loaded again. \(explanation(of: error))", to: max(1, state.size.columns))
            lines.insert(contentsOf: failure.map { [.init($0, .red)] }, at: 0)
        }
        let body = lines.isEmpty ? [[Screen.Span("Loading …", .dim)]] : Array(lines.dropFirst(state.top))
        let actions = (document?.actions ?? []).map { "\($0.key) \($0.label)  " }.joined()
        return Frame.screen(
            title: document?.title ?? title,
            aside: state.content.isLoading ? "\(Spinner.frame(state.tick)) Loading" : "", body: body,
            keys: "↑↓ scroll  \(actions)r reload  ? help  q back", size: state.size)
    }
}

/// Does what a screen of content commands.
struct ContentExecutor<Provider: RemoteContentProviding>: CommandExecutor where Provider.Presentation == Document {
    let provider: Provider
    let session: Session

    func perform(
        _ command: ContentScreen<Provider>.Command,
        _ send: @escaping @Sendable (ContentScreen<Provider>.Message) async -> Void
    ) async {
        switch command {
        case .fetch(let ticket): await send(.content(await provider.perform(ticket, with: session)))
        case .go: break  // is immediate
        }
    }

    func messages(of spinner: Spinner) -> AsyncStream<ContentScreen<Provider>.Message> { spinner.messages(.tick) }
}
