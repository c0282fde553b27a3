import CallsiteRuntime
import Foundation

extension HTTPRequest {
    /// The request as a command line for a POSIX shell, without credentials and other secrets.
    ///
    ///     curl -X POST 'https://api.example.com/issues' -H 'Content-Type: application/json' --data-raw '{"title":"T"}'
    ///
    /// A body is piped in if it has several segments or can't be an argument: `echo … | base64 -d | curl …`.
    public var curl: String {
        let redaction = Redaction(secretNames)
        var words =
            method == .head
            ? ["curl", "--head"] : method == .get ? ["curl"] : ["curl", "-X", shellQuoted(method.name)]
        words.append(shellQuoted(redaction.url(url)))
        for field in redaction.headers(headers).fields {
            // `Name:` would leave the header out.
            words += ["-H", shellQuoted(field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)")]
        }
        guard let body else { return words.joined(separator: " ") }
        if let file = body.file {
            return (words + ["--data-binary", shellQuoted("@" + file.path)]).joined(separator: " ")
        }
        let type = headers["Content-Type"] ?? ""
        if let data = body.data.map({ redaction.bytes($0, type) }), !data.contains(0),
            let string = String(data: data, encoding: .utf8)
        {
            return (words + ["--data-raw", shellQuoted(string)]).joined(separator: " ")
        }
        let pieces = body.segments.map { segment in
            switch segment {
            case .data(let data): "echo \(redaction.bytes(data, type).base64EncodedString()) | base64 -d"
            case .file(let file): "cat " + shellQuoted(file.path)
            }
        }
        let producer = pieces.count == 1 ? pieces[0] : "{ \(pieces.joined(separator: "; ")); }"
        return producer + " | " + (words + ["--data-binary", "@-"]).joined(separator: " ")
    }
}

/// A string as one word of a POSIX shell.
private func shellQuoted(_ word: String) -> String { "'" + word.replacingOccurrences(of: "'", with: #"'\''"#) + "'" }
