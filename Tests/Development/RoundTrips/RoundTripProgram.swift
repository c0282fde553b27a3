import CallsiteMockEngine

/// The program that reads and writes the samples of several documents, and what its output means.
package struct RoundTripProgram: Sendable {
    package let trips: [(path: String, trip: RoundTrip)]

    package init(_ trips: [(path: String, trip: RoundTrip)]) { self.trips = trips }

    /// `main.swift`, beside the generated files. Its argument is a file of `input`.
    package var main: String {
        var checks: [String] = []
        for (_, trip) in trips {
            for subject in trip.subjects {
                let name =
                    subject.cases.isEmpty
                    ? "\"\""
                    : "switch value { \(subject.cases.map { "case .\($0.name): \"\($0.name.filter { $0 != "`" })\"" }.joined(separator: "; ")); default: \"unrecognized\" }"
                checks.append(
                    "{ data in let value = try decodeJSON(\(subject.type).self, from: data); let name = \(name); return (name, try encodeJSON(value)) }"
                )
            }
        }
        var text =
            "import CallsiteRuntime\nimport Foundation\n\ntypealias RoundTripCheck = (Data) throws -> (String, Data)\n"
        let starts = Array(stride(from: 0, to: checks.count, by: 40))
        for start in starts {
            text += "func checks\(start)() -> [RoundTripCheck] {\n    var checks: [RoundTripCheck] = []\n"
            for check in checks[start..<min(start + 40, checks.count)] { text += "    checks.append(\(check))\n" }
            text += "    return checks\n}\n"
        }
        return text + """
            let checks: [RoundTripCheck] = [\(starts.map { "checks\($0)()" }.joined(separator: ", "))].flatMap { $0 }
            let lines = try String(contentsOfFile: CommandLine.arguments[1], encoding: .utf8).split(separator: "\\n")
            for line in lines {
                let parts = line.split(separator: "\\t", maxSplits: 1)
                do {
                    let (name, json) = try checks[Int(parts[0])!](Data(parts[1].utf8))
                    print(name + "\\t" + String(decoding: json, as: UTF8.self))
                } catch {
                    print("!\\t" + String(describing: error).replacingOccurrences(of: "\\n", with: " "))
                }
            }

            """
    }

    /// A line for each sample: the number of its check, and its JSON.
    package var input: String {
        var (lines, first) = ([String](), 0)
        for (_, trip) in trips {
            for sample in trip.samples { lines.append("\(first + sample.subject)\t\(sample.json.text)") }
            first += trip.subjects.count
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The results of a run.
    package struct Report: Sendable {
        package var samples = 0
        package var unions = 0
        package var models = 0
        /// Samples that are valid for the schema of the case that they were read as, too.
        package var ambiguous: [String] = []
        package var failures: [String] = []
        /// How many values of types of which a warning says something went wrong.
        package var explained = 0

        package init() {}
    }

    /// - Parameter output: All that the program printed.
    package func report(_ output: String) -> Report {
        var report = Report()
        let lines = output.split(separator: "\n", omittingEmptySubsequences: false)
        var at = 0
        for (path, trip) in trips {
            report.unions += trip.subjects.count { !$0.cases.isEmpty }
            report.models += trip.subjects.count { $0.cases.isEmpty }
            for sample in trip.samples {
                report.samples += 1
                guard at < lines.count else {
                    report.failures.append("\(path): the program ended early")
                    return report
                }
                let parts = lines[at].split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false)
                at += 1
                let subject = trip.subjects[sample.subject]
                let place = "\(path): \(subject.type)"
                func fail(_ text: String) {
                    if subject.isExplained {
                        report.explained += 1
                    } else {
                        report.failures.append(text)
                    }
                }
                guard parts.count == 2, parts[0] != "!" else {
                    fail("\(place): \(parts.last ?? "") | \(sample.json.text.prefix(300))")
                    continue
                }
                let found = String(parts[0])
                if let expected = sample.expectedCase?.filter({ $0 != "`" }), found != expected {
                    let other = subject.cases.first { $0.name.filter { $0 != "`" } == found }
                    let isValid =
                        other?.pointer.map {
                            trip.tolerant.schema(at: $0.replacing("/oneOf/", with: "/anyOf/")).isValid(sample.json)
                        } ?? false
                    let text = "\(place): made as \(expected), read as \(found) | \(sample.json.text.prefix(300))"
                    if isValid { report.ambiguous.append(text) } else { report.failures.append(text) }
                }
                guard let written = try? JSONValue(parsing: String(parts[1])) else {
                    fail("\(place): no JSON is written | \(parts[1].prefix(300))")
                    continue
                }
                if let name = subject.discriminator, sample.json[name] != written[name] {
                    fail(
                        "\(place): the discriminator is \(written[name]?.text ?? "lost") | \(sample.json.text.prefix(300))"
                    )
                }
                if let difference = trip.difference(sample.json, written, at: "") {
                    fail("\(place): \(difference) | \(sample.json.text.prefix(300))")
                }
            }
        }
        return report
    }
}

extension RoundTrip {
    /// The first part of a value that isn't in the written one; nil: all is.
    fileprivate func difference(_ value: JSONValue, _ written: JSONValue, at pointer: String) -> String? {
        switch (value, written) {
        case (.object(let fields), .object(let others)):
            for (key, inner) in fields.pairs {
                // Fields that the document doesn't know are left out, as the guide says.
                guard !oneWayNames.contains(key), propertyNames.contains(key), !inner.isNull else { continue }
                guard let other = others[key] else {
                    // A subtype by itself may leave out the field that only the union knows.
                    if discriminators.contains(key) { continue }
                    return "\(pointer)/\(key) is lost"
                }
                if let found = difference(inner, other, at: pointer + "/" + key) { return found }
            }
            return nil
        case (.array(let elements), .array(let others)):
            guard elements.count == others.count else { return "\(pointer) has \(others.count) of \(elements.count)" }
            for (index, pair) in zip(elements, others).enumerated() {
                if let found = difference(pair.0, pair.1, at: "\(pointer)/\(index)") { return found }
            }
            return nil
        case (.number, .number): return value.double == written.double ? nil : "\(pointer): \(written.text)"
        case (.string(let text), .string(let other)):
            return text == other || isSame(text, other) ? nil : "\(pointer): \(written.text)"
        case (.null, _): return nil
        default: return value == written ? nil : "\(pointer): \(written.text)"
        }
    }

    /// Dates, UUIDs and URLs may be spelled in other ways.
    private func isSame(_ text: String, _ other: String) -> Bool {
        func plain(_ text: String) -> String {
            var text = text.lowercased()
            if text.hasSuffix("+00:00") { text = text.dropLast(6) + "z" }
            if let dot = text.lastIndex(of: "."), text.hasSuffix("z"),
                text[text.index(after: dot)...].dropLast().allSatisfy({ $0 == "0" })
            {
                text = text[..<dot] + "z"
            }
            return text
        }
        return plain(text) == plain(other)
    }
}
