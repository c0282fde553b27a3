extension Explanation {
    /// Reading YAML and JSON, and what a file is.
    static let yamlTexts = #"""
        # alias-cycle
        An alias stands inside the value that its anchor names, so that value would have no end.
        - models: {Node: &node {name: String, next: *node}}
        + models: {Node: {name: String, next: Node?}}
        # bad-escape
        In double quotes YAML has escapes of its own, and this is none of them.
        - endpoints: {A: {path: "/a", description: "C:\dir"}}
        + endpoints: {A: {path: "/a", description: 'C:\dir'}}
        # braces-need-quotes
        Inside braces or brackets YAML takes the braces of a path for its own.
        - endpoints: {Get: {path: /pets/{id}}}
        + endpoints: {Get: {path: "/pets/{id}", parameters: {id: Int}}}
        # colon-in-value
        A colon and a blank begin a value in YAML, also amid a text without quotes.
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
        The file holds a control character, which YAML doesn't allow and nobody can see.
        # duplicate-key
        A mapping has each key once.
        - models:
        -   A: {id: Int}
        -   A: {id: String}
        + models:
        +   A: {id: Int}
        # expansion-limit
        Anchors and aliases stand for so much that reading it would take all memory. A description needs no more than a few.
        # file-too-large
        The file has more than 64 MB. Split the description by 'include:'.
        # indentation
        In YAML the keys of a mapping begin in the same column.
        - models:
        -   A:
        -     id: Int
        -    name: String
        + models:
        +   A:
        +     id: Int
        +     name: String
        # invalid-yaml
        YAML can't read the file, for a reason that Callsite has no better words for.
        # json-syntax
        A file that is called .json is no JSON. One that YAML can read, since only a comma is too many, is read so with a warning.
        # key-is-no-text
        A list or a mapping stands where a key belongs.
        - models: {[a, b]: Int}
        + models: {A: {id: Int}}
        # merge-needs-mapping
        YAML's merge key takes a mapping, or a list of mappings.
        - models: {A: {<<: text, id: Int}}
        + models: {A: {<<: {name: String}, id: Int}}
        # missing-colon
        A line has no ': ', so YAML takes it for a text that goes on, and stumbles over the next line. A key is followed by a colon and a space.
        - models:
        -   Pet:
        -     id:Int
        -     name: String
        + models:
        +   Pet:
        +     id: Int
        +     name: String
        # missing-comma
        Inside braces and brackets a comma stands between two entries.
        - models: {Pet: {id: Int name: String}}
        + models: {Pet: {id: Int, name: String}}
        # not-utf8
        The file's text is in UTF-8, with or without a byte order mark, or in UTF-16 with one.
        # odd-blank
        A no-break space, or another blank that looks like a space, stands where YAML needs a space. Editors and web pages put it there.
        # repeated-key
        A key stands twice in one object of an OpenAPI document. The last counts, as for every reader of JSON.
        - components: {schemas: {A: {type: string, type: integer}}}
        + components: {schemas: {A: {type: integer}}}
        # reserved-character
        A value that begins with this character is not text to YAML.
        - description: `code` is shown
        + description: "`code` is shown"
        # same-looking-name
        Unicode spells é in two ways: as one character, or as e and an accent. Two names that differ only so are two on the wire, and look the same to everybody. In Callsite's own format that is an error; in an OpenAPI document they are taken for one name.
        - models: {A: {"\u00E9": String, "e\u0301": String}}
        + models: {A: {"\u00E9": String, e: String}}
        # several-documents
        A file holds one description.
        - models: {A: {id: Int}}
        - ---
        - models: {B: {id: Int}}
        + models: {A: {id: Int}, B: {id: Int}}
        # tab
        YAML is indented by blanks.
        - models:
        - 	A: {id: Int}
        + models:
        +   A: {id: Int}
        # text-after-end
        The value of the document is complete, and more follows.
        - {callsite: 1, api: Pets, baseURL: "https://api.example.com"}}
        + {callsite: 1, api: Pets, baseURL: "https://api.example.com"}
        # text-after-list
        Behind a list in brackets YAML allows no more of the value.
        - models:
        -   A:
        -     tags: [String]?
        + models:
        +   A:
        +     tags?: [String]
        # text-after-quote
        A text that begins with a quote ends at the next one, and more follows on the line.
        - models:
        -   Pet:
        -     state: "open" | "closed"
        + models:
        +   Pet:
        +     state: open | closed
        # too-deep
        The file nests more than 100 levels deep.
        # typographic-quotes
        Editors and web pages turn '"' into typographic quotes, which are letters as any other to YAML and JSON: they become part of the name or value.
        - paths: {/a: {get: {operationId: “listA”, responses: {"204": {description: done}}}}}
        + paths: {/a: {get: {operationId: "listA", responses: {"204": {description: done}}}}}
        # unclosed
        A bracket, a brace or a quote is not closed.
        - models: {A: {id: Int}
        + models: {A: {id: Int}}
        # unexpected-colon
        A second value begins on a line that has one.
        - endpoints:
        -   A:
        -     path: /a
        -     description: "first" : second
        + endpoints:
        +   A:
        +     path: /a
        +     description: "first: second"
        # unknown-alias
        An alias names an anchor, which stands before it.
        - models: {A: {id: *number}}
        + models: {A: {id: Int}}
        # unknown-tag
        A text that begins with an exclamation mark is a tag to YAML.
        - models: {A: {id: !Int 3}}
        + models: {A: {id: Int}}
        """#
}
