import CallsiteStore
import Foundation
import GeneratedGitHub

/// The root: it has the search, and asks for tokens and links, wherever one is.
@MainActor final class AppCoordinator: Coordinator {
    var children: [any Coordinator] = []
    private let surroundings: Surroundings
    private let quit: () -> Void
    private weak var help: (any Presented)?

    init(_ surroundings: Surroundings, quit: @escaping () -> Void) {
        self.surroundings = surroundings
        self.quit = quit
    }

    func start() { begin(SearchCoordinator(surroundings) { [weak self] in self?.go($0) }) }

    /// Goes to a destination that no screen handles itself.
    private func go(_ destination: Destination) {
        let window = surroundings.window
        switch destination {
        case .quit: quit()
        case .back: window.back()
        case .signIn: window.show(signIn())
        case .enterLink: window.show(linkPrompt())
        case .help:
            // Help that is on top already isn't opened once more.
            if let help, window.isTop(help) { return }
            let presenter = surroundings.presenter(Help(), "Help") { [weak self] in self?.go($0) }
            help = presenter
            window.show(presenter)
        case .signedIn(let login):
            window.back()
            for case let search as SearchCoordinator in children { search.signedIn(login) }
        case .link(let url):
            window.back()
            _ = handDown(url)
        case .repository, .issues, .issue, .user: break
        }
    }

    private func signIn() -> any Presented {
        let screen = PromptScreen(
            title: "Sign in",
            question: "A personal access token of GitHub (it is not shown, and kept only until you quit):",
            isSecret: true
        )
        return presenter(screen) { [surroundings] token in
            let user = try await surroundings.session(with: token).send(GetAuthenticatedUserRequest())
            await surroundings.account.signIn(token)
            return .signedIn(user.login)
        }
    }

    private func linkPrompt() -> any Presented {
        let screen = PromptScreen(
            title: "Open a link",
            question: "A link such as https://github.com/apple/swift or github://apple/swift/issues/1:",
            isSecret: false)
        return presenter(screen) { text in
            guard let url = link(text), GitHubLink(url) != nil else {
                throw Problem(text: "This link leads to nothing that can be shown here.")
            }
            return .link(url)
        }
    }

    private func presenter(
        _ screen: PromptScreen, submit: @escaping @Sendable (String) async throws -> Destination
    ) -> any Presented {
        Presenter(
            screen, .init(size: surroundings.window.size), PromptExecutor(submit: submit), in: surroundings.window,
            middleware: surroundings.middleware("prompt", PromptScreen.self), go: { [weak self] in self?.go($0) })
    }
}

/// A string as a link: GitHub's address may lack its scheme, and blanks in it are blanks of a search.
func link(_ text: String) -> URL? {
    let text = text.replacingOccurrences(of: " ", with: "%20")
    let isBare = ["github.com/", "www.github.com/"].contains { text.lowercased().hasPrefix($0) }
    return URL(string: isBare ? "https://" + text : text)
}
