import CallsiteCore
import Foundation
import Fuzzing

/// A program that sends 14 requests, with all that is generated from a description and with what `usage --write` leaves:
/// lines, the compiler's CPU seconds, and bytes of the stripped program above those of one that sends one request.
func benchUsage(_ paths: [String]) throws -> [BenchTable] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "callsite-bench-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let columns = [
        "lines", "-Onone s", "-O s", "-Onone KB", "-O KB", "-O KB, stripped", "public, -O KB",
        "public, -O KB, stripped",
    ]
    var totals = BenchTable("programs of 14 requests", columns.map { ($0, $0.hasSuffix(" s") ? 1 : 0) })
    var ratios = BenchTable("the used part of generated code, as a part of all", columns.map { ($0, 2) })
    let compiler = try ProgramCompiler(folder: folder)
    totals.add("a program of one request, whole", [.nan, .nan, .nan] + compiler.smallest)
    for path in paths.isEmpty ? ["Specs/github.yaml"] : paths {
        let sources = try load(path)
        func client(_ access: Options.Access) throws -> ReducedClient {
            var random = Randomness(seed: 1)
            guard let client = ReducedClient(sources, .sends, access: access, operations: 14, &random) else {
                throw Problem("\(path) has errors, or no operation")
            }
            return client
        }
        let (inside, outside) = (try client(.internal), try client(.public))
        // A description of our own may be of the same API as a document.
        let name = inside.api + (isNative(sources) ? ", own format" : "")
        let whole = try compiler.compile(inside.source, inside.whole, publicly: outside.whole)
        let used = try compiler.compile(inside.source, inside.reduced, publicly: outside.reduced)
        totals.add("\(name), all", whole)
        totals.add("\(name), used", used)
        ratios.add(name, zip(used, whole).map { $0 / $1 })
    }
    return try [totals, ratios] + benchMachineCode()
}

private func isNative(_ sources: SourceSet) -> Bool {
    var diagnostics = Diagnostics()
    return parse(sources, &diagnostics).format == .native
}

/// Compiles programs with generated code, in their own module, as an app has it, and as a module beside it.
private struct ProgramCompiler {
    let folder: URL
    private let objects: [String]
    /// The kilobytes of a program of one request, in each mode.
    private(set) var smallest: [Double] = []

    private static let optimized = ["-O", "-wmo", "-num-threads", "2"]

    init(folder: URL) throws {
        self.folder = folder
        // Code for deep links imports CallsiteStore.
        objects = try runtimeObjects(and: ["CallsiteStore"])
        // It has of the runtime what requests use, so that this isn't counted as generated code.
        let description = """
            callsite: 1
            api: One
            baseURL: https://api.example.com
            endpoints:
              GetThing: {path: "/things/{id}", parameters: {id: Int}, response: {fields: {id: Int, name: String?}}}

            """
        let sources = SourceSet(main: .init(path: "one.yaml", bytes: Array(description.utf8)))
        func client(_ access: Options.Access) throws -> ReducedClient {
            var random = Randomness(seed: 1)
            guard let client = ReducedClient(sources, .sends, access: access, operations: 1, &random) else {
                throw Problem("the program of one request can't be made")
            }
            return client
        }
        let one = try client(.internal)
        smallest = try build(one.source, one.whole, try client(.public).whole).kilobytes
    }

    func compile(
        _ source: String, _ files: [ReducedClient.File], publicly publicFiles: [ReducedClient.File]
    ) throws -> [Double] {
        let lines = files.reduce(0) { $0 + $1.contents.count { $0 == 0x0A } }
        let (seconds, kilobytes) = try build(source, files, publicFiles)
        return [Double(lines)] + seconds + zip(kilobytes, smallest).map { $0 - $1 }
    }

    /// The compiler's CPU seconds, unoptimised and with `-O`, and the program's kilobytes: both, the second once more
    /// without dead code, and both for a module of its own.
    private func build(
        _ source: String, _ files: [ReducedClient.File], _ publicFiles: [ReducedClient.File]
    ) throws -> (seconds: [Double], kilobytes: [Double]) {
        let client = [(name: "Client.swift", contents: Array(source.utf8))]
        let debug = try compile("Client", files + client, ["-Onone", "-enable-batch-mode", "-j", "2"])
        var kilobytes = [try link(debug.objects, [])]
        let release = try compile("Client", files + client, Self.optimized)
        kilobytes += [try link(release.objects, []), try link(release.objects, ["-Xlinker", "--gc-sections"])]
        let module = try compile(
            "Generated", publicFiles, Self.optimized + ["-emit-module", "-emit-module-path", "Generated.swiftmodule"])
        let other = try compile(
            "Client", [(name: "Client.swift", contents: Array(("import Generated\n" + source).utf8))],
            Self.optimized + ["-I", folder.appendingPathComponent("Generated").path])
        let all = module.objects + other.objects
        kilobytes += [try link(all, []), try link(all, ["-Xlinker", "--gc-sections"])]
        return ([debug.seconds, release.seconds], kilobytes)
    }

    private func compile(
        _ module: String, _ files: [ReducedClient.File], _ flags: [String]
    ) throws -> (seconds: Double, objects: [String]) {
        let place = folder.appendingPathComponent(module)
        try? FileManager.default.removeItem(at: place)
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        let paths = try files.map { name, contents in
            let file = place.appendingPathComponent(name)
            try Data(contents).write(to: file)
            return file.path
        }
        let modules = buildFolder.appendingPathComponent("Modules").path
        let headers = FileManager.default.currentDirectoryPath + "/Sources/Runtime/CallsiteCurl/include"
        let cost = try Bench.run(
            [
                "swiftc", "-c", "-working-directory", place.path, "-swift-version", "6", "-parse-as-library",
                "-module-name", module, "-suppress-warnings", "-I", modules, "-I", headers,
            ] + flags + paths)
        let objects = try FileManager.default.contentsOfDirectory(atPath: place.path).filter { $0.hasSuffix(".o") }
        return (cost.cpuSeconds, objects.sorted().map { place.appendingPathComponent($0).path })
    }

    /// The kilobytes of the program, without symbols.
    private func link(_ own: [String], _ flags: [String]) throws -> Double {
        let program = folder.appendingPathComponent("program").path
        _ = try Bench.run(["swiftc", "-o", program, "-Xlinker", "-s"] + flags + own + objects)
        let attributes = try FileManager.default.attributesOfItem(atPath: program)
        return Double(attributes[.size] as? Int ?? 0) / 1024
    }
}
