// A constant is a value that callers can't set. If pagination changes a constant, or a deep link sets it, the constant
// becomes a property like any other, with its value as the default.

extension Resolver {
    func releaseConstants() {
        for (index, endpoint) in api.endpoints.enumerated() {
            guard let pagination = endpoint.pagination else { continue }
            for value in pagination.moving { release(value, of: pagination.continuation ?? index) }
        }
        for link in api.links {
            for parameter in link.parameters {
                api.endpoints[link.endpoint].parameters[parameter].property.isConstant = false
            }
        }
    }

    private func release(_ value: API.RequestValue, of endpoint: Int) {
        if case .property(let index, .named(let id, _))? = value.path.steps.last, api[id].content.isObject {
            api[id].content.properties[index].isConstant = false
            return
        }
        switch value.root {
        case .parameter(let position): api.endpoints[endpoint].parameters[position].property.isConstant = false
        case .bodyField(let position): api.endpoints[endpoint].body?.fields[position].isConstant = false
        case .body: break
        }
    }
}

extension API.Link {
    /// The indices of the parameters that the link sets.
    fileprivate var parameters: [Int] {
        path.compactMap { if case .value(let parameter, _, _) = $0 { parameter } else { nil } }
            + query.compactMap { item in
                switch item.condition {
                case .required(let parameter), .optional(let parameter): parameter
                case .literal: nil
                }
            }
    }
}
