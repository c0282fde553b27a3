/// In: what each file holds, every choice made. Out: the files' bytes, by the templates.
func render(
    _ files: [SwiftFile], with templates: TemplateSet, firstTemplateFile: Int, _ diagnostics: inout Diagnostics
) -> [Output.File] {
    let compiler = TemplateCompiler(templates, firstFile: firstTemplateFile)
    let template = compiler.compile("file", for: SwiftFile.self)
    for diagnostic in compiler.diagnostics.all { diagnostics.report(diagnostic) }
    guard let template else { return [] }
    var output: [Output.File] = []
    for file in files {
        var bytes: [UInt8] = []
        guard template.render(file, to: &bytes) else {
            diagnostics.report(.endlessTemplates(at: SourceLocation(file: FileID(firstTemplateFile), line: 1, column: 1)))
            return []
        }
        output.append(.init(name: file.name, contents: bytes))
    }
    return output
}

extension Diagnostic {
    static func endlessTemplates(at place: SourceLocation) -> Self {
        .error(
            "endless-templates", "templates call each other more than \(RenderState.depthLimit) levels deep",
            help: "types nested so deep, or a partial that calls itself for the same view", at: place)
    }
}
