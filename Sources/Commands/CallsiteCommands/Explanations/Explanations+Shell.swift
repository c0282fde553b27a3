extension Explanation {
    /// Files, folders and the command line.
    static let shellTexts = #"""
        # accepted-day
        An accepted change can expire: 'until: 2027-01-31' is the last day on which it is accepted.
        # accepted-key
        An entry in the file of accepted changes has the keys 'id', 'at', 'fingerprint', 'reason' and 'until' only.
        # accepted-list
        The file for 'callsite diff --accept' is a list of entries such as '{id: field-removed, at: POST /orders, reason: no app sends it}', or has such a list under 'accepted'.
        # accepted-needs
        An accepted change needs a reason, and an 'id' (with 'at', an endpoint or a model) or a 'fingerprint' that identifies it.
        # accepted-no-more
        The date until which an entry accepts changes has passed, so they count again. Fix them, or set a later date.
        # accepted-nothing
        An entry in the file of accepted changes matches no change. Delete it, so that it can't accept another change later.
        # fixtures-in-output
        Fixtures are for tests, and import the module of the generated code. Write them to the folder of a test target.
        # include-not-found
        An included file doesn't exist. Its path is relative to the file that includes it.
        # include-outside
        A description can include files from its own folder and below. '--allow-outside' or 'allowOutside' permits others.
        # invalid-jsonpath
        A 'target' and a 'copy' of an overlay are queries of RFC 9535 (JSONPath). A query begins with '$'; '.name' and "['name']" name a member, '[0]' an element, '*' all of them, '..' everything below, and '[?@.in == 'query']' those for which the condition holds.
        # invalid-overlay
        An overlay has 'overlay' (the version of its format), 'info' with 'title' and 'version', and 'actions', each with a 'target' and one of 'update', 'copy' and 'remove: true' (OpenAPI Overlay 1.1). Keys that begin with 'x-' are allowed everywhere.
        # jsonpath-hyphen
        In JSONPath a name behind a dot has letters, digits and '_' only. Callsite reads a hyphen as a part of the name, as the examples of the Overlay Specification do; other tools may refuse it.
        # jsonpath-limit
        The queries of overlays go through a document in a bounded number of steps: 5 million, or 50 for each value of a large document. A query with several '..' goes through it again and again. Name more of the path.
        # jsonpath-pattern
        'match' and 'search' take an I-Regexp (RFC 9485). Another string matches nothing, so the condition never holds.
        # missing-module
        Fixtures import the module of the generated code: the folder below Sources in the output path. If the path has none, set 'module'.
        # missing-output
        A description in callsite.yaml has no output folder. Set 'output' there, or pass '--output'.
        # no-layout
        'callsite fmt' reads what it would write, and found another meaning in it. Nothing was written. A key that YAML can't have on one line is the usual cause.
        # not-native
        'callsite fmt' formats Callsite's own YAML: descriptions, the files that they include, and callsite.yaml. Another tool formats OpenAPI documents and JSON.
        # nothing-listed
        callsite.yaml lists nothing for this run: 'callsite generate' needs descriptions with an 'output' or a 'mock', and the build plugin needs descriptions with a 'target'.
        # other-runtime
        The plugins, the runtime and the tool have one version if they are of one release. Here the tool is of another one, and its code may not compile with this runtime. Before version 1.0 the first two numbers must be equal; afterwards the tool must not be newer than the runtime, and the first numbers must be equal.
        # output-clash
        Two descriptions would write the same file, or declare the same type in one folder. Give each its own folder or namespace.
        # output-is-file
        The output in callsite.yaml must be a folder, but a file has this name.
        # overlay-limit
        An overlay can't add more than 250,000 values to a document, nor nest values more than 100 levels deep. A 'copy' that is repeated doubles a document each time.
        # overlay-mismatch
        An overlay merges objects into objects, adds elements to arrays, and replaces other values by their like (OpenAPI Overlay 1.1, Action Object). To put a value of another kind in a place, remove the old one in an action before.
        # overlay-needs-openapi
        Overlays are for OpenAPI and Swagger documents, which often aren't yours. A description in Callsite's own format is: write the change there.
        # overlay-of-another-document
        The overlay's 'extends' names another file than the description that it is applied to. The overlay is applied all the same.
        # overlay-without-effect
        An action of an overlay changes nothing: its query selects nothing, or the document has the value already. The document may have been corrected, or the query may be misspelled.
        # runtime-twice
        A module uses one runtime: that of the package, or one that 'embedRuntime' writes into one folder. Give all descriptions of the module one output and let each embed the runtime, in one run or in several: they share it. Or let none embed it.
        # since-in-build
        'since' adds deprecated names for code that was written for an older description. The build plugin can't do that: its tool is compiled in each package that uses it, and is kept small. Commit the generated code instead: give the description an 'output', and run 'callsite generate' or 'swift package generate-api'.
        # since-unrelated
        '--since' or 'since' names a description that has almost nothing in common with the new one, so no old name can lead to a new one.
        # split-modules
        'modules' and '--modules' write several modules: one for each tag, and one for what several tags use. They need 'access: public' or 'access: package', since modules can't use each other's internal code. Fixtures, an embedded runtime and 'since' are for one module, and so is the build plugin.
        # stale-plan
        SwiftPM asks the build plugin which files to watch when it plans a build, and plans again only when a manifest or a target's files change. callsite.yaml now names a file that the plan doesn't watch. To plan again: 'touch Package.swift', and build.
        # unknown-target
        callsite.yaml or '--target' names a target that Package.swift doesn't declare.
        # unlisted-description
        The build plugin generates the descriptions in the target's folder, unless callsite.yaml lists descriptions with this 'target': then it generates those. A description that lies in the folder and isn't listed may be forgotten. List it, or exclude it from the target in Package.swift.
        # unreadable-file
        The file exists, but can't be read.
        # unwatched-file
        A description includes a file that the build plugin doesn't watch. When SwiftPM plans a build, the plugin watches the YAML and JSON files of the target, what callsite.yaml names, and what these descriptions name ('.yaml', '.yml' or '.json'). If only another file changes, nothing is generated again. To plan again: 'touch Package.swift', and build.
        # wrong-example
        An example in the description breaks the schema that it is an example of. 'callsite mock' sends examples as they are, so a client of the description can't read this one. Correct the example or the schema. With '--valid-examples' the mock makes a value in its place. There is one warning for each keyword of a schema that examples break; '--all-warnings' has one for each example.
        """#
}
