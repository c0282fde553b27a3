import CallsiteCore
import CallsiteInference
import CallsiteMockDescription
import CallsiteMockEngine
import CallsiteText

/// Makes corrections of a description for its differences from what was recorded.
struct CorrectionMaker {
    let survey: DriftSurvey
    let engine: MockEngine
    let reading: MockReading
    let places: DocumentPlaces
    let version: SchemaVersion
    let observed: ObservedValues
    let exchanges: [RecordedExchange]
    let recordedText: RecordedText

    init(
        _ survey: DriftSurvey, _ engine: MockEngine, _ reading: MockReading, _ root: Node, _ version: SchemaVersion,
        _ exchanges: [RecordedExchange]
    ) {
        (self.survey, self.engine, self.reading, self.version) = (survey, engine, reading, version)
        self.exchanges = exchanges
        recordedText = RecordedText(secretNames: engine.description.secretNames)
        places = DocumentPlaces(root)
        var observed = ObservedValues(engine, wanted: Set(survey.order.map { ExactString($0.place) }))
        for (body, direction) in survey.bodies { observed.add(body, direction: direction) }
        self.observed = observed
    }

    /// - Parameter attempt: The number of corrections of this difference that didn't help.
    /// - Returns: Corrections to apply together, since one alone may not be enough; empty if the description can't be
    ///   corrected, or not in this file.
    func corrections(_ difference: DriftSurvey.Difference, attempt: Int) -> [Correction] {
        let key = difference.key
        if case .keyword(let keyword) = key.kind {
            guard let schema = schema(at: key.place, having: keyword) else { return [] }
            var corrections = corrections(of: keyword, schema, difference, attempt: attempt)
            // The target identifies the parameter only by a number.
            if let parameter = difference.parameter {
                for index in corrections.indices {
                    corrections[index].reason =
                        "\(parameter.location) parameter \(shown(parameter.name)): " + corrections[index].reason
                }
            }
            return corrections
        }
        guard attempt == 0 else { return [] }
        let correction: Correction?
        switch key.kind {
        case .undescribedField(let name): correction = addField(name, key.place, difference)
        case .undescribedStatus(let status):
            correction = operation(of: key.place).flatMap { addStatus(.init(operation: $0, status: status)) }
        case .undescribedMediaType, .undescribedBody: return addContent(difference)
        case .undescribedParameter(let name, let location): correction = addParameter(name, location, difference)
        case .missingHeader, .missingParameter, .missingBody: correction = makeOptional(difference)
        case .keyword, .other: return []
        }
        return correction.map { [$0] } ?? []
    }

    // MARK: - Places

    /// The list or mapping of the document that a part of the mock's description comes from.
    func placed(_ pointer: String) -> PlacedNode? { reading.place(exactly: pointer).flatMap { places.value(at: $0) } }

    /// A schema of the document. In Swagger 2.0, a parameter or a header is its own schema. If the mock made a schema
    /// of others, the keyword stands further up.
    func schema(at pointer: String, having keyword: String? = nil) -> PlacedNode? {
        if let own = placed(pointer) { return own }
        guard reading.place(exactly: pointer) == nil else { return nil }
        var rest = pointer[...]
        for _ in 0..<4 {
            guard let slash = rest.lastIndex(of: "/") else { return nil }
            rest = rest[..<slash]
            guard let place = reading.place(exactly: String(rest)) else { continue }
            guard let node = places.value(at: place), keyword.map(node.has) ?? true else { return nil }
            return node
        }
        return nil
    }

    /// The operation in a pointer: `/operations/3/…`.
    func operation(of pointer: String) -> Int? {
        let tokens = pointer.split(separator: "/")
        return tokens.count > 1 && tokens[0] == "operations" ? Int(tokens[1]) : nil
    }

    /// The schema of recorded values. If a field's name isn't public, its object may have any fields.
    func schema(of shape: ValueShape) -> JSONValue {
        withPublicNames(ShapeSchema(cautious: version).schema(of: shape))
    }

    private func withPublicNames(_ schema: JSONValue) -> JSONValue {
        guard var members = schema.object else { return schema }
        for keyword in ["items", "additionalProperties"] {
            members[keyword] = members[keyword].map { withPublicNames($0) }
        }
        for keyword in ["anyOf", "allOf"] {
            members[keyword] = members[keyword]?.array.map { .array($0.map { withPublicNames($0) }) }
        }
        guard let properties = members["properties"]?.object else { return .object(members) }
        let isPublic = properties.keys.allSatisfy { recordedText.isPublic(name: $0) }
        members["properties"] = isPublic ? .object(properties.mapValues { withPublicNames($0) }) : nil
        if !isPublic { members["required"] = nil }
        return .object(members)
    }

    // MARK: - Reasons

    /// `3 of 20 responses of GET /pets and 2 other operations`
    func evidence(_ difference: DriftSurvey.Difference) -> String {
        let count = difference.exchanges.count
        let bodies = observed.place(at: difference.key.place)?.bodies ?? 0
        return evidence(count, of: bodies, difference.sides, difference.operations)
    }

    func evidence(_ count: Int, of all: Int, _ sides: Set<DriftSurvey.Side>, _ operations: [String]) -> String {
        let (one, many) =
            sides.count == 2
            ? ("request or response", "requests and responses")
            : sides.contains(.request) ? ("request", "requests") : ("response", "responses")
        let share = all > count ? "\(count) of \(all) \(many)" : count == 1 ? "1 \(one)" : "\(count) \(many)"
        let others = operations.count - 1
        let rest = others < 1 ? "" : others == 1 ? " and another operation" : " and \(others) other operations"
        return share + " of " + recordedText.redacted(operations.first ?? "") + rest
    }
}
