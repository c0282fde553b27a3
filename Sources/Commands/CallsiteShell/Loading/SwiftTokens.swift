// Splits Swift source into names, string literals and signs, for a search for declared names. Comments are skipped, and
// names aren't resolved.

/// A name, a string literal or a sign, with its place in the file.
package struct SwiftToken: Hashable, Sendable {
    package enum Kind: Hashable, Sendable { case name, text, sign }
    package var kind: Kind
    /// A name without backticks, the contents of a string literal, or one character.
    package var text: String
    package var line: Int
    package var column: Int

    /// All tokens of a file. Each step consumes a byte, so this ends for any input.
    package static func all(in source: [UInt8]) -> [SwiftToken] {
        var scanner = Scanner(source: source)
        scanner.scan()
        return scanner.tokens
    }

    private struct Scanner {
        let source: [UInt8]
        var tokens: [SwiftToken] = []
        private var position = 0
        private var line = 1
        private var lineStart = 0

        init(source: [UInt8]) { self.source = source }

        private func byte(_ offset: Int = 0) -> UInt8 {
            source.indices.contains(position + offset) ? source[position + offset] : 0
        }

        private mutating func step() {
            if source[position] == 0x0A { (line, lineStart) = (line + 1, position + 1) }
            position += 1
        }

        private mutating func add(_ kind: Kind, _ range: Range<Int>, at start: (line: Int, column: Int)) {
            tokens.append(
                .init(
                    kind: kind, text: String(decoding: source[range], as: UTF8.self), line: start.line,
                    column: start.column))
        }

        private static func isName(_ byte: UInt8) -> Bool {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x80...: true
            default: false
            }
        }

        /// - Parameter depth: The number of interpolations around this place. Inside one, the scan ends at its closing
        ///   parenthesis.
        mutating func scan(depth: Int = 0) {
            var openParentheses = 1
            while position < source.count {
                let start = (line: line, column: position - lineStart + 1)
                let first = byte()
                switch first {
                case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "/"):
                    while position < source.count, byte() != 0x0A { step() }
                case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "*"): skipComment()
                case UInt8(ascii: "\""): scanString(marks: 0, at: start, depth)
                case UInt8(ascii: "#"):
                    var marks = 0
                    while byte(marks) == UInt8(ascii: "#") { marks += 1 }
                    if byte(marks) == UInt8(ascii: "\"") {
                        position += marks
                        scanString(marks: marks, at: start, depth)
                    } else {
                        for _ in 0..<marks { step() }
                    }
                case UInt8(ascii: "`"):
                    step()
                    let begin = position
                    while position < source.count, Self.isName(byte()) { step() }
                    add(.name, begin..<position, at: start)
                    if byte() == UInt8(ascii: "`") { step() }
                case _ where Self.isName(first):
                    let begin = position
                    while position < source.count, Self.isName(byte()) { step() }
                    add(.name, begin..<position, at: start)
                case 0x21...0x7E:
                    if depth > 0 {
                        openParentheses += first == UInt8(ascii: "(") ? 1 : first == UInt8(ascii: ")") ? -1 : 0
                        if openParentheses == 0 { return }
                    }
                    add(.sign, position..<(position + 1), at: start)
                    step()
                default: step()
                }
            }
        }

        /// Comments are nested.
        private mutating func skipComment() {
            var depth = 0
            repeat {
                if byte() == UInt8(ascii: "/"), byte(1) == UInt8(ascii: "*") {
                    depth += 1
                    step()
                } else if byte() == UInt8(ascii: "*"), byte(1) == UInt8(ascii: "/") {
                    depth -= 1
                    step()
                }
                step()
            } while depth > 0 && position < source.count
        }

        private mutating func scanString(marks: Int, at start: (line: Int, column: Int), _ depth: Int) {
            let quote = UInt8(ascii: "\"")
            let isLong = byte(1) == quote && byte(2) == quote
            let width = isLong ? 3 : 1
            for _ in 0..<width { step() }
            let begin = position
            func ends() -> Bool {
                for offset in 0..<width where byte(offset) != quote { return false }
                for offset in 0..<marks where byte(width + offset) != UInt8(ascii: "#") { return false }
                return true
            }
            func isEscape() -> Bool {
                byte() == UInt8(ascii: "\\") && (0..<marks).allSatisfy { byte(1 + $0) == UInt8(ascii: "#") }
            }
            while position < source.count, !ends() {
                if !isLong, byte() == 0x0A { break }
                guard isEscape() else {
                    step()
                    continue
                }
                for _ in 0...marks { step() }
                guard position < source.count else { break }
                let isInterpolation = byte() == UInt8(ascii: "(") && depth < 32
                step()
                if isInterpolation {
                    scan(depth: depth + 1)
                    if position < source.count { step() }
                }
            }
            add(.text, begin..<position, at: start)
            guard position < source.count, isLong || byte() == quote else { return }
            for _ in 0..<(width + marks) where position < source.count { step() }
        }
    }
}
