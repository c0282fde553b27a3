import Foundation
import Fuzzing

/// Makes pairs of schemas that differ in a keyword, and asks the mock's judge which values each allows: `callsite diff`
/// must find that requests break where a value that is sent is refused, and only there.
func diffValues(_ arguments: [String]) throws {
    var arguments = arguments
    let count = arguments.takeValue(of: "--count").flatMap { Int($0) } ?? 1000
    let seed = arguments.takeValue(of: "--seed").flatMap { UInt64($0) } ?? 1
    let only = arguments.takeValue(of: "--only")
    var counts: [String: (pairs: Int, found: Int)] = [:]
    for pair in SchemaPair.pairs(count: count, seed: seed, only: only) {
        let found = try pair.disagreements()
        for text in found where counts[pair.family].map({ $0.found < 4 }) ?? true { print(text) }
        counts[pair.family, default: (0, 0)].pairs += 1
        counts[pair.family]?.found += found.count
    }
    for (family, count) in counts.sorted(by: { $0.key < $1.key }) {
        print("\(family): \(count.pairs) pairs, \(count.found) disagreements")
    }
    let found = counts.values.reduce(0) { $0 + $1.found }
    guard found == 0 else { throw Problem("the judge disagrees \(found) times") }
}
