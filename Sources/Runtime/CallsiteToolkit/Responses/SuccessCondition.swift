import CallsiteRuntime
import Foundation

extension Endpoint {
    /// Adds a condition on the body, for servers that refuse with the status 200: `.succeeding(where: "ok", is: true)`.
    ///
    /// A response is then a success only if its body is JSON in which the field has one of the values, in addition to
    /// its status. Otherwise sending throws the request's `Failure`. Several conditions must all be met. A response
    /// without a body meets every condition.
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

/// A field that the body of a successful response must have.
private struct SuccessCondition: Sendable {
    /// Keys of objects, from the outside in.
    let path: [String]
    /// The field has one of these values; null stands for an absent field too.
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
    /// The index of a key's value in the object at `index`. If the key is repeated, its last value counts.
    fileprivate func value(of key: String, in index: Int) -> Int? {
        var valueIndex: Int?
        var position = index + 1
        let end = after(index)
        while position < end {
            if string(position).utf8.elementsEqual(key.utf8) { valueIndex = position + 1 }
            position = after(position + 1)
        }
        return valueIndex
    }
}

extension HTTPResponse {
    /// Whether the body is JSON for which the condition holds. A response without a body meets every condition.
    fileprivate func meets(_ condition: SuccessCondition) -> Bool {
        guard hasBody else { return true }
        let holds = try? body.withUnsafeBytes { bytes in
            try withTape(of: bytes.assumingMemoryBound(to: UInt8.self)) { try condition.holds(in: $0) }
        }
        return holds ?? false
    }
}
