import CallsiteCore

/// `callsite inspect`: the endpoints of a description, as a table for people or as JSON for programs.
func performInspect(_ invocation: Invocation, _ shell: Shell) -> ExitStatus {
    var report = ProblemReport()
    guard
        let (inspection, sources) = shell.load(
            invocation.operands[0], allowOutside: invocation.has(.allowOutside), pass: { inspect($0, options: Options()) })
    else { return .fileError }
    report.add(inspection.diagnostics, in: sources.files, to: shell.console)
    guard !report.hasErrors else {
        report.finish(on: shell.console)
        return report.status
    }
    shell.console.print(
        invocation.has(.json)
            ? endpointsJSON(inspection, paths: sources.paths).text : alignedTable(endpointRows(inspection.endpoints)))
    return .done
}

/// A heading, and a row for each endpoint.
func endpointRows(_ endpoints: [EndpointSummary]) -> [[String]] {
    [["NAME", "METHOD", "PATH", "RESPONSE", "PAGING"]]
        + endpoints.map {
            [$0.name + ($0.isDeprecated ? " (deprecated)" : ""), $0.method, $0.path, $0.response, $0.paging?.text ?? "none"]
        }
}

/// The same and more for programs. Keys are only ever added to it.
func endpointsJSON(_ inspection: Inspection, paths: [String]) -> JSONText {
    .object([
        "api": .string(inspection.apiName),
        "endpoints": .array(
            inspection.endpoints.map { endpoint in
                let file = endpoint.location.file.index
                var members: [String: JSONText] = [
                    "name": .string(endpoint.name),
                    "method": .string(endpoint.method),
                    "path": .string(endpoint.path),
                    "response": .string(endpoint.response),
                    "error": .string(endpoint.failure),
                    "paging": .string(endpoint.paging?.text ?? "none"),
                    "deprecated": .bool(endpoint.isDeprecated),
                    "file": .string(paths.indices.contains(file) ? paths[file] : ""),
                    "line": .int(Int(endpoint.location.line)),
                    "column": .int(Int(endpoint.location.column)),
                ]
                members["pagination"] = endpoint.paging.map(paginationJSON)
                return .object(members)
            }),
    ])
}

/// What an endpoint that doesn't page lacks; so does the member of a key that the declaration lacks.
private func paginationJSON(_ paging: PagingSummary) -> JSONText {
    var members: [String: JSONText] = [
        "style": .string(paging.style), "origin": .string(paging.origin), "end": .string(paging.end),
        "parameters": .array(paging.parameters.map { .string($0) }), "next": .array(paging.next.map { .string($0) }),
    ]
    for (key, text) in [("strategy", paging.strategy), ("elements", paging.elements), ("continue", paging.continuation)] {
        members[key] = text.map { .string($0) }
    }
    return .object(members)
}
