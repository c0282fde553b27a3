extension Explanation {
    /// Looking up types, endpoints, pagination and links.
    static let apiTexts = #"""
        # alias-of-itself
        A model is declared as nothing but itself. A model that contains itself has fields, or is a union.
        - models: {Tree: Tree}
        + models: {Tree: {children: [Tree]}}
        # alias-too-large
        A generic model is another name for a generic model, with its parameter more than once, and so on: each step doubles what it stands for. A model with fields in between is named, not spelled out.
        # already-optional
        A configuration makes a field optional that may be missing already: the description has been mended since, or says so by a default.
        # ambiguous-link
        A deep link leads to one place. Where two patterns fit the same links, one has to be the more exact: a text where the other has a placeholder.
        - endpoints: {A: {path: "/a/{x}", links: ["pets/{x}"]}, B: {path: "/b/{y}", links: ["pets/{y}"]}}
        + endpoints: {A: {path: "/a/{x}", links: ["pets/{x}"]}, B: {path: "/b/{y}", links: ["owners/{y}"]}}
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
        # case-is-no-model
        A union with a discriminator finds it inside the value, so each case is a model with fields.
        - models: {U: {union: type, cases: {a: String}}}
        + models: {U: {union: type, cases: {a: A}}, A: {id: Int}}
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
        # cursor-does-not-fit
        What tells the next page can't be sent as the parameter: they have different types.
        - endpoints: {A: {path: /a, parameters: {c: Bool?}, response: {fields: {items: [String], next: String?}}, pagination: {style: cursor, parameter: c, next: next, elements: items}}}
        + endpoints: {A: {path: /a, parameters: {c: String?}, response: {fields: {items: [String], next: String?}}, pagination: {style: cursor, parameter: c, next: next, elements: items}}}
        # default-ignored
        The default of a property is no value of its type. It is left out, and the property is an optional.
        - components: {schemas: {A: {properties: {a: {type: integer, default: many}}}}}
        + components: {schemas: {A: {properties: {a: {type: integer, default: 5}}}}}
        # default-unsupported
        A default of this type can't be written in a description.
        - endpoints: {A: {path: /a, parameters: {a: {type: Data, default: x}}}}
        + endpoints: {A: {path: /a, parameters: {a: Data?}}}
        # enum-of-types
        A bar stands between the texts of an enum, not between types.
        - models: {A: {owner: User | Team}, User: {id: Int}, Team: {id: Int}}
        + models: {A: {owner: Owner}, Owner: {union: [User, Team]}, User: {id: Int}, Team: {id: Int, name: String}}
        # infinite-model
        Each value would hold another of the same type, without an end.
        - models: {A: {b: B}, B: {a: A}}
        + models: {A: {b: B}, B: {"a?": A}}
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
        # misplaced-void
        Void says that an answer has no body.
        - models: {A: {x: Void}}
        + endpoints: {A: {path: /a, response: Void}}
        # moves-in-optional
        The parameter that moves from page to page lies inside a part of the body that may be missing, beside values that must be there.
        - endpoints: {A: {method: POST, path: /a, body: Query, response: {fields: {items: [String], next: String?}}, pagination: {style: cursor, parameter: page.cursor, next: next, elements: items}}}
        - models: {Query: {"page?": Page}, Page: {cursor: String?, size: Int}}
        + endpoints: {A: {method: POST, path: /a, body: Query, response: {fields: {items: [String], next: String?}}, pagination: {style: cursor, parameter: page.cursor, next: next, elements: items}}}
        + models: {Query: {page: Page}, Page: {cursor: String?, size: Int}}
        # no-security
        OpenAPI says by 'security' how requests are authenticated, and this document says it nowhere. To guess could send the token of one API to another, and to send none would drop it without a word: a session that has a credential throws an error instead. Say the way in callsite.yaml ('authentication: bearer'), or that no credential is wanted ('authentication: none').
        - {openapi: 3.1.0, info: {title: Pets, version: '1'}, servers: [{url: 'https://api.example.com'}], paths: {/a: {get: {operationId: a, responses: {"204": {description: done}}}}}}
        + {openapi: 3.1.0, info: {title: Pets, version: '1'}, servers: [{url: 'https://api.example.com'}], security: [], paths: {/a: {get: {operationId: a, responses: {"204": {description: done}}}}}}
        # null-default
        Null is the default of what is optional, without saying so.
        - models: {A: {id: {type: Int, default: null}}}
        + models: {A: {id: Int?}}
        # optional-with-default
        What has a default is never absent.
        - models: {A: {count: Int? = 1}}
        + models: {A: {count: Int = 1}}
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
        # several-default-strategies
        Two strategies apply by default and fit the endpoint; the first is taken.
        - pagination: {one: {style: link, default: true}, two: {style: range, default: true}}
        - endpoints: {A: {path: /a, response: [String]}}
        + pagination: {one: {style: link, default: true}, two: {style: range, default: true}}
        + endpoints: {A: {path: /a, response: [String], pagination: two}}
        # success-does-not-fit
        The field of 'success' can't have the value, or the response isn't JSON that has fields.
        - endpoints: {A: {path: /a, response: {fields: {ok: Bool}}, success: {ok: yes please}}}
        + endpoints: {A: {path: /a, response: {fields: {ok: Bool}}, success: {ok: true}}}
        # success-not-checked
        What 'success' says for all endpoints applies to those whose response has such fields. The others are a success by their status alone.
        - success: {ok: true}
        - endpoints: {A: {path: /a, response: {fields: {ok: Bool}}}, B: {path: /b, response: {fields: {id: Int}}}}
        + success: {ok: true}
        + endpoints: {A: {path: /a, response: {fields: {ok: Bool}}}, B: {path: /b, response: {fields: {id: Int}}, success: none}}
        # transport-header
        These headers follow from the body, and the transport sets them.
        - endpoints: {A: {path: /a, parameters: {Content-Length: {type: Int, in: header}}}}
        + endpoints: {A: {path: /a}}
        # type-arguments
        A generic model is used with as many types as it has parameters.
        - models: {A: {p: Page}, "Page<Item>": {items: [Item]}}
        + models: {A: {p: Page<Int>}, "Page<Item>": {items: [Item]}}
        # unknown-conformance
        A configuration gives protocols to a model that the description doesn't have.
        # unknown-endpoint
        No endpoint has the name.
        - endpoints: {A: {path: /a, response: [String], pagination: {style: page, parameter: page, continue: Nxt}}}
        + endpoints: {A: {path: /a, response: [String], pagination: {style: page, parameter: page, continue: Next}}, Next: {path: /b, parameters: {page: Int}, response: [String]}}
        # unknown-kept-model
        A configuration keeps the unknown fields of a model that the description doesn't have, or that has no fields.
        # unknown-linked-endpoint
        A configuration gives deep links to an endpoint that the description doesn't have: a slip, or left from an older description.
        # unknown-optional-field
        A configuration makes a field optional that the description doesn't have: a slip, or left from an older description.
        # unknown-parameter
        Paging moves a parameter of the request, and there is none of this name.
        - endpoints: {A: {path: /a, response: [String], pagination: {style: page, parameter: page}}}
        + endpoints: {A: {path: /a, parameters: {page: Int = 1}, response: [String], pagination: {style: page, parameter: page}}}
        # unknown-part
        An encoding, or a header of a part, names a field that the body does not have.
        - endpoints: {A: {method: POST, path: /a, body: {encoding: form, fields: {tags: [String]}, encodings: {tag: {explode: false}}}}}
        + endpoints: {A: {method: POST, path: /a, body: {encoding: form, fields: {tags: [String]}, encodings: {tags: {explode: false}}}}}
        # unknown-rename
        A configuration renames something that the description doesn't have: a slip, or left from an older description.
        # unknown-replaced-model
        A configuration puts a type of your own in place of a model that the description does not have.
        # unknown-success
        'success' names a field that no response has.
        - success: {okay: true}
        - endpoints: {A: {path: /a, response: {fields: {ok: Bool}}}}
        + success: {ok: true}
        + endpoints: {A: {path: /a, response: {fields: {ok: Bool}}}}
        # unknown-type
        Neither a model nor a type of the format has the name.
        - models: {A: {id: Intt}}
        + models: {A: {id: Int}}
        # unused-naming-rule
        A prefix or pattern of 'naming:' in callsite.yaml fits no name of the description. It is misspelt, or left from an older description.
        # unused-rule
        A rule of 'apply:' in callsite.yaml names operations of which none is there, or none fits. 'callsite inspect' lists the operations with their tags and paths.
        # wrong-default
        The default is no value of the type.
        - models: {A: {id: Int = one}}
        + models: {A: {id: Int = 1}}
        # wrong-source
        What lies there can't tell what it should.
        - endpoints: {A: {path: /a, response: Page, pagination: {style: nextURL, next: total, elements: items}}}
        - models: {Page: {items: [String], total: Int, next: String?}}
        + endpoints: {A: {path: /a, response: Page, pagination: {style: nextURL, next: next, elements: items}}}
        + models: {Page: {items: [String], total: Int, next: String?}}
        """#
}
