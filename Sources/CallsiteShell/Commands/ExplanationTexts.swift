// What each diagnostic means, for `callsite explain`: its id, a sentence or two, what is wrong (-), and what is right (+). The tests
// run every example; the message is made by the core itself when it is shown. Lines that begin otherwise than with 'callsite: 1'
// stand behind the three lines that every description has.

extension Explanation {
    static let text = #"""
        # alias-cycle
        An alias stands inside the value that its anchor names, so that value would have no end.
        - models: {Node: &node {name: String, next: *node}}
        + models: {Node: {name: String, next: Node?}}
        # alias-of-itself
        A model is declared as nothing but itself. A model that contains itself has fields, or is a union.
        - models: {Tree: Tree}
        + models: {Tree: {children: [Tree]}}
        # alias-too-large
        A generic model is another name for a generic model, with its parameter more than once, and so on: each step doubles what it stands for. A model with fields in between is named, not spelled out.
        # ambiguous-link
        A deep link leads to one place. Where two patterns fit the same links, one has to be the more exact: a text where the other has a placeholder.
        - endpoints: {A: {path: "/a/{x}", links: ["pets/{x}"]}, B: {path: "/b/{y}", links: ["pets/{y}"]}}
        + endpoints: {A: {path: "/a/{x}", links: ["pets/{x}"]}, B: {path: "/b/{y}", links: ["owners/{y}"]}}
        # ambiguous-mapping
        The keys can be read in two ways: as the long form, or as a model that has a field of that name.
        - endpoints: {Add: {method: POST, path: /a, body: {type: String}}}
        + endpoints: {Add: {method: POST, path: /a, body: {fields: {type: String}}}}
        # ambiguous-union
        Two alternatives of a union may have the same fields, so a value can fit both; the first is then taken. A discriminator, or a field that one of them requires, tells them apart.
        - components: {schemas: {U: {oneOf: [{type: object, properties: {a: {type: string}}}, {type: object, properties: {b: {type: string}}}]}}}
        + components: {schemas: {U: {oneOf: [{type: object, required: [a], properties: {a: {type: string}}}, {type: object, required: [b], properties: {b: {type: string}}}]}}}
        # applies-to-nothing
        A rule for paging in callsite.yaml must say which operations it is for: by operations, paths or tags.
        # array-without-items
        An OpenAPI array says nothing of its elements, so they are any JSON.
        - components: {schemas: {A: {type: array}}}
        + components: {schemas: {A: {type: array, items: {type: string}}}}
        # authorization-parameter
        OpenAPI wants credentials described as security schemes, and tools may ignore a parameter called Authorization. Callsite leaves it out where a security scheme sets the header, and keeps it otherwise.
        - paths: {/a: {get: {operationId: a, parameters: [{name: Authorization, in: header, schema: {type: string}}], responses: {"204": {description: done}}}}}
        + paths: {/a: {get: {operationId: a, responses: {"204": {description: done}}}}}
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
        # bad-escape
        In double quotes YAML has escapes of its own, and this is none of them.
        - endpoints: {A: {path: "/a", description: "C:\dir"}}
        + endpoints: {A: {path: "/a", description: 'C:\dir'}}
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
        # bad-module
        A module that a configuration imports is named by letters, digits and underscores.
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
        # body-encoding
        The encoding can't write such a body: a form and multipart have fields, text is a scalar, binary is Data.
        - endpoints: {A: {method: POST, path: /a, body: {type: Pet, encoding: text}}}
        - models: {Pet: {id: Int}}
        + endpoints: {A: {method: POST, path: /a, body: Pet}}
        + models: {Pet: {id: Int}}
        # body-of-get
        URLSession refuses to send a GET request with a body: on Apple systems sending it throws an `EncodingFailure`; on Linux it is sent.
        - paths: {/a: {get: {operationId: a, requestBody: {content: {application/json: {schema: {type: object}}}}, responses: {"204": {description: done}}}}}
        + paths: {/a: {post: {operationId: a, requestBody: {content: {application/json: {schema: {type: object}}}}, responses: {"204": {description: done}}}}}
        # body-without-method
        An endpoint without `method` is a GET, which seldom has a body: `method: POST` may be missing. `method: GET` says that the body is meant.
        - endpoints: {Find: {path: /pets, body: {name: String}}}
        + endpoints: {Find: {method: POST, path: /pets, body: {name: String}}}
        # body-without-names
        Each field of a form and each part of a multipart body has a name. A schema that is no object gives none, so its content is sent as one field called `file` (bytes) or `value`.
        - paths: {/a: {post: {operationId: a, requestBody: {content: {multipart/form-data: {schema: {type: string, format: binary}}}}, responses: {"204": {description: done}}}}}
        + paths: {/a: {post: {operationId: a, requestBody: {content: {multipart/form-data: {schema: {type: object, properties: {file: {type: string, format: binary}}}}}}, responses: {"204": {description: done}}}}}
        # braces-need-quotes
        Inside braces or brackets YAML takes the braces of a path for its own.
        - endpoints: {Get: {path: /pets/{id}}}
        + endpoints: {Get: {path: "/pets/{id}", parameters: {id: Int}}}
        # case-is-no-model
        A union with a discriminator finds it inside the value, so each case is a model with fields.
        - models: {U: {union: type, cases: {a: String}}}
        + models: {U: {union: type, cases: {a: A}}, A: {id: Int}}
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
        # comma-in-text
        Inside braces a comma ends a text, and what follows is read as a key.
        - endpoints: {A: {path: /a, description: first, then second}}
        + endpoints: {A: {path: /a, description: "first, then second"}}
        # continuation-differs
        The endpoint that gives the pages after the first must answer with the same type.
        - endpoints:
        -   A: {path: /a, response: Page, pagination: {style: cursor, parameter: c, next: next, elements: items, continue: B}}
        -   B: {path: /b, parameters: {c: String}, response: [String]}
        - models: {Page: {items: [String], next: String?}}
        + endpoints:
        +   A: {path: /a, response: Page, pagination: {style: cursor, parameter: c, next: next, elements: items, continue: B}}
        +   B: {path: /b, parameters: {c: String}, response: Page}
        + models: {Page: {items: [String], next: String?}}
        # continuation-needs
        The endpoint that gives the pages after the first needs a value that is neither the cursor nor one of the first request's.
        - endpoints:
        -   A: {path: /a, response: Page, pagination: {style: cursor, parameter: c, next: next, elements: items, continue: B}}
        -   B: {path: /b, parameters: {c: String, folder: String}, response: Page}
        - models: {Page: {items: [String], next: String?}}
        + endpoints:
        +   A: {path: /a, parameters: {folder: String}, response: Page, pagination: {style: cursor, parameter: c, next: next, elements: items, continue: B}}
        +   B: {path: /b, parameters: {c: String, folder: String}, response: Page}
        + models: {Page: {items: [String], next: String?}}
        # contradictory-schemas
        The schemas of an allOf can not all be true of one value: a text and an object, say. The type is any JSON.
        - components: {schemas: {A: {allOf: [{type: string}, {type: object, properties: {a: {type: string}}}]}}}
        + components: {schemas: {A: {anyOf: [{type: string}, {type: object, properties: {a: {type: string}}}]}}}
        # control-character
        The file holds a control character, which YAML doesn't allow and nobody can see.
        # cursor-count
        Where several cursors go together, each goes into a parameter of its own.
        - endpoints: {A: {path: /a, parameters: {a: String?, b: String?}, response: {fields: {items: [String], n: String?}}, pagination: {style: cursor, parameter: [a, b], next: n, elements: items}}}
        + endpoints: {A: {path: /a, parameters: {a: String?, b: String?}, response: {fields: {items: [String], n: String?, m: String?}}, pagination: {style: cursor, parameter: [a, b], next: [n, m], elements: items}}}
        # cursor-does-not-fit
        What tells the next page can't be sent as the parameter: they have different types.
        - endpoints: {A: {path: /a, parameters: {c: Bool?}, response: {fields: {items: [String], next: String?}}, pagination: {style: cursor, parameter: c, next: next, elements: items}}}
        + endpoints: {A: {path: /a, parameters: {c: String?}, response: {fields: {items: [String], next: String?}}, pagination: {style: cursor, parameter: c, next: next, elements: items}}}
        # default-ignored
        The default of a property is no value of its type. It is left out, and the property is an optional.
        - components: {schemas: {A: {properties: {a: {type: integer, default: many}}}}}
        + components: {schemas: {A: {properties: {a: {type: integer, default: 5}}}}}
        # default-of-other-type
        A parameter's default is of another type than the parameter, or none of its values. Callsite tells it in the documentation and sends nothing for it.
        - paths: {/a: {get: {operationId: a, parameters: [{name: page, in: query, schema: {type: integer, default: first}}], responses: {"204": {description: ok}}}}}
        + paths: {/a: {get: {operationId: a, parameters: [{name: page, in: query, schema: {type: integer, default: 1}}], responses: {"204": {description: ok}}}}}
        # default-on-endpoint
        Only a named strategy can apply by default; an endpoint's own declaration applies to it anyway.
        - endpoints: {A: {path: /a, response: [String], pagination: {style: link, default: true}}}
        + pagination: {linked: {style: link, default: true}}
        + endpoints: {A: {path: /a, response: [String]}}
        # default-unsupported
        A default of this type can't be written in a description.
        - endpoints: {A: {path: /a, parameters: {a: {type: Data, default: x}}}}
        + endpoints: {A: {path: /a, parameters: {a: Data?}}}
        # dictionary-key
        Keys of JSON objects are texts.
        - models: {A: {names: [Int: String]}}
        + models: {A: {names: [String: String]}}
        # discriminator-ignored
        A discriminator needs alternatives that are objects, and a value for each. Where one has none, the alternative that fits best is taken.
        - components: {schemas: {A: {type: object, properties: {t: {type: string}}}, U: {oneOf: [{$ref: "#/components/schemas/A"}, {type: string}], discriminator: {propertyName: t}}}}
        + components: {schemas: {A: {type: object, properties: {t: {type: string}}}, U: {oneOf: [{$ref: "#/components/schemas/A"}, {type: string}]}}}
        # duplicate-enum-value
        Each value of an enum stands once.
        - models: {State: open | closed | open}
        + models: {State: open | closed}
        # duplicate-field
        Each field, parameter or case stands once.
        - models: {A: {id: Int, "id?": Int}}
        + models: {A: {id: Int}}
        # duplicate-key
        A mapping has each key once.
        - models:
        -   A: {id: Int}
        -   A: {id: String}
        + models:
        +   A: {id: Int}
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
        # encoding-of-nothing
        An encoding says how a property of the body is written, and this one names a property that the body does not have.
        - paths: {/a: {post: {operationId: a, requestBody: {content: {application/x-www-form-urlencoded: {schema: {type: object, properties: {tags: {type: array, items: {type: string}}}}, encoding: {tag: {explode: false}}}}}, responses: {"204": {description: ok}}}}}
        + paths: {/a: {post: {operationId: a, requestBody: {content: {application/x-www-form-urlencoded: {schema: {type: object, properties: {tags: {type: array, items: {type: string}}}}, encoding: {tags: {explode: false}}}}}, responses: {"204": {description: ok}}}}}
        # encoding-of-other-body
        Encodings of single fields are for forms and multipart bodies; JSON has one way to write a value.
        - endpoints: {A: {method: POST, path: /a, body: {encoding: json, fields: {tags: [String]}, encodings: {tags: {explode: false}}}}}
        + endpoints: {A: {method: POST, path: /a, body: {encoding: form, fields: {tags: [String]}, encodings: {tags: {explode: false}}}}}
        # endless-merge
        A property extends, by allOf, the schema that it is part of, or so many schemas extend each other that the types in place would never end. The property is the schema itself, without what is added to it.
        - components: {schemas: {A: {properties: {a: {allOf: [{$ref: "#/components/schemas/A"}, {properties: {b: {type: string}}}]}}}}}
        + components: {schemas: {A: {properties: {a: {$ref: "#/components/schemas/A"}}}}}
        # enum-of-nothing
        An enum that lists no values allows none, which nobody means. It is left out.
        - components: {schemas: {A: {type: string, enum: []}}}
        + components: {schemas: {A: {type: string, enum: [a]}}}
        # enum-of-types
        A bar stands between the texts of an enum, not between types.
        - models: {A: {owner: User | Team}, User: {id: Int}, Team: {id: Int}}
        + models: {A: {owner: Owner}, Owner: {union: [User, Team]}, User: {id: Int}, Team: {id: Int, name: String}}
        # enum-value
        The values of an enum are all strings or all numbers, as YAML reads them. Quote what is a string and looks like a number or a flag; true and false are a Bool.
        - models: {State: {enum: [on, true]}}
        + models: {State: {enum: [on, "true"]}}
        # error-and-default
        Both keys say what any other status holds.
        - endpoints: {A: {path: /a, error: String, errors: {default: String}}}
        + endpoints: {A: {path: /a, error: String}}
        # expansion-limit
        Anchors and aliases stand for so much that reading it would take all memory. A description needs no more than a few.
        # file-too-large
        The file has more than 64 MB. Split the description by 'include:'.
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
        # import-differs
        Callsite import reads its own output back. What is generated from it is not the same here as what is generated from the document. Compare both, or generate from the document itself.
        # import-not-readable
        A document holds something that the description written by callsite import can't repeat, so nothing is written. Leave those operations out by '--include', or generate from the document itself.
        # import-of-native
        Callsite import turns OpenAPI and Swagger documents into Callsite's own format. This file is in that format already: callsite generate reads it.
        # include-not-found
        A file that is included is not there. The path is seen from the file that includes it.
        # include-outside
        A description reads files of its own folder and below, unless '--allow-outside' or 'allowOutside' says otherwise.
        # incomplete-parameter
        A parameter that lacks its name or its place can not be sent, and is left out.
        - paths: {/a: {get: {operationId: a, parameters: [{name: b}], responses: {"204": {description: done}}}}}
        + paths: {/a: {get: {operationId: a, parameters: [{name: b, in: query}], responses: {"204": {description: done}}}}}
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
        # infinite-model
        Each value would hold another of the same type, without an end.
        - models: {A: {b: B}, B: {a: A}}
        + models: {A: {b: B}, B: {"a?": A}}
        # integer-too-large
        A value of an integer enum does not fit 64 bits, so the type is Double.
        - components: {schemas: {A: {type: integer, enum: [18446744073709551615]}}}
        + components: {schemas: {A: {type: integer, enum: [1]}}}
        # invalid-yaml
        YAML can't read the file, for a reason that Callsite has no better words for.
        # json-syntax
        A file that is called .json is no JSON. One that YAML can read, since only a comma is too many, is read so with a warning.
        # key-beside-cases
        Where the status decides what a response holds, each case says its own type and encoding.
        - endpoints: {A: {path: /a, response: {cases: {200: String, 204: Void}, optional: true}}}
        + endpoints: {A: {path: /a, response: {cases: {200: String, 204: Void}}}}
        # key-is-no-text
        A list or a mapping stands where a key belongs.
        - models: {[a, b]: Int}
        + models: {A: {id: Int}}
        # key-of-other-style
        Each style of paging has keys of its own.
        - pagination: {a: {style: link, parameter: page}}
        + pagination: {a: {style: page, parameter: page}}
        # key-of-other-version
        The document says one version and is written, here, as another one has it: what stands under the key is ignored.
        - paths: {/a: {get: {operationId: a, responses: {"200": {description: ok, schema: {type: string}}}}}}
        + paths: {/a: {get: {operationId: a, responses: {"200": {description: ok, content: {application/json: {schema: {type: string}}}}}}}}
        # link-method
        Who opens a link must change nothing by it, and wants to see something: a deep link leads to a GET whose answer is a value.
        - endpoints: {A: {method: DELETE, path: "/pets/{id}", links: ["pets/{id}"]}}
        + endpoints: {A: {path: "/pets/{id}", links: ["pets/{id}"]}}
        # link-parameter
        A deep link's placeholders are parameters of its endpoint, single values, and those that the request can't be without are all there.
        - endpoints: {A: {path: "/pets/{id}", links: ["pets/{name}"]}}
        + endpoints: {A: {path: "/pets/{id}", links: ["pets/{id}"]}}
        # link-pattern
        A deep link's pattern has one placeholder between two slashes, with or without text around it, and query items that are one placeholder or a text.
        - endpoints: {A: {path: "/pets/{a}/{b}", links: ["pets/{a}-{b}"]}}
        + endpoints: {A: {path: "/pets/{a}/{b}", links: ["pets/{a}/{b}"]}}
        # links-not-embedded
        What is generated for deep links uses the library CallsiteStore. With --embed-runtime there is no library, so it is left out.
        # list-as-query
        A parameter in `querystring` is the whole query. The properties of an object are its items; the elements of a list would have no names, so the parameter is left out.
        - paths: {/a: {get: {operationId: a, parameters: [{name: q, in: querystring, content: {application/x-www-form-urlencoded: {schema: {type: array, items: {type: string}}}}}], responses: {"204": {description: ok}}}}}
        + paths: {/a: {get: {operationId: a, parameters: [{name: q, in: querystring, content: {application/x-www-form-urlencoded: {schema: {type: object, properties: {q: {type: string}}}}}}], responses: {"204": {description: ok}}}}}
        # list-without-type
        A list says what it holds.
        - models: {A: {tags: []}}
        + models: {A: {tags: [String]}}
        # lists-without-form
        A form can write lists in several ways; other encodings have one.
        - endpoints: {A: {method: POST, path: /a, body: {fields: {ids: [Int]}, encoding: json, lists: indexed}}}
        + endpoints: {A: {method: POST, path: /a, body: {fields: {ids: [Int]}, encoding: form, lists: indexed}}}
        # matches-no-operation
        'include', 'exclude' or '--include' names an operation, a path or a tag that the document doesn't have, or has a pattern that fits none. What isn't generated any more is deleted, so that a slip would cost the earlier output.
        # media-type-not-read
        Callsite reads JSON, text, bytes and streams. Any other answer, XML for one, is the bytes as they come.
        - paths: {/a: {get: {operationId: a, responses: {"200": {description: ok, content: {application/xml: {schema: {type: object}}}}}}}}
        + paths: {/a: {get: {operationId: a, responses: {"200": {description: ok, content: {application/json: {schema: {type: object}}}}}}}}
        # media-type-not-written
        Callsite writes JSON, forms, multipart, text and bytes. A body of any other media type is given as bytes.
        - paths: {/a: {post: {operationId: a, requestBody: {content: {application/xml: {schema: {type: object}}}}, responses: {"204": {description: ok}}}}}
        + paths: {/a: {post: {operationId: a, requestBody: {content: {application/json: {schema: {type: object}}}}, responses: {"204": {description: ok}}}}}
        # merge-needs-mapping
        YAML's merge key takes a mapping, or a list of mappings.
        - models: {A: {<<: text, id: Int}}
        + models: {A: {<<: {name: String}, id: Int}}
        # merged-union
        Fields of an object stand beside alternatives that are objects too. The model has the fields of all of them, as optionals: which go together is not told by the type.
        - components: {schemas: {A: {type: object, properties: {id: {type: string}}, oneOf: [{properties: {a: {type: string}}}, {properties: {b: {type: string}}}]}}}
        + components: {schemas: {A: {type: object, properties: {id: {type: string}, a: {type: string}, b: {type: string}}}}}
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
        # misplaced-void
        Void says that an answer has no body.
        - models: {A: {x: Void}}
        + endpoints: {A: {path: /a, response: Void}}
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
        # mixed-enum
        The values of an enum are texts or numbers, all of one type. One of several is any JSON.
        - components: {schemas: {A: {enum: [1, two]}}}
        + components: {schemas: {A: {enum: [one, two]}}}
        # model-is-scalar
        The format has a type of this name already.
        - models: {Date: {year: Int}}
        + models: {ReleaseDate: {year: Int}}
        # moves-in-optional
        The parameter that moves from page to page lies inside a part of the body that may be missing, beside values that must be there.
        - endpoints: {A: {method: POST, path: /a, body: Query, response: {fields: {items: [String], next: String?}}, pagination: {style: cursor, parameter: page.cursor, next: next, elements: items}}}
        - models: {Query: {"page?": Page}, Page: {cursor: String?, size: Int}}
        + endpoints: {A: {method: POST, path: /a, body: Query, response: {fields: {items: [String], next: String?}}, pagination: {style: cursor, parameter: page.cursor, next: next, elements: items}}}
        + models: {Query: {page: Page}, Page: {cursor: String?, size: Int}}
        # name-clash
        Two names that differ on the wire become the same in Swift. The one that is spelled like the Swift name keeps it; the other is qualified by its place, or by how it is spelled. 'renames:' in callsite.yaml gives a name of your choice, and 'callsite inspect --names' lists every name.
        - models: {A: {foo_bar: Int, foo-bar: Int}}
        + models: {A: {foo_bar: Int, foo-bar: {type: Int, name: otherFooBar}}}
        # no-server
        The document names no server, or only a path, so the session must be told where to send.
        - components: {}
        - servers: [{url: /v1}]
        + components: {}
        # not-a-description
        The file is none that Callsite reads: a description begins with 'callsite: 1', an OpenAPI document with 'openapi:' and its version, a Swagger document with 'swagger: "2.0"'.
        # not-a-mapping
        Key and value pairs belong here.
        - endpoints: {A: /pets}
        + endpoints: {A: {path: /pets}}
        # not-a-schema
        Where a schema is expected stands something else. The value is any JSON.
        - components: {schemas: {A: {properties: {a: [string]}}}}
        + components: {schemas: {A: {properties: {a: {type: string}}}}}
        # not-a-type
        This can't be read as a type.
        - models: {A: {id: Int??}}
        + models: {A: {id: Int?}}
        # not-an-operation
        Where a path or an operation is expected stands something else. It is left out.
        - paths: {/a: {get: 5}}
        + paths: {}
        # not-imported
        Callsite import writes a document in Callsite's own format, which has no form for something in it. Generated code differs there; generate from the document itself to keep it.
        # not-in-path
        A parameter is declared to stand in the path, and the path has no such placeholder.
        - endpoints: {A: {path: "/pets/{id}", parameters: {name: {type: String, in: path}}}}
        + endpoints: {A: {path: "/pets/{name}", parameters: {name: {type: String, in: path}}}}
        # not-in-the-path
        A path parameter is described whose name is not in the path. It is left out.
        - paths: {/a: {get: {operationId: a, parameters: [{name: b, in: path, required: true, schema: {type: string}}], responses: {"204": {description: done}}}}}
        + paths: {/a: {get: {operationId: a, responses: {"204": {description: done}}}}}
        # not-the-placeholder
        A parameter that must be given is called as a placeholder of the path is, but not quite: as it stands it would go into the query. Where that is meant, 'in: query' says so.
        - endpoints: {GetOrder: {path: "/orders/{id}", parameters: {order_id: Int}}}
        + endpoints: {GetOrder: {path: "/orders/{order_id}", parameters: {order_id: Int}}}
        # not-utf8
        The file's text is in UTF-8, with or without a byte order mark, or in UTF-16 with one.
        # nothing-selected
        'include' and 'exclude' together leave out every operation.
        # null-default
        Null is the default of what is optional, without saying so.
        - models: {A: {id: {type: Int, default: null}}}
        + models: {A: {id: Int?}}
        # odd-blank
        A no-break space, or another blank that looks like a space, stands where YAML needs a space. Editors and web pages put it there.
        # odd-path
        A path begins with a slash, and its parameters are in braces: '/orders/{id}'. Anything else is text of the URL.
        - paths: {"/orders/:id": {get: {operationId: a, responses: {"204": {description: ok}}}}}
        + paths: {"/orders/{id}": {get: {operationId: a, parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {"204": {description: ok}}}}}
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
        # operation-ids-of-paths
        Most operationIds are the method and the path in one word, as tools write them. 'naming: {operations: byResource}' in callsite.yaml makes names such as ListCustomers and UpdateAccountPerson of method and path; 'byID' keeps the ids and ends this warning.
        # optional-enum
        A question mark behind values could belong to the last of them.
        - models: {A: {state: open | closed?}}
        + models: {A: {"state?": open | closed}}
        # optional-path-parameter
        A path without one of its parts is another path.
        - endpoints: {A: {path: "/pets/{id}", parameters: {id: Int?}}}
        + endpoints: {A: {path: "/pets/{id}", parameters: {id: Int}}}
        # optional-with-default
        What has a default is never absent.
        - models: {A: {count: Int? = 1}}
        + models: {A: {count: Int = 1}}
        # other-media-type
        The body of an operation may be sent in another media type that holds something else, and which nothing here writes. JSON, forms, multipart bodies, strings and bytes have a request each.
        - paths: {/a: {post: {operationId: a, requestBody: {content: {application/json: {schema: {properties: {a: {type: string}}}}, application/xml: {schema: {properties: {b: {type: string}}}}}}, responses: {"204": {description: ok}}}}}
        + paths: {/a: {post: {operationId: a, requestBody: {content: {application/json: {schema: {properties: {a: {type: string}}}}}}, responses: {"204": {description: ok}}}}}
        # other-multipart
        Of the multipart types only multipart/form-data is written.
        - paths: {/a: {post: {operationId: a, requestBody: {content: {multipart/related: {schema: {properties: {a: {type: string}}}}}}, responses: {"204": {description: ok}}}}}
        + paths: {/a: {post: {operationId: a, requestBody: {content: {multipart/form-data: {schema: {properties: {a: {type: string}}}}}}, responses: {"204": {description: ok}}}}}
        # other-response
        The response may be sent in another media type that holds something else. Kinds of JSON and streams have a request each; of the others only the first is asked for.
        - paths: {/a: {get: {operationId: a, responses: {"200": {description: ok, content: {application/json: {schema: {type: array, items: {type: string}}}, text/csv: {schema: {type: string}}}}}}}}
        + paths: {/a: {get: {operationId: a, responses: {"200": {description: ok, content: {application/json: {schema: {type: array, items: {type: string}}}}}}}}}
        # paged-stream
        A stream brings its elements one by one, so there are no pages to ask for.
        - endpoints: {A: {path: /a, parameters: {page: Int = 1}, response: stream of String, pagination: {style: page, parameter: page}}}
        + endpoints: {A: {path: /a, parameters: {page: Int = 1}, response: stream of String}}
        # pagination-extension
        An extension of OpenAPI by another tool says how an operation pages, and that does not fit the operation: a parameter or a field is not there. It is left out, and paging is looked for by rules.
        # parameter-is-no-number
        What counts pages or elements is a number, or a text that is one.
        - endpoints: {A: {path: /a, parameters: {page: Bool}, response: [String], pagination: {style: page, parameter: page}}}
        + endpoints: {A: {path: /a, parameters: {page: Int}, response: [String], pagination: {style: page, parameter: page}}}
        # parentheses
        Types are written without parentheses.
        - models: {A: {state: (open | closed)}}
        + models: {A: {state: open | closed}}
        # part-without-header
        A part of a multipart body has headers, and no other parameters.
        - endpoints: {A: {method: POST, path: /a, parameters: {X-A: {type: Int, part: file}}, body: {encoding: multipart, fields: {file: Data}}}}
        + endpoints: {A: {method: POST, path: /a, parameters: {X-A: {type: Int, in: header, part: file}}, body: {encoding: multipart, fields: {file: Data}}}}
        # path-is-no-list
        A page's elements are a list.
        - endpoints: {A: {path: /a, response: Page, pagination: {style: link, elements: total}}}
        - models: {Page: {items: [String], total: Int}}
        + endpoints: {A: {path: /a, response: Page, pagination: {style: link, elements: items}}}
        + models: {Page: {items: [String], total: Int}}
        # path-leads-nowhere
        A path of keys names something that the type doesn't have.
        - endpoints: {A: {path: /a, response: Page, pagination: {style: link, elements: itmes}}}
        - models: {Page: {items: [String]}}
        + endpoints: {A: {path: /a, response: Page, pagination: {style: link, elements: items}}}
        + models: {Page: {items: [String]}}
        # reference-cycle
        A schema is nothing but a reference that leads back to itself, so it says nothing. It is any JSON.
        - components: {schemas: {A: {$ref: "#/components/schemas/A"}, B: {properties: {a: {$ref: "#/components/schemas/A"}}}}}
        + components: {schemas: {A: {type: string}, B: {properties: {a: {$ref: "#/components/schemas/A"}}}}}
        # repeated-key
        A key stands twice in one object of an OpenAPI document. The last counts, as for every reader of JSON.
        - components: {schemas: {A: {type: string, type: integer}}}
        + components: {schemas: {A: {type: integer}}}
        # repeated-operation
        Two operations have the same operationId, which must be unique. The one whose path comes first in the alphabet keeps the name; the others take their method and path behind it.
        - paths: {/a: {get: {operationId: a, responses: {"204": {description: ok}}}, post: {operationId: a, responses: {"204": {description: ok}}}}}
        + paths: {/a: {get: {operationId: a, responses: {"204": {description: ok}}}, post: {operationId: b, responses: {"204": {description: ok}}}}}
        # reserved-character
        A value that begins with this character is not text to YAML.
        - description: `code` is shown
        + description: "`code` is shown"
        # reserved-characters-encoded
        A parameter may hold reserved characters as they are. They are percent-encoded instead, which means the same to a server.
        - paths: {/a: {get: {operationId: a, parameters: [{name: b, in: query, allowReserved: true, schema: {type: string}}], responses: {"204": {description: done}}}}}
        + paths: {/a: {get: {operationId: a, parameters: [{name: b, in: query, schema: {type: string}}], responses: {"204": {description: done}}}}}
        # response-encoding
        The encoding can't be read as this type: text is a String, binary is Data.
        - endpoints: {A: {path: /a, response: {type: Int, encoding: text}}}
        + endpoints: {A: {path: /a, response: {type: String, encoding: text}}}
        # response-is-no-list
        A page is a list, or says where its list is.
        - endpoints: {A: {path: /a, response: Page, pagination: {style: link}}}
        - models: {Page: {items: [String]}}
        + endpoints: {A: {path: /a, response: Page, pagination: {style: link, elements: items}}}
        + models: {Page: {items: [String]}}
        # same-alternative
        A union holds each type once.
        - models: {U: {union: [String, String]}}
        + models: {U: {union: [String, Int]}}
        # same-looking-name
        Unicode spells é in two ways: as one character, or as e and an accent. Two names that differ only so are two on the wire, and look the same to everybody. In Callsite's own format that is an error; in an OpenAPI document they are taken for one name.
        - models: {A: {"\u00E9": String, "e\u0301": String}}
        + models: {A: {"\u00E9": String, e: String}}
        # same-schema-name
        Schemas in different files, or in different places of one, would give their types the same name. One keeps it; the others take the name of a folder, or more of their path, in front.
        # schema-too-deep
        Types in place are nested more than 24 levels deep. The innermost is any JSON; a component of its own begins at the first level again.
        # second-additional-properties
        Two parts of an allOf describe the additional properties of an object, and not in the same words. A dictionary has one type of values: the first one's.
        - components: {schemas: {A: {allOf: [{additionalProperties: {type: string}}, {additionalProperties: {type: string, enum: [a, b]}}]}}}
        + components: {schemas: {A: {additionalProperties: {type: string, enum: [a, b]}}}}
        # second-default
        A default stands in the text of the type and behind a key of its own.
        - models: {A: {id: {type: Int = 1, default: 2}}}
        + models: {A: {id: Int = 1}}
        # server-variable
        A variable in the URL of a server has no default. Its name stands in for it, until the caller says what it is.
        - servers: [{url: "https://{who}.example.com"}]
        + servers: [{url: "https://{who}.example.com", variables: {who: {default: api}}}]
        # several-default-strategies
        Two strategies apply by default and fit the endpoint; the first is taken.
        - pagination: {one: {style: link, default: true}, two: {style: range, default: true}}
        - endpoints: {A: {path: /a, response: [String]}}
        + pagination: {one: {style: link, default: true}, two: {style: range, default: true}}
        + endpoints: {A: {path: /a, response: [String], pagination: two}}
        # several-documents
        A file holds one description.
        - models: {A: {id: Int}}
        - ---
        - models: {B: {id: Int}}
        + models: {A: {id: Int}, B: {id: Int}}
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
        # tab
        YAML is indented by blanks.
        - models:
        - 	A: {id: Int}
        + models:
        +   A: {id: Int}
        # tag-in-itself
        The parents of a tag lead back to it. They name the file of its operations, without the one that closes the circle.
        - paths: {}
        - tags: [{name: a, parent: b}, {name: b, parent: a}]
        + paths: {}
        + tags: [{name: a, parent: b}, {name: b}]
        # template-depth
        A template of yours includes itself, or others that include it, more than 160 levels deep, and would never come to an end.
        # template-encoding
        A template's text is in UTF-8.
        # template-name
        The template uses a name that the view around it doesn't have. The README among the ejected templates lists them.
        # template-section
        A section of a template is not closed, or closed under another name.
        # template-tag
        The template holds a tag that this dialect of Mustache doesn't have.
        # template-twice
        Two files replace the same template.
        # template-use
        The template uses a name as something that it isn't: a flag as a text, a list as a flag.
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
        # time-zone-alone
        'timeZone' says in which time zone dates of a 'dateFormat' are, and there is no 'dateFormat' beside it.
        # too-many-bases
        So many schemas extend each other, one after another, that each would have the fields of all before it, beyond measure. The fields or alternatives of the furthest are left out.
        # transport-header
        These headers follow from the body, and the transport sets them.
        - endpoints: {A: {path: /a, parameters: {Content-Length: {type: Int, in: header}}}}
        + endpoints: {A: {path: /a}}
        # tuple
        A list with a schema for each position has no type in Swift, so its elements are any JSON.
        - components: {schemas: {A: {type: array, prefixItems: [{type: string}, {type: integer}]}}}
        + components: {schemas: {A: {type: array, items: {type: string}}}}
        # type-and-shape
        A type is named, or declared in place.
        - models: {A: {b: {type: Int, fields: {c: Int}}}}
        + models: {A: {b: {fields: {c: Int}}}}
        # type-arguments
        A generic model is used with as many types as it has parameters.
        - models: {A: {p: Page}, "Page<Item>": {items: [Item]}}
        + models: {A: {p: Page<Int>}, "Page<Item>": {items: [Item]}}
        # type-of-form-field
        The fields of a form are strings without a media type; a part of a multipart body has one.
        - endpoints: {A: {method: POST, path: /a, body: {encoding: form, fields: {tags: [String]}, encodings: {tags: {contentType: application/json}}}}}
        + endpoints: {A: {method: POST, path: /a, body: {encoding: form, fields: {tags: [String]}, encodings: {tags: {style: json}}}}}
        # type-of-header
        'headers' are sent as they are written. A header whose value the caller gives is a parameter with 'in: header'.
        - endpoints: {List: {path: /pets, headers: {X-Trace: String?}}}
        + endpoints: {List: {path: /pets, parameters: {X-Trace: {type: String?, in: header}}}}
        # unclosed
        A bracket, a brace or a quote is not closed.
        - models: {A: {id: Int}
        + models: {A: {id: Int}}
        # unclosed-generic
        Inside braces YAML ends the text at the comma between two type arguments.
        - models: {A: {p: Pair<String, Int>}, "Pair<A, B>": {a: A, b: B}}
        + models: {A: {p: "Pair<String, Int>"}, "Pair<A, B>": {a: A, b: B}}
        # undeclared-path-parameter
        The path has a placeholder that no parameter describes. It is a String.
        - paths: {"/a/{id}": {get: {operationId: a, responses: {"204": {description: ok}}}}}
        + paths: {"/a/{id}": {get: {operationId: a, parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {"204": {description: ok}}}}}
        # undeclared-security-scheme
        Security is asked for by a name that no security scheme has. Nothing is sent for it.
        - paths: {/a: {get: {operationId: a, security: [{key: []}], responses: {"204": {description: done}}}}}
        + paths: {/a: {get: {operationId: a, responses: {"204": {description: done}}}}}
        # undeclared-variable
        A variable of the base URL has a declaration.
        - callsite: 1
        - api: Pets
        - baseURL: "https://{host}/v1"
        + callsite: 1
        + api: Pets
        + baseURL: "https://{host}/v1"
        + variables: {host: api.example.com}
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
        # union-without-cases
        A union by a property says which model each of its values means.
        - models: {U: {union: kind}}
        + models: {U: {union: kind, cases: {a: A, b: B}}, A: {x: Int}, B: {y: Int}}
        # unknown-alias
        An alias names an anchor, which stands before it.
        - models: {A: {id: *number}}
        + models: {A: {id: Int}}
        # unknown-conformance
        A configuration gives protocols to a model that the description doesn't have.
        # unknown-endpoint
        No endpoint has the name.
        - endpoints: {A: {path: /a, response: [String], pagination: {style: page, parameter: page, continue: Nxt}}}
        + endpoints: {A: {path: /a, response: [String], pagination: {style: page, parameter: page, continue: Next}}, Next: {path: /b, parameters: {page: Int}, response: [String]}}
        # unknown-kept-model
        A configuration keeps the unknown fields of a model that the description doesn't have, or that has no fields.
        # unknown-key
        The mapping has no such key. Nothing is passed over in silence: a slip would be.
        - endpoints: {A: {path: /a, respons: String}}
        + endpoints: {A: {path: /a, response: String}}
        # unknown-linked-endpoint
        A configuration gives deep links to an endpoint that the description doesn't have: a slip, or left from an older description.
        # unknown-openapi-key
        A key is none of OpenAPI, but nearly one: what stands under it is ignored, unless it is renamed. Keys that begin with 'x-' are extensions.
        - paths: {/a: {get: {opertionId: a, responses: {"204": {description: ok}}}}}
        + paths: {/a: {get: {operationId: a, responses: {"204": {description: ok}}}}}
        # unknown-openapi-version
        The version of the document is none that is known. It is read as the nearest.
        # unknown-parameter
        Paging moves a parameter of the request, and there is none of this name.
        - endpoints: {A: {path: /a, response: [String], pagination: {style: page, parameter: page}}}
        + endpoints: {A: {path: /a, parameters: {page: Int = 1}, response: [String], pagination: {style: page, parameter: page}}}
        # unknown-parameter-place
        A parameter is in the path, the query, a header or a cookie. One that is elsewhere is left out.
        - paths: {/a: {get: {operationId: a, parameters: [{name: b, in: hedder, schema: {type: string}}], responses: {"204": {description: done}}}}}
        + paths: {/a: {get: {operationId: a, parameters: [{name: b, in: header, schema: {type: string}}], responses: {"204": {description: done}}}}}
        # unknown-parameter-set
        No set of shared parameters has the name.
        - endpoints: {A: {path: /a, use: [paging]}}
        + parameterSets: {paging: {page: Int = 1}}
        + endpoints: {A: {path: /a, use: [paging]}}
        # unknown-parent-tag
        A tag has a parent that the document doesn't declare.
        - paths: {}
        - tags: [{name: a, parent: b}]
        + paths: {}
        + tags: [{name: a, parent: b}, {name: b}]
        # unknown-part
        An encoding, or a header of a part, names a field that the body does not have.
        - endpoints: {A: {method: POST, path: /a, body: {encoding: form, fields: {tags: [String]}, encodings: {tag: {explode: false}}}}}
        + endpoints: {A: {method: POST, path: /a, body: {encoding: form, fields: {tags: [String]}, encodings: {tags: {explode: false}}}}}
        # unknown-rename
        A configuration renames something that the description doesn't have: a slip, or left from an older description.
        # unknown-replaced-model
        A configuration puts a type of your own in place of a model that the description does not have.
        # unknown-required
        A property is required that the schema does not describe. It is left out of the model.
        - components: {schemas: {A: {required: [b], properties: {a: {type: string}}}}}
        + components: {schemas: {A: {required: [a], properties: {a: {type: string}}}}}
        # unknown-schema-type
        A schema has a type that JSON Schema does not know. The value is any JSON.
        - components: {schemas: {A: {type: strnig}}}
        + components: {schemas: {A: {type: string}}}
        # unknown-security-scheme
        The kind of a security scheme is none that is known, so nothing is sent for it.
        - components: {securitySchemes: {a: {type: magic}}}
        + components: {securitySchemes: {a: {type: http, scheme: bearer}}}
        # unknown-status
        An answer is described for what is no status: it is a number from 100 to 599, 2XX, or default.
        - paths: {/a: {get: {operationId: a, responses: {ok: {description: done}}}}}
        + paths: {/a: {get: {operationId: a, responses: {"204": {description: done}}}}}
        # unknown-strategy
        No pagination strategy has the name.
        - endpoints: {A: {path: /a, response: [String], pagination: linked}}
        + pagination: {linked: {style: link}}
        + endpoints: {A: {path: /a, response: [String], pagination: linked}}
        # unknown-tag
        A text that begins with an exclamation mark is a tag to YAML.
        - models: {A: {id: !Int 3}}
        + models: {A: {id: Int}}
        # unknown-target
        callsite.yaml or '--target' names a target that Package.swift doesn't.
        # unknown-template
        No template has the name, so nothing would use the file.
        # unknown-type
        Neither a model nor a type of the format has the name.
        - models: {A: {id: Intt}}
        + models: {A: {id: Int}}
        # unknown-version
        This Callsite reads version 1 of the format.
        - callsite: 2
        - api: Pets
        - baseURL: https://api.example.com
        + callsite: 1
        + api: Pets
        + baseURL: https://api.example.com
        # unknown-word
        Only certain words can stand here.
        - endpoints: {A: {path: /a, parameters: {id: {type: Int, in: querry}}}}
        + endpoints: {A: {path: /a, parameters: {id: {type: Int, in: query}}}}
        # unreadable-file
        A file is there and can't be read.
        # unresolved-reference
        A reference leads to nothing in the document, to a file that is not there, or to the network, which is never asked. What it stands for is any JSON.
        - components: {schemas: {A: {properties: {a: {$ref: "#/components/schemas/B"}}}}}
        + components: {schemas: {A: {properties: {a: {$ref: "#/components/schemas/B"}}}, B: {type: string}}}
        # unusable-path
        The path of an operation can not be the path of a URL. The operation is left out.
        - paths: {/a/../b: {get: {operationId: a, responses: {"204": {description: ok}}}}}
        + paths: {/b: {get: {operationId: a, responses: {"204": {description: ok}}}}}
        # unused-format
        'formats' in callsite.yaml says what a format is, and no schema of the document has that format.
        # unused-pagination
        A rule for paging in callsite.yaml names operations of which none is there, or none fits.
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
        # wrong-default
        The default is no value of the type.
        - models: {A: {id: Int = one}}
        + models: {A: {id: Int = 1}}
        # wrong-openapi-value
        What stands behind a key of OpenAPI is of another kind than the key takes: a mapping for a list, a text for a mapping, a schema where a response is expected. It is ignored.
        - components: {schemas: {A: {type: string, enum: "open, closed"}}}
        + components: {schemas: {A: {type: string, enum: [open, closed]}}}
        # wrong-source
        What lies there can't tell what it should.
        - endpoints: {A: {path: /a, response: Page, pagination: {style: nextURL, next: total, elements: items}}}
        - models: {Page: {items: [String], total: Int, next: String?}}
        + endpoints: {A: {path: /a, response: Page, pagination: {style: nextURL, next: next, elements: items}}}
        + models: {Page: {items: [String], total: Int, next: String?}}
        # wrong-value
        The key takes a value of another kind.
        - endpoints: {A: {path: /a, timeout: soon}}
        + endpoints: {A: {path: /a, timeout: 10}}
        """#
}
