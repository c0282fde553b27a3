// Checks parameters with nested lists or objects, which OpenAPI defines only for `deepObject` and JSON.

extension Resolver {
    func checkParameterStyles(_ diagnostics: inout Diagnostics) {
        for endpoint in api.endpoints {
            for parameter in endpoint.parameters
            where parameter.style != .json && parameter.style != .deepObject && parameter.elements.isEmpty {
                let style = parameter.style ?? parameter.location.defaultStyle
                let isForm = parameter.location == .query && parameter.explode ?? style.explodesByDefault
                guard let part = nestedPart(of: parameter.property, isForm: isForm) else { continue }
                diagnostics.report(.nestedParameter(part, isForm: isForm, at: parameter.property.place))
            }
        }
    }

    /// The first part of a parameter's value that is neither a scalar nor a list or an object of scalars.
    ///
    /// - Parameter isForm: Whether the parameter is exploded in a query, where a list of scalars repeats its name:
    ///   `tag=a&tag=b`.
    private func nestedPart(of property: API.Property, isForm: Bool) -> String? {
        let name = property.wireName
        switch api.plain(property.shape) {
        case .list(let inner), .dictionary(let inner): return isContainer(inner) ? "an element of '\(name)'" : nil
        case .named(let id, _):
            guard case .object(let properties) = api[id].content else { return nil }
            let part = properties.first { isContainer($0.shape) && !(isForm && isListOfScalars($0.shape)) }
            return part.map { "'\($0.wireName)' in '\(name)'" }
        case .scalar, .typeParameter, .optional: return nil
        }
    }

    private func isListOfScalars(_ shape: API.Shape) -> Bool {
        api.listElement(shape).map { !isContainer($0) } ?? false
    }

    private func isContainer(_ shape: API.Shape) -> Bool {
        switch api.plain(shape) {
        case .list, .dictionary: return true
        case .named(let id, _): if case .object = api[id].content { return true } else { return false }
        case .scalar, .typeParameter, .optional: return false
        }
    }
}

extension Diagnostic {
    fileprivate static func nestedParameter(_ part: String, isForm: Bool, at place: SourceLocation) -> Self {
        let definedForms = "'style: deepObject' and JSON are defined"
        return .warning(
            "nested-parameter",
            "\(part) is a list or an object inside another, and OpenAPI doesn't define how this style writes it",
            help: isForm
                ? "it is written as by 'deepObject'; \(definedForms)"
                : "a request that has it throws an error; \(definedForms)",
            at: place, isPerCause: true)
    }
}
