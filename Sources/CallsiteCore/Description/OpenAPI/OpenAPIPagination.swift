// Paging that a document declares itself, by one of the extensions that several tools have for it.

extension OpenAPIReader {
    mutating func readPagination(of operation: FoundOperation, into endpoint: inout Description.Endpoint) {
    }
}
