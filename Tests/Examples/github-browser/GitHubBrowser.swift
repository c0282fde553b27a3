import CallsiteStore
import Foundation
import GeneratedGitHub

/// Browses GitHub in a terminal: a worked example of generated requests, the store, deep links and coordinators.
@main struct GitHubBrowser {
    static let help = """
        Usage: github-browser [options] [search words | link]

        Searches GitHub's repositories. A link (https://github.com/owner/name, github://owner/name/issues/1) is opened at once.
        Where there is no network, recorded responses take GitHub's place.

        Options:
          --base-url URL  where requests go instead of https://api.github.com
          --offline       recorded responses, without trying the network
          --log FILE      writes how long each update took
          --help          this text

        Keys: \(Help.keys.map { "\n          \(ScreenText.fit($0.key, to: 14))\($0.does)" }.joined())
        """

    @MainActor static func main() async {
        let options: Options
        do {
            options = try Options(Array(CommandLine.arguments.dropFirst()))
        } catch {
            fail("\(error)\nTry 'github-browser --help'.", status: 64)
        }
        if options.wantsHelp {
            print(help)
            return
        }
        do {
            try await run(options)
        } catch {
            fail("\(error)", status: 1)
        }
    }

    @MainActor private static func run(_ options: Options) async throws {
        let terminal = try Terminal()
        let file = try options.log.map { try Log($0) }
        var log: (@Sendable (String) -> Void)?
        if let file { log = { file.write($0) } }
        let window = Window(size: terminal.size)
        window.draw = { terminal.draw($0) }
        let transport = OfflineTransport(
            source: options.isOffline ? .recordings : options.baseURL == nil ? .unknown : .network)
        let surroundings = Surroundings(
            window: window, baseURL: options.baseURL, transport: transport, log: log)
        let (quits, quit) = AsyncStream.makeStream(of: Void.self)
        let root = AppCoordinator(surroundings) { quit.finish() }

        terminal.enter()
        root.start()
        options.open(with: root)
        var status: Int32 = 0
        let keys = Task { @MainActor in
            for await event in terminal.events {
                switch event {
                case .resized(let size): window.resize(size)
                case .ended(let signal):
                    if let signal { status = 128 + signal }
                    quit.finish()
                case .keys(let keys):
                    for key in keys {
                        switch key {
                        case .interrupt:
                            status = 128 + SIGINT
                            quit.finish()
                        case .endOfInput: quit.finish()
                        case .suspend: terminal.suspend()
                        case .redraw: terminal.redraw(); window.redraw()
                        default: window.press(key)
                        }
                    }
                }
            }
        }
        for await _ in quits {}
        keys.cancel()
        terminal.leave()
        // Tasks that still run have no one to report to.
        withExtendedLifetime(root) { exit(status) }
    }

    private static func fail(_ message: String, status: Int32) -> Never {
        FileHandle.standardError.write(Data("github-browser: \(message)\n".utf8))
        exit(status)
    }
}

/// The options and words of the command line.
struct Options: Equatable {
    var baseURL: String?
    var isOffline = false
    var log: String?
    var wantsHelp = false
    /// Search words, or a link.
    var words: [String] = []

    init(_ arguments: [String]) throws {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--help", "-h": wantsHelp = true
            case "--offline": isOffline = true
            case "--base-url": baseURL = try Options.value(of: argument, &rest)
            case "--log": log = try Options.value(of: argument, &rest)
            case "--":
                words += rest
                rest = []
            case _ where argument.hasPrefix("--base-url="): baseURL = String(argument.dropFirst(11))
            case _ where argument.hasPrefix("--log="): log = String(argument.dropFirst(6))
            case _ where argument.hasPrefix("-") && argument != "-": throw Problem(text: "unknown option '\(argument)'")
            default: words.append(argument)
            }
        }
        try check()
    }

    /// Arguments that can't be used are reported before the screen is taken.
    private func check() throws {
        if let baseURL {
            let url = URLComponents(string: baseURL)
            guard ["http", "https"].contains(url?.scheme), url?.host?.isEmpty == false else {
                throw Problem(text: "'\(baseURL)' isn't a base URL; write it as in 'http://127.0.0.1:8080'")
            }
        }
        let text = words.joined(separator: " ")
        if let url = Options.link(in: text), GitHubLink(url) == nil {
            throw Problem(text: "the link '\(text)' leads to nothing that can be shown here")
        }
    }

    /// The link that a string looks like. Such a string is never searched for: it might hold a password.
    private static func link(in text: String) -> URL? {
        let beginnings = ["github:", "github.com/", "www.github.com/"]
        guard text.contains("://") || beginnings.contains(where: { text.lowercased().hasPrefix($0) }) else {
            return nil
        }
        return github_browser.link(text) ?? URL(string: "about:blank")
    }

    private static func value(of option: String, _ rest: inout ArraySlice<String>) throws -> String {
        guard let value = rest.popFirst(), !value.hasPrefix("--") else {
            throw Problem(text: "'\(option)' needs a value")
        }
        return value
    }

    @MainActor func open(with root: AppCoordinator) {
        guard !words.isEmpty else { return }
        let text = words.joined(separator: " ")
        if let url = Options.link(in: text), root.handDown(url) { return }
        for case let search as SearchCoordinator in root.children { search.search(text) }
    }
}

/// A file that grows by lines.
final class Log: Sendable {
    private let file: FileHandle

    init(_ path: String) throws {
        guard FileManager.default.createFile(atPath: path, contents: nil), let file = FileHandle(forWritingAtPath: path)
        else {
            throw Problem(text: "can't write '\(path)'")
        }
        self.file = file
    }

    func write(_ line: String) { try? file.write(contentsOf: Data("\(line)\n".utf8)) }
}

extension Problem: CustomStringConvertible {
    var description: String { text }
}
