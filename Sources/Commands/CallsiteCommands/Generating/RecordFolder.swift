import CallsiteShell

#if canImport(Darwin)
    import Darwin
    import MachO
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

extension RecordFolder {
    /// `callsite/generated` in the user's cache folder, which the XDG Base Directory Specification and Apple's file
    /// system guide define; nil without a home folder, as in a build system's sandbox.
    package static func ofUser() -> RecordFolder? {
        guard let tool = executable.flatMap(fileState) else { return nil }
        func folder(_ variable: String) -> String? {
            guard let value = getenv(variable).map({ String(cString: $0) }), value.hasPrefix("/") else { return nil }
            return value
        }
        #if canImport(Darwin)
            let caches = folder("XDG_CACHE_HOME") ?? folder("HOME").map { Path.join($0, "Library/Caches") }
        #else
            let caches = folder("XDG_CACHE_HOME") ?? folder("HOME").map { Path.join($0, ".cache") }
        #endif
        return caches.map { RecordFolder(path: Path.join($0, "callsite/generated"), tool: "\(tool)") }
    }

    /// The path of this process's program.
    private static var executable: String? {
        #if canImport(Darwin)
            var size: UInt32 = 0
            _NSGetExecutablePath(nil, &size)
            var path = [CChar](repeating: 0, count: Int(size) + 1)
            guard _NSGetExecutablePath(&path, &size) == 0 else { return nil }
            return path.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } }
        #else
            return "/proc/self/exe"
        #endif
    }
}
