import Foundation

/// Why a list ends before its end is known. What was loaded before is right; the list is not complete.
public enum PaginationFailure: Error, Hashable, Sendable {
    /// The response leads back to a page that was loaded already, or holds the same elements as the page before: then the server ignores what
    /// it was asked for. Elements that come again are not delivered.
    case paginationCycle
    /// The response has no list where the description says that it is, and doesn't say that the list is complete. Where a server leaves out a
    /// list that is empty, the description says so: `omitsEmptyList: true`.
    case missingList
    /// The next link leads to another origin, or names a user: its scheme, host and port. Nothing was sent there.
    case foreignLink(String)
    /// The next link is no URL of http or https.
    case invalidLink
    /// So many pages in a row were empty, and each said that there is more.
    case emptyPages(Int)
    /// The answer says that there is more, but not where.
    case missingCursor
    /// The last element has no key for the next page to start after.
    case missingKey
    /// The cursor is none of this request's.
    case unfitCursor
}

extension PaginationFailure: CustomStringConvertible, LocalizedError {
    public var description: String {
        switch self {
        case .paginationCycle: "the response leads back to a page that was loaded already, or repeats its elements"
        case .missingList: "the response has no list, and doesn't say that the list is complete"
        case .foreignLink(let origin): "the link to the next page leads elsewhere: \(origin)"
        case .invalidLink: "the link to the next page is no URL of http or https"
        case .emptyPages(let count): "\(count) pages in a row were empty, and there is said to be more"
        case .missingCursor: "the answer says that there is another page, but not where"
        case .missingKey: "the last element has no key for the next page to start after"
        case .unfitCursor: "the cursor is none of this request's"
        }
    }
    public var errorDescription: String? { description }
}
