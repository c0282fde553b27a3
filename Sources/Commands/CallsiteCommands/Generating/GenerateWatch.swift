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
        var seen = states()
        while shell.environment.wait(0.05) {
            var now = states()
            guard now != seen else { continue }
            // An editor may take several steps, between which a file can be missing: it is done when nothing changes
            // any more.
            while true {
                guard shell.environment.wait(now.values.contains { $0 == nil } ? 0.1 : 0.02) else { return status }
                let next = states()
                if next == now { break }
                now = next
            }
            seen = now
            status = perform()
            shell.console.flush()
            // The run may have included more files than before.
            seen.merge(states()) { old, _ in old }
        }
        return status
    }

    private func states() -> [String: FileState?] {
        Dictionary(uniqueKeysWithValues: run.inputs.map { ($0, fileState($0)) })
    }
}
