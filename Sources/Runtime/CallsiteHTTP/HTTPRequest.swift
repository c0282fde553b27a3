import Foundation

/// The request that a transport sends, as a plain value.
public struct HTTPRequest: Sendable {
    public var method: HTTPMethod
    public var url: URL
    public var headers: HTTPHeaders
    /// nil: the request has no body.
    public var body: HTTPBody?
    /// How long the request may take, in seconds, including its response and redirects. nil: the transport's own limit.
    public var timeout: Double?
    /// Whether the response's body is delivered as it arrives, in `HTTPResponse.stream`. `timeout` then covers the time
    /// until the body starts.
    public var streamsResponse = false
    /// How large the response's body may become in memory, in bytes, decompressed. A body that is delivered as it
    /// arrives may be larger.
    public var responseSizeLimit = HTTPRequest.standardResponseSizeLimit
    /// Called while the body is sent.
    public var uploadObserver: UploadObserver?
    /// The headers, query items and cookies that contain a credential, so that descriptions can leave their values out.
    package var secrets: [Secret] = []

    /// 256 MB: the size of the largest JSON document that can be read.
    package static let standardResponseSizeLimit = 0xFFF_FFFF

    public init(
        method: HTTPMethod = .get, url: URL, headers: HTTPHeaders = [:], body: Data? = nil, timeout: Double? = nil
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body.map { HTTPBody($0) }
        self.timeout = timeout
    }
}

/// A function that is called with the upload's progress.
public struct UploadObserver: Sendable {
    /// Called on no particular thread, one call at a time.
    public let report: @Sendable (TransferProgress) -> Void

    public init(_ report: @escaping @Sendable (TransferProgress) -> Void) { self.report = report }
}

extension HTTPRequest: CustomStringConvertible, CustomReflectable {
    /// Method and URL, without values that may be secrets.
    public var description: String { "\(method) \(redactedURL)" }

    /// Shows the body by its size.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "method": method.name, "url": redactedURL,
                "headers": HTTPHeaders(headers.fields.map { .init($0.name, $0.value(without: secrets)) }),
                "body": body.map { $0.data.map { "\($0.count) bytes" } ?? "files" } ?? "none",
            ])
    }
}
