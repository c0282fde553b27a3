import CallsiteCore

/// A YAML file in the layout of Callsite's descriptions: order, comments and meaning stay.
package struct FormattedFile {
    package let text: String
    /// Whether the file has this layout already.
    package let isUnchanged: Bool
}

/// The greatest number of columns of a line, unless the line can't be broken.
package let formatWidth = 120

/// A file after formatting, or the name of the format that it has instead.
package enum Formatting {
    case formatted(FormattedFile)
    case otherFormat(String)
}

/// Formats a file.
///
/// - Returns: nil if the file isn't YAML, or has no layout that keeps its meaning. `diagnostics` then has the reason.
package func format(_ file: SourceSet.File, _ diagnostics: inout Diagnostics) -> Formatting? {
    if file.path.hasSuffix(".json") { return .otherFormat("JSON") }
    let source = readYAML(file, FileID(0), &diagnostics)
    guard let document = source.document, !diagnostics.hasErrors else { return nil }
    if document.root["callsite"] == nil {
        if document.root["openapi"] != nil { return .otherFormat("an OpenAPI document") }
        if document.root["swagger"] != nil { return .otherFormat("a Swagger document") }
    }
    guard let text = layout(source.bytes) else {
        diagnostics.report(.noLayout)
        return nil
    }
    // Reading the formatted file must give the same values as reading the original.
    var ignored = Diagnostics()
    let formatted = readYAML(SourceSet.File(path: file.path, bytes: Array(text.utf8)), FileID(0), &ignored)
    guard let formattedDocument = formatted.document, formattedDocument.hasSameValues(as: document) else {
        diagnostics.report(.noLayout)
        return nil
    }
    return .formatted(FormattedFile(text: text, isUnchanged: Array(text.utf8) == file.bytes))
}

/// Valid YAML in the layout of Callsite's descriptions; nil if libyaml can't read it.
package func layout(_ text: [UInt8]) -> String? {
    var tree = CommentedTreeBuilder(text)
    guard tree.build() else { return nil }
    return LayoutPrinter.text(tree, width: formatWidth)
}

extension Diagnostic {
    fileprivate static var noLayout: Self {
        .error(
            "no-layout", "no layout keeps the meaning of this file",
            help: "look for keys of several lines or over 1,000 characters",
            at: SourceLocation(file: FileID(0), line: 1, column: 1))
    }
}
