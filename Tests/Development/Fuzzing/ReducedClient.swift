import CallsiteCallers
import CallsiteCore
import CallsiteDiff
import CallsitePrinter

/// A made client of a description, which names some operations and a part of all that these reach, and the code that
/// `usage --write` leaves for it.
package struct ReducedClient {
    package typealias File = (name: String, contents: [UInt8])

    /// The client's own code.
    package private(set) var source = "import CallsiteRuntime\nimport Foundation\n\nlet used: [Any] = [\n"
    package let operations: [String]
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
    package init?(_ sources: SourceSet, operations count: Int, _ random: inout Randomness) {
        let output = generate(sources, options: Options())
        guard !output.diagnostics.hasErrors, output.missing.isEmpty,
            let contract = readContract(sources, options: Options()).contract
        else { return nil }
        whole = output.files.map { ($0.name, $0.contents) }
        let code = GeneratedCode(output.files.map(\.contents), namespace: nil)
        let endpoints = contract.endpoints.filter { $0.declaration != nil }
        let chosen = endpoints.shuffled(using: &random).prefix(count)
        guard !chosen.isEmpty else { return nil }
        operations = chosen.map(\.api.name).sortedByBytes()
        let requests = chosen.compactMap { $0.declaration.map { contract.declarations[$0].path } }
        let reach = Set(code.reached(from: requests).keys)
        for declaration in contract.declarations where declaration.kind != .api {
            let owner = String(declaration.path.prefix { $0 != "." })
            guard requests.contains(declaration.path) || reach.contains(owner) && random.once(in: 2) else { continue }
            Self.name(declaration, in: &source, &random)
        }
        source += "]\n"

        var index = CallerIndex()
        index.add("Client.swift", Array(source.utf8))
        let usage = Usage(of: contract, code, in: index)
        let inclusion = Inclusion(usage, code) { filter in
            readContract(sources, options: Options(selection: Selection(include: filter))).contract
        }
        missing = inclusion.missing.map(\.name)
        let filter = Selection.Filter(operations: inclusion.operations.map { .init($0) })
        let rest = generate(sources, options: Options(selection: Selection(include: filter)))
        reduced = rest.files.map { ($0.name, $0.contents) }

        let kept = Set(GeneratedCode(rest.files.map(\.contents), namespace: nil).names)
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

    /// Names a type, and some of its properties and cases.
    private static func name(_ declaration: Contract.Declaration, in text: inout String, _ random: inout Randomness) {
        // A generic type needs arguments, and an enum's case with a payload a value.
        guard declaration.typeParameters.isEmpty, declaration.kind != .alias else { return }
        text += "    \(declaration.path).self,\n"
        for property in declaration.properties where random.once(in: 3) {
            text += "    \\\(declaration.path).\(property.name),\n"
        }
        for value in declaration.cases where value.payload == nil && random.once(in: 3) {
            text += "    \(declaration.path).\(value.name),\n"
        }
    }
}
