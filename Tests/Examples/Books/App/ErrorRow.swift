import CallsiteRuntime
import SwiftUI

/// The reason for a failure, as a reader needs it, and a way to try again.
struct ErrorRow: View {
    let error: any Error
    let retry: @MainActor () -> Void

    var body: some View {
        VStack(alignment: .leading) {
            Text(message)
            Button("Try again", action: retry)
        }
    }

    private var message: String {
        switch error {
        case let failure as any RequestFailure:
            failure.serverMessage ?? "The server refused this (\(failure.status))."
        case is TransportFailure: "The server doesn't respond."
        default: "The response is not as expected."
        }
    }
}
