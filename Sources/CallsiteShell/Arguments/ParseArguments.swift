import CallsiteCore

/// Understands an argument list by the GNU conventions: `--long`, `--long=value`, `--long value`, `-s`, `-s value`,
/// `-svalue`, short flags combined, `--` before operands that look like options; options and operands in any order.
///
/// `--help` and `--version` win over whatever follows them.
func parseArguments(_ arguments: [String]) -> Result<Invocation, UsageError> {
    Result { () throws(UsageError) in
        var rest = arguments[...]
        guard let first = rest.popFirst() else { return Invocation(.help) }
        switch first {
        case "-h", "--help": return Invocation(.help)
        case "--version": return Invocation(.version)
        case _ where first.hasPrefix("-"): throw .optionBeforeCommand(first)
        default: break
        }
        guard let command = try findCommand(first, &rest) else { return helpInvocation(for: [first]) }
        return try parse(rest, for: command)
    }
}

/// The help on a command, or on a word that several commands start with.
private func helpInvocation(for words: [String]) -> Invocation {
    var invocation = Invocation(.help)
    invocation.operands = words
    return invocation
}

/// The command that starts with `first`; takes its second word from `rest`.
///
/// - Returns: `nil` if help is asked for before the command is complete: `templates --help`.
private func findCommand(_ first: String, _ rest: inout ArraySlice<String>) throws(UsageError) -> Command? {
    let candidates = Command.all.filter { $0.words.first == first }
    guard let candidate = candidates.first else { throw .unknownCommand(first) }
    if candidate.words.count == 1 { return candidate }
    let seconds = candidates.map { $0.words[1] }
    guard let second = rest.popFirst() else { throw .missingSubcommand(of: first, known: seconds) }
    if second == "--help" || second == "-h" { return nil }
    guard let command = candidates.first(where: { $0.words[1] == second }) else {
        throw .unknownSubcommand(second, of: first, known: seconds)
    }
    return command
}

/// Reads the options and operands of a command.
private func parse(_ arguments: ArraySlice<String>, for command: Command) throws(UsageError) -> Invocation {
    var invocation = Invocation(command)
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
        if invocation.has(.help) { return helpInvocation(for: command.words) }
        if invocation.has(.version) { return Invocation(.version) }
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
        throw .unknownOption(parts[0], of: invocation.command)
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
        throw .unknownOption(argument, of: invocation.command)
    }
    while let letter = letters.popFirst() {
        guard let option = invocation.command.allOptions.first(where: { $0.short == letter }) else {
            throw .unknownOption("-\(letter)", of: invocation.command)
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
    if case .value(_, let choices) = option.kind, !choices.isEmpty, !choices.contains(value) {
        let expected = Spelling.help(for: value, among: choices) ?? "expected \(DiagnosticText.list(choices))"
        throw .invalidValue(value, of: option, expected: expected, invocation.command)
    }
    if option == .module, !isPlainName(value) {
        throw .invalidValue(value, of: option, expected: "expected a name of letters, digits and '_'", invocation.command)
    }
    if [.namespace, .apiName].contains(option), !isTypeName(value) {
        throw .invalidValue(
            value, of: option, expected: "expected a capital, and then letters and digits, as in 'MyAPI'", invocation.command)
    }
    if option == .namespace, isReservedTypeName(value) {
        throw .invalidValue(
            value, of: option, expected: "Swift or Callsite has a type of this name; write '\(value == "API" ? "My" : value)API'",
            invocation.command)
    }
    if option == .include {
        let words = value.split(separator: ",").map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }
        guard !words.isEmpty, !words.contains("tag:") else {
            throw .invalidValue(
                value, of: option, expected: "expected operationIds, paths and 'tag:NAME', with commas between them", invocation.command)
        }
    }
    // `--output=~/Out`, in which no shell looks for '~'.
    if [.output, .importOutput, .fixtures].contains(option), value == "~" || value.hasPrefix("~/") {
        throw .invalidValue(value, of: option, expected: "'~' is read by shells only: write '\(option.name) \(value)'", invocation.command)
    }
    if option == .importOutput, [".swift", ".json"].contains(where: value.hasSuffix) {
        let stem = value.prefix { $0 != "." }
        throw .invalidValue(
            value, of: option, expected: "a description is written, in YAML: '\(stem.isEmpty ? "api" : stem).yaml'", invocation.command)
    }
    if option == .shards, Int(value).map({ 1...99 ~= $0 }) != true {
        throw .invalidValue(value, of: option, expected: "expected a number from 1 to 99", invocation.command)
    }
    // What is included is what any of them says.
    if let earlier = invocation[option] {
        guard option == .include else { throw .optionTwice(option, invocation.command) }
        invocation[option] = earlier + "," + value
    } else {
        invocation[option] = value
    }
}

/// Whether a name can be an identifier in any language: ASCII letters, digits and `_`, no digit first.
private func isPlainName(_ name: String) -> Bool {
    let isLetter: (UInt8) -> Bool = { 0x41...0x5A ~= $0 || 0x61...0x7A ~= $0 }
    return name.utf8.allSatisfy { isLetter($0) || 0x30...0x39 ~= $0 || $0 == UInt8(ascii: "_") } && name.utf8.contains(where: isLetter)
        && !(0x30...0x39 ~= name.utf8.first ?? 0)
}

/// Checks what can be said only of the whole command line.
private func check(_ invocation: Invocation) throws(UsageError) {
    let command = invocation.command
    if invocation.operands.count < command.operands.count.lowerBound { throw .missingOperand(of: command) }
    if invocation.operands.count > command.operands.count.upperBound {
        throw .extraOperand(invocation.operands[command.operands.count.upperBound], of: command)
    }
    if let missing = command.options.first(where: { $0.isRequired && !invocation.has($0) }) { throw .missingOption(missing, command) }
    if invocation.has(.force), invocation.has(.check) { throw .conflict(.force, .check, command) }
    if invocation.has(.check), invocation.has(.dryRun) { throw .conflict(.check, .dryRun, command) }
    for other in [CommandOption.names, .json] where invocation.has(.paging) && invocation.has(other) {
        throw .conflict(.paging, other, command)
    }
    for other in [CommandOption.json, .names, .paging, .wide] where invocation.has(.html) && invocation.has(other) {
        throw .conflict(.html, other, command)
    }
    if invocation.has(.quiet), invocation.has(.verbose) { throw .conflict(.quiet, .verbose, command) }
    if command.name == "generate" {
        var seen: Set<String> = []
        for operand in invocation.operands where operand != "-" && !seen.insert(operand).inserted { throw .operandTwice(operand, command) }
    }
    for other in [CommandOption.embedRuntime, .fixtures] where invocation.has(.shards) && invocation.has(other) {
        throw .conflict(.shards, other, command)
    }
    if invocation.has(.testFolder), !invocation.has(.shards) { throw .noEffect(.testFolder, without: .shards, command) }
    if invocation.has(.watch) {
        for other in [CommandOption.check, .dryRun] where invocation.has(other) { throw .conflict(.watch, other, command) }
        if invocation.operands.contains("-") { throw .watchedInput(command) }
    }
    if command.operands.placeholder == "SPEC", invocation.operands.count(where: { $0 == "-" }) > 1 { throw .inputUsedTwice(command) }
}
