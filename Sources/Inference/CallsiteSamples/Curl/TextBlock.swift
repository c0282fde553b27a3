/// A part of a file: a fenced block of Markdown, or the lines between two of them.
struct TextBlock {
    var range: Range<Int>
    var isFenced: Bool
    /// The word after the opening fence: `json`.
    var language = ""
    /// Whether the block is prose: it isn't fenced, and others in the file are.
    var isProse = false

    var isCode: Bool { !isProse }
    /// Whether the block may be the output of a command.
    var isData: Bool { ["", "json", "jsonc", "json5", "http", "text", "js", "javascript"].contains(language) }

    static func blocks(of bytes: [UInt8]) -> [TextBlock] {
        var blocks: [TextBlock] = []
        var start = 0
        var fence: (mark: UInt8, count: Int, language: String)?
        var lineStart = 0
        while lineStart < bytes.count {
            let end = bytes[lineStart...].firstIndex(of: 0x0A) ?? bytes.count
            let line = bytes[lineStart..<end].drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x3E }
            let mark = line.first ?? 0
            let count = mark == 0x60 || mark == 0x7E ? line.prefix { $0 == mark }.count : 0
            let info = line.dropFirst(count)
            let next = min(end + 1, bytes.count)
            if let open = fence {
                if mark == open.mark, count >= open.count, info.allSatisfy({ $0 <= 0x20 }) {
                    blocks.append(TextBlock(range: start..<lineStart, isFenced: true, language: open.language))
                    (fence, start) = (nil, next)
                }
            } else if count > 2, !(mark == 0x60 && info.contains(0x60)) {
                blocks.append(TextBlock(range: start..<lineStart, isFenced: false))
                let word = info.drop { $0 <= 0x20 }.prefix(40).prefix { $0 > 0x20 && $0 != 0x7B && $0 != 0x2C }
                fence = (mark, count, String(decoding: word, as: UTF8.self).lowercased())
                start = next
            }
            lineStart = next
            if end == bytes.count { break }
        }
        blocks.append(TextBlock(range: start..<bytes.count, isFenced: fence != nil, language: fence?.language ?? ""))
        let hasFences = blocks.contains { $0.isFenced }
        for index in blocks.indices { blocks[index].isProse = hasFences && !blocks[index].isFenced }
        return blocks
    }

    /// The last possible end of a command that begins at a place: in prose the end of the paragraph.
    func limit(_ bytes: [UInt8], from place: Int) -> Int {
        guard isProse else { return range.upperBound }
        var position = place
        while position < range.upperBound, let end = bytes[position..<range.upperBound].firstIndex(of: 0x0A) {
            position = end + 1
            if position < range.upperBound, bytes[position] == 0x0A || bytes[position] == 0x0D { return position }
        }
        return range.upperBound
    }
}
