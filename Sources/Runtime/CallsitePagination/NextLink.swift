import CallsiteRuntime
import Foundation

/// Links to next pages, which are hostile input: they may lead credentials elsewhere.
enum NextLink {
    /// A link as an absolute URL, without a fragment. Characters that must be encoded in a URL are encoded; encoded
    /// ones stay.
    ///
    /// Refused are control characters and backslashes, over which URL readers differ, all schemes but http and https,
    /// and links that name a user.
    static func resolve(_ text: String, against page: URL?) throws -> URL {
        let text = text.prefix { $0 != "#" }.trimmingCharacters(in: CharacterSet(charactersIn: " "))
        guard text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\\") }),
            let url = URL(string: encodedURI(text), relativeTo: page)?.absoluteURL, let origin = Origin(url),
            // Not `host`, which would show what an encoded name stands for.
            !(url.host(percentEncoded: true) ?? "%").contains("%")
        else { throw PaginationFailure.invalidLink }
        guard url.user == nil, url.password == nil else { throw PaginationFailure.foreignLink("\(origin) with a user") }
        return url
    }

    /// The same, and only to the origin of `base`, where requests and their credentials go anyway.
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

    /// The parameters of one link; of a repeated one the first counts. `rest` then begins behind the comma.
    private static func parameters(_ rest: inout Substring) -> [String: String] {
        var found: [String: String] = [:]
        var name = "", value = ""
        var isValue = false, isQuoted = false, isEscaped = false
        func end() {
            let key = name.trimmingCharacters(in: .whitespaces).lowercased()
            if !key.isEmpty, found[key] == nil { found[key] = value.trimmingCharacters(in: .whitespaces) }
            (name, value, isValue) = ("", "", false)
        }
        while let next = rest.popFirst() {
            if isEscaped {
                value.append(next)
                isEscaped = false
            } else if isQuoted {
                if next == "\\" {
                    isEscaped = true
                } else if next == "\"" {
                    isQuoted = false
                } else {
                    value.append(next)
                }
            } else if next == "," {
                break
            } else if next == ";" {
                end()
            } else if next == "=", !isValue {
                isValue = true
            } else if next == "\"", isValue {
                isQuoted = true
            } else if isValue {
                value.append(next)
            } else {
                name.append(next)
            }
        }
        end()
        return found
    }
}
