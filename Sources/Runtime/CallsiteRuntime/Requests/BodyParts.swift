/// The parts of a body. Another module implements them: `MultipartBody` of CallsiteTransfers.
package protocol BodyParts: Sendable {
    /// Whether a part was added, or the body opened.
    var isTouched: Bool { get }

    mutating func addFields(of value: some WireEncodable) throws

    /// The media type of the body, with the boundary of its parts.
    var contentType: String { get }

    func finished() throws -> HTTPBody
}

/// The encoding of a body in parts, for `Endpoint.Body`.
public final class BodyPartsEncoding: Sendable {
    let contentType: String
    let make: @Sendable () -> any BodyParts

    package init(contentType: String, make: @escaping @Sendable () -> any BodyParts) {
        self.contentType = contentType
        self.make = make
    }
}
