import CallsiteCore

/// The parts of `Package.swift` that are known without running it. A manifest is a program, so the strings that it
/// computes aren't known.
struct PackageManifest: Sendable {
    /// The folder of the package, absolute.
    let folder: String
    /// The string literals of the program, comments left out.
    let strings: [String]
    /// Whether a string has an interpolation, so that it may be anything.
    let isComputed: Bool
    /// Whether the program depends on another package.
    let hasDependencies: Bool

    private static let name = "Package.swift"
    /// The greatest size in bytes. A larger manifest isn't read.
    private static let sizeLimit = 1 << 20

    /// The manifest in a folder, or in the nearest folder above; nil if there is none that can be read.
    init?(above folder: String) {
        guard let folder = Self.folder(above: folder) else { return nil }
        self.init(in: folder)
    }

    /// The nearest folder that has a manifest: the folder itself, or one above.
    static func folder(above folder: String) -> String? {
        var folder = folder
        while !fileExists(Path.join(folder, name)) {
            guard folder != "/" else { return nil }
            folder = Path.folder(of: folder)
        }
        return folder
    }

    init?(in folder: String) {
        guard let bytes = try? readFile(Path.join(folder, Self.name), regularOnly: true), bytes.count <= Self.sizeLimit
        else { return nil }
        self.init(bytes, folder: folder)
    }

    init(_ bytes: [UInt8], folder: String) {
        let tokens = SwiftToken.all(in: bytes)
        self.folder = folder
        strings = tokens.filter { $0.kind == .text }.map(\.text)
        isComputed = strings.contains { $0.contains("\\(") || $0.contains("#(") }
        hasDependencies = zip(tokens, tokens.dropFirst()).contains { name, sign in
            name.kind == .name && name.text == "package" && sign.kind == .sign && sign.text == "("
        }
    }
}
