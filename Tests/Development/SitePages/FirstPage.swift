extension Site {
    func firstPage() -> String {
        var body = """
            <h1>Callsite</h1>
            <p class="lead">Callsite generates Swift from the description of an HTTP API: OpenAPI 3, Swagger 2.0, or its own short YAML. Each operation
            becomes a request with a typed response, typed errors and pagination.</p>

            """
        body += "<h2 id=\"guides\">Guides</h2>\n"
        for library in libraries {
            body += "<h3><a href=\"\(library.path)\">\(library.name)</a></h3>\n<p>\(inline(library.summary))</p>\n"
            for group in library.groups {
                if library.groups.count > 1 { body += "<h4>\(html(group.title))</h4>\n" }
                body += "<ul class=\"cards\">\n"
                for guide in group.guides {
                    body += "<li><a href=\"\(guide.path)\">\(html(guide.title))</a> \(inline(guide.summary))</li>\n"
                }
                body += "</ul>\n"
            }
        }
        body += """
            <h2 id="reference">Reference</h2>
            <ul class="cards">
            <li><a href="format/index.html">The format</a> Every key of a description and of <code>callsite.yaml</code>.</li>
            <li><a href="diagnostics/index.html">Diagnostics</a> What each error and warning means, with an example and its fix.</li>
            </ul>
            """
        return page("Callsite", root: "", body)
    }
}
