import CallsiteCore

extension Description.StatusPattern {
    /// The words that RFC 9110, sections 15.5 and 15.6, RFC 4918 and RFC 6585 have for a failing status.
    var failureWords: [String] {
        switch self {
        case .exactly(let code): Self.words[code]?.split(separator: " ").map(String.init) ?? ["status", String(code)]
        case .family(4): ["client", "error"]
        case .family(5): ["server", "error"]
        case .family(let digit): ["status", "\(digit)XX"]
        case .any: ["other"]
        }
    }

    private static let words: [Int: String] = [
        400: "bad request", 401: "unauthorized", 402: "payment required", 403: "forbidden", 404: "not found",
        405: "method not allowed", 406: "not acceptable", 407: "proxy authentication required", 408: "request timeout",
        409: "conflict", 410: "gone", 411: "length required", 412: "precondition failed", 413: "content too large",
        414: "URI too long", 415: "unsupported media type", 416: "range not satisfiable", 417: "expectation failed",
        421: "misdirected request", 422: "unprocessable content", 423: "locked", 424: "failed dependency",
        425: "too early", 426: "upgrade required", 428: "precondition required", 429: "too many requests",
        431: "request header fields too large", 451: "unavailable for legal reasons", 500: "internal server error",
        501: "not implemented", 502: "bad gateway", 503: "service unavailable", 504: "gateway timeout",
        507: "insufficient storage",
    ]
}
