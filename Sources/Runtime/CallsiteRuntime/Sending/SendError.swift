import Foundation

/// Every error of sending a request. `Session.result(of:)` returns it with its type. `send` throws the error inside.
public enum SendError<Failure: RequestFailure>: Error {
    /// The response isn't a success. `send` throws the failure.
    case rejected(Failure)
    /// The response doesn't match its description.
    case decoding(DecodingFailure)
    /// The request can't be sent as it is; nothing was sent.
    case encoding(EncodingFailure)
    /// There was no response.
    case transport(TransportFailure)
    /// The task was cancelled. `send` throws a `CancellationError`.
    case cancelled
    /// An error from a credential's provider, or from a request's own `response(from:)`.
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
