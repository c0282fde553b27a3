import CallsiteCore
import CallsiteMockEngine
import CallsiteText

/// A request that was recorded, saved or written down, with its response where there was one.
package struct RequestSample: Sendable {
    /// The method in capitals.
    package var method: String
    package var url: URLParts
    /// nil if the headers weren't recorded.
    package var headers: [Item]?
    /// Whether `Authorization` and `Cookie` would be among the headers if they had been sent.
    package var hasCredentials = true
    /// The credential that the file declares, which may be `.none`; nil if the headers decide.
    package var authentication: Description.Authentication?
    package var body: Body = .unknown
    /// nil if there was no response.
    package var response: RecordedResponse?
    /// The name of a saved request: `Cancel order`.
    package var name: String?
    /// The name of the innermost folder of a saved request: `Orders`.
    package var tag: String?
    package var documentation: String?
    /// The place of the request: the file's path, and a JSON pointer or `line 12` in it.
    package var file: String
    package var place: String

    package init(_ method: String, _ url: URLParts, file: String, place: String) {
        (self.method, self.url, self.file, self.place) = (method.uppercased(), url, file, place)
    }

    /// A name and its value; nil if the value is a variable whose own value isn't known.
    package struct Item: Hashable, Sendable {
        package var name: String
        package var value: String?
        package var documentation: String?
        /// Whether the file says that the item may be left out.
        package var isOptional = false

        package init(_ name: String, _ value: String?, documentation: String? = nil) {
            (self.name, self.value, self.documentation) = (name, value, documentation)
        }
    }

    package enum Body: Sendable {
        /// The body wasn't recorded.
        case unknown
        case none
        case bytes([UInt8], type: String?)
        /// Fields of a form that is URL-encoded.
        case form([Item])
        /// Parts of a form; those with a file name are files.
        case multipart([(item: Item, isFile: Bool)])
    }
}

/// A URL in parts. Names and values are decoded.
package struct URLParts: Hashable, Sendable {
    /// `https://api.example.com`, in lower case, without a user and without the scheme's own port; nil if it is
    /// unknown.
    package var origin: String?
    /// The segments. Only the last may be empty, if the path ends in a slash.
    package var path: [Segment] = []
    package var query: [RequestSample.Item] = []

    package init() {}

    package enum Segment: Hashable, Sendable {
        case literal(String)
        /// A variable of the file: `:id`, `{{id}}` or `{id}`; with its value, if it has one.
        case variable(String, value: String?, documentation: String?)
    }
}

/// The samples of a file.
package struct SampleFile: Sendable {
    package var path: String
    package var samples: [RequestSample] = []
    /// Requests that can't be read: where each is, and why.
    package var unreadable: [(place: String, reason: String)] = []
    /// Parts that have no place in a description: scripts, methods of authentication.
    package var notes: [(place: String, note: String)] = []
    /// The collection's name and text.
    package var title: String?
    package var documentation: String?
    /// Values that the file itself calls secret.
    package var secrets: Set<String> = []

    package init(path: String) { self.path = path }

    /// Adds the user and the password of a URL, and the values in its fragment, where OAuth puts tokens.
    mutating func addSecrets(ofURL url: String) {
        if let mark = url.firstRange(of: "://") {
            let authority = url[mark.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
            if let sign = authority.lastIndex(of: "@") { addSecrets(ofUser: String(authority[..<sign])) }
        }
        guard let mark = url.firstIndex(of: "#") else { return }
        for item in url[mark...].dropFirst().split(separator: "&") {
            secrets.insert(PercentEncoding.decoded(String(item.split(separator: "=", maxSplits: 1).last ?? item)))
        }
    }

    /// `user:password`
    mutating func addSecrets(ofUser text: String) {
        for part in text.split(separator: ":", maxSplits: 1) { secrets.insert(PercentEncoding.decoded(String(part))) }
    }
}

/// A file that gives no samples, and why.
package struct SampleProblem: Sendable, CustomStringConvertible {
    package var path: String
    /// `line 12`; empty for the file as a whole.
    package var place: String
    package var reason: String

    package var description: String { "'\(path)'\(place.isEmpty ? "" : " " + place): \(reason)" }
}
