import CallsiteCore
import Foundation
import Fuzzing
import Testing

/// Code that is reduced to what a client uses has all that it names, and little else.
@Suite struct ReducedClientTests {
    @Test func nothingThatIsUsedIsGone() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..")
        let specs = root.appendingPathComponent("Specs")
        let names = try FileManager.default.contentsOfDirectory(atPath: specs.path).filter { $0.hasSuffix(".yaml") }
        var (clients, unreached, gone) = (0, 0, 0)
        for name in names.sorted() {
            let bytes = Array(try Data(contentsOf: specs.appendingPathComponent(name)))
            for number in 0..<3 {
                var random = Randomness(seed: 7, number: number)
                let count = random.number(1...6)
                guard
                    let client = ReducedClient(
                        SourceSet(main: .init(path: name, bytes: bytes)), operations: count, &random)
                else { continue }
                #expect(
                    client.missing.isEmpty && client.lost.isEmpty,
                    "\(name) \(number): \(client.missing), \(client.lost)")
                clients += 1
                unreached += client.unreached
                gone += client.gone
            }
        }
        #expect(clients > 30 && gone * 100 >= unreached * 95, "\(gone) of \(unreached), \(clients) clients")
    }
}
