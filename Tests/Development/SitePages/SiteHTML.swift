/// Text as HTML, and as XML.
package func html(_ text: String) -> String {
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

/// A page with the head, header and footer that all have.
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
    \(frameHead(root))
    </head>
    <body class="own">
    <a class="skip" href="#main">Skip to content</a>
    \(frameHeader(root))
    <main id="main">
    \(body)
    </main>
    \(frameFooter)
    </body>
    </html>

    """
}

/// A page of DocC's between the header and the footer of the site. Its own content is made by DocC's script.
///
/// - Parameter root: The path of the site's first folder on its server: `/`, or `/callsite/`.
/// - Returns: nil if the page isn't as expected.
public func framed(_ shell: String, root: String) -> String? {
    guard let language = shell.range(of: "<html "), let head = shell.range(of: "</head>"),
        let body = shell.firstRange(of: #/<body[^>]*>/#), let end = shell.range(of: "</body>")
    else { return nil }
    var page = String(shell[..<language.upperBound])
    page += "data-root=\"\(root)\" "
    page += shell[language.upperBound..<head.lowerBound]
    page += frameHead(root)
    page += shell[head.lowerBound..<body.upperBound]
    page += frameHeader(root)
    page += shell[body.upperBound..<end.lowerBound]
    page += frameFooter
    page += shell[end.lowerBound...]
    return page
}

private func frameHead(_ root: String) -> String {
    """
    <link rel="stylesheet" href="\(root)frame.css"/>
    <script src="\(root)search.js" defer="defer"></script>
    <script src="\(root)ranking.js" defer="defer"></script>
    <script src="\(root)site.js" defer="defer"></script>
    """
}

private func frameHeader(_ root: String) -> String {
    """
    <header class="frame">
    <a class="home" href="\(root)index.html">Callsite</a>
    <nav aria-label="Site"><a href="\(root)index.html#guides">Guides</a> <a href="\(root)format/index.html">Format</a>
    <a href="\(root)diagnostics/index.html">Diagnostics</a></nav>
    <div id="find" role="search">
    <input id="search" type="search" role="combobox" placeholder="Search" aria-label="Search guides, symbols, keys and diagnostics"
    aria-expanded="false" aria-controls="results" aria-autocomplete="list" autocomplete="off" spellcheck="false"/>
    <div id="results" role="listbox" aria-label="Results" hidden="hidden"></div>
    </div>
    </header>
    """
}

/// The links to the pages before and after are the script's, since DocC's changes the page without loading it anew.
private let frameFooter =
    "<nav class=\"frame\" id=\"along\" aria-label=\"Pages before and after\" hidden=\"hidden\"></nav>"
