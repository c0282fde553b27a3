import CallsiteCore
import CallsiteMockEngine
import CallsiteSamples
import CallsiteText

/// The values of credentials in files of samples. Such a value may also occur in a path, a key or prose, between
/// other signs and in capitals.
struct KnownSecrets {
    /// The values, by their first four bytes and their length, since thousands of tokens may begin alike. Letters are
    /// small, and all signs are left out.
    private var values: [UInt32: [Int: Set<[UInt8]>]] = [:]
    /// Whether a key names a secret, by the key's hash.
    private var keys: [UInt64: Bool] = [:]

    /// Shorter values occur in too many words.
    private static let minimumLength = 5
    private static let maximumLength = 64

    var isEmpty: Bool { values.isEmpty }

    /// Inserts a value with letters and digits. A cookie may also be `dark`, which is a word of the API elsewhere.
    mutating func insert(_ value: String) {
        let bytes = Self.normalized(value)
        guard bytes.count >= Self.minimumLength, bytes.contains(where: Self.isDigit), !bytes.allSatisfy(Self.isDigit)
        else {
            return
        }
        // The beginning of a longer value is as secret, and keeps the number of lengths small.
        let secret = Array(bytes.prefix(Self.maximumLength))
        values[Self.start(secret[...]), default: [:]][secret.count, default: []].insert(secret)
    }

    /// Whether one of the values is in a string.
    func isIn(_ text: String) -> Bool {
        guard !values.isEmpty, text.utf8.count >= Self.minimumLength else { return false }
        let bytes = Self.normalized(text)
        guard bytes.count >= Self.minimumLength else { return false }
        for position in 0...(bytes.count - Self.minimumLength) {
            let rest = bytes[position...]
            guard let byLength = values[Self.start(rest)] else { continue }
            for (length, values) in byLength where length <= rest.count {
                if values.contains(Array(rest.prefix(length))) { return true }
            }
        }
        return false
    }

    private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }

    private static func start(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
    }

    private static func normalized(_ text: String) -> [UInt8] {
        text.utf8.compactMap { byte in
            if 0x41...0x5A ~= byte { return byte | 0x20 }
            return 0x61...0x7A ~= byte || isDigit(byte) || byte >= 0x80 ? byte : nil
        }
    }

    // MARK: - Samples

    mutating func add(_ sample: RequestSample) {
        for header in sample.headers ?? [] { add(header: header.name, header.value) }
        for header in sample.response?.headers ?? [] { add(header: header.name, header.value) }
        add(sample.url.query)
        switch sample.body {
        case .form(let items): add(items)
        case .multipart(let parts): add(parts.map(\.item))
        case .bytes(let bytes, _): add(json: bytes)
        case .none, .unknown: break
        }
        if let body = sample.response?.body { add(json: body) }
    }

    private mutating func add(header name: String, _ value: String?) {
        guard let value, PersonalData.secrets.isSecret(header: name) else { return }
        // `Bearer abc`, `session=abc; theme=dark`
        for piece in value.split(whereSeparator: { " ;,".contains($0) }) {
            insert(String(piece.split(separator: "=", maxSplits: 1).last ?? piece))
        }
        if value.lowercased().hasPrefix("basic "), let pair = Base64.decoded(MockText.trimmed(value.dropFirst(6))) {
            for part in String(decoding: pair, as: UTF8.self).split(separator: ":", maxSplits: 1) {
                insert(String(part))
            }
        }
    }

    private mutating func add(_ items: [RequestSample.Item]) {
        for item in items where PersonalData.isSecret(item.name) {
            if let value = item.value { insert(value) }
        }
    }

    // MARK: - JSON

    /// Adds the values of keys with secret names. The JSON isn't parsed: most of it has no such key.
    private mutating func add(json bytes: [UInt8]) {
        guard let first = bytes.first(where: { $0 > 0x20 }), first == 0x7B || first == 0x5B else { return }
        var at = 0
        while let (range, isKey, next) = Self.string(in: bytes, from: at) {
            at = next
            if isKey, isSecretKey(bytes[range]) { at = addValue(bytes, from: next) }
        }
    }

    private mutating func isSecretKey(_ name: ArraySlice<UInt8>) -> Bool {
        let hash = fnv1a(name)
        if let isSecret = keys[hash] { return isSecret }
        let isSecret = PersonalData.isSecret(String(decoding: name, as: UTF8.self))
        if keys.count < 100_000 { keys[hash] = isSecret }
        return isSecret
    }

    /// Adds a string, or the strings of a list or an object. Returns the position behind it.
    private mutating func addValue(_ bytes: [UInt8], from start: Int) -> Int {
        var at = start
        var depth = 0
        while at < bytes.count {
            switch bytes[at] {
            case 0x22:
                guard let (range, isKey, next) = Self.string(in: bytes, from: at) else { return bytes.count }
                if !isKey { insert(String(decoding: bytes[range], as: UTF8.self)) }
                at = next
                if depth == 0 { return at }
                continue
            case 0x7B, 0x5B: depth += 1
            case 0x7D, 0x5D:
                depth -= 1
                if depth <= 0 { return at }
            case 0x2C: if depth == 0 { return at }
            default: break
            }
            at += 1
        }
        return at
    }

    /// The next string, whether a colon follows, and the position behind it.
    private static func string(in bytes: [UInt8], from start: Int) -> (range: Range<Int>, isKey: Bool, next: Int)? {
        guard let open = bytes[min(start, bytes.count)...].firstIndex(of: 0x22) else { return nil }
        var at = open + 1
        while at < bytes.count, bytes[at] != 0x22 { at += bytes[at] == 0x5C ? 2 : 1 }
        guard at < bytes.count else { return nil }
        let range = (open + 1)..<at
        at += 1
        while at < bytes.count, bytes[at] <= 0x20 { at += 1 }
        guard at < bytes.count, bytes[at] == 0x3A else { return (range, false, range.upperBound + 1) }
        return (range, true, at + 1)
    }
}
