import CallsiteCore
import CallsiteDiff
import Foundation

// Reads the app's output about each pair: the requests that the server would refuse, the responses that the app
// couldn't read, and the values that it could only keep.

extension WireBatch {
    package struct Judgement: Sendable {
        package var agreeing: [String: Int] = [:]
        package var disagreements: [String] = []
        package var ids: [String: Int] = [:]
        package init() {}
    }

    private struct Finding { var verdict: AppVerdict; var isLost = false; var text: String }

    struct Attempt {
        var id: [String]
        var outcome: String
        var method: String
        var url: String
        var headers: [String]
        var body: Data
        var text: String
    }

    /// The attempts that the app printed.
    static func attempts(in output: String) -> [Attempt] {
        output.split(separator: "\n").compactMap { line in
            let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard columns.count == 7 else { return nil }
            func data(_ index: Int) -> Data { Data(base64Encoded: columns[index]) ?? Data() }
            func text(_ index: Int) -> String { String(decoding: data(index), as: UTF8.self) }
            return Attempt(
                id: columns[0].split(separator: " ").map(String.init), outcome: columns[1], method: text(2),
                url: text(3),
                headers: text(4).split(separator: "\n").map(String.init), body: data(5), text: text(6))
        }
    }

    package func judge(_ output: String) -> Judgement {
        var attempts: [Int: [(id: [String], attempt: Attempt)]] = [:]
        for attempt in Self.attempts(in: output) {
            if let number = Int(attempt.id[0]) { attempts[number, default: []].append((attempt.id, attempt)) }
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
                let before = mine.filter { $0.id[1] == id[1] && $0.id[2] == "old" && Array($0.id.dropFirst(4)) == rest }
                    .map(\.attempt)
                if let finding = judgeResponse(attempt, before, isFailure: id[4] == "failure") {
                    findings.append(finding)
                }
            }
            let worst = findings.max { $0.verdict < $1.verdict }
            let found = worst?.verdict ?? .none
            let isLost = findings.contains(where: \.isLost)
            let predicted = trial.changes.map(\.app).max() ?? .none
            for change in trial.changes { result.ids[change.id, default: 0] += 1 }
            // An unknown field that is ignored is harmless, or it is the loss of a field that has another name now.
            if found == predicted || (found == .none && isLost && predicted == .degraded) {
                result.agreeing[predicted.name, default: 0] += 1
            } else {
                let changes = trial.changes.filter { $0.app != .none }.map { "\($0.app.name) \($0.message) [\($0.id)]" }
                result.disagreements.append(
                    "\(trial.trial.name): diff says \(predicted.name), the wire \(found.name)\n"
                        + (changes + [worst?.text ?? "nothing happened in \(mine.count) attempts"]).map {
                            "    \($0)\n"
                        }.joined())
            }
        }
        return result
    }

    private func judgeResponse(_ attempt: Attempt, _ before: [Attempt], isFailure: Bool) -> Finding? {
        func count(_ text: String, _ words: [String]) -> Int {
            words.reduce(0) { $0 + text.components(separatedBy: $1).count - 1 }
        }
        let escapes = ["unrecognized", "undeclared", "Undeclared"]
        if attempt.outcome == "thrown", !isFailure {
            return .init(verdict: .breaks, text: "a response can't be read: \(attempt.text.prefix(300))")
        }
        let known = before.map { count($0.text, escapes) }.max() ?? 0
        if count(attempt.text, escapes) > known {
            return .init(verdict: .degraded, text: "read as \(attempt.text.prefix(300))")
        }
        guard !isFailure, let most = before.map({ count($0.text, [": nil\n"]) }).max() else { return nil }
        if count(attempt.text + "\n", [": nil\n"]) > most {
            return .init(verdict: .degraded, text: "less is read: \(attempt.text.prefix(300))")
        }
        return nil
    }

    private func judgeRequest(
        _ attempt: Attempt, _ app: Contract.Endpoint, _ old: Contract, _ new: Contract
    ) -> [Finding] {
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
            case .query:
                items.filter { $0.name == field.wireName || $0.name == field.wireName + "[]" }.compactMap(\.value)
            case .header: headers[field.wireName.lowercased()].map { [$0] } ?? []
            case .cookie:
                cookies.filter { $0.hasPrefix(field.wireName + "=") }.map {
                    String($0.dropFirst(field.wireName.count + 1))
                }
            default: []
            }
        }
        for field in endpoint.parameters where field.location != .path {
            let sent = values(field)
            if sent.isEmpty, field.presence == .required,
                !items.contains(where: { $0.name.hasPrefix(field.wireName + "[") })
            {
                findings += refused("\(field.location) '\(field.wireName)' is missing")
            }
            for value in sent {
                if let reason = json.refusal(ofText: value, field.shape, at: field.wireName) {
                    findings += refused(reason)
                }
            }
        }
        let segments = Self.segments(url.percentEncodedPath).suffix(Self.segments(endpoint.path).count)
        for (segment, template) in zip(segments, Self.segments(endpoint.path))
        where template.hasPrefix("{") && template.hasSuffix("}") {
            guard
                let field = endpoint.parameters.first(where: {
                    $0.location == .path && $0.wireName == template.dropFirst().dropLast()
                })
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
        let ways: [Description.Authentication] =
            switch endpoint.authentication ?? new.authentication {
            case nil, .some(.none): []
            case .oneOf(let ways)?: ways.contains(.none) ? [] : ways
            case let way?: [way]
            }
        func isMet(_ way: Description.Authentication) -> Bool {
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
        _ data: Data, _ type: String, _ app: Contract.Endpoint, _ endpoint: Contract.Endpoint, _ old: Contract,
        _ new: Contract, _ refused: (String) -> [Finding]
    ) -> [Finding] {
        guard let body = endpoint.body else { return [] }
        let json = WireJSON(contract: new)
        var fields: [Contract.Field]?
        var shape: API.Shape?
        var isNeeded = true
        switch body.content {
        case .fields(let own):
            fields = own
            isNeeded = own.contains { $0.presence == .required || $0.presence == .nullable }
        case .whole(let whole, let isOptional): (shape, isNeeded) = (whole, !isOptional)
        }
        guard !data.isEmpty else { return isNeeded ? refused("there is no body") : [] }
        let isForm = body.encoding == .form
        let isMultipart = body.encoding == .multipart
        let wanted =
            isForm
            ? "x-www-form-urlencoded" : isMultipart ? "multipart/" : body.encoding == .json ? "json" : ""
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
                    if field.presence == .required || field.presence == .nullable {
                        return refused("'\(field.wireName)' is missing")
                    }
                    continue
                }
                if value is NSNull, takesNull { continue }
                if let reason = json.refusal(of: value, field.shape, at: field.wireName) { return refused(reason) }
            }
        }
        return isLost(value, in: new, shape, fields)
            ? [.init(verdict: .none, isLost: true, text: "a field is ignored")] : []
    }

    /// Whether an object has a field that the server doesn't know.
    private func isLost(
        _ value: Any, in contract: Contract, _ shape: API.Shape?, _ fields: [Contract.Field]?
    ) -> Bool {
        var known = fields
        if let shape, case .named(let id, _) = contract.api.resolvingAliases(shape),
            case .object(let fields) = contract[id].content
        {
            known = fields
        }
        guard let object = value as? [String: Any], let known else { return false }
        let names = Set(known.map(\.wireName))
        if object.keys.contains(where: { !names.contains($0) }) { return true }
        return known.contains { field in
            object[field.wireName].map { isLost($0, in: contract, field.shape, nil) } ?? false
        }
    }
}
