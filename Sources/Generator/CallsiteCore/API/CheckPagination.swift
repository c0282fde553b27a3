// Checks whether a strategy fits an endpoint: its parameters, its response, and the endpoint of the next page.

extension Resolver {
    struct Misfit: Error { var diagnostics: [Diagnostic] }

    /// Checks a strategy of the configuration against an endpoint.
    func fitting(
        _ strategy: Description.Pagination, on index: Int, _ origin: API.Pagination.Origin
    ) -> Result<API.Pagination, Misfit> {
        var declaration = strategy.mapNames { .init(text: $0.text, place: $0.place.inConfiguration) }
        declaration.place = declaration.place.inConfiguration
        return attempt(declaration, on: index, origin)
    }

    /// Checks a declaration that needn't fit an endpoint.
    func attempt(
        _ declaration: Description.Pagination, on index: Int, _ origin: API.Pagination.Origin
    ) -> Result<API.Pagination, Misfit> {
        var trial = Diagnostics()
        checkRequiredKeys(declaration, &trial)
        guard let pagination = check(declaration, on: index, origin: origin, &trial), !trial.hasErrors else {
            return .failure(.init(diagnostics: trial.all))
        }
        return .success(pagination)
    }

    func check(
        _ declaration: Description.Pagination, on index: Int, origin: API.Pagination.Origin,
        _ diagnostics: inout Diagnostics
    ) -> API.Pagination? {
        let endpoint = api.endpoints[index]
        var problems = Diagnostics()
        defer { diagnostics.append(problems) }
        guard endpoint.response.stream == nil else {
            problems.report(.pagedStream(endpoint.name, at: declaration.place))
            return nil
        }
        // A mistake in a named strategy is reported where the endpoint uses the strategy.
        let strategy = declaration.name.flatMap { strategies[$0] }
        let places = strategy?.places ?? []
        let declaration = declaration.mapNames { name in
            places.contains(name.place) ? .init(text: name.text, place: declaration.place) : name
        }
        let continuation = continuation(declaration, of: endpoint, &problems)
        if declaration.continuation != nil, continuation == nil { return nil }
        let moving = moving(declaration, in: api.endpoints[continuation ?? index], &problems)
        let size = size(declaration, strategy, of: endpoint, &problems)
        guard let list = pagedList(declaration, endpoint, origin, &problems) else { return nil }
        let hasNext = source(declaration.hasNext, "hasNext", endpoint, &problems) { shape, isOptional in
            // A flag, or a value that is present only if there are more pages: a cursor or a URL.
            switch shape {
            case .list, .dictionary: false
            case .scalar: true
            case .named, .typeParameter, .optional: isOptional
            }
        }
        func count(_ source: Description.Pagination.Source?, _ key: String) -> API.Pagination.Source? {
            self.source(source, key, endpoint, &problems) { shape, _ in
                shape == .scalar(.string) || (shape.isNumber && shape != .scalar(.decimal))
            }
        }
        let isLast = source(declaration.isLast, "isLast", endpoint, &problems) { shape, _ in shape == .scalar(.bool) }
        if case .header? = declaration.isLast, let name = declaration.isLast?.name {
            problems.report(.wrongSource(name.text, for: "isLast", at: name.place))
        }
        let current = count(declaration.current, "current")
        let total = count(declaration.total, "total")
        let totalPages = count(declaration.totalPages, "totalPages")
        let isLink = declaration.style == .nextURL
        let next = declaration.next.compactMap { path in
            source(path, isLink ? "the next URL" : "a cursor", endpoint, &problems) { shape, _ in
                !isLink || [.string, .url, .json].contains { shape == .scalar($0) }
            }
        }
        let keys = declaration.keys.compactMap { walk($0, from: list.element, of: "an element of the list", &problems) }
        if declaration.style == .cursor || declaration.style == .keyset, !problems.hasErrors {
            let shapes = declaration.style == .cursor ? next.map(shape) : keys.map(\.shape)
            checkCursors(declaration, moving, shapes, &problems)
        }
        if let continuation, let name = declaration.continuation, !problems.hasErrors {
            checkCanContinue(endpoint, continuation, at: name.place, moving, &problems)
        }
        guard !problems.hasErrors else { return nil }
        return .init(
            declaration: declaration, origin: origin, elements: list.elements, element: list.element,
            bareList: list.bare, isUntyped: list.isUntyped, continuation: continuation, moving: moving, size: size,
            hasNext: hasNext, isLast: isLast, current: current, total: total, totalPages: totalPages, next: next,
            keys: keys)
    }

    // MARK: - In the request

    private func moving(
        _ declaration: Description.Pagination, in endpoint: API.Endpoint, _ diagnostics: inout Diagnostics
    ) -> [API.RequestValue] {
        // If the request has a `Range` parameter, its value is changed; any other request gets the header.
        if declaration.style == .range {
            let index = endpoint.parameters.firstIndex {
                $0.location == .header && $0.property.wireName.lowercased() == "range"
            }
            guard let index else { return [] }
            let property = endpoint.parameters[index].property
            return [
                .init(root: .parameter(index), path: .init(shape: property.shape, isOptional: true), property: property)
            ]
        }
        let counts = declaration.style == .page || declaration.style == .offset
        return declaration.parameters.compactMap { requestValue($0, of: endpoint, counts: counts, &diagnostics) }
    }

    private func size(
        _ declaration: Description.Pagination, _ strategy: Description.Pagination?, of endpoint: API.Endpoint,
        _ diagnostics: inout Diagnostics
    ) -> API.RequestValue? {
        guard let name = declaration.size ?? declaration.limit else { return nil }
        // A named strategy may have a size parameter that some endpoints lack, unless the end depends on the size.
        let isShared = strategy.map { $0.size?.text == name.text || $0.limit?.text == name.text } ?? false
        return requestValue(
            name, of: endpoint, counts: true, isRequired: !isShared || declaration.shortPageEnds, &diagnostics)
    }

    /// A value of the request, which must be a number if it counts. nil if the request has no usable value; that is
    /// reported if the declaration requires it.
    private func requestValue(
        _ name: Description.Name, of endpoint: API.Endpoint, counts: Bool, isRequired: Bool = true,
        _ diagnostics: inout Diagnostics
    ) -> API.RequestValue? {
        guard let value = requestValue(name, of: endpoint, &diagnostics) else {
            if isRequired {
                diagnostics.report(.unknownParameter(name.text, candidates: requestNames(endpoint), at: name.place))
            }
            return nil
        }
        if counts, let value, !canCount(value.property.shape) {
            diagnostics.report(.parameterIsNoNumber(name.text, at: name.place))
        }
        return value
    }

    /// Whether a shape can count: a number, a string, or a type that may be a whole number among others.
    private func canCount(_ shape: API.Shape) -> Bool {
        switch api.plain(shape) {
        case .scalar(let scalar): scalar.isNumber || scalar == .string
        case let other: api.hasWholeNumber(other)
        }
    }

    /// Reports the first cursor that can't be sent as the parameter which takes it.
    private func checkCursors(
        _ declaration: Description.Pagination, _ moving: [API.RequestValue], _ shapes: [API.Shape],
        _ diagnostics: inout Diagnostics
    ) {
        let parameters = moving.map(\.property.shape)
        guard let position = zip(shapes, parameters).map({ fits($0, $1) }).firstIndex(of: false) else { return }
        let source = declaration.style == .cursor ? declaration.next[position].name : declaration.keys[position]
        diagnostics.report(
            .cursorDoesNotFit(
                source.text, api.written(shapes[position].withoutOptional), declaration.parameters[position].text,
                api.written(parameters[position].withoutOptional), at: source.place))
    }

    /// Whether a cursor can be sent as a parameter: both have the same type, or they are numbers and strings, which
    /// convert into each other.
    func fits(_ source: API.Shape, _ parameter: API.Shape) -> Bool {
        let (source, parameter) = (api.plain(source), api.plain(parameter))
        guard source != parameter, source != .scalar(.json), parameter != .scalar(.json) else { return true }
        guard case .scalar(let from) = source, case .scalar(let to) = parameter else { return false }
        func isNumberOrText(_ scalar: Scalar) -> Bool { scalar == .string || (scalar.isNumber && scalar != .float) }
        // Dates and similar types are strings on the wire.
        return isNumberOrText(to) && (isNumberOrText(from) || (to == .string && from != .bool))
    }

    // MARK: - In the response

    private struct PagedList {
        var elements: API.ValuePath
        var element: API.Shape
        var bare: API.ValuePath?
        var isUntyped = false
    }

    /// The list that a page holds: the body, or the value at `elements`.
    private func pagedList(
        _ declaration: Description.Pagination, _ endpoint: API.Endpoint, _ origin: API.Pagination.Origin,
        _ diagnostics: inout Diagnostics
    ) -> PagedList? {
        let response = endpoint.response
        let whole = API.ValuePath(shape: response.shape, isOptional: response.isOptional || response.shape.isOptional)
        guard let name = declaration.elements else {
            if let element = api.listElement(response.shape) { return .init(elements: whole, element: element) }
            // The `Link` header leads to the next page even if the page has no type. A default strategy isn't meant for
            // such endpoints.
            if declaration.style == .link, origin != .byDefault, let element = api.untyped(response.shape) {
                return .init(elements: whole, element: element, isUntyped: true)
            }
            diagnostics.report(
                .responseIsNoList(endpoint.name, candidates: lists(in: response.shape), at: declaration.place))
            return nil
        }
        guard let path = walk(name, from: response.shape, isOptional: response.isOptional, &diagnostics) else {
            return nil
        }
        guard let element = api.listElement(path.shape) else {
            diagnostics.report(.pathIsNoList(name.text, candidates: lists(in: response.shape), at: name.place))
            return nil
        }
        var list = PagedList(elements: path, element: element)
        if let (index, shape) = api.bareList(of: response.shape, holding: element) {
            let steps = [API.ValuePath.Step.alternative(index, of: api.plain(response.shape))]
            list.bare = .init(steps: steps, shape: shape, isOptional: true)
        }
        return list
    }

    private func source(
        _ source: Description.Pagination.Source?, _ key: String, _ endpoint: API.Endpoint,
        _ diagnostics: inout Diagnostics, isRight: (API.Shape, _ isOptional: Bool) -> Bool
    ) -> API.Pagination.Source? {
        switch source {
        case nil: return nil
        case .header(let name)?: return .header(name.text)
        case .body(let name)?:
            let response = endpoint.response
            guard let path = walk(name, from: response.shape, isOptional: response.isOptional, &diagnostics) else {
                return nil
            }
            if !isRight(api.plain(path.shape), path.isOptional) {
                diagnostics.report(.wrongSource(name.text, for: key, at: name.place))
            }
            return .body(path)
        }
    }

    private func shape(_ source: API.Pagination.Source) -> API.Shape {
        switch source {
        case .body(let path): path.shape
        case .header: .scalar(.string)
        }
    }

    // MARK: - Another endpoint

    private func continuation(
        _ declaration: Description.Pagination, of endpoint: API.Endpoint, _ diagnostics: inout Diagnostics
    ) -> Int? {
        guard let name = declaration.continuation else { return nil }
        guard let index = api.endpoints.firstIndex(where: { $0.name == name.text }) else {
            diagnostics.report(.unknownEndpoint(name.text, candidates: api.endpoints.map(\.name), at: name.place))
            return nil
        }
        let (own, other) = (endpoint.response, api.endpoints[index].response)
        guard own.shape == other.shape, own.isOptional == other.isOptional, own.encoding == other.encoding else {
            diagnostics.report(
                .continuationDiffers(
                    name.text, api.written(other.shape), endpoint.name, api.written(own.shape), at: name.place))
            return nil
        }
        return index
    }

    /// Checks that the other request needs only the cursor and values that this request has too.
    private func checkCanContinue(
        _ endpoint: API.Endpoint, _ index: Int, at place: SourceLocation, _ moving: [API.RequestValue],
        _ diagnostics: inout Diagnostics
    ) {
        let other = api.endpoints[index]
        for (root, property) in api.requestProperties(of: other)
        where property.isNeeded && !moving.contains(where: { $0.root == root })
            && api.counterpart(of: property, in: endpoint) == nil
        {
            diagnostics.report(.continuationNeeds(other.name, property.wireName, endpoint.name, at: place))
        }
        let ownNames = api.requestProperties(of: other).filter { api.counterpart(of: $0.property, in: endpoint) != nil }
        for value in moving where !ownNames.contains(where: { $0.root == value.root }) {
            for (position, property) in (value.path.steps.first.flatMap { api.properties(of: $0) } ?? []).enumerated()
            where property.isNeeded {
                if case .property(position, _)? = value.path.steps.first, value.path.steps.count == 1 { continue }
                diagnostics.report(.continuationNeeds(other.name, property.wireName, endpoint.name, at: place))
            }
        }
    }
}

extension API {
    func properties(of step: ValuePath.Step) -> [Property]? {
        if case .property(_, let owner) = step { properties(of: owner) } else { nil }
    }
}

extension Diagnostic {
    static func unknownEndpoint(_ name: String, candidates: [String], at place: SourceLocation) -> Self {
        .error(
            "unknown-endpoint", "no endpoint is named '\(name)'", help: Spelling.help(for: name, among: candidates),
            at: place)
    }
    static func unknownParameter(_ name: String, candidates: [String], at place: SourceLocation) -> Self {
        .error(
            "unknown-parameter", "the request has no parameter '\(name)'",
            help: Spelling.help(for: name, among: candidates) ?? "declare it under 'parameters:'", at: place)
    }
    static func parameterIsNoNumber(_ name: String, at place: SourceLocation) -> Self {
        .error(
            "parameter-is-no-number", "'\(name)' counts pages or elements, but isn't a number", help: "make it an Int",
            at: place)
    }
    static func pagedStream(_ endpoint: String, at place: SourceLocation) -> Self {
        .error(
            "paged-stream", "'\(endpoint)' returns a stream, which has no pages", help: "remove 'pagination'", at: place
        )
    }
    static func responseIsNoList(_ endpoint: String, candidates: [String], at place: SourceLocation) -> Self {
        .error(
            "response-is-no-list", "the response of '\(endpoint)' isn't a list",
            help: candidates.isEmpty
                ? "say where the list is: 'elements: path'"
                : "say where the list is: 'elements: \(yaml: candidates[0])'",
            at: place)
    }
    static func pathIsNoList(_ path: String, candidates: [String], at place: SourceLocation) -> Self {
        .error(
            "path-is-no-list", "the value at '\(path)' isn't a list",
            help: candidates.isEmpty ? nil : "lists are at \(DiagnosticText.list(candidates, "and"))", at: place)
    }
    static func wrongSource(_ path: String, for key: String, at place: SourceLocation) -> Self {
        .error(
            "wrong-source", "what lies at '\(path)' can't be \(key.contains(" ") ? key : "'\(key)'")",
            help: key == "hasNext"
                ? "expected a Bool, or what is missing on the last page"
                : key == "isLast"
                    ? "expected a Bool in the body"
                    : key.contains("URL") ? "expected a String or a URL" : "expected a number, or a text that is one",
            at: place)
    }
    static func cursorDoesNotFit(
        _ source: String, _ type: String, _ name: String, _ expected: String, at place: SourceLocation
    ) -> Self {
        .error(
            "cursor-does-not-fit", "'\(source)' has type \(type), and '\(name)', which takes it, \(expected)",
            help: "give both the same type", at: place)
    }
    static func continuationDiffers(
        _ other: String, _ type: String, _ endpoint: String, _ expected: String, at place: SourceLocation
    ) -> Self {
        .error(
            "continuation-differs", "'\(other)' answers with \(type), and '\(endpoint)' with \(expected)",
            help: "pages that continue a list have its type; declare a model and name it in both", at: place)
    }
    static func continuationNeeds(_ other: String, _ name: String, _ endpoint: String, at place: SourceLocation) -> Self
    {
        .error(
            "continuation-needs",
            "'\(other)' needs '\(name)', which is neither the cursor nor a parameter of '\(endpoint)'",
            help: "make it optional, or give it a default", at: place)
    }
}
