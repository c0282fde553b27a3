extension Explanation {
    /// Files, folders and the command line.
    static let shellTexts = #"""
        # fixtures-in-build
        The build plugin makes the sources of one target, and models for tests belong into another one. 'swift package generate-api' writes both, to be committed.
        # fixtures-in-output
        Fixtures are for tests, and import the module of the generated code: they belong into the folder of a test target.
        # include-not-found
        A file that is included is not there. The path is seen from the file that includes it.
        # include-outside
        A description reads files of its own folder and below, unless '--allow-outside' or 'allowOutside' says otherwise.
        # missing-module
        Fixtures import the module of the generated code, which is the folder below Sources in its path. Where the path has none, 'module' says it.
        # missing-output
        A description of callsite.yaml has no folder to write into: 'output' in callsite.yaml, or '--output'.
        # nothing-listed
        callsite.yaml lists nothing that this run could generate: 'callsite generate' needs descriptions with an 'output', the build plugin such with a 'target'.
        # output-clash
        Two descriptions would write the same file, or declare the same type in one folder. Give each a folder of its own, or a namespace.
        # output-is-file
        The output of a description is a folder, and callsite.yaml names a file.
        # runtime-twice
        'embedRuntime' writes the runtime beside generated code, and a module can hold it once. Let one description embed it, or give all one output.
        # stale-plan
        SwiftPM asks the build plugin what to watch when it plans a build, and plans again only when a manifest or a file of a target changes. What callsite.yaml names since then would be generated once, and its changes never noticed. A change of Package.swift, be it of its time alone, plans anew.
        # unknown-target
        callsite.yaml or '--target' names a target that Package.swift doesn't.
        # unreadable-file
        A file is there and can't be read.
        # unwatched-file
        A description includes a file that the build plugin doesn't know of: it looks below the target, and in the folders of what callsite.yaml names. A change of that file alone generates nothing.
        """#
}
