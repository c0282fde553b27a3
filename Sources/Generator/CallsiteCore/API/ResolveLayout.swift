// Decides which values a type holds in place, and which by reference. A reference breaks each cycle of types that hold
// each other, and bounds the size of a value: models that hold models in place, many levels deep, make values of many
// kilobytes. Each copy of such a value moves all of it, a thread's stack is soon full, and the compiler takes minutes
// for an enum of such payloads (it looks at their bits one by one). The estimate depends on the types alone, so it is
// the same on every platform.
//
// If there are several modules, each model holds others by reference, however small. After a change to a type, Swift
// recompiles every type that holds it in place, every type that holds those, and so on; a reference ends the chain. A
// change to a field of Stripe's address cost 45 CPU seconds of a build's 111, and now costs 29; other changes to that
// document cost a tenth less (`callsite-dev bench edits`). Decoding takes as long, and copying a third less.

extension API {
    /// Bytes that a value takes in its holder, as far as the choices below need it: a word is 8.
    enum Layout {
        /// A payload of more than this is held by reference: eight strings stay in place.
        static let largestPayload = 128
        /// A property of more than this is held by reference.
        static let largestProperty = 512

        static let word = 8
        /// Strings, data, dates with their padding, JSON: no scalar is larger but `Decimal`.
        static let scalar = 16

        /// The size with the byte that marks nil, rounded up to words.
        static func optional(_ size: Int) -> Int { size + word }
    }

    /// How many bytes a value takes in place, by estimate.
    func size(of shape: Shape) -> Int {
        switch shape {
        case .scalar: Layout.scalar
        case .list, .dictionary: Layout.word
        // The argument is held elsewhere or is small. An argument in place counts at the type that names it.
        case .typeParameter: Layout.word
        case .optional(let wrapped): Layout.optional(size(of: wrapped))
        case .named(let id, let arguments):
            if case .alias = self[id].content {
                size(of: resolvingAliases(shape))
            } else {
                arguments.reduce(self[id].size) { $0 + size(of: $1) }
            }
        }
    }

    /// Whether a value is an object or one of several alternatives.
    fileprivate func isModel(_ shape: Shape) -> Bool {
        switch resolvingAliases(shape) {
        case .scalar, .list, .dictionary, .typeParameter: false
        case .optional(let wrapped): isModel(wrapped)
        case .named(let id, _):
            switch self[id].content {
            case .object, .union: true
            case .alias, .enumeration, .own, .date: false
            }
        }
    }

    /// Whether an enum's case holds its payload by reference.
    package func isHeldByReference(asPayload shape: Shape) -> Bool { size(of: shape) > Layout.largestPayload }
}

extension Resolver {
    /// Marks the property or the alternative that closes each cycle of types held in place, and those that are large.
    /// Depth first, in the order of declaration, so that what a type holds has its size before it.
    func layOut(_ options: Options) {
        visitDepthFirst(api.types.count) {
            edges(of: $0)
        } cycle: { index, edge in
            holdByReference(edge.member, of: index)
        } finish: {
            layOut($0, holdingModelsByReference: options.splitsModules)
        }
    }

    private func holdByReference(_ member: Int, of index: Int) {
        switch api.types[index].content {
        case .object: api.types[index].content.properties[member].isBoxed = true
        case .union(var union):
            union.alternatives[member].isBoxed = true
            api.types[index].content = .union(union)
        case .alias, .enumeration, .own, .date: break
        }
    }

    /// Computes the size of a type whose members have their sizes.
    private func layOut(_ index: Int, holdingModelsByReference: Bool) {
        switch api.types[index].content {
        case .object(var properties):
            var total = 0
            for position in properties.indices {
                let property = properties[position]
                let size = api.size(of: property.shape)
                properties[position].isBoxed =
                    property.isBoxed || size > API.Layout.largestProperty
                    || holdingModelsByReference && api.isModel(property.shape)
                let heldSize = properties[position].isBoxed ? API.Layout.word : size
                total += property.presence == .required ? heldSize : API.Layout.optional(heldSize)
            }
            if api.types[index].rest != nil || api.types[index].keepsUnknown { total += API.Layout.word }
            api.types[index].size = total
            api.types[index].content = .object(properties)
        case .union(var union):
            // A union always has a case for an unknown alternative.
            var largest = API.Layout.scalar
            for position in union.alternatives.indices {
                let shape = union.alternatives[position].shape
                if api.isHeldByReference(asPayload: shape) { union.alternatives[position].isBoxed = true }
                if !union.alternatives[position].isBoxed { largest = max(largest, api.size(of: shape)) }
            }
            api.types[index].size = API.Layout.optional(largest)
            api.types[index].content = .union(union)
        case .enumeration, .own, .date: api.types[index].size = API.Layout.scalar
        // An alias has the size of its target.
        case .alias: break
        }
    }

    /// The types that a value of this type holds in place, with the property or alternative that holds each.
    private func edges(of index: Int) -> [TypeEdge] {
        var result: [TypeEdge] = []
        func add(_ shape: API.Shape, _ member: Int) {
            switch shape {
            case .scalar, .typeParameter, .list, .dictionary: break
            case .optional(let wrapped): add(wrapped, member)
            case .named(let id, let arguments):
                if case .alias = api[id].content { return add(api.resolvingAliases(shape), member) }
                result.append(.init(member: member, target: id.index))
                // Whether a generic type holds its argument in place is not worth finding out.
                for argument in arguments { add(argument, member) }
            }
        }
        switch api.types[index].content {
        case .object(let properties):
            for (position, property) in properties.enumerated() { add(property.shape, position) }
        case .union(let union):
            for (position, alternative) in union.alternatives.enumerated() { add(alternative.shape, position) }
        case .alias, .enumeration, .own, .date: break
        }
        return result
    }
}
