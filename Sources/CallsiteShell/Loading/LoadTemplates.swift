import CallsiteCore

extension Shell {
    /// The templates to render with: the built-in ones, in part replaced by the `*.mustache` files of a folder.
    ///
    /// - Parameter folder: the value of `--templates`.
    /// - Returns: the templates, and the folder's files, which diagnostics number after the description's own; `nil` if a
    ///   file can't be read, which is then reported.
    func loadTemplates(from folder: String?) -> (set: TemplateSet, files: [SourceSet.File])? {
        guard let folder else { return (.builtIn, []) }
        let path = Path.withoutTrailingSlashes(folder)
        var current = path
        do throws(FileProblem) {
            var files: [SourceSet.File] = []
            for name in try Folder(opening: absolute(path)).names() where name.hasSuffix(".mustache") {
                current = Path.join(path, name)
                files.append(SourceSet.File(path: current, bytes: try readFile(absolute(current), regularOnly: true)))
            }
            return (TemplateSet(files: files), files)
        } catch {
            console.error("can't read '\(current)': \(error.explanation)")
            return nil
        }
    }
}
