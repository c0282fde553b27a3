import Foundation

/// Where this program was built, and with it the runtime's module, its objects and the tool.
var buildFolder: URL { URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent() }

/// Runs a program and lets it print.
func run(_ words: [String]) throws { _ = try perform(words, isCaptured: false) }

/// Runs a program and returns what it prints, without blanks at its ends.
func output(_ words: [String]) throws -> String {
    String(decoding: try perform(words, isCaptured: true), as: UTF8.self).trimmingCharacters(
        in: .whitespacesAndNewlines)
}

/// Runs a program and returns the bytes that it prints.
func outputBytes(_ words: [String]) throws -> Data { try perform(words, isCaptured: true) }

private func perform(_ words: [String], isCaptured: Bool) throws -> Data {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    let pipe = Pipe()
    if isCaptured { process.standardOutput = pipe }
    try process.run()
    let data = isCaptured ? pipe.fileHandleForReading.readDataToEndOfFile() : Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
        throw Problem("'\(words.joined(separator: " "))' ended with \(process.terminationStatus)")
    }
    return data
}
