// In: requests with their responses. Out: an OpenAPI document of the API that they were sent to, with the reason for
// each guess. `CallsiteImport` writes it in Callsite's own format, with its names and its detection of pagination.

import CallsiteCore
import CallsiteMockEngine
import CallsiteSamples
import CallsiteText

package struct InferenceOptions: Sendable {
    /// The beginnings of the API's URLs; empty: they are inferred.
    package var servers: [String] = []
    /// Whether pages, scripts, images and preflights are taken too.
    package var takesAllRequests = false
    package var apiName: String?

    package init() {}
}

package struct InferredDescription {
    /// OpenAPI 3.2.
    package let document: JSONValue
    /// The headers that the requests of nearly every endpoint had.
    package let headers: [(name: String, value: String)]
    /// The reasons for each part, in the description's order. A subject is `GET /users/{user_id}`, or a model's name.
    package let reasons: [(subject: String, reason: String)]
    /// The numbers of requests that were left out, by reason.
    package let leftOut: [(reason: String, count: Int)]
    /// Remarks on what the description can't say.
    package let notes: [String]
    /// By method and path.
    let endpoints: [String: InferredEndpoint]
    let prepared: [PreparedSample]
}

/// Infers a description. Nil: no sample is left.
package func inferDescription(_ files: [SampleFile], _ options: InferenceOptions) -> InferredDescription? {
    var neutral = NeutralSamples(files)
    var prepared: [PreparedSample] = []
    for file in files {
        for sample in file.samples {
            if let sample = neutral.neutral(sample) { prepared.append(PreparedSample(sample)) }
        }
    }
    let selection = SampleSelection(prepared, servers: options.servers, takesAll: options.takesAllRequests)
    let title = files.lazy.compactMap(\.title).first.flatMap { neutral.text($0) }
    var builder = DescriptionBuilder(prepared, title: title, neutral, options)
    builder.documentation = files.lazy.compactMap(\.documentation).first.flatMap { neutral.text($0) }
    for (origin, samples) in selection.origins { builder.add(samples, of: origin) }
    return builder.finish(selection)
}
