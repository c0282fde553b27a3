import Foundation

/// A request as it arrived, byte for byte.
public struct ReceivedRequest: Sendable, Hashable {
    /// The position among all requests of the server, from 0.
    public internal(set) var number: Int
    /// The connection it came on, from 0: two requests with the same number shared one.
    public let connection: Int
    public let method: String
    /// The target, between the method and the version: path and query as they were sent.
    public let target: String
    /// The header lines as they were sent, in order.
    public let headerLines: [String]
    /// The body, with a chunked one put together.
    public let body: Data
    /// Whether the body came in chunks.
    public let isChunked: Bool

    /// The value of a header; nil where there is none. Names are compared without regard to case.
    public subscript(header name: String) -> String? { values(of: name).first }

    /// The values of all lines with that name.
    public func values(of name: String) -> [String] {
        headerLines.compactMap { line in
            guard let colon = line.firstIndex(of: ":"), line[..<colon].lowercased() == name.lowercased() else {
                return nil
            }
            return line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
        }
    }

    /// The body as a string.
    public var text: String { String(decoding: body, as: UTF8.self) }
}
