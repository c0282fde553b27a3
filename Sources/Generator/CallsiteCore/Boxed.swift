/// A property that is held by reference, so that a copy of its holder retains one object instead of every part of the
/// value. For large values that change rarely: each change makes a new object.
@propertyWrapper
package struct Boxed<Value: Sendable>: Sendable {
    private final class Storage: Sendable {
        let value: Value
        init(_ value: Value) { self.value = value }
    }

    private var storage: Storage

    package init(wrappedValue: Value) { storage = Storage(wrappedValue) }

    package var wrappedValue: Value {
        _read { yield storage.value }
        set { storage = Storage(newValue) }
    }
}

/// An optional property that is mostly nil. A value is held by reference, so nil takes only a pointer, and copying nil
/// costs nothing. Types with thousands of values stay small.
@propertyWrapper
package struct Seldom<Value: Sendable>: Sendable {
    @usableFromInline
    final class Storage: Sendable {
        @usableFromInline let value: Value
        @inlinable init(_ value: Value) { self.value = value }
    }

    @usableFromInline var storage: Storage?

    @inlinable package init(wrappedValue: Value?) {
        if let wrappedValue { storage = Storage(wrappedValue) } else { storage = nil }
    }

    @inlinable package var wrappedValue: Value? {
        get { storage?.value }
        set { self = Seldom(wrappedValue: newValue) }
    }
}

extension Seldom: Equatable where Value: Equatable {
    package static func == (a: Self, b: Self) -> Bool { a.wrappedValue == b.wrappedValue }
}

extension Seldom: Hashable where Value: Hashable {
    package func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}
