import CallsiteCommands
import CallsiteCore
import Foundation

// A release: all files that are published, made offline by one command. The same commit gives the same bytes.

/// `release VERSION [--output DIR]`
func makeRelease(_ arguments: [String]) throws {
    var arguments = arguments
    var folder: String?
    if let option = arguments.firstIndex(of: "--output"), option + 1 < arguments.count {
        folder = arguments[option + 1]
        arguments.removeSubrange(option...option + 1)
    }
    guard arguments.count == 1 else { throw Problem("usage: callsite-dev release VERSION [--output DIR]") }
    let version = arguments[0]
    let release = try Release(version)
    try release.write(to: URL(fileURLWithPath: folder ?? ".build/release-\(version)"))
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
    func write(to final: URL) throws {
        guard !FileManager.default.fileExists(atPath: final.path) else {
            throw Problem("no release: '\(final.path)' exists")
        }
        let tool = try staticTool()
        let triple = try targetTriple()
        try checkPaths(of: tool)
        let files = URL(fileURLWithPath: ".build/release-files")
        try? FileManager.default.removeItem(at: files)
        let folder = files.appendingPathComponent("finished")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        func put(_ name: String, _ text: String) throws {
            try Data(text.utf8).write(to: folder.appendingPathComponent(name))
        }
        // In a folder for itself, as it is unpacked.
        let name = "callsite-\(version)-\(triple.split(separator: "-")[0])-linux"
        let staged = files.appendingPathComponent(name)
        for part in ["bin", "share/man/man1", "share/completions"] {
            try FileManager.default.createDirectory(
                at: staged.appendingPathComponent(part), withIntermediateDirectories: true)
        }
        try FileManager.default.copyItem(at: tool, to: staged.appendingPathComponent("bin/callsite"))
        for file in ["LICENSE", "CHANGELOG.md"] {
            try FileManager.default.copyItem(at: URL(fileURLWithPath: file), to: staged.appendingPathComponent(file))
        }
        for page in manPages(date: date) {
            try Data(page.text.utf8).write(to: staged.appendingPathComponent("share/man/man1/\(page.name)"))
        }
        for (shell, file) in [("bash", "callsite.bash"), ("zsh", "_callsite"), ("fish", "callsite.fish")] {
            try outputBytes([tool.path, "completions", shell]).write(
                to: staged.appendingPathComponent("share/completions/\(file)"))
        }
        try archive(staged, as: folder.appendingPathComponent(name + ".tar.gz"))

        let bundle = files.appendingPathComponent("callsite.artifactbundle")
        let zip = folder.appendingPathComponent("callsite.artifactbundle.zip")
        try writeBundle(tool, triple, to: bundle, zippedTo: zip)
        let checksum = try sha256(zip)
        let package = files.appendingPathComponent("callsite-\(version)-package")
        let url = "\(Self.repository)/releases/download/\(version)/callsite.artifactbundle.zip"
        try makePackage(package, tool: ".binaryTarget(name: \"callsite\", url: \"\(url)\", checksum: \"\(checksum)\")")
        try archive(package, as: folder.appendingPathComponent(package.lastPathComponent + ".tar.gz"))

        try put("RELEASE_NOTES.md", notes)
        try put("callsite.spdx.json", try billOfMaterials(tool))
        let sum = try sha256(folder.appendingPathComponent(name + ".tar.gz"))
        try put("callsite.rb", formula(archive: name + ".tar.gz", sum: sum))
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        let sums = try names.map { "\(try sha256(folder.appendingPathComponent($0)))  \($0)\n" }
        try put("SHA256SUMS", sums.joined())
        try FileManager.default.createDirectory(
            at: final.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.moveItem(at: folder, to: final)
        for name in names + ["SHA256SUMS"] { print("wrote \(final.path)/\(name)") }
        print("for \(triple) only: the binaries of other systems are the workflow's, and untried")
    }

    /// A binary must not say where it was built.
    private func checkPaths(of tool: URL) throws {
        let bytes = try Data(contentsOf: tool, options: .mappedIfSafe)
        for path in [FileManager.default.currentDirectoryPath + "/", NSHomeDirectory() + "/"] where path != "//" {
            if bytes.range(of: Data(path.utf8)) != nil { throw Problem("no release: the binary contains '\(path)'") }
        }
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

    private func formula(archive: String, sum: String) -> String {
        """
        class Callsite < Formula
          desc "Generates Swift clients for HTTP APIs"
          homepage "\(Self.repository)"
          url "\(Self.repository)/releases/download/\(version)/\(archive)"
          sha256 "\(sum)"
          license "Apache-2.0"

          depends_on :linux

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

    /// The parts of the binary, in SPDX 2.3.
    private func billOfMaterials(_ tool: URL) throws -> String {
        let libyaml = try output(["pkg-config", "--modversion", "yaml-0.1"])
        let swift = try output(["swiftc", "--version"]).firstMatch(of: /Swift version ([0-9.]+)/).map { String($0.1) }
        let libc = try output(["getconf", "GNU_LIBC_VERSION"]).split(separator: " ").last.map(String.init)
        let sum = try sha256(tool)
        func package(_ id: String, _ name: String, _ version: String?, _ license: String, _ url: String) -> [String:
            Any]
        {
            [
                "SPDXID": "SPDXRef-\(id)", "name": name, "versionInfo": version ?? "NOASSERTION",
                "downloadLocation": url, "filesAnalyzed": false, "licenseConcluded": license,
                "licenseDeclared": license, "copyrightText": "NOASSERTION",
            ]
        }
        var own = package("callsite", "callsite", version, "Apache-2.0", "\(Self.repository)/releases/tag/\(version)")
        own["checksums"] = [["algorithm": "SHA256", "checksumValue": sum]]
        let parts = [
            package("libyaml", "libyaml", libyaml, "MIT", "https://pyyaml.org/wiki/LibYAML"),
            package(
                "swift", "Swift standard library and Foundation", swift, "Apache-2.0 WITH Swift-exception",
                "https://swift.org/download"),
            package("glibc", "GNU C Library", libc, "LGPL-2.1-or-later", "https://www.gnu.org/software/libc/"),
        ]
        let relations =
            [["SPDXRef-DOCUMENT", "DESCRIBES", "SPDXRef-callsite"]]
            + parts.map { ["SPDXRef-callsite", "STATIC_LINK", $0["SPDXID"] as? String ?? ""] }
        let document: [String: Any] = [
            "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
            "name": "callsite-\(version)", "documentNamespace": "\(Self.repository)/spdx/\(version)-\(sum.prefix(16))",
            "creationInfo": ["created": commitTime, "creators": ["Tool: callsite-dev-\(version)"]],
            "packages": [own] + parts,
            "relationships": relations.map {
                ["spdxElementId": $0[0], "relationshipType": $0[1], "relatedSpdxElement": $0[2]]
            },
        ]
        let data = try JSONSerialization.data(
            withJSONObject: document, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
        return String(decoding: data, as: UTF8.self) + "\n"
    }
}
