import CallsiteCore
import CallsiteMockEngine
import CallsiteText

/// The strings of a place: the forms that all of them have, and their values as long as these are few.
package struct StringShape {
    package private(set) var count = 0
    /// The forms that every string has.
    package private(set) var forms = StringForm.all
    /// The count of each value; nil: there are too many values, or one of them isn't a word.
    package private(set) var words: [ExactString: Int]? = [:]

    private static let wordLimit = 100

    mutating func add(_ text: String) {
        count += 1
        forms.removeAll { !$0.allows(text) }
        guard words != nil else { return }
        words?[ExactString(text), default: 0] += 1
        if !StringForm.isWord(text) || words?.count ?? 0 > Self.wordLimit { words = nil }
    }

    /// Forgets the values where one of them can't be shown.
    mutating func forget(where isHidden: (String) -> Bool) {
        if words?.keys.contains(where: { isHidden($0.text) }) == true { words = nil }
    }

    mutating func merge(_ other: StringShape) {
        count += other.count
        forms = forms.filter { other.count == 0 || other.forms.contains($0) }
        guard let own = words, let others = other.words else {
            words = nil
            return
        }
        let all = own.merging(others, uniquingKeysWith: +)
        words = all.count > Self.wordLimit ? nil : all
    }

    /// The form of all strings; nil: none is sure. One string alone may look like anything.
    package var form: StringForm? { count >= 2 ? forms.first : nil }

    /// The values, if they are those of an enum: at least ten strings, with at most a third as many different values.
    package var enumValues: [String]? {
        guard let words, count >= 10, !words.isEmpty, words.count * 3 <= count else { return nil }
        return words.keys.map(\.text).sortedByBytes()
    }
}

/// The forms that strings of JSON have for values of other types.
package enum StringForm: Sendable {
    case dateTime, day, uuid, url

    static let all: [Self] = [.dateTime, .day, .uuid, .url]

    func allows(_ text: String) -> Bool {
        let utf8 = text.utf8
        switch self {
        case .dateTime: return (20...64).contains(utf8.count) && SchemaFormat.dateTime.allows(text)
        case .day: return utf8.count == 10 && SchemaFormat.date.allows(text)
        case .uuid: return utf8.count == 36 && SchemaFormat.uuid.allows(text)
        case .url:
            guard let end = utf8.firstIndex(of: 0x3A), utf8[end...].starts(with: "://".utf8) else { return false }
            return utf8.count < 4096 && SchemaFormat.uri.allows(text)
        }
    }

    /// Whether a value could be one of an enum: short, of letters, digits and what separates words.
    package static func isWord(_ text: String) -> Bool {
        let utf8 = text.utf8
        guard let first = utf8.first, utf8.count <= 40, isLetter(first) || first == 0x5F else { return false }
        var (digits, slashes) = (0, 0)
        for byte in utf8 {
            switch byte {
            case 0x30...0x39: digits += 1
            case 0x2F: slashes += 1
            case 0x5F, 0x2D, 0x2E, 0x3A: break
            default: guard isLetter(byte) else { return false }
            }
        }
        // `cus_9s6XKzkNRiz8` is an id, and `https://api.example.com/users/ada` an address.
        return digits < 4 && slashes < 2 && !PersonalData.isToken(text)
    }

    static func isLetter(_ byte: UInt8) -> Bool { 0x61...0x7A ~= byte | 0x20 }
}
