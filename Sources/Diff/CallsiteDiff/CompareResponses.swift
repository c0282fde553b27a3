import CallsiteCore
import CallsiteSwift

// The responses of endpoints, and their pagination.

extension Comparer {
    // MARK: - Success

    mutating func compareResponses(_ a: Contract.Endpoint, _ b: Contract.Endpoint) {
        let (one, other) = (a.response, b.response)
        // The type for headers goes with the last header.
        if !one.headers.isEmpty, other.headers.isEmpty { declarations.takeAll(a.swiftName + ".ResponseHeaders") }
        compareFields(one.headers, other.headers, endpointOwner(.headers, a, b, .header))
        if one.stream?.isEvents != other.stream?.isEvents {
            let gone = takeInPlace(one.shape)
            let kind = other.stream.map { $0.isEvents ? "a stream of events" : "a stream of lines" } ?? "one value"
            add(
                "response-became-stream", a, b, "\(b.title) returns \(kind) now",
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
            return add(
                "success-got-body", a, b, "\(b.title) returns \(new.text(other.shape)) now, was nothing", declared,
                sides(true, false).server ? .breaks : .none, key: "response")
        }
        if isEmpty == (false, true) {
            let gone = takeInPlace(one.shape)
            return add(
                "success-became-empty", a, b, "\(b.title) returns nothing now, was \(old.text(one.shape))",
                declared ?? gone,
                sides(false, true).server ? .breaks : .none, key: "response")
        }
        if change != .none {
            let isMoved = change == .replaced && isOnlyMoved(one.shape, other.shape)
            let gone = isMoved ? noteMove(one.shape, other.shape) : takeInPlace(one.shape)
            let verdict = received(one.shape, other.shape)
            // A type that kept its name but changed its kind is reported under its name.
            let isReported =
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
            if !isReported {
                add(
                    id, a, b, "\(b.title) returns \(new.text(other.shape)) now, was \(old.text(one.shape))",
                    declared ?? gone,
                    verdict, key: "response")
            }
        }
        if one.isOptional != other.isOptional {
            let isLost = isUnknown(one.isOptional, other.isOptional)
            add(
                other.isOptional ? "response-became-nullable" : "response-became-not-nullable", a, b,
                other.isOptional ? "\(b.title) may return null now" : "\(b.title) never returns null any more",
                change == .none ? declared : nil, isLost ? .breaks : .none, key: "response null")
        }
        if one.encoding != other.encoding {
            add(
                "response-type-changed", a, b,
                "\(b.title) returns \(String(describing: other.encoding)) now, was \(String(describing: one.encoding))",
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
        add(
            "success-status-replaced", a, b,
            "\(b.title): the status of success is \(text(other)) now, was \(text(one))", nil,
            isRefused ? .breaks : .none, key: "statuses")
    }

    /// The effect if one side has a single success response, and the other several.
    private func readsSuccess(_ one: Contract.Response, _ other: Contract.Response) -> AppVerdict {
        let (app, contract) = (sides(one, other).app, sides(old, new).app)
        func fits(_ a: API.Shape, _ b: API.Shape) -> Bool {
            let (mine, theirs) = sides(a, b)
            // An app reads any other model as the one it knows, so only the same one is sure to fit, in place or not.
            var isModel = false
            if case .named(let id, _) = contract.api.resolvingAliases(mine), case .object = contract[id].content {
                isModel = true
            }
            return received(a, b) == .none && (mine == .scalar(.void)) == (theirs == .scalar(.void))
                && (!isModel || matching.isSameShape(a, b) || matching.hasSameContent(a, b))
        }
        let shapes = (one.cases.isEmpty ? [one.shape] : one.cases.map(\.shape))
        let newShapes = (other.cases.isEmpty ? [other.shape] : other.cases.map(\.shape))
        let fitting = shapes.flatMap { a in newShapes.map { fits(a, $0) } }
        // A single type of the app must fit all responses. If the app has several, one that fits is enough.
        let isRead = app.cases.isEmpty ? fitting.allSatisfy(\.self) : fitting.contains(true)
        return isRead ? .none : .breaks
    }

    private mutating func compareCases(_ a: Contract.Endpoint, _ b: Contract.Endpoint) {
        let (one, other) = (a.response, b.response)
        let path = a.swiftName + ".Response"
        if one.cases.isEmpty {
            let gone = takeInPlace(one.shape)
            return add(
                "success-status-added-other", a, b,
                "\(b.title) returns \(DiagnosticText.list(other.cases.map { "\($0.status) " + new.text($0.shape) })) now, was \(old.text(one.shape))",
                declarations.take(a.swiftName, "(alias Response)") ?? gone, readsSuccess(one, other), key: "response")
        }
        if other.cases.isEmpty {
            let alias = declarations.take(a.swiftName, "(alias Response)")
            let gone = declarations.take(path, "") ?? alias
            declarations.takeAll(path)
            for answer in one.cases { _ = takeInPlace(answer.shape) }
            return add(
                "success-status-removed", a, b, "\(b.title) always returns \(new.text(other.shape)) now",
                gone
                    ?? .init(
                        verdict: .breaks, before: "enum " + path, after: "typealias Response = " + new.text(other.shape)
                    ),
                readsSuccess(one, other), key: "response")
        }
        let oldCases = one.cases.byFirst(\.status)
        let newCases = other.cases.byFirst(\.status)
        for answer in other.cases where oldCases[answer.status] == nil {
            add(
                "success-status-added-other", a, b,
                "\(b.title) may answer with \(answer.status.description) \(new.text(answer.shape)) too",
                declarations.take(path, answer.swiftName, isNew: true), isUnknown(false, true) ? .degraded : .none,
                key: "status \(answer.status)")
        }
        for answer in one.cases {
            guard let other = newCases[answer.status] else {
                _ = takeInPlace(answer.shape)
                add(
                    "success-status-removed", a, b, "\(b.title) never returns \(answer.status.description) any more",
                    declarations.take(path, answer.swiftName), isUnknown(true, false) ? .degraded : .none,
                    key: "status \(answer.status)")
                continue
            }
            if matching.typeChange(answer.shape, other.shape) != .none {
                let gone = takeReplaced(answer.shape, other.shape)
                add(
                    "response-kind-changed", a, b,
                    "\(b.title): \(answer.status.description) holds \(new.text(other.shape)) now, was \(old.text(answer.shape))",
                    declarations.take(path, answer.swiftName) ?? gone, received(answer.shape, other.shape),
                    key: "status \(answer.status)")
            } else if isNullable(old, answer.shape) != isNullable(new, other.shape) {
                let mayBeNull = isNullable(new, other.shape)
                add(
                    mayBeNull ? "response-became-nullable" : "response-became-not-nullable", a, b,
                    "\(b.title): what \(answer.status.description) holds \(mayBeNull ? "may be" : "is never") null now",
                    declarations.take(path, answer.swiftName), isUnknown(!mayBeNull, mayBeNull) ? .breaks : .none,
                    key: "null \(answer.status)")
            }
            if answer.encoding != other.encoding {
                add(
                    "response-type-changed", a, b,
                    "\(b.title): \(answer.status.description) is \(String(describing: other.encoding)) now, was \(String(describing: answer.encoding))",
                    nil, .breaks, key: "type \(answer.status)")
            }
        }
    }

    // MARK: - Pagination

    mutating func comparePaging(_ a: Contract.Endpoint, _ b: Contract.Endpoint) {
        switch (a.paging, b.paging) {
        case (nil, nil): break
        case (_?, nil):
            let declared = declarations.take(a.swiftName, "(conformance PaginationRequestType)")
            _ = declarations.take(a.swiftName, "(alias Element)")
            add(
                "paging-lost", a, b,
                "\(b.title) has no pages any more; a list ends after its first page and looks complete",
                help: "say how it pages under 'pagination:' in callsite.yaml, if it still does", declared,
                .degraded, key: "paging")
        case (nil, _?):
            add(
                "paging-gained", a, b, "\(b.title) has pages now: did the whole list become a page?",
                declarations.take(a.swiftName, "(alias Element)"), .degraded, key: "paging")
        case (let paging?, let now?): comparePaging(a, b, paging, now)
        }
    }

    private mutating func comparePaging(
        _ a: Contract.Endpoint, _ b: Contract.Endpoint, _ paging: PagingSummary, _ now: PagingSummary
    ) {
        let (way, otherWay) = (paging.declaration.flow, now.declaration.flow)
        if paging.style != now.style {
            add(
                "paging-style-changed", a, b, "\(b.title) pages by \(now.style) now, was by \(paging.style)",
                declarations.take(a.swiftName, "(alias Element)"), .breaks, key: "paging style")
        } else if a.cursor != b.cursor {
            add(
                "paging-cursor-type-changed", a, b,
                "\(b.title): the cursor is \(b.cursor.joined(separator: ", ")) now, was \(a.cursor.joined(separator: ", ")); stored cursors can't be used",
                nil, .breaks, key: "paging cursor")
        } else if paging.elements != now.elements {
            add(
                "elements-moved", a, b,
                "\(b.title): the elements of a page are at '\(now.elements ?? "the top")' now, were at '\(paging.elements ?? "the top")'",
                declarations.take(a.swiftName, "(alias Element)"), .breaks, key: "paging elements")
        } else if paging.parameters != now.parameters || paging.next != now.next || paging.end != now.end
            || way != otherWay
        {
            add(
                "paging-changed", a, b,
                "\(b.title): the next page is found in another way: \(otherWay); was: \(way)",
                declarations.take(a.swiftName, "(alias Element)"), .degraded, key: "paging way")
        } else if let declared = declarations.take(a.swiftName, "(alias Element)") {
            add(
                "paging-element-changed", a, b, "\(b.title): the elements of a page are of another type", declared,
                .none,
                key: "paging element")
        }
    }
}
