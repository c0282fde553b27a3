import Testing

@testable import CallsiteCore
@testable import CallsitePrinter

/// The strings that a message quotes are untrusted.
@Suite struct DiagnosticTextTests {
    private func check(_ text: DiagnosticText, _ expected: String) { #expect(text.description == expected) }

    @Test func quotationsAreCut() {
        let long = String(repeating: "a", count: 100_000)
        check("'\(String(repeating: "a", count: 60))' stays", "'" + String(repeating: "a", count: 60) + "' stays")
        check("'\(long)' is cut", "'" + String(repeating: "a", count: 60) + "…' is cut")
        let (begin, end) = (String(repeating: "a", count: 23), String(repeating: "a", count: 25))
        check("'\(path: "schemas/" + long + "/Pet")'", "'schemas/" + begin + "…" + end + "/Pet'")
        // A message inside a message is cut already.
        let inner: DiagnosticText = "'\(long)' is not '\(long)'"
        #expect("because \(inner)" as DiagnosticText == "because " + inner)
        check(.list((1...30).map { "\($0)" }), (1...24).map { "'\($0)'" }.joined(separator: ", ") + " or 6 more")
    }

    @Test func whatCantBeSeenIsSpelledOut() {
        check("'\("a\nb\r\u{1B}[0m")'", #"'a\u{A}b\u{D}\u{1B}[0m'"#)
        check("'\("a\u{202E}b\u{2066}\u{200B}\u{FEFF}")'", #"'a\u{202E}b\u{2066}\u{200B}\u{FEFF}'"#)
        check("'\("a\u{A0}b\u{3000}\u{2009} c")'", #"'a\u{A0}b\u{3000}\u{2009} c'"#)
        check("'\("名前 é 🙂")'", "'名前 é 🙂'")
    }

    /// Each message about a hostile text is short and of one line, whatever raised it.
    @Test(arguments: [
        "callsite: 1\napi: X\nbaseURL: X\nX: 1\nendpoints: {X: {path: X, method: X, response: X, errors: {X: X}, headers: {X: X}}}\nmodels: {X: X, Y: {X: X}}\n",
        "openapi: X\nX: 1\npaths:\n  X:\n    get: {parameters: [{name: X, in: X}], responses: {X: {$ref: X}}}\ncomponents: {schemas: {X: {type: X}}}\n",
        "X", "X: {", "a: \"X", "a: X: X", "*X", "%X",
    ])
    func messagesAreShort(_ template: String) {
        for part in ["x", "\u{202E}", "\u{7}", "é'\""] {
            let text = template.replacing("X", with: String(repeating: part, count: 100_000 / part.utf8.count))
            let output = generate(
                SourceSet(main: .init(path: "spec.yaml", bytes: Array(text.utf8))), options: Options(version: "0"))
            let printed = DiagnosticRenderer(paths: ["spec.yaml"]).text(output.diagnostics)
            #expect(
                !printed.unicodeScalars.contains {
                    $0 != "\n" && (VisibleText.isControl($0) || VisibleText.isInvisible($0))
                })
            for line in printed.split(separator: "\n") {
                #expect(line.unicodeScalars.count < 1500, "\(line.prefix(300))")
            }
        }
    }
}
