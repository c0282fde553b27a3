import CallsiteCore
import Foundation

/// The tool for one system: a program without symbols, and the libraries that are linked into it.
struct ToolBinary {
    /// A library inside the binary, as a bill of materials has it.
    struct Part: Codable {
        var id: String
        var name: String
        /// nil: it isn't known.
        var version: String?
        /// An expression of SPDX.
        var license: String
        var url: String
    }

    /// `x86_64-unknown-linux-gnu`
    let triple: String
    let file: URL
    let parts: [Part]

    /// The words of the triple that names of files have: `x86_64-linux`, `arm64-macos`.
    var system: String {
        let words = triple.split(separator: "-")
        return "\(words[0])-\(isLinux ? "linux" : "macos")"
    }
    var isLinux: Bool { triple.contains("linux") }
    /// Homebrew calls the processor `arm`, not `intel`.
    var isARM: Bool { triple.hasPrefix("a") }
}

extension ToolBinary {
    /// `binary [--output DIR]`: builds the tool for this system in `DIR/TRIPLE`, as `release --binaries DIR` takes it.
    static func make(_ arguments: [String]) throws {
        guard arguments.isEmpty || (arguments.count == 2 && arguments[0] == "--output") else {
            throw Problem("usage: callsite-dev binary [--output DIR]")
        }
        let binary = try build()
        let folder = URL(fileURLWithPath: arguments.last ?? ".build/binaries").appendingPathComponent(binary.triple)
        try? FileManager.default.removeItem(at: folder)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: binary.file, to: folder.appendingPathComponent("callsite"))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try encoder.encode(binary.parts).write(to: folder.appendingPathComponent("parts.json"))
        print("wrote \(folder.path)")
    }

    /// The binaries that other systems made, in the order of their names.
    static func all(in folder: String) throws -> [ToolBinary] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        let binaries = try names.map { triple in
            let files = URL(fileURLWithPath: folder).appendingPathComponent(triple)
            let parts = try Data(contentsOf: files.appendingPathComponent("parts.json"))
            let file = files.appendingPathComponent("callsite")
            // An upload may lose permissions.
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
            return ToolBinary(triple: triple, file: file, parts: try JSONDecoder().decode([Part].self, from: parts))
        }
        guard !binaries.isEmpty else { throw Problem("there is no binary in '\(folder)'") }
        return binaries
    }

    /// Builds it for this system. It doesn't say where it was built.
    static func build() throws -> ToolBinary {
        let here = FileManager.default.currentDirectoryPath
        let map = "\(here)=."
        var words = [
            "swift", "build", "--configuration", "release", "--product", "callsite", "--scratch-path", ".build/static",
            "-Xswiftc", "-file-prefix-map", "-Xswiftc", map, "-Xcc", "-ffile-prefix-map=\(map)",
        ]
        #if os(Linux)
            words += ["-Xswiftc", "-static-executable"]
        #else
            // Untried. The linker prefers a dynamic library, so pkg-config offers the static one alone.
            words = try ["env", "PKG_CONFIG_PATH=\(staticLibYAML())"] + words
        #endif
        try run(words)
        let tool = URL(fileURLWithPath: ".build/static/callsite")
        try? FileManager.default.removeItem(at: tool)
        try FileManager.default.copyItem(at: URL(fileURLWithPath: ".build/static/release/callsite"), to: tool)
        // Symbols are two thirds of it. These sections are hashes of them, and symbols have the folder's name.
        var strip = ["strip"]
        #if os(Linux)
            strip += [".swift_modhash", ".note.gnu.build-id"].map { "--remove-section=\($0)" }
        #endif
        try run(strip + [tool.path])
        try checkPaths(of: tool)
        return ToolBinary(
            triple: try targetTriple().replacing(/[0-9.]+$/, with: ""), file: tool, parts: try linkedParts())
    }

    /// A binary must not say where it was built.
    private static func checkPaths(of tool: URL) throws {
        let bytes = try Data(contentsOf: tool, options: .mappedIfSafe)
        for path in [FileManager.default.currentDirectoryPath + "/", NSHomeDirectory() + "/"] where path != "//" {
            if bytes.range(of: Data(path.utf8)) != nil { throw Problem("the binary contains '\(path)'") }
        }
    }

    private static func linkedParts() throws -> [Part] {
        var parts = [
            Part(
                id: "libyaml", name: "libyaml", version: try output(["pkg-config", "--modversion", "yaml-0.1"]),
                license: "MIT", url: "https://pyyaml.org/wiki/LibYAML")
        ]
        #if os(Linux)
            let swift = try output(["swiftc", "--version"]).firstMatch(of: /Swift version ([0-9.]+)/)
            let libc = try output(["getconf", "GNU_LIBC_VERSION"]).split(separator: " ").last
            parts += [
                Part(
                    id: "swift", name: "Swift standard library and Foundation", version: swift.map { String($0.1) },
                    license: "Apache-2.0 WITH Swift-exception", url: "https://swift.org/download"),
                Part(
                    id: "glibc", name: "GNU C Library", version: libc.map(String.init), license: "LGPL-2.1-or-later",
                    url: "https://www.gnu.org/software/libc/"),
            ]
        #endif
        return parts
    }

    #if !os(Linux)
        /// A folder for pkg-config in which libyaml is a static library only.
        private static func staticLibYAML() throws -> String {
            let folder = URL(fileURLWithPath: ".build/libyaml")
            try? FileManager.default.removeItem(at: folder)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let libraries = try output(["pkg-config", "--variable=libdir", "yaml-0.1"])
            let headers = try output(["pkg-config", "--variable=includedir", "yaml-0.1"])
            let version = try output(["pkg-config", "--modversion", "yaml-0.1"])
            try FileManager.default.copyItem(
                at: URL(fileURLWithPath: libraries).appendingPathComponent("libyaml.a"),
                to: folder.appendingPathComponent("libyaml.a"))
            let text = """
                Name: LibYAML
                Description: YAML
                Version: \(version)
                Cflags: -I\(headers)
                Libs: -L\(folder.path) -lyaml

                """
            try Data(text.utf8).write(to: folder.appendingPathComponent("yaml-0.1.pc"))
            return folder.path
        }
    #endif
}

/// `x86_64-unknown-linux-gnu`, `arm64-apple-macosx15.0`
func targetTriple() throws -> String {
    let info = try output(["swiftc", "-print-target-info"])
    guard let match = info.firstMatch(of: /"triple"\s*:\s*"([^"]+)"/) else {
        throw Problem("swiftc doesn't print its target")
    }
    return String(match.1)
}
