import CallsiteRuntime
import Foundation

/// Those who have subscribed to a show.
struct Listeners {
    enum Invitation: Equatable {
        case sent
        case alreadySubscribed
        case refused([String])
    }

    let session: Session

    func invite(_ email: String, to show: Show) async throws -> Invitation {
        do {
            _ = try await session.send(InviteSubscriberRequest(showID: show.id, email: email, plan: .free))
            return .sent
        } catch InviteSubscriberRequest.Failure.conflict {
            return .alreadySubscribed
        } catch InviteSubscriberRequest.Failure.invalid(let body, _) {
            return .refused(body.fields["email"] ?? [body.message])
        }
    }

    /// The supporters of a page, and the total of all pages.
    func supporters(of show: Show, page: Int = 1) async throws -> (names: [String], of: Int) {
        let response = try await session.response(to: ListSubscribersRequest(showID: show.id, page: page))
        return (response.value.filter { $0.plan == .supporter }.map(\.email), response.headers.total)
    }
}
