import CallsiteCore
import CallsitePrinter
import CallsiteShell

/// The meaning of a diagnostic, and how to fix it.
package struct Explanation: Hashable, Sendable {
    package let id: String
    package let meaning: String
    /// Whole descriptions; empty if no small description shows the problem.
    package let wrong: String
    package let right: String

    /// The explanations, sorted by id.
    static let all: [Explanation] = texts.flatMap { read($0) }.sorted { $0.id < $1.id }

    /// The explanations of one stage, in their order.
    package static func read(_ texts: String) -> [Explanation] {
        var all: [Explanation] = []
        for section in texts.split(separator: "# ") {
            let lines = section.split(separator: "\n").map(String.init)
            func example(_ mark: String) -> String {
                let lines = lines.filter { $0.hasPrefix(mark + " ") }.map { $0.dropFirst(2) }
                guard !lines.isEmpty else { return "" }
                return firstLines(of: lines) + lines.joined(separator: "\n") + "\n"
            }
            all.append(
                Explanation(
                    id: lines[0], meaning: lines.count > 1 ? lines[1] : "", wrong: example("-"), right: example("+")))
        }
        return all
    }

    /// The lines that an excerpt lacks.
    private static func firstLines(of excerpt: [Substring]) -> String {
        if ["callsite:", "{"].contains(where: excerpt[0].hasPrefix) { return "" }
        guard ["components:", "paths:", "servers:"].contains(where: excerpt[0].hasPrefix) else { return start }
        return openAPIStart + (excerpt.contains { $0.hasPrefix("servers:") } ? "security: []\n" : server)
    }

    /// The first lines, which an excerpt of an OpenAPI document lacks.
    package static let openAPIStart = "openapi: 3.1.0\ninfo: {title: Pets, version: '1'}\n"
    package static let server = "servers: [{url: 'https://api.example.com'}]\nsecurity: []\n"

    /// The first lines, which an excerpt in Callsite's own format lacks.
    package static let start = "callsite: 1\napi: Pets\nbaseURL: https://api.example.com\n"

    /// The messages that Callsite prints for an example, by line.
    package static func messages(for example: String) -> [String] {
        let sources = SourceSet(main: .init(path: "api.yaml", bytes: Array(example.utf8)))
        let diagnostics = generate(sources, options: Options()).diagnostics
        return DiagnosticRenderer(paths: sources.paths).text(diagnostics).split(separator: "\n").map(String.init)
    }

    /// The messages with this id that the wrong example gets.
    package var messages: [String] {
        wrong.isEmpty ? [] : Explanation.messages(for: wrong).filter { $0.hasSuffix("[\(id)]") }
    }

    /// The page that `callsite explain` prints.
    var page: String {
        func indented(_ lines: [String]) -> String { lines.map { "    " + $0 + "\n" }.joined() }
        func lines(_ example: String) -> [String] {
            let text =
                example.hasPrefix(Explanation.start) ? String(example.dropFirst(Explanation.start.count)) : example
            return text.split(separator: "\n").map(String.init)
        }
        var page = id + "\n\n" + HelpText.wrapped(meaning, width: HelpText.width).joined(separator: "\n") + "\n"
        guard !wrong.isEmpty else { return page }
        page += "\nWrong:\n\n" + indented(lines(wrong)) + "\nThe message:\n\n" + indented(messages.prefix(1).map { $0 })
        page += "\nRight:\n\n" + indented(lines(right))
        return page
    }
}

/// Every diagnostic as `callsite explain` prints it, for the documentation: its id, its meaning, a wrong and a
/// right description, and the messages for the wrong one.
package func diagnosticReference() -> [(id: String, meaning: String, wrong: String, right: String, messages: [String])]
{
    Explanation.all.map { ($0.id, $0.meaning, $0.wrong, $0.right, $0.messages) }
}

/// `callsite explain ID`. Without an ID, it lists every diagnostic and change, one a line.
func performExplain(_ invocation: Invocation, _ shell: Shell) -> ExitStatus {
    guard let id = invocation.operands.first else {
        let rows = Explanation.all.map { [$0.id, $0.meaning] } + ChangeExplanation.all.map { [$0.id, $0.meaning] }
        shell.console.print(alignedTable(rows.sorted { $0[0] < $1[0] }))
        return .done
    }
    // An id that is copied from a message has brackets.
    let name = id.hasPrefix("[") && id.hasSuffix("]") ? String(id.dropFirst().dropLast()) : id
    if let change = ChangeExplanation.all.first(where: { $0.id == name }) {
        shell.console.print(change.page)
        return .done
    }
    guard let explanation = Explanation.all.first(where: { $0.id == name }) else {
        shell.report(.unknownDiagnostic(name, invocation.command))
        return .usage
    }
    shell.console.print(explanation.page)
    return .done
}
