/// Checks a value against a schema. Either fast, until the first mistake, or collecting mistakes.
///
/// The recursion follows the nesting of schema and value, up to `mostDepth` and `mostStack`, which fits a thread of
/// 512 KB. A check takes up to `mostSteps`, whatever alternatives a schema nests.
struct SchemaChecker {
    enum Step {
        case key(String)
        case index(Int)
    }

    /// The properties and items that a schema and those applied with it have checked; `unevaluatedProperties` and
    /// `unevaluatedItems` check the rest.
    struct Evaluated {
        var properties: [Bool] = []
        var items: [Bool] = []

        mutating func mark(property index: Int, of count: Int) { Self.mark(&properties, index, count) }

        mutating func mark(item index: Int, of count: Int) { Self.mark(&items, index, count) }

        mutating func merge(_ other: Evaluated) {
            Self.merge(&properties, other.properties)
            Self.merge(&items, other.items)
        }

        private static func mark(_ flags: inout [Bool], _ index: Int, _ count: Int) {
            if flags.isEmpty { flags = [Bool](repeating: false, count: count) }
            flags[index] = true
        }

        private static func merge(_ flags: inout [Bool], _ others: [Bool]) {
            if flags.isEmpty { return flags = others }
            for index in others.indices where others[index] { flags[index] = true }
        }
    }

    static let mostDepth = 400
    static let mostStack: UInt = 220 << 10
    /// The most schemas that are applied; 50 times the size of the value if that is more.
    static let mostSteps = 500_000

    let program: SchemaProgram
    private(set) var direction: SchemaDirection
    private let limit: Int
    var isCollecting: Bool
    private(set) var mistakes: [SchemaMistake] = []
    /// The path to the value that is being checked.
    var path: [Step] = []
    private var depth = 0
    private let stack = StackGuard(most: SchemaChecker.mostStack)
    private let mostSteps: Int
    private var steps: Int
    private(set) var stop: String?
    /// The value that is checked; nil once its size was counted.
    private var whole: JSONValue?
    private let isSizeCounted: Bool
    /// How many schemas were applied.
    private(set) var spent = 0
    private var added = 0

    /// - Parameter steps: How many schemas may be applied; nil: as many as a value of its size may need.
    init(_ program: SchemaProgram, direction: SchemaDirection, limit: Int = 0, steps: Int? = nil) {
        self.program = program
        mostSteps = steps ?? Self.mostSteps
        self.steps = mostSteps
        isSizeCounted = steps != nil
        self.direction = direction
        self.limit = limit
        isCollecting = limit > 0
    }

    mutating func check(_ root: Int, _ value: JSONValue) -> Bool {
        var evaluated: Evaluated?
        whole = isSizeCounted ? nil : value
        defer { spent = mostSteps + added - steps }
        let isValid = check(root, value, scope: root, &evaluated)
        if let stop {
            mistakes.append(
                SchemaMistake(
                    instance: "", keyword: "", schema: program.pointer(program.node(root).keywords.place), message: stop
                ))
        }
        return isValid && stop == nil
    }

    // MARK: - Mistakes

    /// Notes that the value is wrong, and returns whether to look for more mistakes in it.
    mutating func goesOn(_ isGood: inout Bool) -> Bool {
        isGood = false
        return isCollecting
    }

    /// Notes a mistake.
    mutating func fail(
        _ schema: SchemaKeywords, _ keyword: String, _ message: @autoclosure () -> String, below key: String? = nil,
        missing: String? = nil, types: SchemaTypes? = nil
    ) {
        guard isCollecting else { return }
        var instance = instance
        if let key { instance += "/" + JSONPointer.escaped(key) }
        let pointer = program.pointer(schema.place) + (keyword.isEmpty ? "" : "/" + JSONPointer.escaped(keyword))
        mistakes.append(
            SchemaMistake(
                instance: instance, keyword: keyword, schema: pointer, message: message(), expectedTypes: types,
                missing: missing))
        if mistakes.count >= limit { isCollecting = false }
    }

    mutating func spend(_ count: Int) {
        steps -= count
        guard steps < 0, stop == nil else { return }
        if let whole {
            self.whole = nil
            added = max(Self.size(whole) * 50 - mostSteps, 0)
            steps += added
        }
        if steps < 0 { stop = "the check was given up: the schema has too many alternatives for a value of this size" }
    }

    private static func size(_ value: JSONValue) -> Int {
        var count = 0
        var open = [value]
        while let next = open.popLast() {
            count += 1
            switch next {
            case .array(let elements): open += elements
            case .object(let fields): open += fields.values
            default: break
            }
        }
        return count
    }

    /// Whether a value is valid by the schema alone, without the exceptions for its direction.
    mutating func isValidAlone(_ node: Int, _ value: JSONValue, scope: Int) -> Bool {
        let own = direction
        direction = .any
        defer { direction = own }
        var none: Evaluated?
        return isValid(node, value, scope: scope, &none)
    }

    /// Checks a value without noting mistakes.
    mutating func isValid(_ node: Int, _ value: JSONValue, scope: Int, _ evaluated: inout Evaluated?) -> Bool {
        let wasCollecting = isCollecting
        isCollecting = false
        defer { isCollecting = wasCollecting }
        return check(node, value, scope: scope, &evaluated)
    }

    /// The mistakes of one branch, apart from the others.
    mutating func branch(_ node: Int, _ value: JSONValue, scope: Int, _ evaluated: inout Evaluated?) -> (
        isValid: Bool, mistakes: [SchemaMistake]
    ) {
        guard isCollecting else { return (check(node, value, scope: scope, &evaluated), []) }
        let before = mistakes
        mistakes = []
        defer {
            mistakes = before
            isCollecting = true
        }
        let isValid = check(node, value, scope: scope, &evaluated)
        return (isValid, mistakes)
    }

    mutating func take(_ others: [SchemaMistake]) {
        mistakes += others.prefix(limit - mistakes.count)
        if mistakes.count >= limit { isCollecting = false }
    }

    /// The JSON pointer to the value that is being checked.
    var instance: String {
        path.reduce(into: "") { text, step in
            switch step {
            case .key(let key): text += "/" + JSONPointer.escaped(key)
            case .index(let index): text += "/\(index)"
            }
        }
    }

    // MARK: - Schemas

    /// - Parameter scope: The outermost schema that is applied to this value.
    mutating func check(_ index: Int, _ value: JSONValue, scope: Int, _ outer: inout Evaluated?) -> Bool {
        guard stop == nil else { return false }
        let node = program.node(index)
        switch node.keywords.verdict {
        case .allows: return true
        case .refuses(let reason):
            fail(node.keywords, "", reason)
            return false
        case .normal: break
        }
        steps -= 1
        if steps <= 0 {
            spend(1)
            guard stop == nil else { return false }
        }
        guard depth < Self.mostDepth, !stack.isUsedUp else {
            stop = "nested too deeply: \(depth) schemas and values inside each other"
            return false
        }
        if node.keywords.isNullable, case .null = value { return true }
        guard outer != nil || node.keywords.unevaluatedProperties != nil || node.keywords.unevaluatedItems != nil else {
            return apply(node, value, scope: scope, &outer)
        }
        var own: Evaluated? = Evaluated()
        guard apply(node, value, scope: scope, &own) else { return false }
        if outer != nil, let own { outer?.merge(own) }
        return true
    }

    private mutating func apply(
        _ node: SchemaNode, _ value: JSONValue, scope: Int, _ evaluated: inout Evaluated?
    ) -> Bool {
        depth += 1
        defer { depth -= 1 }
        var isGood = true
        if let types = node.keywords.types, !checkType(types, node, value) {
            // Bounds and properties of another type say nothing new.
            return false
        }
        if node.keywords.const != nil || node.keywords.enumKeys != nil, !checkEquality(node, value), !goesOn(&isGood) {
            return false
        }
        switch value {
        case .number(let number):
            if node.keywords.hasNumber, !check(number, node) { isGood = false }
        case .string(let text):
            if node.keywords.hasString, !check(text, node) { isGood = false }
        case .array(let elements):
            if node.keywords.hasArray, !check(elements, node, &evaluated) { isGood = false }
        case .object(let fields):
            if node.keywords.hasObject, !check(fields, node, value, scope: scope, &evaluated) { isGood = false }
        case .null, .bool: break
        }
        guard isGood || isCollecting else { return false }
        if node.keywords.hasInPlace, !checkInPlace(node, value, scope: scope, &evaluated) { isGood = false }
        guard isGood, node.keywords.unevaluatedItems != nil || node.keywords.unevaluatedProperties != nil else {
            return isGood
        }
        return checkUnevaluated(node, value, &evaluated)
    }

    private mutating func checkType(_ types: SchemaTypes, _ node: SchemaNode, _ value: JSONValue) -> Bool {
        let isAllowed =
            switch value {
            case .null: types.contains(.null)
            case .bool: types.contains(.boolean)
            case .string: types.contains(.string)
            case .array: types.contains(.array)
            case .object: types.contains(.object)
            case .number(let number):
                types.contains(.number)
                    || types.contains(.integer) && (Int(number.digits) != nil || ExactNumber(number).isInteger)
            }
        if !isAllowed { fail(types, node, "type", value) }
        return isAllowed
    }

    /// Notes that a value has none of the expected types.
    mutating func fail(_ types: SchemaTypes, _ node: SchemaNode, _ keyword: String, _ value: JSONValue) {
        fail(node.keywords, keyword, "expected \(types.words), found \(Quoted.value(value))", types: types)
    }

    private mutating func checkEquality(_ node: SchemaNode, _ value: JSONValue) -> Bool {
        if node.keywords.const == nil, case .string(let text) = value,
            node.keywords.enumStrings.contains(ExactString(text))
        {
            return true
        }
        let key = EqualityKey(value)
        spend(key.count / 16)
        var isGood = true
        if let const = node.keywords.const, const != key {
            let expected = node.keywords.constValue.map(Quoted.value) ?? ""
            fail(node.keywords, "const", "expected \(expected), found \(Quoted.value(value))")
            guard goesOn(&isGood) else { return false }
        }
        if let keys = node.keywords.enumKeys, !keys.contains(key) {
            let expected = Quoted.choice(node.keywords.enumValues.map(Quoted.value))
            fail(node.keywords, "enum", "expected \(expected), found \(Quoted.value(value))")
            guard goesOn(&isGood) else { return false }
        }
        return isGood
    }
}

extension CompiledSchema {
    /// The mistakes in a value, in a fixed order; at most `limit`. For alternatives (`oneOf`, `anyOf`) they are those
    /// of the best matching alternative, or of the one that a discriminator names.
    package func mistakes(in value: JSONValue, direction: SchemaDirection = .any, limit: Int = 100) -> [SchemaMistake] {
        var first = SchemaChecker(program, direction: direction)
        guard !first.check(root, value) else { return [] }
        // A check that took too much work once isn't repeated.
        guard first.stop == nil else { return first.mistakes }
        var checker = SchemaChecker(program, direction: direction, limit: max(limit, 1))
        return checker.check(root, value) ? [] : checker.mistakes
    }

    /// Whether a value is valid. The check stops at the first mistake.
    package func isValid(_ value: JSONValue, direction: SchemaDirection = .any) -> Bool {
        var checker = SchemaChecker(program, direction: direction)
        return checker.check(root, value)
    }
}
