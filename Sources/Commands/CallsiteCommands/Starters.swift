import CallsiteCore
import CallsitePrinter
import CallsiteReference
import CallsiteShell

/// `callsite init`: writes a description to start from, and a configuration unless there is one. The first line of each
/// names its JSON Schema, which is written beside it.
func performInit(_ invocation: Invocation, _ shell: Shell) -> ExitStatus {
    let path = invocation.operands.first ?? "api.yaml"
    if path == "-" {
        shell.console.print(NativeFormat.starter(for: nil))
        return .done
    }
    let starter = NativeFormat.starter(for: path)
    let status = write(starter, to: path, elsewhere: "another name", with: .description, shell)
    let name = ConfigurationFile.name
    guard status == .done, Path.lastComponent(path) != name, !fileExists(shell.absolute(name)) else { return status }
    let configuration = NativeFormat.starterConfiguration(for: path)
    return write(configuration, to: name, elsewhere: "another folder", with: .configuration, shell)
}

/// Writes a file, and beside it the schema that the file's first line names.
private func write(
    _ text: String, to path: String, elsewhere place: String, with subject: SchemaSubject, _ shell: Shell
) -> ExitStatus {
    let folder = Path.folder(of: path)
    let schemaPath = folder == "." ? subject.fileName : Path.join(folder, subject.fileName)
    guard shell.canWrite(schemaPath, replacing: NativeFormat.isSchema, onlyCompares: false) else { return .fileError }
    let status = shell.writeFile(Array(text.utf8), to: path, elsewhere: place)
    guard status == .done else { return status }
    return shell.writeFile(
        Array(subject.schema.utf8), to: schemaPath, replacing: NativeFormat.isSchema, elsewhere: "another folder")
}

/// The formats that have a JSON Schema.
enum SchemaSubject: String, CaseIterable, Sendable {
    case description, configuration

    /// The name of the schema's file, as in the first line of a file from `callsite init`.
    var fileName: String {
        switch self {
        case .description: NativeFormat.schemaName
        case .configuration: NativeFormat.configurationSchemaName
        }
    }

    var schema: String {
        switch self {
        case .description: NativeFormat.jsonSchema()
        case .configuration: NativeFormat.configurationSchema()
        }
    }
}

/// `callsite schema`: prints the JSON Schema of the native format, or of `callsite.yaml`.
func performSchema(_ invocation: Invocation, _ shell: Shell) -> ExitStatus {
    guard let subject = SchemaSubject(rawValue: invocation.operands.first ?? SchemaSubject.description.rawValue) else {
        shell.report(.unknownSchema(invocation.operands[0], invocation.command))
        return .usage
    }
    shell.console.print(subject.schema)
    return .done
}

/// `callsite templates eject`: writes the built-in templates, and a README of the values that they can use.
func performEject(_ invocation: Invocation, _ shell: Shell) -> ExitStatus {
    let folder = Path.withoutTrailingSlashes(invocation.operands[0])
    var files = TemplateSet.builtIn.files.map {
        Output.File(name: $0.name + ".mustache", contents: Array($0.text.utf8))
    }
    files.append(.init(name: "README.md", contents: Array(templatesReadme().utf8)))
    return shell.writeFiles(files, in: folder, elsewhere: "another folder") { Path.join(folder, $0) }
}
