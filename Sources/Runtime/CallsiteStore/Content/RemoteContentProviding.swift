import CallsiteRuntime
import Foundation

/// Loads the content of a screen that shows one remote thing, from an identifier or a deep link. A provider is a value.
/// The screen is made when the content is there, so it needs no optional properties for content that arrives later.
///
///     let provider = StoryProvider(.init(id: 12345))                  // generated, for `links: ["stories/{id}"]`
///     let story = try await provider.fetchContent(with: session)
///
/// Write a `presentation(of:)` to decide how a result is shown:
///
///     extension StoryProvider {
///         func presentation(of result: Result<Story, any Error>) -> Screen { … }
///     }
public protocol RemoteContentProviding: Sendable {
    associatedtype Content: Sendable
    /// The type that shows the content or the error: a view, a screen. It is the result itself unless
    /// `presentation(of:)` says otherwise.
    associatedtype Presentation = Result<Content, any Error>

    /// Loads the content. Throws what `Session.send` throws.
    func fetchContent(with session: Session) async throws -> Content

    func presentation(of result: Result<Content, any Error>) -> Presentation
}

extension RemoteContentProviding where Presentation == Result<Content, any Error> {
    public func presentation(of result: Result<Content, any Error>) -> Presentation { result }
}

extension RemoteContentProviding {
    /// Loads the content and returns its presentation, or that of the error. Throws a `CancellationError` only.
    public func fetchPresentation(with session: Session) async throws -> Presentation {
        do {
            return presentation(of: .success(try await fetchContent(with: session)))
        } catch {
            if error is CancellationError { throw error }
            return presentation(of: .failure(error))
        }
    }

    /// The presentation of a state: of its content if there is any, even while it is loaded again or after that failed
    /// (see `state.error`), and otherwise of its error. nil if there is neither.
    public func presentation(of state: RemoteContent<Content>) -> Presentation? {
        if let content = state.content { return presentation(of: .success(content)) }
        return state.error.map { presentation(of: .failure($0)) }
    }

    /// Performs a command of `RemoteContent`, and returns the event to pass to it.
    public func perform(_ ticket: RemoteContent<Content>.Ticket, with session: Session) async
        -> RemoteContent<Content>.Event
    {
        do {
            return .arrived(ticket, try await fetchContent(with: session))
        } catch {
            return .failed(ticket, error)
        }
    }
}

/// A provider whose content is the response to one request, as generated ones are.
public protocol RequestContentProviding: RemoteContentProviding where Content == Request.Response {
    associatedtype Request: RequestType

    var request: Request { get }
}

extension RequestContentProviding {
    public func fetchContent(with session: Session) async throws -> Request.Response { try await session.send(request) }
}

extension RemoteContentProviding {
    /// The same content, shown in another way: for providers of another module, whose presentation is fixed there.
    public func presented<Other>(
        by present: @escaping @Sendable (Result<Content, any Error>) -> Other
    ) -> PresentedContent<Self, Other> {
        PresentedContent(provider: self, present: present)
    }
}

/// A provider's content, shown in another way. Made by `presented(by:)`.
public struct PresentedContent<Provider: RemoteContentProviding, Presentation>: RemoteContentProviding {
    public let provider: Provider
    let present: @Sendable (Result<Provider.Content, any Error>) -> Presentation

    public func fetchContent(with session: Session) async throws -> Provider.Content {
        try await provider.fetchContent(with: session)
    }

    public func presentation(of result: Result<Provider.Content, any Error>) -> Presentation { present(result) }
}
