import CallsiteCore
import CallsiteSwift

/// In: what each file holds, every choice made. Out: the files' bytes, by the templates. Messages number the templates'
/// files from `firstTemplateFile` on.
package func render(
    _ files: [SwiftFile], with templates: TemplateSet, firstTemplateFile: Int, _ diagnostics: inout Diagnostics
) -> [Output.File] {
    guard let template = templates.compiledFile(firstFile: firstTemplateFile, &diagnostics) else { return [] }
    return files.map { Output.File(name: $0.name, contents: template.render($0, &diagnostics)) }
}
