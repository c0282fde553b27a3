// Between the engine's messages and the server's.

extension MockRequest {
    package init(served request: ServedRequest) {
        self.init(
            method: request.method, target: request.target, headers: request.headers,
            body: request.hasBody ? request.body : nil)
    }
}

extension ServedResponse {
    /// A response as its faults have it sent.
    package init(_ response: MockResponse, _ delivery: Delivery) {
        let body: Body =
            response.pieces.isEmpty
            ? .bytes(response.body) : .chunks(response.pieces.enumerated().map { Chunk($1, delay: $0 == 0 ? 0 : 0.2) })
        self.init(status: response.status, headers: response.headers.map { ($0.name, $0.value) }, body: body)
        let parts = delivery.delay.components
        delay = Double(parts.seconds) + Double(parts.attoseconds) / 1e18
        bytesPerSecond = delivery.bytesPerSecond.map(Double.init)
        cutAfter = delivery.cutAfter
        dropsConnection = delivery.drops
    }
}
