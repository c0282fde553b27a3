import CallsiteRuntime
import Foundation
import LoopbackServer
import Testing

extension LoopbackServer {
    /// A session for this server, with an idle timeout that ends nothing: tests of timeouts have a transport of their
    /// own.
    func session(credential: (any CredentialProviding)? = nil, redirectLimit: Int = 10) -> Session {
        let transport = NetworkTransport(idleTimeout: Self.patience, redirectLimit: redirectLimit)
        return Session(baseURL: baseURL, transport: transport, credential: credential)
    }
}

/// Reads a JSON text.
func read<T: WireDecodable>(_ json: String, as type: T.Type = T.self) throws -> T {
    try decodeJSON(from: Data(json.utf8))
}

/// Reads a JSON text through Foundation's decoder.
func readByDecoder<T: WireDecodable>(_ json: String, as type: T.Type = T.self) throws -> T {
    try JSONDecoder().decode(T.self, from: Data(json.utf8))
}

/// The JSON text of a value.
func json(_ value: some WireEncodable) throws -> String { String(decoding: try encodeJSON(value), as: UTF8.self) }

/// The description of the error that `body` threw; nil: it threw none.
func failure(_ body: () throws -> Void) -> String? {
    do {
        try body()
        return nil
    } catch {
        return "\(error)"
    }
}

/// A request's body as a string.
func bodyText(_ request: HTTPRequest) -> String? { request.body?.data.map { String(decoding: $0, as: UTF8.self) } }

/// Test suites that lie beside the package.
private let suites = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("shared/suites")

/// https://github.com/uri-templates/uritemplate-test: examples of RFC 6570.
enum URITemplateSuite {
    static let folder = suites.appendingPathComponent("uritemplate-test")
    static let isMissing = !FileManager.default.fileExists(atPath: folder.path)
}

/// https://github.com/nst/JSONTestSuite.
enum JSONTestSuite {
    static let folder = suites.appendingPathComponent("json-test-suite/test_parsing")

    static let isMissing = !FileManager.default.fileExists(atPath: folder.path)

    static func files(_ prefix: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).filter { $0.hasPrefix(prefix) }
            .sorted()
    }

    static func data(_ file: String) throws -> Data { try Data(contentsOf: folder.appendingPathComponent(file)) }
}

/// The same bytes in every run (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
