import CallsiteCore

extension Shell {
    /// The `*.mustache` files of a folder, which replace built-in templates.
    ///
    /// - Parameters:
    ///   - folder: the value of `--templates`.
    ///   - place: where the configuration names it.
    /// - Returns: `nil` if a file can't be read, which is then reported.
    func loadTemplates(from folder: String?, namedAt place: ConfiguredPlace? = nil) -> [SourceSet.File]? {
        guard let folder else { return [] }
        let path = Path.withoutTrailingSlashes(folder)
        var current = path
        do throws(FileProblem) {
            var files: [SourceSet.File] = []
            for name in try Folder(opening: absolute(path)).names() where name.hasSuffix(".mustache") {
                current = Path.join(path, name)
                files.append(SourceSet.File(path: current, bytes: try readFile(absolute(current), regularOnly: true)))
            }
            return files
        } catch {
            reportUnreadable(current, error, at: current == path ? place : nil)
            return nil
        }
    }
}
