import CallsiteCommands
import CallsiteCore
import CallsiteInspect
import EmbeddedSources
import Foundation
import Pictures
import StageViews

struct Problem: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

func readFile(_ path: String) throws -> [UInt8] {
    guard let data = FileManager.default.contents(atPath: path) else { throw Problem("can't read \(path)") }
    return Array(data)
}

func writeFile(_ path: String, _ text: String) throws {
    let data = Data(text.utf8)
    guard FileManager.default.contents(atPath: path) != data else { return }
    try data.write(to: URL(fileURLWithPath: path), options: .atomic)
    print("wrote \(path)")
}

func embedTemplates() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: "Templates").filter { $0.hasSuffix(".mustache") }
    let files = try names.map { name in
        (
            name: String(name.dropLast(".mustache".count)),
            text: String(decoding: try readFile("Templates/" + name), as: UTF8.self)
        )
    }
    try writeFile("Sources/Generator/CallsitePrinter/Generated/EmbeddedTemplates.swift", embeddedTemplatesSource(files))
}

/// The style, script and frame of the page that `callsite inspect --html` writes.
func embedPage() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: "Templates/Page")
    let files = try names.map {
        (name: $0, text: String(decoding: try readFile("Templates/Page/" + $0), as: UTF8.self))
    }
    try writeFile("Sources/Commands/CallsiteInspect/Generated/EmbeddedPage.swift", embeddedPageSource(files))
}

/// Draws the pictures of README and guides.
func drawPictures() throws {
    let root = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
    for picture in Picture.all {
        try FileManager.default.createDirectory(
            at: URL(fileURLWithPath: picture.path).deletingLastPathComponent(), withIntermediateDirectories: true)
        try writeFile(picture.path, picture.svg(root: root))
    }
}

/// Generates what `Specs/committed.txt` lists.
func generateSpecs() throws {
    let list = String(decoding: try readFile("Specs/committed.txt"), as: UTF8.self)
    for line in list.split(separator: "\n") where !line.hasPrefix("#") {
        let words = line.split(separator: " ").map(String.init)
        let status = CallsiteCommands.run(["generate", "Specs/\(words[0]).yaml"] + words.dropFirst(), in: .process())
        guard status == 0 else {
            throw Problem("Specs/\(words[0]).yaml: callsite generate ended with status \(status)")
        }
    }
}

func load(_ path: String) throws -> SourceSet {
    var sources = SourceSet(main: .init(path: path, bytes: try readFile(path)))
    while true {
        let missing = inspect(sources, options: Options()).missing
        guard !missing.isEmpty else { return sources }
        for file in missing { sources.add(.init(path: file.path, bytes: try readFile(file.path))) }
    }
}

func dump(stage: String, _ path: String) throws {
    guard let text = dumpStage(stage, try load(path)) else { throw Problem("no stage is called '\(stage)'") }
    print(text)
}
