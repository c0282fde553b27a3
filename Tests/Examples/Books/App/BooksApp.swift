import CallsiteRuntime
import SwiftUI

@main struct BooksApp: App {
    /// One session for the app: it has the connections and the credential. An app takes its token from the keychain.
    ///
    /// With `BOOKS_URL` in the scheme's environment, `http://127.0.0.1:4010`, it talks to `callsite mock`.
    private let session = Session(
        baseURL: ProcessInfo.processInfo.environment["BOOKS_URL"].flatMap { URL(string: $0) },
        credential: .bearer("a token"))

    var body: some Scene {
        WindowGroup {
            NavigationStack { BookList(session: session) }
        }
    }
}
