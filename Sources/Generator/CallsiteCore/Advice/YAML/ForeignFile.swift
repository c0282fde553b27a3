/// A file of another kind, recognized by its beginning: a user who named it by mistake needs no advice on YAML.
struct ForeignFile {
    var kind: DiagnosticText
    var help: DiagnosticText

    private static let begin: DiagnosticText =
        "a description begins with 'callsite: 1', an OpenAPI document with 'openapi: 3.1.0'"

    /// nil: it doesn't begin as any of these.
    init?(_ lines: YAMLLines) {
        var number = 1
        while number < min(lines.count, 50), lines[number].allSatisfy({ $0 == " " || $0 == "\t" }) { number += 1 }
        self.init(beginning: String(scalars: lines[number][...]))
    }

    init?(beginning line: String) {
        help = ForeignFile.begin
        func begins(_ words: [String]) -> Bool { words.contains { line.hasPrefix($0) } }
        if begins(["#%RAML"]) {
            (kind, help) = ("a RAML document", "convert it to OpenAPI first")
        } else if begins(["FORMAT: 1A", "FORMAT:1A"]) {
            (kind, help) = ("an API Blueprint", "convert it to OpenAPI first")
        } else if begins(["<!DOCTYPE html", "<!doctype html", "<html", "<HTML", "<!DOCTYPE HTML"]) {
            kind = "a web page"
        } else if begins(["<?xml", "<wsdl", "<definitions", "<application", "<edmx"]) {
            kind = "XML"
        } else if begins([
            "// swift-tools-version", "import Foundation", "import PackageDescription", "import Swift", "import UIKit",
            "@testable import",
        ]) {
            kind = "Swift"
        } else if begins(["syntax = \"proto"]) {
            kind = "a Protocol Buffers file"
        } else if begins(["version https://git-lfs"]) {
            (kind, help) = ("a pointer of Git LFS", "'git lfs pull' fetches the file itself")
        } else if begins(["%PDF"]) {
            kind = "a PDF document"
        } else if begins(["PK\u{3}\u{4}"]) {
            kind = "a ZIP archive"
        } else if begins(["#!/"]) {
            kind = "a script"
        } else if begins([
            "package ", "using ", "#include ", "<?php", "const ", "export ", "module.exports", "from ", "def ", "func ",
        ]),
            !line.contains(": ")
        {
            kind = "source code"
        } else if line.hasSuffix("{"),
            begins([
                "type ", "schema ", "schema{", "interface ", "enum ", "input ", "union ", "message ", "service ",
                "struct ", "class ",
            ])
        {
            kind = "source code, or a schema of another language"
        } else {
            return nil
        }
    }

    /// By the keys of a mapping that is no description.
    init?(keys: Set<String>) {
        help = ForeignFile.begin
        func has(_ words: String...) -> Bool { words.allSatisfy(keys.contains) }
        if has("asyncapi") {
            (kind, help) = ("an AsyncAPI document", "Callsite reads APIs of requests: OpenAPI and Swagger")
        } else if has("overlay", "actions") {
            (kind, help) = ("an overlay", "name the document, and this with '--overlay'")
        } else if has("swaggerVersion") {
            (kind, help) = ("a document of Swagger 1", "convert it to OpenAPI first")
        } else if has("info", "item") {
            (kind, help) = ("a Postman collection", "convert it to OpenAPI first")
        } else if has("__export_format") || has("_type", "resources") {
            (kind, help) = ("an Insomnia export", "export it as OpenAPI")
        } else if has("log"), keys.count == 1 {
            (kind, help) = ("an HTTP archive (HAR)", "convert it to OpenAPI first")
        } else if has("openrpc") {
            kind = "an OpenRPC document"
        } else if has("baseUri") || has("title", "mediaType") {
            (kind, help) = ("a RAML document", "convert it to OpenAPI first")
        } else if has("$schema"), !keys.isDisjoint(with: ["type", "properties", "$defs", "definitions", "allOf"]) {
            (kind, help) = ("a JSON Schema", "an OpenAPI document holds it under 'components: {schemas: …}'")
        } else if has("callsite", "descriptions") {
            (kind, help) = ("a configuration", "'callsite generate' without a description reads it")
        } else if has("apiVersion", "kind") {
            kind = "a manifest of Kubernetes"
        } else if has("services") || has("on", "jobs") || has("dependencies") {
            kind = "a file of another tool"
        } else if has("message"), keys.count < 8 {
            (kind, help) = ("a server's message", "look whether the document was downloaded at all")
        } else {
            return nil
        }
    }
}

extension Diagnostic {
    static func foreignFile(_ file: ForeignFile, at place: SourceLocation) -> Self {
        .error("not-a-description", "this is \(file.kind), and no description", help: file.help, at: place)
    }
}
