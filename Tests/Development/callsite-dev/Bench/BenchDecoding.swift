import CallsiteRuntime
import Foundation
import GeneratedBenchmark

/// Decoding and encoding generated models against `JSONDecoder` and `JSONEncoder` with synthesised `Codable`, on
/// payloads of different kinds. The results of both are compared first, since only equal work can be compared.
func benchDecoding() throws -> [BenchTable] {
    var decoding = BenchTable(
        "decoding", [("KB", 0), ("JSONDecoder MB/s", 1), ("Callsite MB/s", 1), ("times as fast", 1)])
    var encoding = BenchTable(
        "encoding", [("KB", 0), ("JSONEncoder MB/s", 1), ("Callsite MB/s", 1), ("times as fast", 1)])
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601

    func compare<Ours: WireCodable, Theirs: Codable>(_ name: String, _ payload: String, _: Ours.Type, _: Theirs.Type)
        throws
    {
        let data = Data(payload.utf8)
        let theirs = try decoder.decode([Theirs].self, from: data)
        let ours: [Ours] = try decodeJSON(from: data)
        guard try canonical(encodeJSON(ours)) == canonical(encoder.encode(theirs)) else {
            throw Problem("\(name): the two read differently")
        }
        let megabytes = Double(data.count) / 1e6
        let read = try Bench.compare(
            5, { _ = try decoder.decode([Theirs].self, from: data) }, { _ = try decodeJSON([Ours].self, from: data) })
        decoding.add(name, [Double(data.count) / 1024, megabytes / read.0, megabytes / read.1, read.0 / read.1])
        let written = Double(try encodeJSON(ours).count) / 1e6
        let write = try Bench.compare(5, { _ = try encoder.encode(theirs) }, { _ = try encodeJSON(ours) })
        encoding.add(name, [written * 1e6 / 1024, written / write.0, written / write.1, write.0 / write.1])
    }

    let payloads = Payloads()
    let repositories = payloads.repositories(isReversed: false)
    try compare("many short fields", repositories, Benchmark.Repository.self, Twin.Repository.self)
    try compare(
        "the same, keys in another order", payloads.repositories(isReversed: true), Benchmark.Repository.self,
        Twin.Repository.self)
    try compare(
        "the same, few fields read", repositories, Benchmark.RepositorySummary.self, Twin.RepositorySummary.self)
    try compare(
        "GitHub's repositories", payloads.gitHubRepositories(), Benchmark.GitHubRepository.self,
        Twin.GitHubRepository.self)
    try compare("deep nesting", payloads.trees(), Benchmark.Tree.self, Twin.Tree.self)
    try compare("long strings", payloads.articles(hasEscapes: false), Benchmark.Article.self, Twin.Article.self)
    try compare("strings with escapes", payloads.articles(hasEscapes: true), Benchmark.Article.self, Twin.Article.self)
    try compare("numbers", payloads.measurements(), Benchmark.Measurement.self, Twin.Measurement.self)
    try compare("dictionaries", payloads.inventories(), Benchmark.Inventory.self, Twin.Inventory.self)
    try compare("dates and URLs", payloads.visits(), Benchmark.Visit.self, Twin.Visit.self)
    try compare("unions", payloads.events(), Benchmark.Event.self, Twin.Event.self)
    var others = BenchTable("GitHub's repositories, by others", [("MB/s", 1)])
    if !Bench.isBrief, let speed = try msgspecSpeed(payloads.gitHubRepositories()) {
        others.add("msgspec (Python, typed)", [speed])
        return [decoding, encoding, others]
    }
    return [decoding, encoding]
}

/// MB/s of msgspec, the fastest typed decoder of Python; nil: it can't be installed here.
private func msgspecSpeed(_ payload: String) throws -> Double? {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("callsite-bench-\(UUID().uuidString).json")
    try Data(payload.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let result = try captured([".ci/msgspec", file.path])
    return result.status == 0 ? Double(result.text.trimmingCharacters(in: .whitespacesAndNewlines)) : nil
}

/// The same value as the same bytes, whatever the order of its keys and the form of its numbers.
private func canonical(_ data: Data) throws -> Data {
    let value = try JSONSerialization.jsonObject(with: data)
    return try JSONSerialization.data(withJSONObject: value, options: [.sortedKeys, .withoutEscapingSlashes])
}

/// JSON of about a megabyte each, the same in every run.
private struct Payloads {
    private func list(_ count: Int, _ element: (Int) -> String) -> String {
        "[" + (0..<count).map(element).joined(separator: ",") + "]"
    }

    func repositories(isReversed: Bool) -> String {
        list(900) { number in
            let owner = [
                #""login":"octo\#(number)""#, #""id":\#(583_231 + number)"#, #""node_id":"MDQ6VXNlcj\#(number)""#,
                #""avatar_url":"https://avatars.example.com/u/\#(number)?v=4""#,
                #""html_url":"https://example.com/octo\#(number)""#,
                #""type":"User""#, #""site_admin":\#(number % 9 == 0)"#,
            ]
            let fields = [
                #""id":\#(1_296_269 + number)"#, #""node_id":"MDEwOlJlcG9zaXRvcnk\#(number)""#,
                #""name":"hello-\#(number)""#, #""full_name":"octo\#(number)/hello-\#(number)""#, #""private":false"#,
                #""owner":{\#((isReversed ? owner.reversed() : owner).joined(separator: ","))}"#,
                #""description":\#(number % 3 == 0 ? "null" : #""This is repository number \#(number)""#)"#,
                #""fork":\#(number % 2 == 0)"#,
                #""url":"https://api.example.com/repos/octo\#(number)/hello""#,
                #""keys_url":"https://api.example.com/keys{/key_id}""#,
                #""hooks_url":"https://api.example.com/repos/octo\#(number)/hooks""#, #""size":\#(number * 7)"#,
                #""stargazers_count":\#(number * 80)"#, #""watchers_count":\#(number * 80)"#, #""language":"Swift""#,
                #""has_issues":true"#, #""has_wiki":false"#, #""archived":false"#, #""disabled":false"#,
                #""forks_count":\#(number)"#, #""open_issues_count":\#(number % 50)"#, #""visibility":"public""#,
                #""topics":["swift","http","api"]"#, #""default_branch":"main""#, #""score":\#(number).25"#,
                #""permissions":{"admin":false,"push":false,"pull":true}"#,
                #""license":{"key":"mit","name":"MIT License"}"#,
            ]
            return "{" + (isReversed ? fields.reversed() : fields).joined(separator: ",") + "}"
        }
    }

    /// A list as GitHub has it: 74 of 85 fields, most of them addresses.
    func gitHubRepositories() -> String {
        list(909) { number in
            let owner = [
                #""login":"login \#(number)""#,
                #""id":\#(number)"#,
                #""node_id":"node_id \#(number)""#,
                #""avatar_url":"https://api.example.com/users/octo\#(number)/avatar""#,
                #""gravatar_id":"gravatar_id \#(number)""#,
                #""url":"https://api.example.com/users/octo\#(number)/""#,
                #""html_url":"https://api.example.com/users/octo\#(number)/html""#,
                #""followers_url":"https://api.example.com/users/octo\#(number)/followers""#,
                #""following_url":"https://api.example.com/users/octo\#(number)/following{/other}""#,
                #""gists_url":"https://api.example.com/users/octo\#(number)/gists{/other}""#,
                #""starred_url":"https://api.example.com/users/octo\#(number)/starred{/other}""#,
                #""subscriptions_url":"https://api.example.com/users/octo\#(number)/subscriptions""#,
                #""organizations_url":"https://api.example.com/users/octo\#(number)/organizations""#,
                #""repos_url":"https://api.example.com/users/octo\#(number)/repos""#,
                #""events_url":"https://api.example.com/users/octo\#(number)/events{/other}""#,
                #""received_events_url":"https://api.example.com/users/octo\#(number)/received_events""#,
                #""type":"type \#(number)""#,
                #""site_admin":false"#,
            ]
            let fields = [
                #""id":\#(1_296_269 + number)"#,
                #""node_id":"MDEwOlJlcG9zaXRvcnk\#(number)""#,
                #""name":"hello-\#(number)""#,
                #""full_name":"octo\#(number)/hello-\#(number)""#,
                #""owner":{\#(owner.joined(separator: ","))}"#,
                #""private":true"#,
                #""html_url":"https://api.example.com/repos/octo\#(number)/hello-\#(number)/html""#,
                #""description":"description \#(number)""#,
                #""fork":false"#,
                #""url":"https://api.example.com/repos/octo\#(number)/hello-\#(number)/url""#,
                #""archive_url":"https://api.example.com/repos/octo\#(number)/hello-\#(number)/archive{/archive}""#,
                #""assignees_url":"https://api.example.com/repos/octo\#(number)/hello-\#(number)/assignees{/assignees}""#,
                #""blobs_url":"https://api.example.com/repos/octo\#(number)/hello-\#(number)/blobs{/blobs}""#,
                #""branches_url":"https://api.example.com/repos/octo\#(number)/hello-\#(number)/branches{/branches}""#,
                #""collaborators_url":"https://api.example.com/repos/octo\#(number)/hello-\#(number)/collaborators{/collaborators}""#,
                #""comments_url":"https://api.example.com/repos/octo\#(number)/hello-\#(number)/comments{/comments}""#,
                #""commits_url":"https://api.example.com/repos/octo\#(number)/hello-\#(number)/commits{/commits}""#,
                #""compare_url":"https://api.example.com/repos/octo\#(number)/hello-\#(number)/compare{/compare}""#,
                #""contents_url":"https://api.example.com/repos/octo\#(number)/hello-\#(number)/contents{/contents}""#,
                #""contributors_url":"https://api.example.com/repos/octo\#(number)/hello-\#(number)/contributors""#,
                #""deployments_url":"https://api.example.com/repos/octo\#(number)/hello-\#(number)/deployments""#,
                #""downloads_url":"https://api.example.com/repos/octo\#(number)/hello-\#(number)/downloads""#,
                #""events_url":"https://api.example.com/repos/octo\#(number)/hello-\#(number)/events""#,
                #""forks_url":"https://api.example.com/repos/octo\#(number)/hello-\#(number)/forks""#,
                #""git_commits_url":"https://api.example.com/repos/octo\#(number)/hello-\#(number)/git_commits{/git_commits}""#,
                #""git_refs_url":"https://api.example.com/repos/octo\#(number)/hello-\#(number)/git_refs{/git_refs}""#,
                #""git_tags_url":"https://api.example.com/repos/octo\#(number)/hello-\#(number)/git_tags{/git_tags}""#,
                #""git_url":"https://api.example.com/repos/octo\#(number)/hello-\#(number)/git{/git}""#,
                #""issue_comment_url":"https://api.example.com/repos/octo\#(number)/hello-\#(number)/issue_comment{/issue_comment}""#,
                #""issue_events_url":"https://api.example.com/repos/octo\#(number)/hello-\#(number)/issue_events{/issue_events}""#,
                #""issues_url":"https://api.example.com/repos/octo\#(number)/hello-\#(number)/issues{/issues}""#,
                #""keys_url":"https://api.example.com/repos/octo\#(number)/hello-\#(number)/keys{/keys}""#,
                #""labels_url":"https://api.example.com/repos/octo\#(number)/hello-\#(number)/labels{/labels}""#,
                #""languages_url":"https://api.example.com/repos/octo\#(number)/hello-\#(number)/languages""#,
                #""merges_url":"https://api.example.com/repos/octo\#(number)/hello-\#(number)/merges""#,
                #""milestones_url":"https://api.example.com/repos/octo\#(number)/hello-\#(number)/milestones{/milestones}""#,
                #""notifications_url":"https://api.example.com/repos/octo\#(number)/hello-\#(number)/notifications{/notifications}""#,
                #""pulls_url":"https://api.example.com/repos/octo\#(number)/hello-\#(number)/pulls{/pulls}""#,
                #""releases_url":"https://api.example.com/repos/octo\#(number)/hello-\#(number)/releases{/releases}""#,
                #""ssh_url":"https://api.example.com/repos/octo\#(number)/hello-\#(number)/ssh{/ssh}""#,
                #""stargazers_url":"https://api.example.com/repos/octo\#(number)/hello-\#(number)/stargazers""#,
                #""statuses_url":"https://api.example.com/repos/octo\#(number)/hello-\#(number)/statuses{/statuses}""#,
                #""subscribers_url":"https://api.example.com/repos/octo\#(number)/hello-\#(number)/subscribers""#,
                #""subscription_url":"https://api.example.com/repos/octo\#(number)/hello-\#(number)/subscription""#,
                #""tags_url":"https://api.example.com/repos/octo\#(number)/hello-\#(number)/tags""#,
                #""teams_url":"https://api.example.com/repos/octo\#(number)/hello-\#(number)/teams""#,
                #""trees_url":"https://api.example.com/repos/octo\#(number)/hello-\#(number)/trees{/trees}""#,
                #""clone_url":"https://api.example.com/repos/octo\#(number)/hello-\#(number)/clone{/clone}""#,
                #""mirror_url":"https://api.example.com/repos/octo\#(number)/hello-\#(number)/mirror{/mirror}""#,
                #""hooks_url":"https://api.example.com/repos/octo\#(number)/hello-\#(number)/hooks""#,
                #""svn_url":"https://api.example.com/repos/octo\#(number)/hello-\#(number)/svn{/svn}""#,
                #""homepage":"https://api.example.com/repos/octo\#(number)/hello-\#(number)/homepage{/homepage}""#,
                #""language":null"#,
                #""forks_count":\#(number % 97)"#,
                #""stargazers_count":\#(number % 97)"#,
                #""watchers_count":\#(number % 97)"#,
                #""size":\#(number % 97)"#,
                #""default_branch":"default branch \#(number)""#,
                #""open_issues_count":\#(number % 97)"#,
                #""is_template":true"#,
                #""topics":["swift","http","json","api"]"#,
                #""has_issues":false"#,
                #""has_projects":false"#,
                #""has_wiki":false"#,
                #""has_pages":true"#,
                #""has_downloads":true"#,
                #""archived":false"#,
                #""disabled":false"#,
                #""visibility":"visibility \#(number)""#,
                #""pushed_at":"2026-01-2\#(number % 9)T19:06:43Z""#,
                #""created_at":"2026-01-2\#(number % 9)T19:06:43Z""#,
                #""updated_at":"2026-01-2\#(number % 9)T19:06:43Z""#,
                #""permissions":{"admin":false,"push":false,"pull":true}"#,
                #""template_repository":null"#,
            ]
            return "{" + fields.joined(separator: ",") + "}"
        }
    }

    func trees() -> String {
        func tree(_ depth: Int, _ number: Int) -> String {
            let children =
                depth == 0
                ? []
                : depth % 8 == 0 ? [tree(depth - 1, number), tree(depth - 1, number + 1)] : [tree(depth - 1, number)]
            return
                #"{"name":"node \#(number) at \#(depth)","value":\#(number * depth),"children":[\#(children.joined(separator: ","))]}"#
        }
        return list(60) { tree(40, $0) }
    }

    func articles(hasEscapes: Bool) -> String {
        let sentence =
            hasEscapes
            ? #"She said \"caf\u00e9\" twice,\n\tthen paid \u20ac 3 \\ left. "#
            : "The quick brown fox jumps over the lazy dog, and on. "
        let text = String(repeating: sentence, count: 100)
        return list(200) { #"{"title":"Article \#($0)","text":"\#(text)"}"# }
    }

    func measurements() -> String {
        list(200) { number in
            let values = (0..<200).map { "\(Double(number * 1000 + $0 * 37) / 128)" }.joined(separator: ",")
            let counts = (0..<200).map { "\(number * $0 * 7919)" }.joined(separator: ",")
            return #"{"values":[\#(values)],"counts":[\#(counts)]}"#
        }
    }

    func inventories() -> String {
        list(300) { number in
            let items = (0..<200).map { #""item \#(number + $0)":\#($0)"# }.joined(separator: ",")
            return #"{"items":{\#(items)}}"#
        }
    }

    func visits() -> String {
        list(6000) { number in
            let minute = String(format: "%02d", number % 60)
            let referrer = number % 2 == 0 ? #","referrer":"https://search.example.com/?q=swift+\#(number)""# : ""
            return
                #"{"at":"2026-11-\#(10 + number % 20)T12:\#(minute):30Z","page":"https://example.com/articles/\#(number)"\#(referrer)}"#
        }
    }

    func events() -> String {
        list(12000) { number in
            switch number % 3 {
            case 0: #"{"type":"push","ref":"refs/heads/\#(number)","commits":\#(number % 7)}"#
            case 1: #"{"type":"comment","text":"Looks good to me, number \#(number)","author":"octo"}"#
            default: #"{"type":"star","count":\#(number)}"#
            }
        }
    }
}
