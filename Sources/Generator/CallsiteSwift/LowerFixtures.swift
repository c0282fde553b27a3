// Functions that make models for the user's tests: there is no other way to make a decode-only model. Each field has a
// default: the description's example, or the simplest value.

import CallsiteCore

extension Lowering {
    /// The file of fixtures; nil: the options ask for none.
    func fixturesFile(_ file: SwiftFile) -> SwiftFile? {
        guard let module = options.fixturesModule else { return nil }
        fixtureChoices = findFixtureChoices()
        var result = file
        result.testedModule = SwiftIdentifier(type: module)
        result.isTestable = options.access == .internal
        // Fixtures are internal to the tests, and extend types by their qualified names.
        result.access = SwiftAccess(.internal)
        result.namespace = nil
        result.typeImports = SwiftTypeImport.all.filter {
            options.runtimeTypes == nil || !$0.text.contains("CallsiteRuntime.")
        }
        if options.runtimeTypes == nil, api.endpoints.contains(where: { $0.response.stream != nil }) {
            result.typeImports.append(.responseStream)
        }
        result.modules = Set(api.types.compactMap { $0.ownType?.module }).sortedByBytes().map { SwiftIdentifier($0) }
        let paths = qualifiedNames(file.namespace, withArguments: false)
        let genericPaths = qualifiedNames(file.namespace, withArguments: true)
        for index in api.types.indices {
            guard case .object(let properties) = api.types[index].content, let name = paths[index] else { continue }
            let id = API.TypeID(index: index)
            guard isDeclared(id) else { continue }
            let identifiers = memberNames[index].map { SwiftIdentifier($0) }
            let isWritten = api[id].usage.contains(.written)
            let parameters = zip(properties, identifiers).filter { !$0.0.isFixed }.map { property, name in
                let type = typeName(property, isWritten: isWritten) {
                    genericPaths[$0.index] ?? SwiftTypeName(self.name(of: $0))
                }
                return SwiftFixtureParameter(name: name, type: type, value: value(of: property, in: id))
            }
            result.fixtures.append(SwiftFixture(type: name, isDeprecated: isDeprecated(id), parameters: parameters))
        }
        result.examples = examples(in: file.namespace)
        return result
    }

    /// Whether a type is declared itself: it is neither an alias of a shared type nor nested in such an alias.
    private func isDeclared(_ id: API.TypeID) -> Bool {
        if let shape = shared[id] { return shape.original == id }
        if case .type(let owner) = api[id].owner { return isDeclared(owner) }
        return true
    }

    /// Whether a type is nested in the request of a deprecated endpoint.
    private func isDeprecated(_ id: API.TypeID) -> Bool {
        if shared[id] != nil { return false }
        switch api[id].owner {
        case .api: return false
        case .type(let owner): return isDeprecated(owner)
        case .endpoint(let index): return api.endpoints[index].deprecation != nil
        }
    }

    /// An example response for each endpoint. Responses of the user's own types and of generic types are left out.
    private func examples(in namespace: SwiftIdentifier?) -> SwiftExamples? {
        let examples = api.endpoints.indices.compactMap { index -> (isDeprecated: Bool, example: SwiftExample)? in
            let endpoint = api.endpoints[index]
            guard
                let value = endpoint.pagination.flatMap({ onlyPage($0, endpoint.response) })
                    ?? example(endpoint.response)
            else { return nil }
            let request = SwiftTypeName(endpointNames[index], in: namespace.map { SwiftTypeName($0) })
            return (endpoint.deprecation != nil, SwiftExample(request: request, value: value))
        }
        return examples.isEmpty
            ? nil
            : SwiftExamples(
                name: SwiftIdentifier(type: ownName + "Examples"),
                responses: examples.filter { !$0.isDeprecated }.map(\.example),
                deprecated: examples.filter(\.isDeprecated).map(\.example))
    }

    private func example(_ response: API.Response) -> SwiftExpression? {
        if response.stream != nil {
            // A stream is made of its elements, since no server sends them here.
            return simplest(response.shape, named: "element").map { .wrapping(.list([$0])) }
        }
        if let first = response.cases.first {
            let name = successNames(response.cases)[0]
            if first.shape == .scalar(.void) { return .member(SwiftIdentifier(name)) }
            return simplest(first.shape, named: "response").map { .implicit(name, [.init($0)]) }
        }
        let shape = response.shape.withoutOptional
        if shape == .scalar(.void) { return .void }
        // A list has one element: an empty list would show nothing.
        if case .list(let element) = api.resolvingAliases(shape) {
            return simplest(element, named: "element").map { .list([$0]) }
        }
        return simplest(shape, named: "response")
    }

    /// A page with one element, which says that no page follows. nil: the list isn't a field of the response.
    private func onlyPage(_ pagination: API.Pagination, _ response: API.Response) -> SwiftExpression? {
        guard case .named(let id, _) = api.resolvingAliases(response.shape.withoutOptional), !pagination.isUntyped,
            !pagination.elements.steps.isEmpty, let element = simplest(pagination.element, named: "element")
        else { return nil }
        var values: [(path: API.ValuePath, value: SwiftExpression)] = [(pagination.elements, .list([element]))]
        func set(_ source: API.Pagination.Source?, _ value: (API.ValuePath) -> SwiftExpression?) {
            guard case .body(let path)? = source, let value = value(path) else { return }
            values.append((path, value))
        }
        func scalar(of path: API.ValuePath) -> Scalar? {
            if case .scalar(let scalar) = api.resolvingAliases(path.shape.withoutOptional) { scalar } else { nil }
        }
        func nothing(_ path: API.ValuePath) -> SwiftExpression? {
            path.isOptional ? .null : scalar(of: path) == .string ? .string("") : nil
        }
        func one(_ path: API.ValuePath) -> SwiftExpression? {
            switch scalar(of: path) {
            case .int, .int32, .int64, .uint64, .decimal: .integer(1)
            case .double, .float: .double(1)
            case .string: .string("1")
            default: nil
            }
        }
        set(pagination.hasNext) { scalar(of: $0) == .bool ? .bool(false) : nothing($0) }
        set(pagination.isLast) { scalar(of: $0) == .bool ? .bool(true) : nil }
        set(pagination.total, one)
        set(pagination.totalPages, one)
        for source in pagination.next { set(source, nothing) }
        return fixture(of: id, with: values.map { ($0.path.steps[...], $0.value) })
    }

    /// A call of a fixture with values for some properties, also of models inside: `.fixture(items: [.fixture()], page:
    /// .fixture(isLast: true))`. nil: the first value has no place in the fixture.
    private func fixture(
        of id: API.TypeID, with values: [(steps: ArraySlice<API.ValuePath.Step>, value: SwiftExpression)]
    ) -> SwiftExpression? {
        guard case .object(let properties) = api[id].content, !fixtureChoices.impossible.contains(id.index) else {
            return nil
        }
        var groups: [Int: [(steps: ArraySlice<API.ValuePath.Step>, value: SwiftExpression)]] = [:]
        for (position, entry) in values.enumerated() {
            guard case .property(let index, _)? = entry.steps.first, !properties[index].isFixed,
                !isPatch(properties[index], of: id)
            else {
                if position == 0 { return nil }
                continue
            }
            groups[index, default: []].append((entry.steps.dropFirst(), entry.value))
        }
        var arguments: [SwiftArgument] = []
        for index in groups.keys.sorted() {
            guard let group = groups[index] else { continue }
            let name = memberNames[id.index][index]
            if let whole = group.first(where: \.steps.isEmpty) {
                arguments.append(.init(name, whole.value))
            } else if case .named(let inner, _) = api.resolvingAliases(properties[index].shape.withoutOptional),
                let value = fixture(of: inner, with: group)
            {
                arguments.append(.init(name, value))
            } else if case .property(index, _)? = values[0].steps.first {
                return nil
            }
        }
        return .implicit("fixture", arguments)
    }

    /// The names of types with everything they are nested in, by `TypeID.index`. A type nested in a generic type is
    /// extended as `Page.Links` and used as `Page<Item>.Links`.
    package func qualifiedNames(_ namespace: SwiftIdentifier?, withArguments: Bool) -> [SwiftTypeName?] {
        let outer = namespace.map { SwiftTypeName($0) }
        func name(_ id: API.TypeID) -> SwiftTypeName? {
            if let own = api[id].ownType { return SwiftTypeName(SwiftIdentifier(type: own.name)) }
            if let shape = shared[id] { return SwiftTypeName(shape.name, in: outer) }
            switch api[id].owner {
            case .api: return SwiftTypeName(self.name(of: id), in: outer)
            case .type(let owner):
                let parameters =
                    withArguments ? api[owner].typeParameters.map { SwiftTypeName(SwiftIdentifier(type: $0)) } : []
                return name(owner).map { .member(self.name(of: id), of: .generic($0, parameters)) }
            case .endpoint(let index):
                return .member(self.name(of: id), of: SwiftTypeName(endpointNames[index], in: outer))
            }
        }
        return api.types.indices.map { name(.init(index: $0)) }
    }

    // MARK: - Values

    private func value(of property: API.Property, in id: API.TypeID) -> SwiftExpression? {
        if isPatch(property, of: id) { return .member(SwiftIdentifier("unchanged")) }
        if let value = property.example ?? property.defaultValue { return expression(value, property.shape) }
        return property.presence == .required ? simplest(property.shape, named: property.wireName) : .null
    }

    private func simplest(_ shape: API.Shape, named name: String, depth: Int = 0) -> SwiftExpression? {
        switch api.resolvingAliases(shape) {
        case .scalar(let scalar): return simplest(scalar, named: name)
        case .optional: return .null
        case .list: return .list([])
        case .dictionary: return .dictionary([])
        case .typeParameter: return nil
        case .named(let id, _):
            switch api[id].content {
            case .enumeration(let cases): return cases.isEmpty ? nil : expression(.enumCase(id, 0), shape)
            case .union(let union): return simplest(union, id.index, named: name, depth: depth)
            case .object: return fixtureChoices.impossible.contains(id.index) ? nil : .implicit("fixture")
            case .alias, .own: return nil
            case .date(let pattern): return simplest(pattern.value, named: name).map { .wrapping($0) }
            }
        }
    }

    /// The value of a union is the first alternative that doesn't need the union itself, with the discriminator's value
    /// for the alternative.
    private func simplest(_ union: API.Union, _ index: Int, named name: String, depth: Int) -> SwiftExpression? {
        // Unions may be nested in unions to any depth.
        guard depth < 20, let position = fixtureChoices.alternatives[index] else {
            return .implicit("unrecognized", [.init(.null)])
        }
        let alternative = union.alternatives[position]
        let label = memberNames[index][position]
        if let tag = alternative.tag, let discriminator = union.discriminator,
            case .named(let id, _) = api.resolvingAliases(alternative.shape),
            case .object(let properties) = api[id].content,
            let place = properties.firstIndex(where: { $0.wireName == discriminator }),
            let value = value(tag: tag, of: properties[place], in: id)
        {
            let fixture = SwiftExpression.implicit("fixture", [.init(memberNames[id.index][place], value)])
            return .implicit(label, [.init(fixture)])
        }
        return simplest(alternative.shape, named: name, depth: depth + 1).map { .implicit(label, [.init($0)]) }
    }

    /// The discriminator's value as a value of the property's type; nil if the property's default is the value, or if
    /// the type can't have the value.
    private func value(tag: String, of property: API.Property, in id: API.TypeID) -> SwiftExpression? {
        if property.isFixed || isPatch(property, of: id) { return nil }
        switch api.resolvingAliases(property.shape.withoutOptional) {
        case .scalar(.string): return .string(tag)
        case .named(let type, _):
            guard case .enumeration(let cases) = api[type].content, cases.count > 1,
                let position = cases.firstIndex(where: { $0.wireValue == tag })
            else { return nil }
            return expression(.enumCase(type, position), property.shape)
        default: return nil
        }
    }

    /// Finds the models that can't be made without a value from the user, such as generic ones, and the alternative for
    /// each union.
    private func findFixtureChoices() -> FixtureChoices {
        /// The types whose values a value of this shape needs; nil: no value can be made.
        func need(_ shape: API.Shape) -> [Int]? {
            guard case .named(let id, _) = api.resolvingAliases(shape) else {
                return simplest(shape, named: "") == nil ? nil : []
            }
            switch api[id].content {
            case .object, .union: return [id.index]
            case .enumeration, .alias, .own, .date: return simplest(shape, named: "") == nil ? nil : []
            }
        }
        return FixtureChoices(
            api.types.indices.map { index in
                switch api.types[index].content {
                case .object(let properties):
                    var needs: [Int] = []
                    for property in properties {
                        if property.presence == .required, property.example == nil, property.defaultValue == nil {
                            guard let types = need(property.shape) else { return .all(nil) }
                            needs += types
                        } else if value(of: property, in: .init(index: index)) == nil {
                            return .all(nil)
                        }
                    }
                    return .all(needs)
                case .union(let union): return .one(union.alternatives.map { need($0.shape) })
                case .enumeration, .alias, .own, .date: return .all([])
                }
            })
    }

    private func simplest(_ scalar: Scalar, named name: String) -> SwiftExpression? {
        switch scalar {
        case .string: return .string(name)
        case .bool: return .bool(false)
        case .int, .int32, .int64, .uint64, .decimal: return .integer(1)
        case .double, .float: return .double(1)
        case .date: return .date(secondsSince1970: 0)
        case .day: return expression(.day(year: 2000, month: 1, day: 1), .scalar(scalar))
        case .timestamp, .timestampMilliseconds:
            return expression(.timestamp(0, isMilliseconds: scalar == .timestampMilliseconds), .scalar(scalar))
        case .url: return expression(.url("https://example.com"), .scalar(scalar))
        case .uuid: return expression(.uuid("00000000-0000-0000-0000-000000000000"), .scalar(scalar))
        case .data: return .call(.data, [])
        case .json: return .null
        case .void: return nil
        }
    }
}
