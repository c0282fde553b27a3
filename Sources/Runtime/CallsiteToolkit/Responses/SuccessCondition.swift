import CallsiteRuntime
import Foundation

extension Endpoint {
    /// A response is a success only if its body is JSON in which a field has one of certain values, in addition to its
    /// status; otherwise sending throws the request's `Failure`. For servers that refuse with the status 200:
    /// `.succeeding(where: "ok", is: true)`. Several such conditions must all be met. A response without a body is a
    /// success.
    ///
    /// - Parameters:
    ///   - path: The keys that lead to the field, from the outside in.
    ///   - values: The values that mean success; null for a field that is null or absent.
    public func succeeding(where path: String..., is values: JSONValue...) -> Endpoint {
        let condition = SuccessCondition(path: path, values: values)
        return with { [earlier = isSuccessByBody] in
            $0.isSuccessByBody = { (earlier?($0) ?? true) && $0.meets(condition) }
        }
    }
}

/// A field that the body of a response must have to be a success, besides its status.
private struct SuccessCondition: Sendable {
    /// Keys of objects, from the outside in.
    let path: [String]
    /// One of these; null stands for an absent field too.
    let values: [JSONValue]

    func holds(in tape: UnsafePointer<Tape>) throws -> Bool {
        var index = 0
        for key in path {
            guard tape.pointee.isObject(index), let value = tape.pointee.value(of: key, in: index) else {
                return values.contains(.null)
            }
            index = value
        }
        let value = try JSONValue(from: WireValue(tape, index))
        // `1.0` is the number 1.
        return values.contains { $0 == value || ($0.double != nil && $0.double == value.double) }
    }
}

extension Tape {
    /// The index of a key's value in the object at `index`; of a repeated key the last one counts.
    fileprivate func value(of key: String, in index: Int) -> Int? {
        var found: Int?
        var at = index + 1
        let end = after(index)
        while at < end {
            if string(at).utf8.elementsEqual(key.utf8) { found = at + 1 }
            at = after(at + 1)
        }
        return found
    }
}

extension HTTPResponse {
    /// Whether the body is JSON for which the condition holds. A response without a body says nothing against it.
    fileprivate func meets(_ condition: SuccessCondition) -> Bool {
        guard hasBody else { return true }
        let holds = try? body.withUnsafeBytes { bytes in
            try withTape(of: bytes.assumingMemoryBound(to: UInt8.self)) { try condition.holds(in: $0) }
        }
        return holds ?? false
    }
}
