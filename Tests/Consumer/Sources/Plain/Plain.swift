import CallsiteRuntime
import Foundation

public func birdName(_ session: Session) async throws -> String { try await session.send(GetBirdRequest(id: 1)).name }

/// The number of the bird that a link leads to.
public func bird(_ link: URL) -> Int? {
    switch BirdsLink(link) {
    case .bird(let provider): provider.request.id
    case nil: nil
    }
}
