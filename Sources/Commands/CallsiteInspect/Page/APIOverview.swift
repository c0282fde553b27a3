// The summary of an API for `callsite try`.

import CallsiteCore
import CallsiteSwift

/// An API in a few lines, and calls to begin with.
package struct APIOverview: Sendable {
    package var api: String
    /// How many operations have each method, most frequent first.
    package var methods: [(name: String, count: Int)]
    /// Structs, enums and unions that the generated code declares outside of requests.
    package var modelCount: Int
    package var endpoints: [EndpointSummary]
    /// The ways to authenticate, in words.
    package var credentials: [String]
    /// The simplest first.
    package var calls: [APICall]
}

/// A call in Swift, and the request that it sends.
package struct APICall: Sendable {
    /// The arguments of `Session` beside the base URL: `credential: .bearer("any")`; nil: there are none.
    package var credential: String?
    /// `let response = try await session.send(GetIssueRequest(number: 1))`
    package var code: String
    package var method: String
    /// Path and query.
    package var target: String
    package var headers: [(name: String, value: String)]
}

extension PageBuilder {
    func overview() -> APIOverview {
        let counts = Dictionary(grouping: api.endpoints, by: \.method).mapValues(\.count)
        var credentials: [String] = []
        for authentication in api.endpoints.compactMap({ $0.authentication ?? api.authentication }) {
            let words = PageBuilder.text(authentication)
            if !credentials.contains(words) { credentials.append(words) }
        }
        return APIOverview(
            api: api.name,
            methods: counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { (name: $0.key, count: $0.value) },
            modelCount: api.types.count { type in
                if case .alias = type.content { return false }
                return type.owner == .api && type.ownType == nil
            },
            endpoints: endpoints, credentials: credentials, calls: calls())
    }

    // MARK: - Calls

    /// Calls of operations that need nothing, or values that are easily chosen. A mock decides whether it takes them.
    private func calls() -> [APICall] {
        let plain = api.endpoints.indices.filter { index in
            let endpoint = api.endpoints[index]
            return endpoint.baseURL == nil && endpoint.response.stream == nil && endpoint.deprecation == nil
        }
        // A response that shows something comes first.
        func rank(_ index: Int) -> (Int, Int, Int, Int) {
            let endpoint = api.endpoints[index]
            return (
                endpoint.method == "GET" ? 0 : 1, endpoint.response.isNothing ? 1 : 0,
                endpoint.parameters.count { $0.property.presence == .required && $0.property.defaultValue == nil },
                index
            )
        }
        return plain.sorted { rank($0) < rank($1) }.prefix(60).flatMap { index in
            let swift = lowering.lowerRequest(index)
            // Values that suit any format come after those of the description.
            return (0..<3).compactMap { call(index, swift, attempt: $0) }
        }
    }

    private func call(_ index: Int, _ swift: SwiftRequest, attempt: Int) -> APICall? {
        let endpoint = api.endpoints[index]
        var arguments: [String] = []
        var path: [String: String] = [:]
        var query: [String] = []
        var headers: [(name: String, value: String)] = endpoint.headers.map { ($0.name, $0.value) }
        headers += api.headers.map { ($0.name, $0.value) }
        for (position, property) in swift.properties.enumerated()
        where property.defaultValue == nil && !property.isUninitialised {
            // The properties after the parameters are the body's.
            guard position < endpoint.parameters.count else { return nil }
            let parameter = endpoint.parameters[position]
            guard parameter.part == nil, let value = value(for: parameter.property, attempt: attempt) else {
                return nil
            }
            let swiftValue = lowering.expression(value.value, parameter.property.shape).text
            arguments.append("\(property.name.label.text): \(swiftValue)")
            let wire = WireText.encoded(value.wire)
            // The runtime refuses such values.
            guard ![".", ".."].contains(value.wire), !parameter.property.wireName.isEmpty,
                value.wire.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
            else { return nil }
            switch parameter.location {
            case .path: path[parameter.property.wireName] = wire
            case .query: query.append("\(WireText.encoded(parameter.property.wireName))=\(wire)")
            case .header: headers.append((parameter.property.wireName, value.wire))
            default: return nil
            }
        }
        guard !arguments.isEmpty || attempt == 0 else { return nil }
        var target = ""
        for part in endpoint.path.parts {
            switch part {
            case .literal(let text): target += text
            case .placeholder(let name):
                guard let value = path[name] else { return nil }
                target += value
            }
        }
        let expression = "try await session.send(\(qualified(index))(\(arguments.joined(separator: ", "))))"
        let authentication = endpoint.authentication ?? api.authentication
        Self.addCredential(authentication, to: &headers, &query)
        return APICall(
            credential: authentication.flatMap { Self.argument($0, isSample: true) }.map { "credential: \($0)" },
            code: endpoint.response.isNothing ? expression : "let response = " + expression, method: endpoint.method,
            target: target + (query.isEmpty ? "" : "?" + query.joined(separator: "&")), headers: headers)
    }

    /// A value of a parameter, for Swift and as sent; nil: no value is easily chosen.
    private func value(for property: API.Property, attempt: Int) -> (value: API.Value, wire: String)? {
        if attempt == 0 {
            switch property.example {
            case .string(let text)? where !text.isEmpty: return (.string(text), text)
            case .integer(let digits)?: return (.integer(digits), digits)
            case .uuid(let text)?: return (.uuid(text), text)
            default: break
            }
        }
        switch property.shape {
        case .scalar(.string):
            let text = ["1", "a", "00000000-0000-4000-8000-000000000000"][attempt]
            return (.string(text), text)
        case .scalar(.int), .scalar(.int32), .scalar(.int64), .scalar(.uint64):
            // 0 where an integer may have no other value.
            let digits = attempt == 2 ? "0" : String(max(property.minimum ?? 1, 1))
            return (.integer(digits), digits)
        case .scalar(.bool): return (.bool(true), "true")
        case .scalar(.double), .scalar(.float): return (.double(1), "1")
        case .scalar(.uuid):
            let text = "00000000-0000-4000-8000-000000000000"
            return (.uuid(text), text)
        case .scalar(.day): return (.day(year: 2026, month: 1, day: 31), "2026-01-31")
        case .named(let id, _):
            guard case .enumeration(let cases) = api[id].content, let first = cases.first else { return nil }
            return (.enumCase(id, 0), first.wireValue)
        default: return nil
        }
    }

    /// Adds the credential of the call as sent.
    private static func addCredential(
        _ authentication: Description.Authentication?, to headers: inout [(name: String, value: String)],
        _ query: inout [String]
    ) {
        switch authentication {
        case nil, .some(.none): break
        case .bearer?: headers.append(("Authorization", "Bearer any"))
        case .basic?: headers.append(("Authorization", "Basic YW55OmFueQ=="))
        case .header(let name)?: headers.append((name, "any"))
        case .query(let name)?: query.append("\(WireText.encoded(name))=any")
        case .cookie(let name)?: headers.append(("Cookie", "\(name)=any"))
        case .all(let parts)?: for part in parts { addCredential(part, to: &headers, &query) }
        case .oneOf(let parts)?: addCredential(parts.first { argument($0) != nil }, to: &headers, &query)
        }
    }
}
