import Testing

@testable import CallsiteCore

/// Most strings take a shorter way, which gives the same result as the long way.
@Suite struct ShortWaysTests {
    private static let texts: [String] = {
        var dice = SystemRandomNumberGenerator()
        let parts = [
            "user", "ID", "IDs", "s", "HTML", "Parser", "_", "-", " ", ".", "2", "10", "oauth2", "URL", "x", "Q", "$",
            "ipv4", "aT", "__", "\n",
        ]
        return (0..<3000).map { _ in
            (0..<Int.random(in: 0...7, using: &dice)).map { _ in parts.randomElement(using: &dice)! }.joined()
        }
    }()

    @Test("words of ASCII, as words of any letters")
    func words() {
        // A letter that isn't ASCII takes the long way.
        for text in Self.texts {
            #expect(Words.split(text) == Words.split(text + " é").dropLast(), "\(text.debugDescription)")
        }
    }

    @Test func capitals() {
        for text in Self.texts {
            for word in Words.split(text) {
                let lower = word.lowercased()
                let plain = lower.prefix(1).uppercased() + lower.dropFirst()
                let result = Words.capitalised(word)
                // An acronym has its own capitals.
                #expect(
                    result == plain || result.lowercased() == lower && result != lower && result.count <= 6, "\(word)")
            }
        }
        #expect(
            Words.capitalised("urls") == "URLs" && Words.capitalised("HTML") == "HTML"
                && Words.capitalised("Élan") == "Élan")
        #expect(
            Words.capitalised("") == "" && Words.capitalised("2nd") == "2nd" && Words.capitalised("GITHUB") == "GitHub")
    }

    @Test("names of small letters and _, as those of any words")
    func snakeCase() {
        for text in Self.texts.map({ $0.lowercased().filter { $0 != "\n" } })
        where text.utf8.first.map({ $0 >= 0x61 }) == true {
            let long = SwiftNames.finish(Signs.words(text, .property), .property, text)
            #expect(SwiftNames.name(for: text, .property) == long, "\(text)")
        }
    }

    @Test func keysOfPages() {
        for text in Self.texts {
            let long = String(
                text.lowercased().unicodeScalars.filter { ("a"..."z").contains($0) || ("0"..."9").contains($0) })
            #expect(PagingDetection.key(text) == long)
        }
        #expect(PagingDetection.key("Größe-2") == "gre2")
    }
}
