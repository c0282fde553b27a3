/// Names an operation by its method and path: `POST /v1/customers/{id}/sources` is `create customer source`.
package enum ResourceNames {
    package static func name(method: String, path: String) -> String {
        let method = method.uppercased()
        var segments = path.split(separator: "/").flatMap(parts)
        // Versions and `api` add nothing to a name.
        while segments.count > 1, let first = segments.first, !first.isValue,
            isVersion(first.words) || first.words == ["api"]
        {
            segments.removeFirst()
        }
        segments.removeAll { !$0.isValue && $0.words.isEmpty }
        let usual = verbs[method] ?? method.lowercased()
        guard let last = segments.last else { return usual + " root" }
        let context = Array(segments.dropLast())
        if last.isValue {
            let owner = nouns(context, endsWithItem: true)
            let verb = method == "POST" ? "update" : usual
            return ([verb] + (owner.isEmpty ? last.words : owner)).joined(separator: " ")
        }
        // A segment behind an item that isn't a list is an action on the item: `POST /orders/{id}/cancel`.
        let isBehindItem = context.last?.isValue == true
        let isProcedure = isProcedure(last.words, method: method)
        if isProcedure, !isBehindItem { return last.words.joined(separator: " ") }
        let isPlural = last.words.last.map { Plurals.singularWord($0) != nil } ?? false
        let owners = nouns(context, endsWithItem: isBehindItem)
        let isSent = ["POST", "PUT", "PATCH"].contains(method)
        if let action = last.words.first,
            // `POST /test-runs` tests nothing.
            isProcedure || isBehindItem || !isPlural || last.words.count == 1,
            isProcedure || isAction(action, isSent: isSent, isBehindItem: isBehindItem, isPlural: isPlural)
        {
            let rest = last.words.dropFirst()
            // `POST /customers/search` is `search customers`, in the plural, since it searches all of them.
            return ([action] + owners + rest).joined(separator: " ")
        }
        let verb =
            switch method {
            case "GET" where isPlural: "list"
            case "POST" where !isPlural && (isBehindItem || context.isEmpty): "update"
            default: usual
            }
        return ([verb] + owners + (isPlural && method == "POST" ? singular(last.words) : last.words)).joined(
            separator: " ")
    }

    /// The noun of a path: `user` of `GET /v1/users/{id}`, `users` of `GET /users`. nil: its last segment is an action,
    /// or says nothing.
    package static func noun(method: String, path: String) -> String? {
        let segments = path.split(separator: "/").flatMap(parts)
        guard let last = segments.last else { return nil }
        var words = last.words
        if last.isValue {
            guard segments.count > 1, !segments[segments.count - 2].isValue else { return nil }
            words = singular(segments[segments.count - 2].words)
        } else if method.uppercased() == "POST" {
            words = singular(words)
        }
        guard !words.isEmpty, !isVersion(words), words != ["api"], !isProcedure(words, method: method),
            words.count > 1 || !actions.contains(words[0]), words.joined().utf8.count > 2,
            !words.contains(where: { $0.utf8.allSatisfy(Words.isDigit) })
        else { return nil }
        return words.joined(separator: " ")
    }

    private struct Segment {
        var words: [String]
        /// Whether the segment is a placeholder.
        var isValue: Bool
    }

    /// Splits a segment of a path: `{id}:cancel` and `{id}.json` have two parts.
    private static func parts(_ text: Substring) -> [Segment] {
        var result: [Segment] = []
        var run = ""
        var isInside = false
        func flush(_ isValue: Bool) {
            let words = Words.split(run).map { $0.lowercased() }
            if !words.isEmpty { result.append(.init(words: words, isValue: isValue)) }
            run = ""
        }
        for character in text {
            switch character {
            case "{":
                flush(false)
                isInside = true
            case "}":
                flush(isInside)
                isInside = false
            case ":" where !isInside: flush(false)
            default: run.append(character)
            }
        }
        flush(isInside)
        return result.filter { $0.isValue || !["json", "xml"].contains($0.words.joined()) }
    }

    /// The words before the last segment: the singular for each list that an item is taken from, others as they are.
    private static func nouns(_ segments: [Segment], endsWithItem: Bool) -> [String] {
        var words: [String] = []
        for (index, segment) in segments.enumerated() where !segment.isValue {
            let isItem = index + 1 < segments.count ? segments[index + 1].isValue : endsWithItem
            words += isItem ? singular(segment.words) : segment.words
        }
        return words
    }

    private static func singular(_ words: [String]) -> [String] {
        guard let last = words.last, let singular = Plurals.singularWord(last) else { return words }
        return words.dropLast() + [singular]
    }

    private static func isVersion(_ words: [String]) -> Bool {
        guard let first = words.first, first.hasPrefix("v"), first.utf8.count > 1 else { return false }
        return first.utf8.dropFirst().allSatisfy(Words.isDigit)
    }

    private static let verbs = [
        "GET": "get", "POST": "create", "PUT": "replace", "PATCH": "update", "DELETE": "delete", "HEAD": "check",
        "OPTIONS": "describe", "QUERY": "query",
    ]

    /// Whether a word is an action. In a request that sends something, any word behind an item is, unless it is a
    /// plural or a known noun.
    private static func isAction(_ word: String, isSent: Bool, isBehindItem: Bool, isPlural: Bool) -> Bool {
        if actions.contains(word) {
            return isSent || word == "search" || word == "download" || word == "export" || word == "verify"
        }
        return isSent && isBehindItem && !isPlural && !things.contains(word)
    }

    private static let actions: Set<String> = [
        "accept", "activate", "add", "apply", "approve", "archive", "assign", "attach", "authorize", "block", "cancel",
        "capture", "clear", "clone", "close", "complete", "confirm", "convert", "copy", "deactivate", "decline",
        "detach", "disable", "disconnect", "download", "duplicate", "enable", "execute", "expire", "export", "fail",
        "finalize", "follow", "generate", "import", "increment", "invite", "join", "leave", "like", "lock", "login",
        "logout", "merge", "move", "open", "pause", "pay", "ping", "preview", "publish", "reactivate", "rebuild",
        "redeem", "refresh", "refund", "register", "reject", "release", "remove", "rename", "renew", "reopen", "replay",
        "report", "reset", "resend", "restart", "restore", "resume", "retry", "return", "reverse", "revoke", "rotate",
        "run", "search", "send", "share", "start", "stop", "submit", "subscribe", "suspend", "sync", "test", "transfer",
        "trigger", "unarchive", "unassign", "unblock", "unfollow", "unlike", "unlock", "unpublish", "unsubscribe",
        "upload", "validate", "verify", "void",
    ]

    /// Whether a path's last segment names a procedure, as in `POST /getUser`, `POST /closeAccount` and
    /// `POST /transactionList`. `POST /test-runs` doesn't: a word may be a verb and part of a noun.
    private static func isProcedure(_ words: [String], method: String) -> Bool {
        guard words.count > 1, let first = words.first, let last = words.last else { return false }
        if commands.contains(first) { return true }
        guard method.uppercased() != "GET" else { return false }
        return ["list", "search"].contains(last) || actions.contains(first) && Plurals.singularWord(last) == nil
    }

    /// Words that are a verb wherever they stand first.
    private static let commands: Set<String> = [
        "add", "calculate", "cancel", "create", "deactivate", "delete", "describe", "disable", "enable", "fetch",
        "find", "generate", "get", "initialize", "insert", "invoke", "is", "perform", "put", "remove", "retrieve",
        "send", "set", "submit", "update", "upsert", "validate", "verify",
    ]

    /// Nouns of which an item has one, such as `avatar`. Sending one replaces it.
    private static let things: Set<String> = [
        "avatar", "image", "photo", "picture", "logo", "icon", "password", "email", "phone", "address", "status",
        "state", "profile", "config", "configuration", "content", "data", "metadata", "body", "file", "plan", "policy",
        "schedule", "position", "location", "owner", "name", "title", "description", "settings", "account",
        "subscription", "permission", "role", "thumbnail", "cover", "background", "parent",
    ]

    // MARK: - Ids that say no more than the path

    /// Whether an id is nothing but its method and path, in one word or several.
    static func isPathInOneWord(_ id: String, method: String, path: String) -> Bool {
        func letters(_ text: some StringProtocol) -> [UInt8] {
            text.utf8.compactMap { byte in
                switch byte {
                case 0x41...0x5A: byte | 0x20
                case 0x61...0x7A, 0x30...0x39: byte
                default: nil
                }
            }
        }
        guard path.contains("/"), path.utf8.count > 1 else { return false }
        let segments = path.split(separator: "/")
        let own = letters(id)
        let whole = letters(method) + segments.flatMap { letters($0) }
        let unversioned =
            letters(method) + segments.filter { !isVersion(Words.split(String($0))) }.flatMap { letters($0) }
        return own.count > method.utf8.count && (own == whole || own == unversioned)
    }
}
