import CallsiteCore
import Foundation
import Testing

@testable import CallsiteDiff
@testable import CallsiteCommands
@testable import CallsiteShell

/// The names of changes, their effects, and that equal descriptions have no change.
@Suite struct DiffRuleTests {
    private static let golden = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
        "Diff/expected.txt")

    @Test(arguments: ChangeExplanation.all.map(\.id)) func thePairShowsTheChange(_ id: String) throws {
        let explanation = try #require(ChangeExplanation.all.first { $0.id == id })
        #expect(explanation.meaning.hasSuffix("."))
        #expect(explanation.output.split(separator: "\n").contains { $0.hasSuffix("[\(id)]") }, "\(explanation.output)")
    }

    /// `UPDATE_GOLDEN=1 swift test --filter DiffRule` rewrites it, and fails.
    @Test func everyPairSaysWhatItSaid() throws {
        let text = ChangeExplanation.all.map { "# \($0.id)\n\($0.output)" }.joined(separator: "\n")
        if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] != nil {
            try FileManager.default.createDirectory(
                at: Self.golden.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: Self.golden)
            Issue.record("the pairs' output was rewritten: read the difference, then run without UPDATE_GOLDEN")
            return
        }
        let wanted = try String(contentsOf: Self.golden, encoding: .utf8)
        let pairs = text.components(separatedBy: "\n# ")
        let others = Set(wanted.components(separatedBy: "\n# "))
        for pair in pairs where !others.contains(pair) { Issue.record("now: \(pair)") }
        #expect(text == wanted)
    }

    /// An id that is printed can be explained.
    @Test func everyIDIsExplained() throws {
        let known = Set(ChangeExplanation.all.map(\.id))
        #expect(known.count == ChangeExplanation.all.count)
        #expect(known.isDisjoint(with: Explanation.all.map(\.id)))
        for explanation in ChangeExplanation.all {
            for match in explanation.output.matches(of: /\[([a-z-]+)\]\n/) {
                #expect(known.contains(String(match.1)), "\(match.1)")
            }
        }
        let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
            .appendingPathComponent("Sources/Diff/CallsiteDiff")
        var literals: Set<String> = []
        for name in try FileManager.default.contentsOfDirectory(atPath: sources.path) where name.hasPrefix("Compare") {
            let text = try String(contentsOf: sources.appendingPathComponent(name), encoding: .utf8)
            for match in text.matches(of: /"([a-z]+(?:-[a-z]+)+)"/) { literals.insert(String(match.1)) }
        }
        // These aren't ids: a header, keys of a document, and the beginning of ids.
        literals.subtract([
            "content-type", "x-sunset", "x-stability-level", "x-extensible-enum", "x-nullable", "response-field",
        ])
        #expect(literals.count > 80)
        #expect(literals.subtracting(known).sorted() == [])
    }

    @Test func oasdiffsIDsAreOfKnownIDs() {
        #expect(Set(ChangeRules.oasdiff.keys).subtracting(ChangeExplanation.all.map(\.id)).sorted() == [])
    }

    // MARK: - No change

    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    static let specifications: [String] = ["Specs", "Tests/CallsiteCoreTests/Cases"].flatMap { folder -> [String] in
        let names =
            FileManager.default.enumerator(atPath: root.appendingPathComponent(folder).path)?.compactMap {
                $0 as? String
            } ?? []
        return names.filter { ($0.hasSuffix("spec.yaml") || folder == "Specs") && $0.hasSuffix(".yaml") }.sorted().map {
            folder + "/" + $0
        }
    }

    private func reading(_ bytes: [UInt8]) -> ContractReading {
        readContract(SourceSet(main: .init(path: "spec.yaml", bytes: bytes)), options: Options())
    }

    private func bytes(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: Self.root.appendingPathComponent(path)))
    }

    @Test func theSameDescriptionTwiceIsNoChange() throws {
        var compared = 0
        for path in Self.specifications {
            let reading = reading(try bytes(path))
            guard reading.contract != nil else { continue }
            compared += 1
            for isServerOld in [false, true] {
                let comparison = compare(reading, reading, isServerOld: isServerOld)
                #expect(comparison.changes.map { "\($0.message)" } == [], "\(path)")
                #expect(!comparison.isUnrelated && comparison.bump == "none")
            }
        }
        #expect(compared > 60)
    }

    /// A released app sends values that a server now refuses, though the Swift type doesn't show it.
    @Test(arguments: [
        ("{type: string, enum: [a, b]}", "{type: string, enum: [a]}"), ("{type: string}", "{type: string, enum: [a]}"),
        ("{type: string, enum: [a]}", "{type: string, enum: [b]}"),
        ("{type: integer, enum: [1, 2]}", "{type: integer, enum: [1]}"),
        ("{type: string}", "{type: string, format: email}"),
        ("{type: string, format: ipv4}", "{type: string, format: ipv6}"),
        ("{type: integer, format: int64}", "{type: integer, format: int32}"),
    ])
    func fewerValuesBreakWhatIsSent(_ old: String, _ new: String) throws {
        func contract(_ schema: String) -> ContractReading {
            let text = """
                openapi: 3.1.0
                info: {title: Shop, version: "1"}
                security: []
                paths: {/o: {post: {operationId: o, requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/N'}}}}, responses: {"204": {description: ok}}}}}
                components: {schemas: {N: {type: object, properties: {e: \(schema)}}}}
                """
            return reading(Array(text.utf8))
        }
        let narrower = compare(contract(old), contract(new)).changes
        #expect(narrower.contains { $0.app == .breaks }, "\(narrower.map { "\($0.message) [\($0.id)]" })")
        #expect(!narrower.contains { $0.id.hasSuffix("-enum-opened") })
        guard !old.contains("[a]"), !old.contains("ipv4") else { return }
        let wider = compare(contract(new), contract(old)).changes
        #expect(!wider.contains { $0.app == .breaks }, "\(wider.map { "\($0.message) [\($0.id)]" })")
    }

    /// The order of properties and parameters is that of arguments; all other keys have none.
    @Test func theOrderOfKeysIsNoChange() throws {
        var compared = 0
        for path in Self.specifications {
            let bytes = try bytes(path)
            let before = reading(bytes)
            guard before.contract != nil, let root = before.nodes.openAPIRoot else { continue }
            let after = reading(Array(reversed(root, isOrdered: false).utf8))
            guard after.contract != nil else { continue }
            compared += 1
            let changes = compare(before, after).changes.map { "\($0.message) [\($0.id)]" }
            #expect(changes == [], "\(path)")
        }
        #expect(compared > 20)
    }

    private func reversed(_ node: Node, isOrdered: Bool) -> String {
        if let elements = node.elements {
            return "[" + elements.map { reversed($0, isOrdered: false) }.joined(separator: ", ") + "]"
        }
        if let pairs = node.pairs {
            let parts = pairs.map { key, value in
                let name = key.text ?? ""
                let keeps = name == "properties" || name == "content" || name == "variables"
                return QuotedText.json(name) + ": " + reversed(value, isOrdered: keeps && !isOrdered)
            }
            return "{" + (isOrdered ? parts : parts.reversed()).joined(separator: ", ") + "}"
        }
        guard node.isPlain, let value = node.value else { return QuotedText.json(node.text ?? "") }
        if case .string(let text) = value { return QuotedText.json(text) }
        return node.isNull ? "null" : node.text ?? ""
    }

    // MARK: - Any two

    @Test func anyTwoDescriptionsCompare() throws {
        let readings = try Self.specifications.map { reading(try bytes($0)) }.filter { $0.contract != nil }
        for (index, one) in readings.enumerated() {
            for other in readings[index...].prefix(4) {
                for change in compare(one, other).changes + compare(other, one).changes {
                    #expect(change.newPlace != nil || change.oldPlace != nil)
                    #expect(!change.message.description.isEmpty && change.fingerprint.utf8.count == 16)
                }
            }
        }
    }

    /// The name of a type means the same to callers, whichever module declares it.
    @Test func namesMeanWhatTheyMeantOrBreak() {
        func source(_ old: String, _ new: String, schemas: String = "", now: String = "") -> SourceVerdict {
            func reading(_ response: String, _ schemas: String) -> ContractReading {
                self.reading(
                    Array(
                        """
                        openapi: 3.1.0
                        info: {title: Pets, version: '1'}
                        servers: [{url: https://example.com}]
                        paths: {/x: {get: {operationId: getX, responses: {'200': {description: d, \(response)}}}}}
                        components: {schemas: {Home: {type: object, properties: {city: {type: string}}}, \(schemas)}}

                        """.utf8))
            }
            return compare(reading(old, schemas), reading(new, now)).changes.map(\.source).max() ?? .none
        }
        func body(_ schema: String) -> String { "content: {application/json: {schema: {\(schema)}}}" }
        let (home, object) = ("$ref: '#/components/schemas/Home'", "type: object, properties: {city: {type: string}}")
        // A type in place hides the model of its name.
        #expect(
            source(
                body("type: object, properties: {home: {\(home)}, other: {\(home)}}"),
                body("type: object, properties: {home: {\(object)}, other: {\(home)}}")) == .breaks)
        // The response was of the name that stands for the model now.
        #expect(source(body(object), body("$ref: '#/components/schemas/New'"), now: "New: {\(object)}") == .none)
        // One model is a name for another that holds the same.
        let (model, alias) = ("M: {allOf: [{\(home)}, {type: object, properties: {}}]}", "M: {allOf: [{\(home)}]}")
        let response = body("type: object, properties: {m: {$ref: '#/components/schemas/M'}, home: {\(home)}}")
        #expect(source(response, response, schemas: model, now: alias) == .none)
        // The last header takes the type of all with it.
        #expect(source("headers: {X-A: {schema: {type: string}}}", "headers: {}") == .breaks)
    }

    /// One law for both directions of time: a new app at an old server fares as an app of the new description does at a
    /// server that came to the old one. The contract of requests is the server's, and the sender is the app; the writer
    /// of responses is the server, and the reader is the app.
    @Test func bothDirectionsOfTimeHaveOneLaw() {
        for explanation in ChangeExplanation.all where !explanation.old.isEmpty {
            let (old, new) = (reading(Array(explanation.old.utf8)), reading(Array(explanation.new.utf8)))
            for (one, other) in [(old, new), (new, old)] {
                let (later, exchanged) = (compare(one, other, isServerOld: true).changes, compare(other, one).changes)
                let verdicts = [later, exchanged].map { $0.map(\.app).max() ?? .none }
                #expect(
                    verdicts[0] == verdicts[1],
                    "\(explanation.id): \(later.map { "\($0.app) \($0.message)" }) \(exchanged.map { "\($0.app) \($0.message)" })"
                )
            }
        }
    }

    /// A change that breaks in one direction of time is judged the other way round in the other.
    @Test func aNewAppMeetsAnOldServer() throws {
        func reading(_ fields: String) -> ContractReading {
            self.reading(
                Array(
                    (Explanation.start
                        + "endpoints: {PutA: {method: PUT, path: /a, body: A}}\nmodels: {A: {\(fields)}}\n").utf8))
        }
        let (old, new) = (reading("id: Int"), reading("id: Int, note: String"))
        #expect(compare(old, new).changes.map(\.app) == [.breaks])
        #expect(compare(old, new, isServerOld: true).changes.map(\.app) == [.none])
        #expect(compare(new, old, isServerOld: true).changes.map(\.app) == [.breaks])
    }
}

/// The command.
@Suite struct DiffCommandTests {
    private func folder(_ old: String = "{id: Int}", _ new: String = "{id: Int, note: String}") throws -> TestFolder {
        let folder = try TestFolder()
        for (name, fields) in [("old.yaml", old), ("new.yaml", new)] {
            try folder.write(
                Explanation.start + "endpoints: {PutA: {method: PUT, path: /a, body: A}}\nmodels: {A: \(fields)}\n",
                to: name)
        }
        return folder
    }

    @Test func reportsChangesAndTheNextVersion() throws {
        let result = try folder().run("diff", "old.yaml", "new.yaml")
        #expect(result.status == 2 && result.errors.isEmpty)
        #expect(
            result.output == """
                new.yaml:5:23: app breaks, source breaks: A now requires 'note'; apps already released don't send it [field-added-required]
                    Swift: note: String is new
                    used by 1 endpoint: PUT /a
                    before: old.yaml:5:10
                1 change: 1 breaks apps, 1 breaks source. Next version: major

                """)
    }

    @Test func theStatusIsOfTheLevelsAskedFor() throws {
        let folder = try folder()
        for (level, status) in [("app", 2), ("none", 0), ("silent", 0), ("silent,source", 2), ("any", 2)]
            as [(String, Int32)]
        {
            #expect(folder.run("diff", "old.yaml", "new.yaml", "--fail-on", level).status == status, "\(level)")
        }
        #expect(folder.run("diff", "old.yaml", "old.yaml", "--fail-on", "any").status == 0)
        #expect(folder.run("diff", "old.yaml", "old.yaml").output == "no change.\n")
        let wrong = folder.run("diff", "old.yaml", "new.yaml", "--fail-on", "sourc")
        #expect(wrong.status == 64 && wrong.errors.contains("did you mean 'source'?"))
        #expect(folder.run("diff", "old.yaml", "new.yaml", "--bump").output == "major\n")
        #expect(folder.run("diff", "old.yaml").status == 64)
        #expect(folder.run("diff", "old.yaml", "new.yaml", "--server", "old").status == 0)
    }

    @Test func aSideWithErrorsIsReportedAndNothingCompared() throws {
        let folder = try folder()
        try folder.write(Explanation.start + "models: {A: {id: Intt}}\n", to: "new.yaml")
        let result = folder.run("diff", "old.yaml", "new.yaml")
        #expect(result.status == 1 && result.output.isEmpty)
        #expect(
            result.errors.contains("new.yaml:4:18: error: unknown type 'Intt'")
                && result.errors.hasSuffix("nothing was compared\n"))
        #expect(folder.run("diff", "old.yaml", "absent.yaml").status == 74)
    }

    @Test func programsReadJSONAndSARIF() throws {
        let folder = try folder()
        let result = folder.run("diff", "old.yaml", "new.yaml", "--format", "json")
        let json = try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
        let comparisons = try #require(json["comparisons"] as? [[String: Any]])
        let change = try #require((comparisons[0]["changes"] as? [[String: Any]])?.first)
        #expect(change["id"] as? String == "field-added-required" && change["app"] as? String == "breaks")
        #expect(
            change["source"] as? String == "breaks"
                && (change["oasdiff"] as? [String])?.first == "new-required-request-property")
        #expect((change["new"] as? [String: Any])?["line"] as? Int == 5)
        let sarif = folder.run("diff", "old.yaml", "new.yaml", "--format", "sarif").output
        let document = try #require(try JSONSerialization.jsonObject(with: Data(sarif.utf8)) as? [String: Any])
        #expect(document["version"] as? String == "2.1.0" && sarif.contains("\"level\": \"error\""))
        #expect(
            folder.run("diff", "old.yaml", "new.yaml", "--format", "github").output.hasPrefix(
                "::error file=new.yaml,line=5,col=23,"))
    }

    @Test func nothingOfADescriptionIsMarkup() throws {
        let folder = try TestFolder()
        for (name, values) in [("old.yaml", "[a, b]"), ("new.yaml", "[a, b, '<img src=x> | `x` @all **b**']")] {
            try folder.write(
                Explanation.openAPIStart + Explanation.server
                    + "paths: {/a: {get: {operationId: a, responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/S'}}}}}}}}\n"
                    + "components: {schemas: {S: {type: object, properties: {v: {type: string, enum: \(values)}}}}}\n",
                to: name)
        }
        let text = folder.run("diff", "old.yaml", "new.yaml", "--format", "markdown").output
        #expect(text.contains("gains '&lt;img src=x&gt; \\| \\`x\\` \\@all \\*\\*b\\*\\*'"), "\(text)")
        #expect(folder.run("diff", "old.yaml", "new.yaml", "--changelog", "CHANGES.md").status == 0)
        let changes = try #require(folder.read("CHANGES.md"))
        #expect(changes.hasPrefix("<!-- Generated by Callsite ") && !changes.contains("<img"))
    }

    @Test func acceptedChangesCountNoMoreUntilTheyAreGone() throws {
        let folder = try folder()
        try folder.write("- {id: field-added-required, at: A, reason: agreed with the app team}\n", to: "accepted.yaml")
        let result = folder.run("diff", "old.yaml", "new.yaml", "--accept", "accepted.yaml")
        #expect(result.status == 0 && result.output == "no change. 1 change accepted.\n", "\(result)")
        let stale = folder.run("diff", "old.yaml", "old.yaml", "--accept", "accepted.yaml")
        #expect(
            stale.status == 0 && stale.errors.contains("accepted.yaml:1:3: warning: no change fits this entry any more")
        )
        try folder.write(
            "- {id: field-added-required, untl: 2027-01-01}\n- {at: A, reason: x}\n- text\n", to: "accepted.yaml")
        let wrong = folder.run("diff", "old.yaml", "new.yaml", "--accept", "accepted.yaml").errors
        for text in [
            "unknown key 'untl'; did you mean 'until'?", "needs 'reason'", "needs 'id', or 'fingerprint'",
            "list of mappings",
        ] {
            #expect(wrong.contains(text), "\(wrong)")
        }
    }

    @Test func unrelatedDescriptionsAreCalledSo() throws {
        let folder = try TestFolder()
        for (name, path) in [("old.yaml", "cat"), ("new.yaml", "dog")] {
            try folder.write(
                Explanation.start
                    + "endpoints: {Get\(path): {path: /\(path), response: \(path.uppercased())}}\nmodels: {\(path.uppercased()): {\(path)s: Int}}\n",
                to: name)
        }
        #expect(folder.run("diff", "old.yaml", "new.yaml").output.contains("they seem to be of different APIs"))
    }

    @Test func foldersAreComparedFileByFile() throws {
        let folder = try folder()
        try folder.makeFolder("a")
        try folder.makeFolder("b/c")
        try FileManager.default.copyItem(atPath: folder.path("old.yaml"), toPath: folder.path("a/x.yaml"))
        let different = folder.run("diff", "a", "b")
        #expect(
            different.status == 2 && different.output.contains("gone with its endpoint; apps already released get 404"),
            "\(different)")
        #expect(folder.run("diff", "b", "b").errors.contains("there is no description in 'b' or 'b'"))
        try FileManager.default.copyItem(atPath: folder.path("new.yaml"), toPath: folder.path("b/x.yaml"))
        #expect(
            folder.run("diff", "a", "b").output.hasPrefix(
                "b/x.yaml:5:23: app breaks, source breaks: A now requires 'note'"))
        #expect(folder.run("diff", "a", "new.yaml").status == 74)
    }

    @Test func renamesAndTheNameOfTheConfigurationCountForBothSides() throws {
        let folder = try TestFolder()
        try folder.write(Explanation.start + "endpoints: {ListOrders: {path: /orders}}\n", to: "old.yaml")
        try folder.write(Explanation.start + "endpoints: {ListPurchases: {path: /orders}}\n", to: "new.yaml")
        let result = folder.run("diff", "old.yaml", "new.yaml")
        #expect(
            result.output.contains("help: keep the name with 'renames: {ListPurchases: ListOrders}' in callsite.yaml"),
            "\(result)")
        try folder.write(
            "callsite: 1\ndescriptions:\n  - {source: new.yaml, renames: {ListPurchases: ListOrders}}\n",
            to: "callsite.yaml")
        let kept = folder.run("diff", "old.yaml", "new.yaml")
        #expect(kept.output == "no change.\n", "\(kept)")
    }

    // MARK: - Callers

    /// A folder with a pair of descriptions, and code that calls the old one.
    private func callers(_ old: String, _ new: String, _ code: String) throws -> TestFolder {
        let folder = try TestFolder()
        for (name, models) in [("old.yaml", old), ("new.yaml", new)] {
            try folder.write(
                Explanation.start
                    + "endpoints: {PutA: {method: PUT, path: /a, body: A}, GetA: {path: /b, response: A}}\nmodels: \(models)\n",
                to: name)
        }
        try folder.write(code, to: "Sources/App/App.swift")
        return folder
    }

    @Test func callersOfWhatChangedAreNamed() throws {
        let code = """
            // A(id: 1, note: "") in a comment, and "A(id:)" in a string
            func make() -> A { A(id: 1, title: "\\(make().title)") }
            let other = B(id: 2)
            """
        let folder = try callers("{A: {id: Int, title: String}}", "{A: {id: Int}}", code)
        let result = folder.run("diff", "old.yaml", "new.yaml", "--callers", "Sources")
        #expect(result.status == 2, "\(result)")
        #expect(
            result.output.contains("your code: Sources/App/App.swift:2:29, Sources/App/App.swift:2:46\n"), "\(result)")
        #expect(
            result.output.hasSuffix(
                "1 change: 1 breaks apps, 1 breaks source. 1 of them touches your code. Next version: major\n"),
            "\(result)")
        try folder.write("let other = B(id: 2, text: x.titles)\n", to: "Sources/App/App.swift")
        let none = folder.run("diff", "old.yaml", "new.yaml", "--callers", "Sources/App/App.swift")
        #expect(!none.output.contains("your code:") && none.output.contains("None of them touch your code."), "\(none)")
        let json = folder.run("diff", "old.yaml", "new.yaml", "--callers", "Sources", "--format", "json").output
        #expect(json.contains("\"callers\": []"), "\(json)")
    }

    @Test func aRequiredArgumentConcernsEveryCall() throws {
        let code = "let a = A.init(\n    id: 1)\nfunc f(_ a: A) -> Int { a.id }\n"
        let folder = try callers("{A: {id: Int}}", "{A: {id: Int, note: String}}", code)
        let result = folder.run("diff", "old.yaml", "new.yaml", "--callers", "Sources")
        #expect(result.output.contains("your code: Sources/App/App.swift:1:9\n"), "\(result)")
    }

    @Test func aSwitchWithoutDefaultIsFound() throws {
        let code = """
            func a(_ s: A.State) -> Int { switch s { case .open, .closed: 1 case .unrecognized: 2 } }
            func b(_ s: A.State) -> Int { switch s { case .open: 1 default: 2 } }
            func c(_ s: Other) -> Int { switch s { case .open: 1 case .other: 2 } }
            """
        let folder = try callers("{A: {state: open | closed}}", "{A: {state: open | closed | lost}}", code)
        let result = folder.run("diff", "old.yaml", "new.yaml", "--callers", "Sources")
        #expect(result.output.contains("your code: Sources/App/App.swift:1:31\n"), "\(result)")
    }

    @Test func aComparisonWithAnUnrecognizedValueIsSilent() throws {
        let folder = try callers(
            "{A: {state: open | closed}}", "{A: {state: open | closed | lost}}",
            "func isLost(_ a: A) -> Bool { a.state == .unrecognized(\"lost\") || a.state == .unrecognized(\"gone\") }\n"
        )
        let result = folder.run("diff", "old.yaml", "new.yaml", "--callers", "Sources", "--fail-on", "silent")
        #expect(result.status == 2 && result.output.contains("your code: Sources/App/App.swift:1:43\n"), "\(result)")
        #expect(folder.run("diff", "old.yaml", "new.yaml", "--fail-on", "silent").status == 0)
    }

    @Test func extensionsOfTypesThatBecameOneMayCollide() throws {
        let folder = try callers(
            "{A: {b: B, state: open | closed}, B: {state: open | closed | lost}}",
            "{A: {b: B, state: open | closed}, B: {state: open | closed}}",
            "extension A.State { var x: Int { 1 } }\nextension B.State { var x: Int { 1 } }\n")
        let result = folder.run("diff", "old.yaml", "new.yaml", "--callers", "Sources", "--fail-on", "none")
        #expect(result.output.contains("may break source: 'A.State' and 'B.State' are one type now"), "\(result)")
        #expect(
            result.output.contains("your code: Sources/App/App.swift:1:13, Sources/App/App.swift:2:13\n"), "\(result)")
        #expect(!folder.run("diff", "old.yaml", "new.yaml").output.contains("are one type now"))
    }

    @Test func onlySwiftThatSomebodyWroteIsSearched() throws {
        let folder = try callers(
            "{A: {id: Int}}", "{A: {id: Int, note: String}}",
            "// Generated by Callsite 1.0.0 from a.yaml.\nlet a = A(id: 1)\n")
        try folder.write("let a = A(id: 1)\n", to: "Sources/App/.hidden/App.swift")
        try folder.write("let a = A(id: 1)\n", to: "Sources/App/notes.txt")
        let result = folder.run("diff", "old.yaml", "new.yaml", "--callers", "Sources")
        #expect(result.status == 74 && result.errors.contains("there is no Swift file in 'Sources'"), "\(result)")
        #expect(folder.run("diff", "old.yaml", "new.yaml", "--callers", "absent").status == 74)
    }

    /// Whatever a file holds, its names are found in time.
    @Test func anySourceHasTokens() {
        for text in [
            "\"", "\"\\(", "/*/*", "#\"\"", "`", "\"\"\"\\(\"\"\"\\(", String(repeating: "\"\\(", count: 5_000),
            "a\u{301}.é(b:)", "\"\\",
        ] {
            #expect(SwiftToken.all(in: Array(text.utf8)).count <= text.utf8.count)
        }
        let tokens = SwiftToken.all(in: Array("let x = #\"a \\(b) \\#(c)\"# + `class`.d // e\n/* f /* g */ */ h".utf8))
        #expect(tokens.filter { $0.kind == .name }.map(\.text) == ["let", "x", "c", "class", "d", "h"])
    }

    // MARK: - A stale output

    @Test func aStaleOutputIsExplained() throws {
        let folder = try folder()
        try FileManager.default.copyItem(atPath: folder.path("old.yaml"), toPath: folder.path("api.yaml"))
        #expect(folder.run("generate", "api.yaml", "-o", "Out").status == 0)
        #expect(folder.run("generate", "api.yaml", "-o", "Out", "--explain").status == 64)
        #expect(folder.run("generate", "api.yaml", "-o", "Out", "--check", "--explain").status == 0)
        try folder.write(try #require(folder.read("new.yaml")), to: "api.yaml")
        let outside = folder.run("generate", "api.yaml", "-o", "Out", "--check", "--explain")
        #expect(outside.status == 2 && outside.errors.contains("can't explain what changed: "), "\(outside)")
        try FileManager.default.removeItem(atPath: folder.path("api.yaml"))
        try FileManager.default.copyItem(atPath: folder.path("old.yaml"), toPath: folder.path("api.yaml"))
        try git("init", "-q", in: folder)
        try git("add", "-A", in: folder)
        try git("commit", "-qm", "one", in: folder)
        try folder.write(try #require(folder.read("new.yaml")), to: "api.yaml")
        try git("commit", "-qam", "the description alone", in: folder)
        let stale = folder.run("generate", "api.yaml", "-o", "Out", "--check", "--explain")
        #expect(
            stale.status == 2 && stale.output.contains("app breaks, source breaks: A now requires 'note'"), "\(stale)")
        #expect(stale.output.contains("the last commit that changed 'Out'"), "\(stale)")
        // Another option, and the same description.
        try FileManager.default.removeItem(atPath: folder.path("api.yaml"))
        try FileManager.default.copyItem(atPath: folder.path("old.yaml"), toPath: folder.path("api.yaml"))
        let same = folder.run("generate", "api.yaml", "-o", "Out", "--access", "public", "--check", "--explain")
        #expect(same.status == 2 && same.output.contains("api.yaml means what it meant"), "\(same)")
    }

    // MARK: - git

    private func git(_ arguments: String..., in folder: TestFolder) throws {
        let result = try ChildProgram.run(
            [
                "git", "-C", folder.path, "-c", "user.name=a", "-c", "user.email=a@example.com", "-c",
                "commit.gpgsign=false",
            ] + arguments,
            variables: ["GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1"], limit: 1 << 20)
        #expect(result.status == 0, "\(String(decoding: result.errors, as: UTF8.self))")
    }

    @Test func theOldSideComesFromGit() throws {
        let folder = try TestFolder()
        let main = "include: [models.yaml]\nendpoints: {PutA: {method: PUT, path: /a, body: A}}\n"
        try folder.write(Explanation.start + main, to: "Specs/api.yaml")
        try folder.write("models: {A: {id: Int}}\n", to: "Specs/models.yaml")
        #expect(folder.run("diff", "--against", "HEAD", "Specs/api.yaml").errors.contains("is in no git repository"))
        try git("init", "-q", in: folder)
        try git("add", "-A", in: folder)
        try git("commit", "-qm", "one", in: folder)
        try folder.write("models: {A: {id: Int, note: String}}\n", to: "Specs/models.yaml")
        let result = folder.run("diff", "--against", "HEAD", "Specs/api.yaml")
        #expect(
            result.status == 2
                && result.output.contains("Specs/models.yaml:1:23: app breaks, source breaks: A now requires 'note'"),
            "\(result)")
        #expect(result.output.contains("before: HEAD:Specs/models.yaml:1:10"), "\(result)")
        for revision in ["--upload-pack=x", "-h", "nothing", "nothing:Specs/api.yaml"] {
            let refused = folder.run("diff", "--against=\(revision)", "Specs/api.yaml")
            #expect(
                refused.status == 74 && refused.errors.contains("is no commit, branch or tag"),
                "\(revision): \(refused)")
        }
        #expect(folder.run("diff", "--against", "HEAD", "old.yaml", "new.yaml").status == 64)
        #expect(
            folder.run("diff", "--against", "HEAD", "Specs/absent.yaml").errors.contains(
                "there is no 'Specs/absent.yaml' in 'HEAD'"))
    }

    /// The target of a link isn't part of the revision.
    @Test func aLinkInTheTreeIsRefused() throws {
        let folder = try folder()
        try folder.link("api.yaml", to: "old.yaml")
        try git("init", "-q", in: folder)
        try git("add", "-A", in: folder)
        try git("commit", "-qm", "one", in: folder)
        let result = folder.run("diff", "--against", "HEAD", "api.yaml")
        #expect(result.status == 74 && result.errors.contains("Not a regular file"), "\(result)")
    }
}
