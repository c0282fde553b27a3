// Finds out whether pages and elements are counted from 0 or from 1: from a parameter's default, its minimum, its
// documentation, and parameters of the same name in other operations of the document.

/// Where the parameters of a document begin to count.
struct PagingBases: Sendable {
    /// The first number, by a parameter's name; nil if operations contradict each other.
    private var firsts: [String: Int?] = [:]

    init() {}

    init(_ api: API) {
        for endpoint in api.endpoints {
            for parameter in endpoint.parameters where parameter.location == .query { learn(parameter.property) }
            for field in endpoint.body?.fields ?? [] { learn(field) }
        }
    }

    private mutating func learn(_ property: API.Property) {
        let key = PagingDetection.key(property.wireName)
        let counts = [PagingDetection.pages, PagingDetection.offsets, PagingDetection.looseOffsets].contains {
            $0.contains(key)
        }
        guard counts, let first = Self.stated(property) else { return }
        if let other = firsts[property.wireName], other != first {
            firsts[property.wireName] = .some(nil)
        } else {
            firsts[property.wireName] = first
        }
    }

    /// The first number as the parameter itself states it, or else as other operations do; nil if none is stated, or if
    /// they contradict each other.
    func first(of parameter: PagingDetection.Parameter) -> Int? {
        if let stated = Self.stated(parameter.property) { return stated }
        guard let others = firsts[parameter.property.wireName] ?? nil else { return nil }
        // If 0 is allowed expressly, another operation that begins at 1 proves nothing.
        return parameter.property.minimum == 0 && others == 1 ? nil : others
    }

    func stated(by parameter: PagingDetection.Parameter) -> Int? { Self.stated(parameter.property) }

    private static func stated(_ property: API.Property) -> Int? {
        switch property.absentValue?.kind ?? property.writtenDefault?.kind {
        case .integer(let digits)?, .string(let digits)?:
            if digits == "0" || digits == "1" { return digits == "0" ? 0 : 1 }
        case .float(let digits)?: if let value = Double(digits), value == 0 || value == 1 { return Int(value) }
        default: break
        }
        if let first = stated(in: property.documentation) { return first }
        // A minimum of 0 may only mean an unsigned number; an example of 0 means that there is a page 0.
        if property.minimum == 1 { return 1 }
        if case .integer("0")? = property.writtenExample?.kind { return 0 }
        return nil
    }

    static func words(_ text: String?) -> [String] {
        (text ?? "").lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.prefix(400).map(String.init)
    }

    private static let fillers: Set<String> = [
        "a", "an", "at", "by", "from", "index", "is", "it", "item", "number", "of", "offset", "page", "pages",
        "position", "record", "result", "the", "to", "value", "with", "element", "row",
    ]
    private static let beginnings: Set<String> = [
        "start", "starts", "started", "starting", "begin", "begins", "beginning", "count", "counts", "counted",
        "counting", "indexed", "numbered", "numbering", "first", "default", "defaults", "from", "base",
    ]

    /// `starting with 0`, `zero-based`, `the first page is 1`, `1 is the first page`; nil if the documentation states
    /// neither, or both.
    static func stated(in documentation: String?) -> Int? {
        let words = words(documentation)
        var numbers: Set<Int> = []
        for (position, word) in words.enumerated() {
            guard let number = ["0": 0, "zero": 0, "1": 1, "one": 1][word] else { continue }
            let next = words.dropFirst(position + 1)
            if word == "one", next.first == "of" { continue }
            if saysFirst(after: next) || saysFirst(before: words[..<position]) { numbers.insert(number) }
        }
        return numbers.count == 1 ? numbers.first : nil
    }

    /// `0-based`, `0 by default`, `0 is the first page`.
    private static func saysFirst(after words: ArraySlice<String>) -> Bool {
        guard let next = words.first else { return false }
        return ["based", "indexed", "base"].contains(next) || words.starts(with: ["by", "default"])
            || ["is", "being", "for", "means"].contains(next) && words.dropFirst().prefix(2).contains("first")
    }

    /// `starting with 0`, `counted from the number 0`.
    private static func saysFirst(before words: ArraySlice<String>) -> Bool {
        for word in words.suffix(4).reversed() {
            if word == "from" { return true }
            if !fillers.contains(word) { return beginnings.contains(word) }
        }
        return false
    }
}
