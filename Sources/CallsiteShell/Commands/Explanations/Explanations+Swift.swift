extension Explanation {
    /// Names and declarations in Swift.
    static let swiftTexts = #"""
        # name-clash
        Two wire names become the same Swift name. The one that is spelled most like the Swift name keeps it, and the other gets a qualifier. 'renames:' in callsite.yaml sets a name of your choice; 'callsite inspect --names' lists every name.
        - models: {A: {foo_bar: Int, foo-bar: Int}}
        + models: {A: {foo_bar: Int, foo-bar: {type: Int, name: otherFooBar}}}
        """#
}
