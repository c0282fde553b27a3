import CallsiteRuntime
import Foundation

/// Answers that stand in for GitHub's when there is no network: invented repositories and issues in the shape of the real ones.
struct RecordedGitHub: Sendable {
    struct Answer: Sendable {
        var status: Int
        var headers: [String: String]
        var body: String
    }

    /// The answer to a request. `path` is percent-encoded as on the wire; `query` are decoded names and values in order; `token` is what
    /// came behind `Bearer `, if anything.
    func answer(method: String, path: String, query: [(name: String, value: String)], token: String?) -> Answer {
        guard method == "GET", path.first == "/" else { return .notFound }
        let segments = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map(RecordedText.percentDecoded)
        switch (segments.first, segments.count) {
        case ("user", 1):
            return authenticatedUser(token: token)
        case ("users", 2):
            guard let owner = RecordedOwner.all.first(where: { $0.login == segments[1].lowercased() }) else { return .notFound }
            return Answer(json: owner.profile)
        case ("search", 2) where segments[1] == "repositories":
            return searchRepositories(query)
        case ("repos", 3...5):
            guard let repository = RecordedRepository.named(segments[2], owner: segments[1]) else { return .notFound }
            if segments.count == 3 { return Answer(json: repository.details) }
            guard segments[3] == "issues" else { return .notFound }
            if segments.count == 4 { return issues(of: repository, query) }
            guard let issue = repository.issues.first(where: { String($0.number) == segments[4] }) else { return .notFound }
            return Answer(json: issue.json)
        default:
            return .notFound
        }
    }
}

// MARK: - Endpoints

extension RecordedGitHub {
    private func authenticatedUser(token: String?) -> Answer {
        guard let token, token.hasPrefix("ghp_") || token.hasPrefix("github_pat_") else {
            return .failure(401, "Bad credentials", documentation: "https://docs.github.com/rest")
        }
        let you = RecordedOwner("you", "You", "User", nil, "The one who looks at recorded responses", number: 900)
        return Answer(json: you.profile.adding(["two_factor_authentication": true]))
    }

    private func searchRepositories(_ query: [(name: String, value: String)]) -> Answer {
        let text = query.last { $0.name == "q" }?.value ?? ""
        let terms = RecordedSearch(text)
        guard !terms.isEmpty else { return .invalidSearch(["code": "missing"]) }
        guard text.unicodeScalars.count <= 256 else {
            return .invalidSearch(["code": "invalid", "message": "The search is longer than 256 characters."])
        }
        let weight: (RecordedRepository) -> Int =
            switch query.last(where: { $0.name == "sort" })?.value {
            case "forks": { $0.forks }
            case "updated": { $0.updated }
            default: { $0.stars }
            }
        let ascending = query.last { $0.name == "order" }?.value == "asc"
        let found = RecordedRepository.all.filter(terms.match).sorted {
            let (left, right) = (weight($0), weight($1))
            if left == right { return $0.number < $1.number }
            return ascending ? left < right : left > right
        }
        let page = RecordedPage(of: found, path: "/search/repositories", query: query)
        let result: JSONValue = [
            "total_count": .integer(found.count),
            "incomplete_results": false,
            "items": .array(page.elements.map(\.json)),
        ]
        return Answer(json: result, link: page.link)
    }

    private func issues(of repository: RecordedRepository, _ query: [(name: String, value: String)]) -> Answer {
        let state = query.last { $0.name == "state" }?.value
        let found = repository.issues.reversed().filter { state == "all" || $0.isOpen == (state != "closed") }
        let page = RecordedPage(of: found, path: "/repos/\(repository.fullName)/issues", query: query)
        return Answer(json: .array(page.elements.map(\.json)), link: page.link)
    }
}

extension RecordedGitHub.Answer {
    fileprivate static var notFound: Self { failure(404, "Not Found", documentation: "https://docs.github.com/rest") }

    fileprivate static func failure(_ status: Int, _ message: String, documentation: String, details: JSONValue? = nil) -> Self {
        var json: JSONValue = ["message": .text(message)]
        if let details { json = json.adding(["errors": [details]]) }
        return Self(json: json.adding(["documentation_url": .text(documentation), "status": .text("\(status)")]), status: status)
    }

    fileprivate static func invalidSearch(_ problem: JSONValue) -> Self {
        let details = problem.adding(["resource": "Search", "field": "q"])
        return failure(422, "Validation Failed", documentation: "https://docs.github.com/v3/search", details: details)
    }

    fileprivate init(json: JSONValue, status: Int = 200, link: String? = nil) {
        headers = ["Content-Type": "application/json; charset=utf-8"]
        headers["Link"] = link
        self.status = status
        body = (try? encodeJSON(json)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}

/// What a search asks for: words that must be found and the language and topics that a repository must have.
private struct RecordedSearch {
    var words: [String] = []
    var languages: [String] = []
    var topics: [String] = []
    var isEmpty = true

    /// Splits at white space outside of quotation marks. Qualifiers other than `language` and `topic` have no effect.
    init(_ text: String) {
        var isQuoted = false
        let terms = text.lowercased().split { character in
            if character == "\"" { isQuoted.toggle() }
            return character.isWhitespace && !isQuoted
        }
        for term in terms.map({ $0.filter { $0 != "\"" } }) where !term.isEmpty {
            isEmpty = false
            let parts = term.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let name = parts.first, let value = parts.last,
                !name.isEmpty, name.allSatisfy({ $0.isLetter || $0 == "-" })
            else {
                words.append(term)
                continue
            }
            if name == "language", !value.isEmpty { languages.append(String(value)) }
            if name == "topic", !value.isEmpty { topics.append(String(value)) }
        }
    }

    func match(_ repository: RecordedRepository) -> Bool {
        languages.allSatisfy { $0 == repository.language?.lowercased() }
            && topics.allSatisfy(repository.topics.contains)
            && words.allSatisfy { repository.searchText.contains($0) }
    }
}

/// One page of a list, and the Link header that leads to the others.
private struct RecordedPage<Element> {
    var elements: ArraySlice<Element>
    var link: String?

    init(of all: [Element], path: String, query: [(name: String, value: String)]) {
        func positiveNumber(_ name: String) -> Int? {
            query.last { $0.name == name }.flatMap { Int($0.value) }.flatMap { $0 > 0 ? $0 : nil }
        }
        let size = min(positiveNumber("per_page") ?? 30, 100)
        let number = positiveNumber("page") ?? 1
        let last = max((all.count + size - 1) / size, 1)
        elements = number > last ? [] : all.dropFirst((number - 1) * size).prefix(size)

        var relations: [(name: String, page: Int)] = []
        if number > 1 { relations.append(("prev", min(number - 1, last))) }
        if number < last { relations += [("next", number + 1), ("last", last)] }
        if number > 1 { relations.append(("first", 1)) }
        let others = query.filter { $0.name != "page" }
            .map { "\(RecordedText.percentEncoded($0.name))=\(RecordedText.percentEncoded($0.value))&" }
            .joined()
        let links = relations.map { "<https://api.github.com\(path)?\(others)page=\($0.page)>; rel=\"\($0.name)\"" }
        link = links.isEmpty ? nil : links.joined(separator: ", ")
    }
}

// MARK: - Models

private struct RecordedOwner: Sendable {
    var login: String
    var name: String
    var type: String
    var location: String?
    var bio: String?
    var number: Int

    init(_ login: String, _ name: String, _ type: String, _ location: String?, _ bio: String?, number: Int = 0) {
        (self.login, self.name, self.type, self.location, self.bio, self.number) = (login, name, type, location, bio, number)
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

private struct RecordedRepository: Sendable {
    var number: Int
    var owner: RecordedOwner
    var row: Row
    var topics: [String]
    /// Everything a search looks at, in lower case.
    var searchText: String
    var created: Int
    var updated: Int

    static let all: [RecordedRepository] = rows.enumerated().compactMap { number, row in
        RecordedOwner.all.first { $0.login == row.owner }.map { RecordedRepository(number: number, owner: $0, row: row) }
    }

    static func named(_ name: String, owner: String) -> RecordedRepository? {
        let fullName = "\(owner)/\(name)".lowercased()
        return owner.contains("/") ? nil : all.first { $0.fullName.lowercased() == fullName }
    }

    init(number: Int, owner: RecordedOwner, row: Row) {
        (self.number, self.owner, self.row) = (number, owner, row)
        topics = row.topics.split(separator: " ").map(String.init)
        searchText = ["\(row.owner)/\(row.name)", row.description, row.topics, row.language].joined(separator: "\n").lowercased()
        created = 1_420_070_400 + number * 7_919 % 3_600 * RecordedText.secondsPerDay + number * 4_133 % RecordedText.secondsPerDay
        updated = 1_767_225_600 - number * 331 % 390 * RecordedText.secondsPerDay - number * 2_909 % RecordedText.secondsPerDay
    }

    var fullName: String { "\(row.owner)/\(row.name)" }
    var language: String? { row.language.isEmpty ? nil : row.language }
    var stars: Int { row.stars }
    var forks: Int { row.stars / (7 + number % 9) + number % 5 }
    var id: Int { 412_083_551 + number * 1_299_709 }

    var issues: [RecordedIssue] {
        let count = (number * 17 + 9) % 46
        return (0..<count).map { RecordedIssue(number: $0 + 1, repository: self, step: (updated - created) / (count + 1)) }
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

private struct RecordedIssue {
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
        return "\(kinds[number % kinds.count]) \(Self.circumstances[(number + repository.number) % Self.circumstances.count])"
    }

    var author: RecordedOwner? {
        if number % 13 == 0 { return nil }
        return number % 4 == 0 ? repository.owner : RecordedOwner.all[(repository.number * 7 + number * 3) % RecordedOwner.all.count]
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
            "body": .text("\(title).\r\n\r\n1. Install `\(repository.row.name)`.\r\n2. Follow the \"readme\", step \(number)."),
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
            let links: JSONValue = ["html_url": .text(url), "diff_url": .text("\(url).diff"), "patch_url": .text("\(url).patch")]
            json = json.adding(["pull_request": links, "draft": false])
        } else if !isOpen {
            json = json.adding(["state_reason": number % 4 == 0 ? "not_planned" : "completed"])
        }
        return json
    }

    private static let problems = [
        "Crash", "Memory grows without bound", "Wrong result", "Misleading error message", "Tests fail", "Slow start",
        "An example is missing in the documentation", "Build fails", "Question about thread safety", "Warnings", "Deadlock",
    ]
    private static let changes = ["Add a test", "Fix the crash", "Document what happens", "Do less work", "Rename an option"]
    private static let circumstances = [
        "on Windows", "after upgrading to 2.0", "with an empty file", "behind a proxy", "when the disk is full", "with very long lines",
        "on 32-bit machines", "in release builds", "with right-to-left text",
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
        RecordedLabel(number: 2, name: "documentation", color: "0075ca", description: "Improvements or additions to documentation"),
        RecordedLabel(number: 3, name: "question", color: "d876e3", description: "Further information is requested"),
        RecordedLabel(number: 4, name: "good first issue", color: "7057ff", description: "Good for newcomers"),
        RecordedLabel(number: 5, name: "performance", color: "fbca04", description: "Time and memory"),
    ]
}

// MARK: - JSON

extension JSONValue {
    fileprivate static func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
    fileprivate static func integer(_ value: Int) -> JSONValue { (try? JSONValue(encoding: value)) ?? .null }

    /// An object with more members.
    fileprivate func adding(_ others: JSONObject) -> JSONValue {
        guard case .object(let members) = self else { return self }
        return .object(members.merging(others) { $1 })
    }
}

// MARK: - Text

private enum RecordedText {
    static let secondsPerDay = 86_400

    /// A time in seconds since 1970 as RFC 3339 has it.
    static func timestamp(_ seconds: Int) -> JSONValue { .text(Date(timeIntervalSince1970: Double(seconds)).ISO8601Format()) }

    static func hexadecimal(_ number: Int, digits: Int) -> String {
        let text = String(number, radix: 16)
        return String(repeating: "0", count: max(digits - text.count, 0)) + text
    }

    static func percentEncoded(_ text: String) -> String {
        let unreserved = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")
        return text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }

    /// A text that is badly encoded stays as it is.
    static func percentDecoded(_ text: Substring) -> String { text.removingPercentEncoding ?? String(text) }
}

// MARK: - Data

extension RecordedOwner {
    static let all: [RecordedOwner] = table.enumerated().map { number, owner in
        var owner = owner
        owner.number = number
        return owner
    }

    private static let table: [RecordedOwner] = [
        .init("lanternmoss", "Lanternmoss", "Organization", "Sorrelholm", "Small servers and clients"),
        .init("quillmoor", "Quillmoor", "Organization", nil, "Everything that reads text"),
        .init("tarnvale", "Tarnvale", "Organization", "Tarnvale", "Databases for small machines"),
        .init("brasswhistle-labs", "Brasswhistle Labs", "Organization", "Undermill", nil),
        .init("okapiharbor", "Okapi Harbor", "Organization", "The old harbor", "Containers, but the tidy kind"),
        .init("fennibrook", "Fennibrook", "User", "Upper Brook", "Draws user interfaces and small games"),
        .init("driftglass-forge", "Driftglass Forge", "Organization", nil, "Networking, mostly"),
        .init("umbercroft", "Umbercroft", "User", nil, nil),
        .init("halvenfold", "Halvenfold", "User", "Fold", "Compilers before breakfast"),
        .init("pebblewright", "Pebblewright", "User", "Gravelby", "Tools for the command line"),
        .init("sorrelgate", "Sorrelgate", "Organization", "Sorrelholm", "Security without ceremony"),
        .init("nimbusbarn", "Nimbusbarn", "Organization", nil, "Clouds, indoors"),
        .init("thistlebyte", "Thistlebyte", "User", "Thistle Hill", "Parsers, formats, and \"other\" hobbies"),
        .init("copperfinchery", "The Copperfinchery", "Organization", "Finchley Rise", nil),
        .init("wrenhollower", "Wrenhollower", "User", nil, "Game jams since forever"),
        .init("zephyrmillers", "Zephyrmillers", "Organization", "Windmere", "Numbers and pictures of numbers"),
        .init("moonkettle", "Moonkettle", "Organization", "Kettle Crater", "Makes games for tea breaks"),
        .init("glasspangolin", "Glass Pangolin", "User", nil, "Systems programming with care"),
        .init("bramblecoder", "Bramblecoder", "User", "Bramble Lane", "Mostly harmless macros"),
        .init("tideloomers", "Tideloomers", "Organization", "Low Tide", "Schedulers and queues"),
        .init("ashenquartz", "Ashenquartz", "User", nil, nil),
        .init("velvetotters", "Velvet Otters", "Organization", "Riverbend", "Friendly web things 🦦"),
        .init("kumo-kobo-works", "雲工房", "Organization", "日本", "小さな道具を作ります"),
        .init("saltmarrow", "Saltmarrow", "User", "Brine Quay", "Audio and other waves"),
        .init("inkbadgery", "Inkbadgery", "User", nil, "Documentation is a feature"),
    ]
}

extension RecordedRepository {
    struct Row: Sendable {
        var owner, name, language, topics: String
        var stars: Int
        var description: String

        init(_ owner: String, _ name: String, _ language: String, _ topics: String, _ stars: Int, _ description: String) {
            (self.owner, self.name, self.language, self.topics) = (owner, name, language, topics)
            (self.stars, self.description) = (stars, description)
        }
    }

    private static let rows: [Row] = [
        .init("lanternmoss", "kettlewire", "Swift", "http client async", 8421, "An HTTP client that retries, caches and streams"),
        .init("lanternmoss", "kettleserve", "Swift", "http server", 6210, "A small HTTP server for services with one purpose"),
        .init("lanternmoss", "mosslogger", "Swift", "logging server", 1893, "Structured logging that costs nothing when it is off"),
        .init("lanternmoss", "moss-router", "Swift", "http routing", 947, "Typed routes for kettleserve"),
        .init("quillmoor", "quillcombine", "Swift", "parser combinators", 5120, "Parser combinators with readable error messages"),
        .init("quillmoor", "swift-inkdown", "Swift", "markdown parser", 2307, "A Markdown parser that keeps every source position"),
        .init("quillmoor", "swift-tomlette", "Swift", "toml parser configuration", 618, "Reads and writes TOML without losing comments"),
        .init("tarnvale", "tarnstore", "Swift", "database embedded", 3745, "An embedded key-value store in one file"),
        .init("tarnvale", "swift-tarnquery", "Swift", "sql database macros", 1288, "SQL that the compiler checks"),
        .init("fennibrook", "gridwhisk", "Swift", "ui layout", 2954, "Layout for terminals and screens with the same code"),
        .init("fennibrook", "palette-pot", "Swift", "color ui", 431, "Colors that stay readable on every background"),
        .init("fennibrook", "tapdoodle", "Swift", "game drawing", 1502, "A drawing game for two and one tablet"),
        .init("driftglass-forge", "driftsocket", "Swift", "websocket http networking", 2066, "WebSockets on top of any HTTP connection"),
        .init("driftglass-forge", "swift-driftdns", "Swift", "dns networking", 389, "Asks name servers and explains their answers"),
        .init("umbercroft", "umber-tests", "Swift", "testing", 776, "Expectations that print what differs"),
        .init("halvenfold", "foldscript", "Swift", "compiler language parser", 1130, "A scripting language to embed in apps"),
        .init("pebblewright", "pebble-args", "Swift", "cli parser", 4402, "Command line arguments from plain structs"),
        .init("pebblewright", "pebble-progress", "Swift", "cli terminal", 864, "Progress bars that know when nobody is watching"),
        .init("sorrelgate", "swift-sorrelkeys", "Swift", "security keychain", 1017, "Keeps tokens in the keychain of every platform"),
        .init("nimbusbarn", "barn-deployer", "Swift", "cloud deployment cli", 558, "Deploys a Swift package as a container"),
        .init("thistlebyte", "swift-thistlejson", "Swift", "json parser performance", 3318, "A JSON parser that never copies a string"),
        .init("wrenhollower", "hollowtiles", "Swift", "game tilemap", 693, "Tile maps for small game worlds"),
        .init("moonkettle", "teakettle-engine", "Swift", "game-engine graphics", 2481, "A game engine that fits into a tea break"),
        .init("bramblecoder", "swift-brambles", "Swift", "macros codegen", 925, "Macros against boilerplate"),
        .init("tideloomers", "swift-tidequeue", "Swift", "queue concurrency", 1174, "Background jobs with structured concurrency"),
        .init("velvetotters", "otter-pages", "Swift", "html http web", 1655, "HTML from Swift functions, streamed over HTTP"),
        .init("kumo-kobo-works", "swift-moji", "Swift", "unicode text terminal", 1209, "文字の幅を測る – the width of 日本語 and emoji in terminals"),
        .init("saltmarrow", "swift-brinewave", "Swift", "audio dsp", 502, "Filters and oscillators for real-time audio"),

        .init("glasspangolin", "scalehoard", "Rust", "allocator systems", 3967, "A memory allocator that reports what it wastes"),
        .init("glasspangolin", "pangohttp", "Rust", "http server async", 7312, "HTTP/1 and HTTP/2 without a single unsafe block"),
        .init("glasspangolin", "pangopost", "Rust", "http cli", 2745, "Sends HTTP requests from readable text files"),
        .init("quillmoor", "nibblequill", "Rust", "parser binary", 2218, "A parser for binary formats, described by types"),
        .init("thistlebyte", "thistle-csv", "Rust", "csv parser cli", 1986, "Slices CSV files that are larger than memory"),
        .init("thistlebyte", "burrgrammar", "Rust", "parser grammar", 1417, "Grammars as data: a parser without code generation"),
        .init("driftglass-forge", "driftproxy", "Rust", "http proxy networking", 5833, "A reverse proxy for HTTP with live configuration"),
        .init("sorrelgate", "gatecheck-audit", "Rust", "security cli", 3102, "Audits dependencies against local advisories"),
        .init("pebblewright", "gravel-ls", "Rust", "cli terminal files", 9127, "Lists files the way you would describe them"),
        .init("pebblewright", "pebblediff", "Rust", "diff cli terminal", 6644, "A diff that understands moved blocks"),
        .init("moonkettle", "kettlecrater-ecs", "Rust", "game-engine ecs", 4290, "Entities and components for a game of any size"),
        .init("wrenhollower", "wrenroguery", "Rust", "game roguelike terminal", 1320, "A roguelike game in which you are the dungeon"),
        .init("ashenquartz", "quartzclock", "Rust", "time embedded", 611, "Time zones for machines without an operating system"),
        .init("tarnvale", "tarnlog", "Rust", "database storage", 2509, "A write-ahead log to build databases on"),
        .init("halvenfold", "halvenwasm", "Rust", "wasm compiler", 1763, "Runs WebAssembly modules inside a budget"),
        .init("zephyrmillers", "gustplot", "Rust", "plotting terminal", 1454, "Plots in the terminal, down to single dots"),

        .init("okapiharbor", "okapi-tug", "Go", "containers cli", 5471, "Moves container images between registries"),
        .init("okapiharbor", "harborbell", "Go", "monitoring http", 3380, "Rings when an HTTP endpoint stops answering"),
        .init("okapiharbor", "pierconfig", "Go", "configuration parser", 719, "One parser for YAML, TOML and environment variables"),
        .init("nimbusbarn", "haylofting", "Go", "storage http cloud", 4158, "Object storage over HTTP on a single disk"),
        .init("nimbusbarn", "barncat", "Go", "cloud cli logs", 1239, "Reads the logs of all your clouds at once"),
        .init("tideloomers", "tidewheel", "Go", "scheduler distributed", 2873, "A scheduler that survives half of its machines"),
        .init("tideloomers", "loomcalls", "Go", "rpc http networking", 1610, "Remote procedure calls over plain HTTP"),
        .init("driftglass-forge", "driftlimit", "Go", "http rate-limiting", 2021, "Rate limits for HTTP handlers"),
        .init("brasswhistle-labs", "whistlebus", "Go", "messaging queue", 3596, "A message bus with replay"),
        .init("brasswhistle-labs", "brass-metrics", "Go", "monitoring metrics", 984, "Metrics with bounded memory"),
        .init("sorrelgate", "gatetoken", "Go", "security oauth http", 1871, "OAuth for HTTP services, the short version"),
        .init("umbercroft", "umbergrep", "Go", "cli search parser", 2690, "Searches source code by its structure"),
        .init("ashenquartz", "ashchess-bot", "Go", "game chess", 402, "A chess game server with a patient opponent"),

        .init("zephyrmillers", "windtables", "Python", "data-science tables", 7745, "Tables that remember where their numbers came from"),
        .init("zephyrmillers", "millcharts", "Python", "plotting data-science", 3920, "Charts with sensible defaults"),
        .init("zephyrmillers", "zephyrfit", "Python", "machine-learning statistics", 2614, "Curve fitting with honest error bars"),
        .init("thistlebyte", "thistlescrape", "Python", "html parser scraping", 4875, "An HTML parser for pages that are broken"),
        .init("thistlebyte", "logthresher", "Python", "logs parser cli", 832, "Turns log files into tables, parser included"),
        .init("inkbadgery", "burrowdocs", "Python", "documentation markdown", 5290, "Documentation sites from Markdown folders"),
        .init("inkbadgery", "badger-spell", "Python", "documentation cli", 327, "Spell checking that knows your identifiers"),
        .init("velvetotters", "otterflow", "Python", "http web framework", 6087, "A web framework for HTTP services and their tests"),
        .init("velvetotters", "ottermock", "Python", "http testing", 1346, "Recorded HTTP responses for tests"),
        .init("wrenhollower", "wrenjam-kit", "Python", "game template", 755, "A template to start a game jam with"),
        .init("saltmarrow", "marrowtune", "Python", "audio machine-learning", 1748, "Finds the notes in a recording"),
        .init("copperfinchery", "finchbudget", "Python", "finance parser cli", 1195, "Plain text accounting for households"),
        .init("brasswhistle-labs", "whistlenotes", "Python", "notebook research", 466, "Notebooks that can be reviewed"),
        .init("umbercroft", "umber-lint", "Python", "linter", 1587, "A linter that explains its rules"),

        .init("velvetotters", "ottershelf-ui", "TypeScript", "ui components web", 8034, "Accessible components without a framework"),
        .init("velvetotters", "otter-fetch", "TypeScript", "http client", 3471, "A typed HTTP client for browsers"),
        .init("copperfinchery", "finchboard", "TypeScript", "dashboard web", 2240, "Dashboards that load before you blink"),
        .init("copperfinchery", "finch-forms", "TypeScript", "forms ui", 1066, "Forms with validation on both sides"),
        .init("inkbadgery", "inkburrow-editor", "TypeScript", "editor markdown", 4519, "A Markdown editor for the browser"),
        .init("moonkettle", "moonsprites", "TypeScript", "game graphics webgl", 1931, "Sprites for browser games"),
        .init("moonkettle", "teabreak-arcade", "TypeScript", "game web", 620, "Twelve games, one minute each"),
        .init("quillmoor", "quillquery-ts", "TypeScript", "graphql parser", 1408, "A GraphQL parser with error recovery"),
        .init("bramblecoder", "bramble-bundler", "TypeScript", "bundler cli", 2782, "Bundles modules and says why each is there"),
        .init("kumo-kobo-works", "kumo-calendar", "TypeScript", "calendar web", 873, "カレンダー – a calendar with 元号 and holidays"),
        .init("fennibrook", "brookmotion", "TypeScript", "animation ui", 1542, "Animations from keyframes in plain text"),

        .init("glasspangolin", "pangoring", "C", "systems io", 2137, "Ring buffers for many readers"),
        .init("glasspangolin", "tinyscale-http", "C", "http parser embedded", 3654, "An HTTP parser in 900 lines"),
        .init("ashenquartz", "ashboot", "C", "bootloader embedded", 1280, "A boot loader you can read in an evening"),
        .init("saltmarrow", "brinecodec", "C", "audio codec", 1699, "A lossless audio codec for slow processors"),
        .init("halvenfold", "halflisp", "C", "lisp interpreter parser", 2395, "Half a Lisp, with a whole parser"),
        .init("umbercroft", "umbervm", "C", "virtual-machine", 540, "A virtual machine for teaching"),

        .init("moonkettle", "kettlephysics", "C++", "game physics", 5166, "Rigid bodies for game worlds"),
        .init("moonkettle", "kettle-gamepad", "C++", "game input", 488, "Gamepads, joysticks and dance mats"),
        .init("saltmarrow", "saltsynth", "C++", "audio synthesizer", 2931, "A modular synthesizer"),
        .init("zephyrmillers", "gustmatrix", "C++", "linear-algebra performance", 3073, "Matrices that use the whole processor"),
        .init("tarnvale", "tarngraph", "C++", "database graph", 1824, "A graph database for one machine"),
        .init("thistlebyte", "thistle-xml++", "C++", "xml parser", 707, "An XML parser that refuses bombs"),

        .init("fennibrook", "brookcompose", "Kotlin", "android ui", 2572, "Screens for Android from small parts"),
        .init("copperfinchery", "finchwallet", "Kotlin", "android finance", 1113, "Counts coins, offline"),
        .init("lanternmoss", "kettle-kt", "Kotlin", "http client", 1458, "The HTTP client kettlewire for Kotlin"),
        .init("wrenhollower", "wren-pocket", "Kotlin", "game android", 579, "A pocket game about building nests"),
        .init("tideloomers", "tideflow-jobs", "Java", "scheduler queue", 2318, "Jobs that run exactly as often as they should"),
        .init("brasswhistle-labs", "whistle-jdbc", "Java", "database sql", 895, "A thin layer over prepared statements"),
        .init("quillmoor", "quillgrammar-j", "Java", "parser generator", 1037, "A parser generator with incremental updates"),

        .init("ashenquartz", "quartz-uring", "Zig", "io systems", 1365, "Asynchronous input and output without a runtime"),
        .init("glasspangolin", "zigpango", "Zig", "http embedded", 818, "HTTP for microcontrollers"),
        .init("halvenfold", "foldtypes", "Haskell", "types compiler", 1212, "An experiment with row types"),
        .init("quillmoor", "quillmonad", "Haskell", "parser", 644, "A parser that is a homework solution"),
        .init("bramblecoder", "brambletree", "Elixir", "concurrency supervision", 957, "Supervision trees, drawn live"),
        .init("lanternmoss", "mossocket", "Elixir", "websocket http", 1150, "Keeps a million sockets warm"),
        .init("halvenfold", "camelfold", "OCaml", "compiler optimization", 733, "Folds constants until nothing is left"),
        .init("pebblewright", "dotpebbles", "Shell", "dotfiles", 298, "Dotfiles that explain themselves"),
        .init("okapiharbor", "harbor-scripts", "Shell", "ci deployment", 213, "Scripts for continuous integration"),
        .init("inkbadgery", "awesome-burrow", "", "awesome-list documentation", 6903, "A list of \"awesome\" writing about writing ✍️📚"),
        .init("kumo-kobo-works", "moji-art", "Ruby", "ascii-art terminal", 365, "絵文字アート 🎨👩‍💻🏳️‍🌈 for your terminal"),
        .init("ashenquartz", "ansi-ash", "Lua", "terminal color", 187, "Prints \u{1B}[31mred\u{1B}[0m text\u{7} and\ttabs \\ backslashes"),
        .init("saltmarrow", "swift-saltmidi", "Swift", "audio midi parser", 344, "A MIDI parser and player"),
        .init("fennibrook", "swift-brookboard", "Swift", "game board-game", 277, "Board game rules as data, with an opponent"),
        .init("okapiharbor", "pilotboat", "Rust", "containers http", 1092, "Talks HTTP to container engines"),
        .init("wrenhollower", "wrenquest", "Lua", "game interactive-fiction parser", 451, "A text game with a parser that forgives"),
        .init("copperfinchery", "finch-invoice", "Ruby", "finance pdf", 239, "Invoices from plain text"),
        .init("bramblecoder", "bramblegame-go", "Go", "game server http", 529, "A game server for turns over HTTP"),
        .init("okapiharbor", "swift-dockhand", "Swift", "containers http", 468, "Talks to container engines from Swift"),
        .init("umbercroft", "untitled", "", "", 3, ""),
    ]
}
