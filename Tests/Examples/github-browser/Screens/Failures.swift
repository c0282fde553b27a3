import CallsitePagination
import CallsiteRuntime
import Foundation

/// Why something didn't arrive, for people, and what they can do.
func explanation(of error: any Error) -> String {
    switch error {
    case let failure as TransportFailure: return "No response: \(failure.description)."
    case let failure as DecodingFailure: return "The response is not as expected: \(failure)."
    case let failure as PaginationFailure: return "The list can't go on: \(failure)."
    case let problem as Problem: return problem.text
    default: break
    }
    guard let failure = error as? any RequestFailure else { return "\(error)" }
    let message = failure.serverMessage ?? "status \(failure.status)"
    switch failure.status {
    case 401: return "GitHub doesn't accept the token (\(message))."
    case 403, 429: return "GitHub wants a pause, or a sign-in (\(message)). Press t to sign in."
    case 404: return "There is nothing here (\(message))."
    case 422: return "GitHub doesn't understand the search (\(message))."
    default: return "GitHub responded with \(failure.status) (\(message))."
    }
}

/// A problem of this program's own.
struct Problem: Error {
    var text: String
}
