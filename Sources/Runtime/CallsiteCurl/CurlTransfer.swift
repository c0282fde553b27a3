#if os(Linux)
    import CallsiteHTTP
    import Foundation

    /// One request over libcurl. After its creation, all of it runs on the thread of its loop.
    final class CurlTransfer: @unchecked Sendable {
        let origin: Origin
        private let request: HTTPRequest
        private let exchange: Exchange
        private let body: CurlUpload?
        /// The options from the transport's settings.
        private let options: [(option: Int32, text: String?)]

        /// Set between `begin` and `leave`.
        private(set) var easy: Curl.Handle?
        private(set) var isOver = false
        private var thread: CurlThread?
        private var lines: Curl.Handle?
        private var errorText: UnsafeMutablePointer<CChar>?
        private var head: ResponseHead
        private var hasHead = false
        private var decoder: ContentDecoder?
        private var sockets: CurlSockets?
        /// The number of times that sending the request began.
        private var sendings = 0
        /// Whether the connection was unusable before a byte was sent. The request then needs a new connection.
        private var isStale = false
        /// The reason why the response is refused.
        private var refusal: (any Error)?

        init(
            _ request: HTTPRequest, _ origin: Origin, _ exchange: Exchange, _ options: [(option: Int32, text: String?)]
        ) {
            self.options = options
            self.request = request
            self.origin = origin
            self.exchange = exchange
            head = ResponseHead(isForHead: request.method == .head)
            // Without a length some servers wait for a body, and others refuse the request.
            let needsLength = ["POST", "PUT", "PATCH"].contains(request.method.name)
            body = request.body != nil || needsLength ? CurlUpload(request.body) : nil
        }

        func begin(_ easy: Curl.Handle, _ thread: CurlThread, _ sockets: CurlSockets) {
            self.easy = easy
            self.thread = thread
            self.sockets = sockets
            // libcurl may have read the body already, for the connection that was lost.
            if isStale { _ = body?.seek(to: 0) }
            setUp(easy, thread.curl, longestIdle: thread.longestIdle)
            isStale = false
        }

        /// Whether the request must begin again although libcurl reports its end: nothing was sent or received.
        var beginsAnew: Bool { isStale && !isOver }

        /// Frees everything that libcurl has used until now.
        func leave() {
            thread?.curl.freeLines(lines)
            errorText?.deallocate()
            (easy, thread, lines, errorText, sockets) = (nil, nil, nil, nil, nil)
        }

        /// Ends the request, unless it has ended.
        func fail(_ failure: (any Error)?) {
            guard !isOver else { return }
            isOver = true
            exchange.completed(failure)
        }

        // MARK: The request

        private func setUp(_ easy: Curl.Handle, _ curl: Curl, longestIdle: Int) {
            typealias Option = Curl.Option
            let context = Unmanaged.passUnretained(self).toOpaque()
            func set(_ option: Int32, _ text: String) { _ = curl.set(easy, option, text) }
            func set(_ option: Int32, _ number: Int) { _ = curl.setNumber(easy, option, number) }

            let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: 256)
            errorText.initialize(repeating: 0, count: 256)
            self.errorText = errorText
            _ = curl.setPointer(easy, Option.errorBuffer, errorText)
            set(Option.noSignal, 1)
            // A caller that gives up needn't wait for the name service.
            set(Option.quickExit, 1)
            // HTTP/1.1, since no libcurl up to 8.23 sends all requests again that an HTTP/2 server hasn't processed
            // (RFC 9113, 6.8 and 8.7). If a server ends its connections by GOAWAY, up to 95 of 100 simultaneous
            // requests fail.
            set(Option.version, 2)
            // http and https.
            set(Option.protocols, 3)
            set(Option.pathAsIs, 1)
            set(Option.suppressConnectHeaders, 1)
            set(Option.decodesContent, 0)
            for (option, text) in options { _ = curl.set(easy, option, text) }
            set(Option.url, request.url.absoluteString)

            let isHead = request.method == .head
            if let body {
                set(Option.upload, 1)
                _ = curl.setOffset(easy, Option.uploadSize, Int64(body.size))
                set(Option.uploadBufferSize, 262_144)
                _ = curl.setPointer(easy, Option.readData, context)
                _ = curl.setDataCallback(easy, Option.readFunction) { buffer, size, count, context in
                    CurlTransfer.of(context).send(UnsafeMutableRawBufferPointer(start: buffer, count: size * count))
                }
                _ = curl.setPointer(easy, Option.seekData, context)
                _ = curl.setSeekCallback(easy, Option.seekFunction) { context, offset, origin in
                    // 1: seeking isn't possible.
                    origin == SEEK_SET && CurlTransfer.of(context).body?.seek(to: Int(offset)) == true ? 0 : 1
                }
            } else if isHead {
                set(Option.noBody, 1)
            }
            set(Option.method, request.method.name)
            sockets?.watch(easy, curl)
            guardConnection(easy, curl, context, longestIdle)

            _ = curl.setPointer(easy, Option.headerData, context)
            _ = curl.setDataCallback(easy, Option.headerFunction) { bytes, size, count, context in
                CurlTransfer.of(context).takeHeader(UnsafeRawBufferPointer(start: bytes, count: size * count))
            }
            _ = curl.setPointer(easy, Option.writeData, context)
            _ = curl.setDataCallback(easy, Option.writeFunction) { bytes, size, count, context in
                CurlTransfer.of(context).takeBody(UnsafeRawBufferPointer(start: bytes, count: size * count))
            }
            for line in headerLines() { lines = curl.appendLine(lines, line) ?? lines }
            _ = curl.setPointer(easy, Option.headers, lines)
        }

        /// libcurl sends a request again by itself if a connection that was used before ends without a response: the
        /// server may have closed it in the meantime, or have failed on the request. A request that isn't idempotent is
        /// stopped then. It uses only a connection that was used a moment ago, since servers close those that are idle
        /// for seconds.
        private func guardConnection(
            _ easy: Curl.Handle, _ curl: Curl, _ context: UnsafeMutableRawPointer, _ longestIdle: Int
        ) {
            let isKnown =
                curl.setPrerequestCallback(easy, Curl.Option.prerequestFunction) {
                    context, address, _, remotePort, localPort in
                    let ends = CurlSockets.Ends(
                        localPort: localPort, remotePort: remotePort,
                        remoteAddress: address.map { String(cString: $0) } ?? "")
                    // 1: stop.
                    return CurlTransfer.of(context).maySend(between: ends) ? 0 : 1
                } == 0
            if isKnown { _ = curl.setPointer(easy, Curl.Option.prerequestData, context) }
            if !isKnown || isStale {
                // Before 7.80, libcurl doesn't report which connection it will use, so each request has its own.
                _ = curl.setNumber(easy, Curl.Option.freshConnect, 1)
            } else if !request.method.isIdempotent {
                _ = curl.setNumber(easy, Curl.Option.longestIdle, longestIdle)
            }
        }

        /// Called when the connection is there, before the request is sent.
        private func maySend(between ends: CurlSockets.Ends) -> Bool {
            guard sendings == 0 || request.method.isIdempotent else {
                sendings += 1
                return false
            }
            let socket = sockets?.socket(between: ends)
            if let socket, socket.isReadable {
                if socket.isUsed {
                    isStale = true
                } else if origin.scheme == "http", socket.hasBytes {
                    // With TLS, tickets may come first.
                    refusal = TransportFailure.malformed("it came before the request was sent")
                }
            }
            socket?.isUsed = true
            guard !isStale, refusal == nil else { return false }
            sendings += 1
            return true
        }

        private func headerLines() -> [String] {
            // A header without a value is written with a semicolon here.
            var lines = request.headers.fields.map { field in
                // Blanks around a value don't count (RFC 9110, section 5.5). Nearly all values have none.
                let isBlank: (UInt8?) -> Bool = { $0 == 0x20 || $0 == 0x09 }
                let hasBlanks = isBlank(field.value.utf8.first) || isBlank(field.value.utf8.last)
                let value = hasBlanks ? field.value.trimmingCharacters(in: .whitespaces) : field.value
                return value.isEmpty ? "\(field.name);" : "\(field.name): \(value)"
            }
            // The transfer doesn't wait for "100 Continue".
            if request.headers["Expect"] == nil { lines.append("Expect:") }
            // A body without a type is not a form.
            if request.body != nil, request.headers["Content-Type"] == nil {
                lines.append("Content-Type: application/octet-stream")
            }
            // A part of a compressed body can't be decompressed.
            if request.headers["Accept-Encoding"] == nil, request.headers["Range"] == nil, thread?.curl.inflate != nil {
                lines.append("Accept-Encoding: \(ContentDecoder.codings)")
            }
            if request.headers["User-Agent"] == nil { lines.append("User-Agent: \(UserAgent.text)") }
            return lines
        }

        private static func of(_ context: UnsafeMutableRawPointer?) -> CurlTransfer {
            Unmanaged<CurlTransfer>.fromOpaque(context.unsafelyUnwrapped).takeUnretainedValue()
        }

        private func send(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
            guard let body, let count = body.read(buffer) else { return Curl.Signal.abortsReading }
            if count > 0 { exchange.sent(Int64(body.completed), of: Int64(body.size)) }
            return count
        }

        // MARK: The response

        /// A result other than the number of bytes stops the transfer.
        private func takeHeader(_ bytes: UnsafeRawBufferPointer) -> Int {
            do {
                guard var http = try head.take(bytes) else { return bytes.count }
                if let curl = thread?.curl, http.status != 204, http.status != 206, http.status != 304,
                    request.method != .head
                {
                    // The body of a redirect that is followed isn't read.
                    do {
                        decoder = try ContentDecoder.decoder(
                            for: http.headers, curl, isNegotiated: request.headers["Accept-Encoding"] != nil)
                    } catch  where exchange.isFollowed(http) {}
                }
                http.url = request.url
                hasHead = true
                exchange.receivedHead(http)
                // The response to HEAD has no body, whatever its headers say. libcurl knows that only if the request
                // has no body either.
                return request.method == .head && body != nil ? -1 : bytes.count
            } catch {
                refusal = error
                return -1
            }
        }

        private func takeBody(_ bytes: UnsafeRawBufferPointer) -> Int {
            guard hasHead else {
                refusal = TransportFailure.malformed("it has no headers")
                return -1
            }
            // libcurl offers the bytes again when the transfer goes on.
            guard !exchange.isAhead else {
                let thread = thread
                exchange.whenRoom { [self] in
                    thread?.run { if let easy = self.easy { _ = $0.curl.pauseEasy(easy, 0) } }
                }
                return Curl.Signal.pausesWriting
            }
            do {
                guard let decoder else { return exchange.received(bytes) ? bytes.count : -1 }
                try decoder.decode(bytes) { if !exchange.received($0) { throw CancellationError() } }
                return bytes.count
            } catch {
                refusal = error
                return -1
            }
        }

        /// The error for the transfer's end; nil if the response is complete. Call it before `leave`.
        func failure(_ code: Int32) -> (any Error)? {
            if let refusal { return refusal }
            if let failure = body?.failure { return failure }
            if code == 0 || code == 23 && hasHead && request.method == .head {
                guard hasHead else { return ended() }
                do { try decoder?.finish() } catch { return error }
                return nil
            }
            let curl = thread?.curl
            let own = errorText.map { String(cString: $0) } ?? ""
            let text = own.isEmpty ? curl?.reason(code) ?? "" : own
            switch code {
            case 3:
                return UnreadableURL(EncodingFailure("\(request.description): libcurl takes this for no URL: \(text)"))
            case 5, 6, 7, 45, 97: return TransportFailure(.cannotConnect, "can't connect to the host: \(text)")
            case 28: return TransportFailure(.timedOut, "the request timed out")
            case 35, 53, 54, 58, 59, 60, 64, 66, 77, 80, 82, 83, 90, 91, 98:
                return TransportFailure(.notSecure, "no secure connection to the host: \(text)")
            case 1, 8, 16, 61, 63, 95: return TransportFailure.malformed(text)
            // libcurl reports a header that it can't read as a bad argument (43). It reports that no memory is left
            // (27), or that something is too large (100), only for a header that is too long.
            case 43: return TransportFailure.malformed("a line of its headers or trailers has no name and colon")
            case 27, 100: return TransportFailure.malformed("a line of its headers is too long")
            case 42 where sendings > 1, 65:
                let reason =
                    "the connection was lost before there was a response; \(request.method) is not sent a second time"
                return TransportFailure(.connectionLost, reason)
            case 18, 52, 55, 56, 92:
                var proxyStatus = 0
                if let easy, curl?.getNumber(easy, Curl.Info.proxyStatus, &proxyStatus) == 0, proxyStatus >= 300 {
                    return TransportFailure(.cannotConnect, "the proxy refuses to connect: \(proxyStatus)")
                }
                // libcurl reports a malformed chunk as if the connection had been lost.
                if code == 56, text.contains("chunk") || text.contains("response header") {
                    return TransportFailure.malformed(text)
                }
                return TransportFailure(.connectionLost, "the connection was lost: \(text)")
            default: return TransportFailure(.other, text)
            }
        }

        /// The error for a connection that ended within the headers, which libcurl reports as a success.
        private func ended() -> TransportFailure {
            TransportFailure(.connectionLost, "the connection was lost before the response's headers were complete")
        }
    }
#endif
