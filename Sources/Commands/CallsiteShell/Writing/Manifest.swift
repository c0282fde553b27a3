import CallsiteCore
import CallsiteText

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The list of files that Callsite wrote into a folder, and of the descriptions they come from:
/// `.callsite-manifest.json` in that folder, to be committed with the rest.
///
/// The manifest shows which files are still as Callsite wrote them, and may be deleted or overwritten, and which were
/// edited. It has a line for each file, in order, so that branches merge.
package struct Manifest: Hashable, Sendable {
    package static let fileName = ".callsite-manifest.json"
    /// The key under which the files of an embedded runtime are listed.
    package static let embeddedRuntime = "<runtime>"
    private static let version = "1"

    /// The version of the tool that wrote each description's files, where it is known.
    var tools: [String: String] = [:]

    /// The hashes that each file may have, by the description's path (relative to the folder) and the file's name.
    /// While a file is being replaced, both its old and its new hash are listed.
    package var descriptions: [String: [String: Set<String>]] = [:]

    /// The files of all descriptions by name, for looking up many files.
    struct Listing: Hashable, Sendable {
        fileprivate var owners: [String: String] = [:]
        fileprivate var hashes: [String: Set<String>] = [:]

        /// The description that a file was generated from.
        func owner(of name: String) -> String? { owners[name] }

        /// Whether `contents` are as Callsite wrote them; nil if the file isn't listed.
        func isUnedited(_ name: String, _ contents: [UInt8]) -> Bool? {
            hashes[name]?.contains(Manifest.hash(contents))
        }
    }

    var listing: Listing {
        var listing = Listing()
        for description in descriptions.keys.sorted() {
            for (name, hashes) in descriptions[description] ?? [:] {
                listing.owners[name] = listing.owners[name] ?? description
                listing.hashes[name, default: []].formUnion(hashes)
            }
        }
        return listing
    }

    /// The entries of both manifests, for a folder whose files are being replaced.
    func merging(_ other: Manifest) -> Manifest {
        var merged = self
        for (description, files) in other.descriptions {
            merged.descriptions[description, default: [:]].merge(files) { $0.union($1) }
        }
        merged.tools.merge(other.tools) { $1 }
        return merged
    }

    /// The hash of a file's bytes with line breaks as on Unix, since `git` may have changed those. It detects edits. It
    /// doesn't protect against forgery.
    package static func hash(_ contents: [UInt8]) -> String {
        let hash: UInt64 = contents.withUnsafeBytes { bytes in
            // Few files have a carriage return at all, and a search for one costs next to nothing.
            guard let start = bytes.baseAddress, memchr(start, 0x0D, bytes.count) != nil else { return fold(bytes) }
            let normalised = bytes.indices.filter {
                bytes[$0] != 0x0D || $0 + 1 == bytes.count || bytes[$0 + 1] != 0x0A
            }.map { bytes[$0] }
            return normalised.withUnsafeBytes(fold)
        }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// FNV-1a's steps over eight bytes at a time: byte by byte, a debug build took longer for this than for the rest of
    /// writing. The upper half is folded into the lower after each step, since multiplication carries upwards only.
    private static func fold(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325 ^ UInt64(bytes.count)
        var offset = 0
        // The step is repeated below rather than put into a function: a debug build would take three times as long.
        while offset + 8 <= bytes.count {
            hash =
                (hash ^ UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
                &* 0x0000_0100_0000_01B3
            hash ^= hash >> 32
            offset += 8
        }
        while offset < bytes.count {
            hash = (hash ^ UInt64(bytes[offset])) &* 0x0000_0100_0000_01B3
            hash ^= hash >> 32
            offset += 1
        }
        return hash
    }
}

// MARK: - The file

extension Manifest {
    var contents: [UInt8] {
        let sections = descriptions.filter { !$0.value.isEmpty }.mapValues { files in
            JSONValue.object(JSONObject(files.mapValues { .string($0.sorted().joined(separator: " ")) }))
        }
        var members: JSONObject = [
            "callsite-manifest": .string(Manifest.version), "descriptions": .object(JSONObject(sections)),
        ]
        // A version that all descriptions share is written once, so that branches merge.
        let tools = tools.filter { sections[$0.key] != nil }
        if let tool = tools.values.first, tools.count == sections.count, Set(tools.values).count == 1 {
            members["tool"] = .string(tool)
        } else if !tools.isEmpty {
            members["tools"] = .object(JSONObject(tools.mapValues { .string($0) }))
        }
        return Array(JSONValue.object(members).document.utf8)
    }

    /// Whether a file with the manifest's name is one, even if branches were merged badly in it. Any other file is
    /// kept.
    static func isOurs(_ contents: [UInt8]) -> Bool {
        // Keys are sorted, so this key comes first.
        contents.isEmpty || Array(contents.prefix(4096)).contains(Array("\"callsite-manifest\"".utf8))
    }

    /// Reads the file; nil: it isn't a manifest, for example after branches were merged badly.
    package init?(contents: [UInt8]) {
        var diagnostics = Diagnostics()
        let nodes = parse(SourceSet(main: .init(path: Manifest.fileName, bytes: contents)), &diagnostics)
        guard !diagnostics.hasErrors, let root = nodes.documents[0]?.root, let members = root.pairs else { return nil }
        func member(_ key: String) -> Node? { members.first { $0.key.text == key }?.value }
        guard member("callsite-manifest")?.text == Manifest.version, let sections = member("descriptions")?.pairs else {
            return nil
        }
        // Anything but a version counts as missing.
        func version(_ node: Node?) -> String? { node?.text.flatMap { ToolVersion($0) == nil ? nil : $0 } }
        let sharedVersion = version(member("tool"))
        for (description, tool) in member("tools")?.pairs ?? [] {
            if let description = description.text { tools[description] = version(tool) }
        }
        for (description, files) in sections {
            guard let description = description.text, let files = files.pairs else { return nil }
            var section: [String: Set<String>] = [:]
            for (name, hashes) in files {
                // Callsite never writes a name that leads to another folder.
                guard let name = name.text, let hashes = hashes.text, !name.isEmpty, name != ".", name != "..",
                    !name.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == 0 })
                else { return nil }
                section[name] = Set(hashes.split(separator: " ").map(String.init))
            }
            descriptions[description] = section
            if let sharedVersion { tools[description] = sharedVersion }
        }
    }
}
