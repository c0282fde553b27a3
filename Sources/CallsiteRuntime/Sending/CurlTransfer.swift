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
        let pause = function("easy_pause", (@convention(c) (Handle, Int32) -> Int32).self)
        let message = function("multi_info_read", (@convention(c) (Handle, UnsafeMutablePointer<Int32>) -> UnsafeRawPointer?).self)
        let appendLine = function("slist_append", (@convention(c) (Handle?, UnsafePointer<CChar>) -> Handle?).self)
        let freeLines = function("slist_free_all", (@convention(c) (Handle?) -> Void).self)
        let text = function("easy_strerror", (@convention(c) (Int32) -> UnsafePointer<CChar>?).self)

        /// nil where libcurl can't be found: in a static executable, or where it is older than 7.68, which has `curl_multi_wakeup`.
        static let loaded: Curl? = dlsym(dlopen(nil, RTLD_NOW), "curl_multi_wakeup") == nil ? nil : Curl()

        private static func function<Function>(_ name: String, _ type: Function.Type) -> Function {
            unsafeBitCast(dlsym(dlopen(nil, RTLD_NOW), "curl_\(name)"), to: Function.self)
        }

        /// The next transfer that has ended, and how: a `CURLMsg` holds an `int`, a pointer and an `int`.
        func ended(in multi: Handle) -> (easy: Handle, result: Int32)? {
            var left: Int32 = 0
            guard let message = message(multi, &left), let easy = message.load(fromByteOffset: 8, as: Handle?.self) else { return nil }
            return (easy, message.load(fromByteOffset: 16, as: Int32.self))
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
            static let headerFunction: Int32 = 20_079
            static let noSignal: Int32 = 99
            static let acceptEncoding: Int32 = 10_102
            static let uploadSize: Int32 = 30_115
            static let protocols: Int32 = 181
        }

        /// What a callback may return in place of a number of bytes.
        enum Answer {
            static let pausesWriting = 0x1000_0001
            static let abortsReading = 0x1000_0000
        }
    }

    /// The one thread on which all streams of the process are transferred.
    private final class CurlLoop: @unchecked Sendable {
        /// nil where libcurl has no memory left.
        static let shared: CurlLoop? = Curl.loaded.flatMap { CurlLoop($0) }

        let curl: Curl
        private let multi: Curl.Handle
        private let lock = NSLock()
        // Guarded by `lock`.
        private var work: [@Sendable (CurlLoop) -> Void] = []
        /// Only on the thread.
        private var transfers: [Curl.Handle: CurlTransfer] = [:]

        private init?(_ curl: Curl) {
            guard let multi = curl.makeMulti() else { return nil }
            self.curl = curl
            self.multi = multi
            let thread = Thread { [self] in while true { turn() } }
            thread.name = "callsite.streams"
            thread.start()
        }

        /// Runs `action` on the thread, soon. libcurl allows nothing from elsewhere but this wake.
        func run(_ action: @escaping @Sendable (CurlLoop) -> Void) {
            lock.withLock { work.append(action) }
            _ = curl.wake(multi)
        }

        func add(_ transfer: CurlTransfer, _ easy: Curl.Handle) {
            transfers[easy] = transfer
            _ = curl.add(multi, easy)
        }

        func remove(_ easy: Curl.Handle) {
            guard transfers.removeValue(forKey: easy) != nil else { return }
            _ = curl.remove(multi, easy)
            curl.closeEasy(easy)
        }

        private func turn() {
            let actions = lock.withLock {
                defer { work = [] }
                return work
            }
            for action in actions { action(self) }
            var running: Int32 = 0
            _ = curl.perform(multi, &running)
            while let (easy, result) = curl.ended(in: multi) {
                let transfer = transfers[easy]
                remove(easy)
                transfer?.ended(result)
            }
            if lock.withLock({ work.isEmpty }) { _ = curl.poll(multi, nil, 0, 60_000, nil) }
        }
    }

    /// One streamed exchange over libcurl, which can let an answer wait for its reader.
    final class CurlTransfer: @unchecked Sendable {
        private let loop: CurlLoop
        private let request: URLRequest
        private let body: HTTPBody?
        private let exchange: Exchange

        // Only on the loop's thread.
        private var easy: Curl.Handle?
        private var lines: Curl.Handle?
        private var status = 0
        private var headers = HTTPHeaders()
        private var upload: Upload?

        /// nil where there is no libcurl.
        init?(_ urlRequest: URLRequest, _ request: HTTPRequest, _ exchange: Exchange) {
            guard let loop = CurlLoop.shared else { return nil }
            self.loop = loop
            self.request = urlRequest
            self.body = request.body
            self.exchange = exchange
        }

        func start() {
            loop.run { [self] loop in
                guard let easy = loop.curl.makeEasy() else {
                    return exchange.completed(TransportFailure(.other, "there is no memory"))
                }
                self.easy = easy
                lines = setUp(easy, loop.curl)
                loop.add(self, easy)
            }
        }

        func cancel() {
            loop.run { [self] loop in
                guard let easy else { return }
                loop.remove(easy)
                close()
                exchange.completed(CancellationError())
            }
        }

        fileprivate func ended(_ result: Int32) {
            close()
            exchange.completed(result == 0 ? nil : upload?.failure ?? failure(result))
        }

        private func close() {
            easy = nil
            loop.curl.freeLines(lines)
            lines = nil
        }

        // MARK: The request

        /// Returns the lines of the headers, which must outlive the transfer.
        private func setUp(_ easy: Curl.Handle, _ curl: Curl) -> Curl.Handle? {
            let context = Unmanaged.passUnretained(self).toOpaque()
            func set(_ option: Int32, _ text: String) { _ = text.withCString { curl.setPointer(easy, option, $0) } }
            set(Curl.Option.url, request.url?.absoluteString ?? "")
            set(Curl.Option.method, request.httpMethod ?? "GET")
            set(Curl.Option.acceptEncoding, "")
            _ = curl.setNumber(easy, Curl.Option.noSignal, 1)
            // http and https.
            _ = curl.setNumber(easy, Curl.Option.protocols, 3)
            if request.httpMethod == "HEAD" { _ = curl.setNumber(easy, Curl.Option.noBody, 1) }
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
                CurlTransfer.of(context).takeBody(UnsafeRawBufferPointer(start: bytes, count: size * count))
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

        private func takeBody(_ bytes: UnsafeRawBufferPointer) -> Int {
            // What isn't taken is offered again when the transfer goes on.
            guard !exchange.isAhead else {
                exchange.whenRoom { [self] in
                    loop.run { [self] loop in if let easy { _ = loop.curl.pause(easy, 0) } }
                }
                return Curl.Answer.pausesWriting
            }
            exchange.received(Data(bytes))
            return bytes.count
        }

        private func send(_ buffer: UnsafeMutableRawPointer?, _ size: Int) -> Int {
            guard let buffer, let upload else { return Curl.Answer.abortsReading }
            let count = upload.read(UnsafeMutableRawBufferPointer(start: buffer, count: size))
            if count > 0, count <= size { exchange.sent(Int64(upload.completed), of: Int64(upload.size)) }
            return count
        }

        private func failure(_ code: Int32) -> any Error {
            let text = loop.curl.text(code).map { String(cString: $0) } ?? "error \(code)"
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
                            return Curl.Answer.abortsReading
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
