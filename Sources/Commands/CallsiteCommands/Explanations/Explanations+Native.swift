extension Explanation {
    /// Diagnostics about descriptions in Callsite's own format.
    static let nativeTexts = #"""
        # ambiguous-mapping
        The keys can be read in two ways: as the long form, or as a model with a field of that name.
        - endpoints: {Add: {method: POST, path: /a, body: {type: String}}}
        + endpoints: {Add: {method: POST, path: /a, body: {fields: {type: String}}}}
        # bad-base-url
        A base URL is absolute, with http or https and a host. It has no credentials and no query.
        - callsite: 1
        - api: Pets
        - baseURL: https://me:secret@api.example.com
        + callsite: 1
        + api: Pets
        + baseURL: https://api.example.com
        + authentication: basic
        # bad-date-format
        A date format consists of the letters of Unicode Technical Standard 35: yyyy, MM, dd, HH, mm, ss. Put literal text in single quotes.
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
        An include is the path of a file, relative to the file that includes it.
        - include: [https://example.com/models.yaml]
        + models: {A: {id: Int}}
        # bad-link-origin
        Deep links come from your app's own schemes, written without '://', and from host names.
        - deepLinks: {schemes: ["app://"], hosts: [https://example.com]}
        + deepLinks: {schemes: [app], hosts: [example.com]}
        # bad-media-type
        A media type is a type and a subtype with a slash between them, and optional parameters after a semicolon.
        - endpoints: {A: {method: POST, path: /a, body: {encoding: multipart, fields: {tags: [String]}, encodings: {tags: {contentType: csv}}}}}
        + endpoints: {A: {method: POST, path: /a, body: {encoding: multipart, fields: {tags: [String]}, encodings: {tags: {contentType: text/csv}}}}}
        # bad-oauth2-url
        The URL of an authorization server has a scheme and a host, or is a path that begins with a slash.
        - oauth2: {app: {flow: clientCredentials, tokenURL: token}}
        + oauth2: {app: {flow: clientCredentials, tokenURL: "https://auth.example.com/token"}}
        # bad-path
        A path begins with a slash. Its placeholders are names in braces, and each occurs once.
        - endpoints: {A: {path: pets}}
        + endpoints: {A: {path: /pets}}
        # bad-status
        A status is a number of three digits, a range such as 4XX, or default.
        - endpoints: {A: {path: /a, errors: {42: String}}}
        + endpoints: {A: {path: /a, errors: {422: String}}}
        # bad-swift-name
        The Swift name that you chose can't name a property or an enum case.
        - models: {A: {b: {type: Int, name: Big}}}
        + models: {A: {b: {type: Int, name: big}}}
        # bad-type-name
        Names of APIs, models, endpoints and namespaces become names of Swift types.
        - models: {pet: {id: Int}}
        + models: {Pet: {id: Int}}
        # bad-type-parameter
        A type parameter of a generic model needs its own name, which can't be the name of a type.
        - models: {"Page<Int>": {items: [Int]}}
        + models: {"Page<Item>": {items: [Item]}}
        # blank-in-name
        The name of a field or parameter can't contain spaces unless it is quoted. To choose the Swift name, use the key 'name'.
        - models: {A: {created_at -> createdAt: Date}}
        + models: {A: {created_at: {type: Date, name: createdAt}}}
        # body-without-method
        An endpoint without `method` is a GET, which rarely has a body: `method: POST` may be missing. Write `method: GET` if you mean it.
        - endpoints: {Find: {path: /pets, body: {name: String}}}
        + endpoints: {Find: {method: POST, path: /pets, body: {name: String}}}
        # comma-in-text
        Inside braces, a comma ends the string, and the rest is read as a key.
        - endpoints: {A: {path: /a, description: first, then second}}
        + endpoints: {A: {path: /a, description: "first, then second"}}
        # credential-in-header
        A constant header that contains a credential puts it into the generated code, and so into repositories and programs. Use 'authentication' to say how a credential is sent, and give it to the session.
        - headers: {Authorization: Bearer abc}
        - endpoints: {A: {path: /a}}
        + authentication: bearer
        + endpoints: {A: {path: /a}}
        # cursor-count
        When several cursors go together, each needs its own parameter.
        - endpoints: {A: {path: /a, parameters: {a: String?, b: String?}, response: {fields: {items: [String], n: String?}}, pagination: {style: cursor, parameter: [a, b], next: n, elements: items}}}
        + endpoints: {A: {path: /a, parameters: {a: String?, b: String?}, response: {fields: {items: [String], n: String?, m: String?}}, pagination: {style: cursor, parameter: [a, b], next: [n, m], elements: items}}}
        # default-on-endpoint
        Only a named strategy can be a default. A declaration on an endpoint applies to it anyway.
        - endpoints: {A: {path: /a, response: [String], pagination: {style: link, default: true}}}
        + pagination: {linked: {style: link, default: true}}
        + endpoints: {A: {path: /a, response: [String]}}
        # dictionary-key
        Keys of JSON objects are strings.
        - models: {A: {names: [Int: String]}}
        + models: {A: {names: [String: String]}}
        # duplicate-enum-value
        An enum value occurs twice.
        - models: {State: open | closed | open}
        + models: {State: open | closed}
        # duplicate-field
        A field, parameter or case occurs twice.
        - models: {A: {id: Int, "id?": Int}}
        + models: {A: {id: Int}}
        # duplicate-name
        Two declarations of the same kind have the same name.
        - models: {Page: {a: Int}, "Page<Item>": {items: [Item]}}
        + models: {Page: {a: Int}, "List<Item>": {items: [Item]}}
        # empty-default
        No value follows the equals sign. An unquoted number sign begins a comment.
        - models: {A: {color: "String ="}}
        + models: {A: {color: "String = #fff"}}
        # empty-enum
        An enum needs at least one value.
        - models: {State: {enum: []}}
        + models: {State: {enum: [open]}}
        # empty-enum-value
        A value is missing between two bars.
        - models: {State: open | | closed}
        + models: {State: open | closed}
        # empty-name
        A name is empty.
        - models: {A: {"": Int}}
        + models: {A: {id: Int}}
        # encoding-of-other-body
        Encodings of single fields apply to forms and multipart bodies only.
        - endpoints: {A: {method: POST, path: /a, body: {encoding: json, fields: {tags: [String]}, encodings: {tags: {explode: false}}}}}
        + endpoints: {A: {method: POST, path: /a, body: {encoding: form, fields: {tags: [String]}, encodings: {tags: {explode: false}}}}}
        # enum-value
        The values of an enum are all strings or all numbers, as YAML reads them. Quote a string that looks like a number or a Boolean. An enum of true and false is a Bool.
        - models: {State: {enum: [on, true]}}
        + models: {State: {enum: [on, "true"]}}
        # error-and-default
        Both keys give the type for every other status.
        - endpoints: {A: {path: /a, error: String, errors: {default: String}}}
        + endpoints: {A: {path: /a, error: String}}
        # foreign-shape
        The model is written as in JSON Schema, or as a class that inherits. In Callsite's format a model lists all its fields, a union is 'union: [A, B]', an enum is 'a | b', and an alias is the type alone.
        - models: {Pet: {oneOf: [Cat, Dog]}, Cat: {a: Int}, Dog: {b: Int}}
        + models: {Pet: {union: [Cat, Dog]}, Cat: {a: Int}, Dog: {b: Int}}
        # forgotten-section
        Models or endpoints are at the top of the file: the key above them, 'models:' or 'endpoints:', is missing.
        - Order: {id: Int}
        + models: {Order: {id: Int}}
        # head-with-response
        The response to a HEAD request has headers only.
        - endpoints: {A: {method: HEAD, path: /a, response: String}}
        + endpoints: {A: {method: HEAD, path: /a}}
        # header-name
        A header name consists of letters, digits and hyphens.
        - endpoints: {A: {path: /a, headers: {X Trace: "1"}}}
        + endpoints: {A: {path: /a, headers: {X-Trace: "1"}}}
        # header-value
        A header is one line; a line break would begin another header.
        - endpoints: {A: {path: /a, headers: {X-Trace: "1\n2"}}}
        + endpoints: {A: {path: /a, headers: {X-Trace: "1 2"}}}
        # key-beside-cases
        When the status decides what a response contains, each case has its own type and encoding.
        - endpoints: {A: {path: /a, response: {cases: {200: String, 204: Void}, optional: true}}}
        + endpoints: {A: {path: /a, response: {cases: {200: String, 204: Void}}}}
        # key-of-other-style
        This key belongs to another pagination style.
        - pagination: {a: {style: link, parameter: page}}
        + pagination: {a: {style: page, parameter: page}}
        # list-without-type
        A list needs the type of its elements.
        - models: {A: {tags: []}}
        + models: {A: {tags: [String]}}
        # lists-without-form
        Only forms can write lists in several ways.
        - endpoints: {A: {method: POST, path: /a, body: {fields: {ids: [Int]}, encoding: json, lists: indexed}}}
        + endpoints: {A: {method: POST, path: /a, body: {fields: {ids: [Int]}, encoding: form, lists: indexed}}}
        # misplaced-cases
        Cases belong to a union with a discriminator.
        - models: {U: {union: [A, B], cases: {a: A}}, A: {x: Int}, B: {y: Int}}
        + models: {U: {union: kind, cases: {a: A, b: B}}, A: {x: Int}, B: {y: Int}}
        # misplaced-default
        A default belongs to a parameter or a field, not to a type inside another type.
        - models: {A: {tags: ["String = x"]}}
        + models: {A: {tag: String = x}}
        # misplaced-key
        The key exists, but has no meaning here.
        - models: {A: {id: {type: Int, in: query}}}
        + endpoints: {A: {path: /a, parameters: {id: {type: Int, in: query}}}}
        # misplaced-optional
        This can't be absent. Make the parameter or field optional instead.
        - endpoints: {A: {path: /a, error: String?}}
        + endpoints: {A: {path: /a, error: String}}
        # misplaced-stream
        Only the response of an endpoint can be a stream.
        - models: {A: {events: stream of String}}
        + models: {A: {events: [String]}}
        # missing-dash
        A list element begins with a dash and a space.
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
        A required key is missing.
        - endpoints: {A: {description: Lists pets.}}
        + endpoints: {A: {path: /pets, description: Lists pets.}}
        # missing-type
        A type is missing.
        - models: {A: {id: }}
        + models: {A: {id: Int}}
        # model-is-scalar
        A built-in type has this name already.
        - models: {Date: {year: Int}}
        + models: {ReleaseDate: {year: Int}}
        # not-a-description
        Callsite can't read the file. A description begins with 'callsite: 1', an OpenAPI document with 'openapi:' and its version, a Swagger document with 'swagger: "2.0"'.
        # not-a-mapping
        A mapping (keys with values) is expected here.
        - endpoints: {A: /pets}
        + endpoints: {A: {path: /pets}}
        # not-a-type
        This isn't a type.
        - models: {A: {id: Int??}}
        + models: {A: {id: Int?}}
        # not-in-path
        A parameter is declared as part of the path, but the path has no such placeholder.
        - endpoints: {A: {path: "/pets/{id}", parameters: {name: {type: String, in: path}}}}
        + endpoints: {A: {path: "/pets/{name}", parameters: {name: {type: String, in: path}}}}
        # not-the-placeholder
        A required parameter has almost the name of a placeholder in the path. As written, it would be sent in the query. If you mean that, add 'in: query'.
        - endpoints: {GetOrder: {path: "/orders/{id}", parameters: {order_id: Int}}}
        + endpoints: {GetOrder: {path: "/orders/{order_id}", parameters: {order_id: Int}}}
        # one-content
        A body can be declared in one way only.
        - endpoints: {A: {method: POST, path: /a, body: {model: Pet, type: Pet}}}
        - models: {Pet: {id: Int}}
        + endpoints: {A: {method: POST, path: /a, body: Pet}}
        + models: {Pet: {id: Int}}
        # one-shape
        A model has fields, or is an enum, or is a union.
        - models: {A: {fields: {id: Int}, enum: [a]}}
        + models: {A: {fields: {id: Int}}}
        # only-for-events
        Lines have no end marker, and no position to resume from.
        - endpoints: {A: {path: /a, response: {type: stream of String, encoding: ndjson, end: done}}}
        + endpoints: {A: {path: /a, response: {type: stream of String, encoding: sse, end: done}}}
        # only-for-openapi
        'formats' is for OpenAPI documents. Change a description in Callsite's own format instead.
        # optional-enum
        A question mark after the values could belong to the last value. Make the key optional instead: 'state?'.
        - models: {A: {state: open | closed?}}
        + models: {A: {"state?": open | closed}}
        # optional-path-parameter
        A path parameter can't be optional: without it, the path would be a different one.
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
        The default is given twice: in the type and in its own key.
        - models: {A: {id: {type: Int = 1, default: 2}}}
        + models: {A: {id: Int = 1}}
        # several-element-types
        The elements of a list have one type.
        - models: {A: {values: [Int, String]}}
        + models: {A: {values: [Value]}, Value: {union: [Int, String]}}
        # several-links
        The next page has one URL.
        - endpoints: {A: {path: /a, response: {fields: {items: [String], next: String?, other: String?}}, pagination: {style: nextURL, next: [next, other], elements: items}}}
        + endpoints: {A: {path: /a, response: {fields: {items: [String], next: String?, other: String?}}, pagination: {style: nextURL, next: next, elements: items}}}
        # short-page-needs-size
        A page is short only in comparison with the requested number of elements, so the page size must be declared.
        - endpoints: {A: {path: /a, parameters: {page: Int = 1, size: Int?}, response: [String], pagination: {style: page, parameter: page, shortPageEnds: true}}}
        + endpoints: {A: {path: /a, parameters: {page: Int = 1, size: Int?}, response: [String], pagination: {style: page, parameter: page, size: size, shortPageEnds: true}}}
        # small-union
        A union needs at least two types.
        - models: {A: {value: {union: [String]}}}
        + models: {A: {value: {union: [String, Int]}}}
        # stream-encoding
        Server-sent events and JSON lines are encodings of streams.
        - endpoints: {A: {path: /a, response: {type: String, encoding: sse}}}
        + endpoints: {A: {path: /a, response: String}}
        # style-in-place
        Each parameter location has its own styles.
        - endpoints: {A: {path: "/a/{id}", parameters: {id: {type: Int, style: form}}}}
        + endpoints: {A: {path: "/a/{id}", parameters: {id: {type: Int, style: label}}}}
        # style-needs-key
        This pagination style requires the key.
        - pagination: {a: {style: cursor, parameter: c}}
        - endpoints: {A: {path: /a, parameters: {c: String?}, response: {fields: {items: [String], next: String?}}, pagination: {use: a, elements: items}}}
        + pagination: {a: {style: cursor, parameter: c, next: next}}
        + endpoints: {A: {path: /a, parameters: {c: String?}, response: {fields: {items: [String], next: String?}}, pagination: {use: a, elements: items}}}
        # style-of-field
        The styles of paths and headers don't apply to fields of a body.
        - endpoints: {A: {method: POST, path: /a, body: {encoding: form, fields: {tags: [String]}, encodings: {tags: {style: matrix}}}}}
        + endpoints: {A: {method: POST, path: /a, body: {encoding: form, fields: {tags: [String]}, encodings: {tags: {style: pipeDelimited}}}}}
        # time-zone-alone
        'timeZone' gives the time zone of a 'dateFormat', which is missing.
        # type-and-shape
        A type is either named or declared in place, not both.
        - models: {A: {b: {type: Int, fields: {c: Int}}}}
        + models: {A: {b: {fields: {c: Int}}}}
        # type-of-form-field
        Form fields are strings without a media type. Only parts of a multipart body have one.
        - endpoints: {A: {method: POST, path: /a, body: {encoding: form, fields: {tags: [String]}, encodings: {tags: {contentType: application/json}}}}}
        + endpoints: {A: {method: POST, path: /a, body: {encoding: form, fields: {tags: [String]}, encodings: {tags: {style: json}}}}}
        # type-of-header
        'headers' are constants. A header whose value the caller passes is a parameter with 'in: header'.
        - endpoints: {List: {path: /pets, headers: {X-Trace: String?}}}
        + endpoints: {List: {path: /pets, parameters: {X-Trace: {type: String?, in: header}}}}
        # unclosed-generic
        Inside braces, YAML ends the string at the comma between two type arguments. Quote the type.
        - models: {A: {p: Pair<String, Int>}, "Pair<A, B>": {a: A, b: B}}
        + models: {A: {p: "Pair<String, Int>"}, "Pair<A, B>": {a: A, b: B}}
        # undeclared-variable
        A variable of the base URL must be declared.
        - callsite: 1
        - api: Pets
        - baseURL: "https://{host}/v1"
        + callsite: 1
        + api: Pets
        + baseURL: "https://{host}/v1"
        + variables: {host: api.example.com}
        # union-without-cases
        A union with a discriminator lists the model for each of its values.
        - models: {U: {union: kind}}
        + models: {U: {union: kind, cases: {a: A, b: B}}, A: {x: Int}, B: {y: Int}}
        # unknown-key
        The mapping has no such key. Unknown keys are errors, because they are usually misspelled.
        - endpoints: {A: {path: /a, respons: String}}
        + endpoints: {A: {path: /a, response: String}}
        # unknown-parameter-set
        No set of shared parameters has this name.
        - endpoints: {A: {path: /a, use: [paging]}}
        + parameterSets: {paging: {page: Int = 1}}
        + endpoints: {A: {path: /a, use: [paging]}}
        # unknown-strategy
        No pagination strategy has this name.
        - endpoints: {A: {path: /a, response: [String], pagination: linked}}
        + pagination: {linked: {style: link}}
        + endpoints: {A: {path: /a, response: [String], pagination: linked}}
        # unknown-word
        Only certain words are allowed here.
        - endpoints: {A: {path: /a, parameters: {id: {type: Int, in: querry}}}}
        + endpoints: {A: {path: /a, parameters: {id: {type: Int, in: query}}}}
        # unused-variable
        A variable is declared, but the base URL doesn't contain it.
        - callsite: 1
        - api: Pets
        - baseURL: https://api.example.com
        - variables: {version: v1}
        + callsite: 1
        + api: Pets
        + baseURL: "https://api.example.com/{version}"
        + variables: {version: v1}
        # variable-without-default
        Each variable of the base URL needs a default, so that a session works without choosing one.
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
