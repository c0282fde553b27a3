extension Explanation {
    /// callsite.yaml.
    static let configurationTexts = #"""
        # applies-to-nothing
        A rule for paging in callsite.yaml must say which operations it is for: by operations, paths or tags.
        # bad-module
        A module that a configuration imports is named by letters, digits and underscores.
        # has-no-effect
        A key of callsite.yaml says something of another one that isn't there.
        # not-a-configuration
        callsite.yaml, or the file that '--config' names, is the description of an API. A configuration lists descriptions: 'descriptions: [{source: openapi.yaml, output: Sources/App}]'.
        # reserved-namespace
        A namespace is an enum round the generated code, which would hide a type of the same name from it: 'Int', 'Data', 'Session'.
        # unknown-version
        This Callsite reads version 1 of the format.
        - callsite: 2
        - api: Pets
        - baseURL: https://api.example.com
        + callsite: 1
        + api: Pets
        + baseURL: https://api.example.com
        # wrong-value
        The key takes a value of another kind.
        - endpoints: {A: {path: /a, timeout: soon}}
        + endpoints: {A: {path: /a, timeout: 10}}
        """#
}
