/// One thing a person did at the keyboard.
enum Key: Hashable, Sendable {
    /// One Unicode scalar as a character. A combining mark comes as a key of its own, behind its letter.
    case character(Character)
    case enter
    case escape
    case backspace
    case delete
    case tab
    case up
    case down
    case left
    case right
    case pageUp
    case pageDown
    case home
    case end
    /// Ctrl-C
    case interrupt
    /// Ctrl-D
    case endOfInput
    /// Ctrl-Z
    case suspend
    /// Ctrl-U
    case clear
    /// Ctrl-W
    case deleteWord
    /// Ctrl-L
    case redraw
    /// Text from the clipboard. Its line breaks are "\n". It may hold control characters.
    case paste(String)
}

/// Turns the bytes of a terminal in raw mode into keys.
///
/// The bytes may come in pieces of any size. Whatever comes, the parser holds no more than one paste of limited size.
struct KeyParser: Sendable {
    /// Longer pastes lose their rest.
    static let pasteLimit = 65_536

    private enum State {
        case ground
        /// Behind ESC.
        case escape
        /// Behind `ESC [`.
        case controlSequence
        /// Behind `ESC O`.
        case singleShift
        /// In a command string such as `ESC ] … BEL`.
        case commandString
        /// In a command string, behind an ESC that may end it.
        case commandStringEscape
        /// In the rest of something unknown.
        case swallowing(count: Int)
        case paste
    }

    private static let escapeByte: UInt8 = 0x1B
    private static let interruptByte: UInt8 = 0x03
    private static let pasteEnd = Array("\u{1B}[201~".utf8)
    private static let parameterLimit = 32

    private var state = State.ground
    /// The bytes of a character that is not complete yet.
    private var characterBytes: [UInt8] = []
    /// The parameters of the control sequence. One more than the limit means too many.
    private var parameters: [UInt8] = []
    private var pasteBytes: [UInt8] = []
    /// How many bytes of the paste's end have been seen.
    private var pasteEndCount = 0
    /// Whether the paste has paused since its last byte.
    private var pasteHasPaused = false

    /// Whether `flush` has something to decide once no byte follows.
    var needsFlush: Bool {
        if case .ground = state { return false }
        return true
    }

    mutating func parse(_ bytes: [UInt8]) -> [Key] {
        var keys: [Key] = []
        if case .paste = state {
            // A paste whose end got lost would take every key for ever. Ctrl-C on its own is a person who wants out.
            if pasteHasPaused, bytes == [Self.interruptByte] {
                endPaste()
                return [.interrupt]
            }
            pasteHasPaused = false
        }
        for byte in bytes {
            take(byte, into: &keys)
        }
        return keys
    }

    /// The keys that are certain because no byte followed for a while: a lone ESC is the Escape key.
    mutating func flush() -> [Key] {
        switch state {
        case .ground:
            return []
        case .paste:
            // Pastes may arrive slowly. The bytes that follow still belong to the paste.
            pasteHasPaused = true
            return []
        case .escape:
            state = .ground
            return [.escape]
        case .controlSequence, .singleShift, .commandString, .commandStringEscape, .swallowing:
            state = .ground
            return []
        }
    }

    private mutating func take(_ byte: UInt8, into keys: inout [Key]) {
        switch state {
        case .ground:
            takeOnGround(byte, into: &keys)
        case .escape:
            takeBehindEscape(byte, into: &keys)
        case .controlSequence:
            takeInControlSequence(byte, into: &keys)
        case .singleShift:
            takeBehindSingleShift(byte, into: &keys)
        case .commandString:
            if byte == 0x07 {
                state = .ground
            } else if byte == Self.escapeByte {
                state = .commandStringEscape
            } else if Self.isControl(byte) {
                abandonSequence(at: byte, into: &keys)
            }
        case .commandStringEscape:
            if byte == UInt8(ascii: "\\") {
                state = .ground
            } else {
                state = .escape
                take(byte, into: &keys)
            }
        case .swallowing(let count):
            if Self.isControl(byte) {
                abandonSequence(at: byte, into: &keys)
            } else {
                state = count > 1 ? .swallowing(count: count - 1) : .ground
            }
        case .paste:
            takeInPaste(byte, into: &keys)
        }
    }

    /// A broken sequence must not take the key behind it along.
    private mutating func abandonSequence(at byte: UInt8, into keys: inout [Key]) {
        state = .ground
        takeOnGround(byte, into: &keys)
    }

    private mutating func takeOnGround(_ byte: UInt8, into keys: inout [Key]) {
        let isContinuation = byte & 0xC0 == 0x80
        if let lead = characterBytes.first {
            if isContinuation {
                characterBytes.append(byte)
                guard characterBytes.count == Self.characterLength(lead: lead) else { return }
                keys += Self.scalars(characterBytes)
                    .filter { $0.properties.generalCategory != .control }
                    .map { .character(Character($0)) }
            }
            characterBytes = []
            if isContinuation { return }
        }
        if byte == Self.escapeByte {
            state = .escape
        } else if Self.isControl(byte) {
            if let key = Self.controlKey(byte) { keys.append(key) }
        } else if byte < 0x80 {
            keys.append(.character(Character(Unicode.Scalar(byte))))
        } else if Self.characterLength(lead: byte) != nil {
            characterBytes = [byte]
        }
    }

    private mutating func takeBehindEscape(_ byte: UInt8, into keys: inout [Key]) {
        switch byte {
        case UInt8(ascii: "["):
            state = .controlSequence
            parameters = []
        case UInt8(ascii: "O"):
            state = .singleShift
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"), UInt8(ascii: "X"):
            state = .commandString
        case Self.escapeByte:
            // The first ESC was a key. The second may begin a sequence.
            keys.append(.escape)
        case _ where Self.isControl(byte):
            // Alt with Enter, Backspace or Ctrl-C counts as the plain key.
            abandonSequence(at: byte, into: &keys)
        default:
            // Alt with a character has no meaning here.
            let length = Self.characterLength(lead: byte) ?? 1
            state = length > 1 ? .swallowing(count: length - 1) : .ground
        }
    }

    private mutating func takeInControlSequence(_ byte: UInt8, into keys: inout [Key]) {
        let isRxvtEnd = byte == UInt8(ascii: "$") && Self.firstNumber(parameters) != nil
        if (0x20...0x3F).contains(byte), !isRxvtEnd {
            if parameters.count <= Self.parameterLimit { parameters.append(byte) }
            return
        }
        if Self.isControl(byte) || byte >= 0x80 {
            abandonSequence(at: byte, into: &keys)
            return
        }
        state = .ground
        if parameters.isEmpty, byte == UInt8(ascii: "[") {
            // A function key of the Linux console: `ESC [ [ A`.
            state = .swallowing(count: 1)
        } else if parameters.isEmpty, byte == UInt8(ascii: "M") {
            // A mouse report of the oldest kind has three more bytes.
            state = .swallowing(count: 3)
        } else if byte == UInt8(ascii: "~"), parameters == Array("200".utf8) {
            state = .paste
            pasteHasPaused = false
        } else if let key = Self.controlSequenceKey(parameters: parameters, final: byte) {
            keys.append(key)
        }
    }

    private mutating func takeBehindSingleShift(_ byte: UInt8, into keys: inout [Key]) {
        if Self.isControl(byte) || byte >= 0x80 {
            abandonSequence(at: byte, into: &keys)
            return
        }
        // Some terminals put the modifiers here: `ESC O 5 A`.
        if (0x30...0x3B).contains(byte) { return }
        state = .ground
        if byte == UInt8(ascii: "M") {
            keys.append(.enter)
        } else if let key = Self.letterKey(byte) ?? Self.rxvtArrow(byte) {
            keys.append(key)
        }
    }

    private mutating func takeInPaste(_ byte: UInt8, into keys: inout [Key]) {
        if byte == Self.pasteEnd[pasteEndCount] {
            pasteEndCount += 1
            guard pasteEndCount == Self.pasteEnd.count else { return }
            keys.append(.paste(Self.pastedText(pasteBytes)))
            endPaste()
            return
        }
        // It was no end after all, so its beginning is text.
        for byte in Self.pasteEnd.prefix(pasteEndCount) { appendToPaste(byte) }
        pasteEndCount = 0
        if byte == Self.escapeByte {
            pasteEndCount = 1
        } else {
            appendToPaste(byte)
        }
    }

    private mutating func appendToPaste(_ byte: UInt8) {
        if pasteBytes.count < Self.pasteLimit { pasteBytes.append(byte) }
    }

    private mutating func endPaste() {
        state = .ground
        pasteBytes = []
        pasteEndCount = 0
        pasteHasPaused = false
    }

    private static func pastedText(_ bytes: [UInt8]) -> String {
        var text = String.UnicodeScalarView()
        var previous: Unicode.Scalar?
        for scalar in scalars(bytes) {
            // Terminals send CR for every line break of a paste.
            if scalar == "\r" {
                text.append("\n")
            } else if scalar != "\n" || previous != "\r" {
                text.append(scalar)
            }
            previous = scalar
        }
        return String(text)
    }

    /// The scalars of the valid parts.
    private static func scalars(_ bytes: [UInt8]) -> [Unicode.Scalar] {
        var scalars: [Unicode.Scalar] = []
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        while true {
            switch decoder.decode(&iterator) {
            case .scalarValue(let scalar): scalars.append(scalar)
            case .error: continue
            case .emptyInput: return scalars
            }
        }
    }

    /// How many bytes the character has that begins with this byte; nil where no longer character begins so.
    private static func characterLength(lead: UInt8) -> Int? {
        switch lead {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: nil
        }
    }

    private static func isControl(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == 0x7F
    }

    private static func controlKey(_ byte: UInt8) -> Key? {
        switch byte {
        case interruptByte: .interrupt
        case 0x04: .endOfInput
        case 0x08, 0x7F: .backspace
        case 0x09: .tab
        case 0x0A, 0x0D: .enter
        case 0x0C: .redraw
        case 0x15: .clear
        case 0x17: .deleteWord
        case 0x1A: .suspend
        default: nil
        }
    }

    /// The key of a control sequence. Modifiers such as in `ESC [ 1 ; 5 A` count for nothing.
    private static func controlSequenceKey(parameters: [UInt8], final: UInt8) -> Key? {
        if parameters.isEmpty { return letterKey(final) ?? rxvtArrow(final) }
        guard parameters.count <= parameterLimit, let number = firstNumber(parameters) else { return nil }
        switch final {
        case UInt8(ascii: "~"), UInt8(ascii: "^"), UInt8(ascii: "$"), UInt8(ascii: "@"):
            switch number {
            case 1, 7: return .home
            case 3: return .delete
            case 4, 8: return .end
            case 5: return .pageUp
            case 6: return .pageDown
            default: return nil
            }
        default:
            return letterKey(final)
        }
    }

    /// The number in front, if the parameters are nothing but numbers.
    private static func firstNumber(_ parameters: [UInt8]) -> Int? {
        guard parameters.allSatisfy({ (0x30...0x3B).contains($0) }) else { return nil }
        return Int(String(decoding: parameters.prefix { $0 < 0x3A }, as: UTF8.self))
    }

    private static func letterKey(_ final: UInt8) -> Key? {
        switch final {
        case UInt8(ascii: "A"): .up
        case UInt8(ascii: "B"): .down
        case UInt8(ascii: "C"): .right
        case UInt8(ascii: "D"): .left
        case UInt8(ascii: "H"): .home
        case UInt8(ascii: "F"): .end
        default: nil
        }
    }

    /// An arrow with a modifier, as rxvt sends it.
    private static func rxvtArrow(_ final: UInt8) -> Key? {
        switch final {
        case UInt8(ascii: "a"): .up
        case UInt8(ascii: "b"): .down
        case UInt8(ascii: "c"): .right
        case UInt8(ascii: "d"): .left
        default: nil
        }
    }
}
