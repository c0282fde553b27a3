import CallsiteCallers
import CallsiteCore
import CallsiteDiff
import CallsitePrinter

/// A made client of a description, and the code that `usage --write` leaves for it.
package struct ReducedClient {
    /// The use that the client makes of the code.
    package enum Kind {
        /// It names some operations, and half of all that these reach.
        case names
        /// It is a program that sends a request of each operation.
        case sends
    }

    package typealias File = (name: String, contents: [UInt8])

    /// The client's own code.
    package private(set) var source = "import CallsiteRuntime\nimport Foundation\n\n"
    package let operations: [String]
    /// The API's name.
    package let api: String
    /// All generated code, and what is left of it.
    package let (whole, reduced): ([File], [File])
    /// The names that the client uses and that the rest lacks.
    package let missing: [String]
    /// Declarations that the client doesn't reach, and those of them that are gone.
    package let (unreached, gone): (Int, Int)
    /// Declarations that the client reaches, and that are gone.
    package let lost: [String]

    /// - Parameter count: Operations that the client calls.
    /// - Returns: nil: the description has errors, or no operation.
    package init?(
        _ sources: SourceSet, _ kind: Kind = .names, access: Options.Access = .internal, operations count: Int,
        _ random: inout Randomness
    ) {
        var options = Options()
        options.access = access
        // The requests of made calls are in it.
        if kind == .sends { options.namespace = "N1" }
        let output = generate(sources, options: options)
        guard !output.diagnostics.hasErrors, output.missing.isEmpty,
            let contract = readContract(sources, options: options).contract
        else { return nil }
        api = contract.name
        whole = output.files.map { ($0.name, $0.contents) }
        let code = GeneratedCode(output.files.map(\.contents), namespace: options.namespace)
        let endpoints = contract.endpoints.filter { $0.declaration != nil }.shuffled(using: &random)
        switch kind {
        case .names:
            let chosen = endpoints.prefix(count)
            operations = chosen.map(\.api.name).sortedByBytes()
            let requests = chosen.compactMap { $0.declaration.map { contract.declarations[$0].path } }
            var callable = options
            callable.selection.include = .init(operations: ["*"])
            guard let called = readContract(sources, options: callable).contract else { return nil }
            source += Self.names(of: requests, in: contract, calledIn: called, code, &random)
        case .sends:
            let swift = WireSwift(contract: contract, namespace: "N1")
            let calls = endpoints.lazy.filter { $0.response.stream == nil }
                .compactMap { endpoint in swift.request(endpoint, .least).map { (endpoint.api.name, $0) } }.prefix(
                    count)
            operations = calls.map(\.0).sortedByBytes()
            source += Self.program(calls.map(\.1), hasServer: !contract.api.baseURL.template.isEmpty)
        }
        guard !operations.isEmpty else { return nil }

        var index = CallerIndex()
        index.add("Client.swift", Array(source.utf8))
        let usage = Usage(of: contract, code, in: index)
        let inclusion = Inclusion(usage, of: contract, code) { filter in
            var options = options
            options.selection.include = filter
            return readContract(sources, options: options).contract
        }
        missing = inclusion.missing.map(\.name)
        options.selection.include = inclusion.filter
        let rest = generate(sources, options: options)
        reduced = rest.files.map { ($0.name, $0.contents) }

        let kept = Set(GeneratedCode(rest.files.map(\.contents), namespace: options.namespace).names)
        var counts = (unreached: 0, gone: 0)
        var lost: [String] = []
        for declaration in usage.operations.map(\.declaration) + usage.models {
            if declaration.use == .unused {
                counts.unreached += 1
                if !kept.contains(declaration.name) { counts.gone += 1 }
            } else if case .named = declaration.use, !kept.contains(declaration.name) {
                lost.append(declaration.name)
            }
        }
        (unreached, gone) = counts
        self.lost = lost
    }

    private static func names(
        of requests: [String], in contract: Contract, calledIn called: Contract, _ code: GeneratedCode,
        _ random: inout Randomness
    ) -> String {
        var text = "func use() {\n"
        let reach = Set(code.reached(from: requests).keys)
        // A generic type, and one that is nested in it, needs arguments.
        let generic = Set(contract.declarations.filter { !$0.typeParameters.isEmpty }.map(\.path))
        // The API's failure, with its bodies, is that of all operations together, and parts of what no operation has have no name to choose
        // them by: `usage --write` says so, and writes nothing.
        let names = Set(called.declarations.map(\.path))
        var others = Set(
            contract.types.filter { $0.api.owner == .api && $0.api.position != .declared }.map(\.swiftName)
                .filter { !names.contains($0) })
        for declaration in contract.declarations where declaration.kind == .api {
            for number in declaration.nested {
                let failure = contract.declarations[number]
                others.formUnion([failure.path] + failure.cases.compactMap(\.payload))
            }
        }
        for declaration in contract.declarations where declaration.kind != .api {
            let owner = String(declaration.path.prefix { $0 != "." })
            guard !others.contains(owner),
                requests.contains(declaration.path) || reach.contains(owner) && random.once(in: 2),
                !generic.contains(owner), declaration.kind != .alias
            else { continue }
            // A shared type has two names: where it is used, and outside.
            let path = contract.sharedPaths[declaration.path].flatMap { random.once(in: 2) ? $0 : nil }
            name(declaration, as: path ?? declaration.path, in: &text, &random)
        }
        return text + "}\n"
    }

    private static func program(_ requests: [String], hasServer: Bool) -> String {
        """
        @main struct Client {
            static func main() async {
                let session = Session(\(hasServer ? "" : "baseURL: URL(string: \"http://localhost\")!"))
        \(requests.map { "        await send(\($0), session)" }.joined(separator: "\n"))
            }

            static func send<R: RequestType>(_ request: R, _ session: Session) async {
                do { print(try await session.send(request)) } catch { print(error) }
            }
        }

        """
    }

    /// Names a type, and some of its properties and cases.
    private static func name(
        _ declaration: Contract.Declaration, as path: String, in text: inout String, _ random: inout Randomness
    ) {
        text += "    _ = \(path).self\n"
        for property in declaration.properties where random.once(in: 3) {
            text += "    _ = \\\(path).`\(property.name.filter { $0 != "`" })`\n"
        }
        // A case with a payload needs a value.
        for value in declaration.cases where value.payload == nil && random.once(in: 3) {
            text += "    _ = \(path).`\(value.name.filter { $0 != "`" })`\n"
        }
    }
}
