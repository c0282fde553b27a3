extension Explanation {
    /// Import.
    static let importTexts = #"""
        # import-differs
        'callsite import' reads its output back to check it. This declaration would be generated differently from the output than from the document. Compare both, or generate from the document itself.
        # import-not-readable
        The document contains something that the imported description can't express, so nothing is written. Leave out those operations with '--include', or generate from the document itself.
        # import-of-native
        'callsite import' converts OpenAPI and Swagger documents. This file is in Callsite's own format already: use 'callsite generate'.
        # import-refused
        Callsite's own format can't express this operation or model. The operation is left out, or the model becomes any JSON. Generate from the document itself to keep it.
        # not-imported
        Callsite's own format can't express this part of the document, so the generated code differs. Generate from the document itself to keep it.
        """#
}
