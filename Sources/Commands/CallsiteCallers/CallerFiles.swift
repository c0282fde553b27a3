import CallsiteCore
import CallsiteShell

extension Shell {
    /// The callers in Swift files. Each path is a file, or a folder with everything below it. In a folder, generated
    /// and hidden files are left out, and symbolic links aren't followed.
    ///
    /// - Returns: nil if a path can't be read, or if there is no Swift file. Either is reported.
    package func callers(_ paths: [String]) -> CallerIndex? {
        var index = CallerIndex()
        for path in paths {
            let path = Path.withoutTrailingSlashes(path)
            guard let folder = try? Folder(opening: absolute(path)) else {
                do throws(FileProblem) {
                    index.add(path, try readFile(absolute(path), regularOnly: true))
                } catch {
                    reportUnreadable(path, error)
                    return nil
                }
                continue
            }
            addCallers(in: folder, path, &index)
        }
        if index.count == 0 {
            console.error("there is no Swift file in \(paths.map { "'\($0)'" }.joined(separator: ", "))")
        }
        return index.count == 0 ? nil : index
    }

    private func addCallers(in folder: borrowing Folder, _ path: String, _ index: inout CallerIndex) {
        for name in (try? folder.names()) ?? [] where !name.hasPrefix(".") {
            let inner = Path.join(path, name)
            switch try? folder.entry(name) {
            case .folder?:
                if let next = try? Folder(opening: absolute(inner)) { addCallers(in: next, inner, &index) }
            case .file?:
                guard name.hasSuffix(".swift"), let source = try? folder.contents(of: name),
                    !GeneratedHeader.begins(source)
                else {
                    continue
                }
                index.add(inner, source)
            case .absent?, .symbolicLink?, .other?, nil: break
            }
        }
    }
}
