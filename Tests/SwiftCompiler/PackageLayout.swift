import Foundation

/// Where the modules of this package lie: `Sources/GROUP/MODULE` and `Tests/Development/MODULE`.
public enum PackageLayout {
    public static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The groups of the product's modules.
    public static func groups() throws -> [URL] {
        try FileManager.default.contentsOfDirectory(
            at: root.appendingPathComponent("Sources"), includingPropertiesForKeys: nil)
    }

    /// A module's folder.
    public static func folder(of module: String) throws -> URL {
        let groups = try groups() + [root.appendingPathComponent("Tests/Development")]
        let folders = groups.map { $0.appendingPathComponent(module) }
        guard let folder = folders.first(where: { FileManager.default.fileExists(atPath: $0.path) }) else {
            throw CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: module])
        }
        return folder
    }
}
