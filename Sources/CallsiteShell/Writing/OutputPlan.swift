import CallsiteCore

/// What stands in the output folder before a run: of the outputs' own names everything, of other files the header.
struct OutputFolderContents: Hashable, Sendable {
    /// What is found under the name of an output.
    enum Existing: Hashable, Sendable {
        case file(contents: [UInt8], permissions: UInt32)
        case symbolicLink
        case folder
        case other
    }

    /// By name; a name that is missing here is free.
    var existing: [String: Existing] = [:]
    /// Files under other names that Callsite wrote, by name.
    var generated: [String: GeneratedHeader] = [:]
}

/// What a run would change in the output folder: decided before anything is touched.
struct OutputPlan: Hashable, Sendable {
    /// A file to be written.
    struct Change: Hashable, Sendable {
        let file: Output.File
        /// What stands there now; `nil` if nothing does.
        let old: [UInt8]?
        /// The permission bits to keep; `nil` for a new file.
        let permissions: UInt32?
    }

    /// An output whose place is taken.
    struct Refused: Hashable, Sendable {
        let name: String
        let reason: Refusal
    }

    /// Why the place of an output can't be used.
    enum Refusal: Hashable, Sendable {
        case foreign
        case symbolicLink
        case notRegular

        var explanation: String {
            switch self {
            case .foreign: "not written by Callsite, so it is not overwritten; move it away, or choose another folder"
            case .symbolicLink: "is a symbolic link, through which Callsite does not write; replace it, or choose another folder"
            case .notRegular: "is not a regular file; move it away, or choose another folder"
            }
        }
    }

    /// In the order of the outputs.
    var changes: [Change] = []
    /// Names of outputs that stand there already, byte for byte.
    var unchanged: [String] = []
    /// If there are any, nothing may be written.
    var refused: [Refused] = []
    /// Names of files that an earlier run generated from the same descriptions, and that are no outputs any more.
    var orphans: [String] = []

    /// Compares what was generated with what is there.
    init(_ files: [Output.File], over folder: OutputFolderContents) {
        for file in files {
            switch folder.existing[file.name] {
            case nil:
                changes.append(Change(file: file, old: nil, permissions: nil))
            case .file(let contents, _) where contents == file.contents:
                unchanged.append(file.name)
            case .file(let contents, let permissions) where GeneratedHeader(firstLineOf: contents) != nil:
                changes.append(Change(file: file, old: contents, permissions: permissions))
            case .file:
                refused.append(Refused(name: file.name, reason: .foreign))
            case .symbolicLink:
                refused.append(Refused(name: file.name, reason: .symbolicLink))
            case .folder, .other:
                refused.append(Refused(name: file.name, reason: .notRegular))
            }
        }
        let origins = Set(files.compactMap { GeneratedHeader(firstLineOf: $0.contents) })
        orphans = folder.generated.filter { origins.contains($0.value) }.keys.sorted()
    }
}
