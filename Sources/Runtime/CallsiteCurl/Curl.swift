#if os(Linux)
    import CallsiteHTTP
    import Foundation

    /// The functions of libcurl that are used here.
    ///
    /// In the package they come from the C target CallsiteLibCurl, which finds a libcurl that is linked into the program,
    /// and else loads the system's. Embedded sources have no C target, so there the functions are looked up by name in
    /// the system's libcurl.
    struct Curl: Sendable {
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
        // The functions of zlib; nil if there is no zlib.
        let beginInflating: (@convention(c) (Handle, Int32, UnsafePointer<CChar>, Int32) -> Int32)?
        let inflate: (@convention(c) (Handle, Int32) -> Int32)?
        let endInflating: (@convention(c) (Handle) -> Int32)?

        /// The name and version of libcurl, and those of the libraries that it uses.
        var description: String { version().map { String(cString: $0) } ?? "libcurl" }

        /// The meaning of one of libcurl's errors.
        func reason(_ code: Int32) -> String { errorText(code).map { String(cString: $0) } ?? "error \(code)" }

        /// Sets an option, or resets it if the value is nil. Returns libcurl's error code, or 0.
        func set(_ easy: Handle, _ option: Int32, _ text: String?) -> Int32 {
            guard let text else { return setPointer(easy, option, nil) }
            return text.withCString { setPointer(easy, option, $0) }
        }

        /// The reason why there is no libcurl.
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
        /// Declared rather than imported: every module that imports CallsiteRuntime would have to
        /// find an imported C module. Without arguments, and with a pointer as its result, a function is called in
        /// Swift as it is in C.
        @_silgen_name("callsite_curl")
        private func callsiteCurl() -> UnsafeRawPointer

        extension Curl {
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
        extension Curl {
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
                // The zlib of libcurl comes first, since it is in memory already.
                let zlibrary = dlsym(library, "inflate") == nil ? dlopen("libz.so.1", RTLD_NOW) : library
                func optional<Function>(_ name: String, in library: Handle?) -> Function? {
                    library.flatMap { dlsym($0, name) }.map { unsafeBitCast($0, to: Function.self) }
                }
                // CallsiteLibCurl does the same, and explains it.
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

    extension Curl {
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
