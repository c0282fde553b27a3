import CallsiteCore
import CallsiteSwift

/// In: the declarations of each file, with every choice made. Out: the files' bytes, as the templates print them.
/// Messages number the templates' files from `firstTemplateFile` on.
package func render(
    _ files: [SwiftFile], with templates: TemplateSet, firstTemplateFile: Int, _ diagnostics: inout Diagnostics
) -> [Output.File] {
    guard let template = templates.compiledFile(firstFile: firstTemplateFile, &diagnostics) else { return [] }
    return files.map { Output.File(name: $0.name, module: $0.module, contents: template.render($0, &diagnostics)) }
}

extension TemplateSet {
    /// The built-in templates, compiled once for all descriptions of a run. Compiling takes more than half of the time
    /// that a small description needs.
    private static let builtInFile = {
        var diagnostics = Diagnostics()
        return builtIn.compile("file", for: SwiftFile.self, firstFile: 0, &diagnostics)
    }()

    /// The compiled template that writes files.
    fileprivate func compiledFile(firstFile: Int, _ diagnostics: inout Diagnostics) -> CompiledTemplate<SwiftFile>? {
        guard isBuiltIn, var template = Self.builtInFile else {
            return compile("file", for: SwiftFile.self, firstFile: firstFile, &diagnostics)
        }
        template.firstFile = firstFile
        return template
    }
}
