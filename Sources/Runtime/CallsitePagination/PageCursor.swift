import CallsiteRuntime

/// The place of a page: the values of the pagination parameters, or a link. Made by
/// `PaginationRequestType.next(after:)`.
///
/// Small and `Codable`, so that you can continue a list later: `session.pages(of: request, from: cursor)`. A saved
/// cursor is checked like one from a server: a link to another origin is refused.
public struct PageCursor: Hashable, Sendable, Codable {
    let values: [JSONValue]
    let link: String?
    /// How many elements come before, where that helps to find the end.
    let preceding: Int
    /// How many elements the longest page had so far, which may be fewer than were asked for; nil: there were none.
    let longest: Int?
    /// The number that the first page turned out to have, or the offset of the first element.
    let first: Int?
    /// The fingerprint of the first page's lists, in the cursor that finds out whether page 1 is that page again.
    let opening: String?
    /// True: nothing says that there is more, and the page before was short or has the last element that is counted. So
    /// 404 (RFC 9110, 15.5.5) is the end.
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

    /// A value of the cursor, as the type of its parameter. A number may be a string in the response, and the other way
    /// round.
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
