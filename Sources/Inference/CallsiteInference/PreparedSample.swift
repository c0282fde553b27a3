import CallsiteMockEngine
import CallsiteSamples
import CallsiteText

/// A sample, with the facts that decide its place among the others.
struct PreparedSample {
    let sample: RequestSample
    /// The saved request that it belongs to; nil: no file saved it under a name.
    let requestName: String?

    init(_ sample: RequestSample) {
        self.sample = sample
        requestName = sample.name.map { [sample.file, sample.tag ?? "", $0].joined(separator: "\n") }
    }

    private var bodyFields: [String] {
        switch sample.body {
        case .bytes(let bytes, let type):
            if case .json(.object(let fields)) = MessageBody(bytes, type) { fields.keys } else { [] }
        case .form(let items): items.map(\.name)
        case .multipart(let parts): parts.map(\.item.name)
        case .unknown, .none: []
        }
    }

    /// Whether a success came back that looks like JSON.
    var hasJSON: Bool {
        guard let response = sample.response, 200..<300 ~= response.status,
            let first = response.body?.first(where: { $0 > 0x20 })
        else { return false }
        return first == 0x7B || first == 0x5B
    }

    /// The outline of a success's body, with the names of the request; empty: there is no body.
    var outline: Outline {
        var outline = Outline()
        defer {
            if !outline.isEmpty { outline.add(sample.url.query.map { "?" + $0.name } + bodyFields.map { "=" + $0 }) }
        }
        if let response = sample.response, 200..<300 ~= response.status, case .json(let value) = MessageBody(response) {
            outline.add(value)
        }
        return outline
    }
}

/// The paths to the fields of a value, three levels deep, without the positions in lists: each as its hash (FNV-1a).
struct Outline {
    private(set) var paths: Set<UInt64> = []

    var isEmpty: Bool { paths.isEmpty }
    var count: Int { paths.count }

    mutating func add(_ value: JSONValue) { add(value, 0xCBF2_9CE4_8422_2325, 0) }

    mutating func add(_ names: [String]) { for name in names.prefix(50) { paths.insert(Self.hash(0, name)) } }

    mutating func formUnion(_ other: Outline) { paths.formUnion(other.paths) }

    func isSuperset(of other: Outline) -> Bool { paths.isSuperset(of: other.paths) }

    /// Whether half of all paths are in both.
    func isAlike(_ other: Outline) -> Bool {
        let common = paths.intersection(other.paths).count
        return common > 0 && common * 2 >= paths.count + other.paths.count - common
    }

    private static func hash(_ path: UInt64, _ text: String) -> UInt64 {
        var hash = (path ^ 0x2E) &* 0x100_0000_01B3
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return hash
    }

    private mutating func add(_ value: JSONValue, _ path: UInt64, _ level: Int) {
        guard paths.count < 100 else { return }
        switch value {
        case .array(let elements): for element in elements.prefix(3) { add(element, Self.hash(path, "[]"), level) }
        case .object(let fields):
            guard level < 3 else { return }
            for (key, field) in fields.pairs.prefix(50) {
                let inner = Self.hash(path, key)
                paths.insert(inner)
                add(field, inner, level + 1)
            }
        case .null, .bool, .number, .string: if level == 0 { paths.insert(path) }
        }
    }
}
