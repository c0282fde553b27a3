import Foundation

// What CallsiteTransfers declares, by the names that it has there: without that module imported, the compiler says where it is.

@available(*, unavailable, message: "import CallsiteTransfers")
public enum FileContent {}

@available(*, unavailable, message: "import CallsiteTransfers")
public enum MultipartBody {}

@available(*, unavailable, message: "import CallsiteTransfers")
public enum ResponseStream<Element: WireDecodable> {}

@available(*, unavailable, message: "import CallsiteTransfers")
public enum StreamedResponse {}

@available(*, unavailable, message: "import CallsiteTransfers")
public enum StreamEvent {}

@available(*, unavailable, message: "import CallsiteTransfers")
public enum StreamFrames {}

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
