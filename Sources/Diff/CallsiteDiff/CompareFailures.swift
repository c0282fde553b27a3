import CallsiteCore
import CallsiteSwift

// The bodies of failures, by their statuses: those of an endpoint, and those of the whole API.

/// The failures of an endpoint or of the whole API on both sides.
struct ComparedFailures {
    var old: [API.ErrorCase]
    var new: [API.ErrorCase]
    /// The statuses that the descriptions list, each once.
    var statuses: [Description.StatusPattern]
    /// The path of the old enum of failures, and of the new one.
    var path: String
    var newPath: String
    /// The subject of a sentence.
    var title: String
    var part: ComparedPart
    /// Some endpoint that both sides have fails so.
    var isUsed: Bool
    /// The change of the type of all failures, which the first of the changes explains.
    var declarationChange: MemberChange?

    init(
        _ old: [API.ErrorCase], _ new: [API.ErrorCase], stated: [API.ErrorCase]? = nil, path: String, newPath: String,
        title: String, _ part: ComparedPart, isUsed: Bool = true
    ) {
        (self.old, self.new, self.path, self.newPath) = (old, new, path, newPath)
        (self.title, self.part, self.isUsed) = (title, part, isUsed)
        var seen: Set<Description.StatusPattern> = []
        statuses = (stated ?? old + new).map(\.status).filter { seen.insert($0).inserted }
    }
}

extension Comparer {
    mutating func compareFailures(_ a: Contract.Endpoint, _ b: Contract.Endpoint) {
        let declared = declarations.take(a.swiftName, "(alias Failure)")
        // Failures of the whole API are reported once.
        guard a.errors != nil || b.errors != nil else { return }
        // A change in the API's errors is reported once, not for each endpoint that inherits them.
        compareFailures(
            ComparedFailures(
                a.errors ?? old.errors, b.errors ?? new.errors, stated: a.statedErrors + b.statedErrors,
                path: a.swiftName + ".Failure", newPath: b.swiftName + ".Failure", title: b.title, part(a, b)),
            declared)
    }

    mutating func compareFailures(_ failures: ComparedFailures, _ declared: MemberChange?) {
        var failures = failures
        failures.declarationChange = declared
        let (olds, news) = (failures.old, failures.new)
        // One enum became one type, or the other way round.
        if news.count == 1 || olds.count == 1, let gone = declarations.take(failures.path, "") {
            failures.declarationChange = [gone, declared].compactMap(\.self).worst
        }
        if news.isOneForAll, olds.count > 1 {
            declarations.takeAll(failures.path)
            for failure in olds { _ = takeInPlace(failure.shape) }
            return add(
                "failures-unified", &failures, "\(failures.title): all failures hold \(new.text(news[0].shape)) now",
                nil,
                failures.statuses.map { readsFailure(olds.first(covering: $0), news.first(covering: $0)) }.max()
                    ?? .none, nil, news[0].place)
        }
        compareStatuses(&failures)
        for status in failures.statuses {
            guard let failure = olds.first(covering: status), let other = news.first(covering: status),
                matching.typeChange(failure.shape, other.shape) != .none
            else { continue }
            let gone = takeReplaced(failure.shape, other.shape)
            // Cases go by their types: those that are left of the enum's changes belong to these statuses.
            let (lost, gained) = (takeCases(failures, isNew: false), takeCases(failures, isNew: true))
            add(
                "failure-body-changed", &failures,
                "\(failures.title): \(status == .any ? "any other failure" : status.description) holds \(new.text(other.shape)) now, was \(old.text(failure.shape))",
                lost ?? gained ?? gone, readsFailure(failure, other), failure.place, other.place)
        }
        if let change = failures.declarationChange {
            report(
                "declaration-changed", failures.part, "\(failures.title): the type of failures is another one", change,
                key: failures.path)
        }
    }

    /// The statuses for which only one side says what a failure holds.
    private mutating func compareStatuses(_ failures: inout ComparedFailures) {
        // A status that a range, or any other status, covers is nothing new.
        typealias Uncovered = (status: Description.StatusPattern, failure: API.ErrorCase)
        func uncovered(_ cases: [API.ErrorCase], in others: [API.ErrorCase]) -> [Uncovered] {
            failures.statuses.compactMap { status in
                others.first(covering: status) == nil ? cases.first(covering: status).map { (status, $0) } : nil
            }
        }
        func list(_ cases: [Uncovered]) -> DiagnosticText {
            .list(cases.map { $0.status == .any ? "any other" : $0.status.description }, "and")
        }
        let added = uncovered(failures.new, in: failures.old)
        let removed = uncovered(failures.old, in: failures.new)
        if let first = added.first?.failure {
            let isExact = added.allSatisfy { if case .exactly = $0.status { true } else { false } }
            add(
                isExact ? "failure-status-added" : "failure-default-added", &failures,
                "\(failures.title) says what failures with \(list(added)) hold", takeCases(failures, isNew: true),
                readsFailure(nil, first), nil, first.place)
        }
        if let first = removed.first?.failure {
            var gone: MemberChange?
            for (_, failure) in removed { gone = takeInPlace(failure.shape) ?? gone }
            add(
                "failure-status-removed", &failures,
                "\(failures.title) says nothing of failures with \(list(removed)) any more",
                takeCases(failures, isNew: false) ?? gone, readsFailure(first, nil), first.place, nil)
        }
    }

    private mutating func takeCases(_ failures: ComparedFailures, isNew: Bool) -> MemberChange? {
        takeCases(failures.path, now: failures.newPath, isNew: isNew)
    }

    private mutating func add(
        _ id: String, _ failures: inout ComparedFailures, _ message: DiagnosticText, _ own: MemberChange?,
        _ app: AppVerdict, _ a: SourceLocation?, _ b: SourceLocation?
    ) {
        // The worse of what became of a case and of the type.
        let change = [own, failures.declarationChange].compactMap(\.self).worst
        failures.declarationChange = nil
        report(
            id, failures.part.at(a, b), message, change, app: failures.isUsed ? app : .none,
            key: failures.path + " " + id)
    }

    /// The effect when the app reads a failure's body as what it knows of its status; nil: that side says nothing of it.
    private func readsFailure(_ a: API.ErrorCase?, _ b: API.ErrorCase?) -> AppVerdict {
        guard let a, let b else { return isUnknown(a != nil, b != nil) ? .degraded : .none }
        return min(received(a.shape, b.shape), .degraded)
    }
}
