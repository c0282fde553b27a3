import CallsiteSwift

/// A value that a template prints: a plain struct, with a contract that says which names a template may use.
///
/// A view holds only values to print. Every decision was made when the view was created.
package protocol TemplateView: Sendable {
    /// The names, in the order of the documentation. Make it a `static let`.
    static var contract: ViewContract<Self> { get }
}

/// The names a template may use where a `View` is the current one, and how to get at each.
///
/// Contracts may be recursive: the contract of a nested view isn't read until a template that uses the view is
/// compiled.
package struct ViewContract<View: TemplateView>: Sendable {
    /// The view's name in messages and in the documentation: one word, such as `property`.
    package let name: String
    /// One sentence for the documentation.
    package let summary: String
    /// The names, in the order of the documentation.
    package let fields: [ViewField<View>]

    /// Field names are letters, digits and `_`, all different, and neither `first` nor `last`, which the engine
    /// supplies in lists. Anything else is a mistake in this package and stops the program.
    package init(_ name: String, _ summary: String, _ fields: [ViewField<View>]) {
        var seen: Set<String> = ["first", "last"]
        for field in fields {
            precondition(
                TemplateName.isWord(field.name.utf8), "'\(field.name)' of '\(name)' is not a name a template can use")
            precondition(seen.insert(field.name).inserted, "'\(field.name)' of '\(name)' is taken")
        }
        self.name = name
        self.summary = summary
        self.fields = fields
    }
}

/// One name of a contract. Each kind says what a template can do with the name; any other use of it is an error when
/// the template is compiled.
package struct ViewField<View: TemplateView>: Sendable {
    let name: String
    let summary: String
    let kind: FieldKind<View>

    /// A fragment that is always there: `{{name}}`.
    package static func text<Fragment: TemplateFragment>(
        _ name: String, _ summary: String, _ value: @escaping @Sendable (View) -> Fragment
    ) -> ViewField {
        ViewField(name: name, summary: summary, kind: .text { value($0) })
    }

    /// A fragment that may be absent: `{{#name}} = {{.}}{{/name}}`.
    package static func text<Fragment: TemplateFragment>(
        _ name: String, _ summary: String, _ value: @escaping @Sendable (View) -> Fragment?
    ) -> ViewField {
        ViewField(name: name, summary: summary, kind: .optionalText { value($0) })
    }

    /// A condition: `{{#name}}…{{/name}}` and `{{^name}}…{{/name}}`.
    package static func flag(
        _ name: String, _ summary: String, _ value: @escaping @Sendable (View) -> Bool
    ) -> ViewField {
        ViewField(name: name, summary: summary, kind: .flag(value))
    }

    /// A view that is always there: `{{#name}}…{{/name}}`, inside which it is the current one, and `{{name.field}}`.
    package static func view<Nested: TemplateView>(
        _ name: String, _ summary: String, _ value: @escaping @Sendable (View) -> Nested
    ) -> ViewField {
        ViewField(name: name, summary: summary, kind: .view(NestedViews(access: .one(value))))
    }

    /// A view that may be absent: `{{#name}}…{{/name}}`, inside which it is the current one, and `{{^name}}…{{/name}}`.
    package static func view<Nested: TemplateView>(
        _ name: String, _ summary: String, _ value: @escaping @Sendable (View) -> Nested?
    ) -> ViewField {
        ViewField(name: name, summary: summary, kind: .optionalView(NestedViews(access: .optional(value))))
    }

    /// Views: `{{#name}}…{{/name}}` for each, inside which it is the current one and `first` and `last` are flags;
    /// `{{^name}}…{{/name}}` where there are none.
    package static func list<Nested: TemplateView>(
        _ name: String, _ summary: String, _ values: @escaping @Sendable (View) -> [Nested]
    ) -> ViewField {
        ViewField(name: name, summary: summary, kind: .list(NestedViews(access: .list(values))))
    }

    /// Fragments: `{{#name}}{{.}}{{/name}}` for each, with the flags `first` and `last`; the names are still those of
    /// the view around, since a fragment has none. `nil` is the same as none: `{{^name}}…{{/name}}`.
    package static func lines<Fragment: TemplateFragment>(
        _ name: String, _ summary: String, _ values: @escaping @Sendable (View) -> [Fragment]?
    ) -> ViewField {
        ViewField(name: name, summary: summary, kind: .lines { values($0) ?? [] })
    }
}

/// The kind of value behind a name, and how to get it from a view.
enum FieldKind<View: TemplateView>: Sendable {
    case text(@Sendable (View) -> any TemplateFragment)
    case optionalText(@Sendable (View) -> (any TemplateFragment)?)
    case flag(@Sendable (View) -> Bool)
    case view(any NestedViewsAccess<View>)
    case optionalView(any NestedViewsAccess<View>)
    case list(any NestedViewsAccess<View>)
    case lines(@Sendable (View) -> [any TemplateFragment])

    /// For messages and the documentation, with an article.
    var noun: String {
        switch self {
        case .text: "a text"
        case .optionalText: "an optional text"
        case .flag: "a flag"
        case .view: "a view"
        case .optionalView: "an optional view"
        case .list: "a list of views"
        case .lines: "a list of texts"
        }
    }
}
