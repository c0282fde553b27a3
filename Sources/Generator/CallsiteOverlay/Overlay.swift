import CallsiteCore

/// Changes of an OpenAPI document, in a file of their own (OpenAPI Overlay 1.0, 1.1).
///
/// ```yaml
/// overlay: 1.1.0
/// info: {title: Corrections, version: 1.0.0}
/// actions:
///   - target: $.components.schemas.Pet.properties.age
///     update: {nullable: true}
/// ```
struct Overlay {
    enum Change {
        case update(Node)
        case copy(JSONPath, at: SourceLocation)
        case remove
    }

    struct Action {
        let target: JSONPath
        let place: SourceLocation
        let change: Change
    }

    /// The actions without mistakes.
    private(set) var actions: [Action] = []
    /// The file name of the document that the overlay is made for; nil if the overlay names none, or a URL, since
    /// copies of that document may have other names.
    private(set) var extended: (name: String, place: SourceLocation)?

    /// Reads an overlay, and reports its mistakes.
    init(_ root: Node, _ diagnostics: inout Diagnostics) {
        guard root.isMapping else {
            diagnostics.report(
                .invalidOverlay("an overlay is a mapping, and this is \(root.kindDescription)", at: root.place))
            return
        }
        if root["overlay"] == nil, root["openapi"] ?? root["swagger"] ?? root["callsite"] != nil {
            diagnostics.report(
                .invalidOverlay(
                    "this is a description, and an overlay has 'overlay', 'info' and 'actions'", at: root.place))
            return
        }
        var reader = OverlayReader(diagnostics: diagnostics)
        reader.checkKeys(of: root, ["overlay", "info", "extends", "actions"], "an overlay")
        reader.readVersion(root)
        reader.readInfo(root)
        if let node = root["extends"], let text = reader.string(node, "extends"), !text.contains(":") {
            let path = text.prefix { $0 != "?" && $0 != "#" }
            if let name = path.split(separator: "/").last { extended = (String(name), node.place) }
        }
        actions = reader.readActions(root)
        diagnostics = reader.diagnostics
    }
}

private struct OverlayReader {
    var diagnostics: Diagnostics
    /// The minor version; nil if the version is unknown.
    private var minor: Int?

    init(diagnostics: Diagnostics) { self.diagnostics = diagnostics }

    private mutating func report(_ message: DiagnosticText, help: DiagnosticText? = nil, at place: SourceLocation) {
        diagnostics.report(.invalidOverlay(message, help: help, at: place))
    }

    /// - Returns: Whether the node has only these keys.
    @discardableResult
    mutating func checkKeys(of node: Node, _ allowed: [String], _ subject: DiagnosticText) -> Bool {
        var isKnown = true
        for (key, _) in node.pairs ?? [] {
            guard let name = key.text, !name.hasPrefix("x-"), !allowed.contains(name) else { continue }
            isKnown = false
            let help = Spelling.suggestion(for: name, among: allowed).map { "did you mean '\($0)'?" as DiagnosticText }
            report(
                "\(subject) has no key '\(name)'",
                help: help ?? "it has \(DiagnosticText.list(allowed, "and")), and keys that begin with 'x-'",
                at: key.place)
        }
        return isKnown
    }

    mutating func string(_ node: Node, _ key: String) -> String? {
        if case .string(let text)? = node.value { return text }
        report("'\(key)' is a string, and this is \(node.kindDescription)", at: node.place)
        return nil
    }

    private mutating func required(_ key: String, of node: Node, _ subject: DiagnosticText) -> Node? {
        if let value = node.value(forKey: key) { return value }
        report("\(subject) needs '\(key)'", at: node.place)
        return nil
    }

    mutating func readVersion(_ root: Node) {
        guard let node = required("overlay", of: root, "an overlay") else { return }
        let parts = node.text?.split(separator: ".", omittingEmptySubsequences: false) ?? []
        guard case .string? = node.value, parts.count == 3, parts[0] == "1", parts[2].allSatisfy(\.isWholeNumber),
            !parts[2].isEmpty,
            let version = Int(parts[1]), 0...2 ~= version
        else {
            return report(
                "'overlay' is the version of the format, and this is \(node.kindDescription)",
                help: "write 'overlay: 1.1.0'; 1.0, 1.1 and 1.2 are known", at: node.place)
        }
        minor = version
    }

    mutating func readInfo(_ root: Node) {
        guard let info = required("info", of: root, "an overlay") else { return }
        guard info.isMapping else {
            return report(
                "'info' is a mapping with 'title' and 'version', and this is \(info.kindDescription)", at: info.place)
        }
        checkKeys(of: info, ["title", "version", "description"], "'info'")
        if let title = required("title", of: info, "'info'") { _ = string(title, "title") }
        if let version = required("version", of: info, "'info'") { _ = string(version, "version") }
        if let description = info["description"] { _ = string(description, "description") }
    }

    mutating func readActions(_ root: Node) -> [Overlay.Action] {
        guard let list = required("actions", of: root, "an overlay") else { return [] }
        guard let elements = list.elements else {
            report("'actions' is a list, and this is \(list.kindDescription)", at: list.place)
            return []
        }
        if elements.isEmpty { report("'actions' needs one action at least", at: list.place) }
        var places: [String: SourceLocation] = [:]
        return elements.compactMap { element in
            guard element.isMapping else {
                report("an action is a mapping, and this is \(element.kindDescription)", at: element.place)
                return nil
            }
            if let first = places.updateValue(element.place, forKey: element.signature) {
                diagnostics.report(.repeatedAction(at: element.place, first: first))
                return nil
            }
            return readAction(element)
        }
    }

    private mutating func readAction(_ node: Node) -> Overlay.Action? {
        let hasOnlyKnownKeys = checkKeys(
            of: node, ["target", "description", "update", "copy", "remove"], "an action")
        if let description = node["description"] { _ = string(description, "description") }
        let copy = node["copy"].flatMap { query($0, "copy") }
        var isRemoval = false
        if let remove = node["remove"] {
            if case .bool(let value)? = remove.value {
                isRemoval = value
            } else {
                report("'remove' is true or false, and this is \(remove.kindDescription)", at: remove.place)
            }
        }
        guard let target = required("target", of: node, "an action"), let path = query(target, "target") else {
            return nil
        }
        if let copy = node["copy"], minor == 0 {
            report("'copy' isn't known in Overlay 1.0", help: "write 'overlay: 1.1.0'", at: copy.place)
            return nil
        }
        let change: Overlay.Change
        switch (isRemoval, node["update"], node["copy"]) {
        case (true, let update, let source):
            if let unused = update ?? source {
                diagnostics.report(.overlayWithoutEffect("'remove: true' leaves no effect to this", at: unused.place))
            }
            change = .remove
        case (false, let update?, nil): change = .update(update)
        case (false, nil, let source?):
            guard let copy else { return nil }
            change = .copy(copy, at: source.place)
        case (false, _?, let source?):
            report("an action has 'update' or 'copy', and this has both", at: source.place)
            return nil
        case (false, nil, nil):
            // A misspelled key is reported.
            guard hasOnlyKnownKeys else { return nil }
            diagnostics.report(
                .overlayWithoutEffect("an action without 'update', 'copy' and 'remove' changes nothing", at: node.place)
            )
            return nil
        }
        return Overlay.Action(target: path, place: target.place, change: change)
    }

    private mutating func query(_ node: Node, _ key: String) -> JSONPath? {
        guard let text = string(node, key) else { return nil }
        do throws(JSONPath.Problem) {
            let path = try JSONPath(text)
            for name in path.hyphenated {
                diagnostics.report(.nameNeedsBrackets(name, at: node.place))
            }
            for pattern in path.invalidPatterns {
                diagnostics.report(.invalidPattern(pattern, at: node.place))
            }
            return path
        } catch {
            diagnostics.report(.invalidJSONPath(error.reason, at: node.place(ofScalar: error.offset)))
            return nil
        }
    }
}

extension Node {
    /// The place of a character in a string; the whole string's place if it has escapes or several lines.
    fileprivate func place(ofScalar offset: Int) -> SourceLocation {
        let count = text?.unicodeScalars.count ?? 0
        let quote = isPlain ? 0 : 1
        guard Int(place.length) == count + 2 * quote else { return place }
        return place.advanced(by: min(offset, max(count - 1, 0)) + quote, length: 1)
    }

    /// A string that is equal only for nodes with equal values, whatever the order of their keys.
    fileprivate var signature: String {
        if let elements { return "[" + elements.map(\.signature).joined(separator: ",") + "]" }
        if let pairs {
            return "{" + pairs.map { "\($0.key.signature):\($0.value.signature)" }.sorted().joined(separator: ",") + "}"
        }
        let text = text ?? ""
        return "\(isPlain ? "p" : "q")\(text.utf8.count)'\(text)"
    }
}

extension Diagnostic {
    static func invalidOverlay(_ message: DiagnosticText, help: DiagnosticText? = nil, at place: SourceLocation) -> Self
    {
        .error("invalid-overlay", message, help: help, at: place)
    }
    static func repeatedAction(at place: SourceLocation, first: SourceLocation) -> Self {
        .error(
            "invalid-overlay", "the same action comes twice", at: place, notes: [.init("the first is here", at: first)])
    }
    static func invalidJSONPath(_ reason: DiagnosticText, at place: SourceLocation) -> Self {
        .error(
            "invalid-jsonpath", "this isn't a JSONPath query: \(reason)", at: place)
    }
    static func nameNeedsBrackets(_ name: String, at place: SourceLocation) -> Self {
        .warning(
            "jsonpath-hyphen", "in JSONPath a name with a hyphen needs brackets; other tools may refuse '.\(name)'",
            help: "write ['\(name)']", at: place)
    }
    static func invalidPattern(_ pattern: String, at place: SourceLocation) -> Self {
        .warning(
            "jsonpath-pattern", "'\(pattern)' isn't a regular expression of JSONPath, so it matches nothing", at: place)
    }
    static func overlayWithoutEffect(_ message: DiagnosticText, help: DiagnosticText? = nil, at place: SourceLocation)
        -> Self
    {
        .warning("overlay-without-effect", message, help: help, at: place)
    }
}
