import CallsiteRuntime

/// A sentence for people; nil if nothing went wrong.
func text(for error: any Error) -> String? {
    switch error {
    case let failure as any RequestFailure: failure.serverMessage ?? "The server refused this (\(failure.status))."
    case let failure as TransportFailure where failure.kind == .cannotConnect: "There is no connection."
    case is TransportFailure: "The server doesn't respond."
    case is CancellationError: nil  // nothing went wrong
    default: "The response is not as expected."
    }
}

/// Whether it may help to try again later. The session has already retried what is safe.
func isTemporary(_ error: any Error) -> Bool {
    switch error {
    case let failure as any RequestFailure: RetryPolicy.standard.statuses.contains(failure.status)
    case let failure as TransportFailure: [.timedOut, .connectionLost, .cannotConnect].contains(failure.kind)
    default: false
    }
}
