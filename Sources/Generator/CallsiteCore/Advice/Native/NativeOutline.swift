// Mistakes that the outline of a native description shows before any section is read: the file is of another kind, a
// section's key was forgotten, or a key stands a level too high. Each is reported once, without its many consequences.

/// Why a file is no native description at all; nil: it is meant as one.
func outlineProblem(of root: Node) -> Diagnostic? {
    guard let pairs = root.pairs else { return .notADescription(root) }
    let keys = pairs.compactMap(\.key.text)
    if root["callsite"] != nil {
        let isNative = keys.contains { $0 == "endpoints" || $0 == "models" || $0 == "api" }
        guard !isNative else { return nil }
        if keys.contains("openapi") || keys.contains("swagger") {
            return .twoFormats(at: pairs.first { $0.key.text == "callsite" }?.key.place ?? root.place)
        }
        return keys.contains("descriptions") ? .notADescription(root) : nil
    }
    for pair in pairs {
        guard let text = pair.key.text, DocumentKey(rawValue: text) == nil else { continue }
        let versionKey = Spelling.suggestion(for: text, among: ["openapi", "swagger"])
        if let versionKey, text.utf8.count < 12 { return .misspeltVersionKey(text, versionKey, at: pair.key.place) }
    }
    let swaggerKeys: Set = ["definitions", "securityDefinitions", "basePath", "schemes", "consumes", "produces"]
    let openAPIKeys: Set = ["info", "paths", "components", "servers", "tags", "webhooks", "externalDocs"]
    let isNative = keys.contains { $0 == "endpoints" || $0 == "models" || $0 == "api" || $0 == "baseURL" }
    if !isNative,
        keys.contains("paths") || keys.count(where: { swaggerKeys.contains($0) || openAPIKeys.contains($0) }) > 1
    {
        return .missingVersion(isSwagger: keys.contains { swaggerKeys.contains($0) }, at: pairs[0].key.place)
    }
    if !keys.contains(where: {
        DocumentKey(rawValue: $0) != nil || Spelling.suggestion(for: $0, among: ["callsite"]) != nil
    }) {
        return .notADescription(root)
    }
    return nil
}

/// Models or endpoints that stand at the top of the file, since the key above them was forgotten.
struct ForgottenSections {
    var models: [(key: Description.Name, value: Node)] = []
    var endpoints: [(key: Description.Name, value: Node)] = []

    var keys: Set<String> { Set((models + endpoints).map(\.key.text)) }

    init(_ root: Node) {
        for pair in root.pairs ?? [] {
            guard let text = pair.key.text, DocumentKey(rawValue: text) == nil,
                text.unicodeScalars.first?.properties.isUppercase == true,
                Spelling.suggestion(for: text, among: DocumentKey.allCases.map(\.rawValue)) == nil
            else { continue }
            let name = Description.Name(text: text, place: pair.key.place)
            if pair.value["path"] != nil || pair.value["method"] != nil {
                endpoints.append((name, pair.value))
            } else if pair.value.isMapping || pair.value.text?.contains("|") == true
                || Scalar(rawValue: pair.value.text ?? "") != nil
            {
                models.append((name, pair.value))
            }
        }
    }

    func report(_ diagnostics: inout Diagnostics) {
        for (section, entries) in [("endpoints", endpoints), ("models", models)] {
            if let first = entries.first {
                diagnostics.report(.forgottenSection(section, entries.map(\.key.text), at: first.key.place))
            }
        }
    }
}

/// The entries of `endpoints:` or `models:` without those that stand there by mistake, which are reported.
///
/// The entry above such a key is incomplete: its mistakes aren't reported.
func withoutStrayKeys(
    _ entries: [(key: Description.Name, value: Node)], of section: DocumentKey, _ diagnostics: inout Diagnostics
) -> [(key: Description.Name, value: Node, isCut: Bool)] {
    var result: [(key: Description.Name, value: Node, isCut: Bool)] = []
    var hasStrayed = false
    for (name, value) in entries {
        let isEndpointKey = section == .endpoints && EndpointKey(rawValue: name.text) != nil
        // Below `Order:` with nothing behind it, `id: Int` is a field in the wrong column.
        let isField =
            section == .models && value.isScalar && !hasStrayed && result.last?.value.isNull == true
            && name.text.unicodeScalars.first?.properties.isUppercase == false
        if DocumentKey(rawValue: name.text) != nil, value.isMapping || isEndpointKey {
            // `headers`, `error` and others are keys of descriptions and of endpoints: here the endpoint's is meant.
            diagnostics.report(
                isEndpointKey ? .strayKey(name, below: result.last?.key.text, "an endpoint") : .strayDocumentKey(name))
        } else if isEndpointKey || isField {
            if !hasStrayed {
                diagnostics.report(
                    .strayKey(name, below: result.last?.key.text, section == .endpoints ? "an endpoint" : "a model"))
            }
        } else if hasStrayed, section == .models, name.text.unicodeScalars.first?.properties.isUppercase == false {
            continue
        } else {
            hasStrayed = false
            result.append((name, value, false))
            continue
        }
        hasStrayed = true
        if !result.isEmpty { result[result.count - 1].isCut = true }
    }
    return result
}

extension Diagnostic {
    static func notADescription(_ root: Node) -> Self {
        let finding: DiagnosticText =
            root.isNull
            ? "the file is empty"
            : root.isMapping ? "this holds no key that a description has" : "this is \(root.kindDescription)"
        if let keys = root.pairs.map({ Set($0.compactMap(\.key.text)) }), let foreign = ForeignFile(keys: keys) {
            return .foreignFile(foreign, at: root.place)
        }
        if let foreign = ForeignFile(beginning: root.text ?? "") { return .foreignFile(foreign, at: root.place) }
        let isPage = root.text?.hasPrefix("<") == true
        return .error(
            "not-a-description", isPage ? "this is a web page, and no description" : finding,
            help: "a description begins with 'callsite: 1', an OpenAPI document with 'openapi: 3.1.0'", at: root.place)
    }
    static func twoFormats(at place: SourceLocation) -> Self {
        .error(
            "not-a-description", "this is an OpenAPI document, and 'callsite' says that it is in Callsite's own format",
            help: "remove 'callsite:'", at: place)
    }
    static func misspeltVersionKey(_ key: String, _ meant: String, at place: SourceLocation) -> Self {
        .error(
            "not-a-description", "'\(key)' doesn't say what this file is", help: "did you mean '\(meant)'?", at: place)
    }
    static func missingVersion(isSwagger: Bool, at place: SourceLocation) -> Self {
        .error(
            "not-a-description",
            "this looks like \(isSwagger ? "a Swagger" : "an OpenAPI") document, and doesn't say of which version",
            help: isSwagger ? "begin with 'swagger: \"2.0\"'" : "begin with 'openapi: 3.1.0', or its own version",
            at: place)
    }
    static func forgottenSection(_ section: String, _ names: [String], at place: SourceLocation) -> Self {
        let others: DiagnosticText = names.count > 1 ? " and \(names.count - 1) more stand" : " stands"
        return .error(
            "forgotten-section", "'\(names[0])'\(others) at the top of the file",
            help: "write '\(section):' above, and indent below it", at: place)
    }
    static func strayKey(_ name: Description.Name, below owner: String?, _ what: DiagnosticText) -> Self {
        .error(
            "misplaced-key", "'\(name.text)' is where the name of \(what) does",
            help: owner.map { "indent it deeper, below '\($0):'" }
                ?? "write \(what)'s name above, and indent it below that", at: name.place
        )
    }
    static func strayDocumentKey(_ name: Description.Name) -> Self {
        .error(
            "misplaced-key", "'\(name.text)' is a key of the description", help: "begin it in the first column",
            at: name.place)
    }
}
