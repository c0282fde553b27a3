import CallsiteCore
import CallsiteMockDescription
import CallsiteMockEngine
import CallsiteShell

/// The description's examples that break their schemas, as warnings: one for each kind of mistake.
enum MockExamples {
    /// - Parameters:
    ///   - areReplaced: Whether the mock makes values in place of these examples.
    ///   - showsAll: Whether each example has a warning of its own.
    static func warnings(
        _ description: MockDescription, _ sources: SourceSet, _ options: Options, areReplaced: Bool, showsAll: Bool
    ) -> Diagnostics {
        var diagnostics = Diagnostics()
        let wrong = description.wrongExamples()
        guard !wrong.isEmpty else { return diagnostics }
        // Reading the description with its lines takes time, so it is done only if there is a warning.
        let reading = readMock(sources, options: options, keepsPlaces: true)
        var counts: [String: Int] = [:]
        for example in wrong { counts[example.mistake.keyword, default: 0] += 1 }
        var reported: Set<String> = []
        for example in wrong where reported.insert(example.mistake.keyword).inserted || showsAll {
            let others = showsAll ? 0 : counts[example.mistake.keyword, default: 1] - 1
            diagnostics.report(
                .wrongExample(
                    example, others: others, areReplaced: areReplaced,
                    at: reading.place(example.pointer) ?? .commandLine))
        }
        return diagnostics
    }
}

extension Diagnostic {
    static func wrongExample(
        _ example: MockDescription.WrongExample, others: Int, areReplaced: Bool, at place: CallsiteCore.SourceLocation
    ) -> Diagnostic {
        let mistake = example.mistake
        // Long quotations are cut. If each word is a quotation, the message as a whole isn't cut.
        let message = mistake.message.split(separator: " ").map { "\($0)" as DiagnosticText }.joined(separator: " ")
        let position: DiagnosticText = mistake.instance.isEmpty ? "" : " at '\(path: mistake.instance)'"
        let kind: DiagnosticText =
            others == 0 ? "" : ", and \(others) more \(others == 1 ? "breaks" : "break") '\(mistake.keyword)'"
        return .warning(
            "wrong-example",
            "this example of \(path: example.response) breaks its schema\(position): \(message)\(kind)",
            help: areReplaced
                ? "a value is made in its place; correct the example"
                : "clients can't read it; correct it, or let '--valid-examples' make a value in its place",
            at: place)
    }
}
