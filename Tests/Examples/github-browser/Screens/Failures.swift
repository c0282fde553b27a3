import CallsiteRuntime
import Foundation
import GeneratedGitHub

/// Why something didn't arrive, for people, and what they can do.
func explanation(of error: any Error) -> String {
    switch error {
    case let failure as TransportFailure: return "No response: \(failure.description)."
    case let failure as DecodingFailure: return "The response is not as expected: \(failure)."
    case let failure as PaginationFailure: return "The list can't go on: \(failure)."
    case let problem as Problem: return problem.text
    default: break
    }
    guard let http = answer(in: error) else { return "\(error)" }
    let message = http.decoded(GitHubError.self)?.message ?? "status \(http.status)"
    switch http.status {
    case 401: return "GitHub doesn't accept the token (\(message))."
    case 403, 429: return "GitHub wants a pause, or a sign-in (\(message)). Press t to sign in."
    case 404: return "There is nothing here (\(message))."
    case 422: return "GitHub doesn't understand the search (\(message))."
    default: return "GitHub responded with \(http.status) (\(message))."
    }
}

/// A problem of this program's own.
struct Problem: Error {
    var text: String
}

/// The response that an error of a generated request carries: each endpoint has an enum of its own, whose cases hold
/// the response last.
private func answer(in error: any Error) -> HTTPResponse? {
    for child in Mirror(reflecting: error).children {
        if let http = child.value as? HTTPResponse { return http }
        for part in Mirror(reflecting: child.value).children {
            if let http = part.value as? HTTPResponse { return http }
        }
    }
    return nil
}
