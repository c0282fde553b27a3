import Foundation

/// Where a page is: the values that move from page to page, or a link. Made by `PaginationRequestType.next(after:)`.
///
/// Small and `Codable`, so that a list can go on later: `session.pages(of: request, from: cursor)`. One that was stored is checked
/// as one from a server is: a link to another origin is refused.
public struct PageCursor: Hashable, Sendable, Codable {
    let values: [JSONValue]
    let link: String?
    /// How many elements come before, where that helps to find the end.
    let preceding: Int

    init(values: [JSONValue] = [], link: String? = nil, preceding: Int = 0) {
        self.values = values
        self.link = link
        self.preceding = preceding
    }

    /// A value that moves, as the type of its parameter: a number may come as a text, and the other way round.
    public func decode<T: WireDecodable>(_ index: Int = 0) throws -> T {
        guard values.indices.contains(index) else { throw PaginationFailure.unfitCursor }
        if let value = try? values[index].decode(T.self) { return value }
        switch values[index] {
        case .string(let text):
            if let number = JSONValue.Number(text), let value = try? JSONValue.number(number).decode(T.self) { return value }
        case .number(let number): if let value = try? JSONValue.string(number.digits).decode(T.self) { return value }
        default: break
        }
        throw PaginationFailure.unfitCursor
    }

    var number: Int? { try? decode() }
}

/// What follows a page.
public enum PageContinuation: Hashable, Sendable {
    /// Nothing: the list is complete.
    case end
    /// Another page. `isPromised`: the answer says so beside the cursor; else the cursor that was just sent means the end.
    case cursor(PageCursor, isPromised: Bool = false)
    /// There is more, or there may be, and the answer doesn't tell where.
    case failed(PaginationFailure)
}

// MARK: The styles

// One function for each way in which APIs page; generated code calls them. `hasNext` is the flag that the description
// declares, nil where it declares none or the answer lacks it: a flag wins over all other signs.
extension PageContinuation {
    /// The server says what to send next: one value, or several at once. null, an empty text and an empty object are the end.
    public static func cursor(_ values: any WireEncodable..., hasNext: Bool? = nil) -> Self {
        cursor(values, hasNext) { .init(values: $0) }
    }

    /// A value called `next` may be a link: an absolute URL or a path is followed, anything else is sent.
    public static func cursorOrLink(_ value: any WireEncodable, hasNext: Bool? = nil) -> Self {
        cursor([value], hasNext) { values in
            guard let text = values[0].string, text.hasPrefix("/") || text.hasPrefix("http://") || text.hasPrefix("https://") else {
                return .init(values: values)
            }
            return .init(link: text)
        }
    }

    /// The server gives the next page's URL, absolute or relative to this page's.
    public static func link(_ link: any WireEncodable, hasNext: Bool? = nil) -> Self {
        cursor([link], hasNext) { .init(link: $0[0].string ?? "") }
    }

    private static func cursor(_ values: [any WireEncodable], _ hasNext: Bool?, _ make: ([JSONValue]) -> PageCursor) -> Self {
        guard hasNext != false else { return .end }
        let values = values.map { (try? JSONValue(encoding: $0)) ?? .null }
        guard !values.allSatisfy(\.saysNothing) else { return hasNext == true ? .failed(.missingCursor) : .end }
        return .cursor(make(values), isPromised: hasNext == true)
    }

    /// The next page starts after the last element's key; without a flag an empty page is the end.
    public static func key<R>(_ keys: any WireEncodable..., after page: PageAnswer<R>, hasNext: Bool? = nil) -> Self {
        guard hasNext ?? !page.elements.isEmpty else { return .end }
        let keys = keys.map { (try? JSONValue(encoding: $0)) ?? .null }
        guard !keys.contains(where: \.saysNothing) else { return .failed(.missingKey) }
        return .cursor(.init(values: keys), isPromised: true)
    }

    /// `Next-Range` of a partial answer (206) is the `Range` of the next request.
    public static func range(_ http: HTTPResponse) -> Self {
        http.status == 206 ? .cursor(http.headers["Next-Range"]) : .end
    }

    /// Pages have numbers.
    ///
    /// - Parameters:
    ///   - number: The number that the list began with; nil: `first`.
    ///   - first: The number of the first page there is.
    ///   - page: The page that came.
    ///   - hasNext: The flag, which wins over all that follows.
    ///   - total: How many elements there are, as the server says.
    ///   - totalPages: How many pages there are, as the server says.
    ///   - size: How many elements were asked for.
    ///   - shortPageEnds: Whether a page of fewer elements is the last. Without any other sign an empty one is.
    public static func page<R>(
        _ number: (any LosslessStringConvertible)?, first: Int = 1, after page: PageAnswer<R>, hasNext: Bool? = nil,
        total: (any LosslessStringConvertible)? = nil, totalPages: (any LosslessStringConvertible)? = nil,
        size: (any LosslessStringConvertible)? = nil, shortPageEnds: Bool = false
    ) -> Self {
        let start = whole(number) ?? first
        let number = page.cursor?.number ?? start
        let count = page.elements.count
        let size = whole(size)
        // Who begins in the middle has skipped pages as long as the first one, or as was asked for.
        let pages = number.plus(-first).plus(1)
        let preceding = page.cursor?.preceding ?? max(0, pages.plus(-1)).times(max(0, size ?? count))
        let seen = preceding.plus(count)
        let next = Self.cursor(.init(values: [.init(integer: number.plus(1))], preceding: seen), isPromised: true)
        if let hasNext { return hasNext ? next : .end }
        if shortPageEnds, let size, count < size { return .end }
        if let totalPages = whole(totalPages) { return pages < totalPages ? next : .end }
        guard let total = whole(total) else { return count > 0 ? next : .end }
        // An empty page may be one whose elements the server hides: those behind it are still to come.
        guard count == 0 else { return seen < total ? next : .end }
        let isBehindTheEnd = size.map { pages.times($0) >= total } ?? (page.cursor == nil && number > first)
        return seen < total && !isBehindTheEnd ? next : .end
    }

    /// The offset moves by the number of elements that came, which may be fewer than were asked for.
    ///
    /// - Parameters:
    ///   - offset: The offset that the list began with; nil: the first element's.
    ///   - first: The offset of the first element.
    ///   - page: The page that came.
    ///   - hasNext: The flag, which wins over all that follows.
    ///   - total: How many elements there are, as the server says.
    ///   - limit: How many elements were asked for.
    ///   - shortPageEnds: Whether a page of fewer elements is the last. Without any other sign an empty one is.
    public static func offset<R>(
        _ offset: (any LosslessStringConvertible)?, first: Int = 0, after page: PageAnswer<R>, hasNext: Bool? = nil,
        total: (any LosslessStringConvertible)? = nil, limit: (any LosslessStringConvertible)? = nil, shortPageEnds: Bool = false
    ) -> Self {
        let offset = page.cursor?.number ?? whole(offset) ?? first
        let count = page.elements.count
        let limit = whole(limit)
        // Over an empty page only a known length leads.
        let next = offset.plus(count > 0 ? count : max(0, limit ?? 0))
        let hasMore: Bool
        if let hasNext {
            hasMore = hasNext
        } else if shortPageEnds, let limit, count < limit {
            hasMore = false
        } else if let total = whole(total) {
            hasMore = next > offset && next.plus(-first) < total
        } else {
            hasMore = count > 0
        }
        guard hasMore else { return .end }
        return next > offset ? .cursor(.init(values: [.init(integer: next)]), isPromised: true) : .failed(.missingCursor)
    }

    /// Whether a value that is no Bool says that there is more: it is there, and no empty text, 0 or `false`.
    public static func isGiven(_ value: any WireEncodable) -> Bool {
        guard let value = try? JSONValue(encoding: value) else { return false }
        if let text = value.string { return !["", "0", "false"].contains(text.trimmingCharacters(in: .whitespaces).lowercased()) }
        return !value.saysNothing && value != .bool(false) && value.double != 0
    }

    private static func whole(_ number: (any LosslessStringConvertible)?) -> Int? {
        guard let number else { return nil }
        return Int(number.description) ?? Double(number.description).flatMap { Int(exactly: $0) }
    }

    /// A link as an absolute URL, seen from the page that gave it.
    func resolved<R>(by page: PageAnswer<R>) -> Self {
        guard case .cursor(let cursor, let isPromised) = self, let link = cursor.link, let url = page.http.url else { return self }
        do {
            return .cursor(.init(link: try NextLink.resolve(link, against: url).absoluteString), isPromised: isPromised)
        } catch {
            return .failed(error as? PaginationFailure ?? .invalidLink)
        }
    }
}

extension JSONValue {
    fileprivate init(integer: Int) { self = .number(Number(checked: String(integer))) }

    fileprivate var saysNothing: Bool { self == .null || self == .string("") || self == .array([]) || self == .object([:]) }
}

// No number of a server may stop the process.
extension Int {
    fileprivate func plus(_ other: Int) -> Int {
        let (sum, isTooLarge) = addingReportingOverflow(other)
        return isTooLarge ? .max : sum
    }

    fileprivate func times(_ other: Int) -> Int {
        let (product, isTooLarge) = multipliedReportingOverflow(by: other)
        return isTooLarge ? .max : product
    }
}
