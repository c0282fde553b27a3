import CallsiteRuntime
import Observation

/// One remote thing on a screen. `RemoteContent` decides; this object fetches, and supports Observation where the
/// system has it.
///
///     let client = RemoteContentClient(StoryProvider(.init(id: 12345)), session: session)
///     await client.load()
///     client.state.phase                                             // .loaded(story)
@MainActor
public final class RemoteContentClient<Provider: RemoteContentProviding> {
    /// The provider that loads the content.
    public let provider: Provider
    private let session: Session
    private var current: RemoteContent<Provider.Content>
    private let fetches = Loads<RemoteContent<Provider.Content>.Event>()
    private let observation = ObservationHook()

    /// - Parameters:
    ///   - provider: Loads the content.
    ///   - session: The session that sends the request.
    ///   - content: Content that is known already. Nothing is fetched yet.
    public init(_ provider: Provider, session: Session = Session(), content: Provider.Content? = nil) {
        self.provider = provider
        self.session = session
        current = RemoteContent(content)
    }

    /// The state of loading, with the content or the error.
    public var state: RemoteContent<Provider.Content> {
        if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *) {
            observation.registrar?.access(self, keyPath: \.state)
        }
        return current
    }

    /// The view of the content, or of the error; nil before either is known.
    public var presentation: Provider.Presentation? {
        provider.presentation(of: state)
    }

    /// Fetches the content unless it is loaded, and returns when it has arrived or failed. Does nothing while it loads.
    /// Cancelling the task that waits cancels the request.
    public func load() async { await handle(.load) }

    /// Fetches the content again. The loaded content stays until the new content arrives.
    public func reload() async { await handle(.reload) }

    /// Cancels the fetch that runs. The phase becomes the one before it.
    public func cancel() async { await handle(.cancel) }

    private func handle(_ event: RemoteContent<Provider.Content>.Event) async {
        for command in change(event) {
            switch command {
            case .cancel(let ticket): fetches.cancel(ticket.number)
            case .fetch(let ticket):
                let fetch = Task { [provider, session] in await provider.perform(ticket, with: session) }
                _ = change(await fetches.event(of: fetch, ticket.number))
            }
        }
    }

    /// The one place in which the state changes.
    private func change(_ event: RemoteContent<Provider.Content>.Event) -> [RemoteContent<Provider.Content>.Command] {
        guard #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *), let registrar = observation.registrar else {
            return current.handle(event)
        }
        return registrar.withMutation(of: self, keyPath: \.state) { current.handle(event) }
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension RemoteContentClient: Observable {}
