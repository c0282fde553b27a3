import CallsiteMockEngine
import CallsitePrinter
import CallsiteShell

/// The folder of `--record`: a file for each response. A request that was recorded by an earlier run is recorded anew.
final class RecordingFolder: @unchecked Sendable {
    private let path: String
    private let shell: Shell
    /// Recordings from other threads, until the thread that writes to the console calls `writeWaiting`.
    private let waiting = Locked<[Recording]>([])
    /// How often each request was sent in this run. Only `writeWaiting` uses it.
    private var counts: [String: Int] = [:]

    init(path: String, shell: Shell) {
        self.path = path
        self.shell = shell
    }

    func add(_ recording: Recording) { waiting.withLock { $0.append(recording) } }

    /// Whether a recording could not be written so far. Only `writeWaiting` changes it.
    private(set) var hasFailed = false

    /// Writes the waiting recordings, readable for their owner only. Errors are reported on the console.
    func writeWaiting() {
        let recordings = waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
        for recording in recordings where !write(recording) { hasFailed = true }
    }

    private func write(_ recording: Recording) -> Bool {
        let number = counts[recording.name, default: 0] + 1
        counts[recording.name] = number
        let status = shell.writeFiles(
            [.init(name: Self.file(recording.name, number), contents: recording.contents)], in: path,
            replacing: Self.isRecording, elsewhere: "another folder", isSilent: true, permissions: 0o600,
            deleting: number == 1 ? others(of: recording.name) : [], path: { Path.join(self.path, $0) })
        return status == .done
    }

    private static func file(_ name: String, _ number: Int) -> String { "\(name)-\(number).json" }

    private static func isRecording(_ contents: [UInt8]) -> Bool {
        (try? Recordings.read(contents))?.exchanges.count == 1
    }

    /// The request's further files from an earlier run, since this run may record fewer responses.
    private func others(of name: String) -> [String] {
        guard let folder = try? Folder(opening: shell.absolute(path)) else { return [] }
        var names: [String] = []
        while case let next = Self.file(name, names.count + 2), let contents = try? folder.contents(of: next),
            Self.isRecording(contents)
        {
            names.append(next)
        }
        return names
    }
}
