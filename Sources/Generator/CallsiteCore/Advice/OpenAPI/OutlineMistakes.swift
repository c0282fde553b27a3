// Parts that every document should have: content, and a title.

extension MistakeWalk {
    mutating func checkOutline(_ root: Node) {
        let hasContent = ["paths", "webhooks", "components"].contains { root.value(forKey: $0)?.isNull == false }
        if needsPaths ? root["paths"].map(\.isNull) ?? true : !hasContent {
            diagnostics.report(.incompleteDocument("paths", at: root["paths"]?.place ?? root.place))
        }
        if root["info"]?["title"]?.text?.isEmpty ?? true {
            diagnostics.report(
                .incompleteDocument("title", at: (root["info"]?["title"] ?? root["info"])?.place ?? root.place))
        }
    }
}

extension Diagnostic {
    static func incompleteDocument(_ what: String, at place: SourceLocation) -> Self {
        what == "paths"
            ? .warning(
                "incomplete-document", "the document has no 'paths', so there are no requests",
                help: "write 'paths:', and below it each path; 'paths: {}' says that there are none", at: place)
            : .warning(
                "incomplete-document", "the document has no title, which names the API",
                help: "write 'info: {title: Shop, version: \"1\"}'; the API is named after its server or its file",
                at: place)
    }
    static func operationWithoutResponses(at place: SourceLocation) -> Self {
        .warning(
            "incomplete-document", "an operation has no 'responses', so nothing is read of what comes back",
            help: "write 'responses: {\"200\": {description: …, content: …}}'", at: place)
    }
}
