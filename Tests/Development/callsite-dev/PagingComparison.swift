import CallsiteCore
import CallsiteInspect
import DocumentCheck
import Foundation

/// The pagination that is detected, beside labels that were made without it (`Tests/Development/PagingLabels`).
struct PagingComparison {
    private struct Operation: Hashable {
        var document: String
        var method: String
        var path: String

        init(document: String, method: String, path: String) {
            self.document = document
            self.method = method
            self.path = withPathNames(path)
        }
    }

    private var labels: [Operation: (pages: Bool, text: String)] = [:]
    private var documents: Set<String> = []
    private var found = 0
    private var missed: [String] = []
    private var wrong: [String] = []

    init(labels path: String) throws {
        for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").dropFirst() {
            let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard columns.count >= 8 else { throw Problem("a line of '\(path)' has \(columns.count) columns, not 8") }
            labels[.init(document: columns[0], method: columns[1], path: columns[2])] = (
                columns[3] == "yes", columns[4...7].joined(separator: ", ")
            )
            documents.insert(columns[0])
        }
    }

    mutating func add(_ document: String, _ sources: SourceSet) {
        let stem = documents.contains(document) ? document : document.replacing(/\.\w+$/, with: "")
        guard documents.contains(stem) else { return }
        // Several requests of one operation: it pages if one of them does.
        var detected: [Operation: (text: String?, refusal: String)] = [:]
        for endpoint in inspect(sources, options: Options()).endpoints {
            let operation = Operation(document: stem, method: endpoint.method, path: endpoint.path)
            let text = endpoint.paging.map { "\($0.rule ?? $0.origin) \($0.text)" } ?? detected[operation]?.text
            detected[operation] = (text, endpoint.pagingRefusal ?? detected[operation]?.refusal ?? "no reason")
        }
        for (operation, result) in detected {
            let title = "\(operation.document)\t\(operation.method) \(operation.path)"
            let label = labels[operation]
            switch (label?.pages ?? false, result.text) {
            case (true, nil): missed.append("\(title)\t\(label?.text ?? "")\t\(result.refusal)")
            case (false, let text?): wrong.append("\(title)\t\(label?.text ?? "no label")\t\(text)")
            case (true, _?): found += 1
            case (false, nil): break
            }
        }
    }

    func printResult() {
        for line in missed.sorted() { print("missed\t\(line)") }
        for line in wrong.sorted() { print("wrong\t\(line)") }
        func percent(_ part: Int, of whole: Int) -> String {
            whole == 0 ? "-" : String(format: "%.1f %%", Double(part) * 100 / Double(whole))
        }
        print(
            "\(found) of \(found + missed.count) operations that page are found (\(percent(found, of: found + missed.count))); "
                + "\(wrong.count) are found that don't (precision \(percent(found, of: found + wrong.count)))")
    }
}
