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
    return .init(
        apiName: api.name, names: NameLister(lowering).names(),
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
    /// With what it is nested in, the namespace too.
    package var swiftName: String
    package var reason: String
    package var location: SourceLocation
}

private struct NameLister {
    let lowering: Lowering
    var api: API { lowering.api }
    /// Those that had to yield, by key and name.
    private let clashes: [String: NameClash]

    init(_ lowering: Lowering) {
        self.lowering = lowering
        clashes = Dictionary(
            lowering.clashes.map { ($0.key + " " + $0.actualName, $0) }, uniquingKeysWith: { first, _ in first })
    }

    func names() -> [NameSummary] {
        var result: [NameSummary] = []
        for index in api.endpoints.indices { add(endpoint: index, to: &result) }
        addBaseURL(to: &result)
        addErrors(api.errors, "errors", lowering.failureName.name, to: &result)
        for index in api.types.indices where api.types[index].owner == .api && api.types[index].ownType == nil {
            add(type: .init(index: index), inside: "", to: &result)
        }
        let prefix = lowering.namespacePrefix
        // The base URL's variables are parameters of a function.
        for index in result.indices where result[index].kind != "variable" {
            result[index].swiftName = prefix + result[index].swiftName
        }
        return result
    }

    private func add(endpoint index: Int, to result: inout [NameSummary]) {
        let endpoint = api.endpoints[index]
        let name = lowering.endpointNames[index].name
        let text = endpoint.title ?? endpoint.name
        let reason =
            endpoint.swiftName != nil
            ? Reason.pinned
            : self.reason(
                text, name, "request", endpoint.name,
                plain: SwiftNames.name(for: text, .type, limit: SwiftNames.limit - 7), suffix: "Request",
                isMade: endpoint.title != nil)
        result.append(
            .init(kind: "request", key: endpoint.name, swiftName: name, reason: reason, location: endpoint.place))
        let names = lowering.requestNames[index]
        let keys = lowering.keys(ofEndpoint: index)
        func add(_ kind: String, _ property: API.Property, _ key: String, _ given: String) {
            let reason =
                property.swiftName != nil ? Reason.pinned : self.reason(property.wireName, given, kind, key, plain: nil)
            result.append(
                .init(kind: kind, key: key, swiftName: name + "." + given, reason: reason, location: property.place))
        }
        for (position, parameter) in endpoint.parameters.enumerated() {
            add("parameter", parameter.property, keys.parameters[position], names.parameters[position])
        }
        if case .fields(let fields)? = endpoint.body?.content {
            for (position, field) in fields.enumerated() {
                add("field", field, keys.body[position], names.body[position])
            }
        }
        for (header, given) in zip(endpoint.response.headers, names.headers) {
            add("header", header, endpoint.name + "." + header.wireName, given)
        }
        let cases = endpoint.response.cases
        for (answer, given) in zip(cases, lowering.successNames(cases)) {
            result.append(
                .init(
                    kind: "success", key: endpoint.name + "." + answer.status.description,
                    swiftName: name + ".Response." + given,
                    reason: answer.swiftName == nil ? Reason.status : Reason.pinned, location: endpoint.place))
        }
        if let errors = endpoint.errors { addErrors(errors, endpoint.name, name + ".Failure", to: &result) }
        for id in lowering.nested[.endpoint(index)] ?? [] { self.add(type: id, inside: name + ".", to: &result) }
    }

    private func addErrors(_ errors: [API.ErrorCase], _ key: String, _ owner: String, to result: inout [NameSummary]) {
        guard !errors.isOneForAll else { return }
        let kinds = lowering.failureKinds(errors)
        for (kind, given) in zip(kinds, lowering.failureNames(kinds)) {
            for error in kind.errors.map({ errors[$0] }) {
                let isTyped = if case .named(let id, _) = error.shape { api[id].owner == .api } else { false }
                result.append(
                    .init(
                        kind: "failure", key: key + "." + error.status.description, swiftName: owner + "." + given,
                        reason: error.swiftName != nil ? Reason.pinned : isTyped ? Reason.type : Reason.status,
                        location: error.place))
            }
        }
    }

    private func addBaseURL(to result: inout [NameSummary]) {
        for (variable, given) in zip(api.baseURL.variables, lowering.variableNames()) {
            let key = "baseURL." + variable.wireName
            let reason =
                variable.swiftName != nil
                ? Reason.pinned : self.reason(variable.wireName, given, "variable", key, plain: nil)
            result.append(.init(kind: "variable", key: key, swiftName: given, reason: reason, location: variable.place))
        }
    }

    private func add(type id: API.TypeID, inside owner: String, to result: inout [NameSummary]) {
        let type = api[id]
        let name = lowering.name(of: id).name
        let key = lowering.key(of: id)
        let reason: String
        if type.swiftName != nil {
            reason = Reason.pinned
        } else if type.position == .response {
            reason = "what the request answers with"
        } else {
            let text = type.title ?? type.name
            let one = type.isElement ? Plurals.singular(text) : nil
            reason = self.reason(
                text, name, "type", key, plain: one.map { SwiftNames.name(for: $0, .type) }, isMade: type.title != nil,
                isElement: one != nil)
        }
        result.append(.init(kind: "type", key: key, swiftName: owner + name, reason: reason, location: type.place))
        func add(_ kind: String, _ raw: String, _ given: String, _ isPinned: Bool, _ place: SourceLocation) {
            result.append(
                .init(
                    kind: kind, key: key + "." + raw, swiftName: owner + name + "." + given,
                    reason: isPinned ? Reason.pinned : self.reason(raw, given, kind, key + "." + raw, plain: nil),
                    location: place))
        }
        let names = lowering.memberNames[id.index]
        switch type.content {
        case .alias, .own, .date: break
        case .object(let properties):
            for (property, given) in zip(properties, names) {
                add("property", property.wireName, given, property.swiftName != nil, property.place)
            }
        case .enumeration(let cases):
            for (value, given) in zip(cases, names) {
                add("case", value.wireValue, given, value.swiftName != nil, value.place)
            }
        case .union(let union):
            for (alternative, given) in zip(union.alternatives, names) {
                let raw = alternative.label ?? api.text(of: alternative.shape)
                add("case", raw, given, alternative.swiftName != nil, alternative.place)
            }
        }
        for inner in lowering.nested[.type(id)] ?? [] { self.add(type: inner, inside: owner + name + ".", to: &result) }
    }

    private enum Reason {
        static let pinned = "chosen by the description or 'renames:'"
        static let status = "what the status means"
        static let type = "called after its type"
    }

    private func reason(
        _ raw: String, _ name: String, _ kind: String, _ key: String, plain: String?, suffix: String = "",
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
