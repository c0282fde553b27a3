import CallsiteCore
import CallsiteDiff
import CallsiteShell

// `--callers`: where somebody's code uses what a change touches. Generated names are stable, so a search for the
// declared names finds their uses. A property of the same name in a type that has nothing to do with the API is found
// too.

/// The Swift files of callers, and where each name stands in them.
struct CallerIndex: Sendable {
    private struct Occurrence {
        var file: Int
        var token: Int
    }

    private var paths: [String] = []
    private var files: [[SwiftToken]] = []
    private var names: [String: [Occurrence]] = [:]

    var count: Int { files.count }

    mutating func add(_ path: String, _ source: [UInt8]) {
        let tokens = SwiftToken.all(in: source)
        for (index, token) in tokens.enumerated() where token.kind == .name {
            names[token.text, default: []].append(.init(file: files.count, token: index))
        }
        paths.append(path)
        files.append(tokens)
    }

    // MARK: - Tokens

    private func place(_ occurrence: Occurrence) -> Change.CallerPlace {
        let token = files[occurrence.file][occurrence.token]
        return .init(path: paths[occurrence.file], line: token.line, column: token.column)
    }

    private func sign(_ file: Int, _ index: Int) -> String? {
        files[file].indices.contains(index) && files[file][index].kind == .sign ? files[file][index].text : nil
    }

    private func isMember(_ occurrence: Occurrence) -> Bool { sign(occurrence.file, occurrence.token - 1) == "." }

    /// Where the last name of a type stands as one: after what it is nested in, in that type's own scope, or where it
    /// is declared alone.
    private func uses(ofType path: String) -> [Occurrence] {
        let parts = path.split(separator: ".").map(String.init)
        guard let last = parts.last else { return [] }
        let outer = parts.dropLast().last
        return (names[last] ?? []).filter { occurrence in
            let file = files[occurrence.file]
            guard isMember(occurrence) else {
                // A nested type by its own name: where the holder is named as well.
                return outer.map { name in names[name]?.contains { $0.file == occurrence.file } ?? false } ?? true
            }
            // After the name of a module or namespace, or of its holder.
            let before = occurrence.token - 2
            guard file.indices.contains(before), file[before].kind == .name else { return false }
            return outer.map { $0 == file[before].text } ?? (file[before].text.first?.isUppercase == true)
        }
    }

    /// `Order(` or `Order.init(`: the position of the parenthesis.
    private func call(_ occurrence: Occurrence) -> Int? {
        let (file, next) = (occurrence.file, occurrence.token + 1)
        if sign(file, next) == "(" { return next }
        guard sign(file, next) == ".", files[file].indices.contains(next + 1), files[file][next + 1].text == "init",
            sign(file, next + 2) == "("
        else { return nil }
        return next + 2
    }

    /// The label of that name in a call's parentheses.
    private func label(_ name: String, in occurrence: Occurrence) -> Occurrence? {
        guard let open = call(occurrence) else { return nil }
        let tokens = files[occurrence.file]
        var depth = 0
        // An endless call is none.
        for index in open..<min(tokens.count, open + 5_000) {
            if tokens[index].kind == .sign {
                if "([{".contains(tokens[index].text) { depth += 1 }
                if ")]}".contains(tokens[index].text) { depth -= 1 }
                if depth == 0 { return nil }
            } else if depth == 1, tokens[index].kind == .name, tokens[index].text == name,
                sign(occurrence.file, index + 1) == ":"
            {
                return .init(file: occurrence.file, token: index)
            }
        }
        return nil
    }

    // MARK: - Changes

    /// The uses of what a change touches, in the order of files and lines.
    func places(of change: Change, cases: (String) -> [String]) -> [Change.CallerPlace] {
        var found: Set<Change.CallerPlace> = []
        for name in change.code {
            guard let member = name.member else {
                for occurrence in uses(ofType: name.type) { found.insert(place(occurrence)) }
                continue
            }
            if name.isNew {
                if change.source == .exhaustiveSwitches || change.id.contains("enum-value") {
                    for occurrence in switches(over: cases(name.type)) { found.insert(place(occurrence)) }
                } else {
                    for occurrence in uses(ofType: name.type) where call(occurrence) != nil {
                        found.insert(place(occurrence))
                    }
                }
                continue
            }
            for occurrence in names[member] ?? [] where isMember(occurrence) { found.insert(place(occurrence)) }
            for occurrence in uses(ofType: name.type) {
                if let label = label(member, in: occurrence) { found.insert(place(label)) }
            }
        }
        return found.sorted()
    }

    /// Switches without default whose cases are all of an enum.
    private func switches(over cases: [String]) -> [Occurrence] {
        let known = Set(cases + ["unrecognized", "undeclared"])
        return (names["switch"] ?? []).filter { occurrence in
            let tokens = files[occurrence.file]
            guard
                let open = tokens[occurrence.token...].prefix(200).firstIndex(where: {
                    $0.kind == .sign && $0.text == "{"
                })
            else {
                return false
            }
            var depth = 0
            var found = 0
            for index in open..<min(tokens.count, open + 20_000) {
                let token = tokens[index]
                if token.kind == .sign {
                    if token.text == "{" { depth += 1 }
                    if token.text == "}" { depth -= 1 }
                    if depth == 0 { break }
                }
                guard depth == 1, token.kind == .name else { continue }
                if token.text == "default", sign(occurrence.file, index + 1) == ":" { return false }
                let follows = index > 0 && tokens[index - 1].kind == .name && tokens[index - 1].text == "case"
                if follows, token.text != "let", token.text != "var" { return false }
                // `case .open, .closed:`
                guard sign(occurrence.file, index - 1) == ".", index > 1,
                    tokens[index - 2].text == "case" || tokens[index - 2].text == "," || tokens[index - 2].text == "let"
                else { continue }
                guard known.contains(token.text) else { return false }
                found += 1
            }
            return found > 0 && found <= known.count
        }
    }

    /// Where code compares with `.unrecognized("x")`.
    func unrecognized(_ value: String) -> [Change.CallerPlace] {
        (names["unrecognized"] ?? []).filter { occurrence in
            let tokens = files[occurrence.file]
            guard sign(occurrence.file, occurrence.token + 1) == "(", tokens.indices.contains(occurrence.token + 2)
            else { return false }
            let token = tokens[occurrence.token + 2]
            // A number is a name that begins with a digit.
            return token.text == value
                && (token.kind == .text || (token.kind == .name && value.first?.isNumber == true))
        }.map(place)
    }

    /// `extension Order.Status`
    func extensions(of path: String) -> [Change.CallerPlace] {
        uses(ofType: path).filter { occurrence in
            var index = occurrence.token
            while index > 1, sign(occurrence.file, index - 1) == ".", files[occurrence.file][index - 2].kind == .name {
                index -= 2
            }
            return index > 0 && files[occurrence.file][index - 1].text == "extension"
        }.map(place)
    }
}

extension Comparison {
    /// Looks for the uses of each change, and for what only code can show: a comparison with a value that has a case
    /// now, and extensions of types that became one.
    mutating func findCallers(_ index: CallerIndex, old: Contract) {
        var cases: [String: [String]] = [:]
        for declaration in old.declarations { cases[declaration.path] = declaration.cases.map(\.name) }
        var named: [Change] = []
        for position in changes.indices {
            let change = changes[position]
            if change.id == "shapes-became-one" {
                let places = change.code.flatMap { index.extensions(of: $0.type) }
                guard Set(places).count > 1 else { continue }
                changes[position].source = .sharedTypes
                changes[position].callers = Set(places).sorted()
                continue
            }
            if change.id.hasSuffix("enum-value-added") {
                for value in change.values {
                    let places = index.unrecognized(value)
                    guard !places.isEmpty else { continue }
                    var silent = change
                    silent.id = "response-enum-value-named"
                    silent.message =
                        "'\(value)' has a case now: a comparison with .unrecognized(\"\(value)\") is never true again"
                    (silent.source, silent.app, silent.item) = (.silent, .none, nil)
                    silent.help = "compare with the case"
                    silent.key += " named \(value)"
                    silent.callers = places
                    named.append(silent)
                }
            }
            guard !change.isHarmless else { continue }
            changes[position].callers = index.places(of: change) { cases[$0] ?? [] }
        }
        guard !named.isEmpty || changes.contains(where: { $0.id == "shapes-became-one" && $0.source != .none }) else {
            return
        }
        changes += named
        sort()
    }
}

// MARK: - Files

extension Shell {
    /// The Swift files that callers are in: files, and folders with all below. Generated files and hidden ones are left
    /// out, and no link is followed.
    ///
    /// - Returns: nil where a path can't be read, which is reported.
    func callers(_ paths: [String]) -> CallerIndex? {
        var index = CallerIndex()
        for path in paths {
            let path = Path.withoutTrailingSlashes(path)
            guard let folder = try? Folder(opening: absolute(path)) else {
                do throws(FileProblem) {
                    index.add(path, try readFile(absolute(path), regularOnly: true))
                } catch {
                    reportUnreadable(path, error)
                    return nil
                }
                continue
            }
            addCallers(in: folder, path, &index)
        }
        if index.count == 0 {
            console.error("there is no Swift file in \(paths.map { "'\($0)'" }.joined(separator: ", "))")
        }
        return index.count == 0 ? nil : index
    }

    private func addCallers(in folder: borrowing Folder, _ path: String, _ index: inout CallerIndex) {
        for name in (try? folder.names()) ?? [] where !name.hasPrefix(".") {
            let inner = Path.join(path, name)
            switch try? folder.entry(name) {
            case .folder?:
                if let next = try? Folder(opening: absolute(inner)) { addCallers(in: next, inner, &index) }
            case .file?:
                guard name.hasSuffix(".swift"), let source = try? folder.contents(of: name),
                    !GeneratedHeader.begins(source)
                else {
                    continue
                }
                index.add(inner, source)
            case .absent?, .symbolicLink?, .other?, nil: break
            }
        }
    }
}
