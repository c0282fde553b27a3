import CallsiteCore
import CallsiteSwift

/// A step in rendering a template for a view. Names have become accessors, so no name is looked up while rendering.
indirect enum TemplateStep<View: TemplateView>: Sendable {
    case literal([UInt8], startsLine: Bool)
    case lineStart
    case text(@Sendable (View) -> any TemplateFragment)
    /// The current fragment of the innermost section over fragments.
    case item
    /// The body, with the same view, if the condition's result is `expected`.
    case condition(@Sendable (View) -> Bool, expected: Bool, [TemplateStep])
    /// The body for the first item of a list, or for the last; if `expected` is false, for all other items.
    case position(isFirst: Bool, expected: Bool, [TemplateStep])
    case optionalText(@Sendable (View) -> (any TemplateFragment)?, [TemplateStep])
    case lines(@Sendable (View) -> [any TemplateFragment], [TemplateStep])
    /// A section over views of another type.
    case nested(@Sendable (View, inout TemplateOutput) -> Void)
    case partial(PartialCall<View>)
}

/// A template, compiled for a view. An object, since templates may call each other in a circle.
final class TemplateProgram<View: TemplateView>: @unchecked Sendable {
    /// Set once, by the compiler, before any thread renders: that makes the program safe to share.
    var steps: [TemplateStep<View>] = []
}

/// A tag that calls a template.
struct PartialCall<View: TemplateView>: Sendable {
    /// Not owned, since calls may go in a circle: `CompiledTemplate` owns all programs.
    unowned let program: TemplateProgram<View>
    let indentation: [UInt8]?
    let location: SourceLocation
}

/// The names that a template can use besides those of the view, known when it is compiled.
struct TemplateScope: Hashable, Sendable {
    /// Whether `{{.}}` has a value.
    var hasItem = false
    /// Whether `first` and `last` have values.
    var hasPosition = false
}

/// The values of the names in `TemplateScope`.
struct TemplateFrame: Sendable {
    var item: (any TemplateFragment)?
    var isFirst = false
    var isLast = false
}

/// The output so far, and the state of rendering.
struct TemplateOutput {
    /// The most calls of templates inside each other. The built-in templates call two for each nested type, and
    /// descriptions nest at most 50 types: YAML is read to `YAMLLimits.depth`, and schemas in place to 24 levels, each
    /// of which may be a union and an object.
    static let depthLimit = 160

    private(set) var bytes: [UInt8] = []
    /// The place of the call that exceeded the limit. Nothing is rendered after it.
    private(set) var tooDeep: SourceLocation?
    private var depth = 0
    /// The indentation of each line of the running template.
    private var indentation: [UInt8] = []
    /// The indentation of the line that has begun, until something is written on it: an empty line stays empty.
    private var pending: [UInt8] = []

    var hasFailed: Bool { tooDeep != nil }

    mutating func startLine() { pending = indentation }

    mutating func write(_ literal: [UInt8], startsLine: Bool) {
        if startsLine { pending = indentation }
        if pending.isEmpty, indentation.isEmpty {
            bytes.append(contentsOf: literal)
            return
        }
        var start = 0
        while start < literal.count {
            var end = start
            while end < literal.count, literal[end] != UInt8(ascii: "\n") { end += 1 }
            let isEmpty =
                end == start || (end == start + 1 && end < literal.count && literal[start] == UInt8(ascii: "\r"))
            if !isEmpty { bytes.append(contentsOf: pending) }
            pending = []
            if end < literal.count {
                end += 1
                if end < literal.count { pending = indentation }
            }
            bytes.append(contentsOf: literal[start..<end])
            start = end
        }
    }

    mutating func write(_ fragment: any TemplateFragment) {
        if pending.isEmpty { return fragment.write(to: &bytes) }
        let begin = bytes.count
        bytes.append(contentsOf: pending)
        let contentStart = bytes.count
        fragment.write(to: &bytes)
        // After an empty fragment the indentation stays pending.
        if bytes.count == contentStart { bytes.removeSubrange(begin...) } else { pending = [] }
    }

    mutating func call<View>(_ call: PartialCall<View>, _ view: View, _ frame: TemplateFrame) {
        guard !hasFailed else { return }
        guard depth < Self.depthLimit else {
            tooDeep = call.location
            return
        }
        let outer = indentation
        if let more = call.indentation {
            indentation += more
            pending = indentation
        } else {
            indentation = []
        }
        depth += 1
        run(call.program.steps, view, frame, &self)
        depth -= 1
        indentation = outer
        if call.indentation != nil { pending = [] }
    }
}

/// Renders steps for a view.
func run<View: TemplateView>(
    _ steps: [TemplateStep<View>], _ view: View, _ frame: TemplateFrame, _ output: inout TemplateOutput
) {
    for step in steps {
        switch step {
        case .literal(let bytes, let startsLine): output.write(bytes, startsLine: startsLine)
        case .lineStart: output.startLine()
        case .text(let text): output.write(text(view))
        case .item: if let item = frame.item { output.write(item) }
        case .condition(let condition, let expected, let body):
            if condition(view) == expected { run(body, view, frame, &output) }
        case .position(let isFirst, let expected, let body):
            if (isFirst ? frame.isFirst : frame.isLast) == expected { run(body, view, frame, &output) }
        case .optionalText(let text, let body):
            if let item = text(view) {
                var inner = frame
                inner.item = item
                run(body, view, inner, &output)
            }
        case .lines(let lines, let body):
            let lines = lines(view)
            for index in lines.indices where !output.hasFailed {
                run(
                    body, view,
                    TemplateFrame(item: lines[index], isFirst: index == 0, isLast: index == lines.count - 1), &output)
            }
        case .nested(let section): section(view, &output)
        case .partial(let call): output.call(call, view, frame)
        }
    }
}
