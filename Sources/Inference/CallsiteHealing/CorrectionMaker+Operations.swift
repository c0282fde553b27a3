import CallsiteCore
import CallsiteInference
import CallsiteMockEngine
import CallsiteText

// Corrections of responses, headers and parameters.

extension CorrectionMaker {
    // MARK: - Statuses

    /// A response of a status, from all that were recorded.
    func addStatus(_ key: DriftSurvey.StatusKey) -> Correction? {
        guard let found = survey.statuses[key], engine.description.operations.indices.contains(key.operation) else {
            return nil
        }
        let pointer = "/operations/\(key.operation)"
        let operation = engine.description.operations[key.operation]
        let status = String(key.status)
        let reason =
            "status \(status) isn't described, and is that of "
            + evidence(found.exchanges.count, of: 0, [.response], [operation.title])
        var response: JSONObject = ["description": .string("\(reasonPhrase(key.status))")]
        let content = content(of: found.exchanges)
        if version == .swagger {
            if let schema = content.pairs.first?.value["schema"] { response["schema"] = schema }
        } else if !content.isEmpty {
            response["content"] = .object(content)
        }
        let responses: JSONObject = [status: .object(response)]
        if let list = placed(pointer + "/responses") {
            var correction = Correction(path: list.path, part: status, reason: reason)
            correction.update(responses)
            return correction
        }
        guard let whole = placed(pointer), !whole.has("responses") else { return nil }
        var correction = Correction(path: whole.path, part: "responses " + status, reason: reason)
        correction.update(["responses": .object(responses)])
        return correction
    }

    /// The bodies of responses, by media type, each with a schema of all.
    private func content(of positions: [Int]) -> JSONObject {
        var shapes: [(type: String, shape: ValueShape)] = []
        for position in positions {
            guard let response = exchanges[position].response, let body = response.body, !body.isEmpty,
                let type = response.header("content-type").flatMap({ MediaType($0) })
            else { continue }
            let value = type.isJSON ? try? JSONValue(parsing: body) : .string("")
            guard let value else { continue }
            guard let name = publicName(of: type) else { continue }
            if let known = shapes.first(where: { $0.type == name }) {
                known.shape.add(value)
            } else {
                let shape = ValueShape()
                shape.add(value)
                shapes.append((name, shape))
            }
        }
        var content: JSONObject = [:]
        for (type, shape) in shapes.sorted(by: { $0.type < $1.type }) {
            content[type] = .object(["schema": self.schema(of: shape)])
        }
        return content
    }

    // MARK: - Media types

    /// A media type that holds a token or the like is described by a range; nil: Swagger 2.0 has none.
    private func publicName(of type: MediaType) -> String? {
        func isPublic(_ text: String) -> Bool {
            recordedText.isPublic(text)
                && text.split { ".+".contains($0) }.allSatisfy { recordedText.isPublic(String($0)) }
        }
        if isPublic(type.essence) { return type.essence }
        return version == .swagger ? nil : isPublic(type.type) ? type.type + "/*" : "*/*"
    }

    /// Another media type of a response that is described, or its first.
    func addContent(_ difference: DriftSurvey.Difference) -> [Correction] {
        let content = content(of: difference.exchanges)
        guard !content.isEmpty else { return [] }
        let types = content.keys.joined(separator: " and ")
        let reason = "\(types) isn't described, and is the type of \(evidence(difference))"
        guard version != .swagger else { return addProduced(content, difference, reason) }
        let isList = difference.key.place.hasSuffix("/content")
        guard let place = placed(difference.key.place) else { return [] }
        var correction = Correction(path: place.path, part: "content " + types, reason: reason)
        correction.update(isList ? content : ["content": .object(content)])
        return [correction]
    }

    /// Swagger 2.0 has one list of media types for all responses of an operation.
    private func addProduced(
        _ content: JSONObject, _ difference: DriftSurvey.Difference, _ reason: String
    ) -> [Correction] {
        guard let number = operation(of: difference.key.place), let operation = placed("/operations/\(number)") else {
            return []
        }
        var corrections: [Correction] = []
        let index = engine.description.operations[number].responses
        let known = Set(index.flatMap { $0.content.map(\.type) })
        let types = content.keys.filter { !known.contains($0) }
        if !types.isEmpty {
            var correction = Correction(
                path: operation.path, part: "produces " + types.joined(separator: " "), reason: reason)
            let old = operation.has("produces") ? [] : known.sorted()
            correction.update(["produces": .array((old + types).map(JSONValue.string))])
            corrections.append(correction)
        }
        if difference.key.kind == .undescribedBody, let response = placed(difference.key.place),
            let schema = content.pairs.first?.value["schema"]
        {
            var correction = Correction(path: response.path, part: "schema", reason: reason)
            correction.update(["schema": schema])
            corrections.append(correction)
        }
        return corrections
    }

    // MARK: - Parameters and headers

    /// A header, a parameter or a body that is required, and isn't always there.
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
        var correction = Correction(
            path: place.path, part: "required", reason: "\(part) is missing in \(evidence(difference))")
        correction.update(["required": .bool(false)])
        return correction
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
        var correction = Correction(
            path: operation.path, part: "parameters \(location) \(name)",
            reason: "\(location == "query" ? "query parameter" : "header") \(shown(name)) isn't described, "
                + "and is there in \(evidence(difference))")
        correction.update(["parameters": .array([.object(parameter)])])
        return correction
    }

    private func parameterType(_ difference: DriftSurvey.Difference) -> JSONValue {
        let shape = ValueShape()
        for case .string(let text) in difference.values { shape.add(Self.value(ofText: text)) }
        let type = self.schema(of: shape)
        return type["type"]?.string == nil ? .object(["type": .string("string")]) : type
    }

    private static func value(ofText text: String) -> JSONValue {
        if text == "true" || text == "false" { return .bool(text == "true") }
        guard text.utf8.count < 19, let number = JSONValue.Number(text) else { return .string(text) }
        return .number(number)
    }
}
