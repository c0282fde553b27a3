import CallsiteCore

// Announced removals: `x-sunset` names the day of the removal. The caller of `compare` passes `today`.

extension Comparer {
    /// Changes the ids of removed operations, by whether the announced day has passed, and of parameters removed after
    /// their day.
    mutating func compareSunsets(_ walk: DocumentWalk, today: String?) {
        guard let today else { return }
        var sunsets: [String: String] = [:]
        for index in matching.removedEndpoints {
            let endpoint = old.endpoints[index]
            guard let day = walk.old.operation(endpoint)?.operation.value(forKey: "x-sunset")?.text.flatMap(Self.day)
            else { continue }
            sunsets[endpoint.title] = day
        }
        for index in changes.indices {
            let change = changes[index]
            if change.id == "endpoint-removed", let day = sunsets[change.key] {
                let hasPassed = day <= today
                changes[index].id = hasPassed ? "endpoint-removed-after-sunset" : "endpoint-removed-before-sunset"
                changes[index].message +=
                    hasPassed
                    ? "; that was announced for \(day)" : "; that was announced for \(day), which is still to come"
            } else if change.id == "parameter-removed", let place = change.oldPlace,
                let day = walk.parameterSunsets[place].flatMap(Self.day), day <= today
            {
                changes[index].id = "parameter-removed-after-sunset"
                changes[index].message += ", as was announced for \(day)"
            }
        }
    }

    /// The day `2027-01-31` at the start of a date, with or without a time; nil if there is none.
    private static func day(_ date: String) -> String? {
        let digits = date.utf8.prefix(10)
        let isDay = digits.enumerated().allSatisfy { $0 == 4 || $0 == 7 ? $1 == 0x2D : (0x30...0x39).contains($1) }
        return digits.count == 10 && isDay ? String(decoding: digits, as: UTF8.self) : nil
    }
}
