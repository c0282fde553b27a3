import CallsiteCore

/// A source line with a marker under a place in it, as shown below a message on a terminal:
///
/// ```
///     response: Pte
///               ^~~
/// ```
package struct SourceSnippet: Hashable, Sendable {
    /// The source line, or the part of it around the place.
    package var line: String
    /// Blanks, `^`, and a `~` for each further column of the place.
    package var marker: String

    /// The widest line that is shown whole, in terminal columns. A minified document is one line of megabytes.
    static let widthLimit = 100

    /// - Parameters:
    ///   - scalars: the line, without its line break.
    ///   - column: where the place starts, in scalars from 1.
    ///   - length: how many scalars it covers; 0 if that is not known.
    /// - Returns: `nil` if the line has no such column.
    init?(_ scalars: [Unicode.Scalar], column: Int, length: Int) {
        let scalars = Userinfo.masked(in: scalars)
        let start = column - 1
        // A message may point just behind the end of a line: something is missing there.
        guard start >= 0, start <= scalars.count else { return nil }
        let end = min(scalars.count, max(start + 1, start + length))

        // A tab would take a width that depends on the terminal.
        func shown(_ scalar: Unicode.Scalar) -> String { scalar == "\t" ? "    " : printable(String(scalar)) }
        // A window of scalars around the place, with a third of its room before the place.
        var first = 0
        var last = scalars.count
        if scalars.count > SourceSnippet.widthLimit {
            first = max(0, min(start - SourceSnippet.widthLimit / 3, scalars.count - SourceSnippet.widthLimit))
            last = min(scalars.count, first + SourceSnippet.widthLimit)
        }
        let before = (first > 0 ? "…" : "") + scalars[first..<start].map(shown).joined()
        let place = scalars[start..<max(start, min(end, last))].map(shown).joined()
        let after = scalars[max(start, min(end, last))..<last].map(shown).joined() + (last < scalars.count ? "…" : "")
        line = before + place + after
        marker =
            String(repeating: " ", count: displayWidth(before)) + "^"
            + String(repeating: "~", count: max(0, displayWidth(place) - 1))
    }
}

/// Reads snippets from several files. Each file is split into lines once.
package struct SnippetReader: Sendable {
    /// The files that the locations' `FileID`s count.
    let files: [SourceSet.File]
    /// The lines of the files read so far, by file index.
    private var lines: [Int: SourceLines] = [:]
    /// The line shown last. A minified document with many problems has only this line, which is megabytes long.
    private var last: (file: Int, number: Int, scalars: [Unicode.Scalar])?

    package init(files: [SourceSet.File]) { self.files = files }

    /// nil: there is no such place.
    package mutating func snippet(at location: SourceLocation) -> SourceSnippet? {
        line(Int(location.line), of: location.file.index).flatMap {
            SourceSnippet($0, column: Int(location.column), length: Int(location.length))
        }
    }

    private mutating func line(_ number: Int, of file: Int) -> [Unicode.Scalar]? {
        guard files.indices.contains(file) else { return nil }
        if let last, last.file == file, last.number == number { return last.scalars }
        let lines = self.lines[file] ?? SourceLines(files[file].bytes)
        self.lines[file] = lines
        guard let scalars = lines[number] else { return nil }
        last = (file, number, scalars)
        return scalars
    }
}

/// The lines of a file by number.
struct SourceLines: Sendable {
    private let bytes: [UInt8]
    /// Where each line starts.
    private let starts: [Int]

    /// Lines end where libyaml counts a line break: at CR, LF, CR LF, U+0085, U+2028 and U+2029 (YAML 1.1, 5.4).
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var starts = [0]
        bytes.withUnsafeBufferPointer { bytes in
            var index = 0
            while index < bytes.count {
                let length = SourceLines.breakLength(bytes, at: index)
                index += max(1, length)
                if length > 0 { starts.append(index) }
            }
        }
        self.starts = starts
    }

    /// The line with this number, counted from 1, without its line break.
    subscript(number: Int) -> [Unicode.Scalar]? {
        guard starts.indices.contains(number - 1) else { return nil }
        let start = starts[number - 1]
        return bytes.withUnsafeBufferPointer { bytes in
            var end = start
            while end < bytes.count, SourceLines.breakLength(bytes, at: end) == 0 { end += 1 }
            var line = bytes[start..<end]
            // A byte order mark doesn't count as a column.
            if number == 1, line.starts(with: [0xEF, 0xBB, 0xBF]) { line = line.dropFirst(3) }
            return Array(String(decoding: line, as: UTF8.self).unicodeScalars)
        }
    }

    /// The number of bytes of the line break at `index`; 0 if there is none.
    private static func breakLength(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
        func byte(_ offset: Int) -> UInt8 { index + offset < bytes.count ? bytes[index + offset] : 0 }
        switch bytes[index] {
        case 0x0A: return 1
        case 0x0D: return byte(1) == 0x0A ? 2 : 1
        case 0xC2: return byte(1) == 0x85 ? 2 : 0
        case 0xE2: return byte(1) == 0x80 && (byte(2) == 0xA8 || byte(2) == 0xA9) ? 3 : 0
        default: return 0
        }
    }
}
