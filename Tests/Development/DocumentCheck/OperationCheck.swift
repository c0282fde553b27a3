import CallsiteCore

// Operations, their parameters and statuses.

/// An operation of the document: a method of a path.
struct StatedOperation {
    var method: String
    var path: String
    var node: Node
    /// The path items that hold it: its parameters are the operation's as well.
    var items: [Node]
    var place: SourceLocation
    /// Where its path stands.
    var pathPlace: SourceLocation
}

extension DocumentCheck {
    mutating func checkOperations() {
        var endpoints: [String: [GeneratedContent.Endpoint]] = [:]
        for endpoint in content.endpoints {
            endpoints[endpoint.method + " " + Self.comparable(endpoint.path), default: []].append(endpoint)
        }
        for operation in statedOperations() {
            count(.operation)
            var own = endpoints[operation.method + " " + Self.comparable(operation.path)] ?? []
            let places = [
                operation.place, operation.pathPlace, operation.node.place, operation.node["operationId"]?.place,
            ]
            // Fragments and signs that a URL can't hold may make one path of two.
            let starts = Set(places.compactMap { $0?.start })
            if own.contains(where: { starts.contains($0.place.start) }) {
                own.removeAll { !starts.contains($0.place.start) }
            }
            claims.judge(at: places.compactMap(\.self)) { $0 == .operationLeftOut ? own.isEmpty : nil }
            guard !own.isEmpty else {
                differ(
                    .operation, "the operation \(operation.method) \(operation.path) is lost", at: operation.place,
                    or: places.compactMap(\.self), isCovered: false)
                continue
            }
            checkParameters(of: operation, own)
            checkBodies(of: operation, own)
            checkResponses(of: operation, own)
        }
    }

    /// A path without what URLs write differently: percent signs, fragments, slashes in front.
    ///
    /// Rule: `{?from,to}` (RFC 6570) is no part of a path; the query is what the parameters say.
    ///
    /// Rule: the name of a path's parameter has `_` for slashes and blanks. Signs of other kinds of templates are no part
    /// of it: `name=shelves/*`, `+name`, `name+`, `*name`, `name?`, `name:int`.
    ///
    /// Rule: a fragment is a mark, unless a slash or a brace stands in it.
    private static func comparable(_ path: String) -> String {
        var text = String(path.drop { $0 == "/" })
        if let hash = text.lastIndex(of: "#"), !text[hash...].contains(where: { $0 == "/" || $0 == "{" }) {
            text.removeSubrange(hash...)
        }
        text = text.split(separator: "/", omittingEmptySubsequences: false).map { segment in
            let isSign = segment.hasPrefix(":") || segment.hasPrefix("*")
            let isName = segment.dropFirst().allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
            return isSign && isName && segment.count > 1 ? "{\(segment.dropFirst())}" : String(segment)
        }.joined(separator: "/")
        text = withPathNames(text)
        for sign in ["{?", "{&"] {
            while let start = text.firstRange(of: sign), let end = text[start.upperBound...].firstIndex(of: "}") {
                text.removeSubrange(start.lowerBound...end)
            }
        }
        guard text.contains("%") else { return text }
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == 0x25, rest.count >= 2,
                let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A path with the names of its parameters alone between the braces.
    static func withPathNames(_ path: String) -> String {
        path.split(separator: "{", omittingEmptySubsequences: false).enumerated().map { index, part in
            guard index > 0, let end = part.firstIndex(of: "}") else { return String(part) }
            return pathName(String(part[..<end])) + part[end...]
        }.joined(separator: "{")
    }

    private static func pathName(_ name: String) -> String {
        var name = name[...]
        if let sign = name.firstIndex(of: "="), name[sign...].contains("*") { name = name[..<sign] }
        name = name.drop { $0 == "+" || $0 == "*" }
        if let last = name.last, "+*?".contains(last) { name = name.dropLast() }
        if let colon = name.firstIndex(of: ":"), colon > name.startIndex { name = name[..<colon] }
        return String(name.map { $0 == "/" || $0 == " " ? "_" : $0 })
    }

    private static let methods: Set<String> = [
        "get", "put", "post", "delete", "options", "head", "patch", "trace", "query",
    ]

    mutating func statedOperations() -> [StatedOperation] {
        var result: [StatedOperation] = []
        let paths = reader.members(reader.root?["paths"]) + reader.members(reader.root?["x-ms-paths"])
        for (path, pathPlace, value) in paths where !path.hasPrefix("x-") {
            guard let (items, places) = pathItems(value) else {
                differ(.operation, "the path \(path) is lost", at: pathPlace, or: places(of: value), isCovered: false)
                continue
            }
            if !items.contains(where: \.isMapping) {
                differ(.operation, "the path \(path) is lost", at: pathPlace, or: places, isCovered: false)
            }
            var seen: Set<String> = []
            for item in items {
                let own = reader.members(item).filter { Self.methods.contains($0.key.lowercased()) }
                    .map { (method: $0.key.uppercased(), place: $0.place, value: $0.value) }
                let additional = reader.members(item["additionalOperations"]).map {
                    (method: $0.key, place: $0.place, value: $0.value)
                }
                for (method, place, value) in own + additional where seen.insert(method).inserted {
                    guard let operation = reader.followed(value), operation.node.isMapping else {
                        differ(
                            .operation, "the operation \(method) \(path) is lost", at: place,
                            or: [pathPlace] + self.places(of: value),
                            isCovered: false)
                        continue
                    }
                    result.append(
                        .init(
                            method: method, path: path, node: operation.node, items: items, place: place,
                            pathPlace: pathPlace))
                }
            }
        }
        return result
    }

    /// A path item and what it refers to, the nearest first: what stands beside a reference goes before it.
    private func pathItems(_ node: Node) -> (items: [Node], places: [SourceLocation])? {
        var (items, places) = ([node], [node.place])
        var seen: Set<Node.ID> = [node.id]
        while let reference = items.last?["$ref"], reference.isScalar {
            places.append(reference.place)
            guard let target = reader.target(of: reference), seen.insert(target.id).inserted else { return nil }
            items.append(target)
        }
        return (items, places)
    }

    private func places(of node: Node) -> [SourceLocation] { [node.place, node["$ref"]?.place].compactMap(\.self) }

    // MARK: - Parameters

    /// Rule (OpenAPI 3.1, 4.8.12.1): header parameters of these names mean nothing, since the body and the responses
    /// say it.
    private static let ignoredHeaders: Set<String> = ["accept", "content-type"]

    private mutating func checkParameters(of operation: StatedOperation, _ endpoints: [GeneratedContent.Endpoint]) {
        var seen: Set<String> = []
        for holder in [operation.node] + operation.items {
            for element in holder["parameters"]?.elements ?? [] {
                guard let (node, places) = reader.followed(element), node.isMapping, let name = node["name"]?.text,
                    let stated = node["in"]?.text
                else {
                    count(.parameter)
                    differ(
                        .parameter, "a parameter is lost", at: element.place, or: self.places(of: element),
                        isCovered: false)
                    continue
                }
                guard seen.insert(stated + " " + name).inserted, stated != "body" else { continue }
                count(.parameter)
                // A warning about a parameter's content that can't be written stands at the media type.
                let own =
                    places + [node["name"]?.place, node["in"]?.place].compactMap(\.self)
                    + reader.members(node["content"]).map(\.place)
                let place = node["name"]?.place ?? node.place
                let schemas = reader.isSwagger ? [node] : node["schema"].map { [$0] } ?? contentSchemas(node)
                if stated == "formData" {
                    checkFormField(name, node, place, own, endpoints)
                    continue
                }
                // Rule: a querystring whose fields have encodings of their own is a parameter for each field.
                if stated == "querystring", isSpread(node) {
                    let properties = reader.statement(schemas).properties
                    for endpoint in endpoints {
                        for property in properties
                        where !endpoint.parameters.contains(where: {
                            $0.property.wireName == property.name && $0.location == "query"
                        }) {
                            differ(
                                .parameter, "the field '\(property.name)' of '\(name)' is lost", at: property.place,
                                or: own,
                                isCovered: false)
                        }
                    }
                    continue
                }
                if stated == "header", Self.ignoredHeaders.contains(name.lowercased()) { continue }
                for endpoint in endpoints {
                    let isPresent = endpoint.parameters.contains {
                        $0.property.wireName == name && $0.location == stated
                    }
                    judgeWarningsOfPresence(at: own, isPresent: isPresent)
                    guard
                        let parameter = endpoint.parameters.first(where: {
                            ($0.property.wireName == (stated == "path" ? Self.pathName(name) : name)
                                || (stated == "querystring" && $0.property.wireName.isEmpty))
                                && $0.location == (stated == "querystring" ? "query" : stated)
                        })
                    else {
                        differ(
                            .parameter,
                            "the \(stated) parameter '\(name)' of \(operation.method) \(operation.path) is lost",
                            at: place, or: own,
                            isCovered: false)
                        continue
                    }
                    judgeWarningsOfPresence(
                        at: (schemas + [node]).compactMap { $0["default"]?.place },
                        isPresent: parameter.property.hasDefault && parameter.property.constant == nil)
                    let isRequired = stated == "path" || reader.flag(node["required"])
                    checkOptionality(parameter.property, name, isRequired, at: place, own)
                    compare(schemas, with: parameter.property.shape, .written, isCovered: explanations.cover(own))
                }
            }
        }
    }

    private func isSpread(_ node: Node) -> Bool {
        guard let content = reader.members(node["content"]).first,
            content.key.hasPrefix("application/x-www-form-urlencoded"),
            let encoding = reader.followed(content.value)?.node["encoding"]
        else { return false }
        return !reader.members(encoding).isEmpty
    }

    private func contentSchemas(_ node: Node) -> [Node] {
        reader.members(node["content"]).first.flatMap { $0.value["schema"] }.map { [$0] } ?? []
    }

    private mutating func checkOptionality(
        _ property: GeneratedContent.Property, _ name: String, _ isRequired: Bool, at place: SourceLocation,
        _ places: [SourceLocation]
    ) {
        if isRequired, property.isOptional {
            differ(
                .optionality, "the parameter '\(name)' is required, and optional in Swift", at: place, or: places,
                isCovered: false)
        } else if !isRequired, !property.isOptional {
            differ(
                .optionality, "the parameter '\(name)' may be left out, and is required in Swift", at: place,
                or: places, isCovered: false)
        }
    }

    /// Swagger 2.0: a field of a form.
    private mutating func checkFormField(
        _ name: String, _ node: Node, _ place: SourceLocation, _ places: [SourceLocation],
        _ endpoints: [GeneratedContent.Endpoint]
    ) {
        for endpoint in endpoints {
            guard case .fields(let fields)? = endpoint.body?.content,
                let field = fields.first(where: { $0.wireName == name })
            else {
                differ(.parameter, "the field '\(name)' of the form is lost", at: place, or: places, isCovered: false)
                continue
            }
            checkOptionality(field, name, reader.flag(node["required"]), at: place, places)
            compare([node], with: field.shape, .written, isCovered: explanations.cover(places))
        }
    }

    // MARK: - What comes the other way

    /// The payloads of webhooks and callbacks are models.
    mutating func checkIncoming() {
        let root = reader.root
        for (_, _, item) in reader.members(root?["webhooks"]) + reader.members(root?["x-webhooks"]) {
            checkPayloads(item)
        }
        for operation in statedOperations() {
            for (_, _, callback) in reader.members(operation.node["callbacks"]) {
                for (_, _, item) in reader.members(reader.followed(callback)?.node) { checkPayloads(item) }
            }
        }
    }

    private mutating func checkPayloads(_ item: Node) {
        guard let item = reader.followed(item)?.node else { return }
        for (method, _, operation) in reader.members(item) where Self.methods.contains(method) {
            guard let body = operation["requestBody"].flatMap({ reader.followed($0)?.node }) else { continue }
            for (type, place, media) in reader.members(body["content"]) where MediaType(type).isJSON {
                count(.mediaType)
                guard let schema = media["schema"] else { continue }
                let said = statement([schema])
                let places = Set(said.parts.map(\.place.start) + [schema.place.start])
                // Only what holds something needs a model.
                guard !said.properties.isEmpty || !said.alternatives.isEmpty else { continue }
                let models = places.flatMap { typesByPlace[$0] ?? [] }
                guard !models.isEmpty else {
                    differ(
                        .schema, "no model is made of the payload", at: schema.place, or: said.places + [place],
                        isCovered: false)
                    continue
                }
                if let index = typesByPlace[schema.place.start]?.first {
                    compare([schema], with: .named(index), .both, isCovered: false)
                }
            }
        }
    }
}
