import CallsiteLibCurl
import CallsiteMockEngine

/// The real server to which `callsite mock --record` passes requests on, by libcurl.
///
/// It follows no redirects: the client gets them as they are. One thread sends all requests.
final class Upstream: @unchecked Sendable {
    /// How long a response may take, in milliseconds.
    private static let timeLimit = 300_000
    /// How long the body of a response may be, in bytes.
    fileprivate static let bodyLimit = 64 << 20

    /// The start of each requested URL: `https://api.example.com/v1`, without a slash at its end.
    let base: String
    /// `https://api.example.com`
    let origin: String

    private let functions: UnsafePointer<callsite_curl_functions>
    private let multi: UnsafeMutableRawPointer
    private let lock = MockLock()
    /// Guarded by `lock`.
    private var waiting: [Transfer] = []
    private var isEnded = false

    /// - Throws: A `MockError` if the URL isn't that of a server, or if libcurl is missing.
    init(_ url: String) throws(MockError) {
        (base, origin) = try Self.parts(of: url)
        functions = callsite_curl()
        guard functions.pointee.count > 0, let multi = functions.pointee.multi_init() else {
            let reason = functions.pointee.problem.map { String(cString: $0) } ?? "it can't be started"
            throw MockError("recording needs libcurl: \(reason)")
        }
        self.multi = multi
        guard startThread({ self.run() }) else { throw MockError("the system has no thread left") }
    }

    /// Checks the URL without starting anything.
    static func parts(of url: String) throws(MockError) -> (base: String, origin: String) {
        let schemes = ["https://", "http://"]
        guard let scheme = schemes.first(where: { url.lowercased().hasPrefix($0) }) else {
            throw MockError("expected a URL that begins with 'https://' or 'http://'")
        }
        let rest = url.dropFirst(scheme.count)
        let authority = rest.prefix { $0 != "/" }
        guard !url.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F }), !rest.contains(where: { "?#\\".contains($0) })
        else {
            throw MockError("expected a URL without blanks, a query and a fragment")
        }
        guard !authority.contains("@") else {
            throw MockError("expected a URL without a user and a password: clients send their credentials themselves")
        }
        guard let host = authority.split(separator: ":").first, !host.isEmpty else {
            throw MockError("expected a URL with a host")
        }
        var base = scheme + rest
        while base.hasSuffix("/") { base.removeLast() }
        return (base, scheme + authority)
    }

    /// Whether requests to the URL go over the network unencrypted.
    static func sendsInTheClear(_ url: String) -> Bool {
        guard url.lowercased().hasPrefix("http://") else { return false }
        return !["localhost", "127.", "[::1]"].contains { url.lowercased().dropFirst(7).hasPrefix($0) }
    }

    /// Sends a request on. The response comes on the upstream's thread.
    func send(_ request: MockRequest, _ completion: @escaping @Sendable (Result<RecordedResponse, MockError>) -> Void) {
        let transfer = Transfer(request, completion)
        let isAccepted = lock.withLock {
            guard !isEnded else { return false }
            waiting.append(transfer)
            return true
        }
        guard isAccepted else { return completion(.failure(MockError("the mock is stopping"))) }
        _ = functions.pointee.multi_wakeup(multi)
    }

    /// Stops the thread, and fails the requests that are under way. Called once.
    func end() {
        lock.withLock { isEnded = true }
        _ = functions.pointee.multi_wakeup(multi)
    }

    // MARK: - On its thread

    private func run() {
        let curl = functions.pointee
        var running: [UnsafeMutableRawPointer: Transfer] = [:]
        while true {
            let (fresh, isEnded) = lock.withLock {
                defer { waiting = [] }
                return (waiting, self.isEnded)
            }
            if isEnded {
                for transfer in fresh { transfer.completion(.failure(MockError("the mock is stopping"))) }
                break
            }
            for transfer in fresh {
                guard let easy = start(transfer) else {
                    transfer.completion(.failure(MockError("libcurl can't start a request")))
                    continue
                }
                running[easy] = transfer
            }
            var left: Int32 = 0
            _ = curl.multi_perform(multi, &left)
            var result: Int32 = 0
            while let easy = curl.multi_ended(multi, &result) {
                if let transfer = running.removeValue(forKey: easy) { finish(transfer, easy, result) }
            }
            _ = curl.multi_poll(multi, 1000)
        }
        for (easy, transfer) in running {
            close(transfer, easy)
            transfer.completion(.failure(MockError("the mock is stopping")))
        }
        _ = curl.multi_cleanup(multi)
    }

    private func start(_ transfer: Transfer) -> UnsafeMutableRawPointer? {
        let curl = functions.pointee
        guard let easy = curl.easy_init() else { return nil }
        // The options' numbers are those of curl.h, which needn't be installed.
        let context = Unmanaged.passUnretained(transfer).toOpaque()
        func set(_ option: Int32, _ value: String) {
            value.withCString { _ = curl.set_pointer(easy, option, UnsafeRawPointer($0)) }
        }
        set(10002, base + transfer.request.target)  // CURLOPT_URL
        set(10036, transfer.request.method)  // CURLOPT_CUSTOMREQUEST
        set(10102, "")  // CURLOPT_ACCEPT_ENCODING: all that libcurl can undo
        _ = curl.set_long(easy, 99, 1)  // CURLOPT_NOSIGNAL
        _ = curl.set_long(easy, 234, 1)  // CURLOPT_PATH_AS_IS
        _ = curl.set_long(easy, 181, 3)  // CURLOPT_PROTOCOLS: HTTP and HTTPS
        _ = curl.set_long(easy, 155, Self.timeLimit)  // CURLOPT_TIMEOUT_MS
        if transfer.request.method == "HEAD" { _ = curl.set_long(easy, 44, 1) }  // CURLOPT_NOBODY
        if !transfer.body.isEmpty || ["POST", "PUT", "PATCH"].contains(transfer.request.method) {
            _ = curl.set_offset(easy, 30120, Int64(transfer.body.count))  // CURLOPT_POSTFIELDSIZE_LARGE
            _ = curl.set_pointer(easy, 10015, UnsafeRawPointer(transfer.body.baseAddress))  // CURLOPT_POSTFIELDS
        }
        for line in Self.headers(transfer.request) {
            transfer.lines = curl.list_append(transfer.lines, line) ?? transfer.lines
        }
        _ = curl.set_pointer(easy, 10023, transfer.lines)  // CURLOPT_HTTPHEADER
        _ = curl.set_data_callback(easy, 20011, receiveBody)  // CURLOPT_WRITEFUNCTION
        _ = curl.set_pointer(easy, 10001, context)  // CURLOPT_WRITEDATA
        _ = curl.set_data_callback(easy, 20079, receiveHeader)  // CURLOPT_HEADERFUNCTION
        _ = curl.set_pointer(easy, 10029, context)  // CURLOPT_HEADERDATA
        guard curl.multi_add(multi, easy) == 0 else {
            curl.easy_cleanup(easy)
            curl.list_free(transfer.lines)
            return nil
        }
        return easy
    }

    /// The headers for the real server: all but those about the connection to the mock.
    private static func headers(_ request: MockRequest) -> [String] {
        let connectionHeaders: Set<String> = [
            "host", "connection", "keep-alive", "proxy-connection", "proxy-authorization", "te", "trailer",
            "transfer-encoding", "upgrade", "content-length", "expect", "accept-encoding",
        ]
        let connectionOptions = (request.header("connection") ?? "").split(separator: ",").map {
            MockText.trimmed($0).lowercased()
        }
        var lines: [String] = []
        for header in request.headers
        where !connectionHeaders.contains(header.name.lowercased())
            && !connectionOptions.contains(header.name.lowercased())
        {
            // libcurl takes `Name:` as the removal of a header, and `Name;` as a header without a value.
            lines.append(header.value.isEmpty ? header.name + ";" : "\(header.name): \(header.value)")
        }
        // Remove the headers that libcurl would add by itself.
        for name in ["Accept", "Content-Type", "User-Agent"] where request.header(name) == nil {
            lines.append(name + ":")
        }
        return lines + ["Expect:"]
    }

    private func finish(_ transfer: Transfer, _ easy: UnsafeMutableRawPointer, _ result: Int32) {
        let curl = functions.pointee
        var status = 0
        _ = curl.get_long(easy, 0x200002, &status)  // CURLINFO_RESPONSE_CODE
        close(transfer, easy)
        guard result == 0 else {
            let reason =
                transfer.isTooLong
                ? "its response is longer than 64 MiB" : curl.error_text(result).map { String(cString: $0) }
            return transfer.completion(.failure(MockError("\(origin): \(reason ?? "it can't be asked")")))
        }
        transfer.completion(
            .success(RecordedResponse(status: status, headers: transfer.headers, body: transfer.received)))
    }

    private func close(_ transfer: Transfer, _ easy: UnsafeMutableRawPointer) {
        let curl = functions.pointee
        _ = curl.multi_remove(multi, easy)
        curl.easy_cleanup(easy)
        curl.list_free(transfer.lines)
        transfer.lines = nil
    }
}

/// A request on its way. Only the upstream's thread uses it once it is under way.
private final class Transfer: @unchecked Sendable {
    let request: MockRequest
    let completion: @Sendable (Result<RecordedResponse, MockError>) -> Void
    /// A buffer that stays in place, since libcurl doesn't copy the body.
    let body: UnsafeMutableBufferPointer<UInt8>
    var lines: UnsafeMutableRawPointer?
    var headers: [(name: String, value: String)] = []
    var received: [UInt8] = []
    var isTooLong = false

    init(_ request: MockRequest, _ completion: @escaping @Sendable (Result<RecordedResponse, MockError>) -> Void) {
        self.request = request
        self.completion = completion
        body = .allocate(capacity: request.body?.count ?? 0)
        _ = body.initialize(from: request.body ?? [])
    }

    deinit { body.deallocate() }

    func add(line bytes: UnsafeRawBufferPointer) {
        let line = String(decoding: bytes, as: UTF8.self).prefix { $0 != "\r" && $0 != "\n" && $0 != "\r\n" }
        // A status line begins another head, as after an interim response such as `100 Continue`.
        guard !line.hasPrefix("HTTP/") else { return headers = [] }
        guard let colon = line.firstIndex(of: ":"), received.isEmpty, headers.count < 1000 else { return }
        headers.append((String(line[..<colon]), MockText.trimmed(line[line.index(after: colon)...])))
    }
}

private func receiveHeader(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
    guard let bytes, let context else { return 0 }
    transfer(context).add(line: UnsafeRawBufferPointer(start: bytes, count: size * count))
    return size * count
}

private func receiveBody(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
    guard let bytes, let context else { return 0 }
    let transfer = transfer(context)
    guard transfer.received.count + size * count <= Upstream.bodyLimit else {
        transfer.isTooLong = true
        return 0
    }
    transfer.received += UnsafeRawBufferPointer(start: bytes, count: size * count)
    return size * count
}

private func transfer(_ context: UnsafeMutableRawPointer) -> Transfer {
    Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
}
