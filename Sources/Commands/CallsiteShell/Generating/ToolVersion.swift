import CallsiteCore

/// A version of the tool or of the runtime: three numbers (Semantic Versioning 2.0.0).
struct ToolVersion: Comparable, Sendable {
    let major: Int
    let minor: Int
    let patch: Int

    var text: String { "\(major).\(minor).\(patch)" }

    static let current = ToolVersion(CallsiteVersion.current)

    init?(_ text: String) {
        let numbers = text.split(separator: ".", omittingEmptySubsequences: false).map { part in
            part.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ? Int(part) : nil
        }
        guard numbers.count == 3, let major = numbers[0], let minor = numbers[1], let patch = numbers[2] else {
            return nil
        }
        (self.major, self.minor, self.patch) = (major, minor, patch)
    }

    static func < (left: ToolVersion, right: ToolVersion) -> Bool {
        (left.major, left.minor, left.patch) < (right.major, right.minor, right.patch)
    }

    /// Whether code that a tool generates compiles with a runtime of this version. Before 1.0 each minor version may
    /// break; afterwards a runtime serves all tools of its major version that aren't newer.
    func serves(_ tool: ToolVersion) -> Bool {
        major == tool.major && (major == 0 ? minor == tool.minor : minor >= tool.minor)
    }
}

extension Diagnostic {
    /// - Parameter text: The runtime's version, as the plugin gives it.
    static func otherRuntime(_ runtime: ToolVersion, _ text: String, tool: ToolVersion) -> Diagnostic {
        .error(
            "other-runtime",
            "this is Callsite \(CallsiteVersion.current), whose code doesn't compile with the package's runtime, \(text)",
            help: runtime < tool
                ? "update the package 'callsite' (swift package update callsite), or use Callsite \(text)"
                : "use Callsite \(text), the version of the package 'callsite'", at: .commandLine)
    }
}
