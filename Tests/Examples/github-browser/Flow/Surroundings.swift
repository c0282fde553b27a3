import CallsiteRuntime
import CallsiteStore
import Foundation

/// The account that is signed in: asked for each request that needs a token, and content without one.
actor Account: CredentialProviding {
    private var token: String?

    func signIn(_ token: String) { self.token = token }

    func credential(for request: HTTPRequest) -> Credential? { token.map { .bearer($0) } }
}

/// The objects that all coordinators share.
@MainActor final class Surroundings {
    let window: Window
    let session: Session
    let account: Account
    let baseURL: String?
    let transport: OfflineTransport
    /// Gets each update and how long it took, if a log is wanted.
    let log: (@Sendable (String) -> Void)?

    init(
        window: Window, baseURL: String? = nil, transport: OfflineTransport = OfflineTransport(),
        log: (@Sendable (String) -> Void)? = nil
    ) {
        self.window = window
        self.baseURL = baseURL
        self.transport = transport
        self.log = log
        account = Account()
        session = Surroundings.session(baseURL, transport, account)
    }

    /// A session with this token, to see whether the token is good.
    func session(with token: String) -> Session { Surroundings.session(baseURL, transport, Credential.bearer(token)) }

    private static func session(
        _ baseURL: String?, _ transport: OfflineTransport, _ credential: any CredentialProviding
    ) -> Session {
        var session =
            baseURL.map { Session(baseURL: $0, transport: transport, credential: credential) }
            ?? Session(transport: transport, credential: credential)
        session.timeout = 20
        return session
    }

    func middleware<App: TerminalScreen>(_ name: String, _: App.Type) -> [StoreMiddleware<App>] {
        guard let log else { return [] }
        // The message's name alone: what it holds may be a secret.
        return [
            .timing { message, duration in
                log("\(name) \(duration) \(Mirror(reflecting: message).children.first?.label ?? "\(message)")")
            }
        ]
    }
}
