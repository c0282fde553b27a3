// A resolved API in Callsite's own format, as it was before its models were separated by direction: the reader does
// that again.

import CallsiteCore
import CallsiteSwift

struct NativeWriter {
    let resolver: Resolver
    let names: ImportedNames
    let refusals: ImportRefusals
    /// Diagnostics about the parts of the API that the format can't express.
    var diagnostics = Diagnostics()
    var comments: ((API.Endpoint) -> (endpoint: String?, response: String?))?

    var api: API { resolver.api }

    init(_ resolver: Resolver, _ names: ImportedNames, _ refusals: ImportRefusals) {
        self.resolver = resolver
        self.names = names
        self.refusals = refusals
    }

    mutating func document() -> String {
        var entries: [NativeText.Entry] = [
            .init("callsite", .plain("1")), .init("api", .text(SwiftIdentifier(type: api.name).name)),
        ]
        if let text = api.documentation { entries.append(.init("description", .text(text))) }
        entries.append(.init("baseURL", .text(api.baseURL.template.isEmpty ? "none" : api.baseURL.template)))
        if !api.baseURL.variables.isEmpty {
            entries.append(.init("variables", .mapping(api.baseURL.variables.map { field($0, .variable) })))
        }
        entries += headers(api.headers)
        if let own = api.authentication { entries.append(.init("authentication", NativeWriter.authentication(own))) }
        entries += errors(api.errors)
        if !api.oauth2Flows.isEmpty {
            entries.append(.init("oauth2", .mapping(api.oauth2Flows.map { .init($0.name.text, oauth2($0)) })))
        }
        let links = api.deepLinks
        if !links.schemes.isEmpty || !links.hosts.isEmpty {
            let origins = [("schemes", links.schemes), ("hosts", links.hosts)].filter { !$0.1.isEmpty }
            entries.append(.init("deepLinks", .mapping(origins.map { .init($0.0, .list($0.1.map { .text($0) })) })))
        }
        let endpoints = api.endpoints.indices.compactMap { endpoint($0) }
        if !endpoints.isEmpty { entries.append(.init("endpoints", .mapping(endpoints))) }
        let models = names.order.map { model($0) }
        if !models.isEmpty { entries.append(.init("models", .mapping(models))) }
        return NativeText.mapping(entries).document
    }

    // MARK: - What the API and its endpoints have in common

    func headers(_ headers: [Description.Header]) -> [NativeText.Entry] {
        headers.isEmpty ? [] : [.init("headers", .mapping(headers.map { .init($0.name, .text($0.value)) }))]
    }

    mutating func errors(_ errors: [API.ErrorCase]) -> [NativeText.Entry] {
        guard let first = errors.first else { return [] }
        if errors.count == 1, first.status == .any { return [.init("error", type(first.shape))] }
        var written: Set<API.Shape> = []
        let entries = errors.map { error in
            guard case .named(let id, _) = error.shape, api[id].owner != .api,
                errors.count(where: { $0.shape == error.shape }) > 1
            else { return Self.status(error.status, type(error.shape)) }
            // Several statuses have this type in place: it is written once.
            let anchor = "errorBody\(id.index)"
            guard written.insert(error.shape).inserted else { return Self.status(error.status, .plain("*" + anchor)) }
            var entry = Self.status(error.status, type(error.shape))
            entry.anchor = anchor
            return entry
        }
        return [.init("errors", .mapping(entries))]
    }

    static func status(_ status: Description.StatusPattern, _ value: NativeText) -> NativeText.Entry {
        if case .exactly(let number) = status { return .init(plainKey: String(number), value) }
        return .init(status.description, value)
    }

    static func authentication(_ authentication: Description.Authentication) -> NativeText {
        switch authentication {
        case .none: .plain("none")
        case .bearer: .plain("bearer")
        case .basic: .plain("basic")
        case .header(let name): .mapping([.init("header", .text(name))])
        case .query(let name): .mapping([.init("query", .text(name))])
        case .cookie(let name): .mapping([.init("cookie", .text(name))])
        case .all(let parts): .mapping([.init("all", .list(parts.map(Self.authentication)))])
        case .oneOf(let alternatives): .list(alternatives.map(Self.authentication))
        }
    }

    private func oauth2(_ flow: Description.OAuth2Flow) -> NativeText {
        var entries: [NativeText.Entry] = [.init("flow", .plain(flow.kind.rawValue))]
        if let text = flow.documentation { entries.append(.init("description", .text(text))) }
        for (key, url) in flow.urls { entries.append(.init(key, .text(url))) }
        if !flow.scopes.isEmpty {
            entries.append(.init("scopes", .mapping(flow.scopes.map { .init($0.name, .text($0.meaning)) })))
        }
        return .mapping(entries)
    }

    func deprecated(_ deprecation: Description.Deprecation?) -> [NativeText.Entry] {
        guard let deprecation else { return [] }
        let value: NativeText = deprecation.message.map { .text($0) } ?? .plain("true")
        return [.init("deprecated", value)]
    }

    static func flag(_ key: String, _ value: Bool) -> [NativeText.Entry] { value ? [.init(key, .plain("true"))] : [] }
}
