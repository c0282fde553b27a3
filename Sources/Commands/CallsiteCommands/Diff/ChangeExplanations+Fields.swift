// ChangeExplanations+Endpoint.swift explains the format of the entries.

extension ChangeExplanation {
    /// Changes of responses: their fields, enums and unions.
    static let fieldTexts = #"""
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
        # response-enum-value-named
        An enum has a case for a value that your code compares with '.unrecognized'. The code compiles, and the comparison is never true again. Only '--callers' finds it.
        = endpoints: {GetA: {path: /a, response: A}}
        - models: {A: {state: open | closed}}
        + models: {A: {state: open | closed | lost}}
        * func isLost(_ a: A) -> Bool { a.state == .unrecognized("lost") }
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
        # response-optional-became-nullable
        A field that might be missing may be null too. It is an optional either way.
        = endpoints: {GetA: {path: /a, response: A}}
        - models: {A: {id: Int, note: String?}}
        + models: {A: {id: Int, note: String? or null}}
        # response-part-added
        What is read has one schema more in 'allOf'. Its fields are reported by themselves.
        - components: {schemas: {A: {allOf: [{$ref: '#/components/schemas/P'}, {$ref: '#/components/schemas/R'}]}, P: {type: object, properties: {p: {type: string}}}, R: {type: object, properties: {r: {type: string}}}, Q: {type: object, properties: {q: {type: string}}}}}
        + components: {schemas: {A: {allOf: [{$ref: '#/components/schemas/P'}, {$ref: '#/components/schemas/R'}, {$ref: '#/components/schemas/Q'}]}, P: {type: object, properties: {p: {type: string}}}, R: {type: object, properties: {r: {type: string}}}, Q: {type: object, properties: {q: {type: string}}}}}
        # response-part-removed
        What is read has one schema less in 'allOf'. Its fields are reported by themselves.
        - components: {schemas: {A: {allOf: [{$ref: '#/components/schemas/P'}, {$ref: '#/components/schemas/R'}, {$ref: '#/components/schemas/Q'}]}, P: {type: object, properties: {p: {type: string}}}, R: {type: object, properties: {r: {type: string}}}, Q: {type: object, properties: {q: {type: string}}}}}
        + components: {schemas: {A: {allOf: [{$ref: '#/components/schemas/P'}, {$ref: '#/components/schemas/R'}]}, P: {type: object, properties: {p: {type: string}}}, R: {type: object, properties: {r: {type: string}}}, Q: {type: object, properties: {q: {type: string}}}}}
        # response-read-only-changed
        A field of a response became read-only, or is so no longer. Nothing sends it.
        = endpoints: {GetA: {path: /a, response: A}}
        - models: {A: {id: Int}}
        + models: {A: {id: {type: Int, readOnly: true}}}
        # response-tag-added
        A tag is new. Released apps see '.unrecognized'.
        = endpoints: {GetA: {path: /a, response: U}}
        - models: {A: {kind: String, id: Int}, B: {kind: String, name: String}, U: {union: kind, cases: {a: A}}}
        + models: {A: {kind: String, id: Int}, B: {kind: String, name: String}, U: {union: kind, cases: {a: A, b: B}}}
        # response-alternatives-kind-changed
        The alternatives of a response are 'oneOf' instead of 'anyOf', or the other way round. An app takes the first one that fits.
        - paths: {/a: {get: {operationId: getA, responses: {'200': {description: ok, content: {application/json: {schema: {oneOf: [{type: string}, {type: integer}]}}}}}}}}
        + paths: {/a: {get: {operationId: getA, responses: {'200': {description: ok, content: {application/json: {schema: {anyOf: [{type: string}, {type: integer}]}}}}}}}}
        # response-content-media-type-changed
        A string of a response holds another media type. An app doesn't look into it.
        - components: {schemas: {A: {type: object, properties: {a: {type: string, contentMediaType: text/html}}}}}
        + components: {schemas: {A: {type: object, properties: {a: {type: string, contentMediaType: text/markdown}}}}}
        # response-tag-changed
        The tag of an alternative is another one. Released apps see '.unrecognized'.
        = endpoints: {GetA: {path: /a, response: U}}
        - models: {A: {kind: String, id: Int}, B: {kind: String, name: String}, U: {union: kind, cases: {a: A, b: B}}}
        + models: {A: {kind: String, id: Int}, B: {kind: String, name: String}, U: {union: kind, cases: {a: A, c: B}}}
        # response-tuple-changed
        The elements of a tuple in a response are other ones. In Swift they are any JSON.
        - paths: {/a: {get: {operationId: getA, responses: {'200': {description: ok, content: {application/json: {schema: {type: object, properties: {a: {type: array, prefixItems: [{type: string}, {type: integer}]}}}}}}}}}}
        + paths: {/a: {get: {operationId: getA, responses: {'200': {description: ok, content: {application/json: {schema: {type: object, properties: {a: {type: array, prefixItems: [{type: boolean}, {type: integer}]}}}}}}}}}}
        # response-write-only-changed
        A field that was only sent may be in responses too.
        = endpoints: {GetA: {path: /a, response: A}, PutA: {method: PUT, path: /a, body: A}}
        - models: {A: {id: {type: Int?, writeOnly: true}, name: String}}
        + models: {A: {id: Int?, name: String}}
        """#
}
