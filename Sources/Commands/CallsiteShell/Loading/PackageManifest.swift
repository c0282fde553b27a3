import CallsiteCore

/// `Package.swift` as it can be known without running it: a manifest is a program, so a string that it puts together, or
/// gets from elsewhere, isn't known.
struct PackageManifest: Sendable {
    /// The folder of the package, absolute.
    let folder: String
    /// The string literals of the program, comments left out.
    let strings: [String]
    /// Some strings have an interpolation: they may be anything.
    let isComputed: Bool
    /// Whether the program depends on another package.
    let hasDependencies: Bool

    private static let name = "Package.swift"
    /// In bytes. A larger one isn't read.
    private static let sizeLimit = 1 << 20

    /// The manifest in a folder, or in the nearest above; nil: there is none that can be read.
    init?(above folder: String) {
        var folder = folder
        while !fileExists(Path.join(folder, Self.name)) {
            guard folder != "/" else { return nil }
            folder = Path.folder(of: folder)
        }
        self.init(in: folder)
    }

    init?(in folder: String) {
        guard let bytes = try? readFile(Path.join(folder, Self.name), regularOnly: true), bytes.count <= Self.sizeLimit
        else { return nil }
        self.init(bytes, folder: folder)
    }

    init(_ bytes: [UInt8], folder: String) {
        var reader = SwiftLiterals(bytes)
        reader.read()
        self.folder = folder
        strings = reader.strings
        isComputed = strings.contains { $0.contains("\\(") || $0.contains("#(") }
        hasDependencies = String(decoding: reader.code, as: UTF8.self).contains("package(")
    }
}

/// The string literals of a Swift file, and the code around them.
private struct SwiftLiterals {
    private let bytes: [UInt8]
    private var position = 0
    /// As written, escapes and all.
    private(set) var strings: [String] = []
    /// Without strings and comments.
    private(set) var code: [UInt8] = []

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    private func isAt(_ text: String) -> Bool { bytes[position...].starts(with: text.utf8) }

    mutating func read() {
        while position < bytes.count {
            let byte = bytes[position]
            if byte == UInt8(ascii: "/"), isAt("//") {
                while position < bytes.count, bytes[position] != UInt8(ascii: "\n") { position += 1 }
            } else if byte == UInt8(ascii: "/"), isAt("/*") {
                skipComment()
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "#") {
                readString()
            } else {
                code.append(byte)
                position += 1
            }
        }
    }

    /// Comments of this kind nest.
    private mutating func skipComment() {
        var depth = 0
        repeat {
            if isAt("/*") {
                depth += 1
                position += 2
            } else if isAt("*/") {
                depth -= 1
                position += 2
            } else {
                position += 1
            }
        } while depth > 0 && position < bytes.count
        position = min(position, bytes.count)
    }

    /// `"…"`, `"""…"""`, or one of them between number signs; a number sign alone is code.
    private mutating func readString() {
        var signs = 0
        while position < bytes.count, isAt("#") {
            signs += 1
            position += 1
        }
        guard position < bytes.count, isAt("\"") else {
            code += [UInt8](repeating: UInt8(ascii: "#"), count: signs)
            return
        }
        let quotes = isAt("\"\"\"") ? "\"\"\"" : "\""
        let end = quotes + String(repeating: "#", count: signs)
        position += quotes.utf8.count
        let start = position
        while position < bytes.count {
            let byte = bytes[position]
            // A string of one line ends there, closed or not.
            if byte == UInt8(ascii: "\"") && isAt(end) || byte == UInt8(ascii: "\n") && quotes.utf8.count == 1 { break }
            position += signs == 0 && byte == UInt8(ascii: "\\") ? 2 : 1
        }
        position = min(position, bytes.count)
        strings.append(String(decoding: bytes[start..<position], as: UTF8.self))
        if position < bytes.count, isAt(end) { position += end.utf8.count }
    }
}
