extension Description {
    /// How an endpoint declares its pagination.
    package indirect enum PaginationUse: Sendable {
        /// The endpoint declares nothing: a strategy with `default: true` may apply.
        case unsaid
        /// `pagination: none`.
        case none(SourceLocation)
        case strategy(Pagination)
        /// Another tool's extension declares it: used where it fits.
        case suggested(Pagination)
    }

    /// How an endpoint's pages follow each other: its own declaration, or a named strategy with what the endpoint adds.
    package struct Pagination: Hashable, Sendable {
        /// The value that moves from page to page.
        package enum Style: String, CaseIterable, Sendable { case page, offset, cursor, keyset, nextURL, link, range }

        /// A value in a response.
        package enum Source: Hashable, Sendable {
            /// A path of keys in the body: `response_metadata.next_cursor`.
            case body(Name)
            case header(Name)
            package var name: Name {
                switch self {
                case .body(let name), .header(let name): name
                }
            }
        }

        /// The strategy's name, if it has one.
        package var name: String?
        package var style: Style
        /// The parameters that change from page to page: one, or several cursors at once.
        package var parameters: [Name] = []
        /// The number of the first page, or the offset of the first element; nil for the usual one, 1 for pages and 0
        /// for offsets.
        package var first: Int?
        /// It isn't known whether counting begins at 0 or 1: the first request leaves the parameter out, and the
        /// response decides.
        package var isFirstUnknown = false
        /// The number of this page, or the offset of its first element, as the response says.
        package var current: Source?
        package var size: Name?
        package var limit: Name?
        package var hasNext: Source?
        /// A flag that this page is the last.
        package var isLast: Source?
        package var total: Source?
        package var totalPages: Source?
        /// The next cursor or URL; as many as `parameters`.
        package var next: [Source] = []
        /// The properties of the last element that the next page starts after; as many as `parameters`.
        package var keys: [Name] = []
        package var shortPageEnds = false
        /// Whether the server leaves out an empty list. If so, a page without the list, and without any other sign of
        /// the end, is complete.
        package var omitsEmptyList = false
        /// Where the list is in the body; nil: the body is the list.
        package var elements: Name?
        /// The endpoint that gives the pages after the first.
        package var continuation: Name?
        /// Whether the strategy applies to each endpoint that it fits.
        package var isDefault = false
        package var place: SourceLocation

        init(name: String? = nil, style: Style, parameters: [Name] = [], place: SourceLocation) {
            (self.name, self.style, self.parameters, self.place) = (name, style, parameters, place)
        }

        package init(style: Style, place: SourceLocation) { (self.style, self.place) = (style, place) }
    }
}
