import CallsiteCore

/// For which statuses a case stands, in a comment: `Status 404 or 410`, `Any other status`.
func statusPhrase(_ statuses: [Description.StatusPattern]) -> SwiftComment {
    let named = statuses.filter { $0 != .any }.map(\.description)
    guard let first = named.first else { return SwiftComment("Any other status") }
    let all = named.count < statuses.count ? named + ["any other"] : named
    let list =
        all.count > 2
        ? all.dropLast().joined(separator: ", ") + ", or " + all[all.count - 1] : all.joined(separator: " or ")
    return SwiftComment("Status " + (all.count == 1 ? first : list))
}
