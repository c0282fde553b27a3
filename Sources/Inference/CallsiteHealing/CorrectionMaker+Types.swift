import CallsiteCore
import CallsiteInference
import CallsiteMockEngine
import CallsiteText

// Corrections of the type of a schema, and of whether null is allowed.

extension CorrectionMaker {
    private static let keywords: [(types: Set<String>, names: [String])] = [
        (["string"], ["pattern", "minLength", "maxLength", "contentEncoding", "contentMediaType"]),
        (["integer", "number"], ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]),
        (["array"], ["items", "prefixItems", "minItems", "maxItems", "uniqueItems", "contains"]),
        (
            ["object"],
            [
                "properties", "required", "additionalProperties", "patternProperties", "minProperties", "maxProperties",
                "propertyNames", "discriminator", "unevaluatedProperties",
            ]
        ),
    ]

    func changeType(_ schema: PlacedNode, _ difference: DriftSurvey.Difference) -> [Correction] {
        guard !difference.values.allSatisfy(\.isNull) else { return allowNull(difference.key.place, difference) }
        let shape = difference.shape
        // The values that are allowed count too.
        if let seen = observed.place(at: difference.key.place)?.shape { shape.merge(seen) }
        let declaredTypes = schema.node.value(forKey: "type")?.namedTypes ?? []
        // `{type: number, format: int32}` is an integer for the generated types.
        let kinds = Self.kinds(of: shape)
        if declaredTypes.contains("number"), kinds == ["number"], shape.nulls == 0, schema.has("format") {
            return [
                Correction(
                    path: schema.path, part: "format",
                    reason: "a number that isn't an integer, in \(evidence(difference))", remove: ["format"])
            ]
        }

        var unfit = Self.keywords.filter { $0.types.isDisjoint(with: kinds) }.flatMap(\.names)
        if kinds.isDisjoint(with: declaredTypes) { unfit += ["format", "enum", "const"] }
        unfit += ["default", "example"].filter { isUnfit(schema, $0, kinds) }
        unfit = unfit.filter(schema.has)
        var members = type(kinds, shape, isNullable: shape.nulls > 0 || declaredTypes.contains("null"))
        // Members that the schema has already stay.
        for name in members.keys where name != "type" && !unfit.contains(name) && schema.has(name) {
            members[name] = nil
        }
        // The type is replaced in its place only if both the old and the new one are a single word.
        let isReplaced = schema.node.value(forKey: "type")?.isScalar == true && members["type"]?.string != nil
        return [
            Correction(
                path: schema.path, part: "type", reason: "\(Self.words(kinds)), in \(evidence(difference))",
                remove: (isReplaced || !schema.has("type") ? [] : ["type"]) + unfit, update: members,
                changesWhatApplies: !unfit.isEmpty)
        ]
    }

    /// The members of a schema for values of these kinds.
    private func type(_ kinds: Set<String>, _ shape: ValueShape, isNullable: Bool) -> JSONObject {
        var members: JSONObject = [:]
        if kinds == ["object"] || kinds == ["array"] {
            members = self.schema(of: shape).object ?? [:]
        }
        if let nullable = version.nullable {
            // These versions can't list several types, so `type` is left out.
            if kinds.count == 1, let kind = kinds.first {
                members["type"] = .string(kind)
                if isNullable { members[nullable] = .bool(true) }
            }
        } else {
            let names = kinds.sorted() + (isNullable ? ["null"] : [])
            members["type"] = names.count == 1 ? .string(names[0]) : .array(names.map(JSONValue.string))
        }
        return members
    }

    private static func kinds(of shape: ValueShape) -> Set<String> {
        var kinds: Set<String> = []
        if shape.objects != nil { kinds.insert("object") }
        if shape.lists > 0 { kinds.insert("array") }
        if shape.strings.count > 0 { kinds.insert("string") }
        if shape.numbers > 0 { kinds.insert("number") } else if shape.integers > 0 { kinds.insert("integer") }
        if shape.booleans > 0 { kinds.insert("boolean") }
        return kinds
    }

    private func isUnfit(_ schema: PlacedNode, _ keyword: String, _ kinds: Set<String>) -> Bool {
        guard let value = schema.node.value(forKey: keyword).map({ JSONValue($0) }) else { return false }
        return Self.kinds(of: ValueShape(of: [value])).contains {
            !kinds.contains($0) && !($0 == "integer" && kinds.contains("number"))
        }
    }

    private static func words(_ kinds: Set<String>) -> String {
        let words = kinds.sorted().map { "aeio".contains($0.first ?? "-") ? "an \($0)" : "a \($0)" }
        return words.isEmpty ? "values of several types" : words.joined(separator: " or ")
    }

    /// Allows any value.
    func removeAll(of schema: PlacedNode, _ attempt: Int, _ difference: DriftSurvey.Difference) -> [Correction] {
        guard attempt == 1 else { return [] }
        let names = ["type", "format", "enum", "const"] + Self.keywords.flatMap(\.names)
        guard names.contains(where: schema.has) else { return [] }
        return [
            Correction(
                path: schema.path, part: "type", reason: "values of another type, in \(evidence(difference))",
                remove: names.filter(schema.has), changesWhatApplies: true)
        ]
    }

    // MARK: - Null

    /// Allows null where the value is used: at the references to its schema, if there are any.
    func allowNull(_ pointer: String, _ difference: DriftSurvey.Difference) -> [Correction] {
        let references = (observed.place(at: pointer)?.nullReferences ?? []).map(\.text)
        var seen: Set<NodePath> = []
        return (references.isEmpty ? [pointer] : references.sortedByBytes()).compactMap { place in
            guard let schema = self.schema(at: owner(of: place)), seen.insert(schema.path).inserted else { return nil }
            var correction = Correction(path: schema.path, part: "null", reason: "null, in \(evidence(difference))")
            allowNull(schema, &correction)
            return correction.actions.isEmpty ? nil : correction
        }
    }

    /// The schema that has a schema as a part or alternative, or the schema itself.
    private func owner(of pointer: String) -> String {
        var rest = pointer[...]
        while true {
            let tokens = rest.split(separator: "/").suffix(2)
            guard tokens.count == 2, let list = tokens.first, ["allOf", "anyOf", "oneOf"].contains(list),
                let index = tokens.last, Int(index) != nil
            else { return String(rest) }
            rest = rest.dropLast(list.utf8.count + index.utf8.count + 2)
        }
    }

    private func allowNull(_ schema: PlacedNode, _ correction: inout Correction) {
        let null: JSONValue = .object(["type": .string("null")])
        if let reference = schema.node.value(forKey: "$ref") {
            let named: JSONValue = .object(["$ref": JSONValue(reference)])
            correction.remove(["$ref"])
            if let nullable = version.nullable {
                correction.update(["allOf": .array([named]), nullable: .bool(true)])
            } else {
                correction.update(["anyOf": .array([named, null])])
            }
            return
        }
        if let nullable = version.nullable { return correction.update([nullable: .bool(true)]) }
        var members: JSONObject = [:]
        if let type = schema.node.value(forKey: "type") {
            if type.isScalar {
                correction.remove(["type"])
                members["type"] = .array([JSONValue(type), .string("null")])
            } else {
                members["type"] = .array([.string("null")])
            }
        }
        if schema.has("enum") { members["enum"] = .array([.null]) }
        for keyword in ["anyOf", "oneOf"] where schema.has(keyword) { members[keyword] = .array([null]) }
        if let parts = schema.node.value(forKey: "allOf") {
            let elements = (parts.elements ?? []).map { JSONValue($0) }
            correction.remove(["allOf"])
            let whole = elements.count == 1 ? elements[0] : .object(["allOf": .array(elements)])
            members["anyOf"] = .array([whole, null])
        }
        correction.update(members)
    }
}
