import Foundation

/// Everything that sending a request can end with but its response. `Session.result(of:)` tells it with its type; `send`
/// throws what is inside.
public enum SendError<Failure: RequestFailure>: Error {
    /// The status means no success. `send` throws the failure.
    case rejected(Failure)
    /// The answer is not what its description says.
    case decoding(DecodingFailure)
    /// The request can't be sent as it is; nothing was sent.
    case encoding(EncodingFailure)
    /// There was no answer.
    case transport(TransportFailure)
    /// The task was cancelled. `send` throws a `CancellationError`.
    case cancelled
    /// What a credential's provider or a request's own `response(from:)` threw.
    case other(any Error)

    init(_ error: any Error) {
        switch error {
        case let error as Failure: self = .rejected(error)
        case let error as DecodingFailure: self = .decoding(error)
        case let error as EncodingFailure: self = .encoding(error)
        case let error as TransportFailure: self = .transport(error)
        case is CancellationError: self = .cancelled
        default: self = .other(error)
        }
    }

    /// The error inside.
    public var underlying: any Error {
        switch self {
        case .rejected(let error): error
        case .decoding(let error): error
        case .encoding(let error): error
        case .transport(let error): error
        case .cancelled: CancellationError()
        case .other(let error): error
        }
    }
}

extension SendError: CustomStringConvertible, LocalizedError {
    public var description: String { if case .cancelled = self { "cancelled" } else { "\(underlying)" } }
    public var errorDescription: String? { description }
}
