import CallsiteCore
import CallsiteInference
import CallsiteMockEngine
import CallsiteText

// Corrections of a schema, by the keyword that recorded values violate.

extension CorrectionMaker {
    func corrections(
        of keyword: String, _ schema: PlacedNode, _ difference: DriftSurvey.Difference, attempt: Int
    ) -> [Correction] {
        let evidence = evidence(difference)
        switch keyword {
        case "required": return attempt == 0 ? makeOptional(difference.key.name ?? "", in: schema, evidence) : []
        case "type": return attempt == 0 ? changeType(schema, difference) : removeAll(of: schema, attempt, difference)
        case "enum": return addValues(to: schema, difference, attempt: attempt)
        case "oneOf", "anyOf": return changeAlternatives(keyword, schema, difference, attempt: attempt)
        case "additionalProperties", "unevaluatedProperties":
            guard attempt == 0, let name = difference.key.name else {
                return remove(keyword, schema, evidence, attempt)
            }
            return addField(name, difference.key.place, difference).map { [$0] } ?? []
        case "properties": return attempt == 0 ? changeDirection(schema, difference) : []
        case "dateFormat": return remove("format", schema, evidence, attempt)
        default: return remove(keyword, schema, evidence, attempt)
        }
    }

    private func remove(_ keyword: String, _ schema: PlacedNode, _ evidence: String, _ attempt: Int) -> [Correction] {
        guard attempt == 0, schema.has(keyword) else { return [] }
        return [
            Correction(
                path: schema.path, part: keyword, reason: "'\(keyword)' isn't kept in \(evidence)", remove: [keyword],
                changesWhatApplies: !Self.bounds.contains(keyword))
        ]
    }

    /// Keywords that only restrict values: without one, more values are allowed, and nothing else changes.
    private static let bounds: Set<String> = [
        "format", "enum", "const", "pattern", "minLength", "maxLength", "minimum", "maximum", "exclusiveMinimum",
        "exclusiveMaximum", "multipleOf", "minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties",
        "dependentRequired",
    ]

    private func makeOptional(_ name: String, in schema: PlacedNode, _ evidence: String) -> [Correction] {
        let names = schema.requiredNames
        guard names.contains(ExactString(name)) else { return [] }
        var correction = Correction(
            path: schema.path, part: "required " + name, reason: "\(shown(name)) is missing in \(evidence)")
        // Older versions of JSON Schema don't allow an empty `required`.
        if Set(names).count == 1 {
            correction.remove(["required"])
        } else {
            let list = schema.path.appending("required")
            correction.actions.append(.init(target: "\(list.query)[?@ == \(NodePath.quoted(name))]", update: nil))
        }
        return [correction]
    }

    /// One correction in place of many: a filter would search the whole list for each name.
    func makeOptional(_ differences: [DriftSurvey.Difference]) -> Correction? {
        guard let first = differences.first, let schema = schema(at: first.key.place, having: "required") else {
            return nil
        }
        let missing = Set(differences.compactMap { $0.key.name.map { ExactString($0) } })
        let names = schema.requiredNames
        let exchanges = Set(differences.flatMap(\.exchanges)).count
        let evidence = evidence(
            exchanges, of: observed.place(at: first.key.place)?.bodies ?? 0, first.sides, first.operations)
        let shown = names.filter(missing.contains).prefix(3).map { self.shown($0.text) }.joined(separator: ", ")
        let rest = names.filter { !missing.contains($0) }
        return Correction(
            path: schema.path, part: "required",
            reason: "\(shown) and \(missing.count - 3) other fields are missing, each in some of \(evidence)",
            remove: ["required"],
            update: rest.isEmpty ? [:] : ["required": .array(rest.map { .string($0.text) })])
    }

    /// A name, for reasons.
    func shown(_ name: String) -> String {
        "'" + recordedText.redacted(name.count > 100 ? name.prefix(100) + "…" : name) + "'"
    }

    // MARK: - Enums

    private func addValues(to schema: PlacedNode, _ difference: DriftSurvey.Difference, attempt: Int) -> [Correction] {
        let evidence = evidence(difference)
        guard attempt == 0, let listedValues = schema.node.value(forKey: "enum")?.elements else {
            return remove("enum", schema, evidence, max(attempt - 1, 0))
        }
        var seen: Set<ExactString> = []
        let values = difference.values.filter { seen.insert(ExactString($0.text)).inserted }
        let mostValues = 50
        if values == [.null], version.nullable != nil { return allowNull(difference.key.place, difference) }
        guard !values.isEmpty, values.count <= max(mostValues, listedValues.count),
            difference.areValuesPublic, values.allSatisfy({ recordedText.isPublic($0, in: schema.path.fields) })
        else {
            return [
                Correction(
                    path: schema.path, part: "enum", reason: "values that can't be listed here, in \(evidence)",
                    remove: ["enum"])
            ]
        }
        return [
            Correction(
                path: schema.path, part: "enum", reason: "values that aren't listed, in \(evidence)",
                update: ["enum": .array(values.sorted { $0.text.precedes($1.text) })])
        ]
    }

    // MARK: - Alternatives

    private func changeAlternatives(
        _ keyword: String, _ schema: PlacedNode, _ difference: DriftSurvey.Difference, attempt: Int
    ) -> [Correction] {
        let evidence = evidence(difference)
        // Several alternatives allow the value.
        if difference.message.hasPrefix("expected exactly one") {
            guard attempt == 0, keyword == "oneOf", let list = schema.node.value(forKey: "oneOf"), !schema.has("anyOf")
            else { return remove(keyword, schema, evidence, max(attempt - 1, 0)) }
            return [
                Correction(
                    path: schema.path, part: "oneOf", reason: "values of several alternatives, in \(evidence)",
                    remove: ["oneOf"], update: ["anyOf": JSONValue(list)], changesWhatApplies: true)
            ]
        }
        guard attempt == 0 else { return remove(keyword, schema, evidence, attempt - 1) }
        if !difference.values.isEmpty, difference.values.allSatisfy(\.isNull) {
            return allowNull(difference.key.place, difference)
        }
        let shape = difference.shape
        guard shape.count > 0 else { return [] }
        return [
            Correction(
                path: schema.path, part: keyword, reason: "values of none of the alternatives, in \(evidence)",
                update: [keyword: .array([self.schema(of: shape)])], changesWhatApplies: true)
        ]
    }

    // MARK: - Read-only and write-only

    private func changeDirection(_ schema: PlacedNode, _ difference: DriftSurvey.Difference) -> [Correction] {
        guard let name = difference.key.name else { return [] }
        let pointer = difference.key.place + "/properties/" + JSONPointer.escaped(name)
        let reference = engine.description.document.value(at: pointer)?["$ref"]?.string
        let target = reference.flatMap { self.schema(at: PercentEncoding.decoded($0.dropFirst())) }
        for property in [schema.member("properties")?.member(name), target].compactMap(\.self) {
            for keyword in ["writeOnly", "readOnly"] where property.has(keyword) {
                return [
                    Correction(
                        path: property.path, part: keyword,
                        reason: "\(shown(name)) is \(keyword), and is there in \(evidence(difference))",
                        remove: [keyword])
                ]
            }
        }
        return []
    }

    // MARK: - Fields

    func addField(_ name: String, _ place: String, _ difference: DriftSurvey.Difference) -> Correction? {
        let home = home(ofFieldsAt: place, difference)
        guard let schema = schema(at: home) else { return nil }
        let observedShape = observed.place(at: place)?.shape.objects?.field(ExactString(name))?.shape
        let type = self.schema(of: observedShape ?? ValueShape(of: difference.values.compactMap { $0[name] }))
        // If the keys are data, the object becomes a dictionary.
        guard recordedText.isPublic(name: name) else {
            let others = schema.node.value(forKey: "additionalProperties")
            guard others.map(\.isScalar) ?? true else { return nil }
            return Correction(
                path: schema.path, part: "additionalProperties",
                reason: "fields of other names, in \(evidence(difference))",
                remove: others == nil ? [] : ["additionalProperties"],
                update: ["additionalProperties": .object([:])], changesWhatApplies: true)
        }
        return Correction(
            path: schema.path, part: "properties " + name,
            reason: "\(shown(name)) isn't described, and is there in \(evidence(difference))",
            update: ["properties": .object([name: type])])
    }

    private func isObject(_ schema: JSONValue) -> Bool {
        let target = schema["$ref"]?.string.flatMap { engine.description.document.value(atReference: $0) } ?? schema
        return target["properties"] != nil
    }

    /// The schema that lists the fields of an object: the alternative that the values match (`oneOf`), or the part that
    /// is written in place (`allOf`).
    private func home(ofFieldsAt place: String, _ difference: DriftSurvey.Difference) -> String {
        var place = place
        for _ in 0..<8 {
            guard let schema = engine.description.document.value(at: place) else { return place }
            if let reference = schema["$ref"]?.string {
                place = PercentEncoding.decoded(reference.dropFirst())
                continue
            }
            guard schema["properties"] == nil else { return place }
            if let parts = schema["allOf"]?.array {
                if let index = parts.lastIndex(where: { $0["properties"] != nil }) { return "\(place)/allOf/\(index)" }
                // `{description: …, allOf: [{$ref: …}]}` is the schema that it refers to.
                guard parts.count == 1 else { return place }
                place += "/allOf/0"
                continue
            }
            guard let keyword = ["anyOf", "oneOf"].first(where: { schema[$0]?.array != nil }),
                let alternatives = schema[keyword]?.array
            else { return place }
            var objects = alternatives.indices.filter { index in
                let schema = engine.description.schemas.schema(at: "\(place)/\(keyword)/\(index)")
                return difference.values.prefix(20).allSatisfy { schema.isValid($0, direction: .response) }
            }
            // Because of another difference, the values may match no alternative yet.
            if objects.isEmpty { objects = alternatives.indices.filter { isObject(alternatives[$0]) } }
            guard objects.count == 1 else { return place }
            place = "\(place)/\(keyword)/\(objects[0])"
        }
        return place
    }
}

extension PlacedNode {
    fileprivate var requiredNames: [ExactString] {
        (node.value(forKey: "required")?.elements ?? []).compactMap { $0.text.map { ExactString($0) } }
    }
}

extension JSONValue {
    /// A value of the document as it is written.
    package init(_ node: Node) {
        if let elements = node.elements {
            self = .array(elements.map { JSONValue($0) })
        } else if let pairs = node.pairs {
            self = .object(JSONObject(pairs.map { ($0.key.text ?? "", JSONValue($0.value)) }))
        } else {
            switch node.value {
            case .null?, nil: self = .null
            case .bool(let flag)?: self = .bool(flag)
            case .integer(let digits)?, .float(let digits)?:
                self = Number(digits).map(JSONValue.number) ?? .string(digits)
            case .string(let text)?: self = .string(text)
            }
        }
    }
}
