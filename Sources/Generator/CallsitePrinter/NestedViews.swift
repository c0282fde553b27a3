/// Access from a view to the views inside it, whatever their type. Only the conforming value knows the type, so it does
/// the work that depends on it.
protocol NestedViewsAccess<Owner>: Sendable {
    associatedtype Owner: TemplateView

    /// The contract of the views inside, for the documentation.
    var outline: ContractOutline { get }

    /// Compiles the body of a section over these views.
    func section(_ body: [TemplateNode], _ file: TemplateFile, _ compiler: TemplateCompiler) -> TemplateStep<Owner>

    /// Whether the owner has a view here.
    func isPresent(in owner: Owner) -> Bool

    /// Finds the rest of a dotted name in the contract of a view that is always there, as seen from the owner.
    func find(_ path: ArraySlice<String>) throws(NameMistake) -> FieldKind<Owner>

    /// The same access from a view one level further out.
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
    /// Finds a field by its name. A dotted name goes through views that are always there.
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

/// The only implementation: an accessor to one view, an optional view or several views of a type.
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
