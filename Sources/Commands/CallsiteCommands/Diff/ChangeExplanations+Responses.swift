// How an entry is written: ChangeExplanations+Endpoint.swift.

extension ChangeExplanation {
    /// Responses, failures, headers and pagination.
    static let responseTexts = #"""
        # content-coding-changed-answer
        A string of a response is base64 now, or no longer.
        = endpoints: {GetA: {path: /a, response: A}}
        - models: {A: {b: String}}
        + models: {A: {b: Data}}
        # elements-moved
        The elements of a page are in another field.
        - endpoints: {ListA: {path: /a, parameters: {page: Int?}, response: P, pagination: {style: page, parameter: page, elements: items}}}
        + endpoints: {ListA: {path: /a, parameters: {page: Int?}, response: P, pagination: {style: page, parameter: page, elements: rows}}}
        = models: {P: {items: [String], rows: [String]}}
        # enum-names-meet
        A new value comes to the Swift name of another one, whose case yields. 'renames:' in callsite.yaml keeps the old name.
        - components: {schemas: {A: {properties: {state: {type: string, enum: [on_hold, open]}}}}}
        + components: {schemas: {A: {properties: {state: {type: string, enum: [on_hold, open, onHold]}}}}}
        # enum-values-reordered
        The values of an enum are in another order. Cases are named by their values, so nothing changes.
        - components: {schemas: {A: {properties: {state: {type: string, enum: [open, closed]}}}}}
        + components: {schemas: {A: {properties: {state: {type: string, enum: [closed, open]}}}}}
        # enum-varnames-changed
        A value has the same name on the wire, and its case another one in Swift: 'x-enum-varnames' of an OpenAPI document, or the enum itself, says so.
        = endpoints: {GetA: {path: /a, response: A}}
        - models: {A: {state: S}, S: {enum: {open: null, in_progress: null}}}
        + models: {A: {state: S}, S: {enum: {open: null, in_progress: working}}}
        # example-changed
        A schema has another example. Test fixtures and stubs are made of examples, so tests may see other values.
        - paths: {/a: {get: {operationId: getA, responses: {'200': {description: ok, content: {application/json: {schema: {type: object, properties: {a: {type: string, example: x}}}}}}}}}}
        + paths: {/a: {get: {operationId: getA, responses: {'200': {description: ok, content: {application/json: {schema: {type: object, properties: {a: {type: string, example: y}}}}}}}}}}
        # failure-body-changed
        A failure holds another type. A body that can't be read is no error of its own: released apps see '.undeclared'.
        - endpoints: {GetA: {path: /a, errors: {404: A, 409: B}}}
        + endpoints: {GetA: {path: /a, errors: {404: A, 409: A}}}
        = models: {A: {id: Int}, B: {name: String}}
        # failure-default-added
        What any other failure holds is said now.
        - endpoints: {GetA: {path: /a, errors: {404: A}}}
        + endpoints: {GetA: {path: /a, errors: {404: A, default: B}}}
        = models: {A: {id: Int}, B: {name: String}}
        # failure-status-added
        A failure has a body of its own now.
        - endpoints: {GetA: {path: /a, errors: {404: A}}}
        + endpoints: {GetA: {path: /a, errors: {404: A, 409: B}}}
        = models: {A: {id: Int}, B: {name: String}}
        # failure-status-removed
        Nothing is said any more of what a failure holds.
        - endpoints: {GetA: {path: /a, errors: {404: A, 409: B}}}
        + endpoints: {GetA: {path: /a, errors: {404: A}}}
        = models: {A: {id: Int}, B: {name: String}}
        # failures-unified
        All failures share one type now: an enum became 'Rejected'. Released apps see '.undeclared' for a status that had none, or another type.
        - endpoints: {GetA: {path: /a, errors: {404: A, 409: B}}}
        + endpoints: {GetA: {path: /a, error: A}}
        = models: {A: {id: Int}, B: {name: String}}
        # header-added
        A response has one more described header.
        - endpoints: {GetA: {path: /a, response: A}}
        + endpoints: {GetA: {path: /a, response: {type: A, headers: {X-Total: Int?}}}}
        = models: {A: {id: Int}}
        # header-became-not-nullable
        A described header is never null any more. A header is read as a string, so nothing changes.
        - paths: {/a: {get: {operationId: getA, responses: {'200': {description: ok, headers: {X-Total: {schema: {type: [integer, 'null']}}}}}}}}
        + paths: {/a: {get: {operationId: getA, responses: {'200': {description: ok, headers: {X-Total: {schema: {type: integer}}}}}}}}
        # header-became-nullable
        A described header may be null now. A header is read as a string, so nothing changes.
        - paths: {/a: {get: {operationId: getA, responses: {'200': {description: ok, headers: {X-Total: {schema: {type: integer}}}}}}}}
        + paths: {/a: {get: {operationId: getA, responses: {'200': {description: ok, headers: {X-Total: {schema: {type: [integer, 'null']}}}}}}}}
        # header-became-optional
        A described header may be missing now.
        - endpoints: {GetA: {path: /a, response: {type: A, headers: {X-Total: Int}}}}
        + endpoints: {GetA: {path: /a, response: {type: A, headers: {X-Total: Int?}}}}
        = models: {A: {id: Int}}
        # header-became-required
        A described header always comes now.
        - endpoints: {GetA: {path: /a, response: {type: A, headers: {X-Total: Int?}}}}
        + endpoints: {GetA: {path: /a, response: {type: A, headers: {X-Total: Int}}}}
        = models: {A: {id: Int}}
        # header-removed-optional
        A described header that might be missing is gone.
        - endpoints: {GetA: {path: /a, response: {type: A, headers: {X-Total: Int?, X-Page: Int}}}}
        + endpoints: {GetA: {path: /a, response: {type: A, headers: {X-Page: Int}}}}
        = models: {A: {id: Int}}
        # header-removed-required
        A described header is gone. Code that asks for headers can't read them without it.
        - endpoints: {GetA: {path: /a, response: {type: A, headers: {X-Total: Int, X-Page: Int}}}}
        + endpoints: {GetA: {path: /a, response: {type: A, headers: {X-Page: Int}}}}
        = models: {A: {id: Int}}
        # header-renamed
        A described header has another name.
        - endpoints: {GetA: {path: /a, response: {type: A, headers: {X-Total-Count: Int}}}}
        + endpoints: {GetA: {path: /a, response: {type: A, headers: {X-Total: Int}}}}
        = models: {A: {id: Int}}
        # header-type-changed
        A described header has another type.
        - endpoints: {GetA: {path: /a, response: {type: A, headers: {X-Total: Int}}}}
        + endpoints: {GetA: {path: /a, response: {type: A, headers: {X-Total: String}}}}
        = models: {A: {id: Int}}
        # paging-changed
        The next page is found in another way, by another field or parameter. In released apps a list may end early.
        - endpoints: {ListA: {path: /a, parameters: {c: String?}, response: P, pagination: {style: cursor, parameter: c, next: next, elements: items}}}
        + endpoints: {ListA: {path: /a, parameters: {c: String?}, response: P, pagination: {style: cursor, parameter: c, next: after, elements: items}}}
        = models: {P: {items: [String], next: String?, after: String?}}
        # paging-cursor-type-changed
        The cursor has another type. Cursors are kept on devices: those of released apps can't be used.
        - endpoints: {ListA: {path: /a, parameters: {c: Int?}, response: P, pagination: {style: cursor, parameter: c, next: next, elements: items}}}
        + endpoints: {ListA: {path: /a, parameters: {c: String?}, response: P, pagination: {style: cursor, parameter: c, next: next, elements: items}}}
        - models: {P: {items: [String], next: Int?}}
        + models: {P: {items: [String], next: String?}}
        # paging-element-changed
        The elements of a page are of another type.
        = endpoints: {ListA: {path: /a, parameters: {page: Int?}, response: P, pagination: {style: page, parameter: page, elements: items}}}
        - models: {P: {items: [String]}}
        + models: {P: {items: [Int]}}
        # paging-gained
        An endpoint has pages now. If it gave everything before, released apps see the first page only.
        - endpoints: {ListA: {path: /a, parameters: {page: Int?}, response: P}}
        + endpoints: {ListA: {path: /a, parameters: {page: Int?}, response: P, pagination: {style: page, parameter: page, elements: items}}}
        = models: {P: {items: [String]}}
        # paging-lost
        What tells the next page is gone or has another name. The request is no list any more, and in released apps a list ends after its first page and looks complete.
        - endpoints: {ListA: {path: /a, parameters: {page: Int?}, response: P, pagination: {style: page, parameter: page, elements: items}}}
        + endpoints: {ListA: {path: /a, parameters: {page: Int?}, response: P}}
        = models: {P: {items: [String]}}
        # paging-style-changed
        Pages follow each other in another way.
        - endpoints: {ListA: {path: /a, parameters: {page: Int?, c: String?}, response: P, pagination: {style: page, parameter: page, elements: items}}}
        + endpoints: {ListA: {path: /a, parameters: {page: Int?, c: String?}, response: P, pagination: {style: cursor, parameter: c, next: next, elements: items}}}
        = models: {P: {items: [String], next: String?}}
        # response-became-not-nullable
        The response is never null any more.
        - endpoints: {GetA: {path: /a, response: {type: A, optional: true}}}
        + endpoints: {GetA: {path: /a, response: A}}
        = models: {A: {id: Int}}
        # response-became-nullable
        The response may be null now.
        - endpoints: {GetA: {path: /a, response: A}}
        + endpoints: {GetA: {path: /a, response: {type: A, optional: true}}}
        = models: {A: {id: Int}}
        # response-became-stream
        The response is a stream of values now, or no longer.
        - endpoints: {GetA: {path: /a, response: A}}
        + endpoints: {GetA: {path: /a, response: stream of A}}
        = models: {A: {id: Int}}
        # response-became-union
        The response may be one of several types now.
        - endpoints: {GetA: {path: /a, response: A}}
        + endpoints: {GetA: {path: /a, response: U}}
        = models: {A: {id: Int}, B: {name: String}, U: {union: [A, B]}}
        # response-kind-changed
        The response has another type.
        - endpoints: {GetA: {path: /a, response: A}}
        + endpoints: {GetA: {path: /a, response: [A]}}
        = models: {A: {id: Int}}
        # response-narrowed-to-one
        The response, or a field of it, is of one type only now.
        - endpoints: {GetA: {path: /a, response: U}}
        + endpoints: {GetA: {path: /a, response: A}}
        = models: {A: {id: Int}, B: {name: String}, U: {union: [A, B]}}
        # response-schema-added
        The response was any JSON, and has a type now.
        - endpoints: {GetA: {path: /a, response: JSON}}
        + endpoints: {GetA: {path: /a, response: A}}
        = models: {A: {id: Int}}
        # response-schema-removed
        The response is any JSON now. Released apps read what they read, as long as the body stays.
        - endpoints: {GetA: {path: /a, response: A}}
        + endpoints: {GetA: {path: /a, response: JSON}}
        = models: {A: {id: Int}}
        # response-type-added
        The endpoint may answer as another media type too.
        - paths: {/a: {get: {operationId: getA, responses: {'200': {description: ok, content: {application/json: {schema: {type: string}}}}}}}}
        + paths: {/a: {get: {operationId: getA, responses: {'200': {description: ok, content: {application/json: {schema: {type: string}}, application/xml: {schema: {type: string}}}}}}}}
        # response-type-changed
        The response is text or bytes where it was JSON, or the other way round.
        - endpoints: {GetA: {path: /a, response: String}}
        + endpoints: {GetA: {path: /a, response: {type: String, encoding: text}}}
        # response-type-removed
        The endpoint never answers as a media type any more.
        - paths: {/a: {get: {operationId: getA, responses: {'200': {description: ok, content: {application/json: {schema: {type: string}}, application/xml: {schema: {type: string}}}}}}}}
        + paths: {/a: {get: {operationId: getA, responses: {'200': {description: ok, content: {application/json: {schema: {type: string}}}}}}}}
        # response-type-renamed
        The response's media type has another name. It is read by what the description says, so nothing happens.
        - paths: {/a: {get: {operationId: getA, responses: {'200': {description: ok, content: {application/json: {schema: {type: string}}}}}}}}
        + paths: {/a: {get: {operationId: getA, responses: {'200': {description: ok, content: {application/vnd.a+json: {schema: {type: string}}}}}}}}
        # success-became-empty
        A response that had a body has none. Released apps find nothing to read.
        - endpoints: {GetA: {path: /a, response: A}}
        + endpoints: {GetA: {path: /a, response: Void}}
        = models: {A: {id: Int}}
        # success-got-body
        A response that had no body has one. Released apps ignore it.
        - endpoints: {GetA: {path: /a, response: Void}}
        + endpoints: {GetA: {path: /a, response: A}}
        = models: {A: {id: Int}}
        # success-status-added-other
        A status of success is new, with another body. Where the response was one type, it is an enum now.
        - endpoints: {GetA: {path: /a, response: A}}
        + endpoints: {GetA: {path: /a, response: {cases: {200: A, 202: B}}}}
        = models: {A: {id: Int}, B: {name: String}}
        # success-status-added-same
        Another status of success is described, and holds the same. Released apps read every status of success.
        - paths: {/a: {get: {operationId: getA, responses: {'200': {description: ok, content: {application/json: {schema: {type: string}}}}}}}}
        + paths: {/a: {get: {operationId: getA, responses: {'200': {description: ok, content: {application/json: {schema: {type: string}}}}, '203': {description: ok, content: {application/json: {schema: {type: string}}}}}}}}
        # success-status-removed
        A status of success never comes any more.
        - endpoints: {GetA: {path: /a, response: {cases: {200: A, 202: B}}}}
        + endpoints: {GetA: {path: /a, response: A}}
        = models: {A: {id: Int}, B: {name: String}}
        # success-status-replaced
        Other statuses are success. Released apps refuse them only where the description named the old ones.
        - endpoints: {GetA: {path: /a, response: {type: A, status: 200}}}
        + endpoints: {GetA: {path: /a, response: {type: A, status: 201}}}
        = models: {A: {id: Int}}
        """#
}
