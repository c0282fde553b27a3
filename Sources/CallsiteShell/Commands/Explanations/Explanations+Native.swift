extension Explanation {
    /// Reading Callsite's own format.
    static let nativeTexts = #"""
        # ambiguous-mapping
        The keys can be read in two ways: as the long form, or as a model that has a field of that name.
        - endpoints: {Add: {method: POST, path: /a, body: {type: String}}}
        + endpoints: {Add: {method: POST, path: /a, body: {fields: {type: String}}}}
        # bad-base-url
        The base URL is absolute, has http or https and a host, and neither credentials nor a query.
        - callsite: 1
        - api: Pets
        - baseURL: https://me:secret@api.example.com
        + callsite: 1
        + api: Pets
        + baseURL: https://api.example.com
        + authentication: basic
        # bad-date-format
        A date format consists of the letters of Unicode Technical Standard 35: yyyy, MM, dd, HH, mm, ss. Text stands in single quotes.
        - callsite: 1
        - api: Pets
        - baseURL: https://api.example.com
        - models:
        -   Birthday: {dateFormat: DD/MM/YYYY}
        - endpoints:
        -   GetBirthday: {method: GET, path: /birthday, response: Birthday}
        + callsite: 1
        + api: Pets
        + baseURL: https://api.example.com
        + models:
        +   Birthday: {dateFormat: dd/MM/yyyy}
        + endpoints:
        +   GetBirthday: {method: GET, path: /birthday, response: Birthday}
        # bad-include
        What is included is a file, by a path that begins at the file that includes it.
        - include: [https://example.com/models.yaml]
        + models: {A: {id: Int}}
        # bad-link-origin
        Deep links come from schemes of the app's own, without '://', and from hosts by their names alone.
        - deepLinks: {schemes: ["app://"], hosts: [https://example.com]}
        + deepLinks: {schemes: [app], hosts: [example.com]}
        # bad-media-type
        A media type is a type and a subtype with a slash between them, and maybe parameters behind a semicolon.
        - endpoints: {A: {method: POST, path: /a, body: {encoding: multipart, fields: {tags: [String]}, encodings: {tags: {contentType: csv}}}}}
        + endpoints: {A: {method: POST, path: /a, body: {encoding: multipart, fields: {tags: [String]}, encodings: {tags: {contentType: text/csv}}}}}
        # bad-oauth2-url
        The URL of an authorization server has a scheme and a host, or is a path that begins with a slash.
        - oauth2: {app: {flow: clientCredentials, tokenURL: token}}
        + oauth2: {app: {flow: clientCredentials, tokenURL: "https://auth.example.com/token"}}
        # bad-path
        A path begins with a slash, and its placeholders are names in braces, each once.
        - endpoints: {A: {path: pets}}
        + endpoints: {A: {path: /pets}}
        # bad-status
        A status is a number of three digits, a family such as 4XX, or default.
        - endpoints: {A: {path: /a, errors: {42: String}}}
        + endpoints: {A: {path: /a, errors: {422: String}}}
        # bad-swift-name
        The name that you chose for Swift is no name of a property or a case.
        - models: {A: {b: {type: Int, name: Big}}}
        + models: {A: {b: {type: Int, name: big}}}
        # bad-type-name
        Names of APIs, models, endpoints and namespaces become names of Swift types.
        - models: {pet: {id: Int}}
        + models: {Pet: {id: Int}}
        # bad-type-parameter
        A type parameter of a generic model has a name of its own, which is no type.
        - models: {"Page<Int>": {items: [Int]}}
        + models: {"Page<Item>": {items: [Item]}}
        # blank-in-name
        Names of fields and parameters hold no blanks, unless they are quoted: YAML would take any words for one name. The name in Swift is a key of its own.
        - models: {A: {created_at -> createdAt: Date}}
        + models: {A: {created_at: {type: Date, name: createdAt}}}
        # body-without-method
        An endpoint without `method` is a GET, which seldom has a body: `method: POST` may be missing. `method: GET` says that the body is meant.
        - endpoints: {Find: {path: /pets, body: {name: String}}}
        + endpoints: {Find: {method: POST, path: /pets, body: {name: String}}}
        # comma-in-text
        Inside braces a comma ends a text, and what follows is read as a key.
        - endpoints: {A: {path: /a, description: first, then second}}
        + endpoints: {A: {path: /a, description: "first, then second"}}
        # credential-in-header
        A constant header that holds a credential puts it into the generated code, and with that into repositories and programs. 'authentication' says how a credential is sent, and the session has it.
        - headers: {Authorization: Bearer abc}
        - endpoints: {A: {path: /a}}
        + authentication: bearer
        + endpoints: {A: {path: /a}}
        # cursor-count
        Where several cursors go together, each goes into a parameter of its own.
        - endpoints: {A: {path: /a, parameters: {a: String?, b: String?}, response: {fields: {items: [String], n: String?}}, pagination: {style: cursor, parameter: [a, b], next: n, elements: items}}}
        + endpoints: {A: {path: /a, parameters: {a: String?, b: String?}, response: {fields: {items: [String], n: String?, m: String?}}, pagination: {style: cursor, parameter: [a, b], next: [n, m], elements: items}}}
        # default-on-endpoint
        Only a named strategy can apply by default; an endpoint's own declaration applies to it anyway.
        - endpoints: {A: {path: /a, response: [String], pagination: {style: link, default: true}}}
        + pagination: {linked: {style: link, default: true}}
        + endpoints: {A: {path: /a, response: [String]}}
        # dictionary-key
        Keys of JSON objects are texts.
        - models: {A: {names: [Int: String]}}
        + models: {A: {names: [String: String]}}
        # duplicate-enum-value
        Each value of an enum stands once.
        - models: {State: open | closed | open}
        + models: {State: open | closed}
        # duplicate-field
        Each field, parameter or case stands once.
        - models: {A: {id: Int, "id?": Int}}
        + models: {A: {id: Int}}
        # duplicate-name
        Two declarations of one kind have the same name.
        - models: {Page: {a: Int}, "Page<Item>": {items: [Item]}}
        + models: {Page: {a: Int}, "List<Item>": {items: [Item]}}
        # empty-default
        Behind the equals sign nothing is left. An unquoted number sign begins a comment.
        - models: {A: {color: "String ="}}
        + models: {A: {color: "String = #fff"}}
        # empty-enum
        An enum has at least one value.
        - models: {State: {enum: []}}
        + models: {State: {enum: [open]}}
        # empty-enum-value
        Between two bars a value is missing.
        - models: {State: open | | closed}
        + models: {State: open | closed}
        # empty-name
        A key is empty where a name belongs.
        - models: {A: {"": Int}}
        + models: {A: {id: Int}}
        # encoding-of-other-body
        Encodings of single fields are for forms and multipart bodies; JSON has one way to write a value.
        - endpoints: {A: {method: POST, path: /a, body: {encoding: json, fields: {tags: [String]}, encodings: {tags: {explode: false}}}}}
        + endpoints: {A: {method: POST, path: /a, body: {encoding: form, fields: {tags: [String]}, encodings: {tags: {explode: false}}}}}
        # enum-value
        The values of an enum are all strings or all numbers, as YAML reads them. Quote what is a string and looks like a number or a flag; true and false are a Bool.
        - models: {State: {enum: [on, true]}}
        + models: {State: {enum: [on, "true"]}}
        # error-and-default
        Both keys say what any other status holds.
        - endpoints: {A: {path: /a, error: String, errors: {default: String}}}
        + endpoints: {A: {path: /a, error: String}}
        # foreign-shape
        A model is written as in JSON Schema or as a class of a language with inheritance. Here a model has all its fields itself, a union is 'union: [A, B]', an enum 'a | b', and another name for a type is the type alone.
        - models: {Pet: {oneOf: [Cat, Dog]}, Cat: {a: Int}, Dog: {b: Int}}
        + models: {Pet: {union: [Cat, Dog]}, Cat: {a: Int}, Dog: {b: Int}}
        # forgotten-section
        Models or endpoints stand at the top of the file: the key above them, 'models:' or 'endpoints:', is missing.
        - Order: {id: Int}
        + models: {Order: {id: Int}}
        # head-with-response
        The answer to HEAD has headers only.
        - endpoints: {A: {method: HEAD, path: /a, response: String}}
        + endpoints: {A: {method: HEAD, path: /a}}
        # header-name
        A header's name holds letters, digits and hyphens.
        - endpoints: {A: {path: /a, headers: {X Trace: "1"}}}
        + endpoints: {A: {path: /a, headers: {X-Trace: "1"}}}
        # header-value
        A header is one line; a break in it would begin another.
        - endpoints: {A: {path: /a, headers: {X-Trace: "1\n2"}}}
        + endpoints: {A: {path: /a, headers: {X-Trace: "1 2"}}}
        # key-beside-cases
        Where the status decides what a response holds, each case says its own type and encoding.
        - endpoints: {A: {path: /a, response: {cases: {200: String, 204: Void}, optional: true}}}
        + endpoints: {A: {path: /a, response: {cases: {200: String, 204: Void}}}}
        # key-of-other-style
        Each style of paging has keys of its own.
        - pagination: {a: {style: link, parameter: page}}
        + pagination: {a: {style: page, parameter: page}}
        # list-without-type
        A list says what it holds.
        - models: {A: {tags: []}}
        + models: {A: {tags: [String]}}
        # lists-without-form
        A form can write lists in several ways; other encodings have one.
        - endpoints: {A: {method: POST, path: /a, body: {fields: {ids: [Int]}, encoding: json, lists: indexed}}}
        + endpoints: {A: {method: POST, path: /a, body: {fields: {ids: [Int]}, encoding: form, lists: indexed}}}
        # misplaced-cases
        Cases belong to a union that tells them apart by a property.
        - models: {U: {union: [A, B], cases: {a: A}}, A: {x: Int}, B: {y: Int}}
        + models: {U: {union: kind, cases: {a: A, b: B}}, A: {x: Int}, B: {y: Int}}
        # misplaced-default
        A default belongs to a parameter or a field, not to a type inside another.
        - models: {A: {tags: ["String = x"]}}
        + models: {A: {tag: String = x}}
        # misplaced-key
        The key exists, and means nothing in this place.
        - models: {A: {id: {type: Int, in: query}}}
        + endpoints: {A: {path: /a, parameters: {id: {type: Int, in: query}}}}
        # misplaced-optional
        This can't be absent; optional is the parameter or field that holds a value.
        - endpoints: {A: {path: /a, error: String?}}
        + endpoints: {A: {path: /a, error: String}}
        # misplaced-stream
        A stream is what an endpoint answers with.
        - models: {A: {events: stream of String}}
        + models: {A: {events: [String]}}
        # missing-dash
        An element of a list begins with a dash and a space.
        - parameterSets: {a: {x: Int?}, b: {y: Int?}}
        - endpoints:
        -   List:
        -     path: /pets
        -     use:
        -       - a
        -       b
        + parameterSets: {a: {x: Int?}, b: {y: Int?}}
        + endpoints:
        +   List:
        +     path: /pets
        +     use:
        +       - a
        +       - b
        # missing-key
        A mapping lacks a key that it can't do without.
        - endpoints: {A: {description: Lists pets.}}
        + endpoints: {A: {path: /pets, description: Lists pets.}}
        # missing-type
        Nothing stands where a type belongs.
        - models: {A: {id: }}
        + models: {A: {id: Int}}
        # model-is-scalar
        The format has a type of this name already.
        - models: {Date: {year: Int}}
        + models: {ReleaseDate: {year: Int}}
        # not-a-description
        The file is none that Callsite reads: a description begins with 'callsite: 1', an OpenAPI document with 'openapi:' and its version, a Swagger document with 'swagger: "2.0"'.
        # not-a-mapping
        Key and value pairs belong here.
        - endpoints: {A: /pets}
        + endpoints: {A: {path: /pets}}
        # not-a-type
        This can't be read as a type.
        - models: {A: {id: Int??}}
        + models: {A: {id: Int?}}
        # not-in-path
        A parameter is declared to stand in the path, and the path has no such placeholder.
        - endpoints: {A: {path: "/pets/{id}", parameters: {name: {type: String, in: path}}}}
        + endpoints: {A: {path: "/pets/{name}", parameters: {name: {type: String, in: path}}}}
        # not-the-placeholder
        A parameter that must be given is called as a placeholder of the path is, but not quite: as it stands it would go into the query. Where that is meant, 'in: query' says so.
        - endpoints: {GetOrder: {path: "/orders/{id}", parameters: {order_id: Int}}}
        + endpoints: {GetOrder: {path: "/orders/{order_id}", parameters: {order_id: Int}}}
        # one-content
        A body is given in one way.
        - endpoints: {A: {method: POST, path: /a, body: {model: Pet, type: Pet}}}
        - models: {Pet: {id: Int}}
        + endpoints: {A: {method: POST, path: /a, body: Pet}}
        + models: {Pet: {id: Int}}
        # one-shape
        A model has fields, or is an enum, or a union.
        - models: {A: {fields: {id: Int}, enum: [a]}}
        + models: {A: {fields: {id: Int}}}
        # only-for-events
        Lines have no mark for the end, and no place to go on from.
        - endpoints: {A: {path: /a, response: {type: stream of String, encoding: ndjson, end: done}}}
        + endpoints: {A: {path: /a, response: {type: stream of String, encoding: sse, end: done}}}
        # only-for-openapi
        'include', 'exclude' and 'formats' are for documents that somebody else wrote. Change a description in Callsite's own format instead.
        # optional-enum
        A question mark behind values could belong to the last of them.
        - models: {A: {state: open | closed?}}
        + models: {A: {"state?": open | closed}}
        # optional-path-parameter
        A path without one of its parts is another path.
        - endpoints: {A: {path: "/pets/{id}", parameters: {id: Int?}}}
        + endpoints: {A: {path: "/pets/{id}", parameters: {id: Int}}}
        # parentheses
        Types are written without parentheses.
        - models: {A: {state: (open | closed)}}
        + models: {A: {state: open | closed}}
        # part-without-header
        A part of a multipart body has headers, and no other parameters.
        - endpoints: {A: {method: POST, path: /a, parameters: {X-A: {type: Int, part: file}}, body: {encoding: multipart, fields: {file: Data}}}}
        + endpoints: {A: {method: POST, path: /a, parameters: {X-A: {type: Int, in: header, part: file}}, body: {encoding: multipart, fields: {file: Data}}}}
        # second-default
        A default stands in the text of the type and behind a key of its own.
        - models: {A: {id: {type: Int = 1, default: 2}}}
        + models: {A: {id: Int = 1}}
        # several-element-types
        A list's elements have one type.
        - models: {A: {values: [Int, String]}}
        + models: {A: {values: [Value]}, Value: {union: [Int, String]}}
        # several-links
        The next page has one URL.
        - endpoints: {A: {path: /a, response: {fields: {items: [String], next: String?, other: String?}}, pagination: {style: nextURL, next: [next, other], elements: items}}}
        + endpoints: {A: {path: /a, response: {fields: {items: [String], next: String?, other: String?}}, pagination: {style: nextURL, next: next, elements: items}}}
        # short-page-needs-size
        Whether a page is short shows only beside the number of elements that was asked for.
        - endpoints: {A: {path: /a, parameters: {page: Int = 1, size: Int?}, response: [String], pagination: {style: page, parameter: page, shortPageEnds: true}}}
        + endpoints: {A: {path: /a, parameters: {page: Int = 1, size: Int?}, response: [String], pagination: {style: page, parameter: page, size: size, shortPageEnds: true}}}
        # small-union
        A union is of two types or more.
        - models: {A: {value: {union: [String]}}}
        + models: {A: {value: {union: [String, Int]}}}
        # stream-encoding
        Server-sent events and JSON lines are encodings of streams.
        - endpoints: {A: {path: /a, response: {type: String, encoding: sse}}}
        + endpoints: {A: {path: /a, response: String}}
        # style-in-place
        Each place of a parameter has styles of its own.
        - endpoints: {A: {path: "/a/{id}", parameters: {id: {type: Int, style: form}}}}
        + endpoints: {A: {path: "/a/{id}", parameters: {id: {type: Int, style: label}}}}
        # style-needs-key
        The style of paging can't do without the key.
        - pagination: {a: {style: cursor, parameter: c}}
        - endpoints: {A: {path: /a, parameters: {c: String?}, response: {fields: {items: [String], next: String?}}, pagination: {use: a, elements: items}}}
        + pagination: {a: {style: cursor, parameter: c, next: next}}
        + endpoints: {A: {path: /a, parameters: {c: String?}, response: {fields: {items: [String], next: String?}}, pagination: {use: a, elements: items}}}
        # style-of-field
        The styles of paths and headers are not for fields of a body.
        - endpoints: {A: {method: POST, path: /a, body: {encoding: form, fields: {tags: [String]}, encodings: {tags: {style: matrix}}}}}
        + endpoints: {A: {method: POST, path: /a, body: {encoding: form, fields: {tags: [String]}, encodings: {tags: {style: pipeDelimited}}}}}
        # time-zone-alone
        'timeZone' says in which time zone dates of a 'dateFormat' are, and there is no 'dateFormat' beside it.
        # type-and-shape
        A type is named, or declared in place.
        - models: {A: {b: {type: Int, fields: {c: Int}}}}
        + models: {A: {b: {fields: {c: Int}}}}
        # type-of-form-field
        The fields of a form are strings without a media type; a part of a multipart body has one.
        - endpoints: {A: {method: POST, path: /a, body: {encoding: form, fields: {tags: [String]}, encodings: {tags: {contentType: application/json}}}}}
        + endpoints: {A: {method: POST, path: /a, body: {encoding: form, fields: {tags: [String]}, encodings: {tags: {style: json}}}}}
        # type-of-header
        'headers' are sent as they are written. A header whose value the caller gives is a parameter with 'in: header'.
        - endpoints: {List: {path: /pets, headers: {X-Trace: String?}}}
        + endpoints: {List: {path: /pets, parameters: {X-Trace: {type: String?, in: header}}}}
        # unclosed-generic
        Inside braces YAML ends the text at the comma between two type arguments.
        - models: {A: {p: Pair<String, Int>}, "Pair<A, B>": {a: A, b: B}}
        + models: {A: {p: "Pair<String, Int>"}, "Pair<A, B>": {a: A, b: B}}
        # undeclared-variable
        A variable of the base URL has a declaration.
        - callsite: 1
        - api: Pets
        - baseURL: "https://{host}/v1"
        + callsite: 1
        + api: Pets
        + baseURL: "https://{host}/v1"
        + variables: {host: api.example.com}
        # union-without-cases
        A union by a property says which model each of its values means.
        - models: {U: {union: kind}}
        + models: {U: {union: kind, cases: {a: A, b: B}}, A: {x: Int}, B: {y: Int}}
        # unknown-key
        The mapping has no such key. Nothing is passed over in silence: a slip would be.
        - endpoints: {A: {path: /a, respons: String}}
        + endpoints: {A: {path: /a, response: String}}
        # unknown-parameter-set
        No set of shared parameters has the name.
        - endpoints: {A: {path: /a, use: [paging]}}
        + parameterSets: {paging: {page: Int = 1}}
        + endpoints: {A: {path: /a, use: [paging]}}
        # unknown-strategy
        No pagination strategy has the name.
        - endpoints: {A: {path: /a, response: [String], pagination: linked}}
        + pagination: {linked: {style: link}}
        + endpoints: {A: {path: /a, response: [String], pagination: linked}}
        # unknown-word
        Only certain words can stand here.
        - endpoints: {A: {path: /a, parameters: {id: {type: Int, in: querry}}}}
        + endpoints: {A: {path: /a, parameters: {id: {type: Int, in: query}}}}
        # unused-variable
        A variable is declared, and the base URL has no place for it.
        - callsite: 1
        - api: Pets
        - baseURL: https://api.example.com
        - variables: {version: v1}
        + callsite: 1
        + api: Pets
        + baseURL: "https://api.example.com/{version}"
        + variables: {version: v1}
        # variable-without-default
        Each variable of the base URL has a default, so that a session can do without saying any.
        - callsite: 1
        - api: Pets
        - baseURL: "https://{host}/v1"
        - variables: {host: String}
        + callsite: 1
        + api: Pets
        + baseURL: "https://{host}/v1"
        + variables: {host: String = api.example.com}
        """#
}
