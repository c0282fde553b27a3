import CallsiteShell
import Foundation
import Testing

@testable import CallsiteCommands

/// Repositories that were made to mislead: the verdict is that of the real history, and nothing that they name runs.
@Suite struct GitTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    // MARK: - A clone

    /// A description in two versions, the second of which breaks apps, and a program that leaves a file behind.
    private func commitTwoVersions() throws {
        try writeDescription("{id: Int}")
        try git("init", "-q", "-b", "main", in: "origin")
        try commit("one")
        try writeDescription("{id: Int, note: String}")
        try folder.write("#!/bin/sh\ntouch '\(folder.path("ran"))'\ncat 2>/dev/null\n", to: "program")
        try folder.setPermissions(0o755, of: "program")
    }

    private func writeDescription(_ fields: String, to name: String = "origin/Specs/api.yaml") throws {
        try folder.write(
            Explanation.start + "endpoints: {PutA: {method: PUT, path: /a, body: A}}\nmodels: {A: \(fields)}\n",
            to: name)
    }

    private func commit(_ message: String) throws { try folder.commit(message, in: "origin") }

    private func clone() throws { try git("clone", "-q", "origin", "clone", in: "") }

    @discardableResult
    private func git(_ arguments: String..., in name: String) throws -> String {
        try folder.git(arguments, in: name)
    }

    private func expectTheRealVerdict(against revision: String = "HEAD~1", in name: String = "clone") {
        let result = folder.run("diff", "--against", revision, "Specs/api.yaml", from: name)
        #expect(
            result.status == 2 && result.output.contains("app breaks, source breaks: A now requires 'note'"),
            "\(result)")
        #expect(folder.read("ran") == nil, "a program ran")
    }

    // MARK: - A repository in plain files

    /// Commits a bare repository as plain files. Its history has `file` as it is now.
    private func plantRepository(in place: String, tracking file: String) throws {
        let contents = try #require(folder.read("origin/" + file))
        let name = Path.lastComponent(file)
        try folder.write(contents, to: "planted/\(name)")
        try folder.write(contents, to: "planted/\(file)")
        try git("init", "-q", "-b", "main", in: "planted")
        try git("add", "-A", in: "planted")
        try git("commit", "-qm", "planted", in: "planted")
        for part in ["HEAD", "objects", "refs"] {
            try FileManager.default.copyItem(
                atPath: folder.path("planted/.git/\(part)"), toPath: folder.path("origin/\(place)/\(part)"))
        }
        let program = folder.path("program")
        try folder.write(
            """
            [core]
                repositoryformatversion = 0
                worktree = .
                fsmonitor = \(program)
            [log]
                showSignature = true
            [gpg]
                program = \(program)
            """, to: "origin/\(place)/config")
    }

    @Test func aRepositoryInPlainFilesBesideTheDescription() throws {
        try commitTwoVersions()
        try plantRepository(in: "Specs", tracking: "Specs/api.yaml")
        try commit("two")
        try clone()
        // Git itself is misled.
        #expect(try git("rev-parse", "--absolute-git-dir", in: "clone/Specs") == folder.path("clone/Specs"))
        for revision in ["HEAD~1", "origin/main~1", "main^"] { expectTheRealVerdict(against: revision) }
    }

    @Test func aRepositoryInPlainFilesInTheOutputFolder() throws {
        try commitTwoVersions()
        let description = try #require(folder.read("origin/Specs/api.yaml"))
        try writeDescription("{id: Int}")
        #expect(folder.run("generate", "Specs/api.yaml", "-o", "Out", from: "origin").status == 0)
        try commit("generated")
        try folder.write(description, to: "origin/Specs/api.yaml")
        try plantRepository(in: "Out", tracking: "Out/.callsite-manifest.json")
        try commit("two")
        try clone()
        #expect(try git("rev-parse", "--absolute-git-dir", in: "clone/Out") == folder.path("clone/Out"))
        let stale = folder.run("generate", "Specs/api.yaml", "-o", "Out", "--check", "--explain", from: "clone")
        #expect(
            stale.status == 2 && stale.output.contains("app breaks, source breaks: A now requires 'note'"), "\(stale)")
        #expect(folder.read("ran") == nil, "a program ran")
    }

    // MARK: - Configuration of the repository itself

    /// Everything in a repository's configuration that names a program, and hooks.
    private func makeHostile(_ name: String) throws {
        let program = folder.path("program")
        for key in [
            "core.fsmonitor", "core.pager", "core.editor", "core.sshCommand", "core.gitProxy", "core.askPass",
            "core.alternateRefsCommand", "gpg.program", "gpg.ssh.program", "gpg.x509.program", "diff.external",
            "diff.evil.command", "diff.evil.textconv", "filter.evil.clean", "filter.evil.smudge", "filter.evil.process",
            "merge.evil.driver", "credential.helper", "pager.log", "pager.rev-parse", "sequence.editor",
            "uploadpack.packObjectsHook", "remote.origin.uploadpack", "interactive.diffFilter",
        ] {
            try git("config", key, program, in: name)
        }
        for command in ["rev-parse", "rev-list", "ls-tree", "cat-file", "log", "show", "config"] {
            try git("config", "alias." + command, "!" + program, in: name)
        }
        try git("config", "log.showSignature", "true", in: name)
        try folder.write("* diff=evil filter=evil merge=evil\n", to: "\(name)/.git/info/attributes")
        for hook in [
            "post-checkout", "post-index-change", "reference-transaction", "pre-auto-gc", "fsmonitor-watchman",
            "post-merge", "post-rewrite", "pre-commit", "update", "post-update",
        ] {
            try folder.write("#!/bin/sh\n\(program)\n", to: "\(name)/.git/hooks/\(hook)")
            try folder.setPermissions(0o755, of: "\(name)/.git/hooks/\(hook)")
        }
    }

    @Test func nothingThatAConfigurationNamesRuns() throws {
        try commitTwoVersions()
        try folder.write("* diff=evil filter=evil merge=evil\n", to: "origin/.gitattributes")
        try commit("two")
        try clone()
        try makeHostile("clone")
        for revision in ["HEAD~1", "HEAD^{/one}", "@{0}~1", "origin/main^"] { expectTheRealVerdict(against: revision) }
        for revision in [
            ":Specs/api.yaml", ":0:Specs/api.yaml", ":/one", ":", "", "-h", "--all", "HEAD:Specs", "^HEAD",
        ] {
            let refused = folder.run("diff", "--against=\(revision)", "Specs/api.yaml", from: "clone")
            #expect(
                [64, 74].contains(refused.status) && folder.read("ran") == nil,
                "\(revision): \(refused)")
        }
        // Git itself, asked for more, runs them.
        try git("diff", "HEAD~1", in: "clone")
        #expect(folder.read("ran") != nil)
    }

    @Test func aStaleOutputIsExplainedWhoeverSignsCommits() throws {
        try commitTwoVersions()
        let description = try #require(folder.read("origin/Specs/api.yaml"))
        try writeDescription("{id: Int}")
        #expect(folder.run("generate", "Specs/api.yaml", "-o", "Out", from: "origin").status == 0)
        try commit("generated")
        try folder.write(description, to: "origin/Specs/api.yaml")
        try commit("two")
        try clone()
        try makeHostile("clone")
        let stale = folder.run("generate", "Specs/api.yaml", "-o", "Out", "--check", "--explain", from: "clone")
        #expect(
            stale.status == 2 && stale.output.contains("app breaks, source breaks: A now requires 'note'"), "\(stale)")
        #expect(folder.read("ran") == nil, "a program ran")
    }

    /// The commit has the new description beside what the old one gave.
    @Test func anOutputThatWasCommittedStaleIsSaidToBe() throws {
        try commitTwoVersions()
        let description = try #require(folder.read("origin/Specs/api.yaml"))
        try writeDescription("{id: Int}")
        #expect(folder.run("generate", "Specs/api.yaml", "-o", "Out", from: "origin").status == 0)
        try folder.write(description, to: "origin/Specs/api.yaml")
        try commit("two")
        let stale = folder.run("generate", "Specs/api.yaml", "-o", "Out", "--check", "--explain", from: "origin")
        #expect(stale.status == 2 && stale.output.contains("or the output was stale when it was committed"), "\(stale)")
    }

    // MARK: - Objects

    @Test func replacedObjectsAndGraftsHaveNoEffect() throws {
        try commitTwoVersions()
        let old = try git("rev-parse", "HEAD:Specs/api.yaml", in: "origin")
        try commit("two")
        let new = try git("rev-parse", "HEAD:Specs/api.yaml", in: "origin")
        try git("replace", old, new, in: "origin")
        #expect(try git("cat-file", "blob", old, in: "origin").contains("note"))
        expectTheRealVerdict(in: "origin")
        try git("replace", "-d", old, in: "origin")

        // A parent that has the new description as well.
        let parent = try git("commit-tree", "HEAD^{tree}", "-m", "grafted", in: "origin")
        let head = try git("rev-parse", "HEAD", in: "origin")
        try folder.write("\(head) \(parent)\n", to: "origin/.git/info/grafts")
        #expect(try git("rev-parse", "HEAD~1", in: "origin") == parent)
        expectTheRealVerdict(in: "origin")
    }

    /// A partial clone lacks the old description, and its remote is a program.
    @Test(arguments: ["ext::%P", "ssh://a.invalid/b", "file://%F/origin"])
    func nothingIsFetched(from remote: String) throws {
        try commitTwoVersions()
        try commit("two")
        try clone()
        try makeHostile("clone")
        let url = remote.replacing("%P", with: folder.path("program")).replacing("%F", with: folder.path)
        for (key, value) in [
            ("core.repositoryFormatVersion", "1"), ("extensions.partialClone", "origin"),
            ("remote.origin.promisor", "true"), ("remote.origin.url", url), ("protocol.allow", "always"),
            ("protocol.ext.allow", "always"),
        ] {
            try git("config", key, value, in: "clone")
        }
        let old = try git("rev-parse", "HEAD~1:Specs/api.yaml", in: "clone")
        try folder.delete("clone/.git/objects/\(old.prefix(2))/\(old.dropFirst(2))")
        let result = folder.run("diff", "--against", "HEAD~1", "Specs/api.yaml", from: "clone")
        #expect(
            result.status == 74 && result.errors.contains("This clone of the repository is partial"), "\(result)")
        #expect(folder.read("ran") == nil, "a program ran")
    }

    /// Git before 2.45 fetches bundles for a missing object before it looks at the protocol.
    @Test func noBundleIsUnpacked() throws {
        try commitTwoVersions()
        try git("bundle", "create", "-q", folder.path("some.bundle"), "HEAD", in: "origin")
        try commit("two")
        try clone()
        try makeHostile("clone")
        for (key, value) in [
            ("core.repositoryFormatVersion", "1"), ("extensions.partialClone", "origin"),
            ("remote.origin.promisor", "true"), ("remote.origin.url", "ext::x"),
            ("fetch.bundleURI", "file://" + folder.path("some.bundle")),
        ] {
            try git("config", key, value, in: "clone")
        }
        let old = try git("rev-parse", "HEAD~1:Specs/api.yaml", in: "clone")
        try folder.delete("clone/.git/objects/\(old.prefix(2))/\(old.dropFirst(2))")
        let result = folder.run("diff", "--against", "HEAD~1", "Specs/api.yaml", from: "clone")
        #expect(result.status == 74 && folder.read("ran") == nil, "\(result)")
        #expect(folder.names(in: "clone/.git/refs").contains("bundles") == false)
    }

    // MARK: - Links

    /// The description's folder becomes a link to one that always had the new description.
    @Test func aLinkOfTodayLeadsNowhereInThePast() throws {
        try commitTwoVersions()
        try writeDescription("{id: Int}")
        try writeDescription("{id: Int, note: String}", to: "origin/Other/api.yaml")
        try commit("both")
        try folder.delete("origin/Specs")
        try folder.link("origin/Specs", to: "Other")
        try commit("swapped")
        expectTheRealVerdict(in: "origin")
    }

    @Test func aLinkOfTodayToAnIncludedFileLeadsNowhereEither() throws {
        try folder.write(
            Explanation.start + "include: [parts/a.yaml]\nendpoints: {PutA: {method: PUT, path: /a, body: A}}\n",
            to: "origin/Specs/api.yaml")
        try folder.write("models: {A: {id: Int}}\n", to: "origin/Specs/parts/a.yaml")
        try folder.write("models: {A: {id: Int, note: String}}\n", to: "origin/Specs/other/a.yaml")
        try git("init", "-q", "-b", "main", in: "origin")
        try commit("one")
        try folder.delete("origin/Specs/parts")
        try folder.link("origin/Specs/parts", to: "other")
        try commit("two")
        expectTheRealVerdict(in: "origin")
    }

    /// Folders that were links then are followed as they were then, within the repository.
    @Test func aLinkOfThePastIsFollowedThere() throws {
        try folder.write("", to: "origin/a/b/.keep")
        try writeDescription("{id: Int}", to: "origin/Real/v1/api.yaml")
        try folder.link("origin/a/b/v1", to: "../../Real/v1")
        try folder.link("origin/Specs", to: "a/b/v1")
        try git("init", "-q", "-b", "main", in: "origin")
        try commit("one")
        try writeDescription("{id: Int, note: String}", to: "origin/Real/v1/api.yaml")
        try commit("two")
        try folder.write("#!/bin/sh\n", to: "program")
        expectTheRealVerdict(in: "origin")
        for target in ["/etc", "../outside", "Specs"] {
            try folder.delete("origin/Specs")
            try folder.link("origin/Specs", to: target)
            try commit("to \(target)")
            let result = folder.run("diff", "--against", "HEAD", "Specs/api.yaml", from: "origin")
            #expect(result.status == 74 && result.output.isEmpty, "\(target): \(result)")
        }
    }

    // MARK: - Paths in a revision

    /// Named as git names it: from the root of the repository, or with a point from the working directory.
    @Test func aRenamedFileIsComparedWithItsOldName() throws {
        try commitTwoVersions()
        try folder.delete("origin/Specs/api.yaml")
        try writeDescription("{id: Int, note: String}", to: "origin/New/shop.yaml")
        try commit("renamed")
        let lacking = folder.run("diff", "--against", "HEAD~1", "New/shop.yaml", from: "origin")
        #expect(lacking.status == 74 && lacking.errors.contains("write '--against HEAD~1:NAME'"), "\(lacking)")
        for (revision, place) in [
            ("HEAD~1:Specs/api.yaml", "origin"), ("HEAD~1:./Specs/api.yaml", "origin"),
            ("HEAD~1:Specs/api.yaml", "origin/New"), ("HEAD~1:../Specs/api.yaml", "origin/New"),
            ("HEAD^{/one}:Specs/api.yaml", "origin"),
        ] {
            let path = place == "origin" ? "New/shop.yaml" : "shop.yaml"
            let result = folder.run("diff", "--against", revision, path, from: place)
            #expect(
                result.status == 2 && result.output.contains("app breaks, source breaks: A now requires 'note'"),
                "\(revision): \(result)")
        }
        for revision in ["HEAD~1:../../etc/passwd", "HEAD~1:./../../x.yaml", "HEAD~1:", "HEAD~1:Specs"] {
            let refused = folder.run("diff", "--against", revision, "New/shop.yaml", from: "origin")
            #expect(refused.status == 74 && refused.output.isEmpty, "\(revision): \(refused)")
        }
    }

    /// Files that are new and gone are changes, a renamed one is compared, and included and hidden ones are none.
    @Test func foldersAreComparedWithThoseOfARevision() throws {
        func description(_ name: String, _ fields: String) -> String {
            "callsite: 1\napi: \(name)\nbaseURL: https://a.example\n"
                + "endpoints: {PutA: {method: PUT, path: /a, body: A}}\nmodels: {A: \(fields)}\n"
        }
        for name in ["Gone", "Moved", "Same"] {
            try folder.write(description(name, "{id: Int}"), to: "origin/Specs/sub/\(name).yaml")
        }
        try folder.write("models: {B: {id: Int}}\n", to: "origin/Specs/part.yaml")
        try folder.write(description("Hidden", "{id: Int}"), to: "origin/Specs/.hidden.yaml")
        try git("init", "-q", "-b", "main", in: "origin")
        try commit("one")
        try folder.delete("origin/Specs/sub/Gone.yaml")
        try folder.delete("origin/Specs/sub/Moved.yaml")
        try folder.delete("origin/Specs/.hidden.yaml")
        try folder.write(description("Moved", "{id: Int, note: String}"), to: "origin/Specs/moved.yaml")
        try folder.write(description("New", "{id: Int}"), to: "origin/Specs/new.yaml")
        for arguments in [["HEAD", "Specs"], ["HEAD:Specs", "Specs"], ["HEAD:Specs", "."], ["HEAD", "."]] {
            let place = arguments[1] == "." ? "origin/Specs" : "origin"
            let result = folder.run("diff", "--all", "--against", arguments[0], arguments[1], from: place)
            let lines = result.output.split(separator: "\n").filter { $0.contains(" [") }.map { line in
                line.drop { $0 != ":" }.split(separator: ": ", maxSplits: 1).last.map(String.init) ?? ""
            }
            #expect(
                result.status == 2
                    && lines == [
                        "app breaks, source breaks: A now requires 'note'; apps already released don't send it [field-added-required]",
                        "harmless: New is new with its endpoint [description-added]",
                        "app breaks, source breaks: Gone is gone with its endpoint; apps already released get 404 [description-removed]",
                    ], "\(arguments): \(result)")
        }
        let refused = folder.run("diff", "--against", "HEAD", "Specs/new.yaml", from: "origin")
        #expect(refused.status == 74, "\(refused)")
    }

    // MARK: - Names

    @Test func aNameOfTwoThingsIsRefused() throws {
        try commitTwoVersions()
        try git("branch", "base", in: "origin")
        try commit("two")
        try git("tag", "base", in: "origin")
        let refused = folder.run("diff", "--against", "base", "Specs/api.yaml", from: "origin")
        #expect(refused.status == 74 && refused.errors.contains("'base' is ambiguous"), "\(refused)")
        expectTheRealVerdict(against: "refs/heads/base", in: "origin")
    }

    /// A folder may be called as what is put behind a revision.
    @Test func aFolderIsNoRevision() throws {
        try commitTwoVersions()
        try writeDescription("{id: Int, note: String}", to: "origin/x^{commit}/Specs/api.yaml")
        try commit("two")
        let refused = folder.run("diff", "--against", "HEAD:x", "Specs/api.yaml", from: "origin")
        #expect(refused.status == 74 && refused.errors.contains("there is no 'x' in 'HEAD'"), "\(refused)")
        try git("commit", "-q", "--allow-empty", "-m", "fix: a typo", in: "origin")
        #expect(folder.run("diff", "--against", "HEAD^{/fix: a}", "Specs/api.yaml", from: "origin").status == 0)
    }

    @Test func aShallowCloneCantExplain() throws {
        try commitTwoVersions()
        let description = try #require(folder.read("origin/Specs/api.yaml"))
        try writeDescription("{id: Int}")
        #expect(folder.run("generate", "Specs/api.yaml", "-o", "Out", from: "origin").status == 0)
        try commit("generated")
        try folder.write(description, to: "origin/Specs/api.yaml")
        try commit("two")
        try git("clone", "-q", "--depth", "1", "file://" + folder.path("origin"), "clone", in: "")
        let stale = folder.run("generate", "Specs/api.yaml", "-o", "Out", "--check", "--explain", from: "clone")
        #expect(stale.status == 2 && stale.errors.contains("is shallow: fetch its history first"), "\(stale)")
    }

    // MARK: - Which repository

    @Test func whatOnlyHasTheNameIsNoRepository() throws {
        try writeDescription("{id: Int}")
        try folder.makeFolder("origin/.git")
        let refused = folder.run("diff", "--against", "HEAD", "Specs/api.yaml", from: "origin")
        #expect(refused.status == 74 && refused.errors.contains("/.git' is no valid git repository"), "\(refused)")
    }

    /// A link that a commit contains leads into another repository of the machine.
    @Test func aLinkIntoAnotherRepositoryIsNoRepository() throws {
        try commitTwoVersions()
        try folder.write("", to: "other/.keep")
        try writeDescription("{id: Int, note: String}", to: "other/api.yaml")
        try git("init", "-q", in: "other")
        try git("add", "-A", in: "other")
        try git("commit", "-qm", "other", in: "other")
        try folder.delete("origin/Specs")
        try folder.link("origin/Specs", to: "../other")
        try commit("two")
        expectTheRealVerdict(in: "origin")
    }

    @Test func worktreesHaveAFileInstead() throws {
        try commitTwoVersions()
        try commit("two")
        try git("worktree", "add", "-q", "../tree", in: "origin")
        expectTheRealVerdict(in: "tree")
    }

    /// The configured work tree is another than the folder that has the `.git`.
    @Test func aConfiguredWorkTreeHasNoEffect() throws {
        try commitTwoVersions()
        try commit("two")
        try git("config", "core.worktree", folder.path("origin/Specs"), in: "origin")
        expectTheRealVerdict(in: "origin")
    }

    /// Another user may have put a repository into a shared folder.
    @Test(.enabled(if: isRoot, "only root can give files away")) func aRepositoryOfSomebodyElse() throws {
        try commitTwoVersions()
        try commit("two")
        try FileManager.default.setAttributes([.ownerAccountID: 12345], ofItemAtPath: folder.path("origin/.git"))
        let refused = folder.run("diff", "--against", "HEAD~1", "Specs/api.yaml", from: "origin")
        #expect(refused.status == 74 && refused.errors.contains("belongs to another user"), "\(refused)")
    }

    @Test(.enabled(if: isRoot, "only root can give files away")) func aGitFolderOfSomebodyElse() throws {
        try commitTwoVersions()
        try commit("two")
        try git("worktree", "add", "-q", "../tree", in: "origin")
        expectTheRealVerdict(in: "tree")
        try FileManager.default.setAttributes(
            [.ownerAccountID: 12345], ofItemAtPath: folder.path("origin/.git/worktrees/tree"))
        let refused = folder.run("diff", "--against", "HEAD~1", "Specs/api.yaml", from: "tree")
        #expect(refused.status == 74 && refused.errors.contains("belongs to another user"), "\(refused)")
    }

    // MARK: - Programs

    /// Every place of the product that starts a program: each must be safe for a stranger's files.
    @Test func programsAreStartedInFewPlaces() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let starting =
            /\b(?:Process\(\)|NSTask|posix_spawnp?\(|popen\(|system\(|execv\w*\(|execl\w*\(|v?fork\(|NSUserUnixTask)/
        var places: [String: Int] = [:]
        var git: Set<String> = []
        for top in ["Sources", "Plugins"] {
            for case let file as URL in FileManager.default.enumerator(
                at: root.appendingPathComponent(top), includingPropertiesForKeys: nil) ?? .init()
            where ["swift", "c", "h"].contains(file.pathExtension) && !file.path.contains("/Generated/") {
                let text = try String(contentsOf: file, encoding: .utf8).replacing(/(?m)\/\/.*$/, with: "")
                let name = String(file.path.dropFirst(root.path.count + 1))
                // `FileProblem.system(` is no call.
                let count = text.replacing(/[. ]system\(/, with: "").matches(of: starting).count
                if count > 0 { places[name] = count }
                if text.contains("ChildProgram.run(") || text.contains("\"git\"") { git.insert(name) }
            }
        }
        #expect(
            places == [
                // `git`, by `ChildProgram`.
                "Sources/Commands/CallsiteCommands/Diff/ChildProgram.swift": 1,
                // The tool itself.
                "Plugins/CallsiteCommand/CallsiteCommand.swift": 1,
                "Plugins/CallsiteGenerate/CallsiteGenerate.swift": 1,
            ])
        #expect(git == ["Sources/Commands/CallsiteCommands/Diff/GitRepository.swift"])
    }
}
