extension Explanation {
    /// Names and declarations in Swift.
    static let swiftTexts = #"""
        # name-clash
        Two names that differ on the wire become the same in Swift. The one that is spelled like the Swift name keeps it; the other is qualified by its place, or by how it is spelled. 'renames:' in callsite.yaml gives a name of your choice, and 'callsite inspect --names' lists every name.
        - models: {A: {foo_bar: Int, foo-bar: Int}}
        + models: {A: {foo_bar: Int, foo-bar: {type: Int, name: otherFooBar}}}
        """#
}
