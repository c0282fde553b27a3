import CallsiteCore
import CallsitePrinter
import Foundation

/// Compiling what is generated against the same models as they are written elsewhere: CPU seconds of the compiler and
/// bytes of object code, unoptimised and with `-O`. A hundred models of twenty fields each, public, as in a module of
/// its own.
func benchCompiling() throws -> [BenchTable] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "callsite-bench-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let modules = buildFolder.appendingPathComponent("Modules").path
    var table = BenchTable(
        "compiling 100 models of 20 fields",
        [("lines", 0), ("-Onone s", 2), ("-Onone KB", 0), ("-O s", 2), ("-O KB", 0)])
    var ratios = BenchTable("Callsite's as a part of", [("-Onone s", 2), ("-Onone KB", 2), ("-O s", 2), ("-O KB", 2)])
    let object = folder.appendingPathComponent("Models.o").path
    var costs: [[Double]] = []
    let forms: [(name: String, files: [String])] = [
        ("Callsite, for responses", try generatedModels(asAnswers: true)),
        ("Callsite, both directions", try generatedModels(asAnswers: false)),
        (
            "`let` structs with synthesised `Decodable`",
            [CompiledModel.swift(keyword: "let", conformances: "Decodable, Sendable", hasInitialiser: false)]
        ),
        (
            "`var` structs with synthesised `Codable`",
            [CompiledModel.swift(keyword: "var", conformances: "Codable, Sendable", hasInitialiser: false)]
        ),
        (
            "`var` structs with `Codable`, `Hashable` and an initialiser",
            [CompiledModel.swift(keyword: "var", conformances: "Codable, Hashable, Sendable", hasInitialiser: true)]
        ),
    ]
    for form in forms {
        var figures = [Double(form.files.reduce(0) { $0 + $1.split(separator: "\n").count })]
        let paths = try form.files.enumerated().map { number, text in
            let file = folder.appendingPathComponent("Models\(number).swift")
            try Data(text.utf8).write(to: file)
            return file.path
        }
        for mode in [["-Onone"], ["-O"]] {
            var seconds = Double.infinity
            var kilobytes = 0.0
            for _ in 0..<Bench.runs(2) {
                let cost = try Bench.run(
                    [
                        "swiftc", "-c", "-wmo", "-swift-version", "6", "-parse-as-library", "-module-name", "Compiled",
                        "-I", modules, "-o", object,
                    ]
                        + mode + paths)
                seconds = min(seconds, cost.cpuSeconds)
                let attributes = try FileManager.default.attributesOfItem(atPath: object)
                kilobytes = Double(attributes[.size] as? Int ?? 0) / 1024
            }
            figures += [seconds, kilobytes]
        }
        table.add(form.name, figures)
        costs.append(Array(figures.dropFirst()))
    }
    for (index, form) in forms.enumerated().dropFirst(2) {
        let ours = costs[index == 2 ? 0 : 1]
        ratios.add(form.name, zip(ours, costs[index]).map { $0 / $1 })
    }
    return [table, ratios]
}

/// The models of the comparison, in both forms.
private enum CompiledModel {
    static let count = 100
    static let fieldCount = 20

    /// A field's name on the wire and in Swift, and its type in Callsite's format, which is Swift's but for `JSON`.
    static func fields(of model: Int) -> [(wire: String, swift: String, type: String)] {
        let types = ["String", "Int", "Bool", "String?", "Double", "[String]", "Int?", "String", "Date", "URL?"]
        return (0..<fieldCount).map { number in
            let type = number == 9 && model > 0 ? "[Model\(model - 1)]?" : types[number % types.count]
            return ("field_\(number)_name", "field\(number)Name", type)
        }
    }

    static var description: String {
        "callsite: 1\napi: Compiled\nbaseURL: https://api.example.com\nmodels:\n"
            + (0..<count).map { model in
                "  Model\(model):\n" + fields(of: model).map { "    \($0.wire): \"\($0.type)\"\n" }.joined()
            }.joined()
    }

    static func swift(keyword: String, conformances: String, hasInitialiser: Bool) -> String {
        var text = "import Foundation\n"
        for model in 0..<count {
            let fields = fields(of: model)
            text += "\npublic struct Model\(model): \(conformances) {\n"
            for field in fields { text += "    public \(keyword) \(field.1): \(field.2)\n" }
            if hasInitialiser {
                let parameters = fields.map { "\($0.1): \($0.2)\($0.2.hasSuffix("?") ? " = nil" : "")" }
                text += "\n    public init(\(parameters.joined(separator: ", "))) {\n"
                for field in fields { text += "        self.\(field.1) = \(field.1)\n" }
                text += "    }\n"
            }
            text += "\n    private enum CodingKeys: String, CodingKey {\n"
            for field in fields { text += "        case \(field.1) = \"\(field.0)\"\n" }
            text += "    }\n}\n"
        }
        return text
    }
}

private func generatedModels(asAnswers: Bool) throws -> [String] {
    var description = CompiledModel.description
    if asAnswers {
        description += "endpoints:\n"
        for model in 0..<CompiledModel.count {
            description += "  Get\(model): {path: /models/\(model), response: Model\(model)}\n"
        }
    }
    var options = Options()
    options.access = .public
    let output = generate(
        SourceSet(main: .init(path: "compiled.yaml", bytes: Array(description.utf8))), options: options)
    guard !output.diagnostics.hasErrors else { throw Problem("the models of the comparison don't generate") }
    // The requests are another matter: what is compared is models.
    return output.files.filter { $0.name.contains("Models") }.map { String(decoding: $0.contents, as: UTF8.self) }
}
