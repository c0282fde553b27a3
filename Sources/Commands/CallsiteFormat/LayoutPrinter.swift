import CallsiteCore

/// Prints a tree in the one layout: two blanks for each level, lists indented below their key, double quotes, at most
/// `width` scalars in a line where it can be cut, at most one blank line in a row.
///
/// A file has one layout, so formatting it twice changes nothing. A collection in brackets stays on one line. If it
/// doesn't fit or has comments, it gets lines of its own, without brackets.
struct LayoutPrinter {
    let width: Int
    private var lines: [String] = []

    init(width: Int) { self.width = width }

    static func text(_ tree: CommentedTreeBuilder, width: Int) -> String {
        var printer = LayoutPrinter(width: width)
        printer.lay(tree)
        return printer.lines.map { $0 + "\n" }.joined()
    }

    private mutating func lay(_ tree: CommentedTreeBuilder) {
        lines = tree.directives
        if !lines.isEmpty { lines.append("---") }
        lay(tree.header, indent: 0, isFirst: true)
        guard let root = tree.root else { return lay(tree.footer, indent: 0, isFirst: lines.isEmpty) }
        if case .collection(let collection) = root.content {
            if let line = flowLine(root, behind: "") {
                append(line, comment: tree.rootComment, indent: 0)
            } else {
                if let comment = tree.rootComment { append(comment, indent: 0) }
                if !root.properties.isEmpty { lines.append(root.properties) }
                lay(collection, indent: 0)
            }
        } else if !root.isEmpty {
            lay(root, prefix: "", indent: 0, comment: tree.rootComment)
        }
        lay(tree.footer, indent: 0, isFirst: lines.isEmpty)
    }

    // MARK: - Collections

    private mutating func lay(_ collection: CommentedCollection, indent: Int) {
        for (index, entry) in collection.entries.enumerated() {
            let isFirst = index == 0
            lay(entry.leading, indent: indent, isFirst: isFirst)
            if entry.hasBlankLineAbove, !(isFirst && entry.leading.isEmpty) { addBlankLine() }
            if let key = entry.key {
                // libyaml expects a key before the colon of a value. An empty key is written as a question mark.
                let text = key.isEmpty ? "?\n" + margin(indent) : keyText(key)
                lay(entry, prefix: margin(indent) + text + ":", indent: indent)
            } else {
                layElement(entry, indent: indent)
            }
        }
        lay(collection.footer, indent: indent, isFirst: collection.entries.isEmpty)
    }

    /// A key or a dash, with its value.
    private mutating func lay(_ entry: CommentedEntry, prefix: String, indent: Int) {
        if case .collection(let collection) = entry.value.content, flowLine(entry.value, behind: prefix) == nil {
            var line = prefix
            if !entry.value.properties.isEmpty { line += " " + entry.value.properties }
            // The comment behind the closing bracket has no line now: it moves to the first line, or below the
            // collection.
            if let trailing = entry.trailing {
                if entry.header == nil { entry.header = trailing } else { collection.footer.append(trailing) }
            }
            append(line, comment: entry.header, indent: indent)
            lay(collection, indent: indent + 2)
            return
        }
        if case .collection(let collection) = entry.value.content {
            lay(collection.footer, indent: indent, isFirst: false)
        }
        if entry.trailing != nil, let header = entry.header { append(header, indent: indent) }
        lay(entry.value, prefix: prefix, indent: indent, comment: entry.trailing ?? entry.header)
    }

    private mutating func layElement(_ entry: CommentedEntry, indent: Int) {
        let dash = margin(indent) + "-"
        guard case .collection(let collection) = entry.value.content, flowLine(entry.value, behind: dash) == nil,
            entry.value.properties.isEmpty
        else { return lay(entry, prefix: dash, indent: indent) }
        // The first key or dash is on the dash's line, and comments above it are above the dash.
        for comment in [entry.header, entry.trailing].compactMap(\.self) { append(comment, indent: indent) }
        var inner = LayoutPrinter(width: width)
        inner.lay(collection, indent: indent + 2)
        let above = inner.lines.prefix { $0.isEmpty || $0.dropFirst(indent + 2).first == "#" }
        for line in above { lines.append(line.isEmpty ? "" : margin(indent) + line.dropFirst(indent + 2)) }
        for (index, line) in inner.lines.dropFirst(above.count).enumerated() {
            lines.append(index == 0 ? dash + " " + line.dropFirst(indent + 2) : line)
        }
    }

    // MARK: - Scalars

    /// A value behind its key or dash.
    private mutating func lay(_ node: CommentedNode, prefix: String, indent: Int, comment: Comment?) {
        let start = [prefix, node.properties].filter { !$0.isEmpty }.joined(separator: " ")
        let space = start.isEmpty ? "" : " "
        func quote(_ text: String) {
            append(filling(start + space, NativeText.escaped(text), indent: indent + 2), comment, indent: indent)
        }
        switch node.content {
        case .plain(let text):
            append(filling(start + (text.isEmpty ? "" : space), text, indent: indent + 2), comment, indent: indent)
        case .quoted(let text): quote(text)
        case .literal(let text), .folded(let text):
            guard let block = BlockText(node.content, width: width - indent - 2) else { return quote(text) }
            append(start + space + block.header, comment: comment, indent: indent)
            for line in block.lines { lines.append(line.isEmpty ? "" : margin(indent + 2) + line) }
        case .alias(let name): append(start + space + "*" + name, comment: comment, indent: indent)
        case .collection:
            append(start + space + (flow(node, withProperties: false) ?? ""), comment: comment, indent: indent)
        }
    }

    /// A value in as many lines as it needs.
    private func filling(_ start: String, _ text: String, indent: Int) -> [String] {
        var result: [String] = []
        for (index, paragraph) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            // YAML writes a line feed of a scalar as a blank line.
            if index > 0 {
                result.append("")
                if paragraph.isEmpty { continue }
            }
            let first = index == 0 ? start : margin(indent)
            let filling = filledLines(String(paragraph), first: first.unicodeScalars.count, next: indent, width: width)
            for (number, line) in filling.enumerated() { result.append((number == 0 ? first : margin(indent)) + line) }
        }
        return result
    }

    private mutating func append(_ scalarLines: [String], _ comment: Comment?, indent: Int) {
        guard let last = scalarLines.last else { return }
        if scalarLines.count > 1, let comment, behind(last, comment) == nil {
            append(comment, indent: indent)
            lines += scalarLines
        } else {
            lines += scalarLines.dropLast()
            append(last, comment: comment, indent: indent)
        }
    }

    // MARK: - In one line

    private func flowLine(_ node: CommentedNode, behind prefix: String) -> String? {
        guard case .collection(let collection) = node.content, collection.isFlow else { return nil }
        // An empty collection needs its brackets, even in a line that is too long. Its comments are above it.
        let room = collection.entries.isEmpty ? Int.max : width - prefix.unicodeScalars.count - 1
        return flow(node, room: room)
    }

    /// - Parameter room: scalars that the line has.
    /// - Returns: nil if it can't be on one line.
    private func flow(_ node: CommentedNode, room: Int = .max, withProperties: Bool = true) -> String? {
        let properties = withProperties && !node.properties.isEmpty ? node.properties + " " : ""
        switch node.content {
        case .plain(let text):
            // Inside brackets many readers of YAML 1.1 (PyYAML, and so yamllint) take a question mark for a key's mark.
            if text.contains("\n") || text.contains("?") { return nil }
            return text.isEmpty ? node.properties : properties + text
        case .quoted(let text): return properties + NativeText.escaped(text)
        case .literal, .folded: return nil
        case .alias(let name): return "*" + name
        case .collection(let collection):
            guard collection.isFlow, collection.entries.isEmpty || !collection.hasComments else { return nil }
            var parts: [String] = []
            var remaining = room
            for entry in collection.entries {
                guard let value = flow(entry.value, room: remaining), entry.key.map({ flow($0) != nil }) ?? true else {
                    return nil
                }
                let isAlone = value.isEmpty && !collection.isPair
                let key = entry.key.map { keyText($0) + (isAlone ? "" : ": ") } ?? ""
                parts.append(key + value)
                // Stop early at a long list.
                remaining -= min(remaining, key.unicodeScalars.count + value.unicodeScalars.count)
                if remaining == 0 { return nil }
            }
            let inner = parts.joined(separator: ", ")
            let text =
                collection.isPair ? inner : properties + (collection.kind == .list ? "[\(inner)]" : "{\(inner)}")
            return text.unicodeScalars.count <= room ? text : nil
        }
    }

    private func keyText(_ key: CommentedNode) -> String {
        switch key.content {
        // A colon directly behind an alias would be part of its name.
        case .alias(let name): "*" + name + " "
        case .plain where key.isEmpty: "? "
        case .plain(let text): key.properties.isEmpty ? text : key.properties + " " + text
        default: flow(key) ?? ""
        }
    }

    // MARK: - Comments and lines

    private func margin(_ indent: Int) -> String { String(repeating: " ", count: indent) }

    private mutating func addBlankLine() {
        if let last = lines.last, !last.isEmpty { lines.append("") }
    }

    private mutating func lay(_ comments: [Comment], indent: Int, isFirst: Bool) {
        for (index, comment) in comments.enumerated() {
            if comment.hasBlankLineAbove, !(isFirst && index == 0) { addBlankLine() }
            append(comment, indent: indent)
        }
    }

    private mutating func append(_ comment: Comment, indent: Int) {
        lines += comment.lines(width: width - indent).map { margin(indent) + $0 }
    }

    private mutating func append(_ line: String, comment: Comment?, indent: Int) {
        guard let comment else { return lines.append(line) }
        if let whole = behind(line, comment) { return lines.append(whole) }
        append(comment, indent: indent)
        lines.append(line)
    }

    /// A line with its comment behind it, in the comment's column if that is free; nil if it doesn't fit.
    private func behind(_ line: String, _ comment: Comment) -> String? {
        let text = comment.spaced
        let (used, length) = (line.unicodeScalars.count, text.unicodeScalars.count)
        if comment.column >= used + 2, comment.column + length <= width {
            return line + margin(comment.column - used) + text
        }
        return used + 2 + length <= width ? line + "  " + text : nil
    }
}
