/// How to get from a view to those inside it, whatever their type: the type is known only to the conforming value,
/// which does with it what needs it.
protocol NestedViewsAccess<Owner>: Sendable {
    associatedtype Owner: TemplateView

    /// The contract of the views inside, for the documentation.
    var outline: ContractOutline { get }

    /// Compiles what stands in a section over these views.
    func section(_ body: [TemplateNode], _ file: TemplateFile, _ compiler: TemplateCompiler) -> TemplateStep<Owner>

    /// Says whether there is one.
    func isPresent(in owner: Owner) -> Bool

    /// Finds the rest of a dotted name in the contract of a view that is always there, as seen from the owner.
    func find(_ path: ArraySlice<String>) throws(NameMistake) -> FieldKind<Owner>

    /// The same as seen from a view one further out.
    func seen<Outer: TemplateView>(
        from outer: Outer.Type, through path: @escaping @Sendable (Outer) -> Owner
    ) -> any NestedViewsAccess<Outer>
}

/// Why a dotted name means nothing.
enum NameMistake: Error {
    /// `view` has no such name; it has `names`.
    case unknown(String, view: String, names: [String])
    /// The name before a dot is not a view that is always there.
    case notAView(String, noun: String, isOptionalView: Bool)
}

extension ViewContract {
    /// Finds a name, which goes through views that are always there if it is dotted.
    func find(_ path: ArraySlice<String>) throws(NameMistake) -> FieldKind<View> {
        let name = path[path.startIndex]
        guard let field = fields.first(where: { $0.name == name }) else {
            throw .unknown(name, view: self.name, names: fields.map(\.name))
        }
        let rest = path.dropFirst()
        if rest.isEmpty { return field.kind }
        switch field.kind {
        case .view(let nested): return try nested.find(rest)
        case .optionalView: throw .notAView(name, noun: field.kind.noun, isOptionalView: true)
        default: throw .notAView(name, noun: field.kind.noun, isOptionalView: false)
        }
    }
}

/// The one implementation: an accessor to one, perhaps one, or several views of a type.
struct NestedViews<Owner: TemplateView, Nested: TemplateView>: NestedViewsAccess {
    enum Access: Sendable {
        case one(@Sendable (Owner) -> Nested)
        case optional(@Sendable (Owner) -> Nested?)
        case list(@Sendable (Owner) -> [Nested])
    }

    let access: Access

    var outline: ContractOutline { ContractOutline(Nested.self) }

    func isPresent(in owner: Owner) -> Bool {
        switch access {
        case .one: true
        case .optional(let view): view(owner) != nil
        case .list(let views): !views(owner).isEmpty
        }
    }

    func section(_ body: [TemplateNode], _ file: TemplateFile, _ compiler: TemplateCompiler) -> TemplateStep<Owner> {
        switch access {
        case .one(let view):
            let steps = compiler.steps(body, in: file, for: Nested.self, TemplateScope())
            return .nested { owner, state in run(steps, view(owner), TemplateFrame(), &state) }
        case .optional(let view):
            let steps = compiler.steps(body, in: file, for: Nested.self, TemplateScope())
            return .nested { owner, state in
                if let view = view(owner) { run(steps, view, TemplateFrame(), &state) }
            }
        case .list(let views):
            let steps = compiler.steps(body, in: file, for: Nested.self, TemplateScope(hasPosition: true))
            return .nested { owner, state in
                let views = views(owner)
                for index in views.indices where !state.hasFailed {
                    let frame = TemplateFrame(isFirst: index == 0, isLast: index == views.count - 1)
                    run(steps, views[index], frame, &state)
                }
            }
        }
    }

    func find(_ path: ArraySlice<String>) throws(NameMistake) -> FieldKind<Owner> {
        guard case .one(let view) = access else { throw .notAView("", noun: "", isOptionalView: true) }
        return switch try Nested.contract.find(path) {
        case .text(let text): .text { text(view($0)) }
        case .optionalText(let text): .optionalText { text(view($0)) }
        case .flag(let flag): .flag { flag(view($0)) }
        case .view(let inner): .view(inner.seen(from: Owner.self, through: view))
        case .optionalView(let inner): .optionalView(inner.seen(from: Owner.self, through: view))
        case .list(let inner): .list(inner.seen(from: Owner.self, through: view))
        case .lines(let lines): .lines { lines(view($0)) }
        }
    }

    func seen<Outer: TemplateView>(
        from outer: Outer.Type, through path: @escaping @Sendable (Outer) -> Owner
    ) -> any NestedViewsAccess<Outer> {
        switch access {
        case .one(let view): NestedViews<Outer, Nested>(access: .one { view(path($0)) })
        case .optional(let view): NestedViews<Outer, Nested>(access: .optional { view(path($0)) })
        case .list(let views): NestedViews<Outer, Nested>(access: .list { views(path($0)) })
        }
    }
}
