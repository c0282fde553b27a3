// The contents of the recorded GitHub: owners, repositories, issues and labels, and each as JSON.

import CallsiteRuntime
import Foundation

struct RecordedOwner: Sendable {
    var login: String
    var name: String
    var type: String
    var location: String?
    var bio: String?
    var number: Int

    init(_ login: String, _ name: String, _ type: String, _ location: String?, _ bio: String?, number: Int = 0) {
        (self.login, self.name, self.type, self.location, self.bio, self.number) = (
            login, name, type, location, bio, number
        )
    }

    var id: Int { 61_200_317 + number * 48_611 }

    var json: JSONValue {
        [
            "login": .text(login),
            "id": .integer(id),
            "node_id": .text("\(type == "User" ? "U" : "O")_kgDO\(RecordedText.hexadecimal(id, digits: 8))"),
            "avatar_url": .text("https://avatars.githubusercontent.com/u/\(id)?v=4"),
            "html_url": .text("https://github.com/\(login)"),
            "type": .text(type),
            "site_admin": false,
        ]
    }

    var profile: JSONValue {
        let created = 1_388_534_400 + number % 25 * 11 * RecordedText.secondsPerDay + number * 977
        return json.adding([
            "name": .text(name),
            "company": type == "User" && number % 3 == 0 ? "Recorded Answers" : nil,
            "blog": .text(number % 2 == 0 ? "https://\(login).example" : ""),
            "location": .text(location),
            "email": number % 4 == 0 ? .text("hello@\(login).example") : nil,
            "bio": .text(bio),
            "public_repos": .integer(RecordedRepository.all.count { $0.owner.login == login }),
            "public_gists": .integer(number * 5 % 17),
            "followers": .integer(number * 1_237 % 2_900 + 12),
            "following": .integer(type == "User" ? number * 31 % 90 : 0),
            "created_at": RecordedText.timestamp(created),
            "updated_at": RecordedText.timestamp(1_764_547_200 - number * 3 * 3_607),
        ])
    }
}

struct RecordedRepository: Sendable {
    var number: Int
    var owner: RecordedOwner
    var row: Row
    var topics: [String]
    /// Everything a search looks at, in lower case.
    var searchText: String
    var created: Int
    var updated: Int

    static let all: [RecordedRepository] = rows.enumerated().compactMap { number, row in
        RecordedOwner.all.first { $0.login == row.owner }.map {
            RecordedRepository(number: number, owner: $0, row: row)
        }
    }

    static func named(_ name: String, owner: String) -> RecordedRepository? {
        let fullName = "\(owner)/\(name)".lowercased()
        return owner.contains("/") ? nil : all.first { $0.fullName.lowercased() == fullName }
    }

    init(number: Int, owner: RecordedOwner, row: Row) {
        (self.number, self.owner, self.row) = (number, owner, row)
        topics = row.topics.split(separator: " ").map(String.init)
        searchText = ["\(row.owner)/\(row.name)", row.description, row.topics, row.language].joined(separator: "\n")
            .lowercased()
        created =
            1_420_070_400 + number * 7_919 % 3_600 * RecordedText.secondsPerDay + number * 4_133
            % RecordedText.secondsPerDay
        updated =
            1_767_225_600 - number * 331 % 390 * RecordedText.secondsPerDay - number * 2_909
            % RecordedText.secondsPerDay
    }

    var fullName: String { "\(row.owner)/\(row.name)" }
    var language: String? { row.language.isEmpty ? nil : row.language }
    var stars: Int { row.stars }
    var forks: Int { row.stars / (7 + number % 9) + number % 5 }
    var id: Int { 412_083_551 + number * 1_299_709 }

    var issues: [RecordedIssue] {
        let count = (number * 17 + 9) % 46
        return (0..<count).map {
            RecordedIssue(number: $0 + 1, repository: self, step: (updated - created) / (count + 1))
        }
    }

    var json: JSONValue {
        let json: JSONValue = [
            "id": .integer(id),
            "node_id": .text("R_kgDO\(RecordedText.hexadecimal(id, digits: 8))"),
            "name": .text(row.name),
            "full_name": .text(fullName),
            "owner": owner.json,
            "private": false,
            "visibility": "public",
            "html_url": .text("https://github.com/\(fullName)"),
            "url": .text("https://api.github.com/repos/\(fullName)"),
            "clone_url": .text("https://github.com/\(fullName).git"),
            "description": .text(row.description.isEmpty ? nil : row.description),
            "language": .text(language),
            "topics": .array(topics.map(JSONValue.text)),
            "fork": false,
            "archived": .bool(number % 29 == 28),
            "disabled": false,
            "is_template": .bool(row.topics.contains("template")),
            "default_branch": "main",
            "size": .integer(number * 7_121 % 48_000 + 64),
            "stargazers_count": .integer(stars),
            "watchers_count": .integer(stars),
            "forks_count": .integer(forks),
            "open_issues_count": .integer(issues.count(where: \.isOpen)),
            "has_issues": true,
            "has_wiki": .bool(number % 3 == 0),
            "has_pages": .bool(number % 7 == 0),
            "created_at": RecordedText.timestamp(created),
            "updated_at": RecordedText.timestamp(updated),
            "pushed_at": RecordedText.timestamp(updated - 3_723),
        ]
        let licenses = [("mit", "MIT License", "MIT"), ("apache-2.0", "Apache License 2.0", "Apache-2.0")]
        guard number % 5 < 4 else { return json }
        let (key, name, identifier) = licenses[number % licenses.count]
        let license: JSONValue = [
            "key": .text(key),
            "name": .text(name),
            "spdx_id": .text(identifier),
            "url": .text("https://api.github.com/licenses/\(key)"),
        ]
        return json.adding(["license": license])
    }

    /// With the fields that come only when one repository is asked for.
    var details: JSONValue {
        json.adding(["subscribers_count": .integer(stars / 40 + 1), "network_count": .integer(forks)])
    }
}

struct RecordedIssue {
    var number: Int
    var repository: RecordedRepository
    /// The seconds from one issue to the next.
    var step: Int

    var isOpen: Bool { (number * 5 + repository.number + number / 4) % 3 != 0 }
    var isPullRequest: Bool { number % 6 == 5 }
    var id: Int { repository.id * 3 + number * 101 }
    var url: String { "https://github.com/\(repository.fullName)/\(isPullRequest ? "pull" : "issues")/\(number)" }

    var title: String {
        let kinds = isPullRequest ? Self.changes : Self.problems
        return
            "\(kinds[number % kinds.count]) \(Self.circumstances[(number + repository.number) % Self.circumstances.count])"
    }

    var author: RecordedOwner? {
        if number % 13 == 0 { return nil }
        return number % 4 == 0
            ? repository.owner : RecordedOwner.all[(repository.number * 7 + number * 3) % RecordedOwner.all.count]
    }

    var json: JSONValue {
        let created = repository.created + number * step
        let updated = created + step * (number % 7 + 1) / 9
        let assignee: JSONValue = number % 5 == 1 ? repository.owner.json : nil
        let isOwn = author?.login == repository.owner.login
        let labels = RecordedLabel.all.filter { ($0.number + number) % 4 == 0 && number % 3 != 0 }
        var json: JSONValue = [
            "id": .integer(id),
            "node_id": .text("\(isPullRequest ? "PR" : "I")_kwDO\(RecordedText.hexadecimal(id, digits: 10))"),
            "number": .integer(number),
            "title": .text(title),
            "body": .text(
                "\(title).\r\n\r\n1. Install `\(repository.row.name)`.\r\n2. Follow the \"readme\", step \(number)."),
            "state": isOpen ? "open" : "closed",
            "html_url": .text(url),
            "user": author?.json ?? nil,
            "author_association": isOwn ? "OWNER" : number % 3 == 0 ? "CONTRIBUTOR" : "NONE",
            "labels": .array(labels.map(\.json)),
            "milestone": nil,
            "assignee": assignee,
            "assignees": assignee == nil ? [] : [assignee],
            "locked": .bool(number % 17 == 0),
            "comments": .integer(number * (repository.number + 3) % 19),
            "created_at": RecordedText.timestamp(created),
            "updated_at": RecordedText.timestamp(updated),
            "closed_at": isOpen ? nil : RecordedText.timestamp(updated),
        ]
        if isPullRequest {
            let links: JSONValue = [
                "html_url": .text(url), "diff_url": .text("\(url).diff"), "patch_url": .text("\(url).patch"),
            ]
            json = json.adding(["pull_request": links, "draft": false])
        } else if !isOpen {
            json = json.adding(["state_reason": number % 4 == 0 ? "not_planned" : "completed"])
        }
        return json
    }

    private static let problems = [
        "Crash", "Memory grows without bound", "Wrong result", "Misleading error message", "Tests fail", "Slow start",
        "An example is missing in the documentation", "Build fails", "Question about thread safety", "Warnings",
        "Deadlock",
    ]
    private static let changes = [
        "Add a test", "Fix the crash", "Document what happens", "Do less work", "Rename an option",
    ]
    private static let circumstances = [
        "on Windows", "after upgrading to 2.0", "with an empty file", "behind a proxy", "when the disk is full",
        "with very long lines", "on 32-bit machines", "in release builds", "with right-to-left text",
    ]
}

private struct RecordedLabel: Sendable {
    var number: Int
    var name: String
    var color: String
    var description: String

    var json: JSONValue {
        [
            "id": .integer(2_190_400_113 + number * 7),
            "node_id": .text("LA_kwDO\(RecordedText.hexadecimal(2_190_400_113 + number * 7, digits: 10))"),
            "name": .text(name),
            "color": .text(color),
            "default": .bool(number < 5),
            "description": .text(description),
        ]
    }

    static let all = [
        RecordedLabel(number: 0, name: "bug", color: "d73a4a", description: "Something isn't working"),
        RecordedLabel(number: 1, name: "enhancement", color: "a2eeef", description: "New feature or request"),
        RecordedLabel(
            number: 2, name: "documentation", color: "0075ca", description: "Improvements or additions to documentation"
        ),
        RecordedLabel(number: 3, name: "question", color: "d876e3", description: "Further information is requested"),
        RecordedLabel(number: 4, name: "good first issue", color: "7057ff", description: "Good for newcomers"),
        RecordedLabel(number: 5, name: "performance", color: "fbca04", description: "Time and memory"),
    ]
}
