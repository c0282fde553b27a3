// Written by `swift run callsite-dev embed-runtime` from the folder Sources/Runtime/CallsiteHTTP and Sources/Runtime/CallsiteCurl and Sources/Runtime/CallsiteRuntime and Sources/Runtime/CallsitePagination and Sources/Runtime/CallsiteTransfers and Sources/Runtime/CallsiteToolkit. Do not edit.

let embeddedRuntime: [(name: String, text: String)] = [
    (
        "CallsiteCurl/ConnectionSettings.swift",
        ##"""
        #if os(Linux)
            import Foundation

            /// How a transport connects on Linux: whom it trusts, who it is, and which way it takes. On Apple systems
            /// `NetworkTransport` takes a `URLSessionConfiguration` and a delegate instead.
            ///
            ///     var settings = ConnectionSettings()
            ///     settings.pinnedKeys = ["YhKJKSzoTt2b5FP18fvpHo7fJYqQCjAa3HWY3tvRMwE="]
            ///     let session = Session(transport: NetworkTransport(settings: settings))
            nonisolated struct ConnectionSettings: Sendable {
                /// A file with the certificates of the authorities to trust, in PEM, instead of the system's.
                var trustedCertificates: String?

                /// The public keys that a server may have. A connection to any other server fails, and so does a request to an
                /// `http` URL. Empty: any key that a trusted authority has certified.
                ///
                /// Each is the SHA-256 hash of a certificate's `SubjectPublicKeyInfo` in base64 (RFC 7469, section 2.4). The
                /// certificate must be trusted besides.
                var pinnedKeys: [String] = []

                /// The certificate for servers that ask for one (mutual TLS). It isn't sent to another origin that a redirect
                /// leads to.
                var clientCertificate: ClientCertificate?

                /// The proxy of requests.
                var proxy: Proxy = .environment

                /// The network interface to connect from, such as `eth0`, or its IP address; nil: the system chooses.
                var interface: String?

                init() {}

                /// The proxy of requests.
                enum Proxy: Sendable {
                    /// The one that `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy` name, in lower case.
                    case environment
                    /// None, whatever the environment says.
                    case direct
                    /// A proxy by its URL: `http`, `https`, `socks4`, `socks4a`, `socks5` or `socks5h`. A user and a password in
                    /// the URL are for the proxy.
                    ///
                    /// - Parameter except: Hosts and domains that are reached without it.
                    case server(URL, except: [String] = [])
                }

                /// A certificate with its private key.
                struct ClientCertificate: Sendable {
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
                    static func pem(_ file: String, key: String? = nil, password: String? = nil) -> Self {
                        Self(file: file, keyFile: key, password: password, format: "PEM")
                    }

                    /// A certificate with its key in PKCS #12 (RFC 7292).
                    ///
                    /// - Parameters:
                    ///   - file: The path of the file.
                    ///   - password: Decrypts the file.
                    static func pkcs12(_ file: String, password: String) -> Self {
                        Self(file: file, keyFile: nil, password: password, format: "P12")
                    }
                }
            }

            nonisolated extension ConnectionSettings {
                /// Throws where libcurl takes a setting for none: it would go on without.
                func check(_ curl: Curl) throws {
                    for key in pinnedKeys where Data(base64Encoded: key)?.count != 32 {
                        let reason =
                            "\(quoted(key)) isn't a pinned key: the SHA-256 hash of a key in base64 has 44 characters"
                        throw TransportFailure(.notSecure, reason)
                    }
                    // libcurl goes on without an interface whose name is empty or has more bytes.
                    if let interface, !(1...254 ~= interface.utf8.count) {
                        throw TransportFailure(.other, "\(quoted(interface)) can't be a network interface")
                    }
                    let options = own(sendsCertificate: true)
                    // C would cut it there. It may be a password, so it isn't shown.
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

                /// The options of libcurl; nil as a value takes back libcurl's own.
                ///
                /// - Parameter sendsCertificate: Whether the server may have the client's certificate.
                func options(sendsCertificate: Bool) -> [(option: Int32, text: String?)] {
                    (trustedCertificates == nil ? systemCertificates : []) + own(sendsCertificate: sendsCertificate)
                }

                /// The options for what is set here.
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

            nonisolated extension ConnectionSettings.ClientCertificate: CustomReflectable {
                var customMirror: Mirror { Mirror(self, children: ["file": file]) }
            }

            nonisolated extension ConnectionSettings.Proxy: CustomStringConvertible, CustomReflectable {
                var description: String {
                    switch self {
                    case .environment: "the environment's"
                    case .direct: "none"
                    case .server(let url, _): withoutSecrets(url.absoluteString)
                    }
                }
                var customMirror: Mirror { Mirror(self, children: []) }
            }

            /// Where the certificates are that are trusted unless the settings name a file, as options of libcurl beside what
            /// it does by itself: what the environment says, as `curl` and OpenSSL read it; else a file that is there, where
            /// that of libcurl isn't: a static one was built on another machine.
            nonisolated private let systemCertificates: [(option: Int32, text: String?)] = {
                let environment = ProcessInfo.processInfo.environment
                func named(_ names: String...) -> String? { names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty } }
                let file = named("CURL_CA_BUNDLE", "SSL_CERT_FILE", "URLSessionCertificateAuthorityInfoFile")
                let folder = named("SSL_CERT_DIR")
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
                    // Known since 7.84; before, there is nothing to compare with.
                    guard curl.getString(easy, info, &path) == 0, !isThere(path.map { String(cString: $0) }) else { return [] }
                }
                // Debian, Ubuntu, Alpine; Fedora, RHEL; openSUSE; RHEL 7; Alpine.
                let usual = [
                    "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem",
                    "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem", "/etc/ssl/cert.pem",
                ]
                return usual.first(where: isThere).map { [(Curl.Option.certificateFile, $0)] } ?? []
            }()
        #endif

        """##
    ),
    (
        "CallsiteCurl/ContentDecoder.swift",
        ##"""
        #if os(Linux)
            import Foundation

            /// Decodes `gzip` and `deflate`, the content codings that requests ask for (RFC 9110, 8.4.1), with zlib. A body of
            /// several gzip members is read as one (RFC 1952, 2.2), and a body without the end of its coding is an error.
            ///
            /// libcurl decodes too, but refuses a second member, and takes half a body for a whole one.
            nonisolated final class ContentDecoder {
                /// The value of `Accept-Encoding`.
                static let codings = "gzip, deflate"
                /// Codings that can't be decoded here, and that no request asks for by itself (IANA's registry).
                private static let foreign: Set<String> = [
                    "aes128gcm", "br", "compress", "dcb", "dcz", "exi", "pack200-gzip", "x-compress", "zstd",
                ]
                private static let room = 65_536
                /// How many zeros may pad a body, in bytes; how many gzip members without content it may have; and how large it may
                /// be between two codings, in bytes. All of these cost time, and give the reader of the response nothing to count.
                private static let paddingLimit = 65_536
                private static let emptyMemberLimit = 1_000
                private static let innerSizeLimit = 64 << 20

                private enum Format {
                    case gzip, zlib, raw

                    /// The argument `windowBits` of zlib's `inflateInit2`.
                    var windowBits: Int32 {
                        switch self {
                        case .gzip: 31
                        case .zlib: 15
                        case .raw: -15
                        }
                    }
                }

                private let curl: Curl
                /// The coding that was applied before this one.
                private let inner: ContentDecoder?
                private let isGzip: Bool
                private let output = UnsafeMutableRawPointer.allocate(byteCount: room, alignment: 16)
                /// zlib keeps its address.
                private let stream = UnsafeMutablePointer<ZlibStream>.allocate(capacity: 1)
                private var isOpen = false
                /// The coding has ended; another gzip member may follow.
                private var hasEnded = false
                private var isEmpty = true
                private var padding = 0
                private var emptyMembers = 0
                private var innerSize = 0
                /// Whether the member that is being read has given a byte.
                private var hasContent = false
                /// The first byte of a `deflate` body: the first two tell whether it has zlib's header.
                private var firstByte: UInt8?

                /// - Parameter codings: In the order in which they were applied; not empty.
                private init(_ curl: Curl, _ codings: ArraySlice<String>) {
                    self.curl = curl
                    isGzip = codings.last != "deflate"
                    inner = codings.count > 1 ? ContentDecoder(curl, codings.dropLast()) : nil
                    stream.initialize(to: ZlibStream())
                }

                deinit {
                    close()
                    stream.deallocate()
                    output.deallocate()
                }

                /// A decoder for the response with these headers; nil: the bytes stay as they come, also under a name
                /// that means no coding (`aws-chunked`, `utf-8`), and in one that the request's own `Accept-Encoding` names.
                ///
                /// Throws a `TransportFailure` where the body can't be decoded.
                static func decoder(for headers: HTTPHeaders, _ curl: Curl, isNegotiated: Bool) throws -> ContentDecoder? {
                    let codings = headers.values(of: "Content-Encoding").flatMap { $0.split(separator: ",") }
                        .map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
                        .filter { !$0.isEmpty && $0 != "identity" }
                    guard !codings.isEmpty else { return nil }
                    guard codings.allSatisfy({ ["gzip", "x-gzip", "deflate"].contains($0) }) else {
                        if !isNegotiated, let coding = codings.first(where: foreign.contains) {
                            throw TransportFailure.malformed(
                                "its Content-Encoding is \(quoted(coding)), which was not asked for")
                        }
                        return nil
                    }
                    guard curl.inflate != nil else {
                        throw TransportFailure.malformed(
                            "its Content-Encoding is \(quoted(codings[0])), and there is no libz.so.1 to decode it")
                    }
                    // Each coding multiplies the size.
                    guard codings.count <= 2 else { throw TransportFailure.malformed("it was encoded \(codings.count) times") }
                    return ContentDecoder(curl, codings[...])
                }

                /// Decodes a piece of the body, and hands out what comes of it, also in pieces.
                func decode(_ bytes: UnsafeRawBufferPointer, _ take: (UnsafeRawBufferPointer) throws -> Void) throws {
                    var rest = bytes
                    while let first = rest.first {
                        if hasEnded {
                            // Zeros are padding (as of tapes).
                            guard first != 0 else {
                                let count = rest.firstIndex { $0 != 0 } ?? rest.count
                                padding += count
                                guard padding <= Self.paddingLimit else { throw malformed() }
                                rest = .init(rebasing: rest.dropFirst(count))
                                continue
                            }
                            guard isGzip else { throw malformed() }
                            close()
                        }
                        if !isOpen {
                            try open(rest, take)
                            if !isOpen { return }
                        }
                        isEmpty = false
                        let left = try inflate(rest, take)
                        rest = .init(rebasing: rest.suffix(left))
                    }
                }

                /// Says whether the body was whole. A body without a byte is.
                func finish() throws {
                    guard hasEnded || isEmpty && firstByte == nil else {
                        throw TransportFailure(
                            .connectionLost, "the response is incomplete: its \(isGzip ? "gzip" : "deflate") coding has no end")
                    }
                    try inner?.finish()
                }

                /// Inflates until the input is used up, or the coding ends. Returns how many bytes are left.
                private func inflate(_ bytes: UnsafeRawBufferPointer, _ take: (UnsafeRawBufferPointer) throws -> Void) throws
                    -> Int
                {
                    guard let inflate = curl.inflate else { throw malformed() }
                    stream.pointee.input = bytes.baseAddress
                    stream.pointee.inputCount = UInt32(clamping: bytes.count)
                    while true {
                        stream.pointee.output = output
                        stream.pointee.outputCount = UInt32(Self.room)
                        // 0: Z_NO_FLUSH
                        let result = inflate(stream, 0)
                        // Z_OK, Z_STREAM_END, and Z_BUF_ERROR, which only says that there is nothing to do.
                        guard result == 0 || result == 1 || result == -5 else { throw malformed() }
                        let count = Self.room - Int(stream.pointee.outputCount)
                        if count > 0 {
                            hasContent = true
                            if inner != nil { innerSize += count }
                            guard innerSize <= Self.innerSizeLimit else {
                                throw TransportFailure.malformed("it is larger than 64 MB between two codings")
                            }
                            let piece = UnsafeRawBufferPointer(start: output, count: count)
                            if let inner { try inner.decode(piece, take) } else { try take(piece) }
                        }
                        if result == 1 {
                            hasEnded = true
                            if !hasContent { emptyMembers += 1 }
                            guard emptyMembers <= Self.emptyMemberLimit else { throw malformed() }
                            return Int(stream.pointee.inputCount)
                        }
                        if stream.pointee.outputCount > 0 { return 0 }
                    }
                }

                /// Begins with a coding, unless it takes one more byte to know which.
                private func open(_ bytes: UnsafeRawBufferPointer, _ take: (UnsafeRawBufferPointer) throws -> Void) throws {
                    var format = Format.gzip
                    var first: UInt8?
                    if !isGzip {
                        guard firstByte != nil || bytes.count > 1 else {
                            firstByte = bytes[0]
                            return
                        }
                        first = firstByte
                        let (high, low) = (first ?? bytes[0], first == nil ? bytes[1] : bytes[0])
                        // RFC 1950, 2.2. Many servers send raw deflate (RFC 1951) by this name.
                        format = high & 0x0F == 8 && (Int(high) << 8 | Int(low)) % 31 == 0 ? .zlib : .raw
                    }
                    stream.initialize(to: ZlibStream())
                    // zlib compares the first digit of the version, and the size.
                    let size = Int32(MemoryLayout<ZlibStream>.size)
                    guard curl.beginInflating?(stream, format.windowBits, "1", size) == 0 else {
                        throw TransportFailure(.other, "zlib can't begin to decode the response")
                    }
                    (isOpen, hasEnded, firstByte, hasContent) = (true, false, nil, false)
                    if var first { _ = try withUnsafeBytes(of: &first) { try inflate($0, take) } }
                }

                private func close() {
                    if isOpen { _ = curl.endInflating?(stream) }
                    isOpen = false
                }

                private func malformed() -> TransportFailure {
                    .malformed("its body isn't \(isGzip ? "gzip" : "deflate"), as its Content-Encoding says")
                }
            }

            /// `z_stream` of zlib.h.
            nonisolated private struct ZlibStream {
                var input: UnsafeRawPointer?
                var inputCount: UInt32 = 0
                private var inputTotal: UInt = 0
                var output: UnsafeMutableRawPointer?
                var outputCount: UInt32 = 0
                private var outputTotal: UInt = 0
                private var message: UnsafeRawPointer?
                private var state: UnsafeRawPointer?
                private var allocate: UnsafeRawPointer?
                private var free: UnsafeRawPointer?
                private var context: UnsafeRawPointer?
                private var kind: Int32 = 0
                private var checksum: UInt = 0
                private var reserved: UInt = 0

                init() {}
            }
        #endif

        """##
    ),
    (
        "CallsiteCurl/Curl.swift",
        ##"""
        #if os(Linux)
            import Foundation

            /// The functions of libcurl that are used here.
            ///
            /// In the package they come from the C target CallsiteLibCurl, which finds a libcurl that is linked into the program,
            /// and else loads the system's. Sources that are embedded have no C target beside them: there they are looked up by
            /// name in the system's libcurl.
            nonisolated struct Curl: Sendable {
                typealias Handle = UnsafeMutableRawPointer
                typealias DataCallback =
                    @convention(c) (UnsafeMutablePointer<CChar>?, Int, Int, UnsafeMutableRawPointer?) -> Int
                typealias SeekCallback = @convention(c) (UnsafeMutableRawPointer?, Int64, Int32) -> Int32
                typealias PrerequestCallback =
                    @convention(c) (
                        UnsafeMutableRawPointer?, UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<CChar>?, Int32, Int32
                    ) -> Int32

                typealias SocketCallback = @convention(c) (UnsafeMutableRawPointer?, Int32, Int32) -> Int32
                typealias CloseCallback = @convention(c) (UnsafeMutableRawPointer?, Int32) -> Int32

                // In the order of `callsite_curl_functions`.
                let makeEasy: @convention(c) () -> Handle?
                let closeEasy: @convention(c) (Handle) -> Void
                let pauseEasy: @convention(c) (Handle, Int32) -> Int32
                let setNumber: @convention(c) (Handle, Int32, Int) -> Int32
                let setOffset: @convention(c) (Handle, Int32, Int64) -> Int32
                let setPointer: @convention(c) (Handle, Int32, UnsafeRawPointer?) -> Int32
                let setDataCallback: @convention(c) (Handle, Int32, DataCallback) -> Int32
                let setSeekCallback: @convention(c) (Handle, Int32, SeekCallback) -> Int32
                let setPrerequestCallback: @convention(c) (Handle, Int32, PrerequestCallback) -> Int32
                let setSocketCallback: @convention(c) (Handle, Int32, SocketCallback) -> Int32
                let setCloseCallback: @convention(c) (Handle, Int32, CloseCallback) -> Int32
                let getNumber: @convention(c) (Handle, Int32, UnsafeMutablePointer<Int>) -> Int32
                let getString: @convention(c) (Handle, Int32, UnsafeMutablePointer<UnsafePointer<CChar>?>) -> Int32
                let errorText: @convention(c) (Int32) -> UnsafePointer<CChar>?
                let makeMulti: @convention(c) () -> Handle?
                let closeMulti: @convention(c) (Handle) -> Int32
                let setMultiNumber: @convention(c) (Handle, Int32, Int) -> Int32
                let add: @convention(c) (Handle, Handle) -> Int32
                let remove: @convention(c) (Handle, Handle) -> Int32
                let perform: @convention(c) (Handle, UnsafeMutablePointer<Int32>) -> Int32
                let poll: @convention(c) (Handle, Int32) -> Int32
                let wake: @convention(c) (Handle) -> Int32
                let ended: @convention(c) (Handle, UnsafeMutablePointer<Int32>) -> Handle?
                let appendLine: @convention(c) (Handle?, UnsafePointer<CChar>) -> Handle?
                let freeLines: @convention(c) (Handle?) -> Void
                private let version: @convention(c) () -> UnsafePointer<CChar>?
                // zlib's; nil: there is none.
                let beginInflating: (@convention(c) (Handle, Int32, UnsafePointer<CChar>, Int32) -> Int32)?
                let inflate: (@convention(c) (Handle, Int32) -> Int32)?
                let endInflating: (@convention(c) (Handle) -> Int32)?

                /// Name and version, and those of the libraries that it uses.
                var description: String { version().map { String(cString: $0) } ?? "libcurl" }

                /// The meaning of one of libcurl's errors.
                func reason(_ code: Int32) -> String { errorText(code).map { String(cString: $0) } ?? "error \(code)" }

                /// Sets an option, or takes it back. Returns libcurl's error; 0: none.
                func set(_ easy: Handle, _ option: Int32, _ text: String?) -> Int32 {
                    guard let text else { return setPointer(easy, option, nil) }
                    return text.withCString { setPointer(easy, option, $0) }
                }

                /// Why there is none.
                struct Absence: Error, CustomStringConvertible {
                    let reason: String

                    var description: String {
                        "there is no libcurl, which sends requests on Linux (\(reason)); install it: libcurl4 on Debian and Ubuntu, libcurl elsewhere"
                    }
                }

                /// The functions, once for the process.
                static let loaded = Result<Curl, any Error> { try load() }
            }

            #if CALLSITE_CURL
                /// Declared rather than imported: an imported C module would have to be found by all who import
                /// CallsiteRuntime. Without arguments, and with a pointer as its result, a function is called in Swift as it is
                /// in C.
                @_silgen_name("callsite_curl")
                nonisolated private func callsiteCurl() -> UnsafeRawPointer

                nonisolated extension Curl {
                    private static func load() throws -> Curl {
                        let table = callsiteCurl()
                        let word = MemoryLayout<UnsafeRawPointer>.size
                        guard table.load(as: Int.self) == MemoryLayout<Curl>.size / word else {
                            let problem = table.load(fromByteOffset: word, as: UnsafePointer<CChar>?.self)
                            throw Absence(
                                reason: problem.map { String(cString: $0) } ?? "CallsiteLibCurl is of another version")
                        }
                        return table.load(fromByteOffset: 2 * word, as: Curl.self)
                    }
                }
            #else
                nonisolated extension Curl {
                    private static func load() throws -> Curl {
                        let process = dlopen(nil, RTLD_NOW)
                        let names = ["libcurl.so.4", "libcurl-gnutls.so.4", "libcurl.so"]
                        let isThere = dlsym(process, "curl_multi_wakeup") != nil
                        let library =
                            isThere ? process : names.lazy.compactMap { (name: String) in dlopen(name, RTLD_NOW) }.first
                        guard let library else {
                            throw Absence(reason: dlerror().map { String(cString: $0) } ?? "no libcurl.so.4")
                        }
                        func function<Function>(_ name: String, as type: Function.Type = Function.self) throws -> Function {
                            guard let address = dlsym(library, "curl_\(name)") else {
                                throw Absence(reason: "it has no curl_\(name): version 7.68 or newer is needed")
                            }
                            return unsafeBitCast(address, to: type)
                        }
                        // libcurl's own comes before another one: it is in memory already.
                        let zlibrary = dlsym(library, "inflate") == nil ? dlopen("libz.so.1", RTLD_NOW) : library
                        func optional<Function>(_ name: String, in library: Handle?) -> Function? {
                            library.flatMap { dlsym($0, name) }.map { unsafeBitCast($0, to: Function.self) }
                        }
                        // As CallsiteLibCurl does, which says why.
                        let begin: (@convention(c) (UInt64, Handle?) -> Int32)? = optional("OPENSSL_init_crypto", in: library)
                        _ = begin?(0x80000, nil)
                        let initialise: @convention(c) (Int) -> Int32 = try function("global_init")
                        guard initialise(3) == 0 else { throw Absence(reason: "curl_global_init fails") }
                        Lookup.poll = try function("multi_poll")
                        Lookup.read = try function("multi_info_read")
                        // `easy_setopt` and `easy_getinfo` take variable arguments, which on Linux are passed as those of any
                        // other function.
                        return Curl(
                            makeEasy: try function("easy_init"), closeEasy: try function("easy_cleanup"),
                            pauseEasy: try function("easy_pause"), setNumber: try function("easy_setopt"),
                            setOffset: try function("easy_setopt"), setPointer: try function("easy_setopt"),
                            setDataCallback: try function("easy_setopt"), setSeekCallback: try function("easy_setopt"),
                            setPrerequestCallback: try function("easy_setopt"),
                            setSocketCallback: try function("easy_setopt"), setCloseCallback: try function("easy_setopt"),
                            getNumber: try function("easy_getinfo"),
                            getString: try function("easy_getinfo"), errorText: try function("easy_strerror"),
                            makeMulti: try function("multi_init"), closeMulti: try function("multi_cleanup"),
                            setMultiNumber: try function("multi_setopt"), add: try function("multi_add_handle"),
                            remove: try function("multi_remove_handle"), perform: try function("multi_perform"),
                            poll: { Lookup.poll?($0, nil, 0, $1, nil) ?? 0 }, wake: try function("multi_wakeup"),
                            ended: { multi, result in
                                // A `CURLMsg` holds an `int`, a pointer and an `int`.
                                let word = MemoryLayout<UnsafeRawPointer>.size
                                var left: Int32 = 0
                                guard let message = Lookup.read?(multi, &left), message.load(as: Int32.self) == 1 else {
                                    return nil
                                }
                                result.pointee = message.load(fromByteOffset: 2 * word, as: Int32.self)
                                return message.load(fromByteOffset: word, as: Handle?.self)
                            },
                            appendLine: try function("slist_append"), freeLines: try function("slist_free_all"),
                            version: try function("version"),
                            beginInflating: optional("inflateInit2_", in: zlibrary), inflate: optional("inflate", in: zlibrary),
                            endInflating: optional("inflateEnd", in: zlibrary))
                    }

                    /// Values for a C function, which can't capture any. Set once, before the functions are used.
                    private enum Lookup {
                        nonisolated(unsafe) static var poll:
                            (@convention(c) (Handle, Handle?, UInt32, Int32, Handle?) -> Int32)?
                        nonisolated(unsafe) static var read:
                            (@convention(c) (Handle, UnsafeMutablePointer<Int32>) -> UnsafeRawPointer?)?
                    }
                }
            #endif

            nonisolated extension Curl {
                /// The options used here, by their numbers in curl.h, which never change.
                enum Option {
                    static let noBody: Int32 = 44
                    static let upload: Int32 = 46
                    static let freshConnect: Int32 = 74
                    static let noSignal: Int32 = 99
                    static let protocols: Int32 = 181
                    static let pathAsIs: Int32 = 234
                    static let suppressConnectHeaders: Int32 = 265
                    static let uploadBufferSize: Int32 = 280
                    static let longestIdle: Int32 = 288
                    static let quickExit: Int32 = 322
                    static let version: Int32 = 84
                    static let decodesContent: Int32 = 158
                    static let socketData: Int32 = 10_149
                    static let closeData: Int32 = 10_209
                    static let socketFunction: Int32 = 20_148
                    static let closeFunction: Int32 = 20_208
                    static let writeData: Int32 = 10_001
                    static let url: Int32 = 10_002
                    static let proxy: Int32 = 10_004
                    static let readData: Int32 = 10_009
                    static let errorBuffer: Int32 = 10_010
                    static let headers: Int32 = 10_023
                    static let clientCertificate: Int32 = 10_025
                    static let clientPassword: Int32 = 10_026
                    static let headerData: Int32 = 10_029
                    static let method: Int32 = 10_036
                    static let interface: Int32 = 10_062
                    static let certificateFile: Int32 = 10_065
                    static let clientFormat: Int32 = 10_086
                    static let clientKey: Int32 = 10_087
                    static let certificateFolder: Int32 = 10_097
                    static let seekData: Int32 = 10_168
                    static let proxyExceptions: Int32 = 10_177
                    static let pinnedKeys: Int32 = 10_230
                    static let proxyCertificateFile: Int32 = 10_246
                    static let proxyCertificateFolder: Int32 = 10_247
                    static let prerequestData: Int32 = 10_313
                    static let writeFunction: Int32 = 20_011
                    static let readFunction: Int32 = 20_012
                    static let headerFunction: Int32 = 20_079
                    static let seekFunction: Int32 = 20_167
                    static let prerequestFunction: Int32 = 20_312
                    static let uploadSize: Int32 = 30_115

                    /// Since 7.52, and only where its TLS library can connect to a proxy by TLS.
                    static let ofProxy = [proxyCertificateFile, proxyCertificateFolder]
                }

                enum MultiOption {
                    static let idleConnections: Int32 = 6
                    static let connectionsPerHost: Int32 = 7
                }

                enum Info {
                    static let certificateFile: Int32 = 0x10_003D
                    static let certificateFolder: Int32 = 0x10_003E
                    static let proxyStatus: Int32 = 0x20_0016
                }

                /// Results of a callback other than a number of bytes.
                enum Signal {
                    static let pausesWriting = 0x1000_0001
                    static let abortsReading = 0x1000_0000
                }
            }
        #endif

        """##
    ),
    (
        "CallsiteCurl/CurlLoop.swift",
        ##"""
        #if os(Linux)
            import Foundation

            /// A thread on which libcurl makes transfers, and the connections that they share. The thread runs from the first
            /// transfer until the loop is released and the last transfer has ended.
            nonisolated final class CurlLoop: Sendable {
                private let thread: CurlThread

                /// - Parameters:
                ///   - connectionsPerHost: How many connections to one host there may be at once; nil: as many as are wanted.
                ///   - longestIdle: How many seconds a connection may have been idle that carries what must not be sent twice.
                init(_ curl: Curl, connectionsPerHost: Int?, longestIdle: Int) {
                    thread = CurlThread(curl, connectionsPerHost, longestIdle)
                }

                deinit { thread.close() }

                /// Begins a transfer, and returns what ends it before its time. Neither waits.
                func start(_ transfer: CurlTransfer) -> @Sendable () -> Void {
                    let thread = thread
                    thread.run { $0.enqueue(transfer) }
                    return { thread.run { $0.cancel(transfer) } }
                }
            }

            nonisolated final class CurlThread: @unchecked Sendable {
                let curl: Curl
                let longestIdle: Int
                private let connectionsPerHost: Int?
                private let lock = NSLock()
                // Guarded by `lock`.
                private var work: [(CurlThread) -> Void] = []
                private var isClosed = false
                private var isRunning = false
                private var multi: Curl.Handle?

                // Only on the thread.
                private var handle: Curl.Handle?
                /// Those of `handle`.
                private var sockets = CurlSockets()
                private var transfers: [Curl.Handle: CurlTransfer] = [:]
                private var hosts: [Origin: Host] = [:]

                /// The transfers to one host.
                private struct Host {
                    var active = 0
                    var waiting: [CurlTransfer] = []
                    /// Those before have begun.
                    var first = 0
                }

                init(_ curl: Curl, _ connectionsPerHost: Int?, _ longestIdle: Int) {
                    self.curl = curl
                    self.longestIdle = longestIdle
                    self.connectionsPerHost = connectionsPerHost
                }

                /// Runs `action` on the thread, soon. libcurl allows nothing from elsewhere but this wake.
                func run(_ action: @escaping (CurlThread) -> Void) {
                    lock.withLock {
                        work.append(action)
                        if !isRunning {
                            isRunning = true
                            let thread = Thread { [self] in main() }
                            thread.name = "callsite.network"
                            thread.start()
                        } else if work.count == 1, let multi {
                            _ = curl.wake(multi)
                        }
                    }
                }

                /// Ends the thread when the transfers have ended.
                func close() {
                    lock.withLock {
                        isClosed = true
                        if let multi { _ = curl.wake(multi) }
                    }
                }

                // MARK: The thread

                private func main() {
                    // Where a TLS library writes to a connection that has gone: the error says it too.
                    var signals = sigset_t()
                    sigemptyset(&signals)
                    sigaddset(&signals, SIGPIPE)
                    pthread_sigmask(SIG_BLOCK, &signals, nil)

                    let sockets = CurlSockets()
                    (handle, self.sockets) = (curl.makeMulti(), sockets)
                    if let handle {
                        if let connectionsPerHost {
                            _ = curl.setMultiNumber(handle, Curl.MultiOption.connectionsPerHost, max(1, connectionsPerHost))
                        }
                        _ = curl.setMultiNumber(handle, Curl.MultiOption.idleConnections, max(32, connectionsPerHost ?? 0))
                    }
                    lock.withLock { multi = handle }
                    var rest: Curl.Handle?
                    repeat { turn() } while !isDone(&rest)
                    // By now another thread may have begun, for what a transfer that has ended still wants.
                    withExtendedLifetime(sockets) { if let rest { _ = curl.closeMulti(rest) } }
                }

                private func turn() {
                    let actions = lock.withLock {
                        defer { work = [] }
                        return work
                    }
                    for action in actions { action(self) }
                    guard let handle else { return }
                    var running: Int32 = 0
                    _ = curl.perform(handle, &running)
                    var hasEnded = false
                    var result: Int32 = 0
                    while let easy = curl.ended(handle, &result) {
                        hasEnded = true
                        end(easy, result)
                    }
                    // The next transfer may have taken the place of one that has ended: it begins before the thread sleeps.
                    guard !hasEnded, lock.withLock({ work.isEmpty && !(isClosed && transfers.isEmpty) }) else { return }
                    _ = curl.poll(handle, 60_000)
                }

                /// Whether the thread is no longer needed; then it takes what it must close.
                private func isDone(_ rest: inout Curl.Handle?) -> Bool {
                    lock.withLock {
                        guard work.isEmpty, transfers.isEmpty, isClosed || handle == nil else { return false }
                        (rest, multi, handle, isRunning) = (handle, nil, nil, false)
                        return true
                    }
                }

                fileprivate func enqueue(_ transfer: CurlTransfer) {
                    hosts[transfer.origin, default: Host()].waiting.append(transfer)
                    beginNext(transfer.origin)
                }

                private func beginNext(_ origin: Origin) {
                    // libcurl looks at each of its transfers on every turn, so the others wait here.
                    let limit = connectionsPerHost.map { max(1, $0) } ?? .max
                    while let host = hosts[origin], host.active < limit, host.first < host.waiting.count {
                        let transfer = host.waiting[host.first]
                        hosts[origin]?.first += 1
                        if host.first > 64, host.first * 2 > host.waiting.count {
                            hosts[origin]?.waiting.removeFirst(host.first + 1)
                            hosts[origin]?.first = 0
                        }
                        guard !transfer.isOver else { continue }
                        hosts[origin]?.active += 1
                        begin(transfer)
                    }
                    if let host = hosts[origin], host.active == 0, host.first == host.waiting.count { hosts[origin] = nil }
                }

                private func begin(_ transfer: CurlTransfer) {
                    guard let handle, let easy = curl.makeEasy() else {
                        hosts[transfer.origin]?.active -= 1
                        return transfer.fail(TransportFailure(.other, "libcurl has no memory left"))
                    }
                    transfer.begin(easy, self, sockets)
                    transfers[easy] = transfer
                    _ = curl.add(handle, easy)
                }

                fileprivate func cancel(_ transfer: CurlTransfer) {
                    transfer.fail(CancellationError())
                    // 42: stopped by a callback.
                    if let easy = transfer.easy { end(easy, 42) }
                }

                /// Takes a transfer out, and begins the next one.
                private func end(_ easy: Curl.Handle, _ result: Int32) {
                    guard let transfer = transfers.removeValue(forKey: easy), let handle else { return }
                    let failure = transfer.failure(result)
                    _ = curl.remove(handle, easy)
                    // Never used again: 7.88 would read memory that is free where the next response begins with a folded line.
                    curl.closeEasy(easy)
                    transfer.leave()
                    guard !transfer.beginsAnew else { return begin(transfer) }
                    hosts[transfer.origin]?.active -= 1
                    beginNext(transfer.origin)
                    transfer.fail(failure)
                }
            }
        #endif

        """##
    ),
    (
        "CallsiteCurl/CurlSockets.swift",
        ##"""
        #if os(Linux)
            import Foundation

            /// The connections of a loop, by their sockets.
            ///
            /// A server may send bytes that no request has asked for: a second response, or a late `408`. libcurl would take them
            /// for the response to the next request on that connection. RFC 9112, 9.2, forbids it. So the socket is looked at
            /// before a request is sent: on an idle connection nothing may have arrived.
            nonisolated final class CurlSockets {
                /// A connection.
                final class Socket {
                    fileprivate let descriptor: Int32
                    /// nil: not connected yet.
                    fileprivate var ends: Ends?
                    /// Whether a request was sent on it.
                    var isUsed = false

                    /// Whether bytes have arrived.
                    var hasBytes: Bool {
                        var byte: UInt8 = 0
                        return recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) > 0
                    }

                    fileprivate init(_ descriptor: Int32) { self.descriptor = descriptor }

                    /// Whether bytes have arrived, or the connection has ended.
                    var isReadable: Bool {
                        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                        return poll(&entry, 1, 0) > 0
                    }
                }

                /// Both ends of a connection. A port of this side alone may have several, to different hosts.
                struct Ends: Hashable {
                    let localPort: Int32
                    let remotePort: Int32
                    let remoteAddress: String
                }

                private var sockets: [Int32: Socket] = [:]
                private var byEnds: [Ends: Socket] = [:]

                /// The connection between these ends.
                func socket(between ends: Ends) -> Socket? {
                    if let known = byEnds[ends] { return known }
                    for socket in sockets.values where socket.ends == nil {
                        guard let ends = Self.ends(socket.descriptor) else { continue }
                        socket.ends = ends
                        byEnds[ends] = socket
                    }
                    return byEnds[ends]
                }

                /// Tells libcurl to say which sockets it opens and closes.
                func watch(_ easy: Curl.Handle, _ curl: Curl) {
                    let context = Unmanaged.passUnretained(self).toOpaque()
                    _ = curl.setPointer(easy, Curl.Option.socketData, context)
                    _ = curl.setSocketCallback(easy, Curl.Option.socketFunction) { context, descriptor, _ in
                        // Not every version says when it closes a socket that never was a connection.
                        CurlSockets.of(context).forget(descriptor)
                        CurlSockets.of(context).sockets[descriptor] = Socket(descriptor)
                        return 0
                    }
                    _ = curl.setPointer(easy, Curl.Option.closeData, context)
                    _ = curl.setCloseCallback(easy, Curl.Option.closeFunction) { context, descriptor in
                        CurlSockets.of(context).forget(descriptor)
                        return close(descriptor)
                    }
                }

                private func forget(_ descriptor: Int32) {
                    guard let socket = sockets.removeValue(forKey: descriptor), let ends = socket.ends else { return }
                    if byEnds[ends] === socket { byEnds[ends] = nil }
                }

                private static func of(_ context: UnsafeMutableRawPointer?) -> CurlSockets {
                    Unmanaged<CurlSockets>.fromOpaque(context.unsafelyUnwrapped).takeUnretainedValue()
                }

                private static func ends(_ descriptor: Int32) -> Ends? {
                    guard let local = address(descriptor, getsockname), let remote = address(descriptor, getpeername) else {
                        return nil
                    }
                    return Ends(localPort: local.port, remotePort: remote.port, remoteAddress: remote.text)
                }

                private static func address(
                    _ descriptor: Int32,
                    _ ask: (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
                ) -> (text: String, port: Int32)? {
                    var address = sockaddr_storage()
                    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
                    return withUnsafeMutableBytes(of: &address) { bytes in
                        guard let base = bytes.baseAddress,
                            ask(descriptor, base.assumingMemoryBound(to: sockaddr.self), &length) == 0
                        else { return nil }
                        // The port has the same place in both of these, the address hasn't.
                        let family = Int32(base.load(as: sa_family_t.self))
                        guard family == AF_INET || family == AF_INET6 else { return nil }
                        let port = UInt16(bigEndian: base.load(fromByteOffset: 2, as: in_port_t.self))
                        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
                        let isWritten =
                            inet_ntop(family, base + (family == AF_INET ? 4 : 8), &text, socklen_t(text.count)) != nil
                        guard isWritten, port > 0 else { return nil }
                        return (
                            String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self), Int32(port)
                        )
                    }
                }
            }
        #endif

        """##
    ),
    (
        "CallsiteCurl/CurlTransfer.swift",
        ##"""
        #if os(Linux)
            import Foundation

            /// One request over libcurl. After its creation, all of it runs on the thread of its loop.
            nonisolated final class CurlTransfer: @unchecked Sendable {
                let origin: Origin
                private let request: HTTPRequest
                private let exchange: Exchange
                private let body: CurlUpload?
                /// Those of the transport's settings.
                private let options: [(option: Int32, text: String?)]

                /// Between `begin` and `leave`.
                private(set) var easy: Curl.Handle?
                private(set) var isOver = false
                private var thread: CurlThread?
                private var lines: Curl.Handle?
                private var errorText: UnsafeMutablePointer<CChar>?
                private var head: ResponseHead
                private var hasHead = false
                private var decoder: ContentDecoder?
                private var sockets: CurlSockets?
                /// How often the request was begun to be sent.
                private var sendings = 0
                /// Whether its connection was found to be of no use before a byte was sent. It then wants a new one.
                private var isStale = false
                /// Why the response isn't taken.
                private var refusal: (any Error)?

                init(
                    _ request: HTTPRequest, _ origin: Origin, _ exchange: Exchange, _ options: [(option: Int32, text: String?)]
                ) {
                    self.options = options
                    self.request = request
                    self.origin = origin
                    self.exchange = exchange
                    head = ResponseHead(isForHead: request.method == .head)
                    // Without a length some servers wait for a body, and others refuse the request.
                    let needsLength = ["POST", "PUT", "PATCH"].contains(request.method.name)
                    body = request.body != nil || needsLength ? CurlUpload(request.body) : nil
                }

                func begin(_ easy: Curl.Handle, _ thread: CurlThread, _ sockets: CurlSockets) {
                    self.easy = easy
                    self.thread = thread
                    self.sockets = sockets
                    // libcurl may have read it for a connection that was lost before.
                    if isStale { _ = body?.seek(to: 0) }
                    setUp(easy, thread.curl, longestIdle: thread.longestIdle)
                    isStale = false
                }

                /// Whether it isn't over, though libcurl says so: nothing was sent, and nothing received.
                var beginsAnew: Bool { isStale && !isOver }

                /// Lets go of what libcurl has used until now.
                func leave() {
                    thread?.curl.freeLines(lines)
                    errorText?.deallocate()
                    (easy, thread, lines, errorText, sockets) = (nil, nil, nil, nil, nil)
                }

                /// Ends the request, unless it has ended.
                func fail(_ failure: (any Error)?) {
                    guard !isOver else { return }
                    isOver = true
                    exchange.completed(failure)
                }

                // MARK: The request

                private func setUp(_ easy: Curl.Handle, _ curl: Curl, longestIdle: Int) {
                    typealias Option = Curl.Option
                    let context = Unmanaged.passUnretained(self).toOpaque()
                    func set(_ option: Int32, _ text: String) { _ = curl.set(easy, option, text) }
                    func set(_ option: Int32, _ number: Int) { _ = curl.setNumber(easy, option, number) }

                    let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: 256)
                    errorText.initialize(repeating: 0, count: 256)
                    self.errorText = errorText
                    _ = curl.setPointer(easy, Option.errorBuffer, errorText)
                    set(Option.noSignal, 1)
                    // A caller that gives up needn't wait for the name service.
                    set(Option.quickExit, 1)
                    // HTTP/1.1, since no libcurl up to 8.23 sends all requests again that an HTTP/2 server hasn't processed (RFC
                    // 9113, 6.8 and 8.7): if a server ends its connections by GOAWAY, up to 95 of 100 requests at once fail.
                    set(Option.version, 2)
                    // http and https.
                    set(Option.protocols, 3)
                    set(Option.pathAsIs, 1)
                    set(Option.suppressConnectHeaders, 1)
                    set(Option.decodesContent, 0)
                    for (option, text) in options { _ = curl.set(easy, option, text) }
                    set(Option.url, request.url.absoluteString)

                    let isHead = request.method == .head
                    if let body {
                        set(Option.upload, 1)
                        _ = curl.setOffset(easy, Option.uploadSize, Int64(body.size))
                        set(Option.uploadBufferSize, 262_144)
                        _ = curl.setPointer(easy, Option.readData, context)
                        _ = curl.setDataCallback(easy, Option.readFunction) { buffer, size, count, context in
                            CurlTransfer.of(context).send(UnsafeMutableRawBufferPointer(start: buffer, count: size * count))
                        }
                        _ = curl.setPointer(easy, Option.seekData, context)
                        _ = curl.setSeekCallback(easy, Option.seekFunction) { context, offset, origin in
                            // 1: it can't be done.
                            origin == SEEK_SET && CurlTransfer.of(context).body?.seek(to: Int(offset)) == true ? 0 : 1
                        }
                    } else if isHead {
                        set(Option.noBody, 1)
                    }
                    set(Option.method, request.method.name)
                    sockets?.watch(easy, curl)
                    guardConnection(easy, curl, context, longestIdle)

                    _ = curl.setPointer(easy, Option.headerData, context)
                    _ = curl.setDataCallback(easy, Option.headerFunction) { bytes, size, count, context in
                        CurlTransfer.of(context).takeHeader(UnsafeRawBufferPointer(start: bytes, count: size * count))
                    }
                    _ = curl.setPointer(easy, Option.writeData, context)
                    _ = curl.setDataCallback(easy, Option.writeFunction) { bytes, size, count, context in
                        CurlTransfer.of(context).takeBody(UnsafeRawBufferPointer(start: bytes, count: size * count))
                    }
                    for line in headerLines() { lines = curl.appendLine(lines, line) ?? lines }
                    _ = curl.setPointer(easy, Option.headers, lines)
                }

                /// libcurl sends a request again by itself if a connection that was used before ends without a response: the
                /// server may have closed it in the meantime, or have failed on the request. A request that isn't idempotent is
                /// stopped then. It uses only a connection that was used a moment ago, since servers close those that are idle
                /// for seconds.
                private func guardConnection(
                    _ easy: Curl.Handle, _ curl: Curl, _ context: UnsafeMutableRawPointer, _ longestIdle: Int
                ) {
                    let isKnown =
                        curl.setPrerequestCallback(easy, Curl.Option.prerequestFunction) {
                            context, address, _, remotePort, localPort in
                            let ends = CurlSockets.Ends(
                                localPort: localPort, remotePort: remotePort,
                                remoteAddress: address.map { String(cString: $0) } ?? "")
                            // 1: stop.
                            return CurlTransfer.of(context).maySend(between: ends) ? 0 : 1
                        } == 0
                    if isKnown { _ = curl.setPointer(easy, Curl.Option.prerequestData, context) }
                    if !isKnown || isStale {
                        // Before 7.80 nothing says which connection will be used, so each request has its own.
                        _ = curl.setNumber(easy, Curl.Option.freshConnect, 1)
                    } else if !request.method.isIdempotent {
                        _ = curl.setNumber(easy, Curl.Option.longestIdle, longestIdle)
                    }
                }

                /// Called when the connection is there, before the request is sent.
                private func maySend(between ends: CurlSockets.Ends) -> Bool {
                    guard sendings == 0 || request.method.isIdempotent else {
                        sendings += 1
                        return false
                    }
                    let socket = sockets?.socket(between: ends)
                    if let socket, socket.isReadable {
                        if socket.isUsed {
                            isStale = true
                        } else if origin.scheme == "http", socket.hasBytes {
                            // With TLS, tickets may come first.
                            refusal = TransportFailure.malformed("it came before the request was sent")
                        }
                    }
                    socket?.isUsed = true
                    guard !isStale, refusal == nil else { return false }
                    sendings += 1
                    return true
                }

                private func headerLines() -> [String] {
                    // A header without a value is written with a semicolon here.
                    var lines = request.headers.fields.map { field in
                        // RFC 9110, section 5.5; nearly all have none.
                        let isBlank: (UInt8?) -> Bool = { $0 == 0x20 || $0 == 0x09 }
                        let hasBlanks = isBlank(field.value.utf8.first) || isBlank(field.value.utf8.last)
                        let value = hasBlanks ? field.value.trimmingCharacters(in: .whitespaces) : field.value
                        return value.isEmpty ? "\(field.name);" : "\(field.name): \(value)"
                    }
                    // The transfer doesn't wait for "100 Continue".
                    if request.headers["Expect"] == nil { lines.append("Expect:") }
                    // A body without a type is not a form.
                    if request.body != nil, request.headers["Content-Type"] == nil {
                        lines.append("Content-Type: application/octet-stream")
                    }
                    // A part of a compressed body can't be decompressed.
                    if request.headers["Accept-Encoding"] == nil, request.headers["Range"] == nil, thread?.curl.inflate != nil {
                        lines.append("Accept-Encoding: \(ContentDecoder.codings)")
                    }
                    if request.headers["User-Agent"] == nil { lines.append("User-Agent: \(UserAgent.text)") }
                    return lines
                }

                private static func of(_ context: UnsafeMutableRawPointer?) -> CurlTransfer {
                    Unmanaged<CurlTransfer>.fromOpaque(context.unsafelyUnwrapped).takeUnretainedValue()
                }

                private func send(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
                    guard let body, let count = body.read(buffer) else { return Curl.Signal.abortsReading }
                    if count > 0 { exchange.sent(Int64(body.completed), of: Int64(body.size)) }
                    return count
                }

                // MARK: The response

                /// Another number than that of the bytes stops the transfer.
                private func takeHeader(_ bytes: UnsafeRawBufferPointer) -> Int {
                    do {
                        guard var http = try head.take(bytes) else { return bytes.count }
                        if let curl = thread?.curl, http.status != 204, http.status != 206, http.status != 304,
                            request.method != .head
                        {
                            // The body of a redirect that is followed isn't read.
                            do {
                                decoder = try ContentDecoder.decoder(
                                    for: http.headers, curl, isNegotiated: request.headers["Accept-Encoding"] != nil)
                            } catch  where exchange.isFollowed(http) {}
                        }
                        http.url = request.url
                        hasHead = true
                        exchange.receivedHead(http)
                        // The response to HEAD has no body, whatever its headers say; libcurl knows that only where it sends
                        // none.
                        return request.method == .head && body != nil ? -1 : bytes.count
                    } catch {
                        refusal = error
                        return -1
                    }
                }

                private func takeBody(_ bytes: UnsafeRawBufferPointer) -> Int {
                    guard hasHead else {
                        refusal = TransportFailure.malformed("it has no headers")
                        return -1
                    }
                    // libcurl offers the bytes again when the transfer goes on.
                    guard !exchange.isAhead else {
                        let thread = thread
                        exchange.whenRoom { [self] in
                            thread?.run { if let easy = self.easy { _ = $0.curl.pauseEasy(easy, 0) } }
                        }
                        return Curl.Signal.pausesWriting
                    }
                    do {
                        guard let decoder else { return exchange.received(bytes) ? bytes.count : -1 }
                        try decoder.decode(bytes) { if !exchange.received($0) { throw CancellationError() } }
                        return bytes.count
                    } catch {
                        refusal = error
                        return -1
                    }
                }

                /// The error for the transfer's end; nil: the response is complete. Called before it leaves.
                func failure(_ code: Int32) -> (any Error)? {
                    if let refusal { return refusal }
                    if let failure = body?.failure { return failure }
                    if code == 0 || code == 23 && hasHead && request.method == .head {
                        guard hasHead else { return ended() }
                        do { try decoder?.finish() } catch { return error }
                        return nil
                    }
                    let curl = thread?.curl
                    let own = errorText.map { String(cString: $0) } ?? ""
                    let text = own.isEmpty ? curl?.reason(code) ?? "" : own
                    switch code {
                    case 3:
                        return UnreadableURL(EncodingFailure("\(request.description): libcurl takes this for no URL: \(text)"))
                    case 5, 6, 7, 45, 97: return TransportFailure(.cannotConnect, "can't connect to the host: \(text)")
                    case 28: return TransportFailure(.timedOut, "the request timed out")
                    case 35, 53, 54, 58, 59, 60, 64, 66, 77, 80, 82, 83, 90, 91, 98:
                        return TransportFailure(.notSecure, "no secure connection to the host: \(text)")
                    case 1, 8, 16, 61, 63, 95: return TransportFailure.malformed(text)
                    // libcurl reports a header that it can't read as a bad argument (43). It reports that no memory is left
                    // (27), or that something is too large (100), only for a header that is too long.
                    case 43: return TransportFailure.malformed("a line of its headers or trailers has no name and colon")
                    case 27, 100: return TransportFailure.malformed("a line of its headers is too long")
                    case 42 where sendings > 1, 65:
                        let reason =
                            "the connection was lost before there was a response; \(request.method) is not sent a second time"
                        return TransportFailure(.connectionLost, reason)
                    case 18, 52, 55, 56, 92:
                        var proxyStatus = 0
                        if let easy, curl?.getNumber(easy, Curl.Info.proxyStatus, &proxyStatus) == 0, proxyStatus >= 300 {
                            return TransportFailure(.cannotConnect, "the proxy refuses to connect: \(proxyStatus)")
                        }
                        // libcurl reports a malformed chunk as if the connection had been lost.
                        if code == 56, text.contains("chunk") || text.contains("response header") {
                            return TransportFailure.malformed(text)
                        }
                        return TransportFailure(.connectionLost, "the connection was lost: \(text)")
                    default: return TransportFailure(.other, text)
                    }
                }

                /// A connection that ended amid the headers, which libcurl takes for an end.
                private func ended() -> TransportFailure {
                    TransportFailure(.connectionLost, "the connection was lost before the response's headers were complete")
                }
            }
        #endif

        """##
    ),
    (
        "CallsiteCurl/CurlUpload.swift",
        ##"""
        #if os(Linux)
            import Foundation

            /// The body of a request as libcurl asks for it, piece by piece, and once more from any place.
            nonisolated final class CurlUpload {
                /// The size in bytes when the request began; exactly this many bytes are sent.
                let size: Int
                private(set) var completed = 0
                /// Why it can't be sent.
                private(set) var failure: EncodingFailure?
                private let segments: [(segment: HTTPBody.Segment, size: Int)]
                private var number = 0
                /// In the segment of that number.
                private var position = 0
                private var handle: FileHandle?

                /// nil: a body without bytes.
                init(_ body: HTTPBody?) {
                    segments = (body?.segments ?? []).map { segment in
                        switch segment {
                        case .data(let data): return (segment, data.count)
                        // A file that can't be read was refused before.
                        case .file(let url): return (segment, (try? HTTPBody.file(at: url).size) ?? 0)
                        }
                    }
                    size = segments.reduce(0) { $0 + $1.size }
                }

                deinit { try? handle?.close() }

                /// Fills the buffer with what comes next. 0: that is all; nil: it can't be read.
                func read(_ buffer: UnsafeMutableRawBufferPointer) -> Int? {
                    while number < segments.count {
                        let (segment, size) = segments[number]
                        let room = min(buffer.count, size - position)
                        guard room > 0 else {
                            leaveSegment()
                            continue
                        }
                        switch segment {
                        case .data(let data):
                            let start = data.startIndex + position
                            data[start..<start + room].copyBytes(to: buffer)
                            return advance(by: room)
                        case .file(let url):
                            let count = readFile(url, UnsafeMutableRawBufferPointer(rebasing: buffer[..<room]))
                            return count.map { advance(by: $0) }
                        }
                    }
                    return 0
                }

                /// Goes to a place counted from the beginning. False: there is no such place.
                func seek(to offset: Int) -> Bool {
                    guard 0...size ~= offset else { return false }
                    leaveSegment()
                    (number, position, completed) = (0, offset, offset)
                    while number < segments.count, position > segments[number].size {
                        position -= segments[number].size
                        number += 1
                    }
                    return true
                }

                private func advance(by count: Int) -> Int {
                    position += count
                    completed += count
                    return count
                }

                private func leaveSegment() {
                    try? handle?.close()
                    handle = nil
                    position = 0
                    number += 1
                }

                private func readFile(_ url: URL, _ buffer: UnsafeMutableRawBufferPointer) -> Int? {
                    do {
                        if handle == nil {
                            let (handle, _) = try HTTPBody.file(at: url)
                            try handle.seek(toOffset: UInt64(position))
                            self.handle = handle
                        }
                        let piece = try handle?.read(upToCount: buffer.count) ?? Data()
                        if piece.isEmpty {
                            failure = EncodingFailure("the file \(quoted(url.path)) became shorter while it was sent")
                        }
                        piece.copyBytes(to: buffer)
                        return piece.isEmpty ? nil : piece.count
                    } catch {
                        failure = EncodingFailure("the file \(quoted(url.path)) can't be read")
                        return nil
                    }
                }
            }
        #endif

        """##
    ),
    (
        "CallsiteCurl/Exchange.swift",
        ##"""
        #if os(Linux)
            import Foundation

            /// The time by which a transport measures its limits: the system's, or a test's own.
            nonisolated struct TransportClock: Sendable {
                var now: @Sendable () -> DispatchTime
                /// Calls an action at a time, or soon after.
                var schedule: @Sendable (DispatchTime, @escaping @Sendable () -> Void) -> Void

                static let system = TransportClock(
                    now: { .now() },
                    schedule: { time, action in DispatchQueue.global().asyncAfter(deadline: time) { action() } })
            }

            /// The requests of a transport that are under way. One timer watches the limits of all: each is set for many seconds
            /// from now, and nearly all end before.
            nonisolated final class ExchangeWatch: @unchecked Sendable {
                /// How many seconds are between two looks at least.
                private static let grain = 0.01

                let clock: TransportClock
                private let lock = NSLock()
                // Guarded by `lock`.
                private var exchanges: [ObjectIdentifier: Exchange] = [:]
                /// When the timer goes off; nil: there is none.
                private var wake: DispatchTime?

                init(_ clock: TransportClock) { self.clock = clock }

                /// - Parameter due: When the first of its limits could be reached.
                func add(_ exchange: Exchange, due: DispatchTime) {
                    lock.withLock { exchanges[ObjectIdentifier(exchange)] = exchange }
                    schedule(due)
                }

                func remove(_ exchange: Exchange) { lock.withLock { exchanges[ObjectIdentifier(exchange)] = nil } }

                /// Looks at that time, unless it will before.
                private func schedule(_ time: DispatchTime) {
                    let isFirst = lock.withLock {
                        if let wake, wake <= time { return false }
                        wake = time
                        return true
                    }
                    if isFirst { clock.schedule(time) { [weak self] in self?.look(time) } }
                }

                private func look(_ time: DispatchTime) {
                    let waiting: [Exchange] = lock.withLock {
                        // Another timer was set for an earlier time, and went off.
                        guard wake == time else { return [] }
                        wake = nil
                        return Array(exchanges.values)
                    }
                    let now = clock.now()
                    guard let next = waiting.compactMap({ $0.check(now) }).min() else { return }
                    // When thousands of requests time out one after the other, they aren't all checked for each.
                    schedule(max(next, now + Self.grain))
                }
            }

            /// One request over the network and the response so far. It ends exactly once: by the response, an error, the clock or
            /// the caller, whichever is first.
            ///
            /// The response is whole or, if there is a `buffer`, its head. Then the body goes to the buffer, and the request
            /// continues until that has ended too.
            nonisolated final class Exchange: @unchecked Sendable {
                private let method: HTTPMethod
                /// The response has a length and no body.
                var isForHead: Bool { method == .head }
                private let idleTimeout: Double
                private let deadline: DispatchTime?
                private let watch: ExchangeWatch
                private let buffer: BodyBuffer?
                private let uploadObserver: UploadObserver?
                /// How large the body may become in memory, in bytes.
                private let sizeLimit: Int
                /// Whether a response is a redirect that will be followed: its head is enough.
                let isFollowed: @Sendable (HTTPResponse) -> Bool
                /// How much of a redirect's body is read to keep its connection, in bytes, and for how long, in seconds.
                private static let redirectSizeLimit = 65_536
                private static let redirectTimeLimit = 0.2

                private let lock = NSLock()
                // Guarded by `lock`.
                private var cancelTransfer: (@Sendable () -> Void)?
                private var continuation: CheckedContinuation<HTTPResponse, any Error>?
                private var end: Result<HTTPResponse, any Error>?
                private var head: HTTPResponse?
                private var body = Data()
                /// Nothing more is to come, or to be taken.
                private var isComplete = false
                /// The transfer has ended.
                private var hasEnded = false
                private var size = 0
                private var lastActivity: DispatchTime
                /// How many bytes of the body were last said to be sent.
                private var reported: Int64 = -1

                init(
                    request: HTTPRequest, idleTimeout: Double, deadline: DispatchTime?, watch: ExchangeWatch,
                    buffer: BodyBuffer?,
                    isFollowed: @escaping @Sendable (HTTPResponse) -> Bool
                ) {
                    self.method = request.method
                    self.uploadObserver = request.uploadObserver
                    self.sizeLimit = request.responseSizeLimit
                    self.isFollowed = isFollowed
                    self.idleTimeout = idleTimeout
                    self.deadline = deadline
                    self.watch = watch
                    self.lastActivity = watch.clock.now()
                    self.buffer = buffer
                }

                /// Starts the transfer, unless the request was cancelled before.
                ///
                /// - Parameter begin: Starts it and returns a function that ends it. Neither may wait.
                func start(
                    _ continuation: CheckedContinuation<HTTPResponse, any Error>,
                    _ begin: @escaping @Sendable () -> @Sendable () -> Void
                ) {
                    let ended: Result<HTTPResponse, any Error>? = lock.withLock {
                        if end == nil { self.continuation = continuation }
                        return end
                    }
                    if let ended { return continuation.resume(with: ended) }
                    let due = lock.withLock { isComplete ? nil : nextDue }
                    guard let due else { return }
                    watch.add(self, due: due)
                    let cancel = begin()
                    // Meanwhile it may have ended by itself, or have been ended.
                    let (isOver, isLate) = lock.withLock {
                        if !hasEnded, !isComplete { cancelTransfer = cancel }
                        return (isComplete, isComplete && !hasEnded)
                    }
                    if isOver { watch.remove(self) }
                    if isLate { cancel() }
                }

                /// Ends the request at once, whatever the connection does.
                func fail(_ error: any Error) {
                    lock.withLock { isComplete = true }
                    watch.remove(self)
                    finish(.failure(error))
                    buffer?.finish(.failure(error), dropping: error is CancellationError)
                    takeCancel()?()
                }

                /// A function that ends the transfer, once: it holds the transfer, which holds this object.
                private func takeCancel() -> (@Sendable () -> Void)? {
                    lock.withLock {
                        defer { cancelTransfer = nil }
                        return cancelTransfer
                    }
                }

                private func finish(_ result: Result<HTTPResponse, any Error>) {
                    let waiting: CheckedContinuation<HTTPResponse, any Error>? = lock.withLock {
                        guard end == nil else { return nil }
                        end = result
                        // The stream holds this object; only the stream's reader may hold the stream.
                        if case .success(var http) = result {
                            http.stream = nil
                            end = .success(http)
                        }
                        body = Data()
                        defer { continuation = nil }
                        return continuation
                    }
                    waiting?.resume(with: result)
                }

                // MARK: Events

                func sent(_ bytes: Int64, of total: Int64) {
                    let isNew = lock.withLock {
                        lastActivity = watch.clock.now()
                        defer { reported = bytes }
                        // A redirect may have been followed meanwhile.
                        return bytes != reported && (end == nil || buffer != nil)
                    }
                    // Libraries tell the same number again and again.
                    if isNew { uploadObserver?.report(TransferProgress(completed: bytes, total: total > 0 ? total : nil)) }
                }

                func receivedHead(_ response: HTTPResponse) {
                    let isFirst = lock.withLock {
                        lastActivity = watch.clock.now()
                        head = response
                        return end == nil
                    }
                    guard isFirst else { return }
                    if isFollowed(response) { return follow(response) }
                    guard let buffer else { return }
                    let cancel: @Sendable () -> Void = { [self] in fail(CancellationError()) }
                    var response = response
                    response.stream = HTTPByteStream(cancel: cancel) {
                        try await withTaskCancellationHandler(operation: { try await buffer.next() }, onCancel: cancel)
                    }
                    finish(.success(response))
                }

                /// The head of a redirect is the response. Its body may never end; what of it comes soon is read and dropped, so that
                /// the connection can be used again.
                private func follow(_ response: HTTPResponse) {
                    finish(.success(response))
                    watch.remove(self)
                    guard buffer == nil else { return fail(CancellationError()) }
                    watch.clock.schedule(watch.clock.now() + Self.redirectTimeLimit) { [weak self] in
                        self?.fail(CancellationError())
                    }
                }

                /// Takes a piece of the decoded body, which is copied. False: no more of it is wanted.
                @discardableResult
                func received(_ bytes: UnsafeRawBufferPointer) -> Bool {
                    let (isWanted, isTooLarge) = lock.withLock {
                        lastActivity = watch.clock.now()
                        size += bytes.count
                        let isTooLarge = buffer == nil && size > (end == nil ? sizeLimit : Self.redirectSizeLimit)
                        if buffer == nil, end == nil, !isTooLarge { body.append(contentsOf: bytes) }
                        return (!isComplete, isTooLarge)
                    }
                    guard let buffer else {
                        if isTooLarge { fail(TransportFailure.tooLarge(sizeLimit)) }
                        return isWanted && !isTooLarge
                    }
                    buffer.append(Data(bytes))
                    guard buffer.overflow <= BodyBuffer.limit else {
                        fail(
                            TransportFailure(
                                .other, "the response is read too slowly: \(BodyBuffer.limit >> 20) MB are waiting"))
                        return false
                    }
                    return isWanted
                }

                /// Whether more has arrived than the reader of a stream has room for.
                var isAhead: Bool { (buffer?.overflow ?? 0) > 0 }

                /// Calls `action` as soon as the reader of a stream has room for more: now or later.
                func whenRoom(_ action: @escaping @Sendable () -> Void) {
                    if let buffer { buffer.whenRoom(action) } else { action() }
                }

                func completed(_ failure: (any Error)?) {
                    let (head, body) = lock.withLock {
                        isComplete = true
                        hasEnded = true
                        cancelTransfer = nil
                        return (self.head, self.body)
                    }
                    watch.remove(self)
                    if let failure { return end(.failure(failure)) }
                    guard var http = head else { return end(.failure(TransportFailure(.badResponse, "there is no response"))) }
                    http.body = body
                    end(.success(http))
                }

                /// The end of the task. A stream that was never announced (a redirect that isn't followed) has nothing in it.
                private func end(_ result: Result<HTTPResponse, any Error>) {
                    finish(result)
                    buffer?.finish(result.map { _ in () })
                }

                // MARK: The clock

                /// Only under the lock. When the first of both limits could be reached; nil: the limits no longer apply. Both are
                /// kept here, whatever carries the request.
                private var nextDue: DispatchTime? {
                    guard !isOver else { return nil }
                    let idle = lastActivity + idleTimeout
                    return openDeadline.map { min($0, idle) } ?? idle
                }

                /// Only under the lock. A stream goes on behind its head.
                private var isOver: Bool { isComplete || buffer == nil && end != nil }
                /// Only under the lock. A stream's deadline is for its head.
                private var openDeadline: DispatchTime? { end == nil ? deadline : nil }

                /// Ends the request if a limit is reached.
                ///
                /// - Returns: When to look again; nil: never.
                func check(_ now: DispatchTime) -> DispatchTime? {
                    let (lastActivity, deadline, next) = lock.withLock {
                        // A slow reader pauses the server; that must not count as an idle connection.
                        if buffer?.hasUnread == true { self.lastActivity = now }
                        return (self.lastActivity, openDeadline, nextDue)
                    }
                    guard next != nil else { return nil }
                    if let deadline, now >= deadline {
                        fail(TransportFailure(.timedOut, "the request took longer than its timeout"))
                    } else if now >= lastActivity + idleTimeout {
                        let seconds = idleTimeout == idleTimeout.rounded() ? "\(Int(idleTimeout))" : "\(idleTimeout)"
                        fail(TransportFailure(.timedOut, "nothing arrived for \(seconds) seconds"))
                    } else {
                        return next
                    }
                    return nil
                }
            }
        #endif

        """##
    ),
    (
        "CallsiteCurl/NetworkTransport.swift",
        ##"""
        #if os(Linux)
            import Foundation

            /// Sends requests over the network with libcurl: no cookies, no cache, no stored credentials, nothing on disk.
            ///
            /// libcurl (7.68 or newer) is the system's `libcurl.so.4`, unless one is linked into the program. It is loaded when
            /// the first request is sent. `FoundationNetworking` isn't used on Linux: it needs the same libcurl, reads less of
            /// HTTP, and ends the process on some responses (Swift 6.3).
            nonisolated final class NetworkTransport: Transport, CustomStringConvertible {
                /// The transport of every session that names none; its connections are shared.
                static let shared = NetworkTransport()

                private let idleTimeout: Double
                private let redirectLimit: Int
                private let settings: ConnectionSettings
                private let watch: ExchangeWatch
                private let carrier: Result<Carrier, any Error>

                private struct Carrier: Sendable {
                    let curl: Curl
                    let requests: CurlLoop
                    /// Streams have connections of their own: those that stay open would be missing elsewhere.
                    let streams: CurlLoop
                }

                /// - Parameters:
                ///   - idleTimeout: How long nothing may arrive or leave, in seconds. A request's own `timeout` covers the whole
                ///     attempt.
                ///   - connectionsPerHost: How many connections to one host there may be at once. Streams don't count.
                ///   - redirectLimit: How many redirects are followed; 0 follows none.
                ///   - settings: Certificates, a proxy, an interface. A setting that can't be kept fails every request.
                convenience init(
                    idleTimeout: Double = 60, connectionsPerHost: Int = 6, redirectLimit: Int = 10,
                    settings: ConnectionSettings = ConnectionSettings()
                ) {
                    self.init(
                        idleTimeout: idleTimeout, connectionsPerHost: connectionsPerHost, redirectLimit: redirectLimit,
                        settings: settings, longestIdle: 1)
                }

                /// The same by another clock.
                ///
                /// - Parameter longestIdle: How many seconds a connection may have been idle that carries what must not be sent
                ///   twice. Servers close those that are idle for longer.
                init(
                    idleTimeout: Double, connectionsPerHost: Int = 6, redirectLimit: Int = 10,
                    settings: ConnectionSettings = ConnectionSettings(), longestIdle: Int = 1, clock: TransportClock = .system
                ) {
                    self.idleTimeout = idleTimeout
                    self.redirectLimit = redirectLimit
                    self.settings = settings
                    watch = ExchangeWatch(clock)
                    carrier = Result {
                        let curl = try Curl.loaded.get()
                        try settings.check(curl)
                        func loop(_ connectionsPerHost: Int?) -> CurlLoop {
                            CurlLoop(curl, connectionsPerHost: connectionsPerHost, longestIdle: longestIdle)
                        }
                        return Carrier(curl: curl, requests: loop(connectionsPerHost), streams: loop(nil))
                    }
                }

                /// The library that sends the requests, with its version and those of the libraries that it uses.
                var description: String {
                    switch carrier {
                    case .success(let carrier): "\(carrier.curl.description), over HTTP/1.1"
                    case .failure(let error): "nothing: \(error)"
                    }
                }

                /// Sends a request and follows its redirects.
                func send(_ request: HTTPRequest) async throws -> HTTPResponse {
                    let deadline = request.timeout.map { watch.clock.now() + $0 }
                    let origin = Origin(request.url)
                    return try await sendFollowingRedirects(request, limit: redirectLimit) {
                        try await exchange($0, deadline, sendsCertificate: Origin($0.url) == origin)
                    }
                }

                /// One request and its response, redirects not followed.
                private func exchange(
                    _ request: HTTPRequest, _ deadline: DispatchTime?, sendsCertificate: Bool
                ) async throws -> HTTPResponse {
                    let carrier = try self.carrier.mapError(TransportFailure.wrapping).get()
                    guard let origin = Origin(request.url) else { throw TransportFailure(.other, "the URL has no origin") }
                    guard origin.scheme == "https" || settings.pinnedKeys.isEmpty else {
                        throw TransportFailure(.notSecure, "\(request.description): keys are pinned, and http has none")
                    }
                    let options = settings.options(sendsCertificate: sendsCertificate)
                    let buffer = request.streamsResponse ? BodyBuffer() : nil
                    let exchange = Exchange(
                        request: request, idleTimeout: idleTimeout, deadline: deadline, watch: watch, buffer: buffer,
                        isFollowed: { [redirectLimit] in redirectLimit > 0 && (try? redirect(request, $0)) != nil })
                    let loop = buffer == nil ? carrier.requests : carrier.streams
                    return try await withTaskCancellationHandler {
                        try await withCheckedThrowingContinuation { continuation in
                            exchange.start(continuation) { loop.start(CurlTransfer(request, origin, exchange, options)) }
                        }
                    } onCancel: {
                        exchange.fail(CancellationError())
                    }
                }
            }
        #endif

        """##
    ),
    (
        "CallsiteCurl/ResponseHead.swift",
        ##"""
        #if os(Linux)
            import Foundation

            /// Reads the status line and the headers of a response, line by line, as HTTP/1 has them on the wire (RFC 9112,
            /// sections 4 and 5).
            ///
            /// Legal responses are read, and merely untidy ones: no reason, no space behind a colon, no value, values in ISO
            /// 8859-1, folded lines. Informational responses are skipped, and so are trailers.
            nonisolated struct ResponseHead {
                /// The largest size of all lines together, in bytes.
                static let sizeLimit = 262_144

                private let isForHead: Bool
                private var status = 0
                private var headers = HTTPHeaders()
                private var size = 0
                /// Lines after this are trailers.
                private(set) var isComplete = false

                /// - Parameter isForHead: Whether it is the response to HEAD, which has a length and no body.
                init(isForHead: Bool = false) { self.isForHead = isForHead }

                /// Takes a line with its end. Returns the head when it is complete: status and headers.
                ///
                /// Throws a `TransportFailure` of the kind `badResponse`.
                mutating func take(_ bytes: UnsafeRawBufferPointer) throws -> HTTPResponse? {
                    guard !isComplete else { return nil }
                    size += bytes.count
                    guard size <= Self.sizeLimit else {
                        throw TransportFailure.malformed("its headers are larger than \(Self.sizeLimit >> 10) KB")
                    }
                    let line = bytes[..<(bytes.lastIndex { $0 != 0x0A && $0 != 0x0D } ?? -1).advanced(by: 1)]
                    if line.isEmpty {
                        // A status below 200 only announces the response.
                        guard status >= 200 else { return nil }
                        isComplete = true
                        let http = HTTPResponse(status: status, headers: headers)
                        if try !isChunked() { try http.checkLength(isForHead: isForHead) }
                        return http
                    }
                    if line.starts(with: "HTTP/".utf8) {
                        (status, headers) = (try Self.status(line), HTTPHeaders())
                    } else if let first = line.first, first == 0x20 || first == 0x09 {
                        // RFC 9112, 5.2: a line that goes on from the one before.
                        guard let last = headers.fields.last else {
                            throw TransportFailure.malformed("its first header begins with a space")
                        }
                        // libcurl would read the first line only.
                        guard !Self.isFraming(last.name) else {
                            throw TransportFailure.malformed("its \(last.name) goes on in another line")
                        }
                        let rest = Self.text(line)
                        headers.replaceLast(with: last.value.isEmpty ? rest : "\(last.value) \(rest)")
                    } else if let colon = line.firstIndex(of: 0x3A), colon > line.startIndex {
                        let name = Self.text(line[..<colon])
                        // RFC 9112, 5.1, allows none. libcurl would know the name no more.
                        guard !Self.isFraming(name) || name.utf8.count == colon - line.startIndex else {
                            throw TransportFailure.malformed("there is a space beside the name of its \(name)")
                        }
                        let value = line[(colon + 1)...]
                        guard !Self.isFraming(name) || value.allSatisfy({ 0x20...0x7E ~= $0 || $0 == 0x09 }) else {
                            throw TransportFailure.malformed("its \(name) isn't plain text")
                        }
                        headers.append(name, Self.text(value))
                    } else {
                        throw TransportFailure.malformed("a line of its headers has no name and colon")
                    }
                    return nil
                }

                /// Whether the body comes in chunks. No request asks for another transfer coding (RFC 9112, 7.4), and libcurl may take
                /// one that it doesn't know for none.
                private func isChunked() throws -> Bool {
                    guard let coding = headers["Transfer-Encoding"] else { return false }
                    guard coding.lowercased() == "chunked" else {
                        throw TransportFailure.malformed("its Transfer-Encoding, \(quoted(coding)), was not asked for")
                    }
                    return true
                }

                /// Whether a header says where the message ends.
                private static func isFraming(_ name: String) -> Bool {
                    ["content-length", "transfer-encoding"].contains(name.lowercased())
                }

                /// `HTTP/1.1 200 OK`, `HTTP/2 200`, `HTTP/1.1 200`
                private static func status(_ line: Slice<UnsafeRawBufferPointer>) throws -> Int {
                    let digits = line.drop { $0 != 0x20 }.drop { $0 == 0x20 }.prefix { $0 != 0x20 }
                    guard digits.count == 3, let status = Int(String(decoding: digits, as: UTF8.self)), status >= 100 else {
                        throw TransportFailure.malformed("its status isn't a number of three digits")
                    }
                    return status
                }

                /// In UTF-8, else in ISO 8859-1 (RFC 9110, 5.5), without white space around it, and a space for each control
                /// character.
                private static func text(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
                    let bytes = bytes.drop { $0 == 0x20 || $0 == 0x09 }
                    let end = bytes.lastIndex { $0 != 0x20 && $0 != 0x09 }.map { $0 + 1 } ?? bytes.startIndex
                    let plain = bytes[..<end].map { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F ? 0x20 : $0 }
                    return String(bytes: plain, encoding: .utf8) ?? String(decoding: plain.map { UInt16($0) }, as: UTF16.self)
                }
            }

            nonisolated extension HTTPHeaders {
                fileprivate mutating func replaceLast(with value: String) {
                    guard var last = fields.last else { return }
                    last.value = value
                    self = HTTPHeaders(fields.dropLast() + [last])
                }
            }
        #endif

        """##
    ),
    (
        "CallsiteHTTP/Failures.swift",
        #"""
        import Foundation

        /// The reason why there is no response.
        nonisolated struct TransportFailure: Error, Sendable, CustomStringConvertible, LocalizedError {
            /// The kind of failure.
            enum Kind: Hashable, Sendable {
                /// Nothing arrived for too long, or the attempt took too long.
                case timedOut
                /// The connection ended before the response did.
                case connectionLost
                /// The host can't be reached: no network, an unknown host, or nothing listens on the port.
                case cannotConnect
                /// TLS failed, because of a certificate or a version.
                case notSecure
                case tooManyRedirects
                /// The response isn't valid HTTP. It isn't retried.
                case badResponse
                /// The response is larger than `Session.responseSizeLimit`.
                case tooLarge
                case other
            }

            /// The kind of failure. The session retries `.connectionLost` and `.cannotConnect`.
            let kind: Kind
            /// The cause, for people.
            let description: String
            /// The system's error, if there was one.
            let underlying: (any Error)?

            init(_ kind: Kind, _ description: String, underlying: (any Error)? = nil) {
                self.kind = kind
                self.description = withoutSecrets(description)
                self.underlying = underlying
            }

            /// A response that isn't valid HTTP.
            static func malformed(_ reason: String) -> TransportFailure {
                TransportFailure(.badResponse, "the response is malformed: \(reason)")
            }

            /// A body that is larger in memory than `limit`, in bytes.
            static func tooLarge(_ limit: Int) -> TransportFailure {
                let reason = "the response is larger than \(limit) bytes, which 'responseSizeLimit' of the session allows"
                return TransportFailure(.tooLarge, reason)
            }

            var errorDescription: String? { description }
        }

        nonisolated extension TransportFailure: CustomReflectable {
            /// The system's error by its description: it may hold the URL.
            var customMirror: Mirror {
                Mirror(
                    self,
                    children: [
                        "kind": kind, "description": description,
                        "underlying": underlying.map { withoutSecrets("\($0)") } ?? "none",
                    ])
            }
        }

        /// A value that can't be encoded, or a request that must not be sent as it is. Nothing has been sent.
        nonisolated struct EncodingFailure: Error, Sendable, Equatable, CustomStringConvertible, LocalizedError {
            /// The cause, with the name of the field or parameter. It never contains the value of a header or a credential.
            let description: String

            init(_ description: String) { self.description = withoutSecrets(description) }

            var errorDescription: String? { description }
        }

        /// A string for a message, cut at about a hundred characters.
        nonisolated func abbreviated(_ text: String) -> String { text.count > 100 ? text.prefix(100) + "…" : text }

        /// A string in quotes for a message, on one line, cut at about a hundred characters.
        nonisolated func quoted(_ text: String) -> String {
            var line = ""
            for scalar in abbreviated(text).unicodeScalars {
                if scalar.properties.generalCategory == .control { line += "�" } else { line.unicodeScalars.append(scalar) }
            }
            return "\"\(line)\""
        }

        """#
    ),
    (
        "CallsiteHTTP/HTTPBody.swift",
        #"""
        import Foundation

        /// The bytes of a request's body: in memory, in files, or both in turn. Files are read only while they are sent, a
        /// piece at a time.
        nonisolated struct HTTPBody: Sendable {
            /// A part of the body.
            enum Segment: Equatable, Sendable {
                case data(Data)
                case file(URL)
            }

            /// All parts, in order.
            let segments: [Segment]

            /// A body of several parts, in this order.
            init(_ segments: [Segment]) { self.segments = segments }
            /// A body in memory.
            init(_ data: Data) { segments = [.data(data)] }

            /// The bytes, if all of them are in memory; else nil.
            var data: Data? {
                var all = Data()
                for segment in segments {
                    guard case .data(let data) = segment else { return nil }
                    if segments.count == 1 { return data }
                    all.append(data)
                }
                return all
            }

            /// The file that is the whole body.
            var file: URL? { if segments.count == 1, case .file(let file) = segments[0] { file } else { nil } }

            /// Hands out the bytes in pieces of at most 256 KB. Throws an `EncodingFailure` for a file that can't be read, and
            /// the errors of `take`.
            func forEachPiece(_ take: (Data) throws -> Void) throws {
                for segment in segments {
                    switch segment {
                    case .data(let data): try take(data)
                    case .file(let url):
                        let (handle, _) = try Self.file(at: url)
                        defer { try? handle.close() }
                        // `FileHandle` would leave each piece to an autorelease pool, which on Apple's systems is drained late.
                        while let piece = try Self.piece(of: handle, url) { try take(piece) }
                    }
                }
            }

            /// The next bytes of a file; nil at its end.
            private static func piece(of handle: FileHandle, _ url: URL) throws -> Data? {
                var piece = Data(count: 262_144)
                let count = piece.withUnsafeMutableBytes { read(handle.fileDescriptor, $0.baseAddress, $0.count) }
                guard count >= 0 else { throw EncodingFailure("the file \(quoted(url.path)) can't be read") }
                return count == 0 ? nil : piece.prefix(count)
            }

            /// All bytes in memory. Throws an `EncodingFailure` for a file that can't be read.
            func bytes() throws -> Data {
                var all = Data()
                try forEachPiece { all.append($0) }
                return all
            }

            /// Throws an `EncodingFailure` where a file can't be read.
            func check() throws {
                for case .file(let url) in segments { try Self.file(at: url).handle.close() }
            }

            /// Opens a file, and measures it in bytes. Throws an `EncodingFailure` for what can't be read, and for what isn't a
            /// regular file: a pipe or a device has no known length, and opening a pipe may wait for ever.
            static func file(at url: URL) throws -> (handle: FileHandle, size: Int) {
                // Not by `fstat`, for which an app would have to give Apple a reason.
                let path = url.resolvingSymlinksInPath().path
                let type = url.isFileURL ? try? FileManager.default.attributesOfItem(atPath: path)[.type] : nil
                let unreadable = EncodingFailure("the file \(quoted(url.path)) can't be read")
                guard let type = type as? FileAttributeType, type == .typeRegular else {
                    if type == nil { throw unreadable }
                    throw EncodingFailure("\(quoted(url.path)) can't be sent: it isn't a regular file")
                }
                let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
                guard descriptor >= 0 else { throw unreadable }
                let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
                let size = (try? handle.seekToEnd()).flatMap { Int(exactly: $0) }
                guard let size, (try? handle.seek(toOffset: 0)) != nil else { throw unreadable }
                // The files of /proc say that they are empty.
                if size == 0, let first = try? handle.read(upToCount: 1), !first.isEmpty {
                    throw EncodingFailure("the file \(quoted(url.path)) can't be sent: it doesn't say how long it is")
                }
                return (handle, size)
            }
        }

        /// How much of a body has been transferred, in bytes.
        nonisolated struct TransferProgress: Equatable, Sendable {
            /// The bytes transferred so far.
            let completed: Int64
            /// nil if unknown.
            let total: Int64?

            init(completed: Int64, total: Int64?) {
                self.completed = completed
                self.total = total
            }

            /// From 0 to 1; nil if the total is unknown.
            var fraction: Double? { total.map { $0 > 0 ? min(1, Double(completed) / Double($0)) : 1 } }
        }

        """#
    ),
    (
        "CallsiteHTTP/HTTPByteStream.swift",
        #"""
        import Foundation

        /// A body that is read piece by piece, as it arrives. The pieces have no particular size.
        ///
        /// It can be read once, by one task. The request ends when you stop reading, release the stream, or cancel the task.
        /// Unread bytes stay with the server: of `NetworkTransport`'s streams about half a megabyte is buffered in memory. A
        /// packet of a compressed body is decompressed as a whole, to 16 MB at most.
        nonisolated struct HTTPByteStream: AsyncSequence, AsyncIteratorProtocol, Sendable {
            typealias Element = Data

            /// Ends the request when nothing holds the stream any more.
            private final class Source: @unchecked Sendable {
                let next: @Sendable () async throws -> Data?
                private let lock = NSLock()
                /// Guarded by `lock`; nil: it was called.
                private var onEnd: (@Sendable () -> Void)?
                /// Guarded by `lock`.
                private var isTaken = false

                init(_ next: @escaping @Sendable () async throws -> Data?, _ onEnd: @escaping @Sendable () -> Void) {
                    self.next = next
                    self.onEnd = onEnd
                }

                /// True for the first caller.
                func take() -> Bool {
                    lock.withLock {
                        defer { isTaken = true }
                        return !isTaken
                    }
                }

                func cancel() {
                    let action = lock.withLock {
                        defer { onEnd = nil }
                        return onEnd
                    }
                    action?()
                }

                deinit { cancel() }
            }

            private let source: Source
            /// Another reader has it.
            private(set) var isTaken = false

            /// - Parameters:
            ///   - cancel: Called once, when the stream is dropped or `cancel()` is called.
            ///   - next: The next piece; nil at the end, and from then on. Must stop at once when its task is cancelled.
            init(cancel: @escaping @Sendable () -> Void = {}, next: @escaping @Sendable () async throws -> Data?) {
                source = Source(next, cancel)
            }

            /// The next piece; nil at the end. Throws a `TransportFailure` if the connection was lost.
            func next() async throws -> Data? {
                do {
                    try Task.checkCancellation()
                    guard !isTaken else { throw TransportFailure(.other, "the stream was read before, and can be read once") }
                    return try await source.next()
                } catch {
                    throw TransportFailure.wrapping(error)
                }
            }

            /// Ends the request now, even if other values hold the stream.
            func cancel() { source.cancel() }

            /// The second iterator of a stream throws a `TransportFailure`: the first has its bytes.
            func makeAsyncIterator() -> HTTPByteStream {
                var stream = self
                stream.isTaken = !source.take()
                return stream
            }

            /// Reads the rest, of which at most `limit` bytes are kept.
            func collect(limit: Int) async throws -> Data {
                var all = Data()
                while all.count < limit, let piece = try await next() { all.append(piece.prefix(limit - all.count)) }
                cancel()
                return all
            }
        }

        /// The part of a body that has arrived and hasn't been read yet.
        nonisolated final class BodyBuffer: @unchecked Sendable {
            /// From here on the sender should wait, in bytes.
            private static let highMark = 262_144
            /// From here on the reader is given up, in bytes: only where the sender can't be kept waiting.
            static let limit = 64 << 20

            private let lock = NSLock()
            // Guarded by `lock`.
            private var pieces: [Data] = []
            private var position = 0
            private var size = 0
            private var end: Result<Void, any Error>?
            private var reader: CheckedContinuation<Data?, any Error>?
            private var onRoom: (@Sendable () -> Void)?

            init() {}

            /// How many bytes wait beyond the mark.
            var overflow: Int { lock.withLock { end == nil ? max(0, size - Self.highMark) : 0 } }

            var hasUnread: Bool { lock.withLock { size > 0 } }

            /// Calls `action` once, as soon as there is room: now or later. Only the latest action is kept.
            func whenRoom(_ action: @escaping @Sendable () -> Void) {
                let isNow = lock.withLock {
                    guard size > Self.highMark, end == nil else { return true }
                    onRoom = action
                    return false
                }
                if isNow { action() }
            }

            func append(_ piece: Data) {
                let waiting: CheckedContinuation<Data?, any Error>? = lock.withLock {
                    guard end == nil, !piece.isEmpty else { return nil }
                    if let reader {
                        self.reader = nil
                        return reader
                    }
                    pieces.append(piece)
                    size += piece.count
                    return nil
                }
                waiting?.resume(returning: piece)
            }

            /// Buffered bytes may still be read, except after an error from the reader's own cancellation.
            func finish(_ result: Result<Void, any Error>, dropping isDropping: Bool = false) {
                let (waiting, action) = lock.withLock {
                    if end == nil || isDropping { end = result }
                    if isDropping {
                        pieces = []
                        size = 0
                    }
                    defer {
                        reader = nil
                        onRoom = nil
                    }
                    return (reader, onRoom)
                }
                waiting?.resume(with: result.map { nil })
                action?()
            }

            func next() async throws -> Data? {
                try await withCheckedThrowingContinuation { continuation in
                    let (outcome, action): (Result<Data?, any Error>?, (@Sendable () -> Void)?) = lock.withLock {
                        guard position < pieces.count else {
                            if let end { return (end.map { nil }, nil) }
                            guard reader == nil else {
                                return (.failure(TransportFailure(.other, "a stream is read by one task")), nil)
                            }
                            reader = continuation
                            return (nil, nil)
                        }
                        let piece = pieces[position]
                        position += 1
                        size -= piece.count
                        // A reader who is always behind would keep what was read for ever.
                        if position == pieces.count || position == 64 {
                            pieces.removeFirst(position)
                            position = 0
                        }
                        guard size < Self.highMark / 2 else { return (.success(piece), nil) }
                        defer { onRoom = nil }
                        return (.success(piece), onRoom)
                    }
                    action?()
                    if let outcome { continuation.resume(with: outcome) }
                }
            }
        }

        """#
    ),
    (
        "CallsiteHTTP/HTTPHeaders.swift",
        ##"""
        import Foundation

        /// The header fields of a message, in order. Names are compared without regard to case; a name may come several times.
        nonisolated struct HTTPHeaders: Equatable, Sendable {
            /// One header line.
            struct Field: Equatable, Sendable {
                var name: String
                var value: String

                init(_ name: String, _ value: String) {
                    self.name = name
                    self.value = value
                }

                static func == (left: Field, right: Field) -> Bool { left.has(right.name) && left.value == right.value }

                func has(_ other: String) -> Bool {
                    name.utf8.count == other.utf8.count && name.lowercased() == other.lowercased()
                }
            }

            /// All lines, in order.
            private(set) var fields: [Field] = []

            init(_ fields: [Field] = []) { self.fields = fields }

            /// The value of a header; of several lines the values joined with `, ` (RFC 9110, section 5.3). Setting replaces
            /// all lines of that name, in the first one's place; nil removes them.
            subscript(name: String) -> String? {
                get {
                    let values = values(of: name)
                    return values.isEmpty ? nil : values.joined(separator: ", ")
                }
                set {
                    let first = fields.firstIndex { $0.has(name) }
                    guard let newValue else {
                        fields.removeAll { $0.has(name) }
                        return
                    }
                    guard let first else { return fields.append(Field(name, newValue)) }
                    fields[first] = Field(name, newValue)
                    var rest = fields[(first + 1)...]
                    rest.removeAll { $0.has(name) }
                    fields = Array(fields[...first]) + rest
                }
            }

            /// The values of all lines of that name, in order.
            func values(of name: String) -> [String] {
                var values: [String] = []
                for field in fields where field.has(name) { values.append(field.value) }
                return values
            }

            /// Adds a line behind the others.
            mutating func append(_ name: String, _ value: String) { fields.append(Field(name, value)) }

            /// Sets each header of `other`, which replaces those of the same name.
            mutating func merge(_ other: HTTPHeaders) {
                for field in other.fields { self[field.name] = nil }
                fields.append(contentsOf: other.fields)
            }
        }

        nonisolated extension HTTPHeaders: ExpressibleByDictionaryLiteral {
            init(dictionaryLiteral elements: (String, String)...) { self.init(elements.map { Field($0, $1) }) }
        }

        nonisolated extension HTTPHeaders: CustomStringConvertible, CustomReflectable {
            /// A line for each header, without the values of what may be a secret.
            var description: String { fields.map { "\($0.name): \($0.value())" }.joined(separator: "\n") }

            var customMirror: Mirror {
                Mirror(self, children: fields.map { (label: $0.name, value: $0.value()) })
            }
        }

        nonisolated extension HTTPHeaders.Field: CustomReflectable {
            var customMirror: Mirror { Mirror(self, children: ["name": name, "value": value()]) }
        }

        nonisolated extension HTTPHeaders {
            /// Refuses names that are no tokens (RFC 9110, 5.1), values that would end their line, and what only the transport
            /// can know.
            func check() throws {
                for field in fields {
                    guard isToken(field.name) else { throw EncodingFailure("\(quoted(field.name)) isn't a header name") }
                    // The message leaves out the value, which may be a secret.
                    guard field.value.utf8.allSatisfy({ ($0 >= 0x20 || $0 == 0x09) && $0 != 0x7F }) else {
                        throw EncodingFailure("\(field.name): a header can't hold a line break or another control character")
                    }
                    guard !field.has("Content-Length"), !field.has("Transfer-Encoding") else {
                        throw EncodingFailure("\(field.name): this header follows from the body and is set by the transport")
                    }
                }
            }
        }

        /// A token of RFC 9110, 5.6.2.
        nonisolated func isToken(_ text: String) -> Bool {
            !text.isEmpty
                && text.utf8.allSatisfy { byte in
                    switch byte {
                    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
                    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
                    }
                }
        }

        """##
    ),
    (
        "CallsiteHTTP/HTTPMethod.swift",
        #"""
        import Foundation

        /// A request method (RFC 9110, section 9): any token, case-sensitive.
        nonisolated struct HTTPMethod: Hashable, Sendable, CustomStringConvertible {
            /// The name as it is sent: `GET`.
            let name: String

            init(_ name: String) { self.name = name }

            static let get = HTTPMethod("GET")
            static let head = HTTPMethod("HEAD")
            static let post = HTTPMethod("POST")
            static let put = HTTPMethod("PUT")
            static let patch = HTTPMethod("PATCH")
            static let delete = HTTPMethod("DELETE")
            static let options = HTTPMethod("OPTIONS")
            static let trace = HTTPMethod("TRACE")
            static let query = HTTPMethod("QUERY")

            var description: String { name }

            /// Whether a request may be sent twice without another effect (RFC 9110, 9.2.2), as far as its method says.
            var isIdempotent: Bool { [.get, .head, .options, .trace, .put, .delete, .query].contains(self) }
        }

        """#
    ),
    (
        "CallsiteHTTP/HTTPRequest.swift",
        #"""
        import Foundation

        /// A request as a transport gets it: a value without behaviour.
        nonisolated struct HTTPRequest: Sendable {
            var method: HTTPMethod
            var url: URL
            var headers: HTTPHeaders
            /// nil: the request has no body.
            var body: HTTPBody?
            /// How long the request may take, in seconds, including its response and redirects. nil: the transport's own limit.
            var timeout: Double?
            /// Whether the response's body is delivered as it arrives, in `HTTPResponse.stream`. `timeout` then covers the time
            /// until the body starts.
            var streamsResponse = false
            /// How large the response's body may become in memory, in bytes, decompressed. A body that is delivered as it
            /// arrives may be larger.
            var responseSizeLimit = HTTPRequest.standardResponseSizeLimit
            /// Called while the body is sent.
            var uploadObserver: UploadObserver?
            /// The headers, query items and cookies that contain a credential, so that descriptions can leave their values out.
            var secrets: [Secret] = []

            /// 256 MB: as much JSON as can be read.
            static let standardResponseSizeLimit = 0xFFF_FFFF

            init(
                method: HTTPMethod = .get, url: URL, headers: HTTPHeaders = [:], body: Data? = nil, timeout: Double? = nil
            ) {
                self.method = method
                self.url = url
                self.headers = headers
                self.body = body.map { HTTPBody($0) }
                self.timeout = timeout
            }
        }

        /// A function that is called with the upload's progress.
        nonisolated struct UploadObserver: Sendable {
            /// Called on no particular thread, one call at a time.
            let report: @Sendable (TransferProgress) -> Void

            init(_ report: @escaping @Sendable (TransferProgress) -> Void) { self.report = report }
        }

        nonisolated extension HTTPRequest: CustomStringConvertible, CustomReflectable {
            /// Method and URL, without the values of what may be a secret.
            var description: String { "\(method) \(redactedURL)" }

            /// Shows the body by its size.
            var customMirror: Mirror {
                Mirror(
                    self,
                    children: [
                        "method": method.name, "url": redactedURL,
                        "headers": HTTPHeaders(headers.fields.map { .init($0.name, $0.value(without: secrets)) }),
                        "body": body.map { $0.data.map { "\($0.count) bytes" } ?? "files" } ?? "none",
                    ])
            }
        }

        """#
    ),
    (
        "CallsiteHTTP/HTTPResponse.swift",
        #"""
        import Foundation

        /// A response as a transport returns it: a value without behaviour.
        nonisolated struct HTTPResponse: Sendable {
            private struct Fields: Sendable {
                var status: Int
                var headers: HTTPHeaders
                var body: Data
                var url: URL?
                var stream: HTTPByteStream?
                var notes: (any Sendable)?
            }

            /// Copies share it until one is changed. A wide value costs code wherever it is copied, and responses are in every
            /// error and every page.
            private final class Box: @unchecked Sendable {
                var fields: Fields

                init(_ fields: Fields) { self.fields = fields }
            }

            private var box: Box

            init(status: Int = 200, headers: HTTPHeaders = [:], body: Data = Data(), url: URL? = nil) {
                box = Box(Fields(status: status, headers: headers, body: body, url: url))
            }

            private var fields: Fields {
                _read { yield box.fields }
                _modify {
                    if !isKnownUniquelyReferenced(&box) { box = Box(box.fields) }
                    yield &box.fields
                }
            }

            /// The status code (RFC 9110, 15): 200, 404.
            var status: Int {
                get { fields.status }
                set { fields.status = newValue }
            }

            var headers: HTTPHeaders {
                get { fields.headers }
                _modify { yield &fields.headers }
            }

            /// The body in memory; empty for a stream.
            var body: Data {
                get { fields.body }
                _modify { yield &fields.body }
            }

            /// The URL of the response: after redirects the last one.
            var url: URL? {
                get { fields.url }
                set { fields.url = newValue }
            }

            /// The body as it arrives, if the request `streamsResponse`; `body` is then empty.
            var stream: HTTPByteStream? {
                get { fields.stream }
                _modify { yield &fields.stream }
            }

            /// The notes of the session that got the response.
            var notes: (any Sendable)? {
                get { fields.notes }
                set { fields.notes = newValue }
            }
        }

        nonisolated extension HTTPResponse {
            /// A response with a JSON body, for stubs and tests.
            static func json(_ text: String, status: Int = 200, headers: HTTPHeaders = [:]) -> HTTPResponse {
                var response = HTTPResponse(
                    status: status, headers: ["Content-Type": "application/json"], body: Data(text.utf8))
                response.headers.merge(headers)
                return response
            }
        }

        nonisolated extension HTTPResponse: CustomStringConvertible, CustomReflectable {
            /// Status, content type and size: `404 (text/html, 153 bytes)`.
            var description: String {
                "\(status) (\(headers["Content-Type"] ?? "no content type"), \(body.count) bytes)"
            }

            /// Without the values of what may be a secret. Shows the body by its size.
            var customMirror: Mirror {
                Mirror(
                    self,
                    children: [
                        "status": status, "url": url.map { withoutSecrets($0.absoluteString) } ?? "none", "headers": headers,
                        "body": "\(body.count) bytes",
                    ])
            }
        }

        nonisolated extension HTTPResponse {
            /// A length that can't be relied on leaves open where the body ends (RFC 9112, 6.3). The same one several times is
            /// as good as once, chunks go before any length, and where there is no body it says nothing of this message.
            /// libcurl reads what a value begins with, takes a number that is too large for none, and of several headers the
            /// last.
            func checkLength(isForHead: Bool) throws {
                guard !isForHead, status != 204, status != 304 else { return }
                var length: Int64?
                for value in headers.values(of: "Content-Length") {
                    for part in value.split(separator: ",", omittingEmptySubsequences: false) {
                        let digits = part.utf8.drop { $0 == 0x20 || $0 == 0x09 }.reversed().drop { $0 == 0x20 || $0 == 0x09 }
                            .reversed()
                        guard !digits.isEmpty, digits.allSatisfy({ 0x30...0x39 ~= $0 }),
                            let number = Int64(String(decoding: digits, as: UTF8.self))
                        else { throw TransportFailure.malformed("its Content-Length isn't a number of bytes") }
                        guard length ?? number == number else {
                            throw TransportFailure.malformed("it has several lengths that differ")
                        }
                        length = number
                    }
                }
            }
        }

        """#
    ),
    (
        "CallsiteHTTP/MediaType.swift",
        #"""
        import Foundation

        nonisolated extension HTTPHeaders {
            /// The media type of the body, in lower case, with its parameters, whose names are in lower case. If there are
            /// several `Content-Type`s, the last valid one counts (WHATWG Fetch, "extract a MIME type"). Quotes around a
            /// parameter's value are taken off, single ones too, which some servers send.
            var mediaType: (essence: String, parameters: [String: String])? {
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
        nonisolated func isMediaType(_ text: String) -> Bool {
            let names = text.prefix { $0 != ";" }.split(separator: "/", omittingEmptySubsequences: false)
            return names.count == 2
                && names.allSatisfy { isToken($0.trimmingCharacters(in: .whitespaces)) && !$0.contains("*") }
                && text.utf8.allSatisfy { 0x20..<0x7F ~= $0 }
        }

        /// The parts of a header's value between delimiters that aren't quoted (RFC 9110, 5.6.4).
        nonisolated private func separated(_ text: String, by delimiter: Character) -> [String] {
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

        nonisolated private func unquoted(_ text: String) -> String {
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

        """#
    ),
    (
        "CallsiteHTTP/Origin.swift",
        #"""
        import Foundation

        /// Scheme, host and port of a URL (RFC 6454): what decides whether a credential may go there.
        nonisolated struct Origin: Hashable, Sendable {
            let scheme: String
            let host: String
            let port: Int

            /// nil for anything but http and https with a host.
            init?(_ url: URL) {
                guard let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https",
                    let host = url.host?.lowercased(), !host.isEmpty
                else { return nil }
                self.scheme = scheme
                self.host = host
                port = url.port ?? (scheme == "https" ? 443 : 80)
            }
        }

        nonisolated extension Origin: CustomStringConvertible {
            var description: String { "\(scheme)://\(host):\(port)" }
        }

        """#
    ),
    (
        "CallsiteHTTP/PercentEncoding.swift",
        ##"""
        import Foundation

        /// Percent-encodes everything outside RFC 3986's unreserved characters, once: no value can leave its place in a URL.
        nonisolated func percentEncoded(_ text: String) -> String {
            encoded(text) { isUnreserved($0) }
        }

        /// The text of a path template as it goes into a URL: what RFC 3986 allows there stays, also what is encoded already.
        nonisolated func encodedLiteral(_ text: Substring) -> String {
            encoded(String(text), keeping: isLiteral)
        }

        /// A URL with what RFC 3986 doesn't allow in it encoded: what it allows stays, also what is encoded already. A `%` that
        /// encodes nothing is encoded, and so are brackets behind the host: one such would make URL readers encode the whole
        /// link again.
        nonisolated func encodedURI(_ text: String) -> String {
            let bytes = Array(text.utf8)
            func isDigit(_ index: Int) -> Bool { index < bytes.count && "0123456789ABCDEFabcdef".utf8.contains(bytes[index]) }
            var literal: [UInt8] = []
            for (index, byte) in bytes.enumerated() {
                literal.append(byte)
                if byte == 0x25, !isDigit(index + 1) || !isDigit(index + 2) { literal += "25".utf8 }
            }
            let link = String(decoding: literal, as: UTF8.self)
            // Brackets stand round the address of a host (RFC 3986, section 3.2.2).
            var end = link.startIndex
            if let slashes = link.firstRange(of: "//"), slashes.lowerBound == end || link[..<slashes.lowerBound].hasSuffix(":"),
                !link[..<slashes.lowerBound].contains("/")
            {
                end = link[slashes.upperBound...].firstIndex { "/?#".contains($0) } ?? link.endIndex
            }
            // The first of several number signs begins the fragment.
            let parts = link[end...].split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
            return encoded(String(link[..<end])) { isLiteral($0) || $0 == 0x5B || $0 == 0x5D }
                + parts.map { encoded(String($0), keeping: isLiteral) }.joined(separator: "#")
        }

        /// A form's text by the WHATWG's rules for `application/x-www-form-urlencoded`: a space is a plus.
        nonisolated func formEncoded(_ text: String) -> String {
            encoded(text) { (isUnreserved($0) && $0 != 0x7E) || $0 == 0x2A || $0 == 0x20 }.replacingOccurrences(
                of: " ", with: "+")
        }

        /// Percent-encodes each byte that isn't kept.
        nonisolated private func encoded(_ text: String, keeping isKept: (UInt8) -> Bool) -> String {
            let digits = Array("0123456789ABCDEF".utf8)
            var out: [UInt8] = []
            out.reserveCapacity(text.utf8.count)
            for byte in text.utf8 {
                if isKept(byte) {
                    out.append(byte)
                } else {
                    out.append(0x25)
                    out.append(digits[Int(byte >> 4)])
                    out.append(digits[Int(byte & 15)])
                }
            }
            return String(decoding: out, as: UTF8.self)
        }

        /// Unreserved and reserved characters, without brackets and the number sign, and the percent sign of what is encoded.
        nonisolated private func isLiteral(_ byte: UInt8) -> Bool { isUnreserved(byte) || "!$&'()*+,;=:@/%?".utf8.contains(byte) }

        /// RFC 3986, section 2.3.
        nonisolated private func isUnreserved(_ byte: UInt8) -> Bool {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: true
            default: false
            }
        }

        """##
    ),
    (
        "CallsiteHTTP/Redaction.swift",
        #"""
        import Foundation

        // Descriptions, errors and `dump` leave out the session's credential, wherever it was put, and values whose names say
        // that they are secrets. They show bodies by their size.

        /// A place that holds a credential of the session.
        nonisolated enum Secret: Equatable, Sendable {
            /// In lower case.
            case header(String)
            case query(String)
        }

        nonisolated extension HTTPRequest {
            /// The names of the headers and query items that hold the session's credential.
            var secretNames: [String] {
                secrets.map { secret in
                    switch secret {
                    case .header(let name), .query(let name): name
                    }
                }
            }

            /// The URL without a user, and without the values of secret query items.
            var redactedURL: String {
                withoutSecrets(url.absoluteString) { SecretNames.contains(field: $0) || secrets.contains(.query($0)) }
            }
        }

        nonisolated extension HTTPHeaders.Field {
            func value(without secrets: [Secret] = []) -> String {
                SecretNames.contains(header: name) || secrets.contains(.header(name.lowercased()))
                    ? SecretNames.mark : withoutSecrets(value)
            }
        }

        nonisolated extension URL {
            /// Without the query items that hold a credential of the session.
            func removing(_ secrets: [Secret]) -> URL {
                guard !secrets.isEmpty, var parts = URLComponents(url: self, resolvingAgainstBaseURL: true),
                    let items = parts.percentEncodedQueryItems
                else { return self }
                let others = items.filter { !secrets.contains(.query($0.name.removingPercentEncoding ?? $0.name)) }
                guard others.count < items.count else { return self }
                parts.percentEncodedQueryItems = others.isEmpty ? nil : others
                return parts.url ?? self
            }
        }

        /// A string without the users of URLs in it, without the values of secret items of their queries and fragments, and
        /// without secret strings of JSON.
        nonisolated func withoutSecrets(_ text: String, _ isSecret: (String) -> Bool = SecretNames.contains(field:)) -> String {
            SecretText.redacted(text, isSecret)
        }

        """#
    ),
    (
        "CallsiteHTTP/Redirect.swift",
        ##"""
        import Foundation

        /// Sends a request and follows its redirects, at most `limit`; 0 follows none.
        ///
        /// - Parameter send: Sends one request, whose redirect is the response. Throws an `UnreadableURL` where the library that
        ///   sends takes the URL for none.
        nonisolated func sendFollowingRedirects(
            _ request: HTTPRequest, limit: Int, _ send: (HTTPRequest) async throws -> HTTPResponse
        ) async throws -> HTTPResponse {
            var (request, redirects) = (request, 0)
            /// The response that leads to `request`.
            var leading: HTTPResponse?
            while true {
                try Task.checkCancellation()
                try request.check()
                let response: HTTPResponse
                do {
                    response = try await send(request)
                } catch let refused as UnreadableURL {
                    // A server that redirects there is no reason to say that nothing was sent.
                    if let leading { return leading }
                    throw refused.failure
                }
                guard limit > 0, let next = try redirect(request, response) else { return response }
                redirects += 1
                guard redirects <= limit else { throw TransportFailure(.tooManyRedirects, "more than \(limit) redirects") }
                (request, leading) = (next, response)
            }
        }

        /// A URL that the library which sends requests takes for none.
        nonisolated struct UnreadableURL: Error {
            let failure: EncodingFailure

            init(_ failure: EncodingFailure) { self.failure = failure }
        }

        nonisolated extension HTTPRequest {
            /// Throws an `EncodingFailure` where the request can't be sent by any transport.
            fileprivate func check() throws {
                try headers.check()
                guard isToken(method.name) else { throw EncodingFailure("\(quoted(method.name)) isn't an HTTP method") }
                guard Origin(url) != nil else { throw EncodingFailure("\(description): only http and https are sent") }
                try body?.check()
            }
        }

        /// The request that follows a redirect (RFC 9110, 15.4), decided here rather than by URLSession, which on Linux sends
        /// credentials to any origin and loses bodies.
        ///
        /// - 307 and 308 keep method and body; 303 becomes a GET (HEAD stays); 301 and 302 turn a POST into a GET, as all
        ///   browsers do.
        /// - Another origin gets only headers that can't contain a secret.
        /// - Only http and https are followed, and never from https to http. A redirect that isn't followed is the response.
        /// - Several targets are an error: whoever has added one may have another place in mind.
        nonisolated func redirect(_ request: HTTPRequest, _ response: HTTPResponse) throws -> HTTPRequest? {
            guard [301, 302, 303, 307, 308].contains(response.status) else { return nil }
            let locations = response.headers.values(of: "Location")
            guard Set(locations).count < 2 else { throw TransportFailure.malformed("it has several Locations that differ") }
            guard let location = locations.first,
                var target = URL(string: location, relativeTo: request.url)?.absoluteURL,
                let old = Origin(request.url), let new = Origin(target),
                !(old.scheme == "https" && new.scheme == "http"), 0...65_535 ~= new.port
            else { return nil }
            // RFC 9110, 10.2.2: a target without a fragment takes over the request's. It never reaches the server, so it is
            // dropped.
            if let fragment = target.absoluteString.firstIndex(of: "#") {
                guard let bare = URL(string: String(target.absoluteString[..<fragment])) else { return nil }
                target = bare
            }
            // User info would become an Authorization header of the server's choice.
            guard target.user == nil else { return nil }

            var next = request
            next.url = target
            let isChangedToGet =
                response.status == 303
                ? request.method != .get && request.method != .head
                : request.method == .post && (response.status == 301 || response.status == 302)
            if isChangedToGet {
                next.method = .get
                next.body = nil
                for name in ["Content-Type", "Content-Encoding", "Content-Language", "Content-Location", "Digest"] {
                    next.headers[name] = nil
                }
            }
            if old != new {
                next.headers = HTTPHeaders(next.headers.fields.filter { harmlessHeaders.contains($0.name.lowercased()) })
                next.secrets = []
            }
            return next
        }

        /// The headers that may follow to another origin; in lower case. A list of what is allowed, since any other may hold a
        /// key.
        nonisolated private let harmlessHeaders: Set<String> = [
            "accept", "accept-language", "accept-encoding", "content-type", "content-encoding", "content-language",
            "user-agent", "range", "cache-control", "if-match", "if-none-match", "if-modified-since", "if-unmodified-since",
            "if-range", "last-event-id",
        ]

        """##
    ),
    (
        "CallsiteHTTP/SecretNames.swift",
        #"""
        /// The names that stand for secrets, in one place: of headers, query items, cookies, and fields of forms, JSON and XML.
        ///
        /// This file is compiled into CallsiteHTTP, and by symbolic links into the mock's engine and CallsiteCore: neither the
        /// tools nor the runtime shall link a module of the other. It needs no Foundation.
        nonisolated enum SecretNames {
            /// Stands in a secret's place.
            static let mark = "<redacted>"

            /// Whole names, in lower case, without `x-` in front.
            private static let names: Set<String> = [
                "authorization", "proxy-authorization", "cookie", "set-cookie", "token", "auth", "key", "appid", "sig",
                "signature", "code", "secret", "password", "passwd", "pwd", "passphrase", "passcode", "pin", "otp", "jwt",
                "bearer", "session", "sessionid", "sid", "csrf", "xsrf", "assertion", "saml", "credential", "credentials",
                "hmac",
            ]
            /// Those of them whose values may be numbers of JSON.
            static let ofNumbers: Set<String> = ["pin", "otp", "passcode", "password"]
            /// Names of several words, without what separates them: `codeverifier` is `code_verifier` and `codeVerifier`.
            private static let compounds: Set<String> = [
                "codeverifier", "sessionid", "sessionkey", "clientassertion", "samlresponse", "authorizationcode", "authcode",
                "devicecode", "verificationcode", "onetimecode", "onetimepassword", "totp", "appkey", "setcookie",
            ]
            /// The ends of such names: `stripe_api_key`, `newPassword`, `x-amz-signature`.
            private static let endings = [
                "password", "passwd", "passphrase", "secret", "apikey", "secretkey", "privatekey", "accesskey", "signingkey",
                "token", "credential", "credentials", "signature", "authorization", "hmac", "jwt",
            ]
            /// Words that make any header secret. A header more that is left out does no harm.
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
            static func contains(field name: String) -> Bool {
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

            /// Whether a header is one.
            static func contains(header name: String) -> Bool {
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

            /// In lower case: `access`, `token` of `access_token`, `Access-Token` and `accessToken`; `api`, `key` of `APIKey`.
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

        """#
    ),
    (
        "CallsiteHTTP/SecretText.swift",
        ##"""
        /// Strings without secrets: without the users of URLs, the values of secret items of their queries and fragments, and
        /// secret strings of JSON, wherever these stand in a string.
        ///
        /// This file is compiled into CallsiteHTTP, and by a symbolic link into the mock's engine, as `SecretNames.swift` is. It
        /// needs no Foundation. Each function goes over its bytes once.
        nonisolated enum SecretText {
            /// For messages: in prose too, `password=abc` holds a secret.
            static func redacted(_ text: String, _ isSecret: (String) -> Bool) -> String {
                guard text.utf8.contains(where: { $0 == 0x3D || $0 == 0x40 || $0 == 0x22 }) else { return text }
                return String(decoding: json(urls(Array(text.utf8), inProse: true, isSecret), isSecret), as: UTF8.self)
            }

            private static let mark = Array(SecretNames.mark.utf8)

            // MARK: - URLs

            static func urls(_ bytes: [UInt8], inProse: Bool = false, _ isSecret: (String) -> Bool) -> [UInt8] {
                guard bytes.contains(where: { $0 == 0x3D || $0 == 0x40 }) else { return bytes }
                var result: [UInt8] = []
                result.reserveCapacity(bytes.count)
                // Where the name of an item of a query begins; nil: outside a query.
                var item: Int? = inProse ? 0 : nil
                var at = 0
                while at < bytes.count {
                    let byte = bytes[at]
                    switch byte {
                    case UInt8(ascii: ":"):
                        // Some servers write JSON's solidus with an escape.
                        guard let slashes = ["://", #":\/\/"#].first(where: { bytes[at...].starts(with: $0.utf8) }) else {
                            break
                        }
                        result += slashes.utf8
                        at += slashes.utf8.count
                        item = nil
                        if let sign = endOfUser(bytes, at) {
                            result += mark
                            at = sign
                        }
                        continue
                    case UInt8(ascii: "?"), UInt8(ascii: "&"), UInt8(ascii: "#"), UInt8(ascii: ";"): item = at + 1
                    // The ampersand, as some servers write it in JSON.
                    case UInt8(ascii: "\\"): item = bytes[at...].starts(with: #"\u0026"#.utf8) ? at + 6 : nil
                    case UInt8(ascii: "="):
                        guard let start = item, start < at else { break }
                        item = nil
                        guard isSecret(percentDecoded(bytes[start..<at])) else { break }
                        result.append(byte)
                        at += 1
                        let value = at
                        while at < bytes.count, !isEndOfValue(bytes[at]) { at += 1 }
                        if at > value { result += mark }
                        continue
                    case 0x09, 0x0A, 0x0D, 0x20, UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"):
                        item = inProse ? at + 1 : nil
                    default: break
                    }
                    result.append(byte)
                    at += 1
                }
                return result
            }

            private static func isEndOfValue(_ byte: UInt8) -> Bool {
                switch byte {
                case UInt8(ascii: "&"), UInt8(ascii: "#"), UInt8(ascii: ";"), UInt8(ascii: "<"), UInt8(ascii: ">"),
                    UInt8(ascii: "\\"), UInt8(ascii: "\""), 0x09, 0x0A, 0x0D, 0x20:
                    true
                default: false
                }
            }

            /// The last at sign of the authority that begins at a position (RFC 3986, section 3.2); nil: there is no user.
            private static func endOfUser(_ bytes: [UInt8], _ start: Int) -> Int? {
                var sign: Int?
                var at = start
                while at < bytes.count, !"/?#<>\\\" ".utf8.contains(bytes[at]), at - start < 4096 {
                    if bytes[at] == UInt8(ascii: "@") { sign = at }
                    if bytes[at] == UInt8(ascii: ":"), bytes[at...].starts(with: "://".utf8) { break }
                    at += 1
                }
                return sign
            }

            // MARK: - JSON

            /// Strings behind secret keys, and those in lists there, become the mark; so does a number that is a PIN. Objects
            /// have keys of their own. All else stays as it is, byte by byte.
            static func json(_ bytes: [UInt8], _ isSecret: (String) -> Bool) -> [UInt8] {
                guard bytes.contains(UInt8(ascii: "\"")) else { return bytes }
                let quotedMark = [UInt8(ascii: "\"")] + mark + [UInt8(ascii: "\"")]
                var result: [UInt8] = []
                result.reserveCapacity(bytes.count)
                // For each open list or object, whether its strings are secrets.
                var isHidden: [Bool] = []
                var (isNextSecret, isNextPIN) = (false, false)
                var at = 0
                while at < bytes.count {
                    let byte = bytes[at]
                    switch byte {
                    case UInt8(ascii: "\""):
                        let start = at
                        at = endOfString(bytes, at)
                        let key = bytes[start..<at].dropFirst().dropLast()
                        if isColon(bytes, at) {
                            let name = unescaped(key)
                            isNextSecret = isSecret(name)
                            isNextPIN = isNextSecret && SecretNames.ofNumbers.contains(name.lowercased())
                            result += bytes[start..<at]
                            continue
                        }
                        let isValueSecret = isNextSecret || isHidden.last == true
                        isNextSecret = false
                        if isValueSecret { result += quotedMark } else { result += bytes[start..<at] }
                        continue
                    case UInt8(ascii: "["):
                        isHidden.append(isNextSecret || isHidden.last == true)
                        isNextSecret = false
                    case UInt8(ascii: "{"):
                        isHidden.append(false)
                        isNextSecret = false
                    case UInt8(ascii: "]"), UInt8(ascii: "}"): _ = isHidden.popLast()
                    case UInt8(ascii: ","): isNextSecret = false
                    case UInt8(ascii: "0")...UInt8(ascii: "9"):
                        guard isNextSecret, isNextPIN else { break }
                        while at < bytes.count, "0123456789.eE+-".utf8.contains(bytes[at]) { at += 1 }
                        result += quotedMark
                        isNextSecret = false
                        continue
                    default: break
                    }
                    result.append(byte)
                    at += 1
                }
                return result
            }

            /// Behind the quotation mark that ends the string which begins at a position.
            private static func endOfString(_ bytes: [UInt8], _ start: Int) -> Int {
                var end = start + 1
                while end < bytes.count, bytes[end] != UInt8(ascii: "\"") { end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1 }
                return min(end + 1, bytes.count)
            }

            private static func isColon(_ bytes: [UInt8], _ start: Int) -> Bool {
                var at = start
                while at < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[at]) { at += 1 }
                return at < bytes.count && bytes[at] == UInt8(ascii: ":")
            }

            // MARK: - Names

            /// A name as it was before it was percent-encoded.
            static func percentDecoded(_ name: ArraySlice<UInt8>) -> String {
                guard name.contains(UInt8(ascii: "%")) else { return String(decoding: name, as: UTF8.self) }
                var result: [UInt8] = []
                var rest = name
                while let byte = rest.popFirst() {
                    if byte == UInt8(ascii: "%"), rest.count >= 2,
                        let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
                    {
                        result.append(code)
                        rest = rest.dropFirst(2)
                    } else {
                        result.append(byte)
                    }
                }
                return String(decoding: result, as: UTF8.self)
            }

            /// A key of JSON as it was before it was escaped.
            private static func unescaped(_ key: ArraySlice<UInt8>) -> String {
                guard key.contains(UInt8(ascii: "\\")) else { return String(decoding: key, as: UTF8.self) }
                var result: [UInt8] = []
                var rest = key
                while let byte = rest.popFirst() {
                    guard byte == UInt8(ascii: "\\"), let kind = rest.popFirst() else {
                        result.append(byte)
                        continue
                    }
                    if kind == UInt8(ascii: "u"), let code = UInt8(String(decoding: rest.prefix(4), as: UTF8.self), radix: 16) {
                        result.append(code)
                        rest = rest.dropFirst(4)
                    } else {
                        result.append(kind)
                    }
                }
                return String(decoding: result, as: UTF8.self)
            }
        }

        """##
    ),
    (
        "CallsiteHTTP/Transport.swift",
        ##"""
        import Foundation

        /// Sends a request to a server, and returns its response. `NetworkTransport` uses the network, `StubTransport` doesn't.
        nonisolated protocol Transport: Sendable {
            /// Sends a request.
            ///
            /// - Returns: The response, whatever its status.
            /// - Throws: A `TransportFailure` if there is no response, and a `CancellationError` at once when the task is
            ///   cancelled.
            func send(_ request: HTTPRequest) async throws -> HTTPResponse
        }

        /// Responds without a network, from a function or a table.
        ///
        ///     let session = Session(transport: StubTransport(["GET /stories/1": .json(#"{"id":1}"#)]))
        nonisolated struct StubTransport: Transport {
            private let respond: @Sendable (HTTPRequest) async throws -> HTTPResponse

            /// Responds with a function. To fail, it throws a `TransportFailure`.
            init(_ respond: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse) { self.respond = respond }

            /// Responds by method and path, as in `GET /stories/1`. An entry with a query is preferred to one without.
            /// A request that isn't in the table fails with a `TransportFailure` that names it.
            init(_ table: [String: HTTPResponse]) {
                respond = { request in
                    let path = request.url.encodedPath.isEmpty ? "/" : request.url.encodedPath
                    let key = "\(request.method) \(path)"
                    if let query = request.url.query, let response = table["\(key)?\(query)"] { return response }
                    if let response = table[key] { return response }
                    throw TransportFailure(.other, "the stub has no response for \(key)")
                }
            }

            func send(_ request: HTTPRequest) async throws -> HTTPResponse {
                try Task.checkCancellation()
                return try await respond(request)
            }
        }

        nonisolated extension URL {
            /// The path as it is sent.
            var encodedPath: String {
                URLComponents(url: self, resolvingAgainstBaseURL: true)?.percentEncodedPath ?? path
            }
        }

        """##
    ),
    (
        "CallsiteHTTP/TransportFailure+Wrapping.swift",
        #"""
        import Foundation

        nonisolated extension TransportFailure {
            /// The error of a custom transport. Errors of this library and cancellation stay as they are.
            static func wrapping(_ error: any Error) -> any Error {
                switch error {
                case is any RuntimeFailure, is CancellationError: return error
                default: break
                }
                // `URLError` is FoundationNetworking's on Linux, which isn't used here.
                let system = error as NSError
                switch system.domain {
                case "NSURLErrorDomain" where system.code == -999: return CancellationError()
                case "NSURLErrorDomain": return TransportFailure(code: system.code, error)
                // URLSession hands them on: an app that returns from the background finds its connections aborted.
                case NSPOSIXErrorDomain: return TransportFailure(posix: Int32(truncatingIfNeeded: system.code), error)
                default:
                    // An `NSError` would show its `userInfo`, which may hold the URL. Every error of Swift's can become one.
                    let text = type(of: error) is NSError.Type ? system.localizedDescription : "\(error)"
                    return TransportFailure(.other, text, underlying: error)
                }
            }

            /// An error of the system's sockets.
            private init(posix code: Int32, _ error: any Error) {
                let text = error.localizedDescription
                switch code {
                case ECONNABORTED, ECONNRESET, ENOTCONN, EPIPE:
                    self.init(.connectionLost, "the connection was lost: \(text)", underlying: error)
                case ECONNREFUSED, ENETDOWN, ENETUNREACH, EHOSTDOWN, EHOSTUNREACH:
                    self.init(.cannotConnect, "can't connect to the host: \(text)", underlying: error)
                case ETIMEDOUT: self.init(.timedOut, "the request timed out", underlying: error)
                default: self.init(.other, text, underlying: error)
                }
            }

            /// An error of URLSession, by its code.
            private init(code: Int, _ error: any Error) {
                let text = error.localizedDescription
                switch code {
                case -1001: self.init(.timedOut, "the request timed out", underlying: error)
                // No such host, can't connect, no name found, offline, roaming is off, no data allowed.
                case -1003, -1004, -1006, -1009, -1018, -1020:
                    self.init(.cannotConnect, "can't connect to the host", underlying: error)
                case -1206 ... -1200: self.init(.notSecure, "no secure connection to the host", underlying: error)
                case -1007: self.init(.tooManyRedirects, "too many redirects", underlying: error)
                // Bad server response, raw or content data can't be decoded, a response can't be parsed.
                case -1011, -1015, -1016, -1017: self.init(.badResponse, "the response isn't valid HTTP", underlying: error)
                // Outside Apple's systems these are reported as unknown errors, and so are half a body and a bad chunk.
                case -1 where ["SSL", "TLS", "certificate"].contains(where: { text.contains($0) }):
                    self.init(.notSecure, "no secure connection to the host: \(text)", underlying: error)
                case -1005, -1: self.init(.connectionLost, "the connection was lost", underlying: error)
                default: self.init(.other, text, underlying: error)
                }
            }
        }

        /// An error of this library, which stays as it is where others are wrapped.
        nonisolated protocol RuntimeFailure: Error {}

        nonisolated extension TransportFailure: RuntimeFailure {}
        nonisolated extension EncodingFailure: RuntimeFailure {}

        """#
    ),
    (
        "CallsiteHTTP/UserAgent.swift",
        #"""
        import Foundation

        /// The `User-Agent` of requests that don't set their own: the same from every transport, and nothing about the system.
        nonisolated enum UserAgent {
            /// The program's name, as far as it can be a token (RFC 9110, section 10.1.5), and `Callsite`.
            static let text: String = {
                let name = ProcessInfo.processInfo.processName.utf8.prefix(64).filter {
                    0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 || 0x61...0x7A ~= $0 || $0 == 0x2D || $0 == 0x2E || $0 == 0x5F
                }
                return (name.isEmpty ? "" : String(decoding: name, as: UTF8.self) + " ") + "Callsite"
            }()
        }

        """#
    ),
    (
        "CallsitePagination/NextLink.swift",
        ##"""
        import Foundation

        /// Links to next pages, which are hostile input: they may lead credentials elsewhere.
        nonisolated enum NextLink {
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

        nonisolated extension HTTPResponse {
            /// The target of the first link of a relation in the `Link` headers (RFC 8288), as it is written there:
            /// `link("next")`.
            func link(_ relation: String) -> String? {
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

        """##
    ),
    (
        "CallsitePagination/PageContents.swift",
        #"""
        import Foundation

        /// The pages of a list by their elements, as they came: whether a server gives the same ones again, whatever it is
        /// asked for.
        nonisolated struct PageContents: Sendable {
            private var known: Set<UInt64> = []
            private var last: UInt64?
            /// How many pages in a row were known.
            private var repeated = 0
            /// The elements that have ids, by their ids and contents.
            private var elements = HashTable()
            /// Where the list is in a response; nil: not known yet.
            private var path: UInt64?
            /// How many pages had the ids of an earlier one and other contents.
            private var changes = 0

            /// Notes a page that has elements, and leaves out those that came before: a list that grows at its front moves some
            /// to the next page.
            ///
            /// Objects have something that tells them apart. Pages of strings or numbers may be the same by chance, so only the
            /// same page twice in a row, or all of them coming again, counts. Known ids with other contents may be other versions
            /// of something, so only the second such page counts.
            ///
            /// - Returns: Whether the page as a whole came before.
            mutating func isRepeated<R>(by page: inout TypedPage<R>) -> Bool {
                guard !page.elements.isEmpty, let digest = page.digest(at: path) else { return false }
                path = digest.path ?? path
                let isNew = known.insert(digest.hash).inserted
                repeated = isNew ? 0 : repeated + 1
                defer { last = digest.hash }
                if !isNew, let hashes = digest.elements, hashes.filter({ elements.insert($0) }).count == hashes.count {
                    changes += 1
                    return changes > 1
                }
                if !isNew, digest.hasObjects || digest.hash == last || repeated >= known.count { return true }
                guard let hashes = digest.elements else { return false }
                var repetitions: Set<Int> = []
                for (index, hash) in hashes.enumerated() where !elements.insert(hash) { repetitions.insert(index) }
                if !repetitions.isEmpty {
                    page.elements = page.elements.enumerated().filter { !repetitions.contains($0.offset) }.map(\.element)
                }
                return page.elements.isEmpty
            }
        }

        /// The list of a page, and nothing beside it, as numbers.
        nonisolated private struct PageDigest {
            /// A hash of the elements' ids, in whatever order they come, or of their contents, if they have no ids.
            var hash: UInt64
            var hasObjects: Bool
            /// A number for each element, of its id and content; nil: the elements have no ids, or some have the same.
            var elements: [UInt64]?
            /// The keys that lead to the list in the response; nil: it isn't from one list there.
            var path: UInt64?
        }

        nonisolated extension TypedPage {
            /// nil: there is no list.
            ///
            /// - Parameters:
            ///   - path: Where the list was in an earlier page; nil: it isn't known.
            ///   - byIDs: Whether elements with ids are compared by them.
            fileprivate func digest(at path: UInt64?, byIDs: Bool = true) -> PageDigest? {
                guard hasList else { return nil }
                guard !elements.isEmpty else { return PageDigest(hash: FNV.start, hasObjects: false) }
                let firstID = elements.first.flatMap { id(of: $0) }.map { "\($0)" }
                // Only the bytes show fields that the model doesn't have. A value without bytes is compared itself, and so are
                // elements from several lists, or from one that is like another.
                let (count, isOfObjects) = (elements.count, elements.first.map { isObject($0) } ?? true)
                let ofBytes: PageDigest?? =
                    http.value is R.Response
                    ? nil
                    : http.body.withUnsafeBytes { bytes in
                        try? withTape(of: bytes.assumingMemoryBound(to: UInt8.self)) {
                            $0.pointee.digest(ofListOf: count, isOfObjects, firstID, at: path, byIDs: byIDs)
                        }
                    }
                return ofBytes.flatMap { $0 } ?? digestOfValues(elements)
            }

            /// A hash of the page's list, to recognise the page when it comes again. A hash of a body is the same in every
            /// process; a value without a body is recognised in this process only. nil: there is no list.
            var fingerprint: String? { digest(at: nil, byIDs: false).map { String($0.hash, radix: 16) } }
        }

        // MARK: Bytes

        nonisolated extension Tape {
            /// The names of what tells elements apart, the most usual first.
            private static let idNames: [StaticString] = [
                "id", "_id", "uuid", "guid", "Id", "ID",
            ]
            /// The names of what tells elements of one id apart.
            private static let typeNames: [StaticString] = ["type", "__typename", "kind"]

            /// nil: no list, or several, have this number of elements of that kind, and none is where the list was before. Lists in lists
            /// aren't looked at.
            fileprivate func digest(
                ofListOf count: Int, _ isOfObjects: Bool, _ firstID: String?, at path: UInt64?, byIDs: Bool
            ) -> PageDigest? {
                var lists: [(index: Int, path: UInt64)] = []
                collectLists(0, FNV.start, &lists)
                lists.removeAll { self.count($0.index) != count || tag($0.index + 1) >= Tag.array && !isOfObjects }
                if isOfObjects { lists.removeAll { tag($0.index + 1) < Tag.array } }
                if let firstID {
                    var fitting: [(index: Int, path: UInt64)] = []
                    for list in lists where firstIDText(list.index) ?? firstID == firstID { fitting.append(list) }
                    lists = fitting
                }
                guard let list = lists.count == 1 ? lists[0] : lists.first(where: { $0.path == path }) else { return nil }
                var elements: [Int] = []
                var at = list.index + 1
                while at < after(list.index) {
                    elements.append(at)
                    at = after(at)
                }
                var digest = PageDigest(hash: FNV.start, hasObjects: isOfObjects, path: list.path)
                guard byIDs, let ids = ids(of: elements) else {
                    for index in list.index..<after(list.index) { FNV.combine(tag(index), content(index), into: &digest.hash) }
                    return digest
                }
                for id in ids { digest.hash &+= id }
                digest.elements = zip(elements, ids).map { element, id in
                    var hasher = Hasher()
                    hasher.combine(id)
                    // From the element's first key or the last signed URL up to the next one, or to the last scalar.
                    var start = Tape.offset(words[element + 1])
                    var end = start
                    for index in element..<after(element) where tag(index) < Tag.array {
                        guard tag(index) >= Tag.integer else {
                            hasher.combine(tag(index))
                            continue
                        }
                        end = Tape.offset(words[index]) + Tape.extent(words[index])
                        guard let length = lengthBeforeSignature(index) else { continue }
                        let signature = Tape.offset(words[index]) + length
                        hasher.combine(bytes: UnsafeRawBufferPointer(start: bytes + start, count: signature - start))
                        start = end
                    }
                    hasher.combine(bytes: UnsafeRawBufferPointer(start: bytes + start, count: end - start))
                    return UInt64(truncatingIfNeeded: hasher.finalize())
                }
                return digest
            }

            private func collectLists(_ index: Int, _ path: UInt64, _ lists: inout [(index: Int, path: UInt64)]) {
                switch tag(index) {
                case Tag.array: lists.append((index, path))
                case Tag.object, Tag.objectWithRepeats:
                    var key = index + 1
                    while key < after(index) {
                        var deeper = path
                        FNV.combine(0, raw(key), into: &deeper)
                        collectLists(key + 1, deeper, &lists)
                        key = after(key + 1)
                    }
                default: break
                }
            }

            /// A hash of each element's id; nil: not all have one, or two have the same.
            private func ids(of elements: [Int]) -> [UInt64]? {
                for name in Self.idNames {
                    var ids: [UInt64] = []
                    for element in elements {
                        guard let id = value(of: name, in: element), tag(id) >= Tag.integer, tag(id) < Tag.array,
                            !raw(id).isEmpty
                        else { break }
                        var hash = FNV.start
                        FNV.combine(tag(id), raw(id), into: &hash)
                        for name in Self.typeNames {
                            guard let type = value(of: name, in: element), tag(type) >= Tag.string, tag(type) < Tag.array else {
                                continue
                            }
                            FNV.combine(tag(type), raw(type), into: &hash)
                        }
                        ids.append(hash)
                    }
                    if ids.count == elements.count {
                        var distinct = HashTable()
                        return ids.allSatisfy { distinct.insert($0) } ? ids : nil
                    }
                }
                return nil
            }

            /// The id of a list's first element, as it is written; nil: it has none.
            private func firstIDText(_ list: Int) -> String? {
                for name in Self.idNames {
                    guard let id = value(of: name, in: list + 1) else { continue }
                    guard tag(id) >= Tag.integer, tag(id) < Tag.array else { return "" }
                    return tag(id) < Tag.string ? digits(id) : string(id)
                }
                return nil
            }

            private func value(of name: StaticString, in object: Int) -> Int? {
                guard isObject(object) else { return nil }
                let found = find(name, object + 1, object + 1, after(object))
                return found < 0 ? nil : found
            }

            /// The bytes of a scalar; of a URL that is signed anew for each response, without its query.
            private func content(_ index: Int) -> UnsafeBufferPointer<UInt8> {
                guard tag(index) >= Tag.integer, tag(index) < Tag.array else { return .init(start: nil, count: 0) }
                let raw = raw(index)
                return lengthBeforeSignature(index).map { .init(rebasing: raw[..<$0]) } ?? raw
            }

            /// The length of a URL without its query, if that is a signature; nil for any other scalar.
            private func lengthBeforeSignature(_ index: Int) -> Int? {
                let raw = raw(index)
                guard tag(index) >= Tag.string, raw.count > 10, raw[0] == UInt8(ascii: "h"), raw.starts(with: "http".utf8),
                    let mark = raw.firstIndex(of: UInt8(ascii: "?"))
                else { return nil }
                let query = String(decoding: raw[mark...], as: UTF8.self).lowercased()
                let isSigned = ["signature=", "sig=", "x-amz-", "x-goog-", "token=", "expires="].contains { query.contains($0) }
                return isSigned ? mark : nil
            }
        }

        /// Hashes, which are hashed no more: a `Set` would.
        nonisolated private struct HashTable: Sendable {
            /// A server that knew it could let all hashes begin their search at one place.
            private static let factor = UInt64.random(in: .min ... .max) | 1

            private var slots = [UInt64](repeating: 0, count: 64)
            private var count = 0

            /// False: it was there before.
            mutating func insert(_ hash: UInt64) -> Bool {
                if count * 2 >= slots.count { grow() }
                let isNew = Self.insert(hash, &slots)
                if isNew { count += 1 }
                return isNew
            }

            private mutating func grow() {
                var larger = [UInt64](repeating: 0, count: slots.count * 2)
                for hash in slots where hash != 0 { _ = Self.insert(hash, &larger) }
                slots = larger
            }

            private static func insert(_ hash: UInt64, _ slots: inout [UInt64]) -> Bool {
                // 0 is a free slot.
                let hash = hash == 0 ? 1 : hash
                let mask = slots.count - 1
                var at = Int(truncatingIfNeeded: (hash &* factor) >> 32) & mask
                while slots[at] != 0 {
                    if slots[at] == hash { return false }
                    at = (at + 1) & mask
                }
                slots[at] = hash
                return true
            }
        }

        /// FNV-1a, which is the same in every process.
        nonisolated private enum FNV {
            static let start: UInt64 = 0xcbf2_9ce4_8422_2325

            static func combine(_ tag: UInt64, _ bytes: UnsafeBufferPointer<UInt8>, into hash: inout UInt64) {
                var result = (hash ^ tag) &* 0x100_0000_01b3
                for byte in bytes { result = (result ^ UInt64(byte)) &* 0x100_0000_01b3 }
                hash = (result ^ UInt64(truncatingIfNeeded: bytes.count)) &* 0x100_0000_01b3
            }
        }

        // MARK: Values

        /// The same of values: from typed stubs, from middleware that responds by itself, and of elements that aren't one list
        /// of the body. It costs a look at each field of each element.
        nonisolated private func digestOfValues<Element>(_ elements: [Element]) -> PageDigest {
            let hasObjects = elements.contains { isObject($0) }
            func hash(_ value: Any) -> Int {
                var hasher = ContentHasher()
                hasher.combine(value)
                return hasher.hash
            }
            let hashes = elements.map { UInt64(truncatingIfNeeded: hash($0)) }
            let ids = elements.compactMap { element in id(of: element).map { hash($0) } }
            guard ids.count == elements.count, Set(ids).count == ids.count else {
                return PageDigest(hash: UInt64(truncatingIfNeeded: hash(hashes)), hasObjects: hasObjects)
            }
            let sum = ids.reduce(UInt64(0)) { $0 &+ UInt64(truncatingIfNeeded: $1) }
            return PageDigest(hash: sum, hasObjects: hasObjects, elements: hashes)
        }

        /// Whether an element is an object in JSON, or has some. Encoded scalars are strings, numbers and Bools, whatever they
        /// are in Swift. A decode-only enum has a raw value.
        nonisolated private func isObject(_ element: Any) -> Bool {
            if let element = element as? any WireEncodable, let json = try? JSONValue(encoding: element) {
                return json.hasObjects
            }
            return !(element is any LosslessStringConvertible) && !(element is any RawRepresentable)
        }

        nonisolated private func id(of element: Any) -> Any? {
            if let json = element as? JSONValue {
                let id = ["id", "uuid", "guid"].lazy.compactMap { json[$0] }.first
                if case .number(let number)? = id { return number.digits }
                return id?.string
            }
            if let element = element as? any Identifiable, !(type(of: element) is AnyClass) { return element.id }
            guard
                let id = Mirror(reflecting: element).children.first(where: { ["id", "uuid", "guid"].contains($0.label) })?.value
            else { return nil }
            let mirror = Mirror(reflecting: id)
            return mirror.displayStyle == .optional ? mirror.children.first?.value : id
        }

        /// Hashes any value by its fields: models aren't `Hashable`.
        nonisolated private struct ContentHasher {
            private var hasher = Hasher()
            /// The objects round the value: an object may lead back to itself.
            private var path: [ObjectIdentifier] = []

            var hash: Int { hasher.finalize() }

            mutating func combine(_ value: Any) {
                if let value = value as? any Hashable { return hasher.combine(value) }
                let mirror = Mirror(reflecting: value)
                hasher.combine(ObjectIdentifier(mirror.subjectType))
                guard path.count < 100 else { return }
                let place =
                    mirror.displayStyle == .class ? ObjectIdentifier(value as AnyObject) : ObjectIdentifier(mirror.subjectType)
                if mirror.displayStyle == .class, path.contains(place) { return }
                path.append(place)
                defer { path.removeLast() }
                switch mirror.displayStyle {
                // Equal ones may have different orders.
                case .dictionary, .set:
                    hasher.combine(
                        mirror.children.reduce(0) { sum, child in
                            var part = ContentHasher()
                            part.path = path
                            part.combine(child.value)
                            return sum &+ part.hash
                        })
                // One without a payload has no other content.
                case .enum where mirror.children.isEmpty: hasher.combine(String(describing: value))
                default:
                    var next: Mirror? = mirror
                    while let mirror = next {
                        hasher.combine(mirror.children.count)
                        for (label, value) in mirror.children {
                            hasher.combine(label)
                            combine(value)
                        }
                        next = mirror.superclassMirror
                    }
                }
            }
        }

        nonisolated extension JSONValue {
            fileprivate var hasObjects: Bool {
                switch self {
                case .object: true
                case .array(let elements): elements.contains(where: \.hasObjects)
                default: false
                }
            }
        }

        """#
    ),
    (
        "CallsitePagination/PageCursor.swift",
        #"""
        import Foundation

        /// The place of a page: the values of the pagination parameters, or a link. Made by
        /// `PaginationRequestType.next(after:)`.
        ///
        /// Small and `Codable`, so that you can continue a list later: `session.pages(of: request, from: cursor)`. A saved
        /// cursor is checked like one from a server: a link to another origin is refused.
        nonisolated struct PageCursor: Hashable, Sendable, Codable {
            let values: [JSONValue]
            let link: String?
            /// How many elements come before, where that helps to find the end.
            let preceding: Int
            /// How many elements the longest page had so far, which may be fewer than were asked for; nil: there were none.
            let longest: Int?
            /// The number that the first page turned out to have, or the offset of the first element.
            let first: Int?
            /// The fingerprint of the first page's lists, in the cursor that finds out whether page 1 is that page again.
            let opening: String?
            /// True: nothing says that there is more, and the page before was short or has the last element that is counted. So
            /// 404 (RFC 9110, 15.5.5) is the end.
            let mayBeBehindEnd: Bool?

            init(
                values: [JSONValue] = [], link: String? = nil, preceding: Int = 0, longest: Int? = nil, first: Int? = nil,
                opening: String? = nil, mayBeBehindEnd: Bool = false
            ) {
                self.values = values
                self.link = link
                self.preceding = preceding
                self.longest = longest
                self.first = first
                self.opening = opening
                self.mayBeBehindEnd = mayBeBehindEnd ? true : nil
            }

            /// A value of the cursor, as the type of its parameter. A number may be a string in the response, and the other way
            /// round.
            func decode<T: WireDecodable>(_ index: Int = 0) throws -> T {
                guard values.indices.contains(index) else { throw PaginationFailure.unfitCursor }
                if let value = try? values[index].decode(T.self) { return value }
                switch values[index] {
                case .string(let text):
                    if let number = JSONValue.Number(text), let value = try? JSONValue.number(number).decode(T.self) {
                        return value
                    }
                case .number(let number): if let value = try? JSONValue.string(number.digits).decode(T.self) { return value }
                default: break
                }
                throw PaginationFailure.unfitCursor
            }

            var number: Int? { try? decode() }
        }

        /// The continuation of a list after a page.
        nonisolated enum PageContinuation: Hashable, Sendable {
            /// The response says that the list is complete.
            case end
            /// The response says neither that there is more nor that the list is complete. It is the end if the page has a
            /// list; one without may be an error message: `PaginationFailure.missingList`.
            case unsaid
            /// Another page. `isPromised`: the response says so beside the cursor; else the cursor that was just sent, beside
            /// an empty page, means the end.
            case cursor(PageCursor, isPromised: Bool = false)
            /// There is or may be another page, and the response doesn't say where.
            case failed(PaginationFailure)
        }

        // MARK: The styles

        // One function for each way in which APIs page; generated code calls them. `hasNext` is the flag that the description
        // declares; nil: it declares none, or the response lacks it. A flag wins over all other signs.
        nonisolated extension PageContinuation {
            /// The server returns the next cursor: one value, or several. null, an empty string and an empty object mean the
            /// end.
            static func cursor(_ values: any WireEncodable..., hasNext: Bool? = nil) -> Self {
                cursor(values, hasNext) { .init(values: $0) }
            }

            /// A value called `next` may be a link: an absolute URL or a path is followed, anything else is sent.
            static func cursorOrLink(_ value: any WireEncodable, hasNext: Bool? = nil) -> Self {
                cursor([value], hasNext) { values in
                    guard let text = values[0].string,
                        text.hasPrefix("/") || text.hasPrefix("http://") || text.hasPrefix("https://")
                    else {
                        return .init(values: values)
                    }
                    return .init(link: text)
                }
            }

            /// The server returns the next page's URL, absolute or relative to this page's.
            static func link(_ link: any WireEncodable, hasNext: Bool? = nil) -> Self {
                cursor([link], hasNext) { .init(link: $0[0].string ?? "") }
            }

            private static func cursor(
                _ values: [any WireEncodable], _ hasNext: Bool?, _ make: ([JSONValue]) -> PageCursor
            ) -> Self {
                guard hasNext != false else { return .end }
                let values = values.map { (try? JSONValue(encoding: $0)) ?? .null }
                guard !values.allSatisfy(\.saysNothing) else {
                    if hasNext == true { return .failed(.missingCursor) }
                    // An empty text says that there is no more. null may only mean that nothing was said.
                    return values.allSatisfy { $0 == .null } ? .unsaid : .end
                }
                return .cursor(make(values), isPromised: hasNext == true)
            }

            /// The next page starts after the last element's key; without a flag an empty page is the end.
            ///
            /// - Parameters:
            ///   - keys: The keys of the last element.
            ///   - page: The page that they belong to.
            ///   - hasNext: Whether the response says that there is another page; nil if it doesn't say.
            ///   - isBackwards: Whether the request asks for the elements before another one. The last element then leads to no
            ///     new page.
            static func key<R>(
                _ keys: any WireEncodable..., after page: TypedPage<R>, hasNext: Bool? = nil, isBackwards: Bool = false
            ) -> Self {
                guard hasNext ?? !page.elements.isEmpty else { return hasNext == nil ? .unsaid : .end }
                // An empty page has no key, whatever it promises.
                guard !page.elements.isEmpty else { return .failed(.missingCursor) }
                guard !isBackwards else { return .failed(.backwards) }
                let keys = keys.map { (try? JSONValue(encoding: $0)) ?? .null }
                guard !keys.contains(where: \.saysNothing) else { return .failed(.missingKey) }
                return .cursor(.init(values: keys), isPromised: true)
            }

            /// The `Next-Range` of a partial response (206) is the `Range` of the next request.
            static func range(_ http: HTTPResponse) -> Self {
                http.status == 206 ? .cursor(http.headers["Next-Range"]) : .end
            }

            /// Pages are numbered.
            ///
            /// - Parameters:
            ///   - number: The number that the list began with; nil: `first`.
            ///   - first: The number of the first page, which must be 0 or 1 if you pass nil because it isn't known. Then
            ///     `current` decides; without it, page 1 is requested, and if that is the first page again, its elements are
            ///     left out and page 2 follows.
            ///   - page: The page that came.
            ///   - current: The page's own number, as the response says. Used only if `first` is nil.
            ///   - hasNext: The flag, which wins over all that follows.
            ///   - total: How many elements there are, as the server says. Ignored where it is less than have come.
            ///   - totalPages: How many pages there are, as the server says. Ignored where a later page has elements.
            ///   - size: How many elements were asked for.
            ///   - shortPageEnds: Whether a page of fewer elements is the last, where no total is known. Without any other sign
            ///     an empty one is.
            static func page<R>(
                _ number: (any LosslessStringConvertible)?, first: Int? = 1, after page: TypedPage<R>,
                current: (any LosslessStringConvertible)? = nil, hasNext: Bool? = nil,
                total: (any LosslessStringConvertible)? = nil, totalPages: (any LosslessStringConvertible)? = nil,
                size: (any LosslessStringConvertible)? = nil, shortPageEnds: Bool = false
            ) -> Self {
                let start = whole(number)
                var base = first ?? page.cursor?.first
                if base == nil, start == nil {
                    // Page 1 was requested behind a page without a number. Another empty page than that one tells nothing, and
                    // 1 ends the list later.
                    base = page.cursor == nil ? zeroOrOne(current) : page.elements.isEmpty ? 1 : 0
                }
                let isOpen = base == nil && start == nil
                let number = page.cursor?.number ?? start ?? base ?? 0
                let size = whole(size)
                // Where the first page's number isn't known, the list ends as late as it may.
                let lowest: Int = base ?? (isOpen || number < 1 ? 0 : 1)
                let pages = number.plus(-lowest).plus(1)
                // A list that begins in the middle has skipped pages as long as this one, which may be shorter than was
                // requested.
                let isInTheMiddle = (start ?? lowest) > lowest
                let preceding =
                    page.cursor?.preceding
                    ?? max(0, pages.plus(-1)).times(min(page.elements.count, max(0, size ?? page.elements.count)))
                let seen = preceding.plus(page.elements.count)
                let count = page.repeatsFirst ? preceding : page.elements.count
                let longest = longest(page)
                let isUncounted = total == nil && totalPages == nil
                let next = Self.cursor(
                    .init(
                        values: [.init(integer: number.plus(1))], preceding: seen, longest: longest,
                        first: first == nil ? base : nil, opening: isOpen ? page.fingerprint : nil,
                        mayBeBehindEnd: hasNext == nil && isUncounted && isShort(page, size)), isPromised: true)
                if let hasNext { return hasNext ? next : .end }
                // A total that contradicts the elements that came is wrong and ignored.
                if let totalPages = whole(totalPages), totalPages >= 0, count == 0 || pages <= totalPages {
                    return pages < totalPages ? next : .end
                }
                if let total = whole(total), total >= 0, count == 0 || seen <= total {
                    guard count == 0 else { return seen < total ? next : .end }
                    // An empty page may be one whose elements the server hides: those behind it are still to come.
                    let isBehindTheEnd = size.flatMap { length($0, longest) }.map { pages.times($0) >= total } ?? isInTheMiddle
                    return seen >= total ? .end : isBehindTheEnd ? .unsaid : next
                }
                if shortPageEnds, let size, count < size { return .unsaid }
                return count > 0 ? next : .unsaid
            }

            /// The offset moves by the number of received elements, which may be fewer than requested.
            ///
            /// - Parameters:
            ///   - offset: The offset that the list began with; nil: the first element's.
            ///   - first: The offset of the first element, which must be 0 or 1 if you pass nil because it isn't known. Then
            ///     `current` decides; without it, the list goes on as if from 0, so that no element is skipped; if it was 1,
            ///     one element comes again.
            ///   - page: The page that came.
            ///   - current: The offset of the page's first element, as the response says. Used only if `first` is nil.
            ///   - hasNext: The flag, which wins over all that follows.
            ///   - total: How many elements there are, as the server says. Ignored where it is less than have come.
            ///   - limit: How many elements were asked for.
            ///   - shortPageEnds: Whether a page of fewer elements is the last, where no total is known. Without any other sign
            ///     an empty one is.
            static func offset<R>(
                _ offset: (any LosslessStringConvertible)?, first: Int? = 0, after page: TypedPage<R>,
                current: (any LosslessStringConvertible)? = nil, hasNext: Bool? = nil,
                total: (any LosslessStringConvertible)? = nil, limit: (any LosslessStringConvertible)? = nil,
                shortPageEnds: Bool = false
            ) -> Self {
                let start = whole(offset)
                let base = first ?? page.cursor?.first ?? (page.cursor == nil && start == nil ? zeroOrOne(current) : nil)
                let offset = page.cursor?.number ?? start ?? base ?? 0
                let count = page.elements.count
                let limit = whole(limit)
                // Over an empty page only a known length leads.
                let longest = longest(page)
                let next = offset.plus(count > 0 ? count : length(limit, longest) ?? 0)
                // Counted from 0, this would be behind the last.
                let isBehindTotal = whole(total).map { base == nil && next >= $0 } ?? isShort(page, limit)
                let cursor = PageCursor(
                    values: [.init(integer: next)], longest: longest, first: first == nil ? base : nil,
                    mayBeBehindEnd: hasNext == nil && isBehindTotal)
                let following: Self = next > offset ? .cursor(cursor, isPromised: true) : .failed(.missingCursor)
                if let hasNext { return hasNext ? following : .end }
                // Where the first offset isn't known, the list ends as late as it may.
                let seen = next.plus(-(base ?? 1))
                // A total that is less than the elements that came is wrong, and counts for nothing.
                if let total = whole(total), total >= 0, count == 0 || seen <= total {
                    guard count == 0 else { return seen < total ? following : .end }
                    if offset.plus(-(base ?? 0)) >= total { return .end }
                    return next == offset || seen < total ? following : .unsaid
                }
                if shortPageEnds, let limit, count < limit { return .unsaid }
                return count > 0 ? following : .unsaid
            }

            /// Whether a page has fewer elements than were asked for, or than a page before it.
            private static func isShort<R>(_ page: TypedPage<R>, _ size: Int?) -> Bool {
                page.elements.count < max(size ?? 0, page.cursor?.longest ?? 0)
            }

            private static func longest<R>(_ page: TypedPage<R>) -> Int? {
                let longest = max(page.cursor?.longest ?? 0, page.elements.count)
                return longest > 0 ? longest : nil
            }

            /// How long pages are: as long as was asked for, or as the longest, if a server gives fewer.
            private static func length(_ size: Int?, _ longest: Int?) -> Int? {
                [size, longest].compactMap { $0 }.filter { $0 > 0 }.min()
            }

            /// The number that a value is which may be something else too.
            static func number(of value: (any WireEncodable)?) -> Int? {
                guard let value, let json = try? JSONValue(encoding: value) else { return nil }
                return json.string.flatMap { Int($0) } ?? json.int
            }

            /// The number of a first page as a response has it: any other number means something else.
            private static func zeroOrOne(_ number: (any LosslessStringConvertible)?) -> Int? {
                whole(number).flatMap { (0...1).contains($0) ? $0 : nil }
            }

            /// Whether a value that isn't a Bool says that there is another page: it is present, and not an empty string, 0 or
            /// `false`.
            static func isGiven(_ value: any WireEncodable) -> Bool {
                guard let value = try? JSONValue(encoding: value) else { return false }
                if let text = value.string {
                    return !["", "0", "false"].contains(text.trimmingCharacters(in: .whitespaces).lowercased())
                }
                return !value.saysNothing && value != .bool(false) && value.double != 0
            }

            private static func whole(_ number: (any LosslessStringConvertible)?) -> Int? {
                guard let number else { return nil }
                return Int(number.description) ?? Double(number.description).flatMap { Int(exactly: $0) }
            }

            /// Whether what isn't said is the end, and a link as an absolute URL, seen from the page that gave it.
            func resolved<R>(by page: TypedPage<R>) -> Self {
                switch self {
                case .end, .failed: return self
                case .unsaid, .cursor: if !page.hasList { return .failed(.missingList) }
                }
                if case .unsaid = self { return .end }
                guard case .cursor(let cursor, let isPromised) = self, let link = cursor.link, let url = page.http.url else {
                    return self
                }
                do {
                    return .cursor(.init(link: try NextLink.resolve(link, against: url).absoluteString), isPromised: isPromised)
                } catch {
                    return .failed(error as? PaginationFailure ?? .invalidLink)
                }
            }
        }

        nonisolated extension JSONValue {
            fileprivate init(integer: Int) { self = .number(Number(checked: String(integer))) }

            fileprivate var saysNothing: Bool {
                self == .null || self == .string("") || self == .array([]) || self == .object([:])
            }
        }

        // No number of a server may stop the process.
        nonisolated extension Int {
            fileprivate func plus(_ other: Int) -> Int {
                let (sum, isTooLarge) = addingReportingOverflow(other)
                return isTooLarge ? .max : sum
            }

            fileprivate func times(_ other: Int) -> Int {
                let (product, isTooLarge) = multipliedReportingOverflow(by: other)
                return isTooLarge ? .max : product
            }
        }

        """#
    ),
    (
        "CallsitePagination/Pages.swift",
        #"""
        import Foundation

        nonisolated extension Session {
            /// The pages of a list, each loaded when you ask for it. An error is thrown where it happens, and the iterator then
            /// returns nil. To continue after an error use `TypedPage.cursor`, not the iterator.
            ///
            /// - Parameters:
            ///   - request: The request for the first page.
            ///   - cursor: The page to start with; nil: the first one.
            ///   - prefetch: How many pages are loaded ahead of the requested one, at most.
            ///   - emptyPageLimit: How many empty pages in a row are skipped before the list fails with a `PaginationFailure`.
            ///   - allowsRepeatedPages: Whether a page may have the same elements as an earlier one. Set it for lists with
            ///     equal elements that nothing tells apart (measurements, log lines). Otherwise such a page is a
            ///     `PaginationFailure.paginationCycle`. With it, a server that returns the same page forever makes an endless
            ///     list.
            func pages<R: PaginationRequestType>(
                of request: R, from cursor: PageCursor? = nil, prefetch: Int = 0, emptyPageLimit: Int = 50,
                allowsRepeatedPages: Bool = false
            ) -> Pages<R> {
                let state = paginationState(request, cursor, emptyPageLimit, allowsRepeatedPages, keepsElements: false)
                return Pages(session: self, state: state, prefetch: max(0, prefetch))
            }

            /// The elements of a list over all its pages. Pages are loaded until you break out.
            ///
            ///     for try await repository in session.elements(of: SearchRepositoriesRequest(q: "swift")) { … }
            func elements<R: PaginationRequestType>(
                of request: R, from cursor: PageCursor? = nil, prefetch: Int = 0, emptyPageLimit: Int = 50,
                allowsRepeatedPages: Bool = false
            ) -> PagedElements<R> {
                PagedElements(
                    pages: pages(
                        of: request, from: cursor, prefetch: prefetch, emptyPageLimit: emptyPageLimit,
                        allowsRepeatedPages: allowsRepeatedPages))
            }

            /// Performs `PaginationState.Command.send`, and returns the event to pass to the state.
            func perform<R>(_ ticket: PaginationState<R>.Ticket) async -> PaginationState<R>.Event {
                func event<Request: RequestType<R.Response>>(_ request: Request) async throws -> PaginationState<R>.Event {
                    let http = try await http(for: request)
                    guard http.status == 204 else { return .pageArrived(ticket, try value(from: http, of: Request.self), http) }
                    return (try? value(from: http, of: Request.self)).map { .pageArrived(ticket, $0, http) }
                        ?? .listEnded(ticket)
                }
                do { return try await event(ticket.request) } catch { return .pageFailed(ticket, error) }
            }

            /// The state of a list that this session loads, for your own event loop. Links are followed only to this session's
            /// origin.
            func paginationState<R: PaginationRequestType>(
                of request: R, from cursor: PageCursor? = nil, emptyPageLimit: Int = 50, allowsRepeatedPages: Bool = false
            ) -> PaginationState<R> {
                paginationState(request, cursor, emptyPageLimit, allowsRepeatedPages, keepsElements: true)
            }

            func paginationState<R>(
                _ request: R, _ cursor: PageCursor?, _ emptyPageLimit: Int, _ allowsRepeatedPages: Bool, keepsElements: Bool
            ) -> PaginationState<R> {
                // The first request reports a base URL that can't be rendered.
                PaginationState(
                    request, cursor, try? baseText(for: R.endpoint), emptyPageLimit, allowsRepeatedPages,
                    keepsElements: keepsElements)
            }
        }

        /// The pages of a list, as an asynchronous sequence. Made by `Session.pages(of:)`.
        nonisolated struct Pages<R: PaginationRequestType>: AsyncSequence, Sendable {
            let session: Session
            let state: PaginationState<R>
            let prefetch: Int

            struct AsyncIterator: AsyncIteratorProtocol {
                let loader: PageLoader<R>
                let prefetch: Prefetch<R>?

                /// The next page; nil at the end, and after an error.
                ///
                /// - Throws: The errors of `Session.send`, and a `PaginationFailure`.
                mutating func next() async throws -> TypedPage<R>? {
                    if let prefetch { try await prefetch.next() } else { try await loader.next() }
                }
            }

            func makeAsyncIterator() -> AsyncIterator {
                let loader = PageLoader(session: session, state: state)
                return AsyncIterator(loader: loader, prefetch: prefetch > 0 ? Prefetch(loader, depth: prefetch) : nil)
            }
        }

        /// The elements of a list over all its pages, as an asynchronous sequence. Made by `Session.elements(of:)`.
        nonisolated struct PagedElements<R: PaginationRequestType>: AsyncSequence, Sendable {
            let pages: Pages<R>

            struct AsyncIterator: AsyncIteratorProtocol {
                var pages: Pages<R>.AsyncIterator
                var page = [R.Element]().makeIterator()
                var isOver = false

                /// The next element; nil at the end, and after an error.
                ///
                /// - Throws: The errors of `Session.send`, and a `PaginationFailure`.
                mutating func next() async throws -> R.Element? {
                    guard !isOver else { return nil }
                    // Also amid a page, so that a cancelled list stops at once and doesn't look complete.
                    if !Task.isCancelled, let element = page.next() { return element }
                    isOver = true
                    try Task.checkCancellation()
                    while let next = try await pages.next() {
                        page = next.elements.makeIterator()
                        guard let element = page.next() else { continue }
                        isOver = false
                        return element
                    }
                    return nil
                }
            }

            func makeAsyncIterator() -> AsyncIterator { AsyncIterator(pages: pages.makeAsyncIterator()) }
        }

        /// The shell round a `PaginationState`: sends what it commands.
        actor PageLoader<R: PaginationRequestType> {
            private let session: Session
            private var state: PaginationState<R>
            /// At the end, after an error, and while a page loads: a copied iterator gets nothing then.
            private var isOver = false

            init(session: Session, state: PaginationState<R>) {
                self.session = session
                self.state = state
            }

            func next() async throws -> TypedPage<R>? {
                guard !isOver else { return nil }
                isOver = true
                try Task.checkCancellation()
                if case .send(let ticket)? = state.handle(.loadNextPage).first {
                    let event = await session.perform(ticket)
                    _ = state.handle(event)
                    if case .pageArrived = event {
                        isOver = false
                        return state.lastPage
                    }
                }
                if let error = state.error { throw error }
                return nil
            }
        }

        /// Loads pages ahead, each as a task that waits for the one before: in order, one at a time, and at most `depth` that
        /// were not requested yet.
        nonisolated final class Prefetch<R: PaginationRequestType> {
            private let loader: PageLoader<R>
            private let depth: Int
            private var tasks: [Task<TypedPage<R>?, any Error>] = []
            private var isOver = false

            init(_ loader: PageLoader<R>, depth: Int) {
                self.loader = loader
                self.depth = depth
            }

            deinit { for task in tasks { task.cancel() } }

            func next() async throws -> TypedPage<R>? {
                guard !isOver else { return nil }
                isOver = true
                while tasks.count <= depth {
                    tasks.append(
                        Task { [loader, last = tasks.last] in
                            guard try await last?.value != nil || last == nil else { return nil }
                            return try await loader.next()
                        })
                }
                let all = tasks
                let page = try await withTaskCancellationHandler {
                    try Task.checkCancellation()
                    return try await all[0].value
                } onCancel: {
                    for task in all { task.cancel() }
                }
                tasks.removeFirst()
                isOver = page == nil
                return page
            }
        }

        """#
    ),
    (
        "CallsitePagination/PaginationFailure.swift",
        #"""
        import Foundation

        /// The reason why a list stops before its end is known. The elements loaded so far are right; the list isn't complete.
        nonisolated enum PaginationFailure: Error, Hashable, Sendable {
            /// The response leads back to a page that was loaded already, or has the same elements as the page before: then the
            /// server ignores the parameter. Repeated elements are not delivered.
            case paginationCycle
            /// The response has no list in the described place, and doesn't say that the list is complete. If the server leaves
            /// out empty lists, say so in the description: `omitsEmptyList: true`.
            case missingList
            /// The next link leads to another origin (its scheme, host and port), or names a user. Nothing was sent there.
            case foreignLink(String)
            /// The next link isn't an http or https URL.
            case invalidLink
            /// This many pages in a row were empty, and each said that there is another one.
            case emptyPages(Int)
            /// The response says that there is another page, but not where.
            case missingCursor
            /// The last element has no key for the next page to start after.
            case missingKey
            /// The cursor doesn't belong to this request.
            case unfitCursor
            /// The request asks for what comes before something, and there is more: a list goes on behind its last element
            /// only.
            case backwards
        }

        nonisolated extension PaginationFailure: CustomStringConvertible, LocalizedError {
            var description: String {
                switch self {
                case .paginationCycle:
                    "the response leads back to a page that was loaded already, or repeats its elements (which 'allowsRepeatedPages' allows)"
                case .missingList: "the response has no list, and doesn't say that the list is complete"
                case .foreignLink(let origin): "the link to the next page leads elsewhere: \(origin)"
                case .invalidLink: "the link to the next page isn't an http or https URL"
                case .emptyPages(let count): "\(count) pages in a row were empty, and there is said to be more"
                case .missingCursor: "the response says that there is another page, but not where"
                case .missingKey: "the last element has no key for the next page to start after"
                case .unfitCursor: "the cursor is none of this request's"
                case .backwards: "the request asks for what comes before something, and a list goes on forwards only"
                }
            }
            var errorDescription: String? { description }
        }

        """#
    ),
    (
        "CallsitePagination/PaginationRequestType.swift",
        #"""
        import Foundation

        /// A request for one page of a list.
        ///
        ///     struct ListStories: PaginationRequestType {
        ///         typealias Response = StoryPage
        ///         static var api: API { .stories }
        ///         static var endpoint: Endpoint { .get("/stories") }
        ///         var cursor: String?
        ///
        ///         func write(to request: inout RequestWriter) { request.query["cursor"] = cursor }
        ///
        ///         static func elements(in response: StoryPage) -> [Story]? { response.items }
        ///         func next(after page: TypedPage<Self>) -> PageContinuation { .cursor(page.value.nextCursor) }
        ///         func request(at cursor: PageCursor) throws -> any RequestType<StoryPage> {
        ///             try with { $0.cursor = try cursor.decode() }
        ///         }
        ///     }
        ///
        /// `Session.send` treats it like any other request; `pages(of:)` and `elements(of:)` load all pages.
        nonisolated protocol PaginationRequestType: RequestType {
            associatedtype Element: Sendable

            /// The list in a response. nil: the response has no list, which is an error unless it says that the list is
            /// complete.
            static func elements(in response: Response) -> [Element]?

            /// The continuation after a page. It is called on the request for the first page, whichever page it is about; the
            /// page has its own cursor. It must depend on its argument alone.
            func next(after page: TypedPage<Self>) -> PageContinuation

            /// The request for the page at a cursor that `next(after:)` has returned: this one with another cursor, or another
            /// endpoint's with the same response. It isn't called for links, so a request that follows links only needs none.
            func request(at cursor: PageCursor) throws -> any RequestType<Response>
        }

        nonisolated extension PaginationRequestType where Response == [Element] {
            static func elements(in response: Response) -> [Element]? { response }
        }

        nonisolated extension PaginationRequestType {
            func request(at cursor: PageCursor) throws -> any RequestType<Response> {
                throw PaginationFailure.unfitCursor
            }

            /// The page in a response.
            ///
            /// - Parameters:
            ///   - value: The decoded response.
            ///   - http: The HTTP response. Its headers may contain the next page's place, and relative links are resolved
            ///     against its URL.
            ///   - cursor: The page's own place; nil: it is the first page.
            func page(of value: Response, _ http: HTTPResponse, at cursor: PageCursor? = nil) -> TypedPage<Self> {
                let elements = Self.elements(in: value)
                // 204 says that there is nothing.
                var page = TypedPage(
                    request: self, value: value, http: http, elements: elements ?? [],
                    hasList: elements != nil || http.status == 204,
                    cursor: cursor)
                if let opening = cursor?.opening, opening == page.fingerprint {
                    page.repeatsFirst = true
                    page.elements = []
                }
                page.next = next(after: page).resolved(by: page)
                return page
            }

            /// The request for any page.
            func pageRequest(at cursor: PageCursor?) throws -> any RequestType<Response> {
                guard let cursor else { return self }
                guard let link = cursor.link else { return try request(at: cursor) }
                return extended(.url { try NextLink.resolve(link, trusting: $0) })
            }
        }

        nonisolated extension ExtendedRequest: PaginationRequestType where Base: PaginationRequestType {
            static func elements(in response: Response) -> [Base.Element]? { Base.elements(in: response) }

            func next(after page: TypedPage<Self>) -> PageContinuation {
                var own = TypedPage(
                    request: base, value: page.value, http: page.http, elements: page.elements, hasList: page.hasList,
                    cursor: page.cursor)
                own.repeatsFirst = page.repeatsFirst
                return base.next(after: own)
            }

            func request(at cursor: PageCursor) throws -> any RequestType<Response> {
                let moved = try base.request(at: cursor)
                return moved.extended(addition)
            }
        }

        /// One page of a list.
        nonisolated protocol PaginationResponseType: Sendable {
            associatedtype Element: Sendable
            var elements: [Element] { get }
            /// Whether the server says, in the way that its description declares, that another page follows.
            var hasNextPage: Bool { get }
        }

        /// One page of a list: the response, its elements, and how to continue.
        nonisolated struct TypedPage<R: PaginationRequestType>: PaginationResponseType {
            /// Copies share it until one is changed, which only a `PaginationState` does.
            private final class Fields: @unchecked Sendable {
                let request: R
                let value: R.Response
                let http: HTTPResponse
                var elements: [R.Element]
                let hasList: Bool
                let cursor: PageCursor?
                var repeatsFirst = false
                var next = PageContinuation.end

                init(
                    _ request: R, _ value: R.Response, _ http: HTTPResponse, _ elements: [R.Element], _ hasList: Bool,
                    _ cursor: PageCursor?
                ) {
                    self.request = request
                    self.value = value
                    self.http = http
                    self.elements = elements
                    self.hasList = hasList
                    self.cursor = cursor
                }
            }

            private var fields: Fields

            init(request: R, value: R.Response, http: HTTPResponse, elements: [R.Element], hasList: Bool, cursor: PageCursor?) {
                fields = Fields(request, value, http, elements, hasList, cursor)
            }

            /// The fields to change, which are this value's alone.
            private var own: Fields {
                mutating get {
                    if !isKnownUniquelyReferenced(&fields) {
                        let (next, repeatsFirst) = (next, repeatsFirst)
                        fields = Fields(request, value, http, elements, hasList, cursor)
                        (fields.next, fields.repeatsFirst) = (next, repeatsFirst)
                    }
                    return fields
                }
            }

            var request: R { fields.request }
            /// The value that `send` would have returned.
            var value: R.Response { fields.value }
            /// The whole HTTP response.
            var http: HTTPResponse { fields.http }
            /// Empty if the page repeats the one before, or has no list.
            var elements: [R.Element] {
                get { fields.elements }
                set { own.elements = newValue }
            }
            var hasList: Bool { fields.hasList }
            /// The place of this page; nil: it is the first. Small and `Codable`: save it, and continue from it in another
            /// process.
            var cursor: PageCursor? { fields.cursor }
            /// It was requested to find out whether it is the first page, and it is: its elements were there before.
            var repeatsFirst: Bool {
                get { fields.repeatsFirst }
                set { own.repeatsFirst = newValue }
            }
            /// The continuation after this page.
            var next: PageContinuation {
                get { fields.next }
                set { own.next = newValue }
            }

            /// Whether another page follows, or may follow.
            var hasNextPage: Bool {
                switch next {
                case .end, .unsaid: false
                case .cursor, .failed: true
                }
            }

            /// The place of the next page; nil at the end, and if the response doesn't say it.
            var nextCursor: PageCursor? { if case .cursor(let cursor, _) = next { cursor } else { nil } }

            /// The request for the next page; nil at the end.
            ///
            /// - Throws: A `PaginationFailure` if the response says that there is another page, but not where.
            func nextRequest() throws -> (any RequestType<R.Response>)? {
                switch next {
                case .end, .unsaid: return nil
                case .failed(let failure): throw failure
                case .cursor(let cursor, _): return try request.pageRequest(at: cursor)
                }
            }
        }

        """#
    ),
    (
        "CallsitePagination/PaginationState.swift",
        #"""
        import Foundation

        /// A list that loads page by page: a pure function `(state, event) -> commands`. It sends nothing itself, so you can
        /// test every sequence of events as values.
        ///
        ///     var state = PaginationState(SearchRepositoriesRequest(q: "swift"))
        ///     let commands = state.handle(.loadNextPage)                     // [.send(ticket)]
        ///     _ = state.handle(await session.perform(ticket))                // state.elements
        ///
        /// These hold whatever a server responds:
        /// - There is one request at a time, and only the response to the newest ticket counts.
        /// - No request that has had a response since the last refresh is sent again, and no page's elements come twice. A
        ///   server that leads in a circle, or returns the same elements for every request, ends the list with
        ///   `PaginationFailure.paginationCycle`. Elements with an id (`id`, `uuid`, …) are compared by it.
        /// - An element with an id that comes again unchanged, since the list has grown at its front, is left out.
        /// - `allowsRepeatedPages` allows the same elements to come twice. The list then ends when the server says so.
        /// - There is one exception: a server may keep its cursor and move on by itself (scrolling). The list then ends with an
        ///   empty page.
        /// - A page without a list, whose response doesn't say that the list is complete, is `PaginationFailure.missingList`.
        /// - After a failed page `loadNextPage` requests that page again, and the loaded elements stay.
        /// - A page leaves two hashes in memory, of its request and of its elements, and an element with an id another one.
        nonisolated struct PaginationState<R: PaginationRequestType>: Sendable {
            /// An event that `handle(_:)` takes: an action of the user, or the end of a request.
            enum Event: Sendable {
                /// Start again. The elements stay until the first page has arrived.
                case refresh
                /// Does nothing while a page loads, and at the end.
                case loadNextPage
                case pageArrived(Ticket, R.Response, HTTPResponse)
                /// 404 behind a page that was short is the end, as `listEnded` is.
                case pageFailed(Ticket, any Error)
                /// The response says that there is nothing (204): the list ends without another page.
                case listEnded(Ticket)
            }

            /// A command of `handle(_:)`, to be performed by the caller.
            enum Command: Hashable, Sendable {
                case send(Ticket)
                /// The response isn't needed any more.
                case cancel(Ticket)
            }

            /// A request to send. Its response comes back with it, so that a late response is recognised.
            struct Ticket: Sendable {
                let number: Int
                /// The request to send.
                let request: any RequestType<R.Response>
                let cursor: PageCursor?
                /// A hash of all that is sent, except for credentials.
                let fingerprint: Int
                let url: URL
            }

            /// Copies share it until one takes an event.
            private var list: PagedList<R>

            /// The elements of all pages since the last refresh.
            var elements: [R.Element] { list.elements }
            /// The page that arrived last.
            var lastPage: TypedPage<R>? { list.lastPage }
            /// The error of the last page, or the reason why the list can't continue.
            var error: (any Error)? { list.error }
            /// Whether `loadNextPage` may load anything. False at the end; and, with an `error`, if the list can't continue.
            var hasNextPage: Bool { list.hasNextPage }
            /// Whether a page loads.
            var isLoading: Bool { list.loading != nil }
            /// The place of the next page: keep it to continue later. nil: at the beginning, at the end, or unknown.
            var nextCursor: PageCursor? { list.nextCursor }

            /// - Parameters:
            ///   - request: The request for the first page.
            ///   - cursor: The page to start with; nil: the first one.
            ///   - baseURL: The base URL of the requests, as in `Session(baseURL:)`. Links to other origins are refused.
            ///   - emptyPageLimit: How many empty pages in a row are skipped before the list fails.
            ///   - allowsRepeatedPages: Whether a page may have the same elements as an earlier one. Set it for lists with
            ///     equal elements that nothing tells apart (measurements, log lines). Otherwise such a page is a
            ///     `PaginationFailure.paginationCycle`. With it, a server that returns the same page forever makes an endless
            ///     list.
            init(
                _ request: R, from cursor: PageCursor? = nil, baseURL: URL? = nil, emptyPageLimit: Int = 50,
                allowsRepeatedPages: Bool = false
            ) {
                self.init(request, cursor, baseURL?.absoluteString, emptyPageLimit, allowsRepeatedPages, keepsElements: true)
            }

            init(
                _ request: R, _ cursor: PageCursor?, _ base: String?, _ emptyPageLimit: Int, _ allowsRepeatedPages: Bool,
                keepsElements: Bool
            ) {
                list = PagedList(request, base, emptyPageLimit, allowsRepeatedPages, keepsElements)
                list.nextCursor = cursor
            }

            /// Changes the state for an event.
            ///
            /// - Returns: The commands to perform, in order.
            mutating func handle(_ event: Event) -> [Command] {
                if !isKnownUniquelyReferenced(&list) { list = list.copy }
                return list.handle(event)
            }
        }

        nonisolated extension PaginationState.Ticket: Hashable {
            static func == (left: Self, right: Self) -> Bool { left.number == right.number }
            func hash(into hasher: inout Hasher) { hasher.combine(number) }
        }

        /// The fields of a state. A class, since so wide a value costs code wherever it is copied.
        nonisolated private final class PagedList<R: PaginationRequestType>: @unchecked Sendable {
            typealias Ticket = PaginationState<R>.Ticket

            private(set) var elements: [R.Element] = []
            private(set) var lastPage: TypedPage<R>?
            private(set) var error: (any Error)?
            private(set) var hasNextPage = true
            var nextCursor: PageCursor?
            private(set) var loading: Ticket?

            private let request: R
            private let base: String?
            private let emptyPageLimit: Int
            private let allowsRepeatedPages: Bool
            private let keepsElements: Bool
            private var lastNumber = 0
            private var answered: Set<Int> = []
            private var contents = PageContents()
            private var emptyPages = 0
            /// The next page's elements take the place of those before.
            private var isBeginning = true

            init(_ request: R, _ base: String?, _ emptyPageLimit: Int, _ allowsRepeatedPages: Bool, _ keepsElements: Bool) {
                self.request = request
                self.base = base
                self.emptyPageLimit = emptyPageLimit
                self.allowsRepeatedPages = allowsRepeatedPages
                self.keepsElements = keepsElements
            }

            var copy: PagedList {
                let copy = PagedList(request, base, emptyPageLimit, allowsRepeatedPages, keepsElements)
                (copy.elements, copy.lastPage, copy.error, copy.hasNextPage) = (elements, lastPage, error, hasNextPage)
                (copy.nextCursor, copy.loading, copy.lastNumber, copy.answered) = (nextCursor, loading, lastNumber, answered)
                (copy.contents, copy.emptyPages, copy.isBeginning) = (contents, emptyPages, isBeginning)
                return copy
            }

            func handle(_ event: PaginationState<R>.Event) -> [PaginationState<R>.Command] {
                switch event {
                case .refresh:
                    let old = loading
                    (loading, nextCursor, answered, contents) = (nil, nil, [], .init())
                    (emptyPages, isBeginning, hasNextPage) = (0, true, true)
                    return (old.map { [.cancel($0)] } ?? []) + load()
                case .loadNextPage: return load()
                case .pageArrived(let ticket, let value, let http):
                    if ticket == loading { arrived(ticket, value, http) }
                    return []
                case .pageFailed(let ticket, let error):
                    let isEnd = ticket.cursor?.mayBeBehindEnd == true && (error as? any RequestFailure)?.status == 404
                    if isEnd { return handle(.listEnded(ticket)) }
                    if ticket == loading { (loading, self.error) = (nil, error) }
                    return []
                case .listEnded(let ticket):
                    guard ticket == loading else { return [] }
                    if isBeginning { elements = [] }
                    (loading, nextCursor, hasNextPage, isBeginning) = (nil, nil, false, false)
                    return []
                }
            }

            private func load() -> [PaginationState<R>.Command] {
                guard hasNextPage, loading == nil else { return [] }
                do {
                    let ticket = try ticket(at: nextCursor)
                    (loading, lastNumber, error) = (ticket, ticket.number, nil)
                    return [.send(ticket)]
                } catch {
                    stop(error)
                    return []
                }
            }

            private func arrived(_ ticket: Ticket, _ value: R.Response, _ http: HTTPResponse) {
                // A custom transport may leave out the URL of the response.
                var http = http
                http.url = http.url ?? ticket.url
                var page = request.page(of: value, http, at: ticket.cursor)
                loading = nil
                answered.insert(ticket.fingerprint)
                if !allowsRepeatedPages, contents.isRepeated(by: &page) {
                    page.elements = []
                    page.next = .failed(.paginationCycle)
                }
                emptyPages = page.elements.isEmpty ? emptyPages + 1 : 0
                if isBeginning { elements = [] }
                isBeginning = false
                if keepsElements { elements += page.elements }
                do {
                    page.next = try checked(page, ticket)
                    (nextCursor, hasNextPage) = (page.nextCursor, page.hasNextPage)
                } catch {
                    if let failure = error as? PaginationFailure { page.next = .failed(failure) }
                    stop(error)
                }
                lastPage = page
            }

            /// The continuation, unless it was sent before or is a broken link.
            private func checked(_ page: TypedPage<R>, _ ticket: Ticket) throws -> PageContinuation {
                switch page.next {
                case .end, .unsaid: return .end
                case .failed(let failure): throw failure
                case .cursor(let cursor, let isPromised):
                    guard emptyPages < emptyPageLimit else { throw PaginationFailure.emptyPages(emptyPages) }
                    let fingerprint = try self.ticket(at: cursor).fingerprint
                    if fingerprint == ticket.fingerprint {
                        // A server that keeps the place itself; whether it does is seen by the elements.
                        if !page.elements.isEmpty { return page.next }
                        if !isPromised { return .end }
                    }
                    guard !answered.contains(fingerprint) else { throw PaginationFailure.paginationCycle }
                    return page.next
                }
            }

            private func ticket(at cursor: PageCursor?) throws -> Ticket {
                let request = try request.pageRequest(at: cursor)
                let http = try request.httpRequest(baseText: base)
                return Ticket(
                    number: lastNumber + 1, request: request, cursor: cursor, fingerprint: http.fingerprint, url: http.url)
            }

            private func stop(_ error: any Error) { (self.error, nextCursor, hasNextPage) = (error, nil, false) }
        }

        nonisolated extension HTTPRequest {
            /// A hash of all that is sent, except for credentials. It is another one in each process.
            fileprivate var fingerprint: Int {
                var hasher = Hasher()
                hasher.combine(method)
                hasher.combine(url)
                for field in headers.fields {
                    hasher.combine(field.name.lowercased())
                    hasher.combine(field.value)
                }
                for segment in body?.segments ?? [] {
                    switch segment {
                    case .data(let data): hasher.combine(data)
                    case .file(let url): hasher.combine(url)
                    }
                }
                return hasher.finalize()
            }
        }

        """#
    ),
    (
        "CallsitePagination/PaginationStates.swift",
        #"""
        import Foundation

        /// An action of the user of a list.
        nonisolated enum PaginationTrigger: Hashable, Sendable {
            case refresh, loadNextPage
        }

        nonisolated extension Session {
            /// Triggers in, states out: the current state of a list, and each state after it.
            ///
            /// A slow reader gets the newest state. The stream ends when the triggers have ended and nothing loads any more.
            /// When you stop reading, the request that loads is cancelled.
            func states<R: PaginationRequestType, Triggers: AsyncSequence & Sendable>(
                of request: R, from cursor: PageCursor? = nil, on triggers: Triggers, emptyPageLimit: Int = 50,
                allowsRepeatedPages: Bool = false
            ) -> AsyncStream<PaginationState<R>> where Triggers.Element == PaginationTrigger {
                AsyncStream(bufferingPolicy: .bufferingNewest(1)) { output in
                    let driver = Task {
                        var state = paginationState(request, cursor, emptyPageLimit, allowsRepeatedPages, keepsElements: true)
                        output.yield(state)
                        // nil: the triggers have ended.
                        let (events, input) = AsyncStream<PaginationState<R>.Event?>.makeStream()
                        let listener = Task {
                            // Triggers that fail have ended too.
                            do {
                                for try await trigger in triggers {
                                    input.yield(trigger == .refresh ? .refresh : .loadNextPage)
                                }
                            } catch {}
                            input.yield(nil)
                        }
                        var loads: [Int: Task<Void, Never>] = [:]
                        var isListening = true
                        for await event in events {
                            switch event {
                            case nil: isListening = false
                            case .pageArrived(let ticket, _, _)?, .pageFailed(let ticket, _)?, .listEnded(let ticket)?:
                                loads[ticket.number] = nil
                            case .refresh?, .loadNextPage?: break
                            }
                            for command in event.map({ state.handle($0) }) ?? [] {
                                switch command {
                                case .send(let ticket): loads[ticket.number] = Task { input.yield(await perform(ticket)) }
                                case .cancel(let ticket): loads.removeValue(forKey: ticket.number)?.cancel()
                                }
                            }
                            if event != nil { output.yield(state) }
                            if !isListening, !state.isLoading { break }
                        }
                        listener.cancel()
                        for load in loads.values { load.cancel() }
                        output.finish()
                    }
                    output.onTermination = { _ in driver.cancel() }
                }
            }
        }

        """#
    ),
    (
        "CallsiteRuntime/API.swift",
        ##"""
        import Foundation

        /// The settings that all endpoints of an API share.
        nonisolated struct API: Sendable {
            /// The URL that all paths are added to. It may contain variables in braces: `https://{host}/v1`.
            var baseURL: String
            /// The values of the variables.
            var variables: [String: Variable]
            /// Sent with every request. An endpoint's and a request's own headers override them.
            var headers: HTTPHeaders
            /// How requests are authenticated, unless an endpoint says otherwise.
            var authentication: Authentication
            /// How leniently responses are decoded.
            var reading: ReadingOptions

            /// - Parameters:
            ///   - generatedCode: The version of the generated code; leave it out in code that you write.
            ///   - baseURL: The URL that all paths are added to.
            ///   - variables: The values of the base URL's variables.
            ///   - headers: Sent with every request.
            ///   - authentication: How requests are authenticated. Unspecified: requests are sent without a credential, and a
            ///     session that has one refuses to send them.
            ///   - reading: How leniently responses are decoded.
            init(
                generatedCode: GeneratedCode = .version1, baseURL: String, variables: [String: Variable] = [:],
                headers: HTTPHeaders = [:], authentication: Authentication = .unspecified, reading: ReadingOptions = []
            ) {
                self.baseURL = baseURL
                self.variables = variables
                self.headers = headers
                self.authentication = authentication
                self.reading = reading
            }

            /// The value of a variable in a base URL, from any scalar.
            struct Variable: Sendable, ExpressibleByStringLiteral {
                let text: String?

                init(_ value: some WireEncodable) { text = try? WireTree(value).text }
                init(stringLiteral value: String) { text = value }
            }

            /// The base URL with its variables put in, without a slash at the end.
            ///
            /// A variable may hold slashes and colons (a path, a host with a port), but nothing that ends host and path or
            /// begins another part of a URL.
            func renderedBaseURL() throws -> String {
                var rendered = ""
                for part in TemplatePart.parts(of: baseURL) {
                    switch part {
                    case .literal(let text): rendered += text
                    case .placeholder(let name, _):
                        guard let value = variables[name]?.text else {
                            throw EncodingFailure("the base URL's {\(name)} has no value")
                        }
                        guard value.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !#"?#@\{}"<>"#.utf8.contains($0) }) else {
                            throw EncodingFailure("the base URL's {\(name)} can't be \(quoted(value))")
                        }
                        rendered += value
                    }
                }
                while rendered.hasSuffix("/") { rendered.removeLast() }
                return rendered
            }
        }

        /// How a request is authenticated. The credential itself comes from the session's `CredentialProviding`.
        nonisolated indirect enum Authentication: Equatable, Sendable {
            /// The description doesn't say it. A session without a credential sends such a request as it is; one with a
            /// credential throws an `EncodingFailure`, since guessing could send one API's secret to another.
            case unspecified
            /// No credential is needed, and none is sent.
            case none
            /// `Authorization: Bearer …` (RFC 6750).
            case bearer
            /// `Authorization: Basic …` (RFC 7617).
            case basic
            /// A key in a header of this name.
            case header(String)
            /// A key in a query item of this name.
            case query(String)
            /// A key in a cookie of this name.
            case cookie(String)
            /// Several at once: `Credential.keys` holds one for each.
            case all([Authentication])
            /// The first of these that the session's credential is made for, else the first as which it can be sent, wherever
            /// `.none` stands among them: that says that the API wants none, and is taken where there is no credential or where
            /// it can't be sent in any of the other ways.
            case oneOf([Authentication])
        }

        /// The handshake between generated code and this library: each generator prints the version that its code was made for.
        ///
        /// When a later release of this library can't serve code of an older generator any more, it marks that version
        /// `@available(*, unavailable, message: "this code is from an older Callsite: run `callsite generate` again")`, so that
        /// the compiler stops at one line that says what to do. Code that is too new for this library names a version that
        /// isn't here.
        nonisolated struct GeneratedCode: Sendable {
            private let number: Int

            static let version1 = GeneratedCode(number: 1)
        }

        """##
    ),
    (
        "CallsiteRuntime/BodyParts.swift",
        #"""
        /// The parts of a body, as another module makes them: `MultipartBody` of CallsiteTransfers.
        nonisolated protocol BodyParts: Sendable {
            /// Whether a part was added, or the body opened.
            var isTouched: Bool { get }

            mutating func addFields(of value: some WireEncodable) throws

            /// The media type of the body, with what separates its parts.
            var contentType: String { get }

            func finished() throws -> HTTPBody
        }

        /// The encoding of a body in parts, for `Endpoint.Body`.
        nonisolated final class BodyPartsEncoding: Sendable {
            let contentType: String
            let make: @Sendable () -> any BodyParts

            init(contentType: String, make: @escaping @Sendable () -> any BodyParts) {
                self.contentType = contentType
                self.make = make
            }
        }

        """#
    ),
    (
        "CallsiteRuntime/ByteBuffer.swift",
        #"""
        import Foundation

        /// Bytes that grow at their end. A copy shares them, so whoever holds one must not be copied.
        ///
        /// Instead of `[UInt8]`, since users run the writer unoptimised in their debug builds: there each `append` to an array
        /// is a call into code for elements of any type, and a slice's goes through its iterator.
        nonisolated struct ByteBuffer {
            /// Frees the bytes. A `deinit` of a non-copyable struct would do, but Swift 6.3's optimiser fails on one behind a
            /// public property.
            private final class Owner {
                let start: UnsafeMutablePointer<UInt8>

                init(capacity: Int) { start = .allocate(capacity: capacity) }

                deinit { start.deallocate() }
            }

            private var owner: Owner?
            private var start: UnsafeMutablePointer<UInt8>?
            private var count = 0
            private var capacity = 0

            var data: Data { withExtendedLifetime(owner) { start.map { Data(bytes: $0, count: count) } ?? Data() } }

            mutating func append(_ byte: UInt8) {
                if count == capacity { grow(1) }
                start![count] = byte
                count += 1
            }

            mutating func append(_ bytes: UnsafePointer<UInt8>, _ length: Int) {
                guard length > 0 else { return }
                if capacity - count < length { grow(length) }
                memcpy(start! + count, bytes, length)
                count += length
            }

            /// A string between quotes, as JSON writes it: quotes, backslashes and control characters are escaped (RFC 8259,
            /// section 7), everything else is UTF-8 as it is.
            mutating func appendQuoted(_ text: UnsafePointer<UInt8>, _ length: Int) {
                if capacity - count < length + 2 { grow(length + 2) }
                start![count] = 0x22
                count += 1
                var from = 0
                var at = ByteScan.nextEscape(text, 0, length)
                while true {
                    memcpy(start! + count, text + from, at - from)
                    count += at - from
                    if at == length { break }
                    // The longest escape, the rest and the quote.
                    if capacity - count < length - at + 7 { grow(length - at + 7) }
                    appendEscape(text[at])
                    from = at + 1
                    at = ByteScan.nextEscape(text, from, length)
                }
                start![count] = 0x22
                count += 1
            }

            /// There is room for six bytes.
            private mutating func appendEscape(_ byte: UInt8) {
                let out = start! + count
                out[0] = 0x5C
                count += 2
                switch byte {
                case 0x22, 0x5C: out[1] = byte
                case 0x0A: out[1] = 0x6E
                case 0x0D: out[1] = 0x72
                case 0x09: out[1] = 0x74
                default:
                    out[1] = 0x75
                    out[2] = 0x30
                    out[3] = 0x30
                    out[4] = byte < 0x10 ? 0x30 : 0x31
                    out[5] = byte & 15 < 10 ? 0x30 + (byte & 15) : 0x57 + (byte & 15)
                    count += 4
                }
            }

            private mutating func grow(_ length: Int) {
                capacity = max(256, capacity * 2, count + length)
                let larger = Owner(capacity: capacity)
                if let start { memcpy(larger.start, start, count) }
                owner = larger
                start = larger.start
            }
        }

        """#
    ),
    (
        "CallsiteRuntime/ByteScan.swift",
        ##"""
        import Foundation

        /// Looking for the bytes of a JSON string that need a second look, eight at a time.
        ///
        /// Users run this unoptimised in their debug builds, where `@_transparent` is inlined only within a file and everything
        /// else is a call, generic code is not specialised, and each variable is cleared by a call. So whole loops stand here
        /// rather than tests for one word, `memcpy` reads the words, and there are few variables.
        nonisolated enum ByteScan {
            /// Where the first byte is that is a quote, a backslash, a control character or outside ASCII; `size`, if none is.
            static func endOfPlainText(_ bytes: UnsafePointer<UInt8>, _ from: Int, _ size: Int) -> Int {
                var at = from
                var word: UInt64 = 0
                while at + 8 <= size {
                    memcpy(&word, bytes + at, 8)
                    word = notPlain(ordered(word))
                    if word != 0 { return at + (word.trailingZeroBitCount >> 3) }
                    at += 8
                    // A run of this length is part of a long string: four words a step.
                    if at - from == 32 { at = afterPlainText(bytes, at, size) }
                }
                while at < size, bytes[at] >= 0x20, bytes[at] < 0x80, bytes[at] != 0x22, bytes[at] != 0x5C { at += 1 }
                return at
            }

            /// Where the first 32 bytes begin that are not all plain.
            private static func afterPlainText(_ bytes: UnsafePointer<UInt8>, _ start: Int, _ size: Int) -> Int {
                var at = start
                var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
                while at + 32 <= size {
                    memcpy(&words, bytes + at, 32)
                    if notPlain(words.0) | notPlain(words.1) | notPlain(words.2) | notPlain(words.3) != 0 { break }
                    at += 32
                }
                return at
            }

            /// Where the next byte is that can't stand in a string as it is: a quote, a backslash, a control character; `size`,
            /// if none is.
            static func nextEscape(_ bytes: UnsafePointer<UInt8>, _ from: Int, _ size: Int) -> Int {
                var at = from
                var word: UInt64 = 0
                while at + 8 <= size {
                    memcpy(&word, bytes + at, 8)
                    word = ordered(word)
                    word = quotesAndBackslashes(word) | controls(word)
                    if word != 0 { return at + (word.trailingZeroBitCount >> 3) }
                    at += 8
                }
                while at < size, bytes[at] >= 0x20, bytes[at] != 0x22, bytes[at] != 0x5C { at += 1 }
                return at
            }

            /// Whether all bytes may stand in a URI (RFC 3986, section 2) whatever comes before and after them: no number
            /// sign, percent sign or bracket is among them. They are known to hold no quote, no backslash and no control character.
            static func isURIText(_ bytes: UnsafePointer<UInt8>, _ size: Int) -> Bool {
                var at = 0
                var word: UInt64 = 0
                while at < size {
                    word = 0x6161_6161_6161_6161
                    memcpy(&word, bytes + at, size - at < 8 ? size - at : 8)
                    if notURI(word) != 0 { return false }
                    at += 8
                }
                return true
            }

            /// Not zero, if a byte is a space, a number sign, a percent sign, one of `<>[]^{|}`, a grave accent, DEL or outside ASCII.
            @_transparent private static func notURI(_ word: UInt64) -> UInt64 {
                zeroes(word ^ 0x2020_2020_2020_2020) | zeroes(word ^ 0x2323_2323_2323_2323)
                    | zeroes(word ^ 0x2525_2525_2525_2525)
                    | zeroes(word ^ 0x3C3C_3C3C_3C3C_3C3C) | zeroes(word ^ 0x3E3E_3E3E_3E3E_3E3E)
                    | zeroes((word | 0x2020_2020_2020_2020) ^ 0x7B7B_7B7B_7B7B_7B7B)
                    | zeroes((word | 0x2020_2020_2020_2020) ^ 0x7C7C_7C7C_7C7C_7C7C)
                    | zeroes((word | 0x2020_2020_2020_2020) ^ 0x7D7D_7D7D_7D7D_7D7D)
                    | zeroes(word ^ 0x5E5E_5E5E_5E5E_5E5E) | zeroes(word ^ 0x6060_6060_6060_6060)
                    | zeroes(word ^ 0x7F7F_7F7F_7F7F_7F7F) | word & 0x8080_8080_8080_8080
            }

            /// The word whose lowest byte is the first in memory.
            @_transparent private static func ordered(_ word: UInt64) -> UInt64 {
                #if _endian(big)
                    word.byteSwapped
                #else
                    word
                #endif
            }

            /// The top bit of each byte that is zero. Above the first such byte there may be others.
            @_transparent private static func zeroes(_ word: UInt64) -> UInt64 {
                (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
            }

            /// The top bit of each byte that is a quote or a backslash; as above.
            @_transparent private static func quotesAndBackslashes(_ word: UInt64) -> UInt64 {
                zeroes(word ^ 0x2222_2222_2222_2222) | zeroes(word ^ 0x5C5C_5C5C_5C5C_5C5C)
            }

            /// The top bit of each byte that can't stand in a string as it is or is outside ASCII; as above.
            @_transparent private static func notPlain(_ word: UInt64) -> UInt64 {
                quotesAndBackslashes(word) | ((word &- 0x2020_2020_2020_2020) | word) & 0x8080_8080_8080_8080
            }

            /// The top bit of each byte that is a control character; as above.
            @_transparent private static func controls(_ word: UInt64) -> UInt64 {
                (word &- 0x2020_2020_2020_2020) & ~word & 0x8080_8080_8080_8080
            }
        }

        """##
    ),
    (
        "CallsiteRuntime/CalendarDate.swift",
        #"""
        import Foundation

        /// A day of the Gregorian calendar: a birthday, a due date. Encoded as `2026-01-31` (the full-date of RFC 3339).
        ///
        /// It has no time and no time zone, so nothing ever shifts it.
        nonisolated struct CalendarDate: Hashable, Sendable, Comparable {
            /// 0 to 9999.
            let year: Int
            /// 1 to 12.
            let month: Int
            /// 1 to the month's last.
            let day: Int

            /// nil if there is no such day: 30 February, month 13, a year beyond 0...9999.
            init?(year: Int, month: Int, day: Int) {
                guard 0...9_999 ~= year, RFC3339.isDay(year: year, month: month, day: day) else { return nil }
                self.year = year
                self.month = month
                self.day = day
            }

            /// The day in a string of the form `2026-01-31`; nil for any other string.
            init?(_ text: String) {
                var text = text
                guard let day = text.withUTF8({ $0.count == 10 ? RFC3339.day($0) : nil }) else { return nil }
                (year, month, self.day) = day
            }

            /// The day that `date` falls on in `timeZone`; nil beyond the years 0 to 9999.
            init?(_ date: Date, in timeZone: TimeZone) {
                let time = (date.timeIntervalSince1970 + Double(timeZone.secondsFromGMT(for: date))) / 86_400
                guard abs(time) < 4_000_000 else { return nil }
                let day = RFC3339.day(daysSince1970: Int(time.rounded(.down)))
                self.init(year: day.year, month: day.month, day: day.day)
            }

            /// Its midnight in UTC.
            var startInGMT: Date {
                Date(timeIntervalSince1970: Double(RFC3339.daysSince1970(year: year, month: month, day: day)) * 86_400)
            }

            static func < (left: CalendarDate, right: CalendarDate) -> Bool {
                (left.year, left.month, left.day) < (right.year, right.month, right.day)
            }
        }

        nonisolated extension CalendarDate: CustomStringConvertible {
            /// `2026-01-31`.
            var description: String { RFC3339.text(year: year, month: month, day: day) }
        }

        nonisolated extension CalendarDate: WireCodable {
            init(from value: borrowing WireValue) throws {
                guard let date = CalendarDate(try value.string()) else {
                    throw value.failure("a calendar date like 2026-01-31")
                }
                self = date
            }

            func write(to output: inout FieldWriter) { output.string(description) }
        }

        """#
    ),
    (
        "CallsiteRuntime/Containers+Reading.swift",
        #"""
        import Foundation

        nonisolated extension Optional: WireDecodable where Wrapped: WireDecodable {
            static var absent: Self? { .some(nil) }

            /// null is nil. An empty string in place of an optional URL is nil too, since many servers use it for a missing
            /// one.
            init(from value: borrowing WireValue) throws {
                let isURL = Wrapped.self == StoredURL.self || Wrapped.self == URL.self
                let isNothing = value.isNull || isURL && (try? value.string())?.isEmpty == true
                self = isNothing ? nil : try Wrapped(from: value)
            }
        }

        nonisolated extension Array: WireDecodable where Element: WireDecodable {
            init(from value: borrowing WireValue) throws {
                let tape = value.tape
                let index = value.index
                guard tape.pointee.tag(index) == Tape.Tag.array else { throw value.failure("a list") }
                let end = tape.pointee.after(index)
                // For an array without capacity the standard library writes the count into the one empty array that all threads
                // share.
                guard end > index + 1 else {
                    self = []
                    return
                }
                guard !tape.pointee.notes.options.contains(.skippingLists) else {
                    self = try Array(skippingIn: tape, index + 1..<end)
                    return
                }
                self = try Array(unsafeUninitializedCapacity: tape.pointee.count(index)) { buffer, count in
                    var at = index + 1
                    while at < end {
                        try (buffer.baseAddress.unsafelyUnwrapped + count).initialize(to: Element(from: WireValue(tape, at)))
                        count += 1
                        at = tape.pointee.after(at)
                    }
                }
            }

            /// Leaves out what is no `Element`, and notes it.
            private init(skippingIn tape: UnsafePointer<Tape>, _ range: Range<Int>) throws {
                self = []
                var at = range.lowerBound
                while at < range.upperBound {
                    // If an element fails, only its own failure is noted, and no longer the values that it had left out.
                    let noted = tape.pointee.notes.skipped.count
                    do {
                        append(try Element(from: WireValue(tape, at)))
                    } catch let failure as DecodingFailure {
                        tape.pointee.notes.skipped.removeSubrange(noted...)
                        tape.pointee.notes.skipped.append(failure)
                    }
                    at = tape.pointee.after(at)
                }
            }
        }

        nonisolated extension Dictionary: WireDecodable where Key == String, Value: WireDecodable {
            init(from value: borrowing WireValue) throws {
                guard value.isObject else { throw value.failure("an object") }
                self = try FieldReader(value).others(besides: [])
            }
        }

        nonisolated extension WireValue {
            var isObject: Bool { tape.pointee.isObject(index) }
        }

        """#
    ),
    (
        "CallsiteRuntime/Credential.swift",
        #"""
        import Foundation

        /// A credential that authenticates requests. Its descriptions never show the secret.
        nonisolated enum Credential: Equatable, Sendable {
            /// A bearer token (RFC 6750).
            case bearer(String)
            /// A user name and a password (RFC 7617). The name must not contain a colon.
            case basic(user: String, password: String)
            /// An API key. It can also be sent as a bearer token, or as the user of `Basic` without a password.
            case key(String)
            /// Several keys at once, by the names of the headers, query items and cookies that carry them. A bearer token
            /// has the name `Authorization`.
            case keys([String: String])
        }

        nonisolated extension Credential: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
            /// The kind, never the secret.
            var description: String {
                switch self {
                case .bearer: "Credential.bearer(\(SecretNames.mark))"
                case .basic: "Credential.basic(\(SecretNames.mark))"
                case .key: "Credential.key(\(SecretNames.mark))"
                case .keys(let keys): "Credential.keys(\(keys.keys.sorted().joined(separator: ", ")): \(SecretNames.mark))"
                }
            }
            var debugDescription: String { description }
            var customMirror: Mirror { Mirror(self, children: []) }
        }

        /// A source of credentials, which is asked before each request: a `Credential` itself, a keychain, a token that is
        /// renewed.
        nonisolated protocol CredentialProviding: Sendable {
            /// The credential for `request`; nil sends it without one. Called only for requests to the session's or the API's
            /// own origin, and only when the endpoint needs one.
            func credential(for request: HTTPRequest) async throws -> Credential?

            /// Called when the server has refused a credential with a 401. The request is sent once more with the returned
            /// credential. If this returns nil, which is the default, or the same credential, the 401 is the response.
            ///
            /// Many requests may be refused at once: renew a token once for all of them, as `RenewingCredential` of
            /// CallsiteToolkit does.
            func replacement(for refused: Credential, refusedBy response: HTTPResponse) async throws -> Credential?
        }

        nonisolated extension CredentialProviding {
            func replacement(for refused: Credential, refusedBy response: HTTPResponse) async throws -> Credential? {
                nil
            }
        }

        nonisolated extension Credential: CredentialProviding {
            func credential(for request: HTTPRequest) async throws -> Credential? { self }
        }

        nonisolated extension HTTPRequest {
            /// Whether a credential was put into it: one that the request has already stays.
            func differs(from other: HTTPRequest) -> Bool { headers != other.headers || url != other.url }

            func attaching(_ credential: Credential, as authentication: Authentication) throws -> HTTPRequest {
                var copy = self
                try copy.attach(credential, as: authentication)
                return copy
            }

            /// Puts a credential where the description wants it. A header that the request sets itself stays.
            mutating func attach(_ credential: Credential, as authentication: Authentication) throws {
                switch authentication {
                case .none, .unspecified: return
                case .all(let parts): for part in parts { try attach(credential, as: part) }
                case .oneOf: if let way = credential.way(of: authentication) { try attach(credential, as: way) }
                case .bearer, .basic:
                    secrets.append(.header("authorization"))
                    if headers["Authorization"] == nil {
                        headers["Authorization"] = try credential.authorization(authentication)
                    }
                case .header(let name):
                    secrets.append(.header(name.lowercased()))
                    if headers[name] == nil { headers[name] = try credential.plain(for: name) }
                case .cookie(let name):
                    headers.addCookies(["\(name)=\(try credential.cookie(name))"])
                case .query(let name):
                    secrets.append(.query(name))
                    let text = url.absoluteString
                    let item = percentEncoded(name) + "=" + percentEncoded(try credential.plain(for: name))
                    guard let url = URL(string: text + (text.contains("?") ? "&" : "?") + item) else {
                        throw EncodingFailure("\(name): the credential can't be put into the URL")
                    }
                    self.url = url
                }
                try headers.check()
            }
        }

        nonisolated extension Credential {
            fileprivate func authorization(_ authentication: Authentication) throws -> String {
                switch self {
                case .bearer(let token): return "Bearer \(token)"
                case .key(let key) where authentication == .bearer: return "Bearer \(key)"
                case .key(let key): return try Credential.basic(user: key, password: "").authorization(.basic)
                case .keys(let keys):
                    guard let key = keys["Authorization"] else {
                        throw EncodingFailure("the credential has no key for Authorization")
                    }
                    return try Credential.key(key).authorization(authentication)
                case .basic(let user, let password):
                    guard !user.contains(":") else {
                        throw EncodingFailure("Authorization: a user's name can't hold a colon (RFC 7617)")
                    }
                    return "Basic " + Data("\(user):\(password)".utf8).base64EncodedString()
                }
            }

            fileprivate func plain(for name: String) throws -> String {
                switch self {
                case .bearer(let text), .key(let text): return text
                case .keys(let keys):
                    guard let key = keys[name] else { throw EncodingFailure("the credential has no key for \(name)") }
                    return key
                case .basic: throw EncodingFailure("the API wants a key, and the session has a user with a password")
                }
            }

            /// The server has chosen the text, so it goes back as it is, quotes around it included. A character that ends a
            /// cookie would make two of it.
            fileprivate func cookie(_ name: String) throws -> String {
                let text = try plain(for: name)
                let isQuoted = text.count > 1 && text.hasPrefix("\"") && text.hasSuffix("\"")
                let content = isQuoted ? text.dropFirst().dropLast() : text[...]
                guard content.unicodeScalars.allSatisfy(isCookieOctet) else {
                    throw EncodingFailure(
                        "\(name): the credential has characters that a cookie can't contain (RFC 6265); encode them as the API expects"
                    )
                }
                return text
            }

            /// The way in which this credential is sent: of several, the one that fits it best, or the first of equals; nil if
            /// nothing is sent.
            func way(of authentication: Authentication) -> Authentication? {
                switch authentication {
                case .none, .unspecified: return nil
                case .all(let parts):
                    let ways = parts.compactMap(way)
                    return ways.count < 2 ? ways.first : .all(ways)
                case .oneOf(let alternatives):
                    var best: (way: Authentication, fit: Fit)?
                    for alternative in alternatives {
                        let fit = fit(to: alternative)
                        if best.map({ $0.fit < fit }) ?? true { best = (alternative, fit) }
                    }
                    return best.flatMap { way(of: $0.way) }
                default: return authentication
                }
            }

            /// How well a credential fits a way of authenticating.
            private enum Fit: Comparable {
                /// To send it so is an error.
                case impossible
                /// Nothing of it is sent, and the API agrees (`security: [{}, …]` in OpenAPI). Anything that can be sent goes
                /// before.
                case unused
                /// It can be sent so, though it isn't made for it: a bearer token in a header of the API's own.
                case possible
                case exact
            }

            private func fit(to authentication: Authentication) -> Fit {
                switch (authentication, self) {
                case (.none, _), (.unspecified, _): .unused
                case (.oneOf(let alternatives), _): alternatives.map(fit).max() ?? .unused
                case (.all(let parts), .keys): Credential.together(parts.map(fit))
                // One secret for several places is nothing that an API of several secrets would be content with.
                case (.all(let parts), _): min(.possible, Credential.together(parts.map(fit)))
                case (.bearer, .keys(let keys)), (.basic, .keys(let keys)): keys["Authorization"] == nil ? .impossible : .exact
                case (.header(let name), .keys(let keys)), (.query(let name), .keys(let keys)),
                    (.cookie(let name), .keys(let keys)):
                    keys[name] == nil ? .impossible : .exact
                case (.bearer, .bearer), (.basic, .basic): .exact
                case (.header, .key), (.query, .key), (.cookie, .key): .exact
                case (.bearer, _), (.basic, _): .possible
                case (.header, .bearer), (.query, .bearer), (.cookie, .bearer): .possible
                case (.header, .basic), (.query, .basic), (.cookie, .basic): .impossible
                }
            }

            /// The worst fit among parts that are sent together; parts for which nothing need be sent don't count.
            private static func together(_ fits: [Fit]) -> Fit { fits.filter { $0 != .unused }.min() ?? .unused }
        }

        """#
    ),
    (
        "CallsiteRuntime/DecodingFailure.swift",
        #"""
        import Foundation

        /// A response that isn't as its description says: the place, the expected value, and the value found.
        ///
        ///     /items/3/owner/login: expected a string, found null (GET https://api.example.com/items: 200, application/json)
        nonisolated struct DecodingFailure: Error, RuntimeFailure, Sendable {
            /// The JSON Pointer (RFC 6901) of the value; empty for the document itself, and for a document that is no JSON.
            /// For a header it is `header` and the header's name.
            let path: String
            /// The value that the description requires: `a string`.
            let expected: String
            /// The value found. Short values are quoted, long ones are cut, and those of secrets are left out. If the document
            /// isn't JSON, this has the line and column.
            var found: String {
                // Not in `init`: unions try alternatives, and forget most failures.
                let name = path.split(whereSeparator: { $0 == "/" || $0 == " " }).last.map(String.init) ?? ""
                return value.hasPrefix("\"") && SecretNames.contains(field: name) ? SecretNames.mark : withoutSecrets(value)
            }
            private let value: String
            /// The response that contained the value. A session sets it; nil if you decode a document yourself.
            var response: HTTPResponse?

            init(path: String, expected: String, found: String, response: HTTPResponse? = nil) {
                self.path = path
                self.expected = expected
                value = found
                self.response = response
            }

            /// The same in a document of which another `Decoder` has read the part at `path`.
            func below(_ path: [any CodingKey]) -> DecodingFailure {
                let place = path.map { "/" + ($0.intValue.map(String.init) ?? pointerToken($0.stringValue)) }.joined()
                return DecodingFailure(path: place + self.path, expected: expected, found: value, response: response)
            }
        }

        /// Runs a block, and adds the response to its `DecodingFailure`.
        nonisolated func addingResponse<Value>(_ response: HTTPResponse, _ body: () throws -> Value) throws -> Value {
            do {
                return try body()
            } catch var failure as DecodingFailure {
                failure.response = failure.response ?? response
                throw failure
            }
        }

        nonisolated extension DecodingFailure: CustomStringConvertible, CustomReflectable, LocalizedError {
            var customMirror: Mirror {
                Mirror(
                    self,
                    children: [
                        "path": path, "expected": expected, "found": found, "response": response.map { "\($0)" } ?? "none",
                    ])
            }

            var description: String {
                let place = path.isEmpty ? "/" : path
                let text = "\(place): expected \(expected), found \(found)"
                guard let response else { return text }
                let request = response.request.map { $0 + ": " } ?? ""
                return "\(text) (\(request)\(response.status), \(response.headers["Content-Type"] ?? "no content type"))"
            }

            var errorDescription: String? { description }
        }

        """#
    ),
    (
        "CallsiteRuntime/Endpoint.swift",
        #"""
        import Foundation

        /// The method and path of a request, as an API's documentation has them, and the settings of every request to it.
        ///
        ///     .get("/repos/{owner}/{repo}/issues")
        ///     .post("/tokens", body: .form).authenticated(by: .basic)
        ///     .delete("/stories/{id}").timeout(seconds: 10)
        nonisolated struct Endpoint: Sendable {
            let method: HTTPMethod
            /// The template; values replace the names in braces.
            let path: String
            /// How the body is encoded; nil: the request has no body.
            let body: Body?
            /// The base URL of this endpoint, if it isn't the API's.
            private(set) var server: String?
            /// nil: as the API says.
            private(set) var authentication: Authentication?
            /// How long one attempt may take, in seconds; nil: the session's or the transport's limit.
            private(set) var timeout: Double?
            /// Sent with every request. They override the API's headers.
            private(set) var headers: HTTPHeaders = [:]
            /// The content type for `Accept`; nil: JSON if the response is decoded, else anything.
            private(set) var accepted: Content?
            /// The statuses that mean success; nil: all from 200 to 299.
            private(set) var successStatuses: Set<Int>?
            /// Whether such a response is a success by its body; nil: it is.
            var isSuccessByBody: (@Sendable (HTTPResponse) -> Bool)?
            /// The format of a streamed response; nil: the response isn't a stream.
            private(set) var stream: StreamFormat?
            /// Whether the request is idempotent, so that it can be retried (RFC 9110, 9.2.2).
            private(set) var isIdempotent: Bool
            /// The header for a key that the session makes once for a request, so that the server recognises a retry.
            private(set) var idempotencyKey: String?

            private init(_ method: HTTPMethod, _ path: String, _ body: Body?) {
                self.method = method
                self.path = path
                self.body = body
                isIdempotent = method.isIdempotent
            }

            /// The encoding of a body.
            enum Body: Sendable {
                /// `application/json`.
                case json
                /// `application/x-www-form-urlencoded`, nested objects as `a[b]=c`.
                case form(lists: FormLists)
                /// `text/plain`: the value's text, not quoted.
                case text
                /// Parts, which another module encodes: `.multipart` of CallsiteTransfers.
                case parts(BodyPartsEncoding)
                /// `application/octet-stream`, or the content's own media type: bytes as they are.
                case binary
                /// `application/x-ndjson`: a list, the JSON of each element on a line of its own.
                case lines

                /// A form in which lists repeat the name.
                static var form: Body { .form(lists: .repeated) }

                var contentType: String {
                    switch self {
                    case .json: "application/json"
                    case .form: "application/x-www-form-urlencoded"
                    case .text: "text/plain; charset=utf-8"
                    case .parts(let encoding): encoding.contentType
                    case .binary: "application/octet-stream"
                    case .lines: "application/x-ndjson"
                    }
                }
            }

            /// How a form encodes a list.
            enum FormLists: Sendable {
                /// `a=1&a=2`
                case repeated
                /// `a[]=1&a[]=2`
                case bracketed
                /// `a[0]=1&a[1]=2`
                case indexed
            }

            /// The content type of a response.
            enum Content: Sendable {
                case json, text, binary

                var accept: String {
                    switch self {
                    case .json: "application/json"
                    case .text: "text/plain, text/*;q=0.9, */*;q=0.8"
                    case .binary: "*/*"
                    }
                }
            }
        }

        // MARK: Making one

        nonisolated extension Endpoint {
            /// A body of a GET is sent on Linux; URLSession refuses it on Apple systems, where sending throws an
            /// `EncodingFailure`.
            static func get(_ path: String, body: Body? = nil) -> Endpoint { Endpoint(.get, path, body) }
            static func head(_ path: String, body: Body? = nil) -> Endpoint { Endpoint(.head, path, body) }
            static func options(_ path: String, body: Body? = nil) -> Endpoint { Endpoint(.options, path, body) }
            static func post(_ path: String, body: Body? = .json) -> Endpoint { Endpoint(.post, path, body) }
            static func put(_ path: String, body: Body? = .json) -> Endpoint { Endpoint(.put, path, body) }
            static func patch(_ path: String, body: Body? = .json) -> Endpoint { Endpoint(.patch, path, body) }
            static func delete(_ path: String, body: Body? = nil) -> Endpoint { Endpoint(.delete, path, body) }
            static func query(_ path: String, body: Body? = .json) -> Endpoint { Endpoint(.query, path, body) }

            /// Any other method. The name is sent as it is written.
            static func method(_ name: String, _ path: String, body: Body? = nil) -> Endpoint {
                Endpoint(HTTPMethod(name), path, body)
            }
        }

        nonisolated extension Endpoint {
            /// Sends to another base URL than the API's. The base URL of a session still overrides it.
            func server(_ baseURL: String) -> Endpoint { with { $0.server = baseURL } }

            /// Authenticates requests in another way than the API's.
            func authenticated(by authentication: Authentication) -> Endpoint {
                with { $0.authentication = authentication }
            }

            /// Limits how long one attempt may take, in seconds, redirects included. After that, sending throws a
            /// `TransportFailure` of the kind `.timedOut`.
            func timeout(seconds: Double) -> Endpoint { with { $0.timeout = seconds } }

            /// Adds headers that are sent with every request.
            func headers(_ headers: HTTPHeaders) -> Endpoint { with { $0.headers.merge(headers) } }

            /// Sets the content type for `Accept`, if no header does.
            func accepting(_ content: Content) -> Endpoint { with { $0.accepted = content } }

            /// Only these statuses mean success.
            func succeeding(with statuses: Int...) -> Endpoint { with { $0.successStatuses = Set(statuses) } }

            /// Makes the response a stream of elements.
            func streaming(_ format: StreamFormat) -> Endpoint { with { $0.stream = format } }

            /// Whether the request may be retried after a failure that leaves open whether the server has seen it. Without this
            /// call the method decides.
            func idempotent(_ isIdempotent: Bool = true) -> Endpoint { with { $0.isIdempotent = isIdempotent } }

            /// Sends a key in the header `name`, the same key with each retry of a request, which makes a retry safe.
            func idempotencyKey(header name: String) -> Endpoint { with { $0.idempotencyKey = name } }

            func isSuccess(_ http: HTTPResponse) -> Bool {
                isSuccess(http.status) && (stream != nil || isSuccessByBody?(http) ?? true)
            }

            func isSuccess(_ status: Int) -> Bool { successStatuses?.contains(status) ?? (200...299 ~= status) }

            func with(_ change: (inout Endpoint) -> Void) -> Endpoint {
                var copy = self
                change(&copy)
                return copy
            }
        }

        """#
    ),
    (
        "CallsiteRuntime/FieldReader+Scalars.swift",
        #"""
        import Foundation

        // The generic subscript once more for the commonest types: what they read is then compiled inside this module, where
        // the optimiser sees all of it (1.4 to 1.6 times the speed of the generic one, measured over whole documents).
        nonisolated extension FieldReader {
            subscript(key: StaticString) -> Int { mutating get throws { try read(key) } }
            subscript(key: StaticString) -> Int? { mutating get throws { try read(key) } }
            subscript(key: StaticString) -> Int64 { mutating get throws { try read(key) } }
            subscript(key: StaticString) -> Int64? { mutating get throws { try read(key) } }
            subscript(key: StaticString) -> String { mutating get throws { try read(key) } }
            subscript(key: StaticString) -> String? { mutating get throws { try read(key) } }
            subscript(key: StaticString) -> Bool { mutating get throws { try read(key) } }
            subscript(key: StaticString) -> Bool? { mutating get throws { try read(key) } }
            subscript(key: StaticString) -> Double { mutating get throws { try read(key) } }
            subscript(key: StaticString) -> Double? { mutating get throws { try read(key) } }
            subscript(key: StaticString) -> Date { mutating get throws { try read(key) } }
            subscript(key: StaticString) -> Date? { mutating get throws { try read(key) } }
            subscript(key: StaticString) -> URL { mutating get throws { try read(key) } }
            subscript(key: StaticString) -> URL? { mutating get throws { try read(key) } }
            subscript(key: StaticString) -> [String] { mutating get throws { try read(key) } }
            subscript(key: StaticString) -> [String]? { mutating get throws { try read(key) } }
            subscript(key: StaticString) -> [String: String] { mutating get throws { try read(key) } }
            subscript(key: StaticString) -> [String: String]? { mutating get throws { try read(key) } }
        }

        """#
    ),
    (
        "CallsiteRuntime/FieldReader.swift",
        #"""
        import Foundation

        /// The fields of one object while it is read. One call per field; the property's type says the rest.
        ///
        ///     id = try fields["id"]                          // a missing key or null is an error
        ///     note = try fields["note"]                      // an Optional: missing or null is nil; a Patch tells them apart
        ///     topics = try fields["topics", default: []]     // missing or null is the default
        ///     owner = try fields[nullable: "owner"]          // null is nil, but the key must be there
        ///     level = try fields[guessed: "level"]           // a value of another type is nil
        ///
        /// A look-up goes on behind the last hit and then starts again from the front, so fields read in the document's order
        /// cost one comparison each. If a key is repeated, the last one counts.
        nonisolated struct FieldReader: ~Copyable {
            private let tape: UnsafePointer<Tape>
            private let start: Int
            private let end: Int
            private let hasRepeats: Bool
            private var cursor: Int

            init(_ value: borrowing WireValue) throws {
                let index = value.index
                guard value.tape.pointee.isObject(index) else { throw value.failure("an object") }
                tape = value.tape
                start = index + 1
                end = tape.pointee.after(index)
                hasRepeats = tape.pointee.hasRepeats(index)
                cursor = start
            }

            /// The field `key`. A missing key is what the type says: an error, nil, `.unchanged`.
            subscript<T: WireDecodable>(key: StaticString) -> T {
                mutating get throws { try read(key) }
            }

            /// The field `key`, or `value` where it is missing or null.
            subscript<T: WireDecodable>(key: StaticString, default value: @autoclosure () -> T) -> T {
                mutating get throws {
                    let found: T? = try read(key)
                    return found ?? value()
                }
            }

            /// The field `key`, which must be there and may be null.
            subscript<T: WireDecodable>(nullable key: StaticString) -> T? {
                mutating get throws {
                    guard contains(key) else { throw missing(key) }
                    return try read(key)
                }
            }

            /// The field `key`, whose type the description doesn't say. A value of another type is as absent as a missing one,
            /// and reported as a skipped element of a list is.
            subscript<T: WireDecodable>(guessed key: StaticString) -> T {
                mutating get throws {
                    do {
                        return try read(key)
                    } catch let failure as DecodingFailure {
                        guard let absent = T.absent else { throw failure }
                        tape.pointee.notes.skipped.append(failure)
                        return absent
                    }
                }
            }

            /// Whether the object has the key `key`, even if its value is null.
            mutating func contains(_ key: StaticString) -> Bool { find(key) >= 0 }

            /// The fields whose keys are not among `known`, for objects that also have properties of any name.
            func others<T: WireDecodable>(besides known: [StaticString]) throws -> [String: T] {
                let known = Set(known.map { "\($0)" })
                func isKnown(_ key: String) -> Bool { known.firstIndex(of: key).map { isSameText(known[$0], key) } ?? false }
                var others: [String: T] = [:]
                others.reserveCapacity(max(0, tape.pointee.count(start - 1) - known.count))
                var at = start
                while at < end {
                    let key = tape.pointee.string(at)
                    if !isKnown(key) {
                        let count = others.count
                        others[key] = try T(from: WireValue(tape, at + 1))
                        if others.count == count { try tape.pointee.checkKey(key, in: others, start - 1) }
                    }
                    at = tape.pointee.after(at + 1)
                }
                return others
            }

            @inline(__always) mutating func read<T: WireDecodable>(_ key: StaticString) throws -> T {
                let index = find(key)
                return index >= 0 ? try T(from: WireValue(tape, index)) : try absent(key)
            }

            /// Apart, since it needs the metadata of `T?`, which a debug build looks up whenever the function that names it is
            /// entered.
            private func absent<T: WireDecodable>(_ key: StaticString) throws -> T {
                guard let absent = T.absent else { throw missing(key) }
                return absent
            }

            /// The text of a scalar field, for a union's discriminator.
            mutating func scalarText(_ key: StaticString) throws -> String? {
                guard contains(key) else { return nil }
                // The value by which a case is known isn't unrecognized.
                let (notes, unrecognized) = (tape.pointee.notes, tape.pointee.notes.unrecognized)
                defer { notes.unrecognized = unrecognized }
                let value: JSONValue = try read(key)
                return switch value {
                case .string(let text): text
                // `1.0` is `1` (JSON Schema, section 4.2.2).
                case .number(let number):
                    if Int64(number.digits) == nil, let value = Double(number.digits).flatMap({ Int64(exactly: $0) }) {
                        "\(value)"
                    } else {
                        number.digits
                    }
                case .bool(let flag): flag ? "true" : "false"
                case .null, .array, .object: nil
                }
            }

            // MARK: Looking up

            /// The index of the value of `key`; -1: there is none.
            private mutating func find(_ key: StaticString) -> Int {
                if hasRepeats { return tape.pointee.findLast(key, start, end) }
                let found = tape.pointee.find(key, start, cursor, end)
                if found >= 0 { cursor = tape.pointee.after(found) }
                return found
            }

            private func missing(_ key: StaticString) -> any Error {
                let path = tape.pointee.path(of: start - 1) + "/" + pointerToken("\(key)")
                return DecodingFailure(path: path, expected: "a value", found: "no such key")
            }
        }

        nonisolated extension Tape {
            /// Throws where a key that was set again is another one, which only looks the same: Swift's dictionaries can't hold
            /// both.
            func checkKey<Value>(_ key: String, in fields: [String: Value], _ object: Int) throws {
                guard let first = fields.index(forKey: key), !isSameText(fields[first].key, key) else { return }
                throw DecodingFailure(
                    path: path(of: object), expected: "keys that differ as Swift strings do",
                    found: "\(quoted(key)) twice, in different characters")
            }
        }

        """#
    ),
    (
        "CallsiteRuntime/FieldWriter.swift",
        #"""
        import Foundation

        /// Encodes fields and values as JSON.
        ///
        ///     fields["title"] = title                // nil and .unchanged are left out
        ///     fields[nullable: "note"] = note        // nil is written as null
        ///
        /// Setting a field can't throw, so the first error is kept, and thrown when the bytes are requested.
        nonisolated struct FieldWriter: ~Copyable {
            private var bytes = ByteBuffer()
            /// Gets what is written in place of `bytes`: for parameters and forms, so that a value looks alike there and in JSON.
            private let tree: WireTreeBuilder?
            private var needsComma = false
            private var failure: EncodingFailure?
            /// The field being written, for a failure's text.
            private var field: StaticString?
            /// A union's discriminator, which goes into the next object as its first field.
            private var discriminator: (key: StaticString, value: String)?
            /// The discriminator that an object has already, which its own field of that name doesn't write again, and how deep
            /// that object is.
            private var writtenKey: StaticString = ""
            private var writtenDepth = -1
            /// How many objects are open.
            private var depth = 0
            /// Whether a field or a value was written, or an object opened.
            private(set) var isTouched = false

            init(makesTree: Bool = false) { tree = makesTree ? WireTreeBuilder() : nil }

            /// Writes the field `key`, unless the value is absent.
            subscript<T: WireEncodable>(key: StaticString) -> T {
                @available(*, unavailable, message: "fields are only written here")
                get { fatalError("unavailable") }
                set {
                    guard !newValue.isAbsent, !isWritten(key) else { return }
                    isTouched = true
                    writeKey(key)
                    newValue.write(to: &self)
                }
            }

            /// Writes the field `key`; nil is written as null.
            subscript<T: WireEncodable>(nullable key: StaticString) -> T? {
                @available(*, unavailable, message: "fields are only written here")
                get { fatalError("unavailable") }
                set {
                    isTouched = true
                    guard !isWritten(key) else { return }
                    writeKey(key)
                    newValue.write(to: &self)
                }
            }

            /// Makes an object, even if none of its fields is written: a request's body that must be there.
            mutating func open() { isTouched = true }

            /// Writes one value.
            mutating func write(_ value: some WireEncodable) {
                isTouched = true
                value.write(to: &self)
            }

            /// Writes an alternative of a union with its discriminator as the first field. The value must be an object. A field
            /// of its own with that name isn't written: the case says what it is.
            mutating func write(_ value: some WireEncodable, discriminator key: StaticString, is name: String) {
                let outer = (writtenKey, writtenDepth)
                defer { (writtenKey, writtenDepth) = outer }
                discriminator = (key, name)
                write(value)
                if discriminator != nil {
                    discriminator = nil
                    fail("\(key): only an object can hold a discriminator")
                }
            }

            /// Writes fields whose names are known at run time only, in the order of their keys: the other properties of an
            /// object.
            mutating func merge<T: WireEncodable>(_ fields: [String: T]) {
                isTouched = isTouched || !fields.isEmpty
                // Both have the same order. A list of strings is sorted by code for strings; the keys of a dictionary of any type
                // would be by code for anything, ten times as slow.
                let (keys, values) = (Array(fields.keys), Array(fields.values))
                for position in sortedPositions(of: keys) where writtenDepth != depth || keys[position] != "\(writtenKey)" {
                    writeKey(keys[position])
                    values[position].write(to: &self)
                }
            }

            /// Records that the value can't be encoded. The first such error is thrown at the end.
            mutating func fail(_ message: String) {
                guard failure == nil else { return }
                failure = EncodingFailure(field.map { "\($0): \(message)" } ?? message)
            }

            // MARK: The parts of JSON

            mutating func openObject() {
                open(0x7B)
                depth += 1
                if let (key, value) = discriminator {
                    discriminator = nil
                    writeKey(key)
                    string(value)
                    (writtenKey, writtenDepth) = (key, depth)
                }
            }

            mutating func closeObject() {
                depth -= 1
                close(0x7D)
            }

            mutating func openList() { open(0x5B) }

            mutating func closeList() { close(0x5D) }

            private mutating func open(_ bracket: UInt8) {
                if let tree { return tree.begin(isObject: bracket == 0x7B) }
                separate()
                bytes.append(bracket)
                needsComma = false
            }

            private mutating func close(_ bracket: UInt8) {
                if let tree { return tree.end() }
                bytes.append(bracket)
                needsComma = true
            }

            mutating func null() { if let tree { tree.add(.null) } else { literal("null") } }

            /// A number, or `true` or `false`, as JSON has them.
            mutating func literal(_ json: String) {
                if let tree { return tree.add(.scalar(json)) }
                separate()
                var json = json
                json.withUTF8 { if let start = $0.baseAddress { bytes.append(start, $0.count) } }
            }

            mutating func string(_ text: String) {
                if let tree { return tree.add(.scalar(text)) }
                separate()
                var text = text
                text.withUTF8 {
                    if let start = $0.baseAddress { return bytes.appendQuoted(start, $0.count) }
                    bytes.append(0x22)
                    bytes.append(0x22)
                }
            }

            mutating func writeKey(_ key: StaticString) {
                field = key
                if let tree { return tree.addKey("\(key)") }
                separate()
                bytes.appendQuoted(key.utf8Start, key.utf8CodeUnitCount)
                bytes.append(0x3A)
                needsComma = false
            }

            mutating func writeKey(_ key: String) {
                if let tree { return tree.addKey(key) }
                string(key)
                bytes.append(0x3A)
                needsComma = false
            }

            /// The bytes, or the first failure.
            consuming func finished() throws -> Data {
                if let failure { throw failure }
                return bytes.data
            }

            /// The tree, or the first failure.
            consuming func finishedTree() throws -> WireTree {
                if let failure { throw failure }
                guard let root = tree?.root else { throw EncodingFailure("no value was written") }
                return root
            }

            private func isWritten(_ key: StaticString) -> Bool {
                writtenDepth == depth && key.utf8CodeUnitCount == writtenKey.utf8CodeUnitCount
                    && memcmp(key.utf8Start, writtenKey.utf8Start, key.utf8CodeUnitCount) == 0
            }

            private mutating func separate() {
                if needsComma { bytes.append(0x2C) }
                needsComma = true
            }
        }

        """#
    ),
    (
        "CallsiteRuntime/FormBody.swift",
        #"""
        import Foundation

        /// The pairs of a form, names and values not yet encoded: nested objects as `a[b]`, lists as `lists` says.
        ///
        /// A list of objects or of lists has its elements' positions in the name whatever `lists` says: without them the server
        /// could not tell where one element ends. Null is an empty value, or nothing.
        nonisolated func formPairs(_ name: String, _ value: WireTree, lists: Endpoint.FormLists, keepsNull: Bool) -> [(String, String)] {
            switch value {
            case .null: return keepsNull ? [(name, "")] : []
            case .scalar(let text): return [(name, text)]
            case .object(let fields):
                return fields.flatMap { formPairs("\(name)[\($0.key)]", $0.value, lists: lists, keepsNull: keepsNull) }
            case .list(let elements):
                return elements.enumerated().flatMap { position, element in
                    var name = name
                    switch (lists, element) {
                    case (_, .list), (_, .object), (.indexed, _): name += "[\(position)]"
                    case (.bracketed, _): name += "[]"
                    case (.repeated, _): break
                    }
                    return formPairs(name, element, lists: lists, keepsNull: keepsNull)
                }
            }
        }

        /// A body in `application/x-www-form-urlencoded`. The value must be an object; `items` are fields with a style of their
        /// own.
        nonisolated func formBody(_ value: WireTree, lists: Endpoint.FormLists, items: [RequestWriter.Parameters.Item] = []) throws -> Data
        {
            guard case .object(let fields) = value else { throw EncodingFailure("a form's body must be an object") }
            let pairs = fields.flatMap { formPairs($0.key, $0.value, lists: lists, keepsNull: true) }
            let texts = try pairs.map { formEncoded($0) + "=" + formEncoded($1) } + items.flatMap { try $0.queryItems() }
            return Data(texts.joined(separator: "&").utf8)
        }

        """#
    ),
    (
        "CallsiteRuntime/HTTPResponse+Reading.swift",
        #"""
        import Foundation

        nonisolated extension HTTPResponse {
            /// Decodes the body as JSON, whatever its content type says. An empty body is nil for an optional, and an error
            /// otherwise.
            ///
            /// - Throws: A `DecodingFailure` that carries this response.
            func decode<T: WireDecodable>(_ type: T.Type = T.self) throws -> T {
                try addingResponse(self) {
                    guard hasBody else {
                        if let absent = T.absent { return absent }
                        throw DecodingFailure(path: "", expected: "a JSON value", found: "an empty body")
                    }
                    return try decodeJSON(from: body, sessionNotes)
                }
            }

            /// Decodes a piece of a body, as leniently as all of it would be.
            func decode<T: WireDecodable>(piece text: String) throws -> T {
                var text = text
                return try addingResponse(self) { try text.withUTF8 { try decodeJSON(from: $0, sessionNotes) } }
            }

            /// The body as a `T`; nil if it isn't one. For a `RequestFailure`, which can't throw.
            func decoded<T: WireDecodable>(_ type: T.Type) -> T? {
                hasBody ? try? decodeJSON(from: body, ResponseNotes(reading: sessionNotes.reading)) : nil
            }

            /// The body as a string, by the `charset` of its content type: UTF-8 (the default), US-ASCII or ISO 8859-1.
            func text() throws -> String {
                let text: String?
                switch charset {
                case nil, "utf-8", "utf8", "us-ascii", "ascii": text = String(data: body, encoding: .utf8)
                case "iso-8859-1", "latin1": text = String(data: body, encoding: .isoLatin1)
                case let other?:
                    throw DecodingFailure(
                        path: "", expected: "text in UTF-8", found: "the charset \(quoted(other))", response: self)
                }
                guard let text else {
                    throw DecodingFailure(path: "", expected: "text in UTF-8", found: "other bytes", response: self)
                }
                return text
            }

            /// 204 (no content) and 205 (reset content) have no body, whatever follows their headers.
            var hasBody: Bool { !body.isEmpty && status != 204 && status != 205 }

            private var charset: String? { headers.mediaType?.parameters["charset"]?.lowercased() }
        }

        """#
    ),
    (
        "CallsiteRuntime/Indirect.swift",
        #"""
        import Foundation

        /// A box that makes a struct finite which contains itself, and keeps one small which holds a large one. The struct
        /// stays a value, immutable and `Sendable`.
        ///
        ///     public var parent: Comment? { _parent?.value }
        ///     private let _parent: Indirect<Comment>?
        nonisolated indirect enum Indirect<Wrapped: Sendable>: Sendable {
            case box(Wrapped)

            init(_ value: Wrapped) { self = .box(value) }

            var value: Wrapped {
                switch self {
                case .box(let value): value
                }
            }
        }

        nonisolated extension Indirect: Equatable where Wrapped: Equatable {}
        nonisolated extension Indirect: Hashable where Wrapped: Hashable {}

        nonisolated extension Indirect: Decodable where Wrapped: WireDecodable {}
        nonisolated extension Indirect: WireDecodable where Wrapped: WireDecodable {
            static var absent: Self? { Wrapped.absent.map { Indirect($0) } }

            init(from value: borrowing WireValue) throws { self = .box(try Wrapped(from: value)) }
        }

        nonisolated extension Indirect: Encodable where Wrapped: WireEncodable {}
        nonisolated extension Indirect: WireEncodable where Wrapped: WireEncodable {
            var isAbsent: Bool { value.isAbsent }

            func write(to output: inout FieldWriter) { value.write(to: &output) }
        }

        """#
    ),
    (
        "CallsiteRuntime/JSONValue.swift",
        #"""
        import Foundation

        /// Any JSON value. Numbers keep their digits. Objects are written in the order of their keys, and of repeated keys the
        /// last one counts.
        nonisolated enum JSONValue: Hashable, Sendable {
            case null
            case bool(Bool)
            case number(Number)
            case string(String)
            case array([JSONValue])
            case object([String: JSONValue])

            /// A number with its digits. Two are equal if their digits are: `1`, `1.0` and `1e0` are three.
            struct Number: Hashable, Sendable {
                /// Valid JSON (RFC 8259, section 6).
                let digits: String

                /// nil if the string isn't a JSON number.
                init?(_ digits: String) {
                    guard let value = try? decodeJSON(JSONValue.self, from: Data(digits.utf8)),
                        case .number(let number) = value,
                        number.digits == digits
                    else { return nil }
                    self = number
                }

                init(checked digits: String) { self.digits = digits }
            }
        }

        // MARK: Looking inside

        nonisolated extension JSONValue {
            /// The value of a key; nil if there is none, and for anything but an object.
            subscript(key: String) -> JSONValue? { if case .object(let fields) = self { fields[key] } else { nil } }

            /// An element; nil out of bounds, and for anything but an array.
            subscript(index: Int) -> JSONValue? {
                if case .array(let elements) = self, elements.indices.contains(index) { elements[index] } else { nil }
            }

            var isNull: Bool { self == .null }
            /// The boolean; nil for any other value.
            var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
            /// The string; nil for any other value.
            var string: String? { if case .string(let value) = self { value } else { nil } }
            /// The elements; nil for any other value.
            var array: [JSONValue]? { if case .array(let value) = self { value } else { nil } }
            /// The fields; nil for any other value.
            var object: [String: JSONValue]? { if case .object(let value) = self { value } else { nil } }
            /// The number, if it is whole and fits.
            var int: Int? { number() }
            /// The nearest double, if the number fits one.
            var double: Double? { number() }
            /// The number, if it fits.
            var decimal: Decimal? { number() }

            private func number<T: WireDecodable>() -> T? { if case .number = self { try? decode() } else { nil } }

            /// Reads this value as any decodable type. Throws a `DecodingFailure`.
            func decode<T: WireDecodable>(_ type: T.Type = T.self) throws -> T { try decodeJSON(from: encodeJSON(self)) }

            /// The JSON that `value` is encoded as. Throws an `EncodingFailure` if it can't be encoded.
            init(encoding value: some WireEncodable) throws { self = try decodeJSON(from: encodeJSON(value)) }
        }

        // MARK: On the wire

        nonisolated extension JSONValue: WireCodable {
            init(from value: borrowing WireValue) throws {
                value.noteUnrecognized()
                self = try JSONValue(value.tape, value.index)
            }

            /// A container that is being read, and the key that waits for its value.
            private struct Open {
                let isObject: Bool
                let index: Int
                let end: Int
                var elements: [JSONValue] = []
                var fields: [String: JSONValue] = [:]
                var key = ""
            }

            /// Without recursion: this type takes whatever a server sends, and a thread's stack may be small.
            private init(_ tape: UnsafePointer<Tape>, _ root: Int) throws {
                var open: [Open] = []
                var at = root
                while true {
                    let value: JSONValue
                    if let last = open.last, at == last.end {
                        value = last.isObject ? .object(last.fields) : .array(last.elements)
                        open.removeLast()
                    } else {
                        if let last = open.indices.last, open[last].isObject {
                            open[last].key = tape.pointee.string(at)
                            at += 1
                        }
                        let tag = tape.pointee.tag(at)
                        if tag >= Tape.Tag.array {
                            open.append(Open(isObject: tag >= Tape.Tag.object, index: at, end: tape.pointee.after(at)))
                            at += 1
                            continue
                        }
                        value = JSONValue(scalar: tape, at)
                        at += 1
                    }
                    guard let last = open.indices.last else {
                        self = value
                        return
                    }
                    if open[last].isObject {
                        let key = open[last].key
                        let isNew = open[last].fields.updateValue(value, forKey: key) == nil
                        if !isNew { try tape.pointee.checkKey(key, in: open[last].fields, open[last].index) }
                    } else {
                        open[last].elements.append(value)
                    }
                }
            }

            private init(scalar tape: UnsafePointer<Tape>, _ index: Int) {
                switch tape.pointee.tag(index) {
                case Tape.Tag.null: self = .null
                case Tape.Tag.no: self = .bool(false)
                case Tape.Tag.yes: self = .bool(true)
                case Tape.Tag.integer, Tape.Tag.real: self = .number(Number(checked: tape.pointee.digits(index)))
                default: self = .string(tape.pointee.string(index))
                }
            }

            /// Another decoder doesn't say which type its value has; the types are tried, the narrowest first.
            init(from decoder: any Decoder) throws {
                let single = try decoder.singleValueContainer()
                if single.decodeNil() {
                    self = .null
                } else if let value = try? single.decode(Bool.self) {
                    self = .bool(value)
                } else if let value = try? single.decode(Double.self), value.isFinite {
                    self = .number(Number(in: single, nearest: value))
                } else if let value = try? single.decode(String.self) {
                    self = .string(value)
                } else if let value = try? single.decode([JSONValue].self) {
                    self = .array(value)
                } else {
                    let keyed = try decoder.container(keyedBy: FieldKey.self)
                    var fields: [String: JSONValue] = [:]
                    // A property list may have a date or bytes there, for which JSON has no form. A model may not know the key.
                    for key in keyed.allKeys { fields[key.stringValue] = try? keyed.decode(JSONValue.self, forKey: key) }
                    self = .object(fields)
                }
            }

            /// A key as the wire spells it.
            private struct FieldKey: CodingKey {
                let stringValue: String
                var intValue: Int? { nil }

                init(stringValue: String) { self.stringValue = stringValue }
                init?(intValue: Int) { nil }
            }

            func write(to output: inout FieldWriter) {
                switch self {
                case .null: output.null()
                case .bool(let value): output.write(value)
                case .number(let value): output.literal(value.digits)
                case .string(let value): output.write(value)
                // Not through `Array` and `Dictionary`: one frame of the stack for a level is enough.
                case .array(let elements):
                    output.openList()
                    for element in elements { element.write(to: &output) }
                    output.closeList()
                case .object(let fields):
                    output.openObject()
                    let (keys, values) = (Array(fields.keys), Array(fields.values))
                    for position in sortedPositions(of: keys) {
                        output.writeKey(keys[position])
                        values[position].write(to: &output)
                    }
                    output.closeObject()
                }
            }

            func encode(to encoder: any Encoder) throws {
                switch self {
                case .array(let elements):
                    var list = encoder.unkeyedContainer()
                    for element in elements { try list.encode(element) }
                case .object(let fields):
                    var keyed = encoder.container(keyedBy: FieldKey.self)
                    for (key, value) in fields { try keyed.encode(value, forKey: FieldKey(stringValue: key)) }
                default:
                    var single = encoder.singleValueContainer()
                    switch self {
                    case .bool(let value): try single.encode(value)
                    case .string(let value): try single.encode(value)
                    case .number(let value): try value.encode(to: &single)
                    default: try single.encodeNil()
                    }
                }
            }
        }

        nonisolated extension JSONValue.Number {
            /// A number of another decoder, of which not each knows integers or `Decimal`.
            fileprivate init(in single: any SingleValueDecodingContainer, nearest double: Double) {
                if let value = try? single.decode(Int64.self) {
                    self.init(checked: String(value))
                } else if let value = try? single.decode(UInt64.self) {
                    self.init(checked: String(value))
                } else {
                    let exact = (try? single.decode(Decimal.self)).flatMap { JSONValue.Number($0.description) }
                    self = exact ?? JSONValue.Number(checked: numberText(double))
                }
            }

            /// As an integer where it is one, else as the double if that says as much, else as a `Decimal`, which `JSONEncoder`
            /// knows.
            fileprivate func encode(to single: inout any SingleValueEncodingContainer) throws {
                if let value = Int64(digits) { return try single.encode(value) }
                if let value = UInt64(digits) { return try single.encode(value) }
                let double = Double(digits) ?? .nan
                if let decimal = Decimal(string: digits, locale: Locale(identifier: "en_US_POSIX")), decimal.isFinite,
                    Decimal(string: numberText(double), locale: Locale(identifier: "en_US_POSIX")) != decimal
                {
                    return try single.encode(decimal)
                }
                try single.encode(double)
            }
        }

        // MARK: Literals

        nonisolated extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
            ExpressibleByFloatLiteral,
            ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
        {
            init(nilLiteral: ()) { self = .null }
            init(booleanLiteral value: Bool) { self = .bool(value) }
            init(integerLiteral value: Int64) { self = .number(Number(checked: String(value))) }
            /// A literal that isn't a finite number is null, as in JavaScript.
            init(floatLiteral value: Double) {
                self = value.isFinite ? .number(Number(checked: numberText(value))) : .null
            }
            init(stringLiteral value: String) { self = .string(value) }
            init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
            init(dictionaryLiteral elements: (String, JSONValue)...) {
                self = .object(Dictionary(elements) { $1 })
            }
        }

        nonisolated extension JSONValue: CustomStringConvertible {
            /// The value as JSON.
            var description: String { (try? encodeJSON(self)).map { String(decoding: $0, as: UTF8.self) } ?? "" }
        }

        """#
    ),
    (
        "CallsiteRuntime/KeyOrder.swift",
        #"""
        import Foundation

        /// Whether two strings have the same Unicode scalars.
        nonisolated func isSameText(_ a: String, _ b: String) -> Bool { a == b && a.utf8.elementsEqual(b.utf8) }

        /// The positions of strings in the order of their scalars.
        nonisolated func sortedPositions(of texts: [String]) -> [Int] {
            // Nearly always the first eight bytes tell.
            var order: [(prefix: UInt64, position: Int)] = []
            order.reserveCapacity(texts.count)
            for (position, text) in texts.enumerated() {
                var text = text
                var prefix: UInt64 = 0
                text.withUTF8 { utf8 in
                    if let start = utf8.baseAddress { memcpy(&prefix, start, min(8, utf8.count)) }
                }
                order.append((UInt64(bigEndian: prefix), position))
            }
            order.sort { a, b in
                a.prefix == b.prefix ? precedesByScalars(texts[a.position], texts[b.position]) : a.prefix < b.prefix
            }
            return order.map(\.position)
        }

        /// The order of strings by their scalars. `<` is none for strings in several normal forms: sorted by it, they come in
        /// an order that depends on the one that they had.
        nonisolated func precedesByScalars(_ a: String, _ b: String) -> Bool {
            var (a, b) = (a, b)
            return a.withUTF8 { a in
                b.withUTF8 { b in
                    guard let first = a.baseAddress, let second = b.baseAddress else { return a.count < b.count }
                    let order = memcmp(first, second, min(a.count, b.count))
                    return order == 0 ? a.count < b.count : order < 0
                }
            }
        }

        """#
    ),
    (
        "CallsiteRuntime/KnownCases.swift",
        #"""
        import Foundation

        /// The cases of an open enum that a description lists, with the table by which a response's strings become cases.
        ///
        /// One table in the runtime, not a `switch` over strings in each enum: that was half of what an enum cost the compiler.
        nonisolated final class KnownCases<Value: OpenEnum>: ExpressibleByArrayLiteral, Sendable {
            /// The cases, in the description's order.
            let all: [Value]
            /// nil: the values are numbers.
            private let texts: TextTable?

            convenience init(arrayLiteral cases: Value...) { self.init(cases: cases) }

            init(cases: [Value]) {
                all = cases
                texts = Value.RawValue.self == String.self ? TextTable(cases.map { "\($0.rawValue)" }) : nil
            }

            /// The same object each time, for an enum inside a generic type, which can't have stored static properties.
            static func shared(_ cases: @autoclosure () -> KnownCases) -> KnownCases {
                knownCasesOfGenericTypes.object(of: ObjectIdentifier(Value.self), cases)
            }

            func find(_ value: Value.RawValue) -> Value? {
                guard let texts, var text = value as? String else { return all.first { $0.rawValue == value } }
                let index = text.withUTF8 { texts.index(of: $0) }
                if index >= 0 { return all[index] }
                // Swift's strings are equal where Unicode's are canonically equivalent: `é` in either of its forms.
                return text.utf8.allSatisfy { $0 < 0x80 } ? nil : all.first { $0.rawValue == value }
            }

            /// The case of a string on the tape, without making a `String`.
            func find(_ value: borrowing WireValue) -> Value? {
                guard let texts, value.tape.pointee.tag(value.index) == Tape.Tag.string else { return nil }
                let index = texts.index(of: value.tape.pointee.raw(value.index))
                return index < 0 ? nil : all[index]
            }
        }

        /// Strings and their positions, looked up by their UTF-8. Loops over pointers, since users run it unoptimised in their
        /// debug builds.
        nonisolated private final class TextTable: @unchecked Sendable {
            // Set once.
            private let bytes: UnsafeMutablePointer<UInt8>
            /// Where each string ends in `bytes`; it begins where the one before ends.
            private let ends: UnsafeMutablePointer<Int>
            /// Positions by hash, with the next free slot for what collides; -1 is free. At least half of them are.
            private let slots: UnsafeMutablePointer<Int>
            private let mask: Int

            init(_ texts: [String]) {
                bytes = .allocate(capacity: texts.reduce(1) { $0 + $1.utf8.count })
                ends = .allocate(capacity: texts.count + 1)
                var size = 4
                while size < texts.count * 2 { size *= 2 }
                slots = .allocate(capacity: size)
                slots.initialize(repeating: -1, count: size)
                mask = size - 1
                ends[0] = 0
                for (index, text) in texts.enumerated() {
                    var text = text
                    text.withUTF8 { utf8 in
                        if let start = utf8.baseAddress { memcpy(bytes + ends[index], start, utf8.count) }
                        ends[index + 1] = ends[index] + utf8.count
                        var slot = Self.hash(utf8) & mask
                        while slots[slot] >= 0 { slot = (slot + 1) & mask }
                        slots[slot] = index
                    }
                }
            }

            deinit {
                bytes.deallocate()
                ends.deallocate()
                slots.deallocate()
            }

            /// The position of the string with these bytes; -1: there is none.
            func index(of text: UnsafeBufferPointer<UInt8>) -> Int {
                let count = text.count
                var slot = Self.hash(text) & mask
                var index = slots[slot]
                while index >= 0 {
                    let start = ends[index]
                    if ends[index + 1] - start == count, count == 0 || memcmp(bytes + start, text.baseAddress!, count) == 0 {
                        return index
                    }
                    slot = (slot + 1) & mask
                    index = slots[slot]
                }
                return -1
            }

            /// A hash of the length and the first and last eight bytes. A longer string isn't hashed whole, because it is
            /// compared anyway.
            private static func hash(_ text: UnsafeBufferPointer<UInt8>) -> Int {
                let count = text.count
                guard count > 0, let start = text.baseAddress else { return 0 }
                var first: UInt64 = 0
                var last: UInt64 = 0
                let part = count < 8 ? count : 8
                memcpy(&first, start, part)
                memcpy(&last, start + count - part, part)
                let mixed =
                    (first ^ last &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(truncatingIfNeeded: count)) &* 0xD6E8_FEB8_6659_FD93
                return Int(truncatingIfNeeded: mixed >> 33)
            }
        }

        /// Objects that belong to a type, made when first asked for.
        nonisolated private final class ObjectsByType: @unchecked Sendable {
            private let lock = NSLock()
            /// Guarded by `lock`.
            private var objects: [ObjectIdentifier: AnyObject] = [:]

            func object<Object: AnyObject>(of type: ObjectIdentifier, _ make: () -> Object) -> Object {
                if let known = lock.withLock({ objects[type] }) as? Object { return known }
                let new = make()
                return lock.withLock {
                    if let known = objects[type] as? Object { return known }
                    objects[type] = new
                    return new
                }
            }
        }

        nonisolated private let knownCasesOfGenericTypes = ObjectsByType()

        """#
    ),
    (
        "CallsiteRuntime/Middleware.swift",
        #"""
        import Foundation

        /// An interceptor between a session and its transport: it can look at requests and responses, change them, or respond
        /// itself.
        ///
        ///     struct Tracing: Middleware {
        ///         func send(_ request: HTTPRequest, in context: RequestContext, next: Next) async throws -> HTTPResponse {
        ///             var request = request
        ///             request.headers["X-Trace"] = UUID().uuidString
        ///             return try await next(request)
        ///         }
        ///     }
        ///
        /// The first of `Session.middleware` is the outermost: it sees the request first and the response last. Each retry of a
        /// request goes through all of them. The session's credential is attached after the last one, so that none can log it.
        /// A request that a middleware directs to another origin gets no credential.
        nonisolated protocol Middleware: Sendable {
            /// Sends the request on, and returns its response.
            typealias Next = @Sendable (HTTPRequest) async throws -> HTTPResponse

            /// - Parameters:
            ///   - request: The request so far.
            ///   - context: The typed request and the attempt.
            ///   - next: Sends the request on. You may call it several times, or never.
            /// - Returns: The response, whatever its status. If the request `streamsResponse`, its body is in `stream`; a whole
            ///   body is accepted too.
            /// - Throws: A `TransportFailure` if there is no response; any other error reaches the caller unchanged.
            func send(_ request: HTTPRequest, in context: RequestContext, next: Next) async throws -> HTTPResponse
        }

        /// The request that a middleware handles.
        nonisolated struct RequestContext: Sendable {
            /// The request as the caller made it, without the additions of `adding(…)`: `context.request as? GetStoryRequest`.
            let request: any RequestType
            /// 1 at first, and one more with each retry.
            let attempt: Int
            /// The session's transport.
            let transport: any Transport

            /// The endpoint of the request.
            var endpoint: Endpoint { type(of: request).endpoint }
        }

        /// Sends what comes out of all middleware.
        nonisolated func passOn(
            _ request: HTTPRequest, through middleware: ArraySlice<any Middleware>, _ context: RequestContext,
            to end: @escaping Middleware.Next
        ) async throws -> HTTPResponse {
            guard let first = middleware.first else { return try await end(request) }
            return try await first.send(request, in: context) { [rest = middleware.dropFirst()] in
                try await passOn($0, through: rest, context, to: end)
            }
        }

        """#
    ),
    (
        "CallsiteRuntime/NetworkTransport+URLSession.swift",
        ##"""
        // On Linux libcurl sends requests, and `NetworkTransport` is CallsiteCurl's.
        #if !os(Linux)
            import Foundation

            #if canImport(FoundationNetworking)
                import FoundationNetworking
            #endif

            /// Sends requests over the network with `URLSession`: no cookies, no cache, no stored credentials, nothing on disk.
            nonisolated final class NetworkTransport: Transport, CustomStringConvertible {
                /// The transport of every session that names none; its connections are shared.
                static let shared = NetworkTransport()

                private let session: URLSession
                private let delegate: TransferDelegate
                private let idleTimeout: Double
                private let redirectLimit: Int
                private let keepsCookies: Bool
                private let isForBackground: Bool
                /// Whether the configuration has a `User-Agent`.
                private let namesItself: Bool
                private let lastUse = LastUse()

                /// - Parameters:
                ///   - idleTimeout: How long nothing may arrive or leave, in seconds. A request's own `timeout` covers the whole
                ///     attempt.
                ///   - connectionsPerHost: How many connections to one host there may be at once. Streams count too.
                ///   - redirectLimit: How many redirects are followed; 0 follows none.
                convenience init(idleTimeout: Double = 60, connectionsPerHost: Int = 6, redirectLimit: Int = 10) {
                    let configuration = URLSessionConfiguration.ephemeral
                    configuration.httpCookieStorage = nil
                    configuration.httpShouldSetCookies = false
                    configuration.httpCookieAcceptPolicy = .never
                    configuration.urlCache = nil
                    configuration.urlCredentialStorage = nil
                    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
                    configuration.httpMaximumConnectionsPerHost = connectionsPerHost
                    configuration.timeoutIntervalForRequest = idleTimeout
                    self.init(configuration, TransferDelegate(), redirectLimit)
                }

                #if canImport(Darwin)
                    /// A transport with a configuration of your own: proxies, `waitsForConnectivity`, cellular networks, a cache,
                    /// versions of TLS.
                    ///
                    /// - Parameters:
                    ///   - configuration: It is copied, and holds as it is: `.default` keeps cookies, credentials and a cache.
                    ///     `timeoutIntervalForRequest` is how long nothing may arrive or leave. Every request fails with a
                    ///     background configuration, which has no place for responses.
                    ///   - delegate: It responds to authentication challenges (a server's certificate, the client's), and is
                    ///     notified of tasks that are created, wait for a network or end, and of their metrics. Redirects and
                    ///     data are the transport's. The delegate is kept until the transport is released.
                    ///   - redirectLimit: How many redirects are followed; 0 follows none.
                    convenience init(
                        configuration: URLSessionConfiguration, delegate: (any URLSessionDelegate)? = nil,
                        redirectLimit: Int = 10
                    ) {
                        self.init(configuration, TransferDelegate(delegate), redirectLimit)
                    }
                #endif

                private init(_ configuration: URLSessionConfiguration, _ delegate: TransferDelegate, _ redirectLimit: Int) {
                    idleTimeout = configuration.timeoutIntervalForRequest
                    self.redirectLimit = redirectLimit
                    keepsCookies = configuration.httpShouldSetCookies
                    isForBackground = configuration.identifier != nil
                    namesItself =
                        configuration.httpAdditionalHeaders?.keys.contains { "\($0)".lowercased() == "user-agent" } == true
                    self.delegate = delegate
                    session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
                }

                deinit { session.finishTasksAndInvalidate() }

                /// The library that sends the requests.
                var description: String { "URLSession" }

                /// Sends a request and follows its redirects.
                func send(_ request: HTTPRequest) async throws -> HTTPResponse {
                    let deadline = request.timeout.map { DispatchTime.now() + $0 }
                    return try await sendFollowingRedirects(request, limit: redirectLimit) {
                        try await exchange($0, deadline)
                    }
                }

                /// One request and its response, redirects not followed.
                private func exchange(_ request: HTTPRequest, _ deadline: DispatchTime?) async throws -> HTTPResponse {
                    guard !isForBackground else {
                        throw TransportFailure(
                            .other, "a background configuration can't send a request and wait for its response")
                    }
                    guard request.body == nil || request.method.name.uppercased() != "GET" else {
                        throw EncodingFailure("a GET request can't have a body here: URLSession refuses to send one")
                    }
                    let upload = try request.body.flatMap { try UploadFile($0) }
                    // A file that was composed for this upload is deleted after it.
                    defer { upload?.delete() }
                    // URLSession sends a request again by itself when a connection turns out to be closed, and servers close
                    // those that are idle for seconds. So the request gets a new connection.
                    let isIdle = lastUse.renewed() > .seconds(1)
                    if isIdle, !request.method.isIdempotent {
                        await withCheckedContinuation { continuation in session.flush { continuation.resume() } }
                    }
                    defer { _ = lastUse.renewed() }
                    var urlRequest = request.urlRequest
                    urlRequest.timeoutInterval = idleTimeout
                    urlRequest.httpShouldHandleCookies = keepsCookies
                    // URLSession's own would name the version of the system.
                    if !namesItself, request.headers["User-Agent"] == nil {
                        urlRequest.setValue(UserAgent.text, forHTTPHeaderField: "User-Agent")
                    }
                    let task =
                        upload.map { session.uploadTask(with: urlRequest, fromFile: $0.url) }
                        ?? session.dataTask(with: urlRequest)
                    let transfer = Transfer(request, task) { [redirectLimit] in
                        redirectLimit > 0 && (try? redirect(request, $0)) != nil
                    }
                    delegate.add(transfer)
                    if let deadline {
                        DispatchQueue.global().asyncAfter(deadline: deadline) { [weak transfer] in transfer?.timeOut() }
                    }
                    do {
                        return try await withTaskCancellationHandler {
                            try await withCheckedThrowingContinuation { transfer.start($0) }
                        } onCancel: {
                            transfer.fail(CancellationError())
                        }
                    } catch let failure as TransportFailure {
                        let code = (failure.underlying as? URLError)?.code
                        guard code == .badURL || code == .unsupportedURL else { throw failure }
                        throw UnreadableURL(EncodingFailure("\(request.description): URLSession takes this for no URL"))
                    }
                }

                /// When a request was last begun or ended.
                private final class LastUse: @unchecked Sendable {
                    private let lock = NSLock()
                    /// Guarded by `lock`. This clock goes on while the device sleeps.
                    private var time = ContinuousClock.now

                    /// Makes it now. Returns the time since it was.
                    func renewed() -> Duration {
                        lock.withLock {
                            let now = ContinuousClock.now
                            defer { time = now }
                            return now - time
                        }
                    }
                }
            }

            nonisolated extension HTTPRequest {
                fileprivate var urlRequest: URLRequest {
                    var urlRequest = URLRequest(url: url)
                    urlRequest.httpMethod = method.name
                    urlRequest.httpBody = body?.data
                    for field in headers.fields { urlRequest.setValue(headers[field.name], forHTTPHeaderField: field.name) }
                    // Without a type, POST, PUT and PATCH would be sent as a form.
                    if body != nil, headers["Content-Type"] == nil {
                        urlRequest.setValue("application/octet-stream", forHTTPHeaderField: "Content-Type")
                    }
                    return urlRequest
                }
            }

            /// A body that is sent from a file: its own, or one made for this upload of several parts. A stream in its place
            /// would be sent in chunks, which many servers refuse.
            nonisolated private struct UploadFile {
                let url: URL
                private let isTemporary: Bool

                /// nil for a body that is in memory. Throws an `EncodingFailure` where a file can't be read, or there is no
                /// room.
                init?(_ body: HTTPBody) throws {
                    guard body.data == nil else { return nil }
                    if let file = body.file {
                        // The length of a link may be taken for the file's.
                        (url, isTemporary) = (file.resolvingSymlinksInPath(), false)
                        return
                    }
                    url = FileManager.default.temporaryDirectory.appendingPathComponent("callsite-\(UUID().uuidString)")
                    isTemporary = true
                    guard
                        FileManager.default.createFile(atPath: url.path, contents: nil, attributes: [.posixPermissions: 0o600])
                    else {
                        throw EncodingFailure(
                            "there is no room for the body in \(quoted(url.deletingLastPathComponent().path))")
                    }
                    do {
                        let handle = try FileHandle(forWritingTo: url)
                        defer { try? handle.close() }
                        try body.forEachPiece { try handle.write(contentsOf: $0) }
                    } catch {
                        delete()
                        throw error is EncodingFailure
                            ? error : EncodingFailure("the body can't be composed: \(error.localizedDescription)")
                    }
                }

                func delete() { if isTemporary { try? FileManager.default.removeItem(at: url) } }
            }

            /// One request and the response so far. It ends once: by the response, an error, the clock or the caller.
            nonisolated private final class Transfer: @unchecked Sendable {
                let task: URLSessionTask
                private let request: HTTPRequest
                private let isFollowed: @Sendable (HTTPResponse) -> Bool
                private let buffer: BodyBuffer?
                private let lock = NSLock()
                // Guarded by `lock`.
                private var continuation: CheckedContinuation<HTTPResponse, any Error>?
                private var end: Result<HTTPResponse, any Error>?
                private var head: HTTPResponse?
                private var body = Data()
                private var size: Int64 = 0
                private var isSuspended = false
                /// How many bytes of the body were last said to be sent.
                private var reported: Int64 = -1

                init(
                    _ request: HTTPRequest, _ task: URLSessionTask, isFollowed: @escaping @Sendable (HTTPResponse) -> Bool
                ) {
                    self.request = request
                    self.task = task
                    self.isFollowed = isFollowed
                    buffer = request.streamsResponse ? BodyBuffer() : nil
                }

                func start(_ continuation: CheckedContinuation<HTTPResponse, any Error>) {
                    let ended = lock.withLock {
                        if end == nil { self.continuation = continuation }
                        return end
                    }
                    if let ended { continuation.resume(with: ended) } else { task.resume() }
                }

                /// Ends the request at once, whatever the connection does.
                func fail(_ error: any Error) {
                    finish(.failure(error))
                    buffer?.finish(.failure(error), dropping: error is CancellationError)
                    task.cancel()
                }

                /// A stream's deadline is for its head.
                func timeOut() {
                    guard lock.withLock({ end == nil }) else { return }
                    fail(TransportFailure(.timedOut, "the request took longer than its timeout"))
                }

                private func finish(_ result: Result<HTTPResponse, any Error>) {
                    let waiting = lock.withLock { () -> CheckedContinuation<HTTPResponse, any Error>? in
                        guard end == nil else { return nil }
                        // Only the stream's reader may hold the stream, which holds this object.
                        end = result.map { HTTPResponse(status: $0.status) }
                        body = Data()
                        defer { continuation = nil }
                        return continuation
                    }
                    waiting?.resume(with: result)
                }

                func received(_ response: URLResponse) {
                    // URLSession announces each part of a `multipart/x-mixed-replace`, and FoundationNetworking some heads twice.
                    guard var http = HTTPResponse(head: response), lock.withLock({ head == nil }) else { return }
                    do {
                        // With chunks a length means nothing.
                        if http.headers["Transfer-Encoding"] == nil { try http.checkLength(isForHead: request.method == .head) }
                    } catch {
                        return fail(error)
                    }
                    lock.withLock { head = http }
                    guard let buffer else { return }
                    let cancel: @Sendable () -> Void = { [self] in fail(CancellationError()) }
                    http.stream = HTTPByteStream(cancel: cancel) {
                        try await withTaskCancellationHandler(operation: { try await buffer.next() }, onCancel: cancel)
                    }
                    finish(.success(http))
                }

                /// The head of a redirect that is followed is the response: its body may never end. The bytes of the body that
                /// come soon are read and dropped, so that the connection can be used again.
                func redirected(_ response: HTTPURLResponse) {
                    guard let http = HTTPResponse(head: response), isFollowed(http) else { return }
                    finish(.success(http))
                    DispatchQueue.global().asyncAfter(deadline: .now() + 0.2) { [task] in task.cancel() }
                }

                func received(_ data: Data) {
                    if let buffer {
                        buffer.append(data)
                        guard buffer.overflow <= BodyBuffer.limit else {
                            let reason = "the response is read too slowly: \(BodyBuffer.limit >> 20) MB are waiting"
                            return fail(TransportFailure(.other, reason))
                        }
                        lock.withLock { size += Int64(data.count) }
                        // A stream that isn't read keeps the server waiting. Calls nest, and data may still come.
                        guard buffer.overflow > 0, beginsSuspension() else { return }
                        task.suspend()
                        buffer.whenRoom { [self] in
                            lock.withLock { isSuspended = false }
                            task.resume()
                        }
                        return
                    }
                    let isTooLarge = lock.withLock {
                        size += Int64(data.count)
                        if end == nil, size <= request.responseSizeLimit { body.append(data) }
                        return size > request.responseSizeLimit
                    }
                    if isTooLarge { fail(TransportFailure.tooLarge(request.responseSizeLimit)) }
                }

                /// False: it is suspended already.
                private func beginsSuspension() -> Bool {
                    lock.withLock {
                        defer { isSuspended = true }
                        return !isSuspended
                    }
                }

                func sent(_ bytes: Int64, of total: Int64) {
                    let isNew = lock.withLock {
                        defer { reported = bytes }
                        return bytes != reported && (end == nil || buffer != nil)
                    }
                    guard isNew else { return }
                    request.uploadObserver?.report(TransferProgress(completed: bytes, total: total > 0 ? total : nil))
                }

                func completed(_ error: (any Error)?) {
                    let (received, body, size) = lock.withLock { (self.head, self.body, self.size) }
                    // The response may come only with the end: a redirect to what can't be a URL.
                    let head = received ?? HTTPResponse(head: task.response)
                    if let error { return end(.failure(failure(error, hasResponse: head != nil))) }
                    guard var http = head else { return end(.failure(TransportFailure(.badResponse, "there is no response"))) }
                    if let missing = missingBytes(http, size) {
                        let text = "the connection was lost: \(missing) bytes of the response are missing"
                        return end(.failure(TransportFailure(.connectionLost, text)))
                    }
                    http.body = body
                    end(.success(http))
                }

                private func end(_ result: Result<HTTPResponse, any Error>) {
                    finish(result)
                    buffer?.finish(result.map { _ in () })
                }

                /// How much of the body is missing by its declared length; nil: nothing, or unknown.
                private func missingBytes(_ http: HTTPResponse, _ count: Int64) -> Int64? {
                    // `Content-Length` counts the compressed bytes of a compressed body, and has no meaning with chunks.
                    guard request.method != .head, http.status != 304, http.status != 204, !(300...399 ~= http.status),
                        http.headers["Content-Encoding"] == nil, http.headers["Transfer-Encoding"] == nil,
                        let length = http.headers["Content-Length"].flatMap({ Int64($0) }), count < length
                    else { return nil }
                    return length - count
                }

                private func failure(_ error: any Error, hasResponse: Bool) -> any Error {
                    guard hasResponse, let code = (error as? URLError)?.code, code == .unknown || code == .networkConnectionLost
                    else { return TransportFailure.wrapping(error) }
                    return TransportFailure(
                        .connectionLost, "the connection was lost before the response was complete", underlying: error)
                }
            }

            /// Hands the session's events to the request that they belong to, and some to the app's delegate.
            nonisolated private final class TransferDelegate: NSObject, URLSessionDataDelegate, @unchecked Sendable {
                private let own: (any URLSessionDelegate)?
                private let lock = NSLock()
                /// Guarded by `lock`.
                private var transfers: [Int: Transfer] = [:]

                /// - Parameter own: The app's.
                init(_ own: (any URLSessionDelegate)? = nil) { self.own = own }

                func add(_ transfer: Transfer) { lock.withLock { transfers[transfer.task.taskIdentifier] = transfer } }

                private func transfer(_ task: URLSessionTask) -> Transfer? { lock.withLock { transfers[task.taskIdentifier] } }

                func urlSession(
                    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
                    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
                ) {
                    transfer(dataTask)?.received(response)
                    completionHandler(.allow)
                }

                func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
                    transfer(dataTask)?.received(data)
                }

                func urlSession(
                    _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
                    totalBytesExpectedToSend: Int64
                ) {
                    transfer(task)?.sent(totalBytesSent, of: totalBytesExpectedToSend)
                }

                func urlSession(
                    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
                    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
                ) {
                    completionHandler(nil)
                    transfer(task)?.redirected(response)
                }

                func urlSession(
                    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
                    completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
                ) {
                    let method = challenge.protectionSpace.authenticationMethod
                    let isOfTask = [
                        NSURLAuthenticationMethodDefault, NSURLAuthenticationMethodHTTPBasic,
                        NSURLAuthenticationMethodHTTPDigest,
                    ].contains(method)
                    #if canImport(Darwin)
                        // Any other is the whole session's, whose method of the app's delegate has it first, as without a
                        // transport.
                        if !isOfTask,
                            own?.urlSession?(session, didReceive: challenge, completionHandler: completionHandler) != nil
                        {
                            return
                        }
                        if ownOfTasks?.urlSession?(
                            session, task: task, didReceive: challenge, completionHandler: completionHandler) != nil
                        {
                            return
                        }
                    #endif
                    // A 401 is a response like any other. A proxy's challenge isn't the server's.
                    let isOfHTTP =
                        !challenge.protectionSpace.isProxy()
                        && (isOfTask || method == NSURLAuthenticationMethodNTLM || method == NSURLAuthenticationMethodNegotiate)
                    completionHandler(isOfHTTP ? .rejectProtectionSpace : .performDefaultHandling, nil)
                }

                func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
                    lock.withLock { transfers.removeValue(forKey: task.taskIdentifier) }?.completed(error)
                    #if canImport(Darwin)
                        ownOfTasks?.urlSession?(session, task: task, didCompleteWithError: error)
                    #endif
                }

                #if canImport(Darwin)
                    // MARK: Only the app's delegate

                    private var ownOfTasks: (any URLSessionTaskDelegate)? { own as? any URLSessionTaskDelegate }

                    func urlSession(
                        _ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: URLSessionTaskMetrics
                    ) {
                        ownOfTasks?.urlSession?(session, task: task, didFinishCollecting: metrics)
                    }

                    func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
                        own?.urlSession?(session, didBecomeInvalidWithError: error)
                    }

                    // FoundationNetworking has none of these.
                    #if !canImport(FoundationNetworking)
                        func urlSession(_ session: URLSession, didCreateTask task: URLSessionTask) {
                            ownOfTasks?.urlSession?(session, didCreateTask: task)
                        }

                        func urlSession(_ session: URLSession, taskIsWaitingForConnectivity task: URLSessionTask) {
                            ownOfTasks?.urlSession?(session, taskIsWaitingForConnectivity: task)
                        }
                    #endif
                #endif
            }

            nonisolated extension HTTPResponse {
                /// nil for anything but the head of an HTTP response.
                fileprivate init?(head response: URLResponse?) {
                    guard let response = response as? HTTPURLResponse else { return nil }
                    let fields = response.allHeaderFields.flatMap { name, value in
                        // The values of a repeated header are joined. A URL has no blank, so two of them show.
                        let value = Self.decoded("\(value)")
                        let values = "\(name)".lowercased() == "location" ? value.split(separator: ", ") : [value[...]]
                        return values.map {
                            HTTPHeaders.Field("\(name)", $0.trimmingCharacters(in: .whitespacesAndNewlines))
                        }
                    }
                    // URLSession gives a dictionary: the order is lost, and this one at least doesn't change.
                    let headers = HTTPHeaders(fields.sorted { $0.name.lowercased() < $1.name.lowercased() })
                    self.init(status: response.statusCode, headers: headers, url: response.url)
                }

                /// A header's value in UTF-8, else as it is: URLSession takes its bytes for ISO 8859-1.
                private static func decoded(_ value: String) -> String {
                    guard value.utf8.contains(where: { $0 > 127 }) else { return value }
                    let bytes = value.unicodeScalars.compactMap { UInt8(exactly: $0.value) }
                    return bytes.count == value.unicodeScalars.count ? String(bytes: bytes, encoding: .utf8) ?? value : value
                }
            }
        #endif

        """##
    ),
    (
        "CallsiteRuntime/OAuth2Flow.swift",
        #"""
        /// One way to get tokens from an OAuth 2 authorization server (RFC 6749), as a description declares it: plain values.
        ///
        ///     let client = try OAuth2Client(.gitHubClientCredentials, id: "app", secret: secret)
        ///
        /// The URLs are those of the description. A URL that starts with `/` is relative to a server that the description
        /// doesn't name. Your secrets are sent there, so look at the URLs before you use a description that isn't yours.
        nonisolated struct OAuth2Flow: Sendable {
            /// How the client gets its first token.
            enum Kind: Sendable {
                /// A user grants access in a browser (RFC 6749, 4.1).
                case authorizationCode
                /// The client authenticates itself (RFC 6749, 4.4).
                case clientCredentials
                /// A user grants access on another device (RFC 8628).
                case deviceAuthorization
                /// The token comes back in the address of a browser (RFC 6749, 4.2). RFC 9700 advises against it.
                case implicit
                /// The user's name and password (RFC 6749, 4.3). RFC 9700 advises against it.
                case password
            }

            /// How the client gets its first token.
            var kind: Kind
            /// The URL where a user grants access.
            var authorizationURL: String?
            /// The URL of the token endpoint.
            var tokenURL: String?
            /// The URL that takes refresh tokens; nil: the token endpoint.
            var refreshURL: String?
            /// The URL where a device requests a code.
            var deviceAuthorizationURL: String?
            /// The scopes, each with its meaning.
            var scopes: [String: String]

            /// - Parameters:
            ///   - kind: How the client gets its first token.
            ///   - authorizationURL: The URL where a user grants access.
            ///   - tokenURL: The URL of the token endpoint.
            ///   - refreshURL: The URL that takes refresh tokens; nil: the token endpoint.
            ///   - deviceAuthorizationURL: The URL where a device requests a code.
            ///   - scopes: The scopes, each with its meaning.
            init(
                _ kind: Kind, authorizationURL: String? = nil, tokenURL: String? = nil, refreshURL: String? = nil,
                deviceAuthorizationURL: String? = nil, scopes: [String: String] = [:]
            ) {
                self.kind = kind
                self.authorizationURL = authorizationURL
                self.tokenURL = tokenURL
                self.refreshURL = refreshURL
                self.deviceAuthorizationURL = deviceAuthorizationURL
                self.scopes = scopes
            }
        }

        """#
    ),
    (
        "CallsiteRuntime/OpenEnum.swift",
        #"""
        import Foundation

        /// An enum that keeps unknown values: they decode, compare, and are sent back unchanged, so a new value on the server
        /// never makes a response fail.
        ///
        ///     enum State: OpenEnum {
        ///         case open, inProgress
        ///         case unrecognized(String)
        ///
        ///         static let knownCases: KnownCases<Self> = [.open, .inProgress]
        ///
        ///         var rawValue: String {
        ///             switch self {
        ///             case .open: "open"
        ///             case .inProgress: "in_progress"
        ///             case .unrecognized(let value): value
        ///             }
        ///         }
        ///     }
        nonisolated protocol OpenEnum: RawRepresentable, Hashable, WireDecodable, WireEncodable
        where RawValue: WireDecodable & WireEncodable & Hashable {
            /// All cases but `.unrecognized`, in the description's order: `State.knownCases.all`. A response's value is looked
            /// up in them.
            static var knownCases: KnownCases<Self> { get }

            /// The case of a value that no other case has.
            static func unrecognized(_ value: RawValue) -> Self

            /// Never fails: what is not known is `.unrecognized`.
            init(rawValue: RawValue)
        }

        nonisolated extension OpenEnum {
            init(rawValue: RawValue) { self = Self.knownCases.find(rawValue) ?? .unrecognized(rawValue) }

            init(from value: borrowing WireValue) throws {
                if let known = Self.knownCases.find(value) {
                    self = known
                } else {
                    let raw = try RawValue(from: value)
                    if let known = Self.knownCases.find(raw) {
                        self = known
                    } else {
                        value.noteUnrecognized()
                        self = .unrecognized(raw)
                    }
                }
            }

            // The standard library has its own of these for whatever is RawRepresentable; these two settle which one is meant.
            init(from decoder: any Decoder) throws {
                self = Self(rawValue: try RawValue(from: decoder))
            }
            func encode(to encoder: any Encoder) throws { try rawValue.encode(to: encoder) }

            func write(to output: inout FieldWriter) { rawValue.write(to: &output) }

            static func == (left: Self, right: Self) -> Bool { left.rawValue == right.rawValue }
            func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
        }

        """#
    ),
    (
        "CallsiteRuntime/ParameterStyle.swift",
        #"""
        import Foundation

        /// How a parameter's lists and objects are encoded (OpenAPI 3, "Style Values", by RFC 6570).
        ///
        /// | style | explode | list | object |
        /// | --- | --- | --- | --- |
        /// | simple | no | `a,b` | `k,v,l,w` |
        /// | simple | yes | `a,b` | `k=v,l=w` |
        /// | label | no | `.a,b` | `.k,v,l,w` |
        /// | label | yes | `.a.b` | `.k=v.l=w` |
        /// | matrix | no | `;name=a,b` | `;name=k,v,l,w` |
        /// | matrix | yes | `;name=a;name=b` | `;k=v;l=w` |
        /// | form | no | `name=a,b` | `name=k,v,l,w` |
        /// | form | yes | `name=a&name=b` | `k=v&l=w` |
        /// | spaceDelimited | no | `name=a%20b` | `name=k%20v%20l%20w` |
        /// | pipeDelimited | no | `name=a%7Cb` | `name=k%7Cv%7Cl%7Cw` |
        /// | tabDelimited | no | `name=a%09b` | `name=k%09v%09l%09w` |
        /// | deepObject | | `name[]=a&name[]=b` | `name[k]=v&name[l]=w` |
        ///
        /// Exploded, the delimited styles are like `form`. A delimiter inside a value is percent-encoded, one between values
        /// isn't, so the server can tell them apart. `deepObject` continues inside: `name[k][m]=v`; a list of objects has
        /// positions: `name[0][k]=v`. `tabDelimited` is Swagger 2.0's `tsv`.
        ///
        /// An exploded object in a query may hold lists, which repeat their name: `k=a&k=b`. Deeper values are written as by
        /// `deepObject`. OpenAPI leaves both undefined.
        nonisolated enum ParameterStyle: Hashable, Sendable {
            case simple, label, matrix, form, spaceDelimited, pipeDelimited, tabDelimited, deepObject
        }

        nonisolated extension RequestWriter.Parameters.Item {
            /// The encoded text for the path; nil for null, which is as if there were no value.
            func pathText() throws -> String? {
                guard case .null = value else {
                    switch style {
                    case .simple: return try joined(",", "=")
                    case .label: return try "." + joined(explode ? "." : ",", "=")
                    case .matrix: return try matrixText()
                    // Swagger 2.0 has them everywhere.
                    case .spaceDelimited, .pipeDelimited, .tabDelimited:
                        try checkDelimiters()
                        return try joined(delimiter, "=")
                    default: throw EncodingFailure("\(name): the style \(style) is none for a path")
                    }
                }
                return nil
            }

            private func matrixText() throws -> String {
                let label = ";" + percentEncoded(name)
                switch value {
                case .list(let elements) where explode: return try elements.map { try label + assigned(text($0)) }.joined()
                case .object(let fields) where explode:
                    return try fields.map { try ";" + percentEncoded($0.key) + assigned(text($0.value)) }.joined()
                default: return try label + assigned(joined(",", ","))
                }
            }

            /// RFC 6570, 3.2.7: an empty value has no equals sign.
            private func assigned(_ text: String) -> String { text.isEmpty ? "" : "=" + text }

            /// The encoded items `name=value` for the query.
            ///
            /// Without a name the value is the whole query (OpenAPI 3.2, `in: querystring`).
            func queryItems() throws -> [String] {
                switch (style, value) {
                case (_, .null): return []
                case (_, .scalar(let text)) where name.isEmpty: return [percentEncoded(text)]
                case (_, .scalar(let text)) where style != .deepObject:
                    return [percentEncoded(name) + "=" + percentEncoded(text)]
                case (.deepObject, _): return encodedPairs(name, value, lists: .bracketed)
                case (.simple, _), (.label, _), (.matrix, _):
                    throw EncodingFailure("\(name): the style \(style) is none for a query")
                case (_, .list(let elements)) where elements.isEmpty: return []
                case (_, .object(let fields)) where fields.isEmpty: return []
                case (_, .list(let elements)) where explode && (elements.allSatisfy(\.isScalar) || !self.elements.isEmpty):
                    return try elements.map { try percentEncoded(name) + "=" + text($0) }
                case (_, .list) where explode: return encodedPairs(name, value)
                case (_, .object(let fields)) where explode: return fields.flatMap { encodedPairs($0.key, $0.value) }
                default:
                    try checkDelimiters()
                    return [try percentEncoded(name) + "=" + joined(delimiter, ",")]
                }
            }

            /// In these styles nothing tells a delimiter from the same character in a value, since both are encoded.
            private func checkDelimiters() throws {
                let (character, name): (Unicode.Scalar, String)
                switch style {
                case .spaceDelimited: (character, name) = (" ", "a space")
                case .pipeDelimited: (character, name) = ("|", "a vertical bar")
                case .tabDelimited: (character, name) = ("\t", "a tab")
                default: return
                }
                let texts: [WireTree]
                switch value {
                case .list(let elements): texts = elements
                case .object(let fields): texts = fields.flatMap { [.scalar($0.key), $0.value] }
                default: return
                }
                for case .scalar(let text) in texts where text.unicodeScalars.contains(character) {
                    throw EncodingFailure(
                        "\(self.name): an element contains \(name), which separates the elements in the style \(style)")
                }
            }

            /// The pairs of a form: a list inside an object repeats its name, and deeper values are named as by `deepObject`.
            private func encodedPairs(
                _ name: String, _ value: WireTree, lists: Endpoint.FormLists = .repeated
            ) -> [String] {
                formPairs(name, value, lists: lists, keepsNull: false).map { percentEncoded($0) + "=" + percentEncoded($1) }
            }

            private var delimiter: String { Self.delimiter(of: style) }

            private static func delimiter(of style: ParameterStyle) -> String {
                switch style {
                case .spaceDelimited: "%20"
                case .pipeDelimited: "%7C"
                case .tabDelimited: "%09"
                default: ","
                }
            }

            /// The text of a header, not encoded; nil sends none.
            func headerText() throws -> String? {
                switch value {
                case .null: return nil
                case .list(let elements) where elements.isEmpty: return nil
                case .object(let fields) where fields.isEmpty: return nil
                default: return try joined(headerDelimiter, "=", encode: { $0 })
                }
            }

            private var headerDelimiter: String {
                switch style {
                case .spaceDelimited: " "
                case .pipeDelimited: "|"
                case .tabDelimited: "\t"
                default: ","
                }
            }

            /// The `name=value` of a cookie, or several of them; nil sends none. Characters that a cookie may contain stay,
            /// since most servers don't decode cookies; the rest is percent-encoded.
            ///
            /// A list or an object that is exploded is a cookie for each element (OpenAPI 3.2, "Style Values", `cookie`), since
            /// the `&` that `form` would put between them doesn't exist for cookies. Otherwise commas separate them.
            func cookieText() throws -> String? {
                switch value {
                case .null: return nil
                case .list(let elements) where elements.isEmpty: return nil
                case .object(let fields) where fields.isEmpty: return nil
                case .list(let elements) where explode:
                    return try elements.map { try cookieName(name) + "=" + text($0, cookieEncoded) }.joined(separator: "; ")
                case .object(let fields) where explode:
                    return try fields.map { try cookieName($0.key) + "=" + text($0.value, cookieEncoded) }.joined(
                        separator: "; ")
                default: return try cookieName(name) + "=" + joined(",", ",", encode: cookieEncoded)
                }
            }

            /// The scalars with a delimiter between them. An object's keys are written as well: as `k=v` when exploded.
            private func joined(_ delimiter: String, _ assignment: String, encode: (String) -> String = percentEncoded) throws
                -> String
            {
                switch value {
                case .null: return ""
                case .scalar(let text): return encode(text)
                case .list(let elements): return try elements.map { try text($0, encode) }.joined(separator: delimiter)
                case .object(let fields):
                    let assignment = explode ? assignment : delimiter
                    return try fields.map { try encode($0.key) + assignment + text($0.value, encode) }.joined(
                        separator: delimiter)
                }
            }

            private func text(
                _ element: WireTree, _ encode: (String) -> String = percentEncoded, depth: Int = 0
            ) throws -> String {
                switch element {
                case .list(let inner) where depth < elements.count:
                    return try inner.map { try text($0, encode, depth: depth + 1) }.joined(
                        separator: Self.delimiter(of: elements[depth]))
                case .null: return ""
                case .scalar(let text): return encode(text)
                case .list, .object:
                    throw EncodingFailure(
                        "\(name): lists and objects inside a list or an object need the style deepObject, or JSON")
                }
            }
        }

        /// RFC 6265's cookie-octets stay, everything else is percent-encoded.
        nonisolated private func cookieEncoded(_ text: String) -> String {
            var out = ""
            for scalar in text.unicodeScalars {
                if isCookieOctet(scalar) { out.unicodeScalars.append(scalar) } else { out += percentEncoded(String(scalar)) }
            }
            return out
        }

        /// The same of a name, which ends at the first `=`.
        nonisolated private func cookieName(_ text: String) -> String {
            text.split(separator: "=", omittingEmptySubsequences: false).map { cookieEncoded(String($0)) }.joined(
                separator: "%3D")
        }

        /// Whether a cookie's value may contain a character (RFC 6265, section 4.1.1).
        nonisolated func isCookieOctet(_ scalar: Unicode.Scalar) -> Bool {
            scalar.value > 0x20 && scalar.value < 0x7F && !"\",;\\".unicodeScalars.contains(scalar)
        }

        """#
    ),
    (
        "CallsiteRuntime/Patch.swift",
        #"""
        import Foundation

        /// A field of a PATCH: left unchanged, set to null, or set to a value.
        ///
        ///     UpdateIssueRequest(number: 3, milestone: .null)      // {"milestone":null}
        ///     UpdateIssueRequest(number: 3, milestone: 7)          // {"milestone":7}
        ///     UpdateIssueRequest(number: 3)                        // {}
        nonisolated enum Patch<Wrapped: Sendable>: Sendable {
            /// The key is not sent.
            case unchanged
            /// The key is sent with null.
            case null
            /// Held by reference, so that a model may contain itself through one.
            indirect case value(Wrapped)

            /// nil becomes `.null`, anything else a value.
            init(_ value: Wrapped?) { self = value.map { .value($0) } ?? .null }

            /// The value, if there is one.
            var value: Wrapped? { if case .value(let value) = self { value } else { nil } }
        }

        nonisolated extension Patch: Equatable where Wrapped: Equatable {}
        nonisolated extension Patch: Hashable where Wrapped: Hashable {}

        nonisolated extension Patch: Decodable where Wrapped: WireDecodable {}
        nonisolated extension Patch: WireDecodable where Wrapped: WireDecodable {
            static var absent: Self? { .unchanged }

            init(from value: borrowing WireValue) throws {
                self = value.isNull ? .null : .value(try Wrapped(from: value))
            }
        }

        nonisolated extension Patch: Encodable where Wrapped: WireEncodable {}
        nonisolated extension Patch: WireEncodable where Wrapped: WireEncodable {
            var isAbsent: Bool { if case .unchanged = self { true } else { false } }

            func write(to output: inout FieldWriter) { output.write(value) }
        }

        // Literals are values: `title: "New"`, `milestone: 7`, `labels: ["bug"]`. nil is none, since it could mean two things.
        nonisolated extension Patch: ExpressibleByUnicodeScalarLiteral where Wrapped: ExpressibleByUnicodeScalarLiteral {
            init(unicodeScalarLiteral value: Wrapped.UnicodeScalarLiteralType) {
                self = .value(Wrapped(unicodeScalarLiteral: value))
            }
        }
        nonisolated extension Patch: ExpressibleByExtendedGraphemeClusterLiteral
        where Wrapped: ExpressibleByExtendedGraphemeClusterLiteral {
            init(extendedGraphemeClusterLiteral value: Wrapped.ExtendedGraphemeClusterLiteralType) {
                self = .value(Wrapped(extendedGraphemeClusterLiteral: value))
            }
        }
        nonisolated extension Patch: ExpressibleByStringLiteral where Wrapped: ExpressibleByStringLiteral {
            init(stringLiteral value: Wrapped.StringLiteralType) { self = .value(Wrapped(stringLiteral: value)) }
        }
        nonisolated extension Patch: ExpressibleByIntegerLiteral where Wrapped: ExpressibleByIntegerLiteral {
            init(integerLiteral value: Wrapped.IntegerLiteralType) { self = .value(Wrapped(integerLiteral: value)) }
        }
        nonisolated extension Patch: ExpressibleByFloatLiteral where Wrapped: ExpressibleByFloatLiteral {
            init(floatLiteral value: Wrapped.FloatLiteralType) { self = .value(Wrapped(floatLiteral: value)) }
        }
        nonisolated extension Patch: ExpressibleByBooleanLiteral where Wrapped: ExpressibleByBooleanLiteral {
            init(booleanLiteral value: Wrapped.BooleanLiteralType) { self = .value(Wrapped(booleanLiteral: value)) }
        }
        nonisolated extension Patch: ExpressibleByArrayLiteral where Wrapped: RangeReplaceableCollection {
            init(arrayLiteral elements: Wrapped.Element...) { self = .value(Wrapped(elements)) }
        }

        """#
    ),
    (
        "CallsiteRuntime/PathTemplate.swift",
        ##"""
        import Foundation

        /// A piece of a template like `/repos/{owner}/{repo}`.
        nonisolated enum TemplatePart {
            case literal(Substring)
            /// `pattern`: the segments that the value has, as google.api.http writes them; nil: a part of one segment.
            case placeholder(String, pattern: Substring? = nil)

            /// A brace without its partner is text.
            static func parts(of template: String) -> [TemplatePart] {
                var parts: [TemplatePart] = []
                var rest = template[...]
                while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
                    if open > rest.startIndex { parts.append(.literal(rest[..<open])) }
                    let text = rest[rest.index(after: open)..<close].split(separator: "=", maxSplits: 1)
                    let pattern = text.last.flatMap { text.count > 1 && $0.contains("*") ? $0 : nil }
                    let name = pattern == nil ? rest[rest.index(after: open)..<close] : text[0]
                    parts.append(.placeholder(String(name), pattern: pattern))
                    rest = rest[rest.index(after: close)...]
                }
                if !rest.isEmpty { parts.append(.literal(rest)) }
                return parts
            }
        }

        /// Puts values into a path's template and gives path and query, encoded.
        ///
        /// A value can't leave its segment, since its slashes are encoded, but for those of a pattern. It can't make a segment
        /// `.`, `..` or empty either: encoding would be no protection, as `%2E%2E` means the same to servers. Such a request is
        /// refused.
        nonisolated func renderPath(_ template: String, _ items: [RequestWriter.Parameters.Item]) throws -> (path: String, query: String?) {
            var values: [String: String] = [:]
            for item in items { values[item.name] = try item.pathText() }
            for item in items where !template.contains("{\(item.name)}") && !template.contains("{\(item.name)=") {
                throw EncodingFailure("\(item.name): the path \(template) has no such parameter")
            }
            // A fragment is the documentation's, never the server's.
            let withoutFragment = template.prefix { $0 != "#" }
            let path = withoutFragment.prefix { $0 != "?" }
            let query = withoutFragment.dropFirst(path.count + 1)

            let rendered = try render(path, values) { segment, names in
                if segment.isEmpty { throw EncodingFailure("\(names): an empty value can't stand in a path") }
                if segment == "." || segment == ".." {
                    throw EncodingFailure("\(names): \(quoted(segment)) can't stand in a path: it names another one")
                }
            }
            let isRooted = rendered.hasPrefix("/") || rendered.isEmpty
            return (isRooted ? rendered : "/" + rendered, query.isEmpty ? nil : try render(query, values) { _, _ in })
        }

        /// - Parameter check: Is called with each segment that holds values, and the names of their parameters.
        nonisolated private func render(
            _ template: Substring, _ values: [String: String], check: (_ segment: String, _ names: String) throws -> Void
        ) throws -> String {
            var rendered = ""
            var segment = ""
            var names: [String] = []
            func end() throws {
                if !names.isEmpty { try check(segment, names.joined(separator: ", ")) }
                rendered += segment
                (segment, names) = ("", [])
            }
            for part in TemplatePart.parts(of: String(template)) {
                var text: String
                switch part {
                case .literal(let literal): text = encodedLiteral(literal)
                case .placeholder(let name, let pattern):
                    guard let value = values[name] else { throw EncodingFailure("\(name): the path needs a value") }
                    text = value
                    if let pattern {
                        text = text.replacingOccurrences(of: "%2F", with: "/")
                        guard fits(text, pattern) else { throw EncodingFailure("\(name): the value must match \(pattern)") }
                    }
                    names.append(name)
                }
                let name = names.last
                while let slash = text.firstIndex(of: "/") {
                    segment += text[..<slash]
                    try end()
                    rendered += "/"
                    text.removeSubrange(...slash)
                    if case .placeholder = part, let name { names = [name] }
                }
                segment += text
            }
            try end()
            return rendered
        }

        /// Whether the segments of an encoded value are those of a pattern: `*` is any segment, `**` at the end any number.
        nonisolated private func fits(_ value: String, _ pattern: Substring) -> Bool {
            let segments = value.split(separator: "/", omittingEmptySubsequences: false)
            var expected = pattern.split(separator: "/")
            if expected.last == "**" {
                expected.removeLast()
            } else if segments.count != expected.count {
                return false
            }
            return segments.count >= expected.count
                && zip(segments, expected).allSatisfy { $1 == "*" || $0 == percentEncoded(String($1)) }
        }

        """##
    ),
    (
        "CallsiteRuntime/RFC3339.swift",
        #"""
        import Foundation

        /// Dates and times as RFC 3339 writes them, by own arithmetic: a `DateFormatter` costs a hundred times as much, and
        /// depends on the system's settings.
        nonisolated enum RFC3339 {
            /// The point in time in a string such as `2026-01-31T12:00:00.5+01:00`; nil for any other string.
            ///
            /// The second 60 of a leap second counts as the first of the next minute, since `Date` knows no leap seconds.
            static func date(_ text: UnsafeBufferPointer<UInt8>) -> Date? {
                guard text.count >= 20, let day = day(text), text[10] | 0x20 == 0x74, text[13] == 0x3A, text[16] == 0x3A else {
                    return nil
                }
                let hour = two(text, 11)
                let minute = two(text, 14)
                let second = two(text, 17)
                guard hour < 24, minute < 60, second <= 60 else { return nil }
                var at = 19
                var digits: UInt64 = 0
                var scale = 1.0
                if text[at] == 0x2E {
                    at += 1
                    let first = at
                    while at < text.count, text[at] &- 0x30 < 10 {
                        // Further digits are far below what a Date can hold.
                        if at - first < 15 {
                            digits = digits * 10 + UInt64(text[at] - 0x30)
                            scale *= 10
                        }
                        at += 1
                    }
                    guard at > first else { return nil }
                }
                guard at < text.count else { return nil }
                var offset = 0
                if text[at] | 0x20 == 0x7A {
                    at += 1
                } else {
                    guard at + 6 == text.count, text[at] == 0x2B || text[at] == 0x2D, text[at + 3] == 0x3A else { return nil }
                    let hours = two(text, at + 1)
                    let minutes = two(text, at + 4)
                    guard hours < 24, minutes < 60 else { return nil }
                    offset = (hours * 60 + minutes) * (text[at] == 0x2B ? 60 : -60)
                    at += 6
                }
                guard at == text.count else { return nil }
                let days = daysSince1970(year: day.year, month: day.month, day: day.day)
                // An `Int` of 32 bits ends in 2038.
                let seconds = Int64(days) * 86_400 + Int64(hour * 3_600 + minute * 60 + second - offset)
                return Date(timeIntervalSince1970: Double(seconds) + Double(digits) / scale)
            }

            /// The same, and also without a zone (then UTC) or with one without its colon, with a space for the `T`, without
            /// seconds, without a time; or a number of seconds since 1970, or of milliseconds if it has at least 12 digits (from
            /// 1973-03-03 on).
            static func lenientDate(_ text: String) -> Date? {
                let text = text.trimmingCharacters(in: .whitespaces)
                // Not what else is a number in Swift: `0x10`, `inf`.
                if text.utf8.allSatisfy({ 0x30...0x39 ~= $0 || "+-.eE".utf8.contains($0) }), let number = Double(text) {
                    guard abs(number) >= 1e11 else { return Date(timeIntervalSince1970: number) }
                    return abs(number) < 1e14 ? Date(timeIntervalSince1970: number / 1_000) : nil
                }
                var bytes = Array(text.utf8)
                if bytes.count > 10, bytes[10] == 0x20 { bytes[10] = 0x54 }
                if bytes.count == 10 { bytes += "T00:00".utf8 }
                guard bytes.count >= 16 else { return nil }
                if bytes.count == 16 || bytes[16] != 0x3A { bytes.insert(contentsOf: ":00".utf8, at: 16) }
                guard let last = bytes.last else { return nil }
                let zone = bytes[16...].lastIndex { $0 == 0x2B || $0 == 0x2D }
                if let zone {
                    if bytes[zone - 1] == 0x20 { bytes.remove(at: zone - 1) }
                    let sign = bytes[zone - 1] == 0x2B || bytes[zone - 1] == 0x2D ? zone - 1 : zone
                    let digits = bytes[(sign + 1)...].filter { $0 != 0x3A }
                    guard digits.count == 2 || digits.count == 4 else { return nil }
                    bytes.removeSubrange((sign + 1)...)
                    bytes += digits.prefix(2)
                    bytes += ":".utf8
                    bytes += digits.count == 4 ? digits.suffix(2) : [0x30, 0x30]
                } else if last | 0x20 != 0x7A {
                    bytes += "Z".utf8
                }
                return bytes.withUnsafeBufferPointer { date($0) }
            }

            /// The first ten bytes as a calendar date; nil: they aren't one.
            static func day(_ text: UnsafeBufferPointer<UInt8>) -> (year: Int, month: Int, day: Int)? {
                guard text.count >= 10, text[4] == 0x2D, text[7] == 0x2D else { return nil }
                let year = two(text, 0) * 100 + two(text, 2)
                let month = two(text, 5)
                let day = two(text, 8)
                guard year < 10_000, isDay(year: year, month: month, day: day) else { return nil }
                return (year, month, day)
            }

            /// Two digits; beyond any range if they aren't digits.
            private static func two(_ text: UnsafeBufferPointer<UInt8>, _ at: Int) -> Int {
                let tens = text[at] &- 0x30
                let ones = text[at + 1] &- 0x30
                return tens < 10 && ones < 10 ? Int(tens) * 10 + Int(ones) : 100_000
            }

            static func isDay(year: Int, month: Int, day: Int) -> Bool {
                guard 1...12 ~= month, day >= 1 else { return false }
                let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
                let length =
                    switch month {
                    case 2: isLeap ? 29 : 28
                    case 4, 6, 9, 11: 30
                    default: 31
                    }
                return day <= length
            }

            /// Days from 1970-01-01 in the Gregorian calendar, which RFC 3339 extends to the year 0. Years begin in March here,
            /// so that a leap day comes last.
            static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
                let year = month <= 2 ? year - 1 : year
                let era = (year >= 0 ? year : year - 399) / 400
                let yearOfEra = year - era * 400
                let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
                let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
                return era * 146_097 + dayOfEra - 719_468
            }

            /// The inverse of `daysSince1970`.
            static func day(daysSince1970 days: Int) -> (year: Int, month: Int, day: Int) {
                let shifted = days + 719_468
                let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
                let dayOfEra = shifted - era * 146_097
                let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
                let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
                let shiftedMonth = (5 * dayOfYear + 2) / 153
                let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
                return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
            }

            /// The text of a point in time, in UTC; nil outside the years 0 to 9999.
            ///
            /// The fraction is left out where there is none, and has three digits where those say it all. Else it has six: a
            /// `Date` of today is no finer than a quarter of a microsecond, and many servers read no more.
            static func text(_ date: Date) -> String? {
                let time = date.timeIntervalSince1970
                guard time >= -62_167_219_200, time < 253_402_300_800 else { return nil }
                for (digits, unit) in [(0, 1.0), (3, 1_000.0), (6, 1_000_000.0)] {
                    let whole = time.rounded(.down)
                    var seconds = Int64(whole)
                    var fraction = Int(((time - whole) * unit).rounded())
                    if fraction == Int(unit) {
                        fraction = 0
                        seconds += 1
                    }
                    if digits < 6, Double(seconds) + Double(fraction) / unit != time { continue }
                    return text(seconds: seconds, fraction: digits == 0 || fraction == 0 ? "" : "." + padded(fraction, digits))
                }
                return nil
            }

            private static func text(seconds: Int64, fraction: String) -> String? {
                let days = Int((seconds >= 0 ? seconds : seconds - 86_399) / 86_400)
                let rest = Int(seconds - Int64(days) * 86_400)
                let (year, month, day) = day(daysSince1970: days)
                guard year < 10_000 else { return nil }
                let time = "\(padded(rest / 3_600, 2)):\(padded(rest / 60 % 60, 2)):\(padded(rest % 60, 2))"
                return "\(text(year: year, month: month, day: day))T\(time)\(fraction)Z"
            }

            static func text(year: Int, month: Int, day: Int) -> String {
                "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
            }

            private static func padded(_ number: Int, _ width: Int) -> String {
                let text = String(number)
                return String(repeating: "0", count: max(0, width - text.count)) + text
            }
        }

        """#
    ),
    (
        "CallsiteRuntime/ReadingOptions.swift",
        #"""
        import Foundation

        /// Lenient decoding, for servers that don't keep to their descriptions.
        nonisolated struct ReadingOptions: OptionSet, Hashable, Sendable {
            let rawValue: Int

            init(rawValue: Int) { self.rawValue = rawValue }

            /// A `Date` may also have no time zone (then it is UTC), a space for the `T`, no time at all, or be a number of
            /// seconds since 1970, bare or in quotes.
            static let lenientDates = ReadingOptions(rawValue: 1)
            /// Elements of lists that can't be decoded are left out and reported: one bad element doesn't make the whole
            /// response fail.
            static let skippingLists = ReadingOptions(rawValue: 2)
        }

        /// Gathers the errors that were left out of one response.
        nonisolated final class SkippedElements: @unchecked Sendable {
            private let lock = NSLock()
            /// Guarded by `lock`.
            private var failures: [DecodingFailure] = []

            var all: [DecodingFailure] { lock.withLock { failures } }
            func append(_ failure: DecodingFailure) { lock.withLock { failures.append(failure) } }
        }

        """#
    ),
    (
        "CallsiteRuntime/RequestFailure.swift",
        #"""
        import Foundation

        /// The error for a response whose status isn't a success. `Session.send` throws it.
        ///
        ///     } catch let failure as any RequestFailure where failure.status == 404 {
        nonisolated protocol RequestFailure: Error, Sendable, CustomStringConvertible, LocalizedError {
            /// Every response must become an error, so this can't fail.
            init(_ http: HTTPResponse)

            /// The whole HTTP response.
            var http: HTTPResponse { get }
        }

        /// An error response with one type of body for every status.
        nonisolated struct Rejected<Body: WireDecodable>: RequestFailure {
            /// The decoded body; nil if it isn't as described.
            let body: Body?
            let http: HTTPResponse

            init(_ http: HTTPResponse) {
                body = http.decoded(Body.self)
                self.http = http
            }
        }

        nonisolated extension RequestFailure {
            /// The status code (RFC 9110, 15): 404.
            var status: Int { http.status }

            /// The server's own words, without secrets: the first string in a JSON body at `detail` or `title` (RFC 9457),
            /// `message`, `error_description` (RFC 6749), `error.message` or `error`; nil if there is none.
            var serverMessage: String? {
                guard let body = http.decoded(JSONValue.self) else { return nil }
                let texts = [
                    body["detail"], body["title"], body["message"], body["error_description"], body["error"]?["message"],
                    body["error"],
                ]
                return texts.lazy.compactMap { $0?.string }.first { !$0.isEmpty }.map { withoutSecrets($0) }
            }

            /// The request, the status and the server's message on one line, without secrets:
            /// `GET https://api.example.com/items/3: the server responded with 404: "No such item"`.
            var description: String {
                let text = "the server responded with \(serverMessage.map { "\(status): \(quoted($0))" } ?? "\(http)\(start)")"
                return http.request.map { "\($0): \(text)" } ?? text
            }

            var errorDescription: String? { description }
            // Foundation's own are out of reach in files that don't import it.
            var failureReason: String? { nil }
            var recoverySuggestion: String? { nil }
            var helpAnchor: String? { nil }

            fileprivate var start: String {
                let text = withoutSecrets(String(decoding: http.body.prefix(400), as: UTF8.self))
                return text.isEmpty ? "" : ": " + quoted(text)
            }
        }

        nonisolated extension Rejected: CustomReflectable {
            /// Shows the start of the body, without secrets.
            var customMirror: Mirror { Mirror(self, children: ["status": status, "body": start, "http": http]) }
        }

        """#
    ),
    (
        "CallsiteRuntime/RequestType+Rendering.swift",
        #"""
        import Foundation

        nonisolated extension RequestType {
            /// The request as it would be sent, without its credential: a pure function of the value.
            ///
            /// - Parameter base: The base URL; nil: the API's own.
            /// - Throws: An `EncodingFailure` that names the parameter.
            func httpRequest(base: URL? = nil) throws -> HTTPRequest { try httpRequest(baseText: base?.absoluteString) }

            func httpRequest(baseText: String?, sessionHeaders: HTTPHeaders = [:]) throws -> HTTPRequest {
                let endpoint = Self.endpoint
                var writer = RequestWriter(body: endpoint.body)
                write(to: &writer)
                for failure in [
                    writer.path.failure, writer.query.failure, writer.header.failure, writer.cookie.failure,
                    writer.form.failure,
                ] {
                    if let failure { throw failure }
                }
                guard isToken(endpoint.method.name) else {
                    throw EncodingFailure("\(quoted(endpoint.method.name)) isn't an HTTP method")
                }

                let url = try url(baseText, writer)
                let cookies = try writer.cookie.items.compactMap { try $0.cookieText() }
                let parameters = try writer.header.items.compactMap { item in
                    try item.headerText().map { HTTPHeaders.Field(item.name, $0) }
                }
                let timeout = writer.timeout ?? endpoint.timeout
                let (body, bodyType, isChosen) = try writer.finishedBody(endpoint.body)

                // From the weakest to the strongest.
                let accept =
                    endpoint.stream?.accept ?? endpoint.accepted?.accept
                    ?? (Response.self is any WireDecodable.Type ? "application/json" : "*/*")
                var headers: HTTPHeaders = ["Accept": accept]
                if let contentType = bodyType { headers["Content-Type"] = contentType }
                headers.merge(Self.api.headers)
                headers.merge(sessionHeaders)
                headers.merge(endpoint.headers)
                // The caller knows a file's type better than the endpoint.
                if isChosen, let bodyType { headers["Content-Type"] = bodyType }
                for parameter in parameters { headers[parameter.name] = parameter.value }
                if body == nil { headers["Content-Type"] = parameters.last { $0.has("Content-Type") }?.value }
                if !cookies.isEmpty { headers.addCookies(cookies) }
                try headers.check()
                var request = HTTPRequest(method: endpoint.method, url: url, headers: headers, timeout: timeout)
                request.body = body
                request.streamsResponse = endpoint.stream != nil
                return request
            }

            private func url(_ baseText: String?, _ writer: borrowing RequestWriter) throws -> URL {
                var base = try baseText ?? Self.endpoint.server ?? Self.api.renderedBaseURL()
                while base.hasSuffix("/") { base.removeLast() }
                guard let baseURL = URL(string: base), Origin(baseURL) != nil, baseURL.query == nil, baseURL.fragment == nil
                else {
                    throw EncodingFailure("\(quoted(base)) isn't a base URL: it needs http or https, a host, and no query")
                }
                // libcurl would send it, and URLSession wouldn't.
                guard baseURL.user == nil, baseURL.password == nil else {
                    throw EncodingFailure(
                        "the base URL names a user: give the session a credential, 'credential: .basic(user: …, password: …)'")
                }
                if let url = writer.url { return try url(baseURL) }
                let rendered = try renderPath(Self.endpoint.path, writer.path.items)
                let items = try (rendered.query.map { [$0] } ?? []) + writer.query.items.flatMap { try $0.queryItems() }
                let text = base + rendered.path + (items.isEmpty ? "" : "?" + items.joined(separator: "&"))
                guard let url = URL(string: text) else { throw EncodingFailure("\(quoted(text)) isn't a URL") }
                return url
            }
        }

        nonisolated extension RequestWriter {
            /// The body, its media type, and whether the caller chose that. Fields that are all absent make no body, unless it
            /// was opened.
            consuming func finishedBody(_ encoding: Endpoint.Body?) throws -> (HTTPBody?, type: String?, isChosen: Bool) {
                let isWhole = whole != nil || bytes != nil
                let isInPlace = body.isTouched || !form.items.isEmpty || parts?.isTouched == true
                guard isWhole || isInPlace else { return (nil, nil, false) }
                guard let encoding else { throw EncodingFailure("the endpoint says that there is no body") }
                guard !isWhole || !isInPlace else { throw EncodingFailure("the body is set both as a whole and by its fields") }
                if let bytes {
                    guard case .binary = encoding else {
                        throw EncodingFailure("a file is the body of an endpoint with a binary body only")
                    }
                    if let type = bytes.type, !isMediaType(type) {
                        throw EncodingFailure("\(quoted(type)) isn't a media type")
                    }
                    return (bytes.body, bytes.type ?? encoding.contentType, bytes.type != nil)
                }
                if case .parts(let partsEncoding) = encoding {
                    guard !body.isTouched, form.items.isEmpty else {
                        throw EncodingFailure("a multipart body is made of parts: request.part")
                    }
                    var parts = parts ?? partsEncoding.make()
                    if let whole { try parts.addFields(of: whole) }
                    return (try parts.finished(), parts.contentType, false)
                }
                guard parts?.isTouched != true else { throw EncodingFailure("only a multipart body has parts") }
                if let whole { return (HTTPBody(try Self.bytes(of: whole, encoding)), encoding.contentType, false) }
                let items = form.items
                body.closeObject()
                switch encoding {
                case .json:
                    guard items.isEmpty else { throw EncodingFailure("only a form has fields in styles") }
                    return (HTTPBody(try body.finished()), encoding.contentType, false)
                case .form(let lists):
                    let data = try formBody(try body.finishedTree(), lists: lists, items: items)
                    return (HTTPBody(data), encoding.contentType, false)
                case .text, .binary, .lines, .parts: throw EncodingFailure("a body of text, bytes or lines has no fields")
                }
            }

            private static func bytes(of value: any WireEncodable, _ encoding: Endpoint.Body) throws -> Data {
                switch encoding {
                case .json, .parts: return try encodeJSON(value)
                case .form(let lists): return try formBody(WireTree(value), lists: lists)
                case .text:
                    guard let text = try WireTree(value).text else { throw EncodingFailure("a body of text must be a scalar") }
                    return Data(text.utf8)
                case .lines:
                    guard let elements = value as? [any WireEncodable] else {
                        throw EncodingFailure("a body of lines must be a list")
                    }
                    // JSON has its line breaks escaped.
                    return try elements.reduce(into: Data()) { $0 += try encodeJSON($1) + [0x0A] }
                case .binary:
                    guard let data = value as? Data else { throw EncodingFailure("a body of bytes must be a Data") }
                    return data
                }
            }
        }

        nonisolated extension HTTPHeaders {
            /// Puts cookies behind those that are there: a request has one `Cookie` line (RFC 6265, 5.4).
            mutating func addCookies(_ cookies: [String]) {
                self["Cookie"] = ([self["Cookie"]].compactMap { $0 } + cookies).joined(separator: "; ")
            }
        }

        """#
    ),
    (
        "CallsiteRuntime/RequestType.swift",
        #"""
        import Foundation

        /// One request to one endpoint, as a value.
        ///
        /// Callsite generates these. You can also write one yourself:
        ///
        ///     struct GetStory: RequestType {
        ///         typealias Response = Story
        ///         static var api: API { API(baseURL: "https://api.example.com") }
        ///         static var endpoint: Endpoint { .get("/stories/{id}") }
        ///         var id: Int
        ///
        ///         func write(to request: inout RequestWriter) { request.path["id"] = id }
        ///     }
        ///
        ///     let story = try await Session().send(GetStory(id: 1))
        ///
        /// All requirements are static or take an argument, so that no parameter's name (`path`, `query`,
        /// `body`, `method`, `headers`) can collide with one.
        nonisolated protocol RequestType<Response>: Sendable {
            /// The type that `send` returns.
            associatedtype Response: Sendable
            /// The error that `send` throws when the status isn't a success.
            associatedtype Failure: RequestFailure = Rejected<JSONValue>
            /// The response headers that the description declares.
            associatedtype ResponseHeaders: ResponseHeadersType = HTTPHeaders

            static var api: API { get }
            static var endpoint: Endpoint { get }

            /// Writes the parameters into the request. Writes nothing by default.
            func write(to request: inout RequestWriter)

            /// Makes the response. By default `Response` is decoded from JSON, and `Void` ignores the body. Implement it
            /// yourself for a request whose response needs other treatment: `try http.text()`, `http.body`.
            static func response(from http: HTTPResponse) throws -> Response
        }

        nonisolated extension RequestType {
            func write(to request: inout RequestWriter) {}

            static func failure(_ http: HTTPResponse) -> any Error { Failure(http) }

            /// The same request with something changed: `request.with { $0.page += 1 }`.
            func with(_ change: (inout Self) throws -> Void) rethrows -> Self {
                var copy = self
                try change(&copy)
                return copy
            }
        }

        nonisolated extension RequestType where Response: WireDecodable {
            static func response(from http: HTTPResponse) throws -> Response { try http.decode() }
        }

        nonisolated extension RequestType where Response == Void {
            static func response(from http: HTTPResponse) throws {}
        }

        // MARK: One request with an addition

        nonisolated enum RequestAddition: Sendable {
            case header(String, String)
            case query(String, String)
            case timeout(Double)
            /// The URL in place of the request's own, made of the base URL.
            case url(@Sendable (_ base: URL) throws -> URL)
        }

        /// A request with a header, query item or timeout that its type doesn't have, so that a wrong description never blocks
        /// you; or with a server's link in place of its URL.
        nonisolated struct ExtendedRequest<Base: RequestType>: RequestType {
            typealias Response = Base.Response
            typealias Failure = Base.Failure
            typealias ResponseHeaders = Base.ResponseHeaders

            static var api: API { Base.api }
            static var endpoint: Endpoint { Base.endpoint }

            /// The request that is extended.
            var base: Base
            let addition: RequestAddition

            init(_ base: Base, _ addition: RequestAddition) {
                self.base = base
                self.addition = addition
            }

            func write(to request: inout RequestWriter) {
                base.write(to: &request)
                switch addition {
                case .header(let name, let value): request.header[name] = value
                case .query(let name, let value): request.query[name] = value
                case .timeout(let seconds): request.timeout = seconds
                case .url(let url): request.url = url
                }
            }

            static func response(from http: HTTPResponse) throws -> Response { try Base.response(from: http) }
        }

        nonisolated private protocol ExtendedRequestType {
            var inner: any RequestType { get }
        }

        nonisolated extension ExtendedRequest: ExtendedRequestType {
            var inner: any RequestType { base.unextended }
        }

        nonisolated extension RequestType {
            /// This request with one more header, which overrides any other of that name.
            func adding(header name: String, value: String) -> ExtendedRequest<Self> {
                ExtendedRequest(self, .header(name, value))
            }

            /// This request with one more query item, after the others.
            func adding(query name: String, value: String) -> ExtendedRequest<Self> {
                ExtendedRequest(self, .query(name, value))
            }

            /// This request with another timeout, in seconds, for each attempt.
            func adding(timeout seconds: Double) -> ExtendedRequest<Self> { ExtendedRequest(self, .timeout(seconds)) }

            /// The request without what was added to it.
            var unextended: any RequestType { (self as? any ExtendedRequestType)?.inner ?? self }

            func extended(_ addition: RequestAddition) -> any RequestType<Response> { ExtendedRequest(self, addition) }
        }

        /// The oldest systems, for an app that has these sources: older ones can't run `any RequestType<Response>`. The compiler's
        /// message names the type below, before it complains about each place.
        private typealias OldestSystems = CallsiteNeedsIOS16OrMacOS13

        @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
        nonisolated private enum CallsiteNeedsIOS16OrMacOS13 {}

        """#
    ),
    (
        "CallsiteRuntime/RequestWriter.swift",
        #"""
        import Foundation

        /// Writes the values of a request.
        ///
        ///     request.path["owner"] = owner
        ///     request.query["labels", style: .form, explode: false] = labels
        ///     request.header["If-None-Match"] = etag
        ///     request.body["title"] = title
        ///
        /// nil and empty lists send nothing. Every value is encoded as in JSON and then unquoted, so that dates, enums and
        /// numbers look alike in all places.
        nonisolated struct RequestWriter: ~Copyable {
            /// Values for the names in the path's template.
            var path = Parameters(.simple)
            /// Query items, sent in this order.
            var query = Parameters(.form)
            var header = Parameters(.simple)
            var cookie = Parameters(.form)
            /// The fields of an inline body.
            var body: FieldWriter
            /// Fields of a form with a style of their own, as for query items (OpenAPI's Encoding Object).
            var form = Parameters(.form)
            /// The parts of an inline multipart body.
            var parts: (any BodyParts)?
            private(set) var whole: (any WireEncodable)?
            /// A body that isn't encoded, and its media type, if the caller chose one.
            var bytes: (body: HTTPBody, type: String?)?
            /// Makes the whole URL, of the base URL.
            var url: ((URL) throws -> URL)?
            /// How long one attempt may take, in seconds; nil: the endpoint's limit.
            var timeout: Double?

            /// - Parameter body: How the body is encoded.
            init(body encoding: Endpoint.Body? = nil) {
                let isForm = if case .form = encoding { true } else { false }
                body = FieldWriter(makesTree: isForm)
                body.openObject()
            }

            /// Sets the whole body: a model, a list or a scalar; a `String` for text, `Data` for binary. nil sends no body.
            mutating func setBody(_ value: some WireEncodable) { whole = value.isAbsent ? nil : value }

            /// Sets the whole body where there must be one that may be null: nil is sent as JSON `null`.
            mutating func setBody(nullable value: some WireEncodable) { whole = value }

            /// The parameters of one place.
            struct Parameters: Sendable {
                struct Item: Sendable {
                    let name: String
                    let value: WireTree
                    let style: ParameterStyle
                    let explode: Bool
                    /// The styles of lists inside the list, from the outside in.
                    var elements: [ParameterStyle] = []
                }

                private(set) var items: [Item] = []
                private(set) var failure: EncodingFailure?
                private let defaultStyle: ParameterStyle

                init(_ style: ParameterStyle) { defaultStyle = style }

                /// Sets a parameter in OpenAPI's default style for this place: `form` in queries and cookies, `simple` in
                /// paths and headers.
                subscript<T: WireEncodable>(name: String) -> T {
                    @available(*, unavailable, message: "parameters are only written here")
                    get { fatalError("unavailable") }
                    set { add(name, newValue, defaultStyle, nil) }
                }

                /// Sets a parameter in a style. By default `explode` is true for `form` and false for the others. The lists in a
                /// list have the styles `elements`, from the outside in; OpenAPI has no such.
                subscript<T: WireEncodable>(
                    name: String, style style: ParameterStyle, explode explode: Bool? = nil,
                    elements elements: ParameterStyle...
                ) -> T {
                    @available(*, unavailable, message: "parameters are only written here")
                    get { fatalError("unavailable") }
                    set { add(name, newValue, style, explode, elements) }
                }

                /// Sets a parameter in this place's default style.
                subscript<T: WireEncodable>(name: String, explode explode: Bool) -> T {
                    @available(*, unavailable, message: "parameters are only written here")
                    get { fatalError("unavailable") }
                    set { add(name, newValue, defaultStyle, explode) }
                }

                /// Sets a parameter whose value is JSON.
                subscript<T: WireEncodable>(json name: String) -> T {
                    @available(*, unavailable, message: "parameters are only written here")
                    get { fatalError("unavailable") }
                    set {
                        guard !newValue.isAbsent else { return }
                        // A setter can't throw: the first failure is kept for whoever renders the request.
                        do {
                            let json = String(decoding: try encodeJSON(newValue), as: UTF8.self)
                            items.append(Item(name: name, value: .scalar(json), style: defaultStyle, explode: false))
                        } catch {
                            failure = failure ?? EncodingFailure("\(name): \(error)")
                        }
                    }
                }

                private mutating func add(
                    _ name: String, _ value: some WireEncodable, _ style: ParameterStyle, _ explode: Bool?,
                    _ elements: [ParameterStyle] = []
                ) {
                    guard !value.isAbsent else { return }
                    do {
                        items.append(
                            Item(
                                name: name, value: try WireTree(value), style: style, explode: explode ?? (style == .form),
                                elements: elements))
                    } catch {
                        failure = failure ?? EncodingFailure("\(name): \(error)")
                    }
                }
            }
        }

        """#
    ),
    (
        "CallsiteRuntime/ResponseHeadersType.swift",
        #"""
        import Foundation

        /// The response headers that a description declares. Decoded by `Session.response(to:)`.
        ///
        ///     struct ResponseHeaders: ResponseHeadersType {
        ///         let total: Int?
        ///         init(from headers: HTTPHeaders) throws { total = try headers.decode("X-Total") }
        ///     }
        nonisolated protocol ResponseHeadersType: Sendable {
            /// Throws a `DecodingFailure` that names the header.
            init(from headers: HTTPHeaders) throws
        }

        nonisolated extension HTTPHeaders: ResponseHeadersType {
            init(from headers: HTTPHeaders) throws { self = headers }
        }

        nonisolated extension HTTPHeaders {
            /// Reads a header as any decodable type; lists are separated by commas. A missing header is
            /// nil for an optional, else an error.
            func decode<T: WireDecodable>(_ name: String, as type: T.Type = T.self) throws -> T {
                guard let text = self[name]?.trimmingCharacters(in: .whitespaces) else {
                    if let absent = T.absent { return absent }
                    throw DecodingFailure(path: "header \(name)", expected: "a value", found: "no such header")
                }
                var failure: DecodingFailure?
                for candidate in candidates(text) {
                    do { return try candidate.decode(T.self) } catch let error as DecodingFailure { failure = failure ?? error }
                }
                throw DecodingFailure(path: "header \(name)", expected: failure?.expected ?? "a value", found: quoted(text))
            }

            /// A header as JSON, in each form that it may have: a string (for strings and dates), a bare value (for numbers and Booleans), a list of
            /// either, and HTTP's own date (RFC 9110, 5.6.7), whatever the description says of `Last-Modified`.
            private func candidates(_ text: String) -> [JSONValue] {
                let items = text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
                let date = HTTPDate.date(text).flatMap { RFC3339.text($0) }.map { [JSONValue.string($0)] } ?? []
                return [.string(text), bare(text), .array(items.map { .string($0) }), .array(items.map(bare))] + date
            }

            private func bare(_ text: String) -> JSONValue {
                if text == "true" || text == "false" { return .bool(text == "true") }
                return JSONValue.Number(text).map { .number($0) } ?? .string(text)
            }
        }

        """#
    ),
    (
        "CallsiteRuntime/ResponseNotes.swift",
        #"""
        import Foundation

        /// The notes of a session beside a response.
        nonisolated struct ResponseNotes: Sendable {
            /// The method of the request, as the session has sent it first.
            var method: HTTPMethod?
            var authentication: Authentication?
            /// How leniently the body is decoded.
            var reading: ReadingOptions = []
            var onSkippedElement: (@Sendable (DecodingFailure) -> Void)?
            /// The value that the response stands for, so that stubs need no bytes.
            var stub: (any Sendable)?
            var reopening: StreamReopening?
        }

        /// Opens a stream anew. Set by a session for requests that may be retried.
        nonisolated struct StreamReopening: Sendable {
            /// The session's time.
            let now: @Sendable () -> Duration
            /// Opens the stream again behind the event with this id, after a wait in seconds; nil: the server says that there
            /// is no more.
            let open: @Sendable (_ lastID: String?, _ wait: Double) async throws -> HTTPResponse?
        }

        nonisolated extension HTTPResponse {
            var sessionNotes: ResponseNotes {
                get { notes as? ResponseNotes ?? ResponseNotes() }
                set { notes = newValue }
            }

            /// The method of the request, as a session has sent it first; nil for other responses.
            var method: HTTPMethod? { sessionNotes.method }

            /// How a session has authenticated the request; nil: it was sent without a credential. It never contains the
            /// credential.
            var authentication: Authentication? { sessionNotes.authentication }

            /// Opens the response's stream again; nil: the request must not be retried.
            var reopening: StreamReopening? { sessionNotes.reopening }

            /// The request in an error's message: `GET https://api.example.com/items/3`; nil for responses of no session.
            var request: String? {
                guard let method, let url else { return nil }
                return "\(method) \(withoutSecrets(url.absoluteString))"
            }
        }

        nonisolated extension HTTPResponse {
            /// A response that is `value`, for stubs and tests. No body is decoded. It fits only requests with this type of
            /// `Response`.
            static func value(_ value: any Sendable, status: Int = 200, headers: HTTPHeaders = [:]) -> HTTPResponse {
                var response = HTTPResponse(status: status, headers: headers)
                response.sessionNotes.stub = value
                return response
            }

            /// The value of ``value(_:status:headers:)``; nil for a response of bytes.
            var value: (any Sendable)? { sessionNotes.stub }
        }

        """#
    ),
    (
        "CallsiteRuntime/RetryPolicy.swift",
        #"""
        import Foundation

        /// When a request is retried.
        ///
        /// Only requests are retried for which that is safe: those with idempotent methods (RFC 9110, 9.2.2), those whose
        /// endpoints are declared idempotent, and those with an idempotency key. They are retried after certain statuses, and
        /// after connections that were lost or never made. They aren't retried after a timeout, which has cost enough time.
        nonisolated struct RetryPolicy: Sendable {
            /// The most retries of a request.
            var limit = 2
            /// The statuses after which a request is retried.
            var statuses: Set<Int> = [408, 425, 429, 500, 502, 503, 504]
            /// The base of the exponential backoff, in seconds; what isn't positive, or no number, is 0. Before the n-th retry a random time between 0 and `delay ·
            /// 2ⁿ⁻¹` passes ("full jitter"), so that clients that failed together don't return together.
            var delay = 0.5
            /// The longest delay before a retry, in seconds, except for `Retry-After`.
            var longestDelay = 20.0
            /// The longest `Retry-After` that is respected, in seconds. It replaces the random delay. If the server asks for
            /// more, the request isn't retried.
            var longestRetryAfter = 60.0
            /// The fraction of a session's requests that may be retries, from 0 to 1, once there were ten: a server that is
            /// down isn't sent several times the load.
            var budget = 0.2
            /// A random number from 0 to 1, for the jitter.
            var random: @Sendable () -> Double = { Double.random(in: 0...1) }

            init() {}

            /// At most two retries.
            static let standard = RetryPolicy()

            /// No retries.
            static let none: RetryPolicy = {
                var policy = RetryPolicy()
                policy.limit = 0
                return policy
            }()
        }

        nonisolated extension RetryPolicy {
            /// A number that says nothing, or a negative one, is 0. A day is the longest wait.
            private static func seconds(_ number: Double) -> Double { number > 0 ? min(number, 86_400) : 0 }
            private static func fraction(_ number: Double) -> Double { number > 0 ? min(number, 1) : 0 }

            /// How long to wait before the retry of this number, in seconds; nil: no retry.
            func wait(before number: Int, after outcome: Result<HTTPResponse, any Error>) -> Double? {
                guard number <= limit else { return nil }
                let factor = Double(1 << min(number - 1, 20))
                let jitter = Self.fraction(random()) * min(Self.seconds(longestDelay), Self.seconds(delay) * factor)
                switch outcome {
                case .failure(let failure as TransportFailure):
                    return failure.kind == .connectionLost || failure.kind == .cannotConnect ? jitter : nil
                case .failure: return nil
                case .success(let http):
                    guard statuses.contains(http.status) else { return nil }
                    guard let asked = http.retryAfter else { return jitter }
                    return asked <= longestRetryAfter ? asked : nil
                }
            }
        }

        /// The retries that a session has left. Each request adds a part of one, up to ten; each retry takes one.
        nonisolated final class RetryBudget: @unchecked Sendable {
            private static let reserve = 10.0

            private let lock = NSLock()
            /// Guarded by `lock`.
            private var left = RetryBudget.reserve

            func addRequest(_ part: Double) { lock.withLock { left = min(Self.reserve, left + part) } }

            func takeRetry() -> Bool {
                lock.withLock {
                    guard left >= 1 else { return false }
                    left -= 1
                    return true
                }
            }
        }

        nonisolated extension HTTPResponse {
            /// How long the server asks to wait, in seconds, by `Retry-After` in either form (RFC 9110, 10.2.3). A date is
            /// compared with the response's own `Date`, if it has one, so that a wrong clock does no harm.
            var retryAfter: Double? {
                guard let text = headers["Retry-After"]?.trimmingCharacters(in: .whitespaces), !text.isEmpty else { return nil }
                if text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) { return Double(text) }
                guard let date = HTTPDate.date(text) else { return nil }
                return max(0, date.timeIntervalSince(self.date ?? Date()))
            }

            /// The time of the response, by its `Date`.
            var date: Date? { headers["Date"].flatMap(HTTPDate.date) }

            /// The version of the resource, by `ETag`, with its quotes: for `If-Match` and `If-None-Match`.
            var etag: String? { headers["ETag"] }
        }

        /// Dates in headers (RFC 9110, 5.6.7).
        nonisolated enum HTTPDate {
            private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

            /// Reads all three forms: `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT`, `Sun Nov 6 08:49:37
            /// 1994`.
            static func date(_ text: String) -> Date? {
                var words = text.split { $0 == " " || $0 == "-" }.map(String.init)
                guard words.count > 4 else { return nil }
                words.removeFirst()
                // The last form has the month first and the year last.
                if months.contains(words[0]), words.count == 4 { words = [words[1], words[0], words[3], words[2]] }
                let time = words[3].split(separator: ":").compactMap { Int($0) }
                guard let day = Int(words[0]), let month = months.firstIndex(of: words[1]), var year = Int(words[2]),
                    time.count == 3,
                    0...23 ~= time[0], 0...59 ~= time[1], 0...60 ~= time[2], 0...9999 ~= year
                else { return nil }
                if words[2].count == 2 { year += year < 70 ? 2000 : 1900 }
                guard RFC3339.isDay(year: year, month: month + 1, day: day) else { return nil }
                let days = RFC3339.daysSince1970(year: year, month: month + 1, day: day)
                return Date(timeIntervalSince1970: Double(days) * 86_400 + Double(time[0] * 3_600 + time[1] * 60 + time[2]))
            }
        }

        """#
    ),
    (
        "CallsiteRuntime/Scalars+Reading.swift",
        #"""
        import Foundation

        nonisolated extension String: WireDecodable {
            init(from value: borrowing WireValue) throws { self = try value.string() }
        }

        nonisolated extension Bool: WireDecodable {
            init(from value: borrowing WireValue) throws {
                let tag = value.tape.pointee.tag(value.index)
                guard tag &- Tape.Tag.no < 2 else { throw value.failure("true or false") }
                self = tag == Tape.Tag.yes
            }
        }

        nonisolated extension Int: WireDecodable {
            init(from value: borrowing WireValue) throws {
                // Not by `integer()`: that generics aren't specialised counts in a debug build.
                guard let wide = try value.int64(), let number = Int(exactly: wide) else {
                    throw value.failure("an integer that fits Int")
                }
                self = number
            }
        }

        nonisolated extension Int32: WireDecodable {
            init(from value: borrowing WireValue) throws { self = try value.integer() }
        }

        nonisolated extension Int64: WireDecodable {
            init(from value: borrowing WireValue) throws {
                guard let number = try value.int64() else { throw value.failure("an integer that fits Int64") }
                self = number
            }
        }

        nonisolated extension UInt64: WireDecodable {
            init(from value: borrowing WireValue) throws {
                guard let number = try value.uint64() else { throw value.failure("an integer that fits UInt64") }
                self = number
            }
        }

        nonisolated extension Double: WireDecodable {
            init(from value: borrowing WireValue) throws { self = try value.double() }
        }

        nonisolated extension Float: WireDecodable {
            init(from value: borrowing WireValue) throws { self = try value.float() }
        }

        nonisolated extension Decimal: WireDecodable {
            init(from value: borrowing WireValue) throws { self = try value.decimal() }
        }

        nonisolated extension URL: WireDecodable {
            init(from value: borrowing WireValue) throws {
                self = try StoredURL(from: value).value
            }
        }

        nonisolated extension UUID: WireDecodable {
            init(from value: borrowing WireValue) throws {
                guard let uuid = UUID(uuidString: try value.string()) else { throw value.failure("a UUID") }
                self = uuid
            }
        }

        /// Base64 (RFC 4648, section 4) in a string; line breaks and spaces inside are skipped, as MIME's form has them.
        nonisolated extension Data: WireDecodable {
            init(from value: borrowing WireValue) throws {
                let text = try value.string()
                let data = Data(base64Encoded: text) ?? Data(base64Encoded: text.filter { !$0.isWhitespace })
                guard let data else { throw value.failure("base64") }
                self = data
            }
        }

        /// RFC 3339 in a string: any number of digits in the fraction, any offset, `t` and `z` in lower case as well.
        nonisolated extension Date: WireDecodable {
            init(from value: borrowing WireValue) throws {
                let tape = value.tape
                let tag = tape.pointee.tag(value.index)
                if tag == Tape.Tag.string, let date = RFC3339.date(tape.pointee.raw(value.index)) {
                    self = date
                    return
                }
                if tape.pointee.notes.options.contains(.lenientDates), tag &- Tape.Tag.integer < 4 {
                    let text = tag < Tape.Tag.string ? tape.pointee.digits(value.index) : tape.pointee.string(value.index)
                    guard let date = RFC3339.lenientDate(text) else {
                        throw value.failure("a date and time, or seconds since 1970")
                    }
                    self = date
                    return
                }
                var text = try value.string()
                guard let date = text.withUTF8({ RFC3339.date($0) }) else { throw value.failure("a date and time (RFC 3339)") }
                self = date
            }
        }

        """#
    ),
    (
        "CallsiteRuntime/SendError.swift",
        #"""
        import Foundation

        /// Every error of sending a request. `Session.result(of:)` returns it with its type; `send`
        /// throws the error inside.
        nonisolated enum SendError<Failure: RequestFailure>: Error {
            /// The response isn't a success. `send` throws the failure.
            case rejected(Failure)
            /// The response isn't as its description says.
            case decoding(DecodingFailure)
            /// The request can't be sent as it is; nothing was sent.
            case encoding(EncodingFailure)
            /// There was no response.
            case transport(TransportFailure)
            /// The task was cancelled. `send` throws a `CancellationError`.
            case cancelled
            /// An error from a credential's provider, or from a request's own `response(from:)`.
            case other(any Error)

            init(_ error: any Error) {
                switch error {
                case let error as Failure: self = .rejected(error)
                case let error as DecodingFailure: self = .decoding(error)
                case let error as EncodingFailure: self = .encoding(error)
                case let error as TransportFailure: self = .transport(error)
                case is CancellationError: self = .cancelled
                default: self = .other(error)
                }
            }

            /// The error inside.
            var underlying: any Error {
                switch self {
                case .rejected(let error): error
                case .decoding(let error): error
                case .encoding(let error): error
                case .transport(let error): error
                case .cancelled: CancellationError()
                case .other(let error): error
                }
            }
        }

        nonisolated extension SendError: CustomStringConvertible, LocalizedError {
            var description: String { if case .cancelled = self { "cancelled" } else { "\(underlying)" } }
            var errorDescription: String? { description }
        }

        """#
    ),
    (
        "CallsiteRuntime/Session.swift",
        #"""
        import Foundation

        /// Sends requests to one API, or to several.
        ///
        ///     let session = Session(credential: .bearer(token))
        ///     let issues = try await session.send(ListIssuesRequest(owner: "apple", repo: "swift"))
        ///
        /// A session is a value. Copies share the transport and its connections, and the retry budget.
        nonisolated struct Session: Sendable {
            private enum Base: Sendable {
                /// Each API's own.
                case declared
                case url(String)
                case api(API)
            }

            private struct Settings: Sendable {
                let base: Base
                let transport: any Transport
                let credential: (any CredentialProviding)?
                let budget = RetryBudget()
                var middleware: [any Middleware] = []
                var headers: HTTPHeaders = [:]
                var retries = RetryPolicy.standard
                var timeout: Double?
                var responseSizeLimit = HTTPRequest.standardResponseSizeLimit
                var reading: ReadingOptions = []
                var onSkippedElement: (@Sendable (DecodingFailure) -> Void)?
                var clock: any Clock<Duration> = ContinuousClock()
            }

            /// Copies share it until one is changed. A wide value costs code wherever it is copied, here and in programs.
            private final class Box: @unchecked Sendable {
                var settings: Settings

                init(_ settings: Settings) { self.settings = settings }
            }

            private var box: Box

            private init(_ base: Base, _ transport: (any Transport)?, _ credential: (any CredentialProviding)?) {
                box = Box(Settings(base: base, transport: transport ?? NetworkTransport.shared, credential: credential))
            }

            private var settings: Settings {
                _read { yield box.settings }
                _modify {
                    if !isKnownUniquelyReferenced(&box) { box = Box(box.settings) }
                    yield &box.settings
                }
            }

            /// The transport that sends the requests. The `description` of a `NetworkTransport` names its library.
            var transport: any Transport { settings.transport }

            /// The source of credentials; nil: there is none.
            var credential: (any CredentialProviding)? { settings.credential }

            /// The base URL that takes the place of each API's own; nil: there is none, or it isn't a URL.
            var baseURL: URL? {
                switch settings.base {
                case .declared: nil
                case .url(let text): URL(string: text)
                case .api(let api): (try? api.renderedBaseURL()).flatMap { URL(string: $0) }
                }
            }

            /// The interceptors between this session and its transport; the first is the outermost.
            var middleware: [any Middleware] {
                get { settings.middleware }
                _modify { yield &settings.middleware }
            }

            /// Sent with every request: `session.headers["X-Client"] = "app/1.2"`. They override the headers of the API; an
            /// endpoint's and a request's own override them. Don't put credentials here: a credential is sent to one origin
            /// only, and these headers to all.
            var headers: HTTPHeaders {
                get { settings.headers }
                _modify { yield &settings.headers }
            }

            /// When a request is retried.
            var retries: RetryPolicy {
                get { settings.retries }
                _modify { yield &settings.retries }
            }

            /// How long one attempt may take, in seconds, if neither the request nor the endpoint says it. Each retry has as
            /// much time again.
            var timeout: Double? {
                get { settings.timeout }
                set { settings.timeout = newValue }
            }

            /// How large a response's body may become in memory, in bytes, decompressed; 256 MB by default. A larger one is a
            /// `TransportFailure` of the kind `tooLarge`, and the rest of it isn't read. Downloads and streams may be larger.
            /// More than 256 MB of JSON can't be decoded, whatever the limit.
            var responseSizeLimit: Int {
                get { settings.responseSizeLimit }
                set { settings.responseSizeLimit = newValue }
            }

            /// How leniently responses are decoded, beside each API's own options.
            var reading: ReadingOptions {
                get { settings.reading }
                set { settings.reading = newValue }
            }

            /// Called with each element that a lenient list has left out.
            var onSkippedElement: (@Sendable (DecodingFailure) -> Void)? {
                get { settings.onSkippedElement }
                set { settings.onSkippedElement = newValue }
            }

            /// Waits between retries.
            var clock: any Clock<Duration> {
                get { settings.clock }
                set { settings.clock = newValue }
            }

            /// - Parameters:
            ///   - baseURL: The base URL for all requests, in place of their API's: staging, a mock, localhost.
            ///   - transport: The transport that sends the requests; `NetworkTransport.shared` by default.
            ///   - credential: The source of credentials: one credential, or a provider.
            init(baseURL: URL? = nil, transport: (any Transport)? = nil, credential: (any CredentialProviding)? = nil) {
                self.init(baseURL.map { .url($0.absoluteString) } ?? .declared, transport, credential)
            }

            /// The same with a string. If it isn't a URL, each request fails with an `EncodingFailure`.
            init(baseURL: String, transport: (any Transport)? = nil, credential: (any CredentialProviding)? = nil) {
                self.init(.url(baseURL), transport, credential)
            }

            /// The same with the base URL of `api`, for an API whose base URL has variables.
            init(api: API, transport: (any Transport)? = nil, credential: (any CredentialProviding)? = nil) {
                self.init(.api(api), transport, credential)
            }

            /// A session with a fixed credential, so that `credential: .bearer(token)` can be written.
            init(baseURL: URL? = nil, transport: (any Transport)? = nil, credential: Credential) {
                self.init(baseURL.map { .url($0.absoluteString) } ?? .declared, transport, credential)
            }

            /// A session with a fixed credential, so that `credential: .bearer(token)` can be written.
            init(baseURL: String, transport: (any Transport)? = nil, credential: Credential) {
                self.init(.url(baseURL), transport, credential)
            }

            /// A session with a fixed credential, so that `credential: .bearer(token)` can be written.
            init(api: API, transport: (any Transport)? = nil, credential: Credential) {
                self.init(.api(api), transport, credential)
            }
        }

        nonisolated extension Session: CustomStringConvertible, CustomReflectable {
            /// The base URL, whether there is a credential, and the transport:
            /// `Session(https://api.example.com, with a credential, libcurl/8.5.0)`.
            var description: String {
                "Session(\(base), \(settings.credential == nil ? "no credential" : "with a credential"), \(transportName))"
            }

            /// Neither the credential nor the values of headers that may be secrets.
            var customMirror: Mirror {
                Mirror(
                    self,
                    children: [
                        "base": base, "credential": settings.credential.map { "\(type(of: $0))" } ?? "none",
                        "transport": transportName, "middleware": middleware.map { "\(type(of: $0))" }, "headers": headers,
                        "retries": retries,
                    ])
            }

            private var base: String {
                switch settings.base {
                case .declared: "the base URL of each API"
                case .url(let text): withoutSecrets(text)
                case .api(let api): withoutSecrets((try? api.renderedBaseURL()) ?? "the base URL of its API")
                }
            }

            private var transportName: String {
                guard let transport = transport as? any CustomStringConvertible else { return "\(type(of: transport))" }
                return transport is NetworkTransport ? Self.shortName(of: transport) : transport.description
            }

            /// A transport by its library and its version, without those of the libraries that it uses: the first word.
            static func shortName(of transport: any CustomStringConvertible) -> String {
                String(transport.description.prefix { $0 != " " && $0 != "," })
            }
        }

        // MARK: Sending

        nonisolated extension Session {
            /// Sends a request and returns its response.
            ///
            /// - Throws: `R.Failure` if the response isn't a success, by its status or by its body; a `DecodingFailure` if the
            ///   response isn't as its description says; a `TransportFailure` if there is no response; an `EncodingFailure` if
            ///   nothing could be sent; a `CancellationError` if the task was cancelled.
            func send<R: RequestType>(_ request: R) async throws -> R.Response {
                try value(from: try await http(for: request), of: R.self)
            }

            /// Sends a request and returns its response with status and headers. Throws as `send` does, and a `DecodingFailure`
            /// where a declared header isn't as described.
            func response<R: RequestType>(to request: R) async throws -> TypedResponse<R> {
                try typedResponse(of: R.self, from: try await http(for: request))
            }

            func typedResponse<R: RequestType>(of type: R.Type, from http: HTTPResponse) throws -> TypedResponse<R> {
                var http = http
                let skipped = SkippedElements()
                http.sessionNotes.onSkippedElement = { [onSkippedElement] in
                    skipped.append($0)
                    onSkippedElement?($0)
                }
                let value = try value(from: http, of: R.self)
                http.sessionNotes.onSkippedElement = onSkippedElement
                let headers = try addingResponse(http) { try R.ResponseHeaders(from: http.headers) }
                return TypedResponse(value: value, headers: headers, http: http, skippedElements: skipped.all)
            }

            /// Sends a request and returns its response, or a typed error for an exhaustive `switch`.
            func result<R: RequestType>(of request: R) async -> Result<R.Response, SendError<R.Failure>> {
                do { return .success(try await send(request)) } catch { return .failure(SendError(error)) }
            }

            /// Sends a request and calls `handler` once, on no particular thread.
            ///
            /// - Returns: A value that cancels the request; `handler` is then called with `.cancelled`. You may ignore it: the
            ///   request continues.
            @discardableResult
            func send<R: RequestType>(
                _ request: R, handler: @escaping @Sendable (Result<R.Response, SendError<R.Failure>>) -> Void
            ) -> Cancellation {
                Cancellation(task: Task { handler(await result(of: request)) })
            }

            func value<R: RequestType>(from http: HTTPResponse, of type: R.Type) throws -> R.Response {
                if let stub = http.value, let value = stub as? R.Response { return value }
                guard R.endpoint.isSuccess(http) else { throw R.Failure(http) }
                return try addingResponse(http) { try R.response(from: http) }
            }

            /// The response, whatever its status. If the status isn't a success, the body is complete, even if a stream was
            /// requested.
            func http(
                for request: any RequestType, changing change: (inout HTTPRequest) -> Void = { _ in }
            ) async throws -> HTTPResponse {
                try Task.checkCancellation()
                // Not generic: each request's own copy of this would be in a program.
                let (api, endpoint) = (type(of: request).api, type(of: request).endpoint)
                let baseText = try baseText(for: endpoint)
                var rendered = try request.httpRequest(baseText: baseText, sessionHeaders: headers)
                rendered.timeout = rendered.timeout ?? timeout
                rendered.responseSizeLimit = responseSizeLimit
                if let name = endpoint.idempotencyKey, rendered.headers[name] == nil {
                    rendered.headers[name] = UUID().uuidString.lowercased()
                }
                change(&rendered)
                let attachment = try Attachment(
                    for: request, settings.credential, baseText ?? endpoint.server ?? api.renderedBaseURL())
                var http = try await repeating(endpoint) { [rendered] attempt in
                    let context = RequestContext(request: request.unextended, attempt: attempt, transport: transport)
                    return try await passOn(rendered, through: middleware[...], context) { try await transmit($0, attachment) }
                }
                http.url = http.url ?? rendered.url
                var notes = http.sessionNotes
                (notes.method, notes.reading) = (rendered.method, api.reading.union(reading))
                notes.onSkippedElement = onSkippedElement
                if http.stream != nil, endpoint.isIdempotent { notes.reopening = reopening(request) }
                http.sessionNotes = notes
                if let stream = http.stream, !endpoint.isSuccess(http.status) {
                    http.stream = nil
                    http.body = try await stream.collect(limit: 1 << 20)
                }
                return http
            }

            /// Sends until there is a response that the policy accepts.
            private func repeating(_ endpoint: Endpoint, _ send: (Int) async throws -> HTTPResponse) async throws
                -> HTTPResponse
            {
                let isRepeatable = endpoint.isIdempotent || endpoint.idempotencyKey != nil
                settings.budget.addRequest(retries.budget)
                var attempt = 1
                while true {
                    let outcome: Result<HTTPResponse, any Error>
                    do { outcome = .success(try await send(attempt)) } catch { outcome = .failure(error) }
                    guard isRepeatable, let wait = retries.wait(before: attempt, after: outcome),
                        settings.budget.takeRetry()
                    else {
                        return try outcome.get()
                    }
                    try await clock.sleep(for: .seconds(wait))
                    attempt += 1
                }
            }

            /// The innermost step: the credential, and once more with another one where the server refuses it.
            private func transmit(_ request: HTTPRequest, _ attachment: Attachment?) async throws -> HTTPResponse {
                guard let attachment, attachment.isTrusted(request.url),
                    var credential = try await attachment.provider.credential(for: request)
                else { return try await carry(request) }
                var isReplaced = false
                while true {
                    let attached = try request.attaching(credential, as: attachment.authentication)
                    var http = try await carry(attached)
                    http.url = http.url?.removing(attached.secrets)
                    let isAttached = attached.differs(from: request)
                    if isAttached { http.sessionNotes.authentication = credential.way(of: attachment.authentication) }
                    // The credential wasn't refused if the request's own header was sent in its place, or if a redirect led
                    // elsewhere, without the credential.
                    guard !isReplaced, http.status == 401, isAttached, http.url.map(attachment.isTrusted) ?? true,
                        let other = try await attachment.provider.replacement(for: credential, refusedBy: http),
                        other != credential
                    else { return http }
                    (credential, isReplaced) = (other, true)
                }
            }

            private func carry(_ request: HTTPRequest) async throws -> HTTPResponse {
                do {
                    return try await transport.send(request)
                } catch {
                    throw TransportFailure.wrapping(error)
                }
            }

            private func reopening(_ request: any RequestType) -> StreamReopening {
                StreamReopening(now: clock.stopwatch()) { lastID, wait in
                    try await clock.sleep(for: .seconds(wait))
                    let http = try await http(for: request) { rendered in
                        if let lastID, !lastID.isEmpty { rendered.headers["Last-Event-ID"] = lastID }
                    }
                    if http.status == 204 { return nil }
                    guard type(of: request).endpoint.isSuccess(http.status) else { throw type(of: request).failure(http) }
                    return http
                }
            }

            /// nil: the endpoint's or its API's own. An endpoint's own server stays where only the API's variables are chosen.
            func baseText(for endpoint: Endpoint) throws -> String? {
                switch settings.base {
                case .declared: nil
                case .url(let text): text
                case .api(let api): try endpoint.server ?? api.renderedBaseURL()
                }
            }
        }

        nonisolated extension Clock where Duration == Swift.Duration {
            /// The time that passes from now on.
            fileprivate func stopwatch() -> @Sendable () -> Swift.Duration {
                let start = now
                return { start.duration(to: self.now) }
            }
        }

        /// Whose credential goes into a request, how, and where to.
        nonisolated private struct Attachment: Sendable {
            let provider: any CredentialProviding
            let authentication: Authentication
            private let trusted: Origin

            /// nil: none is wanted, or there is none.
            init?(for request: any RequestType, _ provider: (any CredentialProviding)?, _ base: String) throws {
                let authentication = type(of: request).endpoint.authentication ?? type(of: request).api.authentication
                guard authentication != .unspecified || provider == nil else {
                    throw EncodingFailure(
                        """
                        the session has a credential, and the description of \(type(of: request.unextended)) doesn't say how it is sent; write 'authentication: bearer' \
                        (or 'basic', '{header: X-Key}', or 'none' to send without) into callsite.yaml or into the description, and generate again
                        """)
                }
                guard authentication != .none, let provider, let trusted = URL(string: base).flatMap({ Origin($0) }) else {
                    return nil
                }
                self.provider = provider
                self.authentication = authentication
                self.trusted = trusted
            }

            /// Only the origin that the session or the description names gets the credential.
            func isTrusted(_ url: URL) -> Bool { Origin(url) == trusted }
        }

        /// Cancels a request that was sent with a handler.
        nonisolated struct Cancellation: Sendable {
            private let task: Task<Void, Never>

            init(task: Task<Void, Never>) { self.task = task }

            /// Ends the request. The handler is called with `.cancelled`.
            func cancel() { task.cancel() }
        }

        """#
    ),
    (
        "CallsiteRuntime/StoredURL.swift",
        #"""
        import Foundation

        /// A URL as a model stores it: its text, which becomes a `URL` when the property is asked for. Making a `URL` takes
        /// several times as long as reading one, and a response may have thousands.
        ///
        ///     public var avatar: URL { _avatar.value }
        ///     private let _avatar: StoredURL
        nonisolated struct StoredURL: Hashable, Sendable {
            private let text: String

            init(_ value: URL) { text = value.absoluteString }

            /// Only text that was found to be a URL is stored.
            var value: URL { URL(string: text) ?? URL(fileURLWithPath: "/") }
        }

        nonisolated extension StoredURL: WireCodable {
            init(from value: borrowing WireValue) throws { text = try value.urlText() }

            func write(to output: inout FieldWriter) { output.string(text) }
        }

        nonisolated extension StoredURL: CustomStringConvertible {
            var description: String { text }
        }

        nonisolated extension WireValue {
            /// A URL's text: as it came, or with what RFC 3986 doesn't allow in it percent-encoded. Throws where even then it is
            /// none. So every system reads the same: Foundation's own `URL(string:)` refuses a space on iOS 16, and encodes it on
            /// later ones.
            func urlText() throws -> String {
                let raw = tape.pointee.raw(index)
                if tape.pointee.tag(index) == Tape.Tag.string, let start = raw.baseAddress, isPlainWebURL(start, raw.count) {
                    return String(decoding: raw, as: UTF8.self)
                }
                let text = encodedURI(try string())
                guard !text.isEmpty, let url = URL(string: text) else { throw failure("a URL (RFC 3986)") }
                // Any word is a reference: in a union a string that has no scheme is rather something else.
                if url.scheme == nil { noteUnrecognized() }
                return text
            }
        }

        /// Whether a string is a URL for sure: http or https, a host without a user and a port, and no character that must be
        /// encoded. For any other string it takes a closer look.
        nonisolated private func isPlainWebURL(_ bytes: UnsafePointer<UInt8>, _ size: Int) -> Bool {
            guard size > 8 else { return false }
            let start = memcmp(bytes, "https://", 8) == 0 ? 8 : memcmp(bytes, "http://", 7) == 0 ? 7 : size
            guard start < size, bytes[start] | 0x20 >= 0x61 ? bytes[start] | 0x20 <= 0x7A : bytes[start] &- 0x30 < 10 else {
                return false
            }
            return memchr(bytes + start, 0x3A, size - start) == nil && memchr(bytes + start, 0x40, size - start) == nil
                && ByteScan.isURIText(bytes, size)
        }

        """#
    ),
    (
        "CallsiteRuntime/StreamFormat.swift",
        #"""
        import Foundation

        /// The format of a streamed response.
        nonisolated enum StreamFormat: Equatable, Sendable {
            /// `text/event-stream` (WHATWG HTML, 9.2): the data of each event is one element, decoded as JSON, or used as it is
            /// if the element is a `String`. An event whose data is `end` (`[DONE]`) ends the stream.
            /// By `element` it is made of the whole event instead.
            case events(end: String? = nil, reconnects: Reconnection = .withIDs, element: EventElement = .data)
            /// A JSON value on each line (`application/x-ndjson`). Empty lines are skipped. A value behind a record separator
            /// may take several lines (`application/json-seq`, RFC 7464).
            case lines

            /// When a stream of events reconnects, continuing after the last event that had an id. Only idempotent requests
            /// reconnect.
            ///
            /// Without ids, a server starts again and sends events that have been delivered.
            enum Reconnection: Sendable {
                case never
                /// After a lost connection, if nothing is delivered twice by it: the events have ids, or none has arrived yet.
                case withIDs
                /// After a lost connection, with ids or without.
                case afterLoss
                /// Also when the server has ended the response, as browsers do.
                case always
            }

            /// The part of a server-sent event that an element of the stream is decoded from.
            enum EventElement: Sendable {
                /// The data, as JSON, or as it is for a `String`.
                case data
                /// An object with the event's own fields: `event`, `data` and `id` as strings, `retry` as an integer
                /// (OpenAPI 3.2, "Server-Sent Event Streams").
                case event
                /// The same; `data` is decoded as JSON where it is JSON.
                case eventWithJSON
            }

            var accept: String {
                switch self {
                case .events: "text/event-stream"
                case .lines: "application/x-ndjson, application/jsonl, application/json;q=0.9"
                }
            }
        }

        """#
    ),
    (
        "CallsiteRuntime/Tape.swift",
        #"""
        import Foundation

        /// A JSON document after one pass over its bytes: a flat array of 64-bit words, one per token.
        ///
        /// A word is `tag (4 bits) | extent (28 bits) | byte offset (32 bits)`. The extent is the length in bytes of a string
        /// or number, and the index behind the last token of a container, so that skipping a value is one step. An object's
        /// tokens are key, value, key, value, and in place of an offset it has the number of its filter, if it has many keys. The
        /// tape points into the document's bytes and must not outlive them.
        nonisolated struct Tape: ~Copyable {
            // Users run this unoptimised in their debug builds, where only `@_transparent` is inlined, and that only within a
            // file: else a look at a word is a call, and reading is slower than Foundation's compiled decoder. Loops over words
            // therefore stand in this file.

            /// The meaning of a word. The order matters: numbers, strings and containers are neighbours, so one comparison
            /// tells them apart.
            enum Tag {
                static var null: UInt64 { @_transparent get { 0 } }
                static var no: UInt64 { @_transparent get { 1 } }
                static var yes: UInt64 { @_transparent get { 2 } }
                static var integer: UInt64 { @_transparent get { 3 } }
                /// A number with a fraction or an exponent.
                static var real: UInt64 { @_transparent get { 4 } }
                static var string: UInt64 { @_transparent get { 5 } }
                /// A string with at least one escape.
                static var escaped: UInt64 { @_transparent get { 6 } }
                static var array: UInt64 { @_transparent get { 7 } }
                static var object: UInt64 { @_transparent get { 8 } }
                /// An object in which a key may come twice: it is searched whole, since the last one wins.
                static var objectWithRepeats: UInt64 { @_transparent get { 9 } }
            }

            /// The largest document, in bytes: extents have 28 bits.
            static let sizeLimit = 0xFFF_FFFF
            /// How deep containers may nest.
            static let depthLimit = 200

            let bytes: UnsafePointer<UInt8>
            let words: UnsafeMutablePointer<UInt64>
            /// Sets of key hashes, which tell most of the time that a key is absent.
            let filters: UnsafeMutablePointer<UInt64>?
            let notes = ReadingNotes()

            /// Takes over `words` and `filters`, which are freed with the tape.
            init(
                bytes: UnsafePointer<UInt8>, words: UnsafeMutablePointer<UInt64>, filters: UnsafeMutablePointer<UInt64>?
            ) {
                self.bytes = bytes
                self.words = words
                self.filters = filters
            }

            deinit {
                words.deallocate()
                filters?.deallocate()
            }

            @_transparent static func extent(_ word: UInt64) -> Int {
                Int(truncatingIfNeeded: (word >> 32) & 0xFFF_FFFF)
            }
            @_transparent static func offset(_ word: UInt64) -> Int { Int(truncatingIfNeeded: word & 0xFFFF_FFFF) }

            @_transparent func tag(_ index: Int) -> UInt64 { words[index] >> 60 }
            /// Whether a key may come twice in the object at `index`.
            func hasRepeats(_ index: Int) -> Bool { words[index] >> 60 == Tag.objectWithRepeats }
            @_transparent func isObject(_ index: Int) -> Bool { words[index] >> 60 >= Tag.object }

            /// The index behind the value at `index`: its next sibling, or the end of their container.
            @_transparent func after(_ index: Int) -> Int {
                words[index] >> 60 >= Tag.array ? Tape.extent(words[index]) : index + 1
            }

            /// The bytes of a string (between its quotes, escapes as written) or of a number.
            @inline(__always) func raw(_ index: Int) -> UnsafeBufferPointer<UInt8> {
                let word = words[index]
                return UnsafeBufferPointer(start: bytes + Tape.offset(word), count: Tape.extent(word))
            }

            /// The text of a number as written.
            func digits(_ index: Int) -> String { String(decoding: raw(index), as: UTF8.self) }

            /// The value of a string token.
            func string(_ index: Int) -> String {
                let raw = raw(index)
                return tag(index) == Tag.string ? String(decoding: raw, as: UTF8.self) : Tape.unescaped(raw)
            }

            /// Whether the key at `index` is `key`, escapes resolved.
            private func matches(_ index: Int, _ key: StaticString) -> Bool {
                string(index).utf8.elementsEqual(UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount))
            }

            /// The index of the value of `key` in the object whose tokens are those from `start` to `end`, looked for from
            /// `cursor` on and then from the front; -1: there is none.
            func find(_ key: StaticString, _ start: Int, _ cursor: Int, _ end: Int) -> Int {
                // The object's word comes before its first key. Escaped keys aren't in its filter.
                var number = words[start - 1] >> 60 == Tag.object ? Tape.offset(words[start - 1]) : 0
                let words = words
                let bytes = bytes
                let name = key.utf8Start
                let length = key.utf8CodeUnitCount
                // The upper half of the word of an unescaped key of this length; the offset is below it.
                let sought = Tag.string << 28 | UInt64(length)
                var at = cursor < end ? cursor : start
                var bound = end
                var word: UInt64 = 0
                while true {
                    if at >= bound {
                        // The second time round the bound is the cursor, unless the search began at the front.
                        if bound == cursor || cursor == start { return -1 }
                        at = start
                        bound = cursor
                    }
                    word = words[at]
                    if word >> 32 == sought
                        ? memcmp(bytes + Tape.offset(word), name, length) == 0
                        : word >> 60 == Tag.escaped && matches(at, key)
                    {
                        return at + 1
                    }
                    // Not before the first key was looked at: fields are mostly read in the document's order.
                    if number > 0, let filters {
                        if !KeyFilter.mayHave(name, length, filters + (number - 1) * KeyFilter.words) { return -1 }
                        number = 0
                    }
                    word = words[at + 1]
                    at = word >> 60 >= Tag.array ? Tape.extent(word) : at + 2
                }
            }

            /// The same where a key may come twice: the last one counts.
            func findLast(_ key: StaticString, _ start: Int, _ end: Int) -> Int {
                var found = -1
                var at = start
                while at < end {
                    if matches(at, key) { found = at + 1 }
                    at = after(at + 1)
                }
                return found
            }

            /// The number of elements in an array, or of keys in an object.
            func count(_ index: Int) -> Int {
                let isObject = isObject(index)
                let end = after(index)
                var at = index + 1
                var count = 0
                while at < end {
                    at = after(isObject ? at + 1 : at)
                    count += 1
                }
                return count
            }
        }

        /// Notes about reading one document.
        nonisolated final class ReadingNotes {
            struct Trial: Hashable {
                let index: Int
                let type: ObjectIdentifier
                let options: ReadingOptions
            }

            /// How well a value fits a type: the keys and values in it that no case of an enum or a union stands for, and the keys
            /// that the alternative of a union doesn't know.
            struct Fit {
                let unrecognized: Int
                let unknownKeys: Int
            }

            var options: ReadingOptions = []
            /// The elements that tolerant lists have left out.
            var skipped: [DecodingFailure] = []
            /// Which containers `WireValue.bestFit` has found to decode as which types. Without it a union that holds itself
            /// would be tried twice on each level, and the time would double with each.
            /// nil: they don't decode.
            var trials: [Trial: Fit?] = [:]
            /// The value that is being tried, and the unknown keys of the best alternative that a union has found for it.
            var tried = (index: -1, unknownKeys: 0)
            /// How many keys and values of such values were read.
            var unrecognized = 0
        }

        // MARK: Escapes

        nonisolated extension Tape {
            /// Resolves the escapes of RFC 8259, section 7. A surrogate without its partner becomes U+FFFD: a server that cuts
            /// strings by UTF-16 units writes such escapes, and one broken character must not make the whole response fail.
            static func unescaped(_ raw: UnsafeBufferPointer<UInt8>) -> String {
                // An escape is never shorter than what it stands for.
                String(unsafeUninitializedCapacity: raw.count) { out in
                    unescape(raw.baseAddress!, raw.count, into: out.baseAddress!)
                }
            }

            /// How many bytes were written.
            private static func unescape(
                _ bytes: UnsafePointer<UInt8>, _ size: Int, into out: UnsafeMutablePointer<UInt8>
            ) -> Int {
                var count = 0
                var at = 0
                var end = 0
                while true {
                    end = ByteScan.nextEscape(bytes, at, size)
                    memcpy(out + count, bytes + at, end - at)
                    count += end - at
                    if end == size { return count }
                    at = end + 2
                    switch bytes[end + 1] {
                    case 0x6E: out[count] = 0x0A
                    case 0x74: out[count] = 0x09
                    case 0x72: out[count] = 0x0D
                    case 0x62: out[count] = 0x08
                    case 0x66: out[count] = 0x0C
                    case 0x75:
                        var scalar = hexadecimal(bytes + at)
                        at += 4
                        if scalar >> 10 == 0x36, at + 6 <= size, bytes[at] == 0x5C, bytes[at + 1] == 0x75 {
                            let low = hexadecimal(bytes + at + 2)
                            if low >> 10 == 0x37 {
                                scalar = 0x10000 + ((scalar & 0x3FF) << 10) + (low & 0x3FF)
                                at += 6
                            }
                        }
                        // Half a pair of surrogates.
                        if scalar >> 11 == 0x1B { scalar = 0xFFFD }
                        count += encode(scalar, into: out + count)
                        continue
                    default: out[count] = bytes[end + 1]
                    }
                    count += 1
                }
            }

            /// The scalar in UTF-8, and how many bytes that took.
            private static func encode(_ scalar: UInt32, into out: UnsafeMutablePointer<UInt8>) -> Int {
                if scalar < 0x80 {
                    out[0] = UInt8(scalar)
                    return 1
                }
                if scalar < 0x800 {
                    out[0] = 0xC0 | UInt8(scalar >> 6)
                    out[1] = 0x80 | UInt8(scalar & 0x3F)
                    return 2
                }
                if scalar < 0x10000 {
                    out[0] = 0xE0 | UInt8(scalar >> 12)
                    out[1] = 0x80 | UInt8(scalar >> 6 & 0x3F)
                    out[2] = 0x80 | UInt8(scalar & 0x3F)
                    return 3
                }
                out[0] = 0xF0 | UInt8(scalar >> 18)
                out[1] = 0x80 | UInt8(scalar >> 12 & 0x3F)
                out[2] = 0x80 | UInt8(scalar >> 6 & 0x3F)
                out[3] = 0x80 | UInt8(scalar & 0x3F)
                return 4
            }

            /// Four hexadecimal digits, already checked.
            private static func hexadecimal(_ digits: UnsafePointer<UInt8>) -> UInt32 {
                var value: UInt32 = 0
                var index = 0
                while index < 4 {
                    value = value << 4 | UInt32(digits[index] < 0x3A ? digits[index] &- 0x30 : (digits[index] | 0x20) &- 0x57)
                    index += 1
                }
                return value
            }
        }

        // MARK: Places

        nonisolated extension Tape {
            /// The JSON Pointer (RFC 6901) of the value at `target`, found by walking from the root: reading pays nothing for
            /// it.
            func path(of target: Int) -> String {
                var path = ""
                var at = 0
                while at < target {
                    let isObject = isObject(at)
                    var child = at + 1
                    var position = 0
                    while true {
                        let value = isObject ? child + 1 : child
                        let next = after(value)
                        if next > target {
                            path += "/" + (isObject ? pointerToken(string(child)) : String(position))
                            at = value
                            break
                        }
                        child = next
                        position += 1
                    }
                }
                return path
            }

            /// A description of the value at `index` for a message: short scalars are quoted.
            func summary(_ index: Int) -> String {
                switch tag(index) {
                case Tag.null: "null"
                case Tag.no: "false"
                case Tag.yes: "true"
                case Tag.integer, Tag.real: abbreviated(digits(index))
                case Tag.string, Tag.escaped: quoted(string(index))
                case Tag.array: "a list"
                default: "an object"
                }
            }
        }

        /// A key in a JSON Pointer: `~` and `/` are escaped.
        nonisolated func pointerToken(_ key: String) -> String {
            key.contains { $0 == "~" || $0 == "/" }
                ? key.replacingOccurrences(of: "~", with: "~0").replacingOccurrences(of: "/", with: "~1")
                : key
        }

        """#
    ),
    (
        "CallsiteRuntime/TapeParser.swift",
        #"""
        import Foundation

        /// Reads a JSON document to the letter of RFC 8259 and makes its tape.
        ///
        /// Refused: anything after the value, control characters in strings, invalid UTF-8, more than 200 levels, more than 256
        /// MB. A byte order mark at the start is skipped (RFC 8259, section 8.1, allows it). If a key is repeated, the last one
        /// wins.
        ///
        /// The loop works on pointers and local variables and calls little: users run it unoptimised in their debug builds. For
        /// the same reason this is a class: a debug build copies a struct for each call.
        nonisolated final class TapeParser {
            private let bytes: UnsafePointer<UInt8>
            private let size: Int
            private let words: UnsafeMutablePointer<UInt64>
            /// For each open object, by its depth.
            private let filters: UnsafeMutablePointer<UInt64>
            /// Those of complete objects with many keys.
            private var kept: UnsafeMutablePointer<UInt64>?
            private var keptCount = 0
            private var keptCapacity = 0

            // Kept here, since in a debug build each look into another file is a call.
            private let integer = Tape.Tag.integer
            private let string = Tape.Tag.string
            private let array = Tape.Tag.array
            private let object = Tape.Tag.object
            private let depthLimit = Tape.depthLimit

            private init(
                bytes: UnsafePointer<UInt8>, size: Int, words: UnsafeMutablePointer<UInt64>,
                filters: UnsafeMutablePointer<UInt64>
            ) {
                self.bytes = bytes
                self.size = size
                self.words = words
                self.filters = filters
            }

            /// The tape of `input`, which must outlive it. Throws a `DecodingFailure` that tells line and column.
            static func parse(_ input: UnsafeBufferPointer<UInt8>) throws -> Tape {
                guard let base = input.baseAddress, input.count > 0 else {
                    throw DecodingFailure(path: "", expected: "a JSON value", found: "the end at line 1, column 1 (offset 0)")
                }
                guard input.count <= Tape.sizeLimit else {
                    throw DecodingFailure(
                        path: "", expected: "a JSON document of at most 256 MB", found: "\(input.count) bytes")
                }
                // Every token but an open bracket takes two bytes at least, and at most `depthLimit` brackets are open. Pages
                // that are never touched cost nothing.
                let words = UnsafeMutablePointer<UInt64>.allocate(capacity: input.count / 2 + Tape.depthLimit + 4)
                let filters = UnsafeMutablePointer<UInt64>.allocate(capacity: KeyFilter.words * (Tape.depthLimit + 1))
                defer { filters.deallocate() }
                let parser = TapeParser(bytes: base, size: input.count, words: words, filters: filters)
                do {
                    try parser.run()
                } catch {
                    words.deallocate()
                    parser.kept?.deallocate()
                    throw error
                }
                return Tape(bytes: base, words: words, filters: parser.kept)
            }

            /// Keeps the filter of an object. Returns its number, from 1.
            private func keep(_ filter: UnsafePointer<UInt64>) -> UInt64 {
                if keptCount == keptCapacity {
                    keptCapacity = max(8, keptCapacity * 2)
                    let larger = UnsafeMutablePointer<UInt64>.allocate(capacity: keptCapacity * KeyFilter.words)
                    if let kept { memcpy(larger, kept, keptCount * KeyFilter.words * 8) }
                    kept?.deallocate()
                    kept = larger
                }
                memcpy(kept! + keptCount * KeyFilter.words, filter, KeyFilter.words * 8)
                keptCount += 1
                return UInt64(keptCount)
            }

            private func run() throws {
                let bytes = bytes
                let size = size
                let words = words
                var at = 0
                var count = 0
                var top = -1
                var depth = 0
                var isInObject = false
                var expectsKey = false
                if size >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { at = 3 }

                // Declared once: unoptimised code clears a variable each time its scope is entered, which here took a fifth of
                // the time.
                var end = 0
                var byte: UInt8 = 0
                var parent = 0

                next: while true {
                    if at >= size || bytes[at] <= 0x20 { at = afterSpace(at) }
                    if expectsKey {
                        guard at < size, bytes[at] == 0x22 else { throw failure("a key in quotes", at) }
                        end = endOfString(at + 1)
                        guard end >= 0 else { throw stringFailure(~end) }
                        words[count] = Scan.word(string, at + 1, end)
                        noteKey(count, at + 1, (end & Scan.position) - at - 1, top, filters + depth * KeyFilter.words)
                        count += 1
                        at = (end & Scan.position) + 1
                        if at >= size || bytes[at] <= 0x20 { at = afterSpace(at) }
                        guard at < size, bytes[at] == 0x3A else { throw failure("a colon", at) }
                        at += 1
                        if at >= size || bytes[at] <= 0x20 { at = afterSpace(at) }
                        expectsKey = false
                    }
                    guard at < size else { throw failure("a value", at) }
                    byte = bytes[at]
                    if byte == 0x22 {
                        end = endOfString(at + 1)
                        guard end >= 0 else { throw stringFailure(~end) }
                        words[count] = Scan.word(string, at + 1, end)
                        count += 1
                        at = (end & Scan.position) + 1
                    } else if byte == 0x7B || byte == 0x5B {
                        guard depth < depthLimit else { throw failure("at most \(depthLimit) levels", at) }
                        isInObject = byte == 0x7B
                        // Until the container closes, its extent holds its parent's index, so no stack is needed.
                        words[count] = (isInObject ? object : array) << 60 | UInt64(top + 1) << 32 | UInt64(at)
                        top = count
                        count += 1
                        depth += 1
                        at = afterSpace(at + 1)
                        if at >= size || bytes[at] != byte + 2 {  // `]` is `[` + 2, `}` is `{` + 2
                            if isInObject {
                                expectsKey = true
                                memset(filters + depth * KeyFilter.words, 0, KeyFilter.words * 8)
                            }
                            continue next
                        }
                    } else if byte == 0x2D || byte &- 0x30 < 10 {
                        end = try endOfNumber(at)
                        words[count] = Scan.word(integer, at, end)
                        count += 1
                        at = end & Scan.position
                    } else {
                        words[count] = try literal(at) << 60 | UInt64(at)
                        at += byte == 0x66 ? 5 : 4
                        count += 1
                    }
                    // After a value: a comma, or the ends of as many containers as close here.
                    while top >= 0 {
                        if at >= size || bytes[at] <= 0x20 { at = afterSpace(at) }
                        guard at < size else { throw failure(isInObject ? "a comma or }" : "a comma or ]", at) }
                        if bytes[at] == 0x2C {
                            at += 1
                            expectsKey = isInObject
                            continue next
                        }
                        guard bytes[at] == (isInObject ? 0x7D : 0x5D) else {
                            throw failure(isInObject ? "a comma or }" : "a comma or ]", at)
                        }
                        at += 1
                        parent = Tape.extent(words[top]) - 1
                        words[top] = words[top] & 0xF000_0000_0000_0000 | UInt64(count) << 32
                        // With fewer keys the search is as fast, and of repeated keys the last is looked for.
                        if isInObject, count - top > 32, words[top] >> 60 == object,
                            KeyFilter.count(filters + depth * KeyFilter.words) > 12
                        {
                            words[top] |= keep(filters + depth * KeyFilter.words)
                        }
                        top = parent
                        depth -= 1
                        isInObject = top >= 0 && words[top] >> 60 >= object
                    }
                    break
                }
                at = afterSpace(at)
                guard at == size else { throw failure("nothing after the value", at) }
            }

            @inline(__always) private func afterSpace(_ start: Int) -> Int {
                var at = start
                while at < size {
                    let byte = bytes[at]
                    if byte > 0x20 { break }
                    guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { break }
                    at += 1
                }
                return at
            }

            // MARK: Scalars

            /// The position of the closing quote, flagged when there were escapes; else the complement of where the string is
            /// wrong.
            @inline(__always) private func endOfString(_ start: Int) -> Int {
                var at = start
                var escapes = 0
                var length = 0
                while true {
                    at = ByteScan.endOfPlainText(bytes, at, size)
                    guard at < size else { return ~at }
                    if bytes[at] == 0x22 { return at | escapes }
                    if bytes[at] == 0x5C {
                        length = lengthOfEscape(at)
                        if length == 0 { return ~at }
                        at += length
                        escapes = Scan.flag
                    } else if bytes[at] < 0x20 {
                        return ~at
                    } else {
                        repeat {
                            length = lengthOfScalar(at)
                            if length == 0 { return ~at }
                            at += length
                        } while at < size && bytes[at] >= 0x80
                    }
                }
            }

            /// The length of an escape in bytes; 0: there is no such escape.
            private func lengthOfEscape(_ at: Int) -> Int {
                guard at + 1 < size else { return 0 }
                switch bytes[at + 1] {
                case 0x22, 0x5C, 0x2F, 0x62, 0x66, 0x6E, 0x72, 0x74: return 2
                case 0x75:
                    guard at + 6 <= size else { return 0 }
                    var digit = at + 2
                    while digit < at + 6 {
                        let byte = bytes[digit]
                        guard byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 6 else { return 0 }
                        digit += 1
                    }
                    return 6
                default: return 0
                }
            }

            /// The length of a scalar outside ASCII in bytes; 0: not UTF-8 (RFC 3629: no overlong form, no surrogate, nothing
            /// above U+10FFFF).
            private func lengthOfScalar(_ at: Int) -> Int {
                let first = bytes[at]
                let left = size - at
                if first < 0xC2 { return 0 }
                if first < 0xE0 { return left > 1 && bytes[at + 1] & 0xC0 == 0x80 ? 2 : 0 }
                guard left > 2, bytes[at + 1] & 0xC0 == 0x80, bytes[at + 2] & 0xC0 == 0x80 else { return 0 }
                let second = bytes[at + 1]
                if first < 0xF0 { return (first == 0xE0 && second < 0xA0) || (first == 0xED && second >= 0xA0) ? 0 : 3 }
                guard left > 3, first < 0xF5, bytes[at + 3] & 0xC0 == 0x80 else { return 0 }
                return (first == 0xF0 && second < 0x90) || (first == 0xF4 && second >= 0x90) ? 0 : 4
            }

            /// The position behind a number, flagged when it has a fraction or an exponent.
            private func endOfNumber(_ start: Int) throws -> Int {
                let bytes = bytes
                let size = size
                var at = start
                var real = 0
                if bytes[at] == 0x2D { at += 1 }
                guard at < size, bytes[at] &- 0x30 < 10 else { throw failure("a digit", at) }
                if bytes[at] == 0x30 { at += 1 } else { at = afterDigits(at) }
                if at < size, bytes[at] == 0x2E {
                    real = Scan.flag
                    at += 1
                    guard at < size, bytes[at] &- 0x30 < 10 else { throw failure("a digit after the point", at) }
                    at = afterDigits(at)
                }
                if at < size, bytes[at] | 0x20 == 0x65 {
                    real = Scan.flag
                    at += 1
                    if at < size, bytes[at] == 0x2B || bytes[at] == 0x2D { at += 1 }
                    guard at < size, bytes[at] &- 0x30 < 10 else { throw failure("a digit in the exponent", at) }
                    at = afterDigits(at)
                }
                return at | real
            }

            @inline(__always) private func afterDigits(_ start: Int) -> Int {
                var at = start
                while at < size, bytes[at] &- 0x30 < 10 { at += 1 }
                return at
            }

            private func literal(_ at: Int) throws -> UInt64 {
                // Compared byte by byte: a debug build makes an array of a string that is passed to `memcmp`.
                if at + 4 <= size {
                    if bytes[at] == 0x74, bytes[at + 1] == 0x72, bytes[at + 2] == 0x75, bytes[at + 3] == 0x65 {
                        return Tape.Tag.yes
                    }
                    if bytes[at] == 0x6E, bytes[at + 1] == 0x75, bytes[at + 2] == 0x6C, bytes[at + 3] == 0x6C {
                        return Tape.Tag.null
                    }
                    if at + 5 <= size, bytes[at] == 0x66, bytes[at + 1] == 0x61, bytes[at + 2] == 0x6C, bytes[at + 3] == 0x73,
                        bytes[at + 4] == 0x65
                    {
                        return Tape.Tag.no
                    }
                }
                throw failure("a value", at)
            }

            // MARK: Repeated keys

            /// Marks the open object `top` if the key at `index` may have come before. A key with escapes is not compared here:
            /// it marks the object. Neither is a key of a very large object, so that the time stays linear; a mark costs only
            /// time.
            private func noteKey(_ index: Int, _ start: Int, _ length: Int, _ top: Int, _ filter: UnsafeMutablePointer<UInt64>)
            {
                let hash = KeyFilter.hash(bytes + start, length)
                if filter[Int(hash >> 60)] >> (hash >> 54 & 63) & 1 == 0, words[index] >> 60 == string {
                    filter[Int(hash >> 60)] |= 1 << (hash >> 54 & 63)
                } else if words[top] >> 60 == object, mayRepeat(index, top) {
                    words[top] |= Tape.Tag.objectWithRepeats << 60
                }
            }

            private func mayRepeat(_ index: Int, _ top: Int) -> Bool {
                let word = words[index]
                guard word >> 60 == string, index - top < 2048 else { return true }
                let length = Tape.extent(word)
                var key = top + 1
                while key < index {
                    let other = words[key]
                    if Tape.extent(other) == length, memcmp(bytes + Tape.offset(other), bytes + Tape.offset(word), length) == 0
                    {
                        return true
                    }
                    let value = words[key + 1]
                    key = value >> 60 >= array ? Tape.extent(value) : key + 2
                }
                return false
            }

            // MARK: Failures

            private func stringFailure(_ at: Int) -> DecodingFailure {
                guard at < size else { return failure("the end of a string", at) }
                switch bytes[at] {
                case 0x5C: return failure("an escape that JSON has", at)
                case 0..<0x20: return failure("no control character in a string", at)
                default: return failure("UTF-8", at)
                }
            }

            /// Says what was found and where. Lines end with LF, CR or both; columns count scalars; both from 1, the offset
            /// from 0.
            private func failure(_ expected: String, _ at: Int) -> DecodingFailure {
                var line = 1
                var column = 1
                var index = 0
                while index < at, index < size {
                    let byte = bytes[index]
                    if byte == 0x0A || (byte == 0x0D && !(index + 1 < size && bytes[index + 1] == 0x0A)) {
                        line += 1
                        column = 1
                    } else if byte & 0xC0 != 0x80 {
                        column += 1
                    }
                    index += 1
                }
                var found = "the end"
                if at < size {
                    let byte = bytes[at]
                    found =
                        byte > 0x20 && byte < 0x7F
                        ? "\(Unicode.Scalar(byte))" : "byte 0x" + String(byte, radix: 16, uppercase: true)
                }
                return DecodingFailure(
                    path: "", expected: expected, found: "\(found) at line \(line), column \(column) (offset \(at))")
            }
        }

        /// The result of a scan: a position and a flag in one. Positions have 28 bits (`Tape.sizeLimit`), and an `Int` may have
        /// 32.
        nonisolated private enum Scan {
            /// Set where a string has escapes, a number a fraction or an exponent.
            static var flag: Int { @_transparent get { 1 << 30 } }
            static var position: Int { @_transparent get { (1 << 30) - 1 } }
            /// The word of a string or a number from where its scan says that it ends. The flag makes of a tag the next one: a
            /// string with escapes, a number with a fraction.
            @_transparent static func word(_ tag: UInt64, _ start: Int, _ end: Int) -> UInt64 {
                tag << 60 &+ UInt64(end & flag) << 30 | UInt64((end & position) - start) << 32
                    | UInt64(start)
            }
        }

        /// A small set of key hashes for an object: it tells most of the time that a key is new, or absent.
        nonisolated enum KeyFilter {
            /// 1,024 bits, so with 80 keys seven in a hundred need the second look.
            static var words: Int { @_transparent get { 16 } }

            static func hash(_ key: UnsafePointer<UInt8>, _ length: Int) -> UInt64 {
                // The first and last bytes and the length, mixed: the upper ten bits are used.
                var hash: UInt64 = 0
                if length >= 8 {
                    hash = UnsafeRawPointer(key + (length - 8)).loadUnaligned(as: UInt64.self)
                    hash = UnsafeRawPointer(key).loadUnaligned(as: UInt64.self) ^ (hash << 23 | hash >> 41)
                } else if length >= 4 {
                    hash = UInt64(UnsafeRawPointer(key + (length - 4)).loadUnaligned(as: UInt32.self)) << 29
                    hash ^= UInt64(UnsafeRawPointer(key).loadUnaligned(as: UInt32.self)) << 8
                } else if length > 0 {
                    hash =
                        UInt64(key[0]) << 8 | UInt64(key[length / 2]) << 16 | UInt64(key[length - 1])
                        << 24
                }
                return (hash ^ UInt64(length)) &* 0x9E37_79B9_7F4A_7C15
            }

            /// How many keys are in it, nearly.
            static func count(_ filter: UnsafePointer<UInt64>) -> Int {
                var count = 0
                var index = 0
                while index < words {
                    count += filter[index].nonzeroBitCount
                    index += 1
                }
                return count
            }

            /// False: the object has no such key.
            static func mayHave(_ key: UnsafePointer<UInt8>, _ length: Int, _ filter: UnsafePointer<UInt64>) -> Bool {
                let hash = hash(key, length)
                return filter[Int(hash >> 60)] >> (hash >> 54 & 63) & 1 != 0
            }
        }

        """#
    ),
    (
        "CallsiteRuntime/Timestamp.swift",
        #"""
        import Foundation

        /// A point in time that is sent as a number: seconds since 1970, with fractions.
        nonisolated struct Timestamp: Hashable, Sendable, Comparable {
            var date: Date

            init(_ date: Date) { self.date = date }

            static func < (left: Timestamp, right: Timestamp) -> Bool { left.date < right.date }
        }

        nonisolated extension Timestamp: WireCodable {
            init(from value: borrowing WireValue) throws { date = Date(timeIntervalSince1970: try value.double()) }

            func write(to output: inout FieldWriter) { output.write(date.timeIntervalSince1970) }
        }

        /// A point in time that is sent as a number: milliseconds since 1970, with fractions.
        nonisolated struct TimestampMilliseconds: Hashable, Sendable, Comparable {
            var date: Date

            init(_ date: Date) { self.date = date }

            static func < (left: TimestampMilliseconds, right: TimestampMilliseconds) -> Bool { left.date < right.date }
        }

        nonisolated extension TimestampMilliseconds: WireCodable {
            init(from value: borrowing WireValue) throws {
                date = Date(timeIntervalSince1970: try value.double() / 1_000)
            }

            func write(to output: inout FieldWriter) {
                // Whole milliseconds come out whole, although the multiplication may miss them by a bit.
                let time = date.timeIntervalSince1970 * 1_000
                let whole = time.rounded()
                output.write(Date(timeIntervalSince1970: whole / 1_000) == date ? whole : time)
            }
        }

        """#
    ),
    (
        "CallsiteRuntime/TypedResponse.swift",
        #"""
        import Foundation

        /// A response with status and headers.
        nonisolated struct TypedResponse<R: RequestType>: Sendable {
            /// The decoded response.
            let value: R.Response
            /// The headers that the description declares.
            let headers: R.ResponseHeaders
            /// The whole HTTP response.
            let http: HTTPResponse
            /// The elements that lenient lists have left out, in order.
            let skippedElements: [DecodingFailure]
        }

        """#
    ),
    (
        "CallsiteRuntime/Values+Writing.swift",
        #"""
        import Foundation

        nonisolated extension String: WireEncodable {
            func write(to output: inout FieldWriter) { output.string(self) }
        }
        nonisolated extension Bool: WireEncodable {
            func write(to output: inout FieldWriter) { output.literal(self ? "true" : "false") }
        }
        nonisolated extension Int: WireEncodable {
            func write(to output: inout FieldWriter) { output.literal(String(self)) }
        }
        nonisolated extension Int32: WireEncodable {
            func write(to output: inout FieldWriter) { output.literal(String(self)) }
        }
        nonisolated extension Int64: WireEncodable {
            func write(to output: inout FieldWriter) { output.literal(String(self)) }
        }
        nonisolated extension UInt64: WireEncodable {
            func write(to output: inout FieldWriter) { output.literal(String(self)) }
        }

        /// The shortest digits that read back as the same number; whole numbers have no fraction.
        nonisolated extension Double: WireEncodable {
            func write(to output: inout FieldWriter) {
                guard isFinite else { return output.fail("\(self) has no form in JSON") }
                output.literal(numberText(self))
            }
        }
        nonisolated extension Float: WireEncodable {
            func write(to output: inout FieldWriter) {
                guard isFinite else { return output.fail("\(self) has no form in JSON") }
                output.literal(numberText(self))
            }
        }

        /// The shortest text of a finite number: `5`, not `5.0`.
        nonisolated func numberText(_ number: some BinaryFloatingPoint & CustomStringConvertible) -> String {
            let text = number.description
            return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
        }

        nonisolated extension Decimal: WireEncodable {
            func write(to output: inout FieldWriter) {
                guard isFinite else { return output.fail("\(self) has no form in JSON") }
                output.literal(description)
            }
        }
        nonisolated extension URL: WireEncodable {
            func write(to output: inout FieldWriter) { output.string(absoluteString) }
        }

        /// In lower case, as RFC 9562 asks of writers.
        nonisolated extension UUID: WireEncodable {
            func write(to output: inout FieldWriter) { output.string(uuidString.lowercased()) }
        }

        /// Base64 (RFC 4648, section 4).
        nonisolated extension Data: WireEncodable {
            func write(to output: inout FieldWriter) { output.string(base64EncodedString()) }
        }

        /// RFC 3339 in UTC, with a fraction only where there is one.
        nonisolated extension Date: WireEncodable {
            func write(to output: inout FieldWriter) {
                guard let text = RFC3339.text(self) else {
                    return output.fail("a date beyond the years 0 to 9999 has no form in RFC 3339")
                }
                output.string(text)
            }
        }

        nonisolated extension Optional: WireEncodable where Wrapped: WireEncodable {
            var isAbsent: Bool { self?.isAbsent ?? true }

            func write(to output: inout FieldWriter) {
                if let self { self.write(to: &output) } else { output.null() }
            }
        }

        nonisolated extension Array: WireEncodable where Element: WireEncodable {
            func write(to output: inout FieldWriter) {
                output.openList()
                for element in self { element.write(to: &output) }
                output.closeList()
            }
        }

        /// In the order of the keys, so that the same value always gives the same bytes.
        nonisolated extension Dictionary: WireEncodable where Key == String, Value: WireEncodable {
            func write(to output: inout FieldWriter) {
                output.openObject()
                output.merge(self)
                output.closeObject()
            }
        }

        """#
    ),
    (
        "CallsiteRuntime/WireDecodable.swift",
        #"""
        import Foundation

        /// A type that can be decoded: scalars, lists, dictionaries, models, enums, unions.
        ///
        /// By the one extension below every such type is also `Decodable`, so it works with any other `Decoder`: a `JSONDecoder`,
        /// a property list, a cache. The decoder is asked for a `JSONValue`, and the type is read from that; a value that no JSON
        /// stands for is as if it were absent. Keys are those of the wire.
        nonisolated protocol WireDecodable: Decodable, Sendable {
            /// Reads one value. Throws a `DecodingFailure` that tells the place.
            init(from value: borrowing WireValue) throws

            /// The value of an absent key. nil (the default): an absent key is an error. `.some(nil)` for an optional,
            /// `.unchanged` for a `Patch`.
            static var absent: Self? { get }
        }

        /// A type that can be decoded and encoded.
        typealias WireCodable = WireDecodable & WireEncodable

        nonisolated extension WireDecodable {
            static var absent: Self? { nil }

            init(from decoder: any Decoder) throws {
                do {
                    self = try JSONValue(from: decoder).decode()
                } catch let failure as DecodingFailure {
                    throw failure.below(decoder.codingPath)
                }
            }
        }

        /// A struct that is decoded field by field.
        ///
        ///     struct Issue: DecodableModel {
        ///         let id: Int64
        ///         let topics: [String]
        ///
        ///         init(from fields: inout FieldReader) throws {
        ///             id = try fields["id"]
        ///             topics = try fields["topics", default: []]
        ///         }
        ///     }
        nonisolated protocol DecodableModel: WireDecodable {
            /// Reads the fields, best in the order in which the server writes them.
            init(from fields: inout FieldReader) throws
        }

        nonisolated extension DecodableModel {
            init(from value: borrowing WireValue) throws {
                var fields = try FieldReader(value)
                try self.init(from: &fields)
            }
        }

        /// A struct that is decoded and encoded field by field.
        typealias Model = DecodableModel & EncodableModel

        /// Reads a JSON document (RFC 8259, at most 256 MB and 200 levels). Throws a `DecodingFailure`.
        ///
        /// - Parameters:
        ///   - type: The type to decode; usually inferred.
        ///   - data: The document.
        ///   - options: How leniently it is decoded.
        nonisolated func decodeJSON<T: WireDecodable>(_ type: T.Type = T.self, from data: Data, options: ReadingOptions = []) throws
            -> T
        {
            try decodeJSON(from: data, ResponseNotes(reading: options))
        }

        nonisolated func decodeJSON<T: WireDecodable>(from data: Data, _ notes: ResponseNotes) throws -> T {
            try data.withUnsafeBytes { try decodeJSON(from: $0.assumingMemoryBound(to: UInt8.self), notes) }
        }

        nonisolated func decodeJSON<T: WireDecodable>(from bytes: UnsafeBufferPointer<UInt8>, _ notes: ResponseNotes) throws -> T {
            let (value, skipped) = try withTape(of: bytes) { tape in
                tape.pointee.notes.options = notes.reading
                return (try T(from: WireValue(tape, 0)), tape.pointee.notes.skipped)
            }
            if let observer = notes.onSkippedElement { skipped.forEach(observer) }
            return value
        }

        /// Lends the tape of a document.
        nonisolated func withTape<Result>(of bytes: UnsafeBufferPointer<UInt8>, _ body: (UnsafePointer<Tape>) throws -> Result)
            throws
            -> Result
        {
            let tape = try TapeParser.parse(bytes)
            return try withUnsafePointer(to: tape) { try body($0) }
        }

        """#
    ),
    (
        "CallsiteRuntime/WireEncodable.swift",
        #"""
        import Foundation

        /// A type that can be encoded: scalars, lists, dictionaries, models, enums, unions.
        ///
        /// By the one extension below every such type is `Encodable` too, for any other `Encoder`.
        nonisolated protocol WireEncodable: Encodable, Sendable {
            /// Writes exactly one value.
            func write(to output: inout FieldWriter)

            /// Whether a field of this value is left out: nil, `.unchanged`. False by default.
            var isAbsent: Bool { get }
        }

        nonisolated extension WireEncodable {
            var isAbsent: Bool { false }

            func encode(to encoder: any Encoder) throws { try JSONValue(encoding: self).encode(to: encoder) }
        }

        /// A struct that is encoded field by field.
        nonisolated protocol EncodableModel: WireEncodable {
            /// Writes the fields in the order of the description.
            func encode(to fields: inout FieldWriter)
        }

        nonisolated extension EncodableModel {
            func write(to output: inout FieldWriter) {
                output.openObject()
                encode(to: &output)
                output.closeObject()
            }
        }

        /// The JSON of `value`. Throws an `EncodingFailure` if it can't be encoded: a `Double` that isn't finite, a date beyond
        /// the year 9999.
        nonisolated func encodeJSON(_ value: some WireEncodable) throws -> Data {
            var writer = FieldWriter()
            value.write(to: &writer)
            return try writer.finished()
        }

        """#
    ),
    (
        "CallsiteRuntime/WireShape.swift",
        #"""
        import Foundation

        /// The shape of a union's alternative, so that the best one is found without decoding each.
        nonisolated enum WireShape: Sendable {
            /// An object with keys of any name; less specific than one whose keys are known.
            case dictionary
            /// A type that is decoded as one value: for scalars, enums, unions and dictionaries.
            case value(any WireDecodable.Type)
            /// A list whose first element, if it has any, fits.
            indirect case list(WireShape)
            /// An object that has all the required keys; the fewer unknown keys, the better.
            case object(required: [String], optional: [String] = [])
            /// A shape that has a value of its own in a field, where the field is there.
            indirect case marked(WireShape, field: StaticString, value: String)
            /// A shape that another alternative has too, so that the value is decoded to find out which it is.
            indirect case tried(WireShape, any WireDecodable.Type)

            /// The same, known by the value of a field: what has another value there is something else.
            ///
            /// - Parameters:
            ///   - field: The field's key.
            ///   - value: A string, or a number or Boolean as JSON writes it.
            func having(_ field: StaticString, _ value: String) -> WireShape {
                .marked(self, field: field, value: value)
            }

            /// The same, for a value that can be decoded as `type`, where others fit as well.
            func tried(as type: any WireDecodable.Type) -> WireShape { .tried(self, type) }
        }

        nonisolated extension WireValue {
            /// The position of the shape that fits best, or -1 if none fits. A shape fits if its required keys are there. A
            /// shape that is known by a field's value comes first, then the one with the fewest unknown keys; of equals the
            /// first. An enum or a union that doesn't recognize the value comes last. If several shapes fit, a tried one must also be decoded, and the one with the fewest unrecognized values
            /// (of enums and unions) is preferred. If none can be decoded, the best is returned, so that its error says why.
            func bestFit(_ shapes: [WireShape]) -> Int {
                var best = -1
                var (count, fewest) = (0, Int.max)
                let keys = keys()
                for (position, shape) in shapes.enumerated() {
                    guard let unknown = unknownKeys(shape, keys) else { continue }
                    count += 1
                    if unknown < fewest { (best, fewest) = (position, unknown) }
                }
                // A union of this one asks how well its alternative fits.
                if tape.pointee.notes.tried.index == index { tape.pointee.notes.tried.unknownKeys = fewest }
                guard count > 1, case .tried = shapes[best] else { return best }
                return firstDecoded(shapes, keys) ?? best
            }

            /// The best of several fitting shapes that can be decoded; nil: none can.
            private func firstDecoded(_ shapes: [WireShape], _ keys: [String]?) -> Int? {
                let fitting = shapes.enumerated().compactMap { position, shape in
                    unknownKeys(shape, keys).map { (unknown: $0, position: position) }
                }
                var best: (position: Int, unrecognized: Int)?
                for candidate in fitting.sorted(by: { $0 < $1 }) {
                    guard case .tried(_, let type) = shapes[candidate.position] else {
                        return best?.position ?? candidate.position
                    }
                    // A list that leaves out what can't be decoded would fit anything.
                    guard let unrecognized = trial(as: type, skipsElements: false)?.unrecognized else { continue }
                    if unrecognized == 0 { return candidate.position }
                    if unrecognized < best?.unrecognized ?? .max { best = (candidate.position, unrecognized) }
                }
                return best?.position
            }

            /// A value that no case of an enum or of a union stands for, or that is read as any JSON.
            func noteUnrecognized() { tape.pointee.notes.unrecognized += size }

            /// The number of keys and values in this value, and itself.
            private var size: Int { tape.pointee.after(index) - index }

            /// How many keys the shape doesn't know; nil: it doesn't fit.
            private func unknownKeys(_ shape: WireShape, _ keys: [String]?) -> Int? {
                switch shape {
                case .dictionary: return keys?.count
                case .value(let type): return trial(as: type).map { $0.unrecognized < size ? $0.unknownKeys : .max - 1 }
                case .list(let element): return unknownKeysOfFirst(element)
                case .object(let required, let optional):
                    guard let keys, required.allSatisfy(keys.contains) else { return nil }
                    var unknown = 0
                    for key in keys where !required.contains(key) && !optional.contains(key) { unknown += 1 }
                    return unknown
                case .marked(let shape, let field, let value):
                    // First, since it is the shorter way to say that it is something else.
                    let found = try? discriminator(field)
                    if let found, found != value { return nil }
                    // Before all that aren't known so; several that are compare by their keys.
                    return unknownKeys(shape, keys).map { found == nil ? $0 : $0 - 1_000_000 }
                case .tried(let shape, _): return unknownKeys(shape, keys)
                }
            }

            /// - Parameter skipsElements: Whether lists may leave out elements, where the response is read so.
            /// - Returns: How well it fits; nil: it can't be decoded.
            private func trial(as type: any WireDecodable.Type, skipsElements: Bool = true) -> ReadingNotes.Fit? {
                let notes = tape.pointee.notes
                let (options, skipped, unrecognized) = (notes.options, notes.skipped.count, notes.unrecognized)
                // A scalar is tried at once. A container is tried once for each type.
                guard tape.pointee.tag(index) >= Tape.Tag.array else {
                    defer { notes.unrecognized = unrecognized }
                    return (try? type.init(from: self)) == nil
                        ? nil : .init(unrecognized: notes.unrecognized - unrecognized, unknownKeys: 0)
                }
                if !skipsElements { notes.options.remove(.skippingLists) }
                let key = ReadingNotes.Trial(index: index, type: ObjectIdentifier(type), options: notes.options)
                // Values that a trial leaves out are reported when the value is read, not here.
                defer {
                    notes.options = options
                    notes.skipped.removeSubrange(skipped...)
                    notes.unrecognized = unrecognized
                }
                if let known = notes.trials[key] { return known }
                let outer = notes.tried
                notes.tried = (index, 0)
                let isDecoded = (try? type.init(from: self)) != nil
                let result =
                    isDecoded
                    ? ReadingNotes.Fit(
                        unrecognized: notes.unrecognized - unrecognized, unknownKeys: notes.tried.unknownKeys) : nil
                notes.tried = outer
                notes.trials[key] = .some(result)
                return result
            }

            private func unknownKeysOfFirst(_ element: WireShape) -> Int? {
                guard tape.pointee.tag(index) == Tape.Tag.array else { return nil }
                guard tape.pointee.after(index) > index + 1 else { return 0 }
                let first = WireValue(tape, index + 1)
                return first.unknownKeys(element, first.keys())
            }

            /// The keys of an object; nil: it isn't an object.
            private func keys() -> [String]? {
                guard isObject else { return nil }
                var keys: [String] = []
                let end = tape.pointee.after(index)
                var at = index + 1
                while at < end {
                    keys.append(tape.pointee.string(at))
                    at = tape.pointee.after(at + 1)
                }
                return keys
            }
        }

        """#
    ),
    (
        "CallsiteRuntime/WireTree.swift",
        #"""
        import Foundation

        /// A value taken apart for a parameter or a form, in the order in which its fields were written, with scalars as
        /// strings.
        nonisolated enum WireTree: Sendable {
            case null
            case scalar(String)
            case list([WireTree])
            case object([(key: String, value: WireTree)])

            /// Neither a list nor an object.
            var isScalar: Bool {
                switch self {
                case .null, .scalar: true
                case .list, .object: false
                }
            }

            /// The text of a scalar; nil for everything else.
            var text: String? { if case .scalar(let text) = self { text } else { nil } }

            init(_ value: some WireEncodable) throws {
                var writer = FieldWriter(makesTree: true)
                value.write(to: &writer)
                self = try writer.finishedTree()
            }
        }

        /// Makes a tree of what a `FieldWriter` writes.
        nonisolated final class WireTreeBuilder {
            private struct Container {
                let isObject: Bool
                var elements: [WireTree] = []
                var fields: [(key: String, value: WireTree)] = []
                /// The key that waits for its value.
                var key = ""
            }

            /// The complete value; nil: there is none yet.
            private(set) var root: WireTree?
            private var open: [Container] = []

            func begin(isObject: Bool) { open.append(Container(isObject: isObject)) }

            func end() { if let last = open.popLast() { add(last.isObject ? .object(last.fields) : .list(last.elements)) } }

            func addKey(_ key: String) { if let last = open.indices.last { open[last].key = key } }

            func add(_ value: WireTree) {
                guard let last = open.indices.last else { return root = value }
                if open[last].isObject {
                    open[last].fields.append((open[last].key, value))
                } else {
                    open[last].elements.append(value)
                }
            }
        }

        """#
    ),
    (
        "CallsiteRuntime/WireValue+Numbers.swift",
        #"""
        import Foundation

        nonisolated extension WireValue {
            /// A whole number. `1.0` and `1e2` are taken as well, since many servers write integers so.
            func integer<Integer: FixedWidthInteger>(_ type: Integer.Type = Integer.self) throws -> Integer {
                guard let wide = try int64(), let value = Integer(exactly: wide) else {
                    throw failure("an integer that fits \(Integer.self)")
                }
                return value
            }

            /// The same as the widest of the integers that are read; nil: it doesn't fit.
            func int64() throws -> Int64? {
                let word = tape.pointee.words[index]
                guard word >> 60 == Tape.Tag.integer else {
                    guard word >> 60 == Tape.Tag.real, let digits = wholeDigits(tape.pointee.raw(index)) else {
                        throw failure("an integer")
                    }
                    return Int64(digits)
                }
                var at = tape.pointee.bytes + Tape.offset(word)
                var left = Tape.extent(word)
                var magnitude: UInt64 = 0
                let isNegative = at.pointee == 0x2D
                if isNegative {
                    at += 1
                    left -= 1
                }
                // Nineteen digits fit 64 bits whatever they are.
                guard left <= 19 else { return nil }
                while left > 0 {
                    magnitude = magnitude &* 10 &+ UInt64(at.pointee &- 0x30)
                    at += 1
                    left -= 1
                }
                if isNegative { return magnitude <= 1 << 63 ? Int64(bitPattern: 0 &- magnitude) : nil }
                return magnitude >> 63 == 0 ? Int64(bitPattern: magnitude) : nil
            }

            /// A whole number up to 2^64 - 1; nil: it doesn't fit.
            func uint64() throws -> UInt64? {
                if let number = try int64() { return UInt64(exactly: number) }
                let raw = tape.pointee.raw(index)
                if tape.pointee.tag(index) == Tape.Tag.real { return wholeDigits(raw).flatMap { UInt64($0) } }
                return UInt64(String(decoding: raw, as: UTF8.self))
            }

            /// A number as the nearest `Double`.
            func double() throws -> Double {
                let raw = try numberBytes()
                if let exact = exactDouble(raw) { return exact }
                guard let value = Double(String(decoding: raw, as: UTF8.self)), value.isFinite else {
                    throw failure("a number that fits Double")
                }
                return value
            }

            func float() throws -> Float {
                // From the digits: going through Double would round twice.
                guard let value = Float(String(decoding: try numberBytes(), as: UTF8.self)), value.isFinite else {
                    throw failure("a number that fits Float")
                }
                return value
            }

            func decimal() throws -> Decimal {
                let text = String(decoding: try numberBytes(), as: UTF8.self)
                guard let value = Decimal(string: text, locale: posix), value.isFinite else {
                    throw failure("a number that fits Decimal")
                }
                return value
            }

            private func numberBytes() throws -> UnsafeBufferPointer<UInt8> {
                guard tape.pointee.tag(index) &- Tape.Tag.integer < 2 else { throw failure("a number") }
                return tape.pointee.raw(index)
            }
        }

        /// The common case without a call into the C library: a mantissa up to 2^53 and a power of ten up to 22 are doubles, so
        /// one multiplication or division rounds right. nil: the number is not so simple.
        nonisolated private func exactDouble(_ raw: UnsafeBufferPointer<UInt8>) -> Double? {
            guard raw.count < 18, let bytes = raw.baseAddress else { return nil }
            let count = raw.count
            let isNegative = bytes.pointee == 0x2D
            var at = isNegative ? 1 : 0
            var mantissa: UInt64 = 0
            var decimals = 0
            var point = false
            while at < count {
                let byte = bytes[at]
                if byte &- 0x30 < 10 {
                    mantissa = mantissa &* 10 &+ UInt64(truncatingIfNeeded: byte &- 0x30)
                    if point { decimals += 1 }
                } else if byte == 0x2E {
                    point = true
                } else {
                    return nil
                }
                at += 1
            }
            guard mantissa <= 1 << 53, decimals < 23 else { return nil }
            let value = decimals > 0 ? Double(mantissa) / powersOfTen[decimals] : Double(mantissa)
            return isNegative ? -value : value
        }

        /// The powers of ten that are doubles.
        nonisolated private let powersOfTen: [Double] = [
            1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
            1e21, 1e22,
        ]

        /// The digits of a number that has a fraction or an exponent, if its value is whole: `-1.50e1` is `-15`. Digits that no
        /// integer type can hold stand for whatever is too large. nil: it isn't whole.
        nonisolated private func wholeDigits(_ raw: UnsafeBufferPointer<UInt8>) -> String? {
            guard raw.prefix(while: { $0 | 0x20 != 0x65 }).contains(where: { 0x31...0x39 ~= $0 }) else { return "0" }
            // More digits than a Decimal has would be rounded.
            guard raw.count < 38 else { return nil }
            guard let value = Decimal(string: String(decoding: raw, as: UTF8.self), locale: posix), value.isFinite,
                abs(value) < 1e20
            else { return "100000000000000000000" }
            let digits = value.description
            return digits.contains(".") ? nil : digits
        }

        nonisolated private let posix = Locale(identifier: "en_US_POSIX")

        """#
    ),
    (
        "CallsiteRuntime/WireValue.swift",
        #"""
        import Foundation

        /// One value of a document while it is read. It can't be copied or kept, so it can't outlive its document.
        nonisolated struct WireValue: ~Copyable {
            let tape: UnsafePointer<Tape>
            let index: Int

            @inline(__always) init(_ tape: UnsafePointer<Tape>, _ index: Int) {
                self.tape = tape
                self.index = index
            }

            /// Whether the value is null.
            var isNull: Bool { tape.pointee.tag(index) == Tape.Tag.null }

            /// Reads the value as a `T`, which the context usually infers.
            func decode<T: WireDecodable>(_ type: T.Type = T.self) throws -> T { try T(from: self) }

            /// The string.
            func string() throws -> String {
                guard tape.pointee.tag(index) &- Tape.Tag.string < 2 else { throw failure("a string") }
                return tape.pointee.string(index)
            }

            /// An error about this value, for a hand-written `init(from:)`, with its place and the value found.
            func failure(_ expected: String) -> any Error {
                DecodingFailure(path: tape.pointee.path(of: index), expected: expected, found: tape.pointee.summary(index))
            }

            /// The value of the field that tells a union's alternatives apart; nil when the object has none, or none that is a
            /// string, a number or a boolean. Throws if the value isn't an object.
            func discriminator(_ key: StaticString) throws -> String? {
                var fields = try FieldReader(self)
                return try fields.scalarText(key)
            }
        }

        """#
    ),
    (
        "CallsiteToolkit/ConcurrencyLimit.swift",
        #"""
        import Foundation

        /// Limits how many requests wait for their responses at once. The others wait here, in the order in which they came.
        ///
        ///     let session = Session(transport: ConcurrencyLimit(8))
        ///
        /// Copies of the session share the limit. A request that waits for a retry or for a credential doesn't count, and neither
        /// does a stream whose head has arrived.
        nonisolated final class ConcurrencyLimit: Transport, CustomStringConvertible, @unchecked Sendable {
            private let transport: any Transport
            private let lock = NSLock()
            // Guarded by `lock`.
            private var free: Int
            private var nextTicket = 0
            private var waiting: [Int: CheckedContinuation<Void, any Error>] = [:]
            /// The tickets of those who wait, and of some who have given up, from `first` on.
            private var queue: [Int] = []
            private var first = 0
            private var cancelled: Set<Int> = []

            /// - Parameters:
            ///   - limit: How many requests, at least 1.
            ///   - transport: The transport that sends them.
            init(_ limit: Int, of transport: any Transport = NetworkTransport.shared) {
                free = max(1, limit)
                self.transport = transport
            }

            /// The transport, and that it is limited.
            var description: String { "\(transport), a limited number of requests at once" }

            func send(_ request: HTTPRequest) async throws -> HTTPResponse {
                try await pass { try await transport.send(request) }
            }

            /// Runs `work` when it is its turn. Throws a `CancellationError` at once when the task is cancelled meanwhile.
            func pass<Value: Sendable>(_ work: () async throws -> Value) async throws -> Value {
                try await enter()
                defer { leave() }
                return try await work()
            }

            private func enter() async throws {
                let ticket = lock.withLock {
                    nextTicket += 1
                    return nextTicket
                }
                defer { lock.withLock { _ = cancelled.remove(ticket) } }
                try await withTaskCancellationHandler {
                    try await withCheckedThrowingContinuation { continuation in
                        let outcome: Result<Void, any Error>? = lock.withLock {
                            if cancelled.contains(ticket) { return .failure(CancellationError()) }
                            if free > 0 {
                                free -= 1
                                return .success(())
                            }
                            waiting[ticket] = continuation
                            queue.append(ticket)
                            return nil
                        }
                        if let outcome { continuation.resume(with: outcome) }
                    }
                } onCancel: {
                    let continuation: CheckedContinuation<Void, any Error>? = lock.withLock {
                        let continuation = waiting.removeValue(forKey: ticket)
                        // The task isn't waiting yet and will find this mark, or no longer waits and the mark has no effect.
                        if continuation == nil { cancelled.insert(ticket) }
                        return continuation
                    }
                    continuation?.resume(throwing: CancellationError())
                }
            }

            private func leave() {
                let next: CheckedContinuation<Void, any Error>? = lock.withLock {
                    while first < queue.count {
                        first += 1
                        guard let next = waiting.removeValue(forKey: queue[first - 1]) else { continue }
                        if first > 64, first * 2 > queue.count {
                            queue.removeFirst(first)
                            first = 0
                        }
                        return next
                    }
                    (queue, first) = ([], 0)
                    free += 1
                    return nil
                }
                next?.resume()
            }
        }

        """#
    ),
    (
        "CallsiteToolkit/ConditionalRequests.swift",
        #"""
        import Foundation

        /// Keeps responses that have an `ETag` or a `Last-Modified`, asks the server whether they are still current (RFC 9110,
        /// 13), and returns the kept response if the server says 304.
        ///
        ///     session.middleware = [ConditionalRequests()]
        ///
        /// Only responses to GET with status 200 are kept, in memory; the least recently used are dropped first.
        /// `Cache-Control: no-store` and `Vary` are respected. Use one for each user: it doesn't see who is signed in.
        nonisolated final class ConditionalRequests: Middleware, @unchecked Sendable {
            private struct Kept {
                let response: HTTPResponse
                /// The request's values of the headers that `Vary` names.
                let varying: [String: String?]
                var lastUse: Int
            }

            private let sizeLimit: Int
            private let lock = NSLock()
            // Guarded by `lock`.
            private var kept: [URL: Kept] = [:]
            private var size = 0
            private var uses = 0

            /// - Parameter sizeLimit: The most bytes of bodies to keep.
            init(sizeLimit: Int = 20 << 20) { self.sizeLimit = sizeLimit }

            func send(_ request: HTTPRequest, in context: RequestContext, next: Next) async throws -> HTTPResponse {
                guard request.method == .get, !request.streamsResponse, request.headers["If-None-Match"] == nil,
                    request.headers["If-Modified-Since"] == nil, request.headers["Range"] == nil
                else { return try await next(request) }
                let old = find(request)
                var request = request
                request.headers["If-None-Match"] = old?.etag
                if old?.etag == nil { request.headers["If-Modified-Since"] = old?.headers["Last-Modified"] }
                let http = try await next(request)
                if http.status == 304, var response = old {
                    // RFC 9111, 4.3.4: what the 304 says of itself is newer.
                    response.headers.merge(HTTPHeaders(http.headers.fields.filter { $0.name.lowercased() != "content-length" }))
                    return response
                }
                keep(http, for: request)
                return http
            }

            private func find(_ request: HTTPRequest) -> HTTPResponse? {
                lock.withLock {
                    guard let entry = kept[request.url], entry.varying.allSatisfy({ request.headers[$0] == $1 }) else {
                        return nil
                    }
                    uses += 1
                    kept[request.url]?.lastUse = uses
                    return entry.response
                }
            }

            private func keep(_ http: HTTPResponse, for request: HTTPRequest) {
                let vary = (http.headers["Vary"] ?? "").split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
                guard http.status == 200, http.stream == nil, http.etag != nil || http.headers["Last-Modified"] != nil,
                    http.headers["Cache-Control"]?.lowercased().contains("no-store") != true, !vary.contains("*"),
                    http.body.count <= sizeLimit
                else { return }
                lock.withLock {
                    size -= kept[request.url]?.response.body.count ?? 0
                    uses += 1
                    kept[request.url] = Kept(
                        response: http, varying: Dictionary(vary.map { ($0, request.headers[$0]) }) { $1 }, lastUse: uses)
                    size += http.body.count
                    while size > sizeLimit, let oldest = kept.min(by: { $0.value.lastUse < $1.value.lastUse }) {
                        size -= oldest.value.response.body.count
                        kept[oldest.key] = nil
                    }
                }
            }
        }

        nonisolated extension Session {
            /// Asks whether a resource has changed since an earlier response, by its `ETag` or `Last-Modified` (RFC 9110,
            /// 13.1).
            ///
            /// - Returns: The new response; nil if the server says that the earlier one is still current.
            /// - Throws: As `response(to:)`.
            func response<R: RequestType>(to request: R, ifNewerThan earlier: TypedResponse<R>) async throws
                -> TypedResponse<R>?
            {
                let http = try await http(for: request) { rendered in
                    rendered.headers["If-None-Match"] = earlier.http.etag
                    if earlier.http.etag == nil {
                        rendered.headers["If-Modified-Since"] = earlier.http.headers["Last-Modified"]
                    }
                }
                return http.status == 304 ? nil : try typedResponse(of: R.self, from: http)
            }
        }

        """#
    ),
    (
        "CallsiteToolkit/CurlCommand.swift",
        ##"""
        import Foundation

        nonisolated extension HTTPRequest {
            /// The request as a command line for a POSIX shell, without credentials and other secrets.
            ///
            ///     curl -X POST 'https://api.example.com/issues' -H 'Content-Type: application/json' --data-raw '{"title":"T"}'
            ///
            /// A body that a shell's word can't hold goes through `base64 -d`.
            var curl: String {
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
                if body.segments.count == 1, case .file(let file) = body.segments[0] {
                    return (words + ["--data-binary", shellQuoted("@" + file.path)]).joined(separator: " ")
                }
                let type = headers["Content-Type"] ?? ""
                if let data = body.data.map({ redaction.bytes($0, type) }), !data.contains(0),
                    let text = String(data: data, encoding: .utf8)
                {
                    return (words + ["--data-raw", shellQuoted(text)]).joined(separator: " ")
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
        nonisolated private func shellQuoted(_ text: String) -> String { "'" + text.replacingOccurrences(of: "'", with: #"'\''"#) + "'" }

        """##
    ),
    (
        "CallsiteToolkit/FormattedDate.swift",
        #"""
        import Foundation

        /// A point in time in a date format of the server's own. The generator declares one type for each `dateFormat`.
        nonisolated protocol FormattedDate: WireCodable, Hashable, Comparable, Sendable {
            static var format: DateFormat { get }
            var date: Date { get }
            init(_ date: Date)
        }

        nonisolated extension FormattedDate {
            init(from value: borrowing WireValue) throws {
                guard let date = Self.format.date(from: try value.string()) else {
                    throw value.failure(Self.format.expectation)
                }
                self.init(date)
            }

            func write(to output: inout FieldWriter) { Self.format.write(date, to: &output) }

            static func < (left: Self, right: Self) -> Bool { left.date < right.date }
        }

        /// A day of the calendar that a server writes in a format of its own. The generator declares one type for each
        /// `dateFormat` that says no time of day.
        nonisolated protocol FormattedDay: WireCodable, Hashable, Comparable, Sendable {
            static var format: DateFormat { get }
            var day: CalendarDate { get }
            init(_ day: CalendarDate)
        }

        nonisolated extension FormattedDay {
            init(from value: borrowing WireValue) throws {
                guard let date = Self.format.date(from: try value.string()), let day = CalendarDate(date, in: .gmt) else {
                    throw value.failure(Self.format.expectation)
                }
                self.init(day)
            }

            func write(to output: inout FieldWriter) { Self.format.write(day.startInGMT, to: &output) }

            static func < (left: Self, right: Self) -> Bool { left.day < right.day }
        }

        /// A date format: the letters of Unicode Technical Standard 35, part 4, with English names of months and days.
        ///
        /// It may be used from any thread.
        nonisolated final class DateFormat: @unchecked Sendable {
            /// `MM/dd/yyyy`.
            let pattern: String
            private let timeZone: String
            private let lock = NSLock()
            /// Guarded by `lock`; nil: this system doesn't know the time zone.
            private let formatter: DateFormatter?

            /// - Parameters:
            ///   - pattern: The format, with a year, in the letters of `DateFormatter`.
            ///   - timeZone: The time zone of dates without one: an identifier such as `Europe/Berlin`, or a distance from UTC
            ///     such as `+01:00`.
            init(_ pattern: String, timeZone: String = "GMT") {
                self.pattern = pattern
                self.timeZone = timeZone
                // Foundation reads distances only behind the letters.
                let isDistance = timeZone.hasPrefix("+") || timeZone.hasPrefix("-")
                guard
                    let zone = TimeZone(
                        identifier: isDistance ? "GMT" + timeZone.replacingOccurrences(of: ":", with: "") : timeZone)
                else {
                    formatter = nil
                    return
                }
                let formatter = DateFormatter()
                formatter.locale = Locale(identifier: "en_US_POSIX")
                formatter.calendar = Calendar(identifier: .gregorian)
                formatter.timeZone = zone
                formatter.isLenient = false
                formatter.dateFormat = pattern
                self.formatter = formatter
            }

            /// nil if the string isn't such a date, or the system doesn't know the time zone.
            func date(from text: String) -> Date? { lock.withLock { formatter?.date(from: text) } }

            /// nil if the system doesn't know the time zone.
            func string(from date: Date) -> String? { lock.withLock { formatter?.string(from: date) } }

            fileprivate func write(_ date: Date, to output: inout FieldWriter) {
                guard let text = string(from: date) else {
                    return output.fail("this system doesn't know the time zone \(timeZone)")
                }
                output.write(text)
            }

            /// For messages.
            fileprivate var expectation: String {
                formatter == nil
                    ? "a date in the time zone \(timeZone), which this system doesn't know" : "a date in the format \(pattern)"
            }
        }

        """#
    ),
    (
        "CallsiteToolkit/OAuth2Client.swift",
        #"""
        import Foundation

        /// A client of an OAuth 2 authorization server (RFC 6749): it gets tokens without a user, or from a refresh token.
        ///
        ///     let client = OAuth2Client(tokenURL: url, id: "app", secret: secret)
        ///     let session = Session(credential: client.clientCredentials(scope: "read"))
        ///
        /// The token endpoint must be https, or on this machine. Its redirects are not followed, since the body holds secrets.
        nonisolated struct OAuth2Client: Sendable {
            /// How the client authenticates itself (RFC 6749, 2.3.1).
            enum Authentication: Hashable, Sendable {
                /// `Authorization: Basic …`, which every server must understand.
                case header
                /// `client_id` and `client_secret` in the body.
                case body
            }

            /// The tokens that the server has issued.
            struct Tokens: Hashable, Sendable {
                /// The access token, with its expiry.
                let access: BearerToken
                /// For the next renewal; nil: the one that was sent stays valid.
                let refreshToken: String?
                /// The scope, if it differs from the requested one.
                let scope: String?
            }

            private let tokenURL: URL
            private let refreshURL: URL
            private let id: String
            private let secret: String?
            private let authentication: Authentication
            private let transport: any Transport
            private let now: @Sendable () -> Date

            /// - Parameters:
            ///   - tokenURL: The token endpoint.
            ///   - id: The client's identifier.
            ///   - secret: Its secret; nil for a public client, which only names itself.
            ///   - authentication: How the secret is sent.
            ///   - transport: The transport for token requests; by default the network.
            ///   - now: The time, for tests.
            init(
                tokenURL: URL, id: String, secret: String? = nil, authentication: Authentication = .header,
                transport: (any Transport)? = nil, now: @escaping @Sendable () -> Date = { Date() }
            ) {
                self.init(
                    tokenURL: tokenURL, refreshURL: tokenURL, id: id, secret: secret, authentication: authentication,
                    transport: transport, now: now
                )
            }

            /// A client of the server that a description names.
            ///
            /// - Parameters:
            ///   - flow: The flow; generated code has a value for each flow of its description.
            ///   - base: The base of relative URLs in the flow, if the description doesn't say it.
            ///   - id: The client's identifier.
            ///   - secret: Its secret; nil for a public client, which only names itself.
            ///   - authentication: How the secret is sent.
            ///   - transport: The transport for token requests; by default the network.
            ///   - now: The time, for tests.
            /// - Throws: An `OAuth2Failure` with the code `no_token_url` where the flow has no token endpoint, or one that is
            ///   no absolute URL.
            init(
                _ flow: OAuth2Flow, relativeTo base: URL? = nil, id: String, secret: String? = nil,
                authentication: Authentication = .header, transport: (any Transport)? = nil,
                now: @escaping @Sendable () -> Date = { Date() }
            ) throws {
                func absolute(_ text: String?) throws -> URL {
                    guard let text, let url = URL(string: text, relativeTo: base)?.absoluteURL, url.scheme != nil,
                        url.host != nil
                    else {
                        throw OAuth2Failure(
                            code: "no_token_url", detail: "the flow names no token endpoint with an absolute URL")
                    }
                    return url
                }
                let tokenURL = try absolute(flow.tokenURL)
                try self.init(
                    tokenURL: tokenURL, refreshURL: flow.refreshURL.map { try absolute($0) } ?? tokenURL, id: id,
                    secret: secret,
                    authentication: authentication, transport: transport, now: now)
            }

            private init(
                tokenURL: URL, refreshURL: URL, id: String, secret: String?, authentication: Authentication,
                transport: (any Transport)?, now: @escaping @Sendable () -> Date
            ) {
                self.tokenURL = tokenURL
                self.refreshURL = refreshURL
                self.id = id
                self.secret = secret
                self.authentication = authentication
                self.transport = transport ?? NetworkTransport(redirectLimit: 0)
                self.now = now
            }

            /// A credential from the client credentials grant (RFC 6749, 4.4).
            ///
            /// - Parameters:
            ///   - scope: The requested scopes, separated by spaces.
            ///   - parameters: Additional parameters that the server needs, such as `audience` or `resource`.
            func clientCredentials(scope: String? = nil, parameters: [String: String] = [:]) -> RenewingCredential {
                RenewingCredential(now: now) { _ in
                    try await tokens("client_credentials", ["scope": scope].merging(parameters) { $1 }).access
                }
            }

            /// A credential that starts with a refresh token (RFC 6749, 6).
            ///
            /// - Parameters:
            ///   - refreshToken: The token from the server's last response.
            ///   - access: The access token that came with it, if it may still be valid.
            ///   - store: Called with each new set of tokens before they are used. Save the refresh token if there is one: many
            ///     servers accept each only once.
            func refreshing(
                _ refreshToken: String, access: BearerToken? = nil,
                store: @escaping @Sendable (Tokens) async throws -> Void = { _ in }
            ) -> RenewingCredential {
                let latest = Latest(refreshToken)
                return RenewingCredential(access, now: now) { _ in
                    let tokens = try await tokens("refresh_token", ["refresh_token": latest.token])
                    if let next = tokens.refreshToken { latest.token = next }
                    try await store(tokens)
                    return tokens.access
                }
            }

            /// Sends a request to the token endpoint.
            ///
            /// - Parameters:
            ///   - grant: The `grant_type`.
            ///   - parameters: The other parameters; nil is left out.
            /// - Throws: An `OAuth2Failure` if the server refuses; the transport's errors.
            func tokens(_ grant: String, _ parameters: [String: String?]) async throws -> Tokens {
                let url = grant == "refresh_token" ? refreshURL : tokenURL
                guard Self.isSafe(url) else {
                    throw OAuth2Failure(code: "insecure", detail: "the token endpoint must be https: its requests hold secrets")
                }
                var fields = parameters.compactMapValues { $0 }
                fields["grant_type"] = grant
                if authentication == .body || secret == nil { fields["client_id"] = id }
                if authentication == .body { fields["client_secret"] = secret }
                var request = try TokenRequest(fields: fields).httpRequest()
                request.url = url
                if let secret, authentication == .header {
                    let pair = try TokenRequest.encoded(id) + ":" + TokenRequest.encoded(secret)
                    request.headers["Authorization"] = "Basic " + Data(pair.utf8).base64EncodedString()
                }
                let asked = now()
                let http = try await transport.send(request)
                guard http.status == 200 else { throw OAuth2Failure(http) }
                let response: TokenResponse
                do { response = try http.decode() } catch { throw OAuth2Failure(http) }
                guard response.type.lowercased() == "bearer" else {
                    throw OAuth2Failure(code: "unsupported_token_type", detail: "the token's type isn't Bearer")
                }
                return Tokens(
                    access: BearerToken(response.access, expires: response.lifetime.map { asked.addingTimeInterval($0) }),
                    refreshToken: response.refresh, scope: response.scope)
            }

            private static func isSafe(_ url: URL) -> Bool {
                let host = url.host ?? ""
                return url.scheme?.lowercased() == "https" || ["localhost", "127.0.0.1", "::1", "[::1]"].contains(host)
            }

            /// One renewal runs at a time, so this is never contended.
            private final class Latest: @unchecked Sendable {
                var token: String
                init(_ token: String) { self.token = token }
            }
        }

        /// The reason why there is no token. It contains no secret.
        nonisolated struct OAuth2Failure: Error, Hashable, Sendable, CustomStringConvertible, LocalizedError {
            /// The status of the response; nil: there was no response.
            let status: Int?
            /// `invalid_client`, `invalid_grant` and others of RFC 6749, 5.2, if the server says it.
            let code: String?
            /// The server's description of the error, for developers.
            let detail: String?

            init(status: Int? = nil, code: String?, detail: String?) {
                self.status = status
                self.code = code
                self.detail = detail
            }

            init(_ http: HTTPResponse) {
                let body = http.decoded(JSONValue.self)
                self.init(status: http.status, code: body?["error"]?.string, detail: body?["error_description"]?.string)
            }

            var description: String {
                let parts = [status.map { "status \($0)" }, code, detail].compactMap { $0 }
                return "no token: " + (parts.isEmpty ? "the response contains none" : parts.joined(separator: ", "))
            }
            var errorDescription: String? { description }
        }

        nonisolated extension OAuth2Client: CustomReflectable {
            /// Without the secret.
            var customMirror: Mirror { Mirror(self, children: ["tokenURL": tokenURL, "id": id]) }
        }

        nonisolated extension OAuth2Client.Tokens: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
            var description: String { "Tokens(<redacted>)" }
            var debugDescription: String { description }
            var customMirror: Mirror { Mirror(self, children: []) }
        }

        /// The form that the token endpoint takes. Its URL is put in afterwards.
        nonisolated private struct TokenRequest: RequestType {
            typealias Response = TokenResponse
            static var api: API { API(baseURL: "https://token.invalid") }
            static var endpoint: Endpoint { .post("/", body: .form) }
            let fields: [String: String]

            func write(to request: inout RequestWriter) { request.setBody(fields) }

            /// As in a form's field (RFC 6749, appendix B).
            static func encoded(_ text: String) throws -> String {
                let body = try TokenRequest(fields: ["x": text]).httpRequest().body?.data ?? Data()
                return String(decoding: body.dropFirst(2), as: UTF8.self)
            }
        }

        /// RFC 6749, 5.1.
        nonisolated private struct TokenResponse: DecodableModel {
            let access: String
            let type: String
            /// Seconds; some servers send them as a string.
            let lifetime: Double?
            let refresh: String?
            let scope: String?

            init(from fields: inout FieldReader) throws {
                access = try fields["access_token"]
                type = try fields["token_type", default: "Bearer"]
                let seconds: JSONValue? = try fields["expires_in"]
                lifetime = seconds?.double ?? seconds?.string.flatMap { Double($0) }
                refresh = try fields["refresh_token"]
                scope = try fields["scope"]
            }
        }

        """#
    ),
    (
        "CallsiteToolkit/RateLimit.swift",
        #"""
        import Foundation

        /// A server's rate limit, from `RateLimit-*`, `X-RateLimit-*` or `X-Rate-Limit-*`.
        nonisolated struct RateLimit: Hashable, Sendable {
            /// The number of requests in a window.
            let limit: Int?
            /// The number of requests left in this window.
            let remaining: Int
            /// The time until the next window, in seconds.
            let reset: Double?

            init(limit: Int?, remaining: Int, reset: Double?) {
                self.limit = limit
                self.remaining = remaining
                self.reset = reset
            }
        }

        nonisolated extension HTTPResponse {
            /// The rate limit, if the response says what is left of it.
            ///
            /// A reset is a number of seconds, or a time since 1970 in seconds or milliseconds; its size tells which. A time is
            /// compared with the response's own `Date`, if it has one.
            var rateLimit: RateLimit? {
                for prefix in ["RateLimit", "X-RateLimit", "X-Rate-Limit"] {
                    func number(_ name: String) -> Double? {
                        // `100, 100;w=60`: the first is the one that counts.
                        headers["\(prefix)-\(name)"].flatMap {
                            Double($0.prefix { $0 != "," && $0 != ";" }.trimmingCharacters(in: .whitespaces))
                        }
                    }
                    guard let remaining = number("Remaining").flatMap({ Int(exactly: $0.rounded(.down)) }) else { continue }
                    return RateLimit(
                        limit: number("Limit").flatMap { Int(exactly: $0.rounded(.down)) }, remaining: remaining,
                        reset: number("Reset").map { secondsUntil($0) })
                }
                return nil
            }

            private func secondsUntil(_ reset: Double) -> Double {
                // No window is thirty years long.
                guard reset > 946_684_800 else { return max(0, reset) }
                let time = reset > 100_000_000_000 ? reset / 1000 : reset
                return max(0, time - (date ?? Date()).timeIntervalSince1970)
            }
        }

        """#
    ),
    (
        "CallsiteToolkit/RecordedExchange.swift",
        #"""
        import Foundation

        /// By what a request is known again.
        nonisolated struct RecordedRequest {
            let method: String
            /// Without its secrets.
            let url: String
            let body: JSONValue?
            /// The names of its files begin so.
            let name: String

            init(_ request: HTTPRequest, _ redaction: Redaction) throws {
                method = request.method.name
                url = redaction.url(request.url)
                let type = request.headers["Content-Type"] ?? ""
                // A multipart body's boundary is another in each process.
                let bytes = withStableBoundary(Array(try request.body?.bytes() ?? Data()), type: type)
                body = redaction.body(Data(bytes), request.headers).json
                name = RecordingName.make(method: method, url: url, path: request.url.path, body: body?.description ?? "")
            }
        }

        /// A file of a recorder.
        nonisolated struct RecordedExchange: DecodableModel {
            let response: HTTPResponse

            init(from fields: inout FieldReader) throws {
                let recorded: RecordedResponse = try fields["response"]
                response = recorded.response
            }

            static func json(_ request: RecordedRequest, _ http: HTTPResponse, _ redaction: Redaction) -> JSONValue {
                var asked: [String: JSONValue] = ["method": .string(request.method), "url": .string(request.url)]
                asked["body"] = request.body
                var headers = redaction.headers(http.headers)
                for name in ["Set-Cookie", "Content-Length", "Content-Encoding", "Transfer-Encoding"] { headers[name] = nil }
                var recorded: [String: JSONValue] = [
                    "status": JSONValue(integerLiteral: Int64(http.status)),
                    "headers": .array(headers.fields.map { .string("\($0.name): \($0.value)") }),
                ]
                recorded["body"] = redaction.body(http.body, http.headers).json
                return ["request": .object(asked), "response": .object(recorded)]
            }
        }

        nonisolated private struct RecordedResponse: DecodableModel {
            let response: HTTPResponse

            init(from fields: inout FieldReader) throws {
                let lines: [String] = try fields["headers", default: []]
                let headers = lines.map { line in
                    let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
                    return HTTPHeaders.Field(
                        String(parts[0]), parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : "")
                }
                let body: JSONValue? = try fields["body"]
                response = HTTPResponse(
                    status: try fields["status"], headers: HTTPHeaders(headers), body: body.map(Redaction.Body.data) ?? Data())
            }
        }

        nonisolated extension Redaction.Body {
            /// As it stands in a file: `{"json": …}`, `{"text": …}` or `{"base64": …}`.
            var json: JSONValue? {
                switch self {
                case .none: nil
                case .json(let value): ["json": value]
                case .text(let text): ["text": .string(text)]
                case .bytes(let data): ["base64": .string(data.base64EncodedString())]
                }
            }

            static func data(_ json: JSONValue) -> Data {
                if let value = json["json"] { return Data(value.description.utf8) }
                if let text = json["text"]?.string { return Data(text.utf8) }
                return Data(base64Encoded: json["base64"]?.string ?? "") ?? Data()
            }
        }

        """#
    ),
    (
        "CallsiteToolkit/Recorder.swift",
        #"""
        import Foundation

        /// Writes responses to a folder, and replays them: for tests without a network that have seen the real server once.
        ///
        ///     session.middleware = [Recorder(folder, .automatic)]
        ///
        /// A request is recognised by its method, URL and body. If it was sent several times, it has a response for each time,
        /// in order; after that the last one is replayed. Credentials are removed before anything is written: all of the
        /// request's headers except those for the type of its body, and headers of responses and fields of queries, forms and
        /// JSON whose names say that they contain a secret. Look at the files before you commit them all the same.
        nonisolated final class Recorder: Middleware, @unchecked Sendable {
            /// Whether requests are sent, recorded or replayed.
            enum Mode: Hashable, Sendable {
                /// Sends each request, and writes its response, replacing an earlier recording.
                case record
                /// Never sends. A request without a recording fails with an error that names it.
                case replay
                /// Sends requests that have no recording, and writes their responses.
                case automatic
            }

            private let folder: URL
            private let mode: Mode
            private let redaction: Redaction
            private let lock = NSLock()
            /// How often each request was sent in this run. Guarded by `lock`.
            private var counts: [String: Int] = [:]

            /// - Parameters:
            ///   - folder: The folder of the recordings, a file each. It is created if it doesn't exist.
            ///   - mode: Whether to write or to read.
            ///   - names: Headers, query items and fields of bodies that contain a secret, beside the known ones.
            init(_ folder: URL, _ mode: Mode, redacting names: [String] = []) {
                self.folder = folder
                self.mode = mode
                redaction = Redaction(names)
            }

            func send(_ request: HTTPRequest, in context: RequestContext, next: Next) async throws -> HTTPResponse {
                try Task.checkCancellation()
                let key = try RecordedRequest(request, redaction)
                let number = lock.withLock {
                    counts[key.name, default: 0] += 1
                    return counts[key.name, default: 1]
                }
                if mode != .record, let found = try read(key, number) { return found }
                guard mode != .replay else {
                    throw TransportFailure(
                        .other, "there is no recording of \(key.method) \(key.url) in \(folder.lastPathComponent)")
                }
                var http = try await next(request)
                if let value = http.value {
                    throw TransportFailure(
                        .other,
                        "\(key.method) \(key.url) was answered with a value of type \(type(of: value)), which has no bytes to record"
                    )
                }
                if mode == .record, number == 1 { removeAll(key) }
                guard let stream = http.stream else {
                    try write(key, number, http)
                    return http
                }
                // A stream is written when it has ended.
                let head = http
                let whole = Gathered()
                let read: @Sendable () async throws -> Data? = { [self] in
                    guard let piece = try await stream.next() else {
                        var recorded = head
                        recorded.body = whole.data
                        try write(key, number, recorded)
                        return nil
                    }
                    whole.append(piece)
                    return piece
                }
                http.stream = HTTPByteStream(cancel: { stream.cancel() }, next: read)
                return http
            }

            // MARK: Files

            private func file(_ key: RecordedRequest, _ number: Int) -> URL {
                folder.appendingPathComponent("\(key.name)-\(number).json")
            }

            /// The recording of that number; for replaying, else the last one before it.
            private func read(_ key: RecordedRequest, _ number: Int) throws -> HTTPResponse? {
                for number in stride(from: number, through: mode == .replay ? 1 : number, by: -1) {
                    let file = file(key, number)
                    guard FileManager.default.fileExists(atPath: file.path) else { continue }
                    do {
                        return try decodeJSON(RecordedExchange.self, from: try Data(contentsOf: file)).response
                    } catch {
                        throw TransportFailure(
                            .other, "\(file.lastPathComponent) isn't a recording: \(error)", underlying: error)
                    }
                }
                return nil
            }

            private func write(_ key: RecordedRequest, _ number: Int, _ http: HTTPResponse) throws {
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                let encoder = JSONEncoder()
                encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
                try encoder.encode(RecordedExchange.json(key, http, redaction)).write(to: file(key, number), options: .atomic)
            }

            private func removeAll(_ key: RecordedRequest) {
                var number = 1
                while (try? FileManager.default.removeItem(at: file(key, number))) != nil { number += 1 }
            }

            private final class Gathered: @unchecked Sendable {
                private let lock = NSLock()
                private var all = Data()

                var data: Data { lock.withLock { all } }
                func append(_ piece: Data) { lock.withLock { all.append(piece) } }
            }
        }

        """#
    ),
    (
        "CallsiteToolkit/RecordingName.swift",
        #"""
        /// The names of the files of a request's recordings. A request is found again by its name, so the name is the same in
        /// every process and wherever the files are written.
        nonisolated enum RecordingName {
            /// `get-pets-7-cafef00dcafef00d`; behind it come a hyphen, the number of the response and `.json`.
            ///
            /// - Parameters:
            ///   - url: Without its secrets.
            ///   - path: The path of the URL.
            ///   - body: As it is recorded, as compact JSON with sorted keys; empty: there is none.
            static func make(method: String, url: String, path: String, body: String) -> String {
                let words = path.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.suffix(6).joined(separator: "-")
                var hash = Hash()
                for text in [method, url, body] { hash.add(text) }
                return "\(method.lowercased())-\(words.isEmpty ? "root" : String(words.prefix(60)))-\(hash.text)"
            }

            /// FNV-1a with 64 bits: the same in every process, as Swift's own isn't.
            private struct Hash {
                private var value: UInt64 = 0xCBF2_9CE4_8422_2325

                mutating func add(_ text: String) {
                    for byte in text.utf8 { step(byte) }
                    step(0)
                }

                private mutating func step(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }

                var text: String {
                    let digits = String(value, radix: 16)
                    return String(repeating: "0", count: max(0, 16 - digits.utf8.count)) + digits
                }
            }
        }

        /// A multipart body with a boundary that is the same each time; as it was recorded, else.
        nonisolated func withStableBoundary(_ body: [UInt8], type: String) -> [UInt8] {
            guard type.lowercased().hasPrefix("multipart/"), let start = type.lastRange(of: "boundary=") else { return body }
            var boundary = Array(type[start...].utf8)
            if boundary.first == UInt8(ascii: "\"") {
                boundary = Array(boundary.dropFirst().prefix { $0 != UInt8(ascii: "\"") })
            }
            boundary = Array(boundary.prefix { $0 != UInt8(ascii: ";") })
            guard !boundary.isEmpty, boundary.count <= body.count else { return body }
            var result: [UInt8] = []
            result.reserveCapacity(body.count)
            var at = 0
            while at < body.count {
                if body[at] == boundary[0], body[at...].starts(with: boundary) {
                    result += Array("boundary".utf8)
                    at += boundary.count
                } else {
                    result.append(body[at])
                    at += 1
                }
            }
            return result
        }

        nonisolated extension String {
            /// Where the text behind the last occurrence begins.
            fileprivate func lastRange(of text: String) -> Index? {
                var found: Index?
                var at = startIndex
                while at < endIndex {
                    if self[at...].hasPrefix(text) { found = index(at, offsetBy: text.count) }
                    at = index(after: at)
                }
                return found
            }
        }

        """#
    ),
    (
        "CallsiteToolkit/Redaction.swift",
        #"""
        import Foundation

        /// Removes secrets from recordings and logs.
        nonisolated struct Redaction: Sendable {
            static let mark = Secrets.mark

            private let secrets: Secrets

            /// - Parameter names: Names of secret headers, query items and fields of bodies, in addition to the known ones.
            init(_ names: [String]) { secrets = Secrets(names) }

            func isSecret(header name: String) -> Bool { secrets.isSecret(header: name) }

            func headers(_ headers: HTTPHeaders) -> HTTPHeaders {
                HTTPHeaders(headers.fields.map { .init($0.name, secrets.value(ofHeader: $0.name, $0.value)) })
            }

            /// The URL with secret query items and a user's password left out.
            func url(_ url: URL) -> String { secrets.url(url.absoluteString) }

            /// The bytes of a body, or of a part of a multipart body, without its secrets.
            func bytes(_ data: Data, _ type: String) -> Data { Data(secrets.body(Array(data), type: type)) }

            /// A body without its secrets.
            func body(_ data: Data, _ headers: HTTPHeaders) -> Body {
                guard !data.isEmpty else { return .none }
                let cleared = bytes(data, headers["Content-Type"] ?? "")
                if let value = try? decodeJSON(JSONValue.self, from: cleared) { return .json(value) }
                guard !cleared.contains(0), let text = String(data: cleared, encoding: .utf8) else { return .bytes(cleared) }
                return .text(text)
            }

            enum Body {
                case none
                case json(JSONValue)
                case text(String)
                case bytes(Data)
            }
        }

        """#
    ),
    (
        "CallsiteToolkit/RenewingCredential.swift",
        #"""
        import Foundation

        /// A bearer token that is renewed when it has expired or was refused, once for all requests that wait for it.
        ///
        ///     let credential = RenewingCredential { _ in try await BearerToken(signIn.token(), expires: signIn.expiry) }
        ///     let session = Session(credential: credential)
        ///
        /// A request that is cancelled while it waits ends at once; the renewal continues for the others, and for the next.
        nonisolated final class RenewingCredential: CredentialProviding, @unchecked Sendable {
            private typealias Waiter = CheckedContinuation<BearerToken, any Error>

            private let leeway: Double
            private let now: @Sendable () -> Date
            private let renew: @Sendable (BearerToken?) async throws -> BearerToken

            private let lock = NSLock()
            // Guarded by `lock`.
            private var token: BearerToken?
            private var isRenewing = false
            private var nextTicket = 0
            private var waiters: [Int: Waiter] = [:]
            private var cancelled: Set<Int> = []

            /// - Parameters:
            ///   - token: The first token; nil: the first request waits for one.
            ///   - leeway: How long before its expiry a token counts as expired, in seconds: it must last until it arrives.
            ///   - now: The time, for tests.
            ///   - renew: Gets a new token. It is passed the last one, if there was any. If it throws, all waiting requests
            ///     throw the same error.
            init(
                _ token: BearerToken? = nil, leeway: Double = 30, now: @escaping @Sendable () -> Date = { Date() },
                renew: @escaping @Sendable (BearerToken?) async throws -> BearerToken
            ) {
                self.token = token
                self.leeway = leeway
                self.now = now
                self.renew = renew
            }

            /// The token, renewed if it has expired.
            func credential(for request: HTTPRequest) async throws -> Credential? {
                let current = lock.withLock { token }
                if let current, !isOver(current) { return .bearer(current.value) }
                return .bearer(try await renewed(insteadOf: current?.value).value)
            }

            /// A new token, unless another request has replaced the refused one already.
            func replacement(for refused: Credential, refusedBy response: HTTPResponse) async throws -> Credential? {
                guard case .bearer(let value) = refused else { return nil }
                return .bearer(try await renewed(insteadOf: value).value)
            }

            private func isOver(_ token: BearerToken) -> Bool {
                token.expires.map { $0.timeIntervalSince(now()) <= leeway } ?? false
            }

            /// Waits for the one renewal. `refused` is the token that won't do.
            private func renewed(insteadOf refused: String?) async throws -> BearerToken {
                try Task.checkCancellation()
                let ticket = lock.withLock {
                    nextTicket += 1
                    return nextTicket
                }
                defer { lock.withLock { _ = cancelled.remove(ticket) } }
                return try await withTaskCancellationHandler {
                    try await withCheckedThrowingContinuation { (continuation: Waiter) in
                        let (outcome, starts): (Result<BearerToken, any Error>?, Bool) = lock.withLock {
                            if cancelled.contains(ticket) { return (.failure(CancellationError()), false) }
                            if !isRenewing, let token, token.value != refused, !isOver(token) {
                                return (.success(token), false)
                            }
                            waiters[ticket] = continuation
                            defer { isRenewing = true }
                            return (nil, !isRenewing)
                        }
                        if let outcome { continuation.resume(with: outcome) }
                        if starts { Task { await self.runRenewal() } }
                    }
                } onCancel: {
                    let waiter: Waiter? = lock.withLock {
                        let waiter = waiters.removeValue(forKey: ticket)
                        if waiter == nil { cancelled.insert(ticket) }
                        return waiter
                    }
                    waiter?.resume(throwing: CancellationError())
                }
            }

            private func runRenewal() async {
                let last = lock.withLock { token }
                let result: Result<BearerToken, any Error>
                do { result = .success(try await renew(last)) } catch { result = .failure(error) }
                let waiting = lock.withLock {
                    if case .success(let new) = result { token = new }
                    isRenewing = false
                    defer { waiters = [:] }
                    return waiters.values
                }
                for waiter in waiting { waiter.resume(with: result) }
            }
        }

        /// A token and its expiry. Its descriptions never show the token.
        nonisolated struct BearerToken: Hashable, Sendable {
            let value: String
            /// nil: unknown.
            let expires: Date?

            init(_ value: String, expires: Date? = nil) {
                self.value = value
                self.expires = expires
            }
        }

        nonisolated extension BearerToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
            var description: String { "BearerToken(<redacted>)" }
            var debugDescription: String { description }
            var customMirror: Mirror { Mirror(self, children: []) }
        }

        """#
    ),
    (
        "CallsiteToolkit/RequestLogger.swift",
        #"""
        import Foundation

        /// Logs a line for each request, or more, and never a credential. The first line names the transport.
        ///
        ///     session.middleware = [RequestLogger { logger.debug("\($0)") }]
        ///
        ///     GET https://api.example.com/stories/1 → 200 (application/json, 153 bytes), 12 ms
        ///
        /// The session's credential isn't attached yet when a middleware sees a request. If headers are logged, or the status
        /// is 401, the log shows how it was sent, `Authorization: <bearer>`, or that there was none. Headers, query items, form
        /// fields and JSON fields whose names look like credentials are left out.
        nonisolated struct RequestLogger: Middleware {
            /// How much is logged.
            enum Detail: Hashable, Sendable {
                case line
                case headers
                /// Headers and bodies, with at most `limit` bytes of each body. Files and streams are never read for this.
                case bodies(limit: Int)
            }

            private let detail: Detail
            private let redaction: Redaction
            private let write: @Sendable (String) -> Void
            private let isNamed = Once()

            /// - Parameters:
            ///   - detail: How much is logged.
            ///   - names: Headers, query items and fields of bodies that contain a secret, beside the known ones.
            ///   - write: Called with a string of one or more lines.
            init(_ detail: Detail = .line, redacting names: [String] = [], write: @escaping @Sendable (String) -> Void) {
                self.detail = detail
                redaction = Redaction(names)
                self.write = write
            }

            func send(_ request: HTTPRequest, in context: RequestContext, next: Next) async throws -> HTTPResponse {
                if let transport = context.transport as? any CustomStringConvertible, isNamed.isFirst() {
                    write("requests are sent by \(Session.shortName(of: transport))")
                }
                let start = DispatchTime.now().uptimeNanoseconds
                let line =
                    "\(request.method) \(redaction.url(request.url))"
                    + (context.attempt > 1 ? " (attempt \(context.attempt))" : "")
                do {
                    let http = try await next(request)
                    let size = http.stream == nil ? "\(http.body.count) bytes" : "a stream"
                    let summary = "\(http.status) (\(http.headers["Content-Type"] ?? "no content type"), \(size))"
                    var text = "\(line) → \(summary), \(milliseconds(since: start)) ms"
                    if http.status == 401 || detail != .line { text += credentialLines(http.authentication) }
                    text += lines(">", request.headers, request.body.flatMap { $0.data })
                    text += lines("<", http.headers, http.body)
                    write(text)
                    return http
                } catch {
                    write("\(line) → \(error), \(milliseconds(since: start)) ms")
                    throw error
                }
            }

            private final class Once: @unchecked Sendable {
                private let lock = NSLock()
                /// Guarded by `lock`.
                private var isDone = false

                func isFirst() -> Bool {
                    lock.withLock {
                        defer { isDone = true }
                        return !isDone
                    }
                }
            }

            private func milliseconds(since start: UInt64) -> UInt64 {
                (DispatchTime.now().uptimeNanoseconds - start) / 1_000_000
            }

            /// How the session has authenticated the request.
            private func credentialLines(_ authentication: Authentication?) -> String {
                switch authentication {
                case nil, .unspecified?, .none?: "\n> no credential of the session"
                case .bearer?: "\n> Authorization: <bearer>"
                case .basic?: "\n> Authorization: <basic>"
                case .header(let name)?: "\n> \(name): <key>"
                case .query(let name)?: "\n> ?\(name)=<key>"
                case .cookie(let name)?: "\n> Cookie: \(name)=<key>"
                case .all(let parts)?, .oneOf(let parts)?: parts.map(credentialLines).joined()
                }
            }

            private func lines(_ mark: String, _ headers: HTTPHeaders, _ body: Data?) -> String {
                guard detail != .line else { return "" }
                var text = redaction.headers(headers).fields.map { "\n\(mark) \($0.name): \($0.value)" }.joined()
                guard case .bodies(let limit) = detail, let body else { return text }
                switch redaction.body(body, headers) {
                case .none: break
                case .json(let value): text += "\n\(mark) " + shortened(value.description, limit)
                case .text(let plain): text += "\n\(mark) " + shortened(plain, limit)
                case .bytes(let data): text += "\n\(mark) \(data.count) bytes"
                }
                return text
            }

            private func shortened(_ text: String, _ limit: Int) -> String {
                text.utf8.count <= limit ? text : String(decoding: text.utf8.prefix(limit), as: UTF8.self) + "…"
            }
        }

        """#
    ),
    (
        "CallsiteToolkit/Secrets.swift",
        #"""
        /// Leaves secrets out of recordings and logs: values whose names say that they are secret, and JSON Web Tokens, which
        /// are known by their form. Nothing else distinguishes a secret from any other string.
        nonisolated struct Secrets: Sendable {
            /// The mark in a secret's place.
            static let mark = SecretNames.mark

            private let names: Set<String>

            /// - Parameter names: Names of secret headers, query items and fields of bodies, in addition to the known ones.
            ///   Case doesn't matter.
            init(_ names: [String] = []) { self.names = Set(names.map { $0.lowercased() }) }

            func isSecret(header name: String) -> Bool {
                names.contains(name.lowercased()) || SecretNames.contains(header: name)
            }

            func isSecret(field name: String) -> Bool {
                names.contains(name.lowercased()) || SecretNames.contains(field: name)
            }

            /// A header's value: the mark, or what is left when secrets of URLs in it are left out (`Location`, `Link`).
            func value(ofHeader name: String, _ value: String) -> String {
                isSecret(header: name) ? Self.mark : text(json(url(Array(value.utf8))))
            }

            /// A URL without a user's name and password, and without the values of secret items of its query and fragment.
            func url(_ url: String) -> String { text(self.url(Array(url.utf8))) }

            /// A body without its secrets: JSON, also inside other text (JSON lines, server-sent events), forms, XML and
            /// multipart.
            func body(_ bytes: [UInt8], type: String) -> [UInt8] {
                let type = type.lowercased()
                if type.hasPrefix("application/x-www-form-urlencoded") {
                    return form(withoutWebTokens(bytes))
                }
                if type.hasPrefix("multipart/") { return parts(bytes) }
                return textBody(bytes)
            }

            private func textBody(_ bytes: [UInt8]) -> [UInt8] {
                // Text has no NUL, and bytes that happen to look like JSON must not be changed.
                guard !bytes.contains(0), String(utf8: bytes) != nil else { return bytes }
                let cleared = url(bytes)
                let start = cleared.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
                return json(cleared[start...].first { $0 > 0x20 } == UInt8(ascii: "<") ? elements(cleared) : cleared)
            }

            private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

            // MARK: - URLs and forms

            private func url(_ bytes: [UInt8]) -> [UInt8] { SecretText.urls(withoutWebTokens(bytes)) { isSecret(field: $0) } }

            /// Without JSON Web Tokens (RFC 7519): three parts in Base64 with a full stop between, the first of which begins as
            /// `{"` does.
            private func withoutWebTokens(_ bytes: [UInt8]) -> [UInt8] {
                func isPart(_ byte: UInt8) -> Bool {
                    byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
                }
                let point = UInt8(ascii: ".")
                guard bytes.contains(point) else { return bytes }
                var result: [UInt8] = []
                result.reserveCapacity(bytes.count)
                var at = 0
                while at < bytes.count {
                    guard isPart(bytes[at]) else {
                        result.append(bytes[at])
                        at += 1
                        continue
                    }
                    var end = bytes[at...].firstIndex { !isPart($0) } ?? bytes.count
                    if end - at > 8, bytes[at...].starts(with: "eyJ".utf8), end < bytes.count, bytes[end] == point {
                        let second = bytes[(end + 1)...].firstIndex { !isPart($0) } ?? bytes.count
                        if second > end + 8, second < bytes.count, bytes[second] == point {
                            result += Array(Self.mark.utf8)
                            at = bytes[(second + 1)...].firstIndex { !isPart($0) } ?? bytes.count
                            end = at
                        }
                    }
                    result += bytes[at..<end]
                    at = end
                }
                return result
            }

            /// Items `name=value` of a form, of which secret values are left out.
            private func form(_ bytes: [UInt8]) -> [UInt8] {
                guard bytes.contains(UInt8(ascii: "=")) else { return bytes }
                var result: [UInt8] = []
                result.reserveCapacity(bytes.count)
                for (number, item) in bytes.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).enumerated() {
                    if number > 0 { result.append(UInt8(ascii: "&")) }
                    guard let equals = item.firstIndex(of: UInt8(ascii: "=")), equals + 1 < item.endIndex,
                        isSecret(field: SecretText.percentDecoded(item[..<equals]))
                    else {
                        result += item
                        continue
                    }
                    result += item[...equals] + Array(Self.mark.utf8)
                }
                return result
            }

            // MARK: - JSON

            private func json(_ bytes: [UInt8]) -> [UInt8] { SecretText.json(bytes) { isSecret(field: $0) } }

            // MARK: - XML and multipart

            /// `<password>…</password>`, with any prefix of a namespace and any attributes.
            private func elements(_ bytes: [UInt8]) -> [UInt8] {
                var result: [UInt8] = []
                result.reserveCapacity(bytes.count)
                var at = 0
                while at < bytes.count {
                    result.append(bytes[at])
                    at += 1
                    guard bytes[at - 1] == UInt8(ascii: "<") else { continue }
                    guard let close = bytes[at...].firstIndex(of: UInt8(ascii: ">")) else { return result + bytes[at...] }
                    let length = close - at
                    let name =
                        bytes[at..<close].prefix { $0 > 0x20 && $0 != UInt8(ascii: "/") }.split(separator: UInt8(ascii: ":"))
                        .last ?? []
                    result += bytes[at...close]
                    at = close + 1
                    guard isSecret(field: String(decoding: name, as: UTF8.self)), bytes[close - 1] != UInt8(ascii: "/") else {
                        continue
                    }
                    // Whatever stands before the end tag: text, CDATA, comments and other elements.
                    let endTag = Array("</".utf8) + bytes[(close - length)..<close].prefix { $0 > 0x20 }
                    let end = first(endTag, in: bytes[at...]) ?? bytes.count
                    guard end > at else { continue }
                    // A mark with brackets would be an element.
                    result += Array(Self.mark.utf8.filter { $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: ">") })
                    at = end
                }
                return result
            }

            /// Parts of a multipart body whose `name` is secret lose their content.
            private func parts(_ bytes: [UInt8]) -> [UInt8] {
                // A piece behind a file begins with the line break before the next part.
                var at = bytes.firstIndex { $0 != 0x0D && $0 != 0x0A } ?? bytes.count
                let boundary = Array(bytes[at...].prefix { $0 != 0x0D && $0 != 0x0A })
                guard boundary.starts(with: "--".utf8), boundary.count > 2 else { return textBody(bytes) }
                var result = Array(bytes[..<at])
                result.reserveCapacity(bytes.count)
                while at < bytes.count {
                    let next = nextLine(with: boundary, in: bytes, from: at + 1)
                    let part = bytes[at..<next]
                    at = next
                    guard let content = endOfHead(part),
                        let name = fieldName(String(decoding: bytes[part.startIndex..<content], as: UTF8.self)),
                        isSecret(field: name)
                    else {
                        result += textBody(Array(part))
                        continue
                    }
                    result += bytes[part.startIndex..<content] + Array(Self.mark.utf8) + [0x0D, 0x0A]
                }
                return result
            }

            /// The start of the next line that begins so; the end of all if there is none.
            private func nextLine(with beginning: [UInt8], in bytes: [UInt8], from start: Int) -> Int {
                var at = start
                while at < bytes.count, let lineBreak = bytes[at...].firstIndex(of: 0x0A) {
                    at = lineBreak + 1
                    if bytes[at...].starts(with: beginning) { return at }
                }
                return bytes.count
            }

            /// Behind the empty line that ends the head of a part.
            private func endOfHead(_ part: ArraySlice<UInt8>) -> Int? {
                var last: Int?
                for index in part.indices where part[index] == 0x0A {
                    if let last, part[(last + 1)..<index].allSatisfy({ $0 == 0x0D }) { return index + 1 }
                    last = index
                }
                return nil
            }

            /// The name of a part (RFC 7578, section 4.2), in any of the forms that are seen: quoted or not, with blanks, and
            /// encoded.
            private func fieldName(_ head: String) -> String? {
                for item in head.split(whereSeparator: { ";\r\n".contains($0) || $0 == "\r\n" }) {
                    let parts = item.split(separator: "=", maxSplits: 1).map { $0.filter { !" \t\"".contains($0) } }
                    guard parts.count == 2, ["name", "name*"].contains(parts[0].lowercased()) else { continue }
                    // `utf-8''password`
                    let value = parts[0].hasSuffix("*") ? parts[1].split(separator: "'").last ?? "" : parts[1][...]
                    return SecretText.percentDecoded(Array(value.utf8)[...])
                }
                return nil
            }

            private func first(_ wanted: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
                var at = bytes.startIndex
                while let start = bytes[at...].firstIndex(of: wanted[0]) {
                    if bytes[start...].starts(with: wanted) { return start }
                    at = start + 1
                }
                return nil
            }
        }

        """#
    ),
    (
        "CallsiteToolkit/String+UTF8.swift",
        #"""
        // This file is compiled into CallsiteToolkit, and by a symbolic link into the mock's engine, as `Secrets.swift` is.

        nonisolated extension String {
            /// The text that these bytes are; nil: they aren't UTF-8. The standard library's `init(validating:as:)` needs macOS 15
            /// and iOS 18.
            init?(utf8 bytes: some Collection<UInt8>) {
                self.init(decoding: bytes, as: UTF8.self)
                // Whatever isn't UTF-8 has become U+FFFD.
                guard utf8.elementsEqual(bytes) else { return nil }
            }
        }

        """#
    ),
    (
        "CallsiteToolkit/Stubs.swift",
        ##"""
        import Foundation

        /// Responds by the type of the request, without a network.
        ///
        ///     let stubs = Stubs()
        ///     stubs.respond(to: GetStoryRequest.self) { request in .fixture(id: request.id) }
        ///     stubs.respond(to: DeleteStoryRequest.self, status: 404, json: #"{"message":"no such story"}"#)
        ///     let session = stubs.session
        ///
        /// `callsite generate --fixtures` writes a response for each endpoint from the description's examples:
        /// `Stubs(GitHubExamples.responses)`. A request without a stub fails with an error that names it.
        nonisolated final class Stubs: Middleware, @unchecked Sendable {
            private typealias Responder = @Sendable (any RequestType, HTTPRequest) async throws -> HTTPResponse

            private let lock = NSLock()
            // Guarded by `lock`.
            private var responders: [ObjectIdentifier: Responder] = [:]
            private var received: [any RequestType] = []
            private var used: Set<ObjectIdentifier> = []
            private var names: [ObjectIdentifier: String] = [:]
            /// Requests without a stub are sent on, to a mock of the whole API.
            private let passesOn: Bool

            /// - Parameter examples: Responses by the type of their request.
            init(_ examples: [ObjectIdentifier: any Sendable] = [:]) {
                passesOn = false
                for (type, value) in examples { responders[type] = { _, _ in .value(value) } }
            }

            /// - Parameter passesOn: A request without a stub is sent on, instead of failing.
            init(passesOn: Bool) { self.passesOn = passesOn }

            /// Whether requests of a type have a stub.
            func has(_ type: any RequestType.Type) -> Bool {
                lock.withLock { responders[ObjectIdentifier(type)] != nil }
            }

            /// The types of requests whose stubs no request has used, by name.
            var unused: [String] { lock.withLock { names.filter { !used.contains($0.key) }.values.sorted() } }

            /// Responds to requests of a type with a value. It isn't encoded and decoded, so decode-only models work.
            func respond<R: RequestType>(
                to type: R.Type, with response: @escaping @Sendable (R) async throws -> R.Response
            ) {
                respond(to: type) { request, _ in .value(try await response(request)) }
            }

            /// Responds to requests of a type with JSON.
            func respond<R: RequestType>(to type: R.Type, status: Int = 200, headers: HTTPHeaders = [:], json: String) {
                respond(to: type) { _, _ in .json(json, status: status, headers: headers) }
            }

            /// Responds to requests of a type with the result of a function, which also gets the HTTP request. To fail, it
            /// throws a `TransportFailure`.
            func respond<R: RequestType>(
                to type: R.Type, http response: @escaping @Sendable (R, HTTPRequest) async throws -> HTTPResponse
            ) {
                lock.withLock {
                    names[ObjectIdentifier(type)] = String(describing: type)
                    responders[ObjectIdentifier(type)] = { request, http in
                        guard let request = request as? R else {
                            throw TransportFailure(.other, "\(Swift.type(of: request)) isn't a \(R.self)")
                        }
                        return try await response(request, http)
                    }
                }
            }

            /// The requests of a type that were sent so far, in order.
            func requests<R: RequestType>(_ type: R.Type) -> [R] { lock.withLock { received.compactMap { $0 as? R } } }

            /// All requests that were sent so far, in order.
            var requests: [any RequestType] { lock.withLock { received } }

            /// A session that uses these stubs only, and never retries.
            var session: Session {
                var session = Session(transport: StubTransport([:]))
                session.middleware = [self]
                session.retries = .none
                return session
            }

            func send(_ request: HTTPRequest, in context: RequestContext, next: Next) async throws -> HTTPResponse {
                try Task.checkCancellation()
                let responder = lock.withLock {
                    received.append(context.request)
                    let type = ObjectIdentifier(type(of: context.request))
                    if responders[type] != nil { used.insert(type) }
                    return responders[type]
                }
                guard let responder else {
                    if passesOn { return try await next(request) }
                    throw TransportFailure(.other, "there is no stub for \(type(of: context.request)): \(request)")
                }
                return try await responder(context.request, request)
            }
        }

        """##
    ),
    (
        "CallsiteToolkit/SuccessCondition.swift",
        #"""
        import Foundation

        nonisolated extension Endpoint {
            /// A response is a success only if its body is JSON in which a field has one of certain values, in addition to its
            /// status; otherwise sending throws the request's `Failure`. For servers that refuse with the status 200:
            /// `.succeeding(where: "ok", is: true)`. Several such conditions must all be met. A response without a body is a
            /// success.
            ///
            /// - Parameters:
            ///   - path: The keys that lead to the field, from the outside in.
            ///   - values: The values that mean success; null for a field that is null or absent.
            func succeeding(where path: String..., is values: JSONValue...) -> Endpoint {
                let condition = SuccessCondition(path: path, values: values)
                return with { [earlier = isSuccessByBody] in
                    $0.isSuccessByBody = { (earlier?($0) ?? true) && $0.meets(condition) }
                }
            }
        }

        /// A field that the body of a response must have to be a success, besides its status.
        nonisolated private struct SuccessCondition: Sendable {
            /// Keys of objects, from the outside in.
            let path: [String]
            /// One of these; null stands for an absent field too.
            let values: [JSONValue]

            func holds(in tape: UnsafePointer<Tape>) throws -> Bool {
                var index = 0
                for key in path {
                    guard tape.pointee.isObject(index), let value = tape.pointee.value(of: key, in: index) else {
                        return values.contains(.null)
                    }
                    index = value
                }
                let value = try JSONValue(from: WireValue(tape, index))
                // `1.0` is the number 1.
                return values.contains { $0 == value || ($0.double != nil && $0.double == value.double) }
            }
        }

        nonisolated extension Tape {
            /// The index of a key's value in the object at `index`; of a repeated key the last one counts.
            fileprivate func value(of key: String, in index: Int) -> Int? {
                var found: Int?
                var at = index + 1
                let end = after(index)
                while at < end {
                    if string(at).utf8.elementsEqual(key.utf8) { found = at + 1 }
                    at = after(at + 1)
                }
                return found
            }
        }

        nonisolated extension HTTPResponse {
            /// Whether the body is JSON for which the condition holds. A response without a body says nothing against it.
            fileprivate func meets(_ condition: SuccessCondition) -> Bool {
                guard hasBody else { return true }
                let holds = try? body.withUnsafeBytes { bytes in
                    try withTape(of: bytes.assumingMemoryBound(to: UInt8.self)) { try condition.holds(in: $0) }
                }
                return holds ?? false
            }
        }

        """#
    ),
    (
        "CallsiteTransfers/FileContent.swift",
        #"""
        import Foundation

        /// A file to send: its bytes, its media type, and its name in a form.
        ///
        ///     UploadAvatarRequest(body: .file(url, type: "image/png"))
        ///     UploadAvatarRequest(body: .data(png, type: "image/png", name: "me.png"))
        nonisolated struct FileContent: Equatable, Sendable {
            /// The bytes, or the file that has them.
            var bytes: HTTPBody.Segment
            /// The media type; nil: `application/octet-stream`, or what the request says.
            var type: String?
            /// The file name that is sent in a multipart body. A raw body has none.
            var name: String?

            /// Bytes in memory. In a multipart body a file without a name is named `file`, since many servers treat a part
            /// without a file name as a plain field.
            static func data(_ data: Data, type: String? = nil, name: String? = nil) -> FileContent {
                FileContent(bytes: .data(data), type: type, name: name)
            }

            /// A file, read while it is sent; it must stay until then. `name` is the file's own unless it is given.
            static func file(_ url: URL, type: String? = nil, name: String? = nil) -> FileContent {
                FileContent(bytes: .file(url), type: type, name: name ?? url.lastPathComponent)
            }
        }

        nonisolated extension RequestWriter {
            /// Sets a body of bytes, in memory or in a file. Its media type overrides the endpoint's. nil sends no body.
            mutating func setBody(_ content: FileContent?) { bytes = content.map { (HTTPBody([$0.bytes]), $0.type) } }
        }

        """#
    ),
    (
        "CallsiteTransfers/FileFailure.swift",
        #"""
        import Foundation

        /// A file that a download can't be written to: `can't write /tmp/a/b.zip: No such file or directory`.
        nonisolated struct FileFailure: Error, Sendable, CustomStringConvertible, LocalizedError {
            /// The file that was asked for.
            let file: URL
            /// The system's reason.
            let reason: String

            init(_ file: URL, _ code: Int32) {
                self.file = file
                reason = String(cString: strerror(code))
            }

            /// The error of Foundation, which may hold the system's.
            init(_ file: URL, _ error: any Error) {
                let error = error as NSError
                let system = error.userInfo[NSUnderlyingErrorKey] as? NSError ?? error
                self.file = file
                reason =
                    system.domain == NSPOSIXErrorDomain
                    ? String(cString: strerror(Int32(system.code))) : error.localizedDescription
            }

            var description: String { "can't write \(file.path): \(reason)" }
            var errorDescription: String? { description }
        }

        """#
    ),
    (
        "CallsiteTransfers/MultipartBody.swift",
        #"""
        import Foundation

        /// The parts of a `multipart/form-data` body (RFC 7578), in order.
        ///
        ///     request.part["title"] = title
        ///     request.part["photo"] = photo          // a FileContent
        ///
        /// Scalars are sent as strings, objects as JSON, and a list as one part for each element, all with the same name (RFC
        /// 7578, 4.3). nil and null send nothing.
        nonisolated struct MultipartBody: Sendable, BodyParts {
            private(set) var segments: [HTTPBody.Segment] = []
            /// Header lines of parts that are still to come, by the parts' names.
            private var headers: [String: [(name: String, value: String)]] = [:]
            private(set) var failure: EncodingFailure?
            private var isOpen = false
            var isTouched: Bool { isOpen || !segments.isEmpty || failure != nil }

            /// New for each body and too long to be guessed, so that no content can end its part: not even content from a server
            /// that has seen earlier bodies.
            private let boundary = "callsite-" + UUID().uuidString.lowercased()
            var contentType: String { "multipart/form-data; boundary=\(boundary)" }

            /// Makes a body, even if it gets no part.
            mutating func open() { isOpen = true }

            subscript<T: WireEncodable>(name: String) -> T {
                @available(*, unavailable, message: "parts are only written here")
                get { fatalError("unavailable") }
                set {
                    guard !newValue.isAbsent else { return }
                    // A setter can't throw: the first failure is kept for whoever renders the request.
                    do { try add(name, JSONValue(encoding: newValue)) } catch {
                        failure = failure ?? EncodingFailure("\(name): \(error)")
                    }
                }
            }

            subscript(name: String) -> FileContent? {
                @available(*, unavailable, message: "parts are only written here")
                get { fatalError("unavailable") }
                set { newValue.map { add(name, $0) } }
            }

            subscript(name: String) -> [FileContent]? {
                @available(*, unavailable, message: "parts are only written here")
                get { fatalError("unavailable") }
                set {
                    for file in newValue ?? [] { add(name, file) }
                }
            }

            /// A part with its own media type. JSON types contain the value's JSON, others a scalar as a string. A list is one
            /// part for each element.
            subscript<T: WireEncodable>(name: String, type type: String) -> T {
                @available(*, unavailable, message: "parts are only written here")
                get { fatalError("unavailable") }
                set {
                    guard !newValue.isAbsent else { return }
                    do { try add(name, JSONValue(encoding: newValue), as: type) } catch {
                        failure = failure ?? EncodingFailure("\(name): \(error)")
                    }
                }
            }

            /// A file, of this media type unless it has its own. Where `type` lists several, or is a range such as `image/*`,
            /// the file's own must be among them.
            subscript(name: String, type type: String) -> FileContent? {
                @available(*, unavailable, message: "parts are only written here")
                get { fatalError("unavailable") }
                set { self[name, type: type] = newValue.map { [$0] } }
            }

            /// Files, each as the one file is.
            subscript(name: String, type type: String) -> [FileContent]? {
                @available(*, unavailable, message: "parts are only written here")
                get { fatalError("unavailable") }
                set {
                    let ranges = type.split(separator: ",").map { range in
                        range.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
                    }
                    let isOne = ranges.count == 1 && !type.contains("*")
                    for var file in newValue ?? [] {
                        if isOne { file.type = file.type ?? type }
                        let essence = (file.type ?? Self.bytes).prefix { $0 != ";" }.lowercased()
                        let isAllowed = ranges.contains { range in
                            range == "*/*" || range == essence || range.hasSuffix("/*") && essence.hasPrefix(range.dropLast())
                        }
                        guard isOne || isAllowed else {
                            failure =
                                failure ?? EncodingFailure("\(name): a file of the type \(essence), and \(type) is wanted")
                            continue
                        }
                        add(name, file)
                    }
                }
            }

            /// Parts whose values are encoded as in a query, without percent-encoding: `explode: false` joins a list with
            /// commas.
            subscript<T: WireEncodable>(name: String, style style: ParameterStyle, explode explode: Bool? = nil) -> T {
                @available(*, unavailable, message: "parts are only written here")
                get { fatalError("unavailable") }
                set {
                    var parameters = RequestWriter.Parameters(.form)
                    parameters[name, style: style, explode: explode] = newValue
                    failure = failure ?? parameters.failure
                    do {
                        for item in try parameters.items.flatMap({ try $0.queryItems() }) {
                            let pair = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                            let texts = pair.map { $0.removingPercentEncoding ?? String($0) }
                            text(texts[0], texts.count > 1 ? texts[1] : "")
                        }
                    } catch {
                        failure = failure ?? EncodingFailure("\(name): \(error)")
                    }
                }
            }

            /// Files as parts of their own, named by their keys, which only the caller knows.
            subscript(name: String, style style: ParameterStyle, explode explode: Bool? = nil) -> [String: FileContent]?
            {
                @available(*, unavailable, message: "parts are only written here")
                get { fatalError("unavailable") }
                set {
                    for (name, file) in (newValue ?? [:]).sorted(by: { $0.key < $1.key }) { add(name, file) }
                }
            }

            /// Files as parts of their own, several under each key.
            subscript(name: String, style style: ParameterStyle, explode explode: Bool? = nil) -> [String:
                [FileContent]]?
            {
                @available(*, unavailable, message: "parts are only written here")
                get { fatalError("unavailable") }
                set {
                    for (name, files) in (newValue ?? [:]).sorted(by: { $0.key < $1.key }) {
                        for file in files { add(name, file) }
                    }
                }
            }

            /// A header of the parts named `name`. Set it before them.
            subscript<T: WireEncodable>(name: String, header header: String) -> T {
                @available(*, unavailable, message: "parts are only written here")
                get { fatalError("unavailable") }
                set {
                    var parameters = RequestWriter.Parameters(.simple)
                    parameters[header] = newValue
                    failure = failure ?? parameters.failure
                    do {
                        for item in parameters.items {
                            guard let value = try item.headerText() else { continue }
                            var line = HTTPHeaders()
                            line.append(header, value)
                            try line.check()
                            headers[name, default: []].append((header, value))
                        }
                    } catch {
                        failure = failure ?? EncodingFailure("\(name), \(header): \(error)")
                    }
                }
            }

            /// Parts whose names are known at run time only.
            mutating func addFields(of value: some WireEncodable) throws {
                isOpen = true
                guard case .object(let fields) = try JSONValue(encoding: value) else {
                    throw EncodingFailure("a multipart body must be an object")
                }
                for (name, value) in fields.sorted(by: { $0.key < $1.key }) { try add(name, value) }
            }

            private mutating func add(_ name: String, _ value: JSONValue) throws {
                switch value {
                case .null: return
                case .bool(let flag): text(name, flag ? "true" : "false")
                case .number(let number): text(name, number.digits)
                case .string(let string): text(name, string)
                case .array(let elements): for element in elements { try add(name, element) }
                case .object: part(name, nil, "application/json", .data(try encodeJSON(value)))
                }
            }

            private mutating func add(_ name: String, _ value: JSONValue, as type: String) throws {
                let essence = type.prefix { $0 != ";" }.lowercased()
                switch value {
                case .null: return
                case .array(let elements): for element in elements { try add(name, element, as: type) }
                case _ where essence.hasSuffix("/json") || essence.hasSuffix("+json"):
                    part(name, nil, type, .data(try encodeJSON(value)))
                case .string(let text): part(name, nil, type, .data(Data(text.utf8)))
                case .number(let number): part(name, nil, type, .data(Data(number.digits.utf8)))
                case .bool(let flag): part(name, nil, type, .data(Data((flag ? "true" : "false").utf8)))
                case .object: throw EncodingFailure("an object can't be written as \(quoted(type))")
                }
            }

            private static let bytes = "application/octet-stream"

            private mutating func text(_ name: String, _ text: String) { part(name, nil, nil, .data(Data(text.utf8))) }

            private mutating func add(_ name: String, _ file: FileContent) {
                let type = file.type ?? Self.bytes
                guard isMediaType(type) else {
                    failure = failure ?? EncodingFailure("\(name): \(quoted(type)) isn't a media type")
                    return
                }
                part(name, file.name ?? "file", type, file.bytes)
            }

            private mutating func part(_ name: String, _ fileName: String?, _ type: String?, _ content: HTTPBody.Segment) {
                var head =
                    (segments.isEmpty ? "" : "\r\n")
                    + "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(Self.escaped(name))\""
                if let fileName { head += "; filename=\"\(Self.escaped(fileName))\"" }
                if let type { head += "\r\nContent-Type: \(type)" }
                for header in headers[name] ?? [] { head += "\r\n\(header.name): \(header.value)" }
                segments += [.data(Data((head + "\r\n\r\n").utf8)), content]
            }

            /// As browsers do it (WHATWG, multipart/form-data encoding algorithm), which RFC 7578, 4.2, leaves room for: UTF-8
            /// as it is, and only what would end the quotes or the line is encoded.
            private static func escaped(_ text: String) -> String {
                var escaped = ""
                for scalar in text.unicodeScalars {
                    switch scalar {
                    case "\"": escaped += "%22"
                    case "\r": escaped += "%0D"
                    case "\n": escaped += "%0A"
                    default: escaped.unicodeScalars.append(scalar)
                    }
                }
                return escaped
            }

            /// The body. Without a part it is the closing line alone.
            func finished() throws -> HTTPBody {
                if let failure { throw failure }
                let end = Data("\(segments.isEmpty ? "" : "\r\n")--\(boundary)--\r\n".utf8)
                // Neighbours in memory become one segment: a form without files is plain data.
                var joined: [HTTPBody.Segment] = []
                var pending = Data()
                for segment in segments {
                    switch segment {
                    case .data(let data): pending.append(data)
                    case .file:
                        joined += [.data(pending), segment]
                        pending = Data()
                    }
                }
                return HTTPBody(joined + [.data(pending + end)])
            }
        }

        nonisolated extension RequestWriter {
            /// The parts of an inline multipart body.
            var part: MultipartBody {
                get { parts as? MultipartBody ?? MultipartBody() }
                _modify {
                    var part = part
                    // Held by one variable only, so that parts are added in place.
                    parts = nil
                    yield &part
                    parts = part
                }
            }
        }

        nonisolated extension Endpoint.Body {
            /// `multipart/form-data` (RFC 7578).
            static var multipart: Endpoint.Body {
                .parts(
                    BodyPartsEncoding(contentType: "multipart/form-data") {
                        MultipartBody()
                    })
            }
        }

        """#
    ),
    (
        "CallsiteTransfers/ResponseStream.swift",
        #"""
        import Foundation

        /// A streamed response: its elements as they arrive.
        ///
        ///     for try await price in try await session.send(WatchPricesRequest()) { show(price) }
        ///
        /// It can be read once, by one task. The server sends no faster than you read. The request ends when you stop reading,
        /// release the stream, or cancel the task.
        nonisolated struct ResponseStream<Element: WireDecodable>: AsyncSequence, Sendable {
            /// The status and headers of the response.
            let http: HTTPResponse
            private let format: StreamFormat
            private let elements: [Element]?

            init(_ http: HTTPResponse, format: StreamFormat) {
                self.http = http
                self.format = format
                elements = nil
            }

            /// A stream of these elements, without a server, for stubs and tests. It has no `events`, and can be read again.
            init(_ elements: [Element]) where Element: Sendable {
                http = HTTPResponse()
                format = .lines
                self.elements = elements
            }

            func makeAsyncIterator() -> Iterator {
                Iterator(frames: StreamFrames(http, format), elements: elements?.makeIterator())
            }

            /// The events with their names and ids, their data not yet decoded. For `.lines` an event is a line.
            var events: StreamFrames { StreamFrames(http, format) }

            struct Iterator: AsyncIteratorProtocol {
                fileprivate var frames: StreamFrames
                fileprivate var elements: IndexingIterator<[Element]>?

                /// The next element; nil at the end, and from then on. `null` is skipped, since it keeps the connection alive,
                /// unless the element may be null. Throws a `DecodingFailure` for an element that isn't as described (the next
                /// call continues after it), a `TransportFailure` if the connection was lost, and a `CancellationError`.
                mutating func next() async throws -> Element? {
                    if elements != nil {
                        try Task.checkCancellation()
                        return elements?.next()
                    }
                    while let event = try await frames.next() {
                        if let whole = try frames.object(of: event) { return try frames.http.decode(piece: whole) }
                        if frames.format != .lines, let text = event.data as? Element { return text }
                        guard !event.data.isEmpty else { continue }
                        do {
                            // Said, since else an optional would be read, and null would be the end.
                            let element: Element = try frames.http.decode(piece: event.data)
                            return element
                        } catch let failure as DecodingFailure {
                            guard event.data.trimmingCharacters(in: .whitespacesAndNewlines) == "null" else { throw failure }
                        }
                    }
                    return nil
                }
            }
        }

        /// One event of a stream.
        nonisolated struct StreamEvent: Hashable, Sendable {
            /// The type of the event; `message` if the server names none.
            let name: String
            /// The data of the event as a string; several `data` lines are joined with line feeds.
            let data: String
            /// The last id so far, after which a new connection continues; nil: there was none.
            let id: String?
        }

        /// The events of a streamed response. It reconnects if the format allows it.
        nonisolated struct StreamFrames: AsyncSequence, AsyncIteratorProtocol, Sendable {
            /// An event or a line that takes more bytes is an error: a server must not fill the memory.
            static let sizeLimit = 16 << 20
            /// How often in a row a stream is opened in vain before it is given up.
            private static let attemptLimit = 8

            let http: HTTPResponse
            let format: StreamFormat
            /// nil: nothing more will come than the parser has.
            private var stream: HTTPByteStream?
            private let reopen: StreamReopening?
            private var parser: StreamParser
            private var isOver = false
            private var hasBegun = false
            private var hasDelivered = false

            init(_ http: HTTPResponse, _ format: StreamFormat) {
                self.http = http
                self.format = format
                parser = StreamParser(isEvents: format != .lines)
                stream = http.stream
                reopen = http.reopening
                if let reopen { parser.noteConnection(at: reopen.now()) }
                // A stub's response has its whole body already.
                if stream == nil { parser.feed(http.body) }
            }

            func makeAsyncIterator() -> StreamFrames { self }

            /// The next event; nil at the end and after an error, and from then on. Throws as `ResponseStream`'s iterator does.
            mutating func next() async throws -> StreamEvent? {
                guard !isOver else { return nil }
                isOver = true
                // The first reader's only: a second one finds nothing.
                if !hasBegun { stream = stream?.makeAsyncIterator() }
                hasBegun = true
                // Not the stream of the first reader, which goes on.
                defer { if isOver, stream?.isTaken == false { stream?.cancel() } }
                let event = try await nextEvent()
                if case .events(let end?, _, _) = format, event?.data == end { return nil }
                isOver = event == nil
                hasDelivered = true
                return event
            }

            /// The JSON text of a whole event; nil: an element is made of the data alone.
            fileprivate func object(of event: StreamEvent) throws -> String? {
                guard case .events(_, _, let element) = format, element != .data else { return nil }
                func json(_ text: String) throws -> String { String(decoding: try encodeJSON(text), as: UTF8.self) }
                let isJSON = element == .eventWithJSON && (try? http.decode(piece: event.data) as JSONValue) != nil
                var members = ["\"data\":" + (isJSON ? event.data : try json(event.data))]
                if let name = parser.lastFields.name { members.append("\"event\":" + (try json(name))) }
                if let id = parser.lastFields.id { members.append("\"id\":" + (try json(id))) }
                if let retry = parser.lastFields.retry { members.append("\"retry\":\(retry)") }
                return "{" + members.joined(separator: ",") + "}"
            }

            private mutating func nextEvent() async throws -> StreamEvent? {
                while true {
                    if let event = try parser.next() { return event }
                    do {
                        if let piece = try await stream?.next() {
                            parser.feed(piece)
                            continue
                        }
                        if reconnects == .always, let reopen { try await open(by: reopen, after: nil) } else { stream = nil }
                    } catch let loss as TransportFailure where loss.kind == .connectionLost || loss.kind == .timedOut {
                        guard let reopen, mayResume else { throw loss }
                        try await open(by: reopen, after: loss)
                    }
                    if stream == nil { return try parser.next() ?? parser.finish() }
                }
            }

            /// Whether a new connection can go on where the last was lost.
            private var mayResume: Bool {
                switch reconnects {
                case .never: false
                case .withIDs: !hasDelivered || parser.lastID?.isEmpty == false
                case .afterLoss, .always: true
                }
            }

            private var reconnects: StreamFormat.Reconnection {
                if case .events(_, let reconnects, _) = format { reconnects } else { .never }
            }

            /// Goes on over a new connection; without one where the server says that there is no more.
            private mutating func open(by reopen: StreamReopening, after loss: TransportFailure?) async throws {
                stream?.cancel()
                stream = nil
                var loss = loss
                // Once, for what was: the time of the attempts that now follow is no connection's.
                parser.endConnection(at: reopen.now())
                while parser.silentConnections < Self.attemptLimit {
                    let wait = parser.beginConnection()
                    do {
                        let next = try await reopen.open(parser.lastID, wait)
                        try next?.check(format)
                        parser.noteConnection(at: reopen.now())
                        stream = next?.stream
                        // A stub's response has its whole body already.
                        if let next, stream == nil { parser.feed(next.body) }
                        return
                    } catch let failure as TransportFailure {
                        loss = failure
                    }
                }
                throw loss ?? TransportFailure(.connectionLost, "the stream ended \(Self.attemptLimit) times without an event")
            }
        }

        /// The fields of an event besides its data, as far as it has them itself.
        nonisolated private struct OwnFields {
            var name: String?
            var id: String?
            var retry: Int?
        }

        /// Takes bytes apart into events or lines.
        nonisolated private struct StreamParser {
            private let isEvents: Bool
            private var bytes: [UInt8] = []
            /// Where the first line begins that was not handed out, and up to where its end was searched.
            private var start = 0
            private var scanned = 0
            /// A line that ends with CR has ended; an LF behind it belongs to it.
            private var skipsLineFeed = false
            private var isFirstLine = true
            /// The JSON text behind a record separator (RFC 7464), as far as it has come; and one that ended with the line that
            /// cut the record off.
            private var record: OpenRecord?
            private var waiting: StreamEvent?
            private var name = ""
            /// The fields of the event that is being read, besides its data, and those of the last one that was complete.
            private var fields = OwnFields()
            private(set) var lastFields = OwnFields()
            private var data: String?
            /// The id of the event that is being read, and of the last one that was complete.
            private var id: String?
            private(set) var lastID: String?
            private var retryDelay = 1.0
            /// How many connections in a row have brought no event, and ended soon: a quiet stream may well be cut off each
            /// minute.
            private(set) var silentConnections = 0
            /// By the session's clock.
            private var connectionStart = Duration.zero

            init(isEvents: Bool) { self.isEvents = isEvents }

            mutating func feed(_ piece: Data) {
                bytes.removeFirst(start)
                scanned -= start
                start = 0
                bytes.append(contentsOf: piece)
            }

            mutating func noteConnection(at now: Duration) { connectionStart = now }

            mutating func endConnection(at now: Duration) { if now > connectionStart + .seconds(10) { silentConnections = 0 } }

            /// Forgets the event that was cut off. Returns how long to wait before the new connection, in seconds.
            mutating func beginConnection() -> Double {
                (bytes, start, scanned) = ([], 0, 0)
                (skipsLineFeed, isFirstLine) = (false, true)
                (name, fields, data, id) = ("", .init(), nil, lastID)
                silentConnections += 1
                return min(30, retryDelay * Double(1 << min(silentConnections - 1, 10)))
            }

            /// The next complete event; nil: more bytes are needed.
            mutating func next() throws -> StreamEvent? {
                if let event = waiting {
                    waiting = nil
                    return event
                }
                while let line = try nextLine() {
                    if let event = isEvents ? takeEventLine(line) : takeLine(line) {
                        silentConnections = 0
                        return event
                    }
                }
                return nil
            }

            /// The rest at the end: a last line without a line break. An event without its empty line is dropped, as the rules
            /// say.
            mutating func finish() throws -> StreamEvent? {
                defer { (bytes, start, scanned) = ([], 0, 0) }
                return isEvents ? nil : takeLine(try Self.text(bytes[start...])) ?? takeRecord()
            }

            /// A line is a JSON text; behind a record separator it may be the first of several.
            private mutating func takeLine(_ line: String) -> StreamEvent? {
                let isFirst = line.utf8.first == 0x1E
                guard isFirst || record != nil else { return Self.event(line) }
                let cutOff = isFirst ? takeRecord() : nil
                if isFirst { record = OpenRecord() }
                record?.append(isFirst ? String(decoding: line.utf8.drop { $0 == 0x1E }, as: UTF8.self) : line)
                let complete = record?.isComplete == true ? takeRecord() : nil
                guard let cutOff else { return complete }
                waiting = complete
                return cutOff
            }

            private mutating func takeRecord() -> StreamEvent? {
                defer { record = nil }
                return record.flatMap { Self.event($0.text) }
            }

            private static func event(_ text: String) -> StreamEvent? {
                text.utf8.allSatisfy { $0 <= 0x20 } ? nil : StreamEvent(name: "message", data: text, id: nil)
            }

            /// A line without its end: LF, CR LF, and for events a CR alone.
            private mutating func nextLine() throws -> String? {
                if skipsLineFeed, start < bytes.count {
                    if bytes[start] == 0x0A { start += 1 }
                    skipsLineFeed = false
                }
                let (from, isEvents) = (max(scanned, start), isEvents)
                let end = bytes.withUnsafeBufferPointer { bytes in
                    var at = from
                    if !isEvents, let base = bytes.baseAddress, from < bytes.count {
                        return memchr(base + from, 0x0A, bytes.count - from).map {
                            UnsafeRawPointer($0) - UnsafeRawPointer(base)
                        } ?? bytes.count
                    }
                    while at < bytes.count, bytes[at] != 0x0A, !isEvents || bytes[at] != 0x0D { at += 1 }
                    return at
                }
                let kept = (data?.utf8.count ?? 0) + (record?.text.utf8.count ?? 0)
                guard end - start + kept <= StreamFrames.sizeLimit else {
                    throw DecodingFailure(path: "", expected: "an event of at most 16 MB", found: "more than that")
                }
                scanned = end
                guard end < bytes.count else { return nil }
                var line = bytes[start..<end]
                skipsLineFeed = bytes[end] == 0x0D
                start = end + 1
                scanned = start
                // A byte order mark may come first.
                if isFirstLine, line.starts(with: [0xEF, 0xBB, 0xBF]) { line = line.dropFirst(3) }
                isFirstLine = false
                // Events are read as the standard says: with a replacement character.
                return isEvents ? String(decoding: line, as: UTF8.self) : try Self.text(line)
            }

            private static func text(_ line: ArraySlice<UInt8>) throws -> String {
                let text = String(decoding: line, as: UTF8.self)
                guard text.utf8.elementsEqual(line) else {
                    throw DecodingFailure(path: "", expected: "a line in UTF-8", found: "other bytes")
                }
                return text
            }

            /// WHATWG HTML, 9.2.6.
            private mutating func takeEventLine(_ line: String) -> StreamEvent? {
                guard !line.isEmpty else {
                    lastID = id
                    lastFields = fields
                    defer { (name, fields, data) = ("", .init(), nil) }
                    return data.map { StreamEvent(name: name.isEmpty ? "message" : name, data: $0, id: lastID) }
                }
                let text = line.utf8
                let colon = text.firstIndex(of: 0x3A) ?? text.endIndex
                var rest = text[colon...].dropFirst()
                if rest.first == 0x20 { rest = rest.dropFirst() }
                let value = String(decoding: rest, as: UTF8.self)
                switch String(decoding: text[..<colon], as: UTF8.self) {
                case "event": (name, fields.name) = (value, value)
                case "data":
                    // In place: an event may have many lines.
                    if data == nil { data = value } else { data?.append("\n"); data?.append(value) }
                case "id" where !value.utf8.contains(0): (id, fields.id) = (value, value)
                case "retry":
                    // Digits only; a day is the longest that makes sense.
                    if !value.isEmpty, value.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) {
                        retryDelay = min(86_400, (Double(value) ?? 1000) / 1000)
                        fields.retry = Int(value)
                    }
                default: break
                }
                return nil
            }
        }

        /// A JSON text of several lines. It is handed out as soon as its last bracket is there, because a server may wait long
        /// before the next separator.
        nonisolated private struct OpenRecord {
            private(set) var text = ""
            private var depth = 0
            private var isInString = false
            private var isEscaped = false
            private var hasContent = false

            var isComplete: Bool { hasContent && depth <= 0 && !isInString }

            mutating func append(_ line: String) {
                if !text.isEmpty { text += "\n" }
                text += line
                for byte in line.utf8 {
                    if isEscaped {
                        isEscaped = false
                    } else if isInString {
                        if byte == UInt8(ascii: "\"") { isInString = false } else { isEscaped = byte == UInt8(ascii: "\\") }
                    } else {
                        switch byte {
                        case UInt8(ascii: "\""): isInString = true
                        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
                        case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
                        default: break
                        }
                    }
                    hasContent = hasContent || byte > 0x20
                }
            }
        }

        nonisolated extension HTTPResponse {
            /// Throws a `DecodingFailure` where the media type says that this is no such stream: a page for people, or one JSON
            /// text. A type that says nothing is none of these.
            fileprivate func check(_ format: StreamFormat) throws {
                let type = headers.mediaType?.essence ?? ""
                let expected: String
                switch format {
                case .events:
                    // WHATWG HTML, 9.2.3. 204 says that there is nothing.
                    guard status == 200 || status == 204 else {
                        stream?.cancel()
                        throw DecodingFailure(
                            path: "", expected: "a stream of events (status 200)", found: "the status \(status)", response: self
                        )
                    }
                    guard !["", "text/event-stream", "text/plain", "application/octet-stream"].contains(type) else { return }
                    expected = "a stream of events (text/event-stream)"
                case .lines:
                    guard
                        type == "text/html" || type == "text/event-stream" || type.hasSuffix("xml") || type.hasPrefix("image/")
                    else { return }
                    expected = "a stream of lines (application/x-ndjson)"
                }
                stream?.cancel()
                throw DecodingFailure(path: "", expected: expected, found: "the media type \(quoted(type))", response: self)
            }
        }

        /// A response that `Session.send` returns as a stream.
        nonisolated protocol StreamedResponse: Sendable {
            init(_ http: HTTPResponse, format: StreamFormat)
        }

        nonisolated extension ResponseStream: StreamedResponse {}

        nonisolated extension RequestType where Response: StreamedResponse {
            static func response(from http: HTTPResponse) throws -> Response {
                let format = endpoint.stream ?? .lines
                try http.check(format)
                return Response(http, format: format)
            }
        }

        """#
    ),
    (
        "CallsiteTransfers/Session+Transfers.swift",
        #"""
        import Foundation

        // Large bodies: none of these holds one in memory.

        nonisolated extension Session {
            /// Sends a request, as `send(_:)` does, and reports how much of its body has been sent.
            ///
            /// - Parameters:
            ///   - request: The request to send; its body may be a file.
            ///   - progress: Called on no particular thread, one call at a time; starts again with each retry.
            /// - Throws: As `send(_:)`.
            @discardableResult
            func upload<R: RequestType>(
                _ request: R, progress: @escaping @Sendable (TransferProgress) -> Void
            ) async throws -> R.Response {
                try value(from: try await http(for: request) { $0.uploadObserver = UploadObserver(progress) }, of: R.self)
            }

            /// Sends a request and writes the body of its response to a file, whatever the response's type.
            ///
            ///     try await session.download(GetArchiveRequest(id: 7), to: folder.appendingPathComponent("archive.zip"))
            ///
            /// The file appears when it is complete. The server's name for it is ignored.
            ///
            /// - Parameters:
            ///   - request: The request to send.
            ///   - file: The file for the body. Its folder must exist.
            ///   - overwrites: Whether an existing file may be replaced.
            ///   - progress: Called with the progress of each piece.
            /// - Returns: The status and headers of the response.
            /// - Throws: As `send(_:)`; a `FileFailure` if the file can't be written, or exists already.
            @discardableResult
            func download<R: RequestType>(
                _ request: R, to file: URL, overwrites: Bool = false, progress: (TransferProgress) -> Void = { _ in }
            ) async throws -> HTTPResponse {
                guard overwrites || !FileManager.default.fileExists(atPath: file.path) else {
                    throw FileFailure(file, EEXIST)
                }
                var http = try await http(for: request) { $0.streamsResponse = true }
                guard R.endpoint.isSuccess(http.status) else { throw R.Failure(http) }

                let part = file.deletingLastPathComponent().appendingPathComponent(
                    ".\(file.lastPathComponent).\(UUID().uuidString).part")
                let descriptor = open(part.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
                guard descriptor >= 0 else { throw FileFailure(file, errno) }
                let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
                defer {
                    try? handle.close()
                    try? FileManager.default.removeItem(at: part)
                }
                // The length of a compressed body counts compressed bytes.
                let total = http.headers["Content-Encoding"] == nil ? http.headers["Content-Length"].flatMap { Int64($0) } : nil
                var completed: Int64 = 0
                func write(_ piece: Data) throws {
                    do { try handle.write(contentsOf: piece) } catch { throw FileFailure(file, error) }
                    completed += Int64(piece.count)
                    progress(TransferProgress(completed: completed, total: total))
                }
                try write(http.body)
                while let piece = try await http.stream?.next() { try write(piece) }
                if overwrites {
                    guard rename(part.path, file.path) == 0 else { throw FileFailure(file, errno) }
                } else {
                    do { try FileManager.default.moveItem(at: part, to: file) } catch { throw FileFailure(file, error) }
                }
                http.stream = nil
                return http
            }
        }

        """#
    ),
]
