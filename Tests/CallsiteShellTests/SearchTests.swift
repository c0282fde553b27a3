import Foundation
import SitePages
import SwiftCompiler
import Testing

/// The site's search, with its own ranking: what comes first.
@Suite("Search", .enabled(if: Browser.program != nil, "no Chromium is installed"), .serialized) struct SearchTests {
    /// Queries, each with what must come first: the guide or a section of it, a symbol, a key or a message.
    static let first: [(query: String, place: String)] = [
        ("install", "gettingstarted"), ("docker", "checkinginci"), ("generics", "describinganapi"),
        ("Codable", "workingwithmodels"), ("async", "sendingrequests"), ("background", "filesandstreams"),
        ("retry", "retriesandtimeouts"), ("retries", "retriesandtimeouts"), ("mock", "developingagainstamock"),
        ("breaking change", "whentheapichanges"), ("pagination", "followingpages"), ("page", "followingpages"),
        ("Xcode", "usingxcode"), ("CI", "checkinginci"), ("response", "readingresponses"),
        ("request", "sendingrequests"), ("string", "types"), ("exponential backoff", "retriesandtimeouts"),
        ("jitter", "retriesandtimeouts"), ("idempotent request", "retriesandtimeouts"),
        ("unresolved reference", "unresolved-reference"), ("reader of the stream", "filesandstreams"),
        ("logged", "interceptingrequests"), ("paginat", "followingpages"), ("Session", "session"),
        ("Patch", "patch"), ("RetryPolicy", "retrypolicy"), ("CallsiteToolkit", "callsitetoolkit"),
        ("unknown-type", "unknown-type"), ("token refresh", "authenticating"),
        // As beginners ask, and as people mistype.
        ("broken link", "unresolved-reference"), ("timeouts", "retriesandtimeouts"),
        ("uploading files", "filesandstreams"), ("multipart upload", "filesandstreams"),
        ("server sent events", "filesandstreams"), ("websocket", "not-supported-graphql-grpc-websocket-xml"),
        ("oauth", "authenticating"), ("refresh token", "refresh-a-token"), ("date format", "usingyourowntypes"),
        ("optional fields", "parameters-and-fields"), ("null vs missing", "patch-null-absent-or-a-value"),
        ("enums unknown case", "unknown-enum-cases"), ("rate limit", "rate-limits-and-retry-after"),
        ("429", "rate-limits-and-retry-after"), ("caching", "caching-etag-and-last-modified"),
        ("etag", "caching-etag-and-last-modified"), ("proxy", "configuringconnections"),
        ("certificate pinning", "configuringconnections"), ("self signed certificate", "configuringconnections"),
        ("mTLS", "configuringconnections"), ("visionOS", "generatinginapackage"), ("Bazel", "atscale"),
        ("monorepo", "atscale"), ("Carthage", "generatinginapackage"), ("CocoaPods", "generatinginapackage"),
        ("Linux", "generatinginapackage"), ("Windows", "not-supported-windows-android-webassembly"),
        ("custom template", "changingtemplates"), ("rename type", "choosingnames"), ("camelcase", "choosingnames"),
        ("exclude endpoint", "selecting-operations"), ("combine", "sendingrequests"),
        ("completion handler", "sendingrequests"), ("custom headers", "add-a-header-or-a-query-item-to-one-request"),
        ("swiftui preview", "listsinswiftui"), ("unit test my view model", "a-complete-unit-test"),
        ("vapor", "not-supported-graphql-grpc-websocket-xml"), ("graphql", "not-supported-graphql-grpc-websocket-xml"),
        ("grpc", "not-supported-graphql-grpc-websocket-xml"), ("alamofire", "migratingfromalamofire"),
        ("migrate from openapi generator", "migratingfromopenapigenerator"), ("opentelemetry", "tracing"),
        ("jwt", "authenticating"), ("keyNotFound", "readingresponses"), ("decode error", "handlingerrors"),
        ("oneOf", "what-each-construct-becomes"), ("load more", "infinite-scroll"), ("link header", "followingpages"),
        ("deep links", "remotecontentanddeeplinks"), ("slow build", "make-your-build-faster"),
        ("semver", "semantic-versioning"), ("compare two versions", "diff"), ("pre-commit hook", "before-a-commit"),
        ("privacy manifest", "privacy"), ("gzip", "the-transport-on-apple-systems-and-on-linux"),
        ("HTTP/2", "the-transport-on-apple-systems-and-on-linux"), ("faker", "developingagainstamock"),
        ("No such module 'App'", "compiling-messages-of-swift"), ("expected a date", "troubleshooting"),
        ("cannotConnect", "cannotconnect"), ("retreis", "retriesandtimeouts"), ("authentification", "authenticating"),
        ("pagniation", "followingpages"), ("multipat form", "send-a-multipart-form"), ("swfitui", "listsinswiftui"),
    ]

    /// The first result of each query, in the page itself.
    private func results(_ queries: [String]) async throws -> [String] {
        var site = try Site(root: FreshnessTests.root)
        site.symbols = try Self.symbols()
        let folder = try TestFolder()
        for (path, text) in site.files() where path.hasSuffix(".js") { try folder.write(text, to: path) }
        let list = String(decoding: try JSONEncoder().encode(queries), as: UTF8.self)
        try folder.write(
            """
            <!doctype html>
            <html><head><script src="search.js"></script><script src="ranking.js"></script></head><body><script>
            for (const query of \(list)) {
                const found = document.createElement("pre");
                found.textContent = (rank(searchEntries, query)[0] ?? ["", "", "none"])[2];
                document.body.append(found);
            }
            </script></body></html>
            """, to: "check.html")
        let (dom, console) = try await PageBrowserTests().open(folder, "check.html", at: "")
        #expect(console == [])
        return dom.matches(of: /<pre>([^<]*)<\/pre>/).map { String($0.1) }
    }

    /// The public symbols, as DocC's index has them.
    private static func symbols() throws -> [Site.Entry] {
        try Site.libraryNames.flatMap { library -> [Site.Entry] in
            let file = FreshnessTests.root.appendingPathComponent("Sources/Runtime/Symbols/\(library).txt")
            return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map { line in
                let name = line.firstRange(of: ": ").map { line[..<$0.lowerBound] } ?? line
                let parts = name.split(separator: ".").map(String.init)
                return Site.Entry(
                    title: parts.last ?? "", kind: "symbol", path: "symbols/\(name)/",
                    text: ([library] + parts.dropLast()).joined(separator: " "))
            }
        }
    }

    @Test func theRightPlaceComesFirst() async throws {
        let found = try await results(Self.first.map(\.query))
        try #require(found.count == Self.first.count)
        for ((query, place), path) in zip(Self.first, found) {
            #expect(
                path.split { "/#.".contains($0) }.contains { $0.lowercased() == place },
                "'\(query)' finds \(path) first"
            )
        }
    }

    /// Each term that guides must have finds a guide or a part of it first, in one of its spellings, and no other spelling
    /// finds nothing.
    @Test func eachTermFindsAGuide() async throws {
        let terms = SearchTerms.groups.joined() + []
        let found = try await results(terms)
        try #require(found.count == terms.count)
        let places = Dictionary(zip(terms, found)) { first, _ in first }
        for spellings in SearchTerms.groups {
            let paths = spellings.compactMap { places[$0] }
            #expect(
                paths.contains { $0.hasPrefix("documentation/") || $0.hasPrefix("diagnostics/") },
                "\(spellings) finds \(paths) first")
            #expect(!paths.contains("none"), "\(spellings) finds \(paths)")
        }
    }

    /// Each page of the site leads on.
    @Test func eachPageLeadsOn() async throws {
        let site = try Site(root: FreshnessTests.root)
        let folder = try TestFolder()
        for (path, text) in site.files() { try folder.write(text, to: path) }
        let guides = site.libraries.flatMap { $0.groups.flatMap(\.guides) }
        for (page, before, after) in [
            ("index.html", nil, guides.first?.title), ("format/index.html", guides.last?.title, "Diagnostics"),
            ("diagnostics/index.html", "The format", "The page of GitHub’s API"),
            ("github/index.html", "Diagnostics", nil),
        ] {
            let (dom, console) = try await PageBrowserTests().open(folder, page, at: "")
            #expect(console == [])
            let links = dom.matches(of: /rel="(prev|next)" href="([^"]+)"[^>]*><span>\w+<\/span> ([^<]+)</)
            #expect(links.first { $0.1 == "prev" }.map { String($0.3) } == before, "\(page)")
            #expect(links.first { $0.1 == "next" }.map { String($0.3) } == after, "\(page)")
        }
    }
}
