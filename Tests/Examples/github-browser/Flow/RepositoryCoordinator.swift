import CallsitePagination
import CallsiteRuntime
import CallsiteStore
import Foundation
import GeneratedGitHub

/// One repository: itself, its issues and its pull requests. It lives as long as one of its screens.
@MainActor final class RepositoryCoordinator: Coordinator {
    typealias Issues = ListScreen<ListIssuesRequest>

    var children: [any Coordinator] = []
    private let owner: String
    private let name: String
    private let surroundings: Surroundings
    private let leave: @MainActor (Destination) -> Void
    private let done: @MainActor (RepositoryCoordinator) -> Void
    private var openScreens = 0

    /// - Parameters:
    ///   - owner: Whose repository it is.
    ///   - name: Its name.
    ///   - surroundings: The objects that all coordinators share.
    ///   - leave: Given the destinations that are not this coordinator's.
    ///   - done: Called when the last of its screens is closed.
    init(
        _ owner: String, _ name: String, _ surroundings: Surroundings,
        leave: @escaping @MainActor (Destination) -> Void, done: @escaping @MainActor (RepositoryCoordinator) -> Void
    ) {
        self.owner = owner
        self.name = name
        self.surroundings = surroundings
        self.leave = leave
        self.done = done
    }

    /// It shows what it is asked for: itself, or one of its issues.
    func start() {}

    func isOf(_ owner: String, _ name: String) -> Bool {
        self.owner.lowercased() == owner.lowercased() && self.name.lowercased() == name.lowercased()
    }

    func show() {
        present(
            surroundings.presenter(RepositoryProvider(.init(owner: owner, repo: name)).asDocument, "\(owner)/\(name)") {
                [weak self] in
                self?.go($0)
            })
    }

    func open(_ link: URL) -> Bool {
        switch GitHubLink(link) {
        case .repository(let provider) where isOf(provider.request.owner, provider.request.repo): show()
        case .issue(let provider) where isOf(provider.request.owner, provider.request.repo): show(provider)
        case .listIssues(let provider) where isOf(provider.request.owner, provider.request.repo): showIssues()
        // Pull requests are issues too, with all that is shown here.
        case .pullRequest(let provider) where isOf(provider.request.owner, provider.request.repo):
            show(IssueProvider(.init(owner: owner, repo: name, issueNumber: provider.request.pullNumber)))
        default: return false
        }
        return true
    }

    private func go(_ destination: Destination) {
        switch destination {
        case .issues: showIssues()
        case .issue(_, _, let number): show(IssueProvider(.init(owner: owner, repo: name, issueNumber: number)))
        default: leave(destination)
        }
    }

    private func show(_ provider: IssueProvider) {
        present(
            surroundings.presenter(provider.asDocument, "#\(provider.request.issueNumber)") { [weak self] in
                self?.go($0)
            })
    }

    private func showIssues() {
        let (owner, name) = (owner, name)
        let screen = Issues(
            title: "\(owner)/\(name): issues", search: nil,
            request: ListIssuesRequest(owner: owner, repo: name, perPage: 30), baseURL: surroundings.baseURL,
            isRoot: false,
            row: { issue in
                [
                    .init(ScreenText.fit("#\(issue.number)", to: 7), .cyan), .init(issue.title, .bold),
                    .init("  " + (issue.user?.login ?? ""), .dim),
                ]
            }, destination: { .issue(owner: owner, name: name, number: $0.number) })
        let issues = surroundings.presenter(screen, "issues") { [weak self] in self?.go($0) }
        issues.store.send(.search(""))
        present(issues)
    }

    private func present(_ presented: any Presented) {
        openScreens += 1
        surroundings.window.show(presented) { [weak self] in
            guard let self else { return }
            openScreens -= 1
            if openScreens == 0 { done(self) }
        }
    }
}

extension Surroundings {
    /// A screen for one remote thing, on its way.
    func presenter<Provider: RemoteContentProviding>(
        _ provider: Provider, _ title: String, go: @escaping @MainActor (Destination) -> Void
    ) -> any Presented where Provider.Presentation == Document {
        let presenter = Presenter(
            ContentScreen(provider: provider, title: title), .init(size: window.size),
            ContentExecutor(provider: provider, session: session),
            in: window, middleware: middleware("content", ContentScreen<Provider>.self), go: go)
        presenter.store.send(.appeared)
        return presenter
    }

    /// A screen for a list.
    func presenter<R: PaginationRequestType>(
        _ screen: ListScreen<R>, _ name: String, go: @escaping @MainActor (Destination) -> Void
    ) -> Presenter<ListScreen<R>> {
        let source: @Sendable () -> String = { [transport] in
            transport.source == .recordings ? "recorded responses" : ""
        }
        return Presenter(
            screen, screen.initial(window.size), ListExecutor(session: session, source: source), in: window,
            middleware: middleware(name, ListScreen<R>.self), go: go)
    }
}
