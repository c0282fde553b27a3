import CallsiteCore
import CallsiteSwift

// Compares the bodies of failures by status, for an endpoint and for the whole API.

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
    /// Whether an endpoint that both sides have can fail in this way.
    var isUsed: Bool
    /// A change of the failure type as a whole. It is reported with the first change of a failure.
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
        let typeChange = declarations.take(a.swiftName, "(alias Failure)")
        // A change in the API's errors is reported once, not for each endpoint that inherits them.
        guard a.errors != nil || b.errors != nil else { return }
        compareFailures(
            ComparedFailures(
                a.errors ?? old.errors, b.errors ?? new.errors, stated: a.statedErrors + b.statedErrors,
                path: a.swiftName + ".Failure", newPath: b.swiftName + ".Failure", title: b.title, part(a, b)),
            typeChange)
    }

    mutating func compareFailures(_ failures: ComparedFailures, _ typeChange: MemberChange?) {
        var failures = failures
        failures.declarationChange = typeChange
        let (olds, news) = (failures.old, failures.new)
        // One enum became one type, or the other way round.
        if news.count == 1 || olds.count == 1, let removal = declarations.take(failures.path, "") {
            failures.declarationChange = [removal, typeChange].compactMap(\.self).worst
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
            let replacement = takeReplaced(failure.shape, other.shape)
            // Cases are named after their types, so the enum's remaining changes belong to these statuses.
            let (lost, gained) = (takeCases(failures, isNew: false), takeCases(failures, isNew: true))
            add(
                "failure-body-changed", &failures,
                "\(failures.title): \(status == .any ? "any other failure" : status.description) holds \(new.text(other.shape)) now, was \(old.text(failure.shape))",
                lost ?? gained ?? replacement, readsFailure(failure, other), failure.place, other.place)
        }
        if let change = failures.declarationChange {
            report(
                "declaration-changed", failures.part, "\(failures.title): the type of failures is another one", change,
                key: failures.path)
        }
    }

    /// Reports the statuses whose failures only one side describes.
    private mutating func compareStatuses(_ failures: inout ComparedFailures) {
        // A status that `4XX` or `default` covers on the other side is not new.
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
            var removal: MemberChange?
            for (_, failure) in removed { removal = takeInPlace(failure.shape) ?? removal }
            add(
                "failure-status-removed", &failures,
                "\(failures.title) says nothing of failures with \(list(removed)) any more",
                takeCases(failures, isNew: false) ?? removal, readsFailure(first, nil), first.place, nil)
        }
    }

    private mutating func takeCases(_ failures: ComparedFailures, isNew: Bool) -> MemberChange? {
        takeCases(failures.path, now: failures.newPath, isNew: isNew)
    }

    private mutating func add(
        _ id: String, _ failures: inout ComparedFailures, _ message: DiagnosticText, _ own: MemberChange?,
        _ app: AppVerdict, _ a: SourceLocation?, _ b: SourceLocation?
    ) {
        // The worse of the case's change and the type's change.
        let change = [own, failures.declarationChange].compactMap(\.self).worst
        failures.declarationChange = nil
        report(
            id, failures.part.at(a, b), message, change, app: failures.isUsed ? app : .none,
            key: failures.path + " " + id)
    }

    /// The effect on an app that reads the new failure's body as the type it knows for the status; nil: that side
    /// doesn't describe the failure.
    private func readsFailure(_ a: API.ErrorCase?, _ b: API.ErrorCase?) -> AppVerdict {
        guard let a, let b else { return isUnknown(a != nil, b != nil) ? .degraded : .none }
        return min(received(a.shape, b.shape), .degraded)
    }
}
