// Pictures of how things work. They say what ARCHITECTURE.md and the guides say, and change with them.

/// From a description to Swift.
func pipeline() -> Drawing {
    let steps: [(box: [String], verb: String, note: [String])] = [
        (
            ["Description", "YAML or JSON"], "parse",
            ["Callsite's own YAML, OpenAPI 3.0 to 3.2,", "Swagger 2.0; several files are one"]
        ),
        (["Nodes"], "read", ["every value with its file, line and column"]),
        (["Description"], "resolve", ["what the author wrote; the last stage", "that knows the input format"]),
        (
            ["API"], "lower",
            ["every reference resolved, every default typed,", "pagination declared or found by rules"]
        ),
        (["SwiftModel"], "render", ["every name chosen, every text escaped"]),
        (["Swift files"], "", ["written only when there is no error,", "byte for byte the same every time"]),
    ]
    let (row, height) = (84.0, 50.0)
    var drawing = Drawing(
        width: 640, height: 40 + row * Double(steps.count) + 16, title: "From a description to Swift",
        summary:
            "Six stages: a description in YAML or JSON is parsed into nodes, read as a description, resolved to an API, lowered to a Swift "
            + "model, and rendered as Swift files. Every stage reports diagnostics with file, line and column, and none stops at the first mistake."
    )
    for (index, step) in steps.enumerated() {
        let y = 24 + row * Double(index)
        drawing.box(
            x: 24, y: y, width: 200, height: height, step.box, isAccented: index == 0 || index == steps.count - 1)
        if !step.verb.isEmpty {
            drawing.arrow(.init(x: 124, y: y + height + 3), .init(x: 124, y: y + row - 4))
            drawing.text(step.verb, at: .init(x: 136, y: y + height + 22), .code, size: 13)
        }
        for (line, note) in step.note.enumerated() {
            let middle = y + height / 2 + 5 - Double(step.note.count - 1) * 9.5
            drawing.text(note, at: .init(x: 248, y: middle + Double(line) * 19), .quiet, size: 13.5)
        }
    }
    drawing.text(
        "Each stage reports every mistake at its line, and goes on.",
        at: .init(x: 24, y: 40 + row * Double(steps.count)), .accent,
        size: 13.5)
    return drawing
}

/// The steps of a session for a request.
func requestFlow() -> Drawing {
    var drawing = Drawing(
        width: 640, height: 620, title: "What a session does with a request",
        summary:
            "The request is rendered to method, URL, headers and body. Then, for each attempt, it passes the middleware in order, gets the "
            + "credential, and goes to the transport. A 401 renews the credential and sends once more. An idempotent request that failed is retried with exponential backoff and jitter. The response is then checked and decoded, "
            + "or a typed error is thrown.")
    let steps: [(y: Double, lines: [String], note: [String])] = [
        (24, ["Request", "a value"], ["session.send(GetIssueRequest(…))"]),
        (114, ["Render"], ["method, URL, headers, body, timeout,", "idempotency key"]),
        (204, ["Middleware"], ["yours, in order; sees values,", "never the session's credential"]),
        (294, ["Credential"], ["sent to the base URL's origin only"]),
        (384, ["Transport"], ["libcurl on Linux, else URLSession"]),
        (474, ["Check and decode"], ["status, success conditions, JSON"]),
    ]
    let (x, width, height) = (150.0, 170.0, 54.0)
    // The steps that are done again for each attempt.
    drawing.rectangle(x: 20, y: 188, width: 600, height: 268, "box", radius: 12)
    for step in steps {
        drawing.box(x: x, y: step.y, width: width, height: height, step.lines, isAccented: step.y == 24)
        for (line, note) in step.note.enumerated() {
            let middle = step.y + height / 2 + 5 - Double(step.note.count - 1) * 9.5
            drawing.text(note, at: .init(x: x + width + 20, y: middle + Double(line) * 19), .quiet, size: 13, room: 276)
        }
        if step.y < 474 {
            drawing.arrow(.init(x: x + width / 2, y: step.y + height + 3), .init(x: x + width / 2, y: step.y + 86))
        }
    }
    drawing.arrow(
        .init(x: x, y: 424), .init(x: 125, y: 424), .init(x: 125, y: 321), .init(x: x - 3, y: 321), isDashed: true)
    drawing.text("401", at: .init(x: 118, y: 378), .accent, size: 12.5, anchor: .end)
    drawing.arrow(
        .init(x: x, y: 410), .init(x: 50, y: 410), .init(x: 50, y: 231), .init(x: x - 3, y: 231), isDashed: true)
    drawing.text("retry", at: .init(x: 57, y: 262), .accent, size: 12.5)
    drawing.text("backoff,", at: .init(x: 57, y: 280), .quiet, size: 11.5)
    drawing.text("jitter", at: .init(x: 57, y: 296), .quiet, size: 11.5)
    drawing.text("for each attempt", at: .init(x: 610, y: 446), .quiet, size: 12, anchor: .end)
    drawing.arrow(.init(x: x + 40, y: 531), .init(x: x + 40, y: 566))
    drawing.arrow(.init(x: x + 130, y: 531), .init(x: x + 130, y: 566))
    drawing.text("Response", at: .init(x: x + 45, y: 590), .strong, anchor: .end)
    drawing.text("or a typed error", at: .init(x: x + 118, y: 590), .strong)
    return drawing
}

/// How a list is loaded page by page: `PaginationState`.
func paginationStates() -> Drawing {
    var drawing = Drawing(
        width: 640, height: 430, title: "The states of a paginated list",
        summary:
            "A list is ready, loading, failed or complete. loadNextPage goes from ready to loading; a page that arrives leads back to ready, or to "
            + "complete if it was the last. A page that fails leads to failed: what was loaded stays, and loadNextPage asks for that page again. refresh "
            + "begins again from every state.")
    let (width, height) = (170.0, 62.0)
    drawing.box(x: 30, y: 40, width: width, height: height, ["Ready", "hasNextPage"])
    drawing.box(x: 440, y: 40, width: width, height: height, ["Loading", "one request at a time"], isAccented: true)
    drawing.box(x: 30, y: 230, width: width, height: height, ["Complete", "no next page"])
    drawing.box(x: 440, y: 230, width: width, height: height, ["Failed", "error; elements stay"])
    drawing.arrow(.init(x: 203, y: 58), .init(x: 436, y: 58))
    drawing.text("loadNextPage", at: .init(x: 320, y: 50), .code, size: 13, anchor: .middle)
    drawing.arrow(.init(x: 437, y: 86), .init(x: 204, y: 86))
    drawing.text("page arrived", at: .init(x: 320, y: 105), .quiet, size: 13, anchor: .middle)
    drawing.arrow(.init(x: 470, y: 105), .init(x: 200, y: 228))
    drawing.text("last page arrived", at: .init(x: 318, y: 150), .quiet, size: 13, anchor: .end)
    drawing.arrow(.init(x: 500, y: 105), .init(x: 500, y: 227))
    drawing.text("page failed", at: .init(x: 492, y: 190), .quiet, size: 13, anchor: .end)
    drawing.arrow(.init(x: 545, y: 227), .init(x: 545, y: 105))
    drawing.text("loadNextPage:", at: .init(x: 552, y: 160), .quiet, size: 11)
    drawing.text("the same page", at: .init(x: 552, y: 176), .quiet, size: 11)
    let rules = [
        "refresh begins again from every state; the elements stay until the first page is there.",
        "No answered request is sent again, and no page's elements come twice.",
        "A server that leads in a circle ends the list with an error, not with a complete list.",
    ]
    for (index, rule) in rules.enumerated() {
        drawing.text(rule, at: .init(x: 30, y: 340 + Double(index) * 26), .quiet, size: 13)
    }
    return drawing
}
