import CallsiteRuntime

public func userNames(_ session: Session) async throws -> [String] {
    let (cats, dogs) = (
        try await session.send(Cats.GetUserRequest(id: 1)), try await session.send(Dogs.GetUserRequest(id: 1))
    )
    return [cats.name, cats.cat.name, dogs.name]
}
