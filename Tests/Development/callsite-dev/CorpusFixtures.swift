import CallsiteCore
import CallsitePrinter
import Foundation

/// Compiles the fixtures of a document as a test target does: of internal and public models, in debug and release
/// builds. Warnings are errors.
func tryFixtures(_ path: String, _ sources: SourceSet) throws -> (line: String, isWrong: Bool) {
    var problems: [String] = []
    for access in [Options.Access.internal, .public] {
        let output = generate(sources, options: Options(access: access, fixturesModule: "Checked"))
        guard !output.diagnostics.hasErrors else { return ("  \(path): not generated", false) }
        for isRelease in [false, true] {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
                "callsite-fixtures-\(ProcessInfo.processInfo.processIdentifier)")
            try? FileManager.default.removeItem(at: folder)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            func written(_ files: [Output.File]) throws -> [String] {
                try files.map { file in
                    let url = folder.appendingPathComponent(file.name)
                    try Data(file.contents).write(to: url)
                    return url.path
                }
            }
            // A release build of a package has no '-enable-testing', and 'DEBUG' is a debug build's.
            let configuration = isRelease ? ["-O"] : ["-Onone", "-enable-testing", "-D", "DEBUG"]
            let common =
                [
                    "swiftc", "-swift-version", "6", "-parse-as-library", "-I",
                    buildFolder.appendingPathComponent("Modules").path,
                ]
                + configuration
            // Function bodies are the same in both builds, and are compiled in the first.
            let skipping = isRelease ? ["-Xfrontend", "-experimental-skip-non-inlinable-function-bodies"] : []
            let module = try captured(
                common + skipping + [
                    "-wmo", "-emit-module", "-module-name", "Checked", "-emit-module-path",
                    folder.appendingPathComponent("Checked.swiftmodule").path,
                ]
                    + written(output.files))
            let fixtures = try captured(
                common + ["-typecheck", "-warnings-as-errors", "-module-name", "CheckedTests", "-I", folder.path]
                    + written(output.fixtures)
            )
            for (what, result) in [("the models", module), ("the fixtures", fixtures)] where result.status != 0 {
                let errors = result.text.split(separator: "\n").filter { $0.contains("error:") }
                problems.append(
                    "\n    \(access.rawValue), \(isRelease ? "release" : "debug"): \(what) don't compile (\(errors.count))"
                        + errors.prefix(4).map { "\n    " + $0 }.joined())
                break
            }
        }
    }
    return (
        "\(problems.isEmpty ? "  " : "! ")\(path): fixtures\(problems.isEmpty ? " compile" : "")" + problems.joined(),
        !problems.isEmpty
    )
}
