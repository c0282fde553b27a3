import CallsiteRuntime
import Foundation

/// An action of the user of a list.
public enum PaginationTrigger: Hashable, Sendable {
    case refresh, loadNextPage
}

extension Session {
    /// Changes a list by triggers: the stream has its current state, and then each new state.
    ///
    /// A slow reader gets the newest state. The stream ends when the triggers have ended and nothing loads any more.
    /// When you stop reading, the request that loads is cancelled.
    public func states<R: PaginationRequestType, Triggers: AsyncSequence & Sendable>(
        of request: R, from cursor: PageCursor? = nil, on triggers: Triggers, emptyPageLimit: Int = 50,
        allowsRepeatedPages: Bool = false
    ) -> AsyncStream<PaginationState<R>> where Triggers.Element == PaginationTrigger {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { output in
            let driver = Task {
                var state = paginationState(request, cursor, emptyPageLimit, allowsRepeatedPages, keepsElements: true)
                output.yield(state)
                // The event nil means that the triggers have ended.
                let (events, input) = AsyncStream<PaginationState<R>.Event?>.makeStream()
                let listener = Task {
                    // An error of the triggers ends them too.
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
