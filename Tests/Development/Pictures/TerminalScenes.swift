import CallsiteCommands
import CallsiteShell
import Foundation
import SitePages

/// Mistakes in a description as `callsite validate` shows them on a terminal: it is run for the picture.
func mistake(columns: Int = 100) throws -> Drawing {
    let description = """
        callsite: 1
        api: Pets
        baseURL: https://api.example.com
        authentication: bearer

        endpoints:
          GetPet:
            path: /pets/{id}
            parameters: {ident: Int}
            response: Pte
          ListPets:
            path: /pets
            methd: GET
            response: [Pet]

        models:
          Pet: {id: Int, name: String, tags?: [String]}

        """
    let printed = try Terminal.prints(
        ["validate", "pets.yaml"], files: ["pets.yaml": Array(description.utf8)], status: 1)
    let picture = TerminalPicture(
        Terminal.prompt + "callsite validate pets.yaml\n" + printed, columns: columns,
        title: "Mistakes in a description, shown in a terminal",
        summary:
            "callsite validate reports every mistake at once, each with its file, line and column, the source line with the place marked, and a "
            + "suggested fix.")
    return picture.drawing()
}

/// The breaking changes of an edit of the first example.
func breakingChanges(columns: Int = 100) throws -> Drawing {
    let old = try Showcase().yaml
    let new =
        old.replacing("      labels: \"[String]?\"\n", with: "").replacing(" | all", with: "")
        .replacing("    title: String", with: "    title?: String") + "    locked: Bool\n"
    let printed = try Terminal.prints(
        ["diff", "old.yaml", "github.yaml"], files: ["old.yaml": Array(old.utf8), "github.yaml": Array(new.utf8)],
        status: 2)
    let picture = TerminalPicture(
        Terminal.prompt + "callsite diff old.yaml github.yaml\n" + printed, columns: columns,
        title: "Breaking changes of a description, shown in a terminal",
        summary:
            "callsite diff names each change, with its line, what it breaks in source and in released apps, the Swift before and after, and the next "
            + "version's number.")
    return picture.drawing()
}

/// Runs commands for pictures.
enum Terminal {
    static let prompt = "\u{1B}[2m$\u{1B}[0m "

    /// The output of a command on a terminal of 100 columns, in a folder with some files.
    ///
    /// - Throws: ``PictureProblem`` where its exit status isn't the expected one.
    static func prints(_ arguments: [String], files: [String: [UInt8]], status expected: Int32) throws -> String {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "callsite-picture-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        for (path, bytes) in files {
            let file = folder.appendingPathComponent(path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(bytes).write(to: file)
        }
        let printed = Printed()
        let environment = Environment(
            workingDirectory: folder.path, variables: ["TERM": "xterm"], isErrorTerminal: true, outputWidth: 100,
            readInput: { _ in .success([]) },
            write: { _, bytes in
                printed.bytes += bytes
                return 0
            })
        let status = CallsiteCommands.run(arguments, in: environment)
        guard status == expected else {
            throw PictureProblem(
                description: "'callsite \(arguments.joined(separator: " "))' of a picture ends with status \(status)")
        }
        return String(decoding: printed.bytes, as: UTF8.self)
    }

    private final class Printed: @unchecked Sendable { var bytes: [UInt8] = [] }
}

/// The worked example in a terminal, as a test of its recorded it: `Data/github-browser.txt`.
func githubBrowser(_ root: URL) throws -> Drawing {
    let text = try String(
        contentsOf: root.appendingPathComponent("Tests/Development/Pictures/Data/github-browser.txt"), encoding: .utf8)
    let picture = TerminalPicture(
        text.replacingOccurrences(of: "\u{241B}", with: "\u{1B}"), columns: 80, title: "github-browser in a terminal",
        summary:
            "The example program github-browser shows the issues of a repository: a list with numbers and titles, one row chosen, and the keys at "
            + "the bottom.")
    return picture.drawing()
}
