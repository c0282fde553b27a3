import Foundation
import Fuzzing

/// The arguments of `callsite-dev fuzz`.
struct FuzzArguments {
    var seed: UInt64 = 1
    /// How many inputs; nil: until the time is over.
    var count: Int? = 50_000
    var minutes: Double?
    var kinds: [FuzzKind] = []
    var jobs = 2
    /// Whether what is generated is compiled, not only parsed.
    var compiles = false
    /// Whether each is compiled by itself, without a namespace: a second for each.
    var compilesAlone = false
    /// Where findings are written.
    var keep = ".build/fuzz"
    var sanitizer: String?
    /// Processor seconds for one input.
    var patience = FuzzArguments.usualPatience
    /// Bytes of stack for one input. An optimised build needs a fraction of what an unoptimised one does, and must not
    /// hide that.
    var stack = FuzzArguments.usualStack
    /// The most memory that a worker may have had, in bytes. A sanitizer keeps what was freed.
    var memory = 600 << 20
    /// Folders of documents to begin with, beside the package's own.
    var folders: [String] = []
    /// A kept file or any other, which is tried instead of new ones.
    var replay: String?
    /// A kept file to make smaller.
    var reduce: String?

    // Arguments that the process passes to its own children.

    /// The first number, the last one and the step between; nil: this is the parent.
    var numbers: StrideThrough<Int>?
    /// The folder in which an input is written down before it is tried.
    var note: String?
    /// A folder of folders, by number, in each of which a file like `replay` is tried.
    var batch: String?
    /// The folder for what is generated.
    var output: String?
    /// Inputs are parsed, and nothing else.
    var onlyParses = false

    /// An unoptimised build, or one with a sanitizer, takes longer.
    static var usualPatience: Double {
        #if DEBUG
            20
        #else
            2
        #endif
    }

    private static var usualStack: Int {
        #if DEBUG
            8 << 20
        #else
            1 << 20
        #endif
    }

    init(_ arguments: [String]) throws {
        var rest = arguments[...]
        func value<T>(_ name: String, _ read: (String) -> T?) throws -> T {
            guard let text = rest.popFirst(), let value = read(text) else { throw Problem("'\(name)' needs a value") }
            return value
        }
        func numbers(_ text: String) -> StrideThrough<Int>? {
            let parts = text.split(separator: ",").compactMap { Int($0) }
            return parts.count == 3 && parts[2] > 0 ? stride(from: parts[0], through: parts[1], by: parts[2]) : nil
        }
        while let argument = rest.popFirst() {
            switch argument {
            case "--seed": seed = try value(argument) { UInt64($0) }
            case "--count": count = try value(argument) { Int($0) }
            case "--minutes":
                minutes = try value(argument) { Double($0) }
                count = nil
            case "--kinds":
                for word in try value(argument, { $0 }).split(separator: ",") {
                    guard let kind = FuzzKind(rawValue: String(word)) else {
                        throw Problem(
                            "no kind is called '\(word)'; there are \(FuzzKind.allCases.map(\.rawValue).joined(separator: ", "))"
                        )
                    }
                    kinds.append(kind)
                }
            case "--jobs": jobs = max(1, try value(argument) { Int($0) })
            case "--compile": compiles = true
            case "--alone": (compiles, compilesAlone) = (true, true)
            case "--keep": keep = try value(argument) { $0 }
            case "--sanitize": sanitizer = try value(argument) { ["address", "thread"].contains($0) ? $0 : nil }
            case "--patience": patience = try value(argument) { Double($0) }
            case "--stack": stack = try value(argument) { Int($0) }
            case "--memory": memory = try value(argument) { Int($0) }
            case "--replay": replay = try value(argument) { $0 }
            case "--reduce": reduce = try value(argument) { $0 }
            case "--numbers": self.numbers = try value(argument, numbers)
            case "--batch": batch = try value(argument) { $0 }
            case "--note": note = try value(argument) { $0 }
            case "--only-parse": onlyParses = true
            case "--output": output = try value(argument) { $0 }
            default:
                guard !argument.hasPrefix("-") else { throw Problem("fuzz has no option '\(argument)'") }
                folders.append(argument)
            }
        }
    }

    /// For a child that makes the same inputs.
    var forChildren: [String] {
        ["fuzz", "--seed", "\(seed)", "--patience", "\(patience)", "--stack", "\(stack)", "--memory", "\(memory)"]
            + (onlyParses ? ["--only-parse"] : [])
            + (kinds.isEmpty ? [] : ["--kinds", kinds.map(\.rawValue).joined(separator: ",")]) + folders
    }

    func source() throws -> FuzzSource { FuzzSource(seed: seed, kinds: kinds, seeds: try seeds()) }

    /// The documents of the golden cases and of Specs, and those of the named folders.
    private func seeds() throws -> FuzzSeeds {
        var seeds = FuzzSeeds()
        for folder in ["Tests/CallsiteCoreTests/Cases", "Specs", "Tests/Consumer"] + folders {
            guard let names = FileManager.default.enumerator(atPath: folder)?.compactMap({ $0 as? String }) else {
                throw Problem("there is no folder '\(folder)'")
            }
            for name in names.sorted() where [".yaml", ".yml", ".json"].contains(where: name.hasSuffix) {
                let path = folder + "/" + name
                if let data = FileManager.default.contents(atPath: path) { seeds.add(path, Array(data)) }
            }
        }
        return seeds
    }
}
