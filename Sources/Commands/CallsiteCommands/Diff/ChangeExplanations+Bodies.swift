// How an entry is written: ChangeExplanations+Endpoint.swift.

extension ChangeExplanation {
    /// Bodies and models that are sent.
    static let bodyTexts = #"""
        # alternatives-kind-changed
        The alternatives of what is sent are 'oneOf' instead of 'anyOf', or the other way round.
        - paths: {/a: {post: {operationId: postA, requestBody: {required: true, content: {application/json: {schema: {type: object, properties: {a: {anyOf: [{type: string}, {type: integer}]}}}}}}, responses: {'204': {description: done}}}}}
        + paths: {/a: {post: {operationId: postA, requestBody: {required: true, content: {application/json: {schema: {type: object, properties: {a: {oneOf: [{type: string}, {type: integer}]}}}}}}, responses: {'204': {description: done}}}}}
        # alternatives-reordered
        The alternatives of a union are in another order. Where a value fits several and no field tells them apart, it is the first.
        = endpoints: {GetA: {path: /a, response: U}}
        - models: {A: {id: Int}, B: {id: Int, name: String}, U: {union: [A, B]}}
        + models: {A: {id: Int}, B: {id: Int, name: String}, U: {union: [B, A]}}
        # body-added-optional
        The endpoint takes a body, which may be left out.
        - endpoints: {PutA: {method: PUT, path: /a}}
        + endpoints: {PutA: {method: PUT, path: /a, body: {model: A, optional: true}}}
        = models: {A: {id: Int}}
        # body-added-required
        The endpoint needs a body. Released apps send none.
        - endpoints: {PutA: {method: PUT, path: /a}}
        + endpoints: {PutA: {method: PUT, path: /a, body: A}}
        = models: {A: {id: Int}}
        # body-alternative-added
        What is sent may be one more thing.
        = endpoints: {PutA: {method: PUT, path: /a, body: U}}
        - models: {A: {id: Int}, B: {name: String}, C: {size: Double}, U: {union: [A, B]}}
        + models: {A: {id: Int}, B: {name: String}, C: {size: Double}, U: {union: [A, B, C]}}
        # body-alternative-changed
        A case of a union that is sent holds another type.
        = endpoints: {PutA: {method: PUT, path: /a, body: U}}
        - models: {A: {kind: String}, B: {kind: String, name: String}, C: {kind: String, size: Int}, U: {union: kind, cases: {a: A, b: B}}}
        + models: {A: {kind: String}, B: {kind: String, name: String}, C: {kind: String, size: Int}, U: {union: kind, cases: {a: A, b: C}}}
        # body-alternative-removed
        What is sent may be one thing less. Released apps that send it are refused.
        = endpoints: {PutA: {method: PUT, path: /a, body: U}}
        - models: {A: {id: Int}, B: {name: String}, C: {size: Double}, U: {union: [A, B, C]}}
        + models: {A: {id: Int}, B: {name: String}, C: {size: Double}, U: {union: [A, B]}}
        # body-alternative-renamed
        A case of a union that is sent has another name.
        = endpoints: {PutA: {method: PUT, path: /a, body: U}}
        - models: {A: {id: Int, kind: String}, B: {name: String}, U: {union: [A, B]}}
        + models: {X: {id: Int, kind: String}, B: {name: String}, U: {union: [X, B]}}
        # body-became-not-nullable
        A body is never null any more. Released apps that send none in its place are refused.
        - paths: {/a: {put: {operationId: putA, requestBody: {required: true, content: {application/json: {schema: {oneOf: [{$ref: '#/components/schemas/A'}, {type: 'null'}]}}}}, responses: {'204': {description: done}}}}}
        + paths: {/a: {put: {operationId: putA, requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/A'}}}}, responses: {'204': {description: done}}}}}
        = components: {schemas: {A: {type: object, properties: {id: {type: integer}, name: {type: string}}}}}
        # body-became-nullable
        A body may be null now: the request takes an optional. Calls compile; code that reads the property of a request finds an optional.
        - paths: {/a: {put: {operationId: putA, requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/A'}}}}, responses: {'204': {description: done}}}}}
        + paths: {/a: {put: {operationId: putA, requestBody: {required: true, content: {application/json: {schema: {oneOf: [{$ref: '#/components/schemas/A'}, {type: 'null'}]}}}}, responses: {'204': {description: done}}}}}
        = components: {schemas: {A: {type: object, properties: {id: {type: integer}, name: {type: string}}}}}
        # body-became-optional
        The body may be left out now.
        - endpoints: {PutA: {method: PUT, path: /a, body: A}}
        + endpoints: {PutA: {method: PUT, path: /a, body: {model: A, optional: true}}}
        = models: {A: {id: Int}}
        # body-became-required
        The body must be there now. Released apps that leave it out are refused.
        - endpoints: {PutA: {method: PUT, path: /a, body: {model: A, optional: true}}}
        + endpoints: {PutA: {method: PUT, path: /a, body: A}}
        = models: {A: {id: Int}}
        # body-became-union
        The body may be one of several types now.
        - endpoints: {PutA: {method: PUT, path: /a, body: A}}
        + endpoints: {PutA: {method: PUT, path: /a, body: U}}
        = models: {A: {id: Int}, B: {name: String}, U: {union: [A, B]}}
        # body-encoding-changed
        A field of a form or a part is written in another way.
        - endpoints: {PutA: {method: PUT, path: /a, body: {fields: {a: [Int]}, encoding: form}}}
        + endpoints: {PutA: {method: PUT, path: /a, body: {fields: {a: [Int]}, encoding: form, encodings: {a: {explode: false}}}}}
        # body-kind-changed
        The body is of another type.
        - endpoints: {PutA: {method: PUT, path: /a, body: A}}
        + endpoints: {PutA: {method: PUT, path: /a, body: [A]}}
        = models: {A: {id: Int}}
        # body-part-added
        What is sent has one schema more in 'allOf'. Its fields are reported by themselves; limits of the part are only checked by the server.
        = paths: {/a: {post: {operationId: postA, requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/A'}}}}, responses: {'204': {description: done}}}}}
        - components: {schemas: {A: {allOf: [{$ref: '#/components/schemas/P'}, {$ref: '#/components/schemas/R'}]}, P: {type: object, properties: {p: {type: string}}}, R: {type: object, properties: {r: {type: string}}}, Q: {minProperties: 2}}}
        + components: {schemas: {A: {allOf: [{$ref: '#/components/schemas/P'}, {$ref: '#/components/schemas/R'}, {$ref: '#/components/schemas/Q'}]}, P: {type: object, properties: {p: {type: string}}}, R: {type: object, properties: {r: {type: string}}}, Q: {minProperties: 2}}}
        # body-part-removed
        What is sent has one schema less in 'allOf'. Its fields are reported by themselves.
        = paths: {/a: {post: {operationId: postA, requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/A'}}}}, responses: {'204': {description: done}}}}}
        - components: {schemas: {A: {allOf: [{$ref: '#/components/schemas/P'}, {$ref: '#/components/schemas/R'}, {$ref: '#/components/schemas/Q'}]}, P: {type: object, properties: {p: {type: string}}}, R: {type: object, properties: {r: {type: string}}}, Q: {type: object, properties: {q: {type: string}}}}}
        + components: {schemas: {A: {allOf: [{$ref: '#/components/schemas/P'}, {$ref: '#/components/schemas/R'}]}, P: {type: object, properties: {p: {type: string}}}, R: {type: object, properties: {r: {type: string}}}, Q: {type: object, properties: {q: {type: string}}}}}
        # body-removed
        The endpoint takes no body any more. Its arguments are gone.
        - endpoints: {PutA: {method: PUT, path: /a, body: A}}
        + endpoints: {PutA: {method: PUT, path: /a}}
        = models: {A: {id: Int}}
        # body-schema-added
        The body was any JSON, and has a type now.
        - endpoints: {PutA: {method: PUT, path: /a, body: JSON}}
        + endpoints: {PutA: {method: PUT, path: /a, body: A}}
        = models: {A: {id: Int}}
        # body-schema-removed
        The body is any JSON now.
        - endpoints: {PutA: {method: PUT, path: /a, body: A}}
        + endpoints: {PutA: {method: PUT, path: /a, body: JSON}}
        = models: {A: {id: Int}}
        # body-type-added
        Another media type is taken too.
        - paths: {/a: {post: {operationId: postA, requestBody: {content: {application/json: {schema: {type: string}}}}, responses: {'204': {description: done}}}}}
        + paths: {/a: {post: {operationId: postA, requestBody: {content: {application/json: {schema: {type: string}}, application/vnd.a+json: {schema: {type: string}}}}, responses: {'204': {description: done}}}}}
        # body-type-changed
        The body is sent in another encoding: JSON, a form, parts, text or bytes.
        - endpoints: {PutA: {method: PUT, path: /a, body: {fields: {a: String}}}}
        + endpoints: {PutA: {method: PUT, path: /a, body: {fields: {a: String}, encoding: form}}}
        # body-type-removed
        A media type is no longer taken. If released apps send it, they get 415.
        - paths: {/a: {post: {operationId: postA, requestBody: {content: {application/json: {schema: {type: string}}, application/vnd.a+json: {schema: {type: string}}}}, responses: {'204': {description: done}}}}}
        + paths: {/a: {post: {operationId: postA, requestBody: {content: {application/json: {schema: {type: string}}}}, responses: {'204': {description: done}}}}}
        # condition-added
        A keyword that no client knows restricts what is valid: 'not', 'if', 'contains', 'dependentRequired' and others. Released apps may be refused.
        - paths: {/a: {post: {operationId: postA, requestBody: {required: true, content: {application/json: {schema: {type: object, properties: {a: {type: string}, b: {type: string}}}}}}, responses: {'204': {description: done}}}}}
        + paths: {/a: {post: {operationId: postA, requestBody: {required: true, content: {application/json: {schema: {type: object, properties: {a: {type: string}, b: {type: string}}, dependentRequired: {a: [b]}}}}}, responses: {'204': {description: done}}}}}
        # condition-removed
        A keyword that restricted what is valid is gone.
        - paths: {/a: {post: {operationId: postA, requestBody: {required: true, content: {application/json: {schema: {type: object, properties: {a: {type: string}, b: {type: string}}, dependentRequired: {a: [b]}}}}}, responses: {'204': {description: done}}}}}
        + paths: {/a: {post: {operationId: postA, requestBody: {required: true, content: {application/json: {schema: {type: object, properties: {a: {type: string}, b: {type: string}}}}}}, responses: {'204': {description: done}}}}}
        # content-coding-changed
        A string that is sent is base64 now, or no longer.
        = endpoints: {PutA: {method: PUT, path: /a, body: A}}
        - models: {A: {b: String}}
        + models: {A: {b: Data}}
        # content-media-type-changed
        A string that is sent holds another media type. An app doesn't look into it.
        - paths: {/a: {post: {operationId: postA, requestBody: {required: true, content: {application/json: {schema: {type: object, properties: {a: {type: string, contentMediaType: text/html}}}}}}, responses: {'204': {description: done}}}}}
        + paths: {/a: {post: {operationId: postA, requestBody: {required: true, content: {application/json: {schema: {type: object, properties: {a: {type: string, contentMediaType: text/markdown}}}}}}, responses: {'204': {description: done}}}}}
        # discriminator-added
        Alternatives that are sent are told apart by a field now.
        = endpoints: {PutA: {method: PUT, path: /a, body: U}}
        - models: {A: {kind: String, id: Int}, B: {kind: String, name: String}, U: {union: [A, B]}}
        + models: {A: {kind: String, id: Int}, B: {kind: String, name: String}, U: {union: kind, cases: {a: A, b: B}}}
        # discriminator-mapping-changed
        The tag of an alternative that is sent is another one.
        = endpoints: {PutA: {method: PUT, path: /a, body: U}}
        - models: {A: {kind: String, id: Int}, B: {kind: String, name: String}, U: {union: kind, cases: {a: A, b: B}}}
        + models: {A: {kind: String, id: Int}, B: {kind: String, name: String}, U: {union: kind, cases: {a: A, c: B}}}
        # discriminator-property-changed
        Alternatives that are sent are told apart by another field.
        = endpoints: {PutA: {method: PUT, path: /a, body: U}}
        - models: {A: {kind: String, id: Int}, B: {kind: String, name: String}, U: {union: kind, cases: {a: A, b: B}}}
        + models: {A: {kind: String, id: Int}, B: {kind: String, name: String}, U: {union: type, cases: {a: A, b: B}}}
        # discriminator-removed
        No field tells apart the alternatives that are sent any more.
        = endpoints: {PutA: {method: PUT, path: /a, body: U}}
        - models: {A: {kind: String, id: Int}, B: {kind: String, name: String}, U: {union: kind, cases: {a: A, b: B}}}
        + models: {A: {kind: String, id: Int}, B: {kind: String, name: String}, U: {union: [A, B]}}
        # field-added-optional
        What is sent has one more field that may be left out.
        = endpoints: {PutA: {method: PUT, path: /a, body: A}}
        - models: {A: {id: Int}}
        + models: {A: {id: Int, note: String?}}
        # field-added-required
        What is sent has one more field that must be there. Released apps don't send it; a default of the server's doesn't help them.
        = endpoints: {PutA: {method: PUT, path: /a, body: A}}
        - models: {A: {id: Int}}
        + models: {A: {id: Int, note: String}}
        # field-became-enum
        Only certain values of a field are taken now.
        = endpoints: {PutA: {method: PUT, path: /a, body: A}}
        - models: {A: {state: String}}
        + models: {A: {state: open | closed}}
        # field-became-not-nullable
        A field that is sent is never null any more. Released apps that send null are refused.
        = endpoints: {PutA: {method: PUT, path: /a, body: A}}
        - models: {A: {id: Int, note: String or null}}
        + models: {A: {id: Int, note: String}}
        # field-became-nullable
        A field that is sent may be null now.
        = endpoints: {PutA: {method: PUT, path: /a, body: A}}
        - models: {A: {id: Int, note: String}}
        + models: {A: {id: Int, note: String or null}}
        # field-became-optional
        A field that is sent may be left out now.
        = endpoints: {PutA: {method: PUT, path: /a, body: A}}
        - models: {A: {id: Int, note: String}}
        + models: {A: {id: Int, note: String?}}
        # field-became-read-only
        A field comes in responses only: it leaves the initialiser.
        = endpoints: {GetA: {path: /a, response: A}, PutA: {method: PUT, path: /a, body: A}}
        - models: {A: {id: Int?, name: String}}
        + models: {A: {id: {type: Int?, readOnly: true}, name: String}}
        # field-became-required
        A field must be sent now.
        = endpoints: {PutA: {method: PUT, path: /a, body: A}}
        - models: {A: {id: Int, note: String?}}
        + models: {A: {id: Int, note: String}}
        # field-became-union
        A field that is sent may be one of several types now.
        = endpoints: {PutA: {method: PUT, path: /a, body: A}}
        - models: {A: {b: B}, B: {id: Int}, C: {name: String}, U: {union: [B, C]}}
        + models: {A: {b: U}, B: {id: Int}, C: {name: String}, U: {union: [B, C]}}
        # field-became-writable
        A field that came in responses only can be sent now.
        = endpoints: {GetA: {path: /a, response: A}, PutA: {method: PUT, path: /a, body: A}}
        - models: {A: {id: {type: Int?, readOnly: true}, name: String}}
        + models: {A: {id: Int?, name: String}}
        # field-became-write-only
        A field that is sent comes in responses no more.
        = endpoints: {PutA: {method: PUT, path: /a, body: A}}
        - models: {A: {id: Int?, name: String}}
        + models: {A: {id: {type: Int?, writeOnly: true}, name: String}}
        # field-const-changed
        A constant that is sent is another one. Nobody writes it, so nothing in the code shows it; released apps send the old one.
        = endpoints: {PutA: {method: PUT, path: /a, body: A}}
        - models: {A: {id: Int, kind: {constant: a}}}
        + models: {A: {id: Int, kind: {constant: b}}}
        # field-default-changed
        The server's default for a field is another one, or the default of an argument.
        - paths: {/a: {post: {operationId: postA, requestBody: {required: true, content: {application/json: {schema: {type: object, properties: {a: {type: integer, default: 1}}}}}}, responses: {'204': {description: done}}}}}
        + paths: {/a: {post: {operationId: postA, requestBody: {required: true, content: {application/json: {schema: {type: object, properties: {a: {type: integer, default: 2}}}}}}, responses: {'204': {description: done}}}}}
        # field-deprecated
        A field that is sent is deprecated. So far the documentation says so, and no warning.
        = endpoints: {PutA: {method: PUT, path: /a, body: A}}
        - models: {A: {b: Int}}
        + models: {A: {b: {type: Int, deprecated: true}}}
        # field-enum-opened
        A field that is sent may be any string now.
        = endpoints: {PutA: {method: PUT, path: /a, body: A}}
        - models: {A: {state: open | closed}}
        + models: {A: {state: String}}
        # field-enum-value-added
        A field that is sent may have one more value.
        = endpoints: {PutA: {method: PUT, path: /a, body: A}}
        - models: {A: {state: open | closed}}
        + models: {A: {state: open | closed | merged}}
        # field-enum-value-removed
        A field that is sent may have one value less. Released apps that send it are refused.
        = endpoints: {PutA: {method: PUT, path: /a, body: A}}
        - models: {A: {state: open | closed | merged}}
        + models: {A: {state: open | closed}}
        # field-format-changed
        A string that is sent has another format.
        = endpoints: {PutA: {method: PUT, path: /a, body: A}}
        - models: {A: {at: Date}}
        + models: {A: {at: Day}}
        # field-format-set
        A string that is sent has a format now, and with it another Swift type.
        = endpoints: {PutA: {method: PUT, path: /a, body: A}}
        - models: {A: {at: String}}
        + models: {A: {at: Date}}
        # field-format-unset
        A string that is sent has no format any more.
        = endpoints: {PutA: {method: PUT, path: /a, body: A}}
        - models: {A: {at: Date}}
        + models: {A: {at: String}}
        # field-int-width
        A field that is sent is an integer of another width.
        = endpoints: {PutA: {method: PUT, path: /a, body: A}}
        - models: {A: {id: Int64}}
        + models: {A: {id: Int32}}
        # field-items-became-not-nullable
        Elements of a list that is sent are never null any more.
        = endpoints: {PutA: {method: PUT, path: /a, body: A}}
        - models: {A: {ids: [{type: Int, optional: true}]}}
        + models: {A: {ids: [Int]}}
        # field-items-became-nullable
        Elements of a list that is sent may be null now.
        = endpoints: {PutA: {method: PUT, path: /a, body: A}}
        - models: {A: {ids: [Int]}}
        + models: {A: {ids: [{type: Int, optional: true}]}}
        # field-limit-loosened
        More values of a field are valid.
        - paths: {/a: {post: {operationId: postA, requestBody: {required: true, content: {application/json: {schema: {type: object, properties: {a: {type: string, maxLength: 10}}}}}}, responses: {'204': {description: done}}}}}
        + paths: {/a: {post: {operationId: postA, requestBody: {required: true, content: {application/json: {schema: {type: object, properties: {a: {type: string, maxLength: 20}}}}}}, responses: {'204': {description: done}}}}}
        # field-limit-set-or-tightened
        Fewer values of a field are valid. Generated code doesn't check; released apps that send others are refused.
        - paths: {/a: {post: {operationId: postA, requestBody: {required: true, content: {application/json: {schema: {type: object, properties: {a: {type: string}}}}}}, responses: {'204': {description: done}}}}}
        + paths: {/a: {post: {operationId: postA, requestBody: {required: true, content: {application/json: {schema: {type: object, properties: {a: {type: string, maxLength: 10}}}}}}, responses: {'204': {description: done}}}}}
        # field-map-became-object
        A dictionary that is sent has certain fields now, or the other way round.
        = endpoints: {PutA: {method: PUT, path: /a, body: A}}
        - models: {A: {b: "[String: Int]"}}
        + models: {A: {b: B}, B: {id: Int}}
        # field-map-values-changed
        The values of a dictionary that is sent have another type.
        = endpoints: {PutA: {method: PUT, path: /a, body: A}}
        - models: {A: {b: "[String: Int]"}}
        + models: {A: {b: "[String: Bool]"}}
        # field-narrowed-to-one
        A field that is sent may be of one type only now.
        = endpoints: {PutA: {method: PUT, path: /a, body: A}}
        - models: {A: {b: U}, B: {id: Int}, C: {name: String}, U: {union: [B, C]}}
        + models: {A: {b: B}, B: {id: Int}, C: {name: String}, U: {union: [B, C]}}
        # field-order-changed
        The order of fields in the description is the order of arguments. A call with both stops compiling.
        = endpoints: {PutA: {method: PUT, path: /a, body: A}}
        - models: {A: {a: Int, b: Int}}
        + models: {A: {b: Int, a: Int}}
        # field-removed
        What is sent has one field less. Callers that set it stop compiling; a strict server may refuse apps that send it.
        = endpoints: {PutA: {method: PUT, path: /a, body: A}}
        - models: {A: {id: Int, note: String?}}
        + models: {A: {id: Int}}
        # field-renamed
        A field that is sent has another name: one is gone, and one that is alike has come.
        = endpoints: {PutA: {method: PUT, path: /a, body: A}}
        - models: {A: {id: Int, full_name: String?}}
        + models: {A: {id: Int, name: String?}}
        # field-schema-added
        A field that is sent was any JSON, and has a type now.
        = endpoints: {PutA: {method: PUT, path: /a, body: A}}
        - models: {A: {b: JSON}}
        + models: {A: {b: Int}}
        # field-schema-removed
        A field that is sent is any JSON now.
        = endpoints: {PutA: {method: PUT, path: /a, body: A}}
        - models: {A: {b: Int}}
        + models: {A: {b: JSON}}
        # field-swift-name-changed
        A field has the same name on the wire and another one in Swift.
        = endpoints: {PutA: {method: PUT, path: /a, body: A}}
        - models: {A: {b: Int}}
        + models: {A: {b: {type: Int, name: count}}}
        # field-type-changed
        A field that is sent has another type.
        = endpoints: {PutA: {method: PUT, path: /a, body: A}}
        - models: {A: {id: Int}}
        + models: {A: {id: Bool}}
        # field-type-narrowed
        A field that is sent might be a fraction, and is an integer now.
        = endpoints: {PutA: {method: PUT, path: /a, body: A}}
        - models: {A: {id: Double}}
        + models: {A: {id: Int}}
        # field-type-widened
        A field that is sent was an integer, and may be a fraction now.
        = endpoints: {PutA: {method: PUT, path: /a, body: A}}
        - models: {A: {id: Int}}
        + models: {A: {id: Double}}
        # field-types-narrowed
        A field that is sent may be of fewer types now.
        - paths: {/a: {post: {operationId: postA, requestBody: {required: true, content: {application/json: {schema: {type: object, properties: {a: {type: [string, integer]}}}}}}, responses: {'204': {description: done}}}}}
        + paths: {/a: {post: {operationId: postA, requestBody: {required: true, content: {application/json: {schema: {type: object, properties: {a: {type: string}}}}}}, responses: {'204': {description: done}}}}}
        # field-types-widened
        A field that is sent may be of more types now.
        - paths: {/a: {post: {operationId: postA, requestBody: {required: true, content: {application/json: {schema: {type: object, properties: {a: {type: string}}}}}}, responses: {'204': {description: done}}}}}
        + paths: {/a: {post: {operationId: postA, requestBody: {required: true, content: {application/json: {schema: {type: object, properties: {a: {type: [string, integer]}}}}}}, responses: {'204': {description: done}}}}}
        # fields-closed
        An object has no fields of other names any more.
        = endpoints: {PutA: {method: PUT, path: /a, body: A}}
        - models: {A: {fields: {id: Int}, otherFields: JSON}}
        + models: {A: {fields: {id: Int}}}
        # fields-opened
        An object may have fields of any other name.
        = endpoints: {PutA: {method: PUT, path: /a, body: A}}
        - models: {A: {fields: {id: Int}}}
        + models: {A: {fields: {id: Int}, otherFields: JSON}}
        # tuple-changed
        The elements of a tuple that is sent are other ones. In Swift they are any JSON.
        - paths: {/a: {post: {operationId: postA, requestBody: {required: true, content: {application/json: {schema: {type: object, properties: {a: {type: array, prefixItems: [{type: string}, {type: integer}]}}}}}}, responses: {'204': {description: done}}}}}
        + paths: {/a: {post: {operationId: postA, requestBody: {required: true, content: {application/json: {schema: {type: object, properties: {a: {type: array, prefixItems: [{type: boolean}, {type: integer}]}}}}}}, responses: {'204': {description: done}}}}}
        """#
}
