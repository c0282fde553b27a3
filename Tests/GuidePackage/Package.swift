// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "Studio",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "callsite", path: "../..")],
    targets: [
        .executableTarget(
            name: "Studio",
            dependencies: [
                .product(name: "CallsiteRuntime", package: "callsite"),
                .product(name: "CallsiteTransfers", package: "callsite"),  // files and streams
                .product(name: "CallsiteToolkit", package: "callsite"),  // the logger
            ],
            plugins: [.plugin(name: "CallsiteBuild", package: "callsite")]),
        .testTarget(
            name: "StudioTests",
            dependencies: [
                "Studio",
                .product(name: "CallsiteMock", package: "callsite"),
                .product(name: "CallsiteToolkit", package: "callsite"),  // stubs
                .product(name: "CallsiteTransfers", package: "callsite"),
            ],
            resources: [.copy("studio.mock.json")],
            plugins: [.plugin(name: "CallsiteBuild", package: "callsite")]),
    ]
)
