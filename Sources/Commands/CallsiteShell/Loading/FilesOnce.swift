import CallsiteCore

/// Reads each file of a run once, however many descriptions include it. Several threads may read at a time.
package final class FilesOnce: @unchecked Sendable {
    package init() {}

    private let lock = Lock()
    private var contents: [String: Result<[UInt8], FileProblem>] = [:]
    private var hashes: [String: String] = [:]

    /// The contents of the file at an absolute path without symbolic links.
    package func read(_ path: String) throws(FileProblem) -> [UInt8] {
        if let earlier = lock.guarding({ contents[path] }) { return try earlier.get() }
        let result = Result { () throws(FileProblem) in try readFile(path, regularOnly: true) }
        // Another thread may have been first.
        return try lock.guarding {
            let first = contents[path] ?? result
            contents[path] = first
            return first
        }.get()
    }

    /// The hash of an input. Unlike a manifest's hash, it depends on line breaks, since templates copy them.
    package static func hash(of contents: [UInt8]) -> String { Manifest.hash(contents) + "-\(contents.count)" }

    /// The hash of the file at an absolute path; nil if it can't be read.
    package func hash(_ path: String) -> String? {
        if let hash = lock.guarding({ hashes[path] }) { return hash }
        guard let bytes = try? read(path) else { return nil }
        let hash = Self.hash(of: bytes)
        lock.guarding { hashes[path] = hash }
        return hash
    }
}
