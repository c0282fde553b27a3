extension Explanation {
    /// Import.
    static let importTexts = #"""
        # import-differs
        Callsite import reads its own output back. What is generated from it is not the same here as what is generated from the document. Compare both, or generate from the document itself.
        # import-not-readable
        A document holds something that the description written by callsite import can't repeat, so nothing is written. Leave those operations out by '--include', or generate from the document itself.
        # import-of-native
        Callsite import turns OpenAPI and Swagger documents into Callsite's own format. This file is in that format already: callsite generate reads it.
        # import-refused
        Callsite import reads back what it writes. The format refuses what it has written for this operation or model, so the operation is left out, or the model is any JSON. Generate from the document itself to have it.
        # not-imported
        Callsite import writes a document in Callsite's own format, which has no form for something in it. Generated code differs there; generate from the document itself to keep it.
        """#
}
