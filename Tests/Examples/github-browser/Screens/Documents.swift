import CallsiteRuntime
import CallsiteStore
import Foundation
import GeneratedGitHub

// How content is shown: pure functions from what was loaded, or from what went wrong, to a document.

extension RepositoryProvider {
    var asDocument: PresentedContent<Self, Document> {
        presented { [request] result in
            document(result, "\(request.owner)/\(request.repo)") { repository in
                let owner = repository.owner.login
                var blocks: [Document.Block] = []
                if let description = repository.description { blocks += [.text(description, .bold), .gap] }
                blocks += [
                    .field("Stars", "\(repository.stargazersCount)"), .field("Forks", "\(repository.forksCount)"),
                    .field("Open issues", "\(repository.openIssuesCount)"),
                ]
                if let language = repository.language { blocks.append(.field("Language", language)) }
                if let license = repository.license { blocks.append(.field("License", license.name)) }
                if !repository.topics.isEmpty {
                    blocks.append(.field("Topics", repository.topics.joined(separator: ", ")))
                }
                if repository.archived { blocks.append(.field("Archived", "nothing changes here any more")) }
                blocks += [.field("Branch", repository.defaultBranch), .field("Updated", day(repository.updatedAt))]
                if let homepage = repository.homepage, !homepage.isEmpty { blocks.append(.field("Homepage", homepage)) }
                blocks.append(.field("Web", repository.htmlURL.absoluteString))
                return Document(
                    title: repository.fullName, blocks: blocks,
                    actions: [
                        .init(key: "i", label: "issues", destination: .issues(owner: owner, name: repository.name)),
                        .init(key: "u", label: "owner", destination: .user(owner)),
                    ])
            }
        }
    }
}

extension IssueProvider {
    var asDocument: PresentedContent<Self, Document> {
        presented { [request] result in
            document(result, "\(request.owner)/\(request.repo)#\(request.issueNumber)") { issue in
                Document(
                    title: "#\(issue.number) \(issue.title)",
                    blocks: conversation(
                        issue.state.rawValue, issue.user, issue.labels, issue.comments, issue.createdAt, issue.htmlURL,
                        issue.body))
            }
        }
    }
}

extension UserProvider {
    var asDocument: PresentedContent<Self, Document> {
        presented { [request] result in
            document(result, request.username) { user in
                var blocks: [Document.Block] = []
                if let bio = user.bio, !bio.isEmpty { blocks += [.text(bio, .bold), .gap] }
                let fields: [(String, String?)] = [
                    ("Name", user.name), ("Company", user.company), ("Location", user.location), ("Blog", user.blog),
                    ("Repositories", "\(user.publicRepos)"), ("Followers", "\(user.followers)"),
                    ("Since", day(user.createdAt)), ("Web", user.htmlURL.absoluteString),
                ]
                for (name, value) in fields { if let value, !value.isEmpty { blocks.append(.field(name, value)) } }
                return Document(title: user.login, blocks: blocks)
            }
        }
    }
}

private func conversation(
    _ state: String, _ user: User?, _ labels: [Label], _ comments: Int?, _ date: Date, _ url: URL, _ text: String?
) -> [Document.Block] {
    var blocks: [Document.Block] = [
        .field("State", state), .field("By", user?.login ?? "an account that is gone"), .field("On", day(date)),
    ]
    if !labels.isEmpty { blocks.append(.field("Labels", labels.map(\.name).joined(separator: ", "))) }
    if let comments { blocks.append(.field("Comments", "\(comments)")) }
    blocks += [.field("Web", url.absoluteString), .gap]
    // As written, Markdown and all: line by line, so that lists and code stay recognisable.
    blocks += (text ?? "").split(separator: "\n", omittingEmptySubsequences: false).map {
        $0.isEmpty ? .gap : .text(String($0))
    }
    return blocks
}

private func document<Content>(
    _ result: Result<Content, any Error>, _ name: String, _ show: (Content) -> Document
) -> Document {
    switch result {
    case .success(let content): show(content)
    case .failure(let error):
        Document(
            title: name, blocks: [.text(explanation(of: error), .red), .gap, .text("Press r to try again.", .dim)])
    }
}

/// The keys: content that is always there.
struct Help: RemoteContentProviding {
    static let keys: [(key: String, does: String)] = [
        ("↑ ↓ k j", "one line"), ("PgUp PgDn", "one screen"), ("Home End g G", "the first, the last that is loaded"),
        ("⏎ → l", "open"), ("esc ← h q", "back; q at the search ends the program"),
        ("/", "search: words, language:swift, topic:http"), ("r", "load again, or try again what failed"),
        ("i u", "a repository's issues, its owner"), ("o", "open a link of GitHub"), ("t", "sign in by a token"),
        ("^U ^W", "in a line: clear it, take a word away"), ("^L", "draw again"), ("^Z", "to the shell"), ("^C", "end"),
    ]

    func fetchContent(with session: Session) async throws {}

    func presentation(of result: Result<Void, any Error>) -> Document {
        Document(title: "Help", blocks: Help.keys.map { .field($0.key, $0.does) })
    }
}

/// 2026-03-09, in UTC.
private func day(_ date: Date) -> String { String(date.ISO8601Format().prefix(10)) }
