import Foundation

// The names of CallsiteTransfers' declarations: where that module isn't imported, the compiler says that it is missing.

@available(*, unavailable, message: "import CallsiteTransfers")
public typealias FileContent = Never

@available(*, unavailable, message: "import CallsiteTransfers")
public typealias MultipartBody = Never

@available(*, unavailable, message: "import CallsiteTransfers")
public typealias ResponseStream<Element> = Never

@available(*, unavailable, message: "import CallsiteTransfers")
public typealias StreamedResponse = Never

@available(*, unavailable, message: "import CallsiteTransfers")
public typealias StreamEvent = Never

@available(*, unavailable, message: "import CallsiteTransfers")
public typealias StreamFrames = Never

extension RequestWriter {
    @available(*, unavailable, message: "import CallsiteTransfers")
    public var part: [String: String] {
        get { fatalError("unavailable") }
        set {}
    }
}

extension Endpoint.Body {
    @available(*, unavailable, message: "import CallsiteTransfers")
    public static var multipart: Endpoint.Body { fatalError("unavailable") }
}

extension Session {
    @available(*, unavailable, message: "import CallsiteTransfers")
    public func upload<R: RequestType>(_ request: R, progress: (TransferProgress) -> Void) async throws -> R.Response {
        fatalError("unavailable")
    }

    @available(*, unavailable, message: "import CallsiteTransfers")
    public func download<R: RequestType>(
        _ request: R, to file: URL, overwrites: Bool = false, progress: (TransferProgress) -> Void = { _ in }
    ) async throws -> HTTPResponse { fatalError("unavailable") }
}
