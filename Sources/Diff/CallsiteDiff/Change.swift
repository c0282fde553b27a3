import CallsiteCore

/// The effect of a change on Swift code that calls the regenerated code, from none to the worst.
package enum SourceVerdict: Int, Comparable, Sendable, CaseIterable {
    /// Every call compiles and means the same.
    case none
    /// Only code breaks that uses an initialiser as a function value: `Pet.init(id:name:)`.
    case capturedInitialisers
    /// A deprecation.
    case warns
    /// Only code breaks that uses two types in place as one, since they were declared as one type.
    case sharedTypes
    /// Only a `switch` over the enum without `default` breaks.
    case exhaustiveSwitches
    /// Only code breaks that reads a property of a value that it sends.
    case reads
    /// It compiles, and means something else.
    case silent
    /// Some call that compiled compiles no more.
    case breaks

    package static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }

    /// For programs.
    package var name: String {
        switch self {
        case .none: "none"
        case .capturedInitialisers: "captured-initialisers"
        case .warns: "warns"
        case .sharedTypes: "shared-types"
        case .exhaustiveSwitches: "exhaustive-switches"
        case .reads: "reads"
        case .silent: "silent"
        case .breaks: "breaks"
        }
    }
}

/// The effect of a change on an app that was released before it: the app sends its requests to the new server and reads
/// the new responses.
package enum AppVerdict: Int, Comparable, Sendable, CaseIterable {
    case none
    /// The app continues with less: an unrecognised value, nil, an unfiltered list.
    case degraded
    /// A request that worked is refused, or a response can't be read.
    case breaks

    package static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }

    package var name: String {
        switch self {
        case .none: "none"
        case .degraded: "degraded"
        case .breaks: "breaks"
        }
    }
}

/// Where something of a contract goes. A model may go several ways.
package struct Use: OptionSet, Hashable, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let parameter = Use(rawValue: 1)
    package static let body = Use(rawValue: 2)
    package static let response = Use(rawValue: 4)
    package static let failure = Use(rawValue: 8)
    package static let header = Use(rawValue: 16)

    package static let sent: Use = [.parameter, .body]
    package static let received: Use = [.response, .failure, .header]

    package var isSent: Bool { !isDisjoint(with: .sent) }
    package var isReceived: Bool { !isDisjoint(with: .received) }
}

/// One difference between two contracts, with what it does.
package struct Change: Sendable {
    /// The part of the API that changed. Changes with the same subject are shown together.
    package enum Subject: Hashable, Sendable {
        case api
        /// `GET /pets`
        case endpoint(String)
        /// By its name in the description.
        case model(String)
    }

    /// A row of the rules; `callsite explain` knows it.
    package var id: String
    package var subject: Subject
    /// One phrase that says what changed and names the subject.
    package var message: DiagnosticText
    package var help: DiagnosticText?
    package var source = SourceVerdict.none
    package var app = AppVerdict.none
    /// The place in the new description; for something removed, the place of its owner or of the API.
    package var newPlace: SourceLocation?
    package var oldPlace: SourceLocation?
    /// The Swift declarations that it touches.
    package var before: String?
    package var after: String?
    /// The endpoints that a model's change concerns.
    package var endpoints = 0
    package var someEndpoints: [String] = []
    /// The declarations whose uses in code it concerns, by their names in the old contract.
    package var code: [CodeName] = []
    /// The values that an enum gained.
    package var values: [String] = []
    /// The places in the user's code that use the declarations in `code`; nil: no code was searched.
    package var callers: [CallerPlace]?
    /// Where the message is about one of several things that may have changed alike: what stands before and after its
    /// name.
    package var item: Item?

    /// A place in the user's code.
    package struct CallerPlace: Hashable, Comparable, Sendable {
        /// As the user wrote the path, with what is below it.
        package var path: String
        package var line: Int
        package var column: Int

        package init(path: String, line: Int, column: Int) {
            (self.path, self.line, self.column) = (path, line, column)
        }

        package static func < (a: Self, b: Self) -> Bool { (a.path, a.line, a.column) < (b.path, b.line, b.column) }
    }

    /// A declaration as code names it.
    package struct CodeName: Hashable, Sendable {
        /// `Order.Status`
        package var type: String
        /// A property, an argument or a case; nil: the type itself.
        package var member: String?
        /// It is only there on the new side, so code can't name it yet.
        package var isNew = false

        package init(type: String, member: String? = nil, isNew: Bool = false) {
            (self.type, self.member, self.isNew) = (type, member, isNew)
        }
    }

    package struct Item: Hashable, Sendable {
        package var before: DiagnosticText
        package var name: String
        package var after: DiagnosticText
    }

    /// The part of the fingerprint besides the id. It has words of the description only, so that another wording of the
    /// message doesn't change it.
    package var key: String

    /// The change needs no action.
    package var isHarmless: Bool { app == .none && source <= .capturedInitialisers }

    /// Its worst effect.
    package var weight: Weight { effects[0] }

    /// The effects on apps and on source code, the worst first.
    package var effects: [Weight] {
        var effects: [Weight] = []
        switch app {
        case .breaks: effects.append(.app)
        case .degraded: effects.append(.degraded)
        case .none: break
        }
        switch source {
        case .breaks: effects.append(.source)
        case .silent: effects.append(.silent)
        case .sharedTypes, .exhaustiveSwitches, .reads: effects.append(.partly)
        case .warns: effects.append(.warns)
        case .none, .capturedInitialisers: break
        }
        return effects.isEmpty ? [.harmless] : effects.sorted(by: >)
    }

    package enum Weight: Int, Comparable, CaseIterable, Sendable {
        case harmless, warns
        /// Only some code stops compiling: a `switch` without `default`, code that reads a property of its own request,
        /// code that uses two types as one.
        case partly
        case degraded, silent, source, app
        package static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
    }

    /// Survives another wording of the message, another file name and other lines.
    package var fingerprint: String {
        let digits = String(fnv1a((id + "\u{0}" + key).utf8), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

extension DiagnosticText {
    /// Two long strings, each cut to a part that shows the difference.
    static func different(_ now: String, _ was: String) -> (now: DiagnosticText, was: DiagnosticText) {
        let cut: (DiagnosticText, DiagnosticText) = ("\(path: now)", "\(path: was)")
        guard now != was, "\(cut.0)" == "\(cut.1)" else { return cut }
        let (one, other) = (Array(now.unicodeScalars), Array(was.unicodeScalars))
        let first = zip(one, other).enumerated().first { $0.element.0 != $0.element.1 }?.offset
        let start = max(0, (first ?? min(one.count, other.count)) - 20)
        func part(_ text: [Unicode.Scalar]) -> DiagnosticText {
            var part = String.UnicodeScalarView()
            part.append(contentsOf: text[min(start, text.count)...].prefix(60))
            return "…\(String(part))\(text.count > start + 60 ? "…" : "")"
        }
        return (part(one), part(other))
    }
}

/// The result of comparing two descriptions.
package struct Comparison: Sendable {
    /// The worst first. Within one weight, changes that concern more endpoints go first, then the order is that of
    /// their places.
    package var changes: [Change] = []
    /// Both have endpoints, but they share none, and at most a tenth of the types of the smaller one.
    package var isUnrelated = false

    /// The next version by the rules of semantic versioning: for callers of the generated code and for apps that are
    /// out.
    package var bump: String {
        if changes.contains(where: { $0.app == .breaks || $0.source >= .silent }) { return "major" }
        if changes.contains(where: { $0.app == .degraded || $0.source > .none || ChangeRules.isAddition($0.id) }) {
            return "minor"
        }
        return changes.isEmpty ? "none" : "patch"
    }

    /// The worst first. Within one weight, changes that concern more endpoints go first, then the order is that of
    /// their places.
    package mutating func sort() {
        func order(_ change: Change) -> (Int, Int, Int, Int32, Int32) {
            let place = change.newPlace ?? change.oldPlace
            return (
                -change.weight.rawValue, -change.endpoints, place?.file.index ?? 0, place?.line ?? 0, place?.column ?? 0
            )
        }
        // Positions are sorted: a change is large.
        let keys = changes.map(order)
        changes = changes.indices.sorted { keys[$0] == keys[$1] ? $0 < $1 : keys[$0] < keys[$1] }.map { changes[$0] }
    }

    /// How many changes have this effect. A change may have two.
    package func count(_ effect: Change.Weight) -> Int { changes.count { $0.effects.contains(effect) } }
}
