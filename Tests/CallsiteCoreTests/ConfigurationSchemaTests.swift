import CallsiteReference
import Testing

@testable import CallsiteCore

/// The JSON Schema of `callsite.yaml` takes what the reader takes, and nothing else, where a key says something of
/// operations.
@Suite struct ConfigurationSchemaTests {
    /// Lines of a description's settings, and whether they are right.
    static let table: [(line: String, isRight: Bool)] = [
        ("authentication: bearer", true), ("authentication: none", true), ("authentication: [none, bearer]", true),
        ("authentication: {header: X-Key}", true), ("authentication: {all: [basic, {query: key}]}", true),
        ("authentication: {default: bearer}", true), ("authentication: {apply: [{tags: [a], use: none}]}", true),
        ("authentication: {default: [none, basic], apply: [{paths: [/a], operations: b, use: {cookie: sid}}]}", true),
        ("authentication: berer", false), ("authentication: []", false),
        ("authentication: {header: X, kind: y}", false), ("authentication: {apply: {tags: [a], use: none}}", false),
        ("authentication: {apply: [{tags: [a]}]}", false), ("authentication: {apply: [{tag: [a], use: none}]}", false),
        ("authentication: {tags: [a], use: none}", false),
        ("authentication: {default: bearer, apply: [{tags: [a], use: {headers: X}}]}", false),
        ("reconnect: always", true),
        ("reconnect: {default: never, apply: [{operations: [watch], use: afterLoss}]}", true),
        ("reconnect: true", false), ("reconnect: {default: sometimes}", false), ("reconnect: [always]", false),
        ("reconnect: {apply: [{operations: [watch], use: on}]}", false), ("success: {ok: true}", true),
        ("success: {meta.status: [ok, partial], error: null}", true), ("success: none", true),
        (
            "success: {default: {ok: true}, apply: [{operations: [a], use: none}, {tags: b, use: {id: [1, null]}}]}",
            true
        ), ("success: true", false), ("success: {}", false), ("success: {ok: []}", false),
        ("success: {ok: {a: 1}}", false), ("success: {all: {ok: true}, a: none}", false),
        ("success: {default: {ok: {a: 1}}}", false), ("success: {apply: [{operations: [a], use: 1}]}", false),
        ("success: [ok]", false), ("pagination: off", true), ("pagination: {detect: off}", true),
        ("pagination: {detect: false, omitsEmptyList: true}", true),
        ("pagination: {strategies: {p: {style: page, parameter: page}}, default: p}", true),
        (
            "pagination: {default: {style: link}, apply: [{operations: [a], use: none}, {paths: [/b], use: {style: link}}]}",
            true
        ), ("pagination: maybe", false), ("pagination: {detect: maybe}", false),
        ("pagination: {default: {style: sideways}}", false), ("pagination: {apply: [{operations: [a]}]}", false),
        ("pagination: {apply: [{operations: [a], pagination: {style: link}}]}", false),
        ("pagination: {apply: [{operations: [a], use: [b]}]}", false), ("pagination: {strategies: {p: page}}", false),
    ]

    @Test(arguments: table) func schemaAndReaderAgree(_ line: String, _ isRight: Bool) throws {
        var diagnostics = Diagnostics()
        let text = "callsite: 1\ndescriptions:\n  - source: a.yaml\n    \(line)\n"
        let document = try #require(parseYAML(Array(text.utf8), file: FileID(0), &diagnostics)?.root)
        let schema = try #require(
            parseYAML(Array(NativeFormat.configurationSchema().utf8), file: FileID(0), &diagnostics)?.root)
        #expect(diagnostics.all.isEmpty)
        _ = readConfiguration(.init(path: "callsite.yaml", bytes: Array(text.utf8)), &diagnostics)
        #expect(!diagnostics.hasErrors == isRight, "\(line): \(diagnostics.all)")
        #expect(JSONSchemaCheck(schema: schema).accepts(document) == isRight, "\(line)")
    }

    /// A schema that takes anything says nothing.
    @Test func everyKeyHasASchema() throws {
        var diagnostics = Diagnostics()
        let schema = try #require(
            parseYAML(Array(NativeFormat.configurationSchema().utf8), file: FileID(0), &diagnostics)?.root)
        var empty: [String] = []
        func visit(_ node: Node, _ path: String) {
            for pair in node["properties"]?.pairs ?? [] {
                let key = path + "." + (pair.key.text ?? "")
                if (pair.value.pairs ?? []).allSatisfy({ $0.key.text == "description" }) { empty.append(key) }
                visit(pair.value, key)
            }
            for key in ["items", "additionalProperties"] {
                if let inner = node.value(forKey: key), inner.isMapping { visit(inner, path) }
            }
            for inner in node["anyOf"]?.elements ?? [] { visit(inner, path) }
        }
        visit(schema, "")
        for pair in schema["$defs"]?.pairs ?? [] { visit(pair.value, pair.key.text ?? "") }
        #expect(empty.isEmpty)
    }
}

/// The words of JSON Schema (draft 2020-12) that Callsite's schemas use.
private struct JSONSchemaCheck {
    let schema: Node

    func accepts(_ value: Node) -> Bool { accepts(value, schema) }

    private func accepts(_ value: Node, _ schema: Node) -> Bool {
        (schema.pairs ?? []).allSatisfy { pair in
            let word = pair.value
            switch pair.key.text ?? "" {
            case "$ref":
                let name = String((word.text ?? "").dropFirst("#/$defs/".count))
                return self.schema["$defs"]?.value(forKey: name).map { accepts(value, $0) } ?? false
            case "anyOf": return word.elements?.contains { accepts(value, $0) } ?? false
            case "type": return (word.elements ?? [word]).contains { isOf(value, $0.text ?? "") }
            case "enum": return word.elements?.contains { isEqual(value, $0) } ?? false
            case "const": return isEqual(value, word)
            case "properties":
                return (value.pairs ?? []).allSatisfy { member in
                    word.value(forKey: member.key.text ?? "").map { accepts(member.value, $0) } ?? true
                }
            case "additionalProperties":
                let known = Set((schema["properties"]?.pairs ?? []).compactMap(\.key.text))
                return (value.pairs ?? []).allSatisfy { member in
                    known.contains(member.key.text ?? "")
                        || (word.value == .bool(false) ? false : accepts(member.value, word))
                }
            case "required":
                let keys = Set((value.pairs ?? []).compactMap(\.key.text))
                return !value.isMapping || (word.elements ?? []).allSatisfy { keys.contains($0.text ?? "") }
            case "items": return (value.elements ?? []).allSatisfy { accepts($0, word) }
            case "minItems": return value.elements.map { $0.count >= Int(word.text ?? "") ?? 0 } ?? true
            case "maxItems": return value.elements.map { $0.count <= Int(word.text ?? "") ?? 0 } ?? true
            case "minProperties": return value.pairs.map { $0.count >= Int(word.text ?? "") ?? 0 } ?? true
            case "description", "title", "$schema", "$defs": return true
            case let other:
                Issue.record("the check doesn't know '\(other)'")
                return false
            }
        }
    }

    private func isOf(_ value: Node, _ type: String) -> Bool {
        switch type {
        case "object": return value.isMapping
        case "array": return value.isSequence
        case "null": return value.value == .null
        default: break
        }
        switch (type, value.value) {
        case ("string", .string?), ("boolean", .bool?), ("number", .integer?), ("number", .float?),
            ("integer", .integer?):
            return true
        default: return false
        }
    }

    private func isEqual(_ a: Node, _ b: Node) -> Bool { a.value != nil && a.value == b.value }
}
