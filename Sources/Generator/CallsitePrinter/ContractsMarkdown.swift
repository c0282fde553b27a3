/// A contract as the documentation shows it, without the type of its view.
struct ContractOutline {
    struct Field {
        let name: String
        let summary: String
        /// Such as `a list of views`.
        let noun: String
        /// The contract of the views inside, read only when asked for, since contracts may be recursive.
        let nested: (() -> ContractOutline)?
    }

    let name: String
    let summary: String
    let fields: [Field]
    let view: ObjectIdentifier

    init<View: TemplateView>(_ view: View.Type) {
        let contract = View.contract
        name = contract.name
        summary = contract.summary
        fields = contract.fields.map { field in
            let nested: (() -> ContractOutline)? =
                switch field.kind {
                case .view(let views), .optionalView(let views), .list(let views): { views.outline }
                default: nil
                }
            return Field(name: field.name, summary: field.summary, noun: field.kind.noun, nested: nested)
        }
        self.view = ObjectIdentifier(view)
    }
}

/// The data contract of the templates, in Markdown: the view of each template, then the fields of each view, in the
/// order in which views are first mentioned.
///
/// - Parameter templates: The templates that are rendered for views of their own, and those views' types. Templates
///   that are only called by others need not be named.
package func contractsMarkdown(_ templates: [(name: String, view: any TemplateView.Type)]) -> String {
    var text = "| Template | View |\n| --- | --- |\n"
    var outlines: [ContractOutline] = []
    for template in templates {
        let outline = outline(of: template.view)
        text += "| `\(template.name)` | \(link(outline)) |\n"
        outlines.append(outline)
    }
    var sections: Set<ObjectIdentifier> = []
    var next = 0
    while next < outlines.count {
        let outline = outlines[next]
        next += 1
        guard sections.insert(outline.view).inserted else { continue }
        text += "\n### `\(outline.name)`\n\n\(outline.summary)\n"
        if outline.fields.isEmpty { continue }
        text += "\n| Name | Is | Meaning |\n| --- | --- | --- |\n"
        for field in outline.fields {
            let nested = field.nested?()
            if let nested { outlines.append(nested) }
            let views = nested.map { ": " + link($0) } ?? ""
            text += "| `\(field.name)` | \(field.noun)\(views) | \(cell(field.summary)) |\n"
        }
    }
    return text
}

private func outline<View: TemplateView>(of view: View.Type) -> ContractOutline { ContractOutline(view) }

private func link(_ outline: ContractOutline) -> String { "[`\(outline.name)`](#\(outline.name.lowercased()))" }

/// A bar would end the table's cell.
private func cell(_ text: String) -> String {
    text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
}
