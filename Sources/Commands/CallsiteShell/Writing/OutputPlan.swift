import CallsiteCore
import CallsitePrinter

/// The files of a description that belong in a folder.
package struct OutputSection: Hashable, Sendable {
    /// The description's path, relative to the folder: its name in the manifest.
    package let description: String
    package var files: [Output.File]
    /// Files of the embedded runtime, `MODULE+NAME.swift`, that no description of this run needs. They are written if
    /// the folder has files of the module already, and a description outside of this run may need them.
    package var spare: [Output.File] = []

    package init(description: String, files: [Output.File], spare: [Output.File] = []) {
        (self.description, self.files, self.spare) = (description, files, spare)
    }
}

/// The contents of the output folder before a run: whole files under the outputs' names, headers of other files.
struct OutputFolderContents: Hashable, Sendable {
    /// The outputs, the files that the manifest lists, and the manifest, by name. A name that is missing here is free.
    var existing: [String: Standing] = [:]
    /// Names in the manifest of files that are now outputs under a name in other case: `Shop+PetStore.swift`, if the
    /// output is `Shop+Petstore.swift` and the file system ignores case.
    var olderNames: Set<String> = []
    /// The headers of other files that Callsite wrote, by name.
    var generated: [String: GeneratedHeader] = [:]
    var manifest = Manifest()
    /// The manifest's bytes; nil if there is none.
    var manifestContents: [UInt8]?
    /// Descriptions that the manifest lists and that no longer exist.
    var vanished: Set<String> = []
}

/// The changes that a run would make in the output folder, decided before anything is touched.
package struct OutputPlan: Hashable, Sendable {
    /// A file to be written.
    package struct Change: Hashable, Sendable {
        package let file: Output.File
        /// The contents of the file now; `nil` if there is no file.
        package let old: [UInt8]?
        /// The permission bits to keep; `nil` for a new file.
        let permissions: UInt32?
        /// Whether the file was edited since Callsite wrote it.
        package let wasEdited: Bool
    }

    /// An output that can't be written, because a file in its place must stay.
    package struct Refused: Hashable, Sendable {
        package let name: String
        let reason: Refusal
    }

    /// A file that an earlier run generated and that is no output any more.
    package struct Orphan: Hashable, Sendable {
        package enum Kind: Hashable, Sendable {
            /// The manifest lists the file, which is as Callsite wrote it.
            case unedited
            case edited
            /// The file has a header of Callsite's, but no manifest lists it. It may have been edited.
            case unlisted
            /// The file's description is gone: renamed, or missing on this machine.
            case ofVanished(description: String)
        }
        package let name: String
        let kind: Kind
        /// Whether the file is deleted. If not, it stays, and a message says so.
        package let isDeleted: Bool

        /// The advice for a file that stays.
        var advice: String {
            switch kind {
            case .unedited, .unlisted: "no longer generated; delete it"
            case .edited: "no longer generated, and edited; delete it, or use '--force'"
            case .ofVanished(let description):
                "was generated from '\(description)', which is gone; delete it, or use '--force'"
            }
        }

        /// Whether the file makes the output stale for `--check`.
        package var isStale: Bool { if case .ofVanished = kind { false } else { true } }
    }

    /// The treatment of Callsite's files that were edited.
    package enum Edits: Hashable, Sendable {
        case refused
        /// `--check`: they are changes like any other; nothing is written anyway.
        case compared
        /// `--force`.
        case overwritten
    }

    /// The files to write, in the order of the outputs.
    package var changes: [Change] = []
    /// The names of outputs whose files have the same bytes already.
    package var unchanged: [String] = []
    /// Outputs that can't be written. If there are any, nothing may be written.
    var refused: [Refused] = []
    package var orphans: [Orphan] = []
    /// The manifest after the run. The manifest before the run is in the folder's contents.
    var manifest = Manifest()
    /// Whether the folder has a manifest. A build plugin's has none, since it is never edited or committed.
    var hasManifest = true
    /// Whether the manifest's file is missing, or has other contents.
    package var changesManifest = false
    /// Whether the folder has no manifest yet.
    var hasNewManifest = false
    /// The newest other version of the tool that wrote these descriptions' files.
    package var otherTool: String?

    /// Compares what was generated with what is there.
    init(_ sections: [OutputSection], over folder: OutputFolderContents, edits: Edits, hasManifest: Bool = true) {
        var sections = sections
        var ownDescriptions = Set(sections.map(\.description))
        // An embedded runtime is deleted with the last description that asked for it.
        let runtime = Manifest.embeddedRuntime
        if Set(folder.manifest.descriptions.keys).subtracting(ownDescriptions) == [runtime] {
            sections.append(OutputSection(description: runtime, files: []))
            ownDescriptions.insert(runtime)
        }
        let listing = folder.manifest.listing
        let others = Set(folder.manifest.descriptions.keys).subtracting(ownDescriptions).subtracting(folder.vanished)
        for index in sections.indices where !others.isEmpty {
            let listed = folder.manifest.descriptions[sections[index].description]?.keys.map(Self.module) ?? []
            sections[index].files += sections[index].spare.filter { listed.contains(Self.module($0.name)) }
        }
        self.hasManifest = hasManifest
        for section in sections {
            for file in section.files { plan(file, over: folder, listing, ownDescriptions, edits) }
        }
        guard hasManifest else { return }
        hasNewManifest = folder.existing[Manifest.fileName] == nil
        let versions = Set(sections.compactMap { folder.manifest.tools[$0.description] })
        otherTool = versions.subtracting([CallsiteVersion.current]).compactMap(ToolVersion.init).max()?.text
        if let refusal = folder.existing[Manifest.fileName]?.refusal(replacing: Manifest.isOurs) {
            refused.append(Refused(name: Manifest.fileName, reason: refusal))
        }
        planOrphans(sections, folder, listing, ownDescriptions, edits)
        planManifest(sections, folder.manifest, listing, replacing: ownDescriptions.union(folder.vanished))
        changesManifest = !(folder.manifestContents.map { areSame($0, manifest.contents) } ?? false)
    }

    /// The part of a name before the plus sign.
    private static func module(_ name: String) -> Substring { name.prefix { $0 != "+" } }

    private mutating func plan(
        _ file: Output.File, over folder: OutputFolderContents, _ listing: Manifest.Listing,
        _ ownDescriptions: Set<String>, _ edits: Edits
    ) {
        if case .file(let contents, _)? = folder.existing[file.name], areSame(contents, file.contents) {
            unchanged.append(file.name)
            return
        }
        if let refusal = folder.existing[file.name]?.refusal(replacing: { GeneratedHeader(firstLineOf: $0) != nil }) {
            refused.append(Refused(name: file.name, reason: refusal))
            return
        }
        switch folder.existing[file.name] {
        case .file(let contents, let permissions):
            let owner = listing.owner(of: file.name)
            if let owner, !ownDescriptions.contains(owner), !folder.vanished.contains(owner), edits == .refused {
                refused.append(Refused(name: file.name, reason: .otherDescription(owner)))
                return
            }
            // The manifest may list the file under an older name, in other case.
            let older = folder.olderNames.first { $0.lowercased() == file.name.lowercased() }
            let isUnedited = listing.isUnedited(older ?? file.name, contents)
            let wasEdited = isUnedited == false
            if hasManifest, isUnedited != true, edits == .refused {
                refused.append(Refused(name: file.name, reason: wasEdited ? .edited : .unlisted))
            } else {
                changes.append(Change(file: file, old: contents, permissions: permissions, wasEdited: wasEdited))
            }
        default:
            changes.append(Change(file: file, old: nil, permissions: nil, wasEdited: false))
        }
    }

    private mutating func planOrphans(
        _ sections: [OutputSection], _ folder: OutputFolderContents, _ listing: Manifest.Listing,
        _ ownDescriptions: Set<String>, _ edits: Edits
    ) {
        let outputs = Set(sections.flatMap(\.files).map(\.name))
        var orphansByName: [String: Orphan] = [:]
        for (description, files) in folder.manifest.descriptions
        where ownDescriptions.contains(description) || folder.vanished.contains(description) {
            for name in files.keys where !outputs.contains(name) && !folder.olderNames.contains(name) {
                // Skip files that are gone, or no longer have Callsite's header.
                guard case .file(let contents, _)? = folder.existing[name],
                    GeneratedHeader(firstLineOf: contents) != nil
                else { continue }
                let isEdited = listing.isUnedited(name, contents) == false
                let kind: Orphan.Kind =
                    !ownDescriptions.contains(description)
                    ? .ofVanished(description: description) : isEdited ? .edited : .unedited
                let isDeleted = kind == .unedited || edits == .overwritten
                orphansByName[name] = Orphan(name: name, kind: kind, isDeleted: isDeleted)
            }
        }
        // The header of a file that no manifest lists shows the description that the file comes from.
        let origins = Set(sections.flatMap(\.files).compactMap { GeneratedHeader(firstLineOf: $0.contents) })
        for (name, header) in folder.generated
        where origins.contains(header) && orphansByName[name] == nil && !outputs.contains(name) {
            guard listing.owner(of: name) == nil else { continue }
            orphansByName[name] = Orphan(name: name, kind: .unlisted, isDeleted: false)
        }
        orphans = orphansByName.values.sorted { $0.name < $1.name }
    }

    private mutating func planManifest(
        _ sections: [OutputSection], _ old: Manifest, _ listing: Manifest.Listing, replacing replaced: Set<String>
    ) {
        manifest = old
        for description in replaced { manifest.descriptions[description] = nil }
        let outputs = Set(sections.flatMap(\.files).map(\.name))
        for description in manifest.descriptions.keys {
            manifest.descriptions[description] = manifest.descriptions[description]?.filter {
                !outputs.contains($0.key)
            }
        }
        for section in sections {
            manifest.descriptions[section.description] = Dictionary(
                section.files.map { ($0.name, [Manifest.hash($0.contents)]) }, uniquingKeysWith: { $1 })
            manifest.tools[section.description] = CallsiteVersion.current
        }
        // An orphan that stays is still listed.
        for orphan in orphans where !orphan.isDeleted {
            guard let owner = listing.owner(of: orphan.name) else { continue }
            manifest.descriptions[owner, default: [:]][orphan.name] = old.descriptions[owner]?[orphan.name]
        }
    }
}
