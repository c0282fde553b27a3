// The imperative shell around the core: reads files, generates, prints messages, and writes the output.
//
// The input is an argument list, a `Program` and an `Environment`. The output is an exit status, and files below the
// output folder. The shell knows one command, `generate`, and how any other command is parsed and run. The other
// commands are in `CallsiteCommands`, and the build plugin's tool is built without them. Nothing here knows diff,
// inspect, import, an explanation or the runtime's sources. The core makes the decisions about an API. Decisions about
// the world (what may be read, what may be overwritten, what is shown) are made in `Loading`, `Writing` and `Terminal`,
// each apart from the system calls in `Files`.

import CallsiteCore

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Runs one command line and returns the exit status.
///
/// - Parameters:
///   - arguments: the arguments, without the program's name.
///   - program: the available commands.
///   - environment: where they are run.
/// - Returns: the raw value of an `ExitStatus`.
package func run(_ arguments: [String], of program: Program, in environment: Environment) -> Int32 {
    var environment = environment
    let console: Console
    let status: ExitStatus
    switch parseArguments(arguments, of: program) {
    case .success(let invocation):
        environment.color = invocation[.color].flatMap(Environment.ColorChoice.init) ?? .auto
        console = Console(environment)
        console.format = invocation[.diagnostics].flatMap(DiagnosticFormat.init) ?? .text
        console.isQuiet = invocation.has(.quiet)
        do throws(ExitStatus) {
            status = try invocation.command.perform(invocation, Shell(environment: environment, console: console))
        } catch {
            status = error
        }
    case .failure(let error):
        console = Console(environment)
        Shell(environment: environment, console: console).report(error)
        status = .usage
    }
    return max(status, console.finish()).rawValue
}

/// Runs this process's command line and exits.
///
/// It is no error if the reader of the output ends early (`callsite schema | head`): nothing more is printed.
///
/// - Parameter records: the folder with the records of earlier runs; nil: none are kept.
package func runProcess(_ program: Program, records: RecordFolder? = nil) -> Never {
    // By default SIGPIPE would end the process between two of the files that it is writing.
    signal(SIGPIPE, SIG_IGN)
    // The parent process may have closed a standard stream. The next file opened would take its number, and printed
    // output would end in that file. So `/dev/null` takes the number, opened for the wrong direction: then the stream
    // fails as a closed one does.
    for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) == -1 {
        _ = open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
    var environment = Environment.process()
    environment.records = records
    exit(run(Array(CommandLine.arguments.dropFirst()), of: program, in: environment))
}

/// Everything that a command needs to do its work.
package struct Shell {
    /// Where the command runs.
    package let environment: Environment
    /// Where it prints.
    package let console: Console

    /// The absolute path for a path that the user wrote.
    package func absolute(_ path: String) -> String {
        Path.join(environment.workingDirectory, path)
    }

    /// Prints an error in the command line, with a hint.
    package func report(_ error: UsageError) {
        console.error(error.message.description)
        console.complain(error.hint.description + "\n")
    }
}
