import CallsiteCore
import CallsitePrinter
import CallsiteShell

extension Shell {
    /// The files of a description, split by module. A module that an earlier run wrote and that no longer exists is
    /// returned without files, so that its folder is emptied.
    func modules(of whole: GeneratedFiles, beside jobs: [GenerateJob]) -> [GeneratedFiles] {
        func place(_ folder: String) -> String { Path.normalized(absolute(folder)) }
        var result: [GeneratedFiles] = []
        let byModule = Dictionary(grouping: whole.files, by: { $0.module ?? "" }).sorted { $0.key < $1.key }
        for (module, files) in byModule {
            var part = whole
            (part.folder, part.isModule, part.embeddedModules) = (Path.join(whole.folder, module), true, nil)
            part.files = files
            // Names are distinct among all modules of a description. The first part has the declarations of all.
            if !result.isEmpty { part.declarations = [] }
            result.append(part)
        }
        let outputs = jobs.map { place($0.output) }
        let names = (try? Folder(opening: absolute(whole.folder)).names()) ?? []
        var formerFolders = names.map { Path.join(whole.folder, $0) }.filter { !outputs.contains(place($0)) }
        // The output folder itself may hold files from a run without `--modules`.
        if outputs.count(where: { $0 == place(whole.folder) }) == 1 { formerFolders.append(whole.folder) }
        let currentFolders = Set(result.map { place($0.folder) })
        for folder in formerFolders where !currentFolders.contains(place(folder)) {
            guard let bytes = try? readFile(Path.join(place(folder), Manifest.fileName), regularOnly: true),
                let descriptions = Manifest(contents: bytes)?.descriptions.keys,
                descriptions.contains(Path.relative(absolute(whole.source), from: place(folder)))
            else { continue }
            var empty = whole
            (empty.folder, empty.access, empty.files, empty.declarations) = (folder, nil, [], [])
            (empty.embeddedModules, empty.place) = (nil, nil)
            result.append(empty)
        }
        return result
    }
}
