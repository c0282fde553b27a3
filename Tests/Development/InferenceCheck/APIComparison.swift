import CallsiteCore
import CallsiteMockEngine
import CallsiteText

/// The description that a walk was made from beside the one that was inferred from its archive.
package struct APIComparison {
    private let truth: API
    private let inferred: API
    private let walk: RecordedWalk
    private var types: TypeComparison
    /// The patterns of the inferred endpoints, by their indices.
    private let patterns: [PathPattern]

    package init(truth: API, inferred: API, _ walk: RecordedWalk) {
        (self.truth, self.inferred, self.walk) = (truth, inferred, walk)
        var result = InferenceResult()
        result.samples = walk.samples.count
        result.dropped = walk.wrong.count
        result.skipped = walk.skipped.count
        types = TypeComparison(truth: truth, inferred: inferred, result: result)
        patterns = inferred.endpoints.map {
            // Variables of a server are as in the plan.
            let base = ($0.baseURL ?? inferred.baseURL.template).replacing(/\{[^}]*\}/, with: "main")
            return PathPattern(base + $0.path.plainText)
        }
    }

    package mutating func run() -> InferenceResult {
        var taken: Set<Int> = []
        for title in walk.operations {
            let samples = walk.samples.filter { $0.operation == title }
            guard let described = truth.endpoint(title), let first = samples.first else { continue }
            let pattern = Self.pattern(of: described, first)
            let index = inferred.endpoints.indices.first {
                inferred.endpoints[$0].method == described.method && patterns[$0] == pattern
            }
            if let index {
                taken.insert(index)
                types.result.count(true, in: \.endpoints)
                // Others were taken for endpoints of their own, which are invented.
                let own = samples.filter { endpoint(for: $0) == index }
                compare(described, inferred.endpoints[index], pattern, own, title)
                continue
            }
            let others = samples.map { endpoint(for: $0) }
            let isOfWords = showsWordsOnly(described, pattern, samples) && !others.contains(nil)
            types.result.count(isOfWords, in: \.endpoints)
            if isOfWords { taken.formUnion(others.compactMap(\.self)) }
            if !isOfWords {
                let found = Set(others.map { $0.map { inferred.endpoints[$0].path.text } ?? "none" }).sorted()
                types.result.disagree(
                    "endpoint \(title): inferred \(found.prefix(4).joined(separator: ", ")) (\(found.count)) from \(samples.prefix(3).map { "/" + $0.path.joined(separator: "/") })"
                )
            }
        }
        let described = truth.endpoints.map { ($0.method, PathPattern($0.path.plainText).segments) }
        for (index, endpoint) in inferred.endpoints.enumerated() where !taken.contains(index) {
            // It wasn't walked, and the description itself is compared.
            if described.contains(where: {
                $0.0 == endpoint.method && patterns[index].segments.suffix($0.1.count) == $0.1[...]
            }
            ) {
                continue
            }
            types.result.count(false, in: \.endpoints)
            types.result.disagree("endpoint invented: \(endpoint.method) \(endpoint.path.text)")
        }
        return types.result
    }

    /// The inferred endpoint that a sample is of: the one with the most literals.
    package func endpoint(for sample: RecordedWalk.Sample) -> Int? {
        inferred.endpoints.indices.filter {
            inferred.endpoints[$0].method == sample.method && patterns[$0].matches(sample.path)
        }.max { patterns[$0].literals < patterns[$1].literals }
    }

    /// The described path behind what the samples have before it.
    private static func pattern(of endpoint: API.Endpoint, _ sample: RecordedWalk.Sample) -> PathPattern {
        let own = PathPattern(endpoint.path.plainText)
        return PathPattern(sample.path.dropLast(own.segments.count) + own.segments)
    }

    /// Parameters that have few values, all of them words, aren't visible as such: `/export/csv` and `/export/json`.
    private func showsWordsOnly(
        _ endpoint: API.Endpoint, _ pattern: PathPattern, _ samples: [RecordedWalk.Sample]
    ) -> Bool {
        pattern.segments.enumerated().contains { index, segment in
            guard segment.contains("{}") else { return false }
            let values = Set(samples.map { $0.path[index] })
            return values.count < 6 && values.allSatisfy { $0.wholeMatch(of: /[A-Za-z][A-Za-z_.-]*/) != nil }
        }
    }

    // MARK: - One endpoint

    private mutating func compare(
        _ described: API.Endpoint, _ found: API.Endpoint, _ pattern: PathPattern, _ samples: [RecordedWalk.Sample],
        _ title: String
    ) {
        types.subject = title + ", parameter "
        comparePath(described, found, pattern, samples)
        compareItems(described, found, samples, in: .query)
        compareItems(described, found, samples, in: .header)
        types.subject = title + ", body "
        compareBodies(described, found, samples)
        types.subject = title + ", response "
        let received = samples.filter { $0.status < 300 }.compactMap(\.received)
        if !received.isEmpty {
            types.compareBody(
                described.response.shape, found.response.shape, received, isOptional: found.response.isOptional)
        }
        for status in Set(samples.map(\.status)).filter({ $0 >= 400 }).sorted() {
            types.subject = "\(title), error \(status) "
            let bodies = samples.filter { $0.status == status && !$0.isNullError }.compactMap(\.received)
            guard !bodies.isEmpty, let own = truth.error(status, of: described) else { continue }
            let error = inferred.error(status, of: found)
            types.result.count(error != nil, in: \.errors)
            if let error {
                types.compareBody(own, error, bodies)
            } else {
                types.result.disagree("error \(title): \(status) isn't found")
            }
        }
        if walk.paged.contains(title) { comparePages(described, found, samples, title) }
        if found.pagination != nil, described.pagination == nil {
            types.result.disagree("pagination invented: \(title): \(PagingSummary(found.pagination!).text)")
        }
    }

    private mutating func comparePages(
        _ described: API.Endpoint, _ found: API.Endpoint, _ samples: [RecordedWalk.Sample], _ title: String
    ) {
        guard let own = described.pagination.map(PagingSummary.init), Self.haveTwoPages(samples, own) else { return }
        let other = found.pagination.map(PagingSummary.init)
        func facts(_ summary: PagingSummary) -> [String] {
            [summary.style] + summary.parameters + ["at", summary.elements ?? ""] + ["next"] + summary.next
        }
        // The value that moves on is in the next page's URL: it is as good.
        let isSame = { (other: PagingSummary) in
            ["nextURL", "link"].contains(own.style) && other.style == "cursor" && other.elements == own.elements
        }
        let isRight = other.map { facts($0) == facts(own) || isSame($0) } ?? false
        types.result.count(isRight, in: \.pagination)
        if !isRight {
            let text = other?.text ?? "none, since \(found.pagingRefusal.map { "\($0)" } ?? "nothing looks like it")"
            types.result.disagree("pagination \(title): \(own.text), inferred \(text)")
        }
    }

    /// Whether a request of a second page is left, and the response that led to it. Each was judged by itself.
    private static func haveTwoPages(_ samples: [RecordedWalk.Sample], _ paging: PagingSummary) -> Bool {
        let successes = samples.filter { 200..<300 ~= $0.status }
        if ["page", "offset", "range"].contains(paging.style) {
            let numbers = successes.map { sample in
                sample.query.first { paging.parameters.contains($0.name) }?.value ?? ""
            }
            return Set(numbers).count > 1
        }
        /// Where the next page is said: at the path of the cursor, or anywhere.
        func source(_ sample: RecordedWalk.Sample) -> String {
            var place = sample.received
            if paging.style == "cursor", let path = paging.next.first {
                for key in path.split(separator: ".") { place = place?[String(key)] }
            }
            return (place?.text ?? "") + sample.receivedHeaders.map { "\n" + $0.value }.joined()
        }
        let sources = successes.map(source)
        return successes.indices.contains { index in
            successes[index].query.contains { item in
                // A link has its name too, and all that was asked for before.
                let isInLink = ["link", "nextURL"].contains(paging.style)
                let text = isInLink ? item.name + "=" + item.value : item.value
                return !item.value.isEmpty && (isInLink || paging.parameters.contains(item.name))
                    && sources.indices.contains { other in
                        other != index && sources[other].contains(text)
                            && !successes[other].query.contains { $0.name == item.name && $0.value == item.value }
                    }
            }
        }
    }

    private mutating func compareBodies(
        _ described: API.Endpoint, _ found: API.Endpoint, _ samples: [RecordedWalk.Sample]
    ) {
        guard let own = described.body else { return }
        let forms = samples.map(\.form).filter { !$0.isEmpty }
        let values = samples.compactMap(\.sent)
        guard !forms.isEmpty || !values.isEmpty else { return }
        guard let other = found.body else {
            types.result.count(false, in: \.types)
            types.result.disagree("type \(types.subject)isn't found")
            return
        }
        switch (own.content, other.content) {
        case (.whole(let shape, _), .whole(let inner, _)) where forms.isEmpty:
            types.compareBody(shape, inner, values)
        case (.fields, _) where forms.isEmpty, (.whole, .fields) where forms.isEmpty:
            compareFields(own, other, values)
        default:
            for property in truth.fields(of: own) {
                let texts = forms.map { form in form.filter { $0.name == property.wireName }.map(\.value) }
                compare(property, inferred.fields(of: other), texts, isForm: true)
            }
        }
    }

    private mutating func compareFields(_ own: API.Body, _ other: API.Body, _ values: [JSONValue]) {
        let (properties, others) = (truth.fields(of: own), inferred.fields(of: other))
        types.compareFields(properties, others, values, "", depth: 0)
        guard !others.isEmpty else { return }
        for value in values {
            for property in others {
                guard let misfit = inferred.misfit(of: value, in: property, at: "", depth: 0) else { continue }
                return types.result.contradict(types.subject + misfit)
            }
        }
    }

    // MARK: - Parameters

    private mutating func comparePath(
        _ described: API.Endpoint, _ found: API.Endpoint, _ pattern: PathPattern, _ samples: [RecordedWalk.Sample]
    ) {
        let (own, other) = (described.path.placeholders, found.path.placeholders)
        let indices = pattern.segments.indices.filter { pattern.segments[$0].contains("{}") }
        // Where a segment has several, or a template one twice, they are the same.
        guard own.count == indices.count, other.count == indices.count else { return }
        for (position, index) in indices.enumerated() {
            let texts = samples.compactMap { PathPattern.value(in: $0.path[index], by: pattern.segments[index]) }
            guard let property = described.parameter(own[position], in: .path),
                let twin = found.parameter(other[position], in: .path)
            else { continue }
            judge(property.property, twin.property, texts.map { [$0] }, required: nil, isForm: false)
        }
    }

    private mutating func compareItems(
        _ described: API.Endpoint, _ found: API.Endpoint, _ samples: [RecordedWalk.Sample],
        in location: Description.Parameter.Location
    ) {
        let constants = (inferred.headers + found.headers).map { $0.name.lowercased() }
        let others = found.parameters.filter { $0.location == location }.map(\.property)
        for parameter in described.parameters where parameter.location == location {
            let name = parameter.property.wireName
            let texts = samples.map { sample in
                location == .query
                    ? sample.query.filter { $0.name == name }.map(\.value)
                    : sample.headers.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
            }
            if location == .header, constants.contains(name.lowercased()) { continue }
            compare(parameter.property, others, texts, isForm: false)
        }
        let names = Set(
            described.parameters.filter { $0.location == location }.map { $0.property.wireName.lowercased() })
        for other in others
        where !names.contains(other.wireName.lowercased()) && !isDescribed(other.wireName, described) {
            types.result.count(false, in: \.parameters)
            types.result.disagree("parameter invented: \(types.subject)\(other.wireName) in \(location)")
        }
    }

    /// Headers that the description has with a constant, and credentials, are no parameters of its own.
    private func isDescribed(_ name: String, _ endpoint: API.Endpoint) -> Bool {
        (truth.headers + endpoint.headers).contains { $0.name.lowercased() == name.lowercased() }
            || endpoint.path.text.contains("?")
    }

    /// - Parameter values: The strings in each sample.
    private mutating func compare(
        _ property: API.Property, _ others: [API.Property], _ values: [[String]], isForm: Bool
    ) {
        guard values.contains(where: { !$0.isEmpty }) else { return }
        guard let twin = others.first(where: { $0.wireName.lowercased() == property.wireName.lowercased() }) else {
            types.result.count(false, in: \.parameters)
            types.result.disagree("parameter \(types.subject)\(property.wireName) isn't found")
            return
        }
        let isAlways = values.allSatisfy { !$0.isEmpty }
        let isRequired = twin.presence == .required && !twin.hasDefault
        let isDescribed = property.presence == .required && !property.hasDefault
        // The samples say that it is required where all have it.
        judge(property, twin, values, required: isRequired == isDescribed || isRequired && isAlways, isForm: isForm)
        if isRequired, !isAlways {
            types.result.contradict("\(types.subject)\(property.wireName) is missing in a sample, inferred required")
        }
    }

    private mutating func judge(
        _ property: API.Property, _ twin: API.Property, _ texts: [[String]], required: Bool?, isForm: Bool
    ) {
        let (one, other) = (truth.wireType(property.shape).type, inferred.wireType(twin.shape).type)
        let isRepeated = texts.contains { $0.count > 1 }
        var recorded = RecordedValues(texts: texts.flatMap(\.self))
        let isRight: Bool
        switch (one, other) {
        case (.list(let element), .list(let own)):
            let types = (truth.wireType(element).type, inferred.wireType(own).type)
            let parts = RecordedValues(
                texts: texts.flatMap(\.self).flatMap { $0.split(separator: ",").map(String.init) })
            isRight = isRightText(types.0, types.1, recorded) || isRightText(types.0, types.1, parts)
        case (_, .list): isRight = isRepeated
        // A list in one value is text.
        case (.list, _):
            isRight = !isRepeated
            recorded = RecordedValues(texts: texts.flatMap(\.self))
        default: isRight = isRightText(one, other, recorded)
        }
        let isWhole = isRight && required ?? true
        types.result.count(isWhole, in: isForm ? \.types : \.parameters)
        guard !isWhole else { return }
        let examples = recorded.values.prefix(3).map { String($0.text.prefix(30)) }.joined(separator: ", ")
        types.result.disagree(
            "parameter \(types.subject)\(property.wireName): \(one.text) \(property.presence), inferred \(other.text) \(twin.presence) (\(recorded.count) values in \(texts.count) samples: \(examples))"
        )
    }

    private func isRightText(_ one: WireType, _ other: WireType, _ recorded: RecordedValues) -> Bool {
        if case (.union, .union) = (one, other) { return true }
        guard case .leaf(let leaf) = other else { return false }
        let texts = RecordedValues(recorded.values.map { .string($0.string ?? $0.text) })
        switch one {
        // The digits of a string are one, too.
        case .leaf(let own):
            return TypeComparison.isRight(own, leaf, recorded) || own == leaf && texts.values.allSatisfy(leaf.allows)
                || own == .number && leaf == .number
        default: return leaf == recorded.natural || leaf == .string
        }
    }
}

extension API {
    /// The endpoint of an operation: of several requests, the one for JSON.
    func endpoint(_ title: String) -> Endpoint? {
        let all = endpoints.filter { $0.method + " " + $0.path.text == title }
        return all.first {
            guard case .json = $0.response.encoding, $0.response.stream == nil else { return false }
            return $0.body.map { $0.encoding == .json } ?? true
        } ?? all.first
    }

    func error(_ status: Int, of endpoint: Endpoint) -> Shape? {
        let all = (endpoint.errors ?? errors) + statedErrors(of: endpoint)
        return all.first(covering: .exactly(status))?.shape
    }

    /// The fields of a body; none: it has no object.
    func fields(of body: Body) -> [Property] {
        switch body.content {
        case .fields(let properties): return properties
        case .whole(let shape, _):
            if case .object(let properties) = wireType(shape).type { return properties }
            return []
        }
    }
}

extension API.Endpoint {
    func parameter(_ name: String, in location: Description.Parameter.Location) -> API.Parameter? {
        parameters.first { $0.location == location && $0.property.wireName == name }
    }
}
