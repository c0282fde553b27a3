import CallsiteCore

// The contents of responses, by their status and media type.

extension DocumentCheck {
    mutating func checkResponses(of operation: StatedOperation, _ endpoints: [GeneratedContent.Endpoint]) {
        let stated = reader.members(operation.node["responses"]).filter { !$0.key.hasPrefix("x-") }
        // Rule: the success is a 2xx, or what a redirect leads to. 304 is no redirect.
        let hasRedirect = stated.contains { $0.key.hasPrefix("3") && $0.key != "304" }
        let hasSuccess = hasRedirect || stated.contains { $0.key.hasPrefix("2") }
        // Rule: where nothing says what a success is, it is nothing, or what a redirect leads to. Never an error's schema.
        let isOpen = stated.contains { key, _, value in
            key == "default"
                && (reader.followed(value).map { !isError($0.node, among: stated.map { ($0.key, $0.value) }) } ?? true)
        }
        if !stated.isEmpty, !stated.contains(where: { $0.key.hasPrefix("2") }),
            !isOpen || hasRedirect
        {
            for endpoint in endpoints {
                guard case .scalar(let name) = resolved(endpoint.response.shape), ["Void", "Data"].contains(name) else {
                    differ(
                        .status, "the success of \(operation.method) \(operation.path) is an error's schema",
                        at: operation.place, isCovered: false)
                    continue
                }
            }
        }
        for (key, place, value) in stated {
            count(.status)
            let status = key.uppercased()
            guard let (node, places) = reader.followed(value) else {
                differ(
                    .status, "the response \(key) of \(operation.method) \(operation.path) is lost", at: place,
                    or: [value.place, value["$ref"]?.place].compactMap(\.self), isCovered: false)
                continue
            }
            let own = places + [place]
            switch status.first {
            case "2": checkSuccess(status, node, place, own, of: operation, endpoints)
            case "4", "5": checkError(status, node, place, own, of: operation, endpoints)
            case "D" where status == "DEFAULT":
                if hasSuccess || isError(node, among: stated.map { ($0.key, $0.value) }) {
                    checkError("default", node, place, own, of: operation, endpoints)
                } else {
                    checkSuccess("default", node, place, own, of: operation, endpoints)
                }
            // Rule: informational responses never reach a caller, and redirections are followed: what those hold is not
            // read.
            case "1", "3": break
            default:
                differ(.status, "the response '\(key)' is lost", at: place, or: own, isCovered: false)
            }
        }
    }

    /// Rule: a default is for errors where it is a problem (RFC 9457), or says the same as a declared error.
    private func isError(_ node: Node, among stated: [(key: String, value: Node)]) -> Bool {
        let own = content(node)
        if own.contains(where: { MediaType($0.key).essence.hasPrefix("application/problem+") }) { return true }
        return stated.contains { key, value in
            guard key.hasPrefix("4") || key.hasPrefix("5"), let (error, _) = reader.followed(value) else {
                return false
            }
            guard error.place != node.place else { return true }
            let references = [own, content(error)].map { $0.first?.value["schema"]?["$ref"]?.text }
            return references[0] != nil && references[0] == references[1]
        }
    }

    /// The media types of a response, and the schemas of what they hold; in Swagger 2.0 one schema for all.
    private func offered(_ node: Node, _ operation: StatedOperation, isSuccess: Bool) -> [(
        type: MediaType, place: SourceLocation, schema: Node?, item: Node?
    )] {
        if reader.isSwagger {
            guard let schema = node["schema"] else { return [] }
            // Rule: what has fields is JSON, unless the operation gives nothing but XML.
            let produced = reader.texts(operation.node["produces"] ?? reader.root?["produces"])
            let isXML = !produced.isEmpty && produced.allSatisfy { MediaType($0).essence.hasSuffix("xml") }
            let type =
                schema["type"]?.text == "file"
                ? "application/octet-stream" : isXML ? "application/xml" : "application/json"
            // A file is of the types that the operation produces, each of which must be asked for. Rule: what produces
            // nothing but streams is a stream where it succeeds, whatever its schema.
            let isFile = schema["type"]?.text == "file"
            let isStream = isSuccess && produced.map(MediaType.init).allSatisfy { $0.isLines || $0.isEvents }
            if !produced.isEmpty, isFile || isStream {
                return produced.map { (MediaType($0), node.place, schema, nil) }
            }
            return [(MediaType(type), node.place, schema, nil)]
        }
        return content(node).map { (MediaType($0.key), $0.place, $0.value["schema"], $0.value["itemSchema"]) }
    }

    private mutating func checkSuccess(
        _ status: String, _ node: Node, _ place: SourceLocation, _ places: [SourceLocation],
        of operation: StatedOperation, _ endpoints: [GeneratedContent.Endpoint]
    ) {
        // Rules: a response to HEAD has no body, and neither has 204.
        if operation.method == "HEAD" || status == "204" { return }
        let offered = offered(node, operation, isSuccess: true)
        let types = offered.map(\.type)
        // Rule: a range says what bare JSON beside it holds.
        let hasBareJSON = offered.contains { $0.type.isJSON && $0.schema == nil && $0.item == nil }
        let readers = offered.map { media in
            let type = media.type.isRange && hasBareJSON ? MediaType("application/json") : media.type
            let users = endpoints.filter { isRead(type, by: $0, status, among: types) }
            return types.count { $0 == type } > 1 ? users.filter { names(type, $0.headers["Accept"]) } : users
        }
        for (media, users) in zip(offered, readers) {
            count(.mediaType)
            // One warning is about all forms that are bytes, or text.
            let own = places + [media.place] + offered.filter { $0.type.isLike(media.type) }.map(\.place)
            claims.judge(at: own) { claim in
                guard case .requested(let type) = claim else { return nil }
                return endpoints.contains { isRead(MediaType(type), by: $0, status, among: types) }
            }
            guard !users.isEmpty else {
                // Rules: one of several forms of the same content is enough; JSON is asked for where it is offered,
                // else the first form that is read. A form that says no more of what it holds than that it's text or
                // bytes is that content in other words.
                let isBare = media.schema == nil && (media.item != nil || media.type.isContentItself)
                let isSame = zip(offered, readers).contains { other, users in
                    !users.isEmpty && (!isBare || other.type.isLike(media.type))
                        && says(other.schema ?? other.item, whatSays: media.schema ?? media.item)
                }
                if isSame || isPlain(media.schema ?? media.item, media.type) { continue }
                differ(
                    .mediaType,
                    "a response of '\(media.type.essence)' to \(operation.method) \(operation.path) isn't read",
                    at: media.place,
                    or: own, isCovered: false)
                continue
            }
            for endpoint in users {
                let response = endpoint.response
                let shape = response.cases.first { $0.status == status }?.shape ?? response.shape
                guard var schema = response.isStream ? media.item ?? media.schema : media.schema else { continue }
                // Rule: the schema of a stream is that of all of it, as a list (OpenAPI 3.2, 4.14.3).
                if response.isStream, media.item == nil, let items = statement([schema]).items.first { schema = items }
                let isCovered = explanations.cover(own)
                if response.isEvents {
                    // Rule: what an event is said to be is its fields, or what its data holds.
                    let data = schema["properties"]?["data"]
                    compare(
                        [data?["contentSchema"] ?? schema], with: shape, .read, isCovered: isCovered || isScalar(schema)
                    )
                } else if response.encoding == "json" {
                    if case .scalar("Void") = resolved(shape) {
                        differ(
                            .status, "what the response \(status) holds is lost", at: place, or: own,
                            isCovered: isCovered)
                    } else {
                        compare([schema], with: shape, .read, isCovered: isCovered)
                    }
                } else {
                    // Rule: text and bytes are read as they are. A schema that says more than that is a difference.
                    let said = statement([schema])
                    guard !said.properties.isEmpty || !said.items.isEmpty || said.types.contains("array") else {
                        continue
                    }
                    if media.type.isJSON || media.type.isRange {
                        compare([schema], with: shape, .read, isCovered: isCovered)
                    } else {
                        differ(
                            .mediaType,
                            "a response of '\(media.type.essence)' has a schema and is read as \(response.encoding)",
                            at: media.place, or: own,
                            isCovered: isCovered)
                    }
                }
            }
        }
    }

    /// Whether a header names this one of several types that differ in parameters only.
    func names(_ type: MediaType, _ header: String?) -> Bool {
        guard let header else { return type.whole == type.essence }
        return header.split(separator: ",").contains { MediaType(String($0)).whole == type.whole }
    }

    /// Whether a schema says only that something is text or bytes.
    private mutating func isPlain(_ schema: Node?, _ type: MediaType) -> Bool {
        guard !type.isJSON, let schema else { return false }
        let said = statement([schema])
        return said.types.isSubset(of: ["string", "file"]) && said.properties.isEmpty && said.alternatives.isEmpty
    }

    private mutating func isScalar(_ schema: Node) -> Bool {
        let said = statement([schema])
        return said.properties.isEmpty && said.alternatives.isEmpty && said.items.isEmpty
    }

    private func isRead(
        _ type: MediaType, by endpoint: GeneratedContent.Endpoint, _ status: String, among offered: [MediaType]
    ) -> Bool {
        let response = endpoint.response
        if response.isStream { return response.isEvents ? type.isEvents : type.isLines }
        let accepted = (endpoint.headers["Accept"] ?? "").split(separator: ",").map { MediaType(String($0)) }
        if accepted.contains(where: offered.contains) { return accepted.contains(type) }
        let json = MediaType("application/json")
        if offered.contains(json) { return type == json }
        return switch response.encoding {
        case "json": type == offered.first(where: \.isJSON) ?? offered.first
        default: type == offered.first { !$0.isEvents && !$0.isLines } ?? offered.first
        }
    }

    private mutating func checkError(
        _ status: String, _ node: Node, _ place: SourceLocation, _ places: [SourceLocation],
        of operation: StatedOperation, _ endpoints: [GeneratedContent.Endpoint]
    ) {
        let offered = offered(node, operation, isSuccess: false)
        // Rule: JSON is read from what isn't successful; anything else is there as bytes.
        guard
            let media = offered.first(where: { $0.type == MediaType("application/json") }) ?? offered.first(
                where: \.type.isJSON)
                ?? offered.first(where: \.type.isRange)
        else { return }
        for media in offered { count(.mediaType); _ = media }
        guard let schema = media.schema else { return }
        for endpoint in endpoints {
            let family = String(status.prefix(1)) + "XX"
            let found =
                endpoint.errors.first { $0.status == status } ?? endpoint.errors.first { $0.status == family }
                ?? endpoint.errors.first { $0.status == "default" }
            guard let found else {
                differ(
                    .status, "what the response \(status) of \(operation.method) \(operation.path) holds is lost",
                    at: place,
                    or: places + [media.place, schema.place], isCovered: false)
                continue
            }
            compare([schema], with: found.shape, .read, isCovered: explanations.cover(places + [media.place]))
        }
    }
}
