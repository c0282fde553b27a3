// Examples that break their own schemas: no client of the description can read them.

extension MockDescription {
    /// An example of a response, and the first mistake in it.
    package struct WrongExample: Sendable {
        /// `GET /pets 200`
        package let response: String
        /// A JSON pointer into the mock's description.
        package let pointer: String
        package let mistake: SchemaMistake
    }

    /// The largest number of wrong examples that are collected.
    private static let wrongExamplesLimit = 1000

    /// The wrong examples of responses, in the order of the description.
    package func wrongExamples() -> [WrongExample] {
        var result: [WrongExample] = []
        for operation in operations {
            for response in operation.responses {
                let title = "\(operation.title) \(response.status)"
                func add(_ pointer: String, _ mistakes: [SchemaMistake]) {
                    guard let mistake = mistakes.first, result.count < Self.wrongExamplesLimit else { return }
                    result.append(WrongExample(response: title, pointer: pointer, mistake: mistake))
                }
                for media in response.content {
                    if let example = media.example {
                        add(media.pointer + "/example", media.mistakes(inExample: example))
                    }
                    for (index, example) in media.examples.enumerated() {
                        add("\(media.pointer)/examples/\(index)/value", media.mistakes(inExample: example.value))
                    }
                }
                for header in response.headers {
                    guard let example = header.example else { continue }
                    add(header.pointer, header.mistakes(inExample: example))
                }
            }
        }
        return result
    }
}
