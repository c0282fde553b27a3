/// A part of a file: a fenced block of Markdown, or the lines between two of them.
struct TextBlock {
    var range: Range<Int>
    var isFenced: Bool
    /// Behind the fence: `json`.
    var language = ""
    /// The file has fenced blocks, so that other text is prose.
    var isProse = false

    var isCode: Bool { !isProse }
    /// It may be shown output.
    var isData: Bool { ["", "json", "jsonc", "json5", "http", "text", "js", "javascript"].contains(language) }

    static func blocks(of bytes: [UInt8]) -> [TextBlock] {
        var blocks: [TextBlock] = []
        var start = 0
        var fence: (mark: UInt8, count: Int, language: String)?
        var at = 0
        while at < bytes.count {
            let end = bytes[at...].firstIndex(of: 0x0A) ?? bytes.count
            let line = bytes[at..<end].drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x3E }
            let mark = line.first ?? 0
            let count = mark == 0x60 || mark == 0x7E ? line.prefix { $0 == mark }.count : 0
            let info = line.dropFirst(count)
            let next = min(end + 1, bytes.count)
            if let open = fence {
                if mark == open.mark, count >= open.count, info.allSatisfy({ $0 <= 0x20 }) {
                    blocks.append(TextBlock(range: start..<at, isFenced: true, language: open.language))
                    (fence, start) = (nil, next)
                }
            } else if count > 2, !(mark == 0x60 && info.contains(0x60)) {
                blocks.append(TextBlock(range: start..<at, isFenced: false))
                let word = info.drop { $0 <= 0x20 }.prefix(40).prefix { $0 > 0x20 && $0 != 0x7B && $0 != 0x2C }
                fence = (mark, count, String(decoding: word, as: UTF8.self).lowercased())
                start = next
            }
            at = next
            if end == bytes.count { break }
        }
        blocks.append(TextBlock(range: start..<bytes.count, isFenced: fence != nil, language: fence?.language ?? ""))
        let hasFences = blocks.contains { $0.isFenced }
        for index in blocks.indices { blocks[index].isProse = hasFences && !blocks[index].isFenced }
        return blocks
    }

    /// How far a command may go that begins at a place: in prose to the end of the paragraph.
    func limit(_ bytes: [UInt8], from place: Int) -> Int {
        guard isProse else { return range.upperBound }
        var at = place
        while at < range.upperBound, let end = bytes[at..<range.upperBound].firstIndex(of: 0x0A) {
            at = end + 1
            if at < range.upperBound, bytes[at] == 0x0A || bytes[at] == 0x0D { return at }
        }
        return range.upperBound
    }
}
