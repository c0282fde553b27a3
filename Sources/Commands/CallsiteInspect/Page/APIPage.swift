// In: sources. Out: the data of the page that `callsite inspect --html` writes: an API as its Swift callers see it.
// Nothing is decided here: declarations come from the lowering that `generate` prints, and summaries of endpoints from
// `inspect`. The page's script, Templates/Page/*.js, decides how the page looks, and knows the keys that are written
// here.

import CallsiteCore
import CallsiteSwift
import CallsiteText

/// Makes the page that `callsite inspect --html` writes.
///
/// - Parameter describes: Whether the result has an overview too.
package func inspectPage(_ sources: SourceSet, options: Options, describes: Bool = false) -> PageInspection {
    var options = options
    options.readsExamples = true
    let (inspection, lowering, nodes) = inspected(sources, options: options, reportsNames: true)
    var result = PageInspection(missing: inspection.missing, diagnostics: inspection.diagnostics)
    guard let lowering, inspection.missing.isEmpty else { return result }
    var builder = PageBuilder(
        lowering, inspection.endpoints, DocumentDetails(nodes), paths: PagePaths(sources.paths).shown)
    result.page = builder.page()
    if describes { result.overview = builder.overview() }
    return result
}

package struct PageInspection: Sendable {
    package var missing: [MissingSource] = []
    package var diagnostics: Diagnostics
    /// nil if there are errors, or files are missing.
    package var page: APIPage?
    /// nil if `page` is nil, or if no overview was requested.
    package var overview: APIOverview?
}

package struct APIPage: Sendable {
    let data: JSONObject
    let version: String

    /// The page with its warnings, as HTML.
    package func html(warnings: [PageWarning]) -> [UInt8] { value(warnings: warnings).html(version: version) }

    /// The data alone, as JSON.
    package func json(warnings: [PageWarning]) -> [UInt8] {
        Array(value(warnings: warnings).pageText.utf8)
    }

    private func value(warnings: [PageWarning]) -> JSONValue {
        var members = data
        members["warnings"] = .array(warnings.map(\.value))
        return .object(members)
    }
}

/// Makes the data of a page: the API, its operations (`PageBuilder+Operations.swift`) and its types
/// (`PageBuilder+Types.swift`).
struct PageBuilder {
    let lowering: Lowering
    let endpoints: [EndpointSummary]
    let details: DocumentDetails
    let paths: [String]
    let namespace: SwiftIdentifier?
    /// The names of types with their enclosing types, by `TypeID.index`.
    let qualifiedNames: [SwiftTypeName?]
    /// The position among the page's types, by `TypeID.index`; nil for the user's own types, which aren't shown.
    private(set) var positions: [Int?] = []
    /// Each way to authenticate once; `credentialNumbers` has its position.
    private(set) var credentials: [Description.Authentication?] = []
    private var credentialNumbers: [Description.Authentication?: Int] = [:]
    var sampleMaker: SampleMaker
    /// Each sample once; `sampleNumbers` has its position.
    private var samples: [SampleMaker.Sample] = []
    private var sampleNumbers: [String: Int] = [:]
    var api: API { lowering.api }

    init(_ lowering: Lowering, _ endpoints: [EndpointSummary], _ details: DocumentDetails, paths: [String]) {
        self.lowering = lowering
        self.endpoints = endpoints
        self.details = details
        self.paths = paths
        sampleMaker = SampleMaker(lowering.api, details)
        namespace = lowering.namespace
        qualifiedNames = lowering.qualifiedNames(namespace, withArguments: false)
        var next = 0
        for type in lowering.api.types {
            positions.append(type.ownType == nil ? next : nil)
            if type.ownType == nil { next += 1 }
        }
    }

    mutating func page() -> APIPage {
        let swift = lowering.lowerAPI(namespace)
        let tags = tagNames()
        let tagNumbers = Dictionary(uniqueKeysWithValues: tags.enumerated().map { ($0.element, $0.offset) })
        let operations = api.endpoints.indices.map { operation($0, tags: tagNumbers) }
        let types = allTypes(operations.map(\.types))
        let failure = self.failure(swift.failure, swift.failureEnum, api.errors)
        let credential = usualCredential
        let argument = credential.flatMap { PageBuilder.argument($0) }.map { "credential: " + $0 } ?? ""
        let session = PageCode(swift: "let session = Session(\(argument))").value
        let data = JSONValue.members([
            "api": .string(api.name),
            "docs": .string(unlessEmpty: text(swift.documentation)),
            "files": .array(paths.map { .string($0) }),
            "base": .string(Userinfo.hidden(in: api.baseURL.template)),
            "variables": .array(
                unlessEmpty: zip(api.baseURL.variables, swift.variables).map { property($0, $1, at: "base URL") }),
            "headers": .array(unlessEmpty: headers(api.headers)),
            "facts": .array(unlessEmpty: details.facts.map(fact)),
            "session": session,
            "others": credential.flatMap { PageBuilder.others($0) },
            "flows": .array(unlessEmpty: zip(api.oauth2Flows, swift.flows).map(flow)),
            "failure": failure,
            "tags": .array(
                tags.map { .members(["name": .string($0), "docs": api.tags[$0]?.summary.map { .string($0) }]) }),
            "operations": .array(operations.map(\.value)),
            "types": .array(types),
            "credentials": .array(credentials.map(PageBuilder.words)),
            "samples": .array(
                samples.map { sample in
                    .members(["code": PageCode(sample.value).value, "short": .flag(sample.isShortened)])
                }),
        ])
        return APIPage(data: data.object ?? [:], version: lowering.options.version)
    }

    /// The way to authenticate whose argument of `Session` most operations need; nil if none needs a credential.
    private var usualCredential: Description.Authentication? {
        let ways = api.endpoints.compactMap { $0.authentication ?? api.authentication }
        var counts: [String: Int] = [:]
        for way in ways { if let argument = PageBuilder.argument(way) { counts[argument, default: 0] += 1 } }
        let usual = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
        return usual.flatMap { usual in ways.first { PageBuilder.argument($0) == usual } }
    }

    /// The number of a way to authenticate.
    mutating func credential(_ authentication: Description.Authentication?) -> JSONValue {
        if let number = credentialNumbers[authentication] { return .int(number) }
        credentialNumbers[authentication] = credentials.count
        credentials.append(authentication)
        return .int(credentials.count - 1)
    }

    /// The number of a sample.
    mutating func number(_ sample: SampleMaker.Sample) -> JSONValue {
        let text = sample.value.compact + (sample.isShortened ? "…" : "")
        if let number = sampleNumbers[text] { return .int(number) }
        sampleNumbers[text] = samples.count
        samples.append(sample)
        return .int(samples.count - 1)
    }

    /// The sample of a response; nil if the response isn't JSON.
    mutating func sample(
        _ shape: API.Shape, _ encoding: API.Response.Encoding, _ example: Description.Literal?
    ) -> JSONValue? {
        guard encoding == .json, shape != .scalar(.void) else { return nil }
        return number(example.map { sampleMaker.sample(of: $0) } ?? sampleMaker.sample(of: shape, isSent: false))
    }

    /// The tags, in the order of the operations.
    private func tagNames() -> [String] {
        var seen: Set<String> = []
        return api.endpoints.compactMap(\.tag).filter { seen.insert($0).inserted }
    }

    private func fact(_ fact: DocumentDetails.Fact) -> JSONValue {
        .array(
            [.string(fact.label), .string(fact.text)] + (fact.address.map { [.string(Userinfo.hidden(in: $0))] } ?? []))
    }

    private func flow(_ flow: Description.OAuth2Flow, _ swift: SwiftOAuth2Flow) -> JSONValue {
        .members([
            "name": .string("OAuth2Flow." + swift.name.text), "docs": .string(unlessEmpty: text(swift.documentation)),
            "urls": .array(flow.urls.map { .array([.string($0.label), .string(Userinfo.hidden(in: $0.url))]) }),
            "scopes": .array(unlessEmpty: flow.scopes.map { .array([.string($0.name), .string($0.meaning)]) }),
        ])
    }

    func headers(_ headers: [Description.Header]) -> [JSONValue] {
        headers.map { .array([.string($0.name), .string($0.value)]) }
    }

    // MARK: - What operations and types have in common

    func text(_ lines: [SwiftDocLine]) -> String { lines.map(\.text).joined(separator: "\n") }

    /// The file by its number, and the line.
    func place(_ location: SourceLocation) -> JSONValue {
        .array([.int(location.file.index), .int(Int(location.line))])
    }

    /// - Parameter place: The part of the request that holds the value: `query`, `header`, …; nil in models.
    func property(
        _ property: API.Property, _ swift: SwiftProperty, at place: String? = nil, about: String? = nil
    ) -> JSONValue {
        let note =
            swift.isOnlyRead
            ? "only in responses"
            : swift.isOnlyWritten ? "only in requests" : property.isConstant ? "always this value" : nil
        let limits = details.limits(at: property.place)
        return .members([
            "name": .string(swift.name.text),
            "type": type(swift.boxed?.plainType ?? swift.type, property.shape),
            "wire": property.wireName == swift.name.text ? nil : .string(property.wireName),
            "in": place.map { .string($0) },
            // A default value of nil is left out: the optional type implies it.
            "default": swift.defaultValue.flatMap { $0.text == "nil" ? nil : .string($0.text) },
            "note": note.map { .string($0) },
            "about": about.map { .string($0) },
            "limits": .string(unlessEmpty: limits.words.joined(separator: ", ")),
            "patterns": .array(unlessEmpty: limits.patterns.map { .string($0) }),
            "docs": .string(unlessEmpty: text(swift.documentation)),
        ])
    }

    /// A type's name; with links to types, a list of strings and of types' numbers.
    func type(_ name: SwiftTypeName, _ shapes: API.Shape...) -> JSONValue {
        var types: [API.TypeID] = []
        for shape in shapes { collect(shape, &types) }
        return linked(name.text, types)
    }

    /// Collects the types that a shape names, in the order in which they are printed.
    private func collect(_ shape: API.Shape, _ types: inout [API.TypeID]) {
        switch shape {
        case .scalar, .typeParameter: break
        case .list(let inner), .dictionary(let inner), .optional(let inner): collect(inner, &types)
        case .named(let id, let arguments):
            types.append(id)
            for argument in arguments { collect(argument, &types) }
        }
    }

    private func linked(_ text: String, _ types: [API.TypeID]) -> JSONValue {
        var parts: [JSONValue] = []
        var rest = text[...]
        for id in types {
            guard let position = positions[id.index],
                let range = PageBuilder.range(of: lowering.name(of: id).text, in: rest)
            else {
                continue
            }
            // The link shows the enclosing types itself, so their names before it are left out.
            var before = rest[..<range.lowerBound]
            while before.last == "." {
                before.removeLast()
                while let last = before.last, PageBuilder.isPartOfName(last) { before.removeLast() }
            }
            if !before.isEmpty { parts.append(.string(String(before))) }
            parts.append(.int(position))
            rest = rest[range.upperBound...]
        }
        guard !parts.isEmpty else { return .string(text) }
        if !rest.isEmpty { parts.append(.string(String(rest))) }
        return .array(parts)
    }

    private static func isPartOfName(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_" || character == "`"
    }

    /// The range of a name that isn't part of a longer name.
    private static func range(of name: String, in text: Substring) -> Range<Substring.Index>? {
        var rest = text
        while let range = rest.firstRange(of: name) {
            let isBegun = range.lowerBound > text.startIndex && isPartOfName(text[text.index(before: range.lowerBound)])
            let goesOn = range.upperBound < text.endIndex && isPartOfName(text[range.upperBound])
            if !isBegun, !goesOn { return range }
            rest = text[text.index(after: range.lowerBound)...]
        }
        return nil
    }
}
