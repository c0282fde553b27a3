import CallsitePagination
import CallsiteRuntime
import CallsiteStore
import SwiftUI

/// All books: pages load while one scrolls.
struct BookList: View {
    private let session: Session
    @State private var books: PaginationClient<ListBooksRequest>

    init(session: Session) {
        self.session = session
        _books = State(initialValue: PaginationClient(ListBooksRequest(), session: session))
    }

    var body: some View {
        List {
            ForEach(books.elements) { book in
                NavigationLink {
                    BookDetail(id: book.id, session: session)
                } label: {
                    VStack(alignment: .leading) {
                        Text(book.title).font(.headline)
                        Text(book.author).font(.subheadline)
                    }
                }
                .onAppear { if book.id == books.elements.last?.id { loadNextPage() } }
            }
            footer
        }
        .navigationTitle("Books")
        .task { if books.elements.isEmpty { await books.refresh() } }
        // SwiftUI may cancel the action when the view updates, so the request has a task of its own.
        .refreshable { await Task { await books.refresh() }.value }
    }

    @ViewBuilder private var footer: some View {
        if books.isLoading {
            ProgressView()
        } else if let error = books.error {
            ErrorRow(error: error) { loadNextPage() }
        } else if !books.hasNextPage {
            Text("That is all.")
        }
    }

    private func loadNextPage() {
        Task { await books.loadNextPage() }
    }
}
