/// A file of another kind, recognized by its beginning: a user who named it by mistake needs no advice on YAML.
struct ForeignFile {
    var kind: DiagnosticText
    var help: DiagnosticText

    private static let start: DiagnosticText =
        "a description begins with 'callsite: 1', an OpenAPI document with 'openapi: 3.1.0'"
    private static let convert: DiagnosticText = "convert it to OpenAPI first"

    /// The first characters of files.
    private static let beginnings: [(words: [String], kind: DiagnosticText, help: DiagnosticText)] = [
        (["#%RAML"], "a RAML document", convert),
        (["FORMAT: 1A", "FORMAT:1A"], "an API Blueprint", convert),
        (["<!DOCTYPE html", "<!doctype html", "<html", "<HTML", "<!DOCTYPE HTML"], "a web page", start),
        (["<?xml", "<wsdl", "<definitions", "<application", "<edmx"], "XML", start),
        (["// swift-tools-version", "import Foundation", "import PackageDescription"], "Swift", start),
        (["import Swift", "import UIKit", "@testable import"], "Swift", start),
        (["syntax = \"proto"], "a Protocol Buffers file", start),
        (["version https://git-lfs"], "a pointer of Git LFS", "'git lfs pull' fetches the file itself"),
        (["%PDF"], "a PDF document", start),
        (["PK\u{3}\u{4}"], "a ZIP archive", start),
        (["#!/"], "a script", start),
    ]
    private static let statements = [
        "package ", "using ", "#include ", "<?php", "const ", "export ", "module.exports", "from ", "def ", "func ",
    ]
    private static let declarations = [
        "type ", "schema ", "schema{", "interface ", "enum ", "input ", "union ", "message ", "service ", "struct ",
        "class ",
    ]

    /// nil if the file doesn't begin like any of these.
    init?(_ lines: YAMLLines) {
        var number = 1
        while number < min(lines.count, 50), lines[number].allSatisfy({ $0 == " " || $0 == "\t" }) { number += 1 }
        self.init(beginning: String(scalars: lines[number][...]))
    }

    init?(beginning line: String) {
        if let file = Self.beginnings.first(where: { $0.words.contains(where: line.hasPrefix) }) {
            (kind, help) = (file.kind, file.help)
        } else if Self.statements.contains(where: line.hasPrefix), !line.contains(": ") {
            (kind, help) = ("source code", Self.start)
        } else if Self.declarations.contains(where: line.hasPrefix), line.hasSuffix("{") {
            (kind, help) = ("source code, or a schema of another language", Self.start)
        } else {
            return nil
        }
    }

    /// The keys by which a kind of file is recognized: it must have all keys of a row.
    private static let keys: [(keys: Set<String>, kind: DiagnosticText, help: DiagnosticText)] = [
        (["asyncapi"], "an AsyncAPI document", "Callsite reads APIs of requests: OpenAPI and Swagger"),
        (["overlay", "actions"], "an overlay", "name the document, and this with '--overlay'"),
        (["swaggerVersion"], "a document of Swagger 1", convert),
        (["info", "item"], "a Postman collection", convert),
        (["__export_format"], "an Insomnia export", "export it as OpenAPI"),
        (["_type", "resources"], "an Insomnia export", "export it as OpenAPI"),
        (["log"], "an HTTP archive (HAR)", convert),
        (["openrpc"], "an OpenRPC document", start),
        (["baseUri"], "a RAML document", convert),
        (["title", "mediaType"], "a RAML document", convert),
        (["$schema"], "a JSON Schema", "an OpenAPI document holds it under 'components: {schemas: …}'"),
        (["callsite", "descriptions"], "a configuration", "'callsite generate' without a description reads it"),
        (["apiVersion", "kind"], "a manifest of Kubernetes", start),
        (["services"], "a file of another tool", start),
        (["on", "jobs"], "a file of another tool", start),
        (["dependencies"], "a file of another tool", start),
        (["message"], "a server's message", "look whether the document was downloaded at all"),
    ]

    /// Recognizes a file by the keys of its mapping.
    init?(keys: Set<String>) {
        let file = Self.keys.first { row in
            guard row.keys.isSubset(of: keys) else { return false }
            // These keys are common words, so the file's other keys count too.
            return switch row.keys {
            case ["log"]: keys.count == 1
            case ["$schema"]: !keys.isDisjoint(with: ["type", "properties", "$defs", "definitions", "allOf"])
            case ["message"]: keys.count < 8
            default: true
            }
        }
        guard let file else { return nil }
        (kind, help) = (file.kind, file.help)
    }
}

extension Diagnostic {
    static func foreignFile(_ file: ForeignFile, at place: SourceLocation) -> Self {
        .error("not-a-description", "this is \(file.kind), and no description", help: file.help, at: place)
    }
}
