import Foundation

/// Builds the documentation of the libraries into `.build/docs`. A link that leads nowhere is an error.
func buildDocs() throws {
    let folder = URL(fileURLWithPath: ".build/docs")
    try? FileManager.default.removeItem(at: folder)
    for module in ["CallsiteRuntime", "CallsiteToolkit", "CallsiteStore"] {
        // One by one: 'swift package dump-symbol-graph' wants the tests too, which a fresh clone hasn't built.
        try run(["swift", "build", "--target", module])
        let graphs = folder.appendingPathComponent("graphs/\(module)")
        try FileManager.default.createDirectory(at: graphs, withIntermediateDirectories: true)
        var words = [
            "swift", "symbolgraph-extract", "-module-name", module, "-target", try targetTriple(), "-I",
            buildFolder.appendingPathComponent("Modules").path, "-Xcc", "-ISources/CallsiteCurl/include", "-minimum-access-level", "public",
            "-omit-extension-block-symbols", "-output-dir", graphs.path,
        ]
        #if os(macOS)
            words += ["-sdk", try output(["xcrun", "--show-sdk-path"])]
        #endif
        try run(words)
        try run([
            "docc", "convert", "Sources/\(module)/\(module).docc", "--additional-symbol-graph-dir", graphs.path, "--fallback-display-name",
            module,
            "--fallback-bundle-identifier", "callsite.\(module)", "--output-path",
            folder.appendingPathComponent("\(module).doccarchive").path,
            "--warnings-as-errors",
        ])
        print("wrote .build/docs/\(module).doccarchive")
    }
}
