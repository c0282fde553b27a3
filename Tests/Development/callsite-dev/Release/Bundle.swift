import CallsiteCore
import Foundation

// A binary of the tool that needs neither Swift nor libyaml, as an artifact bundle; and a package that uses it in place
// of the tool's sources: with it no build compiles the tool, and no pkg-config is needed.

/// Writes into `.build/bundle`: `callsite.artifactbundle`, the same as `.zip` with its checksum, and `package`.
func makeBundle() throws {
    let folder = URL(fileURLWithPath: ".build/bundle")
    try? FileManager.default.removeItem(at: folder)
    let binary = try ToolBinary.build()
    let bundle = folder.appendingPathComponent("callsite.artifactbundle")
    let zip = folder.appendingPathComponent("callsite.artifactbundle.zip")
    try writeBundle([binary], to: bundle, zippedTo: zip)
    try checkSize(of: binary.file)
    let package = folder.appendingPathComponent("package")
    try makePackage(package, tool: ".binaryTarget(name: \"callsite\", path: \"callsite.artifactbundle\")")
    try FileManager.default.copyItem(at: bundle, to: package.appendingPathComponent("callsite.artifactbundle"))
    let docker = folder.appendingPathComponent("docker")
    try FileManager.default.createDirectory(
        at: docker.appendingPathComponent("bin"), withIntermediateDirectories: true)
    for (source, name) in [
        (binary.file.path, "bin/callsite"), ("Plugins/Docker/Dockerfile", "Dockerfile"), ("LICENSE", "LICENSE"),
    ] {
        try FileManager.default.copyItem(
            at: URL(fileURLWithPath: source), to: docker.appendingPathComponent(name))
    }
    print("wrote .build/bundle/docker, the context of an image")
    print("wrote .build/bundle/callsite.artifactbundle")
    print("wrote .build/bundle/callsite.artifactbundle.zip, checksum \(try sha256(zip))")
    print("wrote .build/bundle/package, which has the plugins and the runtime, and the tool as that binary")
}

/// Writes an artifact bundle (SwiftPM, Swift Evolution 305) of the tool, and the same as a ZIP archive.
func writeBundle(_ binaries: [ToolBinary], to bundle: URL, zippedTo archive: URL) throws {
    let version = CallsiteVersion.current
    try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: true)
    try FileManager.default.copyItem(at: URL(fileURLWithPath: "LICENSE"), to: bundle.appendingPathComponent("LICENSE"))
    let paths = binaries.map { "callsite-\(version)-\($0.triple)/bin/callsite" }
    for (binary, path) in zip(binaries, paths) {
        let copy = bundle.appendingPathComponent(path)
        try FileManager.default.createDirectory(at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: binary.file, to: copy)
    }
    let variants = zip(binaries, paths).map { binary, path in
        "{\"path\": \"\(path)\", \"supportedTriples\": [\"\(binary.triple)\"]}"
    }
    // The build plugin asks for `callsite-build`, whose command lines `callsite` understands too: one binary under both
    // names.
    let artifacts = ["callsite", "callsite-build"].map { name in
        """
            "\(name)": {
              "version": "\(version)",
              "type": "executable",
              "variants": [\(variants.joined(separator: ", "))]
            }
        """
    }
    let info = """
        {
          "schemaVersion": "1.0",
          "artifacts": {
        \(artifacts.joined(separator: ",\n"))
          }
        }

        """
    try Data(info.utf8).write(to: bundle.appendingPathComponent("info.json"))
    let files = (["info.json", "LICENSE"] + paths).map { name in
        ("callsite.artifactbundle/" + name, bundle.appendingPathComponent(name), paths.contains(name))
    }
    try zipArchive(files).write(to: archive)
}

/// Whether the binary is as large as the README says: what makes it grow shows here.
private func checkSize(of tool: URL) throws {
    let size = try Data(contentsOf: tool, options: .mappedIfSafe).count
    let readme = try String(contentsOf: URL(fileURLWithPath: "README.md"), encoding: .utf8)
    guard let match = readme.firstMatch(of: /a static binary \((\d+) MB/), let claim = Int(match.1) else {
        throw Problem("README.md doesn't say how large the binary is: 'a static binary (10 MB'")
    }
    let megabytes = (Double(size) / 1_000_000).rounded()
    guard abs(megabytes - Double(claim)) <= 1 else {
        throw Problem(
            "the binary has \(Int(megabytes)) MB, and README.md says \(claim); what made it grow? Is Foundation in it?")
    }
    print("the binary has \(size) bytes")
}

/// The package with the binary in place of the tool's sources.
///
/// - Parameter tool: The target of the binary, as the manifest has it.
func makePackage(_ folder: URL, tool: String) throws {
    for name in ["Sources/Runtime", "Plugins", "LICENSE"] {
        let target = folder.appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: URL(fileURLWithPath: name), to: target)
    }
    let manifest = """
        // swift-tools-version: 6.1
        import PackageDescription

        // Callsite with its tool as a binary: nothing of it is compiled but the runtime and the plugins.
        let package = Package(
            name: "callsite",
            platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9)],
            products: [
                .library(name: "CallsiteRuntime", targets: ["CallsiteRuntime", "CallsitePagination"]),
                .library(name: "CallsiteTransfers", targets: ["CallsiteTransfers"]),
                .library(name: "CallsiteToolkit", targets: ["CallsiteToolkit"]),
                .library(name: "CallsiteStore", targets: ["CallsiteStore"]),
                .plugin(name: "CallsiteBuild", targets: ["CallsiteBuild"]),
                .plugin(name: "CallsiteGenerate", targets: ["CallsiteGenerate"]),
                .plugin(name: "CallsiteCommand", targets: ["CallsiteCommand"]),
            ],
            targets: [
                .target(name: "CallsiteHTTP", path: "Sources/Runtime/CallsiteHTTP"),
                .target(
                    name: "CallsiteCurl", dependencies: ["CallsiteHTTP", "CallsiteLibCurl"],
                    path: "Sources/Runtime/CallsiteCurl", swiftSettings: [.define("CALLSITE_CURL")]),
                .target(name: "CallsiteLibCurl", path: "Sources/Runtime/CallsiteLibCurl"),
                .target(
                    name: "CallsiteRuntime",
                    dependencies: [
                        "CallsiteHTTP", .target(name: "CallsiteCurl", condition: .when(platforms: [.linux])),
                    ],
                    path: "Sources/Runtime/CallsiteRuntime"),
                .target(
                    name: "CallsitePagination", dependencies: ["CallsiteRuntime"],
                    path: "Sources/Runtime/CallsitePagination"),
                .target(
                    name: "CallsiteTransfers", dependencies: ["CallsiteRuntime"],
                    path: "Sources/Runtime/CallsiteTransfers"),
                .target(
                    name: "CallsiteToolkit", dependencies: ["CallsiteRuntime"],
                    path: "Sources/Runtime/CallsiteToolkit"),
                .target(
                    name: "CallsiteStore", dependencies: ["CallsitePagination", "CallsiteRuntime"],
                    path: "Sources/Runtime/CallsiteStore"),
                \(tool),
                .plugin(name: "CallsiteBuild", capability: .buildTool(), dependencies: ["callsite"]),
                .plugin(
                    name: "CallsiteGenerate",
                    capability: .command(
                        intent: .custom(verb: "generate-api", description: "Write the Swift of the package's API descriptions."),
                        permissions: [.writeToPackageDirectory(reason: "It writes the generated Swift into your sources.")]
                    ),
                    dependencies: ["callsite"]
                ),
                .plugin(
                    name: "CallsiteCommand",
                    capability: .command(
                        intent: .custom(verb: "callsite", description: "Run a command of callsite that writes nothing.")),
                    dependencies: ["callsite"]
                ),
            ],
            swiftLanguageModes: [.v6]
        )

        """
    try Data(manifest.utf8).write(to: folder.appendingPathComponent("Package.swift"))
}

/// The SHA-256 of a file, in hexadecimal: what SwiftPM calls the checksum of an archive.
func sha256(_ file: URL) throws -> String { String(try output(["sha256sum", file.path]).prefix(64)) }

// MARK: - ZIP

/// A ZIP archive (APPNOTE.TXT, 4.3), the same bytes for the same files: it holds no times.
///
/// `gzip` deflates (RFC 1952): every Linux has it, where `zip` may be missing.
private func zipArchive(_ files: [(name: String, file: URL, isExecutable: Bool)]) throws -> Data {
    var archive = Data()
    var directory = Data()
    for file in files {
        let name = Data(file.name.utf8)
        let compressed = try gzipMember(of: file.file)
        // From "version needed" to "extra field length": the same in both headers. The date is the first there is.
        var fields = Data()
        for value: UInt16 in [20, 0x800, 8, 0, 0x21] { fields.append(value) }
        fields += compressed.sum
        fields.append(UInt32(compressed.deflated.count))
        fields += compressed.size
        fields.append(UInt16(name.count))
        fields.append(UInt16(0))
        let offset = UInt32(archive.count)
        archive.append(UInt32(0x0403_4B50))
        archive += fields + name + compressed.deflated
        directory.append(UInt32(0x0201_4B50))
        directory.append(UInt16(0x0314))
        directory += fields
        for value: UInt16 in [0, 0, 0] { directory.append(value) }
        directory.append(UInt32(file.isExecutable ? 0o100755 : 0o100644) << 16)
        directory.append(offset)
        directory += name
    }
    let start = UInt32(archive.count)
    archive += directory
    archive.append(UInt32(0x0605_4B50))
    for value in [0, 0, UInt16(files.count), UInt16(files.count)] { archive.append(value) }
    archive.append(UInt32(directory.count))
    archive.append(start)
    archive.append(UInt16(0))
    return archive
}

/// The parts of a file that a ZIP archive needs: its deflated bytes, and CRC-32 and size as they are written.
private func gzipMember(of file: URL) throws -> (deflated: Data, sum: Data, size: Data) {
    let member = try outputBytes(["gzip", "-9", "--no-name", "--stdout", file.path])
    // Without a name the header has ten bytes (RFC 1952, 2.3); the sum and the size are the last eight.
    guard member.count > 18, member.prefix(4) == Data([0x1F, 0x8B, 8, 0]) else {
        throw Problem("gzip can't compress \(file.path)")
    }
    return (member.dropFirst(10).dropLast(8), member.suffix(8).prefix(4), member.suffix(4))
}

extension Data {
    fileprivate mutating func append<Number: FixedWidthInteger>(_ number: Number) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }
}
