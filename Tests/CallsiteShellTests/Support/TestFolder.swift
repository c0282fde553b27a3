import CallsitePrinter
import CallsiteCommands
import CallsiteShell
import Foundation

/// A new folder for one test, deleted with this value.
final class TestFolder {
    let path: String

    init() throws {
        var template = Array((NSTemporaryDirectory() + "/callsite-test-XXXXXX").utf8CString)
        guard let made = mkdtemp(&template), let resolved = realpath(made, nil) else {
            throw CocoaError(.fileWriteUnknown)
        }
        defer { free(resolved) }
        path = String(cString: resolved)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func path(_ name: String) -> String { path + "/" + name }

    /// Writes a file, with the folders above it.
    func write(_ text: String, to name: String) throws {
        try makeFolder(name.split(separator: "/").dropLast().joined(separator: "/"))
        try Data(text.utf8).write(to: URL(fileURLWithPath: path(name)))
    }

    func makeFolder(_ name: String) throws {
        try FileManager.default.createDirectory(atPath: path(name), withIntermediateDirectories: true)
    }

    /// Makes a symbolic link called `name` that says `target`.
    func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: path(name), withDestinationPath: target)
    }

    /// The text of a file; `nil` if there is none.
    func read(_ name: String) -> String? {
        FileManager.default.contents(atPath: path(name)).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The names in a folder, sorted, but for Callsite's own manifest.
    func names(in name: String = "") -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path(name))) ?? []
        return names.filter { $0 != ".callsite-manifest.json" }.sorted()
    }

    func delete(_ name: String) throws { try FileManager.default.removeItem(atPath: path(name)) }

    func setPermissions(_ permissions: Int, of name: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: path(name))
    }

    func permissions(of name: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path(name))[.posixPermissions] as? Int
    }

    /// Sets the time of the last change to the year 2001, to see later whether a file was touched.
    func age(_ name: String) throws {
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceReferenceDate: 0)], ofItemAtPath: path(name))
    }

    func isAged(_ name: String) throws -> Bool {
        let date = try FileManager.default.attributesOfItem(atPath: path(name))[.modificationDate] as? Date
        return date == Date(timeIntervalSinceReferenceDate: 0)
    }
}

/// The result of a run.
struct RunResult {
    var status: Int32
    var output: String
    var errors: String
}

extension TestFolder {
    /// Runs a command line in this folder.
    func run(
        _ arguments: String..., input: String = "", isTerminal: Bool = false, variables: [String: String] = [:],
        outputFailure: Int32 = 0, from working: String = "", wait: @escaping (Double) -> Bool = { _ in false }
    ) -> RunResult {
        run(
            arguments, input: input, isTerminal: isTerminal, variables: variables, outputFailure: outputFailure,
            from: working)
    }

    /// Runs a command line in this folder.
    ///
    /// - Parameters:
    ///   - program: which commands there are.
    ///   - outputFailure: the `errno` value with which every write to standard output fails; 0 for none.
    ///   - working: a folder in this one, instead of this one.
    ///   - records: where it is written down what earlier runs made.
    func run(
        _ arguments: [String], of program: Program = .callsite, input: String = "", isTerminal: Bool = false,
        variables: [String: String] = [:], outputFailure: Int32 = 0, from working: String = "",
        records: RecordFolder? = nil, now: @escaping () -> Double = { 0 },
        wait: @escaping (Double) -> Bool = { _ in false }
    ) -> RunResult {
        var output: [UInt8] = []
        var errors: [UInt8] = []
        let environment = Environment(
            workingDirectory: working.isEmpty ? path : self.path(working), variables: variables,
            isErrorTerminal: isTerminal, records: records, readInput: { _ in .success(Array(input.utf8)) }, wait: wait,
            now: now,
            write: { stream, bytes in
                switch stream {
                case .output:
                    if outputFailure != 0 { return outputFailure }
                    output += bytes
                case .error: errors += bytes
                }
                return 0
            })
        let status = CallsiteShell.run(arguments, of: program, in: environment)
        return RunResult(
            status: status, output: String(decoding: output, as: UTF8.self),
            errors: String(decoding: errors, as: UTF8.self))
    }

    /// Writes a small, correct description.
    func writeSpecification(_ name: String = "pets.yaml", api: String = "Pets", extra: String = "") throws {
        try write(
            """
            callsite: 1
            api: \(api)
            baseURL: https://api.example.com
            endpoints:
              ListPets:
                method: GET
                path: /pets
                response: [Pet]
            models:
              Pet:
                id: Int64
                name: String
            \(extra)
            """, to: name)
    }
}

/// Whether permissions mean nothing to this process.
let isRoot = getuid() == 0

extension TestFolder {
    /// Makes a file of zeros that takes no room.
    func makeLargeFile(_ name: String, size: Int) throws {
        try write("", to: name)
        guard truncate(path(name), off_t(size)) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }

    func makePipe(_ name: String) throws {
        guard mkfifo(path(name), 0o666) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }
}
