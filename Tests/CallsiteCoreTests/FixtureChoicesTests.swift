import Testing

@testable import CallsiteCore
@testable import CallsiteSwift

/// Which alternative of a union a model for tests has.
@Suite struct FixtureChoicesTests {
    private func alternatives(_ needs: [FixtureChoices.Need]) -> [Int: Int] { FixtureChoices(needs).alternatives }

    @Test func theFirstThatDoesNotNeedTheUnion() {
        // 0 is the union, 1 a model that needs it, 2 one that needs nothing.
        #expect(alternatives([.one([[1], [2]]), .all([0]), .all([])]) == [0: 1])
        #expect(alternatives([.one([[2], [1]]), .all([0]), .all([])]) == [0: 0])
        // Far away is as good as near.
        #expect(alternatives([.one([[1], []]), .all([2]), .all([3]), .all([])]) == [0: 0])
        // An alternative that can't be made is skipped.
        #expect(alternatives([.one([nil, [1], []]), .all(nil)]) == [0: 2])
        #expect(alternatives([.one([[1]]), .all([0])]) == [:])
        #expect(FixtureChoices([.one([[1]]), .all([0]), .all(nil), .all([2])]).impossible == [0, 1, 2, 3])
    }

    /// Unions that hold each other end somewhere, whichever is asked first.
    @Test func unionsOfUnions() {
        let needs: [FixtureChoices.Need] = [.one([[1], [2]]), .one([[0], [3]]), .one([[1]]), .all([])]
        let chosen = alternatives(needs)
        #expect(chosen == [0: 0, 1: 1, 2: 0])
        for start in 0..<3 {
            var seen: Set<Int> = []
            var type: Int? = start
            while let next = type, case .one(let alternatives) = needs[next] {
                #expect(seen.insert(next).inserted, "round in a circle")
                type = chosen[next].flatMap { alternatives[$0]?.first }
            }
        }
    }

    @Test func chainsOfAnyLength() {
        let count = 100_000
        let chain = (0..<count).map { FixtureChoices.Need.all($0 + 1 < count ? [$0 + 1] : []) }
        #expect(FixtureChoices(chain).impossible.isEmpty)
        let unions = (0..<count).map { FixtureChoices.Need.one($0 + 1 < count ? [[$0 + 1], [0]] : [[0], []]) }
        #expect(alternatives(unions).count == count)
    }
}
