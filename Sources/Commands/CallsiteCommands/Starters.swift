import CallsiteCore
import CallsitePrinter
import CallsiteReference
import CallsiteShell

/// `callsite init`: a description to start from, and a configuration, unless there is one.
func performInit(_ invocation: Invocation, _ shell: Shell) -> ExitStatus {
    let path = invocation.operands.first ?? "api.yaml"
    if path == "-" {
        shell.console.print(NativeFormat.starter)
        return .done
    }
    let file = Output.File(name: Path.lastComponent(path), contents: Array(NativeFormat.starter.utf8))
    let status = shell.writeFiles([file], in: Path.folder(of: path), elsewhere: "another name") { _ in path }
    let name = ConfigurationFile.name
    guard status == .done, file.name != name, !fileExists(shell.absolute(name)) else { return status }
    let configuration = Output.File(name: name, contents: Array(NativeFormat.starterConfiguration(for: path).utf8))
    return shell.writeFiles([configuration], in: ".", elsewhere: "another folder") { $0 }
}

/// The formats that have a JSON Schema.
enum SchemaSubject: String, CaseIterable, Sendable {
    case description, configuration
}

/// `callsite schema`: the JSON Schema of the native format, or of `callsite.yaml`.
func performSchema(_ invocation: Invocation, _ shell: Shell) -> ExitStatus {
    guard let subject = SchemaSubject(rawValue: invocation.operands.first ?? SchemaSubject.description.rawValue) else {
        shell.report(.unknownSchema(invocation.operands[0], invocation.command))
        return .usage
    }
    switch subject {
    case .description: shell.console.print(NativeFormat.jsonSchema())
    case .configuration: shell.console.print(NativeFormat.configurationSchema())
    }
    return .done
}

/// `callsite templates eject`: the built-in templates and what they can use.
func performEject(_ invocation: Invocation, _ shell: Shell) -> ExitStatus {
    let folder = Path.withoutTrailingSlashes(invocation.operands[0])
    var files = TemplateSet.builtIn.files.map {
        Output.File(name: $0.name + ".mustache", contents: Array($0.text.utf8))
    }
    files.append(.init(name: "README.md", contents: Array(templatesReadme().utf8)))
    return shell.writeFiles(files, in: folder, elsewhere: "another folder") { Path.join(folder, $0) }
}
