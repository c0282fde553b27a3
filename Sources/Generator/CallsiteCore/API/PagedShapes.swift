// The shapes in a paginated request or response that aren't plain numbers and lists: unions, and any JSON.

extension API {
    /// The alternatives of a union, with its type arguments put in; nil for what is no union.
    package func alternatives(of shape: Shape) -> [Shape]? {
        guard case .named(let id, let arguments) = plain(shape),
            case .union(let union) = self[id].content
        else {
            return nil
        }
        return union.alternatives.map { substitute(arguments, of: self[id].typeParameters, in: $0.shape) }
    }

    /// Whether a value may be a whole number, among other things.
    package func hasWholeNumber(_ shape: Shape) -> Bool {
        alternatives(of: shape)?.contains { resolvingAliases($0).isInteger } ?? false
    }

    /// The type of a page's elements where nothing is known of a response but that it is JSON: the whole response.
    func untyped(_ shape: Shape) -> Shape? {
        let resolved = plain(shape)
        switch resolved {
        case .scalar(.json): return resolved
        case .dictionary(let value): return plain(value) == .scalar(.json) ? resolved : nil
        default: return nil
        }
    }

    /// The page of a response that is a bare list or a page of the same elements; nil for any other.
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

    /// The alternative of a response that is nothing but a list of the same elements as a page has.
    func bareList(of response: Shape, holding element: Shape) -> (index: Int, shape: Shape)? {
        for (index, alternative) in (alternatives(of: response) ?? []).enumerated() {
            guard case .list(let own) = resolvingAliases(alternative) else { continue }
            if resolvingAliases(own) == resolvingAliases(element) { return (index, alternative) }
        }
        return nil
    }
}
