// The value of each key of the two formats, for their JSON Schemas. The switches have a case for every key, so a new
// key without one doesn't compile.

import CallsiteCore

/// A key that a JSON Schema describes.
protocol SchemaKey: DescribedKey {
    var value: NativeValue { get }
}

/// The values that a key may have, as far as a JSON Schema can express them.
indirect enum NativeValue: Sendable {
    case text
    case flag
    case integer
    case number
    /// Any value of YAML.
    case anything
    case oneOf([String])
    /// Any value that one of these allows.
    case either([NativeValue])
    case list(NativeValue)
    /// Any key, each with such a value.
    case map(NativeValue)
    /// A kind of mapping or a form of its own, by its name in `$defs`.
    case definition(Definition)
    case constant(Int)

    enum Definition: String, CaseIterable, Sendable {
        case type, field, fields, shape, model, body, response, endpoint, strategy, pagination, authentication, source,
            enumeration,
            deepLinks, encoding, oauth2, conditions
    }
}

extension OperationRulesKey: SchemaKey {
    var value: NativeValue { .anything }
}

extension OperationRuleKey: SchemaKey {
    var value: NativeValue { self == .use ? .anything : .list(.text) }
}

extension ConfigurationKey: SchemaKey {
    var value: NativeValue {
        switch self {
        case .callsite: .constant(1)
        case .access: .oneOf(Options.Access.allCases.map(\.rawValue))
        case .strict, .embedRuntime: .flag
        case .allowOutside: .either([.flag, .list(.text)])
        case .nonexhaustive: .either([.flag, .oneOf(["warn"])])
        case .templates: .text
        case .descriptions: .anything
        }
    }
}

extension ConfiguredDescriptionKey: SchemaKey {
    var value: NativeValue {
        switch self {
        case .source, .output, .target, .namespace, .templates, .fixtures, .module, .since, .mock: .text
        case .name: .text
        // Their schemas are in `NativeFormat.configurationSchema`.
        case .include, .exclude, .pagination, .naming, .authentication, .reconnect, .success: .anything
        case .formats, .types: .map(.anything)
        case .renames: .map(.text)
        case .conformances: .map(.list(.text))
        case .reading: .list(.oneOf(Options.Tolerance.allCases.map(\.rawValue)))
        case .keepUnknownFields, .optional, .overlays: .list(.text)
        case .links: .map(.list(.text))
        case .deepLinks: .definition(.deepLinks)
        case .access: .oneOf(Options.Access.allCases.map(\.rawValue))
        case .sharing: .oneOf(["on", "off"])
        case .strict, .embedRuntime, .modules: .flag
        case .allowOutside: .either([.flag, .list(.text)])
        case .nonexhaustive: .either([.flag, .oneOf(["warn"])])
        }
    }
}

extension FilterKey: SchemaKey {
    var value: NativeValue { self == .aliases ? .map(.text) : .list(.text) }
}

extension NamingKey: SchemaKey {
    var value: NativeValue {
        switch self {
        case .operations: .oneOf(NamingRules.Operations.allCases.map(\.rawValue))
        case .dropTag: .flag
        case .dropPrefix: .list(.text)
        case .patterns: .map(.text)
        }
    }
}

extension ConfiguredPaginationKey: SchemaKey {
    var value: NativeValue {
        switch self {
        case .detect: .oneOf(["on", "off"])
        case .strategies, .default, .apply: .anything
        case .omitsEmptyList: .flag
        }
    }
}

extension OwnTypeKey: SchemaKey {
    var value: NativeValue { .text }
}

extension DocumentKey: SchemaKey {
    var value: NativeValue {
        switch self {
        case .callsite: .constant(1)
        case .api, .description, .baseURL, .idempotencyKey: .text
        case .variables: .map(.either([.definition(.field), .text]))
        case .headers: .map(.text)
        case .authentication: .definition(.authentication)
        case .error: .definition(.type)
        case .errors: .map(.definition(.type))
        case .success: .definition(.conditions)
        case .pagination: .map(.definition(.strategy))
        case .parameterSets: .map(.definition(.fields))
        case .deepLinks: .definition(.deepLinks)
        case .oauth2: .map(.definition(.oauth2))
        case .include: .list(.text)
        case .endpoints: .map(.definition(.endpoint))
        case .models: .map(.definition(.model))
        }
    }
}

extension EndpointKey: SchemaKey {
    var value: NativeValue {
        switch self {
        case .description, .name, .baseURL, .path, .tag, .idempotencyKey: .text
        case .idempotent: .flag
        case .method: .oneOf(EndpointKey.methods + EndpointKey.rareMethods)
        case .parameters: .definition(.fields)
        case .use, .links: .list(.text)
        case .body: .definition(.body)
        case .response: .definition(.response)
        case .error: .definition(.type)
        case .errors: .map(.definition(.type))
        case .success: .either([.oneOf(["none"]), .definition(.conditions)])
        case .headers: .map(.text)
        case .authentication: .definition(.authentication)
        case .timeout: .number
        case .pagination: .definition(.pagination)
        case .deprecated: .either([.flag, .text])
        }
    }
}

extension BodyKey: SchemaKey {
    var value: NativeValue {
        switch self {
        case .model, .type: .definition(.type)
        case .fields: .definition(.fields)
        case .encoding: .oneOf(Description.BodyEncoding.allCases.map(\.rawValue))
        case .lists: .oneOf(Description.FormLists.allCases.map(\.rawValue))
        case .encodings: .map(.definition(.encoding))
        case .optional, .nullable: .flag
        }
    }
}

extension OAuth2Key: SchemaKey {
    var value: NativeValue {
        switch self {
        case .flow: .oneOf(Description.OAuth2Flow.Kind.allCases.map(\.rawValue))
        case .description, .authorizationURL, .tokenURL, .refreshURL, .deviceAuthorizationURL: .text
        case .scopes: .map(.text)
        }
    }
}

extension EncodingKey: SchemaKey {
    var value: NativeValue {
        switch self {
        case .style: .oneOf(Description.ParameterStyle.allCases.map(\.rawValue))
        case .explode: .flag
        case .contentType: .text
        }
    }
}

extension ResponseKey: SchemaKey {
    var value: NativeValue {
        switch self {
        case .type, .stream: .definition(.type)
        case .fields: .definition(.fields)
        case .cases: .map(.definition(.response))
        case .optional: .flag
        case .status: .either([.integer, .list(.integer)])
        case .encoding: .oneOf(Description.ResponseEncoding.allCases.map(\.rawValue))
        case .element: .oneOf(Description.EventElement.allCases.map(\.rawValue))
        case .end: .text
        case .reconnect: .oneOf(Description.Reconnection.allCases.map(\.rawValue))
        case .headers: .definition(.fields)
        }
    }
}

extension StrategyKey: SchemaKey {
    var value: NativeValue {
        switch self {
        case .use, .size, .limit, .elements, .continue: .text
        case .parameter, .key: .list(.text)
        case .style: .oneOf(Description.Pagination.Style.allCases.map(\.rawValue))
        case .first: .either([.integer, .oneOf(["unknown"])])
        case .hasNext, .isLast, .current, .total, .totalPages: .definition(.source)
        case .next: .list(.definition(.source))
        case .shortPageEnds, .omitsEmptyList, .default: .flag
        }
    }
}

extension AuthenticationKey: SchemaKey {
    var value: NativeValue { self == .all ? .list(.definition(.authentication)) : .text }
}

extension DeepLinksKey: SchemaKey {
    var value: NativeValue { .list(.text) }
}

extension SourceKey: SchemaKey {
    var value: NativeValue { .text }
}

extension FieldKey: SchemaKey {
    var value: NativeValue {
        switch self {
        case .type: .definition(.type)
        case .in: .oneOf(Description.Parameter.Location.allCases.map(\.rawValue))
        case .name, .wire, .description, .part: .text
        case .optional, .nullable, .explode, .readOnly, .writeOnly: .flag
        case .default, .constant, .absent, .example: .anything
        case .deprecated: .either([.flag, .text])
        case .style: .oneOf(Description.ParameterStyle.allCases.map(\.rawValue))
        case .fields: .definition(.fields)
        case .otherFields: .definition(.type)
        case .otherwise: .text
        case .enum: .definition(.enumeration)
        case .union: .either([.text, .list(.definition(.type))])
        case .cases: .map(.definition(.type))
        }
    }
}

extension ModelKey: SchemaKey {
    var value: NativeValue {
        switch self {
        case .description, .name, .otherwise, .dateFormat, .timeZone: .text
        case .deprecated: .either([.flag, .text])
        case .is, .otherFields: .definition(.type)
        case .fields: .definition(.fields)
        case .enum: .definition(.enumeration)
        case .union: .either([.text, .list(.definition(.type))])
        case .cases: .map(.definition(.type))
        }
    }
}

extension ShapeKey: SchemaKey {
    var value: NativeValue {
        switch self {
        case .type, .otherFields: .definition(.type)
        case .fields: .definition(.fields)
        case .enum: .definition(.enumeration)
        case .union: .either([.text, .list(.definition(.type))])
        case .cases: .map(.definition(.type))
        case .optional: .flag
        case .title, .otherwise: .text
        }
    }
}
