@testable import CallsiteRuntime
import Foundation
import Testing

/// https://github.com/nst/JSONTestSuite: y_ must be accepted, n_ refused, i_ may be either.
@Suite("JSON test suite", .enabled(if: !JSONTestSuite.isMissing, "the suite is not beside the package"))
struct JSONSuiteTests {
    @Test(arguments: JSONTestSuite.files("y_"))
    func accepted(_ file: String) throws {
        let data = try JSONTestSuite.data(file)
        let value: JSONValue = try decodeJSON(from: data)
        // Every value that can be read can be written, and reads back the same.
        #expect(try decodeJSON(JSONValue.self, from: encodeJSON(value)) == value)
    }

    @Test(arguments: JSONTestSuite.files("n_"))
    func refused(_ file: String) throws {
        let data = try JSONTestSuite.data(file)
        let error = #expect(throws: DecodingFailure.self) { try decodeJSON(JSONValue.self, from: data) }
        let found = try #require(error?.found)
        #expect(found.contains("line ") && found.contains("column ") && found.contains("offset "), "\(found)")
        #expect(error?.path == "")
    }

    /// Either way, but never a crash, and the same as Foundation where both accept.
    @Test(arguments: JSONTestSuite.files("i_"))
    func either(_ file: String) throws {
        let data = try JSONTestSuite.data(file)
        let decision = try? decodeJSON(JSONValue.self, from: data)
        let isText = String(data: data, encoding: .utf8) != nil
        let isDeep = file.contains("500_nested")
        if !isText { #expect(decision == nil) }
        // 500 levels are more than a small stack holds in a debug build, when a model contains itself.
        if isDeep { #expect(decision == nil, "\(file)") }
        if file.contains("number") || file.contains("BOM_empty") { #expect(decision != nil, "\(file)") }
    }
}
