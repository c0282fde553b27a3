import CallsiteRuntime
import Foundation

/// Responses that stand in for GitHub's when there is no network: invented repositories and issues in the shape of the
/// real ones.
struct RecordedGitHub: Sendable {
    struct Answer: Sendable {
        var status: Int
        var headers: [String: String]
        var body: String
    }

    /// The response to a request. `path` is percent-encoded as on the wire; `query` are decoded names and values in
    /// order; `token` is what came behind `Bearer `, if anything.
    func answer(method: String, path: String, query: [(name: String, value: String)], token: String?) -> Answer {
        guard method == "GET", path.first == "/" else { return .notFound }
        let segments = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map(
            RecordedText.percentDecoded)
        switch (segments.first, segments.count) {
        case ("user", 1):
            return authenticatedUser(token: token)
        case ("users", 2):
            guard let owner = RecordedOwner.all.first(where: { $0.login == segments[1].lowercased() }) else {
                return .notFound
            }
            return Answer(json: owner.profile)
        case ("search", 2) where segments[1] == "repositories":
            return searchRepositories(query)
        case ("repos", 3...5):
            guard let repository = RecordedRepository.named(segments[2], owner: segments[1]) else { return .notFound }
            if segments.count == 3 { return Answer(json: repository.details) }
            guard segments[3] == "issues" else { return .notFound }
            if segments.count == 4 { return issues(of: repository, query) }
            guard let issue = repository.issues.first(where: { String($0.number) == segments[4] }) else {
                return .notFound
            }
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

    fileprivate static func failure(
        _ status: Int, _ message: String, documentation: String, details: JSONValue? = nil
    ) -> Self {
        var json: JSONValue = ["message": .text(message)]
        if let details { json = json.adding(["errors": [details]]) }
        return Self(
            json: json.adding(["documentation_url": .text(documentation), "status": .text("\(status)")]), status: status
        )
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

/// The terms of a search: words that must be found and the language and topics that a repository must have.
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

// MARK: - JSON

extension JSONValue {
    static func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
    static func integer(_ value: Int) -> JSONValue { (try? JSONValue(encoding: value)) ?? .null }

    /// An object with more members.
    func adding(_ others: [String: JSONValue]) -> JSONValue {
        guard case .object(let members) = self else { return self }
        return .object(members.merging(others) { $1 })
    }
}

// MARK: - Text

enum RecordedText {
    static let secondsPerDay = 86_400

    /// A time in seconds since 1970 as RFC 3339 has it.
    static func timestamp(_ seconds: Int) -> JSONValue {
        .text(Date(timeIntervalSince1970: Double(seconds)).ISO8601Format())
    }

    static func hexadecimal(_ number: Int, digits: Int) -> String {
        let text = String(number, radix: 16)
        return String(repeating: "0", count: max(digits - text.count, 0)) + text
    }

    static func percentEncoded(_ text: String) -> String {
        let unreserved = CharacterSet(
            charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")
        return text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }

    /// A string that is badly encoded stays as it is.
    static func percentDecoded(_ text: Substring) -> String { text.removingPercentEncoding ?? String(text) }
}
