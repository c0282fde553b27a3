import Foundation

/// The cases of an open enum that a description lists, with the table by which a response's strings become cases.
///
/// The table replaces a `switch` over strings in each enum, which was half of an enum's compile time.
public final class KnownCases<Value: OpenEnum>: ExpressibleByArrayLiteral, Sendable {
    /// The cases, in the description's order.
    public let all: [Value]
    /// The strings of the cases; nil: the values are numbers.
    private let strings: StringTable?

    public convenience init(arrayLiteral cases: Value...) { self.init(cases: cases) }

    init(cases: [Value]) {
        all = cases
        strings = Value.RawValue.self == String.self ? StringTable(cases.map { "\($0.rawValue)" }) : nil
    }

    /// The same object each time, for an enum inside a generic type, which can't have stored static properties.
    public static func shared(_ cases: @autoclosure () -> KnownCases) -> KnownCases {
        knownCasesOfGenericTypes.object(of: ObjectIdentifier(Value.self), cases)
    }

    func find(_ value: Value.RawValue) -> Value? {
        guard let strings, var string = value as? String else { return all.first { $0.rawValue == value } }
        let index = string.withUTF8 { strings.index(of: $0) }
        if index >= 0 { return all[index] }
        // Swift's `==` also holds for canonically equivalent strings, such as the two forms of `é`.
        return string.utf8.allSatisfy { $0 < 0x80 } ? nil : all.first { $0.rawValue == value }
    }

    /// The case of a string on the tape, without making a `String`.
    func find(_ value: borrowing WireValue) -> Value? {
        guard let strings, value.tape.pointee.tag(value.index) == Tape.Tag.string else { return nil }
        let index = strings.index(of: value.tape.pointee.raw(value.index))
        return index < 0 ? nil : all[index]
    }
}

/// Strings and their positions, looked up by their UTF-8. Loops over pointers, since users run it unoptimised in their
/// debug builds.
private final class StringTable: @unchecked Sendable {
    // All are set once, by the initializer.
    private let bytes: UnsafeMutablePointer<UInt8>
    /// The string at position `i` has the bytes `ends[i]..<ends[i + 1]`.
    private let ends: UnsafeMutablePointer<Int>
    /// Positions by hash. After a collision the next free slot is used. -1 is a free slot; at least half are free.
    private let slots: UnsafeMutablePointer<Int>
    private let mask: Int

    init(_ strings: [String]) {
        bytes = .allocate(capacity: strings.reduce(1) { $0 + $1.utf8.count })
        ends = .allocate(capacity: strings.count + 1)
        var size = 4
        while size < strings.count * 2 { size *= 2 }
        slots = .allocate(capacity: size)
        slots.initialize(repeating: -1, count: size)
        mask = size - 1
        ends[0] = 0
        for (index, string) in strings.enumerated() {
            var string = string
            string.withUTF8 { utf8 in
                if let start = utf8.baseAddress { memcpy(bytes + ends[index], start, utf8.count) }
                ends[index + 1] = ends[index] + utf8.count
                var slot = Self.hash(utf8) & mask
                while slots[slot] >= 0 { slot = (slot + 1) & mask }
                slots[slot] = index
            }
        }
    }

    deinit {
        bytes.deallocate()
        ends.deallocate()
        slots.deallocate()
    }

    /// The position of the string with these bytes; -1: there is none.
    func index(of utf8: UnsafeBufferPointer<UInt8>) -> Int {
        let count = utf8.count
        var slot = Self.hash(utf8) & mask
        var index = slots[slot]
        while index >= 0 {
            let start = ends[index]
            if ends[index + 1] - start == count, count == 0 || memcmp(bytes + start, utf8.baseAddress!, count) == 0 {
                return index
            }
            slot = (slot + 1) & mask
            index = slots[slot]
        }
        return -1
    }

    /// A hash of the length and the first and last eight bytes. A longer string isn't hashed whole, because it is
    /// compared anyway.
    private static func hash(_ utf8: UnsafeBufferPointer<UInt8>) -> Int {
        let count = utf8.count
        guard count > 0, let start = utf8.baseAddress else { return 0 }
        var first: UInt64 = 0
        var last: UInt64 = 0
        let part = count < 8 ? count : 8
        memcpy(&first, start, part)
        memcpy(&last, start + count - part, part)
        let mixed =
            (first ^ last &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(truncatingIfNeeded: count)) &* 0xD6E8_FEB8_6659_FD93
        return Int(truncatingIfNeeded: mixed >> 33)
    }
}

/// One object for each type, made at its first use.
private final class ObjectsByType: @unchecked Sendable {
    private let lock = NSLock()
    /// Guarded by `lock`.
    private var objects: [ObjectIdentifier: AnyObject] = [:]

    func object<Object: AnyObject>(of type: ObjectIdentifier, _ make: () -> Object) -> Object {
        if let object = lock.withLock({ objects[type] }) as? Object { return object }
        let new = make()
        return lock.withLock {
            if let object = objects[type] as? Object { return object }
            objects[type] = new
            return new
        }
    }
}

private let knownCasesOfGenericTypes = ObjectsByType()
