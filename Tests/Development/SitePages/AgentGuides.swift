import CallsiteCommands
import CallsiteReference
import CallsiteShell
import Foundation

/// The two files for programs that read: `llms.txt`, an index of the guides (https://llmstxt.org), and a skill, by which a
/// coding agent uses Callsite. Both follow from the guides and from the tables of keys, commands and messages.
package struct AgentGuides {
    static let folder = "Plugins/Agents"

    private let libraries: [Library]
    private let summary: String
    /// The blocks of code in *Getting started*, by their language, in order. Tests compile them.
    private let samples: [(language: String, code: String)]

    package init(root: URL) throws {
        func text(_ path: String) throws -> String {
            try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
        }
        libraries = try Site.libraryNames.map { try Library($0, root: root) }
        // The last sentence introduces the example below it.
        summary = Library.summary(of: try text("README.md")).replacing(#/ [^.]*:$/#, with: "")
        samples = try text("Sources/Runtime/CallsiteRuntime/CallsiteRuntime.docc/GettingStarted.md")
            .matches(of: /(?m)^```(\w+)\n([\s\S]*?)^```$/).map { (String($0.1), String($0.2)) }
    }

    /// The committed files, by their paths.
    package var files: [String: String] {
        ["\(Self.folder)/llms.txt": index, "\(Self.folder)/callsite/SKILL.md": skill]
    }

    /// The index of the guides. Links are relative to the site's first folder, where the guides are in Markdown too.
    package var index: String {
        var text = """
            # Callsite

            > \(summary)

            Links are relative to this file. Each guide is Markdown at its address here, and a web page without `.md`.
            `callsite explain ID` explains a message, `callsite help format` the keys of a description.

            """
        for library in libraries {
            for group in library.groups {
                let title = library.groups.count > 1 ? group.title : library.name
                text += "\n## \(title)\n\n"
                for guide in group.guides { text += "- [\(guide.title)](\(guide.markdownPath)): \(guide.summary)\n" }
            }
        }
        return text.replacing("``", with: "`")
    }

    // MARK: - The skill

    /// Instructions for an agent whose package is to call an HTTP API.
    package var skill: String {
        """
        ---
        name: callsite
        description: Generates typed Swift clients for HTTP APIs from OpenAPI, Swagger or Callsite's own YAML. Use it when Swift code calls an HTTP API, when a target contains openapi.yaml, *.callsite.yaml or callsite.yaml, or when a build prints a message that ends with an id in brackets such as [unknown-type].
        ---

        # Callsite

        \(summary)
        This file is generated from Callsite's own tables; the full reference is `callsite help`, `callsite help format`, and `callsite explain ID`.

        ## Steps

        1. Install libyaml: `apt-get install libyaml-dev pkg-config`, or `brew install libyaml pkg-config`. Swift 6.1 or later is needed.
        2. Write `Package.swift`. With a clone beside the package, write `.package(name: "callsite", path: "../callsite")` in place of the URL.

        ```swift
        \(sample("swift", containing: "PackageDescription"))```

        3. Put the description into the target's folder: `openapi.yaml` (`.yml`, `.json`) as it is, or for an API without a document
           `Sources/App/github.callsite.yaml`:

        ```yaml
        \(sample("yaml", containing: "endpoints:"))```

        4. List the requests: `swift package callsite inspect Sources/App/github.callsite.yaml --names`. The first run compiles the tool, for some
           minutes. Never guess a name: an endpoint `GetRepository` is `GetRepositoryRequest`, and `full_name` is `fullName`.
        5. Send a request, in `Sources/App/main.swift`:

        ```swift
        \(sample("swift", containing: "GetRepositoryRequest(owner"))```

        6. Build and run: `swift build`, then `swift run`. Mistakes in the description are in the build log as `path:line:column: error: …`.
        7. Test without a network. Add `.testTarget(name: "AppTests", dependencies: ["App"])` to the targets, and run `swift test`:

        ```swift
        \(sample("swift", containing: "import Testing"))```

        ## Rules

        - Don't edit generated files; change the description or `callsite.yaml`, and build again.
        - For an OpenAPI document, settings go into `callsite.yaml` beside `Package.swift`, never into the document.
        - A token goes to the session, `Session(credential: .bearer(token))`, and the description says `authentication: bearer`.
        - To load all pages: `for try await element in session.elements(of: request)`. Pagination is detected; `callsite inspect SPEC --paging` shows it.
        - To commit the code instead: `swift package --allow-writing-to-package-directory generate-api SPEC --output DIR`, and no plugin.
        - Products: `CallsiteRuntime` always; the second line of each generated file names further ones.

        ## Commands

        In a package that depends on Callsite, write `swift package callsite` in place of `callsite`; the exit status is then 0 or 1.

        | command | does |
        | --- | --- |
        \(commands)
        | exit status | means |
        | --- | --- |
        \(ExitStatus.allCases.map { "| \($0.rawValue) | \(guideCell($0.meaning)) |\n" }.joined())
        ## Keys of a description

        Types: \(FormatReference.scalars.map { "`\($0.name)`" }.joined(separator: ", ")), models by name, `[T]`, `[String: T]`,
        `T?` (may be left out), `T or null`, `a | b` (an enum), `T = value` (a default). An asterisk marks a required key.

        | where | keys, with an example of each value |
        | --- | --- |
        \(keys)
        ## Messages

        | message | meaning |
        | --- | --- |
        \(messages)
        """
    }

    private func sample(_ language: String, containing words: String) -> String {
        samples.first { $0.language == language && $0.code.contains(words) }?.code ?? "(no sample has '\(words)')\n"
    }

    private var commands: String {
        Command.all.filter { !["completions", "templates eject", "help"].contains($0.name) }.map { command in
            "| `callsite \(command.examples.first?.replacing("callsite ", with: "") ?? command.name)` | \(guideCell(command.summary)) |\n"
        }.joined()
    }

    private var keys: String {
        FormatReference.sections.map { section in
            let keys = section.keys.map { key in
                "`\(Self.excerpt(key).replacing("|", with: "\\|"))`\(key.isRequired ? "\\*" : "")"
            }
            return "| \(section.title): \(guideCell(section.introduction)) | \(keys.joined(separator: ", ")) |\n"
        }.joined()
    }

    /// `in: header` of `X-Trace: {type: String?, in: header}`.
    private static func excerpt(_ key: FormatReference.Key) -> String {
        let name = NSRegularExpression.escapedPattern(for: key.name)
        guard let regex = try? Regex("(?:^|[{ ])(\(name): )"),
            let start = key.example.firstMatch(of: regex)?.output[1].range?.lowerBound
        else { return key.example }
        var depth = 0
        let end = key.example[start...].firstIndex { character in
            if "{[".contains(character) { depth += 1 }
            if "}]".contains(character) { depth -= 1 }
            return depth < 0 || depth == 0 && character == ","
        }
        return String(key.example[start..<(end ?? key.example.endIndex)])
    }

    /// The messages that come first in a project.
    private static let firstMessages = [
        "unknown-type", "unknown-key", "missing-key", "indentation", "not-a-description", "no-security", "no-server",
        "unresolved-reference", "matches-no-operation", "stale-plan",
    ]

    private var messages: String {
        let all = diagnosticReference()
        return Self.firstMessages.map { id in
            let one = all.first { $0.id == id }
            let message = one?.messages.first.map { " `\(Self.withoutPlace($0))`" } ?? ""
            return "| `[\(id)]`\(message) | \(one.map { guideCell($0.meaning) } ?? "(no message has this id)") |\n"
        }.joined()
    }

    /// `error: unknown type 'Pte'; did you mean 'Pet'?` of a whole message.
    private static func withoutPlace(_ message: String) -> String {
        message.replacing(#/^[^ ]*:[0-9]+:[0-9]+: /#, with: "").replacing(#/ \[[a-z-]+\]$/#, with: "")
            .replacing("|", with: "\\|")
    }
}

extension Library.Guide {
    /// The guide in Markdown, beside its page.
    var markdownPath: String { path.dropLast() + ".md" }
}
