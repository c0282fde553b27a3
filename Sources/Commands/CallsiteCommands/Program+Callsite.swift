// The whole command line `callsite`: its commands, and everything that they print. `CallsiteShell` parses, loads and
// writes for them.
//
// Each command is a function from an `Invocation` and a `Shell` to an exit status. No command uses another. A test
// calls `run` with a whole command line, as a user would, in a folder of its own.

import CallsiteShell

extension Program {
    /// The whole tool.
    package static let callsite = Program(commands: Command.all, help: .help, version: .version)
}

/// Runs one command line of `callsite` and returns the exit status.
package func run(_ arguments: [String], in environment: Environment) -> Int32 {
    run(arguments, of: .callsite, in: environment)
}
