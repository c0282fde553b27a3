import Foundation

// The models of Specs/benchmark.yaml as a person writes them for `JSONDecoder` and `JSONEncoder`, with `Codable` from
// the compiler.

enum Twin {
    struct Account: Codable {
        var login: String
        var id: Int
        var nodeID: String
        var avatarURL: String
        var htmlURL: String
        var type: String
        var siteAdmin: Bool

        enum CodingKeys: String, CodingKey {
            case login, id, type
            case nodeID = "node_id"
            case avatarURL = "avatar_url"
            case htmlURL = "html_url"
            case siteAdmin = "site_admin"
        }
    }

    struct Repository: Codable {
        var id: Int
        var nodeID: String
        var name: String
        var fullName: String
        var `private`: Bool
        var owner: Account
        var description: String?
        var fork: Bool
        var size: Int
        var stargazersCount: Int
        var watchersCount: Int
        var language: String?
        var hasIssues: Bool
        var hasWiki: Bool
        var archived: Bool
        var disabled: Bool
        var forksCount: Int
        var openIssuesCount: Int
        var visibility: String
        var topics: [String]
        var defaultBranch: String
        var score: Double

        enum CodingKeys: String, CodingKey {
            case id, name, `private`, owner, description, fork, size, language, archived, disabled, visibility, topics,
                score
            case nodeID = "node_id"
            case fullName = "full_name"
            case stargazersCount = "stargazers_count"
            case watchersCount = "watchers_count"
            case hasIssues = "has_issues"
            case hasWiki = "has_wiki"
            case forksCount = "forks_count"
            case openIssuesCount = "open_issues_count"
            case defaultBranch = "default_branch"
        }
    }

    struct RepositorySummary: Codable {
        var id: Int
        var fullName: String
        var stargazersCount: Int

        enum CodingKeys: String, CodingKey {
            case id
            case fullName = "full_name"
            case stargazersCount = "stargazers_count"
        }
    }

    struct Tree: Codable {
        var name: String
        var value: Int
        var children: [Tree]
    }

    struct Article: Codable {
        var title: String
        var text: String
    }

    struct Measurement: Codable {
        var values: [Double]
        var counts: [Int]
    }

    struct Inventory: Codable {
        var items: [String: Int]
    }

    struct Visit: Codable {
        var at: Date
        var page: URL
        var referrer: URL?
    }

    struct Push: Codable {
        var type: String
        var ref: String
        var commits: Int
    }
    struct Comment: Codable {
        var type: String
        var text: String
        var author: String
    }
    struct Star: Codable {
        var type: String
        var count: Int
    }
    enum Event: Codable {
        case push(Push)
        case comment(Comment)
        case star(Star)

        private enum CodingKeys: String, CodingKey { case type }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            switch try container.decode(String.self, forKey: .type) {
            case "push": self = .push(try Push(from: decoder))
            case "comment": self = .comment(try Comment(from: decoder))
            case "star": self = .star(try Star(from: decoder))
            case let other:
                throw DecodingError.dataCorruptedError(
                    forKey: .type, in: container, debugDescription: "no event is called '\(other)'")
            }
        }

        func encode(to encoder: any Encoder) throws {
            switch self {
            case .push(let push): try push.encode(to: encoder)
            case .comment(let comment): try comment.encode(to: encoder)
            case .star(let star): try star.encode(to: encoder)
            }
        }
    }
}
