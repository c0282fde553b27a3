import CallsiteCore

/// A type as it is printed: `[Issue]`, `Page<Repository>`, `String?`. Built from identifiers only.
package struct SwiftTypeName: Hashable, Sendable, TextFragment {
    package let text: String

    private init(text: String) { self.text = text }

    package init(_ identifier: SwiftIdentifier) { text = identifier.text }

    /// `Owner.Inner`, or `Inner` alone.
    init(_ name: SwiftIdentifier, in owner: SwiftTypeName?) {
        self = owner.map { .member(name, of: $0) } ?? SwiftTypeName(name)
    }

    /// `Owner.Inner`.
    package static func member(_ name: SwiftIdentifier, of owner: SwiftTypeName) -> Self {
        .init(text: owner.text + "." + name.member)
    }
    package static func list(_ element: SwiftTypeName) -> Self { .init(text: "[" + element.text + "]") }
    package static func dictionary(_ value: SwiftTypeName) -> Self { .init(text: "[String: " + value.text + "]") }
    package static func optional(_ wrapped: SwiftTypeName) -> Self { .init(text: wrapped.text + "?") }
    /// Written with a question mark: a variable of it is nil unless it is given a value.
    package var isOptional: Bool { text.hasSuffix("?") }
    package static func generic(_ base: SwiftTypeName, _ arguments: [SwiftTypeName]) -> Self {
        arguments.isEmpty ? base : .init(text: base.text + "<" + arguments.map(\.text).joined(separator: ", ") + ">")
    }

    package static func known(_ known: KnownTypeName) -> Self { .init(text: known.rawValue) }
}

/// A value as an expression. Made from parsed values, never from unescaped strings of a description.
package struct SwiftExpression: Hashable, Sendable, TextFragment {
    package let text: String

    private init(text: String) { self.text = text }

    package static let null = SwiftExpression(text: "nil")
    package static let void = SwiftExpression(text: "()")
    package static func bool(_ value: Bool) -> Self { .init(text: value ? "true" : "false") }
    package static func integer(_ value: Int64) -> Self { .init(text: String(value)) }
    package static func unsigned(_ value: UInt64) -> Self { .init(text: String(value)) }
    /// Finite.
    package static func double(_ value: Double) -> Self { .init(text: String(value)) }
    package static func string(_ value: String) -> Self { .init(text: SwiftStringLiteral(value).text) }
    /// `.open`.
    package static func member(_ name: SwiftIdentifier) -> Self { .init(text: "." + name.member) }
    package static func list(_ values: [Self]) -> Self {
        .init(text: "[" + values.map(\.text).joined(separator: ", ") + "]")
    }
    package static func dictionary(_ entries: [(key: String, value: Self)]) -> Self {
        guard !entries.isEmpty else { return .init(text: "[:]") }
        return .init(
            text: "[" + entries.map { SwiftStringLiteral($0.key).text + ": " + $0.value.text }.joined(separator: ", ")
                + "]")
    }
    /// `Date(timeIntervalSince1970: 0)`; a failing initialiser is known to succeed: its argument was checked.
    package static func call(_ type: KnownTypeName, _ arguments: [SwiftArgument], mayFail: Bool = false) -> Self {
        .init(text: new(.known(type), arguments).text + (mayFail ? "!" : ""))
    }
    package static func date(secondsSince1970 seconds: Double) -> Self {
        .call(.date, [.init("timeIntervalSince1970", .double(seconds))])
    }

    /// `.init(value)`, where the type is known.
    package static func wrapping(_ value: Self) -> Self { .init(text: ".init(" + value.text + ")") }
}

// MARK: Values that are looked up

extension SwiftExpression {
    /// The names of arguments in generated code.
    package enum Root: String { case page, cursor, response, `self`, closure = "$0" }
    package static func root(_ root: Root) -> Self { .init(text: root.rawValue) }

    /// `value.name`, or `value?.name`.
    package func member(_ name: SwiftIdentifier, isOptional: Bool = false) -> Self {
        .init(text: text + (isOptional ? "?." : ".") + name.member)
    }

    /// `value["key"]`.
    package func key(_ key: String, isOptional: Bool = false) -> Self {
        .init(text: text + (isOptional ? "?[" : "[") + SwiftStringLiteral(key).text + "]")
    }

    /// A list that may be missing: `value ?? []`.
    package var orEmpty: Self { .init(text: text + " ?? []") }
    /// The first of two that is there: `value ?? other`.
    package func or(_ other: Self) -> Self { .init(text: text + " ?? " + other.text) }
    package var isPresent: Self { .init(text: text + " != nil") }

    /// `!value`, or `(value).map { !$0 }`.
    package func negated(isOptional: Bool) -> Self {
        .init(text: isOptional ? "(" + text + ").map { !$0 }" : "!" + text)
    }

    /// The payload of a union if it is this case, else nil.
    package func payload(of unionCase: SwiftIdentifier, as type: SwiftTypeName, isOptional: Bool = false) -> Self {
        let pattern = ".\(unionCase.member)(let payload)" + (isOptional ? "?" : "")
        // In parentheses, since no statement may begin with a closure.
        return .init(text: "({ () -> \(type.text)? in if case \(pattern) = \(text) { payload } else { nil } }())")
    }

    /// `PageContinuation.number(of: value)`.
    package static func number(of value: Self) -> Self {
        .init(text: "PageContinuation.number(of: " + value.text + ")")
    }

    /// The elements of a page of any JSON: those of a list, else the value itself. Optional if the value is.
    package func untypedElements(mayBeList: Bool, isOptional: Bool) -> Self {
        let single = isOptional ? text + ".map { [$0] }" : "[" + text + "]"
        return .init(text: mayBeList ? text + (isOptional ? "?" : "") + ".array ?? " + single : single)
    }

    /// `value.method("argument")`.
    package func calling(_ method: SwiftIdentifier, _ argument: Self? = nil) -> Self {
        .init(text: text + "." + method.member + "(" + (argument?.text ?? "") + ")")
    }

    /// `PageContinuation.isGiven(value)`.
    package static func isGiven(_ value: Self) -> Self { .init(text: "PageContinuation.isGiven(" + value.text + ")") }

    /// `.fixture()`.
    package static func implicit(_ name: String, _ arguments: [SwiftArgument] = []) -> Self {
        .init(text: "." + SwiftIdentifier(name).member + "(" + arguments.map(\.text).joined(separator: ", ") + ")")
    }

    /// `Issue(title: title)`.
    package static func new(_ type: SwiftTypeName, _ arguments: [SwiftArgument]) -> Self {
        .init(text: type.text + "(" + arguments.map(\.text).joined(separator: ", ") + ")")
    }
}

// MARK: Deep links

extension SwiftExpression {
    /// A variable of the enclosing function.
    package init(_ name: SwiftIdentifier) { self.init(text: name.text) }

    /// `.value(prefix: "@", suffix: ".html")`.
    package static func segment(prefix: String, suffix: String) -> Self {
        let texts = [("prefix", prefix), ("suffix", suffix)].filter { !$0.1.isEmpty }
        return .implicit("value", texts.map { .init($0, .string($1)) })
    }
}

/// A condition that a deep link must meet to match a pattern, as it is written after `if`.
package struct SwiftLinkCondition: Hashable, Sendable, TextFragment {
    package let text: String

    private init(text: String) { self.text = text }

    /// `let values = link.match([.literal("stories"), .value()])`.
    package static func path(_ segments: [SwiftExpression], hasValues: Bool) -> Self {
        let match = "link.match(" + SwiftExpression.list(segments).text + ")"
        return .init(text: hasValues ? "let values = " + match : match + " != nil")
    }

    /// `let owner = DeepLink.value(values[0], as: String.self)`.
    package static func value(_ name: SwiftIdentifier, inPathAt index: Int, as type: SwiftTypeName) -> Self {
        .init(text: "let \(name.text) = DeepLink.value(values[\(index)], as: \(type.text).self)")
    }

    /// `let q = link.value("q", as: String.self)`.
    package static func value(_ name: SwiftIdentifier, item: String, as type: SwiftTypeName) -> Self {
        .init(text: "let \(name.text) = link.value(" + SwiftStringLiteral(item).text + ", as: \(type.text).self)")
    }

    /// `link.item("type") == "story"`.
    package static func item(_ name: String, equals text: String) -> Self {
        .init(text: "link.item(" + SwiftStringLiteral(name).text + ") == " + SwiftStringLiteral(text).text)
    }
}

/// `label: value`.
package struct SwiftArgument: Hashable, Sendable, TextFragment {
    package let text: String

    package init(_ value: SwiftExpression) { text = value.text }
    package init(_ label: SwiftIdentifier, _ value: SwiftExpression) { text = label.label.text + ": " + value.text }
    package init(_ label: String, _ value: SwiftExpression) { self.init(SwiftIdentifier(label), value) }
}
