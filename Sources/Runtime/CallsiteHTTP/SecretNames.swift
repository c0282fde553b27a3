/// The names of secrets in headers, query items, cookies, and fields of forms, JSON and XML.
///
/// This file is compiled into CallsiteHTTP, and by symbolic links into the mock's engine and CallsiteCore: neither the
/// tools nor the runtime shall link a module of the other. It needs no Foundation.
package enum SecretNames {
    /// The string that replaces a secret.
    package static let mark = "<redacted>"

    /// Whole names, in lower case, without `x-` in front.
    private static let names: Set<String> = [
        "authorization", "proxy-authorization", "cookie", "set-cookie", "token", "auth", "key", "appid", "sig",
        "signature", "code", "secret", "password", "passwd", "pwd", "passphrase", "passcode", "pin", "otp", "jwt",
        "bearer", "session", "sessionid", "sid", "csrf", "xsrf", "assertion", "saml", "credential", "credentials",
        "hmac",
    ]
    /// Names whose values may be JSON numbers.
    package static let ofNumbers: Set<String> = ["pin", "otp", "passcode", "password"]
    /// Names of several words, without separators: `codeverifier` is `code_verifier` and `codeVerifier`.
    private static let compounds: Set<String> = [
        "codeverifier", "sessionid", "sessionkey", "clientassertion", "samlresponse", "authorizationcode", "authcode",
        "devicecode", "verificationcode", "onetimecode", "onetimepassword", "totp", "appkey", "setcookie",
    ]
    /// Endings of names of several words: `stripe_api_key`, `newPassword`, `x-amz-signature`.
    private static let endings = [
        "password", "passwd", "passphrase", "secret", "apikey", "secretkey", "privatekey", "accesskey", "signingkey",
        "token", "credential", "credentials", "signature", "authorization", "hmac", "jwt",
    ]
    /// Words that make any header secret. It does no harm to redact one header too many.
    private static let headerWords: Set<String> = [
        "auth", "authorization", "cookie", "cookies", "token", "secret", "password", "key", "apikey", "session",
        "sessionid", "sid", "signature", "sig", "credential", "credentials", "jwt", "hmac", "csrf", "xsrf",
        "assertion", "saml",
    ]
    private static let publicHeaders: Set<String> = [
        "idempotency-key", "sort-key", "sort_key", "surrogate-key", "cache-key", "sec-websocket-key",
        "access-control-allow-credentials",
    ]
    /// The purposes of tokens that lead from page to page.
    private static let pages: Set<String> = [
        "page", "next", "previous", "prev", "continuation", "cursor", "sync", "start", "resume", "skip", "change",
        "delta", "pagination",
    ]

    /// Whether a query item, or a field of a body, is a secret. `page_token` and `cursor` aren't.
    package static func contains(field name: String) -> Bool {
        var lower = withoutX(name.lowercased())
        // `token[0]`, `token[]`
        if lower.hasSuffix("]"), let open = lower.lastIndex(of: "["),
            lower[open...].dropFirst().dropLast().allSatisfy(\.isNumber)
        {
            lower = String(lower[..<open])
        }
        if names.contains(lower) { return true }
        let words = words(of: name)
        guard !isOfPages(words) else { return false }
        let compound = words.joined()
        return compounds.contains(compound) || endings.contains { compound.hasSuffix($0) }
    }

    /// Whether a header is a secret.
    package static func contains(header name: String) -> Bool {
        guard !publicHeaders.contains(withoutX(name.lowercased())) else { return false }
        let words = words(of: name)
        guard !isOfPages(words) else { return false }
        return contains(field: name)
            || words.contains { word in headerWords.contains(word) || endings.contains { word.hasSuffix($0) } }
    }

    private static func isOfPages(_ words: [String]) -> Bool {
        words.last == "token" && words.count > 1 && pages.contains(words[words.count - 2])
            || words.count == 1 && words[0].hasSuffix("token") && pages.contains(String(words[0].dropLast(5)))
    }

    private static func withoutX(_ name: String) -> String {
        name.hasPrefix("x-") || name.hasPrefix("x_") ? String(name.dropFirst(2)) : name
    }

    /// The words in lower case: `access`, `token` of `access_token`, `Access-Token` and `accessToken`; `api`, `key` of
    /// `APIKey`.
    private static func words(of name: String) -> [String] {
        let bytes = Array(name.utf8)
        func isUpper(_ index: Int) -> Bool { bytes.indices.contains(index) && 0x41...0x5A ~= bytes[index] }
        func isLower(_ index: Int) -> Bool { bytes.indices.contains(index) && 0x61...0x7A ~= bytes[index] }
        var words: [String] = []
        var word: [UInt8] = []
        func end() {
            if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
            word = []
        }
        for (index, byte) in bytes.enumerated() {
            switch byte {
            case 0x41...0x5A:
                // `accessToken`, and the last capital of `APIKey`.
                if isLower(index - 1) || isUpper(index - 1) && isLower(index + 1) { end() }
                word.append(byte | 0x20)
            case 0x61...0x7A, 0x30...0x39, 0x80...: word.append(byte)
            default: end()
            }
        }
        end()
        return words
    }
}
