import CallsiteCore
import CallsitePrinter
import Foundation

/// The machine code of a model and of a request, beside what their parts cost at least: a bare struct, then one that is
/// read, then one that is written too, by hand. Generic code reaches each by a protocol that asks for no more. Each figure
/// is the mean of twenty. Public, as in a module
/// of its own.
func benchMachineCode() throws -> [BenchTable] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "callsite-bench-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let compiler = BenchCompiler(folder: folder)
    /// In bytes, unoptimised and with `-O`.
    func sizes(_ file: String) throws -> [Double] {
        let figures = try compiler.compile(["import CallsiteRuntime\nimport Foundation\n" + file])
        return [figures[3], figures[6]].map { $0 * 1024 / Double(CodeForms.count) }
    }
    let columns = [("-Onone bytes", 0), ("-O bytes", 0)]
    var table = BenchTable("machine code of one", columns)
    var floors: [String: [Double]] = [:]
    for (name, file) in CodeForms.written {
        floors[name] = try sizes(file)
        table.add(name, floors[name] ?? [])
    }
    var ratios = BenchTable("machine code, in times of the least", [("-Onone", 2), ("-O", 2)])
    for (name, floor, file) in try CodeForms.generated() {
        let figures = try sizes(file)
        table.add(name, figures)
        ratios.add(name, zip(figures, floors[floor] ?? []).map { $0 / $1 })
    }
    return [table, ratios]
}

/// The same types as they are written by hand, and as they are generated. No two are alike, since the compiler makes one
/// function of equal ones.
private enum CodeForms {
    static let count = 20

    private struct Field {
        var wire: String
        var swift: String
        var type: String
    }

    private static let read = "a model that is read"
    private static let both = "a model that is read and written"
    private static let request = "a request with parameters"
    private static let types = [
        "Int", "String", "String?", "[String]", "Timestamp", "Double", "Bool", "Int?", "[Int]", "Bool?", "Double?",
    ]

    /// - Parameter least: The number of fields is this, or up to three more.
    private static func fields(_ number: Int, atLeast least: Int, of types: [String]) -> [Field] {
        (0..<least + number % 4).map { position in
            let type = types[(number + position * (1 + number % 3)) % types.count]
            return Field(wire: "field_\(number)_\(position)", swift: "field\(number)\(position)", type: type)
        }
    }

    private static func properties(of number: Int) -> [Field] { fields(number, atLeast: 6, of: types) }

    private static func parameters(of number: Int) -> [Field] {
        fields(number, atLeast: 1, of: ["Int", "String?", "Bool?", "String", "Int?", "Double?"])
    }

    static var written: [(name: String, file: String)] {
        [
            ("a bare struct", structs { bare(properties(of: $0)) }),
            (
                read + ", by hand",
                reader + structs("Reading") { bare(properties(of: $0)) + reading(properties(of: $0)) }
            ),
            (
                both + ", by hand",
                reader + writer
                    + structs("Reading, Writing") { number in
                        let fields = properties(of: number)
                        return bare(fields) + reading(fields) + initializer(fields)
                            + function("encode(to fields: inout FieldWriter)", fields) {
                                "fields[\"\($0.wire)\"] = \($0.swift)"
                            }
                    }
            ),
            (
                request + ", by hand",
                sender
                    + structs("Sending") { number in
                        let fields = parameters(of: number)
                        return bare(fields, "var") + initializer(fields)
                            + "    public static var endpoint: Endpoint { .get(\"/things\(number)\") }\n"
                            + function("write(to request: inout RequestWriter)", fields) {
                                "request.query[\"\($0.wire)\"] = \($0.swift)"
                            }
                    }
            ),
        ]
    }

    private static let reader = "public protocol Reading: Sendable { init(from fields: inout FieldReader) throws }\n"
    private static let writer = "public protocol Writing: Sendable { func encode(to fields: inout FieldWriter) }\n"
    private static let sender =
        "public protocol Sending: Sendable { static var endpoint: Endpoint { get }; func write(to request: inout RequestWriter) }\n"

    private static func structs(_ protocols: String = "Sendable", _ content: (Int) -> String) -> String {
        (0..<count).map { "public struct Thing\($0): \(protocols) {\n\(content($0))}\n" }.joined()
    }

    private static func bare(_ fields: [Field], _ keyword: String = "let") -> String {
        fields.map { "    public \(keyword) \($0.swift): \($0.type)\n" }.joined()
    }

    private static func reading(_ fields: [Field]) -> String {
        let reads = fields.map { "        \($0.swift) = try fields[\"\($0.wire)\"]\n" }.joined()
        return "    public init(from fields: inout FieldReader) throws {\n\(reads)    }\n"
    }

    private static func initializer(_ fields: [Field]) -> String {
        let arguments = fields.map { "\($0.swift): \($0.type)" }.joined(separator: ", ")
        let assignments = fields.map { "        self.\($0.swift) = \($0.swift)\n" }.joined()
        return "    public init(\(arguments)) {\n\(assignments)    }\n"
    }

    private static func function(_ name: String, _ fields: [Field], _ line: (Field) -> String) -> String {
        "    public func \(name) {\n\(fields.map { "        \(line($0))\n" }.joined())    }\n"
    }

    static func generated() throws -> [(name: String, floor: String, file: String)] {
        func lines(_ line: (Int) -> String) -> String { (0..<count).map { "  \(line($0))\n" }.joined() }
        func types(_ fields: [Field]) -> String { fields.map { "\($0.wire): \"\($0.type)\"" }.joined(separator: ", ") }
        let models = "models:\n" + lines { "Thing\($0): {\(types(properties(of: $0)))}" }
        let get = "endpoints:\n" + lines { "GetThing\($0): {path: /things\($0), response: Thing\($0)}" }
        let put =
            "endpoints:\n"
            + lines { "PutThing\($0): {method: PUT, path: /things\($0), body: Thing\($0), response: Thing\($0)}" }
        let requests =
            "endpoints:\n"
            + lines {
                "GetThing\($0): {path: /things\($0), parameters: {\(types(parameters(of: $0)))}, response: String}"
            }
        return [
            (read, read + ", by hand", try code(get + models, "Models")),
            (both, both + ", by hand", try code(put + models, "Models")),
            (request, request + ", by hand", try code(requests, "")),
        ]
    }

    /// The generated files whose names hold a word, as one file.
    private static func code(_ description: String, _ word: String) throws -> String {
        var options = Options()
        options.access = .public
        let text = "callsite: 1\napi: Things\nbaseURL: https://api.example.com\n" + description
        let output = generate(
            SourceSet(main: .init(path: "things.yaml", bytes: Array(text.utf8))), options: options)
        guard !output.diagnostics.hasErrors else { throw Problem("the models of the comparison don't generate") }
        return output.files.filter { word.isEmpty || $0.name.contains(word) }
            .flatMap { String(decoding: $0.contents, as: UTF8.self).split(separator: "\n") }
            .filter { !$0.contains("import ") }.joined(separator: "\n")
    }
}
