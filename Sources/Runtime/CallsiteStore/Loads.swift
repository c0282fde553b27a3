/// The loads of a list or of a screen, by the numbers of their tickets.
@MainActor
final class Loads<Event: Sendable> {
    private var tasks: [Int: Task<Event, Never>] = [:]

    func cancel(_ number: Int) { tasks.removeValue(forKey: number)?.cancel() }

    /// The event that a load ends with. Cancelling the task that waits for it cancels the load.
    func event(of load: Task<Event, Never>, _ number: Int) async -> Event {
        tasks[number] = load
        let event = await withTaskCancellationHandler {
            await load.value
        } onCancel: {
            load.cancel()
        }
        tasks[number] = nil
        return event
    }
}
