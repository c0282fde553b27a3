import CallsiteRuntime
import CallsiteStore
import SwiftUI

/// One book. It stays on the screen while it loads again.
struct BookDetail: View {
    @State private var book: RemoteContentClient<BookProvider>

    init(id: Int, session: Session) {
        _book = State(initialValue: RemoteContentClient(BookProvider(GetBookRequest(id: id)), session: session))
    }

    var body: some View {
        VStack(alignment: .leading) {
            switch book.state.phase {
            case .idle, .loading: ProgressView()
            case .loaded(let book):
                Text(book.title).font(.headline)
                Text("\(book.author), \(book.publishedOn.description)")
                if let summary = book.summary { Text(summary) }
            case .failed(let error):
                ErrorRow(error: error) { Task { await book.load() } }
            }
        }
        .task { await book.load() }
    }
}
