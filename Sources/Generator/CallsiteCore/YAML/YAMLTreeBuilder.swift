// libyaml's events → nodes in one flat list. Anchors, merges, tags and keys are checked.

import CallsiteLibYAML

struct YAMLTreeBuilder {
    let file: FileID
    let source: [UInt8]
    var nodes: [YAMLDocument.RawNode] = []
    var text: [UInt8] = []
    /// The collection or scalar that an anchor names, once it is complete.
    var anchors: [String: Anchor] = [:]
    var open: [OpenCollection] = []
    /// The number of nodes that the aliases so far stand for.
    var aliased = 0
    var isBroken = false
    var repetitions: [YAMLDocument.Repetition] = []
    private var keys = MappingKeys()

    struct Anchor {
        var index: Int
        /// The number of nodes, and of levels below, with every alias followed.
        var size: Int
        var height: Int
        var place: SourceLocation
    }
    struct OpenCollection {
        var index: Int
        var anchor: String?
        var size = 1
        var height = 0
        /// Children so far: in a mapping, an even number means that a key comes next.
        var count = 0
    }

    init(file: FileID, source: [UInt8]) {
        self.file = file
        self.source = source
        nodes.reserveCapacity(source.count / 12)
        text.reserveCapacity(source.count / 2)
    }

    mutating func build(_ parser: inout yaml_parser_t, _ diagnostics: inout Diagnostics) -> YAMLDocument? {
        var documents = 0
        while true {
            var event = yaml_event_t()
            guard yaml_parser_parse(&parser, &event) == 1 else {
                return diagnostics.fail(yamlProblem(parser, in: source, file: file))
            }
            defer { yaml_event_delete(&event) }
            // Numbers are compared, since debug builds compare C's enums by slow generic code.
            switch event.type.rawValue {
            case YAML_DOCUMENT_START_EVENT.rawValue:
                documents += 1
                if documents > 1 {
                    diagnostics.report(.severalDocuments(at: place(event)))
                    return isBroken ? nil : makeDocument()
                }
            case YAML_STREAM_END_EVENT.rawValue:
                if documents == 0 {
                    nodes.append(.init(kind: .scalar, isPlain: true, line: 1, column: 1, length: 0, start: 0, end: 0))
                }
                return isBroken ? nil : makeDocument()
            case YAML_SCALAR_EVENT.rawValue:
                let scalar = event.data.scalar
                let isPlain = scalar.style == YAML_PLAIN_SCALAR_STYLE && scalar.tag == nil
                checkTag(scalar.tag, event, &diagnostics)
                let start = text.count
                text.append(contentsOf: UnsafeBufferPointer(start: scalar.value, count: scalar.length))
                let index = append(.scalar, event, isPlain: isPlain, start: start, end: scalar.length, &diagnostics)
                name(scalar.anchor, index, size: 1, height: 0, event)
            case YAML_ALIAS_EVENT.rawValue:
                guard alias(event, &diagnostics) else { return nil }
            case YAML_SEQUENCE_START_EVENT.rawValue:
                let start = event.data.sequence_start
                checkTag(start.tag, event, &diagnostics)
                guard
                    enter(.sequence, start.anchor, isFlow: start.style == YAML_FLOW_SEQUENCE_STYLE, event, &diagnostics)
                else { return nil }
            case YAML_MAPPING_START_EVENT.rawValue:
                let start = event.data.mapping_start
                checkTag(start.tag, event, &diagnostics)
                guard enter(.mapping, start.anchor, isFlow: start.style == YAML_FLOW_MAPPING_STYLE, event, &diagnostics)
                else { return nil }
            case YAML_SEQUENCE_END_EVENT.rawValue, YAML_MAPPING_END_EVENT.rawValue:
                leave(event, &diagnostics)
            default: break
            }
        }
    }

    private func makeDocument() -> YAMLDocument {
        YAMLDocument(file: file, nodes: nodes, text: text, repetitions: repetitions)
    }

    func place(_ event: yaml_event_t) -> SourceLocation {
        let (start, end) = (event.start_mark, event.end_mark)
        return SourceLocation(
            file: file, line: start.line + 1, column: start.column + 1,
            length: start.line == end.line ? end.column - start.column : 0)
    }

    mutating func append(
        _ kind: YAMLDocument.Kind, _ event: yaml_event_t, isPlain: Bool = false, start: Int = 0, end: Int = 0,
        size: Int = 1, height: Int = 0, _ diagnostics: inout Diagnostics
    ) -> Int {
        let index = nodes.count
        let place = place(event)
        if !open.isEmpty {
            let parent = open.count - 1
            if nodes[open[parent].index].kind == .mapping, open[parent].count % 2 == 0,
                kind == .sequence || kind == .mapping
            {
                diagnostics.report(.keyIsNoText(at: place))
                isBroken = true
            }
            open[parent].count += 1
            open[parent].size += size
            open[parent].height = max(open[parent].height, height + 1)
        }
        nodes.append(
            .init(
                kind: kind, isPlain: isPlain, line: place.line, column: place.column, length: place.length,
                start: Int32(start), end: Int32(end)))
        return index
    }

    private mutating func enter(
        _ kind: YAMLDocument.Kind, _ anchor: UnsafeMutablePointer<yaml_char_t>?, isFlow: Bool, _ event: yaml_event_t,
        _ diagnostics: inout Diagnostics
    ) -> Bool {
        let index = append(kind, event, isPlain: isFlow, &diagnostics)
        open.append(OpenCollection(index: index, anchor: anchor.map { String(cString: $0) }))
        guard open.count <= YAMLLimits.depth else {
            diagnostics.report(.tooDeep(at: place(event)))
            return false
        }
        return true
    }

    mutating func leave(_ event: yaml_event_t, _ diagnostics: inout Diagnostics) {
        guard let closed = open.popLast() else { return }
        nodes[closed.index].end = Int32(nodes.count)
        // A collection on one line covers all of it, so that a message can underline it.
        if event.end_mark.line + 1 == Int(nodes[closed.index].line) {
            nodes[closed.index].length = Int32(clamping: event.end_mark.column + 1 - Int(nodes[closed.index].column))
        }
        if !open.isEmpty {
            let parent = open.count - 1
            // The collection itself was counted when it was opened.
            open[parent].size += closed.size - 1
            open[parent].height = max(open[parent].height, closed.height + 1)
        }
        if let anchor = closed.anchor {
            var place = place(closed.index)
            place.length = 0
            anchors[anchor] = Anchor(index: closed.index, size: closed.size, height: closed.height, place: place)
        }
        if nodes[closed.index].kind == .mapping { checkKeys(closed.index, &diagnostics) }
    }

    mutating func name(
        _ anchor: UnsafeMutablePointer<yaml_char_t>?, _ index: Int, size: Int, height: Int, _ event: yaml_event_t
    ) {
        guard let anchor else { return }
        anchors[String(cString: anchor)] = Anchor(index: index, size: size, height: height, place: place(event))
    }

    private mutating func alias(_ event: yaml_event_t, _ diagnostics: inout Diagnostics) -> Bool {
        let name = String(cString: event.data.alias.anchor)
        let place = place(event)
        guard let anchor = anchors[name] else {
            let isInside = open.contains { $0.anchor == name }
            diagnostics.report(
                isInside
                    ? .aliasInsideItself(name, at: place) : .unknownAlias(name, anchors.keys.sortedByBytes(), at: place)
            )
            return false
        }
        _ = append(.alias, event, start: anchor.index, size: anchor.size, height: anchor.height, &diagnostics)
        aliased += anchor.size
        guard aliased <= YAMLLimits.aliasedNodes else {
            diagnostics.report(.expandsTooFar(name, at: place, anchor: anchor.place))
            return false
        }
        guard open.count + anchor.height <= YAMLLimits.depth else {
            diagnostics.report(.tooDeep(at: place))
            return false
        }
        return true
    }

    private mutating func checkTag(
        _ tag: UnsafeMutablePointer<yaml_char_t>?, _ event: yaml_event_t, _ diagnostics: inout Diagnostics
    ) {
        guard let tag else { return }
        let name = String(cString: tag)
        // `!` and `!!str` mark a string, and `!!seq` and `!!map` what the syntax says anyway.
        guard !["!", "tag:yaml.org,2002:str", "tag:yaml.org,2002:seq", "tag:yaml.org,2002:map"].contains(name) else {
            return
        }
        diagnostics.report(.unknownTag(name, at: place(event)))
    }

    private mutating func checkKeys(_ index: Int, _ diagnostics: inout Diagnostics) {
        // The slices of `text` go, because the next `append` would copy a shared array.
        defer { keys.removeAll() }
        var position = index + 1
        while position < nodes.count {
            var key = nodes[position]
            if key.kind == .alias { key = nodes[Int(key.start)] }
            if key.kind == .scalar {
                // `<<` may stand twice: it merges two mappings.
                if let first = keys.add(key, at: position, of: text), !YAMLDocument.isMergeKey(key, text) {
                    repetitions.append(.init(key: position, first: first))
                }
            }
            let value = YAMLDocument.after(position, nodes)
            guard value < nodes.count else { break }
            if YAMLDocument.isMergeKey(key, text) { checkMerge(value, &diagnostics) }
            position = YAMLDocument.after(value, nodes)
        }
    }

    /// `<<` takes a mapping or a list of mappings.
    private func checkMerge(_ index: Int, _ diagnostics: inout Diagnostics) {
        func target(_ index: Int) -> Int { nodes[index].kind == .alias ? Int(nodes[index].start) : index }
        let value = target(index)
        switch nodes[value].kind {
        case .mapping: return
        case .sequence:
            var position = value + 1
            while position < Int(nodes[value].end) {
                if nodes[target(position)].kind != .mapping {
                    diagnostics.report(.mergesNoMapping(at: place(position)))
                }
                position = YAMLDocument.after(position, nodes)
            }
        default: diagnostics.report(.mergesNoMapping(at: place(index)))
        }
    }

    func place(_ index: Int) -> SourceLocation {
        let raw = nodes[index]
        return SourceLocation(file: file, line: Int(raw.line), column: Int(raw.column), length: Int(raw.length))
    }
}

extension Diagnostic {
    static func severalDocuments(at place: SourceLocation) -> Self {
        .error(
            "several-documents", "a second YAML document starts here",
            help: "put it into a file of its own and name that in 'include:'", at: place)
    }
    static func keyIsNoText(at place: SourceLocation) -> Self {
        .error(
            "key-is-no-text", "a key must be a string, and this is a list or a mapping",
            help: "quote a key that contains braces", at: place
        )
    }
    static func tooDeep(at place: SourceLocation) -> Self {
        .error("too-deep", "nested more than \(YAMLLimits.depth) levels deep", at: place)
    }
    static func unknownAlias(_ name: String, _ anchors: [String], at place: SourceLocation) -> Self {
        .error(
            "unknown-alias", "'*\(name)' names no anchor",
            help: Spelling.suggestion(for: name, among: anchors).map { "did you mean '*\($0)'?" }
                ?? "write '&\(name)' before the value; a string that begins with '*' needs quotes", at: place)
    }
    static func aliasInsideItself(_ name: String, at place: SourceLocation) -> Self {
        .error("alias-cycle", "'*\(name)' is inside the value that it names", at: place)
    }
    static func expandsTooFar(_ name: String, at place: SourceLocation, anchor: SourceLocation) -> Self {
        .error(
            "expansion-limit", "with '*\(name)' the aliases stand for more than \(YAMLLimits.aliasedNodes) nodes",
            at: place, notes: [.init("'&\(name)' is here", at: anchor)])
    }
    static func unknownTag(_ name: String, at place: SourceLocation) -> Self {
        .error(
            "unknown-tag", "'\(name)' is a YAML tag, which Callsite doesn't support",
            help: "a string that begins with '!' needs quotes", at: place)
    }
    static func mergesNoMapping(at place: SourceLocation) -> Self {
        .error("merge-needs-mapping", "'<<' merges a mapping or a list of mappings, and this is neither", at: place)
    }
}

/// The keys of one mapping. Most mappings have few keys, and comparing these is faster than hashing. One value serves
/// all mappings in turn, to keep its storage.
private struct MappingKeys {
    private var few: [(start: Int, count: Int, at: Int)] = []
    private var many: [ArraySlice<UInt8>: Int] = [:]

    mutating func removeAll() {
        few.removeAll(keepingCapacity: true)
        if !many.isEmpty { many = [:] }
    }

    /// Adds a key, and returns the last position of the same key.
    mutating func add(_ key: YAMLDocument.RawNode, at: Int, of text: [UInt8]) -> Int? {
        let (start, count) = (Int(key.start), Int(key.end))
        guard many.isEmpty else { return many.updateValue(at, forKey: text[start..<start + count]) }
        var index = 0
        while index < few.count {
            let other = few[index]
            if other.count == count, Self.areSame(other.start, start, count, text) {
                few[index].at = at
                return other.at
            }
            index += 1
        }
        few.append((start, count, at))
        if few.count == 12 {
            many = Dictionary(few.map { (text[$0.start..<$0.start + $0.count], $0.at) }, uniquingKeysWith: { $1 })
        }
        return nil
    }

    private static func areSame(_ a: Int, _ b: Int, _ count: Int, _ text: [UInt8]) -> Bool {
        var offset = 0
        while offset < count {
            if text[a + offset] != text[b + offset] { return false }
            offset += 1
        }
        return true
    }
}
