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
    func find(_ path: ArraySlice<String>) -> FoundName<Owner>

    /// The same as seen from a view one further out.
    func seen<Outer: TemplateView>(
        from outer: Outer.Type, through path: @escaping @Sendable (Outer) -> Owner
    ) -> any NestedViewsAccess<Outer>
}

/// The result of looking up a dotted name.
enum FoundName<View: TemplateView>: Sendable {
    case found(FieldKind<View>)
    /// `view` has no such name; it has `names`.
    case unknown(String, view: String, names: [String])
    /// The name before a dot is not a view that is always there.
    case notAView(String, noun: String, isOptionalView: Bool)
}

extension ViewContract {
    /// Finds a name, which goes through views that are always there if it is dotted.
    func find(_ path: ArraySlice<String>) -> FoundName<View> {
        let name = path[path.startIndex]
        guard let field = fields.first(where: { $0.name == name }) else {
            return .unknown(name, view: self.name, names: fields.map(\.name))
        }
        let rest = path.dropFirst()
        if rest.isEmpty { return .found(field.kind) }
        switch field.kind {
        case .view(let nested): return nested.find(rest)
        case .optionalView: return .notAView(name, noun: field.kind.noun, isOptionalView: true)
        default: return .notAView(name, noun: field.kind.noun, isOptionalView: false)
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
                    run(
                        steps, views[index], TemplateFrame(isFirst: index == 0, isLast: index == views.count - 1),
                        &state)
                }
            }
        }
    }

    func find(_ path: ArraySlice<String>) -> FoundName<Owner> {
        guard case .one(let view) = access else {
            return .notAView("", noun: "", isOptionalView: true)
        }
        switch Nested.contract.find(path) {
        case .unknown(let name, let view, let names): return .unknown(name, view: view, names: names)
        case .notAView(let name, let noun, let isOptional):
            return .notAView(name, noun: noun, isOptionalView: isOptional)
        case .found(let kind):
            switch kind {
            case .text(let text): return .found(.text { text(view($0)) })
            case .optionalText(let text): return .found(.optionalText { text(view($0)) })
            case .flag(let flag): return .found(.flag { flag(view($0)) })
            case .view(let inner): return .found(.view(inner.seen(from: Owner.self, through: view)))
            case .optionalView(let inner): return .found(.optionalView(inner.seen(from: Owner.self, through: view)))
            case .list(let inner): return .found(.list(inner.seen(from: Owner.self, through: view)))
            case .lines(let lines): return .found(.lines { lines(view($0)) })
            }
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
