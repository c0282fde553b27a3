import CallsiteCore

/// The values in an operation's sample request, for checking its curl command against generated code.
package struct SampleCall: Sendable {
    /// The base URL in the command; nil if a variable stands for it.
    package var base: String?
    /// JSON by the index of the parameter; nil for a parameter that isn't sent.
    package var parameters: [String?]
    /// JSON; nil if there is no body, or if the body is bytes.
    package var body: String?
    /// The media types of files whose part may have several, by the names of the fields.
    package var fileTypes: [String: String]
}

/// The sample calls, in the order of the API's endpoints; empty if the description has errors.
package func sampleCalls(_ sources: SourceSet, options: Options) -> [SampleCall] {
    var options = options
    options.readsExamples = true
    let (_, lowering, nodes) = inspected(sources, options: options, reportsNames: false)
    guard let api = lowering?.api else { return [] }
    var maker = SampleMaker(api, DocumentDetails(nodes))
    return api.endpoints.indices.map { index in
        let request = SampleRequest(index, of: api, &maker)
        return SampleCall(
            base: request.base, parameters: request.values.map { $0?.compact }, body: request.body?.value.compact,
            fileTypes: request.fileTypes)
    }
}
