/// Lines, columns and validity of a file's bytes.
enum YAMLText {
    /// The offset of the first byte that is no UTF-8 (RFC 3629), if any.
    static func firstInvalidByte(_ bytes: [UInt8]) -> Int? {
        bytes.withUnsafeBufferPointer { bytes in
            var position = 0
            let raw = UnsafeRawBufferPointer(bytes)
            while position < bytes.count {
                // Eight ASCII characters at once.
                while position + 8 <= raw.count,
                    raw.loadUnaligned(fromByteOffset: position, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
                {
                    position += 8
                }
                guard position < bytes.count else { break }
                let first = bytes[position]
                if first < 0x80 {
                    position += 1
                    continue
                }
                // Length and the allowed range of the second byte exclude overlong forms, surrogates and what is beyond
                // U+10FFFF.
                let length: Int
                var second: ClosedRange<UInt8> = 0x80...0xBF
                switch first {
                case 0xC2...0xDF: length = 2
                case 0xE0: (length, second) = (3, 0xA0...0xBF)
                case 0xED: (length, second) = (3, 0x80...0x9F)
                case 0xE1...0xEF: length = 3
                case 0xF0: (length, second) = (4, 0x90...0xBF)
                case 0xF1...0xF3: length = 4
                case 0xF4: (length, second) = (4, 0x80...0x8F)
                default: return position
                }
                guard position + length <= bytes.count, second.contains(bytes[position + 1]) else { return position }
                for offset in 2..<max(2, length) where !(0x80...0xBF).contains(bytes[position + offset]) {
                    return position
                }
                position += length
            }
            return nil
        }
    }

    /// A byte order mark of UTF-16: libyaml reads such files.
    static func isUTF16(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
    }

    /// The content in UTF-8, without a byte order mark. Lone surrogates become U+FFFD.
    static func utf8(_ bytes: [UInt8]) -> [UInt8] {
        guard isUTF16(bytes) else { return bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes }
        let isLittle = bytes[0] == 0xFF
        let units = stride(from: 2, to: bytes.count - 1, by: 2).map { position in
            UInt16(bytes[position]) << (isLittle ? 0 : 8) | UInt16(bytes[position + 1]) << (isLittle ? 8 : 0)
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }
}

extension SourceLocation {
    /// The place of the byte at `offset`.
    static func ofByte(_ offset: Int, in bytes: [UInt8], _ file: FileID) -> Self {
        var line = 1
        var column = 1
        var last: UInt8 = 0
        for byte in bytes.prefix(offset) {
            // A carriage return ends a line too; a line feed behind it belongs to it.
            if byte == 0x0D || (byte == 0x0A && last != 0x0D) {
                line += 1
                column = 1
            } else if byte != 0x0A, byte & 0xC0 != 0x80 {
                column += 1
            }
            last = byte
        }
        return Self(file: file, line: line, column: column)
    }
}
