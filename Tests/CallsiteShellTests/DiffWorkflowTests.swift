@testable import CallsiteCommands
import Foundation
import Testing

/// The workflow of the guide *When the API changes*, as a team uses it: ten pull requests, one after the other.
@Suite struct DiffWorkflowTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    /// The command of the guide's workflow, without the program.
    private func guideArguments() throws -> [String] {
        let guide = try String(
            contentsOf: FreshnessTests.root.appendingPathComponent(
                "Sources/Runtime/CallsiteRuntime/CallsiteRuntime.docc/WhenTheAPIChanges.md"), encoding: .utf8)
        let start = "- run: callsite "
        let line = try #require(
            guide.split(separator: "\n").map { $0.drop { $0 == " " } }.first { $0.hasPrefix(start) })
        return line.dropFirst(start.count).split(separator: " ").map {
            $0 == "\"origin/$GITHUB_BASE_REF\"" ? "origin/main" : String($0)
        }
    }

    private struct PullRequest {
        /// The endpoints and models.
        var description: String
        var accepted: String?
        var status: Int32 = 0
        /// A part of the output or the messages.
        var says: String
    }

    private static let endpoints = "endpoints: {PutA: {method: PUT, path: /a, body: A}}\n"
    private static let pullRequests: [PullRequest] = [
        .init(description: endpoints + "models: {A: {id: Int}}\n", says: "no change."),
        .init(
            description: endpoints + "models: {A: {id: Int, note: String?}}\n",
            says: "1 change: 1 is harmless. Next version: minor"),
        .init(
            description: endpoints + "models: {A: {id: Int, note: String}}\n", status: 2,
            says: "::error file=Specs/shop.yaml,line=5"),
        // It was not agreed, so it goes back.
        .init(description: endpoints + "models: {A: {id: Int, note: String?}}\n", says: "no change."),
        .init(
            description: endpoints + "models: {A: {id: Int, note: String}}\n",
            accepted: "- {id: field-became-required, at: A, reason: agreed}\n", says: "1 change accepted"),
        // It is merged, and its entry stays.
        .init(
            description: endpoints + "models: {A: {id: Int, note: String, more: String?}}\n",
            accepted: "- {id: field-became-required, at: A, reason: agreed}\n",
            says: "no change fits this entry any more"),
        .init(
            description:
                "endpoints: {PutA: {method: PUT, path: /b, body: A}}\nmodels: {A: {id: Int, note: String, more: String?}}\n",
            accepted: "- {id: endpoint-moved, at: GET /a, reason: agreed}\n", status: 2, says: "[accepted-nothing]"),
        .init(
            description: endpoints + "models: {A: {id: Int, note: Strin}}\n", status: 1, says: "nothing was compared"),
        .init(
            description:
                "endpoints: {PutB: {method: PUT, path: /a, body: A}}\nmodels: {A: {id: Int, note: String, more: String?}}\n",
            status: 2, says: "title=operation-id-changed"),
        .init(
            description: "# the same\n" + endpoints + "models: {A: {id: Int, note: String, more: String?}}\n",
            says: "no change."),
    ]

    @Test func tenPullRequests() throws {
        let arguments = try guideArguments()
        #expect(arguments.contains("--against") && arguments.contains("Specs/shop.yaml"))
        try folder.write(Explanation.start + Self.pullRequests[0].description, to: "shop/Specs/shop.yaml")
        try folder.git(["init", "-q", "-b", "main"], in: "shop")
        try folder.commit("start", in: "shop")
        for (index, request) in Self.pullRequests.enumerated() {
            try folder.git(["update-ref", "refs/remotes/origin/main", "main"], in: "shop")
            try folder.git(["checkout", "-q", "-B", "change", "main"], in: "shop")
            try folder.write(Explanation.start + request.description, to: "shop/Specs/shop.yaml")
            if let accepted = request.accepted { try folder.write(accepted, to: "shop/Specs/accepted.yaml") }
            try folder.git(["add", "-A"], in: "shop")
            try folder.git(["commit", "-qm", "\(index)", "--allow-empty"], in: "shop")
            let accepting = request.accepted == nil ? [] : ["--accept", "Specs/accepted.yaml"]
            let result = folder.run(arguments + accepting, from: "shop")
            #expect(
                result.status == request.status && (result.output + result.errors).contains(request.says),
                "\(index): \(result)")
            // A version is printed whatever it is.
            let bump = folder.run(
                ["diff", "--against", "origin/main", "Specs/shop.yaml", "--bump"], from: "shop")
            #expect(bump.status == (request.status == 1 ? 1 : 0), "\(index): \(bump)")
            #expect(["major\n", "minor\n", "patch\n", "none\n", ""].contains(bump.output), "\(index): \(bump)")
            // Only what passes is merged.
            if result.status == 0 { try folder.git(["branch", "-q", "-f", "main", "change"], in: "shop") }
        }
    }
}
