extension Explanation {
    /// Files, folders and the command line.
    static let shellTexts = #"""
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
        # unknown-target
        callsite.yaml or '--target' names a target that Package.swift doesn't.
        # unreadable-file
        A file is there and can't be read.
        """#
}
