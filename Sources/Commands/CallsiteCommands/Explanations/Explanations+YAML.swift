extension Explanation {
    /// Diagnostics about YAML, JSON and files.
    static let yamlTexts = #"""
        # alias-cycle
        A YAML alias is inside the value of its own anchor, so the value would be endless.
        - models: {Node: &node {name: String, next: *node}}
        + models: {Node: {name: String, next: Node?}}
        # bad-escape
        This isn't an escape sequence of YAML's double-quoted strings.
        - endpoints: {A: {path: "/a", description: "C:\dir"}}
        + endpoints: {A: {path: "/a", description: 'C:\dir'}}
        # braces-need-quotes
        Inside braces or brackets, YAML treats the braces of a path as its own. Quote the path.
        - endpoints: {Get: {path: /pets/{id}}}
        + endpoints: {Get: {path: "/pets/{id}", parameters: {id: Int}}}
        # colon-in-value
        In YAML a colon and a space begin a value, even inside an unquoted string.
        - endpoints:
        -   A: {path: /a}
        -   B:
        -     path: /b
        -     description: Note: this is short
        + endpoints:
        +   A: {path: /a}
        +   B:
        +     path: /b
        +     description: "Note: this is short"
        # control-character
        The file contains an invisible control character, which YAML does not allow. One that editors take for text is read as a space; any other ends the reading.
        # duplicate-key
        A mapping contains a key twice.
        - models:
        -   A: {id: Int}
        -   A: {id: String}
        + models:
        +   A: {id: Int}
        # expansion-limit
        Anchors and aliases expand to more than Callsite reads. A description needs only a few.
        # file-too-large
        The file is larger than 64 MB. Split the description with 'include:'.
        # indentation
        In YAML, the keys of a mapping begin in the same column.
        - models:
        -   A:
        -     id: Int
        -    name: String
        + models:
        +   A:
        +     id: Int
        +     name: String
        # invalid-yaml
        YAML can't read the file, and Callsite has no better explanation than libyaml's.
        # json-syntax
        A .json file isn't valid JSON. If YAML can read it, as with a trailing comma, Callsite reads it with a warning.
        # key-is-no-text
        A key must be a string, not a list or a mapping.
        - models: {[a, b]: Int}
        + models: {A: {id: Int}}
        # merge-needs-mapping
        YAML's merge key takes a mapping, or a list of mappings.
        - models: {A: {<<: text, id: Int}}
        + models: {A: {<<: {name: String}, id: Int}}
        # missing-colon
        A line has no ': ', so YAML reads it as a string that continues, and fails on the next line. A key needs a colon and a space.
        - models:
        -   Pet:
        -     id:Int
        -     name: String
        + models:
        +   Pet:
        +     id: Int
        +     name: String
        # missing-comma
        Inside braces and brackets, a comma separates two entries.
        - models: {Pet: {id: Int name: String}}
        + models: {Pet: {id: Int, name: String}}
        # not-utf8
        The file must be UTF-8, with or without a byte order mark, or UTF-16 with one.
        # odd-blank
        A no-break space, or another character that looks like a space, is where YAML needs a space. Editors and web pages insert it.
        # repeated-key
        A key occurs twice in one object of an OpenAPI document. The last one counts, as in every JSON reader.
        - components: {schemas: {A: {type: string, type: integer}}}
        + components: {schemas: {A: {type: integer}}}
        # reserved-character
        A YAML value that begins with this character isn't a string. Quote it.
        - description: `code` is shown
        + description: "`code` is shown"
        # same-looking-name
        Unicode spells é in two ways: as one character, or as e with an accent. Two names that differ only in that are different on the wire, but look the same. In Callsite's own format this is an error; in an OpenAPI document the names are treated as one.
        - models: {A: {"\u00E9": String, "e\u0301": String}}
        + models: {A: {"\u00E9": String, e: String}}
        # several-documents
        A file contains one description.
        - models: {A: {id: Int}}
        - ---
        - models: {B: {id: Int}}
        + models: {A: {id: Int}, B: {id: Int}}
        # tab
        YAML is indented with spaces, not tabs.
        - models:
        - 	A: {id: Int}
        + models:
        +   A: {id: Int}
        # text-after-end
        The value of the document is complete, but more follows.
        - {callsite: 1, api: Pets, baseURL: "https://api.example.com"}}
        + {callsite: 1, api: Pets, baseURL: "https://api.example.com"}
        # text-after-list
        In YAML, nothing can follow a list in brackets.
        - models:
        -   A:
        -     tags: [String]?
        + models:
        +   A:
        +     tags?: [String]
        # text-after-quote
        A string that begins with a quote ends at the next quote, but more follows on the line.
        - models:
        -   Pet:
        -     state: "open" | "closed"
        + models:
        +   Pet:
        +     state: open | closed
        # too-deep
        The file nests more than 100 levels deep.
        # typographic-quotes
        Editors and web pages turn '"' into typographic quotes, which are ordinary letters in YAML and JSON: they become part of the name or value.
        - paths: {/a: {get: {operationId: “listA”, responses: {"204": {description: done}}}}}
        + paths: {/a: {get: {operationId: "listA", responses: {"204": {description: done}}}}}
        # unclosed
        A bracket, a brace or a quote isn't closed.
        - models: {A: {id: Int}
        + models: {A: {id: Int}}
        # unexpected-colon
        A second value begins on a line that already has one.
        - endpoints:
        -   A:
        -     path: /a
        -     description: "first" : second
        + endpoints:
        +   A:
        +     path: /a
        +     description: "first: second"
        # unknown-alias
        An alias names an anchor that must come before it.
        - models: {A: {id: *number}}
        + models: {A: {id: Int}}
        # unknown-tag
        In YAML, a value that begins with an exclamation mark is a tag. Quote it.
        - models: {A: {id: !Int 3}}
        + models: {A: {id: Int}}
        """#
}
