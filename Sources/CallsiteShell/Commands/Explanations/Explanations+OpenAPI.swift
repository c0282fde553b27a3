extension Explanation {
    /// Reading OpenAPI and Swagger.
    static let openAPITexts = #"""
        # ambiguous-union
        Two alternatives of a union may have the same fields, so a value can fit both; the first is then taken. A discriminator, or a field that one of them requires, tells them apart.
        - components: {schemas: {U: {oneOf: [{type: object, properties: {a: {type: string}}}, {type: object, properties: {b: {type: string}}}]}}}
        + components: {schemas: {U: {oneOf: [{type: object, required: [a], properties: {a: {type: string}}}, {type: object, required: [b], properties: {b: {type: string}}}]}}}
        # array-without-items
        An OpenAPI array says nothing of its elements, so they are any JSON.
        - components: {schemas: {A: {type: array}}}
        + components: {schemas: {A: {type: array, items: {type: string}}}}
        # authorization-parameter
        OpenAPI wants credentials described as security schemes, and tools may ignore a parameter called Authorization. Callsite leaves it out where a security scheme sets the header, and keeps it otherwise.
        - paths: {/a: {get: {operationId: a, parameters: [{name: Authorization, in: header, schema: {type: string}}], responses: {"204": {description: done}}}}}
        + paths: {/a: {get: {operationId: a, responses: {"204": {description: done}}}}}
        # beside-reference
        A reference to a parameter, a body or a response stands for all of it: of what stands beside it only a summary and a description count.
        - paths: {/a: {get: {operationId: a, parameters: [{$ref: "#/components/parameters/P", required: true}], responses: {"204": {description: done}}}}}
        - components: {parameters: {P: {name: p, in: query, schema: {type: string}}}}
        + paths: {/a: {get: {operationId: a, parameters: [{$ref: "#/components/parameters/P"}], responses: {"204": {description: done}}}}}
        + components: {parameters: {P: {name: p, in: query, required: true, schema: {type: string}}}}
        # body-without-names
        Each field of a form and each part of a multipart body has a name. A schema that is no object gives none, so its content is sent as one field called `file` (bytes) or `value`.
        - paths: {/a: {post: {operationId: a, requestBody: {content: {multipart/form-data: {schema: {type: string, format: binary}}}}, responses: {"204": {description: done}}}}}
        + paths: {/a: {post: {operationId: a, requestBody: {content: {multipart/form-data: {schema: {type: object, properties: {file: {type: string, format: binary}}}}}}, responses: {"204": {description: done}}}}}
        # contradictory-schemas
        The schemas of an allOf can not all be true of one value: a text and an object, say. The type is any JSON.
        - components: {schemas: {A: {allOf: [{type: string}, {type: object, properties: {a: {type: string}}}]}}}
        + components: {schemas: {A: {anyOf: [{type: string}, {type: object, properties: {a: {type: string}}}]}}}
        # credentials-in-url
        A URL of the document holds a name and a password. It would be in generated code, which many read, so they are left out. A session has the credentials.
        - components: {securitySchemes: {o: {type: oauth2, flows: {clientCredentials: {tokenUrl: "https://me:secret@auth.example.com/token", scopes: {}}}}}}
        + components: {securitySchemes: {o: {type: oauth2, flows: {clientCredentials: {tokenUrl: "https://auth.example.com/token", scopes: {}}}}}}
        # default-of-other-type
        A parameter's default is of another type than the parameter, or none of its values. Callsite tells it in the documentation and sends nothing for it.
        - paths: {/a: {get: {operationId: a, parameters: [{name: page, in: query, schema: {type: integer, default: first}}], responses: {"204": {description: ok}}}}}
        + paths: {/a: {get: {operationId: a, parameters: [{name: page, in: query, schema: {type: integer, default: 1}}], responses: {"204": {description: ok}}}}}
        # discriminator-ignored
        A discriminator needs alternatives that are objects, and a value for each. Where one has none, the alternative that fits best is taken.
        - components: {schemas: {A: {type: object, properties: {t: {type: string}}}, U: {oneOf: [{$ref: "#/components/schemas/A"}, {type: string}], discriminator: {propertyName: t}}}}
        + components: {schemas: {A: {type: object, properties: {t: {type: string}}}, U: {oneOf: [{$ref: "#/components/schemas/A"}, {type: string}]}}}
        # encoding-of-nothing
        An encoding says how a property of the body is written, and this one names a property that the body does not have.
        - paths: {/a: {post: {operationId: a, requestBody: {content: {application/x-www-form-urlencoded: {schema: {type: object, properties: {tags: {type: array, items: {type: string}}}}, encoding: {tag: {explode: false}}}}}, responses: {"204": {description: ok}}}}}
        + paths: {/a: {post: {operationId: a, requestBody: {content: {application/x-www-form-urlencoded: {schema: {type: object, properties: {tags: {type: array, items: {type: string}}}}, encoding: {tags: {explode: false}}}}}, responses: {"204": {description: ok}}}}}
        # endless-merge
        A property extends, by allOf, the schema that it is part of, or so many schemas extend each other that the types in place would never end. The property is the schema itself, without what is added to it.
        - components: {schemas: {A: {properties: {a: {allOf: [{$ref: "#/components/schemas/A"}, {properties: {b: {type: string}}}]}}}}}
        + components: {schemas: {A: {properties: {a: {$ref: "#/components/schemas/A"}}}}}
        # enum-of-nothing
        An enum that lists no values allows none, which nobody means. It is left out.
        - components: {schemas: {A: {type: string, enum: []}}}
        + components: {schemas: {A: {type: string, enum: [a]}}}
        # incomplete-document
        A document needs `paths`, with the operations, and a title, after which the API is called. Components without paths are generated as models without requests.
        # incomplete-parameter
        A parameter that lacks its name or its place can not be sent, and is left out.
        - paths: {/a: {get: {operationId: a, parameters: [{name: b}], responses: {"204": {description: done}}}}}
        + paths: {/a: {get: {operationId: a, parameters: [{name: b, in: query}], responses: {"204": {description: done}}}}}
        # integer-too-large
        A value of an integer enum does not fit 64 bits, so the type is Double.
        - components: {schemas: {A: {type: integer, enum: [18446744073709551615]}}}
        + components: {schemas: {A: {type: integer, enum: [1]}}}
        # key-of-other-version
        The document says one version and is written, here, as another one has it: what stands under the key is ignored.
        - paths: {/a: {get: {operationId: a, responses: {"200": {description: ok, schema: {type: string}}}}}}
        + paths: {/a: {get: {operationId: a, responses: {"200": {description: ok, content: {application/json: {schema: {type: string}}}}}}}}
        # list-as-query
        A parameter in `querystring` is the whole query. The properties of an object are its items; the elements of a list would have no names, so the parameter is left out.
        - paths: {/a: {get: {operationId: a, parameters: [{name: q, in: querystring, content: {application/x-www-form-urlencoded: {schema: {type: array, items: {type: string}}}}}], responses: {"204": {description: ok}}}}}
        + paths: {/a: {get: {operationId: a, parameters: [{name: q, in: querystring, content: {application/x-www-form-urlencoded: {schema: {type: object, properties: {q: {type: string}}}}}}], responses: {"204": {description: ok}}}}}
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
        # merged-union
        Fields of an object stand beside alternatives that are objects too. The model has the fields of all of them, as optionals: which go together is not told by the type.
        - components: {schemas: {A: {type: object, properties: {id: {type: string}}, oneOf: [{properties: {a: {type: string}}}, {properties: {b: {type: string}}}]}}}
        + components: {schemas: {A: {type: object, properties: {id: {type: string}, a: {type: string}, b: {type: string}}}}}
        # mixed-enum
        The values of an enum are texts or numbers, all of one type. One of several is any JSON.
        - components: {schemas: {A: {enum: [1, two]}}}
        + components: {schemas: {A: {enum: [one, two]}}}
        # no-server
        The document names no server, or only a path, so the session must be told where to send.
        - components: {}
        - servers: [{url: /v1}]
        + components: {}
        # not-a-schema
        Where a schema is expected stands something else. The value is any JSON.
        - components: {schemas: {A: {properties: {a: [string]}}}}
        + components: {schemas: {A: {properties: {a: {type: string}}}}}
        # not-an-operation
        Where a path or an operation is expected stands something else. It is left out.
        - paths: {/a: {get: 5}}
        + paths: {}
        # not-in-the-path
        A path parameter is described whose name is not in the path. It is left out.
        - paths: {/a: {get: {operationId: a, parameters: [{name: b, in: path, required: true, schema: {type: string}}], responses: {"204": {description: done}}}}}
        + paths: {/a: {get: {operationId: a, responses: {"204": {description: done}}}}}
        # nothing-selected
        'include' and 'exclude' together leave out every operation.
        # odd-path
        A path begins with a slash, and its parameters are in braces: '/orders/{id}'. Anything else is text of the URL. A server can't tell paths apart that differ only in the names in the braces.
        - paths: {"/orders/:id": {get: {operationId: a, responses: {"204": {description: ok}}}}}
        + paths: {"/orders/{id}": {get: {operationId: a, parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {"204": {description: ok}}}}}
        # operation-ids-of-paths
        Most operationIds are the method and the path in one word, as tools write them. 'naming: {operations: byResource}' in callsite.yaml makes names such as ListCustomers and UpdateAccountPerson of method and path; 'byID' keeps the ids and ends this warning.
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
        # query-beside-querystring
        A parameter 'in: querystring' (OpenAPI 3.2) is the whole query of a request, so no other parameter belongs into it. Both are sent.
        # reference-cycle
        A schema is nothing but a reference that leads back to itself, so it says nothing. It is any JSON.
        - components: {schemas: {A: {$ref: "#/components/schemas/A"}, B: {properties: {a: {$ref: "#/components/schemas/A"}}}}}
        + components: {schemas: {A: {type: string}, B: {properties: {a: {$ref: "#/components/schemas/A"}}}}}
        # repeated-operation
        Two operations have the same operationId, which must be unique. The one whose path comes first in the alphabet keeps the name; the others take their method and path behind it.
        - paths: {/a: {get: {operationId: a, responses: {"204": {description: ok}}}, post: {operationId: a, responses: {"204": {description: ok}}}}}
        + paths: {/a: {get: {operationId: a, responses: {"204": {description: ok}}}, post: {operationId: b, responses: {"204": {description: ok}}}}}
        # reserved-characters-encoded
        A parameter may hold reserved characters as they are. They are percent-encoded instead, which means the same to a server.
        - paths: {/a: {get: {operationId: a, parameters: [{name: b, in: query, allowReserved: true, schema: {type: string}}], responses: {"204": {description: done}}}}}
        + paths: {/a: {get: {operationId: a, parameters: [{name: b, in: query, schema: {type: string}}], responses: {"204": {description: done}}}}}
        # same-schema-name
        Schemas in different files, or in different places of one, would give their types the same name. One keeps it; the others take the name of a folder, or more of their path, in front.
        # schema-too-deep
        Types in place are nested more than 24 levels deep. The innermost is any JSON; a component of its own begins at the first level again.
        # second-additional-properties
        Two parts of an allOf describe the additional properties of an object, and not in the same words. A dictionary has one type of values: the first one's.
        - components: {schemas: {A: {allOf: [{additionalProperties: {type: string}}, {additionalProperties: {type: string, enum: [a, b]}}]}}}
        + components: {schemas: {A: {additionalProperties: {type: string, enum: [a, b]}}}}
        # server-variable
        A variable in the URL of a server has no default, and its name stands in for it until the caller says what it is; or its default is none of its values; or the URL has no such variable.
        - servers: [{url: "https://{who}.example.com"}]
        + servers: [{url: "https://{who}.example.com", variables: {who: {default: api}}}]
        # tag-in-itself
        The parents of a tag lead back to it. They name the file of its operations, without the one that closes the circle.
        - paths: {}
        - tags: [{name: a, parent: b}, {name: b, parent: a}]
        + paths: {}
        + tags: [{name: a, parent: b}, {name: b}]
        # too-many-bases
        So many schemas extend each other, one after another, that each would have the fields of all before it, beyond measure. The fields or alternatives of the furthest are left out.
        # tuple
        A list with a schema for each position has no type in Swift, so its elements are any JSON.
        - components: {schemas: {A: {type: array, prefixItems: [{type: string}, {type: integer}]}}}
        + components: {schemas: {A: {type: array, items: {type: string}}}}
        # undeclared-path-parameter
        The path has a placeholder that no parameter describes. It is a String.
        - paths: {"/a/{id}": {get: {operationId: a, responses: {"204": {description: ok}}}}}
        + paths: {"/a/{id}": {get: {operationId: a, parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {"204": {description: ok}}}}}
        # undeclared-security-scheme
        Security is asked for by a name that no security scheme has. Nothing is sent for it.
        - paths: {/a: {get: {operationId: a, security: [{key: []}], responses: {"204": {description: done}}}}}
        + paths: {/a: {get: {operationId: a, responses: {"204": {description: done}}}}}
        # unknown-openapi-key
        A key is none of OpenAPI, but nearly one: what stands under it is ignored, unless it is renamed. Keys that begin with 'x-' are extensions.
        - paths: {/a: {get: {opertionId: a, responses: {"204": {description: ok}}}}}
        + paths: {/a: {get: {operationId: a, responses: {"204": {description: ok}}}}}
        # unknown-openapi-version
        The version of the document is none that is known. It is read as the nearest.
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
        A property is required that the schema does not describe. It is left out of the model.
        - components: {schemas: {A: {required: [b], properties: {a: {type: string}}}}}
        + components: {schemas: {A: {required: [a], properties: {a: {type: string}}}}}
        # unknown-schema-type
        A schema has a type that JSON Schema does not know. The value is any JSON.
        - components: {schemas: {A: {type: strnig}}}
        + components: {schemas: {A: {type: string}}}
        # unknown-security-scheme
        The kind of a security scheme, of a flow of OAuth 2 or of an HTTP scheme is none that is known. The message says what is sent instead.
        - components: {securitySchemes: {a: {type: magic}}}
        + components: {securitySchemes: {a: {type: http, scheme: bearer}}}
        # unknown-status
        An answer is described for what is no status: it is a number from 100 to 599, 2XX, or default.
        - paths: {/a: {get: {operationId: a, responses: {ok: {description: done}}}}}
        + paths: {/a: {get: {operationId: a, responses: {"204": {description: done}}}}}
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
        # wrong-openapi-value
        What stands behind a key of OpenAPI is of another kind than the key takes: a mapping for a list, a text for a mapping, a schema where a response is expected. It is ignored. Or it is a word that the key doesn't know, or contradicts what stands beside it: a format or a media type that is misspelt, a minimum above the maximum.
        - components: {schemas: {A: {type: string, enum: "open, closed"}}}
        + components: {schemas: {A: {type: string, enum: [open, closed]}}}
        """#
}
