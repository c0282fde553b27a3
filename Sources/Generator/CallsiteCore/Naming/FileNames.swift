/// Names of generated files: letters, digits, `+`, `-`, `_`, at most 200 bytes, distinct without regard to case.
/// Letters of scripts without capitals are kept, unless a file system may write them in two ways.
package enum FileNames {
    /// `GitHub+Models.swift`.
    package static func fileName(_ text: String) -> String {
        var name = ""
        var isExact = true
        for scalar in text.unicodeScalars {
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", "+", "-", "_": name.unicodeScalars.append(scalar)
            case _ where Self.isPlain(scalar): name.unicodeScalars.append(scalar)
            default: isExact = false
            }
        }
        if name.utf8.count > 180 {
            while name.utf8.count > 180 { name.removeLast() }
            isExact = false
        }
        return (isExact ? name : name + "_" + SwiftNames.hash(text)) + ".swift"
    }

    /// A letter of Japanese, Chinese and other scripts without capitals, which Unicode writes in one way.
    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x3041...0x3096, 0x30A1...0x30FA, 0x30FC, 0x3400...0x4DB5, 0x4E00...0x9FD5:
            // `が` is also `か` with a mark.
            !voiced.contains(scalar.value)
        case 0x0E01...0x0E30, 0x05D0...0x05EA: true
        default: false
        }
    }

    /// Kana that are written as two characters, too.
    private static let voiced: Set<UInt32> = {
        var result: Set<UInt32> = []
        for base: UInt32 in [0x3041, 0x30A1] {
            for offset: UInt32 in [
                11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31, 33, 36, 38, 40, 47, 48, 50, 51, 53, 54, 56, 57, 59, 60, 83,
            ] { result.insert(base + offset) }
        }
        return result.union([0x30F7, 0x30F8, 0x30F9, 0x30FA])
    }()

    // MARK: A fixed list of files

    package static let apiShard = "Callsite+API"

    /// `Callsite+Models03`.
    package static func shardName(_ kind: String, _ index: Int) -> String {
        "Callsite+\(kind)" + (index < 10 ? "0" : "") + String(index)
    }

    package static func shard(of name: String, among count: Int) -> Int { Int(fnv1a(name.utf8) % UInt64(count)) }

    /// The file for a test target, beside the shards.
    package static let fixturesShard = "Callsite+Fixtures.swift"

    /// The files that a build plugin declares for `count` shards.
    package static func shards(_ count: Int, hasFixtures: Bool = false) -> [String] {
        [apiShard + ".swift"]
            + ["Models", "Requests"].flatMap { kind in (0..<max(1, count)).map { shardName(kind, $0) + ".swift" } }
            + (hasFixtures ? [fixturesShard] : [])
    }

    /// The same names, made distinct for file systems that ignore case.
    package static func distinct(_ names: [String]) -> [String] {
        var counts: [String: Int] = [:]
        for name in names { counts[name.lowercased(), default: 0] += 1 }
        return names.map { counts[$0.lowercased(), default: 0] > 1 ? $0 + "_" + SwiftNames.hash($0) : $0 }
    }
}
