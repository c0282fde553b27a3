// Lowers a request's pagination to one call that returns what follows a page, and to the changes that make the next
// request.

import CallsiteCore

extension Lowering {
    func lowerPagination(_ index: Int, _ names: RequestNames) -> SwiftPagination? {
        let endpoint = api.endpoints[index]
        guard let pagination = endpoint.pagination else { return nil }
        let value = SwiftExpression.root(.response)
        let (style, arguments) = continuationCall(pagination, endpoint, names)
        let isRange = pagination.declaration.style == .range && pagination.moving.isEmpty
        return SwiftPagination(
            access: access, element: elementType(pagination),
            elements: elements(pagination, from: value, isOptional: endpoint.response.isOptional),
            style: SwiftIdentifier(style), arguments: arguments,
            moves: pagination.continuation == nil ? moves(pagination.moving, names) : [],
            continuation: pagination.continuation.map { continuation($0, pagination, endpoint, names) },
            isRange: isRange)
    }

    /// The list in a response, optional where it may be missing; nil where the response is the list.
    private func elements(
        _ pagination: API.Pagination, from value: SwiftExpression, isOptional: Bool
    ) -> SwiftExpression? {
        let path = pagination.elements
        if pagination.isUntyped {
            let list = value.untypedElements(
                mayBeList: pagination.element == .scalar(.json), isOptional: path.isOptional)
            return path.isOptional && pagination.declaration.omitsEmptyList ? list.orEmpty : list
        }
        var list = expression(path, from: value, isOptional: isOptional)
        if let bare = pagination.bareList { list = expression(bare, from: value, isOptional: isOptional).or(list) }
        if path.isOptional || pagination.bareList != nil {
            return pagination.declaration.omitsEmptyList ? list.orEmpty : list
        }
        return path.steps.isEmpty ? nil : list
    }

    // MARK: - What follows a page

    private func continuationCall(
        _ pagination: API.Pagination, _ endpoint: API.Endpoint, _ names: RequestNames
    ) -> (style: String, [SwiftArgument]) {
        let declaration = pagination.declaration
        let page = SwiftExpression.root(.page)
        let isOptional = endpoint.response.isOptional
        func argument(_ label: String, _ value: SwiftExpression?) -> [SwiftArgument] {
            value.map { [SwiftArgument(label, $0)] } ?? []
        }
        let hasNext = argument(
            "hasNext",
            pagination.hasNext.map { flag($0, isOptional) } ?? pagination.isLast.map { noFlag($0, isOptional) })
        let current = argument("current", pagination.current.map { value(of: $0, isOptional) })
        let total = argument("total", pagination.total.map { value(of: $0, isOptional) })
        let next = pagination.next.map { SwiftArgument(value(of: $0, isOptional)) }
        let size = pagination.size.map { number(of: $0, from: .root(.`self`), names) }
        let shortPageEnds = argument("shortPageEnds", declaration.shortPageEnds ? .bool(true) : nil)
        // If the next pages come from another endpoint, this one has no number to begin with.
        let start =
            pagination.continuation == nil
            ? pagination.moving.first.map { number(of: $0, from: .root(.`self`), names) } : nil
        switch declaration.style {
        case .page:
            let totalPages = argument("totalPages", pagination.totalPages.map { value(of: $0, isOptional) })
            let first = declaration.first ?? defaultNumber(pagination.moving.first?.property)
            var arguments = [SwiftArgument(start ?? .null)]
            arguments += argument(
                "first", declaration.isFirstUnknown ? .null : first == 1 ? nil : first.map { .integer(Int64($0)) })
            arguments += argument("after", page) + current
            return ("page", arguments + hasNext + total + totalPages + argument("size", size) + shortPageEnds)
        case .offset:
            let firstOffset = declaration.first.flatMap { $0 == 0 ? nil : SwiftExpression.integer(Int64($0)) }
            let first = argument("first", declaration.isFirstUnknown ? .null : firstOffset)
            let arguments = [SwiftArgument(start ?? .null)] + first + argument("after", page) + current
            return ("offset", arguments + hasNext + total + argument("limit", size) + shortPageEnds)
        case .cursor:
            // A value named `next` is a link in some APIs and a token in others.
            let isBareNext =
                declaration.next.count == 1
                && declaration.next[0].name.text.split(separator: ".").last.map(String.init) == "next"
            return (isBareNext ? "cursorOrLink" : "cursor", next + hasNext)
        case .keyset:
            let keys = pagination.keys.map { path in
                SwiftArgument(expression(path, from: page.member("elements").member("last"), isOptional: true))
            }
            return (
                "key",
                keys + argument("after", page) + hasNext
                    + argument("isBackwards", asksBackwards(pagination, endpoint, names))
            )
        case .nextURL: return ("link", next + hasNext)
        case .link: return ("link", [SwiftArgument(header("Link"))])
        case .range: return ("range", [SwiftArgument(page.member("http"))])
        }
    }

    /// Whether a request pages backwards, by `ending_before` beside `starting_after`. The key of a page's last element
    /// only leads forwards.
    private func asksBackwards(
        _ pagination: API.Pagination, _ endpoint: API.Endpoint, _ names: RequestNames
    ) -> SwiftExpression? {
        guard pagination.continuation == nil, pagination.moving.count == 1,
            case .parameter(let forwards) = pagination.moving[0].root
        else {
            return nil
        }
        let key = PagingDetection.key(endpoint.parameters[forwards].property.wireName)
        let opposite = key == "startingafter" ? "endingbefore" : key.replacing("after", with: "before")
        guard opposite != key,
            let backwards = endpoint.parameters.indices.first(where: {
                PagingDetection.key(endpoint.parameters[$0].property.wireName) == opposite
                    && api.mayBeMissing(endpoint.parameters[$0].property)
                    && endpoint.parameters[$0].property.defaultValue == nil
            })
        else { return nil }
        return SwiftExpression.root(.`self`).member(SwiftIdentifier(names.parameters[backwards])).isPresent
    }

    private func defaultNumber(_ property: API.Property?) -> Int? {
        switch property?.defaultValue {
        case .integer(let digits)?, .string(let digits)?: Int(digits)
        default: nil
        }
    }

    private func value(of source: API.Pagination.Source, _ isOptional: Bool) -> SwiftExpression {
        switch source {
        case .body(let path):
            expression(path, from: SwiftExpression.root(.page).member("value"), isOptional: isOptional)
        case .header(let name): header(name)
        }
    }

    private func header(_ name: String) -> SwiftExpression {
        let http = SwiftExpression.root(.page).member("http")
        return name.lowercased() == "link" ? http.calling("link", .string("next")) : http.member("headers").key(name)
    }

    /// Whether there is more, as a Bool.
    private func flag(_ source: API.Pagination.Source, _ isOptional: Bool) -> SwiftExpression {
        let value = value(of: source, isOptional)
        if case .header(let name) = source, name.lowercased() == "link" { return value.isPresent }
        guard case .body(let path) = source else { return .isGiven(value) }
        switch api.resolvingAliases(path.shape.withoutOptional) {
        case .scalar(.bool): return value
        case .scalar: return .isGiven(value)
        default: return value.isPresent
        }
    }

    /// Whether there is more, from a flag that says that there is no more.
    private func noFlag(_ source: API.Pagination.Source, _ isOptional: Bool) -> SwiftExpression {
        guard case .body(let path) = source else { return .null }
        return value(of: source, isOptional).negated(isOptional: path.isOptional)
    }

    // MARK: - Lookups

    private func expression(_ path: API.ValuePath, from root: SwiftExpression, isOptional: Bool) -> SwiftExpression {
        var expression = root
        var isOptional = isOptional
        var owners: [API.TypeID: SwiftTypeName] = [:]
        for step in path.steps {
            addOwner(of: step, to: &owners)
            switch step {
            case .alternative(let index, let owner):
                guard case .named(let id, _) = owner, let alternatives = api.alternatives(of: owner) else { continue }
                let name = SwiftIdentifier(memberNames[id.index][index])
                let type = typeName(alternatives[index], in: owners)
                expression = expression.payload(of: name, as: type, isOptional: isOptional)
                isOptional = true
            case .property(let index, let owner):
                let property = (api.properties(of: owner) ?? [])[index]
                expression = expression.member(propertyIdentifiers(owner)[index], isOptional: isOptional)
                isOptional = api.mayBeMissing(property)
                if isPatch(property, of: owner) { expression = expression.member("value") }
            case .key(let key):
                expression = expression.key(key, isOptional: isOptional)
                isOptional = true
            }
        }
        return expression
    }

    private func propertyIdentifiers(_ owner: API.Shape) -> [SwiftIdentifier] {
        guard case .named(let id, _) = api.resolvingAliases(owner) else { return [] }
        return memberNames[id.index].map { SwiftIdentifier($0) }
    }

    private func isPatch(_ property: API.Property, of owner: API.Shape) -> Bool {
        if case .named(let id, _) = owner { isPatch(property, of: id) } else { false }
    }

    /// The type of the list's elements, as it is named inside the request: a type in place is qualified by its owners.
    private func elementType(_ pagination: API.Pagination) -> SwiftTypeName {
        var owners: [API.TypeID: SwiftTypeName] = [:]
        for step in pagination.elements.steps { addOwner(of: step, to: &owners) }
        return typeName(pagination.element, in: owners)
    }

    private func addOwner(of step: API.ValuePath.Step, to owners: inout [API.TypeID: SwiftTypeName]) {
        switch step {
        case .property(_, let owner), .alternative(_, let owner):
            if case .named(let id, _) = owner { owners[id] = typeName(owner, in: owners) }
        case .key: break
        }
    }

    private func typeName(_ shape: API.Shape, in owners: [API.TypeID: SwiftTypeName]) -> SwiftTypeName {
        switch shape {
        case .list(let element): return .list(typeName(element, in: owners))
        case .dictionary(let value): return .dictionary(typeName(value, in: owners))
        case .optional(let wrapped): return .optional(typeName(wrapped.withoutOptional, in: owners))
        case .named(let id, let arguments):
            guard case .type(let owner) = api[id].owner, let outer = owners[owner] else { return typeName(shape) }
            return .generic(.member(name(of: id), of: outer), arguments.map { typeName($0, in: owners) })
        case .scalar, .typeParameter: return typeName(shape)
        }
    }

    // MARK: - The next request

    private func name(of root: API.RequestValue.Root, _ names: RequestNames) -> SwiftIdentifier {
        switch root {
        case .parameter(let index): SwiftIdentifier(names.parameters[index])
        case .bodyField(let index): SwiftIdentifier(names.body[index])
        case .body: SwiftIdentifier(names.body[0])
        }
    }

    private func value(of value: API.RequestValue, from root: SwiftExpression, _ names: RequestNames) -> SwiftExpression
    {
        let property = root.member(name(of: value.root, names))
        if case .bodyField = value.root, value.path.steps.isEmpty, value.property.presence == .optionalNullable {
            return property.member("value")
        }
        return expression(value.path, from: property, isOptional: value.isRootOptional)
    }

    /// A request's value, as a number if its type can hold whole numbers.
    private func number(
        of value: API.RequestValue, from root: SwiftExpression, _ names: RequestNames
    ) -> SwiftExpression {
        let expression = self.value(of: value, from: root, names)
        return api.hasWholeNumber(value.property.shape.withoutOptional) ? .number(of: expression) : expression
    }

    private func moves(_ values: [API.RequestValue], _ names: RequestNames) -> [SwiftMove] {
        values.enumerated().map { position, value in
            let property = name(of: value.root, names)
            let moved = cursorValue(position)
            guard !value.path.steps.isEmpty else { return SwiftMove(property: property, value: moved) }
            let original = (value: SwiftExpression.root(.closure).member(property), isOptional: value.isRootOptional)
            return SwiftMove(property: property, value: rebuilt(value.path.steps[...], from: original, moved, in: [:]))
        }
    }

    private func cursorValue(_ position: Int) -> SwiftExpression {
        SwiftExpression.root(.cursor).calling("decode", position == 0 ? nil : .integer(Int64(position)))
    }

    /// A new model with one property changed. The others come from `original`, or have their defaults if it is nil.
    private func rebuilt(
        _ steps: ArraySlice<API.ValuePath.Step>, from original: (value: SwiftExpression, isOptional: Bool)?,
        _ moved: SwiftExpression, in owners: [API.TypeID: SwiftTypeName]
    ) -> SwiftExpression {
        guard case .property(let index, let owner)? = steps.first, case .named(let id, _) = owner else { return moved }
        let type = typeName(owner, in: owners)
        let inner = owners.merging([id: type]) { $1 }
        var arguments: [SwiftArgument] = []
        let properties = api.properties(of: owner) ?? []
        for (position, name) in propertyIdentifiers(owner).enumerated() where !properties[position].isFixed {
            let member = original.map { original -> (value: SwiftExpression, isOptional: Bool) in
                let isOptional = original.isOptional || api.mayBeMissing(properties[position])
                let value = original.value.member(name, isOptional: original.isOptional)
                let isPatch = original.isOptional && isPatch(properties[position], of: owner)
                return (isPatch ? value.or(.member(SwiftIdentifier("unchanged"))) : value, isOptional)
            }
            if position == index {
                arguments.append(.init(name, rebuilt(steps.dropFirst(), from: member, moved, in: inner)))
            } else if let member {
                arguments.append(.init(name, member.value))
            }
        }
        return .new(type, arguments)
    }

    private func continuation(
        _ index: Int, _ pagination: API.Pagination, _ endpoint: API.Endpoint, _ names: RequestNames
    ) -> SwiftExpression {
        let other = api.endpoints[index]
        let otherNames = requestNames[index]
        var arguments: [SwiftArgument] = []
        for (root, property) in api.requestProperties(of: other) where !property.isFixed {
            let own = api.counterpart(of: property, in: endpoint).map {
                SwiftExpression.root(.`self`).member(name(of: $0, names))
            }
            if let position = pagination.moving.firstIndex(where: { $0.root == root }) {
                let moved = pagination.moving[position]
                let original = own.map { (value: $0, isOptional: moved.isRootOptional) }
                let value = rebuilt(moved.path.steps[...], from: original, cursorValue(position), in: [:])
                arguments.append(.init(name(of: root, otherNames), value))
            } else if let own {
                arguments.append(.init(name(of: root, otherNames), own))
            }
        }
        for (position, value) in pagination.moving.enumerated() where value.root == .body {
            let body = rebuilt(value.path.steps[...], from: nil, cursorValue(position), in: [:])
            arguments.append(.init(name(of: .body, otherNames), body))
        }
        return .new(SwiftTypeName(endpointNames[index]), arguments)
    }
}

extension SwiftExpression {
    /// A member that the runtime declares.
    fileprivate func member(_ name: String) -> Self { member(SwiftIdentifier(name)) }
    fileprivate func calling(_ method: String, _ argument: Self?) -> Self { calling(SwiftIdentifier(method), argument) }
}
