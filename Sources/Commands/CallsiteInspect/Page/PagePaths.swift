import CallsiteCore

/// The names of files on a page. Pages are passed on, so they don't show the folders of the machine that made them.
package struct PagePaths: Sendable {
    /// The names, in the order of the paths.
    package let shown: [String]
    /// The folder that all absolute paths are in, with a slash at its end.
    private let folder: String

    package init(_ paths: [String]) {
        var common: [Substring]?
        for path in paths where path.hasPrefix("/") {
            let folders = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
            common = common.map { shared in zip(shared, folders).prefix { $0 == $1 }.map(\.0) } ?? Array(folders)
        }
        let folder = common.map { $0.joined(separator: "/") + "/" } ?? "/"
        self.folder = folder
        shown = paths.map { path in
            if path.hasPrefix("/") { return String(path.dropFirst(folder.count)) }
            var rest = path[...]
            while let step = ["./", "../"].first(where: { rest.hasPrefix($0) }) { rest = rest.dropFirst(step.count) }
            return String(rest)
        }
    }

    /// A message with its absolute paths shortened.
    package func shortened(_ text: String) -> String {
        folder.count > 1 ? text.replacing(folder, with: "") : text
    }
}
