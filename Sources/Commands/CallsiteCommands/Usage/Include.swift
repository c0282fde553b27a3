import CallsiteCallers
import CallsiteCore
import CallsiteDiff
import CallsitePrinter
import CallsiteShell

/// `--write`: writes the used operations into `include:`, if the reduced code still has everything that callers name.
func writeIncludes(
    _ subjects: [UsageSubject], _ invocation: Invocation, _ shell: Shell
) throws(ExitStatus) -> ExitStatus {
    // All lists are computed before the first is written.
    var inclusions: [(subject: UsageSubject, inclusion: Inclusion)] = []
    for subject in subjects {
        let inclusion = subject.inclusion(invocation, shell)
        guard inclusion.isComplete(subject, shell), try edited(subject, inclusion, invocation, shell) != nil else {
            return .invalidInput
        }
        inclusions.append((subject, inclusion))
    }
    for (subject, inclusion) in inclusions {
        // Edited again, since the lists written before have moved its lines.
        guard let (file, text) = try edited(subject, inclusion, invocation, shell) else { return .invalidInput }
        guard Array(text.utf8) != file.bytes else {
            shell.console.print("\(printable(file.path)): unchanged\n")
            continue
        }
        let status = shell.writeFile(
            Array(text.utf8), to: file.path, replacing: { $0 == file.bytes }, isSilent: true)
        guard status == .done else { return status }
        let operationCount = Set(subject.usage.operations.map(\.selectableName)).count
        let models = inclusion.models.isEmpty ? "" : ", and \(counted(inclusion.models.count, "model"))"
        shell.console.print(
            "\(printable(file.path)): include \(inclusion.operations.count) of \(counted(operationCount, "operation"))\(models)\n"
        )
        for change in inclusion.changes {
            shell.console.warning(
                "line \(change.place.line): without the other operations '\(change.name)' is '\(change.after)', and was '\(change.before)'",
                in: change.place.path)
        }
    }
    return .done
}

/// The configuration with the list; nil: it can't be edited, which is reported.
private func edited(
    _ subject: UsageSubject, _ inclusion: Inclusion, _ invocation: Invocation, _ shell: Shell
) throws(ExitStatus) -> (file: SourceSet.File, text: String)? {
    guard let (file, entry) = shell.configuredEntry(of: subject.source, invocation) else {
        shell.console.error(
            "no callsite.yaml lists this description, so 'include:' has no place; 'callsite init' makes one",
            in: subject.source)
        return nil
    }
    let text = String(utf8: file.bytes)
    // Comments stay where nothing changes.
    if let text, isSame(text, file, entry, including: inclusion.filter) { return (file, text) }
    guard let text, let edited = IncludeEditor.edited(text, entry, including: inclusion.filter),
        isSame(edited, file, entry, including: inclusion.filter)
    else {
        shell.console.error(
            "the entry of '\(subject.source)' can't be edited as it is written; write 'include: \(IncludeEditor.text(inclusion.filter))'",
            in: file.path)
        return nil
    }
    return (file, edited)
}

extension Inclusion {
    /// Whether operations are used, and the reduced code has everything that callers name. If not, an error is
    /// reported.
    fileprivate func isComplete(_ subject: UsageSubject, _ shell: Shell) -> Bool {
        guard !filter.isEmpty else {
            shell.console.error("no operation is used in what '--callers' names", in: subject.source)
            return false
        }
        for missing in missing.prefix(20) {
            shell.console.error(
                "line \(missing.place.line) names '\(missing.name)', which the used operations alone don't have: \(operations.joined(separator: ", "))",
                in: missing.place.path)
        }
        return contract != nil && missing.isEmpty
    }
}

/// Whether the edited configuration has the expected list, and says the same otherwise.
private func isSame(
    _ edited: String, _ file: SourceSet.File, _ entry: Configuration.Entry, including filter: Selection.Filter
) -> Bool {
    var diagnostics = Diagnostics()
    let before = readConfiguration(file, &diagnostics)
    let after = readConfiguration(.init(path: file.path, bytes: Array(edited.utf8)), &diagnostics)
    guard !diagnostics.hasErrors, before.descriptions.count == after.descriptions.count else { return false }
    return zip(before.descriptions, after.descriptions).allSatisfy { old, new in
        guard old.source == new.source, old.output == new.output, old.target == new.target else { return false }
        let expected = old.source == entry.source ? filter : old.settings.selection.include
        let include = new.settings.selection.include
        return include.texts == expected.texts
            && include.aliases.mapValues(\.text) == expected.aliases.mapValues(\.text)
    }
}

/// `--check`: prints the operations that are called and not included, and those that are included and not called.
func checkIncludes(
    _ subjects: [UsageSubject], _ invocation: Invocation, _ shell: Shell
) throws(ExitStatus) -> ExitStatus {
    var isCurrent = true
    for subject in subjects {
        let filter = subject.settings.selection.include
        let inclusion = subject.inclusion(invocation, shell)
        guard inclusion.isComplete(subject, shell) else { return .invalidInput }
        let needed = Set(
            inclusion.operations + inclusion.models.map { "model:" + $0 }
                + inclusion.aliases.map { "alias:\($0.key): \($0.value)" })
        var included = Set(subject.usage.operations.map(\.selectableName))
        if !filter.isEmpty {
            guard let reduced = subject.contract(including: filter, invocation, shell) else { return .invalidInput }
            let names = Set(reduced.endpoints.map(\.api.name))
            included = Set(subject.usage.operations.filter { names.contains($0.name) }.map(\.selectableName))
            included.formUnion(filter.models.map { "model:" + $0.text })
            included.formUnion(filter.aliases.map { "alias:\($0.key): \($0.value.text)" })
        }
        for name in needed.subtracting(included).sortedByBytes() {
            let need = inclusion.namesBrought[name].map { "is needed for '\(printable($0))'" } ?? "is called"
            shell.console.print("\(printable(subject.source)): '\(printable(name))' \(need), and isn't included\n")
            isCurrent = false
        }
        for name in included.subtracting(needed).sortedByBytes() {
            shell.console.print("\(printable(subject.source)): '\(printable(name))' is included, and never called\n")
            isCurrent = false
        }
    }
    return isCurrent ? .done : .stale
}

extension UsageSubject {
    fileprivate func inclusion(_ invocation: Invocation, _ shell: Shell) -> Inclusion {
        Inclusion(usage, of: contract, code) { contract(including: $0, invocation, shell) }
    }
}

extension Selection.Filter {
    fileprivate var texts: [[String]] { [tags, paths, operations, models].map { $0.map(\.text).sortedByBytes() } }
}
