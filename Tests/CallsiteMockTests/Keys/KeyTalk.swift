import CallsiteCore
import CallsiteMock
import CallsitePagination
import CallsiteRuntime
import Foundation
import Testing

/// A generated client and the stateful mock of its description.
struct KeyTalk: Sendable {
    let mock: Mock

    /// - Parameter name: A description in `Specs`.
    init(_ name: String) throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
            "../../../Specs/\(name).yaml")
        let json = try mockJSON(String(contentsOf: file, encoding: .utf8))
        mock = try Mock(json: Data(json.utf8), isStateful: true)
    }

    var session: Session { mock.session }

    /// The request is accepted, and its response decodes.
    @discardableResult
    func send<R: RequestType>(
        _ request: R, sourceLocation: Testing.SourceLocation = #_sourceLocation
    ) async throws -> R.Response {
        let before = mock.problems.count
        do {
            let response = try await session.send(request)
            #expect(mock.problems.count == before, "\(mock.problems.dropFirst(before))", sourceLocation: sourceLocation)
            return response
        } catch {
            Issue.record(
                "\(R.self): \(error); \(mock.problems.dropFirst(before))", sourceLocation: sourceLocation)
            throw error
        }
    }

    /// The status and the body of a request that no generated client writes.
    func raw(
        _ method: String, _ target: String, _ body: String? = nil, _ headers: [(String, String)] = []
    ) -> (status: Int, body: String) {
        var headers = headers.map { (name: $0.0, value: $0.1) }
        if body != nil { headers.append((name: "Content-Type", value: "application/json")) }
        let response = mock.host.answer(
            .init(method: method, target: target, headers: headers, body: body.map { Array($0.utf8) })
        ).response
        return (response.status, String(decoding: response.body, as: UTF8.self))
    }

    /// Whatever is created is listed, in its order, page by page.
    func pages<Create: RequestType, List: PaginationRequestType>(
        _ list: List, creating: (String) -> Create, _ title: (List.Element) -> String,
        sourceLocation: Testing.SourceLocation = #_sourceLocation
    ) async throws {
        let titles = (1...5).map { "number \($0)" }
        for title in titles { try await send(creating(title), sourceLocation: sourceLocation) }
        var found: [String] = []
        for try await element in session.elements(of: list) { found.append(title(element)) }
        #expect(found == titles, sourceLocation: sourceLocation)
    }
}

/// The keys of a format that a talk between the client and the mock is about.
struct KeyRow: Sendable {
    let keys: [String]
    let talk: @Sendable (KeyTalk) async throws -> Void

    init(_ keys: String, _ talk: @escaping @Sendable (KeyTalk) async throws -> Void) {
        // `Endpoints: method, path`
        let parts = keys.split(separator: "\n").flatMap { line -> [String] in
            let halves = line.split(separator: ":", maxSplits: 1)
            let section = halves[0].trimmingCharacters(in: .whitespaces)
            return halves[1].split(separator: ",").map { "\(section): \($0.trimmingCharacters(in: .whitespaces))" }
        }
        (self.keys, self.talk) = (parts, talk)
    }

    /// Each key has a row or a reason to have none, and nothing else has.
    static func check(
        _ rows: [KeyRow], _ exempt: [String: String], _ all: [String],
        sourceLocation: Testing.SourceLocation = #_sourceLocation
    ) {
        let exemptKeys = exempt.flatMap { KeyRow($0.value) { _ in }.keys }
        let told = rows.flatMap(\.keys) + exemptKeys
        let missing = Set(all).subtracting(told)
        #expect(missing.isEmpty, "no row, and no reason: \(missing.sorted())", sourceLocation: sourceLocation)
        let unknown = Set(told).subtracting(all)
        #expect(unknown.isEmpty, "no such key: \(unknown.sorted())", sourceLocation: sourceLocation)
        let twice = Set(exemptKeys).intersection(rows.flatMap(\.keys))
        #expect(twice.isEmpty, "a row and a reason: \(twice.sorted())", sourceLocation: sourceLocation)
    }
}
