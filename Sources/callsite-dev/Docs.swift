import Foundation

/// Builds the documentation of the libraries into `.build/docs`. A link that leads nowhere is an error.
func buildDocs() throws {
    let folder = URL(fileURLWithPath: ".build/docs")
    try? FileManager.default.removeItem(at: folder)
    let told = try output(["swift", "package", "dump-symbol-graph", "--minimum-access-level", "public"])
    guard let line = told.split(separator: "\n").last(where: { $0.hasPrefix("Files written to ") }) else {
        throw Problem("swift package dump-symbol-graph doesn't tell where it wrote")
    }
    let graphs = String(line.dropFirst("Files written to ".count))
    for module in ["CallsiteRuntime", "CallsiteToolkit", "CallsiteStore"] {
        // The tests' modules have graphs too, and must not get into the documentation.
        let own = folder.appendingPathComponent("graphs/\(module)")
        try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
        for name in try FileManager.default.contentsOfDirectory(atPath: graphs)
        where name == "\(module).symbols.json" || name.hasPrefix("\(module)@") {
            try FileManager.default.copyItem(
                at: URL(fileURLWithPath: graphs).appendingPathComponent(name), to: own.appendingPathComponent(name))
        }
        try run([
            "docc", "convert", "Sources/\(module)/\(module).docc", "--additional-symbol-graph-dir", own.path, "--fallback-display-name",
            module,
            "--fallback-bundle-identifier", "callsite.\(module)", "--output-path",
            folder.appendingPathComponent("\(module).doccarchive").path,
            "--warnings-as-errors",
        ])
        print("wrote .build/docs/\(module).doccarchive")
    }
}
