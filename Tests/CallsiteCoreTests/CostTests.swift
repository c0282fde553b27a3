import AllocationCounter
import CallsiteCore
import CallsiteDiff
import CallsitePrinter
import GrowingDocuments
import Testing
import Waiting

/// The cost of a description grows in proportion to its size, whether it is a list, a chain or a nesting. The tests
/// count heap allocations, not time. `callsite-dev costs` finds work that takes time without allocating.
@Suite(.timeLimit(.minutes(10)))
struct CostTests {
    /// With fixtures everything is generated that there is; the others print what they found.
    @Test(arguments: [CostedCommand.fixtures, .names, .page, .import, .mock])
    func growsInProportion(command: CostedCommand) {
        for document in GrowingDocument.all where document.least * 2 <= document.bound {
            let one = onLargeStack { allocations { command.run(document, size: document.least) } }
            let two = onLargeStack { allocations { command.run(document, size: document.least * 2) } }
            #expect(
                two.bytes * 10 <= one.bytes * 23, "\(document.name): \(one.bytes) bytes, \(two.bytes) for twice as many"
            )
            #expect(
                two.count * 10 <= one.count * 23,
                "\(document.name): \(one.count) allocations, \(two.count) for twice as many")
        }
    }

    /// The cost of comparing two versions, without reading them. The lists of the two versions differ in each place.
    @Test func comparisonGrowsInProportion() {
        for document in GrowingDocument.all(of: .diff) where document.least * 2 <= document.bound {
            // A pair made for this command is checked at two doublings, any other document at one.
            let sizes = document.isPair ? [1, 2, 4] : [1, 2]
            var last: AllocationCount?
            for size in sizes.map({ $0 * document.least }) where size <= document.bound {
                let sides = onLargeStack { document.bothVersions(size) }
                // Two of a kind that is a mistake have nothing to compare.
                guard sides.old.contract != nil, sides.new.contract != nil else { break }
                let now = onLargeStack { allocations { _ = compare(sides.old, sides.new) } }
                if let last {
                    #expect(
                        now.bytes * 10 <= last.bytes * 23,
                        "\(document.name): \(last.bytes) bytes, \(now.bytes) for \(size)")
                    #expect(
                        now.count * 10 <= last.count * 23,
                        "\(document.name): \(last.count) allocations, \(now.count) for \(size)")
                }
                last = now
            }
        }
    }

    /// Finding the uses of changes, without the comparison, where all callers are in one file.
    @Test func callersAreFoundInProportion() throws {
        for document in GrowingDocument.all(of: .callers) {
            var last: AllocationCount?
            for size in [1, 2, 4].map({ $0 * document.least }) {
                let sides = document.bothVersions(size)
                let contract = try #require(sides.old.contract)
                var comparison = compare(sides.old, sides.new)
                let now = allocations { document.findCallers(in: &comparison, contract, size) }
                let isFound = comparison.changes.contains { $0.callers?.isEmpty == false }
                #expect(isFound || document.name.contains("marks"), "\(document.name)")
                if let last {
                    #expect(now.bytes * 10 <= last.bytes * 23, "\(document.name): \(last.bytes), \(now.bytes) bytes")
                    #expect(now.count * 10 <= last.count * 23, "\(document.name): \(last.count), \(now.count)")
                }
                last = now
            }
        }
    }

    /// Each kind of change is one: there is something to compare, and it has changed throughout.
    @Test func versionsDiffer() {
        for document in GrowingDocument.all(of: .diff) + GrowingDocument.all(of: .callers) where document.isPair {
            // Those two are there for what they cost.
            if document.name.contains("in the reverse order") || document.name.contains("aliases of one") { continue }
            let sides = document.bothVersions(10)
            let changes = compare(sides.old, sides.new).changes
            #expect(sides.old.contract != nil && sides.new.contract != nil && !changes.isEmpty, "\(document.name)")
        }
    }

    /// A description that is wrong where it shouldn't be costs nothing, and shows nothing.
    @Test func onlyMistakesAreMistakes() {
        let mistaken = GrowingDocument.all.filter { document in
            var sources = SourceSet(main: .init(path: "growing.yaml", bytes: Array(document.text(3).utf8)))
            for file in document.otherFiles(3) { sources.add(.init(path: file.path, bytes: Array(file.text.utf8))) }
            return generate(sources, options: Options()).diagnostics.hasErrors
        }
        let isWrong = ["unknown", "cycle of models", "cycle of aliases", "without parameters", "that double"]
        #expect(mistaken.map(\.name).filter { name in !isWrong.contains { name.contains($0) } } == [])
    }

    /// Each would be tried on each endpoint.
    @Test func moreThanAHundredDefaultStrategiesAreAnError() {
        let strategies = (0...100).map { "s\($0): {style: page, parameter: p\($0), default: true}" }
        let text =
            "callsite: 1\napi: A\nbaseURL: https://a.example\npagination: {\(strategies.joined(separator: ", "))}\n"
            + "endpoints: {ListA: {path: /a, parameters: {p0: Int?}, response: [String]}}\n"
        let sources = SourceSet(main: .init(path: "a.yaml", bytes: Array(text.utf8)))
        let errors = generate(sources, options: Options()).diagnostics.all.filter { $0.severity == .error }
        #expect(errors.map(\.id) == ["several-default-strategies"])
    }

    /// Where nothing is counted the test above says nothing.
    @Test func allocationsAreCounted() {
        #if canImport(Glibc)
            let few = allocations { _ = (0..<10).map { [$0] } }
            let many = allocations { _ = (0..<1000).map { [$0] } }
            #expect(many.count > few.count + 900)
            #expect(many.bytes > few.bytes + 900 * 32)
        #endif
    }

    private func allocations(_ work: () -> Void) -> AllocationCount {
        allocation_count_begin()
        work()
        return allocation_count_end()
    }
}
