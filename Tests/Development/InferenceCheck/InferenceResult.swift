/// How much of a description was found again.
package struct InferenceResult: Sendable {
    package struct Tally: Sendable, Equatable {
        package var right = 0
        package var wrong = 0
        package var share: Double { right + wrong == 0 ? 1 : Double(right) / Double(right + wrong) }
        package var text: String { "\(right)/\(right + wrong)" }
    }

    package var endpoints = Tally()
    package var parameters = Tally()
    package var types = Tally()
    package var optionality = Tally()
    package var pagination = Tally()
    package var errors = Tally()
    package var samples = 0
    /// Requests of the walk that contradict the description itself, and operations that weren't walked.
    package var dropped = 0
    package var skipped = 0
    /// Responses that the generated client read.
    package var decoded = 0
    /// Samples that the inferred description refuses, or that its client can't decode.
    package var contradictions: [String] = []
    package var disagreements: [String] = []

    package init() {}

    mutating func count(_ isRight: Bool, in tally: WritableKeyPath<Self, Tally>) {
        if isRight { self[keyPath: tally].right += 1 } else { self[keyPath: tally].wrong += 1 }
    }

    mutating func disagree(_ line: String) { disagreements.append(line) }
    package mutating func contradict(_ line: String) { contradictions.append(line) }

    package static func += (sum: inout Self, other: Self) {
        for tally in Self.tallies {
            sum[keyPath: tally.path].right += other[keyPath: tally.path].right
            sum[keyPath: tally.path].wrong += other[keyPath: tally.path].wrong
        }
        sum.samples += other.samples
        sum.dropped += other.dropped
        sum.skipped += other.skipped
        sum.decoded += other.decoded
        sum.contradictions += other.contradictions
        sum.disagreements += other.disagreements
    }

    /// The shares, and how large each must be.
    nonisolated(unsafe) package static let tallies:
        [(name: String, path: WritableKeyPath<InferenceResult, Tally>, least: Double)] = [
            ("endpoints", \.endpoints, 0.98), ("types", \.types, 0.95), ("optionality", \.optionality, 0.9),
            ("pagination", \.pagination, 1), ("parameters", \.parameters, 0.95), ("errors", \.errors, 0.95),
        ]

    /// The shares that are too small, and the samples that were contradicted.
    package var failures: [String] {
        var failures = Self.tallies.filter { self[keyPath: $0.path].share < $0.least }.map {
            "\($0.name): \(self[keyPath: $0.path].text), of which \(Int($0.least * 100)) % must be right"
        }
        if !contradictions.isEmpty { failures.append("\(contradictions.count) samples are contradicted") }
        return failures
    }

    package static let heading =
        "samples dropped skipped | " + tallies.map(\.name).joined(separator: " ") + " | decoded contradictions"

    package var row: String {
        let shares = Self.tallies.map { tally in
            let own = self[keyPath: tally.path]
            let percent = (own.share * 1000).rounded() / 10
            return "\(tally.name) \(own.text)\(own.wrong == 0 ? "" : " (\(percent) %)")"
        }
        return
            "\(samples) samples, \(dropped) dropped, \(skipped) operations skipped; \(shares.joined(separator: ", ")); "
            + "\(decoded) decoded, \(contradictions.count) contradicted"
    }
}
