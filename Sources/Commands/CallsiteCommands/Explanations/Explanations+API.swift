extension Explanation {
    /// Looking up types, endpoints, pagination and links.
    static let apiTexts = #"""
        # alias-of-itself
        A model is declared as an alias of itself. A model that contains itself must have fields or be a union.
        - models: {Tree: Tree}
        + models: {Tree: {children: [Tree]}}
        # alias-too-large
        A generic alias uses another generic alias with its parameter more than once, so each step doubles the type. Use a model with fields in between: it is referred to by name.
        # already-optional
        callsite.yaml makes a field optional that is optional already, or has a default. Remove the entry.
        # alternative-of-itself
        An alternative of a union is the union itself, or leads back to it through other unions. It stands for nothing that the others don't stand for already. Unions of each other without a discriminator get each other's alternatives instead.
        - models: {U: {union: kind, cases: {a: A, u: U}}, A: {name: String}}
        + models: {U: {union: kind, cases: {a: A}}, A: {name: String}}
        # ambiguous-link
        Two deep link patterns match the same links. One must be more specific: a constant where the other has a placeholder.
        - endpoints: {A: {path: "/a/{x}", links: ["pets/{x}"]}, B: {path: "/b/{y}", links: ["pets/{y}"]}}
        + endpoints: {A: {path: "/a/{x}", links: ["pets/{x}"]}, B: {path: "/b/{y}", links: ["owners/{y}"]}}
        # body-encoding
        This encoding can't write the body: forms and multipart need fields, text needs a scalar, and binary needs Data.
        - endpoints: {A: {method: POST, path: /a, body: {type: Pet, encoding: text}}}
        - models: {Pet: {id: Int}}
        + endpoints: {A: {method: POST, path: /a, body: Pet}}
        + models: {Pet: {id: Int}}
        # body-of-get
        URLSession refuses to send a GET request with a body, so sending it throws an `EncodingFailure` on Apple systems. It works on Linux.
        - paths: {/a: {get: {operationId: a, requestBody: {content: {application/json: {schema: {type: object}}}}, responses: {"204": {description: done}}}}}
        + paths: {/a: {post: {operationId: a, requestBody: {content: {application/json: {schema: {type: object}}}}, responses: {"204": {description: done}}}}}
        # case-is-no-model
        A union with a discriminator finds it inside the value, so each case must be a model with fields.
        - models: {U: {union: type, cases: {a: String}}}
        + models: {U: {union: type, cases: {a: A}}, A: {id: Int}}
        # continuation-differs
        The endpoint that returns the following pages must have the same response type.
        - endpoints:
        -   A: {path: /a, response: Page, pagination: {style: cursor, parameter: c, next: next, elements: items, continue: B}}
        -   B: {path: /b, parameters: {c: String}, response: [String]}
        - models: {Page: {items: [String], next: String?}}
        + endpoints:
        +   A: {path: /a, response: Page, pagination: {style: cursor, parameter: c, next: next, elements: items, continue: B}}
        +   B: {path: /b, parameters: {c: String}, response: Page}
        + models: {Page: {items: [String], next: String?}}
        # continuation-needs
        The endpoint that returns the following pages requires a value that is neither the cursor nor a parameter of the first request.
        - endpoints:
        -   A: {path: /a, response: Page, pagination: {style: cursor, parameter: c, next: next, elements: items, continue: B}}
        -   B: {path: /b, parameters: {c: String, folder: String}, response: Page}
        - models: {Page: {items: [String], next: String?}}
        + endpoints:
        +   A: {path: /a, parameters: {folder: String}, response: Page, pagination: {style: cursor, parameter: c, next: next, elements: items, continue: B}}
        +   B: {path: /b, parameters: {c: String, folder: String}, response: Page}
        + models: {Page: {items: [String], next: String?}}
        # cursor-does-not-fit
        The cursor and the parameter that sends it have different types.
        - endpoints: {A: {path: /a, parameters: {c: Bool?}, response: {fields: {items: [String], next: String?}}, pagination: {style: cursor, parameter: c, next: next, elements: items}}}
        + endpoints: {A: {path: /a, parameters: {c: String?}, response: {fields: {items: [String], next: String?}}, pagination: {style: cursor, parameter: c, next: next, elements: items}}}
        # default-ignored
        The default isn't a value of the property's type. Callsite ignores it, and the property is optional.
        - components: {schemas: {A: {properties: {a: {type: integer, default: many}}}}}
        + components: {schemas: {A: {properties: {a: {type: integer, default: 5}}}}}
        # default-unsupported
        A description can't contain a default of this type.
        - endpoints: {A: {path: /a, parameters: {a: {type: Data, default: x}}}}
        + endpoints: {A: {path: /a, parameters: {a: Data?}}}
        # enum-of-types
        A bar separates the values of an enum, not types. Use 'union: [A, B]' for types.
        - models: {A: {owner: User | Team}, User: {id: Int}, Team: {id: Int}}
        + models: {A: {owner: Owner}, Owner: {union: [User, Team]}, User: {id: Int}, Team: {id: Int, name: String}}
        # infinite-model
        Each value would contain another value of the same type, without end.
        - models: {A: {b: B}, B: {a: A}}
        + models: {A: {b: B}, B: {"a?": A}}
        # link-method
        A deep link must lead to a GET endpoint whose response is a value: opening a link must not change anything.
        - endpoints: {A: {method: DELETE, path: "/pets/{id}", links: ["pets/{id}"]}}
        + endpoints: {A: {path: "/pets/{id}", links: ["pets/{id}"]}}
        # link-parameter
        The placeholders of a deep link are parameters of its endpoint with single values, and must include every required parameter.
        - endpoints: {A: {path: "/pets/{id}", links: ["pets/{name}"]}}
        + endpoints: {A: {path: "/pets/{id}", links: ["pets/{id}"]}}
        # link-pattern
        A deep link pattern has at most one placeholder between two slashes, and query items that are either a placeholder or constant.
        - endpoints: {A: {path: "/pets/{a}/{b}", links: ["pets/{a}-{b}"]}}
        + endpoints: {A: {path: "/pets/{a}/{b}", links: ["pets/{a}/{b}"]}}
        # links-not-embedded
        The code for deep links needs the library CallsiteStore, which '--embed-runtime' doesn't include. It is left out.
        # misplaced-void
        Void means that a response has no body. It can't be used elsewhere.
        - models: {A: {x: Void}}
        + endpoints: {A: {path: /a, response: Void}}
        # moves-in-optional
        The parameter that changes from page to page is inside an optional part of the body that also has required values.
        - endpoints: {A: {method: POST, path: /a, body: Query, response: {fields: {items: [String], next: String?}}, pagination: {style: cursor, parameter: page.cursor, next: next, elements: items}}}
        - models: {Query: {"page?": Page}, Page: {cursor: String?, size: Int}}
        + endpoints: {A: {method: POST, path: /a, body: Query, response: {fields: {items: [String], next: String?}}, pagination: {style: cursor, parameter: page.cursor, next: next, elements: items}}}
        + models: {Query: {page: Page}, Page: {cursor: String?, size: Int}}
        # nested-parameter
        A parameter holds a list or an object inside another. Of OpenAPI's styles only deepObject defines how that is written; JSON can hold anything. In a query it is written as by deepObject where the style is form; in any other place a request that has it throws an error.
        - endpoints: {A: {path: /a, parameters: {filter: {type: Filter, optional: true}}, response: [String]}}
        - models: {Filter: {price: Price}, Price: {least: Int}}
        + endpoints: {A: {path: /a, parameters: {filter: {type: Filter, optional: true, style: deepObject}}, response: [String]}}
        + models: {Filter: {price: Price}, Price: {least: Int}}
        # no-security
        The OpenAPI document has no 'security', so Callsite doesn't know how requests are authenticated. Guessing could send one API's token to another, so a session with a credential throws an error instead. Set it in callsite.yaml ('authentication: bearer'), or say that no credential is needed ('authentication: none').
        - {openapi: 3.1.0, info: {title: Pets, version: '1'}, servers: [{url: 'https://api.example.com'}], paths: {/a: {get: {operationId: a, responses: {"204": {description: done}}}}}}
        + {openapi: 3.1.0, info: {title: Pets, version: '1'}, servers: [{url: 'https://api.example.com'}], security: [], paths: {/a: {get: {operationId: a, responses: {"204": {description: done}}}}}}
        # null-default
        Null is already the default of an optional.
        - models: {A: {id: {type: Int, default: null}}}
        + models: {A: {id: Int?}}
        # optional-with-default
        A field with a default is never absent, so it can't be optional.
        - models: {A: {count: Int? = 1}}
        + models: {A: {count: Int = 1}}
        # paged-stream
        A stream delivers its elements one by one and has no pages.
        - endpoints: {A: {path: /a, parameters: {page: Int = 1}, response: stream of String, pagination: {style: page, parameter: page}}}
        + endpoints: {A: {path: /a, parameters: {page: Int = 1}, response: stream of String}}
        # pagination-extension
        A vendor extension declares pagination that doesn't match the operation: a parameter or field doesn't exist. Callsite ignores it and detects pagination by its own rules.
        # parameter-is-no-number
        The parameter that counts pages or elements must be a number, or a string that contains one.
        - endpoints: {A: {path: /a, parameters: {page: Bool}, response: [String], pagination: {style: page, parameter: page}}}
        + endpoints: {A: {path: /a, parameters: {page: Int}, response: [String], pagination: {style: page, parameter: page}}}
        # path-is-no-list
        The elements of a page must be a list.
        - endpoints: {A: {path: /a, response: Page, pagination: {style: link, elements: total}}}
        - models: {Page: {items: [String], total: Int}}
        + endpoints: {A: {path: /a, response: Page, pagination: {style: link, elements: items}}}
        + models: {Page: {items: [String], total: Int}}
        # path-leads-nowhere
        The path names a field that the type doesn't have.
        - endpoints: {A: {path: /a, response: Page, pagination: {style: link, elements: itmes}}}
        - models: {Page: {items: [String]}}
        + endpoints: {A: {path: /a, response: Page, pagination: {style: link, elements: items}}}
        + models: {Page: {items: [String]}}
        # response-encoding
        This encoding can't be decoded as the type: text needs String, and binary needs Data.
        - endpoints: {A: {path: /a, response: {type: Int, encoding: text}}}
        + endpoints: {A: {path: /a, response: {type: String, encoding: text}}}
        # response-is-no-list
        The response must be a list, or the pagination must say where the list is.
        - endpoints: {A: {path: /a, response: Page, pagination: {style: link}}}
        - models: {Page: {items: [String]}}
        + endpoints: {A: {path: /a, response: Page, pagination: {style: link, elements: items}}}
        + models: {Page: {items: [String]}}
        # same-alternative
        A union can contain each type only once.
        - models: {U: {union: [String, String]}}
        + models: {U: {union: [String, Int]}}
        # several-default-strategies
        Two default strategies match the endpoint. Callsite uses the first. At most 100 strategies can be defaults, since each is tried on each endpoint.
        - pagination: {one: {style: link, default: true}, two: {style: range, default: true}}
        - endpoints: {A: {path: /a, response: [String]}}
        + pagination: {one: {style: link, default: true}, two: {style: range, default: true}}
        + endpoints: {A: {path: /a, response: [String], pagination: two}}
        # stream-status
        A response of server-sent events has the status 200 (WHATWG HTML, 9.2.3); the client throws for any other. 204 ends the stream.
        - endpoints: {A: {path: /a, response: {type: stream of String, status: 201}}}
        + endpoints: {A: {path: /a, response: {type: stream of String, status: 200}}}
        # success-does-not-fit
        The field in 'success' can't have this value, or the response isn't a JSON object.
        - endpoints: {A: {path: /a, response: {fields: {ok: Bool}}, success: {ok: yes please}}}
        + endpoints: {A: {path: /a, response: {fields: {ok: Bool}}, success: {ok: true}}}
        # success-not-checked
        'success' applies to all endpoints whose response has this field. For the others the status alone decides.
        - success: {ok: true}
        - endpoints: {A: {path: /a, response: {fields: {ok: Bool}}}, B: {path: /b, response: {fields: {id: Int}}}}
        + success: {ok: true}
        + endpoints: {A: {path: /a, response: {fields: {ok: Bool}}}, B: {path: /b, response: {fields: {id: Int}}, success: none}}
        # transport-header
        The transport sets this header itself, from the body.
        - endpoints: {A: {path: /a, parameters: {Content-Length: {type: Int, in: header}}}}
        + endpoints: {A: {path: /a}}
        # type-arguments
        A generic model needs as many type arguments as it has parameters.
        - models: {A: {p: Page}, "Page<Item>": {items: [Item]}}
        + models: {A: {p: Page<Int>}, "Page<Item>": {items: [Item]}}
        # unknown-conformance
        callsite.yaml adds protocols to a model that doesn't exist.
        # unknown-endpoint
        No endpoint has this name.
        - endpoints: {A: {path: /a, response: [String], pagination: {style: page, parameter: page, continue: Nxt}}}
        + endpoints: {A: {path: /a, response: [String], pagination: {style: page, parameter: page, continue: Next}}, Next: {path: /b, parameters: {page: Int}, response: [String]}}
        # unknown-kept-model
        callsite.yaml keeps unknown fields of a model that doesn't exist or has no fields.
        # unknown-linked-endpoint
        callsite.yaml adds deep links to an endpoint that doesn't exist. It may be misspelled, or come from an older description.
        # unknown-optional-field
        callsite.yaml makes a field optional that doesn't exist. It may be misspelled, or come from an older description.
        # unknown-parameter
        Pagination changes a parameter that the request doesn't have.
        - endpoints: {A: {path: /a, response: [String], pagination: {style: page, parameter: page}}}
        + endpoints: {A: {path: /a, parameters: {page: Int = 1}, response: [String], pagination: {style: page, parameter: page}}}
        # unknown-part
        An encoding, or a header of a part, names a field that the body doesn't have.
        - endpoints: {A: {method: POST, path: /a, body: {encoding: form, fields: {tags: [String]}, encodings: {tag: {explode: false}}}}}
        + endpoints: {A: {method: POST, path: /a, body: {encoding: form, fields: {tags: [String]}, encodings: {tags: {explode: false}}}}}
        # unknown-rename
        callsite.yaml renames something that doesn't exist. It may be misspelled, or come from an older description.
        # unknown-replaced-model
        callsite.yaml replaces a model that doesn't exist with a type of yours.
        # unknown-success
        'success' names a field that no response has, or, in callsite.yaml, an operation that doesn't exist.
        - success: {okay: true}
        - endpoints: {A: {path: /a, response: {fields: {ok: Bool}}}}
        + success: {ok: true}
        + endpoints: {A: {path: /a, response: {fields: {ok: Bool}}}}
        # unknown-type
        No model and no built-in type has this name.
        - models: {A: {id: Intt}}
        + models: {A: {id: Int}}
        # unused-naming-rule
        A prefix or pattern of 'naming:' in callsite.yaml matches no name of the description. It may be misspelled, or come from an older description.
        # unused-rule
        A rule of 'apply:' in callsite.yaml matches no operation. 'callsite inspect' lists the operations with their tags and paths.
        # wrong-default
        The default isn't a value of the type.
        - models: {A: {id: Int = one}}
        + models: {A: {id: Int = 1}}
        # wrong-source
        The value at this path has the wrong type for this purpose.
        - endpoints: {A: {path: /a, response: Page, pagination: {style: nextURL, next: total, elements: items}}}
        - models: {Page: {items: [String], total: Int, next: String?}}
        + endpoints: {A: {path: /a, response: Page, pagination: {style: nextURL, next: next, elements: items}}}
        + models: {Page: {items: [String], total: Int, next: String?}}
        """#
}
