import CallsiteText

/// The shape of a value, or of several that stand in the same place.
package struct ValueShape: Sendable {
    package init() {}
}
