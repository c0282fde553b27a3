#if os(Linux)
    import Foundation
    import LoopbackServer
    import SwiftCompiler
    import Testing

    /// The runtime in programs that bring the Swift libraries, or everything, with them: as services are deployed. And
    /// as sources in another module, which have no C target beside them.
    @Suite(.serialized) struct LinkingTests {
        private static let program = """
            import Foundation

            // Not `await` at the top: it ends the main thread, which a static executable that has loaded a library doesn't survive.
            let done = DispatchSemaphore(value: 0)
            Task.detached {
                do { try await run() } catch { print(error) }
                done.signal()
            }
            done.wait()

            func run() async throws {
            let url = CommandLine.arguments[1]
            let transport = NetworkTransport.shared
            print(transport.description.prefix(8))
            for path in ["/a", "/b"] {
                var request = HTTPRequest(method: .post, url: URL(string: url + path)!, body: Data("sent".utf8))
                request.streamsResponse = path == "/b"
                var http = try await transport.send(request)
                while let piece = try await http.stream?.next() { http.body.append(piece) }
                print(http.status, String(decoding: http.body, as: UTF8.self))
            }
            do {
                _ = try await transport.send(HTTPRequest(url: URL(string: "https://127.0.0.1:1/")!))
            } catch let failure as TransportFailure {
                print(failure.kind)
            }
            }
            """

        /// The program and the runtime's modules as the sources of one module, as `--embed-runtime` has them.
        private func sources(_ folder: URL) throws -> [String] {
            let main = folder.appendingPathComponent("main.swift")
            try Data(Self.program.utf8).write(to: main)
            var paths = [main.path]
            for module in ["CallsiteHTTP", "CallsiteCurl", "CallsiteRuntime"] {
                let sources = ConsumerTests.root.appendingPathComponent("Sources/Runtime/\(module)")
                let names = FileManager.default.enumerator(atPath: sources.path)?.compactMap { $0 as? String } ?? []
                for name in names where name.hasSuffix(".swift") && name != "Exports.swift" {
                    let text = try String(contentsOf: sources.appendingPathComponent(name), encoding: .utf8)
                    let copy = folder.appendingPathComponent(name.replacingOccurrences(of: "/", with: "-"))
                    try text.replacing(/(?m)^ *(?:public )?import Callsite\w+$/, with: "").write(
                        to: copy, atomically: true, encoding: .utf8)
                    paths.append(copy.path)
                }
            }
            return paths
        }

        private func run(_ program: URL) async throws {
            let server = try LoopbackServer { .text("\($0.target) \($0.text)") }
            let result = try await ChildProcess.run([program.path, "http://127.0.0.1:\(server.port)"])
            #expect(
                result.status == 0 && result.text == "libcurl/\n200 /a sent\n200 /b sent\ncannotConnect\n",
                "\(result.text)")
            #expect(server.requests.map(\.text) == ["sent", "sent"])
        }

        /// A folder of its own for `body`.
        private func inFolder(_ body: (URL) async throws -> Void) async throws {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("callsite-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            try await body(folder)
        }

        @Test("with static libraries, and as a static executable")
        func staticLinking() async throws {
            try await inFolder { folder in
                let empty = folder.appendingPathComponent("empty.swift")
                try Data("import Foundation\nprint(Date.distantPast)\n".utf8).write(to: empty)
                let probe = try await SwiftCompiler.run(
                    ["-static-executable", empty.path, "-o", folder.appendingPathComponent("empty").path])
                guard probe.status == 0 else { return print("skipped: this toolchain has no static libraries") }

                let curl = ConsumerTests.root.appendingPathComponent("Sources/Runtime/CallsiteLibCurl")
                let (library, object) = (
                    folder.appendingPathComponent("curl.o").path, folder.appendingPathComponent("program.o").path
                )
                let c = try await ChildProcess.run([
                    "clang", "-c", "-fPIC", "-Wall", "-Wextra", "-Werror", "-I",
                    curl.appendingPathComponent("include").path, curl.appendingPathComponent("CallsiteLibCurl.c").path,
                    "-o", library,
                ])
                #expect(c.status == 0, "\(c.text)")
                let compiled = try await SwiftCompiler.run(
                    [
                        "-c", "-wmo", "-static-stdlib", "-swift-version", "6", "-package-name", "callsite", "-D",
                        "CALLSITE_CURL",
                    ]
                        + ["-module-name", "Program", "-o", object] + sources(folder))
                #expect(compiled.status == 0, "\(compiled.text)")
                for flag in ["-static-stdlib", "-static-executable"] {
                    let program = folder.appendingPathComponent("program\(flag)")
                    let linked = try await SwiftCompiler.run([flag, object, library, "-o", program.path])
                    #expect(linked.status == 0, "\(linked.text)")
                    try await run(program)
                }
            }
        }

        @Test("as sources in another module")
        func embedded() async throws {
            try await inFolder { folder in
                let program = folder.appendingPathComponent("program")
                let compiled = try await SwiftCompiler.run(
                    [
                        "-swift-version", "6", "-package-name", "callsite", "-warnings-as-errors", "-module-name",
                        "Program",
                    ]
                        + ["-o", program.path] + sources(folder))
                #expect(compiled.status == 0, "\(compiled.text)")
                try await run(program)
            }
        }
    }
#endif
