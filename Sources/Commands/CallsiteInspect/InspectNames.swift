import CallsiteCore
import CallsiteSwift

/// Lists all names for `callsite inspect --names`: each one on the wire and in Swift, with the reason.
package func inspectNames(_ sources: SourceSet, options: Options) -> NameInspection {
    var diagnostics = Diagnostics()
    let front = Front(sources, options, &diagnostics)
    guard front.description.missing.isEmpty else {
        return .init(missing: front.description.missing, diagnostics: diagnostics)
    }
    let api = front.api(options, &diagnostics)
    let lowering = Lowering(api, options)
    lowering.nameEverything(&diagnostics)
    var lister = NameLister(lowering)
    return .init(
        apiName: api.name, names: lister.names(),
        diagnostics: options.isStrict ? diagnostics.treatingWarningsAsErrors() : diagnostics)
}

package struct NameInspection: Sendable {
    package var apiName = ""
    package var names: [NameSummary] = []
    package var missing: [MissingSource] = []
    package var diagnostics: Diagnostics
}

/// One name, for people and for scripts.
package struct NameSummary: Hashable, Sendable {
    /// `request`, `type`, `property`, `case`, `parameter`, `field`, `header`, `success`, `failure` or `variable`.
    package var kind: String
    /// The name in the description, and under `renames:` in callsite.yaml.
    package var key: String
    /// The full name in Swift, with the enclosing types and the namespace.
    package var swiftName: String
    package var reason: String
    package var location: SourceLocation
}

private struct NameLister {
    private let lowering: Lowering
    private var api: API { lowering.api }
    /// The names that had to yield to others, by key and name.
    private let clashes: [String: NameClash]
    private var result: [NameSummary] = []

    init(_ lowering: Lowering) {
        self.lowering = lowering
        clashes = lowering.clashes.byFirst { $0.key + " " + $0.actualName }
    }

    mutating func names() -> [NameSummary] {
        for index in api.endpoints.indices { add(endpoint: index) }
        for (variable, name) in zip(api.baseURL.variables, lowering.variableNames()) {
            add("variable", variable, "baseURL." + variable.wireName, name, inside: "")
        }
        addErrors(api.errors, "errors", lowering.failureName.name)
        for index in api.types.indices where api.types[index].owner == .api && api.types[index].ownType == nil {
            add(type: .init(index: index), inside: "")
        }
        let prefix = lowering.namespacePrefix
        // The base URL's variables are parameters of a function.
        for index in result.indices where result[index].kind != "variable" {
            result[index].swiftName = prefix + result[index].swiftName
        }
        return result
    }

    /// - Parameter isPinned: Whether the description or `renames:` chooses the name.
    private mutating func add(
        _ kind: String, _ key: String, _ swiftName: String, isPinned: Bool, at place: SourceLocation,
        because reason: String
    ) {
        result.append(
            .init(
                kind: kind, key: key, swiftName: swiftName,
                reason: isPinned ? "chosen by the description or 'renames:'" : reason, location: place))
    }

    private mutating func add(
        _ kind: String, _ property: API.Property, _ key: String, _ name: String, inside owner: String
    ) {
        add(
            kind, key, owner + name, isPinned: property.swiftName != nil, at: property.place,
            because: reason(property.wireName, name, kind, key))
    }

    private mutating func add(endpoint index: Int) {
        let endpoint = api.endpoints[index]
        let name = lowering.endpointNames[index].name
        let text = endpoint.title ?? endpoint.name
        add(
            "request", endpoint.name, name, isPinned: endpoint.swiftName != nil, at: endpoint.place,
            because: reason(
                text, name, "request", endpoint.name,
                plain: SwiftNames.name(for: text, .type, limit: SwiftNames.limit - 7), suffix: "Request",
                isMade: endpoint.title != nil))
        let (names, owner) = (lowering.requestNames[index], name + ".")
        let keys = lowering.keys(ofEndpoint: index)
        for (position, parameter) in endpoint.parameters.enumerated() {
            add("parameter", parameter.property, keys.parameters[position], names.parameters[position], inside: owner)
        }
        if case .fields(let fields)? = endpoint.body?.content {
            for (position, field) in fields.enumerated() {
                add("field", field, keys.body[position], names.body[position], inside: owner)
            }
        }
        for (header, name) in zip(endpoint.response.headers, names.headers) {
            add("header", header, endpoint.name + "." + header.wireName, name, inside: owner)
        }
        let cases = endpoint.response.cases
        for (success, name) in zip(cases, lowering.successNames(cases)) {
            add(
                "success", endpoint.name + "." + success.status.description, owner + "Response." + name,
                isPinned: success.swiftName != nil, at: endpoint.place, because: Self.meaningOfStatus)
        }
        if let errors = endpoint.errors { addErrors(errors, endpoint.name, owner + "Failure") }
        for id in lowering.nested[.endpoint(index)] ?? [] { add(type: id, inside: owner) }
    }

    private mutating func addErrors(_ errors: [API.ErrorCase], _ key: String, _ owner: String) {
        guard !errors.isOneForAll else { return }
        let kinds = lowering.failureKinds(errors)
        for (kind, name) in zip(kinds, lowering.failureNames(kinds)) {
            for error in kind.errors.map({ errors[$0] }) {
                let isTyped = if case .named(let id, _) = error.shape { api[id].owner == .api } else { false }
                add(
                    "failure", key + "." + error.status.description, owner + "." + name,
                    isPinned: error.swiftName != nil, at: error.place,
                    because: isTyped ? "called after its type" : Self.meaningOfStatus)
            }
        }
    }

    private mutating func add(type id: API.TypeID, inside owner: String) {
        let type = api[id]
        let name = lowering.name(of: id).name
        let key = lowering.key(of: id)
        add(
            "type", key, owner + name, isPinned: type.swiftName != nil, at: type.place,
            because: type.position == .response ? "what the request answers with" : reason(of: type, name, key))
        let inside = owner + name + "."
        let names = lowering.memberNames[id.index]
        switch type.content {
        case .alias, .own, .date: break
        case .object(let properties):
            for (property, name) in zip(properties, names) {
                add("property", property, key + "." + property.wireName, name, inside: inside)
            }
        case .enumeration(let cases):
            for (value, name) in zip(cases, names) {
                add(case: value.wireValue, of: key, name, isPinned: value.swiftName != nil, at: value.place, inside)
            }
        case .union(let union):
            for (alternative, name) in zip(union.alternatives, names) {
                let raw = alternative.label ?? api.text(of: alternative.shape)
                add(case: raw, of: key, name, isPinned: alternative.swiftName != nil, at: alternative.place, inside)
            }
        }
        for inner in lowering.nested[.type(id)] ?? [] { add(type: inner, inside: inside) }
    }

    private mutating func add(
        case raw: String, of type: String, _ name: String, isPinned: Bool, at place: SourceLocation, _ owner: String
    ) {
        let key = type + "." + raw
        add("case", key, owner + name, isPinned: isPinned, at: place, because: reason(raw, name, "case", key))
    }

    // MARK: - Reasons

    private static let meaningOfStatus = "what the status means"

    private func reason(of type: API.NamedType, _ name: String, _ key: String) -> String {
        let text = type.title ?? type.name
        let singular = type.isElement ? Plurals.singular(text) : nil
        return reason(
            text, name, "type", key, plain: singular.map { SwiftNames.name(for: $0, .type) },
            isMade: type.title != nil, isElement: singular != nil)
    }

    private func reason(
        _ raw: String, _ name: String, _ kind: String, _ key: String, plain: String? = nil, suffix: String = "",
        isMade: Bool = false, isElement: Bool = false
    ) -> String {
        if let clash = clashes[key + " " + name] {
            return "\(clash.holder.map { "'\($0)'" } ?? clash.kind.others) is '\(clash.wantedName)'"
        }
        if isMade { return "made by 'naming:' from '\(raw)'" }
        if raw == name { return "as it is" }
        let swiftKind: SwiftNames.Kind =
            kind == "type" || kind == "request" ? .type : kind == "case" ? .enumCase : .property
        let words = plain ?? SwiftNames.name(for: raw, swiftKind)
        if name == words || name == words + suffix { return isElement ? "one of a list" : "from its words" }
        if kind == "header" || kind == "parameter", raw.lowercased().hasPrefix("x-") {
            return "without 'X-', which says nothing"
        }
        return "generated code needs '\(words)'"
    }
}
