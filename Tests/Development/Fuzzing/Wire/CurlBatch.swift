import CallsiteCore
import CallsiteInspect
import CallsiteMockEngine
import CallsitePrinter
import CallsiteSwift
import Foundation

/// The curl commands on the pages of `callsite inspect --html`, and the generated code of the same descriptions with the
/// same values. The wire is the judge: a shell runs the commands, a program sends the requests, and one server records
/// them both.
package struct CurlBatch {
    struct Operation {
        var title: String
        /// The header of the key that a session makes.
        var idempotencyKey: String?
        /// The values that can't be made in Swift.
        var refusal: String?
        /// The part of the request that the command says it lacks, and why.
        var note: String?
    }

    /// The sources of the program.
    package private(set) var files: [(name: String, text: String)] = []
    /// The commands, for bash, in a folder with `attachment` as `file`.
    package private(set) var script: String
    /// Descriptions with errors.
    package private(set) var unreadable: [String] = []
    private(set) var operations: [Operation] = []
    private var calls: [String] = []
    package var count: Int { operations.count }

    /// The bytes of each file that is sent.
    package static let attachment = Data([0x66, 0x69, 0x6C, 0x65, 0x0D, 0x0A, 0x00, 0xFF, 0x2D, 0x2D])
    static let secrets = [
        "IDEMPOTENCY_KEY": "6ba7b810-9dad-11d1-80b4-00c04fd430c8", "TOKEN": "token.of-7", "API_KEY": "key_7",
        "API_USER": "user", "API_PASSWORD": "pass:word",
    ]

    /// - Parameter server: The URL of the server, without a slash at its end.
    package init(_ documents: [(name: String, sources: SourceSet)], server: String) {
        script = Self.prologue
        for (name, sources) in documents { add(name, sources, server) }
        files.append(("attempts.swift", Self.imports + MockClient.function("run", calls)))
        files.append(("main.swift", Self.main + "await run()\n"))
    }

    private mutating func add(_ name: String, _ sources: SourceSet, _ server: String) {
        let namespace = "N\(files.count)"
        var options = Options(namespace: namespace)
        guard let page = inspectPage(sources, options: options).page,
            let data = try? JSONValue(parsing: page.json(warnings: [])), let shown = data["operations"]?.array
        else { return unreadable.append(name) }
        var diagnostics = Diagnostics()
        options.readsExamples = true
        var api = Front(sources, options, &diagnostics).api(options, &diagnostics)
        let samples = sampleCalls(sources, options: options)
        Self.makeReadable(&api)
        // Types that the user has written are in no program of ours.
        guard !api.types.contains(where: { $0.ownType != nil }), shown.count == api.endpoints.count else {
            return unreadable.append(name)
        }
        let lowering = Lowering(api, options)
        lowering.nameEverything(&diagnostics)
        for (index, (sample, operation)) in zip(samples, shown).enumerated() {
            let endpoint = api.endpoints[index]
            let curl = (operation["curl"]?.array ?? []).map { $0.string?.dropFirst() ?? "" }.joined()
            let number = operations.count
            let (call, refusal) = Self.call(index, lowering, sample)
            operations.append(
                Operation(
                    title: "\(name): \(endpoint.method) \(endpoint.path.text)", idempotencyKey: endpoint.idempotencyKey,
                    refusal: refusal, note: curl.hasPrefix("# ") ? String(curl.prefix { $0 != "\n" }) : nil))
            // In the command, not in a comment above it.
            if let base = sample.base, let begin = curl.firstRange(of: "curl "),
                let range = curl[begin.upperBound...].firstRange(of: base)
            {
                script += curl[..<range.lowerBound] + "\(server)/c\(number)" + curl[range.upperBound...]
            } else {
                script += "BASE_URL='\(server)/c\(number)'\n" + curl
            }
            script += "\n"
            guard refusal == nil else { continue }
            let credential = (endpoint.authentication ?? api.authentication).flatMap(Self.credential) ?? "nil"
            calls.append(
                "await attempt(\(number), \(Self.literal(sample.base ?? "")), \(Self.literal("\(server)/s\(number)")), \(credential)) { _ = try await $0.send(\(call)) }"
            )
        }
        let templates = TemplateSet(overriding: [], &diagnostics)
        for file in render(lowering.files(&diagnostics), with: templates, firstTemplateFile: 0, &diagnostics) {
            files.append(("\(namespace)_\(file.name)", String(decoding: file.contents, as: UTF8.self)))
        }
    }

    // MARK: - Swift

    /// Lets the program read the values of a request from JSON.
    private static func makeReadable(_ api: inout API) {
        for index in api.types.indices where api.types[index].usage.contains(.written) {
            api.types[index].usage.insert(.read)
            guard case .object(var properties) = api.types[index].content else { continue }
            for position in properties.indices { properties[position].isWriteOnly = false }
            api.types[index].content = .object(properties)
        }
    }

    /// The request with the values of the sample; and why there is none.
    private static func call(_ index: Int, _ lowering: Lowering, _ sample: SampleCall) -> (String, refusal: String?) {
        let endpoint = lowering.api.endpoints[index]
        let swift = lowering.lowerRequest(index)
        let body = sample.body.flatMap { try? JSONValue(parsing: $0) }
        var arguments: [String] = []
        for (position, property) in swift.properties.enumerated() where !property.isUninitialised {
            var (value, fileType): (String?, String?)
            if position < endpoint.parameters.count {
                value = sample.parameters[position]
            } else {
                switch endpoint.body?.content {
                case .fields(let fields)?:
                    let name = fields[position - endpoint.parameters.count].wireName
                    (value, fileType) = (body?[name]?.text, sample.fileTypes[name])
                case .whole?: value = endpoint.body?.encoding == .binary ? "\"\"" : body?.text
                case nil: break
                }
            }
            guard let value else {
                if property.defaultValue == nil { return ("", "no value for '\(property.name.text)'") }
                continue
            }
            let type = property.type.text
            let made = "try value(\(literal(value))\(fileType.map { ", type: " + literal($0) } ?? ""))"
            let patch = value == "null" ? ".null" : ".value(\(made))"
            arguments.append("\(property.name.label.text): " + (type.hasPrefix("Patch<") ? patch : made))
        }
        let name = (lowering.namespace.map { $0.text + "." } ?? "") + lowering.endpointNames[index].text
        return ("\(name)(\(arguments.joined(separator: ", ")))", nil)
    }

    /// The credential that the command's variables stand for; nil: none.
    private static func credential(_ authentication: CallsiteCore.Description.Authentication) -> String? {
        func secret(_ name: String) -> String { literal(secrets[name] ?? "") }
        switch authentication {
        case .none: return nil
        case .bearer: return ".bearer(\(secret("TOKEN")))"
        case .basic: return ".basic(user: \(secret("API_USER")), password: \(secret("API_PASSWORD")))"
        case .header, .query, .cookie: return ".key(\(secret("API_KEY")))"
        case .oneOf(let parts): return parts.lazy.compactMap(credential).first
        case .all(let parts):
            let keys = parts.map { part in
                switch part {
                case .header(let name), .query(let name), .cookie(let name):
                    "\(literal(name)): \(secret("API_KEY"))"
                case .basic: "\"Authorization\": \(secret("API_USER")) + \":\" + \(secret("API_PASSWORD"))"
                default: "\"Authorization\": \(secret("TOKEN"))"
                }
            }
            return ".keys([\(keys.joined(separator: ", "))])"
        }
    }

    private static func literal(_ text: String) -> String {
        "\"" + text.unicodeScalars.map { "\\u{\(String($0.value, radix: 16))}" }.joined() + "\""
    }

    private static let imports =
        "import CallsitePagination\nimport CallsiteRuntime\nimport CallsiteTransfers\nimport Foundation\n\n"

    private static let main =
        imports + #"""
            /// Sends to another base URL, once the request is made.
            struct Rebased: Transport {
                struct WrongBase: Error { var url: String }
                let network = NetworkTransport(idleTimeout: 60)
                let base: String
                let server: String
                func send(_ request: HTTPRequest) async throws -> HTTPResponse {
                    var copy = request
                    let text = request.url.absoluteString
                    guard text.hasPrefix(base), let url = URL(string: server + text.dropFirst(base.count)) else {
                        throw WrongBase(url: text)
                    }
                    copy.url = url
                    return try await network.send(copy)
                }
            }

            func attempt(
                _ number: Int, _ base: String, _ server: String, _ credential: Credential?,
                _ send: (Session) async throws -> Void
            ) async {
                let transport = Rebased(base: base.isEmpty ? "http://localhost" : base, server: server)
                let url = base.isEmpty ? URL(string: "http://localhost") : nil
                let session = credential.map { Session(baseURL: url, transport: transport, credential: $0) }
                    ?? Session(baseURL: url, transport: transport)
                do { try await send(session) } catch { print("\(number)\t" + "\(error)".split(separator: "\n").joined(separator: " ")) }
            }

            func value<T: WireDecodable>(_ json: String) throws -> T { try decodeJSON(from: Data(json.utf8)) }

            func attachment(_ type: String?) -> FileContent {
                .data(Data([\#(attachment.map { "\($0)" }.joined(separator: ", "))]), type: type)
            }
            func value(_ json: String, type: String? = nil) throws -> FileContent { attachment(type) }
            func value(_ json: String, type: String? = nil) throws -> [FileContent] {
                (try decodeJSON(from: Data(json.utf8)) as [JSONValue]).map { _ in attachment(type) }
            }
            func value(_ json: String, type: String? = nil) throws -> [String: FileContent] {
                (try decodeJSON(from: Data(json.utf8)) as [String: JSONValue]).mapValues { _ in attachment(type) }
            }
            func value(_ json: String, type: String? = nil) throws -> [String: [FileContent]] {
                (try decodeJSON(from: Data(json.utf8)) as [String: [JSONValue]]).mapValues { $0.map { _ in attachment(type) } }
            }


            """#

    // MARK: - The shell

    private static let prologue =
        "curl() { command curl -q -sS -o /dev/null -m 60 \"$@\"; }\n"
        + secrets.sorted { $0.key < $1.key }.map { "\($0.key)='\($0.value)'\n" }.joined()
}
