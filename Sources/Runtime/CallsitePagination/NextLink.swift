import CallsiteRuntime
import Foundation

/// Links to next pages. They are untrusted: a link may lead credentials to another server.
enum NextLink {
    /// A link as an absolute URL, without a fragment. Characters that must be encoded in a URL are encoded; encoded
    /// ones stay.
    ///
    /// A link is refused if it names a user, has another scheme than http and https, or has control characters or
    /// backslashes, which URL parsers read differently.
    static func resolve(_ text: String, against page: URL?) throws -> URL {
        let text = text.prefix { $0 != "#" }.trimmingCharacters(in: CharacterSet(charactersIn: " "))
        guard text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\\") }),
            let url = URL(string: encodedURI(text), relativeTo: page)?.absoluteURL, let origin = Origin(url),
            // `host` would decode the name, and hide its percent signs.
            !(url.host(percentEncoded: true) ?? "%").contains("%")
        else { throw PaginationFailure.invalidLink }
        guard url.user == nil, url.password == nil else { throw PaginationFailure.foreignLink("\(origin) with a user") }
        return url
    }

    /// Resolves a link that must lead to the origin of `base`, where requests and their credentials go anyway.
    static func resolve(_ text: String, trusting base: URL) throws -> URL {
        let url = try resolve(text, against: base)
        guard let origin = Origin(url), origin == Origin(base) else {
            throw PaginationFailure.foreignLink(Origin(url).map { "\($0)" } ?? "")
        }
        return url
    }
}

extension HTTPResponse {
    /// The target of the first link of a relation in the `Link` headers (RFC 8288), as it is written there:
    /// `link("next")`.
    public func link(_ relation: String) -> String? {
        for line in headers.values(of: "Link") {
            var rest = line[...]
            while let open = rest.firstIndex(of: "<"), let close = rest[open...].firstIndex(of: ">") {
                let target = rest[rest.index(after: open)..<close]
                rest = rest[rest.index(after: close)...]
                let parameters = Self.parameters(&rest)
                // A link with an anchor is about another document.
                guard parameters["anchor"] == nil, let relations = parameters["rel"] else { continue }
                if relations.lowercased().split(whereSeparator: \.isWhitespace).contains(
                    Substring(relation.lowercased()))
                {
                    return String(target)
                }
            }
        }
        return nil
    }

    /// Reads the parameters of one link, up to its comma, off `rest`. The first of a repeated parameter counts.
    private static func parameters(_ rest: inout Substring) -> [String: String] {
        var parameters: [String: String] = [:]
        var name = "", value = ""
        var isValue = false, isQuoted = false, isEscaped = false
        func end() {
            let key = name.trimmingCharacters(in: .whitespaces).lowercased()
            if !key.isEmpty, parameters[key] == nil { parameters[key] = value.trimmingCharacters(in: .whitespaces) }
            (name, value, isValue) = ("", "", false)
        }
        while let character = rest.popFirst() {
            if isEscaped {
                value.append(character)
                isEscaped = false
            } else if isQuoted {
                if character == "\\" {
                    isEscaped = true
                } else if character == "\"" {
                    isQuoted = false
                } else {
                    value.append(character)
                }
            } else if character == "," {
                break
            } else if character == ";" {
                end()
            } else if character == "=", !isValue {
                isValue = true
            } else if character == "\"", isValue {
                isQuoted = true
            } else if isValue {
                value.append(character)
            } else {
                name.append(character)
            }
        }
        end()
        return parameters
    }
}
