// Parts of an OpenAPI document that are for people, and that the resolved API leaves out: descriptions of statuses,
// limits of values, media types, the license. A page finds them by the places and paths that the API has.

import CallsiteCore

/// The details of an OpenAPI document. A description in Callsite's own format has no such details.
struct DocumentDetails {
    /// A status of an operation, as written, with its description.
    struct Status {
        var pattern: String
        var description: String
        /// The names of its response's headers.
        var headers: [String]
    }

    struct Operation {
        var statuses: [Status] = []
        var id: String?
        /// The media types of the request's body.
        var bodyTypes: [String] = []
        var bodyDescription: String?
        /// `OAuth2 (identify) or BotToken`: the schemes that authenticate it, with their scopes.
        var security: String?
        var documentation: String?
    }

    /// A line about the whole document: its version, its license, a way to contact the authors.
    struct Fact {
        var label: String
        var text: String
        var address: String?
    }

    private(set) var facts: [Fact] = []
    private var operations: [String: Operation] = [:]
    private var limits: [SourceLocation: ValueLimits] = [:]

    init(_ nodes: NodeSet) {
        guard let root = nodes.openAPIRoot, let follower = ReferenceFollower(nodes) else { return }
        readFacts(root)
        for operation in follower.operations() {
            operations[Self.key(operation.method, operation.path)] = Self.details(operation.node, root, follower)
        }
        readLimits(nodes, follower)
    }

    func operation(_ endpoint: API.Endpoint) -> Operation {
        operations[Self.key(endpoint.method, endpoint.path.text)] ?? Operation()
    }

    /// The limits of a property or parameter, by its place.
    func limits(at place: SourceLocation) -> ValueLimits { limits[place] ?? ValueLimits() }

    private static func key(_ method: String, _ path: String) -> String { method + " " + path }

    // MARK: - The document and its operations

    private mutating func readFacts(_ root: Node) {
        func add(_ label: String, _ text: String?, _ address: String? = nil) {
            guard let text = text ?? address, !text.isEmpty else { return }
            facts.append(Fact(label: label, text: text, address: address))
        }
        let info = root["info"]
        add("Version", info?["version"]?.text)
        let license = info?["license"]
        add("License", license?["name"]?.text ?? license?["identifier"]?.text, license?["url"]?.text)
        let contact = info?["contact"]
        add("Contact", contact?["name"]?.text ?? contact?["email"]?.text, contact?["url"]?.text)
        add("Terms of service", nil, info?["termsOfService"]?.text)
        let documentation = root["externalDocs"]
        add("Documentation", documentation?["description"]?.text, documentation?["url"]?.text)
    }

    private static func details(_ node: Node, _ root: Node, _ follower: ReferenceFollower) -> Operation {
        var details = Operation(id: node["operationId"]?.text, documentation: node["externalDocs"]?["url"]?.text)
        details.security = security(node["security"] ?? root["security"])
        for (key, response) in node["responses"]?.pairs ?? [] {
            guard let pattern = key.text, !pattern.hasPrefix("x-") else { continue }
            let response = follower.resolved(response)
            details.statuses.append(
                Status(
                    pattern: pattern, description: response?["description"]?.text ?? "",
                    headers: (response?["headers"]?.pairs ?? []).compactMap(\.key.text)))
        }
        if let body = node["requestBody"].flatMap({ follower.resolved($0) }) {
            details.bodyTypes = (body["content"]?.pairs ?? []).compactMap(\.key.text)
            details.bodyDescription = body["description"]?.text
        } else {
            details.bodyTypes = ((node["consumes"] ?? root["consumes"])?.elements ?? []).compactMap(\.text)
        }
        return details
    }

    /// The security requirements as one line; nil: the document has no requirement.
    private static func security(_ requirements: Node?) -> String? {
        let alternatives = (requirements?.elements ?? []).map { requirement in
            (requirement.pairs ?? []).map { scheme, scopes in
                let names = (scopes.elements ?? []).compactMap(\.text)
                return (scheme.text ?? "") + (names.isEmpty ? "" : " (\(names.joined(separator: ", ")))")
            }.joined(separator: " and ")
        }
        let text = alternatives.map { $0.isEmpty ? "none" : $0 }.joined(separator: " or ")
        return text.isEmpty || text == "none" ? nil : text
    }

    // MARK: - Limits

    /// Finds the limits of all schemas. Each is stored by several places, because a property of the API has the place
    /// of its key or schema, and a parameter the place of its name.
    private mutating func readLimits(_ nodes: NodeSet, _ follower: ReferenceFollower) {
        var reader = ValueLimits.Reader(follower)
        var stack = nodes.documents.compactMap { $0?.root }
        // An alias stands for a node that is read once.
        var visited: Set<Node.ID> = []
        while let node = stack.popLast() {
            guard visited.insert(node.id).inserted else { continue }
            let members = (node.pairs ?? []).map { (keyPlace: $0.key.place, node: $0.value) }
            let elements = (node.elements ?? []).map { (keyPlace: $0.place, node: $0) }
            for (keyPlace, child) in members + elements where !child.isScalar {
                stack.append(child)
                let limits = reader.limits(of: child)
                guard !limits.isEmpty else { continue }
                let name = child["name"].flatMap { $0.isScalar ? $0.place : nil }
                for place in [keyPlace, child.place, name ?? child.place] { self.limits[place] = limits }
            }
        }
    }
}
