import CallsiteSwift

/// `Templates/README.md`: how templates are changed, and what each view offers to them.
package func templatesReadme() -> String {
    """
    # Templates

    `callsite templates eject DIR` copies the built-in templates to a folder. `callsite generate --templates DIR` uses a template in DIR
    instead of the built-in one with the same name. A template prints one kind of view. It decides nothing: names are chosen, strings escaped
    and lists sorted before.

    The dialect is a strict Mustache: `{{name}}`, sections `{{#name}}…{{/name}}`, inverted sections `{{^name}}…{{/name}}`, partials
    `{{> name}}`, comments `{{! … }}` and set delimiters. There is no HTML escaping, and a section doesn't see the names around it. In
    a section over strings, `{{.}}` is the string; in lists, `first` and `last` are flags. A name that a view doesn't have is an error, with
    its line in the template. A line with only a section's or a partial's tag leaves no line in the output, and a partial is indented like its tag.

    `file` is where printing starts, once for each generated file. Keep its first line: Callsite recognizes its own files by it.


    """ + contractsMarkdown([(name: "file", view: SwiftFile.self)])
}
