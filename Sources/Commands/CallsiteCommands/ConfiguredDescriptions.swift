import CallsiteCore
import CallsiteShell

/// How many descriptions a command takes.
enum DescriptionCount { case one, any }

/// Completes a command's operands: if the command line names no description, those of `callsite.yaml` are used.
///
/// - Parameters:
///   - count: How many descriptions the command takes.
///   - others: The number of its operands after the description.
///   - perform: Runs the command with complete operands.
func withDescriptions(
    _ count: DescriptionCount, before others: Int = 0,
    _ perform: @escaping @Sendable (Invocation, Shell) throws(ExitStatus) -> ExitStatus
) -> @Sendable (Invocation, Shell) throws(ExitStatus) -> ExitStatus {
    { invocation, shell throws(ExitStatus) in
        guard invocation.operands.count <= others else { return try perform(invocation, shell) }
        var invocation = invocation
        let paths = try shell.configuredDescriptions(invocation) ?? []
        guard !paths.isEmpty, paths.count == 1 || count == .any else {
            shell.report(paths.isEmpty ? .noDescription(invocation.command) : .whichOf(paths, invocation.command))
            return .usage
        }
        invocation.operands = paths + invocation.operands
        return try perform(invocation, shell)
    }
}

extension UsageError {
    static func noDescription(_ command: Command) -> UsageError {
        UsageError("missing SPEC, and no callsite.yaml of this folder or of the package lists one", for: command)
    }

    fileprivate static func whichOf(_ paths: [String], _ command: Command) -> UsageError {
        UsageError(
            "'\(command.name)' takes one description, and callsite.yaml lists \(paths.count): name \(DiagnosticText.list(paths))",
            for: command)
    }
}
