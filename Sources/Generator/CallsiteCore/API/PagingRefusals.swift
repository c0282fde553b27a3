// Reasons why an endpoint that seems to have pages isn't treated as paginated. Each reason states only what the
// description shows.

extension PagingDetection {
    func refusal() -> API.DetectedPaging? {
        let looksPaged = unchecked().contains { _ in true }
        if looksPaged, !rivals.isEmpty {
            return .init(
                "items", "several lists, and nothing says which is meant: \(rivals.prefix(4).joined(separator: ", "))")
        }
        if looksPaged, isSingleResource {
            let isNamed = endpoint.path.plainText.split(separator: "/").last?.contains("}") ?? false
            return .init(
                "R13",
                "\(isNamed ? "the path names" : "the response is") one resource, of which '\(elements ?? "")' is a part"
            )
        }
        if let parameter = parameters.first(where: { ["after", "startingafter", "afterid"].contains($0.key) }) {
            return .init(
                "R8", "'\(parameter.name)' may be the last id, a token or a time, and the response doesn't say")
        }
        if let parameter = parameters.first(where: {
            Self.tokenParameters.contains($0.key) && !isCount($0) && isText($0.shape)
        }) {
            return .init("R9", "'\(parameter.name)' is a string, and the response has no token for it")
        }
        if let parameter = parameters.first(where: { isPageOfWork($0) && Self.pages.contains($0.key) }) {
            return .init("R6", "'\(parameter.name)' is what is asked for: a page of a work")
        }
        if let parameter = parameters.first(where: { isMeasure($0) && Self.offsets.contains($0.key) }) {
            return .init("R7", "'\(parameter.name)' counts in a unit of its own, not elements")
        }
        if let links = linkList {
            return .init(
                "R3", "the URL of the next page is an element of '\(links)', and no path leads to one of several")
        }
        if let parameter = parameters.first(where: isCount) { return refusal(ofCount: parameter) }
        if let field = fields.first(where: {
            Self.tokenFields.contains($0.key) && $0.key.hasPrefix("next") && isText($0.shape) && !isPrevious($0)
        }) {
            return .init("R10", "the response's '\(field.path)' may be a token, and no parameter takes it")
        }
        if let flag {
            return .init("R12", "'\(flag.path)' says that there is more, and no parameter asks for it")
        }
        if let parameter = parameters.first(where: { Self.looseOffsets.contains($0.key) && $0.name != size?.name }) {
            if let end = rangeEnd(of: parameter) {
                return .init("R7b", "'\(parameter.name)' may begin a range, which '\(end.name)' ends")
            }
            return .init("R7b", "'\(parameter.name)' may be an offset, a time or an id, and nothing says which")
        }
        if let size {
            return .init("R11", "'\(size.name)' says how many, and nothing asks for the next ones")
        }
        return nil
    }

    /// The reason why an endpoint is skipped although a parameter could be about pages; nil if it has no such
    /// parameter.
    static func earlyRefusal(of endpoint: API.Endpoint, in api: API) -> API.DetectedPaging? {
        let parameters = endpoint.parameters.filter { $0.location == .query }.map(\.property)
        let names = (parameters + api.bodyProperties(of: endpoint)).map(\.wireName)
        let loose: Set<String> = [
            "next", "start", "since", "from", "continue", "marker", "offset", "after", "iterator",
        ]
        let isRead = endpoint.method == "GET"
        let name = names.first { name in
            let key = key(name)
            return pages.contains(key) || offsets.contains(key)
                || tokenParameterKeys.contains(key) && (isRead || !loose.contains(key))
        }
        guard let name else { return nil }
        let response = endpoint.response
        let why: String
        if response.stream != nil {
            why = "the response is a stream"
        } else if !response.cases.isEmpty {
            why = "responses of several statuses have different types"
        } else if response.encoding != .json {
            why = "the response isn't JSON"
        } else if response.shape == .scalar(.void) {
            why = "the response has no content"
        } else if api.untyped(response.shape) != nil {
            why = "nothing says what the response holds"
        } else if !isRead, endpoint.method != "POST" {
            why = "\(endpoint.method) changes something"
        } else if !isRead, PagingDetection.hasList(response.shape, api) {
            why = "nothing says that this POST only reads"
        } else {
            why = "the response has no list"
        }
        return .init("R0", "'\(name)' may be about pages, and \(why)")
    }

    private static func hasList(_ shape: API.Shape, _ api: API) -> Bool {
        api.listElement(shape) != nil
            || (api.properties(of: shape.withoutOptional) ?? []).contains { api.listElement($0.shape) != nil }
    }

    /// FHIR's bundle: `link: [{relation: next, url: …}]`.
    private var linkList: String? {
        for property in api.properties(of: page) ?? [] where ["link", "links"].contains(Self.key(property.wireName)) {
            guard let element = api.listElement(property.shape) else { continue }
            let keys = Set((api.properties(of: element.withoutOptional) ?? []).map { Self.key($0.wireName) })
            if !keys.isDisjoint(with: ["relation", "rel"]), !keys.isDisjoint(with: ["url", "href", "uri"]) {
                return property.wireName
            }
        }
        return nil
    }

    private func refusal(ofCount parameter: Parameter) -> API.DetectedPaging {
        let isPage = Self.pages.contains(parameter.key)
        let rule = isPage ? "R6" : "R7"
        if isText(parameter.shape) {
            return .init("R9", "'\(parameter.name)' is a string, and the response has no token for it")
        }
        guard isNumber(parameter.shape) else { return .init(rule, "'\(parameter.name)' isn't a number") }
        if !isPage, let end = rangeEnd(of: parameter) {
            return .init(rule, "'\(parameter.name)' may begin a range, which '\(end.name)' ends")
        }
        return .init(
            rule, "'\(parameter.name)' is a number, and nothing says how many elements a page has or how many there are"
        )
    }
}
