import CallsiteShell

extension Generation {
    /// Runs whenever one of the inputs is saved, until the environment says to stop.
    ///
    /// The states of files are compared twenty times a second, which costs a few microseconds for each file and notices
    /// every way in which editors save.
    mutating func watch() -> ExitStatus {
        var status = perform()
        if status == .usage { return status }
        shell.console.complain("watching \(counted(run.inputs.count, "file")); stop with Control-C\n")
        var lastStates = fileStates(run.inputs)
        while shell.environment.wait(0.05) {
            var states = fileStates(run.inputs)
            guard states != lastStates else { continue }
            // An editor may save in several steps, between which a file can be missing. The save is complete when the
            // states no longer change.
            while true {
                guard shell.environment.wait(states.values.contains { $0 == nil } ? 0.1 : 0.02) else { return status }
                let nextStates = fileStates(run.inputs)
                if nextStates == states { break }
                states = nextStates
            }
            lastStates = states
            status = perform()
            shell.console.flush()
            // The run may have included more files than before.
            lastStates.merge(fileStates(run.inputs)) { old, _ in old }
        }
        return status
    }
}

/// The states of files by their paths, to see changes.
func fileStates(_ paths: Set<String>) -> [String: FileState?] {
    Dictionary(uniqueKeysWithValues: paths.map { ($0, fileState($0)) })
}
