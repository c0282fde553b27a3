import Foundation

extension HTTPHeaders {
    /// The media type of the body, in lower case, with its parameters, whose names are in lower case. If there are
    /// several `Content-Type`s, the last valid one counts (WHATWG Fetch, "extract a MIME type"). Quotes around a
    /// parameter's value are removed, also the single quotes that some servers send.
    package var mediaType: (essence: String, parameters: [String: String])? {
        for value in values(of: "Content-Type").flatMap({ separated($0, by: ",") }).reversed() {
            var parts = separated(value, by: ";").map { $0.trimmingCharacters(in: .whitespaces) }
            let essence = parts.removeFirst().lowercased()
            let names = essence.split(separator: "/", omittingEmptySubsequences: false)
            guard names.count == 2, names.allSatisfy({ isToken(String($0)) }), essence != "*/*" else { continue }
            var parameters: [String: String] = [:]
            for part in parts {
                let pair = part.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
                guard pair.count == 2, parameters[pair[0].lowercased()] == nil else { continue }
                parameters[pair[0].lowercased()] = unquoted(pair[1])
            }
            return (essence, parameters)
        }
        return nil
    }
}

/// Whether a string can be a `Content-Type`: a type and a subtype, and characters that a header may have.
package func isMediaType(_ text: String) -> Bool {
    let names = text.prefix { $0 != ";" }.split(separator: "/", omittingEmptySubsequences: false)
    return names.count == 2
        && names.allSatisfy { isToken($0.trimmingCharacters(in: .whitespaces)) && !$0.contains("*") }
        && text.utf8.allSatisfy { 0x20..<0x7F ~= $0 }
}

/// The parts of a header's value between delimiters that aren't quoted (RFC 9110, 5.6.4).
private func separated(_ text: String, by delimiter: Character) -> [String] {
    var parts = [""]
    var isQuoted = false, isEscaped = false
    for character in text {
        if character == delimiter, !isQuoted {
            parts.append("")
            continue
        }
        parts[parts.count - 1].append(character)
        if isEscaped {
            isEscaped = false
        } else if isQuoted, character == "\\" {
            isEscaped = true
        } else if character == "\"" {
            isQuoted.toggle()
        }
    }
    return parts
}

private func unquoted(_ text: String) -> String {
    for quote in ["\"", "'"] where text.count > 1 && text.hasPrefix(quote) && text.hasSuffix(quote) {
        let content = String(text.dropFirst().dropLast())
        guard quote == "\"" else { return content }
        var isEscaped = false
        return content.filter { character in
            isEscaped = character == "\\" && !isEscaped
            return !isEscaped
        }
    }
    return text
}
