/// Percent-encoding (RFC 3986, section 2.1).
enum PercentEncoding {
    /// The bytes that a string stands for. A percent sign without two hexadecimal digits behind it stays.
    static func decoded(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var at = 0
        while at < bytes.count {
            if bytes[at] == 0x25, at + 2 < bytes.count,
                let byte = UInt8(String(decoding: bytes[at + 1...at + 2], as: UTF8.self), radix: 16)
            {
                result.append(byte)
                at += 3
            } else {
                result.append(bytes[at])
                at += 1
            }
        }
        return result
    }
}
