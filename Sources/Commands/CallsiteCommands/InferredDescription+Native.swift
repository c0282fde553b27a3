import CallsiteCore
import CallsiteFormat
import CallsiteImport
import CallsiteInference
import CallsiteText

extension InferredDescription {
    /// The description in Callsite's own format.
    ///
    /// - Parameter operations: The operations to convert; nil for all.
    /// - Returns: The description, which is empty if the format can't express it; the `doubtful` endpoints, which look
    ///   paginated but of which only one page was requested; and the problems.
    package func native(
        including operations: Selection.Filter? = nil
    ) -> (text: String, doubtful: [String], diagnostics: Diagnostics) {
        let document = Array(document.text(.lines).utf8)
        var options = Options()
        options.naming.operations = .byResource
        options.apiName = self.document["info"]?["title"]?.string
        if let operations { options.selection.include = operations }
        let start = SourceLocation.start(of: .main)
        var doubtful: [String] = []
        let supplement = ImportSupplement(
            headers: headers.map { .init(name: $0.name, value: $0.value, place: start) },
            hasDocumentation: self.document["info"]?["description"] != nil,
            confirmsPagination: { confirms($1, method: $0.method, path: $0.path.text) },
            observedPagination: { observedPagination(method: $0.method, path: $0.path.text) },
            reportDoubtful: { doubtful = $0.map { $0.method + " " + $0.path.text } },
            comments: { comments(method: $0.method, path: $0.path.text) })
        let imported = importDescription(
            SourceSet(main: .init(path: "api.json", bytes: document)), options: options, supplement)
        return (layout(Array(imported.text.utf8)) ?? imported.text, doubtful, imported.diagnostics)
    }
}
