import CallsiteStore
import Foundation

/// A screen as values: an application that keys drive, and that can be drawn. The lines depend on its state alone, so a
/// test can press keys and look at them.
protocol TerminalScreen: Application where Subscription == Spinner {
    static func pressed(_ key: Key) -> Message
    static func resized(_ size: Size) -> Message
    static var tick: Message { get }

    /// Where a command wants to go; nil: it is the executor's.
    static func destination(of command: Command) -> Destination?

    func screen(of state: State) -> Screen
}

/// The clock that screens subscribe to while they wait for a response.
enum Spinner: Hashable, Sendable {
    case ticks

    static func frame(_ tick: Int) -> String {
        let frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]
        return frames[tick % frames.count]
    }

    func messages<Message: Sendable>(_ tick: Message) -> AsyncStream<Message> {
        AsyncStream { continuation in
            let task = Task {
                while !Task.isCancelled {
                    try? await Task.sleep(nanoseconds: 120_000_000)
                    continuation.yield(tick)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}

/// Where a screen wants to go. It names no screen: what is shown there is for the coordinators to say.
enum Destination: Hashable, Sendable {
    case repository(owner: String, name: String)
    case issues(owner: String, name: String)
    case issue(owner: String, name: String, number: Int)
    case user(String)
    case signIn
    case enterLink
    case link(URL)
    case signedIn(String)
    case help
    case back
    case quit
}

/// The parts that all screens have.
enum Frame {
    /// Title, body and a line of keys at the foot, in the rows and columns of `size`. A body that is too long is cut.
    static func screen(
        title: String, aside: String, body: [Screen.Line], keys: String, size: Size, cursor: Screen.Position? = nil
    ) -> Screen {
        let room = bodyRows(size)
        let asideWidth = min(ScreenText.width(ScreenText.clean(aside)), max(0, size.columns / 2))
        let left = ScreenText.fit(title, to: max(0, size.columns - asideWidth - 1))
        var lines: [Screen.Line] = [[.init(left + " ", .bold), .init(ScreenText.fit(aside, to: asideWidth), .dim)]]
        lines += body.prefix(room)
        while lines.count < 1 + room { lines.append([]) }
        if size.rows > 2 { lines.append([.init(ScreenText.fit(keys, to: size.columns), .dim)]) }
        return Screen(lines: lines, cursor: cursor)
    }

    /// How many rows the body has between title and keys.
    static func bodyRows(_ size: Size) -> Int { max(0, size.rows - (size.rows > 2 ? 2 : 1)) }
}
