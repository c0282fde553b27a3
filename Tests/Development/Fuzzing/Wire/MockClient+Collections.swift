import CallsiteCore
import CallsiteDiff
import CallsiteMockEngine
import Foundation

// The third part of the program: in each collection that a stateful mock recognises, the client creates some things,
// gets one, walks the list, changes one and deletes it.

extension MockClient {
    /// The calls for each collection in which things can be created and read.
    static func collections(
        _ requests: [(endpoint: Contract.Endpoint, swift: String, operation: MockDescription.Operation)],
        _ swift: WireSwift, _ engine: MockEngine
    ) -> String {
        var functions = ""
        var calls: [String] = []
        for number in engine.collectionNumbers {
            let operations = engine.operations(ofCollection: number)
            /// Swift for one of an operation's requests, in which `id` is the name of the thing.
            func request(_ operation: MockDescription.Operation?, _ manner: WireManner, onOne: Bool = true) -> String? {
                guard let operation,
                    let endpoint = requests.first(where: { $0.operation.index == operation.index })?.endpoint
                else { return nil }
                return collectionRequest(endpoint, manner, operations, swift, onOne: onOne)
            }
            guard let create = request(operations.create, .least, onOne: false),
                let get = request(operations.get, .least)
            else { continue }
            let name = operations.create?.requests.first ?? "\(number)"
            let place = [operations.wrapper, operations.idKey].compactMap(\.self).map { "\"\($0)\"" }
            var lines = [
                "let things = Things(\"\(name)\", [\(place.joined(separator: ", "))])",
                "await things.create { id in \(create) }", "await things.get { id in \(get) }",
            ]
            if let list = request(operations.list, .least, onOne: false), let operation = operations.list {
                // Parameters that must be there may choose some of them.
                let isWhole = !operation.parameters.contains { $0.location == "query" && $0.isRequired }
                lines.append("await things.list(\(list), isWhole: \(isWhole))")
            }
            for change in [operations.replace, operations.merge] {
                if let change = request(change, .all(0)) { lines.append("await things.change { id in \(change) }") }
            }
            if let delete = request(operations.delete, .least) {
                lines.append("await things.delete { id in \(delete) }")
                lines.append("await things.isGone { id in \(get) }")
            }
            lines.append("things.tell()")
            functions += "private func collection\(number)() async {\n"
            for line in lines { functions += "    \(line)\n" }
            functions += "}\n\n"
            calls.append("await collection\(number)()")
        }
        return program + functions + function("runCollections", calls)
    }

    /// The same place of two paths has the same string, whatever its parameters are called. The name of a thing is
    /// `id`; nil: a value of its type can't be made from a string.
    private static func collectionRequest(
        _ endpoint: Contract.Endpoint, _ manner: WireManner, _ operations: MockEngine.CollectionOperations,
        _ swift: WireSwift, onOne: Bool
    ) -> String? {
        let names = endpoint.path.prefix { $0 != "?" }.split(separator: "/").filter { $0.contains("{") }.map {
            String($0.drop { $0 != "{" }.dropFirst().prefix { $0 != "}" })
        }
        if onOne, let name = names.last,
            !endpoint.parameters.contains(where: {
                $0.location == .path && $0.wireName == name && Self.text($0.shape, "id", swift) != nil
            })
        {
            return nil
        }
        return swift.request(endpoint, manner) { field in
            switch field.location {
            case .path:
                if onOne, field.wireName == names.last { return text(field.shape, "id", swift) }
                let place = names.firstIndex(of: field.wireName) ?? 0
                switch swift.contract.api.resolvingAliases(field.shape) {
                case .scalar(.string), .scalar(.json): return "\"part\(place)\""
                default: return nil
                }
            case .query:
                // So that three things are on two pages.
                guard field.wireName == operations.size else { return nil }
                return text(field.shape, "\"2\"", swift)
            case .body, .property:
                // Where the client chooses the name, each has another.
                guard !onOne, field.wireName == operations.idKey, operations.wrapper == nil, field.presence == .required
                else { return nil }
                return text(field.shape, "id", swift)
            default: return nil
            }
        }
    }

    /// Swift that makes a value from a string.
    private static func text(_ shape: API.Shape, _ text: String, _ swift: WireSwift) -> String? {
        switch swift.contract.api.resolvingAliases(shape) {
        case .optional(let wrapped): Self.text(wrapped, text, swift)
        case .scalar(.string): text
        case .scalar(.int): "Int(\(text)) ?? 0"
        case .scalar(.int32): "Int32(\(text)) ?? 0"
        case .scalar(.int64): "Int64(\(text)) ?? 0"
        case .scalar(.uint64): "UInt64(\(text)) ?? 0"
        case .scalar(.double): "Double(\(text)) ?? 0"
        case .scalar(.uuid): "UUID(uuidString: \(text)) ?? UUID()"
        default: nil
        }
    }

    private static let program =
        WireBatch.imports + #"""
            import CallsiteMock

            private let mock = try! Mock(json: json, isStateful: true, validation: .report, seed: 7)

            /// The bytes of the last response.
            private final class LastResponse: Middleware, @unchecked Sendable {
                var status = 0
                var body = Data()

                func send(_ request: HTTPRequest, in context: RequestContext, next: Next) async throws -> HTTPResponse {
                    let response = try await next(request)
                    (status, body) = (response.status, response.body)
                    return response
                }
            }

            /// Follows the things of a collection, up to the first mistake.
            private final class Things {
                private let title: String
                private let place: [String]
                private let last = LastResponse()
                private var session: Session
                private var ids: [String] = []
                private var steps: [String] = []
                private var wrong = ""

                init(_ title: String, _ place: [String]) {
                    (self.title, self.place) = (title, place)
                    mock.reset()
                    session = mock.session
                    session.middleware.append(last)
                }

                /// Whether the response is one that the client reads.
                private func isRead<R: RequestType>(_ step: String, _ request: R) async -> Bool {
                    guard wrong.isEmpty else { return false }
                    do {
                        _ = try await session.send(request)
                        if !steps.contains(step) { steps.append(step) }
                        return true
                    } catch {
                        wrong = "\(step): \(R.self): \(error)"
                        return false
                    }
                }

                /// The name of the thing that the last response has.
                private var id: String? {
                    var value = try? JSONSerialization.jsonObject(with: last.body, options: .fragmentsAllowed)
                    for key in place { value = (value as? [String: Any])?[key] }
                    return (value as? String) ?? (value as? NSNumber)?.stringValue
                }

                func create(_ request: (String) -> some RequestType) async {
                    for number in 1...3 {
                        guard await isRead("create", request(UUID().uuidString.prefix(7).lowercased() + "\(number)")) else {
                            // The same name again, where the client chooses it.
                            if last.status == 409, number > 1 { wrong = "" }
                            return
                        }
                        if let id { ids.append(id) }
                    }
                }

                func get(_ request: (String) -> some RequestType) async {
                    guard let first = ids.first, await isRead("get", request(first)) else { return }
                    if id != first { wrong = "get: \(first) was created, and \(id ?? "none") is there" }
                }

                func list<R: RequestType>(_ request: R, isWhole: Bool) async {
                    guard !ids.isEmpty, await isRead("list", request), isWhole else { return }
                    let text = String(decoding: last.body, as: UTF8.self)
                    for id in ids where !text.contains(id) { wrong = "list: \(id) isn't in it: \(text.prefix(200))" }
                }

                func list<R: PaginationRequestType>(_ request: R, isWhole: Bool) async {
                    guard !ids.isEmpty, wrong.isEmpty else { return }
                    var count = 0
                    do {
                        for try await _ in session.elements(of: request) {
                            count += 1
                            if count > 100 { break }
                        }
                        steps.append("list")
                        if isWhole, count != ids.count { wrong = "list: \(ids.count) were created, \(count) are in it" }
                    } catch {
                        wrong = "list: \(R.self): \(error)"
                    }
                }

                func change(_ request: (String) -> some RequestType) async {
                    guard let first = ids.first else { return }
                    _ = await isRead("change", request(first))
                }

                func delete(_ request: (String) -> some RequestType) async {
                    guard let first = ids.first else { return }
                    _ = await isRead("delete", request(first))
                }

                func isGone(_ request: (String) -> some RequestType) async {
                    guard let first = ids.first, wrong.isEmpty else { return }
                    _ = try? await session.send(request(first))
                    if last.status != 404 { wrong = "delete: \(first) is there afterwards: \(last.status)" }
                }

                func tell() {
                    if ids.isEmpty { steps = [] }
                    print(["collection", title + " " + steps.joined(separator: " "), Data(wrong.utf8).base64EncodedString()].joined(separator: "\t"))
                }
            }


            """#
}
