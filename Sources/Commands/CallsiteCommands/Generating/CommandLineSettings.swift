import CallsiteCore
import CallsiteShell

extension Configuration.Settings {
    /// The settings of a command line.
    init(_ invocation: Invocation) {
        self.init()
        access = invocation[.access].flatMap(Options.Access.init)
        namespace = invocation[.namespace]
        name = invocation[.apiName]
        selection.include = includedOperations(invocation)
        isStrict = invocation.has(.strict) ? true : nil
        templates = invocation[.templates]
        overlays = invocation.overlays
        allowsOutside = invocation.has(.allowOutside) ? true : nil
        nonexhaustive = invocation.has(.nonexhaustive) ? .some(.fails) : nil
        embedsRuntime = invocation.has(.embedRuntime) ? true : nil
        splitsModules = invocation.has(.modules) ? true : nil
        fixtures = invocation[.fixtures].map(Path.withoutTrailingSlashes)
        module = invocation[.module]
        since = invocation[.since]
        mock = invocation[.mock]
    }
}

/// Reads the value of `--include`, such as `/users/*,tag:repos,GetUser,model:Event`: paths, tags, operations, models.
func includedOperations(_ invocation: Invocation) -> Selection.Filter {
    var filter = Selection.Filter()
    for part in (invocation[.include] ?? "").split(separator: ",") {
        let word = String(part.drop { $0 == " " }).trimmingTrailingSpace
        if word.hasPrefix("tag:") {
            filter.tags.append(.init(String(word.dropFirst(4))))
        } else if word.hasPrefix("model:") {
            filter.models.append(.init(String(word.dropFirst(6))))
        } else if word.contains("/"), word.hasPrefix("/") || word.contains(" /") {
            filter.paths.append(.init(word))
        } else if !word.isEmpty {
            filter.operations.append(.init(word))
        }
    }
    return filter
}
