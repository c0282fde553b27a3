import CallsiteRuntime
import Foundation
import LoopbackServer

// Mutated responses over loopback: each must be a value or a typed error, and end.

/// `callsite-dev fuzz transport`: as many responses as `--count` says from `--seed` on, in child processes; `--number
/// N` tries one here.
func fuzzTransport(_ words: [String]) async throws {
    func number(_ name: String, _ standard: Int) throws -> Int {
        guard let at = words.firstIndex(of: name) else { return standard }
        guard at + 1 < words.count, let number = Int(words[at + 1]), number >= 0 else {
            throw Problem("\(name) needs a number")
        }
        return number
    }
    let known: Set<String> = ["--count", "--seed", "--number"]
    if let other = words.first(where: { $0.hasPrefix("-") && !known.contains($0) }) {
        throw Problem("fuzz transport has no \(other)")
    }
    let (seed, count) = (try number("--seed", 0), try number("--count", 5_000))
    if words.contains("--number") {
        let only = try number("--number", 0)
        return try await tryResponses(
            only..<only + (words.contains("--count") ? count : 1), isVerbose: !words.contains("--count"))
    }
    let numbers = seed..<seed + count
    var findings = 0
    for first in stride(from: numbers.lowerBound, to: numbers.upperBound, by: 250) {
        let batch = first..<min(first + 250, numbers.upperBound)
        guard let problem = try child(batch) else { continue }
        // One of them, or what they leave behind together.
        let culprits = try batch.compactMap { number in try child(number..<number + 1).map { (number, $0) } }
        for (number, problem) in culprits { print("\(number): \(problem)") }
        if culprits.isEmpty { print("\(batch): \(problem)") }
        findings += max(1, culprits.count)
    }
    print("\(count) mutated responses through \(NetworkTransport.shared.description): \(findings) findings")
    guard findings == 0 else { throw Problem("try one again with: callsite-dev fuzz transport --number N") }
}

/// The finding of a process that tries some responses; nil: there is none.
private func child(_ numbers: Range<Int>) throws -> String? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
    process.arguments = ["fuzz", "transport", "--number", "\(numbers.lowerBound)", "--count", "\(numbers.count)"]
    process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
    let pipe = Pipe()
    (process.standardOutput, process.standardError) = (pipe, pipe)
    try process.run()
    let guardian = DispatchWorkItem { kill(process.processIdentifier, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + 120, execute: guardian)
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guardian.cancel()
    guard process.terminationStatus != 0 else { return nil }
    if process.terminationReason == .uncaughtSignal, process.terminationStatus == SIGKILL { return "it doesn't end" }
    if process.terminationReason == .uncaughtSignal {
        return "it ends the process with signal \(process.terminationStatus)"
    }
    return text.trimmingCharacters(in: .whitespacesAndNewlines)
}

private func tryResponses(_ numbers: Range<Int>, isVerbose: Bool) async throws {
    let server = try LoopbackServer { request in MutatedResponse(number: UInt64(request.target.dropFirst()) ?? 0).reply
    }
    let transport = NetworkTransport(idleTimeout: 100, redirectLimit: 0)
    for number in numbers {
        if isVerbose {
            print(String(decoding: MutatedResponse(number: UInt64(number)).bytes.prefix(4_000), as: UTF8.self))
        }
        for streams in [false, true] {
            let method: HTTPMethod = number % 7 == 0 ? .post : number % 11 == 0 ? .head : .get
            var request = HTTPRequest(
                method: method, url: server.url("/\(number)"), body: method == .post ? Data("b".utf8) : nil)
            request.streamsResponse = streams
            do {
                var http = try await transport.send(request)
                if let stream = http.stream {
                    http.stream = nil
                    for try await piece in stream { http.body.append(piece) }
                }
                if isVerbose { print("→ \(http)\n\(http.headers)") }
            } catch let failure as TransportFailure
                where failure.kind == .badResponse || failure.kind == .connectionLost
            {
                if isVerbose { print("→ \(failure.kind): \(failure)") }
            } catch {
                throw Problem(
                    "\(number) is an error of another kind: \((error as? TransportFailure).map { "\($0.kind): " } ?? "")\(error)"
                )
            }
        }
    }
}
