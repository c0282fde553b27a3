import CallsiteShell

extension Generation {
    /// Runs whenever one of the inputs is saved, until the environment says to stop.
    ///
    /// Files are looked at twenty times a second: a look costs a few microseconds each, and sees every way in which
    /// editors save.
    mutating func watch() -> ExitStatus {
        var status = perform()
        if status == .usage { return status }
        shell.console.complain("watching \(counted(run.inputs.count, "file")); stop with Control-C\n")
        var seen = fileStates(run.inputs)
        while shell.environment.wait(0.05) {
            var now = fileStates(run.inputs)
            guard now != seen else { continue }
            // An editor may take several steps, between which a file can be missing: it is done when nothing changes
            // any more.
            while true {
                guard shell.environment.wait(now.values.contains { $0 == nil } ? 0.1 : 0.02) else { return status }
                let next = fileStates(run.inputs)
                if next == now { break }
                now = next
            }
            seen = now
            status = perform()
            shell.console.flush()
            // The run may have included more files than before.
            seen.merge(fileStates(run.inputs)) { old, _ in old }
        }
        return status
    }
}

/// The states of files by their paths, to see changes.
func fileStates(_ paths: Set<String>) -> [String: FileState?] {
    Dictionary(uniqueKeysWithValues: paths.map { ($0, fileState($0)) })
}
