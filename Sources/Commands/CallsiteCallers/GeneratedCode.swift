import CallsiteShell

/// Generated files as declarations that name each other. A used declaration needs every declaration that it names, for
/// example the models of a response or the requests that a deep link makes. Names aren't resolved, so the result may
/// contain too many declarations, but never too few.
package struct GeneratedCode: Sendable {
    /// A declaration at the top level or directly in the namespace, with its extensions.
    package struct Declaration: Sendable {
        package var name: String
        /// Lines of the generated file, with doc comments and blank lines before it.
        package var lines = 0
        fileprivate var names: Set<String> = []
    }

    private(set) var declarations: [Declaration] = []
    private var numbers: [String: Int] = [:]
    /// Names that occur in extensions of other modules' types. These extensions always count as used.
    private var rootNames: Set<String> = []
    /// The lines of all files.
    package private(set) var lines = 0

    package init(_ files: [[UInt8]], namespace: String?) {
        var extensions: [DeclarationScanner.Fragment] = []
        for file in files {
            var scanner = DeclarationScanner(file, namespace: namespace)
            for fragment in scanner.declarations() {
                if fragment.isExtension { extensions.append(fragment) } else { add(fragment) }
            }
            lines += scanner.lines
        }
        for fragment in extensions {
            if numbers[fragment.name] == nil { rootNames.formUnion(fragment.names) } else { add(fragment) }
        }
    }

    private mutating func add(_ fragment: DeclarationScanner.Fragment) {
        let number = numbers[fragment.name] ?? declarations.count
        if number == declarations.count {
            declarations.append(Declaration(name: fragment.name))
            numbers[fragment.name] = number
        }
        declarations[number].lines += fragment.lines
        declarations[number].names.formUnion(fragment.names)
    }

    package var names: [String] { declarations.map(\.name) }

    package subscript(name: String) -> Declaration? { numbers[name].map { declarations[$0] } }

    /// The declarations that the roots need, each with the declaration that first names it; nil for a root.
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
    struct Fragment {
        var name: String
        var isExtension: Bool
        var lines: Int
        var names: Set<String>
    }

    private let tokens: [SwiftToken]
    private let namespace: String?
    let lines: Int
    private var fragments: [Fragment] = []

    init(_ source: [UInt8], namespace: String?) {
        tokens = SwiftToken.all(in: source)
        lines = source.count { $0 == 0x0A }
        self.namespace = namespace
    }

    mutating func declarations() -> [Fragment] {
        _ = read(from: 0, endOfLast: 0)
        return fragments
    }

    private static let keywords: Set<String> = [
        "struct", "enum", "class", "actor", "protocol", "typealias", "extension", "func", "let", "var",
    ]

    /// Reads to the brace that closes the namespace, or to the end. Returns the place behind.
    private mutating func read(from start: Int, endOfLast: Int) -> Int {
        var (position, first, lastLine) = (start, start, endOfLast)
        while position < tokens.count {
            let token = tokens[position]
            if token.kind == .sign, token.text == "}" { return position + 1 }
            if token.kind == .name, token.text == "import" {
                position += 2
                (first, lastLine) = (position, token.line)
                continue
            }
            guard token.kind == .name, Self.keywords.contains(token.text), position + 1 < tokens.count,
                tokens[position + 1].kind == .name
            else {
                position += 1
                continue
            }
            let name = tokens[position + 1].text
            let isNamespace = name == namespace && ["enum", "extension"].contains(token.text)
            let end: Int
            if isNamespace, let open = opening(behind: position) {
                end = read(from: open + 1, endOfLast: tokens[open].line)
            } else {
                end = self.end(of: position)
                let line = tokens[end - 1].line
                let names = Set(tokens[first..<end].lazy.filter { $0.kind == .name }.map(\.text))
                fragments.append(
                    Fragment(name: name, isExtension: token.text == "extension", lines: line - lastLine, names: names))
            }
            lastLine = tokens[end - 1].line
            (position, first) = (end, end)
        }
        return position
    }

    private func opening(behind start: Int) -> Int? {
        tokens[start...].firstIndex { $0.kind == .sign && $0.text == "{" }
    }

    /// The place behind a declaration: behind the brace that closes it, or before the next line that begins another.
    private func end(of start: Int) -> Int {
        var depth = 0
        var position = start + 1
        while position < tokens.count {
            let token = tokens[position]
            if token.kind == .sign {
                if token.text == "{" { depth += 1 }
                if token.text == "}" {
                    depth -= 1
                    if depth <= 0 { return depth < 0 ? position : position + 1 }
                }
            }
            if depth == 0, position > start + 1, token.line > tokens[position - 1].line, beginsDeclaration(token) {
                return position
            }
            position += 1
        }
        return position
    }

    private func beginsDeclaration(_ token: SwiftToken) -> Bool {
        token.text == "@" || token.text == "#"
            || token.kind == .name
                && (Self.keywords.contains(token.text)
                    || ["public", "package", "internal", "nonisolated", "private", "fileprivate"].contains(token.text))
    }
}
