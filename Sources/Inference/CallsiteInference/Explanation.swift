import CallsiteText

/// The reasons for each part of an inferred description.
struct Explanation {
    let models: ModelSet

    func reasons(_ endpoints: [InferredEndpoint]) -> [(subject: String, reason: String)] {
        var reasons: [(subject: String, reason: String)] = []
        for endpoint in endpoints {
            let subject = endpoint.title
            reasons.append((subject, Self.counted(endpoint.samples.count, "request")))
            for reason in endpoint.reasons { reasons.append((subject, reason)) }
            for (name, shape) in endpoint.query.all where shape.requests < endpoint.samples.count {
                reasons.append(
                    (subject, "\(name) is optional: \(shape.requests) of \(endpoint.samples.count) requests have it"))
            }
            for (status, response) in endpoint.responses.sorted(by: { $0.key < $1.key }) {
                reasons.append((subject, "\(status): \(Self.counted(response.count, "response"))"))
            }
            if endpoint.responses.isEmpty { reasons.append((subject, "no response was given: it may be any JSON")) }
        }
        for (name, shape) in models.models where models.name(of: shape) != nil { add(shape.united, name, &reasons) }
        return reasons.filter { PersonalData.isNeutral($0.reason) && PersonalData.isNeutral($0.subject) }
    }

    private func add(_ objects: ObjectShape, _ name: String, _ reasons: inout [(subject: String, reason: String)]) {
        reasons.append((name, Self.counted(objects.count, "object")))
        for field in objects.fields {
            let (shape, subject) = (field.field.shape, name + "." + field.name.text)
            if field.field.count < objects.count {
                reasons.append((subject, "optional: \(field.field.count) of \(objects.count) objects have it"))
            }
            if shape.nulls > 0 {
                reasons.append((subject, "may be null: it is \(shape.nulls) times of \(shape.count)"))
            }
            if shape.kinds.isEmpty { reasons.append((subject, "any JSON: it was only null")) }
            if let form = shape.strings.form {
                reasons.append((subject, "\(form.format): all \(shape.strings.count) strings are"))
            }
            if let values = ShapeSchema.enumValues(of: shape.strings, field.name.text) {
                reasons.append((subject, "an enum: \(values.count) values in \(shape.strings.count) strings"))
            }
            if shape.lists > 0, shape.element == nil {
                reasons.append((subject, "elements of any JSON: the list was always empty"))
            }
            if shape.kinds.count > 1 {
                reasons.append((subject, "several types: \(shape.kinds.sorted().joined(separator: ", "))"))
            }
        }
    }

    static func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
}
