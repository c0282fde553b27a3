import CallsiteCore

/// The files that a build watches, as its plugin listed them. SwiftPM plans a build once, and again only when a
/// manifest or a target's files change. The plan lacks a file that was added to `callsite.yaml` after that.
///
/// A line for each path: `watched /package/Specs/shop.yaml`, `absent /package/callsite.yaml`.
struct BuildPlan {
    private var watched: Set<String> = []
    /// Configurations that didn't exist when the build was planned.
    private(set) var absent: [String] = []

    init(_ text: String) {
        for line in text.split(separator: "\n") {
            if line.hasPrefix("watched ") {
                watched.insert(BuildPlan.place(String(line.dropFirst("watched ".count))))
            } else if line.hasPrefix("absent ") {
                absent.append(String(line.dropFirst("absent ".count)))
            }
        }
    }

    func watches(_ path: String) -> Bool { watched.contains(BuildPlan.place(path)) }

    /// A path without symbolic links, if the file exists.
    private static func place(_ path: String) -> String { (try? resolvedPath(path)) ?? Path.normalized(path) }
}

extension Shell {
    /// Reports files that the build's plan lacks. A file that `callsite.yaml` itself names is an error, which a new
    /// plan fixes. A file that a description includes is a warning, since the plugin may not look in its folder.
    ///
    /// - Parameters:
    ///   - named: The files that the configuration names, and the configuration.
    ///   - read: All files that were read.
    func checkPlan(_ plan: BuildPlan, named: Set<String>, read: Set<String>, _ report: inout ProblemReport) {
        let stale: DiagnosticText =
            "the build was planned before; change Package.swift (touch Package.swift), and build again"
        for path in plan.absent where fileExists(path) {
            report.report(
                .error("stale-plan", "the build knows nothing of '\(path: path)'", help: stale, at: .commandLine),
                in: nil, to: console)
        }
        // A missing file has already been reported.
        for path in read.sorted() where !plan.watches(path) && fileExists(path) {
            let problem: Diagnostic =
                named.contains(path)
                ? .error(
                    "stale-plan", "the build doesn't watch '\(path: path)', which callsite.yaml names", help: stale,
                    at: .commandLine)
                : .warning(
                    "unwatched-file",
                    "the build doesn't watch '\(path: path)', so a change of it alone generates nothing",
                    help:
                        "if it is included since the build was planned, change Package.swift (touch Package.swift); its name must end in "
                        + ".yaml, .yml or .json", at: .commandLine)
            report.report(problem, in: nil, to: console)
        }
    }
}
