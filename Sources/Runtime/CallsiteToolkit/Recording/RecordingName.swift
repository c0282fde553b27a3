/// The names of recording files. The replay finds a request's files by their name, so the name is the same in every
/// process and wherever the files are written.
package enum RecordingName {
    /// `get-pets-7-cafef00dcafef00d`; behind it come a hyphen, the number of the response and `.json`.
    ///
    /// - Parameters:
    ///   - url: Without its secrets.
    ///   - path: The path of the URL.
    ///   - body: As it is recorded, as compact JSON with sorted keys; empty: there is none.
    package static func make(method: String, url: String, path: String, body: String) -> String {
        let words = path.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.suffix(6).joined(separator: "-")
        var hash = Hash()
        for text in [method, url, body] { hash.add(text) }
        return "\(method.lowercased())-\(words.isEmpty ? "root" : String(words.prefix(60)))-\(hash.text)"
    }

    /// FNV-1a with 64 bits: the same in every process, unlike Swift's own hash.
    private struct Hash {
        private var value: UInt64 = 0xCBF2_9CE4_8422_2325

        mutating func add(_ text: String) {
            for byte in text.utf8 { step(byte) }
            step(0)
        }

        private mutating func step(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }

        var text: String {
            let digits = String(value, radix: 16)
            return String(repeating: "0", count: max(0, 16 - digits.utf8.count)) + digits
        }
    }
}

/// Headers of responses that a recording leaves out, in lowercase: a secret, and those about one transfer (RFC 9110,
/// section 7.6.1) and its encoding, since bodies are recorded without it.
package let headersLeftOutOfRecordings: Set<String> = [
    "set-cookie", "content-length", "content-encoding", "transfer-encoding", "connection", "keep-alive",
]

/// A multipart body with the fixed boundary `boundary`; any other body stays as it is.
package func withStableBoundary(_ body: [UInt8], type: String) -> [UInt8] {
    guard type.lowercased().hasPrefix("multipart/"), let start = type.endOfLast("boundary=") else { return body }
    var boundary = Array(type[start...].utf8)
    if boundary.first == UInt8(ascii: "\"") {
        boundary = Array(boundary.dropFirst().prefix { $0 != UInt8(ascii: "\"") })
    }
    boundary = Array(boundary.prefix { $0 != UInt8(ascii: ";") })
    guard !boundary.isEmpty, boundary.count <= body.count else { return body }
    var result: [UInt8] = []
    result.reserveCapacity(body.count)
    var position = 0
    while position < body.count {
        if body[position] == boundary[0], body[position...].starts(with: boundary) {
            result += Array("boundary".utf8)
            position += boundary.count
        } else {
            result.append(body[position])
            position += 1
        }
    }
    return result
}

extension String {
    /// The index after the last occurrence of a string.
    fileprivate func endOfLast(_ text: String) -> Index? {
        var end: Index?
        var position = startIndex
        while position < endIndex {
            if self[position...].hasPrefix(text) { end = index(position, offsetBy: text.count) }
            position = index(after: position)
        }
        return end
    }
}
