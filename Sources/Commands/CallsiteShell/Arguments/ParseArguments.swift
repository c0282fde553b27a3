import CallsiteCore

/// Parses an argument list by the GNU conventions: `--long`, `--long=value`, `--long value`, `-s`, `-s value`,
/// `-svalue`, short flags combined, `--` before operands that look like options; options and operands in any order.
///
/// `--help` and `--version` win over whatever follows them.
package func parseArguments(_ arguments: [String], of program: Program) -> Result<Invocation, UsageError> {
    Result { () throws(UsageError) in
        var rest = arguments[...]
        guard let first = rest.popFirst() else { return Invocation(program.help, of: program) }
        switch first {
        case "-h", "--help": return Invocation(program.help, of: program)
        case "--version": return Invocation(program.version, of: program)
        case _ where first.hasPrefix("-"): throw .optionBeforeCommand(first, of: program)
        default: break
        }
        guard let command = try findCommand(first, &rest, of: program) else {
            return helpInvocation(for: [first], of: program)
        }
        return try parse(rest, for: command, of: program)
    }
}

/// The help on a command, or on a word that several commands start with.
private func helpInvocation(for words: [String], of program: Program) -> Invocation {
    var invocation = Invocation(program.help, of: program)
    invocation.operands = words
    return invocation
}

/// The command that starts with `first`; takes its second word from `rest`.
///
/// - Returns: `nil` if help is asked for before the command is complete: `templates --help`.
private func findCommand(
    _ first: String, _ rest: inout ArraySlice<String>, of program: Program
) throws(UsageError) -> Command? {
    let candidates = program.commands.filter { $0.words.first == first }
    guard let candidate = candidates.first else { throw .unknownCommand(first, of: program) }
    if candidate.words.count == 1 { return candidate }
    let seconds = candidates.map { $0.words[1] }
    guard let second = rest.popFirst() else { throw .missingSubcommand(of: first, candidates: seconds) }
    if second == "--help" || second == "-h" { return nil }
    guard let command = candidates.first(where: { $0.words[1] == second }) else {
        throw .unknownSubcommand(second, of: first, candidates: seconds)
    }
    return command
}

/// Reads the options and operands of a command.
private func parse(
    _ arguments: ArraySlice<String>, for command: Command, of program: Program
) throws(UsageError) -> Invocation {
    var invocation = Invocation(command, of: program)
    var rest = arguments
    var onlyOperands = false
    while let argument = rest.popFirst() {
        if !onlyOperands, let first = argument.unicodeScalars.first,
            "\u{2010}\u{2011}\u{2012}\u{2013}\u{2014}\u{2212}".unicodeScalars.contains(first)
        {
            throw .dash(argument, command)
        }
        if onlyOperands || argument == "-" || !argument.hasPrefix("-") {
            invocation.operands.append(argument)
        } else if argument == "--" {
            onlyOperands = true
        } else if argument.hasPrefix("--") {
            try parseLong(argument, &rest, into: &invocation)
        } else {
            try parseShort(argument, &rest, into: &invocation)
        }
        if invocation.has(.help) { return helpInvocation(for: command.words, of: program) }
        if invocation.has(.version) { return Invocation(program.version, of: program) }
    }
    try check(invocation)
    return invocation
}

/// Reads `--long`, `--long=value` or `--long value`.
private func parseLong(
    _ argument: String, _ rest: inout ArraySlice<String>, into invocation: inout Invocation
) throws(UsageError) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let option = invocation.command.allOptions.first(where: { $0.name == parts[0] }) else {
        throw .unknownOption(parts[0], of: invocation)
    }
    switch option.kind {
    case .flag:
        guard parts.count == 1 else { throw .unexpectedValue(of: option, invocation.command) }
        invocation[option] = ""
    case .value:
        try set(option, parts.count == 2 ? parts[1] : nextValue(&rest), in: &invocation)
    }
}

/// Reads `-a`, `-ab`, `-s value` or `-svalue`.
private func parseShort(
    _ argument: String, _ rest: inout ArraySlice<String>, into invocation: inout Invocation
) throws(UsageError) {
    var letters = argument.dropFirst()
    // `-output DIR` isn't the folder `utput`.
    let name = "--" + letters.prefix { $0 != "=" }
    if name.count >= 5, invocation.command.allOptions.contains(where: { $0.name.hasPrefix(name) }) {
        throw .unknownOption(argument, of: invocation)
    }
    while let letter = letters.popFirst() {
        guard let option = invocation.command.allOptions.first(where: { $0.short == letter }) else {
            throw .unknownOption("-\(letter)", of: invocation)
        }
        switch option.kind {
        case .flag:
            invocation[option] = ""
        case .value:
            // `-o=DIR` would be the folder `=DIR`.
            if letters.first == "=" { throw .shortWithEquals(option, String(letters.dropFirst()), invocation.command) }
            try set(option, letters.isEmpty ? nextValue(&rest) : String(letters), in: &invocation)
            return
        }
    }
}

/// The next argument as a value. `--output --check` is a forgotten value far more often than a folder called `--check`,
/// which can be written `--output=--check`.
private func nextValue(_ rest: inout ArraySlice<String>) -> String {
    guard let next = rest.first, next == "-" || !next.hasPrefix("-") else { return "" }
    rest.removeFirst()
    return next
}

private func set(_ option: CommandOption, _ value: String, in invocation: inout Invocation) throws(UsageError) {
    guard !value.isEmpty else { throw .missingValue(of: option, invocation.command) }
    if case .value(_, let choices, let rule) = option.kind, let expected = mistake(in: value, of: option, choices, rule)
    {
        throw .invalidValue(value, of: option, expected: expected, invocation.command)
    }
    if let earlier = invocation[option] {
        switch option.rule {
        case .selection: invocation[option] = earlier + "," + value
        case .paths: invocation[option] = earlier + "\u{0}" + value
        default: throw .optionTwice(option, invocation.command)
        }
    } else {
        invocation[option] = value
    }
}

/// Describes the expected value if `value` is a mistake; nil: it is valid.
private func mistake(
    in value: String, of option: CommandOption, _ choices: [String], _ rule: CommandOption.ValueRule
) -> DiagnosticText? {
    if !choices.isEmpty, !choices.contains(value) {
        return Spelling.help(for: value, among: choices) ?? "expected \(DiagnosticText.list(choices))"
    }
    switch rule {
    case .any, .paths: return nil
    case .moduleName: return isPlainName(value) ? nil : "expected a name of letters, digits and '_'"
    case .typeName, .freeTypeName:
        guard isTypeName(value) else { return "expected a capital, and then letters and digits, as in 'MyAPI'" }
        guard rule == .freeTypeName, isReservedTypeName(value) else { return nil }
        return "Swift or Callsite has a type of this name; write '\(value == "API" ? "My" : value)API'"
    case .selection:
        let words = value.split(separator: ",").map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }
        let isUsable = !words.isEmpty && !words.contains("tag:")
        return isUsable ? nil : "expected operationIds, paths and 'tag:NAME', with commas between them"
    case .outputFile, .outputFolder, .newDescription:
        // No shell expands '~' in `--output=~/Out`.
        if value == "~" || value.hasPrefix("~/") {
            return "'~' is read by shells only: write '\(option.name) \(value)'"
        }
        if value == "-", rule == .outputFolder {
            return "files are written into a folder: write '\(option.name) Generated'"
        }
        if value == "-", rule == .outputFile { return "a file is written, and '-' is none" }
        guard rule == .newDescription, [".swift", ".json"].contains(where: value.hasSuffix) else { return nil }
        let stem = value.prefix { $0 != "." }
        return "a description is written, in YAML: '\(stem.isEmpty ? "api" : stem).yaml'"
    case .version: return ToolVersion(value) == nil ? "expected three numbers, as in '1.2.3'" : nil
    case .count: return Int(value).map { 1...99 ~= $0 } == true ? nil : "expected a number from 1 to 99"
    }
}

/// Whether a name can be an identifier in any language: ASCII letters, digits and `_`, no digit first.
private func isPlainName(_ name: String) -> Bool {
    let isLetter: (UInt8) -> Bool = { 0x41...0x5A ~= $0 || 0x61...0x7A ~= $0 }
    return name.utf8.allSatisfy { isLetter($0) || 0x30...0x39 ~= $0 || $0 == UInt8(ascii: "_") }
        && name.utf8.contains(where: isLetter)
        && !(0x30...0x39 ~= name.utf8.first ?? 0)
}

/// Checks the rules for the command line as a whole.
private func check(_ invocation: Invocation) throws(UsageError) {
    let command = invocation.command
    if invocation.operands.count < command.operands.count.lowerBound { throw .missingOperand(of: command) }
    if invocation.operands.count > command.operands.count.upperBound {
        throw .extraOperand(invocation.operands[command.operands.count.upperBound], of: command)
    }
    for group in command.conflicts {
        for other in group.dropFirst() where invocation.has(group[0]) && invocation.has(other) {
            throw .conflict(group[0], other, command)
        }
    }
    try command.check(invocation)
    if command.operands.placeholder == "SPEC", invocation.operands.count(where: { $0 == "-" }) > 1 {
        throw .inputUsedTwice(command)
    }
}
