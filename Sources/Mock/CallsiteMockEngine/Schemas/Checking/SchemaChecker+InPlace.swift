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
            // The schemas around `not` get no properties from it. A schema with `unevaluatedProperties` inside `not`
            // makes an `Evaluated` of its own.
            var noRecord: Evaluated?
            if isValid(not, value, scope: scope, &noRecord) {
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
        /// All branches must be tried.
        case undecided
        case branch(Int)
        /// The discriminator allows no branch, which has been noted as a mistake.
        case invalid
    }

    /// The branch that the discriminator selects.
    private mutating func choice(_ node: SchemaNode, _ value: JSONValue) -> Choice {
        guard let discriminator = node.keywords.discriminator, !discriminator.branches.isEmpty,
            case .object(let fields) = value
        else { return .undecided }
        let branches = node.keywords.oneOf.isEmpty ? node.keywords.anyOf : node.keywords.oneOf
        let selector = fields[discriminator.property]
        if case .string(let name)? = selector, let branch = discriminator.branches[ExactString(name)],
            branches.indices.contains(branch)
        {
            return .branch(branches[branch])
        }
        guard discriminator.isComplete, selector != nil || !discriminator.mayBeMissing else { return .undecided }
        let words = Quoted.choice(discriminator.expected.map { "\"\($0)\"" })
        if let selector {
            fail(
                node.keywords, "discriminator", "expected \(words), found \(Quoted.value(selector))",
                below: discriminator.property)
        } else {
            fail(
                node.keywords, "discriminator",
                "the property \"\(Quoted.cut(discriminator.property))\" is missing: \(words)")
        }
        return .invalid
    }

    private mutating func checkBranches(
        _ node: SchemaNode, _ value: JSONValue, scope: Int, _ evaluated: inout Evaluated?
    ) -> Bool {
        if node.keywords.discriminator != nil {
            switch choice(node, value) {
            case .undecided: break
            case .branch(let branch): return check(branch, value, scope: scope, &evaluated)
            case .invalid: return false
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
                // Other alternatives matter only to `unevaluatedProperties` and `unevaluatedItems` around them.
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
        // Alternatives may differ only by a required property that isn't sent in this direction. A value without it
        // matches several of them, so these are the matches without that exception.
        var strictMatches: [Int] = []
        for (index, inner) in node.keywords.oneOf.enumerated() {
            let (isMatch, mistakes) = branch(inner, value, scope: scope, &evaluated)
            if isMatch {
                matches.append(index)
                guard matches.count > 1 else { continue }
                for match in matches.count == 2 ? matches : [index]
                where direction == .any || isValidAlone(node.keywords.oneOf[match], value, scope: scope) {
                    strictMatches.append(match)
                }
                if strictMatches.count > 1, !isCollecting { return false }
            } else if isCollecting, matches.isEmpty {
                failures.add(mistakes, of: instance)
            }
        }
        if strictMatches.count > 1 {
            let words = strictMatches.prefix(5).map(String.init).joined(separator: ", ")
            fail(
                node.keywords, "oneOf",
                "expected exactly one alternative to match, but \(strictMatches.count) do: \(words)")
        } else if matches.isEmpty {
            report(failures, node, "oneOf", node.keywords.oneOf.count, value)
        }
        return !matches.isEmpty && strictMatches.count < 2
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

/// The mistakes of a value that matches no alternative.
private struct FailedAlternatives {
    /// The mistakes of the alternative that it is nearest to.
    private(set) var nearest: [SchemaMistake] = []
    private var rank = Int.max
    /// The types that the alternatives expect; nil if one of them has another mistake than the value's type.
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
