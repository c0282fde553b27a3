import CallsiteCore
import Foundation
import RoundTrips
import SwiftCompiler
import Testing

/// Values that the mock makes of a document's schemas, read and written by generated code.
@Suite struct RoundTripTests {
    /// A sample of `callsite-dev corpus --round-trips`: unions, and subtypes of bases with a discriminator.
    @Test(
        .enabled(if: SwiftCompiler.modules != nil, "the tool is not beside the tests"),
        arguments: ["unions-", "subtypes"])
    func goldenCases(_ part: String) async throws {
        let program = try #require(SwiftCompiler.modules).replacing(/Modules$/, with: "callsite-dev")
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let cases = root.appendingPathComponent("CallsiteCoreTests/Cases").path
        let result = try await ChildProcess.run([program, "corpus", cases, "--round-trips", "--only", part])
        #expect(result.status == 0 && result.text.contains(": 0 failures"), "\(result.text)")
    }

    private static let document = """
        openapi: 3.0.3
        info: {title: Shop, version: "1"}
        paths: {}
        components:
          schemas:
            Pet: {oneOf: [{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Dog'}], discriminator: {propertyName: kind}}
            Cat: {type: object, required: [kind, lives], properties: {kind: {type: string}, lives: {type: integer}}}
            Dog: {type: object, required: [kind, tricks], properties: {kind: {type: string}, tricks: {type: array, minItems: 1, items: {type: string}}}}
            Either: {oneOf: [{type: string, enum: [a]}, {type: integer}]}
        """

    private func program() throws -> RoundTripProgram {
        let sources = SourceSet(main: .init(path: "shop.yaml", bytes: Array(Self.document.utf8)))
        return RoundTripProgram([("shop.yaml", try #require(RoundTrip(sources, namespace: "Shop")))])
    }

    /// The output of a program that reads and writes all as it is.
    private func faithful(_ program: RoundTripProgram) -> [String] {
        program.trips[0].trip.samples.map { ($0.expectedCase ?? "") + "\t" + $0.json.text }
    }

    @Test func whatIsReadAndWrittenAsItIsFailsNothing() throws {
        let program = try program()
        let report = program.report(faithful(program).joined(separator: "\n"))
        #expect(report.failures.isEmpty && report.ambiguous.isEmpty, "\(report)")
        #expect(report.unions == 2 && report.models == 2 && report.samples >= 8, "\(report)")
    }

    /// The judge sees each kind of loss, in each sample of a union.
    @Test(arguments: [
        ("\"kind\":\"Cat\"", "\"kind\":\"Dog\""), ("\"lives\":", "\"other\":"), ("cat\t", "dog\t"),
        ("cat\t", "unrecognized\t"), ("\"tricks\":[", "\"tricks\":[\"more\","), ("cat\t", "!\t"),
        ("int\t", "unrecognized\t"),
    ])
    func aLossIsAFailure(_ written: String, _ instead: String) throws {
        let program = try program()
        let lines = faithful(program)
        let changed = lines.map { line in
            line.contains(written) ? line.replacingOccurrences(of: written, with: instead) : line
        }
        let count = zip(lines, changed).count { $0 != $1 }
        let report = program.report(changed.joined(separator: "\n"))
        #expect(count > 0 && report.failures.count >= count, "\(report)")
        #expect(!program.report(lines.dropLast().joined(separator: "\n")).failures.isEmpty)
    }
}
