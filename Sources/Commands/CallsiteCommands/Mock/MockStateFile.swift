import CallsiteMockEngine
import CallsiteShell

/// The file of `--state`: the contents of the collections, as JSON that you may edit.
struct MockStateFile {
    let path: String
    let shell: Shell
    /// The beginning of each file that Callsite writes. No other file is replaced.
    static let prefix = "{\"callsiteMockState\":1"

    /// Fills the host's collections. A missing file counts as an empty one.
    ///
    /// - Returns: The exit status of a failure; nil if there is none.
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

    /// - Returns: The exit status of a failure; nil if the file is written.
    func write(_ host: MockHost) -> ExitStatus? {
        var contents = Self.prefix + ",\n\"collections\":{"
        for (index, field) in (host.collections.object ?? JSONObject()).pairs.enumerated() {
            contents += (index > 0 ? ",\n" : "\n") + JSONValue.string(field.key).text + ":["
            contents += (field.value.array ?? []).map { "\n  " + $0.text }.joined(separator: ",")
            contents += "]"
        }
        contents += "}}\n"
        let status = shell.writeFile(
            Array(contents.utf8), to: path, replacing: { $0.starts(with: Self.prefix.utf8) }, isSilent: true)
        return status == .done ? nil : status
    }
}
