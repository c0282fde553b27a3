// ChangeExplanations+Endpoint.swift describes the form of an entry.

extension ChangeExplanation {
    /// Changes of parameters.
    static let parameterTexts = #"""
        # extensible-enum-value-removed
        A value is gone from 'x-extensible-enum' of a parameter that no request sends: its path doesn't name it. Of a parameter that is sent, it is a value of an enum.
        - paths: {/a: {get: {operationId: getA, parameters: [{name: q, in: path, required: true, schema: {type: string, x-extensible-enum: [a, b]}}], responses: {'204': {description: done}}}}}
        + paths: {/a: {get: {operationId: getA, parameters: [{name: q, in: path, required: true, schema: {type: string, x-extensible-enum: [a]}}], responses: {'204': {description: done}}}}}
        # initialiser-default-changed
        The default of an argument is another value. Callers that don't say it compile, and send another value from then on.
        - endpoints: {GetA: {path: /a, parameters: {q: String = open}}}
        + endpoints: {GetA: {path: /a, parameters: {q: String = closed}}}
        # page-limit-lowered
        A page may have fewer elements than before. Released apps that ask for more are refused.
        - paths: {/a: {get: {operationId: listA, parameters: [{name: page, in: query, schema: {type: integer}}, {name: per_page, in: query, schema: {type: integer, maximum: 100}}], responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: {type: string}}}}}}}}}
        + paths: {/a: {get: {operationId: listA, parameters: [{name: page, in: query, schema: {type: integer}}, {name: per_page, in: query, schema: {type: integer, maximum: 50}}], responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: {type: string}}}}}}}}}
        # parameter-added-optional
        There is one more parameter that may be left out.
        - endpoints: {GetA: {path: /a}}
        + endpoints: {GetA: {path: /a, parameters: {q: String?}}}
        # parameter-added-required
        There is one more parameter that must be given. Released apps don't send it.
        - endpoints: {GetA: {path: /a}}
        + endpoints: {GetA: {path: /a, parameters: {q: String}}}
        # parameter-became-enum
        Only certain values of a parameter are taken now.
        - endpoints: {GetA: {path: /a, parameters: {q: String}}}
        + endpoints: {GetA: {path: /a, parameters: {q: a | b}}}
        # parameter-became-not-nullable
        A parameter is never null any more. Swift has no null for a parameter: released apps leave it out.
        - paths: {/a: {get: {operationId: getA, parameters: [{name: q, in: query, schema: {type: [string, 'null']}}], responses: {'204': {description: done}}}}}
        + paths: {/a: {get: {operationId: getA, parameters: [{name: q, in: query, schema: {type: string}}], responses: {'204': {description: done}}}}}
        # parameter-became-nullable
        A parameter may be null now. Swift has no null for a parameter: it is left out.
        - paths: {/a: {get: {operationId: getA, parameters: [{name: q, in: query, schema: {type: string}}], responses: {'204': {description: done}}}}}
        + paths: {/a: {get: {operationId: getA, parameters: [{name: q, in: query, schema: {type: [string, 'null']}}], responses: {'204': {description: done}}}}}
        # parameter-became-optional
        A parameter may be left out now. Calls compile; code that reads the property of a request finds an optional.
        - endpoints: {GetA: {path: /a, parameters: {q: String}}}
        + endpoints: {GetA: {path: /a, parameters: {q: String?}}}
        # parameter-became-required
        A parameter must be given now. Calls without it stop compiling, and released apps that leave it out are refused.
        - endpoints: {GetA: {path: /a, parameters: {q: String?}}}
        + endpoints: {GetA: {path: /a, parameters: {q: String}}}
        # parameter-content-changed
        A parameter is written as a media type says, which it wasn't, or the other way round. The bytes that released apps send mean something else.
        - paths: {/a: {get: {operationId: getA, parameters: [{name: q, in: query, schema: {type: object, properties: {x: {type: integer}}}}], responses: {'204': {description: done}}}}}
        + paths: {/a: {get: {operationId: getA, parameters: [{name: q, in: query, content: {application/json: {schema: {type: object, properties: {x: {type: integer}}}}}}], responses: {'204': {description: done}}}}}
        # parameter-default-changed
        The server does another thing when the parameter is left out. Nothing in the code shows it.
        - paths: {/a: {get: {operationId: getA, parameters: [{name: q, in: query, schema: {type: integer, default: 10}}], responses: {'204': {description: done}}}}}
        + paths: {/a: {get: {operationId: getA, parameters: [{name: q, in: query, schema: {type: integer, default: 20}}], responses: {'204': {description: done}}}}}
        # parameter-deprecated
        A parameter is deprecated. So far the documentation says so, and no warning.
        - endpoints: {GetA: {path: /a, parameters: {q: String?}}}
        + endpoints: {GetA: {path: /a, parameters: {q: {type: String?, deprecated: true}}}}
        # parameter-enum-opened
        A parameter takes any string now, not only certain values.
        - endpoints: {GetA: {path: /a, parameters: {q: a | b}}}
        + endpoints: {GetA: {path: /a, parameters: {q: String}}}
        # parameter-enum-value-added
        A parameter may have one more value.
        - endpoints: {GetA: {path: /a, parameters: {q: a | b}}}
        + endpoints: {GetA: {path: /a, parameters: {q: a | b | c}}}
        # parameter-enum-value-removed
        A parameter may have one value less. Released apps that send it are refused.
        - endpoints: {GetA: {path: /a, parameters: {q: a | b | c}}}
        + endpoints: {GetA: {path: /a, parameters: {q: a | b}}}
        # parameter-format-changed
        A parameter that is a string has another format, and with it another Swift type.
        - endpoints: {GetA: {path: /a, parameters: {q: String}}}
        + endpoints: {GetA: {path: /a, parameters: {q: Date}}}
        # parameter-int-width
        A parameter is an integer of another width: the Swift type is another one, and a server with the narrower type may refuse a value.
        - endpoints: {GetA: {path: /a, parameters: {q: Int64}}}
        + endpoints: {GetA: {path: /a, parameters: {q: Int32}}}
        # parameter-limit-loosened
        More values of a parameter are valid.
        - paths: {/a: {get: {operationId: getA, parameters: [{name: q, in: query, schema: {type: integer, maximum: 50}}], responses: {'204': {description: done}}}}}
        + paths: {/a: {get: {operationId: getA, parameters: [{name: q, in: query, schema: {type: integer, maximum: 100}}], responses: {'204': {description: done}}}}}
        # parameter-limit-set
        A parameter has a limit or a pattern now. Generated code doesn't check; released apps that send other values are refused.
        - paths: {/a: {get: {operationId: getA, parameters: [{name: q, in: query, schema: {type: integer}}], responses: {'204': {description: done}}}}}
        + paths: {/a: {get: {operationId: getA, parameters: [{name: q, in: query, schema: {type: integer, maximum: 50}}], responses: {'204': {description: done}}}}}
        # parameter-limit-tightened
        Fewer values of a parameter are valid. Generated code doesn't check; released apps that send others are refused.
        - paths: {/a: {get: {operationId: getA, parameters: [{name: q, in: query, schema: {type: integer, maximum: 100}}], responses: {'204': {description: done}}}}}
        + paths: {/a: {get: {operationId: getA, parameters: [{name: q, in: query, schema: {type: integer, maximum: 50}}], responses: {'204': {description: done}}}}}
        # parameter-moved
        A parameter is sent in another place: the query, a header, a cookie. Nothing in the code shows it.
        - endpoints: {GetA: {path: /a, parameters: {q: String?}}}
        + endpoints: {GetA: {path: /a, parameters: {q: {type: String?, in: header}}}}
        # parameter-order-changed
        The order of parameters in the description is the order of arguments. A call with both stops compiling: "argument must precede".
        - endpoints: {GetA: {path: /a, parameters: {a: Int?, b: Int?}}}
        + endpoints: {GetA: {path: /a, parameters: {b: Int?, a: Int?}}}
        # parameter-pattern-changed
        A parameter's pattern is another one. Released apps may send values that don't fit.
        - paths: {/a: {get: {operationId: getA, parameters: [{name: q, in: query, schema: {type: string, pattern: '^a'}}], responses: {'204': {description: done}}}}}
        + paths: {/a: {get: {operationId: getA, parameters: [{name: q, in: query, schema: {type: string, pattern: '^b'}}], responses: {'204': {description: done}}}}}
        # parameter-removed
        A parameter is gone. Callers that set it stop compiling; what a released app filtered by it comes unfiltered.
        - endpoints: {GetA: {path: /a, parameters: {q: String?}}}
        + endpoints: {GetA: {path: /a}}
        # parameter-removed-after-sunset
        A parameter is gone whose 'x-sunset' has passed. Callers that set it stop compiling; what a released app filtered by it comes unfiltered.
        - paths: {/a: {get: {operationId: getA, parameters: [{name: q, in: query, deprecated: true, x-sunset: '2020-01-01', schema: {type: string}}], responses: {'204': {description: done}}}}}
        + paths: {/a: {get: {operationId: getA, responses: {'204': {description: done}}}}}
        # parameter-renamed
        A parameter has another name: one is gone, and one that is alike has come. Released apps send the old one.
        - endpoints: {GetA: {path: /a, parameters: {user_name: String?}}}
        + endpoints: {GetA: {path: /a, parameters: {name: String?}}}
        # parameter-style-changed
        A list or an object is written in another way: the bytes that released apps send mean something else.
        - endpoints: {GetA: {path: /a, parameters: {q: [String]}}}
        + endpoints: {GetA: {path: /a, parameters: {q: {type: [String], explode: false}}}}
        # parameter-type-changed
        A parameter has another type.
        - endpoints: {GetA: {path: /a, parameters: {q: Bool}}}
        + endpoints: {GetA: {path: /a, parameters: {q: Int}}}
        # parameter-type-narrowed
        A parameter that might be a fraction is an integer now.
        - endpoints: {GetA: {path: /a, parameters: {q: Double}}}
        + endpoints: {GetA: {path: /a, parameters: {q: Int}}}
        # parameter-type-widened
        A parameter that was an integer may be a fraction now. Literals compile; values of type Int don't.
        - endpoints: {GetA: {path: /a, parameters: {q: Int}}}
        + endpoints: {GetA: {path: /a, parameters: {q: Double}}}
        # parameter-types-narrowed
        A parameter may be of fewer types now.
        - paths: {/a: {get: {operationId: getA, parameters: [{name: q, in: query, schema: {type: [string, integer]}}], responses: {'204': {description: done}}}}}
        + paths: {/a: {get: {operationId: getA, parameters: [{name: q, in: query, schema: {type: string}}], responses: {'204': {description: done}}}}}
        # parameter-types-widened
        A parameter may be of more types now.
        - paths: {/a: {get: {operationId: getA, parameters: [{name: q, in: query, schema: {type: string}}], responses: {'204': {description: done}}}}}
        + paths: {/a: {get: {operationId: getA, parameters: [{name: q, in: query, schema: {type: [string, integer]}}], responses: {'204': {description: done}}}}}
        # path-parameter-added
        The path has one more part that varies: an argument more, and released apps get 404.
        - endpoints: {GetA: {path: "/a/{id}", parameters: {id: Int}}}
        + endpoints: {GetA: {path: "/a/{id}/{part}", parameters: {id: Int, part: Int}}}
        # path-parameter-renamed
        A placeholder of the path has another name. The wire is the same; the argument's label is another one.
        - endpoints: {GetA: {path: "/a/{id}", parameters: {id: Int}}}
        + endpoints: {GetA: {path: "/a/{number}", parameters: {number: Int}}}
        """#
}
