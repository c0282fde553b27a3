#if DEBUG
    import CallsiteMock
    import CallsiteRuntime
    import SwiftUI

    /// A session with the API itself, made from its description: no server runs, and no network is used. Xcode leaves the
    /// folder `Preview Content` out of what you ship.
    @MainActor private func session(_ faults: [MockFault] = []) -> Session {
        guard let file = Bundle.main.url(forResource: "books.mock", withExtension: "json"),
            let mock = try? Mock(contentsOf: file)
        else { return Session() }
        mock.faults = faults
        return mock.session
    }

    struct BookListPreviews: PreviewProvider {
        static var previews: some View {
            NavigationStack { BookList(session: session()) }
        }
    }

    struct BookDetailPreviews: PreviewProvider {
        static var previews: some View {
            BookDetail(id: 7, session: session())
        }
    }

    struct FailurePreviews: PreviewProvider {
        static var previews: some View {
            NavigationStack { BookList(session: session([.status(503)])) }
        }
    }
#endif
