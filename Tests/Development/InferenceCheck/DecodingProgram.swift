import CallsiteCore
import CallsiteMockEngine
import CallsitePrinter
import CallsiteSwift

/// Generated clients of inferred descriptions, as one program that reads every recorded response.
package struct DecodingProgram {
    private struct Response {
        var document: Int
        var title: String
        var check: Int
        var status: Int
        var json: String
    }

    private var checks: [String] = []
    private var responses: [Response] = []
    package private(set) var documents: [String] = []
    package private(set) var files: [Output.File] = []
    /// The number of bytes that are generated.
    package var size: Int { files.reduce(0) { $0 + $1.contents.count } }

    package init() {}

    /// - Parameter native: The inferred description.
    /// - Returns: The errors in it; nil: there are none.
    package mutating func add(_ document: String, _ native: SourceSet, _ walk: RecordedWalk, truth: API) -> String? {
        var options = Options()
        options.detectsPagination = false
        options.namespace = "Document\(documents.count)"
        let output = generate(native, options: options)
        if let error = output.diagnostics.sorted.first(where: { $0.severity == .error }) {
            return "line \(error.location.line): \(error.message)"
        }
        var diagnostics = Diagnostics()
        let api = Front(native, options, &diagnostics).api(options, &diagnostics)
        let lowering = Lowering(api, options)
        lowering.nameEverything(&diagnostics)
        let comparison = APIComparison(truth: truth, inferred: api, walk)
        var indices: [String: Int] = [:]
        for sample in walk.samples where !sample.isNullError {
            guard let endpoint = comparison.endpoint(for: sample) else { continue }
            let isError = sample.status >= 300
            let key = "\(endpoint) \(isError)"
            if indices[key] == nil {
                indices[key] = checks.count
                let name = "Document\(documents.count).\(lowering.endpointNames[endpoint].text)"
                let errors = api.endpoints[endpoint].errors ?? api.errors
                checks.append(
                    isError
                        ? Self.readingError(name, isOneForAll: errors.isEmpty || errors.isOneForAll)
                        : "{ _ = try \(name).response(from: $0) }")
            }
            responses.append(
                .init(
                    document: documents.count, title: sample.operation, check: indices[key] ?? 0, status: sample.status,
                    json: sample.received?.text ?? ""))
        }
        documents.append(document)
        files += output.files
        return nil
    }

    private static func readingError(_ name: String, isOneForAll: Bool) -> String {
        isOneForAll
            ? "{ if \(name).Failure($0).body == nil { throw Unread() } }"
            : "{ if case .undeclared = \(name).Failure($0) { throw Unread() } }"
    }

    /// `main.swift`, beside the generated files. Its argument is a file of `input`.
    package var main: String {
        var text = """
            import CallsiteRuntime
            import Foundation

            typealias ResponseCheck = (HTTPResponse) throws -> Void
            struct Unread: Error, CustomStringConvertible { var description: String { "the error's body isn't read" } }

            """
        let starts = Array(stride(from: 0, to: checks.count, by: 40))
        for start in starts {
            text += "func checks\(start)() -> [ResponseCheck] {\n    var checks: [ResponseCheck] = []\n"
            for check in checks[start..<min(start + 40, checks.count)] { text += "    checks.append(\(check))\n" }
            text += "    return checks\n}\n"
        }
        return text + """
            let checks: [ResponseCheck] = [\(starts.map { "checks\($0)()" }.joined(separator: ", "))].flatMap { $0 }
            let lines = try String(contentsOfFile: CommandLine.arguments[1], encoding: .utf8).split(separator: "\\n")
            for line in lines {
                let parts = line.split(separator: "\\t", maxSplits: 2, omittingEmptySubsequences: false)
                do {
                    try checks[Int(parts[0])!](.json(String(parts[2]), status: Int(parts[1])!))
                    print("read")
                } catch {
                    print(String(describing: error).replacingOccurrences(of: "\\n", with: " "))
                }
            }

            """
    }

    /// A line for each response: the number of its check, its status, and its body.
    package var input: String {
        responses.map { "\($0.check)\t\($0.status)\t\($0.json)" }.joined(separator: "\n") + "\n"
    }

    /// For each document, how many responses were read, and the failures.
    package func results(_ output: String) -> [(read: Int, failures: [String])] {
        var results = documents.map { _ in (read: 0, failures: [String]()) }
        let lines = output.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, response) in responses.enumerated() {
            let line = index < lines.count ? String(lines[index]) : "the program ended early"
            if line == "read" {
                results[response.document].read += 1
            } else {
                results[response.document].failures.append(
                    "\(response.title): \(response.status) can't be decoded: \(line.prefix(300)) | \(response.json.prefix(200))"
                )
            }
        }
        return results
    }
}
