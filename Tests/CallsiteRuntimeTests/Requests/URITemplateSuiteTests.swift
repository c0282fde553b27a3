@testable import CallsiteRuntime
import Foundation
import Testing

/// The examples of RFC 6570 whose operators OpenAPI's styles use: none (`simple`), `.` (`label`), `;` (`matrix`), `?`
/// and `&` (`form`). Left out are reserved expansion, path segments and prefixes, which OpenAPI has no style for.
@Suite("RFC 6570", .enabled(if: !URITemplateSuite.isMissing, "the suite is not beside the package"))
struct URITemplateSuiteTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let template: String
        let expected: [String]
        let variables: [String: JSONValue]
        var testDescription: String { template }
    }

    static let cases: [Case] = ["spec-examples-by-section.json", "spec-examples.json", "extended-tests.json"].flatMap {
        file -> [Case] in
        guard let data = try? Data(contentsOf: URITemplateSuite.folder.appendingPathComponent(file)),
            let sections = try? decodeJSON([String: JSONValue].self, from: data)
        else { return [] }
        return sections.sorted { $0.key < $1.key }.flatMap { _, section -> [Case] in
            let variables = Dictionary((section["variables"]?.object ?? [:]).map { ($0.key, $0.value) }) { $1 }
            return (section["testcases"]?.array ?? []).compactMap { pair in
                guard let template = pair[0]?.string, isCovered(template) else { return nil }
                let expected = pair[1]?.string.map { [$0] } ?? pair[1]?.array?.compactMap(\.string) ?? []
                return expected.isEmpty ? nil : Case(template: template, expected: expected, variables: variables)
            }
        }
    }

    private static func isCovered(_ template: String) -> Bool {
        template.split(separator: "{", omittingEmptySubsequences: false).dropFirst().allSatisfy { part in
            part.first.map { $0.isLetter || $0.isNumber || ".;?&_%".contains($0) } == true
                && !part.prefix { $0 != "}" }.contains(":")
        }
    }

    private func item(_ name: String, _ value: JSONValue, _ style: ParameterStyle, _ explode: Bool) throws
        -> RequestWriter.Parameters.Item
    {
        // To these templates a list or an object without elements is as undefined as null.
        let isEmpty = value.array?.isEmpty ?? value.object?.isEmpty ?? false
        return .init(name: name, value: isEmpty ? .null : try WireTree(value), style: style, explode: explode)
    }

    private func expand(_ expression: Substring, _ variables: [String: JSONValue]) throws -> String {
        let first = expression.first.map(String.init) ?? ""
        let (style, names): (ParameterStyle, Substring) =
            switch first {
            case ".": (.label, expression.dropFirst())
            case ";": (.matrix, expression.dropFirst())
            case "?", "&": (.form, expression.dropFirst())
            default: (.simple, expression)
            }
        let items = try names.split(separator: ",").map { text in
            let name = text.hasSuffix("*") ? String(text.dropLast()) : String(text)
            return try item(name.removingPercentEncoding ?? name, variables[name] ?? .null, style, text.hasSuffix("*"))
        }
        if style == .form {
            let pairs = try items.flatMap { try $0.queryItems() }
            return pairs.isEmpty ? "" : first + pairs.joined(separator: "&")
        }
        return try items.compactMap { try $0.pathText() }.joined(separator: style == .simple ? "," : "")
    }

    @Test(arguments: cases)
    func example(_ example: Case) throws {
        var result = ""
        var rest = example.template[...]
        while let open = rest.firstIndex(of: "{"), let close = rest.firstIndex(of: "}") {
            result +=
                encodedLiteral(rest[..<open]) + (try expand(rest[rest.index(after: open)..<close], example.variables))
            rest = rest[rest.index(after: close)...]
        }
        result += encodedLiteral(rest)
        #expect(example.expected.contains(result), "\(result)")
    }

    @Test("the suite was read") func count() { #expect(Self.cases.count > 60) }
}
