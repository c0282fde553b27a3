import Foundation

/// For tests that compile what was generated.
public enum SwiftCompiler {
    /// Where the modules of the package are: beside those of the very test that asks.
    public static let modules: String? = {
        // On macOS the tests are a bundle, which a program of the toolchain loads.
        let arguments = CommandLine.arguments
        let bundle = arguments.firstIndex(of: "--test-bundle-path").flatMap { arguments.dropFirst($0 + 1).first }
        var folder = URL(fileURLWithPath: bundle ?? arguments[0]).deletingLastPathComponent()
        for _ in 0..<6 {
            let modules = folder.appendingPathComponent("Modules")
            if FileManager.default.fileExists(
                atPath: modules.appendingPathComponent("CallsiteRuntime.swiftmodule").path)
            {
                return modules.path
            }
            folder.deleteLastPathComponent()
        }
        return nil
    }()

    /// Runs the compiler; `text` is the beginning of what it says.
    public static func run(_ arguments: [String]) async throws -> (status: Int32, text: String) {
        let result = try await ChildProcess.run(["swiftc"] + arguments)
        return (result.status, String(result.text.prefix(2000)))
    }
}

/// For tests that run programs. They wait on threads of their own: Swift's are as few as the processors, and the other
/// tests need them.
///
/// Their hang guard is ten minutes of processor time for each process: how long they wait for their turn, and how busy
/// the machine is beside them, doesn't count. So what runs programs has no time limit of its own.
public enum ChildProcess {
    /// Two at once: a compiler takes a processor and some hundred megabytes. Their stacks have eight, also where those of
    /// the tests' own threads are made small.
    private static let queue: OperationQueue = {
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 2
        return queue
    }()

    /// Runs a program that is found by its name, and returns its exit status and all that it has printed.
    public static func run(
        _ arguments: [String], in folder: URL? = nil, environment: [String: String]? = nil
    ) async throws -> (status: Int32, text: String) {
        try await withCheckedThrowingContinuation { continuation in
            queue.addOperation { continuation.resume(with: Result { try wait(arguments, folder, environment) }) }
        }
    }

    private static func wait(
        _ arguments: [String], _ folder: URL?, _ environment: [String: String]?
    ) throws -> (status: Int32, text: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", "ulimit -S -s 8192; ulimit -t 600; exec \"$@\"", "sh"] + arguments
        if let folder { process.currentDirectoryURL = folder }
        if let environment { process.environment = environment }
        process.standardInput = FileHandle.nullDevice
        let pipe = Pipe()
        process.standardError = pipe
        process.standardOutput = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: data, as: UTF8.self))
    }
}
