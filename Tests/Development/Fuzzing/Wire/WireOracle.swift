import CallsiteCore
import CallsiteDiff
import CallsitePrinter
import Foundation

// The other judge of `callsite diff`: the wire. The old side's generated code is an app. It sends its requests to a
// server that follows the new description, and the worst that happens to the app is its verdict. A request that is
// refused or a response that can't be read breaks the app; a value that it can only keep as unknown or does without
// degrades it. The app is a program: this code makes its sources, with every response in them, and judges its output.

/// Pairs of descriptions, and one program that is the app of all their old sides.
package struct WireBatch: Sendable {
    struct Trial: Sendable {
        var trial: DiffTrial
        var number: Int
        var old: Contract
        var new: Contract
        var changes: [Change]
    }

    package private(set) var files: [(name: String, text: String)] = []
    /// Pairs with a change that isn't seen on the wire: by whom.
    package private(set) var unseen: [String: Int] = [:]
    package private(set) var unreadable: [String] = []
    private(set) var trials: [Trial] = []

    package var count: Int { trials.count }

    /// Changes that this server can't show: it knows no limits, conditions or scopes, which a contract doesn't hold,
    /// and pagination takes several requests.
    private static let invisible: Set<String> = [
        "parameter-limit-tightened", "parameter-limit-set", "parameter-pattern-changed", "field-limit-set-or-tightened",
        "fields-closed", "condition-added", "tuple-changed", "scope-added", "oauth-url-changed", "oauth-flow-removed",
        "parameter-default-changed", "field-default-changed", "paging-lost", "paging-gained", "paging-changed",
        "paging-cursor-type-changed", "paging-style-changed", "paging-element-changed", "page-limit-lowered",
        "parameter-style-changed", "parameter-content-changed", "body-part-added", "body-encoding-changed",
        "header-removed-required", "header-removed-optional", "header-renamed", "header-became-optional",
        "header-type-changed", "extensible-enum-value-removed", "server-variable-changed", "body-type-removed",
        "response-became-stream", "operation-server-changed", "constant-header-changed", "elements-moved",
        // The same with an old server.
        "parameter-limit-loosened", "field-limit-loosened", "fields-opened", "condition-removed", "scope-removed",
        "body-type-added", "header-added", "header-became-required",
    ]

    /// A server that takes any string takes base64, an app that reads text reads JSON as well, and fields that the body
    /// of a failure lacks aren't counted.
    private static let invisibleWithOldServer: Set<String> = [
        "content-coding-changed", "response-type-changed", "failures-unified",
    ]

    /// - Parameter isServerOld: The app is the new side's, and the server works by the old description.
    package init(_ all: [DiffTrial], isServerOld: Bool = false) {
        var calls: [String] = []
        for pair in all {
            var trial = pair
            if isServerOld { (trial.old, trial.new) = (pair.new, pair.old) }
            let number = trials.count + 1
            func contract(_ text: String) -> ContractReading {
                readContract(
                    SourceSet(main: .init(path: "api.yaml", bytes: Array(text.utf8))), options: options(number))
            }
            let (old, new) = (contract(trial.old), contract(trial.new))
            guard let a = old.contract, let b = new.contract else {
                unreadable.append(trial.name)
                continue
            }
            let changes = (isServerOld ? compare(new, old, isServerOld: true) : compare(old, new)).changes
            let hidden =
                changes.first { $0.app != .none && Self.invisible.contains($0.id) }
                ?? changes.first { isServerOld && Self.invisibleWithOldServer.contains($0.id) }
            if let change = hidden {
                unseen[change.id, default: 0] += 1
                continue
            }
            let attempts = attempts(number, a, b)
            guard !attempts.isEmpty else {
                unseen["(no request can be made)", default: 0] += 1
                continue
            }
            let output = generate(
                SourceSet(main: .init(path: "api.yaml", bytes: Array(trial.old.utf8))), options: options(number))
            for file in output.files {
                files.append(("N\(number)_generated_" + file.name, String(decoding: file.contents, as: UTF8.self)))
            }
            files.append(
                (
                    "N\(number)_attempts.swift",
                    Self.imports + "func run\(number)() async {\n" + attempts.joined() + "}\n"
                ))
            calls.append("await run\(number)()\n")
            trials.append(.init(trial: trial, number: number, old: a, new: b, changes: changes))
        }
        files.append(("main.swift", Self.main + calls.joined()))
    }

    private func options(_ number: Int) -> Options { Options(namespace: "N\(number)", apiName: "Pets\(number)") }

    // MARK: - The app

    static let imports =
        "import CallsitePagination\nimport CallsiteRuntime\nimport CallsiteTransfers\nimport Foundation\n\n"

    static let main =
        imports + #"""
            final class Canned: Transport, @unchecked Sendable {
                let response: HTTPResponse
                var sent: HTTPRequest?
                init(_ response: HTTPResponse) { self.response = response }
                func send(_ request: HTTPRequest) async throws -> HTTPResponse {
                    sent = request
                    return response
                }
            }

            func attempt<R: RequestType>(
                _ id: String, _ request: R, _ credential: Credential?, _ status: Int, _ headers: [(String, String)], _ body: String
            ) async {
                var fields: HTTPHeaders = [:]
                for (name, value) in headers { fields[name] = value }
                let canned = Canned(HTTPResponse(status: status, headers: fields, body: Data(base64Encoded: body) ?? Data()))
                let session = credential.map { Session(transport: canned, credential: $0) } ?? Session(transport: canned)
                var outcome = "read"
                var text = ""
                do {
                    dump(try await session.send(request), to: &text)
                } catch {
                    outcome = "thrown"
                    // A failure prints the server's words: its case and its body are in its mirror.
                    if error is any RequestFailure { dump(error, to: &text) } else { text = String(reflecting: error) }
                }
                let sent = canned.sent
                let names = sent.map { $0.headers.fields.map { "\($0.name): \($0.value)" }.joined(separator: "\n") } ?? ""
                let parts = [sent?.method.name ?? "", sent?.url.absoluteString ?? "", names]
                let texts = parts.map { Data($0.utf8) } + [sent?.body?.data ?? Data(), Data(text.utf8)]
                print(([id, outcome] + texts.map { $0.base64EncodedString() }).joined(separator: "\t"))
            }


            """#

    /// Calls of `attempt`: each endpoint with each request that can be made, and with each response of both sides.
    private func attempts(_ number: Int, _ old: Contract, _ new: Contract) -> [String] {
        let swift = WireSwift(contract: old, namespace: "N\(number)")
        var lines: [String] = []
        for (index, endpoint) in old.endpoints.enumerated() where endpoint.response.stream == nil {
            var requests: [String] = []
            for manner in WireManner.every {
                if let text = swift.request(endpoint, manner), !requests.contains(text) { requests.append(text) }
            }
            guard let first = requests.first, let now = counterpart(of: endpoint, old, new), now.response.stream == nil
            else {
                // Where it is gone, the request shows it.
                for request in requests.prefix(1) {
                    lines.append(line("\(number) \(index) sent 0", request, endpoint, old, Answer(status: 404)))
                }
                continue
            }
            let answers = WireBatch.answers(new, now)
            for (position, request) in requests.enumerated() {
                // With each of the credentials that the old server took.
                for credential in position == 0
                    ? Self.credentials(endpoint.authentication ?? old.authentication) : [nil]
                {
                    lines.append(
                        line(
                            "\(number) \(index) sent \(position)", request, endpoint, old,
                            answers.first ?? Answer(status: 204), credential)
                    )
                }
            }
            for (side, all) in [("old", WireBatch.answers(old, endpoint)), ("new", answers)] {
                for (position, answer) in all.enumerated() {
                    lines.append(
                        line(
                            "\(number) \(index) \(side) \(position) \(answer.isFailure ? "failure" : answer.manner)",
                            first, endpoint, old,
                            answer))
                }
            }
        }
        return lines
    }

    func counterpart(of endpoint: Contract.Endpoint, _ old: Contract, _ new: Contract) -> Contract.Endpoint? {
        func encoding(_ endpoint: Contract.Endpoint) -> String { endpoint.body?.encodingText ?? "" }
        let fitting = new.endpoints.filter {
            $0.method == endpoint.method && Self.segments($0.path).count == Self.segments(endpoint.path).count
                && zip(Self.segments($0.path), Self.segments(endpoint.path)).allSatisfy {
                    $0 == $1 || ($0.hasPrefix("{") && $1.hasPrefix("{"))
                }
        }
        return fitting.first { encoding($0) == encoding(endpoint) } ?? fitting.first
    }

    static func segments(_ path: String) -> [Substring] { path.split(separator: "/") }

    static func credential(of endpoint: Contract.Endpoint, _ contract: Contract) -> String {
        credential(endpoint.authentication ?? contract.authentication)
    }

    private func line(
        _ id: String, _ request: String, _ endpoint: Contract.Endpoint, _ old: Contract, _ answer: Answer,
        _ credential: String? = nil
    ) -> String {
        let headers = answer.headers.map { "(\"\($0.0)\", \"\($0.1)\")" }.joined(separator: ", ")
        return
            "    await attempt(\"\(id)\", \(request), \(credential ?? Self.credential(endpoint.authentication ?? old.authentication)), \(answer.status), [\(headers)], \"\(answer.body.base64EncodedString())\")\n"
    }

    private static func credentials(_ authentication: Description.Authentication?) -> [String?] {
        guard case .oneOf(let ways)? = authentication else { return [nil] }
        return ways.map { way in
            switch way {
            case .header(let name), .query(let name), .cookie(let name): ".keys([\"\(name)\": \"key\"])"
            default: credential(way)
            }
        }
    }

    private static func credential(_ authentication: Description.Authentication?) -> String {
        switch authentication {
        case nil, .some(.none): "nil"
        case .bearer?: ".bearer(\"token\")"
        case .basic?: ".basic(user: \"user\", password: \"password\")"
        case .header?, .query?, .cookie?: ".key(\"key\")"
        case .all(let parts)?:
            ".keys([" + parts.map { "\"\(name(of: $0))\": \"key\"" }.joined(separator: ", ") + "])"
        case .oneOf(let ways)?: ways.first { $0 != .none }.map { credential($0) } ?? "nil"
        }
    }

    private static func name(of way: Description.Authentication) -> String {
        switch way {
        case .header(let name), .query(let name), .cookie(let name): name
        default: "Authorization"
        }
    }

    // MARK: - The server's responses

    private struct Answer {
        var status: Int
        var headers: [(String, String)] = []
        var body = Data()
        var isFailure = false
        /// How much of it there is.
        var manner = ""
    }

    private static func answers(_ contract: Contract, _ endpoint: Contract.Endpoint) -> [Answer] {
        let json = WireJSON(contract: contract)
        var all: [Answer] = []
        let headers = endpoint.response.headers.map { field in
            (field.wireName, "\(json.value(field.shape, .all(0), name: field.wireName))")
        }
        func add(_ status: Int, _ shape: API.Shape, _ encoding: API.Response.Encoding, isFailure: Bool) {
            let isEmpty = shape == .scalar(.void)
            for manner in WireManner.every {
                let value = json.value(shape, manner)
                let data =
                    isEmpty
                    ? Data()
                    : encoding == .text
                        ? Data("\(value)".utf8)
                        : (try? JSONSerialization.data(
                            withJSONObject: value, options: [.sortedKeys, .fragmentsAllowed])) ?? Data()
                let type =
                    encoding == .text
                    ? "text/plain" : encoding == .binary ? "application/octet-stream" : "application/json"
                all.append(
                    .init(
                        status: status, headers: (isEmpty ? [] : [("Content-Type", type)]) + headers, body: data,
                        isFailure: isFailure,
                        manner: "\(manner)"))
                if isEmpty { break }
            }
        }
        if endpoint.response.cases.isEmpty {
            add(
                endpoint.response.statuses.first ?? (endpoint.response.shape == .scalar(.void) ? 204 : 200),
                endpoint.response.shape,
                endpoint.response.encoding, isFailure: false)
            if endpoint.response.isOptional { all.append(.init(status: 204, manner: "empty")) }
        }
        for success in endpoint.response.cases {
            add(Int("\(success.status)") ?? 299, success.shape, success.encoding, isFailure: false)
        }
        for failure in endpoint.errors ?? contract.errors {
            let status =
                switch failure.status {
                case .exactly(let code): code
                case .family(5), .any: 418
                case .family: 417
                }
            guard status < 500 else { continue }
            add(status, failure.shape, .json, isFailure: true)
        }
        return all
    }
}

extension WireBatch {
    /// For a program of all its files.
    package static let compilerArguments = [
        "-Onone", "-swift-version", "6", "-module-name", "Oracle", "-suppress-warnings",
    ]

    /// The objects that the program links, from a folder where the package was built.
    package static func objects(in folder: URL, and others: [String] = []) -> [String] {
        ([
            "CallsiteRuntime", "CallsiteHTTP", "CallsitePagination", "CallsiteTransfers", "CallsiteStore",
            "CallsiteCurl",
            "CallsiteLibCurl",
        ] + others).flatMap {
            module -> [String] in
            let objects = folder.appendingPathComponent(module + ".build")
            // The folder may still hold those of sources that are gone.
            if let map = try? Data(contentsOf: objects.appendingPathComponent("output-file-map.json")),
                let files = try? JSONSerialization.jsonObject(with: map) as? [String: [String: Any]]
            {
                // A build of whole modules names one object more, of none of its sources.
                return files.filter { !$0.key.isEmpty }.values.compactMap { $0["object"] as? String }.sorted()
            }
            let found = FileManager.default.enumerator(atPath: objects.path)?.compactMap { $0 as? String } ?? []
            return found.filter { $0.hasSuffix(".o") }.sorted().map { objects.appendingPathComponent($0).path }
        }
    }

    /// How the compiler finds C modules, whose maps are where they were built.
    package static func moduleMaps(of modules: [String], in folder: URL) -> [String] {
        modules.map { folder.appendingPathComponent($0 + ".build/module.modulemap").path }
            .filter { FileManager.default.fileExists(atPath: $0) }.flatMap { ["-Xcc", "-fmodule-map-file=" + $0] }
    }
}
