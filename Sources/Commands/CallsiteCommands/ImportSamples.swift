import CallsiteCore
import CallsiteInference
import CallsiteMockEngine
import CallsitePrinter
import CallsiteSamples
import CallsiteShell
import CallsiteText

// `callsite import` of requests: archives, collections, curl commands and recordings become a description.

func importSamples(_ files: [SampleFile], _ invocation: Invocation, _ shell: Shell) throws(ExitStatus) -> ExitStatus {
    var options = InferenceOptions()
    options.servers = invocation[.servers]?.split(separator: "\0").map(String.init) ?? []
    options.takesAllRequests = invocation.has(.allRequests)
    options.apiName = invocation[.apiName]
    for file in files {
        for (place, reason) in file.unreadable.prefix(100) {
            shell.console.error("'\(file.path)'\(place.isEmpty ? "" : " " + place): \(reason)")
        }
    }
    guard let inferred = inferDescription(files, options) else {
        shell.console.error("there is no request of an API in \(files.map { "'\($0.path)'" }.joined(separator: ", "))")
        return .invalidInput
    }
    let (text, diagnostics) = inferred.native()
    guard !text.isEmpty else {
        for problem in diagnostics.sorted { shell.console.error("\(problem.message)") }
        return .invalidInput
    }
    if !invocation.has(.quiet) { note(inferred, files, invocation, shell) }
    guard let path = invocation[.importOutput], path != "-" else {
        shell.console.print(text)
        return .done
    }
    let file = Output.File(name: Path.lastComponent(path), contents: Array(text.utf8))
    return shell.writeFiles([file], in: Path.folder(of: path), elsewhere: "another name") { _ in path }
}

/// Says what was left out, and with `--explain` why each part is as it is.
private func note(
    _ inferred: InferredDescription, _ files: [SampleFile], _ invocation: Invocation, _ shell: Shell
) {
    var lines: [String] = []
    if invocation.has(.explainInference) { lines += inferred.reasons.map { "\($0.subject): \($0.reason)" } }
    for (reason, count) in inferred.leftOut { lines.append("left out: \(counted(count, "request")): \(reason)") }
    lines += inferred.notes
    for file in files { lines += file.notes.map { "'\(file.path)' \($0.place): \($0.note)" } }
    shell.console.complain(lines.map { printable($0) + "\n" }.joined())
}

extension CommandOption {
    static let explainInference = CommandOption(
        long: "explain", kind: .flag, help: "print the reason for each part of an inferred description")
    static let servers = CommandOption(
        long: "server", kind: .value(placeholder: "URL", rule: .paths),
        help: "import only requests to URLs that begin so; may be repeated")
}

/// Provisional.
func archiveSamples(_ path: String, _ bytes: [UInt8]) -> SampleFile? {
    guard let file = try? Recordings.read(bytes) else { return nil }
    var result = SampleFile(path: path)
    for exchange in file.exchanges {
        var url = URLParts()
        if let scheme = exchange.url.firstRange(of: "://") {
            let end = exchange.url[scheme.upperBound...].firstIndex { "/?#".contains($0) } ?? exchange.url.endIndex
            url.origin = exchange.url[..<end].lowercased()
        }
        let parts = exchange.request.parts
        url.path = parts.path.split(separator: "/").map { .literal(PercentEncoding.decoded($0)) }
        url.query = (parts.query ?? "").split(separator: "&").map { item in
            let pair = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return .init(
                PercentEncoding.decoded(pair[0], plusIsBlank: true),
                pair.count > 1 ? PercentEncoding.decoded(pair[1], plusIsBlank: true) : "")
        }
        var sample = RequestSample(exchange.request.method, url, file: path, place: exchange.pointer)
        if exchange.recorded.hasHeaders { sample.headers = exchange.request.headers.map { .init($0.name, $0.value) } }
        sample.hasCredentials = exchange.recorded.hasCredentials
        sample.body =
            exchange.request.body.map { .bytes($0, type: exchange.request.header("content-type")) }
            ?? (exchange.recorded.hasBody ? .none : .unknown)
        sample.response = exchange.response
        result.samples.append(sample)
    }
    return result
}
