import CallsiteCore

extension DatePattern {
    /// Noon of Saturday, 31 January 2026, in the pattern's format: `31.01.2026` for `dd.MM.yyyy`. Unicode Technical
    /// Standard 35, part 4, defines the letters.
    var sample: String {
        var result = ""
        var rest = text[...]
        while let first = rest.first {
            if first == "'" {
                rest.removeFirst()
                if rest.first == "'" {
                    result.append(rest.removeFirst())
                    continue
                }
                while let character = rest.first {
                    rest.removeFirst()
                    guard character == "'" else {
                        result.append(character)
                        continue
                    }
                    // Inside quotes, too, two apostrophes stand for one.
                    guard rest.first == "'" else { break }
                    result.append(rest.removeFirst())
                }
                continue
            }
            let run = rest.prefix { $0 == first }
            rest = rest[run.endIndex...]
            result += Self.part(first, run.count) ?? String(run)
        }
        return result
    }

    private static func part(_ letter: Character, _ count: Int) -> String? {
        switch letter {
        case "y": count == 2 ? "26" : "2026"
        case "M": ["1", "01", "Jan", "January"][min(count, 4) - 1]
        case "d": "31"
        case "E": count == 4 ? "Saturday" : "Sat"
        case "a": "PM"
        case "H", "h", "k": "12"
        case "K", "m", "s", "S": String(repeating: "0", count: count)
        case "X": "Z"
        case "x": count == 1 ? "+00" : count == 3 || count == 5 ? "+00:00" : "+0000"
        case "Z": count == 5 ? "Z" : count == 4 ? "GMT" : "+0000"
        case "z": "GMT"
        default: nil
        }
    }
}
