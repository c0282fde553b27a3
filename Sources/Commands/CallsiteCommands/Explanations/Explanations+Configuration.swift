extension Explanation {
    /// callsite.yaml.
    static let configurationTexts = #"""
        # applies-to-nothing
        A pagination rule in callsite.yaml must say which operations it applies to, by operations, paths or tags.
        # bad-module
        The name of an imported module consists of letters, digits and underscores.
        # has-no-effect
        This key of callsite.yaml has no effect without another key, which is missing.
        # not-a-configuration
        callsite.yaml, or the file named by '--config', is the description of an API. A configuration lists descriptions: 'descriptions: [{source: openapi.yaml, output: Sources/App}]'.
        # reserved-namespace
        A namespace is an enum around the generated code. This name would hide a type that the code uses, such as 'Int', 'Data' or 'Session'.
        # unknown-version
        This version of Callsite reads version 1 of the format.
        - callsite: 2
        - api: Pets
        - baseURL: https://api.example.com
        + callsite: 1
        + api: Pets
        + baseURL: https://api.example.com
        # wrong-value
        The key takes a different kind of value.
        - endpoints: {A: {path: /a, timeout: soon}}
        + endpoints: {A: {path: /a, timeout: 10}}
        """#
}
