/// A date in a format of its own, in the letters of Unicode Technical Standard 35, part 4: `MM/dd/yyyy`.
package struct DatePattern: Hashable, Sendable {
    /// A valid pattern: the initializer checks it.
    package let text: String
    /// An identifier such as `Europe/Berlin`, or a distance from UTC such as `+01:00`; nil for UTC, or for the time
    /// zone that the pattern itself names.
    package let timeZone: String?
    /// Whether the pattern has a time of day. If so, a value is a point in time, otherwise a calendar day.
    package let namesTime: Bool

    /// The scalar that the Swift type of such a date holds.
    package var value: Scalar { namesTime ? .date : .day }
    var documentation: String { "\(namesTime ? "A point in time" : "A calendar date") in the format `\(text)`." }

    /// - Throws: The first mistake in the pattern.
    init(parsing text: String, timeZone: String?) throws(Problem) {
        let fields = try Self.fields(of: text)
        let letters = Set(fields.map(\.letter))
        namesTime = !letters.isDisjoint(with: "HhKkmsSaXxZz")
        self.text = text
        self.timeZone = timeZone
        func has(_ letter: Character) -> Bool { letters.contains(letter) }
        guard has("y") else {
            throw Problem("it has no year", help: "the year is 'yyyy'; a time without a date is a type of your own")
        }
        if has("m"), !has("M") { throw Problem("it has minutes and no month", help: "the month is 'MM'") }
        if has("d"), !has("M") { throw Problem("it has a day and no month", help: "the month is 'MM'") }
        if namesTime, !has("d") { throw Problem("it has a time and no day", help: "the day is 'dd'") }
        if namesTime, letters.isDisjoint(with: "HhKk") { throw Problem("it has no hour", help: "the hour is 'HH'") }
        if has("h") || has("K"), !has("a") {
            throw Problem("hours up to 12 need 'a' for AM and PM", help: "hours up to 23 are 'HH'")
        }
        if timeZone != nil, !namesTime {
            throw Problem("it has no time of day, so that 'timeZone' has no meaning", help: "leave it out")
        }
        if timeZone != nil, !letters.isDisjoint(with: "XxZz") {
            throw Problem("it names the time zone itself", help: "leave out 'timeZone'")
        }
    }

    struct Problem: Error {
        var message: DiagnosticText
        var help: DiagnosticText
        init(_ message: DiagnosticText, help: DiagnosticText) { (self.message, self.help) = (message, help) }
    }

    /// The letters that mean a part of a date, and how many of each may follow one another.
    private static let lengths: [Character: ClosedRange<Int>] = [
        "y": 1...4, "M": 1...4, "d": 1...2, "E": 1...4, "a": 1...1, "H": 1...2, "h": 1...2, "K": 1...2, "k": 1...2,
        "m": 1...2, "s": 1...2, "S": 1...9, "X": 1...5, "x": 1...5, "Z": 1...5, "z": 1...4,
    ]

    /// Letters that are easily mistaken for another.
    private static let advice: [Character: DiagnosticText] = [
        "Y": "the year is 'yyyy'; 'Y' is the year that a week belongs to",
        "D": "the day of the month is 'dd'; 'D' is the day of the year", "T": "write it in single quotes: 'T'",
        "A": "AM and PM are 'a'", "n": "minutes are 'mm'", "f": "fractions of a second are 'SSS'",
        "F": "fractions of a second are 'SSS'", "G": "leave the era out", "b": "the month is 'MM', or 'MMM' in letters",
        "B": "the month is 'MMMM' in letters", "%": "this is a pattern of strftime; 'yyyy-MM-dd' is one of Unicode",
    ]

    private static func fields(of text: String) throws(Problem) -> [(letter: Character, count: Int)] {
        guard text.utf8.count <= 100 else {
            throw Problem("it is longer than 100 bytes", help: "name the parts of a date: 'dd.MM.yyyy'")
        }
        var result: [(letter: Character, count: Int)] = []
        var isQuoted = false
        var previous: Character?
        for character in text {
            if character == "'" { isQuoted.toggle() }
            let isLetter = !isQuoted && (character.isASCII && character.isLetter || character == "%")
            guard isLetter else {
                previous = nil
                continue
            }
            guard let length = lengths[character] else {
                let letter = String(character)
                throw Problem(
                    "'\(letter)' is no part of a date",
                    help: advice[character] ?? "literal text is in single quotes: '\(letter)'")
            }
            if previous == character { result[result.count - 1].count += 1 } else { result.append((character, 1)) }
            previous = character
            guard length.contains(result[result.count - 1].count) else {
                throw Problem(
                    "'\(String(character))' stands more than \(length.upperBound) times",
                    help: "a year is 'yyyy', a month 'MM', a day 'dd'")
            }
        }
        if isQuoted {
            throw Problem(
                "a single quote is not closed",
                help: "literal text is between two of them; one within it is written twice")
        }
        return result
    }

    /// Letters, digits, `/`, `_`, `+`, `-` and `:`, with a letter or a sign first.
    static func isTimeZone(_ text: String) -> Bool {
        guard let first = text.utf8.first, text.utf8.count <= 64 else { return false }
        if first == 0x2B || first == 0x2D {
            let digits = text.utf8.dropFirst().filter { $0 != 0x3A }
            guard digits.count == 4, digits.allSatisfy(\.isDigit),
                text.utf8.count == 5 || text.utf8.dropFirst(3).first == 0x3A
            else { return false }
            return digits[0] < 0x32 && digits[2] < 0x36 && (digits[0] < 0x31 || digits[1] <= 0x38)
        }
        return !first.isDigit && text.utf8.allSatisfy { $0.isLetter || $0.isDigit || "/_+-".utf8.contains($0) }
    }
}

/// Reads `dateFormat` and `timeZone` of a model, or of a configuration's replacement for one.
func readDatePattern(_ format: Node, timeZone: Node?, _ diagnostics: inout Diagnostics) -> DatePattern? {
    guard let text = format.text else {
        return diagnostics.fail(.wrongValue(of: "dateFormat", format, expected: "a format such as dd.MM.yyyy"))
    }
    if let timeZone, !DatePattern.isTimeZone(timeZone.text ?? "") {
        return diagnostics.fail(
            .wrongValue(of: "timeZone", timeZone, expected: "an identifier such as Europe/Berlin, or +01:00"))
    }
    do {
        return try DatePattern(parsing: text, timeZone: timeZone?.text)
    } catch { return diagnostics.fail(.badDateFormat(text, error, at: format.place)) }
}

extension Diagnostic {
    static func importOfDateFormat(at place: SourceLocation) -> Self {
        .error(
            "wrong-value", "'import' is the module of a type of your own; with 'dateFormat' the type is generated",
            help: "leave out one of them", at: place)
    }
    static func timeZoneAlone(at place: SourceLocation) -> Self {
        .error(
            "time-zone-alone", "'timeZone' needs 'dateFormat'", help: "write 'dateFormat: dd.MM.yyyy HH:mm' beside it",
            at: place)
    }
    static func badDateFormat(_ text: String, _ problem: DatePattern.Problem, at place: SourceLocation) -> Self {
        .error("bad-date-format", "'\(text)' isn't a date format: \(problem.message)", help: problem.help, at: place)
    }
}
