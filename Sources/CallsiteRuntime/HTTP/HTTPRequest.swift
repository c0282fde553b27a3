import Foundation

/// A request as a transport gets it: a value without behaviour.
public struct HTTPRequest: Hashable, Sendable {
    public var method: HTTPMethod
    public var url: URL
    public var headers: HTTPHeaders
    /// nil: the request has no body.
    public var body: HTTPBody?
    /// How long the request may take, in seconds, including its response and redirects. nil: the transport's own limit.
    public var timeout: Double?
    /// Whether the response's body is delivered as it arrives, in `HTTPResponse.stream`. `timeout` then covers the time
    /// until the body starts.
    public var streamsAnswer = false
    /// Called while the body is sent.
    public var uploadObserver: UploadObserver?
    /// The headers, query items and cookies that contain a credential, so that descriptions can leave their values out.
    var secrets: Set<Secret> = []

    public init(
        method: HTTPMethod = .get, url: URL, headers: HTTPHeaders = [:], body: Data? = nil, timeout: Double? = nil
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body.map { HTTPBody($0) }
        self.timeout = timeout
    }
}

/// A function that is called with the upload's progress. Any two are equal: an observer doesn't make a request another
/// one.
public struct UploadObserver: Hashable, Sendable {
    /// Called on no particular thread, one call at a time.
    public let report: @Sendable (TransferProgress) -> Void

    public init(_ report: @escaping @Sendable (TransferProgress) -> Void) { self.report = report }

    public static func == (left: UploadObserver, right: UploadObserver) -> Bool { true }
    public func hash(into hasher: inout Hasher) {}
}

extension HTTPRequest: CustomStringConvertible {
    /// Method and URL, credentials left out.
    public var description: String { "\(method) \(redactedURL)" }
}

// MARK: Secrets

/// A place that holds a credential.
enum Secret: Hashable, Sendable {
    /// In lower case.
    case header(String)
    case query(String)
}

enum Secrets {
    static let redacted = "<redacted>"
    /// Headers that hold a secret whatever the description says; in lower case.
    static let headers: Set<String> = [
        "authorization", "proxy-authorization", "cookie", "set-cookie", "api-key", "x-api-key", "x-auth-token",
        "x-access-token",
    ]
    /// Query items that hold a secret whatever the description says.
    static let queryItems: Set<String> = ["access_token", "api_key", "apikey", "client_secret", "password"]
}

extension HTTPRequest {
    func isSecret(header name: String) -> Bool {
        Secrets.headers.contains(name.lowercased()) || secrets.contains(.header(name.lowercased()))
    }

    /// The URL with the values of secret query items and a user's password left out.
    var redactedURL: String {
        var text = url.absoluteString
        if let user = url.user {
            let from = text.range(of: "://").map { $0.upperBound } ?? text.startIndex
            if let at = text[from...].firstIndex(of: "@") {
                text.replaceSubrange(from..<at, with: user + ":" + Secrets.redacted)
            }
        }
        guard let mark = text.firstIndex(of: "?") else { return text }
        let query = text[text.index(after: mark)...]
        let items = query.split(separator: "&", omittingEmptySubsequences: false).map { item in
            let name = item.prefix { $0 != "=" }
            let plain = name.removingPercentEncoding ?? String(name)
            let isSecret = Secrets.queryItems.contains(plain.lowercased()) || secrets.contains(.query(plain))
            return isSecret ? name + "=" + Secrets.redacted : String(item)
        }
        return text[...mark] + items.joined(separator: "&")
    }
}

// MARK: curl

extension HTTPRequest {
    /// The request as a command line for a POSIX shell, credentials left out.
    ///
    ///     curl -X POST 'https://api.example.com/issues' -H 'Content-Type: application/json' --data-raw '{"title":"T"}'
    ///
    /// A body that a shell's word can't hold goes through `base64 -d`.
    public var curl: String {
        var words =
            method == .head
            ? ["curl", "--head"] : method == .get ? ["curl"] : ["curl", "-X", shellQuoted(method.name)]
        words.append(shellQuoted(redactedURL))
        for field in headers.fields {
            let value = isSecret(header: field.name) ? Secrets.redacted : field.value
            // `Name:` would leave the header out.
            words += ["-H", shellQuoted(value.isEmpty ? "\(field.name);" : "\(field.name): \(value)")]
        }
        guard let body else { return words.joined(separator: " ") }
        if let file = body.file {
            return (words + ["--data-binary", shellQuoted("@" + file.path)]).joined(separator: " ")
        }
        if let data = body.data, let text = String(data: data, encoding: .utf8), !data.contains(0) {
            return (words + ["--data-raw", shellQuoted(text)]).joined(separator: " ")
        }
        let pieces = body.segments.map { segment in
            switch segment {
            case .data(let data): "echo \(data.base64EncodedString()) | base64 -d"
            case .file(let file): "cat " + shellQuoted(file.path)
            }
        }
        let producer = pieces.count == 1 ? pieces[0] : "{ \(pieces.joined(separator: "; ")); }"
        return producer + " | " + (words + ["--data-binary", "@-"]).joined(separator: " ")
    }
}

/// A string as one word of a POSIX shell.
private func shellQuoted(_ text: String) -> String { "'" + text.replacingOccurrences(of: "'", with: #"'\''"#) + "'" }
