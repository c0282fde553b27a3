#if os(Linux)
    import SwiftCompiler
    import Testing

    /// How programs end that send requests.
    @Suite struct ExitTests {
        /// OpenSSL frees its memory when a process ends, while the transport's thread may still be amid TLS: in two of
        /// three such processes it was seen to read what was gone.
        @Test func aProcessEndsAmidTLS() async throws {
            for _ in 0..<8 {
                let result = try await ChildProcess.run([
                    CommandLine.arguments[0], "--testing-library", "swift-testing", "--filter", "HostileServerTests",
                ])
                #expect(result.status == 0, "\(result.text.suffix(400))")
                #expect(result.text.contains("passed"))
            }
        }
    }
#endif
