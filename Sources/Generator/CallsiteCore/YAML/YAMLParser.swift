import CallsiteLibYAML

// In: a file's bytes. Out: its nodes with their places, or nil after an error that leaves no tree.
// libyaml scans and parses. The code here allows less than YAML does: one document, keys that are strings, no key
// twice, no unknown tag, no alias inside its own anchor, and bounds on depth and expansion, since a description is
// hostile data. It does not know what any key means.

/// Bounds that keep a hostile file cheap to refuse. A real description is far below each.
enum YAMLLimits {
    static let depth = 100
    /// The nodes that all aliases together stand for. Each alias reads its nodes again.
    static let aliasedNodes = 200_000
    static let bytes = 64 << 20
}

/// The documents of all files, by `FileID.index`; nil if a file isn't YAML.
package struct NodeSet: Sendable {
    package let documents: [YAMLDocument?]
    let sources: SourceSet
}

package func parse(_ sources: SourceSet, _ diagnostics: inout Diagnostics) -> NodeSet {
    var documents: [YAMLDocument?] = []
    var main = Diagnostics()
    var included = Diagnostics()
    for (index, file) in sources.files.enumerated() {
        var fileDiagnostics = Diagnostics()
        documents.append(parse(file, FileID(index), &fileDiagnostics))
        if index == 0 { main = fileDiagnostics } else { included.append(fileDiagnostics) }
    }
    let nodes = NodeSet(documents: documents, sources: sources)
    diagnostics.append(sources.overlayDiagnostics)
    diagnostics.append(main)
    // A broken included file affects only the parts of an OpenAPI document that refer to it.
    diagnostics.append(nodes.format == .native ? included : included.treatingErrorsAsWarnings())
    for document in documents.compactMap(\.self) {
        for repetition in document.repetitions {
            let key = Node(document: document, index: repetition.key)
            let first = Node(document: document, index: repetition.first)
            let text = key.text ?? ""
            diagnostics.report(
                nodes.format == .native
                    ? .duplicateKey(text, at: key.place, first: first.place)
                    : .repeatedKey(text, at: key.place, first: first.place))
        }
    }
    nodes.reportSameLookingNames(&diagnostics)
    return nodes
}

package func parse(_ file: SourceSet.File, _ id: FileID, _ diagnostics: inout Diagnostics) -> YAMLDocument? {
    if let document = file.document { return document.file == id ? document : document.asFile(id) }
    if let kind = BinaryFile(file.bytes) { return diagnostics.fail(.notText(kind, at: .start(of: id))) }
    guard looksLikeJSON(file), file.bytes.count <= YAMLLimits.bytes, YAMLText.firstInvalidByte(file.bytes) == nil else {
        return parseYAML(file.bytes, file: id, &diagnostics)
    }
    do {
        return try parseJSON(file.bytes, file: id)
    } catch {
        // YAML has braces too, and allows common mistakes in JSON: a comma at the end, a comment.
        var trial = Diagnostics()
        if !error.isFinal, let document = parseYAML(file.bytes, file: id, &trial), !trial.hasErrors {
            if file.path.hasSuffix(".json") { diagnostics.report(.jsonReadAsYAML(error)) }
            return document
        }
        if file.path.hasSuffix(".json") || error.isFinal {
            diagnostics.report(.badJSON(error))
        } else {
            diagnostics.append(trial)
        }
        return nil
    }
}

extension NodeSet {
    /// The format of the main file, by its top-level keys.
    package enum Format { case native, openAPI, swagger }

    package var format: Format {
        guard let root = documents.first??.root, root["callsite"] == nil else { return .native }
        return root["openapi"] != nil ? .openAPI : root["swagger"] != nil ? .swagger : .native
    }
}

/// Reads a file as YAML, whatever it is called.
///
/// - Returns: its nodes, nil after an error; and the UTF-8 that libyaml reads, with spaces in place of invisible
///   characters that YAML forbids.
package func readYAML(
    _ file: SourceSet.File, _ id: FileID, _ diagnostics: inout Diagnostics
) -> (document: YAMLDocument?, bytes: [UInt8]) {
    if let kind = BinaryFile(file.bytes) {
        diagnostics.report(.notText(kind, at: .start(of: id)))
        return (nil, [])
    }
    return readYAML(YAMLText.utf8(file.bytes), file: id, &diagnostics)
}

func parseYAML(_ bytes: [UInt8], file: FileID, _ diagnostics: inout Diagnostics) -> YAMLDocument? {
    readYAML(bytes, file: file, &diagnostics).document
}

private func readYAML(
    _ bytes: [UInt8], file: FileID, _ diagnostics: inout Diagnostics
) -> (document: YAMLDocument?, bytes: [UInt8]) {
    let start = SourceLocation.start(of: file)
    guard bytes.count <= YAMLLimits.bytes else {
        diagnostics.report(.tooLarge(bytes.count, at: start))
        return (nil, [])
    }
    let invalid = YAMLText.firstInvalidByte(bytes)
    if let invalid, !YAMLText.isUTF16(bytes) {
        diagnostics.report(.notUTF8(bytes[invalid], at: .ofByte(invalid, in: bytes, file)))
        return (nil, [])
    }
    var bytes = bytes
    var mendedLines = 0
    while true {
        var attempt = Diagnostics()
        let (document, problem) = parseOnce(bytes, file: file, &attempt)
        // Only libyaml knows whether a line is a comment or part of a string, so tabs are replaced in one line at a time,
        // where it stops. After eight lines they are replaced in all that follow, since each takes a run of libyaml.
        if let problem, let better = mendingTabs(bytes, atLine: problem, throughout: mendedLines >= 8) {
            bytes = better
            mendedLines += 1
            continue
        }
        if document == nil, let better = withoutControls(bytes, file: file, &diagnostics) {
            bytes = better
            continue
        }
        diagnostics.append(attempt)
        return (document, bytes)
    }
}

/// The control characters that YAML forbids (1.2.2, 5.1) and editors don't show, as spaces: U+0080 to U+009F but U+0085,
/// and U+007F. nil: there are none. Each place is reported, since one such character would cost the whole document.
private func withoutControls(_ bytes: [UInt8], file: FileID, _ diagnostics: inout Diagnostics) -> [UInt8]? {
    guard !YAMLText.isUTF16(bytes) else { return nil }
    var result = bytes
    var hasControls = false
    var (line, column) = (1, 0)
    for (index, byte) in bytes.enumerated() {
        if byte == 0x0A { (line, column) = (line + 1, 0) } else if byte & 0xC0 != 0x80 { column += 1 }
        let code: UInt8
        if byte == 0x7F {
            code = byte
            result[index] = 0x20
        } else if byte == 0xC2, index + 1 < bytes.count, 0x80...0x9F ~= bytes[index + 1], bytes[index + 1] != 0x85 {
            code = bytes[index + 1]
            // U+00A0 is a space of as many bytes, so places stay the same.
            result[index + 1] = 0xA0
        } else {
            continue
        }
        hasControls = true
        diagnostics.report(.controlCharacter(code, at: SourceLocation(file: file, line: line, column: column)))
    }
    return hasControls ? result : nil
}

extension Diagnostic {
    fileprivate static func controlCharacter(_ code: UInt8, at place: SourceLocation) -> Self {
        .warning(
            "control-character", "\(VisibleText.codePoint(UInt32(code))) is no character of YAML",
            help: "it is read as a space; write it as \"\\x\(String(code, radix: 16))\", or remove it", at: place,
            isPerCause: true)
    }
}

/// Parses the bytes once. `problem` is the line at which the scanner stopped, counted from 0; nil if it didn't.
private func parseOnce(
    _ bytes: [UInt8], file: FileID, _ diagnostics: inout Diagnostics
) -> (document: YAMLDocument?, problem: Int?) {
    var parser = yaml_parser_t()
    guard yaml_parser_initialize(&parser) == 1 else { return (nil, nil) }
    defer { yaml_parser_delete(&parser) }
    return bytes.withUnsafeBufferPointer { input in
        yaml_parser_set_input_string(&parser, input.baseAddress, input.count)
        var builder = YAMLTreeBuilder(file: file, source: bytes)
        let document = builder.build(&parser, &diagnostics)
        let hasStopped = document == nil && parser.error == YAML_SCANNER_ERROR
        return (document, hasStopped ? Int(parser.problem_mark.line) : nil)
    }
}

/// The bytes without the tab that libyaml stumbled over in a line of nothing but blanks or a comment, where YAML allows
/// one (YAML 1.2.2, 6.6 and 6.7). Such a tab becomes a blank, and a line of blanks empty; everything else keeps its
/// line and column. nil: the line has no such tab.
private func mendingTabs(_ bytes: [UInt8], atLine target: Int, throughout: Bool) -> [UInt8]? {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var hasChanged = false
    var number = 0
    var start = 0
    while start < bytes.count {
        let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
        let line = bytes[start..<end]
        if number == target || (throughout && number > target) {
            let blanks = line.prefix { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
            let isComment = blanks.endIndex < end && line[blanks.endIndex] == 0x23
            if blanks.contains(0x09), isComment || blanks.endIndex == end {
                hasChanged = true
                if isComment { result += blanks.map { $0 == 0x09 ? 0x20 : $0 } + line[blanks.endIndex...] }
            } else {
                result += line
            }
        } else {
            result += line
        }
        if end < bytes.count { result.append(0x0A) }
        number += 1
        start = end + 1
    }
    return hasChanged ? result : nil
}

extension Diagnostic {
    static func tooLarge(_ bytes: Int, at place: SourceLocation) -> Self {
        .error("file-too-large", "the file has \(bytes) bytes, and \(YAMLLimits.bytes) are the most", at: place)
    }
    static func notUTF8(_ byte: UInt8, at place: SourceLocation) -> Self {
        .error(
            "not-utf8", "byte 0x\(String(byte, radix: 16, uppercase: true)) isn't UTF-8",
            help: "save the file as UTF-8", at: place)
    }
    static func notText(_ kind: BinaryFile, at place: SourceLocation) -> Self {
        .error("not-utf8", "this is \(kind.name), and no text in UTF-8", help: kind.help, at: place)
    }
    static func repeatedKey(_ key: String, at place: SourceLocation, first: SourceLocation) -> Self {
        .warning(
            "repeated-key", "the key '\(key)' comes twice", help: "the last counts", at: place,
            notes: [.init("the first is here", at: first)])
    }
    static func duplicateKey(_ key: String, at place: SourceLocation, first: SourceLocation) -> Self {
        .error(
            "duplicate-key", "'\(key)' is here a second time", at: place,
            notes: [.init("the first '\(key)' is here", at: first)])
    }
}
