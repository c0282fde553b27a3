import Testing

@testable import CallsiteCore
@testable import CallsiteCommands
@testable import CallsiteShell
@testable import CallsitePrinter

@Suite struct LoadingTests {
    /// Loads `main` in `folder` with a pass that asks for the files that each loaded file names, one in a line.
    private func load(
        _ main: String, in folder: TestFolder, allowOutside: Bool = false, input: String = ""
    ) -> (paths: [String], problems: [String])? {
        let environment = Environment(
            workingDirectory: folder.path, readInput: { _ in .success(Array(input.utf8)) }, write: { _, _ in 0 })
        let shell = Shell(environment: environment, console: Console(environment))
        var inputs = DescriptionInputs(.init())
        inputs.allowsOutside = allowOutside
        let loaded = shell.load(main, inputs) { sources in
            var output = Output(diagnostics: Diagnostics())
            for (index, file) in sources.files.enumerated() {
                for (line, path) in String(decoding: file.bytes, as: UTF8.self).split(separator: "\n").enumerated() {
                    guard !sources.paths.contains(String(path)) else { continue }
                    let location = SourceLocation(file: FileID(index), line: line + 1, column: 1, length: path.count)
                    output.missing.append(MissingSource(path: String(path), location: location))
                }
            }
            return output
        }
        guard let (output, sources) = loaded else { return nil }
        let problems = output.diagnostics.sorted.map { DiagnosticRenderer(paths: sources.paths).text($0) }
        return (sources.paths, problems)
    }

    @Test func includesOfIncludes() throws {
        let folder = try TestFolder()
        try folder.write("Specs/a.yaml\nSpecs/deep/b.yaml\n", to: "Specs/main.yaml")
        try folder.write("Specs/deep/b.yaml\nSpecs/main.yaml\n", to: "Specs/a.yaml")
        try folder.write("Specs/a.yaml\n", to: "Specs/deep/b.yaml")
        let loaded = try #require(load("Specs/main.yaml", in: folder))
        #expect(loaded.paths == ["Specs/main.yaml", "Specs/a.yaml", "Specs/deep/b.yaml"])
        #expect(loaded.problems == [])
    }

    @Test func everyPlaceThatAsksForAMissingFileIsTold() throws {
        let folder = try TestFolder()
        try folder.write("Specs/a.yaml\nSpecs/gone.yaml\n", to: "Specs/main.yaml")
        try folder.write("Specs/gone.yaml\nSpecs/nul\0.yaml\n", to: "Specs/a.yaml")
        try folder.write("", to: "Specs/nul")
        let loaded = try #require(load("Specs/main.yaml", in: folder))
        #expect(
            loaded.problems == [
                "Specs/main.yaml:2:1: error: no such file 'Specs/gone.yaml' [include-not-found]\n",
                "Specs/a.yaml:1:1: error: no such file 'Specs/gone.yaml' [include-not-found]\n",
                "Specs/a.yaml:2:1: error: no such file 'Specs/nul\\u{0}.yaml' [include-not-found]\n",
            ])
    }

    /// As in a sandbox of links.
    @Test func aLinkedDescriptionIncludesWhatIsLinkedBesideIt() throws {
        let folder = try TestFolder()
        try folder.write("Box/a.yaml", to: "Real/main.yaml")
        try folder.write("", to: "Real/a.yaml")
        try folder.write("", to: "secret.yaml")
        try folder.write("", to: "Box/other.yaml")
        try folder.link("Box/main.yaml", to: folder.path("Real/main.yaml"))
        try folder.link("Box/a.yaml", to: folder.path("Real/a.yaml"))
        #expect(try #require(load("Box/main.yaml", in: folder)).problems == [])
        try folder.write("Box/b.yaml", to: "Real/main.yaml")
        try folder.link("Box/b.yaml", to: folder.path("secret.yaml"))
        #expect(try #require(load("Box/main.yaml", in: folder)).problems.count == 1)
    }

    @Test(arguments: [
        "secret.yaml", "Specs/../secret.yaml", "Specs2/b.yaml", "Specs/link.yaml", "Specs/folder/b.yaml",
        "/etc/hostname",
    ])
    func filesOutsideTheFolderAreRefused(path: String) throws {
        let folder = try TestFolder()
        try folder.write(path, to: "Specs/main.yaml")
        try folder.write("", to: "secret.yaml")
        try folder.write("", to: "Specs2/b.yaml")
        try folder.link("Specs/link.yaml", to: "../secret.yaml")
        try folder.link("Specs/folder", to: folder.path("Specs2"))
        let loaded = try #require(load("Specs/main.yaml", in: folder))
        // A system without /etc/hostname has nothing to refuse.
        let expected = loaded.problems.contains { $0.contains("[include-not-found]") } && path.hasPrefix("/")
        #expect(
            expected
                || loaded.problems == [
                    "Specs/main.yaml:1:1: error: '\(path)' is outside the folder of 'Specs/main.yaml'; '--allow-outside' allows it "
                        + "[include-outside]\n"
                ])
        #expect(loaded.paths == ["Specs/main.yaml"])
        #expect(load("Specs/main.yaml", in: folder, allowOutside: true)?.problems == [] || path.hasPrefix("/"))
    }

    @Test func linksWithinTheFolderAreFollowed() throws {
        let folder = try TestFolder()
        try folder.write("Specs/link.yaml\n", to: "Specs/main.yaml")
        try folder.write("", to: "Specs/deep/b.yaml")
        try folder.link("Specs/link.yaml", to: "deep/b.yaml")
        // The way to the main file may itself lead through links.
        try folder.link("Other", to: "Specs")
        #expect(load("Specs/main.yaml", in: folder)?.problems == [])
        #expect(load(folder.path("Other/main.yaml"), in: folder)?.problems == [])
    }

    @Test func onlyRegularFilesAreIncluded() throws {
        let folder = try TestFolder()
        try folder.write("folder\nlink\nlarge\nfile/below\npipe\n", to: "main.yaml")
        try folder.makeFolder("folder")
        try folder.link("link", to: "link")
        try folder.write("", to: "file")
        try folder.makeLargeFile("large", size: FileProblem.sizeLimit + 1)
        try folder.makePipe("pipe")
        let loaded = try #require(load("main.yaml", in: folder))
        #expect(
            loaded.problems == [
                "main.yaml:1:1: error: can't read 'folder': Is a directory [unreadable-file]\n",
                "main.yaml:2:1: error: can't read 'link': Too many levels of symbolic links [unreadable-file]\n",
                "main.yaml:3:1: error: can't read 'large': Larger than 64 MB [unreadable-file]\n",
                "main.yaml:4:1: error: can't read 'file/below': Not a directory [unreadable-file]\n",
                "main.yaml:5:1: error: can't read 'pipe': Not a regular file [unreadable-file]\n",
            ])
    }

    @Test func standardInputIncludesFromTheWorkingFolder() throws {
        let folder = try TestFolder()
        try folder.write("", to: "a.yaml")
        let loaded = try #require(load("-", in: folder, input: "a.yaml\n../b.yaml\n"))
        #expect(loaded.paths == ["<stdin>", "a.yaml"])
        #expect(loaded.problems == ["<stdin>:2:1: error: no such file '../b.yaml' [include-not-found]\n"])
    }

    @Test(arguments: ["gone.yaml", "", "folder", "file/x", "large"])
    func mainFileThatCannotBeRead(path: String) throws {
        let folder = try TestFolder()
        try folder.makeFolder("folder")
        try folder.write("", to: "file")
        try folder.makeLargeFile("large", size: FileProblem.sizeLimit + 1)
        #expect(load(path, in: folder) == nil)
        for command in [["generate", "--output", "Out"], ["validate"], ["inspect"]] {
            let result = folder.run(command + ["--", path])
            #expect(result.status == 74)
            #expect(result.output == "")
            #expect(result.errors.hasPrefix("callsite: error: can't read '\(path)': "))
        }
        #expect(folder.read("Out") == nil)
    }

    @Test(arguments: [
        ("a.yaml", ".", "a.yaml"), ("Specs/a.yaml", "Specs", "a.yaml"), ("/a.yaml", "/", "a.yaml"), ("a//b", "a", "b"),
        ("../x/é f.yaml", "../x", "é f.yaml"), ("", ".", ""),
    ])
    func pathsAreTakenApart(path: String, folder: String, name: String) {
        #expect(Path.folder(of: path) == folder)
        #expect(Path.lastComponent(path) == name)
    }

    @Test(arguments: [
        ("/a", "b", "/a/b"), ("/a/", "b", "/a/b"), ("/a", "/b", "/b"), ("", "b", "b"), ("/", "b", "/b"),
        (".", "b", "./b"),
    ])
    func pathsArePutTogether(folder: String, path: String, expected: String) {
        #expect(Path.join(folder, path) == expected)
    }

    @Test(arguments: [
        ("/a/b", "/a", true), ("/ab", "/a", false), ("/a", "/a", false), ("/a", "/", true),
        ("/cafe\u{301}/x", "/caf\u{E9}", false),
    ])
    func belowAFolder(path: String, folder: String, isBelow: Bool) {
        #expect(Path.isBelow(path, folder: folder) == isBelow)
    }
}
