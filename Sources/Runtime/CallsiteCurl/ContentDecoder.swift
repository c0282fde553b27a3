#if os(Linux)
    import CallsiteHTTP
    import Foundation

    /// Decodes `gzip` and `deflate`, the content codings that requests ask for (RFC 9110, 8.4.1), with zlib. A body of
    /// several gzip members is read as one (RFC 1952, 2.2), and a body without the end of its coding is an error.
    ///
    /// libcurl decodes too, but refuses a second member, and takes half a body for a whole one.
    final class ContentDecoder {
        /// The value of `Accept-Encoding`.
        static let codings = "gzip, deflate"
        /// Codings that can't be decoded here, and that no request asks for by itself (IANA's registry).
        private static let foreign: Set<String> = [
            "aes128gcm", "br", "compress", "dcb", "dcz", "exi", "pack200-gzip", "x-compress", "zstd",
        ]
        private static let room = 65_536
        /// How many zeros may pad a body, in bytes; how many gzip members without content it may have; and how large it may
        /// be between two codings, in bytes. All of these cost time, and give the reader of the response nothing to count.
        private static let paddingLimit = 65_536
        private static let emptyMemberLimit = 1_000
        private static let innerSizeLimit = 64 << 20

        private enum Format {
            case gzip, zlib, raw

            /// The argument `windowBits` of zlib's `inflateInit2`.
            var windowBits: Int32 {
                switch self {
                case .gzip: 31
                case .zlib: 15
                case .raw: -15
                }
            }
        }

        private let curl: Curl
        /// The coding that was applied before this one.
        private let inner: ContentDecoder?
        private let isGzip: Bool
        private let output = UnsafeMutableRawPointer.allocate(byteCount: room, alignment: 16)
        /// Allocated, since zlib keeps its address.
        private let stream = UnsafeMutablePointer<ZlibStream>.allocate(capacity: 1)
        private var isOpen = false
        /// Whether the coding has ended. Another gzip member may follow.
        private var hasEnded = false
        private var isEmpty = true
        private var padding = 0
        private var emptyMembers = 0
        private var innerSize = 0
        /// Whether the member that is being read has given a byte.
        private var hasContent = false
        /// The first byte of a `deflate` body: the first two tell whether it has zlib's header.
        private var firstByte: UInt8?

        /// - Parameter codings: In the order in which they were applied; not empty.
        private init(_ curl: Curl, _ codings: ArraySlice<String>) {
            self.curl = curl
            isGzip = codings.last != "deflate"
            inner = codings.count > 1 ? ContentDecoder(curl, codings.dropLast()) : nil
            stream.initialize(to: ZlibStream())
        }

        deinit {
            close()
            stream.deallocate()
            output.deallocate()
        }

        /// A decoder for the response with these headers. nil if the bytes stay as they come, also with a name that
        /// means no coding (`aws-chunked`, `utf-8`), and with a coding that the request's own `Accept-Encoding` names.
        ///
        /// Throws a `TransportFailure` if the body can't be decoded.
        static func decoder(for headers: HTTPHeaders, _ curl: Curl, isNegotiated: Bool) throws -> ContentDecoder? {
            let codings = headers.values(of: "Content-Encoding").flatMap { $0.split(separator: ",") }
                .map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
                .filter { !$0.isEmpty && $0 != "identity" }
            guard !codings.isEmpty else { return nil }
            guard codings.allSatisfy({ ["gzip", "x-gzip", "deflate"].contains($0) }) else {
                if !isNegotiated, let coding = codings.first(where: foreign.contains) {
                    throw TransportFailure.malformed(
                        "its Content-Encoding is \(quoted(coding)), which was not asked for")
                }
                return nil
            }
            guard curl.inflate != nil else {
                throw TransportFailure.malformed(
                    "its Content-Encoding is \(quoted(codings[0])), and there is no libz.so.1 to decode it")
            }
            // Each coding multiplies the size.
            guard codings.count <= 2 else { throw TransportFailure.malformed("it was encoded \(codings.count) times") }
            return ContentDecoder(curl, codings[...])
        }

        /// Decodes a piece of the body, and passes on the result in pieces.
        func decode(_ bytes: UnsafeRawBufferPointer, _ take: (UnsafeRawBufferPointer) throws -> Void) throws {
            var rest = bytes
            while let first = rest.first {
                if hasEnded {
                    // Zeros are padding, as on tapes.
                    guard first != 0 else {
                        let count = rest.firstIndex { $0 != 0 } ?? rest.count
                        padding += count
                        guard padding <= Self.paddingLimit else { throw malformed() }
                        rest = .init(rebasing: rest.dropFirst(count))
                        continue
                    }
                    guard isGzip else { throw malformed() }
                    close()
                }
                if !isOpen {
                    try open(rest, take)
                    if !isOpen { return }
                }
                isEmpty = false
                let left = try inflate(rest, take)
                rest = .init(rebasing: rest.suffix(left))
            }
        }

        /// Throws if the body is incomplete. An empty body is complete.
        func finish() throws {
            guard hasEnded || isEmpty && firstByte == nil else {
                throw TransportFailure(
                    .connectionLost, "the response is incomplete: its \(isGzip ? "gzip" : "deflate") coding has no end")
            }
            try inner?.finish()
        }

        /// Inflates until the input is used up, or the coding ends. Returns how many bytes are left.
        private func inflate(_ bytes: UnsafeRawBufferPointer, _ take: (UnsafeRawBufferPointer) throws -> Void) throws
            -> Int
        {
            guard let inflate = curl.inflate else { throw malformed() }
            stream.pointee.input = bytes.baseAddress
            stream.pointee.inputCount = UInt32(clamping: bytes.count)
            while true {
                stream.pointee.output = output
                stream.pointee.outputCount = UInt32(Self.room)
                // 0: Z_NO_FLUSH
                let result = inflate(stream, 0)
                // Z_OK, Z_STREAM_END, and Z_BUF_ERROR, which only says that there is nothing to do.
                guard result == 0 || result == 1 || result == -5 else { throw malformed() }
                let count = Self.room - Int(stream.pointee.outputCount)
                if count > 0 {
                    hasContent = true
                    if inner != nil { innerSize += count }
                    guard innerSize <= Self.innerSizeLimit else {
                        throw TransportFailure.malformed("it is larger than 64 MB between two codings")
                    }
                    let piece = UnsafeRawBufferPointer(start: output, count: count)
                    if let inner { try inner.decode(piece, take) } else { try take(piece) }
                }
                if result == 1 {
                    hasEnded = true
                    if !hasContent { emptyMembers += 1 }
                    guard emptyMembers <= Self.emptyMemberLimit else { throw malformed() }
                    return Int(stream.pointee.inputCount)
                }
                if stream.pointee.outputCount > 0 { return 0 }
            }
        }

        /// Begins a coding, unless one more byte is needed to recognize its format.
        private func open(_ bytes: UnsafeRawBufferPointer, _ take: (UnsafeRawBufferPointer) throws -> Void) throws {
            var format = Format.gzip
            var first: UInt8?
            if !isGzip {
                guard firstByte != nil || bytes.count > 1 else {
                    firstByte = bytes[0]
                    return
                }
                first = firstByte
                let (high, low) = (first ?? bytes[0], first == nil ? bytes[1] : bytes[0])
                // RFC 1950, 2.2. Many servers send raw deflate (RFC 1951) by this name.
                format = high & 0x0F == 8 && (Int(high) << 8 | Int(low)) % 31 == 0 ? .zlib : .raw
            }
            stream.initialize(to: ZlibStream())
            // zlib compares the first digit of the version, and the size.
            let size = Int32(MemoryLayout<ZlibStream>.size)
            guard curl.beginInflating?(stream, format.windowBits, "1", size) == 0 else {
                throw TransportFailure(.other, "zlib can't begin to decode the response")
            }
            (isOpen, hasEnded, firstByte, hasContent) = (true, false, nil, false)
            if var first { _ = try withUnsafeBytes(of: &first) { try inflate($0, take) } }
        }

        private func close() {
            if isOpen { _ = curl.endInflating?(stream) }
            isOpen = false
        }

        private func malformed() -> TransportFailure {
            .malformed("its body isn't \(isGzip ? "gzip" : "deflate"), as its Content-Encoding says")
        }
    }

    /// `z_stream` of zlib.h.
    private struct ZlibStream {
        var input: UnsafeRawPointer?
        var inputCount: UInt32 = 0
        private var inputTotal: UInt = 0
        var output: UnsafeMutableRawPointer?
        var outputCount: UInt32 = 0
        private var outputTotal: UInt = 0
        private var message: UnsafeRawPointer?
        private var state: UnsafeRawPointer?
        private var allocate: UnsafeRawPointer?
        private var free: UnsafeRawPointer?
        private var context: UnsafeRawPointer?
        private var kind: Int32 = 0
        private var checksum: UInt = 0
        private var reserved: UInt = 0

        init() {}
    }
#endif
