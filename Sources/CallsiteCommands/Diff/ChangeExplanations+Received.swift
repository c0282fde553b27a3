// What changes mean, for `callsite explain` and as golden cases: an id, a sentence or two, and a pair of descriptions: what both have (=), the old
// one has (-), and the new one has (+). Those without a pair are named in the tests.

extension ChangeExplanation {
    /// Responses, failures, headers, pages.
    static let receivedTexts = #"""
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
        # failure-type-changed
        The Swift type of failures is another one, though each status holds what it held.
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
        # response-alternative-added
        A response may be one more thing. Released apps see '.unrecognized' and keep the value.
        = endpoints: {GetA: {path: /a, response: U}}
        - models: {A: {id: Int}, B: {name: String}, C: {size: Double}, U: {union: [A, B]}}
        + models: {A: {id: Int}, B: {name: String}, C: {size: Double}, U: {union: [A, B, C]}}
        # response-alternative-changed
        A case of a union holds another type.
        = endpoints: {GetA: {path: /a, response: U}}
        - models: {A: {kind: String}, B: {kind: String, name: String}, C: {kind: String, size: Int}, U: {union: kind, cases: {a: A, b: B}}}
        + models: {A: {kind: String}, B: {kind: String, name: String}, C: {kind: String, size: Int}, U: {union: kind, cases: {a: A, b: C}}}
        # response-alternative-removed
        A response is never one of the alternatives any more.
        = endpoints: {GetA: {path: /a, response: U}}
        - models: {A: {id: Int}, B: {name: String}, C: {size: Double}, U: {union: [A, B, C]}}
        + models: {A: {id: Int}, B: {name: String}, C: {size: Double}, U: {union: [A, B]}}
        # response-alternative-renamed
        A case of a union has another name.
        = endpoints: {GetA: {path: /a, response: U}}
        - models: {A: {id: Int, kind: String}, B: {name: String}, U: {union: [A, B]}}
        + models: {X: {id: Int, kind: String}, B: {name: String}, U: {union: [X, B]}}
        # response-became-enum
        A string has certain values only now.
        = endpoints: {GetA: {path: /a, response: A}}
        - models: {A: {state: String}}
        + models: {A: {state: open | closed}}
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
        # response-became-write-only
        A field leaves responses.
        = endpoints: {GetA: {path: /a, response: A}, PutA: {method: PUT, path: /a, body: A}}
        - models: {A: {id: Int, name: String}}
        + models: {A: {id: {type: Int, writeOnly: true}, name: String}}
        # response-condition-changed
        A condition on a response is another one. Generated code doesn't check it.
        - paths: {/a: {get: {operationId: getA, responses: {'200': {description: ok, content: {application/json: {schema: {type: object, properties: {a: {type: string}}}}}}}}}}
        + paths: {/a: {get: {operationId: getA, responses: {'200': {description: ok, content: {application/json: {schema: {type: object, properties: {a: {type: string, not: {const: x}}}}}}}}}}}
        # response-const-changed
        A constant of a response is another one. Constants aren't checked when they are read.
        = endpoints: {GetA: {path: /a, response: A}}
        - models: {A: {id: Int, kind: {constant: a}}}
        + models: {A: {id: Int, kind: {constant: b}}}
        # response-default-added
        What an absent field means is said now: the property is no optional any more.
        = endpoints: {GetA: {path: /a, response: A}}
        - models: {A: {state: String?}}
        + models: {A: {state: String = open}}
        # response-default-changed
        An absent field means another value. The code compiles; released apps keep the old one.
        = endpoints: {GetA: {path: /a, response: A}}
        - models: {A: {state: String = open}}
        + models: {A: {state: String = closed}}
        # response-default-mapping-set
        An alternative stands for every tag that isn't known, or no longer.
        = endpoints: {GetA: {path: /a, response: U}}
        - models: {A: {kind: String, id: Int}, B: {kind: String, name: String}, U: {union: kind, cases: {a: A, b: B}}}
        + models: {A: {kind: String, id: Int}, B: {kind: String, name: String}, U: {union: kind, cases: {a: A, b: B}, otherwise: b}}
        # response-default-removed
        What an absent field means is no longer said: the property is an optional.
        = endpoints: {GetA: {path: /a, response: A}}
        - models: {A: {state: String = open}}
        + models: {A: {state: String?}}
        # response-deprecated
        A field of a response is deprecated. So far the documentation says so, and no warning.
        = endpoints: {GetA: {path: /a, response: A}}
        - models: {A: {b: Int}}
        + models: {A: {b: {type: Int, deprecated: true}}}
        # response-discriminator-added
        Alternatives of a response are told apart by a field now.
        = endpoints: {GetA: {path: /a, response: U}}
        - models: {A: {kind: String, id: Int}, B: {kind: String, name: String}, U: {union: [A, B]}}
        + models: {A: {kind: String, id: Int}, B: {kind: String, name: String}, U: {union: kind, cases: {a: A, b: B}}}
        # response-discriminator-property-changed
        Alternatives of a response are told apart by another field. Released apps find no tag.
        = endpoints: {GetA: {path: /a, response: U}}
        - models: {A: {kind: String, id: Int}, B: {kind: String, name: String}, U: {union: kind, cases: {a: A, b: B}}}
        + models: {A: {kind: String, id: Int}, B: {kind: String, name: String}, U: {union: type, cases: {a: A, b: B}}}
        # response-discriminator-removed
        No field tells apart the alternatives of a response any more.
        = endpoints: {GetA: {path: /a, response: U}}
        - models: {A: {kind: String, id: Int}, B: {kind: String, name: String}, U: {union: kind, cases: {a: A, b: B}}}
        + models: {A: {kind: String, id: Int}, B: {kind: String, name: String}, U: {union: [A, B]}}
        # response-enum-kind-changed
        The values of an enum are numbers where they were strings, or the other way round.
        - paths: {/a: {get: {operationId: getA, responses: {'200': {description: ok, content: {application/json: {schema: {type: object, properties: {a: {type: string, enum: [a, b]}}}}}}}}}}
        + paths: {/a: {get: {operationId: getA, responses: {'200': {description: ok, content: {application/json: {schema: {type: object, properties: {a: {type: integer, enum: [1, 2]}}}}}}}}}}
        # response-enum-opened
        A field may be any string now. Released apps see what they don't know as '.unrecognized'.
        = endpoints: {GetA: {path: /a, response: A}}
        - models: {A: {state: open | closed}}
        + models: {A: {state: String}}
        # response-enum-value-added
        A field may have one more value. Released apps see it as '.unrecognized' and keep it.
        = endpoints: {GetA: {path: /a, response: A}}
        - models: {A: {state: open | closed}}
        + models: {A: {state: open | closed | merged}}
        # response-enum-value-removed
        A field never has a value any more.
        = endpoints: {GetA: {path: /a, response: A}}
        - models: {A: {state: open | closed | merged}}
        + models: {A: {state: open | closed}}
        # response-field-added
        A response has one more field. Released apps ignore it.
        = endpoints: {GetA: {path: /a, response: A}}
        - models: {A: {id: Int}}
        + models: {A: {id: Int, note: String}}
        # response-field-became-not-nullable
        A field is never null any more.
        = endpoints: {GetA: {path: /a, response: A}}
        - models: {A: {id: Int, note: String or null}}
        + models: {A: {id: Int, note: String}}
        # response-field-became-nullable
        A field that always had a value may be null now.
        = endpoints: {GetA: {path: /a, response: A}}
        - models: {A: {id: Int, note: String}}
        + models: {A: {id: Int, note: String or null}}
        # response-field-became-optional
        A field may be missing now. Released apps can't read a response without it.
        = endpoints: {GetA: {path: /a, response: A}}
        - models: {A: {id: Int, note: String}}
        + models: {A: {id: Int, note: String?}}
        # response-field-became-required
        A field always comes now. '?.' and 'if let' stop compiling.
        = endpoints: {GetA: {path: /a, response: A}}
        - models: {A: {id: Int, note: String?}}
        + models: {A: {id: Int, note: String}}
        # response-field-became-union
        A field may be one of several types now.
        = endpoints: {GetA: {path: /a, response: A}}
        - models: {A: {b: B}, B: {id: Int}, C: {name: String}, U: {union: [B, C]}}
        + models: {A: {b: U}, B: {id: Int}, C: {name: String}, U: {union: [B, C]}}
        # response-field-format-changed
        A string has another format.
        = endpoints: {GetA: {path: /a, response: A}}
        - models: {A: {at: Date}}
        + models: {A: {at: Day}}
        # response-field-format-set
        A string has a format now, and with it another Swift type. Released apps read the string.
        = endpoints: {GetA: {path: /a, response: A}}
        - models: {A: {at: String}}
        + models: {A: {at: Date}}
        # response-field-format-unset
        A string has no format any more. Released apps fail at the first that doesn't have it.
        = endpoints: {GetA: {path: /a, response: A}}
        - models: {A: {at: Date}}
        + models: {A: {at: String}}
        # response-field-int-width
        A field is an integer of another width: the Swift type is another one.
        = endpoints: {GetA: {path: /a, response: A}}
        - models: {A: {id: Int}}
        + models: {A: {id: Int64}}
        # response-field-removed-optional
        A field that might be missing is gone. Released apps find nil.
        = endpoints: {GetA: {path: /a, response: A}}
        - models: {A: {id: Int, note: String?}}
        + models: {A: {id: Int}}
        # response-field-removed-required
        A field that always came is gone. Released apps can't read the response without it.
        = endpoints: {GetA: {path: /a, response: A}}
        - models: {A: {id: Int, note: String}}
        + models: {A: {id: Int}}
        # response-field-renamed
        A field of a response has another name: one is gone, and one that is alike has come.
        = endpoints: {GetA: {path: /a, response: A}}
        - models: {A: {id: Int, full_name: String}}
        + models: {A: {id: Int, name: String}}
        # response-field-schema-added
        A field was any JSON, and has a type now.
        = endpoints: {GetA: {path: /a, response: A}}
        - models: {A: {b: JSON}}
        + models: {A: {b: Int}}
        # response-field-schema-removed
        A field is any JSON now.
        = endpoints: {GetA: {path: /a, response: A}}
        - models: {A: {b: Int}}
        + models: {A: {b: JSON}}
        # response-field-type-changed
        A field of a response has another type.
        = endpoints: {GetA: {path: /a, response: A}}
        - models: {A: {id: Int}}
        + models: {A: {id: Bool}}
        # response-field-type-narrowed
        A field that might be a fraction is an integer now.
        = endpoints: {GetA: {path: /a, response: A}}
        - models: {A: {id: Double}}
        + models: {A: {id: Int}}
        # response-field-type-widened
        A field that was an integer may be a fraction. Released apps fail at the first one.
        = endpoints: {GetA: {path: /a, response: A}}
        - models: {A: {id: Int}}
        + models: {A: {id: Double}}
        # response-field-types-narrowed
        A field may be of fewer types now.
        - paths: {/a: {get: {operationId: getA, responses: {'200': {description: ok, content: {application/json: {schema: {type: object, properties: {a: {type: [string, integer]}}}}}}}}}}
        + paths: {/a: {get: {operationId: getA, responses: {'200': {description: ok, content: {application/json: {schema: {type: object, properties: {a: {type: string}}}}}}}}}}
        # response-field-types-widened
        A field may be of more types now. Released apps fail at the first of a new one.
        - paths: {/a: {get: {operationId: getA, responses: {'200': {description: ok, content: {application/json: {schema: {type: object, properties: {a: {type: string}}}}}}}}}}
        + paths: {/a: {get: {operationId: getA, responses: {'200': {description: ok, content: {application/json: {schema: {type: object, properties: {a: {type: [string, integer]}}}}}}}}}}
        # response-items-became-not-nullable
        Elements of a list are never null any more.
        = endpoints: {GetA: {path: /a, response: A}}
        - models: {A: {ids: [{type: Int, optional: true}]}}
        + models: {A: {ids: [Int]}}
        # response-items-became-nullable
        Elements of a list may be null now. Released apps fail at the first null.
        = endpoints: {GetA: {path: /a, response: A}}
        - models: {A: {ids: [Int]}}
        + models: {A: {ids: [{type: Int, optional: true}]}}
        # response-kind-changed
        The response has another type.
        - endpoints: {GetA: {path: /a, response: A}}
        + endpoints: {GetA: {path: /a, response: [A]}}
        = models: {A: {id: Int}}
        # response-limit-changed
        A limit of a response is another one. Generated code doesn't check it.
        - paths: {/a: {get: {operationId: getA, responses: {'200': {description: ok, content: {application/json: {schema: {type: object, properties: {a: {type: string}}}}}}}}}}
        + paths: {/a: {get: {operationId: getA, responses: {'200': {description: ok, content: {application/json: {schema: {type: object, properties: {a: {type: string, maxLength: 10}}}}}}}}}}
        # response-map-became-object
        A dictionary has certain fields now, or the other way round.
        = endpoints: {GetA: {path: /a, response: A}}
        - models: {A: {b: "[String: Int]"}}
        + models: {A: {b: B}, B: {id: Int}}
        # response-map-values-changed
        The values of a dictionary have another type.
        = endpoints: {GetA: {path: /a, response: A}}
        - models: {A: {b: "[String: Int]"}}
        + models: {A: {b: "[String: Bool]"}}
        # response-narrowed-to-one
        The response, or a field of it, is of one type only now.
        - endpoints: {GetA: {path: /a, response: U}}
        + endpoints: {GetA: {path: /a, response: A}}
        = models: {A: {id: Int}, B: {name: String}, U: {union: [A, B]}}
        # response-optional-became-nullable
        A field that might be missing may be null too. It is an optional either way.
        = endpoints: {GetA: {path: /a, response: A}}
        - models: {A: {id: Int, note: String?}}
        + models: {A: {id: Int, note: String? or null}}
        # response-read-only-changed
        A field of a response became read-only, or is so no longer. Nothing sends it.
        = endpoints: {GetA: {path: /a, response: A}}
        - models: {A: {id: Int}}
        + models: {A: {id: {type: Int, readOnly: true}}}
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
        # response-tag-added
        A tag is new. Released apps see '.unrecognized'.
        = endpoints: {GetA: {path: /a, response: U}}
        - models: {A: {kind: String, id: Int}, B: {kind: String, name: String}, U: {union: kind, cases: {a: A}}}
        + models: {A: {kind: String, id: Int}, B: {kind: String, name: String}, U: {union: kind, cases: {a: A, b: B}}}
        # response-tag-changed
        The tag of an alternative is another one. Released apps see '.unrecognized'.
        = endpoints: {GetA: {path: /a, response: U}}
        - models: {A: {kind: String, id: Int}, B: {kind: String, name: String}, U: {union: kind, cases: {a: A, b: B}}}
        + models: {A: {kind: String, id: Int}, B: {kind: String, name: String}, U: {union: kind, cases: {a: A, c: B}}}
        # response-tuple-changed
        The elements of a tuple in a response are other ones. In Swift they are any JSON.
        - paths: {/a: {get: {operationId: getA, responses: {'200': {description: ok, content: {application/json: {schema: {type: object, properties: {a: {type: array, prefixItems: [{type: string}, {type: integer}]}}}}}}}}}}
        + paths: {/a: {get: {operationId: getA, responses: {'200': {description: ok, content: {application/json: {schema: {type: object, properties: {a: {type: array, prefixItems: [{type: boolean}, {type: integer}]}}}}}}}}}}
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
        # response-write-only-changed
        A field that was only sent may be in responses too.
        = endpoints: {GetA: {path: /a, response: A}, PutA: {method: PUT, path: /a, body: A}}
        - models: {A: {id: {type: Int?, writeOnly: true}, name: String}}
        + models: {A: {id: Int?, name: String}}
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
        # success-status-added-same
        Another status of success is described, and holds the same. Released apps read every status of success.
        - paths: {/a: {get: {operationId: getA, responses: {'200': {description: ok, content: {application/json: {schema: {type: string}}}}}}}}
        + paths: {/a: {get: {operationId: getA, responses: {'200': {description: ok, content: {application/json: {schema: {type: string}}}}, '203': {description: ok, content: {application/json: {schema: {type: string}}}}}}}}
        # success-status-added-other
        A status of success is new, with another body. Where the response was one type, it is an enum now.
        - endpoints: {GetA: {path: /a, response: A}}
        + endpoints: {GetA: {path: /a, response: {cases: {200: A, 202: B}}}}
        = models: {A: {id: Int}, B: {name: String}}
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
