import CallsiteRuntime

public func openOrders(_ session: Session) async throws -> [Int] {
    try await session.send(ListOrdersRequest()).filter { $0.state == .open }.map(\.id)
}
