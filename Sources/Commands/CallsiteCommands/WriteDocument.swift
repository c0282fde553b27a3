import CallsitePrinter
import CallsiteShell

extension Shell {
    /// Writes one file that has no manifest. See `writeFiles`.
    func writeFile(
        _ contents: [UInt8], to path: String, replacing isOurs: ((_ contents: [UInt8]) -> Bool)? = nil,
        isEdited: (_ contents: [UInt8]) -> Bool = { _ in false }, elsewhere place: String = "another name",
        isSilent: Bool = false
    ) -> ExitStatus {
        writeFiles(
            [.init(name: Path.lastComponent(path), contents: contents)], in: Path.folder(of: path), replacing: isOurs,
            isEdited: isEdited, elsewhere: place, isSilent: isSilent, path: { _ in path })
    }

    /// Writes a new file, or prints the document if no file is named.
    func writeDocument(_ text: String, to path: String?) -> ExitStatus {
        guard let path, path != "-" else {
            console.print(document: text)
            return .done
        }
        return writeFile(Array(text.utf8), to: path)
    }
}
