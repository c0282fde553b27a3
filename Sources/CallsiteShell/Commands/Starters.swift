import CallsiteCore

/// `callsite init`: a description to start from.
func performInit(_ invocation: Invocation, _ shell: Shell) -> ExitStatus {
    let path = invocation.operands.first ?? "api.yaml"
    if path == "-" {
        shell.console.print(NativeFormat.starter)
        return .done
    }
    return shell.createFiles([(Path.lastComponent(path), Array(NativeFormat.starter.utf8))], in: Path.folder(of: path)) {
        _ in path
    }
}

/// `callsite schema`: the JSON Schema of the native format.
func performSchema(_ invocation: Invocation, _ shell: Shell) -> ExitStatus {
    shell.console.print(NativeFormat.jsonSchema())
    return .done
}

/// `callsite templates eject`: the built-in templates and what they can use.
func performEject(_ invocation: Invocation, _ shell: Shell) -> ExitStatus {
    let folder = Path.withoutTrailingSlashes(invocation.operands[0])
    var files = TemplateSet.builtIn.files.map { (name: $0.name + ".mustache", contents: Array($0.text.utf8)) }
    files.append(("README.md", Array(templatesReadme().utf8)))
    return shell.createFiles(files, in: folder) { Path.join(folder, $0) }
}

extension Shell {
    /// Writes files that are the user's from then on: all of them, or none if one is there already.
    ///
    /// - Parameters:
    ///   - files: names and contents.
    ///   - folder: the folder as the user wrote it; it is made if it is missing.
    ///   - path: how to call a file in messages.
    func createFiles(_ files: [(name: String, contents: [UInt8])], in folder: String, path: (String) -> String) -> ExitStatus {
        var current = folder
        var created: [String] = []
        do throws(FileProblem) {
            try createFolders(absolute(folder))
            let folder = try Folder(opening: absolute(folder))
            do throws(FileProblem) {
                for file in files {
                    current = path(file.name)
                    try folder.create(file.name, contents: file.contents)
                    created.append(file.name)
                }
            } catch {
                for name in created { folder.delete(name) }
                throw error
            }
        } catch {
            console.error("can't write '\(current)': \(error.explanation)")
            return .fileError
        }
        for name in created { console.print("wrote \(printable(path(name)))\n") }
        return .done
    }
}
