import CallsiteCore
import CallsitePrinter
import CallsiteShell

extension Shell {
    /// A description's files by module; and folders of modules that there are no more, with nothing to be in them.
    func modules(of whole: GeneratedFiles, beside jobs: [GenerateJob]) -> [GeneratedFiles] {
        func place(_ folder: String) -> String { Path.normalized(absolute(folder)) }
        var result: [GeneratedFiles] = []
        let byModule = Dictionary(grouping: whole.files, by: { $0.module ?? "" }).sorted { $0.key < $1.key }
        for (module, files) in byModule {
            var part = whole
            (part.folder, part.isModule, part.embeddedModules) = (Path.join(whole.folder, module), true, nil)
            part.files = files
            // Names are distinct among all modules, so whoever imports several meets no two.
            if !result.isEmpty { part.declarations = [] }
            result.append(part)
        }
        let outputs = jobs.map { place($0.output) }
        var former = ((try? Folder(opening: absolute(whole.folder)).names()) ?? []).map { Path.join(whole.folder, $0) }
            .filter { !outputs.contains(place($0)) }
        // The output folder itself may hold the files of one module from before it became several.
        if outputs.count(where: { $0 == place(whole.folder) }) == 1 { former.append(whole.folder) }
        let current = Set(result.map { place($0.folder) })
        for folder in former where !current.contains(place(folder)) {
            guard let bytes = try? readFile(Path.join(place(folder), Manifest.fileName), regularOnly: true),
                let listed = Manifest(contents: bytes)?.descriptions.keys,
                listed.contains(Path.relative(absolute(whole.source), from: place(folder)))
            else { continue }
            var empty = whole
            (empty.folder, empty.access, empty.files, empty.declarations) = (folder, nil, [], [])
            (empty.embeddedModules, empty.place) = (nil, nil)
            result.append(empty)
        }
        return result
    }
}
