import CallsiteCore

/// The comment on a case, with its statuses: `Status 404 or 410`, `Any other status`.
func statusPhrase(_ statuses: [Description.StatusPattern]) -> SwiftComment {
    let named = statuses.filter { $0 != .any }.map(\.description)
    guard !named.isEmpty else { return SwiftComment("Any other status") }
    return SwiftComment("Status " + alternatives(named.count < statuses.count ? named + ["any other"] : named))
}

/// `404`, `404 or 410`, `404, 409, or 410`.
func alternatives(_ words: [String]) -> String {
    words.count > 2
        ? words.dropLast().joined(separator: ", ") + ", or " + words[words.count - 1] : words.joined(separator: " or ")
}
