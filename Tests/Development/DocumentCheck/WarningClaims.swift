import CallsiteCore

/// A statement of a warning about the generated API, so far as it can be seen there.
enum WarningClaim: Hashable {
    /// "it is any JSON"
    case anyJSON
    /// "its elements are any JSON"
    case anyElements
    /// "it is a String", "the type is Double"
    case scalar(String)
    /// "it is taken for 'type: integer'"
    case type(String)
    /// "the operation is left out"
    case operationLeftOut
    /// "the parameter is left out", "the default is left out", "it is left out"
    case leftOut
    /// "'application/json' is sent"
    case sent(String)
    /// "'application/json' is requested"
    case requested(String)

    /// nil: it says nothing of the kind.
    init?(_ help: String) {
        if help.contains("it is any JSON") {
            self = .anyJSON
        } else if help.contains("elements are any JSON") || help.contains("they are any JSON") {
            self = .anyElements
        } else if help.hasPrefix("it is a String") {
            self = .scalar("String")
        } else if help.hasPrefix("the type is Double") {
            self = .scalar("Double")
        } else if let type = Self.quotation(in: help, after: "it is taken for 'type: ", until: "'") {
            self = .type(type)
        } else if help.contains("the operation is left out") {
            self = .operationLeftOut
        } else if help.contains("is left out") {
            self = .leftOut
        } else if let type = Self.quotation(in: help, after: "'", until: "' is sent") {
            self = .sent(type)
        } else if let type = Self.quotation(in: help, after: "'", until: "' is requested") {
            self = .requested(type)
        } else {
            return nil
        }
    }

    private static func quotation(in text: String, after start: String, until end: String) -> String? {
        guard text.hasPrefix(start), let range = text.dropFirst(start.count).firstRange(of: end) else { return nil }
        return String(text.dropFirst(start.count)[..<range.lowerBound])
    }
}

/// The claims of a document's warnings, and whether the generated API is so.
///
/// Several ways may lead to the place of a warning: a schema alone, and the same schema merged with others. A claim is
/// true if it is so on one of them.
final class WarningClaims {
    private struct Entry {
        var claim: WarningClaim
        var diagnostic: Int
        var place: SourceLocation
        var isSeen = false
        var isTrue = false
    }

    private var entries: [Entry] = []
    private var positions: [SourceLocation: [Int]] = [:]

    init(_ diagnostics: [Diagnostic]) {
        for (index, diagnostic) in diagnostics.enumerated() where diagnostic.severity == .warning {
            guard let claim = diagnostic.help.flatMap({ WarningClaim($0.description) }) else { continue }
            for place in [diagnostic.location] + diagnostic.repeats {
                positions[place.start, default: []].append(entries.count)
                entries.append(.init(claim: claim, diagnostic: index, place: place))
            }
        }
    }

    func judge(at places: [SourceLocation], _ isTrue: (WarningClaim) -> Bool?) {
        guard !entries.isEmpty else { return }
        for place in places {
            for index in positions[place.start] ?? [] {
                guard let verdict = isTrue(entries[index].claim) else { continue }
                entries[index].isSeen = true
                if verdict { entries[index].isTrue = true }
            }
        }
    }

    /// How many claims the API shows, and the diagnostics that aren't true, by their index.
    var verdict: (judged: Int, untrue: [(diagnostic: Int, place: SourceLocation)]) {
        let seen = entries.filter(\.isSeen)
        return (seen.count, seen.filter { !$0.isTrue }.map { ($0.diagnostic, $0.place) })
    }
}

extension DocumentCheck {
    /// Compares a schema's type with what warnings say at its places.
    func judgeWarnings(at places: [SourceLocation], of shape: Shape) {
        let shape = resolved(shape)
        claims.judge(at: places) { claim in
            switch claim {
            case .anyJSON: shape == .scalar("JSON")
            case .anyElements:
                switch shape {
                case .list(let element): resolved(element) == .scalar("JSON")
                default: shape == .scalar("JSON")
                }
            case .scalar(let name): shape == .scalar(name)
            case .type(let type): shape != .scalar("JSON") && fits(type, shape)
            case .operationLeftOut, .leftOut, .sent, .requested: nil
            }
        }
    }

    /// Something is in the API: no warning may say that it isn't.
    func judgeWarningsOfPresence(at places: [SourceLocation], isPresent: Bool) {
        claims.judge(at: places) { $0 == .leftOut ? !isPresent : nil }
    }

    mutating func reportUntrueWarnings(_ diagnostics: [Diagnostic]) {
        let (judged, untrue) = claims.verdict
        count(.warning, judged)
        for (index, place) in untrue {
            let diagnostic = diagnostics[index]
            differ(
                .warning,
                "untrue: \(diagnostic.message); \(diagnostic.help?.description ?? "") [\(diagnostic.id)]", at: place,
                isCovered: false)
        }
    }
}
