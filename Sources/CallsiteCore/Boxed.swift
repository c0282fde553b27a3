/// A property that its holder keeps by reference, so that a copy of the holder retains one object rather than all that
/// the value is made of. For what is wide, and rarely there or rarely changed: each change makes a new object.
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
