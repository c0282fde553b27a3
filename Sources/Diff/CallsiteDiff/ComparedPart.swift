import CallsiteCore

/// A part of the API with its places in the old and the new description, for reporting its changes.
struct ComparedPart {
    var subject: Change.Subject
    var old: SourceLocation?
    var new: SourceLocation?
    /// How many endpoints use the part. A model has none here: the endpoints that reach it are counted later.
    var endpoints = 0
    /// The titles of some of these endpoints.
    var someEndpoints: [String] = []

    /// The same part with a more exact place on a side that has one.
    func at(_ old: SourceLocation?, _ new: SourceLocation?) -> Self {
        var part = self
        if let old { part.old = old }
        if let new { part.new = new }
        return part
    }
}

extension Comparer {
    /// The API as a whole.
    var apiPart: ComparedPart { ComparedPart(subject: .api, old: old.place, new: new.place) }

    func part(_ a: Contract.Endpoint, _ b: Contract.Endpoint) -> ComparedPart {
        ComparedPart(
            subject: .endpoint(b.title), old: a.place, new: b.place, endpoints: 1, someEndpoints: [b.title])
    }

    /// Reports a change of a part, and the effect of the change on the generated declaration.
    ///
    /// - Parameter item: The name, `note`, that distinguishes the message from those of similar changes.
    mutating func report(
        _ id: String, _ part: ComparedPart, _ message: DiagnosticText, help: DiagnosticText? = nil,
        _ declared: MemberChange? = nil, app: AppVerdict = .none, code: [Change.CodeName] = [],
        values: [String] = [], item: String? = nil, key: String
    ) {
        var change = Change(
            id: id, subject: part.subject, message: message, help: help, source: declared?.verdict ?? .none, app: app,
            newPlace: part.new, oldPlace: part.old, before: declared?.before, after: declared?.after,
            endpoints: part.endpoints, someEndpoints: part.someEndpoints, code: code, values: values, key: key)
        // `Order: 'note' became optional` stands beside `Order: 'total' became optional`.
        if let item, let (start, end) = message.parts(around: "'\(item)'") {
            change.item = .init(before: start, name: item, after: end)
        }
        report(change)
    }
}
