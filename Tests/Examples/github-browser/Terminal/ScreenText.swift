/// Text as a terminal shows it: safe, and measured in columns.
enum ScreenText {
    /// Stands for what must not reach a terminal.
    private static let replacement: Unicode.Scalar = "\u{FFFD}"
    private static let ellipsis: Character = "…"
    private static let joiner: Unicode.Scalar = "\u{200D}"
    private static let keycap: Unicode.Scalar = "\u{20E3}"
    private static let emojiSelector: Unicode.Scalar = "\u{FE0F}"
    /// As in Unicode's stream-safe text format. No language needs as many.
    private static let markLimit = 30
    /// Longer control sequences could hide text in their parameters.
    private static let sequenceLimit = 32

    /// The text without anything that could steer the terminal or hide or reorder other text.
    ///
    /// Line breaks, tabs and invisible word separators become one space each. A control sequence (`ESC [ 31 m`) becomes
    /// one `�`, as does every other control or format character. The payload of other escape sequences stays visible.
    /// Emoji and combining marks stay.
    static func clean(_ text: String) -> String {
        if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
        let scalars = Array(text.unicodeScalars)
        var cleaned = String.UnicodeScalarView()
        var markCount = 0
        var index = 0
        while index < scalars.count {
            let scalar = scalars[index]
            var length = 1
            var shown = scalar
            if scalar == "\r", index + 1 < scalars.count, scalars[index + 1] == "\n" {
                length = 2
                shown = " "
            } else if let flagLength = regionFlagLength(scalars, at: index) {
                cleaned.append(contentsOf: scalars[index..<index + flagLength])
                index += flagLength
                markCount = 0
                continue
            } else if let sequenceLength = controlSequenceLength(scalars, at: index) {
                length = sequenceLength
                shown = replacement
            } else if isSeparator(scalar) {
                shown = " "
            } else if scalar == joiner {
                if !joinsEmoji(scalars, at: index) { shown = replacement }
            } else if isUnsafe(scalar) {
                shown = replacement
            }
            if isMark(shown) {
                markCount += 1
                if markCount > markLimit { shown = replacement }
            }
            if !isMark(shown) { markCount = 0 }
            cleaned.append(shown)
            index += length
        }
        return String(cleaned)
    }

    /// How many columns a clean text takes.
    static func width(_ text: String) -> Int {
        text.reduce(0) { $0 + width($1) }
    }

    /// How many columns a clean character takes: mostly 1, 2 for East Asian characters and emoji, 0 for a lone
    /// combining mark.
    static func width(_ character: Character) -> Int {
        if let ascii = character.asciiValue { return (0x20..<0x7F).contains(ascii) ? 1 : 0 }
        let scalars = character.unicodeScalars
        if let first = scalars.first, first.properties.isEmoji, scalars.count > 1 {
            let isKeycap = scalars.contains(keycap)
            let isPicture =
                !first.isASCII
                && scalars.contains { $0 == emojiSelector || $0 == joiner || $0.properties.isEmojiModifier }
            if isKeycap || isPicture { return 2 }
        }
        return scalars.reduce(0) { $0 + width($1) }
    }

    /// The text on exactly `columns` columns: cut, with `…` at the end, or padded with spaces.
    static func fit(_ text: String, to columns: Int) -> String {
        guard columns > 0 else { return "" }
        let text = clean(text)
        var head = ""
        var headWidth = 0
        var whole = ""
        var wholeWidth = 0
        for character in text {
            let characterWidth = width(character)
            wholeWidth += characterWidth
            // A cut text needs its last column for the ellipsis.
            if wholeWidth < columns {
                head.append(character)
                headWidth = wholeWidth
            }
            if wholeWidth > columns {
                return head + String(ellipsis) + String(repeating: " ", count: columns - headWidth - 1)
            }
            whole.append(character)
        }
        return whole + String(repeating: " ", count: columns - wholeWidth)
    }

    /// The text in clean lines of at most `columns` columns; at least one line, which may be empty.
    ///
    /// Line breaks of the text stay. Lines break at spaces, which vanish there. Words longer than a line break
    /// anywhere.
    static func wrapped(_ text: String, to columns: Int) -> [String] {
        guard columns > 0 else { return [""] }
        return
            text
            .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .flatMap { wrappedParagraph(clean(String($0)), to: columns) }
    }

    private static func wrappedParagraph(_ paragraph: String, to columns: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        var lineWidth = 0
        var rest = Substring(paragraph)
        while !rest.isEmpty {
            let gap = rest.prefix { $0 == " " }
            rest = rest.dropFirst(gap.count)
            let spaces = gap.count
            let word = rest.prefix { $0 != " " }
            rest = rest.dropFirst(word.count)
            if word.isEmpty { break }
            let wordWidth = width(String(word))
            if lineWidth + spaces + wordWidth <= columns {
                line += String(repeating: " ", count: spaces) + word
                lineWidth += spaces + wordWidth
                continue
            }
            if !line.isEmpty { lines.append(line) }
            var pieces = broken(word, to: columns)
            line = pieces.popLast() ?? ""
            lineWidth = width(line)
            lines += pieces
        }
        return lines + [line]
    }

    /// The word in pieces of at most `columns` columns.
    private static func broken(_ word: Substring, to columns: Int) -> [String] {
        var pieces: [String] = []
        var piece = ""
        var pieceWidth = 0
        for character in word {
            // A character wider than the line has no place on it.
            let fits = width(character) <= columns
            let character = fits ? character : Character(replacement)
            let characterWidth = width(character)
            if pieceWidth + characterWidth > columns {
                pieces.append(piece)
                piece = ""
                pieceWidth = 0
            }
            piece.append(character)
            pieceWidth += characterWidth
        }
        return pieces + [piece]
    }
}

// MARK: - What is safe

extension ScreenText {
    /// The length of a control sequence such as `ESC [ 31 m` that begins here, if it is complete.
    private static func controlSequenceLength(_ scalars: [Unicode.Scalar], at start: Int) -> Int? {
        var index = start + 1
        if scalars[start] == "\u{1B}" {
            guard index < scalars.count, scalars[index] == "[" else { return nil }
            index += 1
        } else if scalars[start] != "\u{9B}" {
            return nil
        }
        let end = min(scalars.count, index + sequenceLimit)
        while index < end, (0x20...0x3F).contains(scalars[index].value) { index += 1 }
        guard index < end, (0x40...0x7E).contains(scalars[index].value) else { return nil }
        return index + 1 - start
    }

    /// The length of a flag such as Scotland's that begins here. It is spelt in invisible letters, which are unsafe
    /// elsewhere.
    private static func regionFlagLength(_ scalars: [Unicode.Scalar], at start: Int) -> Int? {
        guard scalars[start] == "\u{1F3F4}" else { return nil }
        let letters = scalars[(start + 1)...].prefix(7).prefix { (0xE0030...0xE007A).contains($0.value) }
        let end = start + 1 + letters.count
        guard (3...6).contains(letters.count), end < scalars.count, scalars[end].value == 0xE007F else { return nil }
        return end + 1 - start
    }

    private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // Line breaks and tabs, the next line, the zero-width space and non-joiner, the line and paragraph separators.
        case 0x09...0x0D, 0x85, 0x200B, 0x200C, 0x2028, 0x2029: true
        default: false
        }
    }

    private static func joinsEmoji(_ scalars: [Unicode.Scalar], at index: Int) -> Bool {
        guard index > 0, index + 1 < scalars.count else { return false }
        let before = scalars[index - 1]
        return (before == emojiSelector || isPictureEmoji(before)) && isPictureEmoji(scalars[index + 1])
    }

    private static func isPictureEmoji(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isEmoji && !scalar.isASCII
    }

    private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: return true
        default: break
        }
        if scalar.properties.isNoncharacterCodePoint { return true }
        // Invisible characters that are no format characters by name. Variation selectors only choose how others look.
        return scalar.properties.isDefaultIgnorableCodePoint && !scalar.properties.isVariationSelector
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: true
        default: false
        }
    }
}

// MARK: - Columns

extension ScreenText {
    private static func width(_ scalar: Unicode.Scalar) -> Int {
        if isMark(scalar) || isUnsafe(scalar) || isTrailingJamo(scalar) { return 0 }
        // Half a flag is one column, so that a whole one is two.
        if (0x1F1E6...0x1F1FF).contains(scalar.value) { return 1 }
        return isWide(scalar) ? 2 : 1
    }

    /// Hangul vowels and finals sit in the columns of the consonant before them.
    private static func isTrailingJamo(_ scalar: Unicode.Scalar) -> Bool {
        (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FF).contains(scalar.value)
    }

    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.value < 0x1100 { return false }
        if scalar.properties.isEmojiPresentation { return true }
        return wideRanges.contains { $0.contains(scalar.value) }
    }

    /// The wide and full-width characters of Unicode's East Asian Width, without emoji. Unassigned ones between them
    /// are counted in.
    private static let wideRanges: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0x4DBF, 0x4E00...0xA4CF,
        0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60,
        0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F265, 0x20000...0x2FFFD, 0x30000...0x3FFFD,
    ]
}
