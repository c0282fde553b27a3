import CallsiteRuntime
import Observation

/// One remote thing that a screen shows. What it does is decided by `RemoteContent`; this fetches what that commands, and can be observed
/// where the system has Observation.
///
///     let client = RemoteContentClient(StoryProvider(id: 12345), session: session)
///     await client.load()
///     client.state.phase                                             // .loaded(story)
@MainActor
public final class RemoteContentClient<Provider: RemoteContentProviding> {
    public let provider: Provider
    private let session: Session
    private var current: RemoteContent<Provider.Content>
    private var fetches: [Int: Task<RemoteContent<Provider.Content>.Event, Never>] = [:]
    private let observation = ObservationHook()

    /// - Parameters:
    ///   - provider: What knows where the content is.
    ///   - session: What sends the request.
    ///   - content: What is known already. Nothing is fetched yet.
    public init(_ provider: Provider, session: Session = Session(), content: Provider.Content? = nil) {
        self.provider = provider
        self.session = session
        current = RemoteContent(content)
    }

    public var state: RemoteContent<Provider.Content> {
        if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *) { observation.registrar?.access(self, keyPath: \.state) }
        return current
    }

    /// What shows the content, or says why there is none; nil before either is known.
    public var presentation: Provider.Presentation? {
        provider.presentation(of: state)
    }

    /// Fetches the content unless it is there, and returns when it is, or didn't arrive. Does nothing while it loads. Cancelling the task that waits cancels the request.
    public func load() async { await handle(.load) }

    /// Fetches the content again; what was loaded stays until then.
    public func reload() async { await handle(.reload) }

    public func cancel() async { await handle(.cancel) }

    private func handle(_ event: RemoteContent<Provider.Content>.Event) async {
        for command in change(event) {
            switch command {
            case .cancel(let ticket): fetches.removeValue(forKey: ticket.number)?.cancel()
            case .fetch(let ticket):
                let fetch = Task { [provider, session] in await provider.perform(ticket, with: session) }
                fetches[ticket.number] = fetch
                let answer = await withTaskCancellationHandler {
                    await fetch.value
                } onCancel: {
                    fetch.cancel()
                }
                fetches[ticket.number] = nil
                _ = change(answer)
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
