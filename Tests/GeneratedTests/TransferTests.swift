import CallsiteRuntime
import CallsiteTransfers
import Foundation
import GeneratedAPIs
import LoopbackServer
import Testing

/// Files, streams and idempotency keys, from generated code over HTTP.
@Suite(.timeLimit(.minutes(10))) struct TransferTests {
    /// A folder for one test.
    private final class Folder {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("transfer-tests-\(UUID().uuidString)")

        init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
        deinit { try? FileManager.default.removeItem(at: url) }

        func file(_ name: String, _ data: Data) throws -> URL {
            let file = url.appendingPathComponent(name)
            try data.write(to: file)
            return file
        }

        var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted() }
    }

    /// The parts of a multipart body, by RFC 2046: the headers and the content of each.
    private func parts(_ request: ReceivedRequest) throws -> [(head: String, content: Data)] {
        let type = try #require(request[header: "Content-Type"])
        #expect(type.hasPrefix("multipart/form-data; boundary="))
        let boundary = type.dropFirst("multipart/form-data; boundary=".count)
        var rest = request.body
        var parts: [(String, Data)] = []
        let delimiter = Data("--\(boundary)".utf8)
        let start = try #require(rest.range(of: delimiter))
        #expect(start.lowerBound == rest.startIndex)
        rest = rest[start.upperBound...]
        while rest.starts(with: Data("\r\n".utf8)) {
            let end = try #require(rest.range(of: Data("\r\n".utf8) + delimiter))
            let part = rest[(rest.startIndex + 2)..<end.lowerBound]
            let headEnd = try #require(part.range(of: Data("\r\n\r\n".utf8)))
            parts.append(
                (String(decoding: part[..<headEnd.lowerBound], as: UTF8.self), Data(part[headEnd.upperBound...])))
            rest = rest[end.upperBound...]
        }
        #expect(Data(rest) == Data("--\r\n".utf8))
        return parts
    }

    @Test func multipartWithFiles() async throws {
        let folder = try Folder()
        // Larger than the pieces in which files are read.
        let picture = Data((0..<700_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        let file = try folder.file("a \"b\".png", picture)
        let loopback = try Loopback { _ in .json(#"{"id":1,"title":null}"#, status: 201) }
        let request = Transfers.UploadPhotoRequest(
            album: 7, title: "é\r\n\"x\"", tags: ["a", "b&c"], place: .init(latitude: 1.5, longitude: -2),
            photo: .file(file, type: "image/png"),
            thumbnails: [.data(Data([0, 13, 10]), name: "t\r\n.png"), .data(Data())])
        #expect(try await loopback.session.send(request).id == 1)
        let received = try #require(loopback.server.requests.first)
        #expect(!received.isChunked && received[header: "Content-Length"] == "\(received.body.count)")
        #expect(received[header: "Idempotency-Key"]?.count == 36)
        let parts = try parts(received)
        #expect(
            parts.map(\.head) == [
                "Content-Disposition: form-data; name=\"title\"",
                "Content-Disposition: form-data; name=\"tags\"", "Content-Disposition: form-data; name=\"tags\"",
                "Content-Disposition: form-data; name=\"place\"\r\nContent-Type: application/json",
                "Content-Disposition: form-data; name=\"photo\"; filename=\"a %22b%22.png\"\r\nContent-Type: image/png",
                "Content-Disposition: form-data; name=\"thumbnails\"; filename=\"t%0D%0A.png\"\r\nContent-Type: application/octet-stream",
                "Content-Disposition: form-data; name=\"thumbnails\"; filename=\"file\"\r\nContent-Type: application/octet-stream",
            ])
        #expect(String(decoding: parts[0].content, as: UTF8.self) == "é\r\n\"x\"")
        #expect(parts[1...2].map { String(decoding: $0.content, as: UTF8.self) } == ["a", "b&c"])
        #expect(String(decoding: parts[3].content, as: UTF8.self) == #"{"latitude":1.5,"longitude":-2}"#)
        #expect(parts[4].content == picture && parts[5].content == Data([0, 13, 10]) && parts[6].content.isEmpty)
    }

    @Test func multipartOfAModel() async throws {
        let loopback = try Loopback { _ in .response(status: 204) }
        let request = Transfers.ReplaceCoverRequest(
            album: 1, picture: .data(Data("P".utf8)), kind: .unrecognized("spine"))
        try await loopback.session.send(request)
        let parts = try parts(try #require(loopback.server.requests.first))
        #expect(parts.map { String(decoding: $0.content, as: UTF8.self) } == ["P", "spine"])
        // Without files the body is in memory. Each body has a boundary of its own, and its media type names it.
        let bodies = try (0..<2).map { _ in try request.httpRequest() }
        #expect(
            bodies[0].body?.data?.count == bodies[1].body?.data?.count && bodies[0].body?.data != bodies[1].body?.data)
        for http in bodies {
            let type = try #require(http.headers["Content-Type"])
            let boundary = try #require(type.components(separatedBy: "boundary=").last)
            #expect(http.body?.data?.starts(with: Data("--\(boundary)\r\n".utf8)) == true)
        }
    }

    @Test func aFileThatIsNotThereIsToldBeforeAnythingIsSent() async throws {
        let loopback = try Loopback { _ in .response() }
        let missing = FileManager.default.temporaryDirectory.appendingPathComponent("no-such-file-\(UUID())")
        let failure = await #expect(throws: EncodingFailure.self) {
            try await loopback.session.send(Transfers.UploadArchiveRequest(name: "a", body: .file(missing)))
        }
        #expect(failure?.description.contains("can't be read") == true)
        await #expect(throws: EncodingFailure.self) {
            try await loopback.session.send(
                Transfers.UploadArchiveRequest(name: "a", body: .file(loopback.server.baseURL)))
        }
        await #expect(throws: EncodingFailure.self) {
            try await loopback.session.send(
                Transfers.ReplaceCoverRequest(album: 1, picture: .file(FileManager.default.temporaryDirectory)))
        }
        #expect(loopback.server.requests.isEmpty)
    }

    @Test func rawBytesFromAFileWithProgressAndOverARedirect() async throws {
        let folder = try Folder()
        let archive = Data(repeating: 7, count: 3_000_000)
        let file = try folder.file("a.zip", archive)
        let loopback = try Loopback { request in
            request.number == 0 ? .redirect(308, to: "/moved") : .response(status: 204)
        }
        let progress = Progress()
        try await loopback.session.upload(
            Transfers.UploadArchiveRequest(name: "a", body: .file(file, type: "application/zip")),
            progress: { progress.add($0) })
        #expect(loopback.server.requests.map(\.body) == [archive, archive])
        #expect(loopback.server.requests.map { $0[header: "Content-Type"] } == ["application/zip", "application/zip"])
        #expect(progress.all.last?.completed == 3_000_000 && progress.all.last?.fraction == 1)
    }

    @Test func downloads() async throws {
        let folder = try Folder()
        let target = folder.url.appendingPathComponent("b.zip")
        let piece = Data(repeating: 9, count: 65_536)
        let loopback = try Loopback { request in
            switch request.target {
            case "/archives/missing": .json(#"{"title":"no such archive"}"#, status: 404)
            case "/archives/half": .truncated("half", missing: 10)
            case "/archives/evil":
                .response(headers: [("Content-Disposition", "attachment; filename=\"../../evil\"")], body: Data([1]))
            default: .large(piece, count: 100)
            }
        }
        let progress = Progress()
        let head = try await loopback.session.download(
            Transfers.DownloadArchiveRequest(name: "good"), to: target, progress: { progress.add($0) })
        #expect(head.status == 200 && head.body.isEmpty)
        #expect(try Data(contentsOf: target) == Data(repeating: 9, count: 6_553_600))
        #expect(
            progress.all.last == progress.all.max { $0.completed < $1.completed } && progress.all.last?.fraction == 1)
        #expect(folder.names == ["b.zip"])

        // An existing file stays, unless it is to be replaced.
        await #expect(throws: FileFailure.self) {
            try await loopback.session.download(Transfers.DownloadArchiveRequest(name: "evil"), to: target)
        }
        #expect(loopback.server.requests.count == 1)
        try await loopback.session.download(
            Transfers.DownloadArchiveRequest(name: "evil"), to: target, overwrites: true)
        #expect(try Data(contentsOf: target) == Data([1]) && folder.names == ["b.zip"])

        // A failure leaves nothing behind.
        let other = folder.url.appendingPathComponent("c.zip")
        let failure = await #expect(throws: Rejected<Transfers.Problem>.self) {
            try await loopback.session.download(Transfers.DownloadArchiveRequest(name: "missing"), to: other)
        }
        #expect(failure?.body?.title == "no such archive")
        var session = loopback.session
        session.retries = .none
        await #expect(throws: TransportFailure.self) {
            try await session.download(Transfers.DownloadArchiveRequest(name: "half"), to: other)
        }
        #expect(folder.names == ["b.zip"])
    }

    @Test func formLists() async throws {
        let loopback = try Loopback { _ in .json(#"{"id":1}"#) }
        _ = try await loopback.session.send(
            Transfers.CreateLabelRequest(name: "a b", place: .init(latitude: 1, longitude: 2), colors: ["red", "g&b"]))
        let received = try #require(loopback.server.requests.first)
        #expect(
            received.text.removingPercentEncoding
                == "name=a+b&place[latitude]=1&place[longitude]=2&colors[0]=red&colors[1]=g&b")
        #expect(received[header: "Idempotency-Key"] == nil)
    }

    @Test func streamOfEvents() async throws {
        let loopback = try Loopback { request in
            #expect(request.text == #"{"prompt":"hi","stream":true}"#)
            return .stream([
                #"data: {"text":"Hel"}"# + "\n\n", #"data: {"text":"lo","index":1}"# + "\n\n", "data: [DONE]\n\n",
            ])
        }
        var text = ""
        for try await completion in try await loopback.session.send(Transfers.CompleteRequest(prompt: "hi")) {
            text += completion.text
        }
        #expect(text == "Hello")
    }

    @Test func streamOfAUnionThatGoesOnOverConnections() async throws {
        let loopback = try Loopback { request in
            switch request.number {
            case 0:
                .stream([#"retry: 1"# + "\n" + #"id: a"# + "\n" + #"data: {"type":"added","photo":{"id":1}}"# + "\n\n"])
            case 1: .stream([#"id: b"# + "\n" + #"data: {"type":"removed","id":1}"# + "\n\n"], breaks: true)
            default: .response(status: 204)
            }
        }
        var events: [String] = []
        for try await event in try await loopback.session.send(Transfers.WatchAlbumRequest(album: 3)) {
            switch event {
            case .added(let added): events.append("added \(added.photo.id)")
            case .removed(let removed): events.append("removed \(removed.id)")
            case .unrecognized: events.append("?")
            }
        }
        #expect(events == ["added 1", "removed 1"])
        #expect(loopback.server.requests.map { $0[header: "Last-Event-ID"] } == [nil, "a", "b"])
    }

    @Test func linesThatAreReadWithOtherThingsBetween() async throws {
        let lines = (0..<5000).map { "{\"id\":\($0),\"title\":\"t\"}\n" }.joined()
        let loopback = try Loopback { _ in .stream([lines], type: "application/x-ndjson") }
        var next = 0
        for try await photo in try await loopback.session.send(Transfers.ExportPhotosRequest()) {
            #expect(photo.id == next)
            next += 1
        }
        #expect(next == 5000)
    }

    @Test func aParameterThatIsJSON() throws {
        let url = try Transfers.ExportPhotosRequest(near: .init(latitude: 1.5, longitude: 2)).httpRequest().url
            .absoluteString
        #expect(url.hasSuffix("/photos.ndjson?near=%7B%22latitude%22%3A1.5%2C%22longitude%22%3A2%7D"))
        #expect(try Transfers.ExportPhotosRequest().httpRequest().url.query == nil)
    }

    @Test func aSearchIsRepeatedAndAnOrderIsNot() async throws {
        let loopback = try Loopback { request in
            request.number == 0 ? .response(status: 503, headers: [("Retry-After", "0")]) : .json("[]")
        }
        #expect(try await loopback.session.send(Transfers.SearchPhotosRequest(text: "x")).isEmpty)
        #expect(loopback.server.requests.count == 2)
    }

    private final class Progress: @unchecked Sendable {
        private let lock = NSLock()
        private var list: [TransferProgress] = []

        var all: [TransferProgress] { lock.withLock { list } }
        func add(_ progress: TransferProgress) { lock.withLock { list.append(progress) } }
    }
}
