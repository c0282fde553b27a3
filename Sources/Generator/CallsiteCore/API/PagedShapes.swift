// Shapes in paginated requests and responses other than plain numbers and lists: unions, and any JSON.

extension API {
    /// The alternatives of a union, with its type arguments put in; nil if the shape isn't a union.
    package func alternatives(of shape: Shape) -> [Shape]? {
        guard case .named(let id, let arguments) = plain(shape),
            case .union(let union) = self[id].content
        else {
            return nil
        }
        return union.alternatives.map { substitute(arguments, of: self[id].typeParameters, in: $0.shape) }
    }

    /// Whether one alternative of a union is an integer; false for other shapes.
    package func hasWholeNumber(_ shape: Shape) -> Bool {
        alternatives(of: shape)?.contains { resolvingAliases($0).isInteger } ?? false
    }

    /// The response itself, if it is any JSON or a dictionary of any JSON; otherwise nil. The type of a page's elements
    /// is then the whole response.
    func untyped(_ shape: Shape) -> Shape? {
        let resolved = plain(shape)
        switch resolved {
        case .scalar(.json): return resolved
        case .dictionary(let value): return plain(value) == .scalar(.json) ? resolved : nil
        default: return nil
        }
    }

    /// The page, if a response is either a bare list or a page of the same elements; otherwise nil.
    func page(of response: Shape) -> Shape? {
        guard let alternatives = alternatives(of: response), alternatives.count == 2 else { return nil }
        let pages = alternatives.filter { properties(of: $0) != nil }
        guard pages.count == 1, let page = pages.first else { return nil }
        let bare = alternatives.lazy.compactMap { alternative -> Shape? in
            if case .list(let element) = self.resolvingAliases(alternative) { element } else { nil }
        }
        guard let element = bare.first.map(resolvingAliases) else { return nil }
        let lists = (properties(of: page) ?? []).compactMap { listElement($0.shape) }
        return lists.contains { resolvingAliases($0) == element } ? page : nil
    }

    /// The alternative of a response that is a bare list of a page's elements, with its index.
    func bareList(of response: Shape, holding element: Shape) -> (index: Int, shape: Shape)? {
        for (index, alternative) in (alternatives(of: response) ?? []).enumerated() {
            guard case .list(let bareElement) = resolvingAliases(alternative) else { continue }
            if resolvingAliases(bareElement) == resolvingAliases(element) { return (index, alternative) }
        }
        return nil
    }
}
