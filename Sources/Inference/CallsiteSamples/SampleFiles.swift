import CallsiteMockEngine
import CallsiteText

/// Files of samples: Postman collections with their environments, HTTP archives, recordings, and scripts with `curl`
/// commands. The content of a file shows its format.
package enum SampleFiles {
    /// Whether a file isn't a description of an API. Then `read` returns its samples, or the reason why it can't be
    /// read. Only the names of its outermost fields are read, or its lines. A YAML file of no known format is taken for
    /// a damaged description, since no samples are YAML.
    package static func isSamples(_ bytes: [UInt8], path: String) -> Bool {
        switch SampleFormat(bytes) {
        case .description: false
        case .unknown:
            SampleFormat.utf16(bytes) != nil || ![".yaml", ".yml"].contains(where: path.lowercased().hasSuffix)
        case .archive, .recording, .collection, .wrappedCollection, .environment, .curl, .foreign: true
        }
    }

    /// Reads files that are given together: the variables of environments apply to all collections.
    ///
    /// - Returns: The files with their samples, in order and without environments; and files that can't be read.
    package static func read(
        _ files: [(path: String, bytes: [UInt8])]
    ) -> (files: [SampleFile], problems: [SampleProblem]) {
        var environments: [JSONValue] = []
        var globals: JSONValue?
        var problems: [SampleProblem] = []
        let formats = files.map { SampleFormat($0.bytes) }
        for (file, format) in zip(files, formats) where format == .environment {
            do throws(MockError) {
                let json = try JSONValue(parsing: file.bytes)
                let values = json["values"] ?? json["environment"]?["values"]
                if json["_postman_variable_scope"]?.string == "globals" {
                    globals = .array((globals?.array ?? []) + (values?.array ?? []))
                } else if let values {
                    environments.append(values)
                }
            } catch {
                problems.append(SampleProblem(path: file.path, place: "", reason: reason(error)))
            }
        }
        var result: [SampleFile] = []
        for (file, format) in zip(files, formats) where format != .environment {
            do throws(MockError) {
                result.append(try read(file, format, globals, environments))
            } catch {
                problems.append(SampleProblem(path: file.path, place: "", reason: reason(error)))
            }
        }
        if result.isEmpty, problems.isEmpty {
            problems += files.map {
                SampleProblem(
                    path: $0.path, place: "",
                    reason: "it has only the variables of a Postman environment: give the collection too")
            }
        }
        return (result, problems)
    }

    /// The message of an error, without the part of the file that it quotes, which may be a secret.
    private static func reason(_ error: MockError) -> String {
        let text = error.description
        return text.firstRange(of: ", found \"").map { String(text[..<$0.lowerBound]) } ?? text
    }

    private static func read(
        _ file: (path: String, bytes: [UInt8]), _ format: SampleFormat, _ globals: JSONValue?,
        _ environments: [JSONValue]
    ) throws(MockError) -> SampleFile {
        switch format {
        case .archive, .recording:
            return RecordedSamples(path: file.path, try Recordings.read(file.bytes)).file
        case .collection, .wrappedCollection:
            let json = try JSONValue(parsing: file.bytes)
            let isWrapped = format == .wrappedCollection
            return PostmanCollection(
                isWrapped ? json["collection"] ?? .null : json, at: isWrapped ? "/collection" : "", path: file.path,
                globals: globals, environments: environments
            ).file
        case .curl: return CurlReader(file.path, file.bytes).file
        case .foreign(let advice): throw MockError(advice)
        case .description(let kind):
            throw MockError(
                "it is \(kind), and describes the API already: 'callsite import' reads it, without samples beside it")
        case .environment, .unknown: throw MockError(SampleFormat.expected(file.bytes))
        }
    }
}
