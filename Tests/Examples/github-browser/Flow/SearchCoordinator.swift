import CallsiteStore
import Foundation
import GeneratedGitHub

/// The search, its list, and what is opened from there.
@MainActor final class SearchCoordinator: Coordinator {
    typealias List = ListScreen<SearchRepositoriesRequest>

    var children: [any Coordinator] = []
    private let surroundings: Surroundings
    private let leave: @MainActor (Destination) -> Void
    private var list: Presenter<List>?

    /// - Parameter leave: Given the destinations that are not this coordinator's.
    init(_ surroundings: Surroundings, leave: @escaping @MainActor (Destination) -> Void) {
        self.surroundings = surroundings
        self.leave = leave
    }

    func start() {
        let screen = List(
            title: "GitHub repositories", search: { SearchRepositoriesRequest(q: $0, perPage: 30) }, request: nil,
            baseURL: surroundings.baseURL, isRoot: true, row: SearchCoordinator.row,
            destination: { .repository(owner: $0.owner.login, name: $0.name) })
        let list = surroundings.presenter(screen, "search") { [weak self] in self?.go($0) }
        self.list = list
        surroundings.window.show(list)
    }

    func signedIn(_ login: String) { list?.store.send(.signedIn(login)) }

    func search(_ text: String) { list?.store.send(.search(text)) }

    nonisolated private static func row(_ repository: Repository) -> [Screen.Span] {
        [
            .init(ScreenText.fit("★\(repository.stargazersCount)", to: 8), .yellow), .init(repository.fullName, .bold),
            .init("  " + (repository.description ?? ""), .dim),
        ]
    }

    private func go(_ destination: Destination) {
        switch destination {
        case .repository(let owner, let name): repository(owner, name).show()
        case .user(let login): show(UserProvider(.init(username: login)))
        default: leave(destination)
        }
    }

    /// Searches and users are shown here. A repository, and what belongs to it, is handed down to its coordinator.
    func open(_ link: URL) -> Bool {
        switch GitHubLink(link) {
        case .searchRepositories(let provider):
            surroundings.window.backToRoot()
            search(provider.request.q)
        case .user(let provider): show(provider)
        case .repository(let provider): return repository(provider.request.owner, provider.request.repo).handDown(link)
        case .listIssues(let provider): return repository(provider.request.owner, provider.request.repo).handDown(link)
        case .issue(let provider): return repository(provider.request.owner, provider.request.repo).handDown(link)
        case .pullRequest(let provider): return repository(provider.request.owner, provider.request.repo).handDown(link)
        case nil: return false
        }
        return true
    }

    private func repository(_ owner: String, _ name: String) -> RepositoryCoordinator {
        for case let child as RepositoryCoordinator in children where child.isOf(owner, name) { return child }
        let child = RepositoryCoordinator(
            owner, name, surroundings, leave: { [weak self] in self?.go($0) }, done: { [weak self] in self?.end($0) })
        begin(child)
        return child
    }

    private func show(_ provider: UserProvider) {
        surroundings.window.show(
            surroundings.presenter(provider.asDocument, provider.request.username) { [weak self] in self?.go($0) })
    }
}
