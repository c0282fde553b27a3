import CallsiteRuntime
import Foundation

/// The reason why a list stops before its end is known. The elements loaded so far are right; the list isn't complete.
public enum PaginationFailure: Error, Hashable, Sendable {
    /// The response leads back to a page that was loaded already, or has the same elements as the page before because
    /// the server ignores the parameter. Repeated elements are not delivered.
    case paginationCycle
    /// The response has no list in the described place, and doesn't say that the list is complete. If the server leaves
    /// out empty lists, say so in the description: `omitsEmptyList: true`.
    case missingList
    /// The next link leads to another origin (its scheme, host and port), or names a user. Nothing was sent there.
    case foreignLink(String)
    /// The next link isn't an http or https URL.
    case invalidLink
    /// This many pages in a row were empty, and each said that there is another one.
    case emptyPages(Int)
    /// The response says that there is another page, but not where.
    case missingCursor
    /// The last element has no key for the next page to start after.
    case missingKey
    /// The cursor doesn't belong to this request.
    case unfitCursor
    /// The request asks for the elements before another one, and there are more of them. A list can continue only after
    /// its last element.
    case backwards
}

extension PaginationFailure: CustomStringConvertible, LocalizedError {
    public var description: String {
        switch self {
        case .paginationCycle:
            "the response leads back to a page that was loaded already, or repeats its elements (which 'allowsRepeatedPages' allows)"
        case .missingList: "the response has no list, and doesn't say that the list is complete"
        case .foreignLink(let origin): "the link to the next page leads elsewhere: \(origin)"
        case .invalidLink: "the link to the next page isn't an http or https URL"
        case .emptyPages(let count): "\(count) pages in a row were empty, and there is said to be more"
        case .missingCursor: "the response says that there is another page, but not where"
        case .missingKey: "the last element has no key for the next page to start after"
        case .unfitCursor: "the cursor is none of this request's"
        case .backwards: "the request asks for what comes before something, and a list goes on forwards only"
        }
    }
    public var errorDescription: String? { description }
}
