import CallsiteRuntime
import CallsiteStore
import Foundation

/// A question with a line to reply in: a token to sign in with, a link to open. The reply may be refused, and then
/// given again.
struct PromptScreen: TerminalScreen {
    struct State: Sendable {
        var text = ""
        /// The outcome of the reply.
        var outcome = RemoteContent<Destination>()
        var size: Size
        var tick = 0
    }

    enum Message: Sendable {
        case key(Key)
        case resized(Size)
        case outcome(RemoteContent<Destination>.Event)
        case tick
    }

    enum Command: Hashable, Sendable {
        case submit(String, RemoteContent<Destination>.Ticket)
        case go(Destination)
    }

    let title: String
    let question: String
    /// The text is not shown.
    let isSecret: Bool

    static func pressed(_ key: Key) -> Message { .key(key) }
    static func resized(_ size: Size) -> Message { .resized(size) }
    static var tick: Message { .tick }
    static func destination(of command: Command) -> Destination? {
        if case .go(let destination) = command { destination } else { nil }
    }

    func update(_ state: inout State, _ message: Message) -> [Effect<Command>] {
        switch message {
        case .key(.escape): return perform(state.outcome.handle(.cancel), "") + [.perform(.go(.back))]
        case .key(.enter):
            let text = state.text.trimmingCharacters(in: .whitespacesAndNewlines)
            guard !text.isEmpty, !state.outcome.isLoading else { return [] }
            return perform(state.outcome.handle(.reload), text)
        case .key(let key): if !state.outcome.isLoading { state.text.edit(key) }
        case .resized(let size): state.size = size
        case .tick: state.tick += 1
        case .outcome(let event):
            _ = state.outcome.handle(event)
            if case .loaded(let destination) = state.outcome.phase { return [.perform(.go(destination))] }
        }
        return []
    }

    func subscriptions(of state: State) -> Set<Spinner> { state.outcome.isLoading ? [.ticks] : [] }

    private func perform(_ commands: [RemoteContent<Destination>.Command], _ text: String) -> [Effect<Command>] {
        commands.map {
            switch $0 {
            case .fetch(let ticket): .replace("answer", .submit(text, ticket))
            case .cancel: .cancel("answer")
            }
        }
    }

    func screen(of state: State) -> Screen {
        let columns = max(1, state.size.columns)
        // The line comes first, so that it is seen on the smallest screen.
        let text = isSecret ? String(repeating: "•", count: state.text.count) : state.text
        let shown = text.ending(in: columns - 3)
        var body: [Screen.Line] = [[.init("> ", .cyan), .init(shown)]]
        switch state.outcome.phase {
        case .loading: body.append([.init("\(Spinner.frame(state.tick)) One moment …", .dim)])
        case .failed(let error):
            body += ScreenText.wrapped(explanation(of: error), to: columns).map { [.init($0, .red)] }
        case .idle, .loaded: break
        }
        body.append([])
        body += ScreenText.wrapped(question, to: columns).map { [.init($0)] }
        let cursor = Screen.Position(row: 1, column: 2 + ScreenText.width(shown))
        return Frame.screen(
            title: title, aside: "", body: body, keys: "⏎ go  ^U clear  esc back", size: state.size, cursor: cursor)
    }
}

struct PromptExecutor: CommandExecutor {
    /// Where a reply leads. Throws if the reply is refused.
    let submit: @Sendable (String) async throws -> Destination

    func perform(_ command: PromptScreen.Command, _ send: @escaping @Sendable (PromptScreen.Message) async -> Void)
        async
    {
        switch command {
        case .submit(let text, let ticket):
            do {
                await send(.outcome(.arrived(ticket, try await submit(text))))
            } catch {
                await send(.outcome(.failed(ticket, error)))
            }
        case .go: break  // is immediate
        }
    }

    func messages(of spinner: Spinner) -> AsyncStream<PromptScreen.Message> { spinner.messages(.tick) }
}
