/// A regular expression of ECMA-262, always with Unicode's code points, or an I-Regexp (RFC 9485), a subset except for
/// its dot. A match takes time linear in the string and in the pattern.
///
/// Look-around is supported only at the start of an anchored pattern (`^(?=.*\d)`), and back-references aren't
/// supported. `Problem.unsupported` reports them.
package struct Pattern: Sendable {
    package enum Problem: Error, Hashable, Sendable {
        /// No regular expression of ECMA-262.
        case invalid(String)
        /// A valid expression that this matcher can't run.
        case unsupported(String)

        package var message: String {
            switch self {
            case .invalid(let reason): "isn't a regular expression: \(reason)"
            case .unsupported(let reason): "isn't supported, so it isn't checked: \(reason)"
            }
        }
    }

    package enum Dialect: Sendable { case ecmaScript, iRegexp }

    /// Whether a match may be anywhere in a string, or must be all of it.
    package enum Extent: Sendable { case part, whole }

    package let text: String
    private let program: PatternProgram
    /// Conditions at the start that must match, or mustn't (`isNegative`), before the rest.
    private let conditions: [(isNegative: Bool, program: PatternProgram)]
    package let tree: PatternNode
    /// How many instructions a pattern may have, after its quantifiers are expanded.
    static let mostInstructions = 50_000
    /// How many steps a match may take.
    static let mostSteps = 20_000_000

    package init(_ text: String, dialect: Dialect = .ecmaScript, extent: Extent = .part) throws(Problem) {
        self.text = text
        var parser = PatternParser(text, dialect: dialect)
        var (conditions, tree) = try parser.parse()
        if extent == .whole { tree = .sequence([.start, tree, .end]) }
        var programs: [(isNegative: Bool, program: PatternProgram)] = []
        var count = 0
        for condition in conditions {
            let program = try PatternProgram(condition.node, isAnchored: true)
            count += program.instructions.count
            programs.append((condition.isNegative, program))
            guard count <= Self.mostInstructions else { throw .unsupported("it is too large") }
        }
        self.tree = tree
        self.conditions = programs
        program = try PatternProgram(tree, isAnchored: !conditions.isEmpty)
    }

    /// Whether the pattern matches somewhere in the string. nil if that would take too much work.
    package func matches(_ text: String) -> Bool? {
        let scalars = text.unicodeScalars.map(\.value)
        var steps = Self.mostSteps
        for condition in conditions {
            guard let isMatch = condition.program.matches(scalars, &steps) else { return nil }
            if isMatch == condition.isNegative { return false }
        }
        return program.matches(scalars, &steps)
    }

    package static func isRegularExpression(_ text: String) -> Bool {
        do throws(Problem) {
            _ = try Pattern(text)
            return true
        } catch {
            if case .unsupported = error { return true }
            return false
        }
    }
}

/// A pattern as it is written.
package indirect enum PatternNode: Sendable {
    case empty
    case one(PatternClass)
    case sequence([PatternNode])
    case choice([PatternNode])
    /// `most` is nil without a bound.
    case many(PatternNode, least: Int, most: Int?)
    case start, end, wordEdge, noWordEdge
}
