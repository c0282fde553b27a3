import Foundation
import Testing

@testable import CallsiteShell

/// The first failure of whoever has a stream would be `no such module 'CallsiteTransfers'`, at a generated file.
@Suite struct MissingProductTests {
    static let chat = """
        callsite: 1
        api: Chat
        baseURL: https://a.example
        authentication: none
        endpoints:
          Complete: {method: POST, path: /chat, body: {prompt: String}, response: {type: stream of String, encoding: sse}}
          Watch: {path: /watch, response: {type: stream of String, encoding: sse}}
          Upload: {method: PUT, path: /archive, body: Data}
        """
    static let warning =
        "chat.yaml:6:3: warning: 'POST /chat' streams: the target lacks the product CallsiteTransfers; add '.product(name: \"CallsiteTransfers\", package: \"callsite\")' to its dependencies in Package.swift [missing-product]\n"

    private func folder(_ manifest: String?) throws -> TestFolder {
        let folder = try TestFolder()
        try folder.write(Self.chat, to: "chat.yaml")
        if let manifest { try folder.write(manifest, to: "Package.swift") }
        return folder
    }

    /// A manifest isn't run, so it is known only by its strings. Where these don't say enough, nothing is said.
    @Test(arguments: [
        (#".target(name: "App", dependencies: [.product(name: "CallsiteRuntime", package: "callsite")])"#, true),
        (#"/* "CallsiteTransfers" /* "x" */ */ "CallsiteRuntime" // "CallsiteTransfers""#, true),
        (##"let a = #"x"y"# ; let b = "\"CallsiteTransfers"; let c = "CallsiteRuntime""##, true),
        (#"["CallsiteRuntime", "CallsiteTransfers"]"#, false),
        (#""CallsiteTransfers""#, false),
        (#""https://a.example/callsite" ; "CallsiteRuntime" ; "CallsiteTransfers""#, false),
        (#"["Runtime"].map { .product(name: "Callsite\($0)", package: "callsite") }; "CallsiteRuntime""#, false),
        (#".package(url: "https://a.example/client"), .product(name: "Client", package: "client")"#, false),
    ])
    func thePackageNamesIt(_ manifest: String, _ isMissing: Bool) throws {
        let folder = try folder(manifest)
        for (arguments, place) in [
            (["generate", "chat.yaml", "-oSources/App/Chat"], "chat.yaml"),
            (["generate", "chat.yaml", "-oSources/App/Chat", "--check"], "chat.yaml"),
        ] {
            let result = folder.run(arguments)
            #expect(result.errors == (isMissing ? Self.warning : ""), "\(place) \(result.errors)")
        }
    }

    @Test func aPackageWithoutDependenciesLacksTheRuntimeToo() throws {
        let folder = try folder(#"let package = Package(name: "App", targets: [.target(name: "App")])"#)
        let result = folder.run("generate", "chat.yaml", "-oSources/App/Chat")
        #expect(
            result.status == 0
                && result.errors.contains(
                    "chat.yaml:6:3: warning: 'Complete' is a request: the target lacks the product")
                && result.errors.contains(Self.warning), "\(result.errors)")
        #expect(folder.run("generate", "chat.yaml", "-oSources/App/Chat", "--embed-runtime").errors == "")
    }

    /// No target of a package is known to have the code: nothing is said.
    @Test func withoutAPackageNothingIsKnown() throws {
        let bare = try folder(nil)
        #expect(bare.run("generate", "chat.yaml", "-oSources/App/Chat").errors == "")
        let other = try folder(#""CallsiteRuntime""#)
        #expect(other.run("generate", "chat.yaml", "-oGenerated").errors == "")
        #expect(other.run("generate", "chat.yaml", "-oios/Sources/App").errors == "")
        #expect(other.run("inspect", "chat.yaml").errors == "")
        // Larger than what is read.
        try other.write(
            "\"CallsiteRuntime\"" + String(repeating: "// A long comment.\n", count: 60_000), to: "Package.swift")
        #expect(other.run("generate", "chat.yaml", "-oSources/App/Chat").errors == "")
    }

    @Test func inspectSaysIt() throws {
        let folder = try folder(#""CallsiteRuntime""#)
        try folder.write(Self.chat, to: "Sources/App/chat.callsite.yaml")
        let own = folder.run("inspect", "Sources/App/chat.callsite.yaml")
        #expect(
            own.errors == Self.warning.replacingOccurrences(of: "chat.yaml", with: "Sources/App/chat.callsite.yaml"))
        let page = folder.run("inspect", "Sources/App/chat.callsite.yaml", "--html", "-")
        #expect(page.status == 0 && page.errors == "" && !page.output.contains("missing-product"))
        for entry in ["output: Sources/App/Chat", "target: App"] {
            try folder.write("callsite: 1\ndescriptions: [{source: chat.yaml, \(entry)}]\n", to: "callsite.yaml")
            #expect(folder.run("inspect", "chat.yaml").errors == Self.warning)
        }
    }

    /// The build plugin knows exactly what a target can import.
    @Test func theBuildPluginKnowsIt() throws {
        let folder = try folder(#"["CallsiteRuntime", "CallsiteTransfers"]"#)
        func errors(_ linked: String...) -> String {
            folder.run(["generate", "-q", "--shards", "1", "-oOut"] + linked + ["--", "chat.yaml"], of: .build).errors
        }
        #expect(errors("--linked", "CallsiteHTTP,CallsiteRuntime,CallsitePagination") == Self.warning)
        #expect(errors("--linked", "CallsiteRuntime,CallsitePagination,CallsiteTransfers") == "")
        #expect(errors("--linked", "none").contains("lacks the product CallsiteRuntime;"))
        #expect(errors() == "")
    }
}
