import CallsiteCore

/// Turns templates into programs for views. Every name is looked up in the contract of its view, so that a wrong name
/// is an error before anything is rendered.
///
/// Each template is compiled once for each type of view it is called with. Calls are compiled from a queue, so that
/// templates which call each other in a circle come to an end.
final class TemplateCompiler {
    private struct Key: Hashable {
        let template: Int
        let view: ObjectIdentifier
        let scope: TemplateScope
    }

    private let templates: TemplateSet
    private let firstFile: Int
    private var programs: [Key: any AnyObject & Sendable] = [:]
    private var queue: [(TemplateCompiler) -> Void] = []
    /// The nodes by the template's number; nil for a template with errors.
    private var nodesByTemplate: [Int: [TemplateNode]?] = [:]
    private(set) var diagnostics = Diagnostics()

    init(_ templates: TemplateSet, firstFile: Int) {
        self.templates = templates
        self.firstFile = firstFile
    }

    /// All programs. They must be kept as long as one of them may run.
    var owned: [any AnyObject & Sendable] { Array(programs.values) }

    /// The program of a template and of all that it calls. Look at `diagnostics` before it is run.
    func compile<View: TemplateView>(template: Int, for view: View.Type) -> TemplateProgram<View> {
        let program = program(template, for: view, TemplateScope())
        // By index: compiling one appends the next.
        var next = 0
        while next < queue.count {
            queue[next](self)
            next += 1
        }
        queue = []
        return program
    }

    private func program<View: TemplateView>(
        _ template: Int, for view: View.Type, _ scope: TemplateScope
    ) -> TemplateProgram<View> {
        let key = Key(template: template, view: ObjectIdentifier(view), scope: scope)
        if let program = programs[key] as? TemplateProgram<View> { return program }
        let program = TemplateProgram<View>()
        programs[key] = program
        queue.append { compiler in
            let file = compiler.file(template)
            guard let nodes = compiler.nodes(template, file) else { return }
            program.steps = compiler.steps(nodes, in: file, for: View.self, scope)
        }
        return program
    }

    private func file(_ template: Int) -> TemplateFile {
        TemplateFile(id: FileID(firstFile + template), bytes: Array(templates.files[template].text.utf8))
    }

    private func nodes(_ template: Int, _ file: TemplateFile) -> [TemplateNode]? {
        if let nodes = nodesByTemplate[template] { return nodes }
        let nodes = TemplateParser.parse(file, &diagnostics)
        nodesByTemplate[template] = .some(nodes)
        return nodes
    }

    /// The steps for nodes that stand where a view of this type is the current one.
    func steps<View: TemplateView>(
        _ nodes: [TemplateNode], in file: TemplateFile, for view: View.Type, _ scope: TemplateScope
    ) -> [TemplateStep<View>] {
        nodes.compactMap { node in
            switch node {
            case .literal(let bytes, let startsLine): .literal(bytes, startsLine: startsLine)
            case .lineStart: .lineStart
            case .variable(let name): variable(name, in: file, scope)
            case .section(let name, isInverted: false, let body): section(name, body, in: file, scope)
            case .section(let name, isInverted: true, let body): inverted(name, body, in: file, scope)
            case .partial(let name, let indentation): partial(name, indentation, in: file, scope)
            }
        }
    }

    private func variable<View>(
        _ name: TemplateName, in file: TemplateFile, _ scope: TemplateScope
    ) -> TemplateStep<View>? {
        if name.isCurrentItem {
            if scope.hasItem { return .item }
            return report(.noCurrentItem(name, file))
        }
        if isPosition(name) { return report(.notPrintable(name, "a flag", file)) }
        guard let kind: FieldKind<View> = find(name, in: file) else { return nil }
        if case .text(let text) = kind { return .text(text) }
        if case .optionalText = kind { return report(.mayBeAbsent(name, file)) }
        return report(.notPrintable(name, kind.noun, file))
    }

    private func section<View>(
        _ name: TemplateName, _ body: [TemplateNode], in file: TemplateFile, _ scope: TemplateScope
    ) -> TemplateStep<View>? {
        if isPosition(name) { return position(name, expected: true, body, in: file, scope) }
        guard let kind: FieldKind<View> = find(name, in: file) else { return nil }
        switch kind {
        case .text: return report(.notASection(name, kind.noun, file))
        case .flag(let flag): return .condition(flag, expected: true, steps(body, in: file, for: View.self, scope))
        case .optionalText(let text):
            var inner = scope
            inner.hasItem = true
            return .optionalText(text, steps(body, in: file, for: View.self, inner))
        case .lines(let lines):
            return .lines(lines, steps(body, in: file, for: View.self, TemplateScope(hasItem: true, hasPosition: true)))
        case .view(let nested), .optionalView(let nested), .list(let nested): return nested.section(body, file, self)
        }
    }

    private func inverted<View>(
        _ name: TemplateName, _ body: [TemplateNode], in file: TemplateFile, _ scope: TemplateScope
    ) -> TemplateStep<View>? {
        if isPosition(name) { return position(name, expected: false, body, in: file, scope) }
        guard let kind: FieldKind<View> = find(name, in: file) else { return nil }
        let isPresent: @Sendable (View) -> Bool
        switch kind {
        case .text, .view: return report(.neverAbsent(name, kind.noun, file))
        case .flag(let flag): isPresent = flag
        case .optionalText(let text): isPresent = { text($0) != nil }
        case .lines(let lines): isPresent = { !lines($0).isEmpty }
        case .optionalView(let nested), .list(let nested): isPresent = { nested.isPresent(in: $0) }
        }
        return .condition(isPresent, expected: false, steps(body, in: file, for: View.self, scope))
    }

    private func position<View>(
        _ name: TemplateName, expected: Bool, _ body: [TemplateNode], in file: TemplateFile, _ scope: TemplateScope
    ) -> TemplateStep<View>? {
        guard scope.hasPosition else { return report(.notInAList(name, file)) }
        return .position(
            isFirst: name.text == "first", expected: expected, steps(body, in: file, for: View.self, scope))
    }

    private func partial<View: TemplateView>(
        _ name: TemplateName, _ indentation: [UInt8]?, in file: TemplateFile, _ scope: TemplateScope
    ) -> TemplateStep<View>? {
        guard let template = templates.index(of: name.text) else {
            return report(
                .unknownTemplate(name.text, candidates: templates.files.map(\.name), at: file.location(name)))
        }
        let program = program(template, for: View.self, scope)
        return .partial(PartialCall(program: program, indentation: indentation, location: file.location(name)))
    }

    private func isPosition(_ name: TemplateName) -> Bool { name.text == "first" || name.text == "last" }

    private func find<View>(_ name: TemplateName, in file: TemplateFile) -> FieldKind<View>? {
        if name.isCurrentItem { return report(.itemIsNoSection(name, file)) }
        do throws(NameMistake) {
            return try View.contract.find(name.path[...])
        } catch {
            return report(.nameMistake(error, name, file))
        }
    }

    /// Reports the diagnostic, and returns nil in place of the missing value.
    private func report<Missing>(_ diagnostic: Diagnostic) -> Missing? {
        diagnostics.report(diagnostic)
        return nil
    }
}
