import Foundation

extension TransportFailure {
    /// The error of a custom transport. Errors of this library and cancellation stay as they are.
    package static func wrapping(_ error: any Error) -> any Error {
        switch error {
        case is any RuntimeFailure, is CancellationError: return error
        default: break
        }
        // `URLError` is FoundationNetworking's on Linux, which isn't used here.
        let system = error as NSError
        switch system.domain {
        case "NSURLErrorDomain" where system.code == -999: return CancellationError()
        case "NSURLErrorDomain": return TransportFailure(code: system.code, error)
        // URLSession passes these on: an app that returns from the background finds its connections aborted.
        case NSPOSIXErrorDomain: return TransportFailure(posix: Int32(truncatingIfNeeded: system.code), error)
        default:
            // An `NSError` would show its `userInfo`, which may hold the URL. Every error of Swift's can become one.
            let text = type(of: error) is NSError.Type ? system.localizedDescription : "\(error)"
            return TransportFailure(.other, text, underlying: error)
        }
    }

    /// An error of the system's sockets.
    private init(posix code: Int32, _ error: any Error) {
        let text = error.localizedDescription
        switch code {
        case ECONNABORTED, ECONNRESET, ENOTCONN, EPIPE:
            self.init(.connectionLost, "the connection was lost: \(text)", underlying: error)
        case ECONNREFUSED, ENETDOWN, ENETUNREACH, EHOSTDOWN, EHOSTUNREACH:
            self.init(.cannotConnect, "can't connect to the host: \(text)", underlying: error)
        case ETIMEDOUT: self.init(.timedOut, "the request timed out", underlying: error)
        default: self.init(.other, text, underlying: error)
        }
    }

    /// An error of URLSession, by its code.
    private init(code: Int, _ error: any Error) {
        let text = error.localizedDescription
        switch code {
        case -1001: self.init(.timedOut, "the request timed out", underlying: error)
        // No such host, can't connect, no name found, offline, roaming is off, no data allowed.
        case -1003, -1004, -1006, -1009, -1018, -1020:
            self.init(.cannotConnect, "can't connect to the host", underlying: error)
        case -1206 ... -1200: self.init(.notSecure, "no secure connection to the host", underlying: error)
        case -1007: self.init(.tooManyRedirects, "too many redirects", underlying: error)
        // Bad server response, raw or content data can't be decoded, a response can't be parsed.
        case -1011, -1015, -1016, -1017: self.init(.badResponse, "the response isn't valid HTTP", underlying: error)
        // Outside Apple's systems these are reported as unknown errors, and so are half a body and a bad chunk.
        case -1 where ["SSL", "TLS", "certificate"].contains(where: { text.contains($0) }):
            self.init(.notSecure, "no secure connection to the host: \(text)", underlying: error)
        case -1005, -1: self.init(.connectionLost, "the connection was lost", underlying: error)
        default: self.init(.other, text, underlying: error)
        }
    }
}

/// An error of this library, which isn't wrapped.
package protocol RuntimeFailure: Error {}

extension TransportFailure: RuntimeFailure {}
extension EncodingFailure: RuntimeFailure {}
