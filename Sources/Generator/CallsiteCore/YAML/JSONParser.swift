// In: the bytes of a JSON file (RFC 8259). Out: the same tree of nodes as YAML gives, with places. A YAML parser can't
// read every JSON file: YAML has no surrogate pairs, and limits the length of a key.

import CallsiteText

/// The reason why a file isn't JSON.
struct JSONProblem: Error {
    var message: DiagnosticText
    var place: SourceLocation
    /// Whether the file is nested too deeply, so that a YAML parser would fail too.
    var isFinal = false
}

/// Whether a file is to be read as JSON: by its name, or since its first character opens an object.
func looksLikeJSON(_ file: SourceSet.File) -> Bool {
    if file.path.hasSuffix(".json") { return true }
    let start = file.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    return file.bytes[start...].first { $0 > 0x20 } == 0x7B
}

/// Expects valid UTF-8.
func parseJSON(_ bytes: [UInt8], file: FileID) throws(JSONProblem) -> YAMLDocument {
    var parser = JSONTreeBuilder(bytes: bytes, file: file)
    return try parser.build()
}

private struct JSONTreeBuilder {
    let bytes: [UInt8]
    let file: FileID
    var nodes: [YAMLDocument.RawNode] = []
    var text: [UInt8] = []
    var repetitions: [YAMLDocument.Repetition] = []
    var at = 0
    private var line = 1
    private var column = 1
    /// The offset up to which `column` was counted.
    private var counted = 0

    init(bytes: [UInt8], file: FileID) {
        self.bytes = bytes
        self.file = file
        nodes.reserveCapacity(bytes.count / 16)
        text.reserveCapacity(bytes.count / 2)
    }

    mutating func build() throws(JSONProblem) -> YAMLDocument {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { (at, counted) = (3, 3) }
        skipBlanks()
        try value(depth: 0)
        skipBlanks()
        guard at == bytes.count else { throw problem("the JSON text has ended before this") }
        return YAMLDocument(file: file, nodes: nodes, text: text, repetitions: repetitions)
    }

    // MARK: - Places

    private mutating func skipBlanks() {
        while at < bytes.count {
            switch bytes[at] {
            case 0x20, 0x09: at += 1
            // As in YAML and in editors, a carriage return ends a line, with the line feed behind it or alone.
            case 0x0D where at + 1 < bytes.count && bytes[at + 1] == 0x0A: at += 1
            case 0x0A, 0x0D:
                at += 1
                (line, column, counted) = (line + 1, 1, at)
            default: return
            }
        }
    }

    /// The place of `at`, which is never before that of the previous call. Strings hold no line breaks.
    private mutating func place(length: Int = 0) -> SourceLocation {
        while counted < at {
            if bytes[counted] & 0xC0 != 0x80 { column += 1 }
            counted += 1
        }
        return SourceLocation(file: file, line: line, column: column, length: length)
    }

    private mutating func problem(_ message: DiagnosticText, isFinal: Bool = false) -> JSONProblem {
        JSONProblem(message: message, place: place(), isFinal: isFinal)
    }

    // MARK: - Values

    private mutating func value(depth: Int) throws(JSONProblem) {
        guard at < bytes.count else { throw problem("a value is missing at the end of the file") }
        switch bytes[at] {
        case 0x7B: try object(depth)
        case 0x5B: try array(depth)
        case 0x22: try string()
        case 0x2D, 0x30...0x39: try number()
        case 0x74: try word("true")
        case 0x66: try word("false")
        case 0x6E: try word("null")
        default: throw noValue()
        }
    }

    // MARK: - Mistakes

    private mutating func noValue() -> JSONProblem {
        switch bytes[at] {
        case 0x27: problem("a string of JSON is in double quotes")
        case 0x2F, 0x23: problem("JSON has no comments")
        case 0x5D, 0x7D: problem("a value is missing before this, or a comma is too much")
        case 0x2C: problem("a value is missing before this comma")
        case 0x54, 0x46, 0x4E: problem("JSON writes true, false and null in small letters")
        case 0x3C: problem("this isn't JSON: it begins as a web page does")
        default: problem("this isn't a JSON value")
        }
    }

    private mutating func noKey(isFirst: Bool) -> JSONProblem {
        guard at < bytes.count else { return problem("the file ends before its last '}'") }
        switch bytes[at] {
        case 0x7D where !isFirst: return problem("the comma before this '}' is too much")
        case 0x2F, 0x23: return problem("JSON has no comments")
        case 0x27, 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: return problem("a key of JSON is in double quotes")
        default: return problem("a key in quotes is missing")
        }
    }

    /// The problem is reported at the end of the value, since the mistake isn't on the next line.
    private mutating func noSeparator(behind end: Int, closing: Unicode.Scalar) -> JSONProblem {
        guard at < bytes.count else { return problem("the file ends before its last '\(closing)'") }
        if bytes[at] == 0x2F || bytes[at] == 0x23 { return problem("JSON has no comments") }
        return JSONProblem(message: "',' or '\(closing)' is missing here", place: .ofByte(end, in: bytes, file))
    }

    private mutating func open(_ kind: YAMLDocument.Kind, _ depth: Int) throws(JSONProblem) -> Int {
        guard depth < YAMLLimits.depth else {
            throw problem("nested more than \(YAMLLimits.depth) levels deep", isFinal: true)
        }
        let place = place()
        nodes.append(
            .init(kind: kind, isPlain: true, line: place.line, column: place.column, length: 0, start: 0, end: 0))
        at += 1
        skipBlanks()
        return nodes.count - 1
    }

    private mutating func object(_ depth: Int) throws(JSONProblem) {
        let index = try open(.mapping, depth)
        var keys: [Int] = []
        if at < bytes.count, bytes[at] == 0x7D {
            at += 1
        } else {
            repeat {
                guard at < bytes.count, bytes[at] == 0x22 else { throw noKey(isFirst: keys.isEmpty) }
                keys.append(nodes.count)
                try string()
                skipBlanks()
                guard at < bytes.count, bytes[at] == 0x3A else { throw problem("':' is missing behind a key") }
                at += 1
                skipBlanks()
                try value(depth: depth + 1)
            } while try !hasEnded(0x7D)
        }
        nodes[index].end = Int32(nodes.count)
        guard !areDistinct(keys) else { return }
        var seen: [ArraySlice<UInt8>: Int] = [:]
        for key in keys {
            if let first = seen.updateValue(key, forKey: name(key)) {
                repetitions.append(.init(key: key, first: first))
            }
        }
    }

    private func name(_ key: Int) -> ArraySlice<UInt8> {
        text[Int(nodes[key].start)..<Int(nodes[key].start + nodes[key].end)]
    }

    /// Whether no two of a few keys are the same: most objects have a few, and hashing these takes longer than
    /// comparing.
    private func areDistinct(_ keys: [Int]) -> Bool {
        guard keys.count <= 12 else { return false }
        for (position, key) in keys.enumerated() {
            for other in keys[..<position]
            where nodes[other].end == nodes[key].end && name(other).elementsEqual(name(key)) {
                return false
            }
        }
        return true
    }

    private mutating func array(_ depth: Int) throws(JSONProblem) {
        let index = try open(.sequence, depth)
        if at < bytes.count, bytes[at] == 0x5D {
            at += 1
        } else {
            repeat { try value(depth: depth + 1) } while try !hasEnded(0x5D)
        }
        nodes[index].end = Int32(nodes.count)
    }

    /// Reads the sign behind an element: a comma, or the bracket that ends its collection.
    private mutating func hasEnded(_ closing: UInt8) throws(JSONProblem) -> Bool {
        let end = at
        skipBlanks()
        guard at < bytes.count, bytes[at] == 0x2C || bytes[at] == closing else {
            throw noSeparator(behind: end, closing: Unicode.Scalar(closing))
        }
        at += 1
        if bytes[at - 1] == closing { return true }
        skipBlanks()
        return false
    }

    private mutating func scalar(_ place: SourceLocation, isPlain: Bool, from start: Int, covering source: Int) {
        nodes.append(
            .init(
                kind: .scalar, isPlain: isPlain, line: place.line, column: place.column,
                length: Int32(clamping: at - source), start: Int32(start), end: Int32(text.count - start)))
    }

    private mutating func word(_ word: StaticString) throws(JSONProblem) {
        let place = place()
        let start = at
        let matches = word.withUTF8Buffer {
            at + $0.count <= bytes.count && bytes[at..<at + $0.count].elementsEqual($0)
        }
        guard matches else { throw noValue() }
        at += word.utf8CodeUnitCount
        let textStart = text.count
        text.append(contentsOf: bytes[start..<at])
        scalar(place, isPlain: true, from: textStart, covering: start)
    }

    private mutating func number() throws(JSONProblem) {
        let place = place()
        let start = at
        do { try JSONScanner.skipNumber(bytes, &at) } catch { throw problem(error) }
        let textStart = text.count
        text.append(contentsOf: bytes[start..<at])
        scalar(place, isPlain: true, from: textStart, covering: start)
    }

    private mutating func string() throws(JSONProblem) {
        let place = place()
        let source = at
        let start = text.count
        do { try JSONScanner.readString(bytes, &at, into: &text) } catch { throw problem(error) }
        scalar(place, isPlain: false, from: start, covering: source)
    }

    private mutating func problem(_ mistake: JSONScanner.Mistake) -> JSONProblem {
        switch mistake {
        case .openString: return problem("a string isn't closed")
        case .controlCharacter: return problem("a control character in a string must be escaped")
        case .hexadecimalDigits: return problem("'\\u' needs four hexadecimal digits")
        case .number: return problem("this isn't a JSON number")
        case .fraction: return problem("a number's point needs digits behind it")
        case .exponent: return problem("a number's exponent needs digits")
        case .escape:
            guard at < bytes.count else { return problem("a string isn't closed") }
            at += 1
            return problem("'\\\(Unicode.Scalar(bytes[at - 1]))' is no escape")
        }
    }
}

extension Diagnostic {
    static func badJSON(_ problem: JSONProblem) -> Self { .error("json-syntax", problem.message, at: problem.place) }
    static func jsonReadAsYAML(_ problem: JSONProblem) -> Self {
        .warning("json-syntax", "\(problem.message); the file isn't JSON, and was read as YAML", at: problem.place)
    }
}
