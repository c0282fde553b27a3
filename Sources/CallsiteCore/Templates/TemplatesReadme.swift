/// `Templates/README.md`: how templates are changed, and what each view offers to them.
package func templatesReadme() -> String {
    """
    # The templates, and what they can say

    `callsite templates eject DIR` writes the built-in templates; `callsite generate --templates DIR` uses what is in DIR in
    place of the built-in template of the same name. A template prints one kind of view. It decides nothing: names are
    chosen, texts escaped and lists sorted before it sees them.

    The dialect is Mustache without its surprises: `{{name}}`, sections `{{#name}}…{{/name}}`, inverted sections
    `{{^name}}…{{/name}}`, partials `{{> name}}`, comments `{{! … }}` and set delimiters. There is no HTML escaping, and a
    section does not see the names around it. In a section over texts `{{.}}` is the text; in lists `first` and `last` are
    flags. A name that a view doesn't have is an error at its place in the template. A line that holds nothing but a
    section's or a partial's tag leaves no line behind, and a partial is indented as its tag is.

    `file` is where printing starts, once for each generated file. Its first line must stay: it is how Callsite knows its
    own files.


    """ + contractsMarkdown([(name: "file", view: SwiftFile.self)])
}
