import CallsiteCommands

// The guide *Diagnostics*: every message by its id, from the explanations that `callsite explain` shows. The tool
// itself runs to get the messages for each example.

/// The guide *Diagnostics*.
package func diagnosticsGuide() -> String {
    var text = """
        # Diagnostics

        Look up every error and warning of Callsite by its id: the cause, a wrong example with its message, and the fix.

        ## Overview

        Each message ends with its id in brackets:

        ```
        Specs/api.yaml:12:15: error: unknown type 'Pte'; did you mean 'Pet'? [unknown-type]
        ```

        `callsite explain unknown-type` prints the entry of this page. Examples are excerpts: the lines that every description starts with are left
        out. For errors of sessions and requests see <doc:Troubleshooting>.

        """
    for (title, texts) in Explanation.stages {
        text += "\n## \(title)\n"
        for explanation in Explanation.read(texts) { text += "\n" + explanation.guideEntry }
    }
    return text
}

extension Explanation {
    fileprivate var guideEntry: String {
        func code(_ example: String) -> String {
            var text = example
            for start in [Explanation.start, Explanation.openAPIStart + Explanation.server, Explanation.openAPIStart]
            where text.hasPrefix(start) {
                text = String(text.dropFirst(start.count))
            }
            return "```yaml\n\(text)```\n"
        }
        var text = "### \(id)\n\n\(guideText(meaning))\n"
        guard !wrong.isEmpty else { return text }
        let messages = Explanation.messages(for: wrong).filter { $0.hasSuffix("[\(id)]") }
        text += "\nWrong:\n\n" + code(wrong)
        if let message = messages.first { text += "\n```\n\(message)\n```\n" }
        return text + "\nRight:\n\n" + code(right)
    }
}
