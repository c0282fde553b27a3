extension Explanation {
    /// Names and declarations in Swift.
    static let swiftTexts = #"""
        # name-clash
        Two wire names become the same Swift name. The one that is spelled most like the Swift name keeps it, and the other gets a qualifier. 'renames:' in callsite.yaml sets a name of your choice; 'callsite inspect --names' lists every name.
        - models: {A: {foo_bar: Int, foo-bar: Int}}
        + models: {A: {foo_bar: Int, foo-bar: {type: Int, name: otherFooBar}}}
        # renames-clash
        'renames:' in callsite.yaml gives two things that stand in one place the same Swift name. Callsite doesn't decide which of two names you chose wins: give one of them another name.
        """#
}
