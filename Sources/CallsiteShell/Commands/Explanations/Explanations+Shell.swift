extension Explanation {
    /// Files, folders and the command line.
    static let shellTexts = #"""
        # accepted-day
        An accepted change may end: 'until: 2027-01-31' is the last day on which it counts as accepted.
        # accepted-key
        An entry of the file of accepted changes has 'id', 'at', 'fingerprint', 'reason' and 'until', and nothing else.
        # accepted-list
        The file of 'callsite diff --accept' is a list of entries like '{id: field-removed, at: POST /orders, reason: nobody sends it}', or has one under 'accepted'.
        # accepted-needs
        An accepted change says which one it is, by 'id' (with 'at', an endpoint or a model) or by 'fingerprint', and why it is accepted.
        # accepted-no-more
        An entry accepted changes until a day that has passed. They count again: mend them, or say a new day.
        # accepted-nothing
        An entry of the file of accepted changes fits no change any more. It is deleted, so that it can't accept another one some day.
        # fixtures-in-build
        The build plugin generates the sources of one target, but fixtures belong to another, a test target. Use 'swift package generate-api', which writes both, and commit them.
        # fixtures-in-output
        Fixtures are for tests, and import the module of the generated code. Write them to the folder of a test target.
        # include-not-found
        An included file doesn't exist. Its path is relative to the file that includes it.
        # include-outside
        A description can include files from its own folder and below. '--allow-outside' or 'allowOutside' permits others.
        # missing-module
        Fixtures import the module of the generated code: the folder below Sources in the output path. If the path has none, set 'module'.
        # missing-output
        A description in callsite.yaml has no output folder. Set 'output' there, or pass '--output'.
        # nothing-listed
        callsite.yaml lists nothing for this run: 'callsite generate' needs descriptions with an 'output', and the build plugin needs descriptions with a 'target'.
        # output-clash
        Two descriptions would write the same file, or declare the same type in one folder. Give each its own folder or namespace.
        # output-is-file
        The output in callsite.yaml must be a folder, but a file has this name.
        # runtime-twice
        'embedRuntime' writes the runtime, which a module can contain only once. Let one description embed it, or use one output for all.
        # stale-plan
        SwiftPM asks the build plugin which files to watch when it plans a build, and plans again only when a manifest or a target's files change. callsite.yaml now names a file that the plan doesn't watch. To plan again: 'touch Package.swift', and build.
        # unknown-target
        callsite.yaml or '--target' names a target that Package.swift doesn't declare.
        # unreadable-file
        The file exists, but can't be read.
        # unwatched-file
        A description includes a file that the build plugin doesn't watch: it watches the target's folder, and the folders of files that callsite.yaml names. If only that file changes, nothing is generated again.
        """#
}
