extension Explanation {
    /// Names and declarations in Swift.
    static let swiftTexts = #"""
        # missing-product
        The code for this part of the description imports a module of Callsite that its target doesn't depend on, so that the compiler would say 'no such module'. Add the product to the target in Package.swift. The build plugin knows what the target depends on. 'callsite generate' and 'inspect' look for the product's name in Package.swift, which they don't run: where no target names it, or nothing is known, there is no warning.
        # name-clash
        Two wire names become the same Swift name. The one that is spelled most like the Swift name keeps it, and the other gets a qualifier. 'renames:' in callsite.yaml sets a name of your choice; 'callsite inspect --names' lists every name.
        - models: {A: {foo_bar: Int, foo-bar: Int}}
        + models: {A: {foo_bar: Int, foo-bar: {type: Int, name: otherFooBar}}}
        # renames-clash
        'renames:' in callsite.yaml gives two things that stand in one place the same Swift name. Callsite doesn't decide which of two names you chose wins: give one of them another name.
        """#
}
