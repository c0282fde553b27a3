import CallsiteCore

/// The effect of a change on Swift code that calls the regenerated code, from none to the worst.
package enum SourceVerdict: Int, Comparable, Sendable, CaseIterable {
    /// Every call compiles and means the same.
    case none
    /// Breaks only code that uses an initialiser as a function value: `Pet.init(id:name:)`.
    case capturedInitialisers
    /// A deprecation.
    case warns
    /// Breaks only code that uses two inline types as one, since they were declared as one type.
    case sharedTypes
    /// Breaks only a `switch` over the enum without `default`.
    case exhaustiveSwitches
    /// Breaks only code that reads a property of a value that it sends.
    case reads
    /// The code compiles, but means something else.
    case silent
    /// Some calls no longer compile.
    case breaks

    package static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }

    /// The name in JSON.
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

/// The parts of requests and responses that use a value. A model may have several uses.
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

/// One difference between two contracts, with its effects.
package struct Change: Sendable {
    /// The part of the API that changed. Changes with the same subject are shown together.
    package enum Subject: Hashable, Sendable {
        case api
        /// `GET /pets`
        case endpoint(String)
        /// The model's name in the description.
        case model(String)
    }

    /// The id of a row of `ChangeRules`, which `callsite explain` explains.
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
    /// The affected Swift declaration, in the old code and in the new.
    package var before: String?
    package var after: String?
    /// The endpoints that a model's change concerns.
    package var endpoints = 0
    package var someEndpoints: [String] = []
    /// The declarations whose uses in code are affected, by their names in the old contract.
    package var code: [CodeName] = []
    /// The values that an enum gained.
    package var values: [String] = []
    /// The places in the user's code that use the declarations in `code`; nil: no code was searched.
    package var callers: [CallerPlace]?
    /// A name in the message, with the words before and after it, if other names may have changed in the same way.
    package var item: Item?

    /// A place in the user's code.
    package struct CallerPlace: Hashable, Comparable, Sendable {
        /// The path of the file, which begins as the user wrote it.
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
        /// Whether only the new side has the declaration, so code can't name it yet.
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

    /// Whether the change needs no action.
    package var isHarmless: Bool { app == .none && source <= .capturedInitialisers }

    /// The change's worst effect.
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

    /// Identifies the change. It doesn't depend on the wording of the message, on file names or on lines.
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
        let (newScalars, oldScalars) = (Array(now.unicodeScalars), Array(was.unicodeScalars))
        let first = zip(newScalars, oldScalars).enumerated().first { $0.element.0 != $0.element.1 }?.offset
        let start = max(0, (first ?? min(newScalars.count, oldScalars.count)) - 20)
        func part(_ text: [Unicode.Scalar]) -> DiagnosticText {
            var part = String.UnicodeScalarView()
            part.append(contentsOf: text[min(start, text.count)...].prefix(60))
            return "…\(String(part))\(text.count > start + 60 ? "…" : "")"
        }
        return (part(newScalars), part(oldScalars))
    }
}

/// The result of comparing two descriptions.
package struct Comparison: Sendable {
    /// The worst first. Within one weight, changes that concern more endpoints go first, then the order is that of
    /// their places.
    package var changes: [Change] = []
    /// Whether both have endpoints, but no endpoint in common, and at most a tenth of the types of the smaller one.
    package var isUnrelated = false

    /// The next version by the rules of semantic versioning: for callers of the generated code and for released
    /// apps.
    package var bump: String {
        if changes.contains(where: { $0.app == .breaks || $0.source >= .silent }) { return "major" }
        if changes.contains(where: { $0.app == .degraded || $0.source > .none || ChangeRules.isAddition($0.id) }) {
            return "minor"
        }
        return changes.isEmpty ? "none" : "patch"
    }

    /// Sorts `changes`.
    package mutating func sort() {
        func order(_ change: Change) -> (Int, Int, Int, Int32, Int32) {
            let place = change.newPlace ?? change.oldPlace
            return (
                -change.weight.rawValue, -change.endpoints, place?.file.index ?? 0, place?.line ?? 0, place?.column ?? 0
            )
        }
        // Positions are sorted instead of changes, which are large.
        let keys = changes.map(order)
        changes = changes.indices.sorted { keys[$0] == keys[$1] ? $0 < $1 : keys[$0] < keys[$1] }.map { changes[$0] }
    }

    /// How many changes have this effect. A change may have two.
    package func count(_ effect: Change.Weight) -> Int { changes.count { $0.effects.contains(effect) } }
}
