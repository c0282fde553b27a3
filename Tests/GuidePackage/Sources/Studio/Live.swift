import CallsiteRuntime
import CallsiteTransfers
import Foundation

/// Streams of the server: text while it is written, and comments as they come.
struct Live {
    let session: Session

    /// Lets the server write notes, and shows each piece when it arrives.
    func draftNotes(for episode: Episode, _ prompt: String, show: (String) -> Void) async throws {
        for try await part in try await session.send(DraftNotesRequest(episodeID: episode.id, prompt: prompt)) {
            show(part.text)
        }
    }

    /// Comments until the task is cancelled. A lost connection is opened again.
    func comments(on show: Show, handle: (String) -> Void) async throws {
        for try await event in try await session.send(WatchCommentsRequest(showID: show.id)) {
            switch event {
            case .written(let event): handle("\(event.comment.author): \(text(of: event.comment))")
            case .removed(let event): handle("removed \(event.commentID)")
            case .unrecognized: break
            }
        }
    }

    func text(of comment: Comment) -> String {
        switch comment.content {
        case .text(let content): content.text
        case .rating(let content): String(repeating: "*", count: content.stars)
        case .unrecognized(let json): "\(json)"
        }
    }

    /// A line of JSON for each day.
    func bestDay(of show: Show) async throws -> CalendarDate? {
        var best: Plays?
        for try await day in try await session.send(ExportPlaysRequest(showID: show.id))
        where day.count > best?.count ?? 0 {
            best = day
        }
        return best?.day
    }
}
