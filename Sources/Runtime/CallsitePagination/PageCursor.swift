import CallsiteRuntime

/// The place of a page: the values of the pagination parameters, or a link. Made by
/// `PaginationRequestType.next(after:)`.
///
/// Small and `Codable`, so that you can continue a list later: `session.pages(of: request, from: cursor)`. A saved
/// cursor is checked like one from a server: a link to another origin is refused.
public struct PageCursor: Hashable, Sendable, Codable {
    let values: [JSONValue]
    let link: String?
    /// The number of elements on earlier pages, where it helps to find the end of the list.
    let preceding: Int
    /// The number of elements on the longest page so far, which may be fewer than requested; nil: all were empty.
    let longest: Int?
    /// The number that the first page turned out to have, or the offset of the first element.
    let first: Int?
    /// The fingerprint of the first page. The cursor after a first page without a number has it: its page 1 may be that
    /// page again.
    let opening: String?
    /// True: a 404 (RFC 9110, 15.5.5) for this page ends the list. The page before was short or had the last of the
    /// counted elements, and the response didn't say that another page follows.
    let mayBeBehindEnd: Bool?

    init(
        values: [JSONValue] = [], link: String? = nil, preceding: Int = 0, longest: Int? = nil, first: Int? = nil,
        opening: String? = nil, mayBeBehindEnd: Bool = false
    ) {
        self.values = values
        self.link = link
        self.preceding = preceding
        self.longest = longest
        self.first = first
        self.opening = opening
        self.mayBeBehindEnd = mayBeBehindEnd ? true : nil
    }

    /// A value of the cursor, as the type of its parameter. The response may have a number as a string, or a string as
    /// a number.
    public func decode<T: WireDecodable>(_ index: Int = 0) throws -> T {
        guard values.indices.contains(index) else { throw PaginationFailure.unfitCursor }
        if let value = try? values[index].decode(T.self) { return value }
        switch values[index] {
        case .string(let text):
            if let number = JSONValue.Number(text), let value = try? JSONValue.number(number).decode(T.self) {
                return value
            }
        case .number(let number): if let value = try? JSONValue.string(number.digits).decode(T.self) { return value }
        default: break
        }
        throw PaginationFailure.unfitCursor
    }

    var number: Int? { try? decode() }
}
