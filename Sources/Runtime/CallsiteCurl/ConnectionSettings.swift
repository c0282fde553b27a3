#if os(Linux)
    import CallsiteHTTP
    import Foundation

    /// How a transport connects on Linux: trusted and own certificates, proxy and network interface. On Apple systems
    /// `NetworkTransport` takes a `URLSessionConfiguration` and a delegate instead.
    ///
    ///     var settings = ConnectionSettings()
    ///     settings.pinnedKeys = ["YhKJKSzoTt2b5FP18fvpHo7fJYqQCjAa3HWY3tvRMwE="]
    ///     let session = Session(transport: NetworkTransport(settings: settings))
    public struct ConnectionSettings: Sendable {
        /// A file with the certificates of the authorities to trust, in PEM, instead of the system's.
        public var trustedCertificates: String?

        /// The public keys that a server may have. A connection to any other server fails, and so does a request to an
        /// `http` URL. Empty: any key that a trusted authority has certified.
        ///
        /// Each is the SHA-256 hash of a certificate's `SubjectPublicKeyInfo` in base64 (RFC 7469, section 2.4). The
        /// certificate must be trusted too.
        public var pinnedKeys: [String] = []

        /// The certificate for servers that ask for one (mutual TLS). It isn't sent to another origin that a redirect
        /// leads to.
        public var clientCertificate: ClientCertificate?

        /// The proxy of requests.
        public var proxy: Proxy = .environment

        /// The network interface to connect from, such as `eth0`, or its IP address; nil: the system chooses.
        public var interface: String?

        public init() {}

        /// The proxy of requests.
        public enum Proxy: Sendable {
            /// The proxy that `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy` name, in lower case.
            case environment
            /// No proxy, whatever the environment says.
            case direct
            /// A proxy by its URL: `http`, `https`, `socks4`, `socks4a`, `socks5` or `socks5h`. A user and a password in
            /// the URL are for the proxy.
            ///
            /// - Parameter except: Hosts and domains that are reached without it.
            case server(URL, except: [String] = [])
        }

        /// A certificate with its private key.
        public struct ClientCertificate: Sendable {
            fileprivate let file: String
            fileprivate let keyFile: String?
            fileprivate let password: String?
            fileprivate let format: String

            /// A certificate in PEM.
            ///
            /// - Parameters:
            ///   - file: The path of the file. Its first certificate is the client's.
            ///   - key: The file of the private key; nil: it is in the same file.
            ///   - password: Decrypts the key.
            public static func pem(_ file: String, key: String? = nil, password: String? = nil) -> Self {
                Self(file: file, keyFile: key, password: password, format: "PEM")
            }

            /// A certificate with its key in PKCS #12 (RFC 7292).
            ///
            /// - Parameters:
            ///   - file: The path of the file.
            ///   - password: Decrypts the file.
            public static func pkcs12(_ file: String, password: String) -> Self {
                Self(file: file, keyFile: nil, password: password, format: "P12")
            }
        }
    }

    extension ConnectionSettings {
        /// Throws for a setting that libcurl would ignore.
        func check(_ curl: Curl) throws {
            for key in pinnedKeys where Data(base64Encoded: key)?.count != 32 {
                let reason =
                    "\(quoted(key)) isn't a pinned key: the SHA-256 hash of a public key in base64 has 44 characters"
                throw TransportFailure(.notSecure, reason)
            }
            // libcurl goes on without an interface whose name is empty or has more bytes.
            if let interface, !(1...254 ~= interface.utf8.count) {
                throw TransportFailure(.other, "\(quoted(interface)) can't be a network interface")
            }
            let options = own(sendsCertificate: true)
            // C would cut the string there. It may be a password, so it isn't shown.
            if options.contains(where: { $0.text?.utf8.contains(0) == true }) {
                throw TransportFailure(.other, "a setting of the connection has a zero byte")
            }
            // Without settings there is nothing to try.
            guard !options.isEmpty, let easy = curl.makeEasy() else { return }
            defer { curl.closeEasy(easy) }
            for (option, text) in options where !Curl.Option.ofProxy.contains(option) {
                let code = curl.set(easy, option, text)
                guard code != 0 else { continue }
                let reason = "this libcurl can't use a setting of the connection: \(curl.reason(code))"
                throw TransportFailure(.other, reason)
            }
        }

        /// The options of libcurl. A nil value removes libcurl's default.
        ///
        /// - Parameter sendsCertificate: Whether the server may have the client's certificate.
        func options(sendsCertificate: Bool) -> [(option: Int32, text: String?)] {
            (trustedCertificates == nil ? systemCertificates : []) + own(sendsCertificate: sendsCertificate)
        }

        /// The options for the settings that differ from the default.
        private func own(sendsCertificate: Bool) -> [(option: Int32, text: String?)] {
            typealias Option = Curl.Option
            var options: [(Int32, String?)] = []
            if let trustedCertificates {
                options += [Option.certificateFile, Option.proxyCertificateFile].map { ($0, trustedCertificates) }
                // libcurl trusts the system's folder besides.
                options += [Option.certificateFolder, Option.proxyCertificateFolder].map { ($0, nil) }
            }
            if !pinnedKeys.isEmpty {
                options.append((Option.pinnedKeys, pinnedKeys.map { "sha256//\($0)" }.joined(separator: ";")))
            }
            if sendsCertificate, let certificate = clientCertificate {
                options += [(Option.clientCertificate, certificate.file), (Option.clientFormat, certificate.format)]
                if let keyFile = certificate.keyFile { options.append((Option.clientKey, keyFile)) }
                if let password = certificate.password { options.append((Option.clientPassword, password)) }
            }
            switch proxy {
            case .environment: break
            case .direct: options.append((Option.proxy, ""))
            case .server(let url, let hosts):
                options += [(Option.proxy, url.absoluteString), (Option.proxyExceptions, hosts.joined(separator: ","))]
            }
            if let interface { options.append((Option.interface, interface)) }
            return options
        }
    }

    extension ConnectionSettings.ClientCertificate: CustomReflectable {
        public var customMirror: Mirror { Mirror(self, children: ["file": file]) }
    }

    extension ConnectionSettings.Proxy: CustomStringConvertible, CustomReflectable {
        public var description: String {
            switch self {
            case .environment: "the environment's"
            case .direct: "none"
            case .server(let url, _): withoutSecrets(url.absoluteString)
            }
        }
        public var customMirror: Mirror { Mirror(self, children: []) }
    }

    /// The options for trusted certificates if the settings name no file. The environment comes first, as for `curl`
    /// and OpenSSL. If libcurl's own file is missing, as for a static libcurl from another machine, a file in a usual
    /// place is taken.
    private let systemCertificates: [(option: Int32, text: String?)] = {
        let environment = ProcessInfo.processInfo.environment
        func variable(_ names: String...) -> String? { names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty } }
        let file = variable("CURL_CA_BUNDLE", "SSL_CERT_FILE", "URLSessionCertificateAuthorityInfoFile")
        let folder = variable("SSL_CERT_DIR")
        if file != nil || folder != nil {
            return [(Curl.Option.certificateFile, file), (Curl.Option.certificateFolder, folder)].compactMap {
                option, path in
                path.map { (option, $0) }
            }
        }
        guard let curl = try? Curl.loaded.get(), let easy = curl.makeEasy() else { return [] }
        defer { curl.closeEasy(easy) }
        func isThere(_ path: String?) -> Bool { path.map { FileManager.default.fileExists(atPath: $0) } ?? false }
        for info in [Curl.Info.certificateFile, Curl.Info.certificateFolder] {
            var path: UnsafePointer<CChar>?
            // libcurl returns it since 7.84. An older version gives nothing to compare with.
            guard curl.getString(easy, info, &path) == 0, !isThere(path.map { String(cString: $0) }) else { return [] }
        }
        // Debian, Ubuntu, Alpine; Fedora, RHEL; openSUSE; RHEL 7; Alpine.
        let usualFiles = [
            "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem",
            "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem", "/etc/ssl/cert.pem",
        ]
        return usualFiles.first(where: isThere).map { [(Curl.Option.certificateFile, $0)] } ?? []
    }()
#endif
