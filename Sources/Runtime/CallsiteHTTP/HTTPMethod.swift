import Foundation

/// A request method (RFC 9110, section 9): any token, case-sensitive.
public struct HTTPMethod: Hashable, Sendable, CustomStringConvertible {
    /// The name as it is sent: `GET`.
    public let name: String

    public init(_ name: String) { self.name = name }

    public static let get = HTTPMethod("GET")
    public static let head = HTTPMethod("HEAD")
    public static let post = HTTPMethod("POST")
    public static let put = HTTPMethod("PUT")
    public static let patch = HTTPMethod("PATCH")
    public static let delete = HTTPMethod("DELETE")
    public static let options = HTTPMethod("OPTIONS")
    public static let trace = HTTPMethod("TRACE")
    public static let query = HTTPMethod("QUERY")

    public var description: String { name }

    /// Whether sending a request twice has the same effect as sending it once (RFC 9110, 9.2.2), judged by its method.
    package var isIdempotent: Bool { [.get, .head, .options, .trace, .put, .delete, .query].contains(self) }
}
