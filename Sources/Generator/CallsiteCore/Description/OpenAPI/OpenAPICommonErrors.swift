// OpenAPI repeats an API's errors in each operation. Errors that most operations agree on become the API's own, as in
// Callsite's format, so one error type serves most requests. Operations that differ in the same way share a type.

extension OpenAPIReader {
    /// Identifies a type by the name that it refers to; a type in place, by its location.
    indirect enum TypeIdentity: Hashable {
        case scalar(Scalar)
        case reference(String)
        case list(TypeIdentity)
        case dictionary(TypeIdentity)
        case optional(TypeIdentity)
        case inline(SourceLocation)

        init(_ type: Description.TypeExpression) {
            switch type.kind {
            case .scalar(let scalar): self = .scalar(scalar)
            case .reference(let name, _): self = .reference(name)
            case .list(let element): self = .list(.init(element))
            case .dictionary(let value): self = .dictionary(.init(value))
            case .optional(let wrapped): self = .optional(.init(wrapped))
            case .inline: self = .inline(type.place)
            }
        }
    }

    /// Finds the errors that operations have in common, and marks in each operation which of its errors these are.
    func readCommonErrors() {
        let common = commonErrors()
        description.errors = common
        for index in description.endpoints.indices {
            let errors = description.endpoints[index].errors
            guard !errors.isEmpty else { continue }
            description.endpoints[index].errors = marked(errors, common)
        }
        joinDifferences(from: common)
    }

    /// The API's own errors: for each status, the type that more than half of the operations with this status have.
    /// Empty unless a fourth of all operations have errors, and more than half of these errors agree.
    private func commonErrors() -> [Description.ErrorBody] {
        let errorLists = description.endpoints.map(\.errors).filter { !$0.isEmpty }
        guard errorLists.count * 4 >= description.endpoints.count else { return [] }
        let statuses = Set(errorLists.joined().map(\.status))
        var votes: [Description.StatusPattern: [TypeIdentity: (count: Int, first: Description.ErrorBody)]] = [:]
        for errors in errorLists {
            var ballots = errors
            if let any = impliedDefault(of: errors) { ballots.append(any) }
            // `4XX` and `default` vote for each status that they cover.
            if errors.contains(where: { if case .exactly = $0.status { false } else { true } }) {
                for status in statuses where !errors.contains(where: { $0.status == status }) {
                    guard let body = errors.first(covering: status) else { continue }
                    ballots.append(body.implied(for: status))
                }
            }
            for body in ballots {
                // A type in place belongs to its operation.
                if body.type.isInPlace { continue }
                votes[body.status, default: [:]][body.identity, default: (0, body)].count += 1
            }
        }
        var common: [Description.ErrorBody] = []
        for (status, types) in votes {
            let total = types.values.reduce(0) { $0 + $1.count }
            guard let winner = types.values.first(where: { $0.count > 1 && $0.count * 2 > total }) else { continue }
            common.append(winner.first.implied(for: status))
        }
        common.sort { $0.status < $1.status }
        let all = errorLists.joined()
        let agreeing = all.count { body in
            common.first(covering: body.status).map { $0.identity } == body.identity
        }
        return agreeing * 2 > all.count ? common : []
    }

    /// If all errors are one type, it was hardly meant for these statuses alone: any other status has it too.
    private func impliedDefault(of errors: [Description.ErrorBody]) -> Description.ErrorBody? {
        guard let first = errors.first, !errors.contains(where: { $0.status == .any }),
            Set(errors.map { $0.identity }).count == 1
        else { return nil }
        return first.implied(for: .any)
    }

    /// Whether an operation with these errors can have the API's instead: each status that they cover has the same
    /// type.
    private func isCommon(_ errors: [Description.ErrorBody], _ common: [Description.ErrorBody]) -> Bool {
        (errors + common).allSatisfy { body in
            guard let own = errors.first(covering: body.status) else { return true }
            return common.first(covering: body.status).map { $0.identity == own.identity } ?? false
        }
    }

    private func marked(
        _ errors: [Description.ErrorBody], _ common: [Description.ErrorBody]
    ) -> [Description.ErrorBody] {
        if !common.isEmpty, isCommon(errors, common) {
            return errors.map { .init(status: $0.status, type: $0.type, place: $0.place, origin: .common) }
        }
        var result = errors
        if let any = impliedDefault(of: errors) { result.append(any) }
        // The operation's `4XX` and `default` win over the API's errors for the statuses that they cover.
        for body in common where !result.contains(where: { $0.status == body.status }) {
            guard let own = result.first(covering: body.status) else { continue }
            result.append(own.implied(for: body.status))
        }
        for index in result.indices where result[index].origin == .stated {
            guard let shared = common.first(covering: result[index].status),
                shared.identity == result[index].identity
            else { continue }
            result[index].origin = .common
        }
        return result
    }

    /// Gives one failure type to operations with the same error types beside the API's. It has the statuses of all of
    /// them, so no two of them may disagree on a status.
    private func joinDifferences(from common: [Description.ErrorBody]) {
        struct Group {
            var bodies: [Description.StatusPattern: Description.ErrorBody] = [:]
            var members: [Int] = []
        }
        func commonType(_ status: Description.StatusPattern) -> TypeIdentity? {
            common.first(covering: status).map { $0.identity }
        }
        var candidates: [(index: Int, types: Set<TypeIdentity>, text: String)] = []
        for (index, endpoint) in description.endpoints.enumerated() {
            let errors = endpoint.errors
            let isExact = errors.allSatisfy { if case .exactly = $0.status { $0.origin != .implied } else { false } }
            let own = Set(
                errors.filter { commonType($0.status) != $0.identity }.map { $0.identity })
            guard isExact, !own.isEmpty, !errors.contains(where: \.type.isInPlace) else { continue }
            let text = errors.map { "\($0.status) \($0.identity)" }.sorted().joined(separator: " ")
            candidates.append((index, common.isEmpty ? Set(errors.map { $0.identity }) : own, text))
        }
        // Sorted by content, so that the order of operations doesn't matter.
        candidates.sort { a, b in a.text == b.text ? a.index < b.index : a.text.precedes(b.text) }
        var groups: [Set<TypeIdentity>: [Group]] = [:]
        for (index, types, _) in candidates {
            let errors = description.endpoints[index].errors
            var group = Group()
            // A bounded search, whatever a document lists.
            let sameTypeGroups = groups[types, default: []]
            let position = sameTypeGroups.indices.suffix(16).first { position in
                errors.allSatisfy { error in
                    sameTypeGroups[position].bodies[error.status].map { $0.identity == error.identity }
                        ?? true
                }
            }
            if let position { group = sameTypeGroups[position] }
            for error in errors { group.bodies[error.status] = error }
            group.members.append(index)
            if let position { groups[types]?[position] = group } else { groups[types, default: []].append(group) }
        }
        for group in groups.values.joined() {
            for index in group.members {
                let own = Set(description.endpoints[index].errors.map(\.status))
                for body in group.bodies.values where !own.contains(body.status) {
                    guard commonType(body.status) != body.identity else { continue }
                    description.endpoints[index].errors.append(body.implied(for: body.status))
                }
            }
        }
    }
}

extension Description.ErrorBody {
    fileprivate var identity: OpenAPIReader.TypeIdentity { .init(type) }

    /// The same for another status, which follows from this one.
    fileprivate func implied(for status: Description.StatusPattern) -> Self {
        .init(status: status, type: type, place: place, origin: .implied)
    }
}
