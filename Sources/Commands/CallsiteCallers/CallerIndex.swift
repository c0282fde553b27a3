import CallsiteCore
import CallsiteDiff
import CallsiteShell

// Where the user's code uses generated names, for `diff --callers` and `usage`. Generated names are stable, so a search
// for the declared names finds their uses. A property of the same name in a type that has nothing to do with the API is
// found too.

/// The Swift files of callers, and where each name stands in them.
///
/// The uses of a type or a member are found once, so a search takes time in proportion to the files, however many
/// changes there are.
package struct CallerIndex: Sendable {
    private struct Occurrence: Hashable, Sendable {
        var file: Int
        var token: Int
    }

    /// Where a type is named, and the calls of its initializers.
    struct TypeUses: Sendable {
        var places: [Change.CallerPlace] = []
        var calls: [Change.CallerPlace] = []
        /// The labels in the calls' own parentheses.
        var labels: [String: [Change.CallerPlace]] = [:]
    }

    /// A switch without default.
    private struct Switch: Sendable {
        var place: Change.CallerPlace
        var cases: Set<String>
    }

    private struct Member: Hashable, Sendable {
        var holder: String
        var name: String
    }

    private var paths: [String] = []
    private var files: [[SwiftToken]] = []
    /// For each file, the position of the bracket that closes the one at a position.
    private var closings: [[Int: Int]] = []
    /// Names without a dot before them.
    private var bareNames: [String: [Occurrence]] = [:]
    /// Names that stand behind a dot, whatever is before it.
    private var memberNames: [String: [Occurrence]] = [:]
    /// `Order.Status`, and `Status` within `extension Order`.
    private var heldNames: [Member: [Occurrence]] = [:]
    /// Names behind a dot and a name with a capital: `Shop.Order`.
    private var qualifiedNames: [String: [Occurrence]] = [:]
    /// The names behind `extension`: both names of `extension Order.Status`.
    private var extended: Set<Occurrence> = []
    /// Switches by their first case.
    private var switches: [String: [Switch]] = [:]
    /// `.unrecognized("x")`, by what is between the parentheses.
    private var unrecognized: [String: [Change.CallerPlace]] = [:]

    private var usesOfTypes: [String: TypeUses] = [:]
    private var usesOfMembers: [String: [Change.CallerPlace]] = [:]

    package init() {}

    package var count: Int { files.count }

    package mutating func add(_ path: String, _ source: [UInt8]) {
        let file = files.count
        paths.append(path)
        files.append(SwiftToken.all(in: source))
        closings.append(Self.closings(in: files[file]))
        var depth = 0
        var extensions: [(names: Set<String>, depth: Int)] = []
        var opening: Set<String>?
        for (index, token) in files[file].enumerated() {
            let occurrence = Occurrence(file: file, token: index)
            switch token.kind {
            case .sign where token.text == "{":
                depth += 1
                if let names = opening { extensions.append((names, depth)) }
                opening = nil
            case .sign where token.text == "}":
                if extensions.last?.depth == depth { extensions.removeLast() }
                depth -= 1
            case .name:
                if token.text == "extension" { opening = extendedPath(file, index + 1) }
                add(occurrence, token.text, in: extensions.last?.names ?? [])
            default: break
            }
        }
    }

    /// Brackets that nothing closes are left out.
    private static func closings(in tokens: [SwiftToken]) -> [Int: Int] {
        var closings: [Int: Int] = [:]
        var open: [Int] = []
        for (index, token) in tokens.enumerated() where token.kind == .sign {
            if "([{".contains(token.text) {
                open.append(index)
            } else if ")]}".contains(token.text), let start = open.popLast() {
                closings[start] = index
            }
        }
        return closings
    }

    private mutating func add(_ occurrence: Occurrence, _ name: String, in extensions: Set<String>) {
        let (file, index) = (occurrence.file, occurrence.token)
        if sign(file, index - 1) == "." {
            memberNames[name, default: []].append(occurrence)
            if index > 1, files[file][index - 2].kind == .name {
                let holder = files[file][index - 2].text
                heldNames[.init(holder: holder, name: name), default: []].append(occurrence)
                if holder.first?.isUppercase == true { qualifiedNames[name, default: []].append(occurrence) }
            }
        } else {
            bareNames[name, default: []].append(occurrence)
            for holder in extensions { heldNames[.init(holder: holder, name: name), default: []].append(occurrence) }
        }
        if name == "switch", let candidate = switchStatement(occurrence), let first = candidate.first {
            switches[first, default: []].append(candidate.statement)
        }
        // A number is a name that begins with a digit.
        if name == "unrecognized", sign(file, index + 1) == "(", files[file].indices.contains(index + 2) {
            let value = files[file][index + 2]
            if value.kind == .text || value.kind == .name && value.text.first?.isNumber == true {
                unrecognized[value.text, default: []].append(place(occurrence))
            }
        }
    }

    /// The names behind `extension`, each of which is added to `extended`.
    private mutating func extendedPath(_ file: Int, _ start: Int) -> Set<String> {
        var names: Set<String> = []
        var index = start
        let tokens = files[file]
        while tokens.indices.contains(index), tokens[index].kind == .name {
            names.insert(tokens[index].text)
            extended.insert(.init(file: file, token: index))
            guard sign(file, index + 1) == "." else { break }
            index += 2
        }
        return names
    }

    // MARK: - Tokens

    private func place(_ occurrence: Occurrence) -> Change.CallerPlace {
        let token = files[occurrence.file][occurrence.token]
        return .init(path: paths[occurrence.file], line: token.line, column: token.column)
    }

    private func sign(_ file: Int, _ index: Int) -> String? {
        files[file].indices.contains(index) && files[file][index].kind == .sign ? files[file][index].text : nil
    }

    /// The places of a type's last name. `Order.Status` is searched as `Status` after `Order.` and within
    /// `extension Order`; `Order` is searched alone and after a module or namespace: `Shop.Order`.
    private func occurrences(ofType path: String) -> [Occurrence] {
        let parts = path.split(separator: ".").map(String.init)
        guard let last = parts.last else { return [] }
        if let holder = parts.dropLast().last { return heldNames[.init(holder: holder, name: last)] ?? [] }
        return (bareNames[last] ?? []) + (qualifiedNames[last] ?? [])
    }

    mutating func uses(ofType path: String) -> TypeUses {
        if let uses = usesOfTypes[path] { return uses }
        var uses = TypeUses()
        for occurrence in occurrences(ofType: path) {
            uses.places.append(place(occurrence))
            guard let open = call(occurrence) else { continue }
            uses.calls.append(place(occurrence))
            for label in labels(behind: open, in: occurrence.file) {
                uses.labels[label.text, default: []].append(
                    .init(path: paths[occurrence.file], line: label.line, column: label.column))
            }
        }
        uses.places.sort()
        uses.calls.sort()
        uses.labels = uses.labels.mapValues { $0.sorted() }
        usesOfTypes[path] = uses
        return uses
    }

    mutating func uses(ofMember name: String) -> [Change.CallerPlace] {
        if let places = usesOfMembers[name] { return places }
        let places = (memberNames[name] ?? []).map(place).sorted()
        usesOfMembers[name] = places
        return places
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

    /// The labels in a call's parentheses, each name once. Brackets within them belong to other calls.
    private func labels(behind open: Int, in file: Int) -> [SwiftToken] {
        let tokens = files[file]
        guard let close = closings[file][open] else { return [] }
        var result: [SwiftToken] = []
        var seen: Set<String> = []
        var index = open + 1
        while index < close {
            let token = tokens[index]
            // `a ? b : c` has no label.
            let isFirst = index == open + 1 || sign(file, index - 1) == ","
            if token.kind == .name, isFirst, sign(file, index + 1) == ":", seen.insert(token.text).inserted {
                result.append(token)
            }
            index = (closings[file][index] ?? index) + 1
        }
        return result
    }

    /// A switch without default whose cases are names behind a dot, and the first of them; nil for any other switch.
    private func switchStatement(_ occurrence: Occurrence) -> (statement: Switch, first: String?)? {
        let file = occurrence.file
        let tokens = files[file]
        // Closures in the subject are within its parentheses, or follow a name.
        var open = occurrence.token + 1
        while open < min(tokens.count, occurrence.token + 200), sign(file, open) != "{" {
            open = (closings[file][open] ?? open) + 1
        }
        guard sign(file, open) == "{", let close = closings[file][open] else { return nil }
        var cases: [String] = []
        var index = open + 1
        while index < close {
            defer { index = (closings[file][index] ?? index) + 1 }
            let token = tokens[index]
            guard token.kind == .name else { continue }
            if token.text == "default", sign(file, index + 1) == ":" { return nil }
            let follows = index > 0 && tokens[index - 1].kind == .name && tokens[index - 1].text == "case"
            if follows, token.text != "let", token.text != "var" { return nil }
            // `case .open, .closed:`
            guard sign(file, index - 1) == ".", index > 1,
                tokens[index - 2].text == "case" || tokens[index - 2].text == "," || tokens[index - 2].text == "let"
            else { continue }
            cases.append(token.text)
        }
        return (.init(place: place(occurrence), cases: Set(cases)), cases.first)
    }

    // MARK: - Changes

    /// The uses of the names that a change affects, in the order of files and lines.
    package mutating func places(of change: Change, cases: (String) -> [String]) -> [Change.CallerPlace] {
        var placeLists: [[Change.CallerPlace]] = []
        var members: Set<String> = []
        for name in change.code {
            guard let member = name.member else {
                placeLists.append(uses(ofType: name.type).places)
                continue
            }
            if name.isNew {
                let isSwitched = change.source == .exhaustiveSwitches || change.id.contains("enum-value")
                placeLists.append(isSwitched ? switches(over: cases(name.type)) : uses(ofType: name.type).calls)
                continue
            }
            if members.insert(member).inserted { placeLists.append(uses(ofMember: member)) }
            if let labels = uses(ofType: name.type).labels[member] { placeLists.append(labels) }
        }
        // A single list is shared rather than copied.
        let lists = placeLists.filter { !$0.isEmpty }
        return lists.count > 1 ? Set(lists.joined()).sorted() : lists.first ?? []
    }

    /// Switches without default whose cases are all of an enum.
    private func switches(over cases: [String]) -> [Change.CallerPlace] {
        let allCases = Set(cases + ["unrecognized", "undeclared"])
        return allCases.flatMap { switches[$0] ?? [] }.filter { $0.cases.isSubset(of: allCases) }.map(\.place).sorted()
    }

    /// Where code compares with `.unrecognized("x")`.
    func unrecognized(_ value: String) -> [Change.CallerPlace] { unrecognized[value] ?? [] }

    /// `extension Order.Status`
    func extensions(of path: String) -> [Change.CallerPlace] {
        occurrences(ofType: path).filter(extended.contains).map(place)
    }
}
