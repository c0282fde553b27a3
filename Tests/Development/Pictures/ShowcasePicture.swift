import SitePages

/// A description, what Callsite writes from it, and a call, side by side.
func showcase() throws -> Drawing {
    let showcase = try Showcase()
    let (size, leading, margin, caption) = (12.5, 18.0, 18.0, 28.0)
    let advance = size * 0.602
    let panels = [
        (title: "github.yaml: you write", code: CodePiece.lines(of: showcase.yaml, .yaml)),
        (
            title: "A call: the response's type follows from the request",
            code: CodePiece.lines(of: showcase.call, .swift)
        ),
        (title: "Callsite generates (… stands for the rest)", code: CodePiece.lines(of: showcase.swift, .swift)),
    ].map { panel in
        (
            panel.title, panel.code,
            width: Double(panel.code.map { $0.reduce(0) { $0 + $1.text.count } }.max() ?? 0) * advance + 2 * margin,
            height: Double(panel.code.count) * leading + 2 * margin
        )
    }
    let left = max(panels[0].width, panels[1].width)
    let height = max(panels[0].height + panels[1].height + 2 * caption, panels[2].height + caption)
    var drawing = Drawing(
        width: left + panels[2].width + 3 * margin, height: height + 2 * margin - 6,
        title: "A description, the Swift that Callsite generates from it, and a call",
        summary:
            "On the left a description of GitHub's list of issues in 20 lines of YAML, and a loop over the issues of all pages. On the right the generated "
            + "Swift: the struct ListIssuesRequest with its parameters, and the model Issue with typed properties and enums."
    )
    drawing.add(style: codeColours)
    var y = margin
    for (index, panel) in panels.enumerated() {
        let x = index == 2 ? left + 2 * margin : margin
        if index == 2 { y = margin }
        drawing.text(panel.0, at: .init(x: x + 2, y: y + 10), .quiet, size: 13)
        y += caption - 10
        let bottom = index == 0 ? y + panel.height : margin + height - 6
        drawing.rectangle(
            x: x, y: y, width: index == 2 ? panel.width : left, height: bottom - y, "box")
        for (row, pieces) in panel.1.enumerated() {
            drawing.code(
                pieces.map { ($0.kind == .plain ? nil : $0.kind.rawValue, $0.text) },
                at: .init(x: x + margin, y: y + margin + 10 + Double(row) * leading), size: size)
        }
        y = bottom + 10
    }
    return drawing
}

/// The colours of the site's `site.css`, on the boxes of a picture.
private let codeColours = (
    light: [
        "keyword": "#8f1f86", "type": "#0b5a73", "string": "#b3261e", "number": "#2f2fc4", "comment": "#5c6470",
        "key": "#0a58ca",
    ],
    dark: [
        "keyword": "#ff8ac2", "type": "#7fdbee", "string": "#ff9b8a", "number": "#d9c97c", "comment": "#a3acb8",
        "key": "#86b7ff",
    ]
)
