import Foundation

extension GuideFigures {
    // MARK: - Values

    private func table(_ title: String, _ build: String) throws -> FigureRecord.Table {
        guard let table = record.tables[build]?[title] else {
            throw Problem(description: "\(FigureRecord.path) has no table '\(title)' of a \(build) build")
        }
        return table
    }

    private func value(_ title: String, _ row: String, _ column: String, _ build: String = "release") throws -> Double {
        guard let value = try table(title, build).rows.first(where: { $0.name == row })?.values[column] else {
            throw Problem(description: "\(FigureRecord.path): '\(title)' has no '\(column)' of '\(row)'")
        }
        return value
    }

    private func bar(_ chart: String, _ group: String, _ tool: String) throws -> Double {
        let group = record.charts[chart]?.groups.first { $0.name.hasPrefix(group) }
        guard let bar = group?.bars.first(where: { $0.name == tool }) else {
            throw Problem(description: "\(FigureRecord.path): the chart '\(chart)' has no bar of \(tool)")
        }
        return bar.value
    }

    private func experiment(_ name: String) throws -> Double {
        guard let value = record.experiments[name] else {
            throw Problem(description: "\(FigureRecord.path) has no experiment '\(name)'")
        }
        return value
    }

    /// `0.74`, `5.2`, `47`: two digits are all that two runs agree on.
    private static func text(_ ratio: Double) -> String {
        String(format: ratio < 0.995 ? "%.2f" : ratio < 9.95 ? "%.1f" : "%.0f", ratio)
    }

    private static func percent(_ part: Double) -> String { String(format: "%.0f", part * 100) }

    private static func span(_ values: [Double]) -> [String] { [values.min(), values.max()].map { text($0 ?? .nan) } }

    // MARK: - README

    func readmePage() throws -> Page {
        func times(_ chart: String, _ tool: String) throws -> String {
            "\(Self.text(try bar(chart, "GitHub", tool) / bar(chart, "GitHub", "Callsite")))×"
        }
        let decoding = Self.text(try value("decoding", "GitHub's repositories", "times as fast"))
        var page = Page()
        page.rows = [
            (
                "GitHub, CPU time to generate",
                [
                    "1", try times("generating", "swift-openapi-generator"), "refused",
                    try times("generating", "openapi-generator"), "–",
                ]
            ),
            (
                "GitHub, lines of Swift",
                ["1"]
                    + (try ["swift-openapi-generator", "CreateAPI", "openapi-generator"].map { try times("lines", $0) })
                    + ["–"]
            ),
            (
                "GitHub, CPU time to compile, debug",
                [
                    "1", try times("compiling", "swift-openapi-generator"), try times("compiling", "CreateAPI"), "–",
                    "–",
                ]
            ),
            ("decoding speed", ["\(decoding)×", "–", "–", "–", "1"]),
        ]
        page.sentences = [
            (
                "Measured on # (decoding: #)",
                [record.charts["generating"]?.date ?? "", try table("decoding", "release").date]
            ),
            ("from a static binary (# MB)", [String(format: "%.0f", try experiment("static binary, MB"))]),
        ]
        page.constants = [
            "OpenAPI 3.0, 3.1 and 3.2, Swagger 2.0", "| OpenAPI 3.1 |",
            "| packages it adds | 0 | 10 | 1 to 3 | 0 to 1 | 0 |", "Swift 6.1 or later", "Swift 6.3.1",
            "Swift 5 and 6 mode", "iOS 16, macOS 13", "Apache-2.0",
        ]
        return page
    }

    // MARK: - Performance

    func performancePage() throws -> Page {
        var page = Page()
        page.rows = try decodingRows() + compilingRows() + machineCodeRows() + generatingRows() + sendingRows()
        page.sentences = try sentences()
        page.constants = [
            "RFC 8259", "of more than 128 bytes", "of more than 512 bytes",
            "up to 129 files", "leaves 16 to 32 bytes", "send 14 requests",
        ]
        return page
    }

    private func machineCodeRows() throws -> [(String, [String])] {
        let title = "machine code, in times of the least"
        return try table(title, "release").rows.map { row in
            (row.name, try ["-Onone", "-O"].map { Self.text(try value(title, row.name, $0)) })
        }
    }

    // MARK: - Small and quick

    private static let used = "the used part of generated code, as a part of all"

    private func usedParts(_ column: String) throws -> [Double] {
        try table(Self.used, "release").rows.map { try value(Self.used, $0.name, column) }
    }

    func smallAndQuickPage() throws -> Page {
        var page = Page()
        let apis = [
            ("GitHub, 14 of its operations", "GitHubOctokit"), ("Stripe, 14 of its operations", "Stripe"),
            ("Box, 14 of its operations", "BoxPlatform"), ("Discord, 14 of its operations", "Discord"),
            ("GitHub in Callsite's format", "GitHub, own format"),
        ]
        let columns = ["lines", "-Onone s", "-O s", "-Onone KB", "-O KB", "public, -O KB"]
        page.rows = try apis.map { name, row in
            (name, try columns.map { Self.text(try value(Self.used, row, $0)) })
        }
        page.constants = ["Programs that send 14 requests each", "exits with status 2"]
        return page
    }

    private func decodingRows() throws -> [(String, [String])] {
        try table("decoding", "release").rows.map { row in
            let cells = try ["release", "debug"].flatMap { build in
                try ["decoding", "encoding"].map { try value($0, row.name, "times as fast", build) }
            }
            return (row.name, cells.map(Self.text))
        }
    }

    private func compilingRows() throws -> [(String, [String])] {
        let models = try table("Callsite's as a part of", "release").rows.map { row in
            (
                row.name,
                try ["-Onone s", "-Onone KB", "-O s", "-O KB"].map {
                    Self.text(try value("Callsite's as a part of", row.name, $0))
                }
            )
        }
        let title = "models, as a part of synthesised Codable"
        let apis = [("Mastodon", "Mastodon"), ("Box", "BoxPlatform"), ("GitHub", "GitHubOctokit")]
        let columns = ["-Onone s", "-Onone MB", "-Onone KB", "-O s", "-O MB", "-O KB"]
        return models
            + (try apis.map { name, row in
                ("models of \(name)", try columns.map { Self.text(try value(title, row, $0, "debug")) })
            })
    }

    private static let documents = [
        ("GitHub, JSON", "api.github.com.json"), ("Stripe, YAML", "spec3.yaml"), ("Datadog, YAML", "datadog-v2.yaml"),
    ]

    private func generatingRows() throws -> [(String, [String])] {
        try Self.documents.map { name, row in
            (
                name,
                [
                    Self.text(try value("documents: generation", row, "ratio")),
                    Self.text(try value("documents: generation", row, "ratio", "debug")),
                    Self.text(try value("documents: memory of callsite generate", row, "× document")),
                ]
            )
        }
    }

    private func sendingRows() throws -> [(String, [String])] {
        try [("one after the other", "one after the other"), ("a thousand at once", "1000 at once")].map { name, how in
            (
                name,
                [
                    Self.text(try value("transports", "NetworkTransport, \(how)", "ratio")),
                    Self.text(
                        try value("transports", "NetworkTransport, \(how)", "MB")
                            / value("transports", "URLSession, \(how)", "MB")),
                ]
            )
        }
    }

    private func sentences() throws -> [(String, [String])] {
        let decoding = try table("decoding", "release")
        let machine = decoding.machine.matches(of: /[0-9]+(?:\.[0-9]+)*/).map { String($0.0) }
        let whole = try ["github.yaml", "github.yaml ×8"].map { try value("generation", $0, "generate ms") }
        let elements = try ["10", "100", "1000"].map { try value("paging", "\($0) pages of 1,000", "ratio") }
        let streams = try table("streams", "release").rows.map { try value("streams", $0.name, "ratio") }
        return [
            ("Recorded on #, on a machine with # cores, Linux and Swift #", [decoding.date] + machine),
            (
                "Mastodon's API then takes # % of the time",
                [Self.percent(try experiment("internal, unused, of public -O, Mastodon"))]
            ),
            (
                "takes # times the CPU time for Stripe's API",
                [Self.text(try experiment("-num-threads 0, of two parts, Stripe"))]
            ),
            (
                "saves # % of Stripe's lines, and # % of the time in debug",
                try ["enums by tables, lines saved, Stripe", "enums by tables, debug time saved, Stripe"].map {
                    Self.percent(try experiment($0))
                }
            ),
            (
                "with three enums each decodes # to # % faster",
                try ["least", "most"].map { Self.percent(try experiment("decoding of enums by tables, \($0) saved")) }
            ),
            ("eight times the models take # times as long", [Self.text(whole[1] / whole[0])]),
            (
                "takes the compiler # to # % of a whole build's CPU time",
                try ["least", "most"].map { Self.percent(try experiment("a field of GitHub, \($0) of a build")) }
            ),
            (
                "which half of the API holds, takes # %",
                [Self.percent(try experiment("a field of GitHub's license, of a build"))]
            ),
            ("through a session costs # times as much", [Self.text(try value("a request", "Session", "ratio"))]),
            (
                "without a network # times as much",
                [Self.text(try value("a request", "Session with a stub", "ratio"))]
            ),
            ("costs # to # times as much as decoding it", Self.span(elements)),
            ("Reading a stream of elements costs # to # times", Self.span(streams)),
            (
                "take # to # of the CPU time of a debug build, and # to # of the bytes",
                try Self.span(usedParts("-Onone s")) + Self.span(usedParts("-Onone KB"))
            ),
        ]
    }
}
