import CallsiteRuntime
import CallsiteTransfers
import Foundation

/// The shows of an account.
struct Shows {
    let session: Session

    /// The titles of all shows. The loop loads a page when it needs one.
    func titles() async throws -> [String] {
        var titles: [String] = []
        for try await show in session.elements(of: ListShowsRequest(sort: .name, perPage: 50)) {
            titles.append(show.title)
        }
        return titles
    }

    /// How many shows there are, by a header of a page.
    func count() async throws -> Int {
        let response = try await session.response(to: ListShowsRequest(perPage: 1))
        return response.headers.total  // X-Total
    }

    /// The newest shows about a subject.
    func newest(_ count: Int, about category: Category) async throws -> [Show] {
        var found: [Show] = []
        for try await show in session.elements(of: ListShowsRequest()) where show.categories.contains(category) {
            found.append(show)
            if found.count == count { break }  // no further page is loaded
        }
        return found
    }

    func create(_ title: String, about categories: [Category] = []) async throws -> Show {
        try await session.send(CreateShowRequest(title: title, categories: categories))
    }

    func rename(_ show: Show, to title: String) async throws -> Show {
        try await session.send(UpdateShowRequest(showID: show.id, title: title))
    }

    /// nil removes the website: `{"website": null}`. The title isn't sent, and stays.
    func setWebsite(of show: Show, to website: URL?) async throws -> Show {
        try await session.send(UpdateShowRequest(showID: show.id, website: Patch(website)))
    }

    func setCover(of show: Show, to image: URL) async throws -> Show {
        try await session.send(UploadCoverRequest(showID: show.id, image: .file(image, type: "image/png")))
    }

    /// Plays by day, from the first of a month on.
    func plays(of show: Show, since month: Int, of year: Int) async throws -> Int {
        guard let first = CalendarDate(year: year, month: month, day: 1) else { return 0 }
        let plays = try await session.send(GetPlaysRequest(showID: show.id, from: first))
        return plays.reduce(0) { $0 + $1.count }
    }
}
