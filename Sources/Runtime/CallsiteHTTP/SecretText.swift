/// Strings without secrets: without the users of URLs, and the values of secret items of their queries and fragments,
/// wherever these stand in a string.
///
/// This file is compiled into CallsiteHTTP, and by a symbolic link into CallsiteRecording, as `SecretNames.swift` is. It
/// needs no Foundation, and goes over the bytes once.
enum SecretText {
    static let mark = Array(SecretNames.mark.utf8)

    /// - Parameter inProse: Whether items are looked for outside of queries too: `password=abc` in a message.
    static func urls(_ bytes: [UInt8], inProse: Bool = false, _ isSecret: (String) -> Bool) -> [UInt8] {
        guard bytes.contains(where: { $0 == 0x3D || $0 == 0x40 }) else { return bytes }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        // Where the name of an item of a query begins; nil: outside a query.
        var item: Int? = inProse ? 0 : nil
        var at = 0
        while at < bytes.count {
            let byte = bytes[at]
            switch byte {
            case UInt8(ascii: ":"):
                // Some servers write JSON's solidus with an escape.
                guard let slashes = ["://", #":\/\/"#].first(where: { bytes[at...].starts(with: $0.utf8) }) else {
                    break
                }
                result += slashes.utf8
                at += slashes.utf8.count
                item = nil
                if let sign = endOfUser(bytes, at) {
                    result += mark
                    at = sign
                }
                continue
            case UInt8(ascii: "?"), UInt8(ascii: "&"), UInt8(ascii: "#"), UInt8(ascii: ";"): item = at + 1
            // The ampersand, as some servers write it in JSON.
            case UInt8(ascii: "\\"): item = bytes[at...].starts(with: #"\u0026"#.utf8) ? at + 6 : nil
            case UInt8(ascii: "="):
                guard let start = item, start < at else { break }
                item = nil
                guard isSecret(percentDecoded(bytes[start..<at])) else { break }
                result.append(byte)
                at += 1
                let value = at
                while at < bytes.count, !isEndOfValue(bytes[at]) { at += 1 }
                if at > value { result += mark }
                continue
            case 0x09, 0x0A, 0x0D, 0x20, UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"):
                item = inProse ? at + 1 : nil
            default: break
            }
            result.append(byte)
            at += 1
        }
        return result
    }

    private static func isEndOfValue(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "&"), UInt8(ascii: "#"), UInt8(ascii: ";"), UInt8(ascii: "<"), UInt8(ascii: ">"),
            UInt8(ascii: "\\"), UInt8(ascii: "\""), 0x09, 0x0A, 0x0D, 0x20:
            true
        default: false
        }
    }

    /// The last at sign of the authority that begins at a position (RFC 3986, section 3.2); nil: there is no user.
    private static func endOfUser(_ bytes: [UInt8], _ start: Int) -> Int? {
        var sign: Int?
        var at = start
        while at < bytes.count, !"/?#<>\\\" ".utf8.contains(bytes[at]), at - start < 4096 {
            if bytes[at] == UInt8(ascii: "@") { sign = at }
            if bytes[at] == UInt8(ascii: ":"), bytes[at...].starts(with: "://".utf8) { break }
            at += 1
        }
        return sign
    }

    /// A name as it was before it was percent-encoded.
    static func percentDecoded(_ name: ArraySlice<UInt8>) -> String {
        guard name.contains(UInt8(ascii: "%")) else { return String(decoding: name, as: UTF8.self) }
        var result: [UInt8] = []
        var rest = name
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2,
                let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                result.append(code)
                rest = rest.dropFirst(2)
            } else {
                result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
