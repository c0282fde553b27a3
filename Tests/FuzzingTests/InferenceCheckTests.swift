import CallsiteCore
import CallsiteMockEngine
import Foundation
import InferenceCheck
import SwiftCompiler
import Testing

/// Recordings become the descriptions that they were made by. Another program than ours made the recorded values.
@Suite struct InferenceCheckTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The sample of `callsite-dev infer-check` whose recordings are committed.
    @Test(.enabled(if: SwiftCompiler.modules != nil, "the tool is not beside the tests"))
    func committedRecordings() async throws {
        let program = try #require(SwiftCompiler.modules).replacing(/Modules$/, with: "callsite-dev")
        let list = try String(
            contentsOf: Self.root.appendingPathComponent("Tests/Inference/documents.txt"), encoding: .utf8)
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("callsite-inference-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let documents = list.split(separator: "\n").map(String.init)
        let result = try await ChildProcess.run(
            [program, "infer-check", "--walks", "Tests/Inference/Walks", "--keep", folder.path] + documents,
            in: Self.root)
        #expect(result.status == 0 && result.text.contains("\(documents.count) documents: "), "\(result.text)")
    }

    private static let described = """
        callsite: 1
        api: Shop
        baseURL: https://shop.example/v1
        authentication: none
        endpoints:
          GetOrder:
            path: /orders/{id}
            parameters: {id: Int, expand?: Bool}
            response: Order
            errors: {404: Problem}
          ListOrders:
            path: /orders
            parameters: {page: Int = 1}
            response: OrderPage
            pagination: {style: page, parameter: page, elements: items, total: total}
        models:
          Order: {id: Int, at: Date, state: {enum: [open, paid, sent]}, note?: String, total: Double, tags: [String], by: User}
          User: {name: String, home?: URL or null}
          Problem: {title: String}
          OrderPage: {items: [Order], total: Int}
        """

    /// Twenty requests of each kind, written down by hand.
    private static let recorded: String = {
        var entries: [String] = []
        func add(_ path: String, _ status: Int, _ body: String) {
            entries.append(
                #"{"request":{"method":"GET","url":"https://shop.example/v1\#(path)","headers":[]},"response":{"status":\#(status),"headers":[{"name":"Content-Type","value":"application/json"}],"content":{"mimeType":"application/json","text":\#(JSONValue.string(body).text)}}}"#
            )
        }
        func order(_ id: Int) -> String {
            let note = id % 3 == 0 ? "" : #""note":"a note","#
            let home = id % 2 == 0 ? "" : #","home":\#(id % 4 == 1 ? "null" : "\"https://a.example/\(id)\"")"#
            let state = ["open", "paid", "sent"][id % 3]
            return
                #"{"id":\#(id),"at":"2026-01-0\#(id % 9 + 1)T10:00:00Z","state":"\#(state)",\#(note)"total":9.5,"tags":["x"],"by":{"name":"Name \#(id)"\#(home)}}"#
        }
        for id in 100..<120 {
            add("/orders/\(id)" + (id % 2 == 0 ? "?expand=true" : ""), 200, order(id))
            add("/orders?page=\(id % 2 + 1)", 200, #"{"items":[\#(order(id)),\#(order(id + 1))],"total":4}"#)
            if id < 103 { add("/orders/\(id)", 404, #"{"title":"Unknown order"}"#) }
        }
        return
            #"{"log":{"version":"1.2","entries":[\#(entries.joined(separator: ","))],"_walk":{"paged":["GET /orders"]}}}"#
    }()

    private func result(_ found: String) throws -> InferenceResult {
        func sources(_ text: String) -> SourceSet { SourceSet(main: .init(path: "shop.yaml", bytes: Array(text.utf8))) }
        let plan = try #require(WalkPlan(sources(Self.described), samples: 20, seed: 1))
        let walk = try RecordedWalk(Array(Self.recorded.utf8), judgedBy: plan.engine)
        #expect(walk.wrong.isEmpty && walk.samples.count == 43, "\(walk.wrong)")
        var diagnostics = Diagnostics()
        let api = Front(sources(found), Options(), &diagnostics).api(Options(), &diagnostics)
        #expect(!diagnostics.hasErrors, "\(diagnostics.sorted.map(\.message))")
        var comparison = APIComparison(truth: plan.api, inferred: api, walk)
        return comparison.run()
    }

    @Test func theDescriptionItselfIsRight() throws {
        let result = try result(Self.described)
        #expect(result.disagreements.isEmpty && result.failures.isEmpty, "\(result.disagreements) \(result.failures)")
        #expect(
            result.endpoints.right == 2 && result.pagination.right == 1 && result.errors.right == 1, "\(result.row)")
        #expect(result.optionality.right > 10 && result.types.right > 20, "\(result.row)")
    }

    /// Other words for the same values are as right as the description's.
    @Test(arguments: [
        ("GetOrder", "FetchOrder"), ("{id}", "{order_id}"),
        ("baseURL: https://shop.example/v1", "baseURL: https://shop.example"),
        ("id: Int, at", "id: Int64, at"), ("expand?: Bool", "expand?: Bool = false"),
    ])
    func otherWordsAreRight(_ written: String, _ instead: String) throws {
        var text = Self.described.replacingOccurrences(of: written, with: instead)
        if written == "{id}" { text = text.replacingOccurrences(of: "{id: Int, e", with: "{order_id: Int, e") }
        if written.hasPrefix("baseURL") { text = text.replacingOccurrences(of: "path: /", with: "path: /v1/") }
        let result = try result(text)
        #expect(result.disagreements.isEmpty && result.failures.isEmpty, "\(result.disagreements) \(result.failures)")
    }

    /// The judge sees each kind of mistake.
    @Test(arguments: [
        ("at: Date", "at: String", "type"), ("total: Double", "total: Int", "type"), ("by: User", "by: JSON", "type"),
        ("state: {enum: [open, paid, sent]}", "state: String", "type"), ("tags: [String]", "tags: [URL]", "type"),
        ("name: String", "name?: String", "optionality"), ("note?: String", "note: String", "optionality"),
        ("home?: URL or null", "home?: URL", "optionality"), (", by: User", "", "type"),
        ("path: /orders/{id}", "path: /order/{id}", "endpoint"), ("expand?: Bool", "expand: Bool", "parameter"),
        ("elements: items, total: total", "elements: items", ""), ("errors: {404: Problem}", "timeout: 30", "error"),
        ("    pagination: {style: page, parameter: page, elements: items, total: total}\n", "", "pagination"),
        ("{id: Int, e", "{id: String, e", "parameter"), ("[open, paid, sent]", "[open, paid]", "type"),
    ])
    func aMistakeIsSeen(_ written: String, _ instead: String, _ kind: String) throws {
        let text = Self.described.replacingOccurrences(of: written, with: instead)
        #expect(text != Self.described)
        let result = try result(text)
        if kind.isEmpty {
            #expect(result.disagreements.isEmpty)
        } else {
            #expect(result.disagreements.contains { $0.hasPrefix(kind) }, "\(result.disagreements)")
        }
    }

    /// A sample is never contradicted, however few of them there are.
    @Test(arguments: [
        ("note?: String", "note: String"), ("total: Double", "total: Int"), ("[open, paid, sent]", "[open]"),
    ])
    func aContradictionIsAFailure(_ written: String, _ instead: String) throws {
        let result = try result(Self.described.replacingOccurrences(of: written, with: instead))
        #expect(!result.contradictions.isEmpty && !result.failures.isEmpty)
    }
}
