// A request as it is printed: what it writes, what it expects, how its pages follow each other.

import CallsiteCore

package struct SwiftRequest: Sendable {
    package var access: SwiftAccess
    package var documentation: [SwiftDocLine]
    package var deprecation: SwiftDeprecation?
    package var name: SwiftIdentifier
    package var protocolName: SwiftIdentifier
    /// nil: a nested type is called `Response`.
    package var response: SwiftTypeName?
    /// A type in place that other requests have too, under this request's name for it.
    package var responseAlias: SwiftAlias?
    package var failure: SwiftTypeName?
    package var failureEnum: SwiftFailure?
    /// `get`, `post`; `method` for an HTTP method that has no function of its own.
    package var method: SwiftIdentifier
    /// The name of an HTTP method that has no function of its own.
    package var methodName: SwiftStringLiteral?
    package var path: SwiftStringLiteral
    /// The server of the request, if it isn't the API's.
    package var server: SwiftStringLiteral?
    package var bodyEncoding: SwiftIdentifier?
    /// How a form writes lists; nil: it repeats the name.
    package var formLists: SwiftIdentifier?
    package var headers: [SwiftHeader]
    /// `.bearer`, `.header("X-Key")`.
    package var authentication: SwiftExpression?
    package var timeout: SwiftExpression?
    package var statuses: [SwiftExpression]
    /// The fields that the body of a response must have to be a success.
    package var conditions: [SwiftCondition]
    /// `text` or `binary`, if the response isn't JSON.
    package var responseEncoding: SwiftIdentifier?
    /// The enum of the responses, if statuses of success have different types.
    package var success: SwiftSuccess?
    package var stream: SwiftStream?
    package var isIdempotent: SwiftExpression?
    package var idempotencyKey: SwiftStringLiteral?
    package var properties: [SwiftProperty]
    package var writes: [SwiftWrite]
    /// Whether an initialiser is written. If not, Swift's own takes the same arguments.
    package var hasInitialiser = true
    /// The one property that is the whole body.
    package var wholeBody: SwiftIdentifier?
    /// `body` or `part`: the body is required, and all its fields are optional.
    package var openedBody: SwiftIdentifier?
    /// Whether nil is sent as null, since there must be a body.
    package var isBodyNullable = false
    package var responseHeaders: SwiftResponseHeaders?
    package var pagination: SwiftPagination?
    /// The provider of the content, if deep links lead to the request.
    package var provider: SwiftProvider?
    package var types: [SwiftType]
}

/// A field of a response's body by its keys, and the values of which it must have one.
package struct SwiftCondition: Sendable {
    package var path: [SwiftStringLiteral]
    package var values: [SwiftExpression]
}

/// An enum of the responses of an endpoint whose success statuses have different types.
package struct SwiftSuccess: Sendable {
    package var access: SwiftAccess
    package var enumAttribute: SwiftEnumAttribute?
    package var acceptsJSON: Bool
    package var cases: [SwiftSuccessCase]
}

package struct SwiftSuccessCase: Sendable {
    package var name: SwiftIdentifier
    /// nil: no body.
    package var type: SwiftTypeName?
    /// Whether the case holds its payload by reference.
    package var isIndirect: Bool
    package var statuses: SwiftStatusRange
    /// `json`, `text` or `binary`.
    package var encoding: SwiftIdentifier
    /// The status, as prose.
    package var status: SwiftComment
}

/// How the elements of a streamed response follow each other.
package struct SwiftStream: Sendable {
    package var isEvents: Bool
    package var end: SwiftStringLiteral?
    package var reconnects: SwiftIdentifier?
    /// The part of an event that an element is made of, unless it is the event's data.
    package var element: SwiftIdentifier?
}

/// How a request's pages follow each other.
package struct SwiftPagination: Sendable {
    package var access: SwiftAccess
    package var element: SwiftTypeName
    /// The list in `response`; nil: the response is the list.
    package var elements: SwiftExpression?
    /// The function of `PageContinuation` for the style, and its arguments.
    package var style: SwiftIdentifier
    package var arguments: [SwiftArgument]
    /// The changes in the request for the next page.
    package var moves: [SwiftMove]
    /// The whole request for the next page, if another endpoint has that page.
    package var continuation: SwiftExpression?
    /// Whether the cursor is sent as `Range`, which the request doesn't declare.
    package var isRange: Bool
}

/// `$0.page = try cursor.decode()`.
package struct SwiftMove: Sendable {
    package var property: SwiftIdentifier
    /// An expression that may throw.
    package var value: SwiftExpression
}

package struct SwiftDeprecation: Sendable {
    package var message: SwiftStringLiteral?
}

package struct SwiftResponseHeaders: Sendable {
    package var access: SwiftAccess
    package var properties: [SwiftProperty]
}
