/// A date format of the server's own, such as `MM/dd/yyyy`: the letters of Unicode Technical Standard 35, part 4, with
/// English names. The generated types read and write such dates with Foundation, which the engine doesn't link.
struct DateText: Hashable, Sendable {
    /// As in the description.
    let pattern: String
    private let parts: [Part]

    private enum Part: Hashable, Sendable {
        case literal(String)
        case field(Character, Int)
    }

    struct Date: Hashable, Sendable {
        var year = 2019
        var month = 8
        var day = 24
        var hour = 14
        var minute = 15
        var second = 22
    }

    init(_ pattern: String) {
        self.pattern = pattern
        var parts: [Part] = []
        var literal = ""
        var isQuoted = false
        let characters = Array(pattern.prefix(200))
        var index = 0
        while index < characters.count {
            let character = characters[index]
            if character == "'" {
                // Two quotes stand for one.
                if index + 1 < characters.count, characters[index + 1] == "'" {
                    literal.append("'")
                    index += 1
                } else {
                    isQuoted.toggle()
                }
            } else if !isQuoted, character.isASCII, character.isLetter {
                if !literal.isEmpty { parts.append(.literal(literal)) }
                literal = ""
                let count = characters[index...].prefix { $0 == character }.count
                parts.append(.field(character, count))
                index += count - 1
            } else {
                literal.append(character)
            }
            index += 1
        }
        if !literal.isEmpty { parts.append(.literal(literal)) }
        self.parts = parts
    }

    // MARK: - Writing

    func text(_ date: Date) -> String {
        parts.map { part in
            switch part {
            case .literal(let text): text
            case .field(let letter, let count): Self.text(date, letter, count)
            }
        }.joined()
    }

    private static func text(_ date: Date, _ letter: Character, _ count: Int) -> String {
        func digits(_ number: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        switch letter {
        case "y": return count == 2 ? String(String(date.year).suffix(2)) : digits(date.year)
        case "M": return count < 3 ? digits(date.month) : name(months[date.month - 1], count)
        case "d": return digits(date.day)
        case "E": return name(weekdays[weekday(date)], count)
        case "a": return date.hour < 12 ? "AM" : "PM"
        case "H": return digits(date.hour)
        case "k": return digits(date.hour == 0 ? 24 : date.hour)
        case "h": return digits((date.hour + 11) % 12 + 1)
        case "K": return digits(date.hour % 12)
        case "m": return digits(date.minute)
        case "s": return digits(date.second)
        case "S": return String(repeating: "0", count: count)
        case "X": return "Z"
        case "x": return count == 3 || count == 5 ? "+00:00" : count == 1 ? "+00" : "+0000"
        case "Z": return count == 4 ? "GMT" : count == 5 ? "Z" : "+0000"
        case "z": return "GMT"
        default: return ""
        }
    }

    private static func name(_ name: String, _ count: Int) -> String { count == 4 ? name : String(name.prefix(3)) }

    // MARK: - Checking

    /// Whether a string is a date in this format.
    func matches(_ text: String) -> Bool {
        guard text.utf8.count < 300 else { return false }
        var rest = Substring(text)
        var date = Date(year: 2000, month: 1, day: 1)
        for (index, part) in parts.enumerated() {
            switch part {
            case .literal(let literal):
                guard rest.hasPrefix(literal) else { return false }
                rest = rest.dropFirst(literal.count)
            case .field(let letter, let count):
                var isBesideDigits = false
                if index + 1 < parts.count, case .field(let next, let count) = parts[index + 1] {
                    isBesideDigits = Self.isNumber(next, count)
                }
                guard Self.read(letter, count, isFixed: isBesideDigits, &rest, &date) else { return false }
            }
        }
        return rest.isEmpty && date.day <= Self.days(inMonth: date.month, of: date.year)
    }

    private static func isNumber(_ letter: Character, _ count: Int) -> Bool {
        "ydHhKkmsS".contains(letter) || letter == "M" && count < 3
    }

    private static func read(
        _ letter: Character, _ count: Int, isFixed: Bool, _ rest: inout Substring, _ date: inout Date
    ) -> Bool {
        guard isNumber(letter, count) else { return readText(letter, &rest, &date) }
        let limit = isFixed ? count : letter == "y" ? 4 : letter == "S" ? 9 : 2
        let digits = rest.prefix(limit).prefix { $0.isASCII && $0.isNumber }
        guard let number = Int(digits), !isFixed || digits.count == count else { return false }
        rest = rest.dropFirst(digits.count)
        switch letter {
        case "y":
            date.year = number
            return true
        case "M":
            date.month = number
            return 1...12 ~= number
        case "d":
            date.day = number
            return 1...31 ~= number
        case "H": return number < 24
        case "k": return 1...24 ~= number
        case "h": return 1...12 ~= number
        case "K": return number < 12
        case "m", "s": return number < 60
        default: return true
        }
    }

    private static func readText(_ letter: Character, _ rest: inout Substring, _ date: inout Date) -> Bool {
        func take(_ names: [String]) -> Int? {
            let lowered = rest.lowercased()
            for (index, name) in names.enumerated() {
                for form in [name, String(name.prefix(3))] where lowered.hasPrefix(form.lowercased()) {
                    rest = rest.dropFirst(form.count)
                    return index
                }
            }
            return nil
        }
        switch letter {
        case "M":
            guard let month = take(months) else { return false }
            date.month = month + 1
            return true
        case "E": return take(weekdays) != nil
        case "a":
            guard ["am", "pm"].contains(rest.prefix(2).lowercased()) else { return false }
            rest = rest.dropFirst(2)
            return true
        default:
            // A zone: `Z`, `+01:00`, `GMT+1`, `CET`.
            let zone = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "+-:/_".contains($0)) }
            rest = rest.dropFirst(zone.count)
            return !zone.isEmpty
        }
    }

    // MARK: - The calendar

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
    private static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]

    static func days(inMonth month: Int, of year: Int) -> Int {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    }

    /// From Sunday, 0 (Sakamoto).
    private static func weekday(_ date: Date) -> Int {
        let year = date.month < 3 ? date.year - 1 : date.year
        let shift = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4][date.month - 1]
        return (year + year / 4 - year / 100 + year / 400 + shift + date.day) % 7
    }
}
