import CallsiteCore
import CallsiteText

/// Reads a query (RFC 9535, appendix A), and checks the types of functions (section 2.4.3).
struct JSONPathParser {
    private let scalars: [UInt32]
    private let text: String
    private var position = 0
    private var depth = 0
    private(set) var hyphenated: [String] = []
    private(set) var invalidPatterns: [String] = []
    /// The most levels of parentheses, functions, and filters in filters.
    private static let mostDepth = 40
    /// The largest integer that every JSON reader keeps (section 2.1).
    private static let largest = UInt(1) << 53 - 1

    init(_ text: String) {
        self.text = text
        scalars = text.unicodeScalars.map(\.value)
    }

    mutating func parse() throws(JSONPath.Problem) -> [JSONPath.Segment] {
        guard take("$") else { throw problem("a query begins with '$'") }
        let segments = try segments()
        guard position == scalars.count else { throw unexpected() }
        return segments
    }

    // MARK: - Characters

    private func problem(_ reason: DiagnosticText, at offset: Int? = nil) -> JSONPath.Problem {
        JSONPath.Problem(reason: reason, offset: offset ?? position)
    }

    private func unexpected(_ expectation: DiagnosticText? = nil) -> JSONPath.Problem {
        guard position < scalars.count, let scalar = Unicode.Scalar(scalars[position]) else {
            return problem(expectation.map { "\($0) is missing at the end" } ?? "the query ends too soon")
        }
        return problem(expectation.map { "\($0) is missing before '\(scalar)'" } ?? "'\(scalar)' has no meaning here")
    }

    private func peek(_ sign: StaticString) -> Bool {
        sign.withUTF8Buffer { scalars[position...].starts(with: $0.lazy.map(UInt32.init)) }
    }

    private mutating func take(_ sign: StaticString) -> Bool {
        guard peek(sign) else { return false }
        position += sign.utf8CodeUnitCount
        return true
    }

    private mutating func skipBlanks() {
        while position < scalars.count, [0x20, 0x09, 0x0A, 0x0D].contains(scalars[position]) { position += 1 }
    }

    /// Takes a sign and the blanks on both sides; without the sign, no blank either.
    private mutating func takeBetweenBlanks(_ sign: StaticString) -> Bool {
        let start = position
        skipBlanks()
        guard take(sign) else {
            position = start
            return false
        }
        skipBlanks()
        return true
    }

    private static func isDigit(_ scalar: UInt32) -> Bool { 0x30...0x39 ~= scalar }

    private static func isNameStart(_ scalar: UInt32) -> Bool {
        0x41...0x5A ~= scalar & ~0x20 || scalar == 0x5F || scalar >= 0x80
    }

    private static func isNamePart(_ scalar: UInt32) -> Bool { isNameStart(scalar) || isDigit(scalar) }

    private func string(_ range: Range<Int>) -> String {
        String(String.UnicodeScalarView(scalars[range].compactMap(Unicode.Scalar.init)))
    }

    // MARK: - Segments

    /// Blanks may stand before a segment, not behind the last.
    private mutating func segments() throws(JSONPath.Problem) -> [JSONPath.Segment] {
        var segments: [JSONPath.Segment] = []
        while true {
            let start = position
            skipBlanks()
            if take("..") {
                let selectors = peek("[") ? try brackets() : [try dotted()]
                segments.append(.init(isDescendant: true, selectors: selectors))
            } else if take(".") {
                segments.append(.init(isDescendant: false, selectors: [try dotted()]))
            } else if peek("[") {
                segments.append(.init(isDescendant: false, selectors: try brackets()))
            } else {
                position = start
                return segments
            }
        }
    }

    private mutating func dotted() throws(JSONPath.Problem) -> JSONPath.Selector {
        if take("*") { return .wildcard }
        let start = position
        guard position < scalars.count, Self.isNameStart(scalars[position]) else {
            if position < scalars.count, scalars[position] > 0x20 {
                throw problem("this name needs brackets and quotes: ['…']")
            }
            throw unexpected("a name")
        }
        var hasHyphen = false
        while position < scalars.count, Self.isNamePart(scalars[position]) || scalars[position] == 0x2D {
            if scalars[position] == 0x2D { hasHyphen = true }
            position += 1
        }
        let name = string(start..<position)
        if hasHyphen { hyphenated.append(name) }
        return .name(name)
    }

    private mutating func brackets() throws(JSONPath.Problem) -> [JSONPath.Selector] {
        position += 1
        var selectors: [JSONPath.Selector] = []
        repeat {
            skipBlanks()
            selectors.append(try selector())
            skipBlanks()
        } while take(",")
        guard take("]") else { throw unexpected("']'") }
        return selectors
    }

    private mutating func selector() throws(JSONPath.Problem) -> JSONPath.Selector {
        if take("*") { return .wildcard }
        if peek("'") || peek("\"") { return .name(try quoted()) }
        if take("?") {
            skipBlanks()
            return .filter(try condition())
        }
        let start = try integer()
        guard takeBetweenBlanks(":") else {
            guard let start else { throw unexpected("a name in quotes, an index, '*' or '?'") }
            return .index(start)
        }
        let end = try integer()
        let step = takeBetweenBlanks(":") ? try integer() : nil
        return .slice(start: start, end: end, step: step ?? 1)
    }

    /// An integer without leading zeros; nil: there is none.
    private mutating func integer() throws(JSONPath.Problem) -> Int? {
        let start = position
        let isNegative = take("-")
        let digits = position
        while position < scalars.count, Self.isDigit(scalars[position]) { position += 1 }
        guard position > digits else {
            if isNegative { throw unexpected("a digit") }
            return nil
        }
        if scalars[digits] == 0x30, position > digits + 1 || isNegative {
            throw problem("an integer has no leading zero, and no minus sign before zero", at: start)
        }
        guard let value = Int(string(start..<position)), value.magnitude <= Self.largest else {
            throw problem("this integer is too large", at: start)
        }
        return value
    }

    // MARK: - Strings

    private mutating func quoted() throws(JSONPath.Problem) -> String {
        let start = position
        let quote = scalars[position]
        position += 1
        var result = String.UnicodeScalarView()
        while position < scalars.count, scalars[position] != quote {
            let scalar = scalars[position]
            guard scalar >= 0x20 else { throw problem("a control character in quotes must be an escape, '\\u00…'") }
            position += 1
            if scalar == 0x5C {
                result.append(try escape(quote))
            } else if let scalar = Unicode.Scalar(scalar) {
                result.append(scalar)
            }
        }
        guard position < scalars.count else { throw problem("the quote isn't closed", at: start) }
        position += 1
        return String(result)
    }

    private mutating func escape(_ quote: UInt32) throws(JSONPath.Problem) -> Unicode.Scalar {
        let start = position - 1
        guard position < scalars.count else { throw problem("the quote isn't closed", at: start) }
        let scalar = scalars[position]
        position += 1
        switch scalar {
        case quote: return quote == 0x22 ? "\"" : "'"
        case 0x5C: return "\\"
        case 0x2F: return "/"
        case 0x62: return "\u{8}"
        case 0x66: return "\u{C}"
        case 0x6E: return "\n"
        case 0x72: return "\r"
        case 0x74: return "\t"
        case 0x75:
            let unit = try hex(start)
            if 0xD800..<0xDC00 ~= unit, take("\\u") {
                let low = try hex(start)
                if 0xDC00..<0xE000 ~= low, let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
                {
                    return scalar
                }
            } else if let scalar = Unicode.Scalar(unit) {
                return scalar
            }
            throw problem("half of a surrogate pair is no character", at: start)
        default: throw problem("this escape isn't one of JSON", at: start)
        }
    }

    private mutating func hex(_ start: Int) throws(JSONPath.Problem) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard position < scalars.count, scalars[position] < 0x80,
                let digit = Character(Unicode.Scalar(UInt8(scalars[position]))).hexDigitValue
            else { throw problem("'\\u' takes four hexadecimal digits", at: start) }
            value = value << 4 | UInt32(digit)
            position += 1
        }
        return value
    }

    // MARK: - Filters

    private mutating func condition() throws(JSONPath.Problem) -> JSONPath.Condition {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.mostDepth else { throw problem("the filter is nested too deeply") }
        var alternatives = [try conjunction()]
        while takeBetweenBlanks("||") { alternatives.append(try conjunction()) }
        return alternatives.count == 1 ? alternatives[0] : .or(alternatives)
    }

    private mutating func conjunction() throws(JSONPath.Problem) -> JSONPath.Condition {
        var parts = [try basic()]
        while takeBetweenBlanks("&&") { parts.append(try basic()) }
        return parts.count == 1 ? parts[0] : .and(parts)
    }

    private mutating func basic() throws(JSONPath.Problem) -> JSONPath.Condition {
        guard take("!") else {
            if let inner = try parenthesized() { return inner }
            return try test()
        }
        skipBlanks()
        guard peek("(") || peek("@") || peek("$") || isFunction else { throw unexpected("a query or '('") }
        if let inner = try parenthesized() { return .not(inner) }
        let start = position
        let inner = try test()
        if case .comparison = inner { throw problem("a negated comparison needs parentheses", at: start) }
        return .not(inner)
    }

    /// nil: there is no parenthesis.
    private mutating func parenthesized() throws(JSONPath.Problem) -> JSONPath.Condition? {
        guard take("(") else { return nil }
        skipBlanks()
        let inner = try condition()
        skipBlanks()
        guard take(")") else { throw unexpected("')'") }
        return inner
    }

    private enum Term {
        case operand(JSONPath.Operand)
        case nodes(JSONPath.Query)
        case condition(JSONPath.Condition)
    }

    /// A comparison, a query of which a node must be there, or a function that is true or false.
    private mutating func test() throws(JSONPath.Problem) -> JSONPath.Condition {
        let start = position
        let term = try term()
        let signs: [(StaticString, JSONPath.Comparison)] = [
            ("==", .equal), ("!=", .unequal), ("<=", .atMost), (">=", .atLeast), ("<", .less), (">", .greater),
        ]
        for (sign, comparison) in signs where takeBetweenBlanks(sign) {
            let second = position
            let left = try operand(term, at: start)
            return .comparison(left, comparison, try operand(try self.term(), at: second))
        }
        switch term {
        case .nodes(let query): return .existence(query)
        case .condition(let condition): return condition
        case .operand: throw problem("this value must be compared with another", at: start)
        }
    }

    private func operand(_ term: Term, at start: Int) throws(JSONPath.Problem) -> JSONPath.Operand {
        switch term {
        case .operand(let operand): return operand
        case .nodes(let query):
            guard query.isSingular else {
                throw problem("this query may select several nodes, and one value is needed", at: start)
            }
            return .node(query)
        case .condition: throw problem("the result of this function can't be compared", at: start)
        }
    }

    private var isFunction: Bool { position < scalars.count && 0x61...0x7A ~= scalars[position] }

    /// A literal, a query, or a function.
    private mutating func term() throws(JSONPath.Problem) -> Term {
        guard position < scalars.count else { throw unexpected("a value") }
        if peek("'") || peek("\"") { return .operand(.literal(.string(try quoted()))) }
        if peek("@") || peek("$") { return .nodes(try query()) }
        if peek("-") || Self.isDigit(scalars[position]) { return .operand(.literal(.number(try number()))) }
        guard isFunction else { throw unexpected("a value") }
        let start = position
        while position < scalars.count,
            Self.isDigit(scalars[position]) || 0x61...0x7A ~= scalars[position] || scalars[position] == 0x5F
        {
            position += 1
        }
        let name = string(start..<position)
        guard peek("(") else {
            switch name {
            case "true": return .operand(.literal(.bool(true)))
            case "false": return .operand(.literal(.bool(false)))
            case "null": return .operand(.literal(.null))
            default:
                throw problem(
                    "'\(name)' is neither a literal nor a function; a name of a member begins with '@.'", at: start)
            }
        }
        return try function(name, at: start)
    }

    private mutating func query() throws(JSONPath.Problem) -> JSONPath.Query {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.mostDepth else { throw problem("the filter is nested too deeply") }
        let isAbsolute = scalars[position] == 0x24
        position += 1
        return JSONPath.Query(isAbsolute: isAbsolute, segments: try segments())
    }

    private mutating func function(_ name: String, at start: Int) throws(JSONPath.Problem) -> Term {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.mostDepth else { throw problem("the filter is nested too deeply") }
        position += 1
        skipBlanks()
        var arguments: [(term: Term, start: Int)] = []
        if !peek(")") {
            repeat {
                skipBlanks()
                let begin = position
                arguments.append((try term(), begin))
                skipBlanks()
            } while take(",")
        }
        guard take(")") else { throw unexpected("')'") }
        let counts = ["length": 1, "count": 1, "value": 1, "match": 2, "search": 2]
        guard let count = counts[name] else {
            throw problem("there is no function '\(name)'; there are count, length, match, search and value", at: start)
        }
        guard arguments.count == count else {
            throw problem("'\(name)' takes \(count == 1 ? "one argument" : "two arguments")", at: start)
        }
        func nodes() throws(JSONPath.Problem) -> JSONPath.Query {
            guard case .nodes(let query) = arguments[0].term else {
                throw problem("'\(name)' takes a query", at: arguments[0].start)
            }
            return query
        }
        switch name {
        case "length": return .operand(.length(try operand(arguments[0].term, at: arguments[0].start)))
        case "count": return .operand(.count(try nodes()))
        case "value": return .operand(.value(try nodes()))
        default:
            let pattern = try operand(arguments[1].term, at: arguments[1].start)
            if case .literal(.string(let text)) = pattern, (try? Pattern(text, dialect: .iRegexp)) == nil {
                invalidPatterns.append(text)
            }
            return .condition(
                .match(
                    try operand(arguments[0].term, at: arguments[0].start), pattern: pattern,
                    name == "match" ? .whole : .part))
        }
    }

    /// A number of JSON (RFC 8259, section 6).
    private mutating func number() throws(JSONPath.Problem) -> Double {
        let start = position
        _ = take("-")
        let digits = position
        func skipDigits() throws(JSONPath.Problem) {
            let begin = position
            while position < scalars.count, Self.isDigit(scalars[position]) { position += 1 }
            guard position > begin else { throw unexpected("a digit") }
        }
        try skipDigits()
        guard scalars[digits] != 0x30 || position == digits + 1 else {
            throw problem("a number has no leading zero", at: start)
        }
        if take(".") { try skipDigits() }
        if take("e") || take("E") {
            if !take("-") { _ = take("+") }
            try skipDigits()
        }
        guard let value = Double(string(start..<position)) else { throw problem("this isn't a number", at: start) }
        return value
    }
}
