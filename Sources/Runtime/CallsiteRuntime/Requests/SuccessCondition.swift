import Foundation

/// A field that the body of a response must have to be a success, besides its status.
struct SuccessCondition: Hashable, Sendable {
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
    /// Whether the body is JSON for which all conditions hold. A response without a body says nothing against it.
    func meets(_ conditions: [SuccessCondition]) -> Bool {
        guard !conditions.isEmpty, hasBody else { return true }
        let holds = try? body.withUnsafeBytes { bytes in
            try withTape(of: bytes.assumingMemoryBound(to: UInt8.self)) { tape in
                try conditions.allSatisfy { try $0.holds(in: tape) }
            }
        }
        return holds ?? false
    }
}
