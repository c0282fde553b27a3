extension WireBatch {
    /// Pairs for the wire that show more than one kind of change: what is read as something else, field by field.
    package static let examples: [DiffTrial] = [
        // Each of the new alternatives holds what the old model has, types in place among it.
        .init(
            name: "an alternative is a union of models that hold what it held",
            old: openAPI(
                "/x: {get: {operationId: getX, \(answer("$ref: '#/components/schemas/Effect'"))}}",
                effects + "Blur: \(blur)\nVector: {type: object, properties: {x: {type: number}}}\n"),
            new: openAPI(
                "/x: {get: {operationId: getX, \(answer("$ref: '#/components/schemas/Effect'"))}}",
                effects + """
                    Blur: {oneOf: [{$ref: '#/components/schemas/NormalBlur'}, {$ref: '#/components/schemas/ProgressiveBlur'}]}
                    BaseBlur: \(blur)
                    NormalBlur:
                      allOf:
                        - {type: object, properties: {blurType: {type: string, enum: [NORMAL]}}}
                        - {$ref: '#/components/schemas/BaseBlur'}
                    ProgressiveBlur:
                      allOf:
                        - type: object
                          required: [blurType]
                          properties: {blurType: {type: string, enum: [PROGRESSIVE]}, start: {$ref: '#/components/schemas/Vector'}}
                        - {$ref: '#/components/schemas/BaseBlur'}
                    Vector: {type: object, properties: {x: {type: number}}}

                    """)),
        .init(
            name: "an object in place that is sent may be another one too",
            old: openAPI(
                "/x: {post: {operationId: postX, \(body("shape: \(circle)")), responses: {'204': {description: d}}}}"),
            new: openAPI(
                "/x: {post: {operationId: postX, \(body("shape: {oneOf: [\(circle), \(square)]}")), responses: {'204': {description: d}}}}"
            )
        ),
        .init(
            name: "an object in place that is sent must be another one",
            old: openAPI(
                "/x: {post: {operationId: postX, \(body("shape: \(circle)")), responses: {'204': {description: d}}}}"),
            new: openAPI(
                "/x: {post: {operationId: postX, \(body("shape: {oneOf: [\(square), \(line)]}")), responses: {'204': {description: d}}}}"
            )),
        .init(
            name: "an object in place is the only alternative left",
            old: openAPI(
                "/x: {get: {operationId: getX, \(answer("type: object, properties: {shape: {oneOf: [\(circle), \(square)]}}"))}}"
            ),
            new: openAPI("/x: {get: {operationId: getX, \(answer("type: object, properties: {shape: \(square)}"))}}")),
    ]

    private static let effects = """
        Effect:
          oneOf: [{$ref: '#/components/schemas/Shadow'}, {$ref: '#/components/schemas/Blur'}]
          discriminator:
            propertyName: type
            mapping: {SHADOW: '#/components/schemas/Shadow', LAYER_BLUR: '#/components/schemas/Blur', BACKGROUND_BLUR: '#/components/schemas/Blur'}
        Shadow: {type: object, required: [type], properties: {type: {type: string, enum: [SHADOW]}, spread: {type: number}}}

        """
    private static let blur =
        "{type: object, required: [type, radius], properties: {type: {type: string, enum: [LAYER_BLUR, BACKGROUND_BLUR]}, radius: {type: number}, bound: {type: object, properties: {radius: {type: string}}}}}"
    private static let circle =
        "{type: object, required: [radius], properties: {radius: {type: number}, center: {type: object, properties: {x: {type: number}}}}}"
    private static let square = "{type: object, required: [side], properties: {side: {type: number}}}"
    private static let line = "{type: object, required: [length], properties: {length: {type: number}}}"

    private static func answer(_ schema: String) -> String {
        "responses: {'200': {description: d, content: {application/json: {schema: {\(schema)}}}}}"
    }

    private static func body(_ properties: String) -> String {
        "requestBody: {required: true, content: {application/json: {schema: {type: object, properties: {\(properties)}}}}}"
    }

    private static func openAPI(_ path: String, _ schemas: String = "Unused: {type: string}\n") -> String {
        """
        openapi: 3.1.0
        info: {title: Pets, version: '1'}
        servers: [{url: https://example.com}]
        paths:
          \(path)
        components:
          schemas:

        """ + schemas.split(separator: "\n").map { "    " + $0 + "\n" }.joined()
    }
}
