// The file ChangeExplanations+Endpoint.swift says how an entry is written.

extension ChangeExplanation {
    /// Changes of models and of names.
    static let nameTexts = #"""
        # api-title-changed
        The API has another name, and with it the protocol, the value of the API and the generated files. Pin it with '--name', or 'name:' in callsite.yaml.
        - openapi: 3.1.0
        + openapi: 3.1.0
        - info: {title: Pets, version: '1'}
        + info: {title: Animals, version: '1'}
        = servers: [{url: 'https://api.example.com'}]
        = security: []
        = paths: {/a: {get: {operationId: getA, responses: {'204': {description: done}}}}}
        # api-version-changed
        'info.version' is another one. It is reported so that it can be compared with the version that the changes ask for.
        - openapi: 3.1.0
        + openapi: 3.1.0
        - info: {title: Pets, version: '1'}
        + info: {title: Pets, version: '2'}
        = servers: [{url: 'https://api.example.com'}]
        = security: []
        = paths: {/a: {get: {operationId: getA, responses: {'204': {description: done}}}}}
        # component-added
        A model is new.
        = endpoints: {GetA: {path: /a, response: A}}
        - models: {A: {id: Int}}
        + models: {A: {id: Int}, B: {name: String}}
        # component-inlined
        A schema that was written in place has a name of its own now, or the other way round. The wire is the same, and the Swift type is another one.
        = endpoints: {GetA: {path: /a, response: A}}
        - models: {A: {owner: {fields: {name: String, id: Int}}}}
        + models: {A: {owner: Owner}, Owner: {name: String, id: Int}}
        # component-name-meets
        Another schema comes to the same Swift name, and this one had to yield. 'renames:' in callsite.yaml keeps the old name.
        - components: {schemas: {A: {properties: {b: {$ref: '#/components/schemas/pet_x'}}}, pet_x: {properties: {id: {type: integer}}}}}
        + components: {schemas: {A: {properties: {b: {$ref: '#/components/schemas/pet_x'}}}, pet_x: {properties: {id: {type: integer}}}, PetX: {properties: {id: {type: string}}}}}
        # component-name-reused
        A schema has another name, and its old Swift name is that of another model now. Code that names it compiles against that one, or not at all. 'renames:' in callsite.yaml keeps the old name.
        - components: {schemas: {A: {properties: {b: {$ref: '#/components/schemas/Pet'}}}, Pet: {properties: {id: {type: integer}, name: {type: string}}}}}
        + components: {schemas: {A: {properties: {b: {$ref: '#/components/schemas/Cat'}}}, Cat: {properties: {id: {type: integer}, name: {type: string}}}, pet: {properties: {size: {type: integer}}}}}
        # component-renamed
        A schema has another name: it holds the same, or stands where the old one stood and is alike. The wire is the same; 'renames:' in callsite.yaml keeps the old Swift name.
        - endpoints: {GetA: {path: /a, response: Pet}}
        + endpoints: {GetA: {path: /a, response: Animal}}
        - models: {Pet: {id: Int, name: String}}
        + models: {Animal: {id: Int, name: String}}
        # component-type-changed
        A model or a named type is of another kind now: a struct became a name for another type, or stands for another one. What holds it is of another type too.
        = endpoints: {GetA: {path: /a, response: A}}
        - models: {A: {name: Name}, Name: String}
        + models: {A: {name: Name}, Name: Int}
        # component-unused-removed
        A model is gone, or nothing mentions it any more. Only code that names the type itself stops compiling; what used it is reported by itself.
        = endpoints: {GetA: {path: /a, response: A}}
        - models: {A: {id: Int}, B: {name: String}}
        + models: {A: {id: Int}}
        # conformance-lost
        A type doesn't conform to a protocol any more. Code that needs the conformance stops compiling.
        = endpoints: {GetA: {path: /a, response: A}}
        - models: {A: {u: {union: [String, Int]}}}
        + models: {A: {u: {union: [String, URL]}}}
        # declaration-changed
        A generated declaration is another one, and no other id says why. Where Callsite can't tell what a change does, it breaks.
        - endpoints: {GetA: {path: /a, errors: {404: F, 409: E}}}
        + endpoints: {GetA: {path: /a, errors: {404: F, 409: X}}}
        - models: {E: {by: String}, F: {n: Int}}
        + models: {X: {by: String}, F: {n: Int}}
        # declaration-removed
        A generated declaration is gone, and no other id says why: most often a type in place that nothing holds any more.
        = endpoints: {GetA: {path: /a, response: A}}
        - models: {A: {fields: {x: Int}, otherFields: {fields: {y: Int}}}}
        + models: {A: {fields: {x: Int}, otherFields: JSON}}
        # declaration-renamed
        A generated type has another name, and no other id says why: most often a type in place that is named after something else.
        = endpoints: {GetA: {path: /a, response: A}}
        - models: {A: {fields: {otherField: {fields: {z: Int}}}, otherFields: {fields: {y: Int}}}}
        + models: {A: {fields: {x: Int}, otherFields: {fields: {y: Int}}}}
        # description-changed
        The text that documents an endpoint, a model or the API is another one.
        - endpoints: {GetA: {path: /a, description: One.}}
        + endpoints: {GetA: {path: /a, description: Another.}}
        # field-description-changed
        The text that documents a property, or a header of a response, is another one.
        = endpoints: {GetA: {path: /a, response: A}}
        - models: {A: {id: {type: Int, description: One.}}}
        + models: {A: {id: {type: Int, description: Another.}}}
        # parameter-description-changed
        The text that documents a parameter is another one.
        - endpoints: {GetA: {path: /a, parameters: {id: {type: Int, description: One.}}}}
        + endpoints: {GetA: {path: /a, parameters: {id: {type: Int, description: Another.}}}}
        # model-got-second-use
        A model that was only read is sent too now, or the other way round. A field that may be missing and may be null is a 'Patch' where it is sent, and an optional where it is only read.
        - paths: {/a: {get: {operationId: getA, responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/A'}}}}}}}}
        + paths: {/a: {get: {operationId: getA, responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/A'}}}}}}, put: {operationId: putA, requestBody: {required: true, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/A'}}}}}, responses: {'204': {description: done}}}}}
        = components: {schemas: {A: {type: object, properties: {note: {type: [string, 'null']}, name: {type: string}}}}}
        # model-joined
        What is sent and what is read of a schema have one type again.
        = endpoints: {GetA: {path: /a, response: A}, PutA: {method: PUT, path: /a, body: A}}
        - models: {A: {id: {type: Int, readOnly: true}, name: String}}
        + models: {A: {id: Int, name: String}}
        # model-only-read
        Nothing sends the model any more, so it has no initialiser.
        - endpoints: {GetA: {path: /a, response: A}, PutA: {method: PUT, path: /b, body: A}}
        + endpoints: {GetA: {path: /a, response: A}}
        = models: {A: {id: Int}}
        # model-only-sent
        Nothing reads the model any more: it is only sent, and can't be decoded.
        - endpoints: {GetA: {path: /a, response: A}, PutA: {method: PUT, path: /b, body: A}}
        + endpoints: {PutA: {method: PUT, path: /b, body: A}}
        = models: {A: {id: Int}}
        # model-split
        What is sent and what is read of a schema differ now, because a required field is read-only or write-only: requests take a type of their own.
        = endpoints: {GetA: {path: /a, response: A}, PutA: {method: PUT, path: /a, body: A}}
        - models: {A: {id: Int, name: String}}
        + models: {A: {id: {type: Int, readOnly: true}, name: String}}
        # operation-id-added
        An operation that had no 'operationId' has one now: its request was named after the path, and has another name.
        - paths: {/pets: {get: {responses: {'204': {description: done}}}}}
        + paths: {/pets: {get: {operationId: allPets, responses: {'204': {description: done}}}}}
        # operation-id-changed
        An operation has another name, and so has its request. The wire is the same; 'renames:' in callsite.yaml keeps the old name.
        - endpoints: {GetA: {path: /a}}
        + endpoints: {FetchA: {path: /a}}
        # operation-id-removed
        An operation's 'operationId' is gone: its request is named after the path now.
        - paths: {/pets: {get: {operationId: allPets, responses: {'204': {description: done}}}}}
        + paths: {/pets: {get: {responses: {'204': {description: done}}}}}
        # operation-name-reused
        An operation has another name, and its old name is that of another operation now. Code that uses the request sends another one, or doesn't compile.
        - endpoints: {GetA: {path: /a}}
        + endpoints: {GetB: {path: /a}, GetA: {path: /b}}
        # operation-names-meet
        Another operation comes to the same Swift name, and this one had to yield. 'renames:' in callsite.yaml keeps the old name.
        - paths: {/pets: {get: {operationId: get_pets, responses: {'204': {description: done}}}}}
        + paths: {/pets: {get: {operationId: get_pets, responses: {'204': {description: done}}}}, /all: {get: {operationId: GetPets, responses: {'204': {description: done}}}}}
        # operation-server-changed
        The endpoint is on another server than before. Released apps go on asking the old one.
        - endpoints: {GetA: {path: /a, baseURL: 'https://a.example.com'}}
        + endpoints: {GetA: {path: /a, baseURL: 'https://b.example.com'}}
        # shapes-became-one
        Types that are written in place look the same now, so that they are declared once: a value of one fits another. Only two extensions of yours that give both the same member collide. '--callers' finds them.
        = endpoints: {GetA: {path: /a, response: A}, GetB: {path: /b, response: B}}
        - models: {A: {state: open | closed}, B: {state: open | closed | lost}}
        + models: {A: {state: open | closed}, B: {state: open | closed}}
        # shapes-parted
        Types that are written in place and look the same are declared once, and each has an alias for it. Now they differ: code that passes a value of one as another stops compiling. All such types are one change.
        = endpoints: {GetA: {path: /a, response: A}, GetB: {path: /b, response: B}}
        - models: {A: {state: open | closed}, B: {state: open | closed}}
        + models: {A: {state: open | closed}, B: {state: open | closed | lost}}
        # shared-name-changed
        Types in place that look the same are declared once, under a name that follows from the others of their kind. The name is gone now, or another type has it. Code that uses the names of the properties' own types goes on compiling.
        = endpoints: {GetA: {path: /a, response: A}, GetB: {path: /b, response: B}, GetC: {path: /c, response: C}, GetD: {path: /d, response: D}}
        - models: {A: {state: open | closed}, B: {state: open | closed}, C: {state: up | down}, D: {state: up | down}}
        + models: {A: {state: open | closed}, B: {state: open | closed}, C: {state: up | down}, D: {id: Int}}
        # spec-version-changed
        The document is of another version of OpenAPI. That changes nothing by itself: what the two come to is compared, never their text.
        - openapi: 3.0.3
        + openapi: 3.1.0
        = info: {title: Pets, version: '1'}
        = servers: [{url: 'https://api.example.com'}]
        = security: []
        = paths: {/a: {get: {operationId: getA, responses: {'204': {description: done}}}}}
        """#
}
