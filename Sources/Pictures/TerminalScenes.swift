import CallsiteCommands
import CallsiteShell
import Foundation

/// Mistakes in a description as `callsite validate` shows them on a terminal: it is run for the picture.
func mistake() throws -> Drawing {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("callsite-picture-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
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
    try Data(description.utf8).write(to: folder.appendingPathComponent("pets.yaml"))
    let printed = Printed()
    let environment = Environment(
        workingDirectory: folder.path, variables: ["TERM": "xterm"], isErrorTerminal: true, outputWidth: 100,
        readInput: { _ in .success([]) },
        write: { _, bytes in
            printed.bytes += bytes
            return 0
        })
    let status = CallsiteCommands.run(["validate", "pets.yaml"], in: environment)
    guard status == 1 else { throw PictureProblem(description: "the mistakes of the picture are accepted now: status \(status)") }
    let picture = TerminalPicture(
        "\u{1B}[2m$\u{1B}[0m callsite validate pets.yaml\n" + String(decoding: printed.bytes, as: UTF8.self),
        title: "Mistakes in a description, shown in a terminal",
        summary:
            "callsite validate reports every mistake at once, each with its file, line and column, the source line with the place marked, and a "
            + "suggested fix.")
    return picture.drawing(columns: 100)
}

/// What a run printed.
private final class Printed: @unchecked Sendable { var bytes: [UInt8] = [] }

/// The worked example in a terminal, as a test of its recorded it: `Data/github-browser.txt`.
func githubBrowser(_ root: URL) throws -> Drawing {
    let text = try String(contentsOf: root.appendingPathComponent("Sources/Pictures/Data/github-browser.txt"), encoding: .utf8)
    let picture = TerminalPicture(
        text.replacingOccurrences(of: "\u{241B}", with: "\u{1B}"), title: "github-browser in a terminal",
        summary:
            "The example program github-browser shows the issues of a repository: a list with numbers and titles, one row chosen, and the keys at "
            + "the bottom.")
    return picture.drawing(columns: 80)
}
