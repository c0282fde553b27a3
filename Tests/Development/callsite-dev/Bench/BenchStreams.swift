import CallsiteRuntime
import CallsiteTransfers
import Foundation

private struct Tick: DecodableModel {
    let id: Int
    let name: String

    init(from fields: inout FieldReader) throws {
        id = try fields["id"]
        name = try fields["name"]
    }
}

/// Reading streams of elements against decoding the same elements one by one: what finding them in pieces of 16 KB
/// costs, and what is kept.
func benchStreams() async throws -> BenchTable {
    var table = BenchTable(
        "streams", [("decode ms", 2), ("stream ms", 2), ("ratio", 2), ("ns per element", 0), ("peak MB", 0)])
    for (name, format) in [("lines", StreamFormat.lines), ("events", .events())] {
        for count in Bench.sizes([100_000, 1_000_000]) {
            let text = #"{"id":12345,"name":"a name of some length"}"#
            let one = Data((format == .lines ? "\(text)\n" : "id: 1\ndata: \(text)\n\n").utf8)
            let bytes = Data(text.utf8)
            let decode = Bench.measure(3) { for _ in 0..<count { _ = try? decodeJSON(Tick.self, from: bytes) } }
            var best = Double.infinity
            for _ in 0..<Bench.runs(3) {
                let source = Repeated(one, count)
                var http = HTTPResponse()
                http.stream = HTTPByteStream { source.next() }
                var found = 0
                let start = Bench.cpuSeconds()
                for try await _ in ResponseStream<Tick>(http, format: format) { found += 1 }
                best = min(best, Bench.cpuSeconds() - start)
                guard found == count else { throw Problem("\(found) elements of \(count)") }
            }
            table.add(
                "\(count) \(name)",
                [decode * 1000, best * 1000, best / decode, best * 1e9 / Double(count), Bench.peakMegabytes()])
        }
    }
    return table
}

/// The same bytes again and again, in pieces that end anywhere.
private final class Repeated: @unchecked Sendable {
    private let block: Data
    private var left: Int
    private var position = 0

    init(_ one: Data, _ count: Int) {
        var block = Data()
        while block.count < 65_536 { block.append(one) }
        self.block = block
        left = one.count * count
    }

    func next() -> Data? {
        guard left > 0 else { return nil }
        let piece = block[position..<min(position + min(16_384, left), block.count)]
        position = (position + piece.count) % block.count
        left -= piece.count
        return piece
    }
}
