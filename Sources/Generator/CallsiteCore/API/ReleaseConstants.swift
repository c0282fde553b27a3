// A constant has one value and no argument. One that pages move, or that a deep link has a value for, must be a property
// like any other, whose default is that value.

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
    /// The parameters that it has values for, by their indices.
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
