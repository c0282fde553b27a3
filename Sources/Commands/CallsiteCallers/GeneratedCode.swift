import CallsiteShell

/// Generated files as declarations that name each other. Whatever a used declaration names is needed to compile it: also
/// the requests that a deep link makes, and the models of a response. Names aren't resolved, so one name too many may be
/// followed, and none too few.
package struct GeneratedCode: Sendable {
    /// A declaration outside of all others, but for the namespace, with the extensions of it.
    package struct Declaration: Sendable {
        package var name: String
        /// Lines of the generated file, with doc comments and blank lines before it.
        package var lines = 0
        fileprivate var names: Set<String> = []
    }

    private(set) var declarations: [Declaration] = []
    private var numbers: [String: Int] = [:]
    /// Names in extensions of other modules' types, which are always there.
    private var rootNames: Set<String> = []
    /// The lines of all files.
    package private(set) var lines = 0

    package init(_ files: [[UInt8]], namespace: String?) {
        var extensions: [DeclarationScanner.Found] = []
        for file in files {
            var scanner = DeclarationScanner(file, namespace: namespace)
            for found in scanner.declarations() {
                if found.isExtension { extensions.append(found) } else { add(found) }
            }
            lines += scanner.lines
        }
        for found in extensions {
            if numbers[found.name] == nil { rootNames.formUnion(found.names) } else { add(found) }
        }
    }

    private mutating func add(_ found: DeclarationScanner.Found) {
        let number = numbers[found.name] ?? declarations.count
        if number == declarations.count {
            declarations.append(Declaration(name: found.name))
            numbers[found.name] = number
        }
        declarations[number].lines += found.lines
        declarations[number].names.formUnion(found.names)
    }

    package var names: [String] { declarations.map(\.name) }

    package subscript(name: String) -> Declaration? { numbers[name].map { declarations[$0] } }

    /// The declarations that others need: each with the one that names it first. Roots have none.
    package func reached(from roots: some Sequence<String>) -> [String: String?] {
        var through: [String: String?] = [:]
        var waiting: [String] = []
        func reach(_ name: String, _ source: String?) {
            guard numbers[name] != nil, through[name] == nil else { return }
            through[name] = .some(source)
            waiting.append(name)
        }
        for name in roots { reach(name, nil) }
        // Sorted, so that the result doesn't depend on the order of a set.
        for name in rootNames.sorted() { reach(name, nil) }
        var next = 0
        while next < waiting.count {
            let name = waiting[next]
            next += 1
            for other in self[name]?.names.sorted() ?? [] { reach(other, name) }
        }
        return through
    }
}

/// Finds the declarations of a generated file.
private struct DeclarationScanner {
    struct Found {
        var name: String
        var isExtension: Bool
        var lines: Int
        var names: Set<String>
    }

    private let tokens: [SwiftToken]
    private let namespace: String?
    let lines: Int
    private var found: [Found] = []

    init(_ source: [UInt8], namespace: String?) {
        tokens = SwiftToken.all(in: source)
        lines = source.count { $0 == 0x0A }
        self.namespace = namespace
    }

    mutating func declarations() -> [Found] {
        _ = read(from: 0, endOfLast: 0)
        return found
    }

    private static let keywords: Set<String> = [
        "struct", "enum", "class", "actor", "protocol", "typealias", "extension", "func", "let", "var",
    ]

    /// Reads to the brace that closes the namespace, or to the end. Returns the place behind.
    private mutating func read(from start: Int, endOfLast: Int) -> Int {
        var (at, first, lastLine) = (start, start, endOfLast)
        while at < tokens.count {
            let token = tokens[at]
            if token.kind == .sign, token.text == "}" { return at + 1 }
            if token.kind == .name, token.text == "import" {
                at += 2
                (first, lastLine) = (at, token.line)
                continue
            }
            guard token.kind == .name, Self.keywords.contains(token.text), at + 1 < tokens.count,
                tokens[at + 1].kind == .name
            else {
                at += 1
                continue
            }
            let name = tokens[at + 1].text
            let isNamespace = name == namespace && ["enum", "extension"].contains(token.text)
            let end: Int
            if isNamespace, let open = opening(behind: at) {
                end = read(from: open + 1, endOfLast: tokens[open].line)
            } else {
                end = self.end(of: at)
                let line = tokens[end - 1].line
                let names = Set(tokens[first..<end].lazy.filter { $0.kind == .name }.map(\.text))
                found.append(
                    Found(name: name, isExtension: token.text == "extension", lines: line - lastLine, names: names))
            }
            lastLine = tokens[end - 1].line
            (at, first) = (end, end)
        }
        return at
    }

    private func opening(behind start: Int) -> Int? {
        tokens[start...].firstIndex { $0.kind == .sign && $0.text == "{" }
    }

    /// The place behind a declaration: behind the brace that closes it, or before the next line that begins another.
    private func end(of start: Int) -> Int {
        var depth = 0
        var at = start + 1
        while at < tokens.count {
            let token = tokens[at]
            if token.kind == .sign {
                if token.text == "{" { depth += 1 }
                if token.text == "}" {
                    depth -= 1
                    if depth <= 0 { return depth < 0 ? at : at + 1 }
                }
            }
            if depth == 0, at > start + 1, token.line > tokens[at - 1].line, beginsDeclaration(token) { return at }
            at += 1
        }
        return at
    }

    private func beginsDeclaration(_ token: SwiftToken) -> Bool {
        token.text == "@" || token.text == "#"
            || token.kind == .name
                && (Self.keywords.contains(token.text)
                    || ["public", "package", "internal", "nonisolated", "private", "fileprivate"].contains(token.text))
    }
}
