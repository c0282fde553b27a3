import CallsiteShell

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A program that is run without a shell, so nothing expands or splits its arguments.
enum ChildProgram {
    struct Result: Sendable {
        /// 127: there is no such program.
        var status: Int32
        var output: [UInt8]
        var errors: [UInt8]
    }

    /// Runs a program of `PATH` to its end.
    ///
    /// - Parameters:
    ///   - arguments: the name of the program first.
    ///   - variables: environment variables over those of this process.
    ///   - limit: the number of bytes of output that are read; more is an error.
    static func run(_ arguments: [String], variables: [String: String], limit: Int) throws(FileProblem) -> Result {
        var output: [Int32] = [-1, -1]
        var errors: [Int32] = [-1, -1]
        guard pipe(&output) == 0 else { throw .system(errno) }
        guard pipe(&errors) == 0 else {
            let code = errno
            for descriptor in output { close(descriptor) }
            throw .system(code)
        }
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
        #else
            var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output[1], STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, errors[1], STDERR_FILENO)
        // The child keeps only its copies of the pipes' ends. A program that another thread starts inherits no end.
        for descriptor in output + errors { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }

        var words: [UnsafeMutablePointer<CChar>?] =
            try arguments.map { (word) throws(FileProblem) in strdup(try checked(word)) } + [nil]
        var environment: [UnsafeMutablePointer<CChar>?] = self.environment(variables).map { strdup($0) } + [nil]
        defer { for string in words + environment { free(string) } }
        var process: pid_t = 0
        let code = posix_spawnp(&process, words[0]!, &actions, nil, &words, &environment)
        close(output[1])
        close(errors[1])
        guard code == 0 else {
            close(output[0])
            close(errors[0])
            if code == ENOENT { return Result(status: 127, output: [], errors: []) }
            throw .system(code)
        }
        let contents = readBoth(output[0], errors[0], limit: limit)
        if contents.isTooLarge || contents.isTooSlow { kill(process, SIGKILL) }
        var status: Int32 = 0
        while waitpid(process, &status, 0) == -1, errno == EINTR {}
        if contents.isTooLarge { throw .tooLarge(limit) }
        if contents.isTooSlow { throw .system(ETIMEDOUT) }
        let exit = status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
        return Result(status: exit, output: contents.output, errors: contents.errors)
    }

    /// `DEVELOPER_DIR` is kept since it chooses the Xcode whose git `/usr/bin/git` runs on macOS.
    private static func environment(_ variables: [String: String]) -> [String] {
        var result = variables.map { $0.key + "=" + $0.value }
        for name in ["PATH", "HOME", "TMPDIR", "XDG_CONFIG_HOME", "SYSTEMROOT", "DEVELOPER_DIR"]
        where variables[name] == nil {
            if let value = getenv(name) { result.append(name + "=" + String(cString: value)) }
        }
        return result
    }

    /// The milliseconds without output after which a program counts as hanging: a configuration may name a pipe.
    private static let silenceLimit: Int32 = 60_000

    /// Reads both pipes to their ends, each as soon as it has bytes: a full pipe would block the program.
    private static func readBoth(_ output: Int32, _ errors: Int32, limit: Int) -> (
        output: [UInt8], errors: [UInt8], isTooLarge: Bool, isTooSlow: Bool
    ) {
        var bytes: [Int32: [UInt8]] = [output: [], errors: []]
        var open = [output, errors]
        defer { for descriptor in open { close(descriptor) } }
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while !open.isEmpty {
            var polled = open.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            let count = poll(&polled, nfds_t(polled.count), silenceLimit)
            if count == 0 { return ([], [], false, true) }
            if count < 0, errno != EINTR { break }
            for item in polled where item.revents != 0 {
                let count = read(item.fd, &chunk, chunk.count)
                if count < 0, errno == EINTR { continue }
                if count <= 0 {
                    close(item.fd)
                    open.removeAll { $0 == item.fd }
                    continue
                }
                bytes[item.fd, default: []] += chunk[..<count]
                if bytes[item.fd, default: []].count > limit { return ([], [], true, false) }
            }
        }
        return (bytes[output] ?? [], bytes[errors] ?? [], false, false)
    }
}
