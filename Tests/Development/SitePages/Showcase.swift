import CallsiteCore
import CallsitePrinter

/// The first example of README and of the site: a description, the Swift that Callsite writes from it, and a call.
public struct Showcase: Sendable {
    public let yaml = """
        callsite: 1
        api: GitHub
        baseURL: https://api.github.com
        authentication: bearer

        endpoints:
          ListIssues:
            path: /repos/{owner}/{repo}/issues
            parameters:
              owner: String
              repo: String
              labels: "[String]?"
              state: open | closed | all = open
              page: Int?
            pagination: {style: page, parameter: page}
            response: [Issue]

        models:
          Issue:
            number: Int
            title: String
            state: open | closed
            closed_at: Date or null

        """

    /// Compiled by a test, in an asynchronous function with a `token`.
    public let call = """
        let session = Session(credential: .bearer(token))
        let request = ListIssuesRequest(owner: "apple", repo: "swift")

        for try await issue in session.elements(of: request) {
            print(issue.number, issue.title)   // every page
        }

        """

    /// The generated files, by name.
    public let files: [String: String]
    /// The types of the generated code with their properties and cases, to the letter. A line with `…` stands for the
    /// members between them.
    public let swift: String

    /// - Throws: A message if Callsite reports anything about the description.
    public init() throws {
        let sources = SourceSet(main: .init(path: "github.yaml", bytes: Array(yaml.utf8)))
        let output = generate(sources, options: Options())
        guard output.diagnostics.all.isEmpty else { throw ShowcaseProblem(description: "\(output.diagnostics.all)") }
        let files = Dictionary(
            uniqueKeysWithValues: output.files.map { ($0.name, String(decoding: $0.contents, as: UTF8.self)) })
        self.files = files
        swift = ["GitHub+Requests.swift", "GitHub+Models.swift"].map { Self.outline(files[$0] ?? "") }
            .joined(separator: "\n")
    }

    /// The types of a file, without the members that have a body.
    static func outline(_ code: String) -> String {
        var shown: [Substring] = []
        var folded: Substring?
        func leaveOut(_ indentation: Substring) {
            if shown.last?.hasSuffix("…") == false { shown.append(indentation + "…") }
        }
        for line in code.split(separator: "\n") {
            let indentation = line.prefix { $0 == " " }
            let text = line.dropFirst(indentation.count)
            if let end = folded {
                if text == "}" && indentation == end { folded = nil }
                continue
            }
            let isType = text.contains(/^(nonisolated )?(struct|enum) .*\{$/)
            if text.hasSuffix("{") && !isType {
                folded = indentation
                leaveOut(indentation)
            } else if isType {
                if indentation.isEmpty && !shown.isEmpty { shown.append("") }
                shown.append(line)
            } else if text == "}" || text.contains(/^(let|var|case) |^typealias Response/) {
                shown.append(line)
            } else if !indentation.isEmpty {
                leaveOut(indentation)
            }
        }
        return shown.map { $0 + "\n" }.joined()
    }
}

struct ShowcaseProblem: Error, CustomStringConvertible {
    let description: String
}
