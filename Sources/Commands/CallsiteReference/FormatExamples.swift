// An example of every key of the native format: `callsite help format` and the guide *The format* show them, and tests
// read each. The switches have a case for every key, so that a new key without an example doesn't compile.

import CallsiteCore

/// A key that the reference of the format shows.
protocol DocumentedKey: DescribedKey {
    /// A line that holds the key, as it stands in the part of a description that `frame` names.
    var sample: String { get }
    var frame: FormatFrame { get }
}

/// The part of a description that a sample belongs to.
enum FormatFrame: Sendable {
    case document, endpoint, post, pagedEndpoint, parameter, part, field, model
}

extension DocumentKey: DocumentedKey {
    var frame: FormatFrame { .document }
    var sample: String {
        switch self {
        case .callsite: "callsite: 1"
        case .api: "api: Shop"
        case .description: "description: The orders of a shop."
        case .baseURL: "baseURL: https://api.example.com/v1"
        case .variables: "variables: {region: eu}"
        case .headers: "headers: {X-Client: shop-app}"
        case .authentication: "authentication: bearer"
        case .idempotencyKey: "idempotencyKey: Idempotency-Key"
        case .error: "error: APIError"
        case .errors: "errors: {422: ValidationError, default: APIError}"
        case .success: "success: {ok: true}"
        case .pagination: "pagination: {pages: {style: page, parameter: page, elements: orders}}"
        case .parameterSets: "parameterSets: {paging: {page: Int?, per_page: Int?}}"
        case .deepLinks: "deepLinks: {schemes: [shop], hosts: [example.com]}"
        case .oauth2: "oauth2: {app: {flow: clientCredentials, tokenURL: \"https://auth.example.com/token\"}}"
        case .include: "include: [models.yaml]"
        case .endpoints: "endpoints: {GetOrder: {path: \"/orders/{id}\", response: Order}}"
        case .models: "models: {Order: {id: Int64, total: Decimal}}"
        }
    }
}

extension EndpointKey: DocumentedKey {
    var frame: FormatFrame {
        switch self {
        case .body, .idempotent, .idempotencyKey: .post
        case .pagination: .pagedEndpoint
        default: .endpoint
        }
    }
    var sample: String {
        switch self {
        case .description: "description: One order, with its items."
        case .name: "name: FetchOrderRequest"
        case .method: "method: DELETE"
        case .baseURL: "baseURL: https://uploads.example.com"
        case .path: "path: /orders/{id}"
        case .parameters: "parameters: {id: Int64, since: Date?}"
        case .use: "use: [paging]"
        case .body: "body: {title: String, note: String?}"
        case .response: "response: Order"
        case .error: "error: APIError"
        case .errors: "errors: {422: ValidationError}"
        case .success: "success: {ok: true}"
        case .headers: "headers: {X-Client: shop-app}"
        case .authentication: "authentication: none"
        case .timeout: "timeout: 30"
        case .idempotent: "idempotent: true"
        case .idempotencyKey: "idempotencyKey: Idempotency-Key"
        case .pagination: "pagination: pages"
        case .links: "links: [\"orders/{id}\"]"
        case .tag: "tag: orders"
        case .deprecated: "deprecated: use GetOrder"
        }
    }
}

extension FieldKey: DocumentedKey {
    var frame: FormatFrame { self == .part ? .part : FieldKey.onlyForParameters.contains(self) ? .parameter : .field }
    var sample: String {
        switch self {
        case .type: "total: {type: Decimal}"
        case .in: "X-Trace: {type: String?, in: header}"
        case .name: "html_url: {type: URL, name: webPage}"
        case .wire: "kind: {type: String, wire: \"@type\"}"
        case .optional: "note: {type: String, optional: true}"
        case .nullable: "note: {type: String, nullable: true}"
        case .default: "labels: {type: [String], default: []}"
        case .constant: "object: {constant: order}"
        case .absent: "state: {type: String?, absent: open}"
        case .readOnly: "id: {type: Int64, readOnly: true}"
        case .writeOnly: "password: {type: String, writeOnly: true}"
        case .description: "total: {type: Decimal, description: With taxes.}"
        case .deprecated: "fax: {type: String?, deprecated: true}"
        case .style: "ids: {type: [Int], style: pipeDelimited, explode: false}"
        case .explode: "labels: {type: [String], explode: false}"
        case .part: "X-Rotation: {type: Int, in: header, part: photo}"
        case .example: "name: {type: String, example: Ada}"
        case .fields: "owner: {fields: {name: String}}"
        case .otherFields: "owner: {fields: {name: String}, otherFields: JSON}"
        case .enum: "state: {enum: [open, closed]}"
        case .union: "content: {union: [Order, Item]}"
        case .cases: "content: {union: kind, cases: {order: Order, item: Item}}"
        case .otherwise: "content: {union: kind, cases: {order: Order, item: Item}, otherwise: item}"
        }
    }
}

extension ModelKey: DocumentedKey {
    var frame: FormatFrame { .model }
    var sample: String {
        switch self {
        case .description: "Customer: {description: Who buys., fields: {id: Int64}}"
        case .deprecated: "Fax: {deprecated: use Mail, fields: {number: String}}"
        case .name: "Customer: {name: Buyer, fields: {id: Int64}}"
        case .is: "Price: {is: Decimal, description: In euros.}"
        case .fields: "Customer: {fields: {id: Int64, name: String}}"
        case .otherFields: "Labels: {fields: {id: Int64}, otherFields: String}"
        case .enum: "State: {enum: {open: null, in_progress: working}}"
        case .union: "Content: {union: [Order, Item]}"
        case .cases: "Content: {union: kind, cases: {order: Order, item: Item}}"
        case .otherwise: "Content: {union: kind, cases: {order: Order, item: Item}, otherwise: item}"
        case .dateFormat: "USDate: {dateFormat: MM/dd/yyyy}"
        case .timeZone: "LocalTime: {dateFormat: \"yyyy-MM-dd HH:mm\", timeZone: Europe/Berlin}"
        }
    }
}

extension ShapeKey: DocumentedKey {
    var frame: FormatFrame { .field }
    var sample: String {
        switch self {
        case .type: "parents: [{type: Order, optional: true}]"
        case .fields: "rows: [{fields: {label: String}}]"
        case .otherFields: "rows: [{fields: {label: String}, otherFields: JSON}]"
        case .enum: "states: [{enum: [open, closed]}]"
        case .union: "contents: [{union: [Order, Item]}]"
        case .cases: "contents: [{union: kind, cases: {order: Order, item: Item}}]"
        case .otherwise: "contents: [{union: kind, cases: {order: Order, item: Item}, otherwise: item}]"
        case .optional: "ids: [{type: Int, optional: true}]"
        case .title: "content: {union: [Order, {fields: {draft: String}, title: draft}]}"
        }
    }
}

extension BodyKey: DocumentedKey {
    var frame: FormatFrame { .post }
    var sample: String {
        switch self {
        case .model: "body: {model: Order, encoding: form}"
        case .type: "body: {type: [Order], encoding: lines}"
        case .fields: "body: {fields: {title: String}}"
        case .encoding: "body: {fields: {title: String}, encoding: form}"
        case .lists: "body: {fields: {tags: [String]}, encoding: form, lists: bracketed}"
        case .encodings:
            "body: {fields: {photo: Data}, encoding: multipart, encodings: {photo: {contentType: image/png}}}"
        case .optional: "body: {model: Order, optional: true}"
        case .nullable: "body: {model: Order, nullable: true}"
        }
    }
}

extension EncodingKey: DocumentedKey {
    var frame: FormatFrame { .post }
    var sample: String {
        switch self {
        case .style:
            "body: {fields: {ids: [Int]}, encoding: form, encodings: {ids: {style: pipeDelimited, explode: false}}}"
        case .explode: "body: {fields: {tags: [String]}, encoding: form, encodings: {tags: {explode: false}}}"
        case .contentType:
            "body: {fields: {photo: Data}, encoding: multipart, encodings: {photo: {contentType: image/png}}}"
        }
    }
}

extension ResponseKey: DocumentedKey {
    var frame: FormatFrame { .endpoint }
    var sample: String {
        switch self {
        case .type: "response: {type: Order, status: 201}"
        case .fields: "response: {fields: {id: Int64}}"
        case .stream: "response: {stream: {fields: {label: String}}, encoding: ndjson}"
        case .cases: "response: {cases: {200: Order, 202: Item}}"
        case .optional: "response: {type: Order, optional: true}"
        case .status: "response: {type: Order, status: [200, 201]}"
        case .encoding: "response: {type: String, encoding: text}"
        case .element: "response: {type: stream of Order, encoding: sse, element: event}"
        case .end: "response: {type: stream of Order, encoding: sse, end: \"[DONE]\"}"
        case .reconnect: "response: {type: stream of Order, encoding: sse, reconnect: never}"
        case .headers: "response: {type: Order, headers: {X-Total: Int?}}"
        }
    }
}

extension StrategyKey: DocumentedKey {
    var frame: FormatFrame { self == .default ? .document : .pagedEndpoint }
    var sample: String {
        func page(_ more: String) -> String { "pagination: {style: page, parameter: page, \(more), elements: orders}" }
        return switch self {
        case .use: "pagination: {use: pages, first: 0}"
        case .style: "pagination: {style: page, parameter: page, elements: orders}"
        case .parameter: "pagination: {style: cursor, parameter: cursor, next: next, elements: orders}"
        case .first: page("first: 0")
        case .current: page("current: page")
        case .size: page("size: per_page")
        case .limit: "pagination: {style: offset, parameter: offset, limit: per_page, elements: orders}"
        case .hasNext: page("hasNext: has_more")
        case .isLast: page("isLast: is_last")
        case .total: page("total: total")
        case .totalPages: page("totalPages: pages")
        case .shortPageEnds: page("size: per_page, shortPageEnds: true")
        case .next: "pagination: {style: nextURL, next: next_url, elements: orders}"
        case .key: "pagination: {style: keyset, parameter: after, key: id, elements: orders}"
        case .elements: "pagination: {style: link, elements: orders}"
        case .omitsEmptyList: page("omitsEmptyList: true")
        case .continue:
            "pagination: {style: cursor, parameter: cursor, next: next, elements: orders, continue: ListOrders}"
        case .default: "pagination: {pages: {style: page, parameter: page, elements: orders, default: true}}"
        }
    }
}

extension SourceKey: DocumentedKey {
    var frame: FormatFrame { .pagedEndpoint }
    var sample: String {
        switch self {
        case .header: "pagination: {style: cursor, parameter: cursor, next: {header: X-Next}, elements: orders}"
        case .body: "pagination: {style: cursor, parameter: cursor, next: {body: next}, elements: orders}"
        }
    }
}

extension AuthenticationKey: DocumentedKey {
    var frame: FormatFrame { .document }
    var sample: String {
        switch self {
        case .header: "authentication: {header: X-API-Key}"
        case .query: "authentication: {query: api_key}"
        case .cookie: "authentication: {cookie: session}"
        case .all: "authentication: {all: [bearer, {header: X-Tenant}]}"
        }
    }
}

extension DeepLinksKey: DocumentedKey {
    var frame: FormatFrame { .document }
    var sample: String {
        switch self {
        case .schemes: "deepLinks: {schemes: [shop]}"
        case .hosts: "deepLinks: {hosts: [example.com]}"
        }
    }
}

extension OAuth2Key: DocumentedKey {
    var frame: FormatFrame { .document }
    var sample: String {
        let app = "oauth2: {app: {flow: clientCredentials, tokenURL: \"https://auth.example.com/token\""
        return switch self {
        case .flow, .tokenURL: app + "}}"
        case .description: app + ", description: For servers.}}"
        case .authorizationURL:
            "oauth2: {web: {flow: authorizationCode, authorizationURL: \"https://auth.example.com/grant\", tokenURL: /token}}"
        case .refreshURL: app + ", refreshURL: /refresh}}"
        case .deviceAuthorizationURL:
            "oauth2: {tv: {flow: deviceAuthorization, deviceAuthorizationURL: /device, tokenURL: /token}}"
        case .scopes: app + ", scopes: {read: Read all.}}}"
        }
    }
}

extension FormatFrame {
    /// A description with a sample in its place, and with the declarations that samples refer to.
    func document(with sample: String) -> String {
        func has(_ key: String) -> Bool { self == .document && sample.hasPrefix(key + ":") }
        var lines = [has("callsite") ? sample : "callsite: 1", has("api") ? sample : "api: Shop"]
        if !has("baseURL") {
            lines.append(
                has("variables") ? "baseURL: \"https://{region}.example.com\"" : "baseURL: https://api.example.com")
        }
        if self == .document, !has("callsite"), !has("api") { lines.append(sample) }
        if !has("pagination") { lines.append("pagination: {pages: {style: page, parameter: page, elements: orders}}") }
        if !has("parameterSets") { lines.append("parameterSets: {paging: {page: Int?, per_page: Int?}}") }
        if !has("endpoints"), !has("models") {
            lines.append(
                """
                endpoints:
                  ListOrders:
                    path: /orders
                    parameters: \(Self.pagedParameters)
                    response: OrderPage
                """)
            if let example = example(with: sample) { lines.append("  Example:\n" + example) }
        }
        if !has("models") {
            lines.append(
                """
                models:
                  Order: {id: Int64, kind: String}
                  Item: {name: String, kind: String}
                  APIError: {message: String}
                  ValidationError: {problems: [String]}
                  OrderPage:
                    orders: [Order]
                    next: String?
                    next_url: URL?
                    ok: Bool
                    has_more: Bool
                    is_last: Bool
                    page: Int
                    pages: Int
                    total: Int
                """)
        }
        if self == .field { lines += ["  Example:", "    " + sample] }
        if self == .model { lines.append("  " + sample) }
        return lines.joined(separator: "\n") + "\n"
    }
    private static let pagedParameters = "{page: Int?, per_page: Int?, offset: Int?, cursor: String?, after: Int64?}"

    /// The endpoint that a sample is a part of; nil if the sample is a part of something else.
    private func example(with sample: String) -> String? {
        switch self {
        case .endpoint:
            let path = sample.contains("{id}") ? "    path: /orders/{id}\n" : "    path: /example\n"
            let response = sample.hasPrefix("links:") ? "    response: Order\n" : ""
            return (sample.hasPrefix("path:") ? "" : path) + response + "    " + sample
        case .post:
            return """
                    method: POST
                    path: /example
                    \(sample)
                """
        case .pagedEndpoint:
            return """
                    path: /example
                    parameters: \(Self.pagedParameters)
                    response: OrderPage
                    \(sample)
                """
        case .parameter:
            return """
                    path: /example
                    parameters:
                      \(sample)
                """
        case .part:
            return """
                    method: POST
                    path: /example
                    parameters:
                      \(sample)
                    body: {fields: {photo: Data}, encoding: multipart}
                """
        case .document, .field, .model: return nil
        }
    }
}
