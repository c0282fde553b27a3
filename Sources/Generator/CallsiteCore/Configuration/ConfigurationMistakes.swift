// The mistakes that people make in `callsite.yaml`, and the help for them: words of other tools, keys in the wrong
// mapping, values of another shape.

extension ConfigurationKey {
    static func example(of key: Self) -> DiagnosticText? { key == .callsite ? "begin with 'callsite: 1'" : nil }
    static func foreign(_ word: String) -> ForeignKey<Self>? {
        switch foldedKey(word) {
        case "version", "configversion": .init(.callsite, "write 'callsite: 1'")
        case "specs", "specifications", "spec", "sources", "files", "inputs", "apis", "clients", "documents", "schemas":
            .init(.descriptions)
        case "visibility", "accesslevel", "accessmodifier": .init(.access)
        case "defaults", "default", "options", "settings", "global", "all", "common":
            .init("what holds for all descriptions stands beside 'descriptions:', without a key round it")
        default: nil
        }
    }
    static func neighbour(_ word: String) -> DiagnosticText? {
        ConfiguredDescriptionKey(rawValue: word) == nil
            ? nil
            : "it is a key of one description: write 'descriptions:', below it '- source: …', and this in the column of 'source'"
    }
    static func instead(of node: Node) -> DiagnosticText? {
        node.isFilled
            ? "begin with 'callsite: 1', and list what to generate under 'descriptions:'" : "begin with 'callsite: 1'"
    }
}

extension ConfiguredDescriptionKey {
    static func example(of key: Self) -> DiagnosticText? {
        key == .source ? "write 'source: openapi.yaml', the description's file" : nil
    }
    static func foreign(_ word: String) -> ForeignKey<Self>? {
        switch foldedKey(word) {
        case "spec", "specification", "file", "input", "path", "description", "document", "openapi", "swagger", "url",
            "from", "schema",
            "src":
            return .init(.source)
        case "out", "outdir", "outputdir", "outputdirectory", "outputfolder", "outputpath", "destination", "dest",
            "dir", "directory",
            "folder", "to":
            return .init(.output)
        case "only", "operations", "filter", "tags", "paths", "select":
            return .init("write 'include: {tags: […], paths: […], operations: […]}'")
        case "ignore", "without", "skip", "except":
            return .init("write 'exclude: {tags: […], paths: […], operations: […]}'")
        case "rename", "names", "aliases": return .init(.renames)
        case "title", "api", "apiname", "prefix": return .init(.name)
        case "visibility", "accesslevel", "accessmodifier": return .init(.access)
        case "protocols", "conformance", "conforms": return .init(.conformances)
        case "paging": return .init(.pagination)
        case "security", "auth", "authorization", "credential", "credentials": return .init(.authentication)
        case "reconnects", "reconnection", "streams": return .init(.reconnect)
        case "tests", "testtarget", "mocks": return .init(.fixtures)
        case "typemappings", "models", "overrides": return .init(.types)
        case "unknownfields", "additionalproperties": return .init(.keepUnknownFields)
        case "dateformat", "dates", "timezone":
            return .init("write 'formats: {date: {dateFormat: dd.MM.yyyy}}', with the format's name")
        case "session", "headers", "useragent":
            return .init("headers of all requests are set in Swift: 'session.headers'")
        default:
            // `- openapi.yaml: {output: Out}`
            guard word.contains(".") || word.contains("/") else { return nil }
            return .init("write '- source: \(yaml: word)', and the other keys in the column of 'source'")
        }
    }
    static func instead(of node: Node) -> DiagnosticText? {
        "write '- source: openapi.yaml', and the other keys in the column of 'source'"
    }
}

extension FilterKey {
    static func foreign(_ word: String) -> ForeignKey<Self>? {
        switch foldedKey(word) {
        case "operationid", "operationids", "endpoints", "endpoint", "requests", "ids", "names", "methods":
            .init(.operations)
        case "routes", "urls", "url", "route": .init(.paths)
        case "groups": .init(.tags)
        case "schemas", "types", "components": .init(.models)
        default: nil
        }
    }
    static func instead(of node: Node) -> DiagnosticText? {
        guard let word = node.text ?? node.elements?.first?.text, !word.isEmpty else {
            return "write '{operations: [listOrders]}'"
        }
        let more: DiagnosticText = (node.elements?.count ?? 1) > 1 ? ", …" : ""
        if word.hasPrefix("tag:") { return "write '{tags: [\(yaml: word.dropFirst(4))\(more)]}'" }
        return word.contains("/") && word.contains(where: { $0 == "/" || $0 == " " })
            && (word.hasPrefix("/") || word.contains(" /"))
            ? "write '{paths: [\(yaml: word)\(more)]}'" : "write '{operations: [\(yaml: word)\(more)]}'"
    }
}

extension OwnTypeKey {
    static func example(of key: Self) -> DiagnosticText? {
        key == .type ? "write '{type: Money, import: MoneyKit}'" : nil
    }
    static func foreign(_ word: String) -> ForeignKey<Self>? {
        switch foldedKey(word) {
        case "module", "from", "package", "library", "framework": .init(.import)
        case "name", "swift", "class", "struct": .init(.type)
        default: nil
        }
    }
    static func instead(of node: Node) -> DiagnosticText? { "write '{type: Money, import: MoneyKit}'" }
}

extension NamingKey {
    static func instead(of node: Node) -> DiagnosticText? {
        NamingRules.Operations(rawValue: node.text ?? "").map { "write '{operations: \($0.rawValue)}'" }
    }
}

extension ConfiguredPaginationKey {
    static func foreign(_ word: String) -> ForeignKey<Self>? {
        StrategyKey(rawValue: word) == nil
            ? nil
            : .init(
                "a strategy is under 'strategies: {pages: …}', and 'apply: [{operations: […], use: pages}]' says where it holds"
            )
    }
    static func instead(of node: Node) -> DiagnosticText? {
        node.isSequence
            ? "write 'apply:' above the list"
            : "pagination is looked for unless this is 'off'; or write '{strategies: …, apply: […]}'"
    }
}

extension DeepLinksKey {
    static func instead(of node: Node) -> DiagnosticText? {
        (node.text ?? node.elements?.first?.text).map {
            $0.contains(".") ? "write '{hosts: [\(yaml: $0)]}'" : "write '{schemes: [\(yaml: $0)]}'"
        }
    }
}

extension MappingReader {
    /// A path of a file or folder.
    func path(_ key: Key, _ expected: DiagnosticText, _ diagnostics: inout Diagnostics) -> String? {
        guard let node = value(of: key) else { return nil }
        guard let text = node.text, case .string = node.value, !text.isEmpty else {
            let help: DiagnosticText =
                node.isSequence && key.rawValue == "source" ? ", and an element of 'descriptions' for each" : ""
            return fail(key, node, expected: expected + help, &diagnostics)
        }
        // A description that can't be read is reported when it is read.
        if key.rawValue != "source",
            text == "~" || text.hasPrefix("~/") || text.hasPrefix("$") || text.variableOfShells != nil
        {
            report(key, .pathOfShells(text, at: node.place), &diagnostics)
            return nil
        }
        return text
    }
}

extension Diagnostic {
    static func conformanceAsKey(_ name: String, at place: SourceLocation) -> Self {
        .error(
            "wrong-value", "'conformances' says nothing of '\(name)'",
            help:
                "several protocols are a list, '{Order: [Hashable, \(yaml: name)]}'; of a model name them: '\(yaml: name): [Hashable]'",
            at: place)
    }
    static func pathOfShells(_ path: String, at place: SourceLocation) -> Self {
        .error(
            "wrong-value",
            path.hasPrefix("~") ? "'~' is read by shells only" : "variables aren't replaced, as in '\(path: path)'",
            help: "write the path from the configuration's folder, or from the root", at: place)
    }
    /// A description where a configuration is expected: both may be called `callsite.yaml`, and both begin with
    /// `callsite: 1`.
    static func notAConfiguration(_ root: Node) -> Self? {
        let keys = Set((root.pairs ?? []).compactMap(\.key.text))
        guard keys.isDisjoint(with: ["descriptions"]) else { return nil }
        let kind: DiagnosticText
        if !keys.isDisjoint(with: ["openapi", "swagger"]) {
            kind = "an OpenAPI document"
        } else if keys.intersection(["api", "baseURL", "endpoints", "models"]).count > 1 {
            kind = "the description of an API"
        } else {
            return nil
        }
        return .error(
            "not-a-configuration", "this is \(kind), and no configuration",
            help: "a configuration begins with 'callsite: 1', and lists it under 'descriptions:'", at: root.place)
    }

    static func choosesNothing(_ key: String, at place: SourceLocation) -> Self {
        .error(
            "applies-to-nothing", "'\(key)' names no operations",
            help: "write '{operations: […]}', '{paths: […]}' or '{tags: […]}', or leave it out for all", at: place)
    }

    package static func hasNoEffect(_ key: String, without other: String, at place: SourceLocation) -> Self {
        .error("has-no-effect", "'\(key)' has no effect without '\(other)'", at: place)
    }
}
