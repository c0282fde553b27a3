import CallsiteMockEngine
import CallsiteText

/// Finds `curl` commands in a file: a script, a README, a command from the clipboard.
struct CurlReader {
    private(set) var file: SampleFile
    private let bytes: [UInt8]
    private let blocks: [TextBlock]
    /// The values of variables that the file sets.
    private var values: [String: String] = [:]
    /// The last place whose line was counted, and the number of that line.
    private var counted = (place: 0, line: 1)
    /// The number of unclosed quotation marks that may still be met: each is searched for up to the end.
    private var openQuotes = 50

    init(_ path: String, _ bytes: [UInt8]) {
        file = SampleFile(path: path)
        self.bytes = bytes
        blocks = TextBlock.blocks(of: bytes)
        for block in blocks where block.isCode { readValues(block) }
        for index in blocks.indices { read(block: index) }
        if openQuotes == 0 { file.notes.append(("", "the text behind the 50th open quotation mark isn't read")) }
        if file.samples.isEmpty, file.unreadable.isEmpty {
            file.unreadable.append(("", "there is no curl command with a URL"))
        }
    }

    /// Whether a file has a command with a URL.
    static func hasCommand(_ bytes: [UInt8]) -> Bool {
        TextBlock.blocks(of: bytes).contains { block in
            var at = block.range.lowerBound
            var tries = 50
            while let command = next(in: block, bytes, from: at) {
                let words = command.words(bytes)
                if words.openQuote == nil, words.words.contains(where: CurlCommand.isURL) { return true }
                if words.openQuote != nil { tries -= 1 }
                guard tries > 0 else { return false }
                at = max(words.openQuote == nil ? words.end : command.arguments, command.arguments)
            }
            return false
        }
    }

    /// Whether `curl` stands where a command begins.
    static func hasWord(_ bytes: [UInt8]) -> Bool {
        TextBlock.blocks(of: bytes).contains { next(in: $0, bytes, from: $0.range.lowerBound) != nil }
    }

    private mutating func line(_ place: Int) -> String {
        if place < counted.place { counted = (0, 1) }
        for byte in bytes[counted.place..<place] where byte == 0x0A { counted.line += 1 }
        counted.place = place
        return "line \(counted.line)"
    }

    /// `API="http://localhost:8000"`, on a line of its own.
    private mutating func readValues(_ block: TextBlock) {
        for line in bytes[block.range].split(separator: 0x0A) where line.count < 1000 && line.contains(0x3D) {
            var rest = line.drop { $0 == 0x20 || $0 == 0x09 }
            if rest.starts(with: "export ".utf8) { rest = rest.dropFirst(7) }
            let name = rest.prefix(while: ShellWords.isName)
            guard !name.isEmpty, name.endIndex < rest.endIndex, bytes[name.endIndex] == 0x3D else { continue }
            let words = ShellWords(
                bytes, from: name.endIndex + 1, to: rest.endIndex, isQuoted: false, values: values)
            guard words.words.count == 1, words.openQuote == nil, let value = words.words[0].value, !value.isEmpty,
                value.utf8.count < 1000
            else { continue }
            let variable = String(decoding: name, as: UTF8.self)
            if SecretVariable.isSecret(variable, value) {
                file.secrets.insert(value)
            } else {
                values[variable] = value
            }
        }
    }

    // MARK: - Commands

    private struct Command {
        var start: Int
        var arguments: Int
        var limit: Int
        var isQuoted: Bool

        func words(_ bytes: [UInt8], _ values: [String: String] = [:]) -> ShellWords {
            ShellWords(caretLines: bytes, from: arguments, to: limit)
                ?? ShellWords(bytes, from: arguments, to: limit, isQuoted: isQuoted, values: values)
        }
    }

    private mutating func read(block index: Int) {
        let block = blocks[index]
        var at = block.range.lowerBound
        while openQuotes > 0, let command = Self.next(in: block, bytes, from: at) {
            let words = command.words(bytes, values)
            let place = line(command.start)
            if let quote = words.openQuote {
                openQuotes -= 1
                at = command.arguments
                if words.words.contains(where: CurlCommand.isURL) || block.isCode {
                    let mark = String(UnicodeScalar(quote))
                    file.unreadable.append((place, "the \(mark) of this curl command isn't closed"))
                }
                continue
            }
            if words.isInputOpen { openQuotes -= 1 }
            at = max(words.end, command.arguments)
            var samples = read(words, block, place)
            if var last = samples.popLast() {
                last.response = response(behind: at, index, place)
                file.samples += samples + [last]
            }
        }
    }

    private mutating func read(_ words: ShellWords, _ block: TextBlock, _ place: String) -> [RequestSample] {
        var command = CurlCommand(words.words, input: words.input, path: file.path, place: place)
        let samples = command.samples()
        for user in command.users { file.addSecrets(ofUser: user) }
        for word in words.words where CurlCommand.isURL(word) { file.addSecrets(ofURL: word.value ?? word.start) }
        // Prose may begin a line with the word.
        guard block.isCode || !samples.isEmpty && !command.isSentence else { return [] }
        for note in command.notes { file.notes.append((place, note)) }
        if samples.isEmpty, command.notes.isEmpty {
            file.notes.append((place, "a curl command without a URL is left out"))
        }
        return samples
    }

    /// The next place where `curl` is a command.
    private static func next(in block: TextBlock, _ bytes: [UInt8], from start: Int) -> Command? {
        var at = start
        let end = block.range.upperBound
        while at + 4 < end {
            guard let candidate = bytes[at..<(end - 4)].firstIndex(of: 0x63) else { return nil }
            at = candidate + 1
            guard bytes[candidate + 1] == 0x75, bytes[candidate + 2] == 0x72, bytes[candidate + 3] == 0x6C else {
                continue
            }
            var arguments = candidate + 4
            if bytes[arguments...].starts(with: ".exe".utf8) { arguments += 4 }
            guard arguments < end, " \t\\^".utf8.contains(bytes[arguments]),
                let isQuoted = isCommand(bytes, candidate, block)
            else { continue }
            return Command(
                start: candidate, arguments: arguments, limit: block.limit(bytes, from: candidate), isQuoted: isQuoted)
        }
        return nil
    }

    /// Whether a command that begins at a place is in quotes; nil if no command begins there.
    private static func isCommand(_ bytes: [UInt8], _ place: Int, _ block: TextBlock) -> Bool? {
        let start = max(block.range.lowerBound, place - 200)
        var at = place
        // `/usr/bin/curl`
        if at > start, bytes[at - 1] == 0x2F {
            while at > start, bytes[at - 1] > 0x20, !"`(\"'".utf8.contains(bytes[at - 1]) { at -= 1 }
        }
        let isApart = at > start && (bytes[at - 1] == 0x20 || bytes[at - 1] == 0x09)
        while at > start, bytes[at - 1] == 0x20 || bytes[at - 1] == 0x09 { at -= 1 }
        guard at > start else { return start == block.range.lowerBound ? false : nil }
        switch bytes[at - 1] {
        case 0x0A, 0x7C, 0x26, 0x3B: return false
        case 0x28, 0x60: return true
        default: break
        }
        guard isApart else { return nil }
        let word = bytes[start..<at].reversed().prefix { $0 > 0x20 }.reversed()
        if let last = word.last, [0x24, 0x3E, 0x25].contains(last) { return false }
        // `TOKEN=abc curl …`
        if word.contains(0x3D), word.first != 0x2D, !word.contains(0x22), !word.contains(0x27) { return false }
        let names = ["sudo", "time", "do", "then", "else", "exec", "command", "!", "if", "while", "{"]
        return names.contains(String(decoding: word, as: UTF8.self)) ? false : nil
    }

    // MARK: - Responses

    /// The response that is shown behind a command: in its block, or in the next one.
    private mutating func response(behind place: Int, _ index: Int, _ name: String) -> RecordedResponse? {
        let block = blocks[index]
        let following = Self.next(in: block, bytes, from: place)
        let rest = bytes[place..<min(following?.start ?? block.range.upperBound, block.range.upperBound)]
        var (excerpt, part) = (Self.text(rest), "text")
        if excerpt == nil, block.isFenced, following == nil, let next = nextBlock(index), next.isData {
            (excerpt, part) = (Self.text(bytes[next.range]), "block")
        }
        guard let text = excerpt, let first = text.first,
            first == 0x7B || first == 0x5B || text.starts(with: "HTTP/".utf8)
        else { return nil }
        // The command that follows may have a prompt before it.
        let response = ShownResponse.read(following == nil ? text : Self.withoutLastLine(text))
        if response == nil, block.isFenced {
            file.notes.append((name, "the \(part) below isn't JSON, so it is no response"))
        }
        return response
    }

    /// The next fenced block, if at most one line of prose comes before it, which doesn't mention a request.
    private func nextBlock(_ index: Int) -> TextBlock? {
        guard index + 1 < blocks.count else { return nil }
        if blocks[index + 1].isFenced { return blocks[index + 1] }
        guard index + 2 < blocks.count, blocks[index + 2].isFenced, blocks[index + 1].range.count < 400 else {
            return nil
        }
        let lines = bytes[blocks[index + 1].range].split(separator: 0x0A).filter { $0.contains { $0 > 0x20 } }
        guard lines.count < 2 else { return nil }
        let words = String(decoding: lines.first ?? [], as: UTF8.self).lowercased()
        let isResponse = ["respon", "return", "output", "result"].contains { words.contains($0) }
        let isRequest = ["request", "body", "payload", "curl"].contains { words.contains($0) }
        return isRequest && !isResponse ? nil : blocks[index + 2]
    }

    /// The bytes without leading blank lines and comments; nil if nothing is left.
    private static func text(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        var rest = bytes
        while true {
            rest = rest.drop { $0 <= 0x20 }
            guard let first = rest.first else { return nil }
            guard first == 0x23 || rest.starts(with: "//".utf8) else { return rest }
            rest = rest.drop { $0 != 0x0A }
        }
    }

    private static func withoutLastLine(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        text.lastIndex(of: 0x0A).map { text[..<$0] } ?? []
    }
}

/// A response as documentation shows it: JSON, or what `curl -i` prints.
enum ShownResponse {
    static func read(_ text: ArraySlice<UInt8>) -> RecordedResponse? {
        guard text.starts(with: "HTTP/".utf8) else {
            let body = trimmed(text)
            guard (try? JSONValue(parsing: body)) != nil else { return nil }
            return RecordedResponse(status: 200, headers: [("Content-Type", "application/json")], body: body)
        }
        var lines = text[...]
        func line() -> String? {
            guard !lines.isEmpty else { return nil }
            let line = lines.prefix { $0 != 0x0A }
            lines = lines[line.endIndex...].dropFirst()
            return MockText.trimmed(String(decoding: line.filter { $0 != 0x0D }, as: UTF8.self))
        }
        guard let first = line(), case let parts = first.split(separator: " "), parts.count > 1,
            let status = Int(parts[1]), 100..<600 ~= status
        else { return nil }
        var headers: [(name: String, value: String)] = []
        while let next = line(), !next.isEmpty {
            let name = next.prefix { $0 != ":" }
            guard name.endIndex < next.endIndex else { return nil }
            headers.append((String(name), MockText.trimmed(next[name.endIndex...].dropFirst())))
        }
        let body = trimmed(lines)
        if headers.isEmpty, (try? JSONValue(parsing: body)) != nil { headers = [("Content-Type", "application/json")] }
        return RecordedResponse(status: status, headers: headers, body: body)
    }

    private static func trimmed(_ text: ArraySlice<UInt8>) -> [UInt8] {
        guard let first = text.firstIndex(where: { $0 > 0x20 }), let last = text.lastIndex(where: { $0 > 0x20 }) else {
            return []
        }
        return Array(text[first...last])
    }
}
