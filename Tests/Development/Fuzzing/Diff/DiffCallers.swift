import CallsiteDiff

// Code that uses every declaration of a contract in every way that callers do. A change breaks the code that compiles
// against one side and not against the other.

/// Which calls a file of callers makes: the worst verdict that its errors are.
package enum CallerKind: String, CaseIterable, Sendable {
    case calls, reads, switches, functions, shares

    var verdict: SourceVerdict {
        switch self {
        case .calls: .breaks
        case .reads: .reads
        case .switches: .exhaustiveSwitches
        case .functions: .capturedInitialisers
        case .shares: .sharedTypes
        }
    }
}

/// A line of code that uses a declaration.
struct CallerLine: Sendable {
    var text: String
    /// The declaration that it uses; nil: none of the old side's.
    var name: Change.CodeName?
}

struct CallerWriter {
    let contract: Contract
    let namespace: String
    private let types: QualifiedTypes

    init(_ contract: Contract, namespace: String) {
        (self.contract, self.namespace) = (contract, namespace)
        types = QualifiedTypes(contract)
    }

    func text(_ kind: CallerKind) -> String { lines(kind).map { $0.text + "\n" }.joined() }

    /// In the order of the file.
    func lines(_ kind: CallerKind) -> [CallerLine] {
        var lines = [
            "import CallsitePagination", "import CallsiteRuntime", "import CallsiteTransfers", "import Foundation", "",
        ].map {
            CallerLine(text: $0)
        }
        var number = 0
        func name() -> String {
            number += 1
            return "\(kind.rawValue)\(namespace)_\(number)"
        }
        if kind == .shares { return lines + sharedCalls(name) }
        for declaration in contract.declarations where declaration.typeParameters.isEmpty {
            func qualified(_ text: String) -> String { self.qualified(text, in: declaration.path) }
            func add(_ texts: [String], _ member: String? = nil) {
                lines += texts.map { CallerLine(text: $0, name: .init(type: declaration.path, member: member)) }
            }
            if declaration.kind == .api {
                if kind == .calls { add(apiCalls(declaration, name, qualified)) }
                continue
            }
            let type = namespace + "." + declaration.path
            switch kind {
            case .calls:
                for isMinimal in [false, true] {
                    guard let arguments = declaration.arguments else { break }
                    let given = arguments.filter { !isMinimal || $0.defaultValue == nil }
                    add(["func \(name())(\(parameters(given, qualified))) { _ = \(type)(\(passed(given))) }"])
                }
                if declaration.kind == .request {
                    for property in declaration.properties {
                        add(assignment(property, type, name, qualified), property.name)
                    }
                    add(requestCalls(declaration, type, name, qualified))
                }
                if isRead(declaration) {
                    for property in declaration.properties {
                        add(reads(property, type, name, qualified), property.name)
                    }
                }
                for (alias, target) in declaration.aliases.sorted(by: { $0.key < $1.key }) where !target.isEmpty {
                    add([isSame(alias.isEmpty ? type : type + "." + alias, qualified(target), name)])
                }
                for value in declaration.cases {
                    add(caseCalls(value, of: declaration, type, name, qualified), value.name)
                }
                for conformance in declaration.conformances {
                    for known in protocols(conformance) {
                        add(["func \(name())() -> any \(known).Type { \(type).self }"])
                    }
                }
            case .reads:
                guard !isRead(declaration) else { continue }
                for property in declaration.properties { add(reads(property, type, name, qualified), property.name) }
            case .switches:
                guard !declaration.cases.isEmpty else { continue }
                let cases =
                    declaration.cases.map { ".\(label($0.name))" } + [
                        isFailure(declaration) || isResponse(declaration) ? ".undeclared" : ".unrecognized"
                    ]
                add([
                    "func \(name())(_ value: \(type)) { switch value { case \(cases.joined(separator: ", ")): break } }"
                ])
            case .functions:
                guard let arguments = declaration.arguments else { continue }
                let labels = arguments.map { label($0.label) + ":" }.joined()
                let types = arguments.map { qualified($0.type) }.joined(separator: ", ")
                let initialiser = labels.isEmpty ? "init" : "init(\(labels))"
                add(["func \(name())() -> (\(types)) -> \(type) { \(type).\(initialiser) }"])
            case .shares: break
            }
        }
        return lines
    }

    /// Code that takes types in place for one, which they are declared as.
    private func sharedCalls(_ name: () -> String) -> [CallerLine] {
        var users: [String: [String]] = [:]
        for declaration in contract.declarations where declaration.typeParameters.isEmpty {
            guard let shared = contract.sharedPaths[declaration.path] else { continue }
            users[shared, default: []].append(declaration.path)
        }
        return users.sorted { $0.key < $1.key }.flatMap { shared, paths in
            // The name that all of them stand for, too.
            [
                CallerLine(
                    text: "func \(name())(_ value: \(namespace).\(shared)) -> \(namespace).\(paths[0]) { value }",
                    name: .init(type: shared))
            ]
                + zip(paths, paths.dropFirst()).map { one, other in
                    CallerLine(
                        text: "func \(name())(_ value: \(namespace).\(one)) -> \(namespace).\(other) { value }",
                        name: .init(type: other))
                }
        }
    }

    private func isFailure(_ declaration: Contract.Declaration) -> Bool {
        declaration.conformances.contains("RequestFailure")
    }

    /// Whether a declaration is the response of an endpoint with several successful ones; a model conforms to
    /// something.
    private func isResponse(_ declaration: Contract.Declaration) -> Bool {
        declaration.path.hasSuffix(".Response") && declaration.conformances.isEmpty
    }

    private func parameters(_ arguments: [Contract.Declaration.Argument], _ qualified: (String) -> String) -> String {
        arguments.enumerated().map { "_ a\($0): \(qualified($1.type))" }.joined(separator: ", ")
    }

    private func passed(_ arguments: [Contract.Declaration.Argument]) -> String {
        arguments.enumerated().map { $1.label == "_" ? "a\($0)" : "\(label($1.label)): a\($0)" }.joined(separator: ", ")
    }

    /// The value that sessions are made with, and the protocol that requests of one's own conform to.
    private func apiCalls(
        _ api: Contract.Declaration, _ name: () -> String, _ qualified: (String) -> String
    ) -> [String] {
        var lines = ["func \(name())<Request: \(namespace).\(api.path)>(_ request: Request.Type) {}"]
        for property in api.properties {
            if property.name.hasSuffix("()") {
                for isMinimal in [false, true] {
                    let given = (api.arguments ?? []).filter { !isMinimal || $0.defaultValue == nil }
                    lines.append(
                        "func \(name())(\(parameters(given, qualified))) -> API { \(property.name.dropLast(2))(\(passed(given))) }"
                    )
                }
            } else if property.type == "API" {
                lines.append("func \(name())() -> API { \(property.name) }")
            } else {
                lines.append("func \(name())() -> \(property.type) { \(property.name) }")
            }
        }
        for (alias, target) in api.aliases where !target.isEmpty {
            lines.append(
                "func \(name())<R: \(namespace).\(api.path)>(_ value: R) where R.\(alias) == \(qualified(target)) {}")
        }
        return lines
    }

    private func assignment(
        _ property: Contract.Declaration.Property, _ type: String, _ name: () -> String, _ qualified: (String) -> String
    ) -> [String] {
        [
            "func \(name())(_ request: inout \(type), _ value: \(qualified(property.type))) { request.\(label(property.name)) = value }"
        ]
    }

    private func requestCalls(
        _ request: Contract.Declaration, _ type: String, _ name: () -> String, _ qualified: (String) -> String
    ) -> [String] {
        var lines: [String] = []
        // Without a name of its own it is the protocol's.
        let nested = Set(request.nested.map { contract.declarations[$0].path })
        if request.aliases["Response"] == nil, !nested.contains(request.path + ".Response") {
            lines.append(isSame(type + ".Response", "Void", name))
        }
        if request.aliases["Failure"] == nil, !nested.contains(request.path + ".Failure") {
            let api = contract.declaration.map { contract.declarations[$0] }
            let failure = api?.aliases["Failure"] ?? "Rejected<JSONValue>"
            lines.append(isSame(type + ".Failure", self.qualified(failure, in: api?.path ?? ""), name))
        }
        if request.conformances.contains("PaginationRequestType") {
            lines.append("func \(name())() -> any PaginationRequestType.Type { \(type).self }")
        }
        return lines
    }

    private func caseCalls(
        _ value: Contract.Declaration.Case, of declaration: Contract.Declaration, _ type: String, _ name: () -> String,
        _ qualified: (String) -> String
    ) -> [String] {
        let label = label(value.name)
        guard let payload = value.payload.map(qualified) else {
            return ["func \(name())() -> \(type) { .\(label) }"]
        }
        // A failure's case has the response beside what it holds.
        if isFailure(declaration) {
            guard payload != "HTTPResponse" else {
                return ["func \(name())(_ http: HTTPResponse) -> \(type) { .\(label)(http) }"]
            }
            return [
                "func \(name())(_ value: \(type)) { if case .\(label)(let body, _) = value { let _: (\(payload)).Type = Swift.type(of: body) } }"
            ]
        }
        return [
            "func \(name())(_ payload: \(payload)) -> \(type) { .\(label)(payload) }",
            "func \(name())(_ value: \(type)) { if case .\(label)(let payload) = value { let _: (\(payload)).Type = Swift.type(of: payload) } }",
        ]
    }

    private func reads(
        _ property: Contract.Declaration.Property, _ type: String, _ name: () -> String, _ qualified: (String) -> String
    ) -> [String] {
        // A key path's type is the property's own; a value would be made an optional of itself.
        ["func \(name())() -> KeyPath<\(type), \(qualified(property.type))> { \\.\(label(property.name)) }"]
    }

    private func protocols(_ conformance: String) -> [String] {
        switch conformance {
        case "Model", "WireCodable": ["WireDecodable", "WireEncodable"]
        case "DecodableModel", "WireDecodable": ["WireDecodable"]
        case "EncodableModel", "WireEncodable": ["WireEncodable"]
        case "PaginationRequestType", "OpenEnum": []
        default: [conformance]
        }
    }

    /// Whether responses contain it. If a type is only sent, few callers read the properties that they have set
    /// themselves.
    private func isRead(_ declaration: Contract.Declaration) -> Bool {
        declaration.kind != .request && declaration.isRead
    }

    /// A function that compiles if two types are one. It takes no value: a value would be made an optional of itself.
    private func isSame(_ type: String, _ other: String, _ name: () -> String) -> String {
        "func \(name())() -> (\(other)).Type { (\(type)).self }"
    }

    private func label(_ name: String) -> String { name.hasPrefix("`") ? name : "`\(name)`" }

    // MARK: - Names

    /// A type as it is called outside of what declares it.
    private func qualified(_ text: String, in path: String) -> String {
        types.text(text, in: path) { namespace + "." + $0 }
    }
}
