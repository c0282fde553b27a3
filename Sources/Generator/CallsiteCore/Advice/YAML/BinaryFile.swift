/// A file that isn't UTF-8, such as a gzip archive, recognized by its first bytes. A message that names the format
/// helps more than the position of the first invalid byte.
struct BinaryFile {
    let name: DiagnosticText
    let help: DiagnosticText

    /// nil if the file may be readable: UTF-8, or UTF-16 with a byte order mark, which YAML allows.
    init?(_ bytes: [UInt8]) {
        let magic: [([UInt8], DiagnosticText, DiagnosticText)] = [
            ([0x1F, 0x8B], "a gzip archive", "unpack it first"),
            ([0x50, 0x4B, 0x03, 0x04], "a ZIP archive", "unpack it first"),
            ([0x42, 0x5A, 0x68], "a bzip2 archive", "unpack it first"),
            ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "an xz archive", "unpack it first"),
            ([0x28, 0xB5, 0x2F, 0xFD], "a Zstandard archive", "unpack it first"),
            (Array("bplist00".utf8), "a binary property list", "name the file of the description"),
            (Array("%PDF".utf8), "a PDF document", "name the file of the description"),
            ([0x7F, 0x45, 0x4C, 0x46], "a program", "name the file of the description"),
            ([0xCF, 0xFA, 0xED, 0xFE], "a program", "name the file of the description"),
            ([0x89, 0x50, 0x4E, 0x47], "an image", "name the file of the description"),
            ([0xFF, 0xFE, 0x00, 0x00], "UTF-32", "save the file as UTF-8"),
            ([0x00, 0x00, 0xFE, 0xFF], "UTF-32", "save the file as UTF-8"),
        ]
        if let (_, name, help) = magic.first(where: { bytes.starts(with: $0.0) }) {
            (self.name, self.help) = (name, help)
            return
        }
        guard !YAMLText.isUTF16(bytes) else { return nil }
        let start = bytes.prefix(400)
        let zeros = start.indices.filter { start[$0] == 0 }
        guard !zeros.isEmpty else { return nil }
        // If nearly all characters are ASCII, every other byte of UTF-16 is zero, and three of four bytes of UTF-32.
        if zeros.count * 3 > start.count * 2 {
            (name, help) = ("UTF-32 without a byte order mark", "save the file as UTF-8")
        } else if zeros.count * 3 > start.count, Set(zeros.map { $0 % 2 }).count == 1 {
            (name, help) = ("UTF-16 without a byte order mark", "save the file as UTF-8")
        } else {
            // A few zeros in UTF-8 are single mistakes, which are reported with their places.
            guard zeros.count > 2, zeros[0] < 64 || YAMLText.firstInvalidByte(Array(start)) != nil else { return nil }
            (name, help) = ("a binary file", "name the file of the description")
        }
    }
}
