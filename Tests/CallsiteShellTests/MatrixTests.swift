import CallsiteCore
@testable import CallsiteCommands
import Foundation
import Testing

@testable import CallsiteDiff

/// `diff --matrix`: every app with every server.
@Suite struct MatrixTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    /// `{id: Int}` and its successors: an enum's value more, a field that is required, another name.
    private static let versions = [
        "{status: on | off}", "{status: on | off}", "{status: on | off | broken}",
        "{status: on | off | broken, note: String}",
    ]

    private func description(_ fields: String) -> String {
        Explanation.start
            + "endpoints: {GetA: {path: /a, response: A}, PutA: {method: PUT, path: /a, body: A}}\nmodels: {A: \(fields)}\n"
    }

    /// A repository whose tags are the versions. Tags of other kinds are among them.
    private func tagVersions() throws {
        try folder.write("nothing\n", to: "shop/README")
        try folder.git(["init", "-q", "-b", "main"], in: "shop")
        try folder.commit("none", in: "shop")
        try folder.git(["tag", "v0.9"], in: "shop")
        for (index, fields) in Self.versions.enumerated() {
            try folder.write(description(fields), to: "shop/Specs/shop.yaml")
            try folder.git(["add", "-A"], in: "shop")
            try folder.git(["commit", "-qm", "\(index)", "--allow-empty"], in: "shop")
            try folder.git(["tag", "v1.\(index + 8)"], in: "shop")
        }
        try folder.git(["tag", "of-a-blob", "HEAD:README"], in: "shop")
        try folder.write(Explanation.start + "models: {A: {id: Intt}}\n", to: "shop/Specs/shop.yaml")
        try folder.commit("broken", in: "shop")
        try folder.git(["tag", "v1.12"], in: "shop")
        try folder.write(
            description("{status: on | off | broken, note: String, more: String?}"), to: "shop/Specs/shop.yaml")
    }

    @Test func theTagsOfARepositoryAreVersions() throws {
        try tagVersions()
        let result = folder.run("diff", "--matrix", "Specs/shop.yaml", from: "shop")
        #expect(result.status == 2)
        #expect(
            result.output == """
                rows are apps, columns are servers: '.' works, 'd' degraded, 'X' breaks

                               1  2  3  4
                1  v1.8, v1.9  .  d  X  X
                2  v1.10       X  .  X  X
                3  v1.11       X  X  .  .
                4  now         X  X  d  .

                v1.11:Specs/shop.yaml:5:41: breaks: A now requires 'note'; apps already released don't send it [field-added-required]
                    apps v1.8 to v1.10 with servers v1.11 to now
                v1.10:Specs/shop.yaml:5:33: breaks: A.Status gains 'broken' [field-enum-value-added]
                    apps v1.10 to now with server v1.8, v1.9
                v1.11:Specs/shop.yaml:5:41: breaks: A gains 'note' [response-field-added]
                    apps v1.11 to now with server v1.10
                v1.10:Specs/shop.yaml:5:33: degraded: A.Status gains 'broken'; apps already released see .unrecognized("broken") [response-enum-value-added]
                    app v1.8, v1.9 with server v1.10
                Specs/shop.yaml:5:55: degraded: A gains 'more' [response-field-added]
                    app now with server v1.11

                the oldest app that the server 'now' still serves is 'v1.11'; all that it serves work in full.

                """, "\(result)")
        #expect(result.errors.contains("Specs/shop.yaml: warning: left out, since the tag has no such file"))
        #expect(result.errors.contains("v1.12:Specs/shop.yaml: warning: left out, since its description has errors"))
    }

    /// Nothing that is compared is no success.
    @Test func aMatrixOfOneVersionIsAnError() throws {
        try tagVersions()
        try folder.git(["mv", "Specs/shop.yaml", "Specs/renamed.yaml"], in: "shop")
        let renamed = folder.run("diff", "--matrix", "Specs/renamed.yaml", from: "shop")
        #expect(
            renamed.status == 74 && renamed.output.isEmpty
                && renamed.errors.contains("no tag has 'Specs/renamed.yaml'"), "\(renamed)")
        // Every tag is broken, or the file is a link there.
        let broken = folder.run("diff", "--matrix", "Specs/shop.yaml", "--tags", "v1.12", from: "shop")
        #expect(broken.status == 74 || broken.status == 1, "\(broken)")
        try folder.git(["checkout", "-q", "."], in: "shop")
        try folder.link("shop/Specs/link.yaml", to: "shop.yaml")
        try folder.commit("link", in: "shop")
        try folder.git(["tag", "v2.0"], in: "shop")
        try folder.delete("shop/Specs/link.yaml")
        try folder.write(description(Self.versions[0]), to: "shop/Specs/link.yaml")
        try folder.commit("file", in: "shop")
        try folder.git(["tag", "v2.1"], in: "shop")
        let link = folder.run("diff", "--matrix", "Specs/link.yaml", from: "shop")
        #expect(
            link.status == 0 && link.errors.contains("v2.0:Specs/link.yaml: warning: left out: ")
                && link.output.contains("1  v2.1, now  ."), "\(link)")
    }

    /// An older app may work where a later one doesn't.
    @Test func aGapIsSaid() throws {
        try folder.write(description("{status: on | off, a: String}"), to: "1.yaml")
        try folder.write(description("{status: on | off, b: String}"), to: "2.yaml")
        try folder.write(description("{status: on | off, a: String, c: String?}"), to: "3.yaml")
        let result = folder.run("diff", "--matrix", "1.yaml", "2.yaml", "3.yaml")
        #expect(
            result.output.hasSuffix(
                "the oldest app that the server '3.yaml' still serves is '1.yaml', though it breaks 2.yaml; all that it serves work in full.\n"
            ), "\(result)")
    }

    @Test func filesAreVersionsToo() throws {
        for (index, fields) in Self.versions.enumerated() {
            try folder.write(description(fields), to: "\(index).yaml")
        }
        let paths = Self.versions.indices.map { "\($0).yaml" }
        let text = folder.run(["diff", "--matrix"] + paths)
        #expect(text.status == 2 && text.output.contains("1  0.yaml, 1.yaml  .  d  X"), "\(text)")
        let markdown = folder.run(["diff", "--matrix", "--format", "markdown", "--fail-on", "none"] + paths)
        #expect(
            markdown.status == 0
                && markdown.output.contains("| 0.yaml, 1.yaml | works | degraded | breaks |\n"), "\(markdown)")
        let json = folder.run(["diff", "--matrix", "--format", "json"] + paths)
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any], "\(json)")
        #expect(object["oldestServed"] as? Int == 2 && object["oldestWorking"] as? Int == 2)
        #expect((object["cells"] as? [[String: Any]])?.count == 6)
        try folder.write("- {id: field-added-required, at: A, reason: agreed}\n", to: "accepted.yaml")
        let accepted = folder.run(["diff", "--matrix", "--accept", "accepted.yaml"] + paths)
        #expect(accepted.status == 0 && accepted.output.contains("1  0.yaml, 1.yaml  .  d  d"), "\(accepted)")
        let degraded = folder.run(
            ["diff", "--matrix", "--accept", "accepted.yaml", "--fail-on", "degraded"] + paths)
        #expect(degraded.status == 2)
        try folder.write(Explanation.start + "models: {A: {id: Intt}}\n", to: "1.yaml")
        let broken = folder.run(["diff", "--matrix"] + paths)
        #expect(broken.status == 1 && broken.output.isEmpty && broken.errors.contains("nothing was compared"))
    }

    /// An option that a matrix has no use for is refused.
    @Test(arguments: [
        ["--against", "HEAD"], ["--server", "old"], ["--callers", "."], ["--bump"], ["--changelog", "x.md"],
        ["--format", "sarif"], ["--format", "github"], ["--fail-on", "source"], ["--tags", "v*"],
    ])
    func whatAMatrixCantUse(_ options: [String]) throws {
        try folder.write(description(Self.versions[0]), to: "a.yaml")
        let refused = folder.run(["diff", "--matrix", "a.yaml", "a.yaml"] + options)
        #expect(refused.status == 64 && refused.errors.contains(options[0]), "\(refused)")
        #expect(folder.run("diff", "--tags", "v*", "a.yaml", "a.yaml").status == 64)
    }

    /// A cell is what the comparison of the two versions says, in both directions.
    @Test func cellsAreTheWorstOfTheComparisons() {
        let verdicts: [AppVerdict] = [.none, .degraded, .breaks]
        func comparison(_ verdict: AppVerdict) -> Comparison {
            var comparison = Comparison()
            for verdict in verdicts.filter({ $0 <= verdict }) {
                comparison.changes.append(
                    Change(id: verdict.name, subject: .api, message: "a change", app: verdict, key: verdict.name))
            }
            return comparison
        }
        for count in 1...4 {
            let pairs = CompatibilityMatrix.pairs(of: count)
            #expect(pairs.count == count * (count - 1) / 2)
            let matrix = CompatibilityMatrix(
                count: count,
                comparisons: pairs.map { pair in
                    let seed = pair.older * 2 + pair.newer
                    return (comparison(verdicts[seed % 3]), comparison(verdicts[(seed + 1) % 3]))
                })
            for app in 0..<count {
                for server in 0..<count {
                    let cell = matrix.cells[app][server]
                    let (older, newer) = (min(app, server), max(app, server))
                    let expected =
                        app == server ? .none : verdicts[(older * 2 + newer + (server < app ? 1 : 0)) % 3]
                    #expect(cell.verdict == expected && cell.reason?.id == (expected == .none ? nil : expected.name))
                }
            }
            let served = matrix.apps(atMost: .degraded)
            #expect(served == (0..<count).filter { matrix.cells[$0][count - 1].verdict < .breaks })
            #expect(served.last == count - 1)
        }
    }

    /// The matrix leaves out only what has no effect on apps: each golden pair of descriptions has the same changes of apps.
    @Test func verdictsOnAppsAreThoseOfTheWholeComparison() throws {
        var count = 0
        for example in ChangeExplanation.all where !example.old.isEmpty && !example.new.isEmpty {
            func reading(_ text: String) -> ContractReading {
                readContract(SourceSet(main: .init(path: "a.yaml", bytes: Array(text.utf8))), options: Options())
            }
            func summary(_ comparison: Comparison) -> [String] {
                comparison.changes.filter { $0.app != .none }.map { "\($0.id) \($0.app) \($0.message)" }.sorted()
            }
            let (old, new) = (reading(example.old), reading(example.new))
            let apps = compareApps(old, new)
            for (isServerOld, comparison) in [(false, apps.released), (true, apps.serverOld)] {
                let whole = summary(compare(old, new, isServerOld: isServerOld, today: nil))
                #expect(summary(comparison) == whole, "\(example.id)")
                count += whole.count
            }
        }
        #expect(count > 200)
    }
}
