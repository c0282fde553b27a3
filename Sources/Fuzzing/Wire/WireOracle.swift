import CallsiteCore
import CallsiteDiff
import CallsitePrinter
import Foundation

// The other judge of `callsite diff`: the wire. The old side's generated code is an app. It sends its requests to a server that takes and answers
// what the new description says, and the worst that happens to it is the app verdict: a request that is refused or a response that can't be
// read breaks it, a value that it can only keep as unknown or does without degrades it. The app is a program: this makes its sources,
// with every response in them, and judges what it prints.

/// Pairs of descriptions, and one program that is the app of all their old sides.
package struct WireBatch: Sendable {
    private struct Trial: Sendable {
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
    private var trials: [Trial] = []

    package var count: Int { trials.count }

    /// What a server knows that a contract doesn't: limits, conditions, scopes, the days of its life. Pages are asked for by several requests.
    private static let invisible: Set<String> = [
        "parameter-limit-tightened", "parameter-limit-set", "parameter-pattern-changed", "field-limit-set-or-tightened", "fields-closed",
        "condition-added", "tuple-changed", "scope-added", "oauth-url-changed", "oauth-flow-removed", "parameter-default-changed",
        "field-default-changed", "paging-lost", "paging-gained", "paging-changed", "paging-cursor-type-changed", "paging-style-changed",
        "paging-element-changed", "page-limit-lowered", "parameter-style-changed", "body-encoding-changed", "header-removed-required",
        "header-removed-optional", "header-renamed", "header-became-optional", "header-type-changed", "extensible-enum-value-removed",
        "server-variable-changed", "body-type-removed", "response-became-stream", "operation-server-changed", "constant-header-changed",
        "elements-moved",
    ]

    package init(_ all: [DiffTrial]) {
        var calls: [String] = []
        for trial in all {
            let number = trials.count + 1
            func contract(_ text: String) -> ContractReading {
                readContract(SourceSet(main: .init(path: "api.yaml", bytes: Array(text.utf8))), options: options(number))
            }
            let (old, new) = (contract(trial.old), contract(trial.new))
            guard let a = old.contract, let b = new.contract else {
                unreadable.append(trial.name)
                continue
            }
            let changes = compare(old, new).changes
            if let change = changes.first(where: { $0.app != .none && Self.invisible.contains($0.id) }) {
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
            for file in output.files { files.append(("N\(number)_generated_" + file.name, String(decoding: file.contents, as: UTF8.self))) }
            files.append(("N\(number)_attempts.swift", Self.imports + "func run\(number)() async {\n" + attempts.joined() + "}\n"))
            calls.append("await run\(number)()\n")
            trials.append(.init(trial: trial, number: number, old: a, new: b, changes: changes))
        }
        files.append(("main.swift", Self.main + calls.joined()))
    }

    private func options(_ number: Int) -> Options { Options(namespace: "N\(number)", apiName: "Pets\(number)") }

    // MARK: - The app

    private static let imports = "import CallsiteRuntime\nimport CallsiteTransfers\nimport Foundation\n\n"

    private static let main =
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
                    text = String(reflecting: error)
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
            guard let first = requests.first, let now = counterpart(of: endpoint, old, new), now.response.stream == nil else {
                // Where it is gone, the request shows it.
                for request in requests.prefix(1) {
                    lines.append(line("\(number) \(index) sent 0", request, endpoint, old, Answer(status: 404)))
                }
                continue
            }
            let answers = WireBatch.answers(new, now)
            for (position, request) in requests.enumerated() {
                // With each of the credentials that the old server took.
                for credential in position == 0 ? Self.credentials(endpoint.authentication ?? old.authentication) : [nil] {
                    lines.append(
                        line(
                            "\(number) \(index) sent \(position)", request, endpoint, old, answers.first ?? Answer(status: 204), credential)
                    )
                }
            }
            for (side, all) in [("old", WireBatch.answers(old, endpoint)), ("new", answers)] {
                for (position, answer) in all.enumerated() {
                    lines.append(
                        line(
                            "\(number) \(index) \(side) \(position) \(answer.isFailure ? "failure" : answer.manner)", first, endpoint, old,
                            answer))
                }
            }
        }
        return lines
    }

    private func counterpart(of endpoint: Contract.Endpoint, _ old: Contract, _ new: Contract) -> Contract.Endpoint? {
        func encoding(_ endpoint: Contract.Endpoint) -> String { endpoint.body?.encoding ?? "" }
        let fitting = new.endpoints.filter {
            $0.method == endpoint.method && Self.segments($0.path).count == Self.segments(endpoint.path).count
                && zip(Self.segments($0.path), Self.segments(endpoint.path)).allSatisfy {
                    $0 == $1 || ($0.hasPrefix("{") && $1.hasPrefix("{"))
                }
        }
        return fitting.first { encoding($0) == encoding(endpoint) } ?? fitting.first
    }

    private static func segments(_ path: String) -> [Substring] { path.split(separator: "/") }

    private func line(
        _ id: String, _ request: String, _ endpoint: Contract.Endpoint, _ old: Contract, _ answer: Answer, _ credential: String? = nil
    ) -> String {
        let headers = answer.headers.map { "(\"\($0.0)\", \"\($0.1)\")" }.joined(separator: ", ")
        return
            "    await attempt(\"\(id)\", \(request), \(credential ?? Self.credential(endpoint.authentication ?? old.authentication)), \(answer.status), [\(headers)], \"\(answer.body.base64EncodedString())\")\n"
    }

    private static func credentials(_ authentication: Contract.Authentication?) -> [String?] {
        guard case .oneOf(let ways)? = authentication else { return [nil] }
        return ways.map { way in
            switch way {
            case .header(let name), .query(let name), .cookie(let name): ".keys([\"\(name)\": \"key\"])"
            default: credential(way)
            }
        }
    }

    private static func credential(_ authentication: Contract.Authentication?) -> String {
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

    private static func name(of way: Contract.Authentication) -> String {
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
        let headers = endpoint.response.headers.map { field in (field.wireName, "\(json.value(field.shape, .all(0), name: field.wireName))")
        }
        func add(_ status: Int, _ shape: Contract.Shape, _ encoding: String, isFailure: Bool) {
            let isEmpty = shape == .scalar(.void)
            for manner in WireManner.every {
                let value = json.value(shape, manner)
                let data =
                    isEmpty
                    ? Data()
                    : encoding == "text"
                        ? Data("\(value)".utf8)
                        : (try? JSONSerialization.data(withJSONObject: value, options: [.sortedKeys, .fragmentsAllowed])) ?? Data()
                let type = encoding == "text" ? "text/plain" : encoding == "binary" ? "application/octet-stream" : "application/json"
                all.append(
                    .init(
                        status: status, headers: (isEmpty ? [] : [("Content-Type", type)]) + headers, body: data, isFailure: isFailure,
                        manner: "\(manner)"))
                if isEmpty { break }
            }
        }
        if endpoint.response.cases.isEmpty {
            add(
                endpoint.response.statuses.first ?? (endpoint.response.shape == .scalar(.void) ? 204 : 200), endpoint.response.shape,
                endpoint.response.encoding, isFailure: false)
            if endpoint.response.isOptional { all.append(.init(status: 204, manner: "empty")) }
        }
        for success in endpoint.response.cases { add(Int(success.status) ?? 299, success.shape, success.encoding, isFailure: false) }
        for failure in endpoint.errors ?? contract.errors {
            let status = Int(failure.status) ?? (failure.status.hasPrefix("5") ? 418 : failure.status == "any" ? 418 : 417)
            guard status < 500 else { continue }
            add(status, failure.shape, "json", isFailure: true)
        }
        return all
    }

    // MARK: - Judging

    package struct Judgement: Sendable {
        package var agreeing: [String: Int] = [:]
        package var disagreements: [String] = []
        package var ids: [String: Int] = [:]
        package init() {}
    }

    private struct Finding { var verdict: AppVerdict; var isLost = false; var text: String }

    private struct Attempt {
        var outcome: String
        var method: String
        var url: String
        var headers: [String]
        var body: Data
        var text: String
    }

    package func judge(_ output: String) -> Judgement {
        var attempts: [Int: [(id: [String], attempt: Attempt)]] = [:]
        for line in output.split(separator: "\n") {
            let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard columns.count == 7 else { continue }
            let id = columns[0].split(separator: " ").map(String.init)
            func data(_ index: Int) -> Data { Data(base64Encoded: columns[index]) ?? Data() }
            func text(_ index: Int) -> String { String(decoding: data(index), as: UTF8.self) }
            guard let number = Int(id[0]) else { continue }
            attempts[number, default: []].append(
                (
                    id,
                    .init(
                        outcome: columns[1], method: text(2), url: text(3), headers: text(4).split(separator: "\n").map(String.init),
                        body: data(5),
                        text: text(6))
                ))
        }
        var result = Judgement()
        for trial in trials {
            let mine = attempts[trial.number] ?? []
            var findings: [Finding] = []
            for (id, attempt) in mine where id[2] == "sent" {
                guard let index = Int(id[1]) else { continue }
                findings += judgeRequest(attempt, trial.old.endpoints[index], trial.old, trial.new)
            }
            for (id, attempt) in mine where id[2] == "new" {
                let rest = Array(id.dropFirst(4))
                // With the same response of the old server: the one of the same position may be another case.
                let before = mine.filter { $0.id[1] == id[1] && $0.id[2] == "old" && Array($0.id.dropFirst(4)) == rest }.map(\.attempt)
                if let finding = judgeResponse(attempt, before, isFailure: id[4] == "failure") { findings.append(finding) }
            }
            let worst = findings.max { $0.verdict < $1.verdict }
            let found = worst?.verdict ?? .none
            let isLost = findings.contains(where: \.isLost)
            let predicted = trial.changes.map(\.app).max() ?? .none
            for change in trial.changes { result.ids[change.id, default: 0] += 1 }
            // That an unknown field is ignored is nothing, or the loss of one that has another name now.
            if found == predicted || (found == .none && isLost && predicted == .degraded) {
                result.agreeing[predicted.name, default: 0] += 1
            } else {
                let changes = trial.changes.filter { $0.app != .none }.map { "\($0.app.name) \($0.message) [\($0.id)]" }
                result.disagreements.append(
                    "\(trial.trial.name): diff says \(predicted.name), the wire \(found.name)\n"
                        + (changes + [worst?.text ?? "nothing happened in \(mine.count) attempts"]).map { "    \($0)\n" }.joined())
            }
        }
        return result
    }

    private func judgeResponse(_ attempt: Attempt, _ before: [Attempt], isFailure: Bool) -> Finding? {
        func count(_ text: String, _ words: [String]) -> Int { words.reduce(0) { $0 + text.components(separatedBy: $1).count - 1 } }
        let escapes = ["unrecognized", "undeclared", "Undeclared"]
        if attempt.outcome == "thrown", !isFailure {
            return .init(verdict: .breaks, text: "a response can't be read: \(attempt.text.prefix(300))")
        }
        let known = before.map { count($0.text, escapes) }.max() ?? 0
        if count(attempt.text, escapes) > known { return .init(verdict: .degraded, text: "read as \(attempt.text.prefix(300))") }
        guard !isFailure, let most = before.map({ count($0.text, [": nil\n"]) }).max() else { return nil }
        if count(attempt.text + "\n", [": nil\n"]) > most {
            return .init(verdict: .degraded, text: "less is read: \(attempt.text.prefix(300))")
        }
        return nil
    }

    private func judgeRequest(_ attempt: Attempt, _ app: Contract.Endpoint, _ old: Contract, _ new: Contract) -> [Finding] {
        func refused(_ reason: String) -> [Finding] {
            [.init(verdict: .breaks, text: "\(attempt.method) \(attempt.url) is refused: \(reason)")]
        }
        guard !attempt.method.isEmpty, let url = URLComponents(string: attempt.url) else {
            return refused("the request wasn't sent: \(attempt.text.prefix(300))")
        }
        guard let endpoint = counterpart(of: app, old, new) else { return refused("there is no such endpoint") }
        var findings: [Finding] = []
        let items = url.queryItems ?? []
        let headers = Dictionary(
            attempt.headers.compactMap { line in
                line.firstRange(of: ": ").map { (line[..<$0.lowerBound].lowercased(), String(line[$0.upperBound...])) }
            },
            uniquingKeysWith: { first, _ in first })
        let cookies = (headers["cookie"] ?? "").split(separator: ";").map { $0.drop { $0 == " " } }
        let json = WireJSON(contract: new)
        func values(_ field: Contract.Field) -> [String] {
            switch field.location {
            case .query: items.filter { $0.name == field.wireName || $0.name == field.wireName + "[]" }.compactMap(\.value)
            case .header: headers[field.wireName.lowercased()].map { [$0] } ?? []
            case .cookie: cookies.filter { $0.hasPrefix(field.wireName + "=") }.map { String($0.dropFirst(field.wireName.count + 1)) }
            default: []
            }
        }
        for field in endpoint.parameters where field.location != .path {
            let sent = values(field)
            if sent.isEmpty, field.presence == .required, !items.contains(where: { $0.name.hasPrefix(field.wireName + "[") }) {
                findings += refused("\(field.location) '\(field.wireName)' is missing")
            }
            for value in sent {
                if let reason = json.refusal(ofText: value, field.shape, at: field.wireName) { findings += refused(reason) }
            }
        }
        let segments = Self.segments(url.percentEncodedPath).suffix(Self.segments(endpoint.path).count)
        for (segment, template) in zip(segments, Self.segments(endpoint.path)) where template.hasPrefix("{") && template.hasSuffix("}") {
            guard let field = endpoint.parameters.first(where: { $0.location == .path && $0.wireName == template.dropFirst().dropLast() })
            else { continue }
            let text = segment.removingPercentEncoding ?? String(segment)
            if let reason = json.refusal(ofText: text, field.shape, at: field.wireName) { findings += refused(reason) }
        }
        for field in app.parameters where field.location != .path && !values(field).isEmpty {
            let isKnown = endpoint.parameters.contains {
                $0.location == field.location && $0.wireName.lowercased() == field.wireName.lowercased()
            }
            if !isKnown { findings.append(.init(verdict: .degraded, text: "the server ignores '\(field.wireName)'")) }
        }
        findings += judgeBody(attempt.body, headers["content-type"] ?? "", app, endpoint, old, new, refused)
        let ways: [Contract.Authentication] =
            switch endpoint.authentication ?? new.authentication {
            case nil, .some(.none): []
            case .oneOf(let ways)?: ways.contains(.none) ? [] : ways
            case let way?: [way]
            }
        func isMet(_ way: Contract.Authentication) -> Bool {
            switch way {
            case .none: true
            case .bearer: headers["authorization"]?.hasPrefix("Bearer ") == true
            case .basic: headers["authorization"]?.hasPrefix("Basic ") == true
            case .header(let name): headers[name.lowercased()] != nil
            case .query(let name): items.contains { $0.name == name }
            case .cookie(let name): cookies.contains { $0.hasPrefix(name + "=") }
            case .all(let parts): parts.allSatisfy(isMet)
            case .oneOf(let parts): parts.contains(where: isMet)
            }
        }
        if !ways.isEmpty, !ways.contains(where: isMet) { findings += refused("it isn't authenticated") }
        return findings
    }

    private func judgeBody(
        _ data: Data, _ type: String, _ app: Contract.Endpoint, _ endpoint: Contract.Endpoint, _ old: Contract, _ new: Contract,
        _ refused: (String) -> [Finding]
    ) -> [Finding] {
        guard let body = endpoint.body else { return [] }
        let json = WireJSON(contract: new)
        var fields: [Contract.Field]?
        var shape: Contract.Shape?
        var isNeeded = true
        switch body.content {
        case .fields(let own):
            fields = own
            isNeeded = own.contains { $0.presence == .required || $0.presence == .nullable }
        case .whole(let whole, let isOptional): (shape, isNeeded) = (whole, !isOptional)
        }
        guard !data.isEmpty else { return isNeeded ? refused("there is no body") : [] }
        let isForm = body.encoding.hasPrefix("form")
        let isMultipart = body.encoding.hasPrefix("multipart")
        let wanted = isForm ? "x-www-form-urlencoded" : isMultipart ? "multipart/" : body.encoding.hasPrefix("json") ? "json" : ""
        guard type.contains(wanted) else { return refused("its body is \(type)") }
        if isForm || isMultipart {
            let text = String(decoding: data, as: UTF8.self)
            for field in fields ?? [] where field.presence == .required && !field.isReadOnly {
                let mark = isForm ? field.wireName + "=" : "name=\"\(field.wireName)\""
                if !text.contains(mark) { return refused("'\(field.wireName)' is missing") }
            }
            return []
        }
        guard wanted == "json" else { return [] }
        guard let value = try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed) else {
            return refused("its body is no JSON")
        }
        if let shape {
            if let reason = json.refusal(of: value, shape, at: "body") { return refused(reason) }
        } else if let fields {
            guard let object = value as? [String: Any] else { return refused("its body is no object") }
            for field in fields where !field.isReadOnly {
                let takesNull = field.presence == .nullable || field.presence == .optionalNullable
                guard let value = object[field.wireName] else {
                    if field.presence == .required || field.presence == .nullable { return refused("'\(field.wireName)' is missing") }
                    continue
                }
                if value is NSNull, takesNull { continue }
                if let reason = json.refusal(of: value, field.shape, at: field.wireName) { return refused(reason) }
            }
        }
        return isLost(value, in: new, shape, fields) ? [.init(verdict: .none, isLost: true, text: "a field is ignored")] : []
    }

    /// Whether an object has a field that the server doesn't know.
    private func isLost(_ value: Any, in contract: Contract, _ shape: Contract.Shape?, _ fields: [Contract.Field]?) -> Bool {
        var known = fields
        if let shape, case .named(let id, _) = contract.resolvingAliases(shape), case .object(let fields) = contract.types[id].content {
            known = fields
        }
        guard let object = value as? [String: Any], let known else { return false }
        let names = Set(known.map(\.wireName))
        if object.keys.contains(where: { !names.contains($0) }) { return true }
        return known.contains { field in object[field.wireName].map { isLost($0, in: contract, field.shape, nil) } ?? false }
    }
}

extension WireBatch {
    /// For a program of all its files.
    package static let compilerArguments = ["-Onone", "-swift-version", "6", "-module-name", "Oracle", "-suppress-warnings"]

    /// What the program links, of a folder where the package was built.
    package static func objects(in folder: URL) -> [String] {
        ["CallsiteRuntime", "CallsiteTransfers", "CallsiteStore", "CallsiteCurl"].flatMap { module -> [String] in
            let objects = folder.appendingPathComponent(module + ".build")
            let found = FileManager.default.enumerator(atPath: objects.path)?.compactMap { $0 as? String } ?? []
            return found.filter { $0.hasSuffix(".o") }.sorted().map { objects.appendingPathComponent($0).path }
        }
    }
}
