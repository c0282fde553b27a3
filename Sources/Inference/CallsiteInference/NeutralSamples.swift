import CallsiteCore
import CallsiteMockEngine
import CallsiteSamples
import CallsiteText

/// Removes secrets and personal data from samples before a description is inferred. Names, paths, hosts and prose are
/// checked. Values stay, since they don't get into a description.
struct NeutralSamples {
    private(set) var secrets = KnownSecrets()
    /// Earlier results, since files repeat the same names and strings.
    private var verdicts: [String: Bool] = [:]
    private var texts: [String: String?] = [:]
    private var namesLeftOut = 0
    private var hostsLeftOut = 0
    private var requestsLeftOut = 0

    init(_ files: [SampleFile]) {
        for file in files {
            for secret in file.secrets { secrets.insert(secret) }
            for sample in file.samples { secrets.add(sample) }
        }
    }

    /// Remarks on omitted names, hosts and requests.
    var notes: [String] {
        func note(_ count: Int, _ one: String, _ several: String, _ reason: String) -> [String] {
            count == 0 ? [] : ["left out: \(count) \(count == 1 ? one : several) that \(reason)"]
        }
        let reason = "may be a secret or a person's data"
        return note(namesLeftOut, "name of a parameter or field", "names of parameters or fields", reason)
            + note(hostsLeftOut, "server's name", "servers' names", reason)
            + note(requestsLeftOut, "request with a method", "requests with methods", reason)
    }

    // MARK: - Samples

    /// Whether a name can stand in a description.
    private mutating func isNeutral(_ name: String) -> Bool {
        if let verdict = verdicts[name] { return verdict }
        let verdict = !secrets.isIn(name) && PersonalData.isNeutral(name)
        if verdicts.count < 10_000 { verdicts[name] = verdict }
        return verdict
    }

    /// A string for people without secrets and personal data; nil: nothing is left.
    mutating func text(_ text: String) -> String? {
        if let result = texts[text] { return result }
        let redacted = PersonalData.redacted(text, secrets)
        let result = redacted == Secrets.mark ? nil : redacted
        if texts.count < 10_000 { texts[text] = result }
        return result
    }

    /// Nil: the sample can't be described.
    mutating func neutral(_ sample: RequestSample) -> RequestSample? {
        guard DescriptionBuilder.isStandard(sample.method) || sample.method.utf8.count <= 20 && isNeutral(sample.method)
        else {
            requestsLeftOut += 1
            return nil
        }
        var sample = sample
        if let origin = sample.url.origin, !isNeutral(origin: origin) {
            hostsLeftOut += 1
            sample.url.origin = nil
        }
        for index in sample.url.path.indices { sample.url.path[index] = neutral(sample.url.path[index]) }
        sample.url.query = neutral(sample.url.query)
        sample.headers = sample.headers.map { neutral($0) }
        switch sample.body {
        case .form(let items): sample.body = .form(neutral(items))
        case .multipart(let parts):
            var neutralParts: [(item: RequestSample.Item, isFile: Bool)] = []
            for part in parts where isNeutral(part.item.name) { neutralParts.append(part) }
            namesLeftOut += parts.count - neutralParts.count
            sample.body = .multipart(neutralParts)
        case .bytes(let bytes, let type): sample.body = .bytes(bytes, type: type.map { neutral(mediaType: $0) })
        case .none, .unknown: break
        }
        for (index, header) in (sample.response?.headers ?? []).enumerated()
        where MockText.isSame(header.name, "content-type") {
            sample.response?.headers[index].value = neutral(mediaType: header.value)
        }
        sample.authentication = sample.authentication.map { neutral($0) }
        sample.name = sample.name.flatMap { text($0) }
        sample.tag = sample.tag.flatMap { text($0) }
        sample.documentation = sample.documentation.flatMap { text($0) }
        return sample
    }

    /// The name of an API key comes from the file as well. Without the name, requests still need a credential.
    private mutating func neutral(_ authentication: Description.Authentication) -> Description.Authentication {
        switch authentication {
        case .header(let name), .query(let name), .cookie(let name):
            if isNeutral(name) { return authentication }
            namesLeftOut += 1
            return .bearer
        default: return authentication
        }
    }

    private mutating func neutral(mediaType text: String) -> String {
        let name = MediaType(text)?.essence ?? text
        return isNeutral(name) ? text : "application/octet-stream"
    }

    private mutating func isNeutral(origin: String) -> Bool {
        let host = origin.firstRange(of: "://").map { origin[$0.upperBound...] } ?? origin[...]
        // An IP address isn't a person's if the API is there.
        let isAddress = host.utf8.allSatisfy { 0x30...0x39 ~= $0 || $0 == 0x2E || $0 == 0x3A }
        guard !isAddress, !host.utf8.contains(0x25) else { return isAddress }
        for label in host.split(whereSeparator: { $0 == "." || $0 == ":" }) where !isNeutral(String(label)) {
            return false
        }
        return true
    }

    /// A secret literal becomes a mark, which counts as a value. A literal that looks like a value stays, to keep its
    /// type.
    private mutating func neutral(_ segment: URLParts.Segment) -> URLParts.Segment {
        switch segment {
        case .literal(let text):
            let isValue = PathValue.isValue(PathValue.split(text).stem) && !secrets.isIn(text)
            return isValue || isNeutral(text) ? segment : .literal(Secrets.mark)
        case .variable(let name, let value, let documentation):
            return .variable(
                isNeutral(name) ? name : "", value: value, documentation: documentation.flatMap { text($0) })
        }
    }

    private mutating func neutral(_ items: [RequestSample.Item]) -> [RequestSample.Item] {
        var neutralItems: [RequestSample.Item] = []
        for var item in items where isNeutral(item.name) {
            item.documentation = item.documentation.flatMap { text($0) }
            neutralItems.append(item)
        }
        namesLeftOut += items.count - neutralItems.count
        return neutralItems
    }
}
