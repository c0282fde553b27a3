import CallsiteCore

/// `text` with each character that would move the cursor, end the line or be invisible spelled out as `\u{…}`.
///
/// File names and descriptions may hold anything; none of it may reach a terminal as a control sequence.
package func printable(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isUnprintable) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
        if isUnprintable(scalar) {
            result += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
        } else {
            result.unicodeScalars.append(scalar)
        }
    }
    return result
}

/// A path as one word of a POSIX shell, for a command that the user copies.
package func shellWord(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "_@%+=:,./-".utf8.contains(byte)
        }
    }
    return isPlain ? text : QuotedText.shell(text)
}

/// `printable` without the credentials of a URL, and without the middle of a string that is longer than any path.
package func printableMessage(_ text: String) -> String {
    let text = Userinfo.hidden(in: text)
    guard text.utf8.count > 5000 else { return printable(text) }
    return printable(text.prefix(400) + "…" + text.suffix(200))
}

package func isUnprintable(_ scalar: Unicode.Scalar) -> Bool {
    if 0x20..<0x7F ~= scalar.value { return false }
    return scalar.value < 0xA0 || VisibleText.isInvisible(scalar)
}

/// The number of terminal columns that a printable scalar takes: 0 for combining marks, 2 for East Asian wide
/// characters and emoji (the main ranges of Unicode's EastAsianWidth.txt), 1 for all else.
package func displayWidth(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0..<0x300: return 1
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
        0xAC00...0xD7A3,
        0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF,
        0x1F900...0x1F9FF, 0x20000...0x3FFFD:
        return 2
    default:
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: return 1
        }
    }
}

/// The number of terminal columns that a printable string takes.
package func displayWidth(_ text: String) -> Int {
    text.unicodeScalars.reduce(0) { $0 + displayWidth($1) }
}

/// `1 file`, `2 files`.
package func counted(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
}
