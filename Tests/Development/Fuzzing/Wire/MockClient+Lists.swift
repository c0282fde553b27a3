import CallsiteCore
import CallsiteDiff
import CallsiteMockEngine
import Foundation
import MockHarness

// The second part of the program: the client and the mock in one process, as an app's tests have them. It walks each
// list to its end, and meets each fault with some requests.

extension MockClient {
    /// How many operations of a description meet each fault.
    private static let faulty = 5
    /// The modules that the program links beside those that every generated program does.
    package static let modules = [
        "CallsiteMock", "CallsiteMockEngine", "CallsiteText", "CallsiteToolkit", "CallsiteEpoll",
    ]

    /// The calls for what a description's requests can do: `requests` holds Swift for one of each endpoint.
    static func listsAndFaults(
        _ requests: [(endpoint: Contract.Endpoint, swift: String, operation: MockDescription.Operation)],
        _ contract: Contract, _ engine: MockEngine
    ) -> String {
        var calls: [String] = []
        var withFaults = 0
        for (endpoint, swift, operation) in requests {
            if endpoint.paging != nil { calls.append("await walk(\(swift))") }
            let response = endpoint.response
            guard response.shape != .scalar(.void), response.encoding == .json, response.cases.isEmpty,
                !response.isOptional,
                endpoint.method != "HEAD", withFaults < Self.faulty
            else { continue }
            withFaults += 1
            let readsAny = readsAny(response.shape, contract) || !mayBeWrong(operation, engine)
            calls.append("await meetFaults(\(swift), readsAny: \(readsAny))")
            if endpoint.paging != nil { calls.append("await meetPageFaults(\(swift))") }
        }
        return Self.program + function("runLists", calls)
    }

    /// A type that reads every value has no wrong ones; a union keeps an alternative that it doesn't know.
    private static func readsAny(_ shape: API.Shape, _ contract: Contract) -> Bool {
        switch contract.api.resolvingAliases(shape) {
        case .scalar(let scalar): scalar == .json
        case .list(let inner), .dictionary(let inner), .optional(let inner): readsAny(inner, contract)
        case .named(let id, _): if case .union = contract[id].content { true } else { false }
        case .typeParameter: false
        }
    }

    /// Whether a response has a value to which the description gives a type: an object of fields that may be anything
    /// has none (NetBox's dashboard), and neither has an empty one.
    private static func mayBeWrong(_ operation: MockDescription.Operation, _ engine: MockEngine) -> Bool {
        let request = engine.exampleRequest(operation)
        guard case .operation(let judged) = engine.judge(request) else { return true }
        // An example may hold what isn't described as well (Xero's settings of contacts).
        let problems = [[], [MockFault.wrongType]].map { faults in
            let response = MockHost(engine, faults: faults).answer(request).response
            let recorded = RecordedResponse(status: response.status, headers: response.headers, body: response.body)
            return Set(engine.judge(recorded, to: judged))
        }
        return !problems[1].isSubset(of: problems[0])
    }

    private static let program =
        WireBatch.imports + #"""
            import CallsiteMock

            let json = try! Data(contentsOf: URL(fileURLWithPath: CommandLine.arguments[0] + ".json"))

            private func mocks() -> [Mock] { [false, true].map { try! Mock(json: json, isStateful: $0, seed: 7) } }

            /// A line for each list and fault: its kind, the request, and the mistake; an empty one, if there is none.
            private func tell(_ kind: String, _ request: any RequestType, _ wrong: String) {
                print([kind, "\(type(of: request))", Data(wrong.utf8).base64EncodedString()].joined(separator: "\t"))
            }

            /// The end of a list, or why it has none.
            private func end<R: PaginationRequestType>(of request: R, _ mock: Mock) async -> (wrong: String, isPaging: Bool) {
                var count = 0
                do {
                    for try await _ in mock.session.elements(of: request) {
                        count += 1
                        if count == 1000 { return ("the list doesn't end", false) }
                    }
                    return ("", false)
                } catch {
                    return ("\(error)", "\(error)".contains("pagination") || error is PaginationFailure)
                }
            }

            func walk<R: PaginationRequestType>(_ request: R) async {
                for mock in mocks() {
                    // A mistake in a single response or request is reported elsewhere.
                    guard case .success = await mock.session.result(of: request), mock.problems.isEmpty else { continue }
                    mock.reset()
                    let found = await end(of: request, mock)
                    let problem = mock.problems.first.map { "\($0.place) \($0)" }
                    tell("list", request, found.wrong.isEmpty ? problem ?? "" : found.wrong)
                }
            }

            func meetFaults<R: RequestType>(_ request: R, readsAny: Bool) async {
                let mock = mocks()[0]
                guard case .success = await mock.session.result(of: request), mock.problems.isEmpty else { return }
                let faults: [(String, MockFault)] = [
                    ("rejected", .status(503)), ("transport", .drop), ("transport", .cutBody), ("decoding", .malformedBody),
                    ("decoding", .wrongContentType), ("decoding", .wrongType),
                ]
                for (wanted, fault) in faults where !readsAny || fault.kind != MockFault.wrongType.kind {
                    mock.faults = [fault]
                    let found: String
                    switch await mock.session.result(of: request) {
                    case .success: found = "no error"
                    // The status stays; where a field says whether a response is a success, a spoiled one isn't.
                    case .failure(.rejected): found = wanted == "decoding" ? wanted : "rejected"
                    case .failure(.transport): found = "transport"
                    case .failure(.decoding): found = "decoding"
                    case .failure(let error): found = "\(error)"
                    }
                    tell("fault", request, found == wanted ? "" : "\(fault.kind): expected \(wanted), found \(found)")
                }
            }

            func meetPageFaults<R: PaginationRequestType>(_ request: R) async {
                let mock = mocks()[0]
                guard await end(of: request, mock).wrong.isEmpty else { return }
                for fault in [MockFault.repeatedPage, .emptyPage, .linkElsewhere] {
                    mock.faults = [fault]
                    let found = await end(of: request, mock)
                    tell("fault", request, found.wrong.isEmpty || found.isPaging ? "" : "\(fault.kind): \(found.wrong)")
                }
            }


            """#

    /// Adds the findings in the lines of both programs: a kind, the request, and the mistake.
    static func read(_ output: String, into findings: inout Findings) {
        for line in output.split(separator: "\n") {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard fields.count == 3 else { continue }
            let of: String
            switch fields[0] {
            case "list":
                findings.lists += 1
                of = "a list"
            case "fault":
                findings.faults += 1
                of = "a fault"
            case "collection":
                let steps = fields[1].split(separator: " ").dropFirst()
                if steps.contains("get") { findings.collections += 1 }
                if Set(steps).isSuperset(of: ["create", "get", "list", "change", "delete"]) {
                    findings.wholeCollections += 1
                }
                of = "a collection"
            default: continue
            }
            let wrong = String(decoding: Data(base64Encoded: String(fields[2])) ?? Data(), as: UTF8.self)
            if !wrong.isEmpty { findings.failures.append("\(fields[1]): \(of): \(wrong.prefix(300))") }
        }
    }
}
