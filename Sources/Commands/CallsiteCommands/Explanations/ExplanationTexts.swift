// The explanation of each diagnostic, for `callsite explain`: its id, a sentence or two, a wrong example (-), and a
// right one (+). The tests run every example. `callsite explain` gets the message by generating from the wrong example.
//
// An example that begins with 'callsite:' or '{' is a complete file. Any other is an excerpt, and `Explanation.read`
// adds the lines before it.

extension Explanation {
    /// The explanations of each stage of the pipeline, with the titles that the guide *Diagnostics* has for the stages.
    package static let stages: [(title: String, texts: String)] = [
        ("YAML", yamlTexts), ("Callsite's own format", nativeTexts), ("OpenAPI and Swagger", openAPITexts),
        ("callsite.yaml", configurationTexts), ("Types, endpoints, pagination and links", apiTexts),
        ("Swift names", swiftTexts), ("Templates", templatesTexts), ("Import", importTexts),
        ("Files and the command line", shellTexts),
    ]

    static let texts = stages.map(\.texts)
}
