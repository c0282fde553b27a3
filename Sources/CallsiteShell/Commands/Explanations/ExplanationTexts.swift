// What each diagnostic means, for `callsite explain`: its id, a sentence or two, what is wrong (-), and what is right (+). The tests
// run every example; the message is made by the core itself when it is shown. Lines that begin otherwise than with 'callsite: 1'
// stand behind the three lines that every description has.

extension Explanation {
    /// Of each stage of the pipeline, by their ids.
    static let texts = [
        yamlTexts, nativeTexts, openAPITexts, configurationTexts, apiTexts, swiftTexts, templatesTexts, importTexts, shellTexts,
    ]
}
