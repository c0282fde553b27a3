extension Explanation {
    /// Reading OpenAPI and Swagger.
    static let openAPITexts = #"""
        # alias-not-found
        'aliases' of 'include' gives a Swift name that a type has in the whole API. The path behind it must be a type of the operations that are included.
        # alias-taken
        'aliases' of 'include' gives a name that another type of the generated code has already.
        # ambiguous-union
        Two alternatives of a union may have the same fields, so a value can match both; the first that can be decoded wins. A discriminator, a required field, or a field with a value of its own in each tells them apart.
        - components: {schemas: {U: {oneOf: [{type: object, properties: {a: {type: string}}}, {type: object, properties: {b: {type: string}}}]}}}
        + components: {schemas: {U: {oneOf: [{type: object, required: [a], properties: {a: {type: string}}}, {type: object, required: [b], properties: {b: {type: string}}}]}}}
        # array-without-items
        The array doesn't describe its elements, so they are any JSON.
        - components: {schemas: {A: {type: array}}}
        + components: {schemas: {A: {type: array, items: {type: string}}}}
        # authorization-parameter
        OpenAPI describes credentials as security schemes, and tools may ignore a parameter named Authorization. Callsite leaves it out where a security scheme sets the header, and keeps it otherwise.
        - paths: {/a: {get: {operationId: a, parameters: [{name: Authorization, in: header, schema: {type: string}}], responses: {"204": {description: done}}}}}
        + paths: {/a: {get: {operationId: a, responses: {"204": {description: done}}}}}
        # beside-reference
        A reference to a parameter, body or response replaces the whole object. Of the keys beside it, only a summary and a description count.
        - paths: {/a: {get: {operationId: a, parameters: [{$ref: "#/components/parameters/P", required: true}], responses: {"204": {description: done}}}}}
        - components: {parameters: {P: {name: p, in: query, schema: {type: string}}}}
        + paths: {/a: {get: {operationId: a, parameters: [{$ref: "#/components/parameters/P"}], responses: {"204": {description: done}}}}}
        + components: {parameters: {P: {name: p, in: query, required: true, schema: {type: string}}}}
        # body-of-nothing
        An optional body is an object to which no fields may be added. Nothing can be sent in it, so the request has no body.
        - paths: {/a: {post: {operationId: a, requestBody: {content: {application/json: {schema: {type: object, additionalProperties: false}}}}, responses: {"204": {description: ok}}}}}
        + paths: {/a: {post: {operationId: a, responses: {"204": {description: ok}}}}}
        # body-without-names
        Each field of a form and each part of a multipart body needs a name. This schema isn't an object, so its content is sent as one field named `file` (bytes) or `value`.
        - paths: {/a: {post: {operationId: a, requestBody: {content: {multipart/form-data: {schema: {type: string, format: binary}}}}, responses: {"204": {description: done}}}}}
        + paths: {/a: {post: {operationId: a, requestBody: {content: {multipart/form-data: {schema: {type: object, properties: {file: {type: string, format: binary}}}}}}, responses: {"204": {description: done}}}}}
        # contradictory-schemas
        The schemas of an allOf can't all match one value, such as a string and an object. The type is any JSON.
        - components: {schemas: {A: {allOf: [{type: string}, {type: object, properties: {a: {type: string}}}]}}}
        + components: {schemas: {A: {anyOf: [{type: string}, {type: object, properties: {a: {type: string}}}]}}}
        # credentials-in-url
        A URL in the document contains a name and a password. They would be visible in the generated code, so they are left out. Give credentials to the session.
        - components: {securitySchemes: {o: {type: oauth2, flows: {clientCredentials: {tokenUrl: "https://me:secret@auth.example.com/token", scopes: {}}}}}}
        + components: {securitySchemes: {o: {type: oauth2, flows: {clientCredentials: {tokenUrl: "https://auth.example.com/token", scopes: {}}}}}}
        # default-of-other-type
        A parameter's default isn't a value of its type. Callsite only documents it, and sends nothing when the caller passes nothing.
        - paths: {/a: {get: {operationId: a, parameters: [{name: page, in: query, schema: {type: integer, default: first}}], responses: {"204": {description: ok}}}}}
        + paths: {/a: {get: {operationId: a, parameters: [{name: page, in: query, schema: {type: integer, default: 1}}], responses: {"204": {description: ok}}}}}
        # discriminator-conflict
        A schema says which value of the discriminator it has, and the mapping gives that value to another schema. Callsite follows the mapping.
        - components: {schemas: {A: {type: object, required: [t], properties: {t: {type: string}}, discriminator: {propertyName: t, mapping: {b: "#/components/schemas/B"}}}, B: {allOf: [{$ref: "#/components/schemas/A"}]}, C: {allOf: [{$ref: "#/components/schemas/A"}, {properties: {t: {type: string, enum: [b]}}}]}}}
        + components: {schemas: {A: {type: object, required: [t], properties: {t: {type: string}}, discriminator: {propertyName: t, mapping: {b: "#/components/schemas/B"}}}, B: {allOf: [{$ref: "#/components/schemas/A"}]}, C: {allOf: [{$ref: "#/components/schemas/A"}, {properties: {t: {type: string, enum: [c]}}}]}}}
        # discriminator-ignored
        A discriminator needs alternatives that are objects, and a value for each. Without them, Callsite decodes the alternative that matches best.
        - components: {schemas: {A: {type: object, properties: {t: {type: string}}}, U: {oneOf: [{$ref: "#/components/schemas/A"}, {type: string}], discriminator: {propertyName: t}}}}
        + components: {schemas: {A: {type: object, properties: {t: {type: string}}}, U: {oneOf: [{$ref: "#/components/schemas/A"}, {type: string}]}}}
        # encoded-bytes
        The schema of a body, of a response or of a part of a multipart body says that its bytes are encoded as a string. Callsite sends and reads them as they are. Inside JSON and forms the encoding is applied.
        - paths: {/a: {put: {operationId: a, requestBody: {content: {image/png: {schema: {type: string, contentEncoding: base64}}}}, responses: {"204": {description: done}}}}}
        + paths: {/a: {put: {operationId: a, requestBody: {content: {image/png: {schema: {type: string}}}}, responses: {"204": {description: done}}}}}
        # encoding-of-nothing
        An encoding names a property that the body doesn't have.
        - paths: {/a: {post: {operationId: a, requestBody: {content: {application/x-www-form-urlencoded: {schema: {type: object, properties: {tags: {type: array, items: {type: string}}}}, encoding: {tag: {explode: false}}}}}, responses: {"204": {description: ok}}}}}
        + paths: {/a: {post: {operationId: a, requestBody: {content: {application/x-www-form-urlencoded: {schema: {type: object, properties: {tags: {type: array, items: {type: string}}}}, encoding: {tags: {explode: false}}}}}, responses: {"204": {description: ok}}}}}
        # endless-merge
        A property extends, with allOf, the schema that contains it, or so many schemas extend each other that the types would never end. The property has the schema's own type, without the additions.
        - components: {schemas: {A: {properties: {a: {allOf: [{$ref: "#/components/schemas/A"}, {properties: {b: {type: string}}}]}}}}}
        + components: {schemas: {A: {properties: {a: {$ref: "#/components/schemas/A"}}}}}
        # enum-of-nothing
        An enum without values allows no value. It is ignored.
        - components: {schemas: {A: {type: string, enum: []}}}
        + components: {schemas: {A: {type: string, enum: [a]}}}
        # file-or-text
        A part of a multipart body is a file or something else. Where that is a string, the request has a file, whose bytes can be those of a string. An object can be sent, and the file can't.
        - paths: {/a: {post: {operationId: a, requestBody: {content: {multipart/form-data: {schema: {type: object, properties: {photo: {anyOf: [{type: string, format: binary}, {type: string}]}}}}}}, responses: {"204": {description: ok}}}}}
        + paths: {/a: {post: {operationId: a, requestBody: {content: {multipart/form-data: {schema: {type: object, properties: {photo: {type: string, format: binary}}}}}}, responses: {"204": {description: ok}}}}}
        # header-not-decoded
        A header of a response is text. Callsite decodes numbers, truth values, dates and enums from it; a list or an object is the string that the server sends.
        - paths: {/a: {get: {operationId: a, responses: {"204": {description: ok, headers: {X-Tags: {schema: {type: array, items: {type: string}}}}}}}}}
        + paths: {/a: {get: {operationId: a, responses: {"204": {description: ok, headers: {X-Tags: {schema: {type: string}}}}}}}}
        # implied-type
        A schema without 'type' allows values of every type, whatever its other keywords say. Where a property or a parameter has keywords of one type only, it is taken for that type. A response's value of another type fails nothing: the property is nil, and the session's 'onSkippedElement' is called. Elsewhere the value is any JSON. An alternative that is nothing but 'nullable: true' is taken for null.
        - components: {schemas: {A: {type: object, properties: {a: {format: int32}}}}}
        + components: {schemas: {A: {type: object, properties: {a: {type: integer, format: int32}}}}}
        # incomplete-document
        A document needs `paths`, with the operations, and a title, which names the API. Components without paths generate models without requests.
        # incomplete-parameter
        A parameter without a name or a location can't be sent, and is left out.
        - paths: {/a: {get: {operationId: a, parameters: [{name: b}], responses: {"204": {description: done}}}}}
        + paths: {/a: {get: {operationId: a, parameters: [{name: b, in: query}], responses: {"204": {description: done}}}}}
        # integer-too-large
        A value of an integer enum doesn't fit in 64 bits, so the type is Double.
        - components: {schemas: {A: {type: integer, enum: [18446744073709551615]}}}
        + components: {schemas: {A: {type: integer, enum: [1]}}}
        # key-of-other-version
        This key belongs to another version of OpenAPI than the document declares, and is ignored.
        - paths: {/a: {get: {operationId: a, responses: {"200": {description: ok, schema: {type: string}}}}}}
        + paths: {/a: {get: {operationId: a, responses: {"200": {description: ok, content: {application/json: {schema: {type: string}}}}}}}}
        # list-as-query
        A parameter in `querystring` is the whole query. The properties of an object become its items; list elements would have no names, so the parameter is left out.
        - paths: {/a: {get: {operationId: a, parameters: [{name: q, in: querystring, content: {application/x-www-form-urlencoded: {schema: {type: array, items: {type: string}}}}}], responses: {"204": {description: ok}}}}}
        + paths: {/a: {get: {operationId: a, parameters: [{name: q, in: querystring, content: {application/x-www-form-urlencoded: {schema: {type: object, properties: {q: {type: string}}}}}}], responses: {"204": {description: ok}}}}}
        # matches-no-model
        'models' of 'include', or '--include model:NAME', names a model that the description doesn't have, or a pattern that matches none. It is the name in the description, not the one in Swift.
        # matches-no-operation
        'include', 'exclude' or '--include' names an operation, path or tag that the document doesn't have, or a pattern that matches none. Callsite deletes code that is no longer generated, so a typo would cost you the earlier output.
        # media-type-not-read
        Callsite decodes JSON, text, bytes and streams. Any other response, such as XML, is delivered as bytes, and an object or a list whose media type is text as a string.
        - paths: {/a: {get: {operationId: a, responses: {"200": {description: ok, content: {application/xml: {schema: {type: object}}}}}}}}
        + paths: {/a: {get: {operationId: a, responses: {"200": {description: ok, content: {application/json: {schema: {type: object}}}}}}}}
        # media-type-not-written
        Callsite writes JSON, forms, multipart, text and bytes. Pass a body of any other media type as bytes, and an object or a list whose media type is text as a string.
        - paths: {/a: {post: {operationId: a, requestBody: {content: {application/xml: {schema: {type: object}}}}, responses: {"204": {description: ok}}}}}
        + paths: {/a: {post: {operationId: a, requestBody: {content: {application/json: {schema: {type: object}}}}, responses: {"204": {description: ok}}}}}
        # merged-union
        An object has both fields and alternatives that are objects. The model has the fields of all of them, as optionals; the type doesn't say which belong together.
        - components: {schemas: {A: {type: object, properties: {id: {type: string}}, oneOf: [{properties: {a: {type: string}}}, {properties: {b: {type: string}}}]}}}
        + components: {schemas: {A: {type: object, properties: {id: {type: string}, a: {type: string}, b: {type: string}}}}}
        # mixed-enum
        The values of an enum must all be strings or all be numbers. A mixed enum is any JSON. Where all are strings beside another 'type', the type is ignored.
        - components: {schemas: {A: {enum: [1, two]}}}
        + components: {schemas: {A: {enum: [one, two]}}}
        # no-server
        The document names no server, or only a path, so the session needs a base URL.
        - components: {}
        - servers: [{url: /v1}]
        + components: {}
        # not-a-schema
        A schema is expected here. The value is any JSON.
        - components: {schemas: {A: {properties: {a: [string]}}}}
        + components: {schemas: {A: {properties: {a: {type: string}}}}}
        # not-an-operation
        A path or an operation is expected here. It is left out.
        - paths: {/a: {get: 5}}
        + paths: {}
        # not-in-the-path
        A path parameter isn't in the path. It is left out.
        - paths: {/a: {get: {operationId: a, parameters: [{name: b, in: path, required: true, schema: {type: string}}], responses: {"204": {description: done}}}}}
        + paths: {/a: {get: {operationId: a, responses: {"204": {description: done}}}}}
        # nothing-selected
        'include' and 'exclude' together leave out every operation.
        # odd-path
        A path begins with a slash, and its parameters are in braces: '/orders/{id}'. Anything else is a literal part of the URL.
        - paths: {"/orders/:id": {get: {operationId: a, responses: {"204": {description: ok}}}}}
        + paths: {"/orders/{id}": {get: {operationId: a, parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {"204": {description: ok}}}}}
        # operation-ids-of-paths
        Most operationIds are the method and path in one word, as tools write them. 'naming: {operations: byResource}' in callsite.yaml makes names such as ListCustomers from method and path; 'byID' keeps the ids and ends this warning.
        # other-form-fields
        A form or multipart body may have fields of other names that hold objects or lists. Only strings, numbers and files can be sent under names that the caller chooses.
        - paths: {/a: {post: {operationId: a, requestBody: {content: {application/x-www-form-urlencoded: {schema: {properties: {a: {type: string}}, additionalProperties: {type: array, items: {type: string}}}}}}, responses: {"204": {description: ok}}}}}
        + paths: {/a: {post: {operationId: a, requestBody: {content: {application/x-www-form-urlencoded: {schema: {properties: {a: {type: string}}, additionalProperties: {type: string}}}}}, responses: {"204": {description: ok}}}}}
        # other-media-type
        The body can also be sent in another media type, with different content, that Callsite can't write. JSON, forms, multipart, strings and bytes each get a request.
        - paths: {/a: {post: {operationId: a, requestBody: {content: {application/json: {schema: {properties: {a: {type: string}}}}, application/xml: {schema: {properties: {b: {type: string}}}}}}, responses: {"204": {description: ok}}}}}
        + paths: {/a: {post: {operationId: a, requestBody: {content: {application/json: {schema: {properties: {a: {type: string}}}}}}, responses: {"204": {description: ok}}}}}
        # other-multipart
        Of the multipart types, Callsite writes multipart/form-data only.
        - paths: {/a: {post: {operationId: a, requestBody: {content: {multipart/related: {schema: {properties: {a: {type: string}}}}}}, responses: {"204": {description: ok}}}}}
        + paths: {/a: {post: {operationId: a, requestBody: {content: {multipart/form-data: {schema: {properties: {a: {type: string}}}}}}, responses: {"204": {description: ok}}}}}
        # other-response
        The response may come in another media type with different content, which no request asks for. Each kind of JSON, each kind of stream, strings and bytes get a request, unless the operation has different content for different statuses.
        - paths: {/a: {get: {operationId: a, responses: {"200": {description: ok, content: {application/json: {schema: {type: array, items: {type: string}}}, application/xml: {schema: {properties: {a: {type: string}}}}}}}}}}
        + paths: {/a: {get: {operationId: a, responses: {"200": {description: ok, content: {application/json: {schema: {type: array, items: {type: string}}}}}}}}}
        # query-beside-querystring
        A parameter 'in: querystring' (OpenAPI 3.2) is the whole query, so other query parameters don't belong beside it. Both are sent.
        # reference-cycle
        A schema is only a reference that leads back to itself. It is any JSON.
        - components: {schemas: {A: {$ref: "#/components/schemas/A"}, B: {properties: {a: {$ref: "#/components/schemas/A"}}}}}
        + components: {schemas: {A: {type: string}, B: {properties: {a: {$ref: "#/components/schemas/A"}}}}}
        # repeated-operation
        Two operations have the same operationId, which must be unique. The one whose path sorts first keeps the name; the others get their method and path appended.
        - paths: {/a: {get: {operationId: a, responses: {"204": {description: ok}}}, post: {operationId: a, responses: {"204": {description: ok}}}}}
        + paths: {/a: {get: {operationId: a, responses: {"204": {description: ok}}}, post: {operationId: b, responses: {"204": {description: ok}}}}}
        # same-schema-name
        Schemas in different files, or in different places of one file, would have the same type name. One keeps it; the others get the name of a folder, or more of their path, as a prefix.
        # schema-too-deep
        Nested schemas are more than 24 levels deep. The innermost is any JSON. Move it to components to start at the first level again.
        # schemas-not-combined
        Several types match the schemas of an allOf, each of which lists types. Callsite doesn't find out which. The type is any JSON.
        - components: {schemas: {A: {allOf: [{type: [string, array], items: {type: string}}, {type: [array, object], items: {type: string}}]}}}
        + components: {schemas: {A: {type: array, items: {type: string}}}}
        # second-additional-properties
        Two parts of an allOf describe the additional properties of an object differently. A dictionary has one type of values: the first.
        - components: {schemas: {A: {allOf: [{additionalProperties: {type: string}}, {additionalProperties: {type: string, enum: [a, b]}}]}}}
        + components: {schemas: {A: {additionalProperties: {type: string, enum: [a, b]}}}}
        # server-variable
        A variable in a server URL has no default. Its name is used until the caller passes a value.
        - servers: [{url: "https://{who}.example.com"}]
        + servers: [{url: "https://{who}.example.com", variables: {who: {default: api}}}]
        # tag-in-itself
        The parents of a tag lead back to it. The file of its operations is named without the tag that closes the circle.
        - paths: {}
        - tags: [{name: a, parent: b}, {name: b, parent: a}]
        + paths: {}
        + tags: [{name: a, parent: b}, {name: b}]
        # too-many-bases
        So many schemas extend each other in a row that the merged fields exceed the limit. The fields or alternatives of the most distant ones are left out.
        # tuple
        Swift has no list with a type per position. The elements are any JSON, unless all positions have the same type.
        - components: {schemas: {A: {type: array, prefixItems: [{type: string}, {type: integer}]}}}
        + components: {schemas: {A: {type: array, items: {type: string}}}}
        # undeclared-path-parameter
        The path has a placeholder that no parameter describes. It is a String.
        - paths: {"/a/{id}": {get: {operationId: a, responses: {"204": {description: ok}}}}}
        + paths: {"/a/{id}": {get: {operationId: a, parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {"204": {description: ok}}}}}
        # undeclared-security-scheme
        'security' names a scheme that isn't declared. No credential is sent for it.
        - paths: {/a: {get: {operationId: a, security: [{key: []}], responses: {"204": {description: done}}}}}
        + paths: {/a: {get: {operationId: a, responses: {"204": {description: done}}}}}
        # unknown-openapi-key
        This key isn't part of OpenAPI, but looks like one that is. It is ignored; rename it. Keys that begin with 'x-' are extensions.
        - paths: {/a: {get: {opertionId: a, responses: {"204": {description: ok}}}}}
        + paths: {/a: {get: {operationId: a, responses: {"204": {description: ok}}}}}
        # unknown-openapi-version
        Callsite doesn't know this version of OpenAPI, and reads the document as the nearest one.
        # unknown-parameter-place
        A parameter is in the path, the query, a header or a cookie. One that is elsewhere is left out.
        - paths: {/a: {get: {operationId: a, parameters: [{name: b, in: hedder, schema: {type: string}}], responses: {"204": {description: done}}}}}
        + paths: {/a: {get: {operationId: a, parameters: [{name: b, in: header, schema: {type: string}}], responses: {"204": {description: done}}}}}
        # unknown-parent-tag
        A tag has a parent that the document doesn't declare.
        - paths: {}
        - tags: [{name: a, parent: b}]
        + paths: {}
        + tags: [{name: a, parent: b}, {name: b}]
        # unknown-required
        The schema requires a property that it doesn't describe. The model doesn't have it.
        - components: {schemas: {A: {required: [b], properties: {a: {type: string}}}}}
        + components: {schemas: {A: {required: [a], properties: {a: {type: string}}}}}
        # unknown-schema-type
        JSON Schema has no such type. The value is any JSON.
        - components: {schemas: {A: {type: strnig}}}
        + components: {schemas: {A: {type: string}}}
        # unknown-security-scheme
        Callsite doesn't know this kind of security scheme. No credential is sent for it.
        - components: {securitySchemes: {a: {type: magic}}}
        + components: {securitySchemes: {a: {type: http, scheme: bearer}}}
        # unknown-status
        A response is declared for something that isn't a status. A status is a number from 100 to 599, a range such as 2XX, or default.
        - paths: {/a: {get: {operationId: a, responses: {ok: {description: done}}}}}
        + paths: {/a: {get: {operationId: a, responses: {"204": {description: done}}}}}
        # unresolved-reference
        A reference can't be resolved: its target isn't in the document, its file doesn't exist, or it is on the network, which Callsite never reads. The referenced value is any JSON.
        - components: {schemas: {A: {properties: {a: {$ref: "#/components/schemas/B"}}}}}
        + components: {schemas: {A: {properties: {a: {$ref: "#/components/schemas/B"}}}, B: {type: string}}}
        # unusable-path
        The path of an operation can't be part of a URL. The operation is left out.
        - paths: {/a/../b: {get: {operationId: a, responses: {"204": {description: ok}}}}}
        + paths: {/b: {get: {operationId: a, responses: {"204": {description: ok}}}}}
        # unused-format
        'formats' in callsite.yaml maps a format that no schema of the document has.
        # wrong-openapi-value
        The value is of a different kind than the key takes: a mapping instead of a list, a string instead of a mapping, a schema instead of a response. It is ignored.
        - components: {schemas: {A: {type: string, enum: "open, closed"}}}
        + components: {schemas: {A: {type: string, enum: [open, closed]}}}
        """#
}
