/// Names of generated files: letters, digits, `+`, `-`, `_` of ASCII only, at most 200 bytes, distinct without regard to case.
package enum FileNames {
    /// `GitHub+Models.swift`.
    package static func fileName(_ text: String) -> String {
        var name = ""
        var isExact = true
        for scalar in text.unicodeScalars {
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", "+", "-", "_": name.unicodeScalars.append(scalar)
            default: isExact = false
            }
        }
        if name.utf8.count > 180 {
            name = String(name.prefix(180))
            isExact = false
        }
        return (isExact ? name : name + "_" + SwiftNames.hash(text)) + ".swift"
    }

    // MARK: A fixed list of files

    package static let apiShard = "Callsite+API"

    /// `Callsite+Models03`.
    package static func shardName(_ kind: String, _ index: Int) -> String { "Callsite+\(kind)" + (index < 10 ? "0" : "") + String(index) }

    package static func shard(of name: String, among count: Int) -> Int { Int(fnv1a(name.utf8) % UInt64(count)) }

    /// What a test target has beside these.
    package static let fixturesShard = "Callsite+Fixtures.swift"

    /// The files that a build plugin declares for so many shards.
    package static func shards(_ count: Int, hasFixtures: Bool = false) -> [String] {
        [apiShard + ".swift"] + ["Models", "Requests"].flatMap { kind in (0..<max(1, count)).map { shardName(kind, $0) + ".swift" } }
            + (hasFixtures ? [fixturesShard] : [])
    }

    /// The same texts, made distinct for file systems that ignore case.
    package static func distinct(_ names: [String]) -> [String] {
        var counts: [String: Int] = [:]
        for name in names { counts[name.lowercased(), default: 0] += 1 }
        return names.map { counts[$0.lowercased(), default: 0] > 1 ? $0 + "_" + SwiftNames.hash($0) : $0 }
    }
}
