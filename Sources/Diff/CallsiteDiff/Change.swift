import CallsiteCore

/// What a change does to Swift that calls the regenerated code. In the order of their weight.
package enum SourceVerdict: Int, Comparable, Sendable, CaseIterable {
    /// Every call compiles and means the same.
    case none
    /// Only an initialiser that is used as a function value: `Pet.init(id:name:)`.
    case capturedInitialisers
    /// A deprecation.
    case warns
    /// Only code that takes two types in place for one, since they were declared as one.
    case sharedTypes
    /// Only a `switch` over the enum without `default`.
    case exhaustiveSwitches
    /// Only code that reads a property of what it sends itself.
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

/// What a change does to an app that was released before it: the app's requests meet the new server, its models the new
/// responses.
package enum AppVerdict: Int, Comparable, Sendable, CaseIterable {
    case none
    /// It goes on with less: an unrecognised value, nil, an unfiltered list.
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
    /// What the change is part of: changes of one are shown together.
    package enum Subject: Hashable, Sendable {
        case api
        /// `GET /pets`
        case endpoint(String)
        /// In the description's words.
        case model(String)
    }

    /// A row of the rules; `callsite explain` knows it.
    package var id: String
    package var subject: Subject
    /// What changed: one phrase that names the subject itself.
    package var message: DiagnosticText
    package var help: DiagnosticText?
    package var source = SourceVerdict.none
    package var app = AppVerdict.none
    /// In NEW; of what is gone, where it was.
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
    /// Where somebody's code uses that; nil: nobody looked.
    package var callers: [CallerPlace]?
    /// Where the message is about one of several things that may have changed alike: what stands before and after its
    /// name.
    package var item: Item?

    /// A place in somebody's code.
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

    /// What the fingerprint is made of beside the id: words of the description, none of a message.
    package var key: String

    /// Nobody has to do anything.
    package var isHarmless: Bool { app == .none && source <= .capturedInitialisers }

    /// How it is announced: by the worst that it does.
    package var weight: Weight {
        if app == .breaks { return .app }
        if source == .breaks { return .source }
        if source == .silent { return .silent }
        if app == .degraded { return .degraded }
        if [.sharedTypes, .exhaustiveSwitches, .reads].contains(source) { return .partly }
        return source == .warns ? .warns : .harmless
    }

    package enum Weight: Int, Comparable, CaseIterable, Sendable {
        case harmless, warns
        /// Only some code stops compiling: a switch without default, what reads the request's own property, what takes
        /// two types for one.
        case partly
        case degraded, silent, source, app
        package static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
    }

    /// Survives another wording of the message, another file name and other lines (FNV-1a, 64 bits).
    package var fingerprint: String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in (id + "\u{0}" + key).utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

/// What two descriptions come to.
package struct Comparison: Sendable {
    /// The worst first, and those of one weight in the order of their places.
    package var changes: [Change] = []
    /// They share neither an endpoint nor a model, though both have some.
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

    /// The worst first, and those of one weight in the order of their places.
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

    package func count(_ weight: Change.Weight) -> Int { changes.count { $0.weight == weight } }
}
