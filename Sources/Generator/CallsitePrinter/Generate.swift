// In: Swift declarations as values, and templates. Out: files as bytes, and diagnostics. Nothing here makes, escapes or
// chooses a name, or knows OpenAPI. `generate` is here because it runs all stages.

import CallsiteCore
import CallsiteSwift

/// The whole pipeline: sources in, files and diagnostics out. Read this first.
///
/// Each stage is one verb with one type in and one out, and reports to `diagnostics`; none throws, none touches the
/// world. Files come out only when nothing was wrong. `missing` names files that the description includes and that
/// `sources` does not hold yet: the shell loads them and calls again, until nothing is missing. `templates` replace
/// built-in ones of the same name; messages about templates number their files after those of `sources`. `running` runs
/// each stage, so that a benchmark can measure it.
package func generate(
    _ sources: SourceSet, options: Options, templates overrides: [SourceSet.File] = [], running: StageRunner = { $1() }
) -> Output {
    var diagnostics = Diagnostics()
    let api: API
    do {
        // The document's tree and its description are released here: later stages need only the resolved API.
        let front = Front(sources, options, &diagnostics, running: running)
        guard front.description.missing.isEmpty else {
            return Output(missing: front.description.missing, diagnostics: diagnostics)
        }
        api = front.api(options, &diagnostics, running: running)
    }
    var lowered: [SwiftFile] = []
    running(.lower) { lowered = lower(api, options, &diagnostics) }
    for problem in api.missingProducts(options) { diagnostics.report(problem) }
    if options.isStrict { diagnostics = diagnostics.treatingWarningsAsErrors() }
    guard !diagnostics.hasErrors else { return Output(diagnostics: diagnostics) }
    let firstTemplateFile = sources.files.count
    let templates = TemplateSet(overriding: overrides, firstFile: firstTemplateFile, &diagnostics)
    var files: [Output.File] = []
    running(.render) { files = render(lowered, with: templates, firstTemplateFile: firstTemplateFile, &diagnostics) }
    guard !diagnostics.hasErrors else { return Output(diagnostics: diagnostics, templates: templates.sourceFiles) }
    let isFixtures = lowered.map { $0.testedModule != nil }
    return Output(
        files: zip(files, isFixtures).filter { !$0.1 }.map(\.0), operations: Set(api.endpoints.map(\.place)).count,
        runtimeModules: Set(lowered.flatMap(\.runtimeModules.keys)),
        fixtures: zip(files, isFixtures).filter { $0.1 }.map(\.0),
        diagnostics: diagnostics, declarations: declarations(lowered), templates: templates.sourceFiles)
}
