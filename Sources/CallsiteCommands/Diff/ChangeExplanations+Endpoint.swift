// What changes mean, for `callsite explain` and as golden cases: an id, a sentence or two, and a pair of descriptions: what both have (=), the old
// one has (-), and the new one has (+). Those without a pair are named in the tests.

extension ChangeExplanation {
    /// Endpoints, authentication, names.
    static let endpointTexts = #"""
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
        # constant-header-changed
        A header that every request is sent with is new or has another value. Released apps go on without it.
        - headers: {X-Client: a}
        + headers: {X-Client: b}
        = endpoints: {GetA: {path: /a}}
        # declaration-changed
        A generated declaration is another one, and no other id says why. Where Callsite can't tell what a change does, it breaks.
        # declaration-removed
        A generated declaration is gone, and no other id says why: most often a type in place that nothing holds any more.
        # declaration-renamed
        A generated type has another name, and no other id says why: most often a type in place that is named after something else.
        # deep-link-changed
        A pattern of deep links is gone. Links of that form that are out in the world open nothing in a new app.
        - endpoints: {GetA: {path: "/a/{id}", parameters: {id: Int}, response: A, links: ["a/{id}", "b/{id}"]}}
        + endpoints: {GetA: {path: "/a/{id}", parameters: {id: Int}, response: A, links: ["a/{id}"]}}
        = models: {A: {id: Int}}
        # default-server-changed
        The base URL is another one. Released apps go on asking the old one, and work as long as it answers.
        - callsite: 1
        + callsite: 1
        = api: Pets
        - baseURL: https://api.example.com
        + baseURL: https://api.example.org
        = endpoints: {GetA: {path: /a}}
        # description-changed
        The text that documents an endpoint, a model or the API is another one.
        - endpoints: {GetA: {path: /a, description: One.}}
        + endpoints: {GetA: {path: /a, description: Another.}}
        # endpoint-added
        An endpoint is new: a request more.
        - endpoints: {GetA: {path: /a}}
        + endpoints: {GetA: {path: /a}, GetB: {path: /b}}
        # endpoint-deprecated
        An endpoint is deprecated: who uses its request gets a warning.
        - endpoints: {GetA: {path: /a}}
        + endpoints: {GetA: {path: /a, deprecated: use GetB}}
        # endpoint-moved
        An operation of the same name has another path. The request keeps its name, so nothing in the code shows it; released apps ask the old path.
        - endpoints: {GetA: {path: /a}}
        + endpoints: {GetA: {path: /v2/a}}
        # endpoint-reactivated
        An endpoint is no longer deprecated.
        - endpoints: {GetA: {path: /a, deprecated: use GetB}}
        + endpoints: {GetA: {path: /a}}
        # endpoint-removed
        An endpoint is gone. Its request is no longer generated, and released apps get 404.
        - endpoints: {GetA: {path: /a}, GetB: {path: /b}}
        + endpoints: {GetA: {path: /a}}
        # method-changed
        An operation of the same name has another method. Released apps send the old one.
        - endpoints: {PutA: {method: PUT, path: /a}}
        + endpoints: {PutA: {method: POST, path: /a}}
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
        # oauth-url-changed
        Tokens come from another address. Released apps ask the old one: signing in and renewing fail unless it goes on answering.
        = security: [{web: []}]
        = paths: {/a: {get: {operationId: getA, responses: {'204': {description: done}}}}}
        - components: {securitySchemes: {web: {type: oauth2, flows: {clientCredentials: {tokenUrl: 'https://auth.example.com/token', scopes: {}}}}}}
        + components: {securitySchemes: {web: {type: oauth2, flows: {clientCredentials: {tokenUrl: 'https://auth.example.com/v2/token', scopes: {}}}}}}
        # oauth-flow-removed
        A way to get tokens is no longer described, and its constant isn't generated.
        - oauth2: {app: {flow: clientCredentials, tokenURL: "https://auth.example.com/token"}, web: {flow: clientCredentials, tokenURL: "https://auth.example.com/web"}}
        + oauth2: {app: {flow: clientCredentials, tokenURL: "https://auth.example.com/token"}}
        = endpoints: {GetA: {path: /a}}
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
        # operation-names-meet
        Another operation comes to the same Swift name, and this one had to yield. 'renames:' in callsite.yaml keeps the old name.
        - paths: {/pets: {get: {operationId: get_pets, responses: {'204': {description: done}}}}}
        + paths: {/pets: {get: {operationId: get_pets, responses: {'204': {description: done}}}}, /all: {get: {operationId: GetPets, responses: {'204': {description: done}}}}}
        # operation-server-changed
        The endpoint is on another server than before. Released apps go on asking the old one.
        - endpoints: {GetA: {path: /a, baseURL: 'https://a.example.com'}}
        + endpoints: {GetA: {path: /a, baseURL: 'https://b.example.com'}}
        # scheme-unused-changed
        A way to authenticate that nothing asks for is another one.
        - components: {securitySchemes: {key: {type: apiKey, in: header, name: X-Key}}}
        + components: {securitySchemes: {key: {type: apiKey, in: header, name: X-Other-Key}}}
        = paths: {/a: {get: {operationId: getA, responses: {'204': {description: done}}}}}
        # scope-added
        A requirement needs one scope more. Released apps get 403 until their users sign in again.
        = components: {securitySchemes: {o: {type: oauth2, flows: {clientCredentials: {tokenUrl: 'https://api.example.com/t', scopes: {r: read, w: write}}}}}}
        - paths: {/a: {get: {operationId: getA, security: [{o: [r]}], responses: {'204': {description: done}}}}}
        + paths: {/a: {get: {operationId: getA, security: [{o: [r, w]}], responses: {'204': {description: done}}}}}
        # scope-removed
        A requirement needs one scope less.
        = components: {securitySchemes: {o: {type: oauth2, flows: {clientCredentials: {tokenUrl: 'https://api.example.com/t', scopes: {r: read, w: write}}}}}}
        - paths: {/a: {get: {operationId: getA, security: [{o: [r, w]}], responses: {'204': {description: done}}}}}
        + paths: {/a: {get: {operationId: getA, security: [{o: [r]}], responses: {'204': {description: done}}}}}
        # security-all-removed
        An endpoint asks for no credential any more.
        - authentication: bearer
        + authentication: none
        = endpoints: {GetA: {path: /a}}
        # security-alternative-added
        There is one more way to authenticate; those that worked still do.
        - authentication: bearer
        + authentication: [bearer, {header: X-Key}]
        = endpoints: {GetA: {path: /a}}
        # security-alternative-removed
        A way to authenticate is gone. Apps that use it get 401.
        - authentication: [bearer, {header: X-Key}]
        + authentication: bearer
        = endpoints: {GetA: {path: /a}}
        # security-first-added
        An endpoint that was open asks for a credential. Released apps that send none get 401.
        - authentication: none
        + authentication: bearer
        = endpoints: {GetA: {path: /a}}
        # security-joined
        A second credential is asked for at once. Released apps send one of them.
        - authentication: bearer
        + authentication: {all: [bearer, {header: X-Tenant}]}
        = endpoints: {GetA: {path: /a}}
        # security-key-moved
        An API key has another name or place. Released apps send it where it was.
        - authentication: {header: X-Key}
        + authentication: {query: key}
        = endpoints: {GetA: {path: /a}}
        # security-type-changed
        Requests are authenticated in another way.
        - authentication: {header: X-Key}
        + authentication: bearer
        = endpoints: {GetA: {path: /a}}
        # server-variable-changed
        The base URL's variables are arguments of the function that makes the API's value.
        - callsite: 1
        + callsite: 1
        = api: Pets
        = baseURL: 'https://{region}.example.com'
        - variables: {region: eu}
        + variables: {region: {type: String, default: us}}
        = endpoints: {GetA: {path: /a}}
        # spec-version-changed
        The document is of another version of OpenAPI. That changes nothing by itself: what the two come to is compared, never their text.
        - openapi: 3.0.3
        + openapi: 3.1.0
        = info: {title: Pets, version: '1'}
        = servers: [{url: 'https://api.example.com'}]
        = security: []
        = paths: {/a: {get: {operationId: getA, responses: {'204': {description: done}}}}}
        # stability-changed
        'x-stability-level' of an operation is another one.
        - paths: {/a: {get: {operationId: getA, x-stability-level: beta, responses: {'204': {description: done}}}}}
        + paths: {/a: {get: {operationId: getA, x-stability-level: stable, responses: {'204': {description: done}}}}}
        # sunset-changed
        The day on which an endpoint will be gone is another one.
        - paths: {/a: {get: {operationId: getA, deprecated: true, x-sunset: '2027-01-31', responses: {'204': {description: done}}}}}
        + paths: {/a: {get: {operationId: getA, deprecated: true, x-sunset: '2026-12-31', responses: {'204': {description: done}}}}}
        # tag-changed
        The endpoint has another tag. Its request goes into another file; a configuration that chooses by tags may no longer choose it.
        - endpoints: {GetA: {path: /a, tag: one}}
        + endpoints: {GetA: {path: /a, tag: two}}
        # webhook-added
        A webhook is new: a server that receives them may get an event that it doesn't know.
        - webhooks: {one: {post: {responses: {'200': {description: ok}}}}}
        + webhooks: {one: {post: {responses: {'200': {description: ok}}}}, two: {post: {responses: {'200': {description: ok}}}}}
        = paths: {/a: {get: {operationId: getA, responses: {'204': {description: done}}}}}
        # webhook-removed
        A webhook is gone: it never comes any more.
        - webhooks: {one: {post: {responses: {'200': {description: ok}}}}, two: {post: {responses: {'200': {description: ok}}}}}
        + webhooks: {one: {post: {responses: {'200': {description: ok}}}}}
        = paths: {/a: {get: {operationId: getA, responses: {'204': {description: done}}}}}
        """#
}
