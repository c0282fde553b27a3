extension Description {
    /// What an endpoint says of paging.
    enum PaginationUse: Sendable {
        /// Nothing: a strategy with `default: true` may apply.
        case unsaid
        /// `pagination: none`.
        case none(SourceLocation)
        case strategy(Pagination)
        /// What another tool's extension says: taken where it fits.
        case suggested(Pagination)
    }

    /// How an endpoint's pages follow each other: its own declaration, or a named strategy with what the endpoint adds.
    struct Pagination: Hashable, Sendable {
        /// What moves from page to page.
        enum Style: String, CaseIterable, Sendable { case page, offset, cursor, keyset, nextURL, link, range }

        /// A value in an answer.
        enum Source: Hashable, Sendable {
            /// A path of keys in the body: `response_metadata.next_cursor`.
            case body(Name)
            case header(Name)
            var name: Name {
                switch self {
                case .body(let name), .header(let name): name
                }
            }
        }

        /// The strategy's name, if it has one.
        var name: String?
        var style: Style
        /// What moves: one, or several cursors at once.
        var parameters: [Name] = []
        /// The number of the first page, or the offset of the first element; nil: what is usual, 1 for pages and 0 for offsets.
        var first: Int?
        /// Whether counting begins at 0 or 1 isn't known: the first request leaves the parameter out, and the response decides.
        var isFirstUnknown = false
        /// The number of this page, or the offset of its first element, as the response says.
        var current: Source?
        var size: Name?
        var limit: Name?
        var hasNext: Source?
        /// A flag that this page is the last.
        var isLast: Source?
        var total: Source?
        var totalPages: Source?
        /// The next cursor or URL; as many as `parameters`.
        var next: [Source] = []
        /// The properties of the last element that the next page starts after; as many as `parameters`.
        var keys: [Name] = []
        var shortPageEnds = false
        /// The server leaves out a list that is empty: without it, and without any other sign of the end, a page is complete.
        var omitsEmptyList = false
        /// Where the list is in the body; nil: the body is the list.
        var elements: Name?
        /// The endpoint that gives the pages after the first.
        var continuation: Name?
        /// Applies to each endpoint that it fits.
        var isDefault = false
        var place: SourceLocation
    }
}
