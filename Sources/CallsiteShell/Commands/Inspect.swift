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
            [$0.name + ($0.isDeprecated ? " (deprecated)" : ""), $0.method, $0.path, $0.response, $0.paging]
        }
}

/// The same and more for programs. Keys are only ever added to it.
func endpointsJSON(_ inspection: Inspection, paths: [String]) -> JSONText {
    .object([
        "api": .string(inspection.apiName),
        "endpoints": .array(
            inspection.endpoints.map { endpoint in
                let file = endpoint.location.file.index
                return .object([
                    "name": .string(endpoint.name),
                    "method": .string(endpoint.method),
                    "path": .string(endpoint.path),
                    "response": .string(endpoint.response),
                    "error": .string(endpoint.failure),
                    "paging": .string(endpoint.paging),
                    "deprecated": .bool(endpoint.isDeprecated),
                    "file": .string(paths.indices.contains(file) ? paths[file] : ""),
                    "line": .int(Int(endpoint.location.line)),
                    "column": .int(Int(endpoint.location.column)),
                ])
            }),
    ])
}
