import Foundation

/// A response with status and headers.
public struct TypedResponse<R: RequestType>: Sendable {
    /// The decoded response.
    public let value: R.Response
    /// The headers that the description declares.
    public let headers: R.ResponseHeaders
    /// The whole HTTP response.
    public let http: HTTPResponse
    /// The elements that lenient lists have left out, in order.
    public let skippedElements: [DecodingFailure]
}
