import CallsiteLibYAML

/// Builds a tree of libyaml's events, with comments. libyaml skips comments, so they are read from the gaps between the
/// events.
///
/// The input is valid YAML of one document: the core's reader has read it before.
struct CommentedTreeBuilder {
    private let bytes: [UInt8]
    /// Scalars, since libyaml's positions count them.
    private let text: [Unicode.Scalar]
    private var scanner: CommentScanner
    private var open: [CommentedCollection] = []
    /// Comments on lines of their own that belong to no entry yet.
    private var pending: [Comment] = []
    private var pendingBlankLine = false
    /// The entry before the gap. A comment on the entry's line belongs to it.
    private var last: CommentedEntry?
    private var awaitsValue = false
    private(set) var root: CommentedNode?
    private(set) var directives: [String] = []
    /// Comments outside the root.
    private(set) var header: [Comment] = []
    private(set) var footer: [Comment] = []
    private(set) var rootComment: Comment?

    /// - Parameter bytes: UTF-8 without a byte order mark.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        text = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
        scanner = CommentScanner(text)
    }

    /// - Returns: false if libyaml can't read the input.
    mutating func build() -> Bool {
        var parser = yaml_parser_t()
        guard yaml_parser_initialize(&parser) == 1 else { return false }
        defer { yaml_parser_delete(&parser) }
        return bytes.withUnsafeBufferPointer { input in
            yaml_parser_set_input_string(&parser, input.baseAddress, input.count)
            while true {
                var event = yaml_event_t()
                guard yaml_parser_parse(&parser, &event) == 1 else { return false }
                defer { yaml_event_delete(&event) }
                switch event.type {
                case YAML_STREAM_END_EVENT:
                    takeComments(upTo: text.count)
                    footer += pending
                    return true
                case YAML_DOCUMENT_START_EVENT: beginDocument(event)
                default: add(event)
                }
            }
        }
    }

    private mutating func beginDocument(_ event: yaml_event_t) {
        let start = event.data.document_start
        guard start.version_directive != nil || start.tag_directives.start != start.tag_directives.end else { return }
        // A directive is for other tools, and stays above everything else.
        var line: [Unicode.Scalar] = []
        for scalar in text[..<event.end_mark.index] + ["\n"] {
            guard CommentScanner.isBreak(scalar) else {
                line.append(scalar)
                continue
            }
            if line.first == "%" { directives.append(CommentScanner.trimmed(line[...])) }
            line = []
        }
    }

    private mutating func add(_ event: yaml_event_t) {
        switch event.type {
        case YAML_SCALAR_EVENT:
            let scalar = event.data.scalar
            let properties = begin(event)
            let value = String(
                decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
            let content: CommentedNode.Content
            switch scalar.style {
            case YAML_LITERAL_SCALAR_STYLE: content = .literal(value)
            case YAML_FOLDED_SCALAR_STYLE: content = .folded(value)
            case YAML_PLAIN_SCALAR_STYLE: content = .plain(value)
            default: content = .quoted(value)
            }
            place(CommentedNode(content, properties: properties.text))
            pass(properties)
            let isBlock = scalar.style == YAML_LITERAL_SCALAR_STYLE || scalar.style == YAML_FOLDED_SCALAR_STYLE
            if isBlock, let comment = scanner.commentInHeader(from: scanner.position) { attach(comment) }
            end(event)
            // Blank lines after a block aren't part of it, unless it keeps them with `|+`.
            pendingBlankLine = isBlock && !value.hasSuffix("\n\n") && scanner.isBehindBlankLine
        case YAML_ALIAS_EVENT:
            _ = begin(event)
            place(CommentedNode(.alias(String(cString: event.data.alias.anchor))))
            end(event)
        case YAML_SEQUENCE_START_EVENT:
            openCollection(.list, event, isFlow: event.data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE)
        case YAML_MAPPING_START_EVENT:
            openCollection(.mapping, event, isFlow: event.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE)
        case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: closeCollection(event)
        default: break
        }
    }

    // MARK: - Nodes

    /// Reads the gap before an event, and the properties with which it begins.
    private mutating func begin(_ event: yaml_event_t) -> CommentScanner.Properties {
        takeComments(upTo: event.start_mark.index)
        return scanner.properties(from: event.start_mark.index)
    }

    /// Skips the properties of a node that has been placed, and takes the comments behind them.
    private mutating func pass(_ properties: CommentScanner.Properties) {
        guard !properties.text.isEmpty else { return }
        scanner.advance(to: properties.end)
        takeComments(upTo: properties.content)
    }

    private mutating func end(_ event: yaml_event_t) {
        scanner.advance(to: event.end_mark.index)
        pendingBlankLine = false
    }

    private mutating func openCollection(_ kind: CommentedCollection.Kind, _ event: yaml_event_t, isFlow: Bool) {
        let properties = begin(event)
        // A pair in a flow list has no braces: `[a: 1]`.
        let end = event.end_mark.index
        let hasBracket = isFlow && end > event.start_mark.index && (text[end - 1] == "{" || text[end - 1] == "[")
        let column = properties.text.isEmpty ? Int(event.start_mark.column) : scanner.column(of: properties.content)
        let collection = CommentedCollection(kind, isFlow: isFlow, isPair: isFlow && !hasBracket, column: column)
        place(CommentedNode(.collection(collection), properties: properties.text))
        open.append(collection)
        awaitsValue = false
        pass(properties)
        if hasBracket { scanner.advance(to: end) }
        if isFlow { pendingBlankLine = false }
    }

    private mutating func closeCollection(_ event: yaml_event_t) {
        guard let closed = open.popLast() else { return }
        takeComments(upTo: event.start_mark.index)
        if closed.isFlow {
            if !closed.isPair {
                closed.footer += pending
                pending = []
                scanner.advance(to: event.end_mark.index)
            }
        } else {
            // A comment that is as far to the right as the entries belongs to them.
            let isInParentsColumn = open.last.map { !$0.isFlow && $0.column >= closed.column } ?? false
            let column = isInParentsColumn ? closed.column + 1 : closed.column
            let own = pending.prefix { $0.column >= column }
            closed.footer += own
            pending.removeFirst(own.count)
        }
        last = open.last?.entries.last
        awaitsValue = false
    }

    /// Puts a node into the open collection, or at the root.
    private mutating func place(_ node: CommentedNode) {
        guard let parent = open.last else {
            root = node
            // Comments above a root with entries belong to the first of them.
            guard case .collection = node.content else {
                header = pending
                pending = []
                return
            }
            return
        }
        if parent.kind == .mapping, awaitsValue, let entry = parent.entries.last {
            entry.value = node
            awaitsValue = false
            last = entry
            if case .collection = node.content { return }
            entry.leading += pending
            pending = []
            return
        }
        let entry = CommentedEntry(leading: pending, hasBlankLineAbove: pendingBlankLine)
        pending = []
        pendingBlankLine = false
        parent.entries.append(entry)
        last = entry
        if parent.kind == .mapping {
            entry.key = node
            awaitsValue = true
        } else {
            entry.value = node
        }
    }

    // MARK: - Comments

    private mutating func takeComments(upTo end: Int) {
        while let gap = scanner.next(upTo: end) {
            switch gap {
            case .blankLine: pendingBlankLine = true
            case .comment(var comment, let isBehindContent):
                comment.hasBlankLineAbove = pendingBlankLine
                pendingBlankLine = false
                if isBehindContent { attach(comment) } else { pending.append(comment) }
            }
        }
    }

    /// Attaches a comment to the entry before it on its line.
    private mutating func attach(_ comment: Comment) {
        var comment = comment
        comment.hasBlankLineAbove = false
        // A column within brackets means nothing once the comment has a line of its own.
        if open.last?.isFlow == true { comment.column = 0 }
        if let last {
            let isHeader: Bool
            if case .collection(let inner) = last.value.content {
                isHeader = open.contains { $0 === inner }
            } else {
                isHeader = last === open.last?.entries.last && awaitsValue
            }
            if isHeader, last.header == nil {
                last.header = comment
            } else if !isHeader, last.trailing == nil {
                last.trailing = comment
            } else {
                pending.append(comment)
            }
        } else if rootComment == nil, root != nil {
            rootComment = comment
        } else {
            pending.append(comment)
        }
    }
}
