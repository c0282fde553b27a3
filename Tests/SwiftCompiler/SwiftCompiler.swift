import Foundation

/// For tests that compile what was generated.
public enum SwiftCompiler {
    /// Where the modules of the package are: beside those of the very test that asks.
    public static let modules: String? = {
        var folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        for _ in 0..<6 {
            let modules = folder.appendingPathComponent("Modules")
            if FileManager.default.fileExists(atPath: modules.appendingPathComponent("CallsiteRuntime.swiftmodule").path) {
                return modules.path
            }
            folder.deleteLastPathComponent()
        }
        return nil
    }()

    /// Runs the compiler; `text` is the beginning of what it says.
    public static func run(_ arguments: [String]) throws -> (status: Int32, text: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["swiftc"] + arguments
        let pipe = Pipe()
        process.standardError = pipe
        process.standardOutput = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(String(decoding: data, as: UTF8.self).prefix(2000)))
    }
}
