#if os(Linux)
    import CallsiteHTTP
    import Foundation

    /// The body of a request. libcurl reads it piece by piece, and may go back to any place.
    final class CurlUpload {
        /// The size in bytes when the request began; exactly this many bytes are sent.
        let size: Int
        private(set) var completed = 0
        /// Why the body can't be sent.
        private(set) var failure: EncodingFailure?
        private let segments: [(segment: HTTPBody.Segment, size: Int)]
        /// The index of the current segment.
        private var number = 0
        /// The offset in the current segment.
        private var position = 0
        private var handle: FileHandle?

        /// - Parameter body: nil: a body without bytes.
        init(_ body: HTTPBody?) {
            segments = (body?.segments ?? []).map { segment in
                switch segment {
                case .data(let data): return (segment, data.count)
                // A file that can't be read was refused earlier.
                case .file(let url): return (segment, (try? HTTPBody.file(at: url).size) ?? 0)
                }
            }
            size = segments.reduce(0) { $0 + $1.size }
        }

        deinit { try? handle?.close() }

        /// Fills the buffer with the next bytes, and returns their number: 0 at the end, nil if a file can't be read.
        func read(_ buffer: UnsafeMutableRawBufferPointer) -> Int? {
            while number < segments.count {
                let (segment, size) = segments[number]
                let room = min(buffer.count, size - position)
                guard room > 0 else {
                    leaveSegment()
                    continue
                }
                switch segment {
                case .data(let data):
                    let start = data.startIndex + position
                    data[start..<start + room].copyBytes(to: buffer)
                    return advance(by: room)
                case .file(let url):
                    let count = readFile(url, UnsafeMutableRawBufferPointer(rebasing: buffer[..<room]))
                    return count.map { advance(by: $0) }
                }
            }
            return 0
        }

        /// Goes to an offset from the beginning; false if the body is shorter.
        func seek(to offset: Int) -> Bool {
            guard 0...size ~= offset else { return false }
            leaveSegment()
            (number, position, completed) = (0, offset, offset)
            while number < segments.count, position > segments[number].size {
                position -= segments[number].size
                number += 1
            }
            return true
        }

        private func advance(by count: Int) -> Int {
            position += count
            completed += count
            return count
        }

        private func leaveSegment() {
            try? handle?.close()
            handle = nil
            position = 0
            number += 1
        }

        private func readFile(_ url: URL, _ buffer: UnsafeMutableRawBufferPointer) -> Int? {
            do {
                if handle == nil {
                    let (handle, _) = try HTTPBody.file(at: url)
                    try handle.seek(toOffset: UInt64(position))
                    self.handle = handle
                }
                let piece = try handle?.read(upToCount: buffer.count) ?? Data()
                if piece.isEmpty {
                    failure = EncodingFailure("the file \(quoted(url.path)) became shorter while it was sent")
                }
                piece.copyBytes(to: buffer)
                return piece.isEmpty ? nil : piece.count
            } catch {
                failure = EncodingFailure("the file \(quoted(url.path)) can't be read")
                return nil
            }
        }
    }
#endif
