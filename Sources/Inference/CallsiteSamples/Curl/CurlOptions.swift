/// The options of curl 8 (curl.1) that are needed to tell their values from URLs.
enum CurlOptions {
    /// Long names of the short options that matter, or that take a value.
    static let short: [UInt8: String] = [
        UInt8(ascii: "X"): "request", UInt8(ascii: "H"): "header", UInt8(ascii: "d"): "data", UInt8(ascii: "F"): "form",
        UInt8(ascii: "G"): "get", UInt8(ascii: "I"): "head", UInt8(ascii: "u"): "user", UInt8(ascii: "A"): "user-agent",
        UInt8(ascii: "e"): "referer", UInt8(ascii: "b"): "cookie", UInt8(ascii: "T"): "upload-file",
        UInt8(ascii: "n"): "netrc", UInt8(ascii: "E"): "cert", UInt8(ascii: "K"): "config",
        UInt8(ascii: "C"): "continue-at", UInt8(ascii: "c"): "cookie-jar", UInt8(ascii: "D"): "dump-header",
        UInt8(ascii: "P"): "ftp-port", UInt8(ascii: "m"): "max-time", UInt8(ascii: "o"): "output",
        UInt8(ascii: "U"): "proxy-user", UInt8(ascii: "x"): "proxy", UInt8(ascii: "Q"): "quote",
        UInt8(ascii: "r"): "range", UInt8(ascii: "Y"): "speed-limit", UInt8(ascii: "y"): "speed-time",
        UInt8(ascii: "t"): "telnet-option", UInt8(ascii: "z"): "time-cond", UInt8(ascii: "w"): "write-out",
        UInt8(ascii: ":"): "next",
    ]

    /// Options with a value.
    static let withValue: Set<String> = [
        "abstract-unix-socket", "alt-svc", "aws-sigv4", "cacert", "capath", "cert", "cert-type", "ciphers", "config",
        "connect-timeout", "connect-to", "continue-at", "cookie", "cookie-jar", "create-file-mode", "crlfile", "curves",
        "data", "data-ascii", "data-binary", "data-raw", "data-urlencode", "delegation", "dns-interface",
        "dns-ipv4-addr", "dns-ipv6-addr", "dns-servers", "doh-url", "dump-header", "ech", "egd-file", "engine",
        "etag-compare", "etag-save", "expect100-timeout", "form", "form-string", "ftp-account",
        "ftp-alternative-to-user", "ftp-method", "ftp-port", "ftp-ssl-ccc-mode", "happy-eyeballs-timeout-ms",
        "haproxy-clientip", "header", "hostpubmd5", "hostpubsha256", "hsts", "interface", "ip-tos", "ipfs-gateway",
        "json", "keepalive-cnt", "keepalive-time", "key", "key-type", "krb", "libcurl", "limit-rate", "local-port",
        "login-options", "mail-auth", "mail-from", "mail-rcpt", "max-filesize", "max-redirs", "max-time", "netrc-file",
        "noproxy", "oauth2-bearer", "output", "output-dir", "parallel-max", "parallel-max-host", "pass",
        "pinnedpubkey", "preproxy", "proto", "proto-default", "proto-redir", "proxy", "proxy-cacert", "proxy-capath",
        "proxy-cert", "proxy-cert-type", "proxy-ciphers", "proxy-crlfile", "proxy-header", "proxy-key",
        "proxy-key-type", "proxy-pass", "proxy-pinnedpubkey", "proxy-service-name", "proxy-tls13-ciphers",
        "proxy-tlsauthtype", "proxy-tlspassword", "proxy-tlsuser", "proxy-user", "proxy1.0", "pubkey", "quote",
        "random-file", "range", "rate", "referer", "request", "request-target", "resolve", "retry", "retry-delay",
        "retry-max-time", "sasl-authzid", "service-name", "signature-algorithms", "socks4", "socks4a", "socks5",
        "socks5-gssapi-service", "socks5-hostname", "speed-limit", "speed-time", "stderr", "telnet-option",
        "tftp-blksize", "time-cond", "tls-max", "tls13-ciphers", "tlsauthtype", "tlspassword", "tlsuser", "trace",
        "trace-ascii", "trace-config", "unix-socket", "upload-file", "upload-flags", "url", "url-query", "user",
        "user-agent", "variable", "vlan-priority", "write-out",
    ]

    /// Methods of authentication that a description can't express.
    static let foreignAuthentication: Set<String> = ["digest", "ntlm", "negotiate", "anyauth", "aws-sigv4"]
}
