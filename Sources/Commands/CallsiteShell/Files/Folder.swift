#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// An open folder and the files directly in it.
///
/// Files are named relative to the open folder, never by a path, and never through a symbolic link. So another process
/// that changes the path meanwhile can't redirect a write.
package struct Folder: ~Copyable {
    /// The kind of an entry of a folder.
    package enum Entry: Hashable, Sendable {
        case absent
        /// A regular file with these permission bits; `inode` tells whether two names are one file.
        case file(permissions: UInt32, inode: UInt64)
        case symbolicLink
        case folder
        /// A device, a pipe or a socket.
        case other
    }

    private let descriptor: Int32

    /// Opens the folder at an absolute path. A path that ends at a symbolic link to a folder is followed: the user
    /// named it.
    package init(opening path: String) throws(FileProblem) {
        let path = try checked(path)
        descriptor = try retrying { open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    }

    deinit { close(descriptor) }

    /// Waits until no other run of Callsite writes here, and keeps others waiting until this value is gone.
    ///
    /// The system releases the lock when the process ends, even if it is killed.
    ///
    /// - Parameter isBusy: called before it waits.
    /// - Returns: whether the folder is locked. Some network file systems have no locks.
    func lock(_ isBusy: () -> Void = {}) -> Bool {
        do throws(FileProblem) {
            _ = try retrying { flock(descriptor, LOCK_EX | LOCK_NB) }
            return true
        } catch .system(EWOULDBLOCK) {
            isBusy()
            return (try? retrying { flock(descriptor, LOCK_EX) }) != nil
        } catch {
            return false
        }
    }

    /// The names of all entries but `.` and `..`, sorted by their bytes.
    package func names() throws(FileProblem) -> [String] {
        // The stream closes its descriptor and has a position of its own, so it gets a descriptor of its own.
        let copy = try retrying { openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard let stream = fdopendir(copy) else {
            let code = errno
            close(copy)
            throw .system(code)
        }
        defer { closedir(stream) }
        let nameOffset = MemoryLayout<dirent>.offset(of: \.d_name)!
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = readdir(stream) else {
                if errno != 0 { throw .system(errno) }
                break
            }
            // Read the name by its address: the entry ends with its name, long before the end of the type that C
            // declares.
            let name = String(
                cString: UnsafeRawPointer(entry).advanced(by: nameOffset).assumingMemoryBound(to: CChar.self))
            if name != "." && name != ".." { names.append(name) }
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// The kind of the entry `name`, without following a symbolic link.
    package func entry(_ name: String) throws(FileProblem) -> Entry {
        let name = try checked(name)
        var info = stat()
        do throws(FileProblem) {
            _ = try retrying { fstatat(descriptor, name, &info, AT_SYMLINK_NOFOLLOW) }
        } catch .system(ENOENT) {
            return .absent
        }
        switch info.st_mode & S_IFMT {
        case S_IFREG: return .file(permissions: UInt32(info.st_mode & 0o777), inode: UInt64(info.st_ino))
        case S_IFLNK: return .symbolicLink
        case S_IFDIR: return .folder
        default: return .other
        }
    }

    /// The contents of the regular file `name`, or only its first bytes.
    ///
    /// - Parameters:
    ///   - name: the file; a symbolic link is refused with `ELOOP`.
    ///   - count: how many bytes at most; `nil` for all.
    package func contents(of name: String, first count: Int? = nil) throws(FileProblem) -> [UInt8] {
        let file = try retrying { openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) }
        defer { close(file) }
        guard let count else { return try readAll(from: file, limit: FileProblem.sizeLimit) }
        var bytes = [UInt8](repeating: 0, count: count)
        let read = try retrying { bytes.withUnsafeMutableBytes { pread(file, $0.baseAddress, $0.count, 0) } }
        return Array(bytes.prefix(read))
    }

    /// Writes a file that must not exist yet. If that fails, it does not exist afterwards either.
    ///
    /// - Parameter permissions: permission bits to give it whatever the umask says; `nil` for those of any new file.
    func create(_ name: String, contents: [UInt8], permissions: UInt32? = nil) throws(FileProblem) {
        let name = try checked(name)
        let file = try retrying {
            openat(descriptor, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode_t(permissions ?? 0o666))
        }
        do throws(FileProblem) {
            try writeAll(contents, to: file)
            if let permissions { _ = try retrying { fchmod(file, mode_t(permissions)) } }
        } catch {
            close(file)
            delete(name)
            throw error
        }
        // Where writes are delayed (NFS, quotas), a full disk shows only here.
        if close(file) == -1, errno != EINTR {
            let code = errno
            delete(name)
            throw .system(code)
        }
    }

    /// Replaces the file `target` with the file `source` in one step. Anything but a file under the name `target`
    /// stays.
    func moveOverFile(_ source: String, _ target: String) throws(FileProblem) {
        switch try entry(target) {
        case .absent, .file: _ = try retrying { renameat(descriptor, source, descriptor, target) }
        case .symbolicLink, .folder, .other: throw .notRegular
        }
    }

    /// Gives the file `source` the name `target`, which must be free.
    func moveToFreeName(_ source: String, _ target: String) throws(FileProblem) {
        do throws(FileProblem) {
            // Unlike renaming, this fails if something is there.
            _ = try retrying { linkat(descriptor, source, descriptor, target, 0) }
            delete(source)
        } catch {
            if error == .system(EEXIST) { throw error }
            // A file system without hard links.
            guard try entry(target) == .absent else { throw .system(EEXIST) }
            _ = try retrying { renameat(descriptor, source, descriptor, target) }
        }
    }

    /// Deletes a file, if it can be deleted.
    func delete(_ name: String) {
        _ = unlinkat(descriptor, name, 0)
    }
}
