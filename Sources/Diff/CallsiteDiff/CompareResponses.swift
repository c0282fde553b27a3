import CallsiteCore
import CallsiteSwift

// The responses of endpoints, and their pagination.

extension Comparer {
    private mutating func addResponse(
        _ id: String, _ b: Contract.Endpoint, _ a: Contract.Endpoint, _ message: DiagnosticText,
        help: DiagnosticText? = nil, _ declared: MemberChange?, _ app: AppVerdict, key: String
    ) {
        report(
            Change(
                id: id, subject: .endpoint(b.title), message: message, help: help, source: declared?.verdict ?? .none,
                app: app, newPlace: b.place, oldPlace: a.place, before: declared?.before, after: declared?.after,
                endpoints: 1,
                someEndpoints: [b.title], key: a.title + " " + key))
    }

    // MARK: - Success

    mutating func compareResponses(_ a: Contract.Endpoint, _ b: Contract.Endpoint) {
        let (one, other) = (a.response, b.response)
        // The last header takes the type with it.
        if !one.headers.isEmpty, other.headers.isEmpty { declarations.takeAll(a.swiftName + ".ResponseHeaders") }
        compareFields(one.headers, other.headers, endpointOwner(.headers, a, b, .header))
        if one.stream != other.stream {
            let gone = takeInPlace(one.shape)
            addResponse(
                "response-became-stream", b, a,
                "\(b.title) returns \(other.stream.map { "a stream of \($0)" as DiagnosticText } ?? "one value") now",
                declarations.take(a.swiftName, "(alias Response)") ?? gone, .breaks, key: "stream")
            return
        }
        guard one.cases.isEmpty, other.cases.isEmpty else { return compareCases(a, b) }
        comparePlain(a, b)
        compareStatuses(a, b)
    }

    private mutating func comparePlain(_ a: Contract.Endpoint, _ b: Contract.Endpoint) {
        let (one, other) = (a.response, b.response)
        let isEmpty = (one.shape == .scalar(.void), other.shape == .scalar(.void))
        let change = matching.typeChange(one.shape, other.shape)
        let declared =
            change == .none && one.isOptional == other.isOptional
            ? nil : declarations.take(a.swiftName, "(alias Response)")
        if isEmpty == (true, false) {
            return addResponse(
                "success-got-body", b, a, "\(b.title) returns \(new.text(other.shape)) now, was nothing", declared,
                sides(true, false).server ? .breaks : .none, key: "response")
        }
        if isEmpty == (false, true) {
            let gone = takeInPlace(one.shape)
            return addResponse(
                "success-became-empty", b, a, "\(b.title) returns nothing now, was \(old.text(one.shape))",
                declared ?? gone,
                sides(false, true).server ? .breaks : .none, key: "response")
        }
        if change != .none {
            let isMoved = change == .replaced && isOnlyMoved(one.shape, other.shape)
            let gone = isMoved ? noteMove(one.shape, other.shape) : takeInPlace(one.shape)
            let verdict = received(one.shape, other.shape)
            // A type that kept its name but changed its kind is reported under its name.
            let isTold =
                old.text(one.shape) == new.text(other.shape) && declared == nil && gone == nil && verdict == .none
            let id: String =
                switch change {
                case .schemaAdded: "response-schema-added"
                case .schemaRemoved: "response-schema-removed"
                case .becameUnion: "response-became-union"
                case .narrowedToOne: "response-narrowed-to-one"
                case .replaced where isMoved: "component-inlined"
                case .itemsBecameNullable: "response-items-became-nullable"
                case .itemsBecameNotNullable: "response-items-became-not-nullable"
                case .mapValues: "response-map-values-changed"
                default: "response-kind-changed"
                }
            if !isTold {
                addResponse(
                    id, b, a, "\(b.title) returns \(new.text(other.shape)) now, was \(old.text(one.shape))",
                    declared ?? gone,
                    verdict, key: "response")
            }
        }
        if one.isOptional != other.isOptional {
            let isLost = isUnknown(one.isOptional, other.isOptional)
            addResponse(
                other.isOptional ? "response-became-nullable" : "response-became-not-nullable", b, a,
                other.isOptional ? "\(b.title) may return null now" : "\(b.title) never returns null any more",
                change == .none ? declared : nil, isLost ? .breaks : .none, key: "response null")
        }
        if one.encoding != other.encoding {
            addResponse(
                "response-type-changed", b, a, "\(b.title) returns \(other.encoding) now, was \(one.encoding)",
                change == .none ? declarations.take(a.swiftName, "(alias Response)") : nil, .breaks,
                key: "response type")
        }
    }

    /// A reader refuses other success statuses only if its description names statuses.
    private mutating func compareStatuses(_ a: Contract.Endpoint, _ b: Contract.Endpoint) {
        let (one, other) = (a.response.statuses, b.response.statuses)
        guard one != other else { return }
        let (app, server) = sides(one, other)
        let isRefused = !app.isEmpty && (server.isEmpty || !Set(server).isSubset(of: app))
        func text(_ statuses: [Int]) -> DiagnosticText {
            statuses.isEmpty ? "any of success" : DiagnosticText.list(statuses.map(String.init), "and")
        }
        addResponse(
            "success-status-replaced", b, a,
            "\(b.title): the status of success is \(text(other)) now, was \(text(one))", nil,
            isRefused ? .breaks : .none, key: "statuses")
    }

    /// The effect when one side knows one response of success, and the other several.
    private func readsSuccess(_ one: Contract.Response, _ other: Contract.Response) -> AppVerdict {
        let (app, contract) = (sides(one, other).app, sides(old, new).app)
        func fits(_ a: Contract.Shape, _ b: Contract.Shape) -> Bool {
            let (mine, theirs) = sides(a, b)
            // An app reads any other model as the one it knows, so only the same one is sure to fit, in place or not.
            var isModel = false
            if case .named(let id, _) = contract.resolvingAliases(mine), case .object = contract.types[id].content {
                isModel = true
            }
            return received(a, b) == .none && (mine == .scalar(.void)) == (theirs == .scalar(.void))
                && (!isModel || matching.isSameShape(a, b) || matching.hasSameContent(a, b))
        }
        let known = (one.cases.isEmpty ? [one.shape] : one.cases.map(\.shape))
        let now = (other.cases.isEmpty ? [other.shape] : other.cases.map(\.shape))
        let fitting = known.flatMap { a in now.map { fits(a, $0) } }
        // The app's one type must fit all; of several one will be read.
        let isRead = app.cases.isEmpty ? fitting.allSatisfy(\.self) : fitting.contains(true)
        return isRead ? .none : .breaks
    }

    private mutating func compareCases(_ a: Contract.Endpoint, _ b: Contract.Endpoint) {
        let (one, other) = (a.response, b.response)
        let path = a.swiftName + ".Response"
        if one.cases.isEmpty {
            let gone = takeInPlace(one.shape)
            return addResponse(
                "success-status-added-other", b, a,
                "\(b.title) returns \(DiagnosticText.list(other.cases.map { $0.status + " " + new.text($0.shape) })) now, was \(old.text(one.shape))",
                declarations.take(a.swiftName, "(alias Response)") ?? gone, readsSuccess(one, other), key: "response")
        }
        if other.cases.isEmpty {
            let alias = declarations.take(a.swiftName, "(alias Response)")
            let gone = declarations.take(path, "") ?? alias
            declarations.takeAll(path)
            for answer in one.cases { _ = takeInPlace(answer.shape) }
            return addResponse(
                "success-status-removed", b, a, "\(b.title) always returns \(new.text(other.shape)) now",
                gone
                    ?? .init(
                        verdict: .breaks, before: "enum " + path, after: "typealias Response = " + new.text(other.shape)
                    ),
                readsSuccess(one, other), key: "response")
        }
        let known = Dictionary(one.cases.map { ($0.status, $0) }, uniquingKeysWith: { first, _ in first })
        let now = Dictionary(other.cases.map { ($0.status, $0) }, uniquingKeysWith: { first, _ in first })
        for answer in other.cases where known[answer.status] == nil {
            addResponse(
                "success-status-added-other", b, a,
                "\(b.title) may answer with \(answer.status) \(new.text(answer.shape)) too",
                declarations.take(path, answer.swiftName, isNew: true), isUnknown(false, true) ? .degraded : .none,
                key: "status " + answer.status)
        }
        for answer in one.cases {
            guard let other = now[answer.status] else {
                _ = takeInPlace(answer.shape)
                addResponse(
                    "success-status-removed", b, a, "\(b.title) never returns \(answer.status) any more",
                    declarations.take(path, answer.swiftName), isUnknown(true, false) ? .degraded : .none,
                    key: "status " + answer.status)
                continue
            }
            if matching.typeChange(answer.shape, other.shape) != .none {
                let gone =
                    isOnlyMoved(answer.shape, other.shape)
                    ? noteMove(answer.shape, other.shape) : takeInPlace(answer.shape)
                addResponse(
                    "response-kind-changed", b, a,
                    "\(b.title): \(answer.status) holds \(new.text(other.shape)) now, was \(old.text(answer.shape))",
                    declarations.take(path, answer.swiftName) ?? gone, received(answer.shape, other.shape),
                    key: "status " + answer.status)
            } else if isNullable(old, answer.shape) != isNullable(new, other.shape) {
                let mayBeNull = isNullable(new, other.shape)
                addResponse(
                    mayBeNull ? "response-became-nullable" : "response-became-not-nullable", b, a,
                    "\(b.title): what \(answer.status) holds \(mayBeNull ? "may be" : "is never") null now",
                    declarations.take(path, answer.swiftName), isUnknown(!mayBeNull, mayBeNull) ? .breaks : .none,
                    key: "null " + answer.status)
            }
        }
    }

    // MARK: - Failures

    /// The effect when the app reads a failure's body as what it knows of its status; nil: that side says nothing of it.
    private func readsFailure(_ a: Contract.Failure?, _ b: Contract.Failure?) -> AppVerdict {
        guard let a, let b else { return isUnknown(a != nil, b != nil) ? .degraded : .none }
        return min(received(a.shape, b.shape), .degraded)
    }

    mutating func compareFailures(_ a: Contract.Endpoint, _ b: Contract.Endpoint) {
        let alias = "(alias Failure)"
        // Failures of the whole API are reported once.
        guard a.errors != nil || b.errors != nil else {
            _ = declarations.take(a.swiftName, alias)
            return
        }
        compareFailures(
            a.errors ?? old.errors, b.errors ?? new.errors, path: a.swiftName + ".Failure",
            now: b.swiftName + ".Failure", title: b.title, a.place, b.place,
            subject: .endpoint(b.title), endpoints: [b.title], stated: a.statedErrors + b.statedErrors,
            whole: { comparer in comparer.declarations.take(a.swiftName, alias) })
    }

    mutating func compareFailures(
        _ olds: [Contract.Failure], _ news: [Contract.Failure], path: String, now newPath: String, title: String,
        _ oldPlace: SourceLocation,
        _ newPlace: SourceLocation, subject: Change.Subject, endpoints: [String], stated: [String]? = nil,
        isUsed: Bool = true, whole: (inout Comparer) -> MemberChange?
    ) {
        // One enum became one type, or the other way round.
        var declared = whole(&self)
        if news.count == 1 || olds.count == 1, let gone = declarations.take(path, "") {
            declared = declared.map { $0.verdict > gone.verdict ? $0 : gone } ?? gone
        }
        func add(
            _ id: String, _ message: DiagnosticText, _ own: MemberChange?, _ app: AppVerdict, _ a: SourceLocation?,
            _ b: SourceLocation?
        ) {
            // The worse of what became of a case and of the type.
            let change = [own, declared].compactMap(\.self).max { $0.verdict < $1.verdict }
            declared = nil
            report(
                Change(
                    id: id, subject: subject, message: message, source: change?.verdict ?? .none,
                    app: isUsed ? app : .none, newPlace: b ?? newPlace, oldPlace: a ?? oldPlace, before: change?.before,
                    after: change?.after,
                    endpoints: endpoints.count,
                    someEndpoints: endpoints, key: path + " " + id))
        }
        // A change in the API's errors is reported once, not for each endpoint that inherits them.
        var known: Set<String> = []
        let statuses = (stated ?? (olds + news).map(\.status)).filter { known.insert($0).inserted }
        if news.count == 1, news[0].status == "any", olds.count > 1 {
            declarations.takeAll(path)
            for failure in olds { _ = takeInPlace(failure.shape) }
            return add(
                "failures-unified", "\(title): all failures hold \(new.text(news[0].shape)) now", nil,
                statuses.map { readsFailure(olds.first(covering: $0), news.first(covering: $0)) }.max() ?? .none, nil,
                news[0].place)
        }
        // A status that a range, or any other status, covers is nothing new.
        func uncovered(_ failures: [Contract.Failure], in others: [Contract.Failure]) -> [Contract.Failure] {
            statuses.compactMap { status in
                guard others.first(covering: status) == nil, var failure = failures.first(covering: status) else {
                    return nil
                }
                failure.status = status
                return failure
            }
        }
        let added = uncovered(news, in: olds)
        let removed = uncovered(olds, in: news)
        // Cases go by their types: those that are left of the enum's changes belong to these statuses.
        func cases(_ isNew: Bool) -> MemberChange? { takeCases(path, now: newPath, isNew: isNew) }
        if !added.isEmpty {
            let list = DiagnosticText.list(added.map { $0.status == "any" ? "any other" : $0.status }, "and")
            add(
                added.contains { $0.status == "any" || $0.status.hasSuffix("XX") }
                    ? "failure-default-added" : "failure-status-added",
                "\(title) says what failures with \(list) hold", cases(true), readsFailure(nil, added[0]), nil,
                added[0].place)
        }
        if !removed.isEmpty {
            let list = DiagnosticText.list(removed.map { $0.status == "any" ? "any other" : $0.status }, "and")
            var gone: MemberChange?
            for failure in removed { gone = takeInPlace(failure.shape) ?? gone }
            add(
                "failure-status-removed", "\(title) says nothing of failures with \(list) any more",
                cases(false) ?? gone,
                readsFailure(removed[0], nil), removed[0].place, nil)
        }
        for code in statuses {
            guard let failure = olds.first(covering: code), let other = news.first(covering: code),
                matching.typeChange(failure.shape, other.shape) != .none
            else {
                continue
            }
            let status = code == "any" ? "any other failure" : code
            let gone =
                isOnlyMoved(failure.shape, other.shape)
                ? noteMove(failure.shape, other.shape) : takeInPlace(failure.shape)
            let (lost, gained) = (cases(false), cases(true))
            let own = lost ?? gained ?? gone
            add(
                "failure-body-changed",
                "\(title): \(status) holds \(new.text(other.shape)) now, was \(old.text(failure.shape))", own,
                readsFailure(failure, other), failure.place, other.place)
        }
        if let change = declared {
            report(
                Change(
                    id: "declaration-changed", subject: subject,
                    message: "\(title): the type of failures is another one", source: change.verdict,
                    newPlace: newPlace, oldPlace: oldPlace, before: change.before, after: change.after,
                    endpoints: endpoints.count, someEndpoints: endpoints, key: path))
        }
    }

    // MARK: - Pagination

    mutating func comparePaging(_ a: Contract.Endpoint, _ b: Contract.Endpoint) {
        switch (a.paging, b.paging) {
        case (nil, nil): break
        case (_?, nil):
            let declared = declarations.take(a.swiftName, "(conformance PaginationRequestType)")
            _ = declarations.take(a.swiftName, "(alias Element)")
            addResponse(
                "paging-lost", b, a,
                "\(b.title) has no pages any more; a list ends after its first page and looks complete",
                help: "say how it pages under 'pagination:' in callsite.yaml, if it still does", declared,
                .degraded, key: "paging")
        case (nil, _?):
            addResponse(
                "paging-gained", b, a, "\(b.title) has pages now: did the whole list become a page?",
                declarations.take(a.swiftName, "(alias Element)"), .degraded, key: "paging")
        case (let paging?, let now?): comparePaging(a, b, paging, now)
        }
    }

    private mutating func comparePaging(
        _ a: Contract.Endpoint, _ b: Contract.Endpoint, _ paging: Contract.Paging, _ now: Contract.Paging
    ) {
        if paging.style != now.style {
            addResponse(
                "paging-style-changed", b, a, "\(b.title) pages by \(now.style) now, was by \(paging.style)",
                declarations.take(a.swiftName, "(alias Element)"), .breaks, key: "paging style")
        } else if paging.cursor != now.cursor {
            addResponse(
                "paging-cursor-type-changed", b, a,
                "\(b.title): the cursor is \(now.cursor.joined(separator: ", ")) now, was \(paging.cursor.joined(separator: ", ")); stored cursors can't be used",
                nil, .breaks, key: "paging cursor")
        } else if paging.elements != now.elements {
            addResponse(
                "elements-moved", b, a,
                "\(b.title): the elements of a page are at '\(now.elements ?? "the top")' now, were at '\(paging.elements ?? "the top")'",
                declarations.take(a.swiftName, "(alias Element)"), .breaks, key: "paging elements")
        } else if paging.parameters != now.parameters || paging.next != now.next || paging.end != now.end
            || paging.text != now.text
        {
            addResponse(
                "paging-changed", b, a,
                "\(b.title): the next page is found in another way: \(now.text); was: \(paging.text)",
                declarations.take(a.swiftName, "(alias Element)"), .degraded, key: "paging way")
        } else if let declared = declarations.take(a.swiftName, "(alias Element)") {
            addResponse(
                "paging-element-changed", b, a, "\(b.title): the elements of a page are of another type", declared,
                .none,
                key: "paging element")
        }
    }
}
