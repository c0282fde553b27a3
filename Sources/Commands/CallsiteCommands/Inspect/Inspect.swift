import CallsiteCore
import CallsiteInspect
import CallsiteShell
import CallsiteText

/// `callsite inspect`: the endpoints of a description, as a table for people or as JSON for programs.
func performInspect(_ invocation: Invocation, _ shell: Shell) throws(ExitStatus) -> ExitStatus {
    let specification = invocation.operands[0]
    var reader = try DescriptionReader(specification, invocation, shell)
    var options = reader.settings.options(overriddenBy: invocation)
    if let path = invocation[.html] { return try performInspectHTML(&reader, options, to: path) }
    // The page above doesn't depend on the modules that the user's code links.
    options.linkedModules = shell.linkedModules(in: shell.codeFolder(of: specification, invocation))
    let width = invocation.has(.wide) ? nil : shell.environment.outputWidth
    if invocation.has(.names) {
        let (inspection, sources) = try reader.read { inspectNames($0, options: options) }
        shell.console.print(
            invocation[.dataFormat] == "json"
                ? namesJSON(inspection, paths: sources.paths).document : nameTable(inspection.names, width: width))
        return .done
    }
    let (inspection, sources) = try reader.read { inspect($0, options: options) }
    if invocation.has(.paging) {
        shell.console.print(pagingRules(inspection.endpoints))
    } else if invocation[.dataFormat] == "json" {
        shell.console.print(document: endpointsJSON(inspection, paths: sources.paths).document)
    } else {
        shell.console.print(endpointTable(inspection.endpoints, width: width))
    }
    return .done
}

private func nameTable(_ names: [NameSummary], width: Int?) -> String {
    fittedTable(
        [["KIND", "NAME", "SWIFT", "WHY"]] + names.map { [$0.kind, $0.key, $0.swiftName, $0.reason] }, width: width)
}

/// The version of the JSON that `inspect` prints. It changes only when programs that read the JSON must change too.
let inspectionVersion = 1

/// The names as JSON. Keys are only ever added.
func namesJSON(_ inspection: NameInspection, paths: [String]) -> JSONValue {
    .object([
        "version": .int(inspectionVersion),
        "api": .string(inspection.apiName),
        "names": .array(
            inspection.names.map { name in
                var members: JSONObject = [
                    "kind": .string(name.kind), "name": .string(name.key), "swift": .string(name.swiftName),
                    "why": .string(name.reason),
                ]
                members.add(name.location, paths)
                return .object(members)
            }),
    ])
}

extension JSONObject {
    fileprivate mutating func add(_ location: SourceLocation, _ paths: [String]) {
        let file = location.file.index
        self["file"] = .string(paths.indices.contains(file) ? paths[file] : "")
        self["line"] = .int(Int(location.line))
        self["column"] = .int(Int(location.column))
    }
}

/// A heading, and a row for each endpoint with its name in Swift. Without a width, a row also has the endpoint's name
/// in the description.
///
/// - Parameter width: The terminal's width in columns; nil: lines may have any length.
func endpointTable(_ endpoints: [EndpointSummary], width: Int?) -> String {
    guard let width else {
        return alignedTable(
            [["NAME", "REQUEST", "METHOD", "PATH", "RESPONSE", "PAGING"]]
                + endpoints.map {
                    [
                        $0.name + ($0.isDeprecated ? " (deprecated)" : ""), $0.swiftName, $0.method, $0.path,
                        $0.swiftResponse, pagingText($0),
                    ]
                })
    }
    return fittedTable(
        [["REQUEST", "METHOD", "PATH", "RESPONSE", "PAGING"]]
            + endpoints.map {
                [
                    $0.swiftName + ($0.isDeprecated ? " (deprecated)" : ""), $0.method, $0.path, $0.swiftResponse,
                    $0.paging?.style ?? ($0.pagingRefusal == nil ? "" : "none"),
                ]
            }, width: width)
}

private func pagingText(_ endpoint: EndpointSummary) -> String {
    endpoint.paging?.text ?? endpoint.pagingRefusal.map { "none (\($0))" } ?? "none"
}

/// The pagination that was found, as rules that can be pasted into a configuration and changed there; and the endpoints
/// that only look paginated, with the reasons.
func pagingRules(_ endpoints: [EndpointSummary]) -> String {
    var counts: [String: Int] = [:]
    for endpoint in endpoints {
        if let paging = endpoint.paging { counts[paging.rule ?? paging.origin, default: 0] += 1 }
        if let refusal = endpoint.pagingRefusal {
            counts["refused by " + refusal.prefix { $0 != ":" }, default: 0] += 1
        }
    }
    var text =
        "# "
        + (counts.isEmpty
            ? "nothing pages"
            : counts.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", "))
    text += "\npagination:\n  apply:\n"
    for endpoint in endpoints {
        if let paging = endpoint.paging {
            text += "    # \(printable(endpoint.method)) \(printable(endpoint.path)): \(printable(paging.text))\n"
            if let reason = paging.reason { text += "    # \(printable(reason))\n" }
            // In a rule, `*` stands for any characters, so the rule would match other operations too.
            if endpoint.name.contains("*") {
                text += "    # a rule can't name '\(printable(endpoint.name))' alone: '*' stands for any characters\n"
                continue
            }
            text += "    - operations: [\(NativeText.text(endpoint.name).flow)]\n"
            text += "      use: \(paging.declaration.flow)\n"
        } else if let refusal = endpoint.pagingRefusal {
            text +=
                "    # \(printable(endpoint.method)) \(printable(endpoint.path)): not paginated (\(printable(refusal)))\n"
        }
    }
    return text
}

/// The endpoints as JSON, with more than the table. Keys are only ever added.
func endpointsJSON(_ inspection: Inspection, paths: [String]) -> JSONValue {
    .object([
        "version": .int(inspectionVersion),
        "api": .string(inspection.apiName),
        "endpoints": .array(
            inspection.endpoints.map { endpoint in
                var members: JSONObject = [
                    "name": .string(endpoint.name),
                    "method": .string(endpoint.method),
                    "path": .string(endpoint.path),
                    "response": .string(endpoint.response),
                    "request": .string(endpoint.swiftName),
                    "swiftResponse": .string(endpoint.swiftResponse),
                    "error": .string(endpoint.failure),
                    "paging": .string(pagingText(endpoint)),
                    "deprecated": .bool(endpoint.isDeprecated),
                ]
                members.add(endpoint.location, paths)
                members["pagination"] = endpoint.paging.map(paginationJSON)
                if !endpoint.links.isEmpty { members["links"] = .array(endpoint.links.map { .string($0) }) }
                return .object(members)
            }),
    ])
}

/// The member `pagination` of an endpoint, if it is paginated. A key that the declaration lacks has no member either.
private func paginationJSON(_ paging: PagingSummary) -> JSONValue {
    var members: JSONObject = [
        "style": .string(paging.style), "origin": .string(paging.origin), "end": .string(paging.end),
        "parameters": .array(paging.parameters.map { .string($0) }), "next": .array(paging.next.map { .string($0) }),
    ]
    for (key, text) in [
        ("rule", paging.rule), ("reason", paging.reason), ("strategy", paging.strategy), ("elements", paging.elements),
        ("continue", paging.continuation),
    ] {
        members[key] = text.map { .string($0) }
    }
    return .object(members)
}
