import Fuzzing
import Testing

@testable import BuildFarm

/// The simulation that the guide's table comes from.
@Suite("Build farm")
struct BuildFarmTests {
    private var settings: FarmSimulation.Settings {
        var settings = FarmSimulation.Settings(jobs: 2)
        settings.descriptions = 8
        settings.edits = 10
        settings.workers = [1, 3, 1000]
        return settings
    }

    @Test("Equal seeds come to the same, whatever the number of threads")
    func isReproducible() throws {
        var single = settings
        single.jobs = 1
        var other = settings
        other.seed = 2
        let (first, second, third) = (
            try FarmSimulation(settings).run(), try FarmSimulation(single).run(), try FarmSimulation(other).run()
        )
        #expect("\(first)" == "\(second)")
        #expect("\(first)" != "\(third)")
        #expect(first.actionsAnew == 10 * 2 * 8)
        #expect(
            first.compilations < first.generations && first.generations + first.compilations < first.actionsAnew / 2)
        #expect(first.rows.map(\.cached) == first.rows.map(\.cached).sorted(by: >))
        #expect(zip(first.rows, first.rows.dropFirst()).allSatisfy { $0.anew >= $1.anew })
        #expect(first.criticalPath <= first.rows[2].longest + 0.001)
    }

    @Test("An edit reaches whoever reads the edited file, and changes what it must")
    func edits() throws {
        var fleet = Fleet(count: 8, seed: 7)
        let simulation = FarmSimulation(settings)
        var random = Randomness(seed: 3)
        for edit in Fleet.Edit.allCases {
            let before = try simulation.generated(Array(0..<8), of: fleet)
            let affected = fleet.apply(edit, &random)
            let after = try simulation.generated(Array(0..<8), of: fleet)
            let changed = (0..<8).filter { before[$0].files != after[$0].files }
            #expect(Set(changed).isSubset(of: affected), "\(edit)")
            switch edit {
            case .comment: #expect(changed.isEmpty)
            case .addedSharedField: #expect(!affected.isEmpty)
            case .newText, .addedField, .addedOperation: #expect(changed == affected)
            }
            if edit == .addedField {
                let number = affected[0]
                let files = after[number].files.filter { before[number].files[$0.key] != $0.value }.keys
                #expect(files.count { $0.contains("Models") } == 1, "\(files)")
            }
        }
    }

    @Test("Workers share what there is, and nobody waits longer than for the longest chain or the sum")
    func schedule() {
        let chains = [Chain(1, 2), Chain(1, nil), Chain(2, 2), Chain(0.5, 0.5)]
        #expect(time(of: chains, on: 1) == 9)
        #expect(time(of: chains, on: 2) == 5)
        #expect(time(of: chains, on: 4) == 4)
        #expect(time(of: chains, on: 99) == 4)
        #expect(time(of: [], on: 3) == 0)
    }
}
