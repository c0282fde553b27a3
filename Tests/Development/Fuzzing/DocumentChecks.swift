import CallsiteCore
import CallsiteFormat
import CallsiteImport
import CallsiteInspect
import CallsiteMockDescription
import CallsiteMockEngine
import CallsitePrinter
import DocumentCheck
import MockHarness

/// Runs the commands on a description: everything that the shell does but for files and printing.
package struct DocumentChecks {
    private let input: FuzzInput
    private var findings: [Finding] = []
    /// The files of the last generation with plain options; empty where there were errors.
    package private(set) var output: [Output.File] = []

    package init(_ input: FuzzInput) { self.input = input }

    /// A set of options, which is a command line that people write.
    package static let variants: [(name: String, options: Options)] = [
        ("generate --namespace --access public", Options(access: .public, namespace: "Fuzzed")),
        (
            "generate --embed-runtime",
            Options(runtimeTypes: ["Session", "API", "Endpoint", "JSONValue", "Patch", "Indirect"])
        ),
        ("generate --fixtures", Options(fixturesModule: "Fuzzed")),
        ("generate --fixtures --access public", Options(access: .public, fixturesModule: "Fuzzed")),
        (
            "generate --include",
            Options(
                selection: Selection(
                    include: .init(tags: ["A"], paths: ["/p0*", "GET /*"], operations: ["*a*", "listPets"])))
        ),
        ("generate --exclude", Options(selection: Selection(exclude: .init(paths: ["/p1*"], operations: ["get*"])))),
        ("generate, in a plugin", Options(shards: 4)),
        ("generate --strict", Options(isStrict: true)),
        (
            "generate, keeping unknown fields",
            Options(
                conformances: ["all": ["Hashable"]], reading: [.lenientDates, .skippingLists], keepsUnknown: ["all"])
        ),
        ("generate, by resource", resourceNames),
    ]

    private static var resourceNames: Options {
        var options = Options(detectsPagination: false)
        options.naming = NamingRules()
        options.naming.operations = .byResource
        return options
    }

    /// Tries all of it, and says what must not have happened.
    package mutating func run() -> [Finding] {
        let plain = generated(Options(), "validate")
        output = plain.files
        if input.isLegal, let error = plain.diagnostics.sorted.first(where: { $0.severity == .error }) {
            findings.append(.init(.refused, "\(error.id): \(error.message)"))
        }
        let chosen = input.variant.map { [Self.variants[$0 % Self.variants.count]] } ?? Self.variants
        for variant in chosen { _ = generated(variant.options, variant.name) }
        if (input.variant ?? 0) % 8 == 0 {
            let again = generated(Options(), "validate").files
            if again != plain.files { findings.append(.init(.unstable, "the same description gives different files")) }
        }
        let (inspection, sources) = loaded {
            inspect($0, options: Options())
        } missing: {
            $0.missing
        }
        check(inspection.diagnostics, sources, "inspect")
        let (names, _) = loaded {
            inspectNames($0, options: Options())
        } missing: {
            $0.missing
        }
        check(names.diagnostics, sources, "inspect --names")
        if !plain.diagnostics.hasErrors, inspection.diagnostics.hasErrors || names.diagnostics.hasErrors {
            findings.append(.init(.disagreement, "generate finds no error, and inspect does"))
        }
        showing(sources)
        importing(sources)
        mocking(sources)
        formatting(sources)
        return findings
    }

    /// A file has one layout, which says the same.
    private mutating func formatting(_ sources: SourceSet) {
        for file in sources.files {
            var diagnostics = Diagnostics()
            guard case .formatted(let formatted)? = format(file, &diagnostics) else {
                if diagnostics.all.contains(where: { $0.id == "no-layout" }) {
                    findings.append(.init(.disagreement, "fmt finds no layout for \(file.path)"))
                }
                continue
            }
            let again = format(SourceSet.File(path: file.path, bytes: Array(formatted.text.utf8)), &diagnostics)
            if case .formatted(let again)? = again, again.isUnchanged { continue }
            findings.append(.init(.unstable, "fmt changes twice: \(file.path)"))
        }
    }

    /// The JSON of a mock can be read, and the mock responds to each operation, and to a request that isn't described,
    /// with a valid status.
    private mutating func mocking(_ sources: SourceSet) {
        guard let json = readMock(sources, options: Options()).json else { return }
        let description: MockDescription
        do throws(MockError) { description = try MockDescription(json: json.utf8) } catch {
            findings.append(.init(.disagreement, "what generate --mock writes can't be read: \(error)"))
            return
        }
        var options = MockEngine.Options()
        options.isStateful = (input.variant ?? 0) % 2 == 0
        options.isDynamic = (input.variant ?? 0) % 3 == 0
        options.validation = (input.variant ?? 0) % 5 == 0 ? .report : .refuse
        let engine = MockEngine(description, options: options)
        let host = MockHost(engine)
        for operation in description.operations.prefix(30) {
            var request = engine.exampleRequest(operation, seed: UInt64(input.variant ?? 0))
            for _ in 0..<2 {
                let answer = host.answer(request)
                if !(100..<1000 ~= answer.response.status) {
                    findings.append(.init(.disagreement, "a mock's status is \(answer.response.status)"))
                }
                // The same with something that is nothing.
                request.body = request.body.map { Array($0.dropLast(2)) + [0x7D, 0xFF] }
                request.target += "?%zz=&a[b][c]=1&limit=-9e99"
            }
        }
    }

    /// The page's data is text whatever the description holds: no sign of HTML's, and nothing that can't be seen.
    private mutating func showing(_ sources: SourceSet) {
        guard let data = inspectPage(sources, options: Options()).page?.json(warnings: []) else { return }
        let isText = String(decoding: data, as: UTF8.self).unicodeScalars.allSatisfy {
            $0.value >= 0x20 && !["<", ">", "&"].contains($0) && !VisibleText.isInvisible($0)
        }
        if !isText { findings.append(.init(.disagreement, "the page of inspect --html holds more than text")) }
    }

    private mutating func importing(_ sources: SourceSet) {
        guard survey(sources) != nil else { return }
        let (imported, sources) = loaded {
            importDescription($0, options: Options())
        } missing: {
            $0.missing
        }
        check(imported.diagnostics, sources, "import")
        // The format can't express some parts of a document with mistakes, nor two names that Swift's strings take for
        // one.
        let refusals = ["import-not-readable", "import-refused"]
        let hasTwins = imported.diagnostics.all.contains { $0.id == "same-looking-name" }
        let refusal = imported.diagnostics.sorted.first {
            refusals.contains($0.id) && !"\($0.message)".contains("looks the same as")
        }
        if input.isLegal, !hasTwins, let refusal {
            findings.append(.init(.internal, "\(refusal.id): \(refusal.message)"))
        }
        compareImport(imported)
        if imported.diagnostics.hasErrors == imported.text.isEmpty { return }
        findings.append(
            .init(.disagreement, "import has \(imported.text.isEmpty ? "no text and no error" : "a text and an error")")
        )
    }

    /// An import generates the same code as the document, except where a warning says otherwise.
    private mutating func compareImport(_ imported: ImportedDescription) {
        guard !imported.text.isEmpty else { return }
        let copy = generate(
            SourceSet(main: .init(path: "imported.yaml", bytes: Array(imported.text.utf8))), options: Options())
        if let error = copy.diagnostics.sorted.first(where: { $0.severity == .error }) {
            findings.append(.init(.disagreement, "import writes what is refused: \(error.id): \(error.message)"))
            return
        }
        let losses = ["not-imported", "import-differs", "import-refused"]
        guard !output.isEmpty, !imported.diagnostics.all.contains(where: { losses.contains($0.id) }) else { return }
        // The first line says where a file comes from. Documentation lists the errors of an endpoint that the description
        // names, and the import names more: those that keep the API's from standing in for a range's.
        func contents(_ files: [Output.File]) -> [String: [Substring]] {
            var lines: [String: [Substring]] = [:]
            for file in files {
                lines[file.name] = String(decoding: file.contents, as: UTF8.self).split(separator: "\n").dropFirst().map
                {
                    line in line.firstRange(of: "` (fails with ").map { line[..<$0.lowerBound] + "`" } ?? line
                }
            }
            return lines
        }
        let (old, new) = (contents(output), contents(copy.files))
        let different = Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }.sorted()
        if let first = different.first {
            findings.append(.init(.disagreement, "the import gives another '\(first)', and no warning says so"))
        }
    }

    // MARK: Generation

    /// The output of one command line, without a check of its messages.
    package static func output(of input: FuzzInput, _ options: Options) -> Output {
        DocumentChecks(input).loaded {
            generate($0, options: options)
        } missing: {
            $0.missing
        }.0
    }

    private mutating func generated(_ options: Options, _ command: String) -> Output {
        let (output, sources) = loaded {
            generate($0, options: options)
        } missing: {
            $0.missing
        }
        check(output.diagnostics, sources, command)
        if output.missing.isEmpty, output.diagnostics.hasErrors != output.files.isEmpty {
            findings.append(
                .init(
                    .disagreement,
                    "\(command) has \(output.files.isEmpty ? "no file and no error" : "files and an error")"))
        }
        return output
    }

    /// Runs a pass until it has the files that it asks for: those of the input, and none beside them.
    private func loaded<Result>(
        _ pass: (SourceSet) -> Result, missing: (Result) -> [MissingSource]
    ) -> (Result, SourceSet) {
        var sources = SourceSet(main: .init(path: input.main.name, bytes: input.main.bytes))
        var asked: Set<String> = []
        while true {
            let result = pass(sources)
            let wanted = missing(result).filter { asked.insert($0.path).inserted }
            if wanted.isEmpty { return (result, sources) }
            for file in wanted {
                if let other = ([input.main] + input.others).first(where: { $0.name == file.path }) {
                    sources.add(.init(path: file.path, bytes: other.bytes))
                } else if file.isOptional {
                    sources.addAbsence(of: file.path)
                }
            }
        }
    }

    // MARK: Messages

    private mutating func check(_ diagnostics: Diagnostics, _ sources: SourceSet, _ command: String) {
        findings += MessageCheck(sources).findings(diagnostics).map { .init($0.kind, $0.detail + "\n\(command)") }
    }
}

/// Whether messages point at something, and speak of what a person has written.
package struct MessageCheck {
    private let files: [FileID: Lines]

    /// How long the lines of a file are, in scalars, without what ends them.
    private struct Lines {
        /// As editors count.
        var lengths: [Int]
        /// As YAML 1.1 counts, for which there are more ends of lines.
        var lengthsInYAML: [Int]

        init(_ bytes: [UInt8]) {
            let text = String(decoding: bytes, as: UTF8.self)
            lengths = Self.lengths(text, endedBy: ["\n", "\r"])
            lengthsInYAML = Self.lengths(text, endedBy: ["\n", "\r", "\u{85}", "\u{2028}", "\u{2029}"])
        }

        private static func lengths(_ text: String, endedBy ends: Set<Unicode.Scalar>) -> [Int] {
            var (lengths, length, last) = ([Int](), 0, Unicode.Scalar(0))
            for scalar in text.unicodeScalars {
                let isSecondHalf = scalar == "\n" && last == "\r"
                last = scalar
                if isSecondHalf { continue }
                if ends.contains(scalar) {
                    lengths.append(length)
                    length = 0
                } else {
                    length += 1
                }
            }
            return lengths + [length]
        }

        func problem(with place: SourceLocation) -> String? {
            let (line, column) = (Int(place.line), Int(place.column))
            // The end of a file is a place too: what is missing is missing there.
            func has(_ lengths: [Int]) -> Bool {
                1...lengths.count + 1 ~= line && 1...(line <= lengths.count ? lengths[line - 1] : 0) + 2 ~= column
            }
            if has(lengths) || has(lengthsInYAML) { return nil }
            return line < 1 || line > lengthsInYAML.count + 1
                ? "points at a line that the file doesn't have" : "points behind the end of its line"
        }
    }

    /// - Parameter configuration: `callsite.yaml`, if there is one.
    package init(_ sources: SourceSet, configuration: SourceSet.File? = nil) {
        var files: [FileID: Lines] = [:]
        for (index, file) in sources.files.enumerated() { files[FileID(index)] = Lines(file.bytes) }
        if let configuration { files[.configuration] = Lines(configuration.bytes) }
        self.files = files
    }

    package func findings(_ diagnostics: Diagnostics) -> [Finding] {
        diagnostics.sorted.flatMap { diagnostic -> [Finding] in
            var findings: [Finding] = []
            // A file that isn't UTF-8 has no columns to count.
            for place in diagnostic.id == "not-utf8"
                ? [] : [diagnostic.location] + diagnostic.notes.map(\.location) + diagnostic.repeats
            {
                if let problem = problem(with: place) {
                    findings.append(.init(.place, "\(diagnostic.id) \(problem): \(diagnostic.message)"))
                }
            }
            if diagnostic.id.hasPrefix("template-") || diagnostic.message.description.isEmpty {
                findings.append(.init(.internal, "\(diagnostic.id): \(diagnostic.message)"))
            }
            return findings
        }
    }

    private func problem(with place: SourceLocation) -> String? {
        if place == .commandLine { return nil }
        guard let lines = files[place.file] else { return "is about no file" }
        return lines.problem(with: place)
    }
}
