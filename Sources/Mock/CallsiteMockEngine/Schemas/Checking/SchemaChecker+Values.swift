/// Numbers, strings and arrays.
extension SchemaChecker {
    mutating func check(_ number: JSONValue.Number, _ node: SchemaNode) -> Bool {
        let int = Int(number.digits)
        // Most numbers are machine integers, and need no other form.
        lazy var exact = ExactNumber(number)
        func digits() -> String { Quoted.cut(number.digits) }
        var isGood = true
        for bound in node.keywords.bounds {
            let isKept: Bool
            if let int, let limit = bound.int {
                isKept = bound.allows(int, limit)
            } else {
                isKept = bound.allows(exact, bound.number)
            }
            guard !isKept else { continue }
            fail(node.keywords, bound.keyword, "expected a number \(bound.words), found \(digits())")
            guard goesOn(&isGood) else { return false }
        }
        if let divisor = node.keywords.multipleOf, !exact.isMultiple(of: divisor) {
            fail(
                node.keywords, "multipleOf", "expected a multiple of \(Quoted.cut(divisor.text)), found \(digits())")
            guard goesOn(&isGood) else { return false }
        }
        if let format = node.keywords.format, let range = format.range, !range.contains(exact) {
            fail(node.keywords, "format", "expected \(format.words), found \(digits())")
            guard goesOn(&isGood) else { return false }
        }
        return isGood
    }

    mutating func check(_ text: String, _ node: SchemaNode) -> Bool {
        var isGood = true
        let bytes = text.utf8.count
        spend(bytes / 64)
        if let minimum = node.keywords.minLength, bytes < minimum || text.unicodeScalars.count < minimum {
            let expected = Quoted.count(minimum, "character", "characters")
            fail(node.keywords, "minLength", "expected at least \(expected), found \(text.unicodeScalars.count)")
            guard goesOn(&isGood) else { return false }
        }
        if let maximum = node.keywords.maxLength, bytes > maximum, text.unicodeScalars.count > maximum {
            let expected = Quoted.count(maximum, "character", "characters")
            fail(node.keywords, "maxLength", "expected at most \(expected), found \(text.unicodeScalars.count)")
            guard goesOn(&isGood) else { return false }
        }
        if let pattern = node.keywords.pattern {
            switch pattern.matches(text) {
            case true?: break
            case false?:
                let message =
                    "expected a string that matches '\(Quoted.cut(pattern.text))', found \(Quoted.value(.string(text)))"
                fail(node.keywords, "pattern", message)
                guard goesOn(&isGood) else { return false }
            case nil:
                fail(
                    node.keywords, "pattern",
                    "the string is too long to check against '\(Quoted.cut(pattern.text))'")
                guard goesOn(&isGood) else { return false }
            }
        }
        if let date = node.keywords.dateText, !date.matches(text) {
            let message = "expected a date in the format '\(date.pattern)', found \(Quoted.value(.string(text)))"
            fail(node.keywords, "dateFormat", message)
            guard goesOn(&isGood) else { return false }
        }
        if let format = node.keywords.format, format.range == nil, !format.allows(text) {
            fail(node.keywords, "format", "expected \(format.words), found \(Quoted.value(.string(text)))")
            guard goesOn(&isGood) else { return false }
        }
        return isGood
    }

    /// Checks an element or a property.
    mutating func checkInner(
        _ node: Int, _ value: JSONValue, _ step: Step, outer: SchemaNode, _ keyword: String
    ) -> Bool {
        path.append(step)
        defer { path.removeLast() }
        if case .refuses(let reason) = program.node(node).keywords.verdict {
            let message =
                switch step {
                case _ where reason != "nothing is allowed here": reason
                case .key(let key): "the property \"\(Quoted.cut(key))\" isn't allowed"
                case .index: "this element isn't allowed"
                }
            fail(outer.keywords, keyword, message)
            return false
        }
        var evaluated: Evaluated?
        return check(node, value, scope: node, &evaluated)
    }

    /// Checks that there are as many elements or properties as the keywords allow.
    mutating func checkCount(
        _ count: Int, _ node: SchemaNode, _ minimum: (keyword: String, count: Int?),
        _ maximum: (keyword: String, count: Int?),
        _ singular: String, _ plural: String
    ) -> Bool {
        var isGood = true
        if let number = minimum.count, count < number {
            let message = "expected at least \(Quoted.count(number, singular, plural)), found \(count)"
            fail(node.keywords, minimum.keyword, message)
            guard goesOn(&isGood) else { return false }
        }
        if let number = maximum.count, count > number {
            let message = "expected at most \(Quoted.count(number, singular, plural)), found \(count)"
            fail(node.keywords, maximum.keyword, message)
            isGood = false
        }
        return isGood
    }

    mutating func check(_ elements: [JSONValue], _ node: SchemaNode, _ evaluated: inout Evaluated?) -> Bool {
        var isGood = checkCount(
            elements.count, node, ("minItems", node.keywords.minItems), ("maxItems", node.keywords.maxItems), "element",
            "elements")
        guard isGood || isCollecting else { return false }
        if node.keywords.isUnique, let (first, second) = firstRepeated(elements) {
            fail(node.keywords, "uniqueItems", "the elements \(first) and \(second) are equal")
            guard goesOn(&isGood) else { return false }
        }
        let prefix = node.keywords.prefixItems
        for (index, element) in elements.enumerated() {
            let inner: Int
            let keyword: String
            if index < prefix.count {
                inner = prefix[index]
                keyword = node.keywords.prefixKeyword
            } else if let items = node.keywords.items {
                inner = items
                keyword = node.keywords.itemsKeyword
            } else {
                break
            }
            evaluated?.mark(item: index, of: elements.count)
            if !checkInner(inner, element, .index(index), outer: node, keyword), !goesOn(&isGood) { return false }
        }
        if node.keywords.contains != nil, !checkContains(elements, node, &evaluated) { isGood = false }
        return isGood
    }

    private mutating func firstRepeated(_ elements: [JSONValue]) -> (Int, Int)? {
        guard elements.count > 1 else { return nil }
        var seen: [EqualityKey: Int] = [:]
        for (index, element) in elements.enumerated() {
            let key = EqualityKey(element)
            spend(key.count / 16)
            if let first = seen.updateValue(index, forKey: key) { return (first, index) }
        }
        return nil
    }

    private mutating func checkContains(
        _ elements: [JSONValue], _ node: SchemaNode, _ evaluated: inout Evaluated?
    ) -> Bool {
        guard let inner = node.keywords.contains else { return true }
        var count = 0
        for (index, element) in elements.enumerated() {
            var none: Evaluated?
            guard isValid(inner, element, scope: inner, &none) else { continue }
            count += 1
            evaluated?.mark(item: index, of: elements.count)
        }
        let minimum = node.keywords.minContains ?? 1
        let program = program
        if count < minimum {
            let keyword = node.keywords.minContains == nil ? "contains" : "minContains"
            let amount = Quoted.count(minimum, "element", "elements")
            fail(
                node.keywords, keyword,
                "expected at least \(amount) as '\(program.pointer(node.keywords.place))/contains' says, found \(count)"
            )
            return false
        }
        if let maximum = node.keywords.maxContains, count > maximum {
            let amount = Quoted.count(maximum, "element", "elements")
            fail(
                node.keywords, "maxContains",
                "expected at most \(amount) as '\(program.pointer(node.keywords.place))/contains' says, found \(count)"
            )
            return false
        }
        return true
    }
}
