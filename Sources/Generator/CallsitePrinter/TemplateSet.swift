import CallsiteCore

/// The templates of a run, by name. A template's name is that of its file without `.mustache`.
package struct TemplateSet: Sendable {
    /// The templates, in the order of the built-in ones.
    package private(set) var files: [(name: String, text: String)]
    /// How messages name the templates' files, in the order of `files`; after them come files that are not templates
    /// and that something was reported about. Append these to the paths of a `DiagnosticRenderer` whose paths so far
    /// number the `firstFile` that is given to `init(overriding:)` and `compile`.
    package private(set) var paths: [String]
    private var indices: [String: Int]
    /// Whether all templates are the built-in ones.
    private(set) var isBuiltIn = false

    /// The templates that are part of the tool.
    package static let builtIn = {
        var templates = TemplateSet(embeddedTemplates)
        templates.isBuiltIn = true
        return templates
    }()

    /// Templates by name. Names must be unique.
    package init(_ files: [(name: String, text: String)]) {
        self.files = files
        paths = files.map { "Templates/" + $0.name + ".mustache" }
        indices = Dictionary(files.enumerated().map { ($0.element.name, $0.offset) }) { first, _ in first }
    }

    /// The templates of `base`, with those replaced that a user has written. A file that replaces nothing is an error,
    /// since it would never be used: most likely its name is misspelt.
    ///
    /// - Parameters:
    ///   - overrides: the files of `--templates`. Only the last part of a path counts, without `.mustache`.
    ///   - base: the templates to use where no file replaces them.
    ///   - firstFile: the `FileID.index` of the first template, in what is reported.
    package init(
        overriding overrides: [SourceSet.File], of base: TemplateSet = .builtIn, firstFile: Int = 0,
        _ diagnostics: inout Diagnostics
    ) {
        self = base
        var seen: [String: FileID] = [:]
        for file in overrides {
            let name = Self.name(ofFileAt: file.path)
            let index = name.flatMap { indices[$0] }
            guard let name, let index, seen[name] == nil else {
                let location = SourceLocation.start(of: FileID(firstFile + paths.count))
                paths.append(file.path)
                if let name, let first = seen[name] {
                    diagnostics.report(.templateTwice(name, at: location, first: .start(of: first)))
                } else if let name {
                    diagnostics.report(.unknownTemplate(name, candidates: base.files.map(\.name), at: location))
                } else {
                    diagnostics.report(.templateFileName(file.path, at: location))
                }
                continue
            }
            let id = FileID(firstFile + index)
            seen[name] = id
            paths[index] = file.path
            let bytes = file.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? file.bytes.dropFirst(3) : file.bytes[...]
            let text = String(decoding: bytes, as: UTF8.self)
            if !text.utf8.elementsEqual(bytes) { diagnostics.report(.templateEncoding(at: .start(of: id))) }
            files[index].text = text
            isBuiltIn = false
        }
    }

    /// Compiles a template, and all that it calls, for a type of view.
    ///
    /// Syntax errors and names that the view's contract does not have are reported, each at its place in the template.
    /// - Parameters:
    ///   - name: the template's name.
    ///   - firstFile: the `FileID.index` of the first template, in what is reported now and when the template is
    ///     rendered.
    /// - Returns: `nil` if there was an error.
    package func compile<View: TemplateView>(
        _ name: String, for view: View.Type, firstFile: Int, _ diagnostics: inout Diagnostics
    ) -> CompiledTemplate<View>? {
        guard let template = index(of: name) else {
            diagnostics.report(
                .unknownTemplate(name, candidates: files.map(\.name), at: .start(of: FileID(firstFile))))
            return nil
        }
        let compiler = TemplateCompiler(self, firstFile: firstFile)
        let program = compiler.compile(template: template, for: view)
        for diagnostic in compiler.diagnostics.all { diagnostics.report(diagnostic) }
        return compiler.diagnostics.hasErrors ? nil : CompiledTemplate(program: program, owned: compiler.owned)
    }

    /// The templates as files, in the order of their numbers.
    var sourceFiles: [SourceSet.File] {
        paths.enumerated().map { index, path in
            SourceSet.File(path: path, bytes: index < files.count ? Array(files[index].text.utf8) : [])
        }
    }

    func index(of name: String) -> Int? { indices[name] }

    /// `nil` if the path does not end in `.mustache`.
    private static func name(ofFileAt path: String) -> String? {
        let file = path.utf8.split(separator: UInt8(ascii: "/")).last ?? ""[...].utf8
        let ending = ".mustache".utf8
        guard file.count > ending.count, file.suffix(ending.count).elementsEqual(ending) else { return nil }
        return String(decoding: file.dropLast(ending.count), as: UTF8.self)
    }
}

/// A template whose names are resolved for a type of view: render it as often as there are views.
package struct CompiledTemplate<View: TemplateView>: Sendable {
    let program: TemplateProgram<View>
    /// Keeps the programs alive that `program` calls.
    let owned: [any AnyObject & Sendable]
    /// The number that is added to the templates' file numbers in diagnostics.
    var firstFile = 0

    /// The output for a view, as UTF-8. Templates that call each other without end are reported, and the output ends
    /// there.
    package func render(_ view: View, _ diagnostics: inout Diagnostics) -> [UInt8] {
        var output = TemplateOutput()
        withExtendedLifetime(owned) { run(program.steps, view, TemplateFrame(), &output) }
        if var location = output.tooDeep {
            location.file = FileID(location.file.index + firstFile)
            diagnostics.report(.templatesTooDeep(at: location))
        }
        return output.bytes
    }
}
