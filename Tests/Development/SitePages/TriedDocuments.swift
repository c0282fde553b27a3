import Foundation

/// The results of `callsite-dev corpus --record`, of which a guide shows a table.
public struct CorpusRecord: Codable, Sendable {
    public struct Document: Codable, Sendable {
        public var operations = 0
        /// Operations of which a request is generated.
        public var requests = 0
        public var schemas = 0
        public var lines = 0
        public var warnings = 0
        /// Differences between the document and the generated API that no warning explains.
        public var differences = 0
        public var compiles = false
        /// Values that were read and written; nil: none was tried.
        public var values: Int?
        /// Those that came back changed, or as another type.
        public var lost: Int?

        public init() {}
    }

    /// The day of the last run, `2026-11-27`.
    public var date = ""
    /// By the path in the folder.
    public var documents: [String: Document] = [:]

    public init() {}

    /// The results of earlier runs; none: there is no such file.
    public init(file: String) throws {
        guard let data = FileManager.default.contents(atPath: file) else { return }
        self = try JSONDecoder().decode(CorpusRecord.self, from: data)
    }

    public func write(to file: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try (encoder.encode(self) + Data("\n".utf8)).write(to: URL(fileURLWithPath: file))
    }

    public static let path = "Tests/Development/SitePages/Data/corpus.json"

    /// The guide *Documents that it is tried with*.
    public var guide: String {
        let all = documents.sorted { $0.key < $1.key }
        func sum(_ count: (Document) -> Int) -> Int { all.reduce(0) { $0 + count($1.value) } }
        func grouped(_ number: Int) -> String {
            let digits = String(number)
            return digits.enumerated().map { index, digit in
                (index > 0 && (digits.count - index) % 3 == 0 ? "," : "") + String(digit)
            }.joined()
        }
        let compiled = all.count { $0.value.compiles }
        let rows = all.map { path, document in
            let values = document.values.map {
                grouped($0) + (document.lost == 0 ? "" : " (\(document.lost ?? 0) lost)")
            }
            return "| `\(path)` | \(document.requests) of \(document.operations) | \(grouped(document.schemas)) | "
                + "\(grouped(document.lines)) | \(document.warnings) | \(document.compiles ? "yes" : "no") | "
                + "\(values ?? "–") |"
        }
        return """
            # Documents that it is tried with

            See what Callsite makes of \(all.count) unchanged documents of public APIs: \(grouped(sum(\.requests))) of
            \(grouped(sum(\.operations))) operations become requests, the Swift of \(compiled) documents compiles without an error, and \(grouped(sum { ($0.values ?? 0) - ($0.lost ?? 0) })) of
            \(grouped(sum { $0.values ?? 0 })) values come back equal.

            Try the same with your own documents, in a clone of Callsite:

            ```sh
            swift run -c release callsite-dev corpus Specs                  # generates, compares, compiles
            swift run -c release callsite-dev corpus Specs --round-trips    # reads and writes values
            ```

            ## Results

            Recorded on \(date) with this version, by `corpus --record`.

            | document | requests | schemas | lines of Swift | warnings | compiles | values |
            | --- | --- | --- | --- | --- | --- | --- |
            \(rows.joined(separator: "\n"))

            Schemas are those of `components` or `definitions`. A dash means that no values were tried in the recorded run, which takes long for large documents.

            ## Method

            - **Generated.** Each document is generated without a configuration. Whatever can't be expressed is a warning.
            - **Complete.** A second program reads the document without Callsite's readers. It counts operations, parameters, properties, values of enums, media
              types and statuses, and compares them with the generated API. Differences that no warning explains: \(sum(\.differences)).
            - **Compiled.** The compiler checks the types of all generated code in Swift 6 mode.
            - **Round trips.** Values are made from the document's schemas, as the mock makes them. Generated code reads each as the type that it was made
              for, and writes it back equal. Values of schemas with a warning are left out.

            ## What can go wrong

            | message | cause and fix |
            | --- | --- |
            | a line of `corpus` that begins with `!` | A difference that no warning explains, an error of the compiler, or a value that was lost. Report it with the document. |
            | `the program doesn't compile` | The same, in the program that reads and writes values. |

            """
    }
}
