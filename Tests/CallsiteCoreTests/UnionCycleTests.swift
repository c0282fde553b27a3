import CallsiteCore
import Foundation
import Testing

/// A value is decoded in as many steps as its type is deep: no union is an alternative of itself.
@Suite struct UnionCycleTests {
    /// Unions of each other and of models, at random: none leads back to itself, and each takes what it took.
    @Test(arguments: 0..<60) func unionsLeadToWhatTheyLedToAndNeverBack(_ seed: Int) throws {
        var random = UInt64(seed) &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        func next(_ bound: Int) -> Int {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(random >> 33) % bound
        }
        let count = 2 + seed % 7
        // Each has models of its own: a list of one type would be a list.
        let targets = (0..<count).map { index in
            ["M\(index)", "N\(index)"] + (0..<next(4)).map { _ in next(3) == 0 ? "M\(next(count))" : "U\(next(count))" }
        }
        let distinct = targets.map { $0.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } } }
        let models = (0..<count).flatMap { index in
            [
                "  M\(index): {m\(index): String}", "  N\(index): {n\(index): Int}",
                "  U\(index): {union: [\(distinct[index].joined(separator: ", "))]}",
            ]
        }
        let api = try resolved(models)
        for index in 0..<count {
            var led: Set<String> = []
            var seen: Set<String> = []
            func follow(_ name: String) {
                guard name.hasPrefix("U"), let at = Int(name.dropFirst()) else { return _ = led.insert(name) }
                if seen.insert(name).inserted { distinct[at].forEach(follow) }
            }
            follow("U\(index)")
            #expect(leaves(of: "U\(index)", in: api) == led, "\(models.joined(separator: "\n"))")
        }
    }

    @Test func whatADiscriminatorLeadsBackToIsLeftOut() throws {
        var diagnostics = Diagnostics()
        let models = [
            "  U: {union: kind, cases: {a: A, v: V}}", "  V: {union: kind, cases: {a: A, u: U}}", "  A: {a: Int}",
        ]
        let api = try resolved(models, &diagnostics)
        #expect(diagnostics.all.map(\.id) == ["alternative-of-itself", "alternative-of-itself"])
        #expect(leaves(of: "U", in: api) == ["A"] && leaves(of: "V", in: api) == ["A"])
    }

    /// A ring of thousands: an alternative each is left out, rather than each having those of all.
    @Test func longCyclesAreCut() throws {
        var diagnostics = Diagnostics()
        let models =
            (0..<2000).map { "  U\($0): {union: [A, U\(($0 + 1) % 2000)]}" } + ["  A: {a: Int}"]
        let api = try resolved(models, &diagnostics)
        #expect(leaves(of: "U7", in: api) == ["A"])
        #expect(diagnostics.all.contains { $0.id == "alternative-of-itself" })
    }

    private func resolved(_ models: [String]) throws -> API {
        var diagnostics = Diagnostics()
        let api = try resolved(models, &diagnostics)
        #expect(diagnostics.all.allSatisfy { $0.id == "alternative-of-itself" && $0.severity == .warning })
        return api
    }

    private func resolved(_ models: [String], _ diagnostics: inout Diagnostics) throws -> API {
        let text =
            "callsite: 1\napi: Zoo\nbaseURL: https://api.example.com\nmodels:\n" + models.joined(separator: "\n")
            + "\nendpoints:\n  GetAll: {path: /all, response: [String]}\n"
        let sources = SourceSet(main: SourceSet.File(path: "zoo.yaml", bytes: Array(text.utf8)))
        let front = Front(sources, Options(), &diagnostics)
        try #require(front.description.missing.isEmpty)
        return front.api(Options(), &diagnostics)
    }

    /// The types that a value of a union comes to in the end.
    private func leaves(of name: String, in api: API) -> Set<String> {
        var found: Set<String> = []
        var open: Set<Int> = []
        func follow(_ index: Int) {
            guard case .union(let union) = api.types[index].content else {
                return _ = found.insert(api.types[index].name)
            }
            let isNew = open.insert(index).inserted
            #expect(isNew, "\(api.types[index].name) leads back to itself")
            guard isNew else { return }
            for alternative in union.alternatives {
                if case .named(let id, _) = alternative.shape { follow(id.index) }
            }
            open.remove(index)
        }
        if let index = api.types.firstIndex(where: { $0.name == name }) { follow(index) }
        return found
    }
}
