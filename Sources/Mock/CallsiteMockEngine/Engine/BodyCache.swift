/// Caches parts of responses by their JSON pointers in the description. A body that is always the same is made once. So
/// is a body that takes long or can't be made.
package struct BodyCache: Sendable {
    struct Body: Sendable {
        var bytes: [UInt8] = []
        var pieces: [[UInt8]] = []
        /// The reason the body may be wrong.
        var doubt: String?
        /// The reason there is no body.
        var refusal: MockError?
        /// Whether the body took long. It is then reused even where bodies are dynamic.
        var isHard = false

        func problems(_ call: MockEngine.Call) -> [MockProblem] {
            doubt.map { [MockProblem(operation: call.operation.title, .response, "", $0)] } ?? []
        }
    }

    /// Beyond this size, in bytes, nothing more is kept.
    static let mostBytes = 64 << 20

    private(set) var bodies: [String: Body] = [:]
    /// Values of schemas, without an example of the whole response.
    private(set) var plain: [String: JSONValue] = [:]
    /// Values of headers; a nil string: the header isn't sent.
    private(set) var headers: [String: (text: String?, isHard: Bool)] = [:]
    private var bytes = 0

    package init() {}

    mutating func keep(_ body: Body, of pointer: String) {
        // The pieces are the same bytes once more.
        if takes(body.bytes.count * (body.pieces.isEmpty ? 1 : 2)) { bodies[pointer] = body }
    }

    mutating func keep(plain value: JSONValue, of pointer: String) {
        if takes(MockStores.footprint(value)) { plain[pointer] = value }
    }

    mutating func keep(header text: String?, of pointer: String, isHard: Bool) {
        if takes(text?.utf8.count ?? 0) { headers[pointer] = (text, isHard) }
    }

    private mutating func takes(_ count: Int) -> Bool {
        guard bytes + count <= Self.mostBytes else { return false }
        bytes += count + 200
        return true
    }
}
