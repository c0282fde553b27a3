#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Makes a system call that returns -1 on failure, and repeats it if a signal interrupted it.
func retrying<Value: SignedInteger>(_ call: () -> Value) throws(FileProblem) -> Value {
    while true {
        let value = call()
        if value != -1 { return value }
        let code = errno
        if code != EINTR { throw .system(code) }
    }
}

/// `path`, if it can be a path at all. A description can hold a NUL, which would silently end a C string.
package func checked(_ path: String) throws(FileProblem) -> String {
    guard !path.utf8.contains(0) else { throw .system(ENOENT) }
    return path
}

/// Reads a descriptor to its end.
///
/// - Throws: `FileProblem.tooLarge` if there are more than `limit` bytes.
func readAll(from descriptor: Int32, limit: Int) throws(FileProblem) -> [UInt8] {
    var bytes: [UInt8] = []
    var info = stat()
    if fstat(descriptor, &info) == 0, info.st_size > 0 {
        if Int64(info.st_size) > Int64(limit) { throw .tooLarge(limit) }
        bytes.reserveCapacity(Int(info.st_size))
    }
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { chunk.deallocate() }
    while true {
        let count = try retrying { read(descriptor, chunk.baseAddress, chunk.count) }
        if count == 0 { return bytes }
        bytes.append(contentsOf: chunk[..<count])
        if bytes.count > limit { throw .tooLarge(limit) }
    }
}

/// Writes all bytes to a descriptor.
func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws(FileProblem) {
    var start = 0
    while start < bytes.count {
        start += try retrying {
            bytes.withUnsafeBytes { write(descriptor, $0.baseAddress.map { $0 + start }, $0.count - start) }
        }
    }
}

/// Reads a file.
///
/// - Parameters:
///   - path: an absolute path; symbolic links are followed.
///   - regularOnly: whether pipes and devices are refused. Opening one never blocks when they are.
package func readFile(
    _ path: String, regularOnly: Bool, limit: Int = FileProblem.sizeLimit
) throws(FileProblem) -> [UInt8] {
    let path = try checked(path)
    let descriptor = try retrying { open(path, O_RDONLY | O_CLOEXEC | (regularOnly ? O_NONBLOCK : 0)) }
    defer { close(descriptor) }
    var info = stat()
    _ = try retrying { fstat(descriptor, &info) }
    switch info.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw .system(EISDIR)
    default: if regularOnly { throw .notRegular }
    }
    return try readAll(from: descriptor, limit: limit)
}

/// Whether two files have the same contents. In a debug build, `==` takes a hundred times as long.
package func areSame(_ first: [UInt8], _ second: [UInt8]) -> Bool {
    let count = first.count
    guard count == second.count, count > 0 else { return count == second.count }
    return first.withUnsafeBytes { first in
        second.withUnsafeBytes { second in
            guard let first = first.baseAddress, let second = second.baseAddress else { return false }
            return memcmp(first, second, count) == 0
        }
    }
}

/// The absolute path of an existing file, without symbolic links.
package func resolvedPath(_ path: String) throws(FileProblem) -> String {
    guard let resolved = realpath(try checked(path), nil) else { throw .system(errno) }
    defer { free(resolved) }
    return String(cString: resolved)
}

/// Whether a file or folder exists at an absolute path.
package func fileExists(_ path: String) -> Bool { (try? checked(path)).map { access($0, F_OK) == 0 } ?? false }

/// The properties of a file that change when it is saved, in place or by renaming a new file; nil if there is no file.
package func fileState(_ path: String) -> FileState? {
    var info = stat()
    guard let path = try? checked(path), stat(path, &info) == 0 else { return nil }
    #if canImport(Darwin)
        let time = info.st_mtimespec
    #else
        let time = info.st_mtim
    #endif
    return FileState(
        inode: UInt64(info.st_ino), size: Int64(info.st_size), seconds: Int(time.tv_sec), nanoseconds: Int(time.tv_nsec)
    )
}

package struct FileState: Hashable, Sendable {
    let inode: UInt64
    let size: Int64
    let seconds: Int
    let nanoseconds: Int
}

/// The path of the folder that relative paths start from.
func currentFolder() throws(FileProblem) -> String {
    guard let path = getcwd(nil, 0) else { throw .system(errno) }
    defer { free(path) }
    return String(cString: path)
}

/// Makes a folder and those above it that are missing.
func createFolders(_ path: String) throws(FileProblem) {
    let path = Path.withoutTrailingSlashes(try checked(path))
    if mkdir(path, 0o777) == 0 { return }
    switch errno {
    case EEXIST:
        // Something is there; whether it is a folder shows when it is opened.
        return
    case ENOENT where Path.folder(of: path) != path:
        try createFolders(Path.folder(of: path))
        if mkdir(path, 0o777) == 0 || errno == EEXIST { return }
        throw .system(errno)
    case let code:
        throw .system(code)
    }
}

/// Throws the error that creating files in a folder would fail with. The folder itself may be missing.
func checkIsWritable(_ folder: String) throws(FileProblem) {
    var folder = Path.withoutTrailingSlashes(try checked(folder))
    while access(folder, F_OK) != 0, errno == ENOENT, Path.folder(of: folder) != folder {
        var info = stat()
        // No folder can be created at a broken symbolic link.
        if lstat(folder, &info) == 0 { throw .system(ENOENT) }
        folder = Path.folder(of: folder)
    }
    _ = try Folder(opening: folder)
    _ = try retrying { access(folder, W_OK | X_OK) }
}
