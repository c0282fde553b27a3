// Mistakes in how a type is written, with suggested fixes.

extension Diagnostic {
    static func emptyType(at place: SourceLocation) -> Self {
        .error(
            "missing-type", "a type is missing here",
            help: "write one as in Swift: 'String', 'Int?', '[Issue]', '[String: Int]', 'Page<Issue>'", at: place)
    }
    static func notAType(_ text: String, help: DiagnosticText, at place: SourceLocation) -> Self {
        .error("not-a-type", "'\(text)' isn't a type", help: help, at: place)
    }
    static func unclosedGeneric(_ text: String, at place: SourceLocation) -> Self {
        .error(
            "unclosed-generic", "'\(text)' is not closed",
            help: "end it with '>'; inside {…} and […] YAML ends a string at a comma: quote the type", at: place)
    }
    static func misplacedStream(at place: SourceLocation) -> Self {
        .error("misplaced-stream", "'stream of' is for a response", help: "a list is written '[T]'", at: place)
    }
    static func misplacedDefault(at place: SourceLocation) -> Self {
        .error(
            "misplaced-default", "nothing can have a default here", help: "give it to the parameter or field", at: place
        )
    }
    static func emptyDefault(at place: SourceLocation) -> Self {
        .error(
            "empty-default", "the default after '=' is missing",
            help:
                "quote the whole value if YAML took the default for a comment: \"String = #fff\"; '\"\"' is the empty string",
            at: place)
    }
    static func misplacedOptional(_ text: String, at place: SourceLocation) -> Self {
        .error(
            "misplaced-optional", "'\(text)' can't be optional or null here",
            help: "make the parameter or field optional instead", at: place)
    }
    static func parentheses(_ text: String, at place: SourceLocation) -> Self {
        let inner = text.hasSuffix(")?") ? text.dropFirst().dropLast(2) : text.dropFirst()
        return .error(
            "parentheses", "a type has no parentheses",
            help: text.hasSuffix(")?") ? "put the '?' after the key: 'state?: \(inner)'" : "leave them out", at: place)
    }
    static func emptyEnumValue(at place: SourceLocation) -> Self {
        .error(
            "empty-enum-value", "a value is missing beside '|'",
            help: "write one '|' between two; the empty string is '\"\"'", at: place)
    }
    static func optionalEnum(_ text: String, of key: String?, at place: SourceLocation) -> Self {
        .error(
            "optional-enum", "'?' can't follow the values of an enum",
            help: "put it after the key: '\(yaml: key ?? "state")?: \(text.dropLast())'", at: place)
    }
    static func namedValues(at place: SourceLocation) -> Self {
        .error(
            "not-a-type", "values of an enum that have names are no type",
            help: "write '{enum: {1: open, 2: closed}}': the value that is sent, then its name", at: place)
    }
    static func nullInEnum(_ help: DiagnosticText, at place: SourceLocation) -> Self {
        .error("enum-of-types", "null is no value of an enum", help: help, at: place)
    }
    static func duplicateEnumValue(_ value: String, at place: SourceLocation, first: SourceLocation) -> Self {
        .error(
            "duplicate-enum-value", "the value '\(value)' is here a second time", at: place,
            notes: [.init("the first is here", at: first)])
    }
    static func dictionaryKey(at place: SourceLocation) -> Self {
        .error("dictionary-key", "a dictionary's keys are 'String'", help: "write '[String: T]'", at: place)
    }
}
