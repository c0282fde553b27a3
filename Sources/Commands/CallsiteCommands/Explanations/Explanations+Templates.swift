extension Explanation {
    /// Templates.
    static let templatesTexts = #"""
        # template-depth
        A template includes itself, directly or through others, more than 160 levels deep.
        # template-encoding
        A template must be UTF-8.
        # template-name
        The template uses a name that its view doesn't have. README.md among the ejected templates lists the names.
        # template-section
        A section of a template isn't closed, or is closed under another name.
        # template-tag
        The template contains a tag that this dialect of Mustache doesn't have.
        # template-twice
        Two files replace the same template.
        # template-use
        The template uses a name as something else than it is: a flag as a string, or a list as a flag.
        # unknown-template
        No template has this name, so the file would have no effect.
        """#
}
