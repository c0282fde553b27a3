import CallsiteCore
import CallsiteText

/// A query of a JSON value (RFC 9535): `$.paths['/pets'].get`, `$..parameters[?@.in == 'query']`.
///
/// A query that isn't well-formed or well-typed is a `Problem`. One leniency: a name behind a dot may have hyphens
/// (`.x-internal`), as in the examples of the Overlay Specification; `hyphenated` has these names.
package struct JSONPath: Sendable {
    /// The reason why a string isn't a query.
    package struct Problem: Error, Hashable, Sendable {
        package let reason: DiagnosticText
        /// In Unicode scalars from the start of the query.
        package let offset: Int
    }

    package let text: String
    let segments: [Segment]
    /// The names behind a dot that RFC 9535 only allows in brackets, as they are written.
    package let hyphenated: [String]
    /// The literals of `match` and `search` that are no I-Regexp (RFC 9485), and so match nothing.
    package let invalidPatterns: [String]

    package init(_ text: String) throws(Problem) {
        var parser = JSONPathParser(text)
        self.text = text
        segments = try parser.parse()
        (hyphenated, invalidPatterns) = (parser.hyphenated, parser.invalidPatterns)
    }

    struct Segment: Sendable {
        /// `..`: the selectors apply to a node and to everything in it.
        let isDescendant: Bool
        let selectors: [Selector]
    }

    enum Selector: Sendable {
        case name(String)
        case wildcard
        case index(Int)
        case slice(start: Int?, end: Int?, step: Int)
        case filter(Condition)
    }

    /// A query in a filter.
    struct Query: Sendable {
        /// Whether the query begins at the root, `$`; otherwise it begins at the current node, `@`.
        let isAbsolute: Bool
        let segments: [Segment]

        /// Whether the query selects at most one node, whatever the value.
        var isSingular: Bool {
            segments.allSatisfy { segment in
                guard !segment.isDescendant, segment.selectors.count == 1 else { return false }
                switch segment.selectors[0] {
                case .name, .index: return true
                case .wildcard, .slice, .filter: return false
                }
            }
        }
    }

    indirect enum Condition: Sendable {
        case or([Condition])
        case and([Condition])
        case not(Condition)
        case comparison(Operand, Comparison, Operand)
        case existence(Query)
        /// `match` or `search`.
        case match(Operand, pattern: Operand, Pattern.Extent)
    }

    enum Comparison: Sendable { case equal, unequal, less, atMost, greater, atLeast }

    /// An operand has one value, or none.
    indirect enum Operand: Sendable {
        case literal(JSONPathScalar)
        case node(Query)
        case length(Operand)
        case count(Query)
        case value(Query)
    }
}

/// A JSON value that is neither an array nor an object.
package enum JSONPathScalar: Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
}
