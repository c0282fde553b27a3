/// A type as it is printed: `[Issue]`, `Page<Repository>`, `String?`. Built from identifiers only.
package struct SwiftTypeName: Hashable, Sendable, TemplateFragment {
    package let text: String

    private init(text: String) { self.text = text }

    init(_ identifier: SwiftIdentifier) { text = identifier.text }

    /// `Owner.Inner`.
    static func member(_ name: SwiftIdentifier, of owner: SwiftTypeName) -> Self { .init(text: owner.text + "." + name.text) }
    static func list(_ element: SwiftTypeName) -> Self { .init(text: "[" + element.text + "]") }
    static func dictionary(_ value: SwiftTypeName) -> Self { .init(text: "[String: " + value.text + "]") }
    static func optional(_ wrapped: SwiftTypeName) -> Self { .init(text: wrapped.text + "?") }
    static func generic(_ base: SwiftTypeName, _ arguments: [SwiftTypeName]) -> Self {
        arguments.isEmpty ? base : .init(text: base.text + "<" + arguments.map(\.text).joined(separator: ", ") + ">")
    }

    /// Types that generated code names without declaring them.
    enum Known: String, CaseIterable {
        case string = "String"
        case bool = "Bool"
        case int = "Int"
        case int32 = "Int32"
        case int64 = "Int64"
        case double = "Double"
        case float = "Float"
        case decimal = "Decimal"
        case date = "Date"
        case calendarDate = "CalendarDate"
        case timestamp = "Timestamp"
        case timestampMilliseconds = "TimestampMilliseconds"
        case url = "URL"
        case uuid = "UUID"
        case data = "Data"
        case jsonValue = "JSONValue"
        case void = "Void"
        case patch = "Patch"
        case indirect = "Indirect"
        case rejected = "Rejected"
        case responseStream = "ResponseStream"
        case fileContent = "FileContent"
    }
    static func known(_ known: Known) -> Self { .init(text: known.rawValue) }

    package func write(to output: inout [UInt8]) { output.append(contentsOf: text.utf8) }
}

/// A value as an expression. Made from values that were parsed, never from text of a description.
package struct SwiftExpression: Hashable, Sendable, TemplateFragment {
    package let text: String

    private init(text: String) { self.text = text }

    static let null = SwiftExpression(text: "nil")
    static let void = SwiftExpression(text: "()")
    static func bool(_ value: Bool) -> Self { .init(text: value ? "true" : "false") }
    static func integer(_ value: Int64) -> Self { .init(text: String(value)) }
    /// Finite.
    static func double(_ value: Double) -> Self { .init(text: String(value)) }
    static func string(_ value: String) -> Self { .init(text: SwiftStringLiteral(value).text) }
    /// `.open`.
    static func member(_ name: SwiftIdentifier) -> Self { .init(text: "." + name.text) }
    static func list(_ values: [Self]) -> Self { .init(text: "[" + values.map(\.text).joined(separator: ", ") + "]") }
    static func dictionary(_ entries: [(key: String, value: Self)]) -> Self {
        guard !entries.isEmpty else { return .init(text: "[:]") }
        return .init(text: "[" + entries.map { SwiftStringLiteral($0.key).text + ": " + $0.value.text }.joined(separator: ", ") + "]")
    }
    /// `Date(timeIntervalSince1970: 0)`; a failing initialiser is known to succeed: its argument was checked.
    static func call(_ type: SwiftTypeName.Known, _ arguments: [(label: SwiftIdentifier?, value: Self)], mayFail: Bool = false) -> Self {
        let list = arguments.map { ($0.label.map { $0.text + ": " } ?? "") + $0.value.text }.joined(separator: ", ")
        return .init(text: type.rawValue + "(" + list + ")" + (mayFail ? "!" : ""))
    }

    /// `.init(value)`, where the type is known.
    static func wrapping(_ value: Self) -> Self { .init(text: ".init(" + value.text + ")") }

    package func write(to output: inout [UInt8]) { output.append(contentsOf: text.utf8) }
}

// MARK: Values that are looked up

extension SwiftExpression {
    /// What generated code calls its own arguments.
    enum Root: String { case page, cursor, response, `self`, closure = "$0" }
    static func root(_ root: Root) -> Self { .init(text: root.rawValue) }

    /// `value.name`, or `value?.name`.
    func member(_ name: SwiftIdentifier, isOptional: Bool = false) -> Self { .init(text: text + (isOptional ? "?." : ".") + name.text) }

    /// `value["key"]`.
    func key(_ key: String, isOptional: Bool = false) -> Self {
        .init(text: text + (isOptional ? "?[" : "[") + SwiftStringLiteral(key).text + "]")
    }

    /// A list that may be missing: `value ?? []`.
    var orEmpty: Self { .init(text: text + " ?? []") }
    /// The first of two that is there: `value ?? other`.
    func or(_ other: Self) -> Self { .init(text: text + " ?? " + other.text) }
    var isPresent: Self { .init(text: text + " != nil") }

    /// `!value`, or `(value).map { !$0 }`.
    func negated(isOptional: Bool) -> Self { .init(text: isOptional ? "(" + text + ").map { !$0 }" : "!" + text) }

    /// What a union holds if it is this case, else nil.
    func payload(of unionCase: SwiftIdentifier, as type: SwiftTypeName, isOptional: Bool = false) -> Self {
        let pattern = ".\(unionCase.text)(let payload)" + (isOptional ? "?" : "")
        // In parentheses, since no statement may begin with a closure.
        return .init(text: "({ () -> \(type.text)? in if case \(pattern) = \(text) { payload } else { nil } }())")
    }

    /// `PageContinuation.number(of: value)`.
    static func number(of value: Self) -> Self { .init(text: "PageContinuation.number(of: " + value.text + ")") }

    /// The elements of a page of any JSON: those of a list, else the value itself. Optional if the value is.
    func untypedElements(mayBeList: Bool, isOptional: Bool) -> Self {
        let single = isOptional ? text + ".map { [$0] }" : "[" + text + "]"
        return .init(text: mayBeList ? text + (isOptional ? "?" : "") + ".array ?? " + single : single)
    }

    /// `value.method("argument")`.
    func calling(_ method: SwiftIdentifier, _ argument: Self? = nil) -> Self {
        .init(text: text + "." + method.text + "(" + (argument?.text ?? "") + ")")
    }

    /// `PageContinuation.isGiven(value)`.
    static func isGiven(_ value: Self) -> Self { .init(text: "PageContinuation.isGiven(" + value.text + ")") }

    /// `.fixture()`.
    static func implicit(_ name: String, labelled arguments: [(label: SwiftIdentifier, value: Self)]) -> Self {
        let list = arguments.map { $0.label.label.text + ": " + $0.value.text }.joined(separator: ", ")
        return .init(text: "." + SwiftIdentifier(name).text + "(" + list + ")")
    }

    static func implicit(_ name: String, _ arguments: [Self] = []) -> Self {
        .init(text: "." + SwiftIdentifier(name).text + "(" + arguments.map(\.text).joined(separator: ", ") + ")")
    }

    /// `Issue(title: title)`.
    static func new(_ type: SwiftTypeName, _ arguments: [SwiftArgument]) -> Self {
        .init(text: type.text + "(" + arguments.map(\.text).joined(separator: ", ") + ")")
    }
}

// MARK: Deep links

extension SwiftExpression {
    /// A parameter of the function that it stands in.
    init(_ name: SwiftIdentifier) { self.init(text: name.text) }

    /// A value that a condition has found.
    static func linkValue(_ index: Int) -> Self { .init(text: "value\(index)") }

    /// `.value(prefix: "@", suffix: ".html")`.
    static func segment(prefix: String, suffix: String) -> Self {
        let arguments = [("prefix", prefix), ("suffix", suffix)].filter { !$0.1.isEmpty }
        return .init(text: ".value(" + arguments.map { "\($0.0): " + SwiftStringLiteral($0.1).text }.joined(separator: ", ") + ")")
    }
}

/// What a deep link must be to match a pattern, as it stands behind `if`.
package struct SwiftLinkCondition: Hashable, Sendable, TemplateFragment {
    package let text: String

    private init(text: String) { self.text = text }

    /// `let values = link.match([.literal("stories"), .value()])`.
    static func path(_ segments: [SwiftExpression], hasValues: Bool) -> Self {
        let match = "link.match(" + SwiftExpression.list(segments).text + ")"
        return .init(text: hasValues ? "let values = " + match : match + " != nil")
    }

    /// `let value0 = DeepLink.value(values[0], as: Int.self)`.
    static func value(_ index: Int, inPathAs type: SwiftTypeName) -> Self {
        .init(text: "let value\(index) = DeepLink.value(values[\(index)], as: \(type.text).self)")
    }

    /// `let value0 = link.value("q", as: String.self)`.
    static func value(_ index: Int, item: String, as type: SwiftTypeName) -> Self {
        .init(text: "let value\(index) = link.value(" + SwiftStringLiteral(item).text + ", as: \(type.text).self)")
    }

    /// `link.item("type") == "story"`.
    static func item(_ name: String, equals text: String) -> Self {
        .init(text: "link.item(" + SwiftStringLiteral(name).text + ") == " + SwiftStringLiteral(text).text)
    }

    package func write(to output: inout [UInt8]) { output.append(contentsOf: text.utf8) }
}

/// `label: value`.
package struct SwiftArgument: Hashable, Sendable, TemplateFragment {
    package let text: String

    init(_ value: SwiftExpression) { text = value.text }
    init(_ label: SwiftIdentifier, _ value: SwiftExpression) { text = label.label.text + ": " + value.text }

    package func write(to output: inout [UInt8]) { output.append(contentsOf: text.utf8) }
}
