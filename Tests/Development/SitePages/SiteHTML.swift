/// Text as HTML.
func html(_ text: String) -> String {
    var result = ""
    for character in text {
        switch character {
        case "&": result += "&amp;"
        case "<": result += "&lt;"
        case ">": result += "&gt;"
        case "\"": result += "&quot;"
        default: result.append(character)
        }
    }
    return result
}

/// A line of a guide as HTML: code in backticks, symbols in two, `<doc:Links>` as their names; `quoted`: code in single
/// quotes too, as messages have it.
func inline(_ text: String, quoted: Bool = false) -> String {
    var plain = text.replacing("``", with: "`").replacing(/<doc:([\w-]+)>/) { "\($0.1)" }
    if quoted { plain = plain.replacing(/(^|[\s(\[])'([^']+)'/) { "\($0.1)`\($0.2)`" } }
    return plain.split(separator: "`", omittingEmptySubsequences: false).enumerated().map { index, part in
        index % 2 == 1 ? "<code>\(html(String(part)))</code>" : html(String(part))
    }.joined()
}

/// A page with the head and the search that all have.
///
/// - Parameter root: from the page to the site's first folder: empty, or `../`.
func page(_ title: String, root: String, _ body: String) -> String {
    """
    <!doctype html>
    <html lang="en" data-root="\(root)">
    <head>
    <meta charset="utf-8"/>
    <meta name="viewport" content="width=device-width, initial-scale=1"/>
    <meta name="color-scheme" content="light dark"/>
    <title>\(html(title))</title>
    <link rel="icon" href="\(root)favicon.svg"/>
    <link rel="stylesheet" href="\(root)site.css"/>
    <script src="\(root)search.js" defer="defer"></script>
    <script src="\(root)site.js" defer="defer"></script>
    </head>
    <body>
    <header>
    <a class="home" href="\(root)index.html">Callsite</a>
    <nav><a href="\(root)format/index.html">Format</a> <a href="\(root)diagnostics/index.html">Diagnostics</a></nav>
    <div id="find" role="search">
    <input id="search" type="search" placeholder="Search" aria-label="Search guides, symbols, keys and diagnostics" autocomplete="off"
    spellcheck="false"/>
    <div id="results" hidden="hidden"></div>
    </div>
    </header>
    <main>
    \(body)
    </main>
    </body>
    </html>

    """
}
