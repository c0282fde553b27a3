import CallsiteCommands
import CallsiteCore
import Foundation
import SitePages

// A release: all files that are published, made offline by one command. The same commit gives the same bytes.

/// `release VERSION [--binaries DIR] [--output DIR]`: of the binaries in a folder, or of this system's alone.
func makeRelease(_ arguments: [String]) throws {
    var arguments = arguments
    func value(of option: String) -> String? {
        guard let index = arguments.firstIndex(of: option), index + 1 < arguments.count else { return nil }
        defer { arguments.removeSubrange(index...index + 1) }
        return arguments[index + 1]
    }
    let folder = value(of: "--output")
    let binaries = value(of: "--binaries")
    guard arguments.count == 1 else {
        throw Problem("usage: callsite-dev release VERSION [--binaries DIR] [--output DIR]")
    }
    let release = try Release(arguments[0])
    try release.write(to: URL(fileURLWithPath: folder ?? ".build/release-\(release.version)")) {
        try binaries.map(ToolBinary.all) ?? [ToolBinary.build()]
    }
}

struct Release {
    let version: String
    /// `December 1, 2026`, as pages of the manual have it.
    let date: String
    let notes: String
    /// The time of the commit, `2026-12-01T12:00:00Z`: nothing in a release says when it was made.
    let commitTime: String
    /// Where the sources and the files of releases are.
    static let repository = "https://github.com/OWNER/callsite"

    /// Throws a `Problem` with all reasons why there can't be such a release.
    init(_ version: String) throws {
        let changelog = try String(contentsOf: URL(fileURLWithPath: "CHANGELOG.md"), encoding: .utf8)
        var problems: [String] = []
        if version != CallsiteVersion.current {
            problems.append("the sources are version \(CallsiteVersion.current), not '\(version)'")
        }
        let changes = try output(["git", "status", "--porcelain"])
        if !changes.isEmpty { problems.append("the tree has changes that aren't committed:\n\(changes)") }
        let entry = Self.entry(of: version, in: changelog)
        if entry == nil {
            problems.append("CHANGELOG.md has no heading '## \(version) (YYYY-MM-DD)': a release has a date")
        }
        guard problems.isEmpty, let entry else {
            throw Problem("no release: " + problems.joined(separator: "\ncallsite-dev: no release: "))
        }
        self.version = version
        notes = entry.text
        date = try output(["env", "LC_ALL=C", "date", "-u", "-d", entry.date, "+%B %-d, %Y"])
        let seconds = try output(["git", "log", "-1", "--format=%ct"])
        commitTime = try output(["date", "-u", "-d", "@\(seconds)", "+%Y-%m-%dT%H:%M:%SZ"])
    }

    /// The date and the text of a version in a changelog; nil: it has none.
    static func entry(of version: String, in changelog: String) -> (date: String, text: String)? {
        let lines = changelog.split(separator: "\n", omittingEmptySubsequences: false)
        guard
            let start = lines.firstIndex(where: { $0.hasPrefix("## \(version) (") }),
            let match = lines[start].firstMatch(of: /\((\d{4}-\d{2}-\d{2})\)$/)
        else { return nil }
        let text = lines[(start + 1)...].prefix { !$0.hasPrefix("## ") }.joined(separator: "\n")
        return (String(match.1), text.trimmingCharacters(in: .whitespacesAndNewlines) + "\n")
    }

    /// Writes all files into a folder that doesn't exist yet, or none.
    ///
    /// - Parameter binaries: Called when nothing else stands in the way, because they take minutes.
    func write(to final: URL, of binaries: () throws -> [ToolBinary]) throws {
        guard !FileManager.default.fileExists(atPath: final.path) else {
            throw Problem("no release: '\(final.path)' exists")
        }
        let binaries = try binaries()
        let files = URL(fileURLWithPath: ".build/release-files")
        try? FileManager.default.removeItem(at: files)
        let folder = files.appendingPathComponent("finished")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        func put(_ name: String, _ text: String) throws {
            try Data(text.utf8).write(to: folder.appendingPathComponent(name))
        }
        for binary in binaries {
            let unpacked = try unpackedArchive(of: binary, in: files)
            try archive(unpacked, as: folder.appendingPathComponent(archiveName(of: binary)))
        }

        let bundle = files.appendingPathComponent("callsite.artifactbundle")
        let zipped = folder.appendingPathComponent("callsite.artifactbundle.zip")
        try writeBundle(binaries, to: bundle, zippedTo: zipped)
        let checksum = try sha256(zipped)
        let package = files.appendingPathComponent("callsite-\(version)-package")
        let url = "\(downloads)/callsite.artifactbundle.zip"
        try makePackage(package, tool: ".binaryTarget(name: \"callsite\", url: \"\(url)\", checksum: \"\(checksum)\")")
        try archive(package, as: folder.appendingPathComponent(package.lastPathComponent + ".tar.gz"))

        try put("RELEASE_NOTES.md", notes)
        try put("callsite.spdx.json", try billOfMaterials(binaries))
        let sums = try binaries.map { try sha256(folder.appendingPathComponent(archiveName(of: $0))) }
        try put("callsite.rb", formula(Array(zip(binaries, sums))))
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        try put("SHA256SUMS", try names.map { "\(try sha256(folder.appendingPathComponent($0)))  \($0)\n" }.joined())
        try FileManager.default.createDirectory(
            at: final.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.moveItem(at: folder, to: final)
        for name in names + ["SHA256SUMS"] { print("wrote \(final.path)/\(name)") }
        print("binaries: \(binaries.map(\.system).joined(separator: ", "))")
        for binary in binaries where binary.triple != "x86_64-unknown-linux-gnu" {
            print("untried by Callsite's own tests: \(binary.system)")
        }
    }

    private var downloads: String { "\(Self.repository)/releases/download/\(version)" }

    private func archiveName(of binary: ToolBinary) -> String { "callsite-\(version)-\(binary.system).tar.gz" }

    /// The folder that an archive unpacks to. For Linux it is a context of Docker too.
    private func unpackedArchive(of binary: ToolBinary, in files: URL) throws -> URL {
        let folder = files.appendingPathComponent("callsite-\(version)-\(binary.system)")
        for part in ["bin", "share/man/man1", "share/completions"] {
            try FileManager.default.createDirectory(
                at: folder.appendingPathComponent(part), withIntermediateDirectories: true)
        }
        try FileManager.default.copyItem(at: binary.file, to: folder.appendingPathComponent("bin/callsite"))
        var others = ["LICENSE", "CHANGELOG.md"]
        if binary.isLinux { others.append("Plugins/Docker/Dockerfile") }
        for file in others {
            let source = URL(fileURLWithPath: file)
            try FileManager.default.copyItem(at: source, to: folder.appendingPathComponent(source.lastPathComponent))
        }
        for page in manPages(date: date) {
            try Data(page.text.utf8).write(to: folder.appendingPathComponent("share/man/man1/\(page.name)"))
        }
        for (shell, file) in [(CompletionShell.bash, "callsite.bash"), (.zsh, "_callsite"), (.fish, "callsite.fish")] {
            try Data(shell.script.utf8).write(to: folder.appendingPathComponent("share/completions/\(file)"))
        }
        return folder
    }

    /// A tar archive without times, users and the order of a disk.
    private func archive(_ folder: URL, as file: URL) throws {
        let tar = file.deletingPathExtension()
        try run([
            "tar", "--format=ustar", "--sort=name", "--mtime=@0", "--owner=0", "--group=0", "--numeric-owner",
            "--mode=u=rwX,go=rX", "-C", folder.deletingLastPathComponent().path, "-cf", tar.path,
            folder.lastPathComponent,
        ])
        try run(["gzip", "-9", "--no-name", tar.path])
    }

    private func formula(_ archives: [(binary: ToolBinary, sum: String)]) -> String {
        let systems = [("linux", archives.filter(\.binary.isLinux)), ("macos", archives.filter { !$0.binary.isLinux })]
        var places = ""
        for (system, archives) in systems where !archives.isEmpty {
            places += "  on_\(system) do\n"
            for (binary, sum) in archives {
                places += """
                        on_\(binary.isARM ? "arm" : "intel") do
                          url "\(downloads)/\(archiveName(of: binary))"
                          sha256 "\(sum)"
                        end

                    """
            }
            places += "  end\n"
        }
        return """
            class Callsite < Formula
              desc "Generates Swift clients for HTTP APIs"
              homepage "\(Self.repository)"
              version "\(version)"
              license "Apache-2.0"

            \(places)
              def install
                bin.install "bin/callsite"
                man1.install Dir["share/man/man1/*.1"]
                bash_completion.install "share/completions/callsite.bash" => "callsite"
                zsh_completion.install "share/completions/_callsite"
                fish_completion.install "share/completions/callsite.fish"
              end

              test do
                assert_match version.to_s, shell_output("#{bin}/callsite --version")
              end
            end

            """
    }

    /// The binaries and their parts, in SPDX 2.3.
    private func billOfMaterials(_ binaries: [ToolBinary]) throws -> String {
        func package(_ id: String, _ part: ToolBinary.Part) -> [String: Any] {
            [
                "SPDXID": id, "name": part.name, "versionInfo": part.version ?? "NOASSERTION",
                "downloadLocation": part.url, "filesAnalyzed": false, "licenseConcluded": part.license,
                "licenseDeclared": part.license, "copyrightText": "NOASSERTION",
            ]
        }
        var packages: [[String: Any]] = []
        var relations: [[String: String]] = []
        func relate(_ one: String, _ type: String, _ other: String) {
            relations.append(["spdxElementId": one, "relationshipType": type, "relatedSpdxElement": other])
        }
        for binary in binaries {
            // An id has letters, digits, dots and dashes (SPDX 2.3, 7.2).
            let system = binary.system.replacing("_", with: "-")
            var tool = package(
                "SPDXRef-callsite-\(system)",
                .init(
                    id: "callsite", name: "callsite-\(binary.system)", version: version, license: "Apache-2.0",
                    url: "\(downloads)/\(archiveName(of: binary))"))
            tool["checksums"] = [["algorithm": "SHA256", "checksumValue": try sha256(binary.file)]]
            packages.append(tool)
            relate("SPDXRef-DOCUMENT", "DESCRIBES", "SPDXRef-callsite-\(system)")
            for part in binary.parts {
                packages.append(package("SPDXRef-\(part.id)-\(system)", part))
                relate("SPDXRef-callsite-\(system)", "STATIC_LINK", "SPDXRef-\(part.id)-\(system)")
            }
        }
        let sums = try binaries.map { try sha256($0.file).prefix(16) }.joined(separator: "-")
        let document: [String: Any] = [
            "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
            "name": "callsite-\(version)", "documentNamespace": "\(Self.repository)/spdx/\(version)-\(sums)",
            "creationInfo": ["created": commitTime, "creators": ["Tool: callsite-dev-\(version)"]],
            "packages": packages, "relationships": relations,
        ]
        let data = try JSONSerialization.data(
            withJSONObject: document, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
        return String(decoding: data, as: UTF8.self) + "\n"
    }
}
