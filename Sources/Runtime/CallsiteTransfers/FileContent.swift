public import CallsiteRuntime
public import Foundation

/// A file to send: its bytes, its media type, and its name in a form.
///
///     UploadAvatarRequest(body: .file(url, type: "image/png"))
///     UploadAvatarRequest(body: .data(png, type: "image/png", name: "me.png"))
public struct FileContent: Equatable, Sendable {
    /// The bytes, or the file that has them.
    public var bytes: HTTPBody.Segment
    /// The media type; nil: `application/octet-stream`, or what the request says.
    public var type: String?
    /// The file name that is sent in a multipart body. A raw body has none.
    public var name: String?

    /// Bytes in memory. In a multipart body a file without a name is named `file`, since many servers treat a part
    /// without a file name as a plain field.
    public static func data(_ data: Data, type: String? = nil, name: String? = nil) -> FileContent {
        FileContent(bytes: .data(data), type: type, name: name)
    }

    /// A file, read while it is sent; it must stay until then. `name` is the file's own unless it is given.
    public static func file(_ url: URL, type: String? = nil, name: String? = nil) -> FileContent {
        FileContent(bytes: .file(url), type: type, name: name ?? url.lastPathComponent)
    }
}

extension RequestWriter {
    /// Sets a body of bytes, in memory or in a file. Its media type overrides the endpoint's. nil sends no body.
    public mutating func setBody(_ content: FileContent?) { bytes = content.map { (HTTPBody([$0.bytes]), $0.type) } }
}
