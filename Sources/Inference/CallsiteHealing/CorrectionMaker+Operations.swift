import CallsiteCore
import CallsiteInference
import CallsiteMockEngine
import CallsiteText

// Corrections of responses, headers and parameters.

extension CorrectionMaker {
    // MARK: - Statuses

    /// Adds a response of a status, made of all recorded responses.
    func addStatus(_ key: DriftSurvey.StatusKey) -> Correction? {
        guard let differences = survey.statuses[key], engine.description.operations.indices.contains(key.operation)
        else { return nil }
        let pointer = "/operations/\(key.operation)"
        let operation = engine.description.operations[key.operation]
        let status = String(key.status)
        let reason =
            "status \(status) isn't described, and is that of "
            + evidence(differences.exchanges.count, of: 0, [.response], [operation.title])
        var response: JSONObject = ["description": .string("\(reasonPhrase(key.status))")]
        let content = content(of: differences.exchanges)
        if version == .swagger {
            if let schema = content.pairs.first?.value["schema"] { response["schema"] = schema }
        } else if !content.isEmpty {
            response["content"] = .object(content)
        }
        let responses: JSONObject = [status: .object(response)]
        if let responsesPlace = placed(pointer + "/responses") {
            return Correction(path: responsesPlace.path, part: status, reason: reason, update: responses)
        }
        guard let operationPlace = placed(pointer), !operationPlace.has("responses") else { return nil }
        return Correction(
            path: operationPlace.path, part: "responses " + status, reason: reason,
            update: ["responses": .object(responses)])
    }

    /// The media types of recorded responses, each with a schema for all its bodies.
    private func content(of positions: [Int]) -> JSONObject {
        var shapes: [String: ValueShape] = [:]
        for position in positions {
            guard let response = exchanges[position].response, let body = response.body, !body.isEmpty,
                let type = response.header("content-type").flatMap({ MediaType($0) }),
                let value = type.isJSON ? try? JSONValue(parsing: body) : .string(""), let name = publicName(of: type)
            else { continue }
            let shape = shapes[name] ?? ValueShape()
            shapes[name] = shape
            shape.add(value)
        }
        var content: JSONObject = [:]
        for (type, shape) in shapes.sorted(by: { $0.key < $1.key }) {
            content[type] = .object(["schema": schema(of: shape)])
        }
        return content
    }

    // MARK: - Media types

    /// The media type, or a range such as `image/*` if it holds a token or the like; nil: Swagger 2.0 has no ranges.
    private func publicName(of type: MediaType) -> String? {
        func isPublic(_ text: String) -> Bool {
            recordedText.isPublic(text)
                && text.split { ".+".contains($0) }.allSatisfy { recordedText.isPublic(String($0)) }
        }
        if isPublic(type.essence) { return type.essence }
        return version == .swagger ? nil : isPublic(type.type) ? type.type + "/*" : "*/*"
    }

    /// Adds a media type to a response that is described.
    func addContent(_ difference: DriftSurvey.Difference) -> [Correction] {
        let content = content(of: difference.exchanges)
        guard !content.isEmpty else { return [] }
        let types = content.keys.joined(separator: " and ")
        let reason = "\(types) isn't described, and is the type of \(evidence(difference))"
        guard version != .swagger else { return addProduced(content, difference, reason) }
        guard let place = placed(difference.key.place) else { return [] }
        let members = difference.key.place.hasSuffix("/content") ? content : ["content": .object(content)]
        return [Correction(path: place.path, part: "content " + types, reason: reason, update: members)]
    }

    /// Swagger 2.0 has one list of media types for all responses of an operation.
    private func addProduced(
        _ content: JSONObject, _ difference: DriftSurvey.Difference, _ reason: String
    ) -> [Correction] {
        guard let number = operation(of: difference.key.place), let operation = placed("/operations/\(number)") else {
            return []
        }
        var corrections: [Correction] = []
        let responses = engine.description.operations[number].responses
        let describedTypes = Set(responses.flatMap { $0.content.map(\.type) })
        let types = content.keys.filter { !describedTypes.contains($0) }
        if !types.isEmpty {
            let old = operation.has("produces") ? [] : describedTypes.sorted()
            corrections.append(
                Correction(
                    path: operation.path, part: "produces " + types.joined(separator: " "), reason: reason,
                    update: ["produces": .array((old + types).map(JSONValue.string))]))
        }
        if difference.key.kind == .undescribedBody, let response = placed(difference.key.place),
            let schema = content.pairs.first?.value["schema"]
        {
            corrections.append(
                Correction(path: response.path, part: "schema", reason: reason, update: ["schema": schema]))
        }
        return corrections
    }

    // MARK: - Parameters and headers

    /// Makes a header, a parameter or a body optional that is required, but isn't always there.
    func makeOptional(_ difference: DriftSurvey.Difference) -> Correction? {
        var pointer = difference.key.place
        var part = "the body"
        switch difference.key.kind {
        case .missingBody:
            pointer += "/body"
        case .missingHeader, .missingParameter:
            guard pointer.hasSuffix("/schema") else { return nil }
            pointer.removeLast("/schema".utf8.count)
            part = shown(engine.description.document.value(at: pointer)?["name"]?.string ?? "")
        default: return nil
        }
        guard let place = placed(pointer), place.has("required") else { return nil }
        return Correction(
            path: place.path, part: "required", reason: "\(part) is missing in \(evidence(difference))",
            update: ["required": .bool(false)])
    }

    func addParameter(_ name: String, _ location: String, _ difference: DriftSurvey.Difference) -> Correction? {
        guard let number = operation(of: difference.key.place), !name.isEmpty, recordedText.isPublic(name: name),
            !recordedText.isSecret(name, isHeader: location == "header")
        else { return nil }
        var parameter: JSONObject = ["name": .string(name), "in": .string(location)]
        let type = parameterType(difference)
        if version == .swagger {
            for (key, value) in type.object?.pairs ?? [] { parameter[key] = value }
        } else {
            parameter["schema"] = type
        }
        guard let operation = placed("/operations/\(number)") else { return nil }
        return Correction(
            path: operation.path, part: "parameters \(location) \(name)",
            reason: "\(location == "query" ? "query parameter" : "header") \(shown(name)) isn't described, "
                + "and is there in \(evidence(difference))",
            update: ["parameters": .array([.object(parameter)])])
    }

    private func parameterType(_ difference: DriftSurvey.Difference) -> JSONValue {
        let type = schema(of: ValueShape(of: difference.values.compactMap(\.string).map(Self.value)))
        return type["type"]?.string == nil ? .object(["type": .string("string")]) : type
    }

    private static func value(ofText text: String) -> JSONValue {
        if text == "true" || text == "false" { return .bool(text == "true") }
        guard text.utf8.count < 19, let number = JSONValue.Number(text) else { return .string(text) }
        return .number(number)
    }
}
