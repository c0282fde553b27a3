import CallsiteMockEngine
import CallsiteShell

/// The file of `--state`: what is in the collections, as JSON that a person may edit.
struct MockStateFile {
    let path: String
    let shell: Shell
    /// A file of Callsite's begins so; no other is replaced.
    static let prefix = "{\"callsiteMockState\":1"

    /// nil: all is well; a file that isn't there is an empty one.
    func read(into host: MockHost) -> ExitStatus? {
        let bytes: [UInt8]
        do throws(FileProblem) {
            bytes = try readFile(shell.absolute(path), regularOnly: true)
        } catch {
            if !fileExists(shell.absolute(path)) { return nil }
            shell.console.error("can't read '\(path)': \(error)")
            return .fileError
        }
        do throws(MockError) {
            let json = try JSONValue(parsing: bytes)
            guard json["callsiteMockState"]?.int == 1 else {
                throw MockError("it isn't what '--state' writes: it has to begin with \(Self.prefix)")
            }
            try host.fill(json["collections"] ?? .object(JSONObject()))
            return nil
        } catch {
            shell.console.error("'\(path)' is no state of this mock: \(error)")
            return .fileError
        }
    }

    /// nil: it is written.
    func write(_ host: MockHost) -> ExitStatus? {
        var text = Self.prefix + ",\n\"collections\":{"
        for (index, field) in (host.collections.object ?? JSONObject()).pairs.enumerated() {
            text += (index > 0 ? ",\n" : "\n") + JSONValue.string(field.key).text + ":["
            text += (field.value.array ?? []).map { "\n  " + $0.text }.joined(separator: ",")
            text += "]"
        }
        text += "}}\n"
        let status = shell.writeFile(
            Array(text.utf8), to: path, replacing: { $0.starts(with: Self.prefix.utf8) }, isSilent: true)
        return status == .done ? nil : status
    }
}
