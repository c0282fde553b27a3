import CallsiteCore
import Foundation
import RoundTrips

/// Reads and writes values of each document's schemas by generated code, some documents in one program.
///
/// - Parameters:
///   - documents: Their paths, for messages, and their sources.
///   - record: A file to which the results are added.
/// - Returns: whether a value was lost, or read as another alternative than it is.
func tryRoundTrips(
    _ documents: [(path: String, sources: SourceSet)], recordingIn record: String?, isVerbose: Bool
) throws -> Bool {
    var batch: [(path: String, trip: RoundTrip)] = []
    var total = RoundTripProgram.Report()
    var unmade = 0
    var isWrong = false
    func run() throws {
        guard !batch.isEmpty else { return }
        defer { batch = [] }
        unmade += batch.reduce(0) { $0 + $1.trip.unmade }
        let program = RoundTripProgram(batch)
        guard let output = try output(of: program) else {
            isWrong = true
            return
        }
        let report = program.report(output)
        for failure in report.failures.prefix(isVerbose ? .max : 20) { print("! \(failure)") }
        if report.failures.count > 20, !isVerbose {
            print("! and \(report.failures.count - 20) more; --verbose prints all")
        }
        if isVerbose { for line in report.ambiguous { print("  no reader could tell: \(line)") } }
        if let record {
            try recordResults(in: record) { results in
                for (path, trip) in batch {
                    results[path, default: .init()].values = trip.samples.count
                    results[path, default: .init()].lost = report.failures.count { $0.hasPrefix(path + ":") }
                }
            }
        }
        total.samples += report.samples
        total.unions += report.unions
        total.models += report.models
        total.ambiguous += report.ambiguous
        total.failures += report.failures
        total.explained += report.explained
        print(
            "  \(batch.count) documents from \(batch[0].path): \(report.samples) values, \(report.failures.count) failures"
        )
    }
    var size = 0
    for (index, document) in documents.enumerated() {
        guard let trip = RoundTrip(document.sources, namespace: "Document\(index)"), !trip.samples.isEmpty else {
            continue
        }
        // As much as one compiler run takes easily.
        let bytes = trip.files.reduce(0) { $0 + $1.contents.count }
        if size + bytes > 3_000_000 {
            try run()
            size = 0
        }
        size += bytes
        batch.append((document.path, trip))
    }
    try run()
    print(
        "\(total.samples) values of \(total.unions) unions and \(total.models) models: \(total.failures.count) failures, "
            + "\(total.explained) that a warning explains, \(total.ambiguous.count) that fit several alternatives; no value could be made of \(unmade)"
    )
    return isWrong || !total.failures.isEmpty
}

/// The output of the program; nil: it doesn't compile, or ends in another way, which is printed.
private func output(of program: RoundTripProgram) throws -> String? {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "callsite-round-trips-\(ProcessInfo.processInfo.processIdentifier)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let tried = try outputOfProgram(
        main: program.main, program.trips.flatMap(\.trip.files).map { ($0.name, $0.contents) }, input: program.input,
        in: folder)
    guard let tried else { return nil }
    guard tried.status == 0 else {
        print("! the program ended with \(tried.status): \(tried.text.suffix(500))")
        return nil
    }
    return tried.text
}
