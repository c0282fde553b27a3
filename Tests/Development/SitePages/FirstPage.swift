extension Site {
    /// Where the page of an API is, which `callsite inspect --html` writes.
    public static let apiPagePath = "github/api.html"

    /// The page of an API with the way home.
    func apiPage() -> String {
        page(
            "The page of GitHub’s API, Callsite", root: "../",
            "<h1 class=\"unseen\">The page of GitHub’s API</h1>\n<iframe class=\"whole\" src=\"api.html\" title=\"The page of GitHub’s API\"></iframe>"
        )
    }

    func firstPage() -> String {
        var body = """
            <h1>Callsite</h1>
            <p class="lead">Callsite generates Swift from the description of an HTTP API: OpenAPI 3, Swagger 2.0, or its own short YAML. Each operation
            becomes a request with a typed response, typed errors and pagination.</p>
            <div class="showcase">
            <figure class="you"><figcaption>You write a description</figcaption><pre>\(html(showcase.yaml, .yaml))</pre></figure>
            <figure class="generated"><figcaption>Callsite generates Swift (<code>…</code> stands for the rest)</figcaption>
            <pre>\(html(showcase.swift, .swift))</pre></figure>
            <figure class="call"><figcaption>You call it: the response’s type follows from the request</figcaption>
            <pre>\(html(showcase.call, .swift))</pre></figure>
            </div>
            <p class="ways">\(start)</p>
            <div class="scenes">
            \(scene("diff", "When the API changes", "<code>callsite diff</code> says what breaks in your code and in the apps that are already out."))
            <figure><figcaption><h2>The page of an API</h2>
            <p><code>callsite inspect --html</code> writes one file with each operation, its Swift call and its types:
            <a href="github/index.html">that of GitHub</a>.</p></figcaption>
            <div class="preview" aria-hidden="true"><iframe src="\(Site.apiPagePath)#operation/ListIssuesRequest" title="The page of GitHub’s API"
            loading="lazy" tabindex="-1" inert="inert"></iframe></div></figure>
            \(scene("mistake", "A mistake", "All mistakes are reported at once, each with its line and a suggested fix."))
            </div>

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

    /// Links to the first guides.
    private var start: String {
        let guides = libraries[0].groups.first?.guides.prefix(3) ?? []
        return guides.map { "<a href=\"\($0.path)\">\(html($0.title))</a>" }.joined(separator: "\n")
            + "\n<a href=\"#guides\">All guides</a>"
    }

    /// A picture of a terminal, which opens in its full size. Phones get a narrow one.
    private func scene(_ picture: String, _ title: String, _ sentence: String) -> String {
        """
        <figure><figcaption><h2>\(title)</h2> <p>\(sentence)</p></figcaption>
        <a href="pictures/\(picture).svg"><picture><source media="(max-width: 700px)" srcset="pictures/\(picture)-narrow.svg"/>
        <img src="pictures/\(picture).svg" alt="\(title), in a terminal" loading="lazy"/></picture></a></figure>
        """
    }
}
