import CallsiteCore
import CallsitePrinter
import CallsiteSwift
import Foundation

/// Compiling whole generated APIs, public, as one module each; their models alone; and the same models with synthesised
/// `Codable`.
func benchCompiling(_ paths: [String]) throws -> [BenchTable] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "callsite-bench-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let compiler = BenchCompiler(folder: folder)
    let columns = [("lines", 0)] + BenchCompiler.columns
    var totals = BenchTable("compiling", columns)
    var parts = BenchTable(
        "per part",
        [
            ("operations", 0), ("lines each", 0), ("-Onone ms each", 0), ("-O ms each", 0), ("models", 0),
            ("lines each ", 0), ("-Onone bytes each", 0), ("-O bytes each", 0),
        ])
    var ratios = BenchTable("models, as a part of synthesised Codable", columns.map { ($0.0, 2) })
    for path in paths {
        let api = try WholeAPI(path)
        let name = api.name
        let whole = try compiler.compile(api.files)
        let models = try compiler.compile(api.models)
        let plain = try compiler.compile([api.plain.source])
        totals.add(name, whole)
        totals.add("\(name), models", models)
        totals.add("\(name), models with synthesised Codable", plain)
        let (operations, count) = (Double(max(1, api.operations)), Double(max(1, api.plain.count)))
        let requests = zip(whole, models).map { $0 - $1 }
        parts.add(
            name,
            [
                Double(api.operations), requests[0] / operations, requests[1] * 1000 / operations,
                requests[4] * 1000 / operations, Double(api.plain.count), models[0] / count, models[3] * 1024 / count,
                models[6] * 1024 / count,
            ])
        ratios.add(name, zip(models, plain).map { $0 / $1 })
    }
    return [totals, parts, ratios]
}

/// The code generated from a description, in three forms.
private struct WholeAPI {
    let name: String
    let operations: Int
    let files: [String]
    let models: [String]
    let plain: PlainModels

    init(_ path: String) throws {
        var options = Options()
        options.access = .public
        let sources = try load(path)
        var diagnostics = Diagnostics()
        let front = Front(sources, options, &diagnostics)
        let api = front.api(options, &diagnostics)
        let lowered = lower(api, options, &diagnostics)
        guard !diagnostics.hasErrors else { throw Problem("\(path) has errors: see 'callsite validate'") }
        let templates = TemplateSet(overriding: [], firstFile: sources.files.count, &diagnostics)
        func render(_ files: [SwiftFile]) -> [String] {
            CallsitePrinter.render(files, with: templates, firstTemplateFile: sources.files.count, &diagnostics)
                .map { String(decoding: $0.contents, as: UTF8.self) }
        }
        name = api.name
        operations = api.endpoints.count
        files = render(lowered)
        // A union of errors is about a response, and means nothing without its request.
        let models = lowered.compactMap { file in
            var file = file
            file.requests = []
            file.api = nil
            file.types.removeAll { $0.failure != nil }
            file.importsFoundation = true
            return file.types.isEmpty ? nil : file
        }
        self.models = render(models)
        plain = PlainModels(models)
    }
}

/// Runs the compiler on a module of several files as SwiftPM does on two cores: unoptimised in batches of files, and
/// with `-O` as a whole in two parts. The memory is that of the largest process.
struct BenchCompiler {
    static let columns = [
        ("-Onone s", 1), ("-Onone MB", 0), ("-Onone KB", 0), ("-O s", 1), ("-O MB", 0), ("-O KB", 0),
    ]

    private static let modes = [
        ["-Onone", "-enable-batch-mode", "-j", "2", "-enable-testing", "-g"],
        ["-O", "-wmo", "-num-threads", "2", "-g"],
    ]

    let folder: URL

    /// - Returns: The lines; then, in each mode, CPU seconds, the compiler's memory, and the machine code's size.
    func compile(_ files: [String]) throws -> [Double] {
        let modules = buildFolder.appendingPathComponent("Modules").path
        let sources = folder.appendingPathComponent("Sources")
        let objects = folder.appendingPathComponent("Objects")
        for folder in [sources, objects] {
            try? FileManager.default.removeItem(at: folder)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }
        let paths = try files.enumerated().map { number, text in
            let file = sources.appendingPathComponent("Compiled\(number).swift")
            try Data(text.utf8).write(to: file)
            return file.path
        }
        var figures = [
            Double(files.reduce(0) { $0 + $1.split(separator: "\n", omittingEmptySubsequences: false).count })
        ]
        let headers = FileManager.default.currentDirectoryPath + "/Sources/Runtime/CallsiteCurl/include"
        for mode in Self.modes {
            let cost = try Bench.run(
                [
                    "swiftc", "-c", "-working-directory", objects.path, "-swift-version", "6", "-parse-as-library",
                    "-module-name", "Compiled", "-I", modules, "-I", headers, "-suppress-warnings",
                ] + mode + paths)
            let written = try FileManager.default.contentsOfDirectory(at: objects, includingPropertiesForKeys: nil)
                .filter { $0.pathExtension == "o" }
            let bytes = try written.reduce(0) { $0 + (try machineCode(in: $1)) }
            figures += [cost.cpuSeconds, cost.peakMegabytes, Double(bytes) / 1024]
        }
        return figures
    }

    /// The bytes of machine code in an object file; where it isn't ELF, those of the whole file.
    private func machineCode(in object: URL) throws -> Int {
        let bytes = [UInt8](try Data(contentsOf: object))
        func number(_ offset: Int, _ count: Int) -> Int {
            guard offset >= 0, offset + count <= bytes.count else { return 0 }
            return (0..<count).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
        }
        // 64-bit, little endian: `e_shoff`, `e_shentsize` and `e_shnum`; of each section `sh_flags` and `sh_size`.
        guard bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1]) else { return bytes.count }
        let (table, size) = (number(0x28, 8), number(0x3A, 2))
        // More sections than 65,279 are counted in the first one's `sh_size`.
        let count = number(0x3C, 2) == 0 ? number(table + 0x20, 8) : number(0x3C, 2)
        let executable = 0x4
        return (0..<count).reduce(0) { sum, section in
            let header = table + section * size
            return number(header + 8, 8) & executable == 0 ? sum : sum + number(header + 0x20, 8)
        }
    }
}
