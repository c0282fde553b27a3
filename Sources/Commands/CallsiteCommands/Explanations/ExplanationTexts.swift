// What each diagnostic means, for `callsite explain`: its id, a sentence or two, what is wrong (-), and what is right
// (+). The tests run every example; the message is made by the core itself when it is shown. Lines that begin otherwise
// than with 'callsite: 1' stand behind the three lines that every description has.

extension Explanation {
    /// Of each stage of the pipeline, by their ids, with the titles that the guide *Diagnostics* has for them.
    static let stages: [(title: String, texts: String)] = [
        ("YAML", yamlTexts), ("Callsite's own format", nativeTexts), ("OpenAPI and Swagger", openAPITexts),
        ("callsite.yaml", configurationTexts), ("Types, endpoints, pagination and links", apiTexts),
        ("Swift names", swiftTexts), ("Templates", templatesTexts), ("Import", importTexts),
        ("Files and the command line", shellTexts),
    ]

    static let texts = stages.map(\.texts)
}
