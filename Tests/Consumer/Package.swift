// swift-tools-version: 6.1
import PackageDescription

// A package that uses Callsite as anybody would: generated at each build, with and without a configuration, and
// committed. The tests copy it to another place and build it there, with CALLSITE saying where the package to use is.
let callsite = Context.environment["CALLSITE"] ?? "../.."

let package = Package(
    name: "Consumer",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "callsite", path: callsite)],
    targets: [
        // One description, found by its name, with deep links.
        .target(
            name: "Plain",
            dependencies: [
                .product(name: "CallsiteRuntime", package: "callsite"),
                .product(name: "CallsiteStore", package: "callsite"),
            ],
            plugins: [.plugin(name: "CallsiteBuild", package: "callsite")]
        ),
        // Two that declare the same names, each in its namespace, as callsite.yaml says; one includes a file.
        .target(
            name: "Two", dependencies: [.product(name: "CallsiteRuntime", package: "callsite")],
            plugins: [.plugin(name: "CallsiteBuild", package: "callsite")]
        ),
        // An OpenAPI document in two files.
        .target(
            name: "Documented", dependencies: [.product(name: "CallsiteRuntime", package: "callsite")],
            plugins: [.plugin(name: "CallsiteBuild", package: "callsite")]
        ),
        // Models for tests of what the plugin generates for another target.
        .testTarget(
            name: "TwoTests", dependencies: ["Two"], plugins: [.plugin(name: "CallsiteBuild", package: "callsite")]),
        // What `swift package generate-api` writes.
        .target(name: "Committed", dependencies: [.product(name: "CallsiteRuntime", package: "callsite")]),
        .executableTarget(
            name: "Check",
            dependencies: [
                "Plain", "Two", "Documented", "Committed", .product(name: "CallsiteRuntime", package: "callsite"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)
