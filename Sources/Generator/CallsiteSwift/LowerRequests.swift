// The API's own file and the requests as they are printed.

import CallsiteCore

extension Lowering {
    package func lowerAPI(_ namespace: SwiftIdentifier?) -> SwiftAPI {
        let failure = lowerFailure(api.errors, named: failureName.name)
        let variables = zip(api.baseURL.variables, variableNames()).map { variable, given in
            var property = lowerProperty(variable, given, isWritten: true, shadowedBy: "")
            // The function stands in an extension of `API`, outside the namespace.
            if let namespace, case .named(let id, _) = variable.shape {
                property.type = .member(name(of: id), of: SwiftTypeName(namespace))
            }
            return property
        }
        let member = SwiftIdentifier(SwiftNames.name(for: ownName, .property, limit: 100))
        return SwiftAPI(
            access: access, documentation: documentation(api.documentation, nil), protocolName: protocolName,
            qualifiedProtocolName: SwiftTypeName(protocolName, in: namespace.map { SwiftTypeName($0) }),
            namespace: namespace, member: member,
            failure: failure.rejected ?? failure.enumeration.map { SwiftTypeName($0.name) },
            failureEnum: failure.enumeration, baseURL: SwiftStringLiteral(api.baseURL.template),
            headers: api.headers.map(lowerHeader),
            authentication: api.authentication.map(expression),
            variables: variables, reading: api.reading.map { SwiftIdentifier($0.rawValue) }, flows: lowerFlows())
    }

    /// The name for declarations outside a namespace. Two versions of an API in one module differ by their namespaces.
    var ownName: String { options.namespace.map { SwiftNames.name(for: $0, .type) } ?? api.name }

    package func variableNames() -> [String] {
        let wanted = api.baseURL.variables.map { WantedName($0.wireName, pinned: $0.swiftName, .property) }
        return ResolvedNames(wanted, reserved: ReservedNames.properties).names
    }

    /// `OAuth2Flow.gitHubAuthorizationCode`.
    private func lowerFlows() -> [SwiftOAuth2Flow] {
        let names = ResolvedNames(api.oauth2Flows.map { WantedName(ownName + " " + $0.name.text, .property) }).names
        return zip(api.oauth2Flows, names).map { flow, name in
            var scopes: Set<String> = []
            return SwiftOAuth2Flow(
                access: access, documentation: documentation(flow.documentation, nil), name: SwiftIdentifier(name),
                kind: SwiftIdentifier(flow.kind.rawValue),
                urls: flow.urls.map { .init(label: SwiftIdentifier($0.label), value: SwiftStringLiteral($0.url)) },
                // A repeated name in a dictionary literal would crash.
                scopes: flow.scopes.filter { scopes.insert($0.name).inserted }
                    .map { .init(name: SwiftStringLiteral($0.name), meaning: SwiftStringLiteral($0.meaning)) })
        }
    }

    private func lowerHeader(_ header: Description.Header) -> SwiftHeader {
        .init(name: SwiftStringLiteral(header.name), value: SwiftStringLiteral(header.value))
    }

    private func expression(_ authentication: Description.Authentication) -> SwiftExpression {
        switch authentication {
        case .none: .member(SwiftIdentifier("none"))
        case .bearer: .member(SwiftIdentifier("bearer"))
        case .basic: .member(SwiftIdentifier("basic"))
        case .header(let name): .implicit("header", [.init(.string(name))])
        case .query(let name): .implicit("query", [.init(.string(name))])
        case .cookie(let name): .implicit("cookie", [.init(.string(name))])
        case .all(let parts): .implicit("all", [.init(.list(parts.map(expression)))])
        case .oneOf(let parts): .implicit("oneOf", [.init(.list(parts.map(expression)))])
        }
    }

    // MARK: - Requests

    package func lowerRequest(_ index: Int) -> SwiftRequest {
        let endpoint = api.endpoints[index]
        let names = requestNames[index]
        var inputs = self.inputs(of: endpoint, names)
        let response = endpoint.response
        let failure = self.failure(index)
        let isKnown = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "QUERY"].contains(endpoint.method)
        let hasInitialiser = options.access != .internal
        if !hasInitialiser { for index in inputs.properties.indices { inputs.properties[index].setInitialValue() } }
        var types = nestedTypes(in: .endpoint(index))
        let alias = types.firstIndex { $0.alias?.name.name == "Response" }
        let responseAlias = alias.flatMap { types.remove(at: $0).alias }
        return SwiftRequest(
            access: access, documentation: documentation(of: endpoint),
            deprecation: endpoint.deprecation.map { .init(message: $0.message.map { SwiftStringLiteral($0) }) },
            name: endpointNames[index], protocolName: protocolName,
            response: responseType(of: response), responseAlias: responseAlias, failure: failure.rejected,
            failureEnum: failure.enumeration,
            method: SwiftIdentifier(isKnown ? endpoint.method.lowercased() : "method"),
            methodName: isKnown ? nil : SwiftStringLiteral(endpoint.method),
            path: SwiftStringLiteral(endpoint.path.text), server: endpoint.baseURL.map { SwiftStringLiteral($0) },
            bodyEncoding: endpoint.body.map { SwiftIdentifier($0.encoding.rawValue) },
            formLists: endpoint.body?.lists.flatMap { $0 == .repeated ? nil : SwiftIdentifier($0.rawValue) },
            headers: endpoint.headers.map(lowerHeader), authentication: endpoint.authentication.map(expression),
            timeout: endpoint.timeout.map { $0 == $0.rounded() ? .integer(Int64($0)) : .double($0) },
            statuses: statuses(of: endpoint).map { .integer(Int64($0)) },
            conditions: endpoint.success.map { condition in
                SwiftCondition(
                    path: condition.path.map { SwiftStringLiteral($0) }, values: condition.values.map { json($0.kind) })
            },
            responseEncoding: response.encoding == .json ? nil : SwiftIdentifier(response.encoding.rawValue),
            success: response.cases.isEmpty ? nil : success(response.cases),
            stream: response.stream.map { stream in
                SwiftStream(
                    isEvents: stream.isEvents, end: stream.end.map { SwiftStringLiteral($0) },
                    reconnects: stream.reconnects.flatMap { $0 == .withIDs ? nil : SwiftIdentifier($0.rawValue) },
                    element: stream.element == .data ? nil : SwiftIdentifier(stream.element.rawValue))
            },
            isIdempotent: endpoint.isIdempotent.map { .bool($0) },
            idempotencyKey: endpoint.idempotencyKey.map { SwiftStringLiteral($0) }, properties: inputs.properties,
            writes: inputs.writes, hasInitialiser: hasInitialiser, wholeBody: inputs.wholeBody,
            openedBody: inputs.openedBody, isBodyNullable: inputs.isBodyNullable,
            responseHeaders: lowerResponseHeaders(response.headers, names.headers),
            pagination: lowerPagination(index, names),
            types: types)
    }

    /// The properties of a request, and how they are sent.
    private struct Inputs {
        var properties: [SwiftProperty] = []
        var writes: [SwiftWrite] = []
        /// The property that is the whole body.
        var wholeBody: SwiftIdentifier?
        /// The body that is sent although all its fields may be left out.
        var openedBody: SwiftIdentifier?
        var isBodyNullable = false
    }

    private func inputs(of endpoint: API.Endpoint, _ names: RequestNames) -> Inputs {
        var inputs = Inputs()
        for (parameter, name) in zip(endpoint.parameters, names.parameters) {
            add(
                parameter.property, name, parameter.part == nil ? parameter.location.rawValue : "part",
                parameter.style, parameter.explode, elements: parameter.elements, headerOf: parameter.part,
                of: endpoint, to: &inputs)
        }
        switch endpoint.body?.content {
        case .fields(let fields)?:
            let isMultipart = endpoint.body?.encoding == .multipart
            let mayBeEmpty = fields.allSatisfy { $0.presence == .optional || $0.presence == .optionalNullable }
            if endpoint.body?.isOptional == false, mayBeEmpty {
                inputs.openedBody = SwiftIdentifier(isMultipart ? "part" : "body")
            }
            for (field, name) in zip(fields, names.body) {
                let encoding = endpoint.body?.encodings[field.wireName]
                let target = isMultipart ? "part" : encoding?.style == nil ? "body" : "form"
                add(
                    field, name, target, encoding?.style, encoding?.explode, contentType: encoding?.contentType,
                    of: endpoint, to: &inputs)
            }
        case .whole(let shape, let isOptional)?:
            inputs.wholeBody = SwiftIdentifier(names.body[0])
            inputs.isBodyNullable = shape.isOptional && !isOptional && endpoint.body?.encoding == .json
            var property = lowerProperty(
                .init(
                    wireName: "body", shape: shape, presence: isOptional ? .optional : .required, place: endpoint.place),
                names.body[0], isWritten: true, shadowedBy: "request")
            if endpoint.body?.encoding == .binary {
                property.hold(.known(.fileContent), isOptional: isOptional, isFile: true)
            }
            property.isMutable = true
            inputs.properties.append(property)
        case nil: break
        }
        return inputs
    }

    private func add(
        _ property: API.Property, _ name: String, _ target: String, _ style: Description.ParameterStyle?,
        _ explode: Bool?, elements: [Description.ParameterStyle] = [], headerOf part: String? = nil,
        contentType: String? = nil, of endpoint: API.Endpoint, to inputs: inout Inputs
    ) {
        var lowered = lowerProperty(property, name, isWritten: true, shadowedBy: "request")
        if target == "part", part == nil {
            let file = fileType(property.shape, isEachNamed: style == .form)
            let type = file ?? endpoint.body?.model.map { typeName(property.shape, outside: $0) }
            if let type { lowered.hold(type, isOptional: property.presence != .required, isFile: file != nil) }
        }
        lowered.isMutable = lowered.ownValue == nil
        inputs.properties.append(lowered)
        inputs.writes.append(
            SwiftWrite(
                target: SwiftIdentifier(target), wireName: SwiftStringLiteral(part ?? property.wireName),
                header: part == nil ? nil : SwiftStringLiteral(property.wireName),
                contentType: contentType.map { SwiftStringLiteral($0) },
                style: (elements.isEmpty ? style : style ?? (target == "path" ? .simple : .form)).flatMap {
                    $0 == .json || (target == "form" && $0 == .form) ? nil : SwiftIdentifier($0.rawValue)
                },
                isJSON: style == .json,
                explode: api.isScalar(property.shape) ? nil : explode.map { .bool($0) },
                elements: elements.map { SwiftIdentifier($0.rawValue) },
                isNullable: property.presence == .nullable, value: SwiftIdentifier(name),
                needsSelf: name == "request"))
    }

    /// nil if the request declares a type named `Response`, or has a type for each status.
    private func responseType(of response: API.Response) -> SwiftTypeName? {
        guard response.cases.isEmpty else { return nil }
        var type =
            response.isOptional
            ? SwiftTypeName.optional(typeName(response.shape.withoutOptional)) : typeName(response.shape)
        if response.stream != nil { type = .generic(.known(.responseStream), [type]) }
        return type.text == "Response" ? nil : type
    }

    private func failure(_ index: Int) -> LoweredFailure {
        if let shared = sharedFailures[index] { return (SwiftTypeName(shared.name), nil) }
        return lowerFailure(api.endpoints[index].errors ?? [], named: "Failure")
    }

    private func documentation(of endpoint: API.Endpoint) -> [SwiftDocLine] {
        var lines = documentation(endpoint.documentation, nil)
        if !lines.isEmpty { lines += SwiftDocLine.blank }
        return lines + SwiftDocLine.lines("`\(endpoint.method) \(endpoint.path.text)`" + failingStatuses(of: endpoint))
    }

    /// The statuses that the description lists for an endpoint's errors.
    package func failingStatuses(of endpoint: API.Endpoint) -> String {
        let statuses = endpoint.statedErrors.map(\.status).filter { $0 != .any }
        return statuses.isEmpty ? "" : " (fails with " + alternatives(statuses.map(\.description)) + ")"
    }

    /// The type of a part of bytes: a file, or several; nil for any other part.
    ///
    /// - Parameter isEachNamed: The members of an object are parts of their own.
    func fileType(_ shape: API.Shape, isEachNamed: Bool) -> SwiftTypeName? {
        switch api.resolvingAliases(shape.withoutOptional) {
        case .dictionary(let value) where isEachNamed: fileType(value, isEachNamed: false).map { .dictionary($0) }
        case .scalar(.data): .known(.fileContent)
        case .list(let element) where api.resolvingAliases(element) == .scalar(.data): .list(.known(.fileContent))
        default: nil
        }
    }

    /// The type of a model's property as it is named outside the model: a type nested in the model is qualified.
    private func typeName(_ shape: API.Shape, outside model: API.Shape) -> SwiftTypeName {
        let model = api.resolvingAliases(model)
        return typeName(shape) { id in
            guard case .type(let owner) = api[id].owner, case .named(owner, _) = model else {
                return SwiftTypeName(name(of: id))
            }
            return .member(name(of: id), of: typeName(model))
        }
    }

    /// With pagination by ranges, a part of the list (206) is a success too.
    private func statuses(of endpoint: API.Endpoint) -> [Int] {
        let statuses = endpoint.response.statuses
        guard !statuses.isEmpty, endpoint.pagination?.declaration.style == .range else { return statuses }
        return Set(statuses).union([200, 206]).sorted()
    }

    private func lowerResponseHeaders(_ headers: [API.Property], _ names: [String]) -> SwiftResponseHeaders? {
        guard !headers.isEmpty else { return nil }
        return SwiftResponseHeaders(
            access: access,
            properties: zip(headers, names).map { lowerProperty($0, $1, isWritten: false, shadowedBy: "headers") })
    }

    // MARK: - Several responses

    private func success(_ cases: [API.ResponseCase]) -> SwiftSuccess {
        let names = successNames(cases)
        return SwiftSuccess(
            access: access, enumAttribute: enumAttribute,
            acceptsJSON: cases.contains { $0.encoding == .json && $0.shape != .scalar(.void) },
            cases: zip(cases, names).map { answer, name in
                let statuses: SwiftStatusRange =
                    switch answer.status {
                    case .exactly(let status): .init(status)
                    case .family(let digit): .init(family: digit)
                    case .any: .init(family: 2)
                    }
                return SwiftSuccessCase(
                    name: SwiftIdentifier(name), type: answer.shape == .scalar(.void) ? nil : typeName(answer.shape),
                    isIndirect: api.isHeldByReference(asPayload: answer.shape), statuses: statuses,
                    encoding: SwiftIdentifier(answer.encoding.rawValue), status: statusPhrase([answer.status]))
            })
    }

    package func successNames(_ cases: [API.ResponseCase]) -> [String] {
        let wanted = cases.map {
            WantedName(
                Self.statusNames[$0.status] ?? "status " + $0.status.description, pinned: $0.swiftName, .enumCase)
        }
        return ResolvedNames(wanted, reserved: ReservedNames.failureCases).names
    }

    /// As RFC 9110, section 15.3, calls them.
    private static let statusNames: [Description.StatusPattern: String] = [
        .exactly(200): "ok", .exactly(201): "created", .exactly(202): "accepted",
        .exactly(203): "nonAuthoritativeInformation", .exactly(204): "noContent", .exactly(205): "resetContent",
        .exactly(206): "partialContent", .exactly(207): "multiStatus", .family(2): "success", .any: "other",
    ]

    // MARK: - Errors

    /// One case of a failure, and which of the errors it stands for.
    package struct FailureKind {
        package var shape: API.Shape
        package var errors: [Int]
        fileprivate var wanted: WantedName
    }

    /// One kind for each type; a kind without a name of its own is named by its status.
    package func failureKinds(_ errors: [API.ErrorCase]) -> [FailureKind] {
        var kinds: [FailureKind] = []
        var kindsByShape: [API.Shape: Int] = [:]
        for (index, error) in errors.enumerated() {
            if error.shape != .scalar(.void), let kind = kindsByShape[error.shape] {
                kinds[kind].errors.append(index)
                kinds[kind].wanted.pinned = kinds[kind].wanted.pinned ?? error.swiftName
                if !isNamed(error.shape) { kinds[kind].wanted.raw = "error body" }
                continue
            }
            kindsByShape[error.shape] = kinds.count
            var wanted = WantedName("status " + error.status.description, pinned: error.swiftName, .enumCase)
            if case .named(let id, _) = error.shape, isNamed(error.shape) { wanted.raw = name(of: id).name }
            kinds.append(.init(shape: error.shape, errors: [index], wanted: wanted))
        }
        return kinds
    }

    /// Whether the description has a name for a body.
    func isNamed(_ shape: API.Shape) -> Bool {
        if case .named(let id, _) = shape { api[id].owner == .api } else { false }
    }

    package func failureNames(_ kinds: [FailureKind]) -> [String] {
        ResolvedNames(kinds.map(\.wanted), reserved: ReservedNames.failureCases).names
    }

    /// `Rejected<Problem>` if one body stands for all errors, otherwise an enum; neither if there are no errors.
    private typealias LoweredFailure = (rejected: SwiftTypeName?, enumeration: SwiftFailure?)

    /// The enum that several requests have.
    func lowerFailure(_ shared: SharedFailures.Failure) -> SwiftType {
        lowerFailure(shared.errors, named: shared.name.name).enumeration.map { .failure($0) } ?? .nothing
    }

    private func lowerFailure(_ errors: [API.ErrorCase], named name: String) -> LoweredFailure {
        guard !errors.isEmpty else { return (nil, nil) }
        if errors.isOneForAll {
            let body = errors[0].shape == .scalar(.void) ? SwiftTypeName.known(.jsonValue) : typeName(errors[0].shape)
            return (.generic(.known(.rejected), [body]), nil)
        }
        let typeName = name == "Failure" ? typeName : { self.typeNameOutside($0, self.shared) }
        let kinds = failureKinds(errors)
        let cases = zip(kinds, failureNames(kinds)).map { kind, name in
            SwiftFailureCase(
                name: SwiftIdentifier(name), type: kind.shape == .scalar(.void) ? nil : typeName(kind.shape),
                isIndirect: api.isHeldByReference(asPayload: kind.shape),
                statuses: statusPhrase(kind.errors.map { errors[$0].status }))
        }
        var caseOfError: [Int: SwiftFailureCase] = [:]
        for (kind, lowered) in zip(kinds, cases) { for error in kind.errors { caseOfError[error] = lowered } }
        // Exact statuses go before the ranges that may contain them.
        var (exact, ranges): ([SwiftFailureArm], [SwiftFailureArm]) = ([], [])
        var other: SwiftFailureCase?
        for (index, error) in errors.enumerated() {
            guard let failure = caseOfError[index] else { continue }
            switch error.status {
            case .exactly(let status): exact.add(.init(status), failure)
            case .family(let digit): ranges.add(.init(family: digit), failure)
            case .any: other = failure
            }
        }
        let enumeration = SwiftFailure(
            access: access, enumAttribute: enumAttribute,
            modifiers: name == "Failure" ? access : access.nonisolated, name: SwiftIdentifier(type: name), cases: cases,
            arms: exact + ranges, other: other)
        return (nil, enumeration)
    }
}

extension SwiftStatusRange {
    fileprivate init(_ status: Int) { self.init(from: .integer(Int64(status))) }

    /// From 400 to 499.
    fileprivate init(family digit: Int) {
        self.init(from: .integer(Int64(digit * 100)), to: .integer(Int64(digit * 100 + 99)))
    }
}

extension [SwiftFailureArm] {
    fileprivate mutating func add(_ statuses: SwiftStatusRange, _ failure: SwiftFailureCase) {
        if let arm = firstIndex(where: { $0.failure.name == failure.name }) {
            self[arm].statuses.append(statuses)
        } else {
            append(SwiftFailureArm(statuses: [statuses], failure: failure))
        }
    }
}

extension SwiftProperty {
    /// Sets the initial value, so that Swift's memberwise initialiser has the same default. An optional is nil by
    /// itself.
    fileprivate mutating func setInitialValue() {
        initialValue = ownValue ?? (defaultValue == .null && type.isOptional ? nil : defaultValue)
    }

    /// Gives the property another type. A file can't have a default other than nil, since it has no literals.
    fileprivate mutating func hold(_ type: SwiftTypeName, isOptional: Bool, isFile: Bool) {
        self.type = isOptional ? .optional(type) : type
        if isFile { defaultValue = isOptional ? .null : nil }
    }
}

extension API {
    /// Whether a value of the shape is written as one value, so that there is nothing to explode.
    package func isScalar(_ shape: Shape) -> Bool {
        switch resolvingAliases(shape.withoutOptional) {
        case .scalar(let scalar): return scalar != .json
        case .named(let id, _): if case .enumeration = self[id].content { return true } else { return false }
        case .list, .dictionary, .optional, .typeParameter: return false
        }
    }
}
