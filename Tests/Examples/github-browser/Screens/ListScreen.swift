import CallsitePagination
import CallsiteRuntime
import CallsiteStore
import Foundation

/// A list that pages as one scrolls, of whatever a request lists; with a search line, if it is searched.
struct ListScreen<R: PaginationRequestType>: TerminalScreen {
    struct State: Sendable {
        /// The search, as it is being typed.
        var text = ""
        /// The search that the list is from.
        var searched = ""
        var isTyping: Bool
        var list: PaginationState<R>?
        /// The element under the cursor, and the first one that is shown.
        var selection = 0
        var top = 0
        var size: Size
        var tick = 0
        /// The account that is signed in, and where responses come from.
        var account = ""
        var source = ""
    }

    enum Message: Sendable {
        case key(Key)
        case resized(Size)
        case search(String)
        case page(PaginationState<R>.Event)
        case tick
        case signedIn(String)
        case source(String)
    }

    enum Command: Sendable {
        case load(PaginationState<R>.Ticket)
        case go(Destination)
    }

    let title: String
    /// Makes the request of what was typed; nil: there is nothing to type.
    let search: (@Sendable (String) -> R)?
    /// The list of a screen without a search line.
    let request: R?
    let baseURL: String?
    let isRoot: Bool
    let row: @Sendable (R.Element) -> [Screen.Span]
    let destination: @Sendable (R.Element) -> Destination

    static func pressed(_ key: Key) -> Message { .key(key) }
    static func resized(_ size: Size) -> Message { .resized(size) }
    static var tick: Message { .tick }
    static func destination(of command: Command) -> Destination? {
        if case .go(let destination) = command { destination } else { nil }
    }

    func initial(_ size: Size, account: String = "", source: String = "") -> State {
        State(isTyping: search != nil, size: size, account: account, source: source)
    }

    func update(_ state: inout State, _ message: Message) -> [Effect<Command>] {
        switch message {
        case .key(let key): return state.isTyping ? typed(key, &state) : pressed(key, &state)
        case .resized(let size): state.size = size
        case .search(let text):
            state.text = text
            return begin(&state)
        case .page(let event): _ = state.list?.handle(event)
        case .tick: state.tick += 1
        case .signedIn(let login): state.account = login
        case .source(let source): state.source = source
        }
        keepSelectionVisible(&state)
        return loadWhatIsInView(&state)
    }

    func subscriptions(of state: State) -> Set<Spinner> { state.list?.isLoading == true ? [.ticks] : [] }

    // MARK: - Keys

    private func typed(_ key: Key, _ state: inout State) -> [Effect<Command>] {
        switch key {
        case .enter:
            guard !state.text.allSatisfy(\.isWhitespace) else { return [] }
            return begin(&state)
        case .escape, .down, .up:
            state.isTyping = false
            state.text = state.searched
        default: state.text.edit(key)
        }
        return []
    }

    private func pressed(_ key: Key, _ state: inout State) -> [Effect<Command>] {
        let elements = state.list?.elements ?? []
        let page = max(1, listRows(state) - 1)
        switch key {
        case .up, .character("k"): state.selection -= 1
        case .down, .character("j"): state.selection += 1
        case .pageUp: state.selection -= page
        case .pageDown, .character(" "): state.selection += page
        case .home, .character("g"): state.selection = 0
        case .end, .character("G"): state.selection = elements.count - 1
        case .enter, .right, .character("l"):
            if elements.indices.contains(state.selection) {
                return [.perform(.go(destination(elements[state.selection])))]
            }
        case .character("/") where search != nil: state.isTyping = true
        case .character("r"):
            // A page that failed is requested once more; else the list begins anew.
            let hasFailed = state.list?.error != nil && state.list?.hasNextPage == true
            return perform(state.list?.handle(hasFailed ? .loadNextPage : .refresh) ?? [])
        case .character("t"): return [.perform(.go(.signIn))]
        case .character("o"): return [.perform(.go(.enterLink))]
        case .character("?"): return [.perform(.go(.help))]
        case .escape, .left, .character("h"), .backspace: if !isRoot { return [.perform(.go(.back))] }
        case .character("q"): return [.perform(.go(isRoot ? .quit : .back))]
        default: break
        }
        keepSelectionVisible(&state)
        return loadWhatIsInView(&state)
    }

    // MARK: - Loading

    /// Begins the list anew, and drops everything that was loaded before.
    func begin(_ state: inout State) -> [Effect<Command>] {
        guard let request = search?(state.text) ?? request else { return [] }
        state.list = PaginationState(request, baseURL: baseURL.flatMap { URL(string: $0) })
        (state.selection, state.top, state.isTyping, state.searched) = (0, 0, false, state.text)
        return [.cancel("page")] + loadWhatIsInView(&state)
    }

    private func loadWhatIsInView(_ state: inout State) -> [Effect<Command>] {
        guard let list = state.list, list.error == nil, !list.isLoading, list.hasNextPage,
            state.top + listRows(state) + 5 > list.elements.count
        else { return [] }
        return perform(state.list?.handle(.loadNextPage) ?? [])
    }

    private func perform(_ commands: [PaginationState<R>.Command]) -> [Effect<Command>] {
        commands.map {
            switch $0 {
            case .send(let ticket): .replace("page", .load(ticket))
            case .cancel: .cancel("page")
            }
        }
    }

    // MARK: - Drawing

    /// The rows for elements: the search line has one, and what there is to say of the list as many as it needs.
    private func listRows(_ state: State) -> Int {
        max(1, Frame.bodyRows(state.size) - (search == nil ? 0 : 1) - max(1, status(state).count))
    }

    private func keepSelectionVisible(_ state: inout State) {
        let count = state.list?.elements.count ?? 0
        state.selection = max(0, min(state.selection, count - 1))
        state.top = max(0, min(state.top, state.selection))
        state.top = max(state.top, state.selection - listRows(state) + 1)
    }

    func screen(of state: State) -> Screen {
        var body: [Screen.Line] = []
        var cursor: Screen.Position?
        if search != nil {
            let prompt = "Search: "
            let shown = state.text.ending(in: state.size.columns - ScreenText.width(prompt) - 1)
            body.append([.init(prompt, .cyan), .init(shown)])
            if state.isTyping { cursor = .init(row: 1, column: ScreenText.width(prompt + shown)) }
        }
        let elements = state.list?.elements ?? []
        let rows = listRows(state)
        for (index, element) in elements.enumerated().dropFirst(state.top).prefix(rows) {
            let isSelected = index == state.selection && !state.isTyping
            var line: Screen.Line = [.init(isSelected ? "▸ " : "  ")] + row(element)
            if isSelected {
                let text = ScreenText.fit(line.map(\.text).joined(), to: state.size.columns)
                line = [.init(text, .reversed)]
            }
            body.append(line)
        }
        // The status takes the last rows, and on the smallest screens none.
        let status = status(state).prefix(Frame.bodyRows(state.size))
        let room = Frame.bodyRows(state.size) - status.count
        body = Array(body.prefix(room)) + Array(repeating: [], count: max(0, room - body.count)) + status
        let position =
            elements.isEmpty
            ? "" : "\(state.selection + 1)/\(elements.count)\(state.list?.hasNextPage == true ? "+" : "")"
        let aside = [position, state.account, state.source].filter { !$0.isEmpty }.joined(separator: " · ")
        let keys =
            state.isTyping
            ? "⏎ search  esc leave the line  ^C quit"
            : "↑↓ move  ⏎ open  \(search == nil ? "" : "/ search  ")r reload  ? help  q \(isRoot ? "quit" : "back")"
        return Frame.screen(title: title, aside: aside, body: body, keys: keys, size: state.size, cursor: cursor)
    }

    /// The status of the list, at the foot, always in view: at most half of the body.
    private func status(_ state: State) -> [Screen.Line] {
        guard let list = state.list else {
            return [[.init(state.isTyping ? "Type what to look for and press ⏎." : "Press / to search.", .dim)]]
        }
        if let error = list.error {
            let lines = ScreenText.wrapped(
                "Press r to try again. \(explanation(of: error))", to: max(1, state.size.columns))
            return lines.prefix(max(1, Frame.bodyRows(state.size) / 2)).map { [.init($0, .red)] }
        }
        if list.isLoading { return [[.init("\(Spinner.frame(state.tick)) Loading …", .dim)]] }
        if list.elements.isEmpty { return [[.init("Nothing was found.", .yellow)]] }
        return list.hasNextPage ? [] : [[.init("The end: \(list.elements.count) in all.", .dim)]]
    }
}

/// Does what a list commands.
struct ListExecutor<R: PaginationRequestType>: CommandExecutor {
    let session: Session
    /// Where responses come from; the screen gets this after each response.
    let source: @Sendable () -> String

    func perform(_ command: ListScreen<R>.Command, _ send: @escaping @Sendable (ListScreen<R>.Message) async -> Void)
        async
    {
        switch command {
        case .load(let ticket):
            let event = await session.perform(ticket)
            await send(.source(source()))
            await send(.page(event))
        case .go: break  // is immediate
        }
    }

    func messages(of spinner: Spinner) -> AsyncStream<ListScreen<R>.Message> { spinner.messages(.tick) }
}
