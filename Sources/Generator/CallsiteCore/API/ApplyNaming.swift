// `naming:` of `callsite.yaml`: rules that make the strings from which Swift names are made. The wire never changes,
// and `renames:` wins over all of these rules. Messages and configurations still call operations and schemas as the
// description does.

extension Resolver {
    /// Sets the titles of operations and top-level types to the names that the rules make.
    ///
    /// - Returns: The prefixes and patterns that fit no name, with their keys in `naming:`.
    func applyNaming(_ rules: NamingRules) -> [(rule: String, key: String)] {
        if rules.operations == nil { dropMechanicalSuffixes() }
        guard rules != NamingRules() else { return [] }
        var used: Set<String> = []
        if rules.operations == .byResource { nameByResource() }
        for index in api.endpoints.indices {
            let endpoint = api.endpoints[index]
            let text = changed(endpoint.title ?? endpoint.name, rules, tag: endpoint.tag, &used)
            if text != endpoint.title ?? endpoint.name { api.endpoints[index].title = text }
        }
        for index in api.types.indices where api.types[index].owner == .api {
            let text = changed(api.types[index].name, rules, tag: nil, &used)
            if text != api.types[index].name { api.types[index].title = text }
        }
        return (rules.dropPrefixes.map { ($0, "dropPrefix") } + rules.patterns.map { ($0.pattern, "patterns") })
            .filter { !used.contains($0.0) }
    }

    /// FastAPI makes ids of a function's name, the path and the method: `list_pets_shops__id__pets_get` is `list_pets`
    /// of `GET /shops/{id}/pets`. The suffix is dropped. If two operations would then have the same name, naming
    /// restores it.
    private func dropMechanicalSuffixes() {
        for (index, endpoint) in api.endpoints.enumerated() {
            guard endpoint.name.hasSuffix("_" + endpoint.method.lowercased()) || endpoint.name.utf8.contains(0x20)
            else {
                continue
            }
            let path = String(
                endpoint.path.plainText.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" as Character })
            let suffix = path + "_" + endpoint.method.lowercased()
            // A request made from the same operation, such as its stream, has its own word after the suffix.
            guard let range = endpoint.name.firstRange(of: suffix), range.lowerBound > endpoint.name.startIndex,
                range.upperBound == endpoint.name.endIndex || endpoint.name[range.upperBound] == " "
            else { continue }
            api.endpoints[index].title = String(
                endpoint.name[..<range.lowerBound] + endpoint.name[range.upperBound...])
            api.endpoints[index].hasShortenedID = true
        }
    }

    /// Names the first operation of a method and path by them. Another endpoint made from the same operation, such as
    /// its stream, gets that name and its own word.
    private func nameByResource() {
        var firsts: [String: Int] = [:]
        for index in api.endpoints.indices {
            let endpoint = api.endpoints[index]
            let title = ResourceNames.name(method: endpoint.method, path: endpoint.path.plainText)
            let operation = endpoint.method + " " + endpoint.path.text
            guard let first = firsts[operation] else {
                firsts[operation] = index
                api.endpoints[index].title = title
                continue
            }
            let name = api.endpoints[first].name
            api.endpoints[index].title =
                title + (endpoint.name.hasPrefix(name) ? String(endpoint.name.dropFirst(name.count)) : "")
        }
    }

    private func changed(_ text: String, _ rules: NamingRules, tag: String?, _ used: inout Set<String>) -> String {
        var text = text
        if rules.dropsTag, let tag { text = NamingRules.without(tag: tag, text) }
        for prefix in rules.dropPrefixes {
            let rest = NamingRules.without(prefix: prefix, text)
            if rest != text {
                text = rest
                used.insert(prefix)
                break
            }
        }
        for pattern in rules.patterns {
            if let result = pattern.applied(to: text) {
                used.insert(pattern.pattern)
                return result
            }
        }
        return text
    }
}
