/// Schemas that are applied to the same value.
extension SchemaChecker {
    mutating func checkInPlace(
        _ node: SchemaNode, _ value: JSONValue, scope: Int, _ evaluated: inout Evaluated?
    ) -> Bool {
        var isGood = true
        if let ref = node.keywords.ref, !check(ref, value, scope: scope, &evaluated), !goesOn(&isGood) { return false }
        for inner in node.keywords.allOf where !check(inner, value, scope: scope, &evaluated) {
            guard goesOn(&isGood) else { return false }
        }
        if !node.keywords.anyOf.isEmpty || !node.keywords.oneOf.isEmpty,
            !checkBranches(node, value, scope: scope, &evaluated), !goesOn(&isGood)
        {
            return false
        }
        guard node.keywords.not != nil || node.keywords.condition != nil else { return isGood }
        return checkCondition(node, value, scope: scope, &evaluated) && isGood
    }

    private mutating func checkCondition(
        _ node: SchemaNode, _ value: JSONValue, scope: Int, _ evaluated: inout Evaluated?
    ) -> Bool {
        var isGood = true
        if let not = node.keywords.not {
            var none: Evaluated?
            // A schema with `unevaluatedProperties` inside `not` makes its own.
            if isValid(not, value, scope: scope, &none) {
                let program = program
                fail(
                    node.keywords, "not",
                    "\(Quoted.value(value)) is what '\(program.pointer(node.keywords.place))/not' excludes")
                guard goesOn(&isGood) else { return false }
            }
        }
        guard let condition = node.keywords.condition else { return isGood }
        let branch = isValid(condition, value, scope: scope, &evaluated) ? node.keywords.then : node.keywords.otherwise
        guard let branch else { return isGood }
        return check(branch, value, scope: scope, &evaluated) && isGood
    }

    private enum Choice {
        case open, taken(Int), none
    }

    /// Which branch a discriminator takes.
    private mutating func choice(_ node: SchemaNode, _ value: JSONValue) -> Choice {
        guard let discriminator = node.keywords.discriminator, !discriminator.branches.isEmpty,
            case .object(let fields) = value
        else { return .open }
        let branches = node.keywords.oneOf.isEmpty ? node.keywords.anyOf : node.keywords.oneOf
        let named = fields[discriminator.property]
        if case .string(let name)? = named, let branch = discriminator.branches[ExactString(name)],
            branches.indices.contains(branch)
        {
            return .taken(branches[branch])
        }
        guard discriminator.isComplete, named != nil || !discriminator.mayBeMissing else { return .open }
        let words = Quoted.choice(discriminator.expected.map { "\"\($0)\"" })
        if let named {
            fail(
                node.keywords, "discriminator", "expected \(words), found \(Quoted.value(named))",
                below: discriminator.property)
        } else {
            fail(
                node.keywords, "discriminator",
                "the property \"\(Quoted.cut(discriminator.property))\" is missing: \(words)")
        }
        return .none
    }

    private mutating func checkBranches(
        _ node: SchemaNode, _ value: JSONValue, scope: Int, _ evaluated: inout Evaluated?
    ) -> Bool {
        if node.keywords.discriminator != nil {
            switch choice(node, value) {
            case .open: break
            case .taken(let branch): return check(branch, value, scope: scope, &evaluated)
            case .none: return false
            }
        }
        if node.keywords.oneOf.isEmpty { return checkAny(node, value, scope: scope, &evaluated) }
        if !node.keywords.anyOf.isEmpty, !checkAny(node, value, scope: scope, &evaluated) {
            guard isCollecting else { return false }
            _ = checkOne(node, value, scope: scope, &evaluated)
            return false
        }
        return checkOne(node, value, scope: scope, &evaluated)
    }

    private mutating func checkAny(
        _ node: SchemaNode, _ value: JSONValue, scope: Int, _ evaluated: inout Evaluated?
    ) -> Bool {
        var failures = FailedAlternatives()
        var hasMatch = false
        for inner in node.keywords.anyOf {
            let (isMatch, mistakes) = branch(inner, value, scope: scope, &evaluated)
            if isMatch {
                hasMatch = true
                // Others count only for what is unevaluated.
                if evaluated == nil { return true }
            } else if isCollecting, !hasMatch {
                failures.add(mistakes, of: instance)
            }
        }
        if !hasMatch { report(failures, node, "anyOf", node.keywords.anyOf.count, value) }
        return hasMatch
    }

    private mutating func checkOne(
        _ node: SchemaNode, _ value: JSONValue, scope: Int, _ evaluated: inout Evaluated?
    ) -> Bool {
        var failures = FailedAlternatives()
        var matches: [Int] = []
        // Alternatives may differ by a property that isn't sent in this direction, though it is required. Then a value
        // that lacks it is of several.
        var certain: [Int] = []
        for (index, inner) in node.keywords.oneOf.enumerated() {
            let (isMatch, mistakes) = branch(inner, value, scope: scope, &evaluated)
            if isMatch {
                matches.append(index)
                guard matches.count > 1 else { continue }
                for match in matches.count == 2 ? matches : [index]
                where direction == .any || isValidAlone(node.keywords.oneOf[match], value, scope: scope) {
                    certain.append(match)
                }
                if certain.count > 1, !isCollecting { return false }
            } else if isCollecting, matches.isEmpty {
                failures.add(mistakes, of: instance)
            }
        }
        if certain.count > 1 {
            let words = certain.prefix(5).map(String.init).joined(separator: ", ")
            fail(
                node.keywords, "oneOf", "expected exactly one alternative to match, but \(certain.count) do: \(words)")
        } else if matches.isEmpty {
            report(failures, node, "oneOf", node.keywords.oneOf.count, value)
        }
        return !matches.isEmpty && certain.count < 2
    }

    private mutating func report(
        _ failures: FailedAlternatives, _ node: SchemaNode, _ keyword: String, _ count: Int, _ value: JSONValue
    ) {
        guard isCollecting else { return }
        if let types = failures.types, count > 1 {
            fail(types, node, keyword, value)
        } else if failures.nearest.isEmpty {
            fail(
                node.keywords, keyword,
                "\(Quoted.value(value)) matches none of \(Quoted.count(count, "alternative", "alternatives"))")
        } else {
            take(failures.nearest)
        }
    }
}

/// Why a value is none of several alternatives.
private struct FailedAlternatives {
    /// The mistakes of the alternative that it is nearest to.
    private(set) var nearest: [SchemaMistake] = []
    private var rank = Int.max
    /// Those that the alternatives expect, if none expects its type.
    private(set) var types: SchemaTypes? = []

    mutating func add(_ mistakes: [SchemaMistake], of instance: String) {
        if mistakes.count == 1, let expected = mistakes[0].expectedTypes, mistakes[0].instance == instance {
            types?.formUnion(expected)
        } else {
            types = nil
        }
        let rank = Self.rank(mistakes, of: instance)
        if rank < self.rank { (nearest, self.rank) = (mistakes, rank) }
    }

    /// The lower, the nearer the value is to the branch: another type is farthest, then another constant.
    private static func rank(_ mistakes: [SchemaMistake], of here: String) -> Int {
        var rank = mistakes.count
        for mistake in mistakes {
            if mistake.instance == here, mistake.expectedTypes != nil || mistake.keyword.isEmpty {
                rank += 100_000
            } else if mistake.keyword == "const" || mistake.keyword == "enum" {
                rank += mistake.instance.utf8.dropFirst(here.utf8.count + 1).contains(0x2F) ? 0 : 1_000
            } else if mistake.keyword == "required", mistake.instance == here {
                rank += 10
            }
        }
        return rank
    }
}
