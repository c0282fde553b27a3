// The names that templates may use for requests.

import CallsiteSwift

extension SwiftRequest: TemplateView {
    package static let contract = ViewContract<SwiftRequest>(
        "request", "One endpoint's request.",
        [
            .text("access", "'public ', 'package ' or nothing.") { $0.access },
            .lines("documentation", "The description's text, method and path.") { $0.documentation },
            .view("deprecation", "That it is deprecated.") { $0.deprecation },
            .text("name", "'ListIssuesRequest'.") { $0.name },
            .text("protocolName", "'GitHubRequestType'.") { $0.protocolName },
            .text("response", "The type of the response, unless a nested type is called 'Response'.") { $0.response },
            .view("responseAlias", "A type in place that other requests have too, as 'Response'.") { $0.responseAlias },
            .text("failure", "The type of errors, where it is not the API's or a nested enum.") { $0.failure },
            .view("failureEnum", "The enum of the errors.") { $0.failureEnum },
            .text("method", "'get', 'post', …, or 'method' for any other.") { $0.method },
            .text("methodName", "The name of such another method.") { $0.methodName },
            .text("path", "The path with its placeholders.") { $0.path },
            .text("server", "The base URL, where that is not the API's.") { $0.server },
            .text("bodyEncoding", "'json', 'form', 'multipart', 'text' or 'binary', where there is a body.") {
                $0.bodyEncoding
            },
            .text("formLists", "'bracketed' or 'indexed', where a form doesn't repeat the names of lists.") {
                $0.formLists
            },
            .flag("hasHeaders", "It has headers of its own.") { !$0.headers.isEmpty },
            .list("headers", "These headers.") { $0.headers },
            .text("authentication", "How it is authenticated, where that is not the API's way.") { $0.authentication },
            .text("timeout", "Seconds.") { $0.timeout },
            .flag("hasStatuses", "Only certain statuses are success.") { !$0.statuses.isEmpty },
            .lines("statuses", "These statuses.") { $0.statuses },
            .list("conditions", "What the body of a response must hold to be a success.") { $0.conditions },
            .text("responseEncoding", "'text' or 'binary', where the response isn't JSON.") { $0.responseEncoding },
            .view("success", "The enum of successful responses, where success statuses have different types.") {
                $0.success
            },
            .view("stream", "How the elements of a streamed response follow each other.") { $0.stream },
            .text("isIdempotent", "'true' or 'false', where the description says whether it may be repeated.") {
                $0.isIdempotent
            },
            .text("idempotencyKey", "The header for a key that makes repeating it safe.") { $0.idempotencyKey },
            .flag("isText", "The response is text.") { $0.responseEncoding?.name == "text" },
            .flag("isBinary", "The response is bytes.") { $0.responseEncoding?.name == "binary" },
            .flag("hasProperties", "It has properties.") { !$0.properties.isEmpty },
            .list("properties", "Its properties.") { $0.properties },
            .flag("hasInitialiser", "An initialiser is written: Swift's own would be internal.") { $0.hasInitialiser },
            .list("initialised", "The properties that the initialiser takes.") { $0.properties.initialised },
            .flag("isLong", "The initialiser is too long for one line.") { isLong($0.properties.initialised) },
            .flag("hasWrites", "Something of it is sent.") {
                !$0.writes.isEmpty || $0.wholeBody != nil || $0.openedBody != nil
            },
            .list("writes", "What is sent where.") { $0.writes },
            .text("wholeBody", "The value that is the whole body.") { $0.wholeBody },
            .text("openedBody", "'body' or 'part', where the body is sent even if none of its fields is set.") {
                $0.openedBody
            },
            .flag("isBodyNullable", "That is null where it is nil.") { $0.isBodyNullable },
            .view("responseHeaders", "The headers of the response.") { $0.responseHeaders },
            .view("pagination", "How its pages follow each other.") { $0.pagination },
            .view("provider", "How deep links load it.") { $0.provider },
            .list("types", "The types that are nested in it.") { $0.types },
        ])
}

extension SwiftCondition: TemplateView {
    package static let contract = ViewContract<SwiftCondition>(
        "condition", "A field of a response's body, and the values of which it must have one.",
        [
            .lines("path", "The keys that lead to the field, from the outside in.") { $0.path },
            .lines("values", "The values.") { $0.values },
        ])
}

extension SwiftSuccess: TemplateView {
    package static let contract = ViewContract<SwiftSuccess>(
        "success", "The enum of successful responses, where success statuses have different types.",
        [
            .text("access", "'public ', 'package ' or nothing.") { $0.access },
            .text("enumAttribute", "'@nonexhaustive' where enums may get more cases.") { $0.enumAttribute },
            .flag("acceptsJSON", "One of them is JSON.") { $0.acceptsJSON },
            .list("cases", "Its cases.") { $0.cases },
        ])
}

extension SwiftSuccessCase: TemplateView {
    package static let contract = ViewContract<SwiftSuccessCase>(
        "successCase", "The body of one success status.",
        [
            .text("name", "The case.") { $0.name },
            .text("type", "What the body holds.") { $0.type },
            .flag("isIndirect", "It holds its payload by reference, which is large.") { $0.isIndirect },
            .text("from", "The status.") { $0.statuses.from },
            .text("to", "The end of the range.") { $0.statuses.to },
            .flag("isText", "The body is text.") { $0.encoding.name == "text" },
            .flag("isBinary", "The body is bytes.") { $0.encoding.name == "binary" },
            .flag("isJSON", "The body is JSON.") { $0.encoding.name == "json" },
            .text("status", "'Status 200', or 'Any other status'.") { $0.status },
        ])
}

extension SwiftStream: TemplateView {
    package static let contract = ViewContract<SwiftStream>(
        "stream", "How the elements of a streamed response follow each other.",
        [
            .flag("isEvents", "As server-sent events; else a line each.") { $0.isEvents },
            .text("end", "The data of the event that ends it.") { $0.end },
            .text("reconnects", "'never', 'afterLoss' or 'always', where that is not after a loss of events with ids.")
            { $0.reconnects },
            .flag("hasBoth", "It has both.") { $0.end != nil && $0.reconnects != nil },
            .text("element", "'event' or 'eventWithJSON', where an element isn't an event's data.") { $0.element },
            .flag("hasMore", "It has that, and an end or reconnects.") {
                $0.element != nil && ($0.end != nil || $0.reconnects != nil)
            },
        ])
}

extension SwiftPagination: TemplateView {
    package static let contract = ViewContract<SwiftPagination>(
        "pagination", "How a request's pages follow each other.",
        [
            .text("access", "'public ', 'package ' or nothing.") { $0.access },
            .text("element", "What a page lists.") { $0.element },
            .text("elements", "The list in 'response', unless that is the list.") { $0.elements },
            .text(
                "style",
                "The function of 'PageContinuation': 'page', 'offset', 'cursor', 'cursorOrLink', 'key', 'link' or 'range'."
            ) {
                $0.style
            },
            .lines("arguments", "Its arguments, which may speak of 'self' and 'page'.") { $0.arguments },
            .flag("isLong", "The arguments are too long for one line.") {
                $0.arguments.reduce(0) { $0 + $1.text.utf8.count + 2 } > 100
            },
            .flag("hasMoves", "The next page's request is this one with something changed.") { !$0.moves.isEmpty },
            .flag("isSingle", "It is one thing.") { $0.moves.count == 1 },
            .list("moves", "What changes.") { $0.moves },
            .text("continuation", "The request for the next page, where it is another endpoint's; it throws.") {
                $0.continuation
            },
            .flag("isRange", "The cursor is sent as 'Range', which the request doesn't declare.") { $0.isRange },
        ])
}

extension SwiftProvider: TemplateView {
    package static let contract = ViewContract<SwiftProvider>(
        "provider", "A request as what provides content.",
        [
            .text("access", "'public ', 'package ' or nothing.") { $0.access },
            .text("name", "'StoryProvider'.") { $0.name },
            .text("request", "'GetStoryRequest'.") { $0.request },
        ])
}

extension SwiftLinks: TemplateView {
    package static let contract = ViewContract<SwiftLinks>(
        "links", "From a deep link to what provides its content.",
        [
            .text("access", "'public ', 'package ' or nothing.") { $0.access },
            .text("enumAttribute", "'@nonexhaustive' where enums may get more cases.") { $0.enumAttribute },
            .text("name", "'StoriesLink'.") { $0.name },
            .lines("origins", "Where links come from: the arguments of 'DeepLink.Origins'.") { $0.origins },
            .list("cases", "What a link may lead to.") { $0.cases },
            .list("patterns", "The patterns, in the order in which they are tried.") { $0.patterns },
        ])
}

extension SwiftLinkCase: TemplateView {
    package static let contract = ViewContract<SwiftLinkCase>(
        "linkCase", "What a deep link may lead to.",
        [.text("name", "'story'.") { $0.name }, .text("provider", "'StoryProvider'.") { $0.provider }])
}

extension SwiftLinkPattern: TemplateView {
    package static let contract = ViewContract<SwiftLinkPattern>(
        "linkPattern", "A pattern of deep links.",
        [
            .text("pattern", "As the description writes it, for a comment.") { $0.pattern },
            .lines("conditions", "What a link must be, behind 'if'.") { $0.conditions },
            .text("request", "'GetStoryRequest'.") { $0.request },
            .lines("arguments", "What its initialiser is given.") { $0.arguments },
            .flag("hasReads", "The link may say more.") { !$0.reads.isEmpty },
            .list("reads", "What it may say besides.") { $0.reads },
            .text("enumCase", "'story'.") { $0.enumCase },
            .text("provider", "'StoryProvider'.") { $0.provider },
        ])
}

extension SwiftLinkRead: TemplateView {
    package static let contract = ViewContract<SwiftLinkRead>(
        "linkRead", "A query item that a deep link may have.",
        [.text("item", "Its name.") { $0.item }, .text("property", "The property that takes it.") { $0.property }])
}

extension SwiftMove: TemplateView {
    package static let contract = ViewContract<SwiftMove>(
        "move", "Something that changes from page to page.",
        [
            .text("property", "The property.") { $0.property },
            .text("value", "Its new value, from 'cursor' and '$0'; it throws.") { $0.value },
        ])
}

extension SwiftWrite: TemplateView {
    package static let contract = ViewContract<SwiftWrite>(
        "write", "One value that is sent.",
        [
            .text("target", "'path', 'query', 'header', 'cookie', 'body', 'form' or 'part'.") { $0.target },
            .text("wireName", "Its name on the wire.") { $0.wireName },
            .text("header", "Of a part, the header whose value it is.") { $0.header },
            .text("contentType", "The media type of a part.") { $0.contentType },
            .text("style", "How lists and objects are written.") { $0.style },
            .flag("isJSON", "It is written as JSON.") { $0.isJSON },
            .text("explode", "Whether each element is a pair of its own.") { $0.explode },
            .lines("elements", "The styles of the lists in a list.") { $0.elements },
            .flag("hasElements", "There are such styles.") { !$0.elements.isEmpty },
            .flag("isNullable", "nil is written as null.") { $0.isNullable },
            .text("value", "The property.") { $0.value },
            .flag("needsSelf", "The function's argument hides it.") { $0.needsSelf },
        ])
}

extension SwiftResponseHeaders: TemplateView {
    package static let contract = ViewContract<SwiftResponseHeaders>(
        "responseHeaders", "The headers of a response.",
        [
            .text("access", "'public ', 'package ' or nothing.") { $0.access },
            .list("properties", "One for each header.") { $0.properties },
        ])
}

extension SwiftFailure: TemplateView {
    package static let contract = ViewContract<SwiftFailure>(
        "failure", "The enum of an endpoint's errors.",
        [
            .text("access", "'public ', 'package ' or nothing.") { $0.access },
            .text("enumAttribute", "'@nonexhaustive' where enums may get more cases.") { $0.enumAttribute },
            .text("modifiers", "The access, and 'nonisolated' where it is not nested.") { $0.modifiers },
            .text("name", "'Failure'.") { $0.name },
            .list("cases", "Its cases.") { $0.cases },
            .flag("hasArms", "Several statuses have cases.") { !$0.arms.isEmpty },
            .list("arms", "The statuses and their cases.") { $0.arms },
            .view("other", "The case of any other status.") { $0.other },
            .flag("mayFallThrough", "A response may match no case.") { failure in
                !failure.arms.allSatisfy { $0.failure.type == nil } || failure.other == nil
                    || failure.other?.type != nil
            },
        ])
}

extension SwiftFailureCase: TemplateView {
    package static let contract = ViewContract<SwiftFailureCase>(
        "failureCase", "One kind of error.",
        [
            .text("name", "The case.") { $0.name },
            .text("type", "What the body holds.") { $0.type },
            .flag("isIndirect", "It holds its payload by reference, which is large.") { $0.isIndirect },
            .text("statuses", "'Status 404 or 410', or 'Any other status'.") { $0.statuses },
        ])
}

extension SwiftFailureArm: TemplateView {
    package static let contract = ViewContract<SwiftFailureArm>(
        "failureArm", "Statuses and their case.",
        [
            .list("statuses", "The statuses.") { $0.statuses },
            .view("failure", "The case.") { $0.failure },
        ])
}

extension SwiftStatusRange: TemplateView {
    package static let contract = ViewContract<SwiftStatusRange>(
        "statusRange", "A status, or a range of them.",
        [
            .text("from", "The status.") { $0.from },
            .text("to", "The end of the range.") { $0.to },
        ])
}

/// Whether an initialiser's parameters fill more than a line of 120 columns.
func isLong(_ properties: [SwiftProperty]) -> Bool {
    var length = 16
    for property in properties {
        length += property.name.text.utf8.count + property.type.text.utf8.count + 4
        if let value = property.defaultValue { length += value.text.utf8.count + 3 }
        if length > 120 { return true }
    }
    return false
}
