import Foundation

/// Which files the tool reads for a target: what SwiftPM watches, and how many files the output is spread over.
///
/// Inputs are the target's own YAML and JSON files, `callsite.yaml`, the descriptions, overlays and templates that it names,
/// and the files that these descriptions name in turn. Whatever else lies on the machine is neither looked at nor counted:
/// no folder is walked, and no folder is an input.
struct Inputs {
    /// `callsite.yaml` of the target, else of the package.
    private(set) var configuration: URL?
    /// In the target's folder and below.
    private(set) var descriptions: [URL] = []
    /// A change of any of these generates again. More than are needed do no harm: what comes out the same is not
    /// rewritten.
    private(set) var all: [URL] = []
    /// Where there may be a configuration, and is none.
    private(set) var absent: [URL] = []
    /// The number of files of models, and of files of requests.
    private(set) var shards = 1
    /// The paths that were looked at.
    private(set) var looks = 0

    /// No more paths are looked at: the tool warns of each file that it reads and that isn't watched.
    static let lookLimit = 10_000
    /// In bytes. The tool reads no larger file.
    private static let sizeLimit = 64 << 20

    private var seen: Set<String> = []

    /// - Parameters:
    ///   - files: The target's files, as SwiftPM lists them.
    ///   - target: The target's folder.
    ///   - package: The package's folder.
    init(files: [URL], target: URL, package: URL) {
        let places = [target, package].map { $0.appendingPathComponent("callsite.yaml") }
        configuration = places.first { size(of: $0) != nil }
        absent = Array(places.prefix { $0 != configuration })
        let data = files.filter(Inputs.isData).sorted { $0.path < $1.path }
        descriptions = data.filter(Inputs.isDescription)

        // In the order of importance, since the number of looks is bounded.
        var sources = descriptions
        var allowed = Allowed()
        var templates: [URL] = []
        if let configuration, add(configuration), let text = contents(of: configuration) {
            let named = NamedPaths(OutlineYAML(text))
            let folder = configuration.deletingLastPathComponent()
            func url(_ path: String) -> URL { Inputs.url(path, in: folder) }
            sources += named.sources.map(url)
            templates = named.templates.map(url)
            for overlay in named.overlays { add(url(overlay)) }
            allowed = Allowed(
                everything: named.allowsEverything, folders: Set(named.allowedFolders.map { url($0).path }))
        }
        sources = sources.filter { add($0) }
        shards = min(max(addIncludes(of: sources, allowed) / 32_768, 1), 64)
        var folders: Set<String> = []
        for folder in templates where folders.insert(folder.path).inserted { addTemplates(in: folder) }
        for file in data { add(file) }
    }

    /// Adds the files that descriptions name, and those that these name in turn.
    ///
    /// - Returns: The bytes of all.
    private mutating func addIncludes(of sources: [URL], _ allowed: Allowed) -> Int {
        var counted: Set<String> = []
        var bytes = 0
        var names = 0
        for source in sources {
            let own = source.deletingLastPathComponent().path
            var files = [source]
            var next = 0
            while next < files.count {
                let file = files[next]
                next += 1
                guard counted.insert(file.path).inserted, let text = contents(of: file) else { continue }
                bytes += text.count
                let folder = file.deletingLastPathComponent()
                for name in FileNames.inDescription(text, limit: Inputs.lookLimit - names) {
                    names += 1
                    let file = Inputs.url(name, in: folder)
                    guard !counted.contains(file.path), allowed.allows(file, besides: own), add(file) else { continue }
                    files.append(file)
                }
            }
        }
        return bytes
    }

    /// - Returns: Whether there is such a file.
    @discardableResult
    private mutating func add(_ file: URL) -> Bool {
        guard size(of: file) != nil else { return false }
        if seen.insert(file.path).inserted { all.append(file) }
        return true
    }

    private mutating func addTemplates(in folder: URL) {
        guard
            let files = FileManager.default.enumerator(
                at: folder, includingPropertiesForKeys: nil, options: [.skipsSubdirectoryDescendants])
        else { return }
        var templates: [URL] = []
        for case let file as URL in files {
            guard looks < Inputs.lookLimit else { break }
            looks += 1
            if file.pathExtension == "mustache" { templates.append(file) }
        }
        for template in templates.sorted(by: { $0.path < $1.path }) { add(template) }
    }

    /// A file by its path from a folder, without `.` and `..`. The text alone decides: Foundation's `standardizedFileURL`
    /// also drops a leading `/private` on macOS, which SwiftPM's own paths keep.
    private static func url(_ path: String, in folder: URL) -> URL {
        var names: [Substring] = []
        for name in (path.hasPrefix("/") ? path : folder.path + "/" + path).split(separator: "/") where name != "." {
            if name == ".." { _ = names.popLast() } else { names.append(name) }
        }
        return URL(fileURLWithPath: "/" + names.joined(separator: "/"))
    }

    /// In bytes; nil: it is no regular file, or none of this size is read.
    private mutating func size(of file: URL) -> Int? {
        guard looks < Inputs.lookLimit else { return nil }
        looks += 1
        let attributes = try? FileManager.default.attributesOfItem(atPath: file.resolvingSymlinksInPath().path)
        guard attributes?[.type] as? FileAttributeType == .typeRegular, let size = attributes?[.size] as? Int,
            size <= Inputs.sizeLimit
        else { return nil }
        return size
    }

    private mutating func contents(of file: URL) -> [UInt8]? {
        guard size(of: file) != nil else { return nil }
        return (try? Data(contentsOf: file)).map(Array.init)
    }

    private static func isData(_ url: URL) -> Bool { ["yaml", "yml", "json"].contains(url.pathExtension) }

    private static func isDescription(_ url: URL) -> Bool {
        let name = url.lastPathComponent
        return name.hasSuffix(".callsite.yaml")
            || ["openapi", "swagger"].contains(url.deletingPathExtension().lastPathComponent) && isData(url)
    }
}

/// The values of `callsite.yaml` that name files.
private struct NamedPaths {
    var sources: [String] = []
    var templates: [String] = []
    var overlays: [String] = []
    var allowsEverything = false
    var allowedFolders: [String] = []

    init(_ configuration: OutlineYAML) {
        addSettings(configuration)
        for element in configuration["descriptions"].elements {
            if let source = element.string ?? element["source"].string { sources.append(source) }
            addSettings(element)
        }
    }

    private mutating func addSettings(_ mapping: OutlineYAML) {
        if let folder = mapping["templates"].string { templates.append(folder) }
        if ["true", "True", "TRUE"].contains(mapping["allowOutside"].string) { allowsEverything = true }
        overlays += mapping["overlays"].elements.compactMap(\.string)
        allowedFolders += mapping["allowOutside"].elements.compactMap(\.string)
    }
}

/// From where a description may include files: its own folder and below, and what `allowOutside` says.
private struct Allowed {
    var everything = false
    var folders: Set<String> = []

    func allows(_ file: URL, besides own: String) -> Bool {
        if everything { return true }
        var folder = file.path
        while let slash = folder.lastIndex(of: "/") {
            folder = String(folder[..<slash])
            if folder == own || folders.contains(folder.isEmpty ? "/" : folder) { return true }
        }
        return false
    }
}

private enum FileNames {
    /// In bytes: no path is longer.
    private static let lengthLimit = 512
    private static let endings = ["yaml", "yml", "json"].map { Array($0.utf8) }

    /// The words of a description that end as the name of a YAML or JSON file does, in order: `parts/river.yaml` of
    /// `$ref: 'parts/river.yaml#/River'`. Most name none.
    static func inDescription(_ text: [UInt8], limit: Int) -> [String] {
        var names: [String] = []
        var seen: Set<String> = []
        text.withUnsafeBufferPointer { bytes in
            var position = 0
            // Where the current quoted string began, and up to where that is known.
            var (quote, quoteLimit) = (0, 0)
            while position < bytes.count, seen.count < limit, let dot = nextDot(in: bytes, from: position) {
                position = dot + 1
                for ending in endings {
                    let end = position + ending.count
                    guard end <= bytes.count, bytes[position..<end].elementsEqual(ending),
                        end == bytes.count || !isWord(bytes[end])
                    else { continue }
                    var start = dot
                    while start > 0, dot - start < lengthLimit, !isSeparator(bytes[start - 1]) { start -= 1 }
                    var starts = [start]
                    // A quoted path may have blanks. Bytes are looked at once for all names behind them.
                    if start > 0, bytes[start - 1] == 0x20 {
                        var at = dot
                        while at > quoteLimit, dot - at < lengthLimit, !isQuote(bytes[at - 1]) { at -= 1 }
                        if at > quoteLimit, dot - at < lengthLimit { quote = at }
                        quoteLimit = dot
                        if dot - quote < lengthLimit, quote < start { starts.append(quote) }
                    }
                    for start in starts {
                        let name = String(decoding: bytes[start..<end], as: UTF8.self)
                        if seen.insert(name).inserted { names.append(name) }
                    }
                }
            }
        }
        return names
    }

    private static func nextDot(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        guard let base = bytes.baseAddress, let found = memchr(base + start, 0x2E, bytes.count - start) else {
            return nil
        }
        return found - UnsafeMutableRawPointer(mutating: base)
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    private static func isQuote(_ byte: UInt8) -> Bool { "\n\"'".utf8.contains(byte) }

    private static func isSeparator(_ byte: UInt8) -> Bool {
        byte <= 0x20 || "\"'`,[]{}()<>#".utf8.contains(byte)
    }
}
