import CallsiteCommands
import CallsiteCore
import CallsiteDiff
import CallsitePrinter
import Foundation

// The compiler as judge of `callsite diff`: both sides of each pair are generated, each in a namespace of its own, and code that calls whatever
// the old side declares is type-checked against both. What fails there and not here is what the change breaks. All pairs are in two runs.

/// One pair, and what became of it.
private struct Trial {
    var name: String
    var old: ContractReading
    var predicted: SourceVerdict
    var changes: [Change]
}

/// Which calls a file of callers makes: the worst verdict that its errors are.
enum CallerKind: String, CaseIterable {
    case calls, reads, switches, functions

    var verdict: SourceVerdict {
        switch self {
        case .calls: .breaks
        case .reads: .reads
        case .switches: .exhaustiveSwitches
        case .functions: .capturedInitialisers
        }
    }
}

func diffOracle(_ arguments: [String]) throws {
    func value(_ name: String) -> String? {
        arguments.firstIndex(of: name).flatMap { arguments.indices.contains($0 + 1) ? arguments[$0 + 1] : nil }
    }
    let folder = URL(fileURLWithPath: value("--keep") ?? ".build/diff-oracle")
    try? FileManager.default.removeItem(at: folder)
    var trials: [Trial] = []
    for explanation in ChangeExplanation.all where !explanation.old.isEmpty {
        if let only = value("--only"), explanation.id != only { continue }
        let number = trials.count
        let options = Options(namespace: "N\(number)", apiName: "Pets\(number)")
        func sources(_ text: String) -> SourceSet { SourceSet(main: .init(path: "api.yaml", bytes: Array(text.utf8))) }
        let (old, new) = (
            readContract(sources(explanation.old), options: options), readContract(sources(explanation.new), options: options)
        )
        guard let contract = old.contract, new.contract != nil else { continue }
        let changes = compare(old, new).changes
        // Another value of a default is no matter of types.
        let verdicts = changes.map { $0.source == .silent ? .none : $0.source }
        for (side, text) in [("old", explanation.old), ("new", explanation.new)] {
            let output = generate(sources(text), options: options)
            for file in output.files {
                try write(file.contents, to: folder.appendingPathComponent(side).appendingPathComponent("N\(number)_" + file.name))
            }
        }
        let writer = CallerWriter(contract: contract, namespace: "N\(number)")
        for kind in CallerKind.allCases {
            try write(Array(writer.text(kind).utf8), to: folder.appendingPathComponent("callers/N\(number)_\(kind.rawValue).swift"))
        }
        trials.append(.init(name: explanation.id, old: old, predicted: verdicts.max() ?? .none, changes: changes))
    }
    let before = try verdicts(of: "old", in: folder)
    let after = try verdicts(of: "new", in: folder)
    var disagreements = 0
    for (number, trial) in trials.enumerated() {
        guard before[number] == nil else {
            print("\(trial.name): the caller doesn't compile against the old side: fix the caller")
            disagreements += 1
            continue
        }
        let found = after[number] ?? .none
        guard found != trial.predicted else { continue }
        disagreements += 1
        print("\(trial.name): diff says \(trial.predicted.name), the compiler \(found.name)")
        for change in trial.changes { print("    \(change.source.name)/\(change.app.name) \(change.message) [\(change.id)]") }
    }
    print("\(trials.count) pairs, \(disagreements) disagreements")
    guard disagreements == 0 else { throw Problem("the compiler disagrees; its files are in \(folder.path)") }
}

private func write(_ bytes: [UInt8], to file: URL) throws {
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
}

/// By the pair's number, what the compiler says of its callers against one side.
private func verdicts(of side: String, in folder: URL) throws -> [Int: SourceVerdict] {
    func files(_ name: String) throws -> [String] {
        let path = folder.appendingPathComponent(name).path
        return try FileManager.default.contentsOfDirectory(atPath: path).sorted().map { path + "/" + $0 }
    }
    let result = try captured(
        ["swiftc", "-typecheck", "-swift-version", "6", "-module-name", "Oracle", "-I", buildFolder.appendingPathComponent("Modules").path]
            + files(side) + files("callers"))
    var verdicts: [Int: SourceVerdict] = [:]
    for line in result.text.split(separator: "\n") {
        // `…/callers/N12_calls.swift:4:5: error: …`
        guard let match = line.firstMatch(of: /\/callers\/N(\d+)_(\w+)\.swift:\d+:\d+: (error|warning): (.*)/), let number = Int(match.1),
            let kind = CallerKind(rawValue: String(match.2))
        else {
            if line.contains(": error:") { throw Problem("the generated code doesn't compile: \(line)") }
            continue
        }
        let isDeprecation = match.3 == "warning" && match.4.contains("deprecated")
        guard match.3 == "error" || isDeprecation else { continue }
        verdicts[number] = max(verdicts[number] ?? .none, isDeprecation ? .warns : kind.verdict)
    }
    return verdicts
}

/// Writes code that uses every declaration of a contract in every way that callers do.
struct CallerWriter {
    let contract: Contract
    let namespace: String

    private var paths: Set<String> { Set(contract.declarations.map(\.path)) }

    func text(_ kind: CallerKind) -> String {
        var lines = ["import CallsiteRuntime", "import CallsiteTransfers", "import Foundation", ""]
        var number = 0
        let known = paths
        func name() -> String {
            number += 1
            return "\(kind.rawValue)\(namespace)_\(number)"
        }
        for declaration in contract.declarations where declaration.kind != .api {
            let type = namespace + "." + declaration.path
            guard declaration.typeParameters.isEmpty else { continue }
            func qualified(_ text: String) -> String { self.qualified(text, in: declaration.path, known) }
            switch kind {
            case .calls:
                for minimal in [false, true] {
                    guard let arguments = declaration.arguments else { break }
                    let given = arguments.filter { !minimal || $0.defaultValue == nil }
                    let parameters = given.enumerated().map { "_ a\($0): \(qualified($1.type))" }.joined(separator: ", ")
                    let passed = given.enumerated().map { $1.label == "_" ? "a\($0)" : "\(label($1.label)): a\($0)" }.joined(
                        separator: ", ")
                    lines.append("func \(name())(\(parameters)) { _ = \(type)(\(passed)) }")
                }
                if declaration.kind != .request { lines += reads(declaration, type, name, qualified) }
                for (alias, target) in declaration.aliases.sorted(by: { $0.key < $1.key }) where !target.isEmpty {
                    let full = alias.isEmpty ? type : type + "." + alias
                    lines.append("func \(name())(_ value: \(full)) -> \(qualified(target)) { value }")
                }
                for value in declaration.cases {
                    let payload = value.payload.map { "_ payload: " + qualified($0) } ?? ""
                    // A failure's case has the response beside its payload.
                    guard !declaration.path.hasSuffix("Failure") else { continue }
                    lines.append(
                        "func \(name())(\(payload)) -> \(type) { .\(label(value.name))\(value.payload == nil ? "" : "(payload)") }")
                }
                for conformance in declaration.conformances {
                    for known in protocols(conformance) { lines.append("func \(name())() -> any \(known).Type { \(type).self }") }
                }
            case .reads: if declaration.kind == .request { lines += reads(declaration, type, name, qualified) }
            case .switches:
                guard !declaration.cases.isEmpty else { continue }
                let isOpen = declaration.path.hasSuffix("Failure") || declaration.path.hasSuffix(".Response")
                let cases = declaration.cases.map { ".\(label($0.name))" } + [isOpen ? ".undeclared" : ".unrecognized"]
                lines.append("func \(name())(_ value: \(type)) { switch value { case \(cases.joined(separator: ", ")): break } }")
            case .functions:
                guard let arguments = declaration.arguments, !arguments.isEmpty, arguments.allSatisfy({ $0.label != "_" }) else { continue }
                let labels = arguments.map { label($0.label) + ":" }.joined()
                let types = arguments.map { qualified($0.type) }.joined(separator: ", ")
                lines.append("func \(name())() -> (\(types)) -> \(type) { \(type).init(\(labels)) }")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func reads(
        _ declaration: Contract.Declaration, _ type: String, _ name: () -> String, _ qualified: (String) -> String
    ) -> [String] {
        declaration.properties.map { "func \(name())(_ value: \(type)) -> \(qualified($0.type)) { value.\(label($0.name)) }" }
    }

    private func protocols(_ conformance: String) -> [String] {
        switch conformance {
        case "Model", "WireCodable": ["WireDecodable", "WireEncodable"]
        case "DecodableModel", "WireDecodable": ["WireDecodable"]
        case "EncodableModel", "WireEncodable": ["WireEncodable"]
        case "PaginationRequestType", "OpenEnum": []
        default: [conformance]
        }
    }

    private func label(_ name: String) -> String { name.hasPrefix("`") ? name : "`\(name)`" }

    /// A type as it is called outside of what declares it.
    private func qualified(_ text: String, in path: String, _ known: Set<String>) -> String {
        var result = ""
        var word = ""
        for character in text + "\u{0}" {
            if character.isLetter || character.isNumber || character == "_" || (character == "." && !word.isEmpty) {
                word.append(character)
                continue
            }
            if !word.isEmpty { result += resolved(word, in: path, known) }
            word = ""
            if character != "\u{0}" { result.append(character) }
        }
        return result
    }

    private func resolved(_ word: String, in path: String, _ known: Set<String>) -> String {
        var scope = path
        while true {
            if known.contains(scope + "." + word) { return namespace + "." + scope + "." + word }
            guard let dot = scope.lastIndex(of: ".") else { break }
            scope = String(scope[..<dot])
        }
        return known.contains(word) ? namespace + "." + word : word
    }
}
