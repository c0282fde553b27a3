// The explanations of changes, for `callsite explain`. The tests compare their examples as golden cases.
//
// An entry has an id, a sentence or two, and a pair of descriptions: lines of both (=), of the old one (-), and of the
// new one (+). If only a caller shows the change, the entry also has Swift code that uses the old description (*).

extension ChangeExplanation {
    /// Endpoints and authentication.
    static let endpointTexts = #"""
        # callback-changed
        An operation has another callback, or none any more. What callbacks hold is compared as models.
        - paths: {/a: {post: {operationId: postA, responses: {'204': {description: done}}}}}
        + paths: {/a: {post: {operationId: postA, callbacks: {done: {'{$request.query.url}': {post: {responses: {'204': {description: done}}}}}}, responses: {'204': {description: done}}}}}
        # constant-header-changed
        A header that every request is sent with, or the header of an idempotency key, is new or has another value. Released apps go on without it.
        - headers: {X-Client: a}
        + headers: {X-Client: b}
        = endpoints: {GetA: {path: /a}}
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
        # description-added
        Two folders are compared, and a description is only in the new one: everything in it is new.
        + endpoints: {GetA: {path: /a}}
        # description-removed
        Two folders are compared, and a description is only in the old one. Its code is no longer generated, and released apps get 404. A file with another name that describes the same API is no new one: the two are compared.
        - endpoints: {GetA: {path: /a}}
        # endpoint-added
        An endpoint is new: a request more.
        - endpoints: {GetA: {path: /a}}
        + endpoints: {GetA: {path: /a}, GetB: {path: /b}}
        # endpoint-deprecated
        An endpoint is deprecated: who uses its request gets a warning.
        - endpoints: {GetA: {path: /a}}
        + endpoints: {GetA: {path: /a, deprecated: use GetB}}
        # endpoint-deprecated-without-sunset
        An endpoint is deprecated, and its 'x-sunset' doesn't say when it goes, though the document says so of other operations.
        - paths: {/a: {get: {operationId: getA, responses: {'204': {description: done}}}}, /b: {get: {operationId: getB, deprecated: true, x-sunset: '2999-01-01', responses: {'204': {description: done}}}}}
        + paths: {/a: {get: {operationId: getA, deprecated: true, responses: {'204': {description: done}}}}, /b: {get: {operationId: getB, deprecated: true, x-sunset: '2999-01-01', responses: {'204': {description: done}}}}}
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
        # endpoint-removed-after-sunset
        An endpoint is gone whose 'x-sunset' has passed. Its request is no longer generated, and apps that are older than the announcement get 404.
        - paths: {/a: {get: {operationId: getA, responses: {'204': {description: done}}}}, /b: {get: {operationId: getB, deprecated: true, x-sunset: '2020-01-01', responses: {'204': {description: done}}}}}
        + paths: {/a: {get: {operationId: getA, responses: {'204': {description: done}}}}}
        # endpoint-removed-before-sunset
        An endpoint is gone before the day that 'x-sunset' announced. Released apps get 404 while they may still rely on it.
        - paths: {/a: {get: {operationId: getA, responses: {'204': {description: done}}}}, /b: {get: {operationId: getB, deprecated: true, x-sunset: '2999-01-01', responses: {'204': {description: done}}}}}
        + paths: {/a: {get: {operationId: getA, responses: {'204': {description: done}}}}}
        # method-changed
        An operation of the same name has another method. Released apps send the old one.
        - endpoints: {PutA: {method: PUT, path: /a}}
        + endpoints: {PutA: {method: POST, path: /a}}
        # oauth-flow-removed
        A way to get tokens is no longer described, and its constant isn't generated.
        - oauth2: {app: {flow: clientCredentials, tokenURL: "https://auth.example.com/token"}, web: {flow: clientCredentials, tokenURL: "https://auth.example.com/web"}}
        + oauth2: {app: {flow: clientCredentials, tokenURL: "https://auth.example.com/token"}}
        = endpoints: {GetA: {path: /a}}
        # oauth-url-changed
        Tokens come from another address. Released apps ask the old one: signing in and renewing fail unless it goes on answering.
        = security: [{web: []}]
        = paths: {/a: {get: {operationId: getA, responses: {'204': {description: done}}}}}
        - components: {securitySchemes: {web: {type: oauth2, flows: {clientCredentials: {tokenUrl: 'https://auth.example.com/token', scopes: {}}}}}}
        + components: {securitySchemes: {web: {type: oauth2, flows: {clientCredentials: {tokenUrl: 'https://auth.example.com/v2/token', scopes: {}}}}}}
        # scheme-unused-changed
        A way to authenticate that nothing asks for is another one.
        - components: {securitySchemes: {key: {type: apiKey, in: header, name: X-Key}}}
        + components: {securitySchemes: {key: {type: apiKey, in: header, name: X-Other-Key}}}
        = paths: {/a: {get: {operationId: getA, responses: {'204': {description: done}}}}}
        # scheme-scopes-changed
        A security scheme lists other scopes. Which of them an operation needs is reported with the operation.
        - components: {securitySchemes: {o: {type: oauth2, flows: {clientCredentials: {tokenUrl: 'https://api.example.com/t', scopes: {r: read}}}}}}
        + components: {securitySchemes: {o: {type: oauth2, flows: {clientCredentials: {tokenUrl: 'https://api.example.com/t', scopes: {r: read, w: write}}}}}}
        = paths: {/a: {get: {operationId: getA, security: [{o: [r]}], responses: {'204': {description: done}}}}}
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
