/// Command lines, with a folder that they are run in: a description of several files, some of which refer back, a
/// configuration, and files that are in the way. An argument is a line of the main file.
///
/// Everything they name is below the folder or beside it, so that a run can't write anywhere else: no path begins with
/// `/`, and no string that is a path is changed at random.
enum CommandInputs {
    static func input(_ random: inout Randomness) -> FuzzInput {
        var files = description(&random)
        var operand = files[0].name
        if random.once(in: 2) { files.append(configuration(operand, &random)) }
        for name in [
            "Generated/Foreign.swift", "Generated/Fuzz+Models.swift", "Generated/.callsite-manifest.json", "out.yaml",
        ]
        where random.once(in: 8) {
            files.append(
                .init(name, Array(random.choose(["mine\n", "", "{}", "{\"version\": 1, \"files\": {}}"]).utf8)))
        }
        if random.once(in: 12) {
            operand = random.choose(["gone.yaml", ".", "sub", "", "-", "other.yaml", "callsite.yaml", "a\nb"])
        }
        var arguments = [random.choose(commands)].flatMap { $0 }
        let options = random.once(in: 3) ? any : usual
        for _ in 0..<random.below(6) { arguments += option(random.choose(options), &random) }
        if !random.once(in: 10) {
            arguments.insert(operand, at: random.once(in: 4) ? random.below(arguments.count + 1) : arguments.count)
        }
        if arguments.first == "generate", !arguments.contains("--output"), random.once(in: 2) {
            arguments += ["--output", "Generated"]
        }
        let lines = arguments.map { $0.replacing("\n", with: " ") }.joined(separator: "\n") + "\n"
        return FuzzInput(.init(FuzzInput.name(of: .command), Array(lines.utf8)), others: files)
    }

    /// A description, mostly with files that it includes or refers to.
    private static func description(_ random: inout Randomness) -> [FuzzInput.File] {
        let input =
            switch random.below(4) {
            case 0: NativeMaker.input(&random)
            case 1: OpenAPIMaker.input(isWild: false, &random)
            default: OpenAPIMaker.input(isWild: true, &random)
            }
        return [input.main] + input.others
    }

    private static func configuration(_ source: String, _ random: inout Randomness) -> FuzzInput.File {
        var tree: DocumentTree = ["callsite": 1]
        let entries: [DocumentTree] = (0..<random.number(1...2)).map { number in
            var entry = ConfigurationInputs.entry(&random)
            entry["source"] = .text(
                random.once(in: 8) ? random.choose(["gone.yaml", "other.yaml", "../package/" + source]) : source)
            entry["output"] = .text(
                random.choose(["Generated", "Generated", "Generated\(number)", "out/a/b", "../out", "."]))
            return entry
        }
        tree["descriptions"] = .list(entries)
        return .init("callsite.yaml", Array(tree.text(.yaml).utf8))
    }

    // MARK: Arguments

    private static let commands: [[String]] = [
        ["generate"], ["generate"], ["generate"], ["validate"], ["inspect"], ["import"], ["explain"], ["schema"],
        ["completions", "bash"], ["help"], ["help", "generate"], ["init"], ["templates", "eject", "Templates"],
        ["generte"], [],
    ]

    private static let usual = [
        "--output", "--access", "--namespace", "--name", "--include", "--fixtures", "--module", "--strict", "--check",
        "--dry-run", "--force", "--diagnostics", "--all-warnings", "--quiet", "--embed-runtime", "--allow-outside",
        "--format=json", "--names", "--paging",
    ]

    private static let any =
        usual + [
            "--watch", "--timings", "--shards", "--target", "--templates", "--config", "--help", "--version", "-o",
            "-q", "-h", "-qo", "--", "-", "---", "--nothing", "--outptu", "", "é", "--=", "-=", "--output=",
            "--strict=yes",
        ]

    private static let values: [String: [String]] = [
        "--output": [
            "Generated", "Generated", "out", "out/a/b", "../out", ".", "api.yaml", "Generated/", "", "out.yaml", "🙂",
        ],
        "-o": ["Generated", "out.yaml"],
        "--access": ["public", "internal", "package", "private", ""],
        "--namespace": ["Space", "S.T", "class", "错误", "a b", "", "Self", "1"],
        "--name": ["Fuzz", "", "a/b", "..", "class", "String", "Callsite", "ა"],
        "--include": ["tag:A", "/p0*,/p1", "*", ",", "", "tag:", "getA", "tag:*,,x", "**"],
        "--fixtures": ["Tests", "Tests", "Generated", "../Tests", "", "out/Tests"],
        "--module": ["App", "a b", "", "Swift", "class"],
        "--diagnostics": ["json", "github", "text", "xml"],
        "--shards": ["1", "4", "0", "-1", "x", "99999999999999999999", "1000"],
        "--target": ["App", "", "Nothing"],
        "--templates": ["Templates", "gone", "."],
        "--config": ["callsite.yaml", "gone.yaml", "api.yaml", "", "."],
    ]

    private static func option(_ name: String, _ random: inout Randomness) -> [String] {
        guard let values = values[name], !random.once(in: 20) else { return [name] }
        let value = random.choose(values)
        return name.hasPrefix("--") && random.once(in: 3) ? [name + "=" + value] : [name, value]
    }
}
