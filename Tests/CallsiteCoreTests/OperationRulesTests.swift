import Testing

@testable import CallsiteCore
@testable import CallsitePrinter

/// The settings of `callsite.yaml` for operations: how they are authenticated, when their streams are reopened.
@Suite struct OperationRulesTests {
    /// - Parameter security: The `security` of the document, of `/open` and of `/admin`, as flow mappings without
    ///   braces; nil: the key is missing.
    private func output(_ line: String, security: (String?, String?, String?) = (nil, nil, nil)) -> Output {
        func key(_ text: String?) -> String { text.map { "security: \($0), " } ?? "" }
        let document = """
            {openapi: 3.1.0, info: {title: Shop, version: "1"}, servers: [{url: https://a.example}], \(key(security.0))paths: {
              /open: {get: {operationId: open, tags: [public], \(key(security.1))responses: {"204": {description: done}}}},
              /admin: {post: {operationId: admin, tags: [secret], \(key(security.2))
                parameters: [{name: Authorization, in: header, schema: {type: string}}], responses: {"204": {description: done}}}},
              /watch: {get: {operationId: watch, responses: {"200": {description: ok, content: {text/event-stream: {schema: {type: string}}}}}}}},
             components: {securitySchemes: {token: {type: http, scheme: bearer}, key: {type: apiKey, in: header, name: X-Key}, tls: {type: mutualTLS}}}}
            """
        var diagnostics = Diagnostics()
        let configuration = readConfiguration(
            .init(
                path: "callsite.yaml",
                bytes: Array("callsite: 1\ndescriptions:\n  - source: a.yaml\n    \(line)\n".utf8)), &diagnostics)
        #expect(!diagnostics.hasErrors, "\(diagnostics.all)")
        return generate(
            SourceSet(main: .init(path: "a.yaml", bytes: Array(document.utf8))),
            options: configuration.descriptions.first?.settings.options() ?? Options())
    }

    private func text(_ output: Output) -> String {
        output.files.map { String(decoding: $0.contents, as: UTF8.self) }.joined()
    }

    /// The authentication that the API, `open` and `admin` declare.
    private func ways(_ output: Output) -> [String?] {
        let text = text(output)
        func behind(_ start: String, upTo end: String, _ mark: String) -> String? {
            guard let part = text.firstRange(of: start).map({ text[$0.upperBound...] }) else { return "missing" }
            let whole = part.firstRange(of: end).map { part[..<$0.lowerBound] } ?? part
            return whole.firstRange(of: mark).map { String(whole[$0.upperBound...].prefix { $0 != "\n" }) }
        }
        return [
            behind("static let shop = API(", upTo: "\n    )", "authentication: "),
            behind("struct OpenRequest", upTo: "\n}", ".authenticated(by: "),
            behind("struct AdminRequest", upTo: "\n}", ".authenticated(by: "),
        ]
    }

    @Test func whatADocumentSaysIsKept() {
        #expect(ways(output("")) == [nil, nil, nil])
        #expect(output("").diagnostics.all.map(\.id).contains("no-security"))
        #expect(ways(output("", security: ("[]", nil, nil))) == [".none", nil, nil])
        #expect(ways(output("", security: ("[{token: []}]", "[]", nil))) == [".bearer", ".none)", nil])
        // If one operation names its security, the others need none.
        #expect(ways(output("", security: (nil, nil, "[{token: []}]"))) == [".none", nil, ".bearer)"])
        // A certificate is nothing that is sent.
        #expect(ways(output("", security: ("[{tls: []}]", nil, nil))) == [".none", nil, nil])
        // Something is needed, but it is unknown.
        #expect(ways(output("", security: ("[{nosuch: []}]", nil, nil))) == [nil, nil, nil])
        #expect(ways(output("", security: ("[{token: []}]", "[{nosuch: []}]", nil))) == [".bearer", ".none)", nil])
    }

    @Test func theConfigurationSaysTheRest() {
        for security in [(nil, nil, nil), ("[]", nil, nil)] as [(String?, String?, String?)] {
            let all = output("authentication: bearer", security: security)
            #expect(ways(all) == [".bearer", nil, nil] && !all.diagnostics.all.map(\.id).contains("no-security"))
            // The credential sets the header, so it is no parameter.
            #expect(!text(all).contains("authorization"))
            #expect(text(output("authentication: {header: X-Key}", security: security)).contains("authorization"))
        }
        #expect(ways(output("authentication: none")) == [".none", nil, nil])
        #expect(!output("authentication: none").diagnostics.all.map(\.id).contains("no-security"))
        // An operation's own word holds, unless a rule goes before it.
        #expect(
            ways(output("authentication: bearer", security: (nil, nil, "[{key: []}]"))) == [
                ".bearer", nil, #".header("X-Key"))"#,
            ])
        let rules =
            "authentication: {default: bearer, apply: [{tags: [public, secret], use: basic}, {paths: [POST /ad*], use: {query: key}}]}"
        #expect(ways(output(rules, security: (nil, nil, "[{key: []}]"))) == [".bearer", ".basic)", #".query("key"))"#])
    }

    @Test func theWarningNamesWhatTheDocumentDeclares() {
        let all = output("").diagnostics.all.first { $0.id == "no-security" }
        #expect(all?.help?.description.contains("'authentication: bearer'") == true)
        let one = output("authentication: {apply: [{operations: [admin, watch], use: {header: X-Key}}]}")
        #expect(
            one.diagnostics.all.first { $0.id == "no-security" }?.message.description.contains("requests of 'open'")
                == true)
    }

    @Test func streamsAreOpenedAnewAsTheConfigurationSays() {
        #expect(!text(output("authentication: none")).contains("reconnects:"))
        #expect(!text(output("reconnect: withIDs")).contains("reconnects:"))
        #expect(text(output("reconnect: afterLoss")).contains(".events(end: \"[DONE]\", reconnects: .afterLoss)"))
        #expect(
            text(output("reconnect: {default: never, apply: [{operations: [watch], use: always}]}")).contains(
                "reconnects: .always"))
        let misfit = output("reconnect: {apply: [{operations: [open], use: always}]}").diagnostics.all.first {
            $0.id == "unused-rule"
        }
        #expect(misfit?.message.description == "'reconnect': 'open' has no stream of events")
        // A pattern chooses what it fits.
        let pattern = output("reconnect: {apply: [{paths: [/*], use: always}]}")
        #expect(!pattern.diagnostics.hasErrors && text(pattern).contains("reconnects: .always"))
    }
}
