import CallsiteRuntime
import CallsiteTransfers
import Foundation

/// The episodes of a show.
struct Episodes {
    let session: Session

    func all(of show: Show, since date: Date? = nil) async throws -> [Episode] {
        var episodes: [Episode] = []
        for try await episode in session.elements(of: ListEpisodesRequest(showID: show.id, since: date)) {
            episodes.append(episode)
        }
        return episodes
    }

    /// The request has an idempotency key, so it is retried, though it is a POST.
    func create(_ title: String, in show: Show) async throws -> Episode {
        try await session.send(CreateEpisodeRequest(showID: show.id, title: title))
    }

    /// nil if there is no such episode.
    func episode(_ id: Int) async throws -> Episode? {
        do {
            return try await session.send(GetEpisodeRequest(episodeID: id))
        } catch let failure as any RequestFailure where failure.status == 404 {
            return nil
        }
    }

    func label(of episode: Episode) -> String {
        switch episode.state {
        case .draft: "a draft"
        case .processing: "is processed"
        case .published: episode.publishedOn.map { "since \($0)" } ?? "published"
        // a state that the server has learned since
        case .unrecognized(let state): state
        }
    }

    /// Sends a file as it is read, whatever its size.
    func upload(_ file: URL, to episode: Episode, show: @escaping @Sendable (Double) -> Void) async throws -> Audio {
        let request = UploadAudioRequest(episodeID: episode.id, body: .file(file, type: "audio/mpeg"))
        return try await session.upload(request) { progress in show(progress.fraction ?? 0) }
    }

    func download(_ episode: Episode, to file: URL) async throws {
        try await session.download(DownloadAudioRequest(episodeID: episode.id), to: file, overwrites: true)
    }

    /// Whether the episode is published already. Otherwise the server still works on it.
    func publish(_ episode: Episode) async throws -> Bool {
        switch try await session.send(PublishEpisodeRequest(episodeID: episode.id)) {
        case .ok: true
        case .accepted(let job): job.progress >= 1
        case .undeclared: false
        }
    }

    func setChapters(of episode: Episode, to titles: [(start: Double, title: String)]) async throws -> [Chapter] {
        let chapters = titles.map { Chapter(startsAt: $0.start, title: $0.title) }
        return try await session.send(ReplaceChaptersRequest(episodeID: episode.id, body: chapters))
    }
}
