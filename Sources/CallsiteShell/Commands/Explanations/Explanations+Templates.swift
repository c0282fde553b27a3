extension Explanation {
    /// Templates.
    static let templatesTexts = #"""
        # template-depth
        A template of yours includes itself, or others that include it, more than 160 levels deep, and would never come to an end.
        # template-encoding
        A template's text is in UTF-8.
        # template-name
        The template uses a name that the view around it doesn't have. The README among the ejected templates lists them.
        # template-section
        A section of a template is not closed, or closed under another name.
        # template-tag
        The template holds a tag that this dialect of Mustache doesn't have.
        # template-twice
        Two files replace the same template.
        # template-use
        The template uses a name as something that it isn't: a flag as a text, a list as a flag.
        # unknown-template
        No template has the name, so nothing would use the file.
        """#
}
