import CallsitePagination
import CallsiteRuntime

public func riverNames(_ session: Session) async throws -> [String] {
    var names: [String] = []
    for try await river in session.elements(of: ListRiversRequest()) { names.append(river.name) }
    return names
}
