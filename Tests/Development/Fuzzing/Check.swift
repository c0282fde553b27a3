/// Tries an input, and returns what must not have happened. A crash ends the process, so others must notice it.
package func check(_ input: FuzzInput) async -> [Finding] {
    if let findings = checkDocument(input) { return findings }
    return await WireChecks.run(input)
}

/// The same for what the generator reads, on the stack of the caller; nil: the runtime reads it.
package func checkDocument(_ input: FuzzInput) -> [Finding]? {
    switch input.subject {
    case .description:
        var checks = DocumentChecks(input)
        return checks.run()
    case .configuration: return ConfigurationChecks.run(input)
    case .command: return CommandChecks.run(input)
    case .samples: return SampleChecks.run(input)
    case .json, .events, .link, .uri: return nil
    }
}
