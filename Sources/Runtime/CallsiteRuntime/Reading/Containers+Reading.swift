import Foundation

extension Optional: WireDecodable where Wrapped: WireDecodable {
    public static var absent: Self? { .some(nil) }

    /// null is nil. An empty string in place of an optional URL is nil too, since many servers use it for a missing
    /// one.
    public init(from value: borrowing WireValue) throws {
        let isURL = Wrapped.self == StoredURL.self || Wrapped.self == URL.self
        let isNothing = value.isNull || isURL && (try? value.string())?.isEmpty == true
        self = isNothing ? nil : try Wrapped(from: value)
    }
}

extension Array: WireDecodable where Element: WireDecodable {
    public init(from value: borrowing WireValue) throws {
        let tape = value.tape
        let index = value.index
        guard tape.pointee.tag(index) == Tape.Tag.array else { throw value.failure("a list") }
        let end = tape.pointee.after(index)
        // For an array without capacity the standard library writes the count into the one empty array that all threads
        // share.
        guard end > index + 1 else {
            self = []
            return
        }
        guard !tape.pointee.notes.options.contains(.skippingLists) else {
            self = try Array(skippingIn: tape, index + 1..<end)
            return
        }
        self = try Array(unsafeUninitializedCapacity: tape.pointee.count(index)) { buffer, count in
            var at = index + 1
            while at < end {
                try (buffer.baseAddress.unsafelyUnwrapped + count).initialize(to: Element(from: WireValue(tape, at)))
                count += 1
                at = tape.pointee.after(at)
            }
        }
    }

    /// Leaves out the elements that can't be decoded, and notes their failures.
    private init(skippingIn tape: UnsafePointer<Tape>, _ range: Range<Int>) throws {
        self = []
        var index = range.lowerBound
        while index < range.upperBound {
            // If an element fails, only its own failure is noted, not those of the values that it left out.
            let skippedCount = tape.pointee.notes.skipped.count
            do {
                append(try Element(from: WireValue(tape, index)))
            } catch let failure as DecodingFailure {
                tape.pointee.notes.skipped.removeSubrange(skippedCount...)
                tape.pointee.notes.skipped.append(failure)
            }
            index = tape.pointee.after(index)
        }
    }
}

extension Dictionary: WireDecodable where Key == String, Value: WireDecodable {
    public init(from value: borrowing WireValue) throws {
        guard value.isObject else { throw value.failure("an object") }
        self = try FieldReader(value).others(besides: [])
    }
}

extension WireValue {
    var isObject: Bool { tape.pointee.isObject(index) }
}
