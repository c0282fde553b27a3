import CallsiteCore
import Foundation
import Fuzzing

/// Compiles what was generated: of many inputs in one run, each in a namespace of its own.
struct FuzzCompiler {
    /// How the output of a batch is compiled.
    enum Mode: CaseIterable {
        case `internal`, `public`, fixtures, publicFixtures
        /// Without a namespace, with fixtures: each input by itself.
        case alone, publicAlone

        /// How many inputs in a row are compiled in the same way.
        static let block = 250

        /// - Parameter isAlone: All are compiled by themselves.
        init(_ number: Int, isAlone: Bool) {
            let all: [Mode] = isAlone ? [.alone, .publicAlone] : Self.allCases
            self = all[number / Self.block % all.count]
        }

        /// Whether the output of an input is taken: of some only, since the compiler takes longer than the generator.
        func takes(_ input: FuzzInput, _ number: Int, isAlone: Bool) -> Bool {
            guard input.subject == .description else { return false }
            if isAlone { return true }
            return hasNamespace ? input.isLegal || number % 4 < 2 : number % 32 < 2
        }

        fileprivate var hasFixtures: Bool { self != .internal && self != .public }
        fileprivate var hasNamespace: Bool { self != .alone && self != .publicAlone }
        fileprivate var isPublic: Bool { self == .public || self == .publicFixtures || self == .publicAlone }
    }

    /// Whether it is type-checked, not only parsed.
    let checksTypes: Bool
    /// The folder of the files, which are named after the number of their input.
    let folder: String

    private static let module = "Fuzzed"

    // MARK: Files

    private static func options(_ mode: Mode, _ number: Int) -> Options {
        var options = Options(access: mode.isPublic ? .public : .internal)
        if mode.hasNamespace {
            options.namespace = "Fuzzed\(number)"
            // Outside the namespace there is the API's value, named after it.
            options.apiName = "Fuzz\(number)API"
        }
        if mode.hasFixtures { options.fixturesModule = module }
        return options
    }

    /// Writes what an input gives. False: it has errors.
    func write(_ input: FuzzInput, _ number: Int, _ mode: Mode) throws -> Bool {
        let output = DocumentChecks.output(of: input, Self.options(mode, number))
        guard !output.files.isEmpty else { return false }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for (files, mark) in [(output.files, "f"), (output.fixtures, "t")] {
            for (position, file) in files.enumerated() {
                try Data(file.contents).write(to: URL(fileURLWithPath: "\(folder)/\(number)-\(mark)\(position).swift"))
            }
        }
        return true
    }

    private func files(of numbers: [Int], _ mark: Character) -> [String] {
        let wanted = Set(numbers)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { name in
            let parts = name.split(separator: "-", maxSplits: 1)
            return parts.count == 2 && parts[1].first == mark && Int(parts[0]).map(wanted.contains) == true
        }
        .sorted().map { folder + "/" + $0 }
    }

    // MARK: The compiler

    /// The findings in the output of each of some inputs, which is then removed.
    func findings(_ numbers: [Int], _ mode: Mode) throws -> [Int: Finding] {
        defer { for mark in "ft" { for path in files(of: numbers, mark) { unlink(path) } } }
        guard !numbers.isEmpty else { return [:] }
        guard checksTypes else {
            let paths = files(of: numbers, "f") + files(of: numbers, "t")
            return try findings(.unparsable, ["swiftc", "-frontend", "-parse", "-swift-version", "6"] + paths)
        }
        var all: [Int: Finding] = [:]
        for some in mode.hasNamespace ? [numbers] : numbers.map({ [$0] }) {
            all.merge(try typeChecked(some, hasFixtures: mode.hasFixtures)) { $1 }
        }
        return all
    }

    private func typeChecked(_ numbers: [Int], hasFixtures: Bool) throws -> [Int: Finding] {
        let common = [
            // At once: file by file it would read all of them for each.
            "swiftc", "-swift-version", "6", "-whole-module-optimization", "-parse-as-library", "-warnings-as-errors",
            "-I", buildFolder.appendingPathComponent("Modules").path,
        ]
        let files = files(of: numbers, "f")
        guard hasFixtures else {
            return try findings(.uncompilable, common + ["-typecheck", "-module-name", Self.module] + files)
        }
        let emission = [
            "-emit-module", "-enable-testing", "-module-name", Self.module, "-emit-module-path",
            "\(folder)/\(Self.module).swiftmodule",
        ]
        let found = try findings(.uncompilable, common + emission + files)
        guard found.isEmpty else {
            let rest = numbers.filter { found[$0] == nil }
            return rest.isEmpty ? found : found.merging(try typeChecked(rest, hasFixtures: true)) { $1 }
        }
        let tests = ["-typecheck", "-D", "DEBUG", "-module-name", Self.module + "Tests", "-I", folder]
        return try findings(.uncompilable, common + tests + self.files(of: numbers, "t"))
    }

    private func findings(_ kind: Finding.Kind, _ words: [String]) throws -> [Int: Finding] {
        let (status, text) = try captured(words)
        guard status != 0 else { return [:] }
        var found: [Int: Finding] = [:]
        for line in text.split(separator: "\n") {
            // `folder/12-f0.swift:3:5: error: …`
            guard let match = line.firstMatch(of: /\/([0-9]+)-[ft][0-9]+\.swift:[0-9]+:[0-9]+: error: (.*)$/),
                let number = Int(match.1)
            else { continue }
            // The first error of an input is its finding. The input's own names in the message are no part of the
            // signature.
            if found[number] == nil { found[number] = .init(kind, String(match.2)) }
        }
        // A compiler that says nothing of a place has a problem of its own.
        if found.isEmpty { throw Problem("the compiler ended with \(status): \(text.prefix(2000))") }
        return found
    }
}
