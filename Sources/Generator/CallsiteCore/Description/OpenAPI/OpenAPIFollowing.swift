// Following references. A document may chain thousands of them, in circles too, and every walk over it must end, in a
// time that grows as the document does, and without filling the stack. So no walk follows references by itself.
// References to anything but schemas go through `resolved`. A property of a schema that depends on the schemas that it
// refers to is a `SchemaQuestion`. Merging the fields of schemas counts the levels (`OpenAPIObjects`), and a model is
// read from a queue (`readModels`), never from within another one.

/// A property of a schema that depends on the schemas that it refers to, extends, or has as alternatives; with its
/// results so far. While a question about a schema is open, its result is that of an empty schema, so a schema that
/// refers to itself learns nothing from itself.
final class SchemaQuestion<Answer> {
    fileprivate var answers: [Node.ID: Answer] = [:]
}

/// The questions about schemas, with their results.
struct SchemaAnswers {
    fileprivate let nullability = SchemaQuestion<Bool>()
    fileprivate let kind = SchemaQuestion<OpenAPIReader.Kind>()
    fileprivate let texts = SchemaQuestion<OpenAPIReader.ListedTexts?>()
    fileprivate let files = SchemaQuestion<OpenAPIReader.Files?>()
    /// Whether references lead from a schema to nothing but themselves.
    fileprivate var isEndless: [Node.ID: Bool] = [:]
}

extension OpenAPIReader {
    /// The strings that a schema allows; `isOpen` where it allows any besides.
    struct ListedTexts {
        var values: [Node]
        var isOpen: Bool
    }

    /// A file, or several; `orText` where a string is allowed in its place.
    struct Files {
        var areSeveral = false
        var orText = false
    }

    // MARK: - Questions

    /// Whether null is a value of the schema, through its references.
    package func isNullable(_ schema: Node) -> Bool {
        answer(answers.nullability, schema, while: { _ in false }, findNullability)
    }

    /// Whether null is a value of one of several schemas. All are asked: if schemas refer to each other in a circle,
    /// the results depend on which is asked first.
    func isAnyNullable(_ schemas: [Node]) -> Bool { schemas.map(isNullable).contains(true) }

    /// The JSON type that a schema is about, through its references.
    func kind(of schema: Node) -> Kind {
        // Only objects have a discriminator: a subtype that adds nothing learns that from the base that lists it.
        answer(answers.kind, schema, while: { $0["discriminator"] == nil ? .any : .object }, findKind)
    }

    /// The strings that a schema allows, through its references; nil: it isn't about strings alone.
    func texts(of schema: Node) -> ListedTexts? { answer(answers.texts, schema, while: { _ in nil }, findTexts) }

    /// The files that a schema allows, through its references; nil: it is about something else.
    func files(in schema: Node) -> Files? { answer(answers.files, schema, while: { _ in nil }, findFiles) }

    /// Finds the result of a question for a schema, after the results for the schemas that it leads to: depth first,
    /// without recursion.
    ///
    /// - Parameter meanwhile: The result for a schema while the question about it is open.
    private func answer<Answer>(
        _ question: SchemaQuestion<Answer>, _ schema: Node, while meanwhile: (Node) -> Answer, _ find: (Node) -> Answer
    ) -> Answer {
        if let earlier = question.answers[schema.id] { return earlier }
        let wasMuted = diagnostics.mute()
        defer { diagnostics.isMuted = wasMuted }
        var result = meanwhile(schema)
        question.answers[schema.id] = result
        var open = [(schema: schema, before: successors(of: schema)[...])]
        while !open.isEmpty {
            guard let next = open[open.count - 1].before.popFirst() else {
                let schema = open.removeLast().schema
                result = find(schema)
                question.answers[schema.id] = result
                continue
            }
            guard question.answers[next.id] == nil else { continue }
            question.answers[next.id] = meanwhile(next)
            open.append((next, successors(of: next)[...]))
        }
        return result
    }

    /// The schemas on which a schema's results depend: those it refers to, extends, or has as alternatives.
    private func successors(of schema: Node) -> [Node] {
        // Most schemas have none of these.
        guard schema.isMapping,
            schema["$ref"] != nil || schema["allOf"] != nil || schema["oneOf"] != nil || schema["anyOf"] != nil
        else {
            return []
        }
        var result: [Node] = []
        for part in components(of: schema) {
            switch part {
            case .reference(let target, _): result.append(target)
            case .own(let node): result += unionArms(node)
            }
        }
        return result
    }

    private func findNullability(of schema: Node) -> Bool {
        guard schema.isMapping else { return false }
        if allowsNull(schema) { return true }
        let parts = components(of: schema)
        guard parts.count == 1 else { return false }
        switch parts[0] {
        case .reference(let target, _): return isNullable(target)
        // An alternative that may be null makes the whole so.
        case .own(let node):
            return allowsNull(node) || unionArms(node).contains(where: isNullable)
        }
    }

    private func findKind(of schema: Node) -> Kind {
        guard schema.isMapping else { return .any }
        var result = Kind.any
        for part in components(of: schema) {
            let kind = kind(of: part)
            if result == .any { result = kind } else if kind != .any, kind != result { return .mixed }
        }
        return result
    }

    private func findTexts(of schema: Node) -> ListedTexts? {
        guard schema.isMapping else { return nil }
        let parts = components(of: schema)
        guard parts.count > 1 else { return parts.first.flatMap { texts(of: $0) } }
        // The strings that all of them allow.
        var result = ListedTexts(values: [], isOpen: true)
        for part in parts {
            guard let texts = texts(of: part) else { return nil }
            if result.isOpen {
                result = texts.isOpen ? .init(values: result.values + texts.values, isOpen: true) : texts
            } else if !texts.isOpen {
                let allowed = Set(texts.values.map(\.text))
                result.values.removeAll { !allowed.contains($0.text) }
                if result.values.isEmpty { return nil }
            }
        }
        return result
    }

    func texts(of part: Component) -> ListedTexts? {
        switch part {
        case .reference(let target, _): return texts(of: target)
        case .own(let node):
            if let values = listedValues(node) {
                let rest = values.filter { !$0.isNull }.distinct { $0 }
                return !rest.isEmpty && valueKind(rest, jsonTypes(of: node)) == .texts
                    ? .init(values: rest, isOpen: false) : nil
            }
            let arms = unionArms(node)
            guard arms.isEmpty else {
                // With fields beside the alternatives it is an object.
                guard !hasProperties(node) else { return nil }
                var result = ListedTexts(values: [], isOpen: false)
                // Alternatives may have values in common, and be the same.
                var seen: Set<String> = []
                for arm in arms {
                    guard let texts = texts(of: arm) else { return nil }
                    result.values += texts.values.filter { seen.insert($0.text ?? "").inserted }
                    result.isOpen = result.isOpen || texts.isOpen
                }
                return result
            }
            guard jsonTypes(of: node) == ["string"], format(of: node) == nil, node["contentEncoding"] == nil else {
                return nil
            }
            return .init(values: [], isOpen: true)
        }
    }

    private func findFiles(in schema: Node) -> Files? {
        guard schema.isMapping else { return nil }
        let parts = components(of: schema)
        guard parts.count == 1 else { return nil }
        switch parts[0] {
        case .reference(let target, _): return files(in: target)
        case .own(let node):
            if listedValues(node) != nil { return nil }
            let arms = unionArms(node)
            guard arms.isEmpty else { return hasProperties(node) ? nil : files(among: arms) }
            switch jsonTypes(of: node) {
            case ["string"], ["file"]: return isFile(node) ? Files() : nil
            case ["array"]: return node["items"].map { isFileByReference($0) } == true ? Files(areSeveral: true) : nil
            default: return nil
            }
        }
    }

    /// The files that one of several schemas allows, each of which is a file, several, or a string.
    func files(among schemas: [Node]) -> Files? {
        var result: Files?
        var orText = false
        for schema in schemas where !isNullOnly(schema) {
            if let files = files(in: schema) {
                result = Files(areSeveral: files.areSeveral || result?.areSeveral == true)
                orText = orText || files.orText
            } else if kind(of: schema) == .scalar("string") {
                orText = true
            } else {
                return nil
            }
        }
        result?.orText = orText
        return result
    }

    /// Whether the elements of a list are files. Element types are resolved separately, because lists can nest without
    /// bound.
    private func isFileByReference(_ schema: Node) -> Bool {
        var node = schema
        for _ in 0..<8 {
            guard node.isMapping else { return false }
            guard let reference = node["$ref"], reference.isScalar else { break }
            guard let target = target(of: reference) else { return false }
            node = target
        }
        return ["string", "file"].contains(jsonTypes(of: node).first) && isFile(node) && listedValues(node) == nil
    }

    /// Whether a schema's own keywords say that it is a file.
    func isFile(_ node: Node) -> Bool {
        node["contentEncoding"]?.text != "base64"
            && (format(of: node) == "binary" || node["type"]?.text == "file" || isBinaryMedia(node))
    }

    // MARK: - References without an end

    /// The references that lead from a schema to itself, past nothing but references: `A: {$ref: A}`. nil: there is
    /// some other content.
    func emptyCycle(from target: Node) -> [String]? {
        if answers.isEndless[target.id] == false { return nil }
        let wasMuted = diagnostics.mute()
        defer { diagnostics.isMuted = wasMuted }
        var names: [String] = []
        var visitedIDs: Set<Node.ID> = []
        var node = target
        var isEndless = true
        while visitedIDs.insert(node.id).inserted {
            let parts = components(of: node)
            guard answers.isEndless[node.id] != false, parts.count == 1,
                case .reference(let next, let reference) = parts[0]
            else {
                isEndless = false
                break
            }
            if names.count < 4 { names.append(reference.text ?? "") }
            // This schema is already known to be endless.
            if answers.isEndless[node.id] == true { break }
            node = next
        }
        for id in visitedIDs { answers.isEndless[id] = isEndless }
        return isEndless ? names : nil
    }
}
