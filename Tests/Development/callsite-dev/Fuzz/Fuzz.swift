import Foundation
import Fuzzing

// Inputs that no one would write, for everything that reads. An input is kept and made smaller if it ends the process,
// doesn't end, takes too much, gets a message about a place that isn't there, or generates invalid Swift.

/// `callsite-dev fuzz`.
func fuzz(_ words: [String]) throws {
    let arguments = try FuzzArguments(words)
    if let sanitizer = arguments.sanitizer { return try runSanitized(sanitizer, words) }
    if let numbers = arguments.numbers { try work(on: numbers, arguments) }
    if let path = arguments.replay { return try replay(path, arguments) }
    if let path = arguments.reduce { return try reduce(path, arguments) }
    try FuzzRun(arguments).perform()
}

/// The work of a child: inputs that are made, or those of a folder.
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
