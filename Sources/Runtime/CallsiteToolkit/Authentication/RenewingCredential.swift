import CallsiteRuntime
import Foundation

/// A bearer token that is renewed when it has expired or was refused, once for all requests that wait for it.
///
///     let credential = RenewingCredential { _ in try await BearerToken(signIn.token(), expires: signIn.expiry) }
///     let session = Session(credential: credential)
///
/// A request that is cancelled while it waits ends at once; the renewal continues for the others, and for the next.
public final class RenewingCredential: CredentialProviding, @unchecked Sendable {
    private let leeway: Double
    private let now: @Sendable () -> Date
    private let renew: @Sendable (BearerToken?) async throws -> BearerToken

    private let lock = NSLock()
    // Guarded by `lock`.
    private var token: BearerToken?
    private var isRenewing = false
    private let waiting: WaitingTasks<BearerToken>

    /// - Parameters:
    ///   - token: The first token; nil: the first request waits for one.
    ///   - leeway: The seconds before its expiry at which a token counts as expired: it must last until it arrives.
    ///   - now: The time, for tests.
    ///   - renew: Gets a new token. It is passed the last one, if there was any. If it throws, all waiting requests
    ///     throw the same error.
    public init(
        _ token: BearerToken? = nil, leeway: Double = 30, now: @escaping @Sendable () -> Date = { Date() },
        renew: @escaping @Sendable (BearerToken?) async throws -> BearerToken
    ) {
        self.token = token
        self.leeway = leeway
        self.now = now
        self.renew = renew
        waiting = WaitingTasks(lock)
    }

    /// The token, renewed if it has expired.
    public func credential(for request: HTTPRequest) async throws -> Credential? {
        let current = lock.withLock { token }
        if let current, !isOver(current) { return .bearer(current.value) }
        return .bearer(try await renewed(insteadOf: current?.value).value)
    }

    /// A new token, unless another request has replaced the refused one already.
    public func replacement(for refused: Credential, refusedBy response: HTTPResponse) async throws -> Credential? {
        guard case .bearer(let value) = refused else { return nil }
        return .bearer(try await renewed(insteadOf: value).value)
    }

    private func isOver(_ token: BearerToken) -> Bool {
        token.expires.map { $0.timeIntervalSince(now()) <= leeway } ?? false
    }

    /// Waits for the one renewal. `refused` is the token to replace.
    private func renewed(insteadOf refused: String?) async throws -> BearerToken {
        try Task.checkCancellation()
        return try await waiting.wait { _ in
            if !isRenewing, let token, token.value != refused, !isOver(token) { return token }
            if !isRenewing { Task { await self.runRenewal() } }
            isRenewing = true
            return nil
        }
    }

    private func runRenewal() async {
        let last = lock.withLock { token }
        let result: Result<BearerToken, any Error>
        do { result = .success(try await renew(last)) } catch { result = .failure(error) }
        let waiters = lock.withLock {
            if case .success(let new) = result { token = new }
            isRenewing = false
            return waiting.removeAll()
        }
        for waiter in waiters { waiter.resume(with: result) }
    }
}

/// A token and its expiry. Its descriptions never show the token.
public struct BearerToken: Hashable, Sendable {
    public let value: String
    /// nil: unknown.
    public let expires: Date?

    public init(_ value: String, expires: Date? = nil) {
        self.value = value
        self.expires = expires
    }
}

extension BearerToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "BearerToken(<redacted>)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
