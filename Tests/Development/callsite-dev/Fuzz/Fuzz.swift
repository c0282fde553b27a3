import Foundation
import Fuzzing

// Inputs that nobody would write, for everything that reads: what ends the process, doesn't end, takes too much, says
// something about a place that isn't there, or writes what is no Swift, is kept and made smaller.

/// `callsite-dev fuzz`.
func fuzz(_ words: [String]) throws {
    let arguments = try FuzzArguments(words)
    if let sanitizer = arguments.sanitizer { return try runSanitized(sanitizer, words) }
    if let numbers = arguments.numbers { try work(on: numbers, arguments) }
    if let path = arguments.replay { return try replay(path, arguments) }
    if let path = arguments.reduce { return try reduce(path, arguments) }
    try FuzzRun(arguments).perform()
}

/// What a child does: inputs that are made, or those of a folder.
private func work(on numbers: StrideThrough<Int>, _ arguments: FuzzArguments) throws -> Never {
    if let batch = arguments.batch, let name = arguments.replay {
        FuzzWorker(arguments).run { worker in
            for number in numbers { try worker.attempt(try readInput("\(batch)/\(number)/\(name)"), number: number) }
        }
    }
    let source = try arguments.source()
    FuzzWorker(arguments).run { worker in
        for number in numbers { try worker.attempt(source.input(number).input, number: number) }
    }
}
