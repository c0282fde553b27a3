import CallsiteCallers
import CallsiteCore
import CallsiteDiff
import CallsiteShell

/// The meaning of a change's id, with a pair of descriptions that shows the change. Each pair is the golden case of its
/// id: the tests compare the two.
package struct ChangeExplanation: Sendable {
    package let id: String
    let meaning: String
    /// Whole descriptions.
    package let old: String
    package let new: String
    /// Swift code that calls the old API, for a change that only such code shows.
    let caller: String

    /// The explanations, sorted by id.
    package static let all: [ChangeExplanation] = {
        var all: [ChangeExplanation] = []
        let texts = [endpointTexts, nameTexts, parameterTexts, bodyTexts, fieldTexts, responseTexts]
        for section in texts.flatMap({ $0.split(separator: "# ") }) {
            let lines = section.split(separator: "\n").map(String.init)
            func example(_ mark: String) -> String {
                let lines = lines.filter { $0.hasPrefix(mark + " ") || $0.hasPrefix("= ") }.map {
                    String($0.dropFirst(2))
                }
                guard !lines.isEmpty else { return "" }
                if lines[0].hasPrefix("callsite:") || lines[0].hasPrefix("openapi:") {
                    return lines.joined(separator: "\n") + "\n"
                }
                let isOpenAPI = lines.contains { line in
                    ["components:", "paths:", "webhooks:"].contains(where: line.hasPrefix)
                }
                guard isOpenAPI else { return Explanation.start + lines.joined(separator: "\n") + "\n" }
                let server =
                    lines.contains { $0.hasPrefix("servers:") } ? "" : "servers: [{url: 'https://api.example.com'}]\n"
                let security = lines.contains { $0.hasPrefix("security:") } ? "" : "security: []\n"
                let paths = lines.contains { $0.hasPrefix("paths:") } ? "" : pathOfA
                return Explanation.openAPIStart + server + security + lines.joined(separator: "\n") + "\n" + paths
            }
            let caller = lines.filter { $0.hasPrefix("* ") }.map { $0.dropFirst(2) + "\n" }.joined()
            all.append(
                .init(
                    id: lines[0], meaning: lines.count > 1 ? lines[1] : "", old: example("-"), new: example("+"),
                    caller: caller))
        }
        return all.sorted { $0.id < $1.id }
    }()

    /// The date on which the examples are compared. Their sunset dates are long before or after it.
    private static let today = "2026-01-01"

    /// An operation that reads the schema `A`, for examples that have schemas only.
    private static let pathOfA = """
        paths:
          /a:
            get: {operationId: getA, responses: {"200": {description: ok, content: {application/json: {schema: {$ref: "#/components/schemas/A"}}}}}}

        """

    /// The output of `callsite diff old.yaml new.yaml --all` for the pair.
    var output: String {
        func side(_ path: String, _ text: String) -> DiffSide {
            guard !text.isEmpty else { return DiffSide(path: path, files: []) }
            let sources = SourceSet(main: .init(path: path, bytes: Array(text.utf8)))
            return DiffSide(path: path, reading: readContract(sources, options: Options()), files: sources.files)
        }
        let (oldSide, newSide) = (side("old.yaml", old), side("new.yaml", new))
        for side in [oldSide, newSide] where side.contract == nil {
            if let reading = side.reading { return DiagnosticRenderer(paths: [side.path]).text(reading.diagnostics) }
        }
        guard var comparison = compare(oldSide, newSide, isServerOld: false, today: Self.today) else { return "" }
        if !caller.isEmpty, let contract = oldSide.contract {
            var index = CallerIndex()
            index.add("App.swift", Array(caller.utf8))
            comparison.findCallers(index, old: contract)
        }
        let result = DiffResult(old: oldSide, new: newSide, comparison: comparison)
        return DiffWriter(results: [result], isComplete: true, failing: [], isSearched: !caller.isEmpty).text(.text)
    }

    /// The page that `callsite explain` prints.
    var page: String {
        func lines(_ text: String) -> String {
            var text = text[...]
            for start in [Explanation.start, Explanation.openAPIStart] where text.hasPrefix(start) {
                text = text.dropFirst(start.count)
            }
            return text.split(separator: "\n").map { "    " + $0 + "\n" }.joined()
        }
        var page = id + "\n\n" + HelpText.wrapped(meaning, width: HelpText.width).joined(separator: "\n") + "\n"
        for (title, text) in [("Old", old), ("New", new)] {
            page += "\n\(title):\n\n" + (text.isEmpty ? "    (no description)\n" : lines(text))
        }
        if !caller.isEmpty { page += "\nYour code:\n\n" + lines(caller) }
        page += "\nis reported as\n\n"
        let report = output.split(separator: "\n", omittingEmptySubsequences: false)
        if let first = report.firstIndex(where: { $0.hasSuffix("[\(id)]") }) {
            let rest = report[(first + 1)...].prefix { $0.hasPrefix("    ") }
            page += ([report[first]] + rest).map { "    " + $0 + "\n" }.joined()
        }
        return page
    }
}
