// Why an endpoint that looks as if it paged isn't taken for one that does. Each reason is what was seen, never more.

extension PagingDetection {
    func refusal() -> API.DetectedPaging? {
        let looksPaged = !unchecked().isEmpty
        if looksPaged, !rivals.isEmpty {
            return .init(
                rule: "items",
                reason: "several lists, and nothing says which is meant: \(rivals.prefix(4).joined(separator: ", "))")
        }
        if looksPaged, isSingleResource {
            return .init(rule: "R13", reason: "the path names one resource, of which '\(elements ?? "")' is a part")
        }
        if let parameter = parameters.first(where: { ["after", "startingafter", "afterid"].contains($0.key) }) {
            return .init(
                rule: "R8",
                reason: "'\(parameter.name)' may be the last id, a token or a time, and the response doesn't say")
        }
        if let parameter = parameters.first(where: {
            Self.tokenParameters.contains($0.key) && !isCount($0) && isText($0.shape)
        }) {
            return .init(rule: "R9", reason: "'\(parameter.name)' is a string, and the response has no token for it")
        }
        if let parameter = parameters.first(where: { isPageOfWork($0) && Self.pages.contains($0.key) }) {
            return .init(rule: "R6", reason: "'\(parameter.name)' is what is asked for: a page of a work")
        }
        if let parameter = parameters.first(where: { isMeasure($0) && Self.offsets.contains($0.key) }) {
            return .init(rule: "R7", reason: "'\(parameter.name)' counts in a unit of its own, not elements")
        }
        if let links = linkList {
            return .init(
                rule: "R3",
                reason: "the URL of the next page is an element of '\(links)', and no path leads to one of several")
        }
        if let parameter = parameters.first(where: isCount) { return refusal(ofCount: parameter) }
        if let field = fields.first(where: {
            Self.tokenFields.contains($0.key) && $0.key.hasPrefix("next") && isText($0.shape) && !isPrevious($0)
        }) {
            return .init(
                rule: "R10", reason: "the response's '\(field.path)' may be a token, and no parameter takes it")
        }
        if let flag {
            return .init(rule: "R12", reason: "'\(flag.path)' says that there is more, and no parameter asks for it")
        }
        if let parameter = parameters.first(where: { Self.looseOffsets.contains($0.key) && $0.name != size?.name }) {
            if let end = rangeEnd(of: parameter) {
                return .init(rule: "R7b", reason: "'\(parameter.name)' may begin a range, which '\(end.name)' ends")
            }
            return .init(
                rule: "R7b", reason: "'\(parameter.name)' may be an offset, a time or an id, and nothing says which")
        }
        if let size {
            return .init(rule: "R11", reason: "'\(size.name)' says how many, and nothing asks for the next ones")
        }
        return nil
    }

    /// FHIR's bundle: `link: [{relation: next, url: …}]`.
    private var linkList: String? {
        let shape = api.page(of: endpoint.response.shape) ?? endpoint.response.shape.withoutOptional
        for property in api.properties(of: shape) ?? [] where ["link", "links"].contains(Self.key(property.wireName)) {
            guard case .list(let element) = api.resolvingAliases(property.shape.withoutOptional) else { continue }
            let keys = Set((api.properties(of: element.withoutOptional) ?? []).map { Self.key($0.wireName) })
            if !keys.isDisjoint(with: ["relation", "rel"]), !keys.isDisjoint(with: ["url", "href", "uri"]) {
                return property.wireName
            }
        }
        return nil
    }

    /// Whether a parameter is called as what counts pages or elements.
    private func isCount(_ parameter: Parameter) -> Bool {
        Self.pages.contains(parameter.key) || Self.offsets.contains(parameter.key)
    }

    private func refusal(ofCount parameter: Parameter) -> API.DetectedPaging {
        let isPage = Self.pages.contains(parameter.key)
        let rule = isPage ? "R6" : "R7"
        if isText(parameter.shape) {
            return .init(rule: "R9", reason: "'\(parameter.name)' is a string, and the response has no token for it")
        }
        guard isNumber(parameter.shape) else { return .init(rule: rule, reason: "'\(parameter.name)' isn't a number") }
        if !isPage, let end = rangeEnd(of: parameter) {
            return .init(rule: rule, reason: "'\(parameter.name)' may begin a range, which '\(end.name)' ends")
        }
        return .init(
            rule: rule,
            reason:
                "'\(parameter.name)' is a number, and nothing says how many elements a page has or how many there are")
    }
}
