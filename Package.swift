// swift-tools-version: 6.1
import PackageDescription

// Where each module lies, in a folder of its own name. `Sources` is the product, and `Tests/Development` what develops
// it: one package, so that both share `package` access. Builders of the product name its library schemes.
let folders = [
    // A description becomes Swift.
    "Sources/Generator": [
        "CallsiteText", "CallsiteLibYAML", "CallsiteCore", "CallsiteOverlay", "CallsiteSwift", "CallsitePrinter",
    ],
    // Generated code links these.
    "Sources/Runtime": [
        "CallsiteHTTP", "CallsiteLibCurl", "CallsiteCurl", "CallsiteRuntime", "CallsitePagination", "CallsiteTransfers",
        "CallsiteToolkit", "CallsiteStore",
    ],
    // The command lines.
    "Sources/Commands": [
        "callsite", "callsite-build", "CallsiteShell", "CallsiteCommands", "CallsiteReference", "CallsiteFormat",
        "CallsiteImport", "CallsiteInspect", "CallsiteCallers", "EmbeddedSources", "embed-runtime",
    ],
    // Two descriptions become a list of changes.
    "Sources/Diff": ["CallsiteDiff"],
    // Recorded requests become a description.
    "Sources/Inference": ["CallsiteSamples", "CallsiteInference", "CallsiteHealing"],
    // A description becomes a server.
    "Sources/Mock": ["CallsiteMock", "CallsiteMockDescription", "CallsiteMockEngine", "CallsiteEpoll"],
    "Tests/Development": [
        "callsite-dev", "Fuzzing", "DocumentCheck", "GrowingDocuments", "StageViews", "MockHarness", "BuildFarm",
        "Pictures", "SitePages", "RoundTrips", "InferenceCheck",
    ],
    "Tests/Examples": ["github-browser"],
]

let package = Package(
    name: "callsite",
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9)],
    products: [
        .library(name: "CallsiteRuntime", targets: ["CallsiteRuntime", "CallsitePagination"]),
        .library(name: "CallsiteTransfers", targets: ["CallsiteTransfers"]),
        .library(name: "CallsiteToolkit", targets: ["CallsiteToolkit"]),
        .library(name: "CallsiteStore", targets: ["CallsiteStore"]),
        .library(name: "CallsiteMock", targets: ["CallsiteMock"]),
        .plugin(name: "CallsiteBuild", targets: ["CallsiteBuild"]),
        .plugin(name: "CallsiteGenerate", targets: ["CallsiteGenerate"]),
        .plugin(name: "CallsiteCommand", targets: ["CallsiteCommand"]),
    ],
    targets: [
        // Requests, responses and what sends them, as values.
        .target(name: "CallsiteHTTP"),
        // Sends them on Linux, with libcurl, which CallsiteLibCurl finds when the program runs.
        .target(
            name: "CallsiteCurl", dependencies: ["CallsiteHTTP", "CallsiteLibCurl"],
            swiftSettings: [.define("CALLSITE_CURL")]),
        .target(name: "CallsiteLibCurl"),
        // The library that generated code links. It needs Foundation only, and on Linux libcurl.
        .target(
            name: "CallsiteRuntime",
            dependencies: ["CallsiteHTTP", .target(name: "CallsiteCurl", condition: .when(platforms: [.linux]))]),
        // Lists that come page by page, on top of it: generated code imports it only where the description has them.
        .target(name: "CallsitePagination", dependencies: ["CallsiteRuntime"]),
        // Files, multipart bodies and streams, on top of it: generated code imports it only where the description has
        // them.
        .target(name: "CallsiteTransfers", dependencies: ["CallsiteRuntime"]),
        // OAuth 2, recordings, stubs, a logger, on top of it.
        .target(name: "CallsiteToolkit", dependencies: ["CallsiteRuntime"]),
        // Lists, remote content, deep links, a store and coordinators for screens, on top of it.
        .target(name: "CallsiteStore", dependencies: ["CallsitePagination", "CallsiteRuntime"]),

        // The API itself, made from its description: for tests, previews and `callsite mock`. No app links it.
        .target(name: "CallsiteMock", dependencies: ["CallsiteMockEngine", "CallsiteRuntime", "CallsiteToolkit"]),
        // Checks requests and makes responses: values in, values out. It knows neither the runtime nor Foundation, so
        // `callsite mock` is a small program.
        .target(
            name: "CallsiteMockEngine",
            dependencies: ["CallsiteText", .target(name: "CallsiteEpoll", condition: .when(platforms: [.linux]))]),
        // The kernel's events on connections: C, because Swift sees epoll's event differently on each processor.
        .target(name: "CallsiteEpoll"),

        // The generator: a pure core, the shell that touches the world, and two thin command lines.
        .systemLibrary(
            name: "CallsiteLibYAML",
            pkgConfig: "yaml-0.1",
            providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]
        ),
        // JSON and what URLs and bodies need: strings in, strings out. The mock's engine has it too, so it knows nothing.
        .target(name: "CallsiteText"),
        // Bytes in, a resolved API out.
        .target(name: "CallsiteCore", dependencies: ["CallsiteText", "CallsiteLibYAML"]),
        // Documents and overlays in, changed documents out.
        .target(name: "CallsiteOverlay", dependencies: ["CallsiteText", "CallsiteCore"]),
        // Every key of the two formats for people and editors: guides, `callsite help format`, JSON Schemas.
        .target(name: "CallsiteReference", dependencies: ["CallsiteText", "CallsiteCore"]),
        // The API as Swift: what each declaration is called and what it says.
        .target(name: "CallsiteSwift", dependencies: ["CallsiteCore"]),
        // Those declarations as source code, by templates.
        .target(name: "CallsitePrinter", dependencies: ["CallsiteCore", "CallsiteSwift"]),
        // Other readers of an API, which nothing that generates needs. Import compares what is printed from both
        // descriptions.
        .target(name: "CallsiteImport", dependencies: ["CallsiteCore", "CallsiteSwift", "CallsitePrinter"]),
        .target(name: "CallsiteInspect", dependencies: ["CallsiteText", "CallsiteCore", "CallsiteSwift"]),
        // A description in one layout, with its comments.
        .target(name: "CallsiteFormat", dependencies: ["CallsiteCore", "CallsiteLibYAML"]),
        .target(name: "CallsiteDiff", dependencies: ["CallsiteCore", "CallsiteSwift"]),
        // Collections, archives, curl commands and recordings, as requests with their responses.
        .target(name: "CallsiteSamples", dependencies: ["CallsiteText", "CallsiteCore", "CallsiteMockEngine"]),
        // Requests with their responses in, a description out.
        .target(
            name: "CallsiteInference",
            dependencies: ["CallsiteText", "CallsiteCore", "CallsiteMockEngine", "CallsiteSamples"]),
        // A description and recorded requests in, corrections as an overlay out.
        .target(
            name: "CallsiteHealing",
            dependencies: [
                "CallsiteText", "CallsiteCore", "CallsiteOverlay", "CallsiteMockDescription", "CallsiteMockEngine",
                "CallsiteInference",
            ]),
        // The input of a mock: the description as read, with every keyword, as one JSON value.
        .target(name: "CallsiteMockDescription", dependencies: ["CallsiteText", "CallsiteCore", "CallsiteSwift"]),
        // File access and the `generate` command, for both tools: the build plugin's tool, which every user's build
        // compiles, and the whole tool.
        .target(
            name: "CallsiteShell",
            dependencies: ["CallsiteText", "CallsiteCore", "CallsiteOverlay", "CallsiteSwift", "CallsitePrinter"]),
        .executableTarget(name: "callsite-build", dependencies: ["CallsiteShell"]),
        // The names of generated code in the user's: where changes touch them, and which are never used.
        .target(name: "CallsiteCallers", dependencies: ["CallsiteCore", "CallsiteDiff", "CallsiteShell"]),
        // The other commands, with their messages.
        .target(
            name: "CallsiteCommands",
            dependencies: [
                "CallsiteText", "CallsiteCore", "CallsiteSwift", "CallsitePrinter", "CallsiteFormat", "CallsiteImport",
                "CallsiteInspect", "CallsiteDiff", "CallsiteLibCurl", "CallsiteMockDescription", "CallsiteMockEngine",
                "CallsiteReference", "CallsiteShell", "CallsiteCallers", "CallsiteSamples", "CallsiteInference",
                "CallsiteHealing",
            ],
            plugins: ["EmbedRuntime"]),
        // The runtime as literals of the tool, made in each build that changes it.
        .plugin(name: "EmbedRuntime", capability: .buildTool(), dependencies: ["embed-runtime"]),
        .executableTarget(name: "embed-runtime", dependencies: ["EmbeddedSources"]),
        // Files as literals of Swift.
        .target(name: "EmbeddedSources"),
        // No product is declared for it: a product would be compiled once more by every user's `swift build`, without
        // any use. `swift run callsite` runs it all the same.
        .executableTarget(name: "callsite", dependencies: ["CallsiteShell", "CallsiteCommands"]),
        .executableTarget(
            name: "callsite-dev",
            // GeneratedBenchmark and LoopbackServer are for its benchmarks: models generated from Specs/benchmark.yaml,
            // and a server to ask. CallsiteMock is for the programs that `mock-client` compiles.
            dependencies: [
                "CallsiteCore", "CallsiteSwift", "CallsitePrinter", "CallsiteImport", "CallsiteInspect", "CallsiteDiff",
                "CallsiteReference", "CallsiteShell", "CallsiteCommands", "EmbeddedSources", "StageViews",
                "DocumentCheck",
                "GrowingDocuments", "Fuzzing",
                "CallsiteRuntime", "CallsitePagination", "CallsiteTransfers", "GeneratedBenchmark", "LoopbackServer",
                "Pictures", "SitePages",
                "MockHarness", "CallsiteMockDescription", "CallsiteMockEngine", "CallsiteMock", "BuildFarm",
                "RoundTrips", "InferenceCheck",
            ]
        ),
        // Compares a document with what is generated from it; for `callsite-dev corpus` and the tests.
        .target(name: "DocumentCheck", dependencies: ["CallsiteCore", "CallsiteSwift"]),
        // Values of a document's schemas, to be read and written by generated code; for `callsite-dev corpus` and the tests.
        .target(
            name: "RoundTrips",
            dependencies: ["CallsiteCore", "CallsiteSwift", "CallsitePrinter", "CallsiteMockEngine"]),
        // A description beside the one that is inferred from requests to it; for `callsite-dev infer-check` and the
        // tests.
        .target(
            name: "InferenceCheck",
            dependencies: [
                "CallsiteText", "CallsiteCore", "CallsiteSwift", "CallsitePrinter", "CallsiteMockDescription",
                "CallsiteMockEngine",
            ]),
        // The result of each stage, as a string or timed; for `callsite-dev` and the tests.
        .target(
            name: "StageViews", dependencies: ["CallsiteCore", "CallsiteSwift", "CallsitePrinter", "CallsiteLibYAML"]),
        // Makes inputs that no one would write, and tries them; for `callsite-dev fuzz` and the tests.
        .target(
            name: "Fuzzing",
            dependencies: [
                "CallsiteCore", "CallsiteCallers", "CallsitePrinter", "CallsiteFormat", "CallsiteImport",
                "CallsiteInspect",
                "CallsiteDiff", "CallsiteMockDescription", "CallsiteMockEngine", "CallsiteShell", "CallsiteCommands",
                "DocumentCheck", "MockHarness", "CallsiteSwift", "CallsiteText", "CallsiteSamples", "CallsiteInference",
                "CallsiteRuntime", "CallsitePagination", "CallsiteTransfers", "CallsiteStore",
            ]),
        // Cases of other mock servers, and a client's of our own, run against a mock; for `callsite-dev` and the tests.
        .target(
            name: "MockHarness",
            dependencies: [
                "CallsiteText", "CallsiteCore", "CallsiteOverlay", "CallsiteMockDescription", "CallsiteMockEngine",
                "CallsiteInference", "CallsiteHealing",
            ]),

        // Descriptions of any size, a kind for whatever they can list, chain or nest; for `callsite-dev costs` and the
        // tests.
        .target(
            name: "GrowingDocuments",
            dependencies: [
                "CallsiteCore", "CallsitePrinter", "CallsiteFormat", "CallsiteImport", "CallsiteInspect",
                "CallsiteDiff", "CallsiteShell", "CallsiteCallers", "CallsiteCommands", "CallsiteMockDescription",
                "CallsiteMockEngine",
            ]),

        // A company's descriptions, and a day of edits; for `callsite-dev simulate` and the tests.
        .target(name: "BuildFarm", dependencies: ["CallsiteCore", "CallsitePrinter", "CallsiteShell", "Fuzzing"]),

        // The pictures of README and guides; for `callsite-dev pictures` and the tests.
        .target(
            name: "Pictures",
            dependencies: [
                "CallsiteCore", "CallsitePrinter", "CallsiteShell", "CallsiteCommands", "CallsiteMockDescription",
                "CallsiteMockEngine", "SitePages",
            ],
            exclude: ["Data"]),

        // The documentation's site, but for what DocC makes; for `callsite-dev docs` and the tests.
        .target(
            name: "SitePages",
            dependencies: [
                "CallsiteCore", "CallsitePrinter", "CallsiteReference", "CallsiteShell", "CallsiteCommands",
            ],
            exclude: ["Data", "Resources"]),

        // The worked example: a terminal program over the requests of Specs/github.yaml.
        .executableTarget(
            name: "github-browser",
            dependencies: ["CallsiteRuntime", "CallsitePagination", "CallsiteStore", "GeneratedGitHub"]),

        // At home in a package: generated at each build, or by `swift package generate-api` into the sources.
        .plugin(name: "CallsiteBuild", capability: .buildTool(), dependencies: ["callsite-build"]),
        .plugin(
            name: "CallsiteGenerate",
            capability: .command(
                intent: .custom(
                    verb: "generate-api", description: "Write the Swift of the package's API descriptions."),
                permissions: [.writeToPackageDirectory(reason: "It writes the generated Swift into your sources.")]
            ),
            dependencies: ["callsite"]
        ),

        // All that writes nothing, without being asked for a permission: `swift package callsite validate openapi.yaml`.
        .plugin(
            name: "CallsiteCommand",
            capability: .command(
                intent: .custom(verb: "callsite", description: "Run a command of callsite that writes nothing.")),
            dependencies: ["callsite"]
        ),

        // Tests. Waiting is for events, not for time; LoopbackServer is a small HTTP server that misbehaves on request;
        // SwiftCompiler compiles what was generated.
        .target(name: "Waiting", path: "Tests/Waiting"),
        // Counts a thread's heap allocations: for tests of costs, which must not depend on a clock.
        .target(name: "AllocationCounter", path: "Tests/AllocationCounter"),
        .target(name: "LoopbackServer", dependencies: ["Waiting"], path: "Tests/LoopbackServer"),
        .target(name: "SwiftCompiler", path: "Tests/SwiftCompiler"),
        .testTarget(
            name: "CallsiteCoreTests",
            dependencies: [
                "CallsiteText", "CallsiteCore", "CallsiteOverlay", "CallsiteSwift", "CallsitePrinter", "CallsiteImport",
                "CallsiteInspect", "StageViews", "CallsiteReference", "DocumentCheck", "EmbeddedSources",
                "GrowingDocuments",
                "AllocationCounter",
                "SwiftCompiler", "Fuzzing", "Waiting",
            ],
            exclude: ["Cases", "Mistakes", "Pages"]),
        .testTarget(
            name: "FuzzingTests",
            dependencies: [
                "Fuzzing", "CallsiteCore", "CallsiteDiff", "CallsitePrinter", "CallsiteShell", "CallsiteCommands",
                "callsite-dev", "SwiftCompiler", "RoundTrips", "InferenceCheck", "CallsiteMockEngine", "LoopbackServer",
            ]),
        .testTarget(
            name: "CallsiteRuntimeTests",
            dependencies: [
                "CallsiteHTTP", "CallsiteCurl", "CallsiteRuntime", "CallsitePagination", "CallsiteTransfers",
                "LoopbackServer", "Waiting",
            ]),
        .testTarget(
            name: "CallsiteToolkitTests",
            dependencies: ["CallsiteToolkit", "CallsiteRuntime", "CallsiteTransfers", "LoopbackServer", "Waiting"]),
        .testTarget(
            name: "CallsiteMockTests",
            dependencies: [
                "CallsiteMock", "CallsiteMockEngine", "CallsiteMockDescription", "MockHarness",
                "CallsiteCore", "CallsiteCommands", "CallsiteReference", "CallsiteRuntime", "CallsiteTransfers",
                "CallsiteToolkit", "GeneratedAPIs", "LoopbackServer", "SwiftCompiler", "Waiting", "callsite",
            ]),
        .testTarget(
            name: "CallsiteInferenceTests",
            dependencies: [
                "CallsiteSamples", "CallsiteInference", "CallsiteHealing", "CallsiteOverlay", "CallsiteCore",
                "CallsiteMockDescription", "CallsiteMockEngine", "CallsiteText", "CallsiteCommands", "CallsiteShell",
                "MockHarness", "Waiting",
            ]),
        .testTarget(name: "CallsiteMockEngineTests", dependencies: ["CallsiteMockEngine", "Waiting"]),
        .testTarget(
            name: "CallsiteStoreTests",
            dependencies: ["CallsiteStore", "CallsitePagination", "CallsiteRuntime", "Waiting"]),
        .testTarget(
            name: "GitHubBrowserTests",
            dependencies: [
                "github-browser", "CallsiteRuntime", "CallsitePagination", "CallsiteStore", "GeneratedGitHub",
                "LoopbackServer",
                "SwiftCompiler", "Waiting",
            ]),
        .testTarget(
            name: "CallsiteShellTests",
            dependencies: [
                "CallsiteText", "CallsiteShell", "CallsiteCallers", "CallsiteCommands", "CallsiteCore", "CallsiteSwift",
                "CallsitePrinter",
                "CallsiteFormat", "CallsiteImport", "CallsiteInspect", "CallsiteDiff", "Pictures", "SitePages",
                "SwiftCompiler",
                "BuildFarm", "CallsiteReference", "EmbeddedSources", "Fuzzing", "Waiting",
            ],
            exclude: ["Mistakes", "Diff", "Since"]),
        .testTarget(
            name: "ConsumerTests",
            dependencies: ["CallsiteCore", "CallsiteReference", "Fuzzing", "LoopbackServer", "SwiftCompiler"]),
        .testTarget(
            name: "GeneratedTests",
            dependencies: [
                "GeneratedGitHub", "GeneratedAPIs", "GeneratedPaging", "CallsiteRuntime", "CallsitePagination",
                "CallsiteTransfers", "CallsiteToolkit", "CallsiteStore", "LoopbackServer", "SwiftCompiler",
                "CallsiteCore",
                "CallsitePrinter", "Fuzzing", "Waiting",
            ],
            // Stand-ins for SwiftUI and UIKit, which a test compiles as modules of their own.
            exclude: ["StandIns"]
        ),
        // The committed output of Specs/, compiled without a warning.
        .target(
            name: "GeneratedGitHub", dependencies: ["CallsiteRuntime", "CallsitePagination", "CallsiteStore"],
            path: "Tests/Generated/GitHub"),
        .target(
            name: "GeneratedAPIs",
            dependencies: [
                "CallsiteRuntime", "CallsitePagination", "CallsiteTransfers", "CallsiteToolkit", "CallsiteStore",
            ],
            path: "Tests/Generated/APIs"
        ),
        .target(name: "GeneratedBenchmark", dependencies: ["CallsiteRuntime"], path: "Tests/Generated/Benchmark"),
        .target(
            name: "GeneratedPaging", dependencies: ["CallsiteRuntime", "CallsitePagination"],
            path: "Tests/Generated/Paging"),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets {
    if let folder = folders.first(where: { $0.value.contains(target.name) }) {
        target.path = folder.key + "/" + target.name
    }
}
