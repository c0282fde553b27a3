/// Reads requests from bytes that come in any pieces. It looks at each byte a fixed number of times, and holds no more
/// than the limits.
struct RequestParser {
    /// A request with what its response must respect.
    struct Parsed {
        let request: MockRequest
        let keepsAlive: Bool
        let isHTTP10: Bool
    }

    enum Step {
        case needsMore
        case request(Parsed)
        case refusal(Refusal)
    }

    private enum Stage {
        case requestLine, headers, length(Int), chunkSize, chunk(Int), chunkEnd, trailers, refused
    }

    private let limits: ServingLimits
    private let hostCheck: HostCheck
    private var input: [UInt8] = []
    /// The start of the next line or of the next bytes of a body, and the end of the search for a line break.
    private var readPosition = 0
    private var searchPosition = 0
    private var stage = Stage.requestLine
    private var head: RequestHead?
    /// The bytes and lines of the head, or of the trailers, so far.
    private var lineBytes = 0
    private var lineCount = 0
    private var body: [UInt8] = []
    private var chunkOverhead = 0
    /// Whether `100 Continue` is due before the body.
    private(set) var expectsContinue = false

    init(limits: ServingLimits, hostCheck: HostCheck) {
        self.limits = limits
        self.hostCheck = hostCheck
    }

    /// Whether a part of a request has come.
    var isInRequest: Bool { isInBody || head != nil || readPosition < input.count }
    var isInBody: Bool {
        switch stage {
        case .length, .chunkSize, .chunk, .chunkEnd, .trailers: true
        case .requestLine, .headers, .refused: false
        }
    }
    var heldBytes: Int { input.count - readPosition + body.count }

    mutating func feed(_ bytes: UnsafeRawBufferPointer) {
        if readPosition == input.count {
            input.removeAll(keepingCapacity: input.capacity <= 4096)
            readPosition = 0
            searchPosition = 0
        } else if readPosition > 0 {
            input.removeFirst(readPosition)
            searchPosition -= readPosition
            readPosition = 0
        }
        input.append(contentsOf: bytes)
    }

    mutating func next() -> Step {
        do throws(Refusal) {
            while true {
                switch stage {
                case .requestLine:
                    guard try readRequestLine() else { return .needsMore }
                case .headers:
                    guard let line = try line() else { return .needsMore }
                    if !line.isEmpty {
                        try head?.read(headerLine: line)
                    } else if try endHead() {
                        return finish(hasBody: false)
                    }
                case .length(let left):
                    let count = take(left)
                    stage = .length(left - count)
                    if count == left { return finish(hasBody: true) }
                    return .needsMore
                case .chunkSize:
                    guard let line = try line(limit: 4096) else { return .needsMore }
                    try beginChunk(line)
                case .chunk(let left):
                    let count = take(left)
                    stage = count == left ? .chunkEnd : .chunk(left - count)
                    if count < left { return .needsMore }
                case .chunkEnd:
                    guard input.count - readPosition >= 2 else { return .needsMore }
                    guard input[readPosition] == 0x0D, input[readPosition + 1] == 0x0A else {
                        throw Refusal(400, "a chunk is not as long as it says")
                    }
                    readPosition += 2
                    searchPosition = readPosition
                    stage = .chunkSize
                case .trailers:
                    guard let line = try line() else { return .needsMore }
                    if line.isEmpty { return finish(hasBody: true) }
                    _ = try RequestHead.field(line)
                case .refused: return .needsMore
                }
            }
        } catch {
            stage = .refused
            input = []
            body = []
            (readPosition, searchPosition) = (0, 0)
            head = nil
            expectsContinue = false
            return .refusal(error)
        }
    }

    // Called when the server sends "100 Continue".
    mutating func noteContinue() { expectsContinue = false }

    private mutating func readRequestLine() throws(Refusal) -> Bool {
        // Some clients send an empty line behind a body.
        while readPosition + 1 < input.count, input[readPosition] == 0x0D, input[readPosition + 1] == 0x0A {
            readPosition += 2
        }
        searchPosition = max(searchPosition, readPosition)
        guard readPosition < input.count else { return false }
        if input[readPosition] == 0x16 {
            throw Refusal(400, "this is TLS; the server speaks plain HTTP: use http:// in place of https://")
        }
        guard isTokenByte(input[readPosition]) || input[readPosition] == 0x0D else {
            throw Refusal(400, "a request begins with a method")
        }
        guard let line = try line(limit: limits.requestLineBytes, status: 414) else { return false }
        head = try RequestHead(requestLine: line)
        stage = .headers
        return true
    }

    /// The next line, without its end; nil when it isn't complete.
    private mutating func line(limit: Int? = nil, status: Int = 400) throws(Refusal) -> ArraySlice<UInt8>? {
        guard let end = position(of: 0x0A, from: searchPosition) else {
            searchPosition = input.count
            try checkLine(input.count - readPosition, limit: limit, status: status)
            return nil
        }
        let line = input[readPosition..<end]
        guard line.last == 0x0D, line.dropLast().firstIndex(of: 0x0D) == nil else {
            throw Refusal(400, "a line ends in a carriage return and a line feed, and has neither inside")
        }
        try checkLine(line.count + 1, limit: limit, status: status)
        readPosition = end + 1
        searchPosition = readPosition
        if limit == nil {
            lineBytes += line.count + 1
            if line.count > 1 { lineCount += 1 }
            guard lineCount <= limits.headerCount else {
                throw Refusal(431, "a request may have \(limits.headerCount) headers")
            }
        }
        return line.dropLast()
    }

    private func checkLine(_ count: Int, limit: Int?, status: Int) throws(Refusal) {
        if let limit {
            guard count > limit else { return }
            throw status == 414
                ? Refusal(414, "a request's first line may have \(limit) bytes")
                : Refusal(400, "a chunk's size is too long")
        }
        guard lineBytes + count <= limits.headerBytes else {
            throw Refusal(431, "a request's head may have \(limits.headerBytes) bytes")
        }
    }

    private func position(of byte: UInt8, from start: Int) -> Int? {
        input.withUnsafeBytes { firstPosition(of: byte, in: UnsafeRawBufferPointer(rebasing: $0[start...])) }.map {
            $0 + start
        }
    }

    /// Checks all headers, and returns whether the request is complete with them.
    private mutating func endHead() throws(Refusal) -> Bool {
        guard let head else { return false }
        (lineBytes, lineCount, chunkOverhead) = (0, 0, 0)
        let framing = try head.framing(limits: limits, hostCheck: hostCheck)
        expectsContinue = try head.expectsContinue() && framing != .none
        switch framing {
        case .none: return true
        case .length(let length): stage = .length(length)
        case .chunked: stage = .chunkSize
        }
        return false
    }

    private mutating func take(_ left: Int) -> Int {
        let count = min(left, input.count - readPosition)
        guard count > 0 else { return 0 }
        expectsContinue = false
        body.append(contentsOf: input[readPosition..<readPosition + count])
        readPosition += count
        searchPosition = readPosition
        return count
    }

    private mutating func beginChunk(_ line: ArraySlice<UInt8>) throws(Refusal) {
        expectsContinue = false
        // A chunk of one byte has five more around it. Extensions without end are an attack.
        chunkOverhead += line.count + 4
        guard chunkOverhead <= limits.headerBytes + 16 * body.count else {
            throw Refusal(400, "the chunks have more around them than in them")
        }
        let digits = line.prefix(while: isHexDigit)
        let rest = line[digits.endIndex...].drop { $0 == 0x20 || $0 == 0x09 }
        guard !digits.isEmpty, rest.isEmpty ? digits.count == line.count : rest.first == 0x3B,
            rest.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 })
        else { throw Refusal(400, "a chunk's size is not a hexadecimal number") }
        guard digits.count <= 16 else { throw Refusal(400, "a chunk's size is too long") }
        guard let size = Int(String(decoding: digits, as: UTF8.self), radix: 16), size <= limits.bodyBytes - body.count
        else { throw tooLarge(limits) }
        stage = size == 0 ? .trailers : .chunk(size)
    }

    private mutating func finish(hasBody: Bool) -> Step {
        guard let head else { return .needsMore }
        let request = MockRequest(
            method: head.method, target: head.target, headers: head.headers, body: hasBody ? body : nil)
        stage = .requestLine
        self.head = nil
        body = []
        expectsContinue = false
        (lineBytes, lineCount, chunkOverhead) = (0, 0, 0)
        return .request(Parsed(request: request, keepsAlive: head.keepsAlive, isHTTP10: head.isHTTP10))
    }
}
