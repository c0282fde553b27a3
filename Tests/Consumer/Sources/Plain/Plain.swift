import CallsiteRuntime

public func birdName(_ session: Session) async throws -> String { try await session.send(GetBirdRequest(id: 1)).name }
