import CallsiteCore
import CallsiteSwift

/// The result of a run. `files` is empty if there was an error.
package struct Output: Sendable {
    package struct File: Hashable, Sendable {
        /// A file name without a folder: only letters, digits, `+`, `-`, `_` and `.`, at most 200 bytes.
        package let name: String
        /// The folder that the file belongs in, which has the module's name; nil: there is one module.
        package let module: String?
        package let contents: [UInt8]
        package init(name: String, module: String? = nil, contents: [UInt8]) {
            self.name = name
            self.module = module
            self.contents = contents
        }
    }

    package var files: [File] = []
    /// How many operations of the description have a request.
    package var operations = 0
    /// The modules of the runtime that the files need.
    package var runtimeModules: Set<RuntimeModule> = []
    /// For the tests of the module that the files are in.
    package var fixtures: [File] = []
    package var missing: [MissingSource] = []
    package var diagnostics: Diagnostics
    /// The names of top-level declarations. Two descriptions in one module must not share any.
    package var declarations: [String] = []
    /// The templates' files, which messages number after those of the sources.
    package var templates: [SourceSet.File] = []

    package init(
        files: [File] = [], operations: Int = 0, runtimeModules: Set<RuntimeModule> = [], fixtures: [File] = [],
        missing: [MissingSource] = [],
        diagnostics: Diagnostics = Diagnostics(),
        declarations: [String] = [], templates: [SourceSet.File] = []
    ) {
        self.runtimeModules = runtimeModules
        (self.files, self.operations, self.fixtures, self.missing) = (files, operations, fixtures, missing)
        (self.diagnostics, self.declarations, self.templates) = (diagnostics, declarations, templates)
    }
}
