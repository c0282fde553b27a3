/// One thing to try: a file, others that it may ask for, and which options it is tried with.
package struct FuzzInput: Hashable, Sendable {
    /// The reader of the input. The file's name contains it, so that a file alone can be tried again.
    package enum Subject: String, CaseIterable, Sendable {
        case description, configuration, command, samples, json, events, link, uri
    }

    package struct File: Hashable, Sendable {
        /// Its path, as the main file sees it: `other.yaml`, `sub/other.yaml`.
        package var name: String
        package var bytes: [UInt8]
        package init(_ name: String, _ bytes: [UInt8]) {
            self.name = name
            self.bytes = bytes
        }
    }

    package var main: File
    package var others: [File]
    /// Which of the sets of options, beside the plain ones; nil: all of them.
    package var variant: Int?

    package init(_ main: File, others: [File] = [], variant: Int? = nil) {
        self.main = main
        self.others = others
        self.variant = variant
    }

    /// It is right by the rules of its format, so that an error is a defect: the file's name says that too.
    package var isLegal: Bool { main.name.hasPrefix("legal.") }

    package var subject: Subject {
        let name = main.name
        if name.hasSuffix("callsite.yaml") { return .configuration }
        return Subject.allCases.first { name.hasSuffix(".\($0.rawValue).txt") } ?? .description
    }

    static func name(of subject: Subject) -> String { "input.\(subject.rawValue).txt" }
}

/// How an input is made.
package enum FuzzKind: String, CaseIterable, Sendable {
    /// A document with some bytes changed.
    case bytes
    /// A document with some nodes moved, removed, repeated or made something else.
    case nodes
    /// OpenAPI in which anything may refer to anything.
    case references
    /// The same in Callsite's own format.
    case natives
    /// OpenAPI that is legal, with a few names, odd ones or plain ones, for everything.
    case names
    /// `callsite.yaml`.
    case configuration
    /// Command lines, each with a folder of files: a description in several, a configuration, and what is in the way.
    case commands
    /// Archives, collections and commands from which a description is inferred.
    case samples
    /// Links, and bodies that a server may send.
    case wire

    /// How many of a hundred inputs are of this kind.
    var share: Int {
        switch self {
        case .bytes: 11
        case .nodes: 28
        case .references: 20
        case .natives: 10
        case .names: 10
        case .configuration: 5
        case .commands: 4
        case .samples: 4
        case .wire: 8
        }
    }
}

/// Makes inputs: the same for the same seed, number and seeds.
package struct FuzzSource: Sendable {
    let seed: UInt64
    let kinds: [FuzzKind]
    let seeds: FuzzSeeds

    /// - Parameter kinds: The kinds to make, in their shares; empty: all.
    package init(seed: UInt64, kinds: [FuzzKind], seeds: FuzzSeeds) {
        self.seed = seed
        self.kinds = kinds.isEmpty ? FuzzKind.allCases : kinds
        self.seeds = seeds
    }

    package func input(_ number: Int) -> (kind: FuzzKind, input: FuzzInput) {
        var random = Randomness(seed: seed, number: number)
        let kind = kind(&random)
        var input =
            switch kind {
            case .bytes: ByteMutations.input(seeds, &random)
            case .nodes: TreeMutations.input(seeds, &random)
            case .references: OpenAPIMaker.input(isWild: true, &random)
            case .natives: NativeMaker.input(&random)
            case .names: OpenAPIMaker.input(isWild: false, &random)
            case .configuration: ConfigurationInputs.input(seeds, &random)
            case .commands: CommandInputs.input(&random)
            case .samples: SampleInputs.input(&random)
            case .wire: WireInputs.input(&random)
            }
        input.variant = random.below(1000)
        return (kind, input)
    }

    private func kind(_ random: inout Randomness) -> FuzzKind {
        var left = random.below(kinds.reduce(0) { $0 + $1.share })
        for kind in kinds {
            left -= kind.share
            if left < 0 { return kind }
        }
        return kinds[0]
    }
}

/// Documents to begin with.
package struct FuzzSeeds: Sendable {
    package struct Seed: Sendable {
        package var name: String
        package var bytes: [UInt8]
        /// nil: it is no YAML.
        var tree: DocumentTree?
    }

    package private(set) var documents: [Seed] = []
    package private(set) var configurations: [Seed] = []

    package init() {}

    /// Large documents would only make it slow.
    package static let sizeLimit = 40_000

    package mutating func add(_ name: String, _ bytes: [UInt8]) {
        guard bytes.count <= Self.sizeLimit else { return }
        let seed = Seed(name: name, bytes: bytes, tree: DocumentTree(parsing: bytes))
        if name.hasSuffix("callsite.yaml") { configurations.append(seed) } else { documents.append(seed) }
    }

    func document(_ random: inout Randomness) -> Seed {
        documents.isEmpty ? Self.smallest : random.choose(documents)
    }

    private static let smallest = Seed(
        name: "smallest.yaml",
        bytes: Array(
            "callsite: 1\napi: Pets\nbaseURL: https://api.example.com\nendpoints: {GetPet: {path: /pet}}\n".utf8))
}
