/// Checks objects, and the properties and items that no other keyword has evaluated.
extension SchemaChecker {
    mutating func check(
        _ fields: JSONObject, _ node: SchemaNode, _ value: JSONValue, scope: Int, _ evaluated: inout Evaluated?
    ) -> Bool {
        var isGood = checkCount(
            fields.count, node, ("minProperties", node.keywords.minProperties),
            ("maxProperties", node.keywords.maxProperties), "property", "properties")
        guard isGood || isCollecting else { return false }
        if !checkFields(fields, node, scope: scope, &evaluated), !goesOn(&isGood) { return false }
        guard !node.keywords.dependentRequired.isEmpty || !node.keywords.dependentSchemas.isEmpty else { return isGood }
        for (name, names) in node.keywords.dependentRequired where fields[name] != nil {
            for missing in names where fields[missing] == nil {
                if direction != .any, isExempt(ExactString(missing), node, scope) { continue }
                let keyword = node.keywords.dependencyKeyword ?? "dependentRequired"
                fail(
                    node.keywords, keyword,
                    "the property \"\(Quoted.cut(missing))\" is required beside \"\(Quoted.cut(name))\"")
                guard goesOn(&isGood) else { return false }
            }
        }
        for (name, inner) in node.keywords.dependentSchemas where fields[name] != nil {
            if !check(inner, value, scope: scope, &evaluated), !goesOn(&isGood) { return false }
        }
        return isGood
    }

    private mutating func checkFields(
        _ fields: JSONObject, _ node: SchemaNode, scope: Int, _ evaluated: inout Evaluated?
    ) -> Bool {
        var isGood = true
        var requiredFields = 0
        var next = 0
        for (index, field) in fields.pairs.enumerated() {
            var isKnown = false
            let name = ExactString(field.key)
            let property: SchemaKeywords.Property?
            if next < node.keywords.ordered.count, node.keywords.ordered[next].name == name {
                property = node.keywords.ordered[next].property
                next += 1
            } else {
                property = node.keywords.properties[name]
            }
            if let property {
                if property.isRequired { requiredFields += 1 }
                if property.node >= 0 {
                    isKnown = true
                    if !check(property, field, node), !goesOn(&isGood) { return false }
                }
            }
            for (pattern, inner) in node.keywords.patternProperties where pattern.matches(field.key) != false {
                isKnown = true
                if !checkInner(inner, field.value, .key(field.key), outer: node, "patternProperties"), !goesOn(&isGood)
                {
                    return false
                }
            }
            if !isKnown, let inner = node.keywords.additional {
                isKnown = true
                if !checkInner(inner, field.value, .key(field.key), outer: node, "additionalProperties"),
                    !goesOn(&isGood)
                {
                    return false
                }
            }
            if isKnown { evaluated?.mark(property: index, of: fields.count) }
            if let inner = node.keywords.propertyNames, !checkName(field.key, inner, node), !goesOn(&isGood) {
                return false
            }
        }
        guard requiredFields < node.keywords.required.count else { return isGood }
        return checkRequired(fields, node, scope: scope) && isGood
    }

    private mutating func check(
        _ property: SchemaKeywords.Property, _ field: (key: String, value: JSONValue), _ node: SchemaNode
    ) -> Bool {
        if direction == .request && property.isReadOnly || direction == .response && property.isWriteOnly {
            let isRequest = direction == .request
            fail(
                node.keywords, "properties",
                "the property \"\(Quoted.cut(field.key))\" is \(isRequest ? "read-only: leave it out of a request" : "write-only: a response has none")",
                below: field.key)
            return false
        }
        return checkInner(property.node, field.value, .key(field.key), outer: node, "properties")
    }

    private mutating func checkName(_ name: String, _ inner: Int, _ node: SchemaNode) -> Bool {
        var evaluated: Evaluated?
        let (isGood, inside) = branch(inner, .string(name), scope: inner, &evaluated)
        if !isGood {
            let reason = inside.first.map { ": \($0.message)" } ?? ""
            fail(
                node.keywords, "propertyNames", "\"\(Quoted.cut(name))\" is no name for a property\(reason)",
                below: name)
        }
        return isGood
    }

    private mutating func checkRequired(_ fields: JSONObject, _ node: SchemaNode, scope: Int) -> Bool {
        var isGood = true
        for name in node.keywords.required where fields[name] == nil {
            if direction != .any, isExempt(ExactString(name), node, scope) { continue }
            fail(node.keywords, "required", "the property \"\(Quoted.cut(name))\" is missing", missing: name)
            guard goesOn(&isGood) else { return false }
        }
        return isGood
    }

    /// Whether a required property may be missing in this direction.
    private func isExempt(_ name: ExactString, _ node: SchemaNode, _ scope: Int) -> Bool {
        let outer = program.node(scope)
        return direction == .request
            ? node.keywords.readOnlyNames.contains(name) || outer.keywords.readOnlyNames.contains(name)
            : node.keywords.writeOnlyNames.contains(name) || outer.keywords.writeOnlyNames.contains(name)
    }

    mutating func checkUnevaluated(_ node: SchemaNode, _ value: JSONValue, _ evaluated: inout Evaluated?) -> Bool {
        var isGood = true
        if let inner = node.keywords.unevaluatedItems, case .array(let elements) = value {
            for (index, element) in elements.enumerated()
            where evaluated?.items.isEmpty != false || evaluated?.items[index] == false {
                evaluated?.mark(item: index, of: elements.count)
                if !checkInner(inner, element, .index(index), outer: node, "unevaluatedItems"), !goesOn(&isGood) {
                    return false
                }
            }
        }
        if let inner = node.keywords.unevaluatedProperties, case .object(let fields) = value {
            for (index, field) in fields.pairs.enumerated()
            where evaluated?.properties.isEmpty != false || evaluated?.properties[index] == false {
                evaluated?.mark(property: index, of: fields.count)
                if !checkInner(inner, field.value, .key(field.key), outer: node, "unevaluatedProperties"),
                    !goesOn(&isGood)
                {
                    return false
                }
            }
        }
        return isGood
    }
}
