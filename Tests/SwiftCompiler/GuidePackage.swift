import Foundation

/// `Tests/GuidePackage`, the package whose files guides show pieces of, and the packages that guides make step by step.
public enum GuidePackage {
    public static let folder = PackageLayout.root.appendingPathComponent("Tests/GuidePackage")

    /// Its sources by path, without resources and whatever a build leaves.
    public static let files: [String: String] = {
        let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        let written = paths.filter { !$0.hasPrefix(".") && ($0.hasSuffix(".swift") || $0.hasSuffix(".yaml")) }
        return Dictionary(
            uniqueKeysWithValues: written.map { path in
                let text = try? String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
                return (path, text ?? "")
            })
    }()

    /// The files that have these lines, to the letter but for blanks.
    public static func files(with lines: String) -> [String] {
        files.filter { compact($0.value).contains(compact(lines)) }.keys.sorted()
    }

    private static func compact(_ lines: String) -> String {
        let text = lines.trimmingCharacters(in: .newlines).replacing(/\n */, with: "\n").replacing(#/ +/#, with: " ")
        return "\n\(text.trimmingCharacters(in: .whitespaces))\n"
    }

    /// A block of a step of a guide: a file, whose name ends the paragraph above it, or a command.
    public enum Step: Equatable {
        case file(String, text: String)
        case command(String)
    }

    /// The steps of a guide: what is below headings that begin with a number.
    public static func steps(of guide: String) -> [Step] {
        var steps: [Step] = []
        var code: [Substring]?
        var (language, above, isStep) = ("", Substring(), false)
        for line in guide.split(separator: "\n", omittingEmptySubsequences: false) {
            if line == "```", let found = code {
                if isStep, let file = above.firstMatch(of: /`([^`]+)`:$/) {
                    steps.append(.file(String(file.1), text: found.map { $0 + "\n" }.joined()))
                } else if isStep, language == "sh" {
                    steps += found.map { .command(String($0)) }
                }
                code = nil
            } else if code != nil {
                code?.append(line)
            } else if line.hasPrefix("```") {
                (language, code) = (String(line.dropFirst(3)), [])
            } else if !line.isEmpty {
                if line.hasPrefix("## ") { isStep = line.dropFirst(3).first?.isNumber == true }
                above = line
            }
        }
        return steps
    }
}
