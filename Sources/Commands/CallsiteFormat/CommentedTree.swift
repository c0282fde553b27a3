/// A node of a YAML file as it was written: its style, its properties, and the comments around its parts.
struct CommentedNode {
    enum Content {
        case plain(String)
        case quoted(String)
        /// `|` and `>`: lines as they are, and lines that are filled.
        case literal(String)
        case folded(String)
        case alias(String)
        case collection(CommentedCollection)
    }

    /// An anchor and a tag, as written.
    let properties: String
    let content: Content

    init(_ content: Content, properties: String = "") {
        self.content = content
        self.properties = properties
    }

    var isEmpty: Bool { if case .plain("") = content { properties.isEmpty } else { false } }
}

/// A class, as its entries are, since a comment may be added to it after its end has been read.
final class CommentedCollection {
    enum Kind { case list, mapping }

    let kind: Kind
    /// Written in brackets.
    let isFlow: Bool
    /// A mapping of one key in a list, without braces: `[String: Int]`.
    let isPair: Bool
    var entries: [CommentedEntry] = []
    /// Comments below the last entry.
    var footer: [Comment] = []
    /// Columns before the first key or dash.
    let column: Int

    init(_ kind: Kind, isFlow: Bool, isPair: Bool, column: Int) {
        self.kind = kind
        self.isFlow = isFlow
        self.isPair = isPair
        self.column = column
    }

    /// Whether the collection contains a comment, which keeps it from being on one line.
    var hasComments: Bool {
        !footer.isEmpty
            || entries.contains { entry in
                guard entry.leading.isEmpty, entry.header == nil, entry.trailing == nil else { return true }
                if case .collection(let inner) = entry.value.content { return inner.hasComments }
                return false
            }
    }
}

/// An element of a list, or a key with its value.
final class CommentedEntry {
    var key: CommentedNode?
    var value = CommentedNode(.plain(""))
    /// Comments on lines of their own above the entry.
    var leading: [Comment]
    var hasBlankLineAbove: Bool
    /// The comment behind the key, if the value follows on other lines.
    var header: Comment?
    /// The comment behind the value.
    var trailing: Comment?

    init(leading: [Comment], hasBlankLineAbove: Bool) {
        self.leading = leading
        self.hasBlankLineAbove = hasBlankLineAbove
    }
}

struct Comment {
    /// The comment with its `#`, without blanks at the end.
    var text: String
    var column: Int
    var hasBlankLineAbove = false
}
