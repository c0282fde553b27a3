import CallsiteCore

/// The first part of a description for which generated code imports a module of the runtime.
package struct RuntimeNeed: Sendable {
    package let module: RuntimeModule
    /// `'POST /chat' streams`.
    let reason: DiagnosticText
    let place: SourceLocation
}

extension API {
    /// The modules of the runtime that the code of this API imports, with the first reason for each.
    package var runtimeNeeds: [RuntimeNeed] {
        var needs: [RuntimeNeed] = []
        func add(_ module: RuntimeModule, _ reason: DiagnosticText, _ place: SourceLocation) {
            if !needs.contains(where: { $0.module == module }) {
                needs.append(RuntimeNeed(module: module, reason: reason, place: place))
            }
        }
        for endpoint in endpoints {
            let name: DiagnosticText = "'\(endpoint.method) \(path: endpoint.path.text)'"
            add(.runtime, "'\(endpoint.name)' is a request", endpoint.place)
            if endpoint.response.stream != nil { add(.transfers, name + " streams", endpoint.place) }
            switch endpoint.body?.encoding {
            case .binary: add(.transfers, name + " sends a file", endpoint.place)
            case .multipart: add(.transfers, name + " sends a multipart body", endpoint.place)
            default: break
            }
            if endpoint.pagination != nil { add(.pagination, name + " has pages", endpoint.place) }
            if !endpoint.success.isEmpty { add(.toolkit, name + " has a condition of success", endpoint.place) }
        }
        for link in links { add(.store, "'\(link.pattern)' is a deep link", link.place) }
        for type in types {
            if case .date = type.content {
                add(.toolkit, "'\(type.name)' is a date in a format of its own", type.place)
            }
        }
        return needs
    }

    /// A warning for each product of the package that the code imports, and that its target lacks.
    package func missingProducts(_ options: Options) -> [Diagnostic] {
        guard let linked = options.linkedModules, options.runtimeTypes == nil else { return [] }
        var products: Set<String> = []
        return runtimeNeeds.filter {
            !linked.contains($0.module.rawValue) && products.insert($0.module.product).inserted
        }
        .map { .missingProduct($0) }
    }
}

extension Diagnostic {
    static func missingProduct(_ need: RuntimeNeed) -> Diagnostic {
        .warning(
            "missing-product", need.reason + ": the target lacks the product \(need.module.product)",
            help:
                "add '.product(name: \"\(need.module.product)\", package: \"callsite\")' to its dependencies in Package.swift",
            at: need.place)
    }
}
