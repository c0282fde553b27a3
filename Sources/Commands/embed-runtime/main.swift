import EmbeddedSources

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

// `embed-runtime OUTPUT FILE…`: writes the runtime's files as string literals of one Swift file. A file's module is the
// folder below `Runtime`. The plugin EmbedRuntime runs this tool in a build of Callsite after one of the files changed.
//
// Every package that uses Callsite's sources compiles this tool, so it doesn't use Foundation.

let arguments = CommandLine.arguments.dropFirst()
guard let output = arguments.first else { fail("usage: embed-runtime OUTPUT FILE...") }
let files = arguments.dropFirst().map { path -> (name: String, text: String) in
    let parts = path.split { $0 == "/" || $0 == "\\" }
    guard let runtime = parts.lastIndex(of: "Runtime"), runtime + 2 < parts.count else {
        fail("\(path) isn't below a folder 'Runtime'")
    }
    return (name: "\(parts[runtime + 1])/\(parts[parts.count - 1])", text: text(of: path))
}
// A module's subfolders are left out of the names, so two files could get the same name.
guard Set(files.map(\.name)).count == files.count else { fail("two files of a module have one name") }
save(embeddedRuntimeSource(files), to: output)

func text(of path: String) -> String {
    guard let file = fopen(path, "r") else { fail("can't read \(path)") }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
    guard ferror(file) == 0 else { fail("can't read \(path)") }
    return String(decoding: bytes, as: UTF8.self)
}

func save(_ text: String, to path: String) {
    guard let file = fopen(path, "w") else { fail("can't write \(path)") }
    let bytes = Array(text.utf8)
    guard fwrite(bytes, 1, bytes.count, file) == bytes.count, fclose(file) == 0 else { fail("can't write \(path)") }
}

func fail(_ message: String) -> Never {
    let line = Array("embed-runtime: error: \(message)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
    exit(1)
}
