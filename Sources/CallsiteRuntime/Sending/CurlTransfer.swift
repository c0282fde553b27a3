#if canImport(FoundationNetworking)
    import Foundation
    import FoundationNetworking

    /// The functions of libcurl, which is in the process already: FoundationNetworking is built on it. Looked up by name, so that
    /// nothing has to be linked.
    struct Curl: Sendable {
        typealias Handle = UnsafeMutableRawPointer
        typealias DataCallback = @convention(c) (UnsafeMutableRawPointer?, Int, Int, UnsafeMutableRawPointer?) -> Int

        let makeEasy = function("easy_init", (@convention(c) () -> Handle?).self)
        let makeMulti = function("multi_init", (@convention(c) () -> Handle?).self)
        let closeEasy = function("easy_cleanup", (@convention(c) (Handle) -> Void).self)
        let closeMulti = function("multi_cleanup", (@convention(c) (Handle) -> Int32).self)
        // One function of variable arguments in C. On Linux these are passed as those of any other.
        let setNumber = function("easy_setopt", (@convention(c) (Handle, Int32, Int) -> Int32).self)
        let setPointer = function("easy_setopt", (@convention(c) (Handle, Int32, UnsafeRawPointer?) -> Int32).self)
        let setCallback = function("easy_setopt", (@convention(c) (Handle, Int32, DataCallback) -> Int32).self)
        let add = function("multi_add_handle", (@convention(c) (Handle, Handle) -> Int32).self)
        let remove = function("multi_remove_handle", (@convention(c) (Handle, Handle) -> Int32).self)
        let perform = function("multi_perform", (@convention(c) (Handle, UnsafeMutablePointer<Int32>) -> Int32).self)
        let poll = function("multi_poll", (@convention(c) (Handle, Handle?, UInt32, Int32, Handle?) -> Int32).self)
        let wake = function("multi_wakeup", (@convention(c) (Handle) -> Int32).self)
        let message = function("multi_info_read", (@convention(c) (Handle, UnsafeMutablePointer<Int32>) -> UnsafeRawPointer?).self)
        let appendLine = function("slist_append", (@convention(c) (Handle?, UnsafePointer<CChar>) -> Handle?).self)
        let freeLines = function("slist_free_all", (@convention(c) (Handle?) -> Void).self)
        let text = function("easy_strerror", (@convention(c) (Int32) -> UnsafePointer<CChar>?).self)

        /// nil where libcurl can't be found: in a static executable, or where it is older than 7.68, which has `curl_multi_wakeup`.
        static let loaded: Curl? = dlsym(dlopen(nil, RTLD_NOW), "curl_multi_wakeup") == nil ? nil : Curl()

        private static func function<Function>(_ name: String, _ type: Function.Type) -> Function {
            unsafeBitCast(dlsym(dlopen(nil, RTLD_NOW), "curl_\(name)"), to: Function.self)
        }

        /// The result in a `CURLMsg`: behind an `int` and a pointer.
        func result(in multi: Handle) -> Int32? {
            var left: Int32 = 0
            return message(multi, &left)?.load(fromByteOffset: 16, as: Int32.self)
        }

        /// The options used here, by their numbers in curl.h, which never change.
        enum Option {
            static let writeData: Int32 = 10_001
            static let url: Int32 = 10_002
            static let readData: Int32 = 10_009
            static let writeFunction: Int32 = 20_011
            static let readFunction: Int32 = 20_012
            static let headers: Int32 = 10_023
            static let headerData: Int32 = 10_029
            static let method: Int32 = 10_036
            static let noBody: Int32 = 44
            static let upload: Int32 = 46
            static let certificates: Int32 = 10_065
            static let headerFunction: Int32 = 20_079
            static let noSignal: Int32 = 99
            static let acceptEncoding: Int32 = 10_102
            static let uploadSize: Int32 = 30_115
            static let protocols: Int32 = 181
        }
    }

    /// One streamed exchange over libcurl, on a thread of its own: what keeps that waiting keeps the server waiting, and nobody else.
    final class CurlTransfer: @unchecked Sendable {
        private let curl: Curl
        private let request: URLRequest
        private let body: HTTPBody?
        private let exchange: Exchange

        private let lock = NSLock()
        // Guarded by `lock`.
        private var multi: Curl.Handle?
        private var isCancelled = false

        // Only on the transfer's thread.
        private var status = 0
        private var headers = HTTPHeaders()
        private var upload: Upload?

        init(_ curl: Curl, _ urlRequest: URLRequest, _ request: HTTPRequest, _ exchange: Exchange) {
            self.curl = curl
            self.request = urlRequest
            self.body = request.body
            self.exchange = exchange
        }

        func start() {
            let thread = Thread { self.run() }
            thread.stackSize = 512 << 10
            thread.name = "callsite.stream"
            thread.start()
        }

        func cancel() {
            lock.withLock {
                isCancelled = true
                if let multi { _ = curl.wake(multi) }
            }
        }

        private var hasEnded: Bool { lock.withLock { isCancelled } }

        // MARK: The thread

        private func run() {
            guard let easy = curl.makeEasy() else { return exchange.completed(TransportFailure(.other, "there is no memory")) }
            defer { curl.closeEasy(easy) }
            guard let multi = curl.makeMulti() else { return exchange.completed(TransportFailure(.other, "there is no memory")) }
            lock.withLock { self.multi = multi }
            defer {
                lock.withLock { self.multi = nil }
                _ = curl.closeMulti(multi)
            }
            let lines = setUp(easy)
            defer { curl.freeLines(lines) }
            _ = curl.add(multi, easy)
            defer { _ = curl.remove(multi, easy) }

            var running: Int32 = 1
            while running > 0, !hasEnded {
                guard curl.perform(multi, &running) == 0 else {
                    return exchange.completed(TransportFailure(.other, "the transfer can't go on"))
                }
                if running > 0, !hasEnded { _ = curl.poll(multi, nil, 0, 10_000, nil) }
            }
            guard !hasEnded, let result = curl.result(in: multi) else { return exchange.completed(CancellationError()) }
            exchange.completed(result == 0 ? nil : upload?.failure ?? failure(result))
        }

        /// Returns the lines of the headers, which must outlive the transfer.
        private func setUp(_ easy: Curl.Handle) -> Curl.Handle? {
            let context = Unmanaged.passUnretained(self).toOpaque()
            func set(_ option: Int32, _ text: String) { _ = text.withCString { curl.setPointer(easy, option, $0) } }
            set(Curl.Option.url, request.url?.absoluteString ?? "")
            set(Curl.Option.method, request.httpMethod ?? "GET")
            set(Curl.Option.acceptEncoding, "")
            _ = curl.setNumber(easy, Curl.Option.noSignal, 1)
            // http and https.
            _ = curl.setNumber(easy, Curl.Option.protocols, 3)
            if request.httpMethod == "HEAD" { _ = curl.setNumber(easy, Curl.Option.noBody, 1) }
            // The variable by which FoundationNetworking too is told another file.
            if let file = ProcessInfo.processInfo.environment["URLSessionCertificateAuthorityInfoFile"] {
                set(Curl.Option.certificates, file)
            }
            if let body {
                let upload = Upload(body)
                self.upload = upload
                _ = curl.setNumber(easy, Curl.Option.upload, 1)
                _ = curl.setNumber(easy, Curl.Option.uploadSize, upload.size)
                _ = curl.setPointer(easy, Curl.Option.readData, context)
                _ = curl.setCallback(easy, Curl.Option.readFunction) { buffer, size, count, context in
                    CurlTransfer.of(context).send(buffer, size * count)
                }
            }
            _ = curl.setPointer(easy, Curl.Option.headerData, context)
            _ = curl.setCallback(easy, Curl.Option.headerFunction) { bytes, size, count, context in
                CurlTransfer.of(context).takeHeader(UnsafeRawBufferPointer(start: bytes, count: size * count))
                return size * count
            }
            _ = curl.setPointer(easy, Curl.Option.writeData, context)
            _ = curl.setCallback(easy, Curl.Option.writeFunction) { bytes, size, count, context in
                CurlTransfer.of(context).takeBody(UnsafeRawBufferPointer(start: bytes, count: size * count)) ? size * count : 0
            }

            var fields = request.allHTTPHeaderFields ?? [:]
            if !fields.keys.contains(where: { $0.lowercased() == "user-agent" }) {
                fields["User-Agent"] = ProcessInfo.processInfo.processName
            }
            var lines: Curl.Handle?
            // Nobody waits for "100 Continue". A header without a value is written with a semicolon here.
            for line in fields.map({ $1.isEmpty ? "\($0);" : "\($0): \($1)" }).sorted() + ["Expect:"] {
                lines = curl.appendLine(lines, line) ?? lines
            }
            _ = curl.setPointer(easy, Curl.Option.headers, lines)
            return lines
        }

        private static func of(_ context: UnsafeMutableRawPointer?) -> CurlTransfer {
            Unmanaged<CurlTransfer>.fromOpaque(context.unsafelyUnwrapped).takeUnretainedValue()
        }

        private func takeHeader(_ bytes: UnsafeRawBufferPointer) {
            let line = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
            if line.isEmpty {
                // What comes before 200 announces the answer, and what comes behind the body are trailers.
                guard status >= 200 else { return }
                exchange.receivedHead(HTTPResponse(status: status, headers: headers, url: request.url))
                status = 0
            } else if line.hasPrefix("HTTP/") {
                status = line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
                headers = HTTPHeaders()
            } else if let colon = line.firstIndex(of: ":") {
                headers.append(String(line[..<colon]), line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces))
            }
        }

        private func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
            exchange.received(Data(bytes))
            let room = DispatchSemaphore(value: 0)
            exchange.whenRoom { room.signal() }
            room.wait()
            return !hasEnded
        }

        private func send(_ buffer: UnsafeMutableRawPointer?, _ size: Int) -> Int {
            guard let buffer, let upload, !hasEnded else { return 0x1000_0000 }  // CURL_READFUNC_ABORT
            let count = upload.read(UnsafeMutableRawBufferPointer(start: buffer, count: size))
            if count > 0, count <= size { exchange.sent(Int64(upload.completed), of: Int64(upload.size)) }
            return count
        }

        private func failure(_ code: Int32) -> any Error {
            let text = curl.text(code).map { String(cString: $0) } ?? "error \(code)"
            return switch code {
            case 5, 6, 7: TransportFailure(.cannotConnect, "can't connect to the host: \(text)")
            case 18, 52, 55, 56, 92: TransportFailure(.connectionLost, "the connection was lost: \(text)")
            case 28: TransportFailure(.timedOut, "the request timed out")
            case 35, 53, 54, 58, 59, 60, 64, 66, 77, 80, 82, 83, 90, 91, 98:
                TransportFailure(.notSecure, "no secure connection to the host: \(text)")
            case 1, 8, 16, 61, 95: TransportFailure(.badResponse, "the answer is no valid HTTP: \(text)")
            default: TransportFailure(.other, text)
            }
        }

        /// A body as it is read piece by piece.
        private final class Upload {
            let size: Int
            private(set) var completed = 0
            private(set) var failure: (any Error)?
            private var segments: ArraySlice<HTTPBody.Segment>
            private var position = 0
            private var handle: FileHandle?

            init(_ body: HTTPBody) {
                segments = body.segments[...]
                size = body.segments.reduce(0) { size, segment in
                    switch segment {
                    case .data(let data): return size + data.count
                    case .file(let url):
                        let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
                        return size + ((attributes?[.size] as? NSNumber)?.intValue ?? 0)
                    }
                }
            }

            func read(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
                while let segment = segments.first {
                    var piece = Data()
                    switch segment {
                    case .data(let data):
                        piece = data.dropFirst(position).prefix(buffer.count)
                        position += piece.count
                    case .file(let url):
                        do {
                            let handle = try self.handle ?? FileHandle(forReadingFrom: url)
                            self.handle = handle
                            piece = try handle.read(upToCount: buffer.count) ?? Data()
                        } catch {
                            failure = EncodingFailure("the file \(quoted(url.path)) can't be read")
                            return 0x1000_0000
                        }
                    }
                    if !piece.isEmpty {
                        piece.copyBytes(to: buffer)
                        completed += piece.count
                        return piece.count
                    }
                    try? handle?.close()
                    handle = nil
                    position = 0
                    segments = segments.dropFirst()
                }
                return 0
            }
        }
    }
#endif
