/// Paths as strings: nothing here accesses the file system.
package enum Path {
    /// `path`, relative to `folder`: `Specs/a.yaml` for `Specs` and `a.yaml`. An absolute path stays as it is.
    package static func join(_ folder: String, _ path: String) -> String {
        if path.utf8.first == slash || folder.isEmpty { return path }
        return folder.utf8.last == slash ? folder + path : folder + "/" + path
    }

    /// The folder part: `Specs` of `Specs/github.yaml`, `.` of `github.yaml`, `/` of `/github.yaml`.
    package static func folder(of path: String) -> String {
        guard let last = path.utf8.lastIndex(of: slash) else { return "." }
        let folder = withoutTrailingSlashes(String(path[..<last]))
        return folder.isEmpty ? "/" : folder
    }

    /// The file's own name: `github.yaml` of `Specs/github.yaml`.
    package static func lastComponent(_ path: String) -> String {
        path.utf8.lastIndex(of: slash).map { String(path[path.utf8.index(after: $0)...]) } ?? path
    }

    /// The path without slashes at its end, except for the root itself.
    package static func withoutTrailingSlashes(_ path: String) -> String {
        var result = Substring(path)
        while result.utf8.count > 1, result.utf8.last == slash { result = result.dropLast() }
        return String(result)
    }

    /// Whether `path` is below `folder`, both absolute and with symbolic links resolved.
    package static func isBelow(_ path: String, folder: String) -> Bool {
        let prefix = folder.utf8.last == slash ? Array(folder.utf8) : Array(folder.utf8) + [slash]
        // Bytes, not strings: é as one scalar and as two are equal strings, but different names in a file system.
        return path.utf8.starts(with: prefix)
    }

    /// The name of standard input in messages and manifests.
    package static let standardInput = "<stdin>"

    /// An absolute path without `.`, `..` and doubled slashes. Symbolic links are not followed.
    package static func normalized(_ path: String) -> String { "/" + components(path).joined(separator: "/") }

    /// `path` as seen from `folder`, both absolute: `../Specs/github.yaml`.
    package static func relative(_ path: String, from folder: String) -> String {
        let (path, folder) = (components(path), components(folder))
        let shared = zip(path, folder).prefix { $0 == $1 }.count
        return (Array(repeating: "..", count: folder.count - shared) + path[shared...]).joined(separator: "/")
    }

    private static func components(_ path: String) -> [String] {
        path.split(separator: "/").reduce(into: []) { components, component in
            switch component {
            case ".": break
            case "..": if !components.isEmpty { components.removeLast() }
            default: components.append(String(component))
            }
        }
    }

    private static let slash = UInt8(ascii: "/")
}
