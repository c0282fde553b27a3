import CallsiteRuntime
import Foundation

/// `studio shows`, `studio create TITLE`, `studio upload EPISODE FILE`, `studio notes EPISODE PROMPT`.
@main struct Command {
    static func main() async {
        let environment = ProcessInfo.processInfo.environment
        let session = Session.studio(
            at: environment["STUDIO_URL"].flatMap { URL(string: $0) }, token: environment["STUDIO_TOKEN"] ?? "",
            log: report)
        do {
            try await run(Array(CommandLine.arguments.dropFirst()), session) { print($0) }
        } catch {
            text(for: error).map(report)
            exit(isTemporary(error) ? 75 : 1)
        }
    }

    @Sendable private static func report(_ line: String) {
        try? FileHandle.standardError.write(contentsOf: Data("\(line)\n".utf8))
    }

    static func run(
        _ words: [String], _ session: Session, print: @escaping @Sendable (String) -> Void
    ) async throws {
        let episodes = Episodes(session: session)
        switch (words.first, words.dropFirst().first, words.dropFirst(2).first) {
        case ("shows", nil, nil):
            for title in try await Shows(session: session).titles() { print(title) }
        case ("create", let title?, nil):
            print("\(try await Shows(session: session).create(title).id)")
        case ("upload", let id?, let file?):
            guard let episode = try await episodes.episode(Int(id) ?? 0) else { return print("no episode \(id)") }
            _ = try await episodes.upload(URL(fileURLWithPath: file), to: episode) { print("\(Int($0 * 100)) %") }
            print(try await episodes.publish(episode) ? "published" : "is processed")
        case ("notes", let id?, let prompt?):
            guard let episode = try await episodes.episode(Int(id) ?? 0) else { return print("no episode \(id)") }
            try await Live(session: session).draftNotes(for: episode, prompt, show: print)
        default:
            print("studio shows | create TITLE | upload EPISODE FILE | notes EPISODE PROMPT")
        }
    }
}
