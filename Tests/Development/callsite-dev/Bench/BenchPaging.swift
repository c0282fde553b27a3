import CallsitePagination
import CallsiteRuntime
import Foundation

/// A list of numbered elements, in pages of a thousand, from a server that keeps nothing.
private struct ListNumbers: PaginationRequestType {
    struct Number: DecodableModel {
        let id: Int
        let name: String

        init(from fields: inout FieldReader) throws {
            id = try fields["id"]
            name = try fields["name"]
        }
    }
    struct Response: DecodableModel {
        let items: [Number]
        let next: String?

        init(from fields: inout FieldReader) throws {
            items = try fields["items"]
            next = try fields["next"]
        }
    }
    typealias Element = Number
    static var api: API { API(baseURL: "https://api.example.com") }
    static var endpoint: Endpoint { .get("/numbers") }
    var cursor: String?

    func write(to request: inout RequestWriter) { request.query["cursor"] = cursor }
    static func elements(in response: Response) -> [Number]? { response.items }
    func next(after page: TypedPage<Self>) -> PageContinuation { .cursor(page.value.next) }
    func request(at cursor: PageCursor) throws -> any RequestType<Response> {
        try with { $0.cursor = try cursor.decode() }
    }

    static let pageSize = 1000

    /// The response for a page. The ids of its elements begin with the page's number plus 10,000, the cursor is the next
    /// one's.
    static func body(_ page: Int, of pages: Int) -> Data {
        let items = (0..<pageSize).map { #"{"id":\#((10_000 + page) * pageSize + $0),"name":"number"}"# }
        let next = page + 1 < pages ? "\"\(10_001 + page)\"" : "null"
        return Data(#"{"items":[\#(items.joined(separator: ","))],"next":\#(next)}"#.utf8)
    }

    /// The same from another page's response, in place: making it costs next to nothing.
    static func turn(_ body: inout Data, to page: Int) {
        let (first, next) = (Array("\(10_000 + page)".utf8), Array("\(10_001 + page)".utf8))
        let start = #"{"items":[{"id":"#.utf8.count
        let width = #"{"id":10000000,"name":"number"},"#.utf8.count
        body.withUnsafeMutableBytes { bytes in
            for element in 0..<pageSize {
                bytes.baseAddress?.advanced(by: start + element * width).copyMemory(from: first, byteCount: 5)
            }
            bytes.baseAddress?.advanced(by: bytes.count - 7).copyMemory(from: next, byteCount: 5)
        }
    }
}

/// Loading lists of growing length against decoding the same pages: the cost of pagination for each element, and the
/// memory that it keeps.
func benchPaging() async throws -> BenchTable {
    var table = BenchTable(
        "paging", [("decode ms", 2), ("elements ms", 2), ("ratio", 2), ("ns per element", 0), ("peak MB", 0)])
    let sample = ListNumbers.body(0, of: 2)
    for pages in Bench.sizes([10, 100, 1000]) {
        let last = ListNumbers.body(pages - 1, of: pages)
        let session = Session(
            transport: StubTransport { request in
                let page = request.url.query.flatMap { Int($0.dropFirst("cursor=".count)) }.map { $0 - 10_000 } ?? 0
                guard page + 1 < pages else { return HTTPResponse(body: last) }
                var body = sample
                ListNumbers.turn(&body, to: page)
                return HTTPResponse(body: body)
            })
        let decode = Bench.measure(3) {
            for _ in 0..<pages { _ = try? decodeJSON(ListNumbers.Response.self, from: sample) }
        }
        var best = Double.infinity
        for _ in 0..<Bench.runs(3) {
            var count = 0
            let start = Bench.cpuSeconds()
            for try await _ in session.elements(of: ListNumbers()) { count += 1 }
            best = min(best, Bench.cpuSeconds() - start)
            guard count == pages * ListNumbers.pageSize else { throw Problem("\(count) elements of \(pages) pages") }
        }
        table.add(
            "\(pages) pages of 1,000",
            [
                decode * 1000, best * 1000, best / decode, best * 1e9 / Double(pages * ListNumbers.pageSize),
                Bench.peakMegabytes(),
            ])
    }
    return table
}
