import CallsiteCallers
import CallsiteCore
import CallsiteDiff
import CallsitePrinter
import CallsiteShell

/// `--write`: the operations that are used become `include:`, where the reduced code has all that callers name.
func writeIncludes(
    _ subjects: [UsageSubject], _ invocation: Invocation, _ shell: Shell
) throws(ExitStatus) -> ExitStatus {
    for subject in subjects {
        let operations = subject.usage.neededOperations(subject.code)
        guard !operations.isEmpty else {
            shell.console.error("no operation is used in what '--callers' names", in: subject.source)
            return .invalidInput
        }
        guard let (file, entry) = shell.configuredEntry(of: subject.source, invocation) else {
            shell.console.error(
                "no callsite.yaml lists this description, so 'include:' has no place; 'callsite init' makes one",
                in: subject.source)
            return .invalidInput
        }
        let filter = Selection.Filter(operations: operations.map { Selection.Word($0) })
        guard let reduced = subject.contract(including: filter, invocation, shell) else { return .invalidInput }
        let missing = subject.missingNames(in: reduced)
        guard missing.isEmpty else {
            for (name, place) in missing.prefix(20) {
                shell.console.error(
                    "line \(place.line) names '\(name)', which these operations alone don't have: \(operations.joined(separator: ", "))",
                    in: place.path)
            }
            return .invalidInput
        }
        guard let text = String(utf8: file.bytes),
            let edited = IncludeEditor.edited(text, entry, including: operations),
            isSame(edited, file, entry, including: operations)
        else {
            shell.console.error(
                "the entry of '\(subject.source)' can't be edited as it is written; write 'include: {operations: [\(operations.joined(separator: ", "))]}'",
                in: file.path)
            return .invalidInput
        }
        guard edited != text else {
            shell.console.print("\(printable(file.path)): unchanged\n")
            continue
        }
        let status = shell.writeFiles(
            [Output.File(name: Path.lastComponent(file.path), contents: Array(edited.utf8))],
            in: Path.folder(of: file.path), replacing: { $0 == file.bytes }, elsewhere: "another name", isSilent: true,
            path: { _ in file.path })
        guard status == .done else { return status }
        let all = subject.usage.operations.count
        shell.console.print(
            "\(printable(file.path)): include \(operations.count) of \(counted(all, "operation"))\n")
    }
    return .done
}

/// Whether the edited configuration says the same but for the list.
private func isSame(
    _ edited: String, _ file: SourceSet.File, _ entry: Configuration.Entry, including operations: [String]
) -> Bool {
    var diagnostics = Diagnostics()
    let before = readConfiguration(file, &diagnostics)
    let after = readConfiguration(.init(path: file.path, bytes: Array(edited.utf8)), &diagnostics)
    guard !diagnostics.hasErrors, before.descriptions.count == after.descriptions.count else { return false }
    return zip(before.descriptions, after.descriptions).allSatisfy { old, new in
        guard old.source == new.source, old.output == new.output, old.target == new.target else { return false }
        let include = new.settings.selection.include
        return old.source == entry.source
            ? include.tags.isEmpty && include.paths.isEmpty
                && include.operations.map(\.text).sortedByBytes() == operations.sortedByBytes()
            : include.texts == old.settings.selection.include.texts
    }
}

/// `--check`: what is called and not included, and what is included and not called.
func checkIncludes(
    _ subjects: [UsageSubject], _ invocation: Invocation, _ shell: Shell
) throws(ExitStatus) -> ExitStatus {
    var isCurrent = true
    for subject in subjects {
        let filter = subject.settings.selection.include
        let needed = Set(subject.usage.neededOperations(subject.code))
        var included = Set(subject.usage.operations.map(\.name))
        if !filter.isEmpty {
            guard let reduced = subject.contract(including: filter, invocation, shell) else { return .invalidInput }
            included = Set(reduced.endpoints.map(\.api.name))
        }
        for name in needed.subtracting(included).sortedByBytes() {
            shell.console.print("\(printable(subject.source)): '\(printable(name))' is called, and isn't included\n")
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
    /// Names that callers use and that the reduced code lacks, each with one place: a model that several operations share
    /// may be nested where one of them is left, and a name is shorter without the one that it collided with.
    fileprivate func missingNames(in reduced: Contract) -> [(name: String, place: Change.CallerPlace)] {
        var kept: [String: Contract.Declaration] = [:]
        for declaration in reduced.declarations { kept[declaration.path] = declaration }
        var missing: [(name: String, place: Change.CallerPlace)] = []
        for declaration in usage.operations.map(\.declaration) + usage.models where declaration.use != .unused {
            guard kept[declaration.name] != nil else {
                if case .named(let place) = declaration.use { missing.append((declaration.name, place)) }
                continue
            }
            for member in declaration.members {
                guard let place = member.place else { continue }
                let parts = (declaration.name + "." + member.name).split(separator: ".").map(String.init)
                guard let owner = kept[parts.dropLast().joined(separator: ".")], let name = parts.last else { continue }
                if !owner.properties.contains(where: { $0.name == name }),
                    !owner.cases.contains(where: { $0.name == name })
                {
                    missing.append((declaration.name + "." + member.name, place))
                }
            }
        }
        return missing
    }
}

extension Selection.Filter {
    fileprivate var texts: [[String]] { [tags, paths, operations].map { $0.map(\.text) } }
}
