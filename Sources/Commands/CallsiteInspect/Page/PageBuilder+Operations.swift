// The part of a page about each operation.

import CallsiteCore
import CallsiteSwift
import CallsiteText

extension PageBuilder {
    /// An operation, and the types that are declared in its request.
    mutating func operation(_ index: Int, tags: [String: Int]) -> (value: JSONValue, types: [SwiftType]) {
        let endpoint = api.endpoints[index]
        let summary = endpoints[index]
        let swift = lowering.lowerRequest(index)
        // The last line of the documentation is left out if it only names the method and the path: the page shows both.
        let end = "`\(endpoint.method) \(endpoint.path.text)`" + lowering.failingStatuses(of: endpoint)
        var documentation = swift.documentation.map(\.text)
        if documentation.last == SwiftDocLine.lines(end).last?.text { documentation.removeLast() }
        if documentation.last == "" { documentation.removeLast() }
        let request = SampleRequest(index, of: api, &sampleMaker)
        let sent = endpoint.body?.encoding == .json ? request.body.map { number($0) } : nil
        let received = sample(endpoint.response.shape, endpoint.response.encoding, endpoint.response.example)
        let failure = endpoint.errors.flatMap { self.failure(swift.failure, swift.failureEnum, $0) }
        let cases = self.cases(endpoint, swift)
        let credential = self.credential(endpoint.authentication ?? api.authentication)
        let details = self.details.operation(endpoint)
        let statuses = details.statuses.map { status in
            JSONValue.array(([status.pattern, status.description] + status.headers).map { .string($0) })
        }
        let bodyTypes = details.bodyTypes.count > 1 && endpoint.body != nil ? details.bodyTypes : []
        let value = JSONValue.members([
            "name": .string(qualified(index)),
            "id": .string(summary.name),
            "method": .string(summary.method),
            "path": .string(summary.path),
            "tag": endpoint.tag.flatMap { tags[$0] }.map { .int($0) },
            "docs": .string(unlessEmpty: documentation.joined(separator: "\n")),
            "deprecated": .flag(summary.isDeprecated),
            "at": place(summary.location),
            "call": PageCode(swift: call(index, swift)).value,
            "curl": request.command.code.value,
            "sent": sent,
            "received": received,
            "elements": elements(index, swift),
            "parameters": .array(unlessEmpty: parameters(index, swift)),
            "body": endpoint.body.map { .string($0.encoding.rawValue) },
            "bodyTypes": .array(unlessEmpty: bodyTypes.map { .string($0) }),
            "statuses": .array(unlessEmpty: statuses),
            "security": details.security.map { .string($0) },
            "described": details.id.flatMap { $0 == summary.name ? nil : .string($0) },
            "more": details.documentation.map { .string(Userinfo.hidden(in: $0)) },
            "response": response(endpoint, swift),
            "stream": .flag(endpoint.response.stream != nil),
            "cases": .array(unlessEmpty: cases),
            "responseHeaders": .array(
                unlessEmpty: zip(endpoint.response.headers, swift.responseHeaders?.properties ?? []).map {
                    property($0, $1, at: "header")
                }),
            "failure": failure,
            "paging": summary.paging.map(paging),
            "refusal": summary.pagingRefusal.map { .string($0) },
            "credential": credential,
            "server": endpoint.baseURL.map { .string(Userinfo.hidden(in: $0)) },
            "headers": .array(unlessEmpty: headers(endpoint.headers)),
            "timeout": swift.timeout.map { .string($0.text) },
            "retried": endpoint.isIdempotent.map { .bool($0) },
            "key": endpoint.idempotencyKey.map { .string($0) },
            "links": .array(unlessEmpty: summary.links.map { .string($0) }),
        ])
        return (value, swift.types)
    }

    /// The request's type, with the namespace.
    func qualified(_ index: Int) -> String { lowering.namespacePrefix + lowering.endpointNames[index].text }

    // MARK: - The call

    /// `GetIssueRequest(owner: owner)`: the required arguments, each a variable with the same name.
    private func initialiser(_ index: Int, _ swift: SwiftRequest) -> String {
        let needed = swift.properties.filter { $0.defaultValue == nil && !$0.isUninitialised }
        let arguments = needed.map { property in
            let isBody = property.name == swift.wholeBody
            let value = isBody ? model(api.endpoints[index].body) : nil
            return "\(property.name.label.text): \(value ?? property.name.text)"
        }
        return call(qualified(index), arguments)
    }

    /// `IssueCreate(title: title)`: a body with its required properties, or with the first plain ones if none is
    /// required; nil if the body isn't a struct.
    private func model(_ body: API.Body?) -> String? {
        guard case .whole(let shape, _)? = body?.content,
            case .named(let id, let arguments) = api.resolvingAliases(shape.withoutOptional), arguments.isEmpty,
            case .object(let properties) = api[id].content, let name = qualifiedNames[id.index]
        else { return nil }
        guard let structure = lowering.lowerType(id).structure, structure.hasInitialiser else { return nil }
        let initialised = zip(properties, structure.properties).filter { !$1.isUninitialised }
        let needed = initialised.filter { $1.defaultValue == nil }
        // The same properties as in the JSON sample.
        let plain = initialised.prefix(3).filter { property, _ in api.isScalar(property.shape.withoutOptional) }
        let shown = needed.isEmpty ? plain : needed
        return call(
            name.text,
            shown.map { _, swift in
                // Absent, null and a value are three things in a `Patch`.
                let isPatch = swift.type.text.hasPrefix("Patch<")
                return "\(swift.name.label.text): " + (isPatch ? ".value(\(swift.name.text))" : swift.name.text)
            }, width: 30)
    }

    /// On one line if that fits beside a page's contents.
    private func call(_ name: String, _ arguments: [String], width: Int = 46) -> String {
        let short = name + "(" + arguments.joined(separator: ", ") + ")"
        guard short.utf8.count > width, !arguments.isEmpty else { return short }
        let lines = arguments.map { "\n    " + $0.replacing("\n", with: "\n    ") }
        return name + "(" + lines.joined(separator: ",") + "\n)"
    }

    private func call(_ index: Int, _ swift: SwiftRequest) -> String {
        let endpoint = api.endpoints[index]
        let request = initialiser(index, swift)
        if endpoint.response.stream != nil {
            return "for try await element in try await session.send(\(request)) {\n    print(element)\n}"
        }
        let start = endpoint.response.isNothing ? "" : "let response = "
        let short = start + "try await session.send(\(request))"
        guard short.utf8.count > 60 else { return short }
        return start + "try await session.send(\n    " + request.replacing("\n", with: "\n    ") + "\n)"
    }

    /// The loop over every page, and the type of an element.
    private func elements(_ index: Int, _ swift: SwiftRequest) -> JSONValue? {
        guard let pagination = api.endpoints[index].pagination, let lowered = swift.pagination else { return nil }
        return .members([
            "call": PageCode(
                swift:
                    "for try await element in session.elements(of: \(initialiser(index, swift))) {\n    print(element)\n}"
            ).value,
            "type": type(lowered.element, pagination.element),
        ])
    }

    // MARK: - What goes in and what comes out

    private func parameters(_ index: Int, _ swift: SwiftRequest) -> [JSONValue] {
        let endpoint = api.endpoints[index]
        var inputs: [(property: API.Property, place: String)] = endpoint.parameters.map {
            ($0.property, $0.part == nil ? $0.location.rawValue : "header of a part")
        }
        switch endpoint.body?.content {
        case .fields(let fields)?:
            inputs += fields.map { ($0, endpoint.body?.encoding == .multipart ? "part" : "body") }
        case .whole(let shape, _)?:
            inputs.append(
                (
                    .init(
                        wireName: swift.wholeBody?.text ?? "", shape: shape, presence: .required, place: endpoint.place),
                    "whole body"
                ))
        case nil: break
        }
        let about = details.operation(endpoint).bodyDescription
        return zip(inputs, swift.properties).map { input, swift in
            property(input.property, swift, at: input.place, about: input.place == "whole body" ? about : nil)
        }
    }

    private func response(_ endpoint: API.Endpoint, _ swift: SwiftRequest) -> JSONValue? {
        guard endpoint.response.cases.isEmpty else { return nil }
        return type(swift.response ?? SwiftTypeName(SwiftIdentifier(type: "Response")), endpoint.response.shape)
    }

    private mutating func cases(_ endpoint: API.Endpoint, _ swift: SwiftRequest) -> [JSONValue] {
        zip(endpoint.response.cases, swift.success?.cases ?? []).map { success, swift in
            .members([
                "status": .string(swift.status.text), "name": .string(swift.name.text),
                "type": swift.type.map { type($0, success.shape) },
                "sample": sample(success.shape, success.encoding, success.example),
            ])
        }
    }

    /// The error that `send` throws if the status isn't a success.
    mutating func failure(_ rejected: SwiftTypeName?, _ enumeration: SwiftFailure?, _ errors: [API.ErrorCase])
        -> JSONValue?
    {
        // The API's own enum is its failure too.
        guard let enumeration else {
            let shape = errors.first?.shape ?? .scalar(.json)
            return rejected.map { .members(["type": type($0, shape), "sample": sample(shape, .json, nil)]) }
        }
        let cases = zip(lowering.failureKinds(errors), enumeration.cases).map { kind, swift in
            JSONValue.members([
                "status": .string(swift.statuses.text), "name": .string(swift.name.text),
                "type": swift.type.map { type($0, kind.shape) }, "sample": sample(kind.shape, .json, nil),
            ])
        }
        return .members(["name": .string(enumeration.name.text), "cases": .array(cases)])
    }

    private func paging(_ summary: PagingSummary) -> JSONValue {
        .members([
            "steps": .array(PageBuilder.steps(summary).map { .string($0) }), "origin": .string(summary.origin),
            "rule": summary.rule.map { .string($0) }, "reason": summary.reason.map { .string($0) },
            "declaration": .string("pagination: " + summary.declaration.flow),
        ])
    }

    /// How the pages of a list follow one another, a sentence for each part; quoted names are code.
    static func steps(_ summary: PagingSummary) -> [String] {
        func quoted(_ names: [String]) -> String { names.map { "'\($0)'" }.joined(separator: ", ") }
        let next = summary.next.joined(separator: ", ")
        var steps = [summary.elements.map { "The elements of a page are at '\($0)'." } ?? "A page is the list itself."]
        steps.append(
            summary.parameters.isEmpty
                ? "The next page is at the URL in \(next)."
                : "The next request has \(quoted(summary.parameters)): \(next).")
        if let continuation = summary.continuation {
            steps.append("'\(continuation)' gives the pages after the first.")
        }
        steps.append("Pages are requested \(summary.end).")
        if !summary.sizes.isEmpty { steps.append("The size of a page is in \(quoted(summary.sizes)).") }
        return steps
    }

    // MARK: - Credentials

    /// The credentials that a session needs, in words, and the argument of `Session`.
    static func words(_ authentication: Description.Authentication?) -> JSONValue {
        guard let authentication else {
            return .members([
                "text": .string(
                    "The description does not say how requests are authenticated, so a session that has a credential refuses to send. "
                        + "'authentication:' in callsite.yaml says it.")
            ])
        }
        return .members([
            "text": .string(text(authentication)), "argument": argument(authentication).map { .string($0) },
            "others": others(authentication), "none": .flag(authentication == .none),
        ])
    }

    static func text(_ authentication: Description.Authentication) -> String {
        switch authentication {
        case .none: "None is sent."
        case .bearer, .basic, .header, .query, .cookie:
            "A" + phrase(authentication).dropFirst() + "."
        case .all(let parts): "All of these. " + parts.map(text).joined(separator: " ")
        case .oneOf(let parts):
            (parts.contains(.none) ? "Optional. " : "")
                + parts.filter { $0 != .none }.map(text).joined(separator: " Or: ")
        }
    }

    /// `a key, in the header X-Key`.
    private static func phrase(_ authentication: Description.Authentication) -> String {
        switch authentication {
        case .none: "none"
        case .bearer: "a bearer token, in the header Authorization"
        case .basic: "a user name and a password, in the header Authorization (Basic)"
        case .header(let name): "a key, in the header \(name)"
        case .query(let name): "a key, in the query item \(name)"
        case .cookie(let name): "a key, in the cookie \(name)"
        case .all(let parts): parts.map(phrase).joined(separator: ", and ")
        case .oneOf(let parts): parts.map(phrase).joined(separator: ", or ")
        }
    }

    /// The alternatives to the first with a credential, which samples have; nil if there are none.
    static func others(_ authentication: Description.Authentication) -> JSONValue? {
        guard case .oneOf(let parts) = authentication else { return nil }
        let first = parts.firstIndex { argument($0) != nil } ?? 0
        return .array(unlessEmpty: parts.indices.filter { $0 != first }.map { .string(phrase(parts[$0])) })
    }

    /// The argument of `Session`, for the first of several alternatives; nil if none is needed.
    ///
    /// - Parameter isSample: Whether a value that a mock accepts replaces the variable.
    static func argument(_ authentication: Description.Authentication, isSample: Bool = false) -> String? {
        switch authentication {
        case .none: return nil
        case .bearer: return ".bearer(\(isSample ? "\"any\"" : "token"))"
        case .basic:
            return isSample ? ".basic(user: \"any\", password: \"any\")" : ".basic(user: user, password: password)"
        case .header, .query, .cookie: return ".key(\(isSample ? "\"any\"" : "key"))"
        case .oneOf(let parts): return parts.lazy.compactMap { argument($0, isSample: isSample) }.first
        case .all(let parts):
            let value = isSample ? "\"any\"" : "…"
            let keys = parts.map { SwiftStringLiteral(carrier($0)).text + ": " + value }
            return ".keys([" + keys.joined(separator: ", ") + "])"
        }
    }

    private static func carrier(_ authentication: Description.Authentication) -> String {
        switch authentication {
        case .header(let name), .query(let name), .cookie(let name): name
        case .none, .bearer, .basic, .all, .oneOf: "Authorization"
        }
    }
}
