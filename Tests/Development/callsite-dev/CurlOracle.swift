import CallsiteCore
import Foundation
import Fuzzing
import LoopbackServer

/// `callsite-dev curl-oracle [FILE|DIR…]`: the curl commands on the page of each description, or of those that have a value
/// of each kind in each place, and its generated code send their requests to one server, which must see no difference.
func curlOracle(_ arguments: [String]) throws {
    var arguments = arguments
    let folder = URL(fileURLWithPath: arguments.takeValue(of: "--keep") ?? ".build/curl-oracle")
    let size = arguments.takeValue(of: "--batch").flatMap { Int($0) } ?? 60
    var paths: [String] = []
    for argument in arguments {
        let inner = (FileManager.default.enumerator(atPath: argument)?.compactMap { $0 as? String } ?? []).sorted()
        paths += inner.isEmpty ? [argument] : inner.map { argument + "/" + $0 }
    }
    let named = try paths.filter { path in [".yaml", ".yml", ".json"].contains(where: path.hasSuffix) }
        .map { (name: $0, sources: try loadDocument($0)) }
    let documents = arguments.isEmpty ? CurlBatch.examples : named
    var (equal, noted, failures) = (0, 0, 0)
    for start in stride(from: 0, to: documents.count, by: size) {
        let server = try LoopbackServer { _ in .response(status: 204) }
        let batch = CurlBatch(
            Array(documents[start..<min(start + size, documents.count)]), server: "http://127.0.0.1:\(server.port)")
        guard batch.count > 0 else { continue }
        let output = try appOutput(batch.files, linking: ["CallsiteToolkit"], in: folder)
        try CurlBatch.attachment.write(to: folder.appendingPathComponent("file"))
        let script = folder.appendingPathComponent("commands.sh")
        try Data(batch.script.utf8).write(to: script)
        let shell = try captured(["bash", "-c", "cd \"$1\" && . ./commands.sh", "bash", folder.path])
        let requests = server.requests.map {
            CurlBatch.Sent(method: $0.method, target: $0.target, headerLines: $0.headerLines, body: $0.body)
        }
        let findings = batch.judge(requests, output)
        for name in batch.unreadable where !paths.contains(name) || arguments.contains(name) {
            throw Problem("\(name) has errors, or types of the user's own")
        }
        for failure in findings.failures { print("  " + failure) }
        if !shell.text.isEmpty { print("  the shell prints: \(shell.text.prefix(2000))") }
        (equal, noted, failures) = (
            equal + findings.equal, noted + findings.noted, failures + findings.failures.count
        )
        print(
            "\(min(start + size, documents.count)) of \(documents.count) descriptions: \(equal) operations equal, \(noted) say what they lack, \(failures) differences"
        )
        fflush(nil)
    }
    guard failures == 0 else {
        throw Problem("a curl command differs from the generated code; the last program is in \(folder.path)")
    }
    guard equal + noted > 0 else { throw Problem("the descriptions have no operations") }
}
