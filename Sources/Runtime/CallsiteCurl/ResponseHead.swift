#if os(Linux)
    import CallsiteHTTP
    import Foundation

    /// Reads the status line and the headers of a response, line by line, as HTTP/1 has them on the wire (RFC 9112,
    /// sections 4 and 5).
    ///
    /// Legal responses are read, and merely untidy ones: no reason, no space behind a colon, no value, values in ISO
    /// 8859-1, folded lines. Informational responses are skipped, and so are trailers.
    struct ResponseHead {
        /// The largest size of all lines together, in bytes.
        static let sizeLimit = 262_144

        private let isForHead: Bool
        private var status = 0
        private var headers = HTTPHeaders()
        private var size = 0
        /// Lines after this are trailers.
        private(set) var isComplete = false

        /// - Parameter isForHead: Whether it is the response to HEAD, which has a length and no body.
        init(isForHead: Bool = false) { self.isForHead = isForHead }

        /// Takes a line with its end. Returns the head when it is complete: status and headers.
        ///
        /// Throws a `TransportFailure` of the kind `badResponse`.
        mutating func take(_ bytes: UnsafeRawBufferPointer) throws -> HTTPResponse? {
            guard !isComplete else { return nil }
            size += bytes.count
            guard size <= Self.sizeLimit else {
                throw TransportFailure.malformed("its headers are larger than \(Self.sizeLimit >> 10) KB")
            }
            let line = bytes[..<(bytes.lastIndex { $0 != 0x0A && $0 != 0x0D } ?? -1).advanced(by: 1)]
            if line.isEmpty {
                // A status below 200 only announces the response.
                guard status >= 200 else { return nil }
                isComplete = true
                let http = HTTPResponse(status: status, headers: headers)
                if try !isChunked() { try http.checkLength(isForHead: isForHead) }
                return http
            }
            if line.starts(with: "HTTP/".utf8) {
                (status, headers) = (try Self.status(line), HTTPHeaders())
            } else if let first = line.first, first == 0x20 || first == 0x09 {
                // RFC 9112, 5.2: a line that continues the header before.
                guard let last = headers.fields.last else {
                    throw TransportFailure.malformed("its first header begins with a space")
                }
                // libcurl would read the first line only.
                guard !Self.isFraming(last.name) else {
                    throw TransportFailure.malformed("its \(last.name) goes on in another line")
                }
                let rest = Self.text(line)
                headers.replaceLast(with: last.value.isEmpty ? rest : "\(last.value) \(rest)")
            } else if let colon = line.firstIndex(of: 0x3A), colon > line.startIndex {
                let name = Self.text(line[..<colon])
                // RFC 9112, 5.1, allows no space. libcurl wouldn't recognize the name.
                guard !Self.isFraming(name) || name.utf8.count == colon - line.startIndex else {
                    throw TransportFailure.malformed("there is a space beside the name of its \(name)")
                }
                let value = line[(colon + 1)...]
                guard !Self.isFraming(name) || value.allSatisfy({ 0x20...0x7E ~= $0 || $0 == 0x09 }) else {
                    throw TransportFailure.malformed("its \(name) isn't plain text")
                }
                headers.append(name, Self.text(value))
            } else {
                throw TransportFailure.malformed("a line of its headers has no name and colon")
            }
            return nil
        }

        /// Whether the body comes in chunks. No request asks for another transfer coding (RFC 9112, 7.4), and libcurl
        /// may ignore a coding that it doesn't know.
        private func isChunked() throws -> Bool {
            guard let coding = headers["Transfer-Encoding"] else { return false }
            guard coding.lowercased() == "chunked" else {
                throw TransportFailure.malformed("its Transfer-Encoding, \(quoted(coding)), was not asked for")
            }
            return true
        }

        /// Whether a header says where the message ends.
        private static func isFraming(_ name: String) -> Bool {
            ["content-length", "transfer-encoding"].contains(name.lowercased())
        }

        /// `HTTP/1.1 200 OK`, `HTTP/2 200`, `HTTP/1.1 200`
        private static func status(_ line: Slice<UnsafeRawBufferPointer>) throws -> Int {
            let digits = line.drop { $0 != 0x20 }.drop { $0 == 0x20 }.prefix { $0 != 0x20 }
            guard digits.count == 3, let status = Int(String(decoding: digits, as: UTF8.self)), status >= 100 else {
                throw TransportFailure.malformed("its status isn't a number of three digits")
            }
            return status
        }

        /// Decodes UTF-8, or else ISO 8859-1 (RFC 9110, 5.5). White space at the ends is removed, and control
        /// characters become spaces.
        private static func text(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
            let bytes = bytes.drop { $0 == 0x20 || $0 == 0x09 }
            let end = bytes.lastIndex { $0 != 0x20 && $0 != 0x09 }.map { $0 + 1 } ?? bytes.startIndex
            let plain = bytes[..<end].map { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F ? 0x20 : $0 }
            return String(bytes: plain, encoding: .utf8) ?? String(decoding: plain.map { UInt16($0) }, as: UTF16.self)
        }
    }

    extension HTTPHeaders {
        fileprivate mutating func replaceLast(with value: String) {
            guard var last = fields.last else { return }
            last.value = value
            self = HTTPHeaders(fields.dropLast() + [last])
        }
    }
#endif
