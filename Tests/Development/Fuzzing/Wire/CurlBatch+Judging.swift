import CallsiteMockEngine
import Foundation

// Compares what the server has recorded.

extension CurlBatch {
    /// A request as it arrived.
    package struct Sent: Sendable {
        var method: String
        var target: String
        var headers: [(name: String, value: String)]
        var body: Data

        package init(method: String, target: String, headerLines: [String], body: Data) {
            (self.method, self.target, self.body) = (method, target, body)
            headers = headerLines.map { line in
                let name = line.prefix { $0 != ":" }
                return (name.lowercased(), line.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces))
            }
        }

        func values(_ name: String) -> [String] { headers.filter { $0.name == name }.map(\.value) }
    }

    package struct Findings: Sendable {
        package var equal = 0
        /// Commands that say that they lack a part of the request.
        package var noted = 0
        package var failures: [String] = []
        package init() {}
    }

    /// - Parameters:
    ///   - requests: All that the server recorded.
    ///   - output: All that the program printed.
    package func judge(_ requests: [Sent], _ output: String) -> Findings {
        var arrived: [String: Sent] = [:]
        for var request in requests {
            let id = request.target.dropFirst().prefix { $0 != "/" && $0 != "?" }
            request.target = String(request.target.dropFirst(id.count + 1))
            if arrived[String(id)] == nil { arrived[String(id)] = request }
        }
        var errors: [Int: String] = [:]
        for line in output.split(separator: "\n") {
            let parts = line.split(separator: "\t", maxSplits: 1)
            if parts.count == 2, let number = Int(parts[0]) { errors[number] = String(parts[1]) }
        }
        var findings = Findings()
        for (number, operation) in operations.enumerated() {
            var differences: [String] = []
            if let refusal = operation.refusal {
                differences = [refusal]
            } else if let curl = arrived["c\(number)"], let swift = arrived["s\(number)"] {
                differences = self.differences(curl, swift, operation)
            } else {
                if arrived["c\(number)"] == nil { differences.append("curl sends nothing") }
                if arrived["s\(number)"] == nil {
                    differences.append("the generated code sends nothing: \(errors[number] ?? "")")
                }
            }
            if let note = operation.note {
                if note.contains("because curl") {
                    // Only curl can't send it, and nothing but the body lacks it.
                    let others = differences.filter { !$0.hasPrefix("body: ") }
                    differences = others.count < differences.count ? others : ["the command lacks nothing: \(note)"]
                } else {
                    // The runtime refuses such a request.
                    let isSent = arrived["s\(number)"] != nil
                    differences = isSent ? ["the generated code sends it: \(note)"] : []
                }
                if differences.isEmpty { findings.noted += 1 }
            } else if differences.isEmpty {
                findings.equal += 1
            }
            findings.failures += differences.map { "\(operation.title): \($0)" }
        }
        return findings
    }

    /// Headers in which clients may differ.
    private static let own: Set<String> = [
        "user-agent", "host", "connection", "accept-encoding", "content-length", "transfer-encoding", "expect",
    ]

    private func differences(_ curl: Sent, _ swift: Sent, _ operation: Operation) -> [String] {
        var swift = swift
        // The session has made the key.
        if let name = operation.idempotencyKey?.lowercased(), let key = Self.secrets["IDEMPOTENCY_KEY"] {
            for (index, header) in swift.headers.enumerated()
            where header.name == name && UUID(uuidString: header.value) != nil {
                swift.headers[index].value = key
            }
        }
        var found: [String] = []
        func compare(_ place: String, _ curl: String, _ swift: String) {
            if curl != swift { found.append("\(place): curl sends \(curl.prefix(600)) | Swift \(swift.prefix(600))") }
        }
        compare("method", curl.method, swift.method)
        compare("target", curl.target, swift.target)
        for name in Set((curl.headers + swift.headers).map(\.name)).subtracting(Self.own).sorted() {
            compare(
                "header \(name)", Self.withoutBoundary(curl.values(name)), Self.withoutBoundary(swift.values(name)))
        }
        compare("body", Self.text(of: curl), Self.text(of: swift))
        return found
    }

    private static func withoutBoundary(_ values: [String]) -> String {
        values.map { value in
            guard value.hasPrefix("multipart/"), let range = value.firstRange(of: "; boundary=") else { return value }
            return String(value[..<range.lowerBound])
        }.joined(separator: " + ")
    }

    /// The body in one way of writing it.
    private static func text(of request: Sent) -> String {
        let type = request.values("content-type").first ?? ""
        if let range = type.firstRange(of: "; boundary=") {
            return parts(request.body, String(type[range.upperBound...])) ?? "no multipart body: " + text(request.body)
        }
        return content(request.body, type)
    }

    private static func content(_ body: Data, _ type: String) -> String {
        let essence = type.prefix { $0 != ";" }.lowercased()
        if essence.hasSuffix("/json") || essence.hasSuffix("+json"), let value = try? JSONValue(parsing: Array(body)) {
            return comparable(value).text(.line, sortsKeys: true)
        }
        if essence == "application/x-ndjson" {
            let lines = body.split(separator: 0x0A, omittingEmptySubsequences: false)
            return lines.map { content(Data($0), "application/json") }.joined(separator: "\n")
        }
        return text(body)
    }

    private static func text(_ body: Data) -> String {
        String(data: body, encoding: .utf8) ?? "base64 " + body.base64EncodedString()
    }

    /// With one spelling for each number.
    private static func comparable(_ value: JSONValue) -> JSONValue {
        switch value {
        case .array(let elements): .array(elements.map(comparable))
        case .object(let fields): .object(fields.mapValues(comparable))
        case .number: value.double.flatMap { JSONValue.Number("\($0)") }.map { .number($0) } ?? value
        case .null, .bool, .string: value
        }
    }

    /// The parts of a multipart body (RFC 2046, section 5.1.1), their headers in one order; nil: the body has no such form.
    private static func parts(_ body: Data, _ boundary: String) -> String? {
        let delimiter = Data("\r\n--\(boundary)".utf8)
        var rest = Data("\r\n".utf8) + body
        var texts: [String] = []
        guard let first = rest.range(of: delimiter), first.lowerBound == rest.startIndex else { return nil }
        rest = rest[first.upperBound...]
        while !rest.starts(with: Data("--".utf8)) {
            guard rest.starts(with: Data("\r\n".utf8)), let end = rest.range(of: delimiter),
                let head = rest.range(of: Data("\r\n\r\n".utf8)), head.lowerBound < end.lowerBound
            else { return nil }
            let lines = String(decoding: rest[rest.startIndex..<head.lowerBound], as: UTF8.self)
                .components(separatedBy: "\r\n").filter { !$0.isEmpty }
            let type = lines.first { $0.lowercased().hasPrefix("content-type:") }?.dropFirst(13) ?? ""
            let inner = content(
                Data(rest[head.upperBound..<end.lowerBound]), type.trimmingCharacters(in: .whitespaces))
            texts.append((lines.sorted() + [inner]).joined(separator: " / "))
            rest = rest[end.upperBound...]
        }
        return texts.joined(separator: " // ")
    }
}
