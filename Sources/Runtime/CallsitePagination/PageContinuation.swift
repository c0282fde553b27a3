import CallsiteRuntime

/// The continuation of a list after a page.
public enum PageContinuation: Hashable, Sendable {
    /// The response says that the list is complete.
    case end
    /// The response says neither that there is another page nor that the list is complete. It is the end if the page
    /// has a list; a page without one may be an error message: `PaginationFailure.missingList`.
    case unsaid
    /// Another page. `isPromised`: the response promises it, not only by the cursor. Otherwise an empty page that
    /// repeats the cursor just sent means the end.
    case cursor(PageCursor, isPromised: Bool = false)
    /// There is or may be another page, and the response doesn't say where.
    case failed(PaginationFailure)
}

// MARK: The styles

// One function for each way in which APIs page; generated code calls them. `hasNext` is the flag that the description
// declares; nil: it declares none, or the response lacks it. A flag wins over all other signs.
extension PageContinuation {
    /// The server returns the next cursor: one value, or several. null, an empty string and an empty object mean the
    /// end.
    public static func cursor(_ values: any WireEncodable..., hasNext: Bool? = nil) -> Self {
        cursor(values, hasNext) { .init(values: $0) }
    }

    /// A value called `next` may be a link: an absolute URL or a path is followed, anything else is sent.
    public static func cursorOrLink(_ value: any WireEncodable, hasNext: Bool? = nil) -> Self {
        cursor([value], hasNext) { values in
            guard let text = values[0].string,
                text.hasPrefix("/") || text.hasPrefix("http://") || text.hasPrefix("https://")
            else {
                return .init(values: values)
            }
            return .init(link: text)
        }
    }

    /// The server returns the next page's URL, absolute or relative to this page's.
    public static func link(_ link: any WireEncodable, hasNext: Bool? = nil) -> Self {
        cursor([link], hasNext) { .init(link: $0[0].string ?? "") }
    }

    private static func cursor(
        _ values: [any WireEncodable], _ hasNext: Bool?, _ make: ([JSONValue]) -> PageCursor
    ) -> Self {
        guard hasNext != false else { return .end }
        let values = values.map { (try? JSONValue(encoding: $0)) ?? .null }
        guard !values.allSatisfy(\.saysNothing) else {
            if hasNext == true { return .failed(.missingCursor) }
            // An empty string means the end. null may only mean that the response doesn't say.
            return values.allSatisfy { $0 == .null } ? .unsaid : .end
        }
        return .cursor(make(values), isPromised: hasNext == true)
    }

    /// The next page starts after the last element's key; without a flag an empty page is the end.
    ///
    /// - Parameters:
    ///   - keys: The keys of the last element.
    ///   - page: The page that they belong to.
    ///   - hasNext: Whether the response says that there is another page; nil if it doesn't say.
    ///   - isBackwards: Whether the request asks for the elements before another one. The last element then leads to no
    ///     new page.
    public static func key<R>(
        _ keys: any WireEncodable..., after page: TypedPage<R>, hasNext: Bool? = nil, isBackwards: Bool = false
    ) -> Self {
        guard hasNext ?? !page.elements.isEmpty else { return hasNext == nil ? .unsaid : .end }
        // An empty page has no key, whatever it promises.
        guard !page.elements.isEmpty else { return .failed(.missingCursor) }
        guard !isBackwards else { return .failed(.backwards) }
        let keys = keys.map { (try? JSONValue(encoding: $0)) ?? .null }
        guard !keys.contains(where: \.saysNothing) else { return .failed(.missingKey) }
        return .cursor(.init(values: keys), isPromised: true)
    }

    /// The `Next-Range` of a partial response (206) is the `Range` of the next request.
    public static func range(_ http: HTTPResponse) -> Self {
        http.status == 206 ? .cursor(http.headers["Next-Range"]) : .end
    }

    /// Pages are numbered.
    ///
    /// - Parameters:
    ///   - number: The number that the list began with; nil: `first`.
    ///   - first: The number of the first page, which must be 0 or 1 if you pass nil because it isn't known. Then
    ///     `current` decides; without it, page 1 is requested, and if that is the first page again, its elements are
    ///     left out and page 2 follows.
    ///   - page: The page that came.
    ///   - current: The page's own number, as the response says. Used only if `first` is nil.
    ///   - hasNext: The flag, which wins over all that follows.
    ///   - total: How many elements there are, as the server says. Ignored where it is less than have come.
    ///   - totalPages: How many pages there are, as the server says. Ignored where a later page has elements.
    ///   - size: How many elements were asked for.
    ///   - shortPageEnds: Whether a page of fewer elements is the last, where no total is known. Without any other sign
    ///     an empty one is.
    public static func page<R>(
        _ number: (any LosslessStringConvertible)?, first: Int? = 1, after page: TypedPage<R>,
        current: (any LosslessStringConvertible)? = nil, hasNext: Bool? = nil,
        total: (any LosslessStringConvertible)? = nil, totalPages: (any LosslessStringConvertible)? = nil,
        size: (any LosslessStringConvertible)? = nil, shortPageEnds: Bool = false
    ) -> Self {
        let start = whole(number)
        var base = first ?? page.cursor?.first
        if base == nil, start == nil {
            // Page 1 was requested after a page without a number. If page 1 is empty, it doesn't show the base, and a
            // base of 1 ends the list later.
            base = page.cursor == nil ? zeroOrOne(current) : page.elements.isEmpty ? 1 : 0
        }
        let isOpen = base == nil && start == nil
        let number = page.cursor?.number ?? start ?? base ?? 0
        let size = whole(size)
        // Where the first page's number isn't known, the list ends as late as it may.
        let lowest: Int = base ?? (isOpen || number < 1 ? 0 : 1)
        let pages = number.plus(-lowest).plus(1)
        // A list that begins in the middle has skipped pages as long as this one, which may be shorter than was
        // requested.
        let isInTheMiddle = (start ?? lowest) > lowest
        let preceding =
            page.cursor?.preceding
            ?? max(0, pages.plus(-1)).times(min(page.elements.count, max(0, size ?? page.elements.count)))
        let seen = preceding.plus(page.elements.count)
        let count = page.repeatsFirst ? preceding : page.elements.count
        let longest = longest(page)
        let isUncounted = total == nil && totalPages == nil
        let next = Self.cursor(
            .init(
                values: [.init(integer: number.plus(1))], preceding: seen, longest: longest,
                first: first == nil ? base : nil, opening: isOpen ? page.fingerprint : nil,
                mayBeBehindEnd: hasNext == nil && isUncounted && isShort(page, size)), isPromised: true)
        if let hasNext { return hasNext ? next : .end }
        // A total that contradicts the elements that came is wrong and ignored.
        if let totalPages = whole(totalPages), totalPages >= 0, count == 0 || pages <= totalPages {
            return pages < totalPages ? next : .end
        }
        if let total = whole(total), total >= 0, count == 0 || seen <= total {
            guard count == 0 else { return seen < total ? next : .end }
            // The server may hide the elements of an empty page: the pages behind it may have elements.
            let isBehindTheEnd = size.flatMap { length($0, longest) }.map { pages.times($0) >= total } ?? isInTheMiddle
            return seen >= total ? .end : isBehindTheEnd ? .unsaid : next
        }
        if shortPageEnds, let size, count < size { return .unsaid }
        return count > 0 ? next : .unsaid
    }

    /// The offset moves by the number of received elements, which may be fewer than requested.
    ///
    /// - Parameters:
    ///   - offset: The offset that the list began with; nil: the first element's.
    ///   - first: The offset of the first element, which must be 0 or 1 if you pass nil because it isn't known. Then
    ///     `current` decides; without it, the list goes on as if from 0, so that no element is skipped; if it was 1,
    ///     one element comes again.
    ///   - page: The page that came.
    ///   - current: The offset of the page's first element, as the response says. Used only if `first` is nil.
    ///   - hasNext: The flag, which wins over all that follows.
    ///   - total: How many elements there are, as the server says. Ignored where it is less than have come.
    ///   - limit: How many elements were asked for.
    ///   - shortPageEnds: Whether a page of fewer elements is the last, where no total is known. Without any other sign
    ///     an empty one is.
    public static func offset<R>(
        _ offset: (any LosslessStringConvertible)?, first: Int? = 0, after page: TypedPage<R>,
        current: (any LosslessStringConvertible)? = nil, hasNext: Bool? = nil,
        total: (any LosslessStringConvertible)? = nil, limit: (any LosslessStringConvertible)? = nil,
        shortPageEnds: Bool = false
    ) -> Self {
        let start = whole(offset)
        let base = first ?? page.cursor?.first ?? (page.cursor == nil && start == nil ? zeroOrOne(current) : nil)
        let offset = page.cursor?.number ?? start ?? base ?? 0
        let count = page.elements.count
        let limit = whole(limit)
        // Only a known page length leads past an empty page.
        let longest = longest(page)
        let next = offset.plus(count > 0 ? count : length(limit, longest) ?? 0)
        // Counted from 0, the next offset would be behind the last element.
        let isBehindTotal = whole(total).map { base == nil && next >= $0 } ?? isShort(page, limit)
        let cursor = PageCursor(
            values: [.init(integer: next)], longest: longest, first: first == nil ? base : nil,
            mayBeBehindEnd: hasNext == nil && isBehindTotal)
        let following: Self = next > offset ? .cursor(cursor, isPromised: true) : .failed(.missingCursor)
        if let hasNext { return hasNext ? following : .end }
        // Where the first offset isn't known, the list ends as late as it may.
        let seen = next.plus(-(base ?? 1))
        // A total that is less than the elements that came is wrong, and counts for nothing.
        if let total = whole(total), total >= 0, count == 0 || seen <= total {
            guard count == 0 else { return seen < total ? following : .end }
            if offset.plus(-(base ?? 0)) >= total { return .end }
            return next == offset || seen < total ? following : .unsaid
        }
        if shortPageEnds, let limit, count < limit { return .unsaid }
        return count > 0 ? following : .unsaid
    }

    /// Whether a page has fewer elements than were asked for, or than a page before it.
    private static func isShort<R>(_ page: TypedPage<R>, _ size: Int?) -> Bool {
        page.elements.count < max(size ?? 0, page.cursor?.longest ?? 0)
    }

    private static func longest<R>(_ page: TypedPage<R>) -> Int? {
        let longest = max(page.cursor?.longest ?? 0, page.elements.count)
        return longest > 0 ? longest : nil
    }

    /// The length of a page: the requested size, or that of the longest page if a server gives fewer elements.
    private static func length(_ size: Int?, _ longest: Int?) -> Int? {
        [size, longest].compactMap { $0 }.filter { $0 > 0 }.min()
    }

    /// The number in a value that isn't always a number: an integer, or a string of digits.
    public static func number(of value: (any WireEncodable)?) -> Int? {
        guard let value, let json = try? JSONValue(encoding: value) else { return nil }
        return json.string.flatMap { Int($0) } ?? json.int
    }

    /// The number of a first page as a response has it: any other number means something else.
    private static func zeroOrOne(_ number: (any LosslessStringConvertible)?) -> Int? {
        whole(number).flatMap { (0...1).contains($0) ? $0 : nil }
    }

    /// Whether a value that isn't a Bool says that there is another page: it is present, and not an empty string, 0 or
    /// `false`.
    public static func isGiven(_ value: any WireEncodable) -> Bool {
        guard let value = try? JSONValue(encoding: value) else { return false }
        if let text = value.string {
            return !["", "0", "false"].contains(text.trimmingCharacters(in: .whitespaces).lowercased())
        }
        return !value.saysNothing && value != .bool(false) && value.double != 0
    }

    private static func whole(_ number: (any LosslessStringConvertible)?) -> Int? {
        guard let number else { return nil }
        return Int(number.description) ?? Double(number.description).flatMap { Int(exactly: $0) }
    }

    /// The continuation after its page: `unsaid` becomes `end`, a link becomes an absolute URL, and a page without a
    /// list fails.
    func resolved<R>(by page: TypedPage<R>) -> Self {
        switch self {
        case .end, .failed: return self
        case .unsaid, .cursor: if !page.hasList { return .failed(.missingList) }
        }
        if case .unsaid = self { return .end }
        guard case .cursor(let cursor, let isPromised) = self, let link = cursor.link, let url = page.http.url else {
            return self
        }
        do {
            return .cursor(.init(link: try NextLink.resolve(link, against: url).absoluteString), isPromised: isPromised)
        } catch {
            return .failed(error as? PaginationFailure ?? .invalidLink)
        }
    }
}

extension JSONValue {
    fileprivate init(integer: Int) { self = .number(Number(checked: String(integer))) }

    fileprivate var saysNothing: Bool {
        self == .null || self == .string("") || self == .array([]) || self == .object([:])
    }
}

// These operations saturate: no number from a server may stop the process.
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
