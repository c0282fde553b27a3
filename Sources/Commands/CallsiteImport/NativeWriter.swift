// Writes a resolved API in Callsite's own format. A model that was split into one to read and one to send is written
// as one model: the reader splits it again.

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
        entries += Self.text("description", api.documentation)
        entries.append(.init("baseURL", .text(api.baseURL.template.isEmpty ? "none" : api.baseURL.template)))
        entries += Self.mapping("variables", api.baseURL.variables.map { field($0, .variable) })
        entries += headers(api.headers)
        entries += Self.authentication(api.authentication)
        entries += errors(api.errors)
        entries += Self.mapping("oauth2", api.oauth2Flows.map { .init($0.name.text, oauth2($0)) })
        let links = api.deepLinks
        let origins =
            Self.list("schemes", links.schemes.map { .text($0) }) + Self.list("hosts", links.hosts.map { .text($0) })
        entries += Self.mapping("deepLinks", origins)
        entries += Self.mapping("endpoints", api.endpoints.indices.compactMap { endpoint($0) })
        entries += Self.mapping("models", names.order.map { model($0) })
        return NativeText.mapping(entries).document
    }

    // MARK: - What the API and its endpoints have in common

    func headers(_ headers: [Description.Header]) -> [NativeText.Entry] {
        Self.mapping("headers", headers.map { .init($0.name, .text($0.value)) })
    }

    mutating func errors(_ errors: [API.ErrorCase]) -> [NativeText.Entry] {
        guard let first = errors.first else { return [] }
        if errors.count == 1, first.status == .any { return [.init("error", type(first.shape))] }
        var anchored: Set<API.Shape> = []
        let entries = errors.map { error in
            guard case .named(let id, _) = error.shape, api[id].owner != .api,
                errors.count(where: { $0.shape == error.shape }) > 1
            else { return Self.status(error.status, type(error.shape)) }
            // Several statuses share this inline type. It is written once; the other statuses are aliases.
            let anchor = "errorBody\(id.index)"
            guard anchored.insert(error.shape).inserted else { return Self.status(error.status, .plain("*" + anchor)) }
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

    private static func text(of authentication: Description.Authentication) -> NativeText {
        switch authentication {
        case .none: .plain("none")
        case .bearer: .plain("bearer")
        case .basic: .plain("basic")
        case .header(let name): .mapping([.init("header", .text(name))])
        case .query(let name): .mapping([.init("query", .text(name))])
        case .cookie(let name): .mapping([.init("cookie", .text(name))])
        case .all(let parts): .mapping([.init("all", .list(parts.map(text)))])
        case .oneOf(let alternatives): .list(alternatives.map(text))
        }
    }

    private func oauth2(_ flow: Description.OAuth2Flow) -> NativeText {
        var entries: [NativeText.Entry] = [.init("flow", .plain(flow.kind.rawValue))]
        entries += Self.text("description", flow.documentation)
        for (key, url) in flow.urls { entries.append(.init(key, .text(url))) }
        entries += Self.mapping("scopes", flow.scopes.map { .init($0.name, .text($0.meaning)) })
        return .mapping(entries)
    }

    func deprecated(_ deprecation: Description.Deprecation?) -> [NativeText.Entry] {
        guard let deprecation else { return [] }
        let value: NativeText = deprecation.message.map { .text($0) } ?? .plain("true")
        return [.init("deprecated", value)]
    }

    // MARK: - Entries that may be left out

    static func flag(_ key: String, _ value: Bool) -> [NativeText.Entry] { value ? [.init(key, .plain("true"))] : [] }

    static func bool(_ key: String, _ value: Bool?) -> [NativeText.Entry] {
        value.map { [.init(key, .plain($0 ? "true" : "false"))] } ?? []
    }

    static func text(_ key: String, _ value: String?) -> [NativeText.Entry] {
        value.map { [.init(key, .text($0))] } ?? []
    }

    static func word(_ key: String, _ value: (some RawRepresentable<String>)?) -> [NativeText.Entry] {
        value.map { [.init(key, .plain($0.rawValue))] } ?? []
    }

    static func list(_ key: String, _ values: [NativeText]) -> [NativeText.Entry] {
        values.isEmpty ? [] : [.init(key, .list(values))]
    }

    static func mapping(_ key: String, _ entries: [NativeText.Entry]) -> [NativeText.Entry] {
        entries.isEmpty ? [] : [.init(key, .mapping(entries))]
    }

    static func authentication(_ authentication: Description.Authentication?) -> [NativeText.Entry] {
        authentication.map { [.init("authentication", text(of: $0))] } ?? []
    }
}
